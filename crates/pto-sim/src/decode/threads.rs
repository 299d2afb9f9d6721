//! The code of SIMT threads: sections, launches, and calls of functions that threads run.

use super::{Decoder, Refusal};
use crate::action::Action;
use crate::program::{GroupExtents, Inst, Step, ThreadGroup};
use pto_ir::Attr;
use pto_ir::Module;
use pto_ir::module::{Node, NodeId};
use pto_isa::class::{Class, Region};
use pto_isa::ops::simt::simt_launch;
use pto_isa::packed::Packed;
use pto_isa::sem::thread_math::{RESULT_TYPE, VALUE_TYPE};
use pto_isa::{AttrValue, OpDef, Type};
use pto_kernels::value::{SlotValue, StepArg};
use smallvec::SmallVec;

/// The most threads of a group.
///
/// Source: PTOAS 0.60 docs/isa/micro-isa/17-simt.md, Launch Configuration.
const MOST_THREADS: i64 = 2048;

/// Whether a function is run by threads when other code calls it.
pub(super) fn is_thread_entry(module: &Module, function: NodeId) -> bool {
    module.attr(module.node(function), "pto.simt_entry").is_some()
}

impl<'m> Decoder<'m> {
    /// A section of threads, or a launch.
    pub(super) fn launch(&mut self, id: NodeId, def: &'static OpDef) -> Result<(), Refusal> {
        let node = self.module.node(id);
        if def.class == Class::Region(Region::Simt) {
            let extent = |name| self.attr_number(node, name).unwrap_or(1);
            let extents = ["dimX", "dimY", "dimZ"].map(extent);
            let group = (GroupExtents::Fixed(extents), MOST_THREADS);
            return self.threads(id, def, group, |d| d.regions_in_place(id));
        }
        let callee = self.module.symbol(node, "callee").unwrap_or("");
        let function = self.functions.get(callee).copied();
        let most = function.map_or(MOST_THREADS, |f| self.most_threads(f));
        let values: SmallVec<[_; 3]> =
            (0..3).filter_map(|slot| self.module.slot_values(node, slot).next()).collect();
        let [x, y, z] = values[..] else { return Err(self.refuse(id, "has no extents")) };
        let extents = GroupExtents::Given([x, y, z].map(|v| self.slot(v)));
        self.threads(id, def, (extents, most), |d| d.inline(id, callee, function))
    }

    /// A call of a function that threads run; how many, a special register says.
    pub(super) fn call_threads(&mut self, id: NodeId, function: NodeId) -> Result<(), Refusal> {
        let callee = self.module.symbol(self.module.node(id), "callee").unwrap_or("");
        let group = (GroupExtents::Register, self.most_threads(function));
        self.threads(id, &simt_launch, group, |d| d.inline(id, callee, Some(function)))
    }

    /// The most threads that a function is for.
    fn most_threads(&self, function: NodeId) -> i64 {
        let said = self.attr_number(self.module.node(function), "pto.simt_max_threads");
        said.map_or(MOST_THREADS, |n| n.min(MOST_THREADS))
    }

    fn attr_number(&self, node: &Node, name: &str) -> Option<i64> {
        match self.module.attrs.get(self.module.attr(node, name)?.value) {
            Attr::Int(n, _) => i64::try_from(*n).ok(),
            _ => None,
        }
    }

    fn threads(
        &mut self,
        id: NodeId,
        def: &'static OpDef,
        (extents, most_threads): (GroupExtents, i64),
        body: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        if self.in_threads {
            return Err(self.refuse(id, "starts threads in code that threads run"));
        }
        let operands = self.operand_values(self.module.node(id));
        let mut args: SmallVec<[StepArg; 5]> = SmallVec::new();
        for (i, value) in operands.into_iter().enumerate() {
            let dtype = self.module.type_of(value).map_or(pto_isa::DType::I64, super::number_type);
            args.push(StepArg { operand: (i as u8).min(3), slot: self.slot(value), dtype });
        }
        let (results, attrs) = Default::default();
        let action = Action::Nothing;
        let vector = None;
        self.program.steps.push(Step {
            node: id,
            def,
            args,
            results,
            attrs,
            action,
            vector,
            forwards: false,
        });
        let step = self.program.steps.len() as u32 - 1;
        let begin = self.emit(Inst::Stop);
        let (first, first_cell) =
            (self.program.initial_values.len() as u32, self.program.local_cells);
        self.in_threads = true;
        let outcome = body(self);
        self.in_threads = false;
        outcome?;
        let end = self.emit(Inst::ThreadEnd) as u32;
        let code = &self.program.code[begin + 1..end as usize];
        let loops = (begin as u32 + 1..).zip(code).filter_map(|(at, inst)| match inst {
            Inst::Jump(to) if *to <= at => Some((*to, at)),
            Inst::LoopNext { body, .. } => Some((*body, at)),
            _ => None,
        });
        let group = ThreadGroup {
            step,
            extents,
            most_threads,
            begin: begin as u32 + 1,
            end,
            slots: first..self.program.initial_values.len() as u32,
            cells: first_cell..self.program.local_cells,
            loops: loops.collect(),
        };
        self.program.groups.push(group);
        self.program.code[begin] = Inst::Threads(self.program.groups.len() as u32 - 1);
        Ok(())
    }

    /// Threads have numbers of their own, but no vector registers.
    pub(super) fn refuse_registers(&self, id: NodeId, args: &[StepArg]) -> Result<(), Refusal> {
        let is_register =
            |a: &StepArg| matches!(self.program.initial_values[a.slot as usize], SlotValue::Reg(_));
        match args.iter().any(is_register) {
            true => {
                Err(self.refuse(id, "works on vector registers, which SIMT threads do not have"))
            }
            false => Ok(()),
        }
    }

    /// Tells an instruction of threads the types of its value and of its result: small vectors are words.
    pub(super) fn add_types(
        &self,
        node: &Node,
        def: &OpDef,
        attrs: &mut Vec<(&'m str, AttrValue<'m>)>,
    ) {
        if def.family != "simt" {
            return;
        }
        let module = self.module;
        let text = |v| match module.type_of(v)? {
            Type::Scalar(dtype) => Some(dtype.name()),
            ty @ Type::Other(text) => Packed::of(ty).map(|_| &**text),
            _ => None,
        };
        let value = module.operands(node).iter().find_map(|o| text(o.value));
        attrs.extend(value.map(|t| (VALUE_TYPE, AttrValue::Word(t))));
        let result = module.results(node).find_map(text);
        attrs.extend(result.map(|t| (RESULT_TYPE, AttrValue::Word(t))));
    }
}
