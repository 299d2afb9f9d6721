//! Intrinsics of the op table's file `tile_compare.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, Scalar, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::CmpMode;
use crate::marker::Vec;
use pto_isa::ops::tile_compare as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tcmp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcmp` does not take `{Self}` elements",
    note = "a2a3 takes i32, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcmpElement: Element {}
impl TcmpElement for f32 {}
impl TcmpElement for f16 {}
impl TcmpElement for bf16 {}
impl TcmpElement for i64 {}
impl TcmpElement for i32 {}
impl TcmpElement for i16 {}
impl TcmpElement for i8 {}
impl TcmpElement for u64 {}
impl TcmpElement for u32 {}
impl TcmpElement for u16 {}
impl TcmpElement for u8 {}

/// Compare two tiles element by element into packed predicate bits.
///
/// Bit c of a row is in word c div W at bit c mod W, lowest first, W being the width of a word of `dst`;
/// every row starts at the row stride of `dst` and is written in whole words, with zeros after the last column
/// (ones for `ne` on A2/A3). With a NaN only `ne` holds. Lanes of `src1` outside its valid region read as all-ones
/// bytes, which the checker reports as a warning.
///
/// ```text
/// bit(dst[i], j) = src0[i,j] cmp src1[i,j]   for (i,j) in valid(src0)
/// ```
///
/// C++: `TCMP(dst, src0, src1, cmpMode)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `src0` and `src1` must have the same element type: E0203
/// - `dst` must have element type ui8 or i8, on a2a3: E0204
/// - `dst` must have element type ui8, i8, ui32 or i32, on cpu, a5: E0204
/// - `dst` must have element type ui32 or i32, on a5 (`--rules manual`): E0204
/// - `src0` and `dst` must have as many valid rows: E0212
/// - a row of `dst` must hold one bit per valid column of the source: E0219
/// - `src0` and `src1` must have the same valid region, on a2a3 (`--rules device`): E0211
/// - the valid region of `src1` should cover that of `src0`, on cpu, a5 (a warning): W0217
/// - the valid region of `src1` should cover that of `src0`, on a2a3 (`--rules manual`) (a warning): W0217
/// - i32 should be compared with eq or ne only: A2/A3 treats the orders as eq, on a2a3 (a warning): W0232
///
/// Element types:
/// - a2a3: `src0`: i32, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TCmp.hpp:119)
/// - a5: `src0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TCmp.hpp:138)
/// - a5 (`--rules manual`): `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:101)
/// - cpu: `src0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TCmp.h:83-110 has no 64-bit integers)
#[track_caller]
pub fn tcmp<
    EDst: Element,
    ESrc0: TcmpElement,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, ESrc0>,
    Src1: TileOf<Vec, ESrc0>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, cmp_mode: CmpMode) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Src0::TY, &Dst::TY), "`pto.tcmp`: `src0` and `dst` must have as many valid rows") };
    Call::new(&ops::tcmp).tile(0, src0).tile(1, src1).tile(2, dst).word("cmpMode", Some(cmp_mode.word())).run()
}

/// Elements that [`tcmps`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcmps` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, u16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcmpsElement: Element {}
impl TcmpsElement for f32 {}
impl TcmpsElement for f16 {}
impl TcmpsElement for bf16 {}
impl TcmpsElement for i64 {}
impl TcmpsElement for i32 {}
impl TcmpsElement for i16 {}
impl TcmpsElement for i8 {}
impl TcmpsElement for u64 {}
impl TcmpsElement for u32 {}
impl TcmpsElement for u16 {}
impl TcmpsElement for u8 {}

/// Compare every element of a tile with a number into packed predicate bits.
///
/// The bits are packed as by `tcmp`. In place of the number a tile may stand, whose element (0, 0) counts.
///
/// ```text
/// bit(dst[i], j) = src[i,j] cmp scalar   for (i,j) in valid(src)
/// ```
///
/// C++: `TCMPS(dst, src, scalar, cmpMode)`
///
/// Rules:
/// - `src`, `scalar` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `scalar` must have the element type of `src`: E0220
/// - `dst` must have element type ui8 or i8, on a2a3: E0204
/// - `dst` must have element type ui8, i8, ui32 or i32, on cpu, a5: E0204
/// - `dst` must have element type ui32 or i32, on a5 (`--rules manual`): E0204
/// - `src` and `dst` must have as many valid rows: E0212
/// - a row of `dst` must hold one bit per valid column of the source: E0219
/// - i32 should be compared with eq or ne only: A2/A3 treats the orders as eq, on a2a3 (`--rules device`) (a warning): W0232
/// - i32 can be compared with eq only, on a2a3 (`--rules manual`): E0232
///
/// Element types:
/// - a2a3: `src`: i32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TCmps.hpp:155)
/// - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TCmps.hpp:231)
/// - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:119-121)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TCmps.hpp:101-122)
#[track_caller]
pub fn tcmps<
    EDst: Element,
    ESrc: TcmpsElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar, cmp_mode: CmpMode) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.tcmps`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::tcmps).tile(0, src).scalar(1, scalar).tile(2, dst).word("cmpMode", Some(cmp_mode.word())).run()
}

/// Elements that [`tsel`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsel` does not take `{Self}` elements",
    note = "a2a3 takes i16, u16, i32, u32, f16, bf16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TselElement: Element {}
impl TselElement for f32 {}
impl TselElement for f16 {}
impl TselElement for bf16 {}
impl TselElement for i64 {}
impl TselElement for i32 {}
impl TselElement for i16 {}
impl TselElement for i8 {}
impl TselElement for u64 {}
impl TselElement for u32 {}
impl TselElement for u16 {}
impl TselElement for u8 {}

/// Elements that [`tsel`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`mask` of `pto.tsel` does not take `{Self}` elements",
    note = "it takes i8, u8, i16, u16, i32, u32",
)]
pub trait TselMaskElement: Element {}
impl TselMaskElement for i8 {}
impl TselMaskElement for u8 {}
impl TselMaskElement for i16 {}
impl TselMaskElement for u16 {}
impl TselMaskElement for i32 {}
impl TselMaskElement for u32 {}

/// Select between two tiles by packed predicate bits.
///
/// The domain is the valid region of `dst`. Bits are packed as by `tcmp`. A2/A3 copies the bits of one
/// repeat into `tmp`.
///
/// ```text
/// dst[i,j] = bit(mask[i], j) ? src0[i,j] : src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSEL(dst, mask, src0, src1, tmp)`
///
/// Rules:
/// - `mask`, `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `mask` must have element type i8, ui8, i16, ui16, i32 or ui32: E0204
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `tmp` must have element type ui32, i32 or f32, on a2a3 (`--rules device`) (a warning): W0204
/// - `tmp` must have element type ui32, on a2a3 (`--rules manual`): E0204
/// - the valid regions of `src0` and `src1` should cover that of `dst` (a warning): W0217
/// - `mask` should have a valid bit for every valid element of `dst` (a warning): W0217
///
/// Element types:
/// - a2a3: `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSel.hpp:67)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSel.hpp:120)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSel.hpp:48-57)
///
/// Scratch:
/// - a2a3: at least 16 bytes for 16-bit elements, 8 for 32-bit ones
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tsel<
    EDst: TselElement,
    EMask: TselMaskElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Mask: TileOf<Vec, EMask>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, mask: &Mask, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    Call::new(&ops::tsel).tile(0, mask).tile(1, src0).tile(2, src1).tile(3, tmp).tile(4, dst).run()
}

/// Elements that [`tsels`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsels` does not take `{Self}` elements",
    note = "a2a3 takes i16, u16, i32, u32, f16, bf16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TselsElement: Element {}
impl TselsElement for f32 {}
impl TselsElement for f16 {}
impl TselsElement for bf16 {}
impl TselsElement for i64 {}
impl TselsElement for i32 {}
impl TselsElement for i16 {}
impl TselsElement for i8 {}
impl TselsElement for u64 {}
impl TselsElement for u32 {}
impl TselsElement for u16 {}
impl TselsElement for u8 {}

/// Elements that [`tsels`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`mask` of `pto.tsels` does not take `{Self}` elements",
    note = "it takes i8, u8, i16, u16, i32, u32",
)]
pub trait TselsMaskElement: Element {}
impl TselsMaskElement for i8 {}
impl TselsMaskElement for u8 {}
impl TselsMaskElement for i16 {}
impl TselsMaskElement for u16 {}
impl TselsMaskElement for i32 {}
impl TselsMaskElement for u32 {}

/// Select between a tile and a number by packed predicate bits.
///
/// The domain is the valid region of `dst`. Bits are packed as by `tcmp`, in words of 8, 16 or 32 bits.
/// A2/A3 puts the number into `tmp`.
///
/// ```text
/// dst[i,j] = bit(mask[i], j) ? src[i,j] : scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSELS(dst, mask, src, tmp, scalar)`
///
/// Rules:
/// - `mask`, `src`, `tmp` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `mask` must be row-major, on a5: E0202
/// - `tmp` must be row-major, on a2a3: E0202
/// - `mask` must have element type i8, ui8, i16, ui16, i32 or ui32: E0204
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (a warning): W0220
/// - `dst` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
/// - `dst` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203
/// - `dst` and `src` must have the same valid region: E0211
/// - `mask` should have a valid bit for every valid element of `dst` (a warning): W0217
///
/// Element types:
/// - a2a3: `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSels.hpp:54)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSels.hpp:124)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSelS.hpp:22-28)
///
/// Scratch:
/// - a2a3: at least one row of `src` (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tsels<
    EDst: TselsElement,
    EMask: TselsMaskElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Mask: TileOf<Vec, EMask>,
    Src: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, mask: &Mask, src: &Src, tmp: &mut Tmp, scalar: EDst::Host) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tsels`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tsels).tile(0, mask).tile(1, src).tile(2, tmp).element::<EDst>(3, scalar).tile(4, dst).run()
}
