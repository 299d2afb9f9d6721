//! Loads and stores of vector registers.

use super::exec::{Arg, Exec, Outcome, PtrAt, Trap, get_code};
use super::register::RegTy;
use crate::code;
use crate::dtype::DType;

/// The address of `ptr[offset]`.
fn element(x: &Exec<'_>, ptr: u8, offset: u8) -> Result<PtrAt, Trap> {
    let Some(Arg::Ptr(mut p)) = x.arg(ptr) else {
        return Err(Trap::new("needs a pointer").at(ptr));
    };
    let bytes = x.int(offset)?.checked_mul(p.dtype.bytes().into());
    p.addr = bytes
        .and_then(|b| p.addr.checked_add(b))
        .ok_or_else(|| Trap::new("has an offset that overflows").at(offset))?;
    Ok(p)
}

fn not_yet(dist: &str) -> Trap {
    Trap::new(format!("with dist `{dist}` is not executable yet")).code(code::NOT_EXECUTABLE)
}

/// `vlds`: memory to the lanes of a register.
pub fn load_register(x: &mut Exec<'_>, [source, offset, result]: [u8; 3]) -> Outcome {
    let p = element(x, source, offset)?;
    let r = x.reg(result)?;
    let RegTy::Vec(dtype) = r.ty else {
        return Err(Trap::new("needs a vector register").at(result));
    };
    let dist = x.word("dist").unwrap_or("NORM").to_ascii_uppercase();
    let lanes = r.lanes();
    let codes: Vec<u64> = match dist.as_str() {
        "NORM" => {
            let bytes = x.memory.bytes(p.space, p.buffer, p.addr, r.bytes.into())?;
            (0..lanes).map(|i| get_code(bytes, dtype, i as u64 * u64::from(dtype.bits()))).collect()
        }
        "BRC_B8" | "BRC_B16" | "BRC_B32" => {
            // The word alone says how wide the broadcast unit is, whatever the lanes hold.
            let unit = match dist.as_str() {
                "BRC_B8" => 1,
                "BRC_B16" => 2,
                _ => 4,
            };
            let bytes = x.memory.bytes(p.space, p.buffer, p.addr, unit as u64)?;
            let all: Vec<u8> = bytes.iter().copied().cycle().take(r.bytes as usize).collect();
            (0..lanes).map(|i| get_code(&all, dtype, i as u64 * u64::from(dtype.bits()))).collect()
        }
        other => return Err(not_yet(other)),
    };
    x.write_lanes(result, &codes)
}

/// `vsts`: active lanes of a register to memory; the bytes of inactive lanes stay.
pub fn store_register(x: &mut Exec<'_>, [value, dest, offset, mask]: [u8; 4]) -> Outcome {
    let p = element(x, dest, offset)?;
    let (dtype, codes) = x.lanes(value)?;
    let dist = x.word("dist").unwrap_or("NORM").to_ascii_uppercase();
    match dist.as_str() {
        "NORM" | "NORM_B8" | "NORM_B16" | "NORM_B32" => {
            let active = x.active(mask, dtype, codes.len())?;
            for (i, (&code, _)) in codes.iter().zip(&active).enumerate().filter(|(_, (_, a))| **a) {
                write(x, p, i as i64, dtype, code)?;
            }
            Ok(())
        }
        // One point: lane 0, whatever the predicate says.
        "1PT" | "1PT_B8" | "1PT_B16" | "1PT_B32" => write(x, p, 0, dtype, codes[0]),
        other => Err(not_yet(other)),
    }
}

fn write(x: &mut Exec<'_>, p: PtrAt, lane: i64, dtype: DType, code: u64) -> Outcome {
    let size = dtype.bytes();
    let addr = p.addr.saturating_add(lane * i64::from(size));
    let bytes = x.memory.bytes_mut(p.space, p.buffer, addr, size.into())?;
    bytes.copy_from_slice(&code.to_le_bytes()[..size as usize]);
    Ok(())
}
