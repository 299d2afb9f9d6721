//! The operands of an execution by the part they play.

use crate::estimate::Work;
use pto_isa::sem::{Arg, RegAt, RegTy, TileAt};
use pto_isa::{DType, Role, TileTy, format};

/// Look-ups on [`Work`] that go by role, not by name.
pub(super) trait Operand<'a> {
    /// The first tile that is written.
    fn destination(&self) -> Option<&'a TileAt>;
    /// The first tile that is read.
    fn source(&self) -> Option<&'a TileAt>;
    /// The first two tiles that are read.
    fn sources(&self) -> [Option<&'a TileAt>; 2];
    /// The region of the destination with the wider element type of source and destination: instructions that
    /// convert work on repeats of that type.
    fn domain(&self, to: &TileAt) -> TileAt;
    /// An integer operand.
    fn int(&self, slot: u8) -> Option<i64>;
    /// Bits of a number.
    fn bits(&self, slot: u8) -> Option<u64>;
    /// The element type of the first vector register.
    fn lane_type(&self) -> DType;
}

impl<'a> Operand<'a> for Work<'a> {
    fn destination(&self) -> Option<&'a TileAt> {
        tiles(self, |r| matches!(r, Role::Out | Role::InOut)).next()
    }
    fn source(&self) -> Option<&'a TileAt> {
        self.sources()[0]
    }
    fn sources(&self) -> [Option<&'a TileAt>; 2] {
        let mut all = tiles(self, |r| r == Role::In);
        [all.next(), all.next()]
    }
    fn domain(&self, to: &TileAt) -> TileAt {
        let from = self.source().map_or(to.ty.dtype, |t| t.ty.dtype);
        let dtype = if from.bits() > to.ty.dtype.bits() { from } else { to.ty.dtype };
        TileAt { ty: TileTy { dtype, ..to.ty }, ..*to }
    }
    fn int(&self, slot: u8) -> Option<i64> {
        match *self.arg(slot)? {
            Arg::Scalar(dtype, code) => {
                format::decode_int(dtype, code).and_then(|v| i64::try_from(v).ok())
            }
            _ => None,
        }
    }
    fn bits(&self, slot: u8) -> Option<u64> {
        match *self.arg(slot)? {
            Arg::Scalar(_, code) => Some(code),
            _ => None,
        }
    }
    fn lane_type(&self) -> DType {
        let of = |a: &(u8, Arg)| match a.1 {
            Arg::Reg(RegAt { ty: RegTy::Vec(dtype), .. }) => Some(dtype),
            _ => None,
        };
        self.args.iter().find_map(of).unwrap_or(DType::F32)
    }
}

fn tiles<'a>(work: &Work<'a>, is: impl Fn(Role) -> bool) -> impl Iterator<Item = &'a TileAt> {
    let operands = work.def.operands;
    work.args.iter().filter_map(move |(slot, arg)| match arg {
        Arg::Tile(tile) if operands.get(*slot as usize).is_some_and(|o| is(o.role)) => Some(tile),
        _ => None,
    })
}
