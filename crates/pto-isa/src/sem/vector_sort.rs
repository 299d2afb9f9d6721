//! Sorting and merging records of scores and indices in the unified buffer.
//!
//! A record has 8 bytes: the score, zeros up to byte 4, the 32-bit index. Order is that of [`super::sort`].

use super::exec::{Exec, Outcome, PtrAt, Trap, get_code};
use super::sort::{self, Order, Record};
use crate::code;
use std::cmp::Ordering;

/// Bytes of a record.
const RECORD: u64 = 8;

/// `len` bytes at a pointer operand, `offset` bytes on.
fn at(x: &Exec<'_>, slot: u8, offset: u64) -> Result<PtrAt, Trap> {
    let p = x.ptr(slot)?;
    let addr = i64::try_from(offset).ok().and_then(|o| p.addr.checked_add(o));
    let addr = addr.ok_or_else(|| Trap::new("has an address that overflows").at(slot))?;
    Ok(PtrAt { addr, ..p })
}

fn write(x: &mut Exec<'_>, slot: u8, offset: u64, list: &[Record]) -> Outcome {
    let p = at(x, slot, offset)?;
    let bytes = x.memory.bytes_mut(p.space, p.buffer, p.addr, list.len() as u64 * RECORD);
    let bytes = bytes.map_err(|e| e.at(slot))?;
    for (to, record) in bytes.chunks_exact_mut(RECORD as usize).zip(list) {
        to.copy_from_slice(&record.to_le_bytes());
    }
    Ok(())
}

/// `vbitsort`: sorts groups of 32 scores with their indices, descending; equal scores stay in their order.
pub fn sort_groups(x: &mut Exec<'_>, [dest, src, indices, repeat]: [u8; 4]) -> Outcome {
    let groups = x.int(repeat)?;
    // The intrinsic takes an 8-bit count: pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vbitsort.md.
    let Some(groups) = u8::try_from(groups).ok().map(u64::from) else {
        return Err(Trap::new(format!("sorts {groups} groups, not 0 to 255")).at(repeat));
    };
    let scores = x.ptr(src)?;
    let index = x.ptr(indices)?;
    let group = u64::from(sort::BLOCK);
    let size = u64::from(scores.dtype.bytes());
    let values = x.memory.bytes(scores.space, scores.buffer, scores.addr, groups * group * size);
    let values = values.map_err(|e| e.at(src))?;
    let index = x.memory.bytes(index.space, index.buffer, index.addr, groups * group * 4);
    let index = index.map_err(|e| e.at(indices))?;
    let mut records: Vec<Record> = Vec::new();
    for (score, index) in values.chunks_exact(size as usize).zip(index.chunks_exact(4)) {
        let index = get_code(index, crate::DType::U32, 0);
        records.push(get_code(score, scores.dtype, 0) | index << 32);
    }
    for group in records.chunks_mut(sort::BLOCK as usize) {
        group.sort_by(|a, b| sort::compare(scores.dtype, *a, *b));
    }
    write(x, dest, 0, &records)
}

/// `vmrgsort4`: merges up to four sorted lists; of equal scores the one of the first list comes first. Lists in ascending
/// order are the quirk `merge-order`.
///
/// `count` holds four 16-bit lengths (quirk `merge-count`). `config`: bits 0-7 repetitions, bits 8-11 which lists take part, bit 12
/// stops as soon as one of them has no records left. A repetition goes on after the four lists of the one
/// before, which lie one after the other: pto-isa@3186c381 include/pto/npu/a5/TMrgSort.hpp:127-155.
pub fn merge_four(x: &mut Exec<'_>, dest: u8, sources: [u8; 4], count: u8, config: u8) -> Outcome {
    let (_, lengths) = x.scalar(count)?;
    let (_, word) = x.scalar(config)?;
    if word >> 13 != 0 {
        let trap = Trap::new(format!("has bits above 12 in `config`: {word:#x}")).at(config);
        return Err(trap.code(code::NOT_EXECUTABLE).note("no source says what they mean"));
    }
    let dtype = x.ptr(sources[0])?.dtype;
    let (repeat, suspend) = (word & 0xFF, word >> 12 & 1 == 1);
    let valid: Vec<usize> = (0..4).filter(|k| word >> (8 + k) & 1 == 1).collect();
    // A plain number is by the page the length of each list.
    let is_plain = (1..1 << 16).contains(&lengths) && valid.iter().any(|&k| k > 0);
    if is_plain {
        x.note_quirk("merge-count");
    }
    let each = is_plain && x.numerics.is_manual();
    let length = |k: usize| if each { lengths } else { lengths >> (16 * k) & 0xFFFF };
    let four = length(0) * 4;
    if repeat > 1 && (suspend || valid.len() < 4 || (0..4).any(|k| length(k) != length(0))) {
        let trap = Trap::new(format!("repeats {repeat} times without four equal lists")).at(config);
        return Err(trap
            .code(code::NOT_EXECUTABLE)
            .note("no source says where the next lists lie"));
    }
    let mut merged = x.modes.get().merged;
    let mut out: Vec<Record> = Vec::new();
    for r in 0..repeat {
        let mut lists = Vec::with_capacity(valid.len());
        for &k in &valid {
            let p = at(x, sources[k], r * four * RECORD)?;
            let bytes = x.memory.bytes(p.space, p.buffer, p.addr, length(k) * RECORD);
            let bytes = bytes.map_err(|e| e.at(sources[k]))?;
            let records = bytes.chunks_exact(RECORD as usize);
            lists.push(records.map(|b| get_code(b, crate::DType::U64, 0)).collect::<Vec<Record>>());
        }
        let none_left = suspend && lists.iter().any(Vec::is_empty);
        let limit = if none_left { 0 } else { usize::MAX };
        let ascend = lists_ascend(dtype, &lists);
        if ascend {
            x.note_quirk("merge-order");
        }
        let order = if ascend && x.numerics.is_manual() { Order::Up } else { Order::Down };
        let (list, used) = sort::merge(dtype, &lists, order, limit, suspend);
        merged = [0; 4];
        for (&k, used) in valid.iter().zip(used) {
            merged[k] = used as u16;
        }
        out.extend(list);
    }
    write(x, dest, 0, &out)?;
    x.set_modes(|m| m.merged = merged);
    Ok(())
}

/// Whether lists are in ascending order, and some of them not in descending order too.
fn lists_ascend(dtype: crate::DType, lists: &[Vec<Record>]) -> bool {
    // The order of records is the descending one.
    let in_order = |wrong: Ordering| {
        lists.iter().flat_map(|l| l.windows(2)).all(|w| sort::compare(dtype, w[0], w[1]) != wrong)
    };
    in_order(Ordering::Less) && !in_order(Ordering::Greater)
}

/// `get_vms4_sr`: the records that the last merge took from each list.
pub fn merged_counts(x: &mut Exec<'_>, lists: [u8; 4]) -> Outcome {
    for (slot, taken) in lists.into_iter().zip(x.modes.get().merged) {
        x.give(slot, taken.into());
    }
    Ok(())
}
