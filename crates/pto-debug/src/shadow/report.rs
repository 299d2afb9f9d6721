//! What the shadow shows: lines ranked by the error they add, outputs with bounds, and what was not followed.

use super::memory::{Span, TwinMemory};
use super::row::{CHUNK, Row, RowRef, decode_floats};
use super::tally::Tally;
use crate::moment::Moment;
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
    /// The same relative to the largest element of its row, which tells what counts from what is next to nothing.
    pub weight: f64,
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
            weight: 0.0,
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
        self.weight += tally.weight;
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
        let (mut row, mut floats) = (Row::zeros(CHUNK), [0.0; CHUNK]);
        for (span, first, bytes) in output.chunks(bytes) {
            let most = output.memory.most(span, bytes.len() / span.dtype.bytes() as usize);
            if most.is_some_and(|most| worst.is_some_and(|w| most < w.1)) {
                continue;
            }
            let (row, floats) = output.lend(span, bytes, &mut row, &mut floats);
            let (count, most) = vectorised(Bounds { row, floats });
            not_finite += count;
            if worst.is_none_or(|w| most >= w.1) {
                let is_it = |i: &usize| relative(row, floats, *i) == most;
                let last = (0..floats.len()).rev().find(is_it);
                worst = last.map(|i| (first + i, most)).or(worst);
            }
        }
        (output.not_finite, output.worst) = (not_finite, worst);
        output
    }

    /// Its elements in double precision; `args` are those of the run, after it.
    pub fn twins(&self, args: &[LaunchArg]) -> Vec<f64> {
        let mut twins = Vec::new();
        self.each_chunk(args[self.arg].bytes().unwrap_or_default(), |row, _| {
            twins.extend_from_slice(row.value);
        });
        twins
    }

    /// A bound of the error of each element, infinite or NaN where the element is; `args` as before.
    pub fn bounds(&self, args: &[LaunchArg]) -> Vec<f64> {
        let mut bounds = Vec::new();
        self.each_chunk(args[self.arg].bytes().unwrap_or_default(), |row, floats| {
            bounds.extend((0..floats.len()).map(|i| bound(row, floats, i)));
        });
        bounds
    }

    /// Its floats, a chunk at a time: where they lie, the number of the first, their bytes.
    fn chunks<'a>(
        &self,
        bytes: &'a [u8],
    ) -> impl Iterator<Item = (Span, usize, &'a [u8])> + use<'a> {
        let (span, width) = (self.span, self.span.dtype.bytes() as usize);
        span.chunks(bytes.len() / width).map(move |part| {
            let range = part.done * width..(part.done + part.len) * width;
            (Span { at: span.at + range.start, ..span }, part.done, &bytes[range])
        })
    }

    /// The twins and the floats of a chunk.
    fn lend<'a>(
        &'a self,
        span: Span,
        bytes: &'a [u8],
        row: &'a mut Row,
        floats: &'a mut [f64],
    ) -> (RowRef<'a>, &'a [f64]) {
        let floats = &mut floats[..bytes.len() / span.dtype.bytes() as usize];
        decode_floats(span.dtype, bytes, floats);
        (self.memory.lend(span, floats.len(), || bytes, row), floats)
    }

    /// Shows twins and floats, some at a time.
    fn each_chunk(&self, bytes: &[u8], mut show: impl FnMut(RowRef<'_>, &[f64])) {
        let (mut row, mut floats) = (Row::zeros(CHUNK), [0.0; CHUNK]);
        for (span, _, bytes) in self.chunks(bytes) {
            let (row, floats) = self.lend(span, bytes, &mut row, &mut floats);
            show(row, floats);
        }
    }
}

#[inline(always)]
fn bound(row: RowRef<'_>, floats: &[f64], i: usize) -> f64 {
    (floats[i] - row.value[i]).abs() + row.note[i].doubt()
}

/// A bound relative to the twin; zero where it is not finite.
#[inline(always)]
fn relative(row: RowRef<'_>, floats: &[f64], i: usize) -> f64 {
    let relative = bound(row, floats, i) / row.value[i].abs();
    if relative < f64::INFINITY { relative } else { 0.0 }
}

/// How many bounds are not finite, and the largest of the others relative to its twin.
struct Bounds<'a> {
    row: RowRef<'a>,
    floats: &'a [f64],
}

impl Vectorised for Bounds<'_> {
    type Out = (usize, f64);
    #[inline(always)]
    fn run(self) -> (usize, f64) {
        let n = self.floats.len();
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
