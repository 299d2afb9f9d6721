//! Lists put in order, by one sort for all of them.
//!
//! The library compiles its sort again for every kind of element and every order, 5 KB each time. Few lists are long enough for that to
//! be felt: here only numbers of elements are sorted, and the elements then take their places.

use std::cmp::Ordering;

/// As `list.sort()`.
pub fn sort<T: Ord>(list: &mut [T]) {
    by(list, Ord::cmp);
}

/// As `list.sort_by_key(key)`: elements with the same key stay in their order.
pub fn by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    by(list, |a, b| key(a).cmp(&key(b)));
}

/// As `list.sort_by(compare)`: elements that are equal stay in their order.
pub fn by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if list.is_sorted_by(|a, b| compare(a, b).is_le()) {
        return;
    }
    let mut sources = sources(list.len(), &|a, b| compare(&list[a], &list[b]));
    for start in 0..list.len() {
        // Each element of a cycle is swapped to its place; the one from the start comes along to the end.
        let mut at = start;
        loop {
            let source = std::mem::replace(&mut sources[at], at);
            if source == start {
                break;
            }
            list.swap(at, source);
            at = source;
        }
    }
}

/// For each place the number of the element that belongs there.
fn sources(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sources: Vec<usize> = (0..count).collect();
    sources.sort_by(|&a, &b| compare(a, b));
    sources
}

#[cfg(test)]
mod tests {
    /// All lists of up to six of four keys, with their places: as the library sorts them.
    #[test]
    fn sorts_as_the_library_does() {
        for count in 0..=6u32 {
            for drawn in 0..4u32.pow(count) {
                let list: Vec<(u32, u32)> = (0..count).map(|i| (drawn >> (2 * i) & 3, i)).collect();
                let (mut ours, mut theirs) = (list.clone(), list);
                super::by_key(&mut ours, |x| x.0);
                theirs.sort_by_key(|x| x.0);
                assert_eq!(ours, theirs);
            }
        }
    }

    /// Long enough for the library not to insert one by one.
    #[test]
    fn sorts_long_lists() {
        let list: Vec<(u32, u32)> =
            (0..5000u32).map(|i| (i.wrapping_mul(0x9E37_79B9) >> 26, i)).collect();
        let (mut ours, mut theirs) = (list.clone(), list);
        super::by(&mut ours, |a, b| b.0.cmp(&a.0));
        theirs.sort_by_key(|x| std::cmp::Reverse(x.0));
        assert_eq!(ours, theirs);
    }
}
