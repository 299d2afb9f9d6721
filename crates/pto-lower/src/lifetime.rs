//! From where to where the contents of each piece of memory count.

use crate::access::{Touch, step_touches};
use crate::roots::{Place, Root, Roots};
use crate::tree::{Body, Item, Kind, Tree, is_vector_scope};
use pto_ir::Module;
use pto_ir::module::NodeId;
use pto_isa::def::Core;
use pto_isa::{Pipe, Space, Target};
use rustc_hash::FxHashSet;

/// The positions at which a piece of memory is in use, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    pub start: u32,
    pub end: u32,
    /// The pipe of the first use and the pipes of the last ones, as far as they are known.
    pub first_pipe: Option<Pipe>,
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
    root: u32,
    at: u32,
    /// The innermost loop around it.
    around: Option<usize>,
    /// It stands directly in the body of that loop and replaces the contents.
    renews: bool,
    /// The kind of core whose section it stands in.
    core: Option<Core>,
    pipe: Option<Pipe>,
}

struct Walk<'a> {
    module: &'a Module,
    roots: &'a Roots,
    target: Target,
    loops: Vec<Loop>,
    uses: Vec<Use>,
    made: Vec<(u32, Option<usize>)>,
    touches: Vec<Touch>,
    maker: rustc_hash::FxHashMap<NodeId, u32>,
}

/// When each root of a function is in use; `None` if it never is.
pub(crate) fn lifetimes(
    module: &Module,
    target: Target,
    roots: &Roots,
    tree: &Tree,
) -> Vec<(u32, Option<Life>)> {
    let own: Vec<u32> = (0..roots.list.len() as u32)
        .filter(|&r| roots.list[r as usize].function == tree.function)
        .collect();
    let maker = own.iter().filter_map(|&r| Some((roots.list[r as usize].node?, r))).collect();
    let mut walk = Walk {
        module,
        roots,
        target,
        loops: Vec::new(),
        uses: Vec::new(),
        made: Vec::new(),
        touches: Vec::new(),
        maker,
    };
    walk.body(&tree.body, None, None, false);
    let whole = Life { start: 0, end: tree.end, first_pipe: None, last_pipe: None };
    let mut made_in = vec![None; roots.list.len()];
    for &(r, around) in &walk.made {
        made_in[r as usize] = around;
    }
    walk.uses.sort_by_key(|u| (u.root, u.at));
    let mut lives: Vec<(u32, Option<Life>)> = Vec::with_capacity(own.len());
    let mut uses = walk.uses.as_slice();
    for r in own {
        let from = uses.partition_point(|u| u.root < r);
        uses = &uses[from..];
        let (mine, rest) = uses.split_at(uses.partition_point(|u| u.root == r));
        uses = rest;
        let root = &roots.list[r as usize];
        let always = root.escapes || root.place == Place::Outside || tree.jumps;
        let life = match mine {
            [] if !always => None,
            _ if always => Some(whole),
            [first, ..] if tree.mixed && is_shared(root, mine) => {
                Some(Life { first_pipe: first.pipe, ..whole })
            }
            _ => Some(span(root, mine, &walk.loops, made_in[r as usize])),
        };
        lives.push((r, life));
    }
    lives
}

/// Cores of a cluster use a tile at times that the order of the text does not tell, unless only code of the
/// core that owns the memory does.
fn is_shared(root: &Root, uses: &[Use]) -> bool {
    let owner = if root.space == Space::Vec { Core::Vector } else { Core::Cube };
    uses.iter().any(|u| u.core != Some(owner))
}

/// The hull of all uses, stretched over loops that carry the contents from one round to the next.
fn span(root: &Root, uses: &[Use], loops: &[Loop], made_in: Option<usize>) -> Life {
    let (first, last) = (&uses[0], &uses[uses.len() - 1]);
    let mut life =
        Life { start: first.at, end: last.at, first_pipe: first.pipe, last_pipe: last.pipe };
    // Uses come in order: the first one met in a loop is its first.
    let mut met: FxHashSet<usize> = FxHashSet::default();
    for u in uses {
        let mut at = u.around;
        let mut inner = true;
        while let Some(l) = at {
            if Some(l) == made_in {
                if root.carried {
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

impl Walk<'_> {
    /// `direct`: the body of the loop `around` itself, not of a branch in it.
    fn body(&mut self, body: &Body, around: Option<usize>, core: Option<Core>, direct: bool) {
        for item in &body.items {
            self.item(item, around, core, direct);
        }
    }

    fn item(&mut self, item: &Item, around: Option<usize>, core: Option<Core>, direct: bool) {
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
                let mut list = std::mem::take(&mut self.touches);
                list.clear();
                let scope = is_vector_scope(self.module, node);
                let pipe = step_touches(self.module, item.node, self.target, &mut list);
                for t in &list {
                    let read_too = || {
                        let own = self.roots.of(t.value);
                        let shares =
                            |o: &Touch| self.roots.of(o.value).iter().any(|r| own.contains(r));
                        list.iter().any(|o| o.reads && shares(o))
                    };
                    let renews = direct && !scope && t.replaces && !read_too();
                    self.used(t.value, item.start, around, renews, core, pipe);
                }
                self.touches = list;
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
        let roots = self.roots.of(value);
        // A window, or one of several tiles, is not all of it.
        let whole = roots.len() == 1
            && self.roots.window(value, roots[0]) == (0..self.roots.list[roots[0] as usize].bytes)
            && !self.roots.slots.contains_key(&value);
        for &root in roots {
            self.uses.push(Use { root, at, around, renews: renews && whole, core, pipe });
        }
    }
}
