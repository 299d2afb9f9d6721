//! The bytes an instruction may reach, as far as its operands tell, and which earlier entries it must follow
//! when the program leaves synchronisation to the tool.

use super::entry::{Bounds, PIPES};
use pto_isa::OpDef;
use pto_isa::sem::Arg;
use pto_kernels::memory::{CoreMemory, MemoryId};
use smallvec::SmallVec;
use std::ops::Range;

/// Bytes that may be touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MayAccess {
    pub memory: MemoryId,
    pub bytes: Range<i64>,
    pub writes: bool,
}

/// All bytes of a memory.
const WHOLE: Range<i64> = i64::MIN..i64::MAX;

/// What an instruction reaches. Of a pointer it is not known how far it goes.
pub(crate) fn may_access(
    def: &OpDef,
    args: &[(u8, Arg)],
    memory: &CoreMemory<'_>,
) -> SmallVec<[MayAccess; 4]> {
    let mut list = SmallVec::new();
    for (slot, arg) in args {
        let effect = def.effect(*slot);
        if !effect.touches() {
            continue;
        }
        let (memory, bytes) = match arg {
            Arg::Tile(t) => {
                let from = t.addr as i64;
                let size = t.size_bytes() as i64;
                (memory.id(t.ty.space, 0), from..from.saturating_add(size))
            }
            Arg::View(v) => (memory.id(v.at.space, v.at.buffer), v.bytes()),
            Arg::Ptr(p) => (memory.id(p.space, p.buffer), WHOLE),
            Arg::Scalar(..) | Arg::Reg(_) => continue,
        };
        list.push(MayAccess { memory, bytes, writes: effect.writes() });
    }
    list
}

/// A vector scope may reach all of the unified buffer.
pub(crate) fn scope_may_access(memory: &CoreMemory<'_>) -> SmallVec<[MayAccess; 4]> {
    let memory = memory.id(pto_isa::Space::Vec, 0);
    SmallVec::from_iter([MayAccess { memory, bytes: WHOLE, writes: true }])
}

fn conflicts(a: &MayAccess, b: &MayAccess) -> bool {
    (a.writes || b.writes)
        && a.memory == b.memory
        && a.bytes.start < b.bytes.end
        && b.bytes.start < a.bytes.end
}

/// What the entries of a core that are not over reach: pipe, number, bytes.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    list: Vec<(usize, u64, SmallVec<[MayAccess; 4]>)>,
}

impl Pending {
    /// The entries that something with this reach must follow.
    pub fn bounds(&self, accesses: &[MayAccess]) -> Bounds {
        let mut bounds = [0; PIPES];
        for (pipe, number, theirs) in &self.list {
            let meets = theirs.iter().any(|t| accesses.iter().any(|r| conflicts(t, r)));
            if meets {
                bounds[*pipe] = bounds[*pipe].max(number + 1);
            }
        }
        bounds
    }
    pub fn add(&mut self, pipe: usize, number: u64, accesses: SmallVec<[MayAccess; 4]>) {
        self.list.push((pipe, number, accesses));
    }
    pub fn remove(&mut self, number: u64) {
        self.list.retain(|p| p.1 != number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accesses(bytes: Range<i64>, writes: bool) -> SmallVec<[MayAccess; 4]> {
        SmallVec::from_iter([MayAccess { memory: MemoryId::Local(1), bytes, writes }])
    }

    #[test]
    fn who_meets_a_write_waits_for_it_until_it_is_over() {
        let mut pending = Pending::default();
        pending.add(1, 4, accesses(0..32, true));
        pending.add(2, 5, accesses(32..64, false));
        assert_eq!(pending.bounds(&accesses(16..48, false))[1], 5);
        assert_eq!(pending.bounds(&accesses(16..48, false))[2], 0, "two reads are in any order");
        assert_eq!(pending.bounds(&accesses(16..48, true))[2], 6);
        assert_eq!(pending.bounds(&accesses(64..96, true)), [0; PIPES]);
        pending.remove(4);
        assert_eq!(pending.bounds(&accesses(0..32, true)), [0; PIPES]);
    }
}
