//! Intrinsics of the op table's file `tile_bitwise.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, Scalar};
use crate::error::Result;
use crate::event::Event;
use crate::marker::Vec;
use pto_isa::ops::tile_bitwise as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tand`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tand` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a2a3, by the manual, takes i8, u8, i16, u16",
    note = "a5 takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TandElement: Element {}
impl TandElement for i64 {}
impl TandElement for i32 {}
impl TandElement for i16 {}
impl TandElement for i8 {}
impl TandElement for u64 {}
impl TandElement for u32 {}
impl TandElement for u16 {}
impl TandElement for u8 {}

/// And two tiles bit by bit.
///
/// The domain is the valid region of `dst`. Only integers have bits; the sign plays no part.
///
/// ```text
/// dst[i,j] = src0[i,j] & src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TAND(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TAnd.hpp:45-88)
/// - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tand.md:97-100)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TAnd.hpp:55)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30)
#[track_caller]
pub fn tand<
    E: TandElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tand`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tand`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tand).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tor`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tor` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a2a3, by the manual, takes i8, u8, i16, u16",
    note = "a5 takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TorElement: Element {}
impl TorElement for i64 {}
impl TorElement for i32 {}
impl TorElement for i16 {}
impl TorElement for i8 {}
impl TorElement for u64 {}
impl TorElement for u32 {}
impl TorElement for u16 {}
impl TorElement for u8 {}

/// Or two tiles bit by bit.
///
/// The domain is the valid region of `dst`. Only integers have bits; the sign plays no part.
///
/// ```text
/// dst[i,j] = src0[i,j] | src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TOR(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TOr.hpp:35-78)
/// - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tor.md:97-100)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TOr.hpp:54)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30)
#[track_caller]
pub fn tor<
    E: TorElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tor`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tor`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tor).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`txor`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.txor` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a5 takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TxorElement: Element {}
impl TxorElement for i64 {}
impl TxorElement for i32 {}
impl TxorElement for i16 {}
impl TxorElement for i8 {}
impl TxorElement for u64 {}
impl TxorElement for u32 {}
impl TxorElement for u16 {}
impl TxorElement for u8 {}

/// Exclusive-or two tiles bit by bit.
///
/// The domain is the valid region of `dst`. A2/A3 computes `(a | b) & ~(a & b)` with the first part in
/// `tmp`, so no operand may share storage with another there, except the two sources with each other.
///
/// ```text
/// dst[i,j] = src0[i,j] ^ src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TXOR(dst, src0, src1, tmp)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `tmp` must be row-major, on a2a3: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` and `tmp` must have the same element type, on a2a3: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
/// - `dst` and `tmp` must have the same valid region, on a2a3: E0211
/// - `dst` and `src0` must be different tiles, on a2a3: E0223
/// - `dst` and `src1` must be different tiles, on a2a3: E0223
/// - `dst` and `tmp` must be different tiles, on a2a3: E0223
/// - `src0` and `tmp` must be different tiles, on a2a3: E0223
/// - `src1` and `tmp` must be different tiles, on a2a3: E0223
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TXor.hpp:20-61)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TXor.hpp:54)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:160-165)
///
/// Scratch:
/// - a2a3: at least the size of `dst`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn txor<
    EDst: TxorElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.txor`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.txor`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::txor).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// Elements that [`tnot`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tnot` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a2a3, by the manual, takes i16, u16",
    note = "a5 takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TnotElement: Element {}
impl TnotElement for i64 {}
impl TnotElement for i32 {}
impl TnotElement for i16 {}
impl TnotElement for i8 {}
impl TnotElement for u64 {}
impl TnotElement for u32 {}
impl TnotElement for u16 {}
impl TnotElement for u8 {}

/// Invert the bits of a tile.
///
/// The domain is the valid region of `dst`.
///
/// ```text
/// dst[i,j] = ~src[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TNOT(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:387-392)
/// - a2a3 (`--rules manual`): `dst`: i16, u16 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tnot.md:82-86)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:212)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
#[track_caller]
pub fn tnot<
    E: TnotElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tnot`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tnot).tile(0, src).tile(1, dst).run()
}

/// Elements that [`tshl`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tshl` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a5 takes i64, u64, i8, u8, i16, u16, i32, u32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TshlElement: Element {}
impl TshlElement for i64 {}
impl TshlElement for i32 {}
impl TshlElement for i16 {}
impl TshlElement for i8 {}
impl TshlElement for u64 {}
impl TshlElement for u32 {}
impl TshlElement for u16 {}
impl TshlElement for u8 {}

/// Shift the elements of a tile left by the elements of another.
///
/// The domain is the valid region of `dst`. Bits shifted out are lost, zeros come in. A shift by the width of an
/// element or more is undefined.
///
/// ```text
/// dst[i,j] = src0[i,j] << src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSHL(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TShl.hpp:44)
/// - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShl.hpp:81)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tshl.md:88-91)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
#[track_caller]
pub fn tshl<
    E: TshlElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tshl`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tshl`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tshl).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tshr`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tshr` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a5 takes i64, u64, i8, u8, i16, u16, i32, u32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TshrElement: Element {}
impl TshrElement for i64 {}
impl TshrElement for i32 {}
impl TshrElement for i16 {}
impl TshrElement for i8 {}
impl TshrElement for u64 {}
impl TshrElement for u32 {}
impl TshrElement for u16 {}
impl TshrElement for u8 {}

/// Shift the elements of a tile right by the elements of another.
///
/// The domain is the valid region of `dst`. Signed integers keep their sign, unsigned
/// ones are filled with zeros. A shift by the width of an element or more is undefined.
///
/// ```text
/// dst[i,j] = src0[i,j] >> src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSHR(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TShr.hpp:44)
/// - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShr.hpp:81)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tshr.md:88-91)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
#[track_caller]
pub fn tshr<
    E: TshrElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tshr`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tshr`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tshr).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tands`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tands` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a5 takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TandsElement: Element {}
impl TandsElement for i64 {}
impl TandsElement for i32 {}
impl TandsElement for i16 {}
impl TandsElement for i8 {}
impl TandsElement for u64 {}
impl TandsElement for u32 {}
impl TandsElement for u16 {}
impl TandsElement for u8 {}

/// And a number into every element of a tile.
///
/// The domain is the valid region of `dst`. A2/A3 first expands the number into `dst`, so `dst` must not be
/// `src`.
///
/// ```text
/// dst[i,j] = src[i,j] & scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TANDS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
/// - `dst` and `scalar` must have elements of the same size: E0206
/// - `dst` and `src` must have the same valid region: E0211
/// - `src` and `dst` must be different tiles, on a2a3: E0223
/// - `src` and `dst` must be different tiles, on a5 (`--rules device`) (a warning): W0223
/// - `src` and `dst` must be different tiles, on a5 (`--rules manual`): E0223
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:99-108)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TAndS.hpp:56-67)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
#[track_caller]
pub fn tands<
    E: TandsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tands`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tands).tile(0, src).scalar(1, scalar).tile(2, dst).run()
}

/// Elements that [`tors`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tors` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a5 takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TorsElement: Element {}
impl TorsElement for i64 {}
impl TorsElement for i32 {}
impl TorsElement for i16 {}
impl TorsElement for i8 {}
impl TorsElement for u64 {}
impl TorsElement for u32 {}
impl TorsElement for u16 {}
impl TorsElement for u8 {}

/// Or a number into every element of a tile.
///
/// The domain is the valid region of `dst`. A2/A3 first expands the number into `dst`, so `dst` must not be
/// `src`.
///
/// ```text
/// dst[i,j] = src[i,j] | scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TORS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
/// - `dst` and `scalar` must have elements of the same size: E0206
/// - `dst` and `src` must have the same valid region: E0211
/// - `src` and `dst` must be different tiles, on a2a3: E0223
/// - `src` and `dst` must be different tiles, on a5 (`--rules device`) (a warning): W0223
/// - `src` and `dst` must be different tiles, on a5 (`--rules manual`): E0223
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:111-120)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TOrS.hpp:56-67)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
#[track_caller]
pub fn tors<
    E: TorsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tors`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tors).tile(0, src).scalar(1, scalar).tile(2, dst).run()
}

/// Elements that [`txors`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.txors` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32",
    note = "a5 takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TxorsElement: Element {}
impl TxorsElement for i64 {}
impl TxorsElement for i32 {}
impl TxorsElement for i16 {}
impl TxorsElement for i8 {}
impl TxorsElement for u64 {}
impl TxorsElement for u32 {}
impl TxorsElement for u16 {}
impl TxorsElement for u8 {}

/// Exclusive-or a number into every element of a tile.
///
/// The domain is the valid region of `dst`. A2/A3 keeps an intermediate tile in `tmp`, and no operand may share
/// storage with another there.
///
/// ```text
/// dst[i,j] = src[i,j] ^ scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TXORS(dst, src, scalar, tmp)`
///
/// Rules:
/// - `src`, `tmp` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `tmp` must be row-major, on a2a3: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
/// - `dst` and `scalar` must have elements of the same size: E0206
/// - `dst` and `tmp` must have the same element type, on a2a3: E0203
/// - `dst` and `src` must have the same valid region: E0211
/// - `src` and `dst` must be different tiles, on a2a3: E0223
/// - `src` and `dst` must be different tiles, on a5 (a warning): W0223
/// - `src` and `tmp` must be different tiles, on a2a3: E0223
/// - `dst` and `tmp` must be different tiles, on a2a3: E0223
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:123-139)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TXorS.hpp:56-67)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:240-246)
///
/// Scratch:
/// - a2a3: at least the size of `dst`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn txors<
    EDst: TxorsElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.txors`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::txors).tile(0, src).scalar(1, scalar).tile(2, tmp).tile(3, dst).run()
}

/// Elements that [`tshls`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tshls` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16",
    note = "a5 takes i64, u64, i8, u8, i16, u16, i32, u32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TshlsElement: Element {}
impl TshlsElement for i64 {}
impl TshlsElement for i32 {}
impl TshlsElement for i16 {}
impl TshlsElement for i8 {}
impl TshlsElement for u64 {}
impl TshlsElement for u32 {}
impl TshlsElement for u16 {}
impl TshlsElement for u8 {}

/// Shift the elements of a tile left by a number.
///
/// The domain is the valid region of `dst`. The number may be any integer type; it must be at least 0 and less
/// than the width of an element.
///
/// ```text
/// dst[i,j] = src[i,j] << scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSHLS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region: E0211
/// - a constant shift must be at least 0 and less than the width of an element: E0228
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:24)
/// - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShlS.hpp:54-83)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tshls.md:86-90)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
#[track_caller]
pub fn tshls<
    E: TshlsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tshls`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tshls).tile(0, src).scalar(1, scalar).tile(2, dst).run()
}

/// Elements that [`tshrs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tshrs` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16",
    note = "a5 takes i64, u64, i8, u8, i16, u16, i32, u32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i8, u8, i16, u16, i32, u32",
)]
pub trait TshrsElement: Element {}
impl TshrsElement for i64 {}
impl TshrsElement for i32 {}
impl TshrsElement for i16 {}
impl TshrsElement for i8 {}
impl TshrsElement for u64 {}
impl TshrsElement for u32 {}
impl TshrsElement for u16 {}
impl TshrsElement for u8 {}

/// Shift the elements of a tile right by a number.
///
/// The domain is the valid region of `dst`. The number may be any integer type; it must be at least 0 and less
/// than the width of an element. Signed integers keep their sign.
///
/// ```text
/// dst[i,j] = src[i,j] >> scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSHRS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region: E0211
/// - a constant shift must be at least 0 and less than the width of an element: E0228
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:24)
/// - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShrS.hpp:54-76)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tshrs.md:86-90)
/// - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
#[track_caller]
pub fn tshrs<
    E: TshrsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tshrs`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tshrs).tile(0, src).scalar(1, scalar).tile(2, dst).run()
}
