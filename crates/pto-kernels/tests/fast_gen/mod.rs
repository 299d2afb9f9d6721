//! Random operands for the tests that compare fast kernels with definitions.
#![allow(dead_code)]

use pto_isa::format::{Conversion, encode};
use pto_isa::sem::exec::{all_ones, set_code};
use pto_isa::sem::{Numerics, OutsideValid, Semantics, TileAt};
use pto_isa::{BLayout, DType, Dim, SLayout, Space, Target, TileTy};

/// xorshift64*.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
    /// Below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * u64::from(n)) >> 32) as u32
    }
    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
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
                1 => self.next() & all_ones(dtype),
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
            return self.next() & all_ones(dtype);
        }
        let scale = self.pick(&[1.0, 1.0, 1.0, 16.0, 100.0]);
        let value = (self.next() >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
        let value = if self.one_in(8) { (value * 4.0).round() } else { value * scale };
        encode(dtype, value, Conversion::default())
    }
}

/// A vector memory that fills up with tiles.
pub struct Bench {
    pub bytes: Vec<u8>,
    next: u64,
}

impl Bench {
    /// Room for several tiles, filled with codes of a type.
    pub fn new(rng: &mut Rng, dtype: DType, size: usize) -> Bench {
        let mut bytes = vec![0xFF; size];
        let wild = !rng.one_in(3);
        let bits = u64::from(dtype.bits().max(8));
        for i in 0..size as u64 * 8 / bits {
            set_code(&mut bytes, dtype, i * bits, rng.code(dtype, wild));
        }
        Bench { bytes, next: 0 }
    }
    /// Room filled with small numbers that are not zero.
    pub fn tame(rng: &mut Rng, dtype: DType, size: usize) -> Bench {
        let mut bytes = vec![0xFF; size];
        let bits = u64::from(dtype.bits().max(8));
        for i in 0..size as u64 * 8 / bits {
            set_code(&mut bytes, dtype, i * bits, u64::from(1 + rng.below(7)));
        }
        Bench { bytes, next: 0 }
    }
    /// A tile after the last one. `storage` is larger than the shape for a window.
    pub fn place(&mut self, ty: TileTy, valid: (u32, u32), storage: (u32, u32)) -> Option<TileAt> {
        let t = TileAt { ty, valid, addr: self.next, storage };
        let size = u64::from(storage.0) * u64::from(storage.1) * u64::from(ty.dtype.bits()) / 8;
        self.next += size.next_multiple_of(32);
        (self.next <= self.bytes.len() as u64).then_some(t)
    }
    pub fn locals(&self) -> [(Space, Vec<u8>); 1] {
        [(Space::Vec, self.bytes.clone())]
    }
}

/// A tile type of the shape.
pub fn tile(dtype: DType, (rows, cols): (u32, u32), blayout: BLayout, slayout: SLayout) -> TileTy {
    TileTy { blayout, slayout, ..TileTy::vec(dtype, rows, cols) }
}

/// The type with the valid region declared, too.
pub fn declare(ty: TileTy, valid: (u32, u32)) -> TileTy {
    TileTy { valid_rows: Dim::Is(valid.0), valid_cols: Dim::Is(valid.1), ..ty }
}
