//! Loads and stores of vector registers: one register and one address.
//!
//! Nothing is read or written for inactive units. Whether they may lie past the end of memory is a matter of rules: the
//! pages of stores say that a predicate makes no illegal address legal, those of the family and of PTO-Gym that inactive
//! lanes issue no request. A form that gives the pointer back accesses memory at the
//! pointer itself and moves it on by the offset afterwards; the other forms add the offset first. Source: PTOAS
//! test/lit/vpto/address_semantics_contract.pto and the case vlds-post-update.

use super::dist::{LoadDist, StoreDist};
use super::exec::{Exec, Outcome, PtrAt, Trap};
use super::register::RegTy;
use crate::code;
use crate::operand::Kind;
use crate::rulebook::Rulebook;
use crate::target::Target;

/// A register from memory, as the word `dist` says.
#[derive(Clone, Copy, Debug)]
pub struct RegLoad {
    /// Pointer.
    pub source: u8,
    /// Offset in elements of the pointer.
    pub offset: u8,
    /// Where the bytes go.
    pub result: u8,
    /// The pointer moved on, if the program takes it.
    pub updated_base: u8,
}

impl RegLoad {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (at, moved) = x.place(self.source, self.offset, self.updated_base)?;
        let word = x.word("dist").unwrap_or("NORM");
        let dist = LoadDist::of(word, x.numerics.is_manual()).ok_or_else(|| unknown(word))?;
        if word.eq_ignore_ascii_case("UNPK_B8") {
            x.note_quirk("unpk-b8-slot");
        }
        x.aligned(at, dist.alignment(Rulebook::Device), self.source)?;
        x.aligned(at, dist.alignment(x.numerics.rules), self.source).map_err(by_page_alone)?;
        let r = x.reg(self.result)?;
        let len = r.bytes as usize;
        let memory = x.read_bytes(at, dist.footprint(len), self.source)?;
        let byte = |b: usize| dist.source(b).and_then(|s| memory.get(s)).copied().unwrap_or(0);
        let bytes: Vec<u8> = (0..len).map(byte).collect();
        x.write_reg_bytes(self.result, &bytes)?;
        give_moved(x, self.updated_base, moved);
        Ok(())
    }
}

/// A register to memory under a predicate, as the word `dist` says.
#[derive(Clone, Copy, Debug)]
pub struct RegStore {
    /// The register.
    pub value: u8,
    /// Pointer.
    pub dest: u8,
    /// Offset in elements of the pointer.
    pub offset: u8,
    /// The predicate.
    pub mask: u8,
    /// The pointer moved on, if the program takes it.
    pub updated_base: u8,
}

impl RegStore {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (at, moved) = x.place(self.dest, self.offset, self.updated_base)?;
        let value = x.reg_bytes(self.value)?;
        let word = x.word("dist").unwrap_or("NORM");
        let size = element_bytes(x, self.value)?;
        let dist = StoreDist::of(word, size, value.len(), x.numerics.is_manual())
            .ok_or_else(|| unknown(word))?;
        if matches!(dist, StoreDist::Merge(..)) {
            x.note_quirk("mrg-planes");
        }
        x.aligned(at, dist.alignment(), self.dest)?;
        x.exists_by_page(at, dist.footprint(value.len()), self.dest)?;
        let active = x.predicate(self.mask)?;
        let mut bytes = Bytes::default();
        for to in 0..dist.footprint(value.len()) {
            if dist.bit(to).is_none_or(&active) {
                bytes.push(to as i64, value.get(dist.source(to)).copied().unwrap_or(0));
            }
        }
        bytes.write(x, at, self.dest)?;
        give_moved(x, self.updated_base, moved);
        Ok(())
    }
}

/// `uvld`: a whole register from any address.
pub fn load_anywhere(x: &mut Exec<'_>, [source, offset, result]: [u8; 3]) -> Outcome {
    let at = x.ptr(source)?.moved(x.int(offset)?, offset)?;
    x.aligned(at, at.dtype.bytes() as usize, source)?;
    let len = x.reg(result)?.bytes as usize;
    let bytes = x.read_bytes(at, len, source)?;
    x.write_reg_bytes(result, &bytes)
}

/// Bytes of an element of a vector register.
pub fn element_bytes(x: &Exec<'_>, slot: u8) -> Result<usize, Trap> {
    match x.reg(slot)?.ty {
        RegTy::Vec(d) => Ok(d.bytes() as usize),
        _ => Err(Trap::new("needs a vector register").at(slot)),
    }
}

/// Gives the pointer of a form that moves it on.
pub fn give_moved(x: &mut Exec<'_>, slot: u8, moved: Option<PtrAt>) {
    if let Some(p) = moved {
        x.give_ptr(slot, p);
    }
}

/// What the headers take and the page does not.
fn by_page_alone(trap: Trap) -> Trap {
    trap.note("the page asks for it, the headers do not: `--rules device`")
}

fn unknown(dist: &str) -> Trap {
    Trap::new(format!("has no meaning with dist `{dist}`")).code(code::NOT_EXECUTABLE)
}

impl PtrAt {
    /// The pointer this many elements on; `slot` is the operand that says how many.
    pub fn moved(self, elements: i64, slot: u8) -> Result<PtrAt, Trap> {
        self.moved_bytes(elements.checked_mul(self.dtype.bytes().into()), slot)
    }
    /// The pointer this many bytes on; `None` are too many to count.
    pub fn moved_bytes(self, bytes: Option<i64>, slot: u8) -> Result<PtrAt, Trap> {
        let addr = bytes.and_then(|b| self.addr.checked_add(b));
        let addr = addr.ok_or_else(|| Trap::new("has an offset that overflows").at(slot))?;
        Ok(PtrAt { addr, ..self })
    }
}

impl Exec<'_> {
    /// Where memory is accessed, and the pointer moved on by the offset if the program takes it.
    pub fn place(&self, ptr: u8, offset: u8, next: u8) -> Result<(PtrAt, Option<PtrAt>), Trap> {
        let base = self.ptr(ptr)?;
        let moved = self.moved_by(base, offset)?;
        Ok(if self.takes(next) { (base, Some(moved)) } else { (moved, None) })
    }

    /// The pointer moved on by an operand: by elements, or by bytes if it is a vector address.
    pub fn moved_by(&self, base: PtrAt, offset: u8) -> Result<PtrAt, Trap> {
        let distance = self.int(offset)?;
        match self.operands.get(offset as usize).map(|o| o.kind) {
            Some(Kind::Vaddr) => base.moved_bytes(Some(distance), offset),
            _ => base.moved(distance, offset),
        }
    }

    /// Refuses an address that is no multiple of this many bytes; the CPU simulator takes any.
    pub fn aligned(&self, at: PtrAt, multiple: usize, slot: u8) -> Outcome {
        if self.numerics.profile() == Target::CPU || at.addr.rem_euclid(multiple as i64) == 0 {
            return Ok(());
        }
        let message = format!("accesses byte {}, which is not a multiple of {multiple}", at.addr);
        Err(Trap::new(message).code(code::ADDR_ALIGN).at(slot))
    }

    /// Refuses, by the rules of the pages, an access of which not every byte exists, inactive lanes included.
    ///
    /// Source: pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsts.md:53, vsstb.md:49, vstsx2.md:52.
    pub fn exists_by_page(&self, at: PtrAt, len: usize, slot: u8) -> Outcome {
        if self.numerics.rules == Rulebook::Device {
            return Ok(());
        }
        let exists = self.memory.exists(at.space, at.buffer, at.addr, len as u64);
        exists.map_err(|e| by_page_alone(e.at(slot)))
    }

    /// A copy of bytes of memory.
    pub fn read_bytes(&self, at: PtrAt, len: usize, slot: u8) -> Result<Vec<u8>, Trap> {
        let bytes = self.memory.bytes(at.space, at.buffer, at.addr, len as u64);
        bytes.map(<[u8]>::to_vec).map_err(|e| e.at(slot))
    }
}

/// Bytes to write at distances from an address, in the order given: runs of neighbours.
#[derive(Default)]
pub struct Bytes {
    runs: Vec<(i64, Vec<u8>)>,
}

impl Bytes {
    /// A byte at a distance.
    pub fn push(&mut self, distance: i64, byte: u8) {
        match self.runs.last_mut() {
            Some((start, run)) if distance == *start + run.len() as i64 => run.push(byte),
            _ => self.runs.push((distance, vec![byte])),
        }
    }

    /// Writes all of them, or none if a place does not exist.
    pub fn write(&self, x: &mut Exec<'_>, at: PtrAt, slot: u8) -> Outcome {
        for (distance, run) in &self.runs {
            let p = at.moved_bytes(Some(*distance), slot)?;
            x.memory.exists(p.space, p.buffer, p.addr, run.len() as u64).map_err(|e| e.at(slot))?;
        }
        for (distance, run) in &self.runs {
            let p = at.moved_bytes(Some(*distance), slot)?;
            let bytes = x.memory.bytes_mut(p.space, p.buffer, p.addr, run.len() as u64);
            bytes.map_err(|e| e.at(slot))?.copy_from_slice(run);
        }
        Ok(())
    }
}
