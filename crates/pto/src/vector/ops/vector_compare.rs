//! Instructions of the op table's file `vector_compare.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{F8E4M3, F8E5M2, Hif8, bf16, f16};
use crate::error::Result;
use crate::intrinsics::CmpMode;
use crate::vector::lane::Lane;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_compare as ops;

/// Elements that [`vcmp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcmp` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8",
)]
pub trait VcmpElement: Lane {}
impl VcmpElement for f32 {}
impl VcmpElement for f16 {}
impl VcmpElement for bf16 {}
impl VcmpElement for i32 {}
impl VcmpElement for i16 {}
impl VcmpElement for i8 {}
impl VcmpElement for u32 {}
impl VcmpElement for u16 {}
impl VcmpElement for u8 {}

/// Compare two vector registers into a predicate.
///
/// Only lanes of `seed` can be set. A NaN compares false except for `ne`; the order of integers follows their
/// sign.
///
/// ```text
/// result[i] = seed[i] & (src0[i] cmp_mode src1[i])
/// ```
///
/// Text: `%result = pto.vcmp %src0, %src1, %seed, "cmp_mode"`
///
/// Rules:
/// - `src0` and `src1` must have the same type: E0207
/// - `seed` and `result` must be a predicate for the lanes of `src0`: E0208
///
/// Element types:
/// - every target: `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6715-6729)
#[track_caller]
pub fn vcmp<E: VcmpElement>(src0: &Vreg<E>, src1: &Vreg<E>, seed: &Mask<E::Width>, cmp_mode: CmpMode) -> Result<Mask<E::Width>> {
    Call::new(&ops::vcmp).value(0, src0).value(1, src1).value(2, seed).word("cmp_mode", Some(cmp_mode.word())).gives(&[3])
}

/// Elements that [`vcmps`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcmps` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8",
)]
pub trait VcmpsElement: Lane {}
impl VcmpsElement for f32 {}
impl VcmpsElement for f16 {}
impl VcmpsElement for bf16 {}
impl VcmpsElement for i32 {}
impl VcmpsElement for i16 {}
impl VcmpsElement for i8 {}
impl VcmpsElement for u32 {}
impl VcmpsElement for u16 {}
impl VcmpsElement for u8 {}

/// Compare a vector register with a number into a predicate.
///
/// Only lanes of `seed` can be set. The sign of the register's type decides how the number is read.
///
/// ```text
/// result[i] = seed[i] & (src[i] cmp_mode scalar)
/// ```
///
/// Text: `%result = pto.vcmps %src, %scalar, %seed, "cmp_mode"`
///
/// Rules:
/// - `scalar` must have the element type of `src`: E0220
/// - `seed` and `result` must be a predicate for the lanes of `src`: E0208
///
/// Element types:
/// - every target: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6731-6747)
#[track_caller]
pub fn vcmps<E: VcmpsElement>(src: &Vreg<E>, scalar: E::Host, seed: &Mask<E::Width>, cmp_mode: CmpMode) -> Result<Mask<E::Width>> {
    Call::new(&ops::vcmps).value(0, src).element::<E>(1, scalar).value(2, seed).word("cmp_mode", Some(cmp_mode.word())).gives(&[3])
}

/// Elements that [`vsel`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vsel` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8",
)]
pub trait VselElement: Lane {}
impl VselElement for f32 {}
impl VselElement for f16 {}
impl VselElement for bf16 {}
impl VselElement for i64 {}
impl VselElement for i32 {}
impl VselElement for i16 {}
impl VselElement for i8 {}
impl VselElement for u64 {}
impl VselElement for u32 {}
impl VselElement for u16 {}
impl VselElement for u8 {}

/// Select lanes of two vector registers by a predicate.
///
/// ```text
/// result[i] = mask[i] ? src0[i] : src1[i]
/// ```
///
/// Text: `%result = pto.vsel %src0, %src1, %mask`
///
/// Rules:
/// - `src0`, `src1` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `src0`: E0208
///
/// Element types:
/// - every target: `src0`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6593-6609)
#[track_caller]
pub fn vsel<E: VselElement>(src0: &Vreg<E>, src1: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsel).value(0, src0).value(1, src1).value(2, mask).gives(&[3])
}

/// Elements that [`vselr`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vselr` does not take `{Self}` elements for `(src0, src1)`",
)]
pub trait VselrElements {}
impl VselrElements for (f32, f32) {}
impl VselrElements for (f32, i32) {}
impl VselrElements for (f32, u32) {}
impl VselrElements for (f16, f16) {}
impl VselrElements for (f16, i16) {}
impl VselrElements for (f16, u16) {}
impl VselrElements for (bf16, bf16) {}
impl VselrElements for (bf16, i16) {}
impl VselrElements for (bf16, u16) {}
impl VselrElements for (i32, i32) {}
impl VselrElements for (i32, u32) {}
impl VselrElements for (i16, i16) {}
impl VselrElements for (i16, u16) {}
impl VselrElements for (i8, i8) {}
impl VselrElements for (i8, u8) {}
impl VselrElements for (u32, i32) {}
impl VselrElements for (u32, u32) {}
impl VselrElements for (u16, i16) {}
impl VselrElements for (u16, u16) {}
impl VselrElements for (u8, i8) {}
impl VselrElements for (u8, u8) {}
impl VselrElements for (F8E4M3, i8) {}
impl VselrElements for (F8E4M3, u8) {}
impl VselrElements for (F8E4M3, F8E4M3) {}
impl VselrElements for (F8E5M2, i8) {}
impl VselrElements for (F8E5M2, u8) {}
impl VselrElements for (F8E5M2, F8E5M2) {}
impl VselrElements for (Hif8, i8) {}
impl VselrElements for (Hif8, u8) {}
impl VselrElements for (Hif8, Hif8) {}

/// Select lanes of a vector register by lane numbers.
///
/// `src1` gives for each lane the lane of `src0` to take. With a predicate it is the reverse selection of the
/// manual: a set lane takes `src1`, a clear one `src0`.
///
/// ```text
/// result[i] = src0[src1[i] mod N]
/// with mask: result[i] = mask[i] ? src1[i] : src0[i]
/// ```
///
/// Text: `%result = pto.vselr %src0, %src1`
///
/// Rules:
/// - `src0` and `result` must have the same type: E0207
/// - `src1` must hold integers as wide as the lanes of `src0` (with a predicate: have its type), on cpu, a5 (`--rules device`): E0204
/// - `src0` and `src1` must have the same type, on cpu, a5 (`--rules manual`): E0207
/// - `mask` must be a predicate for the lanes of `src0`: E0208
///
/// Element types:
/// - cpu, a5: `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559,6611)
#[track_caller]
pub fn vselr<ESrc0: Lane, ESrc1: Lane>(src0: &Vreg<ESrc0>, src1: &Vreg<ESrc1>) -> Result<Vreg<ESrc0>>
where
    (ESrc0, ESrc1): VselrElements,
{
    Call::new(&ops::vselr).value(0, src0).value(1, src1).gives(&[3])
}

/// [`vselr`] with `mask`.
///
/// Text: `%result = pto.vselr %src0, %src1, %mask`
#[track_caller]
pub fn vselr_mask<E: Lane>(src0: &Vreg<E>, src1: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>>
where
    (E, E): VselrElements,
{
    Call::new(&ops::vselr).value(0, src0).value(1, src1).value(2, mask).gives(&[3])
}

/// Elements that [`vselrv2`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vselrv2` does not take `{Self}` elements for `(src0, src1)`",
)]
pub trait Vselrv2Elements {}
impl Vselrv2Elements for (f32, f32) {}
impl Vselrv2Elements for (f32, i32) {}
impl Vselrv2Elements for (f32, u32) {}
impl Vselrv2Elements for (f16, f16) {}
impl Vselrv2Elements for (f16, i16) {}
impl Vselrv2Elements for (f16, u16) {}
impl Vselrv2Elements for (bf16, bf16) {}
impl Vselrv2Elements for (bf16, i16) {}
impl Vselrv2Elements for (bf16, u16) {}
impl Vselrv2Elements for (i32, i32) {}
impl Vselrv2Elements for (i32, u32) {}
impl Vselrv2Elements for (i16, i16) {}
impl Vselrv2Elements for (i16, u16) {}
impl Vselrv2Elements for (i8, i8) {}
impl Vselrv2Elements for (i8, u8) {}
impl Vselrv2Elements for (u32, i32) {}
impl Vselrv2Elements for (u32, u32) {}
impl Vselrv2Elements for (u16, i16) {}
impl Vselrv2Elements for (u16, u16) {}
impl Vselrv2Elements for (u8, i8) {}
impl Vselrv2Elements for (u8, u8) {}
impl Vselrv2Elements for (F8E4M3, i8) {}
impl Vselrv2Elements for (F8E4M3, u8) {}
impl Vselrv2Elements for (F8E4M3, F8E4M3) {}
impl Vselrv2Elements for (F8E5M2, i8) {}
impl Vselrv2Elements for (F8E5M2, u8) {}
impl Vselrv2Elements for (F8E5M2, F8E5M2) {}
impl Vselrv2Elements for (Hif8, i8) {}
impl Vselrv2Elements for (Hif8, u8) {}
impl Vselrv2Elements for (Hif8, Hif8) {}

/// Select lanes of a vector register by lane numbers, second encoding.
///
/// `src1` gives for each lane the lane of `src0` to take. With a predicate it is the reverse selection of the
/// manual: a set lane takes `src1`, a clear one `src0`.
///
/// ```text
/// result[i] = src0[src1[i] mod N]
/// with mask: result[i] = mask[i] ? src1[i] : src0[i]
/// ```
///
/// Text: `%result = pto.vselrv2 %src0, %src1`
///
/// Rules:
/// - `src0` and `result` must have the same type: E0207
/// - `src1` must hold integers as wide as the lanes of `src0` (with a predicate: have its type), on cpu, a5 (`--rules device`): E0204
/// - `src0` and `src1` must have the same type, on cpu, a5 (`--rules manual`): E0207
/// - `mask` must be a predicate for the lanes of `src0`: E0208
///
/// Element types:
/// - cpu, a5: `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559,6612)
#[track_caller]
pub fn vselrv2<ESrc0: Lane, ESrc1: Lane>(src0: &Vreg<ESrc0>, src1: &Vreg<ESrc1>) -> Result<Vreg<ESrc0>>
where
    (ESrc0, ESrc1): Vselrv2Elements,
{
    Call::new(&ops::vselrv2).value(0, src0).value(1, src1).gives(&[3])
}

/// [`vselrv2`] with `mask`.
///
/// Text: `%result = pto.vselrv2 %src0, %src1, %mask`
#[track_caller]
pub fn vselrv2_mask<E: Lane>(src0: &Vreg<E>, src1: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>>
where
    (E, E): Vselrv2Elements,
{
    Call::new(&ops::vselrv2).value(0, src0).value(1, src1).value(2, mask).gives(&[3])
}
