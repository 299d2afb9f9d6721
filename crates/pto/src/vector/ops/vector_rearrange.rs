//! Instructions of the op table's file `vector_rearrange.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Hif8, bf16, f16};
use crate::error::Result;
use crate::vector::lane::Lane;
use crate::vector::ops::enums::Half;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_rearrange as ops;

/// Interleave the lanes of two vector registers.
///
/// `low` holds the first half of the interleaved lanes, `high` the second.
///
/// ```text
/// low ++ high = lhs[0], rhs[0], lhs[1], rhs[1], ...
/// ```
///
/// Text: `%low, %high = pto.vintlv %lhs, %rhs`
///
/// Rules:
/// - `lhs`, `rhs`, `low` and `high` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vintlv.md)
#[track_caller]
pub fn vintlv<E: Lane>(lhs: &Vreg<E>, rhs: &Vreg<E>) -> Result<(Vreg<E>, Vreg<E>)> {
    Call::new(&ops::vintlv).value(0, lhs).value(1, rhs).gives(&[2, 3])
}

/// Separate even and odd lanes of two vector registers.
///
/// The two sources count as one register of twice the lanes.
///
/// ```text
/// low[i] = (lhs ++ rhs)[2*i]
/// high[i] = (lhs ++ rhs)[2*i + 1]
/// ```
///
/// Text: `%low, %high = pto.vdintlv %lhs, %rhs`
///
/// Rules:
/// - `lhs`, `rhs`, `low` and `high` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vdintlv.md)
#[track_caller]
pub fn vdintlv<E: Lane>(lhs: &Vreg<E>, rhs: &Vreg<E>) -> Result<(Vreg<E>, Vreg<E>)> {
    Call::new(&ops::vdintlv).value(0, lhs).value(1, rhs).gives(&[2, 3])
}

/// Interleave two vector registers and keep one half.
///
/// Gives what `vintlv` gives as `low` (LOWER) or as `high` (HIGHER).
///
/// ```text
/// result = part of vintlv(lhs, rhs)
/// ```
///
/// Text: `%result = pto.vintlvv2 %lhs, %rhs, "part"`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vintlvv2.md)
#[track_caller]
pub fn vintlvv2<E: Lane>(lhs: &Vreg<E>, rhs: &Vreg<E>, part: Half) -> Result<Vreg<E>> {
    Call::new(&ops::vintlvv2).value(0, lhs).value(1, rhs).word("part", Some(part.word())).gives(&[2])
}

/// Separate even and odd lanes of two vector registers and keep one kind.
///
/// Gives what `vdintlv` gives as `low` (LOWER) or as `high` (HIGHER).
///
/// ```text
/// result = part of vdintlv(lhs, rhs)
/// ```
///
/// Text: `%result = pto.vdintlvv2 %lhs, %rhs, "part"`
///
/// Rules:
/// - `lhs`, `rhs` and `result` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vdintlvv2.md)
#[track_caller]
pub fn vdintlvv2<E: Lane>(lhs: &Vreg<E>, rhs: &Vreg<E>, part: Half) -> Result<Vreg<E>> {
    Call::new(&ops::vdintlvv2).value(0, lhs).value(1, rhs).word("part", Some(part.word())).gives(&[2])
}

/// Elements that [`vpack`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vpack` does not take `{Self}` elements for `(src0, result)`",
    note = "cpu takes (i64, i32), (i32, i16), (i32, u16), (i16, i8), (i16, u8), (u64, u32), (u32, u16), (u16, u8)",
    note = "a2a3, a5 take (i32, u16), (i16, u8), (u32, u16), (u16, u8)",
)]
pub trait VpackElements {}
impl VpackElements for (i64, i32) {}
impl VpackElements for (i32, i16) {}
impl VpackElements for (i32, u16) {}
impl VpackElements for (i16, i8) {}
impl VpackElements for (i16, u8) {}
impl VpackElements for (u64, u32) {}
impl VpackElements for (u32, u16) {}
impl VpackElements for (u16, u8) {}

/// Narrow the lanes of a vector register into one half of another.
///
/// The low bits of each lane go to the half `part` names, the other half becomes zero. With two sources (the
/// manual's form) the lanes of `src0` fill the lower half and those of `src1` the upper.
///
/// ```text
/// result[h*N + i] = low bits of src0[i], the other half 0   h = 0 for LOWER, 1 for HIGHER
/// two sources: result = narrow(src0) ++ narrow(src1)
/// ```
///
/// Text: `%result = pto.vpack %src0, "part"`
///
/// Rules:
/// - `src0` and `src1` must have the same type: E0207
/// - `part` must say which half is written: LOWER or HIGHER, or an index: E0221
///
/// Element types:
/// - a2a3, a5: `(src0, result)`: (i32, u16) (u32, u16) (i16, u8) (u16, u8) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6640-6678)
/// - cpu: `(src0, result)`: (i32, u16) (u32, u16) (i16, u8) (u16, u8) (i32, i16) (i16, i8) (i64, i32) (u64, u32) (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vpack.md)
/// - a2a3, a5 (`--rules manual`): `(src0, result)`: (i32, u16) (u32, u16) (i16, u8) (u16, u8) (i32, i16) (i16, i8) (i64, i32) (u64, u32) (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vpack.md)
#[track_caller]
pub fn vpack<ESrc0: Lane, EResult: Lane>(src0: &Vreg<ESrc0>, part: Half) -> Result<Vreg<EResult>>
where
    (ESrc0, EResult): VpackElements,
{
    Call::new(&ops::vpack).value(0, src0).word("part", Some(part.word())).gives(&[3])
}

/// [`vpack`] with `half` instead of `part`.
///
/// Text: `%result = pto.vpack %src0, %half`
#[track_caller]
pub fn vpack_half<ESrc0: Lane, EResult: Lane>(src0: &Vreg<ESrc0>, half: usize) -> Result<Vreg<EResult>>
where
    (ESrc0, EResult): VpackElements,
{
    Call::new(&ops::vpack).value(0, src0).index(2, half).gives(&[3])
}

/// [`vpack`] with `src1`.
///
/// Text: `%result = pto.vpack %src0, %src1, "part"`
#[track_caller]
pub fn vpack_src1_part<ESrc0: Lane, EResult: Lane>(src0: &Vreg<ESrc0>, src1: &Vreg<ESrc0>, part: Half) -> Result<Vreg<EResult>>
where
    (ESrc0, EResult): VpackElements,
{
    Call::new(&ops::vpack).value(0, src0).value(1, src1).word("part", Some(part.word())).gives(&[3])
}

/// [`vpack`] with `half`.
///
/// Text: `%result = pto.vpack %src0, %half, "part"`
#[track_caller]
pub fn vpack_half_part<ESrc0: Lane, EResult: Lane>(src0: &Vreg<ESrc0>, half: usize, part: Half) -> Result<Vreg<EResult>>
where
    (ESrc0, EResult): VpackElements,
{
    Call::new(&ops::vpack).value(0, src0).index(2, half).word("part", Some(part.word())).gives(&[3])
}

/// [`vpack`] with `src1`, `half` instead of `part`.
///
/// Text: `%result = pto.vpack %src0, %src1, %half`
#[track_caller]
pub fn vpack_src1_half<ESrc0: Lane, EResult: Lane>(src0: &Vreg<ESrc0>, src1: &Vreg<ESrc0>, half: usize) -> Result<Vreg<EResult>>
where
    (ESrc0, EResult): VpackElements,
{
    Call::new(&ops::vpack).value(0, src0).value(1, src1).index(2, half).gives(&[3])
}

/// [`vpack`] with `src1`, `half`.
///
/// Text: `%result = pto.vpack %src0, %src1, %half, "part"`
#[track_caller]
pub fn vpack_src1_half_part<ESrc0: Lane, EResult: Lane>(src0: &Vreg<ESrc0>, src1: &Vreg<ESrc0>, half: usize, part: Half) -> Result<Vreg<EResult>>
where
    (ESrc0, EResult): VpackElements,
{
    Call::new(&ops::vpack).value(0, src0).value(1, src1).index(2, half).word("part", Some(part.word())).gives(&[3])
}

/// Elements that [`vsunpack`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsunpack` does not take `{Self}` elements for `(src, result)`",
    note = "cpu, a2a3, a5 take (i32, i64), (i16, i32), (i8, i16), (u32, u64), (u16, u32), (u8, u16)",
)]
pub trait VsunpackElements {}
impl VsunpackElements for (i32, i64) {}
impl VsunpackElements for (i16, i32) {}
impl VsunpackElements for (i8, i16) {}
impl VsunpackElements for (u32, u64) {}
impl VsunpackElements for (u16, u32) {}
impl VsunpackElements for (u8, u16) {}

/// Widen one half of a vector register with sign extension.
///
/// `part` 0 takes the lower half of the lanes, 1 the upper.
///
/// ```text
/// result[i] = sign_extend(src[part * N/2 + i])
/// ```
///
/// Text: `%result = pto.vsunpack %src, %part`
///
/// Element types:
/// - every target: `(src, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i32, i64) (u32, u64) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6681-6705,6707)
#[track_caller]
pub fn vsunpack<ESrc: Lane, EResult: Lane>(src: &Vreg<ESrc>, part: usize) -> Result<Vreg<EResult>>
where
    (ESrc, EResult): VsunpackElements,
{
    Call::new(&ops::vsunpack).value(0, src).index(1, part).gives(&[2])
}

/// Elements that [`vzunpack`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vzunpack` does not take `{Self}` elements for `(src, result)`",
    note = "cpu, a2a3, a5 take (i32, i64), (i16, i32), (i8, i16), (u32, u64), (u16, u32), (u8, u16)",
)]
pub trait VzunpackElements {}
impl VzunpackElements for (i32, i64) {}
impl VzunpackElements for (i16, i32) {}
impl VzunpackElements for (i8, i16) {}
impl VzunpackElements for (u32, u64) {}
impl VzunpackElements for (u16, u32) {}
impl VzunpackElements for (u8, u16) {}

/// Widen one half of a vector register with zero extension.
///
/// `part` 0 takes the lower half of the lanes, 1 the upper.
///
/// ```text
/// result[i] = zero_extend(src[part * N/2 + i])
/// ```
///
/// Text: `%result = pto.vzunpack %src, %part`
///
/// Element types:
/// - every target: `(src, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i32, i64) (u32, u64) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6681-6705,6708)
#[track_caller]
pub fn vzunpack<ESrc: Lane, EResult: Lane>(src: &Vreg<ESrc>, part: usize) -> Result<Vreg<EResult>>
where
    (ESrc, EResult): VzunpackElements,
{
    Call::new(&ops::vzunpack).value(0, src).index(1, part).gives(&[2])
}

/// Elements that [`vperm`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vperm` does not take `{Self}` elements for `(src, index)`",
)]
pub trait VpermElements {}
impl VpermElements for (f32, i32) {}
impl VpermElements for (f32, u32) {}
impl VpermElements for (f16, i16) {}
impl VpermElements for (f16, u16) {}
impl VpermElements for (bf16, i16) {}
impl VpermElements for (bf16, u16) {}
impl VpermElements for (i64, i64) {}
impl VpermElements for (i64, u64) {}
impl VpermElements for (i32, i32) {}
impl VpermElements for (i32, u32) {}
impl VpermElements for (i16, i16) {}
impl VpermElements for (i16, u16) {}
impl VpermElements for (i8, i8) {}
impl VpermElements for (i8, u8) {}
impl VpermElements for (u64, i64) {}
impl VpermElements for (u64, u64) {}
impl VpermElements for (u32, i32) {}
impl VpermElements for (u32, u32) {}
impl VpermElements for (u16, i16) {}
impl VpermElements for (u16, u16) {}
impl VpermElements for (u8, i8) {}
impl VpermElements for (u8, u8) {}
impl VpermElements for (F8E4M3, i8) {}
impl VpermElements for (F8E4M3, u8) {}
impl VpermElements for (F8E5M2, i8) {}
impl VpermElements for (F8E5M2, u8) {}
impl VpermElements for (Hif8, i8) {}
impl VpermElements for (Hif8, u8) {}
impl VpermElements for (F8E8M0, i8) {}
impl VpermElements for (F8E8M0, u8) {}
impl VpermElements for (F4E1M2x2, i8) {}
impl VpermElements for (F4E1M2x2, u8) {}
impl VpermElements for (F4E2M1x2, i8) {}
impl VpermElements for (F4E2M1x2, u8) {}

/// Permute the lanes of a vector register by lane numbers.
///
/// Nothing is loaded from memory. A lane number counts modulo the number of lanes.
///
/// ```text
/// result[i] = src[index[i] mod N]
/// ```
///
/// Text: `%result = pto.vperm %src, %index`
///
/// Rules:
/// - `src` and `result` must have the same type: E0207
/// - `index` must hold integers as wide as the lanes of `src`: E0204
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vperm.md)
#[track_caller]
pub fn vperm<ESrc: Lane, EIndex: Lane>(src: &Vreg<ESrc>, index: &Vreg<EIndex>) -> Result<Vreg<ESrc>>
where
    (ESrc, EIndex): VpermElements,
{
    Call::new(&ops::vperm).value(0, src).value(1, index).gives(&[2])
}

/// Shift the lanes of a vector register by a number of lanes.
///
/// Vacated lanes become zero.
///
/// ```text
/// result[i] = i >= amt ? src[i - amt] : 0   amt >= 0
/// ```
///
/// Text: `%result = pto.vshift %src, %amt`
///
/// Rules:
/// - `src` and `result` must have the same type: E0207
/// - `amt` must have element type i16: E0204
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vshift.md)
#[track_caller]
pub fn vshift<E: Lane>(src: &Vreg<E>, amt: i16) -> Result<Vreg<E>> {
    Call::new(&ops::vshift).value(0, src).scalar(1, amt).gives(&[2])
}

/// Cut a window of one register's length out of two registers.
///
/// The window starts at lane `amt` of `src1` followed by `src0`.
///
/// ```text
/// result[i] = (src1 ++ src0)[amt + i]
/// ```
///
/// Text: `%result = pto.vslide %src0, %src1, %amt`
///
/// Rules:
/// - `src0`, `src1` and `result` must have the same type: E0207
/// - `amt` must have element type i16: E0204
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vslide.md)
#[track_caller]
pub fn vslide<E: Lane>(src0: &Vreg<E>, src1: &Vreg<E>, amt: i16) -> Result<Vreg<E>> {
    Call::new(&ops::vslide).value(0, src0).value(1, src1).scalar(2, amt).gives(&[3])
}

/// Move the active lanes to the front.
///
/// Their order stays; the rest becomes zero. It also sets the byte count that a following `vstur` stores.
///
/// ```text
/// result = active lanes of src in order, then 0
/// ```
///
/// Text: `%result = pto.vsqz %src, %mask`
///
/// Rules:
/// - `src` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `src`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vsqz.md)
#[track_caller]
pub fn vsqz<E: Lane>(src: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsqz).value(0, src).value(1, mask).gives(&[2])
}

/// Elements that [`vusqz`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vusqz` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i32, i16, i8",
)]
pub trait VusqzElement: Lane {}
impl VusqzElement for i32 {}
impl VusqzElement for i16 {}
impl VusqzElement for i8 {}

/// Give each lane the number of active lanes before it.
///
/// The manual describes it as the inverse of `vsqz`: the lanes of a packed register spread out to the active lanes,
/// zero elsewhere. Published results are the prefix counts and do not depend on `src`.
///
/// ```text
/// result[i] = number of j < i with mask[j]
/// manual: result[i] = mask[i] ? src[number of j < i with mask[j]] : 0
/// ```
///
/// Text: `%result = pto.vusqz %mask`
///
/// Rules:
/// - `result` and `src` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `result`: E0208
///
/// Element types:
/// - every target: `result`: i8, i16, i32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6616-6638)
/// - every target (`--rules manual`): `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vusqz.md)
#[track_caller]
pub fn vusqz<E: VusqzElement>(mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vusqz).value(1, mask).gives(&[2])
}

/// [`vusqz`] with `src`.
///
/// Text: `%result = pto.vusqz %src, %mask`
#[track_caller]
pub fn vusqz_src<E: VusqzElement>(src: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vusqz).value(0, src).value(1, mask).gives(&[2])
}
