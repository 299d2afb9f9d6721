//! What the cores of a block share: their memories, and the queues between them.

use crate::queue::Queues;
use crate::signal::CoreRole;
use pto_kernels::memory::CoreMemory;
use std::ops::{Deref, DerefMut};

/// The memories of a block as one of its cores sees them, and the queues between its cores.
pub(crate) struct BlockMemory<'g> {
    memory: CoreMemory<'g>,
    pub queues: Queues,
}

impl<'g> BlockMemory<'g> {
    pub fn new(memory: CoreMemory<'g>) -> BlockMemory<'g> {
        BlockMemory { memory, queues: Queues::default() }
    }

    /// Lets one of the memories see global memory, and no other.
    pub fn show_global(memories: &mut [BlockMemory<'g>], to: usize) {
        if memories[to].sees_global() {
            return;
        }
        let from = memories.iter().position(|m| m.sees_global());
        if let Some(from) = from
            && let Ok([from, to]) = memories.get_disjoint_mut([from, to])
        {
            from.memory.hand_global_to(&mut to.memory);
        }
    }

    /// From now on this core looks.
    pub fn be_core(&mut self, role: CoreRole) {
        self.memory.look_as_second(role == CoreRole::Vector(1));
    }

    /// Makes everything as fresh as new.
    pub fn reset(&mut self) {
        self.queues.clear();
        self.memory.reset();
    }
}

impl<'g> Deref for BlockMemory<'g> {
    type Target = CoreMemory<'g>;
    fn deref(&self) -> &CoreMemory<'g> {
        &self.memory
    }
}

impl<'g> DerefMut for BlockMemory<'g> {
    fn deref_mut(&mut self) -> &mut CoreMemory<'g> {
        &mut self.memory
    }
}
