//! Exponents of MX groups, repacked to the order in which the cube reads scales.
//!
//! A cell is 32 bytes: 16 lines by 2 neighbouring groups. Cells of the same 16 lines follow one another, and they lie so
//! from the start of the destination, whatever boxes its type has: pto-isa@3186c381
//! docs/isa/tile/ops/layout-and-rearrangement/tmov.md:86-108, include/pto/npu/a5/TMov.hpp:321-480.

use super::exec::{Exec, Outcome, TileAt, Trap};
use super::grid::Grid;
use crate::layout::Layout;
use crate::ty::{Dim, TileTy};

/// Lines and groups of a cell.
const CELL: (u32, u32) = (16, 2);

/// Which axis of the source the groups follow one another along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// A row holds the groups of a line; the source may also hold all lines one after another in one row.
    InRows,
    /// A column holds the groups of a line.
    InColumns,
}

/// Repacks the exponents in `src` into `dst`. Lines that fill up the last cell are zero.
pub fn repack(x: &mut Exec<'_>, src: u8, dst: u8, groups: Groups) -> Outcome {
    let (from, to) = (x.read(src)?, x.tile(dst)?);
    let (lines, per_line) = match groups {
        Groups::InRows => to.valid,
        Groups::InColumns => (from.cols, from.rows),
    };
    let partial = groups == Groups::InColumns && !lines.is_multiple_of(CELL.0);
    if !per_line.is_multiple_of(CELL.1) || partial {
        let message =
            format!("repacks {lines} lines of {per_line} groups, which are no whole cells");
        return Err(Trap::new(message).at(src).note("a cell is 16 lines of 2 groups"));
    }
    let count = u64::from(lines) * u64::from(per_line);
    if from.codes().len() as u64 != count {
        let message = format!(
            "repacks {lines} lines of {per_line} groups from a source of {} exponents",
            from.codes().len()
        );
        return Err(Trap::new(message).at(src));
    }
    let filled = u64::from(lines.next_multiple_of(CELL.0)) * u64::from(per_line);
    let room = u64::from(to.ty.rows) * u64::from(to.ty.cols);
    let Some(bytes) = u32::try_from(filled).ok().filter(|_| filled <= room) else {
        return Err(Trap::new(format!("writes {filled} exponents to a tile of {room}")).at(dst));
    };
    let grid = Grid::new(from.dtype, (1, bytes), |_, at| {
        let (cell, inner) = (at / (CELL.0 * CELL.1), at % (CELL.0 * CELL.1));
        let across = per_line / CELL.1;
        let line = cell / across * CELL.0 + inner / CELL.1;
        let group = cell % across * CELL.1 + inner % CELL.1;
        match groups {
            _ if line >= lines => 0,
            Groups::InRows => from.codes()[(line * per_line + group) as usize],
            Groups::InColumns => from.at(group, line),
        }
    });
    x.write_at(&line_of(&to, bytes), (0, 0), &grid).map_err(|e| e.at(dst))
}

/// The first bytes of a tile of bytes as one row.
fn line_of(t: &TileAt, bytes: u32) -> TileAt {
    let (blayout, slayout) = Layout::Nd.orders();
    let (valid_rows, valid_cols) = (Dim::Is(1), Dim::Is(bytes));
    let ty = TileTy { rows: 1, cols: bytes, valid_rows, valid_cols, blayout, slayout, ..t.ty };
    TileAt::new(ty, (1, bytes), t.addr)
}
