//! Loads from UB into registers of any length.
//!
//! Memory is read for active lanes only. Neighbouring elements that fill 32-byte blocks must begin at a multiple of 32
//! bytes, because registers are loaded so; up to eight lanes, which the assembler loads one by one, may lie anywhere. Source:
//! PTO-Gym docs/PTO-vmi-Instruction-SPEC.md, group 1 and 7.3; PTOAS 0.60 lib/PTO/Transforms/VMILowerUnifiedToLegacy.cpp:475-590.

use super::dist::BLOCK;
use super::exec::{Exec, Outcome, PtrAt, Trap, get_code};
use super::register::RegAt;
use super::vmi_create::shape;
use super::vmi_mask::group_size;
use crate::code;

/// Bytes of a register.
const REGISTER: usize = 256;
/// Lanes that are accessed one by one.
const SLOTS: usize = 8;

/// What an access of `elements` neighbours must be a multiple of, in bytes: blocks and whole registers are accessed as such.
pub(super) fn alignment(at: PtrAt, elements: usize) -> usize {
    let size = at.dtype.bytes() as usize;
    let bytes = elements * size;
    let whole = elements > SLOTS && (bytes.is_multiple_of(BLOCK) || bytes >= REGISTER);
    if whole { BLOCK } else { size }
}

/// Where an access begins: a pointer and an offset in elements.
pub(super) fn start(x: &Exec<'_>, ptr: u8, offset: u8) -> Result<PtrAt, Trap> {
    x.ptr(ptr)?.moved(x.int(offset)?, offset)
}

/// The codes of elements that lie side by side.
fn read(x: &Exec<'_>, at: PtrAt, elements: usize, slot: u8) -> Result<Vec<u64>, Trap> {
    x.aligned(at, alignment(at, elements), slot)?;
    let bits = u64::from(at.dtype.bits());
    let bytes = x.read_bytes(at, (elements as u64 * bits).div_ceil(8) as usize, slot)?;
    Ok((0..elements as u64).map(|i| get_code(&bytes, at.dtype, i * bits)).collect())
}

/// `rows` times `len` neighbours, `stride` elements apart.
fn read_rows(
    x: &Exec<'_>,
    at: PtrAt,
    [rows, len]: [usize; 2],
    stride: i64,
    slot: u8,
) -> Result<Vec<u64>, Trap> {
    let mut codes = Vec::with_capacity(rows * len);
    for row in 0..rows as i64 {
        let distance =
            row.checked_mul(stride).ok_or_else(|| Trap::new("has a stride that overflows"))?;
        codes.extend(read(x, at.moved(distance, slot)?, len, slot)?);
    }
    Ok(codes)
}

/// `load`: consecutive elements.
pub fn load(x: &mut Exec<'_>, [source, offset, result]: [u8; 3]) -> Outcome {
    let codes = read(x, start(x, source, offset)?, shape(x, result)?.1, source)?;
    x.write_lanes(result, &codes)
}

/// `deinterleave_load`: even elements to one register, odd ones to another.
pub fn load_pair(x: &mut Exec<'_>, at: [u8; 2], [low, high]: [u8; 2]) -> Outcome {
    let to = [x.reg(low)?, x.reg(high)?];
    load_separated(x, at, to)
}

fn load_separated(x: &mut Exec<'_>, [source, offset]: [u8; 2], to: [RegAt; 2]) -> Outcome {
    let codes = read(x, start(x, source, offset)?, 2 * to[0].lanes(), source)?;
    for (odd, r) in to.into_iter().enumerate() {
        let part: Vec<u64> = codes.iter().skip(odd).step_by(2).copied().collect();
        x.write_lanes_of(r, &part)?;
    }
    Ok(())
}

/// `group_load` and `group_slot_load`: the groups that an attribute counts lie a stride of elements apart.
pub fn load_groups(
    x: &mut Exec<'_>,
    [source, offset, stride, result]: [u8; 4],
    group: &str,
) -> Outcome {
    let (_, lanes) = shape(x, result)?;
    let size = group_size(x, group, lanes)?;
    let at = start(x, source, offset)?;
    let codes = read_rows(x, at, [lanes / size, size], x.int(stride)?, source)?;
    x.write_lanes(result, &codes)
}

/// `group_broadcast_load`: one element for each group, in every lane of the group.
pub fn load_group_broadcast(
    x: &mut Exec<'_>,
    [source, offset, stride, result]: [u8; 4],
    group: &str,
) -> Outcome {
    let (_, lanes) = shape(x, result)?;
    let size = group_size(x, group, lanes)?;
    let at = start(x, source, offset)?;
    let one = read_rows(x, at, [lanes / size, 1], x.int(stride)?, source)?;
    let codes: Vec<u64> = (0..lanes).map(|i| one[i / size]).collect();
    x.write_lanes(result, &codes)
}

/// Operands that say where 32-byte blocks lie.
pub struct Blocks {
    /// Pointer and offset in elements.
    pub at: [u8; 2],
    /// Blocks from one to the next, and blocks from the address to the first; there are none without the second.
    pub strides: [u8; 2],
    /// The predicate.
    pub mask: u8,
}

impl Blocks {
    /// The first block, and the bytes from block to block. Strides have no sign.
    pub(super) fn places(&self, x: &Exec<'_>) -> Result<(PtrAt, i64), Trap> {
        let at = start(x, self.at[0], self.at[1])?;
        x.aligned(at, BLOCK, self.at[0])?;
        let number = |slot: u8| Ok::<i64, Trap>(x.int(slot)? & 0xFFFF);
        let first = if x.arg(self.strides[1]).is_some() { number(self.strides[1])? } else { 0 };
        let at = at.moved_bytes(Some(first * BLOCK as i64), self.strides[0])?;
        Ok((at, number(self.strides[0])? * BLOCK as i64))
    }
}

/// `stride_load`: blocks that lie a stride apart. Inactive lanes are zero, and blocks without an active lane are not read.
pub fn load_blocks(x: &mut Exec<'_>, blocks: &Blocks, result: u8) -> Outcome {
    let (dtype, lanes) = shape(x, result)?;
    let (at, stride) = blocks.places(x)?;
    let active = x.active(blocks.mask, dtype, lanes)?;
    let per_block = dtype.per_block() as usize;
    let mut codes = vec![0; lanes];
    for (b, (block, active)) in
        codes.chunks_mut(per_block).zip(active.chunks(per_block)).enumerate()
    {
        if !active.contains(&true) {
            continue;
        }
        let at = at.moved_bytes(stride.checked_mul(b as i64), blocks.strides[0])?;
        let from = read(x, at, block.len(), blocks.at[0])?;
        for ((lane, &code), &active) in block.iter_mut().zip(&from).zip(active) {
            *lane = if active { code } else { 0 };
        }
    }
    x.write_lanes(result, &codes)
}

/// `masked_load`, `expand_load`: the active lanes from memory, at their own places or one after the other; the
/// other lanes from a register.
pub fn load_active(
    x: &mut Exec<'_>,
    [source, offset, mask, other, result]: [u8; 5],
    packed: bool,
) -> Outcome {
    let at = start(x, source, offset)?;
    let (dtype, mut codes) = x.lanes(other)?;
    x.aligned(at, alignment(at, if packed { 1 } else { codes.len() }), source)?;
    let active = x.active(mask, dtype, codes.len())?;
    let lanes = codes.iter_mut().enumerate().filter(|(i, _)| active[*i]);
    for (taken, (i, lane)) in lanes.enumerate() {
        let place = if packed { taken } else { i };
        *lane = element(x, at, place as i64, [source, offset], i)?;
    }
    x.write_lanes(result, &codes)
}

/// One element; `slots` are the pointer and what says how far away it is.
fn element(
    x: &Exec<'_>,
    at: PtrAt,
    distance: i64,
    slots: [u8; 2],
    lane: usize,
) -> Result<u64, Trap> {
    let place = at.moved(distance, slots[1])?;
    let bytes = x.read_bytes(place, at.dtype.bytes() as usize, slots[0]);
    Ok(get_code(&bytes.map_err(|e| e.note(format!("in lane {lane}")))?, at.dtype, 0))
}

/// The lanes of a register of offsets, which have no sign.
pub(super) fn offsets(x: &Exec<'_>, slot: u8, lanes: usize) -> Result<Vec<i64>, Trap> {
    let (_, codes) = x.lanes(slot)?;
    if codes.len() < lanes {
        let message = format!("has {} offsets for {lanes} lanes", codes.len());
        return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(slot));
    }
    let number =
        |c: u64| i64::try_from(c).map_err(|_| Trap::new("has an offset that overflows").at(slot));
    codes.into_iter().map(number).collect()
}

/// `gather`, `vgather`: lane i is the element at the offset in lane i; inactive lanes are those of a register, or zero.
pub fn gather(x: &mut Exec<'_>, [source, indices, mask, other, result]: [u8; 5]) -> Outcome {
    let at = x.ptr(source)?;
    x.aligned(at, at.dtype.bytes() as usize, source)?;
    let (dtype, lanes) = shape(x, result)?;
    let mut codes = match x.arg(other) {
        Some(_) => x.lanes(other)?.1,
        None => {
            let active = x.active(mask, dtype, lanes)?;
            vec![super::lanes::Inactive::Pmode.code(x, dtype, &active); lanes]
        }
    };
    let active = x.active(mask, dtype, lanes)?;
    let distance = offsets(x, indices, lanes)?;
    for (i, lane) in codes.iter_mut().enumerate().filter(|(i, _)| active[*i]) {
        *lane = element(x, at, distance[i], [source, indices], i)?;
    }
    x.write_lanes(result, &codes)
}

/// `vgatherb`: block b is the 32 bytes at the byte offset in lane b, as `vgatherb` on registers; lanes that are not
/// active are zero, and blocks without an active lane are not read.
///
/// The specification's loop reads one byte offset per lane, its lowering is one `vgatherb` per register.
pub fn gather_blocks(x: &mut Exec<'_>, [source, indices, mask, result]: [u8; 4]) -> Outcome {
    let at = x.ptr(source)?;
    x.aligned(at, BLOCK, source)?;
    let (dtype, lanes) = shape(x, result)?;
    let active = x.active(mask, dtype, lanes)?;
    let per_block = dtype.per_block() as usize;
    let distance = offsets(x, indices, lanes.div_ceil(per_block))?;
    let inactive = super::lanes::Inactive::Pmode.code(x, dtype, &active);
    let mut codes = vec![inactive; lanes];
    for (b, (block, active)) in
        codes.chunks_mut(per_block).zip(active.chunks(per_block)).enumerate()
    {
        if !active.contains(&true) {
            continue;
        }
        let place = at.moved_bytes(Some(distance[b]), indices)?;
        x.aligned(place, BLOCK, indices)?;
        let from = read(x, place, block.len(), source)?;
        for ((lane, &code), _) in block.iter_mut().zip(&from).zip(active).filter(|(_, a)| **a) {
            *lane = code;
        }
    }
    x.write_lanes(result, &codes)
}

/// Operands of [`load_any`].
pub struct AnyLoad {
    /// Pointer and offset in elements.
    pub at: [u8; 2],
    /// Elements from group to group.
    pub stride: u8,
    /// Strides of blocks.
    pub blocks: [u8; 2],
    /// The registers.
    pub results: u8,
}

/// `vload`: consecutive, spread, by groups or by blocks, as its attributes and operands say.
pub fn load_any(x: &mut Exec<'_>, s: &AnyLoad) -> Outcome {
    let [source, offset] = s.at;
    let word = x.word("dist_mode").unwrap_or("continuous");
    if x.attr("group").is_some() {
        let operands = [source, offset, s.stride, s.results];
        return match word {
            "brc" => load_group_broadcast(x, operands, "group"),
            _ => load_groups(x, operands, "group"),
        };
    }
    if x.arg(s.blocks[0]).is_some() {
        let blocks = Blocks { at: s.at, strides: s.blocks, mask: super::vmi_mask::NO_MASK };
        return load_blocks(x, &blocks, s.results);
    }
    let (_, lanes) = shape(x, s.results)?;
    match word {
        "continuous" => load(x, [source, offset, s.results]),
        "dintlv" => match x.regs(s.results)?[..] {
            [low, high] => load_separated(x, s.at, [low, high]),
            _ => Err(Trap::new("needs two results").at(s.results)),
        },
        "brc" => {
            let one = read(x, start(x, source, offset)?, 1, source)?;
            x.write_lanes(s.results, &vec![one[0]; lanes])
        }
        // The bits in the low part of each lane, zeros above: UNPK of the registers.
        "unpack" => {
            let codes = read(x, start(x, source, offset)?, lanes, source)?;
            x.write_lanes(s.results, &codes)
        }
        other => Err(Trap::new(format!("does not know the distribution `{other}`"))),
    }
}
