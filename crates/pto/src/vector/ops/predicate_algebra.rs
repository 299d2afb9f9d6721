//! Instructions of the op table's file `predicate_algebra.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::error::Result;
use crate::vector::lane::{B16, B32, B8, Width};
use crate::vector::ops::enums::Half;
use crate::vector::register::Mask;
use pto_isa::ops::predicate_algebra as ops;

/// Interleave two predicates.
///
/// Units of 1 bit of the 256-bit image, one per lane.
///
/// ```text
/// low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)
/// ```
///
/// Text: `%low, %high = pto.pintlv_b8 %src0, %src1`
///
/// Rules:
/// - its predicates must be `!pto.mask<b8>`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b8.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
#[track_caller]
pub fn pintlv_b8(src0: &Mask<B8>, src1: &Mask<B8>) -> Result<(Mask<B8>, Mask<B8>)> {
    Call::new(&ops::pintlv_b8).value(0, src0).value(1, src1).gives(&[2, 3])
}

/// Interleave two predicates.
///
/// Units of 2 bits of the 256-bit image, one per lane.
///
/// ```text
/// low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)
/// ```
///
/// Text: `%low, %high = pto.pintlv_b16 %src0, %src1`
///
/// Rules:
/// - its predicates must be `!pto.mask<b16>`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b16.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
#[track_caller]
pub fn pintlv_b16(src0: &Mask<B16>, src1: &Mask<B16>) -> Result<(Mask<B16>, Mask<B16>)> {
    Call::new(&ops::pintlv_b16).value(0, src0).value(1, src1).gives(&[2, 3])
}

/// Interleave two predicates.
///
/// Units of 4 bits of the 256-bit image, one per lane.
///
/// ```text
/// low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)
/// ```
///
/// Text: `%low, %high = pto.pintlv_b32 %src0, %src1`
///
/// Rules:
/// - its predicates must be `!pto.mask<b32>`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b32.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
#[track_caller]
pub fn pintlv_b32(src0: &Mask<B32>, src1: &Mask<B32>) -> Result<(Mask<B32>, Mask<B32>)> {
    Call::new(&ops::pintlv_b32).value(0, src0).value(1, src1).gives(&[2, 3])
}

/// De-interleave two predicates.
///
/// Units of 1 bit of the 256-bit image, one per lane.
///
/// ```text
/// low = even lanes of src0 ++ src1, high = odd lanes
/// ```
///
/// Text: `%low, %high = pto.pdintlv_b8 %src0, %src1`
///
/// Rules:
/// - its predicates must be `!pto.mask<b8>`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b8.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
#[track_caller]
pub fn pdintlv_b8(src0: &Mask<B8>, src1: &Mask<B8>) -> Result<(Mask<B8>, Mask<B8>)> {
    Call::new(&ops::pdintlv_b8).value(0, src0).value(1, src1).gives(&[2, 3])
}

/// De-interleave two predicates.
///
/// Units of 2 bits of the 256-bit image, one per lane.
///
/// ```text
/// low = even lanes of src0 ++ src1, high = odd lanes
/// ```
///
/// Text: `%low, %high = pto.pdintlv_b16 %src0, %src1`
///
/// Rules:
/// - its predicates must be `!pto.mask<b16>`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b16.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
#[track_caller]
pub fn pdintlv_b16(src0: &Mask<B16>, src1: &Mask<B16>) -> Result<(Mask<B16>, Mask<B16>)> {
    Call::new(&ops::pdintlv_b16).value(0, src0).value(1, src1).gives(&[2, 3])
}

/// De-interleave two predicates.
///
/// Units of 4 bits of the 256-bit image, one per lane.
///
/// ```text
/// low = even lanes of src0 ++ src1, high = odd lanes
/// ```
///
/// Text: `%low, %high = pto.pdintlv_b32 %src0, %src1`
///
/// Rules:
/// - its predicates must be `!pto.mask<b32>`: E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b32.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
#[track_caller]
pub fn pdintlv_b32(src0: &Mask<B32>, src1: &Mask<B32>) -> Result<(Mask<B32>, Mask<B32>)> {
    Call::new(&ops::pdintlv_b32).value(0, src0).value(1, src1).gives(&[2, 3])
}

/// Lanes set in both predicates.
///
/// Lanes outside `mask` become zero (quirk `predicate-gate`).
///
/// ```text
/// dst[i] = (src0[i] & src1[i]) & mask[i]
/// ```
///
/// Text: `%dst = pto.pand %src0, %src1, %mask`
///
/// Rules:
/// - `src0`, `src1`, `mask` and `dst` must have the same type: E0207
/// - `mask` must be given (`--rules device`): E0221
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pand.md)
#[track_caller]
pub fn pand<W: Width>(src0: &Mask<W>, src1: &Mask<W>, mask: &Mask<W>) -> Result<Mask<W>> {
    Call::new(&ops::pand).value(0, src0).value(1, src1).value(2, mask).gives(&[3])
}

/// Lanes set in either predicate.
///
/// Lanes outside `mask` become zero (quirk `predicate-gate`).
///
/// ```text
/// dst[i] = (src0[i] | src1[i]) & mask[i]
/// ```
///
/// Text: `%dst = pto.por %src0, %src1, %mask`
///
/// Rules:
/// - `src0`, `src1`, `mask` and `dst` must have the same type: E0207
/// - `mask` must be given (`--rules device`): E0221
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/por.md)
#[track_caller]
pub fn por<W: Width>(src0: &Mask<W>, src1: &Mask<W>, mask: &Mask<W>) -> Result<Mask<W>> {
    Call::new(&ops::por).value(0, src0).value(1, src1).value(2, mask).gives(&[3])
}

/// Lanes set in exactly one of two predicates.
///
/// Lanes outside `mask` become zero (quirk `predicate-gate`).
///
/// ```text
/// dst[i] = (src0[i] ^ src1[i]) & mask[i]
/// ```
///
/// Text: `%dst = pto.pxor %src0, %src1, %mask`
///
/// Rules:
/// - `src0`, `src1`, `mask` and `dst` must have the same type: E0207
/// - `mask` must be given (`--rules device`): E0221
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pxor.md)
#[track_caller]
pub fn pxor<W: Width>(src0: &Mask<W>, src1: &Mask<W>, mask: &Mask<W>) -> Result<Mask<W>> {
    Call::new(&ops::pxor).value(0, src0).value(1, src1).value(2, mask).gives(&[3])
}

/// Invert a predicate.
///
/// Lanes outside `mask` become zero (quirk `predicate-gate`).
///
/// ```text
/// dst[i] = !src[i] & mask[i]
/// ```
///
/// Text: `%dst = pto.pnot %src, %mask`
///
/// Rules:
/// - `src`, `mask` and `dst` must have the same type: E0207
/// - `mask` must be given (`--rules device`): E0221
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pnot.md)
#[track_caller]
pub fn pnot<W: Width>(src: &Mask<W>, mask: &Mask<W>) -> Result<Mask<W>> {
    Call::new(&ops::pnot).value(0, src).value(1, mask).gives(&[2])
}

/// Choose between two predicates, lane by lane.
///
/// `sel` chooses. The fourth operand of the manual makes lanes outside it zero (quirk `predicate-gate`); the
/// assembler has three operands.
///
/// ```text
/// dst[i] = (sel[i] ? src0[i] : src1[i]) & mask[i]
/// ```
///
/// Text: `%dst = pto.psel %src0, %src1, %sel`
///
/// Rules:
/// - `src0`, `src1`, `sel` and `dst` must have the same type: E0207
/// - `src0` and `mask` must have the same type: E0207
/// - `mask` must not be given (`--rules device`) (a warning): W0222
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/psel.md)
#[track_caller]
pub fn psel<W: Width>(src0: &Mask<W>, src1: &Mask<W>, sel: &Mask<W>) -> Result<Mask<W>> {
    Call::new(&ops::psel).value(0, src0).value(1, src1).value(2, sel).gives(&[4])
}

/// [`psel`] with `mask`.
///
/// Text: `%dst = pto.psel %src0, %src1, %sel, %mask`
#[track_caller]
pub fn psel_mask<W0: Width, W1: Width>(src0: &Mask<W0>, src1: &Mask<W0>, sel: &Mask<W0>, mask: &Mask<W1>) -> Result<Mask<W0>> {
    Call::new(&ops::psel).value(0, src0).value(1, src1).value(2, sel).value(3, mask).gives(&[4])
}

/// Pack the even bits of a predicate into one half.
///
/// The other half of the image becomes zero. The result may be read as the next narrower lane width.
///
/// ```text
/// dst[half + i] = src[2i]   for 0 <= i < 128, other bits 0
/// ```
///
/// Text: `%dst = pto.ppack %src, "part"`
///
/// Rules:
/// - `dst` must be as wide as `src` or one step narrower (b32 to b16, b16 to b8): E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/ppack.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5939-5980)
#[track_caller]
pub fn ppack<W0: Width, W1: Width>(src: &Mask<W0>, part: Half) -> Result<Mask<W1>> {
    Call::new(&ops::ppack).value(0, src).word("part", Some(part.word())).gives(&[1])
}

/// Spread one half of a predicate over the even bits.
///
/// Odd bits become zero. The result may be read as the next wider lane width.
///
/// ```text
/// dst[2i] = src[half + i], dst[2i+1] = 0   for 0 <= i < 128
/// ```
///
/// Text: `%dst = pto.punpack %src, "part"`
///
/// Rules:
/// - `dst` must be as wide as `src` or one step wider (b8 to b16, b16 to b32): E0208
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/punpack.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5939-5980)
#[track_caller]
pub fn punpack<W0: Width, W1: Width>(src: &Mask<W0>, part: Half) -> Result<Mask<W1>> {
    Call::new(&ops::punpack).value(0, src).word("part", Some(part.word())).gives(&[1])
}
