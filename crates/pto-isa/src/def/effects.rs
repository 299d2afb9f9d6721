//! What an entry as a whole says about the memory of its operands.

use super::OpDef;
use crate::args::Args;
use crate::effect::{Access, Effect, Extent, Said, Through, elements};
use crate::operand::{Kind, Role};
use crate::sem::{ArgReduce, Axis, Reduce, Sem};
use crate::ty::Dim;
use std::ops::Range;

impl OpDef {
    /// The effect on an operand beside these: an input that the text lists last may be the scratch.
    pub fn effect_with(&self, slot: u8, args: &Args<'_>) -> Effect {
        let effect = self.effect(slot);
        match self.scratch_as_input {
            Some(listed) if effect.through == Through::Itself && self.is_input(slot) => {
                let scratch = listed(args) == Some(slot);
                let access = if scratch { Access::Write } else { Access::Read };
                Effect { access, ..effect }
            }
            _ => effect,
        }
    }

    /// The bytes that may be accessed through a pointer, counted from it, where constant operands tell.
    pub fn pointed_bytes(&self, slot: u8, args: &Args<'_>) -> Option<Range<i64>> {
        match self.effect(slot).extent {
            Extent::Bytes(of) => of(args),
            Extent::Element { offset } => {
                let size = i64::from(args.dtype(slot)?.bytes());
                let start = elements(args, offset)?.checked_mul(size)?;
                Some(start..start.checked_add(size)?)
            }
            _ => None,
        }
    }

    fn is_input(&self, slot: u8) -> bool {
        self.operands.get(slot as usize).is_some_and(|o| o.role == Role::In)
    }

    /// Whether these operands, which keep the rules, make the instruction write every valid element of a tile that
    /// it only writes; `None` where extents decide that only a run shows.
    pub fn replaces(&self, slot: u8, args: &Args<'_>) -> Option<bool> {
        let effect = self.effect(slot);
        if !matches!(effect.access, Access::Write) || effect.atomic {
            return Some(false);
        }
        if effect.replaces() {
            return Some(true);
        }
        let to = args.tile(slot)?;
        let is = |dim: Dim, n: u32| dim.known().map(|d| d == n);
        let covers = |from: u8| {
            let from = args.tile(from)?;
            let (rows, cols) = (from.valid_rows.known()?, from.valid_cols.known()?);
            Some(rows >= to.valid_rows.known()? && cols >= to.valid_cols.known()?)
        };
        match self.sem {
            // A rule binds the other axis to the source's.
            Sem::Reduce(Reduce { axis: Axis::Row, .. })
            | Sem::ArgReduce(ArgReduce { axis: Axis::Row, .. }) => is(to.valid_cols, 1),
            Sem::Reduce(Reduce { axis: Axis::Col, .. })
            | Sem::ArgReduce(ArgReduce { axis: Axis::Col, .. }) => is(to.valid_rows, 1),
            Sem::Matmul(m) => {
                let (lhs, rhs) = (args.tile(m.lhs)?, args.tile(m.rhs)?);
                let rows = is(to.valid_rows, lhs.valid_rows.known()?)?;
                Some(rows && is(to.valid_cols, rhs.valid_cols.known()?)?)
            }
            Sem::Part(p) => Some(covers(p.src0)? || covers(p.src1)?),
            Sem::PartArg(p) => Some(covers(p.values[0])? || covers(p.values[1])?),
            _ => None,
        }
    }
}

/// The effect of the operand in `slot`, from its word, its role, its kind and the rest of its entry.
///
/// # Panics
/// At compile time, if an operand that may be an address says nothing in an instruction that works on memory, or if
/// an operand says something in one that does not.
pub const fn effect_of(def: &OpDef, slot: u8, role: Role, said: Said, kind: Kind) -> Effect {
    let works = def.class.works();
    let (access, atomic) = match said {
        Said::Access(access, atomic) => {
            assert!(works, "an instruction of this class does not access memory");
            (access, atomic)
        }
        Said::Value => {
            assert!(
                works && kind.may_be_address(),
                "only what may be an address must say that it is a value"
            );
            return Effect::NONE;
        }
        Said::Nothing if !works => return Effect::NONE,
        Said::Nothing => match kind {
            Kind::Tile | Kind::MultiTile | Kind::TileOrScalar => match role {
                Role::In => (Access::Read, false),
                Role::Out | Role::Scratch => (Access::Write, false),
                Role::InOut => (Access::ReadWrite, false),
            },
            _ if kind.may_be_address() => match role {
                Role::Scratch => (Access::Write, false),
                _ => panic!("say what happens to the memory this operand points to"),
            },
            _ => return Effect::NONE,
        },
    };
    let mut extent = match (access, kind) {
        (Access::None, _) => Extent::Nothing,
        (Access::Write, Kind::Tile) if def.sem.overwrites() && matches!(role, Role::Out) => {
            Extent::All
        }
        (_, Kind::Ptr | Kind::Any) => Extent::Unknown,
        _ => Extent::Within,
    };
    let mut i = 0;
    while i < def.extents.len() {
        if def.extents[i].0 == slot {
            assert!(
                !matches!(access, Access::None),
                "bytes of an operand whose memory is not accessed"
            );
            extent = def.extents[i].1;
        }
        i += 1;
    }
    Effect { access, through: kind.through(), extent, atomic }
}
