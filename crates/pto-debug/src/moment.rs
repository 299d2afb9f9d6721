//! When and where in a run something happened.

use pto_ir::{Module, NodeId};
use pto_sim::{CoreAt, CoreRole, CoreState, TraceRecord};
use std::fmt;

/// A step of a run: its line, the iterations of the loops around it, who executed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The operation.
    pub node: NodeId,
    /// Its line, from 1.
    pub line: usize,
    /// Its name, `pto.tadd`.
    pub op: String,
    /// Loops around it, the outermost first: the variable, its value, the number of the iteration from 0.
    pub loops: Vec<(String, i64, u64)>,
    /// Who.
    pub core: CoreAt,
    /// Whether the launch has several blocks, so that it matters which.
    pub several_blocks: bool,
    /// Steps of the core before it.
    pub executed: u64,
}

impl Moment {
    /// The moment of a step that was executed.
    pub fn of(module: &Module, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Moment {
        let node = module.node(record.node);
        let loops = core.loops_of(record.step);
        Moment {
            node: record.node,
            line: module.line(node.span.start),
            op: module.op_name(node).into_owned(),
            loops: loops.iter().map(|l| (l.name.to_string(), l.value, l.iteration)).collect(),
            core: record.core,
            several_blocks: core.blocks() > 1,
            executed: record.executed,
        }
    }

    /// The iteration of the loop with a variable of this name.
    pub fn iteration(&self, name: &str) -> Option<u64> {
        self.loops.iter().rev().find(|l| l.0 == name).map(|l| l.2)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        for (name, value, iteration) in &self.loops {
            write!(f, ", %{name} = {value} (iteration {iteration})")?;
        }
        if self.several_blocks {
            write!(f, ", block {}", self.core.block)?;
        }
        match self.core.role {
            CoreRole::Alone => Ok(()),
            role => write!(f, ", {role}"),
        }
    }
}
