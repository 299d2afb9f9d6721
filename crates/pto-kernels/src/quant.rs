//! Instructions that compute in one type and give another: quantising to integers and back, sums that are narrowed.
//! Numbers are computed in lists of the thread and converted from there as by `tcvt`.
#![allow(unsafe_code)]

use super::cast::{CastFrom, CastMode, CastTo};
use super::context::Context;
use super::convert::planes;
use super::narrow::{Bf16, F16, Same, Stored};
use super::simd::{Isa, Wide, widest};
use super::staged::{Bits, Stage};
use super::strided::{Block, StridedRect};
use crate::memory::CoreMemory;
use pto_isa::DType;
use pto_isa::format::{Conversion, Rounding, Saturate};
use pto_isa::sem::convert::{Path, Plan};
use pto_isa::sem::{Elem, Num, TileAt, quant};
use std::marker::PhantomData;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// To nearest even, in one step.
pub(super) fn plan(from: DType, to: DType, saturate: Saturate) -> Plan {
    let how = Conversion::new(Rounding::Rint, saturate);
    Plan { from, to, how, path: Path::Direct, nan_disputed: false, nan_is_zero: false }
}

/// The upper left `shape` of a tile as numbers.
fn numbers(memory: &mut CoreMemory<'_>, t: &TileAt, shape: (u32, u32)) -> Option<Stage<f32>> {
    if shape.0 > t.valid.0 || shape.1 > t.valid.1 {
        return None;
    }
    let from = StridedRect::of_tile(memory, t, (0, 0), shape)?;
    if t.ty.dtype == DType::F32 {
        return Stage::of(&from);
    }
    let (rows, cols) = (from.rows.count, from.cols.count);
    let mut list = Stage::<f32>::new(rows * cols);
    let to = StridedRect::of_slice(&mut list, rows, cols)?;
    planes(&plan(t.ty.dtype, DType::F32, Saturate::Off), &from, &to)?;
    Some(list)
}

/// Puts numbers into a tile of another type, or of their own.
pub(super) fn put(
    mut list: Stage<f32>,
    dtype: DType,
    to: &StridedRect,
    saturate: Saturate,
) -> Option<()> {
    if dtype == DType::F32 {
        list.put(to);
        return Some(());
    }
    let from = StridedRect::of_slice(&mut list, to.rows.count, to.cols.count)?;
    planes(&plan(DType::F32, dtype, saturate), &from, to)
}

/// One number per row of an operand, as the definition finds them.
fn per_row(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    operand: u8,
    rows: u32,
) -> Option<Stage<f32>> {
    let t = cx.tile_ref(operand)?;
    if t.ty.dtype == DType::F32 && t.valid.0 >= rows && rows > 1 && t.valid.1 > 0 {
        return Stage::of_tile(memory, t, (rows, 1));
    }
    let numbers = cx.look(memory, |x| quant::per_row(x, operand, rows)).ok()?;
    let mut list = Stage::new(numbers.len());
    list.copy_from_slice(&numbers);
    Some(list)
}

/// `dst = saturate(round(src * scale + offset))` with a scale and an offset per row.
pub(super) fn to_int8(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, scale, offset, dst]: [u8; 4],
) -> Option<()> {
    let to = cx.tile_ref(dst)?;
    let (rows, cols) = to.valid;
    let scales = per_row(cx, memory, scale, rows)?;
    let offsets = match cx.arg(offset) {
        Some(_) => Some(per_row(cx, memory, offset, rows)?),
        None => None,
    };
    let rect = StridedRect::of_tile(memory, to, (0, 0), to.valid)?;
    let from = cx.tile_ref(src)?;
    if from.ty.dtype == DType::F32 && rows <= from.valid.0 && cols <= from.valid.1 {
        let steps = Steps { scales: &scales, offsets: offsets.as_deref() };
        let mode = CastMode::of(&plan(DType::F32, to.ty.dtype, Saturate::On))?;
        let done = match (StridedRect::of_tile(memory, from, (0, 0), to.valid), to.ty.dtype.plain())
        {
            (Some(from), DType::I8) => quantise::<i8>(&from, &rect, &steps, &mode),
            (Some(from), DType::U8) => quantise::<u8>(&from, &rect, &steps, &mode),
            _ => None,
        };
        if done.is_some() {
            return done;
        }
    }
    let mut list = numbers(memory, from, to.valid)?;
    let lines = list.chunks_exact_mut(cols as usize).zip(scales.iter());
    match &offsets {
        Some(offsets) => {
            for ((line, &scale), &offset) in lines.zip(offsets.iter()) {
                widest(EachNumber(line, move |x: f32| x.mul(scale).add(offset)));
            }
        }
        None => lines.for_each(|(line, &s)| widest(EachNumber(line, move |x: f32| x.mul(s)))),
    }
    put(list, to.ty.dtype, &rect, Saturate::On)
}

/// Scales and offsets, one for each row.
struct Steps<'a> {
    scales: &'a [f32],
    offsets: Option<&'a [f32]>,
}

/// Numbers to integers that saturate, with a scale and an offset per row. Nothing if rows are not in one piece, or meet.
fn quantise<T: Bits + CastTo>(
    from: &StridedRect,
    to: &StridedRect,
    steps: &Steps<'_>,
    mode: &CastMode,
) -> Option<()> {
    if from.meets(to) {
        return None;
    }
    let shape = (from.rows.count, from.cols.count);
    let (from, to) = (from.lines()?, to.lines()?);
    widest(Quantised::<T> { shape, from, to, steps, mode, of: PhantomData });
    Some(())
}

/// Numbers that are quantised at a time.
const LANES: usize = 64;

/// Rows of numbers to integers. Rows are in one piece, and those of one side apart from those of the other.
struct Quantised<'a, T> {
    shape: (usize, usize),
    from: Block,
    to: Block,
    steps: &'a Steps<'a>,
    mode: &'a CastMode,
    of: PhantomData<T>,
}

impl<T: Bits + CastTo> Wide for Quantised<'_, T> {
    const COMPUTES: bool = true;
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let (rows, cols) = self.shape;
        for r in 0..rows {
            // SAFETY: both sides have this row, aligned and in one piece, and nobody else uses them.
            let (from, to): (&[f32], &mut [T]) = unsafe {
                let (from, to) = (self.from.at(r, 0).cast(), self.to.at(r, 0).cast());
                (from_raw_parts(from, cols), from_raw_parts_mut(to, cols))
            };
            let (scale, offset) = (self.steps.scales[r], self.steps.offsets.map(|list| list[r]));
            let (from, from_rest) = from.as_chunks::<LANES>();
            let (to, to_rest) = to.as_chunks_mut::<LANES>();
            for (from, to) in from.iter().zip(to) {
                self.chunk::<I>(*from, to, scale, offset);
            }
            if !from_rest.is_empty() {
                let (mut last, mut codes) = ([0.0; LANES], [T::default(); LANES]);
                last[..from_rest.len()].copy_from_slice(from_rest);
                self.chunk::<I>(last, &mut codes, scale, offset);
                to_rest.copy_from_slice(&codes[..to_rest.len()]);
            }
        }
    }
}

impl<T: CastTo> Quantised<'_, T> {
    #[inline(always)]
    fn chunk<I: Isa>(
        &self,
        mut numbers: [f32; LANES],
        to: &mut [T; LANES],
        scale: f32,
        offset: Option<f32>,
    ) {
        for x in &mut numbers {
            *x = x.mul(scale);
        }
        if let Some(offset) = offset {
            for x in &mut numbers {
                *x = x.add(offset);
            }
        }
        // What saturates is always written.
        T::narrow::<I>(self.mode, &numbers, to);
    }
}

/// `dst = (src - offset) * scale` with a scale and an offset per row.
pub(super) fn from_int(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    [src, scale, offset, dst]: [u8; 4],
) -> Option<()> {
    let to = cx.tile_ref(dst)?;
    let (rows, cols) = to.valid;
    let scales = per_row(cx, memory, scale, rows)?;
    let offsets = per_row(cx, memory, offset, rows)?;
    let rect = StridedRect::of_tile(memory, to, (0, 0), to.valid)?;
    let steps: Vec<(f32, f32)> = offsets.iter().copied().zip(scales.iter().copied()).collect();
    let from = cx.tile_ref(src)?;
    if to.ty.dtype == DType::F32 && rows <= from.valid.0 && cols <= from.valid.1 {
        let from_rect = StridedRect::of_tile(memory, from, (0, 0), to.valid)?;
        match from.ty.dtype.plain() {
            DType::I8 => return dequantise::<i8>(&from_rect, &rect, &steps),
            DType::U8 => return dequantise::<u8>(&from_rect, &rect, &steps),
            DType::I16 => return dequantise::<i16>(&from_rect, &rect, &steps),
            DType::U16 => return dequantise::<u16>(&from_rect, &rect, &steps),
            DType::I32 => return dequantise::<i32>(&from_rect, &rect, &steps),
            _ => {}
        }
    }
    let mut list = numbers(memory, cx.tile_ref(src)?, to.valid)?;
    let lines = list.chunks_exact_mut(cols as usize);
    for (line, &(offset, scale)) in lines.zip(&steps) {
        widest(EachNumber(line, move |x: f32| x.sub(offset).mul(scale)));
    }
    put(list, to.ty.dtype, &rect, Saturate::Off)
}

/// Integers to numbers, with an offset and a scale per row.
fn dequantise<T: Bits + CastFrom>(
    from: &StridedRect,
    to: &StridedRect,
    steps: &[(f32, f32)],
) -> Option<()> {
    let cols = to.cols.count;
    let steps = &steps[..steps.len().min(to.rows.count)];
    if let (Some(a), Some(b), false) = (from.lines(), to.lines(), from.meets(to)) {
        let from = a.start.cast::<T>().cast_const();
        widest(Dequantised {
            from,
            from_row: a.row,
            to: b.start.cast(),
            to_row: b.row,
            cols,
            steps,
        });
        return Some(());
    }
    let (list, mut results) = (Stage::<T>::of(from)?, Stage::<f32>::new(to.rows.count * cols));
    let (row, at) = (cols as isize, results.as_mut_ptr());
    widest(Dequantised {
        from: list.as_ptr(),
        from_row: row * size_of::<T>() as isize,
        to: at,
        to_row: row * size_of::<f32>() as isize,
        cols,
        steps,
    });
    results.put(to);
    Some(())
}

/// Rows of integers to numbers. Rows are in one piece, as many bytes apart as is said, and those of one side apart from those of the
/// other.
struct Dequantised<'a, T> {
    from: *const T,
    from_row: isize,
    to: *mut f32,
    to_row: isize,
    cols: usize,
    /// Offset and scale of each row.
    steps: &'a [(f32, f32)],
}

impl<T: CastFrom> Wide for Dequantised<'_, T> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        const LANES: usize = 32;
        for (r, &(offset, scale)) in (0..).zip(self.steps) {
            // SAFETY: there are at least as many rows as steps, each in one piece.
            let (from, to) = unsafe {
                (
                    from_raw_parts(self.from.byte_offset(r * self.from_row), self.cols),
                    from_raw_parts_mut(self.to.byte_offset(r * self.to_row), self.cols),
                )
            };
            let ((from, from_rest), (to, to_rest)) =
                (from.as_chunks::<LANES>(), to.as_chunks_mut::<LANES>());
            for (from, to) in from.iter().zip(to) {
                let mut numbers = [0.0; LANES];
                T::widen::<I>(from, &mut numbers);
                for x in &mut numbers {
                    *x = x.sub(offset).mul(scale);
                }
                *to = numbers;
            }
            T::widen::<I>(from_rest, to_rest);
            for x in to_rest {
                *x = x.sub(offset).mul(scale);
            }
        }
    }
}

/// A function of every number of a list.
struct EachNumber<'a, F>(&'a mut [f32], F);

impl<F: Fn(f32) -> f32> Wide for EachNumber<'_, F> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        for x in self.0 {
            *x = (self.1)(*x);
        }
    }
}

/// Operands 0 and 1 combined in their own type, then narrowed to that of operand 2.
pub(super) fn relu_convert(
    elem: Elem,
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
) -> Option<()> {
    match cx.tile_ref(0)?.ty.dtype {
        DType::F32 => combine::<Same<f32>>(elem, cx, memory),
        DType::F16 => combine::<F16>(elem, cx, memory),
        DType::Bf16 => combine::<Bf16>(elem, cx, memory),
        DType::I16 => combine::<Same<i16>>(elem, cx, memory),
        _ => None,
    }
}

fn combine<S: Stored<Bits: Bits>>(
    elem: Elem,
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
) -> Option<()> {
    let (a, b, to) = (cx.tile_ref(0)?, cx.tile_ref(1)?, cx.tile_ref(2)?);
    let has = |t: &TileAt| to.valid.0 <= t.valid.0 && to.valid.1 <= t.valid.1;
    if !has(a) || !has(b) || a.ty.dtype != b.ty.dtype {
        return None;
    }
    let rect = StridedRect::of_tile(memory, to, (0, 0), to.valid)?;
    let mut sums = Stage::<S::Bits>::of_tile(memory, a, to.valid)?;
    let second = Stage::<S::Bits>::of_tile(memory, b, to.valid)?;
    match elem {
        Elem::AddRelu => widest(Combined::<S, _>(&mut sums, &second, |a, b| {
            Elem::AddRelu.apply(a, b, S::Wide::ZERO)
        })),
        Elem::SubRelu => widest(Combined::<S, _>(&mut sums, &second, |a, b| {
            Elem::SubRelu.apply(a, b, S::Wide::ZERO)
        })),
        _ => return None,
    }
    let from = StridedRect::of_slice(&mut sums, rect.rows.count, rect.cols.count)?;
    planes(&plan(a.ty.dtype, to.ty.dtype, Saturate::On), &from, &rect)
}

/// A function of the elements of two lists, into the first.
struct Combined<'a, S: Stored, F>(&'a mut [S::Bits], &'a [S::Bits], F);

impl<S: Stored, F: Fn(S::Wide, S::Wide) -> S::Wide> Wide for Combined<'_, S, F> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        const LANES: usize = 64;
        let (mut first, mut second) = ([S::Wide::ZERO; LANES], [S::Wide::ZERO; LANES]);
        for (a, b) in self.0.chunks_mut(LANES).zip(self.1.chunks(LANES)) {
            S::widen::<I>(a, &mut first);
            S::widen::<I>(b, &mut second);
            for (x, y) in first.iter_mut().zip(&second) {
                *x = (self.2)(*x, *y);
            }
            S::narrow::<I>(&first, a);
        }
    }
}
