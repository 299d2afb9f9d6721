//! Checks PTO programs: structure first, then legality on a target.
//!
//! All findings come at once, in the order of the text. A program without errors becomes a
//! [`Verified`], which carries the target it was checked for.
//!
//! ```
//! use pto_check::{Options, check};
//! use pto_isa::Target;
//! let (module, _) = pto_ir::parse(
//!     "func.func @f(%a: !pto.tile_buf<vec, 16x16xbf16>) {
//!        pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xbf16>)
//!                 outs(%a : !pto.tile_buf<vec, 16x16xbf16>)
//!        return
//!      }",
//! );
//! let findings = check(&module, Target::A2A3, &Options::default());
//! assert_eq!(findings[0].message, "`pto.tadd` does not take bf16 on a2a3");
//! assert!(check(&module, Target::A5, &Options::default()).is_empty());
//! ```

mod at_run;
mod buffer;
mod call_graph;
mod context;
mod fixpipe;
mod limits;
mod memory;
mod quant;
mod queue;
mod queue_handle;
mod queues;
mod report;
mod rulebooks;
mod rules;
mod structure;
mod sync;
mod transfer_layouts;
mod types;
mod vector_address;
mod views;
mod windows;

use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::dialect::Builtin;
use pto_ir::{Attr, Module, NodeId, VectorScopes};
use pto_isa::order;
use pto_isa::{OpDef, Rulebook, Target, code};

pub use at_run::{AtRun, Known};
pub use limits::Limits;
pub use pto_ir::args::args_of;
pub use report::{BYTECODE, merge, read};
pub use rulebooks::check_args;
pub use rules::{Finding, FindingKind, breaches};
pub use types::check_type;

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The text had mistakes, so statements are missing: what needs the whole program is not judged.
    pub partial: bool,
    /// Judge this function and those it calls; what is wrong with others does not count.
    pub only: Option<String>,
    /// Whose word decides, where headers and manual differ.
    pub rules: Rulebook,
    /// What the check, and what is done with its result, may take.
    pub limits: Limits,
}

/// A part of the check.
type Pass<'a> = &'a dyn Fn(&mut Vec<Diagnostic>);

/// A program that was checked for a target and has no errors.
#[derive(Debug)]
pub struct Verified {
    module: Module,
    target: Target,
    rules: Rulebook,
    limits: Limits,
}

impl Verified {
    /// What is done with it may take no more than this.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
    /// The program.
    pub fn module(&self) -> &Module {
        &self.module
    }
    /// The target it is legal on.
    pub fn target(&self) -> Target {
        self.target
    }
    /// The rules it was held to.
    pub fn rules(&self) -> Rulebook {
        self.rules
    }
}

/// Checks a module for a target. Findings are in the order of the text.
pub fn check(module: &Module, target: Target, options: &Options) -> Vec<Diagnostic> {
    if let Some(refused) = options.limits.refuse(module) {
        return vec![refused];
    }
    let left_out = left_out(module, options.rules);
    match left_out.scopes.is_empty() {
        true => check_whole(module, &left_out, target, options),
        false => {
            let mut whole = module.clone();
            left_out.insert(&mut whole);
            check_whole(&whole, &left_out, target, options)
        }
    }
}

/// The vector scopes that a program leaves out; by the manual's rules it leaves out none.
fn left_out(module: &Module, rules: Rulebook) -> VectorScopes {
    match rules {
        Rulebook::Device => VectorScopes::infer(module),
        Rulebook::Manual => VectorScopes::default(),
    }
}

/// Checks a module that has the vector scopes that it left out.
fn check_whole(
    module: &Module,
    left_out: &VectorScopes,
    target: Target,
    options: &Options,
) -> Vec<Diagnostic> {
    let rules = options.rules;
    let passes: [Pass<'_>; 11] = [
        &|found| structure::check(module, left_out, rules, found),
        &|found| context::check(module, options.partial, found),
        &|found| vector_address::check(module, found),
        &|found| views::check(module, found),
        &|found| transfer_layouts::check(module, found),
        &|found| windows::check(module, target, rules, found),
        &|found| types::check(module, target, rules, found),
        &|found| rules::check(module, target, rules, found),
        &|found| memory::check(module, target, options, found),
        &|found| sync::check(module, target, options, found),
        &|found| {
            let queues = queues::collect(module, target, options.partial);
            buffer::check(module, &queues.buffers, options.partial, found);
            queue::check(&queues, found);
            fixpipe::check(&queues, found);
            queue_handle::check(module, target, found);
            arch(module, found);
        },
    ];
    let mut found = Vec::new();
    structure::scopes_assumed(module, left_out, &mut found);
    for pass in passes {
        if let Some(over) = options.limits.overrun() {
            return vec![over];
        }
        pass(&mut found);
    }
    if let Some(entry) = &options.only {
        let reachable = call_graph::reachable(module, entry);
        found.retain(|d| reachable.covers(d.primary.span));
    }
    order::by_key(&mut found, |d| (d.primary.span.start, d.severity, d.code));
    found
}

/// Checks a module and hands it back as verified, with the vector scopes that it leaves out, or with its errors.
#[allow(clippy::result_large_err)]
pub fn verify(
    module: Module,
    target: Target,
    options: &Options,
) -> Result<(Verified, Vec<Diagnostic>), (Module, Vec<Diagnostic>)> {
    let mut module = module;
    if let Some(refused) = options.limits.refuse(&module) {
        return Err((module, vec![refused]));
    }
    let left_out = left_out(&module, options.rules);
    left_out.insert(&mut module);
    let found = check_whole(&module, &left_out, target, options);
    if found.iter().any(Diagnostic::is_error) {
        Err((module, found))
    } else {
        let Options { rules, limits, .. } = *options;
        Ok((Verified { module, target, rules, limits }, found))
    }
}

/// The target a module names with `pto.target_arch` or `pto.device-spec`, if it names a known one.
pub fn declared_target(module: &Module) -> Option<Target> {
    let arch = module_attrs(module, "pto.target_arch");
    let spec = module_attrs(module, "pto.device-spec");
    let device = || spec.iter().find_map(|(_, text)| Target::of_device(text));
    arch.into_iter().find_map(|(_, text)| Target::parse(&text)).or_else(device)
}

/// The device a module names. If it names none: A2/A3, as assemblers assume, unless the module has an instruction that is on A5 and
/// not there.
///
/// ```
/// use pto_isa::Target;
/// let (module, _) = pto_ir::parse("func.func @f() {\n  pto.barrier_all\n  return\n}\n");
/// assert_eq!(pto_check::declared_device(&module), Target::A2A3);
/// ```
pub fn declared_device(module: &Module) -> Target {
    let assumed = || {
        let is_on = |def: &OpDef, t| def.support_by(t, Rulebook::Device).is_some();
        let only_on_a5 = |def: &OpDef| is_on(def, Target::A5) && !is_on(def, Target::A2A3);
        let newer = module.nodes().filter_map(|(_, n)| module.def(n)).any(only_on_a5);
        if newer { Target::A5 } else { Target::A2A3 }
    };
    declared_target(module).filter(|t| t.is_device()).unwrap_or_else(assumed)
}

fn module_attrs(module: &Module, name: &str) -> Vec<(pto_ir::Span, String)> {
    let mut list = Vec::new();
    let mut modules: Vec<NodeId> = module.top().collect();
    while let Some(id) = modules.pop() {
        let node = module.node(id);
        if !node.is(Builtin::Module) {
            continue;
        }
        if let Some(a) = module.attr(node, name)
            && let Attr::Str(text) = module.attrs.get(a.value)
        {
            list.push((a.span, text.to_string()));
        }
        for &r in module.node_regions(node) {
            for &b in &module.region(r).blocks {
                modules.extend(module.block(b).ops.iter().copied());
            }
        }
    }
    list
}

fn arch(module: &Module, found: &mut Vec<Diagnostic>) {
    for (span, text) in module_attrs(module, "pto.target_arch") {
        if Target::parse(&text).is_none() {
            found.push(
                Diagnostic::error(
                    code::UNKNOWN_ARCH,
                    span,
                    format!("`{text}` is not a target this tool knows"),
                )
                .help("use \"a2\", \"a3\", \"a2a3\", \"a5\" or \"cpu\""),
            );
        }
    }
}

/// Whether any finding makes the program illegal.
pub fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.severity == Severity::Error)
}
