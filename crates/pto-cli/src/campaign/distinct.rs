//! The findings of random programs, each once: `findings/*.pto` with what does not hold and the command that repeats it.

use super::store::Store;
use crate::arg_error::ArgError;
use crate::file;
use crate::output::counted;
use crate::outputs;
use pto_campaign::plan::key;
use pto_campaign::row::Row;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// A message without what differs from program to program: numbers and names.
fn pattern(message: &str) -> String {
    let mut quoted = false;
    let kept = message.chars().filter(|c| {
        let tick = *c == '`';
        quoted ^= tick;
        !tick && !quoted && !c.is_ascii_digit()
    });
    kept.collect()
}

/// Writes the shortest program of each sort of finding in some results, and says how many there are; nothing if there are
/// none.
pub(super) fn write(store: &Store, results: &Path) -> Result<String, ArgError> {
    let lines = std::fs::read_to_string(results).map_err(|e| file::describe(results, &e))?;
    let (mut programs, mut found) = (0u64, 0usize);
    let mut distinct: BTreeMap<String, (String, String)> = BTreeMap::new();
    for row in lines.lines().filter_map(Row::read) {
        programs += row.number("programs").unwrap_or(0.0) as u64;
        let text = |name: &str| row.outcome.get(name).and_then(|v| v.as_str()).unwrap_or_default();
        let (finding, message, program) = (text("finding"), text("message"), text("program"));
        if finding.is_empty() {
            continue;
        }
        found += 1;
        let sort = key([finding.as_bytes(), pattern(message).as_bytes()]);
        let name = format!("{finding}-{}.pto", &sort[..sort.len().min(12)]);
        let mut with_head = String::new();
        for line in message.lines() {
            let _ = writeln!(with_head, "// {finding}: {line}");
        }
        let _ = write!(with_head, "// on {}: {}\n{program}", row.target, text("repeat"));
        let known = distinct.entry(name).or_insert_with(|| (program.into(), with_head.clone()));
        if program.len() < known.0.len() {
            *known = (program.into(), with_head);
        }
    }
    if programs == 0 {
        return Ok(String::new());
    }
    let folder = store.file("findings");
    // Findings of an earlier version of the same campaign are gone with it.
    let _ = std::fs::remove_dir_all(&folder);
    if found == 0 {
        return Ok(format!("{programs} programs, of which everything holds\n"));
    }
    std::fs::create_dir_all(&folder).map_err(|e| file::describe(&folder, &e))?;
    for (name, (_, text)) in &distinct {
        outputs::write_file(&folder.join(name), &[text.as_bytes()])?;
    }
    Ok(format!(
        "{programs} programs, {}, {} of a sort of their own: {}\n",
        counted(found, "finding"),
        distinct.len(),
        folder.display()
    ))
}
