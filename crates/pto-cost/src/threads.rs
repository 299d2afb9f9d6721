//! A group of SIMT threads as one piece of work of the vector pipe.
//!
//! No public source has a number for them: a warp is taken to issue an instruction per cycle, warps one after another, and
//! the group to start and end as a vector scope does. Both are rows of the tables, called assumed.

use crate::data::CostData;
use crate::estimate::{ErrorClass, Estimate};
use pto_isa::Target;

/// What a group takes; `None` where the target has no numbers.
pub(crate) fn estimate(
    data: &CostData,
    target: Target,
    warp_instructions: u64,
) -> Option<Estimate> {
    let start = data.get(target, "simt", "start")?;
    let issue = data.get(target, "simt", "issue")?;
    Some(Estimate {
        latency_cycles: start.value,
        occupancy_cycles: issue.value * warp_instructions as f64,
        provenance: start.provenance.max(issue.provenance),
        error: ErrorClass::Unknown,
        path: None,
        expansion: Vec::new(),
    })
}
