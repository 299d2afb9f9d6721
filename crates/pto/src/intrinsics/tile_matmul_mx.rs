//! Intrinsics of the op table's file `tile_matmul_mx.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::{TileOf, TileWith};
use crate::call::Call;
use crate::element::{Element, F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::AccPhase;
use crate::layout::{IsNz, IsZn};
use crate::marker::{Acc, Bias, Left, Right};
use pto_isa::ops::tile_matmul_mx as ops;
use pto_isa::rule::{Constraint, LayoutIs};

/// Elements that [`tmatmul_mx`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmatmul.mx` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a5 takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
    note = "cpu takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
)]
pub trait TmatmulMxElements {}
impl TmatmulMxElements for (f32, F8E4M3, F8E4M3) {}
impl TmatmulMxElements for (f32, F8E4M3, F8E5M2) {}
impl TmatmulMxElements for (f32, F8E5M2, F8E4M3) {}
impl TmatmulMxElements for (f32, F8E5M2, F8E5M2) {}
impl TmatmulMxElements for (f32, F4E1M2x2, F4E1M2x2) {}
impl TmatmulMxElements for (f32, F4E1M2x2, F4E2M1x2) {}
impl TmatmulMxElements for (f32, F4E2M1x2, F4E1M2x2) {}
impl TmatmulMxElements for (f32, F4E2M1x2, F4E2M1x2) {}

/// Attributes of [`tmatmul_mx`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmatmulMxWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply two block-scaled matrices.
///
/// Every 32 elements along K share one power-of-two scale: `a_scale[i, k/32]` and `b_scale[k/32, j]`. The
/// products are summed in f32 and replace `dst`.
///
/// ```text
/// dst[i,j] = sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]
/// ```
///
/// C++: `TMATMUL_MX(dst, a, a_scale, b, b_scale)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `a_scale` must be in scaling or scale\_left: E0201
/// - `b` must be in right: E0201
/// - `b_scale` must be in scaling or scale\_right: E0201
/// - `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `a_scale` must be ZZ (a warning): W0202
/// - `b` must be ZN: E0202
/// - `b_scale` must be NN (a warning): W0202
/// - `dst` must be NZ: E0202
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
/// - the columns of `a` must be a multiple of 64: E0219
/// - `a` and `b` must have a non-empty valid region: E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
/// - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
/// - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
///
/// Element types:
/// - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
/// - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
#[track_caller]
pub fn tmatmul_mx<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale) -> Result<Event>
where
    (EDst, EA, EB): TmatmulMxElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tmatmul.mx`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tmatmul.mx`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::NonEmpty.allows(&A::TY, &A::TY), "`pto.tmatmul.mx`: `a` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tmatmul.mx`: `b` must have a non-empty valid region") };
    Call::new(&ops::tmatmul_mx).tile(0, a).tile(1, a_scale).tile(2, b).tile(3, b_scale).tile(4, dst).run()
}

/// [`tmatmul_mx`] with attributes.
#[track_caller]
pub fn tmatmul_mx_with<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale, with: TmatmulMxWith) -> Result<Event>
where
    (EDst, EA, EB): TmatmulMxElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tmatmul.mx`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tmatmul.mx`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::NonEmpty.allows(&A::TY, &A::TY), "`pto.tmatmul.mx`: `a` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tmatmul.mx`: `b` must have a non-empty valid region") };
    Call::new(&ops::tmatmul_mx).tile(0, a).tile(1, a_scale).tile(2, b).tile(3, b_scale).tile(4, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tmatmul_mx_acc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmatmul.mx.acc` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a5 takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
    note = "cpu takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
)]
pub trait TmatmulMxAccElements {}
impl TmatmulMxAccElements for (f32, F8E4M3, F8E4M3) {}
impl TmatmulMxAccElements for (f32, F8E4M3, F8E5M2) {}
impl TmatmulMxAccElements for (f32, F8E5M2, F8E4M3) {}
impl TmatmulMxAccElements for (f32, F8E5M2, F8E5M2) {}
impl TmatmulMxAccElements for (f32, F4E1M2x2, F4E1M2x2) {}
impl TmatmulMxAccElements for (f32, F4E1M2x2, F4E2M1x2) {}
impl TmatmulMxAccElements for (f32, F4E2M1x2, F4E1M2x2) {}
impl TmatmulMxAccElements for (f32, F4E2M1x2, F4E2M1x2) {}

/// Attributes of [`tmatmul_mx_acc`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmatmulMxAccWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply two block-scaled matrices and add the product to an accumulator.
///
/// As `tmatmul.mx`, with the old contents of `c_in` as the first summand.
///
/// ```text
/// dst[i,j] = c_in[i,j] + sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]
/// ```
///
/// C++: `TMATMUL_MX(dst, c_in, a, a_scale, b, b_scale)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `a_scale` must be in scaling or scale\_left: E0201
/// - `b` must be in right: E0201
/// - `b_scale` must be in scaling or scale\_right: E0201
/// - `c_in` and `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `a_scale` must be ZZ (a warning): W0202
/// - `b` must be ZN: E0202
/// - `b_scale` must be NN (a warning): W0202
/// - `dst` must be NZ: E0202
/// - `dst` and `c_in` must have the same element type: E0203
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
/// - the columns of `a` must be a multiple of 64: E0219
/// - `a` and `b` must have a non-empty valid region: E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - `dst` and `c_in` must have the same valid region: E0211
/// - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
/// - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
/// - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
///
/// Element types:
/// - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
/// - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
#[track_caller]
pub fn tmatmul_mx_acc<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    CIn: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, c_in: &CIn, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale) -> Result<Event>
where
    (EDst, EA, EB): TmatmulMxAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tmatmul.mx.acc`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tmatmul.mx.acc`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::NonEmpty.allows(&A::TY, &A::TY), "`pto.tmatmul.mx.acc`: `a` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tmatmul.mx.acc`: `b` must have a non-empty valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &CIn::TY), "`pto.tmatmul.mx.acc`: `dst` and `c_in` must have the same valid region") };
    Call::new(&ops::tmatmul_mx_acc).tile(0, c_in).tile(1, a).tile(2, a_scale).tile(3, b).tile(4, b_scale).tile(5, dst).run()
}

/// [`tmatmul_mx_acc`] with attributes.
#[track_caller]
pub fn tmatmul_mx_acc_with<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    CIn: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, c_in: &CIn, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale, with: TmatmulMxAccWith) -> Result<Event>
where
    (EDst, EA, EB): TmatmulMxAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tmatmul.mx.acc`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tmatmul.mx.acc`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::NonEmpty.allows(&A::TY, &A::TY), "`pto.tmatmul.mx.acc`: `a` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tmatmul.mx.acc`: `b` must have a non-empty valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &CIn::TY), "`pto.tmatmul.mx.acc`: `dst` and `c_in` must have the same valid region") };
    Call::new(&ops::tmatmul_mx_acc).tile(0, c_in).tile(1, a).tile(2, a_scale).tile(3, b).tile(4, b_scale).tile(5, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tmatmul_mx_bias`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tmatmul.mx.bias` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a5 takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
    note = "cpu takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
)]
pub trait TmatmulMxBiasElements {}
impl TmatmulMxBiasElements for (f32, F8E4M3, F8E4M3) {}
impl TmatmulMxBiasElements for (f32, F8E4M3, F8E5M2) {}
impl TmatmulMxBiasElements for (f32, F8E5M2, F8E4M3) {}
impl TmatmulMxBiasElements for (f32, F8E5M2, F8E5M2) {}
impl TmatmulMxBiasElements for (f32, F4E1M2x2, F4E1M2x2) {}
impl TmatmulMxBiasElements for (f32, F4E1M2x2, F4E2M1x2) {}
impl TmatmulMxBiasElements for (f32, F4E2M1x2, F4E1M2x2) {}
impl TmatmulMxBiasElements for (f32, F4E2M1x2, F4E2M1x2) {}

/// Elements that [`tmatmul_mx_bias`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`bias` of `pto.tmatmul.mx.bias` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TmatmulMxBiasBiasElement: Element {}
impl TmatmulMxBiasBiasElement for f32 {}

/// Multiply two block-scaled matrices and add one bias per column.
///
/// As `tmatmul.mx`, with the f32 value `bias[0,j]` added to column j.
///
/// ```text
/// dst[i,j] = bias[0,j] + sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]
/// ```
///
/// C++: `TMATMUL_MX(dst, a, a_scale, b, b_scale, bias)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `a_scale` must be in scaling or scale\_left: E0201
/// - `b` must be in right: E0201
/// - `b_scale` must be in scaling or scale\_right: E0201
/// - `bias` must be in bias: E0201
/// - `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `a_scale` must be ZZ (a warning): W0202
/// - `b` must be ZN: E0202
/// - `b_scale` must be NN (a warning): W0202
/// - `dst` must be NZ: E0202
/// - `bias` must have element type f32: E0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
/// - `bias` must have exactly 1 row: E0219
/// - the columns of `a` must be a multiple of 64: E0219
/// - `a` and `b` must have a non-empty valid region: E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
/// - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
/// - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
/// - `dst` and `bias` must have as many valid columns (a warning): W0213
///
/// Element types:
/// - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
/// - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
#[track_caller]
pub fn tmatmul_mx_bias<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    EBias: TmatmulMxBiasBiasElement,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
    BiasTile: TileOf<Bias, EBias>,
>(dst: &mut Dst, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale, bias: &BiasTile) -> Result<Event>
where
    (EDst, EA, EB): TmatmulMxBiasElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tmatmul.mx.bias`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::RowsIs(1).allows(&BiasTile::TY, &BiasTile::TY), "`pto.tmatmul.mx.bias`: `bias` must have exactly 1 row") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tmatmul.mx.bias`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::NonEmpty.allows(&A::TY, &A::TY), "`pto.tmatmul.mx.bias`: `a` must have a non-empty valid region") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tmatmul.mx.bias`: `b` must have a non-empty valid region") };
    Call::new(&ops::tmatmul_mx_bias).tile(0, a).tile(1, a_scale).tile(2, b).tile(3, b_scale).tile(4, bias).tile(5, dst).run()
}

/// Elements that [`tgemv_mx`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tgemv.mx` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a5 takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
    note = "cpu takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
)]
pub trait TgemvMxElements {}
impl TgemvMxElements for (f32, F8E4M3, F8E4M3) {}
impl TgemvMxElements for (f32, F8E4M3, F8E5M2) {}
impl TgemvMxElements for (f32, F8E5M2, F8E4M3) {}
impl TgemvMxElements for (f32, F8E5M2, F8E5M2) {}
impl TgemvMxElements for (f32, F4E1M2x2, F4E1M2x2) {}
impl TgemvMxElements for (f32, F4E1M2x2, F4E2M1x2) {}
impl TgemvMxElements for (f32, F4E2M1x2, F4E1M2x2) {}
impl TgemvMxElements for (f32, F4E2M1x2, F4E2M1x2) {}

/// Attributes of [`tgemv_mx`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TgemvMxWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply a block-scaled row vector and a block-scaled matrix.
///
/// As `tmatmul.mx` with M = 1.
///
/// ```text
/// dst[0,j] = sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]
/// ```
///
/// C++: `TGEMV_MX(dst, a, a_scale, b, b_scale)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `a_scale` must be in scaling or scale\_left: E0201
/// - `b` must be in right: E0201
/// - `b_scale` must be in scaling or scale\_right: E0201
/// - `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `b` must be ZN: E0202
/// - `dst` must be NZ: E0202
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
/// - the columns of `a` must be a multiple of 64: E0219
/// - `a` and `dst` must have exactly 1 valid row: E0215
/// - `b` must have a non-empty valid region: E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
/// - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
/// - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
///
/// Element types:
/// - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
/// - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
#[track_caller]
pub fn tgemv_mx<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale) -> Result<Event>
where
    (EDst, EA, EB): TgemvMxElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tgemv.mx`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tgemv.mx`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&A::TY, &A::TY), "`pto.tgemv.mx`: `a` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.mx`: `dst` must have exactly 1 valid row") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tgemv.mx`: `b` must have a non-empty valid region") };
    Call::new(&ops::tgemv_mx).tile(0, a).tile(1, a_scale).tile(2, b).tile(3, b_scale).tile(4, dst).run()
}

/// [`tgemv_mx`] with attributes.
#[track_caller]
pub fn tgemv_mx_with<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale, with: TgemvMxWith) -> Result<Event>
where
    (EDst, EA, EB): TgemvMxElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tgemv.mx`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tgemv.mx`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&A::TY, &A::TY), "`pto.tgemv.mx`: `a` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.mx`: `dst` must have exactly 1 valid row") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tgemv.mx`: `b` must have a non-empty valid region") };
    Call::new(&ops::tgemv_mx).tile(0, a).tile(1, a_scale).tile(2, b).tile(3, b_scale).tile(4, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tgemv_mx_acc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tgemv.mx.acc` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a5 takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
    note = "cpu takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
)]
pub trait TgemvMxAccElements {}
impl TgemvMxAccElements for (f32, F8E4M3, F8E4M3) {}
impl TgemvMxAccElements for (f32, F8E4M3, F8E5M2) {}
impl TgemvMxAccElements for (f32, F8E5M2, F8E4M3) {}
impl TgemvMxAccElements for (f32, F8E5M2, F8E5M2) {}
impl TgemvMxAccElements for (f32, F4E1M2x2, F4E1M2x2) {}
impl TgemvMxAccElements for (f32, F4E1M2x2, F4E2M1x2) {}
impl TgemvMxAccElements for (f32, F4E2M1x2, F4E1M2x2) {}
impl TgemvMxAccElements for (f32, F4E2M1x2, F4E2M1x2) {}

/// Attributes of [`tgemv_mx_acc`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TgemvMxAccWith {
    /// state of the M-to-FIX hand-over of the accumulator.
    pub acc_phase: Option<AccPhase>,
}

/// Multiply a block-scaled row vector and a matrix and add the product to an accumulator.
///
/// As `tgemv.mx`, with the old contents of `c_in` as the first summand.
///
/// ```text
/// dst[0,j] = c_in[0,j] + sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]
/// ```
///
/// C++: `TGEMV_MX(dst, c_in, a, a_scale, b, b_scale)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `a_scale` must be in scaling or scale\_left: E0201
/// - `b` must be in right: E0201
/// - `b_scale` must be in scaling or scale\_right: E0201
/// - `c_in` and `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `b` must be ZN: E0202
/// - `dst` must be NZ: E0202
/// - `dst` and `c_in` must have the same element type: E0203
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
/// - the columns of `a` must be a multiple of 64: E0219
/// - `a` and `dst` must have exactly 1 valid row: E0215
/// - `b` must have a non-empty valid region: E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - `dst` and `c_in` must have the same valid region: E0211
/// - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
/// - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
/// - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
///
/// Element types:
/// - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
/// - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
#[track_caller]
pub fn tgemv_mx_acc<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    CIn: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, c_in: &CIn, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale) -> Result<Event>
where
    (EDst, EA, EB): TgemvMxAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tgemv.mx.acc`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tgemv.mx.acc`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&A::TY, &A::TY), "`pto.tgemv.mx.acc`: `a` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.mx.acc`: `dst` must have exactly 1 valid row") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tgemv.mx.acc`: `b` must have a non-empty valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &CIn::TY), "`pto.tgemv.mx.acc`: `dst` and `c_in` must have the same valid region") };
    Call::new(&ops::tgemv_mx_acc).tile(0, c_in).tile(1, a).tile(2, a_scale).tile(3, b).tile(4, b_scale).tile(5, dst).run()
}

/// [`tgemv_mx_acc`] with attributes.
#[track_caller]
pub fn tgemv_mx_acc_with<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    CIn: TileOf<Acc, EDst>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
>(dst: &mut Dst, c_in: &CIn, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale, with: TgemvMxAccWith) -> Result<Event>
where
    (EDst, EA, EB): TgemvMxAccElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tgemv.mx.acc`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tgemv.mx.acc`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&A::TY, &A::TY), "`pto.tgemv.mx.acc`: `a` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.mx.acc`: `dst` must have exactly 1 valid row") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tgemv.mx.acc`: `b` must have a non-empty valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &CIn::TY), "`pto.tgemv.mx.acc`: `dst` and `c_in` must have the same valid region") };
    Call::new(&ops::tgemv_mx_acc).tile(0, c_in).tile(1, a).tile(2, a_scale).tile(3, b).tile(4, b_scale).tile(5, dst).word("accPhase", with.acc_phase.map(AccPhase::word)).run()
}

/// Elements that [`tgemv_mx_bias`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tgemv.mx.bias` does not take `{Self}` elements for `(dst, a, b)`",
    note = "a5 takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
    note = "cpu takes (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2)",
)]
pub trait TgemvMxBiasElements {}
impl TgemvMxBiasElements for (f32, F8E4M3, F8E4M3) {}
impl TgemvMxBiasElements for (f32, F8E4M3, F8E5M2) {}
impl TgemvMxBiasElements for (f32, F8E5M2, F8E4M3) {}
impl TgemvMxBiasElements for (f32, F8E5M2, F8E5M2) {}
impl TgemvMxBiasElements for (f32, F4E1M2x2, F4E1M2x2) {}
impl TgemvMxBiasElements for (f32, F4E1M2x2, F4E2M1x2) {}
impl TgemvMxBiasElements for (f32, F4E2M1x2, F4E1M2x2) {}
impl TgemvMxBiasElements for (f32, F4E2M1x2, F4E2M1x2) {}

/// Elements that [`tgemv_mx_bias`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`bias` of `pto.tgemv.mx.bias` does not take `{Self}` elements",
    note = "it takes f32",
)]
pub trait TgemvMxBiasBiasElement: Element {}
impl TgemvMxBiasBiasElement for f32 {}

/// Multiply a block-scaled row vector and a matrix and add one bias per column.
///
/// As `tgemv.mx`, with the f32 value `bias[0,j]` added to column j.
///
/// ```text
/// dst[0,j] = bias[0,j] + sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]
/// ```
///
/// C++: `TGEMV_MX(dst, a, a_scale, b, b_scale, bias)`
///
/// Rules:
/// - `a` must be in left: E0201
/// - `a_scale` must be in scaling or scale\_left: E0201
/// - `b` must be in right: E0201
/// - `b_scale` must be in scaling or scale\_right: E0201
/// - `bias` must be in bias: E0201
/// - `dst` must be in acc: E0201
/// - `a` must be ZZ or NZ: E0202
/// - `b` must be ZN: E0202
/// - `dst` must be NZ: E0202
/// - `bias` must have element type f32: E0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
/// - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
/// - `bias` must have exactly 1 row: E0219
/// - the columns of `a` must be a multiple of 64: E0219
/// - `a` and `dst` must have exactly 1 valid row: E0215
/// - `b` must have a non-empty valid region: E0214
/// - M, K and N must not exceed 4095: E0227
/// - the left operand must have as many valid columns as the right one has valid rows: E0227
/// - the result must have the valid rows of the left and the valid columns of the right operand: E0227
/// - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
/// - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
/// - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
/// - `dst` and `bias` must have as many valid columns: E0213
///
/// Element types:
/// - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
/// - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
#[track_caller]
pub fn tgemv_mx_bias<
    EDst: Element,
    EA: Element,
    EAScale: Element,
    EB: Element,
    EBScale: Element,
    EBias: TgemvMxBiasBiasElement,
    Dst: TileOf<Acc, EDst, Layout: IsNz>,
    A: TileOf<Left, EA>,
    AScale: TileWith<EAScale>,
    B: TileOf<Right, EB, Layout: IsZn>,
    BScale: TileWith<EBScale>,
    BiasTile: TileOf<Bias, EBias>,
>(dst: &mut Dst, a: &A, a_scale: &AScale, b: &B, b_scale: &BScale, bias: &BiasTile) -> Result<Event>
where
    (EDst, EA, EB): TgemvMxBiasElements,
{
    const { assert!(Constraint::HasLayout(&[LayoutIs::Zz, LayoutIs::Nz]).allows(&A::TY, &A::TY), "`pto.tgemv.mx.bias`: `a` must be ZZ or NZ") };
    const { assert!(Constraint::RowsIs(1).allows(&BiasTile::TY, &BiasTile::TY), "`pto.tgemv.mx.bias`: `bias` must have exactly 1 row") };
    const { assert!(Constraint::ColsMultipleOf(64).allows(&A::TY, &A::TY), "`pto.tgemv.mx.bias`: the columns of `a` must be a multiple of 64") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&A::TY, &A::TY), "`pto.tgemv.mx.bias`: `a` must have exactly 1 valid row") };
    const { assert!(Constraint::ValidRowsIs(1).allows(&Dst::TY, &Dst::TY), "`pto.tgemv.mx.bias`: `dst` must have exactly 1 valid row") };
    const { assert!(Constraint::NonEmpty.allows(&B::TY, &B::TY), "`pto.tgemv.mx.bias`: `b` must have a non-empty valid region") };
    const { assert!(Constraint::SameValidCols.allows(&Dst::TY, &BiasTile::TY), "`pto.tgemv.mx.bias`: `dst` and `bias` must have as many valid columns") };
    Call::new(&ops::tgemv_mx_bias).tile(0, a).tile(1, a_scale).tile(2, b).tile(3, b_scale).tile(4, bias).tile(5, dst).run()
}
