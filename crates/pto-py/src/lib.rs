//! The native part of the Python package `pto_tools`: texts, memory and numbers go in, documents and results come out.
//!
//! What a user sees is written in Python (`python/pto_tools`); this crate has no interface of its own. Findings cross the
//! border as the JSON of the command, so that both say the same.

mod builder;
mod campaign;
mod command;
mod corpus;
mod cost;
mod document;
mod host;
mod program;
mod text;

use pyo3::prelude::*;

/// The native part of `pto_tools`.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<text::Text>()?;
    module.add_class::<program::Program>()?;
    module.add_class::<builder::Builder>()?;
    module.add_class::<cost::Cost>()?;
    module.add_class::<campaign::Campaign>()?;
    module.add_class::<corpus::Corpus>()?;
    module.add("Rejected", module.py().get_type::<builder::Rejected>())?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(program::comm_context, module)?)?;
    module.add_function(wrap_pyfunction!(document::format, module)?)?;
    module.add_function(wrap_pyfunction!(document::puzzle, module)?)?;
    module.add_function(wrap_pyfunction!(document::panic, module)?)?;
    module.add("Refused", module.py().get_type::<document::Refused>())?;
    module.add_function(wrap_pyfunction!(document::explain, module)?)?;
    module.add_function(wrap_pyfunction!(document::isa, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
