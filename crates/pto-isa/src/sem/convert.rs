//! Conversion between element types: `tcvt`.
//!
//! The attribute `rmode` chooses the rounding and `satmode` what happens out of range. Which of both a
//! pair of types heeds, and what is done if they are absent, differs by target:
//!
//! | | cpu | a2a3 | a5 |
//! |---|---|---|---|
//! | saturation if nothing is said | off | off for the pairs of [`narrows`], else on | as a2a3 |
//! | saturation can be chosen | yes | only for those pairs | unless the result is f32 |
//! | float to float rounding | to even | `rmode` | `rmode`; HiFloat8 halves away from zero |
//! | f32 to f32 | unchanged | to an integral value | to an integral value |
//! | float to integer, not saturating | low bits of the exact integer | clamped to i32, then low bits | as a2a3 |
//!
//! NaN becomes 0 in integers. Sources: pto-isa@3186c381 include/pto/cpu/TCvt.hpp:146-232,
//! include/pto/npu/a2a3/TCvt.hpp:84-145, 361-566, 1216-1268, include/pto/npu/a5/TCvt.hpp:541-600,
//! 2937-3079.

use super::exec::{Exec, Outcome, Trap};
use super::numerics::Numerics;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::target::Target;

/// A conversion over the valid region of `dst`.
#[derive(Clone, Copy, Debug)]
pub struct Convert {
    /// The source.
    pub src: u8,
    /// The destination.
    pub dst: u8,
}

/// How the elements of one instruction are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Type of the source.
    pub from: DType,
    /// Type of the result.
    pub to: DType,
    /// Rounding and saturation.
    pub how: Conversion,
    /// What is done.
    pub path: Path,
    /// What a NaN becomes is the quirk `cvt-nan`.
    pub nan_disputed: bool,
    /// Whether NaN becomes zero in a float result: quirk `cvt-nan`.
    pub nan_is_zero: bool,
}

/// The way from one type to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// In one step.
    Direct,
    /// The type stays; the value is rounded to an integral one.
    Integral,
    /// Clamped to i32, of which the low bits are kept.
    ThroughI32,
}

/// Pairs that do not saturate on the devices unless the program asks for it.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TCvt.hpp:1216-1228, a5/TCvt.hpp:3048-3079; the expected
/// results of PTO-Gym use the same six.
pub const fn narrows(from: DType, to: DType) -> bool {
    use DType::*;
    matches!(
        (from.plain(), to.plain()),
        (F16, U8 | I8 | I16) | (F32, I16) | (I64, I32) | (I32, I16)
    )
}

/// A word of the attribute `rmode`, with or without `CAST_`. `NONE` is no mode.
pub fn rounding_of(word: &str) -> Result<Option<Rounding>, Trap> {
    let upper = word.to_ascii_uppercase();
    Ok(Some(match upper.strip_prefix("CAST_").unwrap_or(&upper) {
        "NONE" => return Ok(None),
        "RINT" => Rounding::Rint,
        "ROUND" => Rounding::Round,
        "FLOOR" => Rounding::Floor,
        "CEIL" => Rounding::Ceil,
        "TRUNC" => Rounding::Trunc,
        "ODD" => Rounding::Odd,
        _ => return Err(Trap::new(format!("does not know the rounding `{word}`"))),
    }))
}

impl Plan {
    /// The conversion an instruction asks for.
    pub fn of(x: &Exec<'_>, pair: (DType, DType)) -> Result<Plan, Trap> {
        Ok(Plan::new(x.numerics, pair, rounding(x)?, saturation(x)?))
    }

    /// The conversion of a pair of types under the choices of a run. `rounding` is `None` for the mode
    /// `NONE`, `saturate` if the program says nothing.
    pub fn new(
        n: &Numerics,
        (from, to): (DType, DType),
        rounding: Option<Rounding>,
        saturate: Option<bool>,
    ) -> Plan {
        let device = n.profile() != Target::CPU;
        let to_int = from.is_float() && to.is_int();
        let both_float = from.is_float() && to.is_float();
        // What an instruction does that has no variant for the mode.
        let fallback = if to_int { Rounding::Trunc } else { Rounding::Rint };
        let rounding = match rounding {
            Some(Rounding::Odd) if device && (from, to) != (DType::F32, DType::F16) => fallback,
            _ if device && to == DType::Hif8 => Rounding::Round,
            _ if !device && !to_int => Rounding::Rint,
            chosen => chosen.unwrap_or(fallback),
        };
        let on = match n.profile() {
            Target::CPU => saturate.unwrap_or(false),
            // The devices have no saturating conversion to f32.
            _ if to == DType::F32 => false,
            Target::A2A3 if !narrows(from, to) => true,
            _ => saturate.unwrap_or(!narrows(from, to)),
        };
        let path = match () {
            () if device && from == DType::F32 && to == DType::F32 => Path::Integral,
            () if device && to_int && !on => Path::ThroughI32,
            () => Path::Direct,
        };
        let saturate = if on { Saturate::On } else { Saturate::Off };
        let nan_disputed = n.profile() == Target::A5 && on && both_float && to == DType::F16;
        Plan {
            from,
            to,
            how: Conversion::new(rounding, saturate),
            path,
            nan_disputed,
            nan_is_zero: nan_disputed && !n.is_manual(),
        }
    }

    /// The code of one number; of the types with two numbers in an element, one half.
    pub fn apply(&self, code: u64) -> u64 {
        let &Plan { from, to, how, .. } = self;
        match self.path {
            Path::Integral => {
                let whole = format::round_to_integral(format::decode(from, code), how.rounding);
                format::encode(to, whole, how)
            }
            Path::ThroughI32 => {
                // Types as wide as i32 or wider have nothing to cut off.
                let wide = if to.bits() < 32 { DType::I32 } else { to };
                let clamped = Conversion::new(how.rounding, Saturate::On);
                let whole = format::convert(from, code, wide, clamped);
                whole & super::exec::all_ones(to)
            }
            Path::Direct if self.nan_is_zero && format::decode(from, code).is_nan() => 0,
            Path::Direct => format::convert(from, code, to, how),
        }
    }
}

impl Convert {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (src, dst) = (x.tile(self.src)?, x.tile(self.dst)?);
        let (rows, cols) = dst.valid;
        let pair = (src.ty.dtype, dst.ty.dtype);
        let plan = Plan::of(x, pair)?;
        // Columns are counted in numbers, of which an fp4 element holds two.
        let (per_src, per_dst) = (numbers(pair.0), numbers(pair.1));
        let needed = cols.checked_mul(per_dst).ok_or_else(|| {
            Trap::new(format!("converts {cols} columns of {}", pair.1)).at(self.dst)
        })?;
        let from = x.read_as(self.src, (rows, needed.div_ceil(per_src)))?;
        let one = |r: u32, c: u32| {
            let element = from.at(r, c / per_src);
            plan.apply(if per_src == 2 { element >> (4 * (c % 2)) & 0xF } else { element })
        };
        let is_nan = |&code: &u64| format::decode(pair.0, code).is_nan();
        if plan.nan_disputed && from.codes().iter().any(is_nan) {
            x.note_quirk("cvt-nan");
        }
        let converted = x.result(pair.1, dst.valid, |r, c| match per_dst {
            2 => one(r, 2 * c) & 0xF | (one(r, 2 * c + 1) & 0xF) << 4,
            _ => one(r, c),
        });
        x.write(self.dst, &converted)
    }
}

/// How many numbers an element holds.
pub const fn numbers(dtype: DType) -> u32 {
    match dtype {
        DType::F4E1M2x2 | DType::F4E2M1x2 | DType::Bf16x2 => 2,
        _ => 1,
    }
}

fn rounding(x: &Exec<'_>) -> Result<Option<Rounding>, Trap> {
    match x.word("rmode") {
        None => Ok(Some(Rounding::Rint)),
        Some(word) => rounding_of(word),
    }
}

fn saturation(x: &Exec<'_>) -> Result<Option<bool>, Trap> {
    match x.word("satmode").or_else(|| x.word("sat_mode")) {
        None => Ok(None),
        Some(word) if word.eq_ignore_ascii_case("on") => Ok(Some(true)),
        Some(word) if word.eq_ignore_ascii_case("off") => Ok(Some(false)),
        Some(word) => Err(Trap::new(format!("does not know the saturation `{word}`"))),
    }
}
