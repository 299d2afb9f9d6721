//! Loops, branches and calls of a random program.

use super::{Item, Number, PARAMETERS, Printer, SLABS, Test, Trips};
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn counted(&mut self, trips: Trips, body: &[Item]) {
        let zero = "%c0".to_string();
        let (low, high, step) = match trips {
            Trips::Known(n) => (zero, self.constant(n), "%c1".to_string()),
            Trips::Parameter => (zero, "%n".to_string(), "%c1".to_string()),
            Trips::Counter => (zero, self.counter(0), "%c1".to_string()),
            Trips::Blocks(n) | Trips::AllBlocks(n) => {
                let blocks = self.value("pto.get_block_num");
                let step = self.value(&format!("arith.index_cast {blocks} : i64 to index"));
                let own = self.block();
                let low = if trips == Trips::AllBlocks(n) { zero } else { own };
                (low, self.constant(n.min(SLABS)), step)
            }
        };
        let counter = self.name("%i");
        let mut carried: Vec<((usize, usize), String)> = Vec::new();
        for (modulus, plus) in body.iter().flat_map(carried_in) {
            if !carried.iter().any(|c| c.0 == (modulus, plus)) {
                carried.push(((modulus, plus), self.name("%k")));
            }
        }
        let mut starts = Vec::new();
        for ((_, plus), name) in &carried {
            let start = self.constant(*plus);
            starts.push(format!("{name} = {start}"));
        }
        let types = vec!["index"; carried.len()].join(", ");
        let head = format!("scf.for {counter} = {low} to {high} step {step}");
        match carried.is_empty() {
            true => self.line(&format!("{head} {{")),
            false => {
                let results = self.name("%r");
                let count = carried.len();
                let results = if count == 1 { results } else { format!("{results}:{count}") };
                self.line(&format!(
                    "{results} = {head} iter_args({}) -> ({types}) {{",
                    starts.join(", ")
                ));
            }
        }
        let number = match body.iter().any(uses_iteration) {
            true => {
                self.depth += 1;
                let distance = self.op("subi", &counter, &low);
                let number = self.op("divui", &distance, &step);
                self.depth -= 1;
                number
            }
            false => "%c0".to_string(),
        };
        self.counters.push(counter);
        self.iterations.push(number);
        self.carried.push(carried.clone());
        self.body(body);
        if !carried.is_empty() {
            self.depth += 1;
            let mut next = Vec::new();
            for ((modulus, _), name) in &carried {
                let m = self.constant(*modulus);
                let sum = self.op("addi", name, "%c1");
                next.push(self.op("remui", &sum, &m));
            }
            self.line(&format!("scf.yield {} : {types}", next.join(", ")));
            self.depth -= 1;
        }
        self.carried.pop();
        self.iterations.pop();
        self.counters.pop();
        self.line("}");
    }

    pub(super) fn conditional_loop(&mut self, body: &[Item]) {
        let (result, asked, counter) = (self.name("%r"), self.name("%j"), self.name("%i"));
        self.line(&format!("{result} = scf.while ({asked} = %c0) : (index) -> index {{"));
        self.depth += 1;
        let more = self.value(&format!("arith.cmpi slt, {asked}, %n : index"));
        self.line(&format!("scf.condition({more}) {asked} : index"));
        self.depth -= 1;
        self.line("} do {");
        self.line(&format!("^bb0({counter}: index):"));
        self.counters.push(counter.clone());
        self.iterations.push(counter.clone());
        self.carried.push(Vec::new());
        self.body(body);
        self.carried.pop();
        self.iterations.pop();
        self.counters.pop();
        self.depth += 1;
        let next = self.op("addi", &counter, "%c1");
        self.line(&format!("scf.yield {next} : index"));
        self.depth -= 1;
        self.line("}");
    }

    pub(super) fn jumps(&mut self, body: &[Item]) {
        let (counter, at) = (self.name("%i"), self.fresh);
        self.line(&format!("cf.br ^head{at}(%c0 : index)"));
        self.line(&format!("^head{at}({counter}: index):"));
        let more = self.value(&format!("arith.cmpi slt, {counter}, %n : index"));
        self.line(&format!("cf.cond_br {more}, ^body{at}, ^end{at}"));
        self.line(&format!("^body{at}:"));
        self.counters.push(counter.clone());
        self.iterations.push(counter.clone());
        self.carried.push(Vec::new());
        self.body(body);
        self.carried.pop();
        self.iterations.pop();
        self.counters.pop();
        let next = self.op("addi", &counter, "%c1");
        self.line(&format!("cf.br ^head{at}({next} : index)"));
        self.line(&format!("^end{at}:"));
    }

    pub(super) fn branch(&mut self, test: Test, yes: &[Item], no: &[Item]) {
        let condition = match test {
            Test::Flag => "%flag".to_string(),
            Test::Even => {
                let rest = self.index(Number::Turn { base: 0, plus: 0, modulus: 2 });
                self.value(&format!("arith.cmpi eq, {rest}, %c0 : index"))
            }
            Test::FirstBlock => {
                let block = self.block();
                self.value(&format!("arith.cmpi eq, {block}, %c0 : index"))
            }
        };
        self.line(&format!("scf.if {condition} {{"));
        self.body(yes);
        if !no.is_empty() {
            self.line("} else {");
            self.body(no);
        }
        self.line("}");
    }

    /// A function of the statements, called with each of the numbers.
    pub(super) fn call(&mut self, numbers: &[String], body: &[Item]) {
        let function = self.name("@f");
        let handed_over = |kind: &str| -> Vec<String> {
            (0..self.counters.len()).map(|i| format!("%{kind}{}_{i}", self.fresh)).collect()
        };
        let (counters, iterations) = (handed_over("o"), handed_over("t"));
        let more: String = counters.iter().chain(&iterations).fold(String::new(), |mut all, c| {
            let _ = write!(all, ", {c}: index");
            all
        });
        let mut inner = Printer {
            program: self.program,
            text: format!("  func.func {function}({PARAMETERS}, %param: index{more}) {{\n"),
            functions: String::new(),
            fresh: self.fresh,
            depth: 2,
            counters,
            iterations,
            carried: Vec::new(),
            param: "%param".into(),
            popped: "%none".into(),
        };
        inner.head(false);
        body.iter().for_each(|i| inner.item(i));
        inner.text.push_str("    return\n  }\n");
        self.fresh = inner.fresh;
        self.functions.push_str(&inner.functions);
        self.functions.push_str(&inner.text);
        let types = "!pto.ptr<f16, gm>, !pto.ptr<f32, gm>, !pto.ptr<f32, gm>, !pto.ptr<f32, gm>, index, i1, index";
        let given = self.counters.iter().chain(&self.iterations);
        let given_types = ", index".repeat(given.clone().count());
        let given: String = given.fold(String::new(), |all, c| format!("{all}, {c}"));
        for n in numbers {
            self.line(&format!(
                "func.call {function}(%h, %x, %y, %w, %n, %flag, {n}{given}) : ({types}{given_types}) -> ()"
            ));
        }
    }
}

/// Whether a statement of a loop's own body uses the number of the iteration.
fn uses_iteration(item: &Item) -> bool {
    item.numbers().into_iter().any(|n| matches!(n, Number::Iteration { .. }))
        || !item.is_loop() && item.parts().into_iter().flatten().any(uses_iteration)
}

/// The numbers that a statement of a loop's own body lets it carry along.
fn carried_in(item: &Item) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = item
        .numbers()
        .into_iter()
        .filter_map(|n| match n {
            Number::Carried { plus, modulus, .. } => Some((modulus, plus)),
            _ => None,
        })
        .collect();
    if !item.is_loop() {
        all.extend(item.parts().into_iter().flatten().flat_map(carried_in));
    }
    all
}
