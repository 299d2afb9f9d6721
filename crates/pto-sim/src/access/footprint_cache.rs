//! What instructions touched before, so that it need not be found out again.

use super::Footprint;
use pto_isa::Sem;
use pto_isa::sem::{Arg, TileAt};
use pto_kernels::memory::{CoreMemory, MemoryId};
use rustc_hash::FxHashMap;

/// Operands without their addresses, and what they touch, relative to them.
struct Known {
    args: Vec<(u8, Arg)>,
    /// For each operand the first one at the same address.
    same: Vec<u8>,
    footprints: Vec<Footprint>,
    outside: bool,
}

/// What instructions touched before, by their step.
#[derive(Default)]
pub(crate) struct FootprintCache {
    steps: FxHashMap<u32, Vec<Known>>,
}

/// How many kinds of operands are kept for a step.
const KINDS: usize = 8;

impl FootprintCache {
    /// Fills `footprints` with what a step touches, if that is known; and whether it reads outside a valid
    /// region.
    pub fn recall(
        &self,
        step: u32,
        args: &[(u8, Arg)],
        memory: &CoreMemory<'_>,
        footprints: &mut Vec<Footprint>,
    ) -> Option<bool> {
        let same = first_at(args);
        let known = self.steps.get(&step)?.iter().find(|k| {
            k.same == same
                && k.args.len() == args.len()
                && k.args.iter().zip(args).all(|(a, b)| a.0 == b.0 && a.1 == without_address(b.1))
        })?;
        for t in &known.footprints {
            let arg = args[t.arg? as usize].1;
            let (memory, base) = place(arg, memory)?;
            footprints.push(Footprint { memory, start: t.start + base, ..*t });
        }
        Some(known.outside)
    }

    /// Keeps what a step touched, if it touches the same whatever memory holds.
    pub fn keep(
        &mut self,
        step: u32,
        sem: &Sem,
        args: &[(u8, Arg)],
        memory: &CoreMemory<'_>,
        (footprints, outside): (&[Footprint], bool),
    ) {
        if !has_static_footprint(sem) {
            return;
        }
        let relative = |t: &Footprint| {
            let (memory, base) = place(args[t.arg? as usize].1, memory)?;
            (memory == t.memory && !t.loose).then(|| Footprint { start: t.start - base, ..*t })
        };
        let Some(footprints) = footprints.iter().map(relative).collect() else { return };
        let kinds = self.steps.entry(step).or_default();
        if kinds.len() < KINDS {
            let same = first_at(args);
            let args = args.iter().map(|a| (a.0, without_address(a.1))).collect();
            kinds.push(Known { args, same, footprints, outside });
        }
    }
}

/// Whether the bytes an instruction touches depend on its operands alone, and an operand that is no tile is the
/// only one of its memory.
const fn has_static_footprint(sem: &Sem) -> bool {
    matches!(
        sem,
        Sem::Map(_)
            | Sem::Reduce(_)
            | Sem::ArgReduce(_)
            | Sem::Load(_)
            | Sem::Store(_)
            | Sem::Compare(_)
            | Sem::Select(_)
            | Sem::Convert(_)
            | Sem::FillPad(_)
            | Sem::Part(_)
            | Sem::PartArg(_)
            | Sem::Move(_)
            | Sem::Matmul(_)
            | Sem::Mad(_)
    )
}

fn without_address(arg: Arg) -> Arg {
    match arg {
        Arg::Tile(t) => Arg::Tile(TileAt { addr: 0, ..t }),
        Arg::Ptr(mut p) => {
            (p.addr, p.buffer) = (0, 0);
            Arg::Ptr(p)
        }
        Arg::View(mut v) => {
            (v.at.addr, v.at.buffer) = (0, 0);
            Arg::View(v)
        }
        other => other,
    }
}

fn place(arg: Arg, memory: &CoreMemory<'_>) -> Option<(MemoryId, i64)> {
    Some(match arg {
        Arg::Tile(t) => (memory.id(t.ty.space, 0), t.addr as i64),
        Arg::Ptr(p) => (memory.id(p.space, p.buffer), p.addr),
        Arg::View(v) => (memory.id(v.at.space, v.at.buffer), v.at.addr),
        Arg::Scalar(..) | Arg::Reg(_) => return None,
    })
}

fn first_at(args: &[(u8, Arg)]) -> Vec<u8> {
    let key = |a: &Arg| match a {
        Arg::Tile(t) => Some((t.ty.space, 0, t.addr as i64)),
        Arg::Ptr(p) => Some((p.space, p.buffer, p.addr)),
        Arg::View(v) => Some((v.at.space, v.at.buffer, v.at.addr)),
        _ => None,
    };
    let first = |i: usize| args.iter().position(|a| key(&a.1) == key(&args[i].1)).unwrap_or(i);
    (0..args.len()).map(|i| first(i) as u8).collect()
}
