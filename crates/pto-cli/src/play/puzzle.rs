//! Puzzles: a program to complete, and a judge.
//!
//! A puzzle is a file that says in comments what is asked (`pto_page::puzzle`). Its judge runs the program and a solution
//! with the same arguments: the results must agree, and what else the puzzle wants must hold.

use super::job::Job;
use super::{Frame, Host, Request};
use crate::arg_error::ArgError;
use crate::load::Failure;
use crate::source_file::SourceFile;
use pto_ir::Diagnostic;
use pto_isa::Target;
use pto_isa::format::decode;
use pto_isa::sem::exec::get_code;
use pto_page::puzzle::{PUZZLES, Puzzle, Want};
use pto_sim::LaunchArg;
use serde_json::{Value, json};

/// One thing that the judge looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// What it is: `legal`, `values`, `checked`, `uses`, `cycles`.
    pub what: &'static str,
    /// What was found.
    pub detail: String,
}

/// `puzzles`: all of them, to be shown.
pub fn list() -> Frame {
    let one = |p: &Puzzle| {
        json!({
            "number": p.number, "title": p.title(), "zh": p.title_zh(), "task": p.task(),
            "zh_task": p.task_zh(), "text": p.text, "target": p.target(),
            "args": p.launches().next().map(|l| l.args), "blocks": p.launches().next().map(|l| l.blocks),
        })
    };
    Frame::of(json!({"puzzles": PUZZLES.iter().map(one).collect::<Vec<_>>()}))
}

/// `judge`: is the text a solution of puzzle `number`?
pub(super) fn judge_request(request: &Request<'_>) -> Result<Frame, Failure> {
    let number = request.frame.document["number"].as_u64().unwrap_or(0);
    let puzzle = PUZZLES.iter().find(|p| u64::from(p.number) == number);
    let puzzle = puzzle.ok_or_else(|| ArgError::new(format!("there is no puzzle {number}")))?;
    let verdicts = judge(puzzle, &request.source(), request.host);
    let one = |v: &Verdict| json!({"holds": v.holds, "what": v.what, "detail": v.detail});
    Ok(Frame::of(json!({
        "solved": verdicts.iter().all(|v| v.holds),
        "verdicts": verdicts.iter().map(one).collect::<Vec<_>>(),
    })))
}

/// Looks at a program that should solve a puzzle; it does if everything holds.
pub fn judge(puzzle: &Puzzle, source: &SourceFile, host: &Host) -> Vec<Verdict> {
    let target = Target::parse(puzzle.target());
    let solution = SourceFile::new("solution.pto", puzzle.solution.to_string());
    let wants: Vec<Want> = puzzle.wants().collect();
    let checked = wants.contains(&Want::Checked);
    let mut verdicts = Vec::new();
    for launch in puzzle.launches() {
        let args: Vec<Value> = launch.args.iter().map(|a| json!(a)).collect();
        let blocks = launch.blocks;
        let job = Job { source, target, entry: None, blocks, args: &args, blobs: &[] };
        let with = launch.args.join(", ");
        let ran = match job.run(checked, host) {
            Ok(ran) => ran,
            Err(failure) => {
                verdicts.push(Verdict { holds: false, what: "legal", detail: why(&failure) });
                return verdicts;
            }
        };
        if let Some(d) = ran.found.iter().find(|d| d.is_error()) {
            let at = source.line_of(d.primary.span.start);
            let what = if ran.report.is_some() { "checked" } else { "legal" };
            let detail = format!("line {at}: {}", d.message);
            verdicts.push(Verdict { holds: false, what, detail });
            return verdicts;
        }
        let model = Job { source: &solution, ..job };
        let wanted = model.run(false, host).map(|r| r.args).unwrap_or_default();
        let different =
            wanted.iter().zip(&ran.args).zip(&ran.names).find_map(|((want, got), name)| {
                let differs = difference(want.dtype, &want.value, &got.value, &want.shape)?;
                Some(format!("%{name}{differs}"))
            });
        let holds = different.is_none() && wanted.len() == ran.args.len();
        let detail = different.unwrap_or(with);
        verdicts.push(Verdict { holds, what: "values", detail });
    }
    for want in wants {
        verdicts.push(match want {
            Want::Checked => {
                let detail = "no race, no undefined value, no wrong flag".to_string();
                Verdict { holds: true, what: "checked", detail }
            }
            Want::Uses(name) => {
                let (module, _) = pto_ir::parse(&source.text);
                let op = format!("pto.{name}");
                let holds = module.nodes().any(|(_, node)| module.op_name(node) == op);
                Verdict { holds, what: "uses", detail: op }
            }
            Want::Cycles(most) => cycles(puzzle, source, target, most, host),
        });
    }
    verdicts
}

fn why(failure: &Failure) -> String {
    match failure {
        Failure::Usage(e) => e.message.clone(),
        Failure::Findings(found) => {
            let first = found.iter().find(|d| d.is_error()).or(found.first());
            first.map(|d: &Diagnostic| d.message.clone()).unwrap_or_default()
        }
    }
}

/// How long it takes with the last of the launches.
fn cycles(
    puzzle: &Puzzle,
    source: &SourceFile,
    target: Option<Target>,
    most: u64,
    host: &Host,
) -> Verdict {
    let launch = puzzle.launches().last();
    let (args, blocks) = launch.map_or((Vec::new(), 1), |l| (l.args, l.blocks));
    let args: Vec<Value> = args.iter().map(|a| json!(a)).collect();
    let job = Job { source, target, entry: None, blocks, args: &args, blobs: &[] };
    match job.time(host.limits) {
        Ok(timed) => {
            let cycles = timed.timeline.total_cycles;
            let detail = format!("{cycles} cycles, at most {most}");
            Verdict { holds: cycles <= most, what: "cycles", detail }
        }
        Err(failure) => Verdict { holds: false, what: "cycles", detail: why(&failure) },
    }
}

/// Where two arguments differ, in words; sums may be taken in another order.
fn difference(
    dtype: pto_isa::DType,
    want: &LaunchArg<'_>,
    got: &LaunchArg<'_>,
    shape: &[u64],
) -> Option<String> {
    let (want, got) = (want.bytes()?, got.bytes()?);
    let bits = u64::from(dtype.bits());
    let close = |a: f64, b: f64| {
        a == b
            || a.is_nan() && b.is_nan()
            || dtype.is_float() && (a - b).abs() <= 1e-5 + 1e-3 * a.abs().max(b.abs())
    };
    let columns = shape.last().copied().unwrap_or(1).max(1);
    (0..want.len() as u64 * 8 / bits).find_map(|i| {
        let [want, got] = [want, got].map(|bytes| decode(dtype, get_code(bytes, dtype, i * bits)));
        let place = format!("[{}, {}]", i / columns, i % columns);
        (!close(want, got)).then(|| format!("{place} is {got}, and {want} is wanted"))
    })
}
