//! Loads and stores: rectangles between views of global memory and tiles.

use super::context::Context;
use super::copy::{copy, fill, stream};
use super::forward::{settle, settle_for};
use super::moves::{Way, pass, way};
use super::runtime_args::RuntimeArgs;
use super::strided::{Part, StridedRect};
use crate::memory::{Access, CoreMemory, Forward};
use pto_isa::Space;
use pto_isa::sem::load_store::{declared_pad, pad_regions, pads_first};
use pto_isa::sem::view::Axes;
use pto_isa::sem::{Load, Store};

/// A load that is ready to run.
pub(crate) struct Loading {
    /// The operand that is the view.
    view: u8,
    from: Part,
    to: StridedRect,
    /// What is filled around the valid region.
    around: [Option<StridedRect>; 2],
    pad: u64,
    /// The copy need not be made.
    forwards: bool,
}

/// Gets a load ready.
pub(super) fn load(load: &Load, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<Loading> {
    let (dst, view) = (cx.tile_ref(load.dst)?, cx.view(load.src)?);
    let axes = Axes::choose(cx.word("layout"), view, dst).ok()?;
    if pads_first(cx.word("pad_mode")) {
        return None;
    }
    let pad = match (cx.args.len(), cx.attrs) {
        (2, []) => declared_pad(cx.numerics.target, dst),
        _ => cx.look(memory, |x| load.pad_code(x, dst)).ok()?,
    };
    let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
    let mut around = [None; 2];
    if pad.is_some() {
        for (rect, (at, shape)) in around.iter_mut().zip(pad_regions(cx.numerics.target, dst)) {
            if shape.0 > 0 && shape.1 > 0 {
                *rect = Some(StridedRect::of_tile(memory, dst, at, shape)?);
            }
        }
    }
    let from = Part::of(view, axes, dst.valid, dst.ty.dtype.bits())?;
    // Kernels on vectors make the copy where they need more than what was loaded.
    let fits = match dst.ty.space {
        Space::Vec => from.has_long_rows(),
        _ => dst.valid == (dst.ty.rows, dst.ty.cols),
    };
    let forwards = cx.forwards && fits && around.iter().all(Option::is_none);
    Some(Loading { view: load.src, from, to, around, pad: pad.unwrap_or(0), forwards })
}

impl Loading {
    /// Claims what it will read.
    pub fn claim_ahead(
        &self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        self.from.claim_ahead(memory, runtime_args.place(self.view)?, Access::Read)
    }

    /// Loads.
    pub fn run(
        &mut self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        self.to.renew(memory)?;
        for rect in self.around.iter_mut().flatten() {
            rect.renew(memory)?;
        }
        // Last, because it notes an access past the end of a buffer.
        let place = runtime_args.place(self.view)?;
        let from = self.from.at(memory, place, Access::Read)?;
        if let Some(to) = self.to.spot() {
            let to_axes = (self.to.rows, self.to.cols);
            settle_for(memory, to, to_axes);
            if self.forwards {
                let (origin, axes) = self.from.origin(place);
                let size = self.to.size;
                memory.forward(Forward { to, to_axes, size, origin, axes });
                return Some(());
            }
            memory.forget(to);
        }
        copy(&from, &self.to);
        for rect in self.around.iter().flatten() {
            fill(rect, self.pad);
        }
        Some(())
    }
}

/// A store that is ready to run.
pub(crate) struct Storing {
    /// The operand that is the view.
    view: u8,
    from: StridedRect,
    to: Part,
    pub(super) how: Way,
}

/// Gets a store ready.
pub(super) fn store(
    store: &Store,
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
) -> Option<Storing> {
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
    let how = way(cx, memory, src, to, (store.fp, store.scalar), 0..src.valid.1)?;
    let from = StridedRect::of_tile(memory, src, (0, 0), src.valid)?;
    let to = Part::of(view, axes, src.valid, to.bits())?;
    // Where elements meet, the order of the definition decides.
    to.is_apart().then_some(Storing { view: store.dst, from, to, how })
}

impl Storing {
    /// Claims what it will write.
    pub fn claim_ahead(
        &self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        self.to.claim_ahead(memory, runtime_args.place(self.view)?, Access::Write)
    }

    /// Stores.
    pub fn run(
        &mut self,
        memory: &mut CoreMemory<'_>,
        runtime_args: &RuntimeArgs<'_>,
    ) -> Option<()> {
        self.from.renew(memory)?;
        let place = runtime_args.place(self.view)?;
        if memory.forwards_from(place.buffer) {
            settle(memory);
        }
        let to = self.to.at(memory, place, Access::Write)?;
        let past = matches!(self.how, Way::Copy) && memory.outgrows_caches(place.buffer);
        if past && stream(&self.from, &to) {
            return Some(());
        }
        pass(&self.how, &self.from, &to)
    }
}

fn is_none(word: &str) -> bool {
    word.eq_ignore_ascii_case("none") || word.eq_ignore_ascii_case("atomic_none")
}
