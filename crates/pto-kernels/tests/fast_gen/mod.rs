//! Random operands for the tests that compare fast kernels with definitions.
#![allow(dead_code)]

use pto_isa::sem::TileAt;
use pto_isa::sem::exec::set_code;
use pto_isa::{BLayout, DType, Dim, SLayout, Space, TileTy};
pub use pto_smith::Choices;

/// A vector memory that fills up with tiles.
pub struct Bench {
    pub bytes: Vec<u8>,
    next: u64,
}

impl Bench {
    /// Room for several tiles, filled with codes of a type.
    pub fn new(rng: &mut Choices, dtype: DType, size: usize) -> Bench {
        let mut bytes = vec![0xFF; size];
        let wild = !rng.one_in(3);
        let bits = u64::from(dtype.bits().max(8));
        for i in 0..size as u64 * 8 / bits {
            set_code(&mut bytes, dtype, i * bits, rng.code(dtype, wild));
        }
        Bench { bytes, next: 0 }
    }
    /// Room filled with small numbers that are not zero.
    pub fn tame(rng: &mut Choices, dtype: DType, size: usize) -> Bench {
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
