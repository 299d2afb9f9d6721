//! Kernels that leave their synchronisation to the tool: loops, branches, views, tiles that share bytes, double buffers.

use crate::choices::Choices;
use std::fmt::Write as _;

/// Bytes of each buffer of the kernel.
pub const BUFFER_BYTES: usize = 16 * 64 * 4;

const TILE: &str = "!pto.tile_buf<vec, 16x64xf32>";
const TWO: &str = "!pto.multi_tile_buf<vec, 16x64xf32, count=2>";
const VIEW: &str = "!pto.tensor_view<16x64xf32>";
const PART: &str = "!pto.partition_tensor_view<16x64xf32>";

struct Writer {
    choices: Choices,
    out: String,
    /// Tiles that can be used here.
    tiles: Vec<String>,
    names: usize,
    /// Instructions still to write.
    left: usize,
    /// Every tile is written before it is read.
    defined: bool,
    /// Counters of the loops around.
    counters: Vec<String>,
}

impl Writer {
    fn fresh(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        for _ in 0..=self.counters.len() {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn tile(&mut self) -> String {
        let i = self.choices.index(self.tiles.len());
        self.tiles[i].clone()
    }

    /// Loads a tile that nobody has written yet, if every value is to be defined.
    fn define(&mut self, tile: &str) {
        if self.defined {
            self.line(&format!("pto.tload ins(%px : {PART}) outs(%{tile} : {TILE})"));
        }
    }

    fn alloc(&mut self) {
        let name = self.fresh("t");
        self.line(&format!("%{name} = pto.alloc_tile : {TILE}"));
        self.define(&name);
        self.tiles.push(name);
    }

    fn instruction(&mut self) {
        self.left = self.left.saturating_sub(1);
        let (a, b, d) = (self.tile(), self.tile(), self.tile());
        let buffer = if self.choices.one_in(2) { "x" } else { "y" };
        match self.choices.index(10) {
            0..=2 => self.line(&format!("pto.tload ins(%p{buffer} : {PART}) outs(%{d} : {TILE})")),
            3..=4 => self.line(&format!("pto.tstore ins(%{a} : {TILE}) outs(%p{buffer} : {PART})")),
            5..=7 => {
                self.line(&format!("pto.tadd ins(%{a}, %{b} : {TILE}, {TILE}) outs(%{d} : {TILE})"))
            }
            8 => self.line(&format!("pto.tneg ins(%{a} : {TILE}) outs(%{d} : {TILE})")),
            _ => {
                let v = self.fresh("v");
                self.line(&format!("%{v} = pto.tgetval ins(%{a}, %c0 : {TILE}, index) outs : f32"));
            }
        }
    }

    fn double_buffer(&mut self) {
        let (m, i) = (self.fresh("m"), self.fresh("i"));
        let (slot, tile, other) = (self.fresh("s"), self.fresh("w"), self.tile());
        self.line(&format!("%{m} = pto.alloc_multi_tile : {TWO}"));
        self.line(&format!("scf.for %{i} = %c0 to %n step %c1 {{"));
        self.counters.push(i.clone());
        self.line(&format!("%{slot} = arith.remui %{i}, %c2 : index"));
        self.line(&format!("%{tile} = pto.multi_tile_get %{m}[%{slot}] : {TWO} -> {TILE}"));
        self.line(&format!("pto.tload ins(%px : {PART}) outs(%{tile} : {TILE})"));
        self.line(&format!(
            "pto.tadd ins(%{tile}, %{other} : {TILE}, {TILE}) outs(%{tile} : {TILE})"
        ));
        if self.choices.one_in(2) {
            self.line(&format!("pto.tstore ins(%{tile} : {TILE}) outs(%py : {PART})"));
        }
        self.counters.pop();
        self.line("}");
        self.left = self.left.saturating_sub(4);
    }

    /// Tiles that change places from iteration to iteration.
    fn swap(&mut self) {
        let (i, a, b) = (self.fresh("i"), self.fresh("a"), self.fresh("b"));
        let (p, q, r) = (self.tile(), self.tile(), self.fresh("r"));
        self.line(&format!(
            "%{r}:2 = scf.for %{i} = %c0 to %n step %c1 iter_args(%{a} = %{p}, %{b} = %{q}) -> ({TILE}, {TILE}) {{"
        ));
        self.counters.push(i);
        let known = self.tiles.len();
        self.tiles.extend([a.clone(), b.clone()]);
        self.body(3);
        self.tiles.truncate(known);
        self.line(&format!("scf.yield %{b}, %{a} : {TILE}, {TILE}"));
        self.counters.pop();
        self.line("}");
        self.tiles.push(format!("{r}#0"));
    }

    fn body(&mut self, most: usize) {
        let known = self.tiles.len();
        for _ in 0..=self.choices.index(most) {
            if self.left == 0 {
                break;
            }
            let deep = self.counters.len() >= 3;
            match self.choices.index(16) {
                0 if !deep => self.for_loop(),
                1 if !deep => self.branch(),
                2 if !deep => self.double_buffer(),
                3 if !deep => self.swap(),
                4 => self.alloc(),
                _ => self.instruction(),
            }
        }
        self.tiles.truncate(known);
    }

    fn for_loop(&mut self) {
        let i = self.fresh("i");
        let end = ["n", "n", "c1", "c2", "c5"][self.choices.index(5)];
        let step = if self.choices.one_in(3) { "c2" } else { "c1" };
        self.line(&format!("scf.for %{i} = %c0 to %{end} step %{step} {{"));
        // A branch on a counter whose values are known may be one that is never taken.
        self.counters.push(if end == "n" { i } else { "n".into() });
        self.body(6);
        self.counters.pop();
        self.line("}");
    }

    fn branch(&mut self) {
        let c = self.fresh("is");
        let low = self.counters.last().cloned().unwrap_or_else(|| "n".into());
        // A number of its own: a branch inside one that asks the same may be one that is never taken.
        let one = self.fresh("one");
        self.line(&format!("%{one} = arith.constant 1 : index"));
        self.line(&format!("%{c} = arith.cmpi eq, %{low}, %{one} : index"));
        self.line(&format!("scf.if %{c} {{"));
        self.counters.push(low.clone());
        self.body(4);
        self.counters.pop();
        if self.choices.one_in(2) {
            self.line("} else {");
            self.counters.push(low);
            self.body(4);
            self.counters.pop();
        }
        self.line("}");
    }
}

/// A kernel `@f(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index)` over two buffers of [`BUFFER_BYTES`], with about as many
/// instructions as given. It leaves synchronisation to the tool, and addresses but for one program in three.
pub fn program(choices: &mut Choices, instructions: usize) -> String {
    write(choices, instructions, false)
}

/// The same, where every tile is written before it is read: what it computes does not depend on where its tiles are.
pub fn defined_program(choices: &mut Choices, instructions: usize) -> String {
    write(choices, instructions, true)
}

fn write(choices: &mut Choices, instructions: usize, defined: bool) -> String {
    let by_hand = choices.one_in(3);
    let mut w = Writer {
        choices: choices.clone(),
        out: String::new(),
        tiles: Vec::new(),
        names: 0,
        left: instructions,
        defined,
        counters: Vec::new(),
    };
    w.out.push_str("func.func @f(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index) {\n");
    for (name, value) in [("c0", 0), ("c1", 1), ("c2", 2), ("c5", 5), ("c16", 16), ("c64", 64)] {
        w.line(&format!("%{name} = arith.constant {value} : index"));
    }
    for v in ["x", "y"] {
        w.line(&format!(
            "%v{v} = pto.make_tensor_view %{v}, shape = [%c16, %c64], strides = [%c64, %c1] : {VIEW}"
        ));
        w.line(&format!(
            "%p{v} = pto.partition_view %v{v}, offsets = [%c0, %c0], sizes = [%c16, %c64] : {VIEW} -> {PART}"
        ));
    }
    for k in 0..2 + w.choices.index(5) {
        if by_hand {
            // Tiles that share some of their bytes.
            let at = w.choices.index(12) * 1024;
            w.line(&format!("%at{k} = arith.constant {at} : i64"));
            w.line(&format!("%h{k} = pto.alloc_tile addr = %at{k} : {TILE}"));
            w.define(&format!("h{k}"));
            w.tiles.push(format!("h{k}"));
        } else {
            w.alloc();
        }
    }
    while w.left > 0 {
        w.body(8);
    }
    let _ = writeln!(w.out, "  return\n}}");
    *choices = w.choices;
    w.out
}
