//! A program in memory: operations, values, regions, with typed ids and spans.

use crate::dialect::DialectOp;
pub use crate::intern::{AttrId, Sym, TypeId};
use crate::intern::{Attrs, Symbols, Types, ids};
use crate::location::Locations;
use crate::span::{Span, push_line_starts};
use pto_isa::{OpDef, OpId, Type};

ids! {
    /// An operation.
    NodeId;
    /// A value.
    ValueId;
    /// A region.
    RegionId;
    /// A block of a region.
    BlockId;
}

/// A run of entries in one of the module's pools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolRange {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl PoolRange {
    /// The entries it covers.
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }
    /// How many there are.
    pub const fn len(self) -> usize {
        self.len as usize
    }
    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// What an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpName {
    /// An instruction of the table.
    Pto(OpId),
    /// An operation of another dialect.
    Dialect(DialectOp),
    /// A `pto.` name that is not in the table (already reported).
    Unknown(Sym),
}

/// How an operation was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxForm {
    /// `ins(...) outs(...)`
    Dps,
    /// With results and the `pto.` prefix, or without results.
    Ssa,
    /// Plain assembly: without the `pto.` prefix.
    Asm,
    /// `"pto.op"(...)`
    Generic,
}

/// No slot: an operand of a foreign operation, or one that could not be bound.
pub const NO_SLOT: u8 = u8::MAX;

/// One use of a value.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The value.
    pub value: ValueId,
    /// Which operand of the instruction it is.
    pub slot: u8,
    /// Where it is written.
    pub span: Span,
}

/// A named attribute of an operation.
#[derive(Clone, Copy, Debug)]
pub struct NamedAttr {
    /// Its name.
    pub name: Sym,
    /// Its value.
    pub value: AttrId,
    /// Where the value is written.
    pub span: Span,
}

/// A branch target with the values passed to it.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// The block.
    pub block: BlockId,
    /// The values, in the operand pool.
    pub operands: PoolRange,
}

/// An operation.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub name: OpName,
    /// How it was written.
    pub written: SyntaxForm,
    /// Values it uses, in slot order for table instructions.
    pub operands: PoolRange,
    /// Values it defines.
    pub results: PoolRange,
    /// Attributes in the order written.
    pub attrs: PoolRange,
    /// Regions.
    pub regions: PoolRange,
    /// Branch targets.
    pub successors: PoolRange,
    /// The block it stands in.
    pub parent: BlockId,
    /// Where its name is written.
    pub name_span: Span,
    /// Where all of it is written.
    pub span: Span,
}

impl Node {
    /// The operation of another dialect it is; `None` for instructions.
    pub const fn dialect_op(&self) -> Option<DialectOp> {
        match self.name {
            OpName::Dialect(op) => Some(op),
            OpName::Pto(_) | OpName::Unknown(_) => None,
        }
    }
    /// Whether it is this operation of another dialect.
    pub fn is(&self, op: impl Into<DialectOp>) -> bool {
        self.name == OpName::Dialect(op.into())
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Def {
    /// Result of an operation.
    Result(NodeId),
    /// Argument of a block.
    Arg(BlockId),
    /// Nowhere: it was used without a definition (already reported).
    Missing,
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Its type; `None` if unknown because of an earlier error.
    pub ty: Option<TypeId>,
    /// Its name without `%`.
    pub name: Sym,
    /// Which operand (with role Out) of its instruction it is.
    pub slot: u8,
    /// Where it comes from.
    pub def: Def,
    /// Where it is defined.
    pub span: Span,
}

/// A block: arguments and operations.
#[derive(Clone, Debug)]
pub struct Block {
    /// Label without `^`; `None` for an unlabelled first block.
    pub label: Option<Sym>,
    /// Arguments.
    pub args: Vec<ValueId>,
    /// Operations in order.
    pub ops: Vec<NodeId>,
    /// The region it belongs to.
    pub parent: RegionId,
}

/// A region: blocks, and the operation that owns it.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Blocks in order.
    pub blocks: Vec<BlockId>,
    /// The owner; `None` for the top of the file.
    pub owner: Option<NodeId>,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Interned types.
    pub types: Types,
    /// Interned attributes.
    pub attrs: Attrs,
    /// Interned names.
    pub symbols: Symbols,
    pub(crate) nodes: Vec<Node>,
    pub(crate) values: Vec<Value>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) regions: Vec<Region>,
    pub(crate) operand_pool: Vec<Operand>,
    pub(crate) attr_pool: Vec<NamedAttr>,
    pub(crate) successor_pool: Vec<Successor>,
    pub(crate) region_pool: Vec<RegionId>,
    /// Operations that the text does not have: an operand written where it is used. Each with the statement it is for.
    pub(crate) implied: Vec<(NodeId, NodeId)>,
    /// What built operations were made from.
    pub locations: Locations,
    /// Where the lines of its text start, but for the first.
    pub(crate) line_starts: Vec<u32>,
    /// Attribute and type aliases as written, for the printer: name with its sigil, text.
    pub aliases: Vec<(String, String)>,
}

impl Module {
    /// The region that holds the file's top-level operations. Present in every parsed module.
    pub const TOP: RegionId = RegionId(0);

    /// Room for what a text of this many bytes usually holds, so that reading does not move the tables
    /// again and again. Room that is not used is not touched.
    pub(crate) fn for_text(text: &str) -> Module {
        let bytes = text.len();
        let mut module = Module::default();
        push_line_starts(text.as_bytes(), &mut module.line_starts);
        module.nodes.reserve(bytes / 120);
        module.operand_pool.reserve(bytes / 40);
        module.values.reserve(bytes / 160);
        module
    }

    /// An operation.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
    /// All operations, in the order they were made.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(i, n)| (NodeId(i as u32), n))
    }
    /// A value.
    #[inline]
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.index()]
    }
    /// How many values there are; their ids are `0..count`.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }
    /// A block.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }
    /// A region.
    #[inline]
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.index()]
    }
    /// The operands of an operation.
    #[inline]
    pub fn operands(&self, node: &Node) -> &[Operand] {
        node.operands.of(&self.operand_pool)
    }
    /// The results of an operation.
    #[inline]
    pub fn results(&self, node: &Node) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        let PoolRange { start, len } = node.results;
        (start..start + len).map(ValueId)
    }
    /// The attributes of an operation.
    #[inline]
    pub fn node_attrs(&self, node: &Node) -> &[NamedAttr] {
        node.attrs.of(&self.attr_pool)
    }
    /// The regions of an operation.
    #[inline]
    pub fn node_regions(&self, node: &Node) -> &[RegionId] {
        node.regions.of(&self.region_pool)
    }
    /// The branch targets of an operation.
    #[inline]
    pub fn successors(&self, node: &Node) -> &[Successor] {
        node.successors.of(&self.successor_pool)
    }
    /// The values passed to a branch target.
    #[inline]
    pub fn successor_operands(&self, s: &Successor) -> &[Operand] {
        s.operands.of(&self.operand_pool)
    }
    /// The type of a value, if known.
    #[inline]
    pub fn type_of(&self, value: ValueId) -> Option<&Type> {
        self.value(value).ty.map(|t| self.types.get(t))
    }
    /// The text of a name.
    #[inline]
    pub fn sym(&self, sym: Sym) -> &str {
        self.symbols.get(sym)
    }
    /// The table entry of an instruction.
    #[inline]
    pub fn def(&self, node: &Node) -> Option<&'static OpDef> {
        match node.name {
            OpName::Pto(id) => Some(id.def()),
            _ => None,
        }
    }
    /// The full name of an operation, e.g. `pto.tadd`.
    pub fn op_name(&self, node: &Node) -> std::borrow::Cow<'_, str> {
        match node.name {
            OpName::Pto(id) => format!("pto.{}", id.def().printed_name()).into(),
            OpName::Dialect(op) => op.name(&self.symbols).into(),
            OpName::Unknown(s) => self.sym(s).into(),
        }
    }
    /// An attribute of an operation by name.
    #[inline]
    pub fn attr(&self, node: &Node, name: &str) -> Option<NamedAttr> {
        self.node_attrs(node).iter().find(|a| self.sym(a.name) == name).copied()
    }
    /// The values of one operand slot: uses, then results.
    pub fn slot_values(&self, node: &Node, slot: u8) -> impl Iterator<Item = ValueId> {
        let uses = self.operands(node).iter().filter(move |o| o.slot == slot).map(|o| o.value);
        uses.chain(self.results(node).filter(move |&v| self.value(v).slot == slot))
    }
    /// The built operation that starts at a place, and what it was made from, if that was told.
    pub fn built_at(&self, span: Span) -> Option<(NodeId, Option<&str>)> {
        let number = span.built().filter(|&n| (n as usize) < self.nodes.len())?;
        Some((NodeId(number), self.locations.of(number)))
    }
    /// The line of an offset of its text, from 1; of an operation that was built, its number.
    pub fn line(&self, offset: u32) -> usize {
        match Span::new(offset, offset).built() {
            Some(number) => number as usize,
            None => self.line_starts.partition_point(|&s| s <= offset) + 1,
        }
    }
    /// The operation that owns the block an operation stands in.
    #[inline]
    pub fn parent(&self, node: &Node) -> Option<NodeId> {
        self.region(self.block(node.parent).parent).owner
    }
    /// The operations of the top level.
    pub fn top(&self) -> impl Iterator<Item = NodeId> + '_ {
        let region = self.regions.first();
        region.into_iter().flat_map(|r| &r.blocks).flat_map(|&b| &self.block(b).ops).copied()
    }
}
