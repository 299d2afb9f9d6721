//! What a program does to memory, and what must happen before what: memory objects and the values that point to
//! them, liveness, placement, dependences between pipes, events for them, and fix-its. The checker, the simulator, the
//! cost model and the lowering passes ask here; translation validation does not. No I/O.

pub mod access;
pub mod allocator;
pub mod event_alloc;
pub mod facts;
mod fit;
pub mod fixit;
pub mod footprint;
pub mod hoist;
pub mod last_access;
pub mod liveness;
pub mod memory_objects;
pub mod multi_buffer;
pub mod placement;
pub mod region_tree;
pub mod sync;
pub mod user_sync;

pub use fit::check_fit;
pub use memory_objects::{MemObject, Place, PointsTo};
pub use placement::{Placement, place, place_for};
pub use region_tree::RegionTree;
