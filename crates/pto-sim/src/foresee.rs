//! What blocks will touch in global memory, found out before they run: the scalar code is executed, loads and stores
//! only claim.
//!
//! It is known where neither control flow nor addresses depend on the contents of memory, and where tiles are all that
//! goes to and from global memory: in most kernels on tiles.

use crate::action::{Action, Sync};
use crate::core::{Core, ExecMode, StopReason};
use crate::program::{Inst, Program, Step};
use pto_isa::Space;
use pto_isa::sem::Sem;
use pto_kernels::value::SlotValue;
use pto_kernels::{Context, claim_ahead};

/// Programs that take more steps are not looked at to the end.
pub(crate) const MOST_STEPS: u64 = 1 << 18;

/// Whether what blocks touch can be known at all, as far as the program tells.
pub(crate) fn is_foreseeable(program: &Program<'_>) -> bool {
    let foreseeable = |s: &Step<'_>| match s.action {
        Action::Sem => s.results.is_empty(),
        Action::Load | Action::FillLocal | Action::SetScale | Action::Trap | Action::Reserved => {
            false
        }
        Action::Sync(sync) => !matches!(sync, Sync::Queue(_)),
        _ => true,
    };
    program.roles.len() == 1 && program.fused.is_empty() && program.steps.iter().all(foreseeable)
}

impl Core<'_, '_> {
    /// Goes through the block and claims what it will touch; nothing if that is not known, or a claim is refused. The
    /// core must be at the beginning, with its parameters.
    pub(crate) fn claim_block(&mut self) -> Option<()> {
        self.exec_mode = ExecMode::Issue;
        let program = self.program;
        loop {
            match self.run().ok()? {
                StopReason::End => return Some(()),
                StopReason::Blocked(_) | StopReason::Yield | StopReason::Paused => return None,
                StopReason::Issue => {}
            }
            match &program.code[self.pc] {
                Inst::Step(i) => self.claim_step(&program.steps[*i as usize])?,
                Inst::Move { start, count } => self.do_moves(*start as usize, *count as usize),
                Inst::Sync(..) | Inst::CopyRegister { .. } => {}
                _ => return None,
            }
            self.pc += 1;
        }
    }

    fn claim_step(&mut self, step: &Step<'_>) -> Option<()> {
        match step.action {
            Action::Sem if matches!(step.def.sem, Sem::Load(_) | Sem::Store(_)) => {
                self.gather_args(step);
                let cx = Context {
                    def: step.def,
                    numerics: &self.program.numerics,
                    args: &self.args,
                    attrs: &step.attrs,
                    quirks: &self.quirks,
                    modes: &self.modes,
                    forwards: false,
                };
                claim_ahead(&cx, &mut self.memory)
            }
            Action::Sem => {
                let global = |v: &SlotValue| match v {
                    SlotValue::Ptr(p) => p.space == Space::Gm,
                    SlotValue::View(v) => v.at.space == Space::Gm,
                    _ => false,
                };
                let reaches_global = step.args.iter().any(|a| global(&self.slots[a.slot as usize]));
                (!reaches_global).then_some(())
            }
            Action::Store => {
                let p = self.element(step).ok()?;
                match p.space {
                    Space::Gm => {
                        self.memory.claim_write_ahead(p.buffer, p.addr, p.dtype.bytes().into())
                    }
                    _ => Some(()),
                }
            }
            _ => self.machine_step(step).ok(),
        }
    }
}
