//! Gathers and scatters of vector registers: addresses from another register.
//!
//! Offsets have no sign, whatever their type says. Inactive lanes and blocks touch no memory and raise no error.
//! Sources: PTOAS docs/isa/micro-isa/03-vector-load-store.md, `pto.vgather2` and `pto.vscatter`; PTO-Gym
//! docs/PTO-micro-Instruction-SPEC.md, `pto.vgatherb` and `pto.vgather2_bc`.

use super::dist::BLOCK;
use super::exec::{Exec, Outcome, Trap};
use super::vector_memory::{Bytes, element_bytes};
use crate::code;
use crate::target::Target;

/// Which requests take part: those with a set bit in the predicate, or the leading ones.
pub struct Active {
    /// The predicate.
    pub mask: u8,
    /// A slot with the number of leading requests instead.
    pub count: Option<u8>,
}

impl Active {
    /// Request i is decided by bit `i * step` of the predicate.
    fn requests(&self, x: &Exec<'_>, requests: usize, step: usize) -> Result<Vec<bool>, Trap> {
        match self.count.filter(|&c| x.arg(c).is_some()) {
            Some(slot) => {
                let count = x.int(slot)?;
                if count < 0 {
                    return Err(Trap::new(format!("has {count} active lanes")).at(slot));
                }
                Ok((0..requests).map(|i| (i as i64) < count).collect())
            }
            None => {
                let set = x.predicate(self.mask)?;
                Ok((0..requests).map(|i| set(i * step)).collect())
            }
        }
    }
}

/// The lanes of an offset register as numbers without sign.
fn offsets(x: &Exec<'_>, slot: u8) -> Result<Vec<i64>, Trap> {
    let (_, codes) = x.lanes(slot)?;
    codes
        .into_iter()
        .map(|c| i64::try_from(c).map_err(|_| Trap::new("has an offset that overflows").at(slot)))
        .collect()
}

/// The offset of a request, or why there is none.
fn offset_of(list: &[i64], i: usize, slot: u8) -> Result<i64, Trap> {
    list.get(i).copied().ok_or_else(|| {
        let message = format!("has {} offsets, but lane {i} is active", list.len());
        Trap::new(message).code(code::NOT_EXECUTABLE).at(slot)
    })
}

/// `vgather2`, `vgather2_bc`: lane i is the element at the offset in lane i. Elements narrower than the lanes are
/// extended by zeros.
pub fn gather_elements(
    x: &mut Exec<'_>,
    [source, offset, result]: [u8; 3],
    active: &Active,
) -> Outcome {
    let base = x.ptr(source)?;
    let (size, lane) = (base.dtype.bytes() as usize, element_bytes(x, result)?);
    x.aligned(base, size, source)?;
    let len = x.reg(result)?.bytes as usize;
    let active = active.requests(x, len / lane, lane)?;
    let list = offsets(x, offset)?;
    let mut bytes = vec![0; len];
    for i in (0..len / lane).filter(|&i| active[i]) {
        let p = base.moved(offset_of(&list, i, offset)?, offset)?;
        let element = x.read_bytes(p, size, source).map_err(|e| e.note(format!("in lane {i}")))?;
        let n = size.min(lane);
        bytes[i * lane..][..n].copy_from_slice(&element[..n]);
    }
    x.write_reg_bytes(result, &bytes)
}

/// `vgatherb`: block b is the 32 bytes at the byte offset in lane b. Bit 4b of the predicate decides about it.
pub fn gather_blocks(
    x: &mut Exec<'_>,
    [source, offset, result]: [u8; 3],
    active: &Active,
) -> Outcome {
    let base = x.ptr(source)?;
    x.aligned(base, BLOCK, source)?;
    let mut bytes = vec![0; x.reg(result)?.bytes as usize];
    let active = active.requests(x, bytes.len() / BLOCK, 4)?;
    let list = offsets(x, offset)?;
    for (b, block) in bytes.chunks_exact_mut(BLOCK).enumerate().filter(|(b, _)| active[*b]) {
        let p = base.moved_bytes(Some(offset_of(&list, b, offset)?), offset)?;
        let in_block = |e: Trap| e.note(format!("in block {b}"));
        x.aligned(p, BLOCK, offset).map_err(in_block)?;
        block.copy_from_slice(&x.read_bytes(p, BLOCK, source).map_err(in_block)?);
    }
    x.write_reg_bytes(result, &bytes)
}

/// `vscatter`: the element of lane i goes to the offset in lane i. Bytes are taken from the low half of 16-bit
/// lanes. Of equal offsets the lowest lane wins; on A2/A3 they are illegal (pto-isa@3186c381
/// docs/isa/vector/ops/vector-load-store/vscatter.md:44).
pub fn scatter_elements(
    x: &mut Exec<'_>,
    [value, dest, offset]: [u8; 3],
    active: &Active,
) -> Outcome {
    let base = x.ptr(dest)?;
    let size = element_bytes(x, value)?;
    let lane = size.max(2);
    x.aligned(base, size, dest)?;
    let bytes = x.reg_bytes(value)?;
    let active = active.requests(x, bytes.len() / lane, lane)?;
    let list = offsets(x, offset)?;
    let mut taken = rustc_hash::FxHashMap::default();
    let mut out = Bytes::default();
    for i in (0..bytes.len() / lane).filter(|&i| active[i]) {
        let at = offset_of(&list, i, offset)?;
        if let Some(first) = taken.insert(at, i) {
            if x.numerics.profile() == Target::A2A3 {
                let message = format!("sends lanes {first} and {i} to offset {at}");
                return Err(Trap::new(message).at(offset));
            }
            taken.insert(at, first);
            continue;
        }
        let distance = at.checked_mul(size as i64);
        let distance =
            distance.ok_or_else(|| Trap::new("has an offset that overflows").at(offset))?;
        for (k, &byte) in bytes[i * lane..][..size].iter().enumerate() {
            out.push(distance.saturating_add(k as i64), byte);
        }
    }
    out.write(x, base, dest)
}
