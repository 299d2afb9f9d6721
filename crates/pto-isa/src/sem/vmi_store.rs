//! Stores of registers of any length to UB.
//!
//! Only active lanes are written. Alignment is that of loads ([`super::vmi_load`]). Source: PTO-Gym
//! docs/PTO-vmi-Instruction-SPEC.md, group 1 and 7.3; PTOAS 0.60 lib/PTO/Transforms/VMILowerUnifiedToLegacy.cpp:592-700.

use super::dist::BLOCK;
use super::exec::{Exec, Outcome, PtrAt, Trap};
use super::vector_memory::Bytes;
use super::vmi_load::{Blocks, alignment, offsets, start};
use super::vmi_mask::{NO_MASK, group_size};
use crate::dtype::DType;

/// Elements to write, by their distance from an address in elements of the memory.
struct Elements {
    at: PtrAt,
    slot: u8,
    bytes: Bytes,
}

impl Elements {
    fn new(at: PtrAt, slot: u8) -> Elements {
        Elements { at, slot, bytes: Bytes::default() }
    }
    /// The low bits of a code: memory may have narrower elements than the register.
    fn push(&mut self, distance: Option<i64>, code: u64) -> Outcome {
        let size = self.at.dtype.bytes() as usize;
        let first = distance.and_then(|d| d.checked_mul(size as i64));
        let first = first.ok_or_else(|| Trap::new("has an offset that overflows").at(self.slot))?;
        for (k, &byte) in code.to_le_bytes()[..size].iter().enumerate() {
            self.bytes.push(first.saturating_add(k as i64), byte);
        }
        Ok(())
    }
    fn write(&self, x: &mut Exec<'_>) -> Outcome {
        self.bytes.write(x, self.at, self.slot)
    }
}

/// A register's codes, and which of its lanes are active.
fn active_lanes(x: &Exec<'_>, value: u8, mask: u8) -> Result<(DType, Vec<u64>, Vec<bool>), Trap> {
    let (dtype, codes) = x.lanes(value)?;
    let active = x.active(mask, dtype, codes.len())?;
    Ok((dtype, codes, active))
}

/// `store`, `masked_store`, `compress_store`: active lanes at their own places, or one after the other.
pub fn store(x: &mut Exec<'_>, [value, dest, offset, mask]: [u8; 4], packed: bool) -> Outcome {
    let (_, codes, active) = active_lanes(x, value, mask)?;
    let at = start(x, dest, offset)?;
    let whole = if packed { 1 } else { codes.len() };
    x.aligned(at, alignment(at, whole), dest)?;
    let mut out = Elements::new(at, dest);
    for (n, (i, &code)) in codes.iter().enumerate().filter(|(i, _)| active[*i]).enumerate() {
        out.push(Some(if packed { n } else { i } as i64), code)?;
    }
    out.write(x)
}

/// `interleave_store`: lanes of two registers alternately.
pub fn store_interleaved(
    x: &mut Exec<'_>,
    codes: [Vec<u64>; 2],
    [dest, offset]: [u8; 2],
    active: &[bool],
) -> Outcome {
    let at = start(x, dest, offset)?;
    x.aligned(at, alignment(at, 2 * codes[0].len()), dest)?;
    let mut out = Elements::new(at, dest);
    for (i, (&low, &high)) in codes[0].iter().zip(&codes[1]).enumerate().filter(|(i, _)| active[*i])
    {
        out.push(Some(2 * i as i64), low)?;
        out.push(Some(2 * i as i64 + 1), high)?;
    }
    out.write(x)
}

/// `group_store`: the groups that an attribute counts, a stride of elements apart. Elements of memory may be narrower
/// than lanes, which then give their low bits (PTOAS 0.60 lib/PTO/IR/VMI.cpp:577-586).
pub fn store_groups(
    x: &mut Exec<'_>,
    [value, dest, offset, stride]: [u8; 4],
    group: &str,
) -> Outcome {
    let (_, codes) = x.lanes(value)?;
    let size = group_size(x, group, codes.len())?;
    let at = start(x, dest, offset)?;
    let stride = x.int(stride)?;
    if codes.len() > size && stride.unsigned_abs() < size as u64 {
        return Err(Trap::new(
            "stores groups that overlap, and no source says which of them stays",
        ));
    }
    let mut out = Elements::new(at, dest);
    for (g, row) in codes.chunks(size).enumerate() {
        let first = stride.checked_mul(g as i64);
        let place = first.ok_or_else(|| Trap::new("has a stride that overflows"))?;
        x.aligned(at.moved(place, dest)?, alignment(at, size), dest)?;
        for (j, &code) in row.iter().enumerate() {
            out.push(place.checked_add(j as i64), code)?;
        }
    }
    out.write(x)
}

/// `stride_store`, `vsstb`: blocks a stride apart. Of blocks that meet the last one stays.
pub fn store_blocks(x: &mut Exec<'_>, value: u8, blocks: &Blocks) -> Outcome {
    let (dtype, codes, active) = active_lanes(x, value, blocks.mask)?;
    let (at, stride) = blocks.places(x)?;
    let per_block = dtype.per_block() as usize;
    let size = dtype.bytes() as i64;
    debug_assert_eq!(per_block * size as usize, BLOCK);
    let mut bytes = Bytes::default();
    for (i, &code) in codes.iter().enumerate().filter(|(i, _)| active[*i]) {
        let block = stride.saturating_mul((i / per_block) as i64);
        let first = block.saturating_add((i % per_block) as i64 * size);
        for (k, &byte) in code.to_le_bytes()[..size as usize].iter().enumerate() {
            bytes.push(first.saturating_add(k as i64), byte);
        }
    }
    bytes.write(x, at, blocks.at[0])
}

/// `scatter`, `vscatter`: the element of lane i goes to the offset in lane i. Of equal offsets the lowest lane wins, as in
/// registers.
pub fn scatter(x: &mut Exec<'_>, [value, dest, indices, mask]: [u8; 4]) -> Outcome {
    let (_, codes, active) = active_lanes(x, value, mask)?;
    let at = x.ptr(dest)?;
    x.aligned(at, at.dtype.bytes() as usize, dest)?;
    let distance = offsets(x, indices, codes.len())?;
    let mut taken = rustc_hash::FxHashSet::default();
    let mut out = Elements::new(at, dest);
    for (i, &code) in codes.iter().enumerate().filter(|(i, _)| active[*i]) {
        if taken.insert(distance[i]) {
            out.push(Some(distance[i]), code)?;
        }
    }
    out.write(x)
}

/// Operands of [`store_any`].
pub struct AnyStore {
    /// The registers.
    pub values: u8,
    /// Pointer and offset in elements.
    pub at: [u8; 2],
    /// Elements from group to group.
    pub stride: u8,
    /// Strides of blocks.
    pub blocks: [u8; 2],
    /// The predicate.
    pub mask: u8,
}

/// `vstore`: consecutive, interleaved, by groups or by blocks, as its attributes and operands say.
pub fn store_any(x: &mut Exec<'_>, s: &AnyStore) -> Outcome {
    let [dest, offset] = s.at;
    if x.attr("group").is_some() {
        return store_groups(x, [s.values, dest, offset, s.stride], "group");
    }
    if x.arg(s.blocks[0]).is_some() {
        let blocks = Blocks { at: s.at, strides: s.blocks, mask: s.mask };
        return store_blocks(x, s.values, &blocks);
    }
    match x.word("dist_mode").unwrap_or("continuous") {
        "continuous" => store(x, [s.values, dest, offset, s.mask], false),
        "dintlv" => interleave(x, s.values, s.at, s.mask),
        other => Err(Trap::new(format!("does not know the distribution `{other}`"))),
    }
}

/// Two registers of one operand alternately.
fn interleave(x: &mut Exec<'_>, values: u8, at: [u8; 2], mask: u8) -> Outcome {
    let [low, high] = x.regs(values)?[..] else {
        return Err(Trap::new("needs two values").at(values));
    };
    let ((dtype, low), (_, high)) = (x.lanes_of(low)?, x.lanes_of(high)?);
    let active = x.active(mask, dtype, low.len())?;
    store_interleaved(x, [low, high], at, &active)
}

/// `interleave_store`: two operands alternately.
pub fn store_pair(x: &mut Exec<'_>, [low, high]: [u8; 2], at: [u8; 2]) -> Outcome {
    let ((dtype, low), (_, high)) = (x.lanes(low)?, x.lanes(high)?);
    let active = x.active(NO_MASK, dtype, low.len())?;
    store_interleaved(x, [low, high], at, &active)
}
