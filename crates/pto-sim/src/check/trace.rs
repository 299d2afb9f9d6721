//! Steps whose reads and writes are told to who watches.
//!
//! Undefined bytes are found by doing things twice: memories and registers have twins that start with other
//! poison, so a byte is undefined where the two differ. What only moves bytes or computes on registers is
//! executed on both, and undefined lanes pass through it as they would on a device. Everything else uses what it
//! reads; it is told about undefined bytes, and what it writes is defined.

use super::access::{Memo, Recorder, Regions, Touch, Undefined};
use crate::core::Core;
use crate::machine::Action;
use crate::memory::Aligned;
use crate::observe::{Deed, Effects, Execute, QueueStep, Watching};
use crate::program::{Move, Step};
use crate::value::Value;
use pto_isa::sem::load_store::Atomic;
use pto_isa::sem::{Arg, Exec, PtrAt, TileAt, Trap};
use pto_isa::{AttrValue, Space};
use std::ops::Range;

/// What a core needs to trace its steps.
pub(crate) struct Trace {
    memo: Memo,
    regions: Regions,
    touches: Vec<Touch>,
    undefined: Vec<Undefined>,
    /// The register file with other poison; nobody looks for undefined lanes without it.
    registers: Option<Aligned>,
}

/// The poison of the twin registers.
const TWIN_POISON: u8 = 0xA5;

impl Trace {
    pub fn for_run(execute: Execute, register_bytes: u32) -> Option<Box<Trace>> {
        let Execute::Traced { undefined } = execute else { return None };
        let twin = || Aligned::filled(register_bytes as usize, TWIN_POISON);
        Some(Box::new(Trace {
            memo: Memo::default(),
            regions: Regions::default(),
            touches: Vec::new(),
            undefined: Vec::new(),
            registers: undefined.then(twin),
        }))
    }

    pub fn reset(&mut self) {
        if let Some(r) = &mut self.registers {
            r.bytes_mut().fill(TWIN_POISON);
        }
    }

    pub fn copy_register(&mut self, from: Range<usize>, to: usize) {
        if let Some(r) = &mut self.registers {
            r.bytes_mut().copy_within(from, to);
        }
    }

    fn clear(&mut self) {
        self.touches.clear();
        self.undefined.clear();
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

impl<'p> Core<'p, '_> {
    /// Executes a step and tells what it reads and writes.
    pub(crate) fn traced_step(
        &mut self,
        watch: &dyn Watching,
        index: usize,
        step: &Step<'p>,
    ) -> Result<(), Trap> {
        match step.action {
            Action::Sem => self.traced_sem(watch, index, step),
            Action::Load | Action::Store => {
                let Some(mut trace) = self.trace.take() else { return Ok(()) };
                let outcome = self.traced_scalar(watch, index, step, &mut trace);
                self.trace = Some(trace);
                outcome
            }
            _ => self.machine_step(step),
        }
    }

    fn traced_sem(
        &mut self,
        watch: &dyn Watching,
        index: usize,
        step: &Step<'p>,
    ) -> Result<(), Trap> {
        let Some(mut trace) = self.trace.take() else { return Ok(()) };
        trace.clear();
        let before = self.quirks.take();
        let known = trace.memo.recall(index as u32, &self.args, &self.memory, &mut trace.touches);
        let outcome = match known {
            Some(_) => {
                let reads = trace.touches.iter().filter(|t| !t.write);
                trace.undefined.extend(reads.filter_map(|t| self.memory.undefined(t)));
                trace.undefined.iter().for_each(|u| self.memory.define(&u.touch));
                let outcome = self.sem_step(step).map(|_| false);
                trace.touches.iter().filter(|t| t.write).for_each(|t| self.memory.define(t));
                outcome
            }
            None => self.recorded_sem(step, &mut trace),
        };
        let outside = outside_valid(self.quirks.get());
        self.quirks.set(before | self.quirks.get());
        let mut undefined_number = false;
        match &outcome {
            Ok(passed_on) => {
                undefined_number = *passed_on;
                if known.is_none() {
                    let found = (&trace.touches[..], outside);
                    trace.memo.keep(index as u32, &step.def.sem, &self.args, &self.memory, found);
                }
            }
            Err(_) => trace.undefined.clear(),
        }
        let outside_valid = known.unwrap_or(outside);
        let effects = Effects {
            touches: &trace.touches,
            undefined: &trace.undefined,
            undefined_number,
            outside_valid,
            atomic: self.is_atomic(step),
        };
        if outcome.is_ok() {
            watch.touched(&self.act(index, step, Deed::Step), &effects);
        }
        self.trace = Some(trace);
        outcome.map(|_| ())
    }

    /// Whether stores combine what they store with what is there.
    fn is_atomic(&self, step: &Step<'_>) -> bool {
        let none = |w: &str| w.to_ascii_lowercase().ends_with("none");
        let says = |name: &str| name.to_ascii_lowercase().contains("atomic");
        let word = step.attrs.iter().find(|a| says(a.0)).map(|a| a.1);
        match word {
            Some(AttrValue::Word(w)) => !none(w),
            Some(_) => true,
            None => self.modes.get().atomic != Atomic::Replace,
        }
    }

    /// Executes a step by its definition and takes down what it touches. Tells whether it gave a number that
    /// comes from undefined lanes.
    fn recorded_sem(&mut self, step: &Step<'p>, trace: &mut Trace) -> Result<bool, Trap> {
        let twice = trace.registers.is_some() && passes_on(&self.args);
        let modes = self.modes.get();
        self.define_step(step, trace)?;
        for t in trace.undefined.iter().filter(|_| !twice) {
            self.memory.define(&t.touch);
        }
        let mut undefined_number = false;
        if twice {
            trace.undefined.clear();
            undefined_number = self.repeat_on_twins(step, trace, modes);
        } else {
            trace.touches.iter().filter(|t| t.write).for_each(|t| self.memory.define(t));
        }
        for &(operand, value) in &self.results {
            if let Some(r) = step.results.iter().find(|r| r.0 == operand) {
                self.slots[r.1 as usize] = value.into();
            }
        }
        Ok(undefined_number)
    }

    fn define_step(&mut self, step: &Step<'p>, trace: &mut Trace) -> Result<(), Trap> {
        self.results.clear();
        self.results
            .extend(step.results.iter().map(|r| (r.0, Arg::Scalar(pto_isa::DType::I64, 0))));
        let mut recorder = Recorder::new(
            &mut self.memory,
            &self.args,
            &mut trace.touches,
            &mut trace.undefined,
            &mut trace.regions,
        );
        let mut x = Exec {
            def: step.def,
            numerics: &self.program.numerics,
            args: &self.args,
            attrs: &step.attrs,
            memory: &mut recorder,
            registers: self.registers.bytes_mut(),
            results: &mut self.results,
            printed: &mut self.printed,
            modes: &self.modes,
            quirks: &self.quirks,
        };
        step.def.sem.run(&mut x)
    }

    /// Executes a step again on twin memories and registers; `modes` are the special registers before it.
    fn repeat_on_twins(
        &mut self,
        step: &Step<'p>,
        trace: &mut Trace,
        modes: pto_isa::sem::Modes,
    ) -> bool {
        let (Some(mut twin), Some(registers)) = (self.memory.twin.take(), &mut trace.registers)
        else {
            return false;
        };
        let mut results: Vec<(u8, Arg)> =
            step.results.iter().map(|r| (r.0, Arg::Scalar(pto_isa::DType::I64, 0))).collect();
        let (modes, quirks) = (std::cell::Cell::new(modes), std::cell::Cell::new(0));
        let writes_global = trace.touches.iter().any(|t| t.write && t.memory.space() == Space::Gm);
        let mut x = Exec {
            def: step.def,
            numerics: &self.program.numerics,
            args: &self.args,
            attrs: &step.attrs,
            memory: &mut *twin,
            registers: registers.bytes_mut(),
            results: &mut results,
            printed: &mut Vec::new(),
            modes: &modes,
            quirks: &quirks,
        };
        let failed = writes_global || step.def.sem.run(&mut x).is_err();
        self.memory.twin = Some(twin);
        if failed {
            trace.touches.iter().filter(|t| t.write).for_each(|t| self.memory.define(t));
            return false;
        }
        results != self.results
    }

    fn traced_scalar(
        &mut self,
        watch: &dyn Watching,
        index: usize,
        step: &Step<'p>,
        trace: &mut Trace,
    ) -> Result<(), Trap> {
        trace.clear();
        let at = self.element(step)?;
        let write = step.action == Action::Store;
        let touch = self.element_touch(at, write);
        if !write && let Some(found) = self.memory.undefined(&touch) {
            trace.undefined.push(found);
            self.memory.define(&touch);
        }
        self.machine_step(step)?;
        if write {
            self.memory.define(&touch);
        }
        trace.touches.push(touch);
        let effects = Effects {
            touches: &trace.touches,
            undefined: &trace.undefined,
            undefined_number: false,
            outside_valid: false,
            atomic: false,
        };
        watch.touched(&self.act(index, step, Deed::Step), &effects);
        Ok(())
    }

    fn element_touch(&self, at: PtrAt, write: bool) -> Touch {
        let memory = self.memory.id(at.space, at.buffer);
        let points = |a: &(u8, Arg)| matches!(a.1, Arg::Ptr(_));
        let arg = self.args.iter().position(points).map(|i| i as u8);
        Touch { write, arg, ..Touch::read(memory, at.addr, at.dtype.bytes().into()) }
    }

    /// Tells what passing an entry of a queue reads or writes of the core's own tile.
    pub(crate) fn trace_queue(
        &mut self,
        watch: &dyn Watching,
        index: usize,
        step: &Step<'_>,
        deed: Deed,
    ) {
        let Deed::Queue(queue) = deed else { return };
        let write = match queue.step {
            QueueStep::Push { .. } => false,
            QueueStep::Pop { .. } => true,
            QueueStep::Open | QueueStep::Free => return,
        };
        let made = step.results.iter().map(|r| self.slots[r.1 as usize]);
        let given = step.args.iter().map(|a| self.slots[a.slot as usize]);
        let tile = made.chain(given).find_map(|v| match v {
            Value::Tile(t) => Some(t),
            _ => None,
        });
        let (Some(tile), Some(mut trace)) = (tile, self.trace.take()) else { return };
        trace.clear();
        self.tile_touches(&mut trace, &tile, write);
        for t in trace.touches.iter().filter(|t| !t.write) {
            trace.undefined.extend(self.memory.undefined(t));
        }
        trace.touches.iter().for_each(|t| self.memory.define(t));
        let effects = Effects {
            touches: &trace.touches,
            undefined: &trace.undefined,
            undefined_number: false,
            outside_valid: false,
            atomic: false,
        };
        watch.touched(&self.act(index, step, deed), &effects);
        self.trace = Some(trace);
    }

    fn tile_touches(&self, trace: &mut Trace, t: &TileAt, write: bool) {
        let memory = self.memory.id(t.ty.space, 0);
        let arg = self.args.iter().position(|a| matches!(a.1, Arg::Tile(_))).map(|i| i as u8);
        for &(offset, len, rows, stride) in trace.regions.of(t, (0, 0), t.valid).iter() {
            let start = (t.addr + offset) as i64;
            trace.touches.push(Touch {
                memory,
                start,
                len,
                rows,
                stride,
                write,
                loose: false,
                arg,
            });
        }
    }

    /// The valid region of a tile holds values.
    pub(crate) fn define_tile(&mut self, t: &TileAt) {
        let Some(mut trace) = self.trace.take() else { return };
        trace.clear();
        self.tile_touches(&mut trace, t, true);
        trace.touches.iter().for_each(|t| self.memory.define(t));
        self.trace = Some(trace);
    }

    /// Moves of contents, on the twins.
    pub(crate) fn trace_moves(&mut self, moves: &[Move], values: &[Value]) {
        let Some(trace) = &mut self.trace else { return };
        let Some(registers) = &mut trace.registers else { return };
        let Some(twin) = self.memory.twin.as_deref_mut() else { return };
        let mut contents = Vec::new();
        for (m, v) in moves.iter().zip(values).filter(|(m, _)| m.contents) {
            let to = self.slots[m.to as usize];
            contents.push(match (v, to) {
                (Value::Reg(from), Value::Reg(_)) => registers.bytes()[from.range()].to_vec(),
                (Value::Tile(t), Value::Tile(_)) => {
                    use pto_isa::sem::Memory;
                    let bytes = twin.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes());
                    bytes.map_or_else(|_| Vec::new(), <[u8]>::to_vec)
                }
                _ => Vec::new(),
            });
        }
        for (m, bytes) in moves.iter().filter(|m| m.contents).zip(contents) {
            match self.slots[m.to as usize] {
                Value::Reg(own) => {
                    let n = bytes.len().min(own.bytes as usize);
                    registers.bytes_mut()[own.range()][..n].copy_from_slice(&bytes[..n]);
                }
                Value::Tile(own) => {
                    use pto_isa::sem::Memory;
                    let len = bytes.len() as u64;
                    if let Ok(place) = twin.bytes_mut(own.ty.space, 0, own.addr as i64, len) {
                        place.copy_from_slice(&bytes);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a read outside a valid region is among these quirks.
fn outside_valid(quirks: u64) -> bool {
    let place = pto_isa::quirk::QUIRKS.iter().position(|q| q.name == "outside-valid-read");
    place.is_some_and(|i| quirks >> i & 1 == 1)
}
