//! Something about every byte of a memory, kept in stretches that are alike.

use std::collections::BTreeMap;
use std::ops::Range;

/// A value for each of the places that have one, in stretches that do not overlap.
///
/// A place is a byte's address, or a tuple that ends with one (`(memory, address)`). Stretches are cut where
/// something happens to a part of them and never joined by themselves; what is [`set`](IntervalMap::set) is one
/// stretch again. A range that is empty or ends before it starts has no places.
///
/// ```
/// use pto_ir::interval::IntervalMap;
/// let mut writer = IntervalMap::default();
/// writer.set(0..64, "tload");
/// writer.set(32..96, "tadd");
/// let seen: Vec<_> = writer.over(16..48).collect();
/// assert_eq!(seen, [(16..32, &"tload"), (32..48, &"tadd")]);
/// ```
#[derive(Clone, Debug)]
pub struct IntervalMap<K, T> {
    by_start: BTreeMap<K, Stretch<K, T>>,
}

#[derive(Clone, Debug)]
struct Stretch<K, T> {
    end: K,
    value: T,
}

impl<K, T> Default for IntervalMap<K, T> {
    fn default() -> Self {
        IntervalMap { by_start: BTreeMap::new() }
    }
}

impl<K: Ord + Copy, T: Clone> IntervalMap<K, T> {
    /// Every stretch with its value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Range<K>, &T)> {
        self.by_start.iter().map(|(&start, s)| (start..s.end, &s.value))
    }

    /// The parts of a range that have a value, in order.
    pub fn over(&self, range: Range<K>) -> impl Iterator<Item = (Range<K>, &T)> {
        let Range { start, end } = range;
        let reaches_in = |s: &Stretch<K, T>| start < s.end && start < end;
        let before = self.by_start.range(..start).next_back().filter(|(_, s)| reaches_in(s));
        let inside = self.by_start.range(start..end.max(start));
        let part = move |(&at, s): (&K, &'_ Stretch<K, T>)| at.max(start)..s.end.min(end);
        before.into_iter().chain(inside).map(move |found| (part(found), &found.1.value))
    }

    /// Gives all places of a range one value.
    pub fn set(&mut self, range: Range<K>, value: T) {
        if range.is_empty() {
            return;
        }
        if let Some(same) = self.same(&range) {
            *same = value;
            return;
        }
        self.remove(range.clone());
        self.by_start.insert(range.start, Stretch { end: range.end, value });
    }

    /// Takes the value of every place of a range away.
    pub fn remove(&mut self, range: Range<K>) {
        if !range.is_empty() {
            self.cut(range.start);
            self.cut(range.end);
            self.by_start.extract_if(range, |_, _| true).for_each(drop);
        }
    }

    /// Changes the values of a range, stretch by stretch; places without one get the default first, and come last.
    pub fn change(&mut self, range: Range<K>, mut change: impl FnMut(Range<K>, &mut T))
    where
        T: Default,
    {
        if range.is_empty() {
            return;
        }
        if let Some(same) = self.same(&range) {
            change(range, same);
            return;
        }
        self.cut(range.start);
        self.cut(range.end);
        let mut gaps = Vec::new();
        let mut at = range.start;
        for (&start, s) in self.by_start.range_mut(range.clone()) {
            if at < start {
                gaps.push(at..start);
            }
            change(start..s.end, &mut s.value);
            at = s.end;
        }
        if at < range.end {
            gaps.push(at..range.end);
        }
        for gap in gaps {
            let mut value = T::default();
            change(gap.clone(), &mut value);
            self.by_start.insert(gap.start, Stretch { end: gap.end, value });
        }
    }

    /// The value of a range that is a stretch as it stands: loops touch the same ones again and again.
    fn same(&mut self, range: &Range<K>) -> Option<&mut T> {
        let s = self.by_start.get_mut(&range.start)?;
        (s.end == range.end).then_some(&mut s.value)
    }

    /// Makes a place the start of a stretch, if it lies inside of one.
    fn cut(&mut self, at: K) {
        let Some((_, s)) = self.by_start.range_mut(..at).next_back() else { return };
        if s.end > at {
            let rest = s.clone();
            s.end = at;
            self.by_start.insert(at, rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(map: &IntervalMap<i64, u8>, range: Range<i64>) -> Vec<(Range<i64>, u8)> {
        map.over(range).map(|(r, v)| (r, *v)).collect()
    }

    #[test]
    fn a_stretch_that_is_written_over_keeps_its_ends() {
        let mut map = IntervalMap::default();
        map.set(0..100, 1);
        map.set(40..60, 2);
        assert_eq!(over(&map, 0..100), [(0..40, 1), (40..60, 2), (60..100, 1)]);
        map.set(0..100, 3);
        assert_eq!(over(&map, 10..20), [(10..20, 3)]);
        map.set(100..110, 4);
        map.set(90..105, 5);
        assert_eq!(over(&map, 80..120), [(80..90, 3), (90..105, 5), (105..110, 4)]);
    }

    #[test]
    fn a_change_reaches_every_place_of_its_range_once() {
        let mut map = IntervalMap::default();
        map.set(10..20, 1);
        map.set(30..40, 2);
        let mut seen = Vec::new();
        map.change(15..35, |r, v| {
            *v += 10;
            seen.push(r);
        });
        assert_eq!(seen, [15..20, 30..35, 20..30], "places without a value come last");
        let want = [(10..15, 1), (15..20, 11), (20..30, 10), (30..35, 12), (35..40, 2)];
        assert_eq!(over(&map, 0..50), want);
    }

    #[test]
    fn a_range_without_places_has_nothing_and_changes_nothing() {
        let mut map = IntervalMap::default();
        map.set(10..20, 1);
        #[expect(clippy::reversed_empty_ranges)]
        for range in [15..15, 10..10, 20..20, 18..12] {
            assert_eq!(over(&map, range.clone()), []);
            map.set(range.clone(), 2);
            map.change(range.clone(), |_, v| *v = 3);
            map.remove(range);
        }
        assert_eq!(over(&map, 0..50), [(10..20, 1)]);
    }

    #[test]
    fn one_map_holds_several_memories() {
        let mut map = IntervalMap::default();
        map.set((1, 0)..(1, 64), 'a');
        map.set((2, 0)..(2, 64), 'b');
        map.remove((1, 32)..(1, 100));
        let all: Vec<_> = map.iter().map(|(r, v)| (r, *v)).collect();
        assert_eq!(all, [((1, 0)..(1, 32), 'a'), ((2, 0)..(2, 64), 'b')]);
        assert_eq!(map.over((1, 40)..(1, 90)).count(), 0);
    }

    /// The same as an array with an entry for each place.
    #[test]
    fn any_sequence_does_what_it_does_to_every_place_alone() {
        const PLACES: usize = 24;
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..500 {
            let mut map = IntervalMap::default();
            let mut array = [None; PLACES];
            for _ in 0..30 {
                let (from, to) =
                    (draw(PLACES as u64 + 1) as usize, draw(PLACES as u64 + 1) as usize);
                let (range, value) = (from as i64..to as i64, draw(100) as u32);
                let places = from..to.max(from);
                match draw(3) {
                    0 => {
                        map.set(range, value);
                        array[places].fill(Some(value));
                    }
                    1 => {
                        map.remove(range);
                        array[places].fill(None);
                    }
                    _ => {
                        map.change(range, |_, v: &mut u32| *v += value);
                        for v in &mut array[places] {
                            *v = Some(v.unwrap_or_default() + value);
                        }
                    }
                }
                let (from, to) =
                    (draw(PLACES as u64 + 1) as usize, draw(PLACES as u64 + 1) as usize);
                let mut seen = [None; PLACES];
                let mut end = from as i64;
                for (range, value) in map.over(from as i64..to as i64) {
                    assert!(
                        end <= range.start && range.start < range.end && range.end <= to as i64
                    );
                    end = range.end;
                    seen[range.start as usize..range.end as usize].fill(Some(*value));
                }
                let places = from..to.max(from);
                assert_eq!(seen[places.clone()], array[places]);
                assert_eq!(
                    map.iter().map(|(r, _)| r.end - r.start).sum::<i64>(),
                    array.iter().flatten().count() as i64
                );
            }
        }
    }
}
