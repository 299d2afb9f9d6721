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

use super::latency::{Table, Times, Unit, on_registers};
use super::reservation_table::ReservationTable;
use crate::data::CostData;
use crate::estimate::Work;
use pto_isa::sem::{Arg, RegTy};
use pto_isa::{OpDef, Target};
use rustc_hash::FxHashMap;

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

/// Registers that are found without a search: places in a register file, which is counted in bytes.
const REGISTERS: usize = 1 << 15;

/// The most instructions in flight on a port that is modelled.
const IN_FLIGHT: usize = 16;

/// A port that computes.
#[derive(Clone, Copy, Debug, Default)]
struct Port {
    /// What takes one cycle.
    fast: ReservationTable,
    /// What takes more.
    slow: ReservationTable,
    /// When its last instructions of long latency end, as a ring.
    done: [f64; IN_FLIGHT],
    next: usize,
}

/// When a register's value can be used.
#[derive(Clone, Copy, Debug, Default)]
struct RegisterReady {
    /// By an instruction that computes.
    ready: f64,
    /// By a store.
    ready_store: f64,
    /// Whether it was loaded: then all who compute with it wait equally long.
    loaded: bool,
    /// The scope in which it was written; what an earlier one wrote is ready.
    scope: u32,
}

/// A vector core, executing one scope after another.
#[derive(Clone, Debug)]
pub struct VfCore {
    core: Core,
    in_flight: usize,
    /// By the address of the definition: elements of 32 bits, narrower ones.
    times: FxHashMap<usize, [Times; 2]>,
    fallback: Times,
    /// By the number of a register.
    values: Vec<RegisterReady>,
    scope: u32,
    /// Registers with numbers beyond a device's.
    others: FxHashMap<u32, RegisterReady>,
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
    /// When the iteration began.
    iteration: f64,
    /// Iterations since a loop began that did something.
    bodies: u32,
    /// Whether this one did.
    issued: bool,
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
            in_flight: (number("in_flight", 1.0) as usize).clamp(1, IN_FLIGHT),
            times,
            fallback,
            values: vec![RegisterReady::default(); REGISTERS],
            scope: 0,
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
            bodies: 0,
            issued: false,
        };
        vf.reset();
        vf
    }

    fn reset(&mut self) {
        self.scope = self.scope.wrapping_add(1);
        self.others.clear();
        self.ports = [Port::default(); 2];
        self.load_free = [0.0; 2];
        (self.store_free, self.answered) = (0.0, 0.0);
        // One cycle passes between hand-out and start; the first instruction starts when the core has started up.
        self.cycle = self.core.startup - 1.0;
        self.iteration = self.cycle;
        (self.slots, self.loops, self.bodies, self.issued) = (0, 0, 0, false);
        (self.last_done, self.stored) = (self.core.startup, 0.0);
    }

    /// A loop begins. The first one costs its set-up; one that begins again, as the inner loop of a nest does, costs
    /// the gap between rows, unless it had a single iteration: then rows follow each other like iterations.
    pub fn enter_loop(&mut self) {
        self.end_iteration();
        if self.loops == 0 {
            self.cycle += self.core.loop_start;
        } else if self.bodies > 1 {
            self.cycle += self.core.loop_gap;
        }
        self.loops += 1;
        self.bodies = 0;
        self.iteration = self.cycle;
    }

    /// The body of a loop begins, for the first time or once more: an iteration is handed out in a cycle at most.
    pub fn iterate(&mut self) {
        self.end_iteration();
        self.iteration = self.cycle;
    }

    fn end_iteration(&mut self) {
        if self.issued {
            self.cycle = self.cycle.max(self.iteration + 1.0);
            self.bodies += 1;
            (self.issued, self.slots) = (false, 0);
        }
    }

    /// Later loads see what earlier stores wrote.
    pub fn barrier(&mut self) {
        self.cycle = self.cycle.max(self.stored);
        self.slots = 0;
    }

    /// Executes an instruction that reads and writes these registers.
    pub fn issue(&mut self, work: &Work<'_>, reads: &[u32], writes: &[u32]) {
        let narrow = usize::from(is_narrow(work));
        let times = self.times.get(&address(work.def)).map_or(self.fallback, |t| t[narrow]);
        if self.slots == self.core.dispatch_width {
            self.cycle += 1.0;
            self.slots = 0;
        }
        self.slots += 1;
        self.issued = true;
        let handed_out = self.cycle + 1.0;
        let start = match times.unit {
            Unit::Load => self.load(handed_out),
            Unit::Store => self.store(handed_out, reads),
            Unit::Compute => self.compute(handed_out, &times, reads),
        };
        self.last_done = self.last_done.max(start + times.latency);
        let value = RegisterReady {
            ready: start + times.forward,
            ready_store: start + times.forward_store,
            loaded: times.unit == Unit::Load,
            scope: self.scope,
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
    fn value(&self, register: u32) -> RegisterReady {
        let known = self.values.get(register as usize).or_else(|| self.others.get(&register));
        known.copied().filter(|v| v.scope == self.scope).unwrap_or_default()
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

/// Definitions are static: their address is a name that needs no hashing of text.
fn address(def: &'static OpDef) -> usize {
    std::ptr::from_ref(def) as usize
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
                core.barrier();
            }
            issue(&mut core, "vlds", &[], &[1]);
            core.finish()
        };
        assert_eq!(run(true) - run(false), 10.0);
    }

    #[test]
    fn rows_are_apart_unless_they_have_one_iteration() {
        let mut core = core();
        let mut run = |rows: u32, iterations: u32| {
            core.enter_loop();
            for _ in 0..rows {
                core.iterate();
                core.enter_loop();
                for _ in 0..iterations {
                    core.iterate();
                    issue(&mut core, "vlds", &[], &[0]);
                }
            }
            core.finish()
        };
        // Ten more rows: two iterations and a gap of five for each, or one iteration.
        assert_eq!(run(20, 2) - run(10, 2), 70.0);
        assert_eq!(run(20, 1) - run(10, 1), 10.0);
        assert_eq!(run(1, 20), run(20, 1));
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
