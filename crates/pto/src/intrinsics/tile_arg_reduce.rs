//! Intrinsics of the op table's file `tile_arg_reduce.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::{IsNd, IsNoneBox};
use crate::marker::Vec;
use pto_isa::ops::tile_arg_reduce as ops;
use pto_isa::rule::{Constraint, LayoutIs};

/// Elements that [`tcolargmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolargmin` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, u16, u32",
    note = "a2a3, by the manual, takes f16, f32, u16, u32, i16, i32",
    note = "a5 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu and a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, f32",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
)]
pub trait TcolargminElement: Element {}
impl TcolargminElement for f32 {}
impl TcolargminElement for f16 {}
impl TcolargminElement for bf16 {}
impl TcolargminElement for i64 {}
impl TcolargminElement for i32 {}
impl TcolargminElement for i16 {}
impl TcolargminElement for i8 {}
impl TcolargminElement for u64 {}
impl TcolargminElement for u32 {}
impl TcolargminElement for u16 {}
impl TcolargminElement for u8 {}

/// Find the row index of the smallest element of each column.
///
/// With two outputs the smallest value is stored too. Ties go to the first row. NaN counts as larger
/// than every number (quirk `argmin-nan`). The domain is the valid region of `src`; it must not be empty.
/// It does not fence unrelated traffic.
///
/// ```text
/// dstIdx[0,j] = argmin over i < R of src[i,j]
/// dstVal[0,j] = min over i < R of src[i,j]
/// ```
///
/// C++: `TCOLARGMIN(dstIdx, src, tmp)`
///
/// Rules:
/// - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
/// - `src` must be unboxed: E0202
/// - `src` must be ND (row-major, unboxed), on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `dstVal` and `dstIdx` must be ND (row-major, unboxed): E0202
/// - `src` must have a non-empty valid region (`--rules device`): E0214
/// - the valid columns of `src` must be 1, or not known in the text (`--rules manual`): E0215
/// - `src` and `dstVal` must have the same element type: E0203
/// - a value output is not available for 8-bit sources: E0204
/// - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it must be i16 or u16: E0204
/// - `dstVal` and `dstIdx` must have exactly 1 valid row: E0215
/// - `src`, `dstIdx` and `dstVal` must have as many valid columns: E0213
/// - `src` and `tmp` must have the same element type, on a2a3: E0203
/// - `tmp` must hold 2\*n and n elements, each rounded up to whole blocks, where n repeats hold the valid columns, on a2a3: E0224
///
/// Element types:
/// - a2a3: `src`: f16, f32, u16, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:26)
/// - a2a3 (`--rules manual`): `src`: f16, f32, u16, u32, i16, i32 (manual page pto.tcolargmin, Target-Profile Restrictions)
/// - a5: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceIdx.hpp:65)
/// - cpu, a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, f32 (manual page pto.tcolargmin)
/// - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100 takes every integer, f16, bf16, f32)
///
/// Scratch:
/// - a2a3 (`--rules device`): at least 3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
/// - a2a3 (`--rules device`): at least 3 gaps of elements: counter, current minimum and index; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
/// - a2a3 (`--rules manual`): at least 3 gaps of elements: counter, current minimum and index; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tcolargmin<
    EDstIdx: Element,
    ESrc: TcolargminElement,
    ETmp: Element,
    DstIdx: TileOf<Vec, EDstIdx, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNoneBox>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::ValidRowsIs(1).allows(&DstIdx::TY, &DstIdx::TY), "`pto.tcolargmin`: `dstIdx` must have exactly 1 valid row") };
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &DstIdx::TY), "`pto.tcolargmin`: `src` and `dstIdx` must have as many valid columns") };
    Call::new(&ops::tcolargmin).tile(0, src).tile(1, tmp).tile(3, dst_idx).run()
}

/// [`tcolargmin`] with `dstVal`.
///
/// C++: `TCOLARGMIN(dstVal, dstIdx, src, tmp)`
///
/// Scratch:
/// - a2a3 (`--rules device`): at least 3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
/// - a2a3 (`--rules device`): at least 3 gaps of elements: counter, current minimum and index; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
/// - a2a3 (`--rules manual`): at least 3 gaps of elements: counter, current minimum and index; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tcolargmin_val<
    EDstVal: TcolargminElement,
    EDstIdx: Element,
    ETmp: Element,
    DstVal: TileOf<Vec, EDstVal, Layout: IsNd>,
    DstIdx: TileOf<Vec, EDstIdx, Layout: IsNd>,
    Src: TileOf<Vec, EDstVal, Layout: IsNoneBox>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_val: &mut DstVal, dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::ValidRowsIs(1).allows(&DstVal::TY, &DstVal::TY), "`pto.tcolargmin`: `dstVal` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&DstIdx::TY, &DstIdx::TY), "`pto.tcolargmin`: `dstIdx` must have exactly 1 valid row") };
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &DstIdx::TY), "`pto.tcolargmin`: `src` and `dstIdx` must have as many valid columns") };
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &DstVal::TY), "`pto.tcolargmin`: `src` and `dstVal` must have as many valid columns") };
    Call::new(&ops::tcolargmin).tile(0, src).tile(1, tmp).tile(2, dst_val).tile(3, dst_idx).run()
}

/// Elements that [`tcolargmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolargmax` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, u16, u32",
    note = "a5 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, f32",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
)]
pub trait TcolargmaxElement: Element {}
impl TcolargmaxElement for f32 {}
impl TcolargmaxElement for f16 {}
impl TcolargmaxElement for bf16 {}
impl TcolargmaxElement for i64 {}
impl TcolargmaxElement for i32 {}
impl TcolargmaxElement for i16 {}
impl TcolargmaxElement for i8 {}
impl TcolargmaxElement for u64 {}
impl TcolargmaxElement for u32 {}
impl TcolargmaxElement for u16 {}
impl TcolargmaxElement for u8 {}

/// Find the row index of the largest element of each column.
///
/// With two outputs the largest value is stored too. Ties go to the first row. NaN counts as smaller
/// than every number. The domain is the valid region of `src`; it must not be empty.
///
/// ```text
/// dstIdx[0,j] = argmax over i < R of src[i,j]
/// dstVal[0,j] = max over i < R of src[i,j]
/// ```
///
/// C++: `TCOLARGMAX(dstIdx, src, tmp)`
///
/// Rules:
/// - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
/// - `src` must be unboxed: E0202
/// - `src` must be ND (row-major, unboxed), on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `dstVal` and `dstIdx` must be ND (row-major, unboxed): E0202
/// - `src` must have a non-empty valid region: E0214
/// - `src` and `dstVal` must have the same element type: E0203
/// - a value output is not available for 8-bit sources: E0204
/// - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it must be i16 or u16: E0204
/// - `dstVal` and `dstIdx` must have exactly 1 valid row: E0215
/// - `src`, `dstIdx` and `dstVal` must have as many valid columns: E0213
/// - `src` and `tmp` must have the same element type, on a2a3: E0203
/// - `tmp` must hold 2\*n and n elements, each rounded up to whole blocks, where n repeats hold the valid columns, on a2a3: E0224
///
/// Element types:
/// - a2a3: `src`: f16, f32, u16, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:26)
/// - a5: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceIdx.hpp:65)
/// - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolargmax.md:112-113)
/// - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100)
///
/// Scratch:
/// - a2a3: at least 3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tcolargmax<
    EDstIdx: Element,
    ESrc: TcolargmaxElement,
    ETmp: Element,
    DstIdx: TileOf<Vec, EDstIdx, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNoneBox>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.tcolargmax`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&DstIdx::TY, &DstIdx::TY), "`pto.tcolargmax`: `dstIdx` must have exactly 1 valid row") };
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &DstIdx::TY), "`pto.tcolargmax`: `src` and `dstIdx` must have as many valid columns") };
    Call::new(&ops::tcolargmax).tile(0, src).tile(1, tmp).tile(3, dst_idx).run()
}

/// [`tcolargmax`] with `dstVal`.
///
/// C++: `TCOLARGMAX(dstVal, dstIdx, src, tmp)`
///
/// Scratch:
/// - a2a3: at least 3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tcolargmax_val<
    EDstVal: TcolargmaxElement,
    EDstIdx: Element,
    ETmp: Element,
    DstVal: TileOf<Vec, EDstVal, Layout: IsNd>,
    DstIdx: TileOf<Vec, EDstIdx, Layout: IsNd>,
    Src: TileOf<Vec, EDstVal, Layout: IsNoneBox>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_val: &mut DstVal, dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.tcolargmax`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&DstVal::TY, &DstVal::TY), "`pto.tcolargmax`: `dstVal` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&DstIdx::TY, &DstIdx::TY), "`pto.tcolargmax`: `dstIdx` must have exactly 1 valid row") };
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &DstIdx::TY), "`pto.tcolargmax`: `src` and `dstIdx` must have as many valid columns") };
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &DstVal::TY), "`pto.tcolargmax`: `src` and `dstVal` must have as many valid columns") };
    Call::new(&ops::tcolargmax).tile(0, src).tile(1, tmp).tile(2, dst_val).tile(3, dst_idx).run()
}

/// Elements that [`trowargmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowargmin` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i32, i16",
    note = "a2a3, by the manual, takes f16, f32",
    note = "a5 takes f16, f32, i32, i16",
    note = "a5, by the manual, takes f16, f32",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
)]
pub trait TrowargminElement: Element {}
impl TrowargminElement for f32 {}
impl TrowargminElement for f16 {}
impl TrowargminElement for bf16 {}
impl TrowargminElement for i64 {}
impl TrowargminElement for i32 {}
impl TrowargminElement for i16 {}
impl TrowargminElement for i8 {}
impl TrowargminElement for u64 {}
impl TrowargminElement for u32 {}
impl TrowargminElement for u16 {}
impl TrowargminElement for u8 {}

/// Find the column index of the smallest element of each row.
///
/// With two outputs the smallest value is stored too. The results stand in column 0. Ties go to the first
/// column; NaN counts as larger than every number. The domain is the valid region of `src`.
///
/// ```text
/// dstIdx[i,0] = argmin over j < C of src[i,j]
/// dstVal[i,0] = min over j < C of src[i,j]
/// ```
///
/// C++: `TROWARGMIN(dstIdx, src, tmp)`
///
/// Rules:
/// - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
/// - `src` must be ND (row-major, unboxed): E0202
/// - `dstVal` and `dstIdx` must be ND (row-major, unboxed) or DN with one column: E0202
/// - `src` must have a non-empty valid region: E0214
/// - `src` and `dstVal` must have the same element type: E0203
/// - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it may be i16 or u16: E0204
/// - `dstIdx` must have element type i32 or ui32 (`--rules manual`): E0204
/// - `src`, `dstIdx` and `dstVal` must have as many valid rows: E0212
/// - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules device`) (a warning): W0215
/// - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules manual`): E0215
/// - `src` and `tmp` must have the same element type, on a2a3: E0203
///
/// Element types:
/// - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowReduceIdxOps.hpp:22-42)
/// - a2a3 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86)
/// - a5: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a5/TRowReduceIdx.hpp:49-67 does not check the source; the A2/A3 list)
/// - a5 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86)
/// - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100)
///
/// Scratch:
/// - a2a3: at least per valid row: nothing (index only) or 2 elements up to one repeat of columns; 2\*n and n elements, each in whole blocks, for n repeats; a second stage beyond a repeat of repeats
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowargmin<
    EDstIdx: Element,
    ESrc: TrowargminElement,
    ETmp: Element,
    DstIdx: TileOf<Vec, EDstIdx>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&DstIdx::TY, &DstIdx::TY), "`pto.trowargmin`: `dstIdx` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowargmin`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &DstIdx::TY), "`pto.trowargmin`: `src` and `dstIdx` must have as many valid rows") };
    Call::new(&ops::trowargmin).tile(0, src).tile(1, tmp).tile(3, dst_idx).run()
}

/// [`trowargmin`] with `dstVal`.
///
/// C++: `TROWARGMIN(dstVal, dstIdx, src, tmp)`
///
/// Scratch:
/// - a2a3: at least per valid row: nothing (index only) or 2 elements up to one repeat of columns; 2\*n and n elements, each in whole blocks, for n repeats; a second stage beyond a repeat of repeats
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowargmin_val<
    EDstVal: TrowargminElement,
    EDstIdx: Element,
    ETmp: Element,
    DstVal: TileOf<Vec, EDstVal>,
    DstIdx: TileOf<Vec, EDstIdx>,
    Src: TileOf<Vec, EDstVal, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_val: &mut DstVal, dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&DstVal::TY, &DstVal::TY), "`pto.trowargmin`: `dstVal` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&DstIdx::TY, &DstIdx::TY), "`pto.trowargmin`: `dstIdx` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowargmin`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &DstIdx::TY), "`pto.trowargmin`: `src` and `dstIdx` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &DstVal::TY), "`pto.trowargmin`: `src` and `dstVal` must have as many valid rows") };
    Call::new(&ops::trowargmin).tile(0, src).tile(1, tmp).tile(2, dst_val).tile(3, dst_idx).run()
}

/// Elements that [`trowargmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowargmax` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i32, i16",
    note = "a2a3, by the manual, takes f16, f32",
    note = "a5 takes f16, f32, i32, i16",
    note = "a5, by the manual, takes f16, f32",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
)]
pub trait TrowargmaxElement: Element {}
impl TrowargmaxElement for f32 {}
impl TrowargmaxElement for f16 {}
impl TrowargmaxElement for bf16 {}
impl TrowargmaxElement for i64 {}
impl TrowargmaxElement for i32 {}
impl TrowargmaxElement for i16 {}
impl TrowargmaxElement for i8 {}
impl TrowargmaxElement for u64 {}
impl TrowargmaxElement for u32 {}
impl TrowargmaxElement for u16 {}
impl TrowargmaxElement for u8 {}

/// Find the column index of the largest element of each row.
///
/// With two outputs the largest value is stored too. The results stand in column 0. Ties go to the first
/// column; NaN counts as smaller than every number. The domain is the valid region of `src`.
///
/// ```text
/// dstIdx[i,0] = argmax over j < C of src[i,j]
/// dstVal[i,0] = max over j < C of src[i,j]
/// ```
///
/// C++: `TROWARGMAX(dstIdx, src, tmp)`
///
/// Rules:
/// - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
/// - `src` must be ND (row-major, unboxed): E0202
/// - `dstVal` and `dstIdx` must be ND (row-major, unboxed) or DN with one column: E0202
/// - `src` must have a non-empty valid region: E0214
/// - `src` and `dstVal` must have the same element type: E0203
/// - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it may be i16 or u16: E0204
/// - `dstIdx` must have element type i32 or ui32 (`--rules manual`): E0204
/// - `src`, `dstIdx` and `dstVal` must have as many valid rows: E0212
/// - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules device`) (a warning): W0215
/// - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules manual`): E0215
/// - `src` and `tmp` must have the same element type, on a2a3: E0203
///
/// Element types:
/// - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowReduceIdxOps.hpp:22-42)
/// - a2a3 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86)
/// - a5: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a5/TRowReduceIdx.hpp:49-67 does not check the source; the A2/A3 list)
/// - a5 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86)
/// - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100)
///
/// Scratch:
/// - a2a3: at least per valid row: nothing (index only) or 2 elements up to one repeat of columns; 2\*n and n elements, each in whole blocks, for n repeats; a second stage beyond a repeat of repeats
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowargmax<
    EDstIdx: Element,
    ESrc: TrowargmaxElement,
    ETmp: Element,
    DstIdx: TileOf<Vec, EDstIdx>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&DstIdx::TY, &DstIdx::TY), "`pto.trowargmax`: `dstIdx` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowargmax`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &DstIdx::TY), "`pto.trowargmax`: `src` and `dstIdx` must have as many valid rows") };
    Call::new(&ops::trowargmax).tile(0, src).tile(1, tmp).tile(3, dst_idx).run()
}

/// [`trowargmax`] with `dstVal`.
///
/// C++: `TROWARGMAX(dstVal, dstIdx, src, tmp)`
///
/// Scratch:
/// - a2a3: at least per valid row: nothing (index only) or 2 elements up to one repeat of columns; 2\*n and n elements, each in whole blocks, for n repeats; a second stage beyond a repeat of repeats
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowargmax_val<
    EDstVal: TrowargmaxElement,
    EDstIdx: Element,
    ETmp: Element,
    DstVal: TileOf<Vec, EDstVal>,
    DstIdx: TileOf<Vec, EDstIdx>,
    Src: TileOf<Vec, EDstVal, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst_val: &mut DstVal, dst_idx: &mut DstIdx, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&DstVal::TY, &DstVal::TY), "`pto.trowargmax`: `dstVal` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&DstIdx::TY, &DstIdx::TY), "`pto.trowargmax`: `dstIdx` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowargmax`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &DstIdx::TY), "`pto.trowargmax`: `src` and `dstIdx` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &DstVal::TY), "`pto.trowargmax`: `src` and `dstVal` must have as many valid rows") };
    Call::new(&ops::trowargmax).tile(0, src).tile(1, tmp).tile(2, dst_val).tile(3, dst_idx).run()
}
