//! Intrinsics of the op table's file `tile_prefetch.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileWith;
use crate::call::Call;
use crate::element::{Element, F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Hif8, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::global::GlobalTensor;
use pto_isa::ops::tile_prefetch as ops;

/// Elements that [`tprefetch`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tprefetch` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
    note = "a5 takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait TprefetchElement: Element {}
impl TprefetchElement for f32 {}
impl TprefetchElement for f16 {}
impl TprefetchElement for bf16 {}
impl TprefetchElement for i64 {}
impl TprefetchElement for i32 {}
impl TprefetchElement for i16 {}
impl TprefetchElement for i8 {}
impl TprefetchElement for u64 {}
impl TprefetchElement for u32 {}
impl TprefetchElement for u16 {}
impl TprefetchElement for u8 {}
impl TprefetchElement for F8E4M3 {}
impl TprefetchElement for F8E5M2 {}
impl TprefetchElement for Hif8 {}
impl TprefetchElement for F8E8M0 {}
impl TprefetchElement for F4E1M2x2 {}
impl TprefetchElement for F4E2M1x2 {}

/// Load a tile ahead of its use.
///
/// A hint: it fills `dst` as `tload` does, and waits for no event. A later `tload` may still be needed
/// where the program must be sure of the data.
///
/// ```text
/// dst[i,j] = src[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TPREFETCH(dst, src)`
///
/// Rules:
/// - `dst` must be in vec or mat: E0201
/// - `dst` and `src` must have elements of the same size: E0206
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPrefetch.hpp:57; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3918-3987)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TPrefetch.hpp:60; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3918-3987)
/// - cpu: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TPrefetch.hpp:33)
#[track_caller]
pub fn tprefetch<
    EDst: TprefetchElement,
    ESrc: Element,
    Dst: TileWith<EDst>,
>(dst: &mut Dst, src: &GlobalTensor<'_, ESrc>) -> Result<Event> {
    Call::new(&ops::tprefetch).view(0, src).tile(1, dst).run()
}
