//! Tiles to tiles: copies between memories, layouts and windows.

use super::exec::{Arg, Exec, Outcome, TileAt, Trap};
use super::fixpipe::Fixpipe;
use super::grid::Grid;
use super::scale_order::{self, Groups};
use crate::code;
use crate::dtype::DType;
use crate::format::{self, Conversion};
use crate::target::Space;

/// A copy.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The source.
    pub src: u8,
    /// The destination.
    pub dst: u8,
    /// Which part of which tile.
    pub part: MovePart,
    /// Quantisation parameters per column, for a source in acc.
    pub fp: Option<u8>,
    /// One quantisation parameter, for a source in acc.
    pub scalar: Option<u8>,
}

/// What a copy moves. The slots are those of the row and the column where a window starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePart {
    /// The valid region of the destination.
    Whole,
    /// A window of the source with the size of the destination's valid region.
    Extract(u8, u8),
    /// The source's valid region into a window of the destination.
    Insert(u8, u8),
    /// The source's valid region, rows becoming columns.
    Transposed,
}

impl Move {
    /// Executes by the definition: the same value at the same row and column, whatever the layouts.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        if self.repacks(x) {
            let by_column = x.word("grpAxis").is_some_and(|w| w.eq_ignore_ascii_case("axis0"));
            let groups = if by_column { Groups::InColumns } else { Groups::InRows };
            return scale_order::repack(x, self.src, self.dst, groups);
        }
        if let Some(mode) = x.word("accToVecMode")
            && mode.to_ascii_lowercase().contains("dual")
        {
            let message = format!("uses `{mode}`, which writes both vector cores of a cluster");
            return Err(Trap::new(message).at(self.dst));
        }
        let (src, dst) = (x.tile(self.src)?, x.tile(self.dst)?);
        let (from, grid, at) = match self.part {
            MovePart::Whole => (0, x.read_lanes(self.src, &src, dst.valid)?, (0, 0)),
            MovePart::Extract(row, col) => {
                let start = corner(x, (row, col), dst.valid, &src)?;
                let end = (start.0 + dst.valid.0, start.1 + dst.valid.1);
                let all = x.read_lanes(self.src, &src, end)?;
                let window =
                    Grid::new(src.ty.dtype, dst.valid, |r, c| all.at(start.0 + r, start.1 + c));
                (start.1, window, (0, 0))
            }
            MovePart::Insert(row, col) => {
                let start = corner(x, (row, col), src.valid, &dst)?;
                (0, x.read(self.src)?, start)
            }
            MovePart::Transposed => {
                let all = x.read(self.src)?;
                (0, Grid::new(all.dtype, (all.cols, all.rows), |r, c| all.at(c, r)), (0, 0))
            }
        };
        let grid = self.convert(x, &src, dst.ty.dtype, grid, from)?;
        x.write_at(&dst, at, &grid).map_err(|e| e.at(self.dst))
    }

    /// Whether the third tile is the scratch of a repack of exponents.
    fn repacks(&self, x: &Exec<'_>) -> bool {
        let third = self.fp.and_then(|slot| x.arg(slot));
        matches!(third, Some(Arg::Tile(t)) if t.ty.space == Space::Vec)
    }

    /// Elements of the destination's type. Only the fix pipe computes; elsewhere types of one size keep their
    /// bits and others (bias tables) their value.
    fn convert(
        &self,
        x: &Exec<'_>,
        src: &TileAt,
        to: DType,
        grid: Grid,
        first: u32,
    ) -> Result<Grid, Trap> {
        let from = grid.dtype;
        if src.ty.space == Space::Acc {
            let last = first.saturating_add(grid.cols);
            return Ok(Fixpipe::of(x, from, to, (self.fp, self.scalar), last)?.apply(&grid, first));
        }
        let how = Conversion::default();
        Ok(Grid::new(to, grid.shape(), |r, c| match grid.at(r, c) {
            code if from.bits() == to.bits() => code,
            code => format::convert(from, code, to, how),
        }))
    }
}

/// Where a window of `shape` starts in a tile; it must lie inside.
fn corner(
    x: &Exec<'_>,
    (row, col): (u8, u8),
    shape: (u32, u32),
    tile: &TileAt,
) -> Result<(u32, u32), Trap> {
    let start = |slot: u8, len: u32, end: u32| {
        let at = x.int(slot)?;
        let fits = at >= 0 && at.checked_add(i64::from(len)).is_some_and(|e| e <= i64::from(end));
        if fits {
            return Ok(at as u32);
        }
        let message = format!(
            "has a window of {}x{} elements at {at}, past the {end} of a tile of {}x{}",
            shape.0, shape.1, tile.ty.rows, tile.ty.cols
        );
        Err(Trap::new(message).code(code::OUT_OF_BOUNDS).at(slot))
    };
    Ok((start(row, shape.0, tile.ty.rows)?, start(col, shape.1, tile.ty.cols)?))
}
