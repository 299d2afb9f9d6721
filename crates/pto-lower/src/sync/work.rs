//! What a statement does, as the statements beside it see it.

use super::{Barrier, Finder, Left};
use crate::access::{pipe, touches, touches_inside};
use crate::bytes::Layout;
use crate::history::{Bytes, Clock, History, Last, PIPES};
use crate::tree::{Item, Kind, is_vector_scope};
use pto_isa::Pipe;
use pto_isa::def::Core;

/// Some bytes that a statement reads or writes on a pipe.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub pipe: usize,
    pub bytes: Bytes,
    pub write: bool,
    pub last: Last,
    /// It happens whenever the statement is reached.
    pub certain: bool,
}

/// What a statement does, as its surroundings see it.
#[derive(Default)]
pub(super) struct Work {
    /// All that it accesses: what has to be over before it starts.
    pub accesses: Vec<Access>,
    /// For a statement with others inside: the last accesses, which later ones have to wait for.
    pub leaves: Option<Vec<Access>>,
    /// Pipes that know more when the statement is over: (who, about whom, up to when).
    pub gains: Vec<(usize, usize, u32)>,
    /// Signals right before it that all its work on the second pipe waits for: (who, whom).
    pub primed: Vec<(usize, usize)>,
    /// Pipes that drain here: bits.
    pub drains: u8,
}

impl Finder<'_> {
    /// What a statement does.
    pub(super) fn work(&mut self, item: &Item, core: Option<Core>) -> Work {
        match item.kind {
            Kind::Step => self.step(item, core),
            Kind::Call => {
                self.found.works = true;
                self.everything(item)
            }
            Kind::Loop { entered } => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, Some(item), core)).collect();
                let mut work = self.compound(&left);
                if entered && let [one] = &left[..] {
                    work.gain(&one.after);
                }
                // Behind the loop its carried edges are waited for once more.
                let node = item.node;
                let own = self.found.edges.iter().rev().take_while(|e| e.start >= item.start);
                for e in own.filter(|e| {
                    e.carried.as_ref().is_some_and(|c| c.around == node && c.slot.is_none())
                }) {
                    let inside = item.bodies.iter().flat_map(|b| &b.items);
                    if let Some(set) = inside.into_iter().find(|i| i.node == e.set_after) {
                        work.gains.push((e.to, e.from, set.end + 1));
                    }
                }
                work
            }
            Kind::Branch { complete } => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, None, core)).collect();
                let mut work = self.compound(&left);
                if complete && !left.is_empty() {
                    let mut common = left[0].clock;
                    for l in &left[1..] {
                        for (a, b) in common.iter_mut().flatten().zip(l.clock.iter().flatten()) {
                            *a = (*a).min(*b);
                        }
                    }
                    work.gain(&common);
                }
                work
            }
            Kind::Section(c) => {
                let core = if self.mixed { Some(c) } else { core };
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, None, core)).collect();
                let mut work = self.compound(&left);
                if !self.mixed
                    && let [one] = &left[..]
                {
                    work.gain(&one.clock);
                }
                work
            }
            Kind::Region => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, None, core)).collect();
                let mut work = self.compound(&left);
                if let [one] = &left[..] {
                    work.gain(&one.clock);
                }
                work
            }
            Kind::While => {
                let left: Vec<Left> =
                    item.bodies.iter().map(|b| self.body(b, None, core)).collect();
                let busy = left.iter().any(|l| !l.history.is_empty());
                for b in item.bodies.iter().filter(|_| busy) {
                    if let Some(first) = b.items.first() {
                        self.found.barriers.insert(Barrier { before: first.node, pipe: Pipe::All });
                    }
                }
                if busy {
                    self.found.coarse.push(item.node);
                }
                self.compound(&left)
            }
        }
    }

    /// Every pipe drains before and behind a statement that may do anything.
    pub(super) fn everything(&mut self, item: &Item) -> Work {
        self.barrier(item, Pipe::All);
        self.found.barriers_after.insert(item.node);
        Work { drains: u8::MAX, ..Work::default() }
    }

    pub(super) fn step(&mut self, item: &Item, core: Option<Core>) -> Work {
        let layout = self.layout;
        let node = self.node(item);
        let mut list = Vec::new();
        let pipe = if is_vector_scope(layout.module, node) {
            touches_inside(layout.module, item.node, layout.target, &mut list);
            Some(Pipe::V)
        } else {
            touches(layout.module, node, layout.target, &mut list);
            pipe(layout.module, node, layout.target)
        };
        if let Some(drained) = barrier_pipe(layout, node) {
            let drains = match drained {
                Pipe::All => u8::MAX,
                p => 1 << p as u8,
            };
            return Work { drains, ..Work::default() };
        }
        let Some(pipe) = pipe else { return Work::default() };
        if pipe == Pipe::All {
            self.found.works = true;
            return self.everything(item);
        }
        self.found.works |= !list.is_empty();
        let last = Last { time: item.start + 1, known: 0 };
        let mut work = Work::default();
        for t in list {
            let several = layout.roots.of(t.value).len() > 1;
            for bytes in self.bytes(t.value, core) {
                let certain = !several && !layout.roots.slots.contains_key(&t.value);
                let access = |write: bool| Access {
                    pipe: pipe as usize,
                    bytes: bytes.clone(),
                    write,
                    last,
                    certain,
                };
                if t.reads {
                    work.accesses.push(access(false));
                }
                if t.writes {
                    work.accesses.push(access(true));
                }
            }
        }
        work
    }

    /// The accesses of inner bodies, as one statement.
    pub(super) fn compound(&self, left: &[Left]) -> Work {
        let (mut accesses, mut leaves) = (Vec::new(), Vec::new());
        for l in left {
            flatten(&l.touched, &mut accesses, |_, last| last);
            flatten(&l.history, &mut leaves, |p, mut last| {
                for q in (0..PIPES).filter(|&q| l.after[q][p] >= last.time) {
                    last.known |= 1 << q;
                }
                last
            });
        }
        let primed = left.iter().flat_map(|l| l.primed.iter().copied()).collect();
        Work { accesses, leaves: Some(leaves), primed, ..Work::default() }
    }
}

/// Every access of a history.
fn flatten(history: &History, out: &mut Vec<Access>, with: impl Fn(usize, Last) -> Last) {
    for (bytes, cell) in history.iter() {
        for pipe in 0..PIPES {
            for (write, last) in [(false, cell.reads[pipe]), (true, cell.writes[pipe])] {
                if last.time > 0 {
                    let (bytes, last) = (bytes.clone(), with(pipe, last));
                    out.push(Access { pipe, bytes, write, last, certain: false });
                }
            }
        }
    }
}

impl Work {
    pub(super) fn gain(&mut self, clock: &Clock) {
        for (q, row) in clock.iter().enumerate() {
            for (p, &time) in row.iter().enumerate() {
                if time > 0 {
                    self.gains.push((q, p, time));
                }
            }
        }
    }
}

/// The pipe that a barrier of the program drains.
fn barrier_pipe(layout: &Layout<'_>, node: &pto_ir::Node) -> Option<Pipe> {
    let name = layout.module.def(node)?.name;
    matches!(name, "pipe_barrier" | "barrier_sync")
        .then(|| crate::facts::pipe_of(layout.module, node, layout.target))
        .flatten()
}
