//! Memory planning: an address for every tile that has none.

use crate::facts::word;
use crate::fit::{Room, Want, fit, peak};
use crate::lifetime::{Life, lifetimes};
use crate::map::{Bar, Map};
use crate::roots::{Place, Roots};
use crate::tree::Tree;
use pto_check::{Verified, args_of};
use pto_ir::dialect::Func;
use pto_ir::module::NodeId;
use pto_ir::{Diagnostic, Lines, Module, Span};
use pto_isa::rule::Args;
use pto_isa::{Space, Target, code};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Where everything lies.
#[derive(Default)]
pub(crate) struct Plan {
    /// The address of each root that has one now, whether the program or the tool gave it.
    pub addresses: Vec<Option<u64>>,
    /// Roots whose address the tool chose and the text must say.
    pub chosen: Vec<u32>,
    pub maps: Vec<Map>,
    pub findings: Vec<Diagnostic>,
}

/// Addresses larger than any memory belong to pointers whose extent nobody knows.
pub(crate) const ENDLESS_BYTES: u64 = 1 << 32;

struct Planner<'a> {
    module: &'a Module,
    target: Target,
    roots: &'a Roots,
    lines: &'a Lines,
    plan: Plan,
    by_name: FxHashMap<&'a str, NodeId>,
    called: FxHashSet<NodeId>,
    /// What a function and those it calls occupy.
    footprints: FxHashMap<NodeId, Vec<(Space, Range<u64>)>>,
}

/// Plans every function of a program; functions after those they call.
pub(crate) fn plan(program: &Verified, roots: &Roots, lines: &Lines) -> Plan {
    let module = program.module();
    let list: Vec<NodeId> = module.defined_functions().collect();
    let by_name =
        list.iter().filter_map(|&f| Some((word(module, module.node(f), "sym_name")?, f))).collect();
    let mut planner = Planner {
        module,
        target: program.target(),
        roots,
        lines,
        plan: Plan {
            addresses: vec![None; roots.list.len()],
            chosen: Vec::new(),
            maps: Vec::new(),
            findings: Vec::new(),
        },
        by_name,
        called: FxHashSet::default(),
        footprints: FxHashMap::default(),
    };
    let calls: Vec<(NodeId, Vec<NodeId>)> = list.iter().map(|&f| (f, planner.callees(f))).collect();
    planner.called = calls.iter().flat_map(|(_, c)| c.iter().copied()).collect();
    let calls: FxHashMap<NodeId, Vec<NodeId>> = calls.into_iter().collect();
    let mut done = FxHashSet::default();
    for f in list {
        planner.function_after_callees(f, &calls, &mut done);
    }
    planner.plan.maps.sort_by_key(|m| m.function);
    planner.plan
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
        found.sort_unstable();
        found.dedup();
        found
    }

    fn function_after_callees(
        &mut self,
        function: NodeId,
        calls: &FxHashMap<NodeId, Vec<NodeId>>,
        done: &mut FxHashSet<NodeId>,
    ) {
        if !done.insert(function) {
            return;
        }
        let callees = calls.get(&function).map_or(&[][..], |c| c);
        for &c in callees {
            self.function_after_callees(c, calls, done);
        }
        self.function(function, callees);
    }

    fn function(&mut self, function: NodeId, callees: &[NodeId]) {
        let tree = Tree::new(self.module, function);
        let lives = lifetimes(self.module, self.target, self.roots, &tree);
        let mut taken: Vec<(Space, Range<u64>)> = callees
            .iter()
            .flat_map(|c| self.footprints.get(c).into_iter().flatten().cloned())
            .collect();
        for &(r, _) in &lives {
            let root = &self.roots.list[r as usize];
            if let Place::At(list) = &root.place {
                self.plan.addresses[r as usize] = list.first().copied();
                if root.bytes < ENDLESS_BYTES {
                    taken.extend(list.iter().map(|&at| (root.space, at..at + root.bytes)));
                }
            }
        }
        if let Some(range) = self.hidden_scratch(function) {
            taken.push((Space::Vec, range));
        }
        let is_called = self.called.contains(&function);
        let wanted = |r: u32| match self.roots.list[r as usize].place {
            Place::Free => true,
            // The caller of a kernel places its tile parameters: there must be room for them.
            Place::Outside => {
                let root = &self.roots.list[r as usize];
                !is_called && root.node.is_none() && root.space != Space::Gm && root.bytes > 0
            }
            _ => false,
        };
        let wants: Vec<(u32, Option<Life>)> =
            lives.iter().copied().filter(|&(r, _)| wanted(r)).collect();
        let mut spaces: Vec<Space> =
            wants.iter().map(|w| self.roots.list[w.0 as usize].space).collect();
        spaces.sort_unstable();
        spaces.dedup();
        self.warn_of_unknown(&lives, &spaces);
        for space in spaces {
            let here = |w: &&(u32, Option<Life>)| self.roots.list[w.0 as usize].space == space;
            let wants: Vec<_> = wants.iter().filter(here).copied().collect();
            let taken = merge(taken.iter().filter(|t| t.0 == space).map(|t| t.1.clone()));
            self.space(&tree, space, &wants, &taken);
        }
        for &(r, _) in &lives {
            let root = &self.roots.list[r as usize];
            if let Place::Behind(node, offset) = root.place {
                let reserve = self.roots.list.iter().position(|o| o.node == Some(node));
                let base = reserve.and_then(|i| self.plan.addresses[i]);
                self.plan.addresses[r as usize] = base.map(|b| b + offset);
            }
            if let Some(at) = self.plan.addresses[r as usize]
                && root.bytes < ENDLESS_BYTES
            {
                taken.push((root.space, at..at + root.bytes));
            }
        }
        self.draw(&tree, &lives);
        self.footprints.insert(function, taken);
    }

    /// The area that some instruction of the function uses behind the program's back.
    fn hidden_scratch(&self, function: NodeId) -> Option<Range<u64>> {
        let (start, size) = self.target.hidden_scratch_bytes()?;
        let mut open = vec![function];
        while let Some(id) = open.pop() {
            let node = self.module.node(id);
            if let Some(uses) = self.module.def(node).and_then(|d| d.hidden_scratch) {
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
    fn warn_of_unknown(&mut self, lives: &[(u32, Option<Life>)], spaces: &[Space]) {
        for &(r, _) in lives {
            let root = &self.roots.list[r as usize];
            let endless = root.bytes >= ENDLESS_BYTES && root.place != Place::Outside;
            if !(endless || root.place == Place::Unknown) || !spaces.contains(&root.space) {
                continue;
            }
            let value = self.module.value(root.value);
            let message = format!(
                "the place of `%{}` is not known, and the tool places other tiles in `{}`",
                self.module.sym(value.name),
                root.space
            );
            let d = Diagnostic::warning(code::UNSEEN_PLACE, value.span, message);
            self.plan.findings.push(d.help("give every tile of this memory an address, or none"));
        }
    }

    fn space(
        &mut self,
        tree: &Tree,
        space: Space,
        wants: &[(u32, Option<Life>)],
        taken: &[Range<u64>],
    ) {
        let Some(bytes) = self.target.capacity_bytes(space) else { return };
        let align = self.target.placement_align_bytes(space);
        let room = Room { bytes, align, taken };
        let used: Vec<(u32, Life)> =
            wants.iter().filter_map(|&(r, life)| Some((r, life?))).collect();
        let list: Vec<Want> = used
            .iter()
            .map(|&(r, life)| Want {
                bytes: self.roots.list[r as usize].bytes.next_multiple_of(32),
                start: life.start,
                end: life.end,
                first_pipe: life.first_pipe,
                last_pipe: life.last_pipe,
            })
            .collect();
        let Some(places) = fit(&list, &room) else {
            let d = self.overflow(tree, space, &used, &list, &room);
            self.plan.findings.push(d);
            return;
        };
        // A tile that nothing uses may lie anywhere.
        for &(r, _) in wants.iter().filter(|w| w.1.is_none()) {
            self.plan.addresses[r as usize] = Some(0);
            let root = &self.roots.list[r as usize];
            if root.bytes > bytes {
                let value = self.module.value(root.value);
                let message = format!("`%{}` does not fit `{space}`", self.module.sym(value.name));
                let d = Diagnostic::error(code::NO_ROOM, value.span, message);
                let found = format!("{} of {bytes} bytes", root.bytes);
                self.plan.findings.push(Diagnostic { target: Some(self.target), ..d.found(found) });
            }
        }
        for (&(r, _), at) in used.iter().zip(places) {
            self.plan.addresses[r as usize] = Some(at);
        }
        let named = wants.iter().map(|w| w.0);
        let named = named.filter(|&r| self.roots.list[r as usize].place == Place::Free);
        self.plan.chosen.extend(named);
    }

    fn overflow(
        &self,
        tree: &Tree,
        space: Space,
        used: &[(u32, Life)],
        list: &[Want],
        room: &Room<'_>,
    ) -> Diagnostic {
        let (at, bytes) = peak(list);
        let taken: u64 =
            room.taken.iter().map(|t| t.end.min(room.bytes) - t.start.min(room.bytes)).sum();
        let needed = bytes + taken;
        let positions = positions(self.module, tree);
        let line = |p: u32| self.lines.line(positions[p as usize].start);
        let mut together: Vec<&(u32, Life)> =
            used.iter().filter(|(_, l)| l.start <= at && at <= l.end).collect();
        together.sort_by_key(|(r, _)| std::cmp::Reverse(self.roots.list[*r as usize].bytes));
        let message = match needed.checked_sub(room.bytes) {
            Some(missing @ 1..) => format!(
                "the tiles in use here need {needed} bytes of `{space}`, {missing} more than {} has",
                self.target
            ),
            _ => format!(
                "the tiles in use need {needed} of {} bytes of `{space}` on {}, but do not fit side by side",
                room.bytes, self.target
            ),
        };
        let mut d = Diagnostic::error(code::NO_ROOM, positions[at as usize], message)
            .found("most bytes are in use here");
        for (r, life) in together.iter().take(12) {
            let root = &self.roots.list[*r as usize];
            let name = self.module.sym(self.module.value(root.value).name);
            let (from, to) = (line(life.start), line(life.end));
            d = d.note(format!(
                "`%{name}`: {} bytes, in use from line {from} to line {to}",
                root.bytes
            ));
        }
        if together.len() > 12 {
            d = d.note(format!("and {} smaller ones", together.len() - 12));
        }
        if taken > 0 {
            d = d.note(format!("{taken} bytes are placed by hand or reserved"));
        }
        d.target = Some(self.target);
        d.help("use smaller tiles, or use them one after the other")
    }

    /// The rows of the memory map.
    fn draw(&mut self, tree: &Tree, lives: &[(u32, Option<Life>)]) {
        let positions = positions(self.module, tree);
        let line = |p: u32| self.lines.line(positions[p as usize].start) as u32;
        let mut bars = Vec::new();
        for &(r, life) in lives {
            let root = &self.roots.list[r as usize];
            let (Some(at), Some(life)) = (self.plan.addresses[r as usize], life) else { continue };
            if root.bytes >= ENDLESS_BYTES || root.space == Space::Gm {
                continue;
            }
            bars.push(Bar {
                name: self.module.sym(self.module.value(root.value).name).to_string(),
                space: root.space,
                bytes: at..at + root.bytes,
                lines: line(life.start)..line(life.end.min(tree.end.saturating_sub(1))) + 1,
                by_hand: root.place != Place::Free,
            });
        }
        if bars.is_empty() {
            return;
        }
        bars.sort_by_key(|b| (b.space, b.bytes.start, b.lines.start));
        let name = word(self.module, self.module.node(tree.function), "sym_name").unwrap_or("");
        self.plan.maps.push(Map {
            function: tree.function.0,
            name: name.to_string(),
            target: self.target,
            bars,
        });
    }
}

/// Where in the text each position of a function is.
fn positions(module: &Module, tree: &Tree) -> Vec<Span> {
    let mut spans = vec![Span::default(); tree.end as usize + 1];
    let mut open: Vec<&crate::tree::Body> = vec![&tree.body];
    while let Some(body) = open.pop() {
        for item in &body.items {
            let span = module.node(item.node).span;
            spans[item.start as usize] = module.node(item.node).name_span;
            spans[item.end as usize] = Span::new(span.end.saturating_sub(1), span.end);
            open.extend(&item.bodies);
        }
    }
    let whole = module.node(tree.function).span;
    spans[tree.end as usize] = Span::new(whole.end.saturating_sub(1), whole.end);
    spans
}

/// Stretches in order, joined where they meet.
fn merge(ranges: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    let mut list: Vec<Range<u64>> = ranges.filter(|r| !r.is_empty()).collect();
    list.sort_by_key(|r| (r.start, r.end));
    let mut merged: Vec<Range<u64>> = Vec::new();
    for r in list {
        match merged.last_mut() {
            Some(last) if r.start <= last.end => last.end = last.end.max(r.end),
            _ => merged.push(r),
        }
    }
    merged
}
