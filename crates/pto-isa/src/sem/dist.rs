//! How the bytes of a vector register map to memory: the `dist` words of loads and stores.
//!
//! The unit of a word stands alone: it need not be the width of the lanes. Source: PTO-Gym cases
//! vlds-brc-b8-f32, vlds-brc-b16-f32 and vldsx2-vstsx2-b8-f32.

use crate::rulebook::Rulebook;

/// Bytes of the blocks that memory and registers are made of.
pub const BLOCK: usize = 32;

/// Where the bytes of a register come from. Numbers are bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadDist {
    /// As they lie in memory.
    Norm,
    /// One unit everywhere.
    Broadcast(usize),
    /// One block in every block.
    BroadcastBlock,
    /// Every unit twice.
    Up(usize),
    /// The first unit of this many.
    Down(usize, usize),
    /// A unit in the low bytes of each wider slot, zero above.
    Unpack(usize, usize),
    /// A unit fills a block.
    Expand(usize),
}

impl LoadDist {
    /// The map of a word of `vlds`. The manual unpacks single bytes to words, published programs to halves
    /// (pto-isa@3186c381 include/pto/npu/a5: `UNPK_B8` before every 8-to-16-bit conversion).
    pub fn of(word: &str, manual: bool) -> Option<LoadDist> {
        Some(match word.to_ascii_uppercase().as_str() {
            "NORM" => LoadDist::Norm,
            "BRC_B8" => LoadDist::Broadcast(1),
            "BRC_B16" => LoadDist::Broadcast(2),
            "BRC_B32" => LoadDist::Broadcast(4),
            // The library's `BLK` broadcasts: pto-isa@3186c381 include/pto/npu/a5/TRowExpandBinOp.hpp:80.
            "BRC_BLK" | "BLK" => LoadDist::BroadcastBlock,
            "US_B8" => LoadDist::Up(1),
            "US_B16" => LoadDist::Up(2),
            "DS_B8" | "SPLT2CHN_B8" => LoadDist::Down(1, 2),
            "DS_B16" | "SPLT2CHN_B16" => LoadDist::Down(2, 2),
            "DINTLV_B32" => LoadDist::Down(4, 2),
            "SPLT4CHN" | "SPLT4CHN_B8" => LoadDist::Down(1, 4),
            "UNPK_B8" => LoadDist::Unpack(1, if manual { 4 } else { 2 }),
            "UNPK_B16" => LoadDist::Unpack(2, 4),
            "UNPK_B32" => LoadDist::Unpack(4, 8),
            "UNPK4" => LoadDist::Unpack(1, 4),
            "E2B_B16" => LoadDist::Expand(2),
            "E2B_B32" => LoadDist::Expand(4),
            _ => return None,
        })
    }

    /// The byte of memory, from the address on, that a byte of the register takes; zero without one.
    pub fn source(self, byte: usize) -> Option<usize> {
        Some(match self {
            LoadDist::Norm => byte,
            LoadDist::Broadcast(unit) => byte % unit,
            LoadDist::BroadcastBlock => byte % BLOCK,
            LoadDist::Up(unit) => byte / (2 * unit) * unit + byte % unit,
            LoadDist::Down(unit, of) => byte / unit * of * unit + byte % unit,
            LoadDist::Unpack(unit, slot) => {
                if byte % slot >= unit {
                    return None;
                }
                byte / slot * unit + byte % slot
            }
            LoadDist::Expand(unit) => byte / BLOCK * unit + byte % unit,
        })
    }

    /// Bytes read for a register of this many bytes.
    pub fn footprint(self, register: usize) -> usize {
        match self {
            LoadDist::Norm => register,
            LoadDist::Broadcast(unit) => unit,
            LoadDist::BroadcastBlock => BLOCK,
            LoadDist::Up(_) => register / 2,
            LoadDist::Down(_, of) => register * of,
            LoadDist::Unpack(unit, slot) => register / slot * unit,
            LoadDist::Expand(unit) => register / BLOCK * unit,
        }
    }

    /// What the address must be a multiple of: blocks, except where single units are read. Sources: the
    /// table of pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vlds.md, which asks it of broadcasts too (:63-65);
    /// units of a broadcast by include/pto/npu/a5/TQuant.hpp:1094-1095, the 16 bytes of `E2B_B16` by :1227.
    pub fn alignment(self, rules: Rulebook) -> usize {
        match self {
            LoadDist::Broadcast(_) if rules == Rulebook::Manual => BLOCK,
            LoadDist::Broadcast(unit) => unit,
            LoadDist::Expand(unit) => 8 * unit,
            _ => BLOCK,
        }
    }
}

/// Where the bytes of a register go. Numbers are bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreDist {
    /// As they lie in the register, unit by unit.
    Norm(usize),
    /// The first unit, whatever the predicate.
    Point(usize),
    /// The low bytes of each slot: slot, bytes kept.
    Pack(usize, usize),
    /// Planes become pixels: channels, unit, and the bytes that hold one unit sequence of every channel.
    Merge(usize, usize, usize),
}

impl StoreDist {
    /// The map of a word of `vsts`, for elements of `size` bytes in a register of `register` bytes.
    ///
    /// The manual merges the planes of the whole register (pto-isa@3186c381
    /// docs/isa/vector/ops/vector-load-store/vsts.md), the micro specification those of each 32-byte block
    /// (PTO-Gym docs/PTO-micro-Instruction-SPEC.md, `pto.vsts`).
    pub fn of(word: &str, size: usize, register: usize, manual: bool) -> Option<StoreDist> {
        let planes = if manual { register } else { BLOCK };
        Some(match word.to_ascii_uppercase().as_str() {
            "NORM" => StoreDist::Norm(size),
            "NORM_B8" => StoreDist::Norm(1),
            "NORM_B16" => StoreDist::Norm(2),
            "NORM_B32" => StoreDist::Norm(4),
            "1PT_B8" => StoreDist::Point(1),
            "1PT_B16" => StoreDist::Point(2),
            "1PT_B32" => StoreDist::Point(4),
            "PK_B16" => StoreDist::Pack(2, 1),
            "PK_B32" => StoreDist::Pack(4, 2),
            "PK_B64" => StoreDist::Pack(8, 4),
            "PK4_B32" => StoreDist::Pack(4, 1),
            "MRG4CHN_B8" => StoreDist::Merge(4, 1, planes),
            "MRG2CHN_B8" => StoreDist::Merge(2, 1, planes),
            "MRG2CHN_B16" => StoreDist::Merge(2, 2, planes),
            _ => return None,
        })
    }

    /// Bytes from the first to the last that a register of this many bytes goes to.
    pub fn footprint(self, register: usize) -> usize {
        match self {
            StoreDist::Norm(_) | StoreDist::Merge(..) => register,
            StoreDist::Point(unit) => unit,
            StoreDist::Pack(slot, keep) => register / slot * keep,
        }
    }

    /// The byte of the register that goes to a byte of memory, counted from the address.
    pub fn source(self, byte: usize) -> usize {
        match self {
            StoreDist::Norm(_) | StoreDist::Point(_) => byte,
            StoreDist::Pack(slot, keep) => byte / keep * slot + byte % keep,
            StoreDist::Merge(channels, unit, planes) => {
                let (group, byte) = (byte / planes * planes, byte % planes);
                let (pixel, channel) = (byte / (channels * unit), byte / unit % channels);
                group + channel * (planes / channels) + pixel * unit + byte % unit
            }
        }
    }

    /// The bit of the predicate that decides about a byte of memory; none where it is stored anyhow.
    pub fn bit(self, byte: usize) -> Option<usize> {
        match self {
            StoreDist::Norm(unit) => Some(byte / unit * unit),
            StoreDist::Point(_) => None,
            StoreDist::Pack(slot, keep) => Some(byte / keep * slot),
            // After the merge: a bit per pixel.
            StoreDist::Merge(channels, unit, _) => Some(byte / (channels * unit) * channels * unit),
        }
    }

    /// What the address must be a multiple of: blocks, the unit where there is one (pto-isa@3186c381
    /// include/pto/npu/a5/TQuant.hpp:163-164).
    pub fn alignment(self) -> usize {
        match self {
            StoreDist::Point(unit) => unit,
            _ => BLOCK,
        }
    }
}
