//! How the elements of an operand are stored, and what they widen to.

use super::kernel::LANES;
#[cfg(target_arch = "x86_64")]
use crate::simd::array;
use pto_isa::format::{f16_to_f32, table};

/// How an element is stored and what it widens to.
///
/// Widening is exact; a NaN becomes any NaN.
pub trait Element {
    /// What is stored.
    type Bits: Copy + Default;
    /// What is computed with.
    type Wide: Copy + Default;

    /// The value of one element.
    fn widen(bits: Self::Bits) -> Self::Wide;

    /// The values of neighbours.
    #[inline(always)]
    fn widen_line(bits: &[Self::Bits; LANES], wide: &mut [Self::Wide; LANES]) {
        for (wide, &bits) in wide.iter_mut().zip(bits) {
            *wide = Self::widen(bits);
        }
    }

    /// The same slice, if elements are stored as they are computed with.
    #[inline(always)]
    fn as_wide(_bits: &[Self::Bits]) -> Option<&[Self::Wide]> {
        None
    }

    /// As [`Element::as_wide`], the other way round.
    #[inline(always)]
    fn as_bits_mut(_wide: &mut [Self::Wide]) -> Option<&mut [Self::Bits]> {
        None
    }
}

/// f16 codes in `u16`.
pub enum F16 {}

/// bf16 codes in `u16`.
pub enum Bf16 {}

/// Declares floats of one byte, which are looked up.
macro_rules! bytes {
    ($($name:ident $table:ident $what:literal;)*) => {$(
        #[doc = concat!("`", $what, "` codes in `u8`.")]
        pub enum $name {}

        impl Element for $name {
            type Bits = u8;
            type Wide = f32;

            #[inline(always)]
            fn widen(bits: u8) -> f32 {
                table::$table[usize::from(bits)]
            }
        }
    )*};
}

bytes! {
    E4m3 E4M3 "f8E4M3FN";
    E5m2 E5M2 "f8E5M2";
    Hif8 HIF8 "hif8";
}

impl Element for f32 {
    type Bits = f32;
    type Wide = f32;

    #[inline(always)]
    fn widen(bits: f32) -> f32 {
        bits
    }

    #[inline(always)]
    fn as_wide(bits: &[f32]) -> Option<&[f32]> {
        Some(bits)
    }

    #[inline(always)]
    fn as_bits_mut(wide: &mut [f32]) -> Option<&mut [f32]> {
        Some(wide)
    }
}

impl Element for F16 {
    type Bits = u16;
    type Wide = f32;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        f16_to_f32(bits)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn widen_line(bits: &[u16; LANES], wide: &mut [f32; LANES]) {
        if !super::x86::widen_f16(bits, wide) {
            *wide = array(|i| f16_to_f32(bits[i]));
        }
    }
}

impl Element for Bf16 {
    type Bits = u16;
    type Wide = f32;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        // A signalling NaN may stay one: arithmetic makes a NaN of it either way.
        f32::from_bits(u32::from(bits) << 16)
    }
}

impl Element for i8 {
    type Bits = i8;
    type Wide = i32;

    #[inline(always)]
    fn widen(bits: i8) -> i32 {
        i32::from(bits)
    }
}

impl Element for u8 {
    type Bits = u8;
    type Wide = i32;

    #[inline(always)]
    fn widen(bits: u8) -> i32 {
        i32::from(bits)
    }
}
