//! Steps whose reads and writes are told to the observer.
//!
//! Undefined bytes are found by doing things twice: memories and registers have shadows that start with other
//! poison, so a byte is undefined where the two differ. What moves bytes or computes on registers is executed on
//! both, and undefined lanes pass through it as they would on a device; so is a tile instruction with an operand
//! that is undefined in part. They count where they leave the core: in a store to global memory, or in a number.
//! An operand of a tile instruction that is undefined altogether counts at once.

use crate::access::footprint_cache::{FootprintCache, Operands};
use crate::access::{Before, Footprint, FootprintRecorder, Regions, ShadowMemory, Undefined};
use crate::action::Action;
use crate::core::Core;
use crate::decode::is_read_modify_write;
use crate::observe::{Effects, Execute, SharedObserver, TraceKind};
use crate::program::Step;
use pto_check::args_of;
use pto_isa::scratch::Need;
use pto_isa::sem::lanes::Inactive;
use pto_isa::sem::load_store::Atomic;
use pto_isa::sem::{Arg, Exec, PtrAt, SpecialRegs, Trap};
use pto_isa::{Args, AttrValue, Role, Sem, Space, ops};
use pto_kernels::memory::{Aligned, POISON};
use pto_kernels::value::SlotValue;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What a core needs to trace its steps.
pub(crate) struct Trace {
    pub(super) footprint_cache: FootprintCache,
    pub(super) regions: Regions,
    pub(super) footprints: Vec<Footprint>,
    pub(super) undefined: Vec<Undefined>,
    pub(super) passed_on: Vec<Undefined>,
    pub(super) before: Before,
    /// Whether a step uses the scratch operand it has.
    pub(super) scratch: FxHashMap<u32, bool>,
    /// The register file with other poison; nobody looks for undefined lanes without it.
    pub(super) registers: Option<Aligned>,
}

/// The poison of the shadow registers.
const SHADOW_POISON: u8 = 0xA5;

impl Trace {
    pub fn for_run(execute: Execute, register_bytes: u32) -> Option<Box<Trace>> {
        let Execute::Traced { undefined } = execute else { return None };
        let shadow = || Aligned::filled(register_bytes as usize, SHADOW_POISON);
        Some(Box::new(Trace {
            footprint_cache: FootprintCache::default(),
            regions: Regions::default(),
            footprints: Vec::new(),
            undefined: Vec::new(),
            passed_on: Vec::new(),
            before: Before::default(),
            scratch: FxHashMap::default(),
            registers: undefined.then(shadow),
        }))
    }

    pub fn reset(&mut self) {
        if let Some(r) = &mut self.registers {
            r.bytes_mut().fill(SHADOW_POISON);
        }
    }

    pub fn copy_register(&mut self, from: Range<usize>, to: usize) {
        if let Some(r) = &mut self.registers {
            r.bytes_mut().copy_within(from, to);
        }
    }

    pub(super) fn clear(&mut self) {
        self.footprints.clear();
        self.undefined.clear();
        self.passed_on.clear();
        self.before.clear();
    }
}

/// Whether undefined lanes pass through a step without being used: it works on registers, or moves bytes
/// between local memories that pointers show.
fn passes_on(args: &[(u8, Arg)]) -> bool {
    let register = args.iter().any(|a| matches!(a.1, Arg::Reg(_)));
    let tile = args.iter().any(|a| matches!(a.1, Arg::Tile(_) | Arg::View(_)));
    let mut spaces = args.iter().filter_map(|a| match a.1 {
        Arg::Ptr(p) => Some(p.space),
        _ => None,
    });
    let is_product = |s: Space| matches!(s, Space::Acc | Space::Gm);
    register || !tile && spaces.clone().count() > 0 && !spaces.any(is_product)
}

/// Whether the definition of a step has less to do if only its footprints count, and whatever it does besides is lost
/// with what it writes.
fn keeps_account(step: &Step<'_>) -> bool {
    let def = step.def;
    match def.sem {
        Sem::Map(_)
        | Sem::Reduce(_)
        | Sem::Load(_)
        | Sem::Store(_)
        | Sem::Convert(_)
        | Sem::Move(_)
        | Sem::Matmul(_) => true,
        Sem::Custom(_) => {
            def.is(&ops::tile_sort::tsort32)
                || def.is(&ops::tile_sort::tmrgsort)
                || def.is(&ops::tile_gather::tgather)
        }
        _ => false,
    }
}

impl<'p> Core<'p, '_> {
    /// Executes a step and tells what it reads and writes.
    pub(crate) fn traced_step(
        &mut self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'p>,
    ) -> Result<(), Trap> {
        match step.action {
            Action::Sem => self.traced_sem(observer, index, step),
            Action::Load | Action::Store | Action::FillLocal => {
                let Some(mut trace) = self.trace.take() else { return Ok(()) };
                let outcome = self.traced_scalar(observer, index, step, &mut trace);
                self.trace = Some(trace);
                outcome
            }
            _ => self.machine_step(step),
        }
    }

    fn traced_sem(
        &mut self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'p>,
    ) -> Result<(), Trap> {
        let Some(mut trace) = self.trace.take() else { return Ok(()) };
        trace.clear();
        let before = self.quirks.take();
        let modes = self.modes.get();
        let defined = self.registers_defined(step, &trace);
        // A run by definitions shows whether all else finds the same.
        let known = match self.options.reference {
            true => None,
            false => {
                let operands = self.operands(index, step);
                trace.footprint_cache.recall(&operands, &self.memory, &mut trace.footprints)
            }
        };
        let (outcome, foretold) = match known {
            Some(_) => (self.known_sem(index, step, &mut trace), false),
            None => match self.account(step, &mut trace) {
                Some(outside) => (self.sem_step(index, step).map(|_| ()), outside),
                None => (self.recorded_sem(step, &mut trace), false),
            },
        };
        let met = self.quirks.get();
        let outside = foretold || outside_valid(met);
        let defined = defined && !self.leaves_lanes(step, met);
        self.quirks.set(before | met);
        if outcome.is_ok() {
            if known.is_none() {
                let found = (&trace.footprints[..], outside);
                let operands = self.operands(index, step);
                trace.footprint_cache.keep(&operands, &self.memory, found);
            }
            let undefined_number = self.settle(step, &mut trace, (modes, defined));
            self.add_scratch(index as u32, step, &mut trace);
            let effects = Effects {
                footprints: &trace.footprints,
                undefined: &trace.undefined,
                passed_on: &trace.passed_on,
                undefined_number,
                outside_valid: known.unwrap_or(outside),
                atomic: self.is_atomic(step),
                unchanged: trace.before.is_unchanged(&self.memory),
            };
            observer.on_access(&self.record(index, step, TraceKind::Step), &effects);
        }
        self.trace = Some(trace);
        outcome
    }

    fn operands<'a>(&'a self, index: usize, step: &'a Step<'p>) -> Operands<'a> {
        Operands {
            step: index as u32,
            def: step.def,
            args: &self.args,
            attrs: &step.attrs,
            results: &step.results,
            registers: self.registers.bytes(),
        }
    }

    /// Executes a step of which it is known what it touches.
    fn known_sem(&mut self, index: usize, step: &Step<'p>, trace: &mut Trace) -> Result<(), Trap> {
        let reads = trace.footprints.iter().filter(|t| !t.write);
        trace.undefined.extend(reads.filter_map(|t| self.memory.undefined(t)));
        if self.has_others() {
            let writes = trace.footprints.iter().filter(|t| t.write);
            writes.for_each(|t| trace.before.keep(&self.memory, t));
        }
        self.sem_step(index, step).map(|_| ())
    }

    /// Takes down what a step will touch, if its definition tells that without computing: then it can be executed by
    /// whatever is fast. Whether it reads outside a valid region.
    fn account(&mut self, step: &Step<'p>, trace: &mut Trace) -> Option<bool> {
        if !keeps_account(step) || self.options.reference {
            return None;
        }
        let (modes, quirks) = (std::cell::Cell::new(self.modes.get()), std::cell::Cell::new(0));
        let mut results: Vec<(u8, Arg)> =
            step.results.iter().map(|r| (r.0, Arg::Scalar(pto_isa::DType::I64, 0))).collect();
        let others = self.has_others();
        let recorder = FootprintRecorder::new(
            &mut self.memory,
            &self.args,
            (&mut trace.footprints, &mut trace.undefined),
            &mut trace.regions,
            others.then_some(&mut trace.before),
        );
        let mut x = Exec {
            operands: step.def.operands,
            numerics: &self.program.numerics,
            args: &self.args,
            attrs: &step.attrs,
            memory: &mut recorder.only_account(),
            registers: &mut [],
            undefined: POISON,
            results: &mut results,
            printed: &mut Vec::new(),
            modes: &modes,
            quirks: &quirks,
        };
        if step.def.sem.run(&mut x).is_err() {
            // What is wrong the definition says when it is executed.
            trace.clear();
            return None;
        }
        self.retain_used(step, trace);
        Some(outside_valid(quirks.get()))
    }

    /// Executes a step by its definition and takes down what it touches.
    fn recorded_sem(&mut self, step: &Step<'p>, trace: &mut Trace) -> Result<(), Trap> {
        self.define_step(step, trace)?;
        self.retain_used(step, trace);
        for &(operand, value) in &self.results {
            if let Some(r) = step.results.iter().find(|r| r.0 == operand) {
                self.slots.set(r.1, value.into());
            }
        }
        Ok(())
    }

    /// Forgets what is no access.
    fn retain_used(&self, step: &Step<'p>, trace: &mut Trace) {
        // What an instruction only keeps of its destination it does not use.
        let role = |t: &Footprint| {
            let slot = t.arg.and_then(|i| self.args.get(i as usize)).map(|a| a.0 as usize);
            slot.and_then(|s| step.def.operands.get(s)).map(|o| o.role)
        };
        let is_used = |t: &Footprint| t.write || role(t) != Some(Role::Out);
        trace.footprints.retain(is_used);
        trace.undefined.retain(|u| is_used(&u.footprint));
    }

    /// Whether the registers a step reads hold nothing undefined.
    fn registers_defined(&self, step: &Step<'p>, trace: &Trace) -> bool {
        let Some(shadow) = &trace.registers else { return false };
        let is_read =
            |slot: u8| step.def.operands.get(slot as usize).is_none_or(|o| o.role != Role::Out);
        self.args.iter().all(|(slot, arg)| match arg {
            Arg::Reg(r) if is_read(*slot) => {
                self.registers.bytes()[r.range()] == shadow.bytes()[r.range()]
            }
            _ => true,
        })
    }

    /// Whether lanes of a result may be undefined whatever was read, after an execution that met these quirks.
    fn leaves_lanes(&self, step: &Step<'p>, met: u64) -> bool {
        self.program.numerics.is_manual()
            && step.def.quirks.contains(&Inactive::QUIRK)
            && (has_met(met, Inactive::QUIRK) || step.attrs.iter().any(|a| a.0 == "pmode"))
    }

    /// Says which bytes are defined after a step, and which of the undefined ones it has read count; `before`
    /// are the special registers before it, and whether the registers it read were defined. Tells whether it gave a number that comes from undefined lanes.
    fn settle(&mut self, step: &Step<'p>, trace: &mut Trace, before: (SpecialRegs, bool)) -> bool {
        let Some(registers) = &mut trace.registers else { return false };
        let (modes, defined) = before;
        if passes_on(&self.args) && defined && trace.undefined.is_empty() {
            let is_written =
                |slot: u8| step.def.operands.get(slot as usize).is_none_or(|o| o.role != Role::In);
            for (slot, arg) in &self.args {
                if let Arg::Reg(r) = arg
                    && is_written(*slot)
                {
                    let own = &self.registers.bytes()[r.range()];
                    registers.bytes_mut()[r.range()].copy_from_slice(own);
                }
            }
            trace.footprints.iter().filter(|t| t.write).for_each(|t| self.memory.define(t));
            return false;
        }
        if passes_on(&self.args) {
            // What a copy takes along is remembered with its place; registers have none.
            std::mem::swap(&mut trace.undefined, &mut trace.passed_on);
            if self.args.iter().any(|a| matches!(a.1, Arg::Reg(_))) {
                trace.passed_on.clear();
            }
            return self.repeat_on_twins(step, trace, modes);
        }
        // What is used in part may not matter, as long as it stays in the core.
        let stays = |t: &Footprint| t.write && t.memory.space() != Space::Gm;
        if !trace.undefined.is_empty()
            && trace.footprints.iter().any(stays)
            && trace.undefined.iter().all(|u| !is_whole(u, &trace.undefined, &trace.footprints))
        {
            std::mem::swap(&mut trace.undefined, &mut trace.passed_on);
            return self.repeat_on_twins(step, trace, modes);
        }
        trace.undefined.iter().for_each(|u| self.memory.define(&u.footprint));
        trace.footprints.iter().filter(|t| t.write).for_each(|t| self.memory.define(t));
        false
    }

    /// Adds the scratch operands that the target writes: what they hold afterwards means nothing.
    fn add_scratch(&mut self, index: u32, step: &Step<'p>, trace: &mut Trace) {
        if !self.program.has_scratch {
            return;
        }
        let is_scratch = |slot: u8| {
            step.def.operands.get(slot as usize).is_some_and(|o| o.role == Role::Scratch)
        };
        for i in 0..self.args.len() {
            let (slot, Arg::Tile(t)) = self.args[i] else { continue };
            if !is_scratch(slot) || !self.uses_scratch(index, step, trace) {
                continue;
            }
            let memory = self.memory.id(t.ty.space, 0);
            let footprint = Footprint {
                write: true,
                loose: true,
                arg: Some(i as u8),
                ..Footprint::read(memory, t.addr as i64, t.size_bytes())
            };
            // Some programs lend the destination as scratch.
            let hull = footprint.hull();
            let meets = |o: &Footprint| {
                let other = o.hull();
                o.write && o.memory == memory && other.start < hull.end && hull.start < other.end
            };
            if !trace.footprints.iter().any(meets) {
                self.memory.undefine(&footprint);
            }
            trace.footprints.push(footprint);
        }
    }

    /// Whether a step writes its scratch operand on the target.
    fn uses_scratch(&self, index: u32, step: &Step<'p>, trace: &mut Trace) -> bool {
        let target = self.program.numerics.target;
        *trace.scratch.entry(index).or_insert_with(|| {
            let module = self.program.module;
            let (slots, attrs) = args_of(module, module.node(step.node), &|_| None);
            let args = Args { target, slots: &slots, attrs: &attrs };
            let rules = self.program.numerics.rules;
            step.def.scratch.iter().filter(|s| s.applies(target, rules)).any(|s| match s.need {
                Need::Ignored => false,
                Need::Bytes { of, .. } => of(&args) != Some(0),
            })
        })
    }

    /// Whether other cores could write the same memory.
    const fn has_others(&self) -> bool {
        self.blocks > 1 || self.program.roles.len() > 1 || self.thread.is_some()
    }

    /// Whether stores combine what they store with what is there.
    fn is_atomic(&self, step: &Step<'_>) -> bool {
        if step.def.operands.iter().any(|o| is_read_modify_write(&o.effect)) {
            return true;
        }
        let none = |w: &str| w.to_ascii_lowercase().ends_with("none");
        let says = |name: &str| name.to_ascii_lowercase().contains("atomic");
        let word = step.attrs.iter().find(|a| says(a.0)).map(|a| a.1);
        match word {
            Some(AttrValue::Word(w)) => !none(w),
            Some(_) => true,
            None => self.modes.get().atomic != Atomic::Replace,
        }
    }

    fn define_step(&mut self, step: &Step<'p>, trace: &mut Trace) -> Result<(), Trap> {
        self.reaches(step)?;
        self.results.clear();
        self.results
            .extend(step.results.iter().map(|r| (r.0, Arg::Scalar(pto_isa::DType::I64, 0))));
        let others = self.has_others();
        let mut recorder = FootprintRecorder::new(
            &mut self.memory,
            &self.args,
            (&mut trace.footprints, &mut trace.undefined),
            &mut trace.regions,
            others.then_some(&mut trace.before),
        );
        let mut x = Exec {
            operands: step.def.operands,
            numerics: &self.program.numerics,
            args: &self.args,
            attrs: &step.attrs,
            memory: &mut recorder,
            registers: self.registers.bytes_mut(),
            undefined: POISON,
            results: &mut self.results,
            printed: &mut self.printed,
            modes: &self.modes,
            quirks: &self.quirks,
        };
        step.def.sem.run(&mut x)
    }

    /// Executes a step again on shadow memories and registers; `modes` are the special registers before it.
    fn repeat_on_twins(&mut self, step: &Step<'p>, trace: &mut Trace, modes: SpecialRegs) -> bool {
        let (Some(mut shadow), Some(registers)) = (self.memory.take_shadow(), &mut trace.registers)
        else {
            return false;
        };
        let mut results: Vec<(u8, Arg)> =
            step.results.iter().map(|r| (r.0, Arg::Scalar(pto_isa::DType::I64, 0))).collect();
        let (modes, quirks) = (std::cell::Cell::new(modes), std::cell::Cell::new(0));
        let writes_global =
            trace.footprints.iter().any(|t| t.write && t.memory.space() == Space::Gm);
        let mut x = Exec {
            operands: step.def.operands,
            numerics: &self.program.numerics,
            args: &self.args,
            attrs: &step.attrs,
            memory: &mut *shadow,
            registers: registers.bytes_mut(),
            undefined: SHADOW_POISON,
            results: &mut results,
            printed: &mut Vec::new(),
            modes: &modes,
            quirks: &quirks,
        };
        let failed = writes_global || step.def.sem.run(&mut x).is_err();
        self.memory.put_shadow(shadow);
        if failed {
            trace.footprints.iter().filter(|t| t.write).for_each(|t| self.memory.define(t));
            return false;
        }
        step.results.iter().any(|&(operand, slot)| {
            let of_twin = results.iter().rfind(|r| r.0 == operand).map(|r| r.1.into());
            of_twin.is_some_and(|v: SlotValue| v != self.slots[slot as usize])
        })
    }

    fn traced_scalar(
        &mut self,
        observer: &dyn SharedObserver,
        index: usize,
        step: &Step<'p>,
        trace: &mut Trace,
    ) -> Result<(), Trap> {
        trace.clear();
        let write = step.action == Action::Store;
        let (at, len) = match step.action {
            Action::FillLocal => self.template(step)?,
            _ => self.element(step).map(|at| (at, at.dtype.bytes().into()))?,
        };
        let footprint = self.scalar_touch(at, len, write);
        if !write && let Some(found) = self.memory.undefined(&footprint) {
            trace.undefined.push(found);
            self.memory.define(&footprint);
        }
        if write && self.has_others() {
            trace.before.keep(&self.memory, &footprint);
        }
        self.machine_step(step)?;
        if write {
            self.memory.define(&footprint);
        }
        trace.footprints.push(footprint);
        let effects = Effects {
            footprints: &trace.footprints,
            undefined: &trace.undefined,
            unchanged: trace.before.is_unchanged(&self.memory),
            ..Effects::default()
        };
        observer.on_access(&self.record(index, step, TraceKind::Step), &effects);
        Ok(())
    }

    fn scalar_touch(&self, at: PtrAt, len: u64, write: bool) -> Footprint {
        let memory = self.memory.id(at.space, at.buffer);
        let points = |a: &(u8, Arg)| matches!(a.1, Arg::Ptr(_));
        let arg = self.args.iter().position(points).map(|i| i as u8);
        Footprint { write, arg, ..Footprint::read(memory, at.addr, len) }
    }
}

/// Whether all that is read of an operand is undefined.
fn is_whole(u: &Undefined, all: &[Undefined], footprints: &[Footprint]) -> bool {
    let arg = u.footprint.arg;
    let count: u64 = all.iter().filter(|o| o.footprint.arg == arg).map(|o| o.count).sum();
    let reads = footprints.iter().filter(|t| !t.write && t.arg == arg);
    count == reads.map(|t| t.len * u64::from(t.rows)).sum()
}

/// Whether a read outside a valid region is among these quirks.
fn outside_valid(quirks: u64) -> bool {
    has_met(quirks, "outside-valid-read")
}

/// Whether a quirk is among these.
fn has_met(quirks: u64, name: &str) -> bool {
    let place = || pto_isa::quirk::QUIRKS.iter().position(|q| q.name == name);
    quirks != 0 && place().is_some_and(|i| quirks >> i & 1 == 1)
}
