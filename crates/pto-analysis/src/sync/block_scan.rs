//! One look at the statements of a body, in order: what each has to wait for.

use super::loop_carried::LoopScan;
use super::summary::{ByteAccess, EffectSummary};
use super::tokens::Tokens;
use crate::footprint::Layout;
use crate::last_access::{ALL, Bytes, Clock, History, LastAccess, PIPES, PipeAccesses, join};
use crate::region_tree::{Kind, RegionNode};
use pto_isa::Space;
use pto_isa::order;

/// What the pipes knew after a statement.
pub(super) enum Snapshot {
    None,
    One(usize, [u32; PIPES]),
    All(Box<Clock>),
}

impl Snapshot {
    pub(super) fn row(&self, p: usize) -> [u32; PIPES] {
        match self {
            Snapshot::One(q, row) if *q == p => *row,
            Snapshot::All(clock) => clock[p],
            _ => [0; PIPES],
        }
    }
}

/// `to` has to wait for what `from` did at `time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub from: usize,
    pub to: usize,
    pub time: u32,
}

/// One look at the statements of a body, in order.
pub(super) struct BlockScan<'a> {
    pub items: &'a [RegionNode],
    pub touched: History,
    pub history: History,
    pub clock: Clock,
    pub snapshots: Vec<Snapshot>,
    /// Signals of the program's own.
    pub tokens: Tokens,
}

impl<'a> BlockScan<'a> {
    /// A later iteration, with this one as its past.
    pub(super) fn again(&self) -> BlockScan<'a> {
        BlockScan {
            items: self.items,
            touched: History::default(),
            history: self.history.clone(),
            clock: self.clock,
            snapshots: Vec::with_capacity(self.items.len()),
            tokens: self.tokens.clone(),
        }
    }

    /// What the first look has put before a statement happens in every iteration. Returns what the pipes know when they
    /// signal before it, if it is a loop.
    pub(super) fn replay(&mut self, seen: &LoopScan<'_>, j: usize, now: u32) -> Clock {
        let work = &seen.work[j];
        self.drain(work, now);
        let from = seen.forward.partition_point(|f| f.1 < j);
        for &(i, _, from, to) in seen.forward[from..].iter().take_while(|f| f.1 == j) {
            let row = self.snapshots[i].row(from);
            join(&mut self.clock[to], &row);
        }
        for (p, row) in self.clock.iter_mut().enumerate() {
            if seen.drained.contains(&(j, p)) {
                row[p] = now;
            }
        }
        let at_prologue = self.clock;
        self.prime(work, now);
        at_prologue
    }

    /// The statement in which something happened.
    pub(super) fn item_at(&self, time: u32) -> usize {
        self.items.partition_point(|i| i.end < time - 1)
    }

    /// Barriers that stand there already.
    pub(super) fn drain(&mut self, work: &EffectSummary, now: u32) {
        if work.drains == u8::MAX {
            self.clock = [[now; PIPES]; PIPES];
        } else {
            for p in (0..PIPES).filter(|p| work.drains & (1 << p) != 0) {
                self.clock[p][p] = now;
            }
        }
    }

    /// Signals before a loop that its work waits for.
    pub(super) fn prime(&mut self, work: &EffectSummary, now: u32) {
        // A signal before the loop tells what its pipe knows there, not what it waits for inside.
        let before = self.clock;
        for &(from, to) in &work.primed {
            let mut row = before[from];
            row[from] = row[from].max(now);
            join(&mut self.clock[to], &row);
        }
    }

    /// What has to be waited for in some of the bytes, the latest first. `inside` is what the pipes know when
    /// the work starts.
    pub(super) fn needs(
        &self,
        layout: &Layout<'_>,
        work: &EffectSummary,
        inside: &Clock,
        of: impl Fn(&Bytes) -> bool,
    ) -> Vec<Need> {
        let mut latest: [[u32; PIPES]; PIPES] = Default::default();
        for a in work.accesses.iter().filter(|a| of(&a.bytes)) {
            let global = a.bytes.memory % 16 == Space::Gm as u8;
            for (_, cell) in self.history.over(a.bytes.places()) {
                conflicts(a, cell, |from, last, wrote| {
                    // One pipe starts in order: what it has read it has read. Its accesses to global
                    // memory keep their order.
                    let in_order = layout.target.is_in_order(ALL[from]) || global || !wrote;
                    if from == a.pipe && in_order {
                        return;
                    }
                    if work.ordered.as_ref().is_some_and(|inside| inside.contains(&last.time)) {
                        return;
                    }
                    if !last.is_known(a.pipe, from, inside) {
                        latest[a.pipe][from] = latest[a.pipe][from].max(last.time);
                    }
                });
            }
        }
        sorted(&latest)
    }

    /// The statement is done; `shift` is added to its times.
    pub(super) fn record(&mut self, work: &EffectSummary, item: &RegionNode, shift: u32) {
        for &(q, p, time) in &work.gains {
            self.clock[q][p] = self.clock[q][p].max(time + shift);
        }
        if let Some(given) = work.given {
            self.signal(given, item.start + shift);
        }
        if let Some(passing) = &work.passing {
            self.pass(passing);
        }
        if item.kind == Kind::Jump {
            self.forget_signals();
        }
        self.worked(work, item.start + 1 + shift);
        if shift == 0 {
            for a in &work.accesses {
                self.touched.change(a.bytes.places(), |_, cell| {
                    let entry = if a.write { &mut cell.writes } else { &mut cell.reads };
                    entry[a.pipe] = LastAccess { time: 1, known: 0 };
                });
            }
        }
        for a in work.leaves.as_ref().unwrap_or(&work.accesses) {
            if shift > 0 {
                // Conflicts within the later iteration are those of the first look.
                if a.write && a.certain {
                    self.history.remove(a.bytes.places());
                }
                continue;
            }
            let clock = self.clock;
            self.history.change(a.bytes.places(), |_, cell| {
                if a.write && a.certain {
                    *cell = PipeAccesses::default();
                }
                let entry = if a.write { &mut cell.writes } else { &mut cell.reads };
                let entry = &mut entry[a.pipe];
                let mut last = a.last;
                if !a.certain && entry.time > 0 {
                    // If it did not happen, what was before counts.
                    for q in 0..PIPES {
                        if !entry.is_known(q, a.pipe, &clock) {
                            last.known &= !(1 << q);
                        }
                    }
                }
                *entry = last;
            });
        }
        if work.drains == u8::MAX {
            let end = item.end + shift;
            self.clock = [[end; PIPES]; PIPES];
        }
        let end = item.end + 1 + shift;
        let own = |mut row: [u32; PIPES], p: usize| {
            row[p] = row[p].max(end);
            row
        };
        let single = work.accesses.first().map(|a| a.pipe);
        let snapshot = match single {
            None => Snapshot::None,
            Some(p) if item.bodies.is_empty() => Snapshot::One(p, own(self.clock[p], p)),
            Some(_) => {
                let mut clock = Box::new(self.clock);
                for (p, row) in clock.iter_mut().enumerate() {
                    *row = own(*row, p);
                }
                Snapshot::All(clock)
            }
        };
        self.snapshots.push(snapshot);
    }
}

/// Calls with every earlier access that an access conflicts with: its pipe, when, whether it wrote.
fn conflicts(a: &ByteAccess, cell: &PipeAccesses, mut with: impl FnMut(usize, LastAccess, bool)) {
    for p in 0..PIPES {
        if cell.writes[p].time > 0 {
            with(p, cell.writes[p], true);
        }
        if a.write && cell.reads[p].time > 0 {
            with(p, cell.reads[p], false);
        }
    }
}

fn sorted(latest: &[[u32; PIPES]; PIPES]) -> Vec<Need> {
    let mut list: Vec<Need> = Vec::new();
    for (to, row) in latest.iter().enumerate() {
        for (from, &time) in row.iter().enumerate().filter(|(_, t)| **t > 0) {
            list.push(Need { from, to, time });
        }
    }
    order::by_key(&mut list, |n| (std::cmp::Reverse(n.time), n.to, n.from));
    list
}
