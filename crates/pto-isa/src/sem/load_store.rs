//! Tiles to and from views of global memory.

use super::elem::Elem;
use super::exec::{Exec, Outcome, TileAt, Trap};
use super::fixpipe::Fixpipe;
use super::grid::Grid;
use super::num::Num;
use super::pad::pad_code;
use super::view::{Axes, Window};
use crate::code;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::layout::Layout;
use crate::target::{Space, Target};
use crate::ty::Pad;
use crate::with_num;

/// A load: the valid region of a tile from a view.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// The view.
    pub src: u8,
    /// The tile.
    pub dst: u8,
    /// The number for `pad_mode = PadValue`, if the instruction has that operand.
    pub pad_value: Option<u8>,
    /// Operands no source gives a meaning to, and what is known of them; they must be absent or zero.
    pub undefined: &'static [(u8, &'static str)],
}

/// A store: the valid region of a tile to a view.
#[derive(Clone, Copy, Debug)]
pub struct Store {
    /// The tile.
    pub src: u8,
    /// The view.
    pub dst: u8,
    /// Quantisation parameters per column.
    pub fp: Option<u8>,
    /// One quantisation parameter.
    pub scalar: Option<u8>,
}

impl Load {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let dst = x.tile(self.dst)?;
        let pad = self.pad_code(x, &dst)?;
        let window = window(x, self.src, &dst, self.dst)?;
        let grid = window.read_result(x, dst.ty.dtype).map_err(|e| e.at(self.src))?;
        let pad = if pads_first(x.word("pad_mode")) { grid.codes().first().copied() } else { pad };
        x.write(self.dst, &grid)?;
        for (at, shape) in pad_regions(x.numerics.profile(), &dst) {
            let Some(code) = pad else { continue };
            let fill = Grid::filled(dst.ty.dtype, shape, code);
            x.write_at(&dst, at, &fill).map_err(|e| e.at(self.dst))?;
        }
        Ok(())
    }

    /// What goes around the valid region, unless it is the first element: see [`pads_first`].
    pub fn pad_code(&self, x: &Exec<'_>, dst: &TileAt) -> Result<Option<u64>, Trap> {
        for &(slot, known) in self.undefined {
            if x.arg(slot).is_some() && x.int(slot)? != 0 {
                let name = x.operands[slot as usize].name;
                let message = format!("uses `{name}`, which no source defines");
                return Err(Trap::new(message).code(code::NOT_EXECUTABLE).at(slot).note(known));
            }
        }
        if x.flag("init_out_buffer") {
            let message = "uses `init_out_buffer`, which no source defines";
            return Err(Trap::new(message).code(code::NOT_EXECUTABLE));
        }
        match x.word("pad_mode") {
            Some(w) if w.eq_ignore_ascii_case("PadValue") => {
                let slot = self.pad_value.unwrap_or(u8::MAX);
                let (dtype, code) = x.scalar(slot)?;
                let how = Conversion::new(Rounding::Rint, Saturate::On);
                Ok(Some(format::convert(dtype, code, dst.ty.dtype, how)))
            }
            _ => Ok(declared_pad(x.numerics.profile(), dst)),
        }
    }
}

/// Whether the first element that is loaded goes around the valid region.
///
/// Source: PTOAS 0.60 docs/isa/tile-op/02-types-and-attributes.md:164.
pub fn pads_first(mode: Option<&str>) -> bool {
    mode.is_some_and(|m| m.eq_ignore_ascii_case("PadFirstElem"))
}

/// What goes around the valid region if the instruction does not say it.
pub fn declared_pad(target: Target, t: &TileAt) -> Option<u64> {
    let fills = t.ty.pad != Pad::Null || target == Target::CPU;
    // The headers pad a load with infinities, whatever `tfillpad` does.
    fills.then(|| pad_code(t.ty.dtype, t.ty.pad, false))
}

/// Where a load writes the pad value: corner and shape. The CPU simulator fills everything outside the valid
/// region; a device fills the rest of the last 32 bytes of each row it loads (of each column, where those
/// are contiguous) and nothing in boxed layouts.
///
/// Source: pto-isa@3186c381 include/pto/cpu/TLoad.hpp:134-143, common/arch/memory/tload_common.hpp:56-64,104-110.
pub fn pad_regions(target: Target, t: &TileAt) -> [((u32, u32), (u32, u32)); 2] {
    let ((rows, cols), (vr, vc)) = (t.shape(), t.valid);
    let block = t.ty.dtype.per_block();
    let nothing = ((0, 0), (0, 0));
    let (below, right) = (rows.saturating_sub(vr), cols.saturating_sub(vc));
    match (target, t.ty.layout()) {
        (Target::CPU, _) => [((0, vc), (vr, right)), ((vr, 0), (below, cols))],
        (_, Layout::Nd) => [((0, vc), (vr, right % block)), nothing],
        (_, Layout::Dn) => [((vr, 0), (below % block, vc)), nothing],
        _ => [nothing, nothing],
    }
}

impl Store {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let src = x.tile(self.src)?;
        let grid = x.read(self.src)?;
        let to = x.view(self.dst)?.at.dtype;
        let grid = match src.ty.space {
            Space::Acc => {
                let pipe = Fixpipe::of(x, src.ty.dtype, to, (self.fp, self.scalar), grid.cols)?;
                pipe.apply(&grid, 0)
            }
            _ => grid,
        };
        let bits = (grid.dtype.bits(), to.bits());
        if bits.0 != bits.1 {
            return Err(Trap::new(format!("stores {}-bit elements as {to}", bits.0)).at(self.dst));
        }
        let window = window(x, self.dst, &src, self.src)?;
        let atomic = Atomic::of(x.word("atomicType"))?;
        let outcome = window.update(x, &grid, |old, new| atomic.apply(to, old, new));
        outcome.map_err(|e| e.at(self.dst))
    }
}

/// What a store does with the element in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Atomic {
    /// The new one takes its place.
    #[default]
    Replace,
    /// The new one is combined with it, in the element type.
    Combine(Elem),
}

impl Atomic {
    /// By its word, with or without `atomic_`.
    pub fn of(word: Option<&str>) -> Result<Atomic, Trap> {
        let word = word.unwrap_or("none").to_ascii_lowercase();
        match word.strip_prefix("atomic_").unwrap_or(&word) {
            "none" => Ok(Atomic::Replace),
            "add" => Ok(Atomic::Combine(Elem::Add)),
            "max" => Ok(Atomic::Combine(Elem::Max)),
            "min" => Ok(Atomic::Combine(Elem::Min)),
            _ => Err(Trap::new(format!("does not know the atomic operation `{word}`"))),
        }
    }

    /// What is in memory afterwards.
    pub fn apply(self, dtype: DType, old: u64, new: u64) -> u64 {
        match self {
            Atomic::Replace => new,
            Atomic::Combine(elem) => with_num!(dtype, T => {
                let (a, b) = (T::from_code(dtype, old), T::from_code(dtype, new));
                elem.call(a, b, T::ZERO).to_code(dtype)
            }),
        }
    }
}

/// The part of a view operand that belongs to the valid region of a tile.
pub fn window(x: &Exec<'_>, slot: u8, t: &TileAt, tile: u8) -> Result<Window, Trap> {
    let view = x.view(slot)?;
    let axes = Axes::choose(x.word("layout"), &view, t).map_err(|e| e.at(slot))?;
    if t.valid.0 > t.ty.rows || t.valid.1 > t.ty.cols {
        let ((vr, vc), (r, c)) = (t.valid, t.shape());
        return Err(
            Trap::new(format!("has a valid region of {vr}x{vc} in a tile of {r}x{c}")).at(tile)
        );
    }
    Ok(Window::new(&view, axes, t.valid))
}
