//! Instructions on two tiles of which either may be valid in a part of the destination only: the map of elements where
//! both are, copies where one is, and what the definition says where none is.

use super::context::Context;
use super::copy::{copy, fill};
use super::map;
use super::runtime_args::RuntimeArgs;
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::sem::part::nobody;
use pto_isa::sem::{Arg, Map, Part, Src, TileAt};

/// Operands of the map in the middle, by the slots it is given here.
const SOURCES: &[Src] = &[Src::Of(0), Src::Of(1)];

/// Rows and columns of a tile inside the destination's.
fn inside(t: &TileAt, dst: &TileAt) -> (u32, u32) {
    (t.valid.0.min(dst.valid.0), t.valid.1.min(dst.valid.1))
}

/// A rectangle of rows and columns: from a corner to another.
type Region = ((u32, u32), (u32, u32));

/// What is in `outer` and not in `inner`, both from the corner of the tile on: to the right, and below.
fn around(inner: (u32, u32), outer: (u32, u32)) -> [Region; 2] {
    [((0, inner.1), (inner.0.min(outer.0), outer.1)), ((inner.0, 0), outer)]
}

/// Computes, unless that is for the definition.
pub(super) fn run(op: &Part, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (a, b, dst) = (cx.tile_ref(op.src0)?, cx.tile_ref(op.src1)?, cx.tile_ref(op.dst)?);
    let (in_a, in_b) = (inside(a, dst), inside(b, dst));
    let (larger, in_larger, in_smaller) = match () {
        () if in_a.0 >= in_b.0 && in_a.1 >= in_b.1 => (a, in_a, in_b),
        () if in_b.0 >= in_a.0 && in_b.1 >= in_a.1 => (b, in_b, in_a),
        // Neither holds the other: seldom, and four pieces.
        () => return None,
    };
    if in_smaller.0 == 0 || in_smaller.1 == 0 || larger.ty.dtype.bits() != dst.ty.dtype.bits() {
        return None;
    }
    // Nothing that is still to be read may be in the destination, but in its own place.
    let all = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
    for (t, shape) in [(a, in_a), (b, in_b)] {
        let from = StridedRect::of_tile(memory, t, (0, 0), shape)?;
        let own = StridedRect::of_tile(memory, dst, (0, 0), shape)?;
        if from.meets(&all) && !from.is(&own) {
            return None;
        }
    }
    let mut copies = [None; 2];
    for (piece, (from, to)) in copies.iter_mut().zip(around(in_smaller, in_larger)) {
        *piece = pair(memory, larger, dst, from, to)?;
    }
    let rest = nobody(op.elem, cx.numerics.profile(), dst.ty.dtype);
    let mut fills = [None; 2];
    for (piece, (from, to)) in fills.iter_mut().zip(around(in_larger, dst.valid)) {
        *piece = pair(memory, dst, dst, from, to)?;
    }
    let valid = |t: &TileAt| Arg::Tile(TileAt { valid: in_smaller, ..*t });
    let args = [(0, valid(a)), (1, valid(b)), (2, valid(dst))];
    let map = Map { elem: op.elem, src: SOURCES, dst: 2 };
    let middle = Context { args: &args, ..*cx };
    let mut prepared = map::prepare(&map, &middle, memory)?;
    prepared.run(memory, &RuntimeArgs::Gathered(&args))?;
    for (from, to) in copies.into_iter().flatten() {
        if !from.is(&to) {
            copy(&from, &to);
        }
    }
    if let Some(code) = rest {
        fills.into_iter().flatten().for_each(|(_, to)| fill(&to, code));
    }
    Some(())
}

/// The elements of a region in two tiles; `Some(None)` if there are none.
#[allow(clippy::type_complexity)]
fn pair(
    memory: &mut CoreMemory<'_>,
    from: &TileAt,
    to: &TileAt,
    corner: (u32, u32),
    end: (u32, u32),
) -> Option<Option<(StridedRect, StridedRect)>> {
    let shape = (end.0.saturating_sub(corner.0), end.1.saturating_sub(corner.1));
    if shape.0 == 0 || shape.1 == 0 {
        return Some(None);
    }
    let from = StridedRect::of_tile(memory, from, corner, shape)?;
    let to = StridedRect::of_tile(memory, to, corner, shape)?;
    Some(Some((from, to)))
}
