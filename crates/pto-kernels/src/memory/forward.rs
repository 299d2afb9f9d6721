//! Copies that are not made: what a tile holds is still where it was copied from, and whoever reads it looks there.
//!
//! Only copies are left out whose tile nobody reads once its source has changed; the program says which those are
//! ([`crate::Context::forwards`]). Kernels that write such tiles forget what was noted of them, kernels that read them ask
//! for it, and before anything else looks at them the copies are made.

use super::Spot;
use crate::axis::Axis;
use pto_isa::sem::PtrAt;

/// A copy that was not made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forward {
    /// The tile that it would have filled, all of it.
    pub to: Spot,
    /// Rows and columns of the tile, from its first byte on.
    pub to_axes: (Axis, Axis),
    /// Bytes of an element.
    pub size: usize,
    /// What the elements are counted from.
    pub origin: Origin,
    /// Rows and columns of the source.
    pub axes: (Axis, Axis),
}

/// Where the source of a copy is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// A tile.
    Local(Spot),
    /// A view of global memory that begins at a place. Bytes from `low` on are those that are read; the block has claimed
    /// them.
    Global { place: PtrAt, low: i64, bytes: u64 },
}

impl Forward {
    /// Some rows and columns of the source; they must be inside.
    pub fn part(&self, corner: (usize, usize), shape: (usize, usize)) -> Forward {
        let axes = (self.axes.0.part(corner.0, shape.0), self.axes.1.part(corner.1, shape.1));
        Forward { axes, ..*self }
    }
}
