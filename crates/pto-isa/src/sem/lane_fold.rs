//! Reductions of the lanes of a register: into one lane, into one per 32-byte group, into neighbours.
//!
//! Sums add adjacent pairs, again and again, and round every node to the element type; inactive lanes are
//! zeros. That hardware does so is documented for a whole register and for a 32-byte block (TIK
//! `vec_reduce_add`, AscendC `BlockReduceSum`), not measured; nobody says how f16 nodes are rounded.
//!
//! Of a maximum or minimum the first of equal lanes counts, zeros of both signs are equal, a NaN beats every
//! number, and inactive lanes are the least (greatest) value of the type: what `argmax` of the PTO-Gym
//! goldens gives, and section 10 of its micro-instruction specification says. The pages compare with `>`,
//! which leaves NaN open.

use super::exec::{Exec, Outcome, Trap};
use super::map::number;
use super::num::Num;
use super::numerics::Numerics;
use super::reduce::Fold;
use super::register::RegTy;
use crate::dtype::DType;
use crate::with_num;

/// All active lanes folded into lane 0; a maximum or minimum has its lane number in lane 1. The other lanes
/// become zero.
#[derive(Clone, Copy, Debug)]
pub struct LaneFold {
    /// How.
    pub fold: Fold,
    /// The source.
    pub src: u8,
    /// The predicate.
    pub mask: u8,
    /// Where the result goes; a sum may have a wider type.
    pub dst: u8,
}

impl LaneFold {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (from, codes) = x.lanes(self.src)?;
        let active = x.active(self.mask, from, codes.len())?;
        if matches!(self.fold, Fold::Sum | Fold::Prod) {
            let to = element_type(x, self.dst)?;
            let total = with_num!(to, T => {
                let same = from.plain() == to.plain();
                let value = |c: u64| if same { T::from_code(from, c) } else { number(from, c) };
                fold_pairs(self.fold, codes.iter().zip(&active).map(|(&c, &a)| a.then(|| value(c))), to)
                    .to_code(to)
            });
            return x.write_lanes(self.dst, &[total]);
        }
        let (lane, value) = with_num!(from, T => {
            let lanes = codes.iter().zip(&active).map(|(&c, &a)| a.then(|| T::from_code(from, c)));
            let (lane, value) = extreme::<T>(self.fold, lanes);
            (lane as u64, value.to_code(from))
        });
        if !active.contains(&true) {
            if value != 0 {
                x.note_quirk("vcmax-empty");
            }
            let value = if x.numerics.is_manual() { 0 } else { value };
            return x.write_lanes(self.dst, &[value]);
        }
        x.write_lanes(self.dst, &[value, lane])
    }
}

/// The lanes of each 32-byte group folded into one. Where the results go is the quirk `vcgadd-placement`;
/// the other lanes become zero.
#[derive(Clone, Copy, Debug)]
pub struct GroupFold {
    /// How.
    pub fold: Fold,
    /// The source.
    pub src: u8,
    /// The predicate.
    pub mask: u8,
    /// Where the results go.
    pub dst: u8,
}

impl GroupFold {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (dtype, codes) = x.lanes(self.src)?;
        let active = x.active(self.mask, dtype, codes.len())?;
        let lanes = group_lanes(dtype);
        let results: Vec<u64> = with_num!(dtype, T => codes
            .chunks(lanes)
            .zip(active.chunks(lanes))
            .map(|(codes, active)| {
                let group = codes.iter().zip(active).map(|(&c, &a)| a.then(|| T::from_code(dtype, c)));
                match self.fold {
                    Fold::Sum | Fold::Prod => fold_pairs::<T>(self.fold, group, dtype).to_code(dtype),
                    Fold::Max | Fold::Min => extreme::<T>(self.fold, group).1.to_code(dtype),
                }
            })
            .collect());
        let spread = place(&results, lanes, codes.len());
        let packed = place(&results, 1, codes.len());
        if spread != packed {
            x.note_quirk("vcgadd-placement");
        }
        x.write_lanes(self.dst, if self.step(x.numerics, dtype) == 1 { &packed } else { &spread })
    }

    /// How many lanes the results of neighbouring groups are apart.
    pub const fn step(&self, numerics: &Numerics, dtype: DType) -> usize {
        if numerics.is_manual() { group_lanes(dtype) } else { 1 }
    }
}

/// Lanes of a 32-byte group.
const fn group_lanes(dtype: DType) -> usize {
    dtype.per_block() as usize
}

/// Results `step` lanes apart from lane 0 on, zeros between and after them.
fn place(results: &[u64], step: usize, lanes: usize) -> Vec<u64> {
    let mut codes = vec![0; lanes];
    for (lane, &result) in codes.iter_mut().step_by(step).zip(results) {
        *lane = result;
    }
    codes
}

/// Sum or product: adjacent pairs, again and again, every node rounded to the element type. Lanes that are
/// `None` count as zero in a sum, as one in a product.
pub(super) fn fold_pairs<T: Num>(
    fold: Fold,
    lanes: impl Iterator<Item = Option<T>>,
    dtype: DType,
) -> T {
    let neutral = if fold == Fold::Prod { T::ONE } else { T::ZERO };
    let join = |a: T, b: T| round(fold.elem().call(a, b, T::ZERO), dtype);
    let mut level: Vec<T> = lanes.map(|lane| lane.unwrap_or(neutral)).collect();
    while level.len() > 1 {
        level = level.chunks(2).map(|p| join(p[0], p.get(1).copied().unwrap_or(neutral))).collect();
    }
    level.first().copied().unwrap_or(neutral)
}

/// The number of the best lane and its value, see the head of this file. Lanes that are `None` count as the
/// value that every other is at least as good as.
fn extreme<T: Num>(fold: Fold, lanes: impl Iterator<Item = Option<T>>) -> (usize, T) {
    let worst = if fold == Fold::Min { T::GREATEST } else { T::LEAST };
    let mut best = (0, worst);
    for (i, lane) in lanes.enumerate() {
        let new = lane.unwrap_or(worst);
        // Only a NaN differs from itself.
        #[allow(clippy::eq_op)]
        let nan_beats_number = new != new && best.1 == best.1;
        let better = if fold == Fold::Min { new < best.1 } else { new > best.1 };
        if i == 0 || better || nan_beats_number {
            best = (i, new);
        }
    }
    // The larger of a value and itself: the value, and of a NaN the canonical one.
    (best.0, best.1.max(best.1))
}

fn round<T: Num>(value: T, dtype: DType) -> T {
    if T::IS_FLOAT { T::from_code(dtype, value.to_code(dtype)) } else { value }
}

fn element_type(x: &Exec<'_>, slot: u8) -> Result<DType, Trap> {
    match x.reg(slot)?.ty {
        RegTy::Vec(dtype) => Ok(dtype),
        _ => Err(Trap::new("needs a vector register").at(slot)),
    }
}

/// `vcpadd`: sums of neighbours in the lower half, or running sums: the quirk `vcpadd-meaning`.
pub fn add_neighbours(x: &mut Exec<'_>, [input, mask, result]: [u8; 3]) -> Outcome {
    let (dtype, codes) = x.lanes(input)?;
    let active = x.active(mask, dtype, codes.len())?;
    let (running, pairs) = with_num!(dtype, T => {
        let lanes: Vec<T> = codes
            .iter()
            .zip(&active)
            .map(|(&c, &a)| if a { T::from_code(dtype, c) } else { T::ZERO })
            .collect();
        let mut sum = T::ZERO;
        let mut running = Vec::with_capacity(lanes.len());
        for &lane in &lanes {
            // An inactive lane adds nothing and shows the sum so far.
            sum = round(sum.add(lane), dtype);
            running.push(sum.to_code(dtype));
        }
        let mut pairs: Vec<u64> =
            lanes.chunks(2).map(|p| p[0].add(p.get(1).copied().unwrap_or(T::ZERO)).to_code(dtype)).collect();
        pairs.resize(codes.len(), 0);
        (running, pairs)
    });
    if running != pairs {
        x.note_quirk("vcpadd-meaning");
    }
    x.write_lanes(result, if x.numerics.is_manual() { &running } else { &pairs })
}

/// `vcbmax` and `vcbmin`: the best active lane, and a predicate of the active lanes that are equal to it.
pub fn extreme_lanes(
    x: &mut Exec<'_>,
    fold: Fold,
    [input, mask, value, predicate]: [u8; 4],
) -> Outcome {
    let (dtype, codes) = x.lanes(input)?;
    let active = x.active(mask, dtype, codes.len())?;
    let (best, equal) = with_num!(dtype, T => {
        let lanes = || codes.iter().zip(&active).map(|(&c, &a)| a.then(|| T::from_code(dtype, c)));
        let (_, best) = extreme::<T>(fold, lanes());
        let equal: Vec<bool> = lanes().map(|lane| lane == Some(best)).collect();
        (best.to_code(dtype), equal)
    });
    x.write_lanes(value, &[best])?;
    x.write_mask(predicate, |i| equal.get(i).copied().unwrap_or(false))
}
