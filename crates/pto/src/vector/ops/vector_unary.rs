//! Instructions of the op table's file `vector_unary.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::f16;
use crate::error::Result;
use crate::vector::lane::Lane;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_unary as ops;

/// Elements that [`vabs`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vabs` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, i8",
)]
pub trait VabsElement: Lane {}
impl VabsElement for f32 {}
impl VabsElement for f16 {}
impl VabsElement for i32 {}
impl VabsElement for i16 {}
impl VabsElement for i8 {}

/// Take the absolute value of each lane.
///
/// The smallest integer stays as it is: its absolute value does not fit. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? |input[i]| : 0
/// ```
///
/// Text: `%result = pto.vabs %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, i16, i32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vabs.md:27)
#[track_caller]
pub fn vabs<E: VabsElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vabs).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vneg`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vneg` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, i8",
)]
pub trait VnegElement: Lane {}
impl VnegElement for f32 {}
impl VnegElement for f16 {}
impl VnegElement for i32 {}
impl VnegElement for i16 {}
impl VnegElement for i8 {}

/// Negate each lane.
///
/// The smallest integer stays as it is. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? -input[i] : 0
/// ```
///
/// Text: `%result = pto.vneg %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, i16, i32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vneg.md:27)
#[track_caller]
pub fn vneg<E: VnegElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vneg).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vexp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vexp` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VexpElement: Lane {}
impl VexpElement for f32 {}
impl VexpElement for f16 {}

/// Raise e to the power of each lane.
///
/// Minus infinity gives zero, large values infinity. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? exp(input[i]) : 0
/// ```
///
/// Text: `%result = pto.vexp %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vexp.md:107-108)
#[track_caller]
pub fn vexp<E: VexpElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vexp).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vln`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vln` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VlnElement: Lane {}
impl VlnElement for f32 {}
impl VlnElement for f16 {}

/// Take the natural logarithm of each lane.
///
/// A negative lane gives NaN, zero minus infinity or NaN (quirk `vln-zero`). Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? ln(input[i]) : 0
/// ```
///
/// Text: `%result = pto.vln %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vln.md:27)
#[track_caller]
pub fn vln<E: VlnElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vln).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vsqrt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsqrt` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VsqrtElement: Lane {}
impl VsqrtElement for f32 {}
impl VsqrtElement for f16 {}

/// Take the square root of each lane.
///
/// A negative lane gives NaN. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? sqrt(input[i]) : 0
/// ```
///
/// Text: `%result = pto.vsqrt %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vsqrt.md:27)
#[track_caller]
pub fn vsqrt<E: VsqrtElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsqrt).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vrsqrt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vrsqrt` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VrsqrtElement: Lane {}
impl VrsqrtElement for f32 {}
impl VrsqrtElement for f16 {}

/// Take the reciprocal square root of each lane.
///
/// Zero gives infinity, a negative lane NaN. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? 1 / sqrt(input[i]) : 0
/// ```
///
/// Text: `%result = pto.vrsqrt %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrsqrt.md:27)
#[track_caller]
pub fn vrsqrt<E: VrsqrtElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vrsqrt).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vrec`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vrec` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VrecElement: Lane {}
impl VrecElement for f32 {}
impl VrecElement for f16 {}

/// Take the reciprocal of each lane.
///
/// Zero gives an infinity of its sign. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? 1 / input[i] : 0
/// ```
///
/// Text: `%result = pto.vrec %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrec.md:27)
#[track_caller]
pub fn vrec<E: VrecElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vrec).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vrelu` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32",
)]
pub trait VreluElement: Lane {}
impl VreluElement for f32 {}
impl VreluElement for f16 {}
impl VreluElement for i32 {}

/// Replace negative lanes by zero.
///
/// Inactive lanes become zero too.
///
/// ```text
/// result[i] = mask[i] ? max(input[i], 0) : 0
/// ```
///
/// Text: `%result = pto.vrelu %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6264-6280)
/// - every target (`--rules manual`): `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrelu.md:27)
#[track_caller]
pub fn vrelu<E: VreluElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vrelu).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vnot`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vnot` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VnotElement: Lane {}
impl VnotElement for i64 {}
impl VnotElement for i32 {}
impl VnotElement for i16 {}
impl VnotElement for i8 {}
impl VnotElement for u64 {}
impl VnotElement for u32 {}
impl VnotElement for u16 {}
impl VnotElement for u8 {}

/// Invert the bits of each lane.
///
/// Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? ~input[i] : 0
/// ```
///
/// Text: `%result = pto.vnot %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vnot.md:27)
#[track_caller]
pub fn vnot<E: VnotElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vnot).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vbcnt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vbcnt` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VbcntElement: Lane {}
impl VbcntElement for i64 {}
impl VbcntElement for i32 {}
impl VbcntElement for i16 {}
impl VbcntElement for i8 {}
impl VbcntElement for u64 {}
impl VbcntElement for u32 {}
impl VbcntElement for u16 {}
impl VbcntElement for u8 {}

/// Count the set bits of each lane.
///
/// Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? number of ones in input[i] : 0
/// ```
///
/// Text: `%result = pto.vbcnt %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vbcnt.md:27)
#[track_caller]
pub fn vbcnt<E: VbcntElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vbcnt).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcls`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcls` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VclsElement: Lane {}
impl VclsElement for i64 {}
impl VclsElement for i32 {}
impl VclsElement for i16 {}
impl VclsElement for i8 {}
impl VclsElement for u64 {}
impl VclsElement for u32 {}
impl VclsElement for u16 {}
impl VclsElement for u8 {}

/// Count the leading sign bits of each lane.
///
/// The bits from the top that equal the sign bit. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? number of leading bits of input[i] equal to its sign bit : 0
/// ```
///
/// Text: `%result = pto.vcls %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vcls.md:27)
#[track_caller]
pub fn vcls<E: VclsElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vcls).value(0, input).value(1, mask).gives(&[2])
}

/// Copy a vector register, or its lanes under a predicate.
///
/// Inactive lanes become zero. Any element type.
///
/// ```text
/// result[i] = mask[i] ? input[i] : 0
/// ```
///
/// Text: `%result = pto.vmov %input`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vmov.md)
#[track_caller]
pub fn vmov<E: Lane>(input: &Vreg<E>) -> Result<Vreg<E>> {
    Call::new(&ops::vmov).value(0, input).gives(&[2])
}

/// [`vmov`] with `mask`.
///
/// Text: `%result = pto.vmov %input, %mask`
#[track_caller]
pub fn vmov_mask<E: Lane>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmov).value(0, input).value(1, mask).gives(&[2])
}
