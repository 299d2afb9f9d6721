//! Finds kernels for instructions on registers, and those that follow each other, with the loop around them.

use crate::action::Action;
use crate::program::{Inst, Program};
use pto_kernels::value::{Slot, SlotValue};
use pto_kernels::vector::{FusedKernels, Source, VecOp, compile as compile_step};
use rustc_hash::{FxHashMap, FxHashSet};

/// Finds kernels for steps, and what runs together.
pub(crate) fn compile(program: &mut Program<'_>) {
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
    if program.steps.iter().all(|s| s.vector.is_none()) {
        return;
    }
    let targets = jump_targets(program);
    let uses = count_uses(program);
    let mut at = 0;
    while at < program.code.len() {
        let mut ops = Vec::new();
        let mut registers = false;
        let mut end = at;
        while end < program.code.len() && (end == at || !targets.contains(&(end as u32))) {
            let Some(op) = kernel_of(program, &program.code[end]) else { break };
            registers |= matches!(program.code[end], Inst::Step(_));
            ops.push(op);
            end += 1;
        }
        if !registers {
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
        program.fused.push(FusedKernels::new(ops, &uses, end - at, around));
        at = end;
    }
}

fn kernel_of(program: &Program<'_>, inst: &Inst) -> Option<VecOp> {
    match *inst {
        Inst::Step(i) => program.steps[i as usize].vector,
        Inst::Copy { from, to } => Some(VecOp::copying_slot(from, to)),
        Inst::CopyRegister { from, to, bytes: 256 } => Some(VecOp::copying_register(from, to)),
        _ => None,
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
