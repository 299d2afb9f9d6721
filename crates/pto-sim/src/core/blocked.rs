//! What a core waits for.

use crate::signal::CrossCoreOp;
use pto_ir::module::NodeId;

/// Why a core does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BlockedOn {
    /// For another core.
    Core(CrossCoreOp),
    /// For a queue, and what of it; whether it is there is for the core to find out.
    Queue(String),
    /// For something only the core itself could have done before: what.
    Itself(String),
}

/// A core that waits, and where.
#[derive(Clone, Debug)]
pub(crate) struct Blocked {
    pub node: NodeId,
    pub on: BlockedOn,
}
