//! Expected findings and whole outputs of a section: comparing, and writing them.

use crate::{Section, findings, render};
use pto_isa::Target;
use pto_lsp::filetest::{bless_section, differences};
use std::fmt::Write as _;

/// Compares a section with its comments. The error lists what differs.
pub fn compare(path: &str, section: &Section) -> Result<(), String> {
    let mut report = String::new();
    for (_, text) in differences(section)? {
        let _ = writeln!(report, "  {text}");
    }
    if let Some(target) = section.render {
        let (actual, expected) = (output(path, section, target), expected_output(section));
        if actual != expected {
            let _ = writeln!(report, "  {target}: the output is\n{actual}instead of\n{expected}");
        }
    }
    if report.is_empty() {
        return Ok(());
    }
    let numbered: String =
        section.text.lines().enumerate().map(|(i, l)| format!("  {:>4} | {l}\n", i + 1)).collect();
    Err(format!("section at line {} of {path}:\n{numbered}{report}", section.line))
}

/// Whether a line belongs to the output block.
fn is_output_line(line: &str) -> bool {
    line.starts_with("//|")
}

fn output(path: &str, section: &Section, target: Target) -> String {
    render(path, &section.text, &findings(&section.text, target))
}

fn expected_output(section: &Section) -> String {
    let lines = section.text.lines().filter_map(|l| l.strip_prefix("//|"));
    lines.flat_map(|l| [l.strip_prefix(' ').unwrap_or(l), "\n"]).collect()
}

/// The section with comments that say what is found. Comments that still hold are kept.
pub fn bless(path: &str, section: &Section) -> Result<String, String> {
    let mut out = bless_section(section)?;
    if let Some(target) = section.render {
        let mut lines: Vec<&str> = out.lines().filter(|l| !is_output_line(l)).collect();
        while lines.last().is_some_and(|l| l.is_empty()) {
            lines.pop();
        }
        let kept: String = lines.iter().flat_map(|l| [*l, "\n"]).collect();
        let now = Section { text: kept.clone(), ..section.clone() };
        out = kept;
        for line in output(path, &now, target).lines() {
            out.push_str(format!("//| {line}").trim_end());
            out.push('\n');
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &str = "// check: cpu a2a3 a5
func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>) {
%b = pto.tadd %a, %a : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xbf16> -> !pto.tile_buf<vec, 16x16xbf16>
  return
}
";

    #[test]
    fn blessing_makes_a_section_pass_and_is_stable() {
        let section = |text: &str| crate::sections(text).unwrap().remove(0);
        assert!(compare("x", &section(BAD)).unwrap_err().contains("a2a3: not expected: 3:1"));
        let blessed = bless("x", &section(BAD)).unwrap();
        assert!(blessed.contains("//<^^ error[E0102] a2a3: `pto.tadd` does not take bf16"));
        assert_eq!(compare("x", &section(&blessed)), Ok(()));
        assert_eq!(bless("x", &section(&blessed)).unwrap(), blessed);
        let wrong = blessed.replace("//<^^ error[E0102]", "//<^^^ error[E0102]");
        assert_eq!(bless("x", &section(&wrong)).unwrap(), blessed);
    }

    #[test]
    fn the_whole_output_is_compared() {
        let text = BAD.replace("check: cpu a2a3 a5", "check: a5")
            + "// -----\n"
            + &BAD.replace("// check: cpu a2a3 a5", "// render: a2a3");
        let section = crate::sections(&text).unwrap().remove(1);
        assert!(compare("x", &section).is_err());
        let blessed = Section { text: bless("x", &section).unwrap(), ..section };
        assert!(blessed.text.contains("\n//| error[E0102]"));
        assert_eq!(compare("x", &blessed), Ok(()));
    }
}
