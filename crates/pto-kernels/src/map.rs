//! Element-wise instructions: where their operands lie, and the loops over them.
//!
//! Operands are brought to one form: rows of elements, or one element per row. What has another form,
//! or shares memory with the destination in an odd way, is left to the definition. See [`super::stage`]
//! for operands that go through buffers.
#![allow(unsafe_code)]

use super::axis::Axis;
use super::buffered::Buffered;
use super::context::Context;
use super::elem::{Call, Kernel, Looped, RowOperand, ignores_sign};
use super::forward::{Rows, rows_at_source, settle, settle_for};
use super::memo::{Function, Memo};
use super::narrow::{Bf16, F16, Same, Stored};
use super::rows::{Overlap, Rect, same_elements, same_places};
use super::runtime_args::RuntimeArgs;
use super::short_rows;
use super::simd::{Isa, Wide, widest};
use crate::memory::{CoreMemory, Spot};
use pto_isa::sem::map::{Broadcast, asks_for_accuracy, number_in};
use pto_isa::sem::{Arg, Elem, Map, Num, Src, TileAt};
use pto_isa::{DType, Layout, with_num};
use std::marker::PhantomData;

/// An operand. It has as many rows and columns as the destination.
#[derive(Clone, Copy)]
pub(super) struct Source {
    /// The operand and its type, if it is a number. The other fields do not count then.
    number: Option<(u8, DType)>,
    /// The first element.
    pub at: *mut u8,
    /// The bytes of its tile.
    spot: Spot,
    /// Elements from a row to the next, 0 if there is only one.
    pub row: usize,
    /// Elements from a column to the next, 0 if there is only one.
    pub col: usize,
    /// Columns repeat after that many, or 0.
    pub block: usize,
    /// It is the destination.
    pub at_dst: bool,
}

const NOTHING: Source = Source {
    number: None,
    at: std::ptr::null_mut(),
    spot: Spot::NOWHERE,
    row: 0,
    col: 0,
    block: 0,
    at_dst: false,
};

/// Gets a map ready, unless it has to be left to the definition.
pub(super) fn prepare(map: &Map, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<Mapping> {
    let dst = cx.tile(map.dst)?;
    let dtype = dst.ty.dtype.plain();
    let arg = |i: usize| map.src.get(i).and_then(|s| cx.arg(s.slot()));
    if map.elem.may_round_dividends(cx.numerics, dtype)
        || map.divides_in_place(cx.numerics, dst, arg(0), arg(1))
    {
        return None;
    }
    let accurate = asks_for_accuracy(|name| cx.word(name));
    let elem = plain(map.elem.resolve_with(cx.numerics, dtype, accurate), dtype);
    if map.src.len() != elem.arity() {
        return None;
    }
    let boxed = !matches!(dst.ty.layout(), Layout::Nd | Layout::Dn);
    let rect = if boxed { Rect::whole(memory, dst)? } else { Rect::of(memory, dst, dst.valid)? };
    let arity = elem.arity();
    let shape = (0, 0);
    let mut job = Job { elem, arity, dtype, dst: rect, sources: [NOTHING; 3], shape };
    for (source, &src) in job.sources.iter_mut().zip(map.src) {
        match cx.arg(src.slot())? {
            Arg::Scalar(dtype, _) => source.number = Some((src.slot(), *dtype)),
            Arg::Tile(t) if same_elements(t.ty.dtype, dtype) => {
                let broadcast = match (src, map.src) {
                    (Src::Broadcast(_), _) | (_, [Src::Of(_), Src::Row0(_)]) => {
                        cx.look(memory, |x| map.broadcast(x, src, t, dst))
                    }
                    (Src::Of(_), _) => Broadcast::Full,
                    (Src::Row0(_), _) => Broadcast::Row0,
                };
                let places = if boxed { Some(dst) } else { None };
                find_source(source, memory, t, broadcast, &rect, places)?;
            }
            _ => return None,
        }
    }
    job.orient()?;
    match dtype {
        DType::F16 => job.prepare_narrow::<F16>(),
        DType::Bf16 => job.prepare_narrow::<Bf16>(),
        DType::F32 => job.prepare::<Same<f32>>(),
        DType::I4 => None,
        _ if dtype.is_int() => {
            job.dtype = if ignores_sign(elem) { unsigned(dtype) } else { dtype };
            with_num!(job.dtype, T => job.prepare::<Same<T>>())
        }
        _ if dtype.bits() == 8 => job.prepare_small(),
        _ => None,
    }
}

/// The function under another name if integers do not tell them apart.
fn plain(elem: Elem, dtype: DType) -> Elem {
    match elem {
        Elem::MaxFirst if dtype.is_int() => Elem::Max,
        Elem::MinFirst if dtype.is_int() => Elem::Min,
        other => other,
    }
}

/// The unsigned integer type as wide as a signed one.
pub(super) fn unsigned(dtype: DType) -> DType {
    match dtype {
        DType::I8 => DType::U8,
        DType::I16 => DType::U16,
        DType::I32 => DType::U32,
        DType::I64 => DType::U64,
        other => other,
    }
}

/// The elements of a tile that serve as operand for the rows and columns of `dst`. Boxed tiles are taken
/// in the order of memory, if they are whole and like the boxed destination.
#[inline(always)]
fn find_source(
    source: &mut Source,
    memory: &mut CoreMemory<'_>,
    t: &TileAt,
    broadcast: Broadcast,
    dst: &Rect,
    boxed: Option<&TileAt>,
) -> Option<()> {
    let (rows, cols) = (dst.rows as u32, dst.cols as u32);
    let shape = match broadcast {
        Broadcast::Full => (rows, cols),
        Broadcast::Row0 => (1, cols),
        Broadcast::Col0 => (rows, 1),
        Broadcast::Block(n) => (rows, n),
        Broadcast::Groups(_) => return None,
    };
    if shape.0 > t.valid.0 || shape.1 > t.valid.1 {
        return None;
    }
    let rect = match boxed {
        None => Rect::of(memory, t, shape)?,
        Some(dst) if broadcast == Broadcast::Full && same_places(t, dst) => Rect::whole(memory, t)?,
        Some(_) => return None,
    };
    source.at_dst = match dst.overlap(&rect) {
        Overlap::Apart => false,
        Overlap::Same if broadcast == Broadcast::Full => true,
        _ => return None,
    };
    (source.spot, source.row, source.col) = (rect.spot, rect.row, rect.col);
    match broadcast {
        Broadcast::Row0 => source.row = 0,
        Broadcast::Col0 => source.col = 0,
        Broadcast::Block(n) if rect.col == 1 => source.block = n as usize,
        Broadcast::Block(_) => return None,
        _ => {}
    }
    Some(())
}

/// A map with operands in the one form.
#[derive(Clone, Copy)]
pub(super) struct Job {
    pub elem: Elem,
    pub arity: usize,
    dtype: DType,
    pub dst: Rect,
    pub sources: [Source; 3],
    /// Rows and columns, if those of the destination are taken for one row.
    shape: (usize, usize),
}

impl Job {
    /// Makes columns rows if that makes rows contiguous. `None` if nothing does.
    fn orient(&mut self) -> Option<()> {
        // In a single column every element is its row's only one, whatever the distance of columns.
        let fits =
            |j: &Job| j.dst.cols == 1 || (j.dst.col == 1 && j.sources.iter().all(|s| s.col <= 1));
        if self.dst.row != 1 || self.dst.rows <= self.dst.cols && fits(self) {
            return fits(self).then_some(());
        }
        let blocks = self.sources.iter().any(|s| s.block != 0);
        let mut transposed = *self;
        let d = &mut transposed.dst;
        (d.row, d.col, d.rows, d.cols) = (d.col, d.row, d.cols, d.rows);
        for s in &mut transposed.sources {
            (s.row, s.col) = (s.col, s.row);
        }
        if fits(&transposed) && !blocks {
            *self = transposed;
        }
        fits(self).then_some(())
    }

    /// As [`Job::prepare`], for 16-bit floats: functions that take longer than a look into a table are remembered.
    fn prepare_narrow<S: Stored<Wide = f32, Bits = u16>>(mut self) -> Option<Mapping> {
        use Elem::*;
        let (first, elem) = match self.elem {
            elem @ (ExpNarrow | LnNarrow | RsqrtNarrow) if self.sources[0].number.is_none() => {
                (Copy, elem)
            }
            // One element for a whole row.
            Copy if self.sources[0].number.is_none() && self.sources[0].col == 0 => (Copy, Copy),
            // The difference is rounded to f16 before the rest.
            ExpDifHalf if self.dtype == DType::F16 => (Sub, ExpNarrow),
            _ => return self.prepare::<S>(),
        };
        let then = Then { elem, dtype: self.dtype };
        let memo = Memo::of(Function::Elem(elem, self.dtype), 16);
        let run =
            if first == Copy { Mapping::look_up::<u16> } else { Mapping::compute_and_look_up::<S> };
        self.elem = first;
        Some(Mapping { run, then: Some((then, memo)), ..self.prepare::<S>()? })
    }

    /// As [`Job::prepare`], for floats of a byte: functions of one element are remembered.
    fn prepare_small(mut self) -> Option<Mapping> {
        let then = Then { elem: self.elem, dtype: self.dtype };
        if self.arity != 1 || self.sources[0].number.is_some() {
            return None;
        }
        let memo = Memo::of(Function::Elem(then.elem, then.dtype), 8);
        (self.elem, self.dtype) = (Elem::Copy, DType::U8);
        let run = Mapping::look_up::<u8>;
        Some(Mapping { run, then: Some((then, memo)), ..self.prepare::<Same<u8>>()? })
    }

    /// Chooses how to compute it, for elements stored as `S`.
    fn prepare<S: Stored<Wide: Looped>>(mut self) -> Option<Mapping> {
        S::Wide::kernel(self.elem)?;
        self.collapse();
        let mut splat = [false; 3];
        let mut direct = S::AS_IS;
        for (i, s) in self.sources.iter().enumerate().take(self.arity) {
            if s.number.is_some() {
                splat[i] = true;
                continue;
            }
            splat[i] = s.block == 0 && s.col != 1;
            direct &= s.block == 0;
        }
        let partial = !S::Wide::IS_FLOAT && self.elem.is_partial(self.dtype);
        let run = Mapping::compute::<S>;
        Some(Mapping { job: self, splat, direct, partial, then: None, run })
    }

    /// Makes one row of all, if each operand goes on in the next row where it stopped.
    fn collapse(&mut self) {
        let cols = self.dst.cols;
        let goes_on =
            |s: &Source| s.number.is_some() || (s.col == 1 && s.row == cols && s.block == 0);
        let used = &self.sources[..self.arity];
        self.shape = (self.dst.rows, cols);
        if self.dst.row == cols && self.dst.col == 1 && used.iter().all(goes_on) {
            (self.dst.cols, self.dst.rows) = (self.dst.rows * cols, 1);
        }
    }

    /// It with operands that were not copied to their tiles where they were to be copied from, if there are any.
    #[cold]
    fn at_source(&self, memory: &mut CoreMemory<'_>) -> Option<Job> {
        let used = self.sources.iter().take(self.arity).filter(|s| s.number.is_none());
        let mut spots = used.map(|s| s.spot).chain([self.dst.spot]);
        if !spots.any(|spot| memory.forwarded(spot).is_some()) {
            return None;
        }
        let mut job = *self;
        (job.dst.rows, job.dst.cols) = self.shape;
        let dst = job.dst;
        for s in job.sources.iter_mut().take(self.arity).filter(|s| s.number.is_none()) {
            let rows = if s.row == 0 { 1 } else { dst.rows };
            let cols = match (s.col, s.block) {
                (0, _) => 1,
                (_, 0) => dst.cols,
                (_, n) => n.min(dst.cols),
            };
            if let Some(Rows { at, row }) = rows_at_source(memory, s.spot, s.row, (rows, cols)) {
                s.at = at;
                s.row = if s.row == 0 { 0 } else { row };
                s.at_dst = false;
            }
        }
        let axes = (Axis::line(dst.rows, dst.row as isize), Axis::line(dst.cols, 1));
        settle_for(memory, dst.spot, axes);
        job.collapse();
        Some(job)
    }

    /// Whether the operand of a function of integers that it may refuse, `number` if it is one, has a value that
    /// the function is not defined for.
    fn refuses<S: Stored>(&self, number: S::Wide) -> bool {
        let s = &self.sources[self.elem.refused_operand()];
        let shift = matches!(self.elem, Elem::Shl | Elem::Shr);
        let refused = Refused::<S> { shift, dtype: self.dtype, of: PhantomData };
        if s.number.is_some() {
            return refused.is(number);
        }
        let rows = if s.row == 0 { 1 } else { self.dst.rows };
        let cols = match (s.col, s.block) {
            (0, _) => 1,
            (_, 0) => self.dst.cols,
            (_, n) => n.min(self.dst.cols),
        };
        let dense = s.col == 1 || cols == 1;
        (0..rows).any(|r| {
            let row = s.at.cast::<S::Bits>().wrapping_add(r * s.row);
            if dense {
                // SAFETY: the elements are those of a row of the operand, which are neighbours.
                let row = unsafe { std::slice::from_raw_parts(row.cast_const(), cols) };
                return widest(RefusedIn(&refused, row));
            }
            // SAFETY: the element is one of the operand.
            (0..cols).any(|c| refused.is(S::widen_one(unsafe { *row.add(c * s.col) })))
        })
    }
}

/// What a function of integers is not defined for: a divisor of zero, or a shift by the width or more.
struct Refused<S> {
    shift: bool,
    dtype: DType,
    of: PhantomData<S>,
}

impl<S: Stored> Refused<S> {
    #[inline(always)]
    fn is(&self, v: S::Wide) -> bool {
        // A negative count has a large code.
        let code = v.to_code(self.dtype);
        if self.shift { code >= u64::from(self.dtype.bits()) } else { code == 0 }
    }
}

/// Whether a row has such an element.
struct RefusedIn<'a, S: Stored>(&'a Refused<S>, &'a [S::Bits]);

impl<S: Stored> Wide for RefusedIn<'_, S> {
    type Out = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let most = S::Wide::from_code(DType::I64, self.0.dtype.bits().into());
        if self.0.shift {
            let bad = |v: S::Wide| v < S::Wide::ZERO || v >= most;
            return self.1.iter().fold(false, |any, &x| any | bad(S::widen_one(x)));
        }
        self.1.iter().fold(false, |any, &x| any | (S::widen_one(x) == S::Wide::ZERO))
    }
}

/// A map that is ready to run.
pub(crate) struct Mapping {
    job: Job,
    /// Which operands are one number, or one per row.
    splat: [bool; 3],
    /// Whether the loops work on operands where they are, without buffers.
    direct: bool,
    /// There are operands that the function is not defined for.
    partial: bool,
    /// A function of what is computed, and what it gave before.
    then: Option<(Then, &'static Memo)>,
    /// Computes it.
    run: fn(&mut Mapping, &mut CoreMemory<'_>, &RuntimeArgs<'_>) -> Option<()>,
}

impl Mapping {
    /// Computes, unless there is an operand that the function is not defined for.
    #[inline(always)]
    pub fn run(
        &mut self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        (self.run)(self, memory, runtime_args)
    }

    /// Whether an operand is a number that is asked for at every run.
    pub fn asks_for(&self, operand: u8) -> bool {
        self.job.sources.iter().any(|s| s.number.is_some_and(|n| n.0 == operand))
    }

    fn compute<S: Stored<Wide: Looped>>(
        &mut self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        let job = &mut self.job;
        let kernel = S::Wide::kernel(job.elem)?;
        job.dst.renew(memory)?;
        let mut cells = [S::Wide::ZERO; 3];
        for (cell, s) in cells.iter_mut().zip(&mut job.sources).take(job.arity) {
            match s.number {
                Some((operand, dtype)) => {
                    *cell = number_in(job.elem, job.dtype, dtype, runtime_args.number(operand))
                }
                None => s.at = memory.peek(s.spot)?,
            }
        }
        let own = if memory.has_forwards() { self.read_at_source(memory) } else { None };
        let done = self.compute_here::<S>(memory, kernel, &cells);
        if let Some(own) = own {
            self.job = *own;
        }
        done
    }

    /// What was not copied to its tiles is read where it was to be copied from, until the job that is given back, if there is one, takes
    /// the place of its own again.
    #[cold]
    fn read_at_source(&mut self, memory: &mut CoreMemory<'_>) -> Option<Box<Job>> {
        let elsewhere = self.job.at_source(memory)?;
        Some(Box::new(std::mem::replace(&mut self.job, elsewhere)))
    }

    /// Computes on operands whose places are known.
    #[inline(always)]
    fn compute_here<S: Stored<Wide: Looped>>(
        &self,
        memory: &mut CoreMemory<'_>,
        kernel: Kernel<S::Wide>,
        cells: &[S::Wide; 3],
    ) -> Option<()> {
        let (job, splat) = (&self.job, self.splat);
        if self.partial && job.refuses::<S>(cells[1]) {
            return None;
        }
        memory.forget(job.dst.spot);
        if !self.direct {
            widest(Buffered::<S> { job, kernel, cells, splat });
            return Some(());
        }
        let lane = |i: usize| {
            let s = &job.sources[i];
            match s.number {
                None => RowOperand { at: s.at.cast_const().cast(), row: s.row, splat: splat[i] },
                Some(_) => RowOperand { at: &raw const cells[i], row: 0, splat: true },
            }
        };
        let call = Call {
            dst: job.dst.at.cast(),
            dst_row: job.dst.row,
            rows: job.dst.rows,
            cols: job.dst.cols,
            src: [lane(0), lane(1), lane(2)],
        };
        // SAFETY: rectangles are inside their memories and aligned for `S::Bits`, which is `S::Wide` here
        // (`AS_IS`). Their rows are contiguous or splat. `find_source` refused sources that overlap the
        // destination, but for those that are the destination; spots that do not
        // overlap never do.
        unsafe { short_rows::compute(kernel, &call, job.arity) };
        Some(())
    }

    /// The function that is remembered, of the result that is computed.
    fn compute_and_look_up<S: Stored<Wide: Looped, Bits: Code>>(
        &mut self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        self.compute::<S>(memory, runtime_args)?;
        let (at, row, col) = (self.job.dst.at, self.job.dst.row, self.job.dst.col);
        self.remember::<S::Bits>(at, row, col)
    }

    /// The function that is remembered, of the only operand.
    fn look_up<B: Code>(&mut self, memory: &mut CoreMemory<'_>, _: &RuntimeArgs<'_>) -> Option<()> {
        settle(memory);
        self.job.dst.renew(memory)?;
        let s = &self.job.sources[0];
        let (at, row, col) = (memory.peek(s.spot)?, s.row, s.col);
        if s.block != 0 {
            return None;
        }
        self.remember::<B>(at, row, col)
    }

    /// Looks up the function of elements, which are as many as those of the destination or are the destination.
    fn remember<B: Code>(&self, from: *mut u8, row: usize, col: usize) -> Option<()> {
        let (then, memo) = self.then?;
        let dst = &self.job.dst;
        let ask = |code: B| {
            let number = f32::from_code(then.dtype, code.into() as u64);
            then.elem.apply(number, 0.0, 0.0).to_code(then.dtype) as u16
        };
        // Elements that serve all rows, or all columns of a row, are looked up once.
        let rows = if row == 0 { 1 } else { dst.rows };
        let cols = if col == 0 { 1 } else { dst.cols };
        for r in 0..rows {
            for c in 0..cols {
                // SAFETY: both are elements of rectangles inside their memories, and aligned. An element is read before
                // the one in its place is written, and no other is in that place.
                unsafe {
                    let code = *from.cast::<B>().add(r * row + c * col);
                    let result = memo.get(code.into(), || ask(code));
                    *dst.at.cast::<B>().add(r * dst.row + c * dst.col) = B::cut(result);
                }
            }
            if cols == dst.cols {
                continue;
            }
            // SAFETY: as above; the first of the row has been written.
            unsafe {
                let first = dst.at.cast::<B>().add(r * dst.row);
                let value = *first;
                if dst.col == 1 {
                    std::slice::from_raw_parts_mut(first, dst.cols).fill(value);
                } else {
                    (cols..dst.cols).for_each(|c| *first.add(c * dst.col) = value);
                }
            }
        }
        for r in rows..dst.rows {
            for c in 0..dst.cols {
                // SAFETY: as above; the first row has been written.
                unsafe {
                    let above = dst.at.cast::<B>().add(c * dst.col);
                    *above.add(r * dst.row) = *above;
                }
            }
        }
        Some(())
    }
}

/// A function of the elements of a float type.
#[derive(Clone, Copy)]
struct Then {
    elem: Elem,
    dtype: DType,
}

/// The code of an element that functions are remembered for.
trait Code: Copy + Into<usize> {
    /// The low bits.
    fn cut(code: u16) -> Self;
}

impl Code for u8 {
    #[inline(always)]
    fn cut(code: u16) -> u8 {
        code as u8
    }
}

impl Code for u16 {
    #[inline(always)]
    fn cut(code: u16) -> u16 {
        code
    }
}
