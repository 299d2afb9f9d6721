//! Liveness as stretches of the text.

use super::live_ranges;
use crate::memory_objects::PointsTo;
use crate::region_tree::RegionTree;
use pto_ir::{Module, Span, ValueId};
use pto_isa::Target;

/// A target that uses every operand: what a text names counts, whether or not another target ignores it.
const TARGET: Target = Target::A2A3;

/// Where in the text the memory objects of a program are live.
pub struct LiveSpans {
    points_to: PointsTo,
    spans: Vec<Option<Span>>,
}

impl LiveSpans {
    /// Looks at every function.
    pub fn new(module: &Module) -> LiveSpans {
        let points_to = PointsTo::new(module);
        let mut spans = vec![None; points_to.objects.len()];
        let mut of_function = points_to.by_function();
        for function in module.defined_functions() {
            let own = of_function.remove(&function).unwrap_or_default();
            let tree = RegionTree::new(module, function);
            let statements = tree.statements();
            let span = |p: u32| module.node(statements[p as usize].0).span;
            for (r, live) in live_ranges(module, TARGET, &points_to, &tree, &own) {
                spans[r as usize] = live.map(|l| span(l.start).to(span(l.end)));
            }
        }
        LiveSpans { points_to, spans }
    }

    /// From the first to the last statement at which an object that a value names is live.
    pub fn of(&self, value: ValueId) -> Option<Span> {
        let spans = self.points_to.of(value).iter().filter_map(|&r| self.spans[r as usize]);
        spans.reduce(|a, b| Span::new(a.start.min(b.start), a.end.max(b.end)))
    }
}
