//! Copies between the memories of the cube core, for whole matrices.

use super::exec::{Arg, Exec, Outcome, PtrAt, Trap};
use crate::code;

fn pointer(x: &Exec<'_>, slot: u8) -> Result<PtrAt, Trap> {
    match x.arg(slot) {
        Some(Arg::Ptr(p)) => Ok(p),
        _ => Err(Trap::new("needs a pointer").at(slot)),
    }
}

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

/// Operands of [`gm_to_l1_fractals`].
pub struct FractalSlots {
    /// Source and destination.
    pub ends: [u8; 2],
    /// Rows and columns of the matrix.
    pub shape: [u8; 2],
    /// Bytes between rows of the source.
    pub row_stride: u8,
    /// Matrices, and the destination strides of rows, column groups and matrices in 32-byte rows.
    pub groups: [u8; 4],
    /// Bytes between matrices of the source.
    pub outer: u8,
}

/// `mte_gm_l1_frac`: a matrix of global memory becomes fractals in L1; lanes past the last column are zero.
pub fn gm_to_l1_fractals(x: &mut Exec<'_>, s: &FractalSlots) -> Outcome {
    let (from, to) = (pointer(x, s.ends[0])?, pointer(x, s.ends[1])?);
    let (n, d) = extents(x, s.shape)?;
    let stride = x.int(s.row_stride)?;
    let [groups, l2, l3, l4] =
        [x.int(s.groups[0])?, x.int(s.groups[1])?, x.int(s.groups[2])?, x.int(s.groups[3])?];
    let outer = if x.arg(s.outer).is_some() { x.int(s.outer)? } else { 0 };
    if !(0..=4096).contains(&groups) {
        return Err(Trap::new(format!("moves {groups} matrices")).at(s.groups[0]));
    }
    let size = i64::from(from.dtype.bytes());
    let c0 = 32 / size;
    let by_column = x.word("mode").is_some_and(|m| m.eq_ignore_ascii_case("dn2nz"));
    for g in 0..groups {
        for row in 0..n {
            for first in (0..d).step_by(c0 as usize) {
                let line =
                    g.saturating_mul(l4) + row.saturating_mul(l2) + (first / c0).saturating_mul(l3);
                let line = line.saturating_mul(32);
                let have = c0.min(d - first);
                let base = g.saturating_mul(outer);
                for c in 0..have {
                    // dn2nz: the columns of the matrix are the rows of the source.
                    let at = if by_column {
                        (first + c).saturating_mul(stride) + row * size
                    } else {
                        row.saturating_mul(stride) + (first + c) * size
                    };
                    copy(x, from, base.saturating_add(at), to, line + c * size, size as u64)?;
                }
                let rest = ((c0 - have) * size) as u64;
                let tail = to.addr.saturating_add(line + have * size);
                x.memory.bytes_mut(to.space, to.buffer, tail, rest)?.fill(0);
            }
        }
    }
    Ok(())
}

/// Operands of [`l1_to_l0`].
pub struct L0Slots {
    /// Source and destination.
    pub ends: [u8; 2],
    /// Rows and columns of the matrix in L1.
    pub shape: [u8; 2],
    /// Row and column it starts at.
    pub start: [u8; 2],
}

/// `mte_l1_l0a`, `mte_l1_l0b`: an NZ matrix of L1 as NZ in L0, transposed on request. Rows are padded to
/// whole fractals of 16.
pub fn l1_to_l0(x: &mut Exec<'_>, s: &L0Slots) -> Outcome {
    let (from, to) = (pointer(x, s.ends[0])?, pointer(x, s.ends[1])?);
    if x.arg(s.shape[0]).is_none() {
        return Err(not_yet("control fields instead of extents"));
    }
    let start = |slot: u8| if x.arg(slot).is_some() { x.int(slot) } else { Ok(0) };
    if (start(s.start[0])?, start(s.start[1])?) != (0, 0) {
        return Err(not_yet("a start position"));
    }
    let (rows, cols) = extents(x, s.shape)?;
    let size = i64::from(from.dtype.bytes());
    let c0 = 32 / size;
    let nz = |rows: i64, r: i64, c: i64| {
        ((c / c0) * (rows as u64).next_multiple_of(16) as i64 * c0 + r * c0 + c % c0) * size
    };
    let transpose = x.flag("transpose");
    for r in 0..rows {
        for c in 0..cols {
            let dest = if transpose { nz(cols, c, r) } else { nz(rows, r, c) };
            copy(x, from, nz(rows, r, c), to, dest, size as u64)?;
        }
    }
    Ok(())
}
