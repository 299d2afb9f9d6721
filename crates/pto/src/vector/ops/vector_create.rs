//! Instructions of the op table's file `vector_create.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Hif8, bf16, f16};
use crate::error::Result;
use crate::vector::lane::Lane;
use crate::vector::ops::enums::Position;
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_create as ops;

/// Elements that [`vbr`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vbr` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait VbrElement: Lane {}
impl VbrElement for f32 {}
impl VbrElement for f16 {}
impl VbrElement for bf16 {}
impl VbrElement for i32 {}
impl VbrElement for i16 {}
impl VbrElement for i8 {}
impl VbrElement for u32 {}
impl VbrElement for u16 {}
impl VbrElement for u8 {}
impl VbrElement for F8E4M3 {}
impl VbrElement for F8E5M2 {}
impl VbrElement for Hif8 {}
impl VbrElement for F8E8M0 {}
impl VbrElement for F4E1M2x2 {}
impl VbrElement for F4E2M1x2 {}

/// Copy a number to every lane.
///
/// 8-bit lanes take the low bits of the number.
///
/// ```text
/// result[i] = value
/// ```
///
/// Text: `%result = pto.vbr %value`
///
/// Rules:
/// - `value` must have the element type of `result`: E0220
///
/// Element types:
/// - every target: `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4974-4989)
#[track_caller]
pub fn vbr<E: VbrElement>(value: E::Host) -> Result<Vreg<E>> {
    Call::new(&ops::vbr).element::<E>(0, value).gives(&[1])
}

/// Elements that [`vdup`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vdup` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16, i32, i16, i8, u32, u16, u8, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait VdupElement: Lane {}
impl VdupElement for f32 {}
impl VdupElement for f16 {}
impl VdupElement for bf16 {}
impl VdupElement for i32 {}
impl VdupElement for i16 {}
impl VdupElement for i8 {}
impl VdupElement for u32 {}
impl VdupElement for u16 {}
impl VdupElement for u8 {}
impl VdupElement for F8E4M3 {}
impl VdupElement for F8E5M2 {}
impl VdupElement for Hif8 {}
impl VdupElement for F8E8M0 {}
impl VdupElement for F4E1M2x2 {}
impl VdupElement for F4E2M1x2 {}

/// Copy a number, or the first or last lane of a register, to the active lanes.
///
/// Inactive lanes become zero; without a predicate every lane is active. Without `position` a register gives its
/// first lane.
///
/// ```text
/// result[i] = mask[i] ? value : 0   with value = input, input[0] (LOWEST) or input[N-1] (HIGHEST)
/// ```
///
/// Text: `%result = pto.vdup %input`
///
/// Rules:
/// - `input` must have the element type of `result`: E0220
/// - a register `input` must have the type of `result`: E0207
/// - `mask` must be a predicate for the lanes of `result`: E0208
/// - `position` belongs to a register `input`: E0232
///
/// Element types:
/// - every target: `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5672-5710)
#[track_caller]
pub fn vdup<E: VdupElement>(input: &Vreg<E>) -> Result<Vreg<E>> {
    Call::new(&ops::vdup).value(0, input).gives(&[2])
}

/// [`vdup`] with a number in place of the register.
///
/// Text: `%result = pto.vdup %input`
#[track_caller]
pub fn vdup_scalar<E: VdupElement>(input: E::Host) -> Result<Vreg<E>> {
    Call::new(&ops::vdup).element::<E>(0, input).gives(&[2])
}

/// [`vdup`] with `position`.
///
/// Text: `%result = pto.vdup %input, "position"`
#[track_caller]
pub fn vdup_position<E: VdupElement>(input: &Vreg<E>, position: Position) -> Result<Vreg<E>> {
    Call::new(&ops::vdup).value(0, input).word("position", Some(position.word())).gives(&[2])
}

/// [`vdup`] with `mask`.
///
/// Text: `%result = pto.vdup %input, %mask`
#[track_caller]
pub fn vdup_mask<E: VdupElement>(input: &Vreg<E>, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vdup).value(0, input).value(1, mask).gives(&[2])
}

/// [`vdup`] with `mask`, a number in place of the register.
///
/// Text: `%result = pto.vdup %input, %mask`
#[track_caller]
pub fn vdup_mask_scalar<E: VdupElement>(input: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vdup).element::<E>(0, input).value(1, mask).gives(&[2])
}

/// [`vdup`] with `mask`, `position`.
///
/// Text: `%result = pto.vdup %input, %mask, "position"`
#[track_caller]
pub fn vdup_mask_position<E: VdupElement>(input: &Vreg<E>, mask: &Mask<E::Width>, position: Position) -> Result<Vreg<E>> {
    Call::new(&ops::vdup).value(0, input).value(1, mask).word("position", Some(position.word())).gives(&[2])
}
