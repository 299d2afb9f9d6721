//! Instructions on two tiles of which either may be valid in a part of the destination only.

use super::elem::Elem;
use super::exec::{Exec, Outcome, TileAt, Trap};
use super::grid::Grid;
use super::num::Num;
use super::numerics::Numerics;
use super::pad::limit_code;
use crate::dtype::DType;
use crate::target::Target;
use crate::with_num;
use std::cmp::{Ordering, Reverse};

/// A function of two elements where both are valid, over the valid region of `dst`. Where one is, it is
/// copied bit for bit; where none is, see [`nobody`].
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The function: `Add`, `Mul`, `Max` or `Min`.
    pub elem: Elem,
    /// The first source.
    pub src0: u8,
    /// The second source.
    pub src1: u8,
    /// The destination.
    pub dst: u8,
}

/// What an element becomes that no source covers; `None` leaves it as it is.
///
/// The manual leaves it undefined. PTO-Gym tpartmax and tpartmin want the neutral finite value, the CPU
/// simulator writes zero (pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:37).
pub fn nobody(elem: Elem, target: Target, dtype: DType) -> Option<u64> {
    match (target, elem) {
        (Target::CPU, _) => Some(0),
        (_, Elem::Max) => Some(limit_code(dtype, false)),
        (_, Elem::Min) => Some(limit_code(dtype, true)),
        _ => None,
    }
}

/// The part of a source inside the destination's valid region.
struct Piece {
    grid: Grid,
}

impl Piece {
    fn read(x: &Exec<'_>, slot: u8, dst: &TileAt) -> Result<Piece, Trap> {
        let t = x.tile(slot)?;
        let shape = (Ord::min(t.valid.0, dst.valid.0), Ord::min(t.valid.1, dst.valid.1));
        Ok(Piece { grid: x.read_as(slot, shape)? })
    }
    fn at(&self, r: u32, c: u32) -> Option<u64> {
        (r < self.grid.rows && c < self.grid.cols).then(|| self.grid.at(r, c))
    }
}

impl Part {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let dst = x.tile(self.dst)?;
        let dtype = dst.ty.dtype;
        let (a, b) = (Piece::read(x, self.src0, &dst)?, Piece::read(x, self.src1, &dst)?);
        let before = x.read(self.dst)?;
        let elem = self.elem.resolve(x.numerics, dtype);
        let nobody = nobody(self.elem, x.numerics.profile(), dtype);
        let result = with_num!(dtype, T => {
            let number = |code| T::from_code(dtype, code);
            Grid::new(dtype, dst.valid, |r, c| match (a.at(r, c), b.at(r, c)) {
                (Some(a), Some(b)) => elem.call(number(a), number(b), T::ZERO).to_code(dtype),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => nobody.unwrap_or_else(|| before.at(r, c)),
            })
        });
        x.write(self.dst, &result)
    }
}

/// When the first of two values is taken: quirk `partarg-tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Only if it beats the second; a NaN gives the second.
    IfBetter,
    /// If it beats or equals the second; a NaN gives the second.
    IfAsGood,
    /// Unless the second beats it; a NaN gives the first.
    UnlessWorse,
}

impl First {
    /// The rule of a run.
    pub const fn of(n: &Numerics) -> First {
        if n.is_manual() { First::IfBetter } else { First::on_silicon(n) }
    }
    /// The rule of the devices.
    const fn on_silicon(n: &Numerics) -> First {
        match n.profile() {
            Target::CPU => First::IfBetter,
            Target::A2A3 => First::IfAsGood,
            _ => First::UnlessWorse,
        }
    }
    /// Whether the first is taken, the larger one being better.
    #[inline(always)]
    fn takes<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            First::IfBetter => a > b,
            First::IfAsGood => a >= b,
            // Not the same as `a >= b`: with a NaN neither holds.
            First::UnlessWorse => b.partial_cmp(&a) != Some(Ordering::Greater),
        }
    }
}

/// The better of two values and its index where both are valid, over the valid region of `value`. Where
/// one is valid, it is copied; where none is, the destination stays (the CPU simulator writes zero).
#[derive(Clone, Copy, Debug)]
pub struct PartArg {
    /// Whether the larger value is the better one.
    pub largest: bool,
    /// Values of the sources.
    pub values: [u8; 2],
    /// Indices of the sources.
    pub indices: [u8; 2],
    /// The better values.
    pub value: u8,
    /// Their indices.
    pub index: u8,
}

/// How the better of two values is chosen in a run.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    largest: bool,
    rule: First,
    silicon: First,
}

impl Choice {
    /// Whether the first of two values is taken, and whether the readings of the quirk `partarg-tie` differ about it.
    #[inline(always)]
    pub fn takes_first<T: PartialOrd + Copy>(&self, a: T, b: T) -> (bool, bool) {
        let takes = |rule: First| match self.largest {
            true => rule.takes(a, b),
            false => rule.takes(Reverse(a), Reverse(b)),
        };
        (takes(self.rule), takes(First::IfBetter) != takes(self.silicon))
    }
}

impl PartArg {
    /// How the better value is chosen in a run.
    pub const fn choice(&self, n: &Numerics) -> Choice {
        Choice { largest: self.largest, rule: First::of(n), silicon: First::on_silicon(n) }
    }

    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (value, index) = (x.tile(self.value)?, x.tile(self.index)?);
        let dtype = value.ty.dtype;
        let [a, b] = self.values;
        let (a, b) = (Piece::read(x, a, &value)?, Piece::read(x, b, &value)?);
        let [i, j] = self.indices;
        let (i, j) = (x.read_as(i, a.grid.shape())?, x.read_as(j, b.grid.shape())?);
        let mut values = x.read(self.value)?;
        let mut indices = x.read_as(self.index, value.valid)?;
        let choice = self.choice(x.numerics);
        let takes = |p: u64, q: u64| with_num!(dtype, T => choice.takes_first(T::from_code(dtype, p), T::from_code(dtype, q)));
        let mut disputed = false;
        for r in 0..value.valid.0 {
            for c in 0..value.valid.1 {
                let (best, at) = match (a.at(r, c), b.at(r, c)) {
                    (Some(p), Some(q)) => {
                        let (first, differs) = takes(p, q);
                        disputed |= differs;
                        if first { (p, i.at(r, c)) } else { (q, j.at(r, c)) }
                    }
                    (Some(p), None) => (p, i.at(r, c)),
                    (None, Some(q)) => (q, j.at(r, c)),
                    (None, None) if x.numerics.profile() == Target::CPU => (0, 0),
                    (None, None) => continue,
                };
                *values.at_mut(r, c) = best;
                *indices.at_mut(r, c) = at & super::exec::all_ones(index.ty.dtype);
            }
        }
        if disputed {
            x.note_quirk("partarg-tie");
        }
        x.write(self.value, &values)?;
        x.write(self.index, &indices)
    }
}
