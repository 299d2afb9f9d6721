//! Memory, and kernels that equal the reference semantics bit for bit, written for speed. All `unsafe` code is here.

mod arg_columns;
mod arg_reduce;
mod axis;
mod buffer;
pub mod bytes;
mod cast;
mod context;
mod convert;
mod copy;
#[doc(hidden)]
pub mod differ;
mod elem;
mod extreme;
pub mod gemm;
mod live;
mod load_store;
mod mad;
mod map;
mod matmul;
pub mod memory;
mod moves;
mod narrow;
mod plane;
mod ready;
mod reduce;
mod reduce_col;
mod reduce_row;
mod rows;
mod run;
mod simd;
mod stage;
#[cfg(target_arch = "x86_64")]
mod turn;
pub mod value;
pub mod vector;

pub use context::Context;
pub use live::Live;
pub use ready::Ready;
pub use run::{claim_ahead, run};
