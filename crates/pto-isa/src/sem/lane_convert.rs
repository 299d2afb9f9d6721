//! Conversion of the lanes of a register: `vcvt`, `vtrc`, `vmulscvt`, and registers made or read anew.
//!
//! A narrow element sits in a sub-slot of a wide one, which `part` names. Narrowing fills that sub-slot and
//! zeroes the others, so that several results can be merged by `vor`; widening reads it. The predicate is
//! about lanes of the source. The 4-bit floats stand two to an element, low half first, and an element in
//! one of four sub-slots of two bf16 lanes.
//!
//! With saturation what does not fit becomes the nearest finite value; without, floats overflow to infinity
//! and integers keep the low bits of the exact integer. NaN and infinity without saturation become 0 in an
//! integer. Sources: vcvt page; PTO-Gym goldens; PTOAS 0.60
//! test/vpto/cases/micro-op/conversion/vcvt-low-precision-special/golden.py.

use super::convert::numbers;
use super::exec::{Arg, Exec, Outcome, Trap};
use super::map::number;
use super::num::Num;
use super::numerics::Numerics;
use super::register::RegTy;
use crate::code;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::target::Target;
use crate::with_num;

/// A conversion of the active lanes.
#[derive(Clone, Copy, Debug)]
pub struct LaneConvert {
    /// The source.
    pub src: u8,
    /// The predicate, of the lanes of the source.
    pub mask: u8,
    /// Where the results go.
    pub dst: u8,
}

/// How one element becomes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LanePlan {
    /// Type of the source.
    pub from: DType,
    /// Type of the result.
    pub to: DType,
    /// Rounding and saturation.
    pub how: Conversion,
    /// Whether NaN becomes zero in a float result: quirk `cvt-nan`.
    pub nan_is_zero: bool,
    /// The sub-slot of a wide slot; `None` if the program names none.
    pub part: Option<usize>,
}

/// Sub-slots in a wide slot; one where the widths are equal.
pub const fn parts(from: DType, to: DType) -> u32 {
    let (a, b) = (from.bits(), to.bits());
    match (numbers(from), numbers(to)) {
        (1, 1) if a >= b => a / b,
        (1, 1) => b / a,
        _ => 4,
    }
}

impl LanePlan {
    /// The conversion an instruction asks for.
    pub fn of(x: &Exec<'_>, from: DType, to: DType) -> Result<LanePlan, Trap> {
        let rounding = x.word("rnd").or_else(|| x.word("round_mode"));
        let part = part_of(x, parts(from, to))?;
        LanePlan::new(x.numerics, (from, to), rounding, x.word("sat"), part)
    }

    /// The conversion that these words ask for.
    pub fn new(
        numerics: &Numerics,
        (from, to): (DType, DType),
        rounding: Option<&str>,
        saturate: Option<&str>,
        part: Option<usize>,
    ) -> Result<LanePlan, Trap> {
        let rounding = match rounding {
            Some(word) => match rounding_of(word)? {
                Rounding::Round if numerics.is_manual() && on_page(from, to) => Rounding::Away,
                other => other,
            },
            None => Rounding::Rint,
        };
        let saturate = match saturate.unwrap_or("NOSAT").to_ascii_uppercase().as_str() {
            "SAT" | "RS_ENABLE" => Saturate::On,
            "NOSAT" | "RS_DISABLE" => Saturate::Off,
            other => return Err(Trap::new(format!("does not know the saturation `{other}`"))),
        };
        let clears_nan = from.is_float() && to.is_float() && saturate == Saturate::On;
        let silicon = numerics.profile() == Target::A5 && !numerics.is_manual();
        Ok(LanePlan {
            from,
            to,
            how: Conversion::new(rounding, saturate),
            nan_is_zero: clears_nan && silicon,
            part,
        })
    }

    /// The code of one number; of the types with two numbers in an element, one half.
    pub fn apply(&self, code: u64) -> u64 {
        if self.nan_is_zero && format::decode(self.from, code).is_nan() {
            return 0;
        }
        format::convert(self.from, code, self.to, self.how)
    }
}

/// Whether the modes of the `vcvt` page are about the types: it has no floats of 8 bits and less.
fn on_page(from: DType, to: DType) -> bool {
    [from, to].iter().all(|d| d.is_int() || d.bits() >= 16)
}

/// A rounding mode, with or without `ROUND_`.
pub fn rounding_of(word: &str) -> Result<Rounding, Trap> {
    let upper = word.to_ascii_uppercase();
    Ok(match upper.strip_prefix("ROUND_").unwrap_or(&upper) {
        "R" => Rounding::Rint,
        "A" => Rounding::Round,
        "F" => Rounding::Floor,
        "C" => Rounding::Ceil,
        "Z" => Rounding::Trunc,
        "O" => Rounding::Odd,
        "H" => {
            return Err(Trap::new(
                "with the hybrid rounding `H` is not executable: no source defines it",
            )
            .code(code::NOT_EXECUTABLE));
        }
        _ => return Err(Trap::new(format!("does not know the rounding `{word}`"))),
    })
}

/// The sub-slot that `part` names, of `count`; `None` without one.
fn part_of(x: &Exec<'_>, count: u32) -> Result<Option<usize>, Trap> {
    let Some(word) = x.word("part") else { return Ok(None) };
    let upper = word.to_ascii_uppercase();
    let place = match (count, upper.strip_prefix("PART_").unwrap_or(&upper)) {
        (2, "EVEN") | (4, "P0") => 0,
        (2, "ODD") | (4, "P1") => 1,
        (4, "P2") => 2,
        (4, "P3") => 3,
        _ => {
            return Err(Trap::new(format!(
                "has {count} sub-slots in a slot, but none called `{word}`"
            )));
        }
    };
    Ok(Some(place))
}

impl LaneConvert {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (from, codes) = x.lanes(self.src)?;
        let active = x.active(self.mask, from, codes.len())?;
        let to = one_size(x, self.src, self.dst)?;
        let plan = LanePlan::of(x, from, to)?;
        plan.note_quirks(x, &codes, &active);
        let count = x.reg(self.dst)?.lanes();
        let one = |i: usize| if active[i] { plan.apply(codes[i]) } else { 0 };
        let n = parts(from, to) as usize;
        let Some(part) = plan.part.or((n == 1).then_some(0)) else {
            // The page has a loop without sub-slots: lane i to lane i, as far as both registers go.
            if !x.numerics.is_manual() || numbers(from) + numbers(to) > 2 {
                return Err(
                    Trap::new("needs `part` where the widths differ").code(code::NOT_EXECUTABLE)
                );
            }
            let lanes: Vec<u64> = (0..codes.len().min(count)).map(one).collect();
            return x.write_lanes(self.dst, &lanes);
        };
        let mut results = vec![0; count];
        match (numbers(from), numbers(to)) {
            // Two bf16 lanes to the halves of one element.
            (1, 2) => {
                for (i, slot) in results.chunks_exact_mut(n).enumerate() {
                    slot[part] = one(2 * i) & 0xF | (one(2 * i + 1) & 0xF) << 4;
                }
            }
            // The halves of one element to two bf16 lanes.
            (2, 1) => {
                for (i, result) in results.iter_mut().enumerate() {
                    let element = i / 2 * n + part;
                    let half = codes[element] >> (4 * (i % 2)) & 0xF;
                    *result = if active[element] { plan.apply(half) } else { 0 };
                }
            }
            _ if to.bits() < from.bits() => {
                for (i, slot) in results.chunks_exact_mut(n).enumerate() {
                    slot[part] = one(i);
                }
            }
            _ => {
                for (i, result) in results.iter_mut().enumerate() {
                    *result = one(n * i + part);
                }
            }
        }
        x.write_lanes(self.dst, &results)
    }
}

impl LanePlan {
    /// Notes the quirks whose readings differ for these elements.
    pub fn note_quirks(&self, x: &Exec<'_>, codes: &[u64], active: &[bool]) {
        self.note_nan(x, codes, active);
        self.note_away(x, codes, active);
    }

    /// Both readings of `cvt-nan` differ where an active NaN is converted with saturation on A5.
    fn note_nan(&self, x: &Exec<'_>, codes: &[u64], active: &[bool]) {
        let LanePlan { from, to, how, .. } = *self;
        let open = x.numerics.profile() == Target::A5
            && how.saturate == Saturate::On
            && from.is_float()
            && to.is_float();
        let is_nan = |c: u64| format::decode(from, c).is_nan();
        if open && codes.iter().zip(active).any(|(&c, &a)| a && is_nan(c)) {
            x.note_quirk("cvt-nan");
        }
    }

    /// Both readings of `round-away` differ where the nearest number is the one nearer to zero.
    fn note_away(&self, x: &Exec<'_>, codes: &[u64], active: &[bool]) {
        let other = match self.how.rounding {
            Rounding::Away => Rounding::Round,
            Rounding::Round if on_page(self.from, self.to) => Rounding::Away,
            _ => return,
        };
        let other = LanePlan { how: Conversion::new(other, self.how.saturate), ..*self };
        let differs = |code: u64| self.apply(code) != other.apply(code);
        if codes.iter().zip(active).any(|(&c, &a)| a && differs(c)) {
            x.note_quirk("round-away");
        }
    }
}

/// The element type of `dst`, which must be as large as `src`.
fn one_size(x: &Exec<'_>, src: u8, dst: u8) -> Result<DType, Trap> {
    same_bytes(x, src, dst)?;
    match x.reg(dst)?.ty {
        RegTy::Vec(dtype) => Ok(dtype),
        _ => Err(Trap::new("needs a vector register").at(dst)),
    }
}

fn same_bytes(x: &Exec<'_>, src: u8, dst: u8) -> Outcome {
    let (from, to) = (x.reg(src)?.bytes, x.reg(dst)?.bytes);
    if from == to {
        return Ok(());
    }
    Err(Trap::new(format!("needs registers of one size, not of {from} and {to} bytes")).at(dst))
}

/// `vtrc`: every active lane to a whole number of its own type.
pub fn round_lanes(x: &mut Exec<'_>, [input, mask, result]: [u8; 3]) -> Outcome {
    let (dtype, codes) = x.lanes(input)?;
    let active = x.active(mask, dtype, codes.len())?;
    let rounding = rounding_of(x.word("round_mode").unwrap_or("R"))?;
    let whole = |code: u64| {
        let value = format::round_to_integral(format::decode(dtype, code), rounding);
        format::encode(dtype, value, Conversion::default())
    };
    let results: Vec<u64> =
        codes.iter().zip(&active).map(|(&c, &a)| if a { whole(c) } else { 0 }).collect();
    x.write_lanes(result, &results)
}

/// `vmulscvt`: every active f32 lane times a number, rounded once to f16, into the even or odd lanes.
pub fn scale_and_narrow(x: &mut Exec<'_>, [input, scalar, mask, result]: [u8; 4]) -> Outcome {
    let (dtype, codes) = x.lanes(input)?;
    let active = x.active(mask, dtype, codes.len())?;
    let (scalar_type, scale) = x.scalar(scalar)?;
    let scale = format::decode(scalar_type, scale);
    let to = one_size(x, input, result)?;
    let rounding = rounding_of(x.word("rnd").unwrap_or("A"))?;
    let part = part_of(x, 2)?.unwrap_or(0);
    let how = Conversion::new(rounding, Saturate::Off);
    let mut results = vec![0; x.reg(result)?.lanes()];
    for (i, result) in results.iter_mut().skip(part).step_by(2).enumerate() {
        if active.get(i) == Some(&true) {
            // The product of two f32 is exact in f64.
            *result = format::encode(to, format::decode(dtype, codes[i]) * scale, how);
        }
    }
    x.write_lanes(result, &results)
}

/// `vci`: a number and those that follow it, upwards or downwards.
pub fn count_lanes(x: &mut Exec<'_>, [index, mask, result]: [u8; 3]) -> Outcome {
    let RegTy::Vec(dtype) = x.reg(result)?.ty else {
        return Err(Trap::new("needs a vector register").at(result));
    };
    let count = x.reg(result)?.lanes();
    let active = x.active(mask, dtype, count)?;
    let Some(Arg::Scalar(from, start)) = x.arg(index) else {
        return Err(Trap::new("needs a number").at(index));
    };
    let down = x.word("order").is_some_and(|o| o.eq_ignore_ascii_case("DESC"));
    let codes: Vec<u64> = with_num!(dtype, T => {
        let start: T = number(from, start);
        let lane = |i: usize| {
            let i: T = number(DType::I64, i as u64);
            if down { start.sub(i) } else { start.add(i) }
        };
        (0..count).map(|i| if active[i] { lane(i).to_code(dtype) } else { 0 }).collect()
    });
    x.write_lanes(result, &codes)
}

/// `vbitcast` and `pbitcast`: the bits as they are.
pub fn copy_bits(x: &mut Exec<'_>, [input, result]: [u8; 2]) -> Outcome {
    same_bytes(x, input, result)?;
    let (from, to) = (x.reg(input)?, x.reg(result)?);
    x.registers.copy_within(from.range(), to.at as usize);
    Ok(())
}
