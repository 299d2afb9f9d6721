//! Loops over rows of twins: functions of elements with the errors of their results, folds, products.

use super::row::{Note, Row, RowMut, RowRef};
use super::twin::Twin;
use pto_isa::sem::{Elem, Num};
use pto_sim::Vectorised;
use std::cmp::max;

/// A function of the elements of rows, into another, with the relative errors of the floats that the step gave.
pub struct Apply<'a> {
    pub elem: Elem,
    pub given: [RowRef<'a>; 3],
    pub floats: &'a [f32],
    pub out: RowMut<'a>,
}

/// What a row of results shows at a glance.
pub struct Seen {
    /// The largest relative error, as bits.
    pub most: u32,
    /// The most that was added to that of the operands, as bits.
    pub added: u32,
    /// The most that was added to the error of a result, relative to the largest result of the row.
    pub weight: f32,
    /// Whether some result is not finite, or zero and should not be.
    pub is_bad: bool,
}

/// Bits of an infinite f32: nothing that is finite has as many.
const INFINITE: u32 = 0x7F80_0000;

impl Vectorised for Apply<'_> {
    type Out = Seen;
    #[inline(always)]
    fn run(self) -> Seen {
        let Apply { elem, given, floats, out } = self;
        macro_rules! choose {
            ($($known:ident),*) => {
                match elem {
                    $(Elem::$known => each::<{ Elem::$known.arity() }>(given, floats, out, |a, b, c| Elem::$known.apply(a, b, c)),)*
                    other => each::<3>(given, floats, out, |a, b, c| other.apply(a, b, c)),
                }
            };
        }
        // Those that most programs have get a loop of their own, without a choice inside.
        choose!(
            Copy, Add, Sub, Mul, Div, Max, Min, Exp, ExpDif, Neg, Abs, Relu, MulAdd, Recip, Sqrt
        )
    }
}

#[inline(always)]
fn each<const ARITY: usize>(
    given: [RowRef<'_>; 3],
    floats: &[f32],
    out: RowMut<'_>,
    f: impl Fn(Twin, Twin, Twin) -> Twin,
) -> Seen {
    let n = floats.len();
    let [a, b, c] = given.map(|row| (&row.value[..n], &row.note[..n]));
    let (value, note) = (&mut out.value[..n], &mut out.note[..n]);
    // The bits of floats that are not negative are in their order, and maxima of integers need no order of their own.
    let (mut most, mut added, mut lost) = (0, 0, 0);
    let (mut largest, mut heaviest) = (0, 0);
    for i in 0..n {
        let twin = |row: (&[f64], &[Note])| Twin { value: row.0[i], doubt: row.1[i].doubt() };
        let result = f(twin(a), twin(b), twin(c));
        let mut before = a.1[i].error_bits();
        if ARITY > 1 {
            before = max(before, b.1[i].error_bits());
        }
        if ARITY > 2 {
            before = max(before, c.1[i].error_bits());
        }
        let off = (f64::from(floats[i]) - result.value).abs();
        // Where a twin is beyond the range of f32 the quotient is not finite, and the row is looked at more closely.
        let size = result.value.abs() as f32;
        let relative = off as f32 / size;
        let error = if off == 0.0 { 0.0 } else { relative };
        most = max(most, error.to_bits());
        let new = error - f32::from_bits(before);
        added = max(added, new.to_bits() as i32);
        heaviest = max(heaviest, (new * size).to_bits() as i32);
        largest = max(largest, size.to_bits());
        lost |= u32::from((floats[i] == 0.0) & (off != 0.0));
        (value[i], note[i]) = (result.value, Note::new(result.doubt, error));
    }
    let weight = f32::from_bits(heaviest as u32) / f32::from_bits(max(largest, 1));
    Seen { most, added: added as u32, weight, is_bad: lost != 0 || most >= INFINITE }
}

/// A row folded into one element, and the largest relative error in it. In exact arithmetic the order does not matter.
pub struct FoldRow<'a> {
    pub elem: Elem,
    pub row: RowRef<'a>,
}

/// Elements that are folded side by side.
const LANES: usize = 16;

impl Vectorised for FoldRow<'_> {
    type Out = (Twin, f32);
    #[inline(always)]
    fn run(self) -> (Twin, f32) {
        let most = self.row.note.iter().map(|n| n.error_bits()).max().unwrap_or(0);
        let twin = match self.elem {
            Elem::Add => fold(self.row, |a, b| Elem::Add.apply(a, b, b)),
            Elem::Max => fold(self.row, |a, b| Elem::Max.apply(a, b, b)),
            other => fold(self.row, |a, b| other.apply(a, b, b)),
        };
        (twin, f32::from_bits(most))
    }
}

#[inline(always)]
fn fold(row: RowRef<'_>, join: impl Fn(Twin, Twin) -> Twin) -> Twin {
    let n = row.value.len();
    let twin = |i: usize| Twin { value: row.value[i], doubt: row.note[i].doubt() };
    let whole = n / LANES * LANES;
    let mut rest = whole..n;
    let mut all = None;
    if whole > 0 {
        let (mut value, mut doubt) = ([0.0; LANES], [0.0; LANES]);
        for i in 0..LANES {
            (value[i], doubt[i]) = (row.value[i], row.note[i].doubt());
        }
        let chunks = row.value[..whole].chunks_exact(LANES).zip(row.note.chunks_exact(LANES));
        for (v, notes) in chunks.skip(1) {
            for i in 0..LANES {
                let a = Twin { value: value[i], doubt: doubt[i] };
                let b = Twin { value: v[i], doubt: notes[i].doubt() };
                let joined = join(a, b);
                (value[i], doubt[i]) = (joined.value, joined.doubt);
            }
        }
        let lanes = (0..LANES).map(|i| Twin { value: value[i], doubt: doubt[i] });
        all = lanes.reduce(&join);
    }
    let first = match all {
        Some(twin) => twin,
        None => rest.next().map_or(Twin::ZERO, twin),
    };
    rest.fold(first, |a, i| join(a, twin(i)))
}

/// Rows joined element by element, into the first; and the larger of their relative errors.
pub struct Join<'a> {
    pub elem: Elem,
    pub row: RowRef<'a>,
    pub into: RowMut<'a>,
}

impl Vectorised for Join<'_> {
    type Out = ();
    #[inline(always)]
    fn run(self) {
        let n = self.row.value.len();
        let (value, note) = (&mut self.into.value[..n], &mut self.into.note[..n]);
        for i in 0..n {
            let a = Twin { value: value[i], doubt: note[i].doubt() };
            let b = Twin { value: self.row.value[i], doubt: self.row.note[i].doubt() };
            let joined = self.elem.apply(a, b, b);
            let error = max(note[i].error_bits(), self.row.note[i].error_bits());
            (value[i], note[i]) = (joined.value, Note::new(joined.doubt, f32::from_bits(error)));
        }
    }
}

/// A row of a matrix times another matrix, added to what is there.
pub struct Multiply<'a> {
    pub left: &'a Row,
    pub right: &'a [Row],
    pub value: &'a mut [f64],
    pub doubt: &'a mut [f64],
}

impl Vectorised for Multiply<'_> {
    type Out = ();
    #[inline(always)]
    fn run(self) {
        let n = self.value.len();
        let (value, doubt) = (self.value, &mut self.doubt[..n]);
        for (l, row) in self.right.iter().enumerate() {
            let a = self.left.twin(l);
            let (v, notes) = (&row.value[..n], &row.note[..n]);
            for j in 0..n {
                let b = Twin { value: v[j], doubt: notes[j].doubt() };
                let c = Twin { value: value[j], doubt: doubt[j] };
                let sum = Elem::MulAdd.apply(a, b, c);
                (value[j], doubt[j]) = (sum.value, sum.doubt);
            }
        }
    }
}
