//! Intrinsics of the op table's file `tile_layout.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::IsRowMajor;
use crate::marker::{Left, Mat, Vec};
use pto_isa::ops::tile_layout as ops;
use pto_isa::rule::Constraint;

/// Transpose a tile.
///
/// The domain is the valid region of `src` on every target. `tmp` stages whole groups of rows where both
/// strides are aligned and is not read afterwards.
///
/// ```text
/// dst[j,i] = src[i,j]   for (i,j) in valid(src)
/// ```
///
/// C++: `TTRANS(dst, src, tmp)`
///
/// Rules:
/// - `src`, `tmp` and `dst` must be in vec: E0201
/// - `src` must be row-major, on a2a3, a5: E0202
/// - `src` and `dst` must have elements of the same size: E0206
/// - `src` and `dst` must have the same element type (a warning): W0203
/// - `src` and `tmp` must have elements of the same size, on a2a3, a5: E0206
/// - the valid region of `dst` should be that of `src`, transposed (a warning): W0228
///
/// Element types:
/// - a2a3: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TTrans.hpp:913-1125)
/// - a2a3 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/ttrans.md:124-131)
/// - a5: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TTrans.hpp:679-834)
/// - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/ttrans.md:134-140)
/// - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TTrans.hpp:371-385)
///
/// Scratch:
/// - a2a3: at least the valid elements of `src` where rows fill groups of 16 (32 for bytes) and columns 32-byte blocks, else 32 bytes (a warning)
/// - a5: at least 32 bytes
/// - cpu: accepted and not used
#[track_caller]
pub fn ttrans<
    EDst: Element,
    ESrc: Element,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameWidth.allows(&Src::TY, &Dst::TY), "`pto.ttrans`: `src` and `dst` must have elements of the same size") };
    Call::new(&ops::ttrans).tile(0, src).tile(1, tmp).tile(2, dst).run()
}

/// Elements that [`tconcat`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tconcat` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TconcatElement: Element {}
impl TconcatElement for f32 {}
impl TconcatElement for f16 {}
impl TconcatElement for bf16 {}
impl TconcatElement for i32 {}
impl TconcatElement for i16 {}
impl TconcatElement for i8 {}
impl TconcatElement for u32 {}
impl TconcatElement for u16 {}
impl TconcatElement for u8 {}

/// Put two tiles side by side.
///
/// Row by row, the valid columns of `src1` follow those of `src0`.
///
/// ```text
/// dst[i,j] = src0[i,j]   for j < C0
/// dst[i,C0+j] = src1[i,j]   for j < C1
/// ```
///
/// C++: `TCONCAT(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a5: E0202
/// - `src0`, `src1` and `dst` must be row-major, on a2a3 (`--rules device`) (a warning): W0202
/// - `src0`, `src1` and `dst` must be row-major, on a2a3 (`--rules manual`): E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have as many valid rows: E0212
/// - the valid columns of `src0` and `src1` together must fit the columns of `dst`: E0228
/// - the valid columns of `src0` and `src1` should add up to those of `dst`, on a5: E0228
/// - the valid columns of `src0` and `src1` should add up to those of `dst`, on a2a3 (`--rules manual`): E0228
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:66-95)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:24, 78-102)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TConcat.hpp:17-73)
#[track_caller]
pub fn tconcat<
    E: TconcatElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src0::TY), "`pto.tconcat`: `dst` and `src0` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src1::TY), "`pto.tconcat`: `dst` and `src1` must have as many valid rows") };
    Call::new(&ops::tconcat).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tconcatidx`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tconcatidx` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TconcatidxElement: Element {}
impl TconcatidxElement for f32 {}
impl TconcatidxElement for f16 {}
impl TconcatidxElement for bf16 {}
impl TconcatidxElement for i32 {}
impl TconcatidxElement for i16 {}
impl TconcatidxElement for i8 {}
impl TconcatidxElement for u32 {}
impl TconcatidxElement for u16 {}
impl TconcatidxElement for u8 {}

/// Elements that [`tconcatidx`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src0Idx` of `pto.tconcatidx` does not take `{Self}` elements",
    note = "it takes i8, u8, i16, u16, i32, u32",
)]
pub trait TconcatidxSrc0IdxElement: Element {}
impl TconcatidxSrc0IdxElement for i8 {}
impl TconcatidxSrc0IdxElement for u8 {}
impl TconcatidxSrc0IdxElement for i16 {}
impl TconcatidxSrc0IdxElement for u16 {}
impl TconcatidxSrc0IdxElement for i32 {}
impl TconcatidxSrc0IdxElement for u32 {}

/// Put two tiles side by side, with a number of columns per row.
///
/// Row i takes `src0Idx[i,0]` columns of `src0` and then `src1Idx[i,0]` of `src1`, as many as fit the valid
/// columns of `dst`. With `dstIdx` the number of columns written is stored too. The form of `TCONCAT` with index tiles.
///
/// ```text
/// dst[i,:] = src0[i, 0..src0Idx[i,0]] followed by src1[i, 0..src1Idx[i,0]]
/// dstIdx[i,0] = min(src0Idx[i,0] + src1Idx[i,0], valid columns of dst)
/// ```
///
/// C++: `TCONCAT(dst, src0, src1, src0Idx, src1Idx)`
///
/// Rules:
/// - `src0`, `src1`, `src0Idx`, `src1Idx`, `dst` and `dstIdx` must be in vec: E0201
/// - `src0`, `src1`, `src0Idx`, `src1Idx` and `dst` must be row-major, on a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `src0Idx` must have element type i8, ui8, i16, ui16, i32 or ui32: E0204
/// - `src0Idx`, `src1Idx` and `dstIdx` must have the same element type: E0203
/// - `src0Idx` and `src1Idx` must have a non-empty valid region: E0214
/// - `dst`, `src0`, `src1`, `src0Idx` and `src1Idx` must have as many valid rows: E0212
/// - `dstIdx` must have exactly 1 valid column: E0215
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:183-260)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:185-259)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TConcat.hpp:17-73)
#[track_caller]
pub fn tconcatidx<
    EDst: TconcatidxElement,
    ESrc0Idx: TconcatidxSrc0IdxElement,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Src0Idx: TileOf<Vec, ESrc0Idx>,
    Src1Idx: TileOf<Vec, ESrc0Idx>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, src0_idx: &Src0Idx, src1_idx: &Src1Idx) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Src0Idx::TY, &Src0Idx::TY), "`pto.tconcatidx`: `src0Idx` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&Src1Idx::TY, &Src1Idx::TY), "`pto.tconcatidx`: `src1Idx` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src0::TY), "`pto.tconcatidx`: `dst` and `src0` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src1::TY), "`pto.tconcatidx`: `dst` and `src1` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src0Idx::TY), "`pto.tconcatidx`: `dst` and `src0Idx` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src1Idx::TY), "`pto.tconcatidx`: `dst` and `src1Idx` must have as many valid rows") };
    Call::new(&ops::tconcatidx).tile(0, src0).tile(1, src1).tile(2, src0_idx).tile(3, src1_idx).tile(4, dst).run()
}

/// [`tconcatidx`] with `dstIdx`.
///
/// C++: `TCONCAT(dst, src0, src1, dstIdx, src0Idx, src1Idx)`
#[track_caller]
pub fn tconcatidx_idx<
    EDst: TconcatidxElement,
    EDstIdx: TconcatidxSrc0IdxElement,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    DstIdx: TileOf<Vec, EDstIdx>,
    Src0Idx: TileOf<Vec, EDstIdx>,
    Src1Idx: TileOf<Vec, EDstIdx>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, dst_idx: &mut DstIdx, src0_idx: &Src0Idx, src1_idx: &Src1Idx) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Src0Idx::TY, &Src0Idx::TY), "`pto.tconcatidx`: `src0Idx` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&Src1Idx::TY, &Src1Idx::TY), "`pto.tconcatidx`: `src1Idx` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src0::TY), "`pto.tconcatidx`: `dst` and `src0` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src1::TY), "`pto.tconcatidx`: `dst` and `src1` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src0Idx::TY), "`pto.tconcatidx`: `dst` and `src0Idx` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Src1Idx::TY), "`pto.tconcatidx`: `dst` and `src1Idx` must have as many valid rows") };
    const { assert!(Constraint::ValidColsIs(1).allows(&DstIdx::TY, &DstIdx::TY), "`pto.tconcatidx`: `dstIdx` must have exactly 1 valid column") };
    Call::new(&ops::tconcatidx).tile(0, src0).tile(1, src1).tile(2, src0_idx).tile(3, src1_idx).tile(4, dst).tile(5, dst_idx).run()
}

/// Attributes of [`timg2col`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Timg2colWith {
    /// height of the filter; 1 without it.
    pub filter_h: Option<i64>,
    /// width of the filter; 1 without it.
    pub filter_w: Option<i64>,
    /// lines from an output pixel to the next; 1 without it.
    pub stride_h: Option<i64>,
    /// pixels from an output pixel to the next; 1 without it.
    pub stride_w: Option<i64>,
    /// lines between places of the filter; 1 without it.
    pub dilation_h: Option<i64>,
    /// pixels between places of the filter; 1 without it.
    pub dilation_w: Option<i64>,
    /// channels of a batch; all that `src` holds without it.
    pub channel_size: Option<i64>,
}

/// Unfold a window of a feature map into a matrix.
///
/// Rows are output pixels from `posM` on, columns are kernel positions and channels from `posK` on. The
/// feature map, kernel, stride, dilation and padding come from registers that are set beforehand.
///
/// ```text
/// dst[m,k] = src at output pixel posM+m, kernel position and channel posK+k (PADDING in the border)
/// ```
///
/// C++: `TIMG2COL(dst, src, posM, posK)`
///
/// Rules:
/// - `src` must be in mat: E0201
/// - `dst` must be in left: E0201
/// - `dst` must be ZZ, on a2a3: E0202
/// - `dst` must be NZ, on a5: E0202
/// - `dst` must be ZZ or NZ, on cpu: E0202
/// - `src` and `dst` must have the same element type: E0203
///
/// Element types:
/// - a2a3: `src`: i8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TImg2col.hpp:92-110)
/// - a5: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TImg2col.hpp:106-128)
/// - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TImg2col.hpp:38-52)
#[track_caller]
pub fn timg2col<
    E: Element,
    Dst: TileOf<Left, E>,
    Src: TileOf<Mat, E>,
>(dst: &mut Dst, src: &Src, pos_m: usize, pos_k: usize) -> Result<Event> {
    Call::new(&ops::timg2col).tile(0, src).index(1, pos_m).index(2, pos_k).tile(3, dst).run()
}

/// [`timg2col`] with attributes.
#[track_caller]
pub fn timg2col_with<
    E: Element,
    Dst: TileOf<Left, E>,
    Src: TileOf<Mat, E>,
>(dst: &mut Dst, src: &Src, pos_m: usize, pos_k: usize, with: Timg2colWith) -> Result<Event> {
    Call::new(&ops::timg2col).tile(0, src).index(1, pos_m).index(2, pos_k).tile(3, dst).int("filterH", with.filter_h).int("filterW", with.filter_w).int("strideH", with.stride_h).int("strideW", with.stride_w).int("dilationH", with.dilation_h).int("dilationW", with.dilation_w).int("channelSize", with.channel_size).run()
}

/// Pack elements into a narrower type.
///
/// The low bits of every element, whatever it stands for; the CPU simulator casts the values of floats.
///
/// ```text
/// dst[i,j] = the low part of src[i,j]
/// ```
///
/// C++ has no function for it.
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major: E0202
/// - `dst` elements must be smaller: 4 to 2, 4 to 1 or 2 to 1 bytes: E0205
/// - `src` and `dst` must have the same valid region: E0211
///
/// Element types:
/// - cpu, a5: as the rules say (PTOAS 0.27 lib/PTO/IR/PTO.cpp:1528-1558; zouzias/pto-isa-mirror@37c3380a include/pto/npu/a5/TPack.hpp:48-73)
#[track_caller]
pub fn tpack<
    EDst: Element,
    ESrc: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, ESrc, Layout: IsRowMajor>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tpack`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tpack).tile(0, src).tile(1, dst).run()
}
