//! Accumulators on their way out through the fix pipe: scaled column by column, rectified, narrowed.

use super::convert::planes;
use super::quant::{plan, put};
use super::simd::{Isa, Wide, widest};
use super::staged::Stage;
use super::strided::StridedRect;
use pto_isa::DType;
use pto_isa::format::Saturate;
use pto_isa::sem::fixpipe::{Fixpipe, Offset, Relu};
use std::ops::Range;

/// A pass through the fix pipe.
pub(crate) struct Fixing {
    from: DType,
    to: DType,
    /// Scale and offset of each column.
    factors: Vec<(f32, f32)>,
    offset: Offset,
    rectifies: bool,
}

impl Fixing {
    /// The pass of these columns, if it is one of numbers that f32 holds.
    pub fn of(pipe: &Fixpipe, cols: Range<u32>) -> Option<Fixing> {
        let rectifies = match pipe.relu {
            Relu::None => false,
            Relu::Normal => true,
            _ => return None,
        };
        let to = pipe.to.plain();
        // What becomes of other floats is for the definition.
        let narrows = to.is_int() || matches!(to, DType::F32 | DType::F16 | DType::Bf16);
        let plain = pipe.clip.is_none() && !pipe.through_half;
        if !matches!(pipe.from, DType::F32 | DType::I32) || !narrows || !plain {
            return None;
        }
        let factors: Option<Vec<_>> = cols.map(|c| pipe.factors(c)).collect();
        Some(Fixing { from: pipe.from, to, factors: factors?, offset: pipe.offset(), rectifies })
    }

    /// Passes elements to the same row and column. Nothing if one of them is no finite number after it is scaled: what becomes of
    /// it depends on its type.
    pub fn pass(&self, from: &StridedRect, to: &StridedRect) -> Option<()> {
        let (rows, cols) = (to.rows.count, to.cols.count);
        if cols != self.factors.len() || from.meets(to) {
            return None;
        }
        let mut list = match self.from {
            DType::F32 => Stage::<f32>::of(from)?,
            _ => {
                let mut list = Stage::<f32>::new(rows * cols);
                let numbers = StridedRect::of_slice(&mut list, rows, cols)?;
                planes(&plan(DType::I32, DType::F32, Saturate::Off), from, &numbers)?;
                list
            }
        };
        let (factors, rectifies) = (&self.factors[..], self.rectifies);
        let list_of_rows = &mut list[..rows * cols];
        let is_finite = match self.offset {
            Offset::Ignored => widest(Scaled(list_of_rows, factors, rectifies, |x, f| {
                Offset::Ignored.scaled(x, f)
            })),
            Offset::BeforeRounding => widest(Scaled(list_of_rows, factors, rectifies, |x, f| {
                Offset::BeforeRounding.scaled(x, f)
            })),
            Offset::AfterRounding => widest(Scaled(list_of_rows, factors, rectifies, |x, f| {
                Offset::AfterRounding.scaled(x, f)
            })),
        };
        if !is_finite {
            return None;
        }
        let saturate = if self.to == DType::Bf16 { Saturate::Off } else { Saturate::On };
        put(list, self.to, to, saturate)
    }
}

/// Rows of numbers with the factors of their columns; whether all results are finite.
struct Scaled<'a, F>(&'a mut [f32], &'a [(f32, f32)], bool, F);

impl<F: Fn(f32, (f32, f32)) -> f32> Wide for Scaled<'_, F> {
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let Scaled(list, factors, rectifies, scaled) = self;
        let mut is_finite = true;
        for row in list.chunks_exact_mut(factors.len()) {
            for (x, &f) in row.iter_mut().zip(factors) {
                let value = scaled(*x, f);
                is_finite &= value.is_finite();
                *x = if !rectifies || value > 0.0 { value } else { 0.0 };
            }
        }
        is_finite
    }
}
