//! The cost models of the devices, read once.

use pto_cost::{CostData, CostModel, Model};
use pto_isa::Target;
use std::sync::LazyLock;

static MODELS: LazyLock<Vec<CostModel>> = LazyLock::new(|| {
    let data = CostData::builtin();
    let has_cycles = |t: &Target| t.def().device.is_some_and(|d| d.cost_tables.is_some());
    let devices = Target::ALL.into_iter().filter(has_cycles);
    devices.map(|t| CostModel::new(Model::Calibrated, t, &data)).collect()
});

/// The models of all devices of which cycles are known.
pub fn models() -> &'static [CostModel] {
    &MODELS
}

/// The model of a device; `None` if no cycles of it are known.
pub fn model(target: Target) -> Option<&'static CostModel> {
    models().iter().find(|m| m.target() == target)
}
