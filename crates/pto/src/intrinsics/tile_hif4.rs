//! Intrinsics of the op table's file `tile_hif4.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, F4E1M2x2, bf16};
use crate::error::Result;
use crate::event::Event;
use crate::layout::IsNd;
use crate::marker::Vec;
use pto_isa::ops::tile_hif4 as ops;

/// Elements that [`tquant_hif4`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.tquant_hif4` does not take `{Self}` elements",
    note = "it takes bf16",
)]
pub trait TquantHif4SrcElement: Element {}
impl TquantHif4SrcElement for bf16 {}

/// Elements that [`tquant_hif4`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`max` of `pto.tquant_hif4` does not take `{Self}` elements",
    note = "it takes bf16",
)]
pub trait TquantHif4MaxElement: Element {}
impl TquantHif4MaxElement for bf16 {}

/// Elements that [`tquant_hif4`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`scaling` of `pto.tquant_hif4` does not take `{Self}` elements",
    note = "it takes bf16",
)]
pub trait TquantHif4ScalingElement: Element {}
impl TquantHif4ScalingElement for bf16 {}

/// Elements that [`tquant_hif4`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`dst` of `pto.tquant_hif4` does not take `{Self}` elements",
    note = "it takes F4E1M2x2",
)]
pub trait TquantHif4DstElement: Element {}
impl TquantHif4DstElement for F4E1M2x2 {}

/// Elements that [`tquant_hif4`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`exp` of `pto.tquant_hif4` does not take `{Self}` elements",
    note = "it takes u8, i8",
)]
pub trait TquantHif4ExpElement: Element {}
impl TquantHif4ExpElement for u8 {}
impl TquantHif4ExpElement for i8 {}

/// Quantise bf16 to HiF4: 4-bit numbers whose scale has three levels.
///
/// Every 64 elements share a scale `ea` (8 bits, e6m2); every 8 of them have a bit `eb` and every 4 a bit `ec`
/// that double it. `exp` receives the `ea` as 16-bit words, the `eb` (a byte per 64 elements, and as many zeros),
/// the `ec` (two bytes per 64), and all of them once more as the cube reads them: cells of 64 bytes for 16 groups,
/// first the pairs of `ea` and `eb`, then the `ec`. `max` and `scaling` are left with intermediate values.
///
/// ```text
/// ea = e6m2(max of |src| in 64 / 7)
/// eb = max of |src| in 8 / ea >= 4
/// ec = max of |src| in 4 / ea / 2^eb >= 2
/// dst[i] = round(src[i] / (ea * 2^(eb + ec))) as e1m2
/// ```
///
/// C++ has no function for it.
///
/// Rules:
/// - `src`, `dst`, `exp`, `max` and `scaling` must be in vec: E0201
/// - `src`, `dst`, `exp`, `max` and `scaling` must be ND (row-major, unboxed): E0202
/// - `src`, `max` and `scaling` must have element type bf16: E0204
/// - `dst` must have element type !pto.f4E1M2x2: E0204
/// - `exp` must have element type ui8 or i8: E0204
/// - all columns of `src` are valid, a multiple of 64, and its elements a multiple of 1024: E0219
/// - `dst` has a byte for two elements of `src`: M x N/2, or all in one row: E0211
/// - `exp` holds 10 bytes per 64 elements of `src`, rounded up to 32: E0228
/// - `max` holds an element for every 4 and every 8 of `src`: E0228
/// - `scaling` holds an element for every 2 of `src`: E0228
///
/// Element types:
/// - a6: as the rules say (pto-isa@3186c381 include/pto/npu/a6/TQuant.hpp:2984-2992, 3625-3652)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu has no HiF4)
#[track_caller]
pub fn tquant_hif4<
    EDst: TquantHif4DstElement,
    EExp: TquantHif4ExpElement,
    EMax: TquantHif4MaxElement,
    EScaling: TquantHif4ScalingElement,
    ESrc: TquantHif4SrcElement,
    Dst: TileOf<Vec, EDst, Layout: IsNd>,
    Exp: TileOf<Vec, EExp, Layout: IsNd>,
    Max: TileOf<Vec, EMax, Layout: IsNd>,
    ScalingTile: TileOf<Vec, EScaling, Layout: IsNd>,
    Src: TileOf<Vec, ESrc, Layout: IsNd>,
>(dst: &mut Dst, exp: &mut Exp, max: &mut Max, scaling: &mut ScalingTile, src: &Src) -> Result<Event> {
    Call::new(&ops::tquant_hif4).tile(0, src).tile(1, dst).tile(2, exp).tile(3, max).tile(4, scaling).run()
}
