//! Runs an instruction by its fast kernel and by its definition and looks for a difference: for tests.

use crate::memory::{CoreMemory, GlobalMemory};
use pto_isa::sem::{Arg, Exec, Memory, Numerics, Outcome, Trap};
use pto_isa::{AttrValue, OpDef, Space, Target};
use std::cell::Cell;

/// An instruction with its operands.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The instruction.
    pub def: &'static OpDef,
    /// The choices of the run.
    pub numerics: &'a Numerics,
    /// Operands with their slots.
    pub args: &'a [(u8, Arg)],
    /// Attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
}

/// Bytes from an address of a local memory on.
pub type Contents = (Space, u64, Vec<u8>);

const SPACES: [Space; 9] = [
    Space::Vec,
    Space::Mat,
    Space::Left,
    Space::Right,
    Space::Acc,
    Space::Bias,
    Space::Scaling,
    Space::ScaleLeft,
    Space::ScaleRight,
];

/// Gives `work` the memory of a core with these buffers of global memory and these contents.
pub fn with_memory<T>(
    target: Target,
    buffers: &mut [Vec<u8>],
    contents: &[Contents],
    work: impl FnOnce(&mut CoreMemory<'_>) -> T,
) -> T {
    let gm = GlobalMemory::new(buffers, 0);
    let mut memory = CoreMemory::new(target, &gm);
    for (space, addr, bytes) in contents {
        if let Ok(place) = memory.bytes_mut(*space, 0, *addr as i64, bytes.len() as u64) {
            place.copy_from_slice(bytes);
        }
    }
    work(&mut memory)
}

/// Runs the fast kernel, if there is one.
pub fn run_fast(
    t: &Trial<'_>,
    memory: &mut CoreMemory<'_>,
    quirks: &Cell<u64>,
) -> Result<bool, Trap> {
    super::run(t.def, t.numerics, t.args, t.attrs, memory, quirks)
}

/// Runs the definition.
pub fn run_definition(t: &Trial<'_>, memory: &mut CoreMemory<'_>, quirks: &Cell<u64>) -> Outcome {
    t.def.sem.run(&mut Exec {
        def: t.def,
        numerics: t.numerics,
        args: t.args,
        attrs: t.attrs,
        memory,
        results: &mut Vec::new(),
        printed: &mut Vec::new(),
        quirks,
    })
}

/// Runs both on equal memories and compares all bytes. Returns whether a fast kernel did it, or the first
/// difference.
pub fn run_both(t: &Trial<'_>, buffers: &[Vec<u8>], contents: &[Contents]) -> Result<bool, String> {
    let target = t.numerics.target;
    let (mut gm, quirks) = (buffers.to_vec(), Cell::new(0));
    let (fast, fast_bytes) = with_memory(target, &mut gm, contents, |memory| {
        let fast = run_fast(t, memory, &quirks);
        (fast, local_bytes(target, memory))
    });
    let (mut gm2, quirks2) = (buffers.to_vec(), Cell::new(0));
    let (other, other_bytes) = with_memory(target, &mut gm2, contents, |memory| {
        // Without a fast kernel nothing may have happened.
        let outcome = match fast {
            Ok(false) => Ok(()),
            _ => run_definition(t, memory, &quirks2),
        };
        (outcome, local_bytes(target, memory))
    });
    let trap = |o: Option<&Trap>| o.map_or("no trap".to_string(), |t| t.message.clone());
    if fast.as_ref().err() != other.as_ref().err() {
        let (a, b) = (trap(fast.as_ref().err()), trap(other.as_ref().err()));
        return Err(format!("fast: {a}; definition: {b}"));
    }
    if quirks != quirks2 {
        return Err(format!("quirks: {quirks:?} instead of {quirks2:?}"));
    }
    for (space, (a, b)) in SPACES.iter().zip(fast_bytes.iter().zip(&other_bytes)) {
        compare(&format!("{space}"), a, b)?;
    }
    for (i, (a, b)) in gm.iter().zip(&gm2).enumerate() {
        compare(&format!("buffer {i}"), a, b)?;
    }
    Ok(fast == Ok(true))
}

fn local_bytes(target: Target, memory: &CoreMemory<'_>) -> Vec<Vec<u8>> {
    let all = |space: &Space| {
        let len = target.capacity_bytes(*space).unwrap_or(0);
        memory.bytes(*space, 0, 0, len).map_or_else(|_| Vec::new(), <[u8]>::to_vec)
    };
    SPACES.iter().map(all).collect()
}

fn compare(name: &str, fast: &[u8], definition: &[u8]) -> Result<(), String> {
    if fast == definition {
        return Ok(());
    }
    let at = fast.iter().zip(definition).position(|(a, b)| a != b).unwrap_or(fast.len());
    let show = |bytes: &[u8]| {
        format!("{:02x?}", bytes.get(at..).map_or(&[][..], |b| &b[..b.len().min(8)]))
    };
    Err(format!("{name} differs at byte {at}: {} instead of {}", show(fast), show(definition)))
}
