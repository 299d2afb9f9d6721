//! Where a kernel that is ready finds what is asked for at every run.

use crate::value::{SlotValue, StepArg};
use pto_isa::sem::{Arg, PtrAt};

/// The operands that may differ from one execution to the next.
pub enum RuntimeArgs<'a> {
    /// Of operands with their slots.
    Gathered(&'a [(u8, Arg)]),
    /// Where the values of a core are.
    Slots(&'a [StepArg], &'a [SlotValue]),
}

impl RuntimeArgs<'_> {
    /// The code of a number.
    #[inline(always)]
    pub(super) fn number(&self, operand: u8) -> u64 {
        match self {
            RuntimeArgs::Gathered(args) => match args.iter().find(|a| a.0 == operand) {
                Some((_, Arg::Scalar(_, code))) => *code,
                _ => 0,
            },
            RuntimeArgs::Slots(args, slots) => {
                let arg = args.iter().find(|a| a.operand == operand);
                arg.map_or(0, |a| slots[a.slot as usize].bits())
            }
        }
    }

    /// Where a view begins.
    #[inline(always)]
    pub(super) fn place(&self, operand: u8) -> Option<PtrAt> {
        match self {
            RuntimeArgs::Gathered(args) => match args.iter().find(|a| a.0 == operand)? {
                (_, Arg::View(v)) => Some(v.at),
                _ => None,
            },
            RuntimeArgs::Slots(args, slots) => {
                let arg = args.iter().find(|a| a.operand == operand)?;
                match &slots[arg.slot as usize] {
                    SlotValue::View(v) => Some(v.at),
                    _ => None,
                }
            }
        }
    }
}
