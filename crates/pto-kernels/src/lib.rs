//! Memory, and kernels that equal the reference semantics bit for bit, written for speed. All `unsafe` code is here.

mod arg_columns;
mod arg_reduce;
mod axis;
mod buffer;
mod buffered;
pub mod bytes;
mod cast;
mod cast_int;
mod choose;
mod context;
mod convert;
mod convert_small;
mod copy;
mod custom;
#[doc(hidden)]
pub mod differential;
mod elem;
mod fix;
mod forward;
mod gather;
mod gemm;
mod generate;
mod load_store;
mod mad;
mod map;
mod matmul;
mod memo;
pub mod memory;
mod minmax;
mod moves;
mod narrow;
mod part;
mod part_arg;
mod prepared;
mod quant;
mod rearrange;
mod reduce;
mod reduce_col;
mod reduce_row;
mod relayout;
mod rows;
mod run;
mod runtime_args;
mod simd;
mod sort;
mod staged;
mod strided;
#[cfg(target_arch = "x86_64")]
mod transpose;
pub mod value;
pub mod vector;

pub use context::Context;
pub use forward::settle;
pub use prepared::PreparedKernel;
pub use run::{claim_ahead, run};
pub use runtime_args::RuntimeArgs;
