//! Cycles of PTO instructions by named models, and the timeline of a program on the pipes of its cores.
//!
//! [`estimate()`] asks a model for one execution of an instruction; [`Timeline`] is what a whole run looks like.
//! Numbers come from `data/cost/*.csv`, every row with its source; see [`CostData`].

mod build;
mod data;
mod depend;
mod documented;
mod engine;
mod estimate;
mod record;
mod summary;
mod timeline;

pub use build::Timing;
pub use data::{CostData, DataError, Row};
pub use documented::NOTE as DOCUMENTED_NOTE;
pub use estimate::{ErrorClass, Estimate, Micro, Model, Provenance, Work, estimate};
pub use summary::{InstructionRow, Lint, PipeRow, Summary};
pub use timeline::{Arrow, BarrierCost, Cause, Lane, Site, Slice, Stall, Timeline, WorkDone};
