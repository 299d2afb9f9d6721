//! Finds where one pipe has to wait for another.
//!
//! Each body is looked at once, its inner bodies first. Between two statements of a body that conflict, a pipe
//! signals behind the first and the other waits before the second, whole loops and branches counting as one
//! statement: so every path meets as many signals as waits. A loop is looked at a second time, against the
//! round before; what it carries over is signalled before the loop and waited for behind it once more than
//! inside, so that it balances for any number of rounds.

use crate::access::{pipe, touches, touches_inside};
use crate::bytes::{Layout, memory};
use crate::history::{ALL, Bytes, Cell, Clock, History, Last, PIPES, join};
use crate::slots::alternates;
use crate::tree::{Body, Item, Kind, Tree, is_vector_scope};
use pto_ir::ValueId;
use pto_ir::module::NodeId;
use pto_isa::def::Core;
use pto_isa::{Pipe, Space};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// One pipe waits for another.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The pipe that signals, by number.
    pub from: usize,
    /// The pipe that waits.
    pub to: usize,
    /// The signal stands behind this statement.
    pub set_after: NodeId,
    /// The wait stands before this one.
    pub wait_before: NodeId,
    /// Positions of signal and wait; of the whole loop if it is carried over.
    pub start: u32,
    pub end: u32,
    /// Statements of one body can share a signal.
    pub body: u32,
    pub carried: Option<Carried>,
}

/// An edge from one round of a loop to a later one.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub around: NodeId,
    /// The buffer of several that the round works on, and how many there are: then each has an event.
    pub slot: Option<(ValueId, u32)>,
}

/// A pipe drains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Barrier {
    pub before: NodeId,
    pub pipe: Pipe,
}

/// The synchronisation of a function.
#[derive(Default)]
pub(crate) struct Found {
    pub edges: Vec<Edge>,
    pub barriers: FxHashSet<Barrier>,
    /// Statements behind which every pipe drains.
    pub barriers_after: FxHashSet<NodeId>,
    /// Statements because of which it is coarse.
    pub coarse: Vec<NodeId>,
    /// Some instruction works on memory.
    pub works: bool,
}

/// Some bytes that a statement reads or writes on a pipe.
#[derive(Clone, Debug)]
struct Access {
    pipe: usize,
    bytes: Bytes,
    write: bool,
    last: Last,
    /// It happens whenever the statement is reached.
    certain: bool,
}

/// What a statement does, as its surroundings see it.
#[derive(Default)]
struct Work {
    /// All that it accesses: what has to be over before it starts.
    accesses: Vec<Access>,
    /// For a statement with others inside: the last accesses, which later ones have to wait for.
    leaves: Option<Vec<Access>>,
    /// Pipes that know more when the statement is over: (who, about whom, up to when).
    gains: Vec<(usize, usize, u32)>,
    /// Signals right before it that all its work on the second pipe waits for: (who, whom).
    primed: Vec<(usize, usize)>,
    /// Pipes that drain here: bits.
    drains: u8,
}

/// What the pipes knew behind a statement.
enum Snapshot {
    None,
    One(usize, [u32; PIPES]),
    All(Box<Clock>),
}

impl Snapshot {
    fn row(&self, p: usize) -> [u32; PIPES] {
        match self {
            Snapshot::One(q, row) if *q == p => *row,
            Snapshot::All(clock) => clock[p],
            _ => [0; PIPES],
        }
    }
}

/// What a body leaves.
struct Left {
    /// Everything that was accessed.
    touched: History,
    /// The last accesses; a write hides those before it, which it has waited for.
    history: History,
    /// What the pipes know when it has run once more.
    clock: Clock,
    /// What they know behind the loop, if the body ran at all.
    after: Clock,
    /// Pipes that signal before the loop, and those of which all work in it waits for that.
    primed: Vec<(usize, usize)>,
}

struct Finder<'a> {
    layout: &'a Layout<'a>,
    mixed: bool,
    found: Found,
    /// Added to times of the second look.
    shift: u32,
    bodies: u32,
    cache: FxHashMap<ValueId, SmallVec<[Bytes; 2]>>,
}

/// All that a function needs.
pub(crate) fn find(layout: &Layout<'_>, tree: &Tree) -> Found {
    let mut finder = Finder {
        layout,
        mixed: tree.mixed,
        found: Found::default(),
        shift: tree.end + 2,
        bodies: 0,
        cache: FxHashMap::default(),
    };
    finder.body(&tree.body, None, None);
    finder.found
}

impl Finder<'_> {
    fn node(&self, item: &Item) -> &pto_ir::Node {
        self.layout.module.node(item.node)
    }

    /// The bytes of a value for code of a core.
    fn bytes(&mut self, value: ValueId, core: Option<Core>) -> SmallVec<[Bytes; 2]> {
        let layout = self.layout;
        let mut list = self.cache.entry(value).or_insert_with(|| layout.bytes(value)).clone();
        if self.mixed {
            match core {
                Some(_) => list.iter_mut().for_each(|b| b.memory += memory(Space::Gm, core)),
                // Code outside sections runs on both.
                None => {
                    for i in 0..list.len() {
                        let mut b = list[i].clone();
                        b.memory += memory(Space::Gm, Some(Core::Cube));
                        list[i].memory += memory(Space::Gm, Some(Core::Vector));
                        list.push(b);
                    }
                }
            }
        }
        list
    }

    /// Looks at a body; `around` is the loop it belongs to.
    fn body(&mut self, body: &Body, around: Option<&Item>, core: Option<Core>) -> Left {
        let number = self.bodies;
        self.bodies += 1;
        let work: Vec<Work> = body.items.iter().map(|i| self.work(i, core)).collect();
        let mut round = Round {
            items: &body.items,
            touched: History::default(),
            history: History::default(),
            clock: Clock::default(),
            snapshots: Vec::with_capacity(work.len()),
        };
        let mut forward: Vec<(usize, usize, usize, usize)> = Vec::new();
        let mut drained: FxHashSet<(usize, usize)> = FxHashSet::default();
        for (j, w) in work.iter().enumerate() {
            let item = &body.items[j];
            round.drain(w, item.start);
            round.prime(w, item.start);
            for need in round.needs(self.layout, w, |_| true) {
                let Need { from, to, time } = need;
                if round.clock[to][from] >= time {
                    continue;
                }
                if from == to {
                    self.barrier(item, ALL[to]);
                    drained.insert((j, to));
                    round.clock[to][to] = item.start;
                    continue;
                }
                let i = round.item_at(time);
                let row = round.snapshots[i].row(from);
                join(&mut round.clock[to], &row);
                forward.push((i, j, from, to));
                self.found.edges.push(Edge {
                    from,
                    to,
                    set_after: body.items[i].node,
                    wait_before: item.node,
                    start: body.items[i].end,
                    end: item.start,
                    body: number,
                    carried: None,
                });
            }
            round.record(w, item, 0);
        }
        let mut after = round.clock;
        let mut primed = Vec::new();
        if let Some(around) = around {
            let first_of =
                |pipe: usize| work.iter().position(|w| w.accesses.iter().any(|a| a.pipe == pipe));
            let known = self.found.edges.len();
            let waits = self.second_look(around, number, &work, &mut round, &forward, &drained);
            for (i, from, to) in waits {
                join(&mut after[to], &round.snapshots[i].row(from));
            }
            for e in &self.found.edges[known..] {
                let first = first_of(e.to).map(|j| body.items[j].start);
                let waits_at = body.items.iter().find(|i| i.node == e.wait_before);
                if first.zip(waits_at).is_some_and(|(first, w)| w.start <= first) {
                    primed.push((e.from, e.to));
                }
            }
        }
        Left { touched: round.touched, history: round.history, clock: round.clock, after, primed }
    }

    fn barrier(&mut self, item: &Item, pipe: Pipe) {
        self.found.barriers.insert(Barrier { before: item.node, pipe });
    }

    /// The body of a loop against the round before. Returns what is waited for behind the loop: the statement
    /// that signals, its pipe, the pipe that waits.
    fn second_look(
        &mut self,
        around: &Item,
        number: u32,
        work: &[Work],
        first: &mut Round<'_>,
        forward: &[(usize, usize, usize, usize)],
        drained: &FxHashSet<(usize, usize)>,
    ) -> Vec<(usize, usize, usize)> {
        let items = first.items;
        let mut waits = Vec::new();
        let slots = self.slots(around, items);
        let mut next = Round {
            items,
            touched: History::default(),
            history: first.history.clone(),
            clock: first.clock,
            snapshots: Vec::with_capacity(work.len()),
        };
        let mut at = 0;
        // Events per buffer: (from, to, slot) with the first wait and the last signal.
        let mut by_slot: Vec<(usize, usize, usize, usize, usize)> = Vec::new();
        for (j, w) in work.iter().enumerate() {
            let item = &items[j];
            let now = self.shift + item.start;
            next.drain(w, now);
            while let Some(&(i, to_item, from, to)) = forward.get(at)
                && to_item == j
            {
                let row = next.snapshots[i].row(from);
                join(&mut next.clock[to], &row);
                at += 1;
            }
            for (p, row) in next.clock.iter_mut().enumerate() {
                if drained.contains(&(j, p)) {
                    row[p] = now;
                }
            }
            let alternating =
                |b: &Bytes| slots.iter().any(|s| s.bytes.iter().any(|c| same_bytes(b, c)));
            next.prime(w, now);
            for need in next.needs(self.layout, w, |b| !alternating(b)) {
                let Need { from, to, time } = need;
                if next.clock[to][from] >= time {
                    continue;
                }
                if from == to {
                    self.barrier(item, ALL[to]);
                    next.clock[to][to] = now;
                    continue;
                }
                let i = first.item_at(time);
                join(&mut next.clock[to], &first.snapshots[i].row(from));
                self.carry(around, number, items, (i, j, from, to), None);
                waits.push((i, from, to));
            }
            // What alternates between buffers meets again some rounds later.
            for (s, slot) in slots.iter().enumerate() {
                let here = |b: &Bytes| slot.bytes.iter().any(|c| same_bytes(b, c));
                for Need { from, to, time } in next.needs(self.layout, w, here) {
                    if next.clock[to][from] >= time {
                        continue;
                    }
                    if from == to {
                        self.barrier(item, ALL[to]);
                        next.clock[to][to] = now;
                        continue;
                    }
                    let i = first.item_at(time);
                    match by_slot.iter_mut().find(|e| (e.0, e.1, e.2) == (from, to, s)) {
                        Some(e) => e.4 = e.4.max(i),
                        None => by_slot.push((from, to, s, j, i)),
                    }
                }
            }
            next.record(w, item, self.shift);
        }
        for (from, to, s, j, i) in by_slot {
            let slot = &slots[s];
            let known = slot.defined.is_none_or(|d| d < j);
            let slot = known.then_some((slot.value, slot.count));
            self.carry(around, number, items, (i, j, from, to), slot);
            if slot.is_none() {
                waits.push((i, from, to));
            }
        }
        waits
    }

    fn carry(
        &mut self,
        around: &Item,
        number: u32,
        items: &[Item],
        (i, j, from, to): (usize, usize, usize, usize),
        slot: Option<(ValueId, u32)>,
    ) {
        self.found.edges.push(Edge {
            from,
            to,
            set_after: items[i].node,
            wait_before: items[j].node,
            start: around.start,
            end: around.end,
            body: number,
            carried: Some(Carried { around: around.node, slot }),
        });
    }

    /// Tiles of several buffers, of which each round of a loop works on the next.
    fn slots(&mut self, around: &Item, items: &[Item]) -> Vec<Alternating> {
        let layout = self.layout;
        let mut by_root: FxHashMap<u32, Option<ValueId>> = FxHashMap::default();
        let mut order: Vec<u32> = Vec::new();
        let mut list = Vec::new();
        for item in items {
            list.clear();
            let direct = item.kind == Kind::Step;
            touches_inside(layout.module, item.node, layout.target, &mut list);
            for t in &list {
                let slot = layout.roots.slots.get(&t.value).copied().filter(|_| direct);
                for &r in layout.roots.of(t.value) {
                    if slot.is_none() && !by_root.contains_key(&r) {
                        by_root.insert(r, None);
                        continue;
                    }
                    let entry = by_root.entry(r).or_insert_with(|| {
                        order.push(r);
                        slot
                    });
                    if *entry != slot {
                        *entry = None;
                    }
                }
            }
        }
        let mut found = Vec::new();
        for r in order {
            let Some(Some(value)) = by_root.get(&r).copied() else { continue };
            let root = &layout.roots.list[r as usize];
            let Some(count) = alternates(layout.module, around.node, value, root) else { continue };
            let maker = match layout.module.value(value).def {
                pto_ir::module::Def::Result(n) => Some(n),
                _ => None,
            };
            let defined = maker.and_then(|n| items.iter().position(|i| i.node == n));
            let bytes = self.bytes(root.value, None);
            found.push(Alternating { value, count, defined, bytes });
        }
        found
    }

    /// What a statement does.
    fn work(&mut self, item: &Item, core: Option<Core>) -> Work {
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
    fn everything(&mut self, item: &Item) -> Work {
        self.barrier(item, Pipe::All);
        self.found.barriers_after.insert(item.node);
        Work { drains: u8::MAX, ..Work::default() }
    }

    fn step(&mut self, item: &Item, core: Option<Core>) -> Work {
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
    fn compound(&self, left: &[Left]) -> Work {
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
    fn gain(&mut self, clock: &Clock) {
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

/// A tile of several buffers of which each round of a loop uses the next.
struct Alternating {
    /// The number of the buffer.
    value: ValueId,
    count: u32,
    /// The statement of the body that computes it; `None` if it comes from outside.
    defined: Option<usize>,
    bytes: SmallVec<[Bytes; 2]>,
}

/// `to` has to wait for what `from` did at `time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    from: usize,
    to: usize,
    time: u32,
}

/// One look at the statements of a body, in order.
struct Round<'a> {
    items: &'a [Item],
    touched: History,
    history: History,
    clock: Clock,
    snapshots: Vec<Snapshot>,
}

impl Round<'_> {
    /// The statement in which something happened.
    fn item_at(&self, time: u32) -> usize {
        self.items.partition_point(|i| i.end < time - 1)
    }

    /// Barriers that stand there already.
    fn drain(&mut self, work: &Work, now: u32) {
        if work.drains == u8::MAX {
            self.clock = [[now; PIPES]; PIPES];
        } else {
            for p in (0..PIPES).filter(|p| work.drains & (1 << p) != 0) {
                self.clock[p][p] = now;
            }
        }
    }

    /// Signals before a loop that its work waits for.
    fn prime(&mut self, work: &Work, now: u32) {
        // A signal before the loop tells what its pipe knows there, not what it waits for inside.
        let before = self.clock;
        for &(from, to) in &work.primed {
            let mut row = before[from];
            row[from] = row[from].max(now);
            join(&mut self.clock[to], &row);
        }
    }

    /// What has to be waited for in some of the bytes, the latest first.
    fn needs(&self, layout: &Layout<'_>, work: &Work, of: impl Fn(&Bytes) -> bool) -> Vec<Need> {
        let mut latest: [[u32; PIPES]; PIPES] = Default::default();
        for a in work.accesses.iter().filter(|a| of(&a.bytes)) {
            let global = a.bytes.memory % 16 == Space::Gm as u8;
            for cell in self.history.over(&a.bytes) {
                conflicts(a, cell, |from, last, wrote| {
                    if from == a.pipe {
                        // Loads of one pipe keep their order, and so do its accesses to global memory.
                        let loads = ALL[from] == Pipe::Mte2 && a.write && wrote;
                        if global || loads || !layout.target.overlaps_within(ALL[from]) {
                            return;
                        }
                    }
                    if !last.is_known(a.pipe, from, &self.clock) {
                        latest[a.pipe][from] = latest[a.pipe][from].max(last.time);
                    }
                });
            }
        }
        sorted(&latest)
    }

    /// The statement is done; `shift` is added to its times.
    fn record(&mut self, work: &Work, item: &Item, shift: u32) {
        for &(q, p, time) in &work.gains {
            self.clock[q][p] = self.clock[q][p].max(time + shift);
        }
        if shift == 0 {
            for a in &work.accesses {
                self.touched.change(&a.bytes, |cell| {
                    let entry = if a.write { &mut cell.writes } else { &mut cell.reads };
                    entry[a.pipe] = Last { time: 1, known: 0 };
                });
            }
        }
        for a in work.leaves.as_ref().unwrap_or(&work.accesses) {
            if shift > 0 {
                // Conflicts within the later round are those of the first look.
                if a.write && a.certain {
                    self.history.forget(&a.bytes);
                }
                continue;
            }
            let clock = self.clock;
            self.history.change(&a.bytes, |cell| {
                if a.write && a.certain {
                    *cell = Cell::default();
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

fn same_bytes(a: &Bytes, b: &Bytes) -> bool {
    a.memory % 16 == b.memory % 16 && a.range == b.range
}

/// Calls with every earlier access that an access conflicts with: its pipe, when, whether it wrote.
fn conflicts(a: &Access, cell: &Cell, mut with: impl FnMut(usize, Last, bool)) {
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
    list.sort_by_key(|n| (std::cmp::Reverse(n.time), n.to, n.from));
    list
}
