//! Element types: names, widths and classes.

use std::fmt;

/// The element type of a tile, register, pointer or scalar.
///
/// `Si8`..`Si64` are integers spelled with an explicit sign; every rule treats them as `I8`..`I64`
/// (see [`DType::plain`]), but a program keeps the spelling it was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum DType {
    F32,
    F16,
    Bf16,
    I64,
    I32,
    I16,
    I8,
    U64,
    U32,
    U16,
    U8,
    Si64,
    Si32,
    Si16,
    Si8,
    /// OCP 8-bit float, 4 exponent bits.
    F8E4M3,
    /// OCP 8-bit float, 5 exponent bits.
    F8E5M2,
    /// HiFloat8.
    Hif8,
    /// Power-of-two scale of MX formats.
    F8E8M0,
    /// Two 4-bit floats (1 exponent bit) in a byte.
    F4E1M2x2,
    /// Two 4-bit floats (2 exponent bits) in a byte.
    F4E2M1x2,
    /// Two bf16 in a word: an element of registers that become 4-bit floats or were made of them. No tile holds it.
    Bf16x2,
    /// 4-bit integer, two in a byte.
    I4,
    /// A truth value; no tile holds it.
    I1,
}

use DType::*;

/// The spellings of each type: the printer's, then the others that occur in manuals and programs. Names of this
/// dialect are read with and without `!pto.`.
macro_rules! spellings {
    ($($dtype:ident $name:literal $(or $other:literal)*,)*) => {
        impl DType {
            /// The spelling the printer uses inside types.
            pub const fn name(self) -> &'static str {
                match self { $($dtype => $name),* }
            }

            /// The other spellings that are read.
            pub const fn other_names(self) -> &'static [&'static str] {
                match self { $($dtype => &[$($other),*]),* }
            }

            /// Reads any spelling that occurs in manuals and programs.
            pub fn parse(text: &str) -> Option<DType> {
                Some(match text.strip_prefix("!pto.").unwrap_or(text) {
                    $($name $(| $other)* => $dtype,)*
                    _ => return None,
                })
            }
        }
    };
}

spellings! {
    F32 "f32" or "float" or "float32",
    F16 "f16" or "half" or "float16",
    Bf16 "bf16" or "bfloat16",
    I64 "i64" or "int64",
    I32 "i32" or "int32",
    I16 "i16" or "int16",
    I8 "i8" or "int8",
    U64 "ui64" or "u64" or "uint64",
    U32 "ui32" or "u32" or "uint32",
    U16 "ui16" or "u16" or "uint16",
    U8 "ui8" or "u8" or "uint8",
    Si64 "si64",
    Si32 "si32",
    Si16 "si16",
    Si8 "si8",
    F8E4M3 "f8E4M3FN" or "f8e4m3" or "f8E4M3" or "f8e4m3fn",
    F8E5M2 "f8E5M2" or "f8e5m2",
    Hif8 "!pto.hif8" or "hif8",
    F8E8M0 "!pto.f8E8M0" or "f8E8M0" or "f8e8m0" or "e8m0" or "f8E8M0FNU",
    F4E1M2x2 "!pto.f4E1M2x2" or "f4E1M2x2" or "f4e1m2x2",
    F4E2M1x2 "!pto.f4E2M1x2" or "f4E2M1x2" or "f4e2m1x2",
    Bf16x2 "!pto.bf16x2" or "bf16x2",
    I4 "i4",
    I1 "i1",
}

impl DType {
    /// Every element type of numbers in memory, in the order used by tables.
    pub const ALL: &[DType] = &[
        F32, F16, Bf16, I64, I32, I16, I8, U64, U32, U16, U8, Si64, Si32, Si16, Si8, F8E4M3,
        F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2, I4, I1,
    ];

    /// The type rules compare: an explicit sign on a signed integer says nothing new.
    pub const fn plain(self) -> DType {
        match self {
            Si64 => I64,
            Si32 => I32,
            Si16 => I16,
            Si8 => I8,
            other => other,
        }
    }

    /// Size of one stored element in bits. The fp4 pairs count as one 8-bit element.
    #[inline]
    pub const fn bits(self) -> u32 {
        match self {
            I64 | U64 | Si64 => 64,
            F32 | I32 | U32 | Si32 | Bf16x2 => 32,
            F16 | Bf16 | I16 | U16 | Si16 => 16,
            I8 | U8 | Si8 | F8E4M3 | F8E5M2 | Hif8 | F8E8M0 | F4E1M2x2 | F4E2M1x2 => 8,
            I4 => 4,
            I1 => 1,
        }
    }

    /// Size of one stored element in bytes; sub-byte types round up.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Whether this is an integer type (truth values are not).
    pub const fn is_int(self) -> bool {
        matches!(self, I64 | I32 | I16 | I8 | U64 | U32 | U16 | U8 | Si64 | Si32 | Si16 | Si8 | I4)
    }

    /// Whether this is a floating-point type of any width.
    pub const fn is_float(self) -> bool {
        !self.is_int() && !matches!(self, I1)
    }

    /// Whether this is an unsigned integer.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, U64 | U32 | U16 | U8)
    }

    /// The unsigned integer of the same width: the bits and nothing else. Types below a byte stay.
    pub const fn image(self) -> DType {
        match self.bits() {
            64 => U64,
            32 => U32,
            16 => U16,
            8 => U8,
            _ => self,
        }
    }

    /// Elements in a 32-byte block.
    pub const fn per_block(self) -> u32 {
        256 / self.bits()
    }

    /// Elements in a 256-byte repeat (or vector register).
    pub const fn per_repeat(self) -> u32 {
        2048 / self.bits()
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `list` as prose: `f16, f32 or i32`.
pub fn one_of(list: &[DType]) -> String {
    join_or(list.iter().map(|d| d.name()))
}

/// Joins words with commas and a final "or".
pub fn join_or<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<_> = words.into_iter().collect();
    match words.as_slice() {
        [] => "nothing".into(),
        [one] => (*one).into(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for &d in DType::ALL {
            for name in [d.name()].iter().chain(d.other_names()) {
                assert_eq!(DType::parse(name), Some(d), "{name}");
            }
        }
    }

    #[test]
    fn block_and_repeat_follow_the_width() {
        assert_eq!((F32.per_block(), F32.per_repeat()), (8, 64));
        assert_eq!((F16.per_block(), I8.per_repeat()), (16, 256));
        assert_eq!(one_of(&[F16, F32, I32]), "f16, f32 or i32");
    }
}
