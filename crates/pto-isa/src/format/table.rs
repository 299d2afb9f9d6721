//! Every value of the 8-bit formats, for decoding by look-up.

use super::{e8m0, hif8, minifloat};
use crate::DType;

const fn single(value: f64) -> f32 {
    if value.is_nan() { f32::from_bits(0x7FC0_0000) } else { value as f32 }
}

macro_rules! table {
    ($code:ident => $value:expr) => {{
        let mut table = [0.0f32; 256];
        let mut $code = 0;
        while $code < 256 {
            table[$code as usize] = single($value);
            $code += 1;
        }
        table
    }};
}

macro_rules! pairs {
    ($format:expr) => {{
        let mut table = [[0.0f32; 2]; 256];
        let mut code = 0;
        while code < 256 {
            let byte = code as u64;
            table[code] = [single($format.decode(byte & 15)), single($format.decode(byte >> 4))];
            code += 1;
        }
        table
    }};
}

/// The values of `f8E4M3FN`.
pub static E4M3: [f32; 256] = table!(code => minifloat::E4M3.decode(code));
/// The values of `f8E5M2`.
pub static E5M2: [f32; 256] = table!(code => minifloat::E5M2.decode(code));
/// The values of HiFloat8.
pub static HIF8: [f32; 256] = table!(code => hif8::decode(code));
/// The values of `f8E8M0`; the first is subnormal in f32.
pub static E8M0: [f32; 256] = table!(code => e8m0::decode(code));
/// The two values of every byte of `f4E2M1x2`, low half first.
pub static E2M1X2: [[f32; 2]; 256] = pairs!(minifloat::E2M1);
/// The two values of every byte of `f4E1M2x2`, low half first.
pub static E1M2X2: [[f32; 2]; 256] = pairs!(minifloat::E1M2);

/// The values of an 8-bit float type; `None` for types that are not 8-bit floats, and for pairs.
///
/// ```
/// use pto_isa::{DType, format::table};
/// assert_eq!(table::of(DType::Hif8).unwrap()[0x0C], 1.5);
/// assert!(table::of(DType::F16).is_none());
/// ```
pub const fn of(dtype: DType) -> Option<&'static [f32; 256]> {
    match dtype {
        DType::F8E4M3 => Some(&E4M3),
        DType::F8E5M2 => Some(&E5M2),
        DType::Hif8 => Some(&HIF8),
        DType::F8E8M0 => Some(&E8M0),
        _ => None,
    }
}

/// The values of a 4-bit float pair type; `None` for others.
pub const fn pairs_of(dtype: DType) -> Option<&'static [[f32; 2]; 256]> {
    match dtype {
        DType::F4E2M1x2 => Some(&E2M1X2),
        DType::F4E1M2x2 => Some(&E1M2X2),
        _ => None,
    }
}
