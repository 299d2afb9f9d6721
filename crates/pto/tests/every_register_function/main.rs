//! Every function on registers gives the same bits executed at once and as a program, or the same finding.

#[rustfmt::skip]
mod functions;

use pto::prelude::*;
use pto::{Code, LaunchArg, Result, code};
use std::cell::Cell;

/// Bytes that a call may touch.
const BYTES: usize = 8192;

/// Bytes between the places of two pointers.
const ROOM: usize = 1024;

/// Where operands come from, and where results go.
pub struct Sources {
    tile: Tile<Vec, u8, 1, BYTES>,
    /// Registers so far, so that no two are alike.
    registers: Cell<usize>,
    kept: Cell<usize>,
}

/// Something that a call gives.
pub trait Keep {
    /// Stores it.
    fn keep(self, at: &UbPtr<u8>) -> Result<()>;
}

impl<E: Lane> Keep for Vreg<E> {
    fn keep(self, at: &UbPtr<u8>) -> Result<()> {
        vsts(&vbitcast::<E, u8>(&self)?, at, 0, &pset_b8(Pattern::All)?)
    }
}
impl<W: Width> Keep for Mask<W> {
    fn keep(self, at: &UbPtr<u8>) -> Result<()> {
        psts_offset_dist(&self, at, 0, PstDist::Norm)
    }
}
impl<E: Lane> Keep for UbPtr<E> {
    /// Where it points to.
    fn keep(self, _: &UbPtr<u8>) -> Result<()> {
        let (mark, all) = (vbr::<u8>(0x5A)?, pset_b8(Pattern::All)?);
        vsts_dist(&mark, &self.cast()?, 0, &all, VstsDist::OnePtB8)
    }
}
impl Keep for Align {
    /// Used up by a flush where the stream is, or not at all if it loads.
    fn keep(self, _: &UbPtr<u8>) -> Result<()> {
        Ok(())
    }
}
impl Keep for i32 {
    fn keep(self, at: &UbPtr<u8>) -> Result<()> {
        vsts(&vbr::<i32>(self)?, &at.cast()?, 0, &pset_b32(Pattern::All)?)
    }
}
impl Keep for usize {
    fn keep(self, at: &UbPtr<u8>) -> Result<()> {
        (self as i32).keep(at)
    }
}

impl Sources {
    fn new() -> Result<Sources> {
        let mut tile = Tile::new();
        tassign(&mut tile, 0)?;
        vecscope(|| {
            let (p, all) = (tile.address()?, pset_b8(Pattern::All)?);
            // 0 to 127 and 0 to 127: small numbers of every type, and no two units alike within a register of bytes.
            let numbers: Vreg<u8> = vands(&vbitcast(&vci::<i8>(0)?)?, 0x7F, &all)?;
            (0..BYTES / 256).try_for_each(|i| vsts(&numbers, &p, 256 * i, &all))
        })?;
        Ok(Sources { tile, registers: Cell::new(0), kept: Cell::new(0) })
    }

    /// A register with a small number in each lane: wherever lane numbers, offsets or shifts are asked for, they are
    /// legal.
    pub fn register<E: Lane>(&self) -> Result<Vreg<E>> {
        let n = self.registers.replace(self.registers.get() + 1) as i32;
        if E::DTYPE.is_int() && E::DTYPE.bits() == 32 {
            return vbitcast(&vands(&vci::<i32>(n)?, 15, &pset_b32(Pattern::All)?)?);
        }
        if E::DTYPE.is_int() && E::DTYPE.bits() == 16 {
            return vbitcast(&vands(&vci::<i16>(n as i16)?, 15, &pset_b16(Pattern::All)?)?);
        }
        vlds(&self.tile.address()?.at(256 * n as usize)?.cast()?, 0)
    }

    /// Every other lane.
    pub fn mask<W: Width>(&self) -> Result<Mask<W>> {
        plds(&self.tile.address()?.at(ROOM)?)
    }

    /// A place of its own for each operand.
    pub fn pointer<E: Lane>(&self, slot: usize) -> Result<UbPtr<E>> {
        self.tile.address()?.at(ROOM * slot)?.cast()
    }

    /// The state of a stream that loads from the place of the first operand.
    pub fn loads(&self) -> Result<Align> {
        vldas(&self.pointer::<u8>(0)?)
    }

    /// The state of a stream that stores.
    pub fn stores(&self) -> Result<Align> {
        init_align()
    }

    /// Stores what a call gives.
    pub fn keep(&self, what: impl Keep) -> Result<()> {
        let n = self.kept.replace(self.kept.get() + 1);
        what.keep(&self.tile.address()?.at(BYTES - ROOM + 256 * n)?)
    }
}

/// What a call leaves, or the code of the finding.
type Outcome = std::result::Result<std::vec::Vec<u8>, Option<Code>>;

fn kernel(call: fn(&Sources) -> Result<()>, out: &mut [u8]) -> Result<()> {
    let sources = Sources::new()?;
    call(&sources)?;
    tstore(&mut GlobalTensor::new_mut(out, [1, BYTES]), &sources.tile).map(|_| ())
}

fn eager(target: Target, call: fn(&Sources) -> Result<()>) -> Outcome {
    let mut out = vec![0; BYTES];
    let done = Session::eager(target).run(|| kernel(call, &mut out));
    done.map(|()| out).map_err(|e| e.code())
}

fn recorded(name: &str, target: Target, call: fn(&Sources) -> Result<()>) -> Outcome {
    let mut out = vec![0; BYTES];
    let recording = Session::record(target, "kernel").run(|| kernel(call, &mut out));
    let recording = recording.unwrap_or_else(|e| panic!("{name}: {e}"));
    let found: std::vec::Vec<_> =
        recording.check().into_iter().filter(|d| d.is_error()).map(|d| d.message).collect();
    assert!(found.is_empty(), "{name}: {found:?}\n{}", recording.text());
    let mut args = [LaunchArg::Bytes(out)];
    recording.run(&mut args).map_err(|e| e.code())?;
    match args {
        [LaunchArg::Bytes(bytes)] => Ok(bytes),
        _ => panic!("{name}: no buffer"),
    }
}

/// Forms that no page and no library says enough about to execute them.
const UNKNOWN: [&str; 3] = ["vusqz", "vmull_third", "vmull_third_high"];

#[test]
fn executed_at_once_and_recorded_are_the_same() {
    for &(name, targets, call) in functions::FUNCTIONS {
        for &target in targets {
            let outcome = eager(target, call);
            let other = recorded(name, target, call);
            match (&outcome, &other) {
                (Ok(a), Ok(b)) => {
                    let differs = a.iter().zip(b).position(|(a, b)| a != b);
                    assert_eq!(differs, None, "{name} on {target}: other bytes when recorded");
                }
                (Err(a), Err(b)) => {
                    assert_eq!(a, b, "{name} on {target}");
                    // Offsets here are small numbers: not aligned, as devices want it, and some of them equal,
                    // which A2/A3 refuses to scatter to.
                    let known = match *a {
                        Some(code::ADDR_ALIGN) => {
                            target != Target::CPU && name.starts_with("vgatherb")
                        }
                        Some(code::TRAP) => target == Target::A2A3 && name.starts_with("vscatter"),
                        Some(code::NOT_EXECUTABLE) => UNKNOWN.contains(&name),
                        _ => false,
                    };
                    assert!(known, "{name} on {target}: {a:?}");
                }
                _ => panic!("{name} on {target}: {outcome:?}, but recorded {other:?}"),
            }
        }
    }
    let count = functions::FUNCTIONS.len();
    assert!(count > 180, "{count} functions");
}
