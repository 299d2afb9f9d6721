//! Round-robin over cores: each runs until it ends or has to wait; when none can go on, the report says who waits for
//! what.
//!
//! The order is fixed (blocks in order, in a block the cube core first), so a run gives the same result every
//! time.

use crate::block::BlockMemory;
use crate::core::{Blocked, BlockedOn, Core, StopReason};
use crate::signal::{CrossCoreOp, Signals};
use pto_ir::diag::Diagnostic;
use pto_isa::code;

enum State {
    Runs,
    Waits(Blocked),
    Ended,
}

/// Runs cores to their end. Cores of one block stand together and share one of the memories.
pub(crate) fn run_cores<'g>(
    cores: &mut [Core<'_, 'g>],
    memories: &mut [BlockMemory<'g>],
) -> Result<(), Box<Diagnostic>> {
    let Some(first) = cores.first() else { return Ok(()) };
    let target = first.program.numerics.target;
    let mut signals = Signals::new(target, cores.iter().map(Core::at).collect());
    let per_block = cores.len() / memories.len().max(1);
    let mut states: Vec<State> = cores.iter().map(|_| State::Runs).collect();
    loop {
        let mut moved = false;
        for i in 0..cores.len() {
            let mut tries_again = false;
            match &states[i] {
                State::Ended | State::Waits(Blocked { on: BlockedOn::Itself(_), .. }) => continue,
                State::Waits(Blocked { on: BlockedOn::Core(ask), .. }) => {
                    if !signals.grant(i, *ask) {
                        continue;
                    }
                    cores[i].pass()?;
                }
                State::Waits(Blocked { on: BlockedOn::Polled(_), .. }) => tries_again = true,
                State::Runs => {}
            }
            let executed = cores[i].executed;
            BlockMemory::show_global(memories, i / per_block);
            let memory = &mut memories[i / per_block];
            std::mem::swap(&mut cores[i].memory, memory);
            let state = run_on(&mut cores[i], i, &mut signals);
            std::mem::swap(&mut cores[i].memory, memory);
            states[i] = state?;
            moved |= !tries_again || cores[i].executed != executed;
        }
        if states.iter().all(|s| matches!(s, State::Ended)) {
            return Ok(());
        }
        if !moved {
            return Err(report(cores, &states, &signals));
        }
    }
}

/// Runs a core until it ends or has to wait.
fn run_on(
    core: &mut Core<'_, '_>,
    index: usize,
    signals: &mut Signals,
) -> Result<State, Box<Diagnostic>> {
    core.memory.be_core(core.role);
    loop {
        match core.run()? {
            StopReason::End | StopReason::Issue => return Ok(State::Ended),
            StopReason::Yield => return Ok(State::Runs),
            StopReason::Blocked(wait) => match wait.on {
                BlockedOn::Core(ask) if signals.grant(index, ask) => core.pass()?,
                _ => return Ok(State::Waits(wait)),
            },
        }
    }
}

/// Nobody can go on.
fn report(cores: &[Core<'_, '_>], states: &[State], signals: &Signals) -> Box<Diagnostic> {
    let module = cores[0].program.module;
    let say = |i: usize, wait: &Blocked| match &wait.on {
        BlockedOn::Itself(what) | BlockedOn::Polled(what) => format!("waits for {what}"),
        BlockedOn::Core(ask) => {
            let (CrossCoreOp::Set(channel)
            | CrossCoreOp::Wait(channel)
            | CrossCoreOp::Meet(channel)) = *ask;
            let missing: Vec<String> =
                signals.missing(i, channel).take(4).map(|m| signals.name(m)).collect();
            match &missing[..] {
                [] => format!("waits for {channel}, which no core of the kernel can send"),
                some => format!("waits for {channel} from {}", some.join(" and ")),
            }
        }
    };
    let mut diagnostic: Option<Diagnostic> = None;
    let mut ended = Vec::new();
    for (i, state) in states.iter().enumerate() {
        match state {
            State::Waits(wait) => {
                let node = module.node(wait.node);
                let text = format!("{} {}", signals.name(i), say(i, wait));
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
