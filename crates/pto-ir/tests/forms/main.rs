//! Every form that a page prints is read: those of the reference pages here, and those of the manual, from a checkout.

mod manual;
mod placeholder;
mod statement;

use pto_isa::{OpDef, all, page};
use statement::problems_of;

/// The forms of a page: `- SSA: ...` as `("SSA", "...")`, without those in C++.
fn forms(op: &OpDef) -> Vec<(String, String)> {
    let page = page::page(op);
    let list = page.split_once("\n## Forms\n").map_or("", |(_, rest)| rest);
    let list = list.split_once("\n## ").map_or(list, |(list, _)| list);
    let form = |line: &str| {
        let (kind, text) = line.strip_prefix("- ")?.split_once(": `")?;
        (kind != "C++").then(|| (kind.to_string(), text.trim_end_matches('`').to_string()))
    };
    list.lines().filter_map(form).filter(|f| f.0 != "also read as").collect()
}

#[test]
fn forms_of_the_reference_are_read() {
    let (mut report, mut read) = (Vec::new(), 0);
    for op in all() {
        let forms = forms(op);
        if forms.is_empty() {
            report.push(format!("{}: its page shows no form", op.name));
        }
        for (kind, form) in forms {
            for text in placeholder::choices(&form) {
                let text = placeholder::filled(&text) + body(op);
                read += 1;
                for problem in problems_of(op, &text) {
                    report.push(format!("{} ({kind}): {text}\n    {problem}", op.name));
                }
            }
        }
    }
    assert!(report.is_empty(), "{} of {read} texts:\n{}", report.len(), report.join("\n"));
    assert!(read > 1300, "only {read} texts");
}

/// What a form leaves out: the region of an instruction that has one.
fn body(op: &OpDef) -> &'static str {
    match op.body {
        pto_isa::def::Body::None => "",
        _ => " {\n}",
    }
}
