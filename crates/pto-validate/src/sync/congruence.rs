//! Numbers as far as a proof knows them: exactly, or what is left when they are divided.

use pto_ir::dialect::to_i64;
use pto_isa::DType;

/// Numbers of at least this many bits are taken not to overflow.
pub(super) const WIDE_BITS: u32 = 32;

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Congruence {
    /// All of it.
    Const(i64),
    /// It is `rest` plus a multiple of `modulus`.
    Residue {
        /// From 0 to `modulus` - 1.
        rest: i64,
        /// At least 2.
        modulus: i64,
        /// Whether it is known not to be negative.
        natural: bool,
    },
}

use Congruence::{Const, Residue};

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

pub(super) fn lcm(a: i64, b: i64) -> i64 {
    (a / gcd(a, b).max(1)).saturating_mul(b)
}

impl Congruence {
    /// A number that is `rest` modulo `modulus`; nothing is known if the modulus is 1.
    pub fn rest(rest: i64, modulus: i64, natural: bool) -> Option<Congruence> {
        (modulus > 1).then(|| Residue { rest: rest.rem_euclid(modulus), modulus, natural })
    }

    pub fn exact(self) -> Option<i64> {
        match self {
            Const(n) => Some(n),
            Residue { .. } => None,
        }
    }

    /// Rest and modulus; an exact number has the modulus 0.
    const fn parts(self) -> (i64, i64, bool) {
        match self {
            Const(n) => (n, 0, n >= 0),
            Residue { rest, modulus, natural } => (rest, modulus, natural),
        }
    }

    /// What is left of it in a type: a narrow one wraps around, so only what its bits say remains. Numbers of
    /// 32 bits and more are taken not to overflow, as the documentation of proofs says.
    pub fn wrap(self, to: DType) -> Option<Congruence> {
        match self {
            Const(n) => Some(Const(to_i64(to, n as u64))),
            Residue { .. } if to.bits() >= WIDE_BITS => Some(self),
            Residue { rest, modulus, .. } => {
                Congruence::rest(rest, gcd(modulus, 1 << to.bits()), false)
            }
        }
    }

    /// What its bits say in a wider type, where they are counted from zero.
    pub fn zero_extend(self, from: DType) -> Option<Congruence> {
        match self {
            Residue { rest, modulus, natural: false } => {
                let bits = from.bits().min(i64::BITS - 2);
                Congruence::rest(rest, gcd(modulus, 1 << bits), true)
            }
            known => Some(known),
        }
    }

    pub fn add(self, other: Congruence) -> Option<Congruence> {
        let ((a, m, x), (b, n, y)) = (self.parts(), other.parts());
        match gcd(m, n) {
            0 => a.checked_add(b).map(Const),
            modulus => Congruence::rest(a.checked_add(b)?, modulus, x && y),
        }
    }

    pub fn sub(self, other: Congruence) -> Option<Congruence> {
        let ((a, m, _), (b, n, _)) = (self.parts(), other.parts());
        match gcd(m, n) {
            0 => a.checked_sub(b).map(Const),
            modulus => Congruence::rest(a.checked_sub(b)?, modulus, false),
        }
    }

    pub fn mul(self, other: Congruence) -> Option<Congruence> {
        match (self, other) {
            (Const(a), Const(b)) => a.checked_mul(b).map(Const),
            (Const(0), _) | (_, Const(0)) => Some(Const(0)),
            (Residue { rest, modulus, natural }, Const(by))
            | (Const(by), Residue { rest, modulus, natural }) => Congruence::rest(
                rest.checked_mul(by)?,
                modulus.checked_mul(by.abs())?,
                natural && by > 0,
            ),
            _ => None,
        }
    }

    pub fn div(self, other: Congruence) -> Option<Congruence> {
        match (self, other.exact()?) {
            (Const(a), by) => a.checked_div(by).map(Const),
            (Residue { rest, modulus, natural: true }, by) if by > 0 && modulus % by == 0 => {
                Congruence::rest(rest / by, modulus / by, true)
            }
            _ => None,
        }
    }

    /// The remainder; `unsigned` if bits are counted from zero.
    pub fn rem(self, other: Congruence, unsigned: bool) -> Option<Congruence> {
        match (self, other.exact()?) {
            (Const(a), by) => a.checked_rem(by).map(Const),
            (Residue { rest, modulus, natural }, by) if by > 0 && modulus % by == 0 => {
                // Negative numbers are a power of two away from what their bits say.
                let same = natural || unsigned && by.count_ones() == 1;
                same.then_some(Const(rest % by))
            }
            _ => None,
        }
    }

    pub fn and(self, other: Congruence) -> Option<Congruence> {
        match (self, other) {
            (Const(a), Const(b)) => Some(Const(a & b)),
            (number @ Residue { .. }, Const(mask)) | (Const(mask), number @ Residue { .. })
                if mask >= 0 && (mask + 1).count_ones() == 1 =>
            {
                number.rem(Const(mask + 1), true)
            }
            _ => None,
        }
    }

    /// Whether two numbers are equal, where that is known.
    pub fn equals(self, other: Congruence) -> Option<bool> {
        let ((a, m, _), (b, n, _)) = (self.parts(), other.parts());
        match gcd(m, n) {
            0 => Some(a == b),
            modulus if (a - b).rem_euclid(modulus) != 0 => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(natural: bool) -> Congruence {
        Congruence::rest(3, 4, natural).unwrap()
    }

    #[test]
    fn rests_follow_the_numbers_they_stand_for() {
        let three = odd(true);
        assert_eq!(three.add(Const(2)).unwrap().rem(Const(4), false), Some(Const(1)));
        assert_eq!(three.div(Const(2)).unwrap().rem(Const(2), false), Some(Const(1)));
        assert_eq!(three.mul(Const(3)).unwrap().rem(Const(12), false), Some(Const(9)));
        assert_eq!(three.and(Const(1)), Some(Const(1)));
        assert_eq!((three.equals(Const(2)), three.equals(Const(7))), (Some(false), None));
        assert_eq!(three.rem(Const(3), false), None);
        assert_eq!(three.rem(Const(0), false), None);
    }

    #[test]
    fn what_may_be_negative_has_no_rest_but_of_its_bits() {
        assert_eq!(odd(false).rem(Const(4), false), None);
        assert_eq!(odd(false).rem(Const(4), true), Some(Const(3)));
        assert_eq!(odd(true).sub(Const(4)).unwrap().div(Const(2)), None);
        assert_eq!(Const(0).rem(Const(0), true), None);
    }

    #[test]
    fn a_narrow_type_keeps_what_its_bits_say() {
        let third = Congruence::rest(1, 3, true).unwrap();
        assert_eq!(third.wrap(DType::I8), None);
        assert_eq!(third.wrap(DType::I32), Some(third));
        assert_eq!(
            Congruence::rest(5, 12, true).unwrap().wrap(DType::I8),
            Congruence::rest(1, 4, false)
        );
        assert_eq!(Const(255).wrap(DType::I8), Some(Const(-1)));
        assert_eq!(odd(false).zero_extend(DType::I8), Congruence::rest(3, 4, true));
        assert_eq!(Congruence::rest(1, 3, false).unwrap().zero_extend(DType::I32), None);
    }
}
