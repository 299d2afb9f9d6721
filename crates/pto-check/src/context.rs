//! Where an instruction may stand: the core it belongs to, SIMT code, regions that own storage.

use pto_ir::diag::Diagnostic;
use pto_ir::dialect::{DialectOp, Func};
use pto_ir::module::NodeId;
use pto_ir::{Attr, Module, Span};
use pto_isa::class::{Class, Local, LocalOp, Region};
use pto_isa::code;
use pto_isa::def::{Core, OpDef};

pub(crate) fn check(module: &Module, partial: bool, out: &mut Vec<Diagnostic>) {
    let mut structs = Vec::new();
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        if def.core != Core::Any {
            core(module, id, def, partial, out);
        }
        match def.class {
            Class::Region(Region::Simt) => simt(module, id, out),
            Class::Local(Local::Struct, LocalOp::Declare) => structs.push(id),
            _ => {}
        }
    }
    escapes(module, &structs, out);
}

/// Where the name of a function is written.
pub(crate) fn name_span(module: &Module, function: NodeId) -> Span {
    let node = module.node(function);
    module.attr(node, "sym_name").map_or(node.name_span, |a| a.span)
}

/// Which core runs the code an operation stands in.
enum CoreContext {
    /// A section or an attribute says so.
    Known(Core, Span),
    /// The function says nothing.
    Silent(NodeId),
    /// Code without a function, or a helper that is expanded where it is used.
    Free,
}

fn core_context(module: &Module, id: NodeId) -> CoreContext {
    let mut function = None;
    for p in module.ancestors(id) {
        let node = module.node(p);
        if let Some(Class::Region(Region::Section(core))) = module.def(node).map(|d| d.class) {
            return CoreContext::Known(core, node.name_span);
        }
        if module.attr(node, "pto.tileop.helper").is_some() {
            return CoreContext::Free;
        }
        if let Some(a) = module.attr(node, "pto.kernel_kind")
            && let Attr::Case { value, .. } | Attr::Str(value) | Attr::Word(value) =
                module.attrs.get(a.value)
        {
            match &**value {
                "cube" => return CoreContext::Known(Core::Cube, a.span),
                "vector" => return CoreContext::Known(Core::Vector, a.span),
                _ => return CoreContext::Free,
            }
        }
        if node.is(Func::Func) {
            function.get_or_insert(p);
        }
    }
    function.map_or(CoreContext::Free, CoreContext::Silent)
}

/// An instruction of one core stands in code for that core.
///
/// Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:18149-18209.
fn core(module: &Module, id: NodeId, def: &OpDef, partial: bool, out: &mut Vec<Diagnostic>) {
    let node = module.node(id);
    let (name, want) = (def.printed_name(), def.core.name());
    let message = format!("`pto.{name}` must be inside a {want} function or section");
    let d = Diagnostic::error(code::MISPLACED, node.name_span, message);
    let d = match core_context(module, id) {
        CoreContext::Known(found, span) if found != def.core => d
            .found(format!("runs on the {} core", found.name()))
            .label(span, format!("this is {} code", found.name())),
        CoreContext::Silent(function) if !partial => d
            .found("nothing says which core runs it")
            .label(name_span(module, function), "this function is for no particular core"),
        _ => return,
    };
    out.push(d.help(format!(
        "put it into `pto.section.{want} {{ ... }}` or a function with `attributes {{pto.kernel_kind = #pto.kernel_kind<{want}>}}`"
    )));
}

/// A group of threads does not start another.
///
/// Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:2843-2868.
fn simt(module: &Module, id: NodeId, out: &mut Vec<Diagnostic>) {
    let node = module.node(id);
    for p in module.ancestors(id) {
        let outer = module.node(p);
        let entry = module.attr(outer, "pto.simt_entry");
        let (span, text) =
            if module.def(outer).is_some_and(|d| d.class == Class::Region(Region::Simt)) {
                (outer.name_span, "inside this one")
            } else if let Some(a) = entry {
                (
                    if a.span.start == a.span.end { name_span(module, p) } else { a.span },
                    "SIMT function",
                )
            } else {
                continue;
            };
        out.push(
            Diagnostic::error(
                code::MISPLACED,
                node.name_span,
                "`pto.section.simt` must not stand in SIMT code",
            )
            .found("the code around it runs on every thread already")
            .label(span, text)
            .help("remove the section, or launch it from a function without `pto.simt_entry`"),
        );
        return;
    }
}

/// A local struct does not leave the region that declares it.
///
/// Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:3221-3243.
fn escapes(module: &Module, structs: &[NodeId], out: &mut Vec<Diagnostic>) {
    if structs.is_empty() {
        return;
    }
    for (_, user) in module.nodes() {
        let hands_out = match module.def(user) {
            Some(def) => def.class == pto_isa::class::Class::Yield,
            None => user.dialect_op().is_some_and(DialectOp::is_terminator),
        };
        if !hands_out {
            continue;
        }
        let name = module.op_name(user);
        let passed = module.successors(user).iter().flat_map(|s| module.successor_operands(s));
        for o in module.operands(user).iter().chain(passed) {
            let value = module.value(o.value);
            if !module.defining_op(o.value).is_some_and(|d| structs.contains(&d)) {
                continue;
            }
            let var = module.sym(value.name);
            let message = format!("`{name}` carries the local struct `%{var}` out of its region");
            out.push(
                Diagnostic::error(code::ESCAPES, o.span, message)
                    .found("its storage ends here")
                    .label(value.span, "declared here")
                    .help("declare it outside; `pto.struct_set` changes it in place"),
            );
        }
    }
}
