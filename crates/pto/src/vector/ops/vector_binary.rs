//! Instructions of the op table's file `vector_binary.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, Hif8, bf16, f16};
use crate::error::Result;
use crate::vector::lane::Lane;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_binary as ops;

/// Elements that [`vadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vadd` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VaddElement: Lane {}
impl VaddElement for f32 {}
impl VaddElement for f16 {}
impl VaddElement for bf16 {}
impl VaddElement for i64 {}
impl VaddElement for i32 {}
impl VaddElement for i16 {}
impl VaddElement for i8 {}
impl VaddElement for u64 {}
impl VaddElement for u32 {}
impl VaddElement for u16 {}
impl VaddElement for u8 {}

/// Add two vector registers lane by lane.
///
/// Integers wrap; floats round to nearest even. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] + rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vadd %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vadd.md:93-95)
#[track_caller]
pub fn vadd<E: VaddElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vadd).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vsub`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsub` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VsubElement: Lane {}
impl VsubElement for f32 {}
impl VsubElement for f16 {}
impl VsubElement for bf16 {}
impl VsubElement for i64 {}
impl VsubElement for i32 {}
impl VsubElement for i16 {}
impl VsubElement for i8 {}
impl VsubElement for u64 {}
impl VsubElement for u32 {}
impl VsubElement for u16 {}
impl VsubElement for u8 {}

/// Subtract two vector registers lane by lane.
///
/// Integers wrap; floats round to nearest even. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] - rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vsub %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsub.md:38)
#[track_caller]
pub fn vsub<E: VsubElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsub).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vmul`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmul` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, u32, u16",
)]
pub trait VmulElement: Lane {}
impl VmulElement for f32 {}
impl VmulElement for f16 {}
impl VmulElement for bf16 {}
impl VmulElement for i32 {}
impl VmulElement for i16 {}
impl VmulElement for u32 {}
impl VmulElement for u16 {}

/// Multiply two vector registers lane by lane.
///
/// Integers keep the low bits of the product. There is no 8-bit multiplication. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] * rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vmul %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmul.md:48)
#[track_caller]
pub fn vmul<E: VmulElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmul).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vdiv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vdiv` does not take `{Self}` elements",
    note = "cpu, a5 take f32, f16, i32, i16, u32, u16",
    note = "a2a3 takes f32, f16",
)]
pub trait VdivElement: Lane {}
impl VdivElement for f32 {}
impl VdivElement for f16 {}
impl VdivElement for i32 {}
impl VdivElement for i16 {}
impl VdivElement for u32 {}
impl VdivElement for u16 {}

/// Divide two vector registers lane by lane.
///
/// Floats only; a division by zero gives an infinity or NaN as IEEE 754 says. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] / rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vdiv %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - a2a3: `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vdiv.md:27)
/// - cpu, a5: `lhs`: i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDiv.hpp:33-36, 67-71 calls it with these)
/// - cpu, a5 (`--rules manual`): `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vdiv.md:27)
#[track_caller]
pub fn vdiv<E: VdivElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vdiv).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmax` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8",
)]
pub trait VmaxElement: Lane {}
impl VmaxElement for f32 {}
impl VmaxElement for f16 {}
impl VmaxElement for bf16 {}
impl VmaxElement for i32 {}
impl VmaxElement for i16 {}
impl VmaxElement for i8 {}
impl VmaxElement for u32 {}
impl VmaxElement for u16 {}
impl VmaxElement for u8 {}

/// Take the larger of two vector registers lane by lane.
///
/// A NaN in either lane gives NaN. The order of integers follows their sign. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? max(lhs[i], rhs[i]) : 0
/// ```
///
/// Text: `%result = pto.vmax %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmax.md:38)
#[track_caller]
pub fn vmax<E: VmaxElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmax).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmin` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8",
)]
pub trait VminElement: Lane {}
impl VminElement for f32 {}
impl VminElement for f16 {}
impl VminElement for bf16 {}
impl VminElement for i32 {}
impl VminElement for i16 {}
impl VminElement for i8 {}
impl VminElement for u32 {}
impl VminElement for u16 {}
impl VminElement for u8 {}

/// Take the smaller of two vector registers lane by lane.
///
/// A NaN in either lane gives NaN. The order of integers follows their sign. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? min(lhs[i], rhs[i]) : 0
/// ```
///
/// Text: `%result = pto.vmin %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmin.md:38)
#[track_caller]
pub fn vmin<E: VminElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmin).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vand`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vand` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2",
)]
pub trait VandElement: Lane {}
impl VandElement for f32 {}
impl VandElement for f16 {}
impl VandElement for bf16 {}
impl VandElement for i64 {}
impl VandElement for i32 {}
impl VandElement for i16 {}
impl VandElement for i8 {}
impl VandElement for u64 {}
impl VandElement for u32 {}
impl VandElement for u16 {}
impl VandElement for u8 {}
impl VandElement for F8E4M3 {}
impl VandElement for F8E5M2 {}
impl VandElement for Hif8 {}
impl VandElement for F4E1M2x2 {}
impl VandElement for F4E2M1x2 {}

/// Combine two vector registers with bitwise AND.
///
/// Works on the bits of a lane, whatever its type. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] & rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vand %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6322-6324)
/// - every target (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vand.md:38)
#[track_caller]
pub fn vand<E: VandElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vand).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vor`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vor` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2",
)]
pub trait VorElement: Lane {}
impl VorElement for f32 {}
impl VorElement for f16 {}
impl VorElement for bf16 {}
impl VorElement for i64 {}
impl VorElement for i32 {}
impl VorElement for i16 {}
impl VorElement for i8 {}
impl VorElement for u64 {}
impl VorElement for u32 {}
impl VorElement for u16 {}
impl VorElement for u8 {}
impl VorElement for F8E4M3 {}
impl VorElement for F8E5M2 {}
impl VorElement for Hif8 {}
impl VorElement for F4E1M2x2 {}
impl VorElement for F4E2M1x2 {}

/// Combine two vector registers with bitwise OR.
///
/// Works on the bits of a lane, whatever its type. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] | rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vor %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6325-6327)
/// - every target (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vor.md:38)
#[track_caller]
pub fn vor<E: VorElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vor).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vxor`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vxor` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2",
)]
pub trait VxorElement: Lane {}
impl VxorElement for f32 {}
impl VxorElement for f16 {}
impl VxorElement for bf16 {}
impl VxorElement for i64 {}
impl VxorElement for i32 {}
impl VxorElement for i16 {}
impl VxorElement for i8 {}
impl VxorElement for u64 {}
impl VxorElement for u32 {}
impl VxorElement for u16 {}
impl VxorElement for u8 {}
impl VxorElement for F8E4M3 {}
impl VxorElement for F8E5M2 {}
impl VxorElement for Hif8 {}
impl VxorElement for F4E1M2x2 {}
impl VxorElement for F4E2M1x2 {}

/// Combine two vector registers with bitwise XOR.
///
/// Works on the bits of a lane, whatever its type. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] ^ rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vxor %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6328-6330)
/// - every target (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vxor.md:38)
#[track_caller]
pub fn vxor<E: VxorElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vxor).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vshl`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vshl` does not take `{Self}` elements for `(lhs, rhs)`",
    note = "cpu, a2a3, a5 take (i64, i64), (i64, u64), (i32, i32), (i32, u32), (i16, i16), (i16, u16), (i8, i8), (i8, u8), (u64, i64), (u64, u64), (u32, i32), (u32, u32), (u16, i16), (u16, u16), (u8, i8), (u8, u8)",
)]
pub trait VshlElements {}
impl VshlElements for (i64, i64) {}
impl VshlElements for (i64, u64) {}
impl VshlElements for (i32, i32) {}
impl VshlElements for (i32, u32) {}
impl VshlElements for (i16, i16) {}
impl VshlElements for (i16, u16) {}
impl VshlElements for (i8, i8) {}
impl VshlElements for (i8, u8) {}
impl VshlElements for (u64, i64) {}
impl VshlElements for (u64, u64) {}
impl VshlElements for (u32, i32) {}
impl VshlElements for (u32, u32) {}
impl VshlElements for (u16, i16) {}
impl VshlElements for (u16, u16) {}
impl VshlElements for (u8, i8) {}
impl VshlElements for (u8, u8) {}

/// Shift the lanes of a vector register left by per-lane counts.
///
/// A count of the lane width or more is outside the contract. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] << rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vshl %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs` and `result` must have the same type: E0207
/// - `rhs` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
/// - `rhs` must have lanes as wide as `lhs`: E0206
/// - `rhs` should have a signed element type (`--rules device`) (a warning): W0204
/// - `lhs` and `rhs` must have the same element type (`--rules manual`): E0203
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshl.md:38)
#[track_caller]
pub fn vshl<ELhs: Lane, ERhs: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ERhs>, mask: &Mask<ELhs::Width>) -> Result<Vreg<ELhs>>
where
    (ELhs, ERhs): VshlElements,
{
    Call::new(&ops::vshl).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vshr`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vshr` does not take `{Self}` elements for `(lhs, rhs)`",
    note = "cpu, a2a3, a5 take (i64, i64), (i64, u64), (i32, i32), (i32, u32), (i16, i16), (i16, u16), (i8, i8), (i8, u8), (u64, i64), (u64, u64), (u32, i32), (u32, u32), (u16, i16), (u16, u16), (u8, i8), (u8, u8)",
)]
pub trait VshrElements {}
impl VshrElements for (i64, i64) {}
impl VshrElements for (i64, u64) {}
impl VshrElements for (i32, i32) {}
impl VshrElements for (i32, u32) {}
impl VshrElements for (i16, i16) {}
impl VshrElements for (i16, u16) {}
impl VshrElements for (i8, i8) {}
impl VshrElements for (i8, u8) {}
impl VshrElements for (u64, i64) {}
impl VshrElements for (u64, u64) {}
impl VshrElements for (u32, i32) {}
impl VshrElements for (u32, u32) {}
impl VshrElements for (u16, i16) {}
impl VshrElements for (u16, u16) {}
impl VshrElements for (u8, i8) {}
impl VshrElements for (u8, u8) {}

/// Shift the lanes of a vector register right by per-lane counts.
///
/// Arithmetic for signed lanes, logical for unsigned ones. A count of the lane width or more is outside the
/// contract. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] >> rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vshr %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs` and `result` must have the same type: E0207
/// - `rhs` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
/// - `rhs` must have lanes as wide as `lhs`: E0206
/// - `rhs` should have a signed element type (`--rules device`) (a warning): W0204
/// - `lhs` and `rhs` must have the same element type (`--rules manual`): E0203
///
/// Element types:
/// - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshr.md:42)
#[track_caller]
pub fn vshr<ELhs: Lane, ERhs: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ERhs>, mask: &Mask<ELhs::Width>) -> Result<Vreg<ELhs>>
where
    (ELhs, ERhs): VshrElements,
{
    Call::new(&ops::vshr).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vaddc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vaddc` does not take `{Self}` elements",
    note = "cpu takes i64, i32, i16, i8, u64, u32, u16, u8",
    note = "a2a3, a5 take i32, u32",
)]
pub trait VaddcElement: Lane {}
impl VaddcElement for i64 {}
impl VaddcElement for i32 {}
impl VaddcElement for i16 {}
impl VaddcElement for i8 {}
impl VaddcElement for u64 {}
impl VaddcElement for u32 {}
impl VaddcElement for u16 {}
impl VaddcElement for u8 {}

/// Add two vector registers and report the carries.
///
/// Lanes count as unsigned. `carry` has a bit for every active lane whose sum does not fit. Inactive lanes become
/// zero.
///
/// ```text
/// result[i] = mask[i] ? (lhs[i] + rhs[i]) mod 2^w : 0
/// carry[i] = mask[i] & (lhs[i] + rhs[i] >= 2^w)
/// ```
///
/// Text: `%result, %carry = pto.vaddc %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` and `carry` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6164,6420)
/// - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vaddc.md:68)
/// - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vaddc.md:68)
#[track_caller]
pub fn vaddc<E: VaddcElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<(Vreg<E>, Mask<E::Width>)> {
    Call::new(&ops::vaddc).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3, 4])
}

/// Elements that [`vsubc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsubc` does not take `{Self}` elements",
    note = "cpu takes i64, i32, i16, i8, u64, u32, u16, u8",
    note = "a2a3, a5 take i32, u32",
)]
pub trait VsubcElement: Lane {}
impl VsubcElement for i64 {}
impl VsubcElement for i32 {}
impl VsubcElement for i16 {}
impl VsubcElement for i8 {}
impl VsubcElement for u64 {}
impl VsubcElement for u32 {}
impl VsubcElement for u16 {}
impl VsubcElement for u8 {}

/// Subtract two vector registers and report the borrows.
///
/// Lanes count as unsigned. The page sets a bit where a borrow occurs, published results where none does: the quirk
/// `borrow-polarity`. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? (lhs[i] - rhs[i]) mod 2^w : 0
/// borrow[i] = mask[i] & (lhs[i] < rhs[i])   manual
/// borrow[i] = mask[i] & (lhs[i] >= rhs[i])   silicon
/// ```
///
/// Text: `%result, %borrow = pto.vsubc %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` and `borrow` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6164,6421)
/// - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsubc.md:68)
/// - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsubc.md:68)
#[track_caller]
pub fn vsubc<E: VsubcElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<(Vreg<E>, Mask<E::Width>)> {
    Call::new(&ops::vsubc).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3, 4])
}
