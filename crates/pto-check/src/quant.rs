//! Scales of queues that quantise: set before the push, and of the sort the queue uses.
//!
//! Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:20662-20700, 20834-20954.

use crate::queues::{Init, Queues, Use};
use pto_ir::Span;
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use pto_isa::def::Core;
use pto_isa::epilogue::{Epilogue, Quant, Scale};
use pto_isa::ops::tile_quant::{set_quant_scalar, set_quant_vector};

/// The scale is set earlier in the block of the push.
pub(crate) fn quantised(
    q: &Queues<'_>,
    u: &Use,
    c: &Quant,
    epilogue: Span,
    out: &mut Vec<Diagnostic>,
) {
    let setter = match c.scale {
        Scale::None => return,
        Scale::Scalar => &set_quant_scalar,
        Scale::Vector => &set_quant_vector,
    };
    let node = q.m.node(u.node);
    let before = q.m.block(node.parent).ops.iter().take_while(|&&o| o != u.node);
    let sets = |o: &Use| o.def.is(setter) && before.clone().any(|&b| b == o.node);
    if q.partial || q.uses.iter().any(|o| o.id == u.id && sets(o)) {
        return;
    }
    let mut d = Diagnostic::error(
        code::QUANT_STATE,
        node.name_span,
        format!("nothing sets the scale of queue {} before this push", u.id),
    )
    .label(epilogue, format!("`{}` needs it", c.name))
    .help(format!("put `pto.{}(...) {{id = {}}}` before it in the same block", setter.name, u.id));
    if let Some(other) = q.uses.iter().find(|o| sets(o)) {
        d = d.label(other.span, format!("this is for queue {}", other.id));
    }
    out.push(d);
}

/// A scale is set for a queue of the cube that uses one of its sort.
pub(crate) fn state(
    q: &Queues<'_>,
    u: &Use,
    init: &Init<'_>,
    epilogue: Option<(Epilogue<'_>, Span)>,
    scale: Scale,
    out: &mut Vec<Diagnostic>,
) {
    let name = q.m.node(init.node).name_span;
    let (found, at) = match epilogue {
        _ if init.core != Core::Cube => ("this end only takes out", name),
        None => ("this queue converts nothing", name),
        Some((e, at)) => match e.conversion() {
            Some(c) if c.scale == scale => return,
            Some(c) if c.scale == Scale::Scalar => ("this queue scales by one number", at),
            Some(c) if c.scale == Scale::Vector => ("this queue scales by a table", at),
            Some(_) => ("this conversion does not scale", at),
            None => return,
        },
    };
    out.push(
        Diagnostic::error(
            code::QUANT_STATE,
            u.span,
            format!("`pto.{}` does not fit queue {}", u.def.printed_name(), u.id),
        )
        .label(at, found)
        .help("name a queue of the cube whose epilogue scales by it"),
    );
}
