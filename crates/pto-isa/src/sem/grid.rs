//! The elements of a region of a tile, by row and column.

use crate::dtype::DType;

/// Codes of `rows` x `cols` elements, see [`crate::format`] for what a code is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Element type.
    pub dtype: DType,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
    codes: Vec<u64>,
}

impl Grid {
    /// A grid from a function of row and column.
    pub fn new(dtype: DType, shape: (u32, u32), mut code: impl FnMut(u32, u32) -> u64) -> Grid {
        Grid::each(dtype, shape, &mut |r, c| Some(code(r, c)))
    }

    /// The codes until there is none. One loop for all functions: most of them are made for every kind of number.
    fn each(
        dtype: DType,
        (rows, cols): (u32, u32),
        code: &mut dyn FnMut(u32, u32) -> Option<u64>,
    ) -> Grid {
        let mut codes = Vec::with_capacity(rows as usize * cols as usize);
        let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        codes.extend(places.map_while(|(r, c)| code(r, c)));
        Grid { dtype, rows, cols, codes }
    }

    /// A grid from a function that fills the rows, which are zeros before.
    pub fn from_rows(
        dtype: DType,
        (rows, cols): (u32, u32),
        mut fill: impl FnMut(u32, &mut [u64]),
    ) -> Grid {
        let mut grid = Grid::filled(dtype, (rows, cols), 0);
        if cols > 0 {
            let lines = grid.codes.chunks_exact_mut(cols as usize);
            lines.zip(0..).for_each(|(line, r)| fill(r, line));
        }
        grid
    }

    /// As [`Grid::new`], where a code may fail.
    pub fn try_new<E>(
        dtype: DType,
        shape: (u32, u32),
        mut code: impl FnMut(u32, u32) -> Result<u64, E>,
    ) -> Result<Grid, E> {
        let mut failure = None;
        let grid =
            Grid::each(dtype, shape, &mut |r, c| code(r, c).map_err(|e| failure = Some(e)).ok());
        failure.map_or(Ok(grid), Err)
    }

    /// The same code everywhere.
    pub fn filled(dtype: DType, (rows, cols): (u32, u32), code: u64) -> Grid {
        Grid { dtype, rows, cols, codes: vec![code; rows as usize * cols as usize] }
    }

    /// Rows and columns.
    pub const fn shape(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }
    /// One code. Both indices must be inside.
    #[inline]
    pub fn at(&self, row: u32, col: u32) -> u64 {
        self.row(row)[col as usize]
    }
    /// One code, to change it.
    pub fn at_mut(&mut self, row: u32, col: u32) -> &mut u64 {
        &mut self.codes[row as usize * self.cols as usize + col as usize]
    }
    /// The codes of a row.
    #[inline]
    pub fn row(&self, row: u32) -> &[u64] {
        let cols = self.cols as usize;
        &self.codes[row as usize * cols..][..cols]
    }
    /// All codes, row by row.
    pub fn codes(&self) -> &[u64] {
        &self.codes
    }
    /// All codes, row by row, to change them.
    pub fn codes_mut(&mut self) -> &mut [u64] {
        &mut self.codes
    }
}
