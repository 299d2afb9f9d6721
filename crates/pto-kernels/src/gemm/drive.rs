//! Cuts a multiplication into blocks that fit the caches and into tiles that fit the registers.

use super::grid::{Plane, Steps};
use super::kernel::{Call, Isa, LANES, Line, MOST_ROWS, Portable, Scalar};
use super::pack::Operand;
use super::{Init, PanelLayout, Shape};
use crate::simd::VectorLevel;
use std::ops::Range;

/// Most products between two visits to the result: that many lines stay in the first-level cache. Boxes of the left
/// operand divide it.
const DEPTH: usize = 256;
/// Most rows of the left operand that are packed at once.
const HEIGHT: usize = 192;
/// Most columns of the right operand that are packed at once.
const WIDTH: usize = 512;
/// Most rows for which the right operand is not worth packing.
const FEW_ROWS: usize = 24;

/// A multiplication that was checked: all elements that the shape names are there.
pub(super) struct Job<'a, T> {
    pub shape: Shape,
    pub a: &'a dyn Operand<T>,
    pub b: &'a dyn Operand<T>,
    pub place: PanelLayout,
    pub init: Init<'a, T>,
}

/// Packed operands.
#[derive(Default)]
pub(super) struct Buffers<T> {
    left: Vec<Line<T>>,
    right: Vec<Line<T>>,
}

/// Multiplies with the best instructions there are.
pub(super) fn multiply<T: Scalar>(job: &Job<T>, c: &mut [T], buffers: &mut Buffers<T>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(isa) = super::avx512::Avx512::detect() {
        return multiply_with(isa, job, c, buffers);
    } else if let Some(isa) = super::x86::Avx2::detect() {
        return multiply_with(isa, job, c, buffers);
    }
    if !VectorLevel::HAS_PORTABLE {
        unreachable!("kernels run where `has_kernels`");
    }
    multiply_with(Portable, job, c, buffers);
}

/// Multiplies with these instructions.
pub(super) fn multiply_with<T: Scalar, I: Isa<T>>(
    isa: I,
    job: &Job<T>,
    c: &mut [T],
    buffers: &mut Buffers<T>,
) {
    let Shape { m, n, k } = job.shape;
    if m == 0 || n == 0 {
        return;
    }
    // What can be used in place. Blocks begin at multiples of a line.
    let fits = |a: &Plane<T>| a.cols.as_line().is_some() || LANES.is_multiple_of(a.cols.group());
    let left = job.a.in_place().filter(fits);
    let few = m <= FEW_ROWS;
    let right = job.b.in_place().filter(|b| few && b.cols.as_line() == Some(1));
    let most = I::panels(m);
    for from in (0..n).step_by(WIDTH) {
        let cols = from..n.min(from + WIDTH);
        // An incomplete panel is packed always, because kernels read whole ones.
        let whole = cols.end - cols.len() % LANES;
        let packed = if right.is_some() { whole..cols.end } else { cols.clone() };
        for depth in split(0..k, DEPTH, LANES) {
            let lines = take(&mut buffers.right, packed.len().div_ceil(LANES) * depth.len());
            isa.pack(job.b, depth.clone(), packed.clone(), lines);
            let flat = Line::flatten(lines);
            for rows in split(0..m, HEIGHT, 1) {
                let a = match left {
                    Some(a) => a.part(rows.start, depth.start),
                    None => {
                        let runs = depth.len().div_ceil(LANES);
                        let lines = take(&mut buffers.left, rows.len() * runs);
                        isa.pack(job.a, rows.clone(), depth.clone(), lines);
                        let cols = Steps::lines(rows.len() * LANES);
                        Plane { data: Line::flatten(lines), row: LANES, cols }
                    }
                };
                let mut j = cols.start;
                while j < cols.end {
                    let panels = match (whole - j.min(whole)) / LANES {
                        0 => 1,
                        left if left >= most => most,
                        left => left.min(most).min(2),
                    };
                    let (b, b_panel) = match right {
                        Some(b) if j < whole => (b.part(depth.start, j), LANES),
                        _ => {
                            let panel = depth.len() * LANES;
                            let data = &flat[(j - packed.start) / LANES * panel..];
                            (Plane { data, row: LANES, cols: Steps::line(1) }, panel)
                        }
                    };
                    let width = (panels * LANES).min(cols.end - j);
                    let depth = depth.clone();
                    let block = Block { job, depth, a, b, b_panel, from: j, width, panels };
                    block.multiply(isa, rows.clone(), c);
                    j += width;
                }
            }
        }
    }
}

/// The first elements of a buffer that grows if it must.
fn take<T: Copy + Default>(buffer: &mut Vec<T>, length: usize) -> &mut [T] {
    if buffer.len() < length {
        buffer.resize(length, T::default());
    }
    &mut buffer[..length]
}

/// Cuts a range into as few parts as possible of at most `most`, all about equally long; all but the last are
/// multiples of `unit`, which divides `most`.
///
/// An empty range is one part: without products there is still a result to begin with.
#[inline(always)]
fn split(range: Range<usize>, most: usize, unit: usize) -> impl Iterator<Item = Range<usize>> {
    let units = range.len().div_ceil(unit);
    let parts = units.div_ceil(most / unit).max(1);
    let (each, longer) = (units / parts, units % parts);
    let cut =
        move |part: usize| range.end.min(range.start + (part * each + part.min(longer)) * unit);
    (0..parts).map(move |part| cut(part)..cut(part + 1))
}

/// Some columns of the result and the operands for them.
struct Block<'a, T> {
    job: &'a Job<'a, T>,
    depth: Range<usize>,
    /// Begins at the first row and the first product.
    a: Plane<'a, T>,
    /// Begins at the first product and the first column; has whole panels, this far apart.
    b: Plane<'a, T>,
    b_panel: usize,
    from: usize,
    width: usize,
    panels: usize,
}

impl<T: Scalar> Block<'_, T> {
    #[inline(always)]
    fn multiply<I: Isa<T>>(&self, isa: I, rows: Range<usize>, c: &mut [T]) {
        let (PanelLayout { row, panel }, depth) = (self.job.place, self.depth.len());
        let c = &mut c[self.from / LANES * panel..];
        let first = self.depth.start == 0;
        // The kernels do not look. Inside of these bounds are the parts for every strip.
        let lines = |data, row| Plane { data, row, cols: Steps::line(1) };
        let (last, ahead) = (self.width - (self.panels - 1) * LANES, (self.panels - 1) * panel);
        assert!(lines(&*c, row).covers(rows.end, LANES.min(self.width)));
        assert!(lines(&c[ahead..], row).covers(rows.end, last));
        assert!(self.a.covers(rows.len(), depth));
        assert!(self.b.covers(depth, LANES) && self.b.cols.as_line() == Some(1));
        let ahead = (self.panels - 1).checked_mul(self.b_panel).filter(|_| depth > 0);
        let b = ahead.map_or(&[][..], |ahead| &self.b.data[ahead..]);
        assert!(depth == 0 || lines(b, self.b.row).covers(depth, LANES));
        let init = match self.job.init {
            Init::Bias(bias) if first => Some((&bias[self.from..], LANES)),
            Init::Zero if first => Some((&T::ZEROS[..], 0)),
            _ => None,
        };
        assert!(init.is_none_or(|(init, panel)| init.len() >= self.width || panel == 0));
        for strip in split(rows.clone(), I::ROWS, 1) {
            let a = self.a.part(strip.start - rows.start, 0);
            let c = &mut c[strip.start * row..];
            let tile = |c: *mut T, c_row: usize, c_panel: usize, init: Option<(&[T], usize)>| {
                let (init, init_row, init_panel) = init
                    .map_or((c.cast_const(), c_row, c_panel), |(init, by)| (init.as_ptr(), 0, by));
                Call {
                    depth,
                    a: a.data.as_ptr(),
                    a_row: a.row,
                    a_run: a.cols.group(),
                    a_jump: a.cols.jump(),
                    a_col: a.cols.step(),
                    b: self.b.data.as_ptr(),
                    b_row: self.b.row,
                    b_panel: self.b_panel,
                    init,
                    init_row,
                    init_panel,
                    c,
                    c_row,
                    c_panel,
                }
            };
            if self.width == self.panels * LANES {
                let call = tile(c.as_mut_ptr(), row, panel, init);
                // SAFETY: the assertions above: the first and the last panel of `b` and `c` have all their lines, and
                // so has `init`. `c` is borrowed mutably, so nothing but `init` overlaps it.
                #[allow(unsafe_code)]
                unsafe {
                    isa.tile(strip.len(), self.panels, &call);
                }
                continue;
            }
            let mut whole = [Line::<T>::default(); MOST_ROWS];
            for (r, line) in whole[..strip.len()].iter_mut().enumerate() {
                let from = match init {
                    Some((_, 0)) => continue,
                    Some((bias, _)) => bias,
                    None => &c[r * row..],
                };
                line.0[..self.width].copy_from_slice(&from[..self.width]);
            }
            let call = tile(Line::flatten_mut(&mut whole).as_mut_ptr(), LANES, 0, None);
            // SAFETY: the assertions above; `whole` has a line for all rows of a tile, and there is one panel.
            #[allow(unsafe_code)]
            unsafe {
                isa.tile(strip.len(), 1, &call);
            }
            for (r, line) in whole[..strip.len()].iter().enumerate() {
                c[r * row..][..self.width].copy_from_slice(&line.0[..self.width]);
            }
        }
    }
}
