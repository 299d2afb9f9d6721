//! Intrinsics of the op table's file `tile_config.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileWith;
use crate::call::Call;
use crate::element::Element;
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::Mode;
use pto_isa::ops::tile_config as ops;

/// Attributes of [`set_img2col_padding`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SetImg2colPaddingWith {
    /// bits of the element in the border; 0 without it.
    pub pad_bits: Option<i64>,
}

/// Set what stands in the border of feature maps.
///
/// Image-to-column moves read it until it is set again; it is zero until then. No element moves.
///
/// ```text
/// PADDING = padBits
/// ```
///
/// C++: `SET_IMG2COL_PADDING(cfg)`
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetImg2colPadding.hpp:16-36, npu/a5/SetImg2colPadding.hpp:16-40)
#[track_caller]
pub fn set_img2col_padding<
    E: Element,
    Cfg: TileWith<E>,
>(cfg: &Cfg) -> Result<Event> {
    Call::new(&ops::set_img2col_padding).tile(0, cfg).run()
}

/// [`set_img2col_padding`] with attributes.
#[track_caller]
pub fn set_img2col_padding_with<
    E: Element,
    Cfg: TileWith<E>,
>(cfg: &Cfg, with: SetImg2colPaddingWith) -> Result<Event> {
    Call::new(&ops::set_img2col_padding).tile(0, cfg).int("padBits", with.pad_bits).run()
}

/// Attributes of [`set_img2col_rpt`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SetImg2colRptWith {
    /// distance of repeats; 0 without it.
    pub repeat_stride: Option<i64>,
    /// how often; 1 without it.
    pub repeat_time: Option<i64>,
    /// what advances; 0 without it.
    pub repeat_mode: Option<i64>,
}

/// Set the repeat counts of the next image-to-column move.
///
/// Loads the repeat fields of an image-to-column configuration. No element moves.
///
/// ```text
/// L3D_RPT = repeatStride, repeatTime, repeatMode
/// ```
///
/// C++: `SET_IMG2COL_RPT(cfg)`
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetImg2colRpt.hpp:16-25, npu/a5/SetImg2colRpt.hpp:16-36)
#[track_caller]
pub fn set_img2col_rpt<
    E: Element,
    Cfg: TileWith<E>,
>(cfg: &Cfg) -> Result<Event> {
    Call::new(&ops::set_img2col_rpt).tile(0, cfg).run()
}

/// [`set_img2col_rpt`] with attributes.
#[track_caller]
pub fn set_img2col_rpt_with<
    E: Element,
    Cfg: TileWith<E>,
>(cfg: &Cfg, with: SetImg2colRptWith) -> Result<Event> {
    Call::new(&ops::set_img2col_rpt).tile(0, cfg).int("repeatStride", with.repeat_stride).int("repeatTime", with.repeat_time).int("repeatMode", with.repeat_mode).run()
}

/// Attributes of [`setfmatrix`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SetfmatrixWith {
    /// lines of the map.
    pub fmap_h: Option<i64>,
    /// pixels in a line.
    pub fmap_w: Option<i64>,
    /// border on the left, in pixels; 0 without it.
    pub pad_left: Option<i64>,
    /// border on the right.
    pub pad_right: Option<i64>,
    /// border above.
    pub pad_top: Option<i64>,
    /// border below.
    pub pad_bottom: Option<i64>,
}

/// Set the feature-map geometry registers.
///
/// Later image-to-column moves read them: how high and wide the map is and how wide its border. No element moves.
///
/// ```text
/// FMATRIX = fmapH, fmapW, padLeft, padRight, padTop, padBottom
/// ```
///
/// C++: `SETFMATRIX(tile)`
///
/// Rules:
/// - `tile` must be in mat, left, right or acc: E0201
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetFmatrix.hpp:16-40, npu/a5/SetFmatrix.hpp:16-40)
#[track_caller]
pub fn setfmatrix<
    E: Element,
    Tile: TileWith<E>,
>(tile: &Tile) -> Result<Event> {
    Call::new(&ops::setfmatrix).tile(0, tile).run()
}

/// [`setfmatrix`] with attributes.
#[track_caller]
pub fn setfmatrix_with<
    E: Element,
    Tile: TileWith<E>,
>(tile: &Tile, with: SetfmatrixWith) -> Result<Event> {
    Call::new(&ops::setfmatrix).tile(0, tile).int("fmapH", with.fmap_h).int("fmapW", with.fmap_w).int("padLeft", with.pad_left).int("padRight", with.pad_right).int("padTop", with.pad_top).int("padBottom", with.pad_bottom).run()
}

/// Attributes of [`sethf32mode`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Sethf32modeWith {
    /// rounding; CAST\_ROUND without it.
    pub mode: Option<Mode>,
}

/// Switch HF32 rounding of f32 matrix operands.
///
/// Holds for the matrix multiplications that follow on this core.
///
/// ```text
/// HF32 mode = enable ? mode : off
/// ```
///
/// C++: `SETHF32MODE(enable)`
///
/// Rules:
/// - `mode` must be CAST\_ROUND or CAST\_RINT, on a2a3, a5: E0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/sethf32mode.md)
#[track_caller]
pub fn sethf32mode(enable: bool) -> Result<Event> {
    Call::new(&ops::sethf32mode).flag("enable", Some(enable)).run()
}

/// [`sethf32mode`] with attributes.
#[track_caller]
pub fn sethf32mode_with(enable: bool, with: Sethf32modeWith) -> Result<Event> {
    Call::new(&ops::sethf32mode).flag("enable", Some(enable)).word("mode", with.mode.map(Mode::word)).run()
}

/// Attributes of [`settf32mode`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Settf32modeWith {
    /// rounding; CAST\_ROUND without it.
    pub mode: Option<Mode>,
}

/// Switch TF32 rounding of f32 matrix operands.
///
/// Holds for the matrix multiplications that follow on this core; the CPU simulator computes with all of f32.
///
/// ```text
/// TF32 mode = enable ? mode : off
/// ```
///
/// C++: `SETTF32MODE(enable)`
///
/// Rules:
/// - `mode` must be CAST\_ROUND; the others are reserved, on a2a3, a5 (`--rules manual`): E0232
/// - `mode` must be CAST\_ROUND or CAST\_RINT, on a2a3, a5: E0232
/// - `mode` must be CAST\_ROUND or CAST\_RINT, on cpu (`--rules device`): E0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/settf32mode.md)
#[track_caller]
pub fn settf32mode(enable: bool) -> Result<Event> {
    Call::new(&ops::settf32mode).flag("enable", Some(enable)).run()
}

/// [`settf32mode`] with attributes.
#[track_caller]
pub fn settf32mode_with(enable: bool, with: Settf32modeWith) -> Result<Event> {
    Call::new(&ops::settf32mode).flag("enable", Some(enable)).word("mode", with.mode.map(Mode::word)).run()
}
