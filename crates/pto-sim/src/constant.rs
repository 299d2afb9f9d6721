//! The bits of constants.

use pto_ir::Attr;
use pto_isa::DType;
use pto_isa::format::{Conversion, encode};

/// The code of a number.
pub(crate) fn scalar(attr: &Attr, dtype: DType) -> Option<u64> {
    let mask = u64::MAX >> (64 - dtype.bits());
    match attr {
        Attr::Bool(b) => Some(u64::from(*b)),
        Attr::Int(v, _) => Some(*v as u64 & mask),
        // A hexadecimal literal of a float type is its bits; MLIR writes infinities so.
        Attr::Float(text, _) => match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16).ok().filter(|bits| bits & !mask == 0),
            None => Some(encode(dtype, text.parse().ok()?, Conversion::default())),
        },
        _ => None,
    }
}

/// Number and bits of the lanes of a vector type whose integers fill at most a word: `vector<4xi16>`.
pub(crate) fn lanes(ty: &str) -> Option<(u32, u32)> {
    let (count, bits) = ty.strip_prefix("vector<")?.strip_suffix('>')?.split_once("xi")?;
    let (count, bits): (u32, u32) = (count.parse().ok()?, bits.parse().ok()?);
    (count > 0 && bits > 0 && count.checked_mul(bits)? <= 64).then_some((count, bits))
}

/// The word of a small vector, its first lane lowest: `dense<0>` or `dense<[1, 2, 3, 4]>`.
pub(crate) fn vector(attr: &Attr, ty: &str) -> Option<u64> {
    let (count, bits) = lanes(ty)?;
    let Attr::Other(text) = attr else { return None };
    // The type may follow it.
    let list = text.trim().strip_prefix("dense<")?.split_once('>')?.0.trim();
    let values: Vec<i64> = match list.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
        Some(list) => list.split(',').map(|v| v.trim().parse().ok()).collect::<Option<_>>()?,
        None => vec![list.parse().ok()?; count as usize],
    };
    let mask = u64::MAX >> (64 - bits);
    let pack = |word: u64, v: &i64| word.checked_shl(bits).unwrap_or(0) | (*v as u64 & mask);
    (values.len() == count as usize).then(|| values.iter().rev().fold(0, pack))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_floats_are_their_bits() {
        let bits = |text: &str, dtype| scalar(&Attr::Float(text.into(), None), dtype);
        assert_eq!(bits("0xFF800000", DType::F32), Some(u64::from(f32::NEG_INFINITY.to_bits())));
        assert_eq!(bits("0x7C00", DType::F16), Some(0x7C00));
        assert_eq!(bits("0x17C00", DType::F16), None);
        assert_eq!(bits("1.5", DType::F32), Some(u64::from(1.5f32.to_bits())));
    }

    #[test]
    fn small_vectors_are_words() {
        let word = |text: &str, ty: &str| vector(&Attr::Other(text.into()), ty);
        assert_eq!(word("dense<0> : vector<4xi16>", "vector<4xi16>"), Some(0));
        assert_eq!(word("dense<-1>", "vector<2xi16>"), Some(0xFFFF_FFFF));
        assert_eq!(word("dense<[1, 2, 3, 65535]>", "vector<4xi16>"), Some(0xFFFF_0003_0002_0001));
        assert_eq!(word("dense<7>", "vector<1xi64>"), Some(7));
        assert_eq!(word("dense<[1, 2]>", "vector<4xi16>"), None);
        assert_eq!(lanes("vector<8xi16>"), None);
        assert_eq!(lanes("vector<4xf32>"), None);
        assert_eq!(lanes("vector<4xi0>"), None);
        assert_eq!(lanes("vector<0xi99>"), None);
    }
}
