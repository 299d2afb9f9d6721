//! Placement: an address for every memory object that has none, and a finding where they do not fit.

use crate::allocator::{Arena, Interval, allocate, no_overlap, peak};
use crate::facts::word;
use crate::liveness::{LiveRange, exposed_to_allocation, live_ranges};
use crate::memory_objects::{Place, PointsTo, tile_bytes};
use crate::region_tree::{Edge, RegionTree};
use pto_ir::args::args_of;
use pto_ir::dialect::Func;
use pto_ir::dps::missing_scratch;
use pto_ir::module::NodeId;
use pto_ir::{Diagnostic, Module, Span};
use pto_isa::order;
use pto_isa::rule::Args;
use pto_isa::{Space, Target, code};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Where everything lies.
#[derive(Debug, Default)]
pub struct Placement {
    /// The address of each object that has one now, whether the program or the tool gave it.
    pub addresses: Vec<Option<u64>>,
    /// Objects whose address the tool chose and the text must say.
    pub chosen: Vec<u32>,
    /// The objects of each function, and when they are live.
    pub functions: Vec<FunctionPlacement>,
    /// What does not fit, and what is not known.
    pub findings: Vec<Diagnostic>,
}

/// The objects of one function.
#[derive(Debug)]
pub struct FunctionPlacement {
    /// The function.
    pub function: NodeId,
    /// Its objects; `None` if nothing uses one.
    pub objects: Vec<(u32, Option<LiveRange>)>,
    /// The statement that starts or ends at each position.
    pub statements: Vec<(NodeId, Edge)>,
}

/// Objects at least this large are pointers whose extent nobody knows: no memory is so large.
pub const ENDLESS_BYTES: u64 = 1 << 32;

/// Tiles that a finding lists.
const MAX_LISTED: usize = 12;

struct Planner<'a> {
    module: &'a Module,
    target: Target,
    points_to: &'a PointsTo,
    /// Bytes of the scratch that lowering adds to an instruction.
    scratch: FxHashMap<NodeId, u64>,
    placement: Placement,
    by_name: FxHashMap<&'a str, NodeId>,
    called: FxHashSet<NodeId>,
    /// The objects of each function.
    of_function: FxHashMap<NodeId, Vec<u32>>,
    /// What a function and those it calls occupy, by memory, in order and apart from each other.
    occupied: FxHashMap<NodeId, FxHashMap<Space, Vec<Range<u64>>>>,
}

/// Places the objects of every function of a program; functions after those they call.
pub fn place(module: &Module, target: Target, points_to: &PointsTo) -> Placement {
    place_for(module, target, points_to, None)
}

/// Like [`place`], for a launch of the function `entry`: its parameters are placed, even if others call it.
pub fn place_for(
    module: &Module,
    target: Target,
    points_to: &PointsTo,
    entry: Option<NodeId>,
) -> Placement {
    let list = module.defined_functions().collect::<Vec<_>>();
    let by_name =
        list.iter().filter_map(|&f| Some((word(module, module.node(f), "sym_name")?, f))).collect();
    let mut planner = Planner {
        module,
        target,
        points_to,
        scratch: missing_scratch_of(module, target),
        placement: Placement {
            addresses: vec![None; points_to.objects.len()],
            ..Placement::default()
        },
        by_name,
        called: FxHashSet::default(),
        of_function: points_to.by_function(),
        occupied: FxHashMap::default(),
    };
    let calls: FxHashMap<NodeId, Vec<NodeId>> =
        list.iter().map(|&f| (f, planner.callees(f))).collect();
    planner.called = calls.values().flatten().copied().filter(|f| Some(*f) != entry).collect();
    for f in callees_first(&list, &calls) {
        planner.function(f, &calls[&f]);
    }
    order::by_key(&mut planner.placement.functions, |f| f.function);
    planner.placement
}

/// The functions, callees before callers, unless calls are recursive.
fn callees_first(list: &[NodeId], calls: &FxHashMap<NodeId, Vec<NodeId>>) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(list.len());
    let mut seen = FxHashSet::default();
    for &f in list {
        let mut open = vec![(f, false)];
        while let Some((f, entered)) = open.pop() {
            if entered {
                order.push(f);
            } else if seen.insert(f) {
                open.push((f, true));
                open.extend(calls[&f].iter().rev().map(|&c| (c, false)));
            }
        }
    }
    order
}

impl Planner<'_> {
    fn callees(&self, function: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open = vec![function];
        while let Some(id) = open.pop() {
            let node = self.module.node(id);
            if node.is(Func::Call)
                && let Some(&f) =
                    word(self.module, node, "callee").and_then(|n| self.by_name.get(n))
            {
                found.push(f);
            }
            for &r in self.module.node_regions(node) {
                for &b in &self.module.region(r).blocks {
                    open.extend(&self.module.block(b).ops);
                }
            }
        }
        order::sort(&mut found);
        found.dedup();
        found
    }

    fn function(&mut self, function: NodeId, callees: &[NodeId]) {
        let points_to = self.points_to;
        let tree = RegionTree::new(self.module, function);
        let own = self.of_function.remove(&function).unwrap_or_default();
        let lives = live_ranges(self.module, self.target, points_to, &tree, &own);
        let mut taken: FxHashMap<Space, Vec<Range<u64>>> = FxHashMap::default();
        for c in callees {
            for (&space, ranges) in self.occupied.get(c).into_iter().flatten() {
                taken.entry(space).or_default().extend(ranges.iter().cloned());
            }
        }
        for &(r, live) in &lives {
            let object = &points_to.objects[r as usize];
            if let Place::At(list) = &object.place {
                self.placement.addresses[r as usize] = list.first().copied();
                // What nothing uses is in nobody's way, here as where the tool gave it its address.
                if object.bytes < ENDLESS_BYTES && live.is_some() {
                    let ranges = list.iter().map(|&at| at..at.saturating_add(object.bytes));
                    taken.entry(object.space).or_default().extend(ranges);
                }
            }
        }
        if let Some(range) = self.reserved_scratch(function) {
            taken.entry(Space::Vec).or_default().push(range);
        }
        if !self.called.contains(&function) {
            self.parameters(&lives, &mut taken);
        }
        let free = |r: u32| points_to.objects[r as usize].place == Place::Free;
        let mut wants: Vec<(u32, Option<LiveRange>)> =
            lives.iter().copied().filter(|&(r, _)| free(r)).collect();
        let mut spaces: Vec<Space> =
            wants.iter().map(|w| points_to.objects[w.0 as usize].space).collect();
        order::sort(&mut spaces);
        spaces.dedup();
        self.warn_of_unknown(&lives, &spaces);
        let mut exact = false;
        for space in spaces {
            let taken = merge(taken.get(&space).cloned().unwrap_or_default());
            let here = |wants: &[(u32, Option<LiveRange>)]| -> Vec<(u32, Option<LiveRange>)> {
                let of = |w: &&(u32, _)| points_to.objects[w.0 as usize].space == space;
                wants.iter().filter(of).copied().collect()
            };
            let scratch = match space {
                Space::Vec => self.scratch_intervals(&tree),
                _ => Vec::new(),
            };
            if self.apart(space, &here(&wants), &scratch, &taken) {
                continue;
            }
            // Only where places are shared it matters what is read before it is written.
            if !std::mem::replace(&mut exact, true) {
                let exposed =
                    exposed_to_allocation(self.module, self.target, points_to, &tree, &own);
                for (r, live) in &mut wants {
                    if let (Some(live), Some(&at)) = (live, exposed.get(r)) {
                        live.start = live.start.min(at);
                    }
                }
            }
            self.share(&tree, space, &here(&wants), &scratch, &taken);
        }
        for &(r, _) in &lives {
            let object = &points_to.objects[r as usize];
            if let Place::Offset(node, offset) = object.place {
                let base = points_to.made_by(node).and_then(|i| self.placement.addresses[i]);
                self.placement.addresses[r as usize] = base.map(|b| b + offset);
            }
            if let Some(at) = self.placement.addresses[r as usize]
                && object.bytes < ENDLESS_BYTES
            {
                taken.entry(object.space).or_default().push(at..at.saturating_add(object.bytes));
            }
        }
        // What is live from when to when is the same for every memory.
        let live: FxHashMap<u32, Option<LiveRange>> = wants.into_iter().collect();
        let objects = lives.iter().map(|&(r, l)| (r, live.get(&r).copied().unwrap_or(l))).collect();
        let statements = tree.statements();
        self.placement.functions.push(FunctionPlacement { function, objects, statements });
        let occupied = taken.into_iter().map(|(space, list)| (space, merge(list))).collect();
        self.occupied.insert(function, occupied);
    }

    /// Places the tiles that a kernel is launched with, in their order: functions that are launched together have them at
    /// the same addresses.
    fn parameters(
        &mut self,
        lives: &[(u32, Option<LiveRange>)],
        taken: &mut FxHashMap<Space, Vec<Range<u64>>>,
    ) {
        let mut busy: FxHashMap<Space, Vec<Range<u64>>> = FxHashMap::default();
        for &(r, _) in lives {
            let object = &self.points_to.objects[r as usize];
            let (space, bytes) = (object.space, object.bytes);
            let launched = object.place == Place::Outside && object.node.is_none();
            if !launched || space == Space::Gm || bytes == 0 {
                continue;
            }
            let Some(capacity) = self.target.capacity_bytes(space) else { continue };
            let align = self.target.placement_align_bytes(space);
            let taken = taken.entry(space).or_default();
            let busy = busy.entry(space).or_insert_with(|| merge(taken.clone()));
            let mut at = 0u64;
            for b in busy.iter() {
                if b.start >= at.saturating_add(bytes) {
                    break;
                }
                at = at.max(b.end).next_multiple_of(align);
            }
            if at.saturating_add(bytes) > capacity {
                let value = self.module.value(object.value);
                let message = format!("`%{}` does not fit `{space}`", self.module.sym(value.name));
                let d = Diagnostic::error(code::NO_ROOM, value.span, message);
                let d = d.found(format!("{bytes} of {capacity} bytes"));
                self.placement.findings.push(Diagnostic { target: Some(self.target), ..d });
                continue;
            }
            self.placement.addresses[r as usize] = Some(at);
            taken.push(at..at + bytes);
            // Nothing begins inside the last unit, so what follows joins on, and the list stays short.
            occupy(busy, at..(at + bytes).next_multiple_of(align));
        }
    }

    /// The area that some instruction of the function uses without naming it.
    fn reserved_scratch(&self, function: NodeId) -> Option<Range<u64>> {
        let (start, size) = self.target.hidden_scratch_bytes()?;
        let mut open = vec![function];
        while let Some(id) = open.pop() {
            let node = self.module.node(id);
            if let Some(uses) = self.module.def(node).and_then(|d| d.uses_reserved_scratch) {
                let constant = |v| crate::facts::constant(self.module, v);
                let (slots, attrs) = args_of(self.module, node, &constant);
                if uses(&Args { target: self.target, slots: &slots, attrs: &attrs }) {
                    return Some(start..start + size);
                }
            }
            for &r in self.module.node_regions(node) {
                for &b in &self.module.region(r).blocks {
                    open.extend(&self.module.block(b).ops);
                }
            }
        }
        None
    }

    /// Tiles at addresses that are only known when the program runs may lie where the tool places others.
    fn warn_of_unknown(&mut self, lives: &[(u32, Option<LiveRange>)], spaces: &[Space]) {
        for &(r, _) in lives {
            let object = &self.points_to.objects[r as usize];
            let endless = object.bytes >= ENDLESS_BYTES && object.place != Place::Outside;
            if !(endless || object.place == Place::Unknown) || !spaces.contains(&object.space) {
                continue;
            }
            let value = self.module.value(object.value);
            let message = format!(
                "the place of `%{}` is not known, and the tool places other tiles in `{}`",
                self.module.sym(value.name),
                object.space
            );
            let d = Diagnostic::warning(code::UNSEEN_PLACE, value.span, message);
            self.placement
                .findings
                .push(d.help("give every tile of this memory an address, or none"));
        }
    }

    fn arena<'t>(&self, space: Space, taken: &'t [Range<u64>]) -> Option<Arena<'t>> {
        let bytes = self.target.capacity_bytes(space)?;
        Some(Arena { bytes, align: self.target.placement_align_bytes(space), taken })
    }

    fn intervals(&self, used: &[(u32, LiveRange)]) -> Vec<Interval> {
        let interval = |&(r, live): &(u32, LiveRange)| Interval {
            bytes: self.points_to.objects[r as usize].bytes.next_multiple_of(32),
            start: live.start,
            end: live.end,
            first_pipe: live.first_pipe,
            last_pipe: live.last_pipe,
        };
        used.iter().map(interval).collect()
    }

    /// The scratch that lowering will add, each while its instruction runs.
    fn scratch_intervals(&self, tree: &RegionTree) -> Vec<Interval> {
        if self.scratch.is_empty() {
            return Vec::new();
        }
        let statements = tree.statements();
        let interval = |(p, (id, edge)): (usize, &(NodeId, Edge))| {
            let bytes = self.scratch.get(id).filter(|_| *edge == Edge::Start)?;
            let at = p as u32;
            let (bytes, pipe) = (bytes.next_multiple_of(32), None);
            Some(Interval { bytes, start: at, end: at, first_pipe: pipe, last_pipe: pipe })
        };
        statements.iter().enumerate().filter_map(interval).collect()
    }

    /// Gives each object of a memory a place of its own; `false` if there is not enough room for that.
    fn apart(
        &mut self,
        space: Space,
        wants: &[(u32, Option<LiveRange>)],
        scratch: &[Interval],
        taken: &[Range<u64>],
    ) -> bool {
        let Some(arena) = self.arena(space, taken) else { return true };
        let used = live_ones(wants);
        let mut list = self.intervals(&used);
        list.extend(scratch);
        let Some(places) = no_overlap(&list, &arena) else { return false };
        self.settle(space, wants, &used, places, arena.bytes);
        true
    }

    /// Lets objects of a memory that are never live together share places.
    fn share(
        &mut self,
        tree: &RegionTree,
        space: Space,
        wants: &[(u32, Option<LiveRange>)],
        scratch: &[Interval],
        taken: &[Range<u64>],
    ) {
        let Some(arena) = self.arena(space, taken) else { return };
        let used = live_ones(wants);
        let mut list = self.intervals(&used);
        list.extend(scratch);
        match allocate(&list, &arena) {
            Some(places) => self.settle(space, wants, &used, places, arena.bytes),
            None => {
                let d = self.overflow(tree, space, &used, &list, &arena);
                self.placement.findings.push(d);
            }
        }
    }

    fn settle(
        &mut self,
        space: Space,
        wants: &[(u32, Option<LiveRange>)],
        used: &[(u32, LiveRange)],
        places: Vec<u64>,
        bytes: u64,
    ) {
        // A tile that nothing uses may lie anywhere.
        for &(r, _) in wants.iter().filter(|w| w.1.is_none()) {
            self.placement.addresses[r as usize] = Some(0);
            let object = &self.points_to.objects[r as usize];
            if object.bytes > bytes {
                let value = self.module.value(object.value);
                let message = format!("`%{}` does not fit `{space}`", self.module.sym(value.name));
                let d = Diagnostic::error(code::NO_ROOM, value.span, message);
                let found = format!("{} of {bytes} bytes", object.bytes);
                let d = Diagnostic { target: Some(self.target), ..d.found(found) };
                self.placement.findings.push(d);
            }
        }
        for (&(r, _), at) in used.iter().zip(places) {
            self.placement.addresses[r as usize] = Some(at);
        }
        self.placement.chosen.extend(wants.iter().map(|w| w.0));
    }

    fn overflow(
        &self,
        tree: &RegionTree,
        space: Space,
        used: &[(u32, LiveRange)],
        list: &[Interval],
        arena: &Arena<'_>,
    ) -> Diagnostic {
        let (at, bytes) = peak(list);
        let taken: u64 =
            arena.taken.iter().map(|t| t.end.min(arena.bytes) - t.start.min(arena.bytes)).sum();
        let needed = bytes + taken;
        let statements = tree.statements();
        let span = |p: u32| {
            let (id, edge) = statements[p as usize];
            let node = self.module.node(id);
            match edge {
                Edge::Start => node.name_span,
                Edge::End => Span::new(node.span.end.saturating_sub(1), node.span.end),
            }
        };
        let line = |p: u32| self.module.line(span(p).start);
        let mut together: Vec<&(u32, LiveRange)> =
            used.iter().filter(|(_, l)| l.start <= at && at <= l.end).collect();
        order::by_key(&mut together, |(r, _)| {
            std::cmp::Reverse(self.points_to.objects[*r as usize].bytes)
        });
        let message = match needed.checked_sub(arena.bytes) {
            Some(missing @ 1..) => format!(
                "the tiles in use here need {needed} bytes of `{space}`, {missing} more than {} has",
                self.target
            ),
            _ => format!(
                "the tiles in use need {needed} of {} bytes of `{space}` on {}, but do not fit side by side",
                arena.bytes, self.target
            ),
        };
        let mut d =
            Diagnostic::error(code::NO_ROOM, span(at), message).found("most bytes are in use here");
        for (r, live) in together.iter().take(MAX_LISTED) {
            let object = &self.points_to.objects[*r as usize];
            let value = self.module.value(object.value);
            let name = self.module.sym(value.name);
            let (from, to) = (line(live.start), line(live.end));
            d = d.note(format!(
                "`%{name}`: {} bytes, in use from line {from} to line {to}",
                object.bytes
            ));
        }
        if together.len() > MAX_LISTED {
            d = d.note(format!("and {} smaller ones", together.len() - MAX_LISTED));
        }
        if taken > 0 {
            d = d.note(format!("{taken} bytes are placed by hand or reserved"));
        }
        d.target = Some(self.target);
        d.help("use smaller tiles, or use them one after the other")
    }
}

/// The bytes of the scratch that each instruction lacks.
fn missing_scratch_of(module: &Module, target: Target) -> FxHashMap<NodeId, u64> {
    let lacks = |(id, node): (NodeId, &pto_ir::Node)| {
        let (_, tile) = missing_scratch(module, node, target)?;
        Some((id, tile_bytes(tile)))
    };
    module.nodes().filter_map(lacks).collect()
}

/// Objects that are used, and when they are live.
fn live_ones(wants: &[(u32, Option<LiveRange>)]) -> Vec<(u32, LiveRange)> {
    wants.iter().filter_map(|&(r, live)| Some((r, live?))).collect()
}

/// Adds a stretch to some that are in order and apart from each other and from it, and joins those that meet.
fn occupy(merged: &mut Vec<Range<u64>>, new: Range<u64>) {
    let at = merged.partition_point(|r| r.end < new.start);
    let meets = merged[at..].iter().take_while(|r| r.start <= new.end).count();
    let met = merged.get(at).filter(|_| meets > 0).map_or(new.start, |r| r.start.min(new.start));
    let end = merged[at..at + meets].last().map_or(new.end, |r| r.end.max(new.end));
    merged.splice(at..at + meets, std::iter::once(met..end));
}

/// Stretches in order, joined where they meet.
fn merge(mut list: Vec<Range<u64>>) -> Vec<Range<u64>> {
    list.retain(|r| !r.is_empty());
    order::by_key(&mut list, |r| (r.start, r.end));
    let mut merged: Vec<Range<u64>> = Vec::with_capacity(list.len().min(64));
    for r in list {
        match merged.last_mut() {
            Some(last) if r.start <= last.end => last.end = last.end.max(r.end),
            _ => merged.push(r),
        }
    }
    merged
}
