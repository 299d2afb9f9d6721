//! Intrinsics of the op table's file `tile_debug.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileWith;
use crate::call::Call;
use crate::element::{Element, f16};
use crate::error::Result;
use crate::event::Event;
use crate::global::GlobalTensor;
use crate::intrinsics::enums::PrintFormat;
use pto_isa::ops::tile_debug as ops;

/// Elements that [`tprint`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.tprint` does not take `{Self}` elements",
    note = "it takes f16, f32, i8, u8, i16, u16, i32, u32, i64, u64",
)]
pub trait TprintSrcElement: Element {}
impl TprintSrcElement for f16 {}
impl TprintSrcElement for f32 {}
impl TprintSrcElement for i8 {}
impl TprintSrcElement for u8 {}
impl TprintSrcElement for i16 {}
impl TprintSrcElement for u16 {}
impl TprintSrcElement for i32 {}
impl TprintSrcElement for u32 {}
impl TprintSrcElement for i64 {}
impl TprintSrcElement for u64 {}

/// Attributes of [`tprint`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TprintWith {
    /// `printFormat`.
    pub print_format: Option<PrintFormat>,
}

/// Print a tile, or a view on global memory.
///
/// All pipes are drained first. Tiles in mat and acc are copied to the view `tmp` to be printed. The valid region
/// is shown as a table; one with more than 16 rows or columns by its corners, with minimum, maximum and the
/// number of NaNs. A view is shown with its last extent across.
///
/// C++: `TPRINT(src)`
///
/// Rules:
/// - without `tmp` a tile is in vec; with `tmp` in vec, in acc, or (A2/A3) in mat: E0201
/// - `tmp` goes with a tile only: E0222
/// - `src` must have element type f16, f32, i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
/// - `src` must not have 64-bit elements (`--rules manual`): E0204
/// - `src` and `tmp` must have the same element type: E0203
/// - `tmp` must have as many elements as the tile (`--rules manual`): E0228
/// - `tmp` must have as many elements as the tile (`--rules device`) (a warning): W0228
///
/// Element types:
/// - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TPrint.hpp:44-325)
/// - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TPrint.hpp:16 takes the A2/A3 file, whose 312-317 refuses mat there)
/// - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TPrint.hpp:61-78)
#[track_caller]
pub fn tprint<
    E: TprintSrcElement,
    Src: TileWith<E>,
>(src: &Src) -> Result<Event> {
    Call::new(&ops::tprint).tile(0, src).run()
}

/// [`tprint`] with attributes.
#[track_caller]
pub fn tprint_with<
    E: TprintSrcElement,
    Src: TileWith<E>,
>(src: &Src, with: TprintWith) -> Result<Event> {
    Call::new(&ops::tprint).tile(0, src).word("printFormat", with.print_format.map(PrintFormat::word)).run()
}

/// [`tprint`] with `tmp`.
///
/// C++: `TPRINT(src, tmp)`
#[track_caller]
pub fn tprint_tmp<
    E: TprintSrcElement,
    Src: TileWith<E>,
>(src: &Src, tmp: &mut GlobalTensor<'_, E>) -> Result<Event> {
    Call::new(&ops::tprint).tile(0, src).view_mut(1, tmp).run()
}

/// [`tprint_tmp`] with attributes.
#[track_caller]
pub fn tprint_tmp_with<
    E: TprintSrcElement,
    Src: TileWith<E>,
>(src: &Src, tmp: &mut GlobalTensor<'_, E>, with: TprintWith) -> Result<Event> {
    Call::new(&ops::tprint).tile(0, src).view_mut(1, tmp).word("printFormat", with.print_format.map(PrintFormat::word)).run()
}
