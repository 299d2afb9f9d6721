//! Reductions: one value per row or per column, in a fixed order.
//!
//! | order | a row of floats | a column of floats |
//! |---|---|---|
//! | [`SummationOrder::Left`] | sums first to last from 0, 16-bit floats in f32 and rounded once; products from 1, every step rounded | first to last, every step rounded |
//! | [`SummationOrder::A2a3`] | 256-byte chunks added two by two, then adjacent pairs inside a chunk; products: one 32-byte block of accumulators | first to last; with `isBinary` adjacent rows two by two |
//! | [`SummationOrder::A5`] | adjacent pairs inside each 256-byte chunk, chunks first to last; products: one chunk of accumulators, folded in half | row 0, then rows two by two |
//!
//! In the orders of the devices every step is rounded to the element type and lanes past the end count as
//! 0 (or 1). Maximum and minimum do not depend on the order. Integers wrap, in any order.
//!
//! Source: pto-isa@3186c381 include/pto/npu/a2a3/{TRowSum,TRowReduceOps,TColSum}.hpp,
//! include/pto/npu/a5/{TRowReduce,TRowProd,TColReduceOps,TColSum}.hpp, include/pto/cpu/{TRowSum,TRowProd,TColSum}.hpp.
//! That hardware adds adjacent pairs and rounds every node is documented for `vcadd`, not measured.

use super::elem::Elem;
use super::exec::{Exec, Outcome, TileAt, Trap};
use super::map::number;
use super::num::Num;
use super::numerics::{Numerics, SummationOrder};
use crate::code;
use crate::dtype::DType;
use crate::layout::Layout;
use crate::with_num;

/// What is reduced away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// One result per row.
    Row,
    /// One result per column.
    Col,
}

/// How values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Fold {
    Sum,
    Prod,
    Max,
    Min,
}

impl Fold {
    /// The function of two values.
    pub const fn elem(self) -> Elem {
        match self {
            Fold::Sum => Elem::Add,
            Fold::Prod => Elem::Mul,
            Fold::Max => Elem::Max,
            Fold::Min => Elem::Min,
        }
    }
}

/// A reduction.
#[derive(Clone, Copy, Debug)]
pub struct Reduce {
    /// What is reduced away.
    pub axis: Axis,
    /// How.
    pub fold: Fold,
    /// The source.
    pub src: u8,
    /// Where the results go: column 0, or row 0.
    pub dst: u8,
}

impl Reduce {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (src, dst) = (x.tile(self.src)?, x.tile(self.dst)?);
        let (rows, cols) = src.valid;
        if rows == 0 || cols == 0 {
            return Err(empty(src.valid).at(self.src));
        }
        let grid = x.read(self.src)?;
        let plan = Plan::new(x, self, &src, &dst);
        let dtype = dst.ty.dtype;
        let results = with_num!(dtype, T => {
            let get = |r: u32, c: u32| element::<T>(grid.dtype, dtype, grid.at(r, c));
            match self.axis {
                Axis::Row => {
                    let mut row = Vec::with_capacity(cols as usize);
                    x.result(dtype, (rows, 1), |r, _| {
                        row.clear();
                        row.extend((0..cols).map(|c| get(r, c)));
                        plan.row(&row).to_code(dtype)
                    })
                }
                Axis::Col => {
                    let mut col = Vec::with_capacity(rows as usize);
                    x.result(dtype, (1, cols), |_, c| {
                        col.clear();
                        col.extend((0..rows).map(|r| get(r, c)));
                        plan.col(&mut col).to_code(dtype)
                    })
                }
            }
        });
        x.write(self.dst, &results)
    }
}

/// The trap of a reduction over nothing.
pub fn empty((rows, cols): (u32, u32)) -> Trap {
    Trap::new(format!("reduces an empty valid region of {rows}x{cols}")).code(code::EMPTY_REGION)
}

/// An element as a number of the destination's type.
pub fn element<T: Num>(from: DType, to: DType, code: u64) -> T {
    if from.plain() == to.plain() { T::from_code(from, code) } else { number(from, code) }
}

/// Everything that decides the order of one reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How values are combined.
    pub fold: Fold,
    /// The function, resolved for the run.
    pub elem: Elem,
    /// The order.
    pub order: SummationOrder,
    /// Element type of every step.
    pub dtype: DType,
    /// Columns of a special A2/A3 row sum, see `special_width`.
    pub special: Option<u32>,
    /// `isBinary`.
    pub binary: bool,
}

impl Plan {
    /// The order of a reduction in a run.
    pub fn new(x: &Exec<'_>, reduce: &Reduce, src: &TileAt, dst: &TileAt) -> Plan {
        let dtype = dst.ty.dtype;
        Plan {
            fold: reduce.fold,
            elem: reduce.fold.elem().resolve(x.numerics, dtype),
            order: x.numerics.order,
            dtype,
            special: special_width(x.numerics, reduce, src, dst),
            binary: x.flag("isBinary"),
        }
    }

    /// Rounds to the element type.
    #[inline(always)]
    fn round<T: Num>(&self, a: T) -> T {
        if T::IS_FLOAT && self.dtype != DType::F32 {
            T::from_code(self.dtype, a.to_code(self.dtype))
        } else {
            a
        }
    }
    #[inline(always)]
    fn join<T: Num>(&self, a: T, b: T) -> T {
        self.round(self.elem.call(a, b, T::ZERO))
    }

    /// The result of a row. It has at least one element.
    pub fn row<T: Num>(&self, row: &[T]) -> T {
        let lanes = self.dtype.per_repeat() as usize;
        match (self.fold, self.order) {
            (Fold::Max | Fold::Min, _) => self.left(row),
            // The accumulator is wider than 16-bit floats: one rounding at the end.
            (Fold::Sum, SummationOrder::Left) => row.iter().fold(T::ZERO, |a, &b| a.add(b)),
            (Fold::Prod, SummationOrder::Left) => row.iter().fold(T::ONE, |a, &b| self.join(a, b)),
            (Fold::Sum, SummationOrder::A5) => row
                .chunks(lanes)
                .fold(T::ZERO, |acc, chunk| self.join(acc, self.tree(chunk, lanes))),
            (Fold::Sum, SummationOrder::A2a3) => match self.special {
                Some(cols) => self.special_row(row, cols),
                None => self.chunked_row(row, lanes),
            },
            (Fold::Prod, SummationOrder::A5) => {
                let mut acc = self.accumulate(row, lanes, T::ONE);
                while acc.len() > 1 {
                    let half = acc.len() / 2;
                    for k in 0..half {
                        acc[k] = self.join(acc[k], acc[k + half]);
                    }
                    acc.truncate(half);
                }
                acc[0]
            }
            (Fold::Prod, SummationOrder::A2a3) => {
                self.left(&self.accumulate(row, self.dtype.per_block() as usize, T::ONE))
            }
        }
    }

    fn left<T: Num>(&self, list: &[T]) -> T {
        list[1..].iter().fold(list[0], |a, &b| self.join(a, b))
    }

    /// Lane-wise over chunks of `lanes`.
    fn accumulate<T: Num>(&self, row: &[T], lanes: usize, start: T) -> Vec<T> {
        let mut acc = vec![start; lanes];
        for chunk in row.chunks(lanes) {
            for (a, &b) in acc.iter_mut().zip(chunk) {
                *a = self.join(*a, b);
            }
        }
        acc
    }

    /// Adjacent pairs, again and again, over `lanes` lanes; missing ones are zero.
    fn tree<T: Num>(&self, list: &[T], lanes: usize) -> T {
        let mut level = list.to_vec();
        level.resize(lanes, T::ZERO);
        while level.len() > 1 {
            level = level.chunks(2).map(|p| self.join(p[0], p[1])).collect();
        }
        level[0]
    }

    /// The general A2/A3 sequence for floats.
    fn chunked_row<T: Num>(&self, row: &[T], lanes: usize) -> T {
        if !T::IS_FLOAT {
            return row.iter().fold(T::ZERO, |a, &b| a.add(b));
        }
        let (full, rest) = (row.len() / lanes, row.len() % lanes);
        if row.len() <= lanes {
            return self.tree(row, lanes);
        }
        let chunk = |i: usize| &row[i * lanes..(i + 1) * lanes];
        let add = |a: &[T], b: &[T]| -> Vec<T> {
            a.iter().zip(b).map(|(&a, &b)| self.join(a, b)).collect()
        };
        let mut sums: Vec<Vec<T>> = if full == 1 {
            vec![chunk(0).to_vec()]
        } else {
            (0..full / 2).map(|i| add(chunk(2 * i), chunk(2 * i + 1))).collect()
        };
        if full > 1 && full % 2 == 1 {
            sums[0] = add(&sums[0], chunk(full - 1));
        }
        for (l, &tail) in row[full * lanes..].iter().enumerate().take(rest) {
            sums[0][l] = self.join(sums[0][l], tail);
        }
        while sums.len() > 1 {
            let mut next: Vec<Vec<T>> =
                (0..sums.len() / 2).map(|i| add(&sums[2 * i], &sums[2 * i + 1])).collect();
            if sums.len() % 2 == 1 {
                let last = next.len() - 1;
                next[last] = add(&next[last], &sums[sums.len() - 1]);
            }
            sums = next;
        }
        self.tree(&sums[0], lanes)
    }

    /// The four f32 shapes that A2/A3 sums by 32-byte blocks.
    fn special_row<T: Num>(&self, row: &[T], cols: u32) -> T {
        let eights = |list: &[T]| -> Vec<T> { list.chunks(8).map(|b| self.tree(b, 8)).collect() };
        let blocks = eights(row);
        let pairs: Vec<T> = match cols {
            128 => (0..8).map(|k| self.join(blocks[k], blocks[k + 8])).collect(),
            256 => (0..8)
                .map(|k| {
                    let low = self.join(blocks[k], blocks[k + 8]);
                    self.join(low, self.join(blocks[k + 16], blocks[k + 24]))
                })
                .collect(),
            512 => eights(&blocks),
            _ => {
                let d = eights(&blocks);
                (0..8).map(|k| self.join(d[k], d[k + 8])).collect()
            }
        };
        self.tree(&pairs, 8)
    }

    /// The result of a column, which is used up. It has at least one element.
    pub fn col<T: Num>(&self, col: &mut [T]) -> T {
        match self.order {
            SummationOrder::A2a3 | SummationOrder::A5
                if self.binary && matches!(self.fold, Fold::Sum) =>
            {
                let mut count = col.len();
                while count > 1 {
                    let half = count / 2;
                    let odd = (count % 2 == 1).then(|| col[count - 1]);
                    for i in 0..half {
                        col[i] = self.join(col[2 * i], col[2 * i + 1]);
                    }
                    if let Some(odd) = odd {
                        let to = if self.order == SummationOrder::A5 { half - 1 } else { 0 };
                        col[to] = self.join(col[to], odd);
                    }
                    count = half;
                }
                col[0]
            }
            SummationOrder::A5 => col[1..].chunks(2).fold(col[0], |acc, pair| match *pair {
                [a, b] => self.join(acc, self.join(a, b)),
                _ => self.join(acc, pair[0]),
            }),
            SummationOrder::Left | SummationOrder::A2a3 => self.left(col),
        }
    }
}

/// The width of an f32 row sum for which A2/A3 has a sequence of its own: whole 64x128, 32x256, 16x512 and
/// 8x1024 tiles into a column-major destination.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:237-268.
fn special_width(n: &Numerics, reduce: &Reduce, src: &TileAt, dst: &TileAt) -> Option<u32> {
    let sum =
        n.order == SummationOrder::A2a3 && reduce.fold == Fold::Sum && reduce.axis == Axis::Row;
    let column = dst.ty.layout() == Layout::Dn && dst.ty.cols == 1;
    let shape = matches!(src.shape(), (64, 128) | (32, 256) | (16, 512) | (8, 1024));
    let whole = src.valid == src.shape()
        && src.ty.valid_rows.known() == Some(src.ty.rows)
        && src.ty.valid_cols.known() == Some(src.ty.cols);
    (sum && column && shape && whole && src.ty.dtype == DType::F32).then_some(src.ty.cols)
}
