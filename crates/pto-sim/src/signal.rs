//! Signals between cores: who must have signalled before a waiting core may go on.
//!
//! Signals are counted, never lost: a core that waits for the n-th time on a channel goes on when every core
//! it waits for has signalled n times there. One rule serves them all: one core to another (A5), the cube core
//! to both vector cores and back (A2/A3), the vector cores of a block, the same cores of all blocks, and the
//! barrier of all cores.

use pto_isa::Target;
use pto_isa::target::SignalReach;
use rustc_hash::FxHashMap;
use std::fmt;

/// What a core of a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoreRole {
    /// The only core: it runs all of the kernel.
    Alone,
    /// The cube core of a cluster.
    Cube,
    /// A vector core of a cluster.
    Vector(u8),
}

impl fmt::Display for CoreRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoreRole::Alone => f.write_str("the core"),
            CoreRole::Cube => f.write_str("the cube core"),
            CoreRole::Vector(n) => write!(f, "vector core {n}"),
        }
    }
}

/// Who does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoreAt {
    /// The device.
    pub rank: u32,
    /// The block, counted on over the devices of a launch: its number tells it from all others.
    pub block: u32,
    /// What the core is in its block.
    pub role: CoreRole,
}

/// Cores of a kernel that mixes cube and vector code, in the order of a block.
pub(crate) const CLUSTER: [CoreRole; 3] =
    [CoreRole::Cube, CoreRole::Vector(0), CoreRole::Vector(1)];
/// Cores of such a kernel if whole tiles are all that passes between them.
pub(crate) const PAIR: [CoreRole; 2] = [CoreRole::Cube, CoreRole::Vector(0)];
/// Ids from here on address the second vector core.
const SECOND_VECTOR: i64 = 16;

/// Where a signal goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// To a core of the cluster.
    To(CoreRole, i64),
    /// To both vector cores of a cluster from the cube core.
    ToVectors(i64),
    /// Between the vector cores of a cluster.
    Vectors(i64),
    /// Between the same cores of all blocks.
    Blocks(i64),
    /// Between all cores of a kind, in all blocks.
    All(Kind),
}

impl Channel {
    /// Whether a core that waits on the channel waits for a signal of another one (or of itself).
    pub fn is_sent(self, target: Target, by: CoreAt, to: CoreAt) -> bool {
        let same_block = by.block == to.block;
        match self {
            Channel::To(CoreRole::Alone, _) => by == to,
            Channel::To(CoreRole::Cube, id) => {
                let second = id >= SECOND_VECTOR;
                let all_vectors = target.def().signals == SignalReach::AllVectors;
                same_block
                    && matches!(by.role, CoreRole::Vector(n) if all_vectors || (n == 1) == second)
            }
            Channel::To(CoreRole::Vector(_), _) | Channel::ToVectors(_) => {
                same_block && by.role == CoreRole::Cube
            }
            Channel::Vectors(_) => {
                same_block && matches!(by.role, CoreRole::Vector(_) | CoreRole::Alone)
            }
            Channel::Blocks(_) => by.rank == to.rank && by.role == to.role,
            Channel::All(kind) => {
                let takes_part = match kind {
                    Kind::Both => true,
                    Kind::Cube => !matches!(by.role, CoreRole::Vector(_)),
                    Kind::Vector => by.role != CoreRole::Cube,
                };
                by.rank == to.rank && takes_part
            }
        }
    }
}

/// Which cores a barrier is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The vector cores.
    Vector,
    /// The cube cores.
    Cube,
    /// All of them.
    Both,
}

/// What a core asks for at a synchronisation between cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossCoreOp {
    /// Signal.
    Set(Channel),
    /// Go on when the others have signalled.
    Wait(Channel),
    /// Signal, and go on when all have signalled.
    Meet(Channel),
}

/// The channel of a signal within a block.
pub(crate) fn set_channel(target: Target, from: CoreRole, id: i64) -> Channel {
    match (from, target.def().signals) {
        (CoreRole::Alone, _) => Channel::To(CoreRole::Alone, id),
        (CoreRole::Cube, SignalReach::AllVectors) => Channel::ToVectors(id),
        (CoreRole::Cube, _) if id >= SECOND_VECTOR => {
            Channel::To(CoreRole::Vector(1), id - SECOND_VECTOR)
        }
        (CoreRole::Cube, _) => Channel::To(CoreRole::Vector(0), id),
        (CoreRole::Vector(_), SignalReach::AllVectors) => Channel::To(CoreRole::Cube, id),
        (CoreRole::Vector(n), _) => Channel::To(CoreRole::Cube, id + SECOND_VECTOR * i64::from(n)),
    }
}

/// The channel a core waits on within a block.
pub(crate) fn wait_channel(target: Target, own: CoreRole, id: i64) -> Channel {
    match (own, target.def().signals) {
        (CoreRole::Vector(_), SignalReach::AllVectors) => Channel::ToVectors(id),
        // The page of `wait_intra_core` writes the id that the cube core signals.
        (CoreRole::Vector(1), _) if id >= SECOND_VECTOR => Channel::To(own, id - SECOND_VECTOR),
        _ => Channel::To(own, id),
    }
}

/// The signals of a group of cores that run together.
#[derive(Clone)]
pub(crate) struct Signals {
    target: Target,
    cores: Vec<CoreAt>,
    sent: FxHashMap<(usize, Channel), u64>,
    taken: FxHashMap<(usize, Channel), u64>,
    met: FxHashMap<usize, Channel>,
}

impl Signals {
    pub fn new(target: Target, cores: Vec<CoreAt>) -> Signals {
        let (sent, taken, met) = Default::default();
        Signals { target, cores, sent, taken, met }
    }

    /// Does what a core asks for; `false` if it has to wait.
    pub fn grant(&mut self, core: usize, ask: CrossCoreOp) -> bool {
        match ask {
            CrossCoreOp::Set(channel) => {
                self.send(core, channel);
                true
            }
            CrossCoreOp::Wait(channel) => self.take(core, channel),
            CrossCoreOp::Meet(channel) => {
                if self.met.insert(core, channel).is_none() {
                    self.send(core, channel);
                }
                let passed = self.take(core, channel);
                if passed {
                    self.met.remove(&core);
                }
                passed
            }
        }
    }

    fn send(&mut self, core: usize, channel: Channel) {
        *self.sent.entry((core, channel)).or_default() += 1;
    }

    fn take(&mut self, core: usize, channel: Channel) -> bool {
        let taken = self.taken.get(&(core, channel)).copied().unwrap_or(0);
        let passes = self.missing(core, channel).next().is_none();
        if passes {
            self.taken.insert((core, channel), taken + 1);
        }
        passes
    }

    /// The cores whose signal a core still waits for.
    pub fn missing(&self, core: usize, channel: Channel) -> impl Iterator<Item = usize> + '_ {
        let taken = self.taken.get(&(core, channel)).copied().unwrap_or(0);
        let sent = move |from: usize| self.sent.get(&(from, channel)).copied().unwrap_or(0);
        self.sources(core, channel).filter(move |&from| sent(from) <= taken)
    }

    /// The cores that signal on a channel which a core waits on.
    fn sources(&self, core: usize, channel: Channel) -> impl Iterator<Item = usize> + '_ {
        let to = self.cores[core];
        (0..self.cores.len()).filter(move |&i| channel.is_sent(self.target, self.cores[i], to))
    }

    /// A core in a message.
    pub fn name(&self, core: usize) -> String {
        let at = self.cores[core];
        let of_rank = |c: &&CoreAt| c.rank == at.rank;
        let first = self.cores.iter().find(of_rank).map_or(0, |c| c.block);
        let blocks = self.cores.iter().filter(of_rank).any(|c| c.block != at.block);
        let ranks = self.cores.iter().any(|c| c.rank != at.rank);
        let (rank, block) = (at.rank, at.block - first);
        match (at.role, blocks, ranks) {
            (role, false, false) => role.to_string(),
            (role, true, false) => format!("{role} of block {block}"),
            (CoreRole::Alone, false, true) => format!("rank {rank}"),
            (CoreRole::Alone, true, true) => format!("block {block} of rank {rank}"),
            (role, false, true) => format!("{role} of rank {rank}"),
            (role, true, true) => format!("{role} of block {block} of rank {rank}"),
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Channel::To(_, id)
            | Channel::ToVectors(id)
            | Channel::Vectors(id)
            | Channel::Blocks(id) => {
                write!(f, "signal {id}")
            }
            Channel::All(_) => f.write_str("the barrier of all cores"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cluster(target: Target) -> Signals {
        Signals::new(target, CLUSTER.map(|role| CoreAt { rank: 0, block: 0, role }).to_vec())
    }
    fn set(s: &mut Signals, core: usize, id: i64) {
        let channel = set_channel(s.target, CLUSTER[core], id);
        assert!(s.grant(core, CrossCoreOp::Set(channel)));
    }
    fn wait(s: &mut Signals, core: usize, id: i64) -> bool {
        let channel = wait_channel(s.target, CLUSTER[core], id);
        s.grant(core, CrossCoreOp::Wait(channel))
    }

    #[test]
    fn on_a5_a_signal_goes_to_one_core_and_the_second_vector_core_has_ids_from_16() {
        let mut s = cluster(Target::A5);
        set(&mut s, 0, 1);
        assert!(!wait(&mut s, 2, 1));
        assert!(wait(&mut s, 1, 1));
        assert!(!wait(&mut s, 1, 1), "a signal is consumed");
        set(&mut s, 0, 17);
        assert!(wait(&mut s, 2, 1));
        set(&mut s, 0, 17);
        assert!(wait(&mut s, 2, 17), "it may wait for the id that was signalled");
        set(&mut s, 2, 0);
        assert!(!wait(&mut s, 0, 0));
        assert!(wait(&mut s, 0, 16));
    }

    #[test]
    fn on_a2a3_the_cube_core_signals_both_and_waits_for_both() {
        let mut s = cluster(Target::A2A3);
        set(&mut s, 0, 3);
        assert!(wait(&mut s, 1, 3) && wait(&mut s, 2, 3));
        set(&mut s, 1, 4);
        set(&mut s, 1, 4);
        assert!(!wait(&mut s, 0, 4), "two signals of one core are not one of each");
        set(&mut s, 2, 4);
        assert!(wait(&mut s, 0, 4));
        assert!(!wait(&mut s, 0, 4));
    }

    #[test]
    fn nobody_passes_a_barrier_before_all_have_come() {
        let cores = [(0, 0), (0, 1), (1, 2)];
        let at = |(rank, block)| CoreAt { rank, block, role: CoreRole::Alone };
        let mut s = Signals::new(Target::A5, cores.map(at).to_vec());
        let ask = CrossCoreOp::Meet(Channel::All(Kind::Vector));
        assert!(!s.grant(0, ask));
        assert!(!s.grant(0, ask), "waiting is not coming twice");
        assert!(s.grant(1, ask));
        assert!(s.grant(0, ask));
        assert!(!s.grant(1, ask), "the next barrier is another one");
        assert!(s.grant(2, ask), "other devices have barriers of their own");
        assert_eq!(s.name(1), "block 1 of rank 0");
        assert_eq!(s.name(2), "rank 1");
    }
}
