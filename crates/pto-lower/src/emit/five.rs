//! The five dimensions of a `GlobalTensor`: which layout a view has for a tile, and whether devices move it so.

use super::view::View;
use pto_isa::{DType, Dim, Layout, Space, TileTy};

/// Dimensions of a `GlobalTensor`.
pub(super) const RANK: usize = 5;

/// A number that is known, or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Num {
    Known(i64),
    Is(String),
}

impl Num {
    pub fn known(&self) -> Option<i64> {
        match self {
            Num::Known(n) => Some(*n),
            Num::Is(_) => None,
        }
    }
    pub fn text(&self) -> String {
        match self {
            Num::Known(n) => n.to_string(),
            Num::Is(text) => text.clone(),
        }
    }
    pub fn times(&self, other: &Num) -> Num {
        match (self, other) {
            (Num::Known(a), Num::Known(b)) if a.checked_mul(*b).is_some() => Num::Known(a * b),
            (Num::Known(1), n) | (n, Num::Known(1)) => n.clone(),
            (a, b) => Num::Is(format!("{} * {}", a.text(), b.text())),
        }
    }
}

/// A view with five dimensions: those it lacks are in front, one element long.
pub(super) struct Five {
    pub dims: Vec<Num>,
    pub strides: Vec<Num>,
}

impl Five {
    pub fn new(view: &View) -> Five {
        let (mut dims, mut strides) = (view.dims.clone(), view.strides.clone());
        while dims.len() < RANK {
            // Nobody steps along a dimension of one element.
            let stride = match (dims.first(), strides.first()) {
                (Some(Num::Known(d)), Some(Num::Known(s))) => d.saturating_mul(*s),
                _ => 1,
            };
            dims.insert(0, Num::Known(1));
            strides.insert(0, Num::Known(stride));
        }
        Five { dims, strides }
    }

    pub fn as_parameter(&mut self, dims: &[Dim], strides: &[Option<i64>]) {
        let shift = RANK - dims.len();
        for (i, d) in dims.iter().enumerate() {
            match d {
                Dim::Is(n) => self.dims[i + shift] = Num::Known(i64::from(*n)),
                Dim::Dynamic => self.dims[i + shift] = Num::Is(self.dims[i + shift].text()),
            }
        }
        for (i, s) in self.strides.iter_mut().enumerate() {
            *s = match i.checked_sub(shift).map(|i| strides[i]) {
                None => Num::Known(1),
                Some(Some(n)) => Num::Known(n),
                Some(None) => Num::Is(s.text()),
            };
        }
    }

    /// The layout that a view has for a tile, if the program does not state it.
    ///
    /// Source: pto-isa@3186c381 include/pto/common/arch/memory/tload_common.hpp:336-353, which pairs are moved.
    pub fn layout(&self, tile: &TileTy, dtype: DType) -> &'static str {
        let boxes = self.dims[3].known() == Some(16)
            && self.dims[4].known() == Some(i64::from(dtype.per_block()));
        let blocks = self.dims[..3].iter().any(|d| d.known() != Some(1));
        match tile.layout() {
            Layout::Dn | Layout::Zn => "DN",
            Layout::Nz if boxes && (blocks || tile.space == Space::Vec) => "NZ",
            Layout::Nz if tile.space == Space::Vec => "NZ",
            _ => "ND",
        }
    }

    /// Checks that the devices move what the view says, and leaves out what lies outside the valid region.
    pub fn fit(&mut self, tile: &TileTy, layout: &str) -> Result<(), String> {
        let inner = match layout {
            "ND" => 4,
            "DN" => 3,
            _ => return Ok(()),
        };
        let outer = 7 - inner;
        // A tile of one row or column takes the elements of a view in their order.
        if self.elements() == valid(tile)
            && self.is_dense()
            && self.extent(layout) != extents(tile)
            && let (Some(r), Some(c)) = (tile.valid_rows.known(), tile.valid_cols.known())
        {
            let (r, c) = (i64::from(r), i64::from(c));
            let inner_count = if inner == 4 { c } else { r };
            self.dims =
                vec![Num::Known(1), Num::Known(1), Num::Known(1), Num::Known(r), Num::Known(c)];
            self.strides = vec![Num::Known(r * c); RANK];
            self.strides[inner] = Num::Known(1);
            self.strides[outer] = Num::Known(inner_count);
        }
        match (self.strides[inner].known(), self.dims[inner].known()) {
            (Some(1), _) | (_, Some(1)) => {}
            (stride, _) => {
                let stride = stride.map_or_else(|| "not known".into(), |s| s.to_string());
                let what = if inner == 4 { "a row" } else { "a column" };
                return Err(format!(
                    "the elements of {what} must follow one another; their stride is {stride}"
                ));
            }
        }
        let plain = self.dims[..3].iter().all(|d| d.known() == Some(1));
        for (dim, at) in [(3, tile.valid_rows), (4, tile.valid_cols)] {
            let (Some(view), Some(tile)) = (self.dims[dim].known(), at.known()) else { continue };
            if plain && view > i64::from(tile) {
                self.dims[dim] = Num::Known(i64::from(tile));
            }
        }
        let (Some(rows), Some(cols)) = (tile.valid_rows.known(), tile.valid_cols.known()) else {
            return Ok(());
        };
        match self.extent(layout) {
            Some(found) if found != (i64::from(rows), i64::from(cols)) => Err(format!(
                "the view is {} x {}, the valid region of the tile {rows} x {cols}",
                found.0, found.1
            )),
            _ => Ok(()),
        }
    }

    fn elements(&self) -> Option<i64> {
        self.dims.iter().try_fold(1i64, |n, d| n.checked_mul(d.known()?))
    }

    /// Rows and columns by the layout, if they are known.
    fn extent(&self, layout: &str) -> Option<(i64, i64)> {
        let d: Vec<i64> = self.dims.iter().map(Num::known).collect::<Option<_>>()?;
        let front = d[0].checked_mul(d[1])?.checked_mul(d[2])?;
        match layout {
            "ND" => Some((front.checked_mul(d[3])?, d[4])),
            "DN" => Some((d[3], front.checked_mul(d[4])?)),
            _ => None,
        }
    }

    /// Whether the elements follow one another without a gap, the last dimension fastest.
    fn is_dense(&self) -> bool {
        let mut expected = 1;
        self.dims.iter().zip(&self.strides).rev().all(|(d, s)| {
            let (Some(d), Some(s)) = (d.known(), s.known()) else { return false };
            let holds = d == 1 || s == expected;
            expected *= d;
            holds
        })
    }

    pub fn shape(&self) -> String {
        format!("pto::Shape<{}>", list(&self.dims))
    }
    pub fn stride(&self) -> String {
        format!("pto::Stride<{}>", list(&self.strides))
    }
    pub fn dynamic(&self, numbers: &[Num]) -> String {
        let dynamic = numbers.iter().filter(|n| n.known().is_none()).map(Num::text);
        dynamic.collect::<Vec<_>>().join(", ")
    }
}

fn list(numbers: &[Num]) -> String {
    let text = |n: &Num| n.known().map_or_else(|| "-1".into(), |n| n.to_string());
    numbers.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn extents(tile: &TileTy) -> Option<(i64, i64)> {
    Some((i64::from(tile.valid_rows.known()?), i64::from(tile.valid_cols.known()?)))
}

fn valid(tile: &TileTy) -> Option<i64> {
    extents(tile).map(|(r, c)| r * c)
}
