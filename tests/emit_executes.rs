//! Emitted C++ computes what a run computes: random programs of numbers and control flow are run, written as C++,
//! compiled against a stub that executes on the host, and print the same, bit for bit.
//!
//! The compiler traps on what C++ leaves undefined. Without a compiler the test says that it is skipped.

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_lower::EmitOptions;
use pto_sim::Launch;
use pto_tests::root;
use std::fmt::Write as _;
use std::process::Command;

const PROGRAMS: u64 = 120;

/// A small generator of numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 29) ^ (self.0 << 35)
    }
    fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 20) % n as u64) as usize
    }
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

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
    random: Random,
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
            let tenths = self.random.below(20001) as f64 - 10000.0;
            return format!("{:?}", tenths / 10.0);
        }
        let mask = u64::MAX >> (64 - bits(ty));
        let edges = [0, 1, mask, mask >> 1, (mask >> 1) + 1, mask - 1];
        let value = match self.random.below(3) {
            0 => self.random.pick(&edges) & mask,
            1 => self.random.below(100) as u64 & mask,
            _ => self.random.next() & mask,
        };
        let negative = value > mask >> 1 && ty != "i1";
        match self.random.below(3) {
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
        if known.is_empty() || self.random.below(6) == 0 {
            return self.constant(ty);
        }
        let i = self.random.below(known.len());
        self.values[known[i]].0.clone()
    }

    fn arithmetic(&mut self) {
        let ty = self.random.pick(&INTS);
        let a = self.value(ty);
        match self.random.below(4) {
            0 if bits(ty) > 1 => {
                // Divisions by zero stop a run, and the least number has no opposite.
                let divisor = 1 + self.random.below(100);
                let b = self.define(ty, &format!("arith.constant {divisor} : {ty}"));
                let op = self.random.pick(&[
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
                let count = self.random.below(bits(ty) as usize);
                let b = self.define(ty, &format!("arith.constant {count} : {ty}"));
                let op = self.random.pick(&["shli", "shrsi", "shrui"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            _ => {
                let b = self.value(ty);
                // C++ has positions as they are: those that wrap are not compared.
                let from = if ty == "index" { 3 } else { 0 };
                let op = self.random.pick(
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
        match self.random.below(4) {
            0 => {
                self.define("f32", &format!("arith.negf {a} : f32"));
            }
            1 => {
                let p = self.random.pick(&[
                    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult",
                    "ule", "une", "uno",
                ]);
                self.define("i1", &format!("arith.cmpf {p}, {a}, {b} : f32"));
            }
            _ => {
                let op =
                    self.random.pick(&["addf", "subf", "mulf", "divf", "maximumf", "minimumf"]);
                self.define("f32", &format!("arith.{op} {a}, {b} : f32"));
            }
        }
    }

    fn compare(&mut self) {
        let ty = self.random.pick(&INTS);
        let (a, b) = (self.value(ty), self.value(ty));
        let p =
            self.random.pick(&["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
        self.define("i1", &format!("arith.cmpi {p}, {a}, {b} : {ty}"));
    }

    fn select(&mut self) {
        let ty = self.random.pick(&TYPES);
        let (c, a, b) = (self.value("i1"), self.value(ty), self.value(ty));
        self.define(ty, &format!("arith.select {c}, {a}, {b} : {ty}"));
    }

    fn cast(&mut self) {
        let (from, to) = (self.random.pick(&INTS), self.random.pick(&TYPES));
        let a = self.value(from);
        let index = from == "index" || to == "index";
        let op = match to {
            "f32" if from == "index" => return,
            "f32" if from == "i32" => self.random.pick(&["sitofp", "uitofp", "bitcast"]),
            "f32" => self.random.pick(&["sitofp", "uitofp"]),
            _ if from == to || (index && (from == "i1" || to == "i1")) => return,
            _ if index => self.random.pick(&["index_cast", "index_castui"]),
            _ if bits(from) > bits(to) => "trunci",
            _ => self.random.pick(&["extsi", "extui"]),
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
        let (c, ty) = (self.value("i1"), self.random.pick(&TYPES));
        let name = self.name();
        self.line(&format!("{name} = scf.if {c} -> ({ty}) {{"));
        self.region(3, ty, "scf.yield");
        self.line("} else {");
        self.region(3, ty, "scf.yield");
        self.line("}");
        self.values.push((name, ty));
    }

    fn counted_loop(&mut self) {
        let ty = self.random.pick(&TYPES);
        let first = self.value(ty);
        let (low, step) = (self.random.below(5) as i64 - 2, 1 + self.random.below(3));
        let high = low + self.random.below(6) as i64;
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
        let ty = self.random.pick(&TYPES);
        let first = self.value(ty);
        let zero = self.define("i32", "arith.constant 0 : i32");
        let last = 1 + self.random.below(5);
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
        let f = self.random.below(self.functions.len());
        let types = self.functions[f].clone();
        let args: Vec<String> = types.iter().map(|t| self.value(t)).collect();
        let (args, list) = (args.join(", "), types.join(", "));
        self.define(types[0], &format!("func.call @f{f}({args}) : ({list}) -> {}", types[0]));
    }

    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            match self.random.below(if self.depth < 3 { 18 } else { 12 }) {
                0..4 => self.arithmetic(),
                4..6 => self.compare(),
                6 => self.select(),
                7..10 => self.cast(),
                10 => self.floats(),
                11 => {
                    let ty = self.random.pick(&TYPES);
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

fn program(seed: u64) -> String {
    let mut w = Writer {
        random: Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        out: String::from("module {\n"),
        values: Vec::new(),
        count: 0,
        depth: 0,
        functions: Vec::new(),
    };
    for f in 0..2 {
        let types = [w.random.pick(&TYPES), w.random.pick(&TYPES)];
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
    w.statements(25);
    w.print_all();
    w.line("return");
    w.out.push_str("  }\n}\n");
    w.out
}

/// What a run prints.
fn run(text: &str) -> String {
    let (module, found) = pto_ir::parse(text);
    assert!(found.is_empty(), "{text}\n{found:?}");
    let verified = pto_check::verify(module, Target::A5, &pto_check::Options::default());
    let (verified, _) = verified.unwrap_or_else(|(_, found)| panic!("{text}\n{found:?}"));
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program =
        pto_sim::decode(&verified, Some("k"), numerics).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let launch = Launch { max_steps: Some(1_000_000), ..Launch::default() };
    let report = program.run(&mut [], &launch);
    let report = report.unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    report.printed.iter().map(|line| format!("{line}\n")).collect()
}

/// The C++ compiler of this machine; says that there is none.
fn compiler() -> Option<&'static str> {
    let works = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let found = ["g++", "clang++"].into_iter().find(works);
    if found.is_none() {
        eprintln!("skipped: there is no C++ compiler (g++ or clang++)");
    }
    found
}

#[test]
fn numbers_and_control_flow_are_the_same_in_cpp() {
    let Some(compiler) = compiler() else { return };
    let programs: Vec<String> = (0..PROGRAMS).map(program).collect();
    let expected: Vec<String> = programs.iter().map(|text| run(text)).collect();
    let mut cpp = String::from("#include \"pto/pto-inst.hpp\"\nusing namespace pto;\n");
    for (i, text) in programs.iter().enumerate() {
        let emitted = pto_lower::emit(text, Target::A5, &EmitOptions::default());
        let emitted = emitted.unwrap_or_else(|e| panic!("{text}\n{:?}", e.findings));
        let _ = writeln!(cpp, "namespace program{i} {{");
        // The include stands in front of all of them.
        emitted.text.lines().skip(2).for_each(|l| cpp.extend([l, "\n"]));
        cpp.push_str("}\n");
    }
    // A trap must not swallow what was printed before it.
    cpp.push_str("int main() {\n  std::setvbuf(stdout, nullptr, _IONBF, 0);\n");
    for i in 0..programs.len() {
        let _ = writeln!(cpp, "  std::printf(\"program %d\\n\", {i}); program{i}::k();");
    }
    cpp.push_str("}\n");
    let folder = std::env::temp_dir().join(format!("pto-executes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, binary) = (folder.join("all.cpp"), folder.join("all"));
    std::fs::write(&source, &cpp).unwrap();
    let built = Command::new(compiler)
        .args(["-std=c++17", "-O1", "-w", "-ffp-contract=off"])
        .args(["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-I"])
        .arg(root().join("crates/pto-lower/tests/stub/executing"))
        .args(["-o".as_ref(), binary.as_os_str(), source.as_os_str()])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    // Wrong code may never end.
    let line = "ulimit -t 60; exec \"$0\"";
    let done = Command::new("sh").args(["-c", line]).arg(&binary).output().unwrap();
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    std::fs::remove_dir_all(&folder).unwrap();
    let mut lines = printed.lines();
    for (i, (text, expected)) in programs.iter().zip(&expected).enumerate() {
        assert_eq!(lines.next(), Some(&*format!("program {i}")), "the program before ended early");
        for (n, expected) in expected.lines().enumerate() {
            let got = lines.next();
            let print = text.lines().filter(|l| l.contains("pto.print")).nth(n).unwrap_or_default();
            assert_eq!(got, Some(expected), "program {i}: {}\n{text}", print.trim());
        }
    }
    assert!(done.status.success(), "{:?}", done.status);
}
