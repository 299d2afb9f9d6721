//! Several devices in one timeline: a group of rows for each, arrows from notifications to waits, and links whose numbers
//! can be replaced. The page opens in a browser with all of them.

#![cfg(unix)]

mod chromium;

use chromium::Page;
use pto_cost::{CostData, CostModel, Model, Provenance, Timeline, Timing, to_html, to_perfetto};
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, comm_context};

const RANKS: u32 = 8;
const RING: &str = include_str!("../../../examples/ranks/all_reduce.pto");

fn ring(data: &CostData) -> Timeline {
    let (module, _) = pto_ir::parse(RING);
    let verified = pto_check::verify(module, Target::A5, &Default::default());
    let (verified, _) = verified.expect("the example is legal");
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = InstrumentedProgram::decode(&verified, None, numerics).expect("it can run");
    let part = 32 * 1024 * 4;
    let of_rank = |rank: u32| {
        let sizes = [RANKS as usize * part, (RANKS as usize - 1) * part, 64];
        let mut args = sizes.map(|n| LaunchArg::Bytes(vec![0; n])).to_vec();
        args.push(LaunchArg::Bytes(comm_context(rank, RANKS)));
        args
    };
    let mut args: Vec<LaunchArg> = (0..RANKS).flat_map(of_rank).collect();
    let lines = Lines::new(RING);
    let line_of = |at: u32| lines.line(at) as u32;
    let model = CostModel::new(Model::Calibrated, Target::A5, data);
    let timing =
        Timing { model: &model, data, line_of: &line_of, auto: None, expand: false, hints: false };
    let launch = Launch { ranks: RANKS, ..Launch::default() };
    timing.run(&program, &mut args, &launch, Execute::All).expect("it can be timed")
}

fn op(t: &Timeline, slice: u32) -> &str {
    &t.sites[t.slices[slice as usize].site as usize].op
}

/// Notifications and the waits they end.
fn signals(t: &Timeline) -> Vec<(u32, u32)> {
    let of = |f: &&pto_cost::Flow| {
        op(t, f.from) == "pto.comm.tnotify" && op(t, f.to) == "pto.comm.twait"
    };
    t.flows.iter().filter(of).map(|f| (f.from, f.to)).collect()
}

#[test]
fn every_wait_has_an_arrow_from_the_rank_before() {
    let t = ring(&CostData::builtin());
    let ranks: Vec<_> = t.core_tracks.iter().map(|c| (c.rank, c.block)).collect();
    assert_eq!(ranks, (0..RANKS).map(|r| (Some(r), 0)).collect::<Vec<_>>());
    let signals = signals(&t);
    let steps = 2 * (RANKS - 1);
    assert_eq!(signals.len() as u32, RANKS * steps);
    let link = 1650;
    for (from, to) in signals {
        let (notify, wait) = (&t.slices[from as usize], &t.slices[to as usize]);
        assert_eq!((notify.core_track + 1) % RANKS, wait.core_track);
        assert!(wait.start_cycle >= notify.start_cycle + link, "{notify:?} {wait:?}");
    }
}

#[test]
fn a_transfer_takes_what_the_link_says_and_the_link_can_be_replaced() {
    let mut data = CostData::builtin();
    let before = ring(&data);
    let put = before.sites.iter().position(|s| s.op == "pto.comm.tput").expect("a put");
    let estimate = before.estimates[put].as_ref().expect("an estimate");
    assert_eq!(estimate.provenance, Provenance::Assumed);
    let bytes = 32.0 * 1024.0 * 4.0;
    assert_eq!(before.sites[put].shape, "32x1024 f32");
    assert!((estimate.occupancy_cycles - bytes / 2.4).abs() < 1.0, "{estimate:?}");
    let rows = "target,subject,parameter,value,provenance,source
a5,link,latency,100,measured,here
a5,link,bytes_per_cycle,64,measured,here
a5,link,engine_bytes_per_cycle,64,measured,here
";
    data.replace(rows).expect("rows");
    let after = ring(&data);
    let estimate = after.estimates[put].as_ref().expect("an estimate");
    assert_eq!(estimate.provenance, Provenance::Measured);
    assert_eq!((estimate.latency_cycles, estimate.occupancy_cycles), (100.0, bytes / 64.0));
    assert!(after.total_cycles * 4 < before.total_cycles);
}

#[test]
fn a_trace_has_a_process_for_each_rank() {
    let text = to_perfetto(&ring(&CostData::builtin()));
    for rank in 0..RANKS {
        assert!(text.contains(&format!("\"name\":\"rank {rank}\"")), "rank {rank}");
    }
    assert!(!text.contains("block 0"));
}

#[test]
fn the_page_shows_eight_ranks() {
    let t = ring(&CostData::builtin());
    let html = to_html(&t, "all_reduce.pto", RING);
    let Some(mut page) = Page::open("ranks", &html, "light") else { return };
    assert_eq!(page.number("ptoTimeline.sliceCount"), t.slices.len() as f64);
    // The scalar unit, both transfers and the vector unit of every rank.
    assert_eq!(page.number("ptoTimeline.laneCount"), f64::from(4 * RANKS));
    assert_eq!(page.number("ptoTimeline.drawnLanes"), f64::from(4 * RANKS));
    assert!(page.number("ptoTimeline.drawn.arrows") > 0.0);
    let names = page.eval("JSON.parse(document.getElementById('data').textContent).lanes");
    let want: Vec<String> = (0..RANKS).map(|r| format!("rank {r}")).collect();
    assert_eq!(names, serde_json::json!(want));
    page.screenshot("ranks-light");
    assert_eq!(page.complaints(), Vec::<String>::new());
    assert_eq!(page.page_requests(), 1);
}
