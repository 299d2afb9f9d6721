//! The inner loops and packing with AVX2, FMA and F16C, which came together.
#![allow(unsafe_code)]

use super::element::Element;
use super::grid::Grid;
use super::kernel::{CANONICAL_NAN, Call, Isa, LANES, Line, Scalar, choose_tile};
use super::pack::{Operand, Transpose, pack, transpose_portable};
use crate::simd::{VectorLevel, level};
use std::arch::x86_64::*;
use std::ops::Range;

/// Shows that the machine has them.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// If the machine has them and kernels may use them.
    #[inline(always)]
    pub fn detect() -> Option<Avx2> {
        (level() >= VectorLevel::Avx2).then_some(Avx2(()))
    }
}

impl<T: Scalar> Isa<T> for Avx2 {
    /// 6 x 16 accumulators and their operands fill the 16 registers.
    const ROWS: usize = 6;

    #[inline(always)]
    fn panels(rows: usize) -> usize {
        match rows {
            1 => 4,
            2 | 3 => 2,
            _ => 1,
        }
    }

    #[inline(always)]
    unsafe fn tile(self, rows: usize, panels: usize, t: &Call<T>) {
        // SAFETY: `self` shows that AVX2 and FMA are there; the caller promises the rest.
        unsafe {
            choose_tile!(rows, panels, t, T::tile_avx2:
                (1, 1) (2, 1) (3, 1) (4, 1) (5, 1) (6, 1) (1, 2) (2, 2) (3, 2) (1, 4));
        }
    }

    fn pack(
        self,
        operand: &dyn Operand<T>,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<T>],
    ) {
        operand.pack_avx2(self, rows, cols, out);
    }
}

impl Transpose for Avx2 {
    #[inline(always)]
    fn fetch<B>(self, place: *const B) {
        // SAFETY: nothing is read, whatever the place is; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(place.cast()) }
    }

    #[inline(always)]
    fn transpose<B: Copy, const N: usize>(
        self,
        columns: [&[B; N]; LANES],
        lines: &mut [[B; LANES]; N],
    ) {
        // SAFETY: `self` shows that AVX2 is there.
        unsafe { transpose(columns, lines) }
    }
}

/// As [`pack`].
#[target_feature(enable = "avx2,fma,f16c")]
pub(super) fn pack_avx2<E: Element>(
    isa: Avx2,
    source: &Grid<E>,
    rows: Range<usize>,
    cols: Range<usize>,
    out: &mut [Line<E::Wide>],
) {
    pack(isa, source, rows, cols, out);
}

/// # Safety
/// As for [`Isa::tile`], for R rows and P panels.
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
#[allow(clippy::needless_range_loop)]
pub(super) unsafe fn tile_f32<const R: usize, const P: usize>(t: &Call<f32>) {
    let mut acc = [[[_mm256_setzero_ps(); 2]; P]; R];
    // SAFETY: all places are inside of what `Call` describes: r < R, p < P, and `a` and `b` are read
    // after at most depth - 1 steps. Loads and stores are unaligned ones.
    unsafe {
        for r in 0..R {
            for p in 0..P {
                let init = t.init.add(r * t.init_row + p * t.init_panel);
                acc[r][p] = [_mm256_loadu_ps(init), _mm256_loadu_ps(init.add(8))];
            }
        }
        let (mut a_run, mut b) = (t.a, t.b);
        let (a_row, a_col, b_row) = (t.a_row, t.a_col, t.b_row);
        let mut left = t.depth;
        while left > 0 {
            let mut a = a_run;
            for _ in 0..left.min(t.a_run) {
                let mut lines = [[_mm256_setzero_ps(); 2]; P];
                for p in 0..P {
                    let b = b.add(p * t.b_panel);
                    lines[p] = [_mm256_loadu_ps(b), _mm256_loadu_ps(b.add(8))];
                }
                for r in 0..R {
                    let factor = _mm256_broadcast_ss(&*a.add(r * a_row));
                    for p in 0..P {
                        for half in 0..2 {
                            let (x, y) = (acc[r][p][half], lines[p][half]);
                            acc[r][p][half] = _mm256_fmadd_ps(factor, y, x);
                        }
                    }
                }
                // The last step may lead outside, where nothing is read.
                a = a.wrapping_add(a_col);
                b = b.wrapping_add(b_row);
            }
            left = left.saturating_sub(t.a_run);
            a_run = a_run.wrapping_add(t.a_jump);
        }
        settle(acc.as_flattened_mut().as_flattened_mut());
        for r in 0..R {
            for p in 0..P {
                let c = t.c.add(r * t.c_row + p * t.c_panel);
                _mm256_storeu_ps(c, acc[r][p][0]);
                _mm256_storeu_ps(c.add(8), acc[r][p][1]);
            }
        }
    }
}

/// Makes NaNs canonical.
#[inline]
#[target_feature(enable = "avx2")]
fn settle(acc: &mut [__m256]) {
    let mut found = _mm256_setzero_ps();
    // One comparison looks at two vectors.
    for pair in acc.chunks(2) {
        let unordered = _mm256_cmp_ps::<_CMP_UNORD_Q>(pair[0], pair[pair.len() - 1]);
        found = _mm256_or_ps(found, unordered);
    }
    if _mm256_movemask_ps(found) != 0 {
        for x in acc {
            let nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(*x, *x);
            *x = _mm256_blendv_ps(*x, _mm256_set1_ps(CANONICAL_NAN), nan);
        }
    }
}

/// # Safety
/// As for [`Isa::tile`], for R rows and P panels.
#[inline(never)]
#[target_feature(enable = "avx2")]
#[allow(clippy::needless_range_loop)]
pub(super) unsafe fn tile_i32<const R: usize, const P: usize>(t: &Call<i32>) {
    let mut acc = [[[_mm256_setzero_si256(); 2]; P]; R];
    // SAFETY: as in `tile_f32`.
    unsafe {
        let load =
            |at: *const i32| [_mm256_loadu_si256(at.cast()), _mm256_loadu_si256(at.add(8).cast())];
        for r in 0..R {
            for p in 0..P {
                acc[r][p] = load(t.init.add(r * t.init_row + p * t.init_panel));
            }
        }
        let (mut a_run, mut b) = (t.a, t.b);
        let mut left = t.depth;
        while left > 0 {
            let mut a = a_run;
            for _ in 0..left.min(t.a_run) {
                let mut lines = [[_mm256_setzero_si256(); 2]; P];
                for p in 0..P {
                    lines[p] = load(b.add(p * t.b_panel));
                }
                for r in 0..R {
                    let pair = _mm256_set1_epi32(*a.add(r * t.a_row));
                    for p in 0..P {
                        for half in 0..2 {
                            let products = _mm256_madd_epi16(pair, lines[p][half]);
                            acc[r][p][half] = _mm256_add_epi32(acc[r][p][half], products);
                        }
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
                let c = t.c.add(r * t.c_row + p * t.c_panel);
                _mm256_storeu_si256(c.cast(), acc[r][p][0]);
                _mm256_storeu_si256(c.add(8).cast(), acc[r][p][1]);
            }
        }
    }
}

/// As [`Transpose::transpose`].
#[inline]
#[target_feature(enable = "avx2")]
fn transpose<B: Copy, const N: usize>(columns: [&[B; N]; LANES], lines: &mut [[B; LANES]; N]) {
    // Loops and not `map`: what a function without these instructions calls is not inlined into it.
    let mut at = [std::ptr::null::<u8>(); LANES];
    for (at, column) in at.iter_mut().zip(columns) {
        *at = column.as_ptr().cast();
    }
    let to = lines.as_mut_ptr().cast::<u8>();
    // SAFETY: each column has N elements, and there are as many lines as elements in a column. Bits are moved and
    // not looked at.
    unsafe {
        match (size_of::<B>(), N) {
            (4, 8) => transpose_fours(at, to),
            (2, 16) => transpose_twos(at, to),
            (1, 16) => transpose_ones(at, to),
            _ => transpose_portable(columns, lines),
        }
    }
}

/// # Safety
/// 16 columns of 8 elements of four bytes can be read, 8 lines of 16 of them can be written.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn transpose_fours(columns: [*const u8; LANES], lines: *mut u8) {
    for half in 0..2 {
        for top in 0..2 {
            // Columns c and c + 4 side by side, four elements of each, so that lanes are never crossed.
            let mut q = [_mm256_setzero_ps(); 4];
            for (c, q) in q.iter_mut().enumerate() {
                // SAFETY: four elements of a column.
                unsafe {
                    let low = _mm_loadu_ps(columns[8 * half + c].add(16 * top).cast());
                    let high = _mm_loadu_ps(columns[8 * half + c + 4].add(16 * top).cast());
                    *q = _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(low), high);
                }
            }
            let [a, b, c, d] = q;
            let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            let rows = [
                _mm256_shuffle_ps::<0x44>(ab, cd),
                _mm256_shuffle_ps::<0xEE>(ab, cd),
                _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
                _mm256_shuffle_ps::<0xEE>(ab_high, cd_high),
            ];
            for (r, row) in rows.into_iter().enumerate() {
                // SAFETY: half of line 4 * top + r < 8.
                unsafe { _mm256_storeu_ps(lines.add((4 * top + r) * 64 + 32 * half).cast(), row) }
            }
        }
    }
}

/// # Safety
/// 16 columns of 16 elements of two bytes can be read, 16 lines of them can be written.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn transpose_twos(columns: [*const u8; LANES], lines: *mut u8) {
    let mut halves = [[_mm256_setzero_si256(); 8]; 2];
    for (half, rows) in halves.iter_mut().enumerate() {
        for (c, row) in rows.iter_mut().enumerate() {
            // SAFETY: a column has 32 bytes.
            *row = unsafe { _mm256_loadu_si256(columns[8 * half + c].cast()) };
        }
        // Interleaving the upper with the lower half moves one bit of the index from the column to the line; after
        // three times eight of each have changed places, in both 16-byte lanes.
        for _ in 0..3 {
            let old = *rows;
            for i in 0..4 {
                rows[2 * i] = _mm256_unpacklo_epi16(old[i], old[i + 4]);
                rows[2 * i + 1] = _mm256_unpackhi_epi16(old[i], old[i + 4]);
            }
        }
    }
    for (k, (&left, &right)) in halves[0].iter().zip(&halves[1]).enumerate() {
        // SAFETY: lines k and k + 8 of 16.
        unsafe {
            let line = _mm256_permute2x128_si256::<0x20>(left, right);
            _mm256_storeu_si256(lines.add(k * 32).cast(), line);
            let line = _mm256_permute2x128_si256::<0x31>(left, right);
            _mm256_storeu_si256(lines.add((k + 8) * 32).cast(), line);
        }
    }
}

/// # Safety
/// 16 columns of 16 bytes can be read, 16 lines of them can be written.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn transpose_ones(columns: [*const u8; LANES], lines: *mut u8) {
    let mut rows = [_mm_setzero_si128(); LANES];
    for (row, column) in rows.iter_mut().zip(columns) {
        // SAFETY: a column has 16 bytes.
        *row = unsafe { _mm_loadu_si128(column.cast()) };
    }
    // As above, four times for 16 columns.
    for _ in 0..4 {
        let old = rows;
        for i in 0..8 {
            rows[2 * i] = _mm_unpacklo_epi8(old[i], old[i + 8]);
            rows[2 * i + 1] = _mm_unpackhi_epi8(old[i], old[i + 8]);
        }
    }
    for (k, row) in rows.into_iter().enumerate() {
        // SAFETY: line k of 16.
        unsafe { _mm_storeu_si128(lines.add(k * 16).cast(), row) }
    }
}

/// Widens f16 codes: `vcvtph2ps` is exact and makes NaNs quiet, as
/// [`f16_to_f32`](pto_isa::format::f16_to_f32) does. `false` if the machine has no F16C, or kernels may not use it.
#[inline(always)]
pub(super) fn widen_f16(codes: &[u16; LANES], wide: &mut [f32; LANES]) -> bool {
    let has = level() >= VectorLevel::Avx2;
    if has {
        // SAFETY: the machine has F16C and AVX.
        unsafe { convert_f16(codes, wide) }
    }
    has
}

#[inline]
#[target_feature(enable = "avx,f16c")]
fn convert_f16(codes: &[u16; LANES], wide: &mut [f32; LANES]) {
    // SAFETY: sixteen elements each; unaligned accesses.
    unsafe {
        for half in [0, 8] {
            let codes = _mm_loadu_si128(codes.as_ptr().add(half).cast());
            _mm256_storeu_ps(wide.as_mut_ptr().add(half), _mm256_cvtph_ps(codes));
        }
    }
}
