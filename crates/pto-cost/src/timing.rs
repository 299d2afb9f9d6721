//! From a program to its timeline.

use crate::data::CostData;
use crate::engine::{BarrierRun, Deadlock, Engine, PIPES};
use crate::estimate::Provenance;
use crate::hints;
use crate::issue_stream::{CostedSite, IssueStreamBuilder};
use crate::model::CostModel;
use crate::timeline::{BarrierCost, Cause, CoreTrack, Flow, Slice, Stall, Timeline, WorkDone};
use pto_ir::diag::Diagnostic;
use pto_isa::order;
use pto_isa::{Pipe, code};
use pto_sim::{CoreRole, Execute, InstrumentedProgram, Launch, LaunchArg};
use std::collections::BTreeMap;

/// How to time a program.
#[derive(Clone, Copy)]
pub struct Timing<'a> {
    /// The model of a device.
    pub model: &'a CostModel,
    /// Its numbers.
    pub data: &'a CostData,
    /// The line of the text at an offset, from 1.
    pub line_of: &'a dyn Fn(u32) -> u32,
    /// Whether the tool keeps the order that data needs; `None`: if the program has no events of its own.
    pub auto: Option<bool>,
    /// Whether estimates say what an instruction becomes.
    pub expand: bool,
    /// Whether to ask what constraints cost, for [`Timeline::hints`]: the program is timed again for each.
    pub hints: bool,
}

impl Timing<'_> {
    /// Runs a kernel through the model: every instruction of every core, on the pipes of its core.
    ///
    /// `args` are as for a run; with [`Execute::Control`] the contents of buffers do not matter.
    pub fn run(
        &self,
        instrumented: &InstrumentedProgram<'_>,
        args: &mut [LaunchArg],
        launch: &Launch,
        execute: Execute,
    ) -> Result<Timeline, Box<Diagnostic>> {
        let auto = self.auto.unwrap_or(!instrumented.is_synchronised_by_hand());
        let module = instrumented.module();
        let mut recorder = IssueStreamBuilder::new(
            module,
            self.line_of,
            self.model,
            self.data,
            auto,
            launch.ranks * launch.blocks == 1 && instrumented.roles().len() == 1,
        );
        recorder.expand = self.expand;
        recorder.most_runs = launch.limits.kept_instructions;
        if self.hints {
            recorder.engine.keep_for_what_if();
        }
        instrumented.run(args, launch, execute, &mut recorder)?;
        let stuck = recorder.engine.solve();
        let IssueStreamBuilder { mut engine, costed, done, .. } = recorder;
        if let Some(first) = stuck.first() {
            let node = match first.site {
                Some(site) => costed[site as usize].site.node,
                None => instrumented.entry(),
            };
            return Err(self.never_ends(module, node, &stuck));
        }
        let critical = critical_runs(&engine);
        let tiles: Vec<_> = costed.iter().map(|p| p.tile).collect();
        let dense: Vec<_> = costed.iter().map(|p| p.dense).collect();
        let fits_twice = |site: u32| {
            let tile = tiles.get(site as usize).copied().flatten();
            let room = |(space, _)| self.model.target().capacity_bytes(space);
            tile.is_none_or(|t| room(t).is_none_or(|room| 2 * t.1 <= room))
        };
        let mut timeline = self.finish(&engine, &critical, costed, (auto, launch));
        timeline.work = done;
        if self.hints {
            timeline.hints = hints::find(&mut engine, &critical, &timeline, &fits_twice, &dense);
        }
        Ok(timeline)
    }

    fn never_ends(
        &self,
        module: &pto_ir::Module,
        node: pto_ir::NodeId,
        stuck: &[Deadlock],
    ) -> Box<Diagnostic> {
        let n = module.node(node);
        let message = format!("`{}` never starts: its pipe waits for ever", module.op_name(n));
        let mut d = Diagnostic::error(code::DEADLOCK, n.name_span, message);
        d.target = Some(self.model.target());
        for s in stuck.iter().take(8) {
            let (pipe, core, block) = (s.pipe.name(), s.core.role, s.core.block);
            d = d.note(format!(
                "{pipe} of {core} in block {block} waits for something that never comes"
            ));
        }
        Box::new(d)
    }

    fn finish(
        &self,
        engine: &Engine,
        critical: &[bool],
        costed: Vec<CostedSite>,
        (auto, launch): (bool, &Launch),
    ) -> Timeline {
        let core_tracks: Vec<CoreTrack> = (0..engine.core_count())
            .map(|i| {
                let at = engine.core_at(i);
                let role = match at.role {
                    CoreRole::Alone => "core".to_string(),
                    CoreRole::Cube => "cube".to_string(),
                    CoreRole::Vector(n) => format!("vector {n}"),
                };
                let rank = (launch.ranks > 1).then_some(at.rank);
                CoreTrack { rank, block: at.block - at.rank * launch.blocks, role }
            })
            .collect();
        let runs = &engine.runs;
        // A slice ends when it is complete, or when the next one of its pipe starts.
        let mut ends: Vec<f64> = runs.iter().map(|r| r.done).collect();
        let mut last: Vec<[Option<usize>; PIPES.len()]> =
            vec![[None; PIPES.len()]; core_tracks.len()];
        let mut idle_from = vec![engine.launch_cycles().round() as u64; runs.len()];
        for (i, r) in runs.iter().enumerate() {
            let pipe = PIPES.iter().position(|p| *p == r.pipe).unwrap_or(0);
            let slot = &mut last[r.core as usize][pipe];
            if let Some(before) = slot.replace(i) {
                ends[before] = ends[before].min(r.start);
                idle_from[i] = ends[before].round() as u64;
            }
        }
        let mut order: Vec<u32> = (0..runs.len() as u32).collect();
        order::by(&mut order, |&a, &b| {
            let (a, b) = (&runs[a as usize], &runs[b as usize]);
            a.start.total_cmp(&b.start).then(a.core.cmp(&b.core))
        });
        let mut place = vec![0u32; runs.len()];
        for (at, &run) in order.iter().enumerate() {
            place[run as usize] = at as u32;
        }
        let moved = |c: Cause| match c {
            Cause::Event(r) => Cause::Event(place[r as usize]),
            Cause::Barrier(r) => Cause::Barrier(place[r as usize]),
            Cause::Buffer(r) => Cause::Buffer(place[r as usize]),
            Cause::Core(r) => Cause::Core(place[r as usize]),
            Cause::Data(r) => Cause::Data(place[r as usize]),
            Cause::Issue => Cause::Issue,
        };
        let slices: Vec<Slice> = order
            .iter()
            .map(|&i| {
                let r = &runs[i as usize];
                let start = r.start.round() as u64;
                // From the end of the slice before it on this pipe, so that work and waits add up.
                let stall = start.saturating_sub(idle_from[i as usize]);
                Slice {
                    core_track: r.core,
                    pipe: r.pipe,
                    start_cycle: start,
                    cycles: (ends[i as usize].round() as u64).saturating_sub(start),
                    site: r.site,
                    provenance: provenance(&costed[r.site as usize]),
                    stall: r
                        .cause
                        .filter(|_| stall > 0)
                        .map(|c| Stall { cycles: stall, cause: moved(c) }),
                    critical: critical[i as usize],
                }
            })
            .collect();
        let flows = engine.flows.iter();
        let flows =
            flows.map(|&(from, to)| Flow { from: place[from as usize], to: place[to as usize] });
        let total = engine.end();
        let missing = (0..costed.len() as u32).filter(|&i| costed[i as usize].estimate.is_none());
        Timeline {
            target: self.model.target(),
            model: self.model.model(),
            clock_mhz: self.model.machine().clock_mhz,
            core_tracks,
            flows: flows.collect(),
            total_cycles: total.round() as u64,
            launch_cycles: engine.launch_cycles().round() as u64,
            uncalibrated: missing.collect(),
            estimates: costed.iter().map(|p| p.estimate.clone()).collect(),
            sites: costed.into_iter().map(|p| p.site).collect(),
            slices,
            barriers: sum_barriers(&engine.barriers),
            work: WorkDone::default(),
            auto,
            hints: Vec::new(),
        }
    }
}

fn provenance(costed: &CostedSite) -> Provenance {
    costed.estimate.as_ref().map_or(Provenance::Uncalibrated, |e| e.provenance)
}

/// Executions of barriers, by line.
fn sum_barriers(runs: &[BarrierRun]) -> Vec<BarrierCost> {
    let mut sums: BTreeMap<u32, (Pipe, u64, f64)> = BTreeMap::new();
    for b in runs {
        let sum = sums.entry(b.line).or_insert((b.pipe, 0, 0.0));
        sum.1 += 1;
        sum.2 += b.stall;
    }
    let cost = |(line, (pipe, count, cycles)): (u32, (Pipe, u64, f64))| BarrierCost {
        line,
        pipe,
        count,
        cycles: cycles.round() as u64,
    };
    sums.into_iter().map(cost).collect()
}

/// The runs that the end waited for, one after another.
fn critical_runs(engine: &Engine) -> Vec<bool> {
    let runs = &engine.runs;
    let mut critical = vec![false; runs.len()];
    let last = (0..runs.len()).max_by(|&a, &b| runs[a].done.total_cmp(&runs[b].done));
    let mut at = last.map(|i| i as u32);
    while let Some(i) = at {
        if std::mem::replace(&mut critical[i as usize], true) {
            break;
        }
        at = runs[i as usize].after;
    }
    critical
}
