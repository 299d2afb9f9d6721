//! Round-robin over cores: each runs until it ends or has to wait; when none can go on, the report says who waits for
//! what.
//!
//! The order is fixed (blocks in order, in a block the cube core first), so a run gives the same result every
//! time.

use crate::block::BlockMemory;
use crate::core::{Blocked, BlockedOn, Core, StopReason};
use crate::signal::{CrossCoreOp, Signals};
use pto_ir::NodeId;
use pto_ir::diag::Diagnostic;
use pto_isa::{Target, code};

#[derive(Clone)]
enum State {
    Runs,
    Waits(Blocked),
    Ended,
}

/// Where the cores of a group are in their turns.
#[derive(Clone)]
pub(crate) struct Turns {
    signals: Signals,
    states: Vec<State>,
    /// Whose turn it is.
    next: usize,
    /// Whether a core has gone on since the first one had its turn.
    moved: bool,
}

/// How far cores have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// A core has executed as much as it was to, see [`Core::pause_at`].
    Paused,
    /// A core had its turn.
    Turn,
    /// All are at their end.
    Ended,
}

/// Runs cores to their end. Cores of one block stand together and share one of the memories.
pub(crate) fn run_cores<'g>(
    cores: &mut [Core<'_, 'g>],
    memories: &mut [BlockMemory<'g>],
) -> Result<(), Box<Diagnostic>> {
    let mut turns = Turns::new(cores);
    while turns.go_on(cores, memories)? != Progress::Ended {}
    Ok(())
}

impl Turns {
    /// All cores are at their beginning.
    pub fn new(cores: &[Core<'_, '_>]) -> Turns {
        let target = cores.first().map_or(Target::CPU, |c| c.program.numerics.target);
        Turns {
            signals: Signals::new(target, cores.iter().map(Core::at).collect()),
            states: cores.iter().map(|_| State::Runs).collect(),
            next: 0,
            moved: false,
        }
    }

    /// The core that executes something next: whose turn it is, or the first after it that can go on.
    pub fn next(&self) -> Option<usize> {
        let cores = self.states.len();
        let order = (0..cores).map(|i| (self.next + i) % cores);
        let runs = |i: &usize| matches!(self.states[*i], State::Runs);
        let waits = |i: &usize| matches!(self.states[*i], State::Waits(_));
        order.clone().find(runs).or_else(|| order.clone().find(waits))
    }

    /// What a core waits for, in words, and the instruction it waits at; none if it can go on.
    pub fn waits_for(&self, core: usize) -> Option<(NodeId, String)> {
        match &self.states[core] {
            State::Waits(wait) => Some((wait.node, self.say(core, wait))),
            State::Runs | State::Ended => None,
        }
    }

    /// Whether a core is at its end.
    pub fn has_ended(&self, core: usize) -> bool {
        matches!(self.states[core], State::Ended)
    }

    /// Gives a core its turn, or the rest of it.
    pub fn go_on<'g>(
        &mut self,
        cores: &mut [Core<'_, 'g>],
        memories: &mut [BlockMemory<'g>],
    ) -> Result<Progress, Box<Diagnostic>> {
        if self.next == cores.len() {
            if self.states.iter().all(|s| matches!(s, State::Ended)) {
                return Ok(Progress::Ended);
            }
            if !self.moved {
                return Err(self.report(cores));
            }
            (self.next, self.moved) = (0, false);
        }
        let i = self.next;
        let mut tries_again = false;
        match &self.states[i] {
            State::Ended | State::Waits(Blocked { on: BlockedOn::Itself(_), .. }) => {
                self.next += 1;
                return Ok(Progress::Turn);
            }
            State::Waits(Blocked { on: BlockedOn::Core(ask), .. }) => {
                if !self.signals.grant(i, *ask) {
                    self.next += 1;
                    return Ok(Progress::Turn);
                }
                cores[i].pass()?;
                self.states[i] = State::Runs;
            }
            State::Waits(Blocked { on: BlockedOn::Polled(_), .. }) => tries_again = true,
            State::Runs => {}
        }
        let executed = cores[i].executed;
        let per_block = cores.len() / memories.len().max(1);
        BlockMemory::show_global(memories, i / per_block);
        let memory = &mut memories[i / per_block];
        std::mem::swap(&mut cores[i].memory, memory);
        let state = run_on(&mut cores[i], i, &mut self.signals);
        std::mem::swap(&mut cores[i].memory, memory);
        let state = state?;
        self.moved |= !tries_again || cores[i].executed != executed;
        let Some(state) = state else {
            self.states[i] = State::Runs;
            return Ok(Progress::Paused);
        };
        self.states[i] = state;
        self.next += 1;
        Ok(Progress::Turn)
    }
}

/// Runs a core until it ends or has to wait; nothing if it was paused.
fn run_on(
    core: &mut Core<'_, '_>,
    index: usize,
    signals: &mut Signals,
) -> Result<Option<State>, Box<Diagnostic>> {
    core.memory.be_core(core.role);
    loop {
        match core.run()? {
            StopReason::End | StopReason::Issue => return Ok(Some(State::Ended)),
            StopReason::Yield => return Ok(Some(State::Runs)),
            StopReason::Paused => return Ok(None),
            StopReason::Blocked(wait) => match wait.on {
                BlockedOn::Core(ask) if signals.grant(index, ask) => core.pass()?,
                _ => return Ok(Some(State::Waits(wait))),
            },
        }
    }
}

impl Turns {
    fn say(&self, i: usize, wait: &Blocked) -> String {
        match &wait.on {
            BlockedOn::Itself(what) | BlockedOn::Polled(what) => format!("waits for {what}"),
            BlockedOn::Core(ask) => {
                let (CrossCoreOp::Set(channel)
                | CrossCoreOp::Wait(channel)
                | CrossCoreOp::Meet(channel)) = *ask;
                let signals = &self.signals;
                let missing: Vec<String> =
                    signals.missing(i, channel).take(4).map(|m| signals.name(m)).collect();
                match &missing[..] {
                    [] => format!("waits for {channel}, which no core of the kernel can send"),
                    some => format!("waits for {channel} from {}", some.join(" and ")),
                }
            }
        }
    }

    /// Nobody can go on.
    fn report(&self, cores: &[Core<'_, '_>]) -> Box<Diagnostic> {
        let (states, signals) = (&self.states, &self.signals);
        let module = cores[0].program.module;
        let mut diagnostic: Option<Diagnostic> = None;
        let mut ended = Vec::new();
        for (i, state) in states.iter().enumerate() {
            match state {
                State::Waits(wait) => {
                    let node = module.node(wait.node);
                    let text = format!("{} {}", signals.name(i), self.say(i, wait));
                    diagnostic = Some(match diagnostic {
                        None => {
                            let name = module.op_name(node);
                            let message = format!("`{name}` never ends: no core can go on");
                            let mut d = Diagnostic::error(code::DEADLOCK, node.name_span, message);
                            d.target = Some(cores[0].program.numerics.target);
                            d.found(text)
                        }
                        Some(d) => d.label(node.name_span, text),
                    });
                }
                State::Ended => ended.push(signals.name(i)),
                State::Runs => {}
            }
        }
        let mut d = diagnostic.unwrap_or_else(|| {
            let span = module.node(cores[0].program.entry).name_span;
            Diagnostic::error(code::DEADLOCK, span, "no core can go on")
        });
        if !ended.is_empty() {
            d = d.note(format!("already at the end: {}", ended.join(", ")));
        }
        d = d.note("each core runs its instructions in the order of the text");
        Box::new(d)
    }
}
