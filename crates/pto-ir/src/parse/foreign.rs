//! The MLIR around instructions: module, func, scf, cf, arith, memref and whatever else occurs.

use super::attrs::unquote;
use super::instruction::{MAX_PIECES, Pieces, TOP};
use super::type_text::read_type;
use super::{Parser, ResultNames};
use crate::diag::{Diagnostic, Severity};
use crate::dialect::{Arith, Builtin, Dialect, DialectOp, Func, Scf};
use crate::intern::{Attr, constant_number};
use crate::lexer::Tok;
use crate::module::*;
use crate::print::typed_tail;
use crate::span::Span;
use pto_isa::{DType, Type, code};
use smallvec::SmallVec;

/// Whether a name that no list has belongs to the surroundings rather than to the instruction set.
pub(super) fn is_foreign(word: &str) -> bool {
    Dialect::of_name(word).is_some_and(|d| d != Dialect::Ub)
}

/// One argument of a region: name, type, place.
pub(super) type Arg = (Sym, Option<TypeId>, Span);

impl<'a> Parser<'a> {
    /// Reads an operation of another dialect; its name is the current token.
    pub(super) fn parse_foreign(
        &mut self,
        op: DialectOp,
        block: BlockId,
        results: ResultNames,
        start: Span,
    ) {
        match op {
            DialectOp::Builtin(Builtin::Module) => self.parse_module(block, start),
            DialectOp::Func(Func::Func) => self.parse_func(block, start),
            DialectOp::Func(Func::Call) => self.parse_call(block, results, start),
            DialectOp::Arith(Arith::Constant) => self.parse_constant(block, results, start),
            DialectOp::Scf(Scf::For) => self.parse_for(block, results, start),
            DialectOp::Scf(Scf::If) => self.parse_if(block, results, start),
            DialectOp::Scf(Scf::While) => self.parse_while(block, results, start),
            DialectOp::Scf(Scf::IndexSwitch) => self.parse_index_switch(block, results, start),
            DialectOp::Scf(Scf::ExecuteRegion) => self.parse_execute_region(block, results, start),
            op if op.is_branch() => self.parse_branch(op, block, start),
            _ => self.parse_other(op, block, results, start),
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn foreign_node(
        &mut self,
        block: BlockId,
        op: impl Into<DialectOp>,
        name_span: Span,
        start: Span,
        operands: &[Operand],
        attrs: &[NamedAttr],
        results: &ResultNames,
        types: &[Option<TypeId>],
    ) -> NodeId {
        let name = OpName::Dialect(op.into());
        let n = types.len().max(results.names.len());
        let types: SmallVec<[(Option<TypeId>, u8); 4]> =
            (0..n).map(|i| (types.get(i).copied().flatten(), NO_SLOT)).collect();
        let operands = self.push_operands(operands.iter().copied());
        self.push_node(
            block,
            name,
            SyntaxForm::Ssa,
            name_span,
            start,
            operands,
            attrs,
            results,
            &types,
        )
    }

    pub(super) fn named(&mut self, name: &str, attr: Attr, span: Span) -> NamedAttr {
        let value = self.module.attrs.intern(attr);
        NamedAttr { name: self.module.symbols.intern(name), value, span }
    }

    fn parse_module(&mut self, block: BlockId, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let mut attrs = Vec::new();
        if self.cur.tok == Tok::At {
            let span = self.cur.span;
            let name = unquote(&self.word()[1..]).into();
            attrs.push(self.named("sym_name", Attr::Str(name), span));
            self.advance();
        }
        self.attributes_keyword(&mut attrs);
        let none = ResultNames::default();
        let op = Builtin::Module;
        let node = self.foreign_node(block, op, name_span, start, &[], &attrs, &none, &[]);
        let region = self.parse_region(node, &[]);
        self.skip_location();
        self.set_regions(node, &[region]);
    }

    /// `attributes {...}`
    pub(super) fn attributes_keyword(&mut self, attrs: &mut Vec<NamedAttr>) {
        if self.cur.tok == Tok::Ident && self.word() == "attributes" {
            self.advance();
            if self.cur.tok == Tok::LBrace {
                self.parse_attr_dict(attrs);
            } else {
                self.expected("`{`");
            }
        }
    }

    fn parse_func(&mut self, block: BlockId, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let mut attrs = Vec::new();
        if self.cur.tok == Tok::Ident && matches!(self.word(), "private" | "public" | "nested") {
            let attr = Attr::Str(self.word().into());
            attrs.push(self.named("sym_visibility", attr, self.cur.span));
            self.advance();
        }
        if self.cur.tok != Tok::At {
            self.expected("a function name, `@name`");
            self.recover_after(start.start);
            return;
        }
        let span = self.cur.span;
        let name = unquote(&self.word()[1..]).into();
        attrs.insert(0, self.named("sym_name", Attr::Str(name), span));
        self.advance();
        let mut args: Vec<Arg> = Vec::new();
        let mut inputs: Vec<Option<TypeId>> = Vec::new();
        let mut arg_attrs: Vec<AttrId> = Vec::new();
        let mark = self.scope_mark();
        if !self.expect(Tok::LParen, "`(`") {
            self.recover_after(start.start);
            return;
        }
        while !matches!(self.cur.tok, Tok::RParen | Tok::Eof | Tok::LBrace | Tok::RBrace) {
            if self.cur.tok == Tok::Percent {
                let span = self.cur.span;
                let name = self.percent_name();
                self.expect(Tok::Colon, "`:`");
                let ty = self.parse_type();
                args.push((name, ty, span));
                inputs.push(ty);
            } else {
                let at = self.cur.span;
                inputs.push(self.parse_type());
                if self.cur.span == at {
                    break;
                }
            }
            if inputs.len() > MAX_PIECES {
                self.too_many(span, "arguments", MAX_PIECES);
            }
            let dict = self.skip_attr_dict();
            self.skip_location();
            arg_attrs.push(self.module.attrs.intern(Attr::Dict(dict.into())));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`");
        let mut outputs: Vec<Option<TypeId>> = Vec::new();
        if self.eat(Tok::Arrow) {
            if self.eat(Tok::LParen) {
                while !matches!(self.cur.tok, Tok::RParen | Tok::Eof | Tok::LBrace | Tok::RBrace) {
                    let at = self.cur.span;
                    outputs.push(self.parse_type());
                    self.skip_attr_dict();
                    if !self.eat(Tok::Comma) || self.cur.span == at {
                        break;
                    }
                }
                self.expect(Tok::RParen, "`)`");
            } else {
                outputs.push(self.parse_type());
            }
        }
        let own = |p: &Self, ids: &[Option<TypeId>]| -> Box<[Type]> {
            let unknown = || Type::Other("none".into());
            ids.iter().map(|t| t.map_or_else(unknown, |t| p.module.types.get(t).clone())).collect()
        };
        let ty = Type::Function { inputs: own(self, &inputs), results: own(self, &outputs) };
        let ty = self.module.types.intern(ty);
        attrs.push(self.named("function_type", Attr::Type(ty), name_span));
        let empty =
            |p: &Self, a: AttrId| matches!(p.module.attrs.get(a), Attr::Dict(d) if d.is_empty());
        if arg_attrs.iter().any(|&a| !empty(self, a)) {
            attrs.push(self.named("arg_attrs", Attr::Array(arg_attrs.into()), name_span));
        }
        self.attributes_keyword(&mut attrs);
        self.end_scope(mark);
        let none = ResultNames::default();
        let op = Func::Func;
        let node = self.foreign_node(block, op, name_span, start, &[], &attrs, &none, &[]);
        if self.cur.tok == Tok::LBrace && args.len() != inputs.len() {
            let message = "each argument of a function with a body needs a name";
            self.report(Diagnostic::error(code::SYNTAX, span, message));
        }
        if self.cur.tok == Tok::LBrace {
            let region = self.parse_region(node, &args);
            self.set_regions(node, &[region]);
        }
        self.skip_location();
        self.finish_node(node);
    }

    fn parse_call(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let span = self.cur.span;
        if self.cur.tok != Tok::At {
            self.expected("a function name, `@name`");
            self.poison_results(block, &results);
            self.recover_after(start.start);
            return;
        }
        let callee = unquote(&self.word()[1..]).into();
        let callee = self.named("callee", Attr::Symbol(callee), span);
        self.advance();
        let mut p = std::mem::take(&mut self.pieces);
        p.clear();
        p.attrs.push(callee);
        if self.parse_items(&mut p, TOP, None, false) {
            let node = self.bind_foreign(
                block,
                &results,
                start,
                name_span,
                OpName::Dialect(Func::Call.into()),
                SyntaxForm::Ssa,
                &mut p,
            );
            self.finish_node(node);
        } else {
            self.poison_results(block, &results);
        }
        self.pieces = p;
    }

    fn parse_constant(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let mut attrs = Vec::new();
        if self.cur.tok == Tok::LBrace {
            self.parse_attr_dict(&mut attrs);
        }
        let span = self.cur.span;
        let Some(value) = self.parse_attr() else {
            self.poison_results(block, &results);
            self.recover_after(start.start);
            return;
        };
        let span = Span::new(span.start, self.prev_end);
        let number = matches!(
            self.module.attrs.get(value),
            Attr::Bool(_) | Attr::Int(..) | Attr::Float(..) | Attr::Other(_)
        );
        if !number {
            let d = Diagnostic::error(code::BAD_ATTR, span, "a constant is a number");
            self.report(d);
        }
        let mut ty = match self.module.attrs.get(value) {
            Attr::Bool(_) => Some(self.module.types.intern(Type::Scalar(DType::I1))),
            Attr::Int(_, t) | Attr::Float(_, t) => *t,
            Attr::Other(text) => {
                let ty = typed_tail(text).and_then(|t| read_type(t, &mut None).ok());
                ty.map(|t| self.module.types.intern(t))
            }
            _ => None,
        };
        if self.eat(Tok::Colon) {
            ty = self.parse_type();
            let is_truth = matches!(self.module.attrs.get(value), Attr::Bool(_));
            if let Some(ty) = ty.map(|t| self.module.types.get(t)).filter(|_| is_truth) {
                let message = format!("{} is no number of type {ty}", span.of(self.text));
                let d = Diagnostic::error(code::BAD_NUMBER, span, message);
                self.report(d.help("write a number, or `i1`"));
            }
        }
        // MLIR reads a bare integer as i64 and a bare float as f64; a type after it belongs to it.
        let bare = match self.module.attrs.get(value) {
            Attr::Float(text, None) => {
                Some((Attr::Float(text.clone(), None), Type::Other("f64".into())))
            }
            Attr::Int(v, None) => Some((Attr::Int(*v, None), Type::Scalar(DType::I64))),
            _ => None,
        };
        let mut value = value;
        if let Some((attr, implied)) = bare {
            if let (Attr::Int(v, _), None) = (&attr, ty) {
                let i64 = self.module.types.intern(Type::Scalar(DType::I64));
                self.check_fits(*v, i64, span);
            }
            let known = ty.unwrap_or_else(|| self.module.types.intern(implied));
            ty = Some(known);
            value = self.module.attrs.intern(match attr {
                Attr::Float(text, _) => Attr::Float(text, Some(known)),
                Attr::Int(v, _) => Attr::Int(v, Some(known)),
                other => other,
            });
        }
        value = self.constant_value(value);
        self.skip_location();
        let name = self.module.symbols.intern("value");
        attrs.push(NamedAttr { name, value, span });
        let op = Arith::Constant;
        self.foreign_node(block, op, name_span, start, &[], &attrs, &results, &[ty]);
    }

    /// The number of a constant, whichever way its bits are written.
    pub(super) fn constant_value(&mut self, value: AttrId) -> AttrId {
        let Attr::Int(v, Some(t)) = *self.module.attrs.get(value) else { return value };
        let number = constant_number(v, self.module.types.get(t));
        self.module.attrs.intern(Attr::Int(number, Some(t)))
    }

    pub(super) fn set_attrs(&mut self, node: NodeId, attrs: &[NamedAttr]) {
        if attrs.is_empty() {
            return;
        }
        let m = &mut self.module;
        let start = m.attr_pool.len() as u32;
        m.attr_pool.extend_from_slice(attrs);
        m.nodes[node.index()].attrs = PoolRange { start, len: attrs.len() as u32 };
    }

    /// `^bb1(%a : T)`
    pub(super) fn parse_successor(&mut self) -> (BlockId, Vec<Operand>) {
        let span = self.cur.span;
        let label = self.module.symbols.intern(&self.word()[1..]);
        self.advance();
        let target = self.label_block(label, span, false);
        let mut passed = Vec::new();
        if self.eat(Tok::LParen) {
            loop {
                match self.cur.tok {
                    Tok::Percent => passed.extend(self.parse_use()),
                    Tok::Comma => self.advance(),
                    Tok::Colon => {
                        self.advance();
                        let mut p = Pieces::default();
                        if !self.type_list(&mut p, TOP) {
                            break;
                        }
                    }
                    _ => break,
                }
            }
            self.expect(Tok::RParen, "`)`");
        }
        (target, passed)
    }

    pub(super) fn set_successors(&mut self, node: NodeId, list: &[(BlockId, Vec<Operand>)]) {
        let m = &mut self.module;
        let from = m.successor_pool.len() as u32;
        for (block, passed) in list {
            let start = m.operand_pool.len() as u32;
            m.operand_pool.extend_from_slice(passed);
            let operands = PoolRange { start, len: passed.len() as u32 };
            m.successor_pool.push(Successor { block: *block, operands });
        }
        m.nodes[node.index()].successors = PoolRange { start: from, len: list.len() as u32 };
    }

    fn parse_branch(&mut self, op: DialectOp, block: BlockId, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let (mut operands, mut successors, mut cases) = (Vec::new(), Vec::new(), Vec::new());
        let mut attrs = Vec::new();
        loop {
            match self.cur.tok {
                Tok::Percent if !self.ends_branch() => operands.extend(self.parse_use()),
                Tok::Caret if self.after_comma || !self.cur.first_on_line => {
                    successors.push(self.parse_successor());
                }
                Tok::Comma | Tok::LBracket | Tok::RBracket => self.advance(),
                Tok::Colon => {
                    self.advance();
                    if self.at_type() {
                        self.parse_type();
                    }
                }
                Tok::Int => cases.extend(self.parse_literal()),
                Tok::Ident if self.word() == "default" => self.advance(),
                Tok::LBrace if self.at_attr_dict() => self.parse_attr_dict(&mut attrs),
                _ => break,
            }
        }
        self.skip_location();
        if !cases.is_empty() {
            attrs.push(self.named("case_values", Attr::Array(cases.into()), name_span));
        }
        let none = ResultNames::default();
        let node = self.foreign_node(block, op, name_span, start, &operands, &attrs, &none, &[]);
        self.set_successors(node, &successors);
        self.finish_node(node);
    }

    fn ends_branch(&self) -> bool {
        self.cur.first_on_line && !self.after_comma && self.at_results()
    }

    /// Any other operation: values, literals, attributes, types, one after another.
    fn parse_other(&mut self, op: DialectOp, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let mut p = std::mem::take(&mut self.pieces);
        p.clear();
        if self.parse_items(&mut p, TOP, None, true) {
            let name = OpName::Dialect(op);
            let node =
                self.bind_foreign(block, &results, start, name_span, name, SyntaxForm::Ssa, &mut p);
            let mut regions = Vec::new();
            while self.cur.tok == Tok::LBrace {
                regions.push(self.parse_region(node, &[]));
            }
            if !regions.is_empty() {
                self.set_regions(node, &regions);
            }
            self.finish_node(node);
        } else {
            self.poison_results(block, &results);
        }
        self.pieces = p;
    }

    /// Makes an operation of another dialect from its pieces.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn bind_foreign(
        &mut self,
        block: BlockId,
        results: &ResultNames,
        start: Span,
        name_span: Span,
        name: OpName,
        written: SyntaxForm,
        p: &mut Pieces,
    ) -> NodeId {
        if let OpName::Dialect(DialectOp::Other(None, name)) = name {
            let name = self.module.sym(name);
            let mut d = Diagnostic::warning(
                code::FOREIGN_OP,
                name_span,
                format!("`{name}` is not an operation this tool knows; it is kept and not checked"),
            );
            d.severity = Severity::Note;
            self.report(d);
        }
        self.annotate(p);
        let is_unknown = matches!(name, OpName::Dialect(DialectOp::Other(..)));
        let compares = matches!(name, OpName::Dialect(DialectOp::Arith(op)) if op.is_comparison());
        let mut rest: Vec<AttrId> = Vec::new();
        for i in 0..p.literals.len() {
            let l = p.literals[i];
            let key = match l.key {
                Some(key) => key.of(self.text),
                None if compares => "predicate",
                _ => {
                    rest.push(l.attr);
                    continue;
                }
            };
            let key = self.module.symbols.intern(key);
            p.attrs.push(NamedAttr { name: key, value: l.attr, span: l.span });
        }
        if !rest.is_empty() {
            p.attrs.push(self.named("literals", Attr::Array(rest.into()), name_span));
        }
        let n = results.names.len();
        let types: SmallVec<[Option<TypeId>; 4]> = if !p.result_types.is_empty() {
            p.result_types.iter().map(|t| t.0).collect()
        } else if n == 0 {
            SmallVec::new()
        } else if compares {
            let i1 = self.module.types.intern(Type::Scalar(DType::I1));
            SmallVec::from_elem(Some(i1), n)
        } else if name == OpName::Dialect(Arith::Select.into()) {
            SmallVec::from_elem(p.types.last().and_then(|t| t.0), n)
        } else if is_unknown && p.types.iter().any(|t| t.0 != p.types[0].0) {
            // Which of several types is that of the result only its dialect knows.
            SmallVec::from_elem(None, n)
        } else {
            SmallVec::from_elem(p.types.first().and_then(|t| t.0), n)
        };
        let attrs = std::mem::take(&mut p.attrs);
        let count = n.max(p.result_types.len());
        let typed: SmallVec<[(Option<TypeId>, u8); 4]> =
            (0..count).map(|i| (types.get(i).copied().flatten(), NO_SLOT)).collect();
        let operands = self.push_operands(p.values.iter().map(|v| v.operand));
        let node = self
            .push_node(block, name, written, name_span, start, operands, &attrs, results, &typed);
        p.attrs = attrs;
        node
    }
}
