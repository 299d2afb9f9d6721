//! How an instruction of the vector unit goes over a tile: which repeats, masks and counts.
//!
//! Source: pto-isa@3186c381 include/pto/npu/a2a3/TBinOp.hpp, TBinSOp.hpp, TUnaryOp.hpp. An instruction in
//! count mode is issued with a repeat of 0; the unit works on as many repeats as the count fills.

use super::sequence::Pass;
use crate::estimate::ShapePath;
use pto_isa::sem::TileAt;
use smallvec::{SmallVec, smallvec};

/// An instruction takes at most this many repeats, and strides of at most this many blocks.
const MAX: u64 = 255;
const BLOCK_BYTES: u64 = 32;

/// The operands of an instruction decide which ways the library knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operands {
    /// Two tiles.
    Tiles,
    /// A tile and a number.
    TileScalar,
    /// A tile.
    Tile,
}

/// The lanes of an instruction that work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Active {
    /// All of every repeat.
    All,
    /// The first ones of every repeat.
    Mask(u64),
    /// The first ones of all repeats together.
    Count(u64),
}

/// One way over a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    pub pass: Pass,
    /// From a repeat to the next, in 32-byte blocks.
    stride_blocks: u64,
    active: Active,
    words: &'static str,
}

impl Way {
    /// What is done with which stride and mask.
    pub fn describe(&self) -> String {
        let lanes = match self.active {
            Active::All => String::new(),
            Active::Mask(n) => format!(", mask of {n} lanes"),
            Active::Count(n) => format!(", count of {n} elements"),
        };
        format!("{}; repeat stride {}{lanes}", self.words, self.stride_blocks)
    }
}

/// The extents that matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
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
    /// From a row to the next, in 32-byte blocks.
    pub fn stride_blocks(&self) -> u64 {
        self.stride_bytes / BLOCK_BYTES
    }
    /// Whether a repeat can lead from a row to the next.
    pub fn stride_fits(&self) -> bool {
        self.stride_blocks() <= MAX
    }
}

/// One repeat after the other.
const PACKED: u64 = 8;

/// The way that extents make an instruction take.
pub(crate) fn path(operands: Operands, e: &Extent) -> ShapePath {
    if operands == Operands::Tiles && e.rows <= MAX && e.cols < e.lanes {
        ShapePath::Small
    } else if e.is_contiguous() {
        ShapePath::Continuous
    } else {
        ShapePath::General
    }
}

/// The ways of an instruction over a tile, in the order they are taken.
pub(super) fn cover(operands: Operands, e: &Extent) -> SmallVec<[Way; 2]> {
    if e.is_empty() {
        return SmallVec::new();
    }
    let path = path(operands, e);
    if path == ShapePath::Small {
        return smallvec![Way {
            pass: Pass::masked(e.valid_rows),
            stride_blocks: e.stride_blocks(),
            active: Active::Mask(e.valid_cols),
            words: "a repeat per row",
        }];
    }
    let ragged = e.cols > e.lanes && !e.cols.is_multiple_of(e.lanes);
    if path == ShapePath::Continuous {
        let elements = e.valid_rows * e.valid_cols;
        let packed = |pass, active, words| Way { pass, stride_blocks: PACKED, active, words };
        let count = elements.div_ceil(e.lanes);
        if count > MAX || (ragged && operands != Operands::Tile) {
            return smallvec![packed(Pass::masked(count), Active::Count(elements), "contiguous")];
        }
        let (full, rest) = (elements / e.lanes, elements % e.lanes);
        let mut ways = smallvec![packed(Pass::full(full), Active::All, "contiguous")];
        if rest > 0 {
            ways.push(packed(Pass::masked(1), Active::Mask(rest), "the rest"));
        }
        return ways;
    }
    row_by_row(e)
}

/// Rows with gaps between them.
fn row_by_row(e: &Extent) -> SmallVec<[Way; 2]> {
    let (full, rest) = (e.valid_cols / e.lanes, e.valid_cols % e.lanes);
    let per_row = e.cols / e.lanes;
    // Along a row, or down the rows with a repeat for each.
    let along = |pass, active, words| Way { pass, stride_blocks: PACKED, active, words };
    let down = |pass, active, words| {
        let stride_blocks = e.stride_blocks();
        Way { pass, stride_blocks, active, words }
    };
    if (per_row > 1 && e.rows * per_row < 4) || (e.rows < per_row + 1 && rest != 0) {
        let pass = Pass::masked(e.row_repeats()).times(e.valid_rows);
        return smallvec![along(pass, Active::Count(e.valid_cols), "each row")];
    }
    if e.rows < per_row + 1 {
        return smallvec![along(Pass::full(full).times(e.valid_rows), Active::All, "each row")];
    }
    let mut ways = SmallVec::new();
    let strided = e.rows <= MAX && e.stride_fits();
    if full > 0 {
        ways.push(if strided {
            down(Pass::full(e.valid_rows).times(full), Active::All, "a repeat per row")
        } else {
            along(Pass::full(full).times(e.valid_rows), Active::All, "each row")
        });
    }
    if rest > 0 {
        let active = Active::Mask(rest);
        ways.push(if e.stride_fits() {
            down(Pass::masked(e.valid_rows), active, "the rest of each row")
        } else {
            along(Pass::masked(1).times(e.valid_rows), active, "the rest of each row by itself")
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

    #[test]
    fn strides_and_masks_are_said() {
        let ways = cover(Operands::Tiles, &extent(64, 128, (60, 100)));
        let words: Vec<String> = ways.iter().map(Way::describe).collect();
        let wanted = [
            "a repeat per row; repeat stride 16",
            "the rest of each row; repeat stride 16, mask of 36 lanes",
        ];
        assert_eq!(words, wanted);
        let counted = cover(Operands::Tiles, &extent(64, 96, (64, 96)));
        assert_eq!(counted[0].describe(), "contiguous; repeat stride 8, count of 6144 elements");
    }
}
