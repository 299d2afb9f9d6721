//! The twins of the floats in memory, page by page where something was written.

use super::row::{CHUNK, Row, RowRef};
use pto_isa::DType;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Whether floats of a type have twins.
pub fn has_twins(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F16 | DType::Bf16)
}

/// Twins of a chunk of floats, and which of them count. Two memories share it while they hold the same.
#[derive(Clone, Debug)]
struct Page {
    known: [u64; CHUNK / 64],
    row: Row,
    /// What [`RowRef::most`] says of all its elements, if it was asked since they were written.
    most: Option<f64>,
}

impl Page {
    fn empty() -> Rc<Page> {
        Rc::new(Page { known: [0; CHUNK / 64], row: Row::zeros(CHUNK), most: None })
    }
    /// Whether all of some elements count, or none.
    fn counts(&self, first: usize, len: usize) -> (bool, bool) {
        let (mut all, mut none) = (true, true);
        for (word, mask) in words(first, len) {
            all &= self.known[word] & mask == mask;
            none &= self.known[word] & mask == 0;
        }
        (all, none)
    }
    fn knows(&self, i: usize) -> bool {
        self.known[i / 64] >> (i % 64) & 1 == 1
    }
    fn know(&mut self, first: usize, len: usize) {
        words(first, len).for_each(|(word, mask)| self.known[word] |= mask);
    }
    fn forget(&mut self, first: usize, len: usize) {
        words(first, len).for_each(|(word, mask)| self.known[word] &= !mask);
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
type Pages = Vec<Option<Rc<Page>>>;

/// The twins of a run.
#[derive(Debug, Default)]
pub struct TwinMemory {
    /// Of each memory the pages of 4-byte floats, and those of 2-byte floats.
    memories: FxHashMap<u64, [Pages; 2]>,
    /// Pages that are not in use any more.
    spare: Vec<Rc<Page>>,
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

/// The part of a span that lies in a page.
#[derive(Clone, Copy)]
pub struct Part {
    page: usize,
    /// The first of the elements of the page.
    first: usize,
    /// How many elements of the span came before.
    pub done: usize,
    /// How many.
    pub len: usize,
}

impl Part {
    fn is_page(&self) -> bool {
        self.len == CHUNK
    }
}

impl Span {
    fn width(&self) -> usize {
        self.dtype.bytes() as usize
    }
    /// The parts of `len` floats that lie in a page each.
    pub fn parts(&self, len: usize) -> impl Iterator<Item = Part> + use<> {
        let start = self.at / self.width();
        let mut done = 0;
        std::iter::from_fn(move || {
            let (page, first) = ((start + done) / CHUNK, (start + done) % CHUNK);
            let part = Part { page, first, done, len: (CHUNK - first).min(len - done) };
            done += part.len;
            (part.len > 0).then_some(part)
        })
    }
    /// The floats of a part.
    fn at(&self, part: Part) -> Span {
        Span { at: self.at + part.done * self.width(), ..*self }
    }
}

/// Which pages have floats of this width.
fn half_of(width: usize) -> usize {
    usize::from(width == 2)
}

impl TwinMemory {
    fn page(&self, span: Span, part: Part) -> Option<&Rc<Page>> {
        self.memories.get(&span.memory)?[half_of(span.width())].get(part.page)?.as_ref()
    }

    /// The place of a page in a memory.
    fn page_mut(&mut self, span: Span, page: usize) -> &mut Option<Rc<Page>> {
        let pages = &mut self.memories.entry(span.memory).or_default()[half_of(span.width())];
        if pages.len() <= page {
            pages.resize_with(page + 1, || None);
        }
        &mut pages[page]
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
        if let Some(part) = span.parts(len).next().filter(|part| part.len == len) {
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
        for part in span.parts(len) {
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
        span.parts(len).any(|part| {
            self.page(span, part).is_some_and(|page| !page.counts(part.first, part.len).1)
        })
    }

    /// Whether there are twins in a memory.
    pub fn knows_memory(&self, memory: u64) -> bool {
        self.memories.contains_key(&memory)
    }

    /// Whether all of them have.
    pub fn knows_all(&self, span: Span, len: usize) -> bool {
        span.parts(len).all(|part| {
            self.page(span, part).is_some_and(|page| page.counts(part.first, part.len).0)
        })
    }

    /// Writes twins of neighbouring floats.
    pub fn write(&mut self, span: Span, row: RowRef<'_>) {
        let len = row.value.len();
        self.forget_other_width(span, len);
        for part in span.parts(len) {
            let page = self.unshared(span, part.page);
            page.row.put(part.first, row.part(part.done, part.len));
            page.know(part.first, part.len);
        }
    }

    /// Writes the first elements of a row of a chunk, which has others afterwards: a page takes it for its own.
    pub fn exchange(&mut self, span: Span, row: &mut Row, len: usize) {
        match span.parts(len).next() {
            Some(part) if part.is_page() => {
                self.forget_other_width(span, len);
                let place = self.page_mut(span, part.page);
                // What others share stays theirs.
                place.take_if(|page| Rc::get_mut(page).is_none());
                let page = self.unshared(span, part.page);
                std::mem::swap(&mut page.row, row);
                page.know(0, CHUNK);
            }
            _ => self.write(span, row.first(len)),
        }
    }

    /// At least the largest relative bound of the errors of some neighbouring floats, where that is at hand: they are a page that two
    /// memories shared.
    pub fn most(&self, span: Span, len: usize) -> Option<f64> {
        let part = span.parts(len).next().filter(Part::is_page)?;
        let page = self.page(span, part)?;
        page.most.filter(|_| page.counts(0, CHUNK).0)
    }

    /// The page that only this memory has, to be changed.
    fn unshared(&mut self, span: Span, page: usize) -> &mut Page {
        let spare = match self.page_mut(span, page) {
            Some(_) => None,
            None => self.spare.pop(),
        };
        let place = self.page_mut(span, page);
        let page = Rc::make_mut(place.get_or_insert_with(|| spare.unwrap_or_else(Page::empty)));
        page.most = None;
        page
    }

    /// The bytes belong to floats of one width at a time.
    fn forget_other_width(&mut self, span: Span, len: usize) {
        let width = span.width();
        self.forget_floats(span.memory, 6 - width, span.at, len * width);
    }

    /// Takes twins of neighbouring floats of the same type over from elsewhere; `bytes` are those of the floats.
    pub fn copy(&mut self, from: Span, to: Span, len: usize, bytes: &[u8], row: &mut Row) {
        let width = from.width();
        self.memories.entry(to.memory).or_default();
        for part in to.parts(len) {
            let (from, to) = (from.at(part), to.at(part));
            if !self.knows_some(from, part.len) {
                self.forget(to.memory, to.at, part.len * width);
                continue;
            }
            let same = from.parts(part.len).next().filter(|p| p.is_page() && part.is_page());
            match same.and_then(|p| self.page_mut(from, p.page).as_mut()) {
                Some(page) => {
                    // While it is in the cache.
                    if let Some(page) = Rc::get_mut(page) {
                        page.most = Some(page.row.first(CHUNK).most());
                    }
                    let shared = page.clone();
                    self.forget_other_width(to, part.len);
                    *self.page_mut(to, part.page) = Some(shared);
                }
                None => {
                    self.read(from, &bytes[part.done * width..], row, part.len);
                    self.write(to, row.first(part.len));
                }
            }
        }
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
        let end = at.saturating_add(len).div_ceil(width).min(pages.len() * CHUNK);
        let start = at / width;
        let touched = pages.iter_mut().enumerate().take(end.div_ceil(CHUNK)).skip(start / CHUNK);
        for (number, place) in touched {
            let Some(page) = place else { continue };
            let first = start.max(number * CHUNK) - number * CHUNK;
            let last = end.min((number + 1) * CHUNK) - number * CHUNK;
            if (first, last) != (0, CHUNK) {
                Rc::make_mut(page).forget(first, last - first);
            } else if let Some(mut page) = place.take()
                && let Some(own) = Rc::get_mut(&mut page)
            {
                own.forget(0, CHUNK);
                self.spare.push(page);
            }
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
}
