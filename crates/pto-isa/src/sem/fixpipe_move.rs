//! The way out of the accumulator for the cube's own instructions.

use super::exec::{Exec, Outcome, PtrAt, Trap};
use crate::code;

/// Up to this many elements are moved by one instruction; more is a mistake in its operands.
const MAX_ELEMENTS: i64 = 1 << 24;

fn extents(x: &Exec<'_>, slots: [u8; 2]) -> Result<(i64, i64), Trap> {
    let (a, b) = (x.int(slots[0])?, x.int(slots[1])?);
    let ok = a >= 0 && b >= 0 && a.checked_mul(b).is_some_and(|n| n <= MAX_ELEMENTS);
    if ok { Ok((a, b)) } else { Err(Trap::new(format!("moves {a}x{b} elements")).at(slots[0])) }
}

fn not_yet(what: &str) -> Trap {
    Trap::new(format!("with {what} is not executable yet")).code(code::NOT_EXECUTABLE)
}

/// Copies `n` bytes between two places.
fn copy(x: &mut Exec<'_>, from: PtrAt, at: i64, to: PtrAt, to_at: i64, n: u64) -> Outcome {
    let source = x.memory.bytes(from.space, from.buffer, from.addr.saturating_add(at), n)?.to_vec();
    let dest = x.memory.bytes_mut(to.space, to.buffer, to.addr.saturating_add(to_at), n)?;
    dest.copy_from_slice(&source);
    Ok(())
}

/// Operands of [`l0c_to_gm`].
pub struct FixSlots {
    /// Source and destination.
    pub ends: [u8; 2],
    /// Rows and columns.
    pub shape: [u8; 2],
    /// Rows of 16 elements between column groups of the source; elements between rows of the destination.
    pub strides: [u8; 2],
    /// Operands that ask for more than a plain copy.
    pub more: [u8; 4],
}

/// `mte_l0c_gm` without conversion: the accumulator's NZ image as rows of global memory.
pub fn l0c_to_gm(x: &mut Exec<'_>, s: &FixSlots) -> Outcome {
    let (from, to) = (x.ptr(s.ends[0])?, x.ptr(s.ends[1])?);
    if s.more.iter().any(|&m| x.arg(m).is_some()) || x.attr("atomic_op").is_some() {
        return Err(not_yet("conversion, repetition or atomics"));
    }
    let mode = x.word("mode").unwrap_or("nz2nz").to_ascii_lowercase();
    if !matches!(mode.as_str(), "nz2nd" | "nz2dn") || from.dtype != to.dtype {
        return Err(not_yet("this layout or element type"));
    }
    let (m, n) = extents(x, s.shape)?;
    let (group, row) = (x.int(s.strides[0])?, x.int(s.strides[1])?);
    let size = i64::from(from.dtype.bytes());
    for i in 0..m {
        for j in 0..n {
            let at = ((j / 16).saturating_mul(group).saturating_add(i)) * 16 + j % 16;
            let dest =
                if mode == "nz2nd" { i.saturating_mul(row) + j } else { j.saturating_mul(row) + i };
            copy(x, from, at.saturating_mul(size), to, dest.saturating_mul(size), size as u64)?;
        }
    }
    Ok(())
}
