//! `cargo xtask gen`: reference pages and tables, written from the op table and the tests.
//!
//! `--check` writes nothing and exits 1 if a file differs from what would be written.

use crate::codes;
use pto_isa::page::{self, cell};
use pto_isa::quirk::QUIRKS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// First line of every generated file.
const MARK: &str = "<!-- Written by `cargo xtask gen`. Do not edit. -->\n\n";

/// The pages of the manual whose statements are listed one by one.
const MANUAL_PAGES: [&str; 5] = ["trowsum", "trowexpandadd", "vcgadd", "tadd", "tcolargmin"];

/// The table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// How many instructions of a family are linked on either side of one.
const NEAR: usize = 4;

/// The line of it after which everything is written.
const INSTRUCTIONS: &str = "# Instructions\n";

pub fn run(args: &[String]) -> ExitCode {
    let check = match args {
        [] => false,
        [a] if a == "--check" => true,
        _ => {
            eprintln!("usage: cargo xtask gen [--check]");
            return ExitCode::from(2);
        }
    };
    let root = root();
    let stale = match stale(&root) {
        Ok(stale) => stale,
        Err(e) => {
            eprintln!("error: {e}");
            return ExitCode::from(2);
        }
    };
    for (path, text) in &stale {
        let shown = path.display();
        let full = root.join(path);
        let done = match (check, text) {
            (true, _) => {
                println!("stale: {shown}");
                Ok(())
            }
            (false, Some(text)) => {
                println!("written: {shown}");
                full.parent()
                    .map_or(Ok(()), std::fs::create_dir_all)
                    .and_then(|()| std::fs::write(&full, text))
            }
            (false, None) => {
                println!("removed: {shown}");
                std::fs::remove_file(&full)
            }
        };
        if let Err(e) = done {
            eprintln!("error: {shown}: {e}");
            return ExitCode::from(2);
        }
    }
    if check && !stale.is_empty() {
        eprintln!("error: {} generated files are stale; run `cargo xtask gen`", stale.len());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files that differ, with the text they should have; `None` if they should not exist.
fn stale(root: &Path) -> Result<BTreeMap<PathBuf, Option<String>>, String> {
    let wanted = wanted(root)?;
    let mut list = BTreeMap::new();
    let mut present = Vec::new();
    files_below(&root.join("docs/isa"), "md", &mut present);
    for folder in [crate::intrinsics::FOLDER, crate::intrinsics::VECTOR_FOLDER] {
        files_below(&root.join(folder), "rs", &mut present);
    }
    for path in present {
        let path = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
        if !wanted.contains_key(&path) {
            list.insert(path, None);
        }
    }
    for (path, text) in wanted {
        if std::fs::read_to_string(root.join(&path)).ok().as_ref() != Some(&text) {
            list.insert(path, Some(text));
        }
    }
    Ok(list)
}

fn files_below(dir: &Path, extension: &str, list: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for e in entries.flatten() {
        let path = e.path();
        if path.is_dir() {
            files_below(&path, extension, list);
        } else if path.extension().is_some_and(|x| x == extension) {
            list.push(path);
        }
    }
}

/// Every generated file, by its path from the root.
fn wanted(root: &Path) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut files = BTreeMap::new();
    files.insert(PathBuf::from("fuzz/pto.dict"), pto_fuzz::mutate::dictionary());
    let uses = pto_smith::uses::read_all(&root.join("tests/isa"));
    files.insert(PathBuf::from("crates/pto-smith/data/uses.txt"), pto_smith::stored::write(&uses));
    let fragments = pto_smith::fragments::read_all(&root.join("tests/isa"));
    files.insert(
        PathBuf::from("crates/pto-smith/data/fragments.pto"),
        pto_smith::fragments::write(&fragments),
    );
    let examples = crate::example::all()?;
    for (family, ops) in families() {
        for (i, op) in ops.iter().enumerate() {
            let page = linked(&page::page(op));
            let (body, source) = page.rsplit_once("\nSource: ").unwrap_or((&page, ""));
            let example = &examples[op.name];
            let near = neighbours(family, &ops, i);
            let text = format!("{MARK}{body}{example}{near}\nSource: {source}");
            files.insert(PathBuf::from(format!("docs/isa/{}", page_path(op))), text);
        }
        files.insert(format!("docs/isa/{family}/README.md").into(), family_page(family, &ops));
    }
    files.insert("docs/isa/README.md".into(), index());
    files.insert(SUMMARY.into(), summary(&read(&root.join(SUMMARY))?)?);
    files.insert("docs/codes.md".into(), format!("{MARK}{}", codes::page(root)?));
    files.insert("docs/quirks.md".into(), quirks());
    files.insert("docs/manual-pages.md".into(), manual_pages(root)?);
    for file in ["README.md", "README.zh.md"] {
        let text = crate::corpora::readme(root, &read(&root.join(file))?, file)?;
        files.insert(file.into(), crate::coverage::readme(&text, file)?);
    }
    files.append(&mut crate::language::files(root)?);
    files.append(&mut crate::intrinsics::files()?);
    files.append(&mut crate::editors::files());
    let rust = crate::intrinsics::coverage::page()?;
    files.insert("docs/rust-intrinsics.md".into(), format!("{MARK}{rust}"));
    Ok(files)
}

/// The page of an instruction with its codes and quirks as links.
fn linked(page: &str) -> String {
    let mut text = String::new();
    for line in page.lines() {
        let rule = line.strip_prefix("| ").and_then(|l| l.split_once(" | "));
        let code = rule.filter(|(code, _)| is_code(code));
        let quirk = line.strip_prefix("- `").and_then(|l| l.strip_suffix('`'));
        match (code, quirk.filter(|q| QUIRKS.iter().any(|x| x.name == *q))) {
            (Some((code, rest)), _) => {
                let _ = writeln!(text, "| [{code}](../../codes.md#{}) | {rest}", &code[1..]);
            }
            (_, Some(quirk)) => {
                let _ = writeln!(text, "- [`{quirk}`](../../quirks.md#{quirk})");
            }
            _ => {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    text
}

/// `E0203` or `W0203`.
fn is_code(word: &str) -> bool {
    let number = word.strip_prefix(['E', 'W']);
    number.is_some_and(|n| n.len() == 4 && n.bytes().all(|b| b.is_ascii_digit()))
}

fn page_path(op: &pto_isa::OpDef) -> String {
    format!("{}/{}.md", op.family, op.name)
}

/// The instructions by family, in the order of the table.
fn families() -> Vec<(&'static str, Vec<&'static pto_isa::OpDef>)> {
    let mut families: Vec<(&str, Vec<&pto_isa::OpDef>)> = Vec::new();
    for op in pto_isa::all() {
        match families.iter_mut().find(|f| f.0 == op.family) {
            Some(f) => f.1.push(op),
            None => families.push((op.family, vec![op])),
        }
    }
    families
}

/// The section with the family of an instruction and those next to it there.
fn neighbours(family: &str, ops: &[&pto_isa::OpDef], at: usize) -> String {
    let link = |op: &&pto_isa::OpDef| format!("[pto.{}]({}.md)", op.printed_name(), op.name);
    let list: Vec<String> = (at.saturating_sub(NEAR)..ops.len().min(at + NEAR + 1))
        .filter(|&i| i != at)
        .map(|i| link(&ops[i]))
        .collect();
    let next = if list.is_empty() { String::new() } else { format!(": {}", list.join(", ")) };
    format!("\n## See also\n\n[{family}](README.md){next}\n")
}

fn family_page(family: &str, ops: &[&pto_isa::OpDef]) -> String {
    let mut s = format!("{MARK}# {family}\n\n| instruction | |\n|---|---|\n");
    for op in ops {
        let (name, title) = (op.printed_name(), cell(op.title()));
        let _ = writeln!(s, "| [pto.{name}]({}.md) | {title} |", op.name);
    }
    s
}

/// The table of contents: written by hand up to the instructions, and from there on by the table.
fn summary(text: &str) -> Result<String, String> {
    let (hand, _) = text
        .split_once(INSTRUCTIONS)
        .ok_or_else(|| format!("{SUMMARY} has no line `{}`", INSTRUCTIONS.trim()))?;
    let mut s = format!("{hand}{INSTRUCTIONS}\n- [All instructions](isa/README.md)\n");
    for (family, ops) in families() {
        let _ = writeln!(s, "- [{family}](isa/{family}/README.md)");
        for op in ops {
            let _ = writeln!(s, "  - [{}](isa/{})", op.printed_name(), page_path(op));
        }
    }
    Ok(s)
}

fn index() -> String {
    let families = families();
    let mut s = format!(
        "{MARK}# Instructions\n\n{} instructions in {} families. `pto isa OP` prints a page, \
         `pto isa --json` everything.\n\n",
        pto_isa::all().len(),
        families.len(),
    );
    s.push_str("- [By family](#by-family)\n- [What each target takes](#what-each-target-takes)\n");
    s.push_str("\n## By family\n");
    for (family, ops) in families {
        let _ = write!(s, "\n### {family}\n\n| instruction | |\n|---|---|\n");
        for op in ops {
            let (name, path) = (op.printed_name(), page_path(op));
            let _ = writeln!(s, "| [pto.{name}]({path}) | {} |", cell(op.title()));
        }
    }
    s.push_str(
        "\n## What each target takes\n\n\
         The number of element types, or of combinations of them, each target accepts; `any`: not restricted \
         by type; `-`: the instruction does not exist there. `disputed` counts the sources that say otherwise; \
         the pages name them.\n\n",
    );
    s.push_str(&page::table());
    s
}

fn quirks() -> String {
    let mut s = format!(
        "{MARK}# Quirks\n\nPlaces where the manual and published evidence about the devices read \
         differently. `--semantics manual` (the default) takes the first reading, `--semantics silicon` \
         the second. Legality is the same in both. A run names the quirks that decided one of its results; where the \
         second reading is the same as the first, other sources differ and runs do not.\n",
    );
    for q in QUIRKS {
        let users: Vec<String> = pto_isa::all()
            .filter(|op| op.quirks.contains(&q.name))
            .map(|op| format!("[pto.{}](isa/{})", op.printed_name(), page_path(op)))
            .collect();
        let _ = write!(
            s,
            "\n## {}\n\n- manual: {}\n- silicon: {}\n- evidence: {}\n",
            q.name, q.manual, q.silicon, q.evidence
        );
        if !users.is_empty() {
            let _ = writeln!(s, "- instructions: {}", users.join(", "));
        }
    }
    s
}

/// One row of `tests/manual_pages/statements.tsv`.
struct Statement {
    id: String,
    kind: String,
    text: String,
    decision: String,
    /// What does not exist yet and would have to, to show it whole; `nothing: why` if no test can.
    needs: String,
}

fn manual_pages(root: &Path) -> Result<String, String> {
    let table = read(&root.join("tests/manual_pages/statements.tsv"))?;
    let statements = statements(&table)?;
    let shown = shown_by(&root.join("tests"))?;
    let known: BTreeSet<&str> = statements.iter().map(|s| s.id.as_str()).collect();
    if let Some((id, places)) = shown.iter().find(|(id, _)| !known.contains(id.as_str())) {
        return Err(format!("{}: no statement is called {id}", places[0].0));
    }
    let whole = |s: &&Statement| shown.contains_key(&s.id) && s.needs.is_empty();
    let count = statements.iter().filter(whole).count();
    let mut s = format!(
        "{MARK}# Five manual pages, statement by statement\n\n\
         Each statement of five pages of the PTO manual, and the tests that show it. Ids with an `X` are \
         places where the pages contradict themselves, another page or the code, with what is decided here. \
         Sections of a test file are separated by `// -----` and counted from 1.\n\n\
         {count} of {} statements are shown whole. Tests in `tests/manual_pages` and `tests/check` show what is legal, those \
         in `tests/run` what is computed, those in `tests/cli/commands` what it costs. The other statements speak of what \
         changes no value, or of words, and say so.\n",
        statements.len(),
    );
    for page in MANUAL_PAGES {
        let op = pto_isa::find(page).ok_or_else(|| format!("no instruction {page}"))?;
        let _ = write!(s, "\n## {page}\n\n[Reference page](isa/{})\n\n", page_path(op));
        s.push_str("| id | kind | statement | decision | shown by |\n|---|---|---|---|---|\n");
        for x in statements.iter().filter(|x| x.id.split('.').next() == Some(page)) {
            let by = evidence(x, shown.get(&x.id).map_or(&[], Vec::as_slice))?;
            let (text, decision) = (cell(&x.text), cell(&x.decision));
            let _ = writeln!(s, "| {} | {} | {text} | {decision} | {by} |", x.id, x.kind);
        }
    }
    Ok(s)
}

fn statements(table: &str) -> Result<Vec<Statement>, String> {
    let mut list = Vec::new();
    for (i, line) in table.lines().enumerate().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, kind, text, decision, needs] = cells[..] else {
            return Err(format!("statements.tsv:{}: {} columns, not 5", i + 1, cells.len()));
        };
        if !MANUAL_PAGES.contains(&id.split('.').next().unwrap_or("")) {
            return Err(format!("statements.tsv:{}: {id} is of no page listed here", i + 1));
        }
        let [id, kind, text, decision, needs] =
            [id, kind, text, decision, needs].map(str::to_string);
        list.push(Statement { id, kind, text, decision, needs });
    }
    Ok(list)
}

/// File below `tests`, section and first line of the section, by statement.
type Places = BTreeMap<String, Vec<(String, usize, usize)>>;

fn shown_by(tests: &Path) -> Result<Places, String> {
    let mut files = Vec::new();
    files_below(&tests.join("manual_pages"), "pto", &mut files);
    files_below(&tests.join("run"), "pto", &mut files);
    files_below(&tests.join("cli/commands"), "pto", &mut files);
    files_below(&tests.join("check"), "pto", &mut files);
    files.sort();
    let mut shown = Places::new();
    for file in files {
        let name = file.strip_prefix(tests).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let (mut section, mut first) = (1, 1);
        for (i, line) in read(&file)?.lines().enumerate() {
            if line.trim() == "// -----" {
                (section, first) = (section + 1, i + 2);
            }
            if let Some(id) = line.trim().strip_prefix("// shows:") {
                shown.entry(id.trim().into()).or_default().push((name.clone(), section, first));
            }
        }
    }
    Ok(shown)
}

fn links(places: &[(String, usize, usize)]) -> String {
    let mut list: Vec<String> = Vec::new();
    let mut last = "";
    for (file, section, line) in places {
        let label = if last == file { String::new() } else { format!("{file} ") };
        list.push(format!("{label}[{section}](../tests/{file}#L{line})"));
        last = file;
    }
    list.join(", ")
}

/// The tests that show a statement, and what is missing to show it whole.
fn evidence(s: &Statement, places: &[(String, usize, usize)]) -> Result<String, String> {
    let untested = match (s.needs.as_str(), s.needs.strip_prefix("nothing: ")) {
        ("", _) => None,
        (_, Some(why)) => Some(format!("no test: {why}")),
        (open, None) => return Err(format!("{} is open: {open}", s.id)),
    };
    match (places, untested) {
        ([], None) => Err(format!("{} is shown by no test and does not say why", s.id)),
        ([], Some(why)) => Ok(why),
        (_, None) => Ok(links(places)),
        (_, Some(why)) => Ok(format!("{}; {why}", links(places))),
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_current() {
        let stale = stale(&root()).unwrap();
        let names: Vec<String> = stale.keys().map(|p| p.display().to_string()).collect();
        assert!(names.is_empty(), "run `cargo xtask gen`; stale: {}", names.join(", "));
    }

    /// A section that shows a statement expects something: a finding, a value, or what a command prints.
    #[test]
    fn what_shows_a_statement_can_fail() {
        let tests = root().join("tests");
        let expects = |section: &str| {
            let headers = ["// check:", "// run:", "// render:", "//| "];
            headers.iter().any(|h| section.lines().any(|l| l.starts_with(h)))
        };
        for (id, places) in shown_by(&tests).unwrap() {
            for (file, section, _) in places {
                let text = read(&tests.join(&file)).unwrap();
                let sections: Vec<&str> = text.split("// -----\n").collect();
                let own = sections[section - 1];
                // Later sections of a filetest take the targets of the first.
                assert!(expects(own) || expects(sections[0]), "{file}, section {section}: {id}");
            }
        }
    }

    #[test]
    fn tables_keep_their_columns() {
        for (path, text) in wanted(&root()).unwrap() {
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{}", path.display());
            if path.extension().is_some_and(|e| e == "rs") {
                continue;
            }
            let mut columns = None;
            for line in text.lines() {
                let bars = line.replace("\\|", "").matches('|').count();
                if !line.starts_with('|') {
                    columns = None;
                } else if *columns.get_or_insert(bars) != bars {
                    panic!("{}: {line}", path.display());
                }
            }
        }
    }
}
