//! Streams of unaligned loads and stores, whose state is an align register.
//!
//! A store stream writes whole 32-byte blocks at once and keeps the bytes of the last, unfinished block back; a
//! later store that fills the block or a flush writes them. So memory shows the tail at the latest after the flush,
//! and not before: PTO-Gym docs/PTO-micro-Instruction-SPEC.md says of `pto.vstus` that the state carries what could
//! not be committed yet, and of `pto.vstas` that it writes the buffered tail bytes. A stream goes on where it
//! stopped, and its flush names the same place: "an unrelated base/offset pair is invalid".
//!
//! A load stream reads memory itself; its state says which block was read ahead.

use super::dist::BLOCK;
use super::exec::{Exec, Outcome, PtrAt, Trap};
use super::register::RegTy;
use super::vector_memory::{Bytes, element_bytes, give_moved};

/// Bytes of the state: those of the unfinished block, then what is known about them.
const STATE: usize = 64;
/// Marks the state of a load stream.
const LOADS: u8 = 1;

/// The state of a stream. All zero is the empty store stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// The bytes that wait.
    data: [u8; BLOCK],
    /// Which of them do, a bit each.
    waiting: u32,
    /// Whose memory: [`PtrAt::buffer`].
    buffer: u32,
    /// Address of their block.
    block: i64,
    /// Where the stream goes on.
    next: i64,
    /// Whether it loads.
    loads: bool,
}

/// An address rounded down to its block.
fn block_of(addr: i64) -> i64 {
    addr - addr.rem_euclid(BLOCK as i64)
}

impl Stream {
    /// The state in an align register.
    pub fn read(x: &Exec<'_>, slot: u8) -> Result<Stream, Trap> {
        let r = x.reg(slot)?;
        let bytes = x.registers.get(r.range()).filter(|b| b.len() >= STATE && r.ty == RegTy::Align);
        let bytes = bytes.ok_or_else(|| Trap::new("needs an align state").at(slot))?;
        let part = |at: usize| -> [u8; 8] { std::array::from_fn(|i| bytes[at + i]) };
        let low = u64::from_le_bytes(part(32));
        Ok(Stream {
            data: std::array::from_fn(|i| bytes[i]),
            waiting: low as u32,
            buffer: (low >> 32) as u32,
            block: i64::from_le_bytes(part(40)),
            next: i64::from_le_bytes(part(48)),
            loads: bytes[56] == LOADS,
        })
    }

    /// Puts the state into an align register.
    pub fn write(&self, x: &mut Exec<'_>, slot: u8) -> Outcome {
        let r = x.reg(slot)?;
        if r.ty != RegTy::Align || (r.bytes as usize) < STATE {
            return Err(Trap::new("needs an align state").at(slot));
        }
        let bytes = &mut x.registers[r.range()];
        bytes.fill(0);
        bytes[..BLOCK].copy_from_slice(&self.data);
        bytes[32..36].copy_from_slice(&self.waiting.to_le_bytes());
        bytes[36..40].copy_from_slice(&self.buffer.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.block.to_le_bytes());
        bytes[48..56].copy_from_slice(&self.next.to_le_bytes());
        bytes[56] = if self.loads { LOADS } else { 0 };
        Ok(())
    }

    /// The bytes that wait, by their distance from the block.
    fn tail(&self) -> impl Iterator<Item = (i64, u8)> {
        let (data, waiting) = (self.data, self.waiting);
        (0..BLOCK).filter(move |i| waiting >> i & 1 == 1).map(move |i| (i as i64, data[i]))
    }

    /// Refuses a place that is not where the stream goes on, as long as bytes wait.
    fn goes_on_at(&self, at: PtrAt, slot: u8) -> Outcome {
        if self.loads {
            return Err(Trap::new("has the state of a load stream").at(slot));
        }
        if self.waiting == 0 || (self.next, self.buffer) == (at.addr, at.buffer) {
            return Ok(());
        }
        let message = format!("goes to byte {}, but its stream is at byte {}", at.addr, self.next);
        Err(Trap::new(message).at(slot))
    }
}

/// Appends bytes to the store stream in `align[0]` and leaves its state in `align[1]`: whole blocks are written,
/// the rest waits. The stream goes on after the bytes, or at their start again if it does not move.
pub fn append(x: &mut Exec<'_>, align: [u8; 2], at: PtrAt, bytes: &[u8], moves: bool) -> Outcome {
    let stream = Stream::read(x, align[0])?;
    stream.goes_on_at(at, align[0])?;
    let end = at.moved_bytes(i64::try_from(bytes.len()).ok(), align[0])?.addr;
    let tail = block_of(end);
    let mut now = Bytes::default();
    let mut later = Stream {
        block: tail,
        next: if moves { end } else { at.addr },
        buffer: at.buffer,
        ..Stream::default()
    };
    let old = stream.block;
    let earlier = stream.tail().map(|(i, byte)| (old + i, byte));
    let new = bytes.iter().enumerate().map(|(i, &byte)| (at.addr + i as i64, byte));
    for (addr, byte) in earlier.chain(new) {
        // Earlier bytes may lie after the new ones when the stream did not move.
        if block_of(addr) == tail {
            let i = (addr - tail) as usize;
            later.data[i] = byte;
            later.waiting |= 1 << i;
        } else {
            now.push(addr, byte);
        }
    }
    let zero = PtrAt { addr: 0, ..at };
    now.write(x, zero, align[0])?;
    later.write(x, align[1])
}

/// Writes the bytes that wait in `align`; the state is empty afterwards.
pub fn flush(x: &mut Exec<'_>, align: u8, at: PtrAt, slot: u8) -> Outcome {
    let stream = Stream::read(x, align)?;
    stream.goes_on_at(at, slot)?;
    let mut bytes = Bytes::default();
    for (i, byte) in stream.tail() {
        bytes.push(stream.block.saturating_add(i), byte);
    }
    bytes.write(x, PtrAt { addr: 0, ..at }, slot)?;
    Stream::default().write(x, align)
}

/// `init_align`: an empty store stream.
pub fn begin(x: &mut Exec<'_>, result: u8) -> Outcome {
    Stream::default().write(x, result)
}

/// `sprclr`: the address register starts again.
pub fn clear_address(x: &mut Exec<'_>) -> Outcome {
    x.set_modes(|m| m.address_bytes = 0);
    Ok(())
}

/// `vldas`: reads the block around an address ahead.
pub fn load_ahead(x: &mut Exec<'_>, source: u8, result: u8) -> Outcome {
    read_ahead(x, x.ptr(source)?, source, result)
}

/// A load stream that begins at an address; `source` is the operand that it comes from.
pub fn read_ahead(x: &mut Exec<'_>, p: PtrAt, source: u8, result: u8) -> Outcome {
    x.read_bytes(PtrAt { addr: block_of(p.addr), ..p }, BLOCK, source)?;
    load_state(p).write(x, result)
}

/// The state of a load stream that goes on at an address.
pub fn load_state(p: PtrAt) -> Stream {
    Stream {
        block: block_of(p.addr),
        next: p.addr,
        buffer: p.buffer,
        loads: true,
        ..Stream::default()
    }
}

/// Operands of [`load_next`].
pub struct NextLoad {
    /// Pointer.
    pub source: u8,
    /// The state before and after.
    pub align: [u8; 2],
    /// How many elements the pointer moves; a register of them without it.
    pub increment: u8,
    /// Where the bytes go.
    pub result: u8,
    /// The pointer moved on.
    pub updated_base: u8,
}

/// The bytes of a register from an address whose block was read ahead.
pub fn load_register(
    x: &Exec<'_>,
    at: PtrAt,
    source: u8,
    align: u8,
    result: u8,
) -> Result<Vec<u8>, Trap> {
    let stream = Stream::read(x, align)?;
    if !stream.loads {
        let begun = "needs the state of a `pto.vldas` or of an earlier `pto.vldus`";
        return Err(Trap::new(begun).at(align));
    }
    if (stream.block, stream.buffer) != (block_of(at.addr), at.buffer) {
        let message = format!(
            "reads at byte {}, but the block at byte {} was read ahead",
            at.addr, stream.block
        );
        return Err(Trap::new(message).at(align));
    }
    x.aligned(at, at.dtype.bytes() as usize, source)?;
    let len = x.reg(result)?.bytes as usize;
    x.read_bytes(at, len, source)
}

/// `vldus`: a register from any address, whose block was read ahead.
pub fn load_next(x: &mut Exec<'_>, s: &NextLoad) -> Outcome {
    let at = x.ptr(s.source)?;
    let bytes = load_register(x, at, s.source, s.align[0], s.result)?;
    let moved = match x.arg(s.increment) {
        Some(_) => at.moved(x.int(s.increment)?, s.increment)?,
        None => at.moved_bytes(i64::try_from(bytes.len()).ok(), s.source)?,
    };
    x.write_reg_bytes(s.result, &bytes)?;
    load_state(moved).write(x, s.align[1])?;
    let moved = x.takes(s.updated_base).then_some(moved);
    give_moved(x, s.updated_base, moved);
    Ok(())
}

/// Whether the mode word lets the stream move on; it does without one.
fn moves_on(x: &Exec<'_>) -> bool {
    !x.word("mode").is_some_and(|m| m.eq_ignore_ascii_case("NO_POST_UPDATE"))
}

/// Operands of [`store_next`], [`store_first`] and [`store_squeezed`].
pub struct NextStore {
    /// The state before and after.
    pub align: [u8; 2],
    /// The register.
    pub value: u8,
    /// Pointer.
    pub base: u8,
}

/// `vstu`: a whole register, `offset[0]` elements from the pointer; the offset moved on is `offset[1]`.
pub fn store_next(x: &mut Exec<'_>, s: &NextStore, offset: [u8; 2]) -> Outcome {
    let start = x.int(offset[0])?;
    let at = x.ptr(s.base)?.moved(start, offset[0])?;
    let value = x.reg_bytes(s.value)?;
    let moves = moves_on(x);
    append(x, s.align, at, &value, moves)?;
    let elements = value.len() as i64 / i64::from(at.dtype.bytes());
    let next = if moves { start.saturating_add(elements) } else { start };
    x.give(offset[1], next as u64);
    Ok(())
}

/// `vstus`: the first `count` elements of a register at the pointer, which moves on by them. Without a moved
/// pointer, too, the flush names the place after them (PTO-Gym case vstas-vstus-offset-update).
pub fn store_first(x: &mut Exec<'_>, s: &NextStore, count: u8, base_out: u8) -> Outcome {
    let at = x.ptr(s.base)?;
    let value = x.reg_bytes(s.value)?;
    let n = x.int(count)?;
    let size = element_bytes(x, s.value)?;
    let bytes = usize::try_from(n).ok().and_then(|n| n.checked_mul(size));
    let Some(bytes) = bytes.and_then(|b| value.get(..b)) else {
        let message = format!("stores {n} elements of a register of {}", value.len() / size);
        return Err(Trap::new(message).at(count));
    };
    append(x, s.align, at, bytes, true)?;
    let moved = if moves_on(x) { at.moved_bytes(Some(bytes.len() as i64), count)? } else { at };
    x.give_ptr(base_out, moved);
    Ok(())
}

/// `vstur`: the bytes the last squeeze kept, at the address register, which moves on by them.
pub fn store_squeezed(x: &mut Exec<'_>, s: &NextStore) -> Outcome {
    let modes = x.modes.get();
    let at = x.ptr(s.base)?.moved_bytes(Some(modes.address_bytes), s.base)?;
    let value = x.reg_bytes(s.value)?;
    let Some(bytes) = value.get(..modes.squeezed_bytes as usize) else {
        let message =
            format!("stores {} bytes of a register of {}", modes.squeezed_bytes, value.len());
        return Err(Trap::new(message).at(s.value));
    };
    let moves = moves_on(x);
    append(x, s.align, at, bytes, moves)?;
    if moves {
        let next = modes.address_bytes.saturating_add(bytes.len() as i64);
        x.set_modes(|m| m.address_bytes = next);
    }
    Ok(())
}

/// `vsta`: a flush this many elements from the pointer.
pub fn flush_at(x: &mut Exec<'_>, [align, dest, offset]: [u8; 3]) -> Outcome {
    let at = x.ptr(dest)?.moved(x.int(offset)?, offset)?;
    flush(x, align, at, dest)
}

/// `vstas`: a flush at a scalar offset. The chapter overview of the manual counts it in bytes, published programs
/// in elements.
pub fn flush_at_scalar(
    x: &mut Exec<'_>,
    [align, dest, offset]: [u8; 3],
    updated_base: u8,
) -> Outcome {
    let base = x.ptr(dest)?;
    let n = x.int(offset)?;
    if n != 0 && base.dtype.bytes() != 1 {
        x.note_quirk("vstas-offset-unit");
    }
    let moved = if x.numerics.is_manual() {
        base.moved_bytes(Some(n), offset)?
    } else {
        base.moved(n, offset)?
    };
    if x.takes(updated_base) {
        flush(x, align, base, dest)?;
        x.give_ptr(updated_base, moved);
        return Ok(());
    }
    flush(x, align, moved, dest)
}

/// `vstar`: a flush at the address register.
pub fn flush_at_register(x: &mut Exec<'_>, [align, dest]: [u8; 2]) -> Outcome {
    let at = x.ptr(dest)?.moved_bytes(Some(x.modes.get().address_bytes), dest)?;
    flush(x, align, at, dest)
}
