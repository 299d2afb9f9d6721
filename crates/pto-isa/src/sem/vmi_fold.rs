//! Sums and extremes of registers of any length, of all lanes or of each group, and histograms.
//!
//! A sum adds adjacent pairs, again and again, as that of a register does ([`super::lane_fold`]); the order is free
//! (`reassoc`), and this one is that of registers whatever the length. Inactive lanes count as zero in a sum, as the least
//! value in a maximum and as the greatest in a minimum: PTO-Gym docs/PTO-vmi-Instruction-SPEC.md, group 5.
//!
//! Extremes are those of `vmax` and `vmin`: a NaN beats every number, and +0 is above -0. So their order is free, too.

use super::exec::{Exec, Outcome, Trap, all_ones};
use super::lane_fold::fold_pairs;
use super::num::Num;
use super::reduce::Fold;
use super::vmi_create::shape;
use super::vmi_mask::group_size;
use crate::dtype::DType;
use crate::virtual_register::computed_in;
use crate::with_num;

/// Folds the active lanes of each of the groups that the attribute `group` counts into one lane; of all lanes without
/// that attribute.
pub fn fold(x: &mut Exec<'_>, fold: Fold, [source, mask, result]: [u8; 3], group: &str) -> Outcome {
    let (dtype, codes) = x.lanes(source)?;
    let active = x.active(mask, dtype, codes.len())?;
    let size = match x.attr(group) {
        Some(_) => group_size(x, group, codes.len())?,
        None => codes.len().max(1),
    };
    let dtype = computed_in(dtype);
    let folded: Vec<u64> = with_num!(dtype, T => {
        let lanes: Vec<Option<T>> = codes
            .iter()
            .zip(&active)
            .map(|(&c, &a)| a.then(|| T::from_code(dtype, c)))
            .collect();
        lanes.chunks(size).map(|group| one::<T>(fold, group, dtype).to_code(dtype)).collect()
    });
    let (_, lanes) = shape(x, result)?;
    if folded.len() != lanes {
        return Err(
            Trap::new(format!("gives {} numbers for {lanes} lanes", folded.len())).at(result)
        );
    }
    x.write_lanes(result, &folded)
}

/// The fold of one group.
fn one<T: Num>(fold: Fold, group: &[Option<T>], dtype: DType) -> T {
    let lanes = group.iter().copied();
    match fold {
        Fold::Sum | Fold::Prod => fold_pairs(fold, lanes, dtype),
        Fold::Max => lanes.flatten().fold(T::LEAST, T::max),
        Fold::Min => lanes.flatten().fold(T::GREATEST, T::min),
    }
}

/// `vdhist`, `vchist`: counts of the bytes of active lanes, added to `acc`: lane i counts the value i, or with
/// `cumulative` the values up to it.
pub fn histogram(
    x: &mut Exec<'_>,
    [acc, source, mask, result]: [u8; 4],
    cumulative: bool,
) -> Outcome {
    let (dtype, before) = x.lanes(acc)?;
    let (bytes, values) = x.lanes(source)?;
    let active = x.active(mask, bytes, values.len())?;
    let counts = super::vector_special::count_bytes(&values, &active, cumulative);
    let add = |(&old, &n): (&u64, &u64)| old.wrapping_add(n) & all_ones(dtype);
    let codes: Vec<u64> = before.iter().zip(&counts).map(add).collect();
    x.write_lanes(result, &codes)
}
