//! Modules made by a compiler instead of a reader.
//!
//! What is built has the properties of what is read: it prints, reads back as the same program, and is checked
//! and run. Mistakes do not stop the building: they are kept, each with its place, and [`Builder::finish`] hands
//! them out all at once.

mod attr;
mod bind;
mod control;
mod func;
mod names;
mod problem;
mod scalar;
mod statement;
mod tile;

pub use attr::AttrSource;
pub use func::Func;
pub use problem::Rejected;
pub use statement::{Instruction, Statement, Values};

use crate::diag::Diagnostic;
use crate::module::*;
use crate::parse::{MAX_DEPTH, reads_as_type};
use crate::span::Span;
use pto_isa::{Code, Type, code};
use smallvec::SmallVec;

/// Bodies nested deeper than this are refused: the reader counts brackets of types and attributes too.
const MAX_BODIES: usize = MAX_DEPTH as usize - 20;
/// No more mistakes than this are kept.
const MAX_PROBLEMS: usize = 500;

/// What operations are made from.
///
/// ```
/// use pto_ir::{Location, Span};
/// assert_eq!(Location::from("layer3/softmax:17"), Location::Text("layer3/softmax:17"));
/// assert_eq!(Location::from(Span::new(3, 8)), Location::Source(Span::new(3, 8)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location<'a> {
    /// Nobody knows. Diagnostics show the operation alone.
    Unknown,
    /// Something with a name. Diagnostics show the name and the operation.
    Text(&'a str),
    /// A place in a text that whoever shows diagnostics has at hand.
    Source(Span),
}

impl<'a> From<&'a str> for Location<'a> {
    fn from(text: &'a str) -> Location<'a> {
        Location::Text(text)
    }
}

impl From<Span> for Location<'_> {
    fn from(span: Span) -> Location<'static> {
        Location::Source(span)
    }
}

/// An operation whose bodies are being built.
#[derive(Clone)]
struct Frame {
    node: NodeId,
    regions: SmallVec<[RegionId; 2]>,
    /// Where operations went before it.
    outer: BlockId,
}

/// Makes a [`Module`], operation by operation. Get one from [`Module::builder`].
#[derive(Clone)]
pub struct Builder {
    pub(crate) module: Module,
    frames: Vec<Frame>,
    /// Where the next operation goes.
    block: BlockId,
    /// Blocks whose values can be used here.
    visible: Vec<bool>,
    /// The place of the next operation, if it is in a text.
    source: Option<Span>,
    names: names::Names,
    /// How many bodies are open in the function being built, with its own.
    function: Option<usize>,
    /// Types of the results of the statement being built.
    result_types: Vec<TypeId>,
    problems: Vec<Diagnostic>,
}

impl Module {
    /// Starts a program. This is where a compiler begins that makes PTO programs.
    ///
    /// Types are made once and used by their ids. Values have names if they are given some; all others are
    /// numbered. Instructions are named, or taken from the table (`&pto_isa::ops::tile_binary::tadd`); both are
    /// held against the table at once.
    ///
    /// ```
    /// use pto_ir::{Module, Style, first_difference, parse, print};
    /// use pto_isa::{DType, TileTy, Type};
    ///
    /// let mut b = Module::builder();
    /// b.module_attr("pto.target_arch", "a5");
    /// let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
    /// let float = b.ty(DType::F32);
    /// let index = b.ty(Type::Index);
    ///
    /// b.func("power").arg("x", tile).arg("start", float).arg("n", index).body(|b, args| {
    ///     let (x, start, n) = (args[0], args[1], args[2]);
    ///     b.at("power/init:1");
    ///     let acc = b.alloc_tile(tile);
    ///     b.name(acc, "acc");
    ///     b.op("texpands").ins([start]).outs([acc]).end();
    ///     let (zero, one) = (b.index(0), b.index(1));
    ///     b.for_loop(zero, n, one, |b, _i| {
    ///         b.at("power/step:2");
    ///         b.op(&pto_isa::ops::tile_binary::tmul).ins([acc, x]).outs([acc]).end();
    ///     });
    ///     b.op("tmov").ins([acc]).outs([x]).end();
    /// });
    /// let module = b.finish().unwrap();
    ///
    /// let text = print(&module, Style::Canonical);
    /// assert!(text.contains("%acc = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>"));
    /// assert!(text.contains("scf.for %2 = %0 to %n step %1 {"));
    /// let (again, problems) = parse(&text);
    /// assert!(problems.is_empty());
    /// assert_eq!(first_difference(&module, &again), None);
    /// ```
    ///
    /// A mistake is reported at the operation, with what that was made from:
    ///
    /// ```
    /// # use pto_ir::Module;
    /// # use pto_isa::{DType, TileTy};
    /// let mut b = Module::builder();
    /// let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
    /// b.func("f").arg("x", tile).body(|b, args| {
    ///     b.at("layer3/softmax:17");
    ///     b.op("tadd").ins([args[0]]).outs([args[0]]).end();
    /// });
    /// let rejected = b.finish().unwrap_err();
    /// assert_eq!(
    ///     rejected.to_string(),
    ///     "error[E0303]: `pto.tadd` takes 2 operands in `ins`, found 1\n \
    ///       --> layer3/softmax:17\n  \
    ///        | pto.tadd ins(%x : !pto.tile_buf<vec, 16x64xf32>) outs(%x : !pto.tile_buf<vec, 16x64xf32>)\n  \
    ///        | too few\n  \
    ///        = note: operands in `ins`: src0, src1\n",
    /// );
    /// ```
    pub fn builder() -> Builder {
        Builder::new()
    }
}

impl Builder {
    fn new() -> Builder {
        let mut b = Builder {
            module: Module::default(),
            frames: Vec::new(),
            block: BlockId(0),
            visible: Vec::new(),
            source: None,
            names: names::Names::default(),
            function: None,
            result_types: Vec::new(),
            problems: Vec::new(),
        };
        b.module.symbols.intern("");
        let top = b.new_region(None);
        b.block = b.new_block(top);
        b.module.regions[top.index()].blocks.push(b.block);
        b.visible[b.block.index()] = true;
        b.dialect(crate::dialect::Builtin::Module).begin(&[]);
        b
    }

    /// Goes on with a program that was read: what is built next stands in no block of it.
    pub(crate) fn over(mut module: Module) -> Builder {
        // Names of what is built are given by whoever builds it.
        module.symbols.intern("");
        let visible = vec![true; module.blocks.len()];
        Builder {
            module,
            frames: Vec::new(),
            block: BlockId(0),
            visible,
            source: None,
            names: names::Names::default(),
            function: None,
            result_types: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// A block that belongs to no operation.
    pub(crate) fn detach(&mut self) -> BlockId {
        let block = self.new_block(Module::TOP);
        self.visible[block.index()] = true;
        block
    }

    /// Builds at the end of a block, with a place in the text that all of it has.
    pub(crate) fn build_at<R>(
        &mut self,
        block: BlockId,
        span: Span,
        build: impl FnOnce(&mut Builder) -> R,
    ) -> R {
        (self.block, self.source) = (block, Some(span));
        build(self)
    }

    /// The id of a type. Ask once and keep the id.
    ///
    /// ```
    /// # use pto_isa::{DType, Space, Type};
    /// let mut b = pto_ir::Module::builder();
    /// let a = b.ty(Type::Ptr { dtype: DType::F32, space: Some(Space::Gm) });
    /// assert_eq!(a, b.ty(Type::Ptr { dtype: DType::F32, space: Some(Space::Gm) }));
    /// ```
    pub fn ty(&mut self, ty: impl Into<Type>) -> TypeId {
        let ty = ty.into();
        let known = self.module.types.len();
        let id = self.module.types.intern(ty);
        if self.module.types.len() > known {
            let ty = self.module.types.get(id);
            if !reads_as_type(ty) {
                let message = format!("`{ty}` is not how a type is written");
                self.problem(code::BAD_TYPE, message);
            }
        }
        id
    }

    /// What operations from here on are made from: a text of your own, or a span of a source.
    pub fn at<'a>(&mut self, location: impl Into<Location<'a>>) {
        let next = self.module.nodes.len() as u32;
        self.source = None;
        match location.into() {
            Location::Unknown => self.module.locations.set(next, None),
            Location::Text(text) => self.module.locations.set(next, Some(text)),
            Location::Source(span) => self.source = Some(span),
        }
    }

    /// Gives the program an attribute, such as `pto.target_arch`.
    pub fn module_attr(&mut self, name: &str, value: impl AttrSource) {
        let attr = self.named_attr(None, name, value);
        // Operations with attributes of their own may follow, so the list is made anew.
        let node = self.frames[0].node.index();
        let old = self.module.nodes[node].attrs;
        let mut attrs = old.of(&self.module.attr_pool).to_vec();
        if attrs.iter().any(|a| a.name == attr.name) {
            self.problem(code::BAD_ATTR, format!("`{name}` of the module is given twice"));
        }
        attrs.push(attr);
        let start = self.module.attr_pool.len() as u32;
        self.module.attr_pool.extend_from_slice(&attrs);
        self.module.nodes[node].attrs = PoolRange { start, len: attrs.len() as u32 };
    }

    /// The program, or what is wrong with how it was built.
    ///
    /// What the reader of a text demands holds for the result; whether it is legal on a target, the checker
    /// says.
    pub fn finish(mut self) -> Result<Module, Rejected> {
        if self.frames.len() > 1 {
            self.problem(code::UNCLOSED, "an operation with a body is not ended");
        }
        while !self.frames.is_empty() {
            self.close();
        }
        self.check_targets();
        self.names.number(&mut self.module);
        let Builder { module, problems, .. } = self;
        if problems.is_empty() {
            Ok(module)
        } else {
            Err(Rejected { module: Box::new(module), problems })
        }
    }

    /// The place of the next operation.
    fn here(&self) -> Span {
        self.source.unwrap_or(Span::of_built(self.module.nodes.len() as u32))
    }

    /// Keeps a mistake at the next operation.
    #[cold]
    fn problem(&mut self, code: Code, message: impl Into<String>) {
        let d = Diagnostic::error(code, self.here(), message);
        self.report(d);
    }

    #[cold]
    fn report(&mut self, d: Diagnostic) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(d);
        }
    }

    fn new_region(&mut self, owner: Option<NodeId>) -> RegionId {
        self.module.regions.push(Region { blocks: Vec::new(), owner });
        RegionId(self.module.regions.len() as u32 - 1)
    }

    fn new_block(&mut self, parent: RegionId) -> BlockId {
        let block = Block { label: None, args: Vec::new(), ops: Vec::new(), parent };
        self.module.blocks.push(block);
        self.visible.push(false);
        BlockId(self.module.blocks.len() as u32 - 1)
    }

    fn new_value(&mut self, ty: Option<TypeId>, def: Def, span: Span) -> ValueId {
        self.module.values.push(Value { ty, name: names::UNNAMED, slot: NO_SLOT, def, span });
        ValueId(self.module.values.len() as u32 - 1)
    }

    /// A value in the place of one that could not be made. Its uses are not mistakes.
    #[cold]
    fn missing(&mut self) -> ValueId {
        let span = self.here();
        self.new_value(None, Def::Missing, span)
    }

    /// Appends an operation whose operands and attributes are at the end of their pools.
    fn push_node(
        &mut self,
        name: OpName,
        written: SyntaxForm,
        operands: u32,
        attrs: u32,
        span: Span,
    ) -> NodeId {
        let m = &mut self.module;
        let id = NodeId(m.nodes.len() as u32);
        m.nodes.push(Node {
            name,
            written,
            operands: PoolRange { start: operands, len: m.operand_pool.len() as u32 - operands },
            results: PoolRange { start: m.values.len() as u32, len: 0 },
            attrs: PoolRange { start: attrs, len: m.attr_pool.len() as u32 - attrs },
            regions: PoolRange::default(),
            successors: PoolRange::default(),
            parent: self.block,
            name_span: span,
            span,
        });
        m.blocks[self.block.index()].ops.push(id);
        id
    }

    /// Whether a value can be used here.
    fn sees(&self, value: ValueId) -> bool {
        let Some(v) = self.module.values.get(value.index()) else { return false };
        match v.def {
            Def::Missing => true,
            Def::Arg(block) => self.visible[block.index()],
            Def::Result(node) => {
                self.visible[self.module.nodes[node.index()].parent.index()] && !self.is_open(node)
            }
        }
    }

    /// Whether the bodies of an operation are being built. Its results exist only after it.
    fn is_open(&self, node: NodeId) -> bool {
        // Frames are numbered upwards, and most values are newer than the innermost.
        self.frames.last().is_some_and(|f| node <= f.node)
            && self.frames.iter().any(|f| f.node == node)
    }

    /// The value, or one that stands for it if it cannot be used here.
    fn usable(&mut self, value: ValueId) -> ValueId {
        if self.sees(value) { value } else { self.unseen(value) }
    }

    #[cold]
    fn unseen(&mut self, value: ValueId) -> ValueId {
        let span = self.here();
        let d = match self.module.values.get(value.index()) {
            Some(v) => {
                let message = "a value is used outside the body it belongs to";
                Diagnostic::error(code::UNDEFINED_VALUE, span, message).label(v.span, "made here")
            }
            None => {
                let message = "a value of another program is used";
                Diagnostic::error(code::UNDEFINED_VALUE, span, message)
            }
        };
        self.report(d);
        self.missing()
    }

    fn usable_type(&mut self, ty: TypeId) -> TypeId {
        if ty.index() < self.module.types.len() {
            return ty;
        }
        self.problem(code::BAD_TYPE, "a type of another program is used");
        self.module.types.intern(Type::Index)
    }
}

#[cfg(test)]
mod tests;
