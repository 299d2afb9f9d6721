//! Demands that the types of tiles decide, also while a program is compiled.

use super::{Constraint, LayoutIs};
use crate::layout::{BLayout, Layout};
use crate::ty::{Dim, Pad, TileTy};

impl LayoutIs {
    /// Whether a tile has such a layout.
    pub const fn matches(self, t: &TileTy) -> bool {
        let l = t.layout();
        match self {
            LayoutIs::Nd => matches!(l, Layout::Nd),
            LayoutIs::Dn => matches!(l, Layout::Dn),
            LayoutIs::Dn1 => matches!(l, Layout::Dn) && t.cols == 1,
            LayoutIs::RowMajor => matches!(t.blayout, BLayout::RowMajor),
            LayoutIs::ColMajor => matches!(t.blayout, BLayout::ColMajor),
            LayoutIs::NoneBox => !l.is_boxed(),
            LayoutIs::Nz => matches!(l, Layout::Nz),
            LayoutIs::Zn => matches!(l, Layout::Zn),
            LayoutIs::Zz => matches!(l, Layout::Zz),
            LayoutIs::Nn => matches!(l, Layout::Nn),
        }
    }
}

const fn may_fit(inner: Dim, outer: Dim) -> bool {
    match (inner, outer) {
        (Dim::Is(a), Dim::Is(b)) => a <= b,
        _ => true,
    }
}

impl Constraint {
    /// Whether the types of the first operand and of a subject satisfy the constraint. Unknown extents pass, and so
    /// does everything that more than the types of tiles decides.
    ///
    /// ```
    /// use pto_isa::rule::Constraint;
    /// use pto_isa::{DType, TileTy};
    /// const A: TileTy = TileTy::vec(DType::F32, 16, 16);
    /// const B: TileTy = TileTy::vec(DType::F32, 8, 16);
    /// const { assert!(Constraint::SameValidCols.allows(&A, &B)) };
    /// assert!(!Constraint::SameValid.allows(&A, &B));
    /// ```
    pub const fn allows(&self, first: &TileTy, subject: &TileTy) -> bool {
        let (a, t) = (first, subject);
        match *self {
            Constraint::HasLayout(layouts) => {
                let mut i = 0;
                while i < layouts.len() {
                    if layouts[i].matches(t) {
                        return true;
                    }
                    i += 1;
                }
                false
            }
            Constraint::SameWidth => a.dtype.bits() == t.dtype.bits(),
            Constraint::SameValid => {
                a.valid_rows.may_equal(t.valid_rows) && a.valid_cols.may_equal(t.valid_cols)
            }
            Constraint::SameValidRows => a.valid_rows.may_equal(t.valid_rows),
            Constraint::SameValidCols => a.valid_cols.may_equal(t.valid_cols),
            Constraint::NonEmpty => {
                !matches!(t.valid_rows, Dim::Is(0)) && !matches!(t.valid_cols, Dim::Is(0))
            }
            Constraint::ValidRowsIs(n) => t.valid_rows.may_equal(Dim::Is(n)),
            Constraint::ValidColsIs(n) => t.valid_cols.may_equal(Dim::Is(n)),
            Constraint::ValidWithin => {
                may_fit(t.valid_rows, a.valid_rows) && may_fit(t.valid_cols, a.valid_cols)
            }
            Constraint::Covers => {
                may_fit(a.valid_rows, t.valid_rows) && may_fit(a.valid_cols, t.valid_cols)
            }
            Constraint::SameShape => a.rows == t.rows && a.cols == t.cols,
            Constraint::RowsIs(n) => t.rows == n,
            Constraint::ColsIs(n) => t.cols == n,
            Constraint::ColsMultipleOf(n) => t.cols.is_multiple_of(n),
            Constraint::RowsMultipleOf(n) => t.rows.is_multiple_of(n),
            Constraint::HasPad => !matches!(t.pad, Pad::Null),
            _ => true,
        }
    }
}
