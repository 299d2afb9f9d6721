//! Loads and stores of vector registers with a pattern: pairs, fixed strides, blocks with strides.

use super::dist::BLOCK;
use super::exec::{Exec, Outcome, PtrAt, Trap};
use super::vector_memory::{Bytes, element_bytes, give_moved};
use crate::code;

/// The unit of a word of `vldsx2` or `vstsx2`, in bytes.
fn pair_unit(x: &Exec<'_>) -> Result<usize, Trap> {
    let word = x.word("dist").unwrap_or("");
    Ok(match word.to_ascii_uppercase().as_str() {
        "DINTLV_B8" | "INTLV_B8" => 1,
        "DINTLV_B16" | "INTLV_B16" => 2,
        "DINTLV_B32" | "INTLV_B32" => 4,
        "BDINTLV" => BLOCK,
        other => {
            let message = format!("has no meaning with dist `{other}`");
            return Err(Trap::new(message).code(code::NOT_EXECUTABLE));
        }
    })
}

/// Operands of [`load_pair`].
pub struct PairLoad {
    /// Pointer and offset: elements, or a vector address.
    pub source: [u8; 2],
    /// Even and odd units.
    pub results: [u8; 2],
    /// The pointer moved on.
    pub updated_base: u8,
}

/// `vldsx2`: the even units of memory to one register, the odd ones to another.
pub fn load_pair(x: &mut Exec<'_>, s: &PairLoad) -> Outcome {
    let (at, moved) = x.place(s.source[0], s.source[1], s.updated_base)?;
    let unit = pair_unit(x)?;
    x.aligned(at, BLOCK, s.source[0])?;
    let len = x.reg(s.results[0])?.bytes as usize;
    let memory = x.read_bytes(at, 2 * len, s.source[0])?;
    for (odd, slot) in s.results.into_iter().enumerate() {
        let from = |b: usize| (2 * (b / unit) + odd) * unit + b % unit;
        let bytes: Vec<u8> = (0..len).map(|b| memory.get(from(b)).copied().unwrap_or(0)).collect();
        x.write_reg_bytes(slot, &bytes)?;
    }
    give_moved(x, s.updated_base, moved);
    Ok(())
}

/// Operands of [`store_pair`].
pub struct PairStore {
    /// What becomes the even and the odd units.
    pub values: [u8; 2],
    /// Pointer and offset: elements, or a vector address.
    pub dest: [u8; 2],
    /// The predicate.
    pub mask: u8,
}

/// `vstsx2`: units of two registers alternately. The manual lets the predicate choose elements of both.
pub fn store_pair(x: &mut Exec<'_>, s: &PairStore) -> Outcome {
    let at = x.moved_by(x.ptr(s.dest[0])?, s.dest[1])?;
    let unit = pair_unit(x)?;
    x.aligned(at, BLOCK, s.dest[0])?;
    let values = [x.reg_bytes(s.values[0])?, x.reg_bytes(s.values[1])?];
    let len = values[0].len().min(values[1].len());
    x.exists_by_page(at, 2 * len, s.dest[0])?;
    let size = element_bytes(x, s.values[0])?;
    let active = x.predicate(s.mask)?;
    if (0..len).step_by(size).any(|bit| !active(bit)) {
        x.note_quirk("vstsx2-mask");
    }
    let masked = x.numerics.is_manual();
    let mut bytes = Bytes::default();
    for to in 0..2 * len {
        let (pair, odd) = (to / (2 * unit), to / unit % 2);
        let from = pair * unit + to % unit;
        if !masked || active(from / size * size) {
            bytes.push(to as i64, values[odd][from]);
        }
    }
    bytes.write(x, at, s.dest[0])
}

/// Bytes of a unit and units from one to the next, as a stride word spells them: `STRIDE_S3_B16` takes 16 bits of
/// every 3 times 16.
fn fixed_stride(x: &Exec<'_>) -> Result<(usize, usize), Trap> {
    let word = x.word("stride").unwrap_or("");
    Ok(match word.to_ascii_uppercase().as_str() {
        "STRIDE_S3_B16" => (2, 3),
        "STRIDE_S8_B32" => (4, 8),
        "STRIDE_S2_B64" => (8, 2),
        "STRIDE_S4_B64" => (8, 4),
        other => {
            let message = format!("has no meaning with stride `{other}`");
            return Err(Trap::new(message).code(code::NOT_EXECUTABLE));
        }
    })
}

/// `vsld`: units at a fixed distance become neighbours.
pub fn load_fixed_stride(x: &mut Exec<'_>, [source, offset, result]: [u8; 3]) -> Outcome {
    let at = x.ptr(source)?.moved(x.int(offset)?, offset)?;
    let (unit, stride) = fixed_stride(x)?;
    x.aligned(at, unit, source)?;
    let mut bytes = Vec::new();
    for i in 0..x.reg(result)?.bytes as usize / unit {
        let p = at.moved_bytes(Some((i * unit * stride) as i64), offset)?;
        bytes.extend(x.read_bytes(p, unit, source)?);
    }
    x.write_reg_bytes(result, &bytes)
}

/// `vsst`: neighbouring units go to places at a fixed distance.
pub fn store_fixed_stride(x: &mut Exec<'_>, [value, dest, offset]: [u8; 3]) -> Outcome {
    let at = x.ptr(dest)?.moved(x.int(offset)?, offset)?;
    let (unit, stride) = fixed_stride(x)?;
    x.aligned(at, unit, dest)?;
    let mut bytes = Bytes::default();
    for (i, &byte) in x.reg_bytes(value)?.iter().enumerate() {
        bytes.push((i / unit * unit * stride + i % unit) as i64, byte);
    }
    bytes.write(x, at, dest)
}

/// Operands that say where the blocks of a register lie.
pub struct BlockSlots {
    /// Pointer.
    pub base: u8,
    /// Blocks from one to the next, and blocks from the pointer to the first; without the second one word holds
    /// both.
    pub strides: [u8; 2],
    /// The predicate: bit 4b, lane b of 4-byte lanes, decides about block b.
    pub mask: u8,
    /// The pointer moved on.
    pub updated_base: u8,
}

/// The first block, the bytes from block to block, and the pointer moved on.
///
/// Strides are 16-bit fields without a sign; the control word has the block stride above the other. The form that
/// gives the pointer back begins at the pointer. Sources: PTOAS lib/PTO/Transforms/VPTOLLVMEmitter.cpp:2046-2064,
/// test/lit/vpto/soft_postupdate_sequential-vsstb.pto and address_semantics_contract.pto.
fn block_places(x: &Exec<'_>, s: &BlockSlots) -> Result<(PtrAt, i64, Option<PtrAt>), Trap> {
    let base = x.ptr(s.base)?;
    let first = x.int(s.strides[0])?;
    let (stride, repeat) = match x.arg(s.strides[1]) {
        Some(_) => (first & 0xFFFF, x.int(s.strides[1])? & 0xFFFF),
        None => (first >> 16 & 0xFFFF, first & 0xFFFF),
    };
    let block = BLOCK as i64;
    x.aligned(base, BLOCK, s.base)?;
    let moved = base.moved_bytes(Some(repeat * block), s.strides[0])?;
    let stride = stride * block;
    Ok(if x.takes(s.updated_base) { (base, stride, Some(moved)) } else { (moved, stride, None) })
}

/// The bit of the predicate that decides about a block: that of its lane of 4-byte lanes.
fn block_bit(block: usize) -> usize {
    4 * block
}

/// `vsldb`: blocks at a distance become neighbours; inactive blocks are zero.
pub fn load_blocks(x: &mut Exec<'_>, s: &BlockSlots, result: u8) -> Outcome {
    let (at, stride, moved) = block_places(x, s)?;
    let active = x.predicate(s.mask)?;
    let mut bytes = vec![0; x.reg(result)?.bytes as usize];
    for (b, block) in bytes.chunks_mut(BLOCK).enumerate().filter(|(b, _)| active(block_bit(*b))) {
        let p = at.moved_bytes(Some(b as i64 * stride), s.strides[0])?;
        let from = x.read_bytes(p, block.len(), s.base)?;
        block.copy_from_slice(&from);
    }
    x.write_reg_bytes(result, &bytes)?;
    give_moved(x, s.updated_base, moved);
    Ok(())
}

/// `vsstb`: neighbouring blocks go to places at a distance; inactive blocks are not written. Of blocks that meet
/// the last one stays.
pub fn store_blocks(x: &mut Exec<'_>, value: u8, s: &BlockSlots) -> Outcome {
    let (at, stride, moved) = block_places(x, s)?;
    let active = x.predicate(s.mask)?;
    let mut bytes = Bytes::default();
    for b in 0..x.reg(value)?.bytes as i64 / BLOCK as i64 {
        let p = at.moved_bytes(Some(b * stride), s.strides[0])?;
        x.exists_by_page(p, BLOCK, s.base)?;
    }
    for (b, block) in
        x.reg_bytes(value)?.chunks(BLOCK).enumerate().filter(|(b, _)| active(block_bit(*b)))
    {
        for (i, &byte) in block.iter().enumerate() {
            bytes.push(b as i64 * stride + i as i64, byte);
        }
    }
    bytes.write(x, at, s.base)?;
    give_moved(x, s.updated_base, moved);
    Ok(())
}
