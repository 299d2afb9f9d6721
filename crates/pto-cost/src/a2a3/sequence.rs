//! A sequence of device instructions while it is written down: what it costs, and what it is if somebody asks.

use super::numbers::{Number, Numbers, Path};
use crate::estimate::{DeviceInst, ErrorClass, Estimate, Provenance, ShapePath};
use pto_isa::DType;

/// How an instruction goes over its data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pass {
    /// How often it is issued.
    pub count: u64,
    /// Repeats of each.
    pub repeats: u64,
    /// Whether a mask or an element count leaves lanes out.
    pub masked: bool,
}

impl Pass {
    /// One instruction on full repeats.
    pub const fn full(repeats: u64) -> Pass {
        Pass { count: 1, repeats, masked: false }
    }
    /// One instruction with a partial mask or an element count.
    pub const fn masked(repeats: u64) -> Pass {
        Pass { count: 1, repeats, masked: true }
    }
    /// Issued several times.
    pub const fn times(self, count: u64) -> Pass {
        Pass { count, ..self }
    }
}

/// What came before an instruction on its pipe.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Before {
    /// Nothing of this sequence: its latency is that of the whole.
    Nothing,
    /// An instruction that it need not wait for.
    Stream,
    /// A barrier.
    Barrier,
}

/// A sequence.
pub(super) struct Sequence<'a> {
    numbers: &'a Numbers,
    before: Before,
    latency: f64,
    occupancy: f64,
    weakest: Provenance,
    path: Option<ShapePath>,
    expansion: Option<Vec<DeviceInst>>,
}

impl<'a> Sequence<'a> {
    /// An empty one.
    pub fn new(numbers: &'a Numbers, expand: bool) -> Sequence<'a> {
        let expansion = expand.then(Vec::new);
        Sequence {
            numbers,
            before: Before::Nothing,
            latency: 0.0,
            occupancy: 0.0,
            weakest: Provenance::Measured,
            path: None,
            expansion,
        }
    }

    /// The numbers of the device.
    pub fn numbers(&self) -> &'a Numbers {
        self.numbers
    }

    /// Its extents make it take this way.
    pub fn take(&mut self, path: ShapePath) {
        self.path = Some(path);
    }

    /// The value of a number, which from now on the answer rests on.
    pub fn rest_on(&mut self, number: Number) -> f64 {
        self.weakest = self.weakest.max(number.provenance);
        number.value
    }

    fn note(
        &mut self,
        name: &'static str,
        pass: Pass,
        detail: impl FnOnce() -> String,
        cycles: f64,
    ) {
        if let Some(expansion) = &mut self.expansion {
            let Pass { count, repeats, .. } = pass;
            expansion.push(DeviceInst { name, count, repeats, detail: detail(), cycles });
        }
    }

    /// An instruction of the vector unit. `None` if nothing is known about it.
    pub fn issue(
        &mut self,
        name: &'static str,
        dtype: DType,
        pass: Pass,
        detail: impl FnOnce() -> String,
    ) -> Option<()> {
        if pass.count == 0 || pass.repeats == 0 {
            return Some(());
        }
        let v = self.numbers.vector(name)?;
        let floor = if pass.masked { self.rest_on(v.floor) } else { 0.0 };
        let mut occupancy = self.rest_on(v.slope(dtype)) * (pass.count * pass.repeats) as f64;
        let mut latency = 0.0;
        match self.before {
            Before::Nothing => {
                latency = self.rest_on(v.latency);
                occupancy += floor * pass.count as f64;
            }
            Before::Stream => occupancy += floor * pass.count as f64,
            // The wait after a barrier hides what a mask costs.
            Before::Barrier => {
                occupancy += self.rest_on(v.step).max(floor) + floor * (pass.count - 1) as f64
            }
        }
        self.latency += latency;
        self.occupancy += occupancy;
        self.before = Before::Stream;
        self.note(name, pass, detail, latency + occupancy);
        Some(())
    }

    /// An instruction that is issued several times with a barrier after each.
    pub fn issue_steps(
        &mut self,
        name: &'static str,
        dtype: DType,
        pass: Pass,
        detail: impl FnOnce() -> String,
    ) -> Option<()> {
        if pass.count == 0 || pass.repeats == 0 {
            return Some(());
        }
        let v = self.numbers.vector(name)?;
        let floor = if pass.masked { self.rest_on(v.floor) } else { 0.0 };
        let repeats = (pass.count * pass.repeats) as f64;
        let mut occupancy = self.rest_on(v.slope(dtype)) * repeats;
        let mut latency = 0.0;
        let mut steps = pass.count;
        if self.before == Before::Nothing {
            latency = self.rest_on(v.latency);
            occupancy += floor;
            steps -= 1;
        }
        if steps > 0 {
            occupancy += self.rest_on(v.step).max(floor) * steps as f64;
        }
        self.latency += latency;
        self.occupancy += occupancy;
        self.before = Before::Barrier;
        self.note(name, pass, detail, latency + occupancy);
        Some(())
    }

    /// A barrier of the vector pipe; what follows it pays for it.
    pub fn barrier(&mut self) {
        if self.before != Before::Nothing {
            self.before = Before::Barrier;
        }
        self.note(
            "pipe_barrier",
            Pass::full(0),
            || "PIPE_V; the next instruction pays".into(),
            0.0,
        );
    }

    /// Copies along a path: how many, their bursts and their bytes in all.
    pub fn copy(&mut self, name: &'static str, path: &Path, [copies, bursts, bytes]: [u64; 3]) {
        if copies == 0 || bytes == 0 {
            return;
        }
        let latency = self.rest_on(path.latency);
        // Copies of one instruction were measured one after the other, each with its latency.
        let serial = latency * (copies - 1) as f64;
        let rate = self.rest_on(path.bytes_per_cycle);
        let occupancy = serial + bytes as f64 / rate + self.rest_on(path.burst) * bursts as f64;
        let latency = if self.before == Before::Nothing { latency } else { 0.0 };
        self.latency += latency;
        self.occupancy += occupancy;
        self.before = Before::Stream;
        let pass = Pass { count: copies, repeats: bursts.div_ceil(copies), masked: false };
        self.note(name, pass, || format!("{bursts} bursts, {bytes} bytes"), latency + occupancy);
    }

    /// Something that takes these cycles, of which some are paid only by a pipe that stood still.
    pub fn spend(
        &mut self,
        name: &'static str,
        pass: Pass,
        [latency, occupancy]: [f64; 2],
        detail: impl FnOnce() -> String,
    ) {
        self.latency += latency;
        self.occupancy += occupancy;
        self.before = Before::Stream;
        self.note(name, pass, detail, latency + occupancy);
    }

    /// The answer. `error` is how far measurements of this kind are met if its numbers are fitted: what was
    /// measured itself is closer, what is only alike is rough.
    pub fn finish(self, error: ErrorClass) -> Estimate {
        let error = match self.weakest {
            Provenance::Measured if error < ErrorClass::Rough => ErrorClass::Close,
            Provenance::Measured | Provenance::Fitted => error,
            _ => error.max(ErrorClass::Rough),
        };
        Estimate {
            latency_cycles: self.latency,
            occupancy_cycles: self.occupancy,
            provenance: self.weakest,
            error,
            path: self.path,
            expansion: self.expansion.unwrap_or_default(),
        }
    }
}
