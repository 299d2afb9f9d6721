//! Intrinsics of the op table's file `tile_sort.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, Scalar, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::{IsNd, IsRowMajor};
use crate::marker::Vec;
use pto_isa::ops::tile_sort as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tsort32`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsort32` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, f32, i32, i16, bf16",
)]
pub trait Tsort32Element: Element {}
impl Tsort32Element for f32 {}
impl Tsort32Element for f16 {}
impl Tsort32Element for bf16 {}
impl Tsort32Element for i32 {}
impl Tsort32Element for i16 {}

/// Elements that [`tsort32`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`idx` of `pto.tsort32` does not take `{Self}` elements",
    note = "it takes u32",
)]
pub trait Tsort32IdxElement: Element {}
impl Tsort32IdxElement for u32 {}

/// Sort every 32 elements of a row, with their indices.
///
/// Each group of 32 columns becomes 32 records of 8 bytes (value, then the 32-bit index), in descending
/// order; equal values keep the smaller index first. A last group that is not full is padded with -inf.
///
/// ```text
/// dst[i, 32g..] = records (src[i,32g+k], idx[i,32g+k]) for k < 32, sorted by value, largest first
/// ```
///
/// C++: `TSORT32(dst, src, idx)`
///
/// Rules:
/// - `src`, `idx`, `tmp` and `dst` must be in vec: E0201
/// - `src`, `idx` and `dst` must be row-major: E0202
/// - `idx` must have element type ui32: E0204
/// - `src` and `dst` must have the same element type: E0203
/// - `dst` should hold an 8-byte record per element: 2 columns of f32 or 4 of f16 each (a warning): W0219
/// - `src` and `idx` should have the valid rows of `dst`; one row of `idx` serves them all (a warning): W0219
/// - `src` and `tmp` must have the same element type (`--rules manual`): E0203
/// - `tmp` should be given when the valid columns of `src` are not a multiple of 32 (`--rules device`) (a warning): W0221
/// - `tmp` should be given when the valid columns of `src` are not a multiple of 32 (`--rules manual`): E0221
///
/// Element types:
/// - a2a3: `src`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSort32.hpp:147-181)
/// - a5: `src`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSort32.hpp:168-201)
/// - cpu: `src`: f16, f32, i32, i16, bf16 (pto-isa@3186c381 include/pto/cpu/TSort32.hpp:99-131)
///
/// Scratch:
/// - a2a3: at least with C valid columns, no multiple of 32: ceil(C/32)\*32 elements up to C = 8160, else 32 elements
/// - a5: at least with C valid columns, no multiple of 32: ceil(C/32)\*32 elements up to 8160 bytes, else 32 elements (a warning)
/// - cpu: accepted and not used
#[track_caller]
pub fn tsort32<
    EDst: Tsort32Element,
    EIdx: Tsort32IdxElement,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Idx: TileOf<Vec, EIdx, Layout: IsRowMajor>,
>(dst: &mut Dst, src: &Src, idx: &Idx) -> Result<Event> {
    Call::new(&ops::tsort32).tile(0, src).tile(1, idx).tile(3, dst).run()
}

/// [`tsort32`] with `tmp`.
///
/// C++: `TSORT32(dst, src, idx, tmp)`
///
/// Scratch:
/// - a2a3: at least with C valid columns, no multiple of 32: ceil(C/32)\*32 elements up to C = 8160, else 32 elements
/// - a5: at least with C valid columns, no multiple of 32: ceil(C/32)\*32 elements up to 8160 bytes, else 32 elements (a warning)
/// - cpu: accepted and not used
#[track_caller]
pub fn tsort32_tmp<
    EDst: Tsort32Element,
    EIdx: Tsort32IdxElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Idx: TileOf<Vec, EIdx, Layout: IsRowMajor>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, idx: &Idx, tmp: &mut Tmp) -> Result<Event> {
    Call::new(&ops::tsort32).tile(0, src).tile(1, idx).tile(2, tmp).tile(3, dst).run()
}

/// Elements that [`tmrgsort`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmrgsort` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, f32, bf16, i32, u32, i16, u16",
)]
pub trait TmrgsortElement: Element {}
impl TmrgsortElement for f32 {}
impl TmrgsortElement for f16 {}
impl TmrgsortElement for bf16 {}
impl TmrgsortElement for i32 {}
impl TmrgsortElement for i16 {}
impl TmrgsortElement for u32 {}
impl TmrgsortElement for u16 {}

/// Attributes of [`tmrgsort`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmrgsortWith {
    /// stop at the first empty list.
    pub exhausted: Option<bool>,
    /// all input tiles are lists.
    pub no_tmp: Option<bool>,
}

/// Merge sorted lists of records.
///
/// One source: every 4 neighbouring blocks of `blockLen` columns become one. Several sources: 2 to 4 lists
/// become one in `dst`, and `executed` tells how many records of each were used; with `exhausted` the merge
/// stops when one list is empty. Records are 8 bytes, in descending order; equal values come from the first list.
///
/// ```text
/// dst = merge of src0, src1, ... by value, largest first
/// ```
///
/// C++: `TMRGSORT(dst, src0, blockLen)`
///
/// Rules:
/// - give one source with `blockLen`, or two to four sources with `executed`: E0228
/// - `src0`, `src1`, `src2`, `src3`, `tmp` and `dst` must be in vec: E0201
/// - `src0`, `src1`, `src2`, `src3`, `tmp` and `dst` must be row-major: E0202
/// - `dst`, `src0`, `src1`, `src2`, `src3` and `tmp` must have the same element type: E0203
/// - `src0`, `src1`, `src2`, `src3`, `tmp` and `dst` must have exactly 1 row: E0219
/// - `blockLen` must be a positive multiple of 64: E0228
/// - with `blockLen`, `dst` must have the valid columns of `src0`: E0219
/// - the valid columns of `src0` must be 1 to 255 times 4 blocks, on a2a3, a5: E0228
/// - `tmp` must have the columns of `dst` and of all sources together: E0224
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMrgSort.hpp:160-300)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMrgSort.hpp:159-270)
/// - cpu: `dst`: f16, f32, bf16, i32, u32, i16, u16 (pto-isa@3186c381 include/pto/cpu/TMrgSort.hpp:34-305)
///
/// Scratch:
/// - every target: at least several lists: all sources together (a warning)
#[track_caller]
pub fn tmrgsort<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, block_len: impl Scalar) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).scalar(5, block_len).tile(6, dst).run()
}

/// [`tmrgsort`] with attributes.
#[track_caller]
pub fn tmrgsort_with<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, block_len: impl Scalar, with: TmrgsortWith) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).scalar(5, block_len).tile(6, dst).flag("exhausted", with.exhausted).flag("no_tmp", with.no_tmp).run()
}

/// [`tmrgsort`] with `executed`, `tmp`, `src1` instead of `blockLen`.
///
/// C++: `TMRGSORT(dst, executed, tmp, src0, src1)`
///
/// Scratch:
/// - every target: at least several lists: all sources together (a warning)
#[track_caller]
pub fn tmrgsort_lists<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Tmp: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, executed: &mut [u16; 4], tmp: &mut Tmp, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src1::TY, &Src1::TY), "`pto.tmrgsort`: `src1` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Tmp::TY, &Tmp::TY), "`pto.tmrgsort`: `tmp` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).tile(1, src1).tile(4, tmp).tile(6, dst).counts(7, executed).run()
}

/// [`tmrgsort_lists`] with attributes.
#[track_caller]
pub fn tmrgsort_lists_with<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Tmp: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, executed: &mut [u16; 4], tmp: &mut Tmp, src0: &Src0, src1: &Src1, with: TmrgsortWith) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src1::TY, &Src1::TY), "`pto.tmrgsort`: `src1` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Tmp::TY, &Tmp::TY), "`pto.tmrgsort`: `tmp` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).tile(1, src1).tile(4, tmp).tile(6, dst).counts(7, executed).flag("exhausted", with.exhausted).flag("no_tmp", with.no_tmp).run()
}

/// [`tmrgsort`] with `executed`, `tmp`, `src1`, `src2` instead of `blockLen`.
///
/// C++: `TMRGSORT(dst, executed, tmp, src0, src1, src2)`
///
/// Scratch:
/// - every target: at least several lists: all sources together (a warning)
#[track_caller]
pub fn tmrgsort_lists_src2<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Tmp: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
    Src2: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, executed: &mut [u16; 4], tmp: &mut Tmp, src0: &Src0, src1: &Src1, src2: &Src2) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src1::TY, &Src1::TY), "`pto.tmrgsort`: `src1` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src2::TY, &Src2::TY), "`pto.tmrgsort`: `src2` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Tmp::TY, &Tmp::TY), "`pto.tmrgsort`: `tmp` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).tile(1, src1).tile(2, src2).tile(4, tmp).tile(6, dst).counts(7, executed).run()
}

/// [`tmrgsort_lists_src2`] with attributes.
#[track_caller]
pub fn tmrgsort_lists_src2_with<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Tmp: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
    Src2: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, executed: &mut [u16; 4], tmp: &mut Tmp, src0: &Src0, src1: &Src1, src2: &Src2, with: TmrgsortWith) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src1::TY, &Src1::TY), "`pto.tmrgsort`: `src1` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src2::TY, &Src2::TY), "`pto.tmrgsort`: `src2` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Tmp::TY, &Tmp::TY), "`pto.tmrgsort`: `tmp` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).tile(1, src1).tile(2, src2).tile(4, tmp).tile(6, dst).counts(7, executed).flag("exhausted", with.exhausted).flag("no_tmp", with.no_tmp).run()
}

/// [`tmrgsort`] with `executed`, `tmp`, `src1`, `src2`, `src3` instead of `blockLen`.
///
/// C++: `TMRGSORT(dst, executed, tmp, src0, src1, src2, src3)`
///
/// Scratch:
/// - every target: at least several lists: all sources together (a warning)
#[track_caller]
pub fn tmrgsort_lists_src2_src3<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Tmp: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
    Src2: TileOf<Vec, E, Layout: IsRowMajor>,
    Src3: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, executed: &mut [u16; 4], tmp: &mut Tmp, src0: &Src0, src1: &Src1, src2: &Src2, src3: &Src3) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src1::TY, &Src1::TY), "`pto.tmrgsort`: `src1` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src2::TY, &Src2::TY), "`pto.tmrgsort`: `src2` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src3::TY, &Src3::TY), "`pto.tmrgsort`: `src3` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Tmp::TY, &Tmp::TY), "`pto.tmrgsort`: `tmp` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).tile(1, src1).tile(2, src2).tile(3, src3).tile(4, tmp).tile(6, dst).counts(7, executed).run()
}

/// [`tmrgsort_lists_src2_src3`] with attributes.
#[track_caller]
#[allow(clippy::too_many_arguments)]
pub fn tmrgsort_lists_src2_src3_with<
    E: TmrgsortElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Tmp: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
    Src2: TileOf<Vec, E, Layout: IsRowMajor>,
    Src3: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, executed: &mut [u16; 4], tmp: &mut Tmp, src0: &Src0, src1: &Src1, src2: &Src2, src3: &Src3, with: TmrgsortWith) -> Result<Event> {
    const { assert!(Constraint::RowsIs(1).allows(&Src0::TY, &Src0::TY), "`pto.tmrgsort`: `src0` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src1::TY, &Src1::TY), "`pto.tmrgsort`: `src1` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src2::TY, &Src2::TY), "`pto.tmrgsort`: `src2` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Src3::TY, &Src3::TY), "`pto.tmrgsort`: `src3` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Tmp::TY, &Tmp::TY), "`pto.tmrgsort`: `tmp` must have exactly 1 row") };
    const { assert!(Constraint::RowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tmrgsort`: `dst` must have exactly 1 row") };
    Call::new(&ops::tmrgsort).tile(0, src0).tile(1, src1).tile(2, src2).tile(3, src3).tile(4, tmp).tile(6, dst).counts(7, executed).flag("exhausted", with.exhausted).flag("no_tmp", with.no_tmp).run()
}

/// Elements that [`thistogram`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.thistogram` does not take `{Self}` elements",
    note = "a5 takes u16, u32",
    note = "cpu takes u16, u32",
)]
pub trait ThistogramElement: Element {}
impl ThistogramElement for u32 {}
impl ThistogramElement for u16 {}

/// Elements that [`thistogram`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`idx` of `pto.thistogram` does not take `{Self}` elements",
    note = "it takes u8",
)]
pub trait ThistogramIdxElement: Element {}
impl ThistogramIdxElement for u8 {}

/// Elements that [`thistogram`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`dst` of `pto.thistogram` does not take `{Self}` elements",
    note = "it takes u32",
)]
pub trait ThistogramDstElement: Element {}
impl ThistogramDstElement for u32 {}

/// Attributes of [`thistogram`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ThistogramWith {
    /// 0 is the lowest; 1 if absent.
    pub byte: Option<i64>,
}

/// Count the values of one byte of each element, per row.
///
/// Byte `byte` of every valid element of `src` is counted into 256 bins, if its higher bytes equal those in
/// `idx`: the counting step of a radix sort. The highest byte ignores `idx`.
///
/// ```text
/// dst[r,b] = number of j < C with byte(src[r,j]) = b (or <= b) and the higher bytes of src[r,j] equal to idx
/// ```
///
/// C++: `THISTOGRAM(dst, src, idx)`
///
/// Rules:
/// - `src`, `idx` and `dst` must be in vec: E0201
/// - `src` and `dst` must be ND (row-major, unboxed): E0202
/// - `idx` must have element type ui8: E0204
/// - `dst` must have element type ui32: E0204
/// - `src` and `dst` must have as many valid rows: E0212
/// - `byte` must be 0 or 1 for a 16-bit source, and agree with `isMSB`: E0232
/// - for a 16-bit source `idx` is one column per row (DN); for byte 2, 1 or 0 of a 32-bit source it is ND with 1, 2 or 3 rows and the columns of `src`: E0228
/// - `dst` must have at least 256 columns: E0219
///
/// Element types:
/// - a5: `src`: u16, u32 (pto-isa@3186c381 include/pto/npu/a5/THistogram.hpp:238-285)
/// - cpu: `src`: u16, u32 (pto-isa@3186c381 include/pto/cpu/THistogram.hpp:22-80)
#[track_caller]
pub fn thistogram<
    EDst: ThistogramDstElement,
    ESrc: ThistogramElement,
    EIdx: ThistogramIdxElement,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Idx: TileOf<Vec, EIdx>,
>(dst: &mut Dst, src: &Src, idx: &Idx) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.thistogram`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::thistogram).tile(0, src).tile(1, idx).tile(2, dst).run()
}

/// [`thistogram`] with attributes.
#[track_caller]
pub fn thistogram_with<
    EDst: ThistogramDstElement,
    ESrc: ThistogramElement,
    EIdx: ThistogramIdxElement,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Idx: TileOf<Vec, EIdx>,
>(dst: &mut Dst, src: &Src, idx: &Idx, with: ThistogramWith) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.thistogram`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::thistogram).tile(0, src).tile(1, idx).tile(2, dst).int("byte", with.byte).run()
}
