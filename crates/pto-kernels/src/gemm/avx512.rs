//! The inner loops with AVX-512, which has twice the registers and twice the columns in each.
#![allow(unsafe_code)]

use super::kernel::{CANONICAL_NAN, Call, Isa, Line, Scalar, choose_tile};
use super::pack::Operand;
use super::x86::Avx2;
use crate::simd::{VectorLevel, level};
use std::arch::x86_64::*;
use std::ops::Range;

/// Shows that the machine has AVX-512F and BW, and what [`Avx2`] shows.
#[derive(Clone, Copy)]
pub(super) struct Avx512(Avx2);

impl Avx512 {
    /// If the machine has them and kernels may use them.
    #[inline(always)]
    pub fn detect() -> Option<Avx512> {
        Avx2::detect().filter(|_| level() >= VectorLevel::Avx512).map(Avx512)
    }
}

impl<T: Scalar> Isa<T> for Avx512 {
    /// 12 x 32 accumulators and their operands fill 26 of 32 registers. With two lines for each element of the left
    /// operand a step has 14 loads for 24 products: a machine may load only one line in the time of a product.
    const ROWS: usize = 12;

    #[inline(always)]
    fn panels(rows: usize) -> usize {
        if rows <= 6 { 4 } else { 2 }
    }

    #[inline(always)]
    unsafe fn tile(self, rows: usize, panels: usize, t: &Call<T>) {
        // SAFETY: `self` shows that AVX-512F is there; the caller promises the rest.
        unsafe {
            choose_tile!(rows, panels, t, T::tile_avx512:
                (1, 1) (2, 1) (3, 1) (4, 1) (5, 1) (6, 1) (7, 1) (8, 1) (9, 1) (10, 1) (11, 1) (12, 1)
                (1, 2) (2, 2) (3, 2) (4, 2) (5, 2) (6, 2) (7, 2) (8, 2) (9, 2) (10, 2) (11, 2) (12, 2)
                (1, 4) (2, 4) (3, 4) (4, 4) (5, 4) (6, 4));
        }
    }

    fn pack(
        self,
        operand: &dyn Operand<T>,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<T>],
    ) {
        operand.pack_avx2(self.0, rows, cols, out);
    }
}

/// # Safety
/// As for [`Isa::tile`], for R rows and P panels.
#[inline(never)]
#[target_feature(enable = "avx512f")]
#[allow(clippy::needless_range_loop)]
pub(super) unsafe fn tile_f32<const R: usize, const P: usize>(t: &Call<f32>) {
    // Indices and not iterators, here and in the other tiles: what is not inlined, and without link-time optimisation much
    // is not, would keep the accumulators out of the registers.
    let mut acc = [[_mm512_setzero_ps(); P]; R];
    // SAFETY: all places are inside of what `Call` describes: r < R, p < P, and `a` and `b` are read
    // after at most depth - 1 steps. Loads and stores are unaligned ones.
    unsafe {
        for r in 0..R {
            for p in 0..P {
                acc[r][p] = _mm512_loadu_ps(t.init.add(r * t.init_row + p * t.init_panel));
            }
        }
        let (mut a_run, mut b) = (t.a, t.b);
        let (a_row, a_col, b_row) = (t.a_row, t.a_col, t.b_row);
        let mut left = t.depth;
        while left > 0 {
            let mut a = a_run;
            for _ in 0..left.min(t.a_run) {
                let mut lines = [_mm512_setzero_ps(); P];
                for p in 0..P {
                    lines[p] = _mm512_loadu_ps(b.add(p * t.b_panel));
                }
                for r in 0..R {
                    let factor = _mm512_set1_ps(*a.add(r * a_row));
                    for p in 0..P {
                        acc[r][p] = _mm512_fmadd_ps(factor, lines[p], acc[r][p]);
                    }
                }
                // The last step may lead outside, where nothing is read.
                a = a.wrapping_add(a_col);
                b = b.wrapping_add(b_row);
            }
            left = left.saturating_sub(t.a_run);
            a_run = a_run.wrapping_add(t.a_jump);
        }
        settle(acc.as_flattened_mut());
        for r in 0..R {
            for p in 0..P {
                _mm512_storeu_ps(t.c.add(r * t.c_row + p * t.c_panel), acc[r][p]);
            }
        }
    }
}

/// Makes NaNs canonical.
#[inline]
#[target_feature(enable = "avx512f")]
fn settle(acc: &mut [__m512]) {
    for x in acc {
        let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(*x, *x);
        *x = _mm512_mask_blend_ps(nan, *x, _mm512_set1_ps(CANONICAL_NAN));
    }
}

/// # Safety
/// As for [`Isa::tile`], for R rows and P panels.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
#[allow(clippy::needless_range_loop)]
pub(super) unsafe fn tile_i32<const R: usize, const P: usize>(t: &Call<i32>) {
    let mut acc = [[_mm512_setzero_si512(); P]; R];
    // SAFETY: as in `tile_f32`.
    unsafe {
        for r in 0..R {
            for p in 0..P {
                acc[r][p] =
                    _mm512_loadu_si512(t.init.add(r * t.init_row + p * t.init_panel).cast());
            }
        }
        let (mut a_run, mut b) = (t.a, t.b);
        let mut left = t.depth;
        while left > 0 {
            let mut a = a_run;
            for _ in 0..left.min(t.a_run) {
                let mut lines = [_mm512_setzero_si512(); P];
                for p in 0..P {
                    lines[p] = _mm512_loadu_si512(b.add(p * t.b_panel).cast());
                }
                for r in 0..R {
                    let pair = _mm512_set1_epi32(*a.add(r * t.a_row));
                    for p in 0..P {
                        let products = _mm512_madd_epi16(pair, lines[p]);
                        acc[r][p] = _mm512_add_epi32(acc[r][p], products);
                    }
                }
                a = a.wrapping_add(t.a_col);
                b = b.wrapping_add(t.b_row);
            }
            left = left.saturating_sub(t.a_run);
            a_run = a_run.wrapping_add(t.a_jump);
        }
        for r in 0..R {
            for p in 0..P {
                _mm512_storeu_si512(t.c.add(r * t.c_row + p * t.c_panel).cast(), acc[r][p]);
            }
        }
    }
}
