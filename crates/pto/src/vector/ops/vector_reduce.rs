//! Instructions of the op table's file `vector_reduce.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::f16;
use crate::error::Result;
use crate::vector::lane::Lane;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_reduce as ops;

/// Elements that [`vcadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcadd` does not take `{Self}` elements for `(input, result)`",
    note = "cpu takes (f32, f32), (f16, f16), (i32, i32), (i16, i32), (i16, i16), (i8, i16), (u32, u32), (u16, u32), (u16, u16), (u8, u16)",
    note = "a2a3, a5 take (f32, f32), (f16, f16), (i32, i32), (i16, i32), (i8, i16), (u32, u32), (u16, u32), (u8, u16)",
)]
pub trait VcaddElements {}
impl VcaddElements for (f32, f32) {}
impl VcaddElements for (f16, f16) {}
impl VcaddElements for (i32, i32) {}
impl VcaddElements for (i16, i32) {}
impl VcaddElements for (i16, i16) {}
impl VcaddElements for (i8, i16) {}
impl VcaddElements for (u32, u32) {}
impl VcaddElements for (u16, u32) {}
impl VcaddElements for (u16, u16) {}
impl VcaddElements for (u8, u16) {}

/// Sum the active lanes of a vector register.
///
/// The sum goes to lane 0, the other lanes become zero. 8-bit lanes sum into 16 bits, 16-bit lanes into 32; wider
/// ones keep their type. Without active lanes the sum is zero. Lanes are added as a tree of adjacent pairs, and
/// every node is rounded to the type of the result; integers wrap.
///
/// ```text
/// result[0] = sum over active i of input[i], result[1..] = 0
/// ```
///
/// Text: `%result = pto.vcadd %input, %mask`
///
/// Rules:
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - a2a3, a5: `(input, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i32, i32) (u32, u32) (f16, f16) (f32, f32) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4992-5036,5038-5040)
/// - every target (`--rules manual`): `(input, result)`: (i16, i16) (u16, u16) (i32, i32) (u32, u32) (i64, i64) (u64, u64) (f16, f16) (f32, f32) (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcadd.md:33)
/// - cpu: `(input, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i16, i16) (u16, u16) (i32, i32) (u32, u32) (f16, f16) (f32, f32) (union of the devices, and the page with its unchanged type)
#[track_caller]
pub fn vcadd<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>, mask: &Mask<EInput::Width>) -> Result<Vreg<EResult>>
where
    (EInput, EResult): VcaddElements,
{
    Call::new(&ops::vcadd).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcgadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcgadd` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, u32, u16",
)]
pub trait VcgaddElement: Lane {}
impl VcgaddElement for f32 {}
impl VcgaddElement for f16 {}
impl VcgaddElement for i32 {}
impl VcgaddElement for i16 {}
impl VcgaddElement for u32 {}
impl VcgaddElement for u16 {}

/// Sum the lanes of each 32-byte group of a vector register.
///
/// The sum goes to lane 0 of its group and the other lanes of the group become zero (quirk
/// `vcgadd-placement`). Inactive lanes count as zero; a group without active lanes gives zero. The lanes of a group
/// are added as a tree of adjacent pairs, and every node is rounded to the element type; integers wrap.
///
/// ```text
/// result[g*K] = sum over i < K of (mask[g*K+i] ? input[g*K+i] : 0), result[g*K+1..] = 0   with K = 32/sizeof T
/// silicon: result[g] = that sum, 0 after the last
/// ```
///
/// Text: `%result = pto.vcgadd %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i16, u16, i32, u32, f16, f32 (manual page pto.vcgadd; pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgadd.md:35)
#[track_caller]
pub fn vcgadd<E: VcgaddElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vcgadd).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcgmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcgmax` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, u32, u16",
)]
pub trait VcgmaxElement: Lane {}
impl VcgmaxElement for f32 {}
impl VcgmaxElement for f16 {}
impl VcgmaxElement for i32 {}
impl VcgmaxElement for i16 {}
impl VcgmaxElement for u32 {}
impl VcgmaxElement for u16 {}

/// Largest lane of each 32-byte group of a vector register.
///
/// Placed as `vcgadd` places its sums (quirk `vcgadd-placement`). Inactive lanes count as the smallest value of the
/// type, so that a group without active lanes gives that (-inf for floats). The first of equal lanes counts, and zeros
/// of both signs are equal.
///
/// ```text
/// result[g*K] = max over active i < K of input[g*K+i], result[g*K+1..] = 0   with K = 32/sizeof T
/// silicon: result[g] = that maximum, 0 after the last
/// ```
///
/// Text: `%result = pto.vcgmax %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgmax.md:59)
#[track_caller]
pub fn vcgmax<E: VcgmaxElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vcgmax).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcgmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcgmin` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, u32, u16",
)]
pub trait VcgminElement: Lane {}
impl VcgminElement for f32 {}
impl VcgminElement for f16 {}
impl VcgminElement for i32 {}
impl VcgminElement for i16 {}
impl VcgminElement for u32 {}
impl VcgminElement for u16 {}

/// Smallest lane of each 32-byte group of a vector register.
///
/// Placed as `vcgadd` places its sums (quirk `vcgadd-placement`). Inactive lanes count as the largest value of the
/// type, so that a group without active lanes gives that (inf for floats). The first of equal lanes counts, and zeros
/// of both signs are equal.
///
/// ```text
/// result[g*K] = min over active i < K of input[g*K+i], result[g*K+1..] = 0   with K = 32/sizeof T
/// silicon: result[g] = that minimum, 0 after the last
/// ```
///
/// Text: `%result = pto.vcgmin %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgmin.md:59)
#[track_caller]
pub fn vcgmin<E: VcgminElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vcgmin).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcmax` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, u32, u16",
)]
pub trait VcmaxElement: Lane {}
impl VcmaxElement for f32 {}
impl VcmaxElement for f16 {}
impl VcmaxElement for i32 {}
impl VcmaxElement for i16 {}
impl VcmaxElement for u32 {}
impl VcmaxElement for u16 {}

/// Largest active lane of a vector register, and its number.
///
/// Lane 0 holds the value, lane 1 the lane number as integer bits of the lane width, the others become zero. The
/// first of equal lanes counts, and zeros of both signs are equal. Inactive lanes count as the least value of the
/// type; what is given without active lanes is the quirk `vcmax-empty`.
///
/// ```text
/// result[0] = max over active i of input[i], result[1] = first such i, result[2..] = 0
/// ```
///
/// Text: `%result = pto.vcmax %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcmax.md:60)
#[track_caller]
pub fn vcmax<E: VcmaxElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vcmax).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcmin` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, u32, u16",
)]
pub trait VcminElement: Lane {}
impl VcminElement for f32 {}
impl VcminElement for f16 {}
impl VcminElement for i32 {}
impl VcminElement for i16 {}
impl VcminElement for u32 {}
impl VcminElement for u16 {}

/// Smallest active lane of a vector register, and its number.
///
/// Lane 0 holds the value, lane 1 the lane number as integer bits of the lane width, the others become zero. The
/// first of equal lanes counts, and zeros of both signs are equal. Inactive lanes count as the greatest value of the
/// type; what is given without active lanes is the quirk `vcmax-empty`.
///
/// ```text
/// result[0] = min over active i of input[i], result[1] = first such i, result[2..] = 0
/// ```
///
/// Text: `%result = pto.vcmin %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcmin.md:60)
#[track_caller]
pub fn vcmin<E: VcminElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vcmin).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcpadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcpadd` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VcpaddElement: Lane {}
impl VcpaddElement for f32 {}
impl VcpaddElement for f16 {}

/// Add neighbouring lanes of a vector register.
///
/// The manual calls it a prefix sum over the active lanes, in which an inactive lane shows the sum so far; both
/// libraries and the published results add pairs into the lower half and zero the upper one (quirk
/// `vcpadd-meaning`). Inactive lanes count as zero. Every sum is rounded to the element type.
///
/// ```text
/// result[i] = input[2*i] + input[2*i + 1] for i < N/2, 0 above
/// manual: result[i] = sum over active j <= i of input[j]
/// ```
///
/// Text: `%result = pto.vcpadd %input, %mask`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcpadd.md:60)
#[track_caller]
pub fn vcpadd<E: VcpaddElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vcpadd).value(0, input).value(1, mask).gives(&[2])
}

/// Elements that [`vcbmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcbmax` does not take `{Self}` elements",
    note = "cpu, a5 take f32, f16, i32, i16, i8, u32, u16, u8",
)]
pub trait VcbmaxElement: Lane {}
impl VcbmaxElement for f32 {}
impl VcbmaxElement for f16 {}
impl VcbmaxElement for i32 {}
impl VcbmaxElement for i16 {}
impl VcbmaxElement for i8 {}
impl VcbmaxElement for u32 {}
impl VcbmaxElement for u16 {}
impl VcbmaxElement for u8 {}

/// Largest active lane of a vector register, and every lane that has it.
///
/// Lane 0 of `value` holds it, the others become zero. Without active lanes `predicate` is empty and the value the
/// least of the type.
///
/// ```text
/// value[0] = max over active i of input[i], value[1..] = 0
/// predicate[i] = mask[i] & (input[i] == value[0])
/// ```
///
/// Text: `%value, %predicate = pto.vcbmax %input, %mask`
///
/// Rules:
/// - `input` and `value` must have the same type: E0207
/// - `mask` and `predicate` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - cpu, a5: `input`: i8, u8, i16, u16, i32, u32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6500-6531)
#[track_caller]
pub fn vcbmax<E: VcbmaxElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<(Vreg<E>, Mask<E::Width>)> {
    Call::new(&ops::vcbmax).value(0, input).value(1, mask).gives(&[2, 3])
}

/// Elements that [`vcbmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcbmin` does not take `{Self}` elements",
    note = "cpu, a5 take f32, f16, i32, i16, i8, u32, u16, u8",
)]
pub trait VcbminElement: Lane {}
impl VcbminElement for f32 {}
impl VcbminElement for f16 {}
impl VcbminElement for i32 {}
impl VcbminElement for i16 {}
impl VcbminElement for i8 {}
impl VcbminElement for u32 {}
impl VcbminElement for u16 {}
impl VcbminElement for u8 {}

/// Smallest active lane of a vector register, and every lane that has it.
///
/// Lane 0 of `value` holds it, the others become zero. Without active lanes `predicate` is empty and the value the
/// greatest of the type.
///
/// ```text
/// value[0] = min over active i of input[i], value[1..] = 0
/// predicate[i] = mask[i] & (input[i] == value[0])
/// ```
///
/// Text: `%value, %predicate = pto.vcbmin %input, %mask`
///
/// Rules:
/// - `input` and `value` must have the same type: E0207
/// - `mask` and `predicate` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - cpu, a5: `input`: i8, u8, i16, u16, i32, u32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6500-6531)
#[track_caller]
pub fn vcbmin<E: VcbminElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<(Vreg<E>, Mask<E::Width>)> {
    Call::new(&ops::vcbmin).value(0, input).value(1, mask).gives(&[2, 3])
}
