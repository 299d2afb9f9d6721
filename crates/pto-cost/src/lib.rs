//! Cycles of PTO instructions by named models, and the timeline of a program on the pipes of its cores.
//!
//! [`to_html`] shows it as a page, [`to_gantt`] in a terminal, [`to_perfetto`] as trace events.
//! [`CostModel`] says what one execution of an instruction takes; [`Timeline`] is what a whole run looks like.
//! Numbers come from `data/cost/*.csv`, every row with its source; see [`CostData`].

mod a2a3;
mod a5;
mod build;
mod data;
mod depend;
mod documented;
mod engine;
mod estimate;
mod gantt;
mod html;
mod json;
mod model;
mod perfetto;
mod record;
mod summary;
mod timeline;
mod tracks;

pub use a5::VfCore;
pub use build::Timing;
pub use data::{CostData, DataError, Row};
pub use documented::NOTE as DOCUMENTED_NOTE;
pub use estimate::{ErrorClass, Estimate, Micro, Model, Provenance, Work};
pub use gantt::to_gantt;
pub use html::to_html;
pub use model::{CostModel, Machine};
pub use perfetto::to_perfetto;
pub use summary::{InstructionRow, Lint, PipeRow, Summary};
pub use timeline::{Arrow, BarrierCost, Cause, Lane, Site, Slice, Stall, Timeline, WorkDone};
