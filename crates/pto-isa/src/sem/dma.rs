//! Copies between memories: bursts of bytes, repeated with strides.
//!
//! Every burst is one run of bytes on both sides, so an element type never matters; bursts go in order, the
//! innermost level fastest, and each reads all its bytes before it writes. Both ends are checked as a whole
//! before the first byte moves, so nothing is written by a copy that stops.

use super::exec::{Arg, Exec, Outcome, PtrAt, Trap};
use crate::code;
use crate::target::{Space, Target};

/// One level of repetition: how often, and the bytes from start to start on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How often.
    pub count: i64,
    /// Bytes from start to start of the source.
    pub from: i64,
    /// Bytes from start to start of the destination.
    pub to: i64,
}

/// What surrounds the bytes of a burst in its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surround {
    /// The element, as bytes from the lowest.
    pub value: [u8; 8],
    /// Bytes of the element.
    pub size: usize,
    /// Bytes in front of a burst.
    pub left: u64,
    /// Bytes behind it, before the rest of the last 32-byte block.
    pub right: u64,
}

/// A copy with all its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bursts {
    /// The first byte read.
    pub from: PtrAt,
    /// The first byte written.
    pub to: PtrAt,
    /// Bytes of a burst.
    pub len: u64,
    /// Repetition, innermost first.
    pub levels: Vec<Level>,
    /// What is written around each burst.
    pub surround: Option<Surround>,
}

/// How lengths and distances are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Bytes; distances are from start to start.
    Bytes,
    /// Blocks of so many bytes; distances are from the end of a burst to the start of the next.
    Gaps(i64),
}

/// A copy by the slots of its operands.
#[derive(Clone, Copy, Debug)]
pub struct Dma {
    /// Source and destination.
    pub ends: [u8; 2],
    /// Length of a burst.
    pub len: u8,
    /// Bursts, and their distance in the source and in the destination.
    pub bursts: [u8; 3],
    /// Further levels: counts and distances, a list each.
    pub loops: Option<[u8; 3]>,
    /// Pad value, and the elements in front of and behind each burst.
    pub pad: Option<[u8; 3]>,
    /// The unit of lengths and distances.
    pub count: Count,
}

impl Dma {
    /// Bytes, one level.
    pub const fn bytes(ends: [u8; 2], len: u8, bursts: [u8; 3]) -> Dma {
        Dma { ends, len, bursts, loops: None, pad: None, count: Count::Bytes }
    }
    /// With further levels.
    pub const fn loops(self, loops: [u8; 3]) -> Dma {
        Dma { loops: Some(loops), ..self }
    }
    /// With padding.
    pub const fn pad(self, pad: [u8; 3]) -> Dma {
        Dma { pad: Some(pad), ..self }
    }

    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        self.describe(x)?.run(x, self.ends)
    }

    /// The copy that the operands describe.
    pub fn describe(&self, x: &Exec<'_>) -> Result<Bursts, Trap> {
        let (from, to) = (x.ptr(self.ends[0])?, x.ptr(self.ends[1])?);
        let len = not_negative(x, self.len, "a length")?;
        let mut levels = Vec::with_capacity(3);
        let unit = match self.count {
            Count::Bytes => 1,
            Count::Gaps(unit) => unit,
        };
        let [count, source, dest] = self.bursts;
        let step = |slot: u8| {
            let distance = not_negative(x, slot, "a distance")?;
            let start = match self.count {
                Count::Bytes => Some(distance),
                Count::Gaps(_) => distance.checked_add(len),
            };
            start.and_then(|s| s.checked_mul(unit)).ok_or_else(|| too_far(distance).at(slot))
        };
        levels.push(Level {
            count: not_negative(x, count, "a count")?,
            from: step(source)?,
            to: step(dest)?,
        });
        if let Some(slots) = self.loops {
            levels.extend(loop_levels(x, slots)?);
        }
        let bytes = len.checked_mul(unit).ok_or_else(|| too_far(len).at(self.len))?;
        let surround = match self.pad {
            Some([value, left, right]) if x.arg(value).is_some() => {
                Some(Surround::of(x, to, value, [left, right])?)
            }
            _ => None,
        };
        Ok(Bursts { from, to, len: bytes as u64, levels, surround })
    }
}

/// An operand that counts something.
pub fn not_negative(x: &Exec<'_>, slot: u8, what: &str) -> Result<i64, Trap> {
    match x.int(slot)? {
        n if n >= 0 => Ok(n),
        n => Err(Trap::new(format!("has {what} of {n}")).at(slot)),
    }
}

fn too_far(n: i64) -> Trap {
    Trap::new(format!("has a distance or length of {n}, which no memory holds"))
}

/// The levels that lists of counts and distances in bytes give.
fn loop_levels(x: &Exec<'_>, [counts, from, to]: [u8; 3]) -> Result<Vec<Level>, Trap> {
    let numbers = |slot: u8| -> Result<Vec<i64>, Trap> {
        let one = |arg: Arg| match arg {
            Arg::Scalar(dtype, code) => crate::format::decode_int(dtype, code)
                .and_then(|v| i64::try_from(v).ok())
                .filter(|&v| v >= 0)
                .ok_or_else(|| Trap::new("needs loop numbers that are not negative").at(slot)),
            _ => Err(Trap::new("needs numbers for its loops").at(slot)),
        };
        x.all(slot).map(one).collect()
    };
    let (counts, from, to) = (numbers(counts)?, numbers(from)?, numbers(to)?);
    let levels = counts.into_iter().zip(from).zip(to);
    Ok(levels.map(|((count, from), to)| Level { count, from, to }).collect())
}

impl Surround {
    /// Padding by operands: a value, and counts of elements of the destination that may be left out.
    fn of(x: &Exec<'_>, to: PtrAt, value: u8, counts: [u8; 2]) -> Result<Surround, Trap> {
        let (dtype, code) = x.scalar(value)?;
        let size = to.dtype.bytes();
        if dtype.bytes() != size {
            return Err(Trap::new(format!(
                "pads elements of {size} bytes with a value of {}",
                dtype.bytes()
            ))
            .at(value));
        }
        let [mut left, mut right] = [0; 2];
        for (bytes, slot) in [(&mut left, counts[0]), (&mut right, counts[1])] {
            if x.arg(slot).is_some() {
                let n = not_negative(x, slot, "a padding count")?;
                *bytes = n.checked_mul(size.into()).ok_or_else(|| too_far(n).at(slot))? as u64;
            }
        }
        Ok(Surround { value: code.to_le_bytes(), size: size as usize, left, right })
    }
}

/// Which side of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    From,
    To,
}

/// More bytes than that, counting a burst as at least 256, are not moved by one instruction: a copy of so
/// many is a mistake in its operands and would seem to hang.
const MOST_BYTES: u128 = 1 << 34;

impl Bursts {
    /// Bytes that a burst writes.
    fn row(&self) -> u64 {
        match self.surround {
            // The rest of the last block is padded too.
            Some(s) => s
                .left
                .saturating_add(self.len)
                .saturating_add(s.right)
                .checked_next_multiple_of(32)
                .unwrap_or(u64::MAX),
            None => self.len,
        }
    }

    /// How many bursts there are.
    fn count(&self) -> u128 {
        self.levels.iter().fold(1u128, |n, l| n.saturating_mul(l.count as u128))
    }

    /// Executes by the definition; `slots` are those of source and destination.
    pub fn run(&self, x: &mut Exec<'_>, slots: [u8; 2]) -> Outcome {
        if self.len == 0 || self.count() == 0 {
            return Ok(());
        }
        self.check_end(x, Side::From, slots[0])?;
        self.check_end(x, Side::To, slots[1])?;
        let bursts = self.count();
        if bursts.saturating_mul(self.row().max(256).into()) > MOST_BYTES {
            return Err(Trap::new(format!(
                "repeats a burst of {} bytes {bursts} times, which is more than is executed",
                self.len
            )));
        }
        let mut index = vec![0i64; self.levels.len()];
        let (mut from, mut to) = (self.from.addr, self.to.addr);
        let mut row = vec![0; self.row() as usize];
        let mut data = 0;
        if let Some(s) = self.surround {
            data = s.left as usize;
            for (i, byte) in row.iter_mut().enumerate() {
                *byte = s.value[i % s.size];
            }
        }
        let data = data..data + self.len as usize;
        loop {
            let source = x.memory.bytes(self.from.space, self.from.buffer, from, self.len)?;
            row[data.clone()].copy_from_slice(source);
            let len = row.len() as u64;
            x.memory.bytes_mut(self.to.space, self.to.buffer, to, len)?.copy_from_slice(&row);
            let mut level = 0;
            loop {
                let Some(l) = self.levels.get(level) else { return Ok(()) };
                if index[level] + 1 < l.count {
                    index[level] += 1;
                    (from, to) = (from + l.from, to + l.to);
                    break;
                }
                (from, to) = (from - index[level] * l.from, to - index[level] * l.to);
                index[level] = 0;
                level += 1;
            }
        }
    }

    /// Checks that every burst lies in the memory of one side, and that local addresses are whole blocks.
    fn check_end(&self, x: &Exec<'_>, side: Side, slot: u8) -> Outcome {
        let (at, len) = match side {
            Side::From => (self.from, self.len),
            Side::To => (self.to, self.row()),
        };
        // The devices copy to and from local memories at whole blocks; the CPU takes any address.
        // Source: pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md.
        let blocks =
            matches!(at.space, Space::Vec | Space::Mat) && x.numerics.target != Target::Cpu;
        if blocks && at.addr % 32 != 0 {
            return Err(Trap::new(format!(
                "uses address {:#x} of `{}`, which is no multiple of 32",
                at.addr, at.space
            ))
            .code(code::ADDR_ALIGN)
            .at(slot));
        }
        let stride = |l: &Level| i128::from(if side == Side::From { l.from } else { l.to });
        // Offset of the last burst of the levels inside.
        let last = |levels: &[Level]| -> i128 {
            levels.iter().map(|l| i128::from(l.count - 1) * stride(l)).fold(0, i128::saturating_add)
        };
        let fits = |offset: i128, len: u64| {
            let addr = i128::from(at.addr).saturating_add(offset);
            i64::try_from(addr).is_ok_and(|a| x.memory.bytes(at.space, at.buffer, a, len).is_ok())
        };
        if fits(0, len) && fits(last(&self.levels), len) {
            return Ok(());
        }
        // The first burst that does not fit. Strides are not negative, so at every level, from the
        // outermost, the repetitions up to some number fit.
        let (mut offset, mut number) = (0i128, 0u128);
        for (i, l) in self.levels.iter().enumerate().rev() {
            let inner = &self.levels[..i];
            let fit = |k: i64| {
                fits(offset, len) && fits(offset + i128::from(k) * stride(l) + last(inner), len)
            };
            let (mut good, mut bad) = (0, l.count - 1);
            while good < bad {
                let middle = good + (bad - good) / 2;
                if fit(middle) { good = middle + 1 } else { bad = middle }
            }
            offset += i128::from(bad) * stride(l);
            number = number.saturating_mul(l.count as u128).saturating_add(bad as u128);
        }
        let start = i128::from(at.addr).saturating_add(offset);
        let first = if fits(offset, 1) {
            let (mut good, mut bad) = (1, len);
            while good < bad {
                let middle = good + (bad - good) / 2;
                if fits(offset, middle) { good = middle + 1 } else { bad = middle }
            }
            start + i128::from(bad) - 1
        } else {
            start
        };
        let verb = if side == Side::From { "reads" } else { "writes" };
        let local = at.space != Space::Gm;
        Err(Trap::new(format!(
            "{verb} bytes {start}..{} of `{}` in burst {number} of {}, and there is no byte {first}",
            start + i128::from(len),
            at.space,
            self.count()
        ))
        .code(if local { code::LOCAL_BOUNDS } else { code::GM_BOUNDS })
        .at(slot))
    }
}
