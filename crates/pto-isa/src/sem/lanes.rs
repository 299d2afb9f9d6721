//! Instructions on vector registers that work lane by lane.

use super::elem::Elem;
use super::exec::{Arg, Exec, Outcome, Trap, all_ones};
use super::map::number;
use super::num::Num;
use super::numerics::Numerics;
use super::register::RegTy;
use crate::dtype::DType;
use crate::format::decode_int;
use crate::virtual_register::computed_in;
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
    /// What integers without a sign in their type are.
    pub signless: Signless,
}

/// What integers without a sign in their type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signless {
    /// Signed, as everywhere in this table.
    Signed,
    /// Unsigned, as in registers of any length.
    Unsigned,
}

impl Signless {
    /// The type an element is computed in.
    pub const fn computed_in(self, dtype: DType) -> DType {
        match self {
            Signless::Signed => dtype,
            Signless::Unsigned => computed_in(dtype),
        }
    }
}

/// What becomes of the inactive lanes of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inactive {
    /// They are zero.
    Zero,
    /// The page leaves them unchanged, as the quirk [`Inactive::QUIRK`] says.
    Undisturbed,
    /// As the attribute `pmode` says: `zero`, the default, or `merge`, which leaves them undefined, because a value has
    /// no earlier contents and no source says where they come from (PTOAS 0.60 lowers no `merge`).
    Pmode,
}

impl Inactive {
    /// A value has no earlier contents that its lanes could keep: in the manual's reading they are undefined.
    pub const QUIRK: &'static str = "inactive-lanes";

    /// The code of an inactive lane, if there is one.
    pub fn code(self, x: &Exec<'_>, dtype: DType, active: &[bool]) -> u64 {
        if self == Inactive::Zero || !active.contains(&false) {
            return 0;
        }
        let is_defined = match self {
            Inactive::Pmode => x.word("pmode") != Some("merge"),
            _ => {
                x.note_quirk(Inactive::QUIRK);
                !x.numerics.is_manual()
            }
        };
        if is_defined {
            return 0;
        }
        u64::from_ne_bytes([x.undefined; 8]) & all_ones(dtype)
    }
}

impl Lanes {
    /// The function for lanes of `dtype` under the choices of a run.
    ///
    /// The CPU simulator has tiles but no registers, so that its maximum, which returns the first operand, says nothing of
    /// them: NaN is NaN on every target (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmax.md:68).
    pub const fn function(&self, numerics: &Numerics, dtype: DType) -> Elem {
        match self.elem {
            Elem::Max | Elem::Min => self.elem,
            other => other.resolve(numerics, dtype),
        }
    }

    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let r = x.reg(self.dst)?;
        let dtype = match r.ty {
            RegTy::Vec(dtype) => self.signless.computed_in(dtype),
            RegTy::LaneMask { .. } if self.elem.is_bitwise() => return self.run_on_predicates(x),
            _ => return Err(Trap::new("needs a vector register").at(self.dst)),
        };
        let n = r.lanes();
        let elem = self.function(x.numerics, dtype);
        let active = x.active(self.mask, dtype, n)?;
        let stands_for = |d: DType| if elem.is_bitwise() { d.image() } else { d };
        let dtype = stands_for(dtype);
        self.check_number(x, elem, dtype, &active)?;
        let inactive = self.inactive.code(x, dtype, &active);
        let is_logarithm = elem.is_logarithm();
        let number_slot = self.src.get(1).and_then(|&s| x.arg(s));
        let has_number = matches!(number_slot, Some(Arg::Scalar(..)));
        let compares = dtype.is_float() && elem.compares_with_number(has_number);
        let codes = with_num!(dtype, T => {
            let mut operands: Vec<Vec<T>> = Vec::with_capacity(3);
            for &slot in self.src {
                operands.push(match x.arg(slot) {
                    Some(Arg::Scalar(from, code)) => vec![number(from, code); n],
                    _ => {
                        let (from, codes) = x.lanes(slot)?;
                        let from = stands_for(self.signless.computed_in(from));
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
                let refused = elem.refused_operand();
                if elem.is_partial(dtype)
                    && let Some(trap) = elem.refuse(dtype, get(refused, i).to_code(dtype))
                {
                    return Err(trap.at(self.src[refused]).note(format!("in lane {i}")));
                }
                if is_logarithm && get(0, i) == T::ZERO {
                    x.note_quirk("vln-zero");
                    if x.numerics.is_manual() {
                        codes.push(T::ZERO.div(T::ZERO).to_code(dtype));
                        continue;
                    }
                }
                let (lane, other) = (get(0, i), get(1, i));
                #[allow(clippy::eq_op)]
                let is_nan = |v: T| v != v;
                if compares && is_nan(lane) && !is_nan(other) {
                    x.note_quirk("compared-nan");
                    if x.numerics.is_manual() {
                        codes.push(if has_number { other } else { T::ZERO }.to_code(dtype));
                        continue;
                    }
                }
                codes.push(elem.call(lane, other, get(2, i)).to_code(dtype));
            }
            codes
        });
        x.write_lanes(self.dst, &codes)
    }

    /// A function of bits on predicates lane by lane.
    fn run_on_predicates(&self, x: &mut Exec<'_>) -> Outcome {
        let n = x.reg(self.dst)?.lanes();
        let mut operands: Vec<Vec<bool>> = Vec::with_capacity(2);
        for &slot in self.src {
            operands.push(x.active(slot, DType::U8, n)?);
        }
        let get = |k: usize, i: usize| u8::from(operands.get(k).is_some_and(|o| o[i]));
        x.write_mask(self.dst, |i| self.elem.call(get(0, i), get(1, i), 0) & 1 == 1)
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
