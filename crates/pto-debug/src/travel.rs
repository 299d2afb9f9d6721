//! Time travel: a run that goes forwards and backwards.
//!
//! A run is deterministic, so going back is restoring what was kept before and running on from there. Checkpoints are kept at
//! equal distances; when they take more memory than they may, every second one is dropped and the distance doubles.

use crate::condition::Condition;
use crate::record::memory_of;
use pto_ir::{Module, NodeId};
use pto_isa::sem::Arg;
use pto_sim::{Checkpoint, CoreState, MemoryId, Session};

/// Steps between checkpoints at first.
const FIRST_DISTANCE: u64 = 1024;

/// A run with its past.
pub struct Traveller<'t, 'a, 'g> {
    /// The run, where it is now.
    pub session: &'t mut Session<'a, 'g>,
    /// The module that runs.
    pub module: &'t Module,
    checkpoints: Vec<Checkpoint>,
    distance: u64,
    most_bytes: usize,
    kept_bytes: usize,
    /// Where the run ends, once that is known.
    end: Option<u64>,
}

/// A place to stop at.
#[derive(Clone, Debug, Default)]
pub struct Breakpoint {
    /// Before an instruction on this line.
    pub line: Option<usize>,
    /// Only if this holds.
    pub condition: Option<Condition>,
    /// Only in this iteration of the innermost loop, or a later one.
    pub from_iteration: Option<u64>,
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It is at a breakpoint, by its place in the list.
    Breakpoint(usize),
    /// It is where it was to go.
    Reached,
    /// It is at its beginning.
    Start,
    /// It is at its end.
    End,
}

/// Who wrote something last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// Steps before the one that wrote it.
    pub at: u64,
    /// The instruction.
    pub node: NodeId,
}

impl<'t, 'a, 'g> Traveller<'t, 'a, 'g> {
    /// A run at its beginning, whose checkpoints may take this many bytes.
    pub fn new(
        session: &'t mut Session<'a, 'g>,
        module: &'t Module,
        most_bytes: usize,
    ) -> Traveller<'t, 'a, 'g> {
        let start = session.save(None);
        let kept_bytes = start.own_bytes();
        Traveller {
            session,
            module,
            checkpoints: vec![start],
            distance: FIRST_DISTANCE,
            most_bytes,
            kept_bytes,
            end: None,
        }
    }

    /// Steps executed so far.
    pub fn at(&self) -> u64 {
        self.session.at()
    }
    /// Where the run ends, if it has been there.
    pub fn end(&self) -> Option<u64> {
        self.end
    }
    /// Bytes that checkpoints take, and how many there are.
    pub fn kept(&self) -> (usize, usize) {
        (self.kept_bytes, self.checkpoints.len())
    }

    /// Goes to the state after this many steps, forwards or backwards; to the end if there are fewer.
    pub fn go_to(&mut self, at: u64) {
        if at < self.at() {
            let before = self.checkpoints.partition_point(|c| c.at() <= at).max(1) - 1;
            self.session.restore(&self.checkpoints[before]);
        } else if let Some(near) = self.checkpoints.iter().rev().find(|c| c.at() <= at)
            && near.at() > self.at()
        {
            self.session.restore(near);
        }
        while self.at() < at && !self.session.is_over() {
            let next = self.next_checkpoint();
            self.session.run_to(at.min(next));
            self.keep();
        }
        self.note_end();
    }

    fn note_end(&mut self) {
        if self.session.is_over() {
            self.end = Some(self.at());
        }
    }

    fn next_checkpoint(&self) -> u64 {
        let last = self.checkpoints.last().map_or(0, Checkpoint::at);
        if self.at() >= last { last + self.distance } else { u64::MAX }
    }

    /// Keeps a checkpoint if it is time for one.
    fn keep(&mut self) {
        let last = self.checkpoints.last();
        let due = last.is_none_or(|c| self.at() >= c.at() + self.distance);
        if !due {
            return;
        }
        let new = self.session.save(last);
        self.kept_bytes += new.own_bytes();
        self.checkpoints.push(new);
        while self.kept_bytes > self.most_bytes && self.checkpoints.len() > 2 {
            self.thin_out();
        }
    }

    /// Drops every second checkpoint. Pages that two of them share stay with the one that is left.
    fn thin_out(&mut self) {
        self.distance *= 2;
        let mut i = 0;
        self.checkpoints.retain(|_| {
            i += 1;
            i % 2 == 1
        });
        self.kept_bytes = Checkpoint::total_bytes(&self.checkpoints);
    }

    /// Executes one step of the decoded program.
    pub fn step(&mut self) {
        self.session.step();
        self.keep();
        self.note_end();
    }

    /// The operation that is executed next and its line; jumps have none.
    pub fn here(&self) -> Option<(NodeId, usize)> {
        let node = self.session.core()?.node()?;
        Some((node, self.module.line(self.module.node(node).span.start)))
    }

    /// Whether the run is before something that is worth a stop: an operation with a line.
    fn is_at_operation(&self) -> bool {
        self.session.core().is_some_and(|c| c.node().is_some())
    }

    /// Goes on to the next operation of the program.
    pub fn step_forward(&mut self) -> Stop {
        loop {
            self.step();
            if self.session.is_over() {
                return Stop::End;
            }
            if self.is_at_operation() {
                return Stop::Reached;
            }
        }
    }

    /// Goes on to the next operation on another line.
    pub fn next_line(&mut self) -> Stop {
        let from = self.here().map(|h| h.1);
        loop {
            if self.step_forward() == Stop::End {
                return Stop::End;
            }
            if self.here().map(|h| h.1) != from {
                return Stop::Reached;
            }
        }
    }

    /// Goes back to the operation before.
    pub fn step_back(&mut self) -> Stop {
        self.back_to(|t| t.is_at_operation())
    }

    /// Goes back to the beginning of the line before.
    pub fn previous_line(&mut self) -> Stop {
        let from = self.here().map(|h| h.1);
        self.back_to(|t| t.here().is_some_and(|h| Some(h.1) != from))
    }

    /// Goes on until a breakpoint is met.
    pub fn run(&mut self, breakpoints: &[Breakpoint]) -> Stop {
        loop {
            self.step();
            if self.session.is_over() {
                return Stop::End;
            }
            if let Some(i) = self.met(breakpoints) {
                return Stop::Breakpoint(i);
            }
        }
    }

    /// Goes on to the first operation of the program, if the run is at its beginning.
    pub fn enter(&mut self) -> Stop {
        if self.is_at_operation() { Stop::Reached } else { self.step_forward() }
    }

    /// Goes on from the beginning until a breakpoint is met, which may stand on the first operation.
    pub fn run_from_start(&mut self, breakpoints: &[Breakpoint]) -> Stop {
        match (self.enter(), self.met(breakpoints)) {
            (Stop::End, _) => Stop::End,
            (_, Some(i)) => Stop::Breakpoint(i),
            (_, None) => self.run(breakpoints),
        }
    }

    /// Goes back until a breakpoint is met.
    pub fn run_back(&mut self, breakpoints: &[Breakpoint]) -> Stop {
        match self.back_to(|t| t.met(breakpoints).is_some()) {
            Stop::Start => Stop::Start,
            _ => self.met(breakpoints).map_or(Stop::Reached, Stop::Breakpoint),
        }
    }

    /// The breakpoint that the run is at.
    fn met(&self, breakpoints: &[Breakpoint]) -> Option<usize> {
        if breakpoints.is_empty() {
            return None;
        }
        let core = self.session.core()?;
        let line = core.node().map(|n| self.module.line(self.module.node(n).span.start))?;
        // A line is met where it begins, not again at each of its operations.
        breakpoints.iter().position(|b| {
            b.line.is_none_or(|l| l == line)
                && (b.line.is_some() || core.is_at_instruction())
                && b.from_iteration
                    .is_none_or(|i| core.loops().last().is_some_and(|l| l.iteration >= i))
                && b.condition.as_ref().is_none_or(|c| c.holds(&core))
        })
    }

    /// Goes back to the last moment before now of which something holds; to the start if there is none.
    fn back_to(&mut self, mut is_it: impl FnMut(&Traveller<'_, '_, '_>) -> bool) -> Stop {
        let now = self.at();
        let mut until = now;
        loop {
            let before = self.checkpoints.partition_point(|c| c.at() < until);
            if before == 0 {
                self.go_to(0);
                return Stop::Start;
            }
            let from = self.checkpoints[before - 1].at();
            self.go_to(from);
            let mut last = is_it(self).then_some(from);
            while self.at() + 1 < until && !self.session.is_over() {
                self.session.step();
                if self.at() < until && is_it(self) {
                    last = Some(self.at());
                }
            }
            if let Some(at) = last {
                self.go_to(at);
                return Stop::Reached;
            }
            until = from;
        }
    }

    /// The bytes of an element of a value, or of all of them.
    pub fn bytes_of(&self, name: &str, place: Option<(u32, u32)>) -> Option<(u64, Vec<i64>)> {
        let core = self.session.core()?;
        bytes_of(&core, core.value(name)?, place)
    }

    /// Goes back to the step that wrote an element last: who wrote this? The run is before that step then.
    pub fn last_write(&mut self, name: &str, place: Option<(u32, u32)>) -> Option<Writer> {
        let (memory, bytes) = self.bytes_of(name, place)?;
        let now = self.at();
        let mut until = now;
        loop {
            let before = self.checkpoints.partition_point(|c| c.at() < until);
            if before == 0 {
                self.go_to(now);
                return None;
            }
            let from = self.checkpoints[before - 1].at();
            self.go_to(from);
            let mut found = None;
            while self.at() < until && !self.session.is_over() {
                let core = self.session.core().map(|c| (c.at(), c.node()));
                let at = self.at();
                let touched = self.session.traced_step();
                let Some((who, Some(node))) = core else { continue };
                let hits = touched.iter().filter(|f| f.write && memory_of(who, f.memory) == memory);
                if hits.flat_map(|f| f.ranges()).any(|r| bytes.iter().any(|b| r.contains(b))) {
                    found = Some(Writer { at, node });
                }
            }
            if let Some(writer) = found {
                self.go_to(writer.at);
                return Some(writer);
            }
            until = from;
        }
    }
}

/// The memory and the first bytes of the elements of a value.
fn bytes_of(
    core: &CoreState<'_>,
    value: Arg,
    place: Option<(u32, u32)>,
) -> Option<(u64, Vec<i64>)> {
    match value {
        Arg::Tile(t) => {
            let id: MemoryId = core.memory_id(t.ty.space, 0);
            let at = |r: u32, c: u32| t.addr as i64 + (t.bit_offset(r, c) / 8) as i64;
            let bytes = match place {
                Some((r, c)) if r < t.ty.rows && c < t.ty.cols => vec![at(r, c)],
                Some(_) => return None,
                None => {
                    (0..t.valid.0).flat_map(|r| (0..t.valid.1).map(move |c| at(r, c))).collect()
                }
            };
            Some((memory_of(core.at(), id), bytes))
        }
        Arg::Ptr(p) => {
            let (row, col) = place.unwrap_or_default();
            let element = i64::from(row.max(col)) * i64::from(p.dtype.bytes());
            let id = core.memory_id(p.space, p.buffer);
            Some((memory_of(core.at(), id), vec![p.addr + element]))
        }
        Arg::View(v) => {
            let (row, col) = place.unwrap_or_default();
            let at = i64::from(row) * v.strides[3] + i64::from(col) * v.strides[4];
            let id = core.memory_id(v.at.space, v.at.buffer);
            Some((memory_of(core.at(), id), vec![v.at.addr + at * i64::from(v.at.dtype.bytes())]))
        }
        Arg::Scalar(..) | Arg::Reg(_) => None,
    }
}
