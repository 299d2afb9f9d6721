//! Copies between memories: tiles to and from global memory, between local memories, and plain bursts.

use super::operands::Operand;
use super::sequence::{Pass, Sequence};
use crate::estimate::Work;
use pto_isa::sem::dma::{Count, Dma, Loops};
use pto_isa::sem::{Arg, Sem, TileAt, ViewAt};
use pto_isa::{DType, Role, Space};

/// Bytes of a fractal.
const FRACTAL_BYTES: u64 = 512;

const fn bytes_of(elements: u64, dtype: DType) -> u64 {
    (elements * dtype.bits() as u64).div_ceil(8)
}

fn view(work: &Work<'_>) -> Option<ViewAt> {
    work.args.iter().find_map(|a| match a.1 {
        Arg::View(v) => Some(v),
        _ => None,
    })
}

/// Copies that a view takes, rows of each of them, elements in all.
fn extents(view: &ViewAt) -> [u64; 3] {
    let [d0, d1, d2, d3, d4] = view.dims.map(|d| d.max(0) as u64);
    // A column-major view has its bursts along the rows.
    let bursts = if view.strides[4] == 1 || view.strides[3] != 1 { d3 } else { d4 };
    [d0 * d1 * d2, d0 * d1 * d2 * bursts, d0 * d1 * d2 * d3 * d4]
}

/// Global memory to a tile: one copy for each index of the three outer extents of the view.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TLoad.hpp.
pub(super) fn load(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let to = work.destination();
    let space = to.map_or(Space::Vec, |t| t.ty.space);
    let path = s.numbers().path(Space::Gm, space)?;
    let (shape, dtype) = match (view(work), to) {
        (Some(v), _) => (extents(&v), v.at.dtype),
        (None, Some(t)) => ([1, t.valid.0.into(), area(t)], t.ty.dtype),
        (None, None) => return None,
    };
    let name = if space == Space::Mat { "copy_gm_to_cbuf" } else { "copy_gm_to_ubuf" };
    s.copy(name, path, [shape[0], shape[1], bytes_of(shape[2], dtype)]);
    Some(())
}

/// A tile to global memory. What leaves the accumulator is counted in bytes of the destination.
pub(super) fn store(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let from = work.source()?;
    let path = s.numbers().path(from.ty.space, Space::Gm)?;
    let (shape, dtype) = match view(work) {
        Some(v) => (extents(&v), v.at.dtype),
        None => ([1, from.valid.0.into(), area(from)], from.ty.dtype),
    };
    let name = match from.ty.space {
        Space::Acc => "copy_matrix_cc_to_gm",
        Space::Mat => "copy_cbuf_to_gm",
        _ => "copy_ubuf_to_gm",
    };
    s.copy(name, path, [shape[0], shape[1], bytes_of(shape[2], dtype)]);
    Some(())
}

fn area(t: &TileAt) -> u64 {
    u64::from(t.valid.0) * u64::from(t.valid.1)
}

/// A part of a tile to another place in UB: one burst if nothing lies between its rows, else one per row.
pub(super) fn local_copy(s: &mut Sequence<'_>, tile: &TileAt, valid: (u32, u32)) -> Option<()> {
    let path = s.numbers().path(Space::Vec, Space::Vec)?;
    let (rows, cols) = (u64::from(valid.0), u64::from(valid.1));
    let whole = valid == tile.shape() && tile.storage == tile.shape();
    let (bursts, each) = if whole { (1, rows * cols) } else { (rows, cols) };
    let bytes = bytes_of(each, tile.ty.dtype).next_multiple_of(path.unit_bytes);
    s.copy("copy_ubuf_to_ubuf", path, [1, bursts, bursts * bytes]);
    Some(())
}

/// A tile to a tile, or a window of one.
pub(super) fn between_tiles(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let (from, to) = (work.source()?, work.destination()?);
    let smaller = if area(from) < area(to) { from } else { to };
    let (a, b) = (from.ty.space, to.ty.space);
    if (a, b) == (Space::Vec, Space::Vec) {
        return local_copy(s, smaller, smaller.valid);
    }
    let path = s.numbers().path(a, b)?;
    let name = match (a, b) {
        (Space::Mat, Space::Left) => "load_cbuf_to_ca",
        (Space::Mat, Space::Right) => "load_cbuf_to_cb",
        (Space::Mat, Space::Bias) => "copy_cbuf_to_bt",
        (Space::Mat, Space::Scaling) => "copy_cbuf_to_fbuf",
        (Space::Acc, Space::Mat) => "copy_matrix_cc_to_cbuf",
        (Space::Acc, Space::Vec) => "copy_matrix_cc_to_ub",
        (Space::Vec, Space::Mat) => "copy_ubuf_to_cbuf",
        _ => "copy_cbuf_to_ubuf",
    };
    let dtype = to.ty.dtype;
    let bytes = match b {
        Space::Left | Space::Right => {
            let (rows, cols) = (u64::from(smaller.valid.0), u64::from(smaller.valid.1));
            let block = u64::from(dtype.per_block().max(1));
            rows.div_ceil(16) * cols.div_ceil(block) * FRACTAL_BYTES
        }
        _ => bytes_of(area(smaller), dtype).next_multiple_of(path.unit_bytes),
    };
    s.copy(name, path, [1, smaller.valid.0.into(), bytes]);
    Some(())
}

/// One row into every row: a burst each.
pub(super) fn spread_columns(s: &mut Sequence<'_>, to: &TileAt) -> Option<()> {
    let path = s.numbers().path(Space::Vec, Space::Vec)?;
    let rows = u64::from(to.valid.0);
    let bytes = bytes_of(to.valid.1.into(), to.ty.dtype).next_multiple_of(path.unit_bytes);
    s.copy("copy_ubuf_to_ubuf", path, [1, rows, rows * bytes]);
    Some(())
}

/// A tile into or out of a queue whose slots lie in global memory. An entry that is a view is only handed over.
pub(super) fn through_queue(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let tile = |wanted: Role| {
        work.args.iter().find_map(|(slot, arg)| match arg {
            Arg::Tile(t) if work.def.operands.get(*slot as usize)?.role == wanted => Some(t),
            _ => None,
        })
    };
    let (name, from, to, t) = match (tile(Role::In), tile(Role::Out)) {
        (Some(t), _) if t.ty.space == Space::Acc => {
            ("copy_matrix_cc_to_gm", Space::Acc, Space::Gm, t)
        }
        (Some(t), _) => ("copy_ubuf_to_gm", t.ty.space, Space::Gm, t),
        (_, Some(t)) if t.ty.space == Space::Mat => ("copy_gm_to_cbuf", Space::Gm, Space::Mat, t),
        (_, Some(t)) => ("copy_gm_to_ubuf", Space::Gm, t.ty.space, t),
        _ => {
            let sync = s.rest_on(s.numbers().rest.sync);
            s.spend("sync", Pass::full(1), [0.0, sync], || "an entry is handed over".into());
            return Some(());
        }
    };
    let path = s.numbers().path(from, to)?;
    s.copy(name, path, [1, t.valid.0.into(), bytes_of(area(t), t.ty.dtype)]);
    Some(())
}

/// Elements or rows of global memory by index: the scalar unit reads each index and starts a copy.
pub(super) fn indexed(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let (data, reads) = match (work.destination(), work.tile_named("src")) {
        (Some(to), _) => (to, true),
        (None, Some(from)) => (from, false),
        _ => return None,
    };
    let (from, to) = if reads { (Space::Gm, data.ty.space) } else { (data.ty.space, Space::Gm) };
    let path = s.numbers().path(from, to)?;
    let copies = work.tile_named("idx").map_or(area(data), area);
    let bytes = bytes_of(area(data), data.ty.dtype);
    super::elementwise::scalar_steps(s, copies);
    let name = if reads { "copy_gm_to_ubuf" } else { "copy_ubuf_to_gm" };
    // The copies do not wait for one another.
    s.copy(name, path, [1, copies, bytes]);
    Some(())
}

/// Bursts, as the meaning of the instruction counts them. Loops that registers hold are not seen here.
pub(super) fn bursts(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<()> {
    let Sem::Dma(Dma { ends, len, bursts, count, loops, .. }) = &work.def.sem else { return None };
    let end = |slot: u8| match work.arg(slot)? {
        Arg::Ptr(p) => Some(p),
        _ => None,
    };
    let (from, to) = (end(ends[0])?, end(ends[1])?);
    let path = s.numbers().path(from.space, to.space)?;
    let number = |slot: u8| work.int(slot).and_then(|n| u64::try_from(n).ok());
    let length = number(*len)?;
    let mut all = number(bursts[0])?;
    if let Loops::Operands([counts, ..]) = loops {
        for (_, arg) in work.args.iter().filter(|a| a.0 == *counts) {
            if let Arg::Scalar(_, n) = arg {
                all = all.saturating_mul(*n);
            }
        }
    }
    let unit = match count {
        Count::Bytes => 1,
        Count::Gaps { a2a3, .. } | Count::Units { a2a3, .. } => a2a3.unsigned_abs(),
    };
    let each = length.saturating_mul(unit).next_multiple_of(path.unit_bytes);
    s.copy(work.def.name, path, [1, all, all.saturating_mul(each)]);
    Some(())
}

/// Bytes from the space of the first pointer to that of the second.
pub(super) fn plain(s: &mut Sequence<'_>, work: &Work<'_>, bytes: u64) -> Option<()> {
    let mut ends = work.args.iter().filter_map(|a| match a.1 {
        Arg::Ptr(p) => Some(p.space),
        _ => None,
    });
    let (from, to) = (ends.next()?, ends.next());
    let (from, to) = to.map_or((Space::Gm, from), |to| (from, to));
    let path = s.numbers().path(from, to)?;
    s.copy(work.def.name, path, [1, 1, bytes]);
    Some(())
}

/// The element type of the pointer at a slot.
pub(super) fn pointee(work: &Work<'_>, slot: u8) -> Option<DType> {
    match work.arg(slot)? {
        Arg::Ptr(p) => Some(p.dtype),
        _ => None,
    }
}
