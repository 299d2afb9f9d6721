//! Queues between the cores: each is set up once per function, and what uses it fits it.
//!
//! Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:18493-18758 (set up), 19133-19352 (use).

use crate::queues::{Init, Queues, Use, broken_halves, differs, not_whole, number, view_bytes};
use pto_ir::Module;
use pto_ir::diag::Diagnostic;
use pto_ir::module::NodeId;
use pto_isa::class::{Class, QueueOp, Way};
use pto_isa::def::{Core, OpDef};
use pto_isa::target::QueueSlots;
use pto_isa::{Type, ViewKind, code};

pub(crate) fn check(queues: &Queues<'_>, out: &mut Vec<Diagnostic>) {
    for (i, init) in queues.inits.iter().enumerate() {
        let first =
            queues.inits[..i].iter().find(|o| (o.function, o.id) == (init.function, init.id));
        match first {
            Some(first) => out.push(twice(queues.m, init, first)),
            None => queues.set_up(init, out),
        }
    }
    for u in &queues.uses {
        queues.used(u, out);
    }
}

#[cold]
fn twice(module: &Module, init: &Init<'_>, first: &Init<'_>) -> Diagnostic {
    let span = |i: &Init<'_>| {
        let node = module.node(i.node);
        number(module, node, "id").map_or(node.name_span, |n| n.1)
    };
    Diagnostic::error(
        code::QUEUE_TWICE,
        span(init),
        format!("this function sets up queue {} twice", init.id),
    )
    .label(span(first), "set up here first")
    .help("give each queue of a function its own `id`")
}

/// Whether an instruction passes data from the cube to the vector cores.
fn to_vector(def: &OpDef) -> bool {
    matches!(def.class, Class::Queue(op) if op.way() == Some(Way::ToVector))
}

impl Queues<'_> {
    /// A slot in global memory holds one entry, or both halves of a split one.
    fn set_up(&self, init: &Init<'_>, out: &mut Vec<Diagnostic>) {
        let Some((tensor, span)) = self.init_operand(init, "gm_slot_tensor") else { return };
        let consumers =
            ["c2v_consumer_buf", "v2c_consumer_buf"].map(|n| self.init_operand(init, n));
        if consumers.iter().any(Option::is_some)
            && (init.dir != 1 || consumers[0].is_none() || consumers[1].is_some())
        {
            out.push(
                Diagnostic::error(
                    code::QUEUE_DIRECTION,
                    self.init_span(init, "dir_mask"),
                    "tiles pass through `gm_slot_tensor` only from the cube to the vector cores",
                )
                .label(span, "slots in global memory")
                .help(
                    "use `dir_mask = 1` with `c2v_consumer_buf` alone, or `gm_slot_tensor` alone",
                ),
            );
        }
        let bytes = self.m.type_of(tensor).and_then(view_bytes);
        if let (Some(bytes), Some((size, size_span))) = (bytes, init.slot_size)
            && u64::try_from(size).is_ok_and(|s| s != bytes && s != 2 * bytes)
        {
            out.push(
                Diagnostic::error(
                    code::QUEUE_ENTRY,
                    size_span,
                    "`slot_size` must be the size of `gm_slot_tensor`, or twice that for split entries",
                )
                .found(format!("{size} bytes"))
                .label(span, format!("{bytes} bytes"))
                .help(format!("use `slot_size = {bytes}` or {}", 2 * bytes)),
            );
        }
    }

    fn used(&self, u: &Use, out: &mut Vec<Diagnostic>) {
        let quant = u.def.core == Core::Any;
        let mut known = self.inits.iter().filter(|i| i.function == u.function).peekable();
        if known.clone().all(|i| i.id != u.id) {
            // A setting without a number is for the pushes of this core, whatever they are.
            let silent = self.partial || (quant && (!u.explicit || self.is_lowered(u.function)));
            if !silent {
                let numbers: Vec<String> = known.clone().map(|i| i.id.to_string()).collect();
                let mut d = Diagnostic::error(
                    code::NO_QUEUE,
                    u.span,
                    format!(
                        "`pto.{}` uses queue {}, which this function does not set up",
                        u.def.printed_name(),
                        u.id
                    ),
                );
                if let Some(i) = known.next() {
                    d = d.label(self.init_span(i, "id"), format!("this sets up queue {}", i.id));
                }
                let what = if quant || u.def.core == Core::Cube { "aic" } else { "aiv" };
                out.push(d.help(match numbers.is_empty() {
                    true => format!(
                        "add `pto.{what}_initialize_pipe {{id = {}, ...}}` to the function",
                        u.id
                    ),
                    false => format!("use a queue of this function: {}", numbers.join(", ")),
                }));
            }
            return;
        }
        let Some(init) = self.find(u.function, u.id) else { return };
        if quant {
            return;
        }
        let c2v = to_vector(u.def);
        if init.dir & (if c2v { 1 } else { 2 }) == 0 && matches!(init.dir, 1 | 2) {
            let node = self.m.node(u.node);
            let way = |c2v: bool| if c2v { "cube to vector" } else { "vector to cube" };
            out.push(
                Diagnostic::error(
                    code::QUEUE_DIRECTION,
                    node.name_span,
                    format!("`pto.{}` needs a queue from {}", u.def.printed_name(), way(c2v)),
                )
                .found(format!("queue {} runs from {}", u.id, way(!c2v)))
                .label(self.init_span(init, "dir_mask"), format!("`dir_mask` is {}", init.dir))
                .help("use another queue, or `dir_mask = 3` for both ways"),
            );
            return;
        }
        self.split(u, init, c2v, out);
        self.halves(u, init, out);
        self.view_entry(u, init, out);
    }

    fn is_lowered(&self, function: NodeId) -> bool {
        self.m.nodes().any(|(id, n)| {
            self.m.attr(n, "__pto.frontend_id").is_some()
                && self.m.function_of(id) == Some(function)
        })
    }

    /// Halves of odd extents pass only through global memory into a local buffer of the vector core.
    fn split(&self, u: &Use, init: &Init<'_>, c2v: bool, out: &mut Vec<Diagnostic>) {
        let Some((split @ 3.., span)) = number(self.m, self.m.node(u.node), "split") else {
            return;
        };
        let has = |n| self.init_operand(init, n).is_some();
        let gm = has("gm_slot_tensor")
            || (self.target.def().queue_slots != QueueSlots::Local && has("gm_slot_buffer"));
        let is_view =
            u.entry.is_some_and(|(v, _)| matches!(self.m.type_of(v), Some(Type::View { .. })));
        let found = if !c2v {
            "this queue runs to the cube core"
        } else if init.dir != 1 {
            "this queue runs both ways"
        } else if !gm {
            "this queue has no slots in global memory"
        } else if !has("c2v_consumer_buf") {
            "this queue has no local buffer"
        } else if is_view {
            "the entry is a view"
        } else {
            return;
        };
        let node = self.m.node(init.node);
        out.push(
            Diagnostic::error(
                code::QUEUE_SPLIT,
                span,
                format!("`split` {split} needs tiles from the cube through global memory into a local buffer"),
            )
            .found(found)
            .label(node.name_span, format!("queue {} is set up here", u.id))
            .help("use `split` 1 or 2 with even extents"),
        );
    }

    /// Halves that are written into the memory of the consumer are whole blocks of it.
    fn halves(&self, u: &Use, init: &Init<'_>, out: &mut Vec<Diagnostic>) {
        let local = self.target.def().queue_slots == QueueSlots::Local
            && init.epilogue.is_none()
            && self.init_operand(init, "gm_slot_tensor").is_none();
        let pushes = matches!(u.def.class, Class::Queue(QueueOp::Push(_)));
        let Some((entry, span)) = u.entry.filter(|_| local && pushes) else { return };
        let (Some(Type::Tile(tile)), Some((split, at))) =
            (self.m.type_of(entry), number(self.m, self.m.node(u.node), "split"))
        else {
            return;
        };
        if let Some(why) = broken_halves(tile, split) {
            out.push(not_whole(span, (split, at), why));
        }
    }

    /// A view that passes is a slot of the queue.
    fn view_entry(&self, u: &Use, init: &Init<'_>, out: &mut Vec<Diagnostic>) {
        let Some((v, span)) = u.entry else { return };
        let Some(entry @ Type::View { kind: ViewKind::Tensor, .. }) = self.m.type_of(v) else {
            return;
        };
        let node = self.m.node(init.node);
        let Some((tensor, slot_span)) = self.init_operand(init, "gm_slot_tensor") else {
            out.push(
                Diagnostic::error(
                    code::QUEUE_ENTRY,
                    span,
                    format!("queue {} passes tiles, not views: it has no `gm_slot_tensor`", u.id),
                )
                .found(format!("`{entry}`"))
                .label(node.name_span, "set up here")
                .help("set it up with `gm_slot_tensor`, or pass a tile"),
            );
            return;
        };
        if let Some(slot) = self.m.type_of(tensor)
            && let Some(why) = differs(entry, slot)
        {
            out.push(
                Diagnostic::error(
                    code::QUEUE_ENTRY,
                    span,
                    format!("the entry must look like `gm_slot_tensor` of queue {}", u.id),
                )
                .found(why)
                .label(slot_span, format!("`{slot}`")),
            );
        }
    }
}
