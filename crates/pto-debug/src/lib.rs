//! Why is this number wrong: looking at values, comparing with a reference, shadows in double precision, two runs side by
//! side, and time travel. Everything here watches a run through [`pto_sim::Observer`] or [`pto_sim::Session`]; a plain run
//! pays nothing for it.
//!
//! | question | start at |
//! |---|---|
//! | what does this tile hold, when? | [`look()`], [`Pattern`] |
//! | what are the values like? | [`ValueStats`] |
//! | where and why is it not what was expected? | [`expect()`] |
//! | which instruction adds the error? | [`shadow()`] |
//! | where do two runs part? | [`trail()`], [`compare_runs()`] |
//! | how did it come to this? | [`Traveller`], [`Condition`], [`Origins`] |

mod compare;
mod condition;
mod diff;
mod expect;
mod look;
mod moment;
mod mutate;
mod number;
mod origin;
mod pattern;
mod record;
mod shadow;
mod slice;
mod travel;
mod value_stats;

pub use compare::{Comparison, Difference, Reference, Tolerance, compare, numbers, ulps_between};
pub use condition::{Condition, element};
pub use diff::{RunDifference, RunsCompared, Trail, compare_runs, trail};
pub use expect::{Case, FlowLine, Suspect, Verdict, Why, expect};
pub use look::{Content, Seen, look};
pub use moment::Moment;
pub use mutate::{Kind, Mutant, mutants};
pub use number::{NumberFormat, table};
pub use origin::{Origin, Origins};
pub use pattern::Pattern;
pub use record::{Byte, Step, Traps, memory_of, record, run_trapping};
pub use shadow::{LineError, NotFollowed, Shadow, ShadowOutput, shadow};
pub use slice::{Slice, slice};
pub use travel::{Breakpoint, Stop, Traveller, Writer};
pub use value_stats::{HISTOGRAM_BINS, ValueStats, is_unwritten};
