//! `pto run --expect`: results beside references, and the line that explains a difference.

use super::RunArgs;
use super::looked::moment;
use crate::arg::{self, Arg};
use crate::arg_error::ArgError;
use crate::load::Failure;
use crate::npy::{self, NpyHeader, NpyType};
use crate::output::counted;
use crate::source_file::SourceFile;
use pto_debug::{Case, Comparison, Reference, Suspect, Tolerance, Verdict, Why, expect};
use pto_isa::DType;
use pto_isa::Target;
use pto_isa::format::decode;
use pto_isa::sem::exec::get_code;
use pto_sim::{LaunchArg, Param, Program};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// Reads the references that `--expect` names.
pub(super) fn references(
    args: &RunArgs,
    program: &Program<'_>,
    specs: &[String],
) -> Result<Vec<Reference>, ArgError> {
    let names = program.param_names();
    let params: Vec<Param> = program.params().collect();
    let mut list = Vec::new();
    for spec in specs {
        let wrong = |e: String| {
            ArgError::new(format!("`--expect {spec}`: {e}"))
                .hint("use PARAMETER=FILE, e.g. `--expect y=ref.npy`")
        };
        let (name, file) = spec.split_once('=').ok_or_else(|| wrong("there is no `=`".into()))?;
        let name = name.trim_start_matches('%');
        let arg = names.iter().position(|n| *n == name);
        let arg = arg.ok_or_else(|| wrong(format!("the kernel has no parameter `%{name}`")))?;
        let dtype = match params[arg] {
            Param::Buffer(d) => d,
            Param::Tile(t) => t.dtype,
            Param::Number(_) => {
                return Err(wrong(format!("`%{name}` is a number, which no kernel writes")));
            }
        };
        let from = match Arg::parse(file)? {
            Arg::Buffer { from, write_to: None } => from,
            _ => return Err(wrong("a reference is FILE or zeros:64x128xf32".into())),
        };
        let loaded = arg::load(&from)?;
        let (shape, values) = elements(&loaded.bytes, loaded.array.as_ref(), dtype)
            .map_err(|e| ArgError::new(format!("{file}: {e}")))?;
        let mut tolerance = Tolerance::of(dtype);
        let debug = &args.debug;
        (tolerance.rtol, tolerance.atol) = match (debug.rtol, debug.atol) {
            (None, None) => (tolerance.rtol, tolerance.atol),
            (rtol, atol) => (rtol.unwrap_or(0.0), atol.unwrap_or(0.0)),
        };
        tolerance.ulp = debug.ulp;
        list.push(Reference { arg, name: name.into(), dtype, shape, values, tolerance });
    }
    Ok(list)
}

/// The elements of a file as numbers: by its own type if it has one, else by that of the buffer.
fn elements(
    bytes: &[u8],
    array: Option<&NpyHeader>,
    dtype: DType,
) -> Result<(Vec<u64>, Vec<f64>), String> {
    let by = |dtype: DType| -> Vec<f64> {
        let bits = u64::from(dtype.bits());
        let count = bytes.len() as u64 * 8 / bits;
        (0..count).map(|i| decode(dtype, get_code(bytes, dtype, i * bits))).collect()
    };
    let Some(header) = array else {
        let values = by(dtype);
        return Ok((vec![values.len() as u64], values));
    };
    let own = match header.element {
        NpyType::Float(4) => Some(DType::F32),
        NpyType::Float(2) => Some(DType::F16),
        NpyType::Int(4) if dtype.is_int() => Some(DType::I32),
        NpyType::Int(8) if dtype.is_int() => Some(DType::I64),
        _ => None,
    };
    let values = match (header.element, own) {
        _ if npy::dtype_mismatch(header, dtype).is_none() => by(dtype),
        (NpyType::Float(8), _) => bytes
            .chunks_exact(8)
            .map(|c| f64::from_le_bytes(c.try_into().unwrap_or_default()))
            .collect(),
        (_, Some(own)) => by(own),
        _ => return Err(npy::dtype_mismatch(header, dtype).unwrap_or_default()),
    };
    Ok((header.shape.clone(), values))
}

/// Compares, and looks for what explains a difference.
pub(super) fn explain(
    args: &RunArgs,
    target: Target,
    source: &SourceFile,
    program: &Program<'_>,
    values: &[LaunchArg<'_>],
) -> Result<Verdict, Failure> {
    let references = references(args, program, &args.debug.expect)?;
    let launch = args.launch();
    let case = Case {
        text: &source.text,
        entry: args.entry.as_deref(),
        numerics: args.numerics(target),
        rules: args.rules.chosen(),
        args: values,
        launch: &launch,
        references: &references,
        time: Duration::from_secs(args.debug.try_seconds),
    };
    expect(&case).map_err(Failure::Findings)
}

/// What was found, for people.
pub(super) fn report(verdict: &Verdict, source: &SourceFile) -> String {
    let mut text = String::new();
    for (name, c) in &verdict.comparisons {
        text.push_str(&comparison(name, c));
    }
    if verdict.is_right() {
        return text;
    }
    for name in &verdict.untouched {
        let _ = writeln!(
            text,
            "  nothing was written to `%{name}`: if it is no result, name the parameter that is"
        );
    }
    if verdict.unwritten > 0 {
        let _ = writeln!(
            text,
            "  {} of them were never written",
            counted(verdict.unwritten as usize, "byte")
        );
    }
    if !verdict.flow.is_empty() {
        text.push_str("what flowed into them, the nearest first:\n");
    }
    for line in &verdict.flow {
        let often = match line.executions {
            1 => line.first.to_string(),
            n => format!("{n} times, first at {}", line.first),
        };
        let _ = writeln!(text, "  {:>5} {:<22} {often}", line.line, line.op);
    }
    let mut suspects = verdict.suspects.iter();
    if let Some(first) = suspects.next() {
        let head = match first.why {
            Why::Repaired(_) | Why::Rounding(..) | Why::Overflow(_) => "the mistake",
            _ => "the first suspect",
        };
        let _ = writeln!(text, "{head}: {}", in_words(first));
        let line = source.text.lines().nth(first.line - 1).unwrap_or("");
        let _ = writeln!(text, "  {:>5} | {}", first.line, line.trim());
    }
    // Beside what a run has shown, what may be suspected is of no interest.
    let sure =
        |s: &Suspect| matches!(s.why, Why::Repaired(_) | Why::Rounding(..) | Why::Overflow(_));
    let is_sure = verdict.suspects.first().is_some_and(sure);
    for other in suspects.filter(|s| !is_sure || sure(s)).take(4) {
        let _ = writeln!(text, "  or {}", in_words(other));
    }
    let limit = if verdict.out_of_time { ", then time was over (`--try-seconds N`)" } else { "" };
    let _ = writeln!(text, "  ({} tried{limit})", counted(verdict.tried, "changed program"));
    text
}

fn comparison(name: &str, c: &Comparison) -> String {
    let Some(worst) = c.worst() else {
        return format!("%{name}: all {} elements are as expected\n", c.total);
    };
    let (row, col) = c.place(worst.index);
    let mut text = format!(
        "%{name}: {} of {} elements are not as expected: {}\n",
        c.wrong.len(),
        c.total,
        c.shape_of_wrong()
    );
    let _ = writeln!(
        text,
        "  worst at row {row}, column {col}: {} instead of {} (off by {:.3e}, relative {:.3e})",
        worst.actual,
        worst.expected,
        worst.absolute(),
        worst.relative()
    );
    if c.wrong.len() < c.total {
        text.push_str(&c.map());
    }
    text
}

fn in_words(s: &Suspect) -> String {
    let place = match &s.when {
        Some(when) => format!("{when}, `{}`", s.op),
        None => format!("line {}, `{}`", s.line, s.op),
    };
    let why = match &s.why {
        Why::Repaired(what) => format!("with {what} everything is as expected"),
        Why::Rounding(added, worst) => format!(
            "adds a relative error of {added:.1e} to one of {worst:.1e}; without rounding everything is as expected"
        ),
        Why::Overflow(n) => format!("{n} results overflow; without that everything is as expected"),
        Why::NonFinite(v, r, c) => {
            format!("gives {v} at row {r}, column {c}, from operands that are finite")
        }
        Why::Undefined => "reads bytes that nothing wrote".into(),
        Why::Improved(what, left, of) => {
            format!("with {what} {left} of {of} elements are still wrong")
        }
        Why::Unused => "gives something that nothing uses".into(),
        Why::OnlyWrong => "only elements that are wrong flowed through it".into(),
        Why::Wrote => "wrote them".into(),
        Why::LeftOut => "does not write all of them".into(),
    };
    format!("{place}: {why}")
}

/// What was found, for a document.
pub(super) fn as_json(verdict: &Verdict) -> Value {
    let outputs: Vec<Value> = verdict.comparisons.iter().map(|(name, c)| {
        let worst = c.worst().map(|w| {
            let (row, column) = c.place(w.index);
            json!({"index": w.index, "row": row, "column": column, "actual": w.actual.to_string(), "expected": w.expected.to_string()})
        });
        json!({
            "name": name, "elements": c.total, "wrong": c.wrong.len(),
            "where": if c.is_right() { String::new() } else { c.shape_of_wrong() }, "worst": worst,
        })
    }).collect();
    let flow: Vec<Value> = verdict
        .flow
        .iter()
        .map(|f| {
            let mut value = moment(&f.first);
            value["executions"] = json!(f.executions);
            value["bytes"] = json!(f.bytes);
            value
        })
        .collect();
    let suspects: Vec<Value> = verdict
        .suspects
        .iter()
        .map(|s| {
            let (kind, change) = match &s.why {
                Why::Repaired(what) => ("repaired", Some(what.clone())),
                Why::Rounding(..) => ("rounding", None),
                Why::Overflow(_) => ("overflow", None),
                Why::NonFinite(..) => ("non-finite", None),
                Why::Undefined => ("undefined", None),
                Why::Improved(what, ..) => ("improved", Some(what.clone())),
                Why::Unused => ("unused", None),
                Why::OnlyWrong => ("only-wrong", None),
                Why::Wrote => ("wrote", None),
                Why::LeftOut => ("left-out", None),
            };
            json!({"line": s.line, "op": s.op, "why": kind, "change": change, "text": in_words(s)})
        })
        .collect();
    json!({
        "right": verdict.is_right(), "outputs": outputs, "flow": flow, "untouched": verdict.untouched,
        "unwritten_bytes": verdict.unwritten,
        "suspects": suspects, "tried": verdict.tried, "out_of_time": verdict.out_of_time,
    })
}
