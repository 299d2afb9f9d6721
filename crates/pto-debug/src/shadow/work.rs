//! Rules at work: what a step made of twins, row by row.

use super::apply::{FoldRow, Join, Multiply};
use super::memory::TwinMemory;
use super::place::{Floats, Overwritten, Place};
use super::row::{CHUNK, Note, Row, RowRef};
use super::rules::Source;
use super::tally::{Results, Tally};
use super::twin::Twin;
use pto_isa::sem::map::Broadcast;
use pto_isa::sem::{Axis, Elem, Num};
use pto_sim::{CoreState, vectorised};

/// Rows of a chunk that are used again and again.
pub struct Scratch {
    given: [Row; 3],
    out: Row,
    floats: Vec<f32>,
    /// What the sources of a step held that it overwrites.
    pub overwritten: Overwritten,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            given: std::array::from_fn(|_| Row::zeros(CHUNK)),
            out: Row::zeros(CHUNK),
            floats: vec![0.0; CHUNK],
            overwritten: Overwritten::default(),
        }
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
        let (rows, cols) = dst.shape;
        let Scratch { given, out, floats, overwritten } = &mut *self.scratch;
        let from = Floats { core: self.core, overwritten };
        for (r, (c, len)) in (0..rows).flat_map(|r| dst.chunks(r).map(move |chunk| (r, chunk))) {
            let mut sources = sources.iter();
            let given = given.each_mut().map(|row| match sources.next() {
                Some(Source::At(place, Broadcast::Full)) => {
                    place.lend(self.twins, from, (r, c), len, row)
                }
                // What is the same in all columns is there from the first chunk on.
                Some(Source::At(_, Broadcast::Col0) | Source::Number(_)) if c > 0 => row.first(len),
                Some(Source::At(place, how)) => {
                    place.read_as(self.twins, from, (r, c), *how, (cols, len), row);
                    row.first(len)
                }
                Some(Source::Number(twin)) => {
                    row.fill(*twin, 0.0);
                    row.first(len)
                }
                None => RowRef::zeros(len),
            });
            let floats = &mut floats[..len];
            dst.floats(self.core, r, c, floats);
            let out_row = out.first_mut(len);
            let mut results = Results { dtype: dst.dtype, elem, given, floats, out: out_row };
            match active {
                None => self.tally.row(results),
                Some(active) => {
                    let mut first = 0;
                    for run in active[c as usize..c as usize + len].chunk_by(|a, b| a == b) {
                        let part = results.part(first, run.len());
                        match run[0] {
                            true => self.tally.row(part),
                            false => part.keep_floats(),
                        }
                        first += run.len();
                    }
                }
            }
            dst.exchange(self.twins, (r, c), out, len);
        }
        u64::from(rows) * u64::from(cols)
    }

    /// Folds rows or columns.
    pub fn fold(&mut self, elem: Elem, axis: Axis, src: Place, dst: Place) -> u64 {
        let (rows, cols) = src.shape;
        match axis {
            Axis::Row => {
                for r in 0..rows {
                    let (mut joined, mut before) = (None, 0.0f32);
                    for (c, len) in src.chunks(r) {
                        let Scratch { given: [row, ..], overwritten, .. } = &mut *self.scratch;
                        let from = Floats { core: self.core, overwritten };
                        let row = src.lend(self.twins, from, (r, c), len, row);
                        let (twin, worst) = vectorised(FoldRow { elem, row });
                        joined = Some(joined.map_or(twin, |j| elem.apply(j, twin, twin)));
                        before = if worst <= before { before } else { worst };
                    }
                    self.scratch.given[0].set(0, joined.unwrap_or_default(), before);
                    self.give(dst, (r, 0), 1);
                }
            }
            Axis::Col => {
                for (c, len) in dst.chunks(0) {
                    let Scratch { given: [all, row, _], overwritten, .. } = &mut *self.scratch;
                    let from = Floats { core: self.core, overwritten };
                    src.read(self.twins, from, (0, c), len, all);
                    for r in 1..rows {
                        let row = src.lend(self.twins, from, (r, c), len, row);
                        vectorised(Join { elem, row, into: all.first_mut(len) });
                    }
                    self.give(dst, (0, c), len);
                }
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
        let (mut given, lanes) = (Row::zeros(active.len()), dst.shape.1 as usize);
        src.read(self.twins, self.from(), (0, 0), active.len(), &mut given);
        // All other lanes are zeros, or numbers of lanes.
        let mut floats = vec![0.0; lanes];
        dst.floats(self.core, 0, 0, &mut floats);
        let value = floats.into_iter().map(f64::from).collect();
        let mut out = Row { value, note: vec![Note::EXACT; lanes] };
        for (number, lanes) in active.chunks(group).enumerate() {
            let lanes = (0..lanes.len()).filter(|i| lanes[*i]).map(|i| number * group + i);
            let joined = lanes.clone().map(|i| given.twin(i));
            let joined = joined.reduce(|a, b| elem.apply(a, b, Twin::ZERO));
            let worst = lanes.map(|i| given.note[i].error()).fold(0.0, f32::max);
            if let (Some(twin), true) = (joined, number * step < out.len()) {
                out.set(number * step, twin, worst);
            }
        }
        self.give_row(dst, 0, &out);
        active.len() as u64
    }

    /// Multiplies matrices.
    pub fn product(&mut self, lhs: Place, rhs: Place, start: Option<Place>, dst: Place) -> u64 {
        let ((m, k), n) = (lhs.shape, rhs.shape.1 as usize);
        let mut right = Vec::with_capacity(k as usize);
        for l in 0..k {
            let mut row = Row::zeros(n);
            rhs.read(self.twins, self.from(), (l, 0), n, &mut row);
            right.push(row);
        }
        let errors = right.iter().flat_map(|row| &row.note).map(|n| n.error());
        let worst_right = errors.fold(0.0, f32::max);
        let mut left = Row::zeros(k as usize);
        let (mut out, mut doubt) = (Row::zeros(n), vec![0.0; n]);
        for r in 0..m {
            lhs.read(self.twins, self.from(), (r, 0), k as usize, &mut left);
            out.fill(Twin::ZERO, 0.0);
            if let Some(from) = start {
                let row = if from.shape.0 == m { r } else { 0 };
                from.read(self.twins, self.from(), (row, 0), n, &mut out);
            }
            let worst = left.note.iter().map(|n| n.error()).fold(worst_right, f32::max);
            for (doubt, note) in doubt.iter_mut().zip(&out.note) {
                *doubt = note.doubt();
            }
            let (value, doubt) = (&mut out.value[..], &mut doubt[..]);
            vectorised(Multiply { left: &left, right: &right, value, doubt });
            for (note, doubt) in out.note.iter_mut().zip(doubt) {
                *note = Note::new(*doubt, note.error().max(worst));
            }
            self.give_row(dst, r, &out);
        }
        u64::from(m) * n as u64
    }

    /// Takes rows over as they are; false if the floats are not the same.
    pub fn rows(&mut self, src: Place, dst: Place) -> bool {
        let (rows, len) = (src.shape.0, src.shape.1 as usize);
        let has_twins = (0..rows).any(|r| self.twins.knows_some(src.span(r, 0), len));
        let is_same = |r| src.bytes(self.core, r, 0, len) == dst.bytes(self.core, r, 0, len);
        if has_twins && !(0..rows).all(is_same) {
            return false;
        }
        if dst.is_tile() {
            dst.forget(self.twins);
        }
        let row = &mut self.scratch.given[0];
        for r in 0..rows {
            let (from, to) = (src.span(r, 0), dst.span(r, 0));
            self.twins.copy(from, to, len, src.bytes(self.core, r, 0, len), row);
        }
        true
    }

    fn from(&self) -> Floats<'_, '_> {
        Floats { core: self.core, overwritten: &self.scratch.overwritten }
    }

    /// Takes account of results that were computed into the first row, each with the error of its operands, and writes them.
    fn give(&mut self, dst: Place, (r, c): (u32, u32), len: usize) {
        let Scratch { given: [given, ..], out, floats, .. } = &mut *self.scratch;
        let floats = &mut floats[..len];
        dst.floats(self.core, r, c, floats);
        let given = [given.first(len), RowRef::zeros(len), RowRef::zeros(len)];
        let out_row = out.first_mut(len);
        self.tally.row(Results { dtype: dst.dtype, elem: Elem::Copy, given, floats, out: out_row });
        dst.exchange(self.twins, (r, c), out, len);
    }

    /// The same of a row of any length.
    fn give_row(&mut self, dst: Place, r: u32, row: &Row) {
        for (c, len) in dst.chunks(r) {
            self.scratch.given[0].put(0, row.part(c as usize, len));
            self.give(dst, (r, c), len);
        }
    }
}
