//! The arithmetic of twins: loops over rows, with the function of elements chosen once.

use super::memory::{CHUNK, Row, RowRef, TwinMemory};
use super::place::Place;
use super::report::Tally;
use super::rules::Source;
use super::twin::Twin;
use pto_isa::sem::map::Broadcast;
use pto_isa::sem::{Axis, Elem, Num};
use pto_sim::{CoreState, Vectorised, vectorised};

/// Rows that are used again and again.
#[derive(Default)]
pub struct Scratch {
    given: [Row; 3],
    out: Row,
    floats: Vec<f64>,
    before: Vec<f32>,
}

impl Scratch {
    fn resize(&mut self, len: usize) {
        self.given.iter_mut().for_each(|row| row.resize(len));
        self.out.resize(len);
        self.floats.resize(len, 0.0);
        self.before.resize(len, 0.0);
    }
}

/// A rule at work.
pub struct Work<'a, 'c> {
    pub twins: &'a mut TwinMemory,
    pub core: &'a CoreState<'c>,
    pub scratch: &'a mut Scratch,
    pub tally: &'a mut Tally,
}

impl Work<'_, '_> {
    /// Computes the result of a function for every element; how many they are.
    pub fn elements(
        &mut self,
        elem: Elem,
        sources: &[Source],
        dst: Place,
        active: Option<&[bool]>,
    ) -> u64 {
        let ((rows, cols), arity) = (dst.shape, sources.len());
        let s = &mut *self.scratch;
        for (r, c) in (0..rows).flat_map(|r| (0..cols).step_by(CHUNK).map(move |c| (r, c))) {
            let len = ((cols - c) as usize).min(CHUNK);
            s.resize(len);
            let mut sources = sources.iter();
            let given = s.given.each_mut().map(|row| match sources.next() {
                Some(Source::At(from, Broadcast::Full)) => {
                    from.lend(self.twins, self.core, (r, c), row)
                }
                Some(Source::At(from, how)) => {
                    from.read_as(self.twins, self.core, (r, c), *how, cols, row);
                    row.part(0, len)
                }
                Some(Source::Number(twin)) => {
                    row.fill(*twin, 0.0);
                    row.part(0, len)
                }
                None => row.part(0, len),
            });
            vectorised(Apply { elem, given, arity, out: &mut s.out, before: &mut s.before });
            dst.floats(self.core, r, c, &mut s.floats);
            if let Some(active) = active {
                let inactive = active[c as usize..].iter().enumerate().take(len);
                for (i, _) in inactive.filter(|(_, active)| !**active) {
                    s.out.set(i, Twin::exact(s.floats[i]), 0.0);
                }
            }
            self.tally.row(dst.dtype, &mut s.out, &s.floats, &s.before);
            dst.write(self.twins, r, c, &s.out);
        }
        u64::from(rows) * u64::from(cols)
    }

    /// Folds rows or columns.
    pub fn fold(&mut self, elem: Elem, axis: Axis, src: Place, dst: Place) -> u64 {
        let (rows, cols) = src.shape;
        let s = &mut *self.scratch;
        match axis {
            Axis::Row => {
                for r in 0..rows {
                    let (mut joined, mut before) = (None, 0.0f32);
                    for c in (0..cols).step_by(CHUNK) {
                        let row = &mut s.given[0];
                        row.resize(((cols - c) as usize).min(CHUNK));
                        let row = src.lend(self.twins, self.core, (r, c), row);
                        let (twin, worst) = vectorised(FoldRow { elem, row });
                        joined = Some(joined.map_or(twin, |j| elem.apply(j, twin, twin)));
                        before = if worst <= before { before } else { worst };
                    }
                    s.resize(1);
                    s.out.set(0, joined.unwrap_or_default(), 0.0);
                    s.before[0] = before;
                    dst.floats(self.core, r, 0, &mut s.floats);
                    self.tally.row(dst.dtype, &mut s.out, &s.floats, &s.before);
                    dst.write(self.twins, r, 0, &s.out);
                }
            }
            Axis::Col => {
                s.resize(cols as usize);
                src.read(self.twins, self.core, 0, 0, &mut s.out);
                s.before.copy_from_slice(&s.out.error);
                for r in 1..rows {
                    src.read(self.twins, self.core, r, 0, &mut s.given[0]);
                    std::mem::swap(&mut s.given[1], &mut s.out);
                    s.given[1].error.copy_from_slice(&s.before);
                    let given = s.given.each_ref().map(|row| row.part(0, cols as usize));
                    let (out, before) = (&mut s.out, &mut s.before);
                    vectorised(Apply { elem, given, arity: 2, out, before });
                }
                dst.floats(self.core, 0, 0, &mut s.floats);
                self.tally.row(dst.dtype, &mut s.out, &s.floats, &s.before);
                dst.write(self.twins, 0, 0, &s.out);
            }
        }
        u64::from(rows) * u64::from(cols)
    }

    /// Folds the active lanes of each group.
    pub fn fold_lanes(
        &mut self,
        elem: Elem,
        (src, dst): (Place, Place),
        active: &[bool],
        (group, step): (usize, usize),
    ) -> u64 {
        let s = &mut *self.scratch;
        s.resize(src.shape.1 as usize);
        let mut given = std::mem::take(&mut s.given[0]);
        src.read(self.twins, self.core, 0, 0, &mut given);
        s.resize(dst.shape.1 as usize);
        // All other lanes are zeros, or numbers of lanes.
        dst.floats(self.core, 0, 0, &mut s.floats);
        for (i, float) in s.floats.iter().enumerate() {
            s.out.set(i, Twin::exact(*float), 0.0);
        }
        s.before.fill(0.0);
        for (number, lanes) in active.chunks(group).enumerate() {
            let lanes = (0..lanes.len()).filter(|i| lanes[*i]).map(|i| number * group + i);
            let joined = lanes.clone().map(|i| given.twin(i));
            let joined = joined.reduce(|a, b| elem.apply(a, b, Twin::ZERO));
            let worst = lanes.map(|i| given.error[i]).fold(0.0, f32::max);
            if let (Some(twin), true) = (joined, number * step < s.out.len()) {
                s.out.set(number * step, twin, 0.0);
                s.before[number * step] = worst;
            }
        }
        self.tally.row(dst.dtype, &mut s.out, &s.floats, &s.before);
        dst.write(self.twins, 0, 0, &s.out);
        s.given[0] = given;
        active.len() as u64
    }

    /// Multiplies matrices.
    pub fn product(&mut self, lhs: Place, rhs: Place, start: Option<Place>, dst: Place) -> u64 {
        let ((m, k), n) = (lhs.shape, rhs.shape.1 as usize);
        let mut right = Vec::with_capacity(k as usize);
        for l in 0..k {
            let mut row = Row::zeros(n);
            rhs.read(self.twins, self.core, l, 0, &mut row);
            right.push(row);
        }
        let worst_right = right.iter().flat_map(|row| &row.error).copied().fold(0.0, f32::max);
        let mut left = Row::zeros(k as usize);
        let s = &mut *self.scratch;
        s.resize(n);
        for r in 0..m {
            lhs.read(self.twins, self.core, r, 0, &mut left);
            s.out.fill(Twin::ZERO, 0.0);
            if let Some(from) = start {
                let row = if from.shape.0 == m { r } else { 0 };
                from.read(self.twins, self.core, row, 0, &mut s.out);
            }
            let worst = left.error.iter().copied().fold(worst_right, f32::max);
            for (before, error) in s.before.iter_mut().zip(&s.out.error) {
                *before = error.max(worst);
            }
            vectorised(Multiply { left: &left, right: &right, out: &mut s.out });
            dst.floats(self.core, r, 0, &mut s.floats);
            self.tally.row(dst.dtype, &mut s.out, &s.floats, &s.before);
            dst.write(self.twins, r, 0, &s.out);
        }
        u64::from(m) * n as u64
    }

    /// Takes rows over as they are; false if the floats are not the same.
    pub fn rows(&mut self, src: Place, dst: Place) -> bool {
        let (rows, cols) = src.shape;
        let same = |r| {
            let len = cols as usize;
            src.bytes(self.core, r, 0, len) == dst.bytes(self.core, r, 0, len)
        };
        if !(0..rows).all(same) {
            return false;
        }
        let row = &mut self.scratch.given[0];
        if dst.is_tile() {
            dst.forget(self.twins);
        }
        for (r, c) in (0..rows).flat_map(|r| (0..cols).step_by(CHUNK).map(move |c| (r, c))) {
            let (from, to) = (src.span(r, c), dst.span(r, c));
            row.resize(((cols - c) as usize).min(CHUNK));
            if self.twins.knows_some(from, row.len()) {
                src.read(self.twins, self.core, r, c, row);
                dst.write(self.twins, r, c, row);
            } else {
                self.twins.forget(to.memory, to.at, row.len() * dst.dtype.bytes() as usize);
            }
        }
        true
    }
}

/// A function of the elements of rows, into another; and the largest relative error of the operands of each.
struct Apply<'a> {
    elem: Elem,
    given: [RowRef<'a>; 3],
    arity: usize,
    out: &'a mut Row,
    before: &'a mut [f32],
}

impl Vectorised for Apply<'_> {
    type Out = ();
    #[inline(always)]
    fn run(self) {
        let n = self.out.len();
        self.before[..n].fill(0.0);
        for row in &self.given[..self.arity] {
            // The bits of numbers that are not negative are in their order.
            for (before, error) in self.before[..n].iter_mut().zip(&row.error[..n]) {
                let (a, b) = (before.to_bits(), error.to_bits() & 0x7FFF_FFFF);
                *before = f32::from_bits(Ord::max(a, b));
            }
        }
        macro_rules! choose {
            ($($known:ident),*) => {
                match self.elem {
                    $(Elem::$known => each(self.given, self.out, |a, b, c| Elem::$known.apply(a, b, c)),)*
                    other => each(self.given, self.out, |a, b, c| other.apply(a, b, c)),
                }
            };
        }
        // Those that most programs have get a loop of their own, without a choice inside.
        choose!(
            Copy, Add, Sub, Mul, Div, Max, Min, Exp, ExpDif, Neg, Abs, Relu, MulAdd, Recip, Sqrt
        );
    }
}

#[inline(always)]
fn each([a, b, c]: [RowRef<'_>; 3], out: &mut Row, f: impl Fn(Twin, Twin, Twin) -> Twin) {
    let n = out.len();
    let (av, ad) = (&a.value[..n], &a.doubt[..n]);
    let (bv, bd) = (&b.value[..n], &b.doubt[..n]);
    let (cv, cd) = (&c.value[..n], &c.doubt[..n]);
    let (value, doubt) = (&mut out.value[..n], &mut out.doubt[..n]);
    let twin = |value, doubt| Twin { value, doubt };
    for i in 0..n {
        let result = f(twin(av[i], ad[i]), twin(bv[i], bd[i]), twin(cv[i], cd[i]));
        (value[i], doubt[i]) = (result.value, result.doubt);
    }
}

/// A row folded into one element, and the largest relative error in it. In exact arithmetic the order does not matter.
struct FoldRow<'a> {
    elem: Elem,
    row: RowRef<'a>,
}

/// Elements that are folded side by side.
const LANES: usize = 16;

impl Vectorised for FoldRow<'_> {
    type Out = (Twin, f32);
    #[inline(always)]
    fn run(self) -> (Twin, f32) {
        let most = self.row.error.iter().map(|e| e.to_bits() & 0x7FFF_FFFF).max().unwrap_or(0);
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
    let twin = |i: usize| Twin { value: row.value[i], doubt: row.doubt[i] };
    let whole = n / LANES * LANES;
    let mut rest = whole..n;
    let mut all = None;
    if whole > 0 {
        let (mut value, mut doubt) = ([0.0; LANES], [0.0; LANES]);
        value.copy_from_slice(&row.value[..LANES]);
        doubt.copy_from_slice(&row.doubt[..LANES]);
        let chunks = row.value[..whole].chunks_exact(LANES).zip(row.doubt.chunks_exact(LANES));
        for (v, d) in chunks.skip(1) {
            for i in 0..LANES {
                let a = Twin { value: value[i], doubt: doubt[i] };
                let b = Twin { value: v[i], doubt: d[i] };
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

/// A row of a matrix times another matrix, added to what is there.
struct Multiply<'a> {
    left: &'a Row,
    right: &'a [Row],
    out: &'a mut Row,
}

impl Vectorised for Multiply<'_> {
    type Out = ();
    #[inline(always)]
    fn run(self) {
        let n = self.out.len();
        let (value, doubt) = (&mut self.out.value[..n], &mut self.out.doubt[..n]);
        for (l, row) in self.right.iter().enumerate() {
            let a = self.left.twin(l);
            let (v, d) = (&row.value[..n], &row.doubt[..n]);
            for j in 0..n {
                let b = Twin { value: v[j], doubt: d[j] };
                let c = Twin { value: value[j], doubt: doubt[j] };
                let sum = Elem::MulAdd.apply(a, b, c);
                (value[j], doubt[j]) = (sum.value, sum.doubt);
            }
        }
    }
}
