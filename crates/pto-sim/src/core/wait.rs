//! What a core waits for.

use crate::signal::Ask;
use pto_ir::module::NodeId;

/// Why a core does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// For another core.
    Core(Ask),
    /// For a queue, and what of it; whether it is there is for the core to find out.
    Queue(String),
    /// For something only the core itself could have done before: what.
    Itself(String),
}

/// A core that waits, and where.
#[derive(Clone, Debug)]
pub(crate) struct Wait {
    pub node: NodeId,
    pub why: Why,
}
