//! `pto new`: a small kernel to start from, with a check against numpy.

use crate::output::{examples, print, usage};
use crate::outputs::write_folder;
use crate::target_arg::TargetName;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use pto_isa::Target;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `pto new` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("tiles, for a5", "pto new saxpy"),
    ("vector registers", "pto new saxpy_v --kind vector"),
    ("for a2a3, in another directory", "pto new kernels/saxpy --target a2a3"),
]))]
pub struct NewArgs {
    /// Directory to create; its last component names the kernel
    name: PathBuf,
    /// Target of the kernel, a2a3 or a5
    #[arg(long, value_name = "T", default_value = "a5", value_parser = TargetName, hide_possible_values = true)]
    target: Target,
    /// Style of the kernel: tile instructions, or vector registers (a5)
    #[arg(long, value_name = "KIND", default_value = "tile")]
    kind: Kind,
}

/// What the kernel computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Instructions on whole tiles.
    Tile,
    /// Instructions on vector registers.
    Vector,
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Kind] {
        &[Kind::Tile, Kind::Vector]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Kind::Tile => "tile",
            Kind::Vector => "vector",
        }))
    }
}

impl Kind {
    fn kernel(self) -> &'static str {
        match self {
            Kind::Tile => include_str!("../assets/new/tile.pto"),
            Kind::Vector => include_str!("../assets/new/vector.pto"),
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Kind::Tile => "with tile instructions",
            Kind::Vector => "in vector registers",
        }
    }
}

/// Writes the files and says what to do with them.
pub fn run(args: &NewArgs) -> ExitCode {
    let dir = &args.name;
    let name = match kernel_name(dir) {
        Ok(name) => name,
        Err((message, hint)) => return usage(&message, Some(&hint)),
    };
    match (args.target, args.kind) {
        (t, _) if !t.is_device() => {
            let hint = "use `--target a2a3` or `--target a5`; `pto run --target cpu` still runs it";
            return usage("a kernel is for a device, and cpu is none", Some(hint));
        }
        (t, Kind::Vector) if !t.def().device.is_some_and(|d| d.vector_registers) => {
            let hint = "use `--target a5` or `--kind tile`";
            return usage("vector registers exist on a5 only", Some(hint));
        }
        _ => {}
    }
    let commands = next_commands(dir, name);
    let fill = |text: &str| {
        text.replace("{name}", name)
            .replace("{target}", args.target.name())
            .replace("{how}", args.kind.describe())
            .replace("{commands}", &next_commands(Path::new(""), name).join("\n"))
    };
    let files = [
        (format!("{name}.pto"), fill(args.kind.kernel())),
        ("check.py".into(), fill(include_str!("../assets/new/check.py"))),
        ("README.md".into(), fill(include_str!("../assets/new/README.md"))),
    ];
    match write(dir, &files) {
        Ok(written) => {
            let list = written.iter().map(|p| format!("{}\n", p.display())).collect::<String>();
            print(&format!("wrote\n{list}\nnext\n  {}\n", commands.join("\n  ")));
            ExitCode::SUCCESS
        }
        Err((path, e)) if e.kind() == std::io::ErrorKind::AlreadyExists => usage(
            &format!("{} exists, and nothing is overwritten", path.display()),
            Some("choose another name"),
        ),
        Err((path, e)) => crate::file::print_error(path, &e),
    }
}

/// The name of the kernel: it is a symbol in the program and a file name.
fn kernel_name(dir: &Path) -> Result<&str, (String, String)> {
    let name = dir.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_word)
    {
        return Ok(name);
    }
    let fixed: String = name.chars().map(|c| if is_word(c) { c } else { '_' }).collect();
    let fixed = fixed.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let hint = match fixed {
        "" => "use letters, digits and `_`, a letter first".into(),
        fixed => format!("use letters, digits and `_`, a letter first: `{fixed}`"),
    };
    Err((format!("`{}` cannot be the name of a kernel", dir.display()), hint))
}

/// What to type next; every line works as it stands.
fn next_commands(dir: &Path, name: &str) -> [String; 6] {
    let file = dir.join(format!("{name}.pto"));
    let (file, check) = (file.display(), dir.join("check.py"));
    let buffers = "--arg zeros:10000xf32 --arg zeros:10000xf32 --arg zeros:10000xf32=z.npy";
    [
        format!("pto check {file}"),
        format!("pto run {file} {buffers} --arg 2.5 --arg 10000 --check all"),
        format!("python3 {}", check.display()),
        format!("pto lower {file}"),
        format!("pto cost {file} --arg 2.5 --arg 10000"),
        format!("pto trace {file} --arg 2.5 --arg 10000 -o {name}.html"),
    ]
}

/// Writes files into a directory that does not exist yet.
fn write(
    dir: &Path,
    files: &[(String, String)],
) -> Result<Vec<PathBuf>, (PathBuf, std::io::Error)> {
    if let Some(parent) = dir.parent() {
        std::fs::create_dir_all(parent).map_err(|e| (parent.to_path_buf(), e))?;
    }
    write_folder(dir, files).map_err(|e| (dir.to_path_buf(), e))?;
    Ok(files.iter().map(|(name, _)| dir.join(name)).collect())
}
