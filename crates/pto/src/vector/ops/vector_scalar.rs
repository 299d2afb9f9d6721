//! Instructions of the op table's file `vector_scalar.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{Scalar, bf16, f16};
use crate::error::Result;
use crate::vector::lane::Lane;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_scalar as ops;

/// Elements that [`vadds`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vadds` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VaddsElement: Lane {}
impl VaddsElement for f32 {}
impl VaddsElement for f16 {}
impl VaddsElement for bf16 {}
impl VaddsElement for i64 {}
impl VaddsElement for i32 {}
impl VaddsElement for i16 {}
impl VaddsElement for i8 {}
impl VaddsElement for u64 {}
impl VaddsElement for u32 {}
impl VaddsElement for u16 {}
impl VaddsElement for u8 {}

/// Add a number to each lane.
///
/// Integers wrap. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] + scalar : 0
/// ```
///
/// Text: `%result = pto.vadds %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have the element type of `input`: E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6176)
#[track_caller]
pub fn vadds<E: VaddsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vadds).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vsubs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsubs` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VsubsElement: Lane {}
impl VsubsElement for f32 {}
impl VsubsElement for f16 {}
impl VsubsElement for bf16 {}
impl VsubsElement for i64 {}
impl VsubsElement for i32 {}
impl VsubsElement for i16 {}
impl VsubsElement for i8 {}
impl VsubsElement for u64 {}
impl VsubsElement for u32 {}
impl VsubsElement for u16 {}
impl VsubsElement for u8 {}

/// Subtract a number from each lane.
///
/// Integers wrap. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] - scalar : 0
/// ```
///
/// Text: `%result = pto.vsubs %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have the element type of `input`: E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubs.md)
#[track_caller]
pub fn vsubs<E: VsubsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsubs).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vmuls`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmuls` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, u64, u32, u16",
)]
pub trait VmulsElement: Lane {}
impl VmulsElement for f32 {}
impl VmulsElement for f16 {}
impl VmulsElement for bf16 {}
impl VmulsElement for i64 {}
impl VmulsElement for i32 {}
impl VmulsElement for i16 {}
impl VmulsElement for u64 {}
impl VmulsElement for u32 {}
impl VmulsElement for u16 {}

/// Multiply each lane by a number.
///
/// Integers keep the low bits. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] * scalar : 0
/// ```
///
/// Text: `%result = pto.vmuls %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have the element type of `input`: E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i16, u16, i32, u32, i64, u64, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6175)
#[track_caller]
pub fn vmuls<E: VmulsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmuls).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vmaxs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmaxs` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8",
)]
pub trait VmaxsElement: Lane {}
impl VmaxsElement for f32 {}
impl VmaxsElement for f16 {}
impl VmaxsElement for bf16 {}
impl VmaxsElement for i32 {}
impl VmaxsElement for i16 {}
impl VmaxsElement for i8 {}
impl VmaxsElement for u32 {}
impl VmaxsElement for u16 {}
impl VmaxsElement for u8 {}

/// Take the larger of each lane and a number.
///
/// A NaN of a lane is the quirk `compared-nan`. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? max(input[i], scalar) : 0
/// ```
///
/// Text: `%result = pto.vmaxs %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have the element type of `input`: E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6177)
#[track_caller]
pub fn vmaxs<E: VmaxsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmaxs).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vmins`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmins` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8",
)]
pub trait VminsElement: Lane {}
impl VminsElement for f32 {}
impl VminsElement for f16 {}
impl VminsElement for bf16 {}
impl VminsElement for i32 {}
impl VminsElement for i16 {}
impl VminsElement for i8 {}
impl VminsElement for u32 {}
impl VminsElement for u16 {}
impl VminsElement for u8 {}

/// Take the smaller of each lane and a number.
///
/// A NaN of a lane is the quirk `compared-nan`. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? min(input[i], scalar) : 0
/// ```
///
/// Text: `%result = pto.vmins %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have the element type of `input`: E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6178)
#[track_caller]
pub fn vmins<E: VminsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmins).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vlrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vlrelu` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VlreluElement: Lane {}
impl VlreluElement for f32 {}
impl VlreluElement for f16 {}

/// Scale negative lanes by a number (leaky ReLU).
///
/// NaN stays NaN. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] >= 0 ? input[i] : scalar * input[i] : 0
/// ```
///
/// Text: `%result = pto.vlrelu %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have the element type of `input`: E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vlrelu.md:61)
#[track_caller]
pub fn vlrelu<E: VlreluElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vlrelu).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vands`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vands` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VandsElement: Lane {}
impl VandsElement for i64 {}
impl VandsElement for i32 {}
impl VandsElement for i16 {}
impl VandsElement for i8 {}
impl VandsElement for u64 {}
impl VandsElement for u32 {}
impl VandsElement for u16 {}
impl VandsElement for u8 {}

/// Combine each lane with a number by bitwise AND.
///
/// Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] & scalar : 0
/// ```
///
/// Text: `%result = pto.vands %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
/// - `input` and `scalar` must have elements of the same size: E0206
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vands.md:61)
#[track_caller]
pub fn vands<E: VandsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vands).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vors`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vors` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VorsElement: Lane {}
impl VorsElement for i64 {}
impl VorsElement for i32 {}
impl VorsElement for i16 {}
impl VorsElement for i8 {}
impl VorsElement for u64 {}
impl VorsElement for u32 {}
impl VorsElement for u16 {}
impl VorsElement for u8 {}

/// Combine each lane with a number by bitwise OR.
///
/// Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] | scalar : 0
/// ```
///
/// Text: `%result = pto.vors %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
/// - `input` and `scalar` must have elements of the same size: E0206
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vors.md:61)
#[track_caller]
pub fn vors<E: VorsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vors).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vxors`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vxors` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VxorsElement: Lane {}
impl VxorsElement for i64 {}
impl VxorsElement for i32 {}
impl VxorsElement for i16 {}
impl VxorsElement for i8 {}
impl VxorsElement for u64 {}
impl VxorsElement for u32 {}
impl VxorsElement for u16 {}
impl VxorsElement for u8 {}

/// Combine each lane with a number by bitwise XOR.
///
/// Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] ^ scalar : 0
/// ```
///
/// Text: `%result = pto.vxors %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
/// - `input` and `scalar` must have elements of the same size: E0206
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vxors.md:61)
#[track_caller]
pub fn vxors<E: VxorsElement>(input: &Vreg<E>, scalar: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vxors).value(0, input).element::<E>(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vshls`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vshls` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VshlsElement: Lane {}
impl VshlsElement for i64 {}
impl VshlsElement for i32 {}
impl VshlsElement for i16 {}
impl VshlsElement for i8 {}
impl VshlsElement for u64 {}
impl VshlsElement for u32 {}
impl VshlsElement for u16 {}
impl VshlsElement for u8 {}

/// Shift each lane left by one count.
///
/// A count of the lane width or more is outside the contract. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] << scalar : 0
/// ```
///
/// Text: `%result = pto.vshls %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must be i16, or an integer as wide as the lanes: E0220
/// - `scalar` must have the element type of `input` (`--rules manual`): E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshls.md:61)
#[track_caller]
pub fn vshls<E: VshlsElement>(input: &Vreg<E>, scalar: impl Scalar, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vshls).value(0, input).scalar(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vshrs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vshrs` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VshrsElement: Lane {}
impl VshrsElement for i64 {}
impl VshrsElement for i32 {}
impl VshrsElement for i16 {}
impl VshrsElement for i8 {}
impl VshrsElement for u64 {}
impl VshrsElement for u32 {}
impl VshrsElement for u16 {}
impl VshrsElement for u8 {}

/// Shift each lane right by one count.
///
/// Arithmetic for signed lanes, logical for unsigned ones. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? input[i] >> scalar : 0
/// ```
///
/// Text: `%result = pto.vshrs %input, %scalar, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `scalar` must be i16, or an integer as wide as the lanes: E0220
/// - `scalar` must have the element type of `input` (`--rules manual`): E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshrs.md:61)
#[track_caller]
pub fn vshrs<E: VshrsElement>(input: &Vreg<E>, scalar: impl Scalar, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vshrs).value(0, input).scalar(1, scalar).value(2, mask).gives(&[3])
}

/// Elements that [`vaddcs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vaddcs` does not take `{Self}` elements",
    note = "cpu takes i64, i32, i16, i8, u64, u32, u16, u8",
    note = "a2a3, a5 take i32, u32",
)]
pub trait VaddcsElement: Lane {}
impl VaddcsElement for i64 {}
impl VaddcsElement for i32 {}
impl VaddcsElement for i16 {}
impl VaddcsElement for i8 {}
impl VaddcsElement for u64 {}
impl VaddcsElement for u32 {}
impl VaddcsElement for u16 {}
impl VaddcsElement for u8 {}

/// Add two vector registers and the carries of a lower word.
///
/// Lanes count as unsigned. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? (lhs[i] + rhs[i] + carry_in[i]) mod 2^w : 0
/// carry[i] = mask[i] & (lhs[i] + rhs[i] + carry_in[i] >= 2^w)
/// ```
///
/// Text: `%result, %carry = pto.vaddcs %lhs, %rhs, %carry_in, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `carry_in`, `mask` and `carry` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6173,6422)
/// - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vaddcs.md:50)
/// - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vaddcs.md:50)
#[track_caller]
pub fn vaddcs<E: VaddcsElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, carry_in: &Mask<E::Width>, mask: &Mask<E::Width>) -> Result<(Vreg<E>, Mask<E::Width>)> {
    Call::new(&ops::vaddcs).value(0, lhs).value(1, rhs).value(2, carry_in).value(3, mask).gives(&[4, 5])
}

/// Elements that [`vsubcs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsubcs` does not take `{Self}` elements",
    note = "cpu takes i64, i32, i16, i8, u64, u32, u16, u8",
    note = "a2a3, a5 take i32, u32",
)]
pub trait VsubcsElement: Lane {}
impl VsubcsElement for i64 {}
impl VsubcsElement for i32 {}
impl VsubcsElement for i16 {}
impl VsubcsElement for i8 {}
impl VsubcsElement for u64 {}
impl VsubcsElement for u32 {}
impl VsubcsElement for u16 {}
impl VsubcsElement for u8 {}

/// Subtract two vector registers and the borrows of a lower word.
///
/// Lanes count as unsigned. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? (lhs[i] - rhs[i] - borrow_in[i]) mod 2^w : 0
/// borrow[i] = mask[i] & (lhs[i] < rhs[i] + borrow_in[i])
/// ```
///
/// Text: `%result, %borrow = pto.vsubcs %lhs, %rhs, %borrow_in, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `borrow_in`, `mask` and `borrow` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6173,6423)
/// - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubcs.md:50)
/// - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubcs.md:50)
#[track_caller]
pub fn vsubcs<E: VsubcsElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, borrow_in: &Mask<E::Width>, mask: &Mask<E::Width>) -> Result<(Vreg<E>, Mask<E::Width>)> {
    Call::new(&ops::vsubcs).value(0, lhs).value(1, rhs).value(2, borrow_in).value(3, mask).gives(&[4, 5])
}
