//! A slow encoder that searches the table of all values; it shares nothing with the real one but
//! `decode`.

use pto_isa::DType;
use pto_isa::format::{Rounding, Saturate, code_bits, decode};

/// The finite values of a type that are not negative, in order, with their codes.
pub struct Oracle {
    dtype: DType,
    pub values: Vec<(f64, u64)>,
}

impl Oracle {
    pub fn new(dtype: DType) -> Oracle {
        let mut values: Vec<_> = (0..1 << (code_bits(dtype) - 1))
            .map(|code| (decode(dtype, code), code))
            .filter(|(value, _)| value.is_finite())
            .collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        Oracle { dtype, values }
    }

    /// The value that would follow the largest one.
    pub fn beyond(&self) -> f64 {
        let n = self.values.len();
        match self.dtype {
            // Its code is the infinity.
            DType::Hif8 => 49152.0,
            _ => 2.0 * self.values[n - 1].0 - self.values[n - 2].0,
        }
    }

    fn sign(&self, negative: bool, code: u64) -> u64 {
        match (self.dtype, code) {
            (DType::Hif8, 0) => 0,
            _ => code | u64::from(negative) << (code_bits(self.dtype) - 1),
        }
    }

    /// Overflow without saturation.
    fn overflow(&self, negative: bool) -> u64 {
        match self.dtype {
            DType::F16 => self.sign(negative, 0x7C00),
            DType::Bf16 => self.sign(negative, 0x7F80),
            DType::F8E5M2 => self.sign(negative, 0x7C),
            DType::Hif8 => self.sign(negative, 0x6F),
            DType::F8E4M3 => 0x7F,
            _ => self.sign(negative, self.values[self.values.len() - 1].1),
        }
    }

    pub fn encode(&self, value: f64, rounding: Rounding, saturate: Saturate) -> u64 {
        let (negative, size) = (value.is_sign_negative(), value.abs());
        let above = self.values.partition_point(|&(v, _)| v <= size);
        let (low, low_code) = self.values[above - 1];
        if low == size {
            return self.sign(negative, low_code);
        }
        let (high, high_code) = match self.values.get(above) {
            Some(&(high, code)) => (high, Some(code)),
            None => (self.beyond(), None),
        };
        // Exact: the formats have far fewer bits than f64.
        let middle = (low + high) / 2.0;
        let up = match rounding {
            Rounding::Rint => size > middle || (size == middle && low_code % 2 == 1),
            Rounding::Round => size >= middle,
            Rounding::Floor => negative,
            Rounding::Ceil => !negative,
            Rounding::Trunc => false,
            Rounding::Away => true,
            Rounding::Odd => high_code.is_some() && low_code % 2 == 0,
        };
        match (up, high_code) {
            (false, _) => self.sign(negative, low_code),
            (true, Some(code)) => self.sign(negative, code),
            (true, None) if saturate == Saturate::On => self.sign(negative, low_code),
            (true, None) => self.overflow(negative),
        }
    }
}
