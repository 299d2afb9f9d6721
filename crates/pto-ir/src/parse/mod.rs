//! Text to module. Reading never fails: mistakes are reported and reading goes on.

mod annotate;
mod assign;
mod attrs;
mod bind;
mod clause;
mod foreign;
mod generic;
mod instruction;
mod literal;
mod region;
mod scf;
mod scope;
mod type_text;
mod types;

pub(crate) use assign::{assign, assign_results, dps_slots, implied_type, kind_ok, plain_slots};
pub(crate) use bind::{Slots, count_problem, kind_accepts, kind_problem};
pub(crate) use clause::{collect_slots, find_key};
pub(crate) use instruction::MAX_PIECES;
pub(crate) use literal::{MAX_LIST, attrs_of_clause, word_attr};
pub(crate) use types::is_type_word;

use crate::diag::Diagnostic;
use crate::intern::Attr;
use crate::lexer::{Lexer, Tok, Token};
use crate::module::*;
use crate::span::Span;
use pto_isa::{Type, code, ops};
use rustc_hash::FxHashMap;

/// Regions, types and attributes nested deeper than this are refused.
pub(crate) const MAX_DEPTH: u32 = 200;
/// Reading stops after so many mistakes.
const MAX_ERRORS: usize = 500;
/// Longer messages (a name of a megabyte) are cut.
const MAX_MESSAGE_BYTES: usize = 1000;

/// Reads a program. The module holds everything that could be read; the diagnostics say what could not.
///
/// ```
/// let text = "module { func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) { return } }";
/// let (module, diagnostics) = pto_ir::parse(text);
/// assert!(diagnostics.is_empty());
/// assert_eq!(module.top().count(), 1);
/// ```
pub fn parse(text: &str) -> (Module, Vec<Diagnostic>) {
    if text.len() > u32::MAX as usize / 2 {
        let d = Diagnostic::error(code::NOT_TEXT, Span::default(), "the file is larger than 2 GiB");
        return (Module::default(), vec![d]);
    }
    let mut parser = Parser::new(text);
    parser.parse_file();
    (parser.module, parser.diagnostics)
}

/// Like [`parse`], with the spelling each type has in the text: its alias, or how it was first written.
pub(crate) fn parse_spelled(text: &str) -> (Module, Vec<Diagnostic>, FxHashMap<TypeId, String>) {
    if text.len() > u32::MAX as usize / 2 {
        let (module, diagnostics) = parse(text);
        return (module, diagnostics, FxHashMap::default());
    }
    let mut parser = Parser::new(text);
    parser.parse_file();
    let mut found: Vec<(usize, &str, TypeId)> = parser
        .type_cache
        .iter()
        .filter_map(|(t, id)| Some((t.as_ptr().addr(), *t, (*id)?)))
        .collect();
    found.sort_unstable();
    let mut spellings = FxHashMap::default();
    for (_, spelling, id) in found {
        spellings.entry(id).or_insert_with(|| spelling.to_string());
    }
    let mut aliases: Vec<_> = parser.type_aliases.iter().collect();
    aliases.sort_unstable();
    for (name, id) in aliases {
        spellings.insert(*id, format!("!{name}"));
    }
    (parser.module, parser.diagnostics, spellings)
}

/// Whether the text of a type reads as that type.
pub(crate) fn reads_as_type(ty: &Type) -> bool {
    let text = ty.to_string();
    let mut parser = Parser::new(&text);
    let read = parser.parse_type();
    parser.diagnostics.is_empty()
        && parser.cur.tok == Tok::Eof
        && read.is_some_and(|t| parser.module.types.get(t) == ty)
}

/// Whether a text reads as an attribute that holds no types.
pub(crate) fn reads_as_attr(text: &str, attr: &Attr) -> bool {
    let mut parser = Parser::new(text);
    let read = parser.parse_attr();
    parser.diagnostics.is_empty()
        && parser.cur.tok == Tok::Eof
        && read.is_some_and(|a| parser.module.attrs.get(a) == attr)
}

pub(crate) struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    cur: Token,
    prev_end: u32,
    /// Whether the token before the current one was a comma.
    after_comma: bool,
    module: Module,
    diagnostics: Vec<Diagnostic>,
    stopped: bool,
    depth: u32,
    /// The value each name stands for here.
    scope: Vec<Option<ValueId>>,
    /// What to restore when a scope ends.
    undo: Vec<(Sym, Option<ValueId>)>,
    type_cache: FxHashMap<&'a str, Option<TypeId>>,
    /// The last types that were read, and which of them to forget next.
    recent_types: [(&'a str, Option<TypeId>); 4],
    next_recent: usize,
    type_aliases: FxHashMap<&'a str, TypeId>,
    attr_aliases: FxHashMap<&'a str, AttrId>,
    /// Blocks of the regions being read, by label.
    labels: Vec<FxHashMap<Sym, (BlockId, Span, bool)>>,
    pieces: instruction::Pieces,
    /// Warnings and notes so far.
    remarks: usize,
    /// Results named by `%x:2` so far.
    grouped: usize,
    /// Old spellings that were noted already.
    noted: rustc_hash::FxHashSet<String>,
}

/// Shortens a runaway message.
fn cut(text: &mut String) {
    if text.len() > MAX_MESSAGE_BYTES {
        text.truncate(text.floor_char_boundary(MAX_MESSAGE_BYTES));
        text.push_str("...");
    }
}

/// The names on the left of `=`.
#[derive(Default)]
pub(crate) struct ResultNames {
    names: smallvec::SmallVec<[(Sym, Span); 2]>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let mut lexer = Lexer::new(text);
        let cur = lexer.next_token();
        Parser {
            text,
            lexer,
            cur,
            prev_end: 0,
            after_comma: false,
            module: Module::for_text(text.len()),
            diagnostics: Vec::new(),
            stopped: false,
            depth: 0,
            scope: Vec::new(),
            undo: Vec::new(),
            type_cache: FxHashMap::default(),
            recent_types: [("", None); 4],
            next_recent: 0,
            type_aliases: FxHashMap::default(),
            attr_aliases: FxHashMap::default(),
            labels: Vec::new(),
            pieces: instruction::Pieces::default(),
            remarks: 0,
            grouped: 0,
            noted: rustc_hash::FxHashSet::default(),
        }
    }

    fn advance(&mut self) {
        self.prev_end = self.cur.span.end;
        self.advance_keeping_prev();
    }

    fn advance_keeping_prev(&mut self) {
        self.after_comma = self.cur.tok == Tok::Comma;
        self.cur = if self.stopped {
            let end = self.text.len() as u32;
            Token { tok: Tok::Eof, span: Span::new(end, end), first_on_line: true }
        } else {
            self.lexer.next_token()
        };
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let hit = self.cur.tok == tok;
        if hit {
            self.advance();
        }
        hit
    }

    fn word(&self) -> &'a str {
        self.cur.span.of(self.text)
    }

    /// The byte right after the current token.
    fn next_byte(&self) -> u8 {
        self.text.as_bytes().get(self.cur.span.end as usize).copied().unwrap_or(0)
    }

    /// The token after the current one.
    fn peek(&self) -> Token {
        self.lexer.clone().next_token()
    }

    fn peek_is_word(&self, word: &str) -> bool {
        let t = self.peek();
        t.tok == Tok::Ident && t.span.of(self.text) == word
    }

    #[cold]
    fn report(&mut self, mut d: Diagnostic) {
        if self.stopped {
            return;
        }
        if !d.is_error() {
            self.remarks += 1;
            if self.remarks > MAX_ERRORS {
                return;
            }
        }
        cut(&mut d.message);
        cut(&mut d.primary.text);
        d.others.iter_mut().for_each(|l| cut(&mut l.text));
        self.diagnostics.push(d);
        if self.diagnostics.len() - self.remarks.min(MAX_ERRORS) >= MAX_ERRORS {
            let span = self.cur.span;
            let message = format!("more than {MAX_ERRORS} mistakes; the rest is not read");
            self.diagnostics.push(Diagnostic::error(code::SYNTAX, span, message));
            self.stopped = true;
        }
    }

    /// Refuses a list that no program needs. Reading stops: what follows is more of it.
    #[cold]
    fn too_many(&mut self, span: Span, what: &str, most: usize) {
        let message = format!("more than {most} {what} at once; the rest is not read");
        self.report(Diagnostic::error(code::SYNTAX, span, message));
        self.stopped = true;
        self.advance();
    }

    /// Notes an old spelling, each once: machine-readable reports list them.
    #[cold]
    fn old_spelling(&mut self, what: &str, span: Span) {
        if self.noted.insert(what.to_string()) {
            let message = format!("`{what}` is an older spelling");
            let mut d = Diagnostic::warning(code::OLD_SPELLING, span, message);
            d.severity = crate::diag::Severity::Note;
            self.report(d);
        }
    }

    #[cold]
    fn expected(&mut self, what: &str) {
        let span = self.cur.span;
        let found = match self.cur.tok {
            Tok::Eof => "the end of the file".to_string(),
            Tok::OpenStr => "a string without its closing quote".to_string(),
            _ => {
                let text: String = self.word().chars().take(40).collect();
                format!("`{text}`")
            }
        };
        let code = if self.cur.tok == Tok::OpenStr { code::UNCLOSED } else { code::SYNTAX };
        self.report(
            Diagnostic::error(code, span, format!("expected {what}, found {found}"))
                .found(format!("expected {what}")),
        );
    }

    /// Consumes `tok` or reports that it is missing.
    fn expect(&mut self, tok: Tok, what: &str) -> bool {
        let hit = self.eat(tok);
        if !hit {
            self.expected(what);
        }
        hit
    }

    fn enter(&mut self) -> bool {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.depth -= 1;
            let span = self.cur.span;
            self.report(Diagnostic::error(
                code::TOO_DEEP,
                span,
                format!("nested deeper than {MAX_DEPTH} levels"),
            ));
            // Unwinding token by token would repeat this at every level.
            self.stopped = true;
            self.advance();
            return false;
        }
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Whether a statement starts at the current token.
    fn at_statement(&self) -> bool {
        match self.cur.tok {
            Tok::Percent => matches!(self.peek().tok, Tok::Equal | Tok::Comma | Tok::Colon),
            Tok::Ident => self.is_op_name(self.word()),
            Tok::Str => self.peek().tok == Tok::LParen,
            Tok::Caret | Tok::RBrace | Tok::Eof => true,
            Tok::Hash | Tok::Bang => self.depth == 0 && self.peek().tok == Tok::Equal,
            _ => false,
        }
    }

    /// Names that start an operation. Instructions may leave out `pto.` at the start of a line.
    fn is_op_name(&self, word: &str) -> bool {
        match word.split_once('.') {
            Some((dialect, rest)) => {
                dialect == "pto"
                    || (!rest.is_empty() && foreign::DIALECTS.contains(&dialect))
                    || (self.cur.first_on_line && ops::find_id(word).is_some())
            }
            None => {
                matches!(word, "module" | "func" | "return" | "call")
                    || (self.cur.first_on_line
                        && ops::find_id(&word.to_ascii_lowercase()).is_some())
            }
        }
    }

    /// After a mistake: on to the next statement.
    fn recover(&mut self) {
        loop {
            if matches!(self.cur.tok, Tok::Eof | Tok::RBrace) {
                return;
            }
            if self.cur.first_on_line && self.at_statement() {
                return;
            }
            self.lexer.skip_plain();
            self.advance();
        }
    }

    /// From an opening bracket past its match.
    fn skip_balanced(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.cur.tok {
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.saturating_sub(1),
                Tok::Eof => return,
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    fn new_value(&mut self, v: Value) -> ValueId {
        self.module.values.push(v);
        ValueId(self.module.values.len() as u32 - 1)
    }

    fn parse_file(&mut self) {
        let top = self.new_region(None);
        let block = self.new_block(top, None);
        self.module.regions[top.index()].blocks.push(block);
        self.labels.push(FxHashMap::default());
        while self.cur.tok != Tok::Eof {
            match self.cur.tok {
                Tok::Hash | Tok::Bang if self.peek().tok == Tok::Equal => self.parse_alias(),
                Tok::RBrace => {
                    let span = self.cur.span;
                    self.report(
                        Diagnostic::error(code::SYNTAX, span, "this `}` closes nothing")
                            .found("unexpected `}`"),
                    );
                    self.advance();
                }
                Tok::Ident if self.word() == "loc" && self.next_byte() == b'(' => {
                    self.skip_location();
                }
                _ => self.parse_statement(block),
            }
        }
        self.labels.pop();
    }

    fn parse_alias(&mut self) {
        let (tok, span) = (self.cur.tok, self.cur.span);
        let name = &self.word()[1..];
        self.advance();
        self.advance();
        let mut small = true;
        if tok == Tok::Bang {
            if let Some(ty) = self.parse_type() {
                small = types::is_small_type(self.module.types.get(ty));
                if small {
                    self.type_aliases.insert(name, ty);
                }
            }
        } else if self.cur.tok == Tok::Ident && self.word() == "loc" {
            self.skip_location();
        } else if let Some(attr) = self.parse_attr() {
            small = self.is_small_attr(attr);
            if small {
                self.attr_aliases.insert(name, attr);
            }
        }
        if !small {
            let d = Diagnostic::error(code::SYNTAX, span, "this alias stands for too much");
            self.report(d.help("write it out where it is used"));
        }
    }

    /// The statements of a block, up to `}`, a label or the end.
    fn parse_block_body(&mut self, block: BlockId) {
        while !matches!(self.cur.tok, Tok::RBrace | Tok::Eof | Tok::Caret) {
            self.parse_statement(block);
        }
    }

    /// One statement. Always moves forward.
    fn parse_statement(&mut self, block: BlockId) {
        let at = self.cur.span.start;
        let start = self.cur.span;
        // `label:` of plain assembly.
        if self.cur.tok == Tok::Ident && self.next_byte() == b':' && !self.is_op_name(self.word()) {
            self.advance();
            self.advance();
        }
        let mut results = ResultNames::default();
        if self.cur.tok == Tok::Percent && !self.parse_results(&mut results) {
            self.recover_after(at);
            return;
        }
        match self.cur.tok {
            Tok::Str => self.parse_generic(block, results, start),
            Tok::Ident => self.parse_named(block, results, start),
            _ => {
                self.expected("an instruction");
                self.recover_after(at);
            }
        }
        if self.cur.span.start == at && self.cur.tok != Tok::Eof {
            self.advance();
        }
    }

    /// Like [`Self::recover`], but never stays where a statement began.
    fn recover_after(&mut self, at: u32) {
        if self.cur.span.start == at {
            self.advance();
        }
        self.recover();
    }

    /// `%a, %b:2 =`
    fn parse_results(&mut self, results: &mut ResultNames) -> bool {
        loop {
            if self.cur.tok != Tok::Percent {
                self.expected("a value name");
                return false;
            }
            let span = self.cur.span;
            let text = &self.word()[1..];
            self.advance();
            if self.cur.tok == Tok::Colon {
                self.advance();
                let count: usize = self.word().parse().unwrap_or(0);
                // Every result has its type somewhere in the text.
                self.grouped = self.grouped.saturating_add(count);
                let too_many = self.grouped > self.text.len() || count > 1000;
                if self.cur.tok != Tok::Int || count == 0 || too_many {
                    self.expected("a number of results");
                    return false;
                }
                self.advance();
                for i in 0..count {
                    let name = self.module.symbols.intern(&format!("{text}#{i}"));
                    results.names.push((name, span));
                }
            } else {
                let name = self.module.symbols.intern(text);
                results.names.push((name, span));
            }
            if results.names.len() > instruction::MAX_PIECES {
                self.too_many(span, "results", instruction::MAX_PIECES);
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Equal, "`=`")
    }

    fn parse_named(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let word = self.word();
        let name_span = self.cur.span;
        if let Some(name) = word.strip_prefix("pto.") {
            match ops::find_id(name) {
                Some(op) => {
                    let def = op.def();
                    if name != def.printed_name() && name != def.name {
                        self.old_spelling(word, name_span);
                    }
                    self.parse_instruction(block, results, start, op, Written::Ssa);
                }
                None => self.unknown_instruction(block, results, start, word),
            }
            return;
        }
        if !word.contains('.') || !foreign::is_foreign(word) {
            let lower = word.to_ascii_lowercase();
            if !foreign::is_foreign(word)
                && let Some(op) = ops::find_id(&lower)
            {
                self.parse_instruction(block, results, start, op, Written::Asm);
                return;
            }
            if !foreign::is_foreign(word) && !word.contains('.') {
                let near = ops::nearest(&lower);
                let mut d = Diagnostic::error(
                    code::UNKNOWN_OP,
                    name_span,
                    format!("there is no instruction `{word}`"),
                );
                if let Some(near) = near {
                    d = d.help(format!("did you mean `{near}`?")).fix(name_span, near);
                }
                self.report(d);
                self.poison_results(block, &results);
                self.recover_after(start.start);
                return;
            }
        }
        self.parse_foreign(block, results, start);
    }

    #[cold]
    fn unknown_instruction(
        &mut self,
        block: BlockId,
        results: ResultNames,
        start: Span,
        word: &str,
    ) {
        let span = self.cur.span;
        let name = &word[4..];
        let mut d =
            Diagnostic::error(code::UNKNOWN_OP, span, format!("there is no instruction `{word}`"))
                .found("unknown instruction");
        if let Some(near) = ops::nearest(name) {
            d = d.help(format!("did you mean `pto.{near}`?")).fix(span, format!("pto.{near}"));
        }
        self.report(d);
        self.poison_results(block, &results);
        self.recover_after(start.start);
    }

    /// Defines the results of a statement that could not be read, so that their uses are not errors too.
    fn poison_results(&mut self, _block: BlockId, results: &ResultNames) {
        for &(name, span) in &results.names {
            let v =
                self.new_value(Value { ty: None, name, slot: NO_SLOT, def: Def::Missing, span });
            let before = self.set_scope(name, Some(v));
            self.undo.push((name, before));
        }
    }

    /// Puts operands into the pool.
    fn push_operands(&mut self, operands: impl IntoIterator<Item = Operand>) -> Run {
        let pool = &mut self.module.operand_pool;
        let start = pool.len();
        pool.extend(operands);
        Run { start: start as u32, len: (pool.len() - start) as u32 }
    }

    /// Appends an operation to a block and binds its results.
    #[allow(clippy::too_many_arguments)]
    fn push_node(
        &mut self,
        block: BlockId,
        name: OpName,
        written: Written,
        name_span: Span,
        start: Span,
        operands: Run,
        attrs: &[NamedAttr],
        results: &ResultNames,
        result_types: &[(Option<TypeId>, u8)],
    ) -> NodeId {
        let m = &mut self.module;
        let from = m.attr_pool.len();
        m.attr_pool.extend_from_slice(attrs);
        let attrs = Run { start: from as u32, len: attrs.len() as u32 };
        let id = NodeId(m.nodes.len() as u32);
        let first_result = m.values.len();
        let span = Span::new(start.start, self.prev_end.max(name_span.end));
        m.nodes.push(Node {
            name,
            written,
            operands,
            results: Run { start: first_result as u32, len: result_types.len() as u32 },
            attrs,
            regions: Run::default(),
            successors: Run::default(),
            parent: block,
            name_span,
            span,
        });
        m.blocks[block.index()].ops.push(id);
        for (i, &(ty, slot)) in result_types.iter().enumerate() {
            let (name, span) =
                results.names.get(i).copied().unwrap_or((self.anonymous(), name_span));
            self.module.values.push(Value { ty, name, slot, def: Def::Result(id), span });
        }
        for i in 0..results.names.len().min(result_types.len()) {
            let (name, span) = results.names[i];
            self.define(name, ValueId((first_result + i) as u32), span);
        }
        id
    }

    fn anonymous(&mut self) -> Sym {
        self.module.symbols.intern("")
    }

    /// Sets the end of an operation after its regions were read.
    fn finish_node(&mut self, id: NodeId) {
        let end = self.prev_end;
        let node = &mut self.module.nodes[id.index()];
        node.span.end = node.span.end.max(end);
    }

    fn type_text(&self, ty: TypeId) -> String {
        self.module.types.get(ty).to_string()
    }
}
