//! Random programs that synchronise by hand, as trees that can be changed.

/// A pipe, as the text spells it.
pub type Pipe = &'static str;

pub const MTE2: Pipe = "PIPE_MTE2";
pub const V: Pipe = "PIPE_V";
pub const MTE3: Pipe = "PIPE_MTE3";
pub const MTE1: Pipe = "PIPE_MTE1";
pub const M: Pipe = "PIPE_M";
pub const FIX: Pipe = "PIPE_FIX";

/// A number that a statement uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// This one.
    Fixed(usize),
    /// What the innermost counter plus `plus` leaves when it is divided, plus `base`.
    Turn { base: usize, plus: usize, modulus: usize },
    /// The same of the counter of the loop around.
    Outer { base: usize, plus: usize, modulus: usize },
    /// The same of the sum of all counters.
    Sum { base: usize, plus: usize, modulus: usize },
    /// The same of the number of the innermost loop's iteration, computed from its counter and bounds.
    Iteration { base: usize, plus: usize, modulus: usize },
    /// A number that the innermost loop carries along: it starts at `plus` and goes round below `modulus`.
    Carried { base: usize, plus: usize, modulus: usize },
    /// The same of the launch's number of iterations.
    Launch { base: usize, plus: usize, modulus: usize },
    /// The parameter of the function around, plus this.
    Param(usize),
    /// The innermost counter plus this.
    Counter(usize),
    /// The number of the block times `each`, plus this.
    Block { each: usize, plus: usize },
    /// The number of the block after this one, of this many.
    Neighbour(usize),
    /// The number of the block, in a view that starts the earlier the higher that is.
    Against,
    /// The number of the vector core in its block, times `each`, plus this.
    Subblock { each: usize, plus: usize },
}

/// One statement, or several.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A vector tile from a slab of a buffer.
    Load {
        buffer: char,
        slab: Number,
        tile: Number,
    },
    /// A vector tile from two others.
    Add {
        left: Number,
        right: Number,
        tile: Number,
    },
    /// A slab of a buffer from a vector tile.
    Store {
        tile: Number,
        buffer: char,
        slab: Number,
    },
    /// A matrix tile from a slab of the first operand.
    LoadMatrix {
        slab: Number,
    },
    /// The matrix tile to the operands of the cube.
    Move,
    /// Their product.
    Multiply,
    /// The product to a slab of a buffer.
    StoreProduct {
        buffer: char,
        slab: Number,
    },
    /// Half of a vector tile from half of a slab.
    LoadHalf {
        buffer: char,
        slab: Number,
        tile: Number,
        half: Number,
    },
    /// Half of a vector tile, doubled in its place.
    AddHalf {
        tile: Number,
        half: Number,
    },
    /// Half of a slab from half of a vector tile.
    StoreHalf {
        tile: Number,
        buffer: char,
        slab: Number,
        half: Number,
    },
    /// A vector tile added to a slab of a buffer.
    Accumulate {
        tile: Number,
        buffer: char,
        slab: Number,
    },
    /// As many rows as iterations so far, from the block's number times that on.
    StoreRows {
        tile: Number,
        buffer: char,
    },
    Set(Pipe, Pipe, Number),
    Wait(Pipe, Pipe, Number),
    /// A pipe takes a buffer id.
    Take(Pipe, Number),
    /// A pipe gives a buffer id back.
    Give(Pipe, Number),
    /// One pipe, or all.
    Barrier(Pipe),
    /// A signal to another core.
    Send(Pipe, Number),
    /// A wait for another core.
    Receive(Pipe, Number),
    /// All blocks meet.
    Meet,
    /// The product goes into the queue.
    Push,
    /// A tile comes out of the queue.
    Pop,
    /// The tile that came out of the queue, to a slab of a buffer.
    StorePopped {
        buffer: char,
        slab: Number,
    },
    /// Its slot is given back.
    Free,
    Loop(Trips, Vec<Item>),
    /// As often as a parameter says, by `scf.while`.
    While(Vec<Item>),
    /// The same by jumps between blocks, where a function's own statements stand.
    Jumps(Vec<Item>),
    If(Test, Vec<Item>, Vec<Item>),
    /// In a function of its own.
    Call(Vec<Item>),
    /// In a function of its own that is called with the one number and then with the other.
    Twice(Number, Number, Vec<Item>),
    Cube(Vec<Item>),
    Vector(Vec<Item>),
}

/// What a branch asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Whether the last parameter is not zero.
    Flag,
    /// Whether the innermost counter is even.
    Even,
    /// Whether this is the first block.
    FirstBlock,
}

/// How the slab of a number lies in its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Rows of a narrow view.
    Rows,
    /// Columns of a wide view.
    Columns,
    /// Four to a row of a square view.
    Grid,
    /// A view of its own from a pointer on.
    Pointer,
}

/// How often a loop is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trips {
    Known(usize),
    /// As often as a parameter says.
    Parameter,
    /// From the number of the block in steps of the number of blocks, up to this.
    Blocks(usize),
    /// The same from 0 on.
    AllBlocks(usize),
    /// As often as the counter of the loop around says.
    Counter,
}

/// A program and how it is run.
#[derive(Clone, Debug)]
pub struct Program {
    /// It is for A5, otherwise for A2/A3.
    pub a5: bool,
    /// Blocks of the launch.
    pub blocks: u32,
    /// How the slabs of the buffers `x`, `y` and `w` lie.
    pub forms: [Form; 3],
    /// Tiles in turn are one of several under one name.
    pub multi: bool,
    /// Slots of the queue.
    pub slots: usize,
    /// What it does.
    pub items: Vec<Item>,
}

/// Slabs of each buffer.
pub const SLABS: usize = 16;

impl Item {
    /// The lists of statements inside.
    pub fn bodies(&mut self) -> Vec<&mut Vec<Item>> {
        match self {
            Item::Loop(_, b)
            | Item::While(b)
            | Item::Jumps(b)
            | Item::Call(b)
            | Item::Twice(_, _, b)
            | Item::Cube(b)
            | Item::Vector(b) => vec![b],
            Item::If(_, a, b) => vec![a, b],
            _ => Vec::new(),
        }
    }

    /// The same, to look at.
    pub fn parts(&self) -> Vec<&[Item]> {
        match self {
            Item::Loop(_, b)
            | Item::While(b)
            | Item::Jumps(b)
            | Item::Call(b)
            | Item::Twice(_, _, b)
            | Item::Cube(b)
            | Item::Vector(b) => vec![b],
            Item::If(_, a, b) => vec![a, b],
            _ => Vec::new(),
        }
    }

    /// Whether its statements are repeated.
    pub const fn is_loop(&self) -> bool {
        matches!(self, Item::Loop(..) | Item::While(_) | Item::Jumps(_))
    }

    /// The numbers of a statement.
    pub fn numbers(&self) -> Vec<Number> {
        match self {
            Item::Load { slab, tile, .. }
            | Item::Store { slab, tile, .. }
            | Item::Accumulate { slab, tile, .. } => vec![*slab, *tile],
            Item::LoadHalf { slab, tile, half, .. } | Item::StoreHalf { slab, tile, half, .. } => {
                vec![*slab, *tile, *half]
            }
            Item::Add { left, right, tile } => vec![*left, *right, *tile],
            Item::AddHalf { tile, half } => vec![*tile, *half],
            Item::StoreRows { tile, .. } => vec![*tile],
            Item::LoadMatrix { slab }
            | Item::StoreProduct { slab, .. }
            | Item::StorePopped { slab, .. } => vec![*slab],
            Item::Set(_, _, n)
            | Item::Wait(_, _, n)
            | Item::Take(_, n)
            | Item::Give(_, n)
            | Item::Send(_, n)
            | Item::Receive(_, n) => vec![*n],
            Item::Twice(a, b, _) => vec![*a, *b],
            _ => Vec::new(),
        }
    }

    pub const fn is_work(&self) -> bool {
        matches!(
            self,
            Item::Load { .. }
                | Item::Add { .. }
                | Item::Store { .. }
                | Item::LoadHalf { .. }
                | Item::AddHalf { .. }
                | Item::StoreHalf { .. }
                | Item::Accumulate { .. }
                | Item::StoreRows { .. }
                | Item::StorePopped { .. }
                | Item::LoadMatrix { .. }
                | Item::Move
                | Item::Multiply
                | Item::StoreProduct { .. }
        )
    }
}
