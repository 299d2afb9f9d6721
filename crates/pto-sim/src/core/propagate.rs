//! What passes without being computed: entries of queues, contents that move with their values, arguments.

use super::trace::Trace;
use crate::access::{Footprint, ShadowMemory};
use crate::core::Core;
use crate::observe::{Effects, QueueStep, SharedObserver, TraceKind};
use crate::program::{Move, Step};
use pto_isa::sem::{Arg, Memory, TileAt};
use pto_kernels::value::SlotValue;

impl Core<'_, '_> {
    /// Tells what passing an entry of a queue reads or writes of the core's own tile.
    pub(crate) fn trace_queue(
        &mut self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'_>,
        kind: TraceKind,
    ) {
        let TraceKind::Queue(queue) = kind else { return };
        let write = match queue.step {
            QueueStep::Push { .. } => false,
            QueueStep::Pop { .. } => true,
            QueueStep::Open | QueueStep::Free => return,
        };
        let made = step.results.iter().map(|r| self.slots[r.1 as usize]);
        let given = step.args.iter().map(|a| self.slots[a.slot as usize]);
        let tile = made.chain(given).find_map(|v| match v {
            SlotValue::Tile(t) => Some(t),
            _ => None,
        });
        let (Some(tile), Some(mut trace)) = (tile, self.trace.take()) else { return };
        trace.clear();
        self.tile_footprints(&mut trace, &tile, write);
        for t in trace.footprints.iter().filter(|t| !t.write) {
            trace.undefined.extend(self.memory.undefined(t));
        }
        trace.footprints.iter().for_each(|t| self.memory.define(t));
        let effects = Effects {
            footprints: &trace.footprints,
            undefined: &trace.undefined,
            ..Effects::default()
        };
        observer.on_access(&self.record(index, step, kind), &effects);
        self.trace = Some(trace);
    }

    fn tile_footprints(&self, trace: &mut Trace, t: &TileAt, write: bool) {
        let memory = self.memory.id(t.ty.space, 0);
        let arg = self.args.iter().position(|a| matches!(a.1, Arg::Tile(_))).map(|i| i as u8);
        for &(offset, len, rows, stride) in trace.regions.of(t, (0, 0), t.valid).iter() {
            let start = (t.addr + offset) as i64;
            trace.footprints.push(Footprint {
                memory,
                start,
                len,
                rows,
                stride,
                write,
                loose: false,
                arg,
            });
        }
    }

    /// The valid region of a tile holds values.
    pub(crate) fn define_tile(&mut self, t: &TileAt) {
        let Some(mut trace) = self.trace.take() else { return };
        trace.clear();
        self.tile_footprints(&mut trace, t, true);
        trace.footprints.iter().for_each(|t| self.memory.define(t));
        self.trace = Some(trace);
    }

    /// Moves of contents, in shadow memory.
    pub(crate) fn trace_moves(&mut self, moves: &[Move], values: &[SlotValue]) {
        let Some(trace) = &mut self.trace else { return };
        let Some(registers) = &mut trace.registers else { return };
        if moves.iter().all(|m| !m.contents) {
            return;
        }
        let Some(shadow) = self.memory.shadow_mut() else { return };
        let mut contents = Vec::new();
        for (m, v) in moves.iter().zip(values).filter(|(m, _)| m.contents) {
            let to = self.slots[m.to as usize];
            contents.push(match (v, to) {
                (SlotValue::Reg(from), SlotValue::Reg(_)) => {
                    registers.bytes()[from.range()].to_vec()
                }
                (SlotValue::Tile(t), SlotValue::Tile(_)) => {
                    let bytes = shadow.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes());
                    bytes.map_or_else(|_| Vec::new(), <[u8]>::to_vec)
                }
                _ => Vec::new(),
            });
        }
        for (m, bytes) in moves.iter().filter(|m| m.contents).zip(contents) {
            match self.slots[m.to as usize] {
                SlotValue::Reg(own) => {
                    let n = bytes.len().min(own.bytes as usize);
                    registers.bytes_mut()[own.range()][..n].copy_from_slice(&bytes[..n]);
                }
                SlotValue::Tile(own) => {
                    let len = bytes.len() as u64;
                    if let Ok(place) = shadow.bytes_mut(own.ty.space, 0, own.addr as i64, len) {
                        place.copy_from_slice(&bytes);
                    }
                }
                _ => {}
            }
        }
    }
}
