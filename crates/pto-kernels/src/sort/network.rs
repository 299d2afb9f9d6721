//! Numbers sorted and lists merged by networks: which numbers are compared does not depend on what they are, so eight pairs are
//! compared at once and nothing is foreseen wrongly. With AVX-512, which has the larger and smaller of such numbers and an exchange of
//! any places of a vector in one instruction each; without, other ways are faster.
#![allow(unsafe_code)]

use crate::simd::{VectorLevel, level};
use std::arch::x86_64::*;

/// Numbers of a vector.
const LANES: usize = 8;
/// Vectors of a block that is sorted at once.
const BLOCK: usize = super::LANES / LANES;

/// Sorts every 32 numbers, the largest first. `false` if that is for others: nothing has happened then.
pub(super) fn sort_blocks(numbers: &mut [u64]) -> bool {
    let (vectors, rest) = numbers.as_chunks_mut::<LANES>();
    let (blocks, odd) = vectors.as_chunks_mut::<BLOCK>();
    if level() < VectorLevel::Avx512 || !rest.is_empty() || !odd.is_empty() {
        return false;
    }
    // SAFETY: the machine has AVX-512F.
    unsafe { sort_each(blocks) };
    true
}

/// Merges neighbouring lists of `length` numbers, the largest first. `false` if that is for others: nothing has happened then.
pub(super) fn merge_pairs(numbers: &mut [u64], length: usize) -> bool {
    let (vectors, rest) = numbers.as_chunks_mut::<LANES>();
    let fits = length.is_power_of_two() && length >= LANES && rest.is_empty();
    if level() < VectorLevel::Avx512 || !fits {
        return false;
    }
    // SAFETY: the machine has AVX-512F.
    unsafe { merge_each(vectors, length / LANES) };
    true
}

type Vector = [u64; LANES];

#[inline]
#[target_feature(enable = "avx512f")]
fn load(from: &Vector) -> __m512i {
    // SAFETY: there are 64 bytes.
    unsafe { _mm512_loadu_si512(std::ptr::from_ref(from).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(to: &mut Vector, vector: __m512i) {
    // SAFETY: there are 64 bytes.
    unsafe { _mm512_storeu_si512(std::ptr::from_mut(to).cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn reversed(vector: __m512i) -> __m512i {
    _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), vector)
}

/// Compares each number with that of its place in `other`; those of `SMALLER` become the smaller of both, the rest the larger.
#[inline]
#[target_feature(enable = "avx512f")]
fn choose<const SMALLER: u8>(vector: __m512i, other: __m512i) -> __m512i {
    let (large, small) = (_mm512_max_epu64(vector, other), _mm512_min_epu64(vector, other));
    _mm512_mask_blend_epi64(SMALLER, large, small)
}

/// Compares neighbours.
#[inline]
#[target_feature(enable = "avx512f")]
fn by_one(vector: __m512i) -> __m512i {
    choose::<0b1010_1010>(vector, _mm512_permutex_epi64::<0b10_11_00_01>(vector))
}

/// Compares what lies two apart.
#[inline]
#[target_feature(enable = "avx512f")]
fn by_two(vector: __m512i) -> __m512i {
    choose::<0b1100_1100>(vector, _mm512_permutex_epi64::<0b01_00_11_10>(vector))
}

/// Sorts a vector that rises and then falls, or the other way round.
#[inline]
#[target_feature(enable = "avx512f")]
fn settle(vector: __m512i) -> __m512i {
    let halves = _mm512_shuffle_i64x2::<0b01_00_11_10>(vector, vector);
    by_one(by_two(choose::<0b1111_0000>(vector, halves)))
}

/// Sorts a vector: pairs, then fours and eights of two sorted halves, the second of which is read from its end.
#[inline]
#[target_feature(enable = "avx512f")]
fn sorted(vector: __m512i) -> __m512i {
    let pairs = by_one(vector);
    let mirrored = _mm512_permutex_epi64::<0b00_01_10_11>(pairs);
    let fours = by_one(choose::<0b1100_1100>(pairs, mirrored));
    by_one(by_two(choose::<0b1111_0000>(fours, reversed(fours))))
}

#[target_feature(enable = "avx512f")]
fn sort_each(blocks: &mut [[Vector; BLOCK]]) {
    for block in blocks {
        for vector in block.iter_mut() {
            let list = sorted(load(vector));
            store(vector, list);
        }
        merge_each(block, 1);
        merge_each(block, 2);
    }
}

/// Merges neighbouring lists of `length` vectors.
#[inline]
#[target_feature(enable = "avx512f")]
fn merge_each(vectors: &mut [Vector], length: usize) {
    for list in vectors.chunks_exact_mut(2 * length) {
        // The larger of the first and the last, of the second and the last but one: that half has nothing smaller than the
        // other, and both rise and fall once.
        let (front, back) = list.split_at_mut(length);
        for (a, b) in front.iter_mut().zip(back.iter_mut().rev()) {
            let (x, y) = (load(a), reversed(load(b)));
            store(a, _mm512_max_epu64(x, y));
            store(b, reversed(_mm512_min_epu64(x, y)));
        }
        let mut distance = length / 2;
        while distance > 0 {
            for part in list.chunks_exact_mut(2 * distance) {
                let (front, back) = part.split_at_mut(distance);
                for (a, b) in front.iter_mut().zip(back) {
                    let (x, y) = (load(a), load(b));
                    store(a, _mm512_max_epu64(x, y));
                    store(b, _mm512_min_epu64(x, y));
                }
            }
            distance /= 2;
        }
        for vector in list {
            let list = settle(load(vector));
            store(vector, list);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_sort_and_merge_what_they_take() {
        let mut state = 1u64;
        let mut draw = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Few different numbers are often equal.
            if state >> 63 == 0 { state >> 60 } else { state }
        };
        for round in 0..200 {
            let mut numbers: Vec<u64> = (0..1024).map(|_| draw()).collect();
            let mut want = numbers.clone();
            if !sort_blocks(&mut numbers) {
                return;
            }
            want.chunks_mut(32).for_each(|b| b.sort_unstable_by_key(|n| !n));
            assert_eq!(numbers, want, "round {round}");
            for length in [32, 64, 128, 256, 512] {
                assert!(merge_pairs(&mut numbers, length));
                want.chunks_mut(2 * length).for_each(|l| l.sort_unstable_by_key(|n| !n));
                assert_eq!(numbers, want, "round {round}, lists of {length}");
            }
        }
        assert!(!merge_pairs(&mut [0; 48], 24) && !sort_blocks(&mut [0; 40]));
    }
}
