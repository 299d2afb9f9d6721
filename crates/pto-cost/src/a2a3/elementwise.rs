//! Element by element: chains of instructions over a tile, conversions, comparisons, choices, fills.

use super::cover::{Extent, Operands, cover, path};
use super::operands::Operand;
use super::sequence::{Pass, Sequence};
use crate::estimate::Work;
use pto_isa::sem::TileAt;
use pto_isa::{DType, Space};

/// The instructions one after the other over the valid region of the destination, a barrier between them.
pub(super) fn chain(
    s: &mut Sequence<'_>,
    names: &[&'static str],
    operands: Operands,
    tile: &TileAt,
) -> Option<()> {
    let e = Extent::of(tile);
    let ways = cover(operands, &e);
    s.take(path(operands, &e));
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            s.barrier();
        }
        for way in &ways {
            s.issue(name, tile.ty.dtype, way.pass, || way.describe())?;
        }
    }
    Some(())
}

/// The instructions for each row, by element count, a barrier after each.
pub(super) fn by_rows(s: &mut Sequence<'_>, names: &[&'static str], tile: &TileAt) -> Option<()> {
    let e = Extent::of(tile);
    for name in names {
        let pass = Pass::masked(e.row_repeats()).times(e.valid_rows);
        s.issue_steps(name, tile.ty.dtype, pass, || {
            format!("each row, a barrier after it; count of {} elements", e.valid_cols)
        })?;
    }
    Some(())
}

/// One step of the scalar unit per element.
pub(super) fn one_by_one(s: &mut Sequence<'_>, tile: &TileAt) {
    let elements = u64::from(tile.valid.0) * u64::from(tile.valid.1);
    scalar_steps(s, elements);
}

/// Steps of the scalar unit that read or write an element of a tile.
pub(super) fn scalar_steps(s: &mut Sequence<'_>, elements: u64) {
    let each = s.rest_on(s.numbers().rest.scalar_element);
    let pass = Pass::full(1).times(elements);
    s.spend("scalar", pass, [0.0, each * elements as f64], || "an element each".into());
}

/// Another element type: a row at a time, repeats of the wider type; what is left of the rows under a mask.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TCvt.hpp.
pub(super) fn convert(s: &mut Sequence<'_>, from: DType, tile: &TileAt) -> Option<()> {
    let wider = if from.bits() > tile.ty.dtype.bits() { from } else { tile.ty.dtype };
    let lanes = u64::from(wider.per_repeat().max(1));
    let (rows, cols) = (u64::from(tile.valid.0), u64::from(tile.valid.1));
    let (full, rest) = (cols / lanes, cols % lanes);
    s.issue("vconv", wider, Pass::full(full).times(rows), || "each row".into())?;
    if rest > 0 {
        s.issue("vconv", wider, Pass::masked(rows), || "the rest of each row under a mask".into())?;
    }
    Some(())
}

/// Predicate bits: all lanes of the repeats of a row.
pub(super) fn compare(s: &mut Sequence<'_>, name: &'static str, source: &TileAt) -> Option<()> {
    let e = Extent::of(source);
    let pass = Pass::full(e.row_repeats()).times(e.valid_rows);
    s.issue(name, source.ty.dtype, pass, || "each row".into())
}

/// For each row the address of its mask is written and loaded, then the choice is made.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TSel.hpp.
pub(super) fn select(s: &mut Sequence<'_>, tile: &TileAt) -> Option<()> {
    let e = Extent::of(tile);
    let words = || "each row: the address of its mask".to_string();
    s.issue_steps("vector_dup", tile.ty.dtype, Pass::full(1).times(e.valid_rows), words)?;
    let pass = Pass::masked(e.row_repeats()).times(e.valid_rows);
    s.issue_steps("vsel", tile.ty.dtype, pass, || "each row, after a barrier".into())
}

/// One value everywhere, in one go or row by row. In L1 it is written by the DMA.
pub(super) fn fill(s: &mut Sequence<'_>, tile: &TileAt) -> Option<()> {
    if tile.ty.space == Space::Mat {
        let path = s.numbers().path(Space::Gm, Space::Mat)?;
        s.copy("create_cbuf_matrix", path, [1, 1, tile.size_bytes()]);
        return Some(());
    }
    let e = Extent::of(tile);
    if e.is_empty() {
        return Some(());
    }
    let (pass, words) = if e.is_contiguous() {
        let repeats = (e.valid_rows * e.valid_cols).div_ceil(e.lanes);
        (Pass::masked(repeats), "by element count")
    } else {
        (Pass::masked(e.row_repeats()).times(e.valid_rows), "each row by element count")
    };
    s.issue("vector_dup", tile.ty.dtype, pass, || words.into())
}

/// A copy of the source's valid region, then the columns right of it and the rows below it.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp.
pub(super) fn pad(s: &mut Sequence<'_>, source: &TileAt, tile: &TileAt) -> Option<()> {
    if tile.ty.space == Space::Mat {
        return fill(s, tile);
    }
    let (dtype, lanes) = (tile.ty.dtype, u64::from(tile.ty.dtype.per_repeat().max(1)));
    let (from_rows, from_cols) = (u64::from(source.valid.0), u64::from(source.valid.1));
    let (rows, cols) = (u64::from(tile.ty.rows), u64::from(tile.ty.cols));
    if source.addr != tile.addr {
        let pass = Pass::masked(from_rows * from_cols.div_ceil(lanes));
        s.issue("vcopy", dtype, pass, || "the valid region".into())?;
        s.barrier();
    }
    if cols > from_cols {
        let pass = Pass::masked(from_rows * (cols - from_cols).div_ceil(lanes));
        s.issue("vector_dup", dtype, pass, || "columns right of it".into())?;
        s.barrier();
    }
    if rows > from_rows {
        let pass = Pass::masked(((rows - from_rows) * cols).div_ceil(lanes));
        s.issue("vector_dup", dtype, pass, || "rows below it".into())?;
    }
    Some(())
}

/// A function where both sources are valid; the rest is copied from the one that has it.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TPartOp.hpp.
pub(super) fn part(
    s: &mut Sequence<'_>,
    name: &'static str,
    sources: [&TileAt; 2],
    tile: &TileAt,
) -> Option<()> {
    let [a, b] = sources.map(|t| t.valid);
    let both = (a.0.min(b.0).min(tile.valid.0), a.1.min(b.1).min(tile.valid.1));
    let common = TileAt { valid: both, ..*tile };
    let dtype = tile.ty.dtype;
    let lanes = u64::from(dtype.per_repeat().max(1));
    let (rows, cols) = (u64::from(tile.valid.0), u64::from(tile.valid.1));
    let (both_rows, both_cols) = (u64::from(both.0), u64::from(both.1));
    if both != tile.valid {
        let right = both_rows * (cols - both_cols).div_ceil(lanes);
        let below = (rows - both_rows) * cols.div_ceil(lanes);
        s.issue("vcopy", dtype, Pass::masked(right + below), || "what only one source has".into())?;
        s.barrier();
    }
    chain(s, &[name], Operands::Tiles, &common)
}

/// Values compared and chosen with their indices.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp.
pub(super) fn part_arg(s: &mut Sequence<'_>, tile: &TileAt) -> Option<()> {
    let e = Extent::of(tile);
    let pass = Pass::full(1).times(e.valid_rows * e.row_repeats());
    s.issue_steps("vcmp", tile.ty.dtype, pass, || "each repeat of each row".into())?;
    s.issue_steps("vsel", tile.ty.dtype, pass, || "values, after a barrier".into())?;
    s.issue("vsel", tile.ty.dtype, pass, || "indices".into())
}

/// Numbers in a row: the first 64 are built from fills and sums, the others by additions.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TCI.hpp.
pub(super) fn ramp(s: &mut Sequence<'_>, tile: &TileAt) -> Option<()> {
    let e = Extent::of(tile);
    let dtype = tile.ty.dtype;
    s.issue("vector_dup", DType::F32, Pass::masked(1).times(8), || {
        "eighths of 0 to 7, a block each".into()
    })?;
    s.barrier();
    for (name, repeats) in [("vcgadd", 1), ("vmuls", 1), ("vbrcb", 1), ("vadd", 8), ("vconv", 1)] {
        s.issue(name, DType::F32, Pass::full(repeats), || "the first 64 numbers".into())?;
        s.barrier();
    }
    s.issue("vadds", dtype, Pass::full(1).times(e.row_repeats()), || "each repeat".into())
}

/// Two tiles side by side: bursts of each row.
pub(super) fn concat(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let sources = work.sources();
    for source in sources.iter().flatten() {
        super::transfer::local_copy(s, source, source.valid)?;
    }
    Some(())
}
