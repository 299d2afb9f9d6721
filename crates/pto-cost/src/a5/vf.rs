//! Cycles of code inside a vector scope, from the instructions as they are executed.
//!
//! The core hands out instructions in order, five in a cycle, and executes them out of order: two load ports, one
//! store port, two ports that compute. Instead of stepping through cycles, each instruction gets its times when it is
//! issued, from those of its operands and of the ports; that is exact for in-order hand-out and takes a few
//! nanoseconds. Registers are renamed, so only true dependences count. Limits that loops of tile instructions do
//! not reach are left out: the number of physical registers and the depths of the queues.
//!
//! Sources: the structure and its numbers are those of pto-isa@3186c381 include/pto/costmodel/a5/VfSim; contention
//! for the unified buffer and the cost of loops, which that simulator lacks, are fitted to `measured_a5.csv`.

use super::calendar::Calendar;
use crate::data::CostData;
use crate::estimate::Work;
use pto_isa::def::Kind;
use pto_isa::sem::{Arg, RegTy};
use pto_isa::{OpDef, Role, Target};
use rustc_hash::FxHashMap;

/// The unit that executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Load,
    Store,
    Compute,
}

/// The times of an instruction for one width of elements.
#[derive(Clone, Copy, Debug)]
struct Times {
    unit: Unit,
    /// From its start to its result.
    latency: f64,
    /// Cycles until its port takes another of its kind.
    interval: f64,
    /// Whether only the first port executes it.
    one_port: bool,
    /// From its start until another instruction may start with its result.
    forward: f64,
    /// The same for a store.
    forward_store: f64,
    /// How much later than others it needs its operands' results.
    forward_in: f64,
}

/// The numbers of the core.
#[derive(Clone, Copy, Debug)]
struct Core {
    startup: f64,
    drain: f64,
    dispatch_width: u32,
    store_done: f64,
    loop_start: f64,
    loop_gap: f64,
    access: f64,
    credit: f64,
}

/// Registers that are found without a search.
const REGISTERS: usize = 256;

/// The most instructions in flight on a port that is modelled.
const IN_FLIGHT: usize = 16;

/// A port that computes.
#[derive(Clone, Copy, Debug, Default)]
struct Port {
    /// What takes one cycle.
    fast: Calendar,
    /// What takes more.
    slow: Calendar,
    /// When its last instructions of long latency end, as a ring.
    done: [f64; IN_FLIGHT],
    next: usize,
}

/// When a register's value can be used.
#[derive(Clone, Copy, Debug, Default)]
struct Value {
    /// By an instruction that computes.
    ready: f64,
    /// By a store.
    ready_store: f64,
    /// Whether it was loaded: then all who compute with it wait equally long.
    loaded: bool,
}

/// A vector core, executing one scope after another.
#[derive(Clone, Debug)]
pub struct VfCore {
    core: Core,
    in_flight: usize,
    /// The definition of the memory barrier.
    barrier: usize,
    /// By the address of the definition: elements of 32 bits, narrower ones.
    times: FxHashMap<usize, [Times; 2]>,
    fallback: Times,
    /// By the number of a register.
    values: Vec<Value>,
    /// Registers with numbers beyond a device's.
    others: FxHashMap<u32, Value>,
    ports: [Port; 2],
    load_free: [f64; 2],
    store_free: f64,
    /// When the unified buffer has answered all accesses so far.
    answered: f64,
    cycle: f64,
    slots: u32,
    last_done: f64,
    stored: f64,
    loops: u32,
    iteration: f64,
}

impl VfCore {
    /// A core with the numbers of the data.
    pub fn new(data: &CostData) -> VfCore {
        let number = |name: &str, or: f64| data.get(Target::A5, "vf", name).map_or(or, |r| r.value);
        let core = Core {
            startup: number("startup", 0.0),
            drain: number("drain", 0.0),
            dispatch_width: number("dispatch_width", 1.0).max(1.0) as u32,
            store_done: number("store_done", 0.0),
            loop_start: number("loop_start", 0.0),
            loop_gap: number("loop_gap", 0.0),
            access: number("access", 0.0),
            credit: number("credit", 0.0),
        };
        let table = Table { data, number: &number };
        let mut times = FxHashMap::default();
        for def in pto_isa::all().filter(|d| on_registers(d)) {
            times.insert(address(def), ["f32", "f16"].map(|of| table.times(def, of)));
        }
        let fallback = table.compute("", "f32", number("latency", 1.0));
        let mut vf = VfCore {
            core,
            barrier: pto_isa::find("mem_bar").map_or(0, address),
            in_flight: (number("in_flight", 1.0) as usize).clamp(1, IN_FLIGHT),
            times,
            fallback,
            values: vec![Value::default(); REGISTERS],
            others: FxHashMap::default(),
            ports: [Port::default(); 2],
            load_free: [0.0; 2],
            store_free: 0.0,
            answered: 0.0,
            cycle: 0.0,
            slots: 0,
            last_done: 0.0,
            stored: 0.0,
            loops: 0,
            iteration: 0.0,
        };
        vf.reset();
        vf
    }

    fn reset(&mut self) {
        self.values.fill(Value::default());
        self.others.clear();
        self.ports = [Port::default(); 2];
        self.load_free = [0.0; 2];
        (self.store_free, self.answered) = (0.0, 0.0);
        // One cycle passes between hand-out and start; the first instruction starts when the core has started up.
        self.cycle = self.core.startup - 1.0;
        self.iteration = self.cycle;
        (self.slots, self.loops) = (0, 0);
        (self.last_done, self.stored) = (self.core.startup, 0.0);
    }

    /// A loop around other instructions begins: the first one costs its set-up, each further one the gap between
    /// the rows of a nest.
    pub fn enter_loop(&mut self) {
        self.cycle += if self.loops == 0 { self.core.loop_start } else { 1.0 + self.core.loop_gap };
        self.loops += 1;
        self.slots = 0;
        self.iteration = self.cycle;
    }

    /// The innermost loop goes round: an iteration is handed out in a cycle at most.
    pub fn iterate(&mut self) {
        self.cycle = self.cycle.max(self.iteration + 1.0);
        self.iteration = self.cycle;
        self.slots = 0;
    }

    /// Executes an instruction that reads and writes these registers. A barrier makes later loads wait for earlier
    /// stores.
    pub fn issue(&mut self, work: &Work<'_>, reads: &[u32], writes: &[u32]) {
        if address(work.def) == self.barrier {
            self.cycle = self.cycle.max(self.stored);
            self.slots = 0;
            return;
        }
        let narrow = usize::from(is_narrow(work));
        let times = self.times.get(&address(work.def)).map_or(self.fallback, |t| t[narrow]);
        if self.slots == self.core.dispatch_width {
            self.cycle += 1.0;
            self.slots = 0;
        }
        self.slots += 1;
        let handed_out = self.cycle + 1.0;
        let start = match times.unit {
            Unit::Load => self.load(handed_out),
            Unit::Store => self.store(handed_out, reads),
            Unit::Compute => self.compute(handed_out, &times, reads),
        };
        self.last_done = self.last_done.max(start + times.latency);
        let value = Value {
            ready: start + times.forward,
            ready_store: start + times.forward_store,
            loaded: times.unit == Unit::Load,
        };
        for &register in writes {
            match self.values.get_mut(register as usize) {
                Some(slot) => *slot = value,
                None => {
                    self.others.insert(register, value);
                }
            }
        }
    }

    /// Cycles of the scope, from its call until its last store is done; the next scope begins.
    pub fn finish(&mut self) -> f64 {
        let cycles = self.last_done + self.core.drain;
        self.reset();
        cycles
    }

    /// When a register can be used: at once, if nothing in this scope wrote it.
    fn value(&self, register: u32) -> Value {
        let known = self.values.get(register as usize).or_else(|| self.others.get(&register));
        known.copied().unwrap_or_default()
    }

    fn load(&mut self, handed_out: f64) -> f64 {
        let port = usize::from(self.load_free[1] < self.load_free[0]);
        let start = handed_out.max(self.load_free[port]).max(self.answered - self.core.credit);
        self.load_free[port] = start + 1.0;
        self.answered = self.answered.max(start) + self.core.access;
        start
    }

    fn store(&mut self, handed_out: f64, reads: &[u32]) -> f64 {
        let ready = reads.iter().map(|r| self.value(*r).ready_store);
        let start = ready.fold(handed_out.max(self.store_free), f64::max);
        self.store_free = start + 1.0;
        self.answered += self.core.access;
        self.stored = self.stored.max(start + self.core.store_done);
        start
    }

    fn compute(&mut self, handed_out: f64, times: &Times, reads: &[u32]) -> f64 {
        let ready = reads.iter().map(|r| {
            let value = self.value(*r);
            value.ready + if value.loaded { 0.0 } else { times.forward_in }
        });
        let ready = ready.fold(handed_out.max(self.core.startup), f64::max);
        let slow = times.interval > 1.0;
        // Only long latencies fill a port before its interval does.
        let fills = times.latency > times.interval * self.in_flight as f64;
        let find = |port: &Port| {
            let oldest = port.done[(port.next + IN_FLIGHT - self.in_flight) % IN_FLIGHT];
            let ready = if fills { ready.max(oldest) } else { ready };
            if slow { port.slow.find(ready, times.interval) } else { port.fast.find(ready, 1.0) }
        };
        let found = [find(&self.ports[0]), find(&self.ports[1])];
        let chosen = usize::from(!times.one_port && found[1] < found[0]);
        let port = &mut self.ports[chosen];
        if slow {
            port.slow.take(found[chosen], times.interval);
        } else {
            port.fast.take(found[chosen], 1.0);
        }
        let start = found[chosen];
        if fills {
            port.done[port.next] = start + times.latency;
            port.next = (port.next + 1) % IN_FLIGHT;
        }
        start
    }
}

/// Reads the numbers of instructions.
struct Table<'a> {
    data: &'a CostData,
    number: &'a dyn Fn(&str, f64) -> f64,
}

impl Table<'_> {
    /// A number of an instruction for a type, or for all.
    fn of(&self, op: &str, name: &str, dtype: &str) -> Option<f64> {
        let exact = self.data.get(Target::A5, op, &format!("{name}.{dtype}"));
        exact.or_else(|| self.data.get(Target::A5, op, name)).map(|r| r.value)
    }

    fn times(&self, def: &OpDef, dtype: &str) -> Times {
        let has =
            |kind: Kind, role: Role| def.operands.iter().any(|o| o.kind == kind && o.role == role);
        let memory = def.operands.iter().any(|o| o.kind == Kind::Ptr);
        let loads = memory && (has(Kind::Vreg, Role::Out) || has(Kind::Mask, Role::Out));
        if loads {
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

    fn compute(&self, op: &str, dtype: &str, default: f64) -> Times {
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

/// Definitions are static: their address is a name that needs no hashing of text.
fn address(def: &'static OpDef) -> usize {
    std::ptr::from_ref(def) as usize
}

/// Whether an instruction belongs into a vector scope.
fn on_registers(def: &OpDef) -> bool {
    def.operands.iter().any(|o| matches!(o.kind, Kind::Vreg | Kind::Mask))
}

/// Whether the elements it works on have less than 32 bits.
fn is_narrow(work: &Work<'_>) -> bool {
    let dtype = work.args.iter().find_map(|a| match a.1 {
        Arg::Reg(r) => match r.ty {
            RegTy::Vec(d) => Some(d),
            _ => None,
        },
        _ => None,
    });
    dtype.is_some_and(|d| d.bits() < 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::find;
    use pto_isa::sem::RegAt;

    const F32: &[(u8, Arg)] =
        &[(0, Arg::Reg(RegAt { at: 0, bytes: 256, ty: RegTy::Vec(pto_isa::DType::F32) }))];

    fn issue(core: &mut VfCore, name: &str, reads: &[u32], writes: &[u32]) {
        let def = find(name).unwrap();
        core.issue(
            &Work { def, target: Target::A5, args: F32, attrs: &[], expand: false },
            reads,
            writes,
        );
    }

    fn core() -> VfCore {
        VfCore::new(&CostData::builtin())
    }

    #[test]
    fn a_load_a_sum_and_a_store_take_their_latencies() {
        let mut core = core();
        issue(&mut core, "vlds", &[], &[0]);
        issue(&mut core, "vadd", &[0, 0], &[1]);
        issue(&mut core, "vsts", &[1], &[]);
        // Start-up 23, load to sum 6, sum to store 5, store 9, drain 12.
        assert_eq!(core.finish(), 55.0);
        // The next scope starts anew.
        issue(&mut core, "vlds", &[], &[0]);
        assert_eq!(core.finish(), 23.0 + 9.0 + 12.0);
    }

    #[test]
    fn independent_sums_overlap_and_dependent_ones_do_not() {
        let mut core = core();
        let mut run = |dependent: bool| {
            for i in 0..64 {
                let write = if dependent { 0 } else { i };
                issue(&mut core, "vadd", &[0], &[write + u32::from(!dependent)]);
            }
            core.finish()
        };
        // Three cycles from a sum to the next that needs it; else two ports.
        assert_eq!(run(true), 23.0 + 63.0 * 3.0 + 7.0 + 12.0);
        assert!(run(false) < 23.0 + 63.0 / 2.0 + 7.0 + 12.0 + 2.0);
    }

    #[test]
    fn a_slow_unit_is_shared_by_what_comes_early_and_late() {
        // A square root, then a division of its result: 8 cycles of a port, so 4 for each pair on two.
        let mut core = core();
        for i in 0..1000 {
            issue(&mut core, "vsqrt", &[], &[i % 50]);
            issue(&mut core, "vdiv", &[i % 50], &[100 + i % 50]);
        }
        let cycles = core.finish();
        assert!((cycles / 4000.0 - 1.0).abs() < 0.03, "{cycles}");
    }

    #[test]
    fn a_barrier_holds_back_what_follows() {
        let mut core = core();
        let mut run = |barrier: bool| {
            issue(&mut core, "vsts", &[], &[]);
            if barrier {
                issue(&mut core, "mem_bar", &[], &[]);
            }
            issue(&mut core, "vlds", &[], &[1]);
            core.finish()
        };
        assert_eq!(run(true) - run(false), 10.0);
    }

    #[test]
    fn registers_may_have_any_number() {
        let mut core = core();
        issue(&mut core, "vlds", &[], &[u32::MAX]);
        issue(&mut core, "vexp", &[u32::MAX], &[1 << 20]);
        issue(&mut core, "vsts", &[1 << 20], &[]);
        assert_eq!(core.finish(), 23.0 + 6.0 + 14.0 + 9.0 + 12.0);
    }
}
