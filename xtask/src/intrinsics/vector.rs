//! Intrinsics on vector registers and predicates, written into `crates/pto/src/vector/ops`: the SSA form as functions
//! of values.

mod enums;
mod shape;
mod solve;
mod test;
mod variant;
mod write;

use enums::AttrEnums;
use pto_isa::def::Kind;
use pto_isa::{OpDef, ops};
use pto_sim::EagerCore;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where the files are.
pub const FOLDER: &str = "crates/pto/src/vector/ops";

/// Where the test of all functions is.
const TEST: &str = "crates/pto/tests/every_register_function/functions.rs";

fn is_on_registers(op: &OpDef) -> bool {
    let file = ops::file_of(op).unwrap_or("");
    file.starts_with("vector_") || file.starts_with("predicate")
}

/// Whether the loops around an instruction give it addresses: Rust's own loops are not those of a program.
pub fn is_addressed_by_loops(op: &OpDef) -> bool {
    op.operands.iter().any(|o| o.kind == Kind::Vaddr)
}

/// Whether an instruction has an intrinsic: one on registers, predicates or pointers that computes something.
pub fn is_intrinsic(op: &OpDef) -> bool {
    is_on_registers(op)
        && EagerCore::runs(op)
        && (0..op.operands.len() as u8).all(|slot| variant::sort(op, slot, false).is_some())
}

/// The names of the functions of an instruction.
pub fn functions(op: &'static OpDef) -> Result<Vec<String>, String> {
    Ok(shape::shapes(op)?.1.into_iter().map(|s| s.variant.name).collect())
}

/// The files, by their paths from the root. AttrEnums that instructions on tiles have, too, are one type.
pub fn files(on_tiles: &[&'static OpDef]) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut files: BTreeMap<&str, Vec<&'static OpDef>> = BTreeMap::new();
    for op in pto_isa::all().filter(|o| is_intrinsic(o)) {
        files.entry(ops::file_of(op).unwrap_or("")).or_default().push(op);
    }
    let all: Vec<&'static OpDef> = files.values().flatten().copied().collect();
    let words = AttrEnums::of(&all, on_tiles)?;
    let mut list = BTreeMap::new();
    let names: Vec<&str> = files.keys().copied().collect();
    list.insert(PathBuf::from(format!("{FOLDER}.rs")), write::root(&names));
    for (file, ops) in &files {
        list.insert(PathBuf::from(format!("{FOLDER}/{file}.rs")), write::file(file, ops, &words)?);
    }
    list.insert(PathBuf::from(format!("{FOLDER}/enums.rs")), words.text());
    list.insert(PathBuf::from(TEST), test::file(&all, &words)?);
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_executable_instruction_on_registers_has_one() {
        let executes = |o: &&OpDef| is_on_registers(o) && o.is_executable();
        let all: Vec<&OpDef> = pto_isa::all().filter(executes).collect();
        assert!(all.len() > 100, "{} instructions", all.len());
        let without = all.iter().filter(|o| !is_intrinsic(o) && !is_addressed_by_loops(o));
        let names: Vec<&str> = without.map(|o| o.name).collect();
        assert!(names.is_empty(), "{names:?}");
    }

    #[test]
    fn instructions_on_registers_elsewhere_are_of_another_kind() {
        let on = |o: &&OpDef| {
            o.operands.iter().any(|o| matches!(o.kind, Kind::Vreg | Kind::Mask | Kind::Align))
        };
        let others = pto_isa::all().filter(|o| on(o) && !is_on_registers(o));
        let names: Vec<&str> = others.map(|o| o.name).collect();
        assert_eq!(names, [""; 0]);
    }
}
