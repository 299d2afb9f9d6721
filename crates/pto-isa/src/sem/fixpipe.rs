//! The fix pipe: what happens to an accumulator on its way out.
//!
//! Four stages: scale (and add the offset of 8-bit results), ReLU, the upper bound, and the conversion. A
//! quantisation parameter is 64 bits: the scale as an f32 in bits 0..31, of which a table keeps bits 13..31
//! only, the shift in bits 32..35, the offset in bits 37..45, the sign of 8-bit results in bit 46 (the
//! destination's type says it here).
//!
//! Source: pto-isa@3186c381 include/pto/cpu/common.hpp:98-172,
//! tests/npu/a5/src/st/testcase/tstore_acc2gm/gen_data.py; the order of the stages and the slopes: PTO-Gym
//! docs/PTO-micro-Instruction-SPEC.md, FIXPIPE MTE Ops.

use super::exec::{Arg, Exec, Trap};
use super::grid::Grid;
use super::num::Num;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::target::Target;

/// One pass through the fix pipe.
#[derive(Clone, Debug)]
pub struct Fixpipe {
    /// Element type of the accumulator.
    pub from: DType,
    /// Element type of the result.
    pub to: DType,
    /// What it scales by.
    pub params: Params,
    /// Whether the accumulator is rounded to f16 before it is scaled.
    pub through_half: bool,
    /// Whether 16-bit integers are shifted instead of scaled.
    pub shifts: bool,
    /// What happens to negative numbers.
    pub relu: Relu,
    /// The upper bound.
    pub clip: Option<f64>,
    /// What happens to floats that the result cannot hold.
    pub overflow: Overflow,
    adds_before_rounding: bool,
}

/// What a pass scales by.
#[derive(Clone, Debug)]
pub enum Params {
    /// Nothing.
    None,
    /// One parameter.
    Scalar(u64),
    /// One parameter per column.
    Vector(Vec<u64>),
}

/// What happens to negative numbers.
#[derive(Clone, Debug)]
pub enum Relu {
    /// Nothing.
    None,
    /// They become zero, and so does NaN.
    Normal,
    /// They are multiplied by a slope.
    Slope(f32),
    /// They are multiplied by the slope of their column.
    Slopes(Vec<f32>),
}

/// What happens to floats that a float type cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// Numbers that were scaled become the largest one (but not in bf16), infinities and NaN stay.
    Finite,
    /// Numbers and infinities become the largest number, NaN becomes 0.
    Clamp,
    /// As `Clamp`, but NaN stays.
    ClampKeepNan,
    /// As IEEE 754 has it.
    Ieee,
}

/// When the offset of a column is added to a scaled number: only 8-bit integers have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offset {
    /// Never.
    Ignored,
    /// Before the number is rounded.
    BeforeRounding,
    /// After it is rounded to nine bits.
    AfterRounding,
}

impl Offset {
    /// A number with the scale and the offset of its column.
    #[inline(always)]
    pub fn scaled(self, value: f32, (scale, offset): (f32, f32)) -> f32 {
        let scaled = value.mul(scale);
        match self {
            Offset::Ignored => scaled,
            Offset::BeforeRounding => scaled.add(offset),
            // Exact: both have at most nine bits.
            Offset::AfterRounding => scaled.round_ties_even().clamp(-256.0, 255.0) + offset,
        }
    }
}

impl Fixpipe {
    /// A pass from one element type to another, as the tile instructions have it.
    pub fn new(target: Target, from: DType, to: DType, params: Params, relu: Relu) -> Fixpipe {
        Fixpipe {
            from: from.plain(),
            to,
            params,
            through_half: false,
            shifts: true,
            relu,
            clip: None,
            overflow: Overflow::Finite,
            adds_before_rounding: target == Target::CPU,
        }
    }

    /// The pass an instruction asks for, with `cols` parameters in a table; `(fp, scalar)` are the slots of its
    /// parameters.
    pub fn of(
        x: &Exec<'_>,
        from: DType,
        to: DType,
        (fp, scalar): (Option<u8>, Option<u8>),
        cols: u32,
    ) -> Result<Fixpipe, Trap> {
        let given = |slot: Option<u8>| slot.filter(|&s| x.arg(s).is_some());
        let params = match (given(fp), given(scalar)) {
            (Some(slot), _) => Params::Vector(table(x, slot, cols)?),
            (_, Some(slot)) => match x.arg(slot) {
                Some(Arg::Scalar(_, code)) => Params::Scalar(code),
                _ => return Err(Trap::new("needs a number to quantise by").at(slot)),
            },
            _ => Params::None,
        };
        let relu = match x.word("reluPreMode").unwrap_or("no_relu").to_ascii_lowercase().as_str() {
            "no_relu" => Relu::None,
            "normal_relu" => Relu::Normal,
            other => {
                return Err(Trap::new(format!(
                    "asks for `{other}`, and has no operand for the slope"
                )));
            }
        };
        Ok(Fixpipe::new(x.numerics.profile(), from, to, params, relu))
    }

    /// Every element of a grid whose first column takes parameter `first`.
    pub fn apply(&self, grid: &Grid, first: u32) -> Grid {
        Grid::new(self.to, grid.shape(), |r, c| {
            self.convert(grid.at(r, c), first.saturating_add(c))
        })
    }

    /// One element with the parameters of a column.
    pub fn convert(&self, code: u64, col: u32) -> u64 {
        let moves = matches!((&self.params, &self.relu), (Params::None, Relu::None));
        if moves && self.clip.is_none() && self.from == self.to.plain() {
            return code;
        }
        let value = self.rectify(self.scale(code, col), col);
        self.narrow(match self.clip {
            Some(bound) if value > bound => bound,
            _ => value,
        })
    }

    /// The parameter of a column, and the scale in it; none if nothing is scaled.
    fn param(&self, col: u32) -> Option<(u64, f32)> {
        match &self.params {
            Params::None => None,
            Params::Scalar(p) => Some((*p, f32::from_bits(*p as u32))),
            Params::Vector(list) => {
                let p = list.get(col as usize).copied().unwrap_or(0);
                Some((p, table_scale(p)))
            }
        }
    }

    /// The scale and the offset of a column, if elements are numbers that are multiplied and not shifted.
    pub fn factors(&self, col: u32) -> Option<(f32, f32)> {
        let (param, scale) = self.param(col)?;
        let shifts = self.shifts && self.to.plain() == DType::I16;
        (!shifts).then_some((scale, f32::from(sign_extend_9(param >> 37))))
    }

    /// When the offset of a column is added.
    pub fn offset(&self) -> Offset {
        match (self.to.is_int() && self.to.bits() == 8, self.adds_before_rounding) {
            (false, _) => Offset::Ignored,
            (true, true) => Offset::BeforeRounding,
            (true, false) => Offset::AfterRounding,
        }
    }

    /// The first stage. i32 and f32 are exact in f64; every step rounds to f32.
    fn scale(&self, code: u64, col: u32) -> f64 {
        let Some((param, _)) = self.param(col) else {
            return format::decode(self.from, code);
        };
        let Some(factors) = self.factors(col) else {
            // An arithmetic shift right by 1 to 16.
            return f64::from(code as i32 >> ((param >> 32 & 0xF) + 1));
        };
        let value = match format::decode_int(self.from, code) {
            Some(v) => v as f32,
            None => f32::from_code(self.from, code),
        };
        let value = if self.through_half { value.to_half() } else { value };
        f64::from(self.offset().scaled(value, factors))
    }

    fn rectify(&self, value: f64, col: u32) -> f64 {
        let slope = match &self.relu {
            Relu::None => return value,
            Relu::Normal => return if value > 0.0 { value } else { 0.0 },
            Relu::Slope(slope) => *slope,
            Relu::Slopes(list) => list.get(col as usize).copied().unwrap_or(0.0),
        };
        if value >= 0.0 { value } else { f64::from((value as f32).mul(slope)) }
    }

    /// The last stage.
    fn narrow(&self, value: f64) -> u64 {
        let on = Conversion::new(Rounding::Rint, Saturate::On);
        let plain = matches!(self.params, Params::None);
        if self.to.is_int() {
            // Without a parameter an integer keeps its low bits.
            let cut = Conversion::new(Rounding::Trunc, Saturate::Off);
            return format::encode(self.to, value, if plain { cut } else { on });
        }
        let how = match self.overflow {
            _ if self.to == DType::F32 => Conversion::default(),
            Overflow::Clamp if value.is_nan() => return 0,
            Overflow::Clamp | Overflow::ClampKeepNan => on,
            Overflow::Finite if value.is_finite() && !plain && self.to != DType::Bf16 => on,
            Overflow::Finite | Overflow::Ieee => Conversion::default(),
        };
        format::encode(self.to, value, how)
    }
}

/// The scale in a table entry: sign, 8 bits of exponent, 10 of mantissa; no subnormals.
fn table_scale(param: u64) -> f32 {
    let bits = param as u32 & 0xFFFF_E000;
    if bits & 0x7F80_0000 == 0 { 0.0 } else { f32::from_bits(bits) }
}

fn sign_extend_9(bits: u64) -> i16 {
    ((bits as u16) << 7) as i16 >> 7
}

fn table(x: &Exec<'_>, slot: u8, cols: u32) -> Result<Vec<u64>, Trap> {
    let t = x.tile(slot)?;
    if !matches!(t.ty.dtype.bits(), 32 | 64) {
        let message = format!("needs quantisation parameters of 32 or 64 bits, not {}", t.ty.dtype);
        return Err(Trap::new(message).at(slot));
    }
    Ok(x.read_lanes(slot, &t, (1, cols))?.codes().to_vec())
}
