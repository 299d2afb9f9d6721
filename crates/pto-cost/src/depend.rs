//! Who wrote and who read which bytes last: the order that a program needs when it leaves synchronisation to
//! the tool.

use pto_isa::def::Role;
use pto_isa::sem::Arg;
use pto_isa::{Pipe, Space};
use pto_sim::Act;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::Range;

/// A stretch of memory with one history.
#[derive(Clone, Debug)]
struct Stretch {
    end: i64,
    writer: Option<u32>,
    /// The last reader of each pipe: pipes work in order.
    readers: SmallVec<[(Pipe, u32); 2]>,
}

/// The history of a core's memories, and of global memory as it sees it.
#[derive(Debug, Default)]
pub(crate) struct History {
    spaces: FxHashMap<(Space, u32), BTreeMap<i64, Stretch>>,
}

/// Bytes an instruction touches.
pub(crate) struct Touch {
    pub space: Space,
    pub buffer: u32,
    pub bytes: Range<i64>,
    pub writes: bool,
}

/// The memory an instruction touches, as far as its operands tell.
pub(crate) fn touches(act: &Act<'_>) -> SmallVec<[Touch; 4]> {
    let mut list = SmallVec::new();
    for (slot, arg) in act.args {
        let Some(operand) = act.def.operands.get(*slot as usize) else { continue };
        let writes = operand.role != Role::In;
        let (space, buffer, bytes) = match arg {
            Arg::Tile(t) => {
                let from = t.addr as i64;
                (t.ty.space, 0, from..from.saturating_add(t.size_bytes() as i64))
            }
            Arg::View(v) => (v.at.space, v.at.buffer, v.bytes()),
            Arg::Scalar(..) | Arg::Ptr(_) | Arg::Reg(_) => continue,
        };
        list.push(Touch { space, buffer, bytes, writes });
    }
    list
}

impl History {
    /// The runs that an access must follow; from now on it is part of the history.
    pub fn touch(&mut self, touch: &Touch, pipe: Pipe, run: u32, needs: &mut SmallVec<[u32; 4]>) {
        let memory = self.spaces.entry((touch.space, touch.buffer)).or_default();
        split(memory, touch.bytes.start);
        split(memory, touch.bytes.end);
        let mut need = |other: u32| {
            if other != run && !needs.contains(&other) {
                needs.push(other);
            }
        };
        let mut covered = touch.bytes.start;
        let mut gaps: SmallVec<[Range<i64>; 2]> = SmallVec::new();
        for (&start, s) in memory.range_mut(touch.bytes.clone()) {
            if start > covered {
                gaps.push(covered..start);
            }
            covered = s.end;
            if let Some(writer) = s.writer {
                need(writer);
            }
            if touch.writes {
                s.readers.iter().for_each(|r| need(r.1));
                s.readers.clear();
                s.writer = Some(run);
            } else {
                s.readers.retain(|r| r.0 != pipe);
                s.readers.push((pipe, run));
            }
        }
        if covered < touch.bytes.end {
            gaps.push(covered..touch.bytes.end);
        }
        for gap in gaps {
            let (writer, readers) = if touch.writes {
                (Some(run), SmallVec::new())
            } else {
                (None, SmallVec::from_iter([(pipe, run)]))
            };
            memory.insert(gap.start, Stretch { end: gap.end, writer, readers });
        }
        if touch.writes {
            // One stretch again: histories do not fray.
            let inside: SmallVec<[i64; 8]> =
                memory.range(touch.bytes.clone()).map(|(&start, _)| start).skip(1).collect();
            inside.iter().for_each(|start| {
                memory.remove(start);
            });
            if let Some(first) = memory.get_mut(&touch.bytes.start) {
                first.end = touch.bytes.end;
            }
        }
    }
}

/// Makes a stretch end where another begins.
fn split(memory: &mut BTreeMap<i64, Stretch>, at: i64) {
    let Some((_, s)) = memory.range_mut(..at).next_back() else { return };
    if s.end > at {
        let rest = s.clone();
        s.end = at;
        memory.insert(at, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(h: &mut History, bytes: Range<i64>, writes: bool, pipe: Pipe, run: u32) -> Vec<u32> {
        let touch = Touch { space: Space::Vec, buffer: 0, bytes, writes };
        let mut list = SmallVec::new();
        h.touch(&touch, pipe, run, &mut list);
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
    fn other_bytes_and_other_spaces_are_independent() {
        let mut h = History::default();
        needs(&mut h, 0..64, true, Pipe::Mte2, 0);
        assert!(needs(&mut h, 64..128, false, Pipe::V, 1).is_empty());
        let touch = Touch { space: Space::Mat, buffer: 0, bytes: 0..64, writes: false };
        let mut list = SmallVec::new();
        h.touch(&touch, Pipe::Mte1, 2, &mut list);
        assert!(list.is_empty());
    }
}
