//! Intrinsics of the op table's file `tile_part.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::IsRowMajor;
use crate::marker::Vec;
use pto_isa::ops::tile_part as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tpartadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tpartadd` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TpartaddElement: Element {}
impl TpartaddElement for f32 {}
impl TpartaddElement for f16 {}
impl TpartaddElement for bf16 {}
impl TpartaddElement for i64 {}
impl TpartaddElement for i32 {}
impl TpartaddElement for i16 {}
impl TpartaddElement for i8 {}
impl TpartaddElement for u64 {}
impl TpartaddElement for u32 {}
impl TpartaddElement for u16 {}
impl TpartaddElement for u8 {}

/// Add two tiles where both are valid.
///
/// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
/// none is, `dst` stays as it is (0 in the CPU simulator). Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] + src1[i,j]   where both are valid
/// dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid
/// ```
///
/// C++: `TPARTADD(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
/// - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
/// - one of the sources must have the valid region of the destination, on a2a3: E0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartAdd.hpp:68-82)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartAdd.hpp:27-38)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartadd.md:88)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
#[track_caller]
pub fn tpartadd<
    E: TpartaddElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src0::TY), "`pto.tpartadd`: the valid region of `src0` must lie within that of `dst`") };
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src1::TY), "`pto.tpartadd`: the valid region of `src1` must lie within that of `dst`") };
    Call::new(&ops::tpartadd).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tpartmul`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tpartmul` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TpartmulElement: Element {}
impl TpartmulElement for f32 {}
impl TpartmulElement for f16 {}
impl TpartmulElement for bf16 {}
impl TpartmulElement for i32 {}
impl TpartmulElement for i16 {}
impl TpartmulElement for i8 {}
impl TpartmulElement for u32 {}
impl TpartmulElement for u16 {}
impl TpartmulElement for u8 {}

/// Multiply two tiles where both are valid.
///
/// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
/// none is, `dst` stays as it is (0 in the CPU simulator). Integers wrap.
///
/// ```text
/// dst[i,j] = src0[i,j] * src1[i,j]   where both are valid
/// dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid
/// ```
///
/// C++: `TPARTMUL(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
/// - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
/// - one of the sources must have the valid region of the destination, on a2a3: E0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartMul.hpp:68-82)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartMul.hpp:26-38)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
#[track_caller]
pub fn tpartmul<
    E: TpartmulElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src0::TY), "`pto.tpartmul`: the valid region of `src0` must lie within that of `dst`") };
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src1::TY), "`pto.tpartmul`: the valid region of `src1` must lie within that of `dst`") };
    Call::new(&ops::tpartmul).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tpartmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tpartmax` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TpartmaxElement: Element {}
impl TpartmaxElement for f32 {}
impl TpartmaxElement for f16 {}
impl TpartmaxElement for bf16 {}
impl TpartmaxElement for i64 {}
impl TpartmaxElement for i32 {}
impl TpartmaxElement for i16 {}
impl TpartmaxElement for i8 {}
impl TpartmaxElement for u64 {}
impl TpartmaxElement for u32 {}
impl TpartmaxElement for u16 {}
impl TpartmaxElement for u8 {}

/// Take the larger of two tiles where both are valid.
///
/// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
/// none is, the result is the least finite value of the type (0 in the CPU simulator). NaN gives NaN, or the
/// first operand in the CPU simulator.
///
/// ```text
/// dst[i,j] = max(src0[i,j], src1[i,j])   where both are valid
/// dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid
/// ```
///
/// C++: `TPARTMAX(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
/// - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
/// - one of the sources must have the valid region of the destination, on a2a3: E0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartMax.hpp:68-82)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartMax.hpp:28-40)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmax.md:88)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
#[track_caller]
pub fn tpartmax<
    E: TpartmaxElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src0::TY), "`pto.tpartmax`: the valid region of `src0` must lie within that of `dst`") };
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src1::TY), "`pto.tpartmax`: the valid region of `src1` must lie within that of `dst`") };
    Call::new(&ops::tpartmax).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tpartmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tpartmin` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TpartminElement: Element {}
impl TpartminElement for f32 {}
impl TpartminElement for f16 {}
impl TpartminElement for bf16 {}
impl TpartminElement for i64 {}
impl TpartminElement for i32 {}
impl TpartminElement for i16 {}
impl TpartminElement for i8 {}
impl TpartminElement for u64 {}
impl TpartminElement for u32 {}
impl TpartminElement for u16 {}
impl TpartminElement for u8 {}

/// Take the smaller of two tiles where both are valid.
///
/// The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
/// none is, the result is the greatest finite value of the type (0 in the CPU simulator). NaN gives NaN, or the
/// first operand in the CPU simulator.
///
/// ```text
/// dst[i,j] = min(src0[i,j], src1[i,j])   where both are valid
/// dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid
/// ```
///
/// C++: `TPARTMIN(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
/// - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
/// - one of the sources must have the valid region of the destination, on a2a3: E0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
/// - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartMin.hpp:68-82)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartMin.hpp:28-40)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:88)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
#[track_caller]
pub fn tpartmin<
    E: TpartminElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src0::TY), "`pto.tpartmin`: the valid region of `src0` must lie within that of `dst`") };
    const { assert!(Constraint::ValidWithin.allows(&Dst::TY, &Src1::TY), "`pto.tpartmin`: the valid region of `src1` must lie within that of `dst`") };
    Call::new(&ops::tpartmin).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tpartargmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`dstIdx` of `pto.tpartargmax` does not take `{Self}` elements",
    note = "it takes i16, u16, i32, u32",
)]
pub trait TpartargmaxDstIdxElement: Element {}
impl TpartargmaxDstIdxElement for i16 {}
impl TpartargmaxDstIdxElement for u16 {}
impl TpartargmaxDstIdxElement for i32 {}
impl TpartargmaxDstIdxElement for u32 {}

/// Take the larger of two values with its index, where both are valid.
///
/// The domain is the valid region of `dstVal`. Where only one source is valid, its value and index are
/// copied; where none is, `dst` stays as it is (0 in the CPU simulator). A tie takes the second source.
///
/// ```text
/// k = 0 if src0Val[i,j] > src1Val[i,j] else 1   where both are valid, else the valid one
/// dstVal[i,j] = srcKVal[i,j], dstIdx[i,j] = srcKIdx[i,j]
/// ```
///
/// C++: `TPARTARGMAX(dstVal, src0Val, src1Val, dstIdx, src0Idx, src1Idx)`
///
/// Rules:
/// - `src0Val`, `src1Val`, `src0Idx`, `src1Idx`, `dstVal` and `dstIdx` must be in vec: E0201
/// - `dstVal`, `dstIdx`, `src0Val`, `src1Val`, `src0Idx` and `src1Idx` must be row-major, on a2a3, a5: E0202
/// - `dstVal`, `src0Val` and `src1Val` must have the same element type: E0203
/// - `dstIdx` must have element type i16, ui16, i32 or ui32: E0204
/// - `dstIdx`, `src0Idx` and `src1Idx` must have the same element type: E0203
/// - `dstVal` must have a non-empty valid region, on a2a3 (`--rules device`): E0214
/// - the valid regions of `src0Val` and `src1Val` must lie within that of `dstVal`: E0216
/// - one of the value sources must have the valid region of the value destination, on a2a3, a5: E0211
/// - `dstVal` and `dstIdx` must have the same valid region: E0211
/// - `src0Val` and `src0Idx` must have the same valid region: E0211
/// - `src1Val` and `src1Idx` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220)
/// - a5: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a5/TPartArgBinOps.hpp:192-235, TPartArgMax.hpp:29)
/// - cpu: `dstVal`: i32, i16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPartArgCommon.hpp:19-24, TPartOp.hpp:76-90)
#[track_caller]
pub fn tpartargmax<
    EDstVal: Element,
    EDstIdx: TpartargmaxDstIdxElement,
    DstVal: TileOf<Vec, EDstVal>,
    Src0Val: TileOf<Vec, EDstVal>,
    Src1Val: TileOf<Vec, EDstVal>,
    DstIdx: TileOf<Vec, EDstIdx>,
    Src0Idx: TileOf<Vec, EDstIdx>,
    Src1Idx: TileOf<Vec, EDstIdx>,
>(dst_val: &mut DstVal, src0_val: &Src0Val, src1_val: &Src1Val, dst_idx: &mut DstIdx, src0_idx: &Src0Idx, src1_idx: &Src1Idx) -> Result<Event> {
    const { assert!(Constraint::ValidWithin.allows(&DstVal::TY, &Src0Val::TY), "`pto.tpartargmax`: the valid region of `src0Val` must lie within that of `dstVal`") };
    const { assert!(Constraint::ValidWithin.allows(&DstVal::TY, &Src1Val::TY), "`pto.tpartargmax`: the valid region of `src1Val` must lie within that of `dstVal`") };
    const { assert!(Constraint::SameValid.allows(&DstVal::TY, &DstIdx::TY), "`pto.tpartargmax`: `dstVal` and `dstIdx` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Src0Val::TY, &Src0Idx::TY), "`pto.tpartargmax`: `src0Val` and `src0Idx` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Src1Val::TY, &Src1Idx::TY), "`pto.tpartargmax`: `src1Val` and `src1Idx` must have the same valid region") };
    Call::new(&ops::tpartargmax).tile(0, src0_val).tile(1, src1_val).tile(2, src0_idx).tile(3, src1_idx).tile(4, dst_val).tile(5, dst_idx).run()
}

/// Elements that [`tpartargmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`dstIdx` of `pto.tpartargmin` does not take `{Self}` elements",
    note = "it takes i16, u16, i32, u32",
)]
pub trait TpartargminDstIdxElement: Element {}
impl TpartargminDstIdxElement for i16 {}
impl TpartargminDstIdxElement for u16 {}
impl TpartargminDstIdxElement for i32 {}
impl TpartargminDstIdxElement for u32 {}

/// Take the smaller of two values with its index, where both are valid.
///
/// The domain is the valid region of `dstVal`. Where only one source is valid, its value and index are
/// copied; where none is, `dst` stays as it is (0 in the CPU simulator). A tie takes the second source.
///
/// ```text
/// k = 0 if src0Val[i,j] < src1Val[i,j] else 1   where both are valid, else the valid one
/// dstVal[i,j] = srcKVal[i,j], dstIdx[i,j] = srcKIdx[i,j]
/// ```
///
/// C++: `TPARTARGMIN(dstVal, src0Val, src1Val, dstIdx, src0Idx, src1Idx)`
///
/// Rules:
/// - `src0Val`, `src1Val`, `src0Idx`, `src1Idx`, `dstVal` and `dstIdx` must be in vec: E0201
/// - `dstVal`, `dstIdx`, `src0Val`, `src1Val`, `src0Idx` and `src1Idx` must be row-major, on a2a3, a5: E0202
/// - `dstVal`, `src0Val` and `src1Val` must have the same element type: E0203
/// - `dstIdx` must have element type i16, ui16, i32 or ui32: E0204
/// - `dstIdx`, `src0Idx` and `src1Idx` must have the same element type: E0203
/// - `dstVal` must have a non-empty valid region, on a2a3 (`--rules device`): E0214
/// - the valid regions of `src0Val` and `src1Val` must lie within that of `dstVal`: E0216
/// - one of the value sources must have the valid region of the value destination, on a2a3, a5: E0211
/// - `dstVal` and `dstIdx` must have the same valid region: E0211
/// - `src0Val` and `src0Idx` must have the same valid region: E0211
/// - `src1Val` and `src1Idx` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220)
/// - a5: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a5/TPartArgBinOps.hpp:192-235, TPartArgMin.hpp:29)
/// - cpu: `dstVal`: i32, i16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPartArgCommon.hpp:19-24, TPartOp.hpp:76-90)
#[track_caller]
pub fn tpartargmin<
    EDstVal: Element,
    EDstIdx: TpartargminDstIdxElement,
    DstVal: TileOf<Vec, EDstVal>,
    Src0Val: TileOf<Vec, EDstVal>,
    Src1Val: TileOf<Vec, EDstVal>,
    DstIdx: TileOf<Vec, EDstIdx>,
    Src0Idx: TileOf<Vec, EDstIdx>,
    Src1Idx: TileOf<Vec, EDstIdx>,
>(dst_val: &mut DstVal, src0_val: &Src0Val, src1_val: &Src1Val, dst_idx: &mut DstIdx, src0_idx: &Src0Idx, src1_idx: &Src1Idx) -> Result<Event> {
    const { assert!(Constraint::ValidWithin.allows(&DstVal::TY, &Src0Val::TY), "`pto.tpartargmin`: the valid region of `src0Val` must lie within that of `dstVal`") };
    const { assert!(Constraint::ValidWithin.allows(&DstVal::TY, &Src1Val::TY), "`pto.tpartargmin`: the valid region of `src1Val` must lie within that of `dstVal`") };
    const { assert!(Constraint::SameValid.allows(&DstVal::TY, &DstIdx::TY), "`pto.tpartargmin`: `dstVal` and `dstIdx` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Src0Val::TY, &Src0Idx::TY), "`pto.tpartargmin`: `src0Val` and `src0Idx` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Src1Val::TY, &Src1Idx::TY), "`pto.tpartargmin`: `src1Val` and `src1Idx` must have the same valid region") };
    Call::new(&ops::tpartargmin).tile(0, src0_val).tile(1, src1_val).tile(2, src0_idx).tile(3, src1_idx).tile(4, dst_val).tile(5, dst_idx).run()
}

/// Elements that [`tinterleave`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tinterleave` does not take `{Self}` elements",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TinterleaveElement: Element {}
impl TinterleaveElement for f32 {}
impl TinterleaveElement for f16 {}
impl TinterleaveElement for bf16 {}
impl TinterleaveElement for i64 {}
impl TinterleaveElement for i32 {}
impl TinterleaveElement for i16 {}
impl TinterleaveElement for i8 {}
impl TinterleaveElement for u64 {}
impl TinterleaveElement for u32 {}
impl TinterleaveElement for u16 {}
impl TinterleaveElement for u8 {}

/// Interleave two tiles element by element.
///
/// Each row pair becomes one stream `src0[i,0], src1[i,0], src0[i,1], ...`; `dst0` takes its first half,
/// `dst1` its second half.
///
/// ```text
/// s[i,2k] = src0[i,k], s[i,2k+1] = src1[i,k]   for 0 <= k < C
/// dst0[i,j] = s[i,j], dst1[i,j] = s[i,C+j]   for 0 <= j < C
/// ```
///
/// C++: `TINTERLEAVE(dst1, dst0, src1, src0)`
///
/// Rules:
/// - `src0`, `src1`, `dst0` and `dst1` must be in vec: E0201
/// - `dst0`, `dst1`, `src0` and `src1` must be row-major: E0202
/// - `dst0`, `dst1`, `src0` and `src1` must have the same element type: E0203
/// - `dst0`, `dst1`, `src0` and `src1` must have the same valid region: E0211
/// - with two sources, the number of valid columns must be even: E0215
///
/// Element types:
/// - a5: `dst0`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TInterleave.hpp:21-50)
/// - cpu: `dst0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TInterleave.hpp:40-50 checks no type)
#[track_caller]
pub fn tinterleave<
    E: TinterleaveElement,
    Dst1: TileOf<Vec, E, Layout: IsRowMajor>,
    Dst0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst1: &mut Dst1, dst0: &mut Dst0, src1: &Src1, src0: &Src0) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst0::TY, &Dst1::TY), "`pto.tinterleave`: `dst0` and `dst1` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst0::TY, &Src0::TY), "`pto.tinterleave`: `dst0` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst0::TY, &Src1::TY), "`pto.tinterleave`: `dst0` and `src1` must have the same valid region") };
    Call::new(&ops::tinterleave).tile(0, src0).tile(1, src1).tile(2, dst0).tile(3, dst1).run()
}

/// Elements that [`tdeinterleave`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tdeinterleave` does not take `{Self}` elements",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TdeinterleaveElement: Element {}
impl TdeinterleaveElement for f32 {}
impl TdeinterleaveElement for f16 {}
impl TdeinterleaveElement for bf16 {}
impl TdeinterleaveElement for i64 {}
impl TdeinterleaveElement for i32 {}
impl TdeinterleaveElement for i16 {}
impl TdeinterleaveElement for i8 {}
impl TdeinterleaveElement for u64 {}
impl TdeinterleaveElement for u32 {}
impl TdeinterleaveElement for u16 {}
impl TdeinterleaveElement for u8 {}

/// Split a stream into its even and odd elements.
///
/// The stream is a row of `src0` followed by the same row of `src1`, or a row of `src0` alone; then each
/// destination has half its columns.
///
/// ```text
/// s[i,k] = src0[i,k], s[i,C+k] = src1[i,k]
/// dst0[i,k] = s[i,2k], dst1[i,k] = s[i,2k+1]
/// ```
///
/// C++: `TDEINTERLEAVE(dst1, dst0, src0)`
///
/// Rules:
/// - `src0`, `src1`, `dst0` and `dst1` must be in vec: E0201
/// - `dst0`, `dst1`, `src0` and `src1` must be row-major: E0202
/// - `dst0`, `dst1`, `src0` and `src1` must have the same element type: E0203
/// - `dst0`, `dst1`, `src0` and `src1` must have as many valid rows: E0212
/// - `dst0` and `dst1` must have as many valid columns: E0213
/// - two sources must have the valid columns of `dst0` each; a single source must have twice as many: E0213
/// - with two sources, the number of valid columns must be even: E0215
/// - a single source should have at least two registers (512 bytes) per row, on a5 (`--rules device`) (a warning): W0219
/// - a single source should have at least two registers (512 bytes) per row, on a5 (`--rules manual`): E0219
///
/// Element types:
/// - a5: `dst0`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDeInterleave.hpp:21-46, 183-205)
/// - cpu: `dst0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TDeinterleave.hpp:54-79 checks no type)
#[track_caller]
pub fn tdeinterleave<
    E: TdeinterleaveElement,
    Dst1: TileOf<Vec, E, Layout: IsRowMajor>,
    Dst0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst1: &mut Dst1, dst0: &mut Dst0, src0: &Src0) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Dst0::TY, &Dst1::TY), "`pto.tdeinterleave`: `dst0` and `dst1` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst0::TY, &Src0::TY), "`pto.tdeinterleave`: `dst0` and `src0` must have as many valid rows") };
    const { assert!(Constraint::SameValidCols.allows(&Dst0::TY, &Dst1::TY), "`pto.tdeinterleave`: `dst0` and `dst1` must have as many valid columns") };
    Call::new(&ops::tdeinterleave).tile(0, src0).tile(2, dst0).tile(3, dst1).run()
}

/// [`tdeinterleave`] with `src1`.
///
/// C++: `TDEINTERLEAVE(dst1, dst0, src1, src0)`
#[track_caller]
pub fn tdeinterleave_src1<
    E: TdeinterleaveElement,
    Dst1: TileOf<Vec, E, Layout: IsRowMajor>,
    Dst0: TileOf<Vec, E, Layout: IsRowMajor>,
    Src1: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst1: &mut Dst1, dst0: &mut Dst0, src1: &Src1, src0: &Src0) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Dst0::TY, &Dst1::TY), "`pto.tdeinterleave`: `dst0` and `dst1` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst0::TY, &Src0::TY), "`pto.tdeinterleave`: `dst0` and `src0` must have as many valid rows") };
    const { assert!(Constraint::SameValidRows.allows(&Dst0::TY, &Src1::TY), "`pto.tdeinterleave`: `dst0` and `src1` must have as many valid rows") };
    const { assert!(Constraint::SameValidCols.allows(&Dst0::TY, &Dst1::TY), "`pto.tdeinterleave`: `dst0` and `dst1` must have as many valid columns") };
    Call::new(&ops::tdeinterleave).tile(0, src0).tile(1, src1).tile(2, dst0).tile(3, dst1).run()
}
