//! Vector instructions from unified buffer to unified buffer (A2/A3).
//!
//! A repeat is eight blocks of 32 bytes. Block b of repeat r lies at the pointer plus r times the repeat stride
//! plus b times the block stride, in blocks. Repeats follow one another: a repeat may read what the one before
//! wrote. Lanes that are not active are neither read nor written.

use super::elem::Elem;
use super::exec::{Exec, Outcome, PtrAt, Trap, all_ones, get_code, set_code};
use super::num::Num;
use crate::code;
use crate::dtype::DType;
use crate::target::Space;
use crate::with_num;

/// Bytes of a block.
const BLOCK: i64 = 32;
/// The bit of the control register that makes the mask a number of elements: PTOAS 0.60
/// include/PTO/IR/VPTOUbOps.td, `ub.set_mask_count`.
const COUNT_MODE: u32 = 56;

/// A pointer operand with its strides.
#[derive(Clone, Copy, Debug)]
pub struct Strided {
    /// The pointer.
    pub ptr: u8,
    /// Blocks from block to block.
    pub block: u8,
    /// Blocks from repeat to repeat.
    pub repeat: u8,
}

/// A function of elements in the unified buffer.
#[derive(Clone, Copy, Debug)]
pub struct UbVector {
    /// The function.
    pub elem: Elem,
    /// Where the results go.
    pub dst: Strided,
    /// Its operands in memory.
    pub src: &'static [Strided],
    /// A number as last operand: the bits of an element.
    pub number: Option<u8>,
    /// Repeats, unless the mask counts elements.
    pub repeat: u8,
}

/// Operands `dst, src0, src1, repeat`, then the block strides, then the repeat strides.
pub const fn two(elem: Elem) -> UbVector {
    const SRC: &[Strided] =
        &[Strided { ptr: 1, block: 5, repeat: 8 }, Strided { ptr: 2, block: 6, repeat: 9 }];
    let dst = Strided { ptr: 0, block: 4, repeat: 7 };
    UbVector { elem, dst, src: SRC, number: None, repeat: 3 }
}

/// Operands `dst, src, repeat`, then the block strides, then the repeat strides.
pub const fn one(elem: Elem) -> UbVector {
    const SRC: &[Strided] = &[Strided { ptr: 1, block: 4, repeat: 6 }];
    let dst = Strided { ptr: 0, block: 3, repeat: 5 };
    UbVector { elem, dst, src: SRC, number: None, repeat: 2 }
}

/// Operands `dst, src, number, repeat`, then the block strides, then the repeat strides.
pub const fn with_number(elem: Elem) -> UbVector {
    const SRC: &[Strided] = &[Strided { ptr: 1, block: 5, repeat: 7 }];
    let dst = Strided { ptr: 0, block: 4, repeat: 6 };
    UbVector { elem, dst, src: SRC, number: Some(2), repeat: 3 }
}

/// Operands `dst, number, repeat`, then the block strides, then the repeat strides; those of a source are
/// not looked at.
pub const fn fill() -> UbVector {
    let dst = Strided { ptr: 0, block: 3, repeat: 5 };
    UbVector { elem: Elem::Copy, dst, src: &[], number: Some(1), repeat: 2 }
}

/// Addresses of one operand.
struct StridedAddresses {
    at: PtrAt,
    block: i64,
    repeat: i64,
}

impl StridedAddresses {
    fn new(x: &Exec<'_>, s: Strided) -> Result<StridedAddresses, Trap> {
        Ok(StridedAddresses {
            at: x.ptr(s.ptr)?,
            block: byte(x, s.block)?,
            repeat: byte(x, s.repeat)?,
        })
    }

    /// The address of a lane of a repeat.
    fn lane(&self, repeat: i64, lane: i64) -> i64 {
        let size = i64::from(self.at.dtype.bytes());
        let (block, rest) = (lane * size / BLOCK, lane * size % BLOCK);
        self.at.addr.saturating_add((repeat * self.repeat + block * self.block) * BLOCK + rest)
    }
}

/// An operand with a byte of its own in the instruction: PTOAS 0.60 lib/PTO/Transforms/VPTOLLVMEmitter.cpp,
/// `LowerUBufBinaryOpPattern` and its like.
fn byte(x: &Exec<'_>, slot: u8) -> Result<i64, Trap> {
    let value = x.int(slot)?;
    let name = x.operands.get(usize::from(slot)).map_or("operand", |o| o.name);
    match value {
        0..=255 => Ok(value),
        _ => Err(Trap::new(format!("has {value} as `{name}`, not 0 to 255")).at(slot)),
    }
}

/// The active lanes: how many repeats, and which lanes of each.
enum ActiveLanes {
    Mask(i64, [u64; 2]),
    Count(i64),
}

impl ActiveLanes {
    fn of(x: &Exec<'_>, repeat: u8, dtype: DType) -> Result<ActiveLanes, Trap> {
        let modes = x.modes.get();
        if modes.ctrl >> COUNT_MODE & 1 == 0 {
            return Ok(ActiveLanes::Mask(byte(x, repeat)?, modes.ub_mask.unwrap_or([u64::MAX; 2])));
        }
        let Some([count, _]) = modes.ub_mask else {
            return Err(Trap::new("counts elements before `pto.ub.set_mask` said how many"));
        };
        let room = x.numerics.profile().capacity_bytes(Space::Vec).unwrap_or(1 << 20);
        if count > room / u64::from(dtype.bytes()) {
            return Err(Trap::new(format!("works on {count} elements; {room} bytes hold less")));
        }
        Ok(ActiveLanes::Count(count as i64))
    }

    fn repeats(&self, lanes: i64) -> i64 {
        match self {
            ActiveLanes::Mask(repeats, _) => *repeats,
            ActiveLanes::Count(count) => (count + lanes - 1) / lanes,
        }
    }

    fn active(&self, repeat: i64, lanes: i64) -> Vec<i64> {
        let is = |&i: &i64| match self {
            ActiveLanes::Mask(_, bits) => bits[i as usize / 64] >> (i % 64) & 1 == 1,
            ActiveLanes::Count(count) => repeat * lanes + i < *count,
        };
        (0..lanes).filter(is).collect()
    }
}

impl UbVector {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let to = StridedAddresses::new(x, self.dst)?;
        let dtype = to.at.dtype;
        self.check_type(dtype)?;
        let mut from = Vec::with_capacity(2);
        for &s in self.src {
            from.push(StridedAddresses::new(x, s)?);
        }
        let elem = self.elem.resolve(x.numerics, dtype);
        let active = ActiveLanes::of(x, self.repeat, dtype)?;
        let lanes = 256 / i64::from(dtype.bytes());
        let any = active.repeats(lanes) > 0 && !active.active(0, lanes).is_empty();
        let number = if any { self.number(x, elem, dtype)? } else { None };
        for r in 0..active.repeats(lanes) {
            let mut results = Vec::new();
            for i in active.active(r, lanes) {
                let block = i * i64::from(dtype.bytes()) / BLOCK;
                if to.block == 0 && block > 0 {
                    let trap = Trap::new("writes several blocks to one place").at(self.dst.block);
                    return Err(trap.code(code::NOT_EXECUTABLE).note("no source says which stays"));
                }
                let mut codes = [0; 2];
                for (k, (walk, s)) in from.iter().zip(self.src).enumerate() {
                    let size = dtype.bytes().into();
                    let at = &walk.at;
                    let bytes = x.memory.bytes(at.space, at.buffer, walk.lane(r, i), size);
                    codes[k] = get_code(bytes.map_err(|e| e.at(s.ptr))?, dtype, 0);
                }
                if let Some(number) = number {
                    codes[from.len()] = number;
                }
                results.push((i, apply(elem, dtype, codes)));
            }
            for (i, code) in results {
                let size = dtype.bytes().into();
                let bytes = x.memory.bytes_mut(to.at.space, to.at.buffer, to.lane(r, i), size);
                set_code(bytes.map_err(|e| e.at(self.dst.ptr))?, dtype, 0, code);
            }
        }
        Ok(())
    }

    /// Which types the sources let it take: lanes of 16 and 32 bits, for which the mask has bits.
    fn check_type(&self, dtype: DType) -> Outcome {
        use Elem::*;
        let plain = matches!(dtype.bits(), 16 | 32);
        let float = matches!(dtype, DType::F16 | DType::F32);
        let takes = match self.elem {
            Abs | Exp | Ln | Sqrt | Rsqrt | Div => float,
            Relu => float || dtype.plain() == DType::I32,
            Shl | Shr => plain && dtype.is_int(),
            And | Or | Not | Copy => plain,
            _ => float || plain && dtype.is_int(),
        };
        if takes {
            return Ok(());
        }
        let trap = Trap::new(format!("of {dtype} is no instruction that a source describes"));
        Err(trap.code(code::NOT_EXECUTABLE).at(self.dst.ptr))
    }

    /// The number as a code of `dtype`: its low bits, also for floats.
    fn number(&self, x: &Exec<'_>, elem: Elem, dtype: DType) -> Result<Option<u64>, Trap> {
        let Some(slot) = self.number else { return Ok(None) };
        if elem.is_partial(dtype)
            && let Some(trap) = elem.refuse_value(dtype, x.int(slot)?.into())
        {
            return Err(trap.at(slot));
        }
        Ok(Some(x.scalar(slot)?.1 & all_ones(dtype)))
    }
}

/// The function of codes. Shifts to the right bring in zeros for every type: PTOAS 0.60 makes them
/// `VSHR.u16` and `VSHR.u32`.
fn apply(elem: Elem, dtype: DType, [a, b]: [u64; 2]) -> u64 {
    let bits = elem.is_bitwise() || matches!(elem, Elem::Shl | Elem::Shr);
    let dtype = if bits { dtype.image() } else { dtype };
    with_num!(dtype, T => {
        elem.call(T::from_code(dtype, a), T::from_code(dtype, b), T::ZERO).to_code(dtype)
    })
}

/// `ub.set_mask`: which lanes of a repeat are active, or how many elements.
pub fn set_mask(x: &mut Exec<'_>, [mask0, mask1]: [u8; 2]) -> Outcome {
    let mask = [x.scalar(mask0)?.1, x.scalar(mask1)?.1];
    x.set_modes(|m| m.ub_mask = Some(mask));
    Ok(())
}

/// `ub.set_mask_count` and `ub.set_mask_norm`: what the mask means.
pub fn set_mask_mode(x: &mut Exec<'_>, counts: bool) -> Outcome {
    let bit = 1 << COUNT_MODE;
    x.set_modes(|m| m.ctrl = if counts { m.ctrl | bit } else { m.ctrl & !bit });
    Ok(())
}
