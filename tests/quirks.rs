//! Every quirk whose readings differ is executed both ways by a run test: both runs name it, and they give different
//! results, unless only the order of the pipes is disputed.

use pto_isa::quirk::QUIRKS;
use pto_tests::run::readings::readings;
use pto_tests::{programs, read};
use std::collections::BTreeMap;

/// Quirks that decide when the pipes run and not what they compute: results are those of the program's order.
const OF_ORDER: [&str; 1] = ["tsync-empty"];

#[test]
fn every_quirk_speaks_and_both_readings_run() {
    // Whether a pair of runs that name it differs.
    let mut seen: BTreeMap<&str, bool> = BTreeMap::new();
    for folder in ["tests/run", "tests/manual_pages"] {
        for path in programs(folder) {
            let text = read(&path).expect("a listed file can be read");
            for pair in readings(&text) {
                for quirk in pair.quirks {
                    *seen.entry(quirk).or_default() |= pair.differ;
                }
            }
        }
    }
    let mut report = Vec::new();
    for quirk in QUIRKS {
        match (quirk.differs(), seen.get(quirk.name)) {
            (true, None) => report.push(format!("{}: no run test names it", quirk.name)),
            (true, Some(false)) if !OF_ORDER.contains(&quirk.name) => {
                report.push(format!("{}: both readings give the same", quirk.name));
            }
            (false, Some(_)) => report.push(format!("{}: has one reading", quirk.name)),
            _ => {}
        }
    }
    assert!(report.is_empty(), "{} quirks:\n{}", report.len(), report.join("\n"));
}
