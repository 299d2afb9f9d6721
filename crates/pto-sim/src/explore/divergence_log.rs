//! What was executed in an order, with digests of what it wrote.

use crate::access::{Footprint, Regions};
use crate::limits::too_many_kept;
use crate::observe::{Effects, Execute, SharedObserver, TraceRecord};
use crate::signal::CoreAt;
use pto_ir::NodeId;
use pto_isa::sem::{Arg, Memory, TileAt, Trap};
use pto_isa::{Pipe, Space};
use pto_kernels::memory::{CoreMemory, MemoryId};
use rustc_hash::FxHasher;
use std::cell::{Cell, RefCell};
use std::hash::Hasher;
use std::rc::Rc;

/// Something that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// Who.
    pub core: CoreAt,
    /// On which pipe.
    pub pipe: Pipe,
    /// The instruction; a vector scope is one.
    pub node: NodeId,
    /// Which instruction of its core it is, in program order.
    pub number: u64,
    /// A digest of the bytes it wrote and the numbers it gave.
    pub digest: u64,
}

/// What was executed so far.
#[derive(Default)]
pub(crate) struct ExecutionLog {
    pub executed: Vec<Executed>,
    /// What was written to global memory, with the place of who did it among the executed.
    global: Vec<(usize, Footprint)>,
    written: Rc<RefCell<Vec<Footprint>>>,
    /// Digests are of values alone: not of where they lie, nor of what a scratch tile holds, nor of lanes outside
    /// the valid region of a tile, which hold what the memory happened to hold before.
    values_only: bool,
}

/// Takes down what is written.
pub(crate) struct WriteObserver {
    written: Rc<RefCell<Vec<Footprint>>>,
    /// What valid regions cover, where only their bytes count.
    valid: Option<RefCell<Regions>>,
    /// Instructions seen, and how many may be kept.
    seen: Cell<u64>,
    most: u64,
}

impl SharedObserver for WriteObserver {
    fn on_record(&self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        self.seen.set(self.seen.get() + 1);
        if self.seen.get() > self.most { Err(too_many_kept(self.most)) } else { Ok(()) }
    }
    fn on_access(&self, record: &TraceRecord<'_>, effects: &Effects<'_>) {
        let mut written = self.written.borrow_mut();
        for footprint in effects.footprints.iter().filter(|t| t.write) {
            let tile = footprint.arg.and_then(|i| match record.args.get(usize::from(i)) {
                Some((_, Arg::Tile(t))) => Some(t),
                _ => None,
            });
            match (&self.valid, tile) {
                (Some(regions), Some(tile)) => {
                    written.extend(within_valid(footprint, tile, &mut regions.borrow_mut()));
                }
                _ => written.push(*footprint),
            }
        }
    }
    fn execute(&self) -> Execute {
        Execute::Traced { undefined: false }
    }
}

/// The bytes of an access that lie in the valid region of its tile.
fn within_valid(footprint: &Footprint, tile: &TileAt, regions: &mut Regions) -> Vec<Footprint> {
    let rows = regions.of(tile, (0, 0), tile.valid);
    let valid = rows.iter().flat_map(|&(offset, len, rows, stride)| {
        let start = (tile.addr + offset) as i64;
        Footprint { start, len, rows, stride, ..*footprint }.ranges()
    });
    let mut inside = Vec::new();
    let mut valid = valid.peekable();
    for range in footprint.ranges() {
        // Both come in the order of their addresses.
        while valid.next_if(|v| v.end <= range.start).is_some() {}
        while let Some(v) = valid.peek().filter(|v| v.start < range.end) {
            let (start, end) = (range.start.max(v.start), range.end.min(v.end));
            let len = (end - start) as u64;
            inside.push(Footprint { start, len, rows: 1, stride: len, ..*footprint });
            if v.end > range.end {
                break;
            }
            valid.next();
        }
    }
    inside
}

impl ExecutionLog {
    /// A log for runs that place tiles in their own way.
    pub fn of_values() -> ExecutionLog {
        ExecutionLog { values_only: true, ..ExecutionLog::default() }
    }

    /// Shows the log what is written, by at most this many instructions.
    pub fn write_observer(&self, most: u64) -> WriteObserver {
        WriteObserver {
            written: self.written.clone(),
            valid: self.values_only.then(RefCell::default),
            seen: Cell::new(0),
            most,
        }
    }

    /// A digest of what was written since the last one, with where it lies, and of the numbers it gave.
    pub fn digest(&mut self, memory: &CoreMemory<'_>, numbers: &[u64]) -> u64 {
        let mut hasher = FxHasher::default();
        numbers.iter().for_each(|n| hasher.write_u64(*n));
        for footprint in self.written.borrow_mut().drain(..) {
            if let MemoryId::Global(_) = footprint.memory {
                self.global.push((self.executed.len(), footprint));
            }
            if self.values_only && footprint.loose {
                continue;
            }
            for range in footprint.ranges() {
                let len = (range.end - range.start) as u64;
                let bytes = match footprint.memory {
                    MemoryId::Global(b) => memory.bytes(Space::Gm, b, range.start, len).ok(),
                    local => memory.local_bytes(local, &range),
                };
                if !self.values_only {
                    hasher.write_i64(range.start);
                }
                hasher.write(bytes.unwrap_or_default());
            }
        }
        hasher.finish()
    }

    /// Who was the last to write a byte of a buffer.
    pub fn last_writer(&self, buffer: u32, byte: usize) -> Option<usize> {
        let memory = MemoryId::Global(buffer);
        let covers =
            |t: &Footprint| t.memory == memory && t.ranges().any(|r| r.contains(&(byte as i64)));
        self.global.iter().rev().find(|w| covers(&w.1)).map(|w| w.0)
    }
}
