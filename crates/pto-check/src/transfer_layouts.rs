//! What moves data between devices copies bytes: the views at both ends have their elements in one order.

use pto_ir::diag::Diagnostic;
use pto_ir::{Attr, Module, ValueId};
use pto_isa::ops::comm::{
    comm_tbroadcast, comm_tgather, comm_tget, comm_tget_async, comm_tput, comm_tput_async,
    comm_tscatter,
};
use pto_isa::ops::tile_view::{make_tensor_view, partition_view};
use pto_isa::{OpDef, Type, code};

/// A sum of what all devices have may change the order: the headers compare nothing there.
const TRANSFERS: [&OpDef; 7] = [
    &comm_tput,
    &comm_tget,
    &comm_tput_async,
    &comm_tget_async,
    &comm_tgather,
    &comm_tscatter,
    &comm_tbroadcast,
];

const SOURCES: &str = "pto-isa@3186c381 docs/isa/comm/TPUT.md:63, TGET.md:53, TPUT_ASYNC.md:124, TGET_ASYNC.md:122; \
     include/pto/comm/a2a3/TPut.hpp:266-267, TGet.hpp:256-257, TGather.hpp:181, TScatter.hpp:178, TBroadCast.hpp:185, \
     comm/async_common/TPutAsyncCommonDetail.hpp:163, TGetAsyncCommonDetail.hpp:63";

pub(crate) fn check(module: &Module, out: &mut Vec<Diagnostic>) {
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        if !TRANSFERS.iter().any(|t| def.is(t)) {
            continue;
        }
        let mut views = module.operands(node).iter().filter_map(|o| {
            matches!(module.type_of(o.value), Some(Type::View { .. })).then_some(())?;
            Some((o, layout(module, o.value)?))
        });
        let Some((_, first)) = views.next() else { continue };
        if let Some((operand, other)) = views.find(|v| v.1 != first) {
            let message = format!("the views of `pto.{}` must have one layout", def.name);
            let found = format!("{other}, the other view is {first}");
            out.push(
                Diagnostic::error(code::LAYOUT, operand.span, message)
                    .found(found)
                    .note(format!("rule from {SOURCES}")),
            );
        }
    }
}

/// The layout that the text gives a view, or the view that it is a part of.
fn layout(module: &Module, view: ValueId) -> Option<String> {
    let node = module.node(module.defining_op(view)?);
    let def = module.def(node)?;
    if def.is(&partition_view) {
        return layout(module, module.slot_values(node, def.slot("source")?).next()?);
    }
    let attr = def.is(&make_tensor_view).then(|| module.attr(node, "layout"))??;
    match module.attrs.get(attr.value) {
        Attr::Str(s) | Attr::Word(s) | Attr::Case { value: s, .. } => Some(s.to_ascii_lowercase()),
        _ => None,
    }
}
