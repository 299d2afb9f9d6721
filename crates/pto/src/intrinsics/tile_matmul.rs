//! Intrinsics of the op table's file `tile_matmul.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, F8E4M3, F8E5M2, Hif8, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::AccPhase;
use crate::marker::{Acc, Bias, Left, Right};
use pto_isa::ops::tile_matmul as ops;
use pto_isa::rule::{Constraint, LayoutIs};

/// Elements that [`tmatmul`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmatmul` does not take `{Self}` elements for `(dst, lhs, rhs)`",
    note = "a2a3 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16)",
    note = "a5 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
    note = "a5, by the manual, takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2)",
    note = "cpu takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
)]
pub trait TmatmulElements {}
impl TmatmulElements for (f32, f32, f32) {}
impl TmatmulElements for (f32, f16, f16) {}
impl TmatmulElements for (f32, bf16, bf16) {}
impl TmatmulElements for (f32, F8E4M3, F8E4M3) {}
impl TmatmulElements for (f32, F8E4M3, F8E5M2) {}
impl TmatmulElements for (f32, F8E5M2, F8E4M3) {}
impl TmatmulElements for (f32, F8E5M2, F8E5M2) {}
impl TmatmulElements for (f32, Hif8, Hif8) {}
impl TmatmulElements for (i32, i8, i8) {}

/// Attributes of [`tmatmul`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmatmulWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply two matrices.
///
/// M is the number of valid rows of `lhs`, K of its valid columns, N of the valid columns of `rhs`. The
/// result replaces `dst`; nothing is accumulated. 8-bit integers accumulate in 32-bit integers, every
/// float format in f32.
///
/// ```text
/// dst[i,j] = sum over k < K of lhs[i,k] * rhs[k,j]   for i < M, j < N
/// ```
///
/// C++: `TMATMUL(dst, lhs, rhs)`
///
/// Rules:
/// - `lhs` must be in left: E0201
/// - `rhs` must be in right: E0201
/// - `dst` must be in acc: E0201
/// - `lhs` must be ZZ or NZ: E0202
/// - `rhs` must be ZN, on cpu, a5: E0202
/// - `dst` must be NZ, on cpu, a5: E0202
/// - `rhs` must be ZN, on a2a3 (a warning): W0202
/// - `dst` must be NZ, on a2a3 (a warning): W0202
/// - `lhs` and `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `lhs` and `rhs` must have a non-empty valid region (`--rules manual`): E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
///
/// Element types:
/// - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
/// - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
/// - a5 (`--rules manual`): `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md: selected fp8 pairs)
/// - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)
#[track_caller]
pub fn tmatmul<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, lhs: &Lhs, rhs: &Rhs) -> Result<Event>
where
    (EDst, ELhs, ERhs): TmatmulElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tmatmul`: `lhs` must be ZZ or NZ") };
    Call::new(&ops::tmatmul).tile(0, lhs).tile(1, rhs).tile(2, dst).run()
}

/// [`tmatmul`] with attributes.
#[track_caller]
pub fn tmatmul_with<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, lhs: &Lhs, rhs: &Rhs, with: TmatmulWith) -> Result<Event>
where
    (EDst, ELhs, ERhs): TmatmulElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tmatmul`: `lhs` must be ZZ or NZ") };
    Call::new(&ops::tmatmul).tile(0, lhs).tile(1, rhs).tile(2, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tmatmul_acc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmatmul.acc` does not take `{Self}` elements for `(dst, lhs, rhs)`",
    note = "a2a3 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16)",
    note = "a5 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
    note = "a5, by the manual, takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2)",
    note = "cpu takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
)]
pub trait TmatmulAccElements {}
impl TmatmulAccElements for (f32, f32, f32) {}
impl TmatmulAccElements for (f32, f16, f16) {}
impl TmatmulAccElements for (f32, bf16, bf16) {}
impl TmatmulAccElements for (f32, F8E4M3, F8E4M3) {}
impl TmatmulAccElements for (f32, F8E4M3, F8E5M2) {}
impl TmatmulAccElements for (f32, F8E5M2, F8E4M3) {}
impl TmatmulAccElements for (f32, F8E5M2, F8E5M2) {}
impl TmatmulAccElements for (f32, Hif8, Hif8) {}
impl TmatmulAccElements for (i32, i8, i8) {}

/// Attributes of [`tmatmul_acc`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmatmulAccWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply two matrices and add the product to an accumulator.
///
/// As `tmatmul`, with the old contents of `acc_in` as the first summand. `acc_in` and `dst` are usually
/// one tile.
///
/// ```text
/// dst[i,j] = acc_in[i,j] + sum over k < K of lhs[i,k] * rhs[k,j]   for i < M, j < N
/// ```
///
/// C++: `TMATMUL_ACC(dst, acc_in, lhs, rhs)`
///
/// Rules:
/// - `lhs` must be in left: E0201
/// - `rhs` must be in right: E0201
/// - `acc_in` and `dst` must be in acc: E0201
/// - `lhs` must be ZZ or NZ: E0202
/// - `rhs` must be ZN, on cpu, a5: E0202
/// - `acc_in` and `dst` must be NZ, on cpu, a5: E0202
/// - `rhs` must be ZN, on a2a3 (a warning): W0202
/// - `acc_in` and `dst` must be NZ, on a2a3 (a warning): W0202
/// - M, K and N must not exceed 4095: E0227
/// - `dst` and `acc_in` must have the same element type: E0203
/// - `lhs` and `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `lhs` and `rhs` must have a non-empty valid region (`--rules manual`): E0214
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
/// - `dst` and `acc_in` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
/// - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
/// - a5 (`--rules manual`): `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-acc.md:61, tmatmul.md:114: selected fp8 pairs)
/// - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)
#[track_caller]
pub fn tmatmul_acc<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    AccIn: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, acc_in: &AccIn, lhs: &Lhs, rhs: &Rhs) -> Result<Event>
where
    (EDst, ELhs, ERhs): TmatmulAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tmatmul.acc`: `lhs` must be ZZ or NZ") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &AccIn::TY), "`pto.tmatmul.acc`: `dst` and `acc_in` must have the same valid region") };
    Call::new(&ops::tmatmul_acc).tile(0, acc_in).tile(1, lhs).tile(2, rhs).tile(3, dst).run()
}

/// [`tmatmul_acc`] with attributes.
#[track_caller]
pub fn tmatmul_acc_with<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    AccIn: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, acc_in: &AccIn, lhs: &Lhs, rhs: &Rhs, with: TmatmulAccWith) -> Result<Event>
where
    (EDst, ELhs, ERhs): TmatmulAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tmatmul.acc`: `lhs` must be ZZ or NZ") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &AccIn::TY), "`pto.tmatmul.acc`: `dst` and `acc_in` must have the same valid region") };
    Call::new(&ops::tmatmul_acc).tile(0, acc_in).tile(1, lhs).tile(2, rhs).tile(3, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tmatmul_bias`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmatmul.bias` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a2a3 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16)",
    note = "a5 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
    note = "a5, by the manual, takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2)",
    note = "cpu takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
)]
pub trait TmatmulBiasElements {}
impl TmatmulBiasElements for (f32, f32, f32) {}
impl TmatmulBiasElements for (f32, f16, f16) {}
impl TmatmulBiasElements for (f32, bf16, bf16) {}
impl TmatmulBiasElements for (f32, F8E4M3, F8E4M3) {}
impl TmatmulBiasElements for (f32, F8E4M3, F8E5M2) {}
impl TmatmulBiasElements for (f32, F8E5M2, F8E4M3) {}
impl TmatmulBiasElements for (f32, F8E5M2, F8E5M2) {}
impl TmatmulBiasElements for (f32, Hif8, Hif8) {}
impl TmatmulBiasElements for (i32, i8, i8) {}

/// Attributes of [`tmatmul_bias`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmatmulBiasWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply two matrices and add one bias per column.
///
/// `bias` has one row; its element `[0,j]` is added to every row of column j. It has the element type
/// of the result.
///
/// ```text
/// dst[i,j] = bias[0,j] + sum over k < K of a[i,k] * b[k,j]   for i < M, j < N
/// ```
///
/// C++: `TMATMUL_BIAS(dst, a, b, bias)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `b` must be in right: E0201
/// - `bias` must be in bias: E0201
/// - `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `b` must be ZN, on cpu, a5: E0202
/// - `dst` must be NZ, on cpu, a5: E0202
/// - `b` must be ZN, on a2a3 (a warning): W0202
/// - `dst` must be NZ, on a2a3 (a warning): W0202
/// - M, K and N must not exceed 4095: E0227
/// - `dst` and `bias` must have the same element type: E0203
/// - `bias` must have exactly 1 row: E0219
/// - `a` and `b` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `a` and `b` must have a non-empty valid region (`--rules manual`): E0214
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
/// - `dst` and `bias` must have as many valid columns (a warning): W0213
///
/// Element types:
/// - a2a3: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
/// - a5: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
/// - a5 (`--rules manual`): `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-bias.md:60, tmatmul.md:114: selected fp8 pairs)
/// - cpu: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)
#[track_caller]
pub fn tmatmul_bias<
    EDst: Element,
    EA: Element,
    EB: Element,
    Dst: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    B: TileOf<Right, EB>,
    BiasTile: TileOf<Bias, EDst>,
>(dst: &mut Dst, a: &A, b: &B, bias: &BiasTile) -> Result<Event>
where
    (EDst, EA, EB): TmatmulBiasElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tmatmul.bias`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::RowsIs(1).allows(&BiasTile::TY, &BiasTile::TY), "`pto.tmatmul.bias`: `bias` must have exactly 1 row") };
    Call::new(&ops::tmatmul_bias).tile(0, a).tile(1, b).tile(2, bias).tile(3, dst).run()
}

/// [`tmatmul_bias`] with attributes.
#[track_caller]
pub fn tmatmul_bias_with<
    EDst: Element,
    EA: Element,
    EB: Element,
    Dst: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    B: TileOf<Right, EB>,
    BiasTile: TileOf<Bias, EDst>,
>(dst: &mut Dst, a: &A, b: &B, bias: &BiasTile, with: TmatmulBiasWith) -> Result<Event>
where
    (EDst, EA, EB): TmatmulBiasElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tmatmul.bias`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::RowsIs(1).allows(&BiasTile::TY, &BiasTile::TY), "`pto.tmatmul.bias`: `bias` must have exactly 1 row") };
    Call::new(&ops::tmatmul_bias).tile(0, a).tile(1, b).tile(2, bias).tile(3, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tgemv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tgemv` does not take `{Self}` elements for `(dst, lhs, rhs)`",
    note = "a2a3 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16)",
    note = "a5 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
    note = "cpu takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
)]
pub trait TgemvElements {}
impl TgemvElements for (f32, f32, f32) {}
impl TgemvElements for (f32, f16, f16) {}
impl TgemvElements for (f32, bf16, bf16) {}
impl TgemvElements for (f32, F8E4M3, F8E4M3) {}
impl TgemvElements for (f32, F8E4M3, F8E5M2) {}
impl TgemvElements for (f32, F8E5M2, F8E4M3) {}
impl TgemvElements for (f32, F8E5M2, F8E5M2) {}
impl TgemvElements for (f32, Hif8, Hif8) {}
impl TgemvElements for (i32, i8, i8) {}

/// Attributes of [`tgemv`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TgemvWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply a row vector and a matrix.
///
/// M is 1. The devices read K and N from `rhs` and put the row in a tile of 16 rows, of which one is
/// valid.
///
/// ```text
/// dst[0,j] = sum over k < K of lhs[0,k] * rhs[k,j]   for j < N
/// ```
///
/// C++: `TGEMV(dst, lhs, rhs)`
///
/// Rules:
/// - `lhs` must be in left: E0201
/// - `rhs` must be in right: E0201
/// - `dst` must be in acc: E0201
/// - `lhs` must be ZZ or NZ: E0202
/// - `rhs` must be ZN, on cpu, a5: E0202
/// - `dst` must be NZ, on cpu, a5: E0202
/// - `rhs` must be ZN, on a2a3 (a warning): W0202
/// - `dst` must be NZ, on a2a3 (a warning): W0202
/// - `lhs` and `dst` must have exactly 1 valid row: E0215
/// - `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `rhs` must have a non-empty valid region (`--rules manual`): E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
///
/// Element types:
/// - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
/// - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
/// - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)
#[track_caller]
pub fn tgemv<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, lhs: &Lhs, rhs: &Rhs) -> Result<Event>
where
    (EDst, ELhs, ERhs): TgemvElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv`: `lhs` must be ZZ or NZ") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv`: `lhs` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv`: `dst` must have exactly 1 valid row") };
    Call::new(&ops::tgemv).tile(0, lhs).tile(1, rhs).tile(2, dst).run()
}

/// [`tgemv`] with attributes.
#[track_caller]
pub fn tgemv_with<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, lhs: &Lhs, rhs: &Rhs, with: TgemvWith) -> Result<Event>
where
    (EDst, ELhs, ERhs): TgemvElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv`: `lhs` must be ZZ or NZ") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv`: `lhs` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv`: `dst` must have exactly 1 valid row") };
    Call::new(&ops::tgemv).tile(0, lhs).tile(1, rhs).tile(2, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tgemv_acc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tgemv.acc` does not take `{Self}` elements for `(dst, lhs, rhs)`",
    note = "a2a3 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16)",
    note = "a5 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
    note = "a5, by the manual, takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2)",
    note = "cpu takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
)]
pub trait TgemvAccElements {}
impl TgemvAccElements for (f32, f32, f32) {}
impl TgemvAccElements for (f32, f16, f16) {}
impl TgemvAccElements for (f32, bf16, bf16) {}
impl TgemvAccElements for (f32, F8E4M3, F8E4M3) {}
impl TgemvAccElements for (f32, F8E4M3, F8E5M2) {}
impl TgemvAccElements for (f32, F8E5M2, F8E4M3) {}
impl TgemvAccElements for (f32, F8E5M2, F8E5M2) {}
impl TgemvAccElements for (f32, Hif8, Hif8) {}
impl TgemvAccElements for (i32, i8, i8) {}

/// Attributes of [`tgemv_acc`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TgemvAccWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply a row vector and a matrix and add the product to an accumulator.
///
/// As `tgemv`, with the old contents of `acc_in` as the first summand.
///
/// ```text
/// dst[0,j] = acc_in[0,j] + sum over k < K of lhs[0,k] * rhs[k,j]   for j < N
/// ```
///
/// C++: `TGEMV_ACC(dst, acc_in, lhs, rhs)`
///
/// Rules:
/// - `lhs` must be in left: E0201
/// - `rhs` must be in right: E0201
/// - `acc_in` and `dst` must be in acc: E0201
/// - `lhs` must be ZZ or NZ: E0202
/// - `rhs` must be ZN, on cpu, a5: E0202
/// - `acc_in` and `dst` must be NZ, on cpu, a5: E0202
/// - `rhs` must be ZN, on a2a3 (a warning): W0202
/// - `acc_in` and `dst` must be NZ, on a2a3 (a warning): W0202
/// - M, K and N must not exceed 4095: E0227
/// - `dst` and `acc_in` must have the same element type: E0203
/// - `lhs` and `dst` must have exactly 1 valid row: E0215
/// - `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `rhs` must have a non-empty valid region (`--rules manual`): E0214
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
/// - `dst` and `acc_in` must have the same valid region: E0211
///
/// Element types:
/// - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
/// - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
/// - a5 (`--rules manual`): `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-acc.md:114: selected fp8 pairs)
/// - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)
#[track_caller]
pub fn tgemv_acc<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    AccIn: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, acc_in: &AccIn, lhs: &Lhs, rhs: &Rhs) -> Result<Event>
where
    (EDst, ELhs, ERhs): TgemvAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv.acc`: `lhs` must be ZZ or NZ") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv.acc`: `lhs` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.acc`: `dst` must have exactly 1 valid row") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &AccIn::TY), "`pto.tgemv.acc`: `dst` and `acc_in` must have the same valid region") };
    Call::new(&ops::tgemv_acc).tile(0, acc_in).tile(1, lhs).tile(2, rhs).tile(3, dst).run()
}

/// [`tgemv_acc`] with attributes.
#[track_caller]
pub fn tgemv_acc_with<
    EDst: Element,
    ELhs: Element,
    ERhs: Element,
    Dst: TileOf<Acc, EDst>,
    AccIn: TileOf<Acc, EDst>,
    Lhs: TileOf<Left, ELhs>,
    Rhs: TileOf<Right, ERhs>,
>(dst: &mut Dst, acc_in: &AccIn, lhs: &Lhs, rhs: &Rhs, with: TgemvAccWith) -> Result<Event>
where
    (EDst, ELhs, ERhs): TgemvAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv.acc`: `lhs` must be ZZ or NZ") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Lhs::TY, &Lhs::TY), "`pto.tgemv.acc`: `lhs` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.acc`: `dst` must have exactly 1 valid row") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &AccIn::TY), "`pto.tgemv.acc`: `dst` and `acc_in` must have the same valid region") };
    Call::new(&ops::tgemv_acc).tile(0, acc_in).tile(1, lhs).tile(2, rhs).tile(3, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tgemv_bias`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tgemv.bias` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a2a3 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16)",
    note = "a5 takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
    note = "a5, by the manual, takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2)",
    note = "cpu takes (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8)",
)]
pub trait TgemvBiasElements {}
impl TgemvBiasElements for (f32, f32, f32) {}
impl TgemvBiasElements for (f32, f16, f16) {}
impl TgemvBiasElements for (f32, bf16, bf16) {}
impl TgemvBiasElements for (f32, F8E4M3, F8E4M3) {}
impl TgemvBiasElements for (f32, F8E4M3, F8E5M2) {}
impl TgemvBiasElements for (f32, F8E5M2, F8E4M3) {}
impl TgemvBiasElements for (f32, F8E5M2, F8E5M2) {}
impl TgemvBiasElements for (f32, Hif8, Hif8) {}
impl TgemvBiasElements for (i32, i8, i8) {}

/// Attributes of [`tgemv_bias`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TgemvBiasWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply a row vector and a matrix and add one bias per column.
///
/// As `tgemv`, with `bias[0,j]` added to column j. The bias has one row and the element type of the
/// result.
///
/// ```text
/// dst[0,j] = bias[0,j] + sum over k < K of a[0,k] * b[k,j]   for j < N
/// ```
///
/// C++: `TGEMV_BIAS(dst, a, b, bias)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `b` must be in right: E0201
/// - `bias` must be in bias: E0201
/// - `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `b` must be ZN, on cpu, a5: E0202
/// - `dst` must be NZ, on cpu, a5: E0202
/// - `b` must be ZN, on a2a3 (a warning): W0202
/// - `dst` must be NZ, on a2a3 (a warning): W0202
/// - M, K and N must not exceed 4095: E0227
/// - `dst` and `bias` must have the same element type: E0203
/// - `bias` must have exactly 1 row: E0219
/// - `a` and `dst` must have exactly 1 valid row: E0215
/// - `b` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `b` must have a non-empty valid region (`--rules manual`): E0214
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
/// - `dst` and `bias` must have as many valid columns (a warning): W0213
///
/// Element types:
/// - a2a3: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
/// - a5: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
/// - a5 (`--rules manual`): `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-bias.md:121: selected fp8 pairs)
/// - cpu: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)
#[track_caller]
pub fn tgemv_bias<
    EDst: Element,
    EA: Element,
    EB: Element,
    Dst: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    B: TileOf<Right, EB>,
    BiasTile: TileOf<Bias, EDst>,
>(dst: &mut Dst, a: &A, b: &B, bias: &BiasTile) -> Result<Event>
where
    (EDst, EA, EB): TgemvBiasElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tgemv.bias`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::RowsIs(1).allows(&BiasTile::TY, &BiasTile::TY), "`pto.tgemv.bias`: `bias` must have exactly 1 row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&A::TY, &A::TY), "`pto.tgemv.bias`: `a` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.bias`: `dst` must have exactly 1 valid row") };
    Call::new(&ops::tgemv_bias).tile(0, a).tile(1, b).tile(2, bias).tile(3, dst).run()
}

/// [`tgemv_bias`] with attributes.
#[track_caller]
pub fn tgemv_bias_with<
    EDst: Element,
    EA: Element,
    EB: Element,
    Dst: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    B: TileOf<Right, EB>,
    BiasTile: TileOf<Bias, EDst>,
>(dst: &mut Dst, a: &A, b: &B, bias: &BiasTile, with: TgemvBiasWith) -> Result<Event>
where
    (EDst, EA, EB): TgemvBiasElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tgemv.bias`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::RowsIs(1).allows(&BiasTile::TY, &BiasTile::TY), "`pto.tgemv.bias`: `bias` must have exactly 1 row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&A::TY, &A::TY), "`pto.tgemv.bias`: `a` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.bias`: `dst` must have exactly 1 valid row") };
    Call::new(&ops::tgemv_bias).tile(0, a).tile(1, b).tile(2, bias).tile(3, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}
