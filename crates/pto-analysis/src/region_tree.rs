//! A function as nested blocks of statements, with a position for the start and the end of each.

use crate::facts::constant;
use pto_ir::Module;
use pto_ir::dialect::{DialectOp, Scf};
use pto_ir::module::{Node, NodeId, RegionId};
use pto_isa::class::{Class, Region};
use pto_isa::def::Core;

/// What a statement is to the flow of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It has no statements inside, or its inside counts as one.
    Step,
    /// The body runs any number of times; at least once if `entered`.
    Loop {
        /// The bounds are constants that run it at least once.
        entered: bool,
    },
    /// A condition, then a body, again and again; the condition comes last. Both are one body here.
    While {
        /// How many statements are the condition.
        split: usize,
    },
    /// One of the bodies runs; or none, unless they are `complete`.
    Branch {
        /// One of them always runs.
        complete: bool,
    },
    /// The body runs once on one kind of core.
    Section(Core),
    /// The body runs once.
    Region,
    /// Another function runs.
    Call,
    /// The end of one of several blocks: what comes next in the text may not come next.
    Jump,
}

/// A statement.
#[derive(Debug)]
pub struct RegionNode {
    /// The operation.
    pub node: NodeId,
    /// What it is to the flow of control.
    pub kind: Kind,
    /// Position of its start.
    pub start: u32,
    /// Position of its end; later than all of its inside.
    pub end: u32,
    /// What stands inside.
    pub bodies: Vec<Body>,
}

/// Statements one after the other.
#[derive(Debug, Default)]
pub struct Body {
    /// In the order of the text.
    pub items: Vec<RegionNode>,
}

/// One of the two positions of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Before everything inside it.
    Start,
    /// After everything inside it.
    End,
}

/// A function.
#[derive(Debug)]
pub struct RegionTree {
    /// The function.
    pub function: NodeId,
    /// Its body.
    pub body: Body,
    /// One past the last position.
    pub end: u32,
    /// Some region has several blocks: the order of the text is not the order of execution.
    pub jumps: bool,
    /// The function has code for both kinds of cores.
    pub mixed: bool,
}

impl RegionTree {
    /// The tree of a function.
    pub fn new(module: &Module, function: NodeId) -> RegionTree {
        let mut walk = TreeBuilder { module, at: 0, jumps: false, cores: [false; 2] };
        let region = module.node_regions(module.node(function)).first().copied();
        let body = region.map_or_else(Body::default, |r| walk.body(r));
        RegionTree {
            function,
            body,
            end: walk.at,
            jumps: walk.jumps,
            mixed: walk.cores == [true; 2],
        }
    }

    /// The statement that starts or ends at each position; the function itself ends at the last.
    pub fn statements(&self) -> Vec<(NodeId, Edge)> {
        let mut list = vec![(self.function, Edge::End); self.end as usize + 1];
        let mut open: Vec<&Body> = vec![&self.body];
        while let Some(body) = open.pop() {
            for node in &body.items {
                list[node.start as usize] = (node.node, Edge::Start);
                list[node.end as usize] = (node.node, Edge::End);
                open.extend(&node.bodies);
            }
        }
        list
    }
}

struct TreeBuilder<'m> {
    module: &'m Module,
    at: u32,
    jumps: bool,
    cores: [bool; 2],
}

impl TreeBuilder<'_> {
    fn next(&mut self) -> u32 {
        self.at += 1;
        self.at - 1
    }

    fn body(&mut self, region: RegionId) -> Body {
        let blocks = &self.module.region(region).blocks;
        let jumps = blocks.len() > 1;
        self.jumps |= jumps;
        let mut items: Vec<RegionNode> = Vec::new();
        for &b in blocks {
            items.extend(self.module.block(b).ops.iter().map(|&id| self.item(id)));
            if let Some(last) = items.last_mut().filter(|i| jumps && i.kind == Kind::Step) {
                last.kind = Kind::Jump;
            }
        }
        Body { items }
    }

    fn item(&mut self, id: NodeId) -> RegionNode {
        let node = self.module.node(id);
        let mut kind = kind_of(self.module, node);
        if let Kind::Section(core) = kind {
            self.cores[usize::from(core == Core::Cube)] = true;
        }
        let start = self.next();
        let mut bodies: Vec<Body> = match kind {
            Kind::Step | Kind::Call | Kind::Jump => Vec::new(),
            _ => self.module.node_regions(node).iter().map(|&r| self.body(r)).collect(),
        };
        if let (Kind::While { split }, [condition, body]) = (&mut kind, &mut bodies[..]) {
            *split = condition.items.len();
            condition.items.append(&mut body.items);
            bodies.truncate(1);
        }
        RegionNode { node: id, kind, start, end: self.next(), bodies }
    }
}

/// Whether all code inside runs as one piece on the vector unit.
pub fn is_vector_scope(module: &Module, node: &Node) -> bool {
    match module.def(node).map(|d| d.class) {
        Some(Class::Region(Region::VectorScope { .. } | Region::Simt)) => true,
        _ => !module.node_regions(node).is_empty() && module.is_vector_scope_by_attr(node),
    }
}

fn kind_of(module: &Module, node: &Node) -> Kind {
    let regions = module.node_regions(node).len();
    let region = match module.def(node).map(|d| d.class) {
        Some(Class::Region(region)) => Some(region),
        _ => None,
    };
    match (node.dialect_op(), region) {
        (Some(op), _) if op.is_call() => Kind::Call,
        _ if regions == 0 || is_vector_scope(module, node) => Kind::Step,
        (Some(DialectOp::Scf(Scf::For)), _) => Kind::Loop { entered: runs_once(module, node) },
        (Some(DialectOp::Scf(Scf::While)), _) => Kind::While { split: 0 },
        (Some(DialectOp::Scf(Scf::If)), _) => Kind::Branch { complete: regions > 1 },
        (Some(DialectOp::Scf(Scf::IndexSwitch)), _) => Kind::Branch { complete: true },
        (_, Some(Region::Section(core))) => Kind::Section(core),
        _ => Kind::Region,
    }
}

fn runs_once(module: &Module, node: &Node) -> bool {
    match module.operands(node) {
        [low, high, ..] => constant(module, low.value)
            .zip(constant(module, high.value))
            .is_some_and(|(low, high)| low < high),
        _ => false,
    }
}
