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
        let (src, dst) = (x.tile(self.src)?, x.tile(self.dst)?);
        let receiver = VecReceiver::of(x.word("accToVecMode"));
        let (from, grid, at) = match self.part {
            MovePart::Whole if receiver.halves() => (0, x.read(self.src)?, (0, 0)),
            MovePart::Extract(row, col) if receiver.halves() => {
                if (x.int(row)?, x.int(col)?) != (0, 0) {
                    let message = "halves a window that does not start at (0, 0): the header copies all valid rows and columns from there on";
                    return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(row));
                }
                (0, x.read(self.src)?, (0, 0))
            }
            MovePart::Whole => (0, x.read_lanes(self.src, &src, dst.valid)?, (0, 0)),
            MovePart::Extract(row, col) => {
                let start = corner(x, (row, col), dst.valid, &src)?;
                let end = (start.0 + dst.valid.0, start.1 + dst.valid.1);
                let all = x.read_lanes(self.src, &src, end)?;
                let window =
                    x.result(src.ty.dtype, dst.valid, |r, c| all.at(start.0 + r, start.1 + c));
                (start.1, window, (0, 0))
            }
            MovePart::Insert(row, col) => {
                let start = corner(x, (row, col), receiver.share(src.valid), &dst)?;
                (0, x.read(self.src)?, start)
            }
            MovePart::Transposed => {
                let all = x.read(self.src)?;
                (0, x.result(all.dtype, (all.cols, all.rows), |r, c| all.at(c, r)), (0, 0))
            }
        };
        let grid = self.convert(x, &src, dst.ty.dtype, grid, from)?;
        if receiver == VecReceiver::First {
            return x.write_at(&dst, at, &grid).map_err(|e| e.at(self.dst));
        }
        for (core, part) in receiver.parts(&grid)? {
            x.write_at_core(&dst, core, at, &part).map_err(|e| e.at(self.dst))?;
        }
        Ok(())
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
        Ok(x.result(to, grid.shape(), |r, c| match grid.at(r, c) {
            code if from.bits() == to.bits() => code,
            code => format::convert(from, code, to, how),
        }))
    }
}

/// The vector cores that receive an accumulator, at the same address of their memories.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:183-236, common.hpp:183-194, TPush.hpp:205-235.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VecReceiver {
    /// The first one, whose memory is that of a program with one core.
    First,
    /// The second one.
    Second,
    /// Both, half of the rows each.
    HalfRows,
    /// Both, half of the columns each.
    HalfColumns,
}

impl VecReceiver {
    /// By the word of `accToVecMode`.
    pub fn of(word: Option<&str>) -> VecReceiver {
        match word.map(str::to_ascii_lowercase).as_deref() {
            Some("single_mode_vec1") => VecReceiver::Second,
            Some("dual_mode_split_m") => VecReceiver::HalfRows,
            Some("dual_mode_split_n") => VecReceiver::HalfColumns,
            _ => VecReceiver::First,
        }
    }

    const fn halves(self) -> bool {
        matches!(self, VecReceiver::HalfRows | VecReceiver::HalfColumns)
    }

    /// Rows and columns that each core receives.
    const fn share(self, (rows, cols): (u32, u32)) -> (u32, u32) {
        match self {
            VecReceiver::First | VecReceiver::Second => (rows, cols),
            VecReceiver::HalfRows => (rows / 2, cols),
            VecReceiver::HalfColumns => (rows, cols / 2),
        }
    }

    /// What each core receives.
    fn parts(self, all: &Grid) -> Result<Vec<(u32, Grid)>, Trap> {
        let (rows, cols) = all.shape();
        let half = |core: u32, shape: (u32, u32)| {
            let by_rows = self == VecReceiver::HalfRows;
            let first = if by_rows { (core * shape.0, 0) } else { (0, core * shape.1) };
            (core, Grid::new(all.dtype, shape, |r, c| all.at(first.0 + r, first.1 + c)))
        };
        match self {
            VecReceiver::First => Ok(vec![(0, all.clone())]),
            VecReceiver::Second => Ok(vec![(1, all.clone())]),
            VecReceiver::HalfRows if rows.is_multiple_of(2) => {
                Ok((0..2).map(|core| half(core, (rows / 2, cols))).collect())
            }
            VecReceiver::HalfColumns if cols.is_multiple_of(32) => {
                Ok((0..2).map(|core| half(core, (rows, cols / 2))).collect())
            }
            VecReceiver::HalfRows => Err(Trap::new(format!("splits {rows} rows in two"))),
            VecReceiver::HalfColumns => {
                Err(Trap::new(format!("splits {cols} columns, not a multiple of 32")))
            }
        }
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
