//! Queues between the cores of a block: `TPipe`, and the hardware flags each of them uses.
//!
//! Source: pto-isa@3186c381 include/pto/common/fifo.hpp:17-37, include/pto/npu/a2a3/TPush.hpp:23-44; PTOAS 0.60
//! lib/PTO/Transforms/PTOResolveReservedBuffersPass.cpp:300-445 (which queues share flags),
//! PTOLowerFrontendPipeOpsPass.cpp:206-253 and PTOToEmitC.cpp:1124-1204 (the arguments).

use super::body::Body;
use pto_analysis::facts::{fold, instruction, int, word};
use pto_ir::module::NodeId;
use pto_ir::{Diagnostic, Module};
use pto_isa::target::{QueueSlots, SignalReach};
use pto_isa::{Type, code};
use rustc_hash::FxHashMap;

/// Hardware flags between the cores of a block.
const FLAGS: i64 = 16;

const OPENING: [&str; 4] =
    ["aic_initialize_pipe", "aiv_initialize_pipe", "initialize_l2g2l_pipe", "initialize_l2l_pipe"];

/// A reserved buffer, as both ends of a queue know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct BufferName<'m> {
    /// The function that reserves it.
    owner: &'m str,
    name: &'m str,
}

/// The buffer that an operation reserves or imports.
fn buffer_name(module: &Module, id: NodeId) -> Option<BufferName<'_>> {
    let node = module.node(id);
    let owner = match instruction(module, node) {
        "import_reserved_buffer" => word(module, node, "peer_func"),
        _ => module.function_of(id).and_then(|f| word(module, module.node(f), "sym_name")),
    };
    Some(BufferName { owner: owner?, name: word(module, node, "name")? })
}

/// The queues of a module.
pub(super) struct Queues<'m> {
    /// The first hardware flag of each queue, by the operation that opens it: both ends have the same, queues of one
    /// function have different ones.
    flags: FxHashMap<NodeId, i64>,
    /// Where the buffers that functions reserve are, if they say so.
    bases: FxHashMap<BufferName<'m>, i64>,
}

impl<'m> Queues<'m> {
    pub(super) fn new(module: &'m Module, refused: &mut Vec<Diagnostic>) -> Queues<'m> {
        let mut bases = FxHashMap::default();
        for (id, node) in module.nodes() {
            if instruction(module, node) == "reserve_buffer"
                && let Some((name, base)) = buffer_name(module, id).zip(int(module, node, "base"))
            {
                bases.entry(name).or_insert(base);
            }
        }
        Queues { flags: flags(module, refused), bases }
    }
}

/// The ends of each queue: ends that share a buffer are one queue, an end without one is a queue of its own.
fn ends_of_queues(module: &Module) -> Vec<Vec<NodeId>> {
    let mut queues: Vec<Vec<NodeId>> = Vec::new();
    let mut queue_of: FxHashMap<BufferName<'_>, usize> = FxHashMap::default();
    for (id, node) in module.nodes() {
        if !OPENING.contains(&instruction(module, node)) {
            continue;
        }
        let bases = module.operands(node).iter().filter_map(|o| fold(module, o.value)?.base);
        let buffers: Vec<_> = bases.filter_map(|base| buffer_name(module, base)).collect();
        let known = buffers.iter().filter_map(|b| queue_of.get(b).copied()).min();
        let queue = known.unwrap_or_else(|| {
            queues.push(Vec::new());
            queues.len() - 1
        });
        queues[queue].push(id);
        for buffer in buffers {
            queue_of.entry(buffer).or_insert(queue);
        }
    }
    queues
}

fn flags(module: &Module, refused: &mut Vec<Diagnostic>) -> FxHashMap<NodeId, i64> {
    let mut queues = ends_of_queues(module);
    let number = |id: NodeId| int(module, module.node(id), "id").unwrap_or(0);
    queues.sort_by_cached_key(|ends| ends.iter().map(|&id| number(id)).min());
    let mut used: FxHashMap<NodeId, Vec<(i64, i64)>> = FxHashMap::default();
    let mut flags = FxHashMap::default();
    for ends in &queues {
        let first = module.node(ends[0]);
        let width = if int(module, first, "dir_mask") == Some(3) { 4 } else { 2 };
        let functions: Vec<NodeId> = ends.iter().filter_map(|&e| module.function_of(e)).collect();
        let stated = ends.iter().find_map(|&e| int(module, module.node(e), "flag_base"));
        let free = |base: i64| {
            let taken = functions.iter().filter_map(|f| used.get(f)).flatten();
            taken.clone().all(|&(from, to)| base + width <= from || to <= base)
        };
        let base = stated.or_else(|| (0..=FLAGS - width).step_by(2).find(|&b| free(b)));
        let Some(base) = base else {
            let message = "there are not enough hardware flags for the queues of this function";
            let d = Diagnostic::error(code::EVENT_ID, first.span, message);
            refused.push(
                d.help("use fewer queues: each takes two of 16 flags, in both directions four"),
            );
            continue;
        };
        for f in functions {
            used.entry(f).or_default().push((base, base + width));
        }
        flags.extend(ends.iter().map(|&e| (e, base)));
    }
    flags
}

impl Body<'_> {
    pub(super) fn open_pipe(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let name = instruction(self.module, node);
        if self.module.attr(node, "acc_push_epilogue").is_some() {
            let why = "push the accumulator as it is and convert the tile afterwards";
            return self.refuse(node.name_span, "a queue that converts has no C++ here", why);
        }
        let ways = int(self.module, node, "dir_mask").unwrap_or(1);
        let size = int(self.module, node, "slot_size").unwrap_or(0);
        let slots = int(self.module, node, "slot_num").unwrap_or(if ways == 3 { 4 } else { 8 });
        let operand = |n: &str| self.operand(node, n);
        let local = operand("local_addr");
        let (to_vector, to_cube) = match ways {
            2 => (None, local.or(operand("v2c_consumer_buf"))),
            _ => (
                local.or(operand("c2v_consumer_buf")),
                operand("peer_local_addr").or(operand("v2c_consumer_buf")),
            ),
        };
        let is_local = to_vector.is_some() || to_cube.is_some();
        // On A5 slots lie in local memory; a pointer beside them is left over from A2/A3.
        let gm = operand("gm_addr").or(operand("gm_slot_tensor")).or_else(|| {
            operand("gm_slot_buffer")
                .filter(|_| self.target.def().queue_slots == QueueSlots::Global || !is_local)
        });
        let through_gm = gm.is_some() && name != "initialize_l2l_pipe";
        let direction =
            match (ways, through_gm && self.target.def().queue_slots == QueueSlots::Local) {
                (1, false) => "DIR_C2V",
                (1, true) => "DIR_C2V_GM",
                (2, false) => "DIR_V2C",
                (2, true) => "DIR_V2C_GM",
                _ => "DIR_BOTH",
            };
        let local_slots = match through_gm {
            true => int(self.module, node, "local_slot_num").unwrap_or(slots),
            false => 2,
        };
        let whole = int(self.module, node, "nosplit").unwrap_or(0) != 0;
        let Some(flag) = self.queues.flags.get(&id).copied() else { return };
        let gm = match gm.map(|v| (v, self.module.type_of(v))) {
            Some((v, Some(Type::View { .. }))) => self.view_start(v, node.span),
            Some((v, _)) => self.atom(v),
            None => "nullptr".into(),
        };
        let mut address =
            |v: Option<pto_ir::ValueId>| v.map_or_else(|| "0x0".into(), |v| self.atom(v));
        let (to_vector, to_cube) = (address(to_vector), address(to_cube));
        let number = int(self.module, node, "id").unwrap_or(0);
        let variable = match self.module.results(node).next() {
            Some(handle) => self.name(handle),
            None => {
                let name = self.names.fresh(&format!("pipe{number}"));
                self.pipes.insert(number, name.clone());
                name
            }
        };
        self.out.line(format!(
            "TPipe<{flag}, Direction::{direction}, {size}, {slots}, {local_slots}, {whole}> {variable}({gm}, {to_vector}, {to_cube});"
        ));
    }

    /// The queue of an instruction and how it splits tiles.
    fn pipe_and_split(&mut self, id: NodeId) -> Option<(String, &'static str)> {
        let node = self.module.node(id);
        let number = int(self.module, node, "id").unwrap_or(0);
        let split = int(self.module, node, "split").unwrap_or(0);
        let axis = pto_isa::cpp::Enum::find("TileSplitAxis")
            .and_then(|e| e.enumerators.get(usize::try_from(split).ok()?).copied());
        match (self.pipes.get(&number).cloned(), axis) {
            (Some(pipe), Some(axis)) => Some((pipe, axis)),
            _ => {
                self.refuse(
                    node.name_span,
                    "the queue is not open here",
                    "open it in the same function",
                );
                None
            }
        }
    }

    pub(super) fn push(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some((pipe, axis)) = self.pipe_and_split(id) else { return };
        let Some(tile) = self.operand(node, "tile").filter(|&v| self.tile_of(v).is_some()) else {
            return self.refuse(node.name_span, "only tiles are pushed in C++", "push a tile");
        };
        let value = tile;
        let tile = self.atom(value);
        let ty = self.type_of_variable(value, &tile);
        let core = self.operand(node, "aiv_subblockid").map(|v| format!(", {}", self.atom(v)));
        let core = core.unwrap_or_default();
        self.out.line(format!(
            "TPUSH<decltype({pipe}), {ty}, TileSplitAxis::{axis}>({pipe}, {tile}{core});"
        ));
    }

    pub(super) fn pop(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some((pipe, axis)) = self.pipe_and_split(id) else { return };
        let result = self.module.results(node).next();
        let Some(tile) = result.filter(|&v| self.tile_of(v).is_some()) else {
            return self.refuse(node.name_span, "only tiles are popped in C++", "pop a tile");
        };
        let extents =
            ["valid_row", "valid_col"].map(|n| self.operand(node, n).map(|v| self.atom(v)));
        let core = self.operand(node, "aiv_subblockid").map(|v| format!(", {}", self.atom(v)));
        let core = core.unwrap_or_default();
        if let Some(tile) = self.declare_tile(tile, extents) {
            self.out.line(format!(
                "TPOP<decltype({pipe}), decltype({tile}), TileSplitAxis::{axis}>({pipe}, {tile}{core});"
            ));
        }
    }

    pub(super) fn free(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some((pipe, axis)) = self.pipe_and_split(id) else { return };
        if self.operand(node, "entry").is_some_and(|v| self.tile_of(v).is_none()) {
            return self.refuse(node.name_span, "only tiles are given back in C++", "pop a tile");
        }
        self.out.line(format!("TFREE<decltype({pipe}), TileSplitAxis::{axis}>({pipe});"));
    }

    /// The place of a reserved buffer, which is known by now.
    pub(super) fn reserved_buffer(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let base = int(self.module, node, "base")
            .or_else(|| self.queues.bases.get(&buffer_name(self.module, id)?).copied());
        match base {
            Some(base) => {
                self.atoms.insert(result, format!("{base:#x}"));
            }
            None => self.refuse(
                node.span,
                "the place of the buffer is not known",
                "give it a `base`, or let the tool place it (without --no-lower)",
            ),
        }
    }

    /// The operations in the regions of another.
    fn inside(&self, id: NodeId) -> Vec<NodeId> {
        let regions = self.module.node_regions(self.module.node(id)).iter();
        let blocks = regions.flat_map(|&r| &self.module.region(r).blocks);
        blocks.flat_map(|&b| self.module.block(b).ops.iter().copied()).collect()
    }

    /// Whether only the first vector core of a block runs this code: on A5 whole tiles pass to it alone, and code
    /// that does not ask for its core cannot tell.
    ///
    /// Source: PTOAS 0.60 lib/PTO/Transforms/PTOToEmitC.cpp:12758-12824.
    pub(super) fn only_first_core(&self, id: NodeId) -> bool {
        if self.target.def().signals != SignalReach::OneCore {
            return false;
        }
        let mut whole = false;
        let mut open = self.inside(id);
        while let Some(id) = open.pop() {
            let n = self.module.node(id);
            open.extend(self.inside(id));
            match instruction(self.module, n) {
                "get_subblock_idx" | "get_subblock_num" => return false,
                "tpush" | "tpop" | "tfree" | "talloc" | "tpush_to_aiv" | "tpush_to_aic"
                | "tpop_from_aic" | "tpop_from_aiv" | "tfree_from_aic" | "tfree_from_aiv"
                | "talloc_to_aiv" | "talloc_to_aic" => {
                    whole |= int(self.module, n, "split").unwrap_or(0) == 0;
                }
                _ => {}
            }
        }
        whole
    }
}
