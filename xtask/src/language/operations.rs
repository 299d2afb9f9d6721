//! Which operations of other dialects execute: the list of the parser against the decoder of the simulator.

use super::types::or_dash;
use pto_ir::DialectOp;
use pto_ir::dialect::{Builtin, Dialect, Func};
use std::fmt::Write as _;

/// What becomes of an operation.
#[derive(PartialEq)]
enum Fate {
    Runs,
    /// It holds what runs.
    Holds,
    Read,
}

fn fate(op: DialectOp) -> Fate {
    match op {
        DialectOp::Builtin(Builtin::Module) | DialectOp::Func(Func::Func) => Fate::Holds,
        op if pto_sim::executes(op) => Fate::Runs,
        _ => Fate::Read,
    }
}

/// The dialects of the list and their operations, in its order.
fn by_dialect() -> Vec<(&'static str, Vec<(String, DialectOp)>)> {
    let mut list: Vec<(&str, Vec<(String, DialectOp)>)> = Vec::new();
    for (name, op) in DialectOp::names() {
        // A name without its dialect stands for one that is listed already.
        let Some((dialect, rest)) = name.split_once('.') else { continue };
        if list.last().is_none_or(|d| d.0 != dialect) {
            list.push((dialect, Vec::new()));
        }
        if let Some(last) = list.last_mut() {
            last.1.push((format!("`{rest}`"), op));
        }
    }
    list
}

/// A row for each dialect.
pub fn table() -> String {
    let mut s = String::from("| dialect | runs | is read only |\n|---|---|---|\n");
    for (dialect, ops) in by_dialect() {
        let of = |fates: &[Fate]| -> Vec<String> {
            let fits = ops.iter().filter(|o| fates.contains(&fate(o.1)));
            fits.map(|o| o.0.clone()).collect()
        };
        let runs = or_dash(&of(&[Fate::Runs, Fate::Holds]));
        let _ = writeln!(s, "| `{dialect}` | {runs} | {} |", or_dash(&of(&[Fate::Read])));
    }
    s
}

/// Names that need no dialect, and the dialects that are known by name.
pub fn dialects() -> String {
    let quoted = |n: &str| format!("`{n}`");
    let short: Vec<String> =
        DialectOp::names().map(|n| n.0).filter(|n| !n.contains('.')).map(quoted).collect();
    let known: Vec<String> = Dialect::NAMES.iter().map(|n| quoted(n)).collect();
    format!(
        "Names that may stand without their dialect: {}.\n\nDialects that are known by name: {}.\n",
        short.join(", "),
        known.join(", ")
    )
}
