//! Choices made by the fuzzer's bytes, and by a generator that they seed once they are used up.
#![allow(dead_code)]

use libfuzzer_sys::arbitrary::Unstructured;

/// A source of choices; the methods are those the tests' generator has.
pub struct Rng<'a> {
    data: Unstructured<'a>,
    state: u64,
}

impl<'a> Rng<'a> {
    /// Choices from these bytes.
    pub fn new(bytes: &'a [u8]) -> Rng<'a> {
        let mix = |h: u64, b: &u8| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01B3);
        let state = bytes.iter().fold(0xCBF2_9CE4_8422_2325, mix) | 1;
        Rng { data: Unstructured::new(bytes), state }
    }
    /// Any number, from the generator (xorshift64*).
    pub fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
    /// Below `n`, which is not 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if self.data.is_empty() {
            return (((self.next() >> 32) * u64::from(n)) >> 32) as u32;
        }
        self.data.int_in_range(0..=n - 1).unwrap_or(0)
    }
    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }
    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }
}
