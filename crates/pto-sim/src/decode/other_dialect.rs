//! Operations of other dialects: which of them execute, and how each is decoded.

use super::{Decoder, Refusal};
use pto_ir::dialect::{Alu, Arith, Cf, DialectOp, Func, Scf};
use pto_ir::module::{BlockId, NodeId};

/// What an operation of another dialect is to a run.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Constant,
    Compare,
    Number(Alu),
    /// One operation for each of its results.
    Halves([Alu; 2]),
    For,
    If,
    While,
    IndexSwitch,
    /// Its body runs where it stands.
    InPlace,
    /// It holds values that the operation around its region passes on.
    Holds,
    Call,
    Return,
    Branch,
    Assert,
}

impl Meaning {
    /// `None` if the operation does not execute.
    pub fn of(op: DialectOp) -> Option<Meaning> {
        Some(match op {
            DialectOp::Arith(Arith::Constant) => Meaning::Constant,
            DialectOp::Arith(Arith::CmpI | Arith::CmpF) => Meaning::Compare,
            DialectOp::Scf(op) => match op {
                Scf::For => Meaning::For,
                Scf::If => Meaning::If,
                Scf::While => Meaning::While,
                Scf::IndexSwitch => Meaning::IndexSwitch,
                Scf::ExecuteRegion => Meaning::InPlace,
                Scf::Yield | Scf::Condition => Meaning::Holds,
            },
            DialectOp::Func(Func::Call) => Meaning::Call,
            DialectOp::Func(Func::Return) => Meaning::Return,
            DialectOp::Cf(Cf::Br | Cf::CondBr) => Meaning::Branch,
            DialectOp::Cf(Cf::Assert) => Meaning::Assert,
            _ => match Alu::halves_of(op) {
                Some(halves) => Meaning::Halves(halves),
                None => Meaning::Number(Alu::of(op)?),
            },
        })
    }
}

/// Whether an operation of another dialect executes. `module` and `func.func` do not: they hold what does.
pub fn executes(op: DialectOp) -> bool {
    Meaning::of(op).is_some()
}

impl Decoder<'_> {
    pub(super) fn other_dialect(
        &mut self,
        id: NodeId,
        meaning: Meaning,
        jumps: &mut Vec<(usize, BlockId)>,
    ) -> Result<(), Refusal> {
        match meaning {
            Meaning::Constant => self.constant_op(id),
            Meaning::Compare => self.compare(id),
            Meaning::Number(op) => self.alu(id, op),
            Meaning::Halves(ops) => self.halves(id, ops),
            Meaning::For => self.for_loop(id),
            Meaning::If => self.if_else(id),
            Meaning::While => self.while_loop(id),
            Meaning::IndexSwitch => self.index_switch(id),
            Meaning::InPlace => self.regions_in_place(id),
            Meaning::Holds => Ok(()),
            Meaning::Call => self.call(id),
            Meaning::Return => self.return_op(id),
            Meaning::Branch => self.branch(id, jumps),
            Meaning::Assert => self.assert(id),
        }
    }
}
