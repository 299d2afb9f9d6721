//! Timing an example.

use crate::auto_cost::timeline;
use pto_cost::as_lowered;
use pto_isa::{OpDef, Target, ops};
use pto_tests::example::{argument, launch, verified};

/// The cycles of the instruction in a program, and what they rest on.
pub fn cost(op: &'static OpDef, text: &str, target: Target) -> Option<(String, String)> {
    let program = as_lowered(&verified(text, target)?).ok()?;
    let timeline = timeline(&program, argument, &launch())?;
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
