//! Sorting blocks of 32 and merging sorted blocks: records of a value and an index, the largest value first.
//!
//! Records are sorted by numbers: the rank of the value, and below it where the record stands. With AVX-512 networks sort and
//! merge them ([`network`]). Without, a block is sorted by counting: a record goes to the place that is the number of records
//! before it. That takes 32 comparisons for each, in vectors and without a branch.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod network;

use super::context::Context;
use super::simd::{Isa, Wide, widest};
use super::staged::{Results, Stage, View, with_bits};
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::sem::sort::{self, BLOCK, Record};
use pto_isa::{DType, Target};
use std::slice::from_raw_parts;

const LANES: usize = BLOCK as usize;

/// Whether ranks fit into 32 bits.
fn has_short_ranks(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F16 | DType::Bf16)
}

/// The bits of an element.
fn code<T: pto_isa::sem::Num>(element: T) -> u64 {
    element.to_code(DType::U64)
}

/// Sorts every 32 columns of each row.
pub(super) fn sort32(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, idx, dst]: [u8; 3],
) -> Option<()> {
    let (from, indices, to) = (cx.tile_ref(src)?, cx.tile_ref(idx)?, cx.tile_ref(dst)?);
    let dtype = from.ty.dtype;
    let (rows, cols) = from.valid;
    let shared = indices.valid.0 == 1;
    let index_shape = (if shared { rows.min(1) } else { rows }, cols);
    let inside = index_shape.0 <= indices.valid.0 && cols <= indices.valid.1;
    if !has_short_ranks(dtype) || !inside || indices.ty.dtype.bits() != 32 || cols == 0 {
        return None;
    }
    let indices = Stage::<u32>::of_tile(memory, indices, index_shape)?;
    // Columns of records, with the padding of a last block.
    let record = sort::record(dtype);
    let end = match cx.numerics.profile() {
        Target::CPU => cols,
        _ => cols.next_multiple_of(BLOCK).min((to.ty.cols / record).max(cols)),
    };
    let pad = sort::padding(dtype);
    let width = cols as usize;
    with_bits!(dtype.bits(), T => {
        let values = Stage::<T>::of_tile(memory, from, from.valid)?;
        let rect = StridedRect::of_tile(memory, to, (0, 0), (rows, end * record))?;
        if rect.size != size_of::<T>() {
            return None;
        }
        let mut sorted = Stage::<u64>::new(rows as usize * end as usize);
        let mut words = Stage::<u64>::new(width);
        for (r, (line, values)) in
            sorted.chunks_exact_mut(end as usize).zip(values.chunks_exact(width)).enumerate()
        {
            let indices = if shared { &indices[..] } else { &indices[r * width..][..width] };
            for ((word, v), i) in words.iter_mut().zip(values).zip(indices) {
                *word = code(*v) | u64::from(*i) << 32;
            }
            sort_row(dtype, &words, line);
            line[width..].fill(pad);
        }
        put_records(&sorted, &rect)
    })
}

/// Puts records into a rectangle of the elements they consist of.
fn put_records(records: &[Record], to: &StridedRect) -> Option<()> {
    with_bits!(8 * to.size, T => {
        let per = 8 / size_of::<T>();
        let mut codes = Stage::<T>::new(records.len() * per);
        for (codes, word) in codes.chunks_exact_mut(per).zip(records) {
            for (code, le) in codes.iter_mut().zip(word.to_le_bytes().as_chunks().0) {
                *code = T::from_le_bytes(*le);
            }
        }
        codes.put(to);
        Some(())
    })
}

/// Sorts every 32 records of a row into a list that has room for them.
fn sort_row(dtype: DType, words: &[Record], out: &mut [Record]) {
    let whole = words.len() / LANES * LANES;
    let start = if sort_by_network(dtype, &words[..whole], out) { whole } else { 0 };
    for (words, out) in words[start..].chunks(LANES).zip(out[start..].chunks_mut(LANES)) {
        sort_block(dtype, words, out);
    }
}

/// Sorts whole blocks by networks, if the machine has what they need.
fn sort_by_network(dtype: DType, words: &[Record], out: &mut [Record]) -> bool {
    let mut ranked = Stage::<u64>::new(words.len());
    rank_all(dtype, words, &mut ranked);
    if !network_sort(&mut ranked) {
        return false;
    }
    for ((block, ranked), out) in
        words.chunks_exact(LANES).zip(ranked.chunks_exact(LANES)).zip(out.chunks_exact_mut(LANES))
    {
        let (mut before, mut is_disputed) = ((0, 0), false);
        for (out, &number) in out.iter_mut().zip(ranked) {
            *out = block[!(number as u32) as usize % LANES];
            // Equal values are in the order of their indices.
            let next = (number >> 32, *out >> 32);
            is_disputed |= before.0 == next.0 && before.1 > next.1;
            before = next;
        }
        if is_disputed {
            out.copy_from_slice(block);
            sort::sort_block(dtype, out);
        }
    }
    true
}

#[cfg(target_arch = "x86_64")]
use network::{merge_pairs as network_merge, sort_blocks as network_sort};

#[cfg(not(target_arch = "x86_64"))]
fn network_sort(_: &mut [u64]) -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn network_merge(_: &mut [u64], _: usize) -> bool {
    false
}

/// Sorts up to 32 records into a list that has room for them.
fn sort_block(dtype: DType, block: &[Record], out: &mut [Record]) {
    // Missing records come last.
    let mut ranks = [i32::MIN; LANES];
    for (rank, word) in ranks.iter_mut().zip(block) {
        *rank = sort::rank(dtype, *word) as i32;
    }
    let mut places = [0; LANES];
    widest(Count { ranks: &ranks, places: &mut places });
    // Two records in one place leave the sum too small.
    let sum: u32 = places[..block.len()].iter().sum();
    if sum as usize != block.len() * (block.len() - 1) / 2 {
        let mut sorted = [0; LANES];
        let sorted = &mut sorted[..block.len()];
        sorted.copy_from_slice(block);
        sort::sort_block(dtype, sorted);
        out[..block.len()].copy_from_slice(sorted);
        return;
    }
    for (word, place) in block.iter().zip(places) {
        out[place as usize] = *word;
    }
}

/// Counts for each rank how many are larger.
struct Count<'a> {
    ranks: &'a [i32; LANES],
    places: &'a mut [u32; LANES],
}

impl Wide for Count<'_> {
    const COMPUTES: bool = true;
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let mut places = [0u32; LANES];
        for &other in self.ranks {
            for (place, rank) in places.iter_mut().zip(self.ranks) {
                *place += u32::from(other > *rank);
            }
        }
        *self.places = places;
    }
}

/// Merges every four neighbouring blocks of `length` columns into one.
pub(super) fn merge_blocks(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, length, dst]: [u8; 3],
) -> Option<()> {
    let (from, to) = (cx.tile_ref(src)?, cx.tile_ref(dst)?);
    let dtype = from.ty.dtype;
    let per = sort::record(dtype) as usize;
    let columns = usize::try_from(cx.look(memory, |x| x.int(length)).ok()?).ok()?;
    let cols = from.valid.1 as usize;
    if !has_short_ranks(dtype)
        || to.ty.dtype.bits() != dtype.bits()
        || from.valid.0 == 0
        || columns == 0
        || !columns.is_multiple_of(per)
    {
        return None;
    }
    let (block, groups) = (columns / per, cols / columns.checked_mul(4)?);
    let count = groups * 4 * block;
    let rect = StridedRect::of_tile(memory, to, (0, 0), (1, (count * per) as u32))?;
    let records: Stage<u64> = with_bits!(dtype.bits(), T => {
        let row = Stage::<T>::of_tile(memory, from, (1, from.valid.1))?;
        let mut records = Stage::<u64>::new(count);
        let each = 8 / size_of::<T>();
        if per != each {
            return None;
        }
        for (word, codes) in records.iter_mut().zip(row.chunks_exact(each)) {
            *word = 0;
            for (i, &element) in codes.iter().enumerate() {
                *word |= code(element) << (i * 8 * size_of::<T>());
            }
        }
        Some(records)
    })?;
    let mut ranked = Stage::<u64>::new(count);
    rank_all(dtype, &records, &mut ranked);
    // Of lists that are not sorted only the definition knows what becomes.
    if !widest(AreSorted { numbers: &ranked, length: block }) {
        return None;
    }
    for length in [block, 2 * block] {
        if !network_merge(&mut ranked, length) {
            let lists = std::mem::replace(&mut ranked, Stage::new(count));
            merge_pairs(&lists, &mut ranked, length);
        }
    }
    let mut merged = Stage::<u64>::new(count);
    for (word, ranked) in merged.iter_mut().zip(ranked.iter()) {
        *word = records[!(*ranked as u32) as usize];
    }
    put_records(&merged, &rect)
}

/// Ranks as numbers without a sign, and below them where their records stand: of equal ranks the record that stands first has
/// the larger number.
fn rank_all(dtype: DType, records: &[Record], ranked: &mut [u64]) {
    match dtype {
        DType::F32 => widest(Rank { records, ranked, rank: |word| sort::rank(DType::F32, word) }),
        DType::F16 => widest(Rank { records, ranked, rank: |word| sort::rank(DType::F16, word) }),
        _ => widest(Rank { records, ranked, rank: |word| sort::rank(DType::Bf16, word) }),
    }
}

struct Rank<'a, F> {
    records: &'a [Record],
    ranked: &'a mut [u64],
    rank: F,
}

impl<F: Fn(u64) -> i64> Wide for Rank<'_, F> {
    const COMPUTES: bool = true;
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        for (at, (ranked, word)) in self.ranked.iter_mut().zip(self.records).enumerate() {
            let rank = (self.rank)(*word) as i32 as u32 ^ 0x8000_0000;
            *ranked = u64::from(rank) << 32 | u64::from(!(at as u32));
        }
    }
}

/// Whether no number of a list is larger than the one before it.
struct AreSorted<'a> {
    numbers: &'a [u64],
    length: usize,
}

impl Wide for AreSorted<'_> {
    const COMPUTES: bool = true;
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let mut rises = 0;
        for list in self.numbers.chunks_exact(self.length) {
            for (number, next) in list.iter().zip(&list[1..]) {
                rises |= u64::from(number < next);
            }
        }
        rises == 0
    }
}

/// Merges neighbouring lists of `length` different numbers, the largest first.
///
/// From both ends at once: after as many steps as a list has numbers both ends meet, so neither looks past a list, and no
/// step depends on a branch that nobody can foresee.
fn merge_pairs(lists: &[u64], out: &mut [u64], length: usize) {
    for (list, out) in lists.chunks_exact(2 * length).zip(out.chunks_exact_mut(2 * length)) {
        let (mut first, mut second) = (0, length);
        let (mut first_last, mut second_last) = (length - 1, 2 * length - 1);
        let (front, back) = out.split_at_mut(length);
        for (largest, smallest) in front.iter_mut().zip(back.iter_mut().rev()) {
            let (a, b) = (list[first], list[second]);
            *largest = a.max(b);
            first += usize::from(a > b);
            second += usize::from(a < b);
            let (a, b) = (list[first_last], list[second_last]);
            *smallest = a.min(b);
            // The last step may lead before the list, where nothing is read.
            first_last = first_last.wrapping_sub(usize::from(a < b));
            second_last -= usize::from(a > b);
        }
    }
}

/// Counts per row the values of a byte of the elements.
pub(super) fn histogram(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, idx, dst]: [u8; 3],
) -> Option<()> {
    let (from, to) = (cx.tile_ref(src)?, cx.tile_ref(dst)?);
    let counted = cx.look(memory, |x| sort::counted(x, [src, idx])).ok()?;
    let cumulative = !cx.numerics.is_manual();
    let rect = StridedRect::of_tile(memory, to, (0, 0), (from.valid.0, 256))?;
    if rect.size != 4 {
        return None;
    }
    let cols = from.valid.1 as usize;
    let values = StridedRect::of_tile(memory, from, (0, 0), from.valid)?;
    let note =
        |memory: &mut CoreMemory<'_>| cx.look(memory, |x| x.note_quirk("histogram-cumulative"));
    if let (Some(a), Some(b), false) = (values.lines(), rect.lines(), values.meets(&rect)) {
        let disputed = with_bits!(from.ty.dtype.bits(), T => {
            let mut disputed = false;
            for r in 0..values.rows.count {
                // SAFETY: rows are in one piece, aligned and inside their tiles, which do not meet; one of bins has 256.
                let (row, bins) = unsafe {
                    (from_raw_parts(a.at(r, 0).cast::<T>(), cols), &mut *b.at(r, 0).cast::<[u32; 256]>())
                };
                disputed |= counted(r as u32).count(row.iter().map(|&x| code(x)), bins, cumulative);
            }
            Some(disputed)
        })?;
        if disputed {
            note(memory);
        }
        return Some(());
    }
    // SAFETY: bins that are not in a list lie apart from what is read.
    let mut bins = unsafe { Results::<u32>::of(&rect, &[&values])? };
    let disputed = with_bits!(from.ty.dtype.bits(), T => {
        // SAFETY: as above.
        let values = unsafe { View::<T>::of(&values)? };
        let mut disputed = false;
        let rows = bins.as_chunks_mut().0.iter_mut().zip(values.chunks_exact(cols));
        for (r, (bins, row)) in (0..).zip(rows) {
            disputed |= counted(r).count(row.iter().map(|&x| code(x)), bins, cumulative);
        }
        Some(disputed)
    })?;
    if disputed {
        note(memory);
    }
    bins.finish(&rect);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_as_blocks_are_by_definition() {
        let mut state = 7u64;
        let mut draw = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 32
        };
        // Zeros of both signs, NaNs of both signs, infinities, and few values that are often equal.
        let odd = [0, 0x8000_0000, 0x7FC0_0001, 0xFFC0_0000, 0x7F80_0000, 0xFF80_0000, 0x3F80_0000];
        for round in 0..300 {
            let length = [1, 31, 32, 33, 96, 256, 300][round % 7];
            let dtype = [DType::F32, DType::F16, DType::Bf16][round / 7 % 3];
            let shift = 32 - dtype.bits();
            let words: Vec<u64> = (0..length as u64)
                .map(|i| {
                    let value = match (round % 4, draw()) {
                        (0, n) => n,
                        (_, n) => odd[n as usize % odd.len()],
                    };
                    let index = if round % 3 == 0 { draw() % 4 } else { i };
                    (value & 0xFFFF_FFFF) >> shift | index << 32
                })
                .collect();
            let (mut out, mut want) = (vec![0; length], words.clone());
            sort_row(dtype, &words, &mut out);
            want.chunks_mut(LANES).for_each(|block| sort::sort_block(dtype, block));
            assert_eq!(out, want, "{dtype}, {length} records, round {round}");
        }
    }
}
