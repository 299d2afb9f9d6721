//! The time of a kernel on a device.

use crate::document::refuse;
use crate::host::{copy_of, memory};
use pto_cli::arg::scalar_bits;
use pto_cli::arg_error::ArgError;
use pto_cli::cost::time::{Detail, TimeRequest, Timed, empty};
use pto_cli::cost::{expansion, timeline_json, timeline_text};
use pto_cli::load::Failure;
use pto_cli::source_file::SourceFile;
use pto_cost::{CostData, CostModel, Model, to_gantt, to_html, to_perfetto};
use pto_ir::Module;
use pto_isa::{Rulebook, Target};
use pto_sim::{InstrumentedProgram, LaunchArg, Limits, Param};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// What Python asks about the time of a kernel.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct CostAsked {
    entry: Option<String>,
    blocks: u32,
    model: String,
    auto: Option<bool>,
    expand: bool,
    cost_data: Option<String>,
}

/// A timeline.
#[pyclass(frozen, module = "pto_tools._native")]
pub struct Cost {
    source: Arc<SourceFile>,
    timed: Timed,
    blocks: u32,
}

/// Times a program on a device. An argument is a number as text, memory, or `None` for a buffer whose contents do not matter.
pub fn time(
    py: Python<'_>,
    source: &Arc<SourceFile>,
    module: Module,
    (target, rules): (Target, Rulebook),
    args: &[Option<Bound<'_, PyAny>>],
    asked: &CostAsked,
) -> PyResult<Cost> {
    let model = Model::parse(&asked.model).ok_or_else(|| {
        PyValueError::new_err(format!("model={:?}: use calibrated or documented", asked.model))
    })?;
    if target.def().device.and_then(|d| d.cost_tables).is_none() {
        return Err(PyValueError::new_err(format!(
            "no cycles of {target} are known: use a2a3 or a5"
        )));
    }
    let mut data = CostData::builtin();
    if let Some(rows) = &asked.cost_data {
        data.replace(rows).map_err(|e| PyValueError::new_err(format!("cost_data: {e}")))?;
    }
    let given = args.iter().map(|a| a.as_ref().map(read).transpose());
    let given = given.collect::<PyResult<Vec<Option<Read>>>>()?;
    let request = TimeRequest {
        entry: asked.entry.as_deref(),
        rules,
        auto: asked.auto,
        ranks: 1,
        blocks: asked.blocks,
        limits: Limits::default(),
        detail: if asked.expand { Detail::Expansion } else { Detail::Hints },
    };
    let timed = py.detach(|| {
        let model = CostModel::new(model, target, &data);
        request.time(source, module, &model, &data, |program| values(program, given))
    });
    match timed {
        Ok(timed) => Ok(Cost { source: Arc::clone(source), timed, blocks: asked.blocks }),
        Err(Failure::Usage(e)) => Err(PyValueError::new_err(e.message)),
        Err(Failure::Findings(found)) => Err(refuse(source, &found)),
    }
}

/// An argument before its parameter is known.
enum Read {
    Number(String),
    Memory(Vec<u8>),
}

fn read(object: &Bound<'_, PyAny>) -> PyResult<Read> {
    if let Ok(text) = object.extract::<String>() {
        return Ok(Read::Number(text));
    }
    // Timing may run the kernel, whose stores must not reach the caller.
    memory(object, "argument").map(|buffer| Read::Memory(copy_of(&buffer)))
}

/// Arguments in the order of the parameters: all of them, or the numbers alone.
fn values(
    program: &InstrumentedProgram<'_>,
    given: Vec<Option<Read>>,
) -> Result<(Vec<LaunchArg<'static>>, bool), ArgError> {
    let names = program.param_names();
    let mut real = true;
    let one = |(i, param): (usize, Param)| -> Result<LaunchArg<'static>, ArgError> {
        let name = names.get(i).copied().unwrap_or_default();
        match (param, given.get(i).and_then(Option::as_ref)) {
            (Param::Number(dtype), Some(Read::Number(text))) => {
                scalar_bits(text, dtype).map(LaunchArg::Number)
            }
            (Param::Number(dtype), _) => {
                Err(ArgError::new(format!("`%{name}` is a number of type {dtype}: give its value")))
            }
            (_, Some(Read::Memory(bytes))) => Ok(LaunchArg::Bytes(bytes.clone())),
            (_, Some(Read::Number(text))) => {
                Err(ArgError::new(format!("`%{name}` is a buffer, not the number {text}")))
            }
            (param, None) => {
                real = false;
                Ok(LaunchArg::Bytes(empty(&param)))
            }
        }
    };
    let values = program.program().params().enumerate().map(one).collect::<Result<Vec<_>, _>>()?;
    Ok((values, real))
}

#[pymethods]
impl Cost {
    /// The document of `pto cost --json`.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| timeline_json(&self.timed.timeline, &self.timed.entry))
    }

    /// What `pto cost` prints.
    fn text(&self) -> String {
        timeline_text(&self.source.path, &self.timed, self.blocks)
    }

    /// What the instructions become on the device.
    fn expansion(&self) -> String {
        expansion(&self.source.path, &self.timed.timeline)
    }

    /// A chart of characters.
    fn gantt(&self, width: usize) -> String {
        to_gantt(&self.timed.timeline, width.clamp(60, 400), false)
    }

    /// A page by itself.
    fn html(&self, py: Python<'_>) -> String {
        py.detach(|| to_html(&self.timed.timeline, &self.source.path, &self.source.text))
    }

    /// For Perfetto and Chrome.
    fn perfetto(&self, py: Python<'_>) -> String {
        py.detach(|| to_perfetto(&self.timed.timeline))
    }
}
