//! Bytes: the local memories of a core, and through it those of global memory.

mod global;

pub use global::{GlobalMemory, HostBuffer};

use crate::queue::Queues;
use crate::signal::CoreRole;
use pto_isa::sem::{Memory, Trap};
use pto_isa::{Space, Target, code};
use std::cell::OnceCell;

/// What a local memory holds before anything is written: NaN in every float type, -1 in integers, so that
/// a value nobody wrote is seen in the result.
pub const POISON: u8 = 0xFF;
/// What the twin of a memory holds instead: a small number in every float type.
const TWIN_POISON: u8 = 0xA5;

/// 64 bytes at an address that is a multiple of 64.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Processors take a read for dependent on a write before it if their places in a page agree.
const PAGE: usize = 4096;

/// Bytes whose start is a multiple of 64, poisoned at first.
pub(crate) struct Aligned {
    lines: Vec<Line>,
    /// Lines before the first byte.
    ahead: usize,
    bytes: usize,
}

impl Aligned {
    pub fn new(bytes: usize) -> Aligned {
        Aligned::filled(bytes, POISON)
    }
    pub fn filled(bytes: usize, byte: u8) -> Aligned {
        Aligned { lines: vec![Line([byte; 64]); bytes.div_ceil(64)], ahead: 0, bytes }
    }
    /// Bytes that begin at a place in a page, a multiple of 64.
    fn at_place(bytes: usize, byte: u8, place: usize) -> Aligned {
        let lines = vec![Line([byte; 64]); (bytes + PAGE).div_ceil(64)];
        let ahead = place.wrapping_sub(lines.as_ptr().addr()) % PAGE / 64;
        Aligned { lines, ahead, bytes }
    }
    #[allow(unsafe_code)]
    pub fn bytes(&self) -> &[u8] {
        let start = self.lines.as_ptr().wrapping_add(self.ahead);
        // SAFETY: from `ahead` on, which is less than a page, `lines` has at least so many initialised bytes
        // without padding.
        unsafe { std::slice::from_raw_parts(start.cast(), self.bytes) }
    }
    #[allow(unsafe_code)]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let start = self.lines.as_mut_ptr().wrapping_add(self.ahead);
        // SAFETY: as above, and `self` is borrowed for writing.
        unsafe { std::slice::from_raw_parts_mut(start.cast(), self.bytes) }
    }
}

/// One local memory.
struct Local {
    /// Made at the first access: most kernels use few of the memories.
    contents: OnceCell<Aligned>,
    bytes: usize,
    /// Where a second bank of the same size begins; the bytes between them do not exist.
    second_bank: Option<usize>,
    /// Bytes that may differ from the poison.
    dirty: std::ops::Range<usize>,
    poison: u8,
    /// Where it begins in a page of the machine, see [`GlobalMemory::half_a_page_on`].
    place: usize,
}

/// The fixpipe buffer has a second bank, for the slopes of a relu. Source: PTO-Gym
/// examples/pto/micro-op/cv-mixed/fixpipe-relu-scalar-vector-f16-cv, which puts them at 0x10040.
const SLOPES_AT: usize = 0x10000;

impl Local {
    fn new(bytes: usize, second_bank: Option<usize>, poison: u8, place: usize) -> Local {
        Local { contents: OnceCell::new(), bytes, second_bank, dirty: CLEAN, poison, place }
    }
    /// The bytes of an access, if they exist.
    fn range(&self, addr: i64, len: u64) -> Option<std::ops::Range<usize>> {
        range(addr, len, self.bytes).or_else(|| {
            let bank = self.second_bank?;
            range(addr, len, bank + self.bytes).filter(|r| r.start >= bank)
        })
    }
    fn all(&self) -> &[u8] {
        let all = self.second_bank.unwrap_or(0) + self.bytes;
        self.contents.get_or_init(|| Aligned::at_place(all, self.poison, self.place)).bytes()
    }
    #[inline(always)]
    fn all_mut(&mut self) -> &mut [u8] {
        if self.contents.get().is_none() {
            self.make();
        }
        self.contents.get_mut().map_or(&mut [], Aligned::bytes_mut)
    }
    /// Makes it at least this large; `false` if another bank is in the way.
    fn grow(&mut self, bytes: usize) -> bool {
        if self.second_bank.is_some_and(|bank| bytes > bank) {
            return false;
        }
        if bytes > self.bytes {
            let all = self.second_bank.unwrap_or(0) + bytes;
            if let Some(old) = self.contents.take() {
                let mut new = Aligned::filled(all, self.poison);
                new.bytes_mut()[..old.bytes().len()].copy_from_slice(old.bytes());
                self.contents = OnceCell::from(new);
            }
            self.bytes = bytes;
        }
        true
    }
    #[cold]
    fn make(&self) {
        self.all();
    }
    #[inline(always)]
    fn soil(&mut self, range: &std::ops::Range<usize>) {
        self.dirty.start = self.dirty.start.min(range.start);
        self.dirty.end = self.dirty.end.max(range.end);
    }
}

/// No byte is dirty. The ends are such that every range joined with it is that range.
const CLEAN: std::ops::Range<usize> = std::ops::Range { start: usize::MAX, end: 0 };

/// Bytes of a local memory: where an operand is, found out once for all executions that have it there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    local: u8,
    start: u32,
    end: u32,
}

impl Spot {
    /// No bytes.
    pub const NOWHERE: Spot = Spot { local: 0, start: 0, end: 0 };
}

/// The local memories of a block as one of its cores sees them, and its sight of global memory.
///
/// The cores of a cluster share everything but the unified buffer, which each vector core has for itself.
pub struct CoreMemory<'g> {
    /// By [`Space::ALL`], then the unified buffer of the second vector core; the place of global memory is
    /// empty.
    locals: [Local; LOCALS],
    /// Whether the second vector core looks.
    second: bool,
    gm: &'g GlobalMemory,
    /// The queues between the block's cores.
    pub(crate) queues: Queues,
    /// The same memories with other poison: bytes that differ are undefined. Only runs that look for
    /// undefined values have them.
    pub(crate) twin: Option<Box<CoreMemory<'g>>>,
}

/// A memory of a block, or a buffer of global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryId {
    /// A buffer of global memory.
    Global(u32),
    /// A local memory: a space by its place in [`Space::ALL`], or the unified buffer of the second vector core.
    Local(u8),
}

impl MemoryId {
    /// The unified buffer of the second vector core.
    pub const SECOND_UB: MemoryId = MemoryId::Local(SECOND_UB as u8);

    /// Its space.
    pub fn space(self) -> Space {
        match self {
            MemoryId::Global(_) => Space::Gm,
            MemoryId::Local(i) => Space::ALL.get(i as usize).copied().unwrap_or(Space::Vec),
        }
    }
}

const LOCALS: usize = Space::ALL.len() + 1;
const SECOND_UB: usize = Space::ALL.len();

impl<'g> CoreMemory<'g> {
    /// Fresh memories of a target.
    pub fn new(target: Target, gm: &'g GlobalMemory) -> CoreMemory<'g> {
        CoreMemory::poisoned(target, gm, POISON)
    }

    /// Gives the memories twins.
    pub(crate) fn with_twin(mut self, target: Target) -> CoreMemory<'g> {
        self.twin = Some(Box::new(CoreMemory::poisoned(target, self.gm, TWIN_POISON)));
        self
    }

    fn poisoned(target: Target, gm: &'g GlobalMemory, poison: u8) -> CoreMemory<'g> {
        let size = |s: Space| target.capacity_bytes(s).unwrap_or(0) as usize;
        let place = |i: usize| {
            let space = Space::ALL.get(i).copied().unwrap_or(Space::Vec);
            let second_bank = (space == Space::Scaling).then_some(SLOPES_AT);
            Local::new(size(space), second_bank, poison, gm.half_a_page_on())
        };
        let (second, queues) = Default::default();
        CoreMemory { locals: std::array::from_fn(place), second, gm, queues, twin: None }
    }

    /// The same local memories over other global memory.
    pub(crate) fn over<'h>(self, gm: &'h GlobalMemory) -> CoreMemory<'h> {
        let CoreMemory { locals, second, queues, .. } = self;
        CoreMemory { locals, second, gm, queues, twin: None }
    }

    /// Makes a local memory at least this large; `false` if that cannot be.
    pub(crate) fn grow(&mut self, space: Space, bytes: u64) -> bool {
        match (self.index(space, 0), usize::try_from(bytes)) {
            (Some(i), Ok(bytes)) => self.locals[i].grow(bytes),
            _ => false,
        }
    }

    /// From now on this core looks.
    pub(crate) fn be_core(&mut self, role: CoreRole) {
        self.second = role == CoreRole::Vector(1);
        if let Some(twin) = &mut self.twin {
            twin.be_core(role);
        }
    }

    /// Which memory an access means.
    pub(crate) const fn id(&self, space: Space, buffer: u32) -> MemoryId {
        match self.index(space, buffer) {
            Some(i) => MemoryId::Local(i as u8),
            None => MemoryId::Global(buffer),
        }
    }

    /// Which local memory is meant; none for global memory.
    const fn index(&self, space: Space, buffer: u32) -> Option<usize> {
        match (space, buffer) {
            (Space::Gm, _) => None,
            (Space::Vec, 0) if self.second => Some(SECOND_UB),
            (Space::Vec, 2) => Some(SECOND_UB),
            (local, _) => Some(local as usize),
        }
    }

    /// Bytes of a local memory by its id, if they exist.
    pub(crate) fn local_bytes(&self, id: MemoryId, at: &std::ops::Range<i64>) -> Option<&[u8]> {
        let MemoryId::Local(i) = id else { return None };
        let local = self.locals.get(i as usize)?;
        let range = local.range(at.start, (at.end - at.start) as u64)?;
        Some(&local.all()[range])
    }

    /// Bytes of global memory or of a local one, if they exist.
    pub(crate) fn shared_bytes(&self, id: MemoryId, at: &std::ops::Range<i64>) -> Option<&[u8]> {
        match id {
            MemoryId::Local(_) => self.local_bytes(id, at),
            MemoryId::Global(buffer) => {
                self.bytes(Space::Gm, buffer, at.start, (at.end - at.start) as u64).ok()
            }
        }
    }

    /// Bytes of a local memory, to write.
    pub(crate) fn local_bytes_mut(
        &mut self,
        id: MemoryId,
        at: &std::ops::Range<i64>,
    ) -> Option<&mut [u8]> {
        let MemoryId::Local(i) = id else { return None };
        let local = self.locals.get_mut(i as usize)?;
        let range = local.range(at.start, (at.end - at.start) as u64)?;
        local.soil(&range);
        Some(&mut local.all_mut()[range])
    }

    /// Makes the local memories as fresh as new.
    pub fn reset(&mut self) {
        self.queues.clear();
        for local in &mut self.locals {
            let dirty = std::mem::replace(&mut local.dirty, CLEAN);
            if !dirty.is_empty() {
                let poison = local.poison;
                local.all_mut()[dirty].fill(poison);
            }
        }
        if let Some(twin) = &mut self.twin {
            twin.reset();
        }
    }

    /// The first byte of the core's unified buffer and its bytes, all of which may be written from now on.
    pub(crate) fn unified_buffer(&mut self) -> (*mut u8, u64) {
        let local = &mut self.locals[if self.second { SECOND_UB } else { Space::Vec as usize }];
        local.soil(&(0..local.bytes));
        (local.all_mut().as_mut_ptr(), local.bytes as u64)
    }

    /// Where a range of a local memory is, if it is inside.
    #[inline]
    pub(crate) fn spot(&self, space: Space, addr: i64, len: u64) -> Option<Spot> {
        let local = self.index(space, 0)?;
        let range = self.locals[local].range(addr, len)?;
        let (start, end) = (range.start.try_into().ok()?, range.end.try_into().ok()?);
        Some(Spot { local: local as u8, start, end })
    }

    /// The first byte of a spot, to read and write. Fast kernels use it for several ranges at once; they must
    /// not make overlapping references from it.
    #[inline(always)]
    pub(crate) fn reach(&mut self, spot: Spot) -> Option<*mut u8> {
        let local = self.locals.get_mut(spot.local as usize)?;
        local.soil(&(spot.start as usize..spot.end as usize));
        self.peek(spot)
    }

    /// The first byte of a spot that is only read; as for [`CoreMemory::reach`].
    #[inline(always)]
    pub(crate) fn peek(&mut self, spot: Spot) -> Option<*mut u8> {
        let all = self.locals.get_mut(spot.local as usize)?.all_mut();
        let inside = spot.end as usize <= all.len();
        inside.then(|| all.as_mut_ptr().wrapping_add(spot.start as usize))
    }

    /// The first byte of a range of global memory, if it is inside; for kernels as well.
    #[inline]
    pub(crate) fn raw(&mut self, buffer: u32, addr: i64, len: u64) -> Option<*mut u8> {
        self.gm.raw(buffer, addr, len).ok()
    }
}

fn range(addr: i64, len: u64, size: usize) -> Option<std::ops::Range<usize>> {
    let start = usize::try_from(addr).ok()?;
    let end = start.checked_add(usize::try_from(len).ok()?)?;
    (end <= size).then_some(start..end)
}

impl Memory for CoreMemory<'_> {
    #[allow(unsafe_code)]
    fn bytes(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Result<&[u8], Trap> {
        match self.index(space, buffer) {
            Some(i) => {
                let local = &self.locals[i];
                let range = local
                    .range(addr, len)
                    .ok_or_else(|| past_local(space, addr, len, local.bytes))?;
                Ok(&local.all()[range])
            }
            None => {
                let at = self.gm.raw(buffer, addr, len)?;
                // SAFETY: `raw` checked the range. Blocks that write what another block reads at the same
                // time race on the device as well; see `GlobalMemory`.
                Ok(unsafe { std::slice::from_raw_parts(at, len as usize) })
            }
        }
    }

    #[allow(unsafe_code)]
    fn bytes_mut(
        &mut self,
        space: Space,
        buffer: u32,
        addr: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap> {
        match self.index(space, buffer) {
            Some(i) => {
                let local = &mut self.locals[i];
                let range = local
                    .range(addr, len)
                    .ok_or_else(|| past_local(space, addr, len, local.bytes))?;
                local.soil(&range);
                Ok(&mut local.all_mut()[range])
            }
            None => {
                let at = self.gm.raw(buffer, addr, len)?;
                // SAFETY: as in `bytes`.
                Ok(unsafe { std::slice::from_raw_parts_mut(at, len as usize) })
            }
        }
    }
}

fn past_local(space: Space, addr: i64, len: u64, size: usize) -> Trap {
    Trap::new(format!(
        "accesses bytes {addr}..{} of `{space}`, which has {size} bytes",
        i128::from(addr) + i128::from(len)
    ))
    .code(code::LOCAL_BOUNDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_begin_at_their_place_in_a_page() {
        for place in [0, 64, PAGE - 64] {
            let mut bytes = Aligned::at_place(100, 7, place);
            assert_eq!(bytes.bytes().as_ptr().addr() % PAGE, place);
            assert_eq!(bytes.bytes_mut(), [7; 100]);
        }
    }
}
