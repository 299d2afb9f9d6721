//! Copies between memories, products on the cube and the way out of its accumulator on A5.

use super::Stated;
use crate::data::CostData;
use crate::estimate::{Provenance, Work};
use pto_isa::sem::{Arg, TileAt};
use pto_isa::{DType, Role, Space, Target};
use rustc_hash::FxHashMap;

/// Latency and speed of a way between two memories.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way {
    latency_cycles: f64,
    bytes_per_cycle: f64,
    provenance: Provenance,
}

/// The cube: 16 x 16 x 32-byte steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cube {
    fill_cycles: f64,
    step_cycles: f64,
    step_cycles_f32: f64,
}

/// Everything that is not the vector unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    ways: FxHashMap<(Space, Space), Way>,
    cube: Option<(Cube, Provenance)>,
}

impl Memory {
    /// Resolves the rows of cost data, e.g. `gm->vec,latency`.
    pub(super) fn new(data: &CostData) -> Memory {
        let mut ways = FxHashMap::default();
        for from in Space::ALL {
            for to in Space::ALL {
                let subject = format!("{}->{}", from.tile_name(), to.tile_name());
                let number = |name| data.get(Target::A5, &subject, name);
                let Some(speed) = number("bytes_per_cycle") else { continue };
                let latency = number("latency");
                let provenance =
                    latency.map_or(speed.provenance, |l| l.provenance.max(speed.provenance));
                let latency_cycles = latency.map_or(0.0, |l| l.value);
                ways.insert(
                    (from, to),
                    Way { latency_cycles, bytes_per_cycle: speed.value, provenance },
                );
            }
        }
        let number = |name| data.get(Target::A5, "cube", name);
        let cube = (|| {
            let (fill, step, f32) = (number("fill")?, number("step")?, number("step.f32")?);
            let cube = Cube {
                fill_cycles: fill.value,
                step_cycles: step.value,
                step_cycles_f32: f32.value,
            };
            Some((cube, fill.provenance.max(step.provenance)))
        })();
        Memory { ways, cube }
    }

    /// A copy from one memory to another, if there is data for the way and the operands say how much.
    pub(super) fn copied(&self, work: &Work<'_>) -> Option<Stated> {
        let (from, to) = ends(work)?;
        let way = self.ways.get(&(from, to))?;
        let (transfers, bytes) = amount(work)?;
        Some(Stated {
            fill_cycles: way.latency_cycles,
            // Transfers of one instruction follow each other, each with its own latency.
            busy_cycles: (transfers.max(1) - 1) as f64 * way.latency_cycles
                + bytes as f64 / way.bytes_per_cycle,
            provenance: way.provenance,
        })
    }

    /// A product on the cube.
    pub(super) fn multiplied(&self, work: &Work<'_>) -> Option<Stated> {
        let (cube, provenance) = self.cube?;
        let (m, k, n, dtype) = factors(work)?;
        let depth = (32 * 8 / dtype.bits()).max(1) as u64;
        let steps = m.div_ceil(16) * k.div_ceil(depth) * n.div_ceil(16);
        let step = if dtype == DType::F32 { cube.step_cycles_f32 } else { cube.step_cycles };
        Some(Stated { fill_cycles: cube.fill_cycles, busy_cycles: steps as f64 * step, provenance })
    }
}

/// The memories that are read and written. Pointers count in the order of the text: source, destination.
fn ends(work: &Work<'_>) -> Option<(Space, Space)> {
    let space = |arg: &Arg| match arg {
        Arg::Tile(t) => Some(t.ty.space),
        Arg::View(v) => Some(v.at.space),
        Arg::Ptr(p) => Some(p.space),
        _ => None,
    };
    let mut from = None;
    let mut to = None;
    for (slot, arg) in work.args {
        let Some(space) = space(arg) else { continue };
        let role = work.def.operands.get(*slot as usize)?.role;
        match role {
            Role::Out | Role::InOut => to = to.or(Some(space)),
            Role::In if from.is_none() => from = Some(space),
            // An instruction on pointers writes through an operand that it reads.
            Role::In if matches!(arg, Arg::Ptr(_)) => to = to.or(Some(space)),
            _ => {}
        }
    }
    Some((from?, to?))
}

/// Transfers and bytes of a copy.
fn amount(work: &Work<'_>) -> Option<(u64, u64)> {
    let tiles =
        || work.args.iter().filter_map(|a| if let Arg::Tile(t) = &a.1 { Some(t) } else { None });
    let view = work.args.iter().find_map(|a| if let Arg::View(v) = &a.1 { Some(v) } else { None });
    let valid_bytes = |t: &TileAt| {
        (u64::from(t.valid.0) * u64::from(t.valid.1) * u64::from(t.ty.dtype.bits())).div_ceil(8)
    };
    if let Some(v) = view {
        let tile = tiles().next()?;
        // One transfer for each index of the three outer extents.
        let transfers = v.dims[..3].iter().map(|d| (*d).max(1) as u64).product();
        let bits = u64::from(v.at.dtype.bits());
        let elements = u64::from(tile.valid.0) * u64::from(tile.valid.1);
        return Some((transfers, (elements * bits).div_ceil(8)));
    }
    if let Some(least) = tiles().map(valid_bytes).min() {
        return Some((1, least));
    }
    let scalar = |name: &str| work.def.slot(name).and_then(|s| number(work.arg(s)?));
    if let Some(burst) = scalar("len_burst") {
        let count = scalar("n_burst").unwrap_or(1);
        let loops = work.def.slot("loop_counts");
        let loops = work.args.iter().filter(|a| Some(a.0) == loops).filter_map(|a| number(&a.1));
        let transfers = loops.product::<u64>();
        return Some((transfers, burst * count * transfers));
    }
    let extents = ["m", "k", "n"].map(scalar);
    let elements: u64 = extents.iter().flatten().product();
    let pointer =
        work.args.iter().rev().find_map(|a| if let Arg::Ptr(p) = &a.1 { Some(p) } else { None })?;
    let two = extents.iter().flatten().count() == 2;
    two.then_some((1, (elements * u64::from(pointer.dtype.bits())).div_ceil(8)))
}

/// Extents and element type of a product of tiles or of pointers.
fn factors(work: &Work<'_>) -> Option<(u64, u64, u64, DType)> {
    let named = |a: &str, b: &str| work.tile_named(a).or_else(|| work.tile_named(b));
    if let (Some(lhs), Some(rhs)) = (named("lhs", "a"), named("rhs", "b")) {
        let of = |n: u32| u64::from(n);
        return Some((of(lhs.valid.0), of(lhs.valid.1), of(rhs.valid.1), lhs.ty.dtype));
    }
    let Arg::Ptr(lhs) = work.arg(work.def.slot("lhs")?)? else { return None };
    let scalar = |name: &str| number(work.arg(work.def.slot(name)?)?);
    Some((scalar("m")?, scalar("k")?, scalar("n")?, lhs.dtype))
}

/// The value of a scalar operand that counts something.
const fn number(arg: &Arg) -> Option<u64> {
    match arg {
        // Counts are far below 2^32; codes of narrow types carry no more bits than they have.
        Arg::Scalar(_, code) => Some(*code & 0xffff_ffff),
        _ => None,
    }
}
