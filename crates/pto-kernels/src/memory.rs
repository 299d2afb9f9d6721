//! Bytes: the local memories of a core, and through it those of global memory.

mod alike;
mod claim;
mod claimant;
mod forward;
mod global;
mod pages;
mod wave;

use alike::Alike;
pub(crate) use claim::Access;
pub use claimant::{StopSign, stopped};
pub(crate) use forward::{Forward, Origin};
pub use global::{GlobalMemory, HostBuffer};
pub use pages::prefer_large_pages;
pub use wave::{Rest, Wave};

use claimant::Claimant;
use global::{Found, no_buffer};
use pto_isa::sem::{Memory, Trap};
use pto_isa::{Space, Target, code};
use std::cell::{Cell, OnceCell};
use std::ops::Range;

/// What a local memory holds before anything is written: NaN in every float type, -1 in integers, so that
/// a value nobody wrote is seen in the result.
pub const POISON: u8 = 0xFF;
/// What the shadow of a memory holds instead: a small number in every float type.
const SHADOW_POISON: u8 = 0xA5;

/// 64 bytes at an address that is a multiple of 64.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Processors take a read for dependent on a write before it if their places in a page agree.
const PAGE: usize = 4096;

/// Bytes whose start is a multiple of 64, poisoned at first.
pub struct Aligned {
    lines: Vec<Line>,
    /// Lines before the first byte.
    ahead: usize,
    bytes: usize,
}

impl Aligned {
    /// Poisoned bytes.
    pub fn new(bytes: usize) -> Aligned {
        Aligned::filled(bytes, POISON)
    }
    /// Bytes that are all the same.
    pub fn filled(bytes: usize, byte: u8) -> Aligned {
        Aligned { lines: vec![Line([byte; 64]); bytes.div_ceil(64)], ahead: 0, bytes }
    }
    /// Bytes that begin at a place in a page, a multiple of 64.
    fn at_place(bytes: usize, byte: u8, place: usize) -> Aligned {
        let lines = vec![Line([byte; 64]); (bytes + PAGE).div_ceil(64)];
        let ahead = place.wrapping_sub(lines.as_ptr().addr()) % PAGE / 64;
        Aligned { lines, ahead, bytes }
    }
    /// The bytes.
    #[allow(unsafe_code)]
    pub fn bytes(&self) -> &[u8] {
        let start = self.lines.as_ptr().wrapping_add(self.ahead);
        // SAFETY: from `ahead` on, which is less than a page, `lines` has at least that many initialised bytes
        // without padding.
        unsafe { std::slice::from_raw_parts(start.cast(), self.bytes) }
    }
    /// The bytes, to write.
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
    dirty: Range<usize>,
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
    fn range(&self, addr: i64, len: u64) -> Option<Range<usize>> {
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
    fn soil(&mut self, range: &Range<usize>) {
        self.dirty.start = self.dirty.start.min(range.start);
        self.dirty.end = self.dirty.end.max(range.end);
    }
}

/// No byte is dirty. The ends are such that every range joined with it is that range.
const CLEAN: Range<usize> = Range { start: usize::MAX, end: 0 };

/// Bytes of a local memory: where an operand is, found out once for all executions that have it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// None where another memory of the thread sees it now, see [`CoreMemory::hand_global_to`].
    gm: Option<&'g GlobalMemory<'g>>,
    /// Who claims bytes of global memory before it touches them; nobody where one thread runs all blocks.
    claimant: Option<Box<Claimant<'g>>>,
    /// Whether an access went past the end of a buffer, into the slack.
    overran: Cell<bool>,
    /// The same memories with other poison: bytes that differ are undefined. Only runs that look for
    /// undefined values have them.
    shadow: Option<Box<CoreMemory<'g>>>,
    /// Where the shadow is known to hold the same.
    alike: Alike,
    /// Copies that were not made.
    forwards: Vec<Forward>,
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
    /// Fresh memories of a target, the only ones that see global memory.
    pub fn new(target: Target, gm: &'g mut GlobalMemory<'_>) -> CoreMemory<'g> {
        let gm: &'g GlobalMemory<'g> = gm;
        let mut memory = CoreMemory::poisoned(target, gm.half_a_page_on(), POISON);
        memory.gm = Some(gm);
        memory
    }

    /// Fresh memories that do not see global memory.
    pub fn without_global(target: Target) -> CoreMemory<'g> {
        CoreMemory::poisoned(target, 0, POISON)
    }

    /// More of them, with shadow memory if these have it. They do not see global memory.
    pub fn another(&self, target: Target) -> CoreMemory<'g> {
        let memory = CoreMemory::poisoned(target, self.locals[0].place, POISON);
        if self.shadow.is_some() { memory.with_shadow(target) } else { memory }
    }

    /// Gives the memories shadow memory.
    pub fn with_shadow(mut self, target: Target) -> CoreMemory<'g> {
        let shadow = CoreMemory::poisoned(target, self.locals[0].place, SHADOW_POISON);
        self.shadow = Some(Box::new(shadow));
        self
    }

    /// From now on the other memory sees global memory, and this one does not: of those of a thread one does, so
    /// that no two references to its bytes come from different memories.
    pub fn hand_global_to(&mut self, other: &mut CoreMemory<'g>) {
        if let Some(gm) = self.gm.take() {
            (other.gm, other.claimant) = (Some(gm), self.claimant.take());
        }
    }

    /// Whether this one sees global memory.
    pub const fn sees_global(&self) -> bool {
        self.gm.is_some()
    }

    /// The shadow memory, if there is one. It does not see global memory.
    pub fn shadow(&self) -> Option<&CoreMemory<'g>> {
        self.shadow.as_deref()
    }

    /// The shadow memory, to change what is in it.
    pub fn shadow_mut(&mut self) -> Option<&mut CoreMemory<'g>> {
        self.alike.clear();
        self.shadow.as_deref_mut()
    }

    /// Takes the shadow memory out, which sees global memory until it is put back.
    pub fn take_shadow(&mut self) -> Option<Box<CoreMemory<'g>>> {
        self.alike.clear();
        let mut shadow = self.shadow.take()?;
        self.hand_global_to(&mut shadow);
        Some(shadow)
    }

    /// Puts the shadow memory back.
    pub fn put_shadow(&mut self, mut shadow: Box<CoreMemory<'g>>) {
        shadow.hand_global_to(self);
        self.shadow = Some(shadow);
    }

    /// Memories without global memory that begin at a place in a page.
    fn poisoned(target: Target, at: usize, poison: u8) -> CoreMemory<'g> {
        let size = |s: Space| target.capacity_bytes(s).unwrap_or(0) as usize;
        let place = |i: usize| {
            let space = Space::ALL.get(i).copied().unwrap_or(Space::Vec);
            let second_bank = (space == Space::Scaling).then_some(SLOPES_AT);
            Local::new(size(space), second_bank, poison, at)
        };
        let (second, overran) = Default::default();
        let locals = std::array::from_fn(place);
        CoreMemory {
            locals,
            second,
            gm: None,
            claimant: None,
            overran,
            shadow: None,
            alike: Alike::default(),
            forwards: Vec::new(),
        }
    }

    /// Fresh memories for blocks that run while others do.
    fn claiming(
        target: Target,
        gm: &'g GlobalMemory<'g>,
        claimant: Claimant<'g>,
    ) -> CoreMemory<'g> {
        let mut memory = CoreMemory::poisoned(target, gm.half_a_page_on(), POISON);
        (memory.gm, memory.claimant) = (Some(gm), Some(Box::new(claimant)));
        memory
    }

    fn claimant(&mut self) -> Option<&mut Claimant<'g>> {
        self.claimant.as_deref_mut()
    }

    /// What tells the block that it need not go on; none where it always has to.
    pub fn stop_sign(&self) -> Option<StopSign<'g>> {
        self.claimant.as_ref()?.stop_sign()
    }

    /// Whether an access went past the end of a buffer, into the slack; forgotten with that.
    pub fn take_overran(&mut self) -> bool {
        self.overran.take()
    }

    /// The same local memories over other global memory, which they are the only ones to see.
    pub fn over<'h>(self, gm: &'h mut GlobalMemory<'_>) -> CoreMemory<'h> {
        let CoreMemory { locals, second, overran, .. } = self;
        CoreMemory {
            locals,
            second,
            gm: Some(gm),
            claimant: None,
            overran,
            shadow: None,
            alike: Alike::default(),
            forwards: Vec::new(),
        }
    }

    /// The same local memories, which do not see global memory any more.
    pub fn off_global<'h>(self) -> CoreMemory<'h> {
        let CoreMemory { locals, second, overran, .. } = self;
        CoreMemory {
            locals,
            second,
            gm: None,
            claimant: None,
            overran,
            shadow: None,
            alike: Alike::default(),
            forwards: Vec::new(),
        }
    }

    /// Makes a local memory at least this large; `false` if that cannot be.
    pub fn grow(&mut self, space: Space, bytes: u64) -> bool {
        match (self.index(space, 0), usize::try_from(bytes)) {
            (Some(i), Ok(bytes)) => self.locals[i].grow(bytes),
            _ => false,
        }
    }

    /// From now on the second vector core looks, or another.
    pub fn look_as_second(&mut self, second: bool) {
        self.second = second;
        if let Some(shadow) = &mut self.shadow {
            shadow.look_as_second(second);
        }
    }

    /// Which memory an access means.
    pub const fn id(&self, space: Space, buffer: u32) -> MemoryId {
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
    pub fn local_bytes(&self, id: MemoryId, at: &Range<i64>) -> Option<&[u8]> {
        let MemoryId::Local(i) = id else { return None };
        let local = self.locals.get(i as usize)?;
        let range = local.range(at.start, (at.end - at.start) as u64)?;
        Some(&local.all()[range])
    }

    /// Bytes of global memory or of a local one, if they exist.
    pub fn shared_bytes(&self, id: MemoryId, at: &Range<i64>) -> Option<&[u8]> {
        match id {
            MemoryId::Local(_) => self.local_bytes(id, at),
            MemoryId::Global(buffer) => {
                self.bytes(Space::Gm, buffer, at.start, (at.end - at.start) as u64).ok()
            }
        }
    }

    /// Bytes of a local memory, to write.
    pub fn local_bytes_mut(&mut self, id: MemoryId, at: &Range<i64>) -> Option<&mut [u8]> {
        let MemoryId::Local(i) = id else { return None };
        let local = self.locals.get_mut(i as usize)?;
        let range = local.range(at.start, (at.end - at.start) as u64)?;
        local.soil(&range);
        Some(&mut local.all_mut()[range])
    }

    /// What was ever written of the local memories since they were fresh: which one, where, the bytes.
    pub fn written(&self) -> impl Iterator<Item = (usize, Range<usize>, &[u8])> {
        let written = self.locals.iter().enumerate().filter(|(_, local)| !local.dirty.is_empty());
        written.map(|(i, local)| (i, local.dirty.clone(), &local.all()[local.dirty.clone()]))
    }

    /// Bytes of a local memory as [`CoreMemory::written`] gave them, to be written again.
    pub fn rewrite(&mut self, local: usize, range: Range<usize>) -> Option<&mut [u8]> {
        let local = self.locals.get_mut(local)?;
        local.soil(&range);
        local.all_mut().get_mut(range)
    }

    /// Whether an access went past the end of a buffer, into the slack.
    pub fn has_overran(&self) -> bool {
        self.overran.get()
    }

    /// Says whether an access went past the end of a buffer.
    pub fn set_overran(&self, overran: bool) {
        self.overran.set(overran);
    }

    /// The bytes of each buffer of global memory, without the slack; none where another memory sees it.
    pub fn buffer_sizes(&self) -> Vec<usize> {
        self.gm.map_or_else(Vec::new, |gm| gm.lengths().collect())
    }

    /// Makes the local memories as fresh as new.
    pub fn reset(&mut self) {
        self.forwards.clear();
        self.alike.clear();
        for local in &mut self.locals {
            let dirty = std::mem::replace(&mut local.dirty, CLEAN);
            if !dirty.is_empty() {
                let poison = local.poison;
                local.all_mut()[dirty].fill(poison);
            }
        }
        if let Some(shadow) = &mut self.shadow {
            shadow.reset();
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

    /// Notes a copy that is not made.
    pub(crate) fn forward(&mut self, copy: Forward) {
        self.forget(copy.to);
        self.forwards.push(copy);
    }

    /// A tile is written: it does not hold what a copy that was not made would have put there. Tiles of copies that are not made
    /// are the same bytes or none.
    #[inline(always)]
    pub(crate) fn forget(&mut self, to: Spot) {
        if !self.forwards.is_empty() {
            self.forwards.retain(|f| f.to != to);
        }
    }

    /// Whether there are copies that were not made.
    #[inline(always)]
    pub(crate) fn has_forwards(&self) -> bool {
        !self.forwards.is_empty()
    }

    /// Whether the source of a copy that was not made is in a buffer of global memory.
    #[inline(always)]
    pub(crate) fn forwards_from(&self, buffer: u32) -> bool {
        let is_there = |f: &Forward| matches!(f.origin, Origin::Global { place, .. } if place.buffer == buffer);
        self.forwards.iter().any(is_there)
    }

    /// The copy that would have filled a tile, if it was not made.
    #[inline(always)]
    pub(crate) fn forwarded(&self, to: Spot) -> Option<Forward> {
        self.forwards.iter().find(|f| f.to == to).copied()
    }

    /// Takes the copies that were not made, so that they are.
    pub(crate) fn take_forwards(&mut self) -> Vec<Forward> {
        std::mem::take(&mut self.forwards)
    }

    /// What the elements of a copy that is not made are counted from.
    pub(crate) fn origin(&mut self, origin: &Origin) -> Option<*mut u8> {
        match *origin {
            Origin::Local(spot) => self.peek(spot),
            Origin::Global { place, low, bytes } => {
                let addr = place.addr.checked_add(low)?;
                let found = self.find(place.buffer, addr, bytes, Access::Read).ok()?;
                Some(found.start.read().cast_mut().wrapping_offset(low.wrapping_neg() as isize))
            }
        }
    }

    /// The first byte of a range of global memory, if it is inside. Of it, `parts` are accessed: their first bytes
    /// and lengths, counted from the beginning of the range. For kernels as well; other bytes must not be touched.
    #[inline]
    pub(crate) fn raw<P: Iterator<Item = Range<usize>>>(
        &mut self,
        buffer: u32,
        addr: i64,
        len: u64,
        access: Access,
        parts: impl FnOnce() -> P,
    ) -> Option<*mut u8> {
        let found = self.find(buffer, addr, len, access).ok()?;
        if let Some(claimant) = &mut self.claimant {
            claim_parts(claimant, buffer, &found, access, parts())?;
        }
        match access {
            // A plane has one kind of pointer. What was asked for to be read is not written by any kernel.
            Access::Read => Some(found.start.read().cast_mut()),
            Access::Write => found.start.write(),
        }
    }

    /// Whether what is written to a buffer of global memory has most likely left the caches when it is read.
    pub(crate) fn outgrows_caches(&self, buffer: u32) -> bool {
        /// As large as the last cache of a large machine.
        const CACHES: usize = 32 << 20;
        self.gm.is_some_and(|gm| {
            let all = gm.all_bytes();
            // A small buffer beside large ones may be a place for results on the way, which are read soon.
            all >= CACHES && gm.sizes().nth(buffer as usize).is_some_and(|size| size >= all / 4)
        })
    }

    /// Claims parts of a range of global memory for the block that is foreseen (see [`Wave::foresee`]). Nothing if the
    /// range does not exist, or another block is in the way.
    pub(crate) fn claim_ahead<P: Iterator<Item = Range<usize>>>(
        &mut self,
        buffer: u32,
        addr: i64,
        len: u64,
        access: Access,
        parts: impl FnOnce() -> P,
    ) -> Option<()> {
        let found = self.gm?.find(buffer, addr, len, access).ok()?;
        let claimant = self.claimant.as_ref()?;
        let start = found.range.start;
        let claim =
            |p: Range<usize>| claimant.claim_ahead(buffer, start + p.start..start + p.end, access);
        parts().all(claim).then_some(())
    }

    /// Claims bytes of global memory that the foreseen block will write.
    pub fn claim_write_ahead(&mut self, buffer: u32, addr: i64, len: u64) -> Option<()> {
        self.claim_ahead(buffer, addr, len, Access::Write, || std::iter::once(0..len as usize))
    }

    #[inline]
    fn find(&self, buffer: u32, addr: i64, len: u64, access: Access) -> Result<Found, Trap> {
        let Some(gm) = self.gm else { return Err(no_buffer()) };
        let found = gm.find(buffer, addr, len, access)?;
        if found.overruns {
            self.overran.set(true);
        }
        Ok(found)
    }
}

/// Claims parts of a range.
fn claim_parts(
    claimant: &mut Claimant<'_>,
    buffer: u32,
    found: &Found,
    access: Access,
    parts: impl Iterator<Item = Range<usize>>,
) -> Option<()> {
    for part in parts {
        let start = found.start.read().wrapping_add(part.start);
        let part = found.range.start + part.start..found.range.start + part.end;
        debug_assert!(part.end <= found.range.end);
        match access {
            Access::Read => claimant.read(buffer, part).ok()?,
            Access::Write => claimant.write(buffer, part, start).ok()?,
        }
    }
    Some(())
}

fn range(addr: i64, len: u64, size: usize) -> Option<Range<usize>> {
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
                let found = self.find(buffer, addr, len, Access::Read)?;
                if let Some(claimant) = &self.claimant {
                    claimant.read(buffer, found.range)?;
                }
                // SAFETY: `find` checked the range. No other thread writes there: this is the only one, or it has
                // claimed the bytes. This thread does not while `self` is borrowed: no other of its memories sees them.
                Ok(unsafe { std::slice::from_raw_parts(found.start.read(), len as usize) })
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
                let found = self.find(buffer, addr, len, Access::Write)?;
                let start = found.start.write().ok_or_else(no_buffer)?;
                if let Some(claimant) = &mut self.claimant {
                    claimant.write(buffer, found.range, start)?;
                }
                // SAFETY: as in `bytes`; no other thread reads there either.
                Ok(unsafe { std::slice::from_raw_parts_mut(start, len as usize) })
            }
        }
    }

    fn exists(&self, space: Space, buffer: u32, addr: i64, len: u64) -> Result<(), Trap> {
        match self.index(space, buffer) {
            Some(_) => self.bytes(space, buffer, addr, len).map(|_| ()),
            // Nothing is read: nothing is claimed.
            None => self.find(buffer, addr, len, Access::Read).map(|_| ()),
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
