//! What an instruction asks of a tile: that it is one, its element type, its memory.

use crate::element::Element;
use crate::handle::Handle;
use crate::marker::{Memory, Order};
use pto_isa::TileTy;

/// Any tile.
#[diagnostic::on_unimplemented(
    message = "an instruction takes a tile here",
    label = "`{Self}` is no tile"
)]
pub trait AnyTile {
    /// Where it lives.
    type Memory: Memory;
    /// What it holds.
    type Element: Element;
    /// How its elements are ordered.
    type Layout: Order;
    /// The type as a value. Extents that are known when the program runs are [`Dim::Dynamic`](pto_isa::Dim::Dynamic).
    const TY: TileTy;
    /// What it is while the kernel runs.
    #[doc(hidden)]
    fn handle(&self) -> &Handle;
}

/// A tile with elements `E`, wherever it lives.
#[diagnostic::on_unimplemented(
    message = "this operand must be a tile of `{E}` elements",
    label = "found `{Self}`",
    note = "operands of one instruction that share a type parameter have the same element type; `tcvt` converts"
)]
pub trait TileWith<E>: AnyTile {}

/// A tile with elements `E` in the memory `S`.
#[diagnostic::on_unimplemented(
    message = "this operand must be a `{S}` tile of `{E}` elements",
    label = "found `{Self}`",
    note = "operands of one instruction that share a type parameter have the same element type; `tcvt` converts, `tmov` moves between memories"
)]
pub trait TileOf<S, E>: TileWith<E> {}
