//! Numbers an element is computed in: integers at their own width, every float type in f32.
//!
//! Each function is total, has no branches a loop could not vectorise, and gives the same bits on every
//! machine: NaN results are the one canonical NaN, because hardware disagrees about NaN payloads.
//! 16-bit and smaller floats are computed in f32 and rounded once: for + - * / and sqrt that equals one
//! rounding of the exact result, since 24 >= 2 * 11 + 2.

use crate::dtype::DType;
use crate::format;
use crate::math::{self, NAN, canonical};

/// A number elements are computed in.
pub trait Num: Copy + PartialEq + PartialOrd + Send + Sync + 'static {
    /// The number a code of `dtype` stands for.
    fn from_code(dtype: DType, code: u64) -> Self;
    /// The code of this number in `dtype`; floats round to nearest even, integers keep the low bits.
    fn to_code(self, dtype: DType) -> u64;
    /// Whether it is a float.
    const IS_FLOAT: bool;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The least value, minus infinity for floats.
    const LEAST: Self;
    /// The greatest value, infinity for floats.
    const GREATEST: Self;
    /// `a + b`, wrapping.
    fn add(self, b: Self) -> Self;
    /// `a - b`, wrapping.
    fn sub(self, b: Self) -> Self;
    /// `a * b`, low half.
    fn mul(self, b: Self) -> Self;
    /// `a / b`; integers towards zero, and zero if `b` is zero (callers check that first).
    fn div(self, b: Self) -> Self;
    /// The larger; NaN if either is, and +0 above -0.
    fn max(self, b: Self) -> Self;
    /// The smaller; NaN if either is, and -0 below +0.
    fn min(self, b: Self) -> Self;
    /// Remainder with the sign of the divisor.
    fn rem(self, b: Self) -> Self;
    /// Remainder with the sign of the dividend.
    fn fmod(self, b: Self) -> Self;
    /// Bitwise and.
    fn and(self, b: Self) -> Self;
    /// Bitwise or.
    fn or(self, b: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, b: Self) -> Self;
    /// Bitwise not.
    fn not(self) -> Self;
    /// Left shift; zero if the count is the width or more.
    fn shl(self, b: Self) -> Self;
    /// Right shift, arithmetic for signed types.
    fn shr(self, b: Self) -> Self;
    /// Absolute value; the least signed integer stays.
    fn abs(self) -> Self;
    /// Negation, wrapping.
    fn neg(self) -> Self;
    /// e to the power.
    fn exp(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;
    /// `a * b + c`, rounded once; integers wrap.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// As `mul_add`, for 16 bits.
    fn mul_add_narrow(self, b: Self, c: Self) -> Self;
    /// How many bits are set; floats stay.
    fn count_ones(self) -> Self;
    /// How many bits from the top on equal the top bit, itself included; floats stay.
    fn count_sign_bits(self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// One divided by the square root.
    fn rsqrt(self) -> Self;
    /// As `exp`, exact enough that rounding to 16 bits gives the correctly rounded result.
    fn exp_narrow(self) -> Self;
    /// As `ln`, for 16 bits.
    fn ln_narrow(self) -> Self;
    /// As `rsqrt`, for 16 bits.
    fn rsqrt_narrow(self) -> Self;
    /// Power.
    fn pow(self, b: Self) -> Self;
    /// Each of some numbers to the same power.
    #[inline(always)]
    fn powers<const N: usize>(mut bases: [Self; N], exponent: Self) -> [Self; N] {
        for base in &mut bases {
            *base = base.pow(exponent);
        }
        bases
    }
    /// As `pow`, for 16 bits.
    fn pow_narrow(self, b: Self) -> Self;
    /// The nearest integer at or below.
    fn floor(self) -> Self;
    /// The nearest integer towards zero.
    fn trunc(self) -> Self;
    /// The nearest f16; integers stay.
    fn to_half(self) -> Self;
    /// The f16 next to it towards zero; integers stay.
    fn cut_to_half(self) -> Self;
}

/// `result`, or NaN if either is; on integers for the reason given at [`canonical`].
#[inline(always)]
fn nan_unless_both(a: f32, b: f32, result: f32) -> f32 {
    const INFINITY: u32 = 0x7F80_0000;
    let is_nan = |x: f32| x.to_bits() & 0x7FFF_FFFF > INFINITY;
    f32::from_bits(if is_nan(a) | is_nan(b) { NAN.to_bits() } else { result.to_bits() })
}

impl Num for f32 {
    #[inline(always)]
    fn from_code(dtype: DType, code: u64) -> f32 {
        match dtype {
            DType::F32 => f32::from_bits(code as u32),
            DType::F16 => format::f16_to_f32(code as u16),
            DType::Bf16 => format::bf16_to_f32(code as u16),
            _ => format::decode(dtype, code) as f32,
        }
    }
    #[inline(always)]
    fn to_code(self, dtype: DType) -> u64 {
        match dtype {
            DType::F32 => self.to_bits().into(),
            DType::F16 => format::f32_to_f16(self).into(),
            DType::Bf16 => format::f32_to_bf16(self).into(),
            _ => format::encode(dtype, self.into(), format::Conversion::default()),
        }
    }
    const IS_FLOAT: bool = true;
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    const LEAST: f32 = f32::NEG_INFINITY;
    const GREATEST: f32 = f32::INFINITY;
    #[inline(always)]
    fn add(self, b: f32) -> f32 {
        canonical(self + b)
    }
    #[inline(always)]
    fn sub(self, b: f32) -> f32 {
        canonical(self - b)
    }
    #[inline(always)]
    fn mul(self, b: f32) -> f32 {
        canonical(self * b)
    }
    #[inline(always)]
    fn div(self, b: f32) -> f32 {
        canonical(self / b)
    }
    #[inline(always)]
    fn max(self, b: f32) -> f32 {
        // Equal operands differ at most in the sign of a zero: the conjunction of the bits is +0 unless both are -0.
        let equal = f32::from_bits(self.to_bits() & b.to_bits());
        let larger = if self > b { self } else { b };
        let number = if self == b { equal } else { larger };
        nan_unless_both(self, b, number)
    }
    #[inline(always)]
    fn min(self, b: f32) -> f32 {
        let equal = f32::from_bits(self.to_bits() | b.to_bits());
        let smaller = if self < b { self } else { b };
        let number = if self == b { equal } else { smaller };
        nan_unless_both(self, b, number)
    }
    #[inline(always)]
    fn rem(self, b: f32) -> f32 {
        math::floor_mod(self, b)
    }
    #[inline(always)]
    fn fmod(self, b: f32) -> f32 {
        math::fmod(self, b)
    }
    #[inline(always)]
    fn and(self, b: f32) -> f32 {
        f32::from_bits(self.to_bits() & b.to_bits())
    }
    #[inline(always)]
    fn or(self, b: f32) -> f32 {
        f32::from_bits(self.to_bits() | b.to_bits())
    }
    #[inline(always)]
    fn xor(self, b: f32) -> f32 {
        f32::from_bits(self.to_bits() ^ b.to_bits())
    }
    #[inline(always)]
    fn not(self) -> f32 {
        f32::from_bits(!self.to_bits())
    }
    #[inline(always)]
    fn shl(self, _: f32) -> f32 {
        NAN
    }
    #[inline(always)]
    fn shr(self, _: f32) -> f32 {
        NAN
    }
    #[inline(always)]
    fn abs(self) -> f32 {
        canonical(f32::from_bits(self.to_bits() & 0x7FFF_FFFF))
    }
    #[inline(always)]
    fn neg(self) -> f32 {
        canonical(-self)
    }
    #[inline(always)]
    fn exp(self) -> f32 {
        math::exp(self)
    }
    #[inline(always)]
    fn ln(self) -> f32 {
        math::ln(self)
    }
    #[inline(always)]
    fn mul_add(self, b: f32, c: f32) -> f32 {
        math::mul_add(self, b, c)
    }
    #[inline(always)]
    fn mul_add_narrow(self, b: f32, c: f32) -> f32 {
        math::mul_add_narrow(self, b, c)
    }
    #[inline(always)]
    fn count_ones(self) -> f32 {
        self
    }
    #[inline(always)]
    fn count_sign_bits(self) -> f32 {
        self
    }
    #[inline(always)]
    fn sqrt(self) -> f32 {
        math::sqrt(self)
    }
    #[inline(always)]
    fn rsqrt(self) -> f32 {
        math::rsqrt(self)
    }
    #[inline(always)]
    fn exp_narrow(self) -> f32 {
        math::exp_narrow(self)
    }
    #[inline(always)]
    fn ln_narrow(self) -> f32 {
        math::ln_narrow(self)
    }
    #[inline(always)]
    fn rsqrt_narrow(self) -> f32 {
        math::rsqrt_narrow(self)
    }
    #[inline(always)]
    fn floor(self) -> f32 {
        canonical(f32::floor(self))
    }
    #[inline(always)]
    fn trunc(self) -> f32 {
        canonical(f32::trunc(self))
    }
    #[inline(always)]
    fn to_half(self) -> f32 {
        format::f16_to_f32(format::f32_to_f16(self))
    }
    #[inline(always)]
    fn cut_to_half(self) -> f32 {
        // Without conversions, which are no vector instructions on every machine.
        const LEAST_NORMAL: u32 = 0x3880_0000;
        const LARGEST: u32 = 0x477F_E000;
        const INFINITY: u32 = 0x7F80_0000;
        const STEPS: f32 = 16_777_216.0;
        let (sign, magnitude) = (self.to_bits() & 0x8000_0000, self.to_bits() & 0x7FFF_FFFF);
        // Below the normal f16 all are 2^-24 apart; others lose what f16 has no bits for.
        let small = (f32::trunc(self * STEPS) / STEPS).to_bits() & 0x7FFF_FFFF;
        let cut = if magnitude < LEAST_NORMAL { small } else { magnitude & !0x1FFF };
        let largest = if cut > LARGEST { LARGEST } else { cut };
        let finite = if magnitude < INFINITY { largest } else { magnitude };
        canonical(f32::from_bits(sign | finite))
    }
    #[inline(always)]
    fn pow_narrow(self, b: f32) -> f32 {
        math::pow_narrow(self, b)
    }
    #[inline(always)]
    fn pow(self, b: f32) -> f32 {
        math::pow(self, b)
    }
}

macro_rules! integers {
    ($($t:ty),*) => {$(
        impl Num for $t {
            #[inline(always)]
            fn from_code(dtype: DType, code: u64) -> $t {
                let spare = 64 - dtype.bits();
                (((code << spare) as i64) >> spare) as $t
            }
            #[inline(always)]
            fn to_code(self, dtype: DType) -> u64 {
                self as u64 & (u64::MAX >> (64 - dtype.bits()))
            }
            const IS_FLOAT: bool = false;
            const ZERO: $t = 0;
            const ONE: $t = 1;
            const LEAST: $t = <$t>::MIN;
            const GREATEST: $t = <$t>::MAX;
            #[inline(always)]
            fn add(self, b: $t) -> $t { self.wrapping_add(b) }
            #[inline(always)]
            fn sub(self, b: $t) -> $t { self.wrapping_sub(b) }
            #[inline(always)]
            fn mul(self, b: $t) -> $t { self.wrapping_mul(b) }
            #[inline(always)]
            fn div(self, b: $t) -> $t { if b == 0 { 0 } else { self.wrapping_div(b) } }
            #[inline(always)]
            fn max(self, b: $t) -> $t { Ord::max(self, b) }
            #[inline(always)]
            fn min(self, b: $t) -> $t { Ord::min(self, b) }
            #[inline(always)]
            fn rem(self, b: $t) -> $t {
                let r = self.fmod(b);
                // Opposite signs: one divisor more, so that the result has the divisor's sign. Without a branch: signs may be
                // anything.
                #[allow(unused_comparisons)]
                let more = (r != 0) & ((r < 0) != (b < 0));
                r.wrapping_add(b & (0 as $t).wrapping_sub(more as $t))
            }
            #[inline(always)]
            fn fmod(self, b: $t) -> $t {
                let b = if b == 0 { 1 } else { b };
                if <$t>::BITS > 16 {
                    return self.wrapping_rem(b);
                }
                // f32 has the quotient of 16 bits exactly, once its fraction is cut: what it lacks to the next integer is at least
                // 2^-17 of it. Vectors have no division of integers.
                let quotient = (self as f32 / b as f32) as i32;
                (self as i32).wrapping_sub(quotient.wrapping_mul(b as i32)) as $t
            }
            #[inline(always)]
            fn and(self, b: $t) -> $t { self & b }
            #[inline(always)]
            fn or(self, b: $t) -> $t { self | b }
            #[inline(always)]
            fn xor(self, b: $t) -> $t { self ^ b }
            #[inline(always)]
            fn not(self) -> $t { !self }
            #[inline(always)]
            fn shl(self, b: $t) -> $t {
                #[allow(clippy::cast_sign_loss)]
                self.checked_shl(b as u32).unwrap_or(0)
            }
            #[inline(always)]
            fn shr(self, b: $t) -> $t { self.checked_shr(b as u32).unwrap_or(if <$t>::MIN == 0 { 0 } else { self >> (<$t>::BITS - 1) }) }
            #[inline(always)]
            #[allow(unused_comparisons)]
            fn abs(self) -> $t { if self < 0 { (0 as $t).wrapping_sub(self) } else { self } }
            #[inline(always)]
            fn neg(self) -> $t { (0 as $t).wrapping_sub(self) }
            #[inline(always)]
            fn exp(self) -> $t { 0 }
            #[inline(always)]
            fn ln(self) -> $t { 0 }
            #[inline(always)]
            fn mul_add(self, b: $t, c: $t) -> $t { self.wrapping_mul(b).wrapping_add(c) }
            #[inline(always)]
            fn mul_add_narrow(self, b: $t, c: $t) -> $t { Num::mul_add(self, b, c) }
            #[inline(always)]
            fn count_ones(self) -> $t { <$t>::count_ones(self) as $t }
            #[inline(always)]
            fn count_sign_bits(self) -> $t { Ord::max(self.leading_zeros(), self.leading_ones()) as $t }
            #[inline(always)]
            fn sqrt(self) -> $t { 0 }
            #[inline(always)]
            fn rsqrt(self) -> $t { 0 }
            #[inline(always)]
            fn exp_narrow(self) -> $t { 0 }
            #[inline(always)]
            fn ln_narrow(self) -> $t { 0 }
            #[inline(always)]
            fn rsqrt_narrow(self) -> $t { 0 }
            #[inline(always)]
            fn floor(self) -> $t { self }
            #[inline(always)]
            fn trunc(self) -> $t { self }
            #[inline(always)]
            fn to_half(self) -> $t { self }
            #[inline(always)]
            fn cut_to_half(self) -> $t { self }
            #[inline(always)]
            fn pow_narrow(self, b: $t) -> $t { Num::pow(self, b) }
            // A loop of its own, which no loop around it could vectorise.
            #[inline(never)]
            fn pow(self, b: $t) -> $t { Self::powers([self], b)[0] }
            #[inline(always)]
            #[allow(unused_comparisons)]
            fn powers<const N: usize>(mut bases: [$t; N], exponent: $t) -> [$t; N] {
                let (mut results, mut left) = ([1 as $t; N], exponent);
                if exponent < 0 {
                    let minus_one = (0 as $t).wrapping_sub(1);
                    for (result, base) in results.iter_mut().zip(bases) {
                        *result = match base {
                            1 => 1,
                            _ if base == minus_one && exponent & 1 == 0 => 1,
                            _ if base == minus_one => minus_one,
                            _ => 0,
                        };
                    }
                    return results;
                }
                while left > 0 {
                    if left & 1 == 1 {
                        for (result, base) in results.iter_mut().zip(bases) {
                            *result = result.wrapping_mul(base);
                        }
                    }
                    for base in &mut bases {
                        *base = base.wrapping_mul(*base);
                    }
                    left >>= 1;
                }
                results
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

/// Runs `$body` with `$t` as the type that elements of `$dtype` are computed in.
#[macro_export]
macro_rules! with_num {
    ($dtype:expr, $t:ident => $body:expr) => {
        match $dtype.plain() {
            $crate::DType::I8 | $crate::DType::I4 => {
                type $t = i8;
                $body
            }
            $crate::DType::I16 => {
                type $t = i16;
                $body
            }
            $crate::DType::I32 => {
                type $t = i32;
                $body
            }
            $crate::DType::I64 => {
                type $t = i64;
                $body
            }
            $crate::DType::U8 | $crate::DType::I1 => {
                type $t = u8;
                $body
            }
            $crate::DType::U16 => {
                type $t = u16;
                $body
            }
            $crate::DType::U32 => {
                type $t = u32;
                $body
            }
            $crate::DType::U64 => {
                type $t = u64;
                $body
            }
            _ => {
                type $t = f32;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Num;
    use crate::format::{f16_to_f32, f32_to_f16};

    #[test]
    fn numbers_are_cut_to_the_f16_next_to_them() {
        let cut = |x: f32| {
            let near = f32_to_f16(x);
            let beyond = f16_to_f32(near).abs() > x.abs();
            f16_to_f32(near - u16::from(beyond))
        };
        let around_halves = (0..=u16::MAX).flat_map(|code| {
            let bits = f16_to_f32(code).to_bits();
            [bits.wrapping_sub(1), bits, bits.wrapping_add(1), bits.wrapping_add(0x1000)]
        });
        for bits in (0..=u32::MAX).step_by(6151).chain(around_halves) {
            let x = f32::from_bits(bits);
            assert_eq!(x.cut_to_half().to_bits(), cut(x).to_bits(), "{bits:#010x}");
        }
    }

    #[test]
    fn many_numbers_have_the_powers_of_each() {
        for exponent in i8::MIN..=i8::MAX {
            let bases: [i8; 256] = std::array::from_fn(|i| i as u8 as i8);
            let powers = Num::powers(bases, exponent);
            for (base, power) in bases.into_iter().zip(powers) {
                let expected = match exponent {
                    0.. => base.wrapping_pow(exponent as u32),
                    _ if base == 1 || base == -1 => {
                        if exponent % 2 == 0 {
                            1
                        } else {
                            base
                        }
                    }
                    _ => 0,
                };
                assert_eq!(power, expected, "{base} to the power {exponent}");
                assert_eq!(Num::pow(base, exponent), expected);
            }
        }
    }

    #[test]
    fn remainders_of_short_integers_are_exact() {
        let some = [0, 1, 2, 3, 5, 7, 10, 127, 128, 181, 255, 256, 257, 8191, 16384, 32749, 32767];
        for b in some.into_iter().flat_map(|b: i32| [b, -b, -b - 1]) {
            for a in i16::MIN..=i16::MAX {
                let b = b as i16;
                let expected = if b == 0 { 0 } else { a.wrapping_rem(b) };
                assert_eq!(Num::fmod(a, b), expected, "{a} and {b}");
                let (a, b) = (a as u16, b as u16);
                assert_eq!(Num::fmod(a, b), a.checked_rem(b).unwrap_or(0), "{a} and {b}");
            }
        }
        for (a, b) in (i8::MIN..=i8::MAX).flat_map(|a| (i8::MIN..=i8::MAX).map(move |b| (a, b))) {
            let expected = if b == 0 { 0 } else { a.wrapping_rem(b) };
            assert_eq!(Num::fmod(a, b), expected, "{a} and {b}");
            let below = if b == 0 { 0 } else { i32::from(a).rem_euclid(i32::from(b).abs()) };
            let floor = if b < 0 && below != 0 { below + i32::from(b) } else { below };
            assert_eq!(i32::from(Num::rem(a, b)), floor, "{a} and {b}");
        }
    }
}
