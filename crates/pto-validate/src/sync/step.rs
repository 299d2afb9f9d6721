//! What one statement does: a signal, a wait, a barrier, or work on memory that has to be in order.

use super::abstract_state::{AbstractState, Event, SYMBOL};
use super::{
    AbstractInterpreter, ByteRange, IN_VECTOR_CODE, MissingEdge, PIPE, Reason, Scope, Signal,
    VAGUE, spell,
};
use crate::ir::touches_memory;
use pto_ir::ValueId;

use pto_ir::dialect::{DialectOp, MemoryEffect};
use pto_ir::module::NodeId;
use pto_isa::class::{Barrier, Class, Sync};
use pto_isa::def::{OperandDef, Role};
use pto_isa::{Pipe, Space};

impl AbstractInterpreter<'_> {
    /// Signals between cores, where the program does not order its pipes itself: one that is sent comes after all
    /// earlier work, and all later work after one that is waited for.
    fn other_core(&mut self, id: NodeId, waits: bool, mut state: AbstractState) -> AbstractState {
        let pipe = self.pipe(self.module.node(id));
        if pipe == Pipe::All {
            return self.anything(id, state);
        }
        if self.user_events().is_some_and(|t| !t.is_empty())
            || !matches!(self.scope, Scope::Added(_))
        {
            return state;
        }
        for space in Space::ALL {
            self.conflicts(id, pipe as usize, (space, 0, u64::MAX >> 1), waits, &state);
            state.access(pipe as usize, (Some(space), 0, u64::MAX >> 1), waits, false, id);
        }
        state
    }

    pub(super) fn step(&mut self, id: NodeId, mut state: AbstractState) -> AbstractState {
        let module = self.module;
        let node = module.node(id);
        self.note_places(id);
        let Some(def) = module.def(node) else {
            let (at, writes) = match node.dialect_op().and_then(DialectOp::memory_effect) {
                Some(MemoryEffect::Read(at)) => (at, false),
                Some(MemoryEffect::Write(at)) => (at, true),
                None => return state,
            };
            if let Some(o) = module.operands(node).get(at) {
                self.touch(id, 0, o.value, writes, &mut state);
            }
            return state;
        };
        match def.class {
            Class::Sync(Sync::SetEvent(_)) => {
                match self.event(id) {
                    Ok(e) => self.set_event(id, e, &mut state),
                    Err(why) => self.report_signal(id, Signal::Unknown, why.into()),
                }
                return state;
            }
            Class::Sync(Sync::WaitEvent(_)) => {
                match self.event(id) {
                    Ok(e) if state.wait(e) => {}
                    Ok(e) => {
                        let message = format!("nothing has set {}: this never ends", spell(e));
                        self.report_signal(id, Signal::Event(e), message);
                    }
                    Err(why) => self.report_signal(id, Signal::Unknown, why.into()),
                }
                return state;
            }
            Class::Sync(Sync::TakeBuffer(b)) => {
                match self.buffer(node, b) {
                    Ok((pipe, b)) if state.take(pipe, b) => {}
                    Ok((_, b)) => {
                        let message = format!("buffer id {b} is taken already");
                        self.report_signal(id, Signal::Buffer(b), message);
                    }
                    Err(why) => self.report_signal(id, Signal::Unknown, why.into()),
                }
                return state;
            }
            Class::Sync(Sync::ReleaseBuffer(b)) => {
                match self.buffer(node, b) {
                    Ok((pipe, b)) if state.give(pipe, b) => {}
                    Ok((_, b)) => {
                        let message = format!("buffer id {b} is not taken");
                        self.report_signal(id, Signal::Buffer(b), message);
                    }
                    Err(why) => self.report_signal(id, Signal::Unknown, why.into()),
                }
                return state;
            }
            Class::Sync(Sync::Barrier(barrier)) => {
                match self.drained(id, barrier) {
                    Some(Pipe::All) => state.drain_all(),
                    Some(p) => state.drain(p as usize),
                    None => {}
                }
                return state;
            }
            // The scalar unit waits there, and gives out later work after it.
            Class::Sync(Sync::AllCores)
                if module.operands(node).is_empty() && !matches!(self.scope, Scope::Added(_)) =>
            {
                self.all_is_done(id, &state);
                return state;
            }
            Class::Sync(Sync::SetCore(_) | Sync::SetBlock(_)) => {
                return self.other_core(id, false, state);
            }
            Class::Sync(Sync::WaitCore(_) | Sync::WaitBlock(_)) => {
                return self.other_core(id, true, state);
            }
            _ => {}
        }
        if !touches_memory(def) {
            return state;
        }
        match self.pipe(node) {
            Pipe::All => self.anything(id, state),
            pipe => {
                self.touches(id, pipe as usize, &mut state);
                state
            }
        }
    }

    /// Signals an event. It holds one signal: the pipe that sets it again must know that the last one was taken.
    fn set_event(&mut self, id: NodeId, event: Event, state: &mut AbstractState) {
        let taken = state.last_taken(event);
        if !state.set(event, id) {
            return self.report_signal(
                id,
                Signal::Event(event),
                format!("{} is set twice", spell(event)),
            );
        }
        let Some(earlier) = taken.filter(|_| !matches!(self.scope, Scope::Signals)) else { return };
        let message = format!("{} may be set again before its last signal is taken", spell(event));
        if let Some(span) = self.user_events().and_then(|u| u.span_of(event)) {
            return self.not_ours(id, span, message);
        }
        let label = match earlier == id {
            true => "and here, in an earlier iteration",
            false => "it is set here, and nothing orders the wait for it before this",
        };
        let how = (Reason::SetAgain, None, event.2 != SYMBOL);
        self.push(id, Some((earlier, label.to_string())), message, how);
    }

    /// The pipe that a barrier drains, if it drains one.
    pub(super) fn drained(&self, id: NodeId, barrier: Barrier) -> Option<Pipe> {
        let node = self.module.node(id);
        match barrier {
            Barrier::All => Some(Pipe::All),
            Barrier::Pipe(attr) => Some(self.word(node, attr).map_or(Pipe::All, Pipe::of_word)),
            Barrier::Events(attr) => {
                let whole =
                    self.module.operands(node).is_empty() && self.module.attr(node, attr).is_none();
                whole.then_some(Pipe::All)
            }
        }
    }

    /// Code in a vector scope is one piece of work of the vector unit.
    pub(super) fn vector_code(&mut self, id: NodeId, mut state: AbstractState) -> AbstractState {
        let mut open = vec![id];
        while let Some(inner) = open.pop() {
            if self.signals(inner) {
                // Every thread of SIMT code executes it.
                self.report_signal(inner, Signal::Unknown, IN_VECTOR_CODE.into());
            }
            self.touches(inner, Pipe::V as usize, &mut state);
            for &r in self.module.node_regions(self.module.node(inner)) {
                for &b in &self.module.region(r).blocks {
                    open.extend(&self.module.block(b).ops);
                }
            }
        }
        state
    }

    /// Whether an operation signals or waits for something outside of the vector unit.
    fn signals(&self, id: NodeId) -> bool {
        let class = self.module.def(self.module.node(id)).map(|d| d.class);
        matches!(class, Some(Class::Sync(sync)) if sync.is_handshake())
    }

    fn touches(&mut self, id: NodeId, pipe: usize, state: &mut AbstractState) {
        let module = self.module;
        let node = module.node(id);
        let Some(def) = module.def(node) else { return };
        let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
        let results = module.results(node).map(|v| (module.value(v).slot, v));
        let mut writes = Vec::new();
        let list: Vec<(u8, ValueId)> = uses.chain(results).collect();
        // An instruction reads before it writes.
        for (slot, value) in list {
            let Some(operand) = def.operands.get(slot as usize) else { continue };
            if operand.role == Role::Scratch && def.ignores_scratch(self.target) {
                continue;
            }
            if reads(operand) {
                self.touch(id, pipe, value, false, state);
            }
            if operand.effect.writes() {
                writes.push(value);
            }
        }
        for value in writes {
            self.touch(id, pipe, value, true, state);
        }
    }

    fn touch(
        &mut self,
        id: NodeId,
        pipe: usize,
        value: ValueId,
        write: bool,
        state: &mut AbstractState,
    ) {
        for ByteRange { space, start, end, whole } in self.touched(value) {
            self.conflicts(id, pipe, (space, start, end), write, state);
            state.access(pipe, (Some(space), start, end), write, whole, id);
        }
    }

    /// Says what an access has to wait for and does not.
    fn conflicts(
        &mut self,
        id: NodeId,
        pipe: usize,
        (space, start, end): (Space, u64, u64),
        write: bool,
        state: &AbstractState,
    ) {
        if matches!(self.scope, Scope::Signals) {
            return;
        }
        let conflicts: Vec<(NodeId, usize, bool, bool)> = state
            .unknown(pipe, Some(space), start, end)
            .filter(|p| (write || p.write) && p.time < state.time)
            .filter(|p| p.pipe != pipe || p.write && self.matters(pipe, space))
            .map(|p| (p.node, p.pipe, p.write, p.bytes < VAGUE))
            .collect();
        for (node, other, wrote, known) in conflicts {
            let did = if wrote { "writes" } else { "reads" };
            let message = format!(
                "nothing orders this on {} after an earlier access to the same bytes of `{space}`",
                PIPE[pipe].name()
            );
            let label = format!("{} {did} them here", PIPE[other].name());
            let (from, to) = (PIPE[other], PIPE[pipe]);
            let missing = MissingEdge { from, to, first: node, second: id };
            let certain = known && end - start < VAGUE;
            self.report_missing_edge(missing, label, message, certain);
        }
    }

    /// Whether work of one pipe on bytes that it has written needs a barrier in between.
    fn matters(&self, pipe: usize, space: Space) -> bool {
        !self.target.is_in_order(PIPE[pipe]) && space != Space::Gm
    }
}

/// Whether an operand is read. What an atomic store reads it also writes, and that is what it conflicts by.
pub(super) fn reads(operand: &OperandDef) -> bool {
    operand.effect.reads() && !(operand.effect.atomic && operand.effect.writes())
}
