//! What one core of a block does, as a list of actions: loops are taken a given number of times, branches that are not
//! known contribute their accesses and no order.

use super::calls::made_once_in;
use super::congruence::{Congruence, gcd};
use super::loops::Count;
use super::slice::{MAX_RESTS, yields};
use super::step::reads;
use super::values::Val;
use super::{AbstractInterpreter, ByteRange, PIPE};
use crate::ir::{section_of, touches_memory};
use pto_ir::ValueId;
use pto_ir::dialect::{DialectOp, Func, MemoryEffect, Scf};
use pto_ir::module::{Def, Node, NodeId, RegionId};
use pto_isa::Pipe;
use pto_isa::class::{Class, Local, Query, QueueOp, Signal, Sync};
use pto_isa::def::{Core, Role};
use rustc_hash::FxHashMap;

/// One thing that a core does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// A pipe reads or writes bytes; `instance` tells which execution of the statement it is, if it stands for one.
    Access { pipe: usize, place: ByteRange, write: bool, node: NodeId, instance: Option<usize> },
    /// A pipe signals another one.
    Set((usize, usize, usize)),
    /// A pipe waits for another one.
    Wait((usize, usize, usize)),
    /// A pipe takes a buffer id.
    Take(usize, usize),
    /// A pipe gives it back.
    Give(usize, usize),
    /// A pipe finishes what it has begun.
    Drain(Pipe),
    /// A signal to other cores, with the mode of the hardware, if it is written.
    Send { pipe: Option<Pipe>, id: i64, mode: Option<i64>, node: NodeId },
    /// A wait for other cores.
    Receive { pipe: Option<Pipe>, id: i64, mode: Option<i64>, node: NodeId },
}

/// Why a core cannot be followed, and where.
pub(super) type Unfollowed = (NodeId, &'static str);

/// How often the loops are taken whose bounds are not known: by start, end and step.
pub(super) type Trips = FxHashMap<[ValueId; 3], usize>;

/// Actions of one core after which a trace is given up.
const MAX_ACTIONS: usize = 20_000;
/// Loops with a known number of iterations are taken so often, or as often as what they work with needs to come again
/// twice and end in the same way.
const FULL_TRIPS: usize = 48;

/// The trace of a core.
pub(super) struct Trace<'t> {
    pub actions: Vec<Action>,
    pub trips: &'t Trips,
    /// Inside a branch that may not be taken: its synchronisation orders nothing.
    pub maybe: usize,
    /// Inside a loop that is looked at once for all its iterations.
    repeated: usize,
    /// How often loops must be taken, until what they work with has come again twice.
    pub needed: Trips,
}

impl<'t> Trace<'t> {
    pub fn new(trips: &'t Trips) -> Trace<'t> {
        Trace { actions: Vec::new(), trips, maybe: 0, repeated: 0, needed: Trips::default() }
    }
}

impl AbstractInterpreter<'_> {
    /// Appends what a region does to the trace of a core.
    pub(super) fn trace(&mut self, region: RegionId, t: &mut Trace<'_>) -> Result<(), Unfollowed> {
        let module = self.module;
        let blocks = &module.region(region).blocks;
        if let [first, _, ..] = &blocks[..] {
            return Err((module.block(*first).ops[0], "jumps between blocks"));
        }
        for &id in blocks.iter().flat_map(|&b| &module.block(b).ops) {
            self.trace_node(id, t)?;
        }
        Ok(())
    }

    fn trace_node(&mut self, id: NodeId, t: &mut Trace<'_>) -> Result<(), Unfollowed> {
        let module = self.module;
        let node = module.node(id);
        let regions: Vec<RegionId> = module.node_regions(node).to_vec();
        let class = module.def(node).map(|d| d.class);
        if t.actions.len() > MAX_ACTIONS {
            return Err((id, "loops with too many iterations"));
        }
        match node.dialect_op() {
            _ if self.skip.is_some() && section_of(class) == self.skip => Ok(()),
            _ if !regions.is_empty() && self.is_vector_code(node) => {
                let mut open = vec![id];
                while let Some(inner) = open.pop() {
                    self.trace_accesses(inner, Pipe::V as usize, t);
                    for &r in module.node_regions(module.node(inner)) {
                        open.extend(
                            module.region(r).blocks.iter().flat_map(|&b| &module.block(b).ops),
                        );
                    }
                }
                Ok(())
            }
            Some(DialectOp::Scf(Scf::For)) => self.trace_loop(id, regions[0], t),
            Some(DialectOp::Scf(Scf::If | Scf::IndexSwitch | Scf::While)) => {
                let condition = module.operands(node).first().and_then(|o| self.exact(o.value));
                let known = condition.filter(|_| node.is(Scf::If));
                if let Some(c) = known {
                    return match regions.get(usize::from(c == 0)) {
                        Some(&r) => self.trace_taken(id, r, t),
                        None => Ok(()),
                    };
                }
                let repeats = usize::from(node.is(Scf::While));
                t.maybe += 1;
                t.repeated += repeats;
                for &r in &regions {
                    self.trace(r, t)?;
                }
                t.maybe -= 1;
                t.repeated -= repeats;
                self.forget_inside(id);
                for r in module.results(node) {
                    self.env.insert(r, Val::Unknown);
                }
                Ok(())
            }
            Some(DialectOp::Func(Func::Call)) => self.trace_call(id, t),
            Some(DialectOp::Func(Func::CallIndirect)) => Err((id, "calls of unknown functions")),
            _ if !regions.is_empty() => regions.into_iter().try_for_each(|r| self.trace(r, t)),
            _ => self.trace_step(id, t),
        }
    }

    /// A branch that is known to be taken, and its results.
    fn trace_taken(
        &mut self,
        id: NodeId,
        region: RegionId,
        t: &mut Trace<'_>,
    ) -> Result<(), Unfollowed> {
        self.trace(region, t)?;
        let made: Vec<Val> = yields(self.module, region).iter().map(|&v| self.now(v)).collect();
        let results: Vec<ValueId> = self.module.results(self.module.node(id)).collect();
        for (r, v) in results.into_iter().zip(made) {
            self.env.insert(r, v);
        }
        Ok(())
    }

    fn trace_call(&mut self, id: NodeId, t: &mut Trace<'_>) -> Result<(), Unfollowed> {
        let module = self.module;
        let callee = self.points_to.callee(id).ok_or((id, "calls of unknown functions"))?;
        if self.skip.is_some() && super::core_of(self.module, callee) == self.skip {
            return Ok(());
        }
        let region = module.node_regions(module.node(callee)).first().copied();
        let block = region.and_then(|r| module.region(r).blocks.first().copied());
        let (Some(region), Some(block)) = (region, block) else {
            return Err((id, "calls of unknown functions"));
        };
        if self.calls.contains(&callee) {
            return Err((id, "recursion"));
        }
        let given: Vec<Val> =
            module.operands(module.node(id)).iter().map(|o| self.now(o.value)).collect();
        for (&parameter, value) in module.block(block).args.iter().zip(given) {
            self.env.insert(parameter, value);
        }
        self.calls.push(callee);
        let done = self.trace(region, t);
        self.calls.pop();
        self.forget_inside(callee);
        for r in module.results(module.node(id)) {
            self.env.insert(r, Val::Unknown);
        }
        done
    }

    fn trace_loop(
        &mut self,
        id: NodeId,
        body: RegionId,
        t: &mut Trace<'_>,
    ) -> Result<(), Unfollowed> {
        let module = self.module;
        let operands: Vec<ValueId> =
            module.operands(module.node(id)).iter().map(|o| o.value).collect();
        let &[low, high, step, ..] = &operands[..] else { return Err((id, "this loop")) };
        let args = self.followed(id, body);
        let exact = (self.exact(low), self.exact(high), self.exact(step));
        let trips = match exact {
            (Some(l), Some(h), Some(s)) if s > 0 => {
                Some((h.saturating_sub(l).max(0) as u64).div_ceil(s as u64) as i64)
            }
            _ => None,
        };
        let count = Count {
            low: self.number(low),
            step: self.number(step),
            trip_count: trips.map(Congruence::Const),
        };
        let inits: Vec<Val> = operands.iter().skip(3).map(|&v| self.now(v)).collect();
        let results: Vec<ValueId> = module.results(module.node(id)).collect();
        self.forget_inside(id);
        let iterations = self.iterations(&args, &inits, body, count);
        let n = match trips {
            Some(n) => iterations.enough(n as usize, FULL_TRIPS),
            None => {
                let key = self.trip_key([low, high, step]);
                let key = key.ok_or((id, "loops whose bounds differ between iterations"))?;
                let needed = t.needed.entry(key).or_insert(0);
                *needed = (*needed).max(iterations.enough(usize::MAX, 0));
                *t.trips.get(&key).ok_or((id, "loops whose bounds differ between iterations"))?
            }
        };
        for k in 0..n {
            self.bind(&args, iterations.row(k));
            self.trace(body, t)?;
        }
        let last: Vec<Val> = iterations.row(n).to_vec();
        self.forget_inside(id);
        args.iter().for_each(|a| {
            self.env.remove(a);
        });
        for (r, v) in results.into_iter().zip(last.into_iter().skip(1)) {
            self.env.insert(r, v);
        }
        Ok(())
    }

    fn trace_step(&mut self, id: NodeId, t: &mut Trace<'_>) -> Result<(), Unfollowed> {
        let module = self.module;
        let node = module.node(id);
        let Some(def) = module.def(node) else {
            let (at, write) = match node.dialect_op().and_then(DialectOp::memory_effect) {
                Some(MemoryEffect::Read(at)) => (at, false),
                Some(MemoryEffect::Write(at)) => (at, true),
                None => return Ok(()),
            };
            if let Some(o) = module.operands(node).get(at) {
                self.trace_access(id, 0, o.value, write, t);
            }
            return Ok(());
        };
        let certain = t.maybe == 0;
        match def.class {
            Class::Sync(Sync::SetEvent(_) | Sync::WaitEvent(_)) => {
                if let (Ok(e), true) = (self.event(id), certain) {
                    let sets = matches!(def.class, Class::Sync(Sync::SetEvent(_)));
                    t.actions.push(if sets { Action::Set(e) } else { Action::Wait(e) });
                }
            }
            Class::Sync(Sync::TakeBuffer(b) | Sync::ReleaseBuffer(b)) => {
                if let (Ok((pipe, b)), true) = (self.buffer(node, b), certain) {
                    let takes = matches!(def.class, Class::Sync(Sync::TakeBuffer(_)));
                    t.actions.push(if takes {
                        Action::Take(pipe, b)
                    } else {
                        Action::Give(pipe, b)
                    });
                }
            }
            Class::Sync(Sync::Barrier(barrier)) => {
                if let (Some(p), true) = (self.drained(id, barrier), certain) {
                    t.actions.push(Action::Drain(p));
                }
            }
            Class::Sync(Sync::SetCore(s) | Sync::WaitCore(s)) => {
                if !certain {
                    return Err((id, "signals between cores in branches"));
                }
                let number =
                    self.id(node, s.id).ok_or((id, "computed ids of signals between cores"))?;
                let mode = self.number_attr(node, "ffts_mode");
                let pipe = self.signal_pipe(node, s);
                t.actions.push(match def.class {
                    Class::Sync(Sync::SetCore(_)) => {
                        Action::Send { pipe, id: number, mode, node: id }
                    }
                    _ => Action::Receive { pipe, id: number, mode, node: id },
                });
            }
            Class::Queue(QueueOp::Open { .. }) => {}
            Class::Queue(_) => return Err((id, "queues between cores")),
            Class::Local(Local::EventIds, _) => return Err((id, "arrays of event ids")),
            Class::Query(Query::SubblockIdx) => {
                if let (Some(n), Some(r)) = (self.subblock, module.results(node).next()) {
                    self.env.insert(r, Val::Number(Congruence::Const(n)));
                }
            }
            _ if !touches_memory(def) => {}
            _ => match self.pipe(node) {
                Pipe::All => return Err((id, "instructions of all pipes")),
                pipe => self.trace_accesses(id, pipe as usize, t),
            },
        }
        Ok(())
    }

    fn signal_pipe(&self, node: &Node, signal: Signal) -> Option<Pipe> {
        let attr = signal.pipe?.attr?;
        self.word(node, attr).map(Pipe::of_word).filter(|p| PIPE.contains(p))
    }

    fn trace_accesses(&mut self, id: NodeId, pipe: usize, t: &mut Trace<'_>) {
        let module = self.module;
        let node = module.node(id);
        let Some(def) = module.def(node) else { return };
        let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
        let results = module.results(node).map(|v| (module.value(v).slot, v));
        let list: Vec<(u8, ValueId)> = uses.chain(results).collect();
        for write in [false, true] {
            for &(slot, value) in &list {
                let Some(operand) = def.operands.get(slot as usize) else { continue };
                let ignored = operand.role == Role::Scratch && def.ignores_scratch(self.target);
                let counts = if write { operand.effect.writes() } else { reads(operand) };
                if counts && !ignored {
                    self.trace_access(id, pipe, value, write, t);
                }
            }
        }
    }

    fn trace_access(
        &mut self,
        id: NodeId,
        pipe: usize,
        value: ValueId,
        write: bool,
        t: &mut Trace<'_>,
    ) {
        let instance = (t.repeated == 0).then_some(t.actions.len());
        for place in self.touched(value) {
            t.actions.push(Action::Access { pipe, place, write, node: id, instance });
        }
    }

    /// The bounds of a loop, if they are the same whenever the core comes to it.
    pub(super) fn trip_key(&self, bounds: [ValueId; 3]) -> Option<[ValueId; 3]> {
        let module = self.module;
        let key = bounds.map(|v| self.resolved(v));
        let is_fixed = |v: ValueId| {
            let block = match module.value(v).def {
                _ if module.constant_int(v).is_some() => return true,
                Def::Result(id) => module.node(id).parent,
                Def::Arg(block) => block,
                Def::Missing => return false,
            };
            made_once_in(self.module, block).is_some_and(|f| !self.points_to.is_called(f))
        };
        key.iter().all(|&v| is_fixed(v)).then_some(key)
    }

    /// The loops of a region whose number of iterations is not known, by their bounds.
    pub(super) fn unknown_loops(
        &self,
        region: RegionId,
        depth: usize,
        out: &mut Vec<([ValueId; 3], i64)>,
    ) {
        let module = self.module;
        for &id in module.region(region).blocks.iter().flat_map(|&b| &module.block(b).ops) {
            let node = module.node(id);
            if node.is(Scf::For) {
                let operands: Vec<ValueId> =
                    module.operands(node).iter().map(|o| o.value).collect();
                let bounds = match operands[..] {
                    [low, high, step, ..] => self.trip_key([low, high, step]),
                    _ => None,
                };
                if let Some(key) = bounds {
                    let step = key[2];
                    let block = module
                        .node_regions(node)
                        .first()
                        .and_then(|&r| module.region(r).blocks.first());
                    let counter = block.and_then(|&b| module.block(b).args.first());
                    let modulus = counter.map_or(1, |&c| self.slice.modulus(c));
                    // After this many iterations the counter has the same rest again.
                    let modulus = match module.constant_int(step) {
                        Some(step) => modulus / gcd(modulus, step).max(1),
                        None => modulus,
                    };
                    let modulus = if modulus > MAX_RESTS { 1 } else { modulus };
                    match out.iter_mut().find(|k| k.0 == key) {
                        Some(known) => known.1 = known.1.max(modulus),
                        None => out.push((key, modulus)),
                    }
                }
            }
            if let Some(f) = self.points_to.callee(id).filter(|_| depth < 8) {
                for &r in module.node_regions(module.node(f)) {
                    self.unknown_loops(r, depth + 1, out);
                }
            }
            for &r in module.node_regions(node) {
                self.unknown_loops(r, depth, out);
            }
        }
    }

    pub(super) fn number_attr(&self, node: &Node, attr: &str) -> Option<i64> {
        match self.module.attrs.get(self.module.attr(node, attr)?.value) {
            pto_ir::Attr::Int(n, _) => i64::try_from(*n).ok(),
            _ => None,
        }
    }

    /// The kind of core whose code is skipped when a trace of this one is made.
    pub(super) const fn other(core: Core) -> Core {
        match core {
            Core::Cube => Core::Vector,
            _ => Core::Cube,
        }
    }
}
