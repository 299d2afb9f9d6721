//! Gathering and scattering inside tiles, by position, by pattern, by byte offset and by comparison.
#![allow(unsafe_code)]

use super::context::Context;
use super::copy::fill;
use super::narrow::{Bf16, F16, Same, Stored};
use super::simd::{Isa, Wide, widest};
use super::staged::{Bits, Results, Stage, View, with_bits};
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::sem::compare::Relation;
use pto_isa::sem::exec::all_ones;
use pto_isa::sem::gather::{self, Pattern, Sought, Spread, count_at};
use pto_isa::sem::{Num, OutsideValid, TileAt};
use pto_isa::{DType, TileTy};

/// Whether the upper left `shape` of a tile is valid.
fn has(t: &TileAt, shape: (u32, u32)) -> bool {
    shape.0 <= t.valid.0 && shape.1 <= t.valid.1
}

/// A rectangle of a tile that is valid there.
fn valid(memory: &mut CoreMemory<'_>, t: &TileAt, shape: (u32, u32)) -> Option<StridedRect> {
    has(t, shape).then(|| StridedRect::of_tile(memory, t, (0, 0), shape))?
}

/// The codes of a tile of integers as positions or offsets.
///
/// # Safety
/// As for [`View::of`].
unsafe fn positions<'a>(from: &StridedRect) -> Option<View<'a, u32>> {
    match from.size {
        // SAFETY: the caller promises it.
        4 => unsafe { View::of(from) },
        2 => {
            let short = Stage::<u16>::of(from)?;
            let mut list = Stage::new(short.len());
            list.iter_mut().zip(short.iter()).for_each(|(p, s)| *p = u32::from(*s));
            Some(View::Copied(list))
        }
        _ => None,
    }
}

/// Whether all positions are below an end.
fn are_below(at: &[u32], end: usize) -> bool {
    struct Most<'a>(&'a [u32]);
    impl Wide for Most<'_> {
        type Out = u32;
        #[inline(always)]
        fn run<I: Isa>(self) -> u32 {
            self.0.iter().fold(0, |most, &i| Ord::max(most, i))
        }
    }
    at.is_empty() || (widest(Most(at)) as usize) < end
}

/// `dst[i,j] = src_flat[indices[i,j]]`.
pub(super) fn by_index(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, indices, dst]: [u8; 3],
) -> Option<()> {
    let (from, to) = (cx.tile_ref(src)?, cx.tile_ref(dst)?);
    if from.ty.dtype.bits() != to.ty.dtype.bits() {
        return None;
    }
    let at = valid(memory, cx.tile_ref(indices)?, to.valid)?;
    let all = StridedRect::of_tile(memory, from, (0, 0), from.shape())?;
    let rect = StridedRect::of_tile(memory, to, (0, 0), to.valid)?;
    let outside = match cx.numerics.outside_valid {
        _ if from.valid == from.shape() => None,
        OutsideValid::Memory => None,
        OutsideValid::Ones => Some(all_ones(from.ty.dtype)),
        OutsideValid::Zero => Some(0),
        // Only the definition says which one it is.
        OutsideValid::Trap => return None,
    };
    with_bits!(from.ty.dtype.bits(), T => {
        // SAFETY: results that are not in a list lie apart from what is read.
        let (at, list, mut results) = unsafe {
            (positions(&at)?, View::<T>::of(&all)?, Results::<T>::of(&rect, &[&at, &all])?)
        };
        if !are_below(&at, list.len()) {
            return None;
        }
        match outside {
            None => collect(&list, &at, &mut results),
            Some(code) => {
                let mut list = list.into_list();
                let (rows, cols) = (from.valid.0 as usize, from.valid.1 as usize);
                for (r, row) in list.chunks_mut(from.ty.cols as usize).enumerate() {
                    row[if r < rows { cols } else { 0 }..].fill(code as T);
                }
                collect(&list, &at, &mut results);
            }
        }
        results.finish(&rect);
        Some(())
    })
}

/// The elements at positions, which are inside the list.
fn collect<T: Copy>(list: &[T], at: &[u32], results: &mut [T]) {
    for (result, &i) in results.iter_mut().zip(at) {
        *result = list[i as usize];
    }
}

/// Keeps the selected columns or rows, as the definition says it of patterns.
pub(super) fn by_mask(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, dst]: [u8; 2],
) -> Option<()> {
    let (Pattern { factor, position }, columns) = cx.look(memory, gather::pattern).ok()?;
    let (from, to) = (cx.tile_ref(src)?, cx.tile_ref(dst)?);
    if from.ty.dtype.bits() != to.ty.dtype.bits() {
        return None;
    }
    let (factor, position) = (factor as usize, position as usize);
    let (rows, cols) = (from.valid.0 as usize, from.valid.1 as usize);
    with_bits!(from.ty.dtype.bits(), T => {
        // SAFETY: nothing is written before the last use.
        let all = unsafe { View::<T>::of_tile(memory, from, from.valid)? };
        if columns {
            let count = rows.saturating_sub(position).div_ceil(factor);
            let to = StridedRect::of_tile(memory, to, (0, 0), (count as u32, cols as u32))?;
            let mut kept = Stage::<T>::new(count * cols);
            let lines = all.chunks_exact(cols).skip(position).step_by(factor);
            for (kept, line) in kept.chunks_exact_mut(cols).zip(lines) {
                kept.copy_from_slice(line);
            }
            kept.put(&to);
            return Some(());
        }
        let count = cols.saturating_sub(position).div_ceil(factor);
        let mut kept = Stage::<T>::new(count * rows);
        if count > 0 {
            for (kept, line) in kept.chunks_exact_mut(count).zip(all.chunks_exact(cols)) {
                for (kept, x) in kept.iter_mut().zip(line[position..].iter().step_by(factor)) {
                    *kept = *x;
                }
            }
        }
        put_stream(memory, to, kept)
    })
}

/// Puts elements over the rows of a tile, each as long as its valid region.
fn put_stream<T: Bits>(memory: &mut CoreMemory<'_>, to: &TileAt, mut list: Stage<T>) -> Option<()> {
    let width = (to.valid.1 as usize).max(1);
    let (whole, rest) = (list.len() / width, list.len() % width);
    let rect = |memory: &mut CoreMemory<'_>, row: usize, shape: (usize, usize)| {
        StridedRect::of_tile(memory, to, (row as u32, 0), (shape.0 as u32, shape.1 as u32))
    };
    let above = if whole > 0 { Some(rect(memory, 0, (whole, width))?) } else { None };
    let below = if rest > 0 { Some(rect(memory, whole, (1, rest))?) } else { None };
    if let Some(to) = above {
        list.put(&to);
    }
    if let Some(to) = below {
        let mut last = Stage::new(rest);
        last.copy_from_slice(&list[whole * width..]);
        last.put(&to);
    }
    Some(())
}

/// `dst[i,j]` from a byte offset into `src`.
pub(super) fn by_byte_offset(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, offsets, dst]: [u8; 3],
) -> Option<()> {
    let (from, to) = (cx.tile_ref(src)?, cx.tile_ref(dst)?);
    let dtype = to.ty.dtype;
    let block = gather::offset_block(cx.numerics, dtype);
    let (rows, cols) = to.valid;
    let at = valid(memory, cx.tile_ref(offsets)?, (rows, cols.div_ceil(block)))?;
    let all = as_bytes(memory, from)?;
    let block = block as usize;
    let per_row = (cols as usize).div_ceil(block);
    let rect = StridedRect::of_tile(memory, to, (0, 0), to.valid)?;
    with_bits!(dtype.bits(), T => {
        const SIZE: usize = size_of::<T>();
        // SAFETY: results that are not in a list lie apart from what is read.
        let (at, bytes, mut results) = unsafe {
            (positions(&at)?, View::<u8>::of(&all)?, Results::<T>::of(&rect, &[&at, &all])?)
        };
        // The bytes that the last of a block needs are there.
        let most = (block.min(cols as usize) * SIZE).saturating_sub(1);
        if !are_below(&at, bytes.len().saturating_sub(most)) {
            return None;
        }
        let lines = results.chunks_exact_mut(cols as usize).zip(at.chunks_exact(per_row));
        for (line, at) in lines {
            for (part, &first) in line.chunks_mut(block).zip(at) {
                let from = &bytes[first as usize..][..part.len() * SIZE];
                for (x, le) in part.iter_mut().zip(from.as_chunks::<SIZE>().0) {
                    *x = T::from_le_bytes(*le);
                }
            }
        }
        results.finish(&rect);
        Some(())
    })?;
    if gather::offsets_are_disputed(to) {
        cx.look(memory, |x| x.note_quirk("gatherb-offsets"));
    }
    Some(())
}

/// All bytes of a tile as they lie.
fn as_bytes(memory: &mut CoreMemory<'_>, t: &TileAt) -> Option<StridedRect> {
    let count = u32::try_from(t.size_bytes()).ok()?;
    let ty = TileTy { space: t.ty.space, ..TileTy::vec(DType::U8, 1, count) };
    StridedRect::of_tile(memory, &TileAt::new(ty, (1, count), t.addr), (0, 0), (1, count))
}

/// `dst_flat[indexes[i,j]] = src[i,j]`; of several elements for one place the last in row order stays.
pub(super) fn scatter_by_index(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, indexes, dst]: [u8; 3],
) -> Option<()> {
    let (from, to) = (cx.tile_ref(src)?, cx.tile_ref(dst)?);
    let shape = cx.tile_ref(indexes)?.valid;
    let at = valid(memory, cx.tile_ref(indexes)?, shape)?;
    if !has(from, shape) || from.ty.dtype.bits() != to.ty.dtype.bits() {
        return None;
    }
    let from = StridedRect::of_tile(memory, from, (0, 0), shape)?;
    let rect = StridedRect::of_tile(memory, to, (0, 0), to.shape())?;
    with_bits!(to.ty.dtype.bits(), T => {
        // SAFETY: results that are not in a list lie apart from what is read.
        let (at, list, mut all) = unsafe {
            (positions(&at)?, View::<T>::of(&from)?, Results::<T>::of(&rect, &[&at, &from])?)
        };
        if !are_below(&at, all.len()) {
            return None;
        }
        // As many elements may still leave places untouched, if some have the same.
        let untouched = at.len() < all.len() || {
            let mut seen = Stage::<u8>::new(all.len());
            seen.fill(0);
            at.iter().for_each(|&i| seen[i as usize] = 1);
            seen.contains(&0)
        };
        if cx.look(memory, |x| gather::clears(x, untouched)) {
            all.fill(0);
        } else if let Results::Listed(list) = &mut all {
            *list = Stage::of(&rect)?;
        }
        for (&i, x) in at.iter().zip(list.iter()) {
            all[i as usize] = *x;
        }
        all.finish(&rect);
        Some(())
    })
}

/// Every element goes to the selected one of its places, the others become zero.
pub(super) fn scatter_by_mask(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, dst]: [u8; 2],
) -> Option<()> {
    let spread = cx.look(memory, |x| Spread::of(x, src)).ok()?;
    let (from, to) = (cx.tile_ref(src)?, cx.tile_ref(dst)?);
    if from.ty.dtype.bits() != to.ty.dtype.bits() {
        return None;
    }
    let Pattern { factor, position } = spread.pattern;
    let (factor, position) = (factor as usize, position as usize);
    let cols = from.valid.1 as usize;
    let all = StridedRect::of_tile(memory, to, (0, 0), to.shape())?;
    let rect = StridedRect::of_tile(memory, to, (0, 0), spread.shape)?;
    let from = StridedRect::of_tile(memory, from, (0, 0), from.valid)?;
    let clears = spread.clears && spread.shape != to.shape();
    let others = if clears { &all } else { &from };
    with_bits!(to.ty.dtype.bits(), T => {
        // SAFETY: results that are not in a list lie apart from what is read, and from what is cleared.
        let (list, mut places) =
            unsafe { (View::<T>::of(&from)?, Results::<T>::of(&rect, &[&from, others])?) };
        places.fill(0);
        if spread.columns {
            let lines = places.chunks_exact_mut(cols).skip(position).step_by(factor);
            lines.zip(list.chunks_exact(cols)).for_each(|(to, from)| to.copy_from_slice(from));
        } else {
            let selected = places.iter_mut().skip(position).step_by(factor);
            selected.zip(list.iter()).for_each(|(to, from)| *to = *from);
        }
        if clears {
            fill(&all, 0);
        }
        places.finish(&rect);
        Some(())
    })
}

/// The positions of the elements of each row that compare with a number, and how many there are.
pub(super) fn by_comparison(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, value, dst, count]: [u8; 4],
) -> Option<()> {
    let sought = cx.look(memory, |x| Sought::of(x, src, value)).ok()?;
    let (from, to, counts) = (cx.tile_ref(src)?, cx.tile_ref(dst)?, cx.tile_ref(count)?);
    let (rows, cols) = from.valid;
    let rect = StridedRect::of_tile(memory, from, (0, 0), from.valid)?;
    let mut columns = Stage::<u32>::new(rows as usize * cols as usize);
    let mut found = Stage::<u32>::new(rows as usize);
    match from.ty.dtype {
        DType::F32 => find::<Same<f32>>(&rect, &sought, &mut columns, &mut found),
        DType::F16 => find::<F16>(&rect, &sought, &mut columns, &mut found),
        DType::Bf16 => find::<Bf16>(&rect, &sought, &mut columns, &mut found),
        DType::I32 => find::<Same<i32>>(&rect, &sought, &mut columns, &mut found),
        DType::U32 => find::<Same<u32>>(&rect, &sought, &mut columns, &mut found),
        DType::I16 => find::<Same<i16>>(&rect, &sought, &mut columns, &mut found),
        DType::U16 => find::<Same<u16>>(&rect, &sought, &mut columns, &mut found),
        _ => None,
    }?;
    let bits = to.ty.dtype.bits();
    let last = count_at(counts, rows - 1);
    let fits = |n: u32| n <= to.ty.cols && rows <= to.ty.rows;
    if !found.iter().all(|&n| fits(n))
        || counts.ty.dtype.bits() != 32
        || last.0 >= counts.ty.rows
        || counts.valid.1 > counts.ty.cols
        || !matches!(bits, 16 | 32)
    {
        return None;
    }
    // As the definition writes them: a row and its count, which may lie over the next row.
    for (r, columns) in (0..rows).zip(columns.chunks_exact(cols as usize)) {
        let n = found[r as usize];
        if n > 0 {
            let rect = StridedRect::of_tile(memory, to, (r, 0), (1, n))?;
            let columns = columns[..n as usize].iter();
            with_bits!(bits, T => {
                let mut line = Stage::<T>::new(n as usize);
                let places = columns.map(|&c| sought.position(r, c) as T);
                line.iter_mut().zip(places).for_each(|(x, position)| *x = position);
                line.put(&rect);
                Some(())
            })?;
        }
        let rect = StridedRect::of_tile(memory, counts, count_at(counts, r), (1, 1))?;
        fill(&rect, n.into());
    }
    Some(())
}

/// The columns of each row whose elements compare, and how many they are.
fn find<S: Stored<Bits: Bits>>(
    from: &StridedRect,
    sought: &Sought,
    columns: &mut [u32],
    found: &mut [u32],
) -> Option<()> {
    // SAFETY: nothing is written but to lists.
    let list = unsafe { View::<S::Bits>::of(from)? };
    let number = sought.number::<S::Wide>();
    let cols = from.cols.count;
    let lines = list.chunks_exact(cols).zip(columns.chunks_exact_mut(cols));
    for ((row, columns), found) in lines.zip(found) {
        *found = widest(Found::<S>(row, sought.relation, number, columns));
    }
    Some(())
}

/// Collects the columns of a row that compare with a number; how many they are.
struct Found<'a, S: Stored>(&'a [S::Bits], Relation, S::Wide, &'a mut [u32]);

impl<S: Stored> Wide for Found<'_, S> {
    type Out = u32;
    #[inline(always)]
    fn run<I: Isa>(self) -> u32 {
        const LANES: usize = 64;
        let Found(row, relation, number, columns) = self;
        let mut wide = [S::Wide::ZERO; LANES];
        let mut found = 0;
        for (part, start) in row.chunks(LANES).zip((0..).step_by(LANES)) {
            S::widen::<I>(part, &mut wide);
            for (x, column) in wide[..part.len()].iter().zip(start..) {
                // Written in any case, counted if it compares: no branch that nobody foresees.
                columns[found] = column;
                found += usize::from(relation.holds(*x, number));
            }
        }
        found as u32
    }
}
