//! Intrinsics of the op table's file `tile_divide.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, Scalar, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::PrecisionType;
use crate::marker::Vec;
use pto_isa::ops::tile_divide as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tdiv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tdiv` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, f16, f32",
    note = "a5, by the manual, takes i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TdivElement: Element {}
impl TdivElement for f32 {}
impl TdivElement for f16 {}
impl TdivElement for bf16 {}
impl TdivElement for i64 {}
impl TdivElement for i32 {}
impl TdivElement for i16 {}
impl TdivElement for i8 {}
impl TdivElement for u64 {}
impl TdivElement for u32 {}
impl TdivElement for u16 {}
impl TdivElement for u8 {}

/// Attributes of [`tdiv`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TdivWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Divide two tiles element by element.
///
/// The domain is the valid region of `dst`. Floats follow IEEE 754 (a zero divisor gives an infinity or
/// NaN); integers truncate toward zero, and dividing them by zero is an error.
///
/// ```text
/// dst[i,j] = src0[i,j] / src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TDIV(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TDiv.hpp:58)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDiv.hpp:67)
/// - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tdiv.md:98-102)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TDiv.hpp:31-45)
#[track_caller]
pub fn tdiv<
    E: TdivElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tdiv`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tdiv`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tdiv).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// [`tdiv`] with attributes.
#[track_caller]
pub fn tdiv_with<
    E: TdivElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TdivWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tdiv`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tdiv`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tdiv).tile(0, src0).tile(1, src1).tile(2, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`tfmod`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tfmod` does not take `{Self}` elements",
    note = "a2a3 takes f32",
    note = "a5 takes i32, u32, i16, u16, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TfmodElement: Element {}
impl TfmodElement for f32 {}
impl TfmodElement for f16 {}
impl TfmodElement for bf16 {}
impl TfmodElement for i64 {}
impl TfmodElement for i32 {}
impl TfmodElement for i16 {}
impl TfmodElement for i8 {}
impl TfmodElement for u64 {}
impl TfmodElement for u32 {}
impl TfmodElement for u16 {}
impl TfmodElement for u8 {}

/// Attributes of [`tfmod`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TfmodWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Take the remainder of a truncating division of two tiles.
///
/// The domain is the valid region of `dst`. The result has the sign of the dividend; `trem` is the one
/// with the sign of the divisor.
///
/// ```text
/// dst[i,j] = src0[i,j] - trunc(src0[i,j] / src1[i,j]) * src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TFMOD(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFmod.hpp:70)
/// - a5: `dst`: i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFMod.hpp:86-106)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:143-149)
#[track_caller]
pub fn tfmod<
    E: TfmodElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tfmod`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tfmod`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tfmod).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// [`tfmod`] with attributes.
#[track_caller]
pub fn tfmod_with<
    E: TfmodElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TfmodWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tfmod`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tfmod`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tfmod).tile(0, src0).tile(1, src1).tile(2, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`trem`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trem` does not take `{Self}` elements",
    note = "a2a3 takes f32, i32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, f16, f32",
    note = "a5, by the manual, takes i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TremElement: Element {}
impl TremElement for f32 {}
impl TremElement for f16 {}
impl TremElement for bf16 {}
impl TremElement for i64 {}
impl TremElement for i32 {}
impl TremElement for i16 {}
impl TremElement for i8 {}
impl TremElement for u64 {}
impl TremElement for u32 {}
impl TremElement for u16 {}
impl TremElement for u8 {}

/// Attributes of [`trem`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TremWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Take the remainder of a flooring division of two tiles.
///
/// The domain is the valid region of `dst`. The result has the sign of the divisor. On A2/A3 i32 goes
/// through f32, so operands beyond 2^24 in magnitude lose bits.
///
/// ```text
/// dst[i,j] = src0[i,j] - floor(src0[i,j] / src1[i,j]) * src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TREM(dst, src0, src1, tmp)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `tmp` must be row-major, on a2a3: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
/// - `dst` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f32, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:177)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRem.hpp:107)
/// - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trem.md:103-107)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:151-158)
///
/// Scratch:
/// - a2a3 (`--rules manual`): at least two rows of the valid columns of `dst`
/// - a2a3: at least C + 2\*ceil(C/64) elements for C columns of `dst` (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trem<
    EDst: TremElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.trem`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.trem`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::trem).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trem`] with attributes.
#[track_caller]
pub fn trem_with<
    EDst: TremElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TremWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.trem`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.trem`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::trem).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`tdivs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tdivs` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TdivsElement: Element {}
impl TdivsElement for f32 {}
impl TdivsElement for f16 {}
impl TdivsElement for bf16 {}
impl TdivsElement for i64 {}
impl TdivsElement for i32 {}
impl TdivsElement for i16 {}
impl TdivsElement for i8 {}
impl TdivsElement for u64 {}
impl TdivsElement for u32 {}
impl TdivsElement for u16 {}
impl TdivsElement for u8 {}

/// Attributes of [`tdivs`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TdivsWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Divide a tile by a number, or a number by a tile.
///
/// The domain is the valid region of `dst`. The order of the two operands is the order of the division. Floats
/// follow IEEE 754; integers truncate toward zero, and dividing them by zero is an error.
///
/// ```text
/// dst[i,j] = src[i,j] / scalar   (tile first)
/// dst[i,j] = src / scalar[i,j]   (number first)   for (i,j) in valid(dst)
/// ```
///
/// C++: `TDIVS(dst, src, scalar)`
///
/// Rules:
/// - `src`, `scalar` and `dst` must be in vec: E0201
/// - one of `src` and `scalar` must be a tile, the other a number: E0304
/// - `src`, `scalar` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `src`, `scalar` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
/// - `src` must have the element type of `dst`: E0203
/// - `scalar` must have the element type of `dst`: E0203
/// - 8-bit integers can divide a number, and cannot be divided by one, on a5 (`--rules device`): E0204
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst`, `src` and `scalar` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TDivS.hpp:220, 278)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDivS.hpp:135-147; a number divided by a tile: 177-205 checks no type)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tdivs.md:112-116)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 172-181)
#[track_caller]
pub fn tdivs<
    EDst: TdivsElement,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tdivs`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tdivs).tile(0, src).scalar(1, scalar).tile(2, dst).run()
}

/// [`tdivs`] with attributes.
#[track_caller]
pub fn tdivs_with<
    EDst: TdivsElement,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src, scalar: impl Scalar, with: TdivsWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tdivs`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tdivs).tile(0, src).scalar(1, scalar).tile(2, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// [`tdivs`] with its operands in another order.
///
/// C++: `TDIVS(dst, scalar, src)`
#[track_caller]
pub fn tdivs_scalar_src<
    EDst: TdivsElement,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, scalar: impl Scalar, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tdivs`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tdivs).scalar(0, scalar).tile(1, src).tile(2, dst).run()
}

/// [`tdivs_scalar_src`] with attributes.
#[track_caller]
pub fn tdivs_scalar_src_with<
    EDst: TdivsElement,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, scalar: impl Scalar, src: &Src, with: TdivsWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tdivs`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tdivs).scalar(0, scalar).tile(1, src).tile(2, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`tfmods`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tfmods` does not take `{Self}` elements",
    note = "a2a3 takes f32",
    note = "a5 takes i32, u32, i16, u16, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TfmodsElement: Element {}
impl TfmodsElement for f32 {}
impl TfmodsElement for f16 {}
impl TfmodsElement for bf16 {}
impl TfmodsElement for i64 {}
impl TfmodsElement for i32 {}
impl TfmodsElement for i16 {}
impl TfmodsElement for i8 {}
impl TfmodsElement for u64 {}
impl TfmodsElement for u32 {}
impl TfmodsElement for u16 {}
impl TfmodsElement for u8 {}

/// Take the remainder of a truncating division of a tile by a number.
///
/// The domain is the valid region of `dst`. The result has the sign of the dividend.
///
/// ```text
/// dst[i,j] = src[i,j] - trunc(src[i,j] / scalar) * scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TFMODS(dst, src, scalar)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (a warning): W0220
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFmodS.hpp:73)
/// - a5: `dst`: i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFModS.hpp:89-116)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 259)
#[track_caller]
pub fn tfmods<
    E: TfmodsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, scalar: E::Host) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tfmods`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tfmods).tile(0, src).element::<E>(1, scalar).tile(2, dst).run()
}

/// Elements that [`trems`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trems` does not take `{Self}` elements",
    note = "a2a3 takes f32, i32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, f16, f32",
    note = "a5, by the manual, takes i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TremsElement: Element {}
impl TremsElement for f32 {}
impl TremsElement for f16 {}
impl TremsElement for bf16 {}
impl TremsElement for i64 {}
impl TremsElement for i32 {}
impl TremsElement for i16 {}
impl TremsElement for i8 {}
impl TremsElement for u64 {}
impl TremsElement for u32 {}
impl TremsElement for u16 {}
impl TremsElement for u8 {}

/// Take the remainder of a flooring division of a tile by a number.
///
/// The domain is the valid region of `dst`. The result has the sign of the divisor. On A2/A3 i32 goes
/// through f32, so operands beyond 2^24 in magnitude lose bits.
///
/// ```text
/// dst[i,j] = src[i,j] - floor(src[i,j] / scalar) * scalar   for (i,j) in valid(dst)
/// ```
///
/// C++: `TREMS(dst, src, scalar, tmp)`
///
/// Rules:
/// - `src`, `tmp` and `dst` must be in vec: E0201
/// - `src`, `tmp` and `dst` must be row-major, on a2a3: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `scalar` must have the element type of `dst` (a warning): W0220
/// - `dst` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
/// - `dst` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f32, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TRemS.hpp:155)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRemS.hpp:97)
/// - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/trems.md:104-108)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 205-217)
///
/// Scratch:
/// - a2a3: at least one valid row of `dst`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trems<
    EDst: TremsElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, scalar: EDst::Host, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trems`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trems).tile(0, src).element::<EDst>(1, scalar).tile(2, tmp).tile(3, dst).run()
}
