//! The time of a program, as a table and as the page of a timeline.

use super::job::Job;
use super::{Frame, Request, finding};
use crate::arg_error::ArgError;
use crate::cost::time::{Detail, TimeRequest, Timed};
use crate::cost::timeline_text;
use crate::load::Failure;
use pto_cost::{CostData, CostModel, Model, to_html};
use pto_isa::Rulebook;
use pto_sim::Limits;
use serde_json::json;

impl Job<'_> {
    /// Times it.
    pub fn time(&self, limits: Limits) -> Result<Timed, Failure> {
        let module = self.source.parse()?;
        let target = self.target.unwrap_or_else(|| pto_check::declared_device(&module));
        if target.def().device.and_then(|d| d.cost_tables).is_none() {
            let message = format!("no cycles of {target} are known: use a2a3 or a5");
            return Err(ArgError::new(message).into());
        }
        let data = CostData::builtin();
        let model = CostModel::new(Model::default(), target, &data);
        let request = TimeRequest {
            entry: self.entry,
            rules: Rulebook::default(),
            auto: None,
            ranks: 1,
            blocks: self.blocks,
            limits,
            detail: Detail::Hints,
        };
        request.time(self.source, module, &model, &data, |program| {
            let given = self.values(program.program())?;
            Ok((given.into_iter().map(|g| g.value).collect(), true))
        })
    }
}

/// `cost`: the table of `pto cost` and the page of `pto trace`.
pub fn cost(request: &Request<'_>) -> Result<Frame, Failure> {
    let source = request.source();
    let job = request.job(&source)?;
    let timed = job.time(request.host.limits)?;
    let page = to_html(&timed.timeline, &source.path, &source.text);
    let answer = json!({
        "table": timeline_text(&source.path, &timed, job.blocks),
        "cycles": timed.timeline.total_cycles,
        "notes": timed.notes,
        "page": 0,
        "findings": finding::list(&source, &[]),
    });
    Ok(Frame { document: answer, blobs: vec![page.into_bytes()] })
}
