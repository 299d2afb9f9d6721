//! Types written at a statement: of its results, and of its operands, compared with their definitions.

use super::assign::{assign_results, implied_type};
use super::bind::Slots;
use super::instruction::{CLAUSES, INS, Item, OUTS, Pieces, TOP};
use super::{Parser, ResultNames};
use crate::diag::Diagnostic;
use crate::module::*;
use crate::span::Span;
use crate::syntax::{self, Syntax};
use pto_isa::def::{Kind, OpDef};
use pto_isa::rule::{Constraint, count};
use pto_isa::{Space, Type, code};
use smallvec::SmallVec;

impl<'a> Parser<'a> {
    /// Types of the results, and the operand each one is.
    pub(super) fn result_types(
        &mut self,
        def: &OpDef,
        syn: &Syntax,
        results: &ResultNames,
        name_span: Span,
        written: SyntaxForm,
        p: &mut Pieces,
    ) -> SmallVec<[(Option<TypeId>, u8); 2]> {
        let n = results.names.len();
        let mut types: SmallVec<[Option<TypeId>; 2]> = SmallVec::new();
        if !p.result_types.is_empty() {
            types.extend(p.result_types.iter().map(|t| t.0));
        } else if n > 0 {
            let listed: SmallVec<[_; 4]> =
                p.types.iter().filter(|t| t.2 == TOP).map(|t| t.0).collect();
            let names_operands = syn.typed.as_ref().is_some_and(|l| !l.is_empty());
            if p.values.is_empty() || (listed.len() == 1 && !names_operands) {
                types.extend(listed.iter().copied());
                if listed.len() == 1 {
                    types.resize(n, listed[0]);
                }
                if !def.result_type.is_empty() && !p.values.is_empty() {
                    types.clear();
                }
            } else if listed.len() == p.values.len() + n {
                types.extend(listed[p.values.len()..].iter().copied());
            }
        }
        let implied = |s: &mut Self, slot: u8| -> Option<TypeId> {
            implied_type(def, slot).map(|ty| s.module.types.intern(ty))
        };
        if n == 0 {
            // A result that is not named still exists in the SSA form.
            let wanted = if written == SyntaxForm::Dps { 0 } else { p.result_types.len() };
            return (0..wanted.min(syn.result_slots.len()))
                .map(|i| (types[i], syn.result_slots[i]))
                .collect();
        }
        // Which results these are: by kind where some are optional.
        let pool: Slots = syn
            .result_slots
            .iter()
            .chain(syn.outs.iter().filter(|o| !syn.result_slots.contains(o)))
            .copied()
            .filter(|s| !p.values.iter().any(|v| v.operand.slot == *s))
            .collect();
        let slots = assign_results(&self.module, def, &pool, &types, n);
        let Some(slots) = slots else {
            let (low, high) = syntax::bounds(def, &pool);
            let expected = if low == high {
                count(low as u32, "result")
            } else {
                format!("{low} to {high} results")
            };
            let span = results.names.first().map_or(name_span, |r| r.1);
            self.report(
                Diagnostic::error(
                    code::RESULT_COUNT,
                    span,
                    format!("`pto.{}` has {expected}, found {n}", def.printed_name()),
                )
                .found(count(n as u32, "name")),
            );
            return (0..n).map(|i| (types.get(i).copied().flatten(), NO_SLOT)).collect();
        };
        let out: SmallVec<[(Option<TypeId>, u8); 2]> = slots
            .iter()
            .enumerate()
            .map(|(i, &s)| (types.get(i).copied().flatten().or_else(|| implied(self, s)), s))
            .collect();
        let out: SmallVec<[(Option<TypeId>, u8); 2]> = out
            .into_iter()
            .map(|(ty, s)| (ty.or_else(|| self.type_by_rules(def, s, p)), s))
            .collect();
        let stated_later = def.body != pto_isa::def::Body::None;
        let unknown = |v: &Item| self.module.value(v.operand.value).ty.is_none();
        if p.values.iter().any(unknown) {
            return out;
        }
        if out.iter().any(|o| o.0.is_none())
            && p.result_types.is_empty()
            && p.types.is_empty()
            && !stated_later
        {
            let span = results.names[0].1;
            self.report(
                Diagnostic::error(
                    code::SYNTAX,
                    span,
                    format!("the type of this result of `pto.{}` is not given", def.printed_name()),
                )
                .help("write it after `->`"),
            );
        }
        out
    }

    /// The type of a register that is not stated, where a rule says that it is an operand's, or its elements are, or it is loaded.
    fn type_by_rules(&mut self, def: &OpDef, slot: u8, p: &Pieces) -> Option<TypeId> {
        if def.operands.get(slot as usize)?.kind == Kind::Align {
            return Some(self.module.types.intern(Type::Align));
        }
        let given = |s: &u8| {
            let v = p.values.iter().find(|v| v.operand.slot == *s)?;
            self.module.value(v.operand.value).ty
        };
        let about = |is: fn(&Constraint) -> bool| {
            let rules = def.rules.iter().filter(|r| is(&r.constraint) && r.of.contains(&slot));
            rules.flat_map(|r| r.of).find_map(given)
        };
        if let Some(same) = about(|c| matches!(c, Constraint::SameType)) {
            return Some(same);
        }
        // A register that is loaded holds what the pointer points to.
        let pointed = || {
            let types = p.values.iter().filter_map(|v| self.module.value(v.operand.value).ty);
            types.into_iter().find(|t| matches!(self.module.types.get(*t), Type::Ptr { .. }))
        };
        let like = about(|c| matches!(c, Constraint::SameDtype)).or_else(pointed)?;
        let dtype = self.module.types.get(like).dtype()?;
        let lanes = dtype.per_repeat();
        (def.operands[slot as usize].kind == Kind::Vreg)
            .then(|| self.module.types.intern(Type::Vreg { lanes, dtype }))
    }

    /// Compares the types written at the uses with the types the values have.
    pub(super) fn annotate(&mut self, p: &Pieces) {
        for group in [TOP, INS, OUTS] {
            let belongs = |g: u16| g == group || (group == TOP && g >= CLAUSES);
            // Nearly always the types are those of the values, one by one.
            let mut listed = p.types.iter().filter(|t| belongs(t.2)).map(|t| t.0).peekable();
            let values = p.values.iter().filter(|v| belongs(v.group)).map(|v| v.operand.value);
            let same =
                |(v, t): (ValueId, Option<TypeId>)| t.is_some() && t == self.module.value(v).ty;
            if listed.peek().is_none()
                || (listed.clone().count() == values.clone().count()
                    && values.zip(listed).all(same))
            {
                continue;
            }
            let types: SmallVec<[(Option<TypeId>, Span); 8]> =
                p.types.iter().filter(|t| belongs(t.2)).map(|t| (t.0, t.1)).collect();
            let values: SmallVec<[Operand; 8]> =
                p.values.iter().filter(|v| belongs(v.group)).map(|v| v.operand).collect();
            self.annotate_values(&values, &types, group != TOP);
        }
    }

    fn annotate_values(
        &mut self,
        values: &[Operand],
        types: &[(Option<TypeId>, Span)],
        exact: bool,
    ) {
        if types.len() == values.len() {
            let mut wrong = None;
            for (o, &(ty, span)) in values.iter().zip(types) {
                let Some(ty) = ty else { continue };
                match self.module.value(o.value).ty {
                    None => {
                        if self.module.value(o.value).def == Def::Missing {
                            self.module.values[o.value.index()].ty = Some(ty);
                        }
                    }
                    Some(t) if t == ty => {}
                    Some(t) if self.same_type(t, ty) => {}
                    Some(t) => wrong = wrong.or(Some((*o, t, ty, span))),
                }
            }
            if let Some((o, has, says, span)) = wrong {
                // Some assemblers list types in another order than the operands.
                let mut left: Vec<TypeId> =
                    values.iter().filter_map(|o| self.module.value(o.value).ty).collect();
                let reordered = types.iter().all(|t| {
                    let Some(ty) = t.0 else { return true };
                    match left.iter().position(|l| self.same_type(*l, ty)) {
                        Some(i) => {
                            left.swap_remove(i);
                            true
                        }
                        None => false,
                    }
                });
                if exact || !reordered {
                    self.type_mismatch(o, has, says, span);
                }
            }
            return;
        }
        if exact && types.len() != 1 {
            let span = types.last().map_or(Span::default(), |t| t.1);
            self.report(Diagnostic::error(
                code::SYNTAX,
                span,
                format!(
                    "{} but {}",
                    count(values.len() as u32, "operand"),
                    count(types.len() as u32, "type")
                ),
            ));
        }
        // Fewer types than values: offsets and other implied types are left out.
        let mut next = 0;
        for &(ty, _) in types {
            let Some(ty) = ty else { continue };
            for (i, o) in values.iter().enumerate().skip(next) {
                match self.module.value(o.value).ty {
                    Some(t) if self.same_type(t, ty) => {
                        next = i + 1;
                        break;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Equal, or two spellings of one type.
    fn same_type(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.module.types.get(a), self.module.types.get(b)) {
            (Type::Ptr { dtype: x, space: s }, Type::Ptr { dtype: y, space: t }) => {
                x == y && s.unwrap_or(Space::Gm) == t.unwrap_or(Space::Gm)
            }
            // The outer order of a left tile is the target's, whatever the text says.
            (Type::Tile(x), Type::Tile(y)) if x.space == Space::Left && y.space == Space::Left => {
                pto_isa::TileTy { blayout: y.blayout, ..*x } == *y
            }
            (Type::Other(x), Type::Other(y)) => {
                let strip = |t: &str| t.split_whitespace().collect::<String>();
                strip(x) == strip(y)
            }
            _ => false,
        }
    }

    #[cold]
    fn type_mismatch(&mut self, o: Operand, has: TypeId, says: TypeId, span: Span) {
        let value = *self.module.value(o.value);
        let name = self.module.sym(value.name).to_string();
        let (has_text, says_text) = (self.type_text(has), self.type_text(says));
        let difference = difference(self.module.types.get(has), self.module.types.get(says));
        let mut d = Diagnostic::error(
            code::TYPE_MISMATCH,
            span,
            format!("`%{name}` does not have this type"),
        )
        .found(difference.unwrap_or_else(|| format!("the use says {says_text}")))
        .fix(span, has_text.clone());
        if value.def != Def::Missing {
            d = d.label(value.span, format!("defined here as {has_text}"));
        }
        self.report(d);
    }
}

/// The first thing in which two tile types differ.
fn difference(has: &Type, says: &Type) -> Option<String> {
    let (Type::Tile(a), Type::Tile(b)) = (has, says) else { return None };
    let pairs = [
        ("memory", a.space.to_string(), b.space.to_string()),
        ("element type", a.dtype.to_string(), b.dtype.to_string()),
        ("rows", a.rows.to_string(), b.rows.to_string()),
        ("columns", a.cols.to_string(), b.cols.to_string()),
        ("valid rows", a.valid_rows.to_string(), b.valid_rows.to_string()),
        ("valid columns", a.valid_cols.to_string(), b.valid_cols.to_string()),
        ("outer layout", a.blayout.name().into(), b.blayout.name().into()),
        ("inner layout", a.slayout.name().into(), b.slayout.name().into()),
        ("fractal", a.fractal.to_string(), b.fractal.to_string()),
    ];
    let (what, has, says) = pairs.into_iter().find(|(_, x, y)| x != y)?;
    Some(format!("{what}: {says} here, {has} at the definition"))
}
