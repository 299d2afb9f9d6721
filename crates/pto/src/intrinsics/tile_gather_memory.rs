//! Intrinsics of the op table's file `tile_gather_memory.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::{TileOf, TileWith};
use crate::call::Call;
use crate::element::{Element, F8E4M3, F8E5M2, Hif8, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::global::GlobalTensor;
use crate::intrinsics::enums::{Coalesce, GatherOob, ScatterAtomicOp, ScatterConflict, ScatterOob};
use crate::layout::IsNoneBox;
use crate::marker::Vec;
use pto_isa::ops::tile_gather_memory as ops;

/// Elements that [`mgather`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.mgather` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2",
)]
pub trait MgatherElement: Element {}
impl MgatherElement for f32 {}
impl MgatherElement for f16 {}
impl MgatherElement for bf16 {}
impl MgatherElement for i32 {}
impl MgatherElement for i16 {}
impl MgatherElement for i8 {}
impl MgatherElement for u32 {}
impl MgatherElement for u16 {}
impl MgatherElement for u8 {}
impl MgatherElement for F8E4M3 {}
impl MgatherElement for F8E5M2 {}
impl MgatherElement for Hif8 {}

/// Elements that [`mgather`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`idx` of `pto.mgather` does not take `{Self}` elements",
    note = "it takes i32, u32",
)]
pub trait MgatherIdxElement: Element {}
impl MgatherIdxElement for i32 {}
impl MgatherIdxElement for u32 {}

/// Attributes of [`mgather`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MgatherWith {
    /// for indices past the table.
    pub gather_oob: Option<GatherOob>,
}

/// Gather rows or elements of a table in global memory.
///
/// With `coalesce` row, `idx` names the table row of every row of `dst`; with elem, the flat table element
/// of every element. `gatherOob` says what an index past the table reads. A mat destination takes its
/// indices from global memory.
///
/// ```text
/// dst[r,c] = mem[idx[r], c]   (row)
/// dst[r,c] = mem_flat[idx[r,c]]   (elem)
/// ```
///
/// C++: `MGATHER(dst, mem, idx)`
///
/// Rules:
/// - `dst` must be in vec or mat: E0201
/// - `idx` is a vec tile for a vec destination, and a view on global memory for a mat destination: E0201
/// - a vec destination is ND, on A2/A3 also NZ, on A5 also DN; a mat destination is NZ: E0202
/// - `idx` must be unboxed: E0202
/// - `idx` must be row-major, on a2a3: E0202
/// - `idx` must have element type i32 or ui32: E0204
/// - `dst`, `mem` and `scratch` must have the same element type: E0203
/// - a mat destination needs `coalesce`, and a scratch view exactly for `elem`; a vec destination takes no scratch: E0228
/// - row by row, `idx` is 1 x R (but for A2/A3 also R x 1, column-major) for R valid rows of data; element by element, it has the valid region of the data: E0228
/// - row by row, the table's last extent must equal the valid columns of `dst`, on a5: E0228
/// - bounds, atomic and conflict policies need `coalesce`: E0232
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/MGather.hpp:22-564)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:29-612)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (union of the devices; pto-isa@3186c381 include/pto/cpu/MGather.hpp:22-67)
#[track_caller]
pub fn mgather<
    EDst: MgatherElement,
    EIdx: MgatherIdxElement,
    Dst: TileWith<EDst>,
    Idx: TileWith<EIdx, Layout: IsNoneBox>,
>(dst: &mut Dst, mem: &GlobalTensor<'_, EDst>, idx: &Idx) -> Result<Event> {
    Call::new(&ops::mgather).view(0, mem).tile(1, idx).tile(2, dst).run()
}

/// [`mgather`] with attributes.
#[track_caller]
pub fn mgather_with<
    EDst: MgatherElement,
    EIdx: MgatherIdxElement,
    Dst: TileWith<EDst>,
    Idx: TileWith<EIdx, Layout: IsNoneBox>,
>(dst: &mut Dst, mem: &GlobalTensor<'_, EDst>, idx: &Idx, with: MgatherWith) -> Result<Event> {
    Call::new(&ops::mgather).view(0, mem).tile(1, idx).tile(2, dst).word("gatherOob", with.gather_oob.map(GatherOob::word)).run()
}

/// [`mgather`] with `scratch`.
///
/// C++: `MGATHER(dst, mem, idx, scratch, coalesce)`
#[track_caller]
pub fn mgather_scratch<
    EDst: MgatherElement,
    EIdx: MgatherIdxElement,
    Dst: TileWith<EDst>,
    Idx: TileWith<EIdx, Layout: IsNoneBox>,
>(dst: &mut Dst, mem: &GlobalTensor<'_, EDst>, idx: &Idx, scratch: &mut GlobalTensor<'_, EDst>, coalesce: Coalesce) -> Result<Event> {
    Call::new(&ops::mgather).view(0, mem).tile(1, idx).tile(2, dst).view_mut(3, scratch).word("coalesce", Some(coalesce.word())).run()
}

/// [`mgather_scratch`] with attributes.
#[track_caller]
pub fn mgather_scratch_with<
    EDst: MgatherElement,
    EIdx: MgatherIdxElement,
    Dst: TileWith<EDst>,
    Idx: TileWith<EIdx, Layout: IsNoneBox>,
>(dst: &mut Dst, mem: &GlobalTensor<'_, EDst>, idx: &Idx, scratch: &mut GlobalTensor<'_, EDst>, coalesce: Coalesce, with: MgatherWith) -> Result<Event> {
    Call::new(&ops::mgather).view(0, mem).tile(1, idx).tile(2, dst).view_mut(3, scratch).word("coalesce", Some(coalesce.word())).word("gatherOob", with.gather_oob.map(GatherOob::word)).run()
}

/// Elements that [`mscatter`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.mscatter` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2",
)]
pub trait MscatterElement: Element {}
impl MscatterElement for f32 {}
impl MscatterElement for f16 {}
impl MscatterElement for bf16 {}
impl MscatterElement for i32 {}
impl MscatterElement for i16 {}
impl MscatterElement for i8 {}
impl MscatterElement for u32 {}
impl MscatterElement for u16 {}
impl MscatterElement for u8 {}
impl MscatterElement for F8E4M3 {}
impl MscatterElement for F8E5M2 {}
impl MscatterElement for Hif8 {}

/// Elements that [`mscatter`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`idx` of `pto.mscatter` does not take `{Self}` elements",
    note = "it takes i32, u32",
)]
pub trait MscatterIdxElement: Element {}
impl MscatterIdxElement for i32 {}
impl MscatterIdxElement for u32 {}

/// Attributes of [`mscatter`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MscatterWith {
    /// `coalesce`.
    pub coalesce: Option<Coalesce>,
    /// `scatterAtomicOp`.
    pub scatter_atomic_op: Option<ScatterAtomicOp>,
    /// for indices past the table.
    pub scatter_oob: Option<ScatterOob>,
    /// which of two writes to one place stays.
    pub scatter_conflict: Option<ScatterConflict>,
}

/// Scatter rows or elements of a tile into a table in global memory.
///
/// With `coalesce` row, `idx` names the table row of every row of `src`; with elem, the flat table element of
/// every element. `scatterAtomicOp` combines instead of overwriting, `scatterOob` treats indices past the
/// table, `scatterConflict` two writes to one place.
///
/// ```text
/// mem[idx[r], c] = op(mem[idx[r], c], src[r,c])   (row)
/// mem_flat[idx[r,c]] = op(mem_flat[idx[r,c]], src[r,c])   (elem)
/// ```
///
/// C++: `MSCATTER(mem, src, idx)`
///
/// Rules:
/// - `src` and `idx` must be in vec: E0201
/// - `src` must be ND (row-major, unboxed) or NZ, on a2a3: E0202
/// - `src` must be unboxed, on a5: E0202
/// - `idx` must be unboxed: E0202
/// - `idx` must be row-major, on a2a3: E0202
/// - `idx` must have element type i32 or ui32: E0204
/// - `src` and `mem` must have the same element type: E0203
/// - row by row, `idx` is 1 x R (but for A2/A3 also R x 1, column-major) for R valid rows of data; element by element, it has the valid region of the data: E0228
/// - row by row, the table's last extent must equal the valid columns of `src`, on a5: E0228
/// - atomic add takes f32, i32, f16, bf16, i16 or i8 on A2/A3 and i32, u32, f32, f16 or bf16 on A5; maximum and minimum take i32, u32 or f32 on A5: E0204
/// - bounds, atomic and conflict policies need `coalesce`: E0232
/// - `scatterConflict` exists on A5 only, on a2a3: E0232
///
/// Element types:
/// - a2a3: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/MScatter.hpp:20-472)
/// - a5: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a5/MScatter.hpp:22-478)
/// - cpu: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (union of the devices; pto-isa@3186c381 include/pto/cpu/MScatter.hpp:24-33)
#[track_caller]
pub fn mscatter<
    EMem: MscatterElement,
    EIdx: MscatterIdxElement,
    Src: TileOf<Vec, EMem>,
    Idx: TileOf<Vec, EIdx, Layout: IsNoneBox>,
>(mem: &mut GlobalTensor<'_, EMem>, src: &Src, idx: &Idx) -> Result<Event> {
    Call::new(&ops::mscatter).tile(0, src).tile(1, idx).view_mut(2, mem).run()
}

/// [`mscatter`] with attributes.
#[track_caller]
pub fn mscatter_with<
    EMem: MscatterElement,
    EIdx: MscatterIdxElement,
    Src: TileOf<Vec, EMem>,
    Idx: TileOf<Vec, EIdx, Layout: IsNoneBox>,
>(mem: &mut GlobalTensor<'_, EMem>, src: &Src, idx: &Idx, with: MscatterWith) -> Result<Event> {
    Call::new(&ops::mscatter).tile(0, src).tile(1, idx).view_mut(2, mem).word("coalesce", with.coalesce.map(Coalesce::word)).word("scatterAtomicOp", with.scatter_atomic_op.map(ScatterAtomicOp::word)).word("scatterOob", with.scatter_oob.map(ScatterOob::word)).word("scatterConflict", with.scatter_conflict.map(ScatterConflict::word)).run()
}
