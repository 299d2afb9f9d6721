//! Cycles of PTO instructions by named models, and the timeline of a program on the pipes of its cores.
//!
//! [`estimate()`] asks a model for one execution of an instruction; [`Timeline`] is what a whole run looks like.
//! Numbers come from `data/cost/*.csv`, every row with its source; see [`CostData`].

mod a5;
mod data;
mod documented;
mod estimate;
mod timeline;

pub use a5::VfCore;
pub use data::{CostData, DataError, Row};
pub use estimate::{ErrorClass, Estimate, Micro, Model, Provenance, Work, estimate};
pub use timeline::{Arrow, Cause, Lane, Site, Slice, Stall, Timeline};
