//! Cycles of PTO instructions by named models, and the timeline of a program on the pipes of its cores.
//!
//! [`CostModel`] says what one execution of an instruction takes; [`Timeline`] is what a whole run looks like.
//! Numbers come from `data/cost/*.csv`, every row with its source; see [`CostData`].

mod a2a3;
mod data;
mod estimate;
mod model;
mod timeline;

pub use data::{CostData, DataError, Row};
pub use estimate::{ErrorClass, Estimate, Micro, Model, Provenance, Work};
pub use model::{CostModel, Machine};
pub use timeline::{Arrow, Cause, Lane, Site, Slice, Stall, Timeline};
