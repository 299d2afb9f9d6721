//! The sequences that the pages of the row and column reductions list.

use super::{COPY, Constants, Step, closing_barrier, elements_per_repeat};
use crate::data::CostData;
use crate::estimate::{Estimate, ShapePath, Work};
use pto_isa::ops::tile_reduce_col::{tcolmax, tcolsum};
use pto_isa::ops::tile_reduce_row::{trowmax, trowmin, trowsum};
use pto_isa::sem::TileAt;
use pto_isa::{DType, Layout, Target};

/// What a reduction is made of: over groups of 8, of two registers, over a whole register.
struct Parts {
    group: &'static str,
    pair: &'static str,
    whole: &'static str,
}

const SUM: Parts = Parts { group: "vcgadd", pair: "vadd", whole: "vcadd" };
const MAX: Parts = Parts { group: "vcgmax", pair: "vmax", whole: "vcmax" };
const MIN: Parts = Parts { group: "vcgmin", pair: "vmin", whole: "vcmin" };

/// A reduction, if the instruction is one that the pages describe.
pub(super) fn reduced(data: &CostData, work: &Work<'_>) -> Option<Estimate> {
    let described = [
        (&trowsum, SUM, true),
        (&trowmax, MAX, true),
        (&trowmin, MIN, true),
        (&tcolsum, SUM, false),
        (&tcolmax, MAX, false),
    ];
    let found = described.into_iter().find(|d| work.def.is(d.0));
    let (_, parts, by_rows) = found?;
    let src = work.tile_named("src")?;
    let dtype = src.ty.dtype;
    let constants = Constants::of(data, work.def.name, dtype)?;
    let steps = if by_rows { rows(data, &parts, src)? } else { columns(&parts, src) };
    let copy_interval = data.get(Target::A2A3, COPY, "doc.interval").map(|r| r.value);
    let mut estimate = constants.sum(&steps, copy_interval, work.expand);
    if by_rows {
        estimate.path = Some(row_path(src));
        // Integers are added block by block; every other sequence of the pages ends with a barrier.
        if work.expand && !dtype.is_int() {
            estimate.expansion.push(closing_barrier());
        }
    }
    Some(estimate)
}

/// Columns from which on a row-major source of f32 takes the fast path.
const FAST_COLUMNS: u32 = 16;

/// The way of a row reduction by the table of its page. Of types other than f32 it says nothing.
fn row_path(src: &TileAt) -> ShapePath {
    let fast = src.ty.dtype == DType::F32 && src.valid.1 >= FAST_COLUMNS;
    match src.ty.layout() {
        Layout::Nd if fast => ShapePath::Continuous,
        _ => ShapePath::General,
    }
}

/// Row reductions: four shapes of f32 with their own sequence, integers block by block, else the general path.
fn rows(data: &CostData, parts: &Parts, src: &TileAt) -> Option<Vec<Step>> {
    let &Parts { group, pair, whole } = parts;
    let once = |name, repeats| Step { name, count: 1, repeats };
    let (r, c) = (u64::from(src.valid.0), u64::from(src.valid.1));
    if src.ty.dtype == DType::F32 && row_path(src) == ShapePath::Continuous {
        match (r, c) {
            (64, 128) => return Some(vec![once(group, 128), once(pair, 8), once(group, 8)]),
            (32, 256) => {
                return Some(vec![once(group, 128), once(pair, 8), once(pair, 4), once(group, 4)]);
            }
            (16, 512) => return Some(vec![once(group, 128), once(group, 16), once(group, 2)]),
            (8, 1024) => {
                return Some(vec![
                    once(group, 128),
                    once(group, 16),
                    once(pair, 8),
                    once(group, 8),
                ]);
            }
            _ => {}
        }
    }
    if src.ty.dtype.is_int() && src.ty.layout() == Layout::Nd {
        let blocks = c.div_ceil(u64::from(src.ty.dtype.per_block()));
        return Some(vec![Step { name: pair, count: r * blocks, repeats: 1 }]);
    }
    // The page's steps: fill the scratch tile, add row by row, merge row by row, reduce what is left of each row.
    let each = elements_per_repeat(data)?;
    let per_row = |repeats| Step { name: pair, count: r, repeats };
    let mut steps = Vec::with_capacity(4);
    if c >= 2 * each {
        steps.push(once(COPY, r));
    }
    steps.extend([per_row(c.div_ceil(each)), per_row(1), once(whole, r)]);
    Some(steps)
}

/// Column reductions: two rows at a time, or one after another if there is only one.
fn columns(parts: &Parts, src: &TileAt) -> Vec<Step> {
    let rows = u64::from(src.valid.0);
    let count = if rows >= 2 { rows / 2 } else { rows };
    vec![Step { name: parts.pair, count, repeats: 1 }]
}
