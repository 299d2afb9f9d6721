//! A model of a target, ready to be asked.

use crate::a2a3;
use crate::data::CostData;
use crate::estimate::{Estimate, Model, Work};
use pto_isa::Target;

/// What a whole device has, beside its instructions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Cycles per microsecond.
    pub clock_mhz: f64,
    /// Cycles from the launch of a kernel to its first instruction.
    pub launch_cycles: f64,
    /// Cube cores.
    pub cube_cores: u32,
    /// Vector cores.
    pub vector_cores: u32,
}

/// A model of a target with its numbers looked up.
#[derive(Clone, Debug)]
pub struct CostModel {
    model: Model,
    target: Target,
    machine: Option<Machine>,
    device: Option<Device>,
}

#[derive(Clone, Debug)]
enum Device {
    A2a3(Box<a2a3::Device>),
}

impl CostModel {
    /// Looks up the numbers of a model. A model without numbers for the target answers `None` to everything.
    pub fn new(model: Model, target: Target, data: &CostData) -> CostModel {
        let device = match (model, target) {
            (Model::Calibrated, Target::A2a3) => {
                a2a3::Device::new(data).map(|d| Device::A2a3(Box::new(d)))
            }
            _ => None,
        };
        CostModel { model, target, machine: machine(target, data), device }
    }

    /// Its name.
    pub fn model(&self) -> Model {
        self.model
    }
    /// The device it speaks of.
    pub fn target(&self) -> Target {
        self.target
    }
    /// Clock, launch and cores.
    pub fn machine(&self) -> Option<&Machine> {
        self.machine.as_ref()
    }

    /// One execution of an instruction. `None` if the model has no data: the instruction is uncalibrated.
    pub fn estimate(&self, work: &Work<'_>) -> Option<Estimate> {
        match self.device.as_ref()? {
            Device::A2a3(device) => device.estimate(work),
        }
    }
}

fn machine(target: Target, data: &CostData) -> Option<Machine> {
    let get = |parameter: &str| data.get(target, "machine", parameter).map(|row| row.value);
    Some(Machine {
        clock_mhz: get("clock_mhz")?,
        launch_cycles: get("launch_cycles")?,
        cube_cores: get("cube_cores")? as u32,
        vector_cores: get("vector_cores")? as u32,
    })
}
