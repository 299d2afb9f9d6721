//! What is kept of a run to go on from there. Pages of memory that did not change are shared with the checkpoint before.

use super::Session;
use crate::core::queue_endpoint::QueueEndpoint;
use crate::core::sync::Flags;
use crate::queue::Queues;
use crate::schedule::Turns;
use pto_ir::diag::Diagnostic;
use pto_isa::Space;
use pto_isa::sem::{Memory, SpecialRegs};
use pto_kernels::value::SlotValue;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

const PAGE_BYTES: usize = 4096;

/// The state of a run after some steps.
pub struct Checkpoint {
    at: u64,
    first: u32,
    turns: Turns,
    cores: Vec<KeptCore>,
    memories: Vec<KeptMemory>,
    buffers: Vec<Pages>,
    printed: usize,
    over: bool,
    failure: Option<Box<Diagnostic>>,
    own_bytes: usize,
}

struct KeptCore {
    slots: Vec<SlotValue>,
    registers: Pages,
    pc: usize,
    executed: u64,
    flags: Flags,
    locals: Vec<u64>,
    endpoints: Vec<QueueEndpoint>,
    printed: Vec<String>,
    counted: (usize, u64),
    modes: SpecialRegs,
    quirks: u64,
    yields: bool,
}

/// The local memories of a block: the bytes that were ever written.
struct KeptMemory {
    queues: Queues,
    locals: Vec<(usize, Range<usize>, Pages)>,
    overran: bool,
}

/// Bytes in pages of which several checkpoints may have the same.
#[derive(Default)]
struct Pages(Vec<Arc<[u8]>>);

impl Pages {
    /// Keeps bytes, and counts those that `before` does not have.
    fn keep(bytes: &[u8], before: Option<&Pages>, own_bytes: &mut usize) -> Pages {
        let page = |(i, page): (usize, &[u8])| match before.and_then(|b| b.0.get(i)) {
            Some(old) if **old == *page => old.clone(),
            _ => {
                *own_bytes += page.len();
                page.into()
            }
        };
        Pages(bytes.chunks(PAGE_BYTES).enumerate().map(page).collect())
    }
    fn write_to(&self, bytes: &mut [u8]) {
        for (place, page) in bytes.chunks_mut(PAGE_BYTES).zip(&self.0) {
            if *place != **page {
                place.copy_from_slice(page);
            }
        }
    }
}

impl Checkpoint {
    /// How many steps had been executed.
    pub fn at(&self) -> u64 {
        self.at
    }
    /// Bytes that checkpoints keep, pages that several of them have counted once.
    pub fn total_bytes(list: &[Checkpoint]) -> usize {
        let mut pages: FxHashSet<*const u8> = FxHashSet::default();
        let mut bytes = 0;
        for kept in list {
            let registers = kept.cores.iter().map(|c| &c.registers);
            let locals = kept.memories.iter().flat_map(|m| &m.locals).map(|l| &l.2);
            for page in registers.chain(locals).chain(&kept.buffers).flat_map(|p| &p.0) {
                bytes += if pages.insert(page.as_ptr()) { page.len() } else { 0 };
            }
            let cores = kept.cores.iter();
            bytes += cores
                .map(|c| c.slots.len() * size_of::<SlotValue>() + c.locals.len() * 8)
                .sum::<usize>();
        }
        bytes
    }
    /// A number that tells states apart: where each core is, its values and registers, and all bytes of all memories.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.at, self.first, self.over).hash(&mut hasher);
        for core in &self.cores {
            (core.pc, core.executed, &core.locals, &core.printed).hash(&mut hasher);
            format!("{:?}{:?}", core.slots, core.modes).hash(&mut hasher);
            core.registers.0.hash(&mut hasher);
        }
        for memory in &self.memories {
            memory.locals.iter().for_each(|l| (l.0, &l.1, &l.2.0).hash(&mut hasher));
        }
        self.buffers.iter().for_each(|b| b.0.hash(&mut hasher));
        hasher.finish()
    }
    /// Bytes that it keeps and the checkpoint it was made after does not.
    pub fn own_bytes(&self) -> usize {
        self.own_bytes
    }
}

impl Session<'_, '_> {
    /// Keeps the state of the run. What did not change since `before` is shared with that.
    pub fn save(&self, before: Option<&Checkpoint>) -> Checkpoint {
        let before = before.filter(|b| b.first == self.first);
        let mut own = 0;
        let mut cores = Vec::new();
        for (i, core) in self.group.cores.iter().enumerate() {
            let old = before.and_then(|b| b.cores.get(i));
            own += core.slots.len() * size_of::<SlotValue>() + core.locals.len() * 8;
            cores.push(KeptCore {
                slots: core.slots.to_vec(),
                registers: Pages::keep(core.registers.bytes(), old.map(|o| &o.registers), &mut own),
                pc: core.pc,
                executed: core.executed,
                flags: core.flags.clone(),
                locals: core.locals.clone(),
                endpoints: core.endpoints.clone(),
                printed: core.printed.clone(),
                counted: core.counted,
                modes: core.modes.get(),
                quirks: core.quirks.get(),
                yields: core.yields,
            });
        }
        let mut memories = Vec::new();
        for (i, memory) in self.group.memories.iter().enumerate() {
            let old = before.and_then(|b| b.memories.get(i));
            let mut locals = Vec::new();
            for (local, range, bytes) in memory.written() {
                let same = |l: &&(usize, Range<usize>, Pages)| l.0 == local && l.1 == range;
                let old = old.and_then(|o| o.locals.iter().find(same));
                locals.push((local, range, Pages::keep(bytes, old.map(|o| &o.2), &mut own)));
            }
            let (queues, overran) = (memory.queues.clone(), memory.has_overran());
            memories.push(KeptMemory { queues, locals, overran });
        }
        let mut buffers = Vec::new();
        if let Some(memory) = self.group.memories.iter().find(|m| m.sees_global()) {
            for (i, len) in memory.buffer_sizes().into_iter().enumerate() {
                let old = before.and_then(|b| b.buffers.get(i));
                let bytes = memory.bytes(Space::Gm, i as u32, 0, len as u64).unwrap_or(&[]);
                buffers.push(Pages::keep(bytes, old, &mut own));
            }
        }
        Checkpoint {
            at: self.at,
            first: self.first,
            turns: self.turns.clone(),
            cores,
            memories,
            buffers,
            printed: self.printed.len(),
            over: self.over,
            failure: self.failure.clone(),
            own_bytes: own,
        }
    }

    /// Puts the run back to what it was.
    pub fn restore(&mut self, kept: &Checkpoint) {
        if kept.first != self.first {
            self.first = kept.first;
            for core in &mut self.group.cores {
                core.reset();
            }
            self.runner.begin(&mut self.group, kept.first);
        }
        (self.at, self.over) = (kept.at, kept.over);
        self.failure.clone_from(&kept.failure);
        self.turns = kept.turns.clone();
        self.printed.truncate(kept.printed);
        for (core, kept) in self.group.cores.iter_mut().zip(&kept.cores) {
            for (slot, value) in (0..).zip(&kept.slots) {
                core.slots.set(slot, *value);
            }
            kept.registers.write_to(core.registers.bytes_mut());
            (core.pc, core.executed) = (kept.pc, kept.executed);
            core.flags.clone_from(&kept.flags);
            core.locals.clone_from(&kept.locals);
            core.endpoints.clone_from(&kept.endpoints);
            core.printed.clone_from(&kept.printed);
            core.counted = kept.counted;
            core.modes.set(kept.modes);
            core.quirks.set(kept.quirks);
            core.yields = kept.yields;
        }
        for (memory, kept) in self.group.memories.iter_mut().zip(&kept.memories) {
            memory.reset();
            memory.queues = kept.queues.clone();
            for (local, range, pages) in &kept.locals {
                if let Some(bytes) = memory.rewrite(*local, range.clone()) {
                    pages.write_to(bytes);
                }
            }
            memory.set_overran(kept.overran);
        }
        if let Some(memory) = self.group.memories.iter_mut().find(|m| m.sees_global()) {
            for (i, pages) in kept.buffers.iter().enumerate() {
                let len = pages.0.iter().map(|p| p.len()).sum::<usize>() as u64;
                if let Ok(bytes) = memory.bytes_mut(Space::Gm, i as u32, 0, len) {
                    pages.write_to(bytes);
                }
            }
        }
    }
}
