//! Intrinsics of the op table's file `tile_scalar.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::{TileOf, TileWith};
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::marker::Vec;
use pto_isa::ops::tile_scalar as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tadds`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tadds` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TaddsElement: Element {}
impl TaddsElement for f32 {}
impl TaddsElement for f16 {}
impl TaddsElement for bf16 {}
impl TaddsElement for i64 {}
impl TaddsElement for i32 {}
impl TaddsElement for i16 {}
impl TaddsElement for i8 {}
impl TaddsElement for u64 {}
impl TaddsElement for u32 {}
impl TaddsElement for u16 {}
impl TaddsElement for u8 {}

/// Add a number to every element of a tile.
///
/// The domain is the valid region of `dst`. Integers wrap.
///
/// ```text
/// dst[i,j] = src[i,j] + scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TADDS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
/// - `scalar` must have the element type of `dst` (`--rules manual`): E0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
/// - `dst` and `src` must have as many valid columns, on a5: E0213
/// - `dst` and `src` must have as many valid rows, on a5 (`--rules device`): E0212
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TAddS.hpp:52)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TAddS.hpp:57)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md:98-102)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 154)
#[track_caller]
pub fn tadds<
    E: TaddsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: E::Host) -> Result<Event> {
    Call::new(&ops::tadds).tile(0, src).element::<E>(1, scalar).tile(2, dst).run()
}

/// Elements that [`tsubs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsubs` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i32, i16, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TsubsElement: Element {}
impl TsubsElement for f32 {}
impl TsubsElement for f16 {}
impl TsubsElement for bf16 {}
impl TsubsElement for i64 {}
impl TsubsElement for i32 {}
impl TsubsElement for i16 {}
impl TsubsElement for i8 {}
impl TsubsElement for u64 {}
impl TsubsElement for u32 {}
impl TsubsElement for u16 {}
impl TsubsElement for u8 {}

/// Subtract a number from every element of a tile.
///
/// The domain is the valid region of `dst`. Integers wrap.
///
/// ```text
/// dst[i,j] = src[i,j] - scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSUBS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
/// - `scalar` must have the element type of `dst` (`--rules manual`): E0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSubS.hpp:52)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSubS.hpp:57)
/// - a5 (`--rules manual`): `dst`: i32, i16, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubs.md:88-91)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 160)
#[track_caller]
pub fn tsubs<
    E: TsubsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: E::Host) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tsubs`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tsubs).tile(0, src).element::<E>(1, scalar).tile(2, dst).run()
}

/// Elements that [`tmuls`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmuls` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, f16, bf16, f32",
    note = "a5, by the manual, takes i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TmulsElement: Element {}
impl TmulsElement for f32 {}
impl TmulsElement for f16 {}
impl TmulsElement for bf16 {}
impl TmulsElement for i64 {}
impl TmulsElement for i32 {}
impl TmulsElement for i16 {}
impl TmulsElement for i8 {}
impl TmulsElement for u64 {}
impl TmulsElement for u32 {}
impl TmulsElement for u16 {}
impl TmulsElement for u8 {}

/// Multiply every element of a tile by a number.
///
/// The domain is the valid region of `dst`. Integers keep the low half of the product.
///
/// ```text
/// dst[i,j] = src[i,j] * scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TMULS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
/// - `scalar` must have the element type of `dst` (`--rules manual`): E0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
/// - `dst` and `src` must have as many valid columns, on a5: E0213
/// - the valid region of `src` should cover that of `dst`, on a5 (a warning): W0217
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMulS.hpp:52)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMulS.hpp:57)
/// - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmuls.md:98-102)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 166)
#[track_caller]
pub fn tmuls<
    E: TmulsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: E::Host) -> Result<Event> {
    Call::new(&ops::tmuls).tile(0, src).element::<E>(1, scalar).tile(2, dst).run()
}

/// Elements that [`tmaxs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmaxs` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TmaxsElement: Element {}
impl TmaxsElement for f32 {}
impl TmaxsElement for f16 {}
impl TmaxsElement for bf16 {}
impl TmaxsElement for i64 {}
impl TmaxsElement for i32 {}
impl TmaxsElement for i16 {}
impl TmaxsElement for i8 {}
impl TmaxsElement for u64 {}
impl TmaxsElement for u32 {}
impl TmaxsElement for u16 {}
impl TmaxsElement for u8 {}

/// Take the larger of each element and a number.
///
/// The domain is the valid region of `dst`. A NaN in the tile or the number gives NaN.
///
/// ```text
/// dst[i,j] = max(src[i,j], scalar)   for (i,j) in valid(dst)
/// ```
///
/// C++: `TMAXS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
/// - `scalar` must have the element type of `dst` (`--rules manual`): E0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
/// - `dst` and `src` must have as many valid columns, on a5: E0213
/// - the valid region of `src` should cover that of `dst`, on a5 (`--rules device`) (a warning): W0217
/// - `dst` and `src` must have as many valid rows, on a5 (`--rules manual`): E0212
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMaxS.hpp:53)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMaxs.hpp:57)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md:89-90)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 222)
#[track_caller]
pub fn tmaxs<
    E: TmaxsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: E::Host) -> Result<Event> {
    Call::new(&ops::tmaxs).tile(0, src).element::<E>(1, scalar).tile(2, dst).run()
}

/// Elements that [`tmins`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmins` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TminsElement: Element {}
impl TminsElement for f32 {}
impl TminsElement for f16 {}
impl TminsElement for bf16 {}
impl TminsElement for i64 {}
impl TminsElement for i32 {}
impl TminsElement for i16 {}
impl TminsElement for i8 {}
impl TminsElement for u64 {}
impl TminsElement for u32 {}
impl TminsElement for u16 {}
impl TminsElement for u8 {}

/// Take the smaller of each element and a number.
///
/// The domain is the valid region of `dst`. A NaN in the tile or the number gives NaN.
///
/// ```text
/// dst[i,j] = min(src[i,j], scalar)   for (i,j) in valid(dst)
/// ```
///
/// C++: `TMINS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
/// - `scalar` must have the element type of `dst` (`--rules manual`): E0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
/// - `dst` and `src` must have as many valid columns, on a5: E0213
/// - the valid region of `src` should cover that of `dst`, on a5 (a warning): W0217
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMins.hpp:52)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMins.hpp:57)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmins.md:88-89)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 187)
#[track_caller]
pub fn tmins<
    E: TminsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: E::Host) -> Result<Event> {
    Call::new(&ops::tmins).tile(0, src).element::<E>(1, scalar).tile(2, dst).run()
}

/// Elements that [`tlrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tlrelu` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TlreluElement: Element {}
impl TlreluElement for f32 {}
impl TlreluElement for f16 {}
impl TlreluElement for bf16 {}

/// Apply a leaky ReLU with one slope.
///
/// The domain is the valid region of `dst`. The slope may be f32 for an f16 tile: the assembler knows no
/// other type for it.
///
/// ```text
/// dst[i,j] = src[i,j] > 0 ? src[i,j] : src[i,j] * slope   for (i,j) in valid(dst)
/// ```
///
/// C++: `TLRELU(dst, src, slope)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `slope` must have element type f32, f16 or bf16: E0204
/// - `slope` must have the element type of `dst` (`--rules manual`): E0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TLRelu.hpp:53)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TLRelu.hpp:50)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 253)
#[track_caller]
pub fn tlrelu<
    E: TlreluElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, slope: E::Host) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tlrelu`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tlrelu).tile(0, src).element::<E>(1, slope).tile(2, dst).run()
}

/// Elements that [`taxpy`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.taxpy` does not take `{Self}` elements for `(dst, src)`",
    note = "a2a3 takes (f16, f16) (f32, f32) (f32, f16)",
    note = "a5 takes (f16, f16) (f32, f32) (f32, f16)",
    note = "cpu takes (f16, f16) (f32, f32) (f32, f16)",
)]
pub trait TaxpyElements {}
impl TaxpyElements for (f32, f32) {}
impl TaxpyElements for (f32, f16) {}
impl TaxpyElements for (f16, f16) {}

/// Add a multiple of a tile to the destination.
///
/// The domain is the valid region of `dst`, which is read and written. An f16 source may be added to an f32
/// destination; the number has the type of the source.
///
/// ```text
/// dst[i,j] = scalar * src[i,j] + dst[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TAXPY(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
/// - `scalar` must have the element type of `src` (a warning): W0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `(dst, src)`: (f16, f16) (f32, f32) (f32, f16) (pto-isa@3186c381 include/pto/npu/a2a3/TAxpy.hpp:130-131)
/// - a5: `(dst, src)`: (f16, f16) (f32, f32) (f32, f16) (pto-isa@3186c381 include/pto/npu/a5/TAxpy.hpp:99-100)
/// - cpu: `(dst, src)`: (f16, f16) (f32, f32) (f32, f16) (union of the devices; pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:281 checks nothing)
#[track_caller]
pub fn taxpy<
    EDst: Element,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src, scalar: ESrc::Host) -> Result<Event>
where
    (EDst, ESrc): TaxpyElements,
{
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.taxpy`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::taxpy).tile(0, src).element::<ESrc>(1, scalar).tile(2, dst).run()
}

/// Elements that [`texpands`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.texpands` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TexpandsElement: Element {}
impl TexpandsElement for f32 {}
impl TexpandsElement for f16 {}
impl TexpandsElement for bf16 {}
impl TexpandsElement for i64 {}
impl TexpandsElement for i32 {}
impl TexpandsElement for i16 {}
impl TexpandsElement for i8 {}
impl TexpandsElement for u64 {}
impl TexpandsElement for u32 {}
impl TexpandsElement for u16 {}
impl TexpandsElement for u8 {}

/// Fill a tile with a number.
///
/// A vector tile is filled over its valid region, a matrix tile (in L1) over all its rows and columns.
///
/// ```text
/// dst[i,j] = scalar   for (i,j) in valid(dst), or in all of a matrix tile
/// ```
///
/// C++: `TEXPANDS(dst, scalar)`
///
/// Rules:
/// - `dst` must be in vec or mat: E0201
/// - `scalar` must have the element type of `dst` (a warning): W0220
/// - a vector tile must be row-major, on a5 (`--rules manual`): E0202
/// - a vector tile of 64-bit elements must be row-major, on a5: E0202
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TExpandS.hpp:144)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TExpandS.hpp:149)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/texpands.md:91-99)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TExpands.hpp:53)
#[track_caller]
pub fn texpands<
    E: TexpandsElement,
    Dst: TileWith<E>,
>(dst: &mut Dst, scalar: E::Host) -> Result<Event> {
    Call::new(&ops::texpands).element::<E>(0, scalar).tile(1, dst).run()
}

/// Elements that [`taddsc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.taddsc` does not take `{Self}` elements",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a2a3 and a5, by the manual, takes i32, i16, f16, f32",
)]
pub trait TaddscElement: Element {}
impl TaddscElement for f32 {}
impl TaddscElement for f16 {}
impl TaddscElement for bf16 {}
impl TaddscElement for i64 {}
impl TaddscElement for i32 {}
impl TaddscElement for i16 {}
impl TaddscElement for i8 {}
impl TaddscElement for u64 {}
impl TaddscElement for u32 {}
impl TaddscElement for u16 {}
impl TaddscElement for u8 {}

/// Add two tiles and a number.
///
/// Despite the suffix there is no carry. The domain is the valid region of `dst`. Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] + scalar + src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TADDSC(dst, src0, scalar, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `scalar` must have the element type of `dst`: E0220
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileScalarOp.h:107-114)
/// - a2a3, a5 (`--rules manual`): `dst`: i32, i16, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/taddsc.md:98-103)
#[track_caller]
pub fn taddsc<
    E: TaddscElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, scalar: E::Host, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.taddsc`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.taddsc`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::taddsc).tile(0, src0).element::<E>(1, scalar).tile(2, src1).tile(3, dst).run()
}

/// Elements that [`tsubsc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsubsc` does not take `{Self}` elements",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a2a3 and a5, by the manual, takes i32, i16, f16, f32",
)]
pub trait TsubscElement: Element {}
impl TsubscElement for f32 {}
impl TsubscElement for f16 {}
impl TsubscElement for bf16 {}
impl TsubscElement for i64 {}
impl TsubscElement for i32 {}
impl TsubscElement for i16 {}
impl TsubscElement for i8 {}
impl TsubscElement for u64 {}
impl TsubscElement for u32 {}
impl TsubscElement for u16 {}
impl TsubscElement for u8 {}

/// Subtract a number from a tile and add another tile.
///
/// Despite the suffix there is no borrow. The domain is the valid region of `dst`. Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] - scalar + src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSUBSC(dst, src0, scalar, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `scalar` must have the element type of `dst`: E0220
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileScalarOp.h:116-123)
/// - a2a3, a5 (`--rules manual`): `dst`: i32, i16, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubsc.md:98-103)
#[track_caller]
pub fn tsubsc<
    E: TsubscElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, scalar: E::Host, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tsubsc`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tsubsc`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tsubsc).tile(0, src0).element::<E>(1, scalar).tile(2, src1).tile(3, dst).run()
}
