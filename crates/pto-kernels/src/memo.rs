//! Functions of few bits that remember: what the definition gave for an argument is looked up the next time.
//!
//! A table is filled as arguments occur, so that a small program does not pay for the whole of it. Threads may fill the
//! same entry at once: they write the same bits.

use pto_isa::DType;
use pto_isa::sem::Elem;
use pto_isa::sem::convert::Plan;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// An entry that is not known yet. A function may give it, too: then it is asked every time.
const UNKNOWN: u16 = u16::MAX;

/// Results of 16 bits and less, by argument.
pub(super) struct Memo(Box<[AtomicU16]>);

/// What is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Function {
    /// The code of an element function of a 16-bit code.
    Elem(Elem, DType),
    /// The code of a conversion of a code of 16 bits and less.
    Convert(Plan),
    /// The code of a conversion of f32, by [`brief`] bits of it.
    ConvertBrief(Plan),
}

impl Memo {
    /// The memo of a function whose argument has this many bits. It lives as long as the program.
    pub fn of(function: Function, bits: u32) -> &'static Memo {
        static ALL: LazyLock<Mutex<HashMap<Function, &'static Memo>>> =
            LazyLock::new(Mutex::default);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(function).or_insert_with(|| {
            let table = (0..1usize << bits).map(|_| AtomicU16::new(UNKNOWN)).collect();
            Box::leak(Box::new(Memo(table)))
        })
    }

    /// The result for an argument, which `ask` gives if it is not known.
    #[inline(always)]
    pub fn get(&self, argument: usize, ask: impl FnOnce() -> u16) -> u16 {
        let entry = &self.0[argument & (self.0.len() - 1)];
        match entry.load(Ordering::Relaxed) {
            UNKNOWN => Memo::fill(entry, ask),
            known => known,
        }
    }

    #[cold]
    fn fill(entry: &AtomicU16, ask: impl FnOnce() -> u16) -> u16 {
        let result = ask();
        entry.store(result, Ordering::Relaxed);
        result
    }
}

/// Bits of the argument that [`brief`] makes.
pub(super) const BRIEF_BITS: u32 = 17;

/// The upper half of a number, and whether anything is in the lower one: all that a conversion to a type with at most
/// 6 fraction bits depends on. The numbers where its result changes, and the ties between two results, have at most 7
/// fraction bits, which the upper half holds.
#[inline(always)]
pub(super) fn brief(bits: u32) -> usize {
    ((bits >> 16 << 1) | u32::from(bits & 0xFFFF != 0)) as usize
}

/// A number with that brief.
pub(super) fn of_brief(brief: usize) -> u32 {
    (brief as u32 >> 1 << 16) | (brief as u32 & 1)
}
