//! The fix pipe: what happens to an accumulator on its way out.
//!
//! Three stages: scale and convert, add the offset and clamp (8-bit results), ReLU. A quantisation parameter
//! is 64 bits: the scale as an f32 in bits 0..31, of which a table keeps bits 13..31 only, the shift in bits
//! 32..35, the offset in bits 37..45, the sign of 8-bit results in bit 46 (the destination's type says it here).
//!
//! Source: pto-isa@3186c381 include/pto/cpu/common.hpp:98-172,
//! tests/npu/a5/src/st/testcase/tstore_acc2gm/gen_data.py.

use super::exec::{Arg, Exec, Trap};
use super::grid::Grid;
use super::num::Num;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::target::Target;

/// One pass through the fix pipe.
#[derive(Clone, Debug)]
pub struct Fixpipe {
    from: DType,
    to: DType,
    params: Params,
    relu: bool,
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

impl Fixpipe {
    /// A pass from one element type to another.
    pub fn new(target: Target, from: DType, to: DType, params: Params, relu: bool) -> Fixpipe {
        let adds_before_rounding = target == Target::Cpu;
        Fixpipe { from: from.plain(), to, params, relu, adds_before_rounding }
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
            "no_relu" => false,
            "normal_relu" => true,
            other => {
                return Err(Trap::new(format!(
                    "asks for `{other}`, and has no operand for the slope"
                )));
            }
        };
        Ok(Fixpipe::new(x.numerics.target, from, to, params, relu))
    }

    /// Every element of a grid whose first column takes parameter `first`.
    pub fn apply(&self, grid: &Grid, first: u32) -> Grid {
        Grid::new(self.to, grid.shape(), |r, c| {
            self.convert(grid.at(r, c), first.saturating_add(c))
        })
    }

    /// One element with the parameter of a column.
    pub fn convert(&self, code: u64, col: u32) -> u64 {
        let converted = match &self.params {
            Params::None => self.cast(code),
            Params::Scalar(p) => self.quantise(code, *p, f32::from_bits(*p as u32)),
            Params::Vector(list) => {
                let p = list.get(col as usize).copied().unwrap_or(0);
                self.quantise(code, p, table_scale(p))
            }
        };
        if self.relu { self.rectify(converted) } else { converted }
    }

    /// Without a parameter: the value rounded to the nearest, integers by their low bits.
    fn cast(&self, code: u64) -> u64 {
        if self.from == self.to.plain() {
            return code;
        }
        let rounding = if self.to.is_int() { Rounding::Trunc } else { Rounding::Rint };
        format::convert(self.from, code, self.to, Conversion::new(rounding, Saturate::Off))
    }

    fn quantise(&self, code: u64, param: u64, scale: f32) -> u64 {
        if self.to.plain() == DType::I16 {
            return self.shift(code, param);
        }
        // i32 becomes f32 first; from there on every step rounds to f32.
        let value = match format::decode_int(self.from, code) {
            Some(v) => v as f32,
            None => f32::from_code(self.from, code),
        };
        let scaled = value.mul(scale);
        let on = Conversion::new(Rounding::Rint, Saturate::On);
        if self.to.is_int() && self.to.bits() == 8 {
            let offset = f32::from(sign_extend_9(param >> 37));
            if self.adds_before_rounding {
                return format::encode(self.to, f64::from(scaled.add(offset)), on);
            }
            let nine = f64::from(scaled).round_ties_even().clamp(-256.0, 255.0);
            return format::encode(self.to, nine + f64::from(offset), on);
        }
        // Finite results stay finite, infinities stay infinite.
        let how =
            if scaled.is_finite() && self.to != DType::Bf16 { on } else { Conversion::default() };
        format::encode(self.to, f64::from(scaled), how)
    }

    /// i32 to i16: an arithmetic shift right by 1 to 16, clamped.
    fn shift(&self, code: u64, param: u64) -> u64 {
        let shifted = (code as i32) >> ((param >> 32 & 0xF) + 1);
        shifted.clamp(i16::MIN.into(), i16::MAX.into()) as u64 & 0xFFFF
    }

    fn rectify(&self, code: u64) -> u64 {
        match format::decode_int(self.to, code) {
            Some(v) => {
                if v > 0 {
                    code
                } else {
                    0
                }
            }
            None => {
                if format::decode(self.to, code) > 0.0 {
                    code
                } else {
                    0
                }
            }
        }
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
