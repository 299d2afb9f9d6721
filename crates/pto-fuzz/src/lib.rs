//! Fuzz targets: what is done with the bytes of a fuzzer, and what must hold of it. A target panics where it does not.
//!
//! `fuzz/` gives the targets to libFuzzer; the test `stored` of this crate runs them on the seeds and on random changes of them, in
//! the ordinary build. `fuzz/README.md` says how to use both.

pub mod cpp;
pub mod mutate;
pub mod proofs;
pub mod seeds;
pub mod verdict;

mod program;
mod targets;
mod timeline;

use seeds::Seeds;

/// A fuzz target.
#[derive(Clone, Copy)]
pub struct FuzzTarget {
    /// Its name, which is that of its binary under `fuzz/`.
    pub name: &'static str,
    /// What must hold, in a sentence.
    pub holds: &'static str,
    /// Does it with some bytes; panics if it does not hold.
    pub run: fn(&[u8]),
    /// What to begin with.
    pub seeds: Seeds,
    /// Changes of each stored seed that every build tries: some seconds in a build without optimisation.
    pub changes: usize,
    /// Longest input that is tried.
    pub max_bytes: usize,
    /// Whether it executes kernels, which have `unsafe` code: worth the address sanitizer.
    pub reaches_kernels: bool,
}

/// All targets.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget {
        name: "read",
        holds: "any bytes are read, every place that a finding names lies in the text; what has no errors prints, in both \
                styles, as text that reads as the same program; formatting changes blanks only and is idempotent; so is \
                every conversion of form, and what it writes is read",
        run: targets::read::run,
        seeds: Seeds::Programs,
        changes: 40,
        max_bytes: 4096,
        reaches_kernels: false,
    },
    FuzzTarget {
        name: "check",
        holds: "any text is checked on every target, its synchronisation is tried to be proved, and every finding can be shown, \
                as JSON and as SARIF; codes, counts and verdicts are the same under other names and other blanks",
        run: targets::check::run,
        seeds: Seeds::Programs,
        changes: 16,
        max_bytes: 4096,
        reaches_kernels: false,
    },
    FuzzTarget {
        name: "run_text",
        holds: "any text that checks clean runs to its end or a trap, the same way by definitions as by fast kernels, and under \
                all sanitizers",
        run: targets::run_text::run,
        seeds: Seeds::Programs,
        changes: 80,
        max_bytes: 4096,
        reaches_kernels: true,
    },
    FuzzTarget {
        name: "lower_text",
        holds: "any text that checks clean is lowered, written as C++ and timed, or refused with a reason; what is lowered checks \
                clean, and timelines and their traces hold together",
        run: targets::lower_text::run,
        seeds: Seeds::Programs,
        changes: 40,
        max_bytes: 4096,
        reaches_kernels: true,
    },
    FuzzTarget {
        name: "tiles",
        holds: "a chain of tile instructions gives the same results, or the same trap, by definitions as by fast kernels",
        run: targets::tiles::run,
        seeds: Seeds::Random,
        changes: 8,
        max_bytes: 512,
        reaches_kernels: true,
    },
    FuzzTarget {
        name: "registers",
        holds: "a vector scope with a chain of register instructions gives the same results, or the same trap, by definitions as \
                by fast kernels",
        run: targets::registers::run,
        seeds: Seeds::Random,
        changes: 8,
        max_bytes: 512,
        reaches_kernels: true,
    },
    FuzzTarget {
        name: "vmi",
        holds: "a vector scope on registers of any length gives the same results by definitions, by fast kernels, and in \
                registers of a device where it is lowered to them",
        run: targets::vmi::run,
        seeds: Seeds::Random,
        changes: 1,
        max_bytes: 512,
        reaches_kernels: true,
    },
    FuzzTarget {
        name: "simt",
        holds: "SIMT threads that go through branches, loops, votes, exchanges and reductions leave what threads in step leave, \
                and the sanitizers have nothing to say",
        run: targets::simt::run,
        seeds: Seeds::Random,
        changes: 4,
        max_bytes: 512,
        reaches_kernels: false,
    },
    FuzzTarget {
        name: "comm",
        holds: "devices that send each other numbers, and say so, leave the sums that they must, and the sanitizers have nothing \
                to say; where a wait is forgotten they have",
        run: targets::comm::run,
        seeds: Seeds::Random,
        changes: 4,
        max_bytes: 256,
        reaches_kernels: false,
    },
    FuzzTarget {
        name: "lower",
        holds: "a kernel without synchronisation computes the same bits after it is lowered, in every order of the pipes that is \
                tried; the validator accepts it, the sanitizers have nothing to say, and lowering it again gives the same text",
        run: targets::lower::run,
        seeds: Seeds::Random,
        changes: 3,
        max_bytes: 512,
        reaches_kernels: true,
    },
    FuzzTarget {
        name: "sync",
        holds: "a kernel that is synchronised by hand, with mistakes, and that is proved gives the same bits in every order of the \
                pipes that is tried, and the sanitizers have nothing to say",
        run: targets::sync::run,
        seeds: Seeds::Random,
        changes: 3,
        max_bytes: 512,
        reaches_kernels: true,
    },
    FuzzTarget {
        name: "numbers",
        holds: "a program of numbers and control flow checks clean, prints the same after it is printed and read again, and has C++",
        run: targets::numbers::run,
        seeds: Seeds::Random,
        changes: 3,
        max_bytes: 512,
        reaches_kernels: false,
    },
    FuzzTarget {
        name: "cost",
        holds: "a kernel is timed: every number is finite and not negative, work and waits of a pipe are within the total, slices of \
                a pipe do not overlap, and JSON, trace and page of the timeline are well formed",
        run: targets::cost::run,
        seeds: Seeds::Random,
        changes: 4,
        max_bytes: 512,
        reaches_kernels: false,
    },
    FuzzTarget {
        name: "kernel_args",
        holds: "any .npy file, `--arg` and number is read or refused; an array that is read can be written and read again",
        run: targets::kernel_args::run,
        seeds: Seeds::Stored,
        changes: 500,
        max_bytes: 1024,
        reaches_kernels: false,
    },
    FuzzTarget {
        name: "cost_data",
        holds: "any file of cost data is read or refused with its line; with what was read a kernel is timed as with any other numbers",
        run: targets::cost_data::run,
        seeds: Seeds::Stored,
        changes: 80,
        max_bytes: 2048,
        reaches_kernels: false,
    },
];

/// The target of a name.
///
/// ```
/// let target = pto_fuzz::find("read").unwrap();
/// (target.run)(b"func.func @f() { return }");
/// ```
pub fn find(name: &str) -> Option<&'static FuzzTarget> {
    TARGETS.iter().find(|t| t.name == name)
}
