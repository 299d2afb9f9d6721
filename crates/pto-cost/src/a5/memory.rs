//! Copies between memories, products on the cube and the way out of its accumulator on A5.

use super::Stated;
use crate::data::CostData;
use crate::estimate::{Provenance, Work, count_of};
use pto_isa::effect::Access;
use pto_isa::sem::dma::{Count, Dma, Loops};
use pto_isa::sem::{Arg, TileAt};
use pto_isa::{DType, Role, Sem, Space, Target};
use rustc_hash::FxHashMap;

/// Latency and speed of a way between two memories.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way {
    latency_cycles: f64,
    bytes_per_cycle: f64,
    /// More cycles for each row, where rows are laid out anew on the way.
    row_cycles: f64,
    provenance: Provenance,
}

/// The cube: 16 x 16 x 32-byte steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cube {
    setup_cycles: f64,
    step_cycles: f64,
    step_cycles_f32: f64,
    /// Of fp4: as many elements in a cycle as of fp8.
    step_cycles_f4: f64,
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
                let bytes_per_cycle = speed.value;
                let row_cycles = number("row").map_or(0.0, |r| r.value);
                let way = Way { latency_cycles, bytes_per_cycle, row_cycles, provenance };
                ways.insert((from, to), way);
            }
        }
        let number = |name| data.get(Target::A5, "cube", name);
        let cube = (|| {
            let (setup, step, f32) = (number("setup")?, number("step")?, number("step.f32")?);
            let cube = Cube {
                setup_cycles: setup.value,
                step_cycles: step.value,
                step_cycles_f32: f32.value,
                step_cycles_f4: number("step.f4")?.value,
            };
            Some((cube, setup.provenance.max(step.provenance)))
        })();
        Memory { ways, cube }
    }

    /// A copy from one memory to another, if there is data for the way and the operands say how much.
    pub(super) fn copied(&self, work: &Work<'_>) -> Option<Stated> {
        let (from, to) = ends(work)?;
        let way = self.ways.get(&(from, to))?;
        let Amount { transfers, rows, bytes } = amount(work)?;
        Some(Stated {
            latency_cycles: way.latency_cycles,
            // Transfers of one instruction follow each other, each with its own latency.
            occupancy_cycles: (transfers.max(1) - 1) as f64 * way.latency_cycles
                + bytes as f64 / way.bytes_per_cycle
                + rows as f64 * way.row_cycles,
            provenance: way.provenance,
        })
    }

    /// A product on the cube.
    pub(super) fn multiplied(&self, work: &Work<'_>) -> Option<Stated> {
        let (cube, provenance) = self.cube?;
        let (m, k, n, dtype) = factors(work)?;
        let depth = (32 * 8 / dtype.bits()).max(1) as u64;
        let steps = m.div_ceil(16) * k.div_ceil(depth) * n.div_ceil(16);
        let step = match dtype {
            DType::F32 => cube.step_cycles_f32,
            DType::F4E1M2x2 | DType::F4E2M1x2 => cube.step_cycles_f4,
            _ => cube.step_cycles,
        };
        // Products that follow each other each pay the set-up.
        let occupancy_cycles = cube.setup_cycles + steps as f64 * step;
        Some(Stated { latency_cycles: 0.0, occupancy_cycles, provenance })
    }
}

/// The memories that are read and written, the first of each.
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
        let operand = work.def.operands.get(*slot as usize)?;
        match operand.effect.access {
            _ if operand.role == Role::Scratch => {}
            Access::Write | Access::ReadWrite => to = to.or(Some(space)),
            Access::Read => from = from.or(Some(space)),
            Access::None => {}
        }
    }
    Some((from?, to?))
}

/// What a copy moves.
struct Amount {
    transfers: u64,
    rows: u64,
    bytes: u64,
}

/// What a copy moves, by its operands.
fn amount(work: &Work<'_>) -> Option<Amount> {
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
        let (rows, bytes) = (u64::from(tile.valid.0), (elements * bits).div_ceil(8));
        return Some(Amount { transfers, rows, bytes });
    }
    if let Some(least) = tiles().min_by_key(|t| valid_bytes(t)) {
        return Some(Amount {
            transfers: 1,
            rows: u64::from(least.valid.0),
            bytes: valid_bytes(least),
        });
    }
    if let Sem::Dma(dma) = &work.def.sem {
        return bursts(work, dma);
    }
    if let Some(bytes) = work.matrix_bytes() {
        return Some(Amount { transfers: 1, rows: 1, bytes });
    }
    let scalar = |name: &str| work.def.slot(name).and_then(|s| work.count(s));
    let Arg::Ptr(to) = work.arg(work.def.slot("destination")?)? else { return None };
    let mut extents = ["m", "k", "n"].into_iter().filter_map(scalar);
    let (rows, columns) = (extents.next()?, extents.next()?);
    let bytes = (rows * columns * u64::from(to.dtype.bits())).div_ceil(8);
    Some(Amount { transfers: 1, rows, bytes })
}

/// A copy in bursts. Loops that are set in registers are not among the operands: they count as one iteration.
fn bursts(work: &Work<'_>, dma: &Dma) -> Option<Amount> {
    let count = |slot: u8| work.count(slot);
    let unit = match dma.count {
        Count::Bytes => 1,
        Count::Gaps { block, .. } | Count::Units { block, .. } => block as u64,
    };
    let transfers = match dma.loops {
        Loops::Operands([counts, ..]) => {
            let iterations = work.args.iter().filter(|a| a.0 == counts);
            iterations.filter_map(|a| count_of(&a.1)).product()
        }
        Loops::None | Loops::Registers(_) => 1,
    };
    let rows = count(dma.bursts[0])? * transfers;
    Some(Amount { transfers, rows, bytes: count(dma.len)? * unit * rows })
}

/// Extents and element type of a product of tiles or of pointers.
fn factors(work: &Work<'_>) -> Option<(u64, u64, u64, DType)> {
    let named = |a: &str, b: &str| work.tile_named(a).or_else(|| work.tile_named(b));
    if let (Some(lhs), Some(rhs)) = (named("lhs", "a"), named("rhs", "b")) {
        let of = |n: u32| u64::from(n);
        return Some((of(lhs.valid.0), of(lhs.valid.1), of(rhs.valid.1), lhs.ty.dtype));
    }
    let Arg::Ptr(lhs) = work.arg(work.def.slot("lhs")?)? else { return None };
    let scalar = |name: &str| work.count(work.def.slot(name)?);
    Some((scalar("m")?, scalar("k")?, scalar("n")?, lhs.dtype))
}

#[cfg(test)]
mod tests {
    use super::super::Device;
    use super::*;
    use pto_isa::find;
    use pto_isa::sem::PtrAt;

    /// Cycles of an instruction on pointers; spaces and numbers by the names of its operands.
    fn cycles(op: &str, ends: [Space; 2], numbers: &[(&str, u64)]) -> f64 {
        let def = find(op).unwrap();
        let pointer = |space| Arg::Ptr(PtrAt { space, buffer: 0, addr: 0, dtype: DType::F16 });
        let mut args = vec![
            (def.slot("source").unwrap(), pointer(ends[0])),
            (def.slot("destination").unwrap(), pointer(ends[1])),
        ];
        for (name, n) in numbers {
            args.push((def.slot(name).unwrap(), Arg::Scalar(DType::I64, *n)));
        }
        let work = Work { def, target: Target::A5, args: &args, attrs: &[], expand: false };
        Device::new(&CostData::builtin()).estimate(&work).unwrap().cycles()
    }

    #[test]
    fn copies_on_pointers_count_their_bursts() {
        let bursts = [("len_burst", 256), ("n_burst", 16)];
        assert_eq!(cycles("mte_gm_ub", [Space::Gm, Space::Vec], &bursts), 264.0 + 4096.0 / 128.0);
        // Two iterations are two transfers.
        let iterations = [("len_burst", 256), ("n_burst", 16), ("loop_counts", 2)];
        assert_eq!(cycles("mte_gm_ub", [Space::Gm, Space::Vec], &iterations), 2.0 * (264.0 + 32.0));
        // Rows are laid out anew on the way to L1; lengths between local memories count blocks.
        assert_eq!(
            cycles("mte_gm_l1", [Space::Gm, Space::Mat], &bursts),
            264.0 + 32.0 + 16.0 * 2.0
        );
        let fractals = [("m_step", 2), ("k_step", 4)];
        assert_eq!(
            cycles("load_cbuf_to_ca", [Space::Mat, Space::Left], &fractals),
            8.0 * 512.0 / 256.0
        );
        let matrix = [("m", 64), ("n", 128)];
        let out = 150.0 + 64.0 * 128.0 * 2.0 / 54.0;
        assert!((cycles("mte_l0c_gm", [Space::Acc, Space::Gm], &matrix) - out).abs() < 1e-9);
    }
}
