//! Why is this number wrong: looking at values, comparing with a reference, shadows in double precision, two runs side by
//! side, and time travel. Everything here watches a run through [`pto_sim::Observer`] or [`pto_sim::Session`]; a plain run
//! pays nothing for it.
//!
//! | question | start at |
//! |---|---|
//! | what does this tile hold, when? | [`look()`], [`Pattern`] |
//! | what are the values like? | [`ValueStats`] |

mod look;
mod moment;
mod number;
mod pattern;
mod value_stats;

pub use look::{Content, Seen, look};
pub use moment::Moment;
pub use number::{NumberFormat, table};
pub use pattern::Pattern;
pub use value_stats::{HISTOGRAM_BINS, ValueStats};
