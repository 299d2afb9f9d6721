//! Conversions between element types in vector loops: to the nearest, or for integers in any mode but one.
//!
//! Numbers pass through f32, which is exact for every type that is admitted here, so there is one rounding.
//! What a loop cannot do is left to [`Plan::apply`], for a few elements (huge floats to integers without
//! saturation) or for the whole instruction.
//!
//! There is one loop per type on either side and not one per pair of types, which would be a third of the
//! whole program.

use super::buffer::{Buffer, LONG, buffers};
use super::cast::{Bf16Bits, CastFrom, CastMode, CastTo, F16Bits, make_canonical};
use super::cast_int;
use super::copy::copy_part;
use super::simd::{Isa, Wide, widest};
use super::strided::{Block, Blocks, StridedRect};
use pto_isa::DType::{self, *};
use pto_isa::sem::convert::Plan;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Elements that are converted at a time. The buffers on the way hold them, whatever their type.
const CHUNK: usize = 1024;
const _: () = assert!(CHUNK <= LONG);

/// Shorter rows are converted several at a time.
const SHORT: usize = 64;

/// Converts every element of `to` from the same row and column of `from`, which must have them.
#[allow(unsafe_code)]
pub(super) fn planes(plan: &Plan, from: &StridedRect, to: &StridedRect) -> Option<()> {
    if plan.from.is_int() && plan.to.is_int() {
        return cast_int::planes(plan, from, to);
    }
    let in_place = from.is(to);
    if !from.is_aligned() || !to.is_aligned() || (from.meets(to) && !in_place) {
        return None;
    }
    let mode = CastMode::of(plan)?;
    // The definition says so where a NaN is read in two ways.
    if plan.nan_disputed && has_nan(plan.from.plain(), from) {
        return None;
    }
    // f32 holds every integer of more than 24 bits only after rounding, so nothing may round it again. Of those f16 has
    // none: they are beyond its largest number, rounded or not.
    let (from_type, to_type) = (plan.from.plain(), plan.to.plain());
    if (from_type == I32 && !matches!(to_type, F32 | F16)) || (from_type == I64 && to_type != F32) {
        return None;
    }
    let work = Work {
        mode,
        widen: widening(plan.from.plain())?,
        narrow: narrowing(plan.to.plain())?,
        gives_numbers: plan.to.plain() == F32,
        sizes: (from.size, to.size),
        in_place,
    };
    // SAFETY: a plane's elements are inside its memory; these are aligned, and the same or apart. No other
    // kernel of this thread uses the buffers now.
    unsafe {
        let room = &mut *buffers();
        let shape = (to.rows.count, to.cols.count);
        if let (Some(a), Some(b)) = (from.whole(), to.whole()) {
            work.block(room, shape, a, b);
        } else {
            for (shape, a, b) in Blocks::of(from, to) {
                work.block(room, shape, a, b);
            }
        }
    }
    Some(())
}

/// Whether an element is a NaN; of another type than f32 and bf16, perhaps.
#[allow(unsafe_code)]
fn has_nan(dtype: DType, from: &StridedRect) -> bool {
    let any = |(rows, cols): (usize, usize), a: Block| {
        let row = |r: usize| match dtype {
            // SAFETY: the elements of a plane are inside its memory, and aligned.
            F32 => unsafe { row_has::<f32>(a, r, cols, |x| x.is_nan()) },
            // SAFETY: as above.
            Bf16 => unsafe { row_has::<u16>(a, r, cols, |x| x & 0x7FFF > 0x7F80) },
            _ => true,
        };
        (0..rows).any(row)
    };
    match from.whole() {
        Some(a) => any((from.rows.count, from.cols.count), a),
        None => Blocks::of(from, from).any(|(shape, a, _)| any(shape, a)),
    }
}

/// # Safety
/// The row is inside its memory, and its elements are aligned.
#[allow(unsafe_code)]
unsafe fn row_has<T: Copy>(a: Block, row: usize, cols: usize, is: impl Fn(T) -> bool) -> bool {
    if a.col == size_of::<T>() as isize {
        // SAFETY: as promised; the elements are neighbours. Without an early end the loop is one of vectors.
        let row = unsafe { from_raw_parts(a.at(row, 0).cast::<T>(), cols) };
        return row.iter().fold(false, |any, &x| any | is(x));
    }
    // SAFETY: as promised.
    (0..cols).any(|c| is(unsafe { a.at(row, c).cast::<T>().read() }))
}

/// Makes numbers of as many elements, and their NaNs canonical if the last argument says so.
///
/// # Safety
/// The elements are there, aligned and apart from the numbers.
type Widen = unsafe fn(*const u8, &mut [f32], bool);

/// Makes elements of numbers. `false` if a number needs [`Plan::apply`]: nothing is written then.
///
/// # Safety
/// There is room for as many elements, aligned and apart from the numbers.
type Narrow = unsafe fn(&CastMode, &[f32], *mut u8) -> bool;

/// How elements become numbers; `Some(None)` if they are.
fn widening(dtype: DType) -> Option<Option<Widen>> {
    Some(match dtype {
        F32 => None,
        F16 => Some(widen::<F16Bits>),
        Bf16 => Some(widen::<Bf16Bits>),
        I32 => Some(widen::<i32>),
        I64 => Some(widen::<i64>),
        I16 => Some(widen::<i16>),
        U16 => Some(widen::<u16>),
        I8 => Some(widen::<i8>),
        U8 => Some(widen::<u8>),
        _ => return None,
    })
}

fn narrowing(dtype: DType) -> Option<Narrow> {
    Some(match dtype {
        F32 => narrow::<f32>,
        F16 => narrow::<F16Bits>,
        Bf16 => narrow::<Bf16Bits>,
        I32 => narrow::<i32>,
        I64 => narrow::<i64>,
        I16 => narrow::<i16>,
        U16 => narrow::<u16>,
        I8 => narrow::<i8>,
        U8 => narrow::<u8>,
        _ => return None,
    })
}

/// # Safety
/// See [`Widen`].
#[allow(unsafe_code)]
unsafe fn widen<S: CastFrom>(from: *const u8, to: &mut [f32], canonical: bool) {
    // SAFETY: as promised; any bits are an element.
    let from = unsafe { from_raw_parts(from.cast::<S>(), to.len()) };
    widest(Widening { from, to, canonical });
}

struct Widening<'a, S> {
    from: &'a [S],
    to: &'a mut [f32],
    canonical: bool,
}

impl<S: CastFrom> Wide for Widening<'_, S> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        S::widen::<I>(self.from, self.to);
        if self.canonical {
            make_canonical(self.to);
        }
    }
}

/// # Safety
/// See [`Narrow`].
#[allow(unsafe_code)]
unsafe fn narrow<T: CastTo>(mode: &CastMode, from: &[f32], to: *mut u8) -> bool {
    // SAFETY: as promised; any bits are an element.
    let to = unsafe { from_raw_parts_mut(to.cast::<T>(), from.len()) };
    widest(Narrowing { mode, from, to })
}

struct Narrowing<'a, T> {
    mode: &'a CastMode,
    from: &'a [f32],
    to: &'a mut [T],
}

impl<T: CastTo> Wide for Narrowing<'_, T> {
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        T::narrow::<I>(self.mode, self.from, self.to)
    }
}

/// A conversion of planes.
struct Work {
    mode: CastMode,
    widen: Option<Widen>,
    narrow: Narrow,
    /// Results are numbers as they are computed with.
    gives_numbers: bool,
    /// Bytes of an element on either side.
    sizes: (usize, usize),
    /// Both sides are the same elements.
    in_place: bool,
}

impl Work {
    /// Evenly spaced rows and columns.
    ///
    /// # Safety
    /// The elements are inside their memories and aligned; the blocks are the same or do not meet.
    #[allow(unsafe_code)]
    unsafe fn block(
        &self,
        [numbers, own, out, _]: &mut [Buffer; 4],
        (rows, cols): (usize, usize),
        a: Block,
        b: Block,
    ) {
        let (from, to) = self.sizes;
        let by_column = a.row == from as isize && a.col != a.row;
        let (rows, cols, a, b) = match by_column {
            true => (cols, rows, a.transposed(), b.transposed()),
            false => (rows, cols, a, b),
        };
        let numbers = numbers.floats();
        let dense = |x: Block, size: usize| x.col == size as isize || cols == 1;
        let full = |x: Block, size: usize| x.row == (cols * size) as isize || rows == 1;
        let both_dense = dense(a, from) && dense(b, to);
        // SAFETY: rows and columns are inside the blocks; a part has at most CHUNK elements, which is what
        // the buffers hold.
        unsafe {
            if both_dense && full(a, from) && full(b, to) {
                return self.row(numbers, a.start, b.start, rows * cols);
            }
            if both_dense && cols >= SHORT {
                for r in 0..rows {
                    self.row(numbers, a.at(r, 0), b.at(r, 0), cols);
                }
                return;
            }
            let width = cols.min(CHUNK);
            let height = (CHUNK / width).min(rows);
            let packed = |buffer: &mut Buffer, width: usize, size: usize| Block {
                start: buffer.start::<u64>().cast(),
                row: (width * size) as isize,
                col: size as isize,
            };
            for row in (0..rows).step_by(height) {
                for col in (0..cols).step_by(width) {
                    let shape = (height.min(rows - row), width.min(cols - col));
                    let (own, out) = (packed(own, shape.1, from), packed(out, shape.1, to));
                    copy_part(from, shape, Block { start: a.at(row, col), ..a }, own);
                    self.row(numbers, own.start, out.start, shape.0 * shape.1);
                    copy_part(to, shape, out, Block { start: b.at(row, col), ..b });
                }
            }
        }
    }

    /// Neighbours.
    ///
    /// # Safety
    /// As for [`Work::block`], for `count` elements from both places on.
    #[allow(unsafe_code)]
    unsafe fn row(&self, numbers: &mut [f32; LONG], from: *const u8, to: *mut u8, count: usize) {
        for start in (0..count).step_by(CHUNK) {
            let n = CHUNK.min(count - start);
            let from = from.wrapping_add(start * self.sizes.0);
            let to = to.wrapping_add(start * self.sizes.1);
            // SAFETY: inside and aligned, as promised. Numbers are not in the memory of the elements, unless
            // they are the elements and apart from the results.
            unsafe {
                let numbers: &[f32] = match self.widen {
                    None if !self.in_place => from_raw_parts(from.cast(), n),
                    None => {
                        numbers[..n].copy_from_slice(from_raw_parts(from.cast(), n));
                        &numbers[..n]
                    }
                    Some(widen) if self.gives_numbers && !self.in_place => {
                        widen(from, from_raw_parts_mut(to.cast(), n), true);
                        continue;
                    }
                    Some(widen) => {
                        widen(from, &mut numbers[..n], false);
                        &numbers[..n]
                    }
                };
                if !(self.narrow)(&self.mode, numbers, to) {
                    self.apply(from, to, n);
                }
            }
        }
    }

    /// Neighbours one by one, by the definition.
    ///
    /// # Safety
    /// As for [`Work::row`].
    #[allow(unsafe_code)]
    #[cold]
    unsafe fn apply(&self, from: *const u8, to: *mut u8, count: usize) {
        let (from_size, to_size) = self.sizes;
        for i in 0..count {
            let mut code = [0; 8];
            // SAFETY: inside, as promised; an element is read before it is written.
            unsafe {
                let element = from_raw_parts(from.add(i * from_size), from_size);
                code[..from_size].copy_from_slice(element);
                let code = self.mode.plan.apply(u64::from_le_bytes(code)).to_le_bytes();
                from_raw_parts_mut(to.add(i * to_size), to_size).copy_from_slice(&code[..to_size]);
            }
        }
    }
}
