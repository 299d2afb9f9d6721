//! `pto run --shadow f64`: which lines add the error of the results.

use super::looked::moment;
use pto_debug::{LineError, NotFollowed, Shadow, ShadowOutput};
use pto_sim::Program;
use serde_json::{Value, json};
use std::fmt::Write;

/// Lines that are shown.
const MOST_LINES: usize = 12;

/// For people: lines by what they add, then how far the results are off.
pub(super) fn report(shadow: &Shadow, program: &Program<'_>) -> String {
    let mut text = format!(
        "{:>5} {:<20} {:>10} {:>10} {:>10} {:>9} {:>8} {:>9}  at\n",
        "line", "instruction", "adds", "rel. error", "operands'", "ulp", "overflow", "NaN"
    );
    let adds = |l: &&LineError| l.added > 0.0 || l.overflows + l.nans + l.underflows > 0;
    for l in shadow.lines.iter().filter(adds).take(MOST_LINES) {
        let _ = writeln!(
            text,
            "{:>5} {:<20} {:>10.1e} {:>10.1e} {:>10.1e} {:>9.1} {:>8} {:>9}  {}",
            l.line, l.op, l.added, l.worst.0, l.worst.1, l.worst_ulp, l.overflows, l.nans, l.when
        );
    }
    for l in shadow.lines.iter().filter(|l| l.cancelled_bits() >= 4.0 || l.underflows > 0) {
        if l.cancelled_bits() >= 4.0 {
            let bits = l.cancelled_bits();
            let _ = writeln!(
                text,
                "line {}: operands cancel each other, {bits:.0} bits are lost",
                l.line
            );
        }
        if l.underflows > 0 {
            let _ = writeln!(text, "line {}: {} results become zero", l.line, l.underflows);
        }
    }
    for (name, o) in outputs(shadow, program) {
        let worst = worst(o);
        let _ = writeln!(text, "%{name}: {worst}");
    }
    for n in &shadow.not_followed {
        let _ =
            writeln!(text, "not followed: `{}` {}; what it writes is taken for exact", n.op, n.why);
    }
    text
}

/// The buffers with an error, with their names.
fn outputs<'a>(shadow: &'a Shadow, program: &Program<'a>) -> Vec<(&'a str, &'a ShadowOutput)> {
    let names = program.param_names();
    let is_off = |o: &&ShadowOutput| o.not_finite > 0 || o.worst.is_some_and(|w| w.1 > 0.0);
    shadow.outputs.iter().filter(is_off).map(|o| (names[o.arg % names.len()], o)).collect()
}

fn worst(o: &ShadowOutput) -> String {
    let error = o.worst.map_or_else(
        || "no element has a finite error".into(),
        |(i, relative)| format!("the relative error is at most {relative:.1e}, at element {i}"),
    );
    match o.not_finite {
        0 => error,
        bad => format!("{bad} elements are not finite; of the others {error}"),
    }
}

/// For a document.
pub(super) fn as_json(shadow: &Shadow, program: &Program<'_>) -> Value {
    let lines: Vec<Value> = shadow
        .lines
        .iter()
        .map(|l| {
            let mut value = moment(&l.when);
            value["elements"] = json!(l.elements);
            value["added"] = json!(l.added);
            value["relative_error"] = json!(l.worst.0);
            value["operand_error"] = json!(l.worst.1);
            value["ulp"] = json!(l.worst_ulp);
            value["overflows"] = json!(l.overflows);
            value["underflows"] = json!(l.underflows);
            value["nans"] = json!(l.nans);
            value
        })
        .collect();
    let outputs: Vec<Value> = outputs(shadow, program)
        .into_iter()
        .map(|(name, o)| json!({"name": name, "text": worst(o)}))
        .collect();
    let words = |n: &NotFollowed| format!("`{}` {}", n.op, n.why);
    let not_followed: Vec<String> = shadow.not_followed.iter().map(words).collect();
    json!({"lines": lines, "outputs": outputs, "not_followed": not_followed})
}
