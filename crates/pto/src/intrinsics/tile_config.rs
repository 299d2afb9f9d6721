//! Intrinsics of the op table's file `tile_config.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::call::Call;
use crate::element::Element;
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::words::Mode;
use crate::tile::TileWith;
use pto_isa::ops::tile_config as ops;

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
    /// rounding; CAST\_ROUND without it, the only one defined on A5.
    pub mode: Option<Mode>,
}

/// Switch TF32 rounding of f32 matrix operands.
///
/// Holds for the matrix multiplications that follow on this core. On A2/A3 it does nothing.
///
/// ```text
/// TF32 mode = enable ? mode : off
/// ```
///
/// C++: `SETTF32MODE(enable)`
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
