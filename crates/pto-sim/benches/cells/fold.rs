//! Plain loops of reductions, and of positions of the best.

use crate::elementwise::{Plain, Visit};
use crate::plane::{Bf16, Element, Operand, Plane};
use crate::reference::{Job, Loop, Stored, looped};
use crate::with_element;
use pto_isa::sem::{ArgReduce, Axis, Fold, Reduce};
use std::any::TypeId;

/// The loop of a reduction.
pub fn reduce(r: &Reduce, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst) = (job.operands.take(r.src)?, job.operands.take(r.dst)?);
    if src.dtype.plain() != dst.dtype.plain() {
        return None;
    }
    with_element!(src.dtype, T => reduce_typed::<T>(r, src, dst))
}

struct Build<S: Stored> {
    slot: u8,
    axis: Axis,
    fold: Fold,
    src: Plane<S>,
    dst: Plane<S>,
}

fn reduce_typed<S: Stored<Wide: Plain + pto_isa::sem::Num>>(
    r: &Reduce,
    src: Operand,
    dst: Operand,
) -> Option<Box<dyn Loop>> {
    let slot = dst.slot;
    let (src, dst) = (src.plane::<S>()?, dst.plane::<S>()?);
    let build = Build { slot, axis: r.axis, fold: r.fold, src, dst };
    S::Wide::function(r.fold.elem(), build)?
}

impl<S: Stored> Visit<S::Wide> for Build<S> {
    type Out = Option<Box<dyn Loop>>;
    fn one<F>(self, _: F) -> Option<Box<dyn Loop>> {
        None
    }
    fn three<F>(self, _: F) -> Option<Box<dyn Loop>> {
        None
    }
    fn two<F: Fn(S::Wide, S::Wide) -> S::Wide + Copy + 'static>(
        self,
        f: F,
    ) -> Option<Box<dyn Loop>> {
        let Build { slot, axis, fold, mut src, dst } = self;
        // Every step of a product of bf16 is rounded, or the result is another.
        let rounds = fold == Fold::Prod && TypeId::of::<S>() == TypeId::of::<Bf16>();
        let f = move |a, b| if rounds { S::narrow(f(a, b)).widen() } else { f(a, b) };
        let along_rows = (axis == Axis::Row) == src.by_rows();
        // One result per row, and rows are what lies together or what lies apart.
        if axis == Axis::Col {
            src.transpose();
        }
        let place = move |d: &Plane<S>, i: usize| match axis {
            Axis::Row => d.place(i, 0),
            Axis::Col => d.place(0, i),
        };
        if along_rows {
            return looped(slot, dst, move |d| {
                for r in 0..src.rows {
                    let row = src.row(r);
                    let first = row[0].widen();
                    let best = row[1..].iter().fold(first, |a, b| f(a, b.widen()));
                    let at = place(d, r);
                    d.data[at] = S::narrow(best);
                }
            });
        }
        src.transpose();
        let mut sums: Vec<S::Wide> = src.row(0).iter().map(|x| x.widen()).collect();
        looped(slot, dst, move |d| {
            for (s, x) in sums.iter_mut().zip(src.row(0)) {
                *s = x.widen();
            }
            for r in 1..src.rows {
                for (s, x) in sums.iter_mut().zip(src.row(r)) {
                    *s = f(*s, x.widen());
                }
            }
            for (i, s) in sums.iter().enumerate() {
                let at = place(d, i);
                d.data[at] = S::narrow(*s);
            }
        })
    }
}

/// The loop of a search for positions.
pub fn arg_reduce(a: &ArgReduce, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let src = job.operands.take(a.src)?;
    let dst = job.operands.take(a.index)?;
    with_element!(src.dtype, T => match dst.dtype.bits() {
        32 if dst.dtype.is_unsigned() => arg_typed::<T, u32>(a, src, dst, |i| i as u32),
        32 => arg_typed::<T, i32>(a, src, dst, |i| i as i32),
        16 if dst.dtype.is_unsigned() => arg_typed::<T, u16>(a, src, dst, |i| i as u16),
        16 => arg_typed::<T, i16>(a, src, dst, |i| i as i16),
        _ => None,
    })
}

fn arg_typed<S: Stored<Wide: PartialOrd>, I: Element>(
    a: &ArgReduce,
    src: Operand,
    dst: Operand,
    index: fn(usize) -> I,
) -> Option<Box<dyn Loop>> {
    let (slot, axis) = (dst.slot, a.axis);
    let (mut src, dst) = (src.plane::<S>()?, dst.plane::<I>()?);
    let least = a.best == Fold::Min;
    let along_rows = (axis == Axis::Row) == src.by_rows();
    if axis == Axis::Col {
        src.transpose();
    }
    let place = move |d: &Plane<I>, i: usize| match axis {
        Axis::Row => d.place(i, 0),
        Axis::Col => d.place(0, i),
    };
    let beats = move |new: S::Wide, old: S::Wide| if least { new < old } else { new > old };
    if along_rows {
        return looped(slot, dst, move |d| {
            for r in 0..src.rows {
                let row = src.row(r);
                let mut best = (0, row[0].widen());
                for (i, x) in row.iter().enumerate().skip(1) {
                    let x = x.widen();
                    if beats(x, best.1) {
                        best = (i, x);
                    }
                }
                let at = place(d, r);
                d.data[at] = index(best.0);
            }
        });
    }
    src.transpose();
    let mut values: Vec<S::Wide> = src.row(0).iter().map(|x| x.widen()).collect();
    let mut places = vec![0u32; values.len()];
    looped(slot, dst, move |d| {
        places.fill(0);
        for (v, x) in values.iter_mut().zip(src.row(0)) {
            *v = x.widen();
        }
        for r in 1..src.rows {
            for ((v, p), x) in values.iter_mut().zip(&mut places).zip(src.row(r)) {
                let x = x.widen();
                if beats(x, *v) {
                    (*v, *p) = (x, r as u32);
                }
            }
        }
        for (i, p) in places.iter().enumerate() {
            let at = place(d, i);
            d.data[at] = index(*p as usize);
        }
    })
}
