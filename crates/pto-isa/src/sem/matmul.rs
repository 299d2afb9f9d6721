//! Matrix products: one fused multiply-add per term, in increasing k.
//!
//! Integers wrap to the width of the result. Floats of every format are exact in f32; a term is
//! `acc = fma(lhs, rhs, acc)`, rounded once. A2/A3 and A5 start from the accumulator or the bias, the CPU
//! simulator starts from 0 and adds it at the end (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:55-75,
//! 143-163; npu/a5/TMatmul.hpp:29-76, where both are the initial value of `mad`). The order inside the cube
//! is not published: on the devices the last bits are a choice.
//!
//! Block-scaled operands are multiplied by their power of two first. That is exact in f32; only above its
//! range it is infinite. The scale 0xFF is NaN.
//!
//! f32 operands are used as they are, unless `sethf32mode` or `settf32mode` shortened them:
//! [`crate::format::round_tf32`] is what that does to an element.
//!
//! Extents of 4-bit float tiles count elements of 4 bits here, two to a byte, low half first: so do the
//! cube's tiles, where every 32 of them have one scale (pto-isa@3186c381 include/pto/cpu/MXTypes.hpp
//! `GetProperDataPart`; tests/npu/a5/src/st/testcase/tmatmul_mx).

use super::exec::{Exec, Outcome, PtrAt, TileAt, Trap, get_code};
use super::grid::Grid;
use super::num::Num;
use crate::code;
use crate::dtype::DType;
use crate::format::{self, Rounding};
use crate::layout::Layout;
use crate::math::canonical;
use crate::target::Target;
use crate::ty::TileTy;

/// Elements along k that share a scale.
pub const GROUP: u32 = 32;

/// What the products are added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Nothing.
    Zero,
    /// The element of this operand at the same place.
    Acc(u8),
    /// The element of row 0 of this operand.
    Bias(u8),
}

/// A matrix product. M and K are the valid rows and columns of `lhs`, N the valid columns of `rhs`.
#[derive(Clone, Copy, Debug)]
pub struct Matmul {
    /// The left operand, M x K.
    pub lhs: u8,
    /// The right operand, K x N.
    pub rhs: u8,
    /// E8M0 scales of both, M x K/32 and K/32 x N.
    pub scales: Option<(u8, u8)>,
    /// What the products are added to.
    pub start: Start,
    /// Where the result goes.
    pub dst: u8,
}

impl Matmul {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (lhs, rhs, dst) = (x.tile(self.lhs)?, x.tile(self.rhs)?, x.tile(self.dst)?);
        let ((m, k), n) = (lhs.valid, rhs.valid.1);
        if rhs.valid.0 != k {
            let other = rhs.valid.0;
            return Err(Trap::new(format!("multiplies a {m}x{k} matrix by a {other}x{n} one"))
                .code(code::MATMUL_SHAPE)
                .at(self.rhs));
        }
        let start = match self.start {
            Start::Zero => None,
            Start::Acc(slot) => Some(x.read_as(slot, (m, n))?),
            Start::Bias(slot) => Some(x.read_as(slot, (1, n))?),
        };
        let factors = if dst.ty.dtype.is_int() {
            Factors::Int(integers(x, self.lhs, &lhs)?, integers(x, self.rhs, &rhs)?)
        } else {
            let (mut a, mut b) = (floats(x, self.lhs, &lhs)?, floats(x, self.rhs, &rhs)?);
            let short = x.modes.get().short_f32;
            shorten(&mut a, lhs.ty.dtype, short);
            shorten(&mut b, rhs.ty.dtype, short);
            if let Some((left, right)) = self.scales {
                let groups = k.div_ceil(GROUP);
                let scale = scales(x, left, (m, groups), Layout::Zz)?;
                scale_by(&mut a, k, scale.dtype, |i, l| scale.at(i, l / GROUP));
                let scale = scales(x, right, (groups, n), Layout::Nn)?;
                scale_by(&mut b, n, scale.dtype, |l, j| scale.at(l / GROUP, j));
            }
            Factors::Float(a, b)
        };
        let grid = match x.memory.is_account() {
            true => Grid::filled(dst.ty.dtype, (m, n), 0),
            false => {
                factors.multiply(x.numerics.profile(), dst.ty.dtype, (m, k, n), start.as_ref())
            }
        };
        x.write(self.dst, &grid)
    }
}

/// The elements of an M x K and a K x N matrix, row by row.
pub enum Factors {
    /// Extended to 64 bits.
    Int(Vec<u64>, Vec<u64>),
    /// As f32.
    Float(Vec<f32>, Vec<f32>),
}

impl Factors {
    /// The product as elements of `dtype`, added to `start`, which has M rows or one for all of them.
    pub fn multiply(
        &self,
        target: Target,
        dtype: DType,
        (m, k, n): (u32, u32, u32),
        start: Option<&Grid>,
    ) -> Grid {
        let first = |i: u32, j: u32| start.map_or(0, |g| g.at(if g.rows == m { i } else { 0 }, j));
        let after = target == Target::CPU;
        match self {
            Factors::Int(a, b) => Grid::new(dtype, (m, n), |i, j| {
                let terms = (0..k).map(|l| a[at(k, i, l)].wrapping_mul(b[at(n, l, j)]));
                terms.fold(first(i, j), u64::wrapping_add) & super::exec::all_ones(dtype)
            }),
            Factors::Float(a, b) => {
                let (a, b) = (|i, l| a[at(k, i, l)], |l, j| b[at(n, l, j)]);
                Grid::new(dtype, (m, n), |i, j| {
                    let first = f32::from_code(dtype, first(i, j));
                    let acc = if after { 0.0 } else { first };
                    let sum = (0..k).fold(acc, |acc, l| f32::mul_add(a(i, l), b(l, j), acc));
                    let sum = if after && start.is_some() { first + sum } else { sum };
                    canonical(sum).to_code(dtype)
                })
            }
        }
    }
}

/// Rounds f32 elements to fewer bits of fraction.
pub fn shorten(list: &mut [f32], dtype: DType, how: Option<(u32, Rounding)>) {
    if let (DType::F32, Some((fraction, rounding))) = (dtype, how) {
        list.iter_mut().for_each(|e| *e = format::round_tf32(*e, fraction, rounding));
    }
}

fn at(cols: u32, row: u32, col: u32) -> usize {
    row as usize * cols as usize + col as usize
}

/// Integer elements, extended to 64 bits.
fn integers(x: &Exec<'_>, slot: u8, t: &TileAt) -> Result<Vec<u64>, Trap> {
    let dtype = t.ty.dtype;
    if !dtype.is_int() {
        return Err(Trap::new(format!("makes integers from {dtype}")).at(slot));
    }
    let grid = x.read_lanes(slot, t, t.valid)?;
    Ok(grid.codes().iter().map(|&c| extend(dtype, c)).collect())
}

/// An integer, extended to 64 bits.
pub fn extend(dtype: DType, code: u64) -> u64 {
    format::decode_int(dtype, code).unwrap_or(0) as u64
}

/// Elements as f32, row by row.
fn floats(x: &Exec<'_>, slot: u8, t: &TileAt) -> Result<Vec<f32>, Trap> {
    let dtype = t.ty.dtype;
    if dtype.is_int() {
        return Err(Trap::new(format!("makes floats from {dtype}")).at(slot));
    }
    let grid = match dtype {
        DType::F4E1M2x2 | DType::F4E2M1x2 => halves(x, t).map_err(|e| e.at(slot))?,
        _ => x.read_lanes(slot, t, t.valid)?,
    };
    Ok(grid.codes().iter().map(|&c| f32::from_code(dtype, c)).collect())
}

/// The valid region of a tile whose extents count elements of 4 bits.
fn halves(x: &Exec<'_>, t: &TileAt) -> Result<Grid, Trap> {
    let (rows, cols) = t.valid;
    if rows > t.ty.rows || cols > t.ty.cols {
        return Err(Trap::new(format!(
            "reads {rows}x{cols} elements of a tile of {}x{}",
            t.ty.rows, t.ty.cols
        )));
    }
    let bit = |r: u32, c: u32| t.bit_offset(r, c) / u64::from(t.ty.dtype.bits()) * 4;
    let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    let mut pieces: Vec<_> = places.map(|(r, c)| bit(r, c) / 8..bit(r, c) / 8 + 1).collect();
    pieces.sort_unstable_by_key(|p| p.start);
    pieces.dedup();
    let at = PtrAt { space: t.ty.space, buffer: 0, dtype: t.ty.dtype, addr: t.addr as i64 };
    let bytes = x.memory.pieces(at, &pieces)?;
    Ok(Grid::new(t.ty.dtype, t.valid, |r, c| get_code(bytes, DType::I4, bit(r, c))))
}

/// Scales by their codes. A tile of wider elements is the quirk `mx-wide-scales`: its numbers, or its bytes as exponents
/// in the order of the scale memory.
fn scales(x: &Exec<'_>, slot: u8, shape: (u32, u32), layout: Layout) -> Result<Grid, Trap> {
    let t = x.tile(slot)?;
    if t.ty.dtype.bits() == 8 {
        let mut exponents = x.read_lanes(slot, &t, shape)?;
        exponents.dtype = DType::F8E8M0;
        return Ok(exponents);
    }
    if !matches!(t.ty.dtype, DType::F16 | DType::Bf16 | DType::F32) {
        let message = format!("needs exponents or floats as scales, not {}", t.ty.dtype);
        return Err(Trap::new(message).at(slot));
    }
    x.note_quirk("mx-wide-scales");
    if x.numerics.is_manual() {
        return x.read_lanes(slot, &t, shape);
    }
    let (box_rows, box_cols) = layout.inner_box(DType::F8E8M0, 32);
    let (rows, cols) = (shape.0.next_multiple_of(box_rows), shape.1.next_multiple_of(box_cols));
    let (blayout, slayout) = layout.orders();
    let ty = TileTy { dtype: DType::F8E8M0, rows, cols, blayout, slayout, fractal: 32, ..t.ty };
    let as_bytes = TileAt::new(ty, (rows, cols), t.addr);
    if as_bytes.size_bytes() > t.size_bytes() {
        let (need, has) = (as_bytes.size_bytes(), t.size_bytes());
        return Err(
            Trap::new(format!("reads {need} exponents from {has} bytes of scales")).at(slot)
        );
    }
    x.read_tile(&as_bytes, shape).map_err(|e| e.at(slot))
}

/// Multiplies every element by its scale, a number of type `dtype`.
pub fn scale_by(elements: &mut [f32], cols: u32, dtype: DType, scale: impl Fn(u32, u32) -> u64) {
    if cols == 0 {
        return;
    }
    for (r, row) in elements.chunks_mut(cols as usize).enumerate() {
        for (c, e) in row.iter_mut().enumerate() {
            let scale = format::decode(dtype, scale(r as u32, c as u32));
            *e = (f64::from(*e) * scale) as f32;
        }
    }
}
