//! The twins of the floats in memory: flat arrays beside each memory, page by page where something was written.

use super::twin::Twin;
use pto_isa::DType;
use pto_isa::format::{bf16_to_f32, f16_to_f32};
use rustc_hash::FxHashMap;

/// Bytes of memory that have their twins together: as many 4-byte floats as are computed together.
const PAGE: usize = 4 * CHUNK;

/// Elements that are computed together: their twins stay in the nearest cache.
pub const CHUNK: usize = 512;

/// Whether floats of a type have twins.
pub fn has_twins(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F16 | DType::Bf16)
}

/// What is known of neighbouring floats beside their bits.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// What they are in double precision.
    pub value: Vec<f64>,
    /// How far that may be from exact arithmetic.
    pub doubt: Vec<f64>,
    /// The relative error of the float itself; not finite where the float or its twin is not.
    pub error: Vec<f32>,
}

impl Row {
    /// A row to be filled.
    pub fn zeros(len: usize) -> Row {
        Row { value: vec![0.0; len], doubt: vec![0.0; len], error: vec![0.0; len] }
    }
    /// How many.
    pub fn len(&self) -> usize {
        self.value.len()
    }
    /// Makes it so long; what it held is of no interest.
    pub fn resize(&mut self, len: usize) {
        self.value.resize(len, 0.0);
        self.doubt.resize(len, 0.0);
        self.error.resize(len, 0.0);
    }
    /// One number everywhere.
    pub fn fill(&mut self, twin: Twin, error: f32) {
        self.value.fill(twin.value);
        self.doubt.fill(twin.doubt);
        self.error.fill(error);
    }
    /// An element.
    #[inline(always)]
    pub fn twin(&self, i: usize) -> Twin {
        Twin { value: self.value[i], doubt: self.doubt[i] }
    }
    /// Changes an element.
    #[inline(always)]
    pub fn set(&mut self, i: usize, twin: Twin, error: f32) {
        (self.value[i], self.doubt[i], self.error[i]) = (twin.value, twin.doubt, error);
    }
    /// Some of its elements.
    pub fn part(&self, first: usize, len: usize) -> RowRef<'_> {
        RowRef {
            value: &self.value[first..first + len],
            doubt: &self.doubt[first..first + len],
            error: &self.error[first..first + len],
        }
    }
    /// Takes elements over from another row.
    pub fn copy_from(&mut self, at: usize, from: &Row, first: usize, len: usize) {
        self.value[at..at + len].copy_from_slice(&from.value[first..first + len]);
        self.doubt[at..at + len].copy_from_slice(&from.doubt[first..first + len]);
        self.error[at..at + len].copy_from_slice(&from.error[first..first + len]);
    }
    /// Floats as they are, from their bytes.
    fn decode(&mut self, at: usize, dtype: DType, bytes: &[u8]) {
        let n = bytes.len() / dtype.bytes() as usize;
        let value = &mut self.value[at..at + n];
        decode_floats(dtype, bytes, value);
        self.doubt[at..at + n].fill(0.0);
        for (error, value) in self.error[at..at + n].iter_mut().zip(value) {
            *error = if value.is_finite() { 0.0 } else { f32::INFINITY };
        }
    }
}

/// A row that lies somewhere.
#[derive(Clone, Copy)]
pub struct RowRef<'a> {
    /// As in [`Row`].
    pub value: &'a [f64],
    /// As in [`Row`].
    pub doubt: &'a [f64],
    /// As in [`Row`].
    pub error: &'a [f32],
}

/// The numbers of neighbouring floats.
pub fn decode_floats(dtype: DType, bytes: &[u8], out: &mut [f64]) {
    let halves = bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]));
    match dtype {
        DType::F32 => {
            for (out, b) in out.iter_mut().zip(bytes.chunks_exact(4)) {
                *out = f32::from_le_bytes([b[0], b[1], b[2], b[3]]).into();
            }
        }
        DType::F16 => out.iter_mut().zip(halves).for_each(|(out, h)| *out = f16_to_f32(h).into()),
        _ => out.iter_mut().zip(halves).for_each(|(out, h)| *out = bf16_to_f32(h).into()),
    }
}

/// Twins of the floats of one width in a page, and which of them count.
#[derive(Debug)]
struct Half {
    known: Vec<u64>,
    row: Row,
}

impl Half {
    /// A page in which some elements count.
    fn of(elements: usize, first: usize, part: RowRef<'_>) -> Half {
        let len = part.value.len();
        let known = vec![0; elements.div_ceil(64)];
        let mut half = if len == elements {
            let (value, doubt) = (part.value.to_vec(), part.doubt.to_vec());
            Half { known, row: Row { value, doubt, error: part.error.to_vec() } }
        } else {
            let mut row = Row::zeros(elements);
            row.value[first..first + len].copy_from_slice(part.value);
            row.doubt[first..first + len].copy_from_slice(part.doubt);
            row.error[first..first + len].copy_from_slice(part.error);
            Half { known, row }
        };
        half.know(first, len);
        half
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

/// A page has twins of 4-byte floats, of 2-byte floats, or of both side by side.
#[derive(Debug, Default)]
struct Page {
    halves: [Option<Box<Half>>; 2],
}

/// The twins of a run.
#[derive(Debug, Default)]
pub struct TwinMemory {
    memories: FxHashMap<u64, Vec<Option<Box<Page>>>>,
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

impl Span {
    fn width(&self) -> usize {
        self.dtype.bytes() as usize
    }
    /// The parts of `len` floats that lie in a page each: the page, the first of its elements, how many came before, how many.
    fn pages(&self, len: usize) -> impl Iterator<Item = (usize, usize, usize, usize)> + use<> {
        let (at, width) = (self.at, self.width());
        let mut done = 0;
        std::iter::from_fn(move || {
            let byte = at + done * width;
            let here = ((PAGE - byte % PAGE).div_ceil(width)).min(len - done);
            let part = (here > 0).then_some((byte / PAGE, byte % PAGE / width, done, here));
            done += here;
            part
        })
    }
}

/// Which half of a page has floats of this width.
fn half_of(width: usize) -> usize {
    usize::from(width == 2)
}

impl TwinMemory {
    fn half(&self, memory: u64, page: usize, width: usize) -> Option<&Half> {
        let page = self.memories.get(&memory)?.get(page)?.as_ref()?;
        page.halves[half_of(width)].as_deref()
    }

    /// Twins of neighbouring floats where they lie, if all have one and they lie together.
    pub fn lend(&self, span: Span, len: usize) -> Option<RowRef<'_>> {
        let mut parts = span.pages(len);
        let (page, first, ..) = parts.next().filter(|part| part.3 == len)?;
        let half = self.half(span.memory, page, span.width())?;
        half.counts(first, len).0.then(|| half.row.part(first, len))
    }

    /// Reads neighbouring floats; those without a twin are what their bytes say.
    pub fn read(&self, span: Span, bytes: &[u8], row: &mut Row) {
        let width = span.width();
        for (page, first, done, len) in span.pages(row.len()) {
            let bytes = bytes.get(done * width..(done + len) * width).unwrap_or(&[]);
            let Some(half) = self.half(span.memory, page, width) else {
                row.decode(done, span.dtype, bytes);
                continue;
            };
            match half.counts(first, len) {
                (true, _) => row.copy_from(done, &half.row, first, len),
                (_, true) => row.decode(done, span.dtype, bytes),
                _ => {
                    row.decode(done, span.dtype, bytes);
                    for i in (0..len).filter(|i| half.knows(first + i)) {
                        row.copy_from(done + i, &half.row, first + i, 1);
                    }
                }
            }
        }
    }

    /// Whether one of some neighbouring floats has a twin.
    pub fn knows_some(&self, span: Span, len: usize) -> bool {
        span.pages(len).any(|(page, first, _, len)| {
            let half = self.half(span.memory, page, span.width());
            half.is_some_and(|half| !half.counts(first, len).1)
        })
    }

    /// Whether there are twins in a memory.
    pub fn knows_memory(&self, memory: u64) -> bool {
        self.memories.contains_key(&memory)
    }

    /// Whether all of them have.
    pub fn knows_all(&self, span: Span, len: usize) -> bool {
        span.pages(len).all(|(page, first, _, len)| {
            let half = self.half(span.memory, page, span.width());
            half.is_some_and(|half| half.counts(first, len).0)
        })
    }

    /// Writes elements of a row, from its first on, as the twins of neighbouring floats.
    pub fn write(&mut self, span: Span, row: &Row) {
        let (width, len) = (span.width(), row.len());
        let pages = self.memories.entry(span.memory).or_default();
        let end = (span.at + len * width).div_ceil(PAGE);
        if pages.len() < end {
            pages.resize_with(end, || None);
        }
        for (page, first, done, len) in span.pages(len) {
            let page = pages[page].get_or_insert_default();
            let [four, two] = &mut page.halves;
            // The bytes belong to floats of one width at a time.
            if width == 2 {
                if let Some(four) = four {
                    four.forget(first / 2, (first + len).div_ceil(2) - first / 2);
                }
            } else if let Some(two) = two {
                two.forget(first * 2, len * 2);
            }
            let half = &mut page.halves[half_of(width)];
            match half {
                Some(half) => {
                    half.row.copy_from(first, row, done, len);
                    half.know(first, len);
                }
                None => *half = Some(Box::new(Half::of(PAGE / width, first, row.part(done, len)))),
            }
        }
    }

    /// From now on bytes have no twins.
    pub fn forget(&mut self, memory: u64, at: usize, len: usize) {
        let Some(pages) = self.memories.get_mut(&memory) else { return };
        let end = at.saturating_add(len).min(pages.len() * PAGE);
        let touched = pages.iter_mut().enumerate().take(end.div_ceil(PAGE)).skip(at / PAGE);
        for (number, page) in touched {
            let Some(page) = page else { continue };
            let (low, high) = (at.max(number * PAGE), end.min((number + 1) * PAGE));
            let (low, high) = (low - number * PAGE, high - number * PAGE);
            for (half, width) in page.halves.iter_mut().zip([4, 2]) {
                if let Some(half) = half {
                    half.forget(low / width, high.div_ceil(width) - low / width);
                }
            }
        }
    }
}
