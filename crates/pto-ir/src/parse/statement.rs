//! A statement: the names of its results, and which kind of operation follows.

use super::common_value::is_common_value;
use super::{Parser, foreign, instruction, not_read};
use crate::diag::Diagnostic;
use crate::dialect::{Dialect, DialectOp};
use crate::lexer::Tok;
use crate::module::*;
use crate::span::Span;
use pto_isa::{code, ops};

/// The names on the left of `=`.
#[derive(Default)]
pub(crate) struct ResultNames {
    pub(super) names: smallvec::SmallVec<[(Sym, Span); 2]>,
}

impl Parser<'_> {
    /// The statements of a block, up to `}`, a label or the end.
    pub(super) fn parse_block_body(&mut self, block: BlockId) {
        while !matches!(self.cur.tok, Tok::RBrace | Tok::Eof | Tok::Caret) {
            self.parse_statement(block);
        }
    }

    /// One statement. Always moves forward.
    pub(super) fn parse_statement(&mut self, block: BlockId) {
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
    pub(super) fn recover_after(&mut self, at: u32) {
        if self.cur.span.start == at {
            self.advance();
        }
        self.recover();
    }

    /// `%a, %b:2 =`
    pub(super) fn parse_results(&mut self, results: &mut ResultNames) -> bool {
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

    pub(super) fn parse_named(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let word = self.word();
        let name_span = self.cur.span;
        if let Some(name) = word.strip_prefix("pto.") {
            match ops::find_id(name) {
                Some(op) => {
                    let def = op.def();
                    if name != def.printed_name() && name != def.name {
                        self.old_spelling(word, name_span);
                    }
                    self.parse_instruction(block, results, start, op, SyntaxForm::Ssa);
                }
                None if is_common_value(name) => {
                    self.parse_common_value(block, results, start, word);
                }
                None => self.unknown_instruction(block, results, start, word),
            }
            return;
        }
        if let Some(op) = DialectOp::parse(word) {
            self.parse_foreign(op, block, results, start);
            return;
        }
        if !foreign::is_foreign(word) {
            let lower = word.to_ascii_lowercase();
            if let Some(op) = ops::find_id(&lower) {
                self.parse_instruction(block, results, start, op, SyntaxForm::Asm);
                return;
            }
            if !word.contains('.') {
                let near = ops::nearest(&lower).or_else(|| DialectOp::nearest(word));
                let mut d = Diagnostic::error(
                    code::UNKNOWN_OP,
                    name_span,
                    format!("there is no instruction `{word}`"),
                );
                if word == "pto" {
                    d = d.help("a dot joins `pto` and the name of an instruction: `pto.tadd`");
                } else if let Some(near) = near {
                    d = d.help(format!("did you mean `{near}`?")).fix(name_span, near);
                }
                self.report(d);
                self.poison_results(block, &results);
                self.recover_after(start.start);
                return;
            }
        }
        if let Some(near) = DialectOp::nearest(word) {
            // Without its own syntax, control flow cannot be read.
            let structure = matches!(
                Dialect::of_name(near),
                Some(Dialect::Scf | Dialect::Cf | Dialect::Func) | None
            );
            let message = format!("nothing is known of `{word}`");
            let d = match structure {
                true => Diagnostic::error(code::UNKNOWN_OP, name_span, message),
                false => Diagnostic::warning(code::UNKNOWN_OP, name_span, message),
            };
            self.report(d.help(format!("did you mean `{near}`?")).fix(name_span, near));
            if structure {
                self.poison_results(block, &results);
                self.pass_over();
                return;
            }
        }
        let op = DialectOp::intern(word, &mut self.module.symbols);
        self.parse_foreign(op, block, results, start);
    }

    /// Passes over a statement with its bodies.
    #[cold]
    fn pass_over(&mut self) {
        let mut depth = 0;
        loop {
            match self.cur.tok {
                Tok::Eof => return,
                Tok::RBrace if depth == 0 => return,
                Tok::LBrace => depth += 1,
                Tok::RBrace => depth -= 1,
                _ => {}
            }
            self.advance();
            if depth == 0 && self.cur.first_on_line {
                return;
            }
        }
    }

    #[cold]
    pub(super) fn unknown_instruction(
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
        if let Some((why, instead)) = not_read::reason(name) {
            d = d.note(format!("the name is known, and not read: {why}")).help(instead);
        } else if let Some(near) = ops::nearest(name) {
            d = d.help(format!("did you mean `pto.{near}`?")).fix(span, format!("pto.{near}"));
        }
        self.report(d);
        self.poison_results(block, &results);
        self.recover_after(start.start);
    }

    /// Defines the results of a statement that could not be read, so that their uses are not errors too.
    pub(super) fn poison_results(&mut self, _block: BlockId, results: &ResultNames) {
        for &(name, span) in &results.names {
            let v =
                self.new_value(Value { ty: None, name, slot: NO_SLOT, def: Def::Missing, span });
            let before = self.set_scope(name, Some(v));
            self.undo.push((name, before));
        }
    }
}
