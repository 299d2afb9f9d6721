//! Where a generator's choices come from: the bytes of a fuzzer, then numbers that a seed determines.

use pto_isa::format::{Conversion, encode};
use pto_isa::sem::exec::all_ones;
use pto_isa::sem::{Numerics, OutsideValid, Semantics};
use pto_isa::{DType, Target};

/// A source of choices. The same bytes or seed give the same choices on every machine.
///
/// As long as there are bytes, each choice takes a few of them from the front, so that a small change of the bytes is a small change
/// of the program. Zeros choose what is first in a list, and rare things do not happen.
#[derive(Clone, Debug)]
pub struct Choices {
    bytes: Vec<u8>,
    at: usize,
    state: u64,
}

impl Choices {
    /// Choices that a number determines.
    pub fn seeded(seed: u64) -> Choices {
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        Choices { bytes: Vec::new(), at: 0, state }
    }

    /// Choices from these bytes, and from a generator that they seed once they are used up.
    pub fn from_bytes(bytes: &[u8]) -> Choices {
        let mix = |h: u64, b: &u8| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01B3);
        let state = bytes.iter().fold(0xCBF2_9CE4_8422_2325, mix) | 1;
        Choices { bytes: bytes.to_vec(), at: 0, state }
    }

    /// Any number, never from the bytes: what fills buffers must not use them up (xorshift64*).
    pub fn bits(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn has_bytes(&self) -> bool {
        self.at < self.bytes.len()
    }

    /// Below `n`, which is not 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if !self.has_bytes() {
            return (((self.bits() >> 32) * u64::from(n)) >> 32) as u32;
        }
        // One byte for a small choice, so that a fuzzer finds its neighbours.
        let wanted = (32 - (n - 1).leading_zeros()).div_ceil(8) as usize;
        let end = (self.at + wanted).min(self.bytes.len());
        let number = self.bytes[self.at..end].iter().fold(0u64, |n, b| n << 8 | u64::from(*b));
        self.at = end;
        (number % u64::from(n)) as u32
    }

    /// A place in a list of `n`.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u32) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        let rare = if self.has_bytes() { n - 1 } else { 0 };
        self.below(n) == rare
    }

    /// True every other time.
    pub fn flip(&mut self) -> bool {
        self.one_in(2)
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.index(list.len())]
    }

    /// Any choices of a run.
    pub fn numerics(&mut self) -> Numerics {
        let target = self.pick(&[Target::CPU, Target::A2A3, Target::A5]);
        let mut n = Numerics::new(target, self.pick(&[Semantics::Manual, Semantics::Silicon]));
        if self.one_in(4) {
            n.outside_valid = self.pick(&OutsideValid::ALL);
        }
        n
    }

    /// A code of an element: `wild` ones are often NaN, infinite, zero or subnormal.
    pub fn code(&mut self, dtype: DType, wild: bool) -> u64 {
        if dtype.is_int() {
            return match self.below(if wild { 4 } else { 2 }) {
                0 => u64::from(self.below(40)) & all_ones(dtype),
                1 => self.bits() & all_ones(dtype),
                2 => self.pick(&[
                    0,
                    1,
                    all_ones(dtype),
                    all_ones(dtype) >> 1,
                    (all_ones(dtype) >> 1) + 1,
                ]),
                _ => (self.below(9) as i64 - 4) as u64 & all_ones(dtype),
            };
        }
        if wild && self.one_in(4) {
            let top = all_ones(dtype);
            let infinity = encode(dtype, f64::INFINITY, Conversion::default());
            let quiet = encode(dtype, f64::NAN, Conversion::default());
            let sign = (top >> 1) + 1;
            return self.pick(&[
                0,
                sign,
                infinity,
                infinity | sign,
                quiet,
                quiet | sign,
                top,
                infinity + 1,
                1,
                2,
                sign | 3,
                quiet | 5,
            ]) & top;
        }
        if wild && self.one_in(8) {
            return self.bits() & all_ones(dtype);
        }
        let scale = self.pick(&[1.0, 1.0, 1.0, 16.0, 100.0]);
        let value = (self.bits() >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
        let value = if self.one_in(8) { (value * 4.0).round() } else { value * scale };
        encode(dtype, value, Conversion::default())
    }
}
