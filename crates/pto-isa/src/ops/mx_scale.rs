//! Extents of the scale tiles of block-scaled (MX) operands.

use crate::rule::{Args, Mutator};
use crate::ty::{Dim, TileTy};

/// Elements along K that share one scale.
const GROUP: u32 = 32;

fn groups(k: Dim) -> Dim {
    match k {
        Dim::Is(n) => Dim::Is(n.div_ceil(GROUP)),
        Dim::Dynamic => Dim::Dynamic,
    }
}

/// Whether the scales of a left operand fit it.
pub(super) fn left_scale_holds(args: &Args<'_>, lhs: u8, scale: u8) -> bool {
    let (Some(a), Some(s)) = (args.tile(lhs), args.tile(scale)) else { return true };
    s.valid_rows.may_equal(a.valid_rows) && s.valid_cols.may_equal(groups(a.valid_cols))
}

/// Whether the scales of a right operand fit it.
pub(super) fn right_scale_holds(args: &Args<'_>, rhs: u8, scale: u8) -> bool {
    let (Some(b), Some(s)) = (args.tile(rhs), args.tile(scale)) else { return true };
    s.valid_rows.may_equal(groups(b.valid_rows)) && s.valid_cols.may_equal(b.valid_cols)
}

/// A tile laid out as scales are: boxes of 32 bytes. Programs for PTOAS 0.27 have others, as large as their
/// operands.
pub(super) fn is_scale(t: Option<&TileTy>) -> bool {
    t.is_some_and(|t| t.fractal == 32 && t.layout().is_boxed())
}

/// One scale too few along K.
pub(super) fn scale_violate(b: &mut Mutator<'_>, scale: u8, left: bool) {
    if let Some(t) = b.tile(scale) {
        let (valid, size) = if left { (t.valid_cols, t.cols) } else { (t.valid_rows, t.rows) };
        let n = valid.known().unwrap_or(size);
        let short = Dim::Is(if n > 1 { n - 1 } else { 2 });
        if left {
            t.valid_cols = short;
        } else {
            t.valid_rows = short;
        }
    }
}
