//! A value per row or a row for all rows, spread or combined with a tile.

use super::cover::{Extent, Operands};
use super::elementwise::chain;
use super::sequence::{Pass, Sequence};
use pto_isa::layout::Layout;
use pto_isa::sem::TileAt;

/// Rows that one pass of broadcasts prepares if there are more than 255.
const ROUND: u64 = 240;

/// A value per row into every column: the scalar unit reads it, the vector unit fills the row with it.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRowExpand.hpp.
pub(super) fn spread_rows(s: &mut Sequence<'_>, to: &TileAt) -> Option<()> {
    let e = Extent::of(to);
    let rest = s.numbers().rest;
    let (latency, row) = (s.rest_on(rest.spread_fill), s.rest_on(rest.spread_row));
    let slope = s.rest_on(s.numbers().vector("vector_dup")?.slope(to.ty.dtype));
    let pass = Pass::masked(e.row_repeats()).times(e.valid_rows);
    let occupancy = (row + slope * e.row_repeats() as f64) * e.valid_rows as f64;
    s.spend("vector_dup", pass, [latency, occupancy], || {
        "each row, by element count, after a scalar read".into()
    });
    Some(())
}

/// A tile and a value per row. A column of values is first broadcast to a block each; values that lie in blocks
/// already are used as they are.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandBinOp.hpp.
pub(super) fn rows(
    s: &mut Sequence<'_>,
    names: &[&'static str],
    values: Option<&TileAt>,
    to: &TileAt,
) -> Option<()> {
    let e = Extent::of(to);
    if e.is_empty() {
        return Some(());
    }
    let dtype = to.ty.dtype;
    if values.is_none_or(|v| v.ty.layout() == Layout::Dn) {
        let (passes, each) = if e.valid_rows > 255 {
            (e.valid_rows.div_ceil(ROUND), ROUND / 8)
        } else {
            (1, e.valid_rows.div_ceil(8))
        };
        s.issue("vbrcb", dtype, Pass::full(each).times(passes), || {
            "8 values to a block each".into()
        })?;
        s.barrier();
    }
    let Some((first, others)) = names.split_first() else { return Some(()) };
    strided(s, first, &e, to)?;
    if !others.is_empty() {
        s.barrier();
        chain(s, others, Operands::Tile, to)?;
    }
    Some(())
}

/// One instruction per repeat of a row with a repeat for each row, or by element count for each row where the
/// stride does not fit or rows are longer than there are rows.
fn strided(s: &mut Sequence<'_>, name: &'static str, e: &Extent, to: &TileAt) -> Option<()> {
    let dtype = to.ty.dtype;
    let (full, rest) = (e.valid_cols / e.lanes, e.valid_cols % e.lanes);
    if !e.stride_fits() || full > e.valid_rows {
        let pass = Pass::masked(e.row_repeats()).times(e.valid_rows);
        return s
            .issue(name, dtype, pass, || format!("each row; count of {} elements", e.valid_cols));
    }
    s.issue(name, dtype, Pass::full(e.valid_rows).times(full), || {
        format!("a repeat per row; repeat stride {}", e.stride_blocks())
    })?;
    if rest > 0 {
        s.issue(name, dtype, Pass::masked(e.valid_rows), || {
            format!(
                "the rest of each row; repeat stride {}, mask of {rest} lanes",
                e.stride_blocks()
            )
        })?;
    }
    Some(())
}

/// A tile and one row, which is read with a stride of 0.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColExpandBinOp.hpp.
pub(super) fn columns(s: &mut Sequence<'_>, names: &[&'static str], to: &TileAt) -> Option<()> {
    let e = Extent::of(to);
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            s.barrier();
        }
        strided(s, name, &e, to)?;
    }
    Some(())
}
