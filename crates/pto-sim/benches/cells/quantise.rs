//! Plain loops of instructions that compute in one type and give another: quantising and back, narrowed sums.

use crate::irregular::slot;
use crate::plane::{Element, Plane};
use crate::reference::{Job, Loop, Stored, looped};
use crate::with_element;
use pto_isa::DType;
use pto_isa::sem::Elem;

/// A function of two elements narrowed to another type: `convert(max(0, a + b))` and its like.
pub fn relu_convert(job: &mut Job<'_>, elem: Elem) -> Option<Box<dyn Loop>> {
    let (a, b, dst) = (job.operands.take(0)?, job.operands.take(1)?, job.operands.take(2)?);
    fn pair<S: Stored, D: Element>(
        slot: u8,
        a: Plane<S>,
        b: Plane<S>,
        d: Plane<D>,
        sign: f32,
        to: impl Fn(f32) -> D + 'static,
    ) -> Option<Box<dyn Loop>> {
        if !(a.by_rows() && b.by_rows() && d.by_rows()) {
            return None;
        }
        looped(slot, d, move |d| {
            for r in 0..d.rows {
                let pairs = a.row(r).iter().zip(b.row(r));
                for (d, (a, b)) in d.row_mut(r).iter_mut().zip(pairs) {
                    *d = to((a.value() + sign * b.value()).max(0.0));
                }
            }
        })
    }
    let sign = if elem == Elem::SubRelu { -1.0 } else { 1.0 };
    let (slot, to) = (dst.slot, dst.dtype);
    with_element!(a.dtype, S => {
        let (a, b) = (a.plane::<S>()?, b.plane::<S>()?);
        match to {
            DType::F16 => pair(slot, a, b, dst.plane::<F16>()?, sign, F16::narrow),
            DType::I8 => pair(slot, a, b, dst.plane::<i8>()?, sign, |x: f32| x.round_ties_even() as i8),
            DType::U8 => pair(slot, a, b, dst.plane::<u8>()?, sign, |x: f32| x.round_ties_even() as u8),
            DType::I16 => pair(slot, a, b, dst.plane::<i16>()?, sign, |x: f32| x.round_ties_even() as i16),
            _ => None,
        }
    })
}

/// `saturate(round(src * scale + offset))` to 8 bits, with one scale and offset per row.
pub fn quantise(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, fp, dst) = (slot(job, "src")?, slot(job, "fp")?, slot(job, "dst")?);
    let offset = slot(job, "offset");
    let scale = job.operands.take(fp)?.plane::<f32>()?;
    let offset = match offset {
        Some(o) => Some(job.operands.take(o)?.plane::<f32>()?),
        None => None,
    };
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    let (slot, to) = (dst.slot, dst.dtype);
    let (s, by_row) = (src.plane::<f32>()?, scale.rows > 1);
    let at = move |p: &Plane<f32>, r: usize| {
        if by_row { p.get(r, 0) } else { p.get(0, r.min(p.cols - 1)) }
    };
    if !s.by_rows() {
        return None;
    }
    fn run<D: Element>(
        slot: u8,
        d: Plane<D>,
        s: Plane<f32>,
        numbers: Vec<(f32, f32)>,
        to: impl Fn(f32) -> D + 'static,
    ) -> Option<Box<dyn Loop>> {
        looped(slot, d, move |d| {
            for (r, &(scale, offset)) in numbers.iter().enumerate().take(d.rows) {
                for (d, x) in d.row_mut(r).iter_mut().zip(s.row(r)) {
                    *d = to(x * scale + offset);
                }
            }
        })
    }
    let numbers =
        (0..s.rows).map(|r| (at(&scale, r), offset.as_ref().map_or(0.0, |o| at(o, r)))).collect();
    match to.plain() {
        DType::I8 => run(slot, dst.plane::<i8>()?, s, numbers, |x: f32| x.round_ties_even() as i8),
        DType::U8 => run(slot, dst.plane::<u8>()?, s, numbers, |x: f32| x.round_ties_even() as u8),
        _ => None,
    }
}

/// `(src - offset) * scale` with one scale and offset per row.
pub fn dequantise(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst) = (slot(job, "src")?, slot(job, "dst")?);
    let (scale, offset) = (slot(job, "scale")?, slot(job, "offset")?);
    let (scale, offset) =
        (job.operands.take(scale)?.plane::<f32>()?, job.operands.take(offset)?.plane::<f32>()?);
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    let slot = dst.slot;
    let d = dst.plane::<f32>()?;
    let by_row = scale.rows > 1;
    let at = move |p: &Plane<f32>, r: usize| {
        if by_row { p.get(r, 0) } else { p.get(0, r.min(p.cols - 1)) }
    };
    with_element!(src.dtype, T => {
        let s = src.plane::<T>()?;
        if !(s.by_rows() && d.by_rows()) {
            return None;
        }
        looped(slot, d, move |d| {
            for r in 0..d.rows {
                let (scale, offset) = (at(&scale, r), at(&offset, r));
                for (d, x) in d.row_mut(r).iter_mut().zip(s.row(r)) {
                    *d = (x.value() - offset) * scale;
                }
            }
        })
    })
}
