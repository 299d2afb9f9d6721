//! Conversion of registers of any length: lane i to lane i, as [`LanePlan`] converts one element.
//!
//! The words `rounding` and `saturate` are those of `vcvt` on registers. Without `rounding` numbers are rounded to the
//! nearest, halves to even, and for HiFloat8 halves away from zero: PTOAS 0.60 lib/PTO/Transforms/VMIToVPTO.cpp:161-169.

use super::convert::numbers;
use super::exec::{Exec, Outcome, Trap};
use super::lane_convert::LanePlan;
use super::vmi_create::shape;
use crate::dtype::DType;
use crate::format;
use crate::virtual_register::computed_in;

/// Converts every lane. Integers without a sign in their type are unsigned.
pub fn convert(x: &mut Exec<'_>, [source, result]: [u8; 2]) -> Outcome {
    let (from, codes) = x.lanes(source)?;
    let (to, lanes) = shape(x, result)?;
    if numbers(from) != numbers(to) || codes.len() != lanes {
        return Err(Trap::new(format!(
            "converts {} lanes of {from} to {lanes} of {to}",
            codes.len()
        )));
    }
    let (from, to) = (computed_in(from), computed_in(to));
    let rounding = x.word("rounding").or((to == DType::Hif8).then_some("A"));
    let plan = LanePlan::new(x.numerics, (from, to), rounding, x.word("saturate"), None)?;
    plan.note_quirks(x, &codes, &vec![true; codes.len()]);
    let [bits, wide] = [from, to].map(format::code_bits);
    // Of two numbers the first is in the low bits.
    let one = |code: u64| match numbers(from) {
        1 => plan.apply(code),
        _ => plan.apply(code & (1 << bits) - 1) | plan.apply(code >> bits) << wide,
    };
    let converted: Vec<u64> = codes.iter().map(|&c| one(c)).collect();
    x.write_lanes(result, &converted)
}

/// `bitcast`, `vinterpret_cast`: the bits as they are.
pub fn reinterpret(x: &mut Exec<'_>, [source, result]: [u8; 2]) -> Outcome {
    super::lane_convert::copy_bits(x, [source, result])
}
