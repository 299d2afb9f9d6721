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
