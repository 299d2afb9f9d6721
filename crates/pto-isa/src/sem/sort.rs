//! Sorting and merging records of a value and an index, and counting bytes.
//!
//! A record has 8 bytes: the value, zeros up to byte 4, the 32-bit index (pto-isa@3186c381
//! docs/isa/tile/ops/irregular-and-complex/tsort32.md:70-84). Order is descending; zeros of both signs are
//! equal. Where NaN goes is not documented: the devices pad with a negative NaN that must come last, so the
//! sign decides here, a positive NaN comes first and a negative one last.

use super::exec::{Exec, Outcome, TileAt, Trap, all_ones};
use super::grid::Grid;
use crate::args::AttrValue;
use crate::dtype::DType;
use crate::format;
use crate::target::Target;
use std::cmp::Ordering;

/// Elements sorted together.
pub const BLOCK: u32 = 32;

/// Elements of one record.
pub const fn record(dtype: DType) -> u32 {
    64 / dtype.bits()
}

/// Where a value stands in the order of numbers, with NaNs beyond all others: larger ones come first in a sorted list.
/// Bits above the type are ignored; those of the types that are sorted fit in 33 bits.
#[inline]
pub fn rank(dtype: DType, code: u64) -> i64 {
    let sign = match dtype {
        DType::F32 => 1 << 31,
        DType::F16 | DType::Bf16 => 1 << 15,
        // Nothing else is sorted; the value is all there is to say.
        _ => return format::decode(dtype, code) as i64,
    };
    let infinity = match dtype {
        DType::F32 => 0x7F80_0000,
        DType::F16 => 0x7C00,
        _ => 0x7F80,
    };
    // Codes of one sign are in the order of their magnitudes, and both zeros have none.
    let magnitude = (code & (sign - 1)) as i64;
    let magnitude = if magnitude > infinity { i64::from(i32::MAX) } else { magnitude };
    match code & sign != 0 {
        true if magnitude > infinity => i64::from(i32::MIN),
        true => -magnitude,
        false => magnitude,
    }
}

/// Which of two values comes first in a sorted list; bits above the type are ignored.
pub fn compare(dtype: DType, a: u64, b: u64) -> Ordering {
    rank(dtype, b).cmp(&rank(dtype, a))
}

/// The record that fills a block that is not full: minus infinity with the index 0.
pub fn padding(dtype: DType) -> Record {
    format::encode(dtype, f64::NEG_INFINITY, format::Conversion::default())
}

/// The bytes of a record, lowest first: value, zeros, index.
pub type Record = u64;

/// The codes of a record in a row of `dtype`.
fn codes(word: Record, dtype: DType) -> impl Iterator<Item = u64> {
    (0..record(dtype)).map(move |i| word >> (i * dtype.bits()) & all_ones(dtype))
}

/// The records of a row of codes; what is left of a last one is not read.
fn records(row: &[u64], dtype: DType) -> Vec<Record> {
    let chunks = row.chunks_exact(record(dtype) as usize);
    let shift = |w: u64| w.checked_shl(dtype.bits()).unwrap_or(0);
    chunks.map(|c| c.iter().rev().fold(0, |w, code| shift(w) | code)).collect()
}

/// Writes records into a row of a tile, from a column on.
fn write(x: &mut Exec<'_>, t: &TileAt, at: (u32, u32), list: &[Record]) -> Outcome {
    let dtype = t.ty.dtype;
    let flat: Vec<u64> = list.iter().flat_map(|r| codes(*r, dtype)).collect();
    x.write_at(t, at, &Grid::new(dtype, (1, flat.len() as u32), |_, c| flat[c as usize]))
}

/// Sorts a block: by value, equal values by index, then as they stood.
pub fn sort_block(dtype: DType, block: &mut [Record]) {
    block.sort_by(|a, b| compare(dtype, *a, *b).then((a >> 32).cmp(&(b >> 32))));
}

/// Sorts every 32 columns of each row. An index tile with one valid row serves all rows.
///
/// The devices fill a last block that is not full with padding that sorts last: here -inf with the index 0,
/// as far as the row of `dst` has room. The CPU writes no padding.
pub fn sort32(x: &mut Exec<'_>, src: u8, idx: u8, dst: u8) -> Outcome {
    let (indices, to) = (x.tile(idx)?, x.tile(dst)?);
    let values = x.read(src)?;
    let (rows, cols) = values.shape();
    let dtype = values.dtype;
    let shared = indices.valid.0 == 1;
    let indices = x.read_as(idx, (if shared { rows.min(1) } else { rows }, cols))?;
    let pad = padding(dtype);
    let mut sorted = Vec::with_capacity(rows as usize);
    for r in 0..rows {
        let index = indices.row(if shared { 0 } else { r });
        let mut row: Vec<Record> =
            values.row(r).iter().zip(index).map(|(v, i)| v | i << 32).collect();
        if !x.memory.is_account() {
            row.chunks_mut(BLOCK as usize).for_each(|block| sort_block(dtype, block));
        }
        if x.numerics.profile() != Target::CPU {
            let room = (to.ty.cols / record(dtype)).max(cols);
            let end = cols.next_multiple_of(BLOCK).min(room);
            row.resize(end as usize, pad);
        }
        sorted.push(row);
    }
    for (r, row) in sorted.iter().enumerate() {
        write(x, &to, (r as u32, 0), row).map_err(|e| e.at(dst))?;
    }
    Ok(())
}

/// The order of sorted lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The largest first.
    Down,
    /// The smallest first.
    Up,
}

impl Order {
    /// How the record that comes first compares with another; the order of records is the descending one.
    const fn first(self) -> Ordering {
        match self {
            Order::Down => Ordering::Less,
            Order::Up => Ordering::Greater,
        }
    }
}

/// Merges sorted lists; of equal values the one of the first list comes first. Stops after `limit` records,
/// and with `exhausted` as soon as a list has none left. Gives the records and how many of each list it used.
pub fn merge(
    dtype: DType,
    lists: &[Vec<Record>],
    order: Order,
    limit: usize,
    exhausted: bool,
) -> (Vec<Record>, Vec<usize>) {
    let mut used = vec![0; lists.len()];
    let mut out = Vec::with_capacity(lists.iter().map(Vec::len).sum::<usize>().min(limit));
    let head = |i: usize, used: usize| lists[i].get(used).map(|&word| rank(dtype, word));
    let mut heads: Vec<Option<i64>> = (0..lists.len()).map(|i| head(i, 0)).collect();
    while out.len() < limit {
        let mut best: Option<(usize, i64)> = None;
        for (i, head) in heads.iter().enumerate() {
            let Some(head) = *head else { continue };
            // The order of records is the descending one.
            if best.is_none_or(|(_, b)| b.cmp(&head) == order.first()) {
                best = Some((i, head));
            }
        }
        let Some((i, _)) = best else { break };
        out.push(lists[i][used[i]]);
        used[i] += 1;
        heads[i] = head(i, used[i]);
        if exhausted && lists.iter().zip(&used).any(|(l, &u)| u == l.len()) {
            break;
        }
    }
    (out, used)
}

/// Merges every four neighbouring blocks of `length` columns into one; columns after the last whole four
/// stay as they are.
pub fn merge_blocks(x: &mut Exec<'_>, src: u8, length: u8, dst: u8) -> Outcome {
    let columns = x.int(length)?;
    let row = x.read(src)?;
    let to = x.tile(dst)?;
    let dtype = row.dtype;
    let block =
        usize::try_from(columns).ok().filter(|n| *n > 0 && *n % record(dtype) as usize == 0);
    let block = block.ok_or_else(|| {
        Trap::new(format!("cannot merge blocks of {columns} columns of {dtype}")).at(length)
    })?;
    let four = block.saturating_mul(4);
    let mut merged = Vec::new();
    if row.rows > 0 {
        for group in row.row(0).chunks_exact(four) {
            let lists: Vec<_> = group.chunks(block).map(|b| records(b, dtype)).collect();
            match x.memory.is_account() {
                true => merged.extend(lists.into_iter().flatten()),
                false => merged.extend(merge(dtype, &lists, Order::Down, usize::MAX, false).0),
            }
        }
    }
    write(x, &to, (0, 0), &merged).map_err(|e| e.at(dst))
}

/// Merges the lists in `sources` into the valid columns of `dst`. `executed` receives the numbers of records
/// used, 16 bits each, the first list lowest. The devices merge everything before they copy what fits; the
/// CPU stops when `dst` is full.
pub fn merge_lists(x: &mut Exec<'_>, sources: &[u8], dst: u8, executed: u8) -> Outcome {
    let to = x.tile(dst)?;
    let dtype = to.ty.dtype;
    let mut lists = Vec::with_capacity(sources.len());
    for &slot in sources {
        let row = x.read(slot)?;
        lists.push(if row.rows > 0 { records(row.row(0), dtype) } else { Vec::new() });
    }
    let room = (to.valid.1 / record(dtype)) as usize;
    let limit = if x.numerics.profile() == Target::CPU { room } else { usize::MAX };
    let (mut out, used) = merge(dtype, &lists, Order::Down, limit, x.flag("exhausted"));
    out.truncate(room);
    write(x, &to, (0, 0), &out).map_err(|e| e.at(dst))?;
    let word = used.iter().rev().fold(0, |w, &u| w << 16 | u as u64 & 0xFFFF);
    x.give(executed, word);
    Ok(())
}

/// Which elements of a row a histogram counts, and by which of their bytes.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The byte that is counted, from the lowest.
    byte: u32,
    /// The bytes above it.
    higher: u64,
    /// What those must be; `None` if no element has it.
    wanted: Option<u64>,
}

impl Counted {
    /// Whether an element is counted.
    #[inline(always)]
    pub fn has(&self, code: u64) -> bool {
        self.wanted == Some(code & self.higher)
    }

    /// Counts the elements of a row, by the values of the byte; whether a bin but the last has any.
    ///
    /// The readings of the quirk `histogram-cumulative` differ then: with `cumulative` a bin counts those below it, too.
    #[inline(always)]
    pub fn count(
        &self,
        row: impl Iterator<Item = u64>,
        bins: &mut [u32; 256],
        cumulative: bool,
    ) -> bool {
        bins.fill(0);
        let bin = |code: u64| (code >> (8 * self.byte) & 0xFF) as usize;
        if self.higher == 0 {
            row.for_each(|code| bins[bin(code)] += 1);
        } else if let Some(wanted) = self.wanted {
            // What is not counted adds nothing: a branch that nobody foresees would take longer.
            row.for_each(|code| bins[bin(code)] += u32::from(code & self.higher == wanted));
        }
        let disputed = bins[..255].iter().any(|&n| n != 0);
        if cumulative {
            let mut below = 0;
            for bin in bins {
                below += *bin;
                *bin = below;
            }
        }
        disputed
    }
}

/// The byte that a histogram counts, by its attributes `byte` and `isMSB`.
pub fn counted_byte(byte: Option<AttrValue<'_>>, is_msb: Option<AttrValue<'_>>) -> i64 {
    match (byte, is_msb) {
        (Some(AttrValue::Int(n)), _) => n,
        (_, Some(AttrValue::Bool(false))) => 0,
        _ => 1,
    }
}

/// The histogram of an instruction: what it counts in each row.
///
/// It is one byte of the elements whose higher bytes are those of `idx`: column 0, row r for 16-bit elements, rows 0,
/// 1 and 2 from the highest byte on for 32-bit ones.
pub fn counted(x: &Exec<'_>, [src, idx]: [u8; 2]) -> Result<impl Fn(u32) -> Counted + use<>, Trap> {
    let byte = counted_byte(x.attr("byte"), x.attr("isMSB"));
    let byte = u32::try_from(byte).map_err(|_| Trap::new(format!("has no byte {byte}")))?;
    let values = x.tile(src)?;
    let dtype = values.ty.dtype;
    let top = dtype.bytes() - 1;
    if byte > top {
        return Err(Trap::new(format!("counts byte {byte} of {dtype}")).at(src));
    }
    let higher = top - byte;
    let wide = dtype.bits() == 32;
    let wanted = match (higher, wide) {
        (0, _) => None,
        (_, true) => Some(x.read_as(idx, (higher, 1))?),
        (_, false) => Some(x.read_as(idx, (values.valid.0, 1))?),
    };
    let above = (0..higher).fold(0u64, |mask, n| mask | 0xFF << (8 * (top - n)));
    Ok(move |row: u32| {
        let part = |n: u32| {
            let code = wanted.as_ref().map_or(0, |w| w.at(if wide { n } else { row }, 0));
            (code <= 0xFF).then_some(code << (8 * (top - n)))
        };
        let wanted = (0..higher).try_fold(0, |all, n| Some(all | part(n)?));
        Counted { byte, higher: above, wanted }
    })
}

/// Counts per row the values of a byte of the elements that [`counted`] names.
pub fn histogram(x: &mut Exec<'_>, [src, idx, dst]: [u8; 3]) -> Outcome {
    let counted = counted(x, [src, idx])?;
    let values = x.read(src)?;
    let to = x.tile(dst)?;
    let cumulative = !x.numerics.is_manual();
    let mut disputed = false;
    let bins = Grid::from_rows(to.ty.dtype, (values.rows, 256), |r, codes| {
        let mut bins = [0; 256];
        disputed |= counted(r).count(values.row(r).iter().copied(), &mut bins, cumulative);
        codes.iter_mut().zip(bins).for_each(|(code, n)| *code = n.into());
    });
    if disputed {
        x.note_quirk("histogram-cumulative");
    }
    x.write(dst, &bins)
}
