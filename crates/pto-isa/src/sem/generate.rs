//! Tiles made from nothing: sequences, triangles and random bits.

use super::exec::{Exec, Outcome, Trap, all_ones};
use super::grid::Grid;
use crate::args::AttrValue;
use crate::dtype::DType;
use crate::format::{self, Conversion};
use crate::math;
use std::ops::Range;

/// Numbers that follow one another by one: integers wrap; floats are added in f32.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    start: Start,
    /// 1, or -1 downwards.
    step: i64,
    dtype: DType,
}

/// The first number.
#[derive(Clone, Copy, Debug)]
enum Start {
    Int(i128),
    Float(f32),
}

impl Sequence {
    /// The sequence of an instruction.
    pub fn of(x: &Exec<'_>) -> Result<Sequence, Trap> {
        let dtype = x.tile(2)?.ty.dtype;
        let (from, code) = x.scalar(0)?;
        let start = match (dtype.is_int(), format::decode_int(from, code)) {
            (true, None) => return Err(Trap::new("needs an integer to start from").at(0)),
            (true, Some(start)) => Start::Int(start),
            (false, _) => Start::Float(format::decode(from, code) as f32),
        };
        Ok(Sequence { start, step: if x.flag("descending") { -1 } else { 1 }, dtype })
    }

    /// The code of the number that has `before` others before it.
    fn code(&self, before: u64) -> u64 {
        match self.parts() {
            Parts::Ints(ints) => ints.code(before) & all_ones(self.dtype),
            Parts::Floats(floats) => {
                let number = floats.number(before as i32);
                format::encode(self.dtype, number.into(), Conversion::default())
            }
        }
    }

    /// The sequence by its kind, for loops over many of its numbers.
    pub fn parts(&self) -> Parts {
        match self.start {
            Start::Int(start) => Parts::Ints(Ints { start: start as u64, step: self.step as u64 }),
            Start::Float(start) => Parts::Floats(Floats { start, step: self.step as i32 }),
        }
    }
}

/// A sequence by its kind.
#[derive(Clone, Copy, Debug)]
pub enum Parts {
    /// Of integers, which wrap.
    Ints(Ints),
    /// Of floats.
    Floats(Floats),
}

/// Integers that follow one another.
#[derive(Clone, Copy, Debug)]
pub struct Ints {
    start: u64,
    step: u64,
}

impl Ints {
    /// The bits of the number that has `before` others before it; the lowest are its code.
    #[inline(always)]
    pub fn code(&self, before: u64) -> u64 {
        self.start.wrapping_add(self.step.wrapping_mul(before))
    }
}

/// Floats that follow one another.
#[derive(Clone, Copy, Debug)]
pub struct Floats {
    start: f32,
    step: i32,
}

impl Floats {
    /// The number that has `before` others before it, which are fewer than 2^31: no memory holds more.
    #[inline(always)]
    pub fn number(&self, before: i32) -> f32 {
        math::canonical(self.start + self.step.wrapping_mul(before) as f32)
    }
}

/// The elements of operand 2, row by row, become `S, S + 1, ...`, or `S, S - 1, ...` with `descending`.
pub fn sequence(x: &mut Exec<'_>) -> Outcome {
    let dst = x.tile(2)?;
    let sequence = Sequence::of(x)?;
    let before = |r: u32, c: u32| u64::from(r) * u64::from(dst.valid.1) + u64::from(c);
    let tile = Grid::new(dst.ty.dtype, dst.valid, |r, c| sequence.code(before(r, c)));
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
#[inline]
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
const LANES: usize = 64;

/// The state of a generator.
///
/// A row is cut into groups of 256 columns; column `4 l + w` of a group is word w for the counter plus l.
/// After a group the counter advances by 64, after the last one of a row by `(columns - 1) mod 64 + 1`.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    key: [u32; 2],
    counter: u128,
    rounds: u32,
}

impl Random {
    /// The generator of an instruction: the key in operands 0 and 1, the counter in operands 2 to 5.
    pub fn of(x: &Exec<'_>) -> Result<Random, Trap> {
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
        let counter = words[2..].iter().rev().fold(0u128, |all, &w| all << 32 | u128::from(w));
        let rounds = match x.attr("rounds") {
            None => 10,
            Some(AttrValue::Int(n @ (7 | 10))) => n as u32,
            Some(_) => return Err(Trap::new("needs 7 or 10 `rounds`")),
        };
        Ok(Random { key: [words[0], words[1]], counter, rounds })
    }

    /// The words of the next row.
    #[inline(always)]
    pub fn fill(&mut self, row: &mut [u32]) {
        let columns = row.len();
        let mut left = columns;
        for group in row.chunks_mut(4 * LANES) {
            for (lane, words) in group.chunks_mut(4).enumerate() {
                let counter = self.counter.wrapping_add(lane as u128);
                let random = philox(counter, self.key, self.rounds);
                words.copy_from_slice(&random[..words.len()]);
            }
            left -= group.len();
            let step = if left == 0 { (columns - 1) % LANES + 1 } else { LANES };
            self.counter = self.counter.wrapping_add(step as u128);
        }
    }
}

/// Operand 6 becomes the output of a generator.
pub fn random(x: &mut Exec<'_>) -> Outcome {
    let dst = x.tile(6)?;
    let mut random = Random::of(x)?;
    let mut row = vec![0; dst.valid.1 as usize];
    let bits = Grid::from_rows(DType::U32, dst.valid, |_, codes| {
        random.fill(&mut row);
        codes.iter_mut().zip(&row).for_each(|(code, word)| *code = (*word).into());
    });
    x.write(6, &bits)
}
