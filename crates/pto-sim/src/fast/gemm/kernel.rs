//! The inner loops: a few rows times a few vectors of columns, for AVX2 and for any machine.
#![allow(unsafe_code)]

use super::source::{Element, Strided};

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
pub const CANONICAL_NAN: f32 = f32::from_bits(0x7FC0_0000);

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
        if self.is_nan() { CANONICAL_NAN } else { self }
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
    #[inline(always)]
    pub fn compute<I: Isa<T>>(self, isa: I, rows: usize, cols: usize) {
        let c = Strided { data: &*self.c, row: self.c_row, col: 1 };
        assert!(self.a.covers(rows, self.depth) && c.covers(rows, cols));
        assert!(self.b.covers(self.depth, cols) && self.b.col == 1);
        assert!(self.init.is_none_or(|init| init.len() >= cols));
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
        // SAFETY: the assertions above say that all elements are there; `c` is borrowed mutably, so
        // nothing but `init` overlaps it. Each kernel is for at most `rows` x `cols`.
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
    depth: usize,
    /// R x depth elements at `a[r * a_row + k * a_col]`.
    a: *const T,
    a_row: usize,
    a_col: usize,
    /// depth x 8 V elements at `b[k * b_row + j]`.
    b: *const T,
    b_row: usize,
    /// R x 8 V elements at `init[r * init_row + j]`.
    init: *const T,
    init_row: usize,
    /// R x 8 V elements at `c[r * c_row + j]`.
    c: *mut T,
    c_row: usize,
}

/// Instructions that the machine has: there is a value only where they were found.
pub(super) trait Isa<T>: Copy {
    /// Computes a tile.
    ///
    /// # Safety
    /// Every element described in [`Call`] can be read, those of `c` can be written, and `c` overlaps
    /// neither `a` nor `b`.
    unsafe fn tile<const R: usize, const V: usize>(self, t: &Call<T>);

    /// Exchanges rows and columns.
    fn transpose(self, from: &[Line<T>; LANES], to: &mut [Line<T>; LANES]);
}

/// What Rust offers on every machine.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl<T: Scalar> Isa<T> for Portable {
    #[inline]
    unsafe fn tile<const R: usize, const V: usize>(self, t: &Call<T>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { tile_portable::<T, R, V>(t) }
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
unsafe fn tile_portable<T: Scalar, const R: usize, const V: usize>(t: &Call<T>) {
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

/// Widens f16 codes, with F16C where the machine has it: `vcvtph2ps` is exact and makes NaNs quiet,
/// as [`f16_to_f32`](pto_isa::format::f16_to_f32) does.
#[inline(always)]
pub(super) fn widen_f16(src: &[u16], dst: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("f16c") {
        // SAFETY: the machine has AVX and F16C, which needs AVX.
        return unsafe { x86::widen_f16(src, dst) };
    }
    for (d, &s) in dst.iter_mut().zip(src) {
        *d = super::source::F16::widen(s);
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    //! AVX2, FMA and F16C, which came together.

    use super::{CANONICAL_NAN, Call, Isa, LANES, Line, Scalar, tile_portable};
    use pto_isa::format::f16_to_f32;
    use std::arch::x86_64::*;

    /// Shows that the machine has them.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(());

    impl Avx2 {
        /// Asks the machine; the standard library keeps the answer.
        #[inline(always)]
        pub fn detect() -> Option<Avx2> {
            let all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("fma")
                && is_x86_feature_detected!("f16c");
            all.then_some(Avx2(()))
        }
    }

    impl<T: Scalar> Isa<T> for Avx2 {
        #[inline(always)]
        unsafe fn tile<const R: usize, const V: usize>(self, t: &Call<T>) {
            // SAFETY: `self` shows that AVX2 and FMA are there; the caller promises the rest.
            unsafe { T::tile_avx2::<R, V>(t) }
        }

        #[inline(always)]
        fn transpose(self, from: &[Line<T>; LANES], to: &mut [Line<T>; LANES]) {
            const { assert!(size_of::<T>() == size_of::<f32>()) }
            // SAFETY: `self` shows that AVX2 is there; both are 16 x 16 elements of four bytes,
            // whose bits are moved and not looked at.
            unsafe { transpose(from.as_ptr().cast(), to.as_mut_ptr().cast()) }
        }
    }

    /// # Safety
    /// As [`Isa::tile`].
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn tile_f32<const R: usize, const V: usize>(t: &Call<f32>) {
        let mut acc = [[_mm256_setzero_ps(); V]; R];
        // SAFETY: all places are inside of what `Call` describes: r < R, v < V, and `a` and `b`
        // are read after at most depth - 1 steps. Loads and stores are unaligned ones.
        unsafe {
            for r in 0..R {
                for v in 0..V {
                    acc[r][v] = _mm256_loadu_ps(t.init.add(r * t.init_row + 8 * v));
                }
            }
            let (mut a, mut b) = (t.a, t.b);
            let (a_row, a_col, b_row) = (t.a_row, t.a_col, t.b_row);
            for _ in 0..t.depth {
                let mut columns = [_mm256_setzero_ps(); V];
                for v in 0..V {
                    columns[v] = _mm256_loadu_ps(b.add(8 * v));
                }
                for r in 0..R {
                    let row = _mm256_broadcast_ss(&*a.add(r * a_row));
                    for v in 0..V {
                        acc[r][v] = _mm256_fmadd_ps(row, columns[v], acc[r][v]);
                    }
                }
                // The last step may lead outside, where nothing is read.
                a = a.wrapping_add(a_col);
                b = b.wrapping_add(b_row);
            }
            settle(&mut acc);
            for r in 0..R {
                for v in 0..V {
                    _mm256_storeu_ps(t.c.add(r * t.c_row + 8 * v), acc[r][v]);
                }
            }
        }
    }

    /// Makes NaNs canonical.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn settle<const R: usize, const V: usize>(acc: &mut [[__m256; V]; R]) {
        let flat = acc.as_flattened_mut();
        let mut found = _mm256_setzero_ps();
        // One comparison looks at two vectors.
        for pair in flat.chunks(2) {
            let unordered = _mm256_cmp_ps::<_CMP_UNORD_Q>(pair[0], pair[pair.len() - 1]);
            found = _mm256_or_ps(found, unordered);
        }
        if _mm256_movemask_ps(found) != 0 {
            for x in flat {
                let nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(*x, *x);
                *x = _mm256_blendv_ps(*x, _mm256_set1_ps(CANONICAL_NAN), nan);
            }
        }
    }

    /// # Safety
    /// As [`Isa::tile`].
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn tile_i32<const R: usize, const V: usize>(t: &Call<i32>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { tile_portable::<i32, R, V>(t) }
    }

    /// # Safety
    /// `from` can be read and `to` written for 16 x 16 elements; they do not overlap.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn transpose(from: *const f32, to: *mut f32) {
        for corner in 0..4 {
            let (i, j) = (corner / 2 * 8, corner % 2 * 8);
            // SAFETY: an 8 x 8 corner of 16 x 16 elements.
            unsafe { transpose8(from.add(i * LANES + j), to.add(j * LANES + i)) }
        }
    }

    /// # Safety
    /// `from` can be read and `to` written for 8 rows of 8 elements, [`LANES`] apart.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn transpose8(from: *const f32, to: *mut f32) {
        let mut rows = [_mm256_setzero_ps(); 8];
        // SAFETY: half rows r + 0 .. r + 4 and half rows below them, all inside.
        unsafe {
            for (r, row) in rows.iter_mut().enumerate() {
                // Rows r and r + 4 of one half side by side, so that lanes are never crossed.
                let place = from.add(r % 4 * LANES + r / 4 * 4);
                let low = _mm256_castps128_ps256(_mm_loadu_ps(place));
                *row = _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(place.add(4 * LANES)));
            }
        }
        for half in 0..2 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|r| rows[4 * half + r]);
            let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            let columns = [
                _mm256_shuffle_ps::<0x44>(ab, cd),
                _mm256_shuffle_ps::<0xEE>(ab, cd),
                _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
                _mm256_shuffle_ps::<0xEE>(ab_high, cd_high),
            ];
            for (r, column) in columns.into_iter().enumerate() {
                // SAFETY: row 4 * half + r < 8.
                unsafe { _mm256_storeu_ps(to.add((4 * half + r) * LANES), column) }
            }
        }
    }

    /// Up to the shorter one.
    #[inline]
    #[target_feature(enable = "avx,f16c")]
    pub(super) fn widen_f16(src: &[u16], dst: &mut [f32]) {
        let (src, src_rest) = src.as_chunks::<8>();
        let (dst, dst_rest) = dst.as_chunks_mut::<8>();
        for (d, s) in dst.iter_mut().zip(src) {
            // SAFETY: eight elements each; unaligned accesses.
            unsafe {
                let codes = _mm_loadu_si128(s.as_ptr().cast());
                _mm256_storeu_ps(d.as_mut_ptr(), _mm256_cvtph_ps(codes));
            }
        }
        for (d, &s) in dst_rest.iter_mut().zip(src_rest) {
            *d = f16_to_f32(s);
        }
    }
}
