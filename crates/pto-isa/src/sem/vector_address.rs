//! Vector addresses: numbers of bytes that the loops around an instruction give, and streams that move them on.
//!
//! A vector address is a number of 32 bits without a sign that is added to a pointer. Source: PTOAS@97fd98f4
//! docs/isa/micro-isa/18-vaddr-loop-memory.md, PTOAS@35e08745 docs/designs/vpto-vector-address-ops.md, 2.1 and 2.3.

use super::exec::{Exec, Outcome, PtrAt, Trap};
use super::stream;
use crate::code;

/// The operand by which a machine gives the loops around an instruction to it, from the innermost out: of each its
/// counter, where it starts, and its step.
pub const LOOPS: u8 = u8::MAX;

/// `vag`: the sum of what the loops around it have counted, each times its stride.
pub fn generate(x: &mut Exec<'_>, strides: [u8; 4], result: u8) -> Outcome {
    let loops: Vec<i64> = x.all(LOOPS).filter_map(|a| x.integer(a)).collect();
    let mut loops = loops.chunks_exact(3);
    let mut address = 0u32;
    for stride in strides {
        if x.arg(stride).is_none() {
            break;
        }
        let Some(&[counter, start, step]) = loops.next() else {
            return Err(Trap::new("has more strides than there are loops around it").at(stride));
        };
        if (start, step) != (0, 1) {
            let message = format!("stands in a loop from {start} by {step}");
            let why = "no source says what such a loop counts: it must start at 0 and count by 1";
            return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(stride).note(why));
        }
        let (_, bytes) = x.scalar(stride)?;
        address = address.wrapping_add((counter as u32).wrapping_mul(bytes as u32));
    }
    x.give(result, address.into());
    Ok(())
}

/// The address in a slot, moved on by bytes; what is past 32 bits is lost.
fn moved_on(x: &Exec<'_>, addr: u8, bytes: i64) -> Result<u32, Trap> {
    Ok((x.int(addr)? as u32).wrapping_add(bytes as u32))
}

/// Operands of [`load_next`].
pub struct AddressedLoad {
    /// Pointer.
    pub source: u8,
    /// The address before and after.
    pub addr: [u8; 2],
    /// The state before and after.
    pub align: [u8; 2],
    /// How many bytes the address moves.
    pub increment: u8,
    /// Where the bytes go.
    pub result: u8,
}

/// `valdu`: a register from any address, whose block was read ahead.
pub fn load_next(x: &mut Exec<'_>, s: &AddressedLoad) -> Outcome {
    let base = x.ptr(s.source)?;
    let at = x.moved_by(base, s.addr[0])?;
    let bytes = stream::load_register(x, at, s.source, s.align[0], s.result)?;
    let next = moved_on(x, s.addr[0], x.int(s.increment)?)?;
    x.write_reg_bytes(s.result, &bytes)?;
    let place = base.moved_bytes(Some(next.into()), s.increment)?;
    stream::load_state(place).write(x, s.align[1])?;
    x.give(s.addr[1], next.into());
    Ok(())
}

/// Operands of [`store_next`].
pub struct AddressedStore {
    /// The state before and after.
    pub align: [u8; 2],
    /// The address before and after.
    pub addr: [u8; 2],
    /// The register.
    pub value: u8,
    /// Pointer.
    pub base: u8,
}

/// `vastu`: a whole register at an address, which moves on by it.
pub fn store_next(x: &mut Exec<'_>, s: &AddressedStore) -> Outcome {
    let at: PtrAt = x.moved_by(x.ptr(s.base)?, s.addr[0])?;
    let value = x.reg_bytes(s.value)?;
    stream::append(x, s.align, at, &value, true)?;
    let next = moved_on(x, s.addr[0], value.len() as i64)?;
    x.give(s.addr[1], next.into());
    Ok(())
}
