//! Printing a program and reading it again gives the same program.

use pto_ir::{Style, first_difference, parse, print};
use pto_tests::{filetests, read, sections, shown};

fn differences(style: Style) -> Vec<String> {
    let mut report = Vec::new();
    for path in filetests() {
        let text = read(&path).expect("a listed file can be read");
        let Ok(sections) = sections(&text) else { continue };
        for section in sections {
            let (module, found) = parse(&section.text);
            if found.iter().any(|d| d.is_error()) {
                continue;
            }
            let printed = print(&module, style);
            let (again, found) = parse(&printed);
            let error = found.iter().find(|d| d.is_error());
            let problem = error
                .map(|d| {
                    format!("the printed text does not read: {}", pto_tests::brief(&printed, d))
                })
                .or_else(|| first_difference(&module, &again));
            if let Some(problem) = problem {
                report.push(format!("{}:{}: {problem}", shown(&path), section.line));
            }
        }
    }
    report
}

fn assert_none(report: Vec<String>) {
    assert!(report.is_empty(), "{} sections change:\n{}", report.len(), report.join("\n"));
}

#[test]
fn canonical() {
    assert_none(differences(Style::Canonical));
}

#[test]
fn generic() {
    assert_none(differences(Style::Generic));
}
