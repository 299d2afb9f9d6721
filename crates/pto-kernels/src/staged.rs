//! Operands as dense rows, and results from there: kernels on plain slices, whatever the layouts. What lies so in its tile is
//! used where it is, all else goes through lists of the thread. All that is read is read before anything is written, so
//! operands may lie over each other.
//!
//! What is done once per operand is a call, for loops of all element types alike: written into each of them it was most of their code.

use super::copy::copy;
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::sem::TileAt;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::thread::LocalKey;

/// Lists of a thread that nobody uses now.
type Pool<T> = LocalKey<RefCell<Vec<Vec<T>>>>;

/// A type of elements.
pub(super) trait Bits: Copy + Default + 'static {
    /// The lists of this thread.
    fn pool() -> &'static Pool<Self>;
}

macro_rules! bits {
    ($($t:ty)*) => {$(
        impl Bits for $t {
            fn pool() -> &'static Pool<$t> {
                thread_local! {
                    static POOL: RefCell<Vec<Vec<$t>>> = const { RefCell::new(Vec::new()) };
                }
                &POOL
            }
        }
    )*};
}
bits!(u8 u16 u32 u64 i8 i16 i32 i64 f32);

/// A list of elements that goes back to its thread.
pub(super) struct Stage<T: Bits> {
    list: Vec<T>,
    len: usize,
}

impl<T: Bits> Stage<T> {
    /// Elements of any value.
    #[inline(never)]
    pub fn new(len: usize) -> Stage<T> {
        let mut list = T::pool().with(|p| p.borrow_mut().pop()).unwrap_or_default();
        if list.len() < len {
            list.resize(len, T::default());
        }
        Stage { list, len }
    }

    /// The upper left `shape` of a tile, row by row. Nothing if the tile does not have it, it is empty, or elements
    /// are not as large.
    pub fn of_tile(memory: &mut CoreMemory<'_>, t: &TileAt, shape: (u32, u32)) -> Option<Stage<T>> {
        let from = StridedRect::of_tile(memory, t, (0, 0), shape)?;
        Stage::of(&from)
    }

    /// The elements of a rectangle, row by row.
    #[inline(never)]
    pub fn of(from: &StridedRect) -> Option<Stage<T>> {
        if from.size != size_of::<T>() {
            return None;
        }
        let (rows, cols) = (from.rows.count, from.cols.count);
        let mut stage = Stage::new(rows.checked_mul(cols)?);
        copy(from, &StridedRect::of_slice(&mut stage, rows, cols)?);
        Some(stage)
    }

    /// Puts the elements into a rectangle, which has as many of the same size.
    #[inline(never)]
    pub fn put(&mut self, to: &StridedRect) {
        let (rows, cols) = (to.rows.count, to.cols.count);
        assert!(rows * cols <= self.len && to.size == size_of::<T>());
        if let Some(from) = StridedRect::of_slice(self, rows, cols) {
            copy(&from, to);
        }
    }
}

/// Elements that are only read, row by row: where they are if they lie so, else in a list.
pub(super) enum View<'a, T: Bits> {
    There(&'a [T]),
    Copied(Stage<T>),
}

impl<T: Bits> View<'_, T> {
    /// The elements of a rectangle. Nothing if they are not as large.
    ///
    /// # Safety
    /// Nothing writes to the rectangle while the view is used.
    #[allow(unsafe_code)]
    #[inline(never)]
    pub unsafe fn of<'a>(from: &StridedRect) -> Option<View<'a, T>> {
        match from.dense() {
            Some(at) if from.size == size_of::<T>() => {
                let count = from.rows.count * from.cols.count;
                // SAFETY: this many elements lie there one after another, aligned, and nobody writes to them.
                Some(View::There(unsafe { std::slice::from_raw_parts(at.cast(), count) }))
            }
            _ => Stage::of(from).map(View::Copied),
        }
    }

    /// The upper left `shape` of a tile; see [`Stage::of_tile`].
    ///
    /// # Safety
    /// As for [`View::of`].
    #[allow(unsafe_code)]
    pub unsafe fn of_tile<'a>(
        memory: &mut CoreMemory<'_>,
        t: &TileAt,
        shape: (u32, u32),
    ) -> Option<View<'a, T>> {
        let from = StridedRect::of_tile(memory, t, (0, 0), shape)?;
        // SAFETY: the caller promises it.
        unsafe { View::of(&from) }
    }
}

impl<T: Bits> View<'_, T> {
    /// The elements in a list, to change them.
    pub fn into_list(self) -> Stage<T> {
        match self {
            View::There(there) => {
                let mut list = Stage::new(there.len());
                list.copy_from_slice(there);
                list
            }
            View::Copied(list) => list,
        }
    }
}

impl<T: Bits> Deref for View<'_, T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        match self {
            View::There(list) => list,
            View::Copied(list) => list,
        }
    }
}

/// Elements that will be all of a rectangle, row by row: there if they lie so and nothing that is read is in their place,
/// else in a list until they are [finished](Results::finish).
pub(super) enum Results<'a, T: Bits> {
    There(&'a mut [T]),
    Listed(Stage<T>),
}

impl<T: Bits> Results<'_, T> {
    /// Elements of any value for a rectangle whose elements are as large. Nothing if they are not.
    ///
    /// # Safety
    /// All that is read or written while the results are used, and is not a list of the thread, is in `others`.
    #[allow(unsafe_code)]
    #[inline(never)]
    pub unsafe fn of<'a>(to: &StridedRect, others: &[&StridedRect]) -> Option<Results<'a, T>> {
        let count = to.rows.count.checked_mul(to.cols.count)?;
        if to.size != size_of::<T>() {
            return None;
        }
        Some(match to.dense() {
            Some(at) if !others.iter().any(|o| o.meets(to)) => {
                // SAFETY: this many elements lie there one after another, aligned, and nobody else uses them.
                Results::There(unsafe { std::slice::from_raw_parts_mut(at.cast(), count) })
            }
            _ => Results::Listed(Stage::new(count)),
        })
    }

    /// Puts them where they belong, unless they are there. The rectangle is the one they were made for.
    pub fn finish(self, to: &StridedRect) {
        if let Results::Listed(mut list) = self {
            list.put(to);
        }
    }
}

impl<T: Bits> Deref for Results<'_, T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        match self {
            Results::There(list) => list,
            Results::Listed(list) => list,
        }
    }
}

impl<T: Bits> DerefMut for Results<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Results::There(list) => list,
            Results::Listed(list) => list,
        }
    }
}

impl<T: Bits> Drop for Stage<T> {
    #[inline(never)]
    fn drop(&mut self) {
        let list = std::mem::take(&mut self.list);
        T::pool().with(|p| p.borrow_mut().push(list));
    }
}

impl<T: Bits> Deref for Stage<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.list[..self.len]
    }
}

impl<T: Bits> DerefMut for Stage<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.list[..self.len]
    }
}

/// Runs `$body` with `$t` as the bits of elements of this many; nothing for those of less than a byte.
macro_rules! with_bits {
    ($bits:expr, $t:ident => $body:expr) => {
        match $bits {
            8 => {
                type $t = u8;
                $body
            }
            16 => {
                type $t = u16;
                $body
            }
            32 => {
                type $t = u32;
                $body
            }
            64 => {
                type $t = u64;
                $body
            }
            _ => None,
        }
    };
}
pub(super) use with_bits;
