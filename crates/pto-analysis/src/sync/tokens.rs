//! Signals of the program's own, as far as they can be followed: who left them, and what that says.
//!
//! In a body, a wait takes what the last signal before it left. A wait without one takes it from before the body,
//! or from the iteration before; a signal without a wait stays for what comes after. Whatever is not sure says nothing:
//! then the tool orders once more than needed.

use super::block_scan::BlockScan;
use super::summary::EffectSummary;
use crate::last_access::{Clock, PIPES, join};
use crate::user_sync::{Token, UserSync};
use pto_isa::few::FewMap;

/// What one signal says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signal {
    /// Who left it.
    from: usize,
    /// What that pipe knew, and when it signalled.
    row: [u32; PIPES],
}

/// The signals of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    /// Left, and not taken yet.
    open: FewMap<Token, Signal>,
    /// Taken from before the body.
    wanted: Vec<Wanted>,
    /// Pipes that have worked, as bits.
    worked: u8,
    /// When each pipe worked last.
    last: [u32; PIPES],
}

/// A signal from before a body.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    token: Token,
    /// Who waits.
    to: usize,
    /// All work of that pipe in the body comes after the wait.
    early: bool,
}

/// How often a statement with others inside runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    Once,
    /// Any number of times; at least once if `entered`.
    Again {
        entered: bool,
    },
    /// Nobody knows.
    Somehow,
}

/// What a statement with others inside does to signals around it.
#[derive(Clone, Debug)]
pub(super) struct Passing {
    runs: Runs,
    wanted: Vec<Wanted>,
    leaves: Vec<(Token, Signal)>,
}

impl Passing {
    pub(super) fn new(runs: Runs, bodies: &[&Tokens]) -> Option<Passing> {
        let wanted: Vec<Wanted> = bodies.iter().flat_map(|t| t.wanted.iter().copied()).collect();
        let leaves: Vec<(Token, Signal)> =
            bodies.iter().flat_map(|t| t.open.iter().map(|(k, s)| (*k, *s))).collect();
        let runs = if bodies.len() == 1 { runs } else { Runs::Somehow };
        (!wanted.is_empty() || !leaves.is_empty()).then_some(Passing { runs, wanted, leaves })
    }
}

fn is_event(token: Token) -> bool {
    matches!(token, Token::Event(..))
}

impl BlockScan<'_> {
    /// A statement that signals or waits.
    pub(super) fn signal(&mut self, given: UserSync, now: u32) {
        match given {
            UserSync::Signal(token, from) => {
                let mut row = self.clock[from];
                row[from] = row[from].max(now);
                self.tokens.open.insert(token, Signal { from, row });
            }
            UserSync::Wait(token, to) => {
                match self.tokens.open.get(&token) {
                    Some(s) => join(&mut self.clock[to], &s.row),
                    None => self.want(Wanted { token, to, early: true }),
                }
                if is_event(token) {
                    self.tokens.open.remove(&token);
                }
            }
        }
    }

    fn want(&mut self, wanted: Wanted) {
        let early = wanted.early && self.tokens.worked & (1 << wanted.to) == 0;
        self.tokens.wanted.push(Wanted { early, ..wanted });
    }

    /// What the pipes know at their first work inside a statement.
    pub(super) fn inside(&self, work: &EffectSummary) -> Clock {
        let mut clock = self.clock;
        let passing = work.passing.iter().filter(|p| p.runs != Runs::Somehow);
        for w in passing.flat_map(|p| &p.wanted).filter(|w| w.early) {
            if let Some(s) = self.tokens.open.get(&w.token) {
                join(&mut clock[w.to], &s.row);
            }
        }
        clock
    }

    /// What a statement with others inside takes and leaves.
    pub(super) fn pass(&mut self, passing: &Passing) {
        let before = self.tokens.open.clone();
        let start = self.clock;
        for w in &passing.wanted {
            match (before.get(&w.token), passing.runs) {
                (Some(s), Runs::Once | Runs::Again { entered: true }) => {
                    join(&mut self.clock[w.to], &s.row);
                }
                (Some(_), _) => {}
                (None, Runs::Somehow) => self.want(Wanted { early: false, ..*w }),
                (None, _) => self.want(*w),
            }
            if is_event(w.token) {
                self.tokens.open.remove(&w.token);
            }
        }
        for (token, left) in &passing.leaves {
            let mut now = *left;
            join(&mut now.row, &start[left.from]);
            let says = match passing.runs {
                Runs::Once | Runs::Again { entered: true } => Some(now),
                Runs::Again { .. } => {
                    before.get(token).map(|old| either(*old, now, &self.tokens.last))
                }
                Runs::Somehow => None,
            };
            match says {
                Some(s) => self.tokens.open.insert(*token, s),
                None => self.tokens.open.remove(token),
            };
        }
    }

    /// Signals are not followed from one block to another.
    pub(super) fn forget_signals(&mut self) {
        self.tokens.open.clear();
        self.tokens.worked = u8::MAX;
    }

    /// Takes down who works.
    pub(super) fn worked(&mut self, work: &EffectSummary, now: u32) {
        for a in &work.accesses {
            self.tokens.worked |= 1 << a.pipe;
            self.tokens.last[a.pipe] = self.tokens.last[a.pipe].max(now);
        }
    }
}

/// What holds whichever of two signals it was: the one from before a loop, or the one of its last iteration.
fn either(old: Signal, new: Signal, last: &[u32; PIPES]) -> Signal {
    let mut row = [0; PIPES];
    for (p, r) in row.iter_mut().enumerate() {
        *r = old.row[p].min(new.row[p]);
    }
    // If the loop did not run and the pipe has done nothing since it signalled, there is nothing else to know.
    if old.from == new.from && last[old.from] <= old.row[old.from] {
        row[old.from] = new.row[new.from];
    }
    Signal { from: old.from, row }
}
