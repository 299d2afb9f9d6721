//! One value in every lane.

use super::compare::number_code;
use super::exec::{Arg, Exec, Outcome, Trap};
use super::register::RegTy;

/// A number, or one lane of a register, in every active lane; zero in the others. The attribute `position`
/// says which lane: the first, or `HIGHEST` the last.
#[derive(Clone, Copy, Debug)]
pub struct Broadcast {
    /// The number or register.
    pub value: u8,
    /// The predicate; without one all lanes are active.
    pub mask: Option<u8>,
    /// Where it goes.
    pub dst: u8,
}

impl Broadcast {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let r = x.reg(self.dst)?;
        let RegTy::Vec(dtype) = r.ty else {
            return Err(Trap::new("needs a vector register").at(self.dst));
        };
        let code = match x.arg(self.value) {
            Some(Arg::Scalar(from, code)) => number_code(from, code, dtype),
            _ => {
                let (_, lanes) = x.lanes(self.value)?;
                let last = x.word("position").is_some_and(|p| p.eq_ignore_ascii_case("highest"));
                *if last { lanes.last() } else { lanes.first() }.unwrap_or(&0)
            }
        };
        let active = match self.mask {
            Some(slot) => x.active(slot, dtype, r.lanes())?,
            None => vec![true; r.lanes()],
        };
        let codes: Vec<u64> = active.iter().map(|&a| if a { code } else { 0 }).collect();
        x.write_lanes(self.dst, &codes)
    }
}
