//! The inner loops: a few rows times a few vectors of columns, for AVX2 and for any machine.
#![allow(unsafe_code)]

use super::pack::{pack_left, pack_right};
use super::source::{Source, Strided};
#[cfg(target_arch = "x86_64")]
use super::x86;
use std::ops::Range;

/// Columns of a panel.
pub(super) const LANES: usize = 16;

/// Most columns of a tile.
pub(super) const WIDEST: usize = 64;

/// One row of a panel; a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct Line<T>(pub [T; LANES]);

impl<T> Line<T> {
    /// The elements of lines that follow each other.
    pub fn flatten(lines: &[Line<T>]) -> &[T] {
        const { assert!(size_of::<Line<T>>() == LANES * size_of::<T>()) }
        // SAFETY: a line is its elements without padding, as was just asserted.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * LANES) }
    }
}

/// What every NaN in a result is stored as.
///
/// Which NaN an instruction makes of its operands differs between machines.
pub const CANONICAL_NAN: f32 = pto_isa::math::NAN;

/// A number that can be accumulated.
pub(super) trait Scalar: Copy + Default + 'static {
    /// As many zeros as a tile has columns at most.
    const ZEROS: &[Self; WIDEST];

    /// `a * b + self`: one rounding, or wrapping.
    fn accumulate(self, a: Self, b: Self) -> Self;

    /// What is stored for this result.
    fn settle(self) -> Self;

    /// As [`Isa::tile`].
    ///
    /// # Safety
    /// As there; the machine has AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    unsafe fn tile_avx2<const R: usize, const V: usize>(call: &Call<Self>);
}

impl Scalar for f32 {
    const ZEROS: &[f32; WIDEST] = &[0.0; WIDEST];

    #[inline(always)]
    fn accumulate(self, a: f32, b: f32) -> f32 {
        a.mul_add(b, self)
    }

    #[inline(always)]
    fn settle(self) -> f32 {
        pto_isa::math::canonical(self)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn tile_avx2<const R: usize, const V: usize>(call: &Call<f32>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { x86::tile_f32::<R, V>(call) }
    }
}

impl Scalar for i32 {
    const ZEROS: &[i32; WIDEST] = &[0; WIDEST];

    #[inline(always)]
    fn accumulate(self, a: i32, b: i32) -> i32 {
        self.wrapping_add(a.wrapping_mul(b))
    }

    #[inline(always)]
    fn settle(self) -> i32 {
        self
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn tile_avx2<const R: usize, const V: usize>(call: &Call<i32>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { x86::tile_i32::<R, V>(call) }
    }
}

/// A few rows and columns of the result and what they are computed from.
pub(super) struct Tile<'a, T> {
    /// Columns of `a`, rows of `b`.
    pub depth: usize,
    /// Begins at the first row.
    pub a: Strided<'a, T>,
    /// Begins at the first column; columns are neighbours.
    pub b: Strided<'a, T>,
    /// What each row begins with, if it is not `c`.
    pub init: Option<&'a [T]>,
    /// Begins at the first row and column.
    pub c: &'a mut [T],
    /// Distance of rows of `c`.
    pub c_row: usize,
}

impl<T: Scalar> Tile<'_, T> {
    /// Computes 1 to 6 rows and [`LANES`] columns, or up to 3 rows and twice as many columns, or
    /// one row and [`WIDEST`] columns. Other sizes are left alone.
    ///
    /// # Safety
    /// `a` covers rows x depth and `b` depth x cols elements, the columns of `b` are neighbours,
    /// `init` has a number for each column, and `c` covers rows x cols elements.
    #[inline(always)]
    pub unsafe fn compute<I: Isa<T>>(self, isa: I, rows: usize, cols: usize) {
        let c = Strided { data: &*self.c, row: self.c_row, col: 1 };
        debug_assert!(self.a.covers(rows, self.depth) && c.covers(rows, cols));
        debug_assert!(self.b.covers(self.depth, cols) && self.b.col == 1);
        debug_assert!(self.init.is_none_or(|init| init.len() >= cols));
        let c = self.c.as_mut_ptr();
        let (init, init_row) =
            self.init.map_or((c.cast_const(), self.c_row), |init| (init.as_ptr(), 0));
        let call = Call {
            depth: self.depth,
            a: self.a.data.as_ptr(),
            a_row: self.a.row,
            a_col: self.a.col,
            b: self.b.data.as_ptr(),
            b_row: self.b.row,
            init,
            init_row,
            c,
            c_row: self.c_row,
        };
        // SAFETY: the caller promises that all elements are there; `c` is borrowed mutably, so nothing
        // but `init` overlaps it. Each kernel is for at most `rows` x `cols`.
        unsafe {
            match (rows, cols) {
                (6, 16) => isa.tile::<6, 2>(&call),
                (5, 16) => isa.tile::<5, 2>(&call),
                (4, 16) => isa.tile::<4, 2>(&call),
                (3, 16) => isa.tile::<3, 2>(&call),
                (2, 16) => isa.tile::<2, 2>(&call),
                (1, 16) => isa.tile::<1, 2>(&call),
                (3, 32) => isa.tile::<3, 4>(&call),
                (2, 32) => isa.tile::<2, 4>(&call),
                (1, 32) => isa.tile::<1, 4>(&call),
                (1, 64) => isa.tile::<1, 8>(&call),
                _ => {}
            }
        }
    }
}

/// The operands of a kernel: `c = init + a * b` for R rows and 8 V columns.
///
/// Distances are in elements. `init` may be `c`.
pub(super) struct Call<T> {
    pub depth: usize,
    /// R x depth elements at `a[r * a_row + k * a_col]`.
    pub a: *const T,
    pub a_row: usize,
    pub a_col: usize,
    /// depth x 8 V elements at `b[k * b_row + j]`.
    pub b: *const T,
    pub b_row: usize,
    /// R x 8 V elements at `init[r * init_row + j]`.
    pub init: *const T,
    pub init_row: usize,
    /// R x 8 V elements at `c[r * c_row + j]`.
    pub c: *mut T,
    pub c_row: usize,
}

/// Instructions that the machine has: there is a value only where they were found.
pub(super) trait Isa<T>: Copy {
    /// Computes a tile.
    ///
    /// # Safety
    /// Every element described in [`Call`] can be read, those of `c` can be written, and `c` overlaps
    /// neither `a` nor `b`.
    unsafe fn tile<const R: usize, const V: usize>(self, t: &Call<T>);

    /// As [`pack_left`].
    fn pack_left<S: Source<Wide = T>>(
        self,
        source: &S,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [T],
    ) -> (usize, usize);

    /// As [`pack_right`].
    fn pack_right<S: Source<Wide = T>>(
        self,
        source: &S,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<T>],
    );

    /// Exchanges rows and columns.
    fn transpose(self, from: &[Line<T>; LANES], to: &mut [Line<T>; LANES]);
}

/// What Rust offers on every machine.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl<T: Scalar> Isa<T> for Portable {
    #[inline(never)]
    unsafe fn tile<const R: usize, const V: usize>(self, t: &Call<T>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { tile_portable::<T, R, V>(t) }
    }

    fn pack_left<S: Source<Wide = T>>(
        self,
        source: &S,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [T],
    ) -> (usize, usize) {
        pack_left(source, rows, cols, out)
    }

    fn pack_right<S: Source<Wide = T>>(
        self,
        source: &S,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<T>],
    ) {
        pack_right(self, source, rows, cols, out);
    }

    #[inline]
    fn transpose(self, from: &[Line<T>; LANES], to: &mut [Line<T>; LANES]) {
        for (k, line) in to.iter_mut().enumerate() {
            line.0 = std::array::from_fn(|lane| from[lane].0[k]);
        }
    }
}

/// # Safety
/// As [`Isa::tile`]; no special instructions are needed.
#[inline(always)]
pub(super) unsafe fn tile_portable<T: Scalar, const R: usize, const V: usize>(t: &Call<T>) {
    let mut acc = [[[T::default(); 8]; V]; R];
    // SAFETY: all places are inside of what `Call` describes: r < R, v < V, k < depth. Arrays of
    // `T` are as aligned as `T`.
    unsafe {
        for (r, row) in acc.iter_mut().enumerate() {
            for (v, x) in row.iter_mut().enumerate() {
                *x = t.init.add(r * t.init_row + 8 * v).cast::<[T; 8]>().read();
            }
        }
        for k in 0..t.depth {
            for (r, row) in acc.iter_mut().enumerate() {
                let a = t.a.add(r * t.a_row + k * t.a_col).read();
                for (v, x) in row.iter_mut().enumerate() {
                    let b = t.b.add(k * t.b_row + 8 * v).cast::<[T; 8]>().read();
                    for (x, b) in x.iter_mut().zip(b) {
                        *x = x.accumulate(a, b);
                    }
                }
            }
        }
        for (r, row) in acc.iter().enumerate() {
            for (v, x) in row.iter().enumerate() {
                t.c.add(r * t.c_row + 8 * v).cast::<[T; 8]>().write(x.map(T::settle));
            }
        }
    }
}
