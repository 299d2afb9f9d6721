//! Instructions of the op table's file `vector_store.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{bf16, f16};
use crate::error::Result;
use crate::vector::lane::{Lane, Width};
use crate::vector::ops::enums::{Stride, Update, VstsDist, Vstsx2Dist};
use crate::vector::pointer::UbPtr;
use crate::vector::register::{Align, Mask, Vreg};
use pto_isa::ops::vector_store as ops;

/// Store a vector register to the unified buffer.
///
/// `offset` counts elements of the pointer's type. Inactive units leave memory as it is. PK stores the low half
/// of each unit, PK4 the low quarter, 1PT only the first element whatever the predicate, MRG interleaves
/// channels. With a result memory is written at the pointer itself, which is returned moved on by the offset.
///
/// ```text
/// UB[dest + offset + i] = value[i] for active i   (NORM)
/// UB[dest + offset] = value[0]   (1PT)
/// ```
///
/// Text: `pto.vsts %value, %dest, %offset, %mask`
///
/// Rules:
/// - `dest` must be in ub: E0201
/// - `value` and `dest` must have elements of the same size (a warning): W0206
/// - `mask` must be a predicate for the units `dist` stores: the lanes, or what is packed or merged: E0208
/// - `dest` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsts.md)
#[track_caller]
pub fn vsts<E: Lane>(value: &Vreg<E>, dest: &UbPtr<E>, offset: usize, mask: &Mask<E::Width>) -> Result<()> {
    Call::new(&ops::vsts).value(0, value).value(1, dest).index(2, offset).value(3, mask).run().map(|_| ())
}

/// [`vsts`] with `dist`.
///
/// Text: `pto.vsts %value, %dest, %offset, %mask, "dist"`
#[track_caller]
pub fn vsts_dist<E: Lane, W: Width>(value: &Vreg<E>, dest: &UbPtr<E>, offset: usize, mask: &Mask<W>, dist: VstsDist) -> Result<()> {
    Call::new(&ops::vsts).value(0, value).value(1, dest).index(2, offset).value(3, mask).word("dist", Some(dist.word())).run().map(|_| ())
}

/// [`vsts`] with `updated_base`.
///
/// Text: `%updated_base = pto.vsts %value, %dest, %offset, %mask`
#[track_caller]
pub fn vsts_post<E: Lane>(value: &Vreg<E>, dest: &UbPtr<E>, offset: usize, mask: &Mask<E::Width>) -> Result<UbPtr<E>> {
    Call::new(&ops::vsts).value(0, value).value(1, dest).index(2, offset).value(3, mask).gives(&[4])
}

/// [`vsts`] with `updated_base`, `dist`.
///
/// Text: `%updated_base = pto.vsts %value, %dest, %offset, %mask, "dist"`
#[track_caller]
pub fn vsts_post_dist<E: Lane, W: Width>(value: &Vreg<E>, dest: &UbPtr<E>, offset: usize, mask: &Mask<W>, dist: VstsDist) -> Result<UbPtr<E>> {
    Call::new(&ops::vsts).value(0, value).value(1, dest).index(2, offset).value(3, mask).word("dist", Some(dist.word())).gives(&[4])
}

/// Store two vector registers interleaved.
///
/// Writes 512 contiguous bytes, whatever the predicate says.
///
/// ```text
/// UB[dest + offset + 2*i] = low[i]
/// UB[dest + offset + 2*i + 1] = high[i]
/// ```
///
/// Text: `pto.vstsx2 %low, %high, %dest, %offset, %mask, "dist"`
///
/// Rules:
/// - `dest` must be in ub: E0201
/// - `low` and `high` must have the same type: E0207
/// - `low` and `dest` must have elements of the same size (a warning): W0206
/// - `mask` must be a predicate for the lanes of `low`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstsx2.md)
#[track_caller]
pub fn vstsx2<E: Lane>(low: &Vreg<E>, high: &Vreg<E>, dest: &UbPtr<E>, offset: usize, mask: &Mask<E::Width>, dist: Vstsx2Dist) -> Result<()> {
    Call::new(&ops::vstsx2).value(0, low).value(1, high).value(2, dest).index(3, offset).value(4, mask).word("dist", Some(dist.word())).run().map(|_| ())
}

/// Store a vector register with a fixed stride.
///
/// The stride word, not the lane number alone, says which elements are written.
///
/// ```text
/// UB[dest + offset + i * stride] = value[i]
/// ```
///
/// Text: `pto.vsst %value, %dest, %offset, "stride"`
///
/// Rules:
/// - `dest` must be in ub: E0201
/// - `value` and `dest` must have elements of the same size (a warning): W0206
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsst.md)
#[track_caller]
pub fn vsst<E: Lane>(value: &Vreg<E>, dest: &UbPtr<E>, offset: usize, stride: Stride) -> Result<()> {
    Call::new(&ops::vsst).value(0, value).value(1, dest).index(2, offset).word("stride", Some(stride.word())).run().map(|_| ())
}

/// Store eight 32-byte blocks with a stride.
///
/// Strides count 32-byte blocks, without a sign; a block whose predicate bit is clear is not written. In the
/// manual's form one 32-bit control word takes the place of the two strides. With a result the first block goes to
/// the pointer itself, which is returned `repeat_stride` blocks on.
///
/// ```text
/// UB[dest + (repeat_stride + b * block_stride) * 32, 32 bytes] = block b of value
/// ```
///
/// Text: `pto.vsstb %value, %dest, %block_stride, %mask`
///
/// Rules:
/// - `dest` must be in ub: E0201
/// - `value` and `dest` must have elements of the same size (a warning): W0206
/// - two strides must be i16; a control word alone must be i32: E0220
/// - `mask` must be a predicate for the lanes of `value`: E0208
/// - `dest` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsstb.md)
#[track_caller]
pub fn vsstb<E: Lane>(value: &Vreg<E>, dest: &UbPtr<E>, block_stride: i32, mask: &Mask<E::Width>) -> Result<()> {
    Call::new(&ops::vsstb).value(0, value).value(1, dest).scalar(2, block_stride).value(4, mask).run().map(|_| ())
}

/// [`vsstb`] with `repeat_stride`.
///
/// Text: `pto.vsstb %value, %dest, %block_stride, %repeat_stride, %mask`
#[track_caller]
pub fn vsstb_repeat_stride<E: Lane>(value: &Vreg<E>, dest: &UbPtr<E>, block_stride: i16, repeat_stride: i16, mask: &Mask<E::Width>) -> Result<()> {
    Call::new(&ops::vsstb).value(0, value).value(1, dest).scalar(2, block_stride).scalar(3, repeat_stride).value(4, mask).run().map(|_| ())
}

/// [`vsstb`] with `updated_base`.
///
/// Text: `%updated_base = pto.vsstb %value, %dest, %block_stride, %mask`
#[track_caller]
pub fn vsstb_post<E: Lane>(value: &Vreg<E>, dest: &UbPtr<E>, block_stride: i32, mask: &Mask<E::Width>) -> Result<UbPtr<E>> {
    Call::new(&ops::vsstb).value(0, value).value(1, dest).scalar(2, block_stride).value(4, mask).gives(&[5])
}

/// [`vsstb`] with `repeat_stride`, `updated_base`.
///
/// Text: `%updated_base = pto.vsstb %value, %dest, %block_stride, %repeat_stride, %mask`
#[track_caller]
pub fn vsstb_repeat_stride_post<E: Lane>(value: &Vreg<E>, dest: &UbPtr<E>, block_stride: i16, repeat_stride: i16, mask: &Mask<E::Width>) -> Result<UbPtr<E>> {
    Call::new(&ops::vsstb).value(0, value).value(1, dest).scalar(2, block_stride).scalar(3, repeat_stride).value(4, mask).gives(&[5])
}

/// Elements that [`vscatter`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vscatter` does not take `{Self}` elements for `(value, offsets)`",
    note = "cpu, a2a3, a5 take (f32, i32), (f32, u32), (f16, i16), (f16, u16), (bf16, i16), (bf16, u16), (i32, i32), (i32, u32), (i16, i16), (i16, u16), (i8, i16), (i8, u16), (u32, i32), (u32, u32), (u16, i16), (u16, u16), (u8, i16), (u8, u16)",
)]
pub trait VscatterElements {}
impl VscatterElements for (f32, i32) {}
impl VscatterElements for (f32, u32) {}
impl VscatterElements for (f16, i16) {}
impl VscatterElements for (f16, u16) {}
impl VscatterElements for (bf16, i16) {}
impl VscatterElements for (bf16, u16) {}
impl VscatterElements for (i32, i32) {}
impl VscatterElements for (i32, u32) {}
impl VscatterElements for (i16, i16) {}
impl VscatterElements for (i16, u16) {}
impl VscatterElements for (i8, i16) {}
impl VscatterElements for (i8, u16) {}
impl VscatterElements for (u32, i32) {}
impl VscatterElements for (u32, u32) {}
impl VscatterElements for (u16, i16) {}
impl VscatterElements for (u16, u16) {}
impl VscatterElements for (u8, i16) {}
impl VscatterElements for (u8, u16) {}

/// Scatter lanes to the unified buffer.
///
/// `offsets` counts elements, without a sign. Of equal offsets the lowest lane wins; on A2/A3 they are an error. Of
/// 8-bit lanes every second is sent. In the manual's form `active_lanes` gives the number of leading lanes that
/// take part.
///
/// ```text
/// UB[dest + offsets[i]] = value[i] for active i
/// ```
///
/// Text: `pto.vscatter %value, %dest, %offsets, %mask`
///
/// Rules:
/// - `dest` must be in ub: E0201
/// - `value` and `dest` must have the same element type: E0203
/// - `offsets` must hold 32-bit integers for 32-bit lanes and 16-bit integers for narrower ones: E0204
/// - `mask` must be a b32 predicate for 32-bit lanes and a b16 predicate for narrower ones: E0208
/// - either a predicate or a number of active lanes must be given: E0221
///
/// Element types:
/// - every target: `value`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vscatter.md:44)
#[track_caller]
pub fn vscatter<EValue: Lane, EOffsets: Lane>(value: &Vreg<EValue>, dest: &UbPtr<EValue>, offsets: &Vreg<EOffsets>, mask: &Mask<EOffsets::Width>) -> Result<()>
where
    (EValue, EOffsets): VscatterElements,
{
    Call::new(&ops::vscatter).value(0, value).value(1, dest).value(2, offsets).value(3, mask).run().map(|_| ())
}

/// [`vscatter`] with `active_lanes` instead of `mask`.
///
/// Text: `pto.vscatter %value, %dest, %offsets, %active_lanes`
#[track_caller]
pub fn vscatter_active_lanes<EValue: Lane, EOffsets: Lane>(value: &Vreg<EValue>, dest: &UbPtr<EValue>, offsets: &Vreg<EOffsets>, active_lanes: usize) -> Result<()>
where
    (EValue, EOffsets): VscatterElements,
{
    Call::new(&ops::vscatter).value(0, value).value(1, dest).value(2, offsets).index(4, active_lanes).run().map(|_| ())
}

/// Write out the pending bytes of a stream of unaligned stores.
///
/// `offset` counts elements from `dest`.
///
/// ```text
/// UB[dest + offset] = pending bytes of value
/// ```
///
/// Text: `pto.vsta %value, %dest, %offset`
///
/// Rules:
/// - `dest` must be in ub: E0201
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsta.md)
#[track_caller]
pub fn vsta<E: Lane>(value: Align, dest: &UbPtr<E>, offset: usize) -> Result<()> {
    Call::new(&ops::vsta).value(0, &value).value(1, dest).index(2, offset).run().map(|_| ())
}

/// Write out the pending bytes of a stream, at a scalar offset.
///
/// `offset` counts elements. The place must be where the stream stopped; the state is empty afterwards. With a
/// result the flush happens at `dest` itself, which is returned moved on by the offset.
///
/// ```text
/// UB[dest + offset] = pending bytes of value
/// ```
///
/// Text: `pto.vstas %value, %dest, %offset`
///
/// Rules:
/// - `dest` must be in ub: E0201
/// - `offset` must have element type i32: E0204
/// - `dest` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstas.md)
#[track_caller]
pub fn vstas<E: Lane>(value: Align, dest: &UbPtr<E>, offset: i32) -> Result<()> {
    Call::new(&ops::vstas).value(0, &value).value(1, dest).scalar(2, offset).run().map(|_| ())
}

/// [`vstas`] with `updated_base`.
///
/// Text: `%updated_base = pto.vstas %value, %dest, %offset`
#[track_caller]
pub fn vstas_post<E: Lane>(value: Align, dest: &UbPtr<E>, offset: i32) -> Result<UbPtr<E>> {
    Call::new(&ops::vstas).value(0, &value).value(1, dest).scalar(2, offset).gives(&[3])
}

/// Write out the pending bytes of a stream, at the address register.
///
/// Ends a sequence of `vstur`.
///
/// ```text
/// UB[dest + AR] = pending bytes of value
/// ```
///
/// Text: `pto.vstar %value, %dest`
///
/// Rules:
/// - `dest` must be in ub: E0201
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstar.md)
#[track_caller]
pub fn vstar<E: Lane>(value: Align, dest: &UbPtr<E>) -> Result<()> {
    Call::new(&ops::vstar).value(0, &value).value(1, dest).run().map(|_| ())
}

/// Store a vector register to any address of a stream.
///
/// A later flush writes the tail. POST\_UPDATE advances the offset by the register.
///
/// ```text
/// UB[base + offset_in + i] = value[i]
/// offset_out = offset_in + N   (POST_UPDATE)
/// ```
///
/// Text: `%align_out, %offset_out = pto.vstu %align_in, %offset_in, %value, %base, "mode"`
///
/// Rules:
/// - `base` must be in ub: E0201
/// - `value` and `base` must have elements of the same size (a warning): W0206
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstu.md)
#[track_caller]
pub fn vstu<E: Lane>(align_in: Align, offset_in: usize, value: &Vreg<E>, base: &UbPtr<E>, mode: Update) -> Result<(Align, usize)> {
    Call::new(&ops::vstu).value(0, &align_in).index(1, offset_in).value(2, value).value(3, base).word("mode", Some(mode.word())).gives(&[4, 5])
}

/// Store the first lanes of a vector register to any address of a stream.
///
/// `offset` is the number of elements stored. With a second result the pointer advances by it and is returned.
/// Whole 32-byte blocks are written at once; the rest waits until the block is full, or for a flush at the place
/// after the last element.
///
/// ```text
/// UB[base + i] = value[i] for i < offset
/// base_out = base + offset
/// ```
///
/// Text: `%align_out = pto.vstus %align_in, %offset, %value, %base`
///
/// Rules:
/// - `base` must be in ub: E0201
/// - `offset` must have element type i32: E0204
/// - `value` and `base` must have elements of the same size (a warning): W0206
/// - `base` and `base_out` must have the same type: E0207
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstus.md)
#[track_caller]
pub fn vstus<E: Lane>(align_in: Align, offset: i32, value: &Vreg<E>, base: &UbPtr<E>) -> Result<Align> {
    Call::new(&ops::vstus).value(0, &align_in).scalar(1, offset).value(2, value).value(3, base).gives(&[4])
}

/// [`vstus`] with `mode`.
///
/// Text: `%align_out = pto.vstus %align_in, %offset, %value, %base, "mode"`
#[track_caller]
pub fn vstus_mode<E: Lane>(align_in: Align, offset: i32, value: &Vreg<E>, base: &UbPtr<E>, mode: Update) -> Result<Align> {
    Call::new(&ops::vstus).value(0, &align_in).scalar(1, offset).value(2, value).value(3, base).word("mode", Some(mode.word())).gives(&[4])
}

/// [`vstus`] with `base_out`.
///
/// Text: `%align_out, %base_out = pto.vstus %align_in, %offset, %value, %base`
#[track_caller]
pub fn vstus_post<E: Lane>(align_in: Align, offset: i32, value: &Vreg<E>, base: &UbPtr<E>) -> Result<(Align, UbPtr<E>)> {
    Call::new(&ops::vstus).value(0, &align_in).scalar(1, offset).value(2, value).value(3, base).gives(&[4, 5])
}

/// [`vstus`] with `base_out`, `mode`.
///
/// Text: `%align_out, %base_out = pto.vstus %align_in, %offset, %value, %base, "mode"`
#[track_caller]
pub fn vstus_post_mode<E: Lane>(align_in: Align, offset: i32, value: &Vreg<E>, base: &UbPtr<E>, mode: Update) -> Result<(Align, UbPtr<E>)> {
    Call::new(&ops::vstus).value(0, &align_in).scalar(1, offset).value(2, value).value(3, base).word("mode", Some(mode.word())).gives(&[4, 5])
}

/// Store what the last `vsqz` kept, at the address register.
///
/// POST\_UPDATE adds the number of stored bytes to the address register.
///
/// ```text
/// UB[base + AR + i] = value[i] for i < kept lanes
/// AR = AR + kept bytes   (POST_UPDATE)
/// ```
///
/// Text: `%align_out = pto.vstur %align_in, %value, %base, "mode"`
///
/// Rules:
/// - `base` must be in ub: E0201
/// - `value` and `base` must have elements of the same size (a warning): W0206
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstur.md)
#[track_caller]
pub fn vstur<E: Lane>(align_in: Align, value: &Vreg<E>, base: &UbPtr<E>, mode: Update) -> Result<Align> {
    Call::new(&ops::vstur).value(0, &align_in).value(1, value).value(2, base).word("mode", Some(mode.word())).gives(&[3])
}
