//! Changes of a program that was read: operations added beside the user's, operands set, statements rewritten. The
//! module changes at once, its text once, at the end.
//!
//! What is added has the span of the statement it was added for, so that whatever is found out about it later names a
//! line of the user's.

mod text;

use crate::builder::Builder;
use crate::diag::Diagnostic;
use crate::intern::{Attr, FreshNames};
use crate::module::*;
use crate::span::Span;
use pto_isa::Type;
use pto_isa::order;
use rustc_hash::{FxHashMap, FxHashSet};
use text::TextEdits;

/// Where an operation goes that is put between two others: the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// After a loop: a wait for what its last iteration left.
    EpilogueWait,
    /// After the work it speaks of.
    Signal,
    /// Before the statement that uses it: a tile, a number.
    Definition,
    /// Before the work that has to wait.
    Wait,
    /// Before a loop: what its first iteration waits for.
    PrologueSignal,
}

/// On which side of a statement something is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Before,
    After,
}

/// An operation that was added.
#[derive(Clone, Copy, Debug)]
struct Added {
    node: NodeId,
    /// The statement it stands beside, which may have been added, too.
    anchor: NodeId,
    side: Side,
    rank: Rank,
}

/// What was added beside each statement, in the order of the text.
struct Beside(FxHashMap<NodeId, Vec<Added>>);

impl Beside {
    fn new(added: &[Added]) -> Beside {
        let mut by_anchor: FxHashMap<NodeId, Vec<Added>> = FxHashMap::default();
        for a in added {
            by_anchor.entry(a.anchor).or_default().push(*a);
        }
        for list in by_anchor.values_mut() {
            order::by_key(list, |a| (a.side, a.rank));
        }
        Beside(by_anchor)
    }

    /// Calls with a statement and everything that was added beside it.
    fn with(&self, id: NodeId, each: &mut impl FnMut(NodeId)) {
        let around = self.0.get(&id).map_or(&[][..], |l| l);
        let split = around.partition_point(|a| a.side == Side::Before);
        around[..split].iter().for_each(|a| self.with(a.node, each));
        each(id);
        around[split..].iter().for_each(|a| self.with(a.node, each));
    }
}

/// A program that is being changed.
#[derive(Clone)]
pub struct Editor<'t> {
    text: Option<&'t str>,
    b: Builder,
    /// Where operations are before they have their place.
    detached: BlockId,
    added: Vec<Added>,
    /// The operations that were added.
    is_added: FxHashSet<NodeId>,
    names: FreshNames,
    /// How types are spelled in the text.
    pub(crate) spellings: FxHashMap<TypeId, String>,
    /// Statements that are written anew, with their text.
    rewritten: FxHashMap<NodeId, String>,
    /// Places of the text that become other words.
    words: Vec<(Span, String)>,
    /// The text is formatted at the end: statements changed their shape.
    reshaped: bool,
}

impl<'t> Editor<'t> {
    /// Reads a program, and says what is wrong with its text; a program with mistakes is not to be changed.
    pub fn read(text: &'t str) -> (Editor<'t>, Vec<Diagnostic>) {
        let (module, found, spellings) = crate::parse::parse_spelled(text);
        (Editor { text: Some(text), spellings, ..Editor::new(module) }, found)
    }

    /// A program in memory alone.
    pub fn new(module: Module) -> Editor<'t> {
        let mut b = Builder::over(module);
        let detached = b.detach();
        Editor {
            text: None,
            b,
            detached,
            added: Vec::new(),
            is_added: FxHashSet::default(),
            names: FreshNames::default(),
            spellings: FxHashMap::default(),
            rewritten: FxHashMap::default(),
            words: Vec::new(),
            reshaped: false,
        }
    }

    /// The program as it is now. What was added is in no block before [`Editor::settle`].
    pub fn module(&self) -> &Module {
        &self.b.module
    }

    pub(crate) fn module_mut(&mut self) -> &mut Module {
        &mut self.b.module
    }

    /// A name that the program does not use.
    pub fn fresh(&mut self, base: &str) -> String {
        self.names.like(base, &self.b.module.symbols)
    }

    /// Names a value.
    pub fn name(&mut self, value: ValueId, name: &str) {
        self.b.module.values[value.index()].name = self.b.module.symbols.intern(name);
    }

    /// Adds operations before a statement; `build` makes them.
    pub fn before<R>(
        &mut self,
        at: NodeId,
        rank: Rank,
        build: impl FnOnce(&mut Builder) -> R,
    ) -> R {
        self.add(at, Side::Before, rank, build)
    }

    /// Adds operations after a statement; `build` makes them.
    pub fn after<R>(&mut self, at: NodeId, rank: Rank, build: impl FnOnce(&mut Builder) -> R) -> R {
        self.add(at, Side::After, rank, build)
    }

    fn add<R>(
        &mut self,
        at: NodeId,
        side: Side,
        rank: Rank,
        build: impl FnOnce(&mut Builder) -> R,
    ) -> R {
        // What the text does not have is no place in it.
        let implied = &self.b.module.implied;
        let at = implied.binary_search_by_key(&at, |i| i.0).map_or(at, |i| implied[i].1);
        let node = *self.b.module.node(at);
        let known = self.b.module.nodes.len();
        let result = self.b.build_at(self.detached, node.name_span, build);
        for i in known..self.b.module.nodes.len() {
            let id = NodeId(i as u32);
            self.b.module.nodes[i].parent = node.parent;
            self.is_added.insert(id);
            self.added.push(Added { node: id, anchor: at, side, rank });
        }
        result
    }

    /// Whether an operation was added, and is not the user's.
    pub fn is_added(&self, id: NodeId) -> bool {
        self.is_added.contains(&id)
    }

    /// Gives an operation other operands, in the order of their slots.
    pub fn set_operands(&mut self, id: NodeId, mut operands: Vec<Operand>) {
        order::by_key(&mut operands, |o| o.slot);
        let m = &mut self.b.module;
        let start = m.operand_pool.len() as u32;
        m.operand_pool.extend_from_slice(&operands);
        m.nodes[id.index()].operands = PoolRange { start, len: operands.len() as u32 };
    }

    /// Gives an operation one more operand.
    pub fn add_operand(&mut self, id: NodeId, slot: u8, value: ValueId) {
        let node = self.b.module.node(id);
        let mut operands = self.b.module.operands(node).to_vec();
        operands.push(Operand { value, slot, span: node.name_span });
        self.set_operands(id, operands);
    }

    /// Gives an operation an attribute, in the place of one of the same name.
    pub fn set_attr(&mut self, id: NodeId, name: &str, value: Attr) {
        let m = &mut self.b.module;
        let (node, name, value) =
            (m.nodes[id.index()], m.symbols.intern(name), m.attrs.intern(value));
        let mut attrs = m.node_attrs(&node).to_vec();
        match attrs.iter_mut().find(|a| a.name == name) {
            Some(a) => a.value = value,
            None => attrs.push(NamedAttr { name, value, span: node.name_span }),
        }
        let start = m.attr_pool.len() as u32;
        m.attr_pool.extend_from_slice(&attrs);
        m.nodes[id.index()].attrs = PoolRange { start, len: attrs.len() as u32 };
    }

    /// Puts other words in a place of the text; the module is changed by the other methods.
    pub fn replace_words(&mut self, span: Span, words: String) {
        self.words.push((span, words));
    }

    /// Writes a statement anew; the module is changed by the other methods.
    pub(crate) fn rewrite(&mut self, id: NodeId, text: String) {
        self.rewritten.insert(id, text);
        self.reshaped = true;
    }

    pub(crate) fn reshape(&mut self) {
        self.reshaped = true;
    }

    /// Makes a value that an operation defines a tile that is allocated before it.
    pub(crate) fn allocate(&mut self, by: NodeId, value: ValueId) {
        let Some(ty) = self.b.module.value(value).ty else { return };
        let made = self.before(by, Rank::Definition, |b| b.op("alloc_tile").result(ty).value());
        let m = &mut self.b.module;
        let made = *m.value(made);
        let Def::Result(node) = made.def else { return };
        m.nodes[node.index()].results = PoolRange { start: value.0, len: 1 };
        let v = &mut m.values[value.index()];
        (v.def, v.slot) = (made.def, made.slot);
    }

    /// The text that was read, if there was one.
    pub fn source(&self) -> Option<&'t str> {
        self.text
    }

    /// Puts what was added into its blocks, where a walk over the program meets it.
    pub fn settle(&mut self) {
        let m = &mut self.b.module;
        m.blocks[self.detached.index()].ops.clear();
        let mut blocks: Vec<BlockId> =
            self.added.iter().map(|a| m.nodes[a.anchor.index()].parent).collect();
        order::sort(&mut blocks);
        blocks.dedup();
        let beside = Beside::new(&self.added);
        for block in blocks {
            let old = std::mem::take(&mut m.blocks[block.index()].ops);
            let mut ops = Vec::with_capacity(old.len() * 2);
            for id in old.into_iter().filter(|id| !self.is_added.contains(id)) {
                beside.with(id, &mut |node| ops.push(node));
            }
            m.blocks[block.index()].ops = ops;
        }
    }

    /// The text of a program that was read: the user's, with what was added on lines of its own.
    pub fn text(&self) -> String {
        let text = self.text.unwrap_or_default();
        let mut out = TextEdits::new(text, &self.b.module, &self.spellings);
        let users = |a: &&Added| !self.is_added.contains(&a.anchor);
        let mut added: Vec<&Added> = self.added.iter().filter(users).collect();
        order::by_key(&mut added, |a| a.rank);
        let beside = Beside::new(&self.added);
        for a in added {
            beside.with(a.node, &mut |node| match a.side {
                Side::Before => out.before(a.anchor, a.rank, node),
                Side::After => out.after(a.anchor, a.rank, node),
            });
        }
        for &(implied, statement) in &self.b.module.implied {
            out.before(statement, Rank::Definition, implied);
            if !self.rewritten.contains_key(&statement) {
                out.rewrite(statement);
            }
        }
        for (id, text) in &self.rewritten {
            out.replace(self.b.module.node(*id).span, text.clone());
        }
        for (span, words) in &self.words {
            out.replace(*span, words.clone());
        }
        out.finish(self.reshaped)
    }

    /// The program, with everything in its place.
    pub fn into_module(mut self) -> Module {
        self.settle();
        let Builder { mut module, .. } = self.b;
        module.blocks.pop();
        module
    }

    /// The id of a type.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        self.b.module.types.intern(ty)
    }
}
