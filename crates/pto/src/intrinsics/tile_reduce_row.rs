//! Intrinsics of the op table's file `tile_reduce_row.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::IsNd;
use crate::marker::Vec;
use pto_isa::ops::tile_reduce_row as ops;
use pto_isa::rule::{Constraint, LayoutIs};

/// Elements that [`trowsum`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowsum` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i32, i16",
    note = "a5 takes f16, f32, i32, i16, i64, u64",
    note = "cpu and a2a3 and a5, by the manual, takes f16, f32, i32, i16",
    note = "cpu takes f16, bf16, f32, i32, i16, i64, u64",
)]
pub trait TrowsumElement: Element {}
impl TrowsumElement for f32 {}
impl TrowsumElement for f16 {}
impl TrowsumElement for bf16 {}
impl TrowsumElement for i64 {}
impl TrowsumElement for i32 {}
impl TrowsumElement for i16 {}
impl TrowsumElement for u64 {}

/// Sum each row of a tile.
///
/// With R valid rows and C valid columns in `src`, `dst` receives R sums in its column 0; other columns
/// of `dst` are unspecified. Integers wrap. `tmp` holds intermediate results and is not read afterwards;
/// lowering makes one where the text has none. Floats are added in the order of the target's own sequence,
/// or from left to right with `--sum-order left`. It does not fence unrelated tile traffic.
///
/// ```text
/// dst[i,0] = src[i,0] + ... + src[i,C-1]   for 0 <= i < R
/// ```
///
/// C++: `TROWSUM(dst, src, tmp)`
///
/// Rules:
/// - `src`, `dst` and `tmp` must be in vec: E0201
/// - `src` must be ND (row-major, unboxed) (`--rules device`): E0202
/// - `src` must be ND (row-major, unboxed) (`--rules manual`) (a warning): W0202
/// - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
/// - `dst` must have exactly 1 column (`--rules manual`) (a warning): W0219
/// - `src` and `dst` must have the same element type, on a2a3, a5: E0203
/// - `src` and `dst` must have the same element type, on cpu (`--rules manual`): E0203
/// - `src` and `dst` must have the same element type, or `dst` f32 for f16 and bf16, i32 for i16, on cpu: E0203
/// - `src` and `dst` must have a non-empty valid region: E0214
/// - `src` and `dst` must have as many valid rows: E0212
/// - `dst` must have exactly 1 valid column (a warning): W0215
/// - `src` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197)
/// - a5: `src`: f16, f32, i32, i16, i64, u64 (pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:393, 457-470)
/// - every target (`--rules manual`): `src`: f16, f32, i32, i16 (manual page pto.trowsum)
/// - cpu: `src`: f16, bf16, f32, i32, i16, i64, u64 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowSum.hpp:46-56)
///
/// Scratch:
/// - a2a3: at least 32 bytes; for floats the size of `src` is always safe
/// - a2a3: at least half of each row of `src`, in whole 256 bytes; for floats, if a row is longer than 256 bytes (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowsum<
    EDst: Element,
    ESrc: TrowsumElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&Dst::TY, &Dst::TY), "`pto.trowsum`: `dst` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowsum`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowsum`: `dst` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.trowsum`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::trowsum).tile(0, src).tile(1, tmp).tile(2, dst).run()
}

/// Elements that [`trowmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowmax` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i32, i16",
    note = "a5 takes f16, f32, i32, i16, i8, u8, i64, u64",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowmaxElement: Element {}
impl TrowmaxElement for f32 {}
impl TrowmaxElement for f16 {}
impl TrowmaxElement for bf16 {}
impl TrowmaxElement for i64 {}
impl TrowmaxElement for i32 {}
impl TrowmaxElement for i16 {}
impl TrowmaxElement for i8 {}
impl TrowmaxElement for u64 {}
impl TrowmaxElement for u32 {}
impl TrowmaxElement for u16 {}
impl TrowmaxElement for u8 {}

/// Find the largest element of each row of a tile.
///
/// With R valid rows and C valid columns in `src`, `dst` receives R values in its column 0; other columns
/// of `dst` are unspecified. A NaN in a row gives NaN. `tmp` holds intermediate results.
///
/// ```text
/// dst[i,0] = max(src[i,0], ..., src[i,C-1])   for 0 <= i < R
/// ```
///
/// C++: `TROWMAX(dst, src, tmp)`
///
/// Rules:
/// - `src`, `dst` and `tmp` must be in vec: E0201
/// - `src` must be ND (row-major, unboxed): E0202
/// - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have a non-empty valid region: E0214
/// - `src` and `dst` must have as many valid rows: E0212
/// - `dst` must have exactly 1 valid column (a warning): W0215
/// - `src` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowMax.hpp:114-118)
/// - a5: `src`: f16, f32, i32, i16, i8, u8, i64, u64 (pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:360-370, 441-454)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TRowMax.hpp:53-60 checks no type)
///
/// Scratch:
/// - a2a3: at least 32 bytes; for floats the size of `src` is always safe
/// - a2a3: at least a row of 256 bytes for each row of `src`; for floats, if a row is longer than 256 bytes (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowmax<
    EDst: TrowmaxElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&Dst::TY, &Dst::TY), "`pto.trowmax`: `dst` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowmax`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowmax`: `dst` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.trowmax`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::trowmax).tile(0, src).tile(1, tmp).tile(2, dst).run()
}

/// Elements that [`trowmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowmin` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i32, i16",
    note = "a5 takes f16, f32, i32, i16, i8, u8, i64, u64",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowminElement: Element {}
impl TrowminElement for f32 {}
impl TrowminElement for f16 {}
impl TrowminElement for bf16 {}
impl TrowminElement for i64 {}
impl TrowminElement for i32 {}
impl TrowminElement for i16 {}
impl TrowminElement for i8 {}
impl TrowminElement for u64 {}
impl TrowminElement for u32 {}
impl TrowminElement for u16 {}
impl TrowminElement for u8 {}

/// Find the smallest element of each row of a tile.
///
/// With R valid rows and C valid columns in `src`, `dst` receives R values in its column 0; other columns
/// of `dst` are unspecified. A NaN in a row gives NaN. `tmp` holds intermediate results.
///
/// ```text
/// dst[i,0] = min(src[i,0], ..., src[i,C-1])   for 0 <= i < R
/// ```
///
/// C++: `TROWMIN(dst, src, tmp)`
///
/// Rules:
/// - `src`, `dst` and `tmp` must be in vec: E0201
/// - `src` must be ND (row-major, unboxed): E0202
/// - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have a non-empty valid region: E0214
/// - `src` and `dst` must have as many valid rows: E0212
/// - `dst` must have exactly 1 valid column (a warning): W0215
/// - `src` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowMin.hpp:114-118)
/// - a5: `src`: f16, f32, i32, i16, i8, u8, i64, u64 (pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:415-425, 473-486)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TRowMin.hpp:56-63 checks no type)
///
/// Scratch:
/// - a2a3: at least 32 bytes; for floats the size of `src` is always safe
/// - a2a3: at least a row of 256 bytes for each row of `src`; for floats, if a row is longer than 256 bytes (a warning)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowmin<
    EDst: TrowminElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&Dst::TY, &Dst::TY), "`pto.trowmin`: `dst` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowmin`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowmin`: `dst` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.trowmin`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::trowmin).tile(0, src).tile(1, tmp).tile(2, dst).run()
}

/// Elements that [`trowprod`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowprod` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i32, i16",
    note = "a5 takes f16, f32, i32, i16",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowprodElement: Element {}
impl TrowprodElement for f32 {}
impl TrowprodElement for f16 {}
impl TrowprodElement for bf16 {}
impl TrowprodElement for i64 {}
impl TrowprodElement for i32 {}
impl TrowprodElement for i16 {}
impl TrowprodElement for i8 {}
impl TrowprodElement for u64 {}
impl TrowprodElement for u32 {}
impl TrowprodElement for u16 {}
impl TrowprodElement for u8 {}

/// Multiply the elements of each row of a tile.
///
/// With R valid rows and C valid columns in `src`, `dst` receives R products in its column 0; other
/// columns of `dst` are unspecified. Integers wrap. Floats are multiplied in the order of the
/// target's own sequence, or from left to right with `--sum-order left`.
///
/// ```text
/// dst[i,0] = src[i,0] * ... * src[i,C-1]   for 0 <= i < R
/// ```
///
/// C++: `TROWPROD(dst, src, tmp)`
///
/// Rules:
/// - `src`, `dst` and `tmp` must be in vec: E0201
/// - `src` must be ND (row-major, unboxed): E0202
/// - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have a non-empty valid region: E0214
/// - `src` and `dst` must have as many valid rows: E0212
/// - `dst` must have exactly 1 valid column (a warning): W0215
/// - `src` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
/// - `src` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203
///
/// Element types:
/// - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowProd.hpp:80-85)
/// - a5: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a5/TRowProd.hpp:24-64)
/// - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TRowProd.hpp:30-35 checks no type)
///
/// Scratch:
/// - a2a3: at least 32 bytes: one row of one block
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowprod<
    EDst: TrowprodElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, EDst, Layout: IsNd>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::HasLayout(&[LayoutIs::Nd, LayoutIs::Dn1]).allows(&Dst::TY, &Dst::TY), "`pto.trowprod`: `dst` must be ND (row-major, unboxed) or DN with one column") };
    const { assert!(Constraint::NonEmpty.allows(&Src::TY, &Src::TY), "`pto.trowprod`: `src` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowprod`: `dst` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.trowprod`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::trowprod).tile(0, src).tile(1, tmp).tile(2, dst).run()
}
