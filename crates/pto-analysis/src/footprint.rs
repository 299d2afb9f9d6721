//! The bytes that a value covers, as far as they are known.

use crate::last_access::Bytes;
use crate::memory_objects::{Place, PointsTo};
use crate::placement::ENDLESS_BYTES;
use pto_ir::{Module, ValueId};
use pto_isa::def::Core;
use pto_isa::{Space, Target};
use smallvec::SmallVec;

/// Places without an address lie apart from each other, after all memories.
const APART: u64 = 1 << 40;
/// All addresses of a memory that a program can compute.
const ANYWHERE: u64 = 1 << 39;

/// Where the values of a program lie.
pub struct Layout<'a> {
    /// The program.
    pub module: &'a Module,
    /// Its memory objects.
    pub points_to: &'a PointsTo,
    /// The address of each object that has one.
    pub addresses: &'a [Option<u64>],
    /// Whose memories.
    pub target: Target,
    /// Parameters of functions that others call may be one and the same.
    pub called: &'a rustc_hash::FxHashSet<pto_ir::NodeId>,
    /// Windows of an object count as the whole of it.
    pub whole_objects: bool,
}

/// Number of a memory, for code that runs on one kind of core of a function with both.
pub fn memory(space: Space, core: Option<Core>) -> u8 {
    space as u8
        + match core {
            Some(Core::Cube) => 16,
            Some(Core::Vector) => 32,
            _ => 0,
        }
}

impl Layout<'_> {
    /// The bytes a value covers, without the memory's core.
    pub fn bytes(&self, value: ValueId) -> SmallVec<[Bytes; 2]> {
        let mut list = SmallVec::new();
        let objects = self.points_to.of(value);
        if objects.is_empty()
            && let Some(space) = self.module.type_of(value).and_then(pto_isa::Type::space)
        {
            list.push(Bytes { memory: memory(space, None), range: 0..u64::MAX });
        }
        for &r in objects {
            let object = &self.points_to.objects[r as usize];
            let window = match self.whole_objects {
                true => 0..object.bytes,
                false => self.points_to.window(value, r),
            };
            // A pointer to global memory that was made of a number may be any of those that the kernel was given.
            let mut add = |start: u64, end: u64| {
                list.push(Bytes { memory: memory(object.space, None), range: start..end });
            };
            let number = |n: u64| (n + 1) * APART;
            match (&object.place, self.addresses.get(r as usize).copied().flatten()) {
                (Place::At(places), _) if object.bytes < ENDLESS_BYTES => {
                    for &at in places {
                        add(at.saturating_add(window.start), at.saturating_add(window.end));
                    }
                }
                (Place::At(places), _) => {
                    let all = if object.space == Space::Gm { u64::MAX } else { ANYWHERE };
                    let end = self.target.capacity_bytes(object.space).unwrap_or(all);
                    let from = places.iter().copied().min().unwrap_or(0);
                    add(from.min(end - 1), end);
                }
                (Place::Free | Place::Offset(..), Some(at)) => {
                    add(at.saturating_add(window.start), at.saturating_add(window.end));
                }
                (Place::Free | Place::Offset(..), None) => {
                    let start = number(u64::from(r) + 2);
                    add(start + window.start, start + window.end);
                }
                (Place::Unknown, _) if object.space == Space::Gm => add(0, u64::MAX),
                (Place::Unknown | Place::Follows, _) => add(0, ANYWHERE),
                // Entries of queues share their buffers.
                (Place::Outside, _) if object.node.is_some() => add(number(0), number(1)),
                (Place::Outside, _) if self.called.contains(&object.function) => {
                    add(number(1), number(2));
                }
                (Place::Outside, _) => {
                    let start = number(u64::from(r) + 2);
                    add(start, start + APART);
                }
            }
        }
        list
    }
}
