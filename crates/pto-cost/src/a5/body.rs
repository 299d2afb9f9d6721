//! Instructions without a fitted curve: what their loop looks like, and how long that takes.

use super::curve::Curve;
use crate::data::CostData;
use crate::estimate::{Provenance, Work};
use pto_isa::cost::Cost;
use pto_isa::sem::Arg;
use pto_isa::{OpDef, Role, Space, Target};

/// What the cycles of an instruction grow with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// No time of its own.
    Nothing,
    /// The scalar unit.
    Scalar,
    /// Synchronisation.
    Wait,
    /// A loop over the registers of a tile.
    Loop,
    /// Such a loop with a reduction of each row.
    RowReduce,
    /// A loop over the rows for each register of columns.
    ColReduce,
    /// Sorting and merging.
    Sort,
    /// One instruction on registers.
    Register,
    /// A copy between memories.
    Copy,
    /// A product on the cube.
    Product,
}

impl Class {
    /// The class of an instruction.
    pub(super) const fn of(def: &OpDef) -> Class {
        match def.cost {
            Cost::Free => Class::Nothing,
            Cost::Scalar => Class::Scalar,
            Cost::Sync => Class::Wait,
            Cost::RowReduce { .. } | Cost::RowFold(_) | Cost::RowArg(_) => Class::RowReduce,
            Cost::ColReduce { .. } | Cost::ColArg { .. } => Class::ColReduce,
            Cost::Register | Cost::Repeats(..) => Class::Register,
            Cost::Sort | Cost::Merge => Class::Sort,
            Cost::Load
            | Cost::Store
            | Cost::Move
            | Cost::GatherMemory
            | Cost::Push
            | Cost::Pop
            | Cost::Remote
            | Cost::Bursts
            | Cost::Fractals(..)
            | Cost::MatrixLoad { .. }
            | Cost::FillBlocks(_)
            | Cost::Writeback
            | Cost::WritebackPacked(_) => Class::Copy,
            Cost::Matmul | Cost::Mad | Cost::MadPacked(_) => Class::Product,
            _ => Class::Loop,
        }
    }
}

/// The constants of loops in general.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loops {
    latency: f64,
    second_load: f64,
    gap: f64,
    access: f64,
    credit: f64,
    credit_second_load: f64,
    default_latency: f64,
}

/// Latency and interval of the computation in a loop body, for 32-bit and for narrower elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compute {
    latency: [f64; 2],
    interval: [f64; 2],
    pub(super) provenance: Provenance,
}

impl Compute {
    /// What the data say about an instruction, if anything.
    pub(super) fn read(data: &CostData, op: &str) -> Option<Compute> {
        let get = |name: &str| data.get(Target::A5, op, name);
        let latency = get("latency")?;
        let or = |name: &str, or: f64| get(name).map_or(or, |r| r.value);
        let interval = or("interval", 1.0);
        Some(Compute {
            latency: [latency.value, or("latency.f16", latency.value)],
            interval: [interval, or("interval.f16", interval)],
            provenance: latency.provenance,
        })
    }

    /// Cycles from start to result.
    pub(super) fn latency(&self, narrow: bool) -> f64 {
        self.latency[usize::from(narrow)]
    }

    /// Cycles for each on two ports.
    pub(super) fn rate(&self, narrow: bool) -> f64 {
        self.interval[usize::from(narrow)] / 2.0
    }
}

impl Loops {
    /// Resolves the rows of cost data.
    pub(super) fn new(data: &CostData) -> Loops {
        let number = |subject, name| data.get(Target::A5, subject, name).map_or(0.0, |r| r.value);
        Loops {
            latency: number("loop", "latency"),
            second_load: number("loop", "second_load"),
            gap: number("loop", "gap"),
            access: number("loop", "access"),
            credit: number("loop", "credit"),
            credit_second_load: number("loop", "credit_second_load"),
            default_latency: number("vf", "latency"),
        }
    }

    /// What to assume of an instruction that nothing is known about.
    pub(super) fn unknown(&self) -> Compute {
        let latency = [self.default_latency; 2];
        Compute { latency, interval: [1.0; 2], provenance: Provenance::Assumed }
    }

    /// The closed form of a loop whose iteration loads, computes and stores so much.
    pub(super) fn curve(&self, compute: &Compute, narrow: bool, loads: u32, stores: f64) -> Curve {
        let more = loads.saturating_sub(1);
        // The buffer is felt once stores begin; a unit that computes too slowly is felt from the start.
        let (buffer, unit) = (self.access * (f64::from(loads) + stores), compute.rate(narrow));
        let credit = if buffer > unit {
            self.credit + self.credit_second_load * f64::from(more.min(1))
        } else {
            0.0
        };
        Curve {
            latency: self.latency
                + compute.latency(narrow)
                + if more > 0 { self.second_load } else { 0.0 },
            // Five instructions are handed out in a cycle; the store port takes one.
            step: ((f64::from(loads) + stores + 1.0) / 5.0).max(1.0),
            gap: self.gap,
            rate: buffer.max(unit),
            credit,
            ..Curve::default()
        }
    }
}

/// Tiles in the unified buffer that an instruction reads.
pub(super) fn loads(work: &Work<'_>) -> u32 {
    let read = work.args.iter().filter(|(slot, arg)| {
        let role = work.def.operands.get(*slot as usize).map(|o| o.role);
        matches!(role, Some(Role::In | Role::InOut))
            && matches!(arg, Arg::Tile(t) if t.ty.space == Space::Vec)
    });
    read.count() as u32
}
