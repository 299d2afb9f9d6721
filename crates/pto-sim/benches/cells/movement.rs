//! Plain loops of instructions that move elements: loads, stores, copies, transposes, windows, fills, tiles side by side.

use crate::plane::{Bf16, Element, F16, Operand, Plane};
use crate::reference::{Job, Loop, Looped, Stored, looped};
use crate::with_element;
use pto_isa::sem::fixpipe::{Fixpipe, Offset, Relu};
use pto_isa::sem::pad::{pad_code, pads_are_finite};
use pto_isa::sem::{Arg, FillPad, Load, Move, MovePart, Store};
use pto_isa::{DType, Space};

fn int(job: &Job<'_>, slot: u8) -> Option<usize> {
    match job.case.args.iter().find(|a| a.0 == slot)?.1 {
        Arg::Scalar(_, code) => usize::try_from(code).ok(),
        _ => None,
    }
}

/// Copies elements of the same bits; rows where they lie together, else one by one.
fn copy<T: Element>(
    src: Operand,
    dst: Operand,
    from: (usize, usize),
    to: (usize, usize),
) -> Option<Box<dyn Loop>> {
    let (slot, mut s, mut d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
    let rows = (s.row_at.len() - from.0).min(d.row_at.len() - to.0).min(s.rows).min(d.rows);
    let cols = (s.col_at.len() - from.1).min(d.col_at.len() - to.1).min(s.cols).min(d.cols);
    let (mut from, mut to, mut extent) = (from, to, (rows, cols));
    let turned = !d.by_rows() && d.by_cols() && s.by_cols();
    if turned {
        s.transpose();
        d.transpose();
        (from, to, extent) = ((from.1, from.0), (to.1, to.0), (cols, rows));
    }
    let (rows, cols) = extent;
    if s.by_rows() && d.by_rows() && s.strides.is_some() && d.strides.is_some() {
        let body = move |d: &mut Plane<T>| {
            for r in 0..rows {
                let at = d.row_at[to.0 + r] + to.1;
                let line = &s.data[s.row_at[from.0 + r] + from.1..][..cols];
                d.data[at..][..cols].copy_from_slice(line);
            }
        };
        return Some(Box::new(Looped { slot, dst: d, turned, body }));
    }
    let body = move |d: &mut Plane<T>| {
        for r in 0..rows {
            for c in 0..cols {
                let at = d.row_at[to.0 + r] + d.col_at[to.1 + c];
                d.data[at] = s.data[s.row_at[from.0 + r] + s.col_at[from.1 + c]];
            }
        }
    };
    Some(Box::new(Looped { slot, dst: d, turned, body }))
}

/// Copies between operands of one element type.
fn same(
    src: Operand,
    dst: Operand,
    from: (usize, usize),
    to: (usize, usize),
) -> Option<Box<dyn Loop>> {
    if src.dtype.plain() != dst.dtype.plain() {
        return None;
    }
    with_element!(src.dtype, T => copy::<T>(src, dst, from, to))
}

pub fn load(l: &Load, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    same(job.operands.take(l.src)?, job.operands.take(l.dst)?, (0, 0), (0, 0))
}

pub fn store(s: &Store, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let plain = job.case.attrs.iter().all(|a| !a.0.to_ascii_lowercase().contains("atomic"));
    if !plain {
        return None;
    }
    let (src, dst) = (job.operands.take(s.src)?, job.operands.take(s.dst)?);
    match fixed(job, &src, dst.dtype, (s.fp, s.scalar), 0) {
        Some(fix) => fix.of(src, dst, (0, 0), (0, 0)),
        None => same(src, dst, (0, 0), (0, 0)),
    }
}

/// What the fix pipe does on the way out of an accumulator: a scale and an offset per column, a rectifier.
struct Fixed {
    factors: Vec<(f32, f32)>,
    rounds_first: bool,
    rectifies: bool,
}

/// That of an instruction, if it has parameters.
fn fixed(
    job: &Job<'_>,
    src: &Operand,
    to: DType,
    (fp, scalar): (Option<u8>, Option<u8>),
    first: usize,
) -> Option<Fixed> {
    let tile = src.tile.filter(|t| t.ty.space == Space::Acc)?;
    let given = |slot: Option<u8>| slot.is_some_and(|s| job.case.args.iter().any(|a| a.0 == s));
    if !given(fp) && !given(scalar) {
        return None;
    }
    let cols = first as u32..tile.valid.1;
    let pipe = job.ask(|x| Fixpipe::of(x, src.dtype, to, (fp, scalar), cols.end)).ok()?;
    let adds = pipe.offset() != Offset::Ignored;
    let factor =
        |c| pipe.factors(c).map(|(scale, offset)| (scale, if adds { offset } else { 0.0 }));
    let factors: Option<Vec<_>> = cols.map(factor).collect();
    Some(Fixed {
        factors: factors?,
        rounds_first: pipe.offset() == Offset::AfterRounding,
        rectifies: matches!(pipe.relu, Relu::Normal),
    })
}

impl Fixed {
    #[inline(always)]
    fn number(&self, x: f32, c: usize) -> f32 {
        let (scale, offset) = self.factors[c];
        let scaled = x * scale;
        let y = match self.rounds_first {
            true => scaled.round_ties_even().clamp(-256.0, 255.0) + offset,
            false => scaled + offset,
        };
        if self.rectifies { y.max(0.0) } else { y }
    }

    fn of(
        self,
        src: Operand,
        dst: Operand,
        from: (usize, usize),
        to: (usize, usize),
    ) -> Option<Box<dyn Loop>> {
        let (slot, out) = (dst.slot, dst.dtype);
        macro_rules! loops {
            ($s:ty, $d:ty, $narrow:expr) => {{
                let (s, d) = (src.plane::<$s>()?, dst.plane::<$d>()?);
                let rows = (s.rows - from.0).min(d.row_at.len() - to.0).min(d.rows);
                let cols = (s.cols - from.1).min(d.col_at.len() - to.1).min(self.factors.len());
                looped(slot, d, move |d| {
                    for r in 0..rows {
                        for c in 0..cols {
                            let x = s.data[s.row_at[from.0 + r] + s.col_at[from.1 + c]];
                            let at = d.row_at[to.0 + r] + d.col_at[to.1 + c];
                            d.data[at] = ($narrow)(self.number(x as f32, c));
                        }
                    }
                })
            }};
        }
        let round = |x: f32| x.round_ties_even();
        match (src.dtype.plain(), out.plain()) {
            (DType::F32, DType::F16) => loops!(f32, F16, F16::narrow),
            (DType::F32, DType::Bf16) => loops!(f32, Bf16, Bf16::narrow),
            (DType::F32, DType::F32) => loops!(f32, f32, |x: f32| x),
            (DType::F32, DType::I8) => loops!(f32, i8, |x: f32| round(x) as i8),
            (DType::F32, DType::U8) => loops!(f32, u8, |x: f32| round(x) as u8),
            (DType::I32, DType::F16) => loops!(i32, F16, F16::narrow),
            (DType::I32, DType::Bf16) => loops!(i32, Bf16, Bf16::narrow),
            (DType::I32, DType::I8) => loops!(i32, i8, |x: f32| round(x) as i8),
            (DType::I32, DType::U8) => loops!(i32, u8, |x: f32| round(x) as u8),
            _ => None,
        }
    }
}

pub fn movement(m: &Move, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let corner = |row, col| Some((int(job, row)?, int(job, col)?));
    let (from, to) = match m.part {
        MovePart::Whole | MovePart::Transposed => ((0, 0), (0, 0)),
        MovePart::Extract(row, col) => (corner(row, col)?, (0, 0)),
        MovePart::Insert(row, col) => ((0, 0), corner(row, col)?),
    };
    let (src, dst) = (job.operands.take(m.src)?, job.operands.take(m.dst)?);
    if let Some(fix) = fixed(job, &src, dst.dtype, (m.fp, m.scalar), from.1) {
        return fix.of(src, dst, from, to);
    }
    if m.part != MovePart::Transposed {
        return same(src, dst, from, to);
    }
    with_element!(src.dtype, T => {
        let (slot, s, d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
        let (rows, cols) = (s.rows.min(d.cols), s.cols.min(d.rows));
        let strides = s.strides.zip(d.strides);
        looped(slot, d, move |d| match strides {
            Some(((sr, sc), (dr, dc))) => {
                for c in 0..cols {
                    for r in 0..rows {
                        d.data[c * dr + r * dc] = s.data[r * sr + c * sc];
                    }
                }
            }
            None => {
                for c in 0..cols {
                    for r in 0..rows {
                        d.set(c, r, s.get(r, c));
                    }
                }
            }
        })
    })
}

pub fn fill_pad(f: &FillPad, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst) = (job.operands.take(f.src)?, job.operands.take(f.dst)?);
    let t = dst.tile?;
    let manual = job.case.numerics.is_manual();
    let pad = pad_code(dst.dtype, t.ty.pad, pads_are_finite(&job.case.numerics));
    let domain = if manual { t.shape() } else { t.valid };
    let (rows, cols) = (domain.0 as usize, domain.1 as usize);
    let copies = f.copies(&job.case.numerics);
    with_element!(dst.dtype, T => {
        let (slot, s, d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
        let pad = T::of_bits(pad);
        let kept = (s.rows.min(rows), s.cols.min(cols));
        let simple = s.by_rows() && d.by_rows();
        looped(slot, d, move |d| {
            for r in 0..rows {
                let inside = if r < kept.0 { kept.1 } else { 0 };
                if simple {
                    let start = d.row_at[r];
                    let row = &mut d.data[start..][..cols];
                    if copies && inside > 0 {
                        row[..inside].copy_from_slice(&s.data[s.row_at[r]..][..inside]);
                    }
                    row[inside..].fill(pad);
                    continue;
                }
                for c in 0..cols {
                    let at = d.row_at[r] + d.col_at[c];
                    if c >= inside {
                        d.data[at] = pad;
                    } else if copies {
                        d.data[at] = s.get(r, c);
                    }
                }
            }
        })
    })
}

/// Two tiles side by side, all their columns.
pub fn concat(job: &mut Job<'_>, [a, b, dst]: [u8; 3]) -> Option<Box<dyn Loop>> {
    let (a, b, dst) = (job.operands.take(a)?, job.operands.take(b)?, job.operands.take(dst)?);
    with_element!(dst.dtype, T => {
        let (slot, d) = (dst.slot, dst.plane::<T>()?);
        let (a, b) = (a.plane::<T>()?, b.plane::<T>()?);
        if !(a.by_rows() && b.by_rows() && d.by_rows()) {
            return None;
        }
        looped(slot, d, move |d| {
            for r in 0..d.rows {
                let at = d.row_at[r];
                d.data[at..][..a.cols].copy_from_slice(a.row(r));
                d.data[at + a.cols..][..b.cols].copy_from_slice(b.row(r));
            }
        })
    })
}

/// `a0 b0 a1 b1 ...`, the first half of each row into the first destination, the second into the other.
pub fn interleave(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (a, b, low, high) = (
        job.operands.take(0)?,
        job.operands.take(1)?,
        job.operands.take(2)?,
        job.operands.take(3)?,
    );
    with_element!(low.dtype, T => {
        let slot = low.slot;
        let (a, b) = (a.plane::<T>()?, b.plane::<T>()?);
        let (d, mut high) = (low.plane::<T>()?, high.plane::<T>()?);
        if !(a.by_rows() && b.by_rows() && d.by_rows() && high.by_rows()) {
            return None;
        }
        looped(slot, d, move |d| {
            for r in 0..d.rows {
                let half = d.cols / 2;
                let (a, b) = (a.row(r), b.row(r));
                let outs = [(d.row_mut(r), 0), (high.row_mut(r), half)];
                for (out, first) in outs {
                    let sources = a[first..].iter().zip(&b[first..]);
                    for (pair, (a, b)) in out.chunks_exact_mut(2).zip(sources) {
                        (pair[0], pair[1]) = (*a, *b);
                    }
                }
            }
        })
    })
}

/// Even elements of each row to one destination, odd ones to the other.
pub fn deinterleave(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (a, b) = (job.operands.take(0)?, job.operands.take(1));
    let (even, odd) = (job.operands.take(2)?, job.operands.take(3)?);
    with_element!(even.dtype, T => {
        let slot = even.slot;
        let a = a.plane::<T>()?;
        let b = match b {
            Some(b) => Some(b.plane::<T>()?),
            None => None,
        };
        let (d, mut odd) = (even.plane::<T>()?, odd.plane::<T>()?);
        if !(a.by_rows() && d.by_rows() && odd.by_rows() && b.as_ref().is_none_or(Plane::by_rows)) {
            return None;
        }
        looped(slot, d, move |d| {
            for r in 0..d.rows {
                let (even, odd) = (d.row_mut(r), odd.row_mut(r));
                let both = even.iter_mut().zip(odd);
                match &b {
                    None => for ((e, o), pair) in both.zip(a.row(r).chunks_exact(2)) {
                        (*e, *o) = (pair[0], pair[1]);
                    },
                    Some(b) => {
                        let pairs = a.row(r).chunks_exact(2).chain(b.row(r).chunks_exact(2));
                        for ((e, o), pair) in both.zip(pairs) {
                            (*e, *o) = (pair[0], pair[1]);
                        }
                    }
                }
            }
        })
    })
}
