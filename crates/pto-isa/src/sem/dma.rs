//! Copies as their operands and registers describe them: the `mte_*` forms and the older `copy_*` forms.
//!
//! Both become the same [`Bursts`]; the older ones take their outer loops and their pad value from registers.

use super::bursts::{Bursts, Each, Level, Surround};
use super::exec::{Arg, Exec, Outcome, PtrAt, Trap};
use super::load_store::Atomic;
use super::numerics::Semantics;
use crate::code;
use crate::dtype::DType;
use crate::target::{Space, Target};

/// How lengths and distances are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Bytes; distances are from start to start.
    Bytes,
    /// Blocks; distances are from the end of a burst to the start of the next.
    Gaps {
        /// Bytes of a block.
        block: i64,
        /// Bytes of a block on A2/A3.
        a2a3: i64,
        /// The quirk by which `manual` semantics counts bytes from start to start.
        quirk: Option<&'static str>,
    },
    /// Blocks as above, or by `manual` semantics elements of the source, with gaps all the same.
    Units {
        /// Bytes of a block.
        block: i64,
        /// Bytes of a block on A2/A3.
        a2a3: i64,
        /// The quirk by which the two differ.
        quirk: &'static str,
    },
}

/// Blocks of 32 bytes with gaps between bursts.
pub const BLOCKS: Count = Count::Gaps { block: 32, a2a3: 32, quirk: None };

/// Blocks of the fixpipe buffer.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:85-91, include/pto/npu/a2a3/TMov.hpp:58-75.
pub const FB_BLOCKS: Count = Count::Gaps { block: 64, a2a3: 128, quirk: None };

/// Blocks of the source of a bias.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:49-58, include/pto/npu/a2a3/TMov.hpp:25-49.
pub const BIAS_BLOCKS: Count = Count::Gaps { block: 32, a2a3: 64, quirk: None };

/// Units of the page of `mte_l1_bt`, or the blocks above.
pub const BIAS_UNITS: Count = Count::Units { block: 32, a2a3: 64, quirk: "l1-bt-units" };

/// A direction that has loop registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Global memory to UB.
    GmToUb,
    /// UB to global memory.
    UbToGm,
    /// Global memory to L1.
    GmToL1,
}

/// Where levels beyond the first come from.
#[derive(Clone, Copy, Debug)]
pub enum Loops {
    /// There are none.
    None,
    /// Lists of counts, source strides and destination strides, in bytes.
    Operands([u8; 3]),
    /// The loop registers.
    Registers(Path),
}

/// Where padding comes from.
#[derive(Clone, Copy, Debug)]
pub enum Padding {
    /// There is none.
    None,
    /// A value, and the elements before and after each burst.
    Operands([u8; 3]),
    /// The elements before and after, and whether to pad; the value is in a register.
    Register([u8; 3]),
}

/// Whose UB a copy out of L1 writes.
#[derive(Clone, Copy, Debug)]
pub enum Ub {
    /// That of the core itself.
    Own,
    /// That of the first vector core of the cluster.
    First,
    /// That of the vector core an operand names.
    Of(u8),
}

/// What a copy does to elements on their way.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// Nothing, unless stores to global memory are atomic.
    None,
    /// f16 and bf16 become f32.
    Widen,
    /// bf16 becomes f32; f16 does if this operand says so, else it fills half of its place.
    WidenIf(u8),
}

/// A copy by the slots of its operands.
#[derive(Clone, Copy, Debug)]
pub struct Dma {
    /// Source and destination.
    pub ends: [u8; 2],
    /// Length of a burst.
    pub len: u8,
    /// Bursts, and their distances in the source and in the destination.
    pub bursts: [u8; 3],
    /// The unit of lengths and distances.
    pub count: Count,
    /// Further levels.
    pub loops: Loops,
    /// What is written around each burst.
    pub padding: Padding,
    /// Whose UB is written.
    pub ub: Ub,
    /// What becomes of elements.
    pub change: Change,
}

impl Dma {
    /// One level of plain bursts.
    pub const fn new(count: Count, ends: [u8; 2], len: u8, bursts: [u8; 3]) -> Dma {
        let (loops, padding) = (Loops::None, Padding::None);
        Dma { ends, len, bursts, count, loops, padding, ub: Ub::Own, change: Change::None }
    }
    /// With further levels.
    pub const fn loops(self, loops: Loops) -> Dma {
        Dma { loops, ..self }
    }
    /// With padding.
    pub const fn padding(self, padding: Padding) -> Dma {
        Dma { padding, ..self }
    }
    /// To another UB.
    pub const fn to_ub(self, ub: Ub) -> Dma {
        Dma { ub, ..self }
    }
    /// With a change of elements.
    pub const fn change(self, change: Change) -> Dma {
        Dma { change, ..self }
    }

    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        self.describe(x)?.run(x, self.ends)
    }

    /// The copy that operands and registers describe.
    pub fn describe(&self, x: &Exec<'_>) -> Result<Bursts, Trap> {
        let (from, mut to) = (x.ptr(self.ends[0])?, x.ptr(self.ends[1])?);
        to.buffer = self.buffer(x, to)?;
        let len = count(x, self.len)?;
        let unit = self.unit(x, from);
        let scaled = |n: i64, unit: i64, slot: u8| n.checked_mul(unit).ok_or_else(|| far(n, slot));
        let mut bursts = Bursts::new(from, to, scaled(len, unit, self.len)? as u64, Vec::new());
        bursts.each = self.each(x, from, to, bursts.len)?;
        // Blocks of the destination are larger where elements become larger.
        let wide = match bursts.each {
            Each::Widen(_) | Each::Slots => unit * 2,
            _ => unit,
        };
        let step = |slot: u8, unit: i64| {
            let distance = count(x, slot)?;
            let start = if unit == 1 { distance } else { distance.saturating_add(len) };
            scaled(start, unit, slot)
        };
        let [repeat, source, dest] = self.bursts;
        let (from, to) = (step(source, unit)?, step(dest, wide)?);
        bursts.levels.push(Level { count: count(x, repeat)?, from, to });
        match self.loops {
            Loops::None => {}
            Loops::Operands(slots) => bursts.levels.extend(loop_levels(x, slots)?),
            Loops::Registers(path) => bursts.levels.extend(x.modes.get().dma.loops[path as usize]),
        }
        bursts.surround = self.surround(x, bursts.to)?;
        Ok(bursts)
    }

    /// The bytes that lengths and distances count.
    fn unit(&self, x: &Exec<'_>, from: PtrAt) -> i64 {
        let (block, a2a3, quirk, manual) = match self.count {
            Count::Bytes => return 1,
            Count::Gaps { block, a2a3, quirk } => (block, a2a3, quirk, 1),
            Count::Units { block, a2a3, quirk } => {
                (block, a2a3, Some(quirk), from.dtype.bytes().into())
            }
        };
        if let Some(name) = quirk {
            x.note_quirk(name);
            if x.numerics.semantics == Semantics::Manual {
                return manual;
            }
        }
        if x.numerics.profile() == Target::A2A3 { a2a3 } else { block }
    }

    fn buffer(&self, x: &Exec<'_>, to: PtrAt) -> Result<u32, Trap> {
        match self.ub {
            Ub::Own => Ok(to.buffer),
            Ub::First => Ok(1),
            Ub::Of(slot) => match x.int(slot)? {
                n @ 0..=1 => Ok(n as u32 + 1),
                n => Err(Trap::new(format!("writes to the UB of vector core {n}")).at(slot)),
            },
        }
    }

    fn each(&self, x: &Exec<'_>, from: PtrAt, to: PtrAt, len: u64) -> Result<Each, Trap> {
        let half = matches!(from.dtype, DType::F16 | DType::Bf16) && to.dtype.bytes() == 4;
        Ok(match self.change {
            Change::None => self.atomic(x, from, to, len)?,
            Change::Widen if half => Each::Widen(from.dtype),
            Change::WidenIf(_) if from.dtype == DType::Bf16 && half => Each::Widen(from.dtype),
            Change::WidenIf(slot) if half && x.int(slot)? != 0 => Each::Widen(from.dtype),
            Change::WidenIf(_) if half => Each::Slots,
            Change::Widen | Change::WidenIf(_) => Each::Keep,
        })
    }

    /// Stores of UB to global memory obey the atomic mode of the core.
    ///
    /// Source: pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/mscatter.md:450.
    fn atomic(&self, x: &Exec<'_>, from: PtrAt, to: PtrAt, len: u64) -> Result<Each, Trap> {
        let modes = x.modes.get();
        if modes.atomic == Atomic::Replace || (from.space, to.space) != (Space::Vec, Space::Gm) {
            return Ok(Each::Keep);
        }
        let dtype = modes.atomic_type.unwrap_or(to.dtype);
        if !len.is_multiple_of(dtype.bytes().into()) {
            return Err(Trap::new(format!(
                "combines bursts of {len} bytes in elements of {}",
                dtype.bytes()
            ))
            .at(self.len));
        }
        Ok(Each::Combine(modes.atomic, dtype))
    }

    fn surround(&self, x: &Exec<'_>, to: PtrAt) -> Result<Option<Surround>, Trap> {
        let size = to.dtype.bytes();
        let bytes = |slot: u8| match x.arg(slot) {
            Some(_) => {
                let n = count(x, slot)?;
                n.checked_mul(size.into()).map(|b| b as u64).ok_or_else(|| far(n, slot))
            }
            None => Ok(0),
        };
        let (code, left, right) = match self.padding {
            Padding::Operands([value, left, right]) if x.arg(value).is_some() => {
                let (dtype, code) = x.scalar(value)?;
                if dtype.bytes() != size {
                    return Err(Trap::new(format!(
                        "pads elements of {size} bytes with a value of {}",
                        dtype.bytes()
                    ))
                    .at(value));
                }
                (code, bytes(left)?, bytes(right)?)
            }
            Padding::Register([left, right, pad]) => {
                let (left_bytes, right_bytes) = (bytes(left)?, bytes(right)?);
                if x.int(pad)? != 0 {
                    (x.modes.get().dma.pad, left_bytes, right_bytes)
                } else if left_bytes + right_bytes == 0 {
                    return Ok(None);
                } else {
                    return Err(Trap::new("has padding counts, but its pad bit is not set")
                        .code(code::NOT_EXECUTABLE)
                        .at(pad));
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(Surround { value: code.to_le_bytes(), size: size as usize, left, right }))
    }
}

/// An operand that counts something, or is a distance.
pub fn count(x: &Exec<'_>, slot: u8) -> Result<i64, Trap> {
    not_negative(x, x.int(slot)?, slot)
}

fn not_negative(x: &Exec<'_>, n: i64, slot: u8) -> Result<i64, Trap> {
    let name = x.operands.get(usize::from(slot)).map_or("operand", |o| o.name);
    if n < 0 { Err(Trap::new(format!("has {n} as `{name}`")).at(slot)) } else { Ok(n) }
}

fn far(n: i64, slot: u8) -> Trap {
    Trap::new(format!("has a distance or length of {n}, which no memory holds")).at(slot)
}

/// The levels that lists of counts and distances in bytes give.
fn loop_levels(x: &Exec<'_>, [counts, from, to]: [u8; 3]) -> Result<Vec<Level>, Trap> {
    let numbers = |slot: u8| -> Result<Vec<i64>, Trap> {
        let one = |arg: Arg| match arg {
            Arg::Scalar(dtype, code) => {
                let n = crate::format::decode_int(dtype, code).and_then(|v| i64::try_from(v).ok());
                not_negative(x, n.unwrap_or(-1), slot)
            }
            _ => Err(Trap::new("needs numbers for its loops").at(slot)),
        };
        x.all(slot).map(one).collect()
    };
    let (counts, from, to) = (numbers(counts)?, numbers(from)?, numbers(to)?);
    let levels = counts.into_iter().zip(from).zip(to);
    Ok(levels.map(|((count, from), to)| Level { count, from, to }).collect())
}

/// Registers that copies with few operands read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DmaRegisters {
    /// Loops 1 (inner) and 2 (outer) of each [`Path`].
    pub loops: [[Level; 2]; 3],
    /// The bits of the element that copies to UB pad with.
    pub pad: u64,
    /// The bits of the element that copies to L1 pad with.
    pub pad_l1: u64,
    /// Matrices, and the destination strides of rows, column groups and matrices, of copies to fractals.
    pub fractals: [i64; 4],
}

impl Default for DmaRegisters {
    fn default() -> DmaRegisters {
        DmaRegisters { loops: [[Level::ONCE; 2]; 3], pad: 0, pad_l1: 0, fractals: [1, 1, 0, 0] }
    }
}

fn set(x: &Exec<'_>, change: impl FnOnce(&mut DmaRegisters)) -> Outcome {
    x.set_modes(|m| change(&mut m.dma));
    Ok(())
}

/// `set_loop_size_*`: how often the loops of a path run.
pub fn set_loop_sizes(x: &mut Exec<'_>, path: Path, slots: [u8; 2]) -> Outcome {
    let counts = [count(x, slots[0])?, count(x, slots[1])?];
    set(x, |r| {
        for (level, count) in r.loops[path as usize].iter_mut().zip(counts) {
            level.count = count;
        }
    })
}

/// `set_loop1_stride_*` (inner, 0) and `set_loop2_stride_*` (outer, 1): the strides of a loop.
pub fn set_loop_strides(x: &mut Exec<'_>, path: Path, inner: usize, slots: [u8; 2]) -> Outcome {
    let (from, to) = (count(x, slots[0])?, count(x, slots[1])?);
    set(x, |r| {
        let level = &mut r.loops[path as usize][inner];
        (level.from, level.to) = (from, to);
    })
}

/// The bits of a number operand.
fn bits(x: &Exec<'_>, slot: u8) -> Result<u64, Trap> {
    x.scalar(slot).map(|(_, code)| code)
}

/// `set_loop_size_outtol1`: loop 1 in bits 0 to 20, loop 2 in the next 21.
///
/// Source: PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:524-529.
pub fn set_packed_sizes(x: &mut Exec<'_>, slot: u8) -> Outcome {
    let bits = bits(x, slot)?;
    let [inner, outer] = [bits & 0x1F_FFFF, bits >> 21 & 0x1F_FFFF];
    set(x, |r| {
        let loops = &mut r.loops[Path::GmToL1 as usize];
        (loops[0].count, loops[1].count) = (inner as i64, outer as i64);
    })
}

/// `set_loop*_stride_outtol1`: the source stride in bits 0 to 39, the destination stride above.
///
/// Source: PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:517-522.
pub fn set_packed_strides(x: &mut Exec<'_>, inner: usize, slot: u8) -> Outcome {
    let bits = bits(x, slot)?;
    set(x, |r| {
        let level = &mut r.loops[Path::GmToL1 as usize][inner];
        (level.from, level.to) = ((bits & 0xFF_FFFF_FFFF) as i64, (bits >> 40) as i64);
    })
}

/// `set_mte2_nz_para`: four numbers of 16 bits.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TLoad.hpp:603-607.
pub fn set_fractals(x: &mut Exec<'_>, slot: u8) -> Outcome {
    let bits = bits(x, slot)?;
    set(x, |r| r.fractals = [0, 16, 32, 48].map(|at| (bits >> at & 0xFFFF) as i64))
}

/// `set_mov_pad_val`: what copies to UB pad with.
pub fn set_pad(x: &mut Exec<'_>, slot: u8) -> Outcome {
    let bits = bits(x, slot)?;
    set(x, |r| r.pad = bits)
}

/// `set_pad_val_outtol1`: what copies to L1 pad with.
pub fn set_pad_l1(x: &mut Exec<'_>, slot: u8) -> Outcome {
    let bits = bits(x, slot)?;
    set(x, |r| r.pad_l1 = bits)
}
