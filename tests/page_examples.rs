//! The example on the page of every instruction: legal on the targets that the page names, and run there.

use pto_isa::{OpDef, Target, all};
use pto_tests::example::{is_legal, runs};
use pto_tests::root;

/// The line that opens the example of a page, and the program.
fn example(page: &str) -> Option<(&str, &str)> {
    let (_, rest) = page.split_once("\n## Example\n\n```")?;
    let (program, _) = rest.split_once("\n```\n")?;
    program.split_once('\n')
}

/// The targets after a word of the line: `check=cpu,a5`.
fn targets(line: &str, word: &str) -> Vec<Target> {
    let list = line.split(' ').find_map(|w| w.strip_prefix(word)).unwrap_or("");
    let target = |name: &str| Target::ALL.into_iter().find(|t| t.name() == name);
    list.split(',').filter_map(target).collect()
}

fn problems(op: &OpDef) -> Vec<String> {
    let path = root().join(format!("docs/isa/{}/{}.md", op.family, op.name));
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    let Some((line, program)) = example(&page) else { return vec!["has no example".into()] };
    let mut list = Vec::new();
    let legal = targets(line, "check=");
    if legal.is_empty() {
        list.push("is checked on no target".into());
    }
    for &target in legal.iter().filter(|&&t| !is_legal(program, t)) {
        list.push(format!("is not legal on {}", target.name()));
    }
    for target in targets(line, "run=").into_iter().filter(|&t| !runs(program, t)) {
        list.push(format!("does not run on {}", target.name()));
    }
    let (module, _) = pto_ir::parse(program);
    if !module.nodes().any(|(_, n)| module.def(n).is_some_and(|d| std::ptr::eq(d, op))) {
        list.push("does not have the instruction".into());
    }
    if !page.contains("\n## See also\n\n[") {
        list.push("links no neighbours".into());
    }
    list
}

#[test]
fn every_page_has_an_example_that_runs() {
    let mut report = Vec::new();
    for op in all() {
        report.extend(problems(op).into_iter().map(|p| format!("{}: its example {p}", op.name)));
    }
    assert!(report.is_empty(), "{} pages:\n{}", report.len(), report.join("\n"));
}
