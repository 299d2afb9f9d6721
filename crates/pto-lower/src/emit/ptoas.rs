//! Programs as the assembler `ptoas` takes them: levels, its rules, and C++.
//!
//! Source of the rules: PTOAS 0.27 tools/ptoas/ptoas.cpp and PTOAS 0.60 lib/PTO/Transforms/PTOToEmitC.cpp:13730-13742.

use super::{EmitOptions, Emitted, emit};
use crate::{Failed, Options, SyncStyle};
use pto_analysis::facts::{instruction, word};

use pto_ir::dialect::Func;
use pto_ir::{Diagnostic, Module};
use pto_isa::{Target, code};

/// How much of a program is written down already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Tiles have no addresses. (Level 1 and level 2 are the same to the assembler.)
    Unplaced,
    /// Every tile has its address.
    Placed,
}

/// What the command line of the assembler says.
#[derive(Clone, Debug)]
pub struct PtoasOptions {
    /// The device; `None` takes the one the module names, else A2/A3.
    pub target: Option<Target>,
    /// What is written down already.
    pub level: Level,
    /// Write down the synchronisation.
    pub insert_sync: bool,
    /// Choose the layout of views by the tiles they are moved to and from.
    pub infer_layout: bool,
}

impl Default for PtoasOptions {
    fn default() -> PtoasOptions {
        PtoasOptions {
            target: None,
            level: Level::Unplaced,
            insert_sync: false,
            infer_layout: true,
        }
    }
}

/// Writes a program as C++, by the rules of the assembler.
pub fn ptoas(text: &str, options: &PtoasOptions) -> Result<Emitted, Failed> {
    let (module, found) = pto_ir::parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return Err(Failed { source: text.to_string(), findings: found });
    }
    let target = options.target.unwrap_or_else(|| pto_check::declared_device(&module));
    let findings = broken_rules(&module, options);
    if !findings.is_empty() {
        return Err(Failed { source: text.to_string(), findings });
    }
    let lower = Options {
        plan_memory: options.level == Level::Unplaced,
        insert_sync: options.insert_sync.then_some(SyncStyle::Flags),
        ..Options::default()
    };
    let nothing = !lower.plan_memory && lower.insert_sync.is_none();
    let lower = (!nothing).then_some(lower);
    let infer_layout = options.infer_layout;
    emit(text, target, &EmitOptions { lower, infer_layout, ..EmitOptions::default() })
}

/// What the level does not allow.
fn broken_rules(module: &Module, options: &PtoasOptions) -> Vec<Diagnostic> {
    let placed = options.level == Level::Placed;
    let mut found = Vec::new();
    let mut report = |span, message: &str, help: &str| {
        found.push(Diagnostic::error(code::LEVEL, span, message).help(help));
    };
    for (_, node) in module.nodes() {
        match instruction(module, node) {
            "tassign" if !placed => {
                report(
                    node.span,
                    "tassign is for level 3",
                    "use --pto-level=level3, or leave the place to the tool",
                );
            }
            "tassign" if options.insert_sync => {
                report(
                    node.span,
                    "tassign and --enable-insert-sync do not go together",
                    "give the address with alloc_tile, or synchronise by hand",
                );
            }
            "alloc_tile" | "alloc_multi_tile" => {
                let slot = module.def(node).and_then(|d| d.slot("addr"));
                let given = slot.is_some_and(|s| module.slot_values(node, s).next().is_some());
                match (placed, given) {
                    (true, false) => report(
                        node.span,
                        "at level 3 a tile needs an address",
                        "give `addr`, or use --pto-level=level2",
                    ),
                    (false, true) => report(
                        node.span,
                        "below level 3 the tool chooses addresses",
                        "leave `addr` out, or use --pto-level=level3",
                    ),
                    _ => {}
                }
            }
            _ if node.is(Func::Func) => {
                let hint = word(module, node, "pto.auto_sync_tail_hint");
                if hint
                    .is_some_and(|h| !["barrier-all", "default", "mte3-to-s-event0"].contains(&h))
                {
                    report(
                        node.name_span,
                        "the hint for the end of the function is not known",
                        "use barrier-all, default or mte3-to-s-event0",
                    );
                }
            }
            _ => {}
        }
    }
    found
}
