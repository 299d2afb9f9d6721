//! Reductions of rows and columns, with and without positions.

use super::cover::Extent;
use super::elementwise::scalar_steps;
use super::sequence::{Pass, Sequence};
use pto_isa::DType;
use pto_isa::layout::Layout;
use pto_isa::sem::TileAt;

/// The instructions that fold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folds {
    /// Each 32-byte block of a repeat.
    pub group: &'static str,
    /// A repeat.
    pub whole: &'static str,
    /// Two operands lane by lane.
    pub pair: &'static str,
}

/// One value per row.
///
/// Source of the sequences: pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp, TRowSum.hpp.
pub(super) fn rows(s: &mut Sequence<'_>, f: Folds, source: &TileAt, to: &TileAt) -> Option<()> {
    let dtype = source.ty.dtype;
    if dtype.is_int() {
        return fold_rows(s, f.pair, source);
    }
    if let Some(tree) = whole_tree(source, to) {
        return tree_steps(s, f, tree);
    }
    let e = Extent::of(source);
    let r = e.valid_rows;
    if e.is_empty() {
        return Some(());
    }
    let (full, rest) = (e.valid_cols / e.lanes, e.valid_cols % e.lanes);
    let stride = || match e.stride_fits() {
        true => format!("repeat stride {}", e.stride_blocks()),
        false => format!("{} blocks from row to row", e.stride_blocks()),
    };
    let rest_numbers = s.numbers().rest;
    if full == 0 {
        let words = || format!("a repeat per row; {}, mask of {rest} lanes", stride());
        return s.issue(f.whole, dtype, Pass::masked(r), words);
    }
    // The lines that were published start with the latency of the last fold; what comes before it shows as
    // steps. So the latency is that of `whole`, and the pairs are steps of their own.
    if full == 1 && rest > 0 {
        // No line grows with its rows; it seems to run beside what precedes it.
        let words = || "the first repeat of each row, hidden".to_string();
        s.spend("copy_ubuf_to_ubuf", Pass::full(r), [0.0, 0.0], words);
        s.barrier();
    }
    if full > 1 {
        let step = s.rest_on(rest_numbers.row_pair_step);
        // Rows that do not begin with a repeat take longer.
        let ragged = rest > 0;
        let slope =
            if ragged { rest_numbers.row_ragged_slope } else { rest_numbers.row_pair_slope };
        let slope = s.rest_on(slope);
        let pairs = full - 1;
        let occupancy = (step + slope * r as f64) * pairs as f64;
        // A stride that does not fit takes an instruction for each row.
        let (pass, words) = if e.stride_fits() {
            (Pass::full(r).times(pairs), "two repeats of each row, a barrier after it")
        } else {
            (Pass::full(1).times(pairs * r), "two repeats of a row, a barrier after all rows")
        };
        s.spend(f.pair, pass, [0.0, occupancy], || format!("{words}; {}", stride()));
        s.barrier();
    }
    if rest > 0 {
        let step = s.rest_on(rest_numbers.row_tail_step);
        let slope = s.rest_on(rest_numbers.row_tail_slope);
        let occupancy = step + slope * r as f64;
        s.spend(f.pair, Pass::masked(r), [0.0, occupancy], || {
            format!("the rest of each row; {}, mask of {rest} lanes", stride())
        });
        s.barrier();
    }
    let v = s.numbers().vector(f.whole)?;
    let (latency, slope) = (s.rest_on(v.latency), s.rest_on(v.slope(dtype)));
    s.spend(f.whole, Pass::full(r), [latency, slope * r as f64], || match (full, rest) {
        (1, 0) => format!("a repeat per row; {}", stride()),
        _ => "a repeat per row of the scratch tile".into(),
    });
    Some(())
}

/// Sequences of the f32 shapes with 8192 elements whose destination is a column: group folds (`None`) and
/// pairs (`Some`), with their repeats.
type Tree = &'static [(bool, u64)];
const GROUP: bool = true;
const PAIR: bool = false;
const TREES: [((u32, u32), Tree); 4] = [
    ((64, 128), &[(GROUP, 128), (PAIR, 8), (GROUP, 8)]),
    ((32, 256), &[(GROUP, 128), (PAIR, 8), (PAIR, 4), (GROUP, 4)]),
    ((16, 512), &[(GROUP, 128), (GROUP, 16), (GROUP, 2)]),
    ((8, 1024), &[(GROUP, 128), (GROUP, 16), (PAIR, 1), (GROUP, 1)]),
];

fn whole_tree(source: &TileAt, to: &TileAt) -> Option<Tree> {
    let whole = source.ty.dtype == DType::F32 && source.valid == source.shape();
    let column = to.ty.layout() == Layout::Dn && to.ty.cols == 1;
    let tree = TREES.iter().find(|t| t.0 == source.shape()).map(|t| t.1);
    tree.filter(|_| whole && column)
}

fn tree_steps(s: &mut Sequence<'_>, f: Folds, tree: Tree) -> Option<()> {
    for (i, &(group, repeats)) in tree.iter().enumerate() {
        if i > 0 {
            s.barrier();
        }
        let (name, words) = if group {
            (f.group, "8 results per repeat; repeat stride 8, results contiguous")
        } else {
            (f.pair, "neighbouring blocks of results; block stride 2, repeat stride 16")
        };
        s.issue(name, DType::F32, Pass::full(repeats), || words.into())?;
    }
    s.barrier();
    Some(())
}

/// A row at a time: one block of lanes takes up the blocks of the row, the scalar unit takes up the lanes.
pub(super) fn fold_rows(s: &mut Sequence<'_>, fold: &'static str, source: &TileAt) -> Option<()> {
    let dtype = source.ty.dtype;
    let (rows, cols) = (u64::from(source.valid.0), u64::from(source.valid.1));
    let lanes = u64::from(dtype.per_block().max(1));
    s.issue_steps("vector_dup", dtype, Pass::masked(1).times(rows), || {
        "the neutral element, for each row".into()
    })?;
    let pass = Pass::masked(1).times(rows * cols.div_ceil(lanes));
    s.issue_steps(fold, dtype, pass, || "a block each, a barrier after it".into())?;
    scalar_steps(s, rows * lanes.min(cols));
    Some(())
}

/// One value per column: the first row is copied, the others are folded in one after the other. The repeats
/// of a row go by element count; with `split`, what is left of it goes by itself.
///
/// The published lines do not tell sums by a tree of rows from sums in order.
pub(super) fn columns(
    s: &mut Sequence<'_>,
    fold: &'static str,
    split: bool,
    source: &TileAt,
) -> Option<()> {
    let dtype = source.ty.dtype;
    let e = Extent::of(source);
    if e.is_empty() {
        return Some(());
    }
    let v = s.numbers().vector(fold)?;
    let start = s.rest_on(s.numbers().rest.col_start);
    let (step, slope) = (s.rest_on(v.step), s.rest_on(v.slope(dtype)));
    let by_count = if split { e.valid_cols / e.lanes } else { e.row_repeats() };
    let mut row = 0.0;
    if by_count > 0 {
        row += step + slope * by_count as f64;
    }
    if by_count < e.row_repeats() {
        row += step + slope;
    }
    // The copy of the first row takes about as long as a step.
    s.spend("copy_ubuf_to_ubuf", Pass::full(1), [start, row], || "the first row".into());
    s.barrier();
    let pass = Pass::masked(e.row_repeats()).times(e.valid_rows - 1);
    s.spend(fold, pass, [0.0, row * (e.valid_rows - 1) as f64], || {
        format!("each further row, a barrier after it; count of {} elements", e.valid_cols)
    });
    Some(())
}

/// A position per row. A row of one repeat takes one instruction for all rows; of more, each row is folded to
/// a value and an index per repeat, these are separated, the best of them is found and the scalar unit adds up
/// its place.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceIdxOps.hpp.
pub(super) fn row_positions(
    s: &mut Sequence<'_>,
    whole: &'static str,
    source: &TileAt,
) -> Option<()> {
    let dtype = source.ty.dtype;
    let e = Extent::of(source);
    let r = e.valid_rows;
    if e.valid_cols <= e.lanes {
        let partial = e.valid_cols < e.lanes;
        let pass = Pass { count: 1, repeats: r, masked: partial };
        return s.issue(whole, dtype, pass, || "index of a repeat per row".into());
    }
    let per_row = e.row_repeats();
    let mut left = per_row;
    while left > 1 {
        s.issue_steps(whole, dtype, Pass::masked(left).times(r), || {
            "value and index of each repeat".into()
        })?;
        s.issue_steps("vreducev2", dtype, Pass::masked(1).times(r), || {
            "values and indices apart".into()
        })?;
        left = left.div_ceil(e.lanes);
    }
    s.issue_steps(whole, dtype, Pass::masked(1).times(r), || "the best of them".into())?;
    scalar_steps(s, 2 * r);
    Some(())
}

/// A position per column, a repeat of columns at a time: the row number is counted up, the best row so far is
/// compared with the next, the number is chosen and the rows are folded, with two barriers per row.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp.
pub(super) fn column_positions(
    s: &mut Sequence<'_>,
    compare: &'static str,
    pair: &'static str,
    source: &TileAt,
) -> Option<()> {
    let dtype = source.ty.dtype;
    let e = Extent::of(source);
    if e.is_empty() {
        return Some(());
    }
    let chunks = e.row_repeats();
    let steps = chunks * (e.valid_rows - 1);
    s.issue_steps("vector_dup", dtype, Pass::full(2).times(chunks), || "row numbers".into())?;
    let each = Pass::full(1).times(steps);
    s.issue("vadds", dtype, each, || "the next row number, for each row".into())?;
    s.issue_steps(compare, dtype, each, || {
        "the best row so far with the next, a barrier after it".into()
    })?;
    s.issue_steps("vsel", dtype, each, || "its number".into())?;
    s.issue(pair, dtype, each, || "the best row, a barrier after it".into())?;
    if dtype.bits() == 16 {
        s.issue_steps("vconv", dtype, Pass::full(1).times(2 * chunks), || {
            "16-bit numbers to 32 bits".into()
        })?;
    }
    Some(())
}

/// Sums of neighbours: every repeat of the source, a barrier after each instruction.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TPairReduceSum.hpp.
pub(super) fn neighbours(s: &mut Sequence<'_>, fold: &'static str, source: &TileAt) -> Option<()> {
    let e = Extent::of(source);
    let (full, rest) = (e.valid_cols / e.lanes, e.valid_cols % e.lanes);
    s.issue_steps(fold, source.ty.dtype, Pass::full(e.valid_rows).times(full), || {
        "a repeat per row".into()
    })?;
    if rest > 0 {
        let pass = Pass::masked(1).times(e.valid_rows);
        s.issue_steps(fold, source.ty.dtype, pass, || "the rest of each row".into())?;
    }
    Some(())
}
