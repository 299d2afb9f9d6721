//! The intrinsics of the C++ API: destination first, then the arguments in the order of C++.

// Written by `cargo xtask gen`. Do not edit.

#[rustfmt::skip]
mod comm;
#[rustfmt::skip]
mod enums;
#[rustfmt::skip]
mod tile_arg_reduce;
#[rustfmt::skip]
mod tile_binary;
#[rustfmt::skip]
mod tile_bitwise;
#[rustfmt::skip]
mod tile_compare;
#[rustfmt::skip]
mod tile_config;
#[rustfmt::skip]
mod tile_convert;
#[rustfmt::skip]
mod tile_debug;
#[rustfmt::skip]
mod tile_divide;
#[rustfmt::skip]
mod tile_expand_col;
#[rustfmt::skip]
mod tile_expand_row;
#[rustfmt::skip]
mod tile_fused;
#[rustfmt::skip]
mod tile_gather;
#[rustfmt::skip]
mod tile_gather_memory;
#[rustfmt::skip]
mod tile_generate;
#[rustfmt::skip]
mod tile_hif4;
#[rustfmt::skip]
mod tile_layout;
#[rustfmt::skip]
mod tile_load_store;
#[rustfmt::skip]
mod tile_matmul;
#[rustfmt::skip]
mod tile_matmul_mx;
#[rustfmt::skip]
mod tile_move;
#[rustfmt::skip]
mod tile_pad;
#[rustfmt::skip]
mod tile_part;
#[rustfmt::skip]
mod tile_power;
#[rustfmt::skip]
mod tile_prefetch;
#[rustfmt::skip]
mod tile_quant;
#[rustfmt::skip]
mod tile_reduce_col;
#[rustfmt::skip]
mod tile_reduce_row;
#[rustfmt::skip]
mod tile_scalar;
#[rustfmt::skip]
mod tile_sort;
#[rustfmt::skip]
mod tile_unary;
#[rustfmt::skip]
mod tile_window;

pub use comm::*;
pub use enums::*;
pub use tile_arg_reduce::*;
pub use tile_binary::*;
pub use tile_bitwise::*;
pub use tile_compare::*;
pub use tile_config::*;
pub use tile_convert::*;
pub use tile_debug::*;
pub use tile_divide::*;
pub use tile_expand_col::*;
pub use tile_expand_row::*;
pub use tile_fused::*;
pub use tile_gather::*;
pub use tile_gather_memory::*;
pub use tile_generate::*;
pub use tile_hif4::*;
pub use tile_layout::*;
pub use tile_load_store::*;
pub use tile_matmul::*;
pub use tile_matmul_mx::*;
pub use tile_move::*;
pub use tile_pad::*;
pub use tile_part::*;
pub use tile_power::*;
pub use tile_prefetch::*;
pub use tile_quant::*;
pub use tile_reduce_col::*;
pub use tile_reduce_row::*;
pub use tile_scalar::*;
pub use tile_sort::*;
pub use tile_unary::*;
pub use tile_window::*;
