//! Operands that are written where they are used: a number, a place in a view, an id counted from another, a tile that is
//! updated under the name of a result. Each becomes a statement of its own, before the one that uses it.

use super::instruction::{INS, Item, Literal, Pieces, TOP};
use super::{Parser, ResultNames};
use crate::diag::Diagnostic;
use crate::dialect::Arith;
use crate::intern::{Attr, FreshNames};
use crate::module::*;
use crate::span::Span;
use crate::syntax::{self, Syntax};
use pto_isa::def::{Kind, OpDef};
use pto_isa::rule::count;
use pto_isa::{Dim, OpId, TileTy, Type, ViewKind, code, ops};

impl Parser<'_> {
    /// Makes values of what stands in the place of one.
    pub(super) fn settle_inline(
        &mut self,
        block: BlockId,
        op: OpId,
        results: ResultNames,
        p: &mut Pieces,
    ) -> ResultNames {
        let (def, syn) = (op.def(), syntax::of(op));
        if !syn.has_brackets && p.values.iter().any(|v| v.indexed) {
            self.settle_places(block, p);
        }
        if syn.takes_numbers && !p.literals.is_empty() {
            self.settle_numbers(block, def, syn, &results, p);
        }
        match syn.updated {
            Some(slot) if results.names.len() == 1 => {
                self.settle_updated(block, def, slot, results, p)
            }
            _ => results,
        }
    }

    /// Gives names to what the text does not name. All names of the text are known by now.
    pub(super) fn name_implied(&mut self) {
        let mut names = FreshNames::default();
        for i in 0..self.module.implied.len() {
            let node = *self.module.node(self.module.implied[i].0);
            let Some(value) = self.module.results(&node).next() else { continue };
            if !self.module.sym(self.module.value(value).name).is_empty() {
                continue;
            }
            let wanted = match self.module.constant(value) {
                Some(Attr::Int(v @ 0.., _)) => format!("c{v}"),
                Some(_) => "number".into(),
                None => "place".into(),
            };
            let name = names.like(&wanted, &self.module.symbols);
            self.module.values[value.index()].name = self.module.symbols.intern(&name);
        }
    }

    /// `%v[%r, %c]` is the window of a view that starts there, `%id[%i]` the number that many further on.
    fn settle_places(&mut self, block: BlockId, p: &mut Pieces) {
        let mut kept: Vec<Item> = Vec::with_capacity(p.values.len());
        let mut at = 0;
        while at < p.values.len() {
            let mut base = p.values[at];
            let place: Vec<Operand> =
                p.values[at + 1..].iter().take_while(|v| v.indexed).map(|v| v.operand).collect();
            at += 1 + place.len();
            if !place.is_empty() {
                let made = self.place(block, base.operand, &place, p);
                self.retype(base, made, place.len(), p);
                base.operand.value = made;
            }
            kept.push(base);
        }
        p.values = kept;
    }

    fn place(&mut self, block: BlockId, base: Operand, place: &[Operand], p: &Pieces) -> ValueId {
        match self.module.type_of(base.value).cloned() {
            // It is not defined, which has been said.
            None => base.value,
            Some(Type::View { dims, dtype, .. }) if dims.len() == place.len() => {
                let Some(tile) = self.moved_tile(p) else { return base.value };
                let extent = |dim: Dim, whole: u32| dim.known().unwrap_or(whole);
                let inner =
                    [extent(tile.valid_rows, tile.rows), extent(tile.valid_cols, tile.cols)];
                let outer = place.len().saturating_sub(2);
                let sizes: Vec<u32> = std::iter::repeat_n(1, outer)
                    .chain(inner.into_iter().skip(2usize.saturating_sub(place.len())))
                    .collect();
                let dims = sizes.iter().map(|&n| Dim::Is(n)).collect();
                let ty = Type::View { kind: ViewKind::Partition, dims, dtype };
                self.window(block, base, place, &sizes, ty)
            }
            Some(Type::View { dims, .. }) => {
                let wanted = count(dims.len() as u32, "number");
                let found = count(place.len() as u32, "number");
                let message = format!("a place in this view is {wanted}");
                self.report(Diagnostic::error(code::SYNTAX, base.span, message).found(found));
                base.value
            }
            Some(ty @ (Type::Scalar(_) | Type::Index)) if place.len() == 1 => {
                self.sum(block, base, place[0], &ty)
            }
            Some(ty) => {
                let message = "a place in brackets is counted in a view, or from a number";
                let d = Diagnostic::error(code::SYNTAX, base.span, message);
                self.report(d.found(format!("this is {ty}")));
                base.value
            }
        }
    }

    /// The type that is listed for a value with a place is that of the value. The numbers of the place may be listed.
    fn retype(&self, base: Item, made: ValueId, place: usize, p: &mut Pieces) {
        let (was, is) = (self.module.value(base.operand.value).ty, self.module.value(made).ty);
        let values = p.values.iter().filter(|v| v.group == base.group).count();
        let types = p.types.iter().filter(|t| t.2 == base.group).count();
        let listed = |t: &&mut (Option<TypeId>, Span, u16)| t.2 == base.group && t.0 == was;
        if let Some(ty) = p.types.iter_mut().find(listed) {
            ty.0 = is;
        }
        if types == values
            && let Some(at) = p.types.iter().position(|t| t.2 == base.group && t.0 == is)
        {
            let end = (at + 1 + place).min(p.types.len());
            p.types.drain(at + 1..end);
        }
    }

    /// The tile that a window of a view must fit.
    fn moved_tile(&self, p: &Pieces) -> Option<TileTy> {
        let values = p.values.iter().filter_map(|v| self.module.value(v.operand.value).ty);
        let written = p.result_types.iter().filter_map(|t| t.0);
        let listed = p.types.iter().filter_map(|t| t.0);
        let mut types = values.chain(written).chain(listed);
        types.find_map(|t| self.module.types.get(t).as_tile().cloned())
    }

    fn window(
        &mut self,
        block: BlockId,
        base: Operand,
        offsets: &[Operand],
        sizes: &[u32],
        ty: Type,
    ) -> ValueId {
        let Some(op) = ops::find_id(ops::tile_view::partition_view.name) else {
            return base.value;
        };
        let index = self.module.types.intern(Type::Index);
        let mut operands = vec![Operand { slot: 0, ..base }];
        operands.extend(offsets.iter().map(|o| Operand { slot: 1, ..*o }));
        for &n in sizes {
            let value = self.number(block, Attr::Int(n.into(), Some(index)), index, base.span);
            operands.push(Operand { value, slot: 2, span: base.span });
        }
        let operands = self.push_operands(operands);
        let ty = self.module.types.intern(ty);
        let (name, form, at) = (OpName::Pto(op), SyntaxForm::Ssa, base.span);
        let none = ResultNames::default();
        let node =
            self.push_node(block, name, form, at, at, operands, &[], &none, &[(Some(ty), 3)]);
        self.result_of(node)
    }

    fn sum(&mut self, block: BlockId, base: Operand, offset: Operand, ty: &Type) -> ValueId {
        let wanted = self.module.types.intern(ty.clone());
        let mut offset = offset;
        if self.module.value(offset.value).ty.is_some_and(|t| t != wanted) {
            offset.value = self.compute(block, Arith::IndexCast, &[offset], wanted);
        }
        self.compute(block, Arith::AddI, &[base, offset], wanted)
    }

    fn compute(&mut self, block: BlockId, op: Arith, of: &[Operand], ty: TypeId) -> ValueId {
        let (at, none) = (of[0].span, ResultNames::default());
        let node = self.foreign_node(block, op, at, at, of, &[], &none, &[Some(ty)]);
        self.result_of(node)
    }

    fn number(&mut self, block: BlockId, value: Attr, ty: TypeId, at: Span) -> ValueId {
        let (name, value) = (self.module.symbols.intern("value"), self.module.attrs.intern(value));
        let attrs = [NamedAttr { name, value, span: at }];
        let none = ResultNames::default();
        let op = Arith::Constant;
        let node = self.foreign_node(block, op, at, at, &[], &attrs, &none, &[Some(ty)]);
        self.result_of(node)
    }

    fn result_of(&self, node: NodeId) -> ValueId {
        ValueId(self.module.node(node).results.start)
    }

    /// `tadds %dst, %src, 16`: a number in the place of an operand, where no attribute is one.
    fn settle_numbers(
        &mut self,
        block: BlockId,
        def: &OpDef,
        syn: &Syntax,
        results: &ResultNames,
        p: &mut Pieces,
    ) {
        let first =
            if p.assembly && results.names.is_empty() { &syn.result_slots[..] } else { &[] };
        let plain: Vec<u8> = first.iter().chain(&syn.text_slots).copied().collect();
        let literals = std::mem::take(&mut p.literals);
        for l in literals {
            let order = if l.group == INS { &syn.ins } else { &plain };
            let before = |v: &Item| v.group == l.group && v.operand.span.start < l.span.start;
            let position = p.values.iter().filter(|v| before(v)).count();
            let kind = order.get(position).map(|&s| def.operands[s as usize].kind);
            match kind {
                Some(Kind::Scalar | Kind::Index | Kind::TileOrScalar | Kind::ScalarOrVreg)
                    if !l.word && l.key.is_none() && matches!(l.group, TOP | INS) =>
                {
                    let ty = self.type_of_number(kind == Some(Kind::Index), position, &l, p);
                    let Some(value) = self.number_of(&l, ty) else {
                        p.literals.push(l);
                        continue;
                    };
                    let value = self.number(block, value, ty, l.span);
                    let operand = Operand { value, slot: NO_SLOT, span: l.span };
                    let item = Item { operand, group: l.group, key: None, indexed: false };
                    let at = p.values.iter().position(|v| v.operand.span.start > l.span.start);
                    p.values.insert(at.unwrap_or(p.values.len()), item);
                }
                _ => p.literals.push(l),
            }
        }
    }

    /// The type that is listed for it; else an index where one is wanted, and the type of the elements it meets.
    fn type_of_number(&mut self, index: bool, position: usize, l: &Literal, p: &Pieces) -> TypeId {
        let listed: Vec<Option<TypeId>> =
            p.types.iter().filter(|t| t.2 == l.group).map(|t| t.0).collect();
        let values = p.values.iter().filter(|v| v.group == l.group).count();
        if let Some(&Some(ty)) = listed.get(position)
            && listed.len() > values
        {
            return ty;
        }
        if index {
            return self.module.types.intern(Type::Index);
        }
        let met = p.values.iter().find_map(|v| match self.module.type_of(v.operand.value)? {
            ty @ (Type::Tile(_) | Type::Vreg { .. }) => ty.dtype(),
            _ => None,
        });
        let met = met.or_else(|| self.moved_tile(p).map(|t| t.dtype));
        self.module.types.intern(Type::Scalar(met.unwrap_or(pto_isa::DType::I32)))
    }

    /// The literal as a number of a type; the hexadecimal digits of a float are its bits.
    fn number_of(&self, l: &Literal, ty: TypeId) -> Option<Attr> {
        let float = matches!(self.module.types.get(ty), Type::Scalar(d) if d.is_float());
        let text = l.span.of(self.text);
        match self.module.attrs.get(l.attr) {
            Attr::Int(_, None) if float && text.starts_with("0x") => {
                Some(Attr::Float(text.into(), Some(ty)))
            }
            Attr::Int(v, None) if float => Some(Attr::Float(format!("{v}.0").into(), Some(ty))),
            Attr::Int(v, None) => Some(Attr::Int(*v, Some(ty))),
            Attr::Float(text, None) if float => Some(Attr::Float(text.clone(), Some(ty))),
            _ => None,
        }
    }

    /// `%d = tmuladddst %a, %b`: the tile `%d` is updated. Where nothing has that name yet, it is allocated.
    fn settle_updated(
        &mut self,
        block: BlockId,
        def: &OpDef,
        slot: u8,
        results: ResultNames,
        p: &mut Pieces,
    ) -> ResultNames {
        if p.has_outs || p.values.len() + 1 != def.operands.len() {
            return results;
        }
        let (name, span) = results.names[0];
        let known = self.scope.get(name.index()).copied().flatten();
        let first = p.values.first().and_then(|v| self.module.value(v.operand.value).ty);
        let stated = p.result_types.first().map(|t| t.0).or(p.types.first().map(|t| t.0));
        let value = match (known, stated.flatten().or(first)) {
            (Some(value), _) => value,
            (None, Some(ty)) => {
                let shown = self.module.sym(name).to_string();
                let message = format!("`%{shown}` holds nothing yet, and is part of the result");
                let d = Diagnostic::warning(code::UNDEFINED, span, message)
                    .found("a new tile, whose contents are undefined")
                    .help(format!("give `%{shown}` a value first, and write it in `outs(...)`"));
                self.report(d);
                self.allocated(block, ty, &results, span)
            }
            (None, None) => return results,
        };
        let operand = Operand { value, slot: NO_SLOT, span };
        let item = Item { operand, group: TOP, key: None, indexed: false };
        p.values.insert(usize::from(slot).min(p.values.len()), item);
        // A type after the arrow is that of the operand now.
        if !p.types.is_empty() {
            p.types.extend(p.result_types.drain(..).map(|(ty, at)| (ty, at, TOP)));
        }
        p.result_types.clear();
        ResultNames::default()
    }

    fn allocated(&mut self, block: BlockId, ty: TypeId, names: &ResultNames, at: Span) -> ValueId {
        let op = ops::find_id(ops::tile_view::alloc_tile.name).map(OpName::Pto);
        let name = op.unwrap_or(OpName::Unknown(names.names[0].0));
        let slot = ops::tile_view::alloc_tile.slot("result").unwrap_or(NO_SLOT);
        let (form, none) = (SyntaxForm::Ssa, PoolRange::default());
        let node = self.push_node(block, name, form, at, at, none, &[], names, &[(Some(ty), slot)]);
        self.result_of(node)
    }
}
