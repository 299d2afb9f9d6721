//! Reading an instruction: its pieces in any of the three forms, in any order that occurs.
//!
//! The reader is the same for all instructions. It collects values, literals, clauses, attributes and
//! types; `bind` then gives them their meaning by the instruction's block.

use super::{Parser, ResultNames};
use crate::diag::Diagnostic;
use crate::intern::Attr;
use crate::lexer::Tok;
use crate::module::*;
use crate::span::Span;
use crate::syntax;
use pto_isa::def::Body;
use pto_isa::{OpId, code};

/// Top level of the statement.
pub(super) const TOP: u16 = 0;
/// Inside `ins(...)`.
pub(super) const INS: u16 = 1;
/// Inside `outs(...)`.
pub(super) const OUTS: u16 = 2;
/// The first clause `kw(...)`.
pub(super) const CLAUSES: u16 = 3;

/// A statement with more operands, literals and types is refused.
pub(crate) const MAX_PIECES: usize = 5000;

/// A value as written.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub operand: Operand,
    pub group: u16,
    /// `key` of `key = %x`.
    pub key: Option<Span>,
    /// In brackets right after a value: `%i` of `%x[%i]`.
    pub indexed: bool,
}

/// A literal or word as written.
#[derive(Clone, Copy)]
pub(super) struct Literal {
    pub attr: AttrId,
    pub span: Span,
    pub group: u16,
    pub key: Option<Span>,
    /// A bare word rather than a literal.
    pub word: bool,
}

/// What was read of one statement. Reused, so that reading allocates nothing.
#[derive(Default)]
pub(super) struct Pieces {
    pub values: Vec<Item>,
    pub literals: Vec<Literal>,
    pub clauses: Vec<Span>,
    pub types: Vec<(Option<TypeId>, Span, u16)>,
    pub result_types: Vec<(Option<TypeId>, Span)>,
    pub attrs: Vec<NamedAttr>,
    /// Values without a definition that this statement may define: positions in `values`.
    pub pending: Vec<usize>,
    /// What the instruction waits for: the brackets of `events([...], [...])`, and where they stand.
    pub events: Vec<(Pieces, Span)>,
    /// Plain assembly: the destination may come first.
    pub assembly: bool,
    pub has_ins: bool,
    pub has_outs: bool,
}

impl Pieces {
    pub fn clear(&mut self) {
        self.values.clear();
        self.literals.clear();
        self.clauses.clear();
        self.types.clear();
        self.result_types.clear();
        self.attrs.clear();
        self.pending.clear();
        self.events.clear();
        self.assembly = false;
        self.has_ins = false;
        self.has_outs = false;
    }

    /// How many pieces there are, types aside.
    pub fn len(&self) -> usize {
        self.values.len() + self.literals.len() + self.clauses.len() + self.attrs.len()
    }
}

impl<'a> Parser<'a> {
    /// Reads the instruction whose name is the current token.
    pub(super) fn parse_instruction(
        &mut self,
        block: BlockId,
        results: ResultNames,
        start: Span,
        op: OpId,
        written: SyntaxForm,
    ) {
        let name_span = self.cur.span;
        self.advance();
        let mut p = std::mem::take(&mut self.pieces);
        p.clear();
        p.assembly = written == SyntaxForm::Asm && results.names.is_empty();
        let has_body = op.def().body != Body::None;
        let ok = self.parse_items(&mut p, TOP, None, has_body);
        if !ok {
            // The statement was cut off by a mistake; what was read is enough to know its results.
            self.poison_results(block, &results);
            self.pieces = p;
            return;
        }
        let written = if p.has_ins || p.has_outs { SyntaxForm::Dps } else { written };
        let results = self.settle_pending(op, results, &mut p);
        let implied = self.module.nodes.len() as u32;
        let results = self.settle_inline(block, op, results, &mut p);
        self.wait_for_events(block, &mut p);
        let made = implied..self.module.nodes.len() as u32;
        let node = self.bind(block, &results, start, name_span, op, written, &mut p);
        self.module.implied.extend(made.map(|id| (NodeId(id), node)));
        if has_body {
            let mut regions = Vec::new();
            while self.cur.tok == Tok::LBrace && !self.at_attr_dict() {
                regions.push(self.parse_region(node, &[]));
            }
            if regions.is_empty() {
                self.expected("`{`");
            }
            p.clear();
            self.parse_items(&mut p, TOP, None, false);
            // After a region `: T` can only be the results'.
            if p.result_types.is_empty() {
                p.result_types.extend(p.types.iter().map(|t| (t.0, t.1)));
            }
            for (i, &(ty, _)) in p.result_types.iter().enumerate() {
                let run = self.module.nodes[node.index()].results;
                if i < run.len() {
                    self.module.values[run.start as usize + i].ty = ty;
                }
            }
            self.set_regions(node, &regions);
        }
        self.finish_node(node);
        self.pieces = p;
    }

    /// Whether `{` opens an attribute dictionary rather than a region.
    pub(super) fn at_attr_dict(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let first = ahead.next_token();
        let second = ahead.next_token();
        match first.tok {
            Tok::RBrace => false,
            Tok::Str => matches!(second.tok, Tok::Equal | Tok::Comma | Tok::RBrace),
            Tok::Ident => {
                let word = first.span.of(self.text);
                matches!(second.tok, Tok::Equal | Tok::Comma)
                    || (second.tok == Tok::RBrace && !syntax::is_statement(word))
            }
            _ => false,
        }
    }

    /// Collects pieces until the statement, or the bracket, ends. `false` after a mistake that ended it.
    pub(super) fn parse_items(
        &mut self,
        p: &mut Pieces,
        group: u16,
        close: Option<Tok>,
        has_body: bool,
    ) -> bool {
        loop {
            let span = self.cur.span;
            if p.len() > MAX_PIECES {
                self.too_many(span, "operands", MAX_PIECES);
                return false;
            }
            if let Some(close) = close {
                if self.cur.tok == close {
                    self.advance();
                    return true;
                }
                if !self.closable() {
                    let what = match close {
                        Tok::RParen => "`)`",
                        Tok::RBracket => "`]`",
                        _ => "`>`",
                    };
                    self.missing_close(what);
                    return true;
                }
            } else if !self.after_comma && self.ends_statement() {
                return true;
            }
            match self.cur.tok {
                Tok::Comma => self.advance(),
                Tok::Percent if group == OUTS || (p.assembly && p.values.len() < 2) => {
                    let name = self.percent_name();
                    let (value, pending) = self.use_or_pending(name, span);
                    if pending {
                        p.pending.push(p.values.len());
                    }
                    let operand = Operand { value, slot: NO_SLOT, span };
                    p.values.push(Item { operand, group, key: None, indexed: false });
                }
                Tok::Percent => {
                    let Some(operand) = self.parse_use() else { return false };
                    p.values.push(Item { operand, group, key: None, indexed: false });
                }
                Tok::Int | Tok::Float | Tok::Minus | Tok::Str => {
                    let Some(attr) = self.parse_literal() else { return self.give_up() };
                    let span = span.to_end(self.prev_end);
                    p.literals.push(Literal { attr, span, group, key: None, word: false });
                }
                // `%t!loc=vec`: a modifier of plain assembly, which repeats what the type says.
                Tok::Bang if span.start == self.prev_end && self.next_byte() == b'=' => {
                    if !self.modifier(p) {
                        return self.give_up();
                    }
                }
                Tok::At => self.symbol_piece(p, group),
                Tok::Hash if self.next_byte() == b'=' => {
                    // `#key=value` of plain assembly.
                    let name = self.module.symbols.intern(&self.word()[1..]);
                    self.advance();
                    self.advance();
                    let at = self.cur.span;
                    let Some(value) = self.parse_literal() else { return self.give_up() };
                    p.attrs.push(NamedAttr { name, value, span: at });
                }
                Tok::Hash => {
                    let Some(attr) = self.parse_literal() else { return self.give_up() };
                    let span = span.to_end(self.prev_end);
                    p.literals.push(Literal { attr, span, group, key: None, word: false });
                }
                Tok::Less if self.text[span.start as usize..].starts_with("<<<") => {
                    (0..3).for_each(|_| self.advance());
                    while !matches!(self.cur.tok, Tok::Greater | Tok::Eof | Tok::RBrace) {
                        if p.len() > MAX_PIECES {
                            self.too_many(span, "operands", MAX_PIECES);
                        }
                        match self.cur.tok {
                            Tok::Percent => {
                                let Some(operand) = self.parse_use() else { return false };
                                p.values.push(Item { operand, group, key: None, indexed: false });
                            }
                            Tok::Comma => self.advance(),
                            _ => {
                                let span = self.cur.span;
                                let Some(attr) = self.parse_literal() else {
                                    return self.give_up();
                                };
                                p.literals.push(Literal {
                                    attr,
                                    span,
                                    group,
                                    key: None,
                                    word: false,
                                });
                            }
                        }
                    }
                    (0..3).for_each(|_| {
                        self.eat(Tok::Greater);
                    });
                }
                Tok::Less => {
                    let Some(attr) = self.parse_literal() else { return self.give_up() };
                    let span = span.to_end(self.prev_end);
                    p.literals.push(Literal { attr, span, group, key: None, word: false });
                }
                Tok::LBracket => {
                    let (known, after) = (p.values.len(), p.values.last().map(|v| v.operand.span));
                    let indexes = after.is_some_and(|s| s.end == span.start);
                    self.advance();
                    if !self.nested_items(p, group, Tok::RBracket) {
                        return false;
                    }
                    p.values[known..].iter_mut().for_each(|v| v.indexed = indexes);
                }
                Tok::LParen => {
                    self.advance();
                    if !self.nested_items(p, group, Tok::RParen) {
                        return false;
                    }
                }
                Tok::LBrace if has_body && !self.at_attr_dict() => return true,
                Tok::LBrace => self.parse_attr_dict(&mut p.attrs),
                Tok::Colon => {
                    self.advance();
                    if !self.type_list(p, group) {
                        return self.give_up();
                    }
                }
                Tok::Arrow => {
                    self.advance();
                    if !self.result_type_list(p) {
                        return self.give_up();
                    }
                }
                Tok::Ident => {
                    if !self.word_piece(p, group) {
                        return self.give_up();
                    }
                }
                _ => {
                    if close.is_none() && self.cur.first_on_line {
                        return true;
                    }
                    self.expected("an operand, an attribute or a type");
                    return self.give_up();
                }
            }
        }
    }

    pub(super) fn nested_items(&mut self, p: &mut Pieces, group: u16, close: Tok) -> bool {
        if !self.enter() {
            return false;
        }
        let ok = self.parse_items(p, group, Some(close), false);
        self.leave();
        ok
    }

    fn give_up(&mut self) -> bool {
        self.recover();
        false
    }

    /// Whether an open bracket can still be closed here: the statement has not ended.
    fn closable(&self) -> bool {
        match self.cur.tok {
            Tok::Eof | Tok::RBrace | Tok::Caret => false,
            Tok::RParen | Tok::RBracket => false,
            Tok::Ident => {
                let word = self.word();
                let clause = matches!(word, "outs" | "ins") && self.next_byte() == b'(';
                let statement =
                    self.cur.first_on_line && !self.after_comma && self.is_op_name(word);
                !clause && !statement
            }
            Tok::Percent if self.cur.first_on_line => !matches!(self.peek().tok, Tok::Equal),
            _ => true,
        }
    }

    #[cold]
    fn missing_close(&mut self, what: &str) {
        let at = Span::new(self.prev_end.saturating_sub(1), self.prev_end).within(self.text);
        let mut d = Diagnostic::error(code::SYNTAX, at, format!("expected {what} after this"))
            .found(format!("{what} is missing here"));
        if self.cur.tok != Tok::Eof {
            let next: String = self.word().chars().take(40).collect();
            d = d.note(format!("the text goes on with `{next}`"));
        }
        d = d.fix(Span::new(self.prev_end, self.prev_end), what.trim_matches('`'));
        self.report(d);
    }

    /// Whether the current token starts something that is not part of this statement.
    fn ends_statement(&self) -> bool {
        match self.cur.tok {
            Tok::Eof | Tok::RBrace | Tok::Caret => true,
            Tok::Percent => self.prev_end > 0 && self.cur.first_on_line && self.at_results(),
            Tok::Ident => {
                let word = self.word();
                if matches!(word, "ins" | "outs") {
                    return false;
                }
                self.is_op_name(word)
                    && (self.cur.first_on_line || word.contains('.') || word == "return")
            }
            Tok::Str => self.cur.first_on_line && self.peek().tok == Tok::LParen,
            _ => false,
        }
    }

    /// `!loc=vec` after an operand: read, and compared with the operand's memory.
    fn modifier(&mut self, p: &Pieces) -> bool {
        let (name, at) = (self.word(), self.cur.span);
        self.advance();
        self.advance();
        let value = self.word();
        if self.cur.tok != Tok::Ident {
            self.expected("a word");
            return false;
        }
        let at = at.to_end(self.cur.span.end);
        self.advance();
        let space = p.values.last().and_then(|v| self.module.type_of(v.operand.value)?.space());
        if let (true, Some(space)) = (name == "!loc", space)
            && pto_isa::Space::parse(value) != Some(space)
        {
            self.report(
                Diagnostic::error(
                    code::TYPE_MISMATCH,
                    at,
                    format!("the operand is not in `{value}`"),
                )
                .found(format!("its type says `{space}`")),
            );
        }
        true
    }

    /// Whether names of results stand here: `%a =`, `%a, %b =`, `%a:2 =`, and not operands on a line of their own.
    pub(super) fn at_results(&self) -> bool {
        let mut ahead = self.lexer.clone();
        // No instruction has more results than fit here.
        for _ in 0..64 {
            match ahead.next_token().tok {
                Tok::Percent | Tok::Comma | Tok::Colon | Tok::Int => {}
                other => return other == Tok::Equal,
            }
        }
        false
    }

    /// `@f`, or the manual's `@tile(0x1000)`, which is just its address.
    fn symbol_piece(&mut self, p: &mut Pieces, group: u16) {
        let span = self.cur.span;
        if self.word() == "@tile" && self.next_byte() == b'(' {
            self.advance();
            self.advance();
            let at = self.cur.span;
            if let Some(attr) = self.parse_literal() {
                p.literals.push(Literal { attr, span: at, group, key: None, word: false });
            }
            self.expect(Tok::RParen, "`)`");
        } else if let Some(attr) = self.parse_literal() {
            p.literals.push(Literal { attr, span, group, key: None, word: false });
        }
    }

    /// A word: clause, key, flag.
    fn word_piece(&mut self, p: &mut Pieces, group: u16) -> bool {
        let span = self.cur.span;
        let word = self.word();
        let next = if self.next_byte() == b'(' { Tok::LParen } else { self.peek().tok };
        match (word, next) {
            ("loc", Tok::LParen) => self.skip_location(),
            ("ins", Tok::LParen) => {
                self.advance();
                self.advance();
                p.has_ins = true;
                return self.nested_items(p, INS, Tok::RParen);
            }
            ("outs", Tok::LParen) => {
                self.advance();
                self.advance();
                p.has_outs = true;
                return self.nested_items(p, OUTS, Tok::RParen);
            }
            ("events", Tok::LParen) if group == TOP => {
                self.advance();
                self.advance();
                return self.event_list(p);
            }
            // `outs : T`: the type of a result.
            ("outs", Tok::Colon) => {
                self.advance();
                self.advance();
                return self.result_type_list(p);
            }
            ("to" | "into", _) if !p.types.is_empty() => {
                self.advance();
                return self.result_type_list(p);
            }
            ("true" | "false", _) => {
                self.advance();
                let attr = self.module.attrs.intern(Attr::Bool(word == "true"));
                p.literals.push(Literal { attr, span, group, key: None, word: false });
            }
            (_, Tok::LParen) => {
                self.advance();
                self.advance();
                p.clauses.push(span);
                let clause = CLAUSES + (p.clauses.len() - 1).min(1000) as u16;
                return self.nested_items(p, clause, Tok::RParen);
            }
            (_, Tok::Equal) => {
                self.advance();
                self.advance();
                return self.keyed_piece(p, group, span);
            }
            // `key [a, b]`, and `fp %x` inside `ins(...)`.
            (_, Tok::LBracket) => {
                self.advance();
                return self.keyed_piece(p, group, span);
            }
            (_, Tok::Percent) if group == INS => {
                self.advance();
                return self.keyed_piece(p, group, span);
            }
            // `offset: [0]` of memref operations.
            (_, Tok::Colon) if self.colon_then_bracket() => {
                self.advance();
                self.advance();
                return self.keyed_piece(p, group, span);
            }
            _ => {
                self.advance();
                let attr = self.module.attrs.intern(Attr::Word(word.into()));
                p.literals.push(Literal { attr, span, group, key: None, word: true });
            }
        }
        true
    }

    fn colon_then_bracket(&self) -> bool {
        let mut ahead = self.lexer.clone();
        ahead.next_token();
        ahead.next_token().tok == Tok::LBracket
    }

    /// What follows `key =` or `key [`: a value, a list, or a literal.
    fn keyed_piece(&mut self, p: &mut Pieces, group: u16, key: Span) -> bool {
        let key = Some(key);
        match self.cur.tok {
            Tok::Percent => {
                let Some(operand) = self.parse_use() else { return false };
                p.values.push(Item { operand, group, key, indexed: false });
            }
            Tok::LBracket => {
                let (from_value, from_literal) = (p.values.len(), p.literals.len());
                self.advance();
                if !self.nested_items(p, group, Tok::RBracket) {
                    return false;
                }
                p.values[from_value..].iter_mut().for_each(|v| v.key = key);
                p.literals[from_literal..].iter_mut().for_each(|l| l.key = key);
                if p.values.len() == from_value && p.literals.len() > from_literal {
                    // A list of literals is one array attribute.
                    let list: Box<[AttrId]> =
                        p.literals[from_literal..].iter().map(|l| l.attr).collect();
                    let first = p.literals[from_literal];
                    let span = Span::new(first.span.start, self.prev_end);
                    p.literals.truncate(from_literal);
                    let attr = self.module.attrs.intern(Attr::Array(list));
                    p.literals.push(Literal { attr, span, group, key, word: false });
                }
            }
            _ => {
                let span = self.cur.span;
                let Some(attr) = self.parse_literal() else { return false };
                let span = span.to_end(self.prev_end);
                p.literals.push(Literal { attr, span, group, key, word: false });
            }
        }
        true
    }
}

impl Span {
    /// Up to `end`, if that lies after the start.
    pub(super) fn to_end(self, end: u32) -> Span {
        Span::new(self.start, end.max(self.end))
    }
}
