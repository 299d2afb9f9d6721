//! Windows of tiles and of views: where they may start, and that they stay inside.

use crate::target::ADDRESS_ALIGN_BYTES;
use crate::ty::{Dim, TileTy};

/// Why a window of a tile cannot start at a row and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadStart {
    /// The window would start between two addresses a tile can have.
    Address {
        /// Bytes from the start of the tile, where the row and the column are known.
        bytes: u64,
    },
    /// The window would start inside a box.
    Box {
        /// Rows of a box.
        rows: u32,
        /// Columns of a box.
        cols: u32,
    },
}

impl TileTy {
    /// Whether a window may start at a row and a column of this tile: at an address that a tile can have, and
    /// between whole boxes. What is not known passes.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3/TSubView.hpp:21-29 binds the window to the address of its
    /// first element, and docs/isa/tile/ops/sync-and-config/tassign.md, SA-0354, allows multiples of 32 bytes;
    /// PTOAS 0.60 lib/PTO/IR/PTO.cpp:17142-17160: offsets into boxed tiles are multiples of the box.
    ///
    /// ```
    /// use pto_isa::window::BadStart;
    /// use pto_isa::{DType, TileTy};
    /// let tile = TileTy::vec(DType::F32, 8, 64);
    /// assert_eq!(tile.window_starts_at(Some(3), Some(8)), Ok(()));
    /// assert_eq!(tile.window_starts_at(Some(0), Some(1)), Err(BadStart::Address { bytes: 4 }));
    /// // Every row fills whole blocks, so the column alone decides.
    /// assert!(tile.window_starts_at(None, Some(1)).is_err());
    /// assert_eq!(tile.window_starts_at(Some(1), None), Ok(()));
    /// ```
    pub fn window_starts_at(&self, row: Option<u32>, col: Option<u32>) -> Result<(), BadStart> {
        let layout = self.layout();
        if layout.is_boxed() {
            let (rows, cols) = layout.inner_box(self.dtype, self.fractal);
            let between = |at: Option<u32>, size: u32| at.is_none_or(|n| n.is_multiple_of(size));
            return match between(row, rows) && between(col, cols) {
                true => Ok(()),
                false => Err(BadStart::Box { rows, cols }),
            };
        }
        // Lines that fill whole blocks shift no start; then the place in the line decides.
        let known =
            |at: Option<u32>, decides: bool| at.or((!decides && self.fills_blocks()).then_some(0));
        let by_rows = matches!(self.blayout, crate::BLayout::RowMajor);
        let (Some(row), Some(col)) = (known(row, !by_rows), known(col, by_rows)) else {
            return Ok(());
        };
        let element = layout.offset(self.dtype, self.fractal, (self.rows, self.cols), row, col);
        let bits = element * u64::from(self.dtype.bits());
        match bits.is_multiple_of(ADDRESS_ALIGN_BYTES * 8) {
            true => Ok(()),
            false => Err(BadStart::Address { bytes: bits / 8 }),
        }
    }
}

/// Whether `size` elements from `offset` on lie inside an extent. What is not known passes, but an offset is not
/// negative.
///
/// ```
/// use pto_isa::Dim;
/// use pto_isa::window::lies_inside;
/// assert!(lies_inside(Some(4), Some(4), Dim::Is(8)));
/// assert!(!lies_inside(Some(5), Some(4), Dim::Is(8)));
/// assert!(!lies_inside(None, Some(9), Dim::Is(8)));
/// assert!(!lies_inside(Some(-1), None, Dim::Dynamic));
/// ```
pub fn lies_inside(offset: Option<i64>, size: Option<i64>, extent: Dim) -> bool {
    let start = offset.unwrap_or(0);
    let end = start.checked_add(size.unwrap_or(0));
    let fits = |n: u32| end.is_some_and(|end| end <= i64::from(n));
    start >= 0 && extent.known().is_none_or(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DType, Layout};

    fn tile(layout: Layout, dtype: DType, rows: u32, cols: u32) -> TileTy {
        let (blayout, slayout) = layout.orders();
        TileTy { blayout, slayout, ..TileTy::vec(dtype, rows, cols) }
    }

    #[test]
    fn the_place_in_a_line_decides() {
        let dn = tile(Layout::Dn, DType::F16, 64, 8);
        assert_eq!(dn.window_starts_at(Some(16), None), Ok(()));
        assert_eq!(dn.window_starts_at(Some(8), None), Err(BadStart::Address { bytes: 16 }));
        assert_eq!(dn.window_starts_at(None, Some(3)), Ok(()));
    }

    #[test]
    fn short_lines_need_both_numbers() {
        // A row has 16 bytes: every second row starts a block.
        let t = TileTy::vec(DType::F32, 8, 4);
        assert_eq!(t.window_starts_at(Some(1), Some(0)), Err(BadStart::Address { bytes: 16 }));
        assert_eq!(t.window_starts_at(Some(2), Some(0)), Ok(()));
        assert_eq!(t.window_starts_at(None, Some(0)), Ok(()));
    }

    #[test]
    fn boxes_are_not_cut() {
        let nz = tile(Layout::Nz, DType::F16, 32, 32);
        assert_eq!(nz.window_starts_at(Some(16), Some(16)), Ok(()));
        // 256 bytes into the tile, but in the middle of a box.
        assert_eq!(
            nz.window_starts_at(Some(8), Some(0)),
            Err(BadStart::Box { rows: 16, cols: 16 })
        );
        assert_eq!(nz.window_starts_at(None, Some(8)), Err(BadStart::Box { rows: 16, cols: 16 }));
    }
}
