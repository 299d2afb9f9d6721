//! Tables of rules with a run test each: those that published programs leave open, and those of
//! instructions below tiles.

use crate::SPLIT;
use std::collections::{BTreeMap, BTreeSet};

/// File and function of a section.
type SectionAt = (String, String);

/// A row `number, rule, file, entry`.
struct Row<'a> {
    number: &'a str,
    rule: &'a str,
    place: SectionAt,
}

/// What is wrong with the table about all sections of these files (name and text): a row without its
/// section, a section without its row, another rule or number.
pub fn check(table: &str, files: &[(String, String)]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut tested: BTreeMap<SectionAt, &str> = BTreeMap::new();
    for (file, section) in sections(files) {
        match entry(section).zip(after(section, "// Rule: ")) {
            Some((entry, rule)) => {
                if tested.insert((file.into(), entry.into()), rule).is_some() {
                    wrong.push(format!("{file}: two sections are called `{entry}`"));
                }
            }
            None => wrong.push(format!("{file}: a section lacks its rule, run or function")),
        }
    }
    for Row { number, rule, place } in rows(table, &mut wrong) {
        let (file, entry) = &place;
        match tested.remove(&place) {
            None => wrong.push(format!("rule {number}: {file} has no section `{entry}`")),
            Some(said) if said != rule => {
                wrong.push(format!("rule {number}: `{entry}` of {file} says: {said}"));
            }
            Some(_) => {}
        }
    }
    wrong.extend(tested.keys().map(|(file, entry)| format!("no row names `{entry}` of {file}")));
    wrong
}

/// What is wrong with the table about some sections of these files: a row without a section of its own
/// name that says what comes out, a rule that is listed twice, another number.
pub fn check_some(table: &str, files: &[(String, String)]) -> Vec<String> {
    let mut tested: BTreeMap<SectionAt, Vec<&str>> = BTreeMap::new();
    for (file, section) in sections(files) {
        if let Some(entry) = entry(section) {
            tested.entry((file.into(), entry.into())).or_default().push(section);
        }
    }
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for Row { number, rule, place } in rows(table, &mut wrong) {
        let (file, entry) = &place;
        if !seen.insert(rule) {
            wrong.push(format!("rule {number}: listed twice"));
        }
        match tested.get(&place).map(Vec::as_slice) {
            None => wrong.push(format!("rule {number}: {file} has no section `{entry}`")),
            Some([section]) if says_what_comes_out(section) => {}
            Some([_]) => {
                wrong.push(format!("rule {number}: `{entry}` of {file} expects nothing"));
            }
            Some(_) => {
                wrong.push(format!("rule {number}: {file} has several sections `{entry}`"));
            }
        }
    }
    wrong
}

/// Every section with the name of its file.
fn sections(files: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    let mark = format!("{SPLIT}\n");
    files.iter().flat_map(move |(file, text)| {
        let list: Vec<_> = text.split(&mark).map(|section| (file.as_str(), section)).collect();
        list
    })
}

/// The rows below the heading that have four columns; their numbers count from 1.
fn rows<'a>(table: &'a str, wrong: &mut Vec<String>) -> Vec<Row<'a>> {
    let mut list = Vec::new();
    for (i, line) in table.lines().skip(1).enumerate() {
        let [number, rule, file, entry] = line.split('\t').collect::<Vec<_>>()[..] else {
            wrong.push(format!("row {}: not four columns", i + 1));
            continue;
        };
        if number != (i + 1).to_string() {
            wrong.push(format!("row {}: its number is {number}", i + 1));
        }
        list.push(Row { number, rule, place: (file.into(), entry.into()) });
    }
    list
}

/// The rest of the first line that begins with a mark.
fn after<'a>(section: &'a str, mark: &str) -> Option<&'a str> {
    section.lines().find_map(|l| Some(l.trim_start().strip_prefix(mark)?.trim()))
}

/// The function of a section that runs something.
fn entry(section: &str) -> Option<&str> {
    after(section, "// run:")?;
    Some(after(section, "func.func @")?.split_once('(')?.0)
}

fn says_what_comes_out(section: &str) -> bool {
    ["// expect ", "// trap"].iter().any(|mark| after(section, mark).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_sections_name_each_other() {
        let text = "// Rule: It is so.\n// run: a5\nfunc.func @so(%a: i32) {\n}\n";
        let files = [("a.pto".to_string(), text.to_string())];
        let head = "number\trule\tfile\tentry\n";
        assert!(check(&format!("{head}1\tIt is so.\ta.pto\tso\n"), &files).is_empty());
        for (row, word) in [
            ("", "no row names `so`"),
            ("1\tIt is not.\ta.pto\tso\n", "says: It is so."),
            ("2\tIt is so.\ta.pto\tso\n", "its number is 2"),
            ("1\tIt is so.\tb.pto\tso\n", "b.pto has no section `so`"),
        ] {
            let wrong = check(&format!("{head}{row}"), &files).join("\n");
            assert!(wrong.contains(word), "{row}: {wrong}");
        }
        let files = [("a.pto".to_string(), text.replace("// run: a5\n", ""))];
        assert_eq!(check(head, &files), ["a.pto: a section lacks its rule, run or function"]);
    }

    #[test]
    fn rows_name_sections_that_expect_something() {
        let text = "// run: a5\n// expect 0: 1\nfunc.func @so(%a: i32) {\n}\n";
        let files = |text: &str| [("a.pto".to_string(), text.to_string())];
        let table = |rows: &str| format!("number\trule\tfile\tentry\n{rows}");
        let row = "1\tIt is so.\ta.pto\tso\n";
        assert!(check_some(&table(row), &files(text)).is_empty());
        assert!(check_some(&table(""), &files(text)).is_empty());
        for (rows, text, word) in [
            ("1\tIt is so.\ta.pto\tno\n", text.to_string(), "a.pto has no section `no`"),
            ("1\tIt is so.\ta.pto\n", text.to_string(), "not four columns"),
            (&format!("{row}2{}", &row[1..]), text.to_string(), "rule 2: listed twice"),
            (row, text.replace("// expect 0: 1\n", ""), "`so` of a.pto expects nothing"),
            (row, text.replace("// run: a5\n", ""), "a.pto has no section `so`"),
            (row, format!("{text}// -----\n{text}"), "a.pto has several sections `so`"),
        ] {
            let wrong = check_some(&table(rows), &files(&text)).join("\n");
            assert!(wrong.contains(word), "{rows}: {wrong}");
        }
    }
}
