//! What a core waits for.

use crate::signal::CrossCoreOp;
use pto_ir::module::NodeId;

/// Why a core does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BlockedOn {
    /// For another core.
    Core(CrossCoreOp),
    /// For something of a queue, or a counter in global memory; whether it is there is for the core to find out.
    Polled(String),
    /// For something only the core itself could have done before: what.
    Itself(String),
}

/// A core that waits, and where.
#[derive(Clone, Debug)]
pub(crate) struct Blocked {
    pub node: NodeId,
    pub on: BlockedOn,
}
