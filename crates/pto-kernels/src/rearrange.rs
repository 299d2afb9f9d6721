//! Tiles that are put together from others: copies with filled surroundings, tiles side by side, interleaved tiles.
#![allow(unsafe_code)]

use super::context::Context;
use super::copy::{copy, fill};
use super::staged::{Bits, Results, Stage, View, with_bits};
use super::strided::{Block, StridedRect};
use crate::memory::CoreMemory;
use pto_isa::sem::pad::Filling;
use pto_isa::sem::{FillPad, TileAt};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// A part of a tile; `Some(None)` if it is empty.
fn part(
    memory: &mut CoreMemory<'_>,
    t: &TileAt,
    corner: (u32, u32),
    shape: (u32, u32),
) -> Option<Option<StridedRect>> {
    if shape.0 == 0 || shape.1 == 0 {
        return Some(None);
    }
    StridedRect::of_tile(memory, t, corner, shape).map(Some)
}

/// A copy whose surroundings are filled.
pub(super) fn fill_pad(op: &FillPad, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let Filling { domain, kept, pad } = cx.look(memory, |x| op.plan(x)).ok()?;
    let (src, dst) = (cx.tile_ref(op.src)?, cx.tile_ref(op.dst)?);
    if src.ty.dtype.bits() != dst.ty.dtype.bits() {
        return None;
    }
    let Some(all) = part(memory, dst, (0, 0), domain)? else { return Some(()) };
    let inside = all.part((0, 0), kept);
    let from = part(memory, src, (0, 0), kept)?;
    if op.copies(cx.numerics)
        && let (Some(from), Some(to)) = (from, inside)
        && !from.is(&to)
    {
        // The rest of the destination must not be what is still to be read.
        if from.meets(&all) {
            return None;
        }
        copy(&from, &to);
    }
    let right = all.part((0, kept.1), (kept.0, domain.1 - kept.1));
    let below = all.part((kept.0, 0), (domain.0 - kept.0, domain.1));
    for rect in [right, below].into_iter().flatten() {
        fill(&rect, pad);
    }
    Some(())
}

/// All valid columns of two tiles side by side.
pub(super) fn concat(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [a, b, dst]: [u8; 3],
) -> Option<()> {
    let (a, b, dst) = (cx.tile_ref(a)?, cx.tile_ref(b)?, cx.tile_ref(dst)?);
    let rows = dst.valid.0;
    let size = dst.ty.dtype.bits();
    if rows == 0
        || rows > a.valid.0
        || rows > b.valid.0
        || a.ty.dtype.bits() != size
        || b.ty.dtype.bits() != size
    {
        return None;
    }
    let width = a.valid.1;
    let first = part(memory, a, (0, 0), (rows, width))?;
    let second = part(memory, b, (0, 0), (rows, b.valid.1))?;
    let left = part(memory, dst, (0, 0), (rows, width))?;
    let right = part(memory, dst, (0, width), (rows, b.valid.1))?;
    let pairs = [(first, left), (second, right)];
    let clash = |from: &StridedRect| [left, right].iter().flatten().any(|to| from.meets(to));
    if [first, second].iter().flatten().any(clash) {
        return None;
    }
    for (from, to) in pairs {
        if let (Some(from), Some(to)) = (from, to) {
            copy(&from, &to);
        }
    }
    Some(())
}

/// `a0 b0 a1 b1 ...` of each row: the first half to one tile, the second to another.
pub(super) fn interleave(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (a, b) = (cx.tile_ref(0)?, cx.tile_ref(1)?);
    let (low, high) = (cx.tile_ref(2)?, cx.tile_ref(3)?);
    let (rows, cols) = low.valid;
    let has = |t: &TileAt| rows <= t.valid.0 && cols <= t.valid.1;
    if !has(a) || !has(b) || !same_size(&[a, b, low, high]) {
        return None;
    }
    let first = StridedRect::of_tile(memory, low, (0, 0), low.valid)?;
    let second = StridedRect::of_tile(memory, high, (0, 0), low.valid)?;
    with_bits!(low.ty.dtype.bits(), T => {
        let from = [
            StridedRect::of_tile(memory, a, (0, 0), low.valid)?,
            StridedRect::of_tile(memory, b, (0, 0), low.valid)?,
        ];
        // SAFETY: results that are not in a list lie apart from what is read, and from each other.
        let (a, b, mut low, mut high) = unsafe {
            let others = [&from[0], &from[1], &first, &second];
            let low = Results::<T>::of(&first, &[others[0], others[1], others[3]])?;
            (View::<T>::of(&from[0])?, View::<T>::of(&from[1])?, low, Results::<T>::of(&second, &others[..3])?)
        };
        let cols = cols as usize;
        let mut stream = Stage::<T>::new(2 * cols);
        let outs = low.chunks_exact_mut(cols).zip(high.chunks_exact_mut(cols));
        for ((a, b), (low, high)) in a.chunks_exact(cols).zip(b.chunks_exact(cols)).zip(outs) {
            for (pair, (a, b)) in stream.as_chunks_mut().0.iter_mut().zip(a.iter().zip(b)) {
                *pair = [*a, *b];
            }
            low.copy_from_slice(&stream[..cols]);
            high.copy_from_slice(&stream[cols..]);
        }
        low.finish(&first);
        high.finish(&second);
        Some(())
    })
}

/// The elements of each row taken apart: even ones to one tile, odd ones to another.
pub(super) fn deinterleave(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let a = cx.tile_ref(0)?;
    let b = cx.tile_ref(1);
    let (even, odd) = (cx.tile_ref(2)?, cx.tile_ref(3)?);
    let (rows, cols) = even.valid;
    let width = if b.is_some() { cols } else { cols.checked_mul(2)? };
    let has = |t: &TileAt| rows <= t.valid.0 && width <= t.valid.1;
    if !has(a) || b.is_some_and(|b| !has(b)) || !same_size(&[a, b.unwrap_or(a), even, odd]) {
        return None;
    }
    let first = StridedRect::of_tile(memory, even, (0, 0), even.valid)?;
    let second = StridedRect::of_tile(memory, odd, (0, 0), even.valid)?;
    with_bits!(even.ty.dtype.bits(), T => {
        let a = StridedRect::of_tile(memory, a, (0, 0), (rows, width))?;
        let b = match b {
            Some(b) => Some(StridedRect::of_tile(memory, b, (0, 0), (rows, width))?),
            None => None,
        };
        let also = b.as_ref().unwrap_or(&a);
        let (cols, width) = (cols as usize, width as usize);
        let mut stream = Stage::<T>::new(2 * cols);
        let results_apart = !first.meets(&second);
        let apart = |to: &StridedRect| !to.meets(&a) && !to.meets(also);
        if let (Some(from), Some(from_also), Some(evens), Some(odds)) =
            (a.lines(), also.lines(), first.lines(), second.lines())
            && results_apart && apart(&first) && apart(&second)
        {
            for r in 0..rows as usize {
                // SAFETY: rows are in one piece, aligned, inside their tiles, and those that are written apart from all others.
                unsafe {
                    let row = |of: Block, n: usize| from_raw_parts(of.at(r, 0).cast::<T>().cast_const(), n);
                    let row_mut = |of: Block| from_raw_parts_mut(of.at(r, 0).cast::<T>(), cols);
                    let second = b.is_some().then(|| row(from_also, width));
                    take_apart(row(from, width), second, &mut stream, row_mut(evens), row_mut(odds));
                }
            }
            return Some(());
        }
        // SAFETY: results that are not in a list lie apart from what is read, and from each other.
        let (a, b, mut evens, mut odds) = unsafe {
            let evens = Results::<T>::of(&first, &[&a, also, &second])?;
            let odds = Results::<T>::of(&second, &[&a, also, &first])?;
            let b = match &b {
                Some(b) => Some(View::<T>::of(b)?),
                None => None,
            };
            (View::<T>::of(&a)?, b, evens, odds)
        };
        let outs = evens.chunks_exact_mut(cols).zip(odds.chunks_exact_mut(cols));
        for (r, (evens, odds)) in outs.enumerate() {
            let line = r * width..(r + 1) * width;
            take_apart(&a[line.clone()], b.as_ref().map(|b| &b[line]), &mut stream, evens, odds);
        }
        evens.finish(&first);
        odds.finish(&second);
        Some(())
    })
}

/// The elements of one or two rows, even and odd ones, by way of a list of all of them.
#[inline(always)]
fn take_apart<T: Bits>(
    a: &[T],
    b: Option<&[T]>,
    stream: &mut [T],
    evens: &mut [T],
    odds: &mut [T],
) {
    let (first, second) = stream.split_at_mut(a.len());
    first.copy_from_slice(a);
    if let Some(b) = b {
        second.copy_from_slice(b);
    }
    for ((even, odd), pair) in evens.iter_mut().zip(odds).zip(stream.as_chunks().0) {
        [*even, *odd] = *pair;
    }
}

/// Whether elements of all tiles have the same size.
fn same_size(tiles: &[&TileAt]) -> bool {
    tiles.iter().all(|t| t.ty.dtype.bits() == tiles[0].ty.dtype.bits())
}
