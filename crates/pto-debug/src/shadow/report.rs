//! What the shadow shows: lines ranked by the error they add, outputs with bounds, and what was not followed.

use super::memory::{CHUNK, Row, Span, TwinMemory, decode_floats};
use crate::moment::Moment;
use pto_isa::DType;
use pto_sim::{LaunchArg, Vectorised, vectorised};
use std::rc::Rc;

/// What a line did to the error.
#[derive(Clone, Debug)]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// The operation on it.
    pub op: String,
    /// Elements that it wrote.
    pub elements: u64,
    /// The relative error it added, summed over its executions: of each the element where it is most.
    pub added: f64,
    /// The largest relative error of its results, and of the operands of that element.
    pub worst: (f64, f64),
    /// The same result in units in the last place of its type.
    pub worst_ulp: f64,
    /// When that was.
    pub when: Moment,
    /// Results that are infinite although they are not in double precision, from finite operands.
    pub overflows: u64,
    /// Results that are zero although they are not in double precision.
    pub underflows: u64,
    /// NaNs from operands that are none.
    pub nans: u64,
}

impl LineError {
    pub(super) fn new(when: Moment) -> LineError {
        LineError {
            line: when.line,
            op: when.op.clone(),
            elements: 0,
            added: 0.0,
            worst: (0.0, 0.0),
            worst_ulp: 0.0,
            when,
            overflows: 0,
            underflows: 0,
            nans: 0,
        }
    }

    /// Bits of the operands that cancelled each other: by how much the relative error grew.
    pub fn cancelled_bits(&self) -> f64 {
        let (after, before) = self.worst;
        if before > 0.0 && after > before { (after / before).log2() } else { 0.0 }
    }

    pub(super) fn rank(&self) -> f64 {
        if self.overflows + self.nans > 0 { f64::INFINITY } else { self.added }
    }

    /// Takes over what an execution did; `when` is asked if it is the worst so far.
    pub(super) fn note(&mut self, tally: &Tally, elements: u64, when: impl FnOnce() -> Moment) {
        let bad = tally.overflows + tally.nans;
        let is_worse = tally.worst.0 > self.worst.0;
        if is_worse || bad > 0 && self.overflows + self.nans == 0 {
            self.when = when();
        }
        if is_worse {
            (self.worst, self.worst_ulp) = (tally.worst, tally.worst_ulp);
        }
        self.elements += elements;
        self.added += tally.added;
        self.overflows += tally.overflows;
        self.underflows += tally.underflows;
        self.nans += tally.nans;
    }
}

/// A buffer that was written, and how far it is off.
#[derive(Clone, Debug)]
pub struct ShadowOutput {
    /// The argument.
    pub arg: usize,
    /// Elements whose error has no finite bound: they are not finite, or should not be.
    pub not_finite: usize,
    /// The element whose bound is largest relative to its twin, and that quotient, where it is finite.
    pub worst: Option<(usize, f64)>,
    span: Span,
    memory: Rc<TwinMemory>,
}

impl ShadowOutput {
    /// Sums a buffer up; `bytes` is what it holds after the run.
    pub(super) fn new(
        arg: usize,
        span: Span,
        memory: Rc<TwinMemory>,
        bytes: &[u8],
    ) -> ShadowOutput {
        let mut output = ShadowOutput { arg, not_finite: 0, worst: None, span, memory };
        let (mut not_finite, mut worst) = (0, None::<(usize, f64)>);
        output.each_chunk(bytes, |first, row, floats| {
            let (count, most) = vectorised(Bounds { row, floats });
            not_finite += count;
            if worst.is_none_or(|w| most >= w.1) {
                let is_it = |i: &usize| relative(row, floats, *i) == most;
                let last = (0..row.len()).rev().find(is_it);
                worst = last.map(|i| (first + i, most)).or(worst);
            }
        });
        (output.not_finite, output.worst) = (not_finite, worst);
        output
    }

    /// Its elements in double precision; `args` are those of the run, after it.
    pub fn twins(&self, args: &[LaunchArg]) -> Vec<f64> {
        let mut twins = Vec::new();
        self.each_chunk(args[self.arg].bytes().unwrap_or_default(), |_, row, _| {
            twins.extend_from_slice(&row.value);
        });
        twins
    }

    /// A bound of the error of each element, infinite or NaN where the element is; `args` as before.
    pub fn bounds(&self, args: &[LaunchArg]) -> Vec<f64> {
        let mut bounds = Vec::new();
        self.each_chunk(args[self.arg].bytes().unwrap_or_default(), |_, row, floats| {
            bounds.extend((0..row.len()).map(|i| bound(row, floats, i)));
        });
        bounds
    }

    /// Shows twins and floats, some at a time, with the number of the first.
    fn each_chunk(&self, bytes: &[u8], mut show: impl FnMut(usize, &Row, &[f64])) {
        let Span { at, dtype, .. } = self.span;
        let width = dtype.bytes() as usize;
        let (mut row, mut floats) = (Row::default(), Vec::new());
        for (i, bytes) in bytes.chunks(CHUNK * width).enumerate() {
            row.resize(bytes.len() / width);
            floats.resize(row.len(), 0.0);
            self.memory.read(Span { at: at + i * CHUNK * width, ..self.span }, bytes, &mut row);
            decode_floats(dtype, bytes, &mut floats);
            show(i * CHUNK, &row, &floats);
        }
    }
}

#[inline(always)]
fn bound(row: &Row, floats: &[f64], i: usize) -> f64 {
    (floats[i] - row.value[i]).abs() + row.doubt[i]
}

/// A bound relative to the twin; zero where it is not finite.
#[inline(always)]
fn relative(row: &Row, floats: &[f64], i: usize) -> f64 {
    let relative = bound(row, floats, i) / row.value[i].abs();
    if relative < f64::INFINITY { relative } else { 0.0 }
}

/// How many bounds are not finite, and the largest of the others relative to its twin.
struct Bounds<'a> {
    row: &'a Row,
    floats: &'a [f64],
}

impl Vectorised for Bounds<'_> {
    type Out = (usize, f64);
    #[inline(always)]
    fn run(self) -> (usize, f64) {
        let n = self.row.len();
        let (mut not_finite, mut most) = (0u64, 0u64);
        for i in 0..n {
            not_finite += u64::from(!bound(self.row, self.floats, i).is_finite());
            most = most.max(relative(self.row, self.floats, i).to_bits());
        }
        (not_finite as usize, f64::from_bits(most))
    }
}

/// What the shadow shows.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    /// Lines by what they added to the error, the worst first.
    pub lines: Vec<LineError>,
    /// The buffers of floats that were written.
    pub outputs: Vec<ShadowOutput>,
    /// Instructions whose floats could not be followed, each with the reason: what they write is taken for exact.
    pub not_followed: Vec<NotFollowed>,
}

/// An instruction whose floats could not be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFollowed {
    /// Its name, `pto.tsort32`.
    pub op: String,
    /// Why, as the end of a sentence about it.
    pub why: &'static str,
}

/// What one execution did to the error.
#[derive(Default)]
pub struct Tally {
    /// The largest relative error that it added to an element.
    pub added: f64,
    /// The largest relative error of its results beyond what was there before, and of the operands of that element.
    pub worst: (f64, f64),
    /// The same in units in the last place.
    pub worst_ulp: f64,
    /// See [`LineError`].
    pub overflows: u64,
    /// See [`LineError`].
    pub underflows: u64,
    /// See [`LineError`].
    pub nans: u64,
}

/// Bits of an infinite f32: nothing that is finite has as many.
const INFINITE: u32 = 0x7F80_0000;

/// The relative errors of results: into `out.error`. Gives the largest, the most that was added to that of the operands,
/// both as bits, and whether some result is not finite, or zero and should not be.
struct Errors<'a> {
    out: &'a mut Row,
    floats: &'a [f64],
    before: &'a [f32],
}

impl Vectorised for Errors<'_> {
    type Out = (u32, u32, bool);
    #[inline(always)]
    fn run(self) -> (u32, u32, bool) {
        let n = self.out.len();
        let (value, error) = (&self.out.value[..n], &mut self.out.error[..n]);
        let (floats, before) = (&self.floats[..n], &self.before[..n]);
        // The bits of floats that are not negative are in their order, and maxima of integers need no order of their own.
        let (mut most, mut added, mut lost) = (0, 0, 0);
        for i in 0..n {
            let off = (floats[i] - value[i]).abs();
            let relative = if off == 0.0 { 0.0 } else { off / value[i].abs() };
            error[i] = relative as f32;
            most = most.max(error[i].to_bits());
            added = added.max((error[i] - before[i]).to_bits() as i32);
            lost |= u32::from((floats[i] == 0.0) & (off != 0.0));
        }
        (most, added as u32, lost != 0 || most >= INFINITE)
    }
}

impl Tally {
    /// Takes account of results: their twins, their floats, the relative errors of the operands of each. Their own relative
    /// errors are written into the row.
    pub fn row(&mut self, dtype: DType, out: &mut Row, floats: &[f64], before: &[f32]) {
        let (most, added, bad) = vectorised(Errors { out, floats, before });
        if bad {
            return self.bad_row(dtype, out, floats, before);
        }
        self.added = self.added.max(f32::from_bits(added).into());
        if f64::from(f32::from_bits(most)) > self.worst.0
            && let Some(i) = out.error.iter().position(|e| e.to_bits() == most)
        {
            self.see(dtype, out, floats, before, i);
        }
    }

    /// Makes an element the worst.
    fn see(&mut self, dtype: DType, out: &Row, floats: &[f64], before: &[f32], i: usize) {
        self.worst = (out.error[i].into(), before[i].into());
        self.worst_ulp = (floats[i] - out.value[i]).abs() / ulp(dtype, out.value[i]);
    }

    /// A row with results that are not finite, or zero and should not be.
    fn bad_row(&mut self, dtype: DType, out: &Row, floats: &[f64], before: &[f32]) {
        for i in 0..out.len() {
            let (twin, float) = (out.value[i], floats[i]);
            let off = float - twin;
            if off == 0.0 {
                continue;
            }
            let was_bad = !before[i].is_finite();
            if !off.is_finite() {
                match (was_bad, twin.is_finite(), off.is_nan()) {
                    (true, ..) => {}
                    (_, true, true) => self.nans += 1,
                    (_, true, false) => self.overflows += 1,
                    _ => self.nans += u64::from(twin.is_nan()),
                }
            } else if float == 0.0 {
                self.underflows += 1;
            } else if !was_bad {
                let (after, before_) = (out.error[i], before[i]);
                if f64::from(after) > self.worst.0 {
                    self.see(dtype, out, floats, before, i);
                }
                self.added = self.added.max((after - before_).into());
            }
        }
    }
}

/// The distance of the floats of a type around a number.
fn ulp(dtype: DType, v: f64) -> f64 {
    let (fraction, least) = match dtype {
        DType::F16 => (10, -14),
        DType::Bf16 => (7, -126),
        _ => (23, -126),
    };
    let power = (v.abs().log2().floor() as i32).max(least);
    2f64.powi(power - fraction)
}
