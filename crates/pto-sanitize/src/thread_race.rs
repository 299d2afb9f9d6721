//! Accesses of SIMT threads of one group to the same bytes that nothing puts in order.
//!
//! Threads are ordered by `syncthreads`, and by atomics: what a thread did before a fence is seen by who reads, in an
//! atomic of the same element, what the thread put there after the fence. Instructions of a warp put nothing in order:
//! no source says that they do.

use super::report::{Findings, bytes, slot_of};
use pto_ir::NodeId;
use pto_ir::diag::Diagnostic;
use pto_ir::interval::IntervalMap;
use pto_isa::{Code, code};
use pto_sim::{CoreAt, CoreRole, Effects, Footprint, MemoryId, TraceKind, TraceRecord};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;

/// What a thread has seen: of other threads, the number of their last access.
type Seen = FxHashMap<u32, u32>;

#[derive(Clone, Copy, Debug)]
struct Access {
    thread: u32,
    /// Which access of the thread since the last barrier.
    number: u32,
    node: NodeId,
    slot: Option<u8>,
    atomic: bool,
}

#[derive(Clone, Debug, Default)]
struct Cell {
    write: Option<Access>,
    reads: SmallVec<[Access; 2]>,
}

#[derive(Default)]
struct ThreadClock {
    accesses: u32,
    seen: Seen,
    /// What it had seen and done when it came to its last fence.
    fenced: Option<(Seen, u32)>,
}

/// The threads of the group that a core runs.
#[derive(Default)]
struct Group {
    clocks: FxHashMap<u32, ThreadClock>,
    cells: FxHashMap<MemoryId, IntervalMap<i64, Cell>>,
    /// What atomics hand over, by the element.
    handed: FxHashMap<(MemoryId, i64), Seen>,
}

struct Race {
    code: Code,
    first: Access,
    second: Access,
    memory: MemoryId,
    range: Range<i64>,
}

/// Looks for races between threads.
#[derive(Default)]
pub(crate) struct ThreadRaces {
    groups: FxHashMap<(u32, u8), Group>,
    found: Vec<Race>,
    known: FxHashSet<(NodeId, NodeId)>,
}

fn key(core: CoreAt) -> (u32, u8) {
    let role = match core.role {
        CoreRole::Vector(n) => n + 1,
        _ => 0,
    };
    (core.block, role)
}

impl ThreadRaces {
    pub fn on_record(&mut self, record: &TraceRecord<'_>) {
        let key = key(record.core);
        match (record.kind, record.thread) {
            // What was before a barrier is before everything after it.
            (TraceKind::ThreadsBegin | TraceKind::ThreadBarrier, _) => {
                self.groups.insert(key, Group::default());
            }
            (TraceKind::ThreadsEnd { .. }, _) => {
                self.groups.remove(&key);
            }
            (TraceKind::ThreadFence, Some(thread)) => {
                if let Some(group) = self.groups.get_mut(&key) {
                    let clock = group.clocks.entry(thread).or_default();
                    clock.fenced = Some((clock.seen.clone(), clock.accesses));
                }
            }
            _ => {}
        }
    }

    pub fn on_access(&mut self, record: &TraceRecord<'_>, effects: &Effects<'_>) {
        let Some(thread) = record.thread else { return };
        let Some(mut group) = self.groups.remove(&key(record.core)) else { return };
        if effects.atomic {
            for footprint in effects.footprints.iter().filter(|f| f.write) {
                group.hand_over(thread, (footprint.memory, footprint.start));
            }
        }
        let clock = group.clocks.entry(thread).or_default();
        clock.accesses += 1;
        let number = clock.accesses;
        for footprint in effects.footprints {
            let slot = slot_of(record, footprint.arg);
            let atomic = effects.atomic;
            let now = Access { thread, number, node: record.node, slot, atomic };
            self.access(&mut group, now, footprint, effects.unchanged);
        }
        self.groups.insert(key(record.core), group);
    }

    fn access(&mut self, group: &mut Group, now: Access, footprint: &Footprint, unchanged: bool) {
        let Group { clocks, cells, .. } = group;
        let seen = &clocks.entry(now.thread).or_default().seen;
        let cells = cells.entry(footprint.memory).or_default();
        for range in footprint.ranges() {
            cells.change(range, |part, cell| {
                let mut compare = |code: Code, first: Access| {
                    let covered = first.thread == now.thread
                        || first.atomic && now.atomic
                        || seen.get(&first.thread).is_some_and(|&n| n >= first.number);
                    if !covered && self.known.insert((first.node, now.node)) {
                        let (memory, range) = (footprint.memory, part.clone());
                        self.found.push(Race { code, first, second: now, memory, range });
                    }
                };
                if !footprint.write {
                    cell.write.into_iter().for_each(|w| compare(code::RACE_READ, w));
                    cell.reads.retain(|r| r.thread != now.thread);
                    cell.reads.push(now);
                    return;
                }
                // Equal values are a race without a loser.
                if !unchanged {
                    cell.write.into_iter().for_each(|w| compare(code::RACE_WRITES, w));
                    cell.reads.iter().for_each(|r| compare(code::RACE_OVERWRITE, *r));
                }
                cell.write = Some(now);
                cell.reads.clear();
            });
        }
    }

    /// Says what was found.
    pub fn report(self, f: &mut Findings<'_>) {
        for race in self.found {
            let Race { code, first, second, memory, range } = race;
            if !f.is_new(code, first.node, Some(second.node)) {
                continue;
            }
            let (did, does) = match code {
                code::RACE_READ => ("written", "reads"),
                code::RACE_OVERWRITE => ("read", "writes"),
                _ => ("written", "writes"),
            };
            let (op, name) = (f.op(second.node), f.name(second.node, second.slot));
            let message = format!(
                "{op} of thread {} {does} what thread {} has {did}, in no order: {name}",
                second.thread, first.thread
            );
            let here = f.span(second.node, second.slot);
            let there = f.span(first.node, first.slot);
            let d = Diagnostic::error(code, here, message)
                .found(bytes(memory.space(), &range))
                .label(there, format!("{did} here by thread {}", first.thread))
                .help("put `pto.syncthreads` between them, or use atomics")
                .fixed_by(Err("where all threads can meet is a choice of the program"));
            f.push(d);
        }
    }
}

impl Group {
    /// An atomic takes what others left at its element, and leaves what its thread did before its last fence.
    fn hand_over(&mut self, thread: u32, element: (MemoryId, i64)) {
        let handed = self.handed.entry(element).or_default();
        let clock = self.clocks.entry(thread).or_default();
        for (&other, &n) in handed.iter().filter(|(other, _)| **other != thread) {
            let known = clock.seen.entry(other).or_default();
            *known = (*known).max(n);
        }
        let Some((seen, accesses)) = &clock.fenced else { return };
        for (other, n) in seen.iter().map(|(o, n)| (*o, *n)).chain([(thread, *accesses)]) {
            let left = handed.entry(other).or_default();
            *left = (*left).max(n);
        }
    }
}
