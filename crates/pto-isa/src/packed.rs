//! Small vectors that a SIMT thread holds in a register as one word: `vector<2xf16>`, `!pto.hif8x2`.
//!
//! Their types are kept as text ([`Type::Other`]); this is what the text says.

use crate::dtype::DType;
use crate::target::Space;
use crate::ty::Type;

/// A vector whose elements fill at most a word of 64 bits, the first one in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// How many elements.
    pub lanes: u32,
    /// Their type.
    pub dtype: DType,
}

impl Packed {
    /// Reads the text of a type; `None` if it is no such vector.
    ///
    /// ```
    /// use pto_isa::DType;
    /// use pto_isa::packed::Packed;
    /// let pair = Packed::read("vector<2xf16>").unwrap();
    /// assert_eq!((pair.lanes, pair.dtype, pair.word()), (2, DType::F16, DType::U32));
    /// assert_eq!(Packed::read("!pto.hif8x2").unwrap().word(), DType::U16);
    /// assert_eq!(Packed::read("vector<4xf32>"), None, "more than a word");
    /// ```
    pub fn read(text: &str) -> Option<Packed> {
        let text = text.trim();
        let (lanes, dtype) = match text.strip_prefix("vector<") {
            Some(rest) => {
                let (lanes, dtype) = rest.strip_suffix('>')?.split_once('x')?;
                (lanes.trim().parse().ok()?, DType::parse(dtype.trim())?)
            }
            None if text.strip_prefix("!pto.").unwrap_or(text) == "hif8x2" => (2, DType::Hif8),
            None => return None,
        };
        let bits = dtype.bits().checked_mul(lanes)?;
        (1..=64).contains(&bits).then_some(Packed { lanes, dtype })
    }

    /// The vector a type is.
    pub fn of(ty: &Type) -> Option<Packed> {
        match ty {
            Type::Other(text) => Packed::read(text),
            _ => None,
        }
    }

    /// The number whose bits it is.
    pub const fn word(self) -> DType {
        match self.lanes * self.dtype.bits() {
            0..=8 => DType::U8,
            9..=16 => DType::U16,
            17..=32 => DType::U32,
            _ => DType::U64,
        }
    }

    /// The code of an element of a word.
    pub const fn get(self, word: u64, lane: u32) -> u64 {
        let bits = self.dtype.bits();
        word >> (lane * bits) & (u64::MAX >> (64 - bits))
    }

    /// The word that a function of each lane gives; its codes have no bits above the element.
    pub fn pack(self, code: impl Fn(u32) -> u64) -> u64 {
        (0..self.lanes).fold(0, |word, lane| word | code(lane) << (lane * self.dtype.bits()))
    }
}

/// What a pointer points to, and where: also one to small vectors, which points to words.
pub fn pointee(ty: &Type) -> Option<(DType, Space)> {
    match ty {
        Type::Ptr { dtype, space } => Some((*dtype, space.unwrap_or(Space::Gm))),
        Type::Other(text) => {
            let inner = text.strip_prefix("!pto.ptr<")?.strip_suffix('>')?;
            let (element, space) = match inner.rsplit_once(',') {
                Some((element, space)) => (element, Space::parse(space.trim())?),
                None => (inner, Space::Gm),
            };
            Some((Packed::read(element)?.word(), space))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_lie_from_the_lowest_bits_up() {
        let pair = Packed { lanes: 2, dtype: DType::F16 };
        let word = pair.pack(|lane| [0x3C00, 0x4000][lane as usize]);
        assert_eq!(word, 0x4000_3C00);
        assert_eq!((pair.get(word, 0), pair.get(word, 1)), (0x3C00, 0x4000));
    }

    #[test]
    fn pointers_to_vectors_point_to_words() {
        let ptr = |text: &str| pointee(&Type::Other(text.into()));
        assert_eq!(ptr("!pto.ptr<vector<2xbf16>, gm>"), Some((DType::U32, Space::Gm)));
        assert_eq!(ptr("!pto.ptr<!pto.hif8x2, ub>"), Some((DType::U16, Space::Vec)));
        assert_eq!(ptr("!pto.ptr<vector<4xf32>, gm>"), None);
        assert_eq!(ptr("!llvm.ptr"), None);
    }
}
