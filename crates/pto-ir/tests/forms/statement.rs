//! Reading one statement on its own.

use crate::placeholder::filled;
use pto_isa::page::operand_placeholder;
use pto_isa::{OpDef, code};

/// What is wrong with a statement in a function whose parameters are its operands.
pub fn problems_of(op: &OpDef, text: &str) -> Vec<String> {
    let results = text.split_once(" = ").map_or("", |(results, _)| results);
    let results = if results.starts_with('%') && !results.contains(' ') || results.contains(", %") {
        results
    } else {
        ""
    };
    let names = |text: &str, name: &str| {
        let after = text.match_indices(name).map(|(at, _)| &text[at + name.len()..]);
        after
            .map(|rest| rest.chars().next())
            .any(|c| c.is_none_or(|c| !c.is_alphanumeric() && c != '_'))
    };
    let parameters: Vec<String> = op
        .operands
        .iter()
        .map(|o| (format!("%{}", o.name), operand_placeholder(o, true)))
        .filter(|(name, _)| names(text, name) && !names(results, name))
        .map(|(name, ty)| format!("{name}: {}", filled(ty)))
        .collect();
    problems(&format!("func.func @f({}) {{\n{text}\nreturn\n}}", parameters.join(", ")))
}

/// What is wrong with a text, apart from values that nobody defines.
pub fn problems(text: &str) -> Vec<String> {
    let (_, found) = pto_ir::parse(text);
    found
        .iter()
        .filter(|d| d.is_error() && d.code != code::UNDEFINED_VALUE)
        .map(|d| format!("{}: {} ({})", d.code.spelled(true), d.message, d.primary.text))
        .collect()
}
