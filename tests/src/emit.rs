//! Tests of the C++ that programs become.
//!
//! | comment | meaning |
//! |---|---|
//! | `// emit: a2a3` | lower for this target and write C++ |
//! | `// emit: a5 as-is` | write C++ of the program as it is |
//!
//! The block of <code>//&#124; </code> lines that ends the section is what comes out: the C++ without its two first
//! lines, or the findings. `BLESS=1` writes it.

use crate::{SPLIT, brief, targets};
use pto_isa::Target;
use pto_lower::{EmitOptions, Failed};

/// The target and the options of a section.
fn request(section: &str) -> Result<(Target, EmitOptions), String> {
    let line =
        section.lines().find_map(|l| l.strip_prefix("// emit:")).ok_or("no `// emit:` line")?;
    let mut words = line.split_whitespace();
    let target = targets(words.next().unwrap_or(""))?.first().copied().ok_or("no target")?;
    let mut options = EmitOptions::default();
    for word in words {
        match word {
            "as-is" => options.lower = None,
            "no-layout" => options.infer_layout = false,
            _ => return Err(format!("`{word}` is not known")),
        }
    }
    Ok((target, options))
}

/// The C++ of a section, or what was found.
pub fn output(program: &str) -> Result<Result<String, Vec<String>>, String> {
    let (target, options) = request(program)?;
    Ok(match pto_lower::emit(program, target, &options) {
        Ok(emitted) => Ok(emitted.text),
        Err(Failed { source, findings }) => {
            let lines = findings.iter().flat_map(|d| {
                let help = d.help.iter().map(|h| format!("  {h}"));
                std::iter::once(brief(&source, d)).chain(help).collect::<Vec<_>>()
            });
            Err(lines.collect())
        }
    })
}

/// The programs of a file, without what they are expected to become.
pub fn sections(text: &str) -> impl Iterator<Item = String> {
    text.split(&format!("{SPLIT}\n"))
        .map(|section| {
            let program: Vec<&str> = section.lines().filter(|l| !l.starts_with("//|")).collect();
            program.join("\n").trim_end().to_string() + "\n"
        })
        .collect::<Vec<_>>()
        .into_iter()
}

/// A file with the blocks as they are now.
pub fn blessed(text: &str) -> Result<String, String> {
    let mut blocks = Vec::new();
    for program in sections(text) {
        let lines = match output(&program)? {
            Ok(cpp) => cpp.lines().skip(3).map(str::to_string).collect(),
            Err(found) => found,
        };
        let mut out = program;
        for line in lines {
            out.push_str(format!("//| {line}").trim_end());
            out.push('\n');
        }
        blocks.push(out);
    }
    Ok(blocks.join(&format!("{SPLIT}\n")))
}
