//! What one statement does: a signal, a wait, a barrier, or work on memory that has to be in order.

use super::abstract_state::AbstractState;
use super::{
    AbstractInterpreter, MissingEdge, PIPE, Place, Scope, Signal, UNKNOWN_ID, VAGUE, spell,
};
use pto_ir::ValueId;

use pto_ir::dialect::{DialectOp, MemoryEffect};
use pto_ir::module::NodeId;
use pto_isa::cost::Cost;
use pto_isa::def::{Kind, OperandDef, Role};
use pto_isa::queue::Queue;
use pto_isa::{Pipe, Space};

impl AbstractInterpreter<'_> {
    /// Signals between cores, where the program does not order its pipes itself: one that is sent comes behind all
    /// earlier work, and all later work behind one that is waited for.
    fn other_core(&mut self, id: NodeId, waits: bool, mut state: AbstractState) -> AbstractState {
        let pipe = self.pipe(self.module.node(id));
        if pipe == Pipe::All {
            return self.anything(id, state);
        }
        if self.theirs().is_some_and(|t| !t.is_empty()) || !matches!(self.scope, Scope::Added(_)) {
            return state;
        }
        for space in Space::ALL {
            self.conflicts(id, pipe as usize, (space, 0, u64::MAX >> 1), waits, &state);
            state.access(pipe as usize, (space, 0, u64::MAX >> 1), waits, false, id);
        }
        state
    }

    pub(super) fn step(&mut self, id: NodeId, mut state: AbstractState) -> AbstractState {
        let module = self.module;
        let node = module.node(id);
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
        match def.name {
            "set_flag" | "set_flag_dyn" | "record_event" => {
                match self.event(id) {
                    Ok(e) if state.set(e) => {}
                    Ok(e) => self.report_signal(
                        id,
                        Signal::Event(e),
                        format!("{} is set twice", spell(e)),
                    ),
                    Err(why) => self.report_signal(id, Signal::Unknown, why.into()),
                }
                return state;
            }
            "wait_flag" | "wait_flag_dyn" | "wait_event" => {
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
            "get_buf" | "get_buf_dyn" => {
                match self.buffer(node) {
                    Some((pipe, b)) if state.take(pipe, b) => {}
                    Some((_, b)) => {
                        let message = format!("buffer id {b} is taken already");
                        self.report_signal(id, Signal::Buffer(b), message);
                    }
                    None => self.report_signal(id, Signal::Unknown, UNKNOWN_ID.into()),
                }
                return state;
            }
            "rls_buf" | "rls_buf_dyn" => {
                match self.buffer(node) {
                    Some((pipe, b)) if state.give(pipe, b) => {}
                    Some((_, b)) => {
                        let message = format!("buffer id {b} is not taken");
                        self.report_signal(id, Signal::Buffer(b), message);
                    }
                    None => self.report_signal(id, Signal::Unknown, UNKNOWN_ID.into()),
                }
                return state;
            }
            "pipe_barrier" | "barrier_sync" => {
                let words = ["pipe", "op_type", "op"].map(|w| self.word(node, w));
                match words.into_iter().flatten().next().map(Pipe::of_word) {
                    Some(Pipe::All) | None => state.drain_all(),
                    Some(p) => state.drain(p as usize),
                }
                return state;
            }
            "fence.barrier_all" => {
                state.drain_all();
                return state;
            }
            "tsync" => {
                if module.operands(node).is_empty() && module.attr(node, "op").is_none() {
                    state.drain_all();
                }
                return state;
            }
            "sync.set" | "set_cross_core" | "set_intra_block" | "set_cross_block" => {
                return self.other_core(id, false, state);
            }
            "sync.wait" | "wait_flag_dev" | "wait_intra_core" | "wait_cross_block" => {
                return self.other_core(id, true, state);
            }
            _ => {}
        }
        if def.cost == Cost::Free || matches!(def.pipe, Queue::Nothing(_)) {
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

    /// Code in a vector scope is one piece of work of the vector unit.
    pub(super) fn vector_code(&mut self, id: NodeId, mut state: AbstractState) -> AbstractState {
        let mut open = vec![id];
        while let Some(inner) = open.pop() {
            self.touches(inner, Pipe::V as usize, &mut state);
            for &r in self.module.node_regions(self.module.node(inner)) {
                for &b in &self.module.region(r).blocks {
                    open.extend(&self.module.block(b).ops);
                }
            }
        }
        state
    }

    fn touches(&mut self, id: NodeId, pipe: usize, state: &mut AbstractState) {
        let module = self.module;
        let node = module.node(id);
        let Some(def) = module.def(node) else { return };
        if def.cost == Cost::Free || matches!(def.pipe, Queue::Nothing(_)) {
            return;
        }
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
            let (reads, written) = ways(operand);
            if reads {
                self.touch(id, pipe, value, false, state);
            }
            if written {
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
        for Place { space, start, end, whole } in self.places(value) {
            self.conflicts(id, pipe, (space, start, end), write, state);
            state.access(pipe, (space, start, end), write, whole, id);
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
            .unknown(pipe, space, start, end)
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
            let label = (node, format!("{} {did} them here", PIPE[other].name()));
            let (from, to) = (PIPE[other], PIPE[pipe]);
            let missing = MissingEdge { from, to, first: node, second: id };
            let certain = known && end - start < VAGUE;
            self.report_missing_edge(id, Some(label), message, (Some(missing), certain));
        }
    }

    /// Whether work of one pipe on bytes that it has written needs a barrier in between.
    fn matters(&self, pipe: usize, space: Space) -> bool {
        !self.target.is_in_order(PIPE[pipe]) && space != Space::Gm
    }
}

/// Whether an operand is read, and whether it is written.
fn ways(operand: &OperandDef) -> (bool, bool) {
    let pointer = matches!(operand.kind, Kind::Ptr | Kind::Memory | Kind::Any);
    match operand.role {
        Role::Out | Role::Scratch => (false, true),
        Role::InOut => (true, true),
        Role::In if !pointer => (true, false),
        Role::In if operand.name.starts_with("src") || operand.name == "source" => (true, false),
        Role::In if operand.name == "tile" => (true, false),
        Role::In if operand.name.starts_with('d') || operand.name == "base" => (false, true),
        Role::In => (true, true),
    }
}
