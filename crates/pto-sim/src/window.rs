//! The devices of a launch see each other's memory: addresses that a device adds to a pointer of its own lead to the
//! same buffer of another one.
//!
//! Every device has its memory at an address of its own, its window, and its buffers at the same places there, one
//! place for each parameter. So what a kernel adds to come from its window to that of another device is the same for
//! all buffers. Source: pto-isa@3186c381 kernels/manual/a2a3/gemm_ar/comm_context.h:27-37, common.hpp:29-35.

use pto_isa::Space;
use pto_isa::sem::{PtrAt, Trap};

/// Where the memory of a parameter is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BufferPlace {
    /// The buffer of global memory.
    pub buffer: u32,
    /// Where it begins there.
    pub addr: i64,
    /// Whether the buffer is made of this argument.
    pub is_own: bool,
}

/// The most devices of a launch.
pub const MOST_RANKS: u32 = 16;
/// From the window of a device to that of the next one.
const WINDOW_BYTES: i64 = 1 << 40;
/// From the place of a parameter in a window to that of the next one.
const PARAM_BYTES: i64 = 1 << 34;
/// Devices that a context has room for.
const CONTEXT_RANKS: usize = 64;

/// The context a host hands to a kernel that communicates: 64-bit words, of which word 2 holds the rank and, in its
/// upper half, the number of ranks, word 3 the size of a window, and the words from 4 on where the window of each rank
/// begins; after them comes the same again for the windows that are written to.
///
/// ```
/// let bytes = pto_sim::comm_context(1, 2);
/// let word = |i: usize| i64::from_le_bytes(bytes[8 * i..][..8].try_into().unwrap());
/// assert_eq!(word(2), 1 | 2 << 32);
/// assert_eq!(word(5) - word(4), word(3));
/// ```
pub fn comm_context(rank: u32, ranks: u32) -> Vec<u8> {
    let mut words = vec![0u64; 4 + 2 * CONTEXT_RANKS];
    words[2] = u64::from(rank) | u64::from(ranks) << 32;
    words[3] = WINDOW_BYTES as u64;
    for r in 0..ranks as usize {
        let begin = window_of(r as u32) as u64;
        for table in [4, 4 + CONTEXT_RANKS] {
            if let Some(word) = words.get_mut(table + r) {
                *word = begin;
            }
        }
    }
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}

fn window_of(rank: u32) -> i64 {
    (i64::from(rank) + 1) * WINDOW_BYTES
}

/// Which device has which buffer.
#[derive(Debug)]
pub(crate) struct Windows {
    /// By buffer: the device and the parameter it is made of.
    owners: Vec<(u32, u32)>,
    /// By device, then by parameter: the buffer that is made of it.
    buffers: Vec<Option<u32>>,
    params: u32,
}

impl Windows {
    /// `places` are those of the parameters of one device after the other.
    pub fn new(places: &[BufferPlace], params: usize) -> Windows {
        let mut windows =
            Windows { owners: Vec::new(), buffers: Vec::new(), params: params as u32 };
        for (i, place) in places.iter().enumerate() {
            windows.buffers.push(place.is_own.then_some(place.buffer));
            if place.is_own {
                windows.owners.push(((i / params) as u32, (i % params) as u32));
            }
        }
        windows
    }

    /// The device that has a buffer.
    pub fn rank_of(&self, buffer: u32) -> Option<u32> {
        self.owners.get(buffer as usize).map(|o| o.0)
    }

    /// The parameter that a buffer is made of.
    pub fn param_of(&self, buffer: u32) -> Option<usize> {
        self.owners.get(buffer as usize).map(|o| o.1 as usize)
    }

    /// Where a pointer leads to that was moved into the window of another device.
    pub fn follow(&self, mut p: PtrAt) -> Result<PtrAt, Trap> {
        // A program may have computed any address.
        let ranks_on = p.addr.saturating_add(WINDOW_BYTES / 2).div_euclid(WINDOW_BYTES);
        if p.space != Space::Gm || ranks_on == 0 {
            return Ok(p);
        }
        let Some(&(rank, param)) = self.owners.get(p.buffer as usize) else { return Ok(p) };
        let to = i64::from(rank) + ranks_on;
        p.buffer = self.buffer(to, param)?;
        p.addr -= ranks_on * WINDOW_BYTES;
        Ok(p)
    }

    /// The address of a pointer as a number. A pointer that is far outside of its buffer has one that wraps around.
    pub fn address_of(&self, p: PtrAt) -> i64 {
        match self.owners.get(p.buffer as usize) {
            Some(&(rank, param)) if p.space == Space::Gm => {
                (window_of(rank) + i64::from(param) * PARAM_BYTES).wrapping_add(p.addr)
            }
            _ => p.addr,
        }
    }

    /// The pointer that a number is, if it is the address of a buffer.
    pub fn pointer(&self, p: PtrAt) -> Result<PtrAt, Trap> {
        if p.space != Space::Gm || p.addr < WINDOW_BYTES {
            return Ok(p);
        }
        let (rank, place) = (p.addr / WINDOW_BYTES - 1, p.addr % WINDOW_BYTES);
        let buffer = self.buffer(rank, (place / PARAM_BYTES) as u32)?;
        Ok(PtrAt { buffer, addr: place % PARAM_BYTES, ..p })
    }

    fn buffer(&self, rank: i64, param: u32) -> Result<u32, Trap> {
        let ranks = self.buffers.len() as i64 / i64::from(self.params.max(1));
        if !(0..ranks).contains(&rank) {
            return Err(Trap::new(format!(
                "points into the memory of rank {rank}; there are {ranks}"
            )));
        }
        let at = rank as usize * self.params as usize + param as usize;
        let found = self.buffers.get(at).copied().flatten().filter(|_| param < self.params);
        found.ok_or_else(|| Trap::new(format!("points to no buffer of rank {rank}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::DType;

    /// Two devices, each with a buffer, a number and another buffer.
    fn two() -> Windows {
        let place = |buffer, is_own| BufferPlace { buffer, addr: 0, is_own };
        let places = [(0, true), (1, false), (1, true), (2, true), (3, false), (3, true)];
        Windows::new(&places.map(|(b, own)| place(b, own)), 3)
    }

    fn ptr(buffer: u32, addr: i64) -> PtrAt {
        PtrAt { space: Space::Gm, buffer, addr, dtype: DType::F32 }
    }

    #[test]
    fn a_pointer_moved_by_the_difference_of_two_windows_leads_to_the_same_buffer_there() {
        let w = two();
        let on =
            |p: PtrAt, ranks: i64| w.follow(PtrAt { addr: p.addr + ranks * WINDOW_BYTES, ..p });
        assert_eq!(on(ptr(1, 64), 1), Ok(ptr(3, 64)));
        assert_eq!(on(ptr(2, 8), -1), Ok(ptr(0, 8)));
        assert_eq!(on(ptr(2, -8), 0), Ok(ptr(2, -8)));
        assert!(on(ptr(2, 0), 1).is_err());
        assert!(on(ptr(0, 0), -1).is_err());
    }

    #[test]
    fn an_address_is_a_number_and_back() {
        let w = two();
        for p in [ptr(0, 0), ptr(1, 100), ptr(3, 4096)] {
            let number = w.address_of(p);
            assert_eq!(w.pointer(PtrAt { buffer: 0, addr: number, ..p }), Ok(p));
        }
        let number = w.address_of(ptr(0, 0)) + PARAM_BYTES;
        assert!(w.pointer(ptr(0, number)).is_err(), "a parameter that is a number has no memory");
        assert_eq!(w.pointer(ptr(0, 4)), Ok(ptr(0, 4)));
    }

    #[test]
    fn addresses_at_the_edges_lead_nowhere() {
        let w = two();
        for addr in [i64::MIN, i64::MAX, i64::MAX - WINDOW_BYTES / 2 + 1] {
            assert!(w.follow(ptr(1, addr)).is_err());
            let number = w.address_of(ptr(1, addr));
            assert_eq!(number, w.address_of(ptr(1, 0)).wrapping_add(addr));
            let _ = w.pointer(ptr(0, number));
        }
    }
}
