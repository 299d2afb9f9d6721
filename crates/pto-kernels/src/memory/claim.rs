//! Which block may touch which bytes of global memory while blocks run on several threads.
//!
//! Optimistic concurrency with commit in block order. A block claims bytes before it touches them: to read, which
//! many blocks may, or to write, which one may. A claim that another block's is in the way of is refused. Nobody
//! waits: the block that was refused stops, and so do those after it. A block is committed once it and all blocks
//! before it are done; only then are its claims void.
//!
//! Two facts follow, and all else rests on them:
//!
//! 1. *No two threads touch the same byte unless both only read.* A block touches bytes only after its claim was
//!    granted, and the claims of blocks that are not committed exclude each other as reads and writes do. Whoever
//!    takes over bytes of a committed block has read [`ClaimTable::committed`], which was written after the block
//!    had ended: its accesses happen before those of its successor.
//! 2. *A committed block has done what it does when blocks run one after another.* Say block `b` reads a byte, and
//!    `k` is the last block before it that writes it. If `k` had been committed, `b` read what it should: of two
//!    blocks that write a byte the later one does so after the earlier one was committed, and no block after `b`
//!    can have written it, for it is not committed before `b`. If `k` was not committed, one of the two claimed the
//!    byte first, and the other was refused: then `b` is not committed before it has run again.

use smallvec::SmallVec;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Claims are kept by chunks of this many bytes: few enough that a claim is a small list, and enough that a tile has
/// few chunks.
const CHUNK_BYTES: usize = 1 << 14;
/// Chunks whose lists are made together.
const REGION_CHUNKS: usize = 16;
/// More claims in a chunk are refused: blocks so interlaced run one after another.
const MOST_CLAIMS: usize = 256;

/// What is done to bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Who has claimed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Reader,
    /// All blocks up to one of them, for what is known here. Nobody has claimed such bytes to write.
    Readers,
    Writer,
}

/// Bytes of a chunk that a block may touch.
#[derive(Clone, Copy, Debug)]
struct Claim {
    start: u16,
    end: u16,
    holder: Holder,
    block: u32,
}

impl Claim {
    fn covers(&self, other: &Claim) -> bool {
        self.start <= other.start && other.end <= self.end
    }
    fn meets(&self, other: &Claim) -> bool {
        self.start < other.end && other.start < self.end
    }
    /// Whether they meet or lie side by side.
    fn touches(&self, other: &Claim) -> bool {
        self.start <= other.end && other.start <= self.end
    }
    fn is_of(&self, block: u32) -> bool {
        self.block == block && self.holder != Holder::Readers
    }
    /// Whether the other one is granted by this one already.
    fn includes(&self, other: &Claim) -> bool {
        // Not of a block after the last of them: it must be noted that it reads, too.
        let readable = other.holder == Holder::Reader
            && self.holder == Holder::Readers
            && other.block <= self.block;
        let own = self.is_of(other.block)
            && (self.holder == Holder::Writer || other.holder == Holder::Reader);
        (own || readable) && self.covers(other)
    }
    /// Whether the other one must be refused because of this one.
    fn excludes(&self, other: &Claim) -> bool {
        let writes = self.holder == Holder::Writer || other.holder == Holder::Writer;
        writes && !self.is_of(other.block) && self.meets(other)
    }
    /// Whether this claim to read makes the other one needless.
    fn stands_for(&self, other: &Claim) -> bool {
        let reader = match self.holder {
            Holder::Readers => other.holder != Holder::Writer && other.block <= self.block,
            _ => other.holder == Holder::Reader && other.block == self.block,
        };
        reader && self.covers(other)
    }
    fn extend(&mut self, by: &Claim) {
        (self.start, self.end) = (self.start.min(by.start), self.end.max(by.end));
    }
}

type Chunk = Mutex<SmallVec<[Claim; 2]>>;
/// Chunks side by side, made when the first of them is touched.
type Region = OnceLock<Box<[Chunk]>>;

/// The claims of blocks that run at the same time.
pub(super) struct ClaimTable {
    /// By buffer, then by region.
    buffers: Vec<Box<[Region]>>,
    /// The block to be taken next, and the end of them.
    next: AtomicU32,
    end: u32,
    /// All blocks before this one are committed.
    committed: AtomicU32,
    /// The first block that was refused or failed; those after it need not go on.
    stopped: AtomicU32,
}

impl ClaimTable {
    /// No claims of these blocks on buffers of these sizes; blocks before them have run.
    pub fn new(sizes: impl Iterator<Item = usize>, blocks: Range<u32>) -> ClaimTable {
        let regions = |bytes: usize| bytes.div_ceil(REGION_CHUNKS * CHUNK_BYTES);
        ClaimTable {
            buffers: sizes.map(|b| (0..regions(b)).map(|_| OnceLock::new()).collect()).collect(),
            next: AtomicU32::new(blocks.start),
            end: blocks.end,
            committed: AtomicU32::new(blocks.start),
            stopped: AtomicU32::new(u32::MAX),
        }
    }

    /// The next block. Nobody else gets it.
    pub fn take(&self) -> Option<u32> {
        let more = |b: u32| (b < self.end && !self.is_stopped(b)).then(|| b + 1);
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()
    }

    /// Claims bytes for a block. For each stretch that it had not claimed for writing before and may write now,
    /// `fresh` is called before anything is written there. `false` if the claim is refused: the block must not
    /// touch the bytes.
    pub fn claim(
        &self,
        block: u32,
        buffer: u32,
        bytes: Range<usize>,
        access: Access,
        mut fresh: impl FnMut(Range<usize>),
    ) -> bool {
        if self.is_stopped(block) {
            return false;
        }
        let holder = match access {
            Access::Read => Holder::Reader,
            Access::Write => Holder::Writer,
        };
        let mut at = bytes.start;
        while at < bytes.end {
            let index = at / CHUNK_BYTES;
            let from = index * CHUNK_BYTES;
            let end = bytes.end.min(from + CHUNK_BYTES);
            let claim =
                Claim { start: (at - from) as u16, end: (end - from) as u16, holder, block };
            let Some(chunk) = self.chunk(buffer, index) else { return false };
            let mut claims = chunk.lock().unwrap_or_else(PoisonError::into_inner);
            if !claims.iter().any(|c| c.includes(&claim)) {
                if !self.add(&mut claims, claim) {
                    drop(claims);
                    self.stop(block);
                    return false;
                }
                drop(claims);
                if access == Access::Write {
                    fresh(at..end);
                }
            }
            at = end;
        }
        true
    }

    fn chunk(&self, buffer: u32, index: usize) -> Option<&Chunk> {
        let region = self.buffers.get(buffer as usize)?.get(index / REGION_CHUNKS)?;
        let chunks = region.get_or_init(|| (0..REGION_CHUNKS).map(|_| Chunk::default()).collect());
        chunks.get(index % REGION_CHUNKS)
    }

    /// Adds a claim, if none is in its way.
    fn add(&self, claims: &mut SmallVec<[Claim; 2]>, mut new: Claim) -> bool {
        let committed = self.committed.load(Ordering::Acquire);
        claims.retain(|c| c.block >= committed);
        if claims.iter().any(|c| c.excludes(&new)) {
            return false;
        }
        if new.holder == Holder::Writer {
            let own = |c: &Claim| c.holder == Holder::Writer && c.is_of(new.block);
            if let Some(at) = claims.iter().position(|c| own(c) && c.touches(&new)) {
                new.extend(&claims.swap_remove(at));
            }
            // Who may write may read.
            claims.retain(|c| !(c.is_of(new.block) && new.covers(c)));
        } else {
            // Bytes that one block of several has read count as read by all of them, so that a list does not grow
            // with their number; not where some are written, for then only their writer may read them.
            let mut all = new;
            for c in claims.iter().filter(|c| c.holder != Holder::Writer) {
                if c.is_of(new.block) && c.touches(&all) {
                    all.extend(c);
                } else if c.meets(&all) {
                    all.extend(c);
                    all.holder = Holder::Readers;
                    all.block = all.block.max(c.block);
                }
            }
            let written = |c: &Claim| c.holder == Holder::Writer && c.meets(&all);
            if all.holder == Holder::Reader || !claims.iter().any(written) {
                claims.retain(|c| !all.stands_for(c));
                new = all;
            }
        }
        let room = claims.len() < MOST_CLAIMS;
        if room {
            claims.push(new);
        }
        room
    }

    /// Stops a block and those after it.
    pub fn stop(&self, block: u32) {
        self.stopped.fetch_min(block, Ordering::Relaxed);
    }

    /// Whether a block need not go on: it will not be committed.
    pub fn is_stopped(&self, block: u32) -> bool {
        self.stopped.load(Ordering::Relaxed) <= block
    }

    /// All blocks before this one have ended and are committed.
    pub fn commit_before(&self, block: u32) {
        self.committed.store(block, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(t: &ClaimTable, block: u32, bytes: Range<usize>, access: Access) -> bool {
        t.claim(block, 0, bytes, access, |_| {})
    }

    #[test]
    fn many_may_read_and_one_may_write() {
        let table = || ClaimTable::new([3 * CHUNK_BYTES].into_iter(), 0..100);
        let t = table();
        assert!((0..9).all(|b| claim(&t, b, CHUNK_BYTES - 96..CHUNK_BYTES + 104, Access::Read)));
        assert!(!claim(&t, 1, CHUNK_BYTES + 4..CHUNK_BYTES + 5, Access::Write), "others read it");
        assert!(t.is_stopped(1) && t.is_stopped(2) && !t.is_stopped(0));
        let t = table();
        assert!(
            claim(&t, 1, 0..2 * CHUNK_BYTES, Access::Write) && claim(&t, 1, 5..7, Access::Read)
        );
        assert!(
            !claim(&t, 2, 2 * CHUNK_BYTES - 1..2 * CHUNK_BYTES, Access::Read),
            "another writes it"
        );
        assert!(claim(&t, 0, 2 * CHUNK_BYTES..2 * CHUNK_BYTES + 1, Access::Write), "nobody has it");
        assert!(
            !claim(&t, 0, CHUNK_BYTES - 1..CHUNK_BYTES + 1, Access::Write),
            "another writes it"
        );
    }

    #[test]
    fn bytes_of_committed_blocks_are_free_again() {
        let t = ClaimTable::new([4096].into_iter(), 0..100);
        assert!(claim(&t, 0, 0..64, Access::Write) && claim(&t, 0, 64..128, Access::Read));
        t.commit_before(1);
        assert!(claim(&t, 2, 0..64, Access::Read) && claim(&t, 2, 64..128, Access::Write));
        // Who reads after all readers were committed is noted.
        assert!(claim(&t, 1, 200..300, Access::Read) && claim(&t, 2, 200..300, Access::Read));
        t.commit_before(3);
        assert!(claim(&t, 5, 200..300, Access::Read));
        assert!(!claim(&t, 4, 200..300, Access::Write));
    }

    #[test]
    fn what_is_claimed_to_be_written_is_shown_once() {
        let t = ClaimTable::new([3 * CHUNK_BYTES].into_iter(), 0..100);
        let shown = |bytes: Range<usize>| {
            let mut list = Vec::new();
            assert!(t.claim(0, 0, bytes, Access::Write, |fresh| list.push(fresh)));
            list
        };
        let (first, second) = (CHUNK_BYTES, 2 * CHUNK_BYTES);
        let parts = [first - 96..first, first..second, second..second + 800];
        assert_eq!(shown(first - 96..second + 800), parts);
        assert_eq!(shown(first + 4..second + 799), []);
    }

    #[test]
    fn blocks_that_share_chunks_do_not_get_into_each_others_way() {
        let t = ClaimTable::new([100_000].into_iter(), 0..100);
        for row in 0..if cfg!(miri) { 20 } else { 1000 } {
            let (block, at) = (row % 8, row as usize * 100);
            assert!(claim(&t, block, at..at + 100, Access::Read));
            assert!(claim(&t, block, at..at + 100, Access::Write));
        }
    }

    /// Claims in random order are granted only if a table of single bytes has room for them.
    #[test]
    fn claims_that_are_granted_exclude_each_other() {
        const BYTES: usize = 300;
        let mut state = 1u64;
        let mut below = move |n: u64| {
            // The constants are those of Knuth's MMIX.
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let (mut granted, mut refused) = (0, 0);
        for _ in 0..if cfg!(miri) { 20 } else { 3000 } {
            let t = ClaimTable::new([BYTES].into_iter(), 0..100);
            let mut readers: Vec<Vec<u32>> = vec![Vec::new(); BYTES];
            let mut writers: Vec<Vec<u32>> = vec![Vec::new(); BYTES];
            let mut committed = 0;
            for _ in 0..40 {
                if below(10) == 0 {
                    committed += 1;
                    t.commit_before(committed);
                }
                let block = committed + below(4) as u32;
                let start = below(BYTES as u64 - 40) as usize;
                let bytes = start..start + 1 + below(40) as usize;
                let access = if below(2) == 0 { Access::Read } else { Access::Write };
                let other = |list: &Vec<u32>| list.iter().any(|&b| b >= committed && b != block);
                let excluded = writers[bytes.clone()].iter().any(other)
                    || access == Access::Write && readers[bytes.clone()].iter().any(other);
                if !claim(&t, block, bytes.clone(), access) {
                    refused += 1;
                    break;
                }
                assert!(!excluded);
                granted += 1;
                let list = if access == Access::Read { &mut readers } else { &mut writers };
                list[bytes].iter_mut().for_each(|l| l.push(block));
            }
        }
        let (least, fewest) = if cfg!(miri) { (20, 5) } else { (3000, 1000) };
        assert!(granted > least && refused > fewest, "{granted} {refused}");
    }
}
