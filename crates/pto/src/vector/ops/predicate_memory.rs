//! Instructions of the op table's file `predicate_memory.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::error::Result;
use crate::vector::lane::{Lane, Width};
use crate::vector::ops::enums::{PldDist, PstDist, Spr};
use crate::vector::pointer::UbPtr;
use crate::vector::register::{Align, Mask};
use pto_isa::ops::predicate_memory as ops;

/// Load a predicate at a register offset.
///
/// NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
/// even bits.
///
/// ```text
/// NORM: result = 256 bits at the address
/// US: each of 128 bits twice
/// DS: even bits of 512
/// ```
///
/// Text: `%result = pto.pld %source, %areg, "dist"`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `source` must have element type i64 or ui64 (`--rules manual`): E0204
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pld.md)
#[track_caller]
pub fn pld<E: Lane, W: Width>(source: &UbPtr<E>, areg: usize, dist: PldDist) -> Result<Mask<W>> {
    Call::new(&ops::pld).value(0, source).index(1, areg).word("dist", Some(dist.word())).gives(&[2])
}

/// Load a predicate at a constant offset.
///
/// NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
/// even bits. With a second result it reads where the pointer is and gives the pointer moved on by the offset.
///
/// ```text
/// NORM: result = 256 bits at the address
/// US: each of 128 bits twice
/// DS: even bits of 512
/// ```
///
/// Text: `%result = pto.pldi %source, %offset, "dist"`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `source` must have element type i64 or ui64 (`--rules manual`): E0204
/// - `source` and `updated_base` must have the same type: E0207
/// - the offset must be a constant: E0228
/// - the offset must be from 0 to 255, on a2a3 (`--rules manual`): E0229
/// - the offset must be from 0 to 1023, on a5 (`--rules manual`): E0229
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6027-6080)
#[track_caller]
pub fn pldi<E: Lane, W: Width>(source: &UbPtr<E>, offset: usize, dist: PldDist) -> Result<Mask<W>> {
    Call::new(&ops::pldi).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2])
}

/// [`pldi`] with `updated_base`.
///
/// Text: `%result, %updated_base = pto.pldi %source, %offset, "dist"`
#[track_caller]
pub fn pldi_post<E: Lane, W: Width>(source: &UbPtr<E>, offset: usize, dist: PldDist) -> Result<(Mask<W>, UbPtr<E>)> {
    Call::new(&ops::pldi).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2, 3])
}

/// Load a predicate.
///
/// NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
/// even bits. With a second result it reads where the pointer is and gives the pointer moved on by the offset.
///
/// ```text
/// NORM: result = 256 bits at the address
/// US: each of 128 bits twice
/// DS: even bits of 512
/// ```
///
/// Text: `%result = pto.plds %source`
///
/// Rules:
/// - `source` must be in ub: E0201
/// - `source` must have element type i64 or ui64 (`--rules manual`): E0204
/// - `source` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/plds.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6027-6080)
#[track_caller]
pub fn plds<E: Lane, W: Width>(source: &UbPtr<E>) -> Result<Mask<W>> {
    Call::new(&ops::plds).value(0, source).gives(&[2])
}

/// [`plds`] with `updated_base`.
///
/// Text: `%result, %updated_base = pto.plds %source`
#[track_caller]
pub fn plds_post<E: Lane, W: Width>(source: &UbPtr<E>) -> Result<(Mask<W>, UbPtr<E>)> {
    Call::new(&ops::plds).value(0, source).gives(&[2, 3])
}

/// [`plds`] with `offset`, `dist`.
///
/// Text: `%result = pto.plds %source, %offset, "dist"`
#[track_caller]
pub fn plds_offset_dist<E: Lane, W: Width>(source: &UbPtr<E>, offset: usize, dist: PldDist) -> Result<Mask<W>> {
    Call::new(&ops::plds).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2])
}

/// [`plds`] with `offset`, `updated_base`, `dist`.
///
/// Text: `%result, %updated_base = pto.plds %source, %offset, "dist"`
#[track_caller]
pub fn plds_offset_post_dist<E: Lane, W: Width>(source: &UbPtr<E>, offset: usize, dist: PldDist) -> Result<(Mask<W>, UbPtr<E>)> {
    Call::new(&ops::plds).value(0, source).index(1, offset).word("dist", Some(dist.word())).gives(&[2, 3])
}

/// Store a predicate at a register offset.
///
/// NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes.
///
/// ```text
/// NORM: 256 bits at the address = value
/// PK: 128 bits at the address = even bits of value
/// ```
///
/// Text: `pto.pst %value, %destination, %areg, "dist"`
///
/// Rules:
/// - `destination` must be in ub: E0201
/// - `destination` must have element type i64 or ui64 (`--rules manual`): E0204
/// - `dist` must be NORM, on cpu (`--rules manual`): E0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pst.md)
#[track_caller]
pub fn pst<E: Lane, W: Width>(value: &Mask<W>, destination: &UbPtr<E>, areg: usize, dist: PstDist) -> Result<()> {
    Call::new(&ops::pst).value(0, value).value(1, destination).index(2, areg).word("dist", Some(dist.word())).run().map(|_| ())
}

/// Store a predicate at a constant offset.
///
/// NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes. With a result it writes
/// where the pointer is and gives the pointer moved on by the offset.
///
/// ```text
/// NORM: 256 bits at the address = value
/// PK: 128 bits at the address = even bits of value
/// ```
///
/// Text: `pto.psti %value, %destination, %offset, "dist"`
///
/// Rules:
/// - `destination` must be in ub: E0201
/// - `destination` must have element type i64 or ui64 (`--rules manual`): E0204
/// - `destination` and `updated_base` must have the same type: E0207
/// - `dist` must be NORM, on cpu (`--rules manual`): E0232
/// - the offset must be a constant: E0228
/// - the offset must be from 0 to 255, on a2a3 (`--rules manual`): E0229
/// - the offset must be from 0 to 1023, on a5 (`--rules manual`): E0229
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7580-7632)
#[track_caller]
pub fn psti<E: Lane, W: Width>(value: &Mask<W>, destination: &UbPtr<E>, offset: usize, dist: PstDist) -> Result<()> {
    Call::new(&ops::psti).value(0, value).value(1, destination).index(2, offset).word("dist", Some(dist.word())).run().map(|_| ())
}

/// [`psti`] with `updated_base`.
///
/// Text: `%updated_base = pto.psti %value, %destination, %offset, "dist"`
#[track_caller]
pub fn psti_post<E: Lane, W: Width>(value: &Mask<W>, destination: &UbPtr<E>, offset: usize, dist: PstDist) -> Result<UbPtr<E>> {
    Call::new(&ops::psti).value(0, value).value(1, destination).index(2, offset).word("dist", Some(dist.word())).gives(&[3])
}

/// Store a predicate.
///
/// NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes. With a result it writes
/// where the pointer is and gives the pointer moved on by the offset.
///
/// ```text
/// NORM: 256 bits at the address = value
/// PK: 128 bits at the address = even bits of value
/// ```
///
/// Text: `pto.psts %value, %destination`
///
/// Rules:
/// - `destination` must be in ub: E0201
/// - `destination` must have element type i64 or ui64 (`--rules manual`): E0204
/// - `destination` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psts.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7580-7632)
#[track_caller]
pub fn psts<E: Lane, W: Width>(value: &Mask<W>, destination: &UbPtr<E>) -> Result<()> {
    Call::new(&ops::psts).value(0, value).value(1, destination).run().map(|_| ())
}

/// [`psts`] with `updated_base`.
///
/// Text: `%updated_base = pto.psts %value, %destination`
#[track_caller]
pub fn psts_post<E: Lane, W: Width>(value: &Mask<W>, destination: &UbPtr<E>) -> Result<UbPtr<E>> {
    Call::new(&ops::psts).value(0, value).value(1, destination).gives(&[3])
}

/// [`psts`] with `offset`, `dist`.
///
/// Text: `pto.psts %value, %destination, %offset, "dist"`
#[track_caller]
pub fn psts_offset_dist<E: Lane, W: Width>(value: &Mask<W>, destination: &UbPtr<E>, offset: usize, dist: PstDist) -> Result<()> {
    Call::new(&ops::psts).value(0, value).value(1, destination).index(2, offset).word("dist", Some(dist.word())).run().map(|_| ())
}

/// [`psts`] with `offset`, `updated_base`, `dist`.
///
/// Text: `%updated_base = pto.psts %value, %destination, %offset, "dist"`
#[track_caller]
pub fn psts_offset_post_dist<E: Lane, W: Width>(value: &Mask<W>, destination: &UbPtr<E>, offset: usize, dist: PstDist) -> Result<UbPtr<E>> {
    Call::new(&ops::psts).value(0, value).value(1, destination).index(2, offset).word("dist", Some(dist.word())).gives(&[3])
}

/// Store a predicate to an unaligned stream.
///
/// One bit per lane, packed: 32 bytes for b8, 16 for b16, 8 for b32. The pointer moves on by that many
/// bytes. Everything is in memory at once; the `vstas` that ends a stream has nothing left to write.
///
/// ```text
/// stream ++= value[0..N], one bit per lane
/// base_out = base + N/8 bytes
/// ```
///
/// Text: `%align_out, %base_out = pto.pstu %align_in, %value, %base`
///
/// Rules:
/// - `base` must be in ub: E0201
/// - `base` and `base_out` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pstu.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:3763)
/// - cpu (`--rules manual`): does not exist (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pstu.md:92)
#[track_caller]
pub fn pstu<E: Lane, W: Width>(align_in: Align, value: &Mask<W>, base: &UbPtr<E>) -> Result<(Align, UbPtr<E>)> {
    Call::new(&ops::pstu).value(0, &align_in).value(1, value).value(2, base).gives(&[3, 4])
}

/// Make the empty state of an unaligned store stream.
///
/// Every stream of unaligned stores starts from it.
///
/// ```text
/// result = empty stream
/// ```
///
/// Text: `%result = pto.init_align`
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/align-type.md)
#[track_caller]
pub fn init_align() -> Result<Align> {
    Call::new(&ops::init_align).gives(&[0])
}

/// Clear a special register of the vector unit.
///
/// `AR` is the byte offset that `vstur` counts up.
///
/// ```text
/// AR = 0
/// ```
///
/// Text: `pto.sprclr "spr"`
///
/// Element types:
/// - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5527-5535)
#[track_caller]
pub fn sprclr(spr: Spr) -> Result<()> {
    Call::new(&ops::sprclr).word("spr", Some(spr.word())).run().map(|_| ())
}

/// Elements that [`sprsti`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.sprsti` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i32, u32",
)]
pub trait SprstiElement: Lane {}
impl SprstiElement for i32 {}
impl SprstiElement for u32 {}

/// Store a special register at a constant offset.
///
/// The offset counts elements. With a result it writes where the pointer is and gives the pointer moved on by
/// the offset.
///
/// ```text
/// destination[offset] = AR
/// ```
///
/// Text: `pto.sprsti %destination, %offset, "spr"`
///
/// Rules:
/// - `destination` must be in ub: E0201
/// - `destination` must have element type i32 or ui32: E0204
/// - `offset` must have element type i32: E0204
/// - the offset must be a constant: E0228
/// - the offset must be a signed 8-bit number: E0229
/// - `destination` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5537-5612)
#[track_caller]
pub fn sprsti<E: SprstiElement>(destination: &UbPtr<E>, offset: i32, spr: Spr) -> Result<()> {
    Call::new(&ops::sprsti).value(0, destination).scalar(1, offset).word("spr", Some(spr.word())).run().map(|_| ())
}

/// [`sprsti`] with `updated_base`.
///
/// Text: `%updated_base = pto.sprsti %destination, %offset, "spr"`
#[track_caller]
pub fn sprsti_post<E: SprstiElement>(destination: &UbPtr<E>, offset: i32, spr: Spr) -> Result<UbPtr<E>> {
    Call::new(&ops::sprsti).value(0, destination).scalar(1, offset).word("spr", Some(spr.word())).gives(&[2])
}

/// Elements that [`sprsts`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.sprsts` does not take `{Self}` elements",
    note = "cpu, a2a3, a5 take i32, u32",
)]
pub trait SprstsElement: Lane {}
impl SprstsElement for i32 {}
impl SprstsElement for u32 {}

/// Store a special register.
///
/// The offset counts bytes. With a result it writes where the pointer is and gives the pointer moved on by the
/// offset.
///
/// ```text
/// word at destination + offset bytes = AR
/// ```
///
/// Text: `pto.sprsts %destination, %offset, "spr"`
///
/// Rules:
/// - `destination` must be in ub: E0201
/// - `destination` must have element type i32 or ui32: E0204
/// - `offset` must have element type i32: E0204
/// - `destination` and `updated_base` must have the same type: E0207
///
/// Element types:
/// - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5537-5612, docs/isa/micro-isa/03-vector-load-store.md:587-600)
#[track_caller]
pub fn sprsts<E: SprstsElement>(destination: &UbPtr<E>, offset: i32, spr: Spr) -> Result<()> {
    Call::new(&ops::sprsts).value(0, destination).scalar(1, offset).word("spr", Some(spr.word())).run().map(|_| ())
}

/// [`sprsts`] with `updated_base`.
///
/// Text: `%updated_base = pto.sprsts %destination, %offset, "spr"`
#[track_caller]
pub fn sprsts_post<E: SprstsElement>(destination: &UbPtr<E>, offset: i32, spr: Spr) -> Result<UbPtr<E>> {
    Call::new(&ops::sprsts).value(0, destination).scalar(1, offset).word("spr", Some(spr.word())).gives(&[2])
}
