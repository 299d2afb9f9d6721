//! How a row and a column of a tile find their element in a view of global memory.

use super::exec::{Exec, Outcome, PtrAt, TileAt, Trap, ViewAt, get_code, set_code};
use super::grid::Grid;
use crate::dtype::DType;
use crate::layout::Layout;

/// Which of the five dimensions of a view form the row and which the column, outermost first. Dimensions in
/// neither list are at index 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// Dimensions of the row.
    pub row: &'static [usize],
    /// Dimensions of the column.
    pub col: &'static [usize],
}

const fn axes(row: &'static [usize], col: &'static [usize]) -> Axes {
    Axes { row, col }
}

/// Rows of columns.
pub const ND: Axes = axes(&[0, 1, 2, 3], &[4]);
/// Columns of rows.
pub const DN: Axes = axes(&[3], &[0, 1, 2, 4]);
/// Blocks of columns, rows in a block. `C/C0 x 1 x R x 1 x C0` and `1 x C/C0 x R/16 x 16 x C0` read alike.
pub const NZ: Axes = axes(&[2, 3], &[0, 1, 4]);

/// The readings by the word of the `layout` attribute.
///
/// Source: pto-isa@3186c381 include/pto/cpu/tile_offsets.hpp:169-263.
pub const LAYOUTS: &[(&str, Axes)] = &[
    ("nd", ND),
    ("dn", DN),
    ("nz", NZ),
    ("mx_a_zz", axes(&[0, 1, 3], &[2, 4])),
    ("mx_a_nd", axes(&[0, 1, 2], &[3, 4])),
    ("mx_a_dn", axes(&[3], &[0, 1, 2, 4])),
    ("mx_b_nn", axes(&[2, 4], &[0, 1, 3])),
    ("mx_b_nd", axes(&[2, 4], &[0, 1, 3])),
    ("mx_b_dn", axes(&[3, 4], &[0, 1, 2])),
];

/// A tile of one row or one column takes the elements of a view in their order.
pub const ROW_LINE: Axes = axes(&[], &[0, 1, 2, 3, 4]);
const COL_LINE: Axes = axes(&[0, 1, 2, 3, 4], &[]);

impl Axes {
    /// Rows and columns of a view; an extent that is not positive makes it empty.
    pub fn extent(self, dims: &[i64; 5]) -> (u64, u64) {
        let product = |list: &[usize]| {
            list.iter().fold(1u64, |n, &d| n.saturating_mul(dims[d].try_into().unwrap_or(0)))
        };
        (product(self.row), product(self.col))
    }

    /// Element offset of a row.
    pub fn row_offset(self, view: &ViewAt, row: u64) -> i128 {
        offset(view, self.row, row)
    }
    /// Element offset of a column.
    pub fn col_offset(self, view: &ViewAt, col: u64) -> i128 {
        offset(view, self.col, col)
    }

    /// The reading of a view as `layout` says, or the one that fits the tile best: exactly its valid region
    /// before a larger view, and the reading of the tile's own layout before the others.
    pub fn choose(layout: Option<&str>, view: &ViewAt, t: &TileAt) -> Result<Axes, Trap> {
        let known = layout.and_then(|w| LAYOUTS.iter().find(|l| l.0.eq_ignore_ascii_case(w)));
        let candidates: &[Axes] = match (known, t.ty.layout()) {
            (Some((_, axes)), _) => &[*axes],
            (_, Layout::Nd) => &[ND],
            (_, Layout::Dn | Layout::Zn) => &[DN, ND],
            (_, Layout::Nz) => &[NZ, ND],
            (_, Layout::Zz) => &[ND, LAYOUTS[3].1],
            (_, Layout::Nn) => &[ND, LAYOUTS[6].1],
        };
        let line = match t.shape() {
            (1, _) => Some(ROW_LINE),
            (_, 1) => Some(COL_LINE),
            _ => None,
        };
        let (rows, cols) = (u64::from(t.valid.0), u64::from(t.valid.1));
        let exact = |a: &Axes| a.extent(&view.dims) == (rows, cols);
        let covers = |a: &Axes| {
            let (r, c) = a.extent(&view.dims);
            r >= rows && c >= cols
        };
        let all = || candidates.iter().copied().chain(line);
        all().find(exact).or_else(|| all().find(covers)).ok_or_else(|| {
            Trap::new(format!(
                "needs a view of {rows}x{cols} elements or more for the valid region of its tile, and the view is {}",
                extents(&view.dims)
            ))
        })
    }
}

/// How the extents of a view are written: `1x1x1x8x64`.
pub fn extents(dims: &[i64]) -> String {
    dims.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

/// The elements of a view that belong to `shape` rows and columns.
#[derive(Clone, Debug)]
pub struct Window {
    at: PtrAt,
    rows: Vec<i128>,
    cols: Vec<i128>,
    by_row: bool,
}

/// Neighbours in memory: `len` elements from a row and column on, along the window's inner axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContiguousSpan {
    /// First row.
    pub row: u32,
    /// First column.
    pub col: u32,
    /// Elements.
    pub len: u32,
    /// Whether they follow one another along the row.
    pub by_row: bool,
}

impl Window {
    /// The window; `axes` must cover `shape`.
    pub fn new(view: &ViewAt, axes: Axes, (rows, cols): (u32, u32)) -> Window {
        let rows = (0..u64::from(rows)).map(|r| axes.row_offset(view, r)).collect();
        let cols = (0..u64::from(cols)).map(|c| axes.col_offset(view, c)).collect();
        Window::of_offsets(view.at, rows, cols)
    }

    /// The elements at the sums of these offsets from a pointer, in elements.
    pub fn of_offsets(at: PtrAt, rows: Vec<i128>, cols: Vec<i128>) -> Window {
        let by_row = pieces(&cols).len() * rows.len() <= pieces(&rows).len() * cols.len();
        Window { at, rows, cols, by_row }
    }

    /// Rows and columns.
    pub fn shape(&self) -> (u32, u32) {
        (self.rows.len() as u32, self.cols.len() as u32)
    }

    /// All runs, in the order they are accessed.
    pub fn runs(&self) -> Vec<ContiguousSpan> {
        let (outer, inner) = match self.by_row {
            true => (&self.rows, &self.cols),
            false => (&self.cols, &self.rows),
        };
        let pieces = pieces(inner);
        let run = |line: u32, first: u32, len: u32| match self.by_row {
            true => ContiguousSpan { row: line, col: first, len, by_row: true },
            false => ContiguousSpan { row: first, col: line, len, by_row: false },
        };
        (0..outer.len() as u32)
            .flat_map(|line| pieces.iter().map(move |&(first, len)| run(line, first, len)))
            .collect()
    }

    /// Bytes of a run: where they start, how many, and the bit of the first element in them.
    fn place(&self, run: ContiguousSpan, dtype: DType) -> Result<(i64, u64, u64), Trap> {
        let bits = i128::from(dtype.bits());
        let element = self.rows[run.row as usize] + self.cols[run.col as usize];
        let bit = i128::from(self.at.addr) * 8 + element * bits;
        let (start, within) = (bit.div_euclid(8), bit.rem_euclid(8) as u64);
        let len = (within + u64::from(run.len) * u64::from(dtype.bits())).div_ceil(8);
        let start = i64::try_from(start)
            .map_err(|_| Trap::new(format!("accesses element {element} of a view")))?;
        Ok((start, len, within))
    }

    /// Reads the window as elements of `dtype`.
    pub fn read(&self, x: &Exec<'_>, dtype: DType) -> Result<Grid, Trap> {
        self.read_if(x, dtype, true)
    }

    /// The same for elements that are passed on, see [`Exec::result`].
    pub fn read_result(&self, x: &Exec<'_>, dtype: DType) -> Result<Grid, Trap> {
        self.read_if(x, dtype, !x.memory.is_account())
    }

    fn read_if(&self, x: &Exec<'_>, dtype: DType, wanted: bool) -> Result<Grid, Trap> {
        let mut grid = Grid::filled(dtype, self.shape(), 0);
        for run in self.runs() {
            let (start, len, within) = self.place(run, dtype)?;
            let bytes = x.memory.bytes(self.at.space, self.at.buffer, start, len)?;
            if !wanted {
                continue;
            }
            for (i, (r, c)) in run.places().enumerate() {
                *grid.at_mut(r, c) =
                    get_code(bytes, dtype, within + i as u64 * u64::from(dtype.bits()));
            }
        }
        Ok(grid)
    }

    /// Writes `change(old, new)` for every element of a grid of the window's shape.
    pub fn update(
        &self,
        x: &mut Exec<'_>,
        grid: &Grid,
        change: impl Fn(u64, u64) -> u64,
    ) -> Outcome {
        let is_lost = x.memory.is_account();
        for run in self.runs() {
            let (start, len, within) = self.place(run, grid.dtype)?;
            let bytes = x.memory.bytes_mut(self.at.space, self.at.buffer, start, len)?;
            if is_lost {
                continue;
            }
            for (i, (r, c)) in run.places().enumerate() {
                let bit = within + i as u64 * u64::from(grid.dtype.bits());
                let new = change(get_code(bytes, grid.dtype, bit), grid.at(r, c));
                set_code(bytes, grid.dtype, bit, new);
            }
        }
        Ok(())
    }
}

impl ContiguousSpan {
    /// The rows and columns of the run.
    pub fn places(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.len).map(move |i| match self.by_row {
            true => (self.row, self.col + i),
            false => (self.row + i, self.col),
        })
    }
}

/// Element offset of an index along some dimensions.
fn offset(view: &ViewAt, dims: &[usize], index: u64) -> i128 {
    let mut rest = i128::from(index);
    let mut sum = 0;
    for &d in dims.iter().rev() {
        let extent = i128::from(view.dims[d].max(1));
        sum += rest % extent * i128::from(view.strides[d]);
        rest /= extent;
    }
    sum
}

/// Where offsets follow one another: first index and length of each piece.
fn pieces(offsets: &[i128]) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (i, offset) in offsets.iter().enumerate() {
        match found.last_mut() {
            Some((_, len)) if i > 0 && *offset == offsets[i - 1] + 1 => *len += 1,
            _ => found.push((i as u32, 1)),
        }
    }
    found
}
