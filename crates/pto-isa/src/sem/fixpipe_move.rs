//! The way out of the accumulator for the cube's own instructions: what they ask for, and how it is done.
//!
//! The source is an NZ image in columns of 16 elements; its strides count rows of that image, 64 bytes. (The
//! pages say 32 bytes for the same unit; public programs give 48 for 48 rows of f32.) Destination strides count
//! elements. `loop3` repeats everything, the parameters included. Only `m` x `n` elements are written.
//!
//! Without a layout the assembler asks for rows, as nz2nd does (PTOAS 0.60
//! lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1868). nz2nz keeps columns of 16 elements, with a split of 1 it
//! makes columns of 8, 32 bytes (pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:112-120).
//!
//! Source: PTO-Gym docs/PTO-micro-Instruction-SPEC.md, FIXPIPE MTE Ops, and
//! examples/pto/micro-op/cv-mixed/fixpipe-*.

use super::exec::{Exec, Outcome, PtrAt, Trap, get_code, set_code};
use super::fixpipe::{Fixpipe, Overflow, Params, Relu};
use super::load_store::Atomic;
use super::num::Num;
use crate::code;
use crate::dtype::DType;
use crate::format;
use crate::target::Space;

/// Up to this many elements are moved by one instruction; more is a mistake in its operands.
const MAX_ELEMENTS: u64 = 1 << 24;

/// Columns of the accumulator's image.
pub(super) const COLUMNS: u64 = 16;

/// Where elements go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Row by row.
    Nd,
    /// Column by column; the rows of the source are this many rows of its image apart.
    Dn(u64),
    /// Columns of this many elements.
    Nz(u64),
}

/// Who receives the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    /// The memory the destination points to.
    Itself,
    /// The UB of a vector core.
    Core(u32),
    /// Both vector cores, half of the rows each.
    SplitRows,
    /// Both vector cores, half of the columns each.
    SplitColumns,
}

/// Where a factor or a slope comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Payload {
    /// An operand: a number, or a pointer into the fixpipe buffer.
    Operand(u8),
    /// Registers: a number, or the place of a table.
    Register {
        /// The number's bits.
        number: u64,
        /// Address in the fixpipe buffer.
        table: i64,
    },
}

/// What an instruction asks for.
pub(super) struct Request<'a> {
    /// Slots of source and destination.
    pub ends: [u8; 2],
    /// M and N.
    pub shape: [u64; 2],
    /// Rows of the image between columns of the source; elements between rows of the destination.
    pub strides: [u64; 2],
    /// Count, source stride and destination stride of the repetition.
    pub repeat: [u64; 3],
    /// Where elements go.
    pub layout: Layout,
    /// Quantisation and relu by their words.
    pub words: [&'a str; 2],
    /// Factor and slope.
    pub payloads: [Payload; 2],
    /// The upper bound.
    pub clip: Option<f64>,
    /// What happens to floats that the result cannot hold.
    pub overflow: Overflow,
    /// How results meet what is in memory.
    pub atomic: Atomic,
    /// Who receives the result.
    pub receiver: Receiver,
}

/// A part of the result and where it goes.
#[derive(Clone, Copy)]
struct Part {
    at: PtrAt,
    first: (u64, u64),
    rows: u64,
    cols: u64,
}

impl Request<'_> {
    /// Does it: everything is read and every place is looked at before the first element is written.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let [source, destination] = self.ends;
        let (from, to) = (x.ptr(source)?, x.ptr(destination)?);
        let ([m, n], times) = (self.shape, self.repeat[0]);
        let count = m.checked_mul(n).and_then(|e| e.checked_mul(times));
        if count.is_none_or(|e| e > MAX_ELEMENTS) {
            return Err(Trap::new(format!("moves {m}x{n} elements {times} times")).at(source));
        }
        let pass = self.pass(x, from.dtype, to.dtype, n as u32)?;
        let mut results = Vec::new();
        for r in 0..times {
            for part in self.parts(to)? {
                for (i, j) in (0..part.rows).flat_map(|i| (0..part.cols).map(move |j| (i, j))) {
                    let (row, col) = (part.first.0 + i, part.first.1 + j);
                    let code = read_element(x, from, self.source(r, row, col));
                    let new = pass.convert(code.map_err(|e| e.at(source))?, col as u32);
                    let place = self.destination(r, i, j);
                    find_element(x, part.at, place).map_err(|e| e.at(destination))?;
                    results.push((part.at, place, new));
                }
            }
        }
        for (at, place, new) in results {
            update_element(x, at, place, |old| self.atomic.apply(to.dtype, old, new))?;
        }
        Ok(())
    }

    /// The place of an element in the accumulator, if it is no giant number.
    fn source(&self, r: u64, row: u64, col: u64) -> Option<u64> {
        let step = if let Layout::Dn(step) = self.layout { step } else { 1 };
        let line = sum([(r, self.repeat[1]), (col / COLUMNS, self.strides[0]), (row, step)])?;
        line.checked_mul(COLUMNS)?.checked_add(col % COLUMNS)
    }

    /// The place of an element of a part in the destination.
    fn destination(&self, r: u64, i: u64, j: u64) -> Option<u64> {
        let (outer, inner) = match self.layout {
            Layout::Nd => (i, j),
            Layout::Dn(_) => (j, i),
            Layout::Nz(cols) => (j / cols, i * cols + j % cols),
        };
        sum([(r, self.repeat[2]), (outer, self.strides[1]), (inner, 1)])
    }

    /// What happens to the elements.
    fn pass(&self, x: &Exec<'_>, from: DType, to: DType, cols: u32) -> Result<Fixpipe, Trap> {
        let ([mode, relu], [factor, slope]) = (self.words, self.payloads);
        let params = match mode {
            "no_convert" | "f32_f16" | "f32_bf16" => Params::None,
            _ if mode.contains("_hybrid_") => {
                let message = format!("uses `{mode}`, whose rule no source defines");
                return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(self.ends[1]));
            }
            _ if mode.ends_with("_vec") => {
                let list = factor.table(x, 64, cols)?;
                offsets_fit(&list, to).map_err(|e| e.at(self.ends[1]))?;
                Params::Vector(list)
            }
            _ => Params::Scalar(factor.number(x)?),
        };
        let relu = match relu {
            "no_relu" => Relu::None,
            "normal_relu" => Relu::Normal,
            "scalar_relu" => Relu::Slope(f32::from_bits(slope.number(x)? as u32)),
            "vector_relu" => {
                let list = slope.table(x, 32, cols)?;
                Relu::Slopes(list.iter().map(|&bits| f32::from_bits(bits as u32)).collect())
            }
            other => return Err(Trap::new(format!("does not know the relu `{other}`"))),
        };
        let plain = matches!(params, Params::None);
        let converts = from == DType::F32 && matches!(to, DType::F16 | DType::Bf16);
        if plain && from.plain() != to.plain() && !converts {
            let message = format!("makes {to} from {from} without a quantisation");
            return Err(Trap::new(message).at(self.ends[1]));
        }
        let mut pass = Fixpipe::new(x.numerics.profile(), from, to, params, relu);
        pass.shifts = false;
        pass.through_half = mode.starts_with("qf162");
        pass.clip = self.clip;
        pass.overflow = self.overflow;
        Ok(pass)
    }

    /// Who receives which part.
    fn parts(&self, to: PtrAt) -> Result<Vec<Part>, Trap> {
        let [m, n] = self.shape;
        let all = Part { at: to, first: (0, 0), rows: m, cols: n };
        let at = |core: u32| PtrAt { buffer: core + 1, ..to };
        match self.receiver {
            Receiver::Itself => Ok(vec![all]),
            Receiver::Core(core @ (0 | 1)) => Ok(vec![Part { at: at(core), ..all }]),
            Receiver::Core(core) => {
                Err(Trap::new(format!("writes to vector core {core}, not 0 or 1")).at(self.ends[1]))
            }
            Receiver::SplitRows if m.is_multiple_of(2) => {
                let half = |h: u32| Part {
                    at: at(h),
                    first: (u64::from(h) * m / 2, 0),
                    rows: m / 2,
                    ..all
                };
                Ok(vec![half(0), half(1)])
            }
            Receiver::SplitColumns if n.is_multiple_of(32) => {
                let half = |h: u32| Part {
                    at: at(h),
                    first: (0, u64::from(h) * n / 2),
                    cols: n / 2,
                    ..all
                };
                Ok(vec![half(0), half(1)])
            }
            Receiver::SplitRows => {
                Err(Trap::new(format!("splits {m} rows in two")).at(self.ends[0]))
            }
            Receiver::SplitColumns => {
                Err(Trap::new(format!("splits {n} columns, not a multiple of 32")).at(self.ends[0]))
            }
        }
    }
}

impl Payload {
    /// A parameter: the bits of an f32, from a register with more above them.
    fn number(self, x: &Exec<'_>) -> Result<u64, Trap> {
        match self {
            Payload::Operand(slot) => {
                let (dtype, code) = x.scalar(slot)?;
                Ok(f32::from_code(dtype, code).to_bits().into())
            }
            Payload::Register { number, .. } => Ok(number),
        }
    }

    /// Records of the fixpipe buffer, one per column.
    fn table(self, x: &Exec<'_>, bits: u64, cols: u32) -> Result<Vec<u64>, Trap> {
        let at = match self {
            Payload::Operand(slot) => {
                let at = x.ptr(slot)?;
                if at.dtype != DType::F32 {
                    let message = format!("takes its parameters from a table of {}", at.dtype);
                    return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(slot));
                }
                at
            }
            Payload::Register { table, .. } => {
                PtrAt { space: Space::Scaling, buffer: 0, addr: table, dtype: DType::F32 }
            }
        };
        let bytes = x.memory.bytes(at.space, at.buffer, at.addr, u64::from(cols) * bits / 8);
        let bytes = bytes.map_err(|e| match self {
            Payload::Operand(slot) => e.at(slot),
            Payload::Register { .. } => e,
        })?;
        let dtype = if bits == 64 { DType::U64 } else { DType::U32 };
        Ok((0..u64::from(cols)).map(|c| get_code(bytes, dtype, c * bits)).collect())
    }
}

/// A sum of products, unless it is too large.
fn sum(terms: [(u64, u64); 3]) -> Option<u64> {
    terms.iter().try_fold(0u64, |sum, &(a, b)| sum.checked_add(a.checked_mul(b)?))
}

/// Address, first bit and bytes of an element.
fn place(at: PtrAt, element: Option<u64>) -> Result<(i64, u64, u64), Trap> {
    let bits = u64::from(format::code_bits(at.dtype));
    let bit = element.and_then(|e| e.checked_mul(bits));
    let byte = bit.and_then(|b| i64::try_from(b / 8).ok()).and_then(|b| at.addr.checked_add(b));
    match (bit, byte) {
        (Some(bit), Some(byte)) => Ok((byte, bit % 8, bits.div_ceil(8))),
        _ => {
            Err(Trap::new("accesses an element past the end of every memory")
                .code(code::LOCAL_BOUNDS))
        }
    }
}

fn read_element(x: &Exec<'_>, at: PtrAt, element: Option<u64>) -> Result<u64, Trap> {
    let (byte, bit, len) = place(at, element)?;
    Ok(get_code(x.memory.bytes(at.space, at.buffer, byte, len)?, at.dtype, bit))
}

/// Whether an element is there.
fn find_element(x: &Exec<'_>, at: PtrAt, element: Option<u64>) -> Outcome {
    let (byte, _, len) = place(at, element)?;
    x.memory.exists(at.space, at.buffer, byte, len)
}

fn update_element(
    x: &mut Exec<'_>,
    at: PtrAt,
    element: Option<u64>,
    f: impl FnOnce(u64) -> u64,
) -> Outcome {
    let (byte, bit, len) = place(at, element)?;
    let bytes = x.memory.bytes_mut(at.space, at.buffer, byte, len)?;
    let old = get_code(bytes, at.dtype, bit);
    set_code(bytes, at.dtype, bit, f(old));
    Ok(())
}

/// Only records of 8-bit results have a known place for an offset.
fn offsets_fit(list: &[u64], to: DType) -> Outcome {
    let offset = |p: &u64| p >> 37 & 0x1FF != 0;
    if to.is_int() && to.bits() != 8 && list.iter().any(offset) {
        let message = format!("has offsets for {to}, which no source lays out");
        return Err(Trap::new(message).code(code::NOT_EXECUTABLE));
    }
    Ok(())
}
