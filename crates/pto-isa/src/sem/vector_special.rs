//! Instructions on vector registers that change the element type while they compute, and histograms.

use super::elem::Elem;
use super::exec::{Arg, Exec, Outcome, Trap, all_ones};
use super::num::Num;
use super::register::RegTy;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::math;

/// The element type of a vector register.
fn dtype_of(x: &Exec<'_>, slot: u8) -> Result<DType, Trap> {
    match x.reg(slot)?.ty {
        RegTy::Vec(dtype) => Ok(dtype),
        _ => Err(Trap::new("needs a vector register").at(slot)),
    }
}

/// `vexpdif`: a number counts for every lane; f16 lanes of one parity give f32 results; lanes of the width of the result go to their own place.
pub fn exp_difference(x: &mut Exec<'_>, [input, max, mask, result]: [u8; 4]) -> Outcome {
    let (dtype, a) = x.lanes(input)?;
    let b = match x.arg(max) {
        Some(Arg::Scalar(_, code)) => vec![code; a.len()],
        _ => x.lanes(max)?.1,
    };
    let active = x.active(mask, dtype, a.len())?;
    let to = dtype_of(x, result)?;
    let odd = x.word("part").is_some_and(|p| p.eq_ignore_ascii_case("odd"));
    let (step, first) = if dtype.bits() == to.bits() { (1, 0) } else { (2, usize::from(odd)) };
    let elem = Elem::ExpDif.resolve(x.numerics, to);
    let of = |i: usize| {
        let get = |list: &[u64]| f32::from_code(dtype, list.get(i).copied().unwrap_or(0));
        if active[i] { elem.call(get(&a), get(&b), 0.0).to_code(to) } else { 0 }
    };
    let codes: Vec<u64> = (first..a.len()).step_by(step).map(of).collect();
    x.write_lanes(result, &codes)
}

/// A sum or product, negative numbers replaced by zero, in another type.
///
/// The exact result is rounded once, to nearest even; numbers out of range become the nearest in range, as the
/// page of `vaddreluconv` says of its narrowing form. Lane i goes to lane i, as its formulas say; lanes that only
/// one of the types has are zero or not read.
pub fn fuse_relu_convert(
    x: &mut Exec<'_>,
    [lhs, rhs, mask, result]: [u8; 4],
    compute: fn(f32, f32) -> f64,
) -> Outcome {
    let (from, a) = x.lanes(lhs)?;
    let (_, b) = x.lanes(rhs)?;
    let active = x.active(mask, from, a.len())?;
    let to = dtype_of(x, result)?;
    let how = Conversion::new(Rounding::Rint, Saturate::On);
    let one = |((&a, &b), &active): ((&u64, &u64), &bool)| {
        let value = compute(f32::from_code(from, a), f32::from_code(from, b));
        // NaN stays NaN, as in `vrelu`.
        let value = if value <= 0.0 { 0.0 } else { value };
        if active { format::encode(to, value, how) } else { 0 }
    };
    let codes: Vec<u64> = a.iter().zip(&b).zip(&active).map(one).collect();
    x.write_lanes(result, &codes)
}

/// A sum that rounds correctly to every type.
pub fn exact_sum(a: f32, b: f32) -> f64 {
    math::mul_add_odd(a, 1.0, b)
}

/// The product, which f64 holds exactly.
pub fn exact_product(a: f32, b: f32) -> f64 {
    f64::from(a) * f64::from(b)
}

/// Counts of the bytes of active lanes, added to `acc`: lane i counts the value 128 * bin + i, or with
/// `cumulative` the values up to it.
///
/// That the upper half goes on where the lower one stops is how pto-isa@3186c381
/// include/pto/npu/a5/THistogram.hpp:22-41 uses it: its 256 cumulative counts are two halves side by side.
pub fn histogram(
    x: &mut Exec<'_>,
    [acc, source, mask, bin, result]: [u8; 5],
    cumulative: bool,
) -> Outcome {
    let (dtype, before) = x.lanes(acc)?;
    let (bytes, values) = x.lanes(source)?;
    let active = x.active(mask, bytes, values.len())?;
    let half = x.int(bin)?;
    if !(0..=1).contains(&half) {
        return Err(Trap::new(format!("counts half {half} of the byte range, not 0 or 1")).at(bin));
    }
    let counts = count_bytes(&values, &active, cumulative);
    let half = &counts[128 * half as usize..][..128];
    let add = |(i, &old): (usize, &u64)| {
        old.wrapping_add(half.get(i).copied().unwrap_or(0)) & all_ones(dtype)
    };
    let codes: Vec<u64> = before.iter().enumerate().map(add).collect();
    x.write_lanes(result, &codes)
}

/// How often each byte is among the active ones, or with `cumulative` the bytes up to it.
pub(super) fn count_bytes(values: &[u64], active: &[bool], cumulative: bool) -> [u64; 256] {
    let mut counts = [0u64; 256];
    for (&v, _) in values.iter().zip(active).filter(|(_, a)| **a) {
        counts[(v & 0xFF) as usize] += 1;
    }
    if cumulative {
        for v in 1..counts.len() {
            counts[v] += counts[v - 1];
        }
    }
    counts
}
