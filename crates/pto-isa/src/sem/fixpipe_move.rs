//! The way out of the accumulator for the cube's own instructions.
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

use super::exec::{Arg, Exec, Outcome, PtrAt, Trap, get_code, set_code};
use super::fixpipe::{Fixpipe, Overflow, Params, Relu};
use super::load_store::Atomic;
use super::num::Num;
use crate::code;
use crate::dtype::DType;
use crate::format;
use crate::target::Space;

/// A copy out of the accumulator, by its operands.
#[derive(Clone, Copy, Debug)]
pub struct Writeback {
    /// Source and destination.
    pub ends: [u8; 2],
    /// M and N.
    pub shape: [u8; 2],
    /// Rows of the image between columns of the source; elements between rows of the destination.
    pub strides: [u8; 2],
    /// Factor and slope, numbers or pointers into the fixpipe buffer, and the upper bound.
    pub stages: [u8; 3],
    /// The source stride of nz2dn, the split of nz2nz.
    pub layout_arg: u8,
    /// Count, source stride and destination stride of the repetition.
    pub repeat: [u8; 3],
    /// Which vector core receives the result, if that is to be said.
    pub sub_block: Option<u8>,
}

/// Up to this many elements are moved by one instruction; more is a mistake in its operands.
const MAX_ELEMENTS: u64 = 1 << 24;

/// Columns of the accumulator's image.
const COLUMNS: u64 = 16;

/// Where elements go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Row by row.
    Nd,
    /// Column by column; the rows of the source are this many rows of its image apart.
    Dn(u64),
    /// Columns of this many elements.
    Nz(u64),
}

impl Writeback {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (from, to) = (x.ptr(self.ends[0])?, x.ptr(self.ends[1])?);
        let [m, n] = [self.number(x, self.shape[0])?, self.number(x, self.shape[1])?];
        let [group, row] = [self.number(x, self.strides[0])?, self.number(x, self.strides[1])?];
        let repeat = match x.arg(self.repeat[0]) {
            Some(_) => [
                self.number(x, self.repeat[0])?,
                self.number(x, self.repeat[1])?,
                self.number(x, self.repeat[2])?,
            ],
            None => [1, 0, 0],
        };
        let count = m.checked_mul(n).and_then(|e| e.checked_mul(repeat[0]));
        if count.is_none_or(|e| e > MAX_ELEMENTS) {
            let message = format!("moves {m}x{n} elements {} times", repeat[0]);
            return Err(Trap::new(message).at(self.shape[0]));
        }
        let layout = self.layout(x)?;
        let pass = self.pass(x, from.dtype, to.dtype, n as u32)?;
        let atomic = atomic(x, to).map_err(|e| e.at(self.ends[1]))?;
        let halves = self.destinations(x, to, (m, n))?;
        for r in 0..repeat[0] {
            for half in &halves {
                for i in 0..half.rows {
                    for j in 0..half.cols {
                        let (row_of, col_of) = (half.first.0 + i, half.first.1 + j);
                        let step = if let Layout::Dn(step) = layout { step } else { 1 };
                        let place =
                            line([(r, repeat[1]), (col_of / COLUMNS, group), (row_of, step)])
                                .and_then(|line| {
                                    line.checked_mul(COLUMNS)?.checked_add(col_of % COLUMNS)
                                });
                        let code = read_element(x, from, place).map_err(|e| e.at(self.ends[0]))?;
                        let new = pass.convert(code, col_of as u32);
                        let (outer, inner) = match layout {
                            Layout::Nd => (i, j),
                            Layout::Dn(_) => (j, i),
                            Layout::Nz(cols) => (j / cols, i * cols + j % cols),
                        };
                        let place = line([(r, repeat[2]), (outer, row), (inner, 1)]);
                        update_element(x, half.at, place, |old| atomic.apply(to.dtype, old, new))
                            .map_err(|e| e.at(self.ends[1]))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// An operand that counts something.
    fn number(&self, x: &Exec<'_>, slot: u8) -> Result<u64, Trap> {
        let value = x.int(slot)?;
        u64::try_from(value).map_err(|_| {
            let name = x.def.operands.get(slot as usize).map_or("operand", |o| o.name);
            Trap::new(format!("has {value} as `{name}`")).at(slot)
        })
    }

    fn layout(&self, x: &Exec<'_>) -> Result<Layout, Trap> {
        let given = x.arg(self.layout_arg).is_some();
        match x.word("mode") {
            None | Some("nz2nd") => Ok(Layout::Nd),
            Some("nz2dn") if given => Ok(Layout::Dn(self.number(x, self.layout_arg)?)),
            Some("nz2dn") => Ok(Layout::Dn(1)),
            Some("nz2nz") => {
                match if given { self.number(x, self.layout_arg)? } else { 0 } {
                    0 => Ok(Layout::Nz(COLUMNS)),
                    1 => Ok(Layout::Nz(COLUMNS / 2)),
                    other => Err(Trap::new(format!("has a split of {other}, not 0 or 1"))
                        .at(self.layout_arg)),
                }
            }
            Some(other) => Err(Trap::new(format!("knows no layout `{other}`"))),
        }
    }

    /// What happens to the elements.
    fn pass(&self, x: &Exec<'_>, from: DType, to: DType, cols: u32) -> Result<Fixpipe, Trap> {
        let [factor, slope, bound] = self.stages;
        let mode = x.word("pre_quant_mode").unwrap_or("no_convert");
        let params = match mode {
            "no_convert" | "f32_f16" | "f32_bf16" => Params::None,
            _ if mode.contains("_hybrid_") => {
                let message = format!("uses `{mode}`, whose rule no source defines");
                return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(factor));
            }
            _ if mode.ends_with("_vec") => {
                let list = table(x, factor, 64, cols)?;
                offsets_fit(&list, to).map_err(|e| e.at(factor))?;
                Params::Vector(list)
            }
            _ => Params::Scalar(scalar(x, factor)?.to_bits().into()),
        };
        let relu = match x.word("pre_relu_mode") {
            None | Some("no_relu") => Relu::None,
            Some("normal_relu") => Relu::Normal,
            Some("scalar_relu") => Relu::Slope(scalar(x, slope)?),
            Some("vector_relu") => {
                let list = table(x, slope, 32, cols)?;
                Relu::Slopes(list.iter().map(|&bits| f32::from_bits(bits as u32)).collect())
            }
            Some(other) => return Err(Trap::new(format!("knows no relu `{other}`"))),
        };
        let plain = matches!(params, Params::None);
        let converts = from == DType::F32 && matches!(to, DType::F16 | DType::Bf16);
        if plain && from.plain() != to.plain() && !converts {
            let message = format!("makes {to} from {from} without a quantisation");
            return Err(Trap::new(message).at(self.ends[1]));
        }
        let mut pass = Fixpipe::new(x.numerics.target, from, to, params, relu);
        pass.shifts = false;
        pass.through_half = mode.starts_with("qf162");
        pass.clip = clip(x, bound, to)?;
        pass.overflow = match x.word("sat_mode") {
            None => Overflow::Finite,
            Some("nosat") => Overflow::Ieee,
            Some(_) if x.flag("preserve_nan") => Overflow::ClampKeepNan,
            Some(_) => Overflow::Clamp,
        };
        Ok(pass)
    }

    /// Who receives which part.
    fn destinations(&self, x: &Exec<'_>, to: PtrAt, (m, n): (u64, u64)) -> Result<Vec<Half>, Trap> {
        let all = Half { at: to, first: (0, 0), rows: m, cols: n };
        let Some(slot) = self.sub_block else { return Ok(vec![all]) };
        let at = |core: u32| PtrAt { buffer: core + 1, ..to };
        match x.word("dst_mode") {
            Some("split_m") if m.is_multiple_of(2) => Ok((0..2)
                .map(|h| Half { at: at(h), first: (u64::from(h) * m / 2, 0), rows: m / 2, ..all })
                .collect()),
            Some("split_n") if n.is_multiple_of(32) => Ok((0..2)
                .map(|h| Half { at: at(h), first: (0, u64::from(h) * n / 2), cols: n / 2, ..all })
                .collect()),
            Some("split_m") => Err(Trap::new(format!("splits {m} rows in two")).at(self.shape[0])),
            Some("split_n") => {
                Err(Trap::new(format!("splits {n} columns, no multiple of 32")).at(self.shape[1]))
            }
            _ => match x.int(slot)? {
                core @ (0 | 1) => Ok(vec![Half { at: at(core as u32), ..all }]),
                other => {
                    Err(Trap::new(format!("writes to vector core {other}, not 0 or 1")).at(slot))
                }
            },
        }
    }
}

/// A part of the result and where it goes.
#[derive(Clone, Copy)]
struct Half {
    at: PtrAt,
    first: (u64, u64),
    rows: u64,
    cols: u64,
}

/// A sum of products, unless it is too large.
fn line(terms: [(u64, u64); 3]) -> Option<u64> {
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

/// A number as f32.
fn scalar(x: &Exec<'_>, slot: u8) -> Result<f32, Trap> {
    let (dtype, code) = x.scalar(slot)?;
    Ok(f32::from_code(dtype, code))
}

/// Records of the fixpipe buffer, one per column.
fn table(x: &Exec<'_>, slot: u8, bits: u64, cols: u32) -> Result<Vec<u64>, Trap> {
    let at = match x.arg(slot) {
        Some(Arg::Ptr(p)) => p,
        _ => return Err(Trap::new("needs a pointer into the fixpipe buffer").at(slot)),
    };
    if at.dtype != DType::F32 {
        let message = format!("takes its parameters from a table of {}", at.dtype);
        return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(slot));
    }
    let len = u64::from(cols) * bits / 8;
    let bytes = x.memory.bytes(at.space, at.buffer, at.addr, len).map_err(|e| e.at(slot))?;
    let dtype = if bits == 64 { DType::U64 } else { DType::U32 };
    Ok((0..u64::from(cols)).map(|c| get_code(bytes, dtype, c * bits)).collect())
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

/// The upper bound as a number. Its bits are unsigned for unsigned results.
fn clip(x: &Exec<'_>, slot: u8, to: DType) -> Result<Option<f64>, Trap> {
    if x.arg(slot).is_none() {
        return Ok(None);
    }
    let (dtype, code) = x.scalar(slot)?;
    let dtype = match (dtype.is_int(), dtype.bits(), to) {
        (true, 8, DType::U8) => DType::U8,
        (true, 16, DType::U8) => DType::U16,
        _ => dtype,
    };
    Ok(Some(format::decode(dtype, code)))
}

/// How results meet what is in memory: as the instruction says, else as the core's atomic mode says.
fn atomic(x: &Exec<'_>, to: PtrAt) -> Result<Atomic, Trap> {
    let (modes, to, global) = (x.modes.get(), to.dtype, to.space == Space::Gm);
    let Some(word) = x.word("atomic_op") else {
        return match modes.atomic_type {
            Some(other) if global && modes.atomic != Atomic::Replace && other != to.plain() => {
                Err(Trap::new(format!("combines {other} with {to} in memory")))
            }
            _ => Ok(if global { modes.atomic } else { Atomic::Replace }),
        };
    };
    let fits = match x.word("atomic_type") {
        Some("s32") => to.plain() == DType::I32,
        Some("s16") => to.plain() == DType::I16,
        Some("s8") => to.plain() == DType::I8,
        Some("f32") => to == DType::F32,
        Some("f16") => to == DType::F16,
        Some("bf16") => to == DType::Bf16,
        // The parser reads `f32` and its like as types, of which an instruction sees no more than that.
        _ => matches!(to, DType::F32 | DType::F16 | DType::Bf16),
    };
    if !fits {
        let other = x.word("atomic_type").unwrap_or("floats");
        return Err(Trap::new(format!("combines {other} with {to} in memory")));
    }
    Atomic::of(Some(word))
}
