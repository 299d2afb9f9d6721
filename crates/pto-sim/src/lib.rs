//! Runs PTO programs on the host: decode once, then execute blocks with the reference semantics of the op
//! table or with kernels that give the same bits faster.
//!
//! See [`Program::run`] for an example.

mod alu;
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
mod place;
mod program;
mod queue;
mod repeat;
mod scale;
mod schedule;
mod signal;
mod sync;
mod transfer;
mod value;

pub use bytes::Number;
pub use core::OpStats;
pub use decode::{Refusal, decode};
pub use eager::EagerCore;
pub use launch::{Launch, LaunchArg, Report};
pub use memory::{CoreMemory, GlobalMemory, HostBuffer, MemoryId, POISON};
pub use observe::{Act, CoreAt, Deed, Effects, Execute, Observer, QueueDeed, QueueStep, Watched};
pub use program::{Param, Program};
pub use signal::{Ask, Channel, CoreRole, Kind};
pub use value::Value;
