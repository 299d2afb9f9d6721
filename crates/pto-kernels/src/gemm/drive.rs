//! Cuts a multiplication into blocks that fit the caches and into tiles that fit the registers.

use super::kernel::{Isa, LANES, Line, Portable, Scalar, Tile, WIDEST};
use super::source::{Source, Strided};
use super::{Init, PanelLayout, Shape};
use std::ops::Range;

/// Most rows of a tile: 6 x 16 accumulators and their operands fill the 16 registers of AVX2.
const ROWS: usize = 6;
/// Most products between two visits to the result: that many lines stay in the first-level cache.
const DEPTH: usize = 256;
/// Most rows of the left operand that are packed at once.
const HEIGHT: usize = 192;
/// Most columns of the right operand that are packed at once.
const WIDTH: usize = 512;
/// Most rows for which the right operand is not worth packing.
const FEW_ROWS: usize = 24;

/// A multiplication that was checked: all elements that the shape names are there.
pub(super) struct Job<'a, T, A, B> {
    pub shape: Shape,
    pub a: &'a A,
    pub b: &'a B,
    pub place: PanelLayout,
    pub init: Init<'a, T>,
}

/// Packed operands.
#[derive(Default)]
pub(super) struct Buffers<T> {
    left: Vec<T>,
    right: Vec<Line<T>>,
}

/// Multiplies with the best instructions there are.
pub(super) fn multiply<T, A, B>(job: &Job<T, A, B>, c: &mut [T], buffers: &mut Buffers<T>)
where
    T: Scalar,
    A: Source<Wide = T>,
    B: Source<Wide = T>,
{
    #[cfg(target_arch = "x86_64")]
    if let Some(isa) = super::x86::Avx2::detect() {
        return multiply_with(isa, job, c, buffers);
    }
    multiply_with(Portable, job, c, buffers);
}

/// Multiplies with these instructions.
pub(super) fn multiply_with<T, A, B, I>(
    isa: I,
    job: &Job<T, A, B>,
    c: &mut [T],
    buffers: &mut Buffers<T>,
) where
    T: Scalar,
    A: Source<Wide = T>,
    B: Source<Wide = T>,
    I: Isa<T>,
{
    let Shape { m, n, k } = job.shape;
    if m == 0 || n == 0 {
        return;
    }
    // What can be used in place. A source that answers nonsense is packed, which is safe.
    let left = job.a.strided().filter(|a| a.covers(m, k) && (a.row == 1 || a.col == 1));
    let right = job.b.strided().filter(|b| b.covers(k, n) && b.col == 1 && m <= FEW_ROWS);
    for from in (0..n).step_by(WIDTH) {
        let cols = from..n.min(from + WIDTH);
        // An incomplete panel is packed always, because kernels read whole ones.
        let whole = cols.end - cols.len() % LANES;
        let packed = if right.is_some() { whole..cols.end } else { cols.clone() };
        for depth in split(0..k, DEPTH) {
            let lines = packed.len().div_ceil(LANES) * depth.len();
            let lines = take(&mut buffers.right, lines);
            isa.pack_right(job.b, depth.clone(), packed.clone(), lines);
            let flat = Strided { data: Line::flatten(lines), row: LANES, col: 1 };
            for rows in split(0..m, HEIGHT) {
                let a = match left {
                    Some(a) => part(a, rows.start, depth.start),
                    None => {
                        let out = take(&mut buffers.left, rows.len() * depth.len());
                        let (row, col) = isa.pack_left(job.a, rows.clone(), depth.clone(), out);
                        Strided { data: out, row, col }
                    }
                };
                let mut j = cols.start;
                while j < cols.end {
                    let (b, width) = match right {
                        Some(b) if j < whole => {
                            // A tile of several panels is for rows in one piece.
                            let wide = job.place.panel == LANES;
                            let width = if wide { tile_width(m, whole - j) } else { LANES };
                            (part(b, depth.start, j), width)
                        }
                        _ => {
                            let line = (j - packed.start) / LANES * depth.len();
                            (part(flat, line, 0), LANES.min(cols.end - j))
                        }
                    };
                    let panel = Panel { job, depth: depth.clone(), a, b, from: j, width };
                    panel.multiply(isa, rows.clone(), c);
                    j += width;
                }
            }
        }
    }
}

/// Columns of a tile when the right operand is in place: few rows need many columns to keep enough
/// independent accumulators under way.
fn tile_width(m: usize, left: usize) -> usize {
    match m {
        1 if left >= WIDEST => WIDEST,
        1..=3 if left >= 2 * LANES => 2 * LANES,
        _ => LANES,
    }
}

/// The matrix from row `i` and column `j` on; empty if that is outside.
#[inline(always)]
fn part<T>(matrix: Strided<'_, T>, i: usize, j: usize) -> Strided<'_, T> {
    // Wraps only outside, for a matrix without columns.
    let place = i.wrapping_mul(matrix.row).wrapping_add(j.wrapping_mul(matrix.col));
    let data = matrix.data.get(place..).unwrap_or_default();
    Strided { data, ..matrix }
}

/// The first elements of a buffer that grows if it must.
fn take<T: Copy + Default>(buffer: &mut Vec<T>, length: usize) -> &mut [T] {
    if buffer.len() < length {
        buffer.resize(length, T::default());
    }
    &mut buffer[..length]
}

/// Cuts a range into as few parts as possible of at most `most`, all about equally long.
///
/// An empty range is one part: without products there is still a result to begin with.
#[inline(always)]
fn split(range: Range<usize>, most: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = range.len().div_ceil(most).max(1);
    let (each, longer) = (range.len() / parts, range.len() % parts);
    let cut = move |part: usize| range.start + part * each + part.min(longer);
    (0..parts).map(move |part| cut(part)..cut(part + 1))
}

/// Some columns of the result and the operands for them.
struct Panel<'a, T, A, B> {
    job: &'a Job<'a, T, A, B>,
    depth: Range<usize>,
    /// Begins at the first row and the first product.
    a: Strided<'a, T>,
    /// Begins at the first product and the first column; has whole tiles of columns.
    b: Strided<'a, T>,
    from: usize,
    width: usize,
}

impl<T: Scalar, A, B> Panel<'_, T, A, B> {
    #[inline(always)]
    fn multiply(&self, isa: impl Isa<T>, rows: Range<usize>, c: &mut [T]) {
        let (PanelLayout { row, panel }, depth) = (self.job.place, self.depth.len());
        let c = &mut c[self.from / LANES * panel..];
        let first = self.depth.start == 0;
        // The kernels do not look. Inside of these bounds are the parts for every strip.
        let result = Strided { data: &*c, row, col: 1 };
        assert!(result.covers(rows.end, self.width));
        assert!(self.a.covers(rows.len(), depth));
        assert!(self.b.covers(depth, self.width.next_multiple_of(LANES)) && self.b.col == 1);
        assert!(self.begin(first).is_none_or(|init| init.len() >= self.width));
        for strip in split(rows.clone(), ROWS) {
            let a = part(self.a, strip.start - rows.start, 0);
            let c = &mut c[strip.start * row..];
            if self.width.is_multiple_of(LANES) {
                let tile = Tile { depth, a, b: self.b, init: self.begin(first), c, c_row: row };
                // SAFETY: the assertions above; the width is that of whole panels.
                #[allow(unsafe_code)]
                unsafe {
                    tile.compute(isa, strip.len(), self.width);
                }
            } else {
                let mut whole = [T::default(); ROWS * LANES];
                for (r, line) in whole.chunks_exact_mut(LANES).take(strip.len()).enumerate() {
                    match self.job.init {
                        Init::Bias(bias) if first => {
                            line[..self.width].copy_from_slice(&bias[self.from..][..self.width]);
                        }
                        Init::Zero if first => {}
                        _ => line[..self.width].copy_from_slice(&c[r * row..][..self.width]),
                    }
                }
                let tile = Tile { depth, a, b: self.b, init: None, c: &mut whole, c_row: LANES };
                // SAFETY: the assertions above; `whole` has all rows and columns of a tile.
                #[allow(unsafe_code)]
                unsafe {
                    tile.compute(isa, strip.len(), LANES);
                }
                for (r, line) in whole.chunks_exact(LANES).take(strip.len()).enumerate() {
                    c[r * row..][..self.width].copy_from_slice(&line[..self.width]);
                }
            }
        }
    }

    /// What each row begins with, if it is not the result so far.
    #[inline(always)]
    fn begin(&self, first: bool) -> Option<&[T]> {
        match self.job.init {
            Init::Bias(bias) if first => Some(&bias[self.from..]),
            Init::Zero if first => Some(T::ZEROS),
            _ => None,
        }
    }
}
