//! Queues between the cores: each is set up once per function, and what uses it fits it.
//!
//! Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:18493-18758 (set up), 19133-19352 (use).

use crate::{Options, buffer, fixpipe, queue_handle};
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Module, Span, ValueId};
use pto_isa::class::{Class, Ends, Mode, QueueOp, Way};
use pto_isa::def::{Core, OpDef};
use pto_isa::epilogue::Epilogue;
use pto_isa::target::QueueSlots;
use pto_isa::{Target, Type, ViewKind, code};

/// A queue as one function sets it up.
pub(crate) struct Init<'m> {
    /// The instruction.
    pub node: NodeId,
    /// The function.
    pub function: NodeId,
    /// Whose end it is.
    pub core: Core,
    /// Its number.
    pub id: i64,
    /// `dir_mask`.
    pub dir: i64,
    /// `slot_size` and where it is written.
    pub slot_size: Option<(i64, Span)>,
    /// `acc_push_epilogue` and where it is written.
    pub epilogue: Option<(Epilogue<'m>, Span)>,
}

/// An instruction that names a queue.
pub(crate) struct Use {
    /// The instruction.
    pub node: NodeId,
    /// The function.
    pub function: NodeId,
    /// Its table entry.
    pub def: &'static OpDef,
    /// The number of the queue.
    pub id: i64,
    /// Where the number, or else the name of the instruction, is written.
    pub span: Span,
    /// Whether the number is written.
    pub explicit: bool,
    /// The tile or view that passes, and where it is written.
    pub entry: Option<(ValueId, Span)>,
}

/// Everything the checks of queues look at.
pub(crate) struct Queues<'m> {
    /// The program.
    pub m: &'m Module,
    /// The target.
    pub target: Target,
    /// Statements may be missing.
    pub partial: bool,
    /// Queues.
    pub inits: Vec<Init<'m>>,
    /// Uses.
    pub uses: Vec<Use>,
    /// Buffers.
    pub buffers: Vec<buffer::Buffer>,
}

/// An integer attribute and where it is written.
pub(crate) fn number(module: &Module, node: &Node, name: &str) -> Option<(i64, Span)> {
    let a = module.attr(node, name)?;
    match module.attrs.get(a.value) {
        Attr::Int(v, _) => Some((i64::try_from(*v).ok()?, a.span)),
        _ => None,
    }
}

/// The value of an operand and where it is written.
pub(crate) fn operand(module: &Module, node: &Node, name: &str) -> Option<(ValueId, Span)> {
    let slot = module.def(node)?.slot(name)?;
    crate::rules::slot_span(module, node, slot).and_then(|(span, v)| Some((v?, span)))
}

pub(crate) fn check(module: &Module, target: Target, options: &Options, out: &mut Vec<Diagnostic>) {
    let queues = collect(module, target, options.partial);
    buffer::check(module, &queues.buffers, options.partial, out);
    for (i, init) in queues.inits.iter().enumerate() {
        let first =
            queues.inits[..i].iter().find(|o| (o.function, o.id) == (init.function, init.id));
        match first {
            Some(first) => out.push(twice(module, init, first)),
            None => queues.set_up(init, out),
        }
    }
    for u in &queues.uses {
        queues.used(u, out);
    }
    fixpipe::check(&queues, out);
    queue_handle::check(module, out);
}

fn collect(module: &Module, target: Target, partial: bool) -> Queues<'_> {
    let (mut inits, mut uses) = (Vec::new(), Vec::new());
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let set_up = match def.class {
            Class::Queue(QueueOp::Open { ends, .. }) => ends != Ends::Handle,
            _ => false,
        };
        let scales = matches!(def.class, Class::Mode(Mode::QuantScalar | Mode::QuantVector));
        if !set_up && !scales && def.core == Core::Any {
            continue;
        }
        let Some(function) = module.function_of(id) else { continue };
        let written = number(module, node, "id");
        let (number_of, span) = written.unwrap_or((0, node.name_span));
        if set_up {
            let epilogue = module.attr(node, "acc_push_epilogue").and_then(|a| {
                match module.attrs.get(a.value) {
                    Attr::Other(text) => Some((Epilogue::parse(text)?, a.span)),
                    _ => None,
                }
            });
            inits.push(Init {
                node: id,
                function,
                core: def.core,
                id: number_of,
                dir: number(module, node, "dir_mask").map_or(0, |d| d.0),
                slot_size: number(module, node, "slot_size"),
                epilogue,
            });
        } else {
            let entry = operand(module, node, "tile").or_else(|| operand(module, node, "entry"));
            let explicit = written.is_some();
            uses.push(Use { node: id, function, def, id: number_of, span, explicit, entry });
        }
    }
    Queues { m: module, target, partial, inits, uses, buffers: buffer::collect(module) }
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

impl<'m> Queues<'m> {
    /// The one queue of this number in a function; `None` if there is none, or if there are several.
    pub fn find(&self, function: NodeId, id: i64) -> Option<&Init<'m>> {
        let mut found = self.inits.iter().filter(|i| (i.function, i.id) == (function, id));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Where an attribute of a queue's set-up is written, or its name.
    pub fn init_span(&self, init: &Init<'_>, attr: &str) -> Span {
        let node = self.m.node(init.node);
        self.m.attr(node, attr).map_or(node.name_span, |a| a.span)
    }

    fn init_operand(&self, init: &Init<'_>, name: &str) -> Option<(ValueId, Span)> {
        operand(self.m, self.m.node(init.node), name)
    }

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
        let bytes = self.m.type_of(tensor).and_then(queue_handle::view_bytes);
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
            && let Some(why) = queue_handle::differs(entry, slot)
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
