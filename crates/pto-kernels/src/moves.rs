//! Copies from tile to tile: whole, windows, transposed; out of the accumulator too, where it only rounds.

use super::context::Context;
use super::convert;
use super::copy::copy;
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::format::{Conversion, Rounding, Saturate};
use pto_isa::sem::convert::{Path, Plan};
use pto_isa::sem::{Move, MovePart, TileAt};
use pto_isa::{DType, Space};

/// Elements of a tile on their way to another, ready to go.
pub(crate) struct Moving {
    pub(super) how: Way,
    pub(super) from: StridedRect,
    pub(super) to: StridedRect,
}

impl Moving {
    /// Moves them.
    pub fn run(&mut self, memory: &mut CoreMemory<'_>) -> Option<()> {
        self.from.renew(memory)?;
        self.to.renew(memory)?;
        pass(&self.how, &self.from, &self.to)
    }
}

/// Gets a copy of a tile or a part of it ready.
pub(super) fn prepare(op: &Move, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<Moving> {
    if cx.word("accToVecMode").is_some_and(has_dual) {
        return None;
    }
    let (src, dst) = (cx.tile_ref(op.src)?, cx.tile_ref(op.dst)?);
    // A third tile beside a source that is no accumulator is the scratch of a repack.
    if src.ty.space == Space::Vec && op.fp.is_some_and(|fp| cx.args.iter().any(|a| a.0 == fp)) {
        return None;
    }
    let how = way(cx, src, dst.ty.dtype, (op.fp, op.scalar))?;
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
    let to = StridedRect::of_tile(memory, dst, to_corner, shape)?;
    Some(Moving { how, from, to })
}

fn has_dual(word: &str) -> bool {
    word.to_ascii_lowercase().contains("dual")
}

/// What happens to elements on their way.
pub(super) enum Way {
    /// Their bits stay.
    Copy,
    /// They become another type.
    Convert(Plan),
}

/// The way of elements of a tile to `to`, if it is a simple one; `(fp, scalar)` are the slots of
/// quantisation parameters.
pub(super) fn way(
    cx: &Context<'_>,
    src: &TileAt,
    to: DType,
    (fp, scalar): (Option<u8>, Option<u8>),
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
    if given(fp) || given(scalar) || relu {
        return None;
    }
    match from.plain() == to.plain() {
        true => Some(Way::Copy),
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
    }
}
