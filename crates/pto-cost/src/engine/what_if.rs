//! The same program once more with one constraint left out: what that constraint costs.

use super::{CoreState, Engine, Issued, Op, lane};
use pto_isa::Pipe;
use pto_sim::CoreAt;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Runs that another one must follow.
pub(crate) type Needs = SmallVec<[u32; 4]>;

/// Latency and occupancy of a run, in cycles.
pub(crate) type Times = (f64, f64);

/// What a run needs of the runs before it, by its operands.
#[derive(Clone, Debug, Default)]
pub(crate) struct OperandOrder {
    /// They wrote what it reads.
    pub data: Needs,
    /// They read or wrote what it writes over: another buffer would do away with it.
    pub reuse: Needs,
}

impl OperandOrder {
    /// Both, each run once.
    pub fn all(&self) -> Needs {
        let mut all = self.data.clone();
        all.extend(self.reuse.iter().copied().filter(|n| !self.data.contains(n)));
        all
    }
}

/// A constraint that is left out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Without {
    /// A pipe waits until those after it are done with a buffer that it fills; with one more buffer it waits for the
    /// iteration before. The places whose buffers these are, or all.
    Reuse { filled_by: Pipe, sites: Option<FxHashSet<u32>> },
    /// Barriers in these lines; the order that operands need is kept.
    Barriers(FxHashSet<u32>),
    /// Latency of these places: their results are there as soon as their pipe has worked on them.
    Latency(FxHashSet<u32>),
    /// A part of the work: latency and time on the pipe that places have then.
    Work(FxHashMap<u32, Times>),
    /// The scalar unit's own instructions.
    Issue,
}

/// What is kept to run a program again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Again {
    programs: Vec<(CoreAt, Issued)>,
    /// By run.
    pub orders: Vec<OperandOrder>,
    /// The lines of places: those of one line fill the same buffers.
    pub lines: Vec<u32>,
    /// Some instructions do not tell what memory they touch.
    pub blind: bool,
}

/// What is left out at the moment.
#[derive(Debug, Default)]
pub(super) struct Relaxed {
    without: Option<Without>,
    /// By run, what it follows in any case.
    kept: Vec<Needs>,
    /// Events that were there once without being set.
    spared: FxHashSet<(usize, Pipe, Pipe, i64)>,
}

impl Relaxed {
    /// What a run follows in any case, beside what its pipe was told.
    pub fn kept(&self, run: u32) -> &[u32] {
        self.kept.get(run as usize).map_or(&[], |needs| needs)
    }

    /// Whether a barrier in a line is left out.
    pub fn drops_barrier(&self, line: u32) -> bool {
        matches!(&self.without, Some(Without::Barriers(lines)) if lines.contains(&line))
    }

    /// Whether the scalar unit needs no time of its own.
    pub fn drops_issue(&self) -> bool {
        self.without == Some(Without::Issue)
    }

    /// Whether a pipe need not wait for another to be done with a buffer.
    pub fn drops_reuse(&self, waits: Pipe, done: Pipe) -> bool {
        matches!(
            self.without,
            Some(Without::Reuse { filled_by, .. }) if filled_by == waits && lane(waits) < lane(done)
        )
    }

    /// Whether a wait is the first one for its event, and the event stands for a buffer of which there is one more.
    pub fn spares(&mut self, core: usize, from: Pipe, to: Pipe, id: i64) -> bool {
        self.drops_reuse(to, from) && self.spared.insert((core, from, to, id))
    }
}

impl Engine {
    /// From now on keeps what it is given, so that [`Engine::what_if`] can answer.
    pub fn keep_for_what_if(&mut self) {
        self.again = Some(Box::default());
    }

    /// What is kept of a core's program.
    pub(super) fn keep(&mut self, core: usize, scalar: f64, pipe: Pipe, op: &Op) {
        let at = self.cores[core].at;
        if let Some(again) = &mut self.again {
            while again.programs.len() <= core {
                again.programs.push((at, Issued::new()));
            }
            again.programs[core].0 = at;
            again.programs[core].1.push_back((scalar, pipe, op.clone()));
        }
    }

    /// When everything is complete.
    pub fn end(&self) -> f64 {
        self.runs.iter().map(|r| r.done).fold(self.machine.launch_cycles, f64::max)
    }

    /// When everything would be complete without a constraint; `None` if that cannot be told. What the engine says
    /// about its runs is that of the last question afterwards.
    pub fn what_if(&mut self, without: Without) -> Option<f64> {
        let again = self.again.take()?;
        let times: Vec<Times> = self.runs.iter().map(|r| (r.latency, r.occupancy)).collect();
        let needs: Option<Vec<Needs>> = match &without {
            Without::Reuse { filled_by, sites } => {
                self.relaxed.kept = again.orders.iter().map(|o| o.data.clone()).collect();
                let is_one = |site: u32| sites.as_ref().is_none_or(|s| s.contains(&site));
                Some(self.with_another_buffer(&again, *filled_by, is_one))
            }
            Without::Barriers(_) => {
                self.relaxed.kept = again.orders.iter().map(OperandOrder::all).collect();
                None
            }
            Without::Latency(sites) => {
                let of = |s: &u32| sites.contains(s);
                self.runs.iter_mut().filter(|r| of(&r.site)).for_each(|r| r.latency = 0.0);
                None
            }
            Without::Work(less) => {
                for run in &mut self.runs {
                    if let Some(time) = less.get(&run.site) {
                        (run.latency, run.occupancy) = *time;
                    }
                }
                None
            }
            Without::Issue => None,
        };
        let swap = |runs: &mut [super::Issue], mut needs: Vec<Needs>| {
            for (run, needs) in runs.iter_mut().zip(&mut needs) {
                std::mem::swap(&mut run.needs, needs);
            }
            needs
        };
        let needs = needs.map(|n| swap(&mut self.runs, n));
        self.relaxed.without = Some(without);
        self.restart(&again.programs);
        let stuck = self.solve();
        let end = self.end();
        self.relaxed = Relaxed::default();
        needs.map(|n| swap(&mut self.runs, n));
        for (run, (latency, occupancy)) in self.runs.iter_mut().zip(times) {
            (run.latency, run.occupancy) = (latency, occupancy);
        }
        self.again = Some(again);
        stuck.is_empty().then_some(end)
    }

    /// The needs of all runs if what a pipe fills had one more buffer: it waits for what emptied the buffer of the
    /// iteration before, instead of what emptied this one.
    fn with_another_buffer(
        &self,
        again: &Again,
        filled_by: Pipe,
        is_one: impl Fn(u32) -> bool,
    ) -> Vec<Needs> {
        let mut before: FxHashMap<(u32, u32), Needs> = FxHashMap::default();
        let change = |(r, run): (usize, &super::Issue)| {
            if run.needs.is_empty() || run.pipe != filled_by || !is_one(run.site) {
                return run.needs.clone();
            }
            let order = &again.orders[r];
            let emptied = |n: &u32| {
                lane(filled_by) < lane(self.runs[*n as usize].pipe)
                    && order.reuse.contains(n)
                    && !order.data.contains(n)
            };
            let (reuse, mut needs): (Needs, Needs) = run.needs.iter().copied().partition(emptied);
            let line = again.lines.get(run.site as usize).copied().unwrap_or(run.site);
            needs.extend(before.insert((run.core, line), reuse).unwrap_or_default());
            needs
        };
        self.runs.iter().enumerate().map(change).collect()
    }
}

impl CoreState {
    /// When the buffer of an id was given back one iteration earlier, by the pipe that gave it back last.
    pub(super) fn released_before(
        &self,
        id: i64,
        acquisition: u32,
        runs: &[super::Issue],
    ) -> Option<super::Timestamp> {
        let pipe = |m: &super::Timestamp| m.run.map(|r| runs[r as usize].pipe);
        let last = pipe(self.buffers.get(&(id, acquisition))?);
        let earlier = (0..acquisition).rev().take(8).filter_map(|t| self.buffers.get(&(id, t)));
        earlier.into_iter().find(|m| pipe(m) == last).copied()
    }
}
