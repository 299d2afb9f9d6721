//! Gathering and scattering inside tiles: by index, by a mask pattern, by comparison, by byte offset.
//!
//! A flat position counts the elements of a tile as allocated, row by row. Positions are unsigned; one past
//! the tile is an error, one outside its valid region reads as the run's choice says.

use super::compare::Relation;
use super::exec::{Exec, Outcome, PtrAt, TileAt, Trap, all_ones, get_code, outside_valid};
use super::grid::Grid;
use super::map::number;
use super::num::Num;
use super::numerics::{Numerics, OutsideValid};
use crate::args::AttrValue;
use crate::code;
use crate::dtype::DType;
use crate::format;
use crate::target::Target;
use crate::with_num;
use std::collections::BTreeSet;

/// Which of `factor` neighbours a mask pattern selects; `P1111` selects all.
///
/// Patterns are read from the right: `P0001` is the first of four.
/// Source: pto-isa@3186c381 include/pto/cpu/TGather.hpp:38-61.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// 1, 2 or 4.
    pub factor: u32,
    /// Less than `factor`.
    pub position: u32,
}

impl Pattern {
    /// Reads `P0101` and the like.
    pub fn parse(word: &str) -> Option<Pattern> {
        let (factor, position) = match word.to_ascii_uppercase().as_str() {
            "P1111" => (1, 0),
            "P0101" => (2, 0),
            "P1010" => (2, 1),
            "P0001" => (4, 0),
            "P0010" => (4, 1),
            "P0100" => (4, 2),
            "P1000" => (4, 3),
            _ => return None,
        };
        Some(Pattern { factor, position })
    }
    /// The selected ones below `end`.
    fn selected(self, end: u32) -> impl Iterator<Item = u32> {
        (self.position..end).step_by(self.factor as usize)
    }
}

/// The pattern of the instruction and whether it runs along columns.
pub fn pattern(x: &Exec<'_>) -> Result<(Pattern, bool), Trap> {
    let word = x.word("maskPattern").unwrap_or("P1111");
    let pattern = Pattern::parse(word)
        .ok_or_else(|| Trap::new(format!("does not know the mask pattern `{word}`")))?;
    Ok((pattern, x.word("axis").is_some_and(|w| w.eq_ignore_ascii_case("col"))))
}

/// `dst[i,j] = src_flat[indices[i,j]]`.
pub fn by_index(x: &mut Exec<'_>, src: u8, indices: u8, dst: u8) -> Outcome {
    let (from, to) = (x.tile(src)?, x.tile(dst)?);
    let all = x.read_tile(&from, from.shape()).map_err(|e| e.at(src))?;
    let at = x.read_as(indices, to.valid)?;
    let grid = Grid::try_new(to.ty.dtype, to.valid, |r, c| {
        let (row, col) = place(&from, at.dtype, at.at(r, c))
            .map_err(|e| e.at(indices).note(format!("at row {r}, column {c} of `indices`")))?;
        lane(x, src, &from, &all, row, col)
    })?;
    x.write(dst, &grid)
}

/// Row and column of a flat position.
fn place(t: &TileAt, dtype: DType, index: u64) -> Result<(u32, u32), Trap> {
    let (rows, cols) = t.shape();
    let (row, col) = (index / u64::from(Ord::max(cols, 1)), index % u64::from(Ord::max(cols, 1)));
    if row < u64::from(rows) && cols > 0 {
        return Ok((row as u32, col as u32));
    }
    let index = format::decode_int(dtype, index).unwrap_or(i128::from(index));
    Err(Trap::new(format!("uses position {index} of a tile of {rows}x{cols} elements"))
        .code(code::OUT_OF_BOUNDS))
}

/// One element of a tile that was read whole.
fn lane(x: &Exec<'_>, slot: u8, t: &TileAt, all: &Grid, row: u32, col: u32) -> Result<u64, Trap> {
    if row < t.valid.0 && col < t.valid.1 {
        return Ok(all.at(row, col));
    }
    match x.numerics.outside_valid {
        OutsideValid::Ones => Ok(all_ones(t.ty.dtype)),
        OutsideValid::Memory => Ok(all.at(row, col)),
        OutsideValid::Zero => Ok(0),
        OutsideValid::Trap => {
            let name = x.operands.get(slot as usize).map_or("operand", |o| o.name);
            Err(outside_valid(name, t, row, col).at(slot))
        }
    }
}

/// Keeps the selected columns or rows of the source's valid region. Along a row the kept elements follow one
/// another over the rows of `dst`, each as long as its valid region: all three libraries store a stream.
pub fn by_mask(x: &mut Exec<'_>, src: u8, dst: u8) -> Outcome {
    let (pattern, columns) = pattern(x)?;
    let grid = x.read(src)?;
    let to = x.tile(dst)?;
    let (rows, cols) = grid.shape();
    if columns {
        let kept: Vec<u32> = pattern.selected(rows).collect();
        let shape = (kept.len() as u32, cols);
        return x.write(dst, &Grid::new(to.ty.dtype, shape, |r, c| grid.at(kept[r as usize], c)));
    }
    let kept: Vec<u64> = (0..rows)
        .flat_map(|r| pattern.selected(cols).map(move |c| (r, c)))
        .map(|(r, c)| grid.at(r, c))
        .collect();
    let width = Ord::max(to.valid.1, 1);
    for (row, chunk) in kept.chunks(width as usize).enumerate() {
        let line = Grid::new(to.ty.dtype, (1, chunk.len() as u32), |_, c| chunk[c as usize]);
        x.write_at(&to, (row as u32, 0), &line).map_err(|e| e.at(dst))?;
    }
    Ok(())
}

/// Elements that a gather by comparison looks for.
#[derive(Clone, Copy, Debug)]
pub struct Sought {
    /// How they compare with the number.
    pub relation: Relation,
    number: (DType, u64),
    /// Added to every position.
    offset: u64,
    /// Columns of the source as allocated.
    cols: u32,
}

impl Sought {
    /// Those of an instruction.
    pub fn of(x: &Exec<'_>, src: u8, value: u8) -> Result<Sought, Trap> {
        let offset = match x.attr("offset") {
            Some(AttrValue::Int(n)) => n as u64,
            _ => 0,
        };
        let relation = x.word("cmpMode").and_then(Relation::parse).unwrap_or(Relation::Eq);
        Ok(Sought { relation, number: x.scalar(value)?, offset, cols: x.tile(src)?.ty.cols })
    }

    /// The number as elements are compared.
    pub fn number<T: Num>(&self) -> T {
        number(self.number.0, self.number.1)
    }

    /// The position that is stored for an element. It is flat.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:164-166 and the expected results of its tests; the A5
    /// sequence counts columns rounded up to 64.
    #[inline(always)]
    pub fn position(&self, row: u32, col: u32) -> u64 {
        self.offset.wrapping_add(u64::from(row) * u64::from(self.cols)).wrapping_add(col.into())
    }
}

/// Stores per row the positions of the elements that compare with a number, and how many there are.
pub fn by_comparison(x: &mut Exec<'_>, [src, value, dst, count]: [u8; 4]) -> Outcome {
    let (to, counts) = (x.tile(dst)?, x.tile(count)?);
    let grid = x.read(src)?;
    let sought = Sought::of(x, src, value)?;
    let mut found = Vec::with_capacity(grid.rows as usize);
    with_num!(grid.dtype, T => {
        let number: T = sought.number();
        for r in 0..grid.rows {
            let holds = |c: &u32| {
                let element = T::from_code(grid.dtype, grid.at(r, *c));
                sought.relation.holds(element, number)
            };
            found.push((0..grid.cols).filter(holds).collect::<Vec<u32>>());
        }
    });
    for (r, columns) in (0..).zip(&found) {
        let line = Grid::new(to.ty.dtype, (1, columns.len() as u32), |_, c| {
            sought.position(r, columns[c as usize]) & all_ones(to.ty.dtype)
        });
        x.write_at(&to, (r, 0), &line).map_err(|e| e.at(dst))?;
        let number = Grid::filled(counts.ty.dtype, (1, 1), columns.len() as u64);
        x.write_at(&counts, count_at(&counts, r), &number).map_err(|e| e.at(count))?;
    }
    Ok(())
}

/// Where the count of a row goes: the tile of counts is filled row by row.
pub fn count_at(counts: &TileAt, row: u32) -> (u32, u32) {
    let width = Ord::max(counts.valid.1, 1);
    (row / width, row % width)
}

/// Elements that one byte offset serves: quirk `gatherb-offsets`.
pub fn offset_block(n: &Numerics, dtype: DType) -> u32 {
    if n.is_manual() { 1 } else { dtype.per_block() }
}

/// Whether the two readings of the quirk `gatherb-offsets` differ for a destination.
pub fn offsets_are_disputed(to: &TileAt) -> bool {
    to.valid.1 > 1 && to.ty.dtype.per_block() > 1
}

/// `dst[i,j]` from a byte offset into `src`: one offset per element or per 32-byte block of `dst`, quirk
/// `gatherb-offsets`.
pub fn by_byte_offset(x: &mut Exec<'_>, src: u8, offsets: u8, dst: u8) -> Outcome {
    let (from, to) = (x.tile(src)?, x.tile(dst)?);
    let dtype = to.ty.dtype;
    let block = offset_block(x.numerics, dtype);
    let (rows, cols) = to.valid;
    if offsets_are_disputed(&to) {
        x.note_quirk("gatherb-offsets");
    }
    let at = x.read_as(offsets, (rows, cols.div_ceil(block)))?;
    let size = u64::from(dtype.bytes());
    let bytes = x.memory.span(from.ty.space, 0, from.addr as i64, from.size_bytes());
    let bytes = bytes.map_err(|e| e.at(src))?;
    let grid = Grid::try_new(dtype, to.valid, |r, c| {
        let start = at.at(r, c / block);
        let first = start.saturating_add(u64::from(c % block) * size);
        if first.saturating_add(size) > bytes.len() as u64 {
            let total = bytes.len();
            return Err(Trap::new(format!("reads byte {first} of a tile of {total} bytes"))
                .code(code::OUT_OF_BOUNDS)
                .at(offsets)
                .note(format!("for row {r}, column {c} of the destination")));
        }
        Ok(get_code(bytes, dtype, first * 8))
    })?;
    // Only the elements that were asked for are read.
    let begin = |(r, c): (u32, u32)| at.at(r, c / block) + u64::from(c % block) * size;
    let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    let pieces: Vec<_> = places.map(begin).map(|first| first..first + size).collect();
    let start = PtrAt { space: from.ty.space, buffer: 0, dtype, addr: from.addr as i64 };
    x.memory.pieces(start, &pieces).map_err(|e| e.at(src))?;
    x.write(dst, &grid)
}

/// Whether the devices fill all of `dst` with zeros first: quirk `scatter-clears`, which shows where `untouched`
/// places are left.
pub fn clears(x: &Exec<'_>, untouched: bool) -> bool {
    let device = x.numerics.profile() != Target::CPU;
    if device && untouched {
        x.note_quirk("scatter-clears");
    }
    device && !x.numerics.is_manual()
}

/// What `dst` holds before the elements arrive.
fn ground(x: &Exec<'_>, dst: u8, untouched: bool) -> Result<Grid, Trap> {
    let t = x.tile(dst)?;
    if clears(x, untouched) {
        return Ok(Grid::filled(t.ty.dtype, t.shape(), 0));
    }
    x.read_tile(&t, t.shape()).map_err(|e| e.at(dst))
}

/// `dst_flat[indexes[i,j]] = src[i,j]`; of several elements for one place the last in row order stays.
pub fn scatter_by_index(x: &mut Exec<'_>, src: u8, indexes: u8, dst: u8) -> Outcome {
    let to = x.tile(dst)?;
    let at = x.read(indexes)?;
    let from = x.read_as(src, at.shape())?;
    let mut places = Vec::new();
    for r in 0..at.rows {
        for c in 0..at.cols {
            let place = place(&to, at.dtype, at.at(r, c))
                .map_err(|e| e.at(indexes).note(format!("at row {r}, column {c} of `indexes`")))?;
            places.push((place, from.at(r, c)));
        }
    }
    let touched: BTreeSet<(u32, u32)> = places.iter().map(|p| p.0).collect();
    let (rows, cols) = to.shape();
    let all = touched.len() as u64 == u64::from(rows) * u64::from(cols);
    let mut grid = ground(x, dst, !all)?;
    for ((row, col), code) in places {
        *grid.at_mut(row, col) = code;
    }
    x.write(dst, &grid)
}

/// A scatter by a mask pattern.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// The place of every element among its places.
    pub pattern: Pattern,
    /// Whether the places lie in a column.
    pub columns: bool,
    /// The rows and columns that are written.
    pub shape: (u32, u32),
    /// All of the tile becomes zero first: the page says so of the whole tile, and the headers of both devices do it.
    pub clears: bool,
}

impl Spread {
    /// That of an instruction.
    pub fn of(x: &Exec<'_>, src: u8) -> Result<Spread, Trap> {
        let (pattern, columns) = pattern(x)?;
        let (rows, cols) = x.tile(src)?.valid;
        let shape = match columns {
            true => (rows.saturating_mul(pattern.factor), cols),
            false => (rows, cols.saturating_mul(pattern.factor)),
        };
        let clears = pattern.factor > 1 && x.numerics.profile() != Target::CPU;
        Ok(Spread { pattern, columns, shape, clears })
    }
}

/// Every element goes to the selected one of its places, the others become zero.
pub fn scatter_by_mask(x: &mut Exec<'_>, src: u8, dst: u8) -> Outcome {
    let Spread { pattern: Pattern { factor, position }, columns, shape, clears } =
        Spread::of(x, src)?;
    let from = x.read(src)?;
    let to = x.tile(dst)?;
    if clears {
        x.write(dst, &Grid::filled(to.ty.dtype, to.shape(), 0))?;
    }
    if shape.0 > to.ty.rows || shape.1 > to.ty.cols {
        return Err(Trap::new(format!(
            "spreads {}x{} elements over a tile of {}x{}",
            from.rows, from.cols, to.ty.rows, to.ty.cols
        ))
        .at(dst));
    }
    let grid = Grid::new(to.ty.dtype, shape, |r, c| {
        let along = if columns { r } else { c };
        if along % factor != position {
            return 0;
        }
        if columns { from.at(r / factor, c) } else { from.at(r, c / factor) }
    });
    x.write(dst, &grid)
}
