//! A use of an instruction as text, in the generic form that every instruction has.

use crate::uses::{Setting, Use};

/// The statement with the names of its operands and results, in the order of the slots.
pub fn statement(u: &Use, operands: &[String], results: &[String]) -> String {
    let mut sizes = vec![0; u.def.operands.len()];
    let (mut types, mut result_types) = (Vec::new(), Vec::new());
    for g in &u.given {
        if g.result {
            result_types.push(g.ty.to_string());
        } else {
            sizes[g.slot as usize] += 1;
            types.push(g.ty.to_string());
        }
    }
    let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
    let mut attrs = vec![format!("operandSegmentSizes = array<i32: {}>", sizes.join(", "))];
    for (name, setting) in &u.attrs {
        attrs.push(match setting {
            Setting::Int(n) => format!("{name} = {n} : i64"),
            Setting::Bool(b) => format!("{name} = {b}"),
            Setting::Word(w) => format!("{name} = \"{w}\""),
            Setting::Other => continue,
        });
    }
    let equals = if results.is_empty() { "" } else { " = " };
    format!(
        "{}{equals}\"pto.{}\"({}) <{{{}}}> : ({}) -> ({})",
        results.join(", "),
        u.def.printed_name(),
        operands.join(", "),
        attrs.join(", "),
        types.join(", "),
        result_types.join(", "),
    )
}
