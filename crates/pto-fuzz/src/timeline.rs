//! What holds of every timeline.

use pto_check::Verified;
use pto_cost::{CostData, CostModel, Model, Timeline, Timing, to_gantt, to_html, to_perfetto};
use pto_ir::Lines;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, Limits};
use pto_smith::Choices;
use std::collections::HashMap;
use std::sync::LazyLock;

static BUILTIN: LazyLock<CostData> = LazyLock::new(CostData::builtin);

/// Times a program as `pto cost` does, and holds the timeline to what must be true of it. `None` if it cannot be timed.
pub fn time(
    verified: &Verified,
    text: &str,
    data: Option<&CostData>,
    choices: &mut Choices,
) -> Option<Timeline> {
    let target = verified.target();
    target.def().device?.cost_tables?;
    let data = data.unwrap_or(&BUILTIN);
    let numerics = Numerics::new(target, Semantics::Manual);
    let instrumented = InstrumentedProgram::decode(verified, None, numerics).ok()?;
    let auto = !instrumented.is_synchronised_by_hand();
    let lowered = auto.then(|| pto_cost::as_lowered(verified));
    let (instrumented, by_data) = match &lowered {
        Some(Ok(lowered)) => (InstrumentedProgram::decode(lowered, None, numerics).ok()?, false),
        other => (instrumented, other.is_some()),
    };
    let mut args = pto_smith::arguments(instrumented.program(), choices);
    let execute = if instrumented.depends_on_data() { Execute::All } else { Execute::Control };
    let lines = Lines::new(text);
    let line_of = |offset: u32| lines.position(text, offset).0 as u32;
    let model = choices.pick(&[Model::default(), Model::default(), Model::Documented]);
    let model = CostModel::new(model, target, data);
    let timing = Timing {
        model: &model,
        data,
        line_of: &line_of,
        auto: Some(by_data),
        expand: true,
        hints: true,
    };
    let launch = Launch {
        blocks: 1 + choices.below(3),
        limits: Limits::of_steps(5000),
        ..Launch::default()
    };
    let timeline = timing.run(&instrumented, &mut args, &launch, execute).ok()?;
    hold(&timeline, text);
    Some(timeline)
}

/// Every number is one, nothing is outside the total, and what is made of it is well formed.
fn hold(t: &Timeline, text: &str) {
    assert!(t.clock_mhz.is_finite() && t.clock_mhz > 0.0, "a clock of {}", t.clock_mhz);
    assert!(t.total_us().is_finite());
    for estimate in t.estimates.iter().flatten() {
        let cycles = estimate.cycles();
        assert!(cycles.is_finite() && cycles >= 0.0, "{cycles} cycles in\n{text}");
    }
    let mut ends: HashMap<(u32, &str), u64> = HashMap::new();
    for s in &t.slices {
        let end = s.start_cycle.checked_add(s.cycles).expect("the end of a slice is a number");
        assert!(end <= t.total_cycles, "a slice ends at {end} of {} in\n{text}", t.total_cycles);
        let before = ends.insert((s.core_track, s.pipe.name()), end).unwrap_or(0);
        assert!(before <= s.start_cycle, "two slices of {} overlap in\n{text}", s.pipe.name());
    }
    for f in &t.flows {
        let (from, to) = (&t.slices[f.from as usize], &t.slices[f.to as usize]);
        assert!(from.end_cycle() <= to.start_cycle, "a wait that ends before its event in\n{text}");
    }
    for p in t.summarise().pipes {
        let waits =
            p.event_cycles + p.barrier_cycles + p.core_cycles + p.data_cycles + p.issue_cycles;
        assert!(
            p.busy_cycles + waits <= t.total_cycles,
            "{p:?} of {} cycles in\n{text}",
            t.total_cycles
        );
    }
    for h in &t.hints {
        assert!(
            h.saves_cycles.is_none_or(|n| n <= t.total_cycles),
            "{h:?} of {} cycles",
            t.total_cycles
        );
    }
    for document in [to_perfetto(t), pto_cli::cost::timeline_json(t, "f")] {
        let value: serde_json::Value =
            serde_json::from_str(&document).expect("the document is JSON");
        assert!(value.is_object());
        no_raw_controls(&document);
    }
    to_gantt(t, 80, false);
    let page = to_html(t, "k\"</script><b>.pto", text);
    let scripts = |page: &str| page.matches("</script").count();
    assert_eq!(scripts(&page), scripts(&to_html(t, "k.pto", "")), "the source ends a script");
}

/// A document of JSON writes control characters as escapes.
pub fn no_raw_controls(document: &str) {
    let raw = document.chars().find(|c| *c < ' ' && *c != '\n');
    assert!(raw.is_none(), "a raw {raw:?}");
}
