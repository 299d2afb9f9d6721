//! Plain loops: what a careful programmer writes for one instruction over lists, compiled for the CPU at hand.

use crate::contents::Scene;
use crate::plane::{Bf16, Code8, Element, F16, Operands, Plane};
use pto_isa::format::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use pto_isa::sem::Exec;
use pto_kernels::differential::{Case, with_memory};
use std::cell::Cell;

/// A plain loop with its operands.
pub trait Loop {
    /// Runs it.
    fn run(&mut self);
    /// The operand it writes, and its codes row by row.
    fn results(&self) -> (u8, Vec<u64>);
}

/// A plain loop that writes one operand.
pub struct Looped<D, F> {
    pub slot: u8,
    pub dst: Plane<D>,
    /// Rows and columns of the loop are columns and rows of the tile.
    pub turned: bool,
    pub body: F,
}

impl<D: Element, F: FnMut(&mut Plane<D>)> Loop for Looped<D, F> {
    fn run(&mut self) {
        let (dst, body) = (std::hint::black_box(&mut self.dst), &mut self.body);
        fast(|| body(dst));
    }
    fn results(&self) -> (u8, Vec<u64>) {
        let d = &self.dst;
        let codes = match self.turned {
            false => {
                (0..d.rows).flat_map(|r| (0..d.cols).map(move |c| d.get(r, c).bits())).collect()
            }
            true => {
                (0..d.cols).flat_map(|c| (0..d.rows).map(move |r| d.get(r, c).bits())).collect()
            }
        };
        (self.slot, codes)
    }
}

/// A plain loop over operands as they lie.
pub fn looped<D: Element>(
    slot: u8,
    dst: Plane<D>,
    body: impl FnMut(&mut Plane<D>) + 'static,
) -> Option<Box<dyn Loop>> {
    Some(Box::new(Looped { slot, dst, turned: false, body }))
}

/// Runs what is inlined here with the vectors of the CPU.
#[inline(always)]
#[allow(unsafe_code)]
pub fn fast<R>(f: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,fma,f16c,bmi2")]
        fn wide<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the CPU has the features.
            return unsafe { wide(f) };
        }
    }
    f()
}

/// An element type and the type it is computed in.
pub trait Stored: Element {
    /// What it is computed in.
    type Wide: Copy + 'static;
    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    /// Its value.
    fn value(self) -> f32;
}

macro_rules! stored {
    ($($t:ty, $wide:ty: $widen:expr, $narrow:expr, $value:expr;)*) => {$(
        impl Stored for $t {
            type Wide = $wide;
            #[inline(always)]
            fn widen(self) -> $wide { ($widen)(self) }
            #[inline(always)]
            fn narrow(wide: $wide) -> $t { ($narrow)(wide) }
            #[inline(always)]
            fn value(self) -> f32 { ($value)(self) }
        }
    )*};
}

stored! {
    f32, f32: |x| x, |x| x, |x| x;
    F16, f32: |x: F16| f16_to_f32(x.0), |x| F16(f32_to_f16(x)), |x: F16| f16_to_f32(x.0);
    Bf16, f32: |x: Bf16| bf16_to_f32(x.0), |x| Bf16(f32_to_bf16(x)), |x: Bf16| bf16_to_f32(x.0);
    Code8, u8: |x: Code8| x.0, Code8, |x: Code8| f32::from(x.0);
    i8, i8: |x| x, |x| x, |x: i8| f32::from(x);
    i16, i16: |x| x, |x| x, |x: i16| f32::from(x);
    i32, i32: |x| x, |x| x, |x: i32| x as f32;
    i64, i64: |x| x, |x| x, |x: i64| x as f32;
    u8, u8: |x| x, |x| x, |x: u8| f32::from(x);
    u16, u16: |x| x, |x| x, |x: u16| f32::from(x);
    u32, u32: |x| x, |x| x, |x: u32| x as f32;
    u64, u64: |x| x, |x| x, |x: u64| x as f32;
}

/// e to the power: the usual range reduction and a polynomial of degree six.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let n = (x * std::f32::consts::LOG2_E + 0.5).floor();
    let r = x - n * 0.693_359_4 + n * 2.121_944_4e-4;
    let p = 1.987_569_1e-4_f32;
    let p = p * r + 1.398_2e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 0.166_666_66;
    let p = p * r + 0.5;
    let y = p * r * r + r + 1.0;
    y * f32::from_bits((((n as i32) + 127) << 23) as u32)
}

/// Natural logarithm of a positive number: exponent and a polynomial of the fraction (Cephes, logf).
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let shifted = bits.wrapping_sub(0x3F35_04F3);
    let n = (shifted as i32) >> 23;
    let m = f32::from_bits((shifted & 0x7F_FFFF).wrapping_add(0x3F35_04F3)) - 1.0;
    let z = m * m;
    let p = 7.037_683_6e-2_f32;
    let p = p * m - 0.115_146_1;
    let p = p * m + 0.116_769_98;
    let p = p * m - 0.124_201_41;
    let p = p * m + 0.142_493_22;
    let p = p * m - 0.166_680_57;
    let p = p * m + 0.200_007_14;
    let p = p * m - 0.249_999_94;
    let p = p * m + 0.333_333_3;
    let n = n as f32;
    m + (p * m * z + n * -2.121_944_4e-4 - 0.5 * z) + n * 0.693_359_4
}

/// What a reference is made of.
pub struct Job<'a> {
    pub case: &'a Case<'a>,
    pub scene: &'a Scene,
    pub operands: Operands,
}

impl Job<'_> {
    /// What the definition says of the operands.
    pub fn ask<R>(&self, question: impl FnOnce(&mut Exec<'_>) -> R) -> R {
        let case = self.case;
        with_memory(case, |memory| {
            question(&mut Exec {
                operands: case.def.operands,
                numerics: &case.numerics,
                args: case.args,
                attrs: case.attrs,
                memory,
                registers: &mut [],
                undefined: 0,
                results: &mut Vec::new(),
                printed: &mut Vec::new(),
                modes: &Cell::default(),
                quirks: &Cell::default(),
            })
        })
        .0
    }
}
