//! What one execution of an instruction did to the error.

use super::apply::Apply;
use super::row::{Note, RowMut, RowRef};
use pto_isa::DType;
use pto_isa::sem::Elem;
use pto_sim::vectorised;

/// Neighbouring results: the function and the twins it is applied to, the floats that the step gave, and where their twins go.
pub struct Results<'a> {
    pub dtype: DType,
    pub elem: Elem,
    pub given: [RowRef<'a>; 3],
    pub floats: &'a [f32],
    pub out: RowMut<'a>,
}

impl Results<'_> {
    /// Some of them.
    pub fn part(&mut self, first: usize, len: usize) -> Results<'_> {
        Results {
            given: self.given.map(|row| row.part(first, len)),
            floats: &self.floats[first..first + len],
            out: self.out.part(first, len),
            ..*self
        }
    }
    /// The floats are what they are.
    pub fn keep_floats(self) {
        for (value, float) in self.out.value.iter_mut().zip(self.floats) {
            *value = (*float).into();
        }
        self.out.note.fill(Note::EXACT);
    }
    /// The largest relative error of the operands of an element.
    fn before(&self, i: usize) -> f32 {
        let given = &self.given[..self.elem.arity().min(3)];
        f32::from_bits(given.iter().map(|row| row.note[i].error_bits()).max().unwrap_or(0))
    }
}

/// What one execution did to the error.
#[derive(Default)]
pub struct Tally {
    /// The largest relative error that it added to an element.
    pub added: f64,
    /// The same relative to the largest element of its row.
    pub weight: f64,
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

impl Tally {
    /// Computes results and takes account of their errors.
    pub fn row(&mut self, mut results: Results<'_>) {
        let Results { elem, given, floats, .. } = results;
        let out = results.out.part(0, floats.len());
        let seen = vectorised(Apply { elem, given, floats, out });
        if seen.is_bad {
            return self.bad_row(&mut results);
        }
        self.added = self.added.max(f32::from_bits(seen.added).into());
        self.weight = self.weight.max(seen.weight.into());
        if f64::from(f32::from_bits(seen.most)) > self.worst.0
            && let Some(i) = results.out.note.iter().position(|n| n.error_bits() == seen.most)
        {
            self.see(&results, i);
        }
    }

    /// Makes an element the worst.
    fn see(&mut self, results: &Results<'_>, i: usize) {
        let twin = results.out.value[i];
        self.worst = (results.out.note[i].error().into(), results.before(i).into());
        self.worst_ulp = (f64::from(results.floats[i]) - twin).abs() / ulp(results.dtype, twin);
    }

    /// A row with results that are not finite, or zero and should not be.
    fn bad_row(&mut self, results: &mut Results<'_>) {
        for i in 0..results.floats.len() {
            let (twin, float) = (results.out.value[i], f64::from(results.floats[i]));
            let off = float - twin;
            let error = if off == 0.0 { 0.0 } else { (off / twin).abs() as f32 };
            results.out.note[i] = Note::new(results.out.note[i].doubt(), error);
            if off == 0.0 {
                continue;
            }
            let before = results.before(i);
            let was_bad = !before.is_finite();
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
                if f64::from(error) > self.worst.0 {
                    self.see(results, i);
                }
                self.added = self.added.max((error - before).into());
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
