//! Instructions on vector registers that work lane by lane, or fold the active lanes into one.
//!
//! Inactive lanes of a result are zero.

use super::elem::Elem;
use super::exec::{Arg, Exec, Outcome, Trap};
use super::map::number;
use super::num::Num;
use super::reduce::Fold;
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
                    codes.push(0);
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

/// All active lanes folded into lane 0; a maximum or minimum has its lane number in lane 1.
#[derive(Clone, Copy, Debug)]
pub struct LaneFold {
    /// How.
    pub fold: Fold,
    /// The source.
    pub src: u8,
    /// The predicate.
    pub mask: u8,
    /// Where the result goes.
    pub dst: u8,
}

impl LaneFold {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (from, codes) = x.lanes(self.src)?;
        let active = x.active(self.mask, from, codes.len())?;
        let to = match x.reg(self.dst)?.ty {
            super::register::RegTy::Vec(d) => d,
            _ => return Err(Trap::new("needs a vector register").at(self.dst)),
        };
        if matches!(self.fold, Fold::Sum | Fold::Prod) {
            let sum = with_num!(to, T => {
                let value = |c: u64| if from.plain() == to.plain() { T::from_code(from, c) } else { number(from, c) };
                let lanes = codes.iter().zip(&active).map(|(&c, &a)| if a { value(c) } else { T::ZERO });
                add_pairs(lanes.collect(), to).to_code(to)
            });
            return x.write_lanes(self.dst, &[sum]);
        }
        let best = with_num!(from, T => {
            let mut best: Option<(usize, T)> = None;
            for (i, (&c, &a)) in codes.iter().zip(&active).enumerate() {
                let new = T::from_code(from, c);
                #[allow(clippy::eq_op)]
                let better = |old: T| match self.fold {
                    Fold::Min => new < old || (new != new && old == old),
                    _ => new > old || (new != new && old == old),
                };
                if a && best.is_none_or(|(_, old)| better(old)) {
                    best = Some((i, new));
                }
            }
            best.map(|(i, v)| (i as u64, v.to_code(from)))
        });
        match best {
            Some((lane, value)) => x.write_lanes(self.dst, &[value, lane]),
            None => x.write_lanes(self.dst, &[]),
        }
    }
}

/// Adjacent pairs, again and again, every step rounded to the element type.
pub fn add_pairs<T: Num>(mut level: Vec<T>, dtype: DType) -> T {
    let round = |v: T| if T::IS_FLOAT { T::from_code(dtype, v.to_code(dtype)) } else { v };
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|p| round(p[0].add(p.get(1).copied().unwrap_or(T::ZERO))))
            .collect();
    }
    level.first().copied().unwrap_or(T::ZERO)
}
