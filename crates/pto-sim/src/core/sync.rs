//! Synchronisation as a core meets it: flags between its pipes, buffer ids, and what it asks of other cores.
//!
//! A core runs in program order, so inside a core only an earlier instruction can end a wait.

use crate::action::Sync;
use crate::core::BlockedOn;
use crate::core::Core;
use crate::core::threads::outside_threads;
use crate::observe::TraceKind;
use crate::program::Step;
use crate::signal::{Channel, CoreRole, CrossCoreOp, Kind, set_channel, wait_channel};
use pto_isa::Pipe;
use pto_isa::sem::Trap;
use pto_kernels::value::SlotValue;

/// An event between two pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Event {
    from: Pipe,
    to: Pipe,
    id: i64,
}

/// Flags that are set and buffer ids that are held.
#[derive(Clone, Default)]
pub(crate) struct Flags {
    set: Vec<(Event, u32)>,
    held: Vec<(i64, Pipe)>,
}

impl Flags {
    fn count(&mut self, event: Event) -> &mut u32 {
        let at = self.set.iter().position(|e| e.0 == event).unwrap_or_else(|| {
            self.set.push((event, 0));
            self.set.len() - 1
        });
        &mut self.set[at].1
    }
    /// Events that are set: the pipe that sets, the pipe that waits, the id, how often.
    pub fn set_events(&self) -> Vec<(Pipe, Pipe, i64, u32)> {
        let set = self.set.iter().filter(|e| e.1 > 0);
        set.map(|(e, count)| (e.from, e.to, e.id, *count)).collect()
    }
    pub fn clear(&mut self) {
        self.set.clear();
        self.held.clear();
    }
}

impl Core<'_, '_> {
    /// Synchronises; the answer is why the core has to wait, if so.
    pub(crate) fn sync_step(
        &mut self,
        step: &Step<'_>,
        sync: Sync,
    ) -> Result<Option<BlockedOn>, Trap> {
        match sync {
            Sync::SetFlag => {
                let event = self.event(step)?;
                *self.flags.count(event) += 1;
                Ok(None)
            }
            Sync::WaitFlag => {
                let event = self.event(step)?;
                let count = self.flags.count(event);
                if *count > 0 {
                    *count -= 1;
                    return Ok(None);
                }
                if self.is_dry() {
                    // Another pipe than the scalar unit waits there: an observer knows how long.
                    return Ok(None);
                }
                let (from, to, id) = (event.from.name(), event.to.name(), event.id);
                let what = format!(
                    "event {id} from {from} to {to}, which no earlier instruction has set and left"
                );
                Ok(Some(BlockedOn::Itself(what)))
            }
            Sync::GetBuffer => {
                let (id, pipe) = self.buffer(step)?;
                if let Some(&(_, holder)) = self.flags.held.iter().find(|h| h.0 == id)
                    && !self.is_dry()
                {
                    let what = format!("buffer id {id}, which {} holds", holder.name());
                    return Ok(Some(BlockedOn::Itself(what)));
                }
                self.flags.held.push((id, pipe));
                Ok(None)
            }
            Sync::ReleaseBuffer => {
                let (id, _) = self.buffer(step)?;
                self.flags.held.retain(|h| h.0 != id);
                Ok(None)
            }
            Sync::SetCore | Sync::WaitCore | Sync::SetBlock | Sync::WaitBlock | Sync::All => {
                self.ask(step, sync)
            }
            Sync::Notify => self.notify(step).map(|()| None),
            Sync::AwaitCounters => self.await_counters(step),
            Sync::TestCounters => self.test_counters(step).map(|()| None),
            Sync::Transfer => self.put(step, SlotValue::Scalar(1)).map(|()| None),
            Sync::Queue(op) => self.queue_step(step, op),
            Sync::EmptyWait => {
                self.quirks.set(self.quirks.get() | pto_isa::quirk::bit("tsync-empty"));
                Ok(None)
            }
            Sync::Threads | Sync::Warp if self.thread.is_none() => Err(outside_threads()),
            Sync::Threads | Sync::Warp => {
                Ok(Some(BlockedOn::Itself("the other threads of its group".into())))
            }
            Sync::Barrier
            | Sync::MemoryBarrier
            | Sync::ThreadFence
            | Sync::ScopeBegins
            | Sync::ScopeEnds
            | Sync::LoopBegins
            | Sync::LoopIterates => Ok(None),
        }
    }

    /// What an observer is told about a synchronisation that is not of a queue.
    pub(crate) fn trace_kind(
        &self,
        step: &Step<'_>,
        sync: Sync,
    ) -> Result<Option<TraceKind>, Trap> {
        let signal = |why: Option<BlockedOn>| match why {
            Some(BlockedOn::Core(ask)) => {
                Some(TraceKind::Signal(ask, step.word("pipe").map(Pipe::of_word)))
            }
            _ => None,
        };
        Ok(match sync {
            Sync::SetFlag => {
                let Event { from, to, id } = self.event(step)?;
                Some(TraceKind::SetFlag { from, to, id })
            }
            Sync::WaitFlag => {
                let Event { from, to, id } = self.event(step)?;
                Some(TraceKind::WaitFlag { from, to, id })
            }
            Sync::GetBuffer => {
                let (id, pipe) = self.buffer(step)?;
                Some(TraceKind::GetBuffer(pipe, id))
            }
            Sync::ReleaseBuffer => {
                let (id, pipe) = self.buffer(step)?;
                Some(TraceKind::ReleaseBuffer(pipe, id))
            }
            Sync::Barrier => {
                let words = [step.word("pipe"), step.word("op_type"), step.word("op")];
                let pipe = words.into_iter().flatten().next().map_or(Pipe::All, Pipe::of_word);
                Some(TraceKind::Barrier(pipe))
            }
            // Who only counts cycles wants to know what the device does.
            Sync::EmptyWait if self.program.numerics.is_manual() && !self.is_dry() => None,
            Sync::EmptyWait => Some(TraceKind::Barrier(Pipe::All)),
            Sync::MemoryBarrier => Some(TraceKind::MemoryBarrier),
            Sync::ScopeBegins => Some(TraceKind::ScopeBegins),
            Sync::ScopeEnds => Some(TraceKind::ScopeEnds),
            Sync::LoopBegins => Some(TraceKind::LoopBegins),
            Sync::LoopIterates => Some(TraceKind::LoopIterates),
            Sync::Transfer => Some(TraceKind::Transfer),
            Sync::ThreadFence => Some(TraceKind::ThreadFence),
            Sync::Queue(_)
            | Sync::Notify
            | Sync::AwaitCounters
            | Sync::TestCounters
            | Sync::Threads
            | Sync::Warp => None,
            Sync::SetCore | Sync::WaitCore | Sync::SetBlock | Sync::WaitBlock | Sync::All => {
                signal(self.ask(step, sync)?)
            }
        })
    }

    /// What a core asks of the others.
    fn ask(&self, step: &Step<'_>, sync: Sync) -> Result<Option<BlockedOn>, Trap> {
        Ok(match sync {
            Sync::SetCore => Some(BlockedOn::Core(CrossCoreOp::Set(self.channel(step, true)?))),
            Sync::WaitCore => Some(BlockedOn::Core(CrossCoreOp::Wait(self.channel(step, false)?))),
            Sync::SetBlock => {
                Some(BlockedOn::Core(CrossCoreOp::Set(Channel::Blocks(self.id(step)?))))
            }
            Sync::WaitBlock => {
                Some(BlockedOn::Core(CrossCoreOp::Wait(Channel::Blocks(self.id(step)?))))
            }
            _ => {
                let (kind, takes_part) = match step.word("core_type").unwrap_or("aiv_only") {
                    "aic_only" => (Kind::Cube, !matches!(self.role, CoreRole::Vector(_))),
                    "mix" => (Kind::Both, true),
                    _ => (Kind::Vector, self.role != CoreRole::Cube),
                };
                takes_part.then_some(BlockedOn::Core(CrossCoreOp::Meet(Channel::All(kind))))
            }
        })
    }

    fn event(&self, step: &Step<'_>) -> Result<Event, Trap> {
        let of =
            |a: &str, b: &str| Pipe::of_word(step.word(a).or_else(|| step.word(b)).unwrap_or(""));
        let (from, to) = (of("src_pipe", "src_op"), of("dst_pipe", "dst_op"));
        Ok(Event { from, to, id: self.id(step)? })
    }

    fn buffer(&self, step: &Step<'_>) -> Result<(i64, Pipe), Trap> {
        let operand = step.def.slot("buf_id_dyn").or_else(|| step.def.slot("buf_id"));
        let id = operand.and_then(|o| self.int(step, o)).or_else(|| step.number("buf_id"));
        let id = id.ok_or_else(|| Trap::new("has no buffer id"))?;
        Ok((id, Pipe::of_word(step.word("op_type").unwrap_or(""))))
    }

    /// The event id: an attribute or an operand.
    fn id(&self, step: &Step<'_>) -> Result<i64, Trap> {
        let operand = step.def.slot("event_id_dyn").or_else(|| step.def.slot("event_id"));
        let id = operand.and_then(|o| self.int(step, o)).or_else(|| step.number("event_id"));
        id.ok_or_else(|| Trap::new("has no event id"))
    }

    fn channel(&self, step: &Step<'_>, set: bool) -> Result<Channel, Trap> {
        let id = self.id(step)?;
        let target = self.program.numerics.target;
        Ok(match step.number("ffts_mode") {
            Some(0) => Channel::Blocks(id),
            Some(1) => Channel::Vectors(id),
            _ if set => set_channel(target, self.role, id),
            _ => wait_channel(target, self.role, id),
        })
    }
}
