//! Sums and differences of vector registers with a carry per lane, and products of twice the width.
//!
//! Lanes count as unsigned in sums and differences. Inactive lanes of a result are zero, and so are their
//! carries, unless their page leaves them unchanged.

use super::exec::{Exec, Outcome, Trap, all_ones};
use super::lanes::Inactive;
use crate::code;
use crate::format::decode_int;

/// The operands of a sum or difference with carries.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    /// The first operand.
    pub lhs: u8,
    /// The second one.
    pub rhs: u8,
    /// Carries of a lower word, if the instruction takes them.
    pub carry_in: Option<u8>,
    /// The predicate.
    pub mask: u8,
    /// The low bits.
    pub result: u8,
    /// The carries.
    pub carry: u8,
    /// What becomes of inactive lanes and their carries.
    pub inactive: Inactive,
}

impl Carry {
    /// `lhs + rhs + carry_in`.
    pub fn add(&self, x: &mut Exec<'_>) -> Outcome {
        let bits = x.lanes(self.lhs)?.0.bits();
        self.run(x, true, |a, b, carry| {
            let sum = a + b + carry;
            (sum, sum >> bits != 0)
        })
    }

    /// `lhs - rhs - borrow_in`. What a set bit of a predicate means is the quirk `borrow-polarity`.
    pub fn subtract(&self, x: &mut Exec<'_>) -> Outcome {
        let means_borrow = x.numerics.is_manual();
        self.run(x, means_borrow, |a, b, borrow| (a.wrapping_sub(b + borrow), a < b + borrow))?;
        let dtype = x.lanes(self.lhs)?.0;
        if x.active(self.mask, dtype, x.reg(self.lhs)?.lanes())?.contains(&true) {
            x.note_quirk("borrow-polarity");
        }
        Ok(())
    }

    /// Low bits and carry of `step`; a predicate bit of `set` is a carry.
    fn run(
        &self,
        x: &mut Exec<'_>,
        set: bool,
        step: impl Fn(u128, u128, u128) -> (u128, bool),
    ) -> Outcome {
        let (dtype, a) = x.lanes(self.lhs)?;
        let (_, b) = x.lanes(self.rhs)?;
        let active = x.active(self.mask, dtype, a.len())?;
        let carry_in = match self.carry_in {
            Some(slot) => {
                x.active(slot, dtype, a.len())?.into_iter().map(|bit| bit == set).collect()
            }
            None => vec![false; a.len()],
        };
        let inactive = self.inactive.code(x, dtype, &active);
        let mut low = Vec::with_capacity(a.len());
        let mut carries = Vec::with_capacity(a.len());
        for (i, (&a, &b)) in a.iter().zip(&b).enumerate() {
            let (full, carry) = step(a.into(), b.into(), carry_in[i].into());
            low.push(if active[i] { full as u64 & all_ones(dtype) } else { inactive });
            carries.push(if active[i] { carry == set } else { inactive & 1 == 1 });
        }
        x.write_lanes(self.result, &low)?;
        x.write_active(self.carry, dtype, &carries)
    }
}

/// The low and the high half of the product of two lanes, signed if they are.
pub fn multiply_wide(x: &mut Exec<'_>, [lhs, rhs, third, mask, low, high]: [u8; 6]) -> Outcome {
    if x.arg(third).is_some() {
        let trap = Trap::new("with three sources subtracts in one of two directions").at(third);
        return Err(trap
            .code(code::NOT_EXECUTABLE)
            .note("the manual page states both `lhs * rhs - sub` and `sub - lhs * rhs`"));
    }
    let (dtype, a) = x.lanes(lhs)?;
    let (_, b) = x.lanes(rhs)?;
    let active = x.active(mask, dtype, a.len())?;
    let value = |code: u64| decode_int(dtype, code).unwrap_or(0);
    let product = |i: usize| match b.get(i) {
        Some(&b) if active[i] => value(a[i]).wrapping_mul(value(b)),
        _ => 0,
    };
    let products: Vec<i128> = (0..a.len()).map(product).collect();
    let half = |shift: u32| -> Vec<u64> {
        products.iter().map(|p| (p >> shift) as u64 & all_ones(dtype)).collect()
    };
    x.write_lanes(low, &half(0))?;
    if x.arg(high).is_some() {
        x.write_lanes(high, &half(dtype.bits()))?;
    }
    Ok(())
}
