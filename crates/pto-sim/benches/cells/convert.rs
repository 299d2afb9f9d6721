//! Plain loops of conversions between element types: through f32 or i64, to nearest even, saturating where the
//! result is an integer.

use crate::plane::{Bf16, Code8, Element, F16, Operand, Plane};
use crate::reference::{Job, Loop, Looped, Stored};
use crate::with_element;
use pto_isa::DType;
use pto_isa::sem::Convert;
use pto_isa::sem::convert::numbers;

/// What a type converts from and to.
trait Value: Stored {
    const IS_INT: bool;
    fn float(self) -> f32;
    fn from_float(x: f32) -> Self;
    fn int(self) -> i64;
    fn from_int(x: i64) -> Self;
}

macro_rules! ints {
    ($($t:ty),*) => {$(
        impl Value for $t {
            const IS_INT: bool = true;
            #[inline(always)]
            fn float(self) -> f32 { self as f32 }
            #[inline(always)]
            fn from_float(x: f32) -> $t { x.round_ties_even() as $t }
            #[inline(always)]
            fn int(self) -> i64 { self as i64 }
            #[inline(always)]
            fn from_int(x: i64) -> $t { x.clamp(<$t>::MIN as i64, if <$t>::MAX as u64 > i64::MAX as u64 { i64::MAX } else { <$t>::MAX as i64 }) as $t }
        }
    )*};
}
ints!(i8, i16, i32, i64, u8, u16, u32, u64);

macro_rules! floats {
    ($($t:ty),*) => {$(
        impl Value for $t {
            const IS_INT: bool = false;
            #[inline(always)]
            fn float(self) -> f32 { self.value() }
            #[inline(always)]
            fn from_float(x: f32) -> $t { <$t>::narrow(x) }
            #[inline(always)]
            fn int(self) -> i64 { self.value() as i64 }
            #[inline(always)]
            fn from_int(x: i64) -> $t { <$t>::narrow(x as f32) }
        }
    )*};
}
floats!(f32, F16, Bf16);

/// Never asked: codes of eight bits go through tables.
impl Value for Code8 {
    const IS_INT: bool = false;
    fn float(self) -> f32 {
        self.value()
    }
    fn from_float(x: f32) -> Code8 {
        Code8(x as u8)
    }
    fn int(self) -> i64 {
        self.0.into()
    }
    fn from_int(x: i64) -> Code8 {
        Code8(x as u8)
    }
}

/// A float of few bits: exponent, fraction, bias and its largest number.
#[derive(Clone, Copy)]
struct Mini {
    fraction: u32,
    bias: i32,
    largest: f32,
    sign: u32,
}

impl Mini {
    fn of(dtype: DType) -> Option<Mini> {
        Some(match dtype {
            DType::F8E4M3 => Mini { fraction: 3, bias: 7, largest: 448.0, sign: 7 },
            DType::F8E5M2 => Mini { fraction: 2, bias: 15, largest: 57344.0, sign: 7 },
            DType::F4E2M1x2 => Mini { fraction: 1, bias: 1, largest: 6.0, sign: 3 },
            DType::F4E1M2x2 => Mini { fraction: 2, bias: 1, largest: 1.75, sign: 3 },
            _ => return None,
        })
    }
    /// The nearest code, even ones of two; beyond the largest number that one.
    #[inline(always)]
    fn encode(self, x: f32) -> u32 {
        let magnitude = x.abs().min(self.largest);
        // Adding this rounds to the last bit of the result, below the least normal number as well.
        let exponent = ((magnitude.to_bits() >> 23) as i32 - 127).max(1 - self.bias);
        let unit = f32::from_bits(((exponent - self.fraction as i32 + 127) << 23) as u32);
        let steps = (magnitude / unit).round_ties_even() as i32;
        let code = ((exponent + self.bias - 1) << self.fraction) + steps;
        code as u32 | (x.to_bits() >> 31) << self.sign
    }
}

/// The loop of a conversion.
pub fn convert(c: &Convert, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst) = (job.operands.take(c.src)?, job.operands.take(c.dst)?);
    let (from, to) = (src.dtype, dst.dtype);
    let small = |d: DType| d.is_float() && d.bits() < 16;
    match (small(from), small(to)) {
        (false, false) => with_element!(from, S => with_element!(to, D => wide::<S, D>(src, dst))),
        (true, false) if numbers(from) == 1 => with_element!(to, D => from_table::<D>(src, dst)),
        (false, true) if numbers(to) == 1 => {
            let mini = Mini::of(to)?;
            with_element!(from, S => {
                let f = move |x: S| Code8(mini.encode(x.float()) as u8);
                lines(src.plane::<S>()?, dst.slot, dst.plane::<Code8>()?, f)
            })
        }
        (false, true) => with_element!(from, S => to_pairs::<S>(src, dst)),
        (true, false) => with_element!(to, D => from_pairs::<D>(src, dst)),
        _ => None,
    }
}

fn wide<S: Value, D: Value>(src: Operand, dst: Operand) -> Option<Box<dyn Loop>> {
    let (slot, s, d) = (dst.slot, src.plane::<S>()?, dst.plane::<D>()?);
    if S::IS_INT && D::IS_INT {
        lines(s, slot, d, |x: S| D::from_int(x.int()))
    } else {
        lines(s, slot, d, |x: S| D::from_float(x.float()))
    }
}

/// The value of every code.
fn values(dtype: DType) -> Vec<f32> {
    (0..256).map(|code| pto_isa::format::decode(dtype, code) as f32).collect()
}

fn from_table<D: Value>(src: Operand, dst: Operand) -> Option<Box<dyn Loop>> {
    let table: [f32; 256] = values(src.dtype).try_into().ok()?;
    let (slot, s, d) = (dst.slot, src.plane::<Code8>()?, dst.plane::<D>()?);
    lines(s, slot, d, move |x: Code8| D::from_float(table[x.0 as usize]))
}

fn lines<S: Element, D: Element>(
    mut src: Plane<S>,
    slot: u8,
    mut dst: Plane<D>,
    f: impl Fn(S) -> D + 'static,
) -> Option<Box<dyn Loop>> {
    let turned = !dst.by_rows() && dst.by_cols();
    if turned {
        src.transpose();
        dst.transpose();
    }
    if dst.by_rows() && src.by_rows() {
        let body = move |d: &mut Plane<D>| {
            for r in 0..d.rows {
                for (d, s) in d.row_mut(r).iter_mut().zip(src.row(r)) {
                    *d = f(*s);
                }
            }
        };
        return Some(Box::new(Looped { slot, dst, turned, body }));
    }
    let body = move |d: &mut Plane<D>| {
        for r in 0..d.rows {
            for c in 0..d.cols {
                d.set(r, c, f(src.get(r, c)));
            }
        }
    };
    Some(Box::new(Looped { slot, dst, turned, body }))
}

/// Two numbers to a byte.
fn to_pairs<S: Value>(src: Operand, dst: Operand) -> Option<Box<dyn Loop>> {
    let mini = Mini::of(dst.dtype)?;
    let (slot, s, d) = (dst.slot, src.plane::<S>()?, dst.plane::<Code8>()?);
    if !s.by_rows() || !d.by_rows() {
        return None;
    }
    let body = move |d: &mut Plane<Code8>| {
        for r in 0..d.rows {
            for (d, pair) in d.row_mut(r).iter_mut().zip(s.row(r).chunks_exact(2)) {
                let [a, b] = [pair[0], pair[1]].map(|x| mini.encode(x.float()) as u8);
                *d = Code8(a | b << 4);
            }
        }
    };
    Some(Box::new(Looped { slot, dst: d, turned: false, body }))
}

fn from_pairs<D: Value>(src: Operand, dst: Operand) -> Option<Box<dyn Loop>> {
    let table: Vec<f32> = (0..16).map(|c| pto_isa::format::decode(src.dtype, c) as f32).collect();
    let table: [f32; 16] = table.try_into().ok()?;
    let (slot, s, d) = (dst.slot, src.plane::<Code8>()?, dst.plane::<D>()?);
    if !s.by_rows() || !d.by_rows() {
        return None;
    }
    let body = move |d: &mut Plane<D>| {
        for r in 0..d.rows {
            for (pair, x) in d.row_mut(r).chunks_exact_mut(2).zip(s.row(r)) {
                pair[0] = D::from_float(table[usize::from(x.0 & 0xF)]);
                pair[1] = D::from_float(table[usize::from(x.0 >> 4)]);
            }
        }
    };
    Some(Box::new(Looped { slot, dst: d, turned: false, body }))
}
