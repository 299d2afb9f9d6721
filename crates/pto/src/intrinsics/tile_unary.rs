//! Intrinsics of the op table's file `tile_unary.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::PrecisionType;
use crate::marker::Vec;
use pto_isa::ops::tile_unary as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tabs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tabs` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32, i8, i16, i32",
    note = "cpu takes i32, i16, i8, f16, bf16, f32",
)]
pub trait TabsElement: Element {}
impl TabsElement for f32 {}
impl TabsElement for f16 {}
impl TabsElement for bf16 {}
impl TabsElement for i32 {}
impl TabsElement for i16 {}
impl TabsElement for i8 {}

/// Take the absolute value of a tile.
///
/// The domain is the valid region of `dst`. The smallest integer stays as it is.
///
/// ```text
/// dst[i,j] = |src[i,j]|   for (i,j) in valid(dst)
/// ```
///
/// C++: `TABS(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
/// - a5: `dst`: f16, f32, i8, i16, i32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:316)
/// - cpu: `dst`: i32, i16, i8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TAbs.hpp:31-43)
#[track_caller]
pub fn tabs<
    E: TabsElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tabs`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tabs).tile(0, src).tile(1, dst).run()
}

/// Elements that [`tneg`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tneg` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TnegElement: Element {}
impl TnegElement for f32 {}
impl TnegElement for f16 {}
impl TnegElement for bf16 {}
impl TnegElement for i64 {}
impl TnegElement for i32 {}
impl TnegElement for i16 {}
impl TnegElement for i8 {}
impl TnegElement for u64 {}
impl TnegElement for u32 {}
impl TnegElement for u16 {}
impl TnegElement for u8 {}

/// Negate a tile.
///
/// The domain is the valid region of `dst`. The headers multiply by -1, so the element types are those of `tmuls`;
/// integers wrap.
///
/// ```text
/// dst[i,j] = -src[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TNEG(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` must have a non-empty valid region, on a2a3: E0214
/// - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
/// - `dst` and `src` must have as many valid columns, on a5: E0213
/// - the valid region of `src` should cover that of `dst`, on a5 (a warning): W0217
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:449-452, a2a3/TMulS.hpp:52)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:365-368, a5/TMulS.hpp:57)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
#[track_caller]
pub fn tneg<
    E: TnegElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    Call::new(&ops::tneg).tile(0, src).tile(1, dst).run()
}

/// Elements that [`texp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.texp` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TexpElement: Element {}
impl TexpElement for f32 {}
impl TexpElement for f16 {}
impl TexpElement for bf16 {}

/// Attributes of [`texp`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TexpWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Take the exponential of a tile.
///
/// The domain is the valid region of `dst`. Overflow gives an infinity. A5 has a second, more accurate algorithm.
///
/// ```text
/// dst[i,j] = e ^ src[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TEXP(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
#[track_caller]
pub fn texp<
    E: TexpElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.texp`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::texp).tile(0, src).tile(1, dst).run()
}

/// [`texp`] with attributes.
#[track_caller]
pub fn texp_with<
    E: TexpElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, with: TexpWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.texp`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::texp).tile(0, src).tile(1, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`tlog`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tlog` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TlogElement: Element {}
impl TlogElement for f32 {}
impl TlogElement for f16 {}
impl TlogElement for bf16 {}

/// Attributes of [`tlog`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TlogWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Take the natural logarithm of a tile.
///
/// The domain is the valid region of `dst`. Zero gives -inf, a negative number NaN. A5 has a second, more accurate
/// algorithm.
///
/// ```text
/// dst[i,j] = ln src[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TLOG(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
#[track_caller]
pub fn tlog<
    E: TlogElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tlog`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tlog).tile(0, src).tile(1, dst).run()
}

/// [`tlog`] with attributes.
#[track_caller]
pub fn tlog_with<
    E: TlogElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, with: TlogWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tlog`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tlog).tile(0, src).tile(1, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`tsqrt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsqrt` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TsqrtElement: Element {}
impl TsqrtElement for f32 {}
impl TsqrtElement for f16 {}
impl TsqrtElement for bf16 {}

/// Attributes of [`tsqrt`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TsqrtWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Take the square root of a tile.
///
/// The domain is the valid region of `dst`. A negative number gives NaN. A5 has a second, more accurate algorithm.
///
/// ```text
/// dst[i,j] = sqrt(src[i,j])   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSQRT(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSqrt.hpp:32-45)
#[track_caller]
pub fn tsqrt<
    E: TsqrtElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tsqrt`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tsqrt).tile(0, src).tile(1, dst).run()
}

/// [`tsqrt`] with attributes.
#[track_caller]
pub fn tsqrt_with<
    E: TsqrtElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, with: TsqrtWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tsqrt`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tsqrt).tile(0, src).tile(1, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`trsqrt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trsqrt` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, f32",
)]
pub trait TrsqrtElement: Element {}
impl TrsqrtElement for f32 {}
impl TrsqrtElement for f16 {}

/// Attributes of [`trsqrt`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrsqrtWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Take the reciprocal square root of a tile.
///
/// The domain is the valid region of `dst`. Zero gives an infinity, a negative number NaN. With `tmp`, A2/A3 divides
/// one by the square root instead of using its fast approximation; A5 ignores it.
///
/// ```text
/// dst[i,j] = 1 / sqrt(src[i,j])   for (i,j) in valid(dst)
/// ```
///
/// C++: `TRSQRT(dst, src)`
///
/// Rules:
/// - `src`, `tmp` and `dst` must be in vec: E0201
/// - `src`, `tmp` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
/// - `tmp` must be given for the accurate algorithm, on a2a3, a5: E0221
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265, 335-341)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRsqrt.hpp:194)
/// - cpu: `dst`: f16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRSqrt.hpp:21-31)
///
/// Scratch:
/// - a2a3: at least 32 bytes
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trsqrt<
    E: TrsqrtElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trsqrt`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trsqrt).tile(0, src).tile(2, dst).run()
}

/// [`trsqrt`] with attributes.
#[track_caller]
pub fn trsqrt_with<
    E: TrsqrtElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, with: TrsqrtWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trsqrt`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trsqrt).tile(0, src).tile(2, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// [`trsqrt`] with `tmp`.
///
/// C++: `TRSQRT(dst, src, tmp)`
///
/// Scratch:
/// - a2a3: at least 32 bytes
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trsqrt_tmp<
    EDst: TrsqrtElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trsqrt`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trsqrt).tile(0, src).tile(1, tmp).tile(2, dst).run()
}

/// [`trsqrt_tmp`] with attributes.
#[track_caller]
pub fn trsqrt_tmp_with<
    EDst: TrsqrtElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp, with: TrsqrtWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trsqrt`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trsqrt).tile(0, src).tile(1, tmp).tile(2, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`trecip`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trecip` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, f32",
    note = "a2a3 and a5, by the manual, takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TrecipElement: Element {}
impl TrecipElement for f32 {}
impl TrecipElement for f16 {}
impl TrecipElement for bf16 {}
impl TrecipElement for i64 {}
impl TrecipElement for i32 {}
impl TrecipElement for i16 {}
impl TrecipElement for i8 {}
impl TrecipElement for u64 {}
impl TrecipElement for u32 {}
impl TrecipElement for u16 {}
impl TrecipElement for u8 {}

/// Attributes of [`trecip`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrecipWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Take the reciprocal of a tile.
///
/// The domain is the valid region of `dst`. The headers divide one by the tile; a zero gives an infinity, and is an
/// error among integers, which truncate toward zero. On A2/A3 `dst` must not be `src`.
///
/// ```text
/// dst[i,j] = 1 / src[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TRECIP(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
/// - `src` and `dst` must be different tiles, on a2a3: E0223
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/common/pto\_instr.hpp:533-539, npu/a2a3/TDivS.hpp:272-282)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, f32 (pto-isa@3186c381 include/pto/common/pto\_instr.hpp:533-539, npu/a5/TDivS.hpp:177-205 checks no type; integers: 125-128)
/// - a2a3, a5 (`--rules manual`): `dst`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trecip.md:91-92)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
#[track_caller]
pub fn trecip<
    E: TrecipElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trecip`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trecip).tile(0, src).tile(1, dst).run()
}

/// [`trecip`] with attributes.
#[track_caller]
pub fn trecip_with<
    E: TrecipElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src, with: TrecipWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trecip`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trecip).tile(0, src).tile(1, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`trelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trelu` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i32",
    note = "a5 takes f16, f32, i32",
    note = "cpu takes i64, i32, i16, i8, f16, bf16, f32",
)]
pub trait TreluElement: Element {}
impl TreluElement for f32 {}
impl TreluElement for f16 {}
impl TreluElement for bf16 {}
impl TreluElement for i64 {}
impl TreluElement for i32 {}
impl TreluElement for i16 {}
impl TreluElement for i8 {}

/// Clamp negative elements of a tile to zero.
///
/// The domain is the valid region of `dst`. A NaN stays NaN.
///
/// ```text
/// dst[i,j] = max(src[i,j], 0)   for (i,j) in valid(dst)
/// ```
///
/// C++: `TRELU(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:408)
/// - a5: `dst`: f16, f32, i32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:247)
/// - cpu: `dst`: i64, i32, i16, i8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
#[track_caller]
pub fn trelu<
    E: TreluElement,
    Dst: TileOf<Vec, E>,
    Src: TileOf<Vec, E>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.trelu`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::trelu).tile(0, src).tile(1, dst).run()
}
