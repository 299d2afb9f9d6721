//! The instructions on registers: operands in the order of the text, then attributes.

// Written by `cargo xtask gen`. Do not edit.

#[rustfmt::skip]
mod enums;
#[rustfmt::skip]
mod predicate;
#[rustfmt::skip]
mod predicate_algebra;
#[rustfmt::skip]
mod predicate_memory;
#[rustfmt::skip]
mod vector_binary;
#[rustfmt::skip]
mod vector_compare;
#[rustfmt::skip]
mod vector_convert;
#[rustfmt::skip]
mod vector_create;
#[rustfmt::skip]
mod vector_load;
#[rustfmt::skip]
mod vector_rearrange;
#[rustfmt::skip]
mod vector_reduce;
#[rustfmt::skip]
mod vector_scalar;
#[rustfmt::skip]
mod vector_special;
#[rustfmt::skip]
mod vector_store;
#[rustfmt::skip]
mod vector_unary;

pub use enums::*;
pub use predicate::*;
pub use predicate_algebra::*;
pub use predicate_memory::*;
pub use vector_binary::*;
pub use vector_compare::*;
pub use vector_convert::*;
pub use vector_create::*;
pub use vector_load::*;
pub use vector_rearrange::*;
pub use vector_reduce::*;
pub use vector_scalar::*;
pub use vector_special::*;
pub use vector_store::*;
pub use vector_unary::*;
