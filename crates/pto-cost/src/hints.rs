//! What would make a run shorter: every constraint on the critical path is left out once, and the program timed again.
//!
//! A constraint that is not on the critical path costs nothing, however long somebody waits for it; one that is may
//! cost less than the wait, because what comes next is late too.

use crate::engine::{Engine, PIPES, Times, Without};
use crate::timeline::{Cause, Hint, Timeline};
use crate::tracks::grouped;
use pto_isa::Pipe;
use pto_isa::few::FewMap;
use pto_isa::order;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Lines of one kind that are named in a hint.
const MOST_NAMED: usize = 4;

/// Constraints of one kind that are tried.
const MOST_TRIED: usize = 8;

/// The occupancy from which on a pipe is what limits a run, in percent of the time after launch.
const LIMIT_PERCENT: f64 = 80.0;

/// What the end waited for, by constraint: the cycles of waiting are only a reason to ask.
#[derive(Default)]
struct Suspects {
    /// By the place in [`PIPES`] of a pipe that fills buffers: places that wait for one, with the place that they wait
    /// for.
    reuse: BTreeMap<usize, BTreeMap<u32, u32>>,
    /// Lines of barriers.
    barriers: BTreeMap<u32, f64>,
    /// Latency of places.
    latency: BTreeMap<u32, f64>,
    /// Places.
    sites: BTreeSet<u32>,
    /// Waits for the scalar unit.
    issue: f64,
    /// The line of the first instruction that waited for it.
    issued_late: Option<u32>,
}

/// The hints of a run whose critical runs are known. `fits_twice`: whether the memory has room for two of the tile that
/// the instruction of a place writes. `dense`: by place, its latency and time on the pipe if the valid regions filled
/// their tiles.
pub(crate) fn find(
    engine: &mut Engine,
    critical: &[bool],
    timeline: &Timeline,
    fits_twice: &dyn Fn(u32) -> bool,
    dense: &[Option<Times>],
) -> Vec<Hint> {
    let suspects = suspects(engine, critical, timeline);
    let limit = limit(engine, timeline);
    if let Some(again) = &mut engine.again {
        again.lines = timeline.sites.iter().map(|s| s.line).collect();
    }
    let mut asked = Asked { end: engine.end(), engine: &mut *engine, timeline, hints: Vec::new() };
    for (pipe, waits) in &suspects.reuse {
        asked.reuse(PIPES[*pipe], waits, fits_twice);
    }
    asked.barriers(&suspects.barriers);
    asked.latency(&suspects.latency);
    asked.sparse(&suspects.sites, dense);
    if let Some(line) = suspects.issued_late.filter(|_| asked.is_worth(suspects.issue)) {
        asked.issue(line);
    }
    let mut hints = asked.hints;
    order::by_key(&mut hints, |h| (std::cmp::Reverse(h.saves_cycles), h.line));
    hints.splice(0..0, limit);
    hints
}

fn place(pipe: Pipe) -> usize {
    PIPES.iter().position(|p| *p == pipe).unwrap_or(0)
}

fn suspects(engine: &Engine, critical: &[bool], timeline: &Timeline) -> Suspects {
    let mut found = Suspects::default();
    let runs = engine.runs.iter().zip(critical).filter(|(_, critical)| **critical);
    for (run, _) in runs {
        found.sites.insert(run.site);
        if run.latency > 0.0 {
            *found.latency.entry(run.site).or_default() += run.latency;
        }
        match run.cause {
            Some(Cause::Event(from) | Cause::Data(from) | Cause::Buffer(from)) => {
                let from = &engine.runs[from as usize];
                // A pipe that waits for one that comes after it in the chain of pipes waits for room.
                if place(run.pipe) < place(from.pipe) && run.core == from.core {
                    found.reuse.entry(place(run.pipe)).or_default().insert(run.site, from.site);
                }
            }
            Some(Cause::Barrier(_)) => {
                if let Some(b) = run.barrier {
                    *found.barriers.entry(engine.barriers[b as usize].line).or_default() +=
                        run.stall;
                }
            }
            Some(Cause::Issue) => {
                found.issue += run.stall;
                found.issued_late.get_or_insert(timeline.sites[run.site as usize].line);
            }
            Some(Cause::Core(_)) | None => {}
        }
    }
    found
}

/// A run whose constraints are left out one by one.
struct Asked<'a> {
    engine: &'a mut Engine,
    timeline: &'a Timeline,
    /// When the run really ends.
    end: f64,
    hints: Vec<Hint>,
}

impl Asked<'_> {
    /// At least a hundredth of the run.
    fn is_worth(&self, cycles: f64) -> bool {
        cycles >= 16.0 && cycles * 100.0 >= self.end
    }

    /// Cycles that a run without something is shorter by, if that is worth a word.
    fn saves(&mut self, without: Without) -> Option<f64> {
        let saved = self.end - self.engine.what_if(without)?;
        self.is_worth(saved).then_some(saved)
    }

    fn add(&mut self, line: u32, text: String, saved: f64) {
        let saved = saved.round() as u64;
        let percent = 100.0 * saved as f64 / self.end.max(1.0);
        let text = format!("{text} {} cycles ({percent:.1} %)", grouped(saved));
        self.hints.push(Hint { line, text, saves_cycles: Some(saved) });
    }

    /// A pipe waits until those after it are done with its buffers.
    fn reuse(
        &mut self,
        filled_by: Pipe,
        waits: &BTreeMap<u32, u32>,
        fits_twice: &dyn Fn(u32) -> bool,
    ) {
        let all = Without::Reuse { filled_by, sites: None };
        let Some(mut saved) = self.saves(all) else { return };
        let sites = &self.timeline.sites;
        let line = |site: u32| sites[site as usize].line;
        // Those that the end waited for may be enough; places of one line fill the same buffers.
        let lines: BTreeSet<u32> = waits.keys().map(|s| line(*s)).collect();
        let near: FxHashSet<u32> =
            (0..sites.len() as u32).filter(|s| lines.contains(&line(*s))).collect();
        let some = Without::Reuse { filled_by, sites: Some(near) };
        let enough = match self.timeline.auto {
            true => self.saves(some).filter(|s| *s >= 0.9 * saved),
            false => None,
        };
        saved = enough.unwrap_or(saved);
        let Some((&site, &from)) = waits.first_key_value() else { return };
        let (waiting, emptying) = (&sites[site as usize], &sites[from as usize]);
        let (first, others) = (waiting.line, lines.len() > 1 || enough.is_none());
        // Where two of them do not fit, smaller tiles have the same effect but for their latency.
        let room = if fits_twice(site) { "" } else { ", of half the size to fit," };
        let text = match others {
            false => format!(
                "`{}` waits for its buffer until `{}` in line {} is done with it; one more buffer{room} would save",
                waiting.op, emptying.op, emptying.line
            ),
            true => format!(
                "what {} fills waits for room, `{}` here until `{}` in line {} is done; one more buffer for each{room} would save",
                filled_by.name(),
                waiting.op,
                emptying.op,
                emptying.line
            ),
        };
        self.add(first, text, saved);
    }

    /// Barriers, one by one and all of them together.
    fn barriers(&mut self, lines: &BTreeMap<u32, f64>) {
        let blind = self.engine.again.as_ref().is_some_and(|a| a.blind);
        let at_most = if blind { "at most " } else { "" };
        let mut longest: Vec<(u32, f64)> = lines.iter().map(|(l, c)| (*l, *c)).collect();
        order::by(&mut longest, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut best: f64 = 0.0;
        for (line, _) in longest.iter().take(MOST_TRIED) {
            let Some(saved) = self.saves(Without::Barriers([*line].into_iter().collect())) else {
                continue;
            };
            best = best.max(saved);
            let barrier = self.timeline.barriers.iter().find(|b| b.line == *line);
            let Some(barrier) = barrier else { continue };
            let times = match barrier.count {
                1 => String::new(),
                n => format!(" in {} executions", grouped(n)),
            };
            let instead = match barrier.pipe {
                Pipe::All => "events between the pipes that hand over data would save",
                _ => {
                    "what follows does not need all that it waits for; without it, the order of the data kept, the run is shorter by"
                }
            };
            let text = format!(
                "this {} barrier holds up the critical path{times}; {instead} {at_most}",
                barrier.pipe.name()
            );
            self.add(*line, text.trim_end().to_string(), saved);
        }
        if lines.len() > 1 {
            let all: Vec<u32> = lines.keys().copied().collect();
            let Some(saved) = self.saves(Without::Barriers(all.iter().copied().collect())) else {
                return;
            };
            if saved > 1.2 * best {
                let named = named(&all);
                let text = format!(
                    "the barriers in lines {named} hold up the critical path; with events, or the order that data needs, instead of all of them the run is shorter by {at_most}"
                );
                self.add(all[0], text.trim_end().to_string(), saved);
            }
        }
    }

    /// Latency: of transfers line by line, of other pipes altogether.
    fn latency(&mut self, places: &BTreeMap<u32, f64>) {
        let sites = &self.timeline.sites;
        let mut groups: BTreeMap<(usize, u32), (Vec<u32>, f64)> = BTreeMap::new();
        let mut pipes: FxHashMap<u32, Pipe> = FxHashMap::default();
        for slice in &self.timeline.slices {
            pipes.entry(slice.site).or_insert(slice.pipe);
        }
        for (&site, &cycles) in places {
            let Some(&pipe) = pipes.get(&site) else { continue };
            let alone = matches!(pipe, Pipe::Mte2 | Pipe::Mte3);
            let line = if alone { sites[site as usize].line } else { 0 };
            let group = groups.entry((place(pipe), line)).or_default();
            group.0.push(site);
            group.1 += cycles;
        }
        let mut groups: Vec<_> = groups.into_iter().filter(|(_, g)| self.is_worth(g.1)).collect();
        order::by(&mut groups, |a, b| b.1.1.total_cmp(&a.1.1).then(a.0.cmp(&b.0)));
        for ((pipe, line), (group, _)) in groups.into_iter().take(MOST_TRIED) {
            let Some(saved) = self.saves(Without::Latency(group.iter().copied().collect())) else {
                continue;
            };
            let estimate = self.timeline.estimates[group[0] as usize].as_ref();
            let (latency, whole) = estimate.map_or((0.0, 0.0), |e| (e.latency_cycles, e.cycles()));
            let site = &self.timeline.sites[group[0] as usize];
            let pipe = PIPES[pipe].name();
            match line {
                0 => {
                    let text = format!(
                        "the latency of instructions on {pipe}, {latency:.0} cycles of `{}` here, is on the critical path; larger tiles would pay it less often and save up to",
                        site.op
                    );
                    self.add(site.line, text, saved);
                }
                line => {
                    let text = format!(
                        "{latency:.0} of the {whole:.0} cycles of `{}` ({}) are latency that nothing hides; larger tiles, or more transfers in flight, would save up to",
                        site.op, site.shape
                    );
                    self.add(line, text, saved);
                }
            }
        }
    }

    /// Instructions whose valid regions do not fill their tiles, by line.
    fn sparse(&mut self, critical: &BTreeSet<u32>, dense: &[Option<Times>]) {
        let mut lines: BTreeMap<u32, Vec<(u32, Times)>> = BTreeMap::new();
        for &site in critical {
            if let Some(time) = dense.get(site as usize).copied().flatten() {
                lines
                    .entry(self.timeline.sites[site as usize].line)
                    .or_default()
                    .push((site, time));
            }
        }
        for (line, less) in lines.into_iter().take(MOST_TRIED) {
            let site = &self.timeline.sites[less[0].0 as usize];
            let (op, shape) = (site.op.clone(), site.shape.clone());
            let Some(saved) = self.saves(Without::Work(less.into_iter().collect())) else {
                continue;
            };
            let text = format!(
                "`{op}` works row by row on {shape}, which does not fill its tile; on a tile of that size it would save"
            );
            self.add(line, text, saved);
        }
    }

    /// The scalar unit is late.
    fn issue(&mut self, line: u32) {
        let Some(saved) = self.saves(Without::Issue) else { return };
        let text = "the scalar unit has not issued the instruction when its pipe is free; less scalar code between instructions would save up to";
        self.add(line, text.into(), saved);
    }
}

/// What a run cannot be shorter than: the work of its busiest pipe, and where that pipe's time goes.
fn limit(engine: &Engine, timeline: &Timeline) -> Option<Hint> {
    let mut occupancy: FewMap<(u32, usize), f64> = FewMap::new();
    for run in &engine.runs {
        *occupancy.get_or_default((run.core, place(run.pipe))) += run.occupancy;
    }
    let busiest = occupancy.iter().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))?;
    let ((core, pipe), occupied) = (*busiest.0, *busiest.1);
    let span = engine.end() - engine.launch_cycles();
    if span <= 0.0 || occupied * 100.0 < span * LIMIT_PERCENT {
        return None;
    }
    let mut lines: BTreeMap<u32, (f64, &str)> = BTreeMap::new();
    for run in engine.runs.iter().filter(|r| (r.core, place(r.pipe)) == (core, pipe)) {
        let site = &timeline.sites[run.site as usize];
        lines.entry(site.line).or_insert((0.0, &site.op)).0 += run.occupancy;
    }
    let mut lines: Vec<(u32, (f64, &str))> = lines.into_iter().collect();
    order::by(&mut lines, |a, b| b.1.0.total_cmp(&a.1.0).then(a.0.cmp(&b.0)));
    let takes: Vec<String> = lines
        .iter()
        .take(MOST_NAMED)
        .map(|(line, (cycles, op))| {
            format!("`{op}` in line {line} ({:.0} %)", 100.0 * cycles / occupied)
        })
        .collect();
    let text = format!(
        "{} is the limit: its occupancy is {:.1} % of the time after launch, so only less work on it saves more than {} cycles; most of its work: {}",
        PIPES[pipe].name(),
        100.0 * occupied / span,
        grouped((span - occupied).round() as u64),
        takes.join(", ")
    );
    Some(Hint { line: lines.first()?.0, text, saves_cycles: None })
}

/// Numbers with commas, the first of many.
fn named(lines: &[u32]) -> String {
    let mut words: Vec<String> = lines.iter().take(MOST_NAMED).map(u32::to_string).collect();
    if lines.len() > MOST_NAMED {
        words.push("...".into());
    }
    words.join(", ")
}
