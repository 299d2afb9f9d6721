//! Types written at a statement: of its results, and of its operands, compared with their definitions.

use super::assign::{assign_results, implied_type};
use super::bind::Slots;
use super::fit::kind_accepts;
use super::instruction::{CLAUSES, INS, Item, OUTS, Pieces, TOP};
use super::type_text::MAX_EXTENT;
use super::{Parser, ResultNames};
use crate::diag::Diagnostic;
use crate::intern::{Attr, AttrId};
use crate::module::*;
use crate::span::Span;
use crate::syntax::{self, Syntax};
use pto_isa::class::{Alias, Class};
use pto_isa::def::{Kind, OpDef};
use pto_isa::rule::{Constraint, count};
use pto_isa::ty::{Dim, TileTy};
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
        // One type for all (`vaddc %dst, %carry, ... : !pto.vreg<64xi32>`) is that of the results that can have it.
        let is_shared = p.result_types.is_empty() && !p.values.is_empty();
        let can_have = |s: &Self, ty: &TypeId, slot: u8| {
            let kind = def.operands.get(slot as usize).map(|o| o.kind);
            !is_shared || kind.is_none_or(|k| kind_accepts(k, s.module.types.get(*ty)))
        };
        let out: SmallVec<[(Option<TypeId>, u8); 2]> = slots
            .iter()
            .enumerate()
            .map(|(i, &s)| {
                let stated = types.get(i).copied().flatten().filter(|t| can_have(self, t, s));
                (stated.or_else(|| implied(self, s)), s)
            })
            .collect();
        let out: SmallVec<[(Option<TypeId>, u8); 2]> = out
            .into_iter()
            .map(|(ty, s)| (ty.or_else(|| self.type_by_rules(def, s, p)), s))
            .collect();
        self.results_fit(def, results, &out);
        let stated_later = def.body != pto_isa::def::Body::None;
        let unknown = |v: &Item| self.module.value(v.operand.value).ty.is_none();
        if p.values.iter().any(unknown) {
            return out;
        }
        // What a window is, for example, follows from its sizes, which are looked at later.
        let computed = |slot: u8| {
            let tile = def.operands.get(slot as usize).is_some_and(|o| o.kind == Kind::Tile);
            tile && !matches!(def.class, Class::Alias { .. })
        };
        let open = out.iter().position(|o| o.0.is_none() && (p.types.is_empty() || computed(o.1)));
        if let Some(i) = open.filter(|_| p.result_types.is_empty() && !stated_later) {
            let span = results.names[i].1;
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

    /// Reports a result whose type is not of the kind that the instruction makes.
    fn results_fit(&mut self, def: &OpDef, results: &ResultNames, given: &[(Option<TypeId>, u8)]) {
        for (i, (ty, slot)) in given.iter().enumerate() {
            let (Some(ty), Some(operand)) = (ty, def.operands.get(*slot as usize)) else {
                continue;
            };
            let ty = self.module.types.get(*ty);
            if kind_accepts(operand.kind, ty) {
                continue;
            }
            let name = results.names.get(i).or(results.names.last());
            let Some(span) = name.map(|n| n.1) else { continue };
            let wanted = format!(
                "`{}` of `pto.{}` must be {}",
                operand.name,
                def.printed_name(),
                operand.kind.noun()
            );
            let found = format!("this is {ty}");
            self.report(Diagnostic::error(code::OPERAND_KIND, span, wanted).found(found));
        }
    }

    /// The type of a result that is not stated, where rules say that it is an operand's (a tile: elements and valid region
    /// are), or of a register that its elements are, or that it is loaded.
    fn type_by_rules(&mut self, def: &OpDef, slot: u8, p: &Pieces) -> Option<TypeId> {
        if def.operands.get(slot as usize)?.kind == Kind::Align {
            return Some(self.module.types.intern(Type::Align));
        }
        if let Class::Alias { how: Alias::Window, of, gives } = def.class
            && gives == slot
        {
            return self.window_type(of, p);
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
        if def.operands[slot as usize].kind == Kind::Mask {
            // A predicate beside a register is as wide as the one that governs it.
            let mut types = p.values.iter().filter_map(|v| self.module.value(v.operand.value).ty);
            return types.find(|t| matches!(self.module.types.get(*t), Type::Mask { .. }));
        }
        if def.operands[slot as usize].kind == Kind::Tile {
            // A tile as large as an operand, with its elements, is the operand's type: `%d = tmuls %a, %s : T, f32`.
            let tied = |is: fn(&Constraint) -> bool, s: u8| {
                def.rules.iter().any(|r| {
                    is(&r.constraint) && !r.warn && r.of.contains(&slot) && r.of.contains(&s)
                })
            };
            return (0..def.operands.len() as u8)
                .filter(|&s| s != slot && tied(same_elements, s))
                .filter(|&s| tied(|c| matches!(c, Constraint::SameValid), s))
                .find_map(|s| given(&s).filter(|t| self.module.types.get(*t).as_tile().is_some()));
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

    /// The type of a window that only says how large it is: that of its source with other extents.
    ///
    /// Its valid region is what is left of the source's after a constant offset, which counts on from the end of the valid region,
    /// and known at run time otherwise: PTOAS 0.27 lib/PTO/IR/PTO.cpp, `SubsetOp::inferReturnTypes`.
    fn window_type(&mut self, of: u8, p: &Pieces) -> Option<TypeId> {
        let source = p.values.iter().find(|v| v.operand.slot == of)?.operand.value;
        let source = *self.module.type_of(source)?.as_tile()?;
        let stated = p.attrs.iter().find(|a| self.module.symbols.get(a.name) == "sizes")?;
        let Attr::Array(sizes) = self.module.attrs.get(stated.value) else { return None };
        let &[rows, cols] = &**sizes else { return None };
        let size = |id: AttrId| match self.module.attrs.get(id) {
            Attr::Int(n, _) => u32::try_from(*n).ok().filter(|&n| n > 0),
            _ => None,
        };
        let (rows, cols) = (size(rows)?, size(cols)?);
        if rows.max(cols) > MAX_EXTENT {
            let message = format!("a tile has at most {MAX_EXTENT} rows and columns");
            self.report(Diagnostic::error(code::BAD_NUMBER, stated.span, message));
            return None;
        }
        let mut offsets = p.values.iter().filter(|v| v.operand.slot != of).map(|v| v.operand.value);
        let mut left = |whole: u32, valid: Dim| {
            let offset = offsets.next().and_then(|v| self.module.constant_int(v));
            match (valid, offset.map(u32::try_from)) {
                (Dim::Is(0), _) => Dim::Is(0),
                (Dim::Is(n), Some(Ok(offset))) => Dim::Is(whole.min(n - offset % n)),
                _ => Dim::Dynamic,
            }
        };
        let (valid_rows, valid_cols) =
            (left(rows, source.valid_rows), left(cols, source.valid_cols));
        let ty = TileTy { rows, cols, valid_rows, valid_cols, ..source };
        Some(self.module.types.intern(Type::Tile(ty)))
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
        for &(ty, span) in types {
            let Some(ty) = ty else { continue };
            let type_of = |o: &Operand| self.module.value(o.value).ty;
            let fits = |o: &Operand| type_of(o).is_none_or(|t| self.same_type(t, ty));
            match values.iter().skip(next).position(fits) {
                Some(i) => next += i + 1,
                None => {
                    // Of the values that are left the type means the first of its kind.
                    let alike = |o: &&Operand| {
                        let has = type_of(o).map(|t| self.module.types.get(t));
                        has.is_some_and(|has| is_alike(has, self.module.types.get(ty)))
                    };
                    let meant = values.iter().skip(next).find(alike).copied();
                    if let Some((o, has)) = meant.and_then(|o| Some((o, type_of(&o)?))) {
                        self.type_mismatch(o, has, ty, span);
                    }
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

/// Whether two types are of one kind: two tiles, two pointers, two registers of any length.
fn is_alike(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Other(a), Type::Other(b)) => a.split('<').next() == b.split('<').next(),
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
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

/// Whether a rule asks for equal element types, in its own words or not.
fn same_elements(c: &Constraint) -> bool {
    matches!(c, Constraint::SameDtype)
        || matches!(c, Constraint::Custom(c) if c.code == code::SAME_DTYPE)
}
