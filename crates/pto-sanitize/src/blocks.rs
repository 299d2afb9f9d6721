//! Something about every byte of a memory, where matrices are cut into tiles.
//!
//! A tile of a matrix is as many stretches as it has rows. While tiles of a memory are only touched as a whole, and all have the
//! same pitch, each is kept as one block; with the first access that fits none of them all become stretches.

use pto_ir::interval::IntervalMap;
use pto_sim::Footprint;
use std::collections::BTreeMap;
use std::ops::Range;

/// A value for each byte.
#[derive(Debug)]
pub(crate) struct Blocks<T> {
    /// What is no block.
    stretches: IntervalMap<i64, T>,
    /// Bands of rows by their first row; no two of them meet. Empty as soon as there are stretches.
    bands: BTreeMap<i64, Band<T>>,
    /// Bytes from a row to the next; 0 before the first block.
    pitch: i64,
    /// An access fitted no block.
    is_irregular: bool,
}

/// Blocks of the same rows.
#[derive(Debug)]
struct Band<T> {
    rows: i64,
    /// The last column of each by its first one, and its value; no two of them meet.
    blocks: BTreeMap<i64, (i64, T)>,
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Blocks {
            stretches: IntervalMap::default(),
            bands: BTreeMap::new(),
            pitch: 0,
            is_irregular: false,
        }
    }
}

impl<T: Clone + Default> Blocks<T> {
    /// Changes the values of some bytes, stretch by stretch as [`IntervalMap::change`] does. Of a block the first row stands for
    /// all of them.
    pub fn change(&mut self, touched: &Footprint, mut change: impl FnMut(Range<i64>, &mut T)) {
        if !self.is_irregular {
            if let Some(value) = self.block(touched) {
                change(touched.start..touched.start + touched.len as i64, value);
                return;
            }
            self.dissolve();
        }
        for range in touched.ranges() {
            self.stretches.change(range, &mut change);
        }
    }

    /// Every stretch with its value, and of blocks the first row.
    pub fn first_rows(&self) -> impl Iterator<Item = (Range<i64>, &T)> {
        let blocks = self.bands.iter().flat_map(|(row, band)| {
            let at = row * self.pitch;
            band.blocks.iter().map(move |(col, (end, value))| (at + col..at + end, value))
        });
        self.stretches.iter().chain(blocks)
    }

    /// The value of the block that these bytes are, or of a new one; none if they can be none.
    fn block(&mut self, touched: &Footprint) -> Option<&mut T> {
        let (pitch, len) = (touched.stride as i64, touched.len as i64);
        if touched.rows < 2 || pitch < len || self.pitch != 0 && self.pitch != pitch {
            return None;
        }
        let (row, col) = (touched.start.div_euclid(pitch), touched.start.rem_euclid(pitch));
        let (rows, end) = (i64::from(touched.rows), col + len);
        if end > pitch {
            return None;
        }
        let below = self.bands.range(..row).next_back();
        if below.is_some_and(|(first, band)| first + band.rows > row) {
            return None;
        }
        let is_new = !self.bands.contains_key(&row);
        if is_new && self.bands.range(row..).next().is_some_and(|(first, _)| *first < row + rows) {
            return None;
        }
        self.pitch = pitch;
        let band = self.bands.entry(row).or_insert_with(|| Band { rows, blocks: BTreeMap::new() });
        if band.rows != rows {
            return None;
        }
        let before = band.blocks.range(..col).next_back();
        if before.is_some_and(|(_, (end, _))| *end > col) {
            return None;
        }
        match band.blocks.get(&col).map(|block| block.0) {
            Some(known) if known != end => return None,
            None if band.blocks.range(col..).next().is_some_and(|(next, _)| *next < end) => {
                return None;
            }
            _ => {}
        }
        Some(&mut band.blocks.entry(col).or_insert_with(|| (end, T::default())).1)
    }

    /// Makes stretches of all blocks.
    fn dissolve(&mut self) {
        self.is_irregular = true;
        for (row, band) in std::mem::take(&mut self.bands) {
            for (col, (end, value)) in band.blocks {
                for row in row..row + band.rows {
                    let at = row * self.pitch;
                    self.stretches.set(at + col..at + end, value.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_sim::MemoryId;

    fn tile(start: i64, len: u64, rows: u32, stride: u64) -> Footprint {
        let whole = Footprint::read(MemoryId::Global(0), start, len);
        Footprint { rows, stride, ..whole }
    }

    /// The values of all bytes by blocks and by stretches alone, after the same accesses.
    fn after(accesses: &[Footprint]) -> (Vec<u32>, Vec<u32>) {
        let (mut blocks, mut stretches) = (Blocks::<u32>::default(), IntervalMap::default());
        let step = |n: usize, value: &mut u32| *value = *value * 3 + n as u32 + 1;
        for (n, touched) in accesses.iter().enumerate() {
            blocks.change(touched, |_, value| step(n, value));
            touched.ranges().for_each(|r| stretches.change(r, |_, value| step(n, value)));
        }
        blocks.dissolve();
        let bytes = |map: &IntervalMap<i64, u32>| {
            let mut bytes = vec![0; 4096];
            map.iter().for_each(|(r, v)| bytes[r.start as usize..r.end as usize].fill(*v));
            bytes
        };
        (bytes(&blocks.stretches), bytes(&stretches))
    }

    #[test]
    fn tiles_of_a_matrix_are_one_block_each() {
        let mut cells = Blocks::<u32>::default();
        for start in [0, 16, 256, 272, 0, 272] {
            cells.change(&tile(start, 16, 4, 64), |_, n| *n += 1);
        }
        assert!(!cells.is_irregular);
        let rows: Vec<_> = cells.first_rows().map(|(r, n)| (r, *n)).collect();
        assert_eq!(rows, [(0..16, 2), (16..32, 1), (256..272, 1), (272..288, 2)]);
        // A row of several tiles.
        cells.change(&tile(64, 64, 1, 64), |_, n| *n += 10);
        assert!(cells.is_irregular);
        assert_eq!(cells.first_rows().map(|(_, n)| *n).filter(|n| *n >= 10).count(), 3);
    }

    #[test]
    fn any_accesses_do_what_they_do_to_stretches() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for round in 0..400 {
            let wild = round % 4;
            let accesses: Vec<Footprint> = (0..12)
                .map(|_| {
                    let pitch = if wild == 3 && draw(8) == 0 { 32 } else { 64 };
                    let (mut row, mut col) = (draw(4) * 4, draw(4) * 16);
                    let (mut rows, mut len) = (4, 16);
                    if wild > 0 && draw(6) == 0 {
                        (row, col) = (row + draw(2), col + draw(3) * 8);
                        (rows, len) = (1 + draw(5), 8 * (1 + draw(4)));
                    }
                    tile((row * pitch + col) as i64, len.min(pitch), rows as u32, pitch)
                })
                .collect();
            let (blocks, stretches) = after(&accesses);
            assert_eq!(blocks, stretches, "{accesses:?}");
        }
    }
}
