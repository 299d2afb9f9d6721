//! Element-wise instructions: where their operands lie, and the loops over them.
//!
//! Operands are brought to one form: rows of elements, or one element per row. What has another form,
//! or shares memory with the destination in an odd way, is left to the definition. Operands that lie
//! exactly at the destination, and all 16-bit floats, go through buffers on the stack.
#![allow(unsafe_code)]

use super::buffer::{Buffer, CHUNK, buffers};
use super::context::Context;
use super::elem::{Call, Kernel, Lane, Looped, ignores_sign, takes};
use super::narrow::{Bf16, F16, Same, Stored};
use super::rows::{Overlap, Rect, same_elements, same_places};
use super::simd::{Isa, Wide, widest};
use crate::memory::CoreMemory;
use pto_isa::sem::map::{Spread, number};
use pto_isa::sem::{Arg, Elem, Map, Num, TileAt};
use pto_isa::{DType, Layout, with_num};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// An operand.
#[derive(Clone, Copy)]
enum Source {
    /// A number of a type by its code.
    Number(DType, u64),
    /// Elements; those it lacks repeat: one row, one column, or both.
    Tile {
        rect: Rect,
        /// Lies exactly at the destination.
        at_dst: bool,
        /// The columns repeat after that many.
        block: Option<usize>,
    },
}

/// Executes a map, unless it has to be left to the definition.
pub(super) fn run(map: &Map, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let dst = cx.tile(map.dst)?;
    let dtype = dst.ty.dtype.plain();
    let elem = plain(map.elem.resolve(cx.numerics, dtype), dtype);
    if map.src.len() != elem.arity() {
        return None;
    }
    let mut tiles = [None; 3];
    for (tile, &src) in tiles.iter_mut().zip(map.src) {
        if let Arg::Tile(t) = cx.arg(src.slot())? {
            if !same_elements(t.ty.dtype, dtype) {
                return None;
            }
            let spread = cx.look(memory, |x| map.spread(x, src, &t, &dst));
            *tile = Some((t, spread));
        }
    }
    let mut rect = rect_of(memory, &dst, &dst, &tiles)?;
    let mut sources = [Source::Number(DType::U8, 0); 3];
    for ((source, tile), &src) in sources.iter_mut().zip(&tiles).zip(map.src) {
        *source = match (tile, cx.arg(src.slot())?) {
            (Some((t, spread)), _) => source_of(memory, t, *spread, &dst, &rect, &tiles)?,
            (None, Arg::Scalar(dtype, code)) => Source::Number(dtype, code),
            _ => return None,
        };
    }
    orient(&mut rect, &mut sources)?;
    let job = Job { elem, dtype, dst: rect, sources };
    match dtype {
        DType::F16 => job.run::<F16>(),
        DType::Bf16 => job.run::<Bf16>(),
        DType::F32 => job.run::<Same<f32>>(),
        DType::I4 => None,
        _ if dtype.is_int() => {
            let dtype = if ignores_sign(elem) { unsigned(dtype) } else { dtype };
            with_num!(dtype, T => Job { dtype, ..job }.run::<Same<T>>())
        }
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

fn unsigned(dtype: DType) -> DType {
    match dtype {
        DType::I8 => DType::U8,
        DType::I16 => DType::U16,
        DType::I32 => DType::U32,
        DType::I64 => DType::U64,
        other => other,
    }
}

type Tiles = [Option<(TileAt, Spread)>; 3];

/// The valid region of the destination, or the same elements of another tile. Boxed tiles are taken in
/// the order of memory, if all are alike and whole.
fn rect_of(memory: &mut CoreMemory<'_>, t: &TileAt, dst: &TileAt, tiles: &Tiles) -> Option<Rect> {
    if matches!(dst.ty.layout(), Layout::Nd | Layout::Dn) {
        return Rect::of(memory, t, dst.valid);
    }
    let alike = |o: &(TileAt, Spread)| {
        o.1 == Spread::Full && same_places(&o.0, dst) && o.0.valid == dst.valid
    };
    let alike = tiles.iter().flatten().all(alike);
    alike.then(|| Rect::whole(memory, t)).flatten()
}

fn source_of(
    memory: &mut CoreMemory<'_>,
    t: &TileAt,
    spread: Spread,
    dst: &TileAt,
    dst_rect: &Rect,
    tiles: &Tiles,
) -> Option<Source> {
    let (rows, cols) = dst.valid;
    let shape = match spread {
        Spread::Full => dst.valid,
        Spread::Row0 => (1, cols),
        Spread::Col0 => (rows, 1),
        Spread::Block(n) => (rows, n),
        Spread::Groups(_) => return None,
    };
    if shape.0 > t.valid.0 || shape.1 > t.valid.1 {
        return None;
    }
    let mut rect = match spread {
        Spread::Full => rect_of(memory, t, dst, tiles)?,
        _ => Rect::of(memory, t, shape)?,
    };
    let at_dst = match dst_rect.overlap(&rect) {
        Overlap::Apart => false,
        Overlap::Same if spread == Spread::Full => true,
        _ => return None,
    };
    let mut block = None;
    match spread {
        Spread::Row0 => (rect.row, rect.rows) = (0, dst_rect.rows),
        Spread::Col0 => (rect.col, rect.cols) = (0, dst_rect.cols),
        Spread::Block(n) => {
            if rect.col != 1 {
                return None;
            }
            block = Some(n as usize);
            rect.cols = dst_rect.cols;
        }
        _ => {}
    }
    Some(Source::Tile { rect, at_dst, block })
}

/// Turns columns into rows if that makes rows contiguous. `None` if nothing does.
fn orient(dst: &mut Rect, sources: &mut [Source; 3]) -> Option<()> {
    // In a single column every element is its row's only one, whatever the distance of columns.
    let fits = |rect: &Rect| rect.col <= 1 || rect.cols == 1;
    let turn = |s: Source| match s {
        Source::Tile { rect, at_dst, block } => {
            Source::Tile { rect: rect.transposed(), at_dst, block }
        }
        number => number,
    };
    let all_fit = |dst: &Rect, sources: &[Source; 3]| {
        let fit = |s: &Source| match s {
            Source::Tile { rect, block: Some(_), .. } => rect.col == 1,
            Source::Tile { rect, .. } => fits(rect),
            Source::Number(..) => true,
        };
        fits(dst) && sources.iter().all(fit)
    };
    let (turned, other) = (dst.transposed(), sources.map(turn));
    let as_is = all_fit(dst, sources);
    if all_fit(&turned, &other) && (!as_is || (turned.cols > dst.cols && turned.col == 1)) {
        (*dst, *sources) = (turned, other);
        return Some(());
    }
    as_is.then_some(())
}

/// A map with operands in the one form.
#[derive(Clone, Copy)]
struct Job {
    elem: Elem,
    dtype: DType,
    dst: Rect,
    sources: [Source; 3],
}

impl Job {
    fn run<S: Stored<Wide: Looped>>(self) -> Option<()> {
        let kernel = S::Wide::kernel(self.elem)?;
        if self.elem.is_partial(self.dtype) && self.refuses::<S>() {
            return None;
        }
        let cells = self.sources.map(|s| match s {
            Source::Number(dtype, code) => number::<S::Wide>(dtype, code),
            Source::Tile { .. } => S::Wide::ZERO,
        });
        let mut job = self;
        job.collapse();
        let mut splat = [false; 3];
        let mut direct = S::AS_IS;
        for (splat, s) in splat.iter_mut().zip(&job.sources).take(self.elem.arity()) {
            match s {
                Source::Number(..) => *splat = true,
                Source::Tile { rect, at_dst, block } => {
                    *splat = block.is_none() && (rect.col != 1);
                    direct &= !at_dst && block.is_none();
                }
            }
        }
        if !takes(self.elem, splat) {
            return None;
        }
        if !direct {
            widest(Staged::<S> { job, kernel, cells, splat });
            return Some(());
        }
        let lane = |i: usize| match &job.sources[i] {
            Source::Tile { rect, .. } => {
                Lane { at: rect.at.cast_const().cast(), row: rect.row, splat: splat[i] }
            }
            Source::Number(..) => Lane { at: &raw const cells[i], row: 0, splat: true },
        };
        let call = Call {
            dst: job.dst.at.cast(),
            dst_row: job.dst.row,
            rows: job.dst.rows,
            cols: job.dst.cols,
            src: [lane(0), lane(1), lane(2)],
        };
        // SAFETY: rectangles are inside their memories and aligned for `S::Bits`, which is `S::Wide` here
        // (`AS_IS`). Their rows are contiguous or splat, and those of sources do not overlap the
        // destination: `source_of` refused that or set `at_dst`, which excludes this way.
        unsafe { kernel(&call) };
        Some(())
    }

    /// Makes one row of all, if each operand goes on in the next row where it stopped.
    fn collapse(&mut self) {
        let cols = self.dst.cols;
        let goes_on = |rect: &Rect| rect.col == 1 && rect.row == cols;
        let all = self.sources.iter().all(|s| match s {
            Source::Number(..) => true,
            Source::Tile { rect, block, .. } => block.is_none() && goes_on(rect),
        });
        if all && goes_on(&self.dst) {
            let flat = |rect: &mut Rect| (rect.cols, rect.rows) = (rect.rows * rect.cols, 1);
            flat(&mut self.dst);
            for s in &mut self.sources {
                if let Source::Tile { rect, .. } = s {
                    flat(rect);
                }
            }
        }
    }

    /// Whether the second operand of a function of integers has a value it is not defined for.
    fn refuses<S: Stored>(&self) -> bool {
        let bits = u64::from(self.dtype.bits());
        let shift = matches!(self.elem, Elem::Shl | Elem::Shr);
        // A negative count has a large code.
        let bad = |v: S::Wide| {
            let code = v.to_code(self.dtype);
            if shift { code >= bits } else { code == 0 }
        };
        match &self.sources[1] {
            Source::Number(dtype, code) => bad(number::<S::Wide>(*dtype, *code)),
            Source::Tile { rect, block, .. } => {
                let cols = if rect.col == 0 { 1 } else { block.unwrap_or(rect.cols) };
                let rows = if rect.row == 0 { 1 } else { rect.rows };
                (0..rows).any(|r| {
                    // SAFETY: the element is inside the rectangle.
                    let at =
                        |c| unsafe { *rect.at.cast::<S::Bits>().add(r * rect.row + c * rect.col) };
                    (0..cols).fold(false, |any, c| any | bad(S::widen_one(at(c))))
                })
            }
        }
    }
}

/// A map whose operands go through buffers.
struct Staged<S: Stored> {
    job: Job,
    kernel: Kernel<S::Wide>,
    cells: [S::Wide; 3],
    splat: [bool; 3],
}

impl<S: Stored> Wide for Staged<S> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let dst = self.job.dst;
        // SAFETY: no other kernel of this thread uses them now, see `buffers`.
        let [buffers @ .., results] = unsafe { &mut *buffers() };
        let width = dst.cols.min(CHUNK);
        let height = (CHUNK / width).min(dst.rows);
        for row in (0..dst.rows).step_by(height) {
            let rows = height.min(dst.rows - row);
            for col in (0..dst.cols).step_by(width) {
                let cols = width.min(dst.cols - col);
                let part = Part { row, rows, col, cols };
                let mut src = [Lane { at: self.cells.as_ptr(), row: 0, splat: true }; 3];
                for (i, buffer) in buffers.iter_mut().enumerate().take(self.job.elem.arity()) {
                    src[i] = self.stage::<I>(i, part, buffer);
                }
                // SAFETY: this element is inside the destination.
                let out = unsafe { dst.at.cast::<S::Bits>().add(row * dst.row + col) };
                let (to, to_row) = if S::AS_IS {
                    (out.cast::<S::Wide>(), dst.row)
                } else {
                    (results.start(), cols)
                };
                let call = Call { dst: to, dst_row: to_row, rows, cols, src };
                // SAFETY: operands are in buffers, or apart from the destination; `rows` x `cols`
                // elements fit into a buffer.
                unsafe { (self.kernel)(&call) };
                if !S::AS_IS {
                    for r in 0..rows {
                        // SAFETY: the kernel has written these results, and the row is in the destination.
                        let (from, to) = unsafe {
                            (
                                from_raw_parts(to.add(r * cols), cols),
                                from_raw_parts_mut(out.add(r * dst.row), cols),
                            )
                        };
                        S::narrow::<I>(from, to);
                    }
                }
            }
        }
    }
}

/// Some rows and columns of the destination.
#[derive(Clone, Copy)]
struct Part {
    row: usize,
    rows: usize,
    col: usize,
    cols: usize,
}

impl<S: Stored> Staged<S> {
    /// An operand of a part of the destination: in the buffer, or where it is if it can stay there. Parts begin
    /// at a multiple of CHUNK, which is one of every block as well.
    #[inline(always)]
    fn stage<I: Isa>(&self, i: usize, part: Part, buffer: &mut Buffer) -> Lane<S::Wide> {
        let splat = self.splat[i];
        let Source::Tile { rect, at_dst, block } = self.job.sources[i] else {
            return Lane { at: &raw const self.cells[i], row: 0, splat: true };
        };
        let first = rect.at.cast_const().cast::<S::Bits>().wrapping_add(part.row * rect.row);
        let col = if splat || block.is_some() { 0 } else { part.col };
        if S::AS_IS && !at_dst && block.is_none() {
            return Lane { at: first.wrapping_add(col).cast(), row: rect.row, splat };
        }
        let rows = if rect.row == 0 { 1 } else { part.rows };
        let width = if splat { 1 } else { part.cols };
        let to = buffer.start::<S::Wide>();
        for r in 0..rows {
            let count = block.map_or(width, |n| n.min(width));
            // SAFETY: the row is inside the rectangle, and `rows` x `width` is at most CHUNK.
            let (from, to) = unsafe {
                (
                    from_raw_parts(first.add(r * rect.row + col), count),
                    from_raw_parts_mut(to.add(r * width), width),
                )
            };
            S::widen::<I>(from, to);
            repeat(to, count);
        }
        let row = if rect.row == 0 { 0 } else { width };
        Lane { at: to, row, splat }
    }
}

/// Repeats the first `n` elements over the whole list.
#[inline(always)]
fn repeat<T: Copy>(list: &mut [T], n: usize) {
    let mut done = n;
    while done < list.len() {
        let more = done.min(list.len() - done);
        let (from, to) = list.split_at_mut(done);
        to[..more].copy_from_slice(&from[..more]);
        done += more;
    }
}
