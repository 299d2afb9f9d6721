//! Instructions that are written down: what a kernel calls, as values and items, before it is a program.

use super::eager::Eager;
use super::recording::Recording;
use super::write;
use crate::call::{COUNTS, Call, Token, What};
use crate::error::Result;
use crate::event::Event;
use crate::global::Window;
use crate::handle::Handle;
use crate::side::Side;
use pto_isa::ops::{handle, sync, tile_view};
use pto_isa::{
    AttrValue, DType, Dim, OpDef, Pipe, Rulebook, Space, Target, TileTy, Type, ViewKind,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::panic::Location;

/// A value of the program, numbered in the order in which the kernel used or made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueNumber(pub u32);

/// A number that stands in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Constant {
    Index(i64),
    /// A number of an element type, by its bits.
    Number(DType, u64),
    /// Where an instruction puts four counts.
    Counts,
}

/// A buffer of the kernel: a parameter of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buffer {
    /// The tensor that names it, in the block that used it last.
    tensor: u64,
    block: usize,
    /// Where the host has it, and how many bytes.
    host: (usize, usize),
    pub dtype: DType,
    /// Bytes that the tensor reaches.
    pub bytes: usize,
    pub value: ValueNumber,
}

/// A part of a buffer, and the bytes of the whole on the host.
struct View<'a> {
    dtype: DType,
    window: &'a Window,
    host: &'a [u8],
}

/// A value that an operation gives, with its name: a letter and a number.
#[derive(Debug)]
pub(super) struct Made {
    pub value: ValueNumber,
    pub name: (char, u32),
    pub ty: Type,
}

/// An operation of the program.
#[derive(Debug)]
pub(super) struct Item {
    pub def: &'static OpDef,
    /// Which operand each value is.
    pub operands: SmallVec<[(u8, ValueNumber); 6]>,
    pub attrs: SmallVec<[(&'static str, AttrValue<'static>); 4]>,
    /// Attributes that are lists of integers.
    pub lists: SmallVec<[(&'static str, [i64; 2]); 1]>,
    pub results: SmallVec<[Made; 1]>,
    /// What stands inside of it.
    pub body: Vec<Item>,
    /// Where it runs, if it is an instruction.
    pub pipe: Option<Pipe>,
    /// The items it waits for.
    pub waits: Vec<usize>,
    /// The line of the kernel it comes from.
    pub at: &'static Location<'static>,
}

impl Item {
    pub fn new(def: &'static OpDef, at: &'static Location<'static>) -> Item {
        Item {
            def,
            operands: SmallVec::new(),
            attrs: SmallVec::new(),
            lists: SmallVec::new(),
            results: SmallVec::new(),
            body: Vec::new(),
            pipe: None,
            waits: Vec::new(),
            at,
        }
    }
    fn with(mut self, name: &str, values: &[ValueNumber]) -> Item {
        let slot = self.def.slot(name);
        self.operands.extend(slot.into_iter().flat_map(|s| values.iter().map(move |&v| (s, v))));
        self
    }
}

/// What the cores of a block do: both kinds, the cube core, the vector cores.
pub(super) type Body = [Vec<Item>; 3];

/// A kernel on its way to a program: straight lines, because the loops of the host have already turned.
pub(super) struct Record {
    pub target: Target,
    pub name: String,
    /// In the order of their first use.
    pub params: Vec<Buffer>,
    /// In the order of their first use.
    pub constants: Vec<(ValueNumber, Constant)>,
    /// What each block does.
    pub blocks: Vec<Body>,
    /// What the block does that is being recorded.
    body: Body,
    /// For which cores.
    pub side: Side,
    /// What the vector scope does that is open.
    pub(super) scope: Option<Vec<Item>>,
    /// A core to find out numbers on that instructions give.
    pub(super) blank: Option<Box<Eager>>,
    /// Values so far.
    pub values: u32,
    known: FxHashMap<Constant, ValueNumber>,
    /// Tiles and tokens, by their numbers.
    tiles: FxHashMap<u32, ValueNumber>,
    parts: FxHashMap<(Side, Window), ValueNumber>,
    wholes: FxHashMap<(Side, u64, usize), ValueNumber>,
    /// Which item of its cores each instruction is.
    pub(super) instructions: Vec<usize>,
    /// What the next instruction of each kind of cores waits for.
    pub(super) waits: [Vec<usize>; 3],
}

impl Record {
    pub fn new(target: Target, name: &str) -> Record {
        Record {
            target,
            name: name.to_string(),
            params: Vec::new(),
            constants: Vec::new(),
            blocks: Vec::new(),
            body: Body::default(),
            side: Side::Both,
            scope: None,
            blank: None,
            values: 0,
            known: FxHashMap::default(),
            tiles: FxHashMap::default(),
            parts: FxHashMap::default(),
            wholes: FxHashMap::default(),
            instructions: Vec::new(),
            waits: Default::default(),
        }
    }

    /// What the cores do; a vector scope is one item of that.
    pub(super) fn items(&mut self) -> &mut Vec<Item> {
        &mut self.body[self.side as usize]
    }

    pub(super) fn new_value(&mut self) -> ValueNumber {
        self.values += 1;
        ValueNumber(self.values - 1)
    }

    /// Adds an item that gives a value.
    fn make(&mut self, mut item: Item, name: (char, u32), ty: Type) -> ValueNumber {
        let value = self.new_value();
        item.results.push(Made { value, name, ty });
        self.items().push(item);
        value
    }

    fn constant(&mut self, constant: Constant) -> ValueNumber {
        if let Some(&value) = self.known.get(&constant) {
            return value;
        }
        let value = self.new_value();
        self.constants.push((value, constant));
        self.known.insert(constant, value);
        value
    }

    fn index(&mut self, n: usize) -> ValueNumber {
        self.constant(Constant::Index(n as i64))
    }

    fn indices(&mut self, list: &[usize]) -> SmallVec<[ValueNumber; 5]> {
        list.iter().map(|&n| self.index(n)).collect()
    }

    /// A tile; a new one is allocated, where it was bound and with the region it has.
    fn tile(
        &mut self,
        ty: &TileTy,
        handle: &Handle,
        at: &'static Location<'static>,
    ) -> ValueNumber {
        if handle.known.replace(true)
            && let Some(&value) = self.tiles.get(&handle.id)
        {
            return value;
        }
        let mut item = Item::new(&tile_view::alloc_tile, at);
        if let Some(addr) = handle.bound() {
            let addr = self.constant(Constant::Number(DType::I64, addr));
            item = item.with("addr", &[addr]);
        }
        let (rows, cols) = handle.valid.get();
        for (word, dim, n) in
            [("valid_row", ty.valid_rows, rows), ("valid_col", ty.valid_cols, cols)]
        {
            if dim == Dim::Dynamic {
                let n = self.index(n as usize);
                item = item.with(word, &[n]);
            }
        }
        let value = self.make(item, ('t', handle.id), Type::Tile(*ty));
        self.tiles.insert(handle.id, value);
        value
    }

    /// The pointer to a buffer. Every block may make its tensors anew: of those on the same bytes of the host, the first
    /// that a block uses is the first that the blocks before it have used.
    fn buffer(&mut self, view: &View<'_>) -> ValueNumber {
        let (dtype, tensor, block) = (view.dtype, view.window.buffer, self.blocks.len());
        let host = (view.host.as_ptr() as usize, view.host.len());
        let again = |p: &Buffer| p.block != block && p.host == host && p.dtype == dtype;
        let known = self.params.iter().position(|p| p.tensor == tensor);
        if let Some(i) = known.or_else(|| self.params.iter().position(again)) {
            let known = &mut self.params[i];
            (known.tensor, known.block) = (tensor, block);
            return known.value;
        }
        let (value, bytes) = (self.new_value(), view.window.whole_bytes(dtype));
        self.params.push(Buffer { tensor, block, host, dtype, bytes, value });
        value
    }

    /// The whole of a buffer.
    fn whole(&mut self, view: &View<'_>, at: &'static Location<'static>) -> ValueNumber {
        let (dtype, window) = (view.dtype, view.window);
        let rank = window.rank();
        if let Some(&value) = self.wholes.get(&(self.side, window.buffer, rank)) {
            return value;
        }
        let (dims, strides) = (&window.whole[5 - rank..], &window.strides[5 - rank..]);
        let ptr = self.buffer(view);
        let (shape, strides) = (self.indices(dims), self.indices(strides));
        let item = Item::new(&tile_view::make_tensor_view, at);
        let item = item.with("ptr", &[ptr]).with("shape", &shape).with("strides", &strides);
        let dims = dims.iter().map(|&d| Dim::Is(d as u32)).collect();
        let ty = Type::View { kind: ViewKind::Tensor, dims, dtype };
        let value = self.make(item, ('v', self.wholes.len() as u32), ty);
        self.wholes.insert((self.side, window.buffer, rank), value);
        value
    }

    /// A part of a buffer.
    fn part(&mut self, view: &View<'_>, at: &'static Location<'static>) -> ValueNumber {
        let (dtype, window) = (view.dtype, view.window);
        if let Some(&value) = self.parts.get(&(self.side, *window)) {
            return value;
        }
        let from = 5 - window.rank();
        let whole = self.whole(view, at);
        let offsets = self.indices(&window.offsets[from..]);
        let sizes = self.indices(&window.dims[from..]);
        let item = Item::new(&tile_view::partition_view, at);
        let item = item.with("source", &[whole]).with("offsets", &offsets).with("sizes", &sizes);
        let value = self.make(item, ('p', self.parts.len() as u32), window.ty(dtype));
        self.parts.insert((self.side, *window), value);
        value
    }

    fn operand(&mut self, what: &What<'_>, call: &Call<'_>) -> ValueNumber {
        match what {
            What::Tile(ty, handle) => self.tile(ty, handle, call.at),
            What::Scalar(dtype, bits) => self.constant(Constant::Number(*dtype, *bits)),
            What::Index(n) => self.index(*n),
            What::Counts => self.constant(Constant::Counts),
            What::View(dtype, window, buffer) => {
                let host = call.buffers[*buffer as usize].bytes();
                self.part(&View { dtype: *dtype, window, host }, call.at)
            }
            What::Ptr(dtype, window, buffer) => {
                let host = call.buffers[*buffer as usize].bytes();
                self.buffer(&View { dtype: *dtype, window, host })
            }
            What::Value(_, value) => ValueNumber(value.recorded()),
            What::Token(token) => match self.tiles.get(&token.id) {
                Some(&value) => value,
                // Nobody makes it, and the builder says that an operand is missing.
                None => self.new_value(),
            },
        }
    }

    pub(super) fn item(&mut self, call: &Call<'_>) -> Item {
        let mut item = Item::new(call.def, call.at);
        for (slot, what) in &call.operands {
            let value = self.operand(what, call);
            item.operands.push((*slot, value));
        }
        item.attrs = call.attrs.clone();
        item.lists = call.lists.clone();
        item
    }

    /// An instruction, which what was awaited holds up.
    pub fn run(&mut self, call: &Call<'_>) {
        let mut item = self.item(call);
        let mut spaces: SmallVec<[Option<Space>; 8]> = smallvec![None; call.def.operands.len()];
        for (slot, what) in &call.operands {
            spaces[*slot as usize] = match what {
                What::Tile(ty, _) => Some(ty.space),
                What::View(..) => Some(Space::Gm),
                _ => None,
            };
        }
        item.pipe = call.def.pipe_of(self.target, &spaces, &call.attrs);
        item.waits = std::mem::take(&mut self.waits[self.side as usize]);
        let number = self.items().len();
        self.instructions.push(number);
        self.items().push(item);
    }

    /// An instruction that gives a value.
    pub fn make_token(&mut self, call: &Call<'_>, token: &Token) {
        self.run(call);
        let value = self.new_value();
        if let Some(item) = self.items().last_mut() {
            let ty = match token.ty {
                "i1" => Type::Scalar(DType::I1),
                other => Type::Other(other.into()),
            };
            item.results.push(Made { value, name: ('h', token.id), ty });
        }
        self.tiles.insert(token.id, value);
    }

    /// An operation that changes what a tile is; no pipe has to wait for it.
    pub fn configure(&mut self, call: &Call<'_>) {
        let item = self.item(call);
        self.items().push(item);
    }

    /// A tile whose place is that of what it takes out of a queue.
    pub fn declare(&mut self, ty: &TileTy, tile: &Handle, at: &'static Location<'static>) {
        if !tile.known.replace(true) {
            let item = Item::new(&handle::declare_tile, at);
            let value = self.make(item, ('t', tile.id), Type::Tile(*ty));
            self.tiles.insert(tile.id, value);
        }
    }

    /// A tile that is another name of one: `%new = pto.op %old : T -> T`.
    pub fn derive(&mut self, call: &Call<'_>, ty: &TileTy, result: &Handle) {
        result.known.set(true);
        let item = self.item(call);
        let value = self.make(item, ('t', result.id), Type::Tile(*ty));
        self.tiles.insert(result.id, value);
    }

    /// The next instruction waits for these; without one, everything does.
    pub fn wait(&mut self, events: &[Event], at: &'static Location<'static>) {
        if events.is_empty() {
            let mut barrier = Item::new(&sync::pipe_barrier, at);
            barrier.attrs.push(("pipe", AttrValue::Word(Pipe::All.name())));
            self.items().push(barrier);
        }
        let items = events.iter().map(|e| self.instructions[e.instruction]);
        self.waits[self.side as usize].extend(items);
    }

    /// What comes next is what another block does. It has other tiles, and makes its views itself.
    pub fn end_block(&mut self) {
        self.blocks.push(std::mem::take(&mut self.body));
        self.tiles.clear();
        self.parts.clear();
        self.wholes.clear();
        self.instructions.clear();
        self.waits = Default::default();
    }

    /// The program.
    pub fn finish(self, rules: Rulebook) -> Result<Recording> {
        let module = write::program(&self)?;
        Ok(Recording::new(module, (self.target, rules), self.params, self.blocks.len()))
    }
}

impl Constant {
    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            Constant::Index(_) => Type::Index,
            Constant::Number(dtype, _) => Type::Scalar(dtype),
            Constant::Counts => Type::Other(COUNTS.into()),
        }
    }
}
