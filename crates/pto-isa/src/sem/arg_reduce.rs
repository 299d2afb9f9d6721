//! Arg-reductions: where the best value of a row or a column is, and what it is.
//!
//! Equal values give the lowest index. What NaN does is the quirk `argmin-nan`, what becomes of a large index
//! the quirk `argmin-index-f16`, what unsigned elements are compared as the quirk `argmin-unsigned`.

use super::exec::{Exec, Outcome};
use super::grid::Grid;
use super::num::Num;
use super::numerics::Numerics;
use super::reduce::{Axis, Fold, empty};
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::rulebook::StandsIn;
use crate::target::Target;
use crate::with_num;

/// An arg-reduction.
#[derive(Clone, Copy, Debug)]
pub struct ArgReduce {
    /// What is reduced away.
    pub axis: Axis,
    /// `Max` or `Min`.
    pub best: Fold,
    /// The source.
    pub src: u8,
    /// Where the values go, if that operand is given.
    pub value: Option<u8>,
    /// Where the indices go.
    pub index: u8,
    /// The rulebooks by which an empty source stops the program; by others nothing happens.
    pub empty_stops_in: StandsIn,
}

/// How a NaN takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanRule {
    /// It loses against every number; only NaNs give index 0.
    Loses,
    /// A later NaN never wins, one in the first place stays: `new < best`.
    FirstStays,
    /// Every comparison with a NaN takes the new index: not `best <= new`. The value is that of `min` or
    /// `max`, whichever index was taken: once NaN always NaN, and -0 below +0.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:99, 158-178.
    Moves,
}

impl NanRule {
    /// The rule of a run; A2/A3 has another one for columns than for rows.
    pub const fn of(n: &Numerics, axis: Axis) -> NanRule {
        match (n.is_manual(), n.profile(), axis) {
            (true, ..) => NanRule::Loses,
            (false, Target::A2A3, Axis::Col) => NanRule::Moves,
            (false, ..) => NanRule::FirstStays,
        }
    }
}

impl ArgReduce {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let src = x.tile(self.src)?;
        let (rows, cols) = src.valid;
        if rows == 0 || cols == 0 {
            return match self.empty_stops_in.includes(x.numerics.rules) {
                true => Err(empty(src.valid).at(self.src)),
                false => Ok(()),
            };
        }
        let grid = x.read(self.src)?;
        let dtype = grid.dtype;
        let compared = match self.compares_as_float(x.numerics, dtype) {
            Some(float) => {
                let looks_odd = |&code: &u64| {
                    format::decode(float, code).is_sign_negative()
                        || format::decode(float, code).is_nan()
                };
                if grid.codes().iter().any(looks_odd) {
                    x.note_quirk("argmin-unsigned");
                }
                if x.numerics.is_manual() { dtype } else { float }
            }
            None => dtype,
        };
        let rule = NanRule::of(x.numerics, self.axis);
        let is_nan = |&code: &u64| dtype.is_float() && crate::format::decode(dtype, code).is_nan();
        if grid.codes().iter().any(is_nan) {
            x.note_quirk("argmin-nan");
        }
        let shape = match self.axis {
            Axis::Row => (rows, 1),
            Axis::Col => (1, cols),
        };
        let mut values = Grid::filled(dtype, shape, 0);
        let index_type = x.tile(self.index)?.ty.dtype;
        let shortens = self.may_shorten_index(x.numerics, dtype, rows, self.writes_values(x));
        if shortens {
            x.note_quirk("argmin-index-f16");
        }
        let through_f16 = shortens && !x.numerics.is_manual();
        let indices = with_num!(compared, T => {
            let get = |r: u32, c: u32| T::from_code(compared, grid.at(r, c));
            Grid::new(index_type, shape, |r, c| {
                let (at, best) = match self.axis {
                    Axis::Row => find(self.best, rule, (0..cols).map(|c| get(r, c))),
                    Axis::Col => find(self.best, rule, (0..rows).map(|r| get(r, c))),
                };
                *values.at_mut(r, c) = best.to_code(compared);
                let at = if through_f16 { shorten(at) } else { at };
                at & super::exec::all_ones(index_type)
            })
        });
        if let Some(slot) = self.value.filter(|_| self.writes_values(x)) {
            x.write(slot, &values)?;
        }
        x.write(self.index, &indices)
    }

    fn writes_values(&self, x: &Exec<'_>) -> bool {
        self.value.is_some_and(|slot| x.arg(slot).is_some())
    }

    /// The type that A2/A3 compares the unsigned elements of a column in: quirk `argmin-unsigned`.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:125, 166-176.
    pub fn compares_as_float(&self, numerics: &Numerics, dtype: DType) -> Option<DType> {
        match (numerics.profile(), self.axis, dtype.plain()) {
            (Target::A2A3, Axis::Col, DType::U16) => Some(DType::F16),
            (Target::A2A3, Axis::Col, DType::U32) => Some(DType::F32),
            _ => None,
        }
    }

    /// Whether the quirk `argmin-index-f16` can show: a column of 16-bit elements with an index f16 may not hold,
    /// and no values beside the indices.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:127-143, 180-190.
    pub fn may_shorten_index(
        &self,
        numerics: &Numerics,
        dtype: DType,
        rows: u32,
        writes_values: bool,
    ) -> bool {
        let a2a3 = numerics.profile() == Target::A2A3 && self.axis == Axis::Col;
        a2a3 && dtype.bits() == 16 && !writes_values && rows > EXACT_IN_F16 + 1
    }
}

/// f16 holds every integer up to this one.
const EXACT_IN_F16: u32 = 2048;

/// An index after f16, ties away from zero.
fn shorten(index: u64) -> u64 {
    let away = Conversion::new(Rounding::Round, Saturate::On);
    format::decode(DType::F16, format::encode(DType::F16, index as f64, away)) as u64
}

/// Index and value of the best of a list that is not empty.
pub fn find<T: Num>(best: Fold, rule: NanRule, list: impl Iterator<Item = T>) -> (u64, T) {
    let beats = |new: T, old: T| if best == Fold::Min { new < old } else { new > old };
    let keeps = |old: T, new: T| if best == Fold::Min { old <= new } else { old >= new };
    #[allow(clippy::eq_op)]
    let is_nan = |v: T| v != v;
    let mut found = None;
    for (i, new) in list.enumerate() {
        let Some((at, old)) = found else {
            found = Some((i as u64, new));
            continue;
        };
        let takes = match rule {
            NanRule::Loses => beats(new, old) || (is_nan(old) && !is_nan(new)),
            NanRule::FirstStays => beats(new, old),
            NanRule::Moves => !keeps(old, new),
        };
        let at = if takes { i as u64 } else { at };
        let value = match (rule, best) {
            (NanRule::Moves, Fold::Min) => old.min(new),
            (NanRule::Moves, _) => old.max(new),
            _ if takes => new,
            _ => old,
        };
        found = Some((at, value));
    }
    found.unwrap_or((0, T::ZERO))
}
