//! The double-precision twins of the floats in memory.

use crate::record::memory_of;
use pto_isa::DType;
use pto_isa::format::decode;
use pto_isa::sem::exec::get_code;
use pto_sim::{CoreState, MemoryId};
use rustc_hash::FxHashMap;

/// What is known of a row of floats beside their bits.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// What they would be in exact arithmetic, nearly.
    pub twin: Vec<f64>,
    /// How far a twin may be from exact arithmetic.
    pub doubt: Vec<f64>,
    /// How far the float is from its twin.
    pub off: Vec<f64>,
}

impl Row {
    /// A row to be filled.
    pub fn zeros(len: usize) -> Row {
        Row { twin: vec![0.0; len], doubt: vec![0.0; len], off: vec![0.0; len] }
    }
    /// One number, exact.
    pub fn number(v: f64, len: usize) -> Row {
        Row { twin: vec![v; len], doubt: vec![0.0; len], off: vec![0.0; len] }
    }
    /// Takes elements over from another row.
    pub fn copy_from(&mut self, at: usize, from: &Row, first: usize, len: usize) {
        self.twin[at..at + len].copy_from_slice(&from.twin[first..first + len]);
        self.doubt[at..at + len].copy_from_slice(&from.doubt[first..first + len]);
        self.off[at..at + len].copy_from_slice(&from.off[first..first + len]);
    }
    /// How many.
    pub fn len(&self) -> usize {
        self.twin.len()
    }
}

/// The twins of one memory: those of 4-byte floats and those of 2-byte floats, and for every 4 bytes which of them count.
#[derive(Default)]
struct Plane {
    width: Vec<u8>,
    rows: [Row; 2],
}

impl Plane {
    fn grow(&mut self, bytes: usize) {
        let quads = bytes.div_ceil(4);
        if self.width.len() < quads {
            self.width.resize(quads, 0);
        }
    }
}

fn which(width: usize) -> usize {
    usize::from(width == 2)
}

/// The twins of a run.
#[derive(Default)]
pub struct TwinMemory {
    planes: FxHashMap<u64, Plane>,
}

impl TwinMemory {
    /// Reads a row of neighbouring floats; those without a twin are exact.
    pub fn read(&self, core: &CoreState<'_>, id: MemoryId, at: i64, dtype: DType, row: &mut Row) {
        let (n, width) = (row.len(), dtype.bytes() as usize);
        let plane = self.planes.get(&memory_of(core.at(), id));
        let (first, end) = (at as usize, at as usize + n * width);
        if let Some(plane) = plane
            && end.div_ceil(4) <= plane.width.len()
            && plane.width[first / 4..end.div_ceil(4)].iter().all(|w| usize::from(*w) == width)
        {
            row.copy_from(0, &plane.rows[which(width)], first / width, n);
            return;
        }
        let bytes = core.bytes(id, at, (n * width) as u64).unwrap_or(&[]);
        let known = plane.map_or(&[][..], |p| {
            let last = p.width.len();
            &p.width[(first / 4).min(last)..end.div_ceil(4).min(last)]
        });
        if known.iter().all(|w| *w == 0) && bytes.len() == n * width {
            decode_row(dtype, bytes, &mut row.twin);
            row.doubt.fill(0.0);
            row.off.fill(0.0);
            return;
        }
        for i in 0..n {
            let byte = first + i * width;
            match plane.filter(|p| p.width.get(byte / 4).is_some_and(|w| usize::from(*w) == width))
            {
                Some(plane) => row.copy_from(i, &plane.rows[which(width)], byte / width, 1),
                None if bytes.is_empty() => {}
                None => {
                    row.twin[i] = decode(dtype, get_code(bytes, dtype, (i * width * 8) as u64));
                    (row.doubt[i], row.off[i]) = (0.0, 0.0);
                }
            }
        }
    }

    /// Writes a row of neighbouring floats.
    pub fn write(&mut self, core: &CoreState<'_>, id: MemoryId, at: i64, dtype: DType, row: &Row) {
        let (n, width) = (row.len(), dtype.bytes() as usize);
        let (first, end) = (at as usize, at as usize + n * width);
        let plane = self.planes.entry(memory_of(core.at(), id)).or_default();
        plane.grow(end);
        let elements = plane.width.len() * 4 / width;
        let kept = &mut plane.rows[which(width)];
        if kept.len() < elements {
            kept.twin.resize(elements, 0.0);
            kept.doubt.resize(elements, 0.0);
            kept.off.resize(elements, 0.0);
        }
        kept.copy_from(first / width, row, 0, n);
        // The other half of a word at the edge of 2-byte floats keeps what it has, or becomes exact.
        for quad in [first / 4, end.div_ceil(4) - 1] {
            if width == 2 && plane.width[quad] != 2 {
                let bytes = core.bytes(id, quad as i64 * 4, 4).unwrap_or(&[0; 4]);
                for half in 0..2 {
                    let place = quad * 2 + half;
                    if (first / 2..end / 2).contains(&place) {
                        continue;
                    }
                    kept.twin[place] = decode(dtype, get_code(bytes, dtype, half as u64 * 16));
                    (kept.doubt[place], kept.off[place]) = (0.0, 0.0);
                }
            }
        }
        plane.width[first / 4..end.div_ceil(4)].fill(width as u8);
    }

    /// From now on bytes have no twins.
    pub fn forget(&mut self, core: &CoreState<'_>, id: MemoryId, at: i64, len: u64) {
        if let Some(plane) = self.planes.get_mut(&memory_of(core.at(), id)) {
            let last = plane.width.len();
            let (first, end) =
                (at.max(0) as usize / 4, (at.max(0) as usize + len as usize).div_ceil(4));
            plane.width[first.min(last)..end.min(last)].fill(0);
        }
    }

    /// Puts the twins of a buffer, from a byte on, over floats that are exact where they have none.
    pub fn overlay(&self, buffer: u32, start: usize, dtype: DType, row: &mut Row) {
        let width = dtype.bytes() as usize;
        let Some(plane) = self.planes.get(&u64::from(buffer)) else { return };
        let kept = &plane.rows[which(width)];
        for i in 0..row.len() {
            let byte = start + i * width;
            if plane.width.get(byte / 4).is_some_and(|w| usize::from(*w) == width) {
                row.copy_from(i, kept, byte / width, 1);
            }
        }
    }
}

/// The numbers of neighbouring elements.
pub fn decode_row(dtype: DType, bytes: &[u8], out: &mut [f64]) {
    if dtype == DType::F32 {
        for (out, float) in out.iter_mut().zip(bytes.chunks_exact(4)) {
            *out = f32::from_le_bytes([float[0], float[1], float[2], float[3]]).into();
        }
        return;
    }
    let bits = u64::from(dtype.bits());
    for (i, out) in out.iter_mut().enumerate() {
        *out = decode(dtype, get_code(bytes, dtype, i as u64 * bits));
    }
}
