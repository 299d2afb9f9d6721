//! The twins of the floats in memory, page by page where something was written.

use super::row::{CHUNK, Row, RowRef};
use crate::record::FIRST_LOCAL;
use pto_isa::DType;
use rustc_hash::FxHashMap;

/// Whether floats of a type have twins.
pub fn has_twins(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F16 | DType::Bf16)
}

/// Floats of a page of a buffer. Each has 16 bytes: in large pieces the system maps them by large pages.
const BUFFER_PAGE: usize = 1 << 22;

/// Twins of neighbouring floats, and which of them count: of a chunk in the memories of a core, of many in a buffer.
#[derive(Debug, Default)]
struct Page {
    known: Vec<u64>,
    /// As far as something was written.
    row: Row,
    /// Of each chunk what [`RowRef::most`] says of all its elements, if it was asked since they were written; NaN if not.
    most: Vec<f64>,
}

impl Page {
    /// Whether all of some elements count, or none.
    fn counts(&self, first: usize, len: usize) -> (bool, bool) {
        let (mut all, mut none) = (true, true);
        for (word, mask) in words(first, len) {
            let known = self.known.get(word).copied().unwrap_or(0);
            all &= known & mask == mask;
            none &= known & mask == 0;
        }
        (all, none)
    }
    fn knows(&self, i: usize) -> bool {
        self.known.get(i / 64).is_some_and(|known| known >> (i % 64) & 1 == 1)
    }
    /// From now on these elements count; they are about to be written.
    fn know(&mut self, first: usize, len: usize) {
        self.reach(first + len);
        words(first, len).for_each(|(word, mask)| self.known[word] |= mask);
        self.most[first / CHUNK..(first + len).div_ceil(CHUNK)].fill(f64::NAN);
    }
    fn forget(&mut self, first: usize, len: usize) {
        let end = (first + len).min(self.row.len());
        if first < end {
            words(first, end - first).for_each(|(word, mask)| self.known[word] &= !mask);
        }
    }
    /// Has room for elements up to a number, in whole chunks.
    fn reach(&mut self, end: usize) {
        if end > self.row.len() {
            let len = end.next_multiple_of(CHUNK);
            self.row.grow(len, BUFFER_PAGE);
            self.known.resize(len / 64, 0);
            self.most.resize(len / CHUNK, f64::NAN);
        }
    }
    fn put(&mut self, first: usize, row: RowRef<'_>) {
        self.know(first, row.value.len());
        self.row.put(first, row);
    }
}

/// The bits of some elements in words of 64.
fn words(first: usize, len: usize) -> impl Iterator<Item = (usize, u64)> {
    (first / 64..(first + len).div_ceil(64)).map(move |word| {
        let low = first.max(word * 64) - word * 64;
        let high = (first + len).min(word * 64 + 64) - word * 64;
        (word, (u64::MAX >> (64 - (high - low))) << low)
    })
}

/// The pages of a memory, where there are some.
type Pages = Vec<Option<Page>>;

/// The twins of a run.
#[derive(Debug, Default)]
pub struct TwinMemory {
    /// Of each memory the pages of 4-byte floats, and those of 2-byte floats.
    memories: FxHashMap<u64, [Pages; 2]>,
}

/// Floats side by side: a memory, the first byte, their type.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The memory, by its number in the run.
    pub memory: u64,
    /// The first byte.
    pub at: usize,
    /// The type.
    pub dtype: DType,
}

/// A part of a span that lies in a piece of the memory.
#[derive(Clone, Copy)]
pub struct Part {
    /// The number of the piece.
    piece: usize,
    /// The first of the elements of the piece.
    first: usize,
    /// How many elements of the span came before.
    pub done: usize,
    /// How many.
    pub len: usize,
}

impl Span {
    fn width(&self) -> usize {
        self.dtype.bytes() as usize
    }
    /// The parts of `len` floats that lie in a chunk each.
    pub fn chunks(&self, len: usize) -> impl Iterator<Item = Part> + use<> {
        self.parts(CHUNK, len)
    }
    /// The parts of `len` floats that lie in a page each.
    fn pages(&self, len: usize) -> impl Iterator<Item = Part> + use<> {
        self.parts(page_of(self.memory), len)
    }
    fn parts(&self, piece_len: usize, len: usize) -> impl Iterator<Item = Part> + use<> {
        let start = self.at / self.width();
        let mut done = 0;
        std::iter::from_fn(move || {
            let (piece, first) = ((start + done) / piece_len, (start + done) % piece_len);
            let part = Part { piece, first, done, len: (piece_len - first).min(len - done) };
            done += part.len;
            (part.len > 0).then_some(part)
        })
    }
    /// The floats from one on.
    fn after(&self, floats: usize) -> Span {
        Span { at: self.at + floats * self.width(), ..*self }
    }
}

/// Which pages have floats of this width.
fn half_of(width: usize) -> usize {
    usize::from(width == 2)
}

/// How many floats a page of a memory has.
fn page_of(memory: u64) -> usize {
    if memory < FIRST_LOCAL { BUFFER_PAGE } else { CHUNK }
}

impl TwinMemory {
    fn page(&self, span: Span, part: Part) -> Option<&Page> {
        self.memories.get(&span.memory)?[half_of(span.width())].get(part.piece)?.as_ref()
    }

    /// The place of a page in a memory.
    fn place(&mut self, span: Span, part: Part) -> &mut Option<Page> {
        let pages = &mut self.memories.entry(span.memory).or_default()[half_of(span.width())];
        if pages.len() <= part.piece {
            pages.resize_with(part.piece + 1, || None);
        }
        &mut pages[part.piece]
    }

    /// Reads neighbouring floats, a chunk at most: their twins where they lie, if all have one and they lie together. Those without
    /// are what their bytes say.
    pub fn lend<'a>(
        &'a self,
        span: Span,
        len: usize,
        bytes: impl FnOnce() -> &'a [u8],
        row: &'a mut Row,
    ) -> RowRef<'a> {
        if let Some(part) = span.pages(len).next().filter(|part| part.len == len) {
            match self.page(span, part).map(|page| (page, page.counts(part.first, len))) {
                Some((page, (true, _))) => return page.row.part(part.first, len),
                None | Some((_, (_, true))) => return row.lend_floats(span.dtype, bytes()),
                _ => {}
            }
        }
        self.read(span, bytes(), row, len);
        row.first(len)
    }

    /// Reads neighbouring floats into the beginning of a row.
    pub fn read(&self, span: Span, bytes: &[u8], row: &mut Row, len: usize) {
        let width = span.width();
        for part in span.pages(len) {
            let Part { first, done, len, .. } = part;
            let bytes = bytes.get(done * width..(done + len) * width).unwrap_or(&[]);
            match self.page(span, part).map(|page| (page, page.counts(first, len))) {
                Some((page, (true, _))) => row.put(done, page.row.part(first, len)),
                None | Some((_, (_, true))) => row.decode(done, span.dtype, bytes),
                Some((page, _)) => {
                    row.decode(done, span.dtype, bytes);
                    for i in (0..len).filter(|i| page.knows(first + i)) {
                        row.put(done + i, page.row.part(first + i, 1));
                    }
                }
            }
        }
    }

    /// Whether one of some neighbouring floats has a twin.
    pub fn knows_some(&self, span: Span, len: usize) -> bool {
        span.pages(len).any(|part| {
            self.page(span, part).is_some_and(|page| !page.counts(part.first, part.len).1)
        })
    }

    /// Whether there are twins in a memory.
    pub fn knows_memory(&self, memory: u64) -> bool {
        self.memories.contains_key(&memory)
    }

    /// Whether all of them have.
    pub fn knows_all(&self, span: Span, len: usize) -> bool {
        span.pages(len).all(|part| {
            self.page(span, part).is_some_and(|page| page.counts(part.first, part.len).0)
        })
    }

    /// Writes twins of neighbouring floats.
    pub fn write(&mut self, span: Span, row: RowRef<'_>) {
        let len = row.value.len();
        self.forget_other_width(span, len);
        for part in span.pages(len) {
            let page = self.place(span, part).get_or_insert_default();
            page.put(part.first, row.part(part.done, part.len));
        }
    }

    /// Writes the first elements of a row of a chunk, which has others afterwards: a page that is as large takes it for its own.
    pub fn exchange(&mut self, span: Span, row: &mut Row, len: usize) {
        match span.pages(len).next() {
            Some(part) if part.len == CHUNK && page_of(span.memory) == CHUNK => {
                self.forget_other_width(span, len);
                let page = self.place(span, part).get_or_insert_default();
                page.know(0, CHUNK);
                std::mem::swap(&mut page.row, row);
            }
            _ => self.write(span, row.first(len)),
        }
    }

    /// At least the largest relative bound of the errors of some neighbouring floats, where that is at hand: they are a chunk of a
    /// buffer that was copied there.
    pub fn most(&self, span: Span, len: usize) -> Option<f64> {
        let part = span.pages(len).next()?;
        let page = self.page(span, part)?;
        let is_chunk = part.len == CHUNK && part.first.is_multiple_of(CHUNK);
        let most = *page.most.get(part.first / CHUNK).filter(|_| is_chunk)?;
        (!most.is_nan() && page.counts(part.first, CHUNK).0).then_some(most)
    }

    /// The bytes belong to floats of one width at a time.
    fn forget_other_width(&mut self, span: Span, len: usize) {
        let width = span.width();
        self.forget_floats(span.memory, 6 - width, span.at, len * width);
    }

    /// Takes twins of neighbouring floats of the same type over from elsewhere; `bytes` are those of the floats, `row` is room for a
    /// chunk.
    pub fn copy(&mut self, from: Span, to: Span, len: usize, bytes: &[u8], row: &mut Row) {
        let width = from.width();
        self.memories.entry(to.memory).or_default();
        for chunk in to.chunks(len) {
            let Part { done, len, .. } = chunk;
            let (from, to) = (from.after(done), to.after(done));
            if !self.knows_some(from, len) {
                self.forget(to.memory, to.at, len * width);
            } else if !self.copy_known(from, to, len) {
                self.read(from, &bytes[done * width..], row, len);
                self.write(to, row.first(len));
            }
        }
    }

    /// Copies twins from one page to another; false if not all are known, or if they do not lie like that.
    fn copy_known(&mut self, from: Span, to: Span, len: usize) -> bool {
        let whole = |span: Span| span.pages(len).next().filter(|part| part.len == len);
        let (Some(source), Some(sink)) = (whole(from), whole(to)) else { return false };
        if !self.page(from, source).is_some_and(|page| page.counts(source.first, len).0) {
            return false;
        }
        self.forget_other_width(to, len);
        let mut page = self.place(to, sink).take().unwrap_or_default();
        // It is not there if it is the same page.
        let copied = self.page(from, source).map(|source_page| {
            let row = source_page.row.part(source.first, len);
            page.put(sink.first, row);
            if len == CHUNK && page_of(to.memory) != CHUNK {
                // While it is in the cache.
                page.most[sink.first / CHUNK] = row.most();
            }
        });
        *self.place(to, sink) = Some(page);
        copied.is_some()
    }

    /// From now on bytes have no twins.
    pub fn forget(&mut self, memory: u64, at: usize, len: usize) {
        self.forget_floats(memory, 4, at, len);
        self.forget_floats(memory, 2, at, len);
    }

    /// From now on floats of a width that have some of these bytes have no twins.
    fn forget_floats(&mut self, memory: u64, width: usize, at: usize, len: usize) {
        let Some(pages) = self.memories.get_mut(&memory).map(|m| &mut m[half_of(width)]) else {
            return;
        };
        let page_len = page_of(memory);
        let end = at.saturating_add(len).div_ceil(width).min(pages.len() * page_len);
        let start = at / width;
        let touched = pages.iter_mut().enumerate().take(end.div_ceil(page_len));
        for (number, place) in touched.skip(start / page_len) {
            let Some(page) = place else { continue };
            let first = start.max(number * page_len) - number * page_len;
            let last = end.min((number + 1) * page_len) - number * page_len;
            page.forget(first, last - first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::twin::Twin;

    fn span(memory: u64, at: usize, dtype: DType) -> Span {
        Span { memory, at, dtype }
    }

    /// The values of some floats whose bytes are zeros.
    fn values(twins: &TwinMemory, span: Span, len: usize) -> Vec<f64> {
        let mut row = Row::zeros(len);
        twins.read(span, &vec![0; len * span.width()], &mut row, len);
        row.value
    }

    #[test]
    fn what_two_memories_share_stays_as_it_was_copied() {
        let (tile, buffer) = (span(1, 0, DType::F32), span(2, 4 * CHUNK, DType::F32));
        let (mut twins, mut row) = (TwinMemory::default(), Row::zeros(CHUNK));
        row.fill(Twin::exact(3.0), 0.25);
        twins.exchange(tile, &mut row, CHUNK);
        twins.copy(tile, buffer, CHUNK, &[0; 4 * CHUNK], &mut row);
        assert!(twins.most(buffer, CHUNK).is_some_and(|most| (0.25..0.26).contains(&most)));
        row.fill(Twin::exact(5.0), 0.0);
        twins.write(span(1, 8, DType::F32), row.first(1));
        assert_eq!(values(&twins, tile, 4), [3.0, 3.0, 5.0, 3.0]);
        assert_eq!(values(&twins, buffer, 4), [3.0; 4]);
        assert_eq!(twins.most(tile, CHUNK), None);
        twins.exchange(tile, &mut row, CHUNK);
        twins.forget(1, 0, 4 * CHUNK);
        assert_eq!(values(&twins, tile, 4), [0.0; 4]);
        assert_eq!(values(&twins, buffer, CHUNK), [3.0; CHUNK]);
        // What is not whole pages is copied.
        twins.copy(buffer, span(1, 4, DType::F32), CHUNK, &[0; 4 * CHUNK], &mut row);
        assert_eq!(values(&twins, tile, 2), [0.0, 3.0]);
    }

    #[test]
    fn bytes_belong_to_floats_of_one_width() {
        let mut twins = TwinMemory::default();
        let mut row = Row::zeros(8);
        row.fill(Twin::exact(1.0), 0.0);
        twins.write(span(1, 0, DType::F32), row.first(8));
        twins.write(span(1, 6, DType::F16), row.first(2));
        assert_eq!(values(&twins, span(1, 0, DType::F32), 4), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(values(&twins, span(1, 4, DType::F16), 4), [0.0, 1.0, 1.0, 0.0]);
        twins.write(span(1, 4, DType::F32), row.first(1));
        assert_eq!(values(&twins, span(1, 4, DType::F16), 4), [0.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn what_lies_past_all_twins_of_a_buffer_is_forgotten_like_the_rest() {
        let mut twins = TwinMemory::default();
        let mut row = Row::zeros(CHUNK);
        row.fill(Twin::exact(1.0), 0.0);
        twins.write(span(1, 0, DType::F32), row.first(CHUNK));
        twins.forget(1, 4 * CHUNK + 1000, 8);
        twins.forget(1, 4 * CHUNK - 8, 1000);
        assert_eq!(values(&twins, span(1, 4 * CHUNK - 16, DType::F32), 4), [1.0, 1.0, 0.0, 0.0]);
    }
}
