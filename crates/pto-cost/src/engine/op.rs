//! What an engine is given: executions of instructions, and what stands in the queues of its pipes.

use crate::timeline::Cause;
use pto_isa::Pipe;
use pto_sim::Channel;
use smallvec::SmallVec;

/// An execution of an instruction.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    pub core: u32,
    pub pipe: Pipe,
    pub site: u32,
    pub latency: f64,
    pub occupancy: f64,
    /// Bytes to and from global memory, which all cores share.
    pub gm_bytes: f64,
    /// Runs whose data it needs, where the tool keeps the order.
    pub needs: SmallVec<[u32; 4]>,
    /// Known when it has run.
    pub start: f64,
    pub done: f64,
    /// How long its pipe stood still for it, and why.
    pub stall: f64,
    pub cause: Option<Cause>,
    /// The barrier that it waited for, if it did.
    pub barrier: Option<u32>,
    /// The run that decided when it starts.
    pub after: Option<u32>,
}

impl Issue {
    pub fn new(
        core: u32,
        pipe: Pipe,
        site: u32,
        (latency, occupancy): (f64, f64),
        needs: SmallVec<[u32; 4]>,
    ) -> Issue {
        let (start, done, stall, gm_bytes) = (f64::NAN, f64::NAN, 0.0, 0.0);
        let (cause, barrier, after) = (None, None, None);
        Issue {
            core,
            pipe,
            site,
            latency,
            occupancy,
            gm_bytes,
            needs,
            start,
            done,
            stall,
            cause,
            barrier,
            after,
        }
    }
}

/// What stands in a queue.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Issue(u32),
    Set {
        to: Pipe,
        id: i64,
    },
    Wait {
        from: Pipe,
        id: i64,
    },
    /// One execution of a barrier.
    Barrier(u32),
    /// The `acquisition`-th holder of a buffer id.
    Get {
        id: i64,
        acquisition: u32,
    },
    Release {
        id: i64,
        acquisition: u32,
    },
    Send(Channel),
    Receive(Channel),
    /// Something that is there for others after some cycles: a notification, or a transfer of a DMA engine.
    Notify {
        id: u32,
        cycles: f64,
    },
    /// Wait for several of them.
    AwaitNotices(Box<[u32]>),
    /// Entries of queues between cores: of a block, which queue, which entry.
    Publish(Entry),
    AwaitEntry(Entry),
    Vacate(Entry),
    AwaitSlot(Entry),
}

/// An entry of a queue between cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    pub block: u32,
    pub queue: usize,
    pub number: u64,
}

/// One execution of a barrier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BarrierRun {
    pub line: u32,
    pub pipe: Pipe,
    /// The longest time that a pipe stalled at it.
    pub stall: f64,
}
