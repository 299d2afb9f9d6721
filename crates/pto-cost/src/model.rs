//! A model of a target, ready to be asked.

use crate::data::CostData;
use crate::estimate::{Estimate, Model, Work};
use crate::link::Link;
use crate::{a2a3, a5, documented};
use pto_isa::target::CostTables;
use pto_isa::{Cost, Target};

/// What a whole device has, beside its instructions; 0 where nothing is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Cycles per microsecond.
    pub clock_mhz: f64,
    /// Cycles from the launch of a kernel to its first instruction.
    pub launch_cycles: f64,
    /// Latency that is left when a dependent instruction of the vector unit follows a barrier.
    pub barrier_latency_cycles: f64,
    /// From the end of what sets an event to the start of what waits for it.
    pub event_cycles: f64,
    /// The same between cores.
    pub signal_cycles: f64,
    /// The scalar unit issues an instruction.
    pub issue_cycles: f64,
    /// Bytes per cycle that all cores together get from global memory; infinite where nothing is known.
    pub gm_bytes_per_cycle: f64,
    /// From a notification on one device until another one sees it.
    pub link_latency_cycles: f64,
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
    machine: Machine,
    link: Option<Link>,
    device: Option<Device>,
}

#[derive(Clone, Debug)]
enum Device {
    A2a3(Box<a2a3::Device>),
    A5(Box<a5::Device>),
    /// The manual's pages, for any target.
    Pages(Box<CostData>),
}

impl CostModel {
    /// Looks up the numbers of a model. A model without numbers for the target answers `None` to everything.
    pub fn new(model: Model, target: Target, data: &CostData) -> CostModel {
        let tables = target.def().device.and_then(|d| d.cost_tables);
        let device = match (model, tables) {
            (Model::Calibrated, Some(CostTables::A2a3)) => {
                a2a3::Device::new(data).map(|d| Device::A2a3(Box::new(d)))
            }
            (Model::Calibrated, Some(CostTables::A5)) => {
                Some(Device::A5(Box::new(a5::Device::new(data))))
            }
            (Model::Documented, _) => Some(Device::Pages(Box::new(data.clone()))),
            (Model::Calibrated, None) => None,
        };
        let link = match model {
            Model::Documented => None,
            Model::Calibrated => Link::new(target, data),
        };
        CostModel { model, target, machine: Machine::new(model, target, data), link, device }
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
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// One execution of an instruction. `None` if the model has no data: the instruction is uncalibrated.
    pub fn estimate(&self, work: &Work<'_>) -> Option<Estimate> {
        if work.def.cost == Cost::Remote {
            return self.link.and_then(|link| link.estimate(work));
        }
        match self.device.as_ref()? {
            Device::A2a3(device) => device.estimate(work),
            Device::A5(device) => device.estimate(work),
            Device::Pages(data) => documented::estimate(data, work),
        }
    }
}

impl Machine {
    fn new(model: Model, target: Target, data: &CostData) -> Machine {
        let get = |parameter: &str| data.get(target, "machine", parameter).map(|row| row.value);
        // The manual's pages count instructions only.
        let time = |parameter: &str| match model {
            Model::Documented => 0.0,
            Model::Calibrated => get(parameter).unwrap_or(0.0),
        };
        Machine {
            clock_mhz: get("clock_mhz").filter(|mhz| *mhz > 0.0).unwrap_or(1000.0),
            launch_cycles: time("launch_cycles"),
            barrier_latency_cycles: get("barrier_latency_cycles").unwrap_or(f64::INFINITY),
            event_cycles: time("event_cycles"),
            signal_cycles: time("signal_cycles"),
            issue_cycles: time("issue_cycles"),
            gm_bytes_per_cycle: match model {
                Model::Documented => f64::INFINITY,
                Model::Calibrated => get("gm_bytes_per_cycle").unwrap_or(f64::INFINITY),
            },
            link_latency_cycles: match model {
                Model::Documented => 0.0,
                Model::Calibrated => data.get(target, "link", "latency").map_or(0.0, |r| r.value),
            },
            cube_cores: get("cube_cores").unwrap_or(0.0) as u32,
            vector_cores: get("vector_cores").unwrap_or(0.0) as u32,
        }
    }
}
