//! Who wrote and who read which bytes last: the order that a program needs when it leaves synchronisation to
//! the tool.

use crate::engine::{Needs, OperandOrder};
use pto_ir::interval::IntervalMap;
use pto_isa::sem::Arg;
use pto_isa::{Pipe, Space};
use pto_sim::TraceRecord;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;

/// What happened to some bytes last.
#[derive(Clone, Debug, Default)]
struct Past {
    writer: Option<u32>,
    /// The last reader of each pipe: pipes work in order.
    readers: SmallVec<[(Pipe, u32); 2]>,
}

/// The history of a core's memories, and of global memory as it sees it.
#[derive(Debug, Default)]
pub(crate) struct History {
    spaces: FxHashMap<(Space, u32), IntervalMap<i64, Past>>,
}

/// Bytes an instruction touches.
pub(crate) struct Footprint {
    pub space: Space,
    pub buffer: u32,
    pub bytes: Range<i64>,
    pub reads: bool,
    pub writes: bool,
}

/// The memory an instruction touches, as far as its operands tell.
pub(crate) fn footprints(record: &TraceRecord<'_>) -> SmallVec<[Footprint; 4]> {
    let mut list = SmallVec::new();
    for (slot, arg) in record.args {
        let Some(operand) = record.def.operands.get(*slot as usize) else { continue };
        let (reads, writes) = (operand.effect.reads(), operand.effect.writes());
        if !operand.effect.touches() {
            continue;
        }
        let (space, buffer, bytes) = match arg {
            Arg::Tile(t) => {
                let from = t.addr as i64;
                (t.ty.space, 0, from..from.saturating_add(t.size_bytes() as i64))
            }
            Arg::View(v) => (v.at.space, v.at.buffer, v.bytes()),
            Arg::Scalar(..) | Arg::Ptr(_) | Arg::Reg(_) => continue,
        };
        list.push(Footprint { space, buffer, bytes, reads, writes });
    }
    list
}

impl History {
    /// The runs that an access must follow; from now on it is part of the history.
    pub fn record(
        &mut self,
        footprint: &Footprint,
        pipe: Pipe,
        run: u32,
        order: &mut OperandOrder,
    ) {
        let memory = self.spaces.entry((footprint.space, footprint.buffer)).or_default();
        let need = |list: &mut Needs, other: u32| {
            if other != run && !list.contains(&other) {
                list.push(other);
            }
        };
        let OperandOrder { data, reuse } = order;
        if footprint.writes {
            for (_, past) in memory.over(footprint.bytes.clone()) {
                let writer = if footprint.reads { &mut *data } else { &mut *reuse };
                past.writer.into_iter().for_each(|n| need(writer, n));
                past.readers.iter().for_each(|r| need(reuse, r.1));
            }
            memory
                .set(footprint.bytes.clone(), Past { writer: Some(run), readers: SmallVec::new() });
        } else {
            memory.change(footprint.bytes.clone(), |_, past| {
                past.writer.into_iter().for_each(|n| need(data, n));
                past.readers.retain(|r| r.0 != pipe);
                past.readers.push((pipe, run));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(h: &mut History, bytes: Range<i64>, writes: bool, pipe: Pipe, run: u32) -> Vec<u32> {
        let footprint = Footprint { space: Space::Vec, buffer: 0, bytes, reads: !writes, writes };
        let mut order = OperandOrder::default();
        h.record(&footprint, pipe, run, &mut order);
        let mut list = order.all();
        list.sort_unstable();
        list.to_vec()
    }

    #[test]
    fn reads_follow_writes_and_writes_follow_both() {
        let mut h = History::default();
        assert!(needs(&mut h, 0..64, true, Pipe::Mte2, 0).is_empty());
        assert_eq!(needs(&mut h, 32..96, false, Pipe::V, 1), [0]);
        assert_eq!(needs(&mut h, 0..16, false, Pipe::V, 2), [0]);
        assert_eq!(needs(&mut h, 0..128, true, Pipe::Mte2, 3), [0, 1, 2]);
        assert_eq!(needs(&mut h, 100..101, false, Pipe::Mte3, 4), [3]);
        assert_eq!(needs(&mut h, 128..130, true, Pipe::V, 5), [0u32; 0]);
    }

    #[test]
    fn an_access_to_no_bytes_leaves_the_history_as_it_is() {
        let mut h = History::default();
        needs(&mut h, 0..64, true, Pipe::Mte2, 0);
        assert!(needs(&mut h, 0..0, true, Pipe::V, 1).is_empty());
        assert!(needs(&mut h, 16..16, false, Pipe::V, 2).is_empty());
        assert_eq!(needs(&mut h, 0..64, false, Pipe::Mte3, 3), [0]);
    }

    #[test]
    fn only_what_is_read_is_data() {
        let mut h = History::default();
        let footprint =
            |reads, writes| Footprint { space: Space::Vec, buffer: 0, bytes: 0..64, reads, writes };
        let mut orders = [(false, true), (true, false), (true, true), (false, true)]
            .into_iter()
            .enumerate()
            .map(|(run, (reads, writes))| {
                let mut order = OperandOrder::default();
                h.record(&footprint(reads, writes), Pipe::V, run as u32, &mut order);
                (order.data.to_vec(), order.reuse.to_vec())
            });
        assert_eq!(orders.next(), Some((vec![], vec![])));
        assert_eq!(orders.next(), Some((vec![0], vec![])));
        // It reads and writes over what the first wrote and the second read.
        assert_eq!(orders.next(), Some((vec![0], vec![1])));
        assert_eq!(orders.next(), Some((vec![], vec![2])));
    }

    #[test]
    fn other_bytes_and_other_spaces_are_independent() {
        let mut h = History::default();
        needs(&mut h, 0..64, true, Pipe::Mte2, 0);
        assert!(needs(&mut h, 64..128, false, Pipe::V, 1).is_empty());
        let reads = true;
        let footprint =
            Footprint { space: Space::Mat, buffer: 0, bytes: 0..64, reads, writes: !reads };
        let mut order = OperandOrder::default();
        h.record(&footprint, Pipe::Mte1, 2, &mut order);
        assert!(order.all().is_empty());
    }
}
