//! Control flow as jumps: loops, branches, switches, calls.

use super::entry::kernel_kind;
use super::threads::is_thread_entry;
use super::{Decoder, Frame, MAX_CALLS, Refusal};
use crate::action::Sync;
use crate::program::{CountedLoop, Inst};
use pto_ir::dialect::{Func, Scf};
use pto_ir::module::{BlockId, Node, NodeId, Operand, RegionId};
use pto_ir::{Attr, DialectOp, ValueId};
use pto_isa::sem::vector_address::LOOPS;
use pto_isa::{DType, Type};
use pto_kernels::value::{Counter, Slot, StepArg};
use smallvec::SmallVec;

impl Decoder<'_> {
    pub(super) fn for_loop(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let operands = self.operand_values(node);
        let region = self.module.node_regions(node)[0];
        let Some(&body) = self.module.region(region).blocks.first() else { return Ok(()) };
        let args = &self.module.block(body).args;
        let (Some((&var, carried)), [low, high, step, init @ ..]) =
            (args.split_first(), &operands[..])
        else {
            return Err(self.refuse(id, "is not complete"));
        };
        let (from, end, by) = (self.slot(*low), self.slot(*high), self.slot(*step));
        let dtype = self.module.type_of(var).and_then(Type::as_number).unwrap_or(DType::I64);
        let named = var;
        let var = self.define(var);
        for &a in carried {
            self.define(a);
        }
        self.own_storage(carried);
        self.moves(&[(from, var)], &[]);
        self.pass(init, carried);
        if let Some(scope) = self.scope {
            self.scope_edge(scope, Sync::LoopBegins);
        }
        let head = self.here();
        let unsigned = self.module.attr(node, "unsignedCmp").is_some();
        let counter = Counter { var, end, step: by, dtype, unsigned };
        let test = self.emit(Inst::LoopTest { counter, exit: u32::MAX, node: id });
        if let Some(scope) = self.scope {
            self.scope_edge(scope, Sync::LoopIterates);
        }
        self.region(region)?;
        self.pass_terminator(region, carried);
        let body = head + 1;
        self.emit(Inst::LoopNext { counter, body });
        let exit = self.here();
        self.patch(test, exit);
        if self.instrumented {
            self.program.loops.push(CountedLoop { head, exit, counter, first: from, var: named });
        }
        self.results_are(node, carried);
        Ok(())
    }

    /// The loops around an instruction, from the innermost out: of each its counter, start and step.
    pub(super) fn loops_around(&mut self, id: NodeId, args: &mut SmallVec<[StepArg; 5]>) {
        let module = self.module;
        let inside = |&p: &NodeId| !module.node(p).is(Func::Func);
        for around in module.ancestors(id).take_while(inside) {
            let node = module.node(around);
            let body = module.node_regions(node).first().copied();
            let body = body.and_then(|r| module.region(r).blocks.first());
            let counter = body.and_then(|&b| module.block(b).args.first().copied());
            let operands = self.operand_values(node);
            let (true, Some(counter), [low, _, step, ..]) =
                (node.is(Scf::For), counter, &operands[..])
            else {
                continue;
            };
            for value in [counter, *low, *step] {
                let dtype = module.type_of(value).and_then(Type::as_number).unwrap_or(DType::I64);
                args.push(StepArg { operand: LOOPS, slot: self.slot(value), dtype });
            }
        }
    }

    /// The results of an operation are other values seen from outside.
    pub(super) fn results_are(&mut self, node: &Node, values: &[ValueId]) {
        let results: SmallVec<[ValueId; 4]> = self.module.results(node).collect();
        for (r, &v) in results.into_iter().zip(values) {
            let slot = self.slot(v);
            self.bind(r, slot);
        }
    }

    /// The values the last operation of a region hands on.
    pub(super) fn terminator(&self, region: RegionId, skip: usize) -> SmallVec<[ValueId; 8]> {
        let last = self.module.region(region).blocks.last();
        let op = last.and_then(|&b| self.module.block(b).ops.last());
        op.map_or_else(SmallVec::new, |&op| {
            let node = self.module.node(op);
            let hands_on = match self.module.def(node) {
                Some(def) => def.name == "yield",
                None => node.dialect_op().is_some_and(DialectOp::is_yield),
            };
            match hands_on {
                true => self.operand_values(node).into_iter().skip(skip).collect(),
                false => SmallVec::new(),
            }
        })
    }
    pub(super) fn pass_terminator(&mut self, region: RegionId, to: &[ValueId]) {
        let values = self.terminator(region, 0);
        self.pass(&values, to);
    }

    pub(super) fn if_else(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let condition = self.module.operands(node)[0].value;
        let results: SmallVec<[ValueId; 4]> = self.module.results(node).collect();
        let regions: SmallVec<[RegionId; 2]> =
            self.module.node_regions(node).iter().copied().collect();
        for &r in &results {
            self.define(r);
        }
        self.own_storage(&results);
        let c = self.slot(condition);
        let test = self.emit(Inst::Unless(c, 0));
        self.region(regions[0])?;
        self.pass_terminator(regions[0], &results);
        let Some(&other) = regions.get(1) else {
            let end = self.here();
            self.patch(test, end);
            return Ok(());
        };
        let over = self.emit(Inst::Jump(0));
        let start = self.here();
        self.patch(test, start);
        self.region(other)?;
        self.pass_terminator(other, &results);
        let end = self.here();
        self.patch(over, end);
        Ok(())
    }

    pub(super) fn while_loop(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let init = self.operand_values(node);
        let regions: SmallVec<[RegionId; 2]> =
            self.module.node_regions(node).iter().copied().collect();
        let [before, after] = regions[..] else {
            return Err(self.refuse(id, "is not complete"));
        };
        let args_of = |r: RegionId| {
            let block = self.module.region(r).blocks.first();
            block.map_or_else(Vec::new, |&b| self.module.block(b).args.clone())
        };
        let (before_args, after_args) = (args_of(before), args_of(after));
        let results: SmallVec<[ValueId; 4]> = self.module.results(node).collect();
        for &v in before_args.iter().chain(&after_args).chain(&results) {
            self.define(v);
        }
        for list in [&before_args[..], &after_args, &results] {
            self.own_storage(list);
        }
        self.pass(&init, &before_args);
        let head = self.here();
        self.region(before)?;
        let condition = self.terminator(before, 0);
        let Some((&condition, handed)) = condition.split_first() else {
            return Err(self.refuse(id, "has no condition"));
        };
        let c = self.slot(condition);
        let test = self.emit(Inst::Unless(c, 0));
        self.pass(handed, &after_args);
        self.region(after)?;
        self.pass_terminator(after, &before_args);
        self.emit(Inst::Jump(head));
        let exit = self.here();
        self.patch(test, exit);
        self.pass(handed, &results);
        Ok(())
    }

    pub(super) fn index_switch(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let on = self.module.operands(node)[0].value;
        let on = self.slot(on);
        let results: SmallVec<[ValueId; 4]> = self.module.results(node).collect();
        for &r in &results {
            self.define(r);
        }
        self.own_storage(&results);
        let mut keys = Vec::new();
        if let Some(a) = self.module.attr(node, "cases")
            && let Attr::Array(list) = self.module.attrs.get(a.value)
        {
            for &c in list.iter() {
                if let Attr::Int(v, _) = self.module.attrs.get(c) {
                    keys.push(*v as i64);
                }
            }
        }
        let regions: SmallVec<[RegionId; 8]> =
            self.module.node_regions(node).iter().copied().collect();
        let switch = self.emit(Inst::Stop);
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for &region in &regions {
            starts.push(self.here());
            self.region(region)?;
            self.pass_terminator(region, &results);
            ends.push(self.emit(Inst::Jump(0)));
        }
        let end = self.here();
        for at in ends {
            self.patch(at, end);
        }
        // The default region comes first.
        let default = starts.first().copied().unwrap_or(end);
        let cases = keys.into_iter().zip(starts.into_iter().skip(1)).collect();
        self.program.code[switch] = Inst::Switch { on, cases, default };
        Ok(())
    }

    pub(super) fn branch(
        &mut self,
        id: NodeId,
        jumps: &mut Vec<(usize, BlockId)>,
    ) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let targets: SmallVec<[_; 2]> = self
            .module
            .successors(node)
            .iter()
            .map(|s| {
                let passed: SmallVec<[ValueId; 4]> =
                    self.module.successor_operands(s).iter().map(|o| o.value).collect();
                (s.block, passed)
            })
            .collect();
        let mut go = |d: &mut Self, (block, passed): &(BlockId, SmallVec<[ValueId; 4]>)| {
            let args = d.module.block(*block).args.clone();
            d.pass(passed, &args);
            let at = d.emit(Inst::Jump(0));
            jumps.push((at, *block));
        };
        match (&targets[..], self.module.operands(node).first()) {
            ([one], _) => go(self, one),
            ([yes, no], Some(condition)) => {
                let c = self.slot(condition.value);
                let test = self.emit(Inst::Unless(c, 0));
                go(self, yes);
                let other = self.here();
                self.patch(test, other);
                go(self, no);
            }
            _ => return Err(self.refuse(id, "is not complete")),
        }
        Ok(())
    }

    pub(super) fn call(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let callee = self.module.symbol(node, "callee").unwrap_or("");
        let body = self.functions.get(callee).copied();
        if let Some(function) = body.filter(|&f| is_thread_entry(self.module, f))
            && !self.in_threads
        {
            return self.call_threads(id, function);
        }
        self.inline(id, callee, body)
    }

    /// The code of a function where it is called.
    pub(super) fn inline(
        &mut self,
        id: NodeId,
        callee: &str,
        body: Option<NodeId>,
    ) -> Result<(), Refusal> {
        let node = self.module.node(id);
        let region =
            body.and_then(|f| self.module.node_regions(self.module.node(f)).first().copied());
        let Some(region) = region else {
            return Err(self.refuse(id, &format!("calls `{callee}`, which has no body")));
        };
        if self.frames.len() > MAX_CALLS {
            return Err(self.refuse(id, "nests calls too deeply; a kernel cannot call itself"));
        }
        // A launch has the extents of its group among its operands.
        let args =
            |o: &&Operand| self.module.def(node).is_none_or(|d| Some(o.slot) == d.slot("args"));
        let passed: SmallVec<[ValueId; 8]> =
            self.module.operands(node).iter().filter(args).map(|o| o.value).collect();
        let passed: SmallVec<[Slot; 8]> = passed.into_iter().map(|v| self.slot(v)).collect();
        let results: SmallVec<[ValueId; 4]> = self.module.results(node).collect();
        let result_slots: Vec<Slot> = results.iter().map(|&r| self.define(r)).collect();
        self.own_storage(&results);
        self.frames.push(Frame { results: result_slots, ..Frame::default() });
        let block = self.module.region(region).blocks.first();
        let args = block.map_or_else(Vec::new, |&b| self.module.block(b).args.clone());
        for (&arg, slot) in args.iter().zip(passed) {
            self.bind(arg, slot);
        }
        // A function for one kind of core is a section.
        let kind = body.and_then(|f| kernel_kind(self.module, f));
        self.whole(region, kind)?;
        self.frames.pop();
        Ok(())
    }

    pub(super) fn return_op(&mut self, id: NodeId) -> Result<(), Refusal> {
        let values = self.operand_values(self.module.node(id));
        let to = self.frame().results.clone();
        let mut list = Vec::new();
        let mut types = Vec::new();
        for (&v, to) in values.iter().zip(to) {
            list.push((self.slot(v), to));
            types.push(self.module.type_of(v).and_then(Type::as_tile).copied());
        }
        self.moves(&list, &types);
        let at = self.emit(Inst::Jump(0));
        self.frame().returns.push(at);
        Ok(())
    }
}
