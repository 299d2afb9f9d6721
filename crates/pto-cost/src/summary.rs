//! A timeline in numbers: instructions, pipes, the bottleneck, the critical path, and what could be better.

use crate::engine::PIPES;
use crate::estimate::Provenance;
use crate::timeline::{Cause, Slice, Timeline};
use pto_isa::Pipe;
use std::collections::BTreeMap;

/// One place of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionRow {
    /// Index into [`Timeline::sites`].
    pub site: u32,
    /// Its pipe.
    pub pipe: Pipe,
    /// How often it ran, on all cores.
    pub count: u64,
    /// Its time on the pipe, on all cores.
    pub cycles: u64,
    /// Time that its pipe stood still before it.
    pub stall_cycles: u64,
    /// Time on the critical path.
    pub critical_cycles: u64,
    /// What the time rests on.
    pub provenance: Provenance,
}

/// One pipe of one core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipeRow {
    /// Index into [`Timeline::lanes`].
    pub lane: u32,
    /// The pipe.
    pub pipe: Pipe,
    /// Instructions.
    pub count: u64,
    /// Time that it worked.
    pub busy_cycles: u64,
    /// Time that it stood still for an event.
    pub event_cycles: u64,
    /// Time that it stood still for a barrier.
    pub barrier_cycles: u64,
    /// Time that it stood still for another core.
    pub core_cycles: u64,
    /// Time that it stood still for data, in auto mode, or for a buffer id.
    pub data_cycles: u64,
    /// Time that it stood still because the scalar unit was late.
    pub issue_cycles: u64,
}

/// Something that costs time and could be otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    /// Line of the text, from 1.
    pub line: u32,
    /// What, and what would be better.
    pub text: String,
    /// How much time it is about.
    pub cycles: u64,
}

/// A timeline in numbers.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// By place, the longest first.
    pub instructions: Vec<InstructionRow>,
    /// By core and pipe; pipes that did nothing are left out.
    pub pipes: Vec<PipeRow>,
    /// Index into `pipes`: the one that worked longest.
    pub bottleneck: Option<usize>,
    /// The most expensive first.
    pub lints: Vec<Lint>,
}

impl Timeline {
    /// Adds the timeline up.
    pub fn summarise(&self) -> Summary {
        let mut pipes: BTreeMap<(u32, usize), PipeRow> = BTreeMap::new();
        let mut sites: BTreeMap<u32, InstructionRow> = BTreeMap::new();
        for s in &self.slices {
            let at = PIPES.iter().position(|p| *p == s.pipe).unwrap_or(0);
            let row = pipes.entry((s.lane, at)).or_insert_with(|| PipeRow::new(s.lane, s.pipe));
            row.add(s);
            let site = sites.entry(s.site).or_insert(InstructionRow {
                site: s.site,
                pipe: s.pipe,
                count: 0,
                cycles: 0,
                stall_cycles: 0,
                critical_cycles: 0,
                provenance: s.provenance,
            });
            site.count += 1;
            site.cycles += s.cycles;
            site.stall_cycles += s.stall.map_or(0, |w| w.cycles);
            site.critical_cycles += if s.critical { s.cycles } else { 0 };
        }
        let pipes: Vec<PipeRow> = pipes.into_values().collect();
        let mut instructions: Vec<InstructionRow> = sites.into_values().collect();
        instructions.sort_by_key(|r| (std::cmp::Reverse(r.cycles), r.site));
        let longest =
            (0..pipes.len()).max_by_key(|&i| (pipes[i].busy_cycles, std::cmp::Reverse(i)));
        let lints = self.lint(&instructions);
        Summary { instructions, pipes, bottleneck: longest, lints }
    }

    fn lint(&self, rows: &[InstructionRow]) -> Vec<Lint> {
        let mut lints = Vec::new();
        let worth = |cycles: u64| cycles * 100 >= self.total_cycles.max(1) && cycles >= 16;
        for b in &self.barriers {
            if b.pipe == Pipe::All && worth(b.cycles) {
                let cycles = b.cycles;
                let text = if b.count == 1 {
                    format!(
                        "this PIPE_ALL barrier costs {cycles} cycles; events between the pipes that hand over data would do"
                    )
                } else {
                    let n = b.count;
                    format!(
                        "this PIPE_ALL barrier costs {cycles} cycles in {n} executions; events between the pipes that hand over data would do"
                    )
                };
                lints.push(Lint { line: b.line, text, cycles });
            }
        }
        for (site, from, pipe, cycles) in self.waits_for_buffers() {
            if worth(cycles) {
                let s = &self.sites[site as usize];
                let op = &self.sites[from as usize].op;
                let text = format!(
                    "`{}` on {} waits {cycles} cycles for `{op}` in line {} to be done with its buffer; a second buffer would let them overlap",
                    s.op,
                    pipe.name(),
                    self.sites[from as usize].line
                );
                lints.push(Lint { line: s.line, text, cycles });
            }
        }
        for row in rows {
            let s = &self.sites[row.site as usize];
            let paid = self.paid_latency(row);
            if matches!(row.pipe, Pipe::Mte2 | Pipe::Mte3) && 3 * paid > row.cycles && worth(paid) {
                let (percent, each) =
                    (100 * paid / row.cycles.max(1), row.cycles / row.count.max(1));
                let text = format!(
                    "{percent} % of the {each} cycles of each `{}` ({}) are latency that nothing hides; larger tiles, or more of them on the way at once, would use the bandwidth",
                    s.op, s.shape
                );
                lints.push(Lint { line: s.line, text, cycles: paid });
            }
        }
        lints.sort_by_key(|l| (std::cmp::Reverse(l.cycles), l.line));
        lints
    }

    /// Loads that wait for the reader of their buffer, by line: place of the load, place of the reader, pipe, cycles.
    fn waits_for_buffers(&self) -> Vec<(u32, u32, Pipe, u64)> {
        let mut sums: BTreeMap<u32, (u32, u32, Pipe, u64)> = BTreeMap::new();
        for s in &self.slices {
            let Some(stall) = s.stall else { continue };
            let (Cause::Event(from) | Cause::Data(from)) = stall.cause else { continue };
            let from = &self.slices[from as usize];
            // A producer that waits for what comes behind it in the chain of pipes.
            let order = |p: Pipe| PIPES.iter().position(|q| *q == p).unwrap_or(0);
            if order(s.pipe) < order(from.pipe) {
                let line = self.sites[s.site as usize].line;
                let sum = sums.entry(line).or_insert((s.site, from.site, s.pipe, 0));
                sum.3 += stall.cycles;
            }
        }
        sums.into_values().collect()
    }

    /// Time of a place beyond what its work takes a pipe that never runs dry.
    fn paid_latency(&self, row: &InstructionRow) -> u64 {
        let estimate = self.estimates.get(row.site as usize).and_then(Option::as_ref);
        let busy = estimate.map_or(row.cycles as f64, |e| e.busy_cycles * row.count as f64);
        row.cycles.saturating_sub(busy.round() as u64)
    }
}

impl PipeRow {
    fn new(lane: u32, pipe: Pipe) -> PipeRow {
        PipeRow {
            lane,
            pipe,
            count: 0,
            busy_cycles: 0,
            event_cycles: 0,
            barrier_cycles: 0,
            core_cycles: 0,
            data_cycles: 0,
            issue_cycles: 0,
        }
    }
    fn add(&mut self, s: &Slice) {
        self.count += 1;
        self.busy_cycles += s.cycles;
        if let Some(stall) = s.stall {
            *match stall.cause {
                Cause::Event(_) => &mut self.event_cycles,
                Cause::Barrier(_) => &mut self.barrier_cycles,
                Cause::Core(_) => &mut self.core_cycles,
                Cause::Data(_) | Cause::Buffer(_) => &mut self.data_cycles,
                Cause::Issue => &mut self.issue_cycles,
            } += stall.cycles;
        }
    }
}
