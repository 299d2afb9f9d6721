//! Tests of the element formats: all codes, all neighbours, other implementations, vectors.

mod codes;
mod convert;
mod half;
mod neighbours;
mod oracle;
mod vectors;

use pto_isa::DType;

/// The float types whose codes can all be tried.
const SMALL: &[DType] = &[
    DType::F16,
    DType::Bf16,
    DType::F8E4M3,
    DType::F8E5M2,
    DType::Hif8,
    DType::F4E1M2x2,
    DType::F4E2M1x2,
];

/// A small generator of numbers that look random and are the same every time (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A float with an exponent up to `2^±scale`, or sometimes a special value.
    fn float(&mut self, scale: u64) -> f64 {
        let bits = self.next();
        match bits % 64 {
            0 => f64::from_bits(self.next()),
            1 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN][(bits >> 8) as usize % 5],
            2..=9 => (self.next() as i64 >> (bits >> 8 & 63)) as f64 / 4.0,
            _ => {
                let exponent = 1023 - scale + (bits >> 8) % (2 * scale);
                let zeros = bits >> 24 & 63;
                let fraction = if zeros < 52 { self.next() >> 12 >> zeros << zeros } else { 0 };
                f64::from_bits(bits & 1 << 63 | exponent << 52 | fraction)
            }
        }
    }
}
