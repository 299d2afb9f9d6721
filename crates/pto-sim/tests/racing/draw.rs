//! Random kernels whose blocks get into each other's way: they load, add and store overlapping parts of two buffers,
//! print, and some of them fail.

use std::fmt::Write;

/// Elements of a buffer: more than two of the chunks that claims are kept by.
pub const ELEMENTS: usize = 2100;
/// Tiles of a kernel, of 4x16 elements; the last has a smaller valid region.
pub const TILES: usize = 3;
/// Rows and columns that are valid.
pub const VALID: [(usize, usize); TILES] = [(4, 16), (4, 16), (3, 5)];

/// Pseudo-random numbers.
pub struct Draw(pub u64);

impl Draw {
    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        // SplitMix64, Steele et al. 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
    /// Once in this many times.
    pub fn rarely(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// An element of a buffer.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// `block * step + first`, wherever that is.
    Block { step: usize, first: usize },
    /// The lowest bits of the number that was loaded last.
    Loaded { bits: u32 },
}

/// A part of a buffer: where it begins, and from row to row.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub buffer: usize,
    pub at: At,
    pub stride: usize,
}

/// A line of a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    Load {
        part: Part,
        tile: usize,
    },
    Store {
        tile: usize,
        part: Part,
        atomic: bool,
    },
    /// To `into`, from it and another tile of its shape.
    Add {
        into: usize,
        from: usize,
    },
    /// Every element of a tile becomes the number of the block.
    Expand {
        tile: usize,
    },
    /// A number from a buffer.
    LoadNumber {
        buffer: usize,
        at: At,
    },
    /// The number that was loaded last and one more, to a buffer.
    StoreNumber {
        buffer: usize,
        at: At,
    },
    /// 64 bytes from a buffer to another by way of the unified buffer, in bursts.
    Bursts {
        from: (usize, At),
        to: (usize, At),
    },
    /// The number that was loaded last.
    Print,
    /// Fails in one block.
    TrapIn(usize),
    /// Fails where the number that was loaded last is odd.
    TrapIfOdd,
}

/// A kernel and how to run it.
#[derive(Debug)]
pub struct Kernel {
    pub blocks: usize,
    pub slack: usize,
    pub reference: bool,
    pub lines: Vec<Line>,
}

impl Kernel {
    pub fn draw(draw: &mut Draw) -> Kernel {
        let blocks = 2 + draw.below(11);
        // The blocks of a third of the kernels are apart but for the lines that are not.
        let apart = draw.rarely(3);
        let atomic = draw.rarely(12);
        let count = 2 + draw.below(9);
        let lines = (0..count).map(|_| Line::draw(draw, blocks, apart, atomic)).collect();
        let slack = draw.one_of(&[0, 0, 0, 256, 8192]);
        Kernel { blocks, slack, reference: draw.rarely(4), lines }
    }

    /// The kernel as text.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "!full = !pto.tile_buf<vec, 4x16xi32>
!part = !pto.tile_buf<vec, 4x16xi32, valid=3x5>
module {
  func.func @k(%p0: !pto.ptr<i32, gm>, %p1: !pto.ptr<i32, gm>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %i1 = arith.constant 1 : i32
    %z64 = arith.constant 0 : i64
    %one64 = arith.constant 1 : i64
    %c64 = arith.constant 64 : i64
    %ub_at = arith.constant 32768 : i64
    %ub = pto.castptr %ub_at : i64 -> !pto.ptr<i32, ub>
    %b64 = pto.get_block_idx
    %block = arith.index_cast %b64 : i64 to index
    %block32 = arith.trunci %b64 : i64 to i32
    %n0 = arith.constant 0 : i32
    %tile0 = pto.alloc_tile : !full
    %tile1 = pto.alloc_tile : !full
    %tile2 = pto.alloc_tile : !part
    pto.texpands ins(%n0 : i32) outs(%tile0 : !full)
    pto.texpands ins(%n0 : i32) outs(%tile1 : !full)
    pto.texpands ins(%n0 : i32) outs(%tile2 : !part)
",
        );
        // The name of the number that was loaded last.
        let mut last = "%n0".to_string();
        for (i, line) in self.lines.iter().enumerate() {
            line.write(&mut out, i, &mut last);
        }
        out.push_str("    return\n  }\n}\n");
        out
    }
}

impl At {
    fn draw(draw: &mut Draw, apart: bool) -> At {
        match apart {
            true => At::Block { step: draw.one_of(&[100, 125]), first: draw.below(20) },
            false if draw.rarely(5) => At::Loaded { bits: 4 + draw.below(7) as u32 },
            false => At::Block {
                step: draw.one_of(&[0, 0, 1, 3, 16, 25, 64, 150, 1024]),
                first: draw.below(1200),
            },
        }
    }

    fn write(self, out: &mut String, name: &str, last: &str) {
        let text = match self {
            At::Block { step, first } => format!(
                "    {name}s = arith.constant {step} : index
    {name}f = arith.constant {first} : index
    {name}m = arith.muli %block, {name}s : index
    {name} = arith.addi {name}m, {name}f : index\n"
            ),
            At::Loaded { bits } => format!(
                "    {name}s = arith.constant {} : i32
    {name}m = arith.andi {last}, {name}s : i32
    {name} = arith.index_cast {name}m : i32 to index\n",
                (1 << bits) - 1
            ),
        };
        out.push_str(&text);
    }
}

impl Part {
    fn draw(draw: &mut Draw, apart: bool) -> Part {
        let at = At::draw(draw, apart);
        let stride = if apart { 16 } else { draw.one_of(&[16, 16, 20, 64, 100, 300]) };
        Part { buffer: draw.below(2), at, stride }
    }

    fn write(self, out: &mut String, name: &str, last: &str, tile: usize) {
        let (rows, cols) = VALID[tile];
        self.at.write(out, name, last);
        let _ = write!(
            out,
            "    {name}p = pto.addptr %p{}, {name} : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
    {name}r = arith.constant {rows} : index
    {name}c = arith.constant {cols} : index
    {name}t = arith.constant {} : index
    {name}v = pto.make_tensor_view {name}p, shape = [{name}r, {name}c], strides = [{name}t, %one] : !pto.tensor_view<{rows}x{cols}xi32>
    {name}w = pto.partition_view {name}v, offsets = [%zero, %zero], sizes = [{name}r, {name}c] : !pto.tensor_view<{rows}x{cols}xi32> -> !pto.partition_tensor_view<{rows}x{cols}xi32>\n",
            self.buffer, self.stride
        );
    }
}

impl Line {
    fn draw(draw: &mut Draw, blocks: usize, apart: bool, atomic: bool) -> Line {
        let buffer = draw.below(2);
        match draw.below(20) {
            0..5 => Line::Load { part: Part::draw(draw, apart), tile: draw.below(TILES) },
            5..10 => Line::Store {
                tile: draw.below(TILES),
                part: Part::draw(draw, apart),
                atomic: atomic && draw.rarely(2),
            },
            10..12 => Line::Add { into: draw.below(2), from: draw.below(2) },
            12 => Line::Expand { tile: draw.below(TILES) },
            13 | 14 => Line::LoadNumber { buffer, at: At::draw(draw, apart) },
            15 => Line::StoreNumber { buffer, at: At::draw(draw, apart) },
            16 => Line::Bursts {
                from: (buffer, At::draw(draw, apart)),
                to: (draw.below(2), At::draw(draw, apart)),
            },
            17 => Line::Print,
            18 if draw.rarely(2) => Line::TrapIn(draw.below(2 * blocks)),
            18 => Line::TrapIfOdd,
            _ => Line::Add { into: 0, from: 1 },
        }
    }

    fn write(&self, out: &mut String, i: usize, last: &mut String) {
        const TYPES: [&str; TILES] = ["!full", "!full", "!part"];
        let name = format!("%a{i}");
        let view = |tile: usize| {
            let (rows, cols) = VALID[tile];
            format!("!pto.partition_tensor_view<{rows}x{cols}xi32>")
        };
        let trap_if = |condition: String| {
            format!("{condition}    scf.if {name} {{\n      pto.trap\n    }}\n")
        };
        let text = match *self {
            Line::Load { part, tile } => {
                part.write(out, &name, last, tile);
                let (view, ty) = (view(tile), TYPES[tile]);
                format!("    pto.tload ins({name}w : {view}) outs(%tile{tile} : {ty})\n")
            }
            Line::Store { tile, part, atomic } => {
                part.write(out, &name, last, tile);
                let (view, ty) = (view(tile), TYPES[tile]);
                let how = if atomic { " {atomicType = #pto<atomic_type atomic_add>}" } else { "" };
                format!("    pto.tstore ins(%tile{tile} : {ty}) outs({name}w : {view}){how}\n")
            }
            Line::Add { into, from } => format!(
                "    pto.tadd ins(%tile{into}, %tile{from} : !full, !full) outs(%tile{into} : !full)\n"
            ),
            Line::Expand { tile } => format!(
                "    pto.texpands ins(%block32 : i32) outs(%tile{tile} : {})\n",
                TYPES[tile]
            ),
            Line::LoadNumber { buffer, at } => {
                at.write(out, &name, last);
                *last = format!("%n{}", i + 1);
                format!(
                    "    {last} = pto.load_scalar %p{buffer}[{name}] : !pto.ptr<i32, gm> -> i32\n"
                )
            }
            Line::StoreNumber { buffer, at } => {
                at.write(out, &name, last);
                format!(
                    "    {name}x = arith.addi {last}, %i1 : i32
    pto.store_scalar {name}x, %p{buffer}[{name}] : !pto.ptr<i32, gm>, i32\n"
                )
            }
            Line::Bursts { from, to } => {
                from.1.write(out, &format!("{name}g"), last);
                to.1.write(out, &format!("{name}h"), last);
                format!(
                    "    {name}i = pto.addptr %p{}, {name}g : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
    {name}o = pto.addptr %p{}, {name}h : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
    pto.mte_gm_ub {name}i, %ub, %z64, %c64 nburst(%one64, %c64, %c64) : !pto.ptr<i32, gm>, !pto.ptr<i32, ub>, i64, i64, i64, i64, i64
    pto.mte_ub_gm %ub, {name}o, %c64 nburst(%one64, %c64, %c64) : !pto.ptr<i32, ub>, !pto.ptr<i32, gm>, i64, i64, i64, i64\n",
                    from.0, to.0
                )
            }
            Line::Print => format!("    pto.print ins(\"n = %d\\n\", {last} : i32)\n"),
            Line::TrapIn(block) => trap_if(format!(
                "    {name}k = arith.constant {block} : i32
    {name} = arith.cmpi eq, %block32, {name}k : i32\n"
            )),
            Line::TrapIfOdd => trap_if(format!("    {name} = arith.trunci {last} : i32 to i1\n")),
        };
        out.push_str(&text);
    }
}
