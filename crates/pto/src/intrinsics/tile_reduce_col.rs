//! Intrinsics of the op table's file `tile_reduce_col.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::IsNd;
use crate::marker::Vec;
use pto_isa::ops::tile_reduce_col as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tcolsum`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolsum` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i16, i32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolsumElement: Element {}
impl TcolsumElement for f32 {}
impl TcolsumElement for f16 {}
impl TcolsumElement for bf16 {}
impl TcolsumElement for i64 {}
impl TcolsumElement for i32 {}
impl TcolsumElement for i16 {}
impl TcolsumElement for i8 {}
impl TcolsumElement for u64 {}
impl TcolsumElement for u32 {}
impl TcolsumElement for u16 {}
impl TcolsumElement for u8 {}

/// Attributes of [`tcolsum`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TcolsumWith {
    /// add pairs of rows in `tmp` as a tree; without it, row after row.
    pub is_binary: Option<bool>,
}

/// Sum each column of a tile.
///
/// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C sums. Without `isBinary` the
/// rows are added one after the other; with it, `tmp` takes the sums of neighbouring rows and is halved
/// until one row is left. Integers wrap. An empty source has no effect.
///
/// ```text
/// dst[0,j] = src[0,j] + ... + src[R-1,j]   for 0 <= j < C
/// ```
///
/// C++: `TCOLSUM(dst, src)`
///
/// Rules:
/// - `src`, `tmp` and `dst` must be in vec: E0201
/// - `src` and `dst` must be ND (row-major, unboxed): E0202
/// - `tmp` must be ND (row-major, unboxed), on a2a3: E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have as many valid columns: E0213
/// - `src` must have a non-empty valid region (a warning): W0214
/// - `dst` must have exactly 1 valid row (a warning): W0215
/// - `src` and `tmp` must have the same element type, on a2a3, a5 (`--rules device`) (a warning): W0203
/// - `src` and `tmp` must have the same element type, on a2a3, a5 (`--rules manual`): E0203
/// - with `isBinary`, a row of `tmp` must hold as many elements as `src` has valid columns, on a2a3, a5: E0219
///
/// Element types:
/// - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColSum.hpp:86-129)
/// - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColSum.hpp:32-61 has f16, bf16, f32)
///
/// Scratch:
/// - a2a3, a5: at least with `isBinary`, ceil(R/2) rows, each of at least C elements; else nothing
/// - cpu: accepted and not used
#[track_caller]
pub fn tcolsum<
    E: TcolsumElement,
    Dst: TileOf<Vec, E, Layout: IsNd>,
    Src: TileOf<Vec, E, Layout: IsNd>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolsum`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolsum).tile(0, src).tile(2, dst).run()
}

/// [`tcolsum`] with attributes.
#[track_caller]
pub fn tcolsum_with<
    E: TcolsumElement,
    Dst: TileOf<Vec, E, Layout: IsNd>,
    Src: TileOf<Vec, E, Layout: IsNd>,
>(dst: &mut Dst, src: &Src, with: TcolsumWith) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolsum`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolsum).tile(0, src).tile(2, dst).flag("isBinary", with.is_binary).run()
}

/// [`tcolsum`] with `tmp`.
///
/// C++: `TCOLSUM(dst, src, tmp)`
///
/// Scratch:
/// - a2a3, a5: at least with `isBinary`, ceil(R/2) rows, each of at least C elements; else nothing
/// - cpu: accepted and not used
#[track_caller]
pub fn tcolsum_tmp<
    EDst: TcolsumElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, EDst, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolsum`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolsum).tile(0, src).tile(1, tmp).tile(2, dst).run()
}

/// [`tcolsum_tmp`] with attributes.
#[track_caller]
pub fn tcolsum_tmp_with<
    EDst: TcolsumElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Src: TileOf<Vec, EDst, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp, with: TcolsumWith) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolsum`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolsum).tile(0, src).tile(1, tmp).tile(2, dst).flag("isBinary", with.is_binary).run()
}

/// Elements that [`tcolmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolmax` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i16, i32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolmaxElement: Element {}
impl TcolmaxElement for f32 {}
impl TcolmaxElement for f16 {}
impl TcolmaxElement for bf16 {}
impl TcolmaxElement for i64 {}
impl TcolmaxElement for i32 {}
impl TcolmaxElement for i16 {}
impl TcolmaxElement for i8 {}
impl TcolmaxElement for u64 {}
impl TcolmaxElement for u32 {}
impl TcolmaxElement for u16 {}
impl TcolmaxElement for u8 {}

/// Find the largest element of each column of a tile.
///
/// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C values. A NaN in a column
/// gives NaN. An empty source has no effect.
///
/// ```text
/// dst[0,j] = max(src[0,j], ..., src[R-1,j])   for 0 <= j < C
/// ```
///
/// C++: `TCOLMAX(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be ND (row-major, unboxed): E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have as many valid columns: E0213
/// - `src` must have a non-empty valid region (a warning): W0214
/// - `dst` must have exactly 1 valid row (a warning): W0215
///
/// Element types:
/// - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95)
/// - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43)
/// - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmax.md:66-75)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColMax.hpp:35-55)
#[track_caller]
pub fn tcolmax<
    E: TcolmaxElement,
    Dst: TileOf<Vec, E, Layout: IsNd>,
    Src: TileOf<Vec, E, Layout: IsNd>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolmax`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolmax).tile(0, src).tile(1, dst).run()
}

/// Elements that [`tcolmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolmin` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i16, i32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolminElement: Element {}
impl TcolminElement for f32 {}
impl TcolminElement for f16 {}
impl TcolminElement for bf16 {}
impl TcolminElement for i64 {}
impl TcolminElement for i32 {}
impl TcolminElement for i16 {}
impl TcolminElement for i8 {}
impl TcolminElement for u64 {}
impl TcolminElement for u32 {}
impl TcolminElement for u16 {}
impl TcolminElement for u8 {}

/// Find the smallest element of each column of a tile.
///
/// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C values. A NaN in a column
/// gives NaN. An empty source has no effect.
///
/// ```text
/// dst[0,j] = min(src[0,j], ..., src[R-1,j])   for 0 <= j < C
/// ```
///
/// C++: `TCOLMIN(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be ND (row-major, unboxed): E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have as many valid columns: E0213
/// - `src` must have a non-empty valid region (a warning): W0214
/// - `dst` must have exactly 1 valid row (a warning): W0215
///
/// Element types:
/// - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95)
/// - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43)
/// - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmin.md:66-75)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TColMin.hpp:41-44 checks no type)
#[track_caller]
pub fn tcolmin<
    E: TcolminElement,
    Dst: TileOf<Vec, E, Layout: IsNd>,
    Src: TileOf<Vec, E, Layout: IsNd>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolmin`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolmin).tile(0, src).tile(1, dst).run()
}

/// Elements that [`tcolprod`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tcolprod` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i16, i32",
    note = "a5 takes f32, f16, bf16, i16, u16, i32, u32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TcolprodElement: Element {}
impl TcolprodElement for f32 {}
impl TcolprodElement for f16 {}
impl TcolprodElement for bf16 {}
impl TcolprodElement for i64 {}
impl TcolprodElement for i32 {}
impl TcolprodElement for i16 {}
impl TcolprodElement for i8 {}
impl TcolprodElement for u64 {}
impl TcolprodElement for u32 {}
impl TcolprodElement for u16 {}
impl TcolprodElement for u8 {}

/// Multiply the elements of each column of a tile.
///
/// With R valid rows and C valid columns in `src`, row 0 of `dst` receives C products, multiplied row
/// after row. Integers wrap. An empty source has no effect.
///
/// ```text
/// dst[0,j] = src[0,j] * ... * src[R-1,j]   for 0 <= j < C
/// ```
///
/// C++: `TCOLPROD(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be ND (row-major, unboxed): E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have as many valid columns: E0213
/// - `src` must have a non-empty valid region (a warning): W0214
/// - `dst` must have exactly 1 valid row (a warning): W0215
///
/// Element types:
/// - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95)
/// - a5: `src`: f32, f16, bf16, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TColProd.hpp:39-54)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TColProd.hpp:31-36 checks no type)
#[track_caller]
pub fn tcolprod<
    E: TcolprodElement,
    Dst: TileOf<Vec, E, Layout: IsNd>,
    Src: TileOf<Vec, E, Layout: IsNd>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValidCols.allows(&Src::TY, &Dst::TY), "`pto.tcolprod`: `src` and `dst` must have as many valid columns") };
    Call::new(&ops::tcolprod).tile(0, src).tile(1, dst).run()
}
