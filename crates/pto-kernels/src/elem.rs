//! The loops of element-wise functions: one per function and element type.
#![allow(unsafe_code)]

use super::simd::{Isa, Wide, widest};
use pto_isa::sem::{Elem, Num};
use std::marker::PhantomData;

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
}

impl<T> Call<T> {
    /// Whether some operand is one element per row.
    fn spreads_rows(&self) -> bool {
        self.rows > 1 && self.src.iter().any(|o| o.splat && o.row != 0)
    }

    /// Whether the second of two operands is one element per row.
    fn spreads_second(&self) -> bool {
        let [first, second, _] = &self.src;
        self.rows > 1 && !first.splat && second.splat && second.row != 0
    }
}

/// Computes the rows of a call.
///
/// # Safety
/// All elements that the call describes can be read or written. No operand shares memory with the results, unless each of its
/// elements is where the result of that element goes.
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

/// Whether the loop of a function is never unrolled.
pub(super) const fn is_long(elem: Elem, float: bool) -> bool {
    match float {
        true => has_many_steps(elem),
        false => matches!(elem, Elem::Div | Elem::Rem | Elem::Fmod | Elem::Pow),
    }
}

struct Loops<'a, T, F>(&'a Call<T>, PhantomData<F>);

impl<T: Num, F: Apply> Wide for Loops<'_, T, F> {
    // Sums and products of floats look for NaNs as well.
    const COMPUTES: bool = T::IS_FLOAT
        && (has_many_steps(F::ELEM) || matches!(F::ELEM, Elem::Add | Elem::Sub | Elem::Mul));
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let call = self.0;
        // SAFETY: by the promise of `Kernel`.
        unsafe {
            match size_of::<T>() {
                _ if !I::RICH => {
                    one_by_one(call, F::ELEM.arity(), |a, b, c| F::ELEM.apply(a, b, c));
                }
                // Shorter loops would be unrolled before they are made loops of vectors, which they are not afterwards.
                1 => by_chunks::<I, T, F, 64>(call),
                4 | 8 if is_long(F::ELEM, T::IS_FLOAT) => by_chunks::<I, T, F, 16>(call),
                4 if T::IS_FLOAT && F::ELEM.arity() == 2 && call.spreads_second() => {
                    by_rows::<T, F, 32>(call);
                }
                // Each row writes a list of its own number first, which shall not be longer than it has to. Of integers a shorter one would
                // be unrolled.
                4 if T::IS_FLOAT && call.spreads_rows() => by_chunks::<I, T, F, 16>(call),
                _ => by_chunks::<I, T, F, 32>(call),
            }
        }
    }
}

/// The loop of a function, for operands of every kind: `N` elements are loaded, computed and stored at a time, so that one that is in
/// place is no matter. What serves a whole row is `N` elements that are loaded again and again; what is left of a row is made `N`
/// elements.
///
/// # Safety
/// See [`Kernel`].
#[inline(always)]
unsafe fn by_chunks<I: Isa, T: Num, F: Apply, const N: usize>(call: &Call<T>) {
    let arity = const { F::ELEM.arity() };
    let mut staged = [[T::ZERO; N]; 3];
    let mut rest = [T::ZERO; N];
    let left = call.cols % N;
    for r in 0..call.rows {
        let mut from = [rest.as_ptr(); 3];
        let mut mask = [0; 3];
        for k in 0..arity {
            let operand = &call.src[k];
            from[k] = operand.at.wrapping_add(r * operand.row);
            mask[k] = usize::MAX;
            if operand.splat {
                // SAFETY: by the promise of `Kernel`.
                I::splat(unsafe { *from[k] }, &mut staged[k]);
                (from[k], mask[k]) = (staged[k].as_ptr(), 0);
            }
        }
        let mut out = call.dst.wrapping_add(r * call.dst_row);
        let end = out.wrapping_add(call.cols - left);
        let mut chunks = call.cols / N;
        // Once for what is whole, and once for what is left, so that the loop has nothing else to decide.
        for is_last in [false, true] {
            for chunk in 0..chunks {
                let at = chunk * N;
                let mut lists = [[T::ZERO; N]; 3];
                for k in 0..arity {
                    // SAFETY: there are `N` elements, in the row or in a list.
                    lists[k] = unsafe { *from[k].wrapping_add(at & mask[k]).cast() };
                }
                let [a, b, c] = lists;
                let mut results = [T::ZERO; N];
                if const { matches!(F::ELEM, Elem::Pow) && !T::IS_FLOAT } && mask[1] == 0 {
                    results = T::powers(a, b[0]);
                } else {
                    for (i, result) in results.iter_mut().enumerate() {
                        *result = F::ELEM.apply(a[i], b[i], c[i]);
                    }
                }
                // SAFETY: as above.
                unsafe { *out.wrapping_add(at).cast() = results };
            }
            if is_last || left == 0 {
                break;
            }
            for k in 0..arity {
                if mask[k] != 0 {
                    let tail = from[k].wrapping_add(call.cols - left);
                    // SAFETY: this many elements are left of the row, and fewer than the list has.
                    unsafe { copy_few(tail, staged[k].as_mut_ptr(), left) };
                    from[k] = staged[k].as_ptr();
                }
            }
            (out, chunks) = (rest.as_mut_ptr(), 1);
        }
        if left > 0 {
            // SAFETY: this many elements are left of the row.
            unsafe { copy_few(rest.as_ptr(), end, left) };
        }
    }
}

/// The loop of a function of two operands, the second of which is one element per row: it stays in a register.
///
/// # Safety
/// See [`Kernel`].
#[inline(always)]
unsafe fn by_rows<T: Num, F: Apply, const N: usize>(call: &Call<T>) {
    let [first, second, _] = &call.src;
    let mut rest = [T::ZERO; N];
    let left = call.cols % N;
    for r in 0..call.rows {
        let from = first.at.wrapping_add(r * first.row);
        let to = call.dst.wrapping_add(r * call.dst_row);
        // SAFETY: by the promise of `Kernel`; `N` elements are in the row.
        unsafe {
            let one = *second.at.wrapping_add(r * second.row);
            for at in (0..call.cols - left).step_by(N) {
                let list = *from.wrapping_add(at).cast();
                *to.wrapping_add(at).cast() = with_one::<T, F, N>(&list, one);
            }
            if left > 0 {
                copy_few(from.wrapping_add(call.cols - left), rest.as_mut_ptr(), left);
                rest = with_one::<T, F, N>(&rest, one);
                copy_few(rest.as_ptr(), to.wrapping_add(call.cols - left), left);
            }
        }
    }
}

/// A function of each element of a list and the same one.
#[inline(always)]
fn with_one<T: Num, F: Apply, const N: usize>(list: &[T; N], one: T) -> [T; N] {
    let mut results = [T::ZERO; N];
    for (result, &x) in results.iter_mut().zip(list) {
        *result = F::ELEM.apply(x, one, T::ZERO);
    }
    results
}

/// Copies some elements. Rows mostly end with a block of 32 bytes, and those cost no call.
///
/// # Safety
/// There are `n` elements at both places, which do not meet.
#[inline(always)]
unsafe fn copy_few<T: Num>(from: *const T, to: *mut T, n: usize) {
    const BLOCK: usize = 32;
    let (from, to, bytes) = (from.cast::<u8>(), to.cast::<u8>(), n * size_of::<T>());
    let whole = bytes - bytes % BLOCK;
    // SAFETY: as promised.
    unsafe {
        for at in (0..whole).step_by(BLOCK) {
            *to.add(at).cast::<[u8; BLOCK]>() = *from.add(at).cast::<[u8; BLOCK]>();
        }
        if whole != bytes {
            from.add(whole).copy_to_nonoverlapping(to.add(whole), bytes - whole);
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
