//! Loads and stores: rectangles between views of global memory and tiles.

use super::context::Context;
use super::copy::{copy, fill};
use super::moves::{pass, way};
use super::plane::Plane;
use crate::memory::CoreMemory;
use pto_isa::Space;
use pto_isa::sem::load_store::{declared_pad, pad_regions, pads_first};
use pto_isa::sem::view::Axes;
use pto_isa::sem::{Load, Store};

/// Loads a tile.
pub(super) fn load(load: &Load, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (dst, view) = (cx.tile_ref(load.dst)?, cx.view(load.src)?);
    let axes = Axes::choose(cx.word("layout"), view, dst).ok()?;
    if pads_first(cx.word("pad_mode")) {
        return None;
    }
    let pad = match (cx.args.len(), cx.attrs) {
        (2, []) => declared_pad(cx.numerics.target, dst),
        _ => cx.look(memory, |x| load.pad_code(x, dst)).ok()?,
    };
    let to = Plane::of_tile(memory, dst, (0, 0), dst.valid)?;
    let mut around = [None; 2];
    if pad.is_some() {
        for (plane, (at, shape)) in around.iter_mut().zip(pad_regions(cx.numerics.target, dst)) {
            if shape.0 > 0 && shape.1 > 0 {
                *plane = Some(Plane::of_tile(memory, dst, at, shape)?);
            }
        }
    }
    // Last, because it notes an access past the end of a buffer.
    let from = Plane::of_view(memory, view, axes, dst.valid, dst.ty.dtype.bits())?;
    copy(&from, &to);
    for plane in around.iter().flatten() {
        fill(plane, pad.unwrap_or(0));
    }
    Some(())
}

/// Stores a tile.
pub(super) fn store(store: &Store, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (src, view) = (cx.tile_ref(store.src)?, cx.view(store.dst)?);
    let axes = Axes::choose(cx.word("layout"), view, src).ok()?;
    if cx.word("atomicType").is_some_and(|w| !is_none(w)) {
        return None;
    }
    let (from, to) = (src.ty.dtype, view.at.dtype);
    // Only the fix pipe converts.
    if src.ty.space != Space::Acc && from.bits() != to.bits() {
        return None;
    }
    let how = way(cx, src, to, (store.fp, store.scalar))?;
    let from = Plane::of_tile(memory, src, (0, 0), src.valid)?;
    let to = Plane::of_view(memory, view, axes, src.valid, to.bits())?;
    // Where elements meet, the order of the definition decides.
    if !to.is_apart() {
        return None;
    }
    pass(&how, &from, &to)
}

fn is_none(word: &str) -> bool {
    word.eq_ignore_ascii_case("none") || word.eq_ignore_ascii_case("atomic_none")
}
