//! Vector registers and predicates as an instruction sees them.
//!
//! A predicate is one bit per byte of a register: lane i of 4-byte elements is bit 4i, of 2-byte elements
//! bit 2i. Source: public predicate kernels store that image whatever the lane width.

use super::exec::{Arg, Exec, Outcome, Trap, get_codes, set_codes};
use crate::dtype::DType;
use crate::ty::MaskWidth;

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegTy {
    /// Elements.
    Vec(DType),
    /// Predicate bits.
    Mask(MaskWidth),
    /// Predicate bits of lanes, whatever is in them: whoever reads it finds lane i, not bit i.
    LaneMask {
        /// How many.
        lanes: u32,
        /// How far apart the bits are, as in a predicate of this width.
        width: MaskWidth,
    },
    /// The state of an unaligned stream.
    Align,
}

/// A register of the register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegAt {
    /// First byte in the register file.
    pub at: u32,
    /// Bytes: 256 on a device, 32 for a predicate.
    pub bytes: u32,
    /// What it holds.
    pub ty: RegTy,
}

impl RegAt {
    /// Elements of a vector register, lanes of a predicate.
    pub const fn lanes(&self) -> usize {
        (match self.ty {
            RegTy::Vec(d) => self.bytes * 8 / d.bits(),
            RegTy::Mask(w) => self.bytes * 64 / w.bits(),
            RegTy::LaneMask { lanes, .. } => lanes,
            RegTy::Align => 0,
        }) as usize
    }
    /// The bytes in the register file.
    pub const fn range(&self) -> std::ops::Range<usize> {
        self.at as usize..(self.at + self.bytes) as usize
    }
}

impl Exec<'_> {
    /// A register operand.
    pub fn reg(&self, slot: u8) -> Result<RegAt, Trap> {
        match self.arg(slot) {
            Some(Arg::Reg(r)) => Ok(r),
            _ => Err(Trap::new("needs a register").at(slot)),
        }
    }

    /// The registers of an operand that stands for several.
    pub fn regs(&self, slot: u8) -> Result<Vec<RegAt>, Trap> {
        let reg = |arg| match arg {
            Arg::Reg(r) => Ok(r),
            _ => Err(Trap::new("needs registers").at(slot)),
        };
        self.all(slot).map(reg).collect()
    }

    /// Element type and codes of a vector register.
    pub fn lanes(&self, slot: u8) -> Result<(DType, Vec<u64>), Trap> {
        self.lanes_of(self.reg(slot)?).map_err(|e| e.at(slot))
    }

    /// Element type and codes of a vector register at hand.
    pub fn lanes_of(&self, r: RegAt) -> Result<(DType, Vec<u64>), Trap> {
        let RegTy::Vec(dtype) = r.ty else {
            return Err(Trap::new("needs a vector register"));
        };
        Ok((dtype, get_codes(&self.registers[r.range()], dtype, r.lanes())))
    }

    /// Writes the lanes of a vector register from the first on; lanes that are not given become zero.
    pub fn write_lanes(&mut self, slot: u8, codes: &[u64]) -> Outcome {
        self.write_lanes_of(self.reg(slot)?, codes).map_err(|e| e.at(slot))
    }

    /// The same for a vector register at hand.
    pub fn write_lanes_of(&mut self, r: RegAt, codes: &[u64]) -> Outcome {
        let RegTy::Vec(dtype) = r.ty else {
            return Err(Trap::new("needs a vector register"));
        };
        set_codes(&mut self.registers[r.range()], dtype, codes);
        Ok(())
    }

    /// Which of `lanes` lanes of `dtype` are active; all of them without a predicate.
    pub fn active(&self, slot: u8, dtype: DType, lanes: usize) -> Result<Vec<bool>, Trap> {
        if self.arg(slot).is_none() {
            return Ok(vec![true; lanes]);
        }
        let r = self.reg(slot)?;
        let bits = &self.registers[r.range()];
        let step = lane_step(r.ty, dtype);
        let set = |bit: usize| bits.get(bit / 8).is_some_and(|b| b >> (bit % 8) & 1 == 1);
        Ok((0..lanes).map(|i| set(i * step)).collect())
    }

    /// The bytes of a vector register.
    pub fn reg_bytes(&self, slot: u8) -> Result<Vec<u8>, Trap> {
        Ok(self.registers[self.vector(slot)?.range()].to_vec())
    }

    /// Writes the bytes of a vector register from the first on; bytes that are not given become zero.
    pub fn write_reg_bytes(&mut self, slot: u8, bytes: &[u8]) -> Outcome {
        let r = self.vector(slot)?;
        let to = &mut self.registers[r.range()];
        let n = bytes.len().min(to.len());
        to[..n].copy_from_slice(&bytes[..n]);
        to[n..].fill(0);
        Ok(())
    }

    fn vector(&self, slot: u8) -> Result<RegAt, Trap> {
        let r = self.reg(slot)?;
        match r.ty {
            RegTy::Vec(_) => Ok(r),
            _ => Err(Trap::new("needs a vector register").at(slot)),
        }
    }

    /// Whether a bit of a predicate is set; all are without a predicate.
    pub fn predicate(&self, slot: u8) -> Result<impl Fn(usize) -> bool + use<>, Trap> {
        let bits = match self.arg(slot) {
            Some(_) => Some(self.registers[self.reg(slot)?.range()].to_vec()),
            None => None,
        };
        Ok(move |bit: usize| {
            let byte = |b: &Vec<u8>| b.get(bit / 8).is_some_and(|b| b >> (bit % 8) & 1 == 1);
            bits.as_ref().is_none_or(byte)
        })
    }

    /// Writes a predicate, lane by lane; the bits between lanes are zero.
    pub fn write_mask(&mut self, slot: u8, lane: impl Fn(usize) -> bool) -> Outcome {
        self.write_mask_of(self.reg(slot)?, lane).map_err(|e| e.at(slot))
    }

    /// The lanes of a predicate at hand.
    pub fn mask_lanes_of(&self, r: RegAt) -> Result<Vec<bool>, Trap> {
        let (RegTy::Mask(width) | RegTy::LaneMask { width, .. }) = r.ty else {
            return Err(Trap::new("needs a predicate"));
        };
        let bits = &self.registers[r.range()];
        let set = |i: usize| super::predicate::bit(bits, i * width.slot_bits());
        Ok((0..r.lanes()).map(set).collect())
    }

    /// The same for a predicate at hand.
    pub fn write_mask_of(&mut self, r: RegAt, lane: impl Fn(usize) -> bool) -> Outcome {
        let (RegTy::Mask(width) | RegTy::LaneMask { width, .. }) = r.ty else {
            return Err(Trap::new("needs a predicate"));
        };
        let step = width.bits() as usize / 8;
        let bits = &mut self.registers[r.range()];
        bits.fill(0);
        for i in 0..r.lanes() {
            bits[i * step / 8] |= u8::from(lane(i)) << (i * step % 8);
        }
        Ok(())
    }

    /// Writes a predicate as [`Exec::active`] reads it for lanes of `dtype`; the other bits are zero.
    pub fn write_active(&mut self, slot: u8, dtype: DType, lanes: &[bool]) -> Outcome {
        let r = self.reg(slot)?;
        if !matches!(r.ty, RegTy::Mask(_) | RegTy::LaneMask { .. }) {
            return Err(Trap::new("needs a predicate").at(slot));
        }
        let step = lane_step(r.ty, dtype);
        let bits = &mut self.registers[r.range()];
        bits.fill(0);
        for (i, &lane) in lanes.iter().enumerate() {
            if let Some(byte) = bits.get_mut(i * step / 8) {
                *byte |= u8::from(lane) << (i * step % 8);
            }
        }
        Ok(())
    }
}

/// Bits from one lane of a predicate to the next, for lanes of `dtype`.
const fn lane_step(ty: RegTy, dtype: DType) -> usize {
    match ty {
        RegTy::LaneMask { width, .. } => width.bits() as usize / 8,
        _ => dtype.bytes() as usize,
    }
}
