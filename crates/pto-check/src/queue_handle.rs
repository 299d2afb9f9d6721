//! Queues named by a handle: entries fit the slots of the pipe that made the handle.
//!
//! Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:19711-19830.

use crate::queues::{broken_halves, differs, not_whole, number, operand, view_bytes};
use pto_ir::diag::Diagnostic;
use pto_ir::module::Node;
use pto_ir::{Module, Span};
use pto_isa::class::{Class, Ends, QueueOp};
use pto_isa::target::QueueSlots;
use pto_isa::{Target, Type, code};

pub(crate) fn check(module: &Module, target: Target, out: &mut Vec<Diagnostic>) {
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        if !matches!(def.class, Class::Queue(op) if op.way().is_none()) {
            continue;
        }
        let maker = operand(module, node, "pipe_handle").and_then(|(h, _)| module.defining_op(h));
        let Some(init) = maker.map(|i| module.node(i)) else { continue };
        let Some(Class::Queue(QueueOp::Open { ends: Ends::Handle, global })) =
            module.def(init).map(|d| d.class)
        else {
            continue;
        };
        split(module, node, init, out);
        if global == Some(false) && target.def().queue_slots == QueueSlots::Local {
            halves(module, node, out);
        }
        let entry = operand(module, node, "tile").or_else(|| operand(module, node, "entry"));
        if let Some((v, span)) = entry
            && let Some(ty @ Type::View { .. }) = module.type_of(v)
        {
            view(module, node, init, global == Some(true), (ty, span), out);
        }
    }
}

fn split(module: &Module, node: &Node, init: &Node, out: &mut Vec<Diagnostic>) {
    let Some((split @ 3.., span)) = number(module, node, "split") else { return };
    let global = operand(module, init, "gm_addr").is_some();
    let one_way = number(module, init, "dir_mask").is_none_or(|d| d.0 == 1);
    if global && one_way && operand(module, init, "local_addr").is_some() {
        return;
    }
    out.push(
        Diagnostic::error(
            code::QUEUE_SPLIT,
            span,
            format!(
                "`split` {split} needs tiles from the cube through global memory into a local buffer"
            ),
        )
        .label(init.name_span, "the pipe is made here")
        .help("use `pto.initialize_l2g2l_pipe` with `dir_mask = 1` and `local_addr`, or `split` 1 or 2"),
    );
}

/// Halves that are written into the memory of the consumer are whole blocks of it.
fn halves(module: &Module, node: &Node, out: &mut Vec<Diagnostic>) {
    let pushes =
        module.def(node).is_some_and(|d| matches!(d.class, Class::Queue(QueueOp::Push(_))));
    let entry = operand(module, node, "tile").filter(|_| pushes);
    if let (Some((v, span)), Some(split)) = (entry, number(module, node, "split"))
        && let Some(Type::Tile(tile)) = module.type_of(v)
        && let Some(why) = broken_halves(tile, split.0)
    {
        out.push(not_whole(span, split, why));
    }
}

fn view(
    module: &Module,
    node: &Node,
    init: &Node,
    global: bool,
    (ty, span): (&Type, Span),
    out: &mut Vec<Diagnostic>,
) {
    let error = |message: &str| Diagnostic::error(code::QUEUE_ENTRY, span, message);
    let local = operand(module, init, "local_addr");
    if !global || local.is_some() {
        let at = local.map_or(init.name_span, |l| l.1);
        out.push(
            error("views pass only through a pipe that lies in global memory alone")
                .found(format!("`{ty}`"))
                .label(at, "this pipe passes tiles")
                .help("use `pto.initialize_l2g2l_pipe` without `local_addr`, or pass a tile"),
        );
        return;
    }
    let Some((slot, slot_span)) = operand(module, init, "gm_addr") else { return };
    let Some(slot_ty) = module.type_of(slot) else { return };
    if let Some(why) = differs(ty, slot_ty) {
        let d = error("the entry must look like `gm_addr` of the pipe").found(why);
        out.push(d.label(slot_span, format!("`{slot_ty}`")));
        return;
    }
    let halves = number(module, node, "split").is_some_and(|s| s.0 != 0);
    if let (Some(bytes), Some((size, at))) = (view_bytes(ty), number(module, init, "slot_size"))
        && u64::try_from(size).is_ok_and(|s| s != bytes && !(halves && s == 2 * bytes))
    {
        out.push(
            error("the entry must fill a slot of the pipe")
                .found(format!("{bytes} bytes"))
                .label(at, format!("slots have {size} bytes"))
                .help(format!("use `slot_size = {bytes}`")),
        );
    }
}
