//! Where a matrix comes from: its layout in memory and the type of its elements.

use pto_isa::format::f16_to_f32;

/// How an element is stored and what it widens to.
///
/// Widening is exact; a NaN becomes any NaN.
pub trait Element {
    /// What is stored.
    type Bits: Copy;
    /// What is computed with.
    type Wide: Copy + Default;

    /// The value of one element.
    fn widen(bits: Self::Bits) -> Self::Wide;

    /// The values of neighbours.
    #[inline(always)]
    fn widen8(bits: &[Self::Bits; 8]) -> [Self::Wide; 8] {
        let mut wide = [Self::Wide::default(); 8];
        for (w, &bits) in wide.iter_mut().zip(bits) {
            *w = Self::widen(bits);
        }
        wide
    }

    /// The same slice, if elements are stored as they are computed with.
    #[inline(always)]
    fn as_wide(_bits: &[Self::Bits]) -> Option<&[Self::Wide]> {
        None
    }
}

/// Widens a slice up to the shorter length.
#[inline(always)]
pub(super) fn widen_slice<E: Element>(src: &[E::Bits], dst: &mut [E::Wide]) {
    let (src, src_rest) = src.as_chunks::<8>();
    let (dst, dst_rest) = dst.as_chunks_mut::<8>();
    for (d, s) in dst.iter_mut().zip(src) {
        *d = E::widen8(s);
    }
    for (d, &s) in dst_rest.iter_mut().zip(src_rest) {
        *d = E::widen(s);
    }
}

/// f16 codes in `u16`.
pub enum F16 {}

/// bf16 codes in `u16`.
pub enum Bf16 {}

impl Element for f32 {
    type Bits = f32;
    type Wide = f32;

    #[inline(always)]
    fn widen(bits: f32) -> f32 {
        bits
    }

    #[inline(always)]
    fn as_wide(bits: &[f32]) -> Option<&[f32]> {
        Some(bits)
    }
}

impl Element for F16 {
    type Bits = u16;
    type Wide = f32;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        f16_to_f32(bits)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn widen8(bits: &[u16; 8]) -> [f32; 8] {
        super::x86::widen_f16(bits).unwrap_or_else(|| bits.map(f16_to_f32))
    }
}

impl Element for Bf16 {
    type Bits = u16;
    type Wide = f32;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        // A signalling NaN may stay one: arithmetic makes a NaN of it either way.
        f32::from_bits(u32::from(bits) << 16)
    }
}

impl Element for i8 {
    type Bits = i8;
    type Wide = i32;

    #[inline(always)]
    fn widen(bits: i8) -> i32 {
        i32::from(bits)
    }
}

impl Element for u8 {
    type Bits = u8;
    type Wide = i32;

    #[inline(always)]
    fn widen(bits: u8) -> i32 {
        i32::from(bits)
    }
}

/// A direction in a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Along a row: the column changes.
    Row,
    /// Along a column: the row changes.
    Column,
}

/// Elements in memory, `row` and `col` apart.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a, T> {
    /// The memory; element (0, 0) is the first.
    pub data: &'a [T],
    /// Distance of two elements that follow each other in a column.
    pub row: usize,
    /// Distance of two elements that follow each other in a row.
    pub col: usize,
}

impl<T> Strided<'_, T> {
    /// Whether all elements of a `rows` x `cols` matrix are inside of `data`.
    pub fn covers(&self, rows: usize, cols: usize) -> bool {
        if rows == 0 || cols == 0 {
            return true;
        }
        let last = (rows - 1)
            .checked_mul(self.row)
            .zip((cols - 1).checked_mul(self.col))
            .and_then(|(r, c)| r.checked_add(c));
        last.is_some_and(|last| last < self.data.len())
    }
}

/// A matrix that can be read as `Wide`.
///
/// The multiplication asks [`covers`](Source::covers) once and then stays inside.
pub trait Source {
    /// What is computed with.
    type Wide: Copy + Default;

    /// Whether a matrix of that size can be read.
    fn covers(&self, rows: usize, cols: usize) -> bool;

    /// The element in row `i`, column `j`.
    fn at(&self, i: usize, j: usize) -> Self::Wide;

    /// The elements (i, j), (i, j+1) and so on.
    #[inline(always)]
    fn row(&self, i: usize, j: usize, out: &mut [Self::Wide]) {
        for (step, o) in out.iter_mut().enumerate() {
            *o = self.at(i, j + step);
        }
    }

    /// The elements (i, j), (i+1, j) and so on.
    #[inline(always)]
    fn column(&self, i: usize, j: usize, out: &mut [Self::Wide]) {
        for (step, o) in out.iter_mut().enumerate() {
            *o = self.at(i + step, j);
        }
    }

    /// The direction in which reading is cheap.
    #[inline(always)]
    fn axis(&self) -> Axis {
        Axis::Row
    }

    /// The matrix in place, if it needs no conversion.
    #[inline(always)]
    fn strided(&self) -> Option<Strided<'_, Self::Wide>> {
        None
    }
}

/// A matrix with constant distances between rows and between columns.
pub struct View<'a, E: Element>(Strided<'a, E::Bits>);

impl<'a, E: Element> View<'a, E> {
    /// Element (i, j) is `data[i * row + j * col]`.
    pub fn new(data: &'a [E::Bits], row: usize, col: usize) -> Self {
        View(Strided { data, row, col })
    }
}

impl<E: Element> Source for View<'_, E> {
    type Wide = E::Wide;

    fn covers(&self, rows: usize, cols: usize) -> bool {
        self.0.covers(rows, cols)
    }

    #[inline(always)]
    fn at(&self, i: usize, j: usize) -> E::Wide {
        E::widen(self.0.data[i * self.0.row + j * self.0.col])
    }

    #[inline(always)]
    fn row(&self, i: usize, j: usize, out: &mut [E::Wide]) {
        if self.0.col == 1 {
            widen_slice::<E>(&self.0.data[i * self.0.row + j..][..out.len()], out);
        } else {
            for (step, o) in out.iter_mut().enumerate() {
                *o = self.at(i, j + step);
            }
        }
    }

    #[inline(always)]
    fn column(&self, i: usize, j: usize, out: &mut [E::Wide]) {
        if self.0.row == 1 {
            widen_slice::<E>(&self.0.data[i + j * self.0.col..][..out.len()], out);
        } else {
            for (step, o) in out.iter_mut().enumerate() {
                *o = self.at(i + step, j);
            }
        }
    }

    #[inline(always)]
    fn axis(&self) -> Axis {
        if self.0.row == 1 && self.0.col != 1 { Axis::Column } else { Axis::Row }
    }

    #[inline(always)]
    fn strided(&self) -> Option<Strided<'_, E::Wide>> {
        let data = E::as_wide(self.0.data)?;
        Some(Strided { data, row: self.0.row, col: self.0.col })
    }
}

/// A matrix whose elements are the values of a function of row and column.
pub struct Computed<F>(pub F);

impl<T: Copy + Default, F: Fn(usize, usize) -> T> Source for Computed<F> {
    type Wide = T;

    fn covers(&self, _rows: usize, _cols: usize) -> bool {
        true
    }

    #[inline(always)]
    fn at(&self, i: usize, j: usize) -> T {
        (self.0)(i, j)
    }
}

/// A matrix whose rows and columns are at tabulated places.
///
/// In a boxed (fractal) layout the place of an element is a sum of one number that depends on its
/// row and one that depends on its column, whichever way boxes and their insides are ordered.
pub struct Table<'a, E: Element> {
    data: &'a [E::Bits],
    rows: &'a [u32],
    cols: &'a [u32],
    row_run: usize,
    col_run: usize,
}

impl<'a, E: Element> Table<'a, E> {
    /// Element (i, j) is `data[rows[i] + cols[j]]`.
    pub fn new(data: &'a [E::Bits], rows: &'a [u32], cols: &'a [u32]) -> Self {
        Table { data, rows, cols, row_run: run(rows), col_run: run(cols) }
    }
}

/// The largest power of two up to 64, so that places are neighbours in every aligned group of it.
fn run(places: &[u32]) -> usize {
    // A break in front of an odd index allows no runs, one in front of 2, 6, .. allows pairs.
    let breaks = places.windows(2).enumerate().filter(|(_, w)| w[0].checked_add(1) != Some(w[1]));
    breaks.map(|(index, _)| 1 << (index + 1).trailing_zeros().min(6)).min().unwrap_or(64)
}

impl<E: Element> Source for Table<'_, E> {
    type Wide = E::Wide;

    fn covers(&self, rows: usize, cols: usize) -> bool {
        if rows == 0 || cols == 0 {
            return true;
        }
        let (Some(rows), Some(cols)) = (self.rows.get(..rows), self.cols.get(..cols)) else {
            return false;
        };
        let last = |places: &[u32]| places.iter().max().map_or(0, |&most| most as usize);
        last(rows).checked_add(last(cols)).is_some_and(|last| last < self.data.len())
    }

    #[inline(always)]
    fn at(&self, i: usize, j: usize) -> E::Wide {
        E::widen(self.data[self.rows[i] as usize + self.cols[j] as usize])
    }

    #[inline(always)]
    fn row(&self, i: usize, j: usize, out: &mut [E::Wide]) {
        self.gather(self.rows[i], &self.cols[j..], j, self.col_run, out);
    }

    #[inline(always)]
    fn column(&self, i: usize, j: usize, out: &mut [E::Wide]) {
        self.gather(self.cols[j], &self.rows[i..], i, self.row_run, out);
    }

    #[inline(always)]
    fn axis(&self) -> Axis {
        if self.row_run > self.col_run { Axis::Column } else { Axis::Row }
    }
}

impl<E: Element> Table<'_, E> {
    /// Reads `base + places[0]` and so on; `places` begins at `index` of a table with that run,
    /// a power of two.
    #[inline(always)]
    fn gather(&self, base: u32, places: &[u32], index: usize, run: usize, out: &mut [E::Wide]) {
        let mut done = 0;
        while done < out.len() {
            let place = base as usize + places[done] as usize;
            let length = (run - ((index + done) & (run - 1))).min(out.len() - done);
            let (src, dst) = (&self.data[place..][..length], &mut out[done..][..length]);
            // The usual case has a length that the compiler knows.
            if let (Some(src), Some(dst)) = (src.first_chunk::<16>(), dst.first_chunk_mut::<16>()) {
                widen_slice::<E>(src, dst);
                done += 16;
            } else {
                widen_slice::<E>(src, dst);
                done += length;
            }
        }
    }
}
