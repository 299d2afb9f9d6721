//! A C++ compiler reads what programs become, with declarations that know the types and the number of all arguments.

use crate::root;
use pto_isa::Target;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs in one text for the compiler.
pub const PER_UNIT: usize = 40;

/// The C++ compiler of this machine; says that there is none.
pub fn compiler() -> Option<&'static str> {
    let works = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let found = ["g++", "clang++"].into_iter().find(works);
    if found.is_none() {
        eprintln!("skipped: there is no C++ compiler (g++ or clang++)");
    }
    found
}

/// Programs in one text, each in a namespace of its own, for one device.
pub struct Unit {
    /// The device.
    pub target: Target,
    /// All of them.
    pub text: String,
    /// How many.
    pub count: usize,
}

impl Unit {
    /// A text without programs.
    pub fn new(target: Target) -> Unit {
        let text = "#include \"pto/pto-inst.hpp\"\nusing namespace pto;\n".to_string();
        Unit { target, text, count: 0 }
    }

    /// Adds a program; its name is given where it is refused.
    pub fn add(&mut self, name: &str, cpp: &str) {
        self.count += 1;
        self.text.push_str(&format!("// {name}\nnamespace program{} {{\n", self.count));
        // The include stands in front of all of them.
        for line in cpp.lines().skip(2) {
            self.text.push_str(line);
            self.text.push('\n');
        }
        self.text.push_str("}\n");
    }

    /// Lets a compiler read it; the first errors, with the programs they are in.
    pub fn compile(&self, compiler: &str) -> Result<(), String> {
        if self.count == 0 {
            return Ok(());
        }
        let file = std::env::temp_dir().join(format!(
            "pto-emit-{}-{}-{:x}.cpp",
            std::process::id(),
            self.target,
            self.text.len()
        ));
        std::fs::write(&file, &self.text).map_err(|e| e.to_string())?;
        let device = if self.target == Target::A5 { "-DPTO_STUB_A5" } else { "-DPTO_STUB_A2A3" };
        let out = Command::new(compiler)
            .args(["-std=c++17", "-fsyntax-only", "-w", "-D__DAV_VEC__", "-D__DAV_CUBE__", device])
            .arg("-I")
            .arg(root().join("crates/pto-lower/tests/stub"))
            .arg(&file)
            .output()
            .map_err(|e| e.to_string())?;
        let _ = std::fs::remove_file(&file);
        if out.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&out.stderr);
        let errors: Vec<String> =
            text.lines().filter(|l| l.contains("error:")).take(8).map(|l| self.place(l)).collect();
        Err(errors.join("\n"))
    }

    /// An error with the program it is in and the line it speaks of.
    fn place(&self, error: &str) -> String {
        let line = error.split(':').nth(1).and_then(|n| n.parse::<usize>().ok()).unwrap_or(1);
        let lines: Vec<&str> = self.text.lines().take(line).collect();
        let program = lines.iter().rev().find(|l| l.starts_with("// ")).unwrap_or(&"");
        format!("{program}: {}\n    {error}", lines.last().unwrap_or(&"").trim())
    }
}

/// Lets a compiler read the files `NAME.TARGET.cpp` of a folder; how many, or what it says of them.
pub fn compile_folder(folder: &Path) -> Result<usize, String> {
    let mut texts: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|e| e.to_string())?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "cpp"))
        .collect();
    texts.sort();
    if texts.is_empty() {
        return Ok(0);
    }
    let Some(compiler) = compiler() else { return Ok(0) };
    for target in [Target::A2A3, Target::A5] {
        let own = |p: &&PathBuf| p.to_string_lossy().ends_with(&format!(".{target}.cpp"));
        let own: Vec<&PathBuf> = texts.iter().filter(own).collect();
        for part in own.chunks(PER_UNIT) {
            let mut unit = Unit::new(target);
            for path in part {
                let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
                unit.add(&path.display().to_string(), &text);
            }
            unit.compile(compiler)?;
        }
    }
    Ok(texts.len())
}
