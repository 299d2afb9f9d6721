//! Instructions of the op table's file `vector_convert.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, Hif8, bf16, f16};
use crate::error::Result;
use crate::vector::lane::{Lane, Width};
use crate::vector::ops::enums::{Part, RoundMode, Sat, VciOrder, VcvtPart, VcvtRnd, VmulscvtRnd};
use crate::vector::register::{Mask, Vreg};
use pto_isa::ops::vector_convert as ops;

/// Elements that [`vcvt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vcvt` does not take `{Self}` elements for `(input, result)`",
)]
pub trait VcvtElements {}
impl VcvtElements for (f32, f16) {}
impl VcvtElements for (f32, bf16) {}
impl VcvtElements for (f32, i64) {}
impl VcvtElements for (f32, i32) {}
impl VcvtElements for (f32, i16) {}
impl VcvtElements for (f32, F8E4M3) {}
impl VcvtElements for (f32, F8E5M2) {}
impl VcvtElements for (f32, Hif8) {}
impl VcvtElements for (f16, f32) {}
impl VcvtElements for (f16, i32) {}
impl VcvtElements for (f16, i16) {}
impl VcvtElements for (f16, i8) {}
impl VcvtElements for (f16, u8) {}
impl VcvtElements for (f16, F8E4M3) {}
impl VcvtElements for (f16, F8E5M2) {}
impl VcvtElements for (f16, Hif8) {}
impl VcvtElements for (bf16, f32) {}
impl VcvtElements for (bf16, f16) {}
impl VcvtElements for (bf16, i32) {}
impl VcvtElements for (bf16, F8E4M3) {}
impl VcvtElements for (bf16, F8E5M2) {}
impl VcvtElements for (bf16, F4E1M2x2) {}
impl VcvtElements for (bf16, F4E2M1x2) {}
impl VcvtElements for (i64, f32) {}
impl VcvtElements for (i64, i32) {}
impl VcvtElements for (i32, f32) {}
impl VcvtElements for (i32, i64) {}
impl VcvtElements for (i32, i16) {}
impl VcvtElements for (i32, u16) {}
impl VcvtElements for (i32, u8) {}
impl VcvtElements for (i16, f32) {}
impl VcvtElements for (i16, f16) {}
impl VcvtElements for (i16, i32) {}
impl VcvtElements for (i16, u32) {}
impl VcvtElements for (i16, u8) {}
impl VcvtElements for (i8, f16) {}
impl VcvtElements for (i8, i32) {}
impl VcvtElements for (i8, i16) {}
impl VcvtElements for (u32, f32) {}
impl VcvtElements for (u32, i16) {}
impl VcvtElements for (u32, u16) {}
impl VcvtElements for (u32, u8) {}
impl VcvtElements for (u16, u32) {}
impl VcvtElements for (u16, u8) {}
impl VcvtElements for (u8, f16) {}
impl VcvtElements for (u8, u32) {}
impl VcvtElements for (u8, u16) {}
impl VcvtElements for (F8E4M3, f32) {}
impl VcvtElements for (F8E5M2, f32) {}
impl VcvtElements for (Hif8, f32) {}
impl VcvtElements for (F4E1M2x2, bf16) {}
impl VcvtElements for (F4E2M1x2, bf16) {}

/// Attributes of [`vcvt`].
#[derive(Clone, Copy, Debug, Default)]
pub struct VcvtWith {
    /// rounding: R nearest even, A nearest away or away (quirk `round-away`), F down, C up, Z to zero, O to odd, H hybrid.
    pub rnd: Option<VcvtRnd>,
    /// clamp or wrap what does not fit.
    pub sat: Option<Sat>,
    /// sub-slot of a wide slot.
    pub part: Option<VcvtPart>,
}

/// Convert the element type of a vector register.
///
/// Narrowing writes one sub-slot of each wide slot and zeroes the others; widening reads one. `part` names the
/// sub-slot. Inactive lanes become zero. Without `rnd` it rounds to nearest even, without `sat` it does not saturate.
///
/// With saturation what does not fit becomes the nearest finite value, infinities too. Without, floats overflow to
/// infinity (NaN in e4m3), integers keep the low bits of the exact integer, and infinity and NaN become 0 in an
/// integer. An element of the 4-bit types holds two numbers, the lower half first.
///
/// ```text
/// result[i*n + part] = mask[i] ? convert(input[i]) : 0   narrowing, n sub-slots per slot
/// result[i] = mask[i*n + part] ? convert(input[i*n + part]) : 0   widening
/// ```
///
/// Text: `%result = pto.vcvt %input, %mask`
///
/// Rules:
/// - `mask` must be a predicate for the lanes of `input`: E0208
/// - u32 to f32 is documented, but no assembler encodes it, on a2a3, a5 (a warning): W0205
/// - `part` must be EVEN or ODD where the widths differ by two, P0 to P3 where by four, and absent else: E0232
/// - `rnd` belongs to pairs that round, `sat` to pairs that can overflow, `part` to pairs of different width (a warning): W0232
///
/// Element types:
/// - a2a3: `(input, result)`: (f32, f16) (f32, bf16) (f32, i16) (f32, i32) (f32, i64) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (bf16, f16) (bf16, f32) (bf16, i32) (u8, f16) (u8, u16) (u8, u32) (i8, f16) (i8, i16) (i8, i32) (u16, u8) (u16, u32) (i16, f16) (i16, f32) (i16, u32) (i16, i32) (i16, u8) (u32, u8) (u32, u16) (u32, i16) (u32, f32) (i32, f32) (i32, u8) (i32, u16) (i32, i16) (i32, i64) (i64, f32) (i64, i32) (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vcvt.md:150-198)
/// - cpu, a5: `(input, result)`: (f32, F8E4M3) (f32, F8E5M2) (f32, Hif8) (f32, f16) (f32, bf16) (f32, i16) (f32, i32) (f32, i64) (f16, F8E4M3) (f16, F8E5M2) (f16, Hif8) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (bf16, F8E4M3) (bf16, F8E5M2) (bf16, F4E1M2x2) (bf16, F4E2M1x2) (bf16, f16) (bf16, f32) (bf16, i32) (u8, f16) (u8, u16) (u8, u32) (i8, f16) (i8, i16) (i8, i32) (u16, u8) (u16, u32) (i16, f16) (i16, f32) (i16, u32) (i16, i32) (i16, u8) (u32, u8) (u32, u16) (u32, i16) (u32, f32) (i32, f32) (i32, u8) (i32, u16) (i32, i16) (i32, i64) (i64, f32) (i64, i32) (F8E4M3, f32) (F8E5M2, f32) (Hif8, f32) (F4E1M2x2, bf16) (F4E2M1x2, bf16) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1594-1611,1726-1907,6941-7036)
/// - every target (`--rules manual`): `(input, result)`: (f32, f16) (f32, bf16) (f32, i16) (f32, i32) (f32, i64) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (bf16, f32) (bf16, i32) (u8, f16) (u8, u16) (u8, u32) (i8, f16) (i8, i16) (i8, i32) (u16, u8) (u16, u32) (i16, f16) (i16, f32) (i16, u32) (i16, i32) (i16, u8) (u32, u8) (u32, u16) (u32, i16) (u32, f32) (i32, f32) (i32, u8) (i32, u16) (i32, i16) (i32, i64) (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vcvt.md:150-198)
#[track_caller]
pub fn vcvt<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>, mask: &Mask<EInput::Width>) -> Result<Vreg<EResult>>
where
    (EInput, EResult): VcvtElements,
{
    Call::new(&ops::vcvt).value(0, input).value(1, mask).gives(&[2])
}

/// [`vcvt`] with attributes.
///
/// Text: `%result = pto.vcvt %input, %mask`
#[track_caller]
pub fn vcvt_with<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>, mask: &Mask<EInput::Width>, with: VcvtWith) -> Result<Vreg<EResult>>
where
    (EInput, EResult): VcvtElements,
{
    Call::new(&ops::vcvt).value(0, input).value(1, mask).word("rnd", with.rnd.map(VcvtRnd::word)).word("sat", with.sat.map(Sat::word)).word("part", with.part.map(VcvtPart::word)).gives(&[2])
}

/// Elements that [`vtrc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vtrc` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, bf16",
)]
pub trait VtrcElement: Lane {}
impl VtrcElement for f32 {}
impl VtrcElement for f16 {}
impl VtrcElement for bf16 {}

/// Round each lane to an integral value of the same type.
///
/// Infinities and NaN pass, and a zero keeps its sign. Inactive lanes become zero; without a predicate every lane is active.
///
/// ```text
/// result[i] = mask[i] ? round(input[i], round_mode) : 0
/// ```
///
/// Text: `%result = pto.vtrc %input, "round_mode"`
///
/// Rules:
/// - `input` and `result` must have the same type: E0207
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - every target: `input`: f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6794-6824)
#[track_caller]
pub fn vtrc<E: VtrcElement>(input: &Vreg<E>, round_mode: RoundMode) -> Result<Vreg<E>> {
    Call::new(&ops::vtrc).value(0, input).word("round_mode", Some(round_mode.word())).gives(&[2])
}

/// [`vtrc`] with `mask`.
///
/// Text: `%result = pto.vtrc %input, %mask, "round_mode"`
#[track_caller]
pub fn vtrc_mask<E: VtrcElement>(input: &Vreg<E>, mask: &Mask<E::Width>, round_mode: RoundMode) -> Result<Vreg<E>> {
    Call::new(&ops::vtrc).value(0, input).value(1, mask).word("round_mode", Some(round_mode.word())).gives(&[2])
}

/// Elements that [`vci`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vci` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take f32, f16, i32, i16, i8, u32, u16, u8",
)]
pub trait VciElement: Lane {}
impl VciElement for f32 {}
impl VciElement for f16 {}
impl VciElement for i32 {}
impl VciElement for i16 {}
impl VciElement for i8 {}
impl VciElement for u32 {}
impl VciElement for u16 {}
impl VciElement for u8 {}

/// Fill a vector register with ascending or descending numbers.
///
/// Integers wrap, floats are rounded once. Without `order` the numbers ascend. Inactive lanes become zero; without a
/// predicate every lane is active.
///
/// ```text
/// result[i] = index + i   (ASC)
/// result[i] = index - i   (DESC)
/// ```
///
/// Text: `%result = pto.vci %index`
///
/// Rules:
/// - `index` must have the element type of `result`: E0220
/// - `mask` must be a predicate for the lanes of `result`: E0208
///
/// Element types:
/// - every target: `result`: i8, u8, i16, u16, i32, u32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5064-5083)
/// - every target (`--rules manual`): `result`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vci.md:70)
#[track_caller]
pub fn vci<E: VciElement>(index: E::Host) -> Result<Vreg<E>> {
    Call::new(&ops::vci).element::<E>(0, index).gives(&[2])
}

/// [`vci`] with `order`.
///
/// Text: `%result = pto.vci %index, "order"`
#[track_caller]
pub fn vci_order<E: VciElement>(index: E::Host, order: VciOrder) -> Result<Vreg<E>> {
    Call::new(&ops::vci).element::<E>(0, index).word("order", Some(order.word())).gives(&[2])
}

/// [`vci`] with `mask`.
///
/// Text: `%result = pto.vci %index, %mask`
#[track_caller]
pub fn vci_mask<E: VciElement>(index: E::Host, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vci).element::<E>(0, index).value(1, mask).gives(&[2])
}

/// [`vci`] with `mask`, `order`.
///
/// Text: `%result = pto.vci %index, %mask, "order"`
#[track_caller]
pub fn vci_mask_order<E: VciElement>(index: E::Host, mask: &Mask<E::Width>, order: VciOrder) -> Result<Vreg<E>> {
    Call::new(&ops::vci).element::<E>(0, index).value(1, mask).word("order", Some(order.word())).gives(&[2])
}

/// Read the bits of a vector register as another type.
///
/// All 2048 bits stay as they are; lanes are counted anew.
///
/// ```text
/// bits(result) = bits(input)
/// ```
///
/// Text: `%result = pto.vbitcast %input`
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vbitcast.md:42)
#[track_caller]
pub fn vbitcast<EInput: Lane, EResult: Lane>(input: &Vreg<EInput>) -> Result<Vreg<EResult>> {
    Call::new(&ops::vbitcast).value(0, input).gives(&[1])
}

/// Read a predicate as one of another lane width.
///
/// The 256 bits of the predicate register stay as they are. A b16 predicate read as b32 keeps every second lane.
///
/// ```text
/// bits(result) = bits(input)
/// ```
///
/// Text: `%result = pto.pbitcast %input`
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/pbitcast.md:40)
#[track_caller]
pub fn pbitcast<W0: Width, W1: Width>(input: &Mask<W0>) -> Result<Mask<W1>> {
    Call::new(&ops::pbitcast).value(0, input).gives(&[1])
}

/// Elements that [`vmulscvt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`input` of `pto.vmulscvt` does not take `{Self}` elements",
    note = "cpu, a5 take f32",
)]
pub trait VmulscvtInputElement: Lane {}
impl VmulscvtInputElement for f32 {}

/// Elements that [`vmulscvt`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`result` of `pto.vmulscvt` does not take `{Self}` elements",
    note = "cpu, a5 take f16",
)]
pub trait VmulscvtResultElement: Lane {}
impl VmulscvtResultElement for f16 {}

/// Multiply each lane by a number and narrow the product.
///
/// The exact product is rounded once, f32 to f16, into the even or odd lanes; the others become zero, and inactive
/// ones too. What is too large becomes infinity.
///
/// ```text
/// result[2*i + part] = mask[i] ? f16(input[i] * scalar) : 0
/// ```
///
/// Text: `%result = pto.vmulscvt %input, %scalar, %mask, "rnd", "part"`
///
/// Rules:
/// - `scalar` must have the element type of `input`: E0220
/// - `mask` must be a predicate for the lanes of `input`: E0208
///
/// Element types:
/// - cpu, a5: `(input, result)`: (f32, f16) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6826-6871)
#[track_caller]
pub fn vmulscvt<EInput: VmulscvtInputElement, EResult: VmulscvtResultElement>(input: &Vreg<EInput>, scalar: EInput::Host, mask: &Mask<EInput::Width>, rnd: VmulscvtRnd, part: Part) -> Result<Vreg<EResult>> {
    Call::new(&ops::vmulscvt).value(0, input).element::<EInput>(1, scalar).value(2, mask).word("rnd", Some(rnd.word())).word("part", Some(part.word())).gives(&[3])
}
