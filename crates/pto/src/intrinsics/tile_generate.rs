//! Intrinsics of the op table's file `tile_generate.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, Scalar, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::IsRowMajor;
use crate::marker::Vec;
use pto_isa::ops::tile_generate as ops;

/// Elements that [`tci`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tci` does not take `{Self}` elements",
    note = "a2a3 takes i16, u16, i32, u32, f16, bf16, f32",
    note = "a2a3, by the manual, takes i16, u16, i32, u32",
    note = "a5 takes i16, u16, i32, u32",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
)]
pub trait TciElement: Element {}
impl TciElement for f32 {}
impl TciElement for f16 {}
impl TciElement for bf16 {}
impl TciElement for i64 {}
impl TciElement for i32 {}
impl TciElement for i16 {}
impl TciElement for i8 {}
impl TciElement for u64 {}
impl TciElement for u32 {}
impl TciElement for u16 {}
impl TciElement for u8 {}

/// Attributes of [`tci`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TciWith {
    /// count down.
    pub descending: Option<bool>,
}

/// Fill a row with consecutive numbers.
///
/// The sequence starts at `S` and runs over the valid columns. Integers wrap. `tmp` lets A2/A3 use
/// the vector unit instead of the scalar one.
///
/// ```text
/// dst[i,j] = S + k   (S - k with descending)   where k = i*C + j and C is the number of valid columns
/// ```
///
/// C++: `TCI(dst, S)`
///
/// Rules:
/// - `tmp` and `dst` must be in vec: E0201
/// - `tmp` must be ND (row-major, unboxed), on a2a3: E0202
/// - `tmp` must have element type f32, i32 or ui32, on a2a3: E0204
/// - `S` must have the element type of `dst`: E0220
/// - with `tmp` the elements of `dst` must be integers, on a2a3: E0204
/// - `dst` must have one row (`--rules device`): E0219
/// - `dst` must have more than one column, on a2a3, a5 (`--rules manual`): E0219
///
/// Element types:
/// - a2a3: `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TCI.hpp:19-25 takes every type of 2 or 4 bytes)
/// - a2a3 (`--rules manual`): `dst`: i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tci.md:120-122)
/// - a5: `dst`: i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/Tci.hpp:26-36)
/// - cpu: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TCI.hpp:30-34 checks no type)
///
/// Scratch:
/// - a2a3: at least 768 bytes for 32-bit elements, 1792 for 16-bit ones
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tci<
    E: TciElement,
    Dst: TileOf<Vec, E>,
>(dst: &mut Dst, s: E::Host) -> Result<Event> {
    Call::new(&ops::tci).element::<E>(0, s).tile(2, dst).run()
}

/// [`tci`] with attributes.
#[track_caller]
pub fn tci_with<
    E: TciElement,
    Dst: TileOf<Vec, E>,
>(dst: &mut Dst, s: E::Host, with: TciWith) -> Result<Event> {
    Call::new(&ops::tci).element::<E>(0, s).tile(2, dst).flag("descending", with.descending).run()
}

/// [`tci`] with `tmp`.
///
/// C++: `TCI(dst, S, tmp)`
///
/// Scratch:
/// - a2a3: at least 768 bytes for 32-bit elements, 1792 for 16-bit ones
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tci_tmp<
    EDst: TciElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, s: EDst::Host, tmp: &mut Tmp) -> Result<Event> {
    Call::new(&ops::tci).element::<EDst>(0, s).tile(1, tmp).tile(2, dst).run()
}

/// [`tci_tmp`] with attributes.
#[track_caller]
pub fn tci_tmp_with<
    EDst: TciElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, s: EDst::Host, tmp: &mut Tmp, with: TciWith) -> Result<Event> {
    Call::new(&ops::tci).element::<EDst>(0, s).tile(1, tmp).tile(2, dst).flag("descending", with.descending).run()
}

/// Elements that [`ttri`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.ttri` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, u32, u16, f16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TtriElement: Element {}
impl TtriElement for f32 {}
impl TtriElement for f16 {}
impl TtriElement for bf16 {}
impl TtriElement for i64 {}
impl TtriElement for i32 {}
impl TtriElement for i16 {}
impl TtriElement for i8 {}
impl TtriElement for u64 {}
impl TtriElement for u32 {}
impl TtriElement for u16 {}
impl TtriElement for u8 {}

/// Attributes of [`ttri`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TtriWith {
    /// 1 for the upper triangle; 0 if absent.
    pub upper_or_lower: Option<i64>,
}

/// Fill a tile with a triangle of ones.
///
/// Lower (0): ones on and below the diagonal shifted right by `diagonal`. Upper (1): ones on and above it.
///
/// ```text
/// dst[i,j] = j <= i + diagonal ? 1 : 0   (lower)
/// dst[i,j] = j < i + diagonal ? 0 : 1   (upper)
/// ```
///
/// C++: `TTRI(dst, diagonal)`
///
/// Rules:
/// - `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `diagonal` must be given: E0221
/// - `diagonal` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
/// - `src0` and `src1` must not be given: E0222
///
/// Element types:
/// - a2a3: `dst`: i32, i16, u32, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TTri.hpp:89-100)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TTri.hpp:96-106)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TTRI.hpp:18-29)
#[track_caller]
pub fn ttri<
    E: TtriElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, diagonal: impl Scalar) -> Result<Event> {
    Call::new(&ops::ttri).scalar(0, diagonal).tile(1, dst).run()
}

/// [`ttri`] with attributes.
#[track_caller]
pub fn ttri_with<
    E: TtriElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, diagonal: impl Scalar, with: TtriWith) -> Result<Event> {
    Call::new(&ops::ttri).scalar(0, diagonal).tile(1, dst).int("upperOrLower", with.upper_or_lower).run()
}

/// Elements that [`trandom`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trandom` does not take `{Self}` elements",
    note = "a5 takes i32, u32",
    note = "cpu takes i32, u32",
)]
pub trait TrandomElement: Element {}
impl TrandomElement for i32 {}
impl TrandomElement for u32 {}

/// Attributes of [`trandom`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrandomWith {
    /// 7 or 10; 10 if absent.
    pub rounds: Option<i64>,
}

/// Fill a tile with random bits.
///
/// Philox 4x32 with `rounds` rounds, applied to a 128-bit counter (`counter0` lowest) under the key. A row is
/// cut into groups of 256 columns; column 4 l + w of a group is word w for the counter plus l. After a group the
/// counter advances by 64, after the last one of a row by (columns - 1) mod 64 + 1.
///
/// ```text
/// dst[i, 256 g + 4 l + w] = word w of philox(counter(i,g) + l; key)   for 0 <= l < 64
/// ```
///
/// C++: `TRANDOM(dst, key0, key1, counter0, counter1, counter2, counter3)`
///
/// Rules:
/// - `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `key0`, `key1`, `counter0`, `counter1`, `counter2` and `counter3` must have element type i32 or ui32: E0204
/// - `rounds` must be 7 or 10: E0232
/// - `key0`, `key1` and `counter0` to `counter3` must be given, or the tiles `key` and `counter` in their place: E0221
/// - `key` and `counter` must be in vec: E0201
/// - `key` and `counter` must be row-major: E0202
/// - `key` and `counter` must have element type i32 or ui32: E0204
///
/// Element types:
/// - a5: `dst`: i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TRandom.hpp:148-156)
/// - cpu: `dst`: i32, u32 (pto-isa@3186c381 include/pto/cpu/TRandom.hpp:68-75)
#[track_caller]
pub fn trandom<
    E: TrandomElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, key0: impl Scalar, key1: impl Scalar, counter0: impl Scalar, counter1: impl Scalar, counter2: impl Scalar, counter3: impl Scalar) -> Result<Event> {
    Call::new(&ops::trandom).scalar(0, key0).scalar(1, key1).scalar(2, counter0).scalar(3, counter1).scalar(4, counter2).scalar(5, counter3).tile(6, dst).run()
}

/// [`trandom`] with attributes.
#[track_caller]
#[allow(clippy::too_many_arguments)]
pub fn trandom_with<
    E: TrandomElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
>(dst: &mut Dst, key0: impl Scalar, key1: impl Scalar, counter0: impl Scalar, counter1: impl Scalar, counter2: impl Scalar, counter3: impl Scalar, with: TrandomWith) -> Result<Event> {
    Call::new(&ops::trandom).scalar(0, key0).scalar(1, key1).scalar(2, counter0).scalar(3, counter1).scalar(4, counter2).scalar(5, counter3).tile(6, dst).int("rounds", with.rounds).run()
}
