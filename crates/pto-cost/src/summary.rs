//! A timeline in numbers: instructions, pipes, the bottleneck, the critical path.

use crate::engine::PIPES;
use crate::estimate::Provenance;
use crate::timeline::{Cause, Slice, Timeline};
use pto_isa::Pipe;
use pto_isa::few::FewMap;
use pto_isa::order;

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
    /// Index into [`Timeline::core_tracks`].
    pub core_track: u32,
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

/// A timeline in numbers.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// By place, the longest first.
    pub instructions: Vec<InstructionRow>,
    /// By core and pipe; pipes that did nothing are left out.
    pub pipes: Vec<PipeRow>,
    /// Index into `pipes`: the one that worked longest.
    pub bottleneck: Option<usize>,
}

impl Timeline {
    /// Adds the timeline up.
    pub fn summarise(&self) -> Summary {
        let mut pipes: FewMap<(u32, usize), PipeRow> = FewMap::new();
        // By their number, which is that of a line of the program.
        let mut sites: Vec<Option<InstructionRow>> = vec![None; self.sites.len()];
        for s in &self.slices {
            let at = PIPES.iter().position(|p| *p == s.pipe).unwrap_or(0);
            let row = pipes.get_or_insert((s.core_track, at), PipeRow::new(s.core_track, s.pipe));
            row.add(s);
            let site = sites[s.site as usize].get_or_insert(InstructionRow {
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
        let mut instructions: Vec<InstructionRow> = sites.into_iter().flatten().collect();
        order::by_key(&mut instructions, |r| (std::cmp::Reverse(r.cycles), r.site));
        let longest =
            (0..pipes.len()).max_by_key(|&i| (pipes[i].busy_cycles, std::cmp::Reverse(i)));
        Summary { instructions, pipes, bottleneck: longest }
    }
}

impl PipeRow {
    fn new(core_track: u32, pipe: Pipe) -> PipeRow {
        PipeRow {
            core_track,
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
