//! Names of built values: wanted ones made fit and unique, numbers for all others.

use super::Builder;
use crate::module::{Module, Sym, ValueId};
use std::fmt::Write as _;

/// The name of a value until it gets one: the empty text is the first symbol of a built module.
pub(super) const UNNAMED: Sym = Sym(0);

/// Which names are taken. Every function has its own, as a text gives one name one meaning.
#[derive(Clone, Default)]
pub(super) struct Names {
    /// The number of the function that used a name last, from 1, by symbol.
    taken: Vec<u32>,
    /// The first value of each function, rising.
    functions: Vec<ValueId>,
}

/// Outside functions: taken everywhere.
const EVERYWHERE: u32 = u32::MAX;

impl Names {
    /// Values from here on belong to another function.
    pub(super) fn new_function(&mut self, first: ValueId) {
        self.functions.push(first);
    }

    fn function_of(&self, value: ValueId) -> u32 {
        match self.functions.partition_point(|&first| first <= value) {
            0 => EVERYWHERE,
            n => n as u32,
        }
    }

    fn is_taken(&self, name: Sym, function: u32) -> bool {
        let by = self.taken.get(name.index()).copied().unwrap_or(0);
        by == function || by == EVERYWHERE
    }

    fn take(&mut self, name: Sym, function: u32) {
        if self.taken.len() <= name.index() {
            self.taken.resize(name.index() + 1 + self.taken.len() / 2, 0);
        }
        self.taken[name.index()] = function;
    }

    /// A name like `wanted` that its function does not use.
    fn unique(&mut self, module: &mut Module, value: ValueId, wanted: &str) -> Sym {
        let function = self.function_of(value);
        let base = fit(wanted);
        let mut name = module.symbols.intern(&base);
        let mut n = 0;
        while self.is_taken(name, function) {
            n += 1;
            name = module.symbols.intern(&format!("{base}_{n}"));
        }
        self.take(name, function);
        name
    }

    /// How many values without names the function with the most of them has.
    fn most_unnamed(&self, module: &Module) -> usize {
        let ends = self.functions.iter().map(|f| f.index()).chain([module.values.len()]);
        let ranges = std::iter::once(0).chain(ends.clone()).zip(ends);
        let unnamed = |(from, to): (usize, usize)| {
            module.values[from..to].iter().filter(|v| v.name == UNNAMED).count()
        };
        ranges.map(unnamed).max().unwrap_or(0)
    }

    /// Numbers the values without names, in every function from 0. No wanted name begins with a digit.
    pub(super) fn number(&self, module: &mut Module) {
        let mut numbers: Vec<Sym> = Vec::new();
        let mut text = String::new();
        let mut next = 0;
        let mut starts = self.functions.iter().peekable();
        module.symbols.reserve(self.most_unnamed(module));
        for i in 0..module.values.len() {
            if starts.next_if(|f| f.index() == i).is_some() {
                next = 0;
            }
            if module.values[i].name != UNNAMED {
                continue;
            }
            if next == numbers.len() {
                text.clear();
                let _ = write!(text, "{next}");
                numbers.push(module.symbols.intern(&text));
            }
            module.values[i].name = numbers[next];
            next += 1;
        }
    }
}

/// The name with what a text cannot show replaced.
fn fit(wanted: &str) -> String {
    let inside = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let mut name: String = wanted.chars().map(inside).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        name.insert(0, '_');
    }
    name
}

impl Builder {
    /// Gives a value a name. If the function has a value of this name already, a number is put after it.
    pub fn name(&mut self, value: ValueId, name: &str) -> ValueId {
        if value.index() < self.module.values.len() {
            self.module.values[value.index()].name = self.unique_name(value, name);
        }
        value
    }

    pub(super) fn unique_name(&mut self, value: ValueId, name: &str) -> Sym {
        self.names.unique(&mut self.module, value, name)
    }
}
