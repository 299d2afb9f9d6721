//! Predicates from patterns and counts, and the bits of a predicate as a whole.
//!
//! A predicate register of a device has 256 bits; target `cpu` keeps more, for its wider registers. What
//! is defined by halves or by the whole image counts these 256 bits.

use super::exec::{Exec, Outcome, Trap};
use super::register::RegTy;
use crate::format;
use crate::ty::MaskWidth;

/// Bits of a predicate register: one per byte of a 256-byte register.
pub const IMAGE_BITS: usize = 256;

impl MaskWidth {
    /// Bits of the image that belong to a lane.
    pub const fn slot_bits(self) -> usize {
        self.bits() as usize / 8
    }
    /// Lanes of a 256-byte register.
    pub const fn device_lanes(self) -> usize {
        IMAGE_BITS / self.slot_bits()
    }
}

impl Exec<'_> {
    /// The lane width of a predicate operand.
    pub fn mask_width(&self, slot: u8) -> Result<MaskWidth, Trap> {
        match self.reg(slot)?.ty {
            RegTy::Mask(width) => Ok(width),
            _ => Err(Trap::new("needs a predicate").at(slot)),
        }
    }

    /// Every bit of a predicate, those between the lanes too.
    pub fn image_bits(&self, slot: u8) -> Result<Vec<bool>, Trap> {
        self.mask_width(slot)?;
        let bytes = &self.registers[self.reg(slot)?.range()];
        Ok((0..bytes.len() * 8).map(|i| bit(bytes, i)).collect())
    }

    /// Writes every bit of a predicate.
    pub fn write_image_bits(&mut self, slot: u8, set: impl Fn(usize) -> bool) -> Outcome {
        self.mask_width(slot)?;
        let range = self.reg(slot)?.range();
        for (i, byte) in self.registers[range].iter_mut().enumerate() {
            *byte = (0..8).fold(0, |b, k| b | u8::from(set(8 * i + k)) << k);
        }
        Ok(())
    }
}

/// A bit of an image, the lowest bit of a byte first; bits past its end are zero.
pub fn bit(bytes: &[u8], i: usize) -> bool {
    bytes.get(i / 8).is_some_and(|b| b >> (i % 8) & 1 == 1)
}

/// A predicate from the attribute `pattern`, or from a number of lanes.
#[derive(Clone, Copy, Debug)]
pub struct MaskPattern {
    /// The number of lanes, where the instruction can have one instead of a pattern.
    pub bound: Option<u8>,
    /// The result.
    pub mask: u8,
}

impl MaskPattern {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        if let Some(slot) = self.bound
            && x.arg(slot).is_some()
        {
            let bound = x.int(slot)?;
            return x.write_mask(self.mask, |i| (i as i64) < bound);
        }
        let Some(pattern) = x.word("pattern") else {
            return Err(Trap::new("needs a pattern"));
        };
        let pattern = pattern.to_ascii_uppercase();
        let width = x.mask_width(self.mask)?;
        let lanes = width.device_lanes();
        if matches!(pattern.as_str(), "PAT_H" | "PAT_Q") {
            x.note_quirk("pat-h-q");
        }
        let upper = x.numerics.is_manual();
        let part = |n: usize| if upper { lanes - n..lanes } else { 0..n };
        let all = 0..usize::MAX;
        let (range, every) = match pattern.as_str() {
            "PAT_ALL" => (all, 1),
            "PAT_ALLF" => (0..0, 1),
            "PAT_H" => (part(lanes / 2), 1),
            "PAT_Q" => (part(lanes / 4), 1),
            "PAT_M3" => (all, 3),
            "PAT_M4" => (all, 4),
            other => match other.strip_prefix("PAT_VL").and_then(|n| n.parse().ok()) {
                Some(n) => (0..n, 1),
                None => return Err(Trap::new(format!("does not know the pattern `{pattern}`"))),
            },
        };
        x.write_mask(self.mask, |i| range.contains(&i) && i % every == 0)
    }
}

/// A predicate of the first lanes, and what is left of the count for the next step of a loop.
#[derive(Clone, Copy, Debug)]
pub struct MaskCount {
    /// The count.
    pub scalar: u8,
    /// The predicate.
    pub mask: u8,
    /// What is left.
    pub rest: u8,
}

impl MaskCount {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (dtype, code) = x.scalar(self.scalar)?;
        // The count is unsigned whatever the program calls it: `uint32_t &` in pto-isa@3186c381
        // docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b32.md:11.
        let count = code & super::exec::all_ones(dtype);
        let lanes = x.mask_width(self.mask)?.device_lanes() as u64;
        x.write_mask(self.mask, |i| (i as u64) < count.min(lanes))?;
        x.give(self.rest, count.saturating_sub(lanes));
        Ok(())
    }
}

/// `pltm`: the lanes of one step of a counted loop.
pub fn mask_of_step(x: &mut Exec<'_>, [step, bound, mask]: [u8; 3]) -> Outcome {
    let lanes = x.mask_width(mask)?.device_lanes() as i64;
    let count = |x: &Exec<'_>, slot: u8, what: &str| {
        let (dtype, code) = x.scalar(slot)?;
        match format::decode_int(dtype, code).and_then(|v| i64::try_from(v).ok()) {
            Some(n) if n >= 0 => Ok(n),
            Some(n) => Err(Trap::new(format!("has a {what} of {n}, below zero")).at(slot)),
            None => Err(Trap::new(format!("needs an integer as {what}")).at(slot)),
        }
    };
    let (step, bound) = (count(x, step, "step number")?, count(x, bound, "bound")?);
    // Both are at most 32 bits wide, so this cannot overflow.
    let left = bound - step * lanes;
    x.write_mask(mask, |i| (i as i64) < left.min(lanes))
}
