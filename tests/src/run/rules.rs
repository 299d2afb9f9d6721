//! The table of rules that published programs leave open: each has a run test of its own.

use crate::SPLIT;
use std::collections::BTreeMap;

/// File and function of a section.
type Place = (String, String);

/// What is wrong with the table `number, rule, file, entry` about these files (name and text): a row
/// without its section, a section without its row, another rule or number.
pub fn check(table: &str, files: &[(String, String)]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut tested: BTreeMap<Place, &str> = BTreeMap::new();
    for (file, text) in files {
        for section in text.split(&format!("{SPLIT}\n")) {
            match read_section(section) {
                Some((rule, entry)) => {
                    if tested.insert((file.clone(), entry.into()), rule).is_some() {
                        wrong.push(format!("{file}: two sections are called `{entry}`"));
                    }
                }
                None => wrong.push(format!("{file}: a section lacks its rule, run or function")),
            }
        }
    }
    for (i, line) in table.lines().skip(1).enumerate() {
        let [number, rule, file, entry] = line.split('\t').collect::<Vec<_>>()[..] else {
            wrong.push(format!("row {}: not four columns", i + 1));
            continue;
        };
        if number != (i + 1).to_string() {
            wrong.push(format!("row {}: its number is {number}", i + 1));
        }
        match tested.remove(&(file.to_string(), entry.to_string())) {
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

/// The rule and the function of a section that runs something.
fn read_section(section: &str) -> Option<(&str, &str)> {
    let after =
        |mark| section.lines().find_map(|l| Some(l.trim_start().strip_prefix(mark)?.trim()));
    after("// run:")?;
    let (entry, _) = after("func.func @")?.split_once('(')?;
    Some((after("// Rule: ")?, entry))
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
}
