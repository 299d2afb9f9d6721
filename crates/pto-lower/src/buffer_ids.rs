//! Synchronisation by buffer ids: each pipe takes the ids of the memory it works on and gives them back.
//!
//! A pipe gets an id when the one that asked before it in the text has given it back, so the accesses to one piece
//! of memory keep the order of the text, in loops and branches, too. Memory that only one pipe works on, or that
//! is only read, needs no id.

use crate::edit::{EventId, barrier, buffer, sum};
use pto_analysis::access::{Access, step_accesses};
use pto_analysis::footprint::Layout;
use pto_analysis::last_access::ALL;
use pto_analysis::multi_buffer::is_modulo;
use pto_analysis::region_tree::{Body, Kind, RegionNode, RegionTree};
use pto_ir::ValueId;
use pto_ir::edit::{Editor, Rank};
use pto_ir::module::NodeId;
use pto_isa::class::{Class, Sync};
use pto_isa::order;
use pto_isa::{OpDef, Pipe, Type};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Buffer ids of a core. Source: pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/get-buf.md.
pub const BUFFER_IDS: usize = 32;

/// A statement that works on memory.
struct Step {
    node: NodeId,
    pipe: Pipe,
    touches: Vec<Access>,
}

/// Memory that shares bytes.
#[derive(Clone, Default)]
struct Piece {
    pipes: u8,
    written: bool,
    /// Several buffers under one name, each with an id of its own.
    buffers: usize,
    first_id: usize,
}

/// The buffer ids of a function.
pub(crate) struct BufferIds {
    /// Statements before and after which every pipe drains.
    drains: Vec<NodeId>,
    /// The ids of each statement.
    taken_at: Vec<Taken>,
    /// How often an id is taken.
    pub taken: usize,
    /// Pieces that share an id with others because there are not enough.
    pub sharing: usize,
    pub works: bool,
}

/// The ids that a statement takes and gives back.
struct Taken {
    node: NodeId,
    pipe: Pipe,
    fixed: BTreeSet<usize>,
    /// First id and the number of the buffer, by the name of that number.
    computed: BTreeMap<(usize, String), ValueId>,
}

impl BufferIds {
    /// Finds the ids of a function. `reserved` are the ids that the program uses itself, as bits.
    pub fn new(layout: &Layout<'_>, tree: &RegionTree, reserved: u32) -> BufferIds {
        let (mut steps, mut drains) = (Vec::new(), Vec::new());
        collect(layout, &tree.body, &mut steps, &mut drains);
        let pieces = Pieces::new(layout, &steps, reserved);
        let taken_at: Vec<Taken> = steps.iter().map(|step| pieces.taken(layout, step)).collect();
        let taken = taken_at.iter().map(|t| t.fixed.len() + t.computed.len()).sum();
        let (sharing, works) = (pieces.sharing, !steps.is_empty());
        BufferIds { drains, taken_at, taken, sharing, works }
    }

    /// Writes them into the program.
    pub fn insert(&self, editor: &mut Editor<'_>) {
        for &id in &self.drains {
            editor.before(id, Rank::Wait, |b| barrier(b, Pipe::All));
            editor.after(id, Rank::EpilogueWait, |b| barrier(b, Pipe::All));
        }
        for t in &self.taken_at {
            let computed = t.computed.iter().map(|((first, _), &slot)| match first {
                0 => slot,
                _ => sum(editor, t.node, "buffer", slot, *first as u32),
            });
            let computed: Vec<EventId> = computed.map(EventId::Computed).collect();
            let fixed = t.fixed.iter().map(|&id| EventId::Fixed(id as u32));
            for id in fixed.chain(computed) {
                editor.before(t.node, Rank::Wait, |b| buffer(b, true, t.pipe, id));
                editor.after(t.node, Rank::Signal, |b| buffer(b, false, t.pipe, id));
            }
        }
    }
}

fn collect(layout: &Layout<'_>, body: &Body, steps: &mut Vec<Step>, drains: &mut Vec<NodeId>) {
    for item in &body.items {
        item.bodies.iter().for_each(|b| collect(layout, b, steps, drains));
        match item.kind {
            Kind::Step => step(layout, item, steps, drains),
            Kind::Call => drains.push(item.node),
            _ => {}
        }
    }
}

fn step(layout: &Layout<'_>, item: &RegionNode, steps: &mut Vec<Step>, drains: &mut Vec<NodeId>) {
    let node = layout.module.node(item.node);
    let mut list = Vec::new();
    let pipe = step_accesses(layout.module, item.node, layout.target, &mut list);
    match pipe {
        Some(Pipe::All) if layout.module.def(node).is_some_and(|d| !is_barrier(d)) => {
            drains.push(item.node);
        }
        Some(pipe) if pipe != Pipe::All && !list.is_empty() => {
            steps.push(Step { node: item.node, pipe, touches: list });
        }
        _ => {}
    }
}

fn is_barrier(def: &OpDef) -> bool {
    matches!(def.class, Class::Sync(Sync::Barrier(_)))
}

struct Pieces {
    of_value: FxHashMap<ValueId, Vec<usize>>,
    list: Vec<Piece>,
    sharing: usize,
}

impl Pieces {
    fn new(layout: &Layout<'_>, steps: &[Step], reserved: u32) -> Pieces {
        // Values in the order of the text, and the bytes they cover.
        let mut values: Vec<ValueId> = Vec::new();
        let mut number: FxHashMap<ValueId, usize> = FxHashMap::default();
        for t in steps.iter().flat_map(|s| &s.touches) {
            number.entry(t.value).or_insert_with(|| {
                values.push(t.value);
                values.len() - 1
            });
        }
        let mut ranges: Vec<(u8, u64, u64, usize)> = Vec::new();
        for (i, &v) in values.iter().enumerate() {
            let bytes = layout.bytes(v);
            ranges.extend(bytes.iter().map(|b| (b.memory, b.range.start, b.range.end, i)));
        }
        // Stretches that overlap become one piece.
        let mut order: Vec<usize> = (0..ranges.len()).collect();
        order::by_key(&mut order, |&k| ranges[k]);
        let mut of_range = vec![0; ranges.len()];
        let (mut pieces, mut end, mut memory) = (0, 0, u8::MAX);
        for k in order {
            let (m, start, stop, _) = ranges[k];
            if m != memory || start >= end {
                (pieces, memory, end) = (pieces + 1, m, stop);
            }
            end = end.max(stop);
            of_range[k] = pieces - 1;
        }
        let mut of_value: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
        for (k, r) in ranges.iter().enumerate() {
            let list = of_value.entry(values[r.3]).or_default();
            if !list.contains(&of_range[k]) {
                list.push(of_range[k]);
            }
        }
        let mut list = vec![Piece { buffers: usize::MAX, ..Piece::default() }; pieces];
        for step in steps {
            let mut by_slot: FxHashMap<usize, Option<ValueId>> = FxHashMap::default();
            for t in &step.touches {
                let slot = layout.points_to.slots.get(&t.value).copied();
                for &p in of_value.get(&t.value).into_iter().flatten() {
                    let piece = &mut list[p];
                    // Two buffers of one tile may be one and the same, and no pipe takes an id twice.
                    if *by_slot.entry(p).or_insert(slot) != slot {
                        piece.buffers = 1;
                    }
                    piece.pipes |= 1 << step.pipe as u8;
                    piece.written |= t.writes;
                    piece.buffers = piece.buffers.min(buffers(layout, t.value));
                }
            }
        }
        let mut pieces = Pieces { of_value, list, sharing: 0 };
        pieces.number(&values, reserved);
        pieces
    }

    fn needs_id(piece: &Piece) -> bool {
        piece.written && piece.pipes.count_ones() > 1
    }

    /// Gives ids in the order of the text. Buffers of one tile have consecutive ids.
    fn number(&mut self, values: &[ValueId], reserved: u32) {
        let mut order: Vec<usize> = Vec::new();
        let mut seen = vec![false; self.list.len()];
        for &p in values.iter().flat_map(|v| self.of_value.get(v)).flatten() {
            if !std::mem::replace(&mut seen[p], true) && Pieces::needs_id(&self.list[p]) {
                order.push(p);
            }
        }
        let free: Vec<usize> = (0..BUFFER_IDS).filter(|id| reserved & (1 << id) == 0).collect();
        if free.is_empty() {
            self.sharing = order.len();
            return;
        }
        let run = |from: usize, count: usize| {
            let list = free.get(from..from + count)?;
            (list[count - 1] - list[0] == count - 1).then_some(list[0])
        };
        let mut next = 0;
        let mut first_ids = Vec::with_capacity(order.len());
        for &p in &order {
            let count = self.list[p].buffers;
            let from = (next..free.len()).find(|&from| run(from, count).is_some());
            let Some(from) = from else { break };
            first_ids.push(free[from]);
            next = from + count;
        }
        if first_ids.len() < order.len() {
            first_ids = (0..order.len()).map(|k| free[k % free.len()]).collect();
            order.iter().for_each(|&p| self.list[p].buffers = 1);
        }
        for (&p, id) in order.iter().zip(first_ids) {
            self.list[p].first_id = id;
        }
        self.sharing = order.len().saturating_sub(free.len());
    }

    /// The ids of a statement.
    fn taken(&self, layout: &Layout<'_>, step: &Step) -> Taken {
        let (mut fixed, mut computed) = (BTreeSet::new(), BTreeMap::new());
        for t in &step.touches {
            for &p in self.of_value.get(&t.value).into_iter().flatten() {
                let piece = &self.list[p];
                if !Pieces::needs_id(piece) {
                    continue;
                }
                match layout.points_to.slots.get(&t.value) {
                    Some(slot) if piece.buffers > 1 => {
                        let name = layout.module.sym(layout.module.value(*slot).name);
                        computed.insert((piece.first_id, name.to_string()), *slot);
                    }
                    _ => {
                        fixed.insert(piece.first_id);
                    }
                }
            }
        }
        Taken { node: step.node, pipe: ALL[step.pipe as usize], fixed, computed }
    }
}

/// How many buffers a value chooses from if it names one of them by an index; 1 for any other.
fn buffers(layout: &Layout<'_>, value: ValueId) -> usize {
    let index = layout.points_to.slots.get(&value).copied();
    let slot = index.filter(|&s| layout.module.type_of(s) == Some(&Type::Index));
    let ([object], Some(slot)) = (layout.points_to.of(value), slot) else { return 1 };
    match layout.module.type_of(layout.points_to.objects[*object as usize].value) {
        Some(Type::MultiTile(_, n)) if is_modulo(layout.module, slot, *n) => *n as usize,
        _ => 1,
    }
}
