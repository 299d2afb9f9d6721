//! `events([<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>], ...)`: what an instruction waits for, as trailing arguments of C++ say it.
//!
//! Each bracket is read as the wait that stands before the instruction: `wait_flag` with pipes, `wait_event` with classes
//! of operations, `wait_flag_dyn` with an id that is a value.

use super::instruction::{Pieces, TOP};
use super::{Parser, ResultNames};
use crate::lexer::Tok;
use crate::module::{BlockId, SyntaxForm};
use pto_isa::OpId;
use pto_isa::args::AttrValue;
use pto_isa::ops::{find_id, sync};

impl Parser<'_> {
    /// The brackets, up to the closing parenthesis. `false` after a mistake that ended the statement.
    pub(super) fn event_list(&mut self, p: &mut Pieces) -> bool {
        loop {
            let start = self.cur.span;
            if !self.eat(Tok::LBracket) {
                self.expected("`[`, as in `events([<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>])`");
                self.recover();
                return false;
            }
            let mut event = Pieces::default();
            if !self.nested_items(&mut event, TOP, Tok::RBracket) {
                return false;
            }
            p.events.push((event, start.to_end(self.prev_end)));
            match self.cur.tok {
                Tok::Comma => self.advance(),
                Tok::RParen => {
                    self.advance();
                    return true;
                }
                _ => {
                    self.expected("`,` or `)`");
                    self.recover();
                    return false;
                }
            }
        }
    }

    /// The waits, before the instruction.
    pub(super) fn wait_for_events(&mut self, block: BlockId, p: &mut Pieces) {
        for (mut event, span) in std::mem::take(&mut p.events) {
            let Some(op) = self.wait_of(&event) else { continue };
            self.bind(block, &ResultNames::default(), span, span, op, SyntaxForm::Ssa, &mut event);
        }
    }

    fn wait_of(&self, event: &Pieces) -> Option<OpId> {
        let is_pipe = event.literals.first().is_some_and(|first| {
            let word = self.module.attrs.get(first.attr).for_rules();
            matches!(word, AttrValue::Word(w) if w.starts_with("PIPE_"))
        });
        let wait = match (event.values.is_empty(), is_pipe) {
            (false, _) => &sync::wait_flag_dyn,
            (true, true) => &sync::wait_flag,
            (true, false) => &sync::wait_event,
        };
        find_id(wait.name)
    }
}
