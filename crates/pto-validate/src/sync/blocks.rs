//! Other blocks: what one block stores to global memory, no other block loads or stores, unless all blocks meet in
//! between; and all blocks meet equally often.
//!
//! Blocks differ by their number alone. An access is a window of a view; two windows of different blocks are disjoint if
//! their first bytes, or their first indices in some dimension of the same view, are `u * c + r`, where `u` is the
//! number of the block (or counts from there in steps of the number of blocks), `c` is the same for both, and the
//! windows lie between `(u + k) * c` and `(u + k + 1) * c` for the same `k`; or if `u` numbers the windows that tile a view.
//! Everything else is named and not proved.

use super::polynomial::{Poly, Symbol, as_constant};
use super::tiling::Tiling;
use super::windows::{Extent, View, Window};
use super::{AbstractInterpreter, Reason};
use pto_ir::dialect::{DialectOp, Func, Scf};
use pto_ir::module::{NodeId, RegionId};
use pto_isa::Pipe;
use pto_isa::class::{Class, Query, Region, Sync};
use pto_isa::few::FewMap;
use pto_isa::order;
use rustc_hash::FxHashMap;

/// Pairs of kinds of windows that are compared at most.
const MAX_COMPARISONS: usize = 4_000_000;

/// The factor of the block's number, and between which two multiples of it something lies.
pub(super) type Cell = (Poly, i64);

/// All that decides whether windows of different blocks may meet. A kernel has many windows and few kinds of them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct WindowKind {
    object: Option<u32>,
    phase: Option<usize>,
    view: Option<View>,
    span: Option<Cell>,
    dims: Vec<Option<Cell>>,
    tiling: Option<Tiling>,
}

impl WindowKind {
    /// Whether no window of this kind shares bytes with one of the other kind in another block.
    fn is_apart_from(&self, other: &WindowKind) -> bool {
        let differ = self.object.zip(other.object).is_some_and(|(x, y)| x != y)
            || self.phase.zip(other.phase).is_some_and(|(x, y)| x != y);
        let same = |p: &Option<Cell>, q: &Option<Cell>| p.is_some() && p == q;
        let same_view =
            self.view.is_some() && self.view == other.view && self.dims.len() == other.dims.len();
        differ
            || same(&self.span, &other.span)
            || same_view && self.dims.iter().zip(&other.dims).any(|(p, q)| same(p, q))
            || same_view && self.tiling.is_some() && self.tiling == other.tiling
    }
}

/// The windows of one kind, by their place in the text, and those of them that are written.
#[derive(Default)]
struct Members {
    all: Vec<usize>,
    writes: Vec<usize>,
}

impl Members {
    /// The first two windows, one of each, of which one is written.
    fn first_pair(&self, other: &Members) -> Option<(usize, usize)> {
        let pairs = [(&self.writes, &other.all), (&self.all, &other.writes)];
        let first = |(a, b): (&Vec<usize>, &Vec<usize>)| {
            let (x, y) = (*a.first()?, *b.first()?);
            Some((x.min(y), x.max(y)))
        };
        pairs.into_iter().filter_map(first).min()
    }
}

impl AbstractInterpreter<'_> {
    /// Says which accesses of different blocks may meet, if the function asks which block it is.
    pub(super) fn blocks_apart(&mut self, regions: &[RegionId]) {
        let module = self.module;
        let mut nodes = Vec::new();
        regions.iter().for_each(|&r| nodes.extend(self.reached(r)));
        order::sort(&mut nodes);
        nodes.dedup();
        let asks = |n: &NodeId| {
            let class = module.def(module.node(*n)).map(|d| d.class);
            matches!(class, Some(Class::Query(Query::BlockIdx | Query::BlockNum)))
        };
        if !nodes.iter().any(asks) {
            return;
        }
        if !self.blocks_meet(&nodes) {
            return;
        }
        let passes_memory = |n: &NodeId| {
            self.points_to.callee(*n).is_some_and(|f| self.points_to.is_called_again(f))
                && module
                    .operands(module.node(*n))
                    .iter()
                    .any(|o| !self.points_to.of(o.value).is_empty())
        };
        if let Some(&call) = nodes.iter().find(|n| passes_memory(n)) {
            return self.not_covered(
                call,
                Reason::Blocks,
                "what functions do that are called more than once with pointers",
            );
        }
        let phases = self.phases(regions, &nodes);
        let windows: Vec<Window> =
            nodes.iter().flat_map(|&n| self.windows(n, phases.get(&n).copied())).collect();
        let mut kinds: FewMap<WindowKind, Members> = FewMap::new();
        for (i, w) in windows.iter().enumerate() {
            let members = kinds.get_or_default(self.kind_of(w));
            members.all.push(i);
            if w.write {
                members.writes.push(i);
            }
        }
        let kinds: Vec<(WindowKind, Members)> = kinds.into_iter().collect();
        if kinds.len() * kinds.len() > MAX_COMPARISONS {
            return self.not_covered(
                nodes[0],
                Reason::Blocks,
                "more kinds of windows than can be compared",
            );
        }
        // The first two windows that may share bytes, in the order of the text.
        let mut meeting: Option<(usize, usize)> = None;
        for (n, (a, of_a)) in kinds.iter().enumerate() {
            for (_, of_b) in kinds[n..].iter().filter(|k| !a.is_apart_from(&k.0)) {
                let pair = of_a.first_pair(of_b);
                meeting = match (meeting, pair) {
                    (Some(x), Some(y)) => Some(x.min(y)),
                    (x, y) => x.or(y),
                };
            }
        }
        let Some((first, second)) = meeting else { return };
        let (a, b) = (&windows[first], &windows[second]);
        let (first, second) = if a.write { (a.node, b.node) } else { (b.node, a.node) };
        let message = match first == second {
            true => "different blocks may write the same bytes of global memory here",
            false => "a block may access bytes of global memory here that another block writes",
        };
        let label = (first != second).then(|| (first, "written here".to_string()));
        self.report_reason(second, label, message.to_string(), Reason::Blocks);
    }

    /// Whether blocks meet equally often, and signal each other in no other way.
    fn blocks_meet(&mut self, nodes: &[NodeId]) -> bool {
        let module = self.module;
        for &n in nodes {
            let node = module.node(n);
            let what = match module.def(node).map(|d| d.class) {
                Some(Class::Sync(Sync::AllCores)) if !self.is_reached_alike(n) => {
                    "barriers that blocks may meet unequally often"
                }
                Some(Class::Sync(Sync::SetBlock(_) | Sync::WaitBlock(_))) => {
                    "signals between blocks"
                }
                Some(Class::Sync(Sync::SetCore(_) | Sync::WaitCore(_)))
                    if self.number_attr(node, "ffts_mode") == Some(0) =>
                {
                    "signals between blocks"
                }
                _ => continue,
            };
            self.not_covered(n, Reason::Blocks, what);
            return false;
        }
        true
    }

    /// Whether all blocks come to a statement equally often: nothing around it depends on the block.
    fn is_reached_alike(&self, id: NodeId) -> bool {
        let module = self.module;
        module.with_ancestors(id).skip(1).all(|n| {
            let node = module.node(n);
            let single =
                module.node_regions(node).iter().all(|&r| module.region(r).blocks.len() == 1);
            let alike = |count: usize| {
                module.operands(node).iter().take(count).all(|o| self.is_uniform(o.value))
            };
            single
                && match (node.dialect_op(), module.def(node).map(|d| d.class)) {
                    (Some(DialectOp::Scf(Scf::For)), _) => alike(3),
                    (Some(DialectOp::Scf(Scf::If)), _) => alike(1),
                    (Some(DialectOp::Func(Func::Func)), _) => !self.points_to.is_called(n),
                    (_, Some(Class::Region(Region::Section(_)))) => true,
                    (Some(DialectOp::Builtin(_)), _) => true,
                    _ => false,
                }
        })
    }

    /// How many barriers of all blocks come before each statement, where they stand among the function's own
    /// statements and its core takes part in them.
    fn phases(&self, regions: &[RegionId], nodes: &[NodeId]) -> FxHashMap<NodeId, usize> {
        let module = self.module;
        let mut phases = FxHashMap::default();
        let [region] = regions else { return phases };
        let [block] = module.region(*region).blocks[..] else { return phases };
        let of_cube =
            |n: &NodeId| matches!(self.pipe(module.node(*n)), Pipe::M | Pipe::Mte1 | Pipe::Fix);
        let is_section = |n: &NodeId| {
            crate::ir::section_of(module.def(module.node(*n)).map(|d| d.class)).is_some()
        };
        if nodes.iter().any(|n| of_cube(n) || is_section(n)) {
            return phases;
        }
        let mut phase = 0;
        for &id in &module.block(block).ops {
            let node = module.node(id);
            let meets = module.def(node).is_some_and(|d| d.class == Class::Sync(Sync::AllCores))
                && matches!(self.word(node, "core_type"), Some("aiv_only" | "mix"));
            phase += usize::from(meets);
            let mut inside = vec![id];
            for &r in module.node_regions(node) {
                inside.extend(self.reached(r));
            }
            if let Some(f) = self.points_to.callee(id) {
                for &r in module.node_regions(module.node(f)) {
                    inside.extend(self.reached(r));
                }
            }
            for n in inside {
                phases.insert(n, phase);
            }
        }
        phases
    }

    fn kind_of(&self, w: &Window) -> WindowKind {
        let span = w.span.as_ref();
        WindowKind {
            object: w.object,
            phase: w.phase,
            view: w.view.clone(),
            span: span.and_then(|(start, bytes)| self.cell(start, Some(*bytes), None)),
            dims: w.dims.iter().map(|d| self.cell_of_block(*d)).collect(),
            tiling: self.tiling(&w.dims),
        }
    }

    /// The cell of the indices of a dimension.
    fn cell_of_block(&self, (offset, size): Extent) -> Option<Cell> {
        self.cell(&self.poly(offset), self.most(size), Some(&self.poly(size)))
    }

    /// The factor of the block's own number, and between which two multiples of it a range lies, counted from that
    /// number.
    pub(super) fn cell(
        &self,
        start: &Poly,
        most: Option<i64>,
        size: Option<&Poly>,
    ) -> Option<Cell> {
        let mut own = None;
        let (mut factor, mut rest) = (Poly::new(), Poly::new());
        for (term, n) in start {
            let here: Vec<Symbol> = term.iter().copied().filter(|s| s.is_own()).collect();
            match here[..] {
                [] => {
                    rest.insert(term.clone(), *n);
                }
                [s] if own.is_none_or(|o| o == s) => {
                    own = Some(s);
                    let left: Vec<Symbol> = term.iter().copied().filter(|t| *t != s).collect();
                    factor.insert(left, *n);
                }
                _ => return None,
            }
        }
        own?;
        if !self.is_uniform_poly(&factor) {
            return None;
        }
        let cell = match as_constant(&factor) {
            Some(0) => return None,
            Some(c) => {
                let (low, high) = self.range(&rest)?;
                let (first, last) = (low, high.checked_add(most?.max(1))?.checked_sub(1)?);
                let cell = first.div_euclid(c.checked_abs()?);
                (cell == last.div_euclid(c.checked_abs()?)).then_some(cell)?
            }
            // The factor may be zero, and then blocks access nothing: the size is the factor.
            None => (rest.is_empty() && size == Some(&factor)).then_some(0)?,
        };
        Some((factor, cell))
    }
}
