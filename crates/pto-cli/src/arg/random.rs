//! Numbers that look random and are the same on every machine: contents of buffers for runs that are compared.

use pto_isa::DType;
use pto_isa::format::{Conversion, encode};

/// Bytes of elements: numbers with a fraction lie between -1 and 1, whole numbers between -8 and 7 (0 and 15 without a sign).
///
/// ```
/// use pto_cli::arg::random::bytes;
/// use pto_isa::DType;
/// assert_eq!(bytes(100, DType::F32), bytes(100, DType::F32));
/// assert_eq!(bytes(3, DType::F16).len(), 6);
/// ```
pub fn bytes(elements: u64, dtype: DType) -> Vec<u8> {
    let bits = dtype.bits() as usize;
    let mut bytes = vec![0u8; (elements as usize * bits).div_ceil(8)];
    for i in 0..elements {
        let code = code(i, dtype);
        match bits {
            4 => bytes[i as usize / 2] |= ((code & 15) as u8) << (4 * (i % 2)),
            _ => {
                let at = i as usize * bits / 8;
                let width = bits / 8;
                bytes[at..at + width].copy_from_slice(&code.to_le_bytes()[..width]);
            }
        }
    }
    bytes
}

/// The bits of the i-th element (splitmix64).
fn code(i: u64, dtype: DType) -> u64 {
    let mut z = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    let small = match dtype.is_int() {
        true if dtype.is_unsigned() => (z >> 60) as f64,
        true => (z >> 60) as f64 - 8.0,
        false => (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0,
    };
    encode(dtype, small, Conversion::default())
}
