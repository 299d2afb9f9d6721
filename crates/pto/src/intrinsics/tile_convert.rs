//! Intrinsics of the op table's file `tile_convert.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::Element;
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::{Rmode, Satmode};
use crate::marker::Vec;
use pto_isa::ops::tile_convert as ops;

/// Attributes of [`tcvt`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TcvtWith {
    /// what happens to values out of range, e.g. `#pto<saturation_mode OFF>`.
    pub satmode: Option<Satmode>,
}

/// Convert the elements of a tile to another type.
///
/// The domain is the valid region of `dst`. Conversions are numeric, f16 to bf16 too, and NaN becomes 0 in
/// integers. `rmode` chooses the rounding, to even if absent; NONE truncates to integers and rounds floats to
/// even. HiFloat8 results round halves away from zero on A5, and the CPU simulator rounds floats to even always.
///
/// Without `satmode`, A2/A3 and A5 do not saturate f16 to i8, ui8 and i16, f32 to i16, i64 to i32 and i32 to
/// i16; everything else saturates, except results in f32. The CPU simulator saturates only when asked. Without
/// saturation integers keep their low bits; a float goes to i32 first, saturating, on the devices. A2/A3 lets
/// a program choose for those six pairs only.
///
/// f32 to f32 rounds to an integral value on the devices and changes nothing in the CPU simulator. An fp4
/// element holds two numbers.
///
/// ```text
/// dst[i,j] = convert(src[i,j], rmode, satmode)   for (i,j) in valid(dst)
/// ```
///
/// C++: `TCVT(dst, src, rmode)`
///
/// Rules:
/// - `src`, `tmp` and `dst` must be in vec: E0201
/// - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
/// - `tmp` must be row-major, on a2a3, a5: E0202
/// - `src` and `dst` must have the same valid region, an fp4 element counting twice along a row: E0211
///
/// Element types:
/// - a2a3: `(src, dst)`: (f32, f16) (f32, f32) (f32, bf16) (f32, i64) (f32, i32) (f32, i16) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (f16) (bf16, f32) (bf16, i32) (i16, f16) (i16, f32) (i32, f32) (i32, f16) (i32, i64) (i32, i16) (i64, f32) (i64, i32) (u8, f16) (i8, f16) (f16) (pto-isa@3186c381 include/pto/npu/a2a3/TCvt.hpp:807-897, docs/isa/tile/ops/elementwise-tile-tile/tcvt.md:186-207)
/// - a5: `(src, dst)`: (f32, f32) (f32, f16) (f32, bf16) (f32, i64) (f32, i32) (f32, i16) (f32, F8E4M3) (f32, F8E5M2) (f32, Hif8) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (f16, Hif8) (bf16, f32) (bf16, i32) (bf16, f16) (bf16, F4E1M2x2) (bf16, F4E2M1x2) (u8, f16) (u8, u16) (i8, f16) (i8, i16) (i8, i32) (i16, f16) (i16, f32) (i16, u8) (i16, u32) (i16, i32) (i32, f32) (i32, i64) (i32, i16) (i32, u16) (i32, u8) (u32, i16) (u32, u16) (u32, u8) (i64, f32) (i64, i32) (F8E4M3, f32) (F8E5M2, f32) (Hif8, f32) (F4E1M2x2, bf16) (F4E2M1x2, bf16) (pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp:1158-2273, docs/isa/tile/ops/elementwise-tile-tile/tcvt.md:186-207)
/// - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TCvt.hpp:51-58, 217-232 takes any pair)
///
/// Scratch:
/// - a2a3: at least only with `satmode` OFF, for R x C valid elements: f32 to i16 the larger of 256\*min(C/64, 255) and, if C is no multiple of 64, 32\*((min(R, 255)-1)\*(Cols(src)/8) + ceil((C mod 64)/8)); f16 to i16 32\*ceil(min(C, 64)/8); f16 to i8 the larger of that and 128 + 32\*ceil(min(C, 64)/16)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tcvt<
    EDst: Element,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src, rmode: Rmode) -> Result<Event> {
    Call::new(&ops::tcvt).tile(0, src).tile(2, dst).word("rmode", Some(rmode.word())).run()
}

/// [`tcvt`] with attributes.
#[track_caller]
pub fn tcvt_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src, rmode: Rmode, with: TcvtWith) -> Result<Event> {
    Call::new(&ops::tcvt).tile(0, src).tile(2, dst).word("rmode", Some(rmode.word())).word("satmode", with.satmode.map(Satmode::word)).run()
}

/// [`tcvt`] with `tmp`.
///
/// C++: `TCVT(dst, src, tmp, rmode)`
///
/// Scratch:
/// - a2a3: at least only with `satmode` OFF, for R x C valid elements: f32 to i16 the larger of 256\*min(C/64, 255) and, if C is no multiple of 64, 32\*((min(R, 255)-1)\*(Cols(src)/8) + ceil((C mod 64)/8)); f16 to i16 32\*ceil(min(C, 64)/8); f16 to i8 the larger of that and 128 + 32\*ceil(min(C, 64)/16)
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn tcvt_tmp<
    EDst: Element,
    ESrc: Element,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp, rmode: Rmode) -> Result<Event> {
    Call::new(&ops::tcvt).tile(0, src).tile(1, tmp).tile(2, dst).word("rmode", Some(rmode.word())).run()
}

/// [`tcvt_tmp`] with attributes.
#[track_caller]
pub fn tcvt_tmp_with<
    EDst: Element,
    ESrc: Element,
    ETmp: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src: &Src, tmp: &mut Tmp, rmode: Rmode, with: TcvtWith) -> Result<Event> {
    Call::new(&ops::tcvt).tile(0, src).tile(1, tmp).tile(2, dst).word("rmode", Some(rmode.word())).word("satmode", with.satmode.map(Satmode::word)).run()
}
