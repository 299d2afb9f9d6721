//! The plain loops: what a careful programmer writes over slices, compiled for the CPU at hand.

use pto_isa::format::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};

/// Compiles a function twice, for the features of the CPU and for any, and calls the right one.
macro_rules! for_this_cpu {
    ($(fn $name:ident($($arg:ident : $ty:ty),*) $body:block)*) => {$(
        #[allow(unsafe_code)]
        pub fn $name($($arg: $ty),*) {
            #[inline(always)]
            fn body($($arg: $ty),*) $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma,f16c,bmi2")]
                fn wide($($arg: $ty),*) {
                    body($($arg),*)
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") && is_x86_feature_detected!("f16c") {
                    // SAFETY: the CPU has the features.
                    return unsafe { wide($($arg),*) };
                }
            }
            body($($arg),*)
        }
    )*};
}

for_this_cpu! {
    fn add_f32(d: &mut [f32], a: &[f32], b: &[f32]) {
        for ((d, a), b) in d.iter_mut().zip(a).zip(b) {
            *d = a + b;
        }
    }
    fn add_i32(d: &mut [i32], a: &[i32], b: &[i32]) {
        for ((d, a), b) in d.iter_mut().zip(a).zip(b) {
            *d = a.wrapping_add(*b);
        }
    }
    fn add_f16(d: &mut [u16], a: &[u16], b: &[u16]) {
        for ((d, a), b) in d.iter_mut().zip(a).zip(b) {
            *d = f32_to_f16(f16_to_f32(*a) + f16_to_f32(*b));
        }
    }
    fn add_bf16(d: &mut [u16], a: &[u16], b: &[u16]) {
        for ((d, a), b) in d.iter_mut().zip(a).zip(b) {
            *d = f32_to_bf16(bf16_to_f32(*a) + bf16_to_f32(*b));
        }
    }
    fn row_sums(d: &mut [f32], a: &[f32], cols: usize) {
        for (d, row) in d.iter_mut().zip(a.chunks_exact(cols)) {
            let mut sum = 0.0;
            for x in row {
                sum += x;
            }
            *d = sum;
        }
    }
    fn row_expand_add(d: &mut [f32], a: &[f32], b: &[f32]) {
        for ((d, a), b) in d.chunks_exact_mut(128).zip(a.chunks_exact(128)).zip(b) {
            for (d, a) in d.iter_mut().zip(a) {
                *d = a + b;
            }
        }
    }
    fn col_expand_add(d: &mut [f32], a: &[f32], b: &[f32]) {
        for (d, a) in d.chunks_exact_mut(128).zip(a.chunks_exact(128)) {
            for ((d, a), b) in d.iter_mut().zip(a).zip(b) {
                *d = a + b;
            }
        }
    }
    fn col_argmin(at: &mut [u32], best: &mut [f32], a: &[f32]) {
        at.fill(0);
        best.copy_from_slice(&a[..128]);
        for (r, row) in a.chunks_exact(128).enumerate().skip(1) {
            for ((x, best), at) in row.iter().zip(best.iter_mut()).zip(at.iter_mut()) {
                if x < best {
                    *best = *x;
                    *at = r as u32;
                }
            }
        }
    }
    fn exp_polynomial(d: &mut [f32], a: &[f32]) {
        for (d, &x) in d.iter_mut().zip(a) {
            *d = exp(x);
        }
    }
    fn to_f16(d: &mut [u16], a: &[f32]) {
        for (d, a) in d.iter_mut().zip(a) {
            *d = f32_to_f16(*a);
        }
    }
    fn copy_rows(d: &mut [f32], d_pitch: usize, a: &[f32], a_pitch: usize) {
        for (d, a) in d.chunks_exact_mut(d_pitch).zip(a.chunks_exact(a_pitch)) {
            d[..128].copy_from_slice(&a[..128]);
        }
    }
    fn softmax(d: &mut [f32], a: &[f32], cols: usize) {
        for (d, a) in d.chunks_exact_mut(cols).zip(a.chunks_exact(cols)) {
            let mut max = [f32::NEG_INFINITY; 8];
            for chunk in a.chunks_exact(8) {
                for (m, x) in max.iter_mut().zip(chunk) {
                    *m = if *x > *m { *x } else { *m };
                }
            }
            let max = max.iter().fold(f32::NEG_INFINITY, |m, x| m.max(*x));
            let mut sum = [0.0f32; 8];
            for (d, a) in d.chunks_exact_mut(8).zip(a.chunks_exact(8)) {
                for ((d, a), s) in d.iter_mut().zip(a).zip(&mut sum) {
                    *d = exp(*a - max);
                    *s += *d;
                }
            }
            let scale = 1.0 / sum.iter().sum::<f32>();
            for d in d.iter_mut() {
                *d *= scale;
            }
        }
    }
}

/// The usual range reduction and a polynomial of degree six.
#[inline(always)]
fn exp(x: f32) -> f32 {
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

/// The GEMM crate, called directly.
#[allow(unsafe_code)]
pub fn gemm(d: &mut [f32], a: &[f32], b: &[f32]) {
    let n = 128;
    assert!(d.len() >= n * n && a.len() >= n * n && b.len() >= n * n);
    // SAFETY: three matrices of 128 x 128 elements, as asserted.
    unsafe {
        matrixmultiply::sgemm(
            n,
            n,
            n,
            1.0,
            a.as_ptr(),
            128,
            1,
            b.as_ptr(),
            128,
            1,
            0.0,
            d.as_mut_ptr(),
            128,
            1,
        );
    }
}
