//! Programs of a corpus: what is new in one, and what does not hold of it.

use pto_cli::campaign::Programs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Random programs of a kind for a target.
#[pyclass(frozen, module = "pto_tools._native")]
pub struct Corpus {
    programs: Programs,
}

#[pymethods]
impl Corpus {
    #[new]
    fn new(kind: &str, target: &str, size: u32) -> PyResult<Corpus> {
        let refused = || {
            PyValueError::new_err(format!("there are no programs of kind `{kind}` for {target}"))
        };
        Ok(Corpus { programs: Programs::new(kind, target, size).ok_or_else(refused)? })
    }

    /// The kinds that there are for a target.
    #[staticmethod]
    fn kinds(target: &str) -> PyResult<Vec<&'static str>> {
        let refused =
            || PyValueError::new_err(format!("there is no target `{target}`; use cpu, a2a3 or a5"));
        Programs::kinds(target).ok_or_else(refused)
    }

    /// What the program of some bytes has, as numbers.
    fn features(&self, py: Python<'_>, bytes: &[u8]) -> Vec<u64> {
        py.detach(|| self.programs.features(bytes))
    }

    /// The row of the program of some bytes, as JSON.
    fn look(&self, py: Python<'_>, bytes: &[u8]) -> String {
        py.detach(|| self.programs.look(bytes))
    }
}
