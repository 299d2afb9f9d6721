//! Plain loops of instructions of their own: gathering and scattering, sorting, sequences, counting.

use crate::elementwise::Plain;
use crate::plane::{Bf16, Code8, Element, F16, Operand, Plane};
use crate::reference::{Job, Loop, Stored, looped};
use crate::with_element;
use pto_isa::format::decode;
use pto_isa::sem::gather::{Pattern, Spread};
use pto_isa::sem::generate::philox;
use pto_isa::sem::sort::counted;
use pto_isa::sem::{Arg, Part, PartArg};
use pto_isa::{AttrValue, DType};

fn word<'a>(job: &Job<'a>, name: &str) -> Option<&'a str> {
    match job.case.attrs.iter().find(|a| a.0 == name)?.1 {
        AttrValue::Word(w) => Some(w),
        _ => None,
    }
}

fn scalar(job: &Job<'_>, slot: u8) -> Option<(DType, u64)> {
    match job.case.args.iter().find(|a| a.0 == slot)?.1 {
        Arg::Scalar(d, c) => Some((d, c)),
        _ => None,
    }
}

/// The operand of a name, if it was given.
pub fn slot(job: &Job<'_>, name: &str) -> Option<u8> {
    let at = job.case.def.operands.iter().position(|o| o.name == name)? as u8;
    job.case.args.iter().any(|a| a.0 == at).then_some(at)
}

/// Positions as a plain program has them.
fn positions(job: &mut Job<'_>, slot: u8) -> Option<Plane<u32>> {
    let at = job.operands.take(slot)?;
    with_element!(at.dtype, T => {
        let p = at.plane::<T>()?;
        let data = p.data.iter().map(|x| x.bits() as u32).collect();
        Some(Plane { data, rows: p.rows, cols: p.cols, strides: p.strides, row_at: p.row_at, col_at: p.col_at })
    })
}

/// Where the element of a flat position is, without a division where rows are a power of two long.
#[inline(always)]
fn flat<T>(p: &Plane<T>, shape: (usize, usize), index: usize) -> usize {
    match p.strides {
        Some((row, 1)) if row == shape.1 => index,
        Some((row, col)) => index / shape.1 * row + index % shape.1 * col,
        None => p.place(index / shape.1, index % shape.1),
    }
}

pub fn gather(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst) = (slot(job, "src")?, slot(job, "dst")?);
    if let Some(indices) = slot(job, "indices") {
        let at = positions(job, indices)?;
        let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
        let shape = src.tile?.shape();
        let shape = (shape.0 as usize, shape.1 as usize);
        return with_element!(dst.dtype, T => {
            let (slot, s, d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
            let simple = d.by_rows() && at.by_rows();
            looped(slot, d, move |d| {
                for r in 0..d.rows {
                    if simple {
                        for (d, i) in d.row_mut(r).iter_mut().zip(at.row(r)) {
                            *d = s.data[flat(&s, shape, *i as usize)];
                        }
                        continue;
                    }
                    for c in 0..d.cols {
                        d.set(r, c, s.data[flat(&s, shape, at.get(r, c) as usize)]);
                    }
                }
            })
        });
    }
    if slot(job, "kValue").is_some() || slot(job, "cdst").is_some() {
        return None;
    }
    let pattern = Pattern::parse(word(job, "maskPattern")?)?;
    let columns = word(job, "axis").is_some_and(|w| w.eq_ignore_ascii_case("col"));
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    let (factor, position) = (pattern.factor as usize, pattern.position as usize);
    with_element!(dst.dtype, T => {
        let (slot, s, d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
        if !s.by_rows() || !d.by_rows() {
            return None;
        }
        looped(slot, d, move |d| {
            if columns {
                for (to, r) in (position..s.rows).step_by(factor).enumerate() {
                    let at = d.row_at[to];
                    d.data[at..][..s.cols].copy_from_slice(s.row(r));
                }
                return;
            }
            let (mut row, mut col) = (0, 0);
            for r in 0..s.rows {
                for x in s.row(r)[position..].iter().step_by(factor) {
                    let at = d.row_at[row] + col;
                    d.data[at] = *x;
                    col += 1;
                    if col == d.cols {
                        (row, col) = (row + 1, 0);
                    }
                }
            }
        })
    })
}

pub fn scatter(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst) = (slot(job, "src")?, slot(job, "dst")?);
    let Some(indices) = slot(job, "indexes").or_else(|| slot(job, "indices")) else {
        return spread(job, src, dst);
    };
    let at = positions(job, indices)?;
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    let shape = dst.tile?.shape();
    let shape = (shape.0 as usize, shape.1 as usize);
    with_element!(dst.dtype, T => {
        let (slot, s, d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
        looped(slot, d, move |d| {
            for r in 0..at.rows {
                for c in 0..at.cols {
                    let to = flat(d, shape, at.get(r, c) as usize);
                    d.data[to] = s.get(r, c);
                }
            }
        })
    })
}

/// Elements at every so manieth place of a row or a column, zeros between them.
fn spread(job: &mut Job<'_>, src: u8, dst: u8) -> Option<Box<dyn Loop>> {
    let how = job.ask(|x| Spread::of(x, src)).ok()?;
    let (factor, position) = (how.pattern.factor as usize, how.pattern.position as usize);
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    with_element!(dst.dtype, T => {
        let (slot, s, d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
        looped(slot, d, move |d| {
            if factor > 1 {
                d.data.fill(T::default());
            }
            for r in 0..s.rows {
                for c in 0..s.cols {
                    let (row, col) = match how.columns {
                        true => (r * factor + position, c),
                        false => (r, c * factor + position),
                    };
                    let at = d.row_at[row] + d.col_at[col];
                    d.data[at] = s.get(r, c);
                }
            }
        })
    })
}

pub fn gather_bytes(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst, offsets) = (slot(job, "src")?, slot(job, "dst")?, slot(job, "offsets")?);
    let at = positions(job, offsets)?;
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    let size = dst.dtype.bytes();
    let block = if job.case.numerics.is_manual() { 1 } else { dst.dtype.per_block() as usize };
    with_element!(dst.dtype, T => {
        let (slot, s, d) = (dst.slot, src.plane::<T>()?, dst.plane::<T>()?);
        looped(slot, d, move |d| {
            for r in 0..d.rows {
                for c in 0..d.cols {
                    let first = (at.get(r, c / block) / size) as usize;
                    d.set(r, c, s.data[first + c % block]);
                }
            }
        })
    })
}

/// Ordered bits of a float: larger numbers have larger keys.
#[inline(always)]
fn key(x: f32) -> u32 {
    let bits = x.to_bits();
    bits ^ (((bits as i32) >> 31) as u32 | 0x8000_0000)
}

pub fn sort32(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, idx, dst) = (slot(job, "src")?, slot(job, "idx")?, slot(job, "dst")?);
    let index = positions(job, idx)?;
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    fn write<T: Stored<Wide = f32>>(
        slot: u8,
        s: Plane<T>,
        index: Plane<u32>,
        d: Plane<T>,
        put: fn(&mut [T], T, u32),
    ) -> Option<Box<dyn Loop>> {
        let record = 8 / std::mem::size_of::<T>();
        if !s.by_rows() || !d.by_rows() || !index.by_rows() {
            return None;
        }
        looped(slot, d, move |d| {
            for r in 0..s.rows {
                let indices = index.row(if index.rows == 1 { 0 } else { r });
                let start = d.row_at[r];
                let blocks = s.row(r).chunks(32).zip(indices.chunks(32));
                for (b, (values, indices)) in blocks.enumerate() {
                    let mut block = [(0u32, 0u32, T::default()); 32];
                    for (slot, (v, i)) in block.iter_mut().zip(values.iter().zip(indices)) {
                        *slot = (!key(v.value()), *i, *v);
                    }
                    let block = &mut block[..values.len()];
                    block.sort_unstable_by_key(|b| (b.0, b.1));
                    for (i, (_, index, value)) in block.iter().enumerate() {
                        let at = start + (b * 32 + i) * record;
                        put(&mut d.data[at..][..record], *value, *index);
                    }
                }
            }
        })
    }
    let slot = dst.slot;
    match src.dtype {
        DType::F32 => write::<f32>(slot, src.plane()?, index, dst.plane()?, |to, v, i| {
            (to[0], to[1]) = (v, f32::from_bits(i));
        }),
        DType::F16 => write::<F16>(slot, src.plane()?, index, dst.plane()?, |to, v, i| {
            (to[0], to[1], to[2], to[3]) = (v, F16(0), F16(i as u16), F16((i >> 16) as u16));
        }),
        _ => None,
    }
}

/// Four sorted lists of records of f32 that follow one another become one.
pub fn merge_sort(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, dst) = (slot(job, "src")?, slot(job, "dst")?);
    let length = job.case.args.iter().find_map(|a| match a.1 {
        Arg::Scalar(_, n) => Some(n as usize),
        _ => None,
    })?;
    let (src, dst) = (job.operands.take(src)?, job.operands.take(dst)?);
    if src.dtype != DType::F32 || length == 0 {
        return None;
    }
    let (slot, s, d) = (dst.slot, src.plane::<f32>()?, dst.plane::<f32>()?);
    looped(slot, d, move |d| {
        let whole = s.cols / (4 * length) * (4 * length);
        let start = d.row_at[0];
        for group in (0..whole).step_by(4 * length) {
            let mut at: [usize; 4] = std::array::from_fn(|i| group + i * length);
            let end: [usize; 4] = std::array::from_fn(|i| group + (i + 1) * length);
            for out in (group..group + 4 * length).step_by(2) {
                let mut best = 4;
                for i in 0..4 {
                    if at[i] < end[i] && (best == 4 || s.data[at[i]] > s.data[at[best]]) {
                        best = i;
                    }
                }
                d.data[start + out] = s.data[at[best]];
                d.data[start + out + 1] = s.data[at[best] + 1];
                at[best] += 2;
            }
        }
        d.data[start + whole..start + s.cols].copy_from_slice(&s.data[whole..s.cols]);
    })
}

pub fn part(p: &Part, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (a, b, dst) =
        (job.operands.take(p.src0)?, job.operands.take(p.src1)?, job.operands.take(p.dst)?);
    let elem = p.elem;
    with_element!(dst.dtype, T => {
        let (slot, d) = (dst.slot, dst.plane::<T>()?);
        let (a, b) = (a.plane::<T>()?, b.plane::<T>()?);
        struct Build<T>(u8, Plane<T>, Plane<T>, Plane<T>);
        impl<S: Stored> crate::elementwise::Visit<S::Wide> for Build<S> {
            type Out = Option<Box<dyn Loop>>;
            fn one<F>(self, _: F) -> Self::Out {
                None
            }
            fn three<F>(self, _: F) -> Self::Out {
                None
            }
            fn two<F: Fn(S::Wide, S::Wide) -> S::Wide + Copy + 'static>(self, f: F) -> Self::Out {
                let Build(slot, d, a, b) = self;
                let simple = a.by_rows() && b.by_rows() && d.by_rows();
                looped(slot, d, move |d| {
                    for r in 0..d.rows {
                        let in_a = if r < a.rows { a.cols } else { 0 };
                        let in_b = if r < b.rows { b.cols } else { 0 };
                        let both = in_a.min(in_b).min(d.cols);
                        if simple {
                            let row = d.row_mut(r);
                            if both > 0 {
                                let pairs = a.row(r).iter().zip(b.row(r));
                                for (d, (a, b)) in row.iter_mut().zip(pairs) {
                                    *d = S::narrow(f(a.widen(), b.widen()));
                                }
                            }
                            let end = in_a.max(in_b).min(row.len());
                            if end > both {
                                let rest = if in_a > in_b { a.row(r) } else { b.row(r) };
                                row[both..end].copy_from_slice(&rest[both..end]);
                            }
                            continue;
                        }
                        for c in 0..d.cols {
                            let x = match (c < in_a, c < in_b) {
                                (true, true) => {
                                    let (a, b) = (a.get(r, c).widen(), b.get(r, c).widen());
                                    S::narrow(f(a, b))
                                }
                                (true, false) => a.get(r, c),
                                (false, true) => b.get(r, c),
                                _ => continue,
                            };
                            d.set(r, c, x);
                        }
                    }
                })
            }
        }
        if dst_is_small::<T>() {
            return None;
        }
        <T as Stored>::Wide::function(elem, Build(slot, d, a, b))?
    })
}

fn dst_is_small<T: 'static>() -> bool {
    std::any::TypeId::of::<T>() == std::any::TypeId::of::<Code8>()
}

pub fn part_arg(p: &PartArg, job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let [a, b] = p.values.map(|s| job.operands.take(s));
    let [i, j] = p.indices.map(|s| positions(job, s));
    let (value, index) = (job.operands.take(p.value)?, positions(job, p.index)?);
    let (a, b, i, j, mut index, largest) = (a?, b?, i?, j?, index, p.largest);
    with_element!(value.dtype, T => {
        let (slot, d) = (value.slot, value.plane::<T>()?);
        let (a, b) = (a.plane::<T>()?, b.plane::<T>()?);
        looped(slot, d, move |d| {
            for r in 0..d.rows.min(a.rows).min(b.rows) {
                for c in 0..d.cols.min(a.cols).min(b.cols) {
                    let (x, y) = (a.get(r, c), b.get(r, c));
                    let first = if largest { x.widen() > y.widen() } else { x.widen() < y.widen() };
                    d.set(r, c, if first { x } else { y });
                    index.set(r, c, if first { i.get(r, c) } else { j.get(r, c) });
                }
            }
        })
    })
}

pub fn triangle(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let shift = scalar(job, 0)?.1 as i64;
    let upper = matches!(
        job.case.attrs.iter().find(|a| a.0 == "upperOrLower"),
        Some((_, AttrValue::Int(1)))
    );
    let dst = job.operands.take(1)?;
    let dtype = dst.dtype;
    with_element!(dtype, T => {
        let (slot, d) = (dst.slot, dst.plane::<T>()?);
        let one = if dtype.is_int() { 1 } else { pto_isa::format::encode(dtype, 1.0, pto_isa::format::Conversion::default()) };
        let (one, zero) = (T::of_bits(one), T::of_bits(0));
        if !d.by_rows() {
            return None;
        }
        looped(slot, d, move |d| {
            for r in 0..d.rows {
                let diagonal = r as i64 + shift;
                for (c, d) in d.row_mut(r).iter_mut().enumerate() {
                    let c = c as i64;
                    *d = if if upper { c >= diagonal } else { c <= diagonal } { one } else { zero };
                }
            }
        })
    })
}

pub fn sequence(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (from, start) = scalar(job, 0)?;
    let down =
        job.case.attrs.iter().any(|a| {
            a.0 == "descending" && matches!(a.1, AttrValue::Bool(true) | AttrValue::Int(1))
        });
    let dst = job.operands.take(2)?;
    fn floats<T: Stored<Wide = f32>>(dst: Operand, first: f32, step: f32) -> Option<Box<dyn Loop>> {
        let (slot, d) = (dst.slot, dst.plane::<T>()?);
        looped(slot, d, move |d| {
            for (c, x) in d.row_mut(0).iter_mut().enumerate() {
                *x = T::narrow(first + step * c as f32);
            }
        })
    }
    let (first, step) = (decode(from, start) as f32, if down { -1.0 } else { 1.0 });
    match dst.dtype {
        DType::F32 => return floats::<f32>(dst, first, step),
        DType::F16 => return floats::<F16>(dst, first, step),
        DType::Bf16 => return floats::<Bf16>(dst, first, step),
        _ => {}
    }
    with_element!(dst.dtype, T => {
        let (slot, d) = (dst.slot, dst.plane::<T>()?);
        looped(slot, d, move |d| {
            for c in 0..d.cols {
                let x = if down { start.wrapping_sub(c as u64) } else { start.wrapping_add(c as u64) };
                d.set(0, c, T::of_bits(x));
            }
        })
    })
}

pub fn random(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let mut words = [0u32; 6];
    for (i, w) in words.iter_mut().enumerate() {
        *w = scalar(job, i as u8)?.1 as u32;
    }
    let rounds = match job.case.attrs.iter().find(|a| a.0 == "rounds") {
        Some((_, AttrValue::Int(n))) => *n as u32,
        _ => 10,
    };
    let dst = job.operands.take(6)?;
    let slot = dst.slot;
    let key = [words[0], words[1]];
    let first = words[2..].iter().rev().fold(0u128, |all, &w| all << 32 | u128::from(w));
    with_element!(dst.dtype, T => {
        let d = dst.plane::<T>()?;
        if !d.by_rows() {
            return None;
        }
        looped(slot, d, move |d| {
            let mut counter = first;
            for r in 0..d.rows {
                for group in d.row_mut(r).chunks_mut(256) {
                    for (lane, four) in group.chunks_mut(4).enumerate() {
                        let bits = philox(counter.wrapping_add(lane as u128), key, rounds);
                        for (d, x) in four.iter_mut().zip(bits) {
                            *d = T::of_bits(x.into());
                        }
                    }
                    counter = counter.wrapping_add(64.min(group.len() as u128));
                }
            }
        })
    })
}

pub fn histogram(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    let (src, idx, dst) = (slot(job, "src")?, slot(job, "idx")?, slot(job, "dst")?);
    let counted = job.ask(|x| counted(x, [src, idx])).ok()?;
    let (values, dst) = (positions(job, src)?, job.operands.take(dst)?);
    let cumulative = !job.case.numerics.is_manual();
    let byte = match job.case.attrs.iter().find(|a| a.0 == "byte") {
        Some((_, AttrValue::Int(n))) => *n as u32,
        _ => 1,
    };
    let slot = dst.slot;
    let mut d = dst.plane::<u32>()?;
    d.cols = 256;
    looped(slot, d, move |d| {
        for r in 0..values.rows {
            let start = d.row_at[r];
            let bins = &mut d.data[start..][..256];
            bins.fill(0);
            let counted = counted(r as u32);
            for &v in values.row(r) {
                bins[(v >> (8 * byte) & 0xFF) as usize] += u32::from(counted.has(v.into()));
            }
            if cumulative {
                for b in 1..256 {
                    bins[b] += bins[b - 1];
                }
            }
        }
    })
}
