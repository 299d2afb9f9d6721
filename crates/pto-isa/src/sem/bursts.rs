//! Bursts of bytes from one memory to another, repeated with strides.
//!
//! Bursts go in order, the innermost level fastest, and each reads all its bytes before it writes. Both ends
//! are checked as a whole before the first byte moves: a copy that stops has written nothing, and a count
//! that no memory holds is found without counting to it.

use super::exec::{Exec, Outcome, PtrAt, Trap, get_code, set_code};
use super::load_store::Atomic;
use crate::code;
use crate::dtype::DType;
use crate::format;
use crate::target::{Space, Target};

/// One level of repetition: how often, and the bytes from start to start on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How often.
    pub count: i64,
    /// Bytes from start to start of the source, not negative.
    pub from: i64,
    /// Bytes from start to start of the destination, not negative.
    pub to: i64,
}

impl Level {
    /// Everything once.
    pub const ONCE: Level = Level { count: 1, from: 0, to: 0 };
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
    /// Bytes after it, before the rest of the last 32-byte block.
    pub right: u64,
}

/// What becomes of the bytes of a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// They stay as they are.
    Keep,
    /// Elements of this type become f32.
    Widen(DType),
    /// 2-byte elements go to the low half of 4-byte slots.
    Slots,
    /// Elements of this type are combined with those in the destination.
    Combine(Atomic, DType),
}

/// A copy with all its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bursts {
    /// The first byte read.
    pub from: PtrAt,
    /// The first byte written.
    pub to: PtrAt,
    /// Bytes of a burst in the source.
    pub len: u64,
    /// Repetition, innermost first.
    pub levels: Vec<Level>,
    /// What becomes of the bytes.
    pub each: Each,
    /// What is written around each burst.
    pub surround: Option<Surround>,
}

/// Which end of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The source.
    From,
    /// The destination.
    To,
}

/// More bytes than that, a burst counted as at least 256, are not moved by one instruction: a copy of
/// more is a mistake in its operands and would seem to hang.
const MOST_BYTES: u128 = 1 << 30;

impl Bursts {
    /// Bytes as they are, nothing around them.
    pub fn new(from: PtrAt, to: PtrAt, len: u64, levels: Vec<Level>) -> Bursts {
        Bursts { from, to, len, levels, each: Each::Keep, surround: None }
    }

    /// Bytes that the data of a burst takes in the destination.
    fn data_bytes(&self) -> u64 {
        match self.each {
            Each::Keep | Each::Combine(..) => self.len,
            Each::Widen(dtype) => self.len / u64::from(dtype.bytes()) * 4,
            Each::Slots => self.len / 2 * 4,
        }
    }

    /// Bytes that a burst writes.
    pub fn row_bytes(&self) -> u64 {
        let data = self.data_bytes();
        let Some(s) = self.surround else { return data };
        let row = s.left.saturating_add(data).saturating_add(s.right);
        // The rest of the last block is padded too.
        row.checked_next_multiple_of(32).unwrap_or(u64::MAX)
    }

    /// How many bursts there are.
    pub fn count(&self) -> u128 {
        self.levels.iter().fold(1u128, |n, l| n.saturating_mul(l.count.max(0) as u128))
    }

    /// Executes by the definition; `slots` are those of source and destination.
    pub fn run(&self, x: &mut Exec<'_>, slots: [u8; 2]) -> Outcome {
        if self.len == 0 || self.count() == 0 {
            return Ok(());
        }
        self.check(x, End::From, slots[0])?;
        self.check(x, End::To, slots[1])?;
        let mut row = vec![0; self.row_bytes() as usize];
        let mut data = 0..self.data_bytes() as usize;
        if let Some(s) = self.surround {
            data = s.left as usize..s.left as usize + data.len();
            for (i, byte) in row.iter_mut().enumerate() {
                *byte = s.value[i % s.size];
            }
        }
        let mut index = vec![0i64; self.levels.len()];
        let (mut from, mut to) = (self.from.addr, self.to.addr);
        loop {
            let source = x.memory.bytes(self.from.space, self.from.buffer, from, self.len)?;
            self.each.apply(source, &mut row[data.clone()]);
            let len = row.len() as u64;
            let dest = x.memory.bytes_mut(self.to.space, self.to.buffer, to, len)?;
            if let Each::Combine(atomic, dtype) = self.each {
                combine(atomic, dtype, &row, dest);
            } else {
                dest.copy_from_slice(&row);
            }
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

    /// Checks that every burst lies in the memory of one end, that addresses in UB and L1 are whole blocks,
    /// and that there are not too many bursts.
    pub fn check(&self, x: &Exec<'_>, end: End, slot: u8) -> Outcome {
        let (at, len) = match end {
            End::From => (self.from, self.len),
            End::To => (self.to, self.row_bytes()),
        };
        // The devices copy at whole blocks of local memories; the CPU takes any address.
        // Source: pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md.
        let blocks =
            matches!(at.space, Space::Vec | Space::Mat) && x.numerics.profile() != Target::CPU;
        if blocks && at.addr % 32 != 0 {
            return Err(Trap::new(format!(
                "uses address {:#x} of `{}`, which is not a multiple of 32",
                at.addr,
                at.space.ptr_name()
            ))
            .code(code::ADDR_ALIGN)
            .at(slot));
        }
        let reach = Reach { x, at, len, end };
        if !reach.fits(0, len) || !reach.fits(reach.last(&self.levels), len) {
            return Err(reach.first_outside(&self.levels, self.count()).at(slot));
        }
        if self.count().saturating_mul(len.max(256).into()) > MOST_BYTES {
            return Err(Trap::new(format!(
                "repeats a burst of {} bytes {} times, which is more than is executed",
                self.len,
                self.count()
            )));
        }
        Ok(())
    }
}

impl Each {
    /// The bytes of a burst as they are written.
    fn apply(self, source: &[u8], data: &mut [u8]) {
        match self {
            Each::Keep | Each::Combine(..) => data.copy_from_slice(source),
            Each::Widen(dtype) => {
                let how = format::Conversion::default();
                let size = dtype.bytes() as usize;
                for (from, to) in source.chunks_exact(size).zip(data.chunks_exact_mut(4)) {
                    let value = format::decode(dtype, get_code(from, dtype, 0));
                    set_code(to, DType::F32, 0, format::encode(DType::F32, value, how));
                }
            }
            Each::Slots => {
                for (from, to) in source.chunks_exact(2).zip(data.chunks_exact_mut(4)) {
                    to.copy_from_slice(&[from[0], from[1], 0, 0]);
                }
            }
        }
    }
}

fn combine(atomic: Atomic, dtype: DType, row: &[u8], dest: &mut [u8]) {
    let size = dtype.bytes() as usize;
    for (new, old) in row.chunks_exact(size).zip(dest.chunks_exact_mut(size)) {
        let code = atomic.apply(dtype, get_code(old, dtype, 0), get_code(new, dtype, 0));
        set_code(old, dtype, 0, code);
    }
}

/// What one end of a copy touches.
struct Reach<'a, 'x> {
    x: &'a Exec<'x>,
    at: PtrAt,
    len: u64,
    end: End,
}

impl Reach<'_, '_> {
    fn stride(&self, l: &Level) -> i128 {
        i128::from(if self.end == End::From { l.from } else { l.to })
    }

    /// Where the last burst of these levels starts.
    fn last(&self, levels: &[Level]) -> i128 {
        let offset = |l: &Level| i128::from(l.count - 1) * self.stride(l);
        levels.iter().map(offset).fold(0, i128::saturating_add)
    }

    fn fits(&self, offset: i128, len: u64) -> bool {
        let addr = i64::try_from(i128::from(self.at.addr).saturating_add(offset));
        let exists = |a| self.x.memory.exists(self.at.space, self.at.buffer, a, len);
        addr.is_ok_and(|a| exists(a).is_ok())
    }

    /// The trap of the first burst that does not fit; there is one.
    fn first_outside(&self, levels: &[Level], count: u128) -> Trap {
        let (mut offset, mut number) = (0i128, 0u128);
        for (i, l) in levels.iter().enumerate().rev() {
            let inner = self.last(&levels[..i]);
            let step = |k: i64| i128::from(k).saturating_mul(self.stride(l));
            // No stride is negative, so the repetitions up to some number fit.
            let fit = |k: i64| {
                let start = offset.saturating_add(step(k));
                self.fits(offset, self.len) && self.fits(start.saturating_add(inner), self.len)
            };
            let k = first(0, l.count - 1, |k| !fit(k));
            offset = offset.saturating_add(step(k));
            number = number.saturating_mul(l.count as u128).saturating_add(k as u128);
        }
        let start = i128::from(self.at.addr).saturating_add(offset);
        let most = i64::try_from(self.len).unwrap_or(i64::MAX);
        let bad = first(1, most, |n| !self.fits(offset, n as u64));
        let space = self.at.space;
        Trap::new(format!(
            "{} bytes {start}..{} of `{}` in burst {number} of {count}, and there is no byte {}",
            if self.end == End::From { "reads" } else { "writes" },
            start.saturating_add(self.len.into()),
            space.ptr_name(),
            start.saturating_add((bad - 1).into())
        ))
        .code(if space == Space::Gm { code::GM_BOUNDS } else { code::LOCAL_BOUNDS })
    }
}

/// The first number for which something holds that holds for all larger ones, and for `high`.
fn first(mut low: i64, mut high: i64, holds: impl Fn(i64) -> bool) -> i64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
