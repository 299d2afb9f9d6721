//! Numbers as far as a proof knows them: exactly, or what is left when they are divided.

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// All of it.
    Exact(i64),
    /// It is `rest` plus a multiple of `modulus`.
    Rest {
        /// From 0 to `modulus` - 1.
        rest: i64,
        /// At least 2.
        modulus: i64,
        /// Whether it is known not to be negative.
        natural: bool,
    },
}

use Number::{Exact, Rest};

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

pub(super) fn lcm(a: i64, b: i64) -> i64 {
    (a / gcd(a, b).max(1)).saturating_mul(b)
}

impl Number {
    /// A number that is `rest` modulo `modulus`; nothing is known if the modulus is 1.
    pub fn rest(rest: i64, modulus: i64, natural: bool) -> Option<Number> {
        (modulus > 1).then(|| Rest { rest: rest.rem_euclid(modulus), modulus, natural })
    }

    pub fn exact(self) -> Option<i64> {
        match self {
            Exact(n) => Some(n),
            Rest { .. } => None,
        }
    }

    /// Rest and modulus; an exact number has the modulus 0.
    const fn parts(self) -> (i64, i64, bool) {
        match self {
            Exact(n) => (n, 0, n >= 0),
            Rest { rest, modulus, natural } => (rest, modulus, natural),
        }
    }

    pub fn add(self, other: Number) -> Option<Number> {
        let ((a, m, x), (b, n, y)) = (self.parts(), other.parts());
        match gcd(m, n) {
            0 => a.checked_add(b).map(Exact),
            modulus => Number::rest(a.checked_add(b)?, modulus, x && y),
        }
    }

    pub fn sub(self, other: Number) -> Option<Number> {
        let ((a, m, _), (b, n, _)) = (self.parts(), other.parts());
        match gcd(m, n) {
            0 => a.checked_sub(b).map(Exact),
            modulus => Number::rest(a.checked_sub(b)?, modulus, false),
        }
    }

    pub fn mul(self, other: Number) -> Option<Number> {
        match (self, other) {
            (Exact(a), Exact(b)) => a.checked_mul(b).map(Exact),
            (Exact(0), _) | (_, Exact(0)) => Some(Exact(0)),
            (Rest { rest, modulus, natural }, Exact(by))
            | (Exact(by), Rest { rest, modulus, natural }) => Number::rest(
                rest.checked_mul(by)?,
                modulus.checked_mul(by.abs())?,
                natural && by > 0,
            ),
            _ => None,
        }
    }

    pub fn div(self, other: Number) -> Option<Number> {
        match (self, other.exact()?) {
            (Exact(a), by) => a.checked_div(by).map(Exact),
            (Rest { rest, modulus, natural: true }, by) if by > 0 && modulus % by == 0 => {
                Number::rest(rest / by, modulus / by, true)
            }
            _ => None,
        }
    }

    /// The remainder; `unsigned` if bits are counted from zero.
    pub fn rem(self, other: Number, unsigned: bool) -> Option<Number> {
        match (self, other.exact()?) {
            (Exact(a), by) => a.checked_rem(by).map(Exact),
            (Rest { rest, modulus, natural }, by) if by > 0 && modulus % by == 0 => {
                // Negative numbers are multiples of 2^64 away from what their bits say.
                let same = natural || unsigned && by.count_ones() == 1;
                same.then_some(Exact(rest % by))
            }
            _ => None,
        }
    }

    pub fn and(self, other: Number) -> Option<Number> {
        match (self, other) {
            (Exact(a), Exact(b)) => Some(Exact(a & b)),
            (number @ Rest { .. }, Exact(mask)) | (Exact(mask), number @ Rest { .. })
                if mask >= 0 && (mask + 1).count_ones() == 1 =>
            {
                number.rem(Exact(mask + 1), true)
            }
            _ => None,
        }
    }

    /// Whether two numbers are equal, where that is known.
    pub fn equals(self, other: Number) -> Option<bool> {
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

    fn odd(natural: bool) -> Number {
        Number::rest(3, 4, natural).unwrap()
    }

    #[test]
    fn rests_follow_the_numbers_they_stand_for() {
        let three = odd(true);
        assert_eq!(three.add(Exact(2)).unwrap().rem(Exact(4), false), Some(Exact(1)));
        assert_eq!(three.div(Exact(2)).unwrap().rem(Exact(2), false), Some(Exact(1)));
        assert_eq!(three.mul(Exact(3)).unwrap().rem(Exact(12), false), Some(Exact(9)));
        assert_eq!(three.and(Exact(1)), Some(Exact(1)));
        assert_eq!((three.equals(Exact(2)), three.equals(Exact(7))), (Some(false), None));
        assert_eq!(three.rem(Exact(3), false), None);
        assert_eq!(three.rem(Exact(0), false), None);
    }

    #[test]
    fn what_may_be_negative_has_no_rest_but_of_its_bits() {
        assert_eq!(odd(false).rem(Exact(4), false), None);
        assert_eq!(odd(false).rem(Exact(4), true), Some(Exact(3)));
        assert_eq!(odd(true).sub(Exact(4)).unwrap().div(Exact(2)), None);
        assert_eq!(Exact(0).rem(Exact(0), true), None);
    }
}
