//! Which blocks of the op table describe what a source calls by its own name.

use pto_isa::def::Origin;
use pto_isa::{OpDef, ops};
use std::collections::{BTreeMap, BTreeSet};

/// The blocks by C++ name (in small letters), by page and by mnemonic.
pub struct Blocks {
    by_name: BTreeMap<String, Vec<&'static OpDef>>,
}

impl Blocks {
    /// Of the whole table.
    pub fn of_table() -> Blocks {
        let mut by_name: BTreeMap<String, Vec<&'static OpDef>> = BTreeMap::new();
        let mut add = |name: &str, op: &'static OpDef| {
            let list = by_name.entry(name.to_string()).or_default();
            if !list.iter().any(|o| o.is(op)) {
                list.push(op);
            }
        };
        for op in pto_isa::all() {
            for name in [op.name, op.printed_name()].into_iter().chain(op.aliases.iter().copied()) {
                add(name, op);
            }
            for form in op.cpp.split(';') {
                let name = form.trim().split(['<', '(', '[']).next().unwrap_or("");
                let name = name.rsplit("::").next().unwrap_or(name);
                if !name.is_empty() {
                    add(&name.to_lowercase(), op);
                }
            }
            if let Origin::Manual(page) = op.origin {
                add(page, op);
            }
        }
        Blocks { by_name }
    }

    /// The blocks of a name. A function of one form of an instruction has its name and more: `textract_nd2xnz`.
    fn called(&self, name: &str) -> &[&'static OpDef] {
        let mut name = name;
        loop {
            if let Some(list) = self.by_name.get(name) {
                return list;
            }
            match name.rsplit_once('_') {
                Some((shorter, _)) => name = shorter,
                None => return &[],
            }
        }
    }

    /// The files of `crates/pto-isa/src/ops` with the entries to look at, or `none`.
    pub fn of<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> String {
        /// More entries of a file are counted.
        const NAMED: usize = 6;
        let mut files: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for op in names.into_iter().flat_map(|n| self.called(n)) {
            files.entry(ops::file_of(op).unwrap_or("?")).or_default().insert(op.name);
        }
        if files.is_empty() {
            return "none".into();
        }
        let parts = files.iter().map(|(file, entries)| {
            let named: Vec<&str> = entries.iter().copied().take(NAMED).collect();
            let more = match entries.len().saturating_sub(NAMED) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            format!("{file}.rs ({}{more})", named.join(", "))
        });
        parts.collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_any_name() {
        let blocks = Blocks::of_table();
        assert_eq!(blocks.of(["tadd"]), "tile_binary.rs (tadd)");
        assert_eq!(blocks.of(["tmatmul.acc"]), "tile_matmul.rs (tmatmul_acc)");
        assert!(blocks.of(["tquant"]).contains("tquant.mx"), "{}", blocks.of(["tquant"]));
        assert_eq!(blocks.of(["textract_nd2xnz"]), blocks.of(["textract"]));
        assert_eq!(blocks.of(["nothing"]), "none");
    }
}
