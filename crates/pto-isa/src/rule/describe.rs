//! A rule in words: what it demands, what was found instead, what would satisfy it.

use super::{Args, Constraint, LayoutIs, Rule};
use crate::dtype::{join_or, one_of};
use crate::layout::{BLayout, Layout};
use crate::operand::{Kind, OperandDef};
use crate::target::Space;
use crate::ty::{Dim, TileTy, Type};

impl Rule {
    /// The rule in one sentence, about one subject of the instruction with these operands.
    pub fn explain(&self, operands: &[OperandDef], subject: u8) -> String {
        let n = |o: u8| operands.get(o as usize).map_or("", |d| d.name);
        let (a, s) = (self.of.first().map_or("", |&o| n(o)), n(subject));
        match self.constraint {
            Constraint::InSpace(spaces) => {
                let ptr = operands[subject as usize].kind == Kind::Ptr;
                let names = spaces.iter().map(|x| if ptr { x.ptr_name() } else { x.tile_name() });
                format!("`{s}` must be in {}", join_or(names))
            }
            Constraint::HasLayout(l) => {
                format!("`{s}` must be {}", join_or(l.iter().map(|l| l.name())))
            }
            Constraint::HasDtype(t) => format!("`{s}` must have element type {}", one_of(t)),
            Constraint::SameDtype => format!("`{a}` and `{s}` must have the same element type"),
            Constraint::SameWidth => format!("`{a}` and `{s}` must have elements of the same size"),
            Constraint::SameType => format!("`{a}` and `{s}` must have the same type"),
            Constraint::MaskFits => format!("`{s}` must be a predicate for the lanes of `{a}`"),
            Constraint::SameValid => format!("`{a}` and `{s}` must have the same valid region"),
            Constraint::SameValidRows => format!("`{a}` and `{s}` must have as many valid rows"),
            Constraint::SameValidCols => format!("`{a}` and `{s}` must have as many valid columns"),
            Constraint::NonEmpty => format!("`{s}` must have a non-empty valid region"),
            Constraint::ValidRowsIs(n) => {
                format!("`{s}` must have exactly {}", count(n, "valid row"))
            }
            Constraint::ValidColsIs(n) => {
                format!("`{s}` must have exactly {}", count(n, "valid column"))
            }
            Constraint::ValidWithin => {
                format!("the valid region of `{s}` must lie within that of `{a}`")
            }
            Constraint::Covers => format!("the valid region of `{s}` should cover that of `{a}`"),
            Constraint::SameShape => format!("`{a}` and `{s}` must have the same rows and columns"),
            Constraint::RowsIs(n) => format!("`{s}` must have exactly {}", count(n, "row")),
            Constraint::ColsIs(n) => format!("`{s}` must have exactly {}", count(n, "column")),
            Constraint::ColsMultipleOf(n) => {
                format!("the columns of `{s}` must be a multiple of {n}")
            }
            Constraint::RowsMultipleOf(n) => format!("the rows of `{s}` must be a multiple of {n}"),
            Constraint::ScalarOfTile => format!("`{s}` must have the element type of `{a}`"),
            Constraint::Required => format!("`{s}` must be given"),
            Constraint::Forbidden => format!("`{s}` must not be given"),
            Constraint::Distinct => format!("`{a}` and `{s}` must be different tiles"),
            Constraint::HasPad => format!("`{s}` must have a pad value"),
            Constraint::FitsBits(bits) => {
                format!("`{s}` must be 0 to {}: its field has {bits} bits", (1u64 << bits) - 1)
            }
            Constraint::Custom(c) => c.text.to_string(),
        }
    }

    /// What one operand looks like in the light of this rule.
    pub(super) fn found(&self, args: &Args<'_>, o: u8) -> String {
        let Some(ty) = args.ty(o) else {
            return if args.has(o) { "given".into() } else { "not given".into() };
        };
        match (self.constraint, ty) {
            (Constraint::FitsBits(_), _) => {
                let (low, high) = args.range(o).unwrap_or_default();
                (if low < 0 { low } else { high }).to_string()
            }
            (Constraint::InSpace(_), Type::Ptr { .. }) => {
                format!("in {}", ty.space().map_or("gm", Space::ptr_name))
            }
            (Constraint::InSpace(_), _) => {
                format!("in {}", args.space(o).map_or("no memory", Space::tile_name))
            }
            (Constraint::HasLayout(_), Type::Tile(t)) => {
                let boxed = if t.layout().is_boxed() { "boxed" } else { "unboxed" };
                let order = match t.blayout {
                    BLayout::RowMajor => "row-major",
                    BLayout::ColMajor => "column-major",
                };
                let columns = match self.constraint {
                    Constraint::HasLayout(l) if l.contains(&LayoutIs::Dn1) => {
                        format!(", {}", count(t.cols, "column"))
                    }
                    _ => String::new(),
                };
                format!("{} ({order}, {boxed}{columns})", t.layout().name())
            }
            (
                Constraint::HasDtype(_)
                | Constraint::SameDtype
                | Constraint::SameWidth
                | Constraint::ScalarOfTile,
                _,
            ) => args.dtype(o).map_or_else(|| ty.to_string(), |d| d.name().to_string()),
            (Constraint::SameValidRows | Constraint::ValidRowsIs(_), Type::Tile(t)) => {
                dim_count(t.valid_rows, "valid row")
            }
            (Constraint::SameValidCols | Constraint::ValidColsIs(_), Type::Tile(t)) => {
                dim_count(t.valid_cols, "valid column")
            }
            (
                Constraint::SameValid
                | Constraint::NonEmpty
                | Constraint::ValidWithin
                | Constraint::Covers,
                Type::Tile(t),
            ) => valid_text(t),
            (
                Constraint::SameShape
                | Constraint::RowsIs(_)
                | Constraint::ColsIs(_)
                | Constraint::ColsMultipleOf(_)
                | Constraint::RowsMultipleOf(_),
                Type::Tile(t),
            ) => format!("{} x {}", t.rows, t.cols),
            (Constraint::HasPad, _) => "pad=0 (null)".into(),
            (Constraint::Forbidden, _) => "given".into(),
            (Constraint::Distinct, _) => "the same tile".into(),
            _ => ty.to_string(),
        }
    }

    /// A change that would satisfy the rule.
    pub(super) fn help(&self, args: &Args<'_>, subject: u8) -> Option<String> {
        let first = || args.tile(self.of[0]);
        Some(match self.constraint {
            Constraint::SameValidRows => {
                format!("give it {}", dim_count(first()?.valid_rows, "valid row"))
            }
            Constraint::SameValidCols => {
                format!("give it {}", dim_count(first()?.valid_cols, "valid column"))
            }
            Constraint::SameValid => {
                let t = first()?;
                format!("give it `valid={}x{}`", t.valid_rows, t.valid_cols)
            }
            Constraint::SameDtype => {
                format!("make it {}, or convert first", args.dtype(self.of[0])?)
            }
            Constraint::MaskFits => match args.ty(self.of[0])? {
                Type::Vreg { dtype, .. } => format!("use `!pto.mask<b{}>`", dtype.bits().min(32)),
                _ => return None,
            },
            Constraint::HasPad => "use `pad=1` (zero), `pad=2` (max) or `pad=3` (min)".into(),
            // Rules of elementwise instructions meet the results of row reductions here.
            Constraint::HasLayout(l)
                if l.iter().any(|l| matches!(l, LayoutIs::RowMajor | LayoutIs::Nd)) =>
            {
                let t = args.tile(subject).filter(|t| t.layout() == Layout::Dn && t.cols == 1)?;
                format!("a column has the bytes of a row: `pto.treshape` makes it 1x{}", t.rows)
            }
            Constraint::InSpace([one]) if args.tile(subject).is_some() => {
                format!("declare it with `{}`", one.tile_name())
            }
            _ => return None,
        })
    }
}

fn valid_text(t: &TileTy) -> String {
    format!("{} x {} valid", t.valid_rows, t.valid_cols)
}

/// `1 row`, `2 rows`.
pub fn count(n: u32, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

fn dim_count(d: Dim, noun: &str) -> String {
    match d {
        Dim::Is(n) => count(n, noun),
        Dim::Dynamic => format!("? {noun}s"),
    }
}
