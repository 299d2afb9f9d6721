//! Memory, and kernels that equal the reference semantics bit for bit, written for speed. All `unsafe` code is here.

mod arg_columns;
mod arg_reduce;
mod axis;
mod buffer;
mod buffered;
pub mod bytes;
mod cast;
mod context;
mod convert;
mod copy;
#[doc(hidden)]
pub mod differential;
mod elem;
pub mod gemm;
mod load_store;
mod mad;
mod map;
mod matmul;
pub mod memory;
mod minmax;
mod moves;
mod narrow;
mod prepared;
mod reduce;
mod reduce_col;
mod reduce_row;
mod rows;
mod run;
mod runtime_args;
mod simd;
mod strided;
#[cfg(target_arch = "x86_64")]
mod transpose;
pub mod value;
pub mod vector;

pub use context::Context;
pub use prepared::PreparedKernel;
pub use run::{claim_ahead, run};
pub use runtime_args::RuntimeArgs;
