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

mod access;
mod action;
mod block;
mod blocks;
mod cells;
pub mod clock;
mod compare;
mod constant;
mod core;
mod core_state;
mod counter_test;
mod decode;
mod eager;
pub mod explore;
mod foresee;
mod instrumented;
mod launch;
mod limits;
mod memory_limit;
mod observe;
mod program;
mod queue;
mod run;
mod schedule;
mod session;
mod signal;
mod window;

pub use access::{Footprint, Undefined};
pub use compare::{Compared, TargetDiff};
pub use core::{CounterCmp, CounterTest, counter_places};
pub use core_state::{CoreState, LoopState, NamedValue};
pub use decode::{Refusal, decode, executes};
pub use eager::{EagerCore, Registers};
pub use instrumented::{InstrumentedProgram, Scripted};
pub use launch::{Launch, LaunchArg, MOST_BLOCKS, OpStats, Report};
pub use limits::{Limits, size_text, too_many_kept};
pub use observe::{
    CounterStep, Effects, Execute, Observer, QueueRecord, QueueStep, TraceKind, TraceRecord,
};
pub use program::{Param, Program};
pub use pto_kernels::bytes::Number;
pub use pto_kernels::memory::{HostBuffer, MemoryId, POISON, prefer_large_pages};
pub use pto_kernels::{Vectorised, vectorised};
pub use session::{Checkpoint, Session};
pub use signal::{Channel, CoreAt, CoreRole, CrossCoreOp, Kind};
pub use window::{MOST_RANKS, comm_context};
