//! A program and the arguments that it is run or timed with.

use super::argument::{self, Given};
use crate::arg_error::ArgError;
use crate::source_file::SourceFile;
use pto_isa::Target;
use pto_sim::Program;
use serde_json::Value;

/// What is run or timed.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub source: &'a SourceFile,
    /// `None` for the one that the module names.
    pub target: Option<Target>,
    pub entry: Option<&'a str>,
    pub blocks: u32,
    pub args: &'a [Value],
    /// What arguments refer to by number.
    pub blobs: &'a [Vec<u8>],
}

impl Job<'_> {
    /// The arguments of a program; those that are not given are made up.
    pub fn values(&self, program: &Program<'_>) -> Result<Vec<Given>, ArgError> {
        let names = program.param_names();
        let one = |(i, param)| {
            let name = names.get(i).copied().unwrap_or_default();
            let given = self.args.get(i).unwrap_or(&Value::Null);
            argument::read(&param, name, given, self.blobs, i as u64 + 1)
        };
        program.params().enumerate().map(one).collect()
    }
}
