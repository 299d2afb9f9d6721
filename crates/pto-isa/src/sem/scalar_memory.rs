//! Scalar accesses to global memory past the caches.

use super::exec::{Exec, Outcome, PtrAt, Trap, get_code, set_code};

/// The address of `ptr[offset]`.
fn element(x: &Exec<'_>, ptr: u8, offset: u8) -> Result<PtrAt, Trap> {
    let p = x.ptr(ptr)?;
    let i = x.int(offset)?;
    let addr = i.checked_mul(p.dtype.bytes().into()).and_then(|b| p.addr.checked_add(b));
    let addr =
        addr.ok_or_else(|| Trap::new(format!("uses element {i} of a pointer")).at(offset))?;
    Ok(PtrAt { addr, ..p })
}

/// `ld_dev`: one element.
pub fn load_past_caches(x: &mut Exec<'_>, [ptr, offset, value]: [u8; 3]) -> Outcome {
    let p = element(x, ptr, offset)?;
    let bytes = x.memory.bytes(p.space, p.buffer, p.addr, p.dtype.bytes().into());
    let code = get_code(bytes.map_err(|e| e.at(ptr))?, p.dtype, 0);
    x.give(value, code);
    Ok(())
}

/// `st_dev`: one element.
pub fn store_past_caches(x: &mut Exec<'_>, [value, ptr, offset]: [u8; 3]) -> Outcome {
    let p = element(x, ptr, offset)?;
    let (_, code) = x.scalar(value)?;
    let bytes = x.memory.bytes_mut(p.space, p.buffer, p.addr, p.dtype.bytes().into());
    set_code(bytes.map_err(|e| e.at(ptr))?, p.dtype, 0, code);
    Ok(())
}
