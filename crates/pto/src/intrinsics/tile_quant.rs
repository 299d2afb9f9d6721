//! Intrinsics of the op table's file `tile_quant.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, F8E8M0, Scalar, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::{GrpAxis, QuantScaleAlg, QuantType, StoreMode};
use crate::layout::IsNd;
use crate::marker::{Scaling, Vec};
use pto_isa::ops::tile_quant as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tquant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.tquant` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TquantSrcElement: Element {}
impl TquantSrcElement for f32 {}

/// Elements that [`tquant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`fp` of `pto.tquant` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TquantFpElement: Element {}
impl TquantFpElement for f32 {}

/// Elements that [`tquant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`offset` of `pto.tquant` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TquantOffsetElement: Element {}
impl TquantOffsetElement for f32 {}

/// Elements that [`tquant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`dst` of `pto.tquant` does not take `{Self}` elements",
    note = "it takes i8, u8",
)]
pub trait TquantDstElement: Element {}
impl TquantDstElement for i8 {}
impl TquantDstElement for u8 {}

/// Attributes of [`tquant`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TquantWith {
    /// by the presence of `offset` if absent.
    pub quant_type: Option<QuantType>,
}

/// Quantise f32 elements to 8-bit integers.
///
/// Each row has a scale in `fp` and, for INT8\_ASYM, an offset in `offset`. Results are rounded once and
/// saturated. A2/A3 overwrites `src` and uses `tmp` for its 32-bit integer copy. The page's MX formats are
/// written `tquant.mx`.
///
/// ```text
/// dst[i,j] = saturate(round(src[i,j] * fp[i] + offset[i]))
/// ```
///
/// C++: `TQUANT(dst, src, fp, offset)`
///
/// Rules:
/// - `src`, `fp`, `offset`, `dst` and `tmp` must be in vec: E0201
/// - `src`, `dst` and `tmp` must be row-major, on a2a3: E0202
/// - `fp` and `offset` must be column-major, on a2a3 (a warning): W0202
/// - `src`, `fp` and `offset` must have element type f32: E0204
/// - `dst` must have element type i8 or ui8: E0204
/// - `src` and `tmp` must have the same element type, on a2a3: E0203
/// - `src` and `dst` must have the same valid region: E0211
/// - `dst`, `fp` and `offset` must have as many valid rows, on a2a3: E0212
/// - `fp` and `offset` must have exactly 1 valid column, on a2a3 (a warning): W0215
/// - `src` and `tmp` must have the same rows and columns, on a2a3: E0218
/// - `src` and `tmp` must have the same valid region, on a2a3: E0211
/// - INT8\_ASYM needs `offset`, INT8\_SYM has none; MX formats are made by `tquant.mx`: E0228
/// - INT8\_SYM makes i8, INT8\_ASYM u8: E0204
///
/// Element types:
/// - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TQuant.hpp:21-36)
/// - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3223-3430)
/// - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TQuant.hpp:391-586)
///
/// Scratch:
/// - a2a3: at least the bytes of `src`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tquant<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    EOffset: TquantOffsetElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
    Offset: TileOf<Vec, EOffset>,
>(dst: &mut Dst, src: &Src, fp: &Fp, offset: &Offset) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(2, offset).tile(3, dst).run()
}

/// [`tquant`] with attributes.
#[track_caller]
pub fn tquant_with<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    EOffset: TquantOffsetElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
    Offset: TileOf<Vec, EOffset>,
>(dst: &mut Dst, src: &Src, fp: &Fp, offset: &Offset, with: TquantWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(2, offset).tile(3, dst).word("quant_type", with.quant_type.map(QuantType::word)).run()
}

/// [`tquant`] with `tmp`.
///
/// C++: `TQUANT(dst, src, fp, tmp, offset)`
///
/// Scratch:
/// - a2a3: at least the bytes of `src`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tquant_tmp<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    ETmp: Element,
    EOffset: TquantOffsetElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
    Tmp: TileOf<Vec, ETmp>,
    Offset: TileOf<Vec, EOffset>,
>(dst: &mut Dst, src: &Src, fp: &Fp, tmp: &mut Tmp, offset: &Offset) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(2, offset).tile(3, dst).tile(4, tmp).run()
}

/// [`tquant_tmp`] with attributes.
#[track_caller]
pub fn tquant_tmp_with<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    ETmp: Element,
    EOffset: TquantOffsetElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
    Tmp: TileOf<Vec, ETmp>,
    Offset: TileOf<Vec, EOffset>,
>(dst: &mut Dst, src: &Src, fp: &Fp, tmp: &mut Tmp, offset: &Offset, with: TquantWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(2, offset).tile(3, dst).tile(4, tmp).word("quant_type", with.quant_type.map(QuantType::word)).run()
}

/// [`tquant`] without `offset`.
///
/// C++: `TQUANT(dst, src, fp)`
///
/// Scratch:
/// - a2a3: at least the bytes of `src`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tquant_sym<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(3, dst).run()
}

/// [`tquant_sym`] with attributes.
#[track_caller]
pub fn tquant_sym_with<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, with: TquantWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(3, dst).word("quant_type", with.quant_type.map(QuantType::word)).run()
}

/// [`tquant`] with `tmp` instead of `offset`.
///
/// C++: `TQUANT(dst, src, fp, tmp)`
///
/// Scratch:
/// - a2a3: at least the bytes of `src`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tquant_sym_tmp<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(3, dst).tile(4, tmp).run()
}

/// [`tquant_sym_tmp`] with attributes.
#[track_caller]
pub fn tquant_sym_tmp_with<
    EDst: TquantDstElement,
    ESrc: TquantSrcElement,
    EFp: TquantFpElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Fp: TileOf<Vec, EFp>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, tmp: &mut Tmp, with: TquantWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Src::TY, &Dst::TY), "`pto.tquant`: `src` and `dst` must have the same valid region") };
    Call::new(&ops::tquant).tile(0, src).tile(1, fp).tile(3, dst).tile(4, tmp).word("quant_type", with.quant_type.map(QuantType::word)).run()
}

/// Elements that [`tquant_mx`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tquant.mx` does not take `{Self}` elements",
    note = "a5 takes f32, f16, bf16",
    note = "cpu takes f32, f16, bf16",
)]
pub trait TquantMxElement: Element {}
impl TquantMxElement for f32 {}
impl TquantMxElement for f16 {}
impl TquantMxElement for bf16 {}

/// Elements that [`tquant_mx`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`exp` of `pto.tquant.mx` does not take `{Self}` elements",
    note = "it takes i8, u8, F8E8M0",
)]
pub trait TquantMxExpElement: Element {}
impl TquantMxExpElement for i8 {}
impl TquantMxExpElement for u8 {}
impl TquantMxExpElement for F8E8M0 {}

/// Elements that [`tquant_mx`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`exp_zz` of `pto.tquant.mx` does not take `{Self}` elements",
    note = "it takes i8, u8, F8E8M0",
)]
pub trait TquantMxExpZzElement: Element {}
impl TquantMxExpZzElement for i8 {}
impl TquantMxExpZzElement for u8 {}
impl TquantMxExpZzElement for F8E8M0 {}

/// Attributes of [`tquant_mx`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TquantMxWith {
    /// how the exponent is rounded; `ocp` if absent.
    pub quant_scale_alg: Option<QuantScaleAlg>,
    /// groups down columns or along rows; `axis1` if absent.
    pub grp_axis: Option<GrpAxis>,
    /// pairs of exponent rows are interleaved.
    pub interleave: Option<bool>,
}

/// Quantise to an MX format: groups of 32 with a shared exponent.
///
/// `exp` receives one E8M0 exponent per group; `max` and `scaling` are left with intermediate values. Groups
/// run along rows (axis1) or down columns (axis0). `exp_zz` stores the exponents a second time in ZZ order.
///
/// ```text
/// max[g] = max of |src| in group g
/// exp[g] = biased exponent of max[g] - emax, at least 0
/// dst[i] = round(clip(src[i] * 2^(127 - exp[g]))) as the small format
/// ```
///
/// C++: `TQUANT(dst, src, exp, max, scaling, quant_type)`
///
/// Rules:
/// - `src`, `dst`, `exp`, `max`, `scaling` and `exp_zz` must be in vec: E0201
/// - `src`, `dst`, `exp`, `max`, `scaling` and `exp_zz` must be ND (row-major, unboxed): E0202
/// - `exp` and `exp_zz` must have element type i8, ui8 or !pto.f8E8M0: E0204
/// - `src`, `max` and `scaling` must have the same element type: E0203
/// - MXFP8 makes i8 or u8 bytes from f32, f16 or bf16; MXFP4\_E2M1 makes f4E2M1x2 from f16 or bf16: E0205
/// - `interleave` goes with grpAxis axis0: E0232
/// - the grouped extent of `src` must be a multiple of 32: valid columns for axis1, valid rows for axis0 (64 with `interleave`): E0219
/// - `dst` must have the valid region of `src`; packed f4 halves the columns: E0211
/// - `exp` has one element per group of 32: M x N/32 or 1 x M\*N/32 for axis1, M/32 x N for axis0, M/64 x 2N with `interleave`: E0228
/// - one element per group of 32: M x N/32 or 1 x M\*N/32 for axis1, M/32 x N for axis0: E0228
/// - one element per group of 32: M x N/32 or 1 x M\*N/32 for axis1, M/32 x N for axis0: E0228
/// - `exp_zz` and `storeMode` go together, with grpAxis axis1 and quantScaleAlg ocp: E0232
/// - with `exp_zz` the valid rows of `src` must be a multiple of 16 and its columns of 64: E0219
/// - with `interleave` an M x N `src` is allocated with a multiple of 64 rows, and `exp` as M/64 rows of 2N elements in whole blocks, on a5: E0219
///
/// Element types:
/// - a5: `src`: f32, f16, bf16 (pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3223-3430)
/// - cpu: `src`: f32, f16, bf16 (pto-isa@3186c381 include/pto/cpu/TQuant.hpp:391-586)
#[track_caller]
pub fn tquant_mx<
    EDst: Element,
    ESrc: TquantMxElement,
    EExp: TquantMxExpElement,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Exp: TileOf<Vec, EExp, Layout: IsNd>,
    Max: TileOf<Vec, ESrc, Layout: IsNd>,
    ScalingTile: TileOf<Vec, ESrc, Layout: IsNd>,
>(dst: &mut Dst, src: &Src, exp: &mut Exp, max: &mut Max, scaling: &mut ScalingTile, quant_type: QuantType) -> Result<Event> {
    Call::new(&ops::tquant_mx).tile(0, src).tile(1, dst).tile(2, exp).tile(3, max).tile(4, scaling).word("quant_type", Some(quant_type.word())).run()
}

/// [`tquant_mx`] with attributes.
#[track_caller]
pub fn tquant_mx_with<
    EDst: Element,
    ESrc: TquantMxElement,
    EExp: TquantMxExpElement,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Exp: TileOf<Vec, EExp, Layout: IsNd>,
    Max: TileOf<Vec, ESrc, Layout: IsNd>,
    ScalingTile: TileOf<Vec, ESrc, Layout: IsNd>,
>(dst: &mut Dst, src: &Src, exp: &mut Exp, max: &mut Max, scaling: &mut ScalingTile, quant_type: QuantType, with: TquantMxWith) -> Result<Event> {
    Call::new(&ops::tquant_mx).tile(0, src).tile(1, dst).tile(2, exp).tile(3, max).tile(4, scaling).word("quant_type", Some(quant_type.word())).word("quantScaleAlg", with.quant_scale_alg.map(QuantScaleAlg::word)).word("grpAxis", with.grp_axis.map(GrpAxis::word)).flag("interleave", with.interleave).run()
}

/// [`tquant_mx`] with `exp_zz`.
///
/// C++: `TQUANT(dst, src, exp, max, scaling, exp_zz, quant_type, storeMode)`
#[track_caller]
#[allow(clippy::too_many_arguments)]
pub fn tquant_mx_exp_zz<
    EDst: Element,
    ESrc: TquantMxElement,
    EExp: TquantMxExpElement,
    EExpZz: TquantMxExpZzElement,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Exp: TileOf<Vec, EExp, Layout: IsNd>,
    Max: TileOf<Vec, ESrc, Layout: IsNd>,
    ScalingTile: TileOf<Vec, ESrc, Layout: IsNd>,
    ExpZz: TileOf<Vec, EExpZz, Layout: IsNd>,
>(dst: &mut Dst, src: &Src, exp: &mut Exp, max: &mut Max, scaling: &mut ScalingTile, exp_zz: &mut ExpZz, quant_type: QuantType, store_mode: StoreMode) -> Result<Event> {
    Call::new(&ops::tquant_mx).tile(0, src).tile(1, dst).tile(2, exp).tile(3, max).tile(4, scaling).tile(5, exp_zz).word("quant_type", Some(quant_type.word())).word("storeMode", Some(store_mode.word())).run()
}

/// [`tquant_mx_exp_zz`] with attributes.
#[track_caller]
#[allow(clippy::too_many_arguments)]
pub fn tquant_mx_exp_zz_with<
    EDst: Element,
    ESrc: TquantMxElement,
    EExp: TquantMxExpElement,
    EExpZz: TquantMxExpZzElement,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
    Exp: TileOf<Vec, EExp, Layout: IsNd>,
    Max: TileOf<Vec, ESrc, Layout: IsNd>,
    ScalingTile: TileOf<Vec, ESrc, Layout: IsNd>,
    ExpZz: TileOf<Vec, EExpZz, Layout: IsNd>,
>(dst: &mut Dst, src: &Src, exp: &mut Exp, max: &mut Max, scaling: &mut ScalingTile, exp_zz: &mut ExpZz, quant_type: QuantType, store_mode: StoreMode, with: TquantMxWith) -> Result<Event> {
    Call::new(&ops::tquant_mx).tile(0, src).tile(1, dst).tile(2, exp).tile(3, max).tile(4, scaling).tile(5, exp_zz).word("quant_type", Some(quant_type.word())).word("storeMode", Some(store_mode.word())).word("quantScaleAlg", with.quant_scale_alg.map(QuantScaleAlg::word)).word("grpAxis", with.grp_axis.map(GrpAxis::word)).flag("interleave", with.interleave).run()
}

/// Elements that [`tdequant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tdequant` does not take `{Self}` elements",
    note = "a2a3 takes i8, i16",
    note = "a5 takes i8, i16",
    note = "cpu takes i8, u8, i16, u16",
    note = "cpu, by the manual, takes i8, i16",
)]
pub trait TdequantElement: Element {}
impl TdequantElement for i16 {}
impl TdequantElement for i8 {}
impl TdequantElement for u16 {}
impl TdequantElement for u8 {}

/// Elements that [`tdequant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`dst` of `pto.tdequant` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TdequantDstElement: Element {}
impl TdequantDstElement for f32 {}

/// Elements that [`tdequant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`scale` of `pto.tdequant` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TdequantScaleElement: Element {}
impl TdequantScaleElement for f32 {}

/// Elements that [`tdequant`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`offset` of `pto.tdequant` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TdequantOffsetElement: Element {}
impl TdequantOffsetElement for f32 {}

/// Turn 8- or 16-bit integers back into f32.
///
/// Each row has its scale and offset in column 0 of `scale` and `offset`.
///
/// ```text
/// dst[i,j] = (src[i,j] - offset[i]) * scale[i]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TDEQUANT(dst, src, scale, offset)`
///
/// Rules:
/// - `src`, `scale`, `offset` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `scale` and `offset` must have element type f32: E0204
/// - `dst` and `src` must have the same valid region: E0211
/// - `dst`, `scale` and `offset` must have as many valid rows: E0212
///
/// Element types:
/// - a2a3: `src`: i8, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TDequant.hpp:109-133)
/// - a5: `src`: i8, i16 (pto-isa@3186c381 include/pto/npu/a5/TDeQuant.hpp:105-124)
/// - cpu: `src`: i8, u8, i16, u16 (pto-isa@3186c381 include/pto/cpu/TDeQuant.hpp:18-38)
/// - cpu (`--rules manual`): `src`: i8, i16 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tdequant.md:82-83)
#[track_caller]
pub fn tdequant<
    EDst: TdequantDstElement,
    ESrc: TdequantElement,
    EScale: TdequantScaleElement,
    EOffset: TdequantOffsetElement,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Scale: TileOf<Vec, EScale>,
    Offset: TileOf<Vec, EOffset>,
>(dst: &mut Dst, src: &Src, scale: &Scale, offset: &Offset) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tdequant`: `dst` and `src` must have the same valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Scale::TY), "`pto.tdequant`: `dst` and `scale` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst::TY, &Offset::TY), "`pto.tdequant`: `dst` and `offset` must have as many valid rows") };
    Call::new(&ops::tdequant).tile(0, src).tile(1, scale).tile(2, offset).tile(3, dst).run()
}

/// Attributes of [`set_quant_scalar`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SetQuantScalarWith {
    /// the pipe whose pushes are quantised.
    pub id: Option<i64>,
}

/// Set the scale by which later pushes of accumulators are quantised.
///
/// The number stays in a configuration register of the fix pipe until it is set again.
///
/// ```text
/// scale of queue id = scale
/// ```
///
/// C++: `SET_QUANT_SCALAR(scale)`
///
/// Rules:
/// - `scale` must have element type f32: E0204
///
/// Element types:
/// - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetQuantScalar.hpp:17)
/// - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/SetQuantScalar.hpp:17)
/// - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/SetQuantScalar.hpp:17)
#[track_caller]
pub fn set_quant_scalar(scale: impl Scalar) -> Result<Event> {
    Call::new(&ops::set_quant_scalar).scalar(0, scale).run()
}

/// [`set_quant_scalar`] with attributes.
#[track_caller]
pub fn set_quant_scalar_with(scale: impl Scalar, with: SetQuantScalarWith) -> Result<Event> {
    Call::new(&ops::set_quant_scalar).scalar(0, scale).int("id", with.id).run()
}

/// Attributes of [`set_quant_vector`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SetQuantVectorWith {
    /// the pipe whose pushes are quantised.
    pub id: Option<i64>,
}

/// Set the table of scales by which later pushes of accumulators are quantised.
///
/// The address of `scaling_tile` stays in a configuration register of the fix pipe until it is set again; the
/// table is read by every push.
///
/// ```text
/// scales of queue id = scaling_tile, one per column
/// ```
///
/// C++: `SET_QUANT_VECTOR(scaling_tile)`
///
/// Rules:
/// - `scaling_tile` must be in scaling: E0201
///
/// Element types:
/// - a2a3: `scaling_tile`: i64, u64 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20888-20954; pto-isa@3186c381 include/pto/npu/a2a3/SetQuantVector.hpp:26-29)
/// - a5: `scaling_tile`: f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20888-20954; pto-isa@3186c381 include/pto/npu/a5/SetQuantVector.hpp:25-27)
/// - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/SetQuantVector.hpp:27-29)
#[track_caller]
pub fn set_quant_vector<
    E: Element,
    ScalingTile: TileOf<Scaling, E>,
>(scaling_tile: &ScalingTile) -> Result<Event> {
    Call::new(&ops::set_quant_vector).tile(0, scaling_tile).run()
}

/// [`set_quant_vector`] with attributes.
#[track_caller]
pub fn set_quant_vector_with<
    E: Element,
    ScalingTile: TileOf<Scaling, E>,
>(scaling_tile: &ScalingTile, with: SetQuantVectorWith) -> Result<Event> {
    Call::new(&ops::set_quant_vector).tile(0, scaling_tile).int("id", with.id).run()
}
