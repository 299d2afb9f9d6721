//! Twins of neighbouring floats, side by side for the vector instructions of the machine.

use super::twin::Twin;
use pto_isa::DType;
use pto_isa::format::{bf16_to_f32, f16_to_f32};
use pto_sim::{Vectorised, prefer_large_pages, vectorised};

/// Elements that are computed together, and that memories keep together: their twins stay in the nearest cache.
pub const CHUNK: usize = 512;

/// What is known of a float beside its twin's value, in 8 bytes: the doubt, rounded up to the upper half of a double, and the relative
/// error of the float itself, not finite where the float or its twin is not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Note(u64);

/// The half of a note that is the error.
const ERROR: u64 = 0xFFFF_FFFF;

impl Note {
    /// Nothing is in doubt, and nothing is off.
    pub const EXACT: Note = Note(0);
    /// A note of a doubt and an error, neither of which is negative.
    #[inline(always)]
    pub fn new(doubt: f64, error: f32) -> Note {
        Note((doubt.to_bits() + ERROR) & !ERROR | u64::from(error.to_bits() & 0x7FFF_FFFF))
    }
    /// How far exact arithmetic may be from the twin.
    #[inline(always)]
    pub fn doubt(self) -> f64 {
        f64::from_bits(self.0 & !ERROR)
    }
    /// The relative error of the float.
    #[inline(always)]
    pub fn error(self) -> f32 {
        f32::from_bits(self.0 as u32)
    }
    /// The same as bits, which are in the order of errors.
    #[inline(always)]
    pub fn error_bits(self) -> u32 {
        self.0 as u32
    }
}

/// Twins of neighbouring floats.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// What they are in double precision.
    pub value: Vec<f64>,
    /// What else is known.
    pub note: Vec<Note>,
}

/// A row that lies somewhere.
#[derive(Clone, Copy)]
pub struct RowRef<'a> {
    /// As in [`Row`].
    pub value: &'a [f64],
    /// As in [`Row`].
    pub note: &'a [Note],
}

/// A row that is to be written.
pub struct RowMut<'a> {
    /// As in [`Row`].
    pub value: &'a mut [f64],
    /// As in [`Row`].
    pub note: &'a mut [Note],
}

static NOTHING: [f64; CHUNK] = [0.0; CHUNK];
static EXACT: [Note; CHUNK] = [Note::EXACT; CHUNK];

impl Row {
    /// A row to be filled.
    pub fn zeros(len: usize) -> Row {
        Row { value: vec![0.0; len], note: vec![Note::EXACT; len] }
    }
    /// Gets longer, by zeros. A long one takes the room of `most` elements at once, which the system is asked to map by large pages.
    pub fn grow(&mut self, len: usize, most: usize) {
        /// Elements from which on that is worth while.
        const LONG: usize = 1 << 16;
        if len > LONG && self.value.capacity() < most {
            self.value.reserve_exact(most - self.value.len());
            self.note.reserve_exact(most - self.note.len());
            prefer_large_pages(&mut self.value);
            prefer_large_pages(&mut self.note);
        }
        self.value.resize(len, 0.0);
        self.note.resize(len, Note::EXACT);
    }
    /// How many.
    pub fn len(&self) -> usize {
        self.value.len()
    }
    /// An element.
    #[inline(always)]
    pub fn twin(&self, i: usize) -> Twin {
        Twin { value: self.value[i], doubt: self.note[i].doubt() }
    }
    /// Changes an element.
    #[inline(always)]
    pub fn set(&mut self, i: usize, twin: Twin, error: f32) {
        (self.value[i], self.note[i]) = (twin.value, Note::new(twin.doubt, error));
    }
    /// One number everywhere.
    pub fn fill(&mut self, twin: Twin, error: f32) {
        self.value.fill(twin.value);
        self.note.fill(Note::new(twin.doubt, error));
    }
    /// Its first elements.
    pub fn first(&self, len: usize) -> RowRef<'_> {
        self.part(0, len)
    }
    /// Some of its elements.
    pub fn part(&self, first: usize, len: usize) -> RowRef<'_> {
        RowRef { value: &self.value[first..first + len], note: &self.note[first..first + len] }
    }
    /// Its first elements, to be changed.
    pub fn first_mut(&mut self, len: usize) -> RowMut<'_> {
        RowMut { value: &mut self.value[..len], note: &mut self.note[..len] }
    }
    /// Takes elements over.
    pub fn put(&mut self, at: usize, part: RowRef<'_>) {
        let end = at + part.value.len();
        self.value[at..end].copy_from_slice(part.value);
        self.note[at..end].copy_from_slice(part.note);
    }
    /// Floats as they are, from their bytes.
    pub fn decode(&mut self, at: usize, dtype: DType, bytes: &[u8]) {
        let end = at + bytes.len() / dtype.bytes() as usize;
        let is_finite = decode_floats(dtype, bytes, &mut self.value[at..end]);
        self.note[at..end].fill(Note::EXACT);
        if !is_finite {
            for (note, value) in self.note[at..end].iter_mut().zip(&self.value[at..end]) {
                *note = Note::new(0.0, if value.is_finite() { 0.0 } else { f32::INFINITY });
            }
        }
    }
    /// The same of at most a chunk; what is exact needs no notes of its own.
    pub fn lend_floats(&mut self, dtype: DType, bytes: &[u8]) -> RowRef<'_> {
        let len = bytes.len() / dtype.bytes() as usize;
        if decode_floats(dtype, bytes, &mut self.value[..len]) {
            return RowRef { value: &self.value[..len], note: &EXACT[..len] };
        }
        self.decode(0, dtype, bytes);
        self.first(len)
    }
}

impl RowMut<'_> {
    /// Some of its elements.
    pub fn part(&mut self, first: usize, len: usize) -> RowMut<'_> {
        let range = first..first + len;
        RowMut { value: &mut self.value[range.clone()], note: &mut self.note[range] }
    }
}

impl<'a> RowRef<'a> {
    /// Exact zeros, at most a chunk of them.
    pub fn zeros(len: usize) -> RowRef<'static> {
        RowRef { value: &NOTHING[..len], note: &EXACT[..len] }
    }
    /// At least the largest bound of an error relative to its twin; infinite if some element is not finite.
    pub fn most(self) -> f64 {
        vectorised(Most(self))
    }
    /// Some of its elements.
    pub fn part(self, first: usize, len: usize) -> RowRef<'a> {
        RowRef { value: &self.value[first..first + len], note: &self.note[first..first + len] }
    }
}

struct Most<'a>(RowRef<'a>);

impl Vectorised for Most<'_> {
    type Out = f64;
    #[inline(always)]
    fn run(self) -> f64 {
        const EXPONENT: u64 = 0x7FF0_0000_0000_0000;
        let (mut error, mut doubt) = (0, 0);
        for (value, note) in self.0.value.iter().zip(self.0.note) {
            error = Ord::max(error, note.error_bits());
            // At least the reciprocal of the value, without a division.
            let exponent = value.to_bits() & EXPONENT;
            let power = f64::from_bits((2046u64 << 52).wrapping_sub(exponent));
            doubt = Ord::max(doubt, (note.doubt() * power).to_bits() & !(1 << 63));
        }
        // The error was rounded.
        let most = f64::from(f32::from_bits(error)) * 1.000_001 + f64::from_bits(doubt);
        if most.is_finite() { most } else { f64::INFINITY }
    }
}

/// The numbers of neighbouring floats; whether all are finite.
pub fn decode_floats<T: From<f32>>(dtype: DType, bytes: &[u8], out: &mut [T]) -> bool {
    vectorised(Decode { dtype, bytes, out })
}

struct Decode<'a, T> {
    dtype: DType,
    bytes: &'a [u8],
    out: &'a mut [T],
}

impl<T: From<f32>> Vectorised for Decode<'_, T> {
    type Out = bool;
    #[inline(always)]
    fn run(self) -> bool {
        let mut largest = 0;
        let mut take = |(out, float): (&mut T, f32)| {
            largest = Ord::max(largest, float.to_bits() & 0x7FFF_FFFF);
            *out = float.into();
        };
        let halves = self.bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]));
        let words = self.bytes.chunks_exact(4).map(|b| [b[0], b[1], b[2], b[3]]);
        let out = self.out.iter_mut();
        match self.dtype {
            DType::F32 => out.zip(words.map(f32::from_le_bytes)).for_each(&mut take),
            DType::F16 => out.zip(halves.map(f16_to_f32)).for_each(&mut take),
            _ => out.zip(halves.map(bf16_to_f32)).for_each(&mut take),
        }
        largest < f32::INFINITY.to_bits()
    }
}
