//! Liveness: from where to where the contents of each memory object count.

mod exposed;
mod spans;

pub use exposed::exposed_to_allocation;
pub use spans::LiveSpans;

use crate::access::{Access, step_accesses};
use crate::memory_objects::{MemObject, Place, PointsTo};
use crate::region_tree::{Body, Kind, RegionNode, RegionTree, is_vector_scope};
use pto_ir::Module;
use pto_ir::module::NodeId;
use pto_isa::def::Core;
use pto_isa::{Pipe, Space, Target};
use rustc_hash::{FxHashMap, FxHashSet};

/// The positions at which a piece of memory is in use, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveRange {
    /// First position.
    pub start: u32,
    /// Last position.
    pub end: u32,
    /// The pipe of the first use, as far as it is known.
    pub first_pipe: Option<Pipe>,
    /// The pipe of the last use.
    pub last_pipe: Option<Pipe>,
}

/// A loop of the function.
struct Loop {
    start: u32,
    end: u32,
    parent: Option<usize>,
}

/// One use of a piece of memory.
struct Use {
    object: u32,
    at: u32,
    /// The innermost loop around it.
    around: Option<usize>,
    /// It stands directly in the body of that loop and replaces the contents.
    renews: bool,
    /// The kind of core whose section it stands in.
    core: Option<Core>,
    pipe: Option<Pipe>,
}

struct UseCollector<'a> {
    module: &'a Module,
    points_to: &'a PointsTo,
    target: Target,
    loops: Vec<Loop>,
    uses: Vec<Use>,
    made: Vec<(u32, Option<usize>)>,
    accesses: Vec<Access>,
    maker: FxHashMap<NodeId, u32>,
}

/// When each of a function's `own` objects is live; `None` if it never is.
pub fn live_ranges(
    module: &Module,
    target: Target,
    points_to: &PointsTo,
    tree: &RegionTree,
    own: &[u32],
) -> Vec<(u32, Option<LiveRange>)> {
    let maker =
        own.iter().filter_map(|&r| Some((points_to.objects[r as usize].node?, r))).collect();
    let mut walk = UseCollector {
        module,
        points_to,
        target,
        loops: Vec::new(),
        uses: Vec::new(),
        made: Vec::new(),
        accesses: Vec::new(),
        maker,
    };
    walk.body(&tree.body, None, None, false);
    let whole = LiveRange { start: 0, end: tree.end, first_pipe: None, last_pipe: None };
    let made_in: FxHashMap<u32, Option<usize>> = walk.made.iter().copied().collect();
    // One of the few lists as long as a program.
    walk.uses.sort_by_key(|u| (u.object, u.at));
    let mut lives: Vec<(u32, Option<LiveRange>)> = Vec::with_capacity(own.len());
    let mut uses = walk.uses.as_slice();
    for &r in own {
        let from = uses.partition_point(|u| u.object < r);
        uses = &uses[from..];
        let (mine, rest) = uses.split_at(uses.partition_point(|u| u.object == r));
        uses = rest;
        let object = &points_to.objects[r as usize];
        let always = object.escapes || object.place == Place::Outside || tree.jumps;
        let life = match mine {
            [] if !always => None,
            _ if always => Some(whole),
            [first, ..] if tree.mixed && is_shared(object, mine) => {
                Some(LiveRange { first_pipe: first.pipe, ..whole })
            }
            _ => Some(span(object, mine, &walk.loops, made_in.get(&r).copied().flatten())),
        };
        lives.push((r, life));
    }
    lives
}

/// Cores of a cluster use a tile at times that the order of the text does not tell, unless only code of the
/// core that owns the memory does.
fn is_shared(object: &MemObject, uses: &[Use]) -> bool {
    let owner = if object.space == Space::Vec { Core::Vector } else { Core::Cube };
    uses.iter().any(|u| u.core != Some(owner))
}

/// The hull of all uses, stretched over loops that carry the contents from one iteration to the next.
fn span(object: &MemObject, uses: &[Use], loops: &[Loop], made_in: Option<usize>) -> LiveRange {
    let (first, last) = (&uses[0], &uses[uses.len() - 1]);
    let mut life =
        LiveRange { start: first.at, end: last.at, first_pipe: first.pipe, last_pipe: last.pipe };
    // Uses come in order: the first one met in a loop is its first.
    let mut met: FxHashSet<usize> = FxHashSet::default();
    for u in uses {
        let mut at = u.around;
        let mut inner = true;
        while let Some(l) = at {
            if Some(l) == made_in {
                if object.carried {
                    life.start = life.start.min(loops[l].start);
                    life.end = life.end.max(loops[l].end);
                }
                break;
            }
            if met.insert(l) && !(inner && u.renews) {
                life.start = life.start.min(loops[l].start);
                life.end = life.end.max(loops[l].end);
            }
            inner = false;
            at = loops[l].parent;
        }
    }
    life
}

impl UseCollector<'_> {
    /// `direct`: the body of the loop `around` itself, not of a branch in it.
    fn body(&mut self, body: &Body, around: Option<usize>, core: Option<Core>, direct: bool) {
        for item in &body.items {
            self.item(item, around, core, direct);
        }
    }

    fn item(&mut self, item: &RegionNode, around: Option<usize>, core: Option<Core>, direct: bool) {
        let node = self.module.node(item.node);
        if let Some(&r) = self.maker.get(&item.node) {
            self.made.push((r, around));
        }
        match item.kind {
            Kind::Loop { .. } | Kind::While { .. } => {
                let index = self.loops.len();
                self.loops.push(Loop { start: item.start, end: item.end, parent: around });
                let counted = matches!(item.kind, Kind::Loop { .. });
                for b in &item.bodies {
                    self.body(b, Some(index), core, counted);
                }
            }
            Kind::Section(c) => {
                item.bodies.iter().for_each(|b| self.body(b, around, Some(c), false))
            }
            Kind::Branch { .. } | Kind::Region => {
                item.bodies.iter().for_each(|b| self.body(b, around, core, false));
            }
            Kind::Jump => {}
            Kind::Call => {
                for o in self.module.operands(node) {
                    self.used(o.value, item.start, around, false, core, None);
                }
            }
            Kind::Step => {
                let mut list = std::mem::take(&mut self.accesses);
                list.clear();
                let scope = is_vector_scope(self.module, node);
                let pipe = step_accesses(self.module, item.node, self.target, &mut list);
                for t in &list {
                    let read_too = || {
                        let own = self.points_to.of(t.value);
                        let shares =
                            |o: &Access| self.points_to.of(o.value).iter().any(|r| own.contains(r));
                        list.iter().any(|o| o.reads && shares(o))
                    };
                    let renews = direct && !scope && t.replaces && !read_too();
                    self.used(t.value, item.start, around, renews, core, pipe);
                }
                self.accesses = list;
            }
        }
    }

    fn used(
        &mut self,
        value: pto_ir::ValueId,
        at: u32,
        around: Option<usize>,
        renews: bool,
        core: Option<Core>,
        pipe: Option<Pipe>,
    ) {
        let objects = self.points_to.of(value);
        let whole = self.points_to.whole(value).is_some();
        for &object in objects {
            self.uses.push(Use { object, at, around, renews: renews && whole, core, pipe });
        }
    }
}
