//! Checking any text, showing what was found, and saying the same under other names and blanks.

use crate::timeline::no_raw_controls;
use crate::verdict::{Verdict, renamed, report};
use pto_cli::check::Report;
use pto_cli::{json, render};
use serde_json::Value;

/// A name that needs every kind of escape.
const PATH: &str = "a b\"<%\u{1b}[1m\u{202e}.pto";

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let found = report(PATH, &text);
    shows(&found);
    writes(&found);
    let verdict = Verdict::of(&found);
    for (how, other) in [("other names", renamed(&text)), ("other blanks", pto_ir::format(&text))] {
        assert_eq!(Verdict::of(&report(PATH, &other)), verdict, "{how}:\n{other}");
    }
}

/// What is shown on a terminal has no characters that steer it.
fn shows(report: &Report) {
    let source = &report.source;
    for d in report.merged() {
        let shown = render::render(&source.path, &source.text, &source.lines, &d, false);
        let steers = |c: &char| {
            c.is_control() && *c != '\n'
                || "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"
                    .contains(*c)
        };
        let raw = shown.chars().find(steers);
        assert!(raw.is_none(), "a raw {raw:?} in {shown:?}");
    }
}

/// JSON and SARIF are well formed, escaped, and read as what was written.
fn writes(report: &Report) {
    let reports = std::slice::from_ref(report);
    let (findings, sarif) = (json::check(reports), json::sarif(reports, &[]));
    for value in [&findings, &sarif] {
        let document = format!("{value:#}");
        no_raw_controls(&document);
        let again: Value = serde_json::from_str(&document).expect("the document is JSON");
        assert_eq!(&again, value);
    }
    let run = &sarif["runs"][0];
    let rules: Vec<&Value> = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("there are rules")
        .iter()
        .map(|r| &r["id"])
        .collect();
    for result in run["results"].as_array().expect("there are results") {
        assert!(rules.contains(&&result["ruleId"]), "{result:#} has a rule of its own");
        let location = &result["locations"][0]["physicalLocation"];
        let uri = location["artifactLocation"]["uri"].as_str().expect("a place has an address");
        assert!(
            uri.bytes().all(|b| b.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&b)),
            "{uri:?}"
        );
        let region = &location["region"];
        let number = |key: &str| region[key].as_u64().expect("a place has numbers");
        let (start, end) = (
            (number("startLine"), number("startColumn")),
            (number("endLine"), number("endColumn")),
        );
        assert!(start.0 >= 1 && start.1 >= 1 && start <= end, "{region:#}");
    }
}
