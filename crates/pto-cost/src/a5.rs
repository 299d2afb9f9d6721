//! Model `calibrated` on A5: fitted curves of tile instructions, loops with latencies for the others, ways and cube.
//!
//! | what | how | from |
//! |---|---|---|
//! | tile instructions that were measured | a curve for each instruction and element type | [`curve`] |
//! | other tile instructions | the same form, with the latency of what is in the loop | [`body`] |
//! | code in a vector scope | a scoreboard | [`vf`] |
//! | copies, products | latency and bytes per cycle, cube steps | [`memory`] |

mod body;
mod curve;
#[cfg(test)]
mod fit;
#[cfg(test)]
mod kernels;
mod latency;
mod memory;
mod reservation_table;
#[cfg(test)]
mod tests;
mod vf;

use crate::data::CostData;
use crate::estimate::{DeviceInst, ErrorClass, Estimate, Provenance, Work};
use body::{Class, Compute, Loops};
use curve::{Curve, Curves, Key, Nest, Path};
use memory::Memory;
use pto_isa::sem::{Arg, TileAt};
use pto_isa::{Role, Space, Target};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
pub use vf::VfCore;

/// Cycles without a statement on their error.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stated {
    latency_cycles: f64,
    occupancy_cycles: f64,
    provenance: Provenance,
}

/// What the data say about one instruction.
#[derive(Clone, Debug, Default)]
struct OpTimes {
    curves: SmallVec<[(Key, Curves); 1]>,
    compute: Option<Compute>,
}

/// The numbers of A5, resolved once: an estimate looks up one name.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    ops: FxHashMap<&'static str, OpTimes>,
    loops: Loops,
    memory: Memory,
    scalar: f64,
    wait: f64,
    sort: (f64, f64),
}

impl Device {
    /// Resolves cost data.
    pub(crate) fn new(data: &CostData) -> Device {
        let number = |subject, name| data.get(Target::A5, subject, name).map_or(0.0, |r| r.value);
        let mut ops = FxHashMap::default();
        for def in pto_isa::all() {
            let times =
                OpTimes { curves: curves(data, def.name), compute: Compute::read(data, def.name) };
            if times.compute.is_some() || !times.curves.is_empty() {
                ops.insert(def.name, times);
            }
        }
        Device {
            ops,
            loops: Loops::new(data),
            memory: Memory::new(data),
            scalar: number("scalar", "cycles"),
            wait: number("sync", "cycles"),
            sort: (number("sort", "latency"), number("sort", "per_element")),
        }
    }

    /// What the model says about one execution of an instruction.
    pub(crate) fn estimate(&self, work: &Work<'_>) -> Option<Estimate> {
        let fixed = |occupancy_cycles, provenance| {
            Some(of(Stated { latency_cycles: 0.0, occupancy_cycles, provenance }))
        };
        let class = Class::of(work.def);
        match class {
            Class::Nothing => fixed(0.0, Provenance::Documented)
                .map(|e| Estimate { error: ErrorClass::Close, ..e }),
            Class::Scalar => fixed(self.scalar, Provenance::Assumed),
            Class::Wait => fixed(self.wait, Provenance::Assumed),
            Class::Product => self.memory.multiplied(work).map(of),
            Class::Copy => {
                self.memory.copied(work).map(of).or_else(|| self.looped(work, Class::Loop))
            }
            Class::Register => self.register(work),
            Class::Loop | Class::RowReduce | Class::ColReduce => self.looped(work, class),
            Class::Sort => {
                let tile = work.args.iter().find_map(|a| tile(&a.1))?;
                let elements = f64::from(tile.valid.0) * f64::from(tile.valid.1);
                Some(of(Stated {
                    latency_cycles: self.sort.0,
                    occupancy_cycles: elements * self.sort.1,
                    provenance: Provenance::Assumed,
                }))
            }
        }
    }

    /// One instruction on registers by itself; inside a scope [`VfCore`] overlaps them.
    fn register(&self, work: &Work<'_>) -> Option<Estimate> {
        let times = self.ops.get(work.def.name).and_then(|t| t.compute);
        let compute = times.unwrap_or_else(|| self.loops.unknown());
        let narrow = work.args.iter().any(|a| matches!(&a.1, Arg::Reg(r) if r.lanes() > 64));
        Some(of(Stated {
            latency_cycles: compute.latency(narrow),
            occupancy_cycles: compute.rate(narrow).max(1.0),
            provenance: compute.provenance,
        }))
    }

    /// A tile instruction that is a loop over registers.
    fn looped(&self, work: &Work<'_>, class: Class) -> Option<Estimate> {
        let shape = Shape::of(work)?;
        let times = self.ops.get(work.def.name);
        let measured = times.and_then(|t| t.curve(&shape.key));
        let (nest, curve, provenance, error, loads) = match measured {
            Some((curves, exact)) => {
                let (nest, curve) = shape.choose(curves);
                let (provenance, error) = if exact && !curve.assumed {
                    (Provenance::Fitted, ErrorClass::Close)
                } else {
                    (Provenance::Assumed, ErrorClass::Fair)
                };
                (nest, curve, provenance, error, body::loads(work))
            }
            None => {
                let known = times.and_then(|t| t.compute);
                let compute = known.unwrap_or_else(|| self.loops.unknown());
                let (nest, loads, stores) = shape.nest(class, body::loads(work));
                let curve = self.loops.curve(&compute, shape.narrow, loads, stores);
                let provenance = compute.provenance.max(Provenance::Fitted);
                // The form was tried on such loops only: conversions between widths do more in theirs.
                let simple = class == Class::Loop
                    && known.is_some_and(|k| k.provenance < Provenance::Assumed)
                    && shape.key.from == shape.key.to;
                let error = if simple { ErrorClass::Fair } else { ErrorClass::Rough };
                (nest, curve, provenance, error, loads)
            }
        };
        let cycles = curve.cycles(&nest);
        let latency_cycles = curve.latency.min(cycles);
        let occupancy_cycles = cycles - latency_cycles;
        let mut expansion = Vec::new();
        if work.expand {
            expansion.push(DeviceInst {
                name: work.def.name,
                count: nest.outer,
                repeats: nest.inner,
                detail: format!(
                    "loop over registers, {loads} loads in an iteration, {}",
                    nest.path.name()
                ),
                cycles: occupancy_cycles,
            });
        }
        Some(Estimate {
            latency_cycles,
            occupancy_cycles,
            provenance,
            error,
            path: None,
            expansion,
        })
    }
}

impl OpTimes {
    /// The curves for these types, and whether they were fitted to these types. Between two types of different
    /// width nothing is carried over.
    fn curve(&self, key: &Key) -> Option<(&Curves, bool)> {
        if let Some(found) = self.curves.iter().find(|c| c.0 == *key) {
            return Some((&found.1, true));
        }
        let same = |c: &&(Key, Curves)| c.0.precise == key.precise && c.0.from == c.0.to;
        let near =
            self.curves.iter().filter(same).find(|c| key.from == key.to && c.0.from == "f32");
        near.map(|c| (&c.1, false))
    }
}

/// What an instruction works on.
struct Shape {
    rows: u64,
    cols: u64,
    contiguous: bool,
    register_lanes: u64,
    narrow: bool,
    key: Key,
}

impl Shape {
    fn of(work: &Work<'_>) -> Option<Shape> {
        let role = |slot: u8| work.def.operands.get(slot as usize).map(|o| o.role);
        let tiles = || {
            let tiles = work.args.iter().filter_map(|(slot, arg)| Some((role(*slot)?, tile(arg)?)));
            tiles.filter(|(r, t)| *r != Role::Scratch && t.ty.space == Space::Vec)
        };
        let elements = |t: &TileAt| u64::from(t.valid.0) * u64::from(t.valid.1);
        let largest =
            tiles().map(|(_, t)| t).reduce(|l, t| if elements(t) > elements(l) { t } else { l });
        let dst = tiles().find(|(r, _)| matches!(r, Role::Out | Role::InOut)).map(|(_, t)| t);
        // A reduction walks over its source, an expansion over its destination: the larger of both.
        let (walked, dst) = (largest?, dst.or(largest)?);
        let src = work.tile_named("src").unwrap_or(dst);
        // Masks, scales and columns that are expanded do not decide how the loop runs.
        let contiguous = tiles()
            .filter(|(_, t)| t.valid == walked.valid)
            .all(|(_, t)| t.valid.1 == t.storage.1 || t.valid.0 <= 1);
        let precise = ["precisionType", "precision_mode"]
            .iter()
            .any(|n| work.word(n).is_some_and(|w| w.eq_ignore_ascii_case("high_precision")));
        let bits = src.ty.dtype.bits().max(dst.ty.dtype.bits());
        Some(Shape {
            rows: u64::from(walked.valid.0),
            cols: u64::from(walked.valid.1),
            contiguous,
            register_lanes: u64::from(2048 / bits.max(1)),
            narrow: bits < 32,
            key: Key::new(src.ty.dtype, dst.ty.dtype, precise),
        })
    }

    /// The curve of the path that it takes, and the loop: how many lanes an iteration has depends on the path.
    fn choose(&self, curves: &Curves) -> (Nest, Curve) {
        let nest = |curve: &Curve| {
            let lanes = if curve.lanes > 0.0 { curve.lanes as u64 } else { self.register_lanes };
            Nest::new(self.rows, self.cols, self.contiguous || self.rows <= 1, lanes)
        };
        for (path, curve) in Path::ALL.into_iter().zip(curves) {
            let nest = nest(curve);
            if nest.path == path {
                return (nest, *curve);
            }
        }
        (nest(&curves[0]), curves[0])
    }

    /// The loop of an instruction without a curve, with the loads and stores of an iteration.
    fn nest(&self, class: Class, loads: u32) -> (Nest, u32, f64) {
        let lanes = self.register_lanes;
        match class {
            // A row is reduced register by register; one element of it is stored.
            Class::RowReduce => {
                let nest = Nest::new(self.rows, self.cols, self.rows <= 1, lanes);
                (nest, 1, 1.0 / nest.inner as f64)
            }
            // Two rows in an iteration; a register of columns is stored when all rows are in it.
            Class::ColReduce => {
                let outer = self.cols.div_ceil(lanes).max(1);
                let inner = self.rows.div_ceil(2).max(1);
                let path = if outer == 1 { Path::Flat } else { Path::Nest };
                (Nest { path, outer, inner, half: false }, 2, 1.0 / inner as f64)
            }
            _ => (Nest::new(self.rows, self.cols, self.contiguous, lanes), loads, 1.0),
        }
    }
}

/// An estimate with the error that its provenance suggests.
fn of(stated: Stated) -> Estimate {
    let Stated { latency_cycles, occupancy_cycles, provenance } = stated;
    let error = match provenance {
        Provenance::Measured | Provenance::Fitted => ErrorClass::Fair,
        Provenance::Documented | Provenance::Assumed => ErrorClass::Rough,
        Provenance::Uncalibrated => ErrorClass::Unknown,
    };
    let expansion = Vec::new();
    Estimate { latency_cycles, occupancy_cycles, provenance, error, path: None, expansion }
}

const fn tile(arg: &Arg) -> Option<&TileAt> {
    match arg {
        Arg::Tile(t) => Some(t),
        _ => None,
    }
}

/// Reads the curves of an instruction: rows `curve.KEY.CONSTANT`, or `curve.KEY.CONSTANT.PATH` for one path.
fn curves(data: &CostData, op: &str) -> SmallVec<[(Key, Curves); 1]> {
    let mut found: SmallVec<[(Key, Curves); 1]> = SmallVec::new();
    // Constants for all paths first, so that those of one path replace them whatever the order of the rows.
    for with_path in [false, true] {
        for (parameter, row) in data.parameters(Target::A5, op) {
            let Some(rest) = parameter.strip_prefix("curve.") else { continue };
            let mut parts = rest.split('.');
            let (Some(key), Some(constant), path) = (parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            let Some(key) = Key::parse(key).filter(|_| path.is_some() == with_path) else {
                continue;
            };
            let at = found.iter().position(|c| c.0 == key).unwrap_or_else(|| {
                found.push((key, [Curve::default(); 3]));
                found.len() - 1
            });
            for (p, curve) in Path::ALL.into_iter().zip(&mut found[at].1) {
                let meant = path.is_none_or(|name| name == p.name());
                if let Some(field) = curve.field(constant).filter(|_| meant) {
                    *field = row.value;
                    curve.assumed |= row.provenance == Provenance::Assumed;
                }
            }
        }
    }
    found
}
