//! Matrix products on fractal images: the cube's own instruction.
//!
//! L0A holds `K1 M1 M0 K0`, as the loads from L1 leave it on every target, L0B `K1 N1 N0 K0`, L0C
//! `N1 M1 M0 N0`, with M0 = N0 = 16 and K0 the elements of 32 bytes. One row alone (m = 1) is contiguous in L0A
//! unless `disable_gemv` is given. Only logical elements are read and written. Source: pto-isa@3186c381 docs/isa/cube/nz-fractal-layout.md;
//! PTO-Gym examples/pto/micro-op/cube-matmul.
//!
//! Scales lie in the memory beside L0A and L0B at a sixteenth of the operand's address, in fragments of 32
//! bytes: 16 rows (or columns) times two groups, the fragments of a row beside each other. Source:
//! PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:39, 985-1044.
//!
//! The sum is that of the tile instructions, see [`super::matmul`].

use super::exec::{Exec, Outcome, PtrAt, Trap, get_code, set_code};
use super::grid::Grid;
use super::matmul::{Factors, GROUP, Start, extend, scale_by, shorten};
use super::matrix_load::scales_of;
use super::num::Num;
use crate::dtype::DType;
use crate::format::{self, Rounding, TF32_A2A3, TF32_A5};
use crate::target::Target;
use std::ops::Range;

/// A matrix product of pointers.
#[derive(Clone, Copy, Debug)]
pub struct Mad {
    /// The left operand in L0A.
    pub lhs: u8,
    /// The right operand in L0B.
    pub rhs: u8,
    /// The result in L0C.
    pub dst: u8,
    /// What the products are added to; the accumulator is `dst` itself, a bias lies in the bias table.
    pub start: Start,
    /// M, N and K.
    pub extents: [u8; 3],
    /// Whether the operands have scales.
    pub scaled: bool,
}

/// Extents are fields of 12 bits (PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp, `packMadXt`).
pub const MAX_EXTENT: i64 = 4095;

/// Rows of a fractal.
const ROWS: u32 = 16;

/// What a product depends on beside its operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// M, N and K.
    pub extents: [u32; 3],
    /// What the products are added to.
    pub start: Start,
    /// Whether one row alone is contiguous.
    pub gemv: bool,
    /// Whether infinities and NaN are replaced.
    pub saturates: bool,
    /// How f32 operands are rounded.
    pub short: Option<(u32, Rounding)>,
}

impl Mad {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let mut extents = [0; 3];
        for (value, slot) in extents.iter_mut().zip(self.extents) {
            let given = x.int(slot)?;
            if !(1..=MAX_EXTENT).contains(&given) {
                let message = format!("has an extent of {given}, not of 1 to {MAX_EXTENT}");
                return Err(Trap::new(message).at(slot));
            }
            *value = given as u32;
        }
        let call = Call {
            extents,
            start: self.start,
            gemv: !x.flag("disable_gemv"),
            saturates: x.word("sat_mode") == Some("sat"),
            short: short_f32(x),
        };
        self.multiply(x, &call)
            .map_err(|e| if e.slot.is_none() { e.at(self.extents[2]) } else { e })
    }

    /// The product.
    pub(super) fn multiply(&self, x: &mut Exec<'_>, call: &Call) -> Outcome {
        let (lhs, rhs, dst) = (x.ptr(self.lhs)?, x.ptr(self.rhs)?, x.ptr(self.dst)?);
        let ([m, n, k], saturates) = (call.extents, call.saturates);
        if self.scaled && !k.is_multiple_of(2 * GROUP) {
            return Err(Trap::new(format!("has k = {k}, not a multiple of {}", 2 * GROUP)));
        }
        let columns = columns_of_block(lhs.dtype);
        let left =
            if m == 1 && call.gemv { Image::Row } else { Image::columns_first(ROWS, columns, m) };
        let right = Image::columns_first(ROWS, columns_of_block(rhs.dtype), n);
        let acc = accumulator(m);
        let start = match call.start {
            Start::Zero => None,
            Start::Acc(slot) => Some(read_grid(x, slot, dst, acc, (m, n))?),
            Start::Bias(slot) => Some(read_grid(x, slot, x.ptr(slot)?, Image::Row, (1, n))?),
        };
        let a = read_codes(x, self.lhs, lhs, left, (m, k))?;
        // L0B is the image of the transposed operand.
        let b = read_codes(x, self.rhs, rhs, right, (n, k))?;
        let b: Vec<u64> =
            (0..k * n).map(|at| b[(at % n) as usize * k as usize + (at / n) as usize]).collect();
        let factors = match (dst.dtype.is_int(), lhs.dtype.is_int(), rhs.dtype.is_int()) {
            (true, true, true) => Factors::Int(
                a.iter().map(|&c| extend(lhs.dtype, c)).collect(),
                b.iter().map(|&c| extend(rhs.dtype, c)).collect(),
            ),
            (false, false, false) => {
                let float = |dtype, list: &[u64]| -> Vec<f32> {
                    list.iter().map(|&c| number(dtype, c, saturates)).collect()
                };
                let (mut a, mut b) = (float(lhs.dtype, &a), float(rhs.dtype, &b));
                shorten(&mut a, lhs.dtype, call.short);
                shorten(&mut b, rhs.dtype, call.short);
                if self.scaled {
                    let scale = read_scales(x, self.lhs, lhs, (m, k))?;
                    scale_by(&mut a, k, DType::F8E8M0, |i, l| scale.at(i, l / GROUP));
                    let scale = read_scales(x, self.rhs, rhs, (n, k))?;
                    scale_by(&mut b, n, DType::F8E8M0, |l, j| scale.at(j, l / GROUP));
                }
                if saturates {
                    a.iter_mut().chain(&mut b).for_each(|e| *e = finite(*e, f32::MAX));
                }
                Factors::Float(a, b)
            }
            _ => {
                let message = format!("makes {} from {} and {}", dst.dtype, lhs.dtype, rhs.dtype);
                return Err(Trap::new(message).at(self.dst));
            }
        };
        let product = factors.multiply(x.numerics.profile(), dst.dtype, (m, k, n), start.as_ref());
        let memory = x.memory.pieces_mut(dst, &acc.pieces(dst.dtype, (m, n)));
        let memory = memory.map_err(|e| e.at(self.dst))?;
        for i in 0..m {
            for j in 0..n {
                let code = product.at(i, j);
                let code = if saturates { clamp_code(dst.dtype, code) } else { code };
                set_code(memory, dst.dtype, acc.offset(i, j) * u64::from(dst.dtype.bits()), code);
            }
        }
        Ok(())
    }
}

/// How a matrix lies in a memory of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// One row after another element.
    Row,
    /// Boxes of `rows` x `cols`, row by row inside; boxes below each other come first, `group` elements from
    /// one column of boxes to the next.
    ColumnsFirst {
        /// Columns of a box.
        cols: u32,
        /// Elements from one column of boxes to the next.
        group: u64,
    },
    /// Boxes beside each other come first, `group` elements from one row of boxes to the next.
    RowsFirst {
        /// Rows of a box.
        rows: u32,
        /// Columns of a box.
        cols: u32,
        /// Elements from one row of boxes to the next.
        group: u64,
    },
}

impl Image {
    /// Boxes below each other for a matrix with this many rows.
    pub fn columns_first(box_rows: u32, cols: u32, rows: u32) -> Image {
        let group = rows.next_multiple_of(box_rows) as u64 * cols as u64;
        Image::ColumnsFirst { cols, group }
    }

    /// Elements before the element at a row and column.
    pub fn offset(self, row: u32, col: u32) -> u64 {
        let (row, col) = (row as u64, col as u64);
        match self {
            Image::Row => col,
            Image::ColumnsFirst { cols, group } => {
                let cols = cols as u64;
                col / cols * group + row * cols + col % cols
            }
            Image::RowsFirst { rows, cols, group } => {
                let (rows, cols) = (rows as u64, cols as u64);
                row / rows * group + col / cols * rows * cols + row % rows * cols + col % cols
            }
        }
    }

    /// The bytes that hold the elements of a matrix, in ascending order; neighbouring ones are one piece.
    fn pieces(self, dtype: DType, (rows, cols): (u32, u32)) -> Vec<Range<u64>> {
        let box_cols = match self {
            Image::Row => cols,
            Image::ColumnsFirst { cols, .. } | Image::RowsFirst { cols, .. } => cols,
        };
        // Inside a box the elements of a row are neighbours.
        let begins = (0..cols).step_by(Ord::max(box_cols, 1) as usize);
        let mut lines: Vec<Range<u64>> = begins
            .flat_map(|c| (0..rows).map(move |r| (r, c)))
            .map(|(r, c)| {
                let first = self.offset(r, c);
                first..first + u64::from(Ord::min(box_cols, cols - c))
            })
            .collect();
        lines.sort_unstable_by_key(|l| l.start);
        let bits = u64::from(format::code_bits(dtype));
        let mut pieces: Vec<Range<u64>> = Vec::new();
        for line in lines {
            let line = line.start * bits / 8..(line.end * bits).div_ceil(8);
            match pieces.last_mut() {
                Some(last) if last.end >= line.start => last.end = Ord::max(last.end, line.end),
                _ => pieces.push(line),
            }
        }
        pieces
    }
}

/// Elements of 32 bytes.
const fn columns_of_block(dtype: DType) -> u32 {
    256 / format::code_bits(dtype)
}

/// How L0C holds `m` rows.
pub fn accumulator(m: u32) -> Image {
    Image::columns_first(ROWS, 16, m)
}

/// The codes of a matrix, row by row.
fn read_codes(
    x: &Exec<'_>,
    slot: u8,
    at: PtrAt,
    image: Image,
    shape: (u32, u32),
) -> Result<Vec<u64>, Trap> {
    let bytes = x.memory.pieces(at, &image.pieces(at.dtype, shape)).map_err(|e| e.at(slot))?;
    // Pairs of 4-bit floats are read one half at a time.
    let (dtype, bits) = match format::code_bits(at.dtype) {
        4 => (DType::I4, 4),
        bits => (at.dtype, bits),
    };
    let places = (0..shape.0).flat_map(|i| (0..shape.1).map(move |j| image.offset(i, j)));
    Ok(places.map(|place| get_code(bytes, dtype, place * u64::from(bits))).collect())
}

fn read_grid(
    x: &Exec<'_>,
    slot: u8,
    at: PtrAt,
    image: Image,
    shape: (u32, u32),
) -> Result<Grid, Trap> {
    let codes = read_codes(x, slot, at, image, shape)?;
    Ok(Grid::new(at.dtype, shape, |i, j| codes[i as usize * shape.1 as usize + j as usize]))
}

/// The scales of an operand with `rows` rows and `k` columns (the right one transposed).
fn read_scales(
    x: &Exec<'_>,
    slot: u8,
    operand: PtrAt,
    (rows, k): (u32, u32),
) -> Result<Grid, Trap> {
    let groups = k / GROUP;
    let at = PtrAt { dtype: DType::F8E8M0, ..scales_of(operand) };
    let image =
        Image::RowsFirst { rows: ROWS, cols: 2, group: u64::from(ROWS) * u64::from(groups) };
    read_grid(x, slot, at, image, (rows, groups))
}

/// An operand's element as f32; with saturation infinities become the largest number of its type, NaN 0.
fn number(dtype: DType, code: u64, saturates: bool) -> f32 {
    let value = f32::from_code(dtype, code);
    if !saturates || value.is_finite() {
        return value;
    }
    let on = format::Conversion::new(Rounding::Rint, format::Saturate::On);
    finite(value, f32::from_code(dtype, format::encode(dtype, f64::INFINITY, on)))
}

fn finite(value: f32, largest: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(-largest, largest) }
}

/// Infinite results become the largest number.
fn clamp_code(dtype: DType, code: u64) -> u64 {
    match f32::from_code(dtype, code) {
        v if dtype.is_int() || v.is_nan() => code,
        v => v.clamp(-f32::MAX, f32::MAX).to_code(dtype),
    }
}

/// How f32 operands are rounded: as the instruction says, else as `sethf32mode` or `settf32mode` said.
fn short_f32(x: &Exec<'_>) -> Option<(u32, Rounding)> {
    let Some(mode) = x.word("tf32_mode") else { return x.modes.get().short_f32 };
    let rounding = if mode == "round_away" { Rounding::Round } else { Rounding::Rint };
    let a2a3 = x.numerics.profile() == Target::A2A3;
    if a2a3 {
        x.note_quirk("short-f32");
    }
    let fraction = if a2a3 && !x.numerics.is_manual() { TF32_A2A3 } else { TF32_A5 };
    Some((fraction, rounding))
}
