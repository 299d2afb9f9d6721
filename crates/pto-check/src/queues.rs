//! The queues of a program and what names them: all that their checks look at.

use crate::buffer;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Module, Span, ValueId};
use pto_isa::class::{Class, Ends, Mode, QueueOp};
use pto_isa::def::{Core, OpDef};
use pto_isa::epilogue::Epilogue;
use pto_isa::rule::count;
use pto_isa::{Space, Target, TileTy, Type, code};
use rustc_hash::FxHashMap;

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
    /// Which of them have a number in a function.
    numbered: FxHashMap<(NodeId, i64), Vec<usize>>,
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

/// The queues of a program.
pub(crate) fn collect(module: &Module, target: Target, partial: bool) -> Queues<'_> {
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
    let mut numbered: FxHashMap<(NodeId, i64), Vec<usize>> = FxHashMap::default();
    for (i, init) in inits.iter().enumerate() {
        numbered.entry((init.function, init.id)).or_default().push(i);
    }
    let buffers = buffer::collect(module);
    Queues { m: module, target, partial, inits, numbered, uses, buffers }
}

impl<'m> Queues<'m> {
    /// The one queue of this number in a function; `None` if there is none, or if there are several.
    pub fn find(&self, function: NodeId, id: i64) -> Option<&Init<'m>> {
        match self.numbered.get(&(function, id))?[..] {
            [one] => self.inits.get(one),
            _ => None,
        }
    }

    /// Where an attribute of a queue's set-up is written, or its name.
    pub fn init_span(&self, init: &Init<'_>, attr: &str) -> Span {
        let node = self.m.node(init.node);
        self.m.attr(node, attr).map_or(node.name_span, |a| a.span)
    }

    /// The value of an operand of a queue's set-up and where it is written.
    pub fn init_operand(&self, init: &Init<'_>, name: &str) -> Option<(ValueId, Span)> {
        operand(self.m, self.m.node(init.node), name)
    }
}

/// Why the halves of a tile do not fit the consumer's memory: two vector cores get rows in pairs or whole blocks of
/// 16 accumulator columns, and the cube core gets blocks of 32 bytes.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TPush.hpp:215-234, 258-262.
pub(crate) fn broken_halves(tile: &TileTy, split: i64) -> Option<String> {
    let unit = match (tile.space, split) {
        (Space::Acc, 1) => 2,
        (Space::Acc, 2) => 32,
        (Space::Vec, 2) => tile.dtype.per_block(),
        _ => return None,
    };
    let (size, valid, what) = match split {
        1 => (tile.rows, tile.valid_rows, "rows"),
        _ => (tile.cols, tile.valid_cols, "columns"),
    };
    // The tile as allocated counts for an accumulator alone.
    let whole = tile.space != Space::Acc || size.is_multiple_of(unit);
    if whole && valid.known().is_none_or(|n| n.is_multiple_of(unit)) {
        return None;
    }
    Some(format!("{size} {what}, {valid} of them valid; the halves need a multiple of {unit}"))
}

/// A tile cannot be split into halves of whole blocks.
#[cold]
pub(crate) fn not_whole(span: Span, (split, at): (i64, Span), why: String) -> Diagnostic {
    Diagnostic::error(code::QUEUE_SPLIT, span, "the halves of the tile must be whole blocks")
        .found(why)
        .label(at, format!("`split` is {split}"))
        .help("use another `split`, or slots in global memory")
        .note("rule from pto-isa@3186c381 include/pto/npu/a5/TPush.hpp:215-234, 258-262")
}

/// The bytes of a view, if its extents are known.
pub(crate) fn view_bytes(ty: &Type) -> Option<u64> {
    let Type::View { dims, dtype, .. } = ty else { return None };
    let n = dims.iter().try_fold(1u64, |n, d| Some(n.saturating_mul(u64::from(d.known()?))))?;
    Some(n.saturating_mul(u64::from(dtype.bits())).div_ceil(8))
}

/// How an entry differs from the slot it stands for.
pub(crate) fn differs(entry: &Type, slot: &Type) -> Option<String> {
    let (Type::View { dims: a, dtype: x, .. }, Type::View { dims: b, dtype: y, .. }) =
        (entry, slot)
    else {
        return None;
    };
    if x != y {
        return Some(format!("element type {x}, not {y}"));
    }
    if a.len() != b.len() {
        return Some(format!("{}, not {}", count(a.len() as u32, "dimension"), b.len()));
    }
    let at = a.iter().zip(b).position(|(m, n)| !m.may_equal(*n))?;
    Some(format!("dimension {at} is {}, not {}", a[at], b[at]))
}
