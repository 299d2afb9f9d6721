//! Runs an instruction by its fast kernel and by its definition and says where they differ: for tests.

use super::prepared::PreparedKernel;
use super::runtime_args::RuntimeArgs;
use crate::memory::{CoreMemory, GlobalMemory, HostBuffer, POISON};
use pto_isa::sem::{Arg, Exec, Memory, Numerics, Trap};
use pto_isa::{AttrValue, OpDef, Space};
use std::cell::Cell;

/// An instruction with its operands and what is in memory before.
pub struct Case<'a> {
    /// The instruction.
    pub def: &'static OpDef,
    /// The choices of the run.
    pub numerics: Numerics,
    /// Operands with their slots.
    pub args: &'a [(u8, Arg)],
    /// Attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// The first bytes of local memories.
    pub locals: &'a [(Space, Vec<u8>)],
    /// Buffers of global memory.
    pub buffers: &'a [Vec<u8>],
}

/// What is there after a run.
struct After {
    outcome: Result<bool, Trap>,
    results: Vec<(u8, Arg)>,
    printed: Vec<String>,
    quirks: u64,
    locals: Vec<(Space, Vec<u8>)>,
    buffers: Vec<Vec<u8>>,
}

/// Fresh memory for a case, with its contents.
pub fn with_memory<R>(
    case: &Case<'_>,
    f: impl FnOnce(&mut CoreMemory<'_>) -> R,
) -> (R, Vec<Vec<u8>>) {
    let mut buffers = case.buffers.to_vec();
    let mut host: Vec<_> = buffers.iter_mut().map(|b| HostBuffer::Write(b)).collect();
    let mut gm = GlobalMemory::of(&mut host);
    let mut memory = CoreMemory::new(case.numerics.target, &mut gm);
    for (space, bytes) in case.locals {
        if let Ok(place) = memory.bytes_mut(*space, 0, 0, bytes.len() as u64) {
            place.copy_from_slice(bytes);
        }
    }
    let result = f(&mut memory);
    drop(memory);
    (result, buffers)
}

/// Tries the fast kernel; whether there was one.
pub fn attempt(
    case: &Case<'_>,
    memory: &mut CoreMemory<'_>,
    quirks: &Cell<u64>,
) -> Result<bool, Trap> {
    try_kernel(case, memory, quirks, None)
}

/// [`attempt`]; what the kernel found out about the operands may be kept.
fn try_kernel(
    case: &Case<'_>,
    memory: &mut CoreMemory<'_>,
    quirks: &Cell<u64>,
    keep: Option<&mut Option<PreparedKernel>>,
) -> Result<bool, Trap> {
    let cx = super::Context {
        def: case.def,
        numerics: &case.numerics,
        args: case.args,
        attrs: case.attrs,
        quirks,
        modes: &Cell::default(),
        forwards: false,
    };
    Ok(super::run(&cx, memory, keep))
}

/// Executes as a run does: by the kernel if there is one, else by the definition. Whether there was a kernel.
pub fn execute(case: &Case<'_>, memory: &mut CoreMemory<'_>) -> Result<bool, Trap> {
    let quirks = Cell::new(0);
    if try_kernel(case, memory, &quirks, None)? {
        return Ok(true);
    }
    let (mut results, mut printed) = (Vec::new(), Vec::new());
    define(case, memory, &quirks, &mut results, &mut printed).map(|()| false)
}

/// Executes by the definition.
fn define(
    case: &Case<'_>,
    memory: &mut CoreMemory<'_>,
    quirks: &Cell<u64>,
    results: &mut Vec<(u8, Arg)>,
    printed: &mut Vec<String>,
) -> Result<(), Trap> {
    case.def.sem.run(&mut Exec {
        operands: case.def.operands,
        numerics: &case.numerics,
        args: case.args,
        attrs: case.attrs,
        memory,
        registers: &mut [],
        undefined: POISON,
        results,
        printed,
        modes: &Cell::default(),
        quirks,
    })
}

/// How an instruction is executed.
enum Execution<'a> {
    Definition,
    /// By a kernel, which may be kept.
    Kernel(&'a mut Option<PreparedKernel>),
    /// By a kernel that was kept.
    Again(&'a mut PreparedKernel),
}

fn run(case: &Case<'_>, execution: Execution<'_>) -> After {
    let quirks = Cell::new(0);
    let (mut results, mut printed) = (Vec::new(), Vec::new());
    let ((outcome, locals), buffers) = with_memory(case, |memory| {
        let outcome = match execution {
            Execution::Kernel(keep) => try_kernel(case, memory, &quirks, Some(keep)),
            Execution::Again(prepared) => {
                Ok(prepared.run(memory, &RuntimeArgs::Gathered(case.args)).is_some())
            }
            Execution::Definition => {
                define(case, memory, &quirks, &mut results, &mut printed).map(|()| false)
            }
        };
        let snapshot = |&(space, ref bytes): &(Space, Vec<u8>)| {
            let size = bytes.len() as u64;
            (space, memory.bytes(space, 0, 0, size).map_or_else(|_| Vec::new(), <[u8]>::to_vec))
        };
        (outcome, case.locals.iter().map(snapshot).collect::<Vec<_>>())
    });
    After { outcome, results, printed, quirks: quirks.get(), locals, buffers }
}

pub use super::simd::VectorLevel;

/// Makes kernels do with these vector instructions and those of the levels before. Returns the level that they use then:
/// the machine may have less.
pub fn set_level(most: VectorLevel) -> VectorLevel {
    super::simd::set_level(most)
}

/// What a case was like that gave the same both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same {
    /// A kernel did it.
    pub fast: bool,
    /// The instruction stopped the run.
    pub trapped: bool,
}

/// Whether there was a kernel for the case, or what differs; see [`compare`].
pub fn run_both(case: &Case<'_>) -> Result<bool, String> {
    compare(case).map(|same| same.fast)
}

/// Runs the fast kernel and the definition on the same memory and says what differs. A kernel that says it
/// does not fit must not have changed anything. One that is kept must do the same again, in another memory.
///
/// What is compared of local memories is as long as their given contents.
pub fn compare(case: &Case<'_>) -> Result<Same, String> {
    let mut kept = None;
    let fast = run(case, Execution::Kernel(&mut kept));
    let slow = run(case, Execution::Definition);
    let same = |fast| Ok(Same { fast, trapped: slow.outcome.is_err() });
    if fast.outcome == Ok(false) {
        same_bytes(case.locals, &fast.locals)?;
        if fast.buffers != case.buffers || fast.quirks != 0 {
            return Err("a kernel that does not fit changed something".into());
        }
        return same(false);
    }
    if fast.outcome.as_ref().err() != slow.outcome.as_ref().err() {
        return Err(format!("kernel {:?}, definition {:?}", fast.outcome, slow.outcome));
    }
    if (fast.quirks, &fast.results, &fast.printed) != (slow.quirks, &slow.results, &slow.printed) {
        return Err("quirks, scalar results or printed text differ".into());
    }
    let again = kept.as_mut().map(|prepared| run(case, Execution::Again(prepared)));
    for fast in std::iter::once(&fast).chain(&again) {
        same_bytes(&slow.locals, &fast.locals)?;
        if fast.outcome != Ok(true) || slow.buffers != fast.buffers {
            return Err("global memory differs, or a kernel that was kept declines".into());
        }
    }
    same(true)
}

fn same_bytes(want: &[(Space, Vec<u8>)], got: &[(Space, Vec<u8>)]) -> Result<(), String> {
    for ((space, want), (_, got)) in want.iter().zip(got) {
        if let Some(at) = want.iter().zip(got).position(|(a, b)| a != b) {
            let word = |bytes: &[u8]| bytes[at & !3..].iter().take(4).copied().collect::<Vec<_>>();
            let (want, got) = (word(want), word(got));
            return Err(format!(
                "{space} differs at byte {at}: {want:02X?} by the definition, {got:02X?}"
            ));
        }
    }
    Ok(())
}
