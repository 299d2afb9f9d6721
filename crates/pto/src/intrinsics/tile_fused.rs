//! Intrinsics of the op table's file `tile_fused.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, Scalar, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::IsRowMajor;
use crate::marker::Vec;
use pto_isa::ops::tile_fused as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tadddeqrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tadddeqrelu` does not take `{Self}` elements for `(src0, dst)`",
    note = "a2a3 takes (i32, f16)",
    note = "a5 takes (i32, f16)",
    note = "cpu takes (i32, f16)",
)]
pub trait TadddeqreluElements {}
impl TadddeqreluElements for (i32, f16) {}

/// Add two i32 tiles, scale, clamp to zero and narrow to f16.
///
/// The sum wraps and becomes f32. The scale is applied as x \* 2^-17 \* deqScale \* 2^17 in f32, which gives the
/// same bits as one product. Narrowing rounds to even and saturates. A2/A3 keeps the sums in `tmp`.
///
/// ```text
/// dst[i,j] = f16(max(0, (src0[i,j] + src1[i,j]) * deqScale))   for (i,j) in valid(dst)
/// ```
///
/// C++: `TADDDEQRELU(dst, src0, src1, deqScale, tmp)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `tmp` must be row-major, on a2a3: E0202
/// - `src0` and `src1` must have the same element type: E0203
/// - `deqScale` must have element type f32: E0204
/// - `tmp` must have element type i32, on a2a3: E0204
/// - `tmp` must have element type i32, on a5 (`--rules manual`): E0204
/// - `dst` must have a non-empty valid region, on a2a3, a5: E0214
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
/// - the valid region of `tmp` must cover that of `dst`, on a2a3: E0216
///
/// Element types:
/// - a2a3: `(src0, dst)`: (i32, f16) (pto-isa@3186c381 include/pto/npu/a2a3/TAddDeqRelu.hpp:137-139)
/// - a5: `(src0, dst)`: (i32, f16) (pto-isa@3186c381 include/pto/npu/a5/TAddDeqRelu.hpp:91-93)
/// - cpu: `(src0, dst)`: (i32, f16) (union of the devices; pto-isa@3186c381 include/pto/cpu/TAddDeqRelu.hpp:72 checks nothing)
///
/// Scratch:
/// - a2a3: at least 4 bytes per valid element of `dst`
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tadddeqrelu<
    EDst: Element,
    ESrc0: Element,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, ESrc0>,
    Src1: TileOf<Vec, ESrc0>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, deq_scale: impl Scalar, tmp: &mut Tmp) -> Result<Event>
where
    (ESrc0, EDst): TadddeqreluElements,
{
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tadddeqrelu`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tadddeqrelu`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tadddeqrelu).tile(0, src0).tile(1, src1).scalar(2, deq_scale).tile(3, tmp).tile(4, dst).run()
}

/// Elements that [`taddreluconv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.taddreluconv` does not take `{Self}` elements for `(src0, dst)`",
    note = "a2a3 takes (f32, f16) (f16, i8) (i16, i8)",
    note = "a5 takes (f32, f16) (f16, i8) (i16, i8)",
    note = "cpu takes (f32, f16) (f16, i8) (i16, i8)",
)]
pub trait TaddreluconvElements {}
impl TaddreluconvElements for (f32, f16) {}
impl TaddreluconvElements for (f16, i8) {}
impl TaddreluconvElements for (i16, i8) {}

/// Add two tiles, clamp to zero and narrow.
///
/// The domain is the valid region of `dst`. Narrowing saturates and rounds to even. A5 composes it of register
/// instructions; i16 to i8 goes through a clamp to 127 there.
///
/// ```text
/// dst[i,j] = convert(max(0, src0[i,j] + src1[i,j]))   for (i,j) in valid(dst)
/// ```
///
/// C++: `TADDRELUCONV(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region, on a2a3, a5: E0214
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a2a3/TAddReluConv.hpp:142)
/// - a5: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a5/TAddReluConv.hpp:117)
/// - cpu: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (union of the devices; the CPU library has none)
#[track_caller]
pub fn taddreluconv<
    EDst: Element,
    ESrc0: Element,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, ESrc0>,
    Src1: TileOf<Vec, ESrc0>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event>
where
    (ESrc0, EDst): TaddreluconvElements,
{
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.taddreluconv`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.taddreluconv`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::taddreluconv).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tsubreluconv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsubreluconv` does not take `{Self}` elements for `(src0, dst)`",
    note = "a2a3 takes (f32, f16) (f16, i8) (i16, i8)",
    note = "a5 takes (f32, f16) (f16, i8) (i16, i8)",
    note = "cpu takes (f32, f16) (f16, i8) (i16, i8)",
)]
pub trait TsubreluconvElements {}
impl TsubreluconvElements for (f32, f16) {}
impl TsubreluconvElements for (f16, i8) {}
impl TsubreluconvElements for (i16, i8) {}

/// Subtract two tiles, clamp to zero and narrow.
///
/// The domain is the valid region of `dst`. Narrowing saturates and rounds to even. A5 composes it of register
/// instructions; i16 to i8 goes through a clamp to 127 there.
///
/// ```text
/// dst[i,j] = convert(max(0, src0[i,j] - src1[i,j]))   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSUBRELUCONV(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region, on a2a3, a5: E0214
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a2a3/TSubReluConv.hpp:144)
/// - a5: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a5/TSubReluConv.hpp:120)
/// - cpu: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (union of the devices; the CPU library has none)
#[track_caller]
pub fn tsubreluconv<
    EDst: Element,
    ESrc0: Element,
    Dst: TileOf<Vec, EDst>,
    Src0: TileOf<Vec, ESrc0>,
    Src1: TileOf<Vec, ESrc0>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event>
where
    (ESrc0, EDst): TsubreluconvElements,
{
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tsubreluconv`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tsubreluconv`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tsubreluconv).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`taddrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.taddrelu` does not take `{Self}` elements",
    note = "a2a3 takes i16, f16, f32",
    note = "cpu takes i16, f16, f32",
)]
pub trait TaddreluElement: Element {}
impl TaddreluElement for f32 {}
impl TaddreluElement for f16 {}
impl TaddreluElement for i16 {}

/// Add two tiles and clamp to zero.
///
/// The domain is the valid region of `dst`.
///
/// ```text
/// dst[i,j] = max(src0[i,j] + src1[i,j], 0)   for (i,j) in valid(dst)
/// ```
///
/// C++ has no function for it.
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: i16, f16, f32 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:6323-6340)
/// - cpu: `dst`: i16, f16, f32 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:6323-6340)
#[track_caller]
pub fn taddrelu<
    E: TaddreluElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.taddrelu`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.taddrelu`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::taddrelu).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tsubrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tsubrelu` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TsubreluElement: Element {}
impl TsubreluElement for f32 {}
impl TsubreluElement for f16 {}
impl TsubreluElement for bf16 {}

/// Subtract two tiles and clamp to zero.
///
/// The domain is the valid region of `dst`. A NaN difference stays NaN.
///
/// ```text
/// dst[i,j] = max(src0[i,j] - src1[i,j], 0)   for (i,j) in valid(dst)
/// ```
///
/// C++: `TSUBRELU(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSubRelu.hpp:62)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSubRelu.hpp:66)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
#[track_caller]
pub fn tsubrelu<
    E: TsubreluElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tsubrelu`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tsubrelu`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tsubrelu).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tfusedmuladd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tfusedmuladd` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TfusedmuladdElement: Element {}
impl TfusedmuladdElement for f32 {}
impl TfusedmuladdElement for f16 {}
impl TfusedmuladdElement for bf16 {}

/// Multiply the destination by a tile and add another.
///
/// The domain is the valid region of `dst`, which is read and written.
///
/// ```text
/// dst[i,j] = src0[i,j] * dst[i,j] + src1[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TFUSEDMULADD(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFusedMulAdd.hpp:62)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFusedMulAdd.hpp:65)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
#[track_caller]
pub fn tfusedmuladd<
    E: TfusedmuladdElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tfusedmuladd`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tfusedmuladd`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tfusedmuladd).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tfusedmuladdrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tfusedmuladdrelu` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TfusedmuladdreluElement: Element {}
impl TfusedmuladdreluElement for f32 {}
impl TfusedmuladdreluElement for f16 {}
impl TfusedmuladdreluElement for bf16 {}

/// Multiply the destination by a tile, add another and clamp to zero.
///
/// The domain is the valid region of `dst`, which is read and written.
///
/// ```text
/// dst[i,j] = max(src0[i,j] * dst[i,j] + src1[i,j], 0)   for (i,j) in valid(dst)
/// ```
///
/// C++: `TFUSEDMULADDRELU(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFusedMulAddRelu.hpp:63)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFusedMulAddRelu.hpp:66)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
#[track_caller]
pub fn tfusedmuladdrelu<
    E: TfusedmuladdreluElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tfusedmuladdrelu`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tfusedmuladdrelu`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tfusedmuladdrelu).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tmuladddst`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmuladddst` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, bf16, f32",
)]
pub trait TmuladddstElement: Element {}
impl TmuladddstElement for f32 {}
impl TmuladddstElement for f16 {}
impl TmuladddstElement for bf16 {}

/// Add the product of two tiles to the destination.
///
/// The domain is the valid region of `dst`, which is read and written.
///
/// ```text
/// dst[i,j] = src0[i,j] * src1[i,j] + dst[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TMULADDDST(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1` and `dst` must be in vec: E0201
/// - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst`, `src0` and `src1` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMulAddDst.hpp:62)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMulAddDst.hpp:65)
/// - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
#[track_caller]
pub fn tmuladddst<
    E: TmuladddstElement,
    Dst: TileOf<Vec, E>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src0::TY), "`pto.tmuladddst`: `dst` and `src0` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src1::TY), "`pto.tmuladddst`: `dst` and `src1` must have the same valid region") };
    Call::new(&ops::tmuladddst).tile(0, src0).tile(1, src1).tile(2, dst).run()
}

/// Elements that [`tpairreducesum`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tpairreducesum` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TpairreducesumElement: Element {}
impl TpairreducesumElement for f32 {}
impl TpairreducesumElement for f16 {}
impl TpairreducesumElement for bf16 {}
impl TpairreducesumElement for i64 {}
impl TpairreducesumElement for i32 {}
impl TpairreducesumElement for i16 {}
impl TpairreducesumElement for i8 {}
impl TpairreducesumElement for u64 {}
impl TpairreducesumElement for u32 {}
impl TpairreducesumElement for u16 {}
impl TpairreducesumElement for u8 {}

/// Add neighbouring elements of each row and pack the sums.
///
/// With C valid columns the first ceil(C/2) elements of a row receive the sums, the rest of the valid region
/// becomes zero. A last element without a partner is added to zero.
///
/// ```text
/// dst[i,k] = src[i,2k] + src[i,2k+1]   for k < ceil(C/2)
/// dst[i,k] = 0   for ceil(C/2) <= k < C
/// ```
///
/// C++: `TPAIRREDUCESUM(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major: E0202
/// - `dst` and `src` must have the same element type: E0203
/// - `dst` and `src` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPairReduceSum.hpp:135)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPairReduceSum.hpp:125)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPairReduceSum.hpp:44-53)
#[track_caller]
pub fn tpairreducesum<
    E: TpairreducesumElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Src::TY), "`pto.tpairreducesum`: `dst` and `src` must have the same valid region") };
    Call::new(&ops::tpairreducesum).tile(0, src).tile(1, dst).run()
}
