//! One program on all targets: is it legal, what does it compute, how long does it take?

use super::execute::Job;
use super::timing::Clocked;
use super::{Frame, Request, finding};
use crate::load::Failure;
use pto_ir::Diagnostic;
use pto_isa::Target;
use pto_sim::LaunchArg;
use serde_json::{Value, json};

/// `targets`: runs and times the program on every target with rules of its own, and compares the results with those of the
/// first.
pub fn compare(request: &Request<'_>) -> Result<Frame, Failure> {
    let source = request.source();
    let (entry, blocks) = (request.word("entry"), request.blocks()?);
    let (args, blobs) = (request.args(), &request.frame.blobs[..]);
    let mut first: Option<Vec<LaunchArg<'static>>> = None;
    let mut columns: Vec<Value> = Vec::new();
    for target in Target::PROFILES {
        let (source, target) = (&source, Some(target));
        let job = Job { source, target, entry, blocks, args, blobs, checked: false };
        let name = target.map(Target::name);
        let mut column = match job.run(request.host) {
            Err(Failure::Usage(e)) => return Err(Failure::Usage(e)),
            Err(Failure::Findings(found)) => {
                json!({"target": name, "runs": false, "findings": finding::list(source, &found)})
            }
            Ok(ran) => {
                let values: Vec<_> = ran.args.into_iter().map(|g| g.value).collect();
                let stopped = ran.found.iter().any(Diagnostic::is_error);
                let same = match &first {
                    _ if stopped => None,
                    Some(first) => Some(*first == values),
                    None => {
                        first = Some(values);
                        None
                    }
                };
                let found = finding::list(source, &ran.found);
                json!({"target": name, "runs": !stopped, "same": same, "findings": found})
            }
        };
        if target.is_some_and(|t| t.is_device()) && column["runs"] == true {
            let clocked = Clocked { source, target, entry, blocks, args, blobs };
            match clocked.time(request.host.limits) {
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
