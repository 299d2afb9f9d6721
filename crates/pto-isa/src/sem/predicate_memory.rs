//! Predicates in memory, streams of predicates, and the special registers in memory.

use super::exec::{Exec, Outcome, PtrAt, Trap, all_ones};
use super::predicate::{IMAGE_BITS, bit};
use crate::code;
use crate::dtype::DType;

/// What an offset counts on the devices. The manual counts elements of the pointer everywhere (quirk
/// `predicate-offset`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetUnit {
    /// Elements of the pointer.
    Element,
    /// Bytes.
    Byte,
    /// What the footprint must be aligned to.
    Alignment,
    /// Bytes, by every source.
    Address,
}

/// How the bits of a predicate lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Footprint {
    /// The image.
    Image,
    /// The bits of the lanes only (quirk `predicate-footprint`).
    Lanes,
    /// Every second bit of the image: stored without the others, doubled by a load.
    Half,
    /// An image of twice the size, of which a load takes every second bit.
    Double,
}

impl Footprint {
    /// Bytes in memory of a predicate whose lanes have `slot` bits of the image.
    fn bytes(self, slot: usize) -> u64 {
        (match self {
            Footprint::Image => IMAGE_BITS,
            Footprint::Lanes => IMAGE_BITS / slot,
            Footprint::Half => IMAGE_BITS / 2,
            Footprint::Double => IMAGE_BITS * 2,
        } / 8) as u64
    }

    /// The bit in memory of a bit of the image; `None` for one that has none and is zero.
    fn place(self, i: usize, slot: usize) -> Option<usize> {
        match self {
            _ if i >= IMAGE_BITS => None,
            Footprint::Image => Some(i),
            Footprint::Lanes => i.is_multiple_of(slot).then_some(i / slot),
            Footprint::Half => Some(i / 2),
            Footprint::Double => Some(2 * i),
        }
    }
}

/// The footprint that `dist` names, for a load or a store, and its alignment in bytes.
///
/// Alignment: PTOAS 0.60 docs/isa/micro-isa/04-predicate-load-store.md:25-31.
fn footprint(x: &Exec<'_>, value: u8, load: bool) -> Result<(Footprint, i64), Trap> {
    let dist = x.word("dist").unwrap_or("NORM").to_ascii_uppercase();
    match dist.as_str() {
        "NORM" => {
            if x.mask_width(value)?.slot_bits() > 1 {
                x.note_quirk("predicate-footprint");
            }
            let manual = x.numerics.is_manual();
            Ok((if manual { Footprint::Lanes } else { Footprint::Image }, 32))
        }
        "US" if load => Ok((Footprint::Half, 16)),
        "DS" if load => Ok((Footprint::Double, 32)),
        "PK" if !load => Ok((Footprint::Half, 16)),
        other => Err(Trap::new(format!("does not know the dist `{other}`"))),
    }
}

/// Where to access, and the pointer moved on by the offset. The form that gives the pointer back accesses
/// where it was, the other one where it would be.
///
/// Source: PTOAS 0.60 docs/isa/micro-isa/04-predicate-load-store.md:12-17.
fn address(
    x: &Exec<'_>,
    [ptr, offset, updated]: [u8; 3],
    bytes: impl Fn(&PtrAt) -> i64,
) -> Result<(PtrAt, PtrAt), Trap> {
    let p = x.ptr(ptr)?;
    let count = if x.arg(offset).is_some() { x.int(offset)? } else { 0 };
    let addr = count.checked_mul(bytes(&p)).and_then(|b| p.addr.checked_add(b));
    let addr =
        addr.ok_or_else(|| Trap::new(format!("has an offset of {count}, too far")).at(offset))?;
    let next = PtrAt { addr, ..p };
    Ok((if x.takes(updated) { p } else { next }, next))
}

/// A predicate lies at a multiple of eight bytes, by every page.
///
/// Source: pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pld.md:71, pldi.md:72, plds.md:69, pst.md:71, psti.md:72,
/// psts.md:69: a misaligned address is illegal.
fn must_be_aligned(at: &PtrAt, ptr: u8) -> Outcome {
    if at.addr % 8 == 0 {
        return Ok(());
    }
    let message = format!("accesses a predicate at {:#x}, no multiple of 8 bytes", at.addr);
    Err(Trap::new(message).code(code::ADDR_ALIGN).at(ptr))
}

/// The bytes that an offset of a predicate access counts.
fn offset_bytes(x: &Exec<'_>, offset: u8, p: &PtrAt, unit: OffsetUnit, alignment: i64) -> i64 {
    let element = i64::from(p.dtype.bytes());
    let device = match unit {
        OffsetUnit::Element => element,
        OffsetUnit::Address => return 1,
        OffsetUnit::Byte => 1,
        OffsetUnit::Alignment => alignment,
    };
    if device != element && x.int(offset).is_ok_and(|n| n != 0) {
        x.note_quirk("predicate-offset");
    }
    if x.numerics.is_manual() { element } else { device }
}

/// `pld`, `plds`, `pldi`: memory to a predicate.
pub fn load_mask(
    x: &mut Exec<'_>,
    [source, offset, result, updated]: [u8; 4],
    unit: OffsetUnit,
) -> Outcome {
    let slot = x.mask_width(result)?.slot_bits();
    let (form, alignment) = footprint(x, result, true)?;
    let (at, next) =
        address(x, [source, offset, updated], |p| offset_bytes(x, offset, p, unit, alignment))?;
    must_be_aligned(&at, source)?;
    let bytes = x.memory.bytes(at.space, at.buffer, at.addr, form.bytes(slot));
    let bytes = bytes.map_err(|e| e.at(source))?.to_vec();
    x.write_image_bits(result, |i| form.place(i, slot).is_some_and(|k| bit(&bytes, k)))?;
    x.give_ptr(updated, next);
    Ok(())
}

/// `pst`, `psts`, `psti`: a predicate to memory.
pub fn store_mask(
    x: &mut Exec<'_>,
    [value, destination, offset, updated]: [u8; 4],
    unit: OffsetUnit,
) -> Outcome {
    let slot = x.mask_width(value)?.slot_bits();
    let (form, alignment) = footprint(x, value, false)?;
    let (at, next) = address(x, [destination, offset, updated], |p| {
        offset_bytes(x, offset, p, unit, alignment)
    })?;
    must_be_aligned(&at, destination)?;
    store_bits(x, at, value, form, slot).map_err(|e| e.at(destination))?;
    x.give_ptr(updated, next);
    Ok(())
}

/// Writes the bits of a predicate that have a place; of two with the same place the even one counts.
fn store_bits(x: &mut Exec<'_>, at: PtrAt, value: u8, form: Footprint, slot: usize) -> Outcome {
    let bits = x.image_bits(value)?;
    let bytes = x.memory.bytes_mut(at.space, at.buffer, at.addr, form.bytes(slot))?;
    bytes.fill(0);
    for (i, _) in bits.iter().enumerate().filter(|b| *b.1) {
        match form.place(i, slot) {
            Some(k) if form != Footprint::Half || i % 2 == 0 => bytes[k / 8] |= 1 << (k % 8),
            _ => {}
        }
    }
    Ok(())
}

/// `pstu`: the lanes of a predicate, a bit each, at a pointer that moves on after them.
///
/// Everything is written at once, so there is nothing to keep in the align state: it is handed on.
pub fn stream_mask(
    x: &mut Exec<'_>,
    [align_in, value, base, align_out, base_out]: [u8; 5],
) -> Outcome {
    let slot = x.mask_width(value)?.slot_bits();
    let p = x.ptr(base)?;
    let (from, to) = (x.reg(align_in)?, x.reg(align_out)?);
    let addr = p.addr.checked_add(Footprint::Lanes.bytes(slot) as i64);
    let addr = addr.ok_or_else(|| Trap::new("has a pointer too far up").at(base))?;
    store_bits(x, p, value, Footprint::Lanes, slot).map_err(|e| e.at(base))?;
    if from.bytes == to.bytes {
        x.registers.copy_within(from.range(), to.at as usize);
    }
    x.give_ptr(base_out, PtrAt { addr, ..p });
    Ok(())
}

/// `sprsti`, `sprsts`: the low 32 bits of a special register to memory; `unit` says what the offset counts.
///
/// Source: PTOAS 0.60 docs/isa/micro-isa/03-vector-load-store.md:570-600.
pub fn store_special(
    x: &mut Exec<'_>,
    [destination, offset, updated]: [u8; 3],
    unit: OffsetUnit,
) -> Outcome {
    let value = special(x)? as u64 & all_ones(DType::U32);
    let (at, next) = address(x, [destination, offset, updated], |p| match unit {
        OffsetUnit::Byte | OffsetUnit::Address => 1,
        _ => p.dtype.bytes().into(),
    })?;
    let bytes = x.memory.bytes_mut(at.space, at.buffer, at.addr, 4);
    bytes.map_err(|e| e.at(destination))?.copy_from_slice(&(value as u32).to_le_bytes());
    x.give_ptr(updated, next);
    Ok(())
}

/// The value of the special register that the attribute `spr` names.
fn special(x: &Exec<'_>) -> Result<i64, Trap> {
    match x.word("spr").unwrap_or_default() {
        name if name.eq_ignore_ascii_case("AR") => Ok(x.modes.get().address_bytes),
        other => Err(Trap::new(format!("does not know the special register `{other}`"))),
    }
}
