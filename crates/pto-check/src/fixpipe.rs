//! Queues that convert on the way out of the accumulator (`acc_push_epilogue`): both ends agree.
//!
//! Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:18680-18750, 18964-19080, 19545-19640, 20178-20500, 20557-20702.

use crate::buffer::Buffer;
use crate::context::name_span;
use crate::declared_target;
use crate::quant::{quantised, state};
use crate::queues::{Init, Queues, Use, number, operand};
use pto_ir::Span;
use pto_ir::diag::Diagnostic;
use pto_isa::class::{Class, Mode, QueueOp, Way};
use pto_isa::def::Core;
use pto_isa::dtype::{join_or, one_of};
use pto_isa::epilogue::{Epilogue, Quant, Scale};
use pto_isa::{DType, Space, Target, TileTy, Type, code, ops};

/// What puts tiles into a queue with an epilogue, and what takes them out.
const PUSH: Class = Class::Queue(QueueOp::Push(Some(Way::ToVector)));
const POP: Class = Class::Queue(QueueOp::Pop(Some(Way::ToVector)));

pub(crate) fn check(q: &Queues<'_>, out: &mut Vec<Diagnostic>) {
    for init in &q.inits {
        if let Some((e, span)) = init.epilogue {
            if !words(q, e, span, out) {
                continue;
            }
            match init.core {
                Core::Cube => producer(q, init, e, out),
                _ => consumer(q, init, e, out),
            }
        }
    }
    for u in &q.uses {
        let Some(init) = q.find(u.function, u.id) else { continue };
        match (u.def.class, init.epilogue) {
            (Class::Mode(Mode::QuantScalar), e) => state(q, u, init, e, Scale::Scalar, out),
            (Class::Mode(Mode::QuantVector), e) => state(q, u, init, e, Scale::Vector, out),
            (_, Some((e, span))) => used(q, u, e, span, out),
            _ => {}
        }
    }
}

/// Whether the parts of an epilogue exist, on this target too.
fn words(q: &Queues<'_>, e: Epilogue<'_>, span: Span, out: &mut Vec<Diagnostic>) -> bool {
    for (part, word, known) in e.parts() {
        if known.contains(&word) {
            continue;
        }
        let near = ops::closest(word, known.iter().copied());
        let known = format!("use {}", join_or(known.iter().copied()));
        let help = near.map_or(known.clone(), |n| format!("did you mean `{n}`? If not, {known}"));
        out.push(
            Diagnostic::error(
                code::ATTR_VALUE,
                span,
                format!("`{part}` of `acc_push_epilogue` cannot be `{word}`"),
            )
            .help(help),
        );
        return false;
    }
    let spec = declared_target(q.m).is_some_and(|t| t.profile() == Target::A5);
    if e.conversion().is_some_and(|c| c.a5_only) && q.target.profile() == Target::A2A3 && !spec {
        let mut d = Diagnostic::error(
            code::ATTR_FOR_TARGET,
            span,
            format!("the conversion `{}` exists on A5 only", e.quant),
        );
        d.target = Some(q.target);
        out.push(d);
        return false;
    }
    true
}

/// The buffer that backs an end of a queue.
fn backing<'q>(q: &'q Queues<'_>, init: &Init<'_>) -> Option<&'q Buffer> {
    let (v, _) = operand(q.m, q.m.node(init.node), "c2v_consumer_buf")?;
    let maker = q.m.defining_op(v)?;
    q.buffers.iter().find(|b| b.node == maker)
}

/// The other ends are the set-ups of the buffer's user in a function, by the given core.
fn ends<'q, 'm>(q: &'q Queues<'m>, buffer: &Buffer, core: Core) -> Vec<&'q Init<'m>> {
    let own = |i: &&Init<'_>| i.core == core && i.function == buffer.function;
    q.inits
        .iter()
        .filter(own)
        .filter(|i| backing(q, i).is_some_and(|b| b.node == buffer.node))
        .collect()
}

fn error(q: &Queues<'_>, init: &Init<'_>, message: String) -> Diagnostic {
    Diagnostic::error(code::QUEUE_PEER, q.m.node(init.node).name_span, message)
}

/// The buffer must come from the instruction that shares it with the other core.
fn untraceable(q: &Queues<'_>, init: &Init<'_>, want: &str) -> Option<Diagnostic> {
    if q.partial {
        return None;
    }
    let (v, span) = operand(q.m, q.m.node(init.node), "c2v_consumer_buf")?;
    Some(
        Diagnostic::error(
            code::QUEUE_PEER,
            span,
            format!("`c2v_consumer_buf` of a queue with an epilogue must come from `pto.{want}`"),
        )
        .found("the other end cannot be found through it")
        .label(q.m.value(v).span, "it is defined here")
        .help(format!("use the result of `pto.{want}`")),
    )
}

fn producer(q: &Queues<'_>, init: &Init<'_>, e: Epilogue<'_>, out: &mut Vec<Diagnostic>) {
    let Some(import) = backing(q, init).filter(|b| b.is_import()) else {
        out.extend(untraceable(q, init, "import_reserved_buffer"));
        return;
    };
    // A peer that is missing, or has no such buffer, is reported at the import.
    let Some(peer) = import.peer.filter(|_| !q.partial) else { return };
    let named = |b: &&Buffer| !b.is_import() && b.function == peer && b.name == import.name;
    let Some(reserve) = q.buffers.iter().find(named) else { return };
    match ends(q, reserve, Core::Vector).as_slice() {
        [other] => match other.epilogue {
            Some((theirs, span)) => same_epilogue(q, init, e, theirs, span, out),
            None => out.push(
                error(q, init, "only this end of the queue has `acc_push_epilogue`".into())
                    .label(q.m.node(other.node).name_span, "the other end has none")
                    .help("give both ends the same epilogue"),
            ),
        },
        found => {
            // An end with another buffer there is reported at its buffer.
            let odd = |i: &Init<'_>| {
                i.function == peer && i.epilogue.is_some() && backing(q, i).is_none()
            };
            if found.is_empty() && q.inits.iter().any(odd) {
                return;
            }
            let many = if found.is_empty() { "no" } else { "more than one" };
            out.push(
                error(q, init, format!("the other function has {many} `pto.aiv_initialize_pipe` for this queue"))
                    .label(name_span(q.m, peer), "the consumer's function")
                    .label(reserve.span, "the buffer they share")
                    .help("set the queue up once at its other end, with `c2v_consumer_buf` from the `pto.reserve_buffer` there"),
            );
        }
    }
}

fn same_epilogue(
    q: &Queues<'_>,
    init: &Init<'_>,
    ours: Epilogue<'_>,
    theirs: Epilogue<'_>,
    span: Span,
    out: &mut Vec<Diagnostic>,
) {
    for ((part, a, _), (_, b, _)) in ours.parts().into_iter().zip(theirs.parts()) {
        if a != b {
            out.push(
                Diagnostic::error(
                    code::QUEUE_PEER,
                    q.init_span(init, "acc_push_epilogue"),
                    format!("both ends of a queue must have the same `{part}`"),
                )
                .found(format!("`{a}`"))
                .label(span, format!("`{b}`")),
            );
        }
    }
}

fn consumer(q: &Queues<'_>, init: &Init<'_>, e: Epilogue<'_>, out: &mut Vec<Diagnostic>) {
    let Some(reserve) = backing(q, init).filter(|b| !b.is_import()) else {
        out.extend(untraceable(q, init, "reserve_buffer"));
        return;
    };
    if q.partial {
        return;
    }
    let ours = |b: &&Buffer| b.peer == Some(init.function) && b.name == reserve.name;
    let imports: Vec<&Buffer> = q.buffers.iter().filter(ours).collect();
    let [import] = imports.as_slice() else {
        let many = if imports.is_empty() { "no function imports" } else { "several imports of" };
        out.push(
            error(q, init, format!("{many} `{}`, the buffer of this queue", reserve.name))
                .label(reserve.span, "reserved here")
                .help("import it in the one cube function that fills the queue"),
        );
        return;
    };
    let producers = ends(q, import, Core::Cube);
    let [other] = producers.as_slice() else {
        out.push(
            error(
                q,
                init,
                "the other function has no single `pto.aic_initialize_pipe` for this queue".into(),
            )
            .label(import.span, "the buffer is imported here")
            .help("set the queue up there with this buffer as `c2v_consumer_buf`"),
        );
        return;
    };
    if other.epilogue.is_none() {
        out.push(
            error(q, init, "only this end of the queue has `acc_push_epilogue`".into())
                .label(q.m.node(other.node).name_span, "the other end has none")
                .help("give both ends the same epilogue"),
        );
        return;
    }
    let pop = |u: &&Use| u.def.class == POP && (u.function, u.id) == (init.function, init.id);
    let pops: Vec<&Use> = q.uses.iter().filter(pop).collect();
    let Some(first) = pops.first() else {
        out.push(
            error(q, init, format!("nothing takes tiles out of queue {}", init.id))
                .found("the type of its entries is unknown")
                .help(format!(
                    "add `pto.tpop_from_aic {{id = {}, split = 0}}` to this function",
                    init.id
                )),
        );
        return;
    };
    one_type(q, &pops, out);
    let Some((tile, at)) = tile_of(q, first) else { return };
    // A tile of another type is reported where it is taken out.
    if e.conversion().is_some_and(|c| c.to.contains(&tile.dtype)) {
        slots([init, other], (tile, at), out);
    }
    if e.quant == "no_convert" {
        kept(q, other, (tile, at), out);
    }
}

fn tile_of<'q>(q: &Queues<'q>, u: &Use) -> Option<(&'q TileTy, Span)> {
    let (v, span) = u.entry?;
    Some((q.m.type_of(v)?.as_tile()?, span))
}

fn one_type(q: &Queues<'_>, pops: &[&Use], out: &mut Vec<Diagnostic>) {
    let ty = |u: &Use| u.entry.and_then(|(v, span)| Some((q.m.type_of(v)?, span)));
    let Some((want, first)) = pops.first().and_then(|u| ty(u)) else { return };
    for (other, span) in pops[1..].iter().filter_map(|u| ty(u)).filter(|t| t.0 != want) {
        out.push(
            Diagnostic::error(
                code::QUEUE_ENTRY,
                span,
                "all tiles of a queue with an epilogue have one type",
            )
            .found(format!("`{other}`"))
            .label(first, format!("`{want}`")),
        );
    }
}

/// A slot holds the converted tile, at both ends.
fn slots(ends: [&Init<'_>; 2], (tile, at): (&TileTy, Span), out: &mut Vec<Diagnostic>) {
    let need = tile.size_bytes();
    for (size, span) in ends.iter().filter_map(|i| i.slot_size) {
        if u64::try_from(size).is_ok_and(|s| s < need) {
            out.push(
                Diagnostic::error(
                    code::QUEUE_ENTRY,
                    span,
                    "a slot must hold the tile that arrives",
                )
                .found(format!("{size} bytes"))
                .label(at, format!("{need} bytes"))
                .help(format!("use `slot_size = {need}`")),
            );
        }
    }
}

/// Without a conversion what arrives has the type of what was pushed.
fn kept(q: &Queues<'_>, other: &Init<'_>, (tile, at): (&TileTy, Span), out: &mut Vec<Diagnostic>) {
    let push = |u: &&Use| u.def.class == PUSH && (u.function, u.id) == (other.function, other.id);
    for (pushed, span) in q.uses.iter().filter(push).filter_map(|u| tile_of(q, u)) {
        if pushed.dtype != tile.dtype {
            out.push(
                Diagnostic::error(
                    code::QUEUE_ENTRY,
                    at,
                    "the conversion `no_convert` keeps the element type",
                )
                .found(format!("taken out as {}", tile.dtype))
                .label(span, format!("pushed as {}", pushed.dtype))
                .help(format!("take it out as {}, or choose a conversion", pushed.dtype)),
            );
        }
    }
}

/// A push, pop, allocation or release.
fn used(q: &Queues<'_>, u: &Use, e: Epilogue<'_>, epilogue: Span, out: &mut Vec<Diagnostic>) {
    if let Some((split @ 1.., span)) = number(q.m, q.m.node(u.node), "split") {
        out.push(
            Diagnostic::error(
                code::QUEUE_SPLIT,
                span,
                "a queue with an epilogue passes whole tiles: `split` must be 0",
            )
            .found(format!("`split` is {split}"))
            .label(epilogue, "the epilogue")
            .help("use `split = 0`"),
        );
    }
    let Some(c) = e.conversion() else { return };
    match u.def.class {
        PUSH => {
            passes(q, u, c, c.from, epilogue, out);
            quantised(q, u, c, epilogue, out);
        }
        POP => {
            passes(q, u, c, c.to, epilogue, out);
            if let (Some((t, span)), Some(want)) = (tile_of(q, u), e.arriving())
                && (t.layout() != want || t.space != Space::Vec)
            {
                out.push(
                    Diagnostic::error(
                        code::QUEUE_ENTRY,
                        span,
                        format!("the layout `{}` makes {} tiles in `vec`", e.layout, want.name()),
                    )
                    .found(format!("{} in {}", t.layout().name(), t.space))
                    .label(epilogue, "the epilogue"),
                );
            }
        }
        _ => {}
    }
}

/// Tiles of certain element types pass.
fn passes(
    q: &Queues<'_>,
    u: &Use,
    c: &Quant,
    types: &[DType],
    epilogue: Span,
    out: &mut Vec<Diagnostic>,
) {
    let Some((v, span)) = u.entry else { return };
    let d = match q.m.type_of(v) {
        Some(Type::Tile(t)) if !types.contains(&t.dtype) => {
            let verb = if u.def.class == PUSH { "takes" } else { "makes" };
            Diagnostic::error(
                code::QUEUE_ENTRY,
                span,
                format!("the conversion `{}` {verb} {}", c.name, one_of(types)),
            )
            .found(t.dtype.to_string())
        }
        Some(ty @ Type::View { .. }) => Diagnostic::error(
            code::QUEUE_ENTRY,
            span,
            "only tiles pass through a queue with an epilogue",
        )
        .found(format!("`{ty}`")),
        _ => return,
    };
    out.push(d.label(epilogue, "the epilogue"));
}
