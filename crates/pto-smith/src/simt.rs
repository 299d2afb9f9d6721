//! Programs of SIMT threads, with what they must leave: every thread carries a number through branches, loops, votes,
//! exchanges and reductions.
//!
//! What is expected is found by another way of executing: all threads go through the tree of statements in step, and a mask
//! says which of them take part.

use crate::Choices;
use std::fmt::Write as _;

/// Threads of a warp.
const WARP: usize = 32;

/// A program and what it leaves in its buffers.
pub struct ThreadProgram {
    /// `@k(%out: ptr<i32>, %count: ptr<i32>)`.
    pub text: String,
    /// One number per thread.
    pub out: Vec<u32>,
    /// The sum of what threads added to a common counter.
    pub count: u32,
}

enum Statement {
    /// Add, multiply or flip by a number, or by the number of the thread.
    Arith(&'static str, Option<u32>),
    Vote(&'static str),
    /// The kind, the number, the width.
    Shuffle(&'static str, u32, u32),
    Redux(&'static str, bool),
    /// Add to the common counter.
    Count,
    /// By a bit of the number, or by the lane.
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// As often as the lane and a number say.
    Loop(u32, Vec<Statement>),
    Barrier,
}

enum Condition {
    Bit(u32),
    Below(u32),
}

/// A program of about this many statements.
pub fn program(choices: &mut Choices, size: u32) -> ThreadProgram {
    let threads = 1 + choices.below(70) as usize;
    let statements: Vec<Statement> = (0..size)
        .map(|_| if choices.below(6) == 0 { Statement::Barrier } else { statement(choices, 2) })
        .collect();
    let mut writer = Writer { lines: String::new(), names: 0, depth: 3 };
    let last = writer.all(&statements, "%tid".into());
    let text = format!(
        "module {{
  func.func @k(%out: !pto.ptr<i32, gm>, %count: !pto.ptr<i32, gm>) {{
    pto.section.simt <<<{threads}, 1, 1>>> {{
      %tid = pto.get_tid_x : i32
      %lane = pto.get_laneid : i32
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
{}      %t = arith.index_castui %tid : i32 to index
      pto.stg {last}, %out[%t] : !pto.ptr<i32, gm>, i32
    }}
    return
  }}
}}
",
        writer.lines
    );
    let mut model = Model { numbers: (0..threads as u32).collect(), count: 0 };
    model.all(&statements, &vec![true; threads]);
    ThreadProgram { text, out: model.numbers, count: model.count }
}

fn statement(c: &mut Choices, depth: u32) -> Statement {
    let block = |c: &mut Choices| -> Vec<Statement> {
        (0..1 + c.below(3)).map(|_| statement(c, depth - 1)).collect()
    };
    match c.below(if depth == 0 { 5 } else { 8 }) {
        0 => {
            let op = c.pick(&["addi", "muli", "xori"]);
            let number = (c.below(3) > 0).then(|| c.below(1000));
            Statement::Arith(op, number)
        }
        1 => Statement::Vote(c.pick(&["all", "any", "uni", "ballot"])),
        2 => {
            let kind = c.pick(&["idx", "up", "down", "bfly"]);
            Statement::Shuffle(kind, c.below(20), c.pick(&[16, 32]))
        }
        3 => Statement::Redux(c.pick(&["add", "max", "min"]), c.below(2) == 0),
        4 => Statement::Count,
        5 => {
            let condition = match c.below(2) {
                0 => Condition::Bit(c.below(4)),
                _ => Condition::Below(c.below(32)),
            };
            let yes = block(c);
            let no = if c.below(2) == 0 { block(c) } else { Vec::new() };
            Statement::If(condition, yes, no)
        }
        _ => {
            let extra = c.below(4);
            Statement::Loop(extra, block(c))
        }
    }
}

struct Writer {
    lines: String,
    names: u32,
    depth: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.lines, "{:1$}{line}", "", 2 * self.depth);
    }

    fn make(&mut self, what: &str) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        self.line(&format!("{name} = {what}"));
        name
    }

    fn number(&mut self, n: u32) -> String {
        self.make(&format!("arith.constant {} : i32", n as i32))
    }

    fn all(&mut self, statements: &[Statement], number: String) -> String {
        statements.iter().fold(number, |s, statement| self.one(statement, s))
    }

    fn block(&mut self, statements: &[Statement], number: &str) {
        self.depth += 1;
        let last = self.all(statements, number.into());
        self.line(&format!("scf.yield {last} : i32"));
        self.depth -= 1;
    }

    /// Writes a statement about the number `s`, and gives the name of the new one.
    fn one(&mut self, statement: &Statement, s: String) -> String {
        match statement {
            Statement::Arith(op, number) => {
                let by = match number {
                    Some(n) => self.number(*n),
                    None => "%tid".into(),
                };
                self.make(&format!("arith.{op} {s}, {by} : i32"))
            }
            Statement::Vote(kind) => {
                let low = self.make(&format!("arith.andi {s}, %one : i32"));
                let yes = self.make(&format!("arith.cmpi eq, {low}, %one : i32"));
                let answer = match *kind {
                    "ballot" => self.make(&format!("pto.vote_ballot {yes} : i1 -> i32")),
                    kind => {
                        let bit = self.make(&format!("pto.vote_{kind} {yes} : i1 -> i1"));
                        self.make(&format!("arith.extui {bit} : i1 to i32"))
                    }
                };
                self.make(&format!("arith.addi {s}, {answer} : i32"))
            }
            Statement::Shuffle(kind, number, width) => {
                let by = self.number(*number);
                let got = self.make(&format!(
                    "pto.shuffle_{kind} {s}, {by} {{width = {width} : i32}} : i32, i32 -> i32"
                ));
                let tripled = self.make(&format!("arith.muli {s}, %three : i32"));
                self.make(&format!("arith.addi {tripled}, {got} : i32"))
            }
            Statement::Redux(kind, signed) => {
                let sign = if *signed { "signed" } else { "unsigned" };
                let got = self.make(&format!("pto.redux_{kind} {s} {sign} : i32 -> i32"));
                self.make(&format!("arith.xori {s}, {got} : i32"))
            }
            Statement::Count => {
                self.make(&format!(
                    "pto.atomic_add %count, {s} signed : !pto.ptr<i32, gm>, i32 -> i32"
                ));
                s
            }
            Statement::If(condition, yes, no) => {
                let test = match condition {
                    Condition::Bit(bit) => {
                        let mask = self.number(1 << bit);
                        let part = self.make(&format!("arith.andi {s}, {mask} : i32"));
                        self.make(&format!("arith.cmpi ne, {part}, %zero : i32"))
                    }
                    Condition::Below(n) => {
                        let n = self.number(*n);
                        self.make(&format!("arith.cmpi ult, %lane, {n} : i32"))
                    }
                };
                let result = self.make(&format!("scf.if {test} -> (i32) {{"));
                self.block(yes, &s);
                self.line("} else {");
                self.block(no, &s);
                self.line("}");
                result
            }
            Statement::Loop(extra, body) => {
                let extra = self.number(*extra);
                let sum = self.make(&format!("arith.addi %lane, {extra} : i32"));
                let times = self.make(&format!("arith.andi {sum}, %three : i32"));
                let end = self.make(&format!("arith.index_castui {times} : i32 to index"));
                self.names += 1;
                let (i, carried) = (format!("%i{}", self.names), format!("%s{}", self.names));
                let result = self.make(&format!(
                    "scf.for {i} = %c0 to {end} step %c1 iter_args({carried} = {s}) -> (i32) {{"
                ));
                self.block(body, &carried);
                self.line("}");
                result
            }
            Statement::Barrier => {
                self.line("pto.syncthreads");
                s
            }
        }
    }
}

/// All threads in step.
struct Model {
    numbers: Vec<u32>,
    count: u32,
}

impl Model {
    fn all(&mut self, statements: &[Statement], mask: &[bool]) {
        for statement in statements {
            self.one(statement, mask);
        }
    }

    /// Changes the number of each thread that takes part, told its own and those of its warp that take part.
    fn update(&mut self, mask: &[bool], f: impl Fn(usize, u32, &[(usize, u32)]) -> u32) {
        let old = self.numbers.clone();
        for t in (0..old.len()).filter(|&t| mask[t]) {
            let first = t / WARP * WARP;
            let warp: Vec<(usize, u32)> = (first..old.len().min(first + WARP))
                .filter(|&o| mask[o])
                .map(|o| (o - first, old[o]))
                .collect();
            self.numbers[t] = f(t, old[t], &warp);
        }
    }

    fn one(&mut self, statement: &Statement, mask: &[bool]) {
        match statement {
            Statement::Arith(op, number) => self.update(mask, |t, s, _| {
                let by = number.unwrap_or(t as u32);
                match *op {
                    "addi" => s.wrapping_add(by),
                    "muli" => s.wrapping_mul(by),
                    _ => s ^ by,
                }
            }),
            Statement::Vote(kind) => self.update(mask, |_, s, warp| {
                let odd = warp.iter().filter(|o| o.1 & 1 == 1).count();
                let answer = match *kind {
                    "all" => u32::from(odd == warp.len()),
                    "any" => u32::from(odd > 0),
                    "uni" => u32::from(odd == 0 || odd == warp.len()),
                    _ => warp.iter().map(|&(lane, v)| (v & 1) << lane).sum(),
                };
                s.wrapping_add(answer)
            }),
            Statement::Shuffle(kind, number, width) => self.update(mask, |t, s, warp| {
                let (lane, n, width) = (t % WARP, *number as usize, *width as usize);
                let (base, place) = (lane / width * width, lane % width);
                let from = match *kind {
                    "idx" => Some(n),
                    "up" => place.checked_sub(n),
                    "down" => Some(place + n),
                    _ => Some(place ^ n),
                };
                let from = from.filter(|&f| f < width).map(|f| base + f);
                let got = warp.iter().find(|o| Some(o.0) == from).map_or(s, |o| o.1);
                s.wrapping_mul(3).wrapping_add(got)
            }),
            Statement::Redux(kind, signed) => self.update(mask, |_, s, warp| {
                let values = warp.iter().map(|o| o.1);
                let got = match (*kind, signed) {
                    ("add", _) => values.fold(0, u32::wrapping_add),
                    ("max", true) => values.map(|v| v as i32).max().unwrap_or(0) as u32,
                    ("max", false) => values.max().unwrap_or(0),
                    (_, true) => values.map(|v| v as i32).min().unwrap_or(0) as u32,
                    (_, false) => values.min().unwrap_or(0),
                };
                s ^ got
            }),
            Statement::Count => {
                let adds = self.numbers.iter().zip(mask).filter(|n| *n.1).map(|n| *n.0);
                self.count = adds.fold(self.count, u32::wrapping_add);
            }
            Statement::If(condition, yes, no) => {
                let test = |t: usize| match condition {
                    Condition::Bit(bit) => self.numbers[t] >> bit & 1 == 1,
                    Condition::Below(n) => t % WARP < *n as usize,
                };
                let taken: Vec<bool> = (0..mask.len()).map(test).collect();
                let part = |want: bool| -> Vec<bool> {
                    mask.iter().zip(&taken).map(|(&m, &t)| m && t == want).collect()
                };
                let (there, here) = (part(true), part(false));
                self.all(yes, &there);
                self.all(no, &here);
            }
            Statement::Loop(extra, body) => {
                let times = |t: usize| (t % WARP + *extra as usize) & 3;
                for i in 0..3 {
                    let left: Vec<bool> =
                        (0..mask.len()).map(|t| mask[t] && i < times(t)).collect();
                    self.all(body, &left);
                }
            }
            Statement::Barrier => {}
        }
    }
}
