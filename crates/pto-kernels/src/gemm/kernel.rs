//! The inner loops: a few rows times a few panels of columns, and what they need of a machine.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::pack::Operand;
#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::simd::array;
use std::ops::Range;

/// Columns of a panel.
pub(super) const LANES: usize = 16;

/// Most rows of a tile of any machine.
pub(super) const MOST_ROWS: usize = 12;

/// One row of a panel; a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct Line<T>(pub [T; LANES]);

impl<T> Line<T> {
    /// The elements of lines that follow each other.
    pub fn flatten(lines: &[Line<T>]) -> &[T] {
        const { assert!(size_of::<Line<T>>() == LANES * size_of::<T>()) }
        // SAFETY: a line is its elements without padding, as was just asserted.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * LANES) }
    }

    /// As [`Line::flatten`], to change them.
    pub fn flatten_mut(lines: &mut [Line<T>]) -> &mut [T] {
        // SAFETY: as there.
        unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * LANES) }
    }
}

/// What every NaN in a result is stored as.
///
/// Which NaN an instruction makes of its operands differs between machines.
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "its kernels are the portable ones"))]
pub(super) const CANONICAL_NAN: f32 = pto_isa::math::NAN;

/// A number that can be accumulated.
pub(super) trait Scalar: Copy + Default + 'static {
    /// A line of zeros.
    const ZEROS: &[Self; LANES];

    /// `a * b + self`: one rounding, or wrapping, and then of [pairs](super::pairs).
    fn accumulate(self, a: Self, b: Self) -> Self;

    /// What is stored for this result.
    fn settle(self) -> Self;

    /// Computes a tile of R rows and P panels.
    ///
    /// # Safety
    /// As for [`Isa::tile`]; the machine has AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    unsafe fn tile_avx2<const R: usize, const P: usize>(call: &Call<Self>);

    /// Computes a tile of R rows and P panels.
    ///
    /// # Safety
    /// As for [`Isa::tile`]; the machine has AVX-512F.
    #[cfg(target_arch = "x86_64")]
    unsafe fn tile_avx512<const R: usize, const P: usize>(call: &Call<Self>);
}

impl Scalar for f32 {
    const ZEROS: &[f32; LANES] = &[0.0; LANES];

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
    unsafe fn tile_avx2<const R: usize, const P: usize>(call: &Call<f32>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { x86::tile_f32::<R, P>(call) }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn tile_avx512<const R: usize, const P: usize>(call: &Call<f32>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { avx512::tile_f32::<R, P>(call) }
    }
}

impl Scalar for i32 {
    const ZEROS: &[i32; LANES] = &[0; LANES];

    #[inline(always)]
    fn accumulate(self, a: i32, b: i32) -> i32 {
        // Two products: see `Pairs`.
        let low = i32::from(a as i16).wrapping_mul(i32::from(b as i16));
        let high = (a >> 16).wrapping_mul(b >> 16);
        self.wrapping_add(low.wrapping_add(high))
    }

    #[inline(always)]
    fn settle(self) -> i32 {
        self
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn tile_avx2<const R: usize, const P: usize>(call: &Call<i32>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { x86::tile_i32::<R, P>(call) }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn tile_avx512<const R: usize, const P: usize>(call: &Call<i32>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { avx512::tile_i32::<R, P>(call) }
    }
}

/// The operands of a kernel: `c = init + a * b` for some rows and some panels of [`LANES`] columns.
///
/// Distances are in elements. `init` may be `c`.
pub(super) struct Call<T> {
    pub depth: usize,
    /// rows x depth elements at `a[r * a_row + k / a_run * a_jump + k % a_run * a_col]`.
    pub a: *const T,
    pub a_row: usize,
    pub a_run: usize,
    pub a_jump: usize,
    pub a_col: usize,
    /// depth lines in each panel, at `b[panel * b_panel + k * b_row]`.
    pub b: *const T,
    pub b_row: usize,
    pub b_panel: usize,
    /// A line for each row and panel at `init[panel * init_panel + r * init_row]`.
    pub init: *const T,
    pub init_row: usize,
    pub init_panel: usize,
    /// A line for each row and panel at `c[panel * c_panel + r * c_row]`.
    pub c: *mut T,
    pub c_row: usize,
    pub c_panel: usize,
}

/// Instructions that the machine has: there is a value only where they were found.
pub(super) trait Isa<T>: Copy {
    /// Most rows of a tile, not more than [`MOST_ROWS`].
    const ROWS: usize;

    /// Most panels of a tile of a product with that many rows: few rows need many columns to keep enough
    /// independent accumulators under way.
    fn panels(rows: usize) -> usize;

    /// Computes a tile of at most [`Isa::ROWS`] rows, and of 1, 2 or 4 panels, not more than [`Isa::panels`] says
    /// of that many rows. Other sizes are left alone.
    ///
    /// # Safety
    /// Every element described in [`Call`] can be read, those of `c` can be written, and `c` overlaps
    /// neither `a` nor `b`.
    unsafe fn tile(self, rows: usize, panels: usize, t: &Call<T>);

    /// Copies a block of an operand as [`pack`](super::pack::pack) does.
    fn pack(
        self,
        operand: &dyn Operand<T>,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<T>],
    );
}

/// Chooses the kernel by the size of the tile.
macro_rules! choose_tile {
    ($rows:expr, $panels:expr, $call:expr, $of:ident::$kernel:ident: $(($r:literal, $p:literal))*) => {
        match ($rows, $panels) {
            $(($r, $p) => $of::$kernel::<$r, $p>($call),)*
            _ => {}
        }
    };
}
#[cfg_attr(target_family = "wasm", allow(unused_imports, reason = "as above"))]
pub(super) use choose_tile;

/// What Rust offers on every machine.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl<T: Scalar> Isa<T> for Portable {
    const ROWS: usize = 6;

    fn panels(rows: usize) -> usize {
        match rows {
            1 => 4,
            2 | 3 => 2,
            _ => 1,
        }
    }

    unsafe fn tile(self, rows: usize, panels: usize, t: &Call<T>) {
        // SAFETY: the caller promises what is asked for.
        unsafe {
            choose_tile!(rows, panels, t, T::tile_portable:
                (1, 1) (2, 1) (3, 1) (4, 1) (5, 1) (6, 1) (1, 2) (2, 2) (3, 2) (1, 4));
        }
    }

    fn pack(
        self,
        operand: &dyn Operand<T>,
        rows: Range<usize>,
        cols: Range<usize>,
        out: &mut [Line<T>],
    ) {
        operand.pack(rows, cols, out);
    }
}

/// Tiles that need no special instructions.
trait PortableTile: Scalar {
    /// # Safety
    /// As for [`Isa::tile`].
    #[inline(never)]
    unsafe fn tile_portable<const R: usize, const P: usize>(t: &Call<Self>) {
        // SAFETY: the caller promises what is asked for.
        unsafe { tile_portable::<Self, R, P>(t) }
    }
}

impl<T: Scalar> PortableTile for T {}

/// # Safety
/// As for [`Isa::tile`], for R rows and P panels; no special instructions are needed.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub(super) unsafe fn tile_portable<T: Scalar, const R: usize, const P: usize>(t: &Call<T>) {
    let mut acc = [[[T::default(); LANES]; P]; R];
    // SAFETY: all places are inside of what `Call` describes: r < R, p < P, k < depth. Arrays of
    // `T` are as aligned as `T`.
    unsafe {
        for r in 0..R {
            for p in 0..P {
                let init = t.init.add(r * t.init_row + p * t.init_panel);
                acc[r][p] = init.cast::<[T; LANES]>().read();
            }
        }
        let mut k = 0;
        while k < t.depth {
            let run = t.a.add(k / t.a_run * t.a_jump);
            for inside in 0..t.a_run.min(t.depth - k) {
                for r in 0..R {
                    let a = run.add(r * t.a_row + inside * t.a_col).read();
                    for p in 0..P {
                        let b = t.b.add((k + inside) * t.b_row + p * t.b_panel);
                        let b = b.cast::<[T; LANES]>().read();
                        for lane in 0..LANES {
                            acc[r][p][lane] = acc[r][p][lane].accumulate(a, b[lane]);
                        }
                    }
                }
            }
            k = k.saturating_add(t.a_run);
        }
        for r in 0..R {
            for p in 0..P {
                let c = t.c.add(r * t.c_row + p * t.c_panel);
                c.cast::<[T; LANES]>().write(array(|i| acc[r][p][i].settle()));
            }
        }
    }
}
