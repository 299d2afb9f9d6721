//! Two tiles side by side.

use super::exec::{Exec, Outcome, TileAt, Trap, all_ones};
use super::grid::Grid;
use crate::dtype::DType;
use crate::format;
use crate::target::Target;

/// The operands of a concatenation by rows.
#[derive(Clone, Copy, Debug)]
pub struct Concat {
    /// First and second source.
    pub src: [u8; 2],
    /// How many columns of each, per row; without them the valid columns.
    pub counts: Option<[u8; 2]>,
    /// The destination.
    pub dst: u8,
    /// Where the number of columns per row goes.
    pub total: Option<u8>,
}

impl Concat {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        match self.counts {
            Some(slots) => self.run_counted(x, slots),
            None => self.run_whole(x),
        }
    }

    /// All valid columns of both.
    fn run_whole(&self, x: &mut Exec<'_>) -> Outcome {
        let dst = x.tile(self.dst)?;
        let (rows, [a, b]) = (dst.valid.0, self.src);
        let width = x.tile(a)?.valid.1;
        let first = x.read_as(a, (rows, width))?;
        let second = x.read_as(b, (rows, x.tile(b)?.valid.1))?;
        x.write_at(&dst, (0, 0), &first).map_err(|e| e.at(self.dst))?;
        x.write_at(&dst, (0, width), &second).map_err(|e| e.at(self.dst))
    }

    /// As many columns of both as their counts say and the destination's valid columns hold.
    fn run_counted(&self, x: &mut Exec<'_>, [a, b]: [u8; 2]) -> Outcome {
        let dst = x.tile(self.dst)?;
        let (rows, room) = dst.valid;
        let bytes = bytes_of_column(x, a, &dst)?;
        let unit = if x.numerics.is_manual() { 1 } else { bytes };
        let (firsts, seconds) = (counts(x, a, rows, unit)?, counts(x, b, rows, unit)?);
        if bytes != 1 && firsts.iter().chain(&seconds).any(|&n| n != 0) {
            x.note_quirk("concat-index-unit");
        }
        let fit = |(n0, n1): (u32, u32)| (n0.min(room), n1.min(room - n0.min(room)));
        let lines: Vec<(u32, u32)> = firsts.into_iter().zip(seconds).map(fit).collect();
        let widest = |part: fn(&(u32, u32)) -> u32| lines.iter().map(part).max().unwrap_or(0);
        let first = x.read_as(self.src[0], (rows, widest(|l| l.0)))?;
        let second = x.read_as(self.src[1], (rows, widest(|l| l.1)))?;
        for (r, &(n0, n1)) in (0..).zip(&lines) {
            let line = Grid::new(dst.ty.dtype, (1, n0 + n1), |_, c| match c.checked_sub(n0) {
                None => first.at(r, c),
                Some(c) => second.at(r, c),
            });
            x.write_at(&dst, (r, 0), &line).map_err(|e| e.at(self.dst))?;
        }
        let Some(slot) = self.total.filter(|&s| x.arg(s).is_some()) else { return Ok(()) };
        let dtype = x.tile(slot)?.ty.dtype;
        let total = |(n0, n1): (u32, u32)| (u64::from(n0 + n1) * unit) & all_ones(dtype);
        x.write(slot, &Grid::new(dtype, (rows, 1), |r, _| total(lines[r as usize])))
    }
}

/// What one column counts as in the index tiles of silicon: quirk `concat-index-unit`.
fn bytes_of_column(x: &Exec<'_>, index: u8, dst: &TileAt) -> Result<u64, Trap> {
    Ok(match x.numerics.profile() {
        Target::CPU => dst.ty.dtype.bytes().into(),
        _ => x.tile(index)?.ty.dtype.bytes().into(),
    })
}

/// Columns per row.
fn counts(x: &Exec<'_>, slot: u8, rows: u32, unit: u64) -> Result<Vec<u32>, Trap> {
    let grid = x.read_as(slot, (rows, 1))?;
    let column = |(r, &code): (usize, &u64)| {
        let trap = |e: Trap| e.at(slot).note(format!("at row {r}"));
        count(grid.dtype, code, unit).map_err(trap)
    };
    grid.codes().iter().enumerate().map(column).collect()
}

fn count(dtype: DType, code: u64, unit: u64) -> Result<u32, Trap> {
    let value = format::decode_int(dtype, code).unwrap_or(0);
    let columns = u64::try_from(value).map(|v| v / unit).ok().and_then(|v| u32::try_from(v).ok());
    columns.ok_or_else(|| Trap::new(format!("takes {value} columns of a row")))
}
