//! Model `documented`: the formulas and constants of the manual's pages, literally.
//!
//! A page counts `startup + sum(completion) + sum(repeats * per_repeat) + sum((repeats - 1) * interval)`. Pages of
//! tile instructions say that a repeat covers 8 elements, pages of vector instructions that it covers 256 bytes;
//! both are kept. The model exists to reproduce the pages: see `docs/cost-documented.md` for where they contradict
//! themselves, and [`Model::note`](crate::Model::note).

mod reduce;
#[cfg(test)]
mod tests;

use crate::a2a3::{Extent, Operands, path};
use crate::data::{CostData, Row};
use crate::estimate::{DeviceInst, ErrorClass, Estimate, Provenance, ShapePath, Work};
use pto_isa::sem::{Arg, RegAt, RegTy, TileAt};
use pto_isa::target::CostTables;
use pto_isa::{BLayout, Cost, DType, Layout, Role, Target};

/// Instructions of the device that a tile instruction becomes, as its page lists them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    /// Name in the device's vocabulary.
    name: &'static str,
    /// How often it is issued.
    count: u64,
    /// Repeats of each.
    repeats: u64,
}

/// The four constants of a page for one element type.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Constants {
    startup: f64,
    completion: f64,
    per_repeat: f64,
    interval: f64,
}

impl Constants {
    /// What the page of an instruction says about an element type.
    fn of(data: &CostData, subject: &str, dtype: DType) -> Option<Constants> {
        let number = |name: &str| number(data, Target::A2A3, subject, name, dtype).map(|r| r.value);
        Some(Constants {
            startup: number("doc.startup")?,
            completion: number("doc.completion")?,
            per_repeat: number("doc.per_repeat")?,
            interval: number("doc.interval")?,
        })
    }

    /// The pages' formula without its startup, for one instruction.
    fn cycles(&self, repeats: u64) -> f64 {
        let between = repeats.saturating_sub(1) as f64 * self.interval;
        self.completion + repeats as f64 * self.per_repeat + between
    }

    /// The pages' formula over a sequence. Only the interval of a copy differs from that of the others.
    fn sum(&self, steps: &[Step], copy_interval: Option<f64>, expand: bool) -> Estimate {
        let mut occupancy_cycles = 0.0;
        let mut expansion = Vec::new();
        for step in steps {
            let interval = copy_interval.filter(|_| step.name == COPY).unwrap_or(self.interval);
            let each = Constants { interval, ..*self }.cycles(step.repeats);
            let cycles = each * step.count as f64;
            occupancy_cycles += cycles;
            if expand {
                let detail = format!(
                    "{} + {} x {} + {} x {interval}",
                    self.completion,
                    step.repeats,
                    self.per_repeat,
                    step.repeats.saturating_sub(1)
                );
                expansion.push(DeviceInst {
                    name: step.name,
                    count: step.count,
                    repeats: step.repeats,
                    detail,
                    cycles,
                });
            }
        }
        stated(self.startup, occupancy_cycles, expansion)
    }
}

/// The barrier that ends a sequence. No page says what it takes.
fn closing_barrier() -> DeviceInst {
    let detail = "PIPE_V; the page has no cycles for it".to_string();
    DeviceInst { name: "pipe_barrier", count: 1, repeats: 0, detail, cycles: 0.0 }
}

/// The name under which pages list the copy between two places of the unified buffer.
const COPY: &str = "copy_ubuf_to_ubuf";

/// What the pages say about one execution of an instruction.
pub(crate) fn estimate(data: &CostData, work: &Work<'_>) -> Option<Estimate> {
    match work.target.def().device?.cost_tables? {
        CostTables::A2a3 => moved(data, work)
            .or_else(|| multiplied(data, work))
            .or_else(|| reduce::reduced(data, work))
            .or_else(|| repeated(data, work)),
        CostTables::A5 => pipelined(data, work),
    }
}

/// An instruction that is one device instruction, with the repeat rule of its page.
fn repeated(data: &CostData, work: &Work<'_>) -> Option<Estimate> {
    let (dtype, repeats, path) = match written(work)? {
        Arg::Tile(t) => {
            let path = shape_path(work, t);
            (t.ty.dtype, tile_repeats(data, t, path)?, path)
        }
        Arg::Reg(r) => (register_dtype(r)?, register_repeats(r.bytes), None),
        _ => return None,
    };
    let constants = Constants::of(data, work.def.name, dtype)?;
    let step = Step { name: work.def.name, count: 1, repeats };
    Some(Estimate { path, ..constants.sum(&[step], None, work.expand) })
}

/// The way of an instruction on two tiles by the table of its page, which knows a fast path of row-major tiles alone.
fn shape_path(work: &Work<'_>, tile: &TileAt) -> Option<ShapePath> {
    if !matches!(work.def.cost, Cost::Binary(_)) {
        return None;
    }
    Some(match tile.ty.layout() {
        Layout::Nd => path(Operands::Tiles, &Extent::of(tile)),
        _ => ShapePath::General,
    })
}

/// Vector instructions of A5: the latency of the first repeat, and two cycles for each after it, as in the worked
/// examples of `vadd` and `vexp`.
fn pipelined(data: &CostData, work: &Work<'_>) -> Option<Estimate> {
    let Arg::Reg(r) = written(work)? else { return None };
    let latency = number(data, Target::A5, work.def.name, "doc.latency", register_dtype(r)?)?.value;
    let each = data.get(Target::A5, "machine", "doc.pipelined")?.value;
    let after = register_repeats(r.bytes).saturating_sub(1) as f64;
    Some(stated(latency, after * each, Vec::new()))
}

/// Copies for which a bandwidth is stated: bytes of the tile over bytes per cycle, rounded up.
fn moved(data: &CostData, work: &Work<'_>) -> Option<Estimate> {
    let to = match written(work)? {
        Arg::Tile(t) => t,
        _ => return None,
    };
    let from = match first(work, |r| r == Role::In)? {
        Arg::Tile(t) => t.ty.space,
        Arg::View(v) => v.at.space,
        _ => return None,
    };
    let path = format!("doc.bytes_per_cycle.{}->{}", from.tile_name(), to.ty.space.tile_name());
    let bytes_per_cycle = data.get(Target::A2A3, work.def.name, &path)?.value;
    let cycles = (to.ty.size_bytes() as f64 / bytes_per_cycle).ceil();
    Some(stated(0.0, cycles, Vec::new()))
}

/// Products on the cube: 16 x 16 x 32-byte steps.
fn multiplied(data: &CostData, work: &Work<'_>) -> Option<Estimate> {
    let named = |a: &str, b: &str| work.tile_named(a).or_else(|| work.tile_named(b));
    let (lhs, rhs) = (named("lhs", "a")?, named("rhs", "b")?);
    let dtype = lhs.ty.dtype;
    let number = |name| number(data, Target::A2A3, work.def.name, name, dtype).map(|r| r.value);
    let (startup, step) = (number("doc.cube_startup")?, number("doc.cube_step")?);
    let tiles = |n: u32, size: u32| u64::from(n.div_ceil(size));
    let depth = 32 / dtype.bytes();
    let steps = tiles(lhs.valid.0, 16) * tiles(rhs.valid.1, 16) * tiles(lhs.valid.1, depth);
    Some(stated(startup, steps as f64 * step, Vec::new()))
}

/// The estimate of a page.
fn stated(latency_cycles: f64, occupancy_cycles: f64, expansion: Vec<DeviceInst>) -> Estimate {
    let (provenance, error) = (Provenance::Documented, ErrorClass::Unknown);
    Estimate { latency_cycles, occupancy_cycles, provenance, error, path: None, expansion }
}

/// Rows times columns over 8, as tile pages count. On the general path, whose repeats the pages call higher and depending
/// on strides, no repeat goes on in the next line.
fn tile_repeats(data: &CostData, tile: &TileAt, path: Option<ShapePath>) -> Option<u64> {
    let each = elements_per_repeat(data)?;
    let (rows, cols) = (u64::from(tile.valid.0), u64::from(tile.valid.1));
    Some(match (path, tile.ty.blayout) {
        (Some(ShapePath::General), BLayout::ColMajor) => cols * rows.div_ceil(each),
        (Some(ShapePath::General), BLayout::RowMajor) => rows * cols.div_ceil(each),
        _ => (rows * cols).div_ceil(each),
    })
}

/// The elements of a repeat by the tile pages.
fn elements_per_repeat(data: &CostData) -> Option<u64> {
    Some(data.get(Target::A2A3, "machine", "doc.tile_elements_per_repeat")?.value as u64)
}

/// A repeat of a vector page is 256 bytes.
const fn register_repeats(bytes: u32) -> u64 {
    bytes.div_ceil(256) as u64
}

/// What the lanes of a register hold, if it has lanes.
const fn register_dtype(reg: &RegAt) -> Option<DType> {
    match reg.ty {
        RegTy::Vec(d) => Some(d),
        _ => None,
    }
}

/// The first operand that is written.
fn written<'a>(work: &Work<'a>) -> Option<&'a Arg> {
    first(work, |r| matches!(r, Role::Out | Role::InOut))
}

/// The first operand with such a role.
fn first<'a>(work: &Work<'a>, is: impl Fn(Role) -> bool) -> Option<&'a Arg> {
    let operands = &work.def.operands;
    let found = work.args.iter().find(|a| operands.get(a.0 as usize).is_some_and(|o| is(o.role)));
    found.map(|a| &a.1)
}

/// A constant for an element type: stated for the type, for floats or integers, or for all.
fn number<'a>(
    data: &'a CostData,
    target: Target,
    subject: &str,
    name: &str,
    dtype: DType,
) -> Option<&'a Row> {
    let dtype = dtype.plain();
    let class = if dtype.is_float() { "fp" } else { "int" };
    let exact = match dtype {
        // Signs do not matter to the pages: they say `i32`.
        DType::U32 => "i32",
        DType::U16 => "i16",
        DType::U8 => "i8",
        other => other.name(),
    };
    let mut key = String::with_capacity(48);
    let mut find = |of: &str| {
        key.clear();
        key.push_str(name);
        key.push('.');
        key.push_str(of);
        data.get(target, subject, &key)
    };
    find(exact).or_else(|| find(class)).or_else(|| data.get(target, subject, name))
}
