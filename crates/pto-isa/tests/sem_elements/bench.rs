//! A bench that runs one instruction on placed tiles, with operands by name.

pub use pto_isa::FlatMemory;
pub use pto_isa::rule::AttrValue::{self, Int, Word};
pub use pto_isa::sem::Semantics::{self, Manual, Silicon};
pub use pto_isa::sem::{Arg, Numerics, TileAt, Trap};
pub use pto_isa::ty::{Dim, Pad};
pub use pto_isa::{BLayout, DType, SLayout, Target, TileTy};

pub struct Bench {
    pub memory: FlatMemory,
    pub numerics: Numerics,
}

/// A bench for a target and a semantics.
pub fn bench(target: Target, semantics: Semantics) -> Bench {
    Bench { memory: FlatMemory::default(), numerics: Numerics::new(target, semantics) }
}

/// A plain vector tile of which a corner is valid.
pub fn part(dtype: DType, shape: (u32, u32), valid: (u32, u32)) -> TileTy {
    let (valid_rows, valid_cols) = (Dim::Is(valid.0), Dim::Is(valid.1));
    TileTy { valid_rows, valid_cols, ..TileTy::vec(dtype, shape.0, shape.1) }
}

/// A number operand.
pub fn number(dtype: DType, value: f64) -> Arg {
    use pto_isa::format::{Conversion, encode};
    Arg::Scalar(dtype, encode(dtype, value, Conversion::default()))
}

impl Bench {
    /// Runs an instruction; operands by name.
    pub fn run(
        &mut self,
        op: &str,
        args: &[(&str, Arg)],
        attrs: &[(&str, AttrValue<'_>)],
    ) -> Result<(), Trap> {
        let def = pto_isa::find(op).expect("an instruction");
        let slot = |name: &str| def.slot(name).expect("an operand");
        let mut args: Vec<(u8, Arg)> = args.iter().map(|(n, a)| (slot(n), *a)).collect();
        args.sort_by_key(|a| a.0);
        self.memory.run(def, &self.numerics, &args, attrs)
    }

    /// All codes of a tile, valid or not.
    pub fn all(&self, t: &TileAt) -> Vec<u64> {
        self.memory.codes(t, t.shape())
    }

    /// The codes of a tile's valid region.
    pub fn valid(&self, t: &TileAt) -> Vec<u64> {
        self.memory.codes(t, t.valid)
    }

    /// Sets every element of a tile.
    pub fn fill(&mut self, t: &TileAt, code: u64) {
        let grid = pto_isa::sem::Grid::filled(t.ty.dtype, t.shape(), code);
        self.memory.write(t, &grid);
    }
}
