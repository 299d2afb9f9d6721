//! Two integers of 16 bits in each number of an operand: machines multiply both with those of another number and add the products.

use super::grid::Plane;
use super::kernel::{LANES, Line};
use super::pack::Operand;
#[cfg(target_arch = "x86_64")]
use super::x86::Avx2;
use std::cell::RefCell;
use std::ops::Range;

/// An operand whose numbers are taken two by two along the products, the first in the lower half. What has no second is one with zero.
pub(super) struct Pairs<'a> {
    of: &'a dyn Operand<i32>,
    /// Products of the operand.
    depth: usize,
    is_left: bool,
    /// The operand as it is.
    single: RefCell<Vec<Line<i32>>>,
}

impl<'a> Pairs<'a> {
    /// Pairs of neighbours in rows.
    pub fn of_left(of: &'a dyn Operand<i32>, depth: usize) -> Pairs<'a> {
        Pairs { of, depth, is_left: true, single: RefCell::default() }
    }

    /// Pairs of neighbours in columns.
    pub fn of_right(of: &'a dyn Operand<i32>, depth: usize) -> Pairs<'a> {
        Pairs { of, depth, is_left: false, single: RefCell::default() }
    }

    /// The numbers that make a range of pairs.
    fn single(&self, pairs: &Range<usize>) -> Range<usize> {
        let at = |pair: usize| self.depth.min(2 * pair);
        at(pairs.start)..at(pairs.end)
    }

    /// Packs a block by what packs the operand as it is.
    #[inline(always)]
    fn pack_by(
        &self,
        (rows, cols): (Range<usize>, Range<usize>),
        out: &mut [Line<i32>],
        pack: impl FnOnce(Range<usize>, Range<usize>, &mut [Line<i32>]),
    ) {
        if rows.is_empty() || cols.is_empty() {
            return;
        }
        let (from_rows, from_cols) = match self.is_left {
            true => (rows.clone(), self.single(&cols)),
            false => (self.single(&rows), cols),
        };
        let height = from_rows.len();
        let mut single = self.single.borrow_mut();
        single.clear();
        single.resize(height * from_cols.len().div_ceil(LANES), Line::default());
        pack(from_rows, from_cols, &mut single);
        let nothing = Line::default();
        for (p, panel) in out.chunks_exact_mut(rows.len()).enumerate() {
            for (r, line) in panel.iter_mut().enumerate() {
                if self.is_left {
                    let part = |half: usize| single.get((2 * p + half) * height + r);
                    let halves = [part(0).unwrap_or(&nothing), part(1).unwrap_or(&nothing)];
                    for (to, from) in
                        line.0.as_chunks_mut::<{ LANES / 2 }>().0.iter_mut().zip(halves)
                    {
                        for (to, [a, b]) in to.iter_mut().zip(from.0.as_chunks::<2>().0) {
                            *to = pair(*a, *b);
                        }
                    }
                    continue;
                }
                let row = p * height + 2 * r;
                let second = if 2 * r + 1 < height { &single[row + 1] } else { &nothing };
                for (to, (a, b)) in line.0.iter_mut().zip(single[row].0.iter().zip(&second.0)) {
                    *to = pair(*a, *b);
                }
            }
        }
    }
}

#[inline(always)]
fn pair(first: i32, second: i32) -> i32 {
    first & 0xFFFF | second << 16
}

impl Operand<i32> for Pairs<'_> {
    fn covers(&self, rows: usize, cols: usize) -> bool {
        match self.is_left {
            true => self.of.covers(rows, self.single(&(0..cols)).end),
            false => self.of.covers(self.single(&(0..rows)).end, cols),
        }
    }

    fn in_place(&self) -> Option<Plane<'_, i32>> {
        None
    }

    fn pack(&self, rows: Range<usize>, cols: Range<usize>, out: &mut [Line<i32>]) {
        self.pack_by((rows, cols), out, |rows, cols, single| self.of.pack(rows, cols, single));
    }

    #[cfg(target_arch = "x86_64")]
    fn pack_avx2(&self, isa: Avx2, rows: Range<usize>, cols: Range<usize>, out: &mut [Line<i32>]) {
        self.pack_by((rows, cols), out, |rows, cols, single| {
            self.of.pack_avx2(isa, rows, cols, single);
        });
    }
}
