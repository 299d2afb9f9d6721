//! Runs PTO programs on the host: decode once, then execute blocks with the reference semantics of the op
//! table or with kernels that give the same bits faster.
//!
//! ```
//! use pto_isa::{DType, Target, TileTy};
//! use pto_isa::sem::{Numerics, Semantics};
//! use pto_sim::{Launch, LaunchArg, decode};
//!
//! let mut b = pto_ir::Module::builder();
//! let tile = b.ty(TileTy::vec(DType::I32, 1, 8));
//! b.func("double").arg("x", tile).body(|b, args| {
//!     b.op("tadd").ins([args[0], args[0]]).outs([args[0]]).end();
//! });
//! let module = b.finish().unwrap();
//! let (verified, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
//! let program = decode(&verified, None, Numerics::new(Target::A5, Semantics::Manual)).unwrap();
//! let mut args = [LaunchArg::Bytes((0..8i32).flat_map(i32::to_le_bytes).collect())];
//! program.run(&mut args, &Launch::default()).unwrap();
//! assert_eq!(args, [LaunchArg::Bytes((0..8i32).flat_map(|i| (2 * i).to_le_bytes()).collect())]);
//! ```

mod alu;
mod blocks;
mod bytes;
pub mod check;
mod constant;
mod core;
mod decode;
mod eager;
pub mod fast;
mod half;
mod launch;
mod locals;
mod machine;
mod memory;
mod observe;
pub mod order;
mod pipe;
mod program;
mod queue;
mod repeat;
mod scale;
mod schedule;
mod signal;
mod sync;
mod transfer;
mod value;
mod wave;

pub use bytes::Number;
pub use core::OpStats;
pub use decode::{Refusal, decode};
pub use eager::{EagerCore, Registers};
pub use launch::{Launch, LaunchArg, Report};
pub use memory::{CoreMemory, GlobalMemory, HostBuffer, MemoryId, POISON};
pub use observe::{Act, CoreAt, Deed, Effects, Execute, Observer, QueueDeed, QueueStep, Watched};
pub use program::{Param, Program};
pub use signal::{Ask, Channel, CoreRole, Kind};
pub use value::Value;
