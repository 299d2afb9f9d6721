//! Objects whose contents are read before all of them are written: they are live from their allocation on.

use crate::access::{Access, step_accesses};
use crate::memory_objects::PointsTo;
use crate::region_tree::{Body, Kind, RegionNode, RegionTree, is_vector_scope};
use pto_ir::Module;
use pto_ir::module::NodeId;
use pto_isa::Target;
use rustc_hash::{FxHashMap, FxHashSet};

/// Objects that are live.
type Live = FxHashSet<u32>;

struct ExposureScan<'a> {
    module: &'a Module,
    target: Target,
    points_to: &'a PointsTo,
    maker: FxHashMap<NodeId, u32>,
    exposed: FxHashMap<u32, u32>,
    /// What an iteration of each loop reads before it writes it.
    of_loop: FxHashMap<NodeId, Live>,
    /// All that is live after the statement at hand is known.
    recording: bool,
    list: Vec<Access>,
}

/// The `own` objects of a function that are live when they are allocated, and the position of that: the text reads
/// what nothing, or only a part of it, was written to on some path.
pub fn exposed_to_allocation(
    module: &Module,
    target: Target,
    points_to: &PointsTo,
    tree: &RegionTree,
    own: &[u32],
) -> FxHashMap<u32, u32> {
    let maker = own.iter().filter_map(|&r| Some((points_to.objects[r as usize].node?, r)));
    let maker = maker.collect();
    let mut walk = ExposureScan {
        module,
        target,
        points_to,
        maker,
        exposed: FxHashMap::default(),
        of_loop: FxHashMap::default(),
        recording: true,
        list: Vec::new(),
    };
    walk.body(&tree.body, Live::default());
    walk.exposed
}

impl ExposureScan<'_> {
    /// Backwards through a body: takes what is live after it, returns what is live before it.
    fn body(&mut self, body: &Body, mut live: Live) -> Live {
        for item in body.items.iter().rev() {
            live = self.item(item, live);
        }
        live
    }

    fn item(&mut self, item: &RegionNode, mut live: Live) -> Live {
        if let Some(&r) = self.maker.get(&item.node)
            && live.remove(&r)
            && self.recording
        {
            self.exposed.insert(r, item.start);
        }
        match item.kind {
            Kind::Step => self.step(item, live),
            Kind::Jump => live,
            Kind::Call => {
                for o in self.module.operands(self.module.node(item.node)) {
                    live.extend(self.points_to.of(o.value));
                }
                live
            }
            Kind::Loop { .. } | Kind::While { .. } => {
                // The body may not run, so that what it kills is live before it nevertheless.
                live.extend(self.needs_of_iteration(item));
                if self.recording {
                    for b in &item.bodies {
                        self.body(b, live.clone());
                    }
                }
                live
            }
            Kind::Branch { complete } => {
                let mut before = if complete { Live::default() } else { live.clone() };
                for b in &item.bodies {
                    before.extend(self.body(b, live.clone()));
                }
                before
            }
            Kind::Section(_) | Kind::Region => {
                for b in item.bodies.iter().rev() {
                    live = self.body(b, live);
                }
                live
            }
        }
    }

    /// What an iteration of a loop reads before it writes it.
    fn needs_of_iteration(&mut self, item: &RegionNode) -> Live {
        if let Some(known) = self.of_loop.get(&item.node) {
            return known.clone();
        }
        let recording = std::mem::replace(&mut self.recording, false);
        let mut needs = Live::default();
        for b in &item.bodies {
            needs.extend(self.body(b, Live::default()));
        }
        self.recording = recording;
        self.of_loop.insert(item.node, needs.clone());
        needs
    }

    fn step(&mut self, item: &RegionNode, mut live: Live) -> Live {
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        step_accesses(self.module, item.node, self.target, &mut list);
        let scope = is_vector_scope(self.module, self.module.node(item.node));
        for a in list.iter().filter(|a| a.replaces && !scope) {
            if let Some(whole) = self.points_to.whole(a.value) {
                live.remove(&whole);
            }
        }
        for a in list.iter().filter(|a| a.reads || scope && !a.scratch) {
            live.extend(self.points_to.of(a.value));
        }
        self.list = list;
        live
    }
}
