//! Plain loops of matrix products: the right operand row by row as numbers, then a sum of its rows for each row of the left one.

use crate::plane::{Bf16, Code8, Element, F16, Operand, Plane};
use crate::reference::{Job, Loop, Stored, looped};
use pto_isa::DType;
use pto_isa::format::decode;
use pto_isa::sem::Matmul;
use pto_isa::sem::matmul::Start;

/// The loop of a product of operands without scales.
pub fn product(m: &Matmul, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    if m.scales.is_some() {
        return None;
    }
    let (lhs, rhs) = (job.operands.take(m.lhs)?, job.operands.take(m.rhs)?);
    let start = match m.start {
        Start::Zero => None,
        // Where the result is the accumulator, the loop begins with what it was at first.
        Start::Acc(slot) | Start::Bias(slot) if slot != m.dst => Some(job.operands.take(slot)?),
        _ => return None,
    };
    let is_bias = matches!(m.start, Start::Bias(_));
    let dst = job.operands.take(m.dst)?;
    let (left, right) = (lhs.dtype, rhs.dtype);
    match (left.plain(), right.plain(), dst.dtype.plain()) {
        (DType::I8, DType::I8, DType::I32) => {
            let start = start.map(Operand::plane::<i32>);
            let (a, b) = (lhs.plane::<i8>()?, rhs.plane::<i8>()?);
            let widen = |x: i8| i32::from(x);
            let add = |sum: i32, x: i32, y: i32| sum.wrapping_add(x.wrapping_mul(y));
            sums(dst, (a, widen), (b, widen), flat(start)?, is_bias, add)
        }
        (DType::F32, DType::F32, DType::F32) => floats::<f32>(dst, lhs, rhs, start, is_bias),
        (DType::F16, DType::F16, DType::F32) => floats::<F16>(dst, lhs, rhs, start, is_bias),
        (DType::Bf16, DType::Bf16, DType::F32) => floats::<Bf16>(dst, lhs, rhs, start, is_bias),
        (_, _, DType::F32) if left.bits() == 8 && right.bits() == 8 => {
            let start = start.map(Operand::plane::<f32>);
            let (a, b) = (lhs.plane::<Code8>()?, rhs.plane::<Code8>()?);
            let table = |dtype: DType| {
                let list: Vec<f32> = (0..256).map(|code| decode(dtype, code) as f32).collect();
                move |x: Code8| list[usize::from(x.0)]
            };
            let sides = ((a, table(left)), (b, table(right)));
            sums(dst, sides.0, sides.1, flat(start)?, is_bias, |sum, x: f32, y| sum + x * y)
        }
        _ => None,
    }
}

fn floats<T: Stored<Wide = f32>>(
    dst: Operand,
    lhs: Operand,
    rhs: Operand,
    start: Option<Operand>,
    is_bias: bool,
) -> Option<Box<dyn Loop>> {
    let start = start.map(Operand::plane::<f32>);
    let (a, b) = (lhs.plane::<T>()?, rhs.plane::<T>()?);
    sums(dst, (a, T::widen), (b, T::widen), flat(start)?, is_bias, |sum, x, y| sum + x * y)
}

/// An operand that is not there, or has its type.
fn flat<T>(start: Option<Option<T>>) -> Option<Option<T>> {
    start.map_or(Some(None), |s| s.map(Some))
}

fn sums<T: Element, W: Element>(
    dst: Operand,
    (a, widen_a): (Plane<T>, impl Fn(T) -> W + 'static),
    (b, widen_b): (Plane<T>, impl Fn(T) -> W + 'static),
    start: Option<Plane<W>>,
    is_bias: bool,
    add: impl Fn(W, W, W) -> W + 'static,
) -> Option<Box<dyn Loop>> {
    let (slot, dst) = (dst.slot, dst.plane::<W>()?);
    let (rows, depth, cols) = (a.rows.min(dst.rows), a.cols.min(b.rows), b.cols.min(dst.cols));
    let mut right = vec![W::default(); depth * cols];
    let mut sum = vec![W::default(); cols];
    looped(slot, dst, move |d| {
        for (k, line) in right.chunks_exact_mut(cols).enumerate() {
            for (c, x) in line.iter_mut().enumerate() {
                *x = widen_b(b.get(k, c));
            }
        }
        for r in 0..rows {
            for (c, x) in sum.iter_mut().enumerate() {
                let from = if is_bias { 0 } else { r };
                *x = start.as_ref().map_or(W::default(), |s| s.get(from, c));
            }
            for (k, line) in right.chunks_exact(cols).enumerate() {
                let x = widen_a(a.get(r, k));
                for (sum, &y) in sum.iter_mut().zip(line) {
                    *sum = add(*sum, x, y);
                }
            }
            for (c, &x) in sum.iter().enumerate() {
                d.set(r, c, x);
            }
        }
    })
}
