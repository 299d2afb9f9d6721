//! Vector addresses: the loops that they are made from, and the chains that move them on.
//!
//! Source: PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md.

use pto_ir::Module;
use pto_ir::diag::Diagnostic;
use pto_ir::dialect::{Func, Scf};
use pto_ir::module::{Node, NodeId};
use pto_isa::ops::vector_address::{vag, valdu, vastu};
use pto_isa::{DType, Type, code};
use rustc_hash::FxHashMap;

pub(crate) fn check(module: &Module, out: &mut Vec<Diagnostic>) {
    let mut chains: FxHashMap<_, (NodeId, pto_ir::Span)> = FxHashMap::default();
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        if def.is(&vag) {
            loops(module, id, node, out);
        }
        if !def.is(&valdu) && !def.is(&vastu) {
            continue;
        }
        let Some(slot) = def.slot("addr_in") else { continue };
        for o in module.operands(node).iter().filter(|o| o.slot == slot) {
            let Some(&(_, first)) = chains.get(&o.value) else {
                chains.insert(o.value, (id, o.span));
                continue;
            };
            let name = module.sym(module.value(o.value).name);
            let message = format!("`%{name}` begins a second chain of moving addresses");
            let d = Diagnostic::error(code::OP_RULE, o.span, message)
                .label(first, "the first begins here")
                .help("make another address with `pto.vag`");
            out.push(d);
        }
    }
}

/// Each stride belongs to a loop of `i16` around the instruction.
fn loops(module: &Module, id: NodeId, node: &Node, out: &mut Vec<Diagnostic>) {
    let inside = |&p: &NodeId| !module.node(p).is(Func::Func);
    let around = module.ancestors(id).take_while(inside).filter(|&p| module.node(p).is(Scf::For));
    let around: Vec<NodeId> = around.collect();
    for (i, o) in module.operands(node).iter().enumerate() {
        let Some(&at) = around.get(i) else {
            let message = match i {
                0 => "`pto.vag` must be inside an `scf.for`".to_string(),
                _ => format!("`pto.vag` has a stride for loop {} around it", i + 1),
            };
            let found = match around.len() {
                1 => "it stands in one loop".to_string(),
                n => format!("it stands in {n} loops"),
            };
            let d = Diagnostic::error(
                code::MISPLACED,
                if i == 0 { node.name_span } else { o.span },
                message,
            );
            out.push(d.found(found).help("strides count from the innermost loop out"));
            return;
        };
        let outer = module.node(at);
        let counter = module.region(module.node_regions(outer)[0]).blocks.first();
        let counter = counter.and_then(|&b| module.block(b).args.first().copied());
        let Some(counter) = counter else { continue };
        let Some(ty) = module.type_of(counter) else { continue };
        if *ty == Type::Scalar(DType::I16) {
            continue;
        }
        let value = module.value(counter);
        let message = "`pto.vag` takes its address from a loop that does not count in i16";
        let d = Diagnostic::error(code::OPERAND_KIND, o.span, message)
            .found(format!("this stride is for `%{}`, which is {ty}", module.sym(value.name)))
            .label(outer.name_span, "this loop")
            .help("give the bounds of the loop the type i16 and write `: i16` after them");
        out.push(d);
    }
}
