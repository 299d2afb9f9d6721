//! A map from bytes to something about them, kept in stretches that are alike.

use std::collections::BTreeMap;
use std::ops::Range;

/// Stretches of bytes with a value each; bytes in no stretch have the default.
#[derive(Debug, Default)]
pub(crate) struct IntervalMap<T> {
    /// By the first byte: the byte behind the last one, and the value.
    cells: BTreeMap<i64, (i64, T)>,
}

impl<T: Clone + Default> IntervalMap<T> {
    /// Makes a place the start of a stretch, if it lies inside of one.
    fn split(&mut self, at: i64) {
        let Some((_, cell)) = self.cells.range_mut(..at).next_back() else { return };
        if cell.0 > at {
            let rest = (cell.0, cell.1.clone());
            cell.0 = at;
            self.cells.insert(at, rest);
        }
    }

    /// Gives all bytes of a range one value.
    pub fn set(&mut self, range: Range<i64>, value: T) {
        if range.is_empty() {
            return;
        }
        // Loops write the same stretches again and again.
        if let Some(cell) = self.cells.get_mut(&range.start)
            && cell.0 == range.end
        {
            cell.1 = value;
            return;
        }
        self.split(range.start);
        self.split(range.end);
        let inside: Vec<i64> = self.cells.range(range.clone()).map(|c| *c.0).collect();
        for start in inside {
            self.cells.remove(&start);
        }
        self.cells.insert(range.start, (range.end, value));
    }

    /// Looks at the stretches of a range that have a value.
    pub fn visit(&self, range: Range<i64>, mut look: impl FnMut(Range<i64>, &T)) {
        let before = self.cells.range(..range.start).next_back();
        let first = before.filter(|c| c.1.0 > range.start).map_or(range.start, |c| *c.0);
        for (&start, (end, value)) in self.cells.range(first..range.end) {
            look(start.max(range.start)..(*end).min(range.end), value);
        }
    }

    /// Changes the values of a range, stretch by stretch; bytes without a value get the default first.
    pub fn change(&mut self, range: Range<i64>, mut change: impl FnMut(Range<i64>, &mut T)) {
        if range.is_empty() {
            return;
        }
        self.split(range.start);
        self.split(range.end);
        let mut gaps = Vec::new();
        let mut at = range.start;
        for (&start, (end, value)) in self.cells.range_mut(range.clone()) {
            if at < start {
                gaps.push(at..start);
            }
            change(start..*end, value);
            at = *end;
        }
        if at < range.end {
            gaps.push(at..range.end);
        }
        for gap in gaps {
            let mut value = T::default();
            change(gap.clone(), &mut value);
            self.cells.insert(gap.start, (gap.end, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(map: &IntervalMap<u8>, range: Range<i64>) -> Vec<(Range<i64>, u8)> {
        let mut list = Vec::new();
        map.visit(range, |r, v| list.push((r, *v)));
        list
    }

    #[test]
    fn a_stretch_that_is_written_over_keeps_its_ends() {
        let mut map = IntervalMap::default();
        map.set(0..100, 1);
        map.set(40..60, 2);
        assert_eq!(all(&map, 0..100), [(0..40, 1), (40..60, 2), (60..100, 1)]);
        map.set(0..100, 3);
        assert_eq!(all(&map, 10..20), [(10..20, 3)]);
        map.set(100..110, 4);
        map.set(90..105, 5);
        assert_eq!(all(&map, 80..120), [(80..90, 3), (90..105, 5), (105..110, 4)]);
    }

    #[test]
    fn a_change_reaches_every_byte_of_its_range_once() {
        let mut map = IntervalMap::default();
        map.set(10..20, 1);
        map.set(30..40, 2);
        let mut seen = Vec::new();
        map.change(15..35, |r, v| {
            *v += 10;
            seen.push(r);
        });
        seen.sort_by_key(|r| r.start);
        assert_eq!(seen, [15..20, 20..30, 30..35]);
        let want = [(10..15, 1), (15..20, 11), (20..30, 10), (30..35, 12), (35..40, 2)];
        assert_eq!(all(&map, 0..50), want);
    }
}
