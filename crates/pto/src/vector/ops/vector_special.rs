//! Instructions of the op table's file `vector_special.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::vector::lane::Lane;
use crate::vector::ops::enums::Part;
use crate::vector::pointer::UbPtr;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_special as ops;

/// Elements that [`vaddrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vaddrelu` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VaddreluElement: Lane {}
impl VaddreluElement for f32 {}
impl VaddreluElement for f16 {}

/// Add two vector registers and replace negative lanes by zero.
///
/// One rounding. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? max(0, lhs[i] + rhs[i]) : 0
/// ```
///
/// Text: `%result = pto.vaddrelu %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaddrelu.md:27)
#[track_caller]
pub fn vaddrelu<E: VaddreluElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vaddrelu).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vsubrelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsubrelu` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VsubreluElement: Lane {}
impl VsubreluElement for f32 {}
impl VsubreluElement for f16 {}

/// Subtract two vector registers and replace negative lanes by zero.
///
/// One rounding. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? max(0, lhs[i] - rhs[i]) : 0
/// ```
///
/// Text: `%result = pto.vsubrelu %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vsubrelu.md:27)
#[track_caller]
pub fn vsubrelu<E: VsubreluElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsubrelu).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vaddreluconv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vaddreluconv` does not take `{Self}` elements for `(lhs, result)`",
    note = "cpu, a2a3, a5 take (f32, f16), (f16, f32), (f16, i8), (f16, u8)",
)]
pub trait VaddreluconvElements {}
impl VaddreluconvElements for (f32, f16) {}
impl VaddreluconvElements for (f16, f32) {}
impl VaddreluconvElements for (f16, i8) {}
impl VaddreluconvElements for (f16, u8) {}

/// Add two vector registers, replace negative lanes by zero and convert.
///
/// The conversion is part of the instruction, not a `vcvt` after it. Without a predicate every lane is active.
///
/// ```text
/// result[i] = mask[i] ? convert(max(0, lhs[i] + rhs[i])) : 0
/// ```
///
/// Text: `%result = pto.vaddreluconv %lhs, %rhs`
///
/// Rules:
/// - `lhs` and `rhs` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `(lhs, result)`: (f32, f16) (f16, f32) (f16, i8) (f16, u8) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaddreluconv.md:11,93-108)
#[track_caller]
pub fn vaddreluconv<ELhs: Lane, EResult: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ELhs>) -> Result<Vreg<EResult>>
where
    (ELhs, EResult): VaddreluconvElements,
{
    Call::new(&ops::vaddreluconv).value(0, lhs).value(1, rhs).gives(&[3])
}

/// [`vaddreluconv`] with `mask`.
///
/// Text: `%result = pto.vaddreluconv %lhs, %rhs, %mask`
#[track_caller]
pub fn vaddreluconv_mask<ELhs: Lane, EResult: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ELhs>, mask: &Mask<ELhs::Width>) -> Result<Vreg<EResult>>
where
    (ELhs, EResult): VaddreluconvElements,
{
    Call::new(&ops::vaddreluconv).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vmulconv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmulconv` does not take `{Self}` elements for `(lhs, result)`",
    note = "cpu, a2a3, a5 take (f32, f16), (f16, i8), (f16, u8)",
)]
pub trait VmulconvElements {}
impl VmulconvElements for (f32, f16) {}
impl VmulconvElements for (f16, i8) {}
impl VmulconvElements for (f16, u8) {}

/// Multiply two vector registers, replace negative lanes by zero and convert.
///
/// The name says nothing of the ReLU, the page does. Without a predicate every lane is active.
///
/// ```text
/// result[i] = mask[i] ? convert(max(0, lhs[i] * rhs[i])) : 0
/// ```
///
/// Text: `%result = pto.vmulconv %lhs, %rhs`
///
/// Rules:
/// - `lhs` and `rhs` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
///
/// Element types:
/// - every target: `(lhs, result)`: (f32, f16) (f16, i8) (f16, u8) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmulconv.md:93-95)
#[track_caller]
pub fn vmulconv<ELhs: Lane, EResult: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ELhs>) -> Result<Vreg<EResult>>
where
    (ELhs, EResult): VmulconvElements,
{
    Call::new(&ops::vmulconv).value(0, lhs).value(1, rhs).gives(&[3])
}

/// [`vmulconv`] with `mask`.
///
/// Text: `%result = pto.vmulconv %lhs, %rhs, %mask`
#[track_caller]
pub fn vmulconv_mask<ELhs: Lane, EResult: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ELhs>, mask: &Mask<ELhs::Width>) -> Result<Vreg<EResult>>
where
    (ELhs, EResult): VmulconvElements,
{
    Call::new(&ops::vmulconv).value(0, lhs).value(1, rhs).value(2, mask).gives(&[3])
}

/// Elements that [`vaxpy`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vaxpy` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VaxpyElement: Lane {}
impl VaxpyElement for f32 {}
impl VaxpyElement for f16 {}

/// Scale a vector register and add another.
///
/// One rounding. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? alpha * x[i] + y[i] : 0
/// ```
///
/// Text: `%result = pto.vaxpy %x, %y, %alpha, %mask`
///
/// Rules:
/// - `x`, `y` and `result` must have the same type: E0207
/// - `alpha` must have the element type of `x`: E0220
/// - `mask` must be a predicate for the lanes of `x`: E0208
///
/// Element types:
/// - every target: `x`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaxpy.md:27)
#[track_caller]
pub fn vaxpy<E: VaxpyElement>(x: &Vreg<E>, y: &Vreg<E>, alpha: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vaxpy).value(0, x).value(1, y).element::<E>(2, alpha).value(3, mask).gives(&[4])
}

/// Elements that [`vmula`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmula` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, u32, u16",
)]
pub trait VmulaElement: Lane {}
impl VmulaElement for f32 {}
impl VmulaElement for f16 {}
impl VmulaElement for bf16 {}
impl VmulaElement for i32 {}
impl VmulaElement for i16 {}
impl VmulaElement for u32 {}
impl VmulaElement for u16 {}

/// Multiply two vector registers and add a third.
///
/// One rounding. The addend comes first. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? lhs[i] * rhs[i] + add[i] : 0
/// ```
///
/// Text: `%result = pto.vmula %add, %lhs, %rhs, %mask`
///
/// Rules:
/// - `add`, `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `add`: E0208
///
/// Element types:
/// - every target: `add`: i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7181-7195)
#[track_caller]
pub fn vmula<E: VmulaElement>(add: &Vreg<E>, lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmula).value(0, add).value(1, lhs).value(2, rhs).value(3, mask).gives(&[4])
}

/// Elements that [`vmadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmadd` does not take `{Self}` elements",
    note = "cpu, a5 take f32, f16, bf16",
)]
pub trait VmaddElement: Lane {}
impl VmaddElement for f32 {}
impl VmaddElement for f16 {}
impl VmaddElement for bf16 {}

/// Multiply the accumulator by a vector register and add another.
///
/// One rounding. Unlike `vmula` the first operand is a factor, the last the addend.
///
/// ```text
/// result[i] = mask[i] ? acc[i] * lhs[i] + rhs[i] : 0
/// ```
///
/// Text: `%result = pto.vmadd %acc, %lhs, %rhs, %mask`
///
/// Rules:
/// - `acc`, `lhs`, `rhs` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `acc`: E0208
///
/// Element types:
/// - cpu, a5: `acc`: f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6350-6359)
#[track_caller]
pub fn vmadd<E: VmaddElement>(acc: &Vreg<E>, lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmadd).value(0, acc).value(1, lhs).value(2, rhs).value(3, mask).gives(&[4])
}

/// Elements that [`vmull`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmull` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i32, u32",
)]
pub trait VmullElement: Lane {}
impl VmullElement for i32 {}
impl VmullElement for u32 {}

/// Multiply 32-bit lanes into 64-bit products.
///
/// `low` and `high` are the halves of the product. The page describes `%sub, %lhs, %rhs` with one result instead, a
/// fused multiply-subtract; it is read with a warning and does not run.
///
/// ```text
/// high[i] * 2^32 + low[i] = mask[i] ? lhs[i] * rhs[i] : 0
/// ```
///
/// Text: `%low = pto.vmull %lhs, %rhs, %mask`
///
/// Rules:
/// - `lhs`, `rhs`, `low` and `high` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `lhs`: E0208
/// - the product has a low and a high half; the form with a third source is read but two pages give it two signs (a warning): W0228
///
/// Element types:
/// - every target: `lhs`: i32, u32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmull.md:27)
#[track_caller]
pub fn vmull<E: VmullElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vmull).value(0, lhs).value(1, rhs).value(3, mask).gives(&[4])
}

/// [`vmull`] with `third`.
///
/// Text: `%low = pto.vmull %lhs, %rhs, %third, %mask`
#[track_caller]
pub fn vmull_third<ELhs: VmullElement, EThird: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ELhs>, third: &Vreg<EThird>, mask: &Mask<ELhs::Width>) -> Result<Vreg<ELhs>> {
    Call::new(&ops::vmull).value(0, lhs).value(1, rhs).value(2, third).value(3, mask).gives(&[4])
}

/// [`vmull`] with `high`.
///
/// Text: `%low, %high = pto.vmull %lhs, %rhs, %mask`
#[track_caller]
pub fn vmull_high<E: VmullElement>(lhs: &Vreg<E>, rhs: &Vreg<E>, mask: &Mask<E::Width>) -> Result<(Vreg<E>, Vreg<E>)> {
    Call::new(&ops::vmull).value(0, lhs).value(1, rhs).value(3, mask).gives(&[4, 5])
}

/// [`vmull`] with `third`, `high`.
///
/// Text: `%low, %high = pto.vmull %lhs, %rhs, %third, %mask`
#[track_caller]
pub fn vmull_third_high<ELhs: VmullElement, EThird: Lane>(lhs: &Vreg<ELhs>, rhs: &Vreg<ELhs>, third: &Vreg<EThird>, mask: &Mask<ELhs::Width>) -> Result<(Vreg<ELhs>, Vreg<ELhs>)> {
    Call::new(&ops::vmull).value(0, lhs).value(1, rhs).value(2, third).value(3, mask).gives(&[4, 5])
}

/// Elements that [`vprelu`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vprelu` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VpreluElement: Lane {}
impl VpreluElement for f32 {}
impl VpreluElement for f16 {}

/// Scale negative lanes by per-lane factors (parametric ReLU).
///
/// NaN stays NaN. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? (input[i] >= 0 ? input[i] : alpha[i] * input[i]) : 0
/// ```
///
/// Text: `%result = pto.vprelu %input, %alpha, %mask`
///
/// Rules:
/// - `input`, `alpha` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vprelu.md:27)
#[track_caller]
pub fn vprelu<E: VpreluElement>(input: &Vreg<E>, alpha: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vprelu).value(0, input).value(1, alpha).value(2, mask).gives(&[3])
}

/// Elements that [`vexpdif`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vexpdif` does not take `{Self}` elements for `(input, result)`",
    note = "cpu takes (f32, f32), (f16, f32), (f16, f16)",
    note = "a2a3, a5 take (f32, f32), (f16, f32)",
)]
pub trait VexpdifElements {}
impl VexpdifElements for (f32, f32) {}
impl VexpdifElements for (f16, f32) {}
impl VexpdifElements for (f16, f16) {}

/// Raise e to the difference of two vector registers.
///
/// The step of a stable softmax. By its page `max` is a register; an example of the manual gives a number.
/// f16 lanes give f32 results; `part` says whether the even or the odd ones. For f32
/// lanes `part` has no effect. Inactive lanes become zero.
///
/// ```text
/// result[i] = mask[i] ? exp(input[i] - max[i]) : 0   f32
/// result[i] = mask[2*i+part] ? exp(input[2*i+part] - max[2*i+part]) : 0   f16
/// ```
///
/// Text: `%result = pto.vexpdif %input, %max`
///
/// Rules:
/// - `input` and `max` must have the same type (`--rules device`): E0207
/// - `max` must have the type of `input`, or be a number of its element type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
/// - `mask` must not be given (`--rules manual`): E0222
///
/// Element types:
/// - a2a3, a5: `(input, result)`: (f32, f32) (f16, f32) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7245-7289)
/// - every target (`--rules manual`): `(input, result)`: (f32, f32) (f16, f16) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:24-27)
/// - cpu: `(input, result)`: (f32, f32) (f16, f32) (f16, f16) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:27)
#[track_caller]
pub fn vexpdif<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>, max: &Vreg<EInput>) -> Result<Vreg<EResult>>
where
    (EInput, EResult): VexpdifElements,
{
    Call::new(&ops::vexpdif).value(0, input).value(1, max).gives(&[3])
}

/// [`vexpdif`] with `part`.
///
/// Text: `%result = pto.vexpdif %input, %max, "part"`
#[track_caller]
pub fn vexpdif_part<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>, max: &Vreg<EInput>, part: Part) -> Result<Vreg<EResult>>
where
    (EInput, EResult): VexpdifElements,
{
    Call::new(&ops::vexpdif).value(0, input).value(1, max).word("part", Some(part.word())).gives(&[3])
}

/// [`vexpdif`] with `mask`.
///
/// Text: `%result = pto.vexpdif %input, %max, %mask`
#[track_caller]
pub fn vexpdif_mask<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>, max: &Vreg<EInput>, mask: &Mask<EInput::Width>) -> Result<Vreg<EResult>>
where
    (EInput, EResult): VexpdifElements,
{
    Call::new(&ops::vexpdif).value(0, input).value(1, max).value(2, mask).gives(&[3])
}

/// [`vexpdif`] with `mask`, `part`.
///
/// Text: `%result = pto.vexpdif %input, %max, %mask, "part"`
#[track_caller]
pub fn vexpdif_mask_part<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>, max: &Vreg<EInput>, mask: &Mask<EInput::Width>, part: Part) -> Result<Vreg<EResult>>
where
    (EInput, EResult): VexpdifElements,
{
    Call::new(&ops::vexpdif).value(0, input).value(1, max).value(2, mask).word("part", Some(part.word())).gives(&[3])
}

/// Elements that [`vbitsort`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.vbitsort` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait VbitsortSrcElement: Lane {}
impl VbitsortSrcElement for f32 {}
impl VbitsortSrcElement for f16 {}

/// Elements that [`vbitsort`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`indices` of `pto.vbitsort` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i32, u32",
)]
pub trait VbitsortIndicesElement: Lane {}
impl VbitsortIndicesElement for i32 {}
impl VbitsortIndicesElement for u32 {}

/// Sort groups of 32 scores with their indices.
///
/// Descending by score; equal scores keep their order. A record is the score and a 32-bit index. Works from
/// unified buffer to unified buffer, outside vector scopes.
///
/// ```text
/// for each group: records (score, index) of dest = (src, indices) sorted descending by score
/// ```
///
/// Text: `pto.vbitsort %dest, %src, %indices, %repeat_times`
///
/// Rules:
/// - `dest`, `src` and `indices` must be in ub: E0201
/// - `indices` must have element type i32 or ui32: E0204
///
/// Element types:
/// - every target: `src`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vbitsort.md)
#[track_caller]
pub fn vbitsort<EDest: Lane, ESrc: VbitsortSrcElement, EIndices: VbitsortIndicesElement>(dest: &UbPtr<EDest>, src: &UbPtr<ESrc>, indices: &UbPtr<EIndices>, repeat_times: usize) -> Result<Event> {
    Call::new(&ops::vbitsort).value(0, dest).value(1, src).value(2, indices).index(3, repeat_times).run()
}

/// Elements that [`vmrgsort4`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vmrgsort4` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16",
)]
pub trait Vmrgsort4Element: Lane {}
impl Vmrgsort4Element for f32 {}
impl Vmrgsort4Element for f16 {}

/// Merge four sorted lists of records.
///
/// `count` holds four 16-bit list lengths. `config` holds the repeat count (bits 0-7), which lists are valid (8-11)
/// and whether to stop when one list runs out (12). Equal scores: the lower list first. Outside vector scopes.
///
/// ```text
/// dest = merge of src0, src1, src2, src3, descending by score
/// ```
///
/// Text: `pto.vmrgsort4 %dest, %src0, %src1, %src2, %src3, %count, %config`
///
/// Rules:
/// - `dest`, `src0`, `src1`, `src2` and `src3` must be in ub: E0201
/// - `dest`, `src0`, `src1`, `src2` and `src3` must have the same element type: E0203
/// - `count` and `config` must have element type i64: E0204
///
/// Element types:
/// - every target: `dest`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmrgsort.md)
#[track_caller]
pub fn vmrgsort4<E: Vmrgsort4Element>(dest: &UbPtr<E>, src0: &UbPtr<E>, src1: &UbPtr<E>, src2: &UbPtr<E>, src3: &UbPtr<E>, count: i64, config: i64) -> Result<Event> {
    Call::new(&ops::vmrgsort4).value(0, dest).value(1, src0).value(2, src1).value(3, src2).value(4, src3).scalar(5, count).scalar(6, config).run()
}

/// Elements that [`dhistv2`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`acc` of `pto.dhistv2` does not take `{Self}` elements",
    note = "cpu, a5 take i16, u16",
)]
pub trait Dhistv2AccElement: Lane {}
impl Dhistv2AccElement for i16 {}
impl Dhistv2AccElement for u16 {}

/// Elements that [`dhistv2`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`source` of `pto.dhistv2` does not take `{Self}` elements",
    note = "cpu, a5 take i8, u8",
)]
pub trait Dhistv2SourceElement: Lane {}
impl Dhistv2SourceElement for i8 {}
impl Dhistv2SourceElement for u8 {}

/// Count how often values of one half of the byte range occur.
///
/// `bin` 0 takes the values 0 to 127, 1 those from 128. The counts are added to `acc`.
///
/// ```text
/// result[i] = acc[i] + the number of active j with source[j] = v   with v = 128*bin + i
/// ```
///
/// Text: `%result = pto.dhistv2 %acc, %source, %mask, %bin`
///
/// Rules:
/// - `acc` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `source`: E0208
/// - `bin` must have element type i32: E0204
///
/// Element types:
/// - cpu, a5: `(acc, source)`: (u16, u8) (i16, i8) (u16, i8) (i16, u8) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6467-6498)
#[track_caller]
pub fn dhistv2<EAcc: Dhistv2AccElement, ESource: Dhistv2SourceElement>(acc: &Vreg<EAcc>, source: &Vreg<ESource>, mask: &Mask<ESource::Width>, bin: i32) -> Result<Vreg<EAcc>> {
    Call::new(&ops::dhistv2).value(0, acc).value(1, source).value(2, mask).scalar(3, bin).gives(&[4])
}

/// Elements that [`chistv2`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`acc` of `pto.chistv2` does not take `{Self}` elements",
    note = "cpu, a5 take i16, u16",
)]
pub trait Chistv2AccElement: Lane {}
impl Chistv2AccElement for i16 {}
impl Chistv2AccElement for u16 {}

/// Elements that [`chistv2`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`source` of `pto.chistv2` does not take `{Self}` elements",
    note = "cpu, a5 take i8, u8",
)]
pub trait Chistv2SourceElement: Lane {}
impl Chistv2SourceElement for i8 {}
impl Chistv2SourceElement for u8 {}

/// Count how often values up to each of one half of the byte range occur.
///
/// `bin` 0 takes the values 0 to 127, 1 those from 128. The counts are added to `acc`.
///
/// ```text
/// result[i] = acc[i] + the number of active j with source[j] <= v   with v = 128*bin + i
/// ```
///
/// Text: `%result = pto.chistv2 %acc, %source, %mask, %bin`
///
/// Rules:
/// - `acc` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `source`: E0208
/// - `bin` must have element type i32: E0204
///
/// Element types:
/// - cpu, a5: `(acc, source)`: (u16, u8) (i16, i8) (u16, i8) (i16, u8) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6467-6498)
#[track_caller]
pub fn chistv2<EAcc: Chistv2AccElement, ESource: Chistv2SourceElement>(acc: &Vreg<EAcc>, source: &Vreg<ESource>, mask: &Mask<ESource::Width>, bin: i32) -> Result<Vreg<EAcc>> {
    Call::new(&ops::chistv2).value(0, acc).value(1, source).value(2, mask).scalar(3, bin).gives(&[4])
}
