//! Intrinsics of the op table's file `tile_gather.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, F8E4M3, F8E5M2, Hif8, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::{Axis, CmpMode, MaskPattern};
use crate::layout::IsRowMajor;
use crate::marker::Vec;
use pto_isa::ops::tile_gather as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tgather`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`cdst` of `pto.tgather` does not take `{Self}` elements",
    note = "it takes i32, u32, u16",
)]
pub trait TgatherCdstElement: Element {}
impl TgatherCdstElement for i32 {}
impl TgatherCdstElement for u32 {}
impl TgatherCdstElement for u16 {}

/// Attributes of [`tgather`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TgatherWith {
    /// along which the pattern runs; `row` if absent.
    pub axis: Option<Axis>,
    /// comparison; `eq` if absent.
    pub cmp_mode: Option<CmpMode>,
}

/// Gather elements of a tile by index, by a mask pattern or by comparison.
///
/// Index form: `indices` hold flat element positions in `src`. Mask form: keep the selected ones of every
/// two or four neighbours. Compare form: store per row the positions (plus `offset`) of the elements that
/// compare with `kValue`, and their number in `cdst`. An index outside `src` is an error.
///
/// ```text
/// dst[i,j] = src_flat[indices[i,j]]
/// dst[i,j] = src[i, F*j + p]   for the selected position p of a pattern with factor F
/// dst[i,k] = offset + C*i + the k-th j with src[i,j] cmp kValue, cdst[i,0] = their number   (C columns of src as allocated)
/// ```
///
/// C++: `TGATHER(dst, src, indices, tmp)`
///
/// Rules:
/// - give `indices`, or `maskPattern` alone, or `kValue` with `cdst`: E0228
/// - `src`, `indices`, `tmp`, `dst` and `cdst` must be in vec: E0201
/// - `src` and `dst` must be row-major: E0202
/// - the index and the compare form need `tmp` on A2/A3, on a2a3: E0221
/// - index form: `src` and `dst` alike, 2 or 4 bytes (A5 1 to 8), `indices` of 4 bytes (A5 also 2); mask form: equal size, 2 or 4 bytes (A5 1 to 8); compare form: `dst` i32 or u32, `src` f16, f32, or i32 for equality (A5 any integer up to 32 bits): E0205
/// - index form: 16- or 32-bit integers, f16 or f32; mask form: elements of up to 32 bits; compare form: no 8-bit elements, on a5 (`--rules manual`): E0205
/// - `tmp` must have the element type and the valid region of `indices`, on a2a3: E0228
/// - 64-bit elements are gathered along rows only, on a5: E0232
/// - in the compare form `tmp` holds, one after another: its rows times its columns in bytes of comparison bits, 4 bytes per element of `src`, and the thresholds; a row of it has a byte per 8 columns of `src` in whole repeats, on a2a3: E0224
/// - `kValue` must have the element type of `src`: E0220
/// - `cdst` must have element type i32, ui32 or ui16: E0204
/// - all columns of `dst` must be valid in the index form and in the mask form along columns, on a2a3, a5 (`--rules manual`): E0215
/// - all columns of `dst` must be valid in the mask form along rows, on a2a3, a5: E0215
/// - the valid region of `indices` should cover that of `dst` (a warning): W0228
/// - along columns the valid rows of `src` must be those of `dst` times the pattern's factor: E0228
/// - in the mask form the valid region of `src` should be that of `dst`, times the pattern's factor along the axis (a warning): W0228
/// - `cmpMode` must be eq or gt: E0232
/// - `axis` goes with `maskPattern` only: E0232
///
/// Element types:
/// - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:17-316)
/// - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:19-968)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TGather.hpp:83-175)
///
/// Scratch:
/// - a2a3: at least index form: the bytes of `indices`; compare form: the rows times the columns of `tmp`, 4 bytes per element of `src`, and the thresholds (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tgather<
    EDst: Element,
    ESrc: Element,
    EIndices: Element,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, ESrc, Layout: IsRowMajor>,
    Indices: TileOf<Vec, EIndices>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, indices: &Indices, tmp: &mut Tmp) -> Result<Event> {
    Call::new(&ops::tgather).tile(0, src).tile(1, indices).tile(3, tmp).tile(4, dst).run()
}

/// [`tgather`] with attributes.
#[track_caller]
pub fn tgather_with<
    EDst: Element,
    ESrc: Element,
    EIndices: Element,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, ESrc, Layout: IsRowMajor>,
    Indices: TileOf<Vec, EIndices>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, indices: &Indices, tmp: &mut Tmp, with: TgatherWith) -> Result<Event> {
    Call::new(&ops::tgather).tile(0, src).tile(1, indices).tile(3, tmp).tile(4, dst).word("axis", with.axis.map(Axis::word)).word("cmpMode", with.cmp_mode.map(CmpMode::word)).run()
}

/// [`tgather`] without `indices`, `tmp`.
///
/// C++: `TGATHER(dst, src, maskPattern)`
///
/// Scratch:
/// - a2a3: at least index form: the bytes of `indices`; compare form: the rows times the columns of `tmp`, 4 bytes per element of `src`, and the thresholds (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tgather_mask<
    EDst: Element,
    ESrc: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, ESrc, Layout: IsRowMajor>,
>(dst: &mut Dst, src: &Src, mask_pattern: MaskPattern) -> Result<Event> {
    Call::new(&ops::tgather).tile(0, src).tile(4, dst).word("maskPattern", Some(mask_pattern.word())).run()
}

/// [`tgather_mask`] with attributes.
#[track_caller]
pub fn tgather_mask_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, ESrc, Layout: IsRowMajor>,
>(dst: &mut Dst, src: &Src, mask_pattern: MaskPattern, with: TgatherWith) -> Result<Event> {
    Call::new(&ops::tgather).tile(0, src).tile(4, dst).word("maskPattern", Some(mask_pattern.word())).word("axis", with.axis.map(Axis::word)).word("cmpMode", with.cmp_mode.map(CmpMode::word)).run()
}

/// [`tgather`] with `kValue`, `cdst` instead of `indices`.
///
/// C++: `TGATHER(dst, src, kValue, cdst, tmp, offset)`
///
/// Scratch:
/// - a2a3: at least index form: the bytes of `indices`; compare form: the rows times the columns of `tmp`, 4 bytes per element of `src`, and the thresholds (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tgather_cmp<
    EDst: Element,
    ESrc: Element,
    ECdst: TgatherCdstElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, ESrc, Layout: IsRowMajor>,
    Cdst: TileOf<Vec, ECdst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, k_value: ESrc::Host, cdst: &mut Cdst, tmp: &mut Tmp, offset: i64) -> Result<Event> {
    Call::new(&ops::tgather).tile(0, src).element::<ESrc>(2, k_value).tile(3, tmp).tile(4, dst).tile(5, cdst).int("offset", Some(offset)).run()
}

/// [`tgather_cmp`] with attributes.
#[track_caller]
pub fn tgather_cmp_with<
    EDst: Element,
    ESrc: Element,
    ECdst: TgatherCdstElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src: TileOf<Vec, ESrc, Layout: IsRowMajor>,
    Cdst: TileOf<Vec, ECdst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, k_value: ESrc::Host, cdst: &mut Cdst, tmp: &mut Tmp, offset: i64, with: TgatherWith) -> Result<Event> {
    Call::new(&ops::tgather).tile(0, src).element::<ESrc>(2, k_value).tile(3, tmp).tile(4, dst).tile(5, cdst).int("offset", Some(offset)).word("axis", with.axis.map(Axis::word)).word("cmpMode", with.cmp_mode.map(CmpMode::word)).run()
}

/// Elements that [`tgatherb`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tgatherb` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2",
    note = "a2a3, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2",
)]
pub trait TgatherbElement: Element {}
impl TgatherbElement for f32 {}
impl TgatherbElement for f16 {}
impl TgatherbElement for bf16 {}
impl TgatherbElement for i32 {}
impl TgatherbElement for i16 {}
impl TgatherbElement for i8 {}
impl TgatherbElement for u32 {}
impl TgatherbElement for u16 {}
impl TgatherbElement for u8 {}
impl TgatherbElement for F8E4M3 {}
impl TgatherbElement for F8E5M2 {}
impl TgatherbElement for Hif8 {}

/// Elements that [`tgatherb`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`offsets` of `pto.tgatherb` does not take `{Self}` elements",
    note = "it takes i32, u32",
)]
pub trait TgatherbOffsetsElement: Element {}
impl TgatherbOffsetsElement for i32 {}
impl TgatherbOffsetsElement for u32 {}

/// Gather by byte offset.
///
/// Each element of `dst` (or each 32-byte block, as the libraries do) is read from the start of `src` plus
/// its byte offset.
///
/// ```text
/// dst[i,j] = the element at byte offset offsets[i,j] from the start of src
/// dst[i,j] = the element at byte offset offsets[i,j/B] + (j mod B)*size   for blocks of B elements
/// ```
///
/// C++: `TGATHERB(dst, src, offsets)`
///
/// Rules:
/// - `src`, `offsets` and `dst` must be in vec: E0201
/// - `dst` must be row-major, on a2a3: E0202
/// - `offsets` must have element type i32 or ui32: E0204
/// - `dst` and `src` must have elements of the same size: E0206
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a2a3/TGatherB.hpp:130-157)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a5/TGatherB.hpp:97-103)
/// - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgatherb.md:95)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgatherb.md:99)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/cpu/TGatherB.hpp:50-55)
#[track_caller]
pub fn tgatherb<
    EDst: TgatherbElement,
    ESrc: Element,
    EOffsets: TgatherbOffsetsElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Offsets: TileOf<Vec, EOffsets>,
>(dst: &mut Dst, src: &Src, offsets: &Offsets) -> Result<Event> {
    const { assert!(Constraint::SameWidth.allows(&Dst::TY, &Src::TY), "`pto.tgatherb`: `dst` and `src` must have elements of the same size") };
    Call::new(&ops::tgatherb).tile(0, src).tile(1, offsets).tile(2, dst).run()
}

/// Elements that [`tscatter`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tscatter` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TscatterElement: Element {}
impl TscatterElement for f32 {}
impl TscatterElement for f16 {}
impl TscatterElement for bf16 {}
impl TscatterElement for i64 {}
impl TscatterElement for i32 {}
impl TscatterElement for i16 {}
impl TscatterElement for i8 {}
impl TscatterElement for u64 {}
impl TscatterElement for u32 {}
impl TscatterElement for u16 {}
impl TscatterElement for u8 {}

/// Attributes of [`tscatter`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TscatterWith {
    /// along which the pattern runs; `row` if absent.
    pub axis: Option<Axis>,
}

/// Scatter elements of a tile by index or by a mask pattern.
///
/// Index form: element (i,j) of `src` goes to the flat position `indexes[i,j]` of `dst`; if two go to one
/// place, one of them stays. Mask form: each element goes to the selected one of two or four places and the
/// others become zero.
///
/// ```text
/// dst_flat[indexes[i,j]] = src[i,j]
/// dst[i, F*j + p] = src[i,j], the other F-1 places 0   for the selected position p of a pattern with factor F
/// ```
///
/// C++: `TSCATTER(dst, src, indexes)`
///
/// Rules:
/// - give exactly one of `indexes` and `maskPattern`: E0228
/// - the mask form is for A5 alone, on a2a3 (`--rules manual`): E0228
/// - `src`, `dst` and `indexes` must be in vec: E0201
/// - `src`, `dst` and `indexes` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `indexes` must be integers as wide as the data; 16 bits for 8-bit data, 32 bits for 64-bit data: E0204
/// - `src` and `indexes` must have the same valid region: E0211
/// - in the mask form the valid region of `dst` must be that of `src`, times the pattern's factor along the axis: E0228
/// - `axis` goes with `maskPattern` only: E0232
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TScatter.hpp:61-199)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TScatter.hpp:82-262)
/// - a5 (`--rules manual`): `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tscatter.md:125)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TScatter.hpp:23-116)
#[track_caller]
pub fn tscatter<
    EDst: TscatterElement,
    EIndexes: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst>,
    Indexes: TileOf<Vec, EIndexes>,
>(dst: &mut Dst, src: &Src, indexes: &Indexes) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Indexes::TY), "`pto.tscatter`: `src` and `indexes` must have the same valid region") };
    Call::new(&ops::tscatter).tile(0, src).tile(1, dst).tile(2, indexes).run()
}

/// [`tscatter`] with attributes.
#[track_caller]
pub fn tscatter_with<
    EDst: TscatterElement,
    EIndexes: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst>,
    Indexes: TileOf<Vec, EIndexes>,
>(dst: &mut Dst, src: &Src, indexes: &Indexes, with: TscatterWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Indexes::TY), "`pto.tscatter`: `src` and `indexes` must have the same valid region") };
    Call::new(&ops::tscatter).tile(0, src).tile(1, dst).tile(2, indexes).word("axis", with.axis.map(Axis::word)).run()
}

/// [`tscatter`] without `indexes`.
///
/// C++: `TSCATTER(dst, src, maskPattern)`
#[track_caller]
pub fn tscatter_mask<
    E: TscatterElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, mask_pattern: MaskPattern) -> Result<Event> {
    Call::new(&ops::tscatter).tile(0, src).tile(1, dst).word("maskPattern", Some(mask_pattern.word())).run()
}

/// [`tscatter_mask`] with attributes.
#[track_caller]
pub fn tscatter_mask_with<
    E: TscatterElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, mask_pattern: MaskPattern, with: TscatterWith) -> Result<Event> {
    Call::new(&ops::tscatter).tile(0, src).tile(1, dst).word("maskPattern", Some(mask_pattern.word())).word("axis", with.axis.map(Axis::word)).run()
}
