//! What has happened on the pipes of a core, and who knows of it, on all paths that lead to one place.

use super::Signal;
use pto_ir::{NodeId, ValueId};
use pto_isa::Space;
use pto_isa::few::FewMap;
use rustc_hash::FxHashMap;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

/// Pipes that work.
pub(super) const PIPES: usize = 7;
/// Ids of events.
pub(super) const IDS: usize = 8;
/// Stands for an id that is not known but always the same.
pub(super) const SYMBOL: usize = IDS;
/// Buffer ids.
pub(super) const BUFFERS: usize = 32;
const EVENTS: usize = PIPES * PIPES * (IDS + 1);
const WORDS: usize = (EVENTS + BUFFERS).div_ceil(64);

/// An event: pipe that signals, pipe that waits, id.
pub(super) type Event = (usize, usize, usize);

/// A memory; none for the events, which are like memory: a wait takes what is there, a set must find it taken.
pub(super) type Memory = Option<Space>;
const EVENT_SPACE: Memory = None;

fn slot(event: Event) -> u32 {
    ((event.0 * PIPES + event.1) * (IDS + 1) + event.2) as u32
}

fn bit(event: Event) -> (usize, u64) {
    place(slot(event) as usize)
}

fn place(n: usize) -> (usize, u64) {
    (n / 64, 1 << (n % 64))
}

/// The last access of one pipe to one stretch of memory.
#[derive(Clone, Debug)]
pub(super) struct PriorAccess {
    /// One past the last byte.
    end: u64,
    pub bytes: u64,
    pub pipe: usize,
    pub write: bool,
    pub time: u64,
    pub node: NodeId,
    /// Pipes that know it is done, beside those whose clock says so.
    ordered_before: u8,
    /// Signals under way that say it is done, beside those whose clock says so.
    released_to: [u64; WORDS],
}

impl PriorAccess {
    fn tells_no_more_than(&self, other: &PriorAccess) -> bool {
        let released_to = self.released_to.iter().zip(&other.released_to).all(|(a, b)| a & !b == 0);
        released_to && self.ordered_before & !other.ordered_before == 0
    }

    /// The same access on another path: what is left is what both say.
    fn meet(&mut self, other: &PriorAccess) {
        if other.time > self.time {
            (self.time, self.node) = (other.time, other.node);
        }
        self.ordered_before &= other.ordered_before;
        for (a, b) in self.released_to.iter_mut().zip(other.released_to) {
            *a &= b;
        }
    }
}

/// Memory, first byte, one past the last, pipe, whether it writes; and the path, where paths that have met left the
/// same access with other knowledge.
type Key = (Memory, u64, u64, usize, bool, u8);

/// Paths that are told apart at one access. Of more, what is known is what all of them know.
const MAX_PATHS: u8 = 4;

/// The state at one place of a program.
#[derive(Clone, Default)]
pub(super) struct AbstractState {
    pub time: u64,
    clock: [[u64; PIPES]; PIPES],
    /// Signals that are not waited for yet: what the pipe that signalled knew.
    signals: FewMap<Event, VecDeque<([u64; PIPES], NodeId)>>,
    /// What the pipe knew that gave a buffer id back last.
    released: FewMap<usize, [u64; PIPES]>,
    /// Buffer ids that are taken, and by whom.
    held: FewMap<usize, usize>,
    past: BTreeMap<Key, PriorAccess>,
    widest: FxHashMap<Memory, u64>,
    /// Ids that arrays of them hold, by array and index.
    pub arrays: FewMap<(ValueId, i64), i64>,
    /// Paths have met: some knowledge is kept with the accesses.
    met: bool,
}

impl AbstractState {
    fn knows(&self, q: usize, past: &PriorAccess) -> bool {
        past.ordered_before & (1 << q) != 0 || self.clock[q][past.pipe] >= past.time
    }

    /// What happened to some bytes that `pipe` does not know to be done.
    pub fn unknown(
        &self,
        pipe: usize,
        space: Memory,
        start: u64,
        end: u64,
    ) -> impl Iterator<Item = &PriorAccess> {
        let reach = self.widest.get(&space).copied().unwrap_or(0);
        let from = (space, start.saturating_sub(reach), 0, 0, false, 0);
        let to = (space, end, 0, 0, false, 0);
        let near = self.past.range(from..to).map(|(_, p)| p);
        near.filter(move |p| p.end > start && !self.knows(pipe, p))
    }

    /// The first access that not every pipe knows to be done.
    pub fn unfinished(&self) -> Option<&PriorAccess> {
        self.past.values().find(|p| (0..PIPES).any(|q| !self.knows(q, p)))
    }

    /// A pipe reads or writes some bytes. A write to all of them hides what was before.
    pub fn access(
        &mut self,
        pipe: usize,
        bytes: (Memory, u64, u64),
        write: bool,
        whole: bool,
        node: NodeId,
    ) {
        let (space, start, end) = bytes;
        let widest = self.widest.entry(space).or_insert(0);
        *widest = (*widest).max(end - start);
        if write && whole {
            let reach = self.widest[&space];
            let from = (space, start.saturating_sub(reach), 0, 0, false, 0);
            let inside: Vec<Key> = self
                .past
                .range(from..(space, end, 0, 0, false, 0))
                .filter(|(k, _)| k.1 >= start && k.2 <= end)
                .map(|(k, _)| *k)
                .collect();
            inside.iter().for_each(|k| {
                self.past.remove(k);
            });
        }
        let bytes = end - start;
        let (time, ordered_before, released_to) = (self.time, 0, [0; WORDS]);
        let past = PriorAccess { end, bytes, pipe, write, time, node, ordered_before, released_to };
        let key = |path: u8| (space, start, end, pipe, write, path);
        self.past.insert(key(0), past);
        (1..MAX_PATHS).take_while(|_| self.met).for_each(|path| {
            self.past.remove(&key(path));
        });
    }

    /// The last signal of an event whose wait the pipe that sets it does not know to be over.
    pub fn last_taken(&self, event: Event) -> Option<NodeId> {
        let at = u64::from(slot(event));
        self.unknown(event.0, EVENT_SPACE, at, at + 1).map(|p| p.node).next()
    }

    /// Signals an event; `false` if the last signal is still not waited for.
    pub fn set(&mut self, event: Event, node: NodeId) -> bool {
        let mut row = self.clock[event.0];
        row[event.0] = self.time;
        if self.met {
            let (word, mask) = bit(event);
            for p in self.past.values_mut() {
                // A signal comes after all earlier work of its pipe; and what the pipe that waits knows
                // already, it knows after the wait.
                if p.ordered_before & (1 << event.0 | 1 << event.1) != 0 || p.pipe == event.0 {
                    p.released_to[word] |= mask;
                } else {
                    p.released_to[word] &= !mask;
                }
            }
        }
        let queue = self.signals.get_or_default(event);
        queue.push_back((row, node));
        queue.len() == 1
    }

    /// Waits for an event; `false` if nothing has signalled it.
    pub fn wait(&mut self, event: Event) -> bool {
        let Some((row, set)) = self.signals.get_mut(&event).and_then(VecDeque::pop_front) else {
            return false;
        };
        if self.signals.get(&event).is_some_and(VecDeque::is_empty) {
            self.signals.remove(&event);
        }
        for (a, b) in self.clock[event.1].iter_mut().zip(row) {
            *a = (*a).max(b);
        }
        if self.met {
            let (word, mask) = bit(event);
            for p in self.past.values_mut().filter(|p| p.released_to[word] & mask != 0) {
                p.ordered_before |= 1 << event.1;
            }
        }
        // Taking the signal is like an access to the event by the pipe that waits.
        let at = u64::from(slot(event));
        self.access(event.1, (EVENT_SPACE, at, at + 1), true, true, set);
        true
    }

    /// A pipe takes a buffer id; `false` if it is taken.
    pub fn take(&mut self, pipe: usize, id: usize) -> bool {
        if let Some(row) = self.released.get(&id) {
            for (a, b) in self.clock[pipe].iter_mut().zip(row) {
                *a = (*a).max(*b);
            }
        }
        if self.met {
            let (word, mask) = place(EVENTS + id);
            for p in self.past.values_mut().filter(|p| p.released_to[word] & mask != 0) {
                p.ordered_before |= 1 << pipe;
            }
        }
        self.held.insert(id, pipe).is_none()
    }

    /// A pipe gives a buffer id back; `false` if it does not have it.
    pub fn give(&mut self, pipe: usize, id: usize) -> bool {
        let mut row = self.clock[pipe];
        row[pipe] = self.time;
        self.released.insert(id, row);
        if self.met {
            let (word, mask) = place(EVENTS + id);
            for p in self.past.values_mut() {
                match p.ordered_before & (1 << pipe) != 0 || p.pipe == pipe {
                    true => p.released_to[word] |= mask,
                    false => p.released_to[word] &= !mask,
                }
            }
        }
        self.held.remove(&id) == Some(pipe)
    }

    /// Buffer ids nobody has given back.
    pub fn held(&self) -> impl Iterator<Item = usize> {
        self.held.keys().copied()
    }

    /// One pipe drains.
    pub fn drain(&mut self, pipe: usize) {
        self.clock[pipe][pipe] = self.time;
        if self.met {
            for p in self.past.values_mut().filter(|p| p.pipe == pipe) {
                p.ordered_before |= 1 << pipe;
            }
        }
    }

    /// Every pipe drains: nothing before can conflict any more.
    pub fn drain_all(&mut self) {
        self.clock = [[self.time; PIPES]; PIPES];
        self.past.clear();
    }

    /// Signals nobody has waited for.
    pub fn pending(&self) -> impl Iterator<Item = Event> {
        self.signals.keys().copied()
    }

    /// What holds whichever of two paths was taken; the event or buffer id that differs if they do not balance.
    pub fn join(mut self, mut other: AbstractState) -> Result<AbstractState, Signal> {
        let count = |s: &AbstractState, e: &Event| s.signals.get(e).map_or(0, VecDeque::len);
        let all = self.signals.keys().chain(other.signals.keys());
        if let Some(&e) = all.into_iter().find(|e| count(&self, e) != count(&other, e)) {
            return Err(Signal::Event(e));
        }
        let mut ids = self.held.keys().chain(other.held.keys());
        if let Some(&id) = ids.find(|id| self.held.get(id) != other.held.get(id)) {
            return Err(Signal::Buffer(id));
        }
        self.keep_with_accesses();
        other.keep_with_accesses();
        self.met = true;
        self.time = self.time.max(other.time);
        for (a, b) in self.clock.iter_mut().flatten().zip(other.clock.into_iter().flatten()) {
            *a = (*a).min(b);
        }
        for (event, queue) in self.signals.iter_mut() {
            for ((row, _), (o, _)) in queue.iter_mut().zip(&other.signals[event]) {
                for (a, b) in row.iter_mut().zip(o) {
                    *a = (*a).min(*b);
                }
            }
        }
        // An id that only one path gave back says nothing of the other; accesses keep what they know.
        for (id, row) in self.released.iter_mut() {
            let theirs = other.released.get(id).copied().unwrap_or_default();
            for (a, b) in row.iter_mut().zip(theirs) {
                *a = (*a).min(b);
            }
        }
        self.arrays.retain(|k, v| other.arrays.get(k) == Some(v));
        for (space, bytes) in &other.widest {
            let w = self.widest.entry(*space).or_insert(0);
            *w = (*w).max(*bytes);
        }
        for (key, theirs) in other.past {
            self.add(key, theirs);
        }
        Ok(self)
    }

    /// Adds an access of another path. Accesses stay apart where neither is known to all that know the other.
    fn add(&mut self, key: Key, theirs: PriorAccess) {
        let (space, start, end, pipe, write, _) = key;
        let of = |path: u8| (space, start, end, pipe, write, path);
        let alike = |p: &PriorAccess| p.tells_no_more_than(&theirs) || theirs.tells_no_more_than(p);
        let place = (0..MAX_PATHS).map(of).find(|k| self.past.get(k).is_none_or(alike));
        match self.past.entry(place.unwrap_or(key)) {
            Entry::Vacant(free) => {
                free.insert(theirs);
            }
            Entry::Occupied(mut ours) => ours.get_mut().meet(&theirs),
        }
    }

    /// Writes what the clocks say to each access, before the clocks of two paths become one.
    fn keep_with_accesses(&mut self) {
        let clock = self.clock;
        let signals: Vec<(Event, [u64; PIPES])> =
            self.signals.iter().filter_map(|(e, q)| Some((*e, q.front()?.0))).collect();
        for p in self.past.values_mut() {
            for (q, row) in clock.iter().enumerate() {
                if row[p.pipe] >= p.time {
                    p.ordered_before |= 1 << q;
                }
            }
            for (id, row) in self.released.iter() {
                let (word, mask) = place(EVENTS + id);
                if row[p.pipe] >= p.time {
                    p.released_to[word] |= mask;
                }
            }
            for (event, row) in &signals {
                let (word, mask) = bit(*event);
                if row[p.pipe] >= p.time || p.ordered_before & (1 << event.1) != 0 {
                    p.released_to[word] |= mask;
                }
            }
        }
    }
}
