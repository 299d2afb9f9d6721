//! The inner loops and packing with AVX2, FMA and F16C, which came together.
#![allow(unsafe_code)]

use super::kernel::{CANONICAL_NAN, Call, Isa, LANES, Line, Scalar, tile_portable};
use super::pack::{pack_left, pack_right};
use super::source::Source;
use std::arch::x86_64::*;
use std::ops::Range;

/// Shows that the machine has them.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Asks the machine; the standard library keeps the answer.
    #[inline(always)]
    pub fn detect() -> Option<Avx2> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c");
        all.then_some(Avx2(()))
    }
}

impl<T: Scalar> Isa<T> for Avx2 {
    #[inline(always)]
    unsafe fn tile<const R: usize, const V: usize>(self, t: &Call<T>) {
        // SAFETY: `self` shows that AVX2 and FMA are there; the caller promises the rest.
        unsafe { T::tile_avx2::<R, V>(t) }
    }

    fn pack_left<S: Source<Wide = T>>(
        self,
        source: &S,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [T],
    ) -> (usize, usize) {
        // SAFETY: `self` shows that the instructions are there.
        unsafe { pack_left_avx2(source, rows, cols, out) }
    }

    fn pack_right<S: Source<Wide = T>>(
        self,
        source: &S,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<T>],
    ) {
        // SAFETY: `self` shows that the instructions are there.
        unsafe { pack_right_avx2(self, source, rows, cols, out) }
    }

    #[inline(always)]
    fn transpose(self, from: &[Line<T>; LANES], to: &mut [Line<T>; LANES]) {
        const { assert!(size_of::<T>() == size_of::<f32>()) }
        // SAFETY: `self` shows that AVX2 is there; both are 16 x 16 elements of four bytes,
        // whose bits are moved and not looked at.
        unsafe { transpose(from.as_ptr().cast(), to.as_mut_ptr().cast()) }
    }
}

#[target_feature(enable = "avx2,fma,f16c")]
fn pack_left_avx2<S: Source>(
    source: &S,
    rows: Range<usize>,
    cols: Range<usize>,
    out: &mut [S::Wide],
) -> (usize, usize) {
    pack_left(source, rows, cols, out)
}

#[target_feature(enable = "avx2,fma,f16c")]
fn pack_right_avx2<S: Source<Wide: Scalar>>(
    isa: Avx2,
    source: &S,
    rows: Range<usize>,
    cols: Range<usize>,
    out: &mut [Line<S::Wide>],
) {
    pack_right(isa, source, rows, cols, out);
}

/// # Safety
/// As [`Isa::tile`].
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn tile_f32<const R: usize, const V: usize>(t: &Call<f32>) {
    let mut acc = [[_mm256_setzero_ps(); V]; R];
    // SAFETY: all places are inside of what `Call` describes: r < R, v < V, and `a` and `b` are read
    // after at most depth - 1 steps. Loads and stores are unaligned ones.
    unsafe {
        for (r, row) in acc.iter_mut().enumerate() {
            for (v, x) in row.iter_mut().enumerate() {
                *x = _mm256_loadu_ps(t.init.add(r * t.init_row + 8 * v));
            }
        }
        let (mut a, mut b) = (t.a, t.b);
        let (a_row, a_col, b_row) = (t.a_row, t.a_col, t.b_row);
        for _ in 0..t.depth {
            let mut columns = [_mm256_setzero_ps(); V];
            for (v, column) in columns.iter_mut().enumerate() {
                *column = _mm256_loadu_ps(b.add(8 * v));
            }
            for (r, row) in acc.iter_mut().enumerate() {
                let factor = _mm256_broadcast_ss(&*a.add(r * a_row));
                for (x, column) in row.iter_mut().zip(columns) {
                    *x = _mm256_fmadd_ps(factor, column, *x);
                }
            }
            // The last step may lead outside, where nothing is read.
            a = a.wrapping_add(a_col);
            b = b.wrapping_add(b_row);
        }
        settle(&mut acc);
        for (r, row) in acc.iter().enumerate() {
            for (v, x) in row.iter().enumerate() {
                _mm256_storeu_ps(t.c.add(r * t.c_row + 8 * v), *x);
            }
        }
    }
}

/// Makes NaNs canonical.
#[inline]
#[target_feature(enable = "avx2")]
fn settle<const R: usize, const V: usize>(acc: &mut [[__m256; V]; R]) {
    let flat = acc.as_flattened_mut();
    let mut found = _mm256_setzero_ps();
    // One comparison looks at two vectors.
    for pair in flat.chunks(2) {
        let unordered = _mm256_cmp_ps::<_CMP_UNORD_Q>(pair[0], pair[pair.len() - 1]);
        found = _mm256_or_ps(found, unordered);
    }
    if _mm256_movemask_ps(found) != 0 {
        for x in flat {
            let nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(*x, *x);
            *x = _mm256_blendv_ps(*x, _mm256_set1_ps(CANONICAL_NAN), nan);
        }
    }
}

/// # Safety
/// As [`Isa::tile`].
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn tile_i32<const R: usize, const V: usize>(t: &Call<i32>) {
    // SAFETY: the caller promises what is asked for.
    unsafe { tile_portable::<i32, R, V>(t) }
}

/// # Safety
/// `from` can be read and `to` written for 16 x 16 elements; they do not overlap.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn transpose(from: *const f32, to: *mut f32) {
    for corner in 0..4 {
        let (i, j) = (corner / 2 * 8, corner % 2 * 8);
        // SAFETY: an 8 x 8 corner of 16 x 16 elements.
        unsafe { transpose8(from.add(i * LANES + j), to.add(j * LANES + i)) }
    }
}

/// # Safety
/// `from` can be read and `to` written for 8 rows of 8 elements, [`LANES`] apart.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn transpose8(from: *const f32, to: *mut f32) {
    let mut rows = [_mm256_setzero_ps(); 8];
    // SAFETY: half rows r + 0 .. r + 4 and half rows below them, all inside.
    unsafe {
        for (r, row) in rows.iter_mut().enumerate() {
            // Rows r and r + 4 of one half side by side, so that lanes are never crossed.
            let place = from.add(r % 4 * LANES + r / 4 * 4);
            let low = _mm256_castps128_ps256(_mm_loadu_ps(place));
            *row = _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(place.add(4 * LANES)));
        }
    }
    for half in 0..2 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|r| rows[4 * half + r]);
        let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
        let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
        let columns = [
            _mm256_shuffle_ps::<0x44>(ab, cd),
            _mm256_shuffle_ps::<0xEE>(ab, cd),
            _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
            _mm256_shuffle_ps::<0xEE>(ab_high, cd_high),
        ];
        for (r, column) in columns.into_iter().enumerate() {
            // SAFETY: row 4 * half + r < 8.
            unsafe { _mm256_storeu_ps(to.add((4 * half + r) * LANES), column) }
        }
    }
}

/// Widens f16 codes: `vcvtph2ps` is exact and makes NaNs quiet, as
/// [`f16_to_f32`](pto_isa::format::f16_to_f32) does. `None` if the machine has no F16C.
#[inline(always)]
pub(super) fn widen_f16(codes: &[u16; 8]) -> Option<[f32; 8]> {
    // SAFETY: the machine has F16C, and AVX, without which there is no F16C.
    is_x86_feature_detected!("f16c").then(|| unsafe { convert_f16(codes) })
}

#[inline]
#[target_feature(enable = "avx,f16c")]
fn convert_f16(codes: &[u16; 8]) -> [f32; 8] {
    let mut wide = [0.0; 8];
    // SAFETY: eight elements each; unaligned accesses.
    unsafe {
        let codes = _mm_loadu_si128(codes.as_ptr().cast());
        _mm256_storeu_ps(wide.as_mut_ptr(), _mm256_cvtph_ps(codes));
    }
    wide
}
