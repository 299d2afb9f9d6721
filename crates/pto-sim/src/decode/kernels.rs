//! Finds kernels for instructions on registers, and those that follow each other, with the loop around them.

use crate::action::Action;
use crate::program::{Inst, Program};
use pto_ir::dialect::Alu;
use pto_isa::DType;
use pto_kernels::value::{Counter, Slot, SlotValue};
use pto_kernels::vector::{FusedKernels, Scalars, Source, VecOp, compile as compile_step};
use rustc_hash::{FxHashMap, FxHashSet};

/// Finds kernels for steps.
pub(crate) fn compile_steps(program: &mut Program<'_>) {
    for i in 0..program.steps.len() {
        let step = &program.steps[i];
        if step.action == Action::Sem {
            let source = Source {
                def: step.def,
                args: &step.args,
                results: &step.results,
                attrs: &step.attrs,
                initial_values: &program.initial_values,
                numerics: &program.numerics,
            };
            let op = compile_step(&source);
            program.steps[i].vector = op.map(|op| op.covering(i as u32));
        }
    }
}

/// Finds what runs together, of steps whose kernels are found.
pub(crate) fn fuse(program: &mut Program<'_>) {
    if program.steps.iter().all(|s| s.vector.is_none()) {
        return;
    }
    let targets = jump_targets(program);
    let uses = count_uses(program);
    let mut at = 0;
    while at < program.code.len() {
        let mut group = Group::default();
        let mut end = at;
        while end < program.code.len()
            && (end == at || !targets.contains(&(end as u32)))
            && group.take(program, &program.code[end])
        {
            end += 1;
        }
        if !group.has_steps {
            at = end.max(at + 1);
            continue;
        }
        let around = match program.code.get(end) {
            Some(&Inst::LoopNext { counter, body })
                if body as usize == at && !targets.contains(&(end as u32)) =>
            {
                Some(counter)
            }
            _ => None,
        };
        program.code[at] = Inst::Fused(program.fused.len() as u32);
        let scalars = group.scalars(around.as_ref());
        program.fused.push(FusedKernels::new(group.ops, scalars, &uses, end - at, around));
        at = end;
    }
}

/// A computation of a number that cannot fail.
#[derive(Clone, Copy)]
struct Scalar {
    op: Alu,
    from: DType,
    to: DType,
    dst: Slot,
    args: [Slot; 3],
}

/// Instructions that run together: numbers are computed first, then kernels run.
#[derive(Default)]
struct Group {
    ops: Vec<VecOp>,
    scalars: Vec<Scalar>,
    /// Slots that kernels change.
    changed: FxHashSet<Slot>,
    /// There are instructions of the table.
    has_steps: bool,
}

impl Group {
    /// Whether an instruction is one of them, after the others.
    fn take(&mut self, program: &Program<'_>, inst: &Inst) -> bool {
        match *inst {
            Inst::Step(i) => {
                let step = &program.steps[i as usize];
                let Some(op) = step.vector else { return false };
                self.changed.extend(step.results.iter().map(|r| r.1));
                self.has_steps = true;
                self.ops.push(op);
            }
            Inst::Copy { from, to } => {
                self.changed.insert(to);
                self.ops.push(VecOp::copying_slot(from, to));
            }
            Inst::CopyRegister { from, to, bytes: 256 } => {
                self.ops.push(VecOp::copying_register(from, to));
            }
            Inst::Alu { op, from, to, dst, args, .. } if !op.may_trap() => {
                let is_first = args.iter().all(|a| !self.changed.contains(a));
                if !is_first || self.changed.contains(&dst) {
                    return false;
                }
                self.scalars.push(Scalar { op, from, to, dst, args });
            }
            _ => return false,
        }
        true
    }

    /// What is computed before the kernels run.
    fn scalars(&mut self, around: Option<&Counter>) -> Option<Scalars> {
        if self.scalars.is_empty() {
            return None;
        }
        let is_affine = around.is_some_and(|counter| self.is_affine(counter));
        let list = std::mem::take(&mut self.scalars);
        let made = list.iter().map(|s| s.dst).collect();
        let compute = move |slots: &mut pto_kernels::value::SlotValues| {
            for s in &list {
                let [a, b, c] = s.args.map(|slot| slots[slot as usize].bits());
                if let Ok(bits) = s.op.run(s.from, s.to, a, b, c) {
                    slots.set_number(s.dst, bits);
                }
            }
        };
        Some(Scalars { compute: Box::new(compute), made, is_affine })
    }

    /// Whether every number grows evenly with the variable of a loop.
    fn is_affine(&self, counter: &Counter) -> bool {
        let mut varying: FxHashSet<Slot> = FxHashSet::from_iter([counter.var]);
        let whole = |s: &Scalar| s.from == DType::I64 && s.to == DType::I64;
        let affine = self.scalars.iter().all(|s| {
            let [a, b] = [s.args[0], s.args[1]].map(|slot| varying.contains(&slot));
            let affine = match s.op {
                Alu::Add | Alu::Sub => true,
                Alu::Mul => !(a && b),
                Alu::Copy => true,
                // Computed from what stays the same, it stays the same.
                _ => s.args.iter().all(|slot| !varying.contains(slot)),
            };
            if s.args.iter().any(|slot| varying.contains(slot)) {
                varying.insert(s.dst);
            }
            affine && (whole(s) || !(a || b))
        });
        affine && counter.dtype == DType::I64 && self.changed.is_empty()
    }
}

/// Places in the code that something jumps to.
fn jump_targets(program: &Program<'_>) -> FxHashSet<u32> {
    let mut set = FxHashSet::default();
    for inst in &program.code {
        match inst {
            Inst::Jump(to)
            | Inst::Unless(_, to)
            | Inst::LoopTest { exit: to, .. }
            | Inst::LoopNext { body: to, .. }
            | Inst::Section(_, to) => {
                set.insert(*to);
            }
            Inst::Switch { cases, default, .. } => {
                set.extend(cases.iter().map(|c| c.1).chain([*default]));
            }
            _ => {}
        }
    }
    set
}

/// How often each register is read, by its place in the file.
fn count_uses(program: &Program<'_>) -> FxHashMap<u32, u32> {
    let mut uses = FxHashMap::default();
    let mut count = |slot: Slot| {
        if let SlotValue::Reg(r) = program.initial_values[slot as usize] {
            // A register of any length has several of a device.
            for place in (r.at..(r.at + r.bytes).max(r.at + 1)).step_by(256) {
                *uses.entry(place).or_default() += 1;
            }
        }
    };
    for step in &program.steps {
        // The place that a register is made at counts as well: one use is two.
        step.args.iter().for_each(|a| count(a.slot));
    }
    program.moves.iter().for_each(|m| count(m.from));
    for inst in &program.code {
        if let Inst::CopyRegister { from, .. } = inst {
            *uses.entry(*from).or_default() += 1;
        }
    }
    uses
}
