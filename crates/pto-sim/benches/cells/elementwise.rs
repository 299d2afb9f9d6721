//! Plain loops of element-wise instructions: made from their functions and operands, which the table has as data.

use crate::plane::{self, Operand, Plane};
use crate::reference::{Job, Loop, Looped, Stored, exp, ln};
use crate::with_element;
use pto_isa::sem::map::{Broadcast, asks_for_accuracy, number};
use pto_isa::sem::{Arg, Elem, Map, Src};

/// Takes the function of one, two or three elements: each kind gets loops of its own.
pub trait Visit<W> {
    type Out;
    fn one<F: Fn(W) -> W + Copy + 'static>(self, f: F) -> Self::Out;
    fn two<F: Fn(W, W) -> W + Copy + 'static>(self, f: F) -> Self::Out;
    fn three<F: Fn(W, W, W) -> W + Copy + 'static>(self, f: F) -> Self::Out;
}

/// A type whose functions have a plain form.
pub trait Plain: Copy + 'static {
    fn function<V: Visit<Self>>(elem: Elem, v: V) -> Option<V::Out>;
}

macro_rules! functions {
    ($elem:expr, $v:expr, $t:ty;
        $($($n1:ident)|+ => |$a1:ident| $body1:expr;)*;
        $($($n2:ident)|+ => |$a2:ident, $b2:ident| $body2:expr;)*;
        $($($n3:ident)|+ => |$a3:ident, $b3:ident, $c3:ident| $body3:expr;)*
    ) => {
        match $elem {
            $($(Elem::$n1)|+ => Some($v.one(|$a1: $t| -> $t { $body1 })),)*
            $($(Elem::$n2)|+ => Some($v.two(|$a2: $t, $b2: $t| -> $t { $body2 })),)*
            $($(Elem::$n3)|+ => Some($v.three(|$a3: $t, $b3: $t, $c3: $t| -> $t { $body3 })),)*
            _ => None,
        }
    };
}

fn bits(a: f32, b: f32, f: impl Fn(u32, u32) -> u32) -> f32 {
    f32::from_bits(f(a.to_bits(), b.to_bits()))
}

/// The larger; NaN if either is, and +0 above -0.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    let larger = if a < b || b.is_nan() { b } else { a };
    if a == b { bits(a, b, |a, b| a & b) } else { larger }
}

impl Plain for f32 {
    fn function<V: Visit<f32>>(elem: Elem, v: V) -> Option<V::Out> {
        functions! { elem, v, f32;
            Copy => |a| a;
            Abs => |a| a.abs();
            Neg => |a| -a;
            Not => |a| bits(a, a, |a, _| !a);
            Relu => |a| if a > 0.0 { a } else { 0.0 };
            Exp | ExpNarrow => |a| exp(a);
            Ln | LnNarrow => |a| if a > 0.0 { ln(a) } else { f32::NAN };
            Sqrt => |a| a.sqrt();
            Rsqrt | RsqrtNarrow => |a| 1.0 / a.sqrt();
            Recip => |a| 1.0 / a;
            ;
            Add => |a, b| a + b;
            Sub => |a, b| a - b;
            Mul => |a, b| a * b;
            Div => |a, b| a / b;
            Max => |a, b| max(a, b);
            Min => |a, b| -max(-a, -b);
            MaxFirst => |a, b| if a < b { b } else { a };
            MinFirst => |a, b| if b < a { b } else { a };
            Rem | RemNumber | RemSteps | RemStepsHalf => |a, b| a - (a / b).floor() * b;
            Fmod | FmodSteps | FmodStepsHalf => |a, b| a - (a / b).trunc() * b;
            Pow | PowNarrow => |a, b| {
                let y = exp(b * ln(a.abs()));
                let whole = b.trunc() == b;
                let odd = whole && (b * 0.5).trunc() * 2.0 != b;
                if a > 0.0 { y } else if !whole { f32::NAN } else if odd { -y } else { y }
            };
            And => |a, b| bits(a, b, |a, b| a & b);
            Or => |a, b| bits(a, b, |a, b| a | b);
            Xor => |a, b| bits(a, b, |a, b| a ^ b);
            ExpDif | ExpDifHalf => |a, b| exp(a - b);
            LeakyRelu | ScaleNegative => |a, b| if a > 0.0 { a } else { a * b };
            AddRelu => |a, b| (a + b).max(0.0);
            SubRelu => |a, b| (a - b).max(0.0);
            ;
            AddAdd => |a, b, c| a + b + c;
            SubAdd => |a, b, c| a - b + c;
            MulAdd => |a, b, c| a * b + c;
            MulAddRelu => |a, b, c| (a * b + c).max(0.0);
            Fma | FmaNarrow => |a, b, c| a.mul_add(b, c);
        }
    }
}

macro_rules! integers {
    ($($t:ty),*) => {$(
        impl Plain for $t {
            #[allow(clippy::cast_lossless)]
            fn function<V: Visit<$t>>(elem: Elem, v: V) -> Option<V::Out> {
                functions! { elem, v, $t;
                    Copy => |a| a;
                    Abs => |a| if (a as i64) < 0 { (0 as $t).wrapping_sub(a) } else { a };
                    Neg => |a| (0 as $t).wrapping_sub(a);
                    Not => |a| !a;
                    Relu => |a| a.max(0);
                    CountOnes => |a| a.count_ones() as $t;
                    CountSignBits => |a| a.leading_zeros().max(a.leading_ones()) as $t;
                    ;
                    Add => |a, b| a.wrapping_add(b);
                    Sub => |a, b| a.wrapping_sub(b);
                    Mul => |a, b| a.wrapping_mul(b);
                    Div => |a, b| if b == 0 { 0 } else { a.wrapping_div(b) };
                    Max | MaxFirst => |a, b| a.max(b);
                    Min | MinFirst => |a, b| a.min(b);
                    Rem | RemNumber | RemThroughF32 | RemNumberThroughF32 => |a, b| {
                        if b == 0 { 0 } else { (a as i128).rem_euclid((b as i128).abs()) as $t }
                    };
                    Fmod => |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) };
                    Pow => |a, b| a.wrapping_pow(b as u32);
                    And => |a, b| a & b;
                    Or => |a, b| a | b;
                    Xor => |a, b| a ^ b;
                    Shl => |a, b| a.checked_shl(b as u32).unwrap_or(0);
                    Shr => |a, b| a.checked_shr(b as u32).unwrap_or(0);
                    LeakyRelu | ScaleNegative => |a, b| if a > 0 { a } else { a.wrapping_mul(b) };
                    AddRelu => |a, b| a.wrapping_add(b).max(0);
                    SubRelu => |a, b| a.wrapping_sub(b).max(0);
                    ;
                    AddAdd => |a, b, c| a.wrapping_add(b).wrapping_add(c);
                    SubAdd => |a, b, c| a.wrapping_sub(b).wrapping_add(c);
                    MulAdd | Fma => |a, b, c| a.wrapping_mul(b).wrapping_add(c);
                    MulAddRelu => |a, b, c| a.wrapping_mul(b).wrapping_add(c).max(0);
                }
            }
        }
    )*};
}
integers!(i8, i16, i32, i64, u8, u16, u32, u64);

/// An operand of a map.
pub enum Side<S: Stored> {
    Number(S::Wide),
    Elements(Plane<S>, Broadcast),
}

/// What serves a row.
enum RowOf<'a, S: Stored> {
    Splat(S::Wide),
    List(&'a [S]),
}

impl<S: Stored> Side<S> {
    #[inline(always)]
    fn row(&self, r: usize) -> RowOf<'_, S> {
        match self {
            Side::Number(x) => RowOf::Splat(*x),
            Side::Elements(p, Broadcast::Col0) => RowOf::Splat(p.get(r, 0).widen()),
            Side::Elements(p, Broadcast::Row0) => RowOf::List(p.row(0)),
            Side::Elements(p, _) => RowOf::List(p.row(r)),
        }
    }
    #[inline(always)]
    fn get(&self, r: usize, c: usize) -> S::Wide {
        match self {
            Side::Number(x) => *x,
            Side::Elements(p, Broadcast::Full) => p.get(r, c).widen(),
            Side::Elements(p, Broadcast::Row0) => p.get(0, c).widen(),
            Side::Elements(p, Broadcast::Col0) => p.get(r, 0).widen(),
            Side::Elements(p, Broadcast::Block(n)) => p.get(r, c % *n as usize).widen(),
            Side::Elements(p, Broadcast::Groups(n)) => p.get(r, c / *n as usize).widen(),
        }
    }
    fn is_simple(&self) -> bool {
        match self {
            Side::Number(_) | Side::Elements(_, Broadcast::Col0) => true,
            Side::Elements(p, Broadcast::Full | Broadcast::Row0) => p.by_rows(),
            _ => false,
        }
    }
    fn turn(&mut self) {
        if let Side::Elements(p, broadcast) = self {
            p.transpose();
            *broadcast = match *broadcast {
                Broadcast::Row0 => Broadcast::Col0,
                Broadcast::Col0 => Broadcast::Row0,
                other => other,
            };
        }
    }
}

/// The operands of a loop that is still without a function.
pub struct Build<S: Stored> {
    pub slot: u8,
    pub dst: Plane<S>,
    pub sides: Vec<Side<S>>,
}

impl<S: Stored> Build<S> {
    /// Rows along the memory of the destination; whether that turned anything, and whether all operands serve rows.
    fn arrange(&mut self) -> (bool, bool) {
        let turned = !self.dst.by_rows() && self.dst.by_cols();
        if turned {
            self.dst.transpose();
            self.sides.iter_mut().for_each(Side::turn);
        }
        (turned, self.dst.by_rows() && self.sides.iter().all(Side::is_simple))
    }
    fn finish(
        self,
        turned: bool,
        mut body: impl FnMut(&mut Plane<S>, &[Side<S>]) + 'static,
    ) -> Box<dyn Loop> {
        let Build { slot, dst, sides } = self;
        Box::new(Looped { slot, dst, turned, body: move |d: &mut Plane<S>| body(d, &sides) })
    }
}

impl<S: Stored> Visit<S::Wide> for Build<S> {
    type Out = Box<dyn Loop>;
    fn one<F: Fn(S::Wide) -> S::Wide + Copy + 'static>(mut self, f: F) -> Box<dyn Loop> {
        let (turned, simple) = self.arrange();
        self.finish(turned, move |d, s| match simple {
            true => one(d, &s[0], f),
            false => general(d, |r, c| f(s[0].get(r, c))),
        })
    }
    fn two<F: Fn(S::Wide, S::Wide) -> S::Wide + Copy + 'static>(mut self, f: F) -> Box<dyn Loop> {
        let (turned, simple) = self.arrange();
        self.finish(turned, move |d, s| match simple {
            true => two(d, [&s[0], &s[1]], f),
            false => general(d, |r, c| f(s[0].get(r, c), s[1].get(r, c))),
        })
    }
    fn three<F: Fn(S::Wide, S::Wide, S::Wide) -> S::Wide + Copy + 'static>(
        mut self,
        f: F,
    ) -> Box<dyn Loop> {
        let (turned, simple) = self.arrange();
        self.finish(turned, move |d, s| match simple {
            true => three(d, [&s[0], &s[1], &s[2]], f),
            false => general(d, |r, c| f(s[0].get(r, c), s[1].get(r, c), s[2].get(r, c))),
        })
    }
}

#[inline(always)]
fn general<S: Stored>(d: &mut Plane<S>, f: impl Fn(usize, usize) -> S::Wide) {
    for r in 0..d.rows {
        for c in 0..d.cols {
            d.set(r, c, S::narrow(f(r, c)));
        }
    }
}

#[inline(always)]
fn one<S: Stored>(d: &mut Plane<S>, s: &Side<S>, f: impl Fn(S::Wide) -> S::Wide) {
    for r in 0..d.rows {
        match s.row(r) {
            RowOf::Splat(x) => d.row_mut(r).fill(S::narrow(f(x))),
            RowOf::List(list) => {
                for (d, x) in d.row_mut(r).iter_mut().zip(list) {
                    *d = S::narrow(f(x.widen()));
                }
            }
        }
    }
}

#[inline(always)]
fn two<S: Stored>(d: &mut Plane<S>, s: [&Side<S>; 2], f: impl Fn(S::Wide, S::Wide) -> S::Wide) {
    for r in 0..d.rows {
        let row = d.row_mut(r);
        match (s[0].row(r), s[1].row(r)) {
            (RowOf::List(a), RowOf::List(b)) => {
                for ((d, a), b) in row.iter_mut().zip(a).zip(b) {
                    *d = S::narrow(f(a.widen(), b.widen()));
                }
            }
            (RowOf::List(a), RowOf::Splat(b)) => {
                for (d, a) in row.iter_mut().zip(a) {
                    *d = S::narrow(f(a.widen(), b));
                }
            }
            (RowOf::Splat(a), RowOf::List(b)) => {
                for (d, b) in row.iter_mut().zip(b) {
                    *d = S::narrow(f(a, b.widen()));
                }
            }
            (RowOf::Splat(a), RowOf::Splat(b)) => row.fill(S::narrow(f(a, b))),
        }
    }
}

#[inline(always)]
fn three<S: Stored>(
    d: &mut Plane<S>,
    s: [&Side<S>; 3],
    f: impl Fn(S::Wide, S::Wide, S::Wide) -> S::Wide,
) {
    for r in 0..d.rows {
        let row = d.row_mut(r);
        match (s[0].row(r), s[1].row(r), s[2].row(r)) {
            (RowOf::List(a), RowOf::List(b), RowOf::List(c)) => {
                for (((d, a), b), c) in row.iter_mut().zip(a).zip(b).zip(c) {
                    *d = S::narrow(f(a.widen(), b.widen(), c.widen()));
                }
            }
            (RowOf::List(a), RowOf::Splat(b), RowOf::List(c)) => {
                for ((d, a), c) in row.iter_mut().zip(a).zip(c) {
                    *d = S::narrow(f(a.widen(), b, c.widen()));
                }
            }
            (a, b, c) => {
                let get = |x: &RowOf<'_, S>, i: usize| match x {
                    RowOf::Splat(x) => *x,
                    RowOf::List(list) => list[i].widen(),
                };
                for (i, d) in row.iter_mut().enumerate() {
                    *d = S::narrow(f(get(&a, i), get(&b, i), get(&c, i)));
                }
            }
        }
    }
}

/// The loop of a map.
pub fn map(m: &Map, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let dst = job.operands.take(m.dst)?;
    let dtype = dst.dtype;
    let case = job.case;
    let word = |name: &str| {
        case.attrs.iter().find(|a| a.0 == name).and_then(|a| match a.1 {
            pto_isa::AttrValue::Word(w) => Some(w),
            _ => None,
        })
    };
    let elem = m.elem.resolve_with(&case.numerics, dtype, asks_for_accuracy(word));
    // The codes of small floats are no numbers.
    if dtype.is_float() && dtype.bits() < 16 && !elem.is_bitwise() {
        return None;
    }
    with_element!(dtype, T => make::<T>(m, elem, dst, job))
}

fn make<S: Stored<Wide: Plain + pto_isa::sem::Num>>(
    m: &Map,
    elem: Elem,
    dst: Operand,
    job: &mut Job<'_>,
) -> Option<Box<dyn Loop>> {
    let to = dst.tile?;
    let mut sides = Vec::new();
    for &src in m.src {
        let slot = src.slot();
        let arg = job.case.args.iter().find(|a| a.0 == slot)?.1;
        sides.push(match arg {
            Arg::Scalar(dtype, code) => Side::Number(number::<S::Wide>(dtype, code)),
            _ => {
                // What is read and written is read from a list of its own, so that every run begins with the same.
                let from = match slot == m.dst {
                    true => plane::operands(job.scene).take(slot)?,
                    false => job.operands.take(slot)?,
                };
                let t = from.tile?;
                let broadcast = broadcast(m, src, job, &t, &to);
                Side::Elements(from.plane::<S>()?, broadcast)
            }
        });
    }
    let build = Build { slot: dst.slot, dst: dst.plane::<S>()?, sides };
    S::Wide::function(elem, build)
}

fn broadcast(
    m: &Map,
    src: Src,
    job: &Job<'_>,
    t: &pto_isa::sem::TileAt,
    to: &pto_isa::sem::TileAt,
) -> Broadcast {
    job.ask(|x| m.broadcast(x, src, t, to))
}
