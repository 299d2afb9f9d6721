//! The loops of element-wise functions: one per function, element type and kind of operand.
#![allow(unsafe_code)]

use super::simd::{Isa, Wide, widest};
use pto_isa::sem::{Elem, Num};
use std::marker::PhantomData;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// An operand of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowOperand<T> {
    /// The first element.
    pub at: *const T,
    /// Elements from one row to the next; 0 if one row serves all.
    pub row: usize,
    /// One element serves a whole row.
    pub splat: bool,
}

/// Rows to compute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<T> {
    /// Where the results go.
    pub dst: *mut T,
    /// Elements from one row of results to the next.
    pub dst_row: usize,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// Operands; those beyond the arity are not looked at.
    pub src: [RowOperand<T>; 3],
    /// The operand that is the destination as it was, if one is; its lane is the destination's then.
    pub in_place: Option<usize>,
}

/// Computes the rows of a call.
///
/// # Safety
/// All elements that the call describes can be read or written, and no operand but the one in place shares
/// memory with the results. [`takes`] says yes.
pub(super) type Kernel<T> = unsafe fn(&Call<T>);

/// Functions by their type, so that each gets its own loops.
pub(super) trait Apply {
    /// The function.
    const ELEM: Elem;
}

pub(super) mod op {
    use super::{Apply, Elem};
    macro_rules! functions {
        ($($name:ident)*) => {$(
            #[allow(missing_docs)]
            pub(crate) enum $name {}
            impl Apply for $name {
                const ELEM: Elem = Elem::$name;
            }
        )*};
    }
    functions!(Copy Abs Neg Not Relu Exp Ln Sqrt Rsqrt Recip ExpNarrow LnNarrow RsqrtNarrow);
    functions!(Add Sub Mul Div Max Min MaxFirst MinFirst Rem Fmod RemSteps FmodSteps);
    functions!(RemStepsHalf FmodStepsHalf);
    functions!(Pow PowNarrow And Or Xor Shl Shr ExpDif ExpDifHalf LeakyRelu AddRelu SubRelu);
    functions!(AddAdd SubAdd MulAdd MulAddRelu Fma FmaNarrow ScaleNegative);
    functions!(CountOnes CountSignBits);
}

/// Whether a function of floats takes longer than to load and to store its operands.
const fn has_many_steps(elem: Elem) -> bool {
    use Elem::*;
    !matches!(
        elem,
        Copy | Abs
            | Neg
            | Not
            | Relu
            | Add
            | Sub
            | Mul
            | Max
            | Min
            | MaxFirst
            | MinFirst
            | And
            | Or
            | Xor
    )
}

struct Loops<'a, T, F>(&'a Call<T>, PhantomData<F>);

impl<T: Num, F: Apply> Wide for Loops<'_, T, F> {
    const COMPUTES: bool = T::IS_FLOAT && has_many_steps(F::ELEM);
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let call = self.0;
        let [a, b, c] = &call.src;
        // SAFETY: by the promise of `Kernel` rows and columns below those of the call are in memory that
        // can be read, and results share none with operands.
        let dst = |r| unsafe { from_raw_parts_mut(call.dst.add(r * call.dst_row), call.cols) };
        // SAFETY: as above.
        let row = |l: &RowOperand<T>, r| unsafe { from_raw_parts(l.at.add(r * l.row), call.cols) };
        // SAFETY: as above.
        let one = |l: &RowOperand<T>, r| unsafe { *l.at.add(r * l.row) };
        let zero = T::ZERO;
        if !I::RICH {
            // SAFETY: by the promise of `Kernel`.
            return unsafe { one_by_one(call, F::ELEM.arity(), |a, b, c| F::ELEM.apply(a, b, c)) };
        }
        match (F::ELEM.arity(), call.in_place, a.splat, b.splat) {
            (1, Some(_), ..) => {
                for r in 0..call.rows {
                    for d in dst(r) {
                        *d = F::ELEM.apply(*d, zero, zero);
                    }
                }
            }
            (1, None, false, _) => {
                for r in 0..call.rows {
                    for (d, &a) in dst(r).iter_mut().zip(row(a, r)) {
                        *d = F::ELEM.apply(a, zero, zero);
                    }
                }
            }
            (1, None, true, _) => {
                for r in 0..call.rows {
                    dst(r).fill(F::ELEM.apply(one(a, r), zero, zero));
                }
            }
            (2, Some(_), _, false) => {
                for r in 0..call.rows {
                    for (d, &b) in dst(r).iter_mut().zip(row(b, r)) {
                        *d = F::ELEM.apply(*d, b, zero);
                    }
                }
            }
            (2, Some(_), _, true) => {
                for r in 0..call.rows {
                    let b = one(b, r);
                    for d in dst(r) {
                        *d = F::ELEM.apply(*d, b, zero);
                    }
                }
            }
            (2, None, false, false) => {
                for r in 0..call.rows {
                    for ((d, &a), &b) in dst(r).iter_mut().zip(row(a, r)).zip(row(b, r)) {
                        *d = F::ELEM.apply(a, b, zero);
                    }
                }
            }
            (2, None, false, true) => {
                for r in 0..call.rows {
                    let b = one(b, r);
                    for (d, &a) in dst(r).iter_mut().zip(row(a, r)) {
                        *d = F::ELEM.apply(a, b, zero);
                    }
                }
            }
            (2, None, true, false) => {
                for r in 0..call.rows {
                    let a = one(a, r);
                    for (d, &b) in dst(r).iter_mut().zip(row(b, r)) {
                        *d = F::ELEM.apply(a, b, zero);
                    }
                }
            }
            (2, None, true, true) => {
                for r in 0..call.rows {
                    dst(r).fill(F::ELEM.apply(one(a, r), one(b, r), zero));
                }
            }
            (_, None, _, false) => {
                for r in 0..call.rows {
                    let sources = row(a, r).iter().zip(row(b, r)).zip(row(c, r));
                    for (d, ((&a, &b), &c)) in dst(r).iter_mut().zip(sources) {
                        *d = F::ELEM.apply(a, b, c);
                    }
                }
            }
            (_, None, _, true) => {
                for r in 0..call.rows {
                    let b = one(b, r);
                    for ((d, &a), &c) in dst(r).iter_mut().zip(row(a, r)).zip(row(c, r)) {
                        *d = F::ELEM.apply(a, b, c);
                    }
                }
            }
            (_, Some(_), _, false) => {
                for r in 0..call.rows {
                    for ((d, &a), &b) in dst(r).iter_mut().zip(row(a, r)).zip(row(b, r)) {
                        *d = F::ELEM.apply(a, b, *d);
                    }
                }
            }
            (_, Some(_), _, true) => {
                for r in 0..call.rows {
                    let b = one(b, r);
                    for (d, &a) in dst(r).iter_mut().zip(row(a, r)) {
                        *d = F::ELEM.apply(a, b, *d);
                    }
                }
            }
        }
    }
}

/// One loop for all functions of an element type.
///
/// # Safety
/// See [`Kernel`].
#[inline(never)]
unsafe fn one_by_one<T: Num>(call: &Call<T>, arity: usize, apply: fn(T, T, T) -> T) {
    let at = |l: &RowOperand<T>, r: usize, c: usize| {
        l.at.wrapping_add(r * l.row + if l.splat { 0 } else { c })
    };
    for r in 0..call.rows {
        for c in 0..call.cols {
            // SAFETY: by the promise of `Kernel` these elements are in memory that can be read or written. Nothing is
            // borrowed, so one operand may be in place.
            unsafe {
                let a = *at(&call.src[0], r, c);
                let b = if arity > 1 { *at(&call.src[1], r, c) } else { T::ZERO };
                let third = if arity > 2 { *at(&call.src[2], r, c) } else { T::ZERO };
                *call.dst.add(r * call.dst_row + c) = apply(a, b, third);
            }
        }
    }
}

/// # Safety
/// See [`Kernel`].
unsafe fn compute<T: Num, F: Apply>(call: &Call<T>) {
    widest(Loops::<T, F>(call, PhantomData));
}

/// Whether there are loops for operands of these kinds: functions of three take a number in the middle only.
pub(super) fn takes(elem: Elem, splat: [bool; 3]) -> bool {
    elem.arity() < 3 || !(splat[0] || splat[2])
}

/// The operand that may be in place: the first, or the third of three. None for functions that give an
/// operand as it is: compilers make a loop of them that writes only what changes, which is slow.
pub(super) const fn place_of(elem: Elem) -> Option<usize> {
    match elem {
        Elem::MaxFirst | Elem::MinFirst | Elem::LeakyRelu => None,
        _ if elem.arity() < 3 => Some(0),
        _ => Some(2),
    }
}

/// Whether the first two operands can be exchanged.
pub(super) const fn commutes(elem: Elem) -> bool {
    use Elem::*;
    matches!(elem, Add | Mul | Max | Min | And | Or | Xor | AddRelu | AddAdd | MulAdd | MulAddRelu)
}

/// Numbers that have loops.
pub(super) trait Looped: Num {
    /// The loops of a function.
    fn kernel(elem: Elem) -> Option<Kernel<Self>>;
}

macro_rules! looped {
    ($($t:ty: $list:tt)*) => {$(
        impl Looped for $t {
            fn kernel(elem: Elem) -> Option<Kernel<$t>> {
                looped!(@find elem, $t, $list)
            }
        }
    )*};
    (@find $elem:ident, $t:ty, [$($name:ident)*]) => {
        Some(match $elem {
            $(Elem::$name => compute::<$t, op::$name>,)*
            _ => return None,
        })
    };
    // Functions for which the sign of an integer type matters.
    (@find $elem:ident, $t:ty, signed) => {
        looped!(@find $elem, $t, [
            Abs Relu Div Max Min Rem Fmod Shr Pow LeakyRelu AddRelu SubRelu MulAddRelu
        ])
    };
    (@find $elem:ident, $t:ty, unsigned) => {
        looped!(@find $elem, $t, [
            Abs Relu Div Max Min Rem Fmod Shr Pow LeakyRelu AddRelu SubRelu MulAddRelu
            Copy Neg Not Add Sub Mul And Or Xor Shl AddAdd SubAdd MulAdd
        ])
    };
}

looped! {
    i8: signed i16: signed i32: signed i64: signed
    u8: unsigned u16: unsigned u32: unsigned u64: unsigned
    f32: [
        Copy Abs Neg Not Relu Exp Ln Sqrt Rsqrt Recip ExpNarrow LnNarrow RsqrtNarrow
        Add Sub Mul Div Max Min MaxFirst MinFirst Rem Fmod RemSteps FmodSteps
        RemStepsHalf FmodStepsHalf
        Pow PowNarrow And Or Xor ExpDif ExpDifHalf LeakyRelu AddRelu SubRelu
        AddAdd SubAdd MulAdd MulAddRelu
    ]
}

/// Whether a function of integers gives the same bits for signed and unsigned ones. The loops of those
/// are kept for unsigned types only.
pub(super) fn ignores_sign(elem: Elem) -> bool {
    use Elem::*;
    matches!(
        elem,
        Copy | Neg | Not | Add | Sub | Mul | And | Or | Xor | Shl | AddAdd | SubAdd | MulAdd
    )
}
