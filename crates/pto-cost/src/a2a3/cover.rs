//! How an instruction of the vector unit goes over a tile: which repeats, masks and counts.
//!
//! Source: pto-isa@3186c381 include/pto/npu/a2a3/TBinOp.hpp, TBinSOp.hpp, TUnaryOp.hpp. An instruction in
//! count mode is issued with a repeat of 0; the unit works on as many repeats as the count fills.

use super::sequence::Pass;
use pto_isa::sem::TileAt;
use smallvec::{SmallVec, smallvec};

/// An instruction takes at most so many repeats, and strides of so many blocks.
const MAX: u64 = 255;
const BLOCK_BYTES: u64 = 32;

/// The operands of an instruction decide which ways the library knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operands {
    /// Two tiles.
    Tiles,
    /// A tile and a number.
    TileScalar,
    /// A tile.
    Tile,
}

/// One way over a tile, with words for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    pub pass: Pass,
    pub words: &'static str,
}

/// The extents that matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub rows: u64,
    pub cols: u64,
    pub valid_rows: u64,
    pub valid_cols: u64,
    /// Elements of a 256-byte repeat.
    pub lanes: u64,
    /// Bytes between rows.
    pub stride_bytes: u64,
}

impl Extent {
    /// Of a tile, with the repeats of its element type.
    pub fn of(tile: &TileAt) -> Extent {
        let dtype = tile.ty.dtype;
        let row_bits = u64::from(tile.storage.1) * u64::from(dtype.bits());
        Extent {
            rows: tile.ty.rows.into(),
            cols: tile.ty.cols.into(),
            valid_rows: tile.valid.0.into(),
            valid_cols: tile.valid.1.into(),
            lanes: dtype.per_repeat().max(1).into(),
            stride_bytes: row_bits / 8,
        }
    }
    /// Repeats of a row, the last one perhaps partial.
    pub fn row_repeats(&self) -> u64 {
        self.valid_cols.div_ceil(self.lanes)
    }
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.valid_rows == 0 || self.valid_cols == 0
    }
    /// Whether the valid elements follow one another without a gap.
    pub fn is_contiguous(&self) -> bool {
        let window = self.stride_bytes * self.lanes != self.cols * 256;
        (!window && self.cols == self.valid_cols) || self.valid_rows == 1
    }
    fn stride_fits(&self) -> bool {
        self.stride_bytes / BLOCK_BYTES <= MAX
    }
}

/// The ways of an instruction over a tile, in the order they are taken.
pub(super) fn cover(operands: Operands, e: &Extent) -> SmallVec<[Way; 2]> {
    let way = |pass, words| Way { pass, words };
    if e.is_empty() {
        return SmallVec::new();
    }
    if operands == Operands::Tiles && e.rows <= MAX && e.cols < e.lanes {
        return smallvec![way(Pass::masked(e.valid_rows), "a repeat per row under a mask")];
    }
    let ragged = e.cols > e.lanes && !e.cols.is_multiple_of(e.lanes);
    if e.is_contiguous() {
        let elements = e.valid_rows * e.valid_cols;
        let count = elements.div_ceil(e.lanes);
        if count > MAX || (ragged && operands != Operands::Tile) {
            return smallvec![way(Pass::masked(count), "contiguous, by element count")];
        }
        let mut ways = smallvec![way(Pass::full(elements / e.lanes), "contiguous")];
        if !elements.is_multiple_of(e.lanes) {
            ways.push(way(Pass::masked(1), "the rest under a mask"));
        }
        return ways;
    }
    row_by_row(e)
}

/// Rows with gaps between them.
fn row_by_row(e: &Extent) -> SmallVec<[Way; 2]> {
    let way = |pass, words| Way { pass, words };
    let (full, rest) = (e.valid_cols / e.lanes, e.valid_cols % e.lanes);
    let per_row = e.cols / e.lanes;
    if (per_row > 1 && e.rows * per_row < 4) || (e.rows < per_row + 1 && rest != 0) {
        let pass = Pass::masked(e.row_repeats()).times(e.valid_rows);
        return smallvec![way(pass, "each row by element count")];
    }
    if e.rows < per_row + 1 {
        return smallvec![way(Pass::full(full).times(e.valid_rows), "each row")];
    }
    let mut ways = SmallVec::new();
    let strided = e.rows <= MAX && e.stride_fits();
    if full > 0 {
        ways.push(if strided {
            way(Pass::full(e.valid_rows).times(full), "a repeat per row, for each repeat of a row")
        } else {
            way(Pass::full(full).times(e.valid_rows), "each row")
        });
    }
    if rest > 0 {
        ways.push(if e.stride_fits() {
            way(Pass::masked(e.valid_rows), "the rest of each row under a mask")
        } else {
            way(Pass::masked(1).times(e.valid_rows), "the rest of each row by itself")
        });
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(rows: u64, cols: u64, valid: (u64, u64)) -> Extent {
        let (valid_rows, valid_cols) = valid;
        Extent { rows, cols, valid_rows, valid_cols, lanes: 64, stride_bytes: cols * 4 }
    }

    fn passes(operands: Operands, e: Extent) -> Vec<Pass> {
        cover(operands, &e).iter().map(|w| w.pass).collect()
    }

    #[test]
    fn narrow_pairs_take_a_repeat_per_row_and_single_tiles_run_through() {
        let e = extent(16, 32, (16, 32));
        assert_eq!(passes(Operands::Tiles, e), [Pass::masked(16)]);
        assert_eq!(passes(Operands::TileScalar, e), [Pass::full(8)]);
    }

    #[test]
    fn ragged_rows_and_long_tiles_are_counted() {
        assert_eq!(passes(Operands::Tiles, extent(64, 96, (64, 96))), [Pass::masked(96)]);
        assert_eq!(passes(Operands::Tile, extent(64, 96, (64, 96))), [Pass::full(96)]);
        assert_eq!(passes(Operands::Tile, extent(256, 128, (256, 128))), [Pass::masked(512)]);
    }

    #[test]
    fn gaps_between_rows_are_strides() {
        let e = extent(64, 128, (60, 100));
        assert_eq!(passes(Operands::Tiles, e), [Pass::full(60), Pass::masked(60)]);
        let wide = extent(2, 1024, (2, 1000));
        assert_eq!(passes(Operands::Tiles, wide), [Pass::masked(16).times(2)]);
    }
}
