//! What an instruction really does to the memory of its operands, found by changing it.
//!
//! An operand is written if its bytes change. It is read if its contents matter: the instruction runs again with
//! every bit of the operand's memory flipped, and something else comes out than those bits where they were left
//! alone. Nothing here looks at what the table declares, or asks the definition what it accesses.

use crate::place::{Bytes, Placed, Region, Scene};
use pto_isa::AttrValue;
use pto_isa::FlatMemory;
use pto_isa::sem::{Arg, Memory, Numerics};
use std::collections::BTreeMap;
use std::ops::Range;

/// What was seen of one operand over all runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Runs with it that ended.
    pub runs: u32,
    pub read: bool,
    pub written: bool,
    /// A run left a valid element of a tile as it was.
    pub left: bool,
}

/// What was seen of bytes that the table says, or might say, an operand covers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Covers {
    /// A run accessed others.
    pub leaves_out: bool,
    /// A run accessed the first of them.
    pub first: bool,
    /// A run accessed the last of them.
    pub last: bool,
}

impl Covers {
    /// No run accessed others, and some run each end.
    pub fn exactly(&self) -> bool {
        !self.leaves_out && self.first && self.last
    }
}

/// What was seen of one instruction.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub runs: u32,
    pub traps: u32,
    pub last_trap: String,
    pub operands: BTreeMap<u8, Seen>,
    /// Of the bytes that an operand might cover, what was seen of them.
    pub covers: BTreeMap<(u8, Bytes), Covers>,
    /// Bytes that no operand names were written, or mattered.
    pub outside: Option<String>,
}

impl Region {
    fn meets(&self, other: &Region) -> bool {
        (self.space, self.buffer) == (other.space, other.buffer)
            && self.bytes.start < other.bytes.end
            && other.bytes.start < self.bytes.end
    }
}

impl Placed {
    /// Its memory outside some bytes of its first region.
    fn outside(&self, bytes: &Range<usize>) -> Vec<Region> {
        let Some((first, others)) = self.regions.split_first() else { return Vec::new() };
        let mut list = others.to_vec();
        list.push(Region { bytes: first.bytes.start..bytes.start, ..first.clone() });
        list.push(Region { bytes: bytes.end..first.bytes.end, ..first.clone() });
        list.retain(|r| !r.bytes.is_empty());
        list
    }

    /// Some bytes of its first region.
    fn part(&self, bytes: Range<usize>) -> Vec<Region> {
        let first = self.regions.first().filter(|_| !bytes.is_empty());
        first.map(|r| Region { bytes, ..r.clone() }).into_iter().collect()
    }
}

/// Everything an instruction can change.
struct After {
    memory: FlatMemory,
    trapped: Option<String>,
}

fn run(
    scene: &Scene,
    mut memory: FlatMemory,
    numerics: &Numerics,
    attrs: &[(&str, AttrValue<'_>)],
) -> After {
    let trapped = memory.run(scene.def, numerics, &scene.args, attrs).err().map(|t| t.message);
    After { memory, trapped }
}

fn bytes<'a>(memory: &'a FlatMemory, r: &Region) -> &'a [u8] {
    memory.bytes(r.space, r.buffer, r.bytes.start as i64, r.bytes.len() as u64).unwrap_or(&[])
}

fn flip(memory: &mut FlatMemory, regions: &[Region]) {
    for r in regions {
        let (at, len) = (r.bytes.start as i64, r.bytes.len() as u64);
        if let Ok(b) = memory.bytes_mut(r.space, r.buffer, at, len) {
            b.iter_mut().for_each(|b| *b = !*b);
        }
    }
}

/// Whether two runs differ in more than the bits of `own` that both have left alone.
fn differ(scene: &Scene, before: [&FlatMemory; 2], after: [&After; 2], own: &[Region]) -> bool {
    if after[0].trapped != after[1].trapped {
        return true;
    }
    let (a, b) = (&after[0].memory, &after[1].memory);
    if a.registers != b.registers
        || a.results != b.results
        || a.printed != b.printed
        || a.modes != b.modes
    {
        return true;
    }
    let others =
        scene.placed.iter().flat_map(|p| p.regions.clone()).chain(scene.rest.iter().cloned());
    let is_own = |r: &Region| own.iter().any(|o| o.meets(r));
    if others.filter(|r| !is_own(r)).any(|r| bytes(a, &r) != bytes(b, &r)) {
        return true;
    }
    own.iter().any(|r| {
        let [x0, x1] = before.map(|m| bytes(m, r));
        let (y0, y1) = (bytes(a, r), bytes(b, r));
        (0..y0.len()).any(|i| (y0[i] ^ y1[i]) & ((x0[i] ^ y0[i]) | (x1[i] ^ y1[i])) != 0)
    })
}

/// Whether a valid element of a tile has a bit that both runs left alone.
fn leaves_something(p: &Placed, a: &FlatMemory, b: &FlatMemory) -> bool {
    let Arg::Tile(t) = p.arg else { return true };
    let shape = t.valid;
    let (x, y) = (a.codes(&t, shape), b.codes(&t, shape));
    x != y
}

/// A run that ended, to compare others with.
struct Observed<'a> {
    scene: &'a Scene,
    first: &'a After,
    numerics: &'a Numerics,
    attrs: &'a [(&'a str, AttrValue<'a>)],
}

impl Observed<'_> {
    /// Whether bytes of an operand are read or written: they change, or the rest of it does when they are changed.
    fn accesses(&self, bytes_of: &[Region], rest: &[Region]) -> bool {
        let Observed { scene, first, .. } = *self;
        let mut changed = scene.memory.clone();
        flip(&mut changed, bytes_of);
        let other = run(scene, changed.clone(), self.numerics, self.attrs);
        let written = |before: &FlatMemory, after: &After| {
            bytes_of.iter().any(|r| bytes(before, r) != bytes(&after.memory, r))
        };
        differ(scene, [&scene.memory, &changed], [first, &other], bytes_of)
            || rest.iter().any(|r| bytes(&first.memory, r) != bytes(&other.memory, r))
            || written(&scene.memory, first)
            || written(&changed, &other)
    }
}

/// Runs a scene, and again for each operand with its memory changed.
pub fn observe(
    scene: &Scene,
    numerics: &Numerics,
    attrs: &[(&str, AttrValue<'_>)],
    record: &mut Record,
) {
    let first = run(scene, scene.memory.clone(), numerics, attrs);
    if let Some(trap) = &first.trapped {
        record.traps += 1;
        record.last_trap.clone_from(trap);
        return;
    }
    record.runs += 1;
    for p in &scene.placed {
        let mut changed = scene.memory.clone();
        flip(&mut changed, &p.regions);
        let again = run(scene, changed.clone(), numerics, attrs);
        let read = differ(scene, [&scene.memory, &changed], [&first, &again], &p.regions);
        let written = p.regions.iter().any(|r| bytes(&scene.memory, r) != bytes(&first.memory, r));
        for (claim, bytes) in &p.claims {
            let covers = record.covers.entry((p.slot, *claim)).or_default();
            let known = Observed { scene, first: &first, numerics, attrs };
            if !covers.leaves_out {
                covers.leaves_out = known.accesses(&p.outside(bytes), &p.part(bytes.clone()));
            }
            if !covers.leaves_out && matches!(claim, Bytes::Stated { .. }) {
                let (start, end) = (bytes.start, bytes.end);
                let inner = |r: Range<usize>| known.accesses(&p.part(r.clone()), &p.outside(&r));
                covers.first = covers.first || inner(start..end.min(start + 1));
                covers.last = covers.last || inner(start.max(end.saturating_sub(1))..end);
            }
        }
        let seen = record.operands.entry(p.slot).or_default();
        seen.runs += 1;
        seen.read |= read;
        seen.written |= written;
        seen.left |= again.trapped.is_some() || leaves_something(p, &first.memory, &again.memory);
    }
    let rest = &scene.rest;
    let mut changed = scene.memory.clone();
    flip(&mut changed, rest);
    let again = run(scene, changed.clone(), numerics, attrs);
    let write = rest.iter().find(|r| bytes(&scene.memory, r) != bytes(&first.memory, r));
    if let Some(r) = write {
        record.outside = Some(format!("writes {} {:?}", r.space, r.bytes));
    } else if differ(scene, [&scene.memory, &changed], [&first, &again], rest) {
        record.outside = Some("reads memory that no operand names".into());
    }
}
