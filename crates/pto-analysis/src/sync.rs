//! Finds where one pipe has to wait for another.
//!
//! Each body is looked at once, its inner bodies first. Between two statements of a body that conflict, a pipe
//! signals after the first and the other waits before the second, whole loops and branches counting as one
//! statement: so every path meets as many signals as waits. A loop is looked at a second time, against the
//! iteration before; what it carries over is signalled before the loop and waited for after it once more than
//! inside, so that it balances for any number of iterations. Where a loop has a condition that runs once more than
//! its body, only one of the two is needed.
//!
//! A loop inside another can keep its events set in between: then what primes them stands before the outer loop, and
//! what drains them after it (`lock.rs`).
//!
//! What the program orders itself counts (`tokens.rs`); only what is missing is added.

mod block_scan;
mod lock;
mod loop_carried;
mod summary;
mod tokens;

use crate::footprint::{Layout, memory};
use crate::last_access::{ALL, Bytes, Clock, History, join};
use crate::region_tree::{Body, Kind, RegionNode, RegionTree};
use block_scan::{BlockScan, Need};
use lock::Lock;
use loop_carried::LoopScan;
use pto_ir::ValueId;
use pto_ir::dialect::Func;
use pto_ir::module::NodeId;
use pto_isa::def::Core;
use pto_isa::{Pipe, Space};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use summary::EffectSummary;
use tokens::Tokens;

/// One pipe waits for another.
#[derive(Clone, Debug)]
pub struct DependenceEdge {
    /// The pipe that signals, by number.
    pub from: usize,
    /// The pipe that waits.
    pub to: usize,
    /// The signal stands after this statement.
    pub set_after: NodeId,
    /// The wait stands before this one.
    pub wait_before: NodeId,
    /// Position of the signal; of the whole loop if it is carried over.
    pub start: u32,
    /// Position of the wait.
    pub end: u32,
    /// Statements of one body can share a signal.
    pub body: u32,
    /// The time at which the wait is over, in the time of [`EventReuse`].
    pub waited: u32,
    /// What the pipe that signals knows then.
    pub reuse: EventReuse,
    /// The buffer of several that an iteration works on, and how many there are: signals of several iterations are
    /// under way at once, and each buffer has an event.
    pub rotating: Option<(ValueId, u32)>,
    /// The wait, too, stands after `set_after`, following the signal: one pipe tells another that it got there.
    pub handshake: bool,
    /// The loop that carries it over, if one does.
    pub carried: Option<LoopCarried>,
}

/// An event is one bit: it must not be set again before its wait is over. What the pipe that signals knows of the one
/// that waits, as the time up to which everything is done: positions of the function, plus one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventReuse {
    /// When it signals.
    pub known: u32,
    /// When it signals again in the next iteration of a loop around, of the iteration before; the least of all loops.
    pub known_again: u32,
    /// The end of the outermost loop around, as a position; 0 outside of loops.
    pub loop_end: u32,
}

impl EventReuse {
    fn outside_loops(known: u32) -> EventReuse {
        EventReuse { known, known_again: u32::MAX, loop_end: 0 }
    }
}

/// An edge from one iteration of a loop to a later one, or from the condition of a loop to its body.
#[derive(Clone, Debug)]
pub struct LoopCarried {
    /// The loop before which the event is first set and after which it is last waited for: the one that carries it,
    /// or one around that.
    pub around: NodeId,
    /// The buffer of several that the iteration works on, and how many there are: then each has an event.
    pub slot: Option<(ValueId, u32)>,
    /// The first iteration waits for a signal before the loop.
    pub prologue_signal: bool,
    /// What the last iteration signals is waited for after the loop.
    pub epilogue_wait: bool,
}

/// A pipe drains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Barrier {
    /// The statement before which it stands.
    pub before: NodeId,
    /// The pipe that drains.
    pub pipe: Pipe,
}

/// Why all pipes drain at a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullBarrierReason {
    /// It calls a function, which has the events for itself.
    Call,
    /// It jumps to another block.
    Jump,
}

/// The synchronisation of a function.
#[derive(Default)]
pub struct Found {
    /// Pipes that wait for others.
    pub edges: Vec<DependenceEdge>,
    /// Pipes that drain.
    pub barriers: FxHashSet<Barrier>,
    /// Statements after which every pipe drains.
    pub barriers_after: FxHashSet<NodeId>,
    /// Statements because of which it is coarse, and why.
    pub coarse: Vec<(NodeId, FullBarrierReason)>,
    /// Some instruction works on memory.
    pub works: bool,
}
impl Found {
    /// Whether nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.barriers.is_empty() && self.barriers_after.is_empty()
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
    /// What they know after the loop, if the body ran at all.
    after: Clock,
    /// The events that the loop finds set and leaves set.
    locks: Vec<Lock>,
    /// Signals of the program's own.
    tokens: Tokens,
    /// What the condition of a loop leaves: it runs once more than the body after it.
    condition: Option<History>,
}

struct Finder<'a> {
    layout: &'a Layout<'a>,
    mixed: bool,
    /// Loops inside others that keep their events set from one execution to the next.
    hoisted: &'a FxHashSet<NodeId>,
    /// What the program does with events and buffer ids.
    own: UserSyncPolicy,
    found: Found,
    /// Added to times of the second look.
    shift: u32,
    bodies: u32,
    cache: FxHashMap<ValueId, SmallVec<[Bytes; 2]>>,
}

/// What the program does with events and buffer ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserSyncPolicy {
    /// Nothing: signals between cores are ordered, too.
    Absent,
    /// It orders its pipes, as far as its statements can be followed.
    Trusted,
    /// It orders some, but none of that counts.
    Ignored,
}

/// All that a function needs. The events of the loops of `hoisted`, each of which stands in the body of another one, are
/// primed before that one and drained after it.
pub fn find(
    layout: &Layout<'_>,
    tree: &RegionTree,
    own: UserSyncPolicy,
    hoisted: &FxHashSet<NodeId>,
) -> Found {
    let mut finder = Finder {
        layout,
        mixed: tree.mixed,
        hoisted,
        own,
        found: Found::default(),
        shift: tree.end + 2,
        bodies: 0,
        cache: FxHashMap::default(),
    };
    finder.body(&tree.body, None, None);
    finder.found
}

impl Finder<'_> {
    fn node(&self, item: &RegionNode) -> &pto_ir::Node {
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
    fn body(&mut self, body: &Body, around: Option<&RegionNode>, core: Option<Core>) -> Left {
        let number = self.bodies;
        self.bodies += 1;
        let mut work: Vec<EffectSummary> = Vec::with_capacity(body.items.len());
        // The edges inside each statement.
        let mut inner = Vec::with_capacity(body.items.len());
        for item in &body.items {
            let first = self.found.edges.len();
            work.push(self.work(item, core));
            let edges = first..self.found.edges.len();
            if let Some(around) = around {
                self.hoist(item, around, edges.clone());
            }
            inner.push(edges);
        }
        let jumps = self.end_blocks(body, &mut work);
        let mut scan = BlockScan {
            items: &body.items,
            touched: History::default(),
            history: History::default(),
            clock: Clock::default(),
            snapshots: Vec::with_capacity(work.len()),
            tokens: Tokens::default(),
        };
        let split = match around.map(|a| a.kind) {
            Some(Kind::While { split }) => Some(split),
            _ => None,
        };
        let (mut at_split, mut condition) = (Clock::default(), None);
        let mut forward: Vec<(usize, usize, usize, usize)> = Vec::new();
        let mut drained: FxHashSet<(usize, usize)> = FxHashSet::default();
        for (j, w) in work.iter().enumerate() {
            let item = &body.items[j];
            if split == Some(j) {
                at_split = scan.clock;
                condition = Some(scan.history.clone());
            }
            scan.drain(w, item.start);
            // What the pipes know when they signal before a loop: not yet what its work waits for first.
            let mut at_prologue = scan.clock;
            scan.prime(w, item.start);
            let mut inside = scan.inside(w);
            for need in scan.needs(self.layout, w, &inside, |_| true) {
                let Need { from, to, time } = need;
                if inside[to][from] >= time {
                    continue;
                }
                if from == to {
                    self.barrier(item, ALL[to]);
                    drained.insert((j, to));
                    scan.clock[to][to] = item.start;
                    inside[to][to] = item.start;
                    continue;
                }
                let i = scan.item_at(time);
                let row = scan.snapshots[i].row(from);
                join(&mut at_prologue[to], &row);
                join(&mut scan.clock[to], &row);
                join(&mut inside[to], &row);
                forward.push((i, j, from, to));
                // The condition of a loop runs once more than its body: its last signal is waited for after the loop.
                let extra = split.is_some_and(|s| i < s && s <= j);
                let around = around.filter(|_| extra);
                self.found.edges.push(DependenceEdge {
                    from,
                    to,
                    set_after: body.items[i].node,
                    wait_before: item.node,
                    start: body.items[i].end,
                    end: around.map_or(item.start, |a| a.end),
                    body: number,
                    waited: around.map_or(item.start, |a| a.end) + 1,
                    reuse: EventReuse::outside_loops(row[to]),
                    rotating: None,
                    handshake: false,
                    carried: around.map(|a| LoopCarried {
                        around: a.node,
                        slot: None,
                        prologue_signal: false,
                        epilogue_wait: true,
                    }),
                });
            }
            let inner = self.found.edges[inner[j].clone()].iter_mut();
            for e in inner.filter(|e| around.is_none_or(|a| !is_carried_around(e, a))) {
                let clock = if is_prologue_of(e, item) { &at_prologue } else { &scan.clock };
                e.reuse.known = e.reuse.known.max(clock[e.from][e.to]);
            }
            scan.record(w, item, 0);
        }
        let mut after = if split.is_some() { at_split } else { scan.clock };
        let mut locks = Vec::new();
        if let Some(around) = around {
            let known = self.found.edges.len();
            let seen = LoopScan {
                around,
                number,
                work: &work,
                first: &scan,
                forward: &forward,
                drained: &drained,
            };
            let waits = self.carried_dependences(&seen, &inner);
            // After a condition that ran once more, this is known of what came before it only.
            let over = split.is_none() && !self.hoisted.contains(&around.node);
            for (i, from, to) in waits.into_iter().filter(|_| over) {
                join(&mut after[to], &scan.snapshots[i].row(from));
            }
            locks = lock::of_loop(&self.found.edges[known..], &body.items, &work);
        }
        let BlockScan { touched, history, mut clock, tokens, .. } = scan;
        if jumps {
            // Which blocks have run is not known: what they say of work before them does not count.
            clock = Clock::default();
        }
        Left { touched, history, clock, after, locks, tokens, condition }
    }

    /// Every pipe drains at the end of a block that works, wherever it leads. Returns whether there are several.
    fn end_blocks(&mut self, body: &Body, work: &mut [EffectSummary]) -> bool {
        let (mut jumps, mut busy) = (false, false);
        for (item, w) in body.items.iter().zip(work) {
            if item.kind != Kind::Jump {
                busy |= !w.accesses.is_empty();
                continue;
            }
            jumps = true;
            if std::mem::take(&mut busy) {
                self.barrier(item, Pipe::All);
                w.drains = u8::MAX;
                if !self.node(item).is(Func::Return) {
                    self.found.coarse.push((item.node, FullBarrierReason::Jump));
                }
            }
        }
        jumps
    }

    fn barrier(&mut self, item: &RegionNode, pipe: Pipe) {
        self.found.barriers.insert(Barrier { before: item.node, pipe });
    }
}

fn is_primed(e: &DependenceEdge) -> bool {
    e.carried.as_ref().is_some_and(|c| c.prologue_signal)
}

/// Whether an edge is first signalled right before a loop.
fn is_prologue_of(e: &DependenceEdge, item: &RegionNode) -> bool {
    is_primed(e) && is_carried_around(e, item)
}

/// Whether an edge is first signalled before a loop or last waited for after it.
fn is_carried_around(e: &DependenceEdge, item: &RegionNode) -> bool {
    e.carried.as_ref().is_some_and(|c| c.around == item.node)
}
