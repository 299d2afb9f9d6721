//! Timing an example.

use pto_cost::{CostData, CostModel, Model, Timing, as_lowered};
use pto_isa::{OpDef, Target, ops};
use pto_sim::{Execute, InstrumentedProgram, LaunchArg};
use pto_tests::example::{argument, launch, numerics, verified};

/// The cycles of the instruction in a program, and what they rest on.
pub fn cost(op: &'static OpDef, text: &str, target: Target) -> Option<(String, String)> {
    let data = CostData::builtin();
    let model = CostModel::new(Model::Calibrated, target, &data);
    let program = as_lowered(&verified(text, target)?).ok()?;
    let instrumented = InstrumentedProgram::decode(&program, None, numerics(target)).ok()?;
    let timing = Timing {
        model: &model,
        data: &data,
        line_of: &|_| 1,
        auto: Some(!instrumented.is_synchronised_by_hand()),
        expand: false,
        hints: false,
    };
    let mut args: Vec<LaunchArg> = instrumented.program().params().map(|p| argument(&p)).collect();
    let timeline = timing.run(&instrumented, &mut args, &launch(), Execute::Control).ok()?;
    let site_of = |op: &OpDef| {
        let name = format!("pto.{}", op.printed_name());
        timeline.sites.iter().position(|s| s.op == name).map(|i| i as u32)
    };
    // Registers take the time of their vector scope.
    let scope = || Some((site_of(&ops::control::vecscope)?, " with its vector scope"));
    let (site, whose) = site_of(op).map(|s| (s, "")).or_else(scope)?;
    if timeline.uncalibrated.contains(&site) {
        return Some(("not known".into(), "no published number".into()));
    }
    let first = timeline.slices.iter().find(|s| s.site == site)?;
    let shape = &timeline.sites[site as usize].shape;
    let shown = if shape.is_empty() { String::new() } else { format!(" for {shape}") };
    Some((format!("{}{shown}{whose}", first.cycles), first.provenance.name().to_string()))
}
