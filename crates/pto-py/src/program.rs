//! A program that is ready to run on a target, and its runs over memory of Python.

use crate::document::{findings, refuse};
use crate::host::{Arguments, Given, memory};
use pto_check::Verified;
use pto_cli::arg::scalar_bits;
use pto_cli::source_file::SourceFile;
use pto_ir::Diagnostic;
use pto_isa::Dim;
use pto_isa::sem::Numerics;
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::{InstrumentedProgram, Launch, Limits, Param, Report};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use self_cell::self_cell;
use std::sync::Arc;

/// How a program is made ready.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// To run.
    Plain,
    /// To run under sanitizers or in other schedules.
    Observed,
}

/// The code of one form.
enum Code<'m> {
    Plain(pto_sim::Program<'m>),
    Observed(InstrumentedProgram<'m>),
}

self_cell!(
    struct Decoded {
        owner: Verified,
        #[covariant]
        dependent: Code,
    }
);

impl Decoded {
    fn program(&self) -> &pto_sim::Program<'_> {
        match self.borrow_dependent() {
            Code::Plain(program) => program,
            Code::Observed(observed) => observed.program(),
        }
    }
}

/// A program that is ready to run on a target.
#[pyclass(frozen, module = "pto_tools._native")]
pub struct Program {
    source: Arc<SourceFile>,
    /// What checking had to say.
    found: Vec<Diagnostic>,
    decoded: Decoded,
}

/// What Python knows of a parameter.
type ParamFacts = (String, &'static str, String, u32, Option<(u32, u32)>);

/// What Python knows of a run: findings as JSON, and what it did.
type Outcome = (String, Py<PyDict>);

impl Program {
    /// Decodes a program.
    pub fn new(
        source: Arc<SourceFile>,
        verified: Verified,
        found: Vec<Diagnostic>,
        entry: Option<&str>,
        numerics: Numerics,
        form: Form,
    ) -> PyResult<Program> {
        let decoded = Decoded::try_new(verified, |v| match form {
            Form::Plain => pto_sim::decode(v, entry, numerics).map(Code::Plain),
            Form::Observed => InstrumentedProgram::decode(v, entry, numerics).map(Code::Observed),
        });
        match decoded {
            Ok(decoded) => Ok(Program { source, found, decoded }),
            Err(refusal) => Err(refuse(&source, &[*refusal])),
        }
    }

    /// Arguments of one device after the other. `(n,)` for a buffer is the memory of argument n.
    fn given(&self, args: &[Bound<'_, PyAny>]) -> PyResult<Vec<Given>> {
        let program = self.decoded.program();
        let params: Vec<(&str, Param)> =
            program.param_names().into_iter().zip(program.params()).collect();
        let one = |((name, param), object): (&(&str, Param), &Bound<'_, PyAny>)| match *param {
            Param::Number(dtype) => {
                let text = object.str()?.to_string_lossy().to_lowercase();
                scalar_bits(&text, dtype)
                    .map(Given::Number)
                    .map_err(|e| PyTypeError::new_err(format!("`%{name}`: {}", e.message)))
            }
            Param::Buffer(_) if object.is_instance_of::<PyTuple>() => {
                object.extract().map(|(arg,)| Given::Peer(arg))
            }
            Param::Buffer(_) => memory(object, name).map(Given::Memory),
            Param::Tile(_) => memory(object, name).map(Given::Tile),
        };
        params.iter().cycle().zip(args).map(one).collect()
    }

    fn give_back(&self, arguments: Arguments<'_>) -> PyResult<()> {
        arguments.give_back().map_err(|arg| {
            let names = self.decoded.program().param_names();
            let name = names.get(arg % names.len().max(1)).copied().unwrap_or_default();
            PyValueError::new_err(format!(
                "the kernel writes `%{name}`, whose array may only be read; pass `numpy.array(a)`, which can be written"
            ))
        })
    }

    fn outcome(&self, py: Python<'_>, found: &[Diagnostic], report: &Report) -> PyResult<Outcome> {
        let facts = PyDict::new(py);
        facts.set_item("steps", report.steps)?;
        facts.set_item("seconds", report.elapsed.as_secs_f64())?;
        facts.set_item("printed", &report.printed)?;
        facts.set_item("overran", report.overran)?;
        facts.set_item("quirks", &report.quirks)?;
        let instructions = PyDict::new(py);
        for (name, stats) in &report.ops {
            instructions.set_item(name, (stats.count, stats.nanos as f64 * 1e-9))?;
        }
        facts.set_item("instructions", instructions)?;
        let found = if found.is_empty() { "[]".to_string() } else { findings(&self.source, found) };
        Ok((found, facts.unbind()))
    }
}

/// How a kernel is launched.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Asked {
    ranks: u32,
    blocks: u32,
    threads: usize,
    max_steps: Option<u64>,
    stats: bool,
    reference: bool,
}

impl Asked {
    fn launch(&self) -> Launch {
        let default = Limits::default();
        let limits = self.max_steps.map_or(default, |steps| Limits { steps, ..default });
        Launch {
            ranks: self.ranks,
            blocks: self.blocks,
            threads: self.threads,
            limits,
            stats: self.stats,
            reference: self.reference,
            ..Launch::default()
        }
    }
}

#[pymethods]
impl Program {
    /// Name, kind (`buffer`, `number`, `tile`), element type and its bits, and valid rows and columns of each parameter.
    #[getter]
    fn params(&self) -> Vec<ParamFacts> {
        let program = self.decoded.program();
        let one = |(name, param): (&str, Param)| {
            let (kind, dtype, extents) = match param {
                Param::Buffer(d) => ("buffer", d, None),
                Param::Number(d) => ("number", d, None),
                Param::Tile(t) => {
                    let of = |dim: Dim, whole: u32| dim.known().unwrap_or(whole).min(whole);
                    let valid = (of(t.valid_rows, t.rows), of(t.valid_cols, t.cols));
                    ("tile", t.dtype, Some(valid))
                }
            };
            (name.to_string(), kind, dtype.to_string(), dtype.bits(), extents)
        };
        program.param_names().into_iter().zip(program.params()).map(one).collect()
    }

    /// The target it was decoded for.
    #[getter]
    fn target(&self) -> &'static str {
        self.decoded.program().target().name()
    }

    /// Runs the kernel over the memory of the arguments.
    fn run(&self, py: Python<'_>, args: Vec<Bound<'_, PyAny>>, asked: Asked) -> PyResult<Outcome> {
        let given = self.given(&args)?;
        let launch = asked.launch();
        let mut arguments = Arguments::new(&given);
        let outcome = py.detach(|| self.decoded.program().run(&mut arguments.args, &launch));
        self.give_back(arguments)?;
        match outcome {
            Ok(report) => self.outcome(py, &self.found, &report),
            Err(finding) => Err(refuse(&self.source, &[*finding])),
        }
    }

    /// Runs the kernel under sanitizers.
    fn check(
        &self,
        py: Python<'_>,
        args: Vec<Bound<'_, PyAny>>,
        asked: Asked,
        checks: &str,
    ) -> PyResult<Outcome> {
        let Code::Observed(observed) = self.decoded.borrow_dependent() else {
            return Err(PyValueError::new_err("the program was not decoded to be observed"));
        };
        let checks = Checks::parse(checks).map_err(|word| {
            PyValueError::new_err(format!("check={word:?}: use mem, init, race, sync or all"))
        })?;
        let given = self.given(&args)?;
        let (launch, options) = (asked.launch(), CheckOptions { checks, ..Default::default() });
        let lines = &self.source.lines;
        let mut arguments = Arguments::new(&given);
        let checked = py.detach(|| observed.check(&mut arguments.args, &launch, &options, lines));
        self.give_back(arguments)?;
        let mut found = self.found.clone();
        found.extend(checked.findings);
        match checked.outcome {
            Ok(report) => self.outcome(py, &found, &report),
            Err(finding) => {
                found.push(*finding);
                Err(refuse(&self.source, &found))
            }
        }
    }

    /// Runs the kernel in another schedule of its pipes, and compares with that of the program.
    fn reorder(
        &self,
        py: Python<'_>,
        args: Vec<Bound<'_, PyAny>>,
        asked: Asked,
        schedule: &str,
    ) -> PyResult<Outcome> {
        let Code::Observed(observed) = self.decoded.borrow_dependent() else {
            return Err(PyValueError::new_err("the program was not decoded to be observed"));
        };
        let schedule = Schedule::parse(schedule).ok_or_else(|| {
            PyValueError::new_err("schedule: use program, eager, lazy or random:SEED")
        })?;
        let given = self.given(&args)?;
        let (launch, options) = (asked.launch(), ExploreOptions::default());
        let lines = &self.source.lines;
        let mut arguments = Arguments::new(&given);
        let compared = py.detach(|| {
            observed.compare_orders(&mut arguments.args, &launch, schedule, &options, lines)
        });
        self.give_back(arguments)?;
        let mut found = self.found.clone();
        found.extend(compared.difference);
        match compared.outcome {
            Ok(report) => self.outcome(py, &found, &report),
            Err(finding) => {
                found.push(*finding);
                Err(refuse(&self.source, &found))
            }
        }
    }
}

/// The context that a host hands to a kernel which communicates, for one of several devices.
#[pyfunction]
pub fn comm_context(py: Python<'_>, rank: u32, ranks: u32) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &pto_sim::comm_context(rank, ranks))
}
