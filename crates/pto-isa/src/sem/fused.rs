//! Fused instructions whose result has another type, or another place, than its operands.

use super::elem::Elem;
use super::exec::{Exec, Outcome, TileAt};
use super::grid::Grid;
use super::num::Num;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::target::Target;
use crate::ty::Dim;
use crate::with_num;

const SATURATING: Conversion = Conversion::new(Rounding::Rint, Saturate::On);

/// Operands 0 and 1 combined and clamped to zero in their own type, then narrowed to that of operand 2,
/// saturating and to even.
fn relu_convert(x: &mut Exec<'_>, elem: Elem) -> Outcome {
    let dst = x.tile(2)?;
    let (a, b) = (x.read_as(0, dst.valid)?, x.read_as(1, dst.valid)?);
    let (from, to) = (a.dtype, dst.ty.dtype);
    let narrowed = with_num!(from, T => Grid::new(to, dst.valid, |r, c| {
        let number = |code| T::from_code(from, code);
        let sum = elem.call(number(a.at(r, c)), number(b.at(r, c)), T::ZERO);
        format::convert(from, sum.to_code(from), to, SATURATING)
    }));
    x.write(2, &narrowed)
}

/// `convert(max(0, a + b))`.
pub fn add_relu_convert(x: &mut Exec<'_>) -> Outcome {
    relu_convert(x, Elem::AddRelu)
}

/// `convert(max(0, a - b))`.
pub fn sub_relu_convert(x: &mut Exec<'_>) -> Outcome {
    relu_convert(x, Elem::SubRelu)
}

/// Operands 0 and 1 are i32 and added with wrapping, scaled by operand 2 in f32, clamped to zero and
/// narrowed to operand 4, which is f16.
///
/// The devices multiply by 2^-17, the scale and 2^17, each step rounded to f32. Powers of two are exact, and
/// where the detour overflows or underflows the f16 result is saturated or zero anyway: one product gives
/// the same bits. The CPU simulator overflows to infinity; the manual's page saturates.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TAddDeqRelu.hpp:49-83, a5/TAddDeqRelu.hpp:52-68,
/// include/pto/cpu/TAddDeqRelu.hpp:21-32, docs/isa/TAddDeqRelu.md.
pub fn add_dequant_relu(x: &mut Exec<'_>) -> Outcome {
    let dst = x.tile(4)?;
    let (a, b) = (x.read_as(0, dst.valid)?, x.read_as(1, dst.valid)?);
    let (dtype, code) = x.scalar(2)?;
    let scale = super::map::number::<f32>(dtype, code);
    let saturates = x.numerics.is_manual() || x.numerics.profile() != Target::CPU;
    let how = if saturates { SATURATING } else { Conversion::default() };
    let result = Grid::new(dst.ty.dtype, dst.valid, |r, c| {
        let sum = (a.at(r, c) as i32).wrapping_add(b.at(r, c) as i32) as f32;
        let clamped = Num::max(sum * scale, 0.0);
        format::convert(DType::F32, clamped.to_bits().into(), dst.ty.dtype, how)
    });
    x.write(4, &result)
}

/// Neighbouring elements of operand 0 are added; the sums go to the front of each row of operand 1, the
/// rest of its valid region becomes zero. A last element without a partner is added to zero. The devices store
/// whole pairs alone: quirk `pair-sums`.
pub fn pair_sums(x: &mut Exec<'_>) -> Outcome {
    let dst = x.tile(1)?;
    let (rows, cols) = dst.valid;
    let src = x.read_as(0, dst.valid)?;
    let dtype = dst.ty.dtype;
    if x.numerics.profile() != Target::CPU && rows > 0 && cols > 0 {
        x.note_quirk("pair-sums");
        if !x.numerics.is_manual() {
            return stored_pair_sums(x, &src, &dst);
        }
    }
    let sums = with_num!(dtype, T => Grid::new(dtype, dst.valid, |r, k| {
        let at = |c: u32| if c < cols { T::from_code(dtype, src.at(r, c)) } else { T::ZERO };
        if k < cols.div_ceil(2) { at(2 * k).add(at(2 * k + 1)).to_code(dtype) } else { 0 }
    }));
    x.write(1, &sums)
}

/// What the devices store: `floor(cols / 2)` sums of each row and nothing after them. A5 takes tiles whose columns
/// are all valid, or which have one row, as one row of all their elements.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TPairReduceSum.hpp:20-89, a5/TPairReduceSum.hpp:21-102.
fn stored_pair_sums(x: &mut Exec<'_>, src: &Grid, dst: &TileAt) -> Outcome {
    let (rows, cols) = dst.valid;
    let dtype = dst.ty.dtype;
    let whole = |t: &TileAt| t.ty.valid_cols == Dim::Is(t.ty.cols);
    let from = x.tile(0)?;
    let joined = x.numerics.profile() == Target::A5
        && (whole(&from) && whole(dst) || from.ty.rows == 1 && dst.ty.rows == 1);
    let sum = |i: u32, row: u32| {
        let at = |i: u32| if joined { src.at(i / cols, i % cols) } else { src.at(row, i) };
        with_num!(dtype, T => T::from_code(dtype, at(2 * i)).add(T::from_code(dtype, at(2 * i + 1))).to_code(dtype))
    };
    let pairs = if joined { rows * cols / 2 } else { cols / 2 };
    for row in 0..if joined { pairs.div_ceil(cols) } else { rows } {
        let first = if joined { row * cols } else { 0 };
        let line = Grid::new(dtype, (1, Ord::min(pairs - first, cols)), |_, c| sum(first + c, row));
        x.write_at(dst, (row, 0), &line)?;
    }
    Ok(())
}
