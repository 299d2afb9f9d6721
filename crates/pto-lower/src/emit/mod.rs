//! C++ on the headers of PTO-ISA: functions, tiles with addresses, calls as the table of instructions spells them.
//!
//! What cannot be written is refused, with the place and the reason; nothing is left out in silence.

mod array;
mod body;
mod call;
mod dma;
mod five;
mod flow;
mod function;
mod names;
mod ptoas;
mod queue;
mod register;
mod render;
mod scalar;
mod strides;
mod tile;
mod types;
mod view;
mod writer;

use crate::passes::{complete, read, scoped};
use crate::{Failed, Options, lower};
use pto_analysis::facts;
use pto_check::Limits;
use pto_isa::order;
pub use ptoas::{Level, PtoasOptions, ptoas};

use function::Functions;
use pto_ir::module::Node;
use pto_ir::{Diagnostic, Module, Severity, Span};
use pto_isa::target::SignalReach;
use pto_isa::{Rulebook, Target, code};

/// How C++ is written.
#[derive(Clone, Debug)]
pub struct EmitOptions {
    /// What to write down first; `None` takes the program as it is.
    pub lower: Option<Options>,
    /// Choose the layout of views by the tiles they are moved to and from; else it is ND unless it is stated.
    pub infer_layout: bool,
    /// What a program that is taken as it is may take.
    pub limits: Limits,
}

impl Default for EmitOptions {
    fn default() -> EmitOptions {
        EmitOptions {
            lower: Some(Options::default()),
            infer_layout: true,
            limits: Limits::default(),
        }
    }
}

/// A program in C++.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// Its text.
    pub text: String,
    /// The text the findings speak of.
    pub source: String,
    /// Warnings and notes.
    pub findings: Vec<Diagnostic>,
}

/// Writes a program as C++ for a device.
///
/// ```
/// use pto_isa::Target;
/// let text = "func.func @f(%x: !pto.ptr<f32>, %n: index) { return }";
/// let cpp = pto_lower::emit(text, Target::A5, &Default::default()).unwrap().text;
/// assert!(cpp.contains("__global__ AICORE void f(__gm__ float* x, int64_t n) {"));
/// ```
pub fn emit(text: &str, target: Target, options: &EmitOptions) -> Result<Emitted, Failed> {
    if !target.def().device.is_some_and(|d| d.has_cpp) {
        let message = "C++ is written for a device";
        let d = Diagnostic::error(code::UNKNOWN_ARCH, Span::default(), message);
        let findings = vec![d.help(format!("choose {}", cpp_targets()))];
        return Err(Failed { source: text.to_string(), findings });
    }
    let (module, mut findings, source) = match &options.lower {
        Some(options) => {
            let lowered = lower(text, target, options)?;
            (lowered.module, lowered.findings, lowered.source)
        }
        None => {
            let (module, findings) = as_written(text, target, options.limits)?;
            (module, findings, text.to_string())
        }
    };
    let module = &module;
    let mut refused = Vec::new();
    let functions = Functions::new(module, &mut refused);
    refused.extend(base_address_missing(module, target));
    let setting = Setting { module, target, infer_layout: options.infer_layout };
    let mut out = String::from("#include \"pto/pto-inst.hpp\"\nusing namespace pto;\n");
    for &f in &functions.order {
        match function::write(setting, f, &functions) {
            Ok(text) => {
                out.push('\n');
                out.push_str(&text);
            }
            Err(found) => refused.extend(found),
        }
    }
    if !refused.is_empty() {
        order::by_key(&mut refused, |d| d.primary.span.start);
        return Err(Failed { source, findings: refused });
    }
    findings.retain(|d| d.severity != Severity::Note || d.code != code::NOT_LOWERED);
    Ok(Emitted { text: out, source, findings })
}

/// The program as it is, but for values that become buffers and scratch that is missing.
fn as_written(
    text: &str,
    target: Target,
    limits: Limits,
) -> Result<(Module, Vec<Diagnostic>), Failed> {
    let scoped = scoped(text, Rulebook::Device);
    let text = scoped.as_deref().unwrap_or(text);
    let failed = |findings: Vec<Diagnostic>| Failed { source: text.to_string(), findings };
    let (mut editor, _) = read(text, target, Rulebook::Device, limits).map_err(failed)?;
    complete(&mut editor, target).map_err(failed)?;
    Ok((editor.into_module(), Vec::new()))
}

/// The targets that C++ is written for, in words.
fn cpp_targets() -> String {
    let has_cpp = |t: &Target| t.def().device.is_some_and(|d| d.has_cpp);
    let names: Vec<&str> = Target::ALL.into_iter().filter(has_cpp).map(Target::name).collect();
    names.join(" or ")
}

/// What all functions of a program have in common.
#[derive(Clone, Copy)]
struct Setting<'m> {
    module: &'m Module,
    target: Target,
    infer_layout: bool,
}

/// On A2/A3 signals between cores go through a table whose address the host passes.
///
/// Source: PTOAS 0.60 lib/PTO/Transforms/PTOToEmitC.cpp:13730-13742.
fn base_address_missing(module: &Module, target: Target) -> Option<Diagnostic> {
    const SIGNALS: [&str; 4] = ["sync.set", "sync.wait", "set_cross_block", "wait_cross_block"];
    let name = |n: &Node| facts::instruction(module, n);
    let signal = module.nodes().find(|(_, n)| SIGNALS.contains(&name(n)))?;
    let set = module.nodes().any(|(_, n)| name(n) == "set_ffts");
    (target.def().signals == SignalReach::AllVectors && !set).then(|| {
        let message = "signals between cores need `pto.set_ffts` on A2/A3";
        Diagnostic::error(code::CPP_FUNCTION, signal.1.span, message)
            .help("pass the address of the table to the kernel and give it to `pto.set_ffts` first")
    })
}
