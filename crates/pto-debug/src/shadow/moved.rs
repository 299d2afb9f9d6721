//! Instructions that move floats, whatever their way: their definition is executed on labels, and each label that comes out
//! says where its float came from.
//!
//! Gathers, transposes, interleavings, selections, copies between layouts and registers need no rule of their own. Neither do
//! sorts and whatever else chooses by comparing: there labels are in the order of their floats, and equal floats share one. That
//! an instruction moves floats is not believed but checked: every float that it wrote must have the bits of the one that its label
//! names, or those that the definition wrote over labels, a constant. Arithmetic fails that.

use super::memory::{Span, TwinMemory, has_twins};
use super::place::registers_of;
use super::row::Row;
use super::twin::Twin;
use crate::record::memory_of;
use pto_isa::order;
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::sem::{Arg, Exec, Memory, Numerics, Outcome, RegAt, RegTy, Trap};
use pto_isa::{DType, Space};
use pto_sim::{CoreState, MemoryId, POISON, TraceRecord};
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;

/// The label of floats that an instruction may overwrite: where it comes out, they stay.
const STAYS: usize = 0;

/// The first label of 4-byte floats; with its successors a number like any other, far from constants that programs have.
const FIRST_LABEL: u64 = 0x3000_0000;

/// Labels of 2-byte floats: numbers of both formats, with either sign, that are neither zero nor infinite nor NaN.
const SMALL_LABELS: u64 = 0x7BFF;

/// A label as bits of a float, if there are this many.
fn label(dtype: DType, number: usize) -> Option<u64> {
    let number = number as u64;
    match dtype {
        DType::F32 => (number < 1 << 27).then_some(FIRST_LABEL + number),
        _ if number < SMALL_LABELS => Some(number + 1),
        _ => (number < 2 * SMALL_LABELS).then_some(0x8001 + number - SMALL_LABELS),
    }
}

/// The number of a label.
fn number(dtype: DType, code: u64) -> Option<usize> {
    let number = match dtype {
        DType::F32 => code.checked_sub(FIRST_LABEL)?,
        _ if code > 0x8000 => code - 0x8001 + SMALL_LABELS,
        _ => code.checked_sub(1)?,
    };
    (label(dtype, number as usize) == Some(code)).then_some(number as usize)
}

/// Which floats have which labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Each float has its own.
    Own,
    /// Those of equal floats are equal, and of two floats the larger has the larger one.
    ByValue,
}

/// Where the floats with a label lie, and their bits.
struct Origin {
    spans: Vec<Span>,
    code: u64,
}

/// Elements of an operand: which memory, or the register file, which bytes, which type, if it is one with twins.
struct Region {
    id: Option<MemoryId>,
    memory: u64,
    bytes: Range<i64>,
    dtype: Option<DType>,
}

/// A key that is in the order of floats, whose sign is the first bit in all formats.
fn value_order(dtype: DType, code: u64) -> i64 {
    let sign = 1u64 << (dtype.bits() - 1);
    let size = (code & !sign) as i64;
    if code & sign == 0 { size } else { -1 - size }
}

/// Places for slices.
type Chunk = Box<[OnceCell<Box<[u8]>>]>;

/// Slices that live as long as the list: the memory of an instruction hands them out.
#[derive(Default)]
struct Slices {
    chunks: [OnceCell<Chunk>; 24],
    count: Cell<usize>,
}

impl Slices {
    fn push(&self, bytes: Vec<u8>) -> &[u8] {
        // Chunk i has 2^i places, so that 24 of them are plenty.
        let number = self.count.get() + 1;
        self.count.set(number);
        let chunk = number.ilog2() as usize;
        let place = self.chunks[chunk].get_or_init(|| vec![OnceCell::new(); 1 << chunk].into());
        place[number - (1 << chunk)].get_or_init(|| bytes.into())
    }
}

/// What an instruction sees: memory whose floats are labels.
struct LabelledMemory<'a, 'c> {
    core: &'a CoreState<'c>,
    regions: Vec<Region>,
    labels: Labels,
    /// Labelled floats of 4 bytes, and of 2.
    origins: RefCell<[Vec<Origin>; 2]>,
    has_room: Cell<bool>,
    read: Slices,
    written: Vec<(MemoryId, i64, Vec<u8>)>,
}

impl LabelledMemory<'_, '_> {
    /// The floats among some bytes. What belongs to several operands belongs to the first.
    fn floats(&self, id: Option<MemoryId>, at: i64, len: usize) -> Vec<Span> {
        let end = at + len as i64;
        let mut taken = vec![false; len];
        let mut spans = Vec::new();
        for region in self.regions.iter().filter(|r| r.id == id) {
            let (first, last) = (at.max(region.bytes.start), end.min(region.bytes.end));
            let Some(dtype) = region.dtype else {
                (first..last).for_each(|b| taken[(b - at) as usize] = true);
                continue;
            };
            let width = i64::from(dtype.bytes());
            let skip = (first - region.bytes.start).rem_euclid(width);
            let mut place = first + (width - skip) % width;
            while place + width <= last {
                let bytes = (place - at) as usize..(place - at + width) as usize;
                if !taken[bytes.clone()].contains(&true) {
                    taken[bytes].fill(true);
                    spans.push(Span { memory: region.memory, at: place as usize, dtype });
                }
                place += width;
            }
        }
        spans
    }

    /// Puts labels in the place of floats, or that of floats that stay.
    fn label(&self, id: Option<MemoryId>, at: i64, bytes: &mut [u8], stays: bool) {
        let mut origins = self.origins.borrow_mut();
        for span in self.floats(id, at, bytes.len()) {
            let bit = (span.at as i64 - at) as u64 * 8;
            let code = get_code(bytes, span.dtype, bit);
            let list = &mut origins[usize::from(span.dtype.bytes() == 2)];
            let number = match self.labels {
                _ if stays => STAYS,
                Labels::Own => {
                    list.push(Origin { spans: vec![span], code });
                    list.len()
                }
                Labels::ByValue => {
                    let key = value_order(span.dtype, code);
                    let place =
                        list.binary_search_by_key(&key, |o| value_order(span.dtype, o.code));
                    let Ok(place) = place else { return self.has_room.set(false) };
                    list[place].spans.push(span);
                    place + 1
                }
            };
            let Some(label) = label(span.dtype, number) else { return self.has_room.set(false) };
            set_code(bytes, span.dtype, bit, label);
        }
    }

    /// Takes down all floats of the operands, in their order; false if nobody knows where they end.
    fn sort(&self, registers: &[u8]) -> bool {
        let mut origins = self.origins.borrow_mut();
        for region in &self.regions {
            let Range { start, end } = region.bytes;
            let bytes = match region.id {
                _ if end == i64::MAX => None,
                Some(id) => self.core.bytes(id, start, (end - start) as u64),
                None => registers.get(start as usize..end as usize),
            };
            let Some(bytes) = bytes else { return false };
            let Some(dtype) = region.dtype else { continue };
            let list = &mut origins[usize::from(dtype.bytes() == 2)];
            for i in 0..bytes.len() as u64 / u64::from(dtype.bytes()) {
                let code = get_code(bytes, dtype, i * u64::from(dtype.bits()));
                list.push(Origin { spans: Vec::new(), code });
            }
            order::by_key(list, |o| value_order(dtype, o.code));
            list.dedup_by_key(|o| o.code);
        }
        origins[1].len() < SMALL_LABELS as usize
    }

    fn copy(&self, id: MemoryId, at: i64, len: u64, stays: bool) -> Result<Vec<u8>, Trap> {
        let bytes = self.core.bytes(id, at, len);
        let mut bytes = bytes.ok_or_else(|| Trap::new("reads what is not there"))?.to_vec();
        self.label(Some(id), at, &mut bytes, stays);
        Ok(bytes)
    }
}

impl Memory for LabelledMemory<'_, '_> {
    fn bytes(&self, space: Space, buffer: u32, at: i64, len: u64) -> Result<&[u8], Trap> {
        let bytes = self.copy(self.core.memory_id(space, buffer), at, len, false)?;
        Ok(self.read.push(bytes))
    }
    fn bytes_mut(
        &mut self,
        space: Space,
        buffer: u32,
        at: i64,
        len: u64,
    ) -> Result<&mut [u8], Trap> {
        let id = self.core.memory_id(space, buffer);
        let bytes = self.copy(id, at, len, true)?;
        self.written.push((id, at, bytes));
        Ok(self.written.last_mut().map(|w| &mut w.2[..]).unwrap_or_default())
    }
    fn exists(&self, space: Space, buffer: u32, at: i64, len: u64) -> Outcome {
        let bytes = self.core.bytes(self.core.memory_id(space, buffer), at, len);
        bytes.map(|_| ()).ok_or_else(|| Trap::new("reads what is not there"))
    }
}

/// One float that was moved, or a constant that was written.
struct MovedFloat {
    /// Where it is now.
    to: Span,
    id: Option<MemoryId>,
    /// The bits that it must have.
    code: u64,
    /// Its twin and relative error, if it was not exact.
    twin: Option<(Twin, f32)>,
}

/// What an instruction moves, as its definition says.
pub struct Moved {
    floats: Vec<MovedFloat>,
}

impl Moved {
    /// Executes the definition of a step on labels, before the step; none if that cannot be done.
    pub fn plan(
        record: &TraceRecord<'_>,
        core: &CoreState<'_>,
        numerics: &Numerics,
        twins: &TwinMemory,
        labels: Labels,
    ) -> Option<Moved> {
        let mut regions: Vec<_> = record.args.iter().filter_map(|a| region(core, &a.1)).collect();
        // A pointer may reach over other operands, which know better what they are.
        order::by_key(&mut regions, |r| r.bytes.end);
        let mut memory = LabelledMemory {
            core,
            regions,
            labels,
            origins: RefCell::default(),
            has_room: Cell::new(true),
            read: Slices::default(),
            written: Vec::new(),
        };
        let mut registers = register_file(record, core);
        if labels == Labels::ByValue && !memory.sort(&registers) {
            return None;
        }
        memory.label(None, 0, &mut registers, false);
        let modes = Cell::new(core.special_registers());
        let quirks = Cell::new(0);
        let taken = record.results.iter().map(|r| (r.0, Arg::Scalar(DType::I64, 0)));
        let mut x = Exec {
            operands: record.def.operands,
            numerics,
            args: record.args,
            attrs: record.attrs,
            memory: &mut memory,
            registers: &mut registers,
            undefined: POISON,
            results: &mut taken.collect(),
            printed: &mut Vec::new(),
            modes: &modes,
            quirks: &quirks,
        };
        record.def.sem.run(&mut x).ok()?;
        if !memory.has_room.get() {
            return None;
        }
        let mut moved = Moved { floats: Vec::new() };
        for (id, at, bytes) in &memory.written {
            moved.collect(&memory, Some(*id), *at, bytes, twins);
        }
        moved.collect(&memory, None, 0, &registers, twins);
        Some(moved)
    }

    /// What became of the floats among some bytes.
    fn collect(
        &mut self,
        memory: &LabelledMemory<'_, '_>,
        id: Option<MemoryId>,
        at: i64,
        bytes: &[u8],
        twins: &TwinMemory,
    ) {
        let origins = memory.origins.borrow();
        let mut one = Row::zeros(1);
        for to in memory.floats(id, at, bytes.len()) {
            let code = get_code(bytes, to.dtype, (to.at as i64 - at) as u64 * 8);
            let number = number(to.dtype, code);
            if number == Some(STAYS) {
                continue;
            }
            let list = &origins[usize::from(to.dtype.bytes() == 2)];
            let origin = number.and_then(|n| list.get(n - 1)).filter(|o| !o.spans.is_empty());
            let Some(Origin { spans, code }) = origin else {
                self.floats.push(MovedFloat { to, id, code, twin: None });
                continue;
            };
            if let [span] = spans[..]
                && (span.memory, span.at) == (to.memory, to.at)
            {
                continue;
            }
            let bytes = code.to_le_bytes();
            let mut twin = None;
            for span in spans {
                if spans.len() > 1 || twins.knows_some(*span, 1) {
                    twins.read(*span, &bytes[..span.dtype.bytes() as usize], &mut one, 1);
                    let new = (one.twin(0), one.note[0].error());
                    twin = Some(twin.map_or(new, |old| either(old, new)));
                }
            }
            self.floats.push(MovedFloat { to, id, code: *code, twin });
        }
    }

    /// Moves the twins, after the step; false, and nothing is moved, if it has not moved the floats so.
    pub fn finish(&self, core: &CoreState<'_>, twins: &mut TwinMemory) -> bool {
        let is_there = |f: &MovedFloat| {
            let width = f.to.dtype.bytes();
            let bytes = match f.id {
                Some(id) => core.bytes(id, f.to.at as i64, width.into()),
                None => {
                    let ty = RegTy::Vec(f.to.dtype);
                    Some(core.register(&RegAt { at: f.to.at as u32, bytes: width, ty }))
                }
            };
            bytes.is_some_and(|b| get_code(b, f.to.dtype, 0) == f.code)
        };
        if !self.floats.iter().all(is_there) {
            return false;
        }
        // Neighbours together: a float at a time takes long.
        let follows = |a: &MovedFloat, b: &MovedFloat| {
            let next = a.to.at + a.to.dtype.bytes() as usize;
            (a.to.memory, next, a.twin.is_some()) == (b.to.memory, b.to.at, b.twin.is_some())
        };
        for run in self.floats.chunk_by(follows) {
            let to = run[0].to;
            if run[0].twin.is_none() {
                twins.forget(to.memory, to.at, run.len() * to.dtype.bytes() as usize);
                continue;
            }
            let mut row = Row::zeros(run.len());
            for (i, (twin, error)) in run.iter().filter_map(|f| f.twin).enumerate() {
                row.set(i, twin, error);
            }
            twins.write(to, row.first(run.len()));
        }
        true
    }
}

/// One of two twins of equal floats, nobody knows which: the doubt covers both.
fn either((a, a_error): (Twin, f32), (b, b_error): (Twin, f32)) -> (Twin, f32) {
    let doubt = a.doubt.max((a.value - b.value).abs() + b.doubt);
    (Twin { value: a.value, doubt }, a_error.max(b_error))
}

/// The elements of an operand.
fn region(core: &CoreState<'_>, arg: &Arg) -> Option<Region> {
    let (id, bytes, dtype) = match *arg {
        Arg::Tile(t) => {
            let id = core.memory_id(t.ty.space, 0);
            (Some(id), t.addr as i64..(t.addr + t.size_bytes()) as i64, t.ty.dtype)
        }
        Arg::View(v) => (Some(core.memory_id(v.at.space, v.at.buffer)), v.bytes(), v.at.dtype),
        // How far a pointer reaches nobody knows before.
        Arg::Ptr(p) if has_twins(p.dtype) => {
            let first = p.addr.rem_euclid(p.dtype.bytes().into());
            (Some(core.memory_id(p.space, p.buffer)), first..i64::MAX, p.dtype)
        }
        Arg::Reg(r) => {
            let RegTy::Vec(dtype) = r.ty else { return None };
            (None, i64::from(r.at)..i64::from(r.at + r.bytes), dtype)
        }
        Arg::Ptr(_) | Arg::Scalar(..) => return None,
    };
    let memory = id.map_or_else(|| registers_of(core.at()), |id| memory_of(core.at(), id));
    Some(Region { id, memory, bytes, dtype: has_twins(dtype).then_some(dtype) })
}

/// A register file that has what the operands of a step hold.
pub fn register_file(record: &TraceRecord<'_>, core: &CoreState<'_>) -> Vec<u8> {
    let registers = || {
        record.args.iter().filter_map(|a| match a.1 {
            Arg::Reg(r) => Some(r),
            _ => None,
        })
    };
    let mut file = vec![0; registers().map(|r| r.range().end).max().unwrap_or(0)];
    for r in registers() {
        file[r.range()].copy_from_slice(core.register(&r));
    }
    file
}
