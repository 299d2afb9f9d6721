//! Operands as dense rows in lists of the thread, and results from there: kernels on plain slices, whatever the
//! layouts. All that is read is read before anything is written, so operands may lie over each other.

use super::copy::copy;
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::DType;
use pto_isa::sem::{Num, TileAt};
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
    pub fn of(from: &StridedRect) -> Option<Stage<T>> {
        if from.size != size_of::<T>() {
            return None;
        }
        let (rows, cols) = (from.rows.count, from.cols.count);
        let mut stage = Stage::new(rows.checked_mul(cols)?);
        copy(from, &StridedRect::of_slice(&mut stage, rows, cols)?);
        Some(stage)
    }

    /// One element by its code, if elements of the type are as large.
    pub fn of_code(dtype: DType, code: u64) -> Option<Stage<T>>
    where
        T: Num,
    {
        let mut stage = Stage::new(1);
        stage[0] = T::from_code(if T::IS_FLOAT { dtype } else { DType::I64 }, code);
        (dtype.bits() as usize == 8 * size_of::<T>()).then_some(stage)
    }

    /// Puts the elements into a rectangle, which has as many of the same size.
    pub fn put(&mut self, to: &StridedRect) {
        let (rows, cols) = (to.rows.count, to.cols.count);
        assert!(rows * cols <= self.len && to.size == size_of::<T>());
        if let Some(from) = StridedRect::of_slice(self, rows, cols) {
            copy(&from, to);
        }
    }
}

impl<T: Bits> Drop for Stage<T> {
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
