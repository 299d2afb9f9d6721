//! Instructions of the op table's file `predicate.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::Scalar;
use crate::error::Result;
use crate::vector::lane::{B16, B32, B8};
use crate::vector::ops::enums::Pattern;
use crate::vector::register::Mask;
use pto_isa::ops::predicate as ops;

/// Make a predicate over 256 lanes from a pattern.
///
/// PAT\_ALL and PAT\_ALLF set all lanes or none, PAT\_VLn the first n, PAT\_M3 and PAT\_M4 the lanes whose
/// number is a multiple of 3 or 4, PAT\_H and PAT\_Q a half and a quarter (quirk `pat-h-q`).
///
/// ```text
/// result[i] = pattern(i)   for 0 <= i < 256
/// ```
///
/// Text: `%result = pto.pset_b8 "pattern"`
///
/// Rules:
/// - its predicates must be `!pto.mask<b8>`: E0208
/// - `pattern` must not name more than 8 first lanes (`--rules manual`): E0232
/// - `pattern` should not be `PAT_VL12`: a page uses it, no assembler has it, on a2a3, a5 (a warning): W0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)
#[track_caller]
pub fn pset_b8(pattern: Pattern) -> Result<Mask<B8>> {
    Call::new(&ops::pset_b8).word("pattern", Some(pattern.word())).gives(&[0])
}

/// Make a predicate over 128 lanes from a pattern.
///
/// PAT\_ALL and PAT\_ALLF set all lanes or none, PAT\_VLn the first n, PAT\_M3 and PAT\_M4 the lanes whose
/// number is a multiple of 3 or 4, PAT\_H and PAT\_Q a half and a quarter (quirk `pat-h-q`).
///
/// ```text
/// result[i] = pattern(i)   for 0 <= i < 128
/// ```
///
/// Text: `%result = pto.pset_b16 "pattern"`
///
/// Rules:
/// - its predicates must be `!pto.mask<b16>`: E0208
/// - `pattern` must not name more than 16 first lanes (`--rules manual`): E0232
/// - `pattern` should not be `PAT_VL12`: a page uses it, no assembler has it, on a2a3, a5 (a warning): W0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)
#[track_caller]
pub fn pset_b16(pattern: Pattern) -> Result<Mask<B16>> {
    Call::new(&ops::pset_b16).word("pattern", Some(pattern.word())).gives(&[0])
}

/// Make a predicate over 64 lanes from a pattern.
///
/// PAT\_ALL and PAT\_ALLF set all lanes or none, PAT\_VLn the first n, PAT\_M3 and PAT\_M4 the lanes whose
/// number is a multiple of 3 or 4, PAT\_H and PAT\_Q a half and a quarter (quirk `pat-h-q`).
///
/// ```text
/// result[i] = pattern(i)   for 0 <= i < 64
/// ```
///
/// Text: `%result = pto.pset_b32 "pattern"`
///
/// Rules:
/// - its predicates must be `!pto.mask<b32>`: E0208
/// - `pattern` must not name more than 32 first lanes (`--rules manual`): E0232
/// - `pattern` should not be `PAT_VL12`: a page uses it, no assembler has it, on a2a3, a5 (a warning): W0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)
#[track_caller]
pub fn pset_b32(pattern: Pattern) -> Result<Mask<B32>> {
    Call::new(&ops::pset_b32).word("pattern", Some(pattern.word())).gives(&[0])
}

/// Make a tail predicate over 256 lanes.
///
/// PAT\_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
/// is set while i is below it.
///
/// ```text
/// result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 256
/// ```
///
/// Text: `%result = pto.pge_b8 "pattern"`
///
/// Rules:
/// - its predicates must be `!pto.mask<b8>`: E0208
/// - `bound` must have element type i16, i32 or i64: E0204
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)
#[track_caller]
pub fn pge_b8(pattern: Pattern) -> Result<Mask<B8>> {
    Call::new(&ops::pge_b8).word("pattern", Some(pattern.word())).gives(&[1])
}

/// [`pge_b8`] with `bound` instead of `pattern`.
///
/// Text: `%result = pto.pge_b8 %bound`
#[track_caller]
pub fn pge_b8_bound(bound: impl Scalar) -> Result<Mask<B8>> {
    Call::new(&ops::pge_b8).scalar(0, bound).gives(&[1])
}

/// Make a tail predicate over 128 lanes.
///
/// PAT\_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
/// is set while i is below it.
///
/// ```text
/// result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 128
/// ```
///
/// Text: `%result = pto.pge_b16 "pattern"`
///
/// Rules:
/// - its predicates must be `!pto.mask<b16>`: E0208
/// - `bound` must have element type i16, i32 or i64: E0204
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)
#[track_caller]
pub fn pge_b16(pattern: Pattern) -> Result<Mask<B16>> {
    Call::new(&ops::pge_b16).word("pattern", Some(pattern.word())).gives(&[1])
}

/// [`pge_b16`] with `bound` instead of `pattern`.
///
/// Text: `%result = pto.pge_b16 %bound`
#[track_caller]
pub fn pge_b16_bound(bound: impl Scalar) -> Result<Mask<B16>> {
    Call::new(&ops::pge_b16).scalar(0, bound).gives(&[1])
}

/// Make a tail predicate over 64 lanes.
///
/// PAT\_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
/// is set while i is below it.
///
/// ```text
/// result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 64
/// ```
///
/// Text: `%result = pto.pge_b32 "pattern"`
///
/// Rules:
/// - its predicates must be `!pto.mask<b32>`: E0208
/// - `bound` must have element type i16, i32 or i64: E0204
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)
#[track_caller]
pub fn pge_b32(pattern: Pattern) -> Result<Mask<B32>> {
    Call::new(&ops::pge_b32).word("pattern", Some(pattern.word())).gives(&[1])
}

/// [`pge_b32`] with `bound` instead of `pattern`.
///
/// Text: `%result = pto.pge_b32 %bound`
#[track_caller]
pub fn pge_b32_bound(bound: impl Scalar) -> Result<Mask<B32>> {
    Call::new(&ops::pge_b32).scalar(0, bound).gives(&[1])
}

/// Make a predicate of the first lanes and count them off.
///
/// Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
/// 256 lanes, never below zero.
///
/// ```text
/// mask[i] = i < scalar   for 0 <= i < 256
/// scalar_out = max(scalar - 256, 0)
/// ```
///
/// Text: `%mask, %scalar_out = pto.plt_b8 %scalar`
///
/// Rules:
/// - `scalar` must have element type i32 or ui32: E0204
/// - its predicates must be `!pto.mask<b8>`: E0208
/// - `scalar` and `scalar_out` must have the same element type: E0203
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911)
#[track_caller]
pub fn plt_b8(scalar: i32) -> Result<(Mask<B8>, i32)> {
    Call::new(&ops::plt_b8).scalar(0, scalar).gives(&[1, 2])
}

/// Make a predicate of the first lanes and count them off.
///
/// Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
/// 128 lanes, never below zero.
///
/// ```text
/// mask[i] = i < scalar   for 0 <= i < 128
/// scalar_out = max(scalar - 128, 0)
/// ```
///
/// Text: `%mask, %scalar_out = pto.plt_b16 %scalar`
///
/// Rules:
/// - `scalar` must have element type i32 or ui32: E0204
/// - its predicates must be `!pto.mask<b16>`: E0208
/// - `scalar` and `scalar_out` must have the same element type: E0203
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911)
#[track_caller]
pub fn plt_b16(scalar: i32) -> Result<(Mask<B16>, i32)> {
    Call::new(&ops::plt_b16).scalar(0, scalar).gives(&[1, 2])
}

/// Make a predicate of the first lanes and count them off.
///
/// Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
/// 64 lanes, never below zero.
///
/// ```text
/// mask[i] = i < scalar   for 0 <= i < 64
/// scalar_out = max(scalar - 64, 0)
/// ```
///
/// Text: `%mask, %scalar_out = pto.plt_b32 %scalar`
///
/// Rules:
/// - `scalar` must have element type i32 or ui32: E0204
/// - its predicates must be `!pto.mask<b32>`: E0208
/// - `scalar` and `scalar_out` must have the same element type: E0203
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911)
#[track_caller]
pub fn plt_b32(scalar: i32) -> Result<(Mask<B32>, i32)> {
    Call::new(&ops::plt_b32).scalar(0, scalar).gives(&[1, 2])
}

/// Make the predicate of one step of a counted loop.
///
/// Step number `loop_index` covers lanes loop\_index\*256 and following; those below `bound` are set.
///
/// ```text
/// mask[i] = loop_index*256 + i < bound   for 0 <= i < 256
/// ```
///
/// Text: `%mask = pto.pltm_b8 %loop_index, %bound`
///
/// Rules:
/// - `loop_index` must have element type i16 or ui16: E0204
/// - `bound` must have element type i32 or ui32: E0204
/// - its predicates must be `!pto.mask<b8>`: E0208
///
/// Element types:
/// - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md)
#[track_caller]
pub fn pltm_b8(loop_index: i16, bound: i32) -> Result<Mask<B8>> {
    Call::new(&ops::pltm_b8).scalar(0, loop_index).scalar(1, bound).gives(&[2])
}

/// Make the predicate of one step of a counted loop.
///
/// Step number `loop_index` covers lanes loop\_index\*128 and following; those below `bound` are set.
///
/// ```text
/// mask[i] = loop_index*128 + i < bound   for 0 <= i < 128
/// ```
///
/// Text: `%mask = pto.pltm_b16 %loop_index, %bound`
///
/// Rules:
/// - `loop_index` must have element type i16 or ui16: E0204
/// - `bound` must have element type i32 or ui32: E0204
/// - its predicates must be `!pto.mask<b16>`: E0208
///
/// Element types:
/// - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md)
#[track_caller]
pub fn pltm_b16(loop_index: i16, bound: i32) -> Result<Mask<B16>> {
    Call::new(&ops::pltm_b16).scalar(0, loop_index).scalar(1, bound).gives(&[2])
}

/// Make the predicate of one step of a counted loop.
///
/// Step number `loop_index` covers lanes loop\_index\*64 and following; those below `bound` are set.
///
/// ```text
/// mask[i] = loop_index*64 + i < bound   for 0 <= i < 64
/// ```
///
/// Text: `%mask = pto.pltm_b32 %loop_index, %bound`
///
/// Rules:
/// - `loop_index` must have element type i16 or ui16: E0204
/// - `bound` must have element type i32 or ui32: E0204
/// - its predicates must be `!pto.mask<b32>`: E0208
///
/// Element types:
/// - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md)
#[track_caller]
pub fn pltm_b32(loop_index: i16, bound: i32) -> Result<Mask<B32>> {
    Call::new(&ops::pltm_b32).scalar(0, loop_index).scalar(1, bound).gives(&[2])
}
