//! Tile layouts: how a row and a column become an element offset.

use crate::dtype::DType;

/// Order of the outer dimensions (of whole tiles, or of boxes inside one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BLayout {
    /// Rows follow one another.
    RowMajor,
    /// Columns follow one another.
    ColMajor,
}

/// Order inside a box ("fractal"), or no boxes at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SLayout {
    /// Elements are not boxed.
    NoneBox,
    /// Rows of a box follow one another.
    RowMajor,
    /// Columns of a box follow one another.
    ColMajor,
}

impl BLayout {
    /// The spelling in a tile type.
    pub const fn name(self) -> &'static str {
        match self {
            BLayout::RowMajor => "row_major",
            BLayout::ColMajor => "col_major",
        }
    }
    /// Reads `row_major` or `col_major`, in any of the spellings in use.
    pub fn parse(text: &str) -> Option<BLayout> {
        Some(match text {
            "row_major" | "RowMajor" => BLayout::RowMajor,
            "col_major" | "ColMajor" => BLayout::ColMajor,
            _ => return None,
        })
    }
}

impl SLayout {
    /// The spelling in a tile type.
    pub const fn name(self) -> &'static str {
        match self {
            SLayout::NoneBox => "none_box",
            SLayout::RowMajor => "row_major",
            SLayout::ColMajor => "col_major",
        }
    }
    /// Reads `none_box`, `row_major` or `col_major`, in any of the spellings in use.
    pub fn parse(text: &str) -> Option<SLayout> {
        Some(match text {
            "none_box" | "NoneBox" => SLayout::NoneBox,
            "row_major" | "RowMajor" => SLayout::RowMajor,
            "col_major" | "ColMajor" => SLayout::ColMajor,
            _ => return None,
        })
    }
}

/// A layout by its short name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Row-major, unboxed.
    Nd,
    /// Column-major, unboxed.
    Dn,
    /// Boxes column by column, rows inside.
    Nz,
    /// Boxes row by row, columns inside.
    Zn,
    /// Boxes row by row, rows inside.
    Zz,
    /// Boxes column by column, columns inside.
    Nn,
}

impl Layout {
    /// Every layout, unboxed ones first.
    pub const ALL: [Layout; 6] =
        [Layout::Nd, Layout::Dn, Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn];

    /// The layout of an outer and an inner order.
    pub const fn of(b: BLayout, s: SLayout) -> Layout {
        match (b, s) {
            (BLayout::RowMajor, SLayout::NoneBox) => Layout::Nd,
            (BLayout::ColMajor, SLayout::NoneBox) => Layout::Dn,
            (BLayout::ColMajor, SLayout::RowMajor) => Layout::Nz,
            (BLayout::RowMajor, SLayout::ColMajor) => Layout::Zn,
            (BLayout::RowMajor, SLayout::RowMajor) => Layout::Zz,
            (BLayout::ColMajor, SLayout::ColMajor) => Layout::Nn,
        }
    }

    /// The outer and inner order of this layout.
    pub const fn orders(self) -> (BLayout, SLayout) {
        match self {
            Layout::Nd => (BLayout::RowMajor, SLayout::NoneBox),
            Layout::Dn => (BLayout::ColMajor, SLayout::NoneBox),
            Layout::Nz => (BLayout::ColMajor, SLayout::RowMajor),
            Layout::Zn => (BLayout::RowMajor, SLayout::ColMajor),
            Layout::Zz => (BLayout::RowMajor, SLayout::RowMajor),
            Layout::Nn => (BLayout::ColMajor, SLayout::ColMajor),
        }
    }

    /// The short name, e.g. `NZ`.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Nd => "ND",
            Layout::Dn => "DN",
            Layout::Nz => "NZ",
            Layout::Zn => "ZN",
            Layout::Zz => "ZZ",
            Layout::Nn => "NN",
        }
    }

    /// Whether elements are grouped in boxes.
    pub const fn is_boxed(self) -> bool {
        !matches!(self, Layout::Nd | Layout::Dn)
    }

    /// Rows and columns of one box. `fractal` is the box size in bytes.
    ///
    /// Source: pto-isa@3186c381 include/pto/common/pto_tile.hpp (InnerRows, InnerCols):
    /// 512 bytes hold 16 rows of 32 bytes (or 32 bytes by 16), 1024 bytes 16 x 16 elements,
    /// 32 bytes an MX scale cell of 16 x 2.
    pub const fn inner_box(self, dtype: DType, fractal: u32) -> (u32, u32) {
        let row_inner = matches!(self, Layout::Nz | Layout::Zz);
        let block = dtype.per_block();
        match (fractal, row_inner) {
            (1024, _) => (16, 16),
            (32, true) => (16, 2),
            (32, false) => (2, 16),
            (_, true) => (16, block),
            (_, false) => (block, 16),
        }
    }

    /// Rows and columns of one box in a tile of `rows` x `cols` elements: a ZZ tile that is smaller than a box is one
    /// box of its size, so that a single row lies as it is read (pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:176).
    const fn box_in(self, dtype: DType, fractal: u32, (rows, cols): (u32, u32)) -> (u32, u32) {
        let (ir, ic) = self.inner_box(dtype, fractal);
        match self {
            Layout::Zz => (
                if rows < ir && rows > 0 { rows } else { ir },
                if cols < ic && cols > 0 { cols } else { ic },
            ),
            _ => (ir, ic),
        }
    }

    /// Element offset of (`row`, `col`) in a tile of `rows` x `cols` elements.
    ///
    /// If the last boxes are not whole, elements may lie after `rows` x `cols`, see [`Layout::span`]. In a
    /// tile of NZ boxes that lack rows each element still has a place of its own.
    ///
    /// Source: pto-isa@3186c381 include/pto/cpu/tile_offsets.hpp:30-52.
    ///
    /// ```
    /// use pto_isa::{DType, Layout};
    /// // 16 x 32 f16 in NZ: the second box column starts after the first box.
    /// assert_eq!(Layout::Nz.offset(DType::F16, 512, (16, 32), 0, 16), 256);
    /// assert_eq!(Layout::Nd.offset(DType::F16, 512, (16, 32), 1, 0), 32);
    /// ```
    pub const fn offset(
        self,
        dtype: DType,
        fractal: u32,
        (rows, cols): (u32, u32),
        row: u32,
        col: u32,
    ) -> u64 {
        match self {
            Layout::Nd => return row as u64 * cols as u64 + col as u64,
            Layout::Dn => return col as u64 * rows as u64 + row as u64,
            _ => {}
        }
        let (ir, ic) = self.box_in(dtype, fractal, (rows, cols));
        let (br, bc) = ((row / ir) as u64, (col / ic) as u64);
        let (r, c) = ((row % ir) as u64, (col % ic) as u64);
        let (ir, ic) = (ir as u64, ic as u64);
        let outer = match self {
            Layout::Nz | Layout::Nn => bc * rows as u64 * ic + br * ir * ic,
            _ => br * cols as u64 * ir + bc * ir * ic,
        };
        let inner = match self {
            Layout::Nz | Layout::Zz => r * ic + c,
            _ => c * ir + r,
        };
        outer + inner
    }

    /// Elements from the first to the last in memory of the upper left `shape` of a tile of `whole` rows and
    /// columns.
    pub const fn span(
        self,
        dtype: DType,
        fractal: u32,
        whole: (u32, u32),
        shape: (u32, u32),
    ) -> u64 {
        let (rows, cols) = shape;
        if rows == 0 || cols == 0 {
            return 0;
        }
        let (row, col) = (rows - 1, cols - 1);
        let mut last = self.offset(dtype, fractal, whole, row, col);
        if self.is_boxed() {
            // The last whole box can reach further than a piece of a box after it.
            let (ir, ic) = self.box_in(dtype, fractal, whole);
            let full_row = if rows < ir { row } else { rows / ir * ir - 1 };
            let full_col = if cols < ic { col } else { cols / ic * ic - 1 };
            let corners = [(row, full_col), (full_row, col), (full_row, full_col)];
            let mut i = 0;
            while i < corners.len() {
                let at = self.offset(dtype, fractal, whole, corners[i].0, corners[i].1);
                if at > last {
                    last = at;
                }
                i += 1;
            }
        }
        last + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_places_each_element_once() {
        for layout in Layout::ALL {
            for (dtype, fractal) in
                [(DType::F16, 512), (DType::F32, 1024), (DType::I8, 512), (DType::F8E8M0, 32)]
            {
                let (rows, cols) = (64, 64);
                let mut seen = vec![false; (rows * cols) as usize];
                for r in 0..rows {
                    for c in 0..cols {
                        let at = layout.offset(dtype, fractal, (rows, cols), r, c) as usize;
                        assert!(!std::mem::replace(&mut seen[at], true), "{layout:?} {r},{c}");
                    }
                }
            }
            assert_eq!(Layout::of(layout.orders().0, layout.orders().1), layout);
        }
    }

    #[test]
    fn pieces_of_boxes() {
        // 17 x 32 f16 in NZ: the second column of boxes follows 17 rows of 16.
        assert_eq!(Layout::Nz.offset(DType::F16, 512, (17, 32), 16, 15), 17 * 16 - 1);
        assert_eq!(Layout::Nz.offset(DType::F16, 512, (17, 32), 0, 16), 17 * 16);
        for layout in Layout::ALL {
            for shape in [(17, 32), (3, 5), (40, 17), (16, 16), (33, 70), (1, 1)] {
                let at = |r, c| layout.offset(DType::F16, 512, shape, r, c);
                let last = (0..shape.0).flat_map(|r| (0..shape.1).map(move |c| at(r, c))).max();
                let span = layout.span(DType::F16, 512, shape, shape);
                assert_eq!(Some(span - 1), last, "{layout:?} {shape:?}");
            }
        }
    }

    #[test]
    fn offsets_by_hand() {
        // f32: box of 16 x 8. Element (17, 9) of a 32 x 16 tile lies in box row 1, box column 1.
        let at = |l: Layout| l.offset(DType::F32, 512, (32, 16), 17, 9);
        assert_eq!(at(Layout::Nz), (2 + 1) * 128 + 8 + 1);
        assert_eq!(at(Layout::Zz), (2 + 1) * 128 + 8 + 1);
        // Column-inner boxes are 8 x 16: box row 2, box column 0, inner (1, 9).
        assert_eq!(at(Layout::Zn), 2 * 128 + 9 * 8 + 1);
        assert_eq!(at(Layout::Nn), 2 * 128 + 9 * 8 + 1);
    }
}
