//! One program on all targets: is it legal, what does it compute, how long does it take?

use super::argument::Given;
use super::job::Job;
use super::{Frame, Request, finding};
use crate::load::Failure;
use pto_ir::Diagnostic;
use pto_isa::Target;
use pto_isa::format::decode;
use pto_isa::sem::exec::get_code;
use serde_json::{Value, json};

/// `targets`: runs and times the program on every target with rules of its own, and compares the results with those of the
/// first.
pub fn compare(request: &Request<'_>) -> Result<Frame, Failure> {
    let source = request.source();
    let asked = request.job(&source)?;
    let mut first: Option<Vec<Given>> = None;
    let mut columns: Vec<Value> = Vec::new();
    for target in Target::PROFILES {
        let source = &source;
        let job = Job { target: Some(target), ..asked };
        let name = target.name();
        let mut column = match job.run(false, request.host) {
            Err(Failure::Usage(e)) => return Err(Failure::Usage(e)),
            Err(Failure::Findings(found)) => {
                json!({"target": name, "runs": false, "findings": finding::list(source, &found)})
            }
            Ok(ran) => {
                let stopped = ran.found.iter().any(Diagnostic::is_error);
                let found = finding::list(source, &ran.found);
                let mut column = json!({"target": name, "runs": !stopped, "findings": found});
                match &first {
                    _ if stopped => {}
                    Some(first) => {
                        let both = first.iter().zip(&ran.args);
                        column["same"] = both.clone().all(|(a, b)| a.value == b.value).into();
                        let largest = both.map(|(a, b)| difference(a, b)).fold(0.0, f64::max);
                        column["difference"] = largest.into();
                    }
                    None => first = Some(ran.args),
                }
                column
            }
        };
        if target.is_device() && column["runs"] == true {
            match job.time(request.host.limits) {
                Ok(timed) => {
                    column["cycles"] = timed.timeline.total_cycles.into();
                    column["notes"] = json!(timed.notes);
                }
                Err(Failure::Usage(e)) => column["notes"] = json!([e.message]),
                Err(Failure::Findings(found)) => {
                    column["notes"] = found.iter().map(|d| d.message.clone()).collect();
                }
            }
        }
        columns.push(column);
    }
    Ok(Frame::of(json!({"targets": columns})))
}

/// The largest difference of two elements; infinite where only one is a number.
fn difference(a: &Given, b: &Given) -> f64 {
    let (Some(x), Some(y)) = (a.value.bytes(), b.value.bytes()) else { return 0.0 };
    let bits = u64::from(a.dtype.bits());
    let count = x.len().min(y.len()) as u64 * 8 / bits;
    let one = |i: u64| {
        let [x, y] = [x, y].map(|bytes| decode(a.dtype, get_code(bytes, a.dtype, i * bits)));
        match (x - y).abs() {
            _ if x == y || x.is_nan() && y.is_nan() => 0.0,
            d if d.is_nan() => f64::INFINITY,
            d => d,
        }
    };
    (0..count).map(one).fold(0.0, f64::max)
}
