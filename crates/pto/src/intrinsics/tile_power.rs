//! Intrinsics of the op table's file `tile_power.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::PrecisionType;
use crate::marker::Vec;
use pto_isa::ops::tile_power as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tpow`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tpow` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f32",
    note = "a2a3, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TpowElement: Element {}
impl TpowElement for f32 {}
impl TpowElement for f16 {}
impl TpowElement for bf16 {}
impl TpowElement for i64 {}
impl TpowElement for i32 {}
impl TpowElement for i16 {}
impl TpowElement for i8 {}
impl TpowElement for u64 {}
impl TpowElement for u32 {}
impl TpowElement for u16 {}
impl TpowElement for u8 {}

/// Attributes of [`tpow`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TpowWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Raise one tile to the power of another.
///
/// The domain is the valid region of `dst`. Integers multiply repeatedly and wrap. A5 has a second, more
/// accurate algorithm for floats. Scratch is for the floating-point path of A2/A3.
///
/// ```text
/// dst[i,j] = base[i,j] ^ exp[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TPOW(dst, base, exp, tmp)`
///
/// Rules:
/// - `base`, `exp`, `tmp` and `dst` must be in vec: E0201
/// - `base`, `exp`, `tmp` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst`, `base` and `exp` must have the same element type: E0203
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
/// - `dst` and `tmp` must have the same element type, on a5 (a warning): W0203
/// - `dst`, `base` and `exp` must have the same valid region: E0211
/// - `dst` and `tmp` must have the same valid region, on a2a3: E0211
/// - `dst` and `tmp` must have the same valid region, on a5 (a warning): W0211
/// - the accurate power algorithm exists on A5 only, on a2a3: E0232
/// - the accurate power algorithm takes f16, bf16 and f32, the fast one everything but bf16, on a5: E0232
/// - `tmp` goes with floating-point elements only, on a2a3, a5 (a warning): W0222
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:265)
/// - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tpow.md:73-76)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:628-634)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPow.hpp:110-118)
///
/// Scratch:
/// - a2a3: at least the size of `dst`; integers take none
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tpow<
    EDst: TpowElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Base: TileOf<Vec, EDst>,
    Exp: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, base: &Base, exp: &Exp, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Base::TY), "`pto.tpow`: `dst` and `base` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Exp::TY), "`pto.tpow`: `dst` and `exp` must have the same valid region") };
    Call::new(&ops::tpow).tile(0, base).tile(1, exp).tile(2, tmp).tile(3, dst).run()
}

/// [`tpow`] with attributes.
#[track_caller]
pub fn tpow_with<
    EDst: TpowElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Base: TileOf<Vec, EDst>,
    Exp: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, base: &Base, exp: &Exp, tmp: &mut Tmp, with: TpowWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Base::TY), "`pto.tpow`: `dst` and `base` must have the same valid region") };
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Exp::TY), "`pto.tpow`: `dst` and `exp` must have the same valid region") };
    Call::new(&ops::tpow).tile(0, base).tile(1, exp).tile(2, tmp).tile(3, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`tpows`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tpows` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f32",
    note = "a2a3, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TpowsElement: Element {}
impl TpowsElement for f32 {}
impl TpowsElement for f16 {}
impl TpowsElement for bf16 {}
impl TpowsElement for i64 {}
impl TpowsElement for i32 {}
impl TpowsElement for i16 {}
impl TpowsElement for i8 {}
impl TpowsElement for u64 {}
impl TpowsElement for u32 {}
impl TpowsElement for u16 {}
impl TpowsElement for u8 {}

/// Attributes of [`tpows`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TpowsWith {
    /// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
    pub precision_type: Option<PrecisionType>,
}

/// Raise a tile to the power of a number.
///
/// The domain is the valid region of `dst`. Integers multiply repeatedly and wrap. A5 has a second, more
/// accurate algorithm for floats. Scratch is for the floating-point path of A2/A3.
///
/// ```text
/// dst[i,j] = base[i,j] ^ exp   for (i,j) in valid(dst)
/// ```
///
/// C++: `TPOWS(dst, base, exp, tmp)`
///
/// Rules:
/// - `base`, `tmp` and `dst` must be in vec: E0201
/// - `base`, `tmp` and `dst` must be row-major, on a2a3, a5: E0202
/// - `dst` and `base` must have the same element type: E0203
/// - `exp` must have the element type of `dst` (`--rules device`) (a warning): W0220
/// - `exp` must have the element type of `dst` (`--rules manual`): E0220
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
/// - `dst` and `tmp` must have the same element type, on a5 (a warning): W0203
/// - `dst` and `base` must have the same valid region: E0211
/// - `dst` and `tmp` must have the same valid region, on a2a3: E0211
/// - `dst` and `tmp` must have the same valid region, on a5 (a warning): W0211
/// - the accurate power algorithm exists on A5 only, on a2a3: E0232
/// - the accurate power algorithm takes f16, bf16 and f32, the fast one everything but bf16, on a5: E0232
/// - `tmp` goes with floating-point elements only, on a2a3, a5 (a warning): W0222
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:265)
/// - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tpows.md:69-73)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:628-634)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:193)
///
/// Scratch:
/// - a2a3: at least the size of `dst`; integers take none
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tpows<
    EDst: TpowsElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Base: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, base: &Base, exp: EDst::Host, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Base::TY), "`pto.tpows`: `dst` and `base` must have the same valid region") };
    Call::new(&ops::tpows).tile(0, base).element::<EDst>(1, exp).tile(2, tmp).tile(3, dst).run()
}

/// [`tpows`] with attributes.
#[track_caller]
pub fn tpows_with<
    EDst: TpowsElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Base: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, base: &Base, exp: EDst::Host, tmp: &mut Tmp, with: TpowsWith) -> Result<Event> {
    const { assert!(Constraint::SameValid.allows(&Dst::TY, &Base::TY), "`pto.tpows`: `dst` and `base` must have the same valid region") };
    Call::new(&ops::tpows).tile(0, base).element::<EDst>(1, exp).tile(2, tmp).tile(3, dst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}
