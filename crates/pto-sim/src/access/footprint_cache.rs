//! What instructions touched before, so that it need not be found out again.

use super::Footprint;
use pto_isa::format::decode_int;
use pto_isa::sem::{Arg, TileAt};
use pto_isa::{AttrValue, OpDef, Sem, ops};
use pto_kernels::memory::{CoreMemory, MemoryId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The operands of a step, and what it finds in registers.
pub(crate) struct Operands<'a> {
    /// Which step.
    pub step: u32,
    /// Its entry.
    pub def: &'static OpDef,
    /// Its operands.
    pub args: &'a [(u8, Arg)],
    /// Its attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// Results that are numbers or pointers and that the program takes.
    pub results: &'a [(u8, u32)],
    /// The register file.
    pub registers: &'a [u8],
}

/// Operands without their addresses, and what they touch, relative to them.
struct Known {
    args: Vec<(u8, Arg)>,
    /// The predicate that says which bytes are meant.
    predicate: Vec<u8>,
    /// Which operands are at the same address, see [`first_at`].
    same: u64,
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
        x: &Operands<'_>,
        memory: &CoreMemory<'_>,
        footprints: &mut Vec<Footprint>,
    ) -> Option<bool> {
        if !x.def.operands.iter().any(|o| o.effect.touches()) {
            return Some(false);
        }
        let kinds = self.steps.get(&x.step)?;
        let args = x.placed()?;
        let (predicate, same) = (x.predicate(), first_at(&args));
        let known = kinds.iter().find(|k| {
            k.same == same
                && k.predicate.iter().eq(predicate)
                && k.args.len() == args.len()
                && k.args.iter().zip(&args).all(|(a, b)| a.0 == b.0 && a.1 == without_address(b.1))
        })?;
        for t in &known.footprints {
            let (memory, base) = place(args[t.arg? as usize].1, memory)?;
            footprints.push(Footprint { memory, start: t.start + base, ..*t });
        }
        Some(known.outside)
    }

    /// Keeps what a step touched, if it touches the same whatever memory holds.
    pub fn keep(
        &mut self,
        x: &Operands<'_>,
        memory: &CoreMemory<'_>,
        (footprints, outside): (&[Footprint], bool),
    ) {
        if !x.have_static_footprint() {
            return;
        }
        let Some(args) = x.placed() else { return };
        let relative = |t: &Footprint| {
            let (memory, base) = place(args[t.arg? as usize].1, memory)?;
            (memory == t.memory && !t.loose).then(|| Footprint { start: t.start - base, ..*t })
        };
        let Some(footprints) = footprints.iter().map(relative).collect() else { return };
        let kinds = self.steps.entry(x.step).or_default();
        if kinds.len() < KINDS {
            let same = first_at(&args);
            let args = args.iter().map(|a| (a.0, without_address(a.1))).collect();
            let predicate = x.predicate().to_vec();
            kinds.push(Known { args, predicate, same, footprints, outside });
        }
    }
}

type Args = SmallVec<[(u8, Arg); 8]>;

impl<'a> Operands<'a> {
    /// The operands, with pointers that are where memory is accessed; none if they are too many.
    fn placed(&self) -> Option<Args> {
        if self.args.len() > 16 {
            return None;
        }
        let mut args = Args::from_slice(self.args);
        let (ptr, offset, next) = match self.def.sem {
            Sem::RegLoad(l) => (l.source, l.offset, l.updated_base),
            Sem::RegStore(s) => (s.dest, s.offset, s.updated_base),
            _ => return Some(args),
        };
        // What is moved on is accessed where it was.
        let is_moved_on = self.results.iter().any(|r| r.0 == next);
        let at = args.iter().position(|a| a.0 == offset)?;
        let Arg::Scalar(dtype, bits) = args[at].1 else { return None };
        let elements = decode_int(dtype, bits).and_then(|n| i64::try_from(n).ok())?;
        args[at].1 = Arg::Scalar(dtype, 0);
        let to = args.iter_mut().find(|a| a.0 == ptr)?;
        let Arg::Ptr(from) = to.1 else { return None };
        if !is_moved_on {
            to.1 = Arg::Ptr(from.moved(elements, offset).ok()?);
        }
        Some(args)
    }

    /// Whether the bytes that are touched depend on the operands alone, and an operand that is no tile is the
    /// only one of its memory.
    fn have_static_footprint(&self) -> bool {
        match self.def.sem {
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
            | Sem::RegLoad(_)
            | Sem::RegStore(_) => true,
            // How much is merged until a list is exhausted depends on what is in it.
            Sem::Custom(_) if self.def.is(&ops::tile_sort::tmrgsort) => {
                !self.attrs.iter().any(|a| a.0 == "exhausted" && a.1 != AttrValue::Bool(false))
            }
            Sem::Custom(_) => self.def.is(&ops::tile_sort::tsort32),
            _ => false,
        }
    }

    /// The predicate of a store.
    fn predicate(&self) -> &'a [u8] {
        let Sem::RegStore(store) = self.def.sem else { return &[] };
        match self.args.iter().find(|a| a.0 == store.mask) {
            Some((_, Arg::Reg(r))) => &self.registers[r.range()],
            _ => &[],
        }
    }
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

/// For each of at most 16 operands the first one at the same address, a digit each.
fn first_at(args: &[(u8, Arg)]) -> u64 {
    let key = |a: &Arg| match a {
        Arg::Tile(t) => Some((t.ty.space, 0, t.addr as i64)),
        Arg::Ptr(p) => Some((p.space, p.buffer, p.addr)),
        Arg::View(v) => Some((v.at.space, v.at.buffer, v.at.addr)),
        _ => None,
    };
    let keys: SmallVec<[_; 8]> = args.iter().map(|a| key(&a.1)).collect();
    let first = |k| keys.iter().position(|other| other == k).unwrap_or(0) as u64;
    keys.iter().fold(0, |all, k| all << 4 | first(k))
}
