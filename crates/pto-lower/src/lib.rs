//! Makes programs complete: an address for every tile, and the synchronisation that the order of the text
//! asks for. Every result is checked again by code that shares nothing with the passes. No I/O.
//!
//! ```
//! use pto_isa::Target;
//! use pto_lower::{Options, lower};
//! let text = "func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) {
//!   %t = pto.alloc_tile : !pto.tile_buf<vec, 8x8xf32>
//!   pto.tneg ins(%a : !pto.tile_buf<vec, 8x8xf32>) outs(%t : !pto.tile_buf<vec, 8x8xf32>)
//!   return
//! }";
//! let lowered = lower(text, Target::A5, &Options::default()).unwrap();
//! assert!(lowered.text.contains("%at_256 = arith.constant 256 : i64"));
//! assert!(lowered.text.contains("%t = pto.alloc_tile addr = %at_256 : "));
//! ```

mod buffer_ids;
mod edit;
mod emit;
mod fallback;
mod map;
mod passes;
mod prove;
mod vmi;
mod write;
mod write_sync;

use pto_check::Limits;
use pto_ir::{Diagnostic, Module};
use pto_isa::Rulebook;

pub use emit::{EmitOptions, Emitted, Level, PtoasOptions, emit, ptoas};
pub use fallback::Fallback;
pub use map::{Bar, Map, html};
pub use passes::registers;
pub use passes::{lower, lower_module};
pub use prove::{AutoKernel, SyncProof, auto_kernels, check_sync, prove_sync};

/// How pipes wait for each other in the text that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncStyle {
    /// `set_flag` and `wait_flag`.
    Flags,
    /// `get_buf` and `rls_buf`, on A5.
    BufferIds,
}

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Give addresses to the tiles that have none.
    pub plan_memory: bool,
    /// Write down the synchronisation.
    pub insert_sync: Option<SyncStyle>,
    /// Whose rules the program is held to.
    pub rules: Rulebook,
    /// What it may take.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            plan_memory: true,
            insert_sync: Some(SyncStyle::Flags),
            rules: Rulebook::default(),
            limits: Limits::default(),
        }
    }
}

/// A program with everything written down.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// Its text.
    pub text: String,
    /// The same in memory. What was added has the place of the statement it was added for, in `source`.
    pub module: Module,
    /// The text that was given, of which the findings speak.
    pub source: String,
    /// Warnings and notes.
    pub findings: Vec<Diagnostic>,
    /// Where the tiles lie, one map per function that has some.
    pub maps: Vec<Map>,
    /// How, if what was tried first is not proved.
    pub fallback: Option<Fallback>,
}

/// Why a program could not be lowered.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The text the findings speak of.
    pub source: String,
    /// What is wrong.
    pub findings: Vec<Diagnostic>,
}
