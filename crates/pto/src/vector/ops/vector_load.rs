//! Instructions of the op table's file `vector_load.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::{bf16, f16};
use crate::error::Result;
use crate::vector::lane::{B32, Lane};
use crate::vector::ops::enums::{Stride, VldsDist, Vldsx2Dist};
use crate::vector::pointer::UbPtr;
use crate::vector::register::{Align, Mask, Vreg};
use pto_isa::ops::vector_load as ops;

/// Load a vector register from the unified buffer.
///
/// `offset` counts elements of the pointer's type. `dist` says how memory maps to lanes; its unit may differ from
/// the element type. The address must be a multiple of 32 bytes, of the unit for BRC, of 16 for E2B\_B16. With a
/// second result memory is read at the pointer itself, which is returned moved on by the offset.
///
/// ```text
/// result[i] = UB[source + offset + i]   (NORM)
/// result[i] = UB[source + offset]   (BRC)
/// ```
///
/// Text: `%result = pto.vlds %source, %offset`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `result` and `source` must have elements of the same size (a warning): W0206
/// - `source` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vlds.md)
#[track_caller]
pub fn vlds<E: Lane>(source: &UbPtr<E>, offset: usize) -> Result<Vreg<E>> {
    Call::new(&ops::vlds).value(0, source).index(1, offset).gives(&[2])
}

/// [`vlds`] with `dist`.
///
/// Text: `%result = pto.vlds %source, %offset, "dist"`
#[track_caller]
pub fn vlds_dist<E: Lane>(source: &UbPtr<E>, offset: usize, dist: VldsDist) -> Result<Vreg<E>> {
    Call::new(&ops::vlds).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2])
}

/// [`vlds`] with `updated_base`.
///
/// Text: `%result, %updated_base = pto.vlds %source, %offset`
#[track_caller]
pub fn vlds_post<E: Lane>(source: &UbPtr<E>, offset: usize) -> Result<(Vreg<E>, UbPtr<E>)> {
    Call::new(&ops::vlds).value(0, source).index(1, offset).gives(&[2, 3])
}

/// [`vlds`] with `updated_base`, `dist`.
///
/// Text: `%result, %updated_base = pto.vlds %source, %offset, "dist"`
#[track_caller]
pub fn vlds_post_dist<E: Lane>(source: &UbPtr<E>, offset: usize, dist: VldsDist) -> Result<(Vreg<E>, UbPtr<E>)> {
    Call::new(&ops::vlds).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2, 3])
}

/// Load two vector registers and separate even and odd units.
///
/// Reads 512 contiguous bytes. BDINTLV separates 32-byte blocks. With a third result memory is read at the pointer
/// itself, which is returned moved on by the offset.
///
/// ```text
/// low[i] = UB[source + offset + 2*i]
/// high[i] = UB[source + offset + 2*i + 1]
/// ```
///
/// Text: `%low, %high = pto.vldsx2 %source, %offset, "dist"`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `low` and `high` must have the same type: E0207
/// - `low` and `source` must have elements of the same size (a warning): W0206
/// - `source` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldsx2.md)
#[track_caller]
pub fn vldsx2<E: Lane>(source: &UbPtr<E>, offset: usize, dist: Vldsx2Dist) -> Result<(Vreg<E>, Vreg<E>)> {
    Call::new(&ops::vldsx2).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2, 3])
}

/// [`vldsx2`] with `updated_base`.
///
/// Text: `%low, %high, %updated_base = pto.vldsx2 %source, %offset, "dist"`
#[track_caller]
pub fn vldsx2_post<E: Lane>(source: &UbPtr<E>, offset: usize, dist: Vldsx2Dist) -> Result<(Vreg<E>, Vreg<E>, UbPtr<E>)> {
    Call::new(&ops::vldsx2).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2, 3, 4])
}

/// Start a stream of unaligned loads.
///
/// Reads the aligned block around `source`, which needs no alignment itself.
///
/// ```text
/// result = UB[source rounded down to 32 bytes, 32 bytes]
/// ```
///
/// Text: `%result = pto.vldas %source`
///
/// Rules:
/// - `source` must be in ub: E0201
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldas.md)
#[track_caller]
pub fn vldas<E: Lane>(source: &UbPtr<E>) -> Result<Align> {
    Call::new(&ops::vldas).value(0, source).gives(&[1])
}

/// Load a vector register from any address of a stream.
///
/// `align` comes from `vldas` or an earlier `vldus` and must be about the block of `source`: a stream goes on a
/// register further, or `increment` elements. A second pointer result is that place.
///
/// ```text
/// result[i] = UB[source + i]
/// updated_base = source + increment
/// ```
///
/// Text: `%result, %updated_align = pto.vldus %source, %align`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `result` and `source` must have elements of the same size (a warning): W0206
/// - `source` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldus.md)
#[track_caller]
pub fn vldus<E: Lane>(source: &UbPtr<E>, align: Align) -> Result<(Vreg<E>, Align)> {
    Call::new(&ops::vldus).value(0, source).value(1, &align).gives(&[3, 4])
}

/// [`vldus`] with `increment`.
///
/// Text: `%result, %updated_align = pto.vldus %source, %align, %increment`
#[track_caller]
pub fn vldus_increment<E: Lane>(source: &UbPtr<E>, align: Align, increment: usize) -> Result<(Vreg<E>, Align)> {
    Call::new(&ops::vldus).value(0, source).value(1, &align).index(2, increment).gives(&[3, 4])
}

/// [`vldus`] with `updated_base`.
///
/// Text: `%result, %updated_align, %updated_base = pto.vldus %source, %align`
#[track_caller]
pub fn vldus_post<E: Lane>(source: &UbPtr<E>, align: Align) -> Result<(Vreg<E>, Align, UbPtr<E>)> {
    Call::new(&ops::vldus).value(0, source).value(1, &align).gives(&[3, 4, 5])
}

/// [`vldus`] with `increment`, `updated_base`.
///
/// Text: `%result, %updated_align, %updated_base = pto.vldus %source, %align, %increment`
#[track_caller]
pub fn vldus_increment_post<E: Lane>(source: &UbPtr<E>, align: Align, increment: usize) -> Result<(Vreg<E>, Align, UbPtr<E>)> {
    Call::new(&ops::vldus).value(0, source).value(1, &align).index(2, increment).gives(&[3, 4, 5])
}

/// Load a vector register from any address, without a stream.
///
/// The address needs only the alignment of an element.
///
/// ```text
/// result[i] = UB[source + offset + i]
/// ```
///
/// Text: `%result = pto.uvld %source, %offset`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `result` and `source` must have elements of the same size (a warning): W0206
///
/// Element types:
/// - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5647-5670)
#[track_caller]
pub fn uvld<E: Lane>(source: &UbPtr<E>, offset: usize) -> Result<Vreg<E>> {
    Call::new(&ops::uvld).value(0, source).index(1, offset).gives(&[2])
}

/// Load a vector register with a fixed stride.
///
/// The stride word gives the distance of the elements and their size.
///
/// ```text
/// result[i] = UB[source + offset + i * stride]
/// ```
///
/// Text: `%result = pto.vsld %source, %offset, "stride"`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `result` and `source` must have elements of the same size (a warning): W0206
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsld.md)
#[track_caller]
pub fn vsld<E: Lane>(source: &UbPtr<E>, offset: usize, stride: Stride) -> Result<Vreg<E>> {
    Call::new(&ops::vsld).value(0, source).index(1, offset).word("stride", Some(stride.word())).gives(&[2])
}

/// Load eight 32-byte blocks with a stride.
///
/// Strides count 32-byte blocks, without a sign. A block whose predicate bit is clear becomes zero and is not read.
/// In the manual's form one 32-bit control word takes the place of the two strides. With a second result the
/// first block lies at the pointer itself, which is returned `repeat_stride` blocks on.
///
/// ```text
/// block b of result = UB[source + (repeat_stride + b * block_stride) * 32, 32 bytes]
/// ```
///
/// Text: `%result = pto.vsldb %source, %block_stride, %mask`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `result` and `source` must have elements of the same size (a warning): W0206
/// - two strides must be i16; a control word alone must be i32: E0220
/// - `mask` must be a predicate for the lanes of `result`: E0208
/// - `source` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsldb.md)
#[track_caller]
pub fn vsldb<E: Lane>(source: &UbPtr<E>, block_stride: i32, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsldb).value(0, source).scalar(1, block_stride).value(3, mask).gives(&[4])
}

/// [`vsldb`] with `repeat_stride`.
///
/// Text: `%result = pto.vsldb %source, %block_stride, %repeat_stride, %mask`
#[track_caller]
pub fn vsldb_repeat_stride<E: Lane>(source: &UbPtr<E>, block_stride: i16, repeat_stride: i16, mask: &Mask<E::Width>) -> Result<Vreg<E>> {
    Call::new(&ops::vsldb).value(0, source).scalar(1, block_stride).scalar(2, repeat_stride).value(3, mask).gives(&[4])
}

/// [`vsldb`] with `updated_base`.
///
/// Text: `%result, %updated_base = pto.vsldb %source, %block_stride, %mask`
#[track_caller]
pub fn vsldb_post<E: Lane>(source: &UbPtr<E>, block_stride: i32, mask: &Mask<E::Width>) -> Result<(Vreg<E>, UbPtr<E>)> {
    Call::new(&ops::vsldb).value(0, source).scalar(1, block_stride).value(3, mask).gives(&[4, 5])
}

/// [`vsldb`] with `repeat_stride`, `updated_base`.
///
/// Text: `%result, %updated_base = pto.vsldb %source, %block_stride, %repeat_stride, %mask`
#[track_caller]
pub fn vsldb_repeat_stride_post<E: Lane>(source: &UbPtr<E>, block_stride: i16, repeat_stride: i16, mask: &Mask<E::Width>) -> Result<(Vreg<E>, UbPtr<E>)> {
    Call::new(&ops::vsldb).value(0, source).scalar(1, block_stride).scalar(2, repeat_stride).value(3, mask).gives(&[4, 5])
}

/// Elements that [`vgather2`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.vgather2` does not take `{Self}` elements for `(source, offsets, result)`",
    note = "cpu, a2a3, a5 take (f32, i32, f32), (f32, u32, f32), (f16, i16, f16), (f16, u16, f16), (bf16, i16, bf16), (bf16, u16, bf16), (i32, i32, i32), (i32, u32, i32), (i16, i16, i16), (i16, u16, i16), (i8, i16, i16), (i8, u16, i16), (u32, i32, u32), (u32, u32, u32), (u16, i16, u16), (u16, u16, u16), (u8, i16, u16), (u8, u16, u16)",
)]
pub trait Vgather2Elements {}
impl Vgather2Elements for (f32, i32, f32) {}
impl Vgather2Elements for (f32, u32, f32) {}
impl Vgather2Elements for (f16, i16, f16) {}
impl Vgather2Elements for (f16, u16, f16) {}
impl Vgather2Elements for (bf16, i16, bf16) {}
impl Vgather2Elements for (bf16, u16, bf16) {}
impl Vgather2Elements for (i32, i32, i32) {}
impl Vgather2Elements for (i32, u32, i32) {}
impl Vgather2Elements for (i16, i16, i16) {}
impl Vgather2Elements for (i16, u16, i16) {}
impl Vgather2Elements for (i8, i16, i16) {}
impl Vgather2Elements for (i8, u16, i16) {}
impl Vgather2Elements for (u32, i32, u32) {}
impl Vgather2Elements for (u32, u32, u32) {}
impl Vgather2Elements for (u16, i16, u16) {}
impl Vgather2Elements for (u16, u16, u16) {}
impl Vgather2Elements for (u8, i16, u16) {}
impl Vgather2Elements for (u8, u16, u16) {}

/// Gather elements of the unified buffer.
///
/// `offsets` counts elements, without a sign. Inactive lanes become zero and raise no address error. 8-bit elements
/// are extended by zeros into 16-bit lanes. In the manual's form `active_lanes` gives the number of leading lanes
/// that take part.
///
/// ```text
/// result[i] = mask[i] ? UB[source + offsets[i]] : 0
/// ```
///
/// Text: `%result = pto.vgather2 %source, %offsets, %mask`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `offsets` must hold 32-bit integers for 32-bit elements and 16-bit integers for narrower ones: E0204
/// - `mask` must be a predicate for the lanes of `result`: E0208
/// - either a predicate or a number of active lanes must be given: E0221
///
/// Element types:
/// - every target: `(source, result)`: (i8, i16) (u8, u16) (i16, i16) (u16, u16) (i32, i32) (u32, u32) (f16, f16) (bf16, bf16) (f32, f32) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5120-5211)
#[track_caller]
pub fn vgather2<ESource: Lane, EOffsets: Lane, EResult: Lane>(source: &UbPtr<ESource>, offsets: &Vreg<EOffsets>, mask: &Mask<EResult::Width>) -> Result<Vreg<EResult>>
where
    (ESource, EOffsets, EResult): Vgather2Elements,
{
    Call::new(&ops::vgather2).value(0, source).value(1, offsets).value(2, mask).gives(&[4])
}

/// [`vgather2`] with `active_lanes` instead of `mask`.
///
/// Text: `%result = pto.vgather2 %source, %offsets, %active_lanes`
#[track_caller]
pub fn vgather2_active_lanes<ESource: Lane, EOffsets: Lane, EResult: Lane>(source: &UbPtr<ESource>, offsets: &Vreg<EOffsets>, active_lanes: usize) -> Result<Vreg<EResult>>
where
    (ESource, EOffsets, EResult): Vgather2Elements,
{
    Call::new(&ops::vgather2).value(0, source).value(1, offsets).index(3, active_lanes).gives(&[4])
}

/// Elements that [`vgatherb`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`offsets` of `pto.vgatherb` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i32, u32",
)]
pub trait VgatherbOffsetsElement: Lane {}
impl VgatherbOffsetsElement for i32 {}
impl VgatherbOffsetsElement for u32 {}

/// Gather 32-byte blocks of the unified buffer.
///
/// `offsets` counts bytes; each offset and `source` are multiples of 32. The first eight lanes count. Inactive
/// blocks become zero.
///
/// ```text
/// block b of result = mask[b] ? UB[source + offsets[b], 32 bytes] : 0
/// ```
///
/// Text: `%result = pto.vgatherb %source, %offsets, %mask`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `offsets` must have element type i32 or ui32: E0204
/// - `result` and `source` must have elements of the same size (a warning): W0206
/// - `mask` must be a b32 predicate: one lane per 32-byte block: E0208
/// - either a predicate or a number of active lanes must be given: E0221
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgatherb.md)
#[track_caller]
pub fn vgatherb<ESource: Lane, EOffsets: VgatherbOffsetsElement>(source: &UbPtr<ESource>, offsets: &Vreg<EOffsets>, mask: &Mask<B32>) -> Result<Vreg<ESource>> {
    Call::new(&ops::vgatherb).value(0, source).value(1, offsets).value(2, mask).gives(&[4])
}

/// [`vgatherb`] with `active_lanes` instead of `mask`.
///
/// Text: `%result = pto.vgatherb %source, %offsets, %active_lanes`
#[track_caller]
pub fn vgatherb_active_lanes<ESource: Lane, EOffsets: VgatherbOffsetsElement>(source: &UbPtr<ESource>, offsets: &Vreg<EOffsets>, active_lanes: usize) -> Result<Vreg<ESource>> {
    Call::new(&ops::vgatherb).value(0, source).value(1, offsets).index(3, active_lanes).gives(&[4])
}

/// Elements that [`vgather2_bc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`source` of `pto.vgather2_bc` does not take `{Self}` elements",
    note = "cpu takes f32, f16, bf16, i32, i16, i8, u32, u16, u8",
    note = "a2a3, a5 take f32, i32, u32",
)]
pub trait Vgather2BcSourceElement: Lane {}
impl Vgather2BcSourceElement for f32 {}
impl Vgather2BcSourceElement for f16 {}
impl Vgather2BcSourceElement for bf16 {}
impl Vgather2BcSourceElement for i32 {}
impl Vgather2BcSourceElement for i16 {}
impl Vgather2BcSourceElement for i8 {}
impl Vgather2BcSourceElement for u32 {}
impl Vgather2BcSourceElement for u16 {}
impl Vgather2BcSourceElement for u8 {}

/// Elements that [`vgather2_bc`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`offsets` of `pto.vgather2_bc` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i32, u32",
)]
pub trait Vgather2BcOffsetsElement: Lane {}
impl Vgather2BcOffsetsElement for i32 {}
impl Vgather2BcOffsetsElement for u32 {}

/// Gather elements of the unified buffer, older form.
///
/// Inactive lanes become zero and raise no address error.
///
/// ```text
/// result[i] = mask[i] ? UB[source + offsets[i]] : 0
/// ```
///
/// Text: `%result = pto.vgather2_bc %source, %offsets, %mask`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `offsets` must have element type i32 or ui32: E0204
/// - `mask` must be a predicate for the lanes of `result`: E0208
/// - `result` and `source` must have elements of the same size (a warning): W0206
///
/// Element types:
/// - a2a3, a5: `result`: i32, u32, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5337-5364)
/// - a2a3, a5 (`--rules manual`): `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgather2-bc.md)
/// - cpu: `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgather2-bc.md)
#[track_caller]
pub fn vgather2_bc<ESource: Vgather2BcSourceElement, EOffsets: Vgather2BcOffsetsElement>(source: &UbPtr<ESource>, offsets: &Vreg<EOffsets>, mask: &Mask<ESource::Width>) -> Result<Vreg<ESource>> {
    Call::new(&ops::vgather2_bc).value(0, source).value(1, offsets).value(2, mask).gives(&[3])
}
