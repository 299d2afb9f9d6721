//! What instructions on vector registers take: their unit, latency, interval, and when others may use the result.

use crate::data::CostData;
use pto_isa::def::Kind;
use pto_isa::{OpDef, Target};

/// The unit that executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Load,
    Store,
    Compute,
}

/// The times of an instruction for one width of elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) unit: Unit,
    /// From its start to its result.
    pub(super) latency: f64,
    /// Cycles until its port takes another of its kind.
    pub(super) interval: f64,
    /// Whether only the first port executes it.
    pub(super) one_port: bool,
    /// From its start until another instruction may start with its result.
    pub(super) forward: f64,
    /// The same for a store.
    pub(super) forward_store: f64,
    /// How much later than others it needs its operands' results.
    pub(super) forward_in: f64,
}

/// Reads the numbers of instructions.
pub(super) struct Table<'a> {
    pub(super) data: &'a CostData,
    /// A number of the core, or what to take for it.
    pub(super) number: &'a dyn Fn(&str, f64) -> f64,
}

impl Table<'_> {
    /// A number of an instruction for a type, or for all.
    fn of(&self, op: &str, name: &str, dtype: &str) -> Option<f64> {
        let exact = self.data.get(Target::A5, op, &format!("{name}.{dtype}"));
        exact.or_else(|| self.data.get(Target::A5, op, name)).map(|r| r.value)
    }

    /// The times of an instruction for a type.
    pub(super) fn times(&self, def: &OpDef, dtype: &str) -> Times {
        let writes = def.operands.iter().any(|o| o.effect.writes());
        let memory = writes || def.operands.iter().any(|o| o.effect.reads());
        if memory && !writes {
            let forward = (self.number)("load_forward", 1.0);
            let latency = (self.number)("store_done", 1.0);
            let forward_store = forward;
            return Times { unit: Unit::Load, latency, forward, forward_store, ..IDLE };
        }
        if memory {
            return Times { unit: Unit::Store, latency: (self.number)("store_done", 1.0), ..IDLE };
        }
        let masks_only = !def.operands.iter().any(|o| o.kind == Kind::Vreg);
        let default = if masks_only { "latency_mask" } else { "latency" };
        self.compute(def.name, dtype, (self.number)(default, 1.0))
    }

    /// The times of an instruction that computes.
    pub(super) fn compute(&self, op: &str, dtype: &str, default: f64) -> Times {
        let latency = self.of(op, "latency", dtype).unwrap_or(default);
        let forward = |name: &str| {
            let less = self.of(op, name, dtype).unwrap_or_else(|| (self.number)(name, 0.0));
            (latency + less).max(1.0)
        };
        Times {
            unit: Unit::Compute,
            latency,
            interval: self.of(op, "interval", dtype).unwrap_or(1.0),
            one_port: self.of(op, "ports", dtype) == Some(1.0),
            forward: forward("forward"),
            forward_store: forward("forward_store"),
            forward_in: self.of(op, "forward_in", dtype).unwrap_or(0.0),
        }
    }
}

const IDLE: Times = Times {
    unit: Unit::Compute,
    latency: 0.0,
    interval: 1.0,
    one_port: false,
    forward: 0.0,
    forward_store: 0.0,
    forward_in: 0.0,
};

/// Whether an instruction belongs into a vector scope.
pub(super) fn on_registers(def: &OpDef) -> bool {
    def.operands.iter().any(|o| matches!(o.kind, Kind::Vreg | Kind::Mask))
}
