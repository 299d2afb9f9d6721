//! A plain memory for trying an instruction outside a program.

use crate::args::AttrValue;
use crate::code;
use crate::def::OpDef;
use crate::sem::exec;
use crate::sem::{
    Arg, Exec, Grid, Memory, Numerics, Outcome, RegAt, RegTy, SpecialRegs, TileAt, Trap,
};
use crate::target::Space;
use crate::ty::TileTy;
use rustc_hash::FxHashMap;

/// Spaces that grow as tiles are placed in them, and buffers of global memory.
///
/// ```
/// use pto_isa::sem::{Arg, Numerics, Semantics};
/// use pto_isa::{DType, FlatMemory, Target, TileTy};
/// let mut memory = FlatMemory::default();
/// let a = memory.place_i64(TileTy::vec(DType::I32, 1, 8), &[1, 2, 3, 4, 5, 6, 7, 8]);
/// let numerics = Numerics::new(Target::A5, Semantics::Manual);
/// let add = pto_isa::find("tadd").unwrap();
/// let args = [(0, Arg::Tile(a)), (1, Arg::Tile(a)), (2, Arg::Tile(a))];
/// memory.run(add, &numerics, &args, &[]).unwrap();
/// assert_eq!(memory.values(&a), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlatMemory {
    /// By space and vector core, as [`PtrAt::buffer`](crate::sem::PtrAt::buffer) counts them.
    spaces: FxHashMap<(Space, u32), Vec<u8>>,
    /// Buffers of global memory.
    pub buffers: Vec<Vec<u8>>,
    /// The register file.
    pub registers: Vec<u8>,
    /// State of the core.
    pub modes: SpecialRegs,
    /// Results of the last instruction that are numbers or pointers, by slot.
    pub results: Vec<(u8, Arg)>,
    /// What was printed.
    pub printed: Vec<String>,
}

impl FlatMemory {
    /// The bytes of a local memory: 0 is the core's own, `n + 1` that of vector core `n`.
    pub fn local(&mut self, space: Space, buffer: u32) -> &mut Vec<u8> {
        self.spaces.entry((space, buffer)).or_default()
    }

    /// Places a tile of zeros after the ones before; its valid region is that of its type.
    pub fn place(&mut self, ty: TileTy) -> TileAt {
        let space = self.local(ty.space, 0);
        let addr = space.len().next_multiple_of(512);
        space.resize(addr + ty.size_bytes() as usize, 0);
        let valid =
            (ty.valid_rows.known().unwrap_or(ty.rows), ty.valid_cols.known().unwrap_or(ty.cols));
        TileAt::new(ty, valid, addr as u64)
    }

    /// Places a tile with these codes in its valid region, row by row.
    pub fn place_codes(&mut self, ty: TileTy, codes: &[u64]) -> TileAt {
        let t = self.place(ty);
        let cols = t.valid.1 as usize;
        let grid = Grid::new(ty.dtype, t.valid, |r, c| codes[r as usize * cols + c as usize]);
        self.write(&t, &grid);
        t
    }

    /// Places a tile with these integers (low bits) in its valid region.
    pub fn place_i64(&mut self, ty: TileTy, values: &[i64]) -> TileAt {
        let mask = exec::all_ones(ty.dtype);
        let codes: Vec<u64> = values.iter().map(|&v| v as u64 & mask).collect();
        self.place_codes(ty, &codes)
    }

    /// Places a tile with these numbers, rounded to its element type, in its valid region.
    pub fn place_f64(&mut self, ty: TileTy, values: &[f64]) -> TileAt {
        let how = crate::format::Conversion::default();
        let codes: Vec<u64> =
            values.iter().map(|&v| crate::format::encode(ty.dtype, v, how)).collect();
        self.place_codes(ty, &codes)
    }

    /// Places a 256-byte register with these lanes; the others are zero.
    pub fn place_lanes(&mut self, dtype: crate::DType, codes: &[u64]) -> RegAt {
        let at = self.registers.len();
        self.registers.resize(at + 256, 0);
        for (i, &code) in codes.iter().enumerate() {
            let bit = i as u64 * u64::from(dtype.bits());
            exec::set_code(&mut self.registers[at..], dtype, bit, code);
        }
        RegAt { at: at as u32, bytes: 256, ty: RegTy::Vec(dtype) }
    }

    /// Writes codes to the corner of a tile.
    pub fn write(&mut self, t: &TileAt, grid: &Grid) {
        if let Ok(bytes) = self.bytes_mut(t.ty.space, 0, t.addr as i64, t.size_bytes()) {
            for r in 0..grid.rows {
                for c in 0..grid.cols {
                    exec::set_code(bytes, t.ty.dtype, t.bit_offset(r, c), grid.at(r, c));
                }
            }
        }
    }

    /// The codes of `shape` elements from the corner of a tile, row by row.
    pub fn codes(&self, t: &TileAt, (rows, cols): (u32, u32)) -> Vec<u64> {
        let bytes = self.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes()).unwrap_or(&[]);
        let get = |r, c| exec::get_code(bytes, t.ty.dtype, t.bit_offset(r, c));
        (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).map(|(r, c)| get(r, c)).collect()
    }

    /// The values of a tile's valid region, row by row.
    pub fn values(&self, t: &TileAt) -> Vec<f64> {
        let codes = self.codes(t, t.valid);
        codes.iter().map(|&c| crate::format::decode(t.ty.dtype, c)).collect()
    }

    /// Executes one instruction by its definition.
    pub fn run(
        &mut self,
        def: &'static OpDef,
        numerics: &Numerics,
        args: &[(u8, Arg)],
        attrs: &[(&str, AttrValue<'_>)],
    ) -> Outcome {
        let mut registers = std::mem::take(&mut self.registers);
        let modes = std::cell::Cell::new(self.modes);
        let quirks = std::cell::Cell::new(0);
        let (mut results, mut printed) = (Vec::new(), std::mem::take(&mut self.printed));
        let mut x = Exec {
            operands: def.operands,
            numerics,
            args,
            attrs,
            memory: self,
            registers: &mut registers,
            undefined: 0xFF,
            results: &mut results,
            printed: &mut printed,
            modes: &modes,
            quirks: &quirks,
        };
        let outcome = def.sem.run(&mut x);
        self.modes = modes.get();
        (self.registers, self.results, self.printed) = (registers, results, printed);
        outcome
    }
}

impl Memory for FlatMemory {
    fn bytes(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Result<&[u8], Trap> {
        let all = match space {
            Space::Gm => self.buffers.get(buffer as usize),
            _ => self.spaces.get(&(space, buffer)),
        };
        let all = all.map_or(&[][..], |v| v);
        range(addr, len, all.len()).map(|r| &all[r]).ok_or_else(|| past_end(addr, len))
    }
    fn bytes_mut(
        &mut self,
        space: Space,
        buffer: u32,
        addr: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap> {
        let all = match space {
            Space::Gm => self.buffers.get_mut(buffer as usize),
            _ => self.spaces.get_mut(&(space, buffer)),
        };
        let all = all.map_or(&mut [][..], |v| v);
        let range = range(addr, len, all.len()).ok_or_else(|| past_end(addr, len))?;
        Ok(&mut all[range])
    }
}

fn range(addr: i64, len: u64, size: usize) -> Option<std::ops::Range<usize>> {
    let start = usize::try_from(addr).ok()?;
    let end = start.checked_add(usize::try_from(len).ok()?)?;
    (end <= size).then_some(start..end)
}

fn past_end(addr: i64, len: u64) -> Trap {
    Trap::new(format!("accesses {len} bytes at {addr}, past the end of the memory"))
        .code(code::LOCAL_BOUNDS)
}
