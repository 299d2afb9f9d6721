//! Vector registers: values of a type, and the instructions on them.
//!
//! [`Vreg`], [`Mask`] and [`Align`] are what the registers of a core hold, [`UbPtr`] points into a tile. As in the SSA
//! form of the instructions nothing is written to that exists beforehand: an instruction takes values and gives new
//! ones. Element types and lane widths are type parameters, so that registers of different types do not meet, and a
//! predicate is for the lanes it is used with.
//!
//! ```
//! use pto::prelude::*;
//! let mut x = Tile::<Vec, f32, 1, 64>::new();
//! x.write(&(0..64).map(|i| i as f32).collect::<std::vec::Vec<f32>>())?;
//! vecscope(|| {
//!     let p = x.address()?;
//!     let all = pset_b32(Pattern::All)?;
//!     let a = vlds(&p, 0)?;
//!     let low = vcmps(&a, 32.0, &all, CmpMode::Lt)?;
//!     vsts(&vadds(&a, 1.0, &low)?, &p, 0, &all)
//! })?;
//! assert_eq!((x.get_value(31)?, x.get_value(32)?), (32.0, 0.0));
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! The functions are those of the SSA form: operands in the order of the text, then attributes. What may be left out
//! is a function of its own, named after what is given: `vexpdif_mask` takes a predicate, `vlds_dist` a
//! distribution, and `_post` moves a pointer on and gives it back. A stream's [`Align`] is taken by value: each state
//! is used once.

mod lane;
mod ops;
mod pointer;
mod register;
mod scope;

pub use lane::{B8, B16, B32, Lane, Width};
pub use ops::*;
pub use pointer::UbPtr;
pub use register::{Align, Mask, Vreg};
pub use scope::vecscope;
