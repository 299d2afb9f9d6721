//! Where the rows and the columns of a tile or of a view lie, as arithmetic instead of a table.
//!
//! The place of an element is the sum of one number that depends on its row and one that depends on its
//! column. Each of them steps evenly inside a group and from group to group: a box of a boxed layout is such
//! a group, and so is the inner of two dimensions of a view.

use super::gemm::Steps;
use pto_isa::Layout;
use pto_isa::sem::{TileAt, ViewAt};

/// Larger strides and extents are left to the definition, so that no sum here overflows.
const LIMIT: i64 = 1 << 40;

/// Offsets of `count` indices: index `i` is at `(first + i) / group * jump + (first + i) % group * step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub count: usize,
    first: usize,
    group: usize,
    step: isize,
    jump: isize,
}

impl Axis {
    /// `count` evenly spaced indices.
    #[inline(always)]
    pub fn line(count: usize, step: isize) -> Axis {
        Axis { count, first: 0, group: usize::MAX, step, jump: 0 }
    }

    /// Groups of `group` indices.
    #[inline(always)]
    fn grouped(count: usize, group: usize, step: isize, jump: isize) -> Axis {
        if count <= group || jump == group as isize * step {
            return Axis::line(count, step);
        }
        Axis { count, first: 0, group, step, jump }
    }

    /// The rows and columns of `shape` elements of a tile from a row and column on. `None` if the tile is
    /// not made of whole boxes or the elements are not all in it.
    #[inline(always)]
    pub fn of_tile(
        t: &TileAt,
        (row, col): (u32, u32),
        (rows, cols): (u32, u32),
    ) -> Option<(Axis, Axis)> {
        let inside = |at: u32, len: u32, all: u32| at.checked_add(len).is_some_and(|e| e <= all);
        if !inside(row, rows, t.ty.rows) || !inside(col, cols, t.ty.cols) {
            return None;
        }
        let layout = t.ty.layout();
        let (all_rows, all_cols) = (t.storage.0 as isize, t.storage.1 as isize);
        // Counted from the tile's corner, so that groups begin where boxes do.
        let (rows, cols) = ((row + rows) as usize, (col + cols) as usize);
        let (box_rows, box_cols) = layout.inner_box(t.ty.dtype, t.ty.fractal);
        let (br, bc) = (box_rows as usize, box_cols as usize);
        let (ir, ic) = (box_rows as isize, box_cols as isize);
        if layout.is_boxed() && (all_rows % ir != 0 || all_cols % ic != 0) {
            return None;
        }
        let (r, c) = match layout {
            Layout::Nd => (Axis::line(rows, all_cols), Axis::line(cols, 1)),
            Layout::Dn => (Axis::line(rows, 1), Axis::line(cols, all_rows)),
            Layout::Nz => {
                (Axis::grouped(rows, br, ic, ir * ic), Axis::grouped(cols, bc, 1, all_rows * ic))
            }
            Layout::Zz => {
                (Axis::grouped(rows, br, ic, all_cols * ir), Axis::grouped(cols, bc, 1, ir * ic))
            }
            Layout::Zn => {
                (Axis::grouped(rows, br, 1, all_cols * ir), Axis::grouped(cols, bc, ir, ir * ic))
            }
            Layout::Nn => {
                (Axis::grouped(rows, br, 1, ir * ic), Axis::grouped(cols, bc, ir, all_rows * ic))
            }
        };
        Some((r.skip(row as usize), c.skip(col as usize)))
    }

    /// The first `count` indices along some dimensions of a view, outermost first. `None` if they have more
    /// than two levels.
    #[inline(always)]
    pub fn of_view(view: &ViewAt, dims: &[usize], count: u32) -> Option<Axis> {
        let mut levels: [(i64, i64); 2] = [(1, 0), (1, 0)];
        let mut used = 0;
        let mut reached = 1i64;
        for &d in dims.iter().rev() {
            if reached >= i64::from(count) {
                break;
            }
            let (extent, stride) = (view.dims[d].max(1), view.strides[d]);
            if extent == 1 {
                continue;
            }
            if extent >= LIMIT || !(-LIMIT..LIMIT).contains(&stride) {
                return None;
            }
            // Both factors are below the limit, and `reached` is below `count`.
            reached = reached.checked_mul(extent)?;
            match levels[..used].last_mut() {
                Some(last) if stride == last.0 * last.1 => last.0 = last.0.checked_mul(extent)?,
                _ if used == 2 => return None,
                _ => {
                    levels[used] = (extent, stride);
                    used += 1;
                }
            }
        }
        if reached < i64::from(count) {
            return None;
        }
        let [(group, step), (_, jump)] = levels;
        let whole = i64::from(count);
        Some(Axis::grouped(
            count as usize,
            group.min(whole).max(1) as usize,
            step as isize,
            jump as isize,
        ))
    }

    /// That many indices from one on.
    pub fn part(self, from: usize, count: usize) -> Axis {
        Axis { count, ..self.skip(from) }
    }

    /// Without the first indices.
    #[inline(always)]
    fn skip(self, by: usize) -> Axis {
        Axis { first: self.first + by, count: self.count - by, ..self }
    }

    /// The offset of an index.
    #[inline(always)]
    pub fn at(&self, i: usize) -> isize {
        let i = self.first + i;
        if self.is_line() {
            return i as isize * self.step;
        }
        (i / self.group) as isize * self.jump + (i % self.group) as isize * self.step
    }

    /// Distance of neighbours in a group.
    #[inline(always)]
    pub fn step(&self) -> isize {
        self.step
    }

    /// Neighbours in groups of `group`, if it is that, and the distance of groups; of one group, `group`.
    pub fn neighbours(&self, group: usize) -> Option<usize> {
        match (self.is_line(), self.first, self.step) {
            (true, _, 1) => Some(group),
            (false, 0, 1) if self.group == group => usize::try_from(self.jump).ok(),
            _ => None,
        }
    }

    /// The offsets of all indices as the matrix product takes them. `None` if they do not begin with the first of a
    /// group or go backwards.
    pub fn steps(&self) -> Option<Steps> {
        let step = usize::try_from(self.step).ok()?;
        match (self.is_line(), self.first) {
            (true, _) => Some(Steps::line(step)),
            (false, 0) => Steps::grouped(self.group, step, usize::try_from(self.jump).ok()?),
            _ => None,
        }
    }

    /// Whether all of it is evenly spaced.
    #[inline(always)]
    pub fn is_line(&self) -> bool {
        self.group == usize::MAX
    }

    /// At the first index.
    #[inline(always)]
    pub fn cursor(&self) -> Cursor {
        let (group, inside) = match self.group {
            usize::MAX => (0, self.first),
            n => (self.first / n, self.first % n),
        };
        Cursor { axis: *self, rest: self.count, base: group as isize * self.jump, inside }
    }

    /// The least and the greatest offset. There must be an index.
    #[inline(always)]
    pub fn span(&self) -> (isize, isize) {
        let (first, last) = (self.first, self.first + self.count - 1);
        if self.is_line() {
            let (a, b) = (self.at(0), self.at(self.count - 1));
            return (a.min(b), a.max(b));
        }
        // The extremes are at ends of a group; of the whole groups in the middle, in the outer ones.
        let (head, tail) = (first / self.group, last / self.group);
        let mut span = (isize::MAX, isize::MIN);
        for g in [head, tail.min(head + 1), head.max(tail.saturating_sub(1)), tail] {
            let start = g * self.group;
            for i in [start.max(first), (start + self.group - 1).min(last)] {
                let at = g as isize * self.jump + (i - start) as isize * self.step;
                span = (span.0.min(at), span.1.max(at));
            }
        }
        span
    }

    /// Whether no two pairs of indices are at the same place, as far as a look at the strides tells.
    pub fn apart(rows: &Axis, cols: &Axis) -> bool {
        let mut levels = [(0usize, 0usize); 4];
        for (pair, axis) in levels.chunks_mut(2).zip([rows, cols]) {
            let inside = axis.first % axis.group;
            let groups = (inside + axis.count).div_ceil(axis.group);
            pair[0] = (axis.step.unsigned_abs(), axis.count.min(axis.group));
            pair[1] = (axis.jump.unsigned_abs(), groups);
        }
        levels.sort_unstable();
        // Every stride must reach past all that the smaller ones cover.
        let mut covered = 0;
        for (stride, count) in levels.into_iter().filter(|l| l.1 > 1) {
            if stride <= covered {
                return false;
            }
            covered += stride * (count - 1);
        }
        true
    }
}

/// A place on an axis that moves on by parts of groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    axis: Axis,
    rest: usize,
    /// Offset of the group it is in.
    base: isize,
    /// Index in that group.
    inside: usize,
}

impl Cursor {
    /// The offset here.
    #[inline(always)]
    pub fn at(&self) -> isize {
        self.base + self.inside as isize * self.axis.step
    }
    /// How many indices from here on are evenly spaced; 0 at the end.
    #[inline(always)]
    pub fn even(&self) -> usize {
        self.rest.min(self.axis.group - self.inside)
    }
    /// Moves on by at most as many indices as are evenly spaced.
    #[inline(always)]
    pub fn advance(&mut self, by: usize) {
        self.rest -= by;
        self.inside += by;
        if self.inside == self.axis.group {
            (self.inside, self.base) = (0, self.base + self.axis.jump);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::sem::PtrAt;
    use pto_isa::{DType, Space, TileTy};

    #[test]
    fn tiles_of_every_layout_are_found() {
        for layout in [Layout::Nd, Layout::Dn, Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn] {
            for (dtype, fractal) in [(DType::F16, 512), (DType::F32, 1024), (DType::I8, 512)] {
                let mut ty = TileTy::vec(dtype, 64, 96);
                (ty.blayout, ty.slayout) = layout.orders();
                ty.fractal = fractal;
                let t = TileAt::new(ty, (64, 96), 0);
                let (row, col) = (5, 33);
                let (rows, cols) = Axis::of_tile(&t, (row, col), (59, 63)).unwrap();
                assert!(Axis::apart(&rows, &cols), "{layout:?}");
                for r in 0..59 {
                    for c in 0..63 {
                        let at = rows.at(r as usize) + cols.at(c as usize);
                        let bits = t.bit_offset(row + r, col + c);
                        assert_eq!(at as u64 * u64::from(dtype.bits()), bits, "{layout:?} {r} {c}");
                    }
                }
                assert_eq!(Axis::of_tile(&t, (6, 0), (59, 1)), None);
            }
        }
    }

    #[test]
    fn views_collapse_to_two_levels() {
        let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype: DType::F32 };
        let view = |dims, strides| ViewAt { at, dims, strides };
        let dense = view([1, 2, 3, 4, 8], [96, 96, 32, 8, 1]);
        assert_eq!(Axis::of_view(&dense, &[0, 1, 2, 3], 24), Some(Axis::line(24, 8)));
        let padded = view([1, 1, 3, 4, 8], [0, 0, 100, 8, 1]);
        let rows = Axis::of_view(&padded, &[0, 1, 2, 3], 12).unwrap();
        let places: Vec<isize> = (0..12).map(|i| rows.at(i)).collect();
        assert_eq!(places, [0, 8, 16, 24, 100, 108, 116, 124, 200, 208, 216, 224]);
        let mut cursor = rows.cursor();
        cursor.advance(3);
        assert_eq!((rows.span(), cursor.at(), cursor.even()), ((0, 224), 24, 1));
        cursor.advance(1);
        assert_eq!((cursor.at(), cursor.even()), (100, 4));
        let three = view([2, 2, 2, 1, 8], [1000, 100, 8, 0, 1]);
        assert_eq!(Axis::of_view(&three, &[0, 1, 2, 3], 8), None);
        // Only the part that is used counts.
        assert!(Axis::of_view(&three, &[0, 1, 2, 3], 4).is_some());
        assert!(!Axis::apart(&Axis::line(2, 4), &Axis::line(8, 1)));
        assert!(Axis::apart(&Axis::line(2, -8), &Axis::line(8, 1)));
    }
}
