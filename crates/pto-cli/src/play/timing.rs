//! The time of a program, as a table and as the page of a timeline.

use super::{Frame, Request, argument, finding};
use crate::arg_error::ArgError;
use crate::cost::time::{Detail, TimeRequest, Timed};
use crate::cost::timeline_text;
use crate::load::Failure;
use crate::source_file::SourceFile;
use pto_cost::{CostData, CostModel, Model, to_html};
use pto_isa::{Rulebook, Target};
use pto_sim::{InstrumentedProgram, LaunchArg, Limits, Param};
use serde_json::{Value, json};

/// What is timed.
pub struct Clocked<'a> {
    pub source: &'a SourceFile,
    pub target: Option<Target>,
    pub entry: Option<&'a str>,
    pub blocks: u32,
    pub args: &'a [Value],
    pub blobs: &'a [Vec<u8>],
}

impl Clocked<'_> {
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
        request.time(self.source, module, &model, &data, |program| self.values(program))
    }

    fn values(
        &self,
        program: &InstrumentedProgram<'_>,
    ) -> Result<(Vec<LaunchArg<'static>>, bool), ArgError> {
        let names = program.param_names();
        let one = |(i, param): (usize, Param)| {
            let name = names.get(i).copied().unwrap_or_default();
            let given = self.args.get(i).unwrap_or(&Value::Null);
            argument::read(&param, name, given, self.blobs, i as u64 + 1).map(|g| g.value)
        };
        let values = program.program().params().enumerate().map(one).collect::<Result<_, _>>()?;
        Ok((values, true))
    }
}

/// `cost`: the table of `pto cost` and the page of `pto trace`.
pub fn cost(request: &Request<'_>) -> Result<Frame, Failure> {
    let source = request.source();
    let clocked = Clocked {
        source: &source,
        target: request.target()?,
        entry: request.word("entry"),
        blocks: request.blocks()?,
        args: request.args(),
        blobs: &request.frame.blobs,
    };
    let timed = clocked.time(request.host.limits)?;
    let page = to_html(&timed.timeline, &source.path, &source.text);
    let answer = json!({
        "table": timeline_text(&source.path, &timed, clocked.blocks),
        "cycles": timed.timeline.total_cycles,
        "notes": timed.notes,
        "page": 0,
        "findings": finding::list(&source, &[]),
    });
    Ok(Frame { document: answer, blobs: vec![page.into_bytes()] })
}
