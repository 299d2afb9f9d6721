//! Mutating legal operands so that they violate a rule: the source of negative tests.

use super::{Constraint, Rule, scalar_matches};
use crate::dtype::DType;
use crate::layout::Layout;
use crate::order;
use crate::target::Space;
use crate::ty::{Dim, MaskWidth, Pad, TileTy, Type};

/// Legal operands, to be made illegal by [`Rule::mutate_to_violate`].
pub struct Mutator<'a> {
    /// Types by slot; `None` removes the operand.
    pub types: &'a mut Vec<Option<Type>>,
    /// Attributes that were set or replaced, as text (`cmpMode`, `#pto<cmp lt>`).
    pub attrs: Vec<(String, String)>,
    /// Make these two operands the same value.
    pub alias: Option<(u8, u8)>,
    /// Constants by slot.
    pub constants: Vec<(u8, i64)>,
    /// Operands that are computed, and no constants.
    pub computed: Vec<u8>,
}

impl<'a> Mutator<'a> {
    /// Starts from legal operand types.
    pub fn new(types: &'a mut Vec<Option<Type>>) -> Mutator<'a> {
        Mutator {
            types,
            attrs: Vec::new(),
            alias: None,
            constants: Vec::new(),
            computed: Vec::new(),
        }
    }
    /// The tile type of a slot.
    pub fn tile(&mut self, slot: u8) -> Option<&mut TileTy> {
        match self.types.get_mut(slot as usize)?.as_mut()? {
            Type::Tile(t) => Some(t),
            _ => None,
        }
    }
    /// The element type of a slot.
    pub fn dtype(&mut self, slot: u8) -> Option<&mut DType> {
        self.types.get_mut(slot as usize)?.as_mut()?.dtype_mut()
    }
}

impl Rule {
    /// Breaks the rule for one subject, starting from legal operands.
    pub fn mutate_to_violate(&self, b: &mut Mutator<'_>, subject: u8) {
        let reference = self.of.first().copied().unwrap_or(u8::MAX);
        match self.constraint {
            Constraint::InSpace(spaces) => {
                let other = [Space::Mat, Space::Vec, Space::Acc, Space::Gm]
                    .into_iter()
                    .find(|s| !spaces.contains(s))
                    .unwrap_or(Space::Bias);
                match b.types[subject as usize].as_mut() {
                    Some(Type::Tile(t)) => t.space = other,
                    Some(Type::Ptr { space, .. }) => *space = Some(other),
                    _ => {}
                }
            }
            Constraint::HasLayout(layouts) => {
                // 64 x 64 keeps the type otherwise well-formed: whole blocks and whole boxes.
                let Some(t) = b.tile(subject) else { return };
                for l in [Layout::Dn, Layout::Nd, Layout::Nz, Layout::Zn, Layout::Zz] {
                    let (blayout, slayout) = l.orders();
                    let big = TileTy { blayout, slayout, rows: 64, cols: 64, ..*t };
                    let same_size = TileTy { blayout, slayout, ..*t };
                    let illegal = |t: &TileTy| !layouts.iter().any(|p| p.matches(t));
                    // A layout that is wrong at any size, so that only the layout is wrong.
                    if illegal(&big) {
                        let thin = |n: u32| !n.is_multiple_of(64);
                        *t = if thin(t.rows) || thin(t.cols) {
                            TileTy {
                                rows: t.rows.next_multiple_of(64),
                                cols: t.cols.next_multiple_of(64),
                                ..same_size
                            }
                        } else {
                            same_size
                        };
                        return;
                    }
                }
            }
            Constraint::HasDtype(types) => {
                if let Some(d) = b.dtype(subject) {
                    *d = other_dtype(*d, |o| !types.contains(&o));
                }
            }
            Constraint::SameDtype => {
                if let Some(d) = b.dtype(subject) {
                    *d = other_dtype(*d, |_| true);
                }
            }
            Constraint::ScalarOfTile => {
                let tile = b.dtype(reference).map(|d| d.plain());
                if let Some((d, tile)) = b.dtype(subject).zip(tile) {
                    *d = other_dtype(*d, |o| !scalar_matches(tile, o));
                }
            }
            Constraint::SameWidth => {
                if let Some(d) = b.dtype(subject) {
                    let bits = d.bits();
                    *d = other_dtype(*d, |o| o.bits() != bits);
                }
            }
            Constraint::SameType => match b.types[subject as usize].as_mut() {
                Some(Type::Vreg { lanes, dtype }) => {
                    *dtype = other_dtype(*dtype, |_| true);
                    *lanes = dtype.per_repeat();
                }
                Some(Type::Mask(w) | Type::Vaddr(w)) => {
                    *w = match w {
                        MaskWidth::B8 => MaskWidth::B16,
                        _ => MaskWidth::B8,
                    }
                }
                Some(Type::Ptr { dtype, .. }) => *dtype = other_dtype(*dtype, |_| true),
                Some(Type::Tile(t)) => t.rows *= 2,
                Some(Type::Other(text)) => *text = text.replacen('<', "<1", 1).into(),
                _ => {}
            },
            Constraint::MaskFits => {
                if let Some(Type::Mask(w)) = b.types[subject as usize].as_mut() {
                    *w = match w {
                        MaskWidth::B8 => MaskWidth::B16,
                        _ => MaskWidth::B8,
                    }
                }
            }
            Constraint::SameValid | Constraint::SameValidRows => {
                set_other_valid(b, subject, reference, true)
            }
            Constraint::SameValidCols => set_other_valid(b, subject, reference, false),
            Constraint::NonEmpty => {
                if let Some(t) = b.tile(subject) {
                    t.valid_rows = Dim::Is(0);
                }
            }
            Constraint::ValidRowsIs(n) => {
                if let Some(t) = b.tile(subject) {
                    t.rows = t.rows.max(n + 1).next_multiple_of(16);
                    t.valid_rows = Dim::Is(n + 1);
                }
            }
            Constraint::ValidColsIs(n) => {
                if let Some(t) = b.tile(subject) {
                    t.cols = t.cols.max(n + 1).next_multiple_of(t.dtype.per_block());
                    t.valid_cols = Dim::Is(n + 1);
                }
            }
            Constraint::ValidWithin => {
                let Some(limit) = b.tile(reference).map(|t| t.valid_rows.known().unwrap_or(t.rows))
                else {
                    return;
                };
                if let Some(t) = b.tile(reference) {
                    t.valid_rows = Dim::Is(limit);
                }
                if let Some(t) = b.tile(subject) {
                    t.rows = t.rows.max(limit + 1).next_multiple_of(16);
                    t.valid_rows = Dim::Is(limit + 1);
                }
            }
            Constraint::Covers => set_other_valid(b, subject, reference, true),
            Constraint::SameShape => {
                if let Some(t) = b.tile(subject) {
                    t.rows *= 2;
                }
            }
            Constraint::RowsIs(n) => {
                if let Some(t) = b.tile(subject) {
                    t.rows = n + 1;
                }
            }
            Constraint::ColsIs(n) => {
                if let Some(t) = b.tile(subject) {
                    t.cols = (n + 1).next_multiple_of(t.dtype.per_block());
                }
            }
            Constraint::ColsMultipleOf(n) => {
                if let Some(t) = b.tile(subject) {
                    t.cols += t.dtype.per_block().min(n.saturating_sub(1).max(1));
                }
            }
            Constraint::RowsMultipleOf(_) => {
                if let Some(t) = b.tile(subject) {
                    t.rows += 1;
                }
            }
            Constraint::Required => b.types[subject as usize] = None,
            Constraint::Forbidden => {
                b.types[subject as usize] = Some(Type::Tile(TileTy::vec(DType::F32, 16, 16)));
            }
            Constraint::Distinct => b.alias = Some((reference, subject)),
            Constraint::HasPad => {
                if let Some(t) = b.tile(subject) {
                    t.pad = Pad::Null;
                }
            }
            Constraint::FitsBits(bits) => b.constants.push((subject, 1 << bits)),
            Constraint::Custom(c) => (c.mutate_to_violate)(b),
        }
    }
}

fn other_dtype(d: DType, ok: impl Fn(DType) -> bool) -> DType {
    // Same width first: then no rule about sizes is violated along with it.
    let mut all: Vec<DType> = DType::ALL.iter().copied().filter(|o| *o == o.plain()).collect();
    all.retain(|&o| o != d.plain() && o.bits() >= 8 && ok(o));
    order::by_key(&mut all, |o| (o.bits() != d.bits(), o.is_float() != d.is_float()));
    all.first().copied().unwrap_or(d)
}

fn set_other_valid(b: &mut Mutator<'_>, subject: u8, reference: u8, rows: bool) {
    let pick = |t: &TileTy| if rows { (t.valid_rows, t.rows) } else { (t.valid_cols, t.cols) };
    let Some((valid, size)) = b.tile(reference).map(|t| pick(t)) else { return };
    let n = valid.known().unwrap_or(size);
    for (slot, value) in [(reference, n), (subject, if n > 1 { n - 1 } else { n + 1 })] {
        if let Some(t) = b.tile(slot) {
            if rows {
                t.valid_rows = Dim::Is(value);
                t.rows = t.rows.max(value);
            } else {
                t.valid_cols = Dim::Is(value);
                t.cols = t.cols.max(value.next_multiple_of(t.dtype.per_block()));
            }
        }
    }
}
