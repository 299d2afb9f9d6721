//! Elements of a narrower type: the low bits of each.
//!
//! The devices store the low half or quarter of every element, whatever it stands for; the CPU simulator casts
//! the value, which is the same for integers.
//!
//! Source: zouzias/pto-isa-mirror@37c3380a include/pto/npu/a5/TPack.hpp:19-46, include/pto/cpu/TPack.hpp:18-27,
//! tests/npu/a5/src/st/testcase/tpack/gen_data.py.

use super::exec::{Exec, Outcome, all_ones};
use super::grid::Grid;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::target::Target;

/// `tpack`: the valid region of `src` in the type of `dst`.
pub fn pack(x: &mut Exec<'_>, src: u8, dst: u8) -> Outcome {
    let to = x.tile(dst)?;
    let grid = x.read_as(src, to.valid)?;
    let (from, dtype) = (grid.dtype, to.ty.dtype);
    let by_value = x.numerics.profile() == Target::CPU && !(from.is_int() && dtype.is_int());
    let packed = Grid::new(dtype, to.valid, |r, c| match grid.at(r, c) {
        code if by_value => cast(from, code, dtype),
        code => code & all_ones(dtype),
    });
    x.write(dst, &packed)
}

/// As a cast of C++: integers are cut, floats are rounded to nearest.
fn cast(from: DType, code: u64, to: DType) -> u64 {
    let rounding = if to.is_int() { Rounding::Trunc } else { Rounding::Rint };
    format::convert(from, code, to, Conversion::new(rounding, Saturate::Off))
}
