//! PTO kernels in Rust.
//!
//! [`Tile`] and the functions of [`intrinsics`] mirror the C++ API of `pto/pto-inst.hpp`: destination first, then
//! the arguments in the order of C++, names in small letters. What the types can see does not compile; everything
//! else is an [`Error`] with the code that `pto check` or `pto run` reports.
//!
//! ```
//! use pto::prelude::*;
//!
//! let mut src0 = Tile::<Vec, f32, 16, 16>::new();
//! let mut src1 = Tile::<Vec, f32, 16, 1, ColMajor>::new();
//! let mut dst = Tile::<Vec, f32, 16, 16>::new();
//! texpands(&mut src0, 1.0)?;
//! src1.write(&[2.0; 16])?;
//! trowexpandadd(&mut dst, &src0, &src1)?;
//! assert_eq!(dst.read()?, [3.0; 256]);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! A [`Session`] decides what an intrinsic does: it executes at once (the default), or it records, and the same
//! kernel becomes a program that can be printed, checked, timed, lowered and run.
//!
//! [`vector`] has registers and predicates, as values: the SSA form of the instructions on them.
//!
//! Optional operands of C++ become functions of their own, named after what is given: `trowexpandadd_tmp` takes
//! scratch, `tcolargmin_val` the values besides the indices. Functions that end in `_with` take attributes.

#![deny(missing_docs)]

mod any_tile;
mod arena;
mod call;
mod control;
mod element;
mod error;
mod event;
mod global;
mod handle;
pub mod intrinsics;
pub mod layout;
mod machine;
mod marker;
mod queue;
pub mod seeds;
mod session;
mod side;
mod tile;
mod transfer;
mod value;
pub mod vector;

pub use any_tile::{AnyTile, TileOf, TileWith};
pub use control::{Events, SyncCoreType, after, printf, syncall, syncall_soft, tsync};
pub use element::{Element, F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Hif8, Scalar, bf16, f16};
pub use error::{Error, Result};
pub use event::Event;
pub use global::GlobalTensor;
pub use intrinsics::*;
pub use machine::{bitcast, subview, tassign, tget_scale_addr, treshape};
pub use marker::{
    Acc, Bias, ColMajor, Dynamic, DynamicCols, DynamicRows, Fill, Full, Known, Left, Mat, Memory,
    Nn, NoPad, Nz, Order, PadMax, PadMin, PadZero, Region, Right, RowMajor, ScaleLeft, ScaleRight,
    Scaling, Valid, Vec, Zn, Zz,
};
pub use queue::{Direction, TPipe, section_cube, section_vector, tfree, tpop, tpush};
pub use session::{RecordSession, Recording, Session, block_idx, block_num};
pub use tile::Tile;
pub use transfer::{
    AsyncEvent, AsyncSession, PrefetchAsyncContext, comm_tget_async, comm_tput_async,
    tprefetch_async,
};

pub use pto_check::{Options as CheckOptions, Verified, check, verify};
pub use pto_ir::{Diagnostic, Module, Severity, Style, parse, print};
pub use pto_isa::sem::{Numerics, Semantics};
pub use pto_isa::{Code, DType, Rulebook, Target, TileTy, code};
pub use pto_sim::{Launch, LaunchArg, Limits, Program, Report, decode};

/// How long programs take.
pub mod cost {
    pub use pto_cost::*;
}

/// Addresses and synchronisation written into programs.
pub mod lower {
    pub use pto_lower::*;
}

/// What a kernel needs.
pub mod prelude {
    pub use crate::intrinsics::*;
    pub use crate::vector::*;
    pub use crate::{
        Acc, AnyTile, AsyncEvent, AsyncSession, Bias, ColMajor, Direction, Dynamic, DynamicCols,
        DynamicRows, Element, Event, F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Full,
        GlobalTensor, Hif8, Left, Mat, Nn, NoPad, Nz, PadMax, PadMin, PadZero,
        PrefetchAsyncContext, Right, RowMajor, Rulebook, ScaleLeft, ScaleRight, Scaling, Session,
        SyncCoreType, TPipe, Target, Tile, Valid, Vec, Zn, Zz, after, bf16, bitcast, block_idx,
        block_num, comm_tget_async, comm_tput_async, f16, printf, section_cube, section_vector,
        subview, syncall, syncall_soft, tassign, tfree, tget_scale_addr, tpop, tprefetch_async,
        tpush, treshape, tsync,
    };
}

/// The Rust programs of the book and the README.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../docs/rust-api.md")]
    mod chapter {}
    #[doc = include_str!("../../../README.md")]
    mod readme {}
}
