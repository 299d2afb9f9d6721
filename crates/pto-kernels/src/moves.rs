//! Copies from tile to tile: whole, windows, transposed; out of the accumulator too, where it only rounds.

use super::context::Context;
use super::convert;
use super::copy::copy;
use super::fix::Fixing;
use super::strided::StridedRect;
use crate::memory::{CoreMemory, Forward, Origin};
use pto_isa::format::{Conversion, Rounding, Saturate};
use pto_isa::sem::convert::{Path, Plan};
use pto_isa::sem::fixpipe::Fixpipe;
use pto_isa::sem::{Convert, Move, MovePart, TileAt, VecReceiver};
use pto_isa::{DType, Space};
use std::ops::Range;

/// Elements of a tile on their way to another, ready to go.
pub(crate) struct Moving {
    pub(super) how: Way,
    pub(super) from: StridedRect,
    pub(super) to: StridedRect,
    /// Where the source begins in its tile.
    corner: (usize, usize),
    /// The copy fills its tile and need not be made.
    forwards: bool,
}

impl Moving {
    /// Moves them.
    pub fn run(&mut self, memory: &mut CoreMemory<'_>) -> Option<()> {
        self.from.renew(memory)?;
        self.to.renew(memory)?;
        let (from, to) = (self.from.spot()?, self.to.spot()?);
        let shape = (self.to.rows.count, self.to.cols.count);
        let source = memory.forwarded(from).map(|f| f.part(self.corner, shape));
        if self.forwards {
            let (axes, size) = ((self.from.rows, self.from.cols), self.from.size);
            let to_axes = (self.to.rows, self.to.cols);
            let own = Forward { to, to_axes, size, origin: Origin::Local(from), axes };
            memory.forward(source.map_or(own, |s| Forward { to, to_axes, ..s }));
            return Some(());
        }
        memory.forget(to);
        match source {
            Some(source) => pass(&self.how, &StridedRect::of_forward(memory, &source)?, &self.to),
            None => pass(&self.how, &self.from, &self.to),
        }
    }

    /// Elements that another kernel moves or converts, between tiles that are always filled.
    pub fn plain(how: Way, from: StridedRect, to: StridedRect) -> Moving {
        Moving { how, from, to, corner: (0, 0), forwards: false }
    }
}

/// Gets a conversion of the valid region of a tile ready.
pub(super) fn prepare_conversion(
    op: &Convert,
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
) -> Option<Moving> {
    let (src, dst) = (cx.tile_ref(op.src)?, cx.tile_ref(op.dst)?);
    let (rows, cols) = dst.valid;
    if rows > src.valid.0 || cols > src.valid.1 {
        return None;
    }
    let pair = (src.ty.dtype, dst.ty.dtype);
    let plan = cx.look(memory, |x| Plan::of(x, pair)).ok()?;
    let from = StridedRect::of_tile(memory, src, (0, 0), dst.valid)?;
    let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
    Some(Moving::plain(Way::Convert(plan), from, to))
}

/// Gets a copy of a tile or a part of it ready.
pub(super) fn prepare(op: &Move, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<Moving> {
    // The memory of another vector core is for the definition.
    if VecReceiver::of(cx.word("accToVecMode")) != VecReceiver::First {
        return None;
    }
    let (src, dst) = (cx.tile_ref(op.src)?, cx.tile_ref(op.dst)?);
    // A third tile beside a source that is no accumulator is the scratch of a repack.
    if src.ty.space == Space::Vec && op.fp.is_some_and(|fp| cx.args.iter().any(|a| a.0 == fp)) {
        return None;
    }
    let mut corner = |row: u8, col: u8| {
        let ints = cx.look(memory, |x| Ok::<_, pto_isa::sem::Trap>((x.int(row)?, x.int(col)?)));
        let (row, col) = ints.ok()?;
        Some((u32::try_from(row).ok()?, u32::try_from(col).ok()?))
    };
    let (from_corner, to_corner, shape) = match op.part {
        MovePart::Whole => ((0, 0), (0, 0), dst.valid),
        MovePart::Extract(row, col) => (corner(row, col)?, (0, 0), dst.valid),
        MovePart::Insert(row, col) => ((0, 0), corner(row, col)?, src.valid),
        MovePart::Transposed => ((0, 0), (0, 0), src.valid),
    };
    // Lanes outside of the valid region are for the definition.
    let end = |at: u32, len: u32| at.checked_add(len);
    if end(from_corner.0, shape.0)? > src.valid.0 || end(from_corner.1, shape.1)? > src.valid.1 {
        return None;
    }
    let mut from = StridedRect::of_tile(memory, src, from_corner, shape)?;
    let mut shape = shape;
    if op.part == MovePart::Transposed {
        (from, shape) = (from.transposed(), (shape.1, shape.0));
    }
    let cols = from_corner.1..end(from_corner.1, shape.1)?;
    let how = way(cx, memory, src, dst.ty.dtype, (op.fp, op.scalar), cols)?;
    let to = StridedRect::of_tile(memory, dst, to_corner, shape)?;
    let fills = to_corner == (0, 0) && shape == (dst.ty.rows, dst.ty.cols);
    let straight = matches!(how, Way::Copy) && op.part != MovePart::Transposed;
    let forwards = cx.forwards && fills && straight && !from.meets(&to);
    let corner = (from_corner.0 as usize, from_corner.1 as usize);
    Some(Moving { how, from, to, corner, forwards })
}

/// What happens to elements on their way.
pub(super) enum Way {
    /// Their bits stay.
    Copy,
    /// They become another type.
    Convert(Plan),
    /// They are scaled by parameters that were found in memory.
    Fix(Fixing),
}

impl Way {
    /// Whether it holds for another execution on the same tiles.
    pub(super) fn lasts(&self) -> bool {
        !matches!(self, Way::Fix(_))
    }
}

/// The way of elements of a tile to `to`, if it is a simple one; `(fp, scalar)` are the slots of
/// quantisation parameters, `cols` the columns of the parameters.
pub(super) fn way(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    src: &TileAt,
    to: DType,
    (fp, scalar): (Option<u8>, Option<u8>),
    cols: Range<u32>,
) -> Option<Way> {
    let from = src.ty.dtype;
    let convert = |rounding| {
        let how = Conversion::new(rounding, Saturate::Off);
        Some(Way::Convert(Plan {
            from,
            to,
            how,
            path: Path::Direct,
            nan_disputed: false,
            nan_is_zero: false,
        }))
    };
    if src.ty.space != Space::Acc {
        return if from.bits() == to.bits() { Some(Way::Copy) } else { convert(Rounding::Rint) };
    }
    let given = |slot: Option<u8>| slot.is_some_and(|s| cx.args.iter().any(|a| a.0 == s));
    let relu = cx.word("reluPreMode").is_some_and(|w| !w.eq_ignore_ascii_case("no_relu"));
    if given(fp) || given(scalar) {
        let pipe = cx.look(memory, |x| Fixpipe::of(x, from, to, (fp, scalar), cols.end)).ok()?;
        return Fixing::of(&pipe, cols).map(Way::Fix);
    }
    if relu {
        return None;
    }
    match from.plain() == to.plain() {
        true => Some(Way::Copy),
        // The fix pipe makes integers of other integers by way of f32, as the definition does.
        false if from.is_int() && to.is_int() => None,
        false => convert(if to.is_int() { Rounding::Trunc } else { Rounding::Rint }),
    }
}

/// Moves elements that way to the same row and column.
pub(super) fn pass(way: &Way, from: &StridedRect, to: &StridedRect) -> Option<()> {
    match way {
        Way::Copy if from.is(to) => Some(()),
        Way::Copy if from.meets(to) => None,
        Way::Copy => {
            copy(from, to);
            Some(())
        }
        Way::Convert(plan) => convert::planes(plan, from, to),
        Way::Fix(fixing) => fixing.pass(from, to),
    }
}
