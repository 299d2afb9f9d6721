//! Fast loads, stores, moves, conversions and products leave the bytes that the definitions leave.

mod load_store;
mod matmul;
mod moves;

use pto_isa::sem::TileAt;
use pto_isa::{DType, Layout, Space, TileTy};

/// A small generator of random numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
    /// Below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 32) % end
    }
    pub(crate) fn range(&mut self, from: u32, to: u32) -> u32 {
        from + self.below(u64::from(to - from) + 1) as u32
    }
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len.div_ceil(8)).flat_map(|_| self.next().to_le_bytes()).take(len).collect()
    }
    /// A valid region: mostly all of it, else any.
    pub(crate) fn valid(&mut self, (rows, cols): (u32, u32)) -> (u32, u32) {
        match self.below(4) {
            0 => (self.range(1, rows), self.range(1, cols)),
            1 => (rows, self.range(1, cols)),
            2 => (1, 1),
            _ => (rows, cols),
        }
    }

    /// A tile of whole boxes at an address; one in four is a window of a larger one.
    pub(crate) fn tile(&mut self, space: Space, dtype: DType, layout: Layout, addr: u64) -> TileAt {
        let mut ty = TileTy::vec(dtype, 0, 0);
        ty.space = space;
        (ty.blayout, ty.slayout) = layout.orders();
        if space == Space::Acc {
            ty.fractal = 1024;
        }
        let step = match layout.is_boxed() {
            true => layout.inner_box(dtype, ty.fractal),
            false => (1, 1),
        };
        let most = if layout.is_boxed() { 3 } else { 40 };
        let extent = |r: &mut Random, step: u32| r.range(1, most) * step;
        (ty.rows, ty.cols) = (extent(self, step.0), extent(self, step.1));
        let mut t = TileAt::new(ty, self.valid((ty.rows, ty.cols)), addr);
        if self.one_in(4) {
            let (r, c) = (self.range(0, 2), self.range(0, 2));
            t.storage = (ty.rows + r * step.0, ty.cols + c * step.1);
        }
        t
    }

    /// Random bytes up to the end of a tile and a little past it.
    pub(crate) fn contents(&mut self, t: &TileAt) -> (Space, Vec<u8>) {
        (t.ty.space, self.bytes((t.addr + t.size_bytes()) as usize + 64))
    }
}
