//! A dynamic slice: everything that flowed into some bytes of a buffer, followed backwards through a recorded run.
//!
//! Inside an instruction elements are followed by what its definition says: the same place for a function of elements, the
//! row or the column for reductions and products, all that was read where nothing is known.

use crate::record::{Byte, Step, memory_of};
use pto_ir::interval::IntervalMap;
use pto_isa::Space;
use pto_isa::layout::Layout;
use pto_isa::sem::map::Src;
use pto_isa::sem::{Arg, Axis, Start, TileAt, ViewAt};
use pto_isa::{Role, Sem};
use pto_sim::MemoryId;
use std::ops::Range;

/// What flowed into some bytes.
#[derive(Default)]
pub struct Slice {
    /// Steps by their place in the recording, the last one first, each with how many of the bytes it wrote count.
    pub steps: Vec<(usize, u64)>,
    /// Bytes of those asked for that no step wrote.
    pub unwritten: u64,
}

/// Follows bytes back to where they came from.
pub fn slice(steps: &[Step], bytes: impl IntoIterator<Item = Range<Byte>>) -> Slice {
    let mut wanted: IntervalMap<Byte, bool> = IntervalMap::default();
    for range in bytes {
        wanted.set(range, true);
    }
    let mut slice = Slice::default();
    for (i, step) in steps.iter().enumerate().rev() {
        let mut taken: Vec<Range<Byte>> = Vec::new();
        for range in step.bytes(true) {
            taken.extend(wanted.over(range).map(|(part, _)| part));
        }
        if taken.is_empty() {
            continue;
        }
        for part in &taken {
            wanted.remove(part.clone());
        }
        let count = taken.iter().map(|r| (r.end.1 - r.start.1) as u64).sum();
        slice.steps.push((i, count));
        let flows = flows(step, &taken).unwrap_or_else(|| step.bytes(false).collect());
        for range in flows {
            wanted.set(range, false);
        }
    }
    let asked = wanted.iter().filter(|(_, is_asked)| **is_asked);
    slice.unwritten = asked.map(|(r, _)| (r.end.1 - r.start.1) as u64).sum();
    slice
}

/// Elements of a row: row, first column, column after the last.
type Span = (u32, u32, u32);

/// The bytes that flow into some bytes that a step wrote; none if all that it read must be taken.
fn flows(step: &Step, taken: &[Range<Byte>]) -> Option<Vec<Range<Byte>>> {
    let tile = |slot: u8| {
        step.args.iter().find(|a| a.0 == slot).and_then(|a| match a.1 {
            Arg::Tile(t) => Some(t),
            _ => None,
        })
    };
    let view = |slot: u8| {
        step.args.iter().find(|a| a.0 == slot).and_then(|a| match a.1 {
            Arg::View(v) => Some(v),
            _ => None,
        })
    };
    let outs = || {
        let is_out =
            |slot: u8| step.def.operands.get(slot as usize).is_some_and(|o| o.role == Role::Out);
        step.args.iter().filter(move |a| is_out(a.0)).map(|a| a.0)
    };
    let mut bytes = Vec::new();
    let mut give = |t: &TileAt, spans: &[Span]| tile_bytes(step, t, spans, &mut bytes);
    match step.def.sem {
        Sem::Map(map) => {
            let dst = tile(map.dst)?;
            let spans = spans_of(step, &dst, taken);
            let full = |slot: u8| tile(slot).is_some_and(|t| t.valid == dst.valid);
            // Of two sources of a column expansion either may be the full one.
            let turned = matches!(*map.src, [Src::Of(a), Src::Row0(b)] if !full(a) && full(b));
            for src in map.src {
                let Some(t) = tile(src.slot()) else { continue };
                let cols = t.valid.1.max(1);
                let spans: Vec<Span> = match src {
                    Src::Row0(_) if turned => spans.clone(),
                    Src::Of(_) if !turned => spans.clone(),
                    Src::Of(_) | Src::Row0(_) => spans.iter().map(|s| (0, s.1, s.2)).collect(),
                    Src::Broadcast(_) if t.valid == dst.valid => spans.clone(),
                    Src::Broadcast(_) => spans.iter().map(|s| (s.0, 0, cols)).collect(),
                };
                give(&t, &spans);
            }
        }
        Sem::Reduce(reduce) => {
            let (src, dst) = (tile(reduce.src)?, tile(reduce.dst)?);
            let spans = spans_of(step, &dst, taken);
            let (rows, cols) = src.valid;
            for s in spans {
                match reduce.axis {
                    Axis::Row => give(&src, &[(s.0, 0, cols)]),
                    Axis::Col => (0..rows).for_each(|r| give(&src, &[(r, s.1, s.2)])),
                }
            }
        }
        Sem::Convert(_) | Sem::FillPad(_) => {
            let dst = outs().find_map(tile)?;
            let spans = spans_of(step, &dst, taken);
            for (slot, arg) in &step.args {
                if let Arg::Tile(t) = arg
                    && step.def.operands.get(*slot as usize).is_some_and(|o| o.role == Role::In)
                {
                    let inside: Vec<Span> = spans
                        .iter()
                        .map(|s| (s.0, s.1, s.2.min(t.valid.1)))
                        .filter(|s| s.0 < t.valid.0 && s.1 < s.2)
                        .collect();
                    give(t, &inside);
                }
            }
        }
        Sem::Matmul(m) if m.scales.is_none() => {
            let (lhs, rhs, dst) = (tile(m.lhs)?, tile(m.rhs)?, tile(m.dst)?);
            let spans = spans_of(step, &dst, taken);
            let first = spans.iter().map(|s| s.1).min()?;
            let last = spans.iter().map(|s| s.2).max()?;
            for s in &spans {
                give(&lhs, &[(s.0, 0, lhs.valid.1)]);
            }
            (0..rhs.valid.0).for_each(|r| give(&rhs, &[(r, first, last)]));
            match m.start {
                Start::Acc(slot) => give(&tile(slot)?, &spans),
                Start::Bias(slot) => give(&tile(slot)?, &[(0, first, last)]),
                Start::Zero => {}
            }
        }
        Sem::Load(_) => {
            let dst = outs().find_map(tile)?;
            let v = step.args.iter().find_map(|a| view(a.0))?;
            if dst.ty.layout().is_boxed() || step.bytes(false).any(|r| r.start.0 >= 1 << 32) {
                return None;
            }
            for s in spans_of(step, &dst, taken) {
                view_bytes(&v, s, &mut bytes)?;
            }
        }
        Sem::Store(_) => {
            let v = step.args.iter().find_map(|a| view(a.0))?;
            let src = step.args.iter().find_map(|a| tile(a.0))?;
            if src.ty.layout().is_boxed() {
                return None;
            }
            // Which rows of the tile lie where is known one way only: try all of them.
            let mut spans: Vec<Span> = Vec::new();
            for r in 0..src.valid.0 {
                let mut row = Vec::new();
                view_bytes(&v, (r, 0, src.valid.1), &mut row)?;
                let size = i64::from(v.at.dtype.bytes());
                for (c, place) in element_places(&row, size).enumerate() {
                    if taken.iter().any(|t| t.start <= place && place < t.end) {
                        let c = c as u32;
                        match spans.last_mut() {
                            Some(last) if last.0 == r && last.2 == c => last.2 += 1,
                            _ => spans.push((r, c, c + 1)),
                        }
                    }
                }
            }
            give(&src, &spans);
        }
        _ => return None,
    }
    Some(bytes)
}

/// The first byte of each element of stretches of elements of a size.
fn element_places(list: &[Range<Byte>], size: i64) -> impl Iterator<Item = Byte> + '_ {
    list.iter().flat_map(move |r| {
        (r.start.1..r.end.1).step_by(size.max(1) as usize).map(move |at| (r.start.0, at))
    })
}

fn tile_memory(step: &Step, t: &TileAt) -> u64 {
    let second = step.when.core.role == pto_sim::CoreRole::Vector(1) && t.ty.space == Space::Vec;
    let id = if second { MemoryId::SECOND_UB } else { MemoryId::Local(t.ty.space as u8) };
    memory_of(step.when.core, id)
}

/// The valid elements of a tile that lie in some bytes.
fn spans_of(step: &Step, t: &TileAt, taken: &[Range<Byte>]) -> Vec<Span> {
    let memory = tile_memory(step, t);
    let bytes = i64::from(t.ty.dtype.bytes());
    let mut spans: Vec<Span> = Vec::new();
    let (rows, cols) = t.valid;
    if t.ty.layout() == Layout::Nd {
        let pitch = i64::from(t.storage.1) * bytes;
        for r in 0..rows {
            let start = t.addr as i64 + i64::from(r) * pitch;
            for part in taken.iter().filter(|p| p.start.0 == memory) {
                let first = (part.start.1.max(start) - start) / bytes;
                let last = (part.end.1 - start + bytes - 1) / bytes;
                let (first, last) = (first.max(0), last.min(cols.into()));
                if first < last {
                    spans.push((r, first as u32, last as u32));
                }
            }
        }
        return spans;
    }
    for r in 0..rows {
        for c in 0..cols {
            let at = (memory, t.addr as i64 + (t.bit_offset(r, c) / 8) as i64);
            if taken.iter().any(|p| p.start <= at && at < p.end) {
                match spans.last_mut() {
                    Some(last) if last.0 == r && last.2 == c => last.2 += 1,
                    _ => spans.push((r, c, c + 1)),
                }
            }
        }
    }
    spans
}

fn tile_bytes(step: &Step, t: &TileAt, spans: &[Span], bytes: &mut Vec<Range<Byte>>) {
    let memory = tile_memory(step, t);
    let size = i64::from(t.ty.dtype.bytes());
    let at = |r: u32, c: u32| t.addr as i64 + (t.bit_offset(r, c) / 8) as i64;
    for &(r, first, last) in spans {
        if t.ty.layout() == Layout::Nd {
            if first < last {
                bytes.push((memory, at(r, first))..(memory, at(r, last - 1) + size));
            }
            continue;
        }
        for c in first..last {
            let at = at(r, c);
            bytes.push((memory, at)..(memory, at + size));
        }
    }
}

/// The bytes of elements of a view: the last extent across, the others down.
fn view_bytes(v: &ViewAt, (row, first, last): Span, bytes: &mut Vec<Range<Byte>>) -> Option<()> {
    let size = i64::from(v.at.dtype.bytes());
    let (mut rest, mut at) = (i64::from(row), 0i64);
    for d in (0..4).rev() {
        let dim = v.dims[d].max(1);
        at += rest % dim * v.strides[d];
        rest /= dim;
    }
    let memory = u64::from(v.at.buffer);
    let place = |c: u32| v.at.addr + (at + i64::from(c) * v.strides[4]) * size;
    match v.strides[4] {
        1 if first < last => bytes.push((memory, place(first))..(memory, place(last - 1) + size)),
        _ => bytes.extend((first..last).map(|c| (memory, place(c))..(memory, place(c) + size))),
    }
    (v.at.space == Space::Gm).then_some(())
}
