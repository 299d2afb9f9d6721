//! Random programs that synchronise by hand, as trees that can be changed and printed.

use std::fmt::Write;

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
    /// The innermost counter plus this.
    Counter(usize),
    /// The number of the block times `each`, plus this.
    Block { each: usize, plus: usize },
    /// The number of the vector core in its block plus this.
    Subblock(usize),
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
    Set(Pipe, Pipe, Number),
    Wait(Pipe, Pipe, Number),
    /// One pipe, or all.
    Barrier(Pipe),
    /// A signal to another core.
    Send(Pipe, usize),
    /// A wait for another core.
    Receive(Pipe, usize),
    Loop(Trips, Vec<Item>),
    /// If the last parameter is not zero.
    If(Vec<Item>, Vec<Item>),
    Cube(Vec<Item>),
    Vector(Vec<Item>),
}

/// How often a loop is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trips {
    Known(usize),
    /// As often as a parameter says.
    Parameter,
    /// From the number of the block in steps of the number of blocks, up to this.
    Blocks(usize),
}

/// A program and how it is run.
#[derive(Clone, Debug)]
pub struct Program {
    pub a5: bool,
    pub blocks: u32,
    pub items: Vec<Item>,
}

/// Slabs of each buffer.
pub const SLABS: usize = 16;

impl Item {
    /// The lists of statements inside.
    pub fn bodies(&mut self) -> Vec<&mut Vec<Item>> {
        match self {
            Item::Loop(_, b) | Item::Cube(b) | Item::Vector(b) => vec![b],
            Item::If(a, b) => vec![a, b],
            _ => Vec::new(),
        }
    }

    pub const fn is_work(&self) -> bool {
        matches!(
            self,
            Item::Load { .. }
                | Item::Add { .. }
                | Item::Store { .. }
                | Item::LoadMatrix { .. }
                | Item::Move
                | Item::Multiply
                | Item::StoreProduct { .. }
        )
    }
}

struct Printer {
    text: String,
    fresh: usize,
    depth: usize,
    /// The counters of the loops around.
    counters: Vec<String>,
}

impl Program {
    pub fn text(&self) -> String {
        let mut p = Printer { text: HEAD.to_string(), fresh: 0, depth: 2, counters: Vec::new() };
        self.items.iter().for_each(|i| p.item(i));
        p.text.push_str("    return\n  }\n}\n");
        p.text
    }
}

const HEAD: &str = "\
!vec = !pto.tile_buf<vec, 16x16xf32>
!mat = !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>
!left = !pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>
!right = !pto.tile_buf<right, 16x16xf16, blayout=row_major, slayout=col_major>
!acc = !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
!v = !pto.tensor_view<?x16xf32>
!p = !pto.partition_tensor_view<16x16xf32>
!hv = !pto.tensor_view<?x16xf16>
!hp = !pto.partition_tensor_view<16x16xf16>
module {
  func.func @k(%h: !pto.ptr<f16, gm>, %x: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>, %w: !pto.ptr<f32, gm>, %n: index, %flag: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %rows = arith.constant 256 : index
    %at = arith.constant 0 : i64
    %hv = pto.make_tensor_view %h, shape = [%rows, %c16], strides = [%c16, %c1] : !hv
    %xv = pto.make_tensor_view %x, shape = [%rows, %c16], strides = [%c16, %c1] : !v
    %yv = pto.make_tensor_view %y, shape = [%rows, %c16], strides = [%c16, %c1] : !v
    %wv = pto.make_tensor_view %w, shape = [%rows, %c16], strides = [%c16, %c1] : !v
";

impl Printer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = 2 * self.depth);
    }

    fn value(&mut self, what: &str) -> String {
        self.fresh += 1;
        let name = format!("%v{}", self.fresh);
        self.line(&format!("{name} = {what}"));
        name
    }

    fn index(&mut self, n: Number) -> String {
        let counter = self.counters.last().cloned().unwrap_or_else(|| "%c0".to_string());
        let constant = |p: &mut Printer, n: usize| p.value(&format!("arith.constant {n} : index"));
        match n {
            Number::Fixed(n) => constant(self, n),
            Number::Turn { base, plus, modulus } => {
                let (a, m, b) =
                    (constant(self, plus), constant(self, modulus), constant(self, base));
                let sum = self.value(&format!("arith.addi {counter}, {a} : index"));
                let rest = self.value(&format!("arith.remui {sum}, {m} : index"));
                self.value(&format!("arith.addi {rest}, {b} : index"))
            }
            Number::Counter(plus) => {
                let a = constant(self, plus);
                self.value(&format!("arith.addi {counter}, {a} : index"))
            }
            Number::Block { each, plus } => {
                let (a, b) = (constant(self, each), constant(self, plus));
                let block = self.value("pto.get_block_idx");
                let block = self.value(&format!("arith.index_cast {block} : i64 to index"));
                let product = self.value(&format!("arith.muli {block}, {a} : index"));
                self.value(&format!("arith.addi {product}, {b} : index"))
            }
            Number::Subblock(plus) => {
                let a = constant(self, plus);
                let core = self.value("pto.get_subblock_idx");
                let core = self.value(&format!("arith.index_cast {core} : i64 to index"));
                self.value(&format!("arith.addi {core}, {a} : index"))
            }
        }
    }

    fn slab(&mut self, buffer: char, n: Number) -> String {
        let index = self.index(n);
        let row = self.value(&format!("arith.muli {index}, %c16 : index"));
        let (view, part) = if buffer == 'h' { ("!hv", "!hp") } else { ("!v", "!p") };
        self.value(&format!(
            "pto.partition_view %{buffer}v, offsets = [{row}, %c0], sizes = [%c16, %c16] : {view} -> {part}"
        ))
    }

    fn tile(&mut self, n: Number) -> String {
        let index = self.index(n);
        let number = self.value(&format!("arith.index_cast {index} : index to i64"));
        let bytes = self.value("arith.constant 1024 : i64");
        let at = self.value(&format!("arith.muli {number}, {bytes} : i64"));
        self.value(&format!("pto.alloc_tile addr = {at} : !vec"))
    }

    fn cube(&mut self, space: &str) -> String {
        self.value(&format!("pto.alloc_tile addr = %at : !{space}"))
    }

    fn event(&mut self, op: &str, from: Pipe, to: Pipe, id: Number) {
        match id {
            Number::Fixed(n) => self.line(&format!("pto.{op} [<{from}>, <{to}>, <EVENT_ID{n}>]")),
            id => {
                let id = self.index(id);
                self.line(&format!("pto.{op}_dyn [<{from}>, <{to}>, {id}]"));
            }
        }
    }

    fn body(&mut self, items: &[Item]) {
        self.depth += 1;
        items.iter().for_each(|i| self.item(i));
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Load { buffer, slab, tile } => {
                let (p, t) = (self.slab(*buffer, *slab), self.tile(*tile));
                self.line(&format!("pto.tload ins({p} : !p) outs({t} : !vec)"));
            }
            Item::Add { left, right, tile } => {
                let (a, b, t) = (self.tile(*left), self.tile(*right), self.tile(*tile));
                self.line(&format!("pto.tadd ins({a}, {b} : !vec, !vec) outs({t} : !vec)"));
            }
            Item::Store { tile, buffer, slab } => {
                let (t, p) = (self.tile(*tile), self.slab(*buffer, *slab));
                self.line(&format!("pto.tstore ins({t} : !vec) outs({p} : !p)"));
            }
            Item::LoadMatrix { slab } => {
                let (p, t) = (self.slab('h', *slab), self.cube("mat"));
                self.line(&format!("pto.tload ins({p} : !hp) outs({t} : !mat)"));
            }
            Item::Move => {
                let (m, l, r) = (self.cube("mat"), self.cube("left"), self.cube("right"));
                self.line(&format!("pto.tmov ins({m} : !mat) outs({l} : !left)"));
                self.line(&format!("pto.tmov ins({m} : !mat) outs({r} : !right)"));
            }
            Item::Multiply => {
                let (l, r, a) = (self.cube("left"), self.cube("right"), self.cube("acc"));
                self.line(&format!("pto.tmatmul ins({l}, {r} : !left, !right) outs({a} : !acc)"));
            }
            Item::StoreProduct { buffer, slab } => {
                let (a, p) = (self.cube("acc"), self.slab(*buffer, *slab));
                self.line(&format!("pto.tstore ins({a} : !acc) outs({p} : !p)"));
            }
            Item::Set(from, to, id) => self.event("set_flag", from, to, *id),
            Item::Wait(from, to, id) => self.event("wait_flag", from, to, *id),
            Item::Barrier(pipe) => self.line(&format!("pto.barrier <{pipe}>")),
            Item::Send(pipe, id) => self.line(&format!("pto.sync.set <{pipe}>, {id}")),
            Item::Receive(pipe, id) => self.line(&format!("pto.sync.wait <{pipe}>, {id}")),
            Item::Loop(trips, body) => {
                let (low, high, step) = match trips {
                    Trips::Known(n) => {
                        let high = self.index(Number::Fixed(*n));
                        ("%c0".to_string(), high, "%c1".to_string())
                    }
                    Trips::Parameter => ("%c0".to_string(), "%n".to_string(), "%c1".to_string()),
                    Trips::Blocks(n) => {
                        let blocks = self.value("pto.get_block_num");
                        let step = self.value(&format!("arith.index_cast {blocks} : i64 to index"));
                        (self.own_block(), self.index(Number::Fixed(*n)), step)
                    }
                };
                self.fresh += 1;
                let counter = format!("%i{}", self.fresh);
                self.line(&format!("scf.for {counter} = {low} to {high} step {step} {{"));
                self.counters.push(counter);
                self.body(body);
                self.counters.pop();
                self.line("}");
            }
            Item::If(yes, no) => {
                self.line("scf.if %flag {");
                self.body(yes);
                if !no.is_empty() {
                    self.line("} else {");
                    self.body(no);
                }
                self.line("}");
            }
            Item::Cube(body) | Item::Vector(body) => {
                let kind = if matches!(item, Item::Cube(_)) { "cube" } else { "vector" };
                self.line(&format!("pto.section.{kind} {{"));
                self.body(body);
                self.line("}");
            }
        }
    }

    /// The number of the block itself, as loops over blocks start with it.
    fn own_block(&mut self) -> String {
        let block = self.value("pto.get_block_idx");
        self.value(&format!("arith.index_cast {block} : i64 to index"))
    }
}
