//! Views on global memory have one extent, stride, offset and size per dimension.

use pto_ir::diag::Diagnostic;
use pto_ir::module::Node;
use pto_ir::{Module, ValueId};
use pto_isa::OpDef;
use pto_isa::ops::tile_view::{make_tensor_view, partition_view};
use pto_isa::rule::count;
use pto_isa::{Type, code};

/// Lists of numbers and the operand whose dimensions they describe.
const LISTS: &[(&OpDef, &[&str], &str)] = &[
    (&make_tensor_view, &["shape", "strides"], "result"),
    (&partition_view, &["offsets", "sizes"], "source"),
];

pub(crate) fn check(module: &Module, out: &mut Vec<Diagnostic>) {
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let Some((_, lists, of)) = LISTS.iter().find(|l| def.is(l.0)) else { continue };
        let Some(view) = def.slot(of).and_then(|s| module.slot_values(node, s).next()) else {
            continue;
        };
        let Some(Type::View { dims, .. }) = module.type_of(view) else { continue };
        for list in *lists {
            let Some(slot) = def.slot(list) else { continue };
            let given = module.operands(node).iter().filter(|o| o.slot == slot).count();
            // Without operands the numbers are attributes, or the text was not understood.
            if given != 0 && given != dims.len() {
                out.push(wrong(module, node, slot, view, (list, given, dims.len())));
            }
        }
    }
}

#[cold]
fn wrong(
    module: &Module,
    node: &Node,
    slot: u8,
    view: ValueId,
    (list, given, want): (&str, usize, usize),
) -> Diagnostic {
    let spans: Vec<_> =
        module.operands(node).iter().filter(|o| o.slot == slot).map(|o| o.span).collect();
    let span = match (spans.first(), spans.last()) {
        (Some(a), Some(b)) => a.to(*b),
        _ => node.name_span,
    };
    let name = module.op_name(node);
    let value = module.value(view);
    let ty = module.type_of(view).map(ToString::to_string).unwrap_or_default();
    Diagnostic::error(
        code::OPERAND_COUNT,
        span,
        format!("`{list}` of `{name}` needs {}", count(want as u32, "number")),
    )
    .found(count(given as u32, "number"))
    .label(value.span, format!("{ty} has {}", count(want as u32, "dimension")))
    .help("give one number per dimension, or a type with as many dimensions")
}
