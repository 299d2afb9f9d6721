//! Instructions on vector registers that work lane by lane.

use super::elem::Elem;
use super::exec::{Arg, Exec, Outcome, Trap, all_ones};
use super::map::number;
use super::num::Num;
use crate::dtype::DType;
use crate::format::decode_int;
use crate::with_num;

/// A function of the lanes of registers (or numbers) at the same place.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    /// The function.
    pub elem: Elem,
    /// Its operands.
    pub src: &'static [u8],
    /// The predicate; all lanes are active without one.
    pub mask: u8,
    /// Where the results go.
    pub dst: u8,
    /// What becomes of inactive lanes.
    pub inactive: Inactive,
}

/// What becomes of the inactive lanes of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inactive {
    /// They are zero.
    Zero,
    /// The page leaves them unchanged, as the quirk [`Inactive::QUIRK`] says.
    Undisturbed,
}

impl Inactive {
    /// A value has no earlier contents that its lanes could keep: in the manual's reading they are undefined.
    pub const QUIRK: &'static str = "inactive-lanes";

    /// The code of an inactive lane, if there is one.
    pub fn code(self, x: &Exec<'_>, dtype: DType, active: &[bool]) -> u64 {
        if self == Inactive::Zero || !active.contains(&false) {
            return 0;
        }
        x.note_quirk(Inactive::QUIRK);
        if !x.numerics.is_manual() {
            return 0;
        }
        u64::from_ne_bytes([x.undefined; 8]) & all_ones(dtype)
    }
}

impl Lanes {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let r = x.reg(self.dst)?;
        let super::register::RegTy::Vec(dtype) = r.ty else {
            return Err(Trap::new("needs a vector register").at(self.dst));
        };
        let n = r.lanes();
        let elem = self.elem.resolve(x.numerics, dtype);
        let active = x.active(self.mask, dtype, n)?;
        let stands_for = |d: DType| if elem.is_bitwise() { d.image() } else { d };
        let dtype = stands_for(dtype);
        self.check_number(x, elem, dtype, &active)?;
        let inactive = self.inactive.code(x, dtype, &active);
        let codes = with_num!(dtype, T => {
            let mut operands: Vec<Vec<T>> = Vec::with_capacity(3);
            for &slot in self.src {
                operands.push(match x.arg(slot) {
                    Some(Arg::Scalar(from, code)) => vec![number(from, code); n],
                    _ => {
                        let (from, codes) = x.lanes(slot)?;
                        let from = stands_for(from);
                        codes.into_iter().map(|c| T::from_code(from, c)).collect()
                    }
                });
            }
            let get = |k: usize, i: usize| {
                operands.get(k).and_then(|o| o.get(i)).copied().unwrap_or(T::ZERO)
            };
            let mut codes = Vec::with_capacity(n);
            for (i, &active) in active.iter().enumerate() {
                if !active {
                    codes.push(inactive);
                    continue;
                }
                if elem.is_partial(dtype)
                    && let Some(trap) = elem.refuse(dtype, get(1, i).to_code(dtype))
                {
                    return Err(trap.at(self.src[1]).note(format!("in lane {i}")));
                }
                codes.push(elem.apply(get(0, i), get(1, i), get(2, i)).to_code(dtype));
            }
            codes
        });
        x.write_lanes(self.dst, &codes)
    }

    /// Refuses a number as second operand before it is cut to the width of a lane, if a lane uses it.
    fn check_number(&self, x: &Exec<'_>, elem: Elem, dtype: DType, active: &[bool]) -> Outcome {
        let Some(&slot) = self.src.get(1).filter(|_| elem.is_partial(dtype)) else { return Ok(()) };
        let value = match x.arg(slot) {
            Some(Arg::Scalar(from, code)) if active.contains(&true) => decode_int(from, code),
            _ => None,
        };
        match value.and_then(|v| elem.refuse_value(dtype, v)) {
            Some(trap) => Err(trap.at(slot)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Inactive;
    use crate::sem::Sem;

    #[test]
    fn an_instruction_that_leaves_lanes_unchanged_names_the_quirk() {
        for def in crate::all() {
            if let Sem::Lanes(lanes) = &def.sem {
                let named = def.quirks.contains(&Inactive::QUIRK);
                assert_eq!(lanes.inactive == Inactive::Undisturbed, named, "{}", def.name);
            }
        }
    }
}
