//! Lowering tests: programs that carry what they become.
//!
//! | comment | meaning |
//! |---|---|
//! | `// lower: a2a3` | lower for this target: addresses and synchronisation |
//! | `// lower: a5 plan` | only one of them: `plan`, `sync`; or `level2`; `bufid` synchronises with buffer ids |
//! | `// lower: a5 map` | what is compared is the memory map |
//!
//! The block of <code>//&#124; </code> lines that ends the section is what comes out: findings first, then the
//! text without the comments of the section's head. `BLESS=1` writes it.

use crate::{SPLIT, brief, targets};
use pto_isa::{Target, code};
use pto_lower::{Failed, Options, SyncStyle};

/// What a section asks for.
struct Request {
    target: Target,
    options: Options,
    map: bool,
}

fn request(section: &str) -> Result<Request, String> {
    let line = section.lines().find_map(|l| l.strip_prefix("// lower:"));
    let line = line.ok_or("no `// lower:` line")?;
    let mut words = line.split_whitespace();
    let target = targets(words.next().unwrap_or(""))?.first().copied().ok_or("no target")?;
    let rules = crate::rules_of(section);
    let (mut options, mut map) = (Options { rules, ..Options::default() }, false);
    for word in words {
        match word {
            "plan" => options.insert_sync = None,
            "sync" => options.plan_memory = false,
            "level2" => (options.plan_memory, options.insert_sync) = (false, None),
            "bufid" => options.insert_sync = Some(SyncStyle::BufferIds),
            "map" => map = true,
            _ => return Err(format!("`{word}` is not known")),
        }
    }
    Ok(Request { target, options, map })
}

/// What lowering a section gives, as lines.
fn output(program: &str, r: &Request) -> Vec<String> {
    let brief_all = |source: &str, found: &[pto_ir::Diagnostic]| -> Vec<String> {
        let with_notes = |d: &pto_ir::Diagnostic| {
            let notes = d.notes.iter().map(|n| format!("  {n}"));
            std::iter::once(brief(source, d)).chain(notes).collect::<Vec<_>>()
        };
        found.iter().flat_map(with_notes).collect()
    };
    match pto_lower::lower(program, r.target, &r.options) {
        Ok(l) => {
            let mut lines = brief_all(&l.source, &l.findings);
            let text = match r.map {
                true => l.maps.iter().map(pto_lower::Map::text).collect(),
                false => l.text,
            };
            let head = text.lines().take_while(|l| l.starts_with("//")).count();
            lines.extend(text.lines().skip(head).map(String::from));
            lines
        }
        Err(Failed { source, findings }) => brief_all(&source, &findings),
    }
}

/// A file with the blocks as they are now.
pub fn blessed(text: &str) -> Result<String, String> {
    let mut sections = Vec::new();
    for section in text.split(&format!("{SPLIT}\n")) {
        let program: Vec<&str> = section.lines().filter(|l| !l.starts_with("//|")).collect();
        let program = program.join("\n").trim_end().to_string() + "\n";
        let mut out = program.clone();
        for line in output(&program, &request(&program)?) {
            out.push_str(format!("//| {line}").trim_end());
            out.push('\n');
        }
        sections.push(out);
    }
    Ok(sections.join(&format!("{SPLIT}\n")))
}

/// The sections of a run test that can be lowered, lowered to a level for each target they run on. `None` if there
/// are none.
///
/// Sections that change the types of their program are left out: addresses are chosen for one size. So are those that
/// level 2 does not change: they have no values.
pub fn lowered_runs(text: &str, level: u8) -> Result<Option<String>, String> {
    let options = match level {
        2 => Options { plan_memory: false, insert_sync: None, ..Options::default() },
        _ => Options::default(),
    };
    let mut lowered = Vec::new();
    for section in text.split(&format!("{SPLIT}\n")) {
        for target in Target::PROFILES {
            let Some(section) = only_on(section, target) else { continue };
            if section.contains("// also for") {
                continue;
            }
            let section = if level == 2 { section } else { fixed(&section) };
            let found = crate::findings(&section, target);
            if found.iter().any(pto_ir::Diagnostic::is_error) {
                continue;
            }
            let options = Options { rules: crate::rules_of(&section), ..options.clone() };
            match pto_lower::lower(&section, target, &options) {
                Ok(l) if l.text == section => {}
                // The claims name lines of the text as it was.
                Ok(l)
                    if names_lines(&section)
                        && l.text.lines().count() != section.lines().count() => {}
                Ok(l) => lowered.push(l.text),
                Err(f) => match f.findings.first() {
                    Some(d) if [code::NO_ROOM, code::FORM].contains(&d.code) => {}
                    Some(d) => return Err(format!("on {target}: {}\n{}", d.message, f.source)),
                    None => return Err("refused without a reason".into()),
                },
            }
        }
    }
    Ok((!lowered.is_empty()).then(|| lowered.join(&format!("{SPLIT}\n"))))
}

/// Whether a claim about a run names a line.
fn names_lines(section: &str) -> bool {
    let claim = |l: &str| l.starts_with("// finds") || l.starts_with("// orders");
    section.lines().any(claim)
}

/// A section with the runs on one target only, and the claims about them; `None` if it has none.
fn only_on(section: &str, target: Target) -> Option<String> {
    let is_target = |w: &&str| Target::ALL.iter().any(|t| t.name() == *w);
    let here = |words: &[&str]| words.contains(&target.name()) || !words.iter().any(is_target);
    let mut runs: Vec<String> = Vec::new();
    for list in section.lines().filter_map(|l| l.strip_prefix("// run:")).flat_map(|l| l.split(','))
    {
        let words: Vec<&str> = list.split_whitespace().collect();
        if here(&words) {
            let rest = words.into_iter().filter(|w| !is_target(w));
            runs.push(std::iter::once(target.name()).chain(rest).collect::<Vec<_>>().join(" "));
        }
    }
    if runs.is_empty() {
        return None;
    }
    let runs = runs.join(", ");
    let mut out = format!("// run: {runs}\n");
    for line in section.lines().filter(|l| !l.starts_with("// run:")) {
        let head = line.strip_prefix("// ").and_then(|l| l.split(':').next()).unwrap_or("");
        let words: Vec<&str> = head.split_whitespace().collect();
        // A claim may be limited to a target or to an option of a run.
        let option = |w: &&&str| w.contains('=') && !runs.contains(**w);
        let claim = ["expect", "trap", "quirks", "finds"].contains(words.first().unwrap_or(&""));
        if !claim || here(&words) && !words.iter().any(|w| option(&w)) {
            out.push_str(line);
            out.push('\n');
        }
    }
    Some(out)
}

/// A section without races of pipes and without what other orders of the pipes find: lowering fixes them. What several
/// cores or blocks do to each other, and what a vector scope does to itself, stays, somewhere else in the text.
fn fixed(section: &str) -> String {
    let several = section.contains("section.cube") || section.contains("blocks=");
    let races = [code::RACE_READ, code::RACE_OVERWRITE, code::RACE_WRITES];
    let races = races.map(|c| format!("// finds: {}", c.spelled(true)));
    let mut out = String::new();
    for line in section.lines() {
        if races.iter().any(|r| line.starts_with(r)) && !several {
            out.push_str("// finds: none\n");
            continue;
        }
        match line.strip_prefix("// orders: ").map(|claim| claim.splitn(3, ' ').collect::<Vec<_>>())
        {
            None => out.push_str(line),
            Some(words) => match words[..] {
                [schedule, _, rest] if several => {
                    out.push_str(&format!("// orders: {schedule} ... {rest}"));
                }
                _ => continue,
            },
        }
        out.push('\n');
    }
    out
}
