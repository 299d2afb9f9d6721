//! Well-formedness of tile types, whatever instruction uses them: whole blocks, whole boxes, and a memory they fit.

use crate::dtype::DType;
use crate::layout::BLayout;
use crate::target::{Space, Target};
use crate::ty::{Dim, TileTy};

impl TileTy {
    /// Whether the valid region lies within the tile, as far as it is known.
    pub const fn holds_valid(&self) -> bool {
        const fn fits(valid: Dim, whole: u32) -> bool {
            match valid {
                Dim::Is(n) => n <= whole,
                Dim::Dynamic => true,
            }
        }
        fits(self.valid_rows, self.rows) && fits(self.valid_cols, self.cols)
    }

    /// Elements of a line: a row, or a column of a column-major tile.
    pub const fn line_elements(&self) -> u32 {
        match self.blayout {
            BLayout::RowMajor => self.cols,
            BLayout::ColMajor => self.rows,
        }
    }

    /// What the bytes of an unboxed line must be a multiple of; `None` in memories of parameters.
    ///
    /// Source: pto-isa@3186c381 include/pto/common/pto_tile.hpp, static asserts of `Tile`; PTOAS 0.60
    /// lib/PTO/IR/PTO.cpp:2015-2018: half a block is enough for packed pairs.
    pub const fn line_multiple_bytes(&self) -> Option<u64> {
        match (self.space, self.dtype) {
            (Space::Bias | Space::Scaling | Space::ScaleLeft | Space::ScaleRight, _) => None,
            (_, DType::F4E1M2x2 | DType::F4E2M1x2) => Some(16),
            _ => Some(32),
        }
    }

    /// Whether unboxed lines fill whole blocks. Boxed tiles have no lines.
    pub const fn fills_blocks(&self) -> bool {
        let bytes = (self.line_elements() as u64 * self.dtype.bits() as u64).div_ceil(8);
        match self.line_multiple_bytes() {
            Some(multiple) if !self.layout().is_boxed() => bytes.is_multiple_of(multiple),
            _ => true,
        }
    }

    /// Whether the tile is one column-major line, which accepted programs leave short.
    pub const fn is_short_line(&self) -> bool {
        matches!(self.blayout, BLayout::ColMajor) && (self.rows == 1 || self.cols == 1)
    }

    /// Whether the tile is one column, whose rows the manual allows to be shorter than a block.
    pub const fn is_manual_column(&self) -> bool {
        self.cols == 1
    }

    /// Whether the rows of a boxed tile may end inside a box.
    pub const fn has_free_rows(&self) -> bool {
        let by_space = matches!(
            self.space,
            Space::Vec | Space::Scaling | Space::ScaleLeft | Space::ScaleRight
        );
        by_space || self.fractal == 32 || self.rows == 1
    }

    /// Whether a boxed tile holds whole boxes.
    pub const fn fills_boxes(&self) -> bool {
        if !self.layout().is_boxed() || self.fractal == 32 {
            return true;
        }
        let (rows, cols) = self.layout().inner_box(self.dtype, self.fractal);
        self.cols.is_multiple_of(cols) && (self.has_free_rows() || self.rows.is_multiple_of(rows))
    }

    /// Whether the tile fits its memory on a target that has such a memory.
    pub const fn fits(&self, target: Target) -> bool {
        match target.capacity_bytes(self.space) {
            Some(capacity) => self.size_bytes() <= capacity,
            None => true,
        }
    }
}
