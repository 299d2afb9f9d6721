//! Rows or elements of a table in global memory, by index.

use super::exec::{Arg, Exec, Outcome, TileAt, Trap, ViewAt};
use super::grid::Grid;
use super::load_store::Atomic;
use super::view::{Axes, ND, NZ, ROW_LINE, Window};
use crate::code;
use crate::layout::Layout;
use crate::target::Space;

/// `dst[r, c] = table[idx[r], c]` or `dst[r, c] = table[idx[r, c]]`.
#[derive(Clone, Copy, Debug)]
pub struct TableGather {
    /// The table.
    pub table: u8,
    /// The indices: a tile, or a view.
    pub idx: u8,
    /// The destination.
    pub dst: u8,
}

/// The opposite: the last of several writes to one place stays, in row-major order.
#[derive(Clone, Copy, Debug)]
pub struct TableScatter {
    /// The source.
    pub src: u8,
    /// The indices.
    pub idx: u8,
    /// The table.
    pub table: u8,
}

impl TableGather {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let dst = x.tile(self.dst)?;
        let access = Access::of(x, self.table, self.idx, &dst, "gatherOob")?;
        let found = access.window(dst.valid.1).read(x, dst.ty.dtype);
        let found = found.map_err(|e| e.at(self.table))?;
        // What `zero` leaves out keeps the zeros.
        let mut grid = Grid::filled(dst.ty.dtype, dst.valid, 0);
        for ((r, c), &code) in access.places(dst.valid.1).zip(found.codes()) {
            *grid.at_mut(r, c) = code;
        }
        x.write(self.dst, &grid)
    }
}

impl TableScatter {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let src = x.tile(self.src)?;
        let grid = x.read(self.src)?;
        let access = Access::of(x, self.table, self.idx, &src, "scatterOob")?;
        let atomic = Atomic::of(x.word("scatterAtomicOp"))?;
        let window = access.window(src.valid.1);
        let mut kept = access.places(src.valid.1);
        let kept = Grid::new(grid.dtype, window.shape(), |_, _| {
            kept.next().map_or(0, |(r, c)| grid.at(r, c))
        });
        let outcome = window.update(x, &kept, |old, new| atomic.apply(grid.dtype, old, new));
        outcome.map_err(|e| e.at(self.table))
    }
}

/// Which elements of a table belong to which elements of a tile.
struct Access {
    view: ViewAt,
    axes: Axes,
    by_row: bool,
    /// For each row (or element, row by row) of the tile its row (or element) in the table, unless it is
    /// left out.
    targets: Vec<Option<u64>>,
}

impl Access {
    fn of(x: &Exec<'_>, table: u8, idx: u8, tile: &TileAt, policy: &str) -> Result<Access, Trap> {
        let view = x.view(table)?;
        // A boxed vec tile goes with a boxed table; mat tiles take rows of a plain one.
        let boxed = tile.ty.space == Space::Vec && tile.ty.layout() == Layout::Nz;
        let axes = if boxed { NZ } else { ND };
        let (rows, cols) = axes.extent(&view.dims);
        let by_row = by_row(x, idx, tile)?;
        let capacity = if by_row { rows } else { rows.saturating_mul(cols) };
        if by_row && cols < u64::from(tile.valid.1) {
            let message = format!("needs {} columns of a table of {cols}", tile.valid.1);
            return Err(Trap::new(message).at(table));
        }
        let policy = x.word(policy).unwrap_or("undefined").to_ascii_lowercase();
        let mut targets = Vec::new();
        for index in indices(x, idx, tile, by_row)? {
            targets.push(resolve(index, capacity, &policy, by_row).map_err(|e| e.at(idx))?);
        }
        Ok(Access { view, axes, by_row, targets })
    }

    /// The places in the table, without those left out.
    fn window(&self, cols: u32) -> Window {
        let kept = self.targets.iter().flatten().copied();
        let (view, axes) = (&self.view, self.axes);
        if self.by_row {
            let rows = kept.map(|r| axes.row_offset(view, r)).collect();
            let cols = (0..u64::from(cols)).map(|c| axes.col_offset(view, c)).collect();
            return Window::of_offsets(view.at, rows, cols);
        }
        let width = axes.extent(&view.dims).1.max(1);
        let element = |i: u64| match axes {
            // An element index counts from the start of the table, whatever its strides.
            ND => i128::from(i),
            _ => axes.row_offset(view, i / width) + axes.col_offset(view, i % width),
        };
        Window::of_offsets(view.at, vec![0], kept.map(element).collect())
    }

    /// The rows and columns of the tile that belong to [`Access::window`], row by row.
    fn places(&self, cols: u32) -> impl Iterator<Item = (u32, u32)> {
        let kept = self.targets.iter().enumerate().filter(|t| t.1.is_some());
        let by_row = self.by_row;
        kept.flat_map(move |(i, _)| {
            let i = i as u32;
            let line = if by_row { 0..cols } else { 0..1 };
            line.map(move |c| if by_row { (i, c) } else { (i / cols, i % cols) })
        })
    }
}

/// Whether indices name rows: as `coalesce` says, or by the shape of the index tile.
fn by_row(x: &Exec<'_>, idx: u8, tile: &TileAt) -> Result<bool, Trap> {
    if let Some(word) = x.word("coalesce") {
        return Ok(word.eq_ignore_ascii_case("row"));
    }
    Ok(match x.arg(idx) {
        Some(Arg::Tile(i)) => i.valid == (1, tile.valid.0) || i.valid == (tile.valid.0, 1),
        _ => true,
    })
}

/// The indices, row by row, as unsigned 32-bit numbers.
fn indices(x: &Exec<'_>, idx: u8, tile: &TileAt, by_row: bool) -> Result<Vec<u64>, Trap> {
    let (rows, cols) = tile.valid;
    let grid = match x.arg(idx) {
        Some(Arg::Tile(i)) => {
            let shape = match by_row {
                true if i.valid.0 == 1 => (1, rows),
                true => (rows, 1),
                false => (rows, cols),
            };
            x.read_lanes(idx, &i, shape)?
        }
        _ => {
            let view = x.view(idx)?;
            let count = if by_row { Some(rows) } else { rows.checked_mul(cols) };
            let available = ROW_LINE.extent(&view.dims).1;
            let count = count.filter(|&n| u64::from(n) <= available).ok_or_else(|| {
                Trap::new(format!("needs more than the {available} indices it has")).at(idx)
            })?;
            Window::new(&view, ROW_LINE, (1, count))
                .read(x, view.at.dtype)
                .map_err(|e| e.at(idx))?
        }
    };
    Ok(grid.codes().iter().map(|&c| c & 0xFFFF_FFFF).collect())
}

/// Where an index leads; `None` leaves its elements out.
fn resolve(index: u64, capacity: u64, policy: &str, by_row: bool) -> Result<Option<u64>, Trap> {
    if index < capacity {
        return Ok(Some(index));
    }
    match policy {
        "zero" | "skip" => Ok(None),
        "clamp" if capacity > 0 => Ok(Some(capacity - 1)),
        "wrap" if capacity > 0 => Ok(Some(index % capacity)),
        _ => {
            let what = if by_row { "rows" } else { "elements" };
            let message = format!("uses index {index} in a table of {capacity} {what}");
            Err(Trap::new(message).code(code::OUT_OF_BOUNDS))
        }
    }
}
