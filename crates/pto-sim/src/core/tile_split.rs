//! Which rows and columns of a tile belong to which vector core.

/// Half of an extent for a vector core: where it starts and how long it is.
fn half(extent: u32, who: usize) -> (u32, u32) {
    let first = extent.div_ceil(2);
    if who == 0 { (0, first) } else { (first, extent - first) }
}

/// The stretch of a pushed tile that a vector core takes: first row and column, rows and columns.
pub(crate) fn window(split: i64, who: usize, shape: (u32, u32)) -> ((u32, u32), (u32, u32)) {
    match split {
        1 | 3 => {
            let (at, rows) = half(shape.0, who);
            ((at, 0), (rows, shape.1))
        }
        2 | 4 => {
            let (at, cols) = half(shape.1, who);
            ((0, at), (shape.0, cols))
        }
        _ => ((0, 0), shape),
    }
}

/// Where the half that a vector core pushes starts in the whole.
pub(crate) fn offset(split: i64, who: usize, shape: (u32, u32)) -> (u32, u32) {
    // Of an odd extent the first core has one row or column more.
    let more = |n: u32| n.saturating_add(u32::from(split > 2));
    match (split, who) {
        (1 | 3, 1) => (more(shape.0), 0),
        (2 | 4, 1) => (0, more(shape.1)),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_vector_core_takes_the_larger_half_of_an_odd_extent() {
        assert_eq!(window(3, 0, (15, 8)), ((0, 0), (8, 8)));
        assert_eq!(window(3, 1, (15, 8)), ((8, 0), (7, 8)));
        assert_eq!(window(4, 0, (8, 15)), ((0, 0), (8, 8)));
        assert_eq!(window(4, 1, (8, 15)), ((0, 8), (8, 7)));
    }

    #[test]
    fn even_extents_are_halved_and_whole_tiles_stay_whole() {
        for who in [0, 1] {
            let at = who as u32 * 4;
            assert_eq!(window(0, who, (8, 8)), ((0, 0), (8, 8)));
            assert_eq!(window(1, who, (8, 8)), ((at, 0), (4, 8)));
            assert_eq!(window(2, who, (8, 8)), ((0, at), (8, 4)));
            assert_eq!(window(1, who, (0, 0)), ((0, 0), (0, 0)));
        }
    }

    #[test]
    fn halves_meet_where_they_were_cut() {
        for (split, shape) in [(1, (8, 6)), (2, (8, 6)), (3, (7, 6)), (4, (8, 5))] {
            let (first, _) = window(split, 0, shape);
            let (second, rest) = window(split, 1, shape);
            assert_eq!(offset(split, 0, shape), first);
            assert_eq!(offset(split, 1, rest), second, "split {split}");
        }
        assert_eq!(offset(0, 1, (8, 8)), (0, 0));
    }
}
