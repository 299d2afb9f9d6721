//! The bits of constants.

use pto_ir::Attr;
use pto_isa::DType;
use pto_isa::format::{Conversion, encode};
use pto_isa::packed::Packed;

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

/// The word of a small vector, its first lane lowest: `dense<0>` or `dense<[1.0, 2.0]>`.
pub(crate) fn vector(attr: &Attr, ty: Packed) -> Option<u64> {
    let Attr::Other(text) = attr else { return None };
    // The type may follow it.
    let list = text.trim().strip_prefix("dense<")?.split_once('>')?.0.trim();
    let items: Vec<&str> = match list.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
        Some(list) => list.split(',').map(str::trim).collect(),
        None => vec![list; ty.lanes as usize],
    };
    let element = |item: &&str| match ty.dtype.is_int() {
        true => scalar(&Attr::Int(item.parse().ok()?, None), ty.dtype),
        false => scalar(&Attr::Float((*item).into(), None), ty.dtype),
    };
    let codes: Vec<u64> = items.iter().map(element).collect::<Option<_>>()?;
    (codes.len() == ty.lanes as usize).then(|| ty.pack(|lane| codes[lane as usize]))
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
        let word = |text: &str, ty: &str| vector(&Attr::Other(text.into()), Packed::read(ty)?);
        assert_eq!(word("dense<0> : vector<4xi16>", "vector<4xi16>"), Some(0));
        assert_eq!(word("dense<-1>", "vector<2xi16>"), Some(0xFFFF_FFFF));
        assert_eq!(word("dense<[1, 2, 3, 65535]>", "vector<4xi16>"), Some(0xFFFF_0003_0002_0001));
        assert_eq!(word("dense<7>", "vector<1xi64>"), Some(7));
        assert_eq!(word("dense<[1, 2]>", "vector<4xi16>"), None);
        assert_eq!(word("dense<[1.0, 2.0]>", "vector<2xf16>"), Some(0x4000_3C00));
        assert_eq!(word("dense<-1.0>", "vector<2xf32>"), Some(0xBF80_0000_BF80_0000));
        for none in ["vector<8xi16>", "vector<4xf32>", "vector<4xi0>", "vector<0xi99>"] {
            assert_eq!(Packed::read(none), None);
        }
    }
}
