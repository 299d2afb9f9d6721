//! Pad values, and copying a tile while its surroundings are filled with one.

use super::exec::{Exec, Outcome, Trap};
use super::grid::Grid;
use super::numerics::Numerics;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::target::Target;
use crate::ty::Pad;

/// The code of a pad value: zero for `Null` and `Zero`, the limit of the type for `Max` and `Min`.
///
/// `finite` decides between the infinities and the largest finite numbers of f32, f16 and bf16: quirk
/// `pad-finite`. 64-bit integers and the floats of 8 and 4 bits have no limits and are filled with zero
/// (pto-isa@3186c381 include/pto/common/constants.hpp:449-499, `GetPadValue`).
pub fn pad_code(dtype: DType, pad: Pad, finite: bool) -> u64 {
    let limit = match pad {
        Pad::Null | Pad::Zero => return 0,
        Pad::Max => f64::INFINITY,
        Pad::Min => f64::NEG_INFINITY,
    };
    match dtype.plain() {
        DType::F32 | DType::F16 | DType::Bf16 if !finite => {
            format::encode(dtype, limit, Conversion::default())
        }
        DType::I64 | DType::U64 => 0,
        plain if plain.is_float() && plain.bits() < 16 => 0,
        _ => limit_code(dtype, pad == Pad::Max),
    }
}

/// The greatest or the least finite number of a type.
pub fn limit_code(dtype: DType, greatest: bool) -> u64 {
    let beyond = if greatest { f64::INFINITY } else { f64::NEG_INFINITY };
    format::encode(dtype, beyond, Conversion::new(Rounding::Rint, Saturate::On))
}

/// Whether pads are finite in a run.
pub const fn pads_are_finite(n: &Numerics) -> bool {
    !n.is_manual() && matches!(n.profile(), Target::A5)
}

/// A copy of the source's valid region into the destination, the rest of which becomes the pad of the
/// destination's type: the rest of the whole tile or of its valid region, quirk `fillpad-extent`.
#[derive(Clone, Copy, Debug)]
pub struct FillPad {
    /// The source; its valid region counts.
    pub src: u8,
    /// The destination; its pad counts.
    pub dst: u8,
    /// Whether the source is copied. The in-place form leaves that part alone on the devices: quirk `fillpad-inplace-copy`.
    pub copy: bool,
}

/// What a [`FillPad`] does to its destination.
#[derive(Clone, Copy, Debug)]
pub struct Filling {
    /// Rows and columns that are written, from the corner on.
    pub domain: (u32, u32),
    /// Those of them that are the source's.
    pub kept: (u32, u32),
    /// The code of the others.
    pub pad: u64,
}

impl FillPad {
    /// What is to be done; notes quirks.
    pub fn plan(&self, x: &Exec<'_>) -> Result<Filling, Trap> {
        let (src, dst) = (x.tile(self.src)?, x.tile(self.dst)?);
        let domain = if x.numerics.is_manual() { dst.shape() } else { dst.valid };
        let kept = (src.valid.0.min(domain.0), src.valid.1.min(domain.1));
        if dst.shape() != dst.valid {
            x.note_quirk("fillpad-extent");
        }
        let code = |finite: bool| pad_code(dst.ty.dtype, dst.ty.pad, finite);
        if x.numerics.profile() == Target::A5 && kept != domain && code(true) != code(false) {
            x.note_quirk("pad-finite");
        }
        let apart = (src.ty.space, src.addr) != (dst.ty.space, dst.addr);
        if !self.copy && apart && kept.0 > 0 && kept.1 > 0 {
            x.note_quirk("fillpad-inplace-copy");
        }
        Ok(Filling { domain, kept, pad: code(pads_are_finite(x.numerics)) })
    }

    /// Whether the valid part of the source is copied in a run.
    pub fn copies(&self, numerics: &Numerics) -> bool {
        self.copy || numerics.is_manual()
    }

    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let Filling { domain, kept, pad } = self.plan(x)?;
        let from = if self.copies(x.numerics) { self.src } else { self.dst };
        let inside = x.read_tile(&x.tile(from)?, kept).map_err(|e| e.at(from))?;
        let filled = Grid::new(x.tile(self.dst)?.ty.dtype, domain, |r, c| {
            if r < kept.0 && c < kept.1 { inside.at(r, c) } else { pad }
        });
        x.write(self.dst, &filled)
    }
}
