//! Translation validation: proves that a program's placement destroys nothing that is still needed, and that its
//! synchronisation orders everything that conflicts. It depends on the instruction table and the program alone, so
//! that it shares nothing with the passes whose results it validates. No I/O.
//!
//! What is not proved is data: a [`Finding`] names the statements, and the [`MissingEdge`] of happens-before if that is
//! what is missing. How to repair it is for others to say.

mod call_graph;
mod ir;
mod kinds;
mod memory;
mod points_to;
mod sync;

pub use call_graph::calls;
pub use kinds::{functions_for_one_block, mixed_cores};
pub use memory::{placed_by_hand, validate_placement};
pub use sync::{
    Finding, MissingEdge, Reason, Scope, SyncValidator, UserEvents, Validation, validate_sync,
};
