//! Public kernels that come with values: their scripts make the arguments and judge what a run leaves in them.
//!
//! A case is a folder with `kernel.pto`, `golden.py` (writes `v1.bin`, `v2.bin`, ... and `golden_v*.bin`), `launch.cpp`
//! (says how many blocks are launched, and with which of them) and `compare.py` (exits with 0 if they agree).

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, decode};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came of a case.
pub enum Golden {
    /// The script of the case accepts the results.
    Equal,
    /// It does not, or the kernel does not run.
    Differs(String),
    /// The case is not such a folder, or its scripts cannot be run here.
    Absent,
}

/// Steps of one block after which a kernel is taken for endless.
const MAX_STEPS: u64 = 50_000_000;

/// Runs the kernel in `file`, if it comes with values.
pub fn judge(file: &Path, text: &str, python: &str) -> Golden {
    let Some(folder) = file.parent() else { return Golden::Absent };
    let Ok(launch) = std::fs::read_to_string(folder.join("launch.cpp")) else {
        return Golden::Absent;
    };
    let scripts = ["golden.py", "compare.py"].map(|s| folder.join(s));
    let Some((blocks, names)) = launched(&launch) else { return Golden::Absent };
    if !scripts.iter().all(|s| s.is_file()) {
        return Golden::Absent;
    }
    let work = std::env::temp_dir().join(format!("pto-golden-{}", std::process::id()));
    if std::fs::create_dir_all(&work).is_err() {
        return Golden::Absent;
    }
    let result = in_folder(&work, &scripts, python, text, blocks, &names);
    // What cannot be removed is found again by nobody: the name has the number of this process.
    let _ = std::fs::remove_dir_all(&work);
    result
}

fn in_folder(
    work: &Path,
    scripts: &[PathBuf; 2],
    python: &str,
    text: &str,
    blocks: u32,
    names: &[String],
) -> Golden {
    let script = |script: &Path, args: &[&str]| {
        let mut c = Command::new(python);
        c.arg(script).args(args).current_dir(work).stdout(Stdio::null()).stderr(Stdio::null());
        c.status().is_ok_and(|s| s.success())
    };
    let Ok(made) = std::path::absolute(&scripts[0]) else { return Golden::Absent };
    let Ok(judged) = std::path::absolute(&scripts[1]) else { return Golden::Absent };
    if !script(&made, &["--output-dir", "."]) {
        return Golden::Absent;
    }
    let files: Vec<PathBuf> = names.iter().map(|n| work.join(format!("{n}.bin"))).collect();
    let mut args = Vec::new();
    for file in &files {
        match std::fs::read(file) {
            Ok(bytes) => args.push(LaunchArg::Bytes(bytes)),
            Err(_) => return Golden::Absent,
        }
    }
    if let Err(why) = run(text, blocks, &mut args) {
        return Golden::Differs(why);
    }
    for (file, arg) in files.iter().zip(&args) {
        if let LaunchArg::Bytes(bytes) = arg
            && std::fs::write(file, bytes).is_err()
        {
            return Golden::Absent;
        }
    }
    match script(&judged, &[]) {
        true => Golden::Equal,
        false => Golden::Differs("compare.py does not accept the results".into()),
    }
}

/// Runs a kernel as hardware does it: the values come from there.
fn run(text: &str, blocks: u32, args: &mut [LaunchArg]) -> Result<(), String> {
    let (module, _) = pto_ir::parse(text);
    let target = pto_check::declared_target(&module).unwrap_or(Target::A5);
    let verified = pto_check::verify(module, target, &Default::default());
    let (verified, _) = verified.map_err(|(_, found)| found[0].message.clone())?;
    let numerics = Numerics::new(target, Semantics::Silicon);
    let program = decode(&verified, None, numerics).map_err(|d| d.message)?;
    let launch = Launch { blocks, max_steps: Some(MAX_STEPS), ..Launch::default() };
    program.run(args, &launch).map_err(|d| d.message)?;
    Ok(())
}

/// The number of blocks and the buffers of `kernel<<<1, nullptr, stream>>>((T *)v1, (T *)v2);`. `None` if something
/// else than buffers is passed.
fn launched(text: &str) -> Option<(u32, Vec<String>)> {
    let (_, rest) = text.split_once("<<<")?;
    let (shape, rest) = rest.split_once(">>>")?;
    let (list, _) = rest.trim_start().strip_prefix('(')?.split_once(");")?;
    let blocks = shape.split(',').next()?.trim().parse().ok()?;
    let name = |arg: &str| {
        let name = arg.rsplit_once(')')?.1.trim();
        (arg.contains('*') && name.starts_with('v')).then(|| name.to_string())
    };
    Some((blocks, list.split(',').map(name).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_kernel_is_launched() {
        let text = "k<<<2, nullptr, stream>>>((__gm__ float *)v1,\n   (__gm__ half *)v2);\n}";
        assert_eq!(launched(text), Some((2, vec!["v1".to_string(), "v2".to_string()])));
        assert_eq!(launched("k<<<1, nullptr, stream>>>((__gm__ float *)v1, 16);"), None);
        assert_eq!(launched("nothing"), None);
    }
}
