//! Transposition, gathers, sorting and merging.

use super::cover::Extent;
use super::operands::Operand;
use super::sequence::{Pass, Sequence};
use crate::estimate::Work;
use pto_isa::sem::TileAt;

/// Bytes of a value with its index in sorted lists.
const RECORD_BYTES: u64 = 8;

/// Columns become rows: 16 rows of 32 bytes at a time, 8-bit elements in four passes.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TTrans.hpp.
pub(super) fn transpose(s: &mut Sequence<'_>, source: &TileAt) -> Option<()> {
    let dtype = source.ty.dtype;
    let (rows, cols) = (u64::from(source.valid.0), u64::from(source.valid.1));
    let columns = cols.div_ceil(u64::from(dtype.per_block().max(1)));
    let passes = if dtype.bits() <= 8 { 4 } else { 1 };
    let pass = Pass::full(rows.div_ceil(16)).times(columns * passes);
    s.issue("vnchwconv", dtype, pass, || "16 rows of 32 bytes each".into())
}

/// By index: for each row the indices become byte offsets, after a barrier the elements are read. By pattern:
/// each row is squeezed.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp.
pub(super) fn gather(
    s: &mut Sequence<'_>,
    work: &Work<'_>,
    source: &TileAt,
    to: &TileAt,
) -> Option<()> {
    let by_index = work.tile_named("indices").is_some();
    let e = Extent::of(if by_index { to } else { source });
    let each = Pass::masked(e.row_repeats()).times(e.valid_rows);
    if by_index {
        s.issue("vmuls", to.ty.dtype, each, || "byte offsets of each row".into())?;
        return s.issue_steps("vgather", to.ty.dtype, each, || "each row, after a barrier".into());
    }
    s.issue("vreducev2", source.ty.dtype, each, || "each row".into())
}

/// 32-byte blocks by offset, 8 per repeat.
pub(super) fn gather_blocks(s: &mut Sequence<'_>, to: &TileAt) -> Option<()> {
    let e = Extent::of(to);
    let pass = Pass::full(e.row_repeats()).times(e.valid_rows);
    s.issue("vgatherb", to.ty.dtype, pass, || "8 blocks each".into())
}

/// Groups of 32 elements, a barrier after each row.
pub(super) fn sort(s: &mut Sequence<'_>, source: &TileAt) -> Option<()> {
    let (rows, cols) = (u64::from(source.valid.0), u64::from(source.valid.1));
    let pass = Pass::full(cols.div_ceil(32)).times(rows);
    s.issue_steps("vbitsort", source.ty.dtype, pass, || "each row, 32 elements per repeat".into())
}

/// Sorted lists merged: time goes by the records that pass through.
pub(super) fn merge(s: &mut Sequence<'_>, work: &Work<'_>, to: &TileAt) -> Option<()> {
    let lists: u64 = ["src0", "src1", "src2", "src3"]
        .into_iter()
        .filter_map(|name| work.tile_named(name))
        .map(|t| u64::from(t.valid.0) * u64::from(t.valid.1))
        .sum();
    let bytes = lists * u64::from(to.ty.dtype.bits()) / 8;
    records(s, bytes / RECORD_BYTES)
}

/// The same, with a length of 16 bits for each list, a bit for each list that counts and a number of repetitions.
pub(super) fn merge_packed(
    s: &mut Sequence<'_>,
    work: &Work<'_>,
    [lengths, config]: [u8; 2],
) -> Option<()> {
    let (lengths, config) = (work.bits(lengths)?, work.bits(config)?);
    let counts = (0..4).filter(|k| config >> (8 + k) & 1 == 1);
    let once: u64 = counts.map(|k| lengths >> (16 * k) & 0xFFFF).sum();
    records(s, once * (config & 0xFF))
}

fn records(s: &mut Sequence<'_>, records: u64) -> Option<()> {
    let latency = s.rest_on(s.numbers().vector("vmrgsort4")?.latency);
    let each = s.rest_on(s.numbers().rest.merge_record);
    s.spend("vmrgsort4", Pass::full(1), [latency, each * records as f64], || {
        format!("{records} records")
    });
    Some(())
}
