//! Squares of elements whose rows become columns, in 16-byte registers that every x86-64 machine has.
#![allow(unsafe_code)]

use super::strided::Block;
use std::arch::x86_64::*;

/// Copies a square of 16 / `N` rows and columns of elements of `N` bytes. Neighbours in `a` are in a row,
/// neighbours in `b` in a column.
///
/// # Safety
/// All elements are inside their memories.
#[inline(always)]
pub(super) unsafe fn square<const N: usize>(a: Block, b: Block) {
    let side = 16 / N;
    // SAFETY: SSE2 is part of x86-64.
    let mut lines = [unsafe { _mm_setzero_si128() }; 16];
    for (i, line) in lines[..side].iter_mut().enumerate() {
        // SAFETY: row `i` of the square is 16 bytes of `a`.
        *line = unsafe { _mm_loadu_si128(a.start.offset(i as isize * a.row).cast()) };
    }
    // Interleaving the upper with the lower half moves one bit of the index from the row to the column;
    // after log2(side) times they have changed places.
    for _ in 0..side.trailing_zeros() {
        let old = lines;
        for i in 0..side / 2 {
            let (upper, lower) = (old[i], old[i + side / 2]);
            (lines[2 * i], lines[2 * i + 1]) = interleave::<N>(upper, lower);
        }
    }
    for (i, line) in lines[..side].iter().enumerate() {
        // SAFETY: column `i` of the square is 16 bytes of `b`.
        unsafe { _mm_storeu_si128(b.start.offset(i as isize * b.col).cast(), *line) };
    }
}

#[inline(always)]
fn interleave<const N: usize>(a: __m128i, b: __m128i) -> (__m128i, __m128i) {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        match N {
            1 => (_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)),
            2 => (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)),
            4 => (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)),
            _ => (_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)),
        }
    }
}
