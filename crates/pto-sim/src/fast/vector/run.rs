//! Instructions on registers that follow each other, as one list of kernels; a loop around them is part of it.
//!
//! A load whose register is used once, by a kernel that can read memory itself, becomes an operand of that
//! kernel; a store of its result, if nothing else uses that, becomes part of it. When a kernel declines, the steps that it stands for are executed one by one.

use super::{NONE, Source, VecOp, compile as compile_step, copy_register, copy_slot};
use crate::machine::Action;
use crate::program::{Counter, Inst, Program, Slot};
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};

/// Kernels that run one after another.
#[derive(Debug)]
pub(crate) struct Run {
    pub ops: Vec<VecOp>,
    /// Instructions of the code that they stand for.
    pub insts: usize,
    /// The loop whose body they are.
    pub around: Option<Counter>,
}

/// Finds kernels for steps, and what runs together.
pub(crate) fn compile(program: &mut Program<'_>) {
    for i in 0..program.steps.len() {
        let step = &program.steps[i];
        if step.action == Action::Sem {
            let source = Source { step, image: &program.image, numerics: &program.numerics };
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
        let ops = fold_accesses(ops, &uses);
        program.code[at] = Inst::Run(program.runs.len() as u32);
        program.runs.push(Run { ops, insts: end - at, around });
        at = end;
    }
}

fn kernel_of(program: &Program<'_>, inst: &Inst) -> Option<VecOp> {
    match *inst {
        Inst::Step(i) => program.steps[i as usize].vector,
        Inst::Copy { from, to } => Some(VecOp { number: from, ..VecOp::new(copy_slot, to) }),
        Inst::CopyRegister { from, to, bytes: 256 } => {
            Some(VecOp { src: [from; 3], ..VecOp::new(copy_register, to) })
        }
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
        if let Value::Reg(r) = program.image[slot as usize] {
            *uses.entry(r.at).or_default() += 1;
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

/// Loads become operands, and stores parts of kernels, where they can.
fn fold_accesses(ops: Vec<VecOp>, uses: &FxHashMap<u32, u32>) -> Vec<VecOp> {
    let mut list: Vec<VecOp> = Vec::with_capacity(ops.len());
    for mut op in ops {
        for k in 0..2 {
            if op.lane_bytes == 0 || op.src[k] == NONE || (k > 0 && op.src[k] == op.src[0]) {
                continue;
            }
            // Back to the load, past nothing that writes memory or pointers.
            let found = list.iter().rposition(|o| o.dst == op.src[k] || !o.is_quiet);
            let Some(load) = found.filter(|&i| {
                let o = &list[i];
                o.is_whole_load && o.dst == op.src[k] && uses.get(&o.dst) == Some(&2)
            }) else {
                continue;
            };
            let load = list.remove(load);
            op.memory[k] = Some(load.place);
            op.cover(load.covers[0]);
        }
        match list.last_mut() {
            Some(made)
                if op.stores != 0
                    && op.stores == made.lane_bytes
                    && made.dst == op.dst
                    && uses.get(&op.dst) == Some(&2) =>
            {
                made.out = Some((op.place, op.mask));
                made.is_quiet = false;
                made.cover(op.covers[0]);
            }
            _ => list.push(op),
        }
    }
    list
}
