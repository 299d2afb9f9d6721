//! Going through the tokens: looking at them, asking for them, saying what is wrong, going on after a mistake.

use super::{MAX_DEPTH, Parser};
use crate::diag::{Diagnostic, Severity};
use crate::dialect::{Dialect, DialectOp};
use crate::lexer::{Tok, Token};
use crate::span::Span;
use pto_isa::{code, ops};

/// Reading stops after this many mistakes.
const MAX_ERRORS: usize = 500;
/// Longer messages (a name of a megabyte) are cut.
const MAX_MESSAGE_BYTES: usize = 1000;

/// Shortens a runaway message.
fn cut(text: &mut String) {
    if text.len() > MAX_MESSAGE_BYTES {
        text.truncate(text.floor_char_boundary(MAX_MESSAGE_BYTES));
        text.push_str("...");
    }
}

impl<'a> Parser<'a> {
    pub(super) fn advance(&mut self) {
        self.prev_end = self.cur.span.end;
        self.advance_keeping_prev();
    }

    pub(super) fn advance_keeping_prev(&mut self) {
        self.after_comma = self.cur.tok == Tok::Comma;
        self.cur = if self.stopped {
            let end = self.text.len() as u32;
            Token { tok: Tok::Eof, span: Span::new(end, end), first_on_line: true }
        } else {
            self.lexer.next_token()
        };
    }

    pub(super) fn eat(&mut self, tok: Tok) -> bool {
        let hit = self.cur.tok == tok;
        if hit {
            self.advance();
        }
        hit
    }

    pub(super) fn word(&self) -> &'a str {
        self.cur.span.of(self.text)
    }

    /// The byte right after the current token.
    pub(super) fn next_byte(&self) -> u8 {
        self.text.as_bytes().get(self.cur.span.end as usize).copied().unwrap_or(0)
    }

    /// The token after the current one.
    pub(super) fn peek(&self) -> Token {
        self.lexer.clone().next_token()
    }

    pub(super) fn peek_is_word(&self, word: &str) -> bool {
        let t = self.peek();
        t.tok == Tok::Ident && t.span.of(self.text) == word
    }

    #[cold]
    pub(super) fn report(&mut self, mut d: Diagnostic) {
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
    pub(super) fn too_many(&mut self, span: Span, what: &str, most: usize) {
        let message = format!("more than {most} {what} at once; the rest is not read");
        self.report(Diagnostic::error(code::SYNTAX, span, message));
        self.stopped = true;
        self.advance();
    }

    /// Notes an old spelling, each once: machine-readable reports list them.
    #[cold]
    pub(super) fn old_spelling(&mut self, what: &str, span: Span) {
        if self.noted.insert(what.to_string()) {
            let message = format!("`{what}` is an older spelling");
            let mut d = Diagnostic::warning(code::OLD_SPELLING, span, message);
            d.severity = Severity::Note;
            self.report(d);
        }
    }

    #[cold]
    pub(super) fn expected(&mut self, what: &str) {
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
    pub(super) fn expect(&mut self, tok: Tok, what: &str) -> bool {
        let hit = self.eat(tok);
        if !hit {
            self.expected(what);
        }
        hit
    }

    pub(super) fn enter(&mut self) -> bool {
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

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Whether a statement starts at the current token.
    pub(super) fn at_statement(&self) -> bool {
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
    pub(super) fn is_op_name(&self, word: &str) -> bool {
        match word.split_once('.') {
            Some((dialect, rest)) => {
                dialect == "pto"
                    || (!rest.is_empty() && Dialect::parse(dialect).is_some())
                    || (self.cur.first_on_line && ops::find_id(word).is_some())
            }
            None => {
                DialectOp::is_short_name(word)
                    || (self.cur.first_on_line
                        && ops::find_id(&word.to_ascii_lowercase()).is_some())
            }
        }
    }

    /// After a mistake: on to the next statement.
    pub(super) fn recover(&mut self) {
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
    pub(super) fn skip_balanced(&mut self) {
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
}
