//! The numbers of the device, looked up once: instructions of the vector unit, paths between memories, the cube.

use crate::data::{CostData, Row};
use crate::estimate::Provenance;
use pto_isa::{DType, Space, Target};
use rustc_hash::FxHashMap;

/// A number with what it rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub value: f64,
    pub provenance: Provenance,
}

impl Number {
    fn of(row: &Row) -> Number {
        Number { value: row.value, provenance: row.provenance }
    }
}

/// An instruction of the vector unit.
#[derive(Clone, Debug)]
pub(super) struct Vector {
    /// Cycles before the first repeat leaves a pipe that stood still.
    pub latency: Number,
    /// The same directly after a barrier, where part of it overlaps with the end of what came before.
    pub step: Number,
    /// Cycles that an instruction with a partial mask takes at least before its repeats.
    pub floor: Number,
    slope: Number,
    by_type: Vec<(DType, Number)>,
}

impl Vector {
    /// Cycles of a 256-byte repeat.
    pub fn slope(&self, dtype: DType) -> Number {
        self.by_type.iter().find(|s| s.0 == dtype).map_or(self.slope, |s| s.1)
    }
}

/// A path between memories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Cycles from the issue of a copy to its first byte.
    pub latency: Number,
    /// Bytes per cycle after that.
    pub bytes_per_cycle: Number,
    /// Cycles that each burst adds.
    pub burst: Number,
    /// Bytes that a burst is rounded up to.
    pub unit_bytes: u64,
}

/// Further numbers, by what they are for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    pub scalar: Number,
    pub scalar_element: Number,
    pub sync: Number,
    pub mad_latency: Number,
    pub mad_step: Number,
    pub mad_step_f32: Number,
    pub row_pair_step: Number,
    pub row_pair_slope: Number,
    pub row_ragged_slope: Number,
    pub row_tail_step: Number,
    pub row_tail_slope: Number,
    pub col_start: Number,
    pub spread_fill: Number,
    pub spread_row: Number,
    pub merge_record: Number,
}

/// All of them.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    vector: FxHashMap<String, Vector>,
    paths: FxHashMap<(Space, Space), Path>,
    pub rest: Rest,
}

/// Memories by the names that cost data gives them.
const PLACES: [(&str, Space); 8] = [
    ("gm", Space::Gm),
    ("ub", Space::Vec),
    ("l1", Space::Mat),
    ("l0a", Space::Left),
    ("l0b", Space::Right),
    ("l0c", Space::Acc),
    ("bt", Space::Bias),
    ("fb", Space::Scaling),
];

impl Numbers {
    /// Looks everything up. `None` if the data has no numbers for the target.
    pub fn new(data: &CostData, target: Target) -> Option<Numbers> {
        let get =
            |subject: &str, parameter: &str| data.get(target, subject, parameter).map(Number::of);
        let (step, floor) = (get("vector", "step")?, get("vector", "floor")?);
        let mut vector = FxHashMap::default();
        let mut paths = FxHashMap::default();
        for (subject, rows) in data.subjects(target) {
            let row = |name: &str| rows.get(name).map(Number::of);
            if let (Some(latency), Some(slope)) = (row("latency"), row("slope")) {
                let by_type = rows.iter().filter_map(|(name, row)| {
                    let dtype = DType::parse(name.strip_prefix("slope.")?)?;
                    Some((dtype, Number::of(row)))
                });
                let entry = Vector {
                    latency,
                    step: row("step").unwrap_or(step),
                    floor: row("floor").unwrap_or(floor),
                    slope,
                    by_type: by_type.collect(),
                };
                vector.insert(subject.to_string(), entry);
            }
            let Some((from, to)) = subject.split_once("->") else { continue };
            let place = |name| PLACES.iter().find(|p| p.0 == name).map(|p| p.1);
            if let (Some(from), Some(to), Some(bytes_per_cycle)) =
                (place(from), place(to), row("bytes_per_cycle"))
            {
                let none = Number { value: 0.0, provenance: bytes_per_cycle.provenance };
                let path = Path {
                    latency: row("latency").unwrap_or(none),
                    bytes_per_cycle,
                    burst: row("burst").unwrap_or(none),
                    unit_bytes: row("unit_bytes").map_or(1, |n| n.value.max(1.0) as u64),
                };
                paths.insert((from, to), path);
            }
        }
        let rest = Rest {
            scalar: get("scalar", "cycles")?,
            scalar_element: get("scalar", "element")?,
            sync: get("sync", "cycles")?,
            mad_latency: get("mad", "latency_cycles")?,
            mad_step: get("mad", "step")?,
            mad_step_f32: get("mad", "step.f32")?,
            row_pair_step: get("row-reduce", "pair.step")?,
            row_pair_slope: get("row-reduce", "pair.slope")?,
            row_ragged_slope: get("row-reduce", "ragged.slope")?,
            row_tail_step: get("row-reduce", "tail.step")?,
            row_tail_slope: get("row-reduce", "tail.slope")?,
            col_start: get("col-reduce", "start")?,
            spread_fill: get("row-spread", "start")?,
            spread_row: get("row-spread", "row")?,
            merge_record: get("vmrgsort4", "record")?,
        };
        Some(Numbers { vector, paths, rest })
    }

    /// An instruction of the vector unit.
    pub fn vector(&self, name: &str) -> Option<&Vector> {
        self.vector.get(name)
    }
    /// A path.
    pub fn path(&self, from: Space, to: Space) -> Option<&Path> {
        self.paths.get(&(from, to))
    }
}
