//! Queues between the cores of a block.
