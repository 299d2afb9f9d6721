//! A program as it was written: read once, then checked, decoded, timed and lowered as often as one likes.

use crate::cost::{self, Cost, CostAsked};
use crate::document::{findings, refuse};
use crate::program::{Form, Program};
use pto_check::Verified;
use pto_cli::check::{self, Request};
use pto_cli::json;
use pto_cli::output::either;
use pto_cli::source_file::SourceFile;
use pto_ir::{Diagnostic, Module};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Rulebook, Target};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// The text of a program.
#[pyclass(frozen, module = "pto_tools._native")]
pub struct Text {
    source: Arc<SourceFile>,
    module: Module,
    found: Vec<Diagnostic>,
}

/// A word of an option.
fn word<T>(option: &str, given: &str, read: impl Fn(&str) -> Option<T>) -> PyResult<T> {
    read(given).ok_or_else(|| {
        let known = match option {
            "target" => either(&Target::PROFILES.map(Target::name)),
            "rules" => either(&Rulebook::ALL.map(Rulebook::name)),
            _ => either(&[Semantics::Manual, Semantics::Silicon].map(Semantics::name)),
        };
        PyValueError::new_err(format!("{option}={given:?}: use {known}"))
    })
}

impl Text {
    fn target(&self, given: Option<&str>) -> PyResult<Target> {
        match given {
            Some(name) => word("target", name, Target::parse),
            None => Ok(pto_check::declared_target(&self.module).unwrap_or(Target::CPU)),
        }
    }

    /// The program, held to the rules of a target.
    fn verify(
        &self,
        target: Target,
        rules: Rulebook,
        entry: Option<&str>,
    ) -> PyResult<(Verified, Vec<Diagnostic>)> {
        let numerics = Numerics::new(target, Semantics::Manual);
        let checked =
            pto_cli::load::verify(self.module.clone(), self.found.clone(), &numerics, rules, entry);
        checked.map_err(|failure| self.fail(failure))
    }

    fn fail(&self, failure: pto_cli::load::Failure) -> PyErr {
        match failure {
            pto_cli::load::Failure::Usage(e) => PyValueError::new_err(e.message),
            pto_cli::load::Failure::Findings(found) => refuse(&self.source, &found),
        }
    }
}

#[pymethods]
impl Text {
    #[new]
    fn new(py: Python<'_>, text: String, path: String) -> Text {
        py.detach(|| {
            let source = Arc::new(SourceFile::new(path, text));
            let (module, found) = pto_ir::parse(&source.text);
            Text { source, module, found }
        })
    }

    /// The text.
    #[getter]
    fn text(&self) -> &str {
        &self.source.text
    }

    /// The name it is shown under.
    #[getter]
    fn path(&self) -> &str {
        &self.source.path
    }

    /// The target that the module names.
    #[getter]
    fn declared_target(&self) -> Option<&'static str> {
        pto_check::declared_target(&self.module).map(|t| t.name())
    }

    /// Findings on targets (all of them without a name), as the document of `pto check --json`, and the findings alone.
    fn check(
        &self,
        py: Python<'_>,
        target: Option<&str>,
        rules: &str,
        sync: bool,
    ) -> PyResult<(String, String)> {
        let targets = match target {
            Some("all") => Target::PROFILES.to_vec(),
            other => vec![self.target(other)?],
        };
        let rules = word("rules", rules, Rulebook::parse)?;
        Ok(py.detach(|| {
            let request = Request { targets, parse_only: false, sync, rules };
            let source = SourceFile::new(self.source.path.clone(), self.source.text.clone());
            let report = check::run(source, &request);
            let found = findings(&self.source, &report.merged());
            (json::check(&[report]).to_string(), found)
        }))
    }

    /// The program, ready to run on a target.
    #[pyo3(signature = (target, entry, semantics, rules, observed))]
    fn decode(
        &self,
        py: Python<'_>,
        target: Option<&str>,
        entry: Option<&str>,
        semantics: &str,
        rules: &str,
        observed: bool,
    ) -> PyResult<Program> {
        let target = self.target(target)?;
        let semantics = word("semantics", semantics, Semantics::parse)?;
        let rules = word("rules", rules, Rulebook::parse)?;
        let form = if observed { Form::Observed } else { Form::Plain };
        py.detach(|| {
            let (verified, found) = self.verify(target, rules, entry)?;
            let numerics = Numerics::new(target, semantics);
            Program::new(Arc::clone(&self.source), verified, found, entry, numerics, form)
        })
    }

    /// The time of the program on a device, a2a3 unless it names another.
    fn cost(
        &self,
        py: Python<'_>,
        target: Option<&str>,
        rules: &str,
        args: Vec<Option<Bound<'_, PyAny>>>,
        asked: CostAsked,
    ) -> PyResult<Cost> {
        let target = match target {
            Some(name) => word("target", name, Target::parse)?,
            None => pto_check::declared_device(&self.module),
        };
        let rules = word("rules", rules, Rulebook::parse)?;
        if self.found.iter().any(Diagnostic::is_error) {
            return Err(refuse(&self.source, &self.found));
        }
        cost::time(py, &self.source, self.module.clone(), (target, rules), &args, &asked)
    }

    /// The lowered program and the findings on the way.
    fn lower(
        &self,
        py: Python<'_>,
        target: Option<&str>,
        rules: &str,
    ) -> PyResult<(String, String)> {
        let target = self.target(target)?;
        let rules = word("rules", rules, Rulebook::parse)?;
        let options = pto_lower::Options { rules, ..Default::default() };
        py.detach(|| match pto_lower::lower(&self.source.text, target, &options) {
            Ok(done) => Ok((done.text, findings(&self.source, &done.findings))),
            Err(failed) => Err(refuse(&self.source, &failed.findings)),
        })
    }

    /// The C++ of the program and the findings on the way.
    fn emit_cpp(
        &self,
        py: Python<'_>,
        target: Option<&str>,
        lower: bool,
    ) -> PyResult<(String, String)> {
        let target = self.target(target)?;
        let options = match lower {
            true => pto_lower::EmitOptions::default(),
            false => pto_lower::EmitOptions { lower: None, ..Default::default() },
        };
        py.detach(|| match pto_lower::emit(&self.source.text, target, &options) {
            Ok(done) => Ok((done.text, findings(&self.source, &done.findings))),
            Err(failed) => Err(refuse(&self.source, &failed.findings)),
        })
    }
}
