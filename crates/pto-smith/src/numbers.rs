//! Kernels of numbers and control flow alone: arithmetic, comparisons, casts, branches, loops and calls. No statement is undefined in
//! C++, and every number ends up in a `pto.print`.

use crate::choices::Choices;
use std::fmt::Write as _;

const INTS: [&str; 6] = ["i1", "i8", "i16", "i32", "i64", "index"];
const TYPES: [&str; 7] = ["i1", "i8", "i16", "i32", "i64", "index", "f32"];

fn bits(ty: &str) -> u32 {
    match ty {
        "i1" => 1,
        "i8" => 8,
        "i16" => 16,
        "i32" | "f32" => 32,
        _ => 64,
    }
}

/// Writes one program. A value is its name and its type; those of a region are forgotten at its end.
struct Writer {
    choices: Choices,
    out: String,
    values: Vec<(String, &'static str)>,
    count: usize,
    depth: usize,
    /// Parameters of the functions that can be called.
    functions: Vec<Vec<&'static str>>,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth + 2);
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn define(&mut self, ty: &'static str, expression: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {expression}"));
        self.values.push((name.clone(), ty));
        name
    }

    /// A number of a type as it can be written: with its sign or as its bits, decimal or hexadecimal.
    fn literal(&mut self, ty: &'static str) -> String {
        if ty == "f32" {
            let tenths = self.choices.index(20001) as f64 - 10000.0;
            return format!("{:?}", tenths / 10.0);
        }
        let mask = u64::MAX >> (64 - bits(ty));
        let edges = [0, 1, mask, mask >> 1, (mask >> 1) + 1, mask - 1];
        let value = match self.choices.index(3) {
            0 => self.choices.pick(&edges) & mask,
            1 => self.choices.index(100) as u64 & mask,
            _ => self.choices.bits() & mask,
        };
        let negative = value > mask >> 1 && ty != "i1";
        match self.choices.index(3) {
            0 => format!("{value:#x}"),
            1 if negative => format!("{}", i128::from(value) - (1i128 << bits(ty))),
            _ => format!("{value}"),
        }
    }

    fn constant(&mut self, ty: &'static str) -> String {
        let literal = self.literal(ty);
        self.define(ty, &format!("arith.constant {literal} : {ty}"))
    }

    /// A value of a type; a new constant if there is none, and sometimes anyway.
    fn value(&mut self, ty: &'static str) -> String {
        let known: Vec<usize> =
            (0..self.values.len()).filter(|&i| self.values[i].1 == ty).collect();
        if known.is_empty() || self.choices.index(6) == 0 {
            return self.constant(ty);
        }
        let i = self.choices.index(known.len());
        self.values[known[i]].0.clone()
    }

    fn arithmetic(&mut self) {
        let ty = self.choices.pick(&INTS);
        let a = self.value(ty);
        match self.choices.index(4) {
            0 if bits(ty) > 1 => {
                // Divisions by zero stop a run, and the least number has no opposite.
                let divisor = 1 + self.choices.index(100);
                let b = self.define(ty, &format!("arith.constant {divisor} : {ty}"));
                let op = self.choices.pick(&[
                    "divsi",
                    "divui",
                    "remsi",
                    "remui",
                    "ceildivsi",
                    "ceildivui",
                    "floordivsi",
                ]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            1 => {
                let count = self.choices.index(bits(ty) as usize);
                let b = self.define(ty, &format!("arith.constant {count} : {ty}"));
                let op = self.choices.pick(&["shli", "shrsi", "shrui"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            _ => {
                let b = self.value(ty);
                // C++ has positions as they are: those that wrap are not compared.
                let from = if ty == "index" { 3 } else { 0 };
                let op = self.choices.pick(
                    &[
                        "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui",
                        "maxui",
                    ][from..],
                );
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
        }
    }

    fn floats(&mut self) {
        let (a, b) = (self.value("f32"), self.value("f32"));
        match self.choices.index(4) {
            0 => {
                self.define("f32", &format!("arith.negf {a} : f32"));
            }
            1 => {
                let p = self.choices.pick(&[
                    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult",
                    "ule", "une", "uno",
                ]);
                self.define("i1", &format!("arith.cmpf {p}, {a}, {b} : f32"));
            }
            _ => {
                let op =
                    self.choices.pick(&["addf", "subf", "mulf", "divf", "maximumf", "minimumf"]);
                self.define("f32", &format!("arith.{op} {a}, {b} : f32"));
            }
        }
    }

    fn compare(&mut self) {
        let ty = self.choices.pick(&INTS);
        let (a, b) = (self.value(ty), self.value(ty));
        let p = self
            .choices
            .pick(&["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
        self.define("i1", &format!("arith.cmpi {p}, {a}, {b} : {ty}"));
    }

    fn select(&mut self) {
        let ty = self.choices.pick(&TYPES);
        let (c, a, b) = (self.value("i1"), self.value(ty), self.value(ty));
        self.define(ty, &format!("arith.select {c}, {a}, {b} : {ty}"));
    }

    fn cast(&mut self) {
        let (from, to) = (self.choices.pick(&INTS), self.choices.pick(&TYPES));
        let a = self.value(from);
        let index = from == "index" || to == "index";
        let op = match to {
            "f32" if from == "index" => return,
            "f32" if from == "i32" => self.choices.pick(&["sitofp", "uitofp", "bitcast"]),
            "f32" => self.choices.pick(&["sitofp", "uitofp"]),
            _ if from == to || (index && (from == "i1" || to == "i1")) => return,
            _ if index => self.choices.pick(&["index_cast", "index_castui"]),
            _ if bits(from) > bits(to) => "trunci",
            _ => self.choices.pick(&["extsi", "extui"]),
        };
        let made = self.define(to, &format!("arith.{op} {a} : {from} to {to}"));
        // What came of eight bits is a number of every wider type.
        if to == "f32" && from == "i8" {
            let (op, to) = if op == "sitofp" { ("fptosi", "i16") } else { ("fptoui", "i16") };
            self.define(to, &format!("arith.{op} {made} : f32 to {to}"));
        }
    }

    /// Statements that are forgotten at the end of their region; the last line is `end` of a value of `ty`.
    fn region(&mut self, statements: usize, ty: &'static str, end: &str) {
        let known = self.values.len();
        self.depth += 1;
        self.statements(statements);
        let value = self.value(ty);
        self.line(&format!("{end} {value} : {ty}"));
        self.depth -= 1;
        self.values.truncate(known);
    }

    fn branch(&mut self) {
        let (c, ty) = (self.value("i1"), self.choices.pick(&TYPES));
        let name = self.name();
        self.line(&format!("{name} = scf.if {c} -> ({ty}) {{"));
        self.region(3, ty, "scf.yield");
        self.line("} else {");
        self.region(3, ty, "scf.yield");
        self.line("}");
        self.values.push((name, ty));
    }

    fn counted_loop(&mut self) {
        let ty = self.choices.pick(&TYPES);
        let first = self.value(ty);
        let (low, step) = (self.choices.index(5) as i64 - 2, 1 + self.choices.index(3));
        let high = low + self.choices.index(6) as i64;
        let bounds = [low, high, step as i64]
            .map(|n| self.define("index", &format!("arith.constant {n} : index")));
        let (name, counter, carried) = (self.name(), self.name(), self.name());
        let [low, high, step] = bounds;
        self.line(&format!(
            "{name} = scf.for {counter} = {low} to {high} step {step} iter_args({carried} = {first}) -> ({ty}) {{"
        ));
        let known = self.values.len();
        self.values.push((counter, "index"));
        self.values.push((carried, ty));
        self.region(4, ty, "scf.yield");
        self.values.truncate(known);
        self.line("}");
        self.values.push((name, ty));
    }

    /// A loop that ends when its own counter says so.
    fn while_loop(&mut self) {
        let ty = self.choices.pick(&TYPES);
        let first = self.value(ty);
        let zero = self.define("i32", "arith.constant 0 : i32");
        let last = 1 + self.choices.index(5);
        let last = self.define("i32", &format!("arith.constant {last} : i32"));
        let name = self.name();
        let known = self.values.len();
        let [n, v, more] = [self.name(), self.name(), self.name()];
        self.line(&format!(
            "{name}:2 = scf.while ({n} = {zero}, {v} = {first}) : (i32, {ty}) -> (i32, {ty}) {{"
        ));
        self.depth += 1;
        self.values.extend([(n.clone(), "i32"), (v.clone(), ty)]);
        self.statements(2);
        self.line(&format!("{more} = arith.cmpi slt, {n}, {last} : i32"));
        self.line(&format!("scf.condition({more}) {n}, {v} : i32, {ty}"));
        self.depth -= 1;
        self.values.truncate(known);
        self.line("} do {");
        let [n, v, one, next] = [self.name(), self.name(), self.name(), self.name()];
        self.line(&format!("^bb0({n}: i32, {v}: {ty}):"));
        self.depth += 1;
        self.values.extend([(n.clone(), "i32"), (v, ty)]);
        self.statements(3);
        let value = self.value(ty);
        self.line(&format!("{one} = arith.constant 1 : i32"));
        self.line(&format!("{next} = arith.addi {n}, {one} : i32"));
        self.line(&format!("scf.yield {next}, {value} : i32, {ty}"));
        self.depth -= 1;
        self.values.truncate(known);
        self.line("}");
        self.values.extend([(format!("{name}#0"), "i32"), (format!("{name}#1"), ty)]);
    }

    fn call(&mut self) {
        if self.functions.is_empty() {
            return;
        }
        let f = self.choices.index(self.functions.len());
        let types = self.functions[f].clone();
        let args: Vec<String> = types.iter().map(|t| self.value(t)).collect();
        let (args, list) = (args.join(", "), types.join(", "));
        self.define(types[0], &format!("func.call @f{f}({args}) : ({list}) -> {}", types[0]));
    }

    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            match self.choices.index(if self.depth < 3 { 18 } else { 12 }) {
                0..4 => self.arithmetic(),
                4..6 => self.compare(),
                6 => self.select(),
                7..10 => self.cast(),
                10 => self.floats(),
                11 => {
                    let ty = self.choices.pick(&TYPES);
                    self.constant(ty);
                }
                12 | 13 => self.branch(),
                14 | 15 => self.counted_loop(),
                16 => self.while_loop(),
                _ => self.call(),
            }
        }
    }

    fn print_all(&mut self) {
        for (name, ty) in self.values.clone() {
            let conversion = if ty == "f32" { "%.9e" } else { "%d" };
            self.line(&format!("pto.print ins(\"{ty} {conversion}\", {name} : {ty})"));
        }
    }
}

/// A module with two functions and a kernel `@k()` of about as many statements as given, which prints all that it computes.
pub fn program(choices: &mut Choices, statements: usize) -> String {
    let mut w = Writer {
        choices: choices.clone(),
        out: String::from("module {\n"),
        values: Vec::new(),
        count: 0,
        depth: 0,
        functions: Vec::new(),
    };
    for f in 0..2 {
        let types = [w.choices.pick(&TYPES), w.choices.pick(&TYPES)];
        w.values = vec![("%a".into(), types[0]), ("%b".into(), types[1])];
        let _ = writeln!(
            w.out,
            "  func.func @f{f}(%a: {}, %b: {}) -> {} {{",
            types[0], types[1], types[0]
        );
        w.statements(6);
        let value = w.value(types[0]);
        w.line(&format!("return {value} : {}", types[0]));
        w.out.push_str("  }\n");
        w.functions.push(types.to_vec());
    }
    w.values.clear();
    w.out.push_str("  func.func @k() {\n");
    w.statements(statements);
    w.print_all();
    w.line("return");
    w.out.push_str("  }\n}\n");
    *choices = w.choices;
    w.out
}
