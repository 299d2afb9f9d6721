//! Intrinsics of the op table's file `tile_expand_col.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, F8E4M3, F8E5M2, F8E8M0, Hif8, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::PrecisionType;
use crate::layout::{IsNd, IsRowMajor};
use crate::marker::Vec;
use pto_isa::ops::tile_expand_col as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tcolexpand`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpand` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0",
)]
pub trait TcolexpandElement: Element {}
impl TcolexpandElement for f32 {}
impl TcolexpandElement for f16 {}
impl TcolexpandElement for bf16 {}
impl TcolexpandElement for i64 {}
impl TcolexpandElement for i32 {}
impl TcolexpandElement for i16 {}
impl TcolexpandElement for i8 {}
impl TcolexpandElement for u64 {}
impl TcolexpandElement for u32 {}
impl TcolexpandElement for u16 {}
impl TcolexpandElement for u8 {}
impl TcolexpandElement for F8E4M3 {}
impl TcolexpandElement for F8E5M2 {}
impl TcolexpandElement for Hif8 {}
impl TcolexpandElement for F8E8M0 {}

/// Expand row 0 of a tile over all rows.
///
/// The valid rows of `dst` all become row 0 of `src`; further rows of `src` are not read.
///
/// ```text
/// dst[i,j] = src[0,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPAND(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be ND (row-major, unboxed): E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` must have a non-empty valid region, on a5: E0214
/// - `src` and `dst` must have as many valid columns: E0213
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpand.hpp:32-52: elements of 1, 2 or 4 bytes)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/npu/a5/TColExpand.hpp:21-42: elements of 1, 2, 4 or 8 bytes)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/cpu/TColExpand.hpp:36-39 checks no type)
#[track_caller]
pub fn tcolexpand<
    E: TcolexpandElement,
    Dst: TileOf<Vec, E, Layout: IsNd>,
    Src: TileOf<Vec, E, Layout: IsNd>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolexpand`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolexpand).tile(0, src).tile(1, dst).run()
}

/// Elements that [`tcolexpandadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpandadd` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolexpandaddElement: Element {}
impl TcolexpandaddElement for f32 {}
impl TcolexpandaddElement for f16 {}
impl TcolexpandaddElement for bf16 {}
impl TcolexpandaddElement for i32 {}
impl TcolexpandaddElement for i16 {}
impl TcolexpandaddElement for i8 {}
impl TcolexpandaddElement for u32 {}
impl TcolexpandaddElement for u16 {}
impl TcolexpandaddElement for u8 {}

/// Add one value per column to a tile.
///
/// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] + src1[0,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPANDADD(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandAdd.hpp:34, TColExpandBinOp.hpp:85-110)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandAdd.hpp:32, TColExpandBinOp.hpp:194-215)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandadd.md:69-75)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
#[track_caller]
pub fn tcolexpandadd<
    E: TcolexpandaddElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tcolexpandadd).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tcolexpandsub`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpandsub` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolexpandsubElement: Element {}
impl TcolexpandsubElement for f32 {}
impl TcolexpandsubElement for f16 {}
impl TcolexpandsubElement for bf16 {}
impl TcolexpandsubElement for i32 {}
impl TcolexpandsubElement for i16 {}
impl TcolexpandsubElement for i8 {}
impl TcolexpandsubElement for u32 {}
impl TcolexpandsubElement for u16 {}
impl TcolexpandsubElement for u8 {}

/// Subtract one value per column from a tile.
///
/// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] - src1[0,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPANDSUB(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandSub.hpp:48, TColExpandBinOp.hpp:85-110)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandSub.hpp:41, TColExpandBinOp.hpp:194-215)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandsub.md:69-75)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
#[track_caller]
pub fn tcolexpandsub<
    E: TcolexpandsubElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tcolexpandsub).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tcolexpandmul`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpandmul` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolexpandmulElement: Element {}
impl TcolexpandmulElement for f32 {}
impl TcolexpandmulElement for f16 {}
impl TcolexpandmulElement for bf16 {}
impl TcolexpandmulElement for i32 {}
impl TcolexpandmulElement for i16 {}
impl TcolexpandmulElement for i8 {}
impl TcolexpandmulElement for u32 {}
impl TcolexpandmulElement for u16 {}
impl TcolexpandmulElement for u8 {}

/// Multiply a tile by one value per column.
///
/// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] * src1[0,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPANDMUL(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMul.hpp:34, TColExpandBinOp.hpp:85-110)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandMul.hpp:32, TColExpandBinOp.hpp:194-215)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmul.md:69-75)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
#[track_caller]
pub fn tcolexpandmul<
    E: TcolexpandmulElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tcolexpandmul).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tcolexpanddiv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpanddiv` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a2a3, by the manual, takes f16, f32, i16, i32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolexpanddivElement: Element {}
impl TcolexpanddivElement for f32 {}
impl TcolexpanddivElement for f16 {}
impl TcolexpanddivElement for bf16 {}
impl TcolexpanddivElement for i32 {}
impl TcolexpanddivElement for i16 {}
impl TcolexpanddivElement for i8 {}
impl TcolexpanddivElement for u32 {}
impl TcolexpanddivElement for u16 {}
impl TcolexpanddivElement for u8 {}

/// Attributes of [`tcolexpanddiv`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TcolexpanddivWith {
    /// `precisionType`.
    pub precision_type: Option<PrecisionType>,
}

/// Divide a tile by one value per column.
///
/// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column.
///
/// ```text
/// dst[i,j] = src0[i,j] / src1[0,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPANDDIV(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
/// - no 8-bit or bf16 division is documented, on a5 (a warning): W0102
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandDiv.hpp:49-54, TColExpandBinOp.hpp:85-110)
/// - a2a3 (`--rules manual`): `dst`: f16, f32, i16, i32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpanddiv.md:69-75)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandDiv.hpp:53, TColExpandBinOp.hpp:194-215)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpanddiv.md:69-75)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
#[track_caller]
pub fn tcolexpanddiv<
    E: TcolexpanddivElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tcolexpanddiv).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// [`tcolexpanddiv`] with attributes.
#[track_caller]
pub fn tcolexpanddiv_with<
    E: TcolexpanddivElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TcolexpanddivWith) -> Result<Event> {
    Call::new(&ops::tcolexpanddiv).tile(0, src0).tile(1, src1).tile(2, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`tcolexpandmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpandmax` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolexpandmaxElement: Element {}
impl TcolexpandmaxElement for f32 {}
impl TcolexpandmaxElement for f16 {}
impl TcolexpandmaxElement for bf16 {}
impl TcolexpandmaxElement for i32 {}
impl TcolexpandmaxElement for i16 {}
impl TcolexpandmaxElement for i8 {}
impl TcolexpandmaxElement for u32 {}
impl TcolexpandmaxElement for u16 {}
impl TcolexpandmaxElement for u8 {}

/// Take the larger of a tile and one value per column.
///
/// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. NaN gives NaN.
///
/// ```text
/// dst[i,j] = max(src0[i,j], src1[0,j])   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPANDMAX(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMax.hpp:34, TColExpandBinOp.hpp:85-110)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandMax.hpp:32, TColExpandBinOp.hpp:194-215)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmax.md:69-75)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
#[track_caller]
pub fn tcolexpandmax<
    E: TcolexpandmaxElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tcolexpandmax).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tcolexpandmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpandmin` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolexpandminElement: Element {}
impl TcolexpandminElement for f32 {}
impl TcolexpandminElement for f16 {}
impl TcolexpandminElement for bf16 {}
impl TcolexpandminElement for i32 {}
impl TcolexpandminElement for i16 {}
impl TcolexpandminElement for i8 {}
impl TcolexpandminElement for u32 {}
impl TcolexpandminElement for u16 {}
impl TcolexpandminElement for u8 {}

/// Take the smaller of a tile and one value per column.
///
/// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. NaN gives NaN.
///
/// ```text
/// dst[i,j] = min(src0[i,j], src1[0,j])   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPANDMIN(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMin.hpp:34, TColExpandBinOp.hpp:85-110)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandMin.hpp:32, TColExpandBinOp.hpp:194-215)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmin.md:69-75)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
#[track_caller]
pub fn tcolexpandmin<
    E: TcolexpandminElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tcolexpandmin).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tcolexpandexpdif`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolexpandexpdif` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, f32",
)]
pub trait TcolexpandexpdifElement: Element {}
impl TcolexpandexpdifElement for f32 {}
impl TcolexpandexpdifElement for f16 {}

/// Take the exponential of a tile minus one value per column.
///
/// The domain is the valid region of `dst`; row 0 of `src1` gives one value per column.
///
/// ```text
/// dst[i,j] = exp(src0[i,j] - src1[0,j])   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCOLEXPANDEXPDIF(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandExpdif.hpp:56-61, TColExpandBinOp.hpp:85-110)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandExpdif.hpp:51-56, TColExpandBinOp.hpp:194-215)
/// - cpu: `dst`: f16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
#[track_caller]
pub fn tcolexpandexpdif<
    E: TcolexpandexpdifElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tcolexpandexpdif).tile(0, src0).tile(1, src1).tile(2, dst).run()
}
