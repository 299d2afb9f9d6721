//! Intrinsics of the op table's file `tile_binary.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, F8E4M3, F8E5M2, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::marker::Vec;
use pto_isa::ops::tile_binary as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tadd` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a2a3, by the manual, takes f32, f16, bf16, i32, i16",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f32, f16, bf16, i32, i16, i8, u8, F8E4M3, F8E5M2",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2",
    note = "cpu, by the manual, takes f32, f16, bf16, i32, i16, i8, u8, i64, u64, F8E4M3, F8E5M2",
)]
pub trait TaddElement: Element {}
impl TaddElement for f32 {}
impl TaddElement for f16 {}
impl TaddElement for bf16 {}
impl TaddElement for i64 {}
impl TaddElement for i32 {}
impl TaddElement for i16 {}
impl TaddElement for i8 {}
impl TaddElement for u64 {}
impl TaddElement for u32 {}
impl TaddElement for u16 {}
impl TaddElement for u8 {}
impl TaddElement for F8E4M3 {}
impl TaddElement for F8E5M2 {}

/// Add two tiles element by element.
///
/// The iteration domain is the valid region of `dst`. Integers wrap. A source whose valid region is
/// smaller than the destination's reads as all-ones bytes there (NaN, or -1), which the checker reports
/// as a warning. It does not fence unrelated tile traffic.
///
/// ```text
/// dst[i,j] = src0[i,j] + src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TADD(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5 (`--rules device`): E0202
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5 (`--rules manual`) (a warning): W0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - the valid regions of `src0` and `src1` should cover that of `dst` (a warning): W0217
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TAdd.hpp:62)
/// - a2a3 (`--rules manual`): `dst`: f32, f16, bf16, i32, i16 (manual page pto.tadd)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TAdd.hpp:60)
/// - a5 (`--rules manual`): `dst`: f32, f16, bf16, i32, i16, i8, u8, F8E4M3, F8E5M2 (manual page pto.tadd)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2 (manual page pto.tadd; pto-isa@3186c381 include/pto/cpu/TAdd.hpp:64)
/// - cpu (`--rules manual`): `dst`: f32, f16, bf16, i32, i16, i8, u8, i64, u64, F8E4M3, F8E5M2 (manual page pto.tadd)
#[track_caller]
pub fn tadd<
    E: TaddElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    Call::new(&ops::tadd).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tsub`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsub` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TsubElement: Element {}
impl TsubElement for f32 {}
impl TsubElement for f16 {}
impl TsubElement for bf16 {}
impl TsubElement for i64 {}
impl TsubElement for i32 {}
impl TsubElement for i16 {}
impl TsubElement for i8 {}
impl TsubElement for u64 {}
impl TsubElement for u32 {}
impl TsubElement for u16 {}
impl TsubElement for u8 {}

/// Subtract two tiles element by element.
///
/// The domain is the valid region of `dst`. Integers wrap. Source lanes outside their valid region are
/// never read: the regions must be equal.
///
/// ```text
/// dst[i,j] = src0[i,j] - src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSUB(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSub.hpp:61)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSub.hpp:59)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tsub.md:89-93)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSub.hpp:31-44)
#[track_caller]
pub fn tsub<
    E: TsubElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tsub`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tsub`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tsub).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tmul`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmul` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, f16, bf16, f32",
    note = "a5, by the manual, takes i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TmulElement: Element {}
impl TmulElement for f32 {}
impl TmulElement for f16 {}
impl TmulElement for bf16 {}
impl TmulElement for i64 {}
impl TmulElement for i32 {}
impl TmulElement for i16 {}
impl TmulElement for i8 {}
impl TmulElement for u64 {}
impl TmulElement for u32 {}
impl TmulElement for u16 {}
impl TmulElement for u8 {}

/// Multiply two tiles element by element.
///
/// The domain is the valid region of `dst`. Integers keep the low half of the product. There is no 8-bit
/// multiplication on a device.
///
/// ```text
/// dst[i,j] = src0[i,j] * src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TMUL(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMul.hpp:61)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMul.hpp:59)
/// - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmul.md:89-93)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TMul.hpp:31-44)
#[track_caller]
pub fn tmul<
    E: TmulElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tmul`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tmul`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tmul).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmax` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TmaxElement: Element {}
impl TmaxElement for f32 {}
impl TmaxElement for f16 {}
impl TmaxElement for bf16 {}
impl TmaxElement for i64 {}
impl TmaxElement for i32 {}
impl TmaxElement for i16 {}
impl TmaxElement for i8 {}
impl TmaxElement for u64 {}
impl TmaxElement for u32 {}
impl TmaxElement for u16 {}
impl TmaxElement for u8 {}

/// Take the larger of two tiles' elements.
///
/// The domain is the valid region of `dst`. A NaN in either source gives NaN.
///
/// ```text
/// dst[i,j] = max(src0[i,j], src1[i,j])   for (i,j) in valid(dst)
/// ```
///
/// C++: `TMAX(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMax.hpp:61)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMax.hpp:59)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmax.md:89-93)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TMax.hpp:31-44)
#[track_caller]
pub fn tmax<
    E: TmaxElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tmax`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tmax`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tmax).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmin` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TminElement: Element {}
impl TminElement for f32 {}
impl TminElement for f16 {}
impl TminElement for bf16 {}
impl TminElement for i64 {}
impl TminElement for i32 {}
impl TminElement for i16 {}
impl TminElement for i8 {}
impl TminElement for u64 {}
impl TminElement for u32 {}
impl TminElement for u16 {}
impl TminElement for u8 {}

/// Take the smaller of two tiles' elements.
///
/// The domain is the valid region of `dst`. A NaN in either source gives NaN.
///
/// ```text
/// dst[i,j] = min(src0[i,j], src1[i,j])   for (i,j) in valid(dst)
/// ```
///
/// C++: `TMIN(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMin.hpp:62)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMin.hpp:59)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmin.md:89-93)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30)
#[track_caller]
pub fn tmin<
    E: TminElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tmin`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tmin`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tmin).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tprelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tprelu` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TpreluElement: Element {}
impl TpreluElement for f32 {}
impl TpreluElement for f16 {}
impl TpreluElement for bf16 {}

/// Apply a ReLU with one slope per element.
///
/// The domain is the valid region of `dst`. A2/A3 multiplies, compares and selects, with the packed
/// comparison in `tmp`; so the operands must not share storage there. A5 has one register instruction.
///
/// ```text
/// dst[i,j] = src0[i,j] > 0 ? src0[i,j] : src0[i,j] * src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TPRELU(dst, src0, src1, tmp)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `tmp` must be row-major, on a2a3: E0202
/// - `dst` and `src0` must be different tiles, on a2a3: E0223
/// - `dst` and `src1` must be different tiles, on a2a3: E0223
/// - `dst` and `tmp` must be different tiles, on a2a3: E0223
/// - `src0` and `tmp` must be different tiles, on a2a3: E0223
/// - `src1` and `tmp` must be different tiles, on a2a3: E0223
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `tmp` must have element type ui8 or i8, on a2a3: E0204
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
/// - `tmp` must have element type ui8, on a2a3 (`--rules manual`): E0204
/// - `tmp` must have one row more than the valid rows of `dst`, and a valid byte per eight valid columns, on a2a3: E0219
/// - `tmp` must have more valid rows than `dst`, on a2a3 (`--rules device`) (a warning): W0217
/// - `tmp` must have more valid rows than `dst`, on a2a3 (`--rules manual`): E0217
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPrelu.hpp:27)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPrelu.hpp:53)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:167-172)
///
/// Scratch:
/// - a2a3: at least (R+1)\*max(32, ceil(C/8) in whole blocks) bytes for R x C valid elements
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tprelu<
    EDst: TpreluElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tprelu`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tprelu`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tprelu).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// Elements that [`taddc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.taddc` does not take `{Self}` elements",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TaddcElement: Element {}
impl TaddcElement for f32 {}
impl TaddcElement for f16 {}
impl TaddcElement for bf16 {}
impl TaddcElement for i64 {}
impl TaddcElement for i32 {}
impl TaddcElement for i16 {}
impl TaddcElement for i8 {}
impl TaddcElement for u64 {}
impl TaddcElement for u32 {}
impl TaddcElement for u16 {}
impl TaddcElement for u8 {}

/// Add three tiles element by element.
///
/// Despite the suffix there is no carry: it is a sum of three. The domain is the valid region of `dst`.
/// Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] + src1[i,j] + src2[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TADDC(dst, src0, src1, src2)`
///
/// Rules:
/// - `src0`, `src1`, `src2` and `dst` must be in vec: E0201
/// - `dst`, `src0`, `src1` and `src2` must have the same element type: E0203
/// - `dst`, `src0`, `src1` and `src2` must have the same rows and columns: E0218
/// - `dst`, `src0`, `src1` and `src2` must have the same valid region: E0211
///
/// Element types:
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:220-227)
#[track_caller]
pub fn taddc<
    E: TaddcElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
    Src2: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, src2: &Src2) -> Result<Event> {
    const { assert!(Constraint::SameShape.allows(&Dst::TY, &Src0::TY), "`pto.taddc`: `dst` and `src0` must have the same rows and columns") };
    const { assert!(Constraint::SameShape.allows(&Dst::TY, &Src1::TY), "`pto.taddc`: `dst` and `src1` must have the same rows and columns") };
    const { assert!(Constraint::SameShape.allows(&Dst::TY, &Src2::TY), "`pto.taddc`: `dst` and `src2` must have the same rows and columns") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.taddc`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.taddc`: `dst` and `src1` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src2::TY), "`pto.taddc`: `dst` and `src2` must have the same valid region") };
    Call::new(&ops::taddc).tile(0, src0).tile(1, src1).tile(2, src2).tile(3, dst).run()
}

/// Elements that [`tsubc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsubc` does not take `{Self}` elements",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TsubcElement: Element {}
impl TsubcElement for f32 {}
impl TsubcElement for f16 {}
impl TsubcElement for bf16 {}
impl TsubcElement for i64 {}
impl TsubcElement for i32 {}
impl TsubcElement for i16 {}
impl TsubcElement for i8 {}
impl TsubcElement for u64 {}
impl TsubcElement for u32 {}
impl TsubcElement for u16 {}
impl TsubcElement for u8 {}

/// Subtract one tile from another and add a third.
///
/// Despite the suffix there is no borrow: it is a sum of three with one sign. The domain is the valid
/// region of `dst`. Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] - src1[i,j] + src2[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSUBC(dst, src0, src1, src2)`
///
/// Rules:
/// - `src0`, `src1`, `src2` and `dst` must be in vec: E0201
/// - `dst`, `src0`, `src1` and `src2` must have the same element type: E0203
/// - `dst`, `src0`, `src1` and `src2` must have the same valid region: E0211
///
/// Element types:
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:229-236)
#[track_caller]
pub fn tsubc<
    E: TsubcElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
    Src2: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, src2: &Src2) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tsubc`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tsubc`: `dst` and `src1` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src2::TY), "`pto.tsubc`: `dst` and `src2` must have the same valid region") };
    Call::new(&ops::tsubc).tile(0, src0).tile(1, src1).tile(2, src2).tile(3, dst).run()
}
