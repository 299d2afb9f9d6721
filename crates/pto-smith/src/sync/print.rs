//! The text of a random program.

mod flow;

use super::program::{Form, Item, Number, Pipe, Program, SLABS, Test, Trips};
use std::fmt::Write;

struct Printer<'p> {
    program: &'p Program,
    text: String,
    /// Functions that are called.
    functions: String,
    fresh: usize,
    depth: usize,
    /// The counters of the loops around.
    counters: Vec<String>,
    /// The numbers of their iterations, where some statement uses them.
    iterations: Vec<String>,
    /// What the loops around carry along, by modulus and start.
    carried: Vec<Vec<((usize, usize), String)>>,
    /// The parameter of the function.
    param: String,
    /// The tile that came out of the queue last.
    popped: String,
}

impl Program {
    /// The program as text.
    pub fn text(&self) -> String {
        let mut p = Printer {
            program: self,
            text: String::new(),
            functions: String::new(),
            fresh: 0,
            depth: 2,
            counters: Vec::new(),
            iterations: Vec::new(),
            carried: Vec::new(),
            param: "%c0".into(),
            popped: "%none".into(),
        };
        let _ = writeln!(p.text, "  func.func @k({PARAMETERS}) {{");
        p.head(uses_queue(&self.items));
        self.items.iter().for_each(|i| p.item(i));
        p.text.push_str("    return\n  }\n}\n");
        format!("{TYPES}module {{\n{}{}", p.functions, p.text)
    }
}

fn uses_queue(items: &[Item]) -> bool {
    let is = |i: &Item| matches!(i, Item::Push | Item::Pop | Item::Free);
    items.iter().any(|i| is(i) || i.parts().into_iter().any(uses_queue))
}

const TYPES: &str = "\
!vec = !pto.tile_buf<vec, 16x16xf32>
!half = !pto.tile_buf<vec, 8x16xf32>
!some = !pto.tile_buf<vec, 16x16xf32, valid=?x16>
!mat = !pto.tile_buf<mat, 16x16xf16, blayout=col_major, slayout=row_major>
!left = !pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>
!right = !pto.tile_buf<right, 16x16xf16, blayout=row_major, slayout=col_major>
!acc = !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
!v = !pto.tensor_view<?x?xf32>
!p = !pto.partition_tensor_view<16x16xf32>
!hp = !pto.partition_tensor_view<16x16xf16>
!hv = !pto.tensor_view<?x?xf16>
!p8 = !pto.partition_tensor_view<8x16xf32>
!pr = !pto.partition_tensor_view<?x16xf32>
";
const PARAMETERS: &str = "%h: !pto.ptr<f16, gm>, %x: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>, \
                          %w: !pto.ptr<f32, gm>, %n: index, %flag: i1";
const HEAD: &str = "\
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %at = arith.constant 0 : i64
";

impl Printer<'_> {
    /// Constants and views, with which a function starts.
    fn head(&mut self, queue: bool) {
        self.text.push_str(HEAD);
        let view = |ptr: &str, shape: [&str; 2], ty: &str| {
            let [rows, cols] = shape;
            format!(
                "pto.make_tensor_view %{ptr}, shape = [{rows}, {cols}], strides = [{cols}, %c1] : {ty}"
            )
        };
        self.line(&format!("%hv = {}", view("h", ["%c256", "%c16"], "!hv")));
        for (name, form) in ["x", "y", "w"].into_iter().zip(self.program.forms) {
            let shape = match form {
                Form::Rows | Form::Pointer => ["%c256", "%c16"],
                Form::Columns => ["%c16", "%c256"],
                Form::Grid => ["%c64", "%c64"],
            };
            self.line(&format!("%{name}v = {}", view(name, shape, "!v")));
        }
        if queue {
            let slots = self.program.slots;
            self.line("%qat = arith.constant 8192 : i32");
            self.line(&match self.program.a5 {
                true => format!(
                    "%q = pto.initialize_l2l_pipe {{dir_mask = 1, slot_size = 1024, slot_num = {slots}}} (%qat : i32) -> !pto.pipe"
                ),
                false => format!(
                    "%q = pto.initialize_l2g2l_pipe {{dir_mask = 1, slot_size = 1024, slot_num = {slots}}} (%w : !pto.ptr<f32, gm>, %qat : i32) -> !pto.pipe"
                ),
            });
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = 2 * self.depth);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    fn value(&mut self, what: &str) -> String {
        let name = self.name("%v");
        self.line(&format!("{name} = {what}"));
        name
    }

    fn constant(&mut self, n: usize) -> String {
        self.value(&format!("arith.constant {n} : index"))
    }

    fn op(&mut self, op: &str, a: &str, b: &str) -> String {
        self.value(&format!("arith.{op} {a}, {b} : index"))
    }

    fn counter(&self, up: usize) -> String {
        let at = self.counters.len().checked_sub(1 + up);
        at.map_or_else(|| "%c0".to_string(), |i| self.counters[i].clone())
    }

    /// The number of this block, as an index.
    fn block(&mut self) -> String {
        let block = self.value("pto.get_block_idx");
        self.value(&format!("arith.index_cast {block} : i64 to index"))
    }

    /// `(number + plus) mod modulus + base`.
    fn rest(&mut self, number: &str, base: usize, plus: usize, modulus: usize) -> String {
        let (a, m, b) = (self.constant(plus), self.constant(modulus), self.constant(base));
        let sum = self.op("addi", number, &a);
        let rest = self.op("remui", &sum, &m);
        self.op("addi", &rest, &b)
    }

    fn index(&mut self, n: Number) -> String {
        match n {
            Number::Fixed(n) => self.constant(n),
            Number::Turn { base, plus, modulus } => {
                let counter = self.counter(0);
                self.rest(&counter, base, plus, modulus)
            }
            Number::Outer { base, plus, modulus } => {
                let counter = self.counter(1);
                self.rest(&counter, base, plus, modulus)
            }
            Number::Sum { base, plus, modulus } => {
                let mut sum = "%c0".to_string();
                for c in self.counters.clone() {
                    sum = self.op("addi", &sum, &c);
                }
                self.rest(&sum, base, plus, modulus)
            }
            Number::Launch { base, plus, modulus } => self.rest("%n", base, plus, modulus),
            Number::Iteration { base, plus, modulus } => {
                let number = self.iterations.last().cloned().unwrap_or_else(|| "%c0".into());
                self.rest(&number, base, plus, modulus)
            }
            Number::Carried { base, plus, modulus } => {
                let known = self.carried.last().and_then(|all| {
                    all.iter().find(|c| c.0 == (modulus, plus)).map(|c| c.1.clone())
                });
                let b = self.constant(base);
                self.op("addi", &known.unwrap_or_else(|| "%c0".into()), &b)
            }
            Number::Param(plus) => {
                let (a, p) = (self.constant(plus), self.param.clone());
                self.op("addi", &p, &a)
            }
            Number::Counter(plus) => {
                let (a, counter) = (self.constant(plus), self.counter(0));
                self.op("addi", &counter, &a)
            }
            Number::Block { each, plus } => {
                let (a, b) = (self.constant(each), self.constant(plus));
                let block = self.block();
                let product = self.op("muli", &block, &a);
                self.op("addi", &product, &b)
            }
            Number::Neighbour(blocks) => {
                let block = self.block();
                self.rest(&block, 0, 1, blocks)
            }
            Number::Against => self.block(),
            Number::Subblock { each, plus } => {
                let (e, a) = (self.constant(each), self.constant(plus));
                let core = self.value("pto.get_subblock_idx");
                let core = self.value(&format!("arith.index_cast {core} : i64 to index"));
                let product = self.op("muli", &core, &e);
                self.op("addi", &product, &a)
            }
        }
    }

    /// A window of a slab: all of it, or eight rows from `row` on.
    fn slab(&mut self, buffer: char, n: Number, half: Option<&str>) -> String {
        let form = match buffer {
            'x' => self.program.forms[0],
            'y' => self.program.forms[1],
            'w' => self.program.forms[2],
            _ => Form::Rows,
        };
        let index = self.index(n);
        let (mut view, ty) = (format!("%{buffer}v"), if buffer == 'h' { "!hv" } else { "!v" });
        let moved = |p: &mut Self, by: &str| {
            let by = p.op("muli", by, "%c256");
            let ptr = p.value(&format!(
                "pto.addptr %{buffer}, {by} : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>"
            ));
            p.value(&format!(
                "pto.make_tensor_view {ptr}, shape = [%c16, %c16], strides = [%c16, %c1] : !v"
            ))
        };
        let (row, col) = match form {
            _ if n == Number::Against => {
                let (last, block) = (self.constant(7), index.clone());
                let start = self.op("subi", &last, &block);
                view = moved(self, &start);
                (self.op("muli", &index, "%c16"), "%c0".to_string())
            }
            Form::Rows => (self.op("muli", &index, "%c16"), "%c0".to_string()),
            Form::Columns => ("%c0".to_string(), self.op("muli", &index, "%c16")),
            Form::Grid => {
                let (r, c) = (self.op("divui", &index, "%c4"), self.op("remui", &index, "%c4"));
                (self.op("muli", &r, "%c16"), self.op("muli", &c, "%c16"))
            }
            Form::Pointer => {
                view = moved(self, &index);
                ("%c0".to_string(), "%c0".to_string())
            }
        };
        let (row, rows, part) = match half {
            Some(half) => (self.op("addi", &row, half), "%c8", "!p8"),
            None => (row, "%c16", if buffer == 'h' { "!hp" } else { "!p" }),
        };
        self.value(&format!(
            "pto.partition_view {view}, offsets = [{row}, {col}], sizes = [{rows}, %c16] : {ty} -> {part}"
        ))
    }

    fn tile(&mut self, n: Number) -> String {
        let bytes = |p: &mut Self, index: &str| {
            let number = p.value(&format!("arith.index_cast {index} : index to i64"));
            let bytes = p.value("arith.constant 1024 : i64");
            p.value(&format!("arith.muli {number}, {bytes} : i64"))
        };
        let turn = match n {
            Number::Turn { base, plus, modulus } if self.program.multi && modulus > 1 => {
                Some((base, Number::Turn { base: 0, plus, modulus }, modulus))
            }
            Number::Carried { base, plus, modulus } if self.program.multi && modulus > 1 => {
                Some((base, Number::Carried { base: 0, plus, modulus }, modulus))
            }
            Number::Iteration { base, plus, modulus } if self.program.multi && modulus > 1 => {
                Some((base, Number::Iteration { base: 0, plus, modulus }, modulus))
            }
            _ => None,
        };
        if let Some((base, which, count)) = turn {
            let base = self.value(&format!("arith.constant {} : i64", base * 1024));
            let all = format!("!pto.multi_tile_buf<vec, 16x16xf32, count={count}>");
            let several = self.value(&format!("pto.alloc_multi_tile addr = {base} : {all}"));
            let which = self.index(which);
            return self.value(&format!("pto.multi_tile_get {several}[{which}] : {all} -> !vec"));
        }
        let index = self.index(n);
        let at = bytes(self, &index);
        self.value(&format!("pto.alloc_tile addr = {at} : !vec"))
    }

    /// The first row of a half.
    fn half(&mut self, half: Number) -> String {
        let index = self.index(half);
        self.op("muli", &index, "%c8")
    }

    fn half_tile(&mut self, n: Number, row: &str) -> String {
        let tile = self.tile(n);
        self.value(&format!("pto.subview {tile}[{row}, %c0] sizes [8, 16] : !vec -> !half"))
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

    fn buffer_id(&mut self, op: &str, pipe: Pipe, id: Number) {
        match id {
            Number::Fixed(n) => self.line(&format!("pto.{op} \"{pipe}\", {n}, 0")),
            id => {
                let id = self.index(id);
                self.line(&format!("pto.{op}_dyn \"{pipe}\", {id}, 0"));
            }
        }
    }

    fn signal(&mut self, op: &str, pipe: Pipe, id: Number) {
        match id {
            Number::Fixed(n) => self.line(&format!("pto.sync.{op} <{pipe}>, {n}")),
            id => {
                let id = self.index(id);
                self.line(&format!("pto.sync.{op} <{pipe}>, {id}"));
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
                let (p, t) = (self.slab(*buffer, *slab, None), self.tile(*tile));
                self.line(&format!("pto.tload ins({p} : !p) outs({t} : !vec)"));
            }
            Item::Add { left, right, tile } => {
                let (a, b, t) = (self.tile(*left), self.tile(*right), self.tile(*tile));
                self.line(&format!("pto.tadd ins({a}, {b} : !vec, !vec) outs({t} : !vec)"));
            }
            Item::Store { tile, buffer, slab } => {
                let (t, p) = (self.tile(*tile), self.slab(*buffer, *slab, None));
                self.line(&format!("pto.tstore ins({t} : !vec) outs({p} : !p)"));
            }
            Item::LoadHalf { buffer, slab, tile, half } => {
                let row = self.half(*half);
                let p = self.slab(*buffer, *slab, Some(&row));
                let t = self.half_tile(*tile, &row);
                self.line(&format!("pto.tload ins({p} : !p8) outs({t} : !half)"));
            }
            Item::AddHalf { tile, half } => {
                let row = self.half(*half);
                let t = self.half_tile(*tile, &row);
                self.line(&format!("pto.tadd ins({t}, {t} : !half, !half) outs({t} : !half)"));
            }
            Item::StoreHalf { tile, buffer, slab, half } => {
                let row = self.half(*half);
                let t = self.half_tile(*tile, &row);
                let p = self.slab(*buffer, *slab, Some(&row));
                self.line(&format!("pto.tstore ins({t} : !half) outs({p} : !p8)"));
            }
            Item::Accumulate { tile, buffer, slab } => {
                let (t, p) = (self.tile(*tile), self.slab(*buffer, *slab, None));
                self.line(&format!(
                    "pto.tstore ins({t} : !vec) outs({p} : !p) {{atomicType = #pto<atomic_type atomic_add>}}"
                ));
            }
            Item::StoreRows { tile, buffer } => self.store_rows(*tile, *buffer),
            Item::LoadMatrix { slab } => {
                let (p, t) = (self.slab('h', *slab, None), self.cube("mat"));
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
                let (a, p) = (self.cube("acc"), self.slab(*buffer, *slab, None));
                self.line(&format!("pto.tstore ins({a} : !acc) outs({p} : !p)"));
            }
            Item::Push => {
                let a = self.cube("acc");
                self.line(&format!("pto.tpush({a}, %q : !acc, !pto.pipe) {{split = 0}}"));
            }
            Item::Pop => {
                self.popped = self.value("pto.declare_tile -> !vec");
                let t = self.popped.clone();
                self.line(&format!("pto.tpop({t}, %q : !vec, !pto.pipe) {{split = 0}}"));
            }
            Item::StorePopped { buffer, slab } => {
                let (t, p) = (self.popped.clone(), self.slab(*buffer, *slab, None));
                self.line(&format!("pto.tstore ins({t} : !vec) outs({p} : !p)"));
            }
            Item::Free => self.line("pto.tfree(%q : !pto.pipe) {split = 0}"),
            Item::Set(from, to, id) => self.event("set_flag", from, to, *id),
            Item::Wait(from, to, id) => self.event("wait_flag", from, to, *id),
            Item::Take(pipe, id) => self.buffer_id("get_buf", pipe, *id),
            Item::Give(pipe, id) => self.buffer_id("rls_buf", pipe, *id),
            Item::Barrier(pipe) => self.line(&format!("pto.barrier <{pipe}>")),
            Item::Send(pipe, id) => self.signal("set", pipe, *id),
            Item::Receive(pipe, id) => self.signal("wait", pipe, *id),
            Item::Meet => self.line(
                "pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<aiv_only>",
            ),
            Item::Loop(trips, body) => self.counted(*trips, body),
            Item::While(body) => self.conditional_loop(body),
            Item::Jumps(body) if self.depth == 2 => self.jumps(body),
            Item::Jumps(body) => self.conditional_loop(body),
            Item::If(test, yes, no) => self.branch(*test, yes, no),
            Item::Call(body) => self.call(&["%c0".to_string()], body),
            Item::Twice(a, b, body) => {
                let numbers = [self.index(*a), self.index(*b)];
                self.call(&numbers, body);
            }
            Item::Cube(body) | Item::Vector(body) => {
                let kind = if matches!(item, Item::Cube(_)) { "cube" } else { "vector" };
                self.line(&format!("pto.section.{kind} {{"));
                self.body(body);
                self.line("}");
            }
        }
    }

    fn store_rows(&mut self, tile: Number, buffer: char) {
        let (counter, block) = (self.counter(0), self.block());
        let rows = self.op("addi", &counter, "%c1");
        let first = self.op("muli", &block, &rows);
        let index = self.index(tile);
        let number = self.value(&format!("arith.index_cast {index} : index to i64"));
        let bytes = self.value("arith.constant 1024 : i64");
        let at = self.value(&format!("arith.muli {number}, {bytes} : i64"));
        let t = self.value(&format!("pto.alloc_tile addr = {at} valid_row = {rows} : !some"));
        let p = self.value(&format!(
            "pto.partition_view %{buffer}v, offsets = [{first}, %c0], sizes = [{rows}, %c16] : !v -> !pr"
        ));
        self.line(&format!("pto.tstore ins({t} : !some) outs({p} : !pr)"));
    }
}
