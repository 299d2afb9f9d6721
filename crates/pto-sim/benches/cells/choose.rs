//! Plain loops of comparisons into packed bits and of choices by them.

use crate::plane::{Element, Operand, Plane};
use crate::reference::{Job, Loop, Stored, looped};
use crate::with_element;
use pto_isa::AttrValue;
use pto_isa::sem::compare::{Relation, number_code};
use pto_isa::sem::{Arg, Compare, Select};

/// A comparison that the compiler knows.
trait Order: 'static {
    fn holds<W: PartialOrd>(a: W, b: W) -> bool;
}

macro_rules! orders {
    ($($name:ident: $op:tt;)*) => {
        $(struct $name;
        impl Order for $name {
            #[inline(always)]
            fn holds<W: PartialOrd>(a: W, b: W) -> bool { a $op b }
        })*
        /// Runs `$body` with the order as a type.
        macro_rules! with_order {
            ($relation:expr, $o:ident => $body:expr) => {
                match $relation { $(Relation::$name => { type $o = $name; $body })* }
            };
        }
    };
}
orders! { Eq: ==; Ne: !=; Lt: <; Le: <=; Gt: >; Ge: >=; }

/// What is compared with.
enum Other<S: Stored> {
    One(S::Wide),
    Each(Plane<S>),
}

/// The loop of a comparison whose bits go to the rows of the predicate tile.
pub fn compare(c: &Compare, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let word = job.case.attrs.iter().find(|a| a.0 == "cmpMode");
    let relation = match word {
        Some((_, AttrValue::Word(w))) => Relation::parse(w)?,
        _ => Relation::Eq,
    };
    let one = job.case.args.iter().find(|a| a.0 == c.b)?.1;
    let (a, b, dst) = (job.operands.take(c.a)?, job.operands.take(c.b), job.operands.take(c.dst)?);
    if a.dtype.is_float() && a.dtype.bits() < 16 {
        return None;
    }
    with_element!(a.dtype, T => {
        let other: Other<T> = match (one, b) {
            (Arg::Scalar(from, code), _) => {
                Other::One(T::of_bits(number_code(from, code, a.dtype)).widen())
            }
            (_, Some(b)) if c.with_one => Other::One(b.plane::<T>()?.get(0, 0).widen()),
            (_, b) => Other::Each(b?.plane::<T>()?),
        };
        with_order!(relation, O => compare_typed::<T, O>(a, other, dst))
    })
}

fn compare_typed<S: Stored<Wide: PartialOrd>, O: Order>(
    a: Operand,
    other: Other<S>,
    dst: Operand,
) -> Option<Box<dyn Loop>> {
    let a = a.plane::<S>()?;
    let (slot, bits) = (dst.slot, dst.dtype.bits() as usize);
    let dst = words::<u32>(dst, |w| w as u32)?;
    match (other, bits) {
        (Other::One(b), 8) if a.by_rows() => packed::<S, O, 8>(slot, a, Other::One(b), dst),
        (Other::One(b), 32) if a.by_rows() => packed::<S, O, 32>(slot, a, Other::One(b), dst),
        (Other::Each(b), 8) if a.by_rows() && b.by_rows() => {
            packed::<S, O, 8>(slot, a, Other::Each(b), dst)
        }
        (Other::Each(b), 32) if a.by_rows() && b.by_rows() => {
            packed::<S, O, 32>(slot, a, Other::Each(b), dst)
        }
        (other, 8 | 16 | 32) => looped(slot, dst, move |d| {
            for r in 0..a.rows {
                for first in (0..a.cols).step_by(bits) {
                    let mut word = 0u32;
                    for c in first..(first + bits).min(a.cols) {
                        let b = match &other {
                            Other::One(b) => *b,
                            Other::Each(b) => b.get(r, c).widen(),
                        };
                        word |= u32::from(O::holds(a.get(r, c).widen(), b)) << (c - first);
                    }
                    d.set(r, first / bits, word);
                }
            }
        }),
        _ => None,
    }
}

/// A predicate tile by its words, whatever their type, before the clock starts.
fn words<W: Element>(tile: Operand, word: fn(u64) -> W) -> Option<Plane<W>> {
    with_element!(tile.dtype, M => {
        let m = tile.plane::<M>()?;
        let data = m.data.iter().map(|w| word(w.bits())).collect();
        let Plane { rows, cols, strides, row_at, col_at, .. } = m;
        Some(Plane { data, rows, cols, strides, row_at, col_at })
    })
}

fn packed<S: Stored<Wide: PartialOrd>, O: Order, const BITS: usize>(
    slot: u8,
    a: Plane<S>,
    other: Other<S>,
    dst: Plane<u32>,
) -> Option<Box<dyn Loop>> {
    match other {
        Other::One(b) => looped(slot, dst, move |d| {
            for r in 0..a.rows {
                for (w, a) in a.row(r).chunks(BITS).enumerate() {
                    let mut word = 0u32;
                    for (i, a) in a.iter().enumerate() {
                        word |= u32::from(O::holds(a.widen(), b)) << i;
                    }
                    d.set(r, w, word);
                }
            }
        }),
        Other::Each(b) => looped(slot, dst, move |d| {
            for r in 0..a.rows {
                let words = a.row(r).chunks(BITS).zip(b.row(r).chunks(BITS));
                for (w, (a, b)) in words.enumerate() {
                    let mut word = 0u32;
                    for (i, (a, b)) in a.iter().zip(b).enumerate() {
                        word |= u32::from(O::holds(a.widen(), b.widen())) << i;
                    }
                    d.set(r, w, word);
                }
            }
        }),
    }
}

/// The loop of a choice by bits.
pub fn select(s: &Select, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let off = job.case.args.iter().find(|a| a.0 == s.off)?.1;
    let mask = job.operands.take(s.mask)?;
    let (on, other) = (job.operands.take(s.on)?, job.operands.take(s.off));
    let dst = job.operands.take(s.dst)?;
    let number = match off {
        Arg::Scalar(from, code) => Some(number_code(from, code, dst.dtype)),
        _ => None,
    };
    let bits = mask.dtype.bits() as usize;
    let words = words::<u64>(mask, |w| w)?;
    with_element!(dst.dtype, T => {
        let (slot, on, dst) = (dst.slot, on.plane::<T>()?, dst.plane::<T>()?);
        let off = match (number, other) {
            (None, Some(other)) => Some(other.plane::<T>()?),
            _ => None,
        };
        let number = T::of_bits(number.unwrap_or(0));
        let simple = dst.by_rows() && on.by_rows() && off.as_ref().is_none_or(Plane::by_rows);
        match off {
            None if simple => looped(slot, dst, move |d| {
                for r in 0..d.rows {
                    let chunks = d.row_mut(r).chunks_mut(bits).zip(on.row(r).chunks(bits));
                    for (w, (d, on)) in chunks.enumerate() {
                        let word = words.get(r, w);
                        for (i, (d, on)) in d.iter_mut().zip(on).enumerate() {
                            *d = if word >> i & 1 == 1 { *on } else { number };
                        }
                    }
                }
            }),
            Some(off) if simple => looped(slot, dst, move |d| {
                for r in 0..d.rows {
                    let sources = on.row(r).chunks(bits).zip(off.row(r).chunks(bits));
                    let chunks = d.row_mut(r).chunks_mut(bits).zip(sources);
                    for (w, (d, (on, off))) in chunks.enumerate() {
                        let word = words.get(r, w);
                        for (i, (d, (on, off))) in d.iter_mut().zip(on.iter().zip(off)).enumerate() {
                            *d = if word >> i & 1 == 1 { *on } else { *off };
                        }
                    }
                }
            }),
            off => looped(slot, dst, move |d| {
                for r in 0..d.rows {
                    for c in 0..d.cols {
                        let set = words.get(r, c / bits) >> (c % bits) & 1 == 1;
                        let other = off.as_ref().map_or(number, |o| o.get(r, c));
                        d.set(r, c, if set { on.get(r, c) } else { other });
                    }
                }
            }),
        }
    })
}
