//! The generic form, and lists of types in every form.

use super::attrs::unquote;
use super::instruction::{Item, MAX_PIECES, Pieces, TOP};
use super::*;
use crate::dialect::{Arith, DialectOp};

impl<'a> Parser<'a> {
    /// `"name"(%a) [^bb] <{props}> ({...}) {attrs} : (T) -> T`
    pub(super) fn parse_generic(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        let name = unquote(name_span.of(self.text));
        self.advance();
        let mut p = std::mem::take(&mut self.pieces);
        p.clear();
        if !self.expect(Tok::LParen, "`(`") {
            self.recover();
            self.poison_results(block, &results);
            self.pieces = p;
            return;
        }
        while self.cur.tok == Tok::Percent {
            if p.len() > MAX_PIECES {
                self.too_many(self.cur.span, "operands", MAX_PIECES);
            }
            if let Some(operand) = self.parse_use() {
                p.values.push(Item { operand, group: TOP, key: None, indexed: false });
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`");
        let mut successors = Vec::new();
        if self.eat(Tok::LBracket) {
            while self.cur.tok == Tok::Caret {
                successors.push(self.parse_successor());
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RBracket, "`]`");
        }
        if self.cur.tok == Tok::Less && self.next_byte() == b'{' {
            self.advance();
            self.parse_attr_dict(&mut p.attrs);
            self.expect(Tok::Greater, "`>`");
        }
        // Regions come before the type; they are read now and given to the operation later.
        let placeholder = NodeId(u32::MAX);
        let mut regions = Vec::new();
        if self.cur.tok == Tok::LParen {
            self.advance();
            while self.cur.tok == Tok::LBrace {
                regions.push(self.parse_region(placeholder, &[]));
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RParen, "`)`");
        }
        if self.cur.tok == Tok::LBrace {
            self.parse_attr_dict(&mut p.attrs);
        }
        if self.eat(Tok::Colon) && self.type_list(&mut p, TOP) && self.eat(Tok::Arrow) {
            self.result_type_list(&mut p);
        }
        self.skip_location();
        let op = name.strip_prefix("pto.").and_then(pto_isa::ops::find_id);
        let node = match op {
            Some(op) => {
                self.bind(block, &results, start, name_span, op, SyntaxForm::Generic, &mut p)
            }
            None => {
                if let Some(short) = name.strip_prefix("pto.") {
                    let near = pto_isa::nearest(short).map(|n| format!("did you mean `pto.{n}`?"));
                    let mut d = Diagnostic::error(
                        code::UNKNOWN_OP,
                        name_span,
                        format!("there is no instruction `{name}`"),
                    );
                    d.help = near;
                    self.report(d);
                }
                let name = match name.starts_with("pto.") {
                    true => OpName::Unknown(self.module.symbols.intern(name)),
                    false => OpName::Dialect(DialectOp::intern(name, &mut self.module.symbols)),
                };
                if name == OpName::Dialect(DialectOp::Arith(Arith::Constant)) {
                    for attr in &mut p.attrs {
                        attr.value = self.constant_value(attr.value);
                    }
                }
                self.bind_foreign(
                    block,
                    &results,
                    start,
                    name_span,
                    name,
                    SyntaxForm::Generic,
                    &mut p,
                )
            }
        };
        for &r in &regions {
            self.module.regions[r.index()].owner = Some(node);
        }
        if !regions.is_empty() {
            self.set_regions(node, &regions);
        }
        if !successors.is_empty() {
            self.set_successors(node, &successors);
        }
        self.finish_node(node);
        self.pieces = p;
    }

    /// `(T, T)`: each type goes to `keep`, which says how many there are.
    fn types_in_parens(&mut self, mut keep: impl FnMut(Option<TypeId>, Span) -> usize) -> bool {
        self.advance();
        while !matches!(self.cur.tok, Tok::RParen | Tok::Eof | Tok::RBrace) {
            let span = self.cur.span;
            let ty = self.parse_type();
            if ty.is_none() && self.cur.span == span {
                return false;
            }
            if keep(ty, span.to_end(self.prev_end)) > MAX_PIECES {
                self.too_many(span, "types", MAX_PIECES);
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`");
        true
    }

    /// Types after `:`.
    pub(super) fn type_list(&mut self, p: &mut Pieces, group: u16) -> bool {
        if self.cur.tok == Tok::LParen {
            return self.types_in_parens(|ty, span| {
                p.types.push((ty, span, group));
                p.types.len()
            });
        }
        loop {
            self.skip_type_words(p, group);
            let span = self.cur.span;
            if !self.at_type() {
                if self.after_comma || self.cur.tok == Tok::Arrow {
                    return true;
                }
                self.expected("a type");
                return false;
            }
            let ty = self.parse_type();
            p.types.push((ty, span.to_end(self.prev_end), group));
            if p.types.len() > MAX_PIECES {
                self.too_many(span, "types", MAX_PIECES);
            }
            if self.cur.tok != Tok::Comma {
                return true;
            }
            self.advance();
            if !self.at_type() && !self.at_type_word() {
                return true;
            }
        }
    }

    /// A word of the operand list that some type lists repeat: `loop i64, i64`, `nd2nz,`.
    pub(super) fn at_type_word(&self) -> bool {
        if self.cur.tok != Tok::Ident || self.word().contains('.') {
            return false;
        }
        let next = self.peek();
        match next.tok {
            Tok::Bang | Tok::LParen | Tok::Comma => true,
            Tok::Ident => {
                let word = next.span.of(self.text);
                word == "index" || super::types::is_builtin_scalar(word)
            }
            _ => false,
        }
    }

    pub(super) fn skip_type_words(&mut self, p: &mut Pieces, group: u16) {
        while !self.at_type() && self.at_type_word() {
            self.advance();
            if self.cur.tok == Tok::LParen {
                self.advance();
                while self.at_type() {
                    let span = self.cur.span;
                    let ty = self.parse_type();
                    p.types.push((ty, span.to_end(self.prev_end), group));
                    if !self.eat(Tok::Comma) {
                        break;
                    }
                }
                self.expect(Tok::RParen, "`)`");
            }
            self.eat(Tok::Comma);
        }
    }

    /// Types after `->`.
    pub(super) fn result_type_list(&mut self, p: &mut Pieces) -> bool {
        if self.cur.tok == Tok::LParen {
            return self.types_in_parens(|ty, span| {
                p.result_types.push((ty, span));
                p.result_types.len()
            });
        }
        loop {
            let span = self.cur.span;
            if !self.at_type() {
                self.expected("a type");
                return false;
            }
            let ty = self.parse_type();
            p.result_types.push((ty, span.to_end(self.prev_end)));
            if p.result_types.len() > MAX_PIECES {
                self.too_many(span, "types", MAX_PIECES);
            }
            if self.cur.tok != Tok::Comma {
                return true;
            }
            self.advance();
            if !self.at_type() {
                return true;
            }
        }
    }
}
