//! Tiles made from nothing: sequences, triangles and random bits.

use super::exec::{Exec, Outcome, Trap, all_ones};
use super::grid::Grid;
use crate::args::AttrValue;
use crate::dtype::DType;
use crate::format::{self, Conversion};
use std::ops::Range;

/// The elements of operand 2, row by row, become `S, S + 1, ...`, or `S, S - 1, ...` with `descending`. Integers wrap;
/// floats are added in f32.
pub fn sequence(x: &mut Exec<'_>) -> Outcome {
    let dst = x.tile(2)?;
    let (from, code) = x.scalar(0)?;
    let to = dst.ty.dtype;
    let sign = if x.flag("descending") { -1 } else { 1 };
    let count = |r: u32, c: u32| sign * (i64::from(r) * i64::from(dst.valid.1) + i64::from(c));
    let tile = match (to.is_int(), format::decode_int(from, code)) {
        (true, None) => return Err(Trap::new("needs an integer to start from").at(0)),
        (true, Some(start)) => {
            Grid::new(to, dst.valid, |r, c| (start + i128::from(count(r, c))) as u64 & all_ones(to))
        }
        (false, _) => {
            let start = format::decode(from, code) as f32;
            Grid::new(to, dst.valid, |r, c| {
                let sum = start + count(r, c) as f32;
                format::encode(to, sum.into(), Conversion::default())
            })
        }
    };
    x.write(2, &tile)
}

/// A triangle: one on one side of a diagonal and on it, zero on the other.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// The column of the diagonal in row 0.
    pub shift: i64,
    /// Whether the ones are to the right of the diagonal.
    pub upper: bool,
    /// The code of one.
    pub one: u64,
}

impl Triangle {
    /// The triangle of an instruction.
    pub fn of(x: &Exec<'_>) -> Result<Triangle, Trap> {
        let dtype = x.tile(1)?.ty.dtype;
        let upper = matches!(x.attr("upperOrLower"), Some(AttrValue::Int(1)));
        let one = match dtype.is_int() {
            true => 1,
            false => format::encode(dtype, 1.0, Conversion::default()),
        };
        Ok(Triangle { shift: x.int(0)?, upper, one })
    }

    /// The columns of a row that are one, and those that are zero.
    pub fn row(&self, row: u32, cols: u32) -> (Range<usize>, Range<usize>) {
        let diagonal = i128::from(row) + i128::from(self.shift);
        // The first column of the right part, which has the diagonal if the ones are there.
        let right = if self.upper { diagonal } else { diagonal + 1 };
        let right = right.clamp(0, i128::from(cols)) as usize;
        let (left, right) = (0..right, right..cols as usize);
        if self.upper { (right, left) } else { (left, right) }
    }
}

/// Operand 1 becomes the triangle whose diagonal operand 0 shifts to the right.
pub fn triangle(x: &mut Exec<'_>) -> Outcome {
    let dst = x.tile(1)?;
    let triangle = Triangle::of(x)?;
    let tile = Grid::from_rows(dst.ty.dtype, dst.valid, |r, codes| {
        let (ones, _) = triangle.row(r, dst.valid.1);
        codes[ones].fill(triangle.one);
    });
    x.write(1, &tile)
}

/// Philox 4x32: `rounds` rounds over a counter of four words, word 0 in the lowest bits.
///
/// Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011; the same constants in
/// pto-isa@3186c381 include/pto/npu/a5/TRandom.hpp:25-28.
pub fn philox(counter: u128, mut key: [u32; 2], rounds: u32) -> [u32; 4] {
    let mut c = [0, 32, 64, 96].map(|shift| (counter >> shift) as u32);
    let product = |a: u32, b: u32| {
        let wide = u64::from(a) * u64::from(b);
        ((wide >> 32) as u32, wide as u32)
    };
    for _ in 0..rounds {
        let (high0, low0) = product(c[0], 0xD251_1F53);
        let (high1, low1) = product(c[2], 0xCD9E_8D57);
        c = [high1 ^ c[1] ^ key[0], low1, high0 ^ c[3] ^ key[1], low0];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    c
}

/// Counters of one step: the lanes of a register of 32-bit words.
const LANES: u32 = 64;

/// Operand 6 becomes the output of [`philox`] under the key in operands 0 and 1, from the counter in
/// operands 2 to 5 on.
///
/// A row is cut into groups of 256 columns; column `4 l + w` of a group is word w for the counter plus l.
/// After a group the counter advances by 64, after the last one of a row by `(columns - 1) mod 64 + 1`.
pub fn random(x: &mut Exec<'_>) -> Outcome {
    let dst = x.tile(6)?;
    let number = |slot: u8| x.scalar(slot).map(|(_, code)| code as u32);
    let words: Vec<u32> = match x.arg(0) {
        Some(_) => (0..6).map(number).collect::<Result<_, _>>()?,
        // The first words of the tiles `key` and `counter`.
        None => {
            let (key, counter) = (x.read_as(7, (1, 2))?, x.read_as(8, (1, 4))?);
            let key = (0..2).map(|c| key.at(0, c) as u32);
            key.chain((0..4).map(|c| counter.at(0, c) as u32)).collect()
        }
    };
    let key = [words[0], words[1]];
    let mut counter = words[2..].iter().rev().fold(0u128, |all, &w| all << 32 | u128::from(w));
    let rounds = match x.attr("rounds") {
        None => 10,
        Some(AttrValue::Int(n @ (7 | 10))) => n as u32,
        Some(_) => return Err(Trap::new("needs 7 or 10 `rounds`")),
    };
    let (rows, cols) = dst.valid;
    let group = 4 * LANES;
    let mut bits = Grid::filled(DType::U32, dst.valid, 0);
    for r in 0..rows {
        for start in (0..cols).step_by(group as usize) {
            let width = group.min(cols - start);
            for lane in 0..width.div_ceil(4) {
                let words = philox(counter.wrapping_add(lane.into()), key, rounds);
                let end = (4 * lane + 4).min(width);
                for (column, word) in (4 * lane..end).zip(words) {
                    *bits.at_mut(r, start + column) = word.into();
                }
            }
            let last = cols - start <= group;
            let step = if last { (cols - 1) % LANES + 1 } else { LANES };
            counter = counter.wrapping_add(step.into());
        }
    }
    x.write(6, &bits)
}
