//! Rust intrinsics, written from the op table into `crates/pto/src/intrinsics`: one file for each file of the table.

mod doc;
mod form;
mod types;
mod vector;
mod write;

use pto_isa::{OpDef, Sem, ops};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where the files are.
pub const FOLDER: &str = "crates/pto/src/intrinsics";
/// Where those on vector registers are.
pub const VECTOR_FOLDER: &str = vector::FOLDER;

/// Whether an instruction has an intrinsic: a C++ function of tiles that computes something. What only changes
/// what a tile is (`tassign`, `treshape`, `tsync`) is written by hand, and queues, handles and other devices have
/// no Rust types.
fn is_intrinsic(op: &OpDef) -> bool {
    let file = ops::file_of(op).unwrap_or("");
    file.starts_with("tile_")
        && op.cpp.starts_with(|c: char| c.is_ascii_uppercase())
        && !matches!(op.sem, Sem::Machine | Sem::Missing)
        && op.operands.iter().enumerate().all(|(slot, o)| {
            o.arity == pto_isa::def::Arity::Opt || types::sort(op, slot as u8).is_some()
        })
}

/// The files, by their paths from the root.
pub fn files() -> Result<BTreeMap<PathBuf, String>, String> {
    let mut files: BTreeMap<String, Vec<&'static OpDef>> = BTreeMap::new();
    for op in pto_isa::all().filter(|o| is_intrinsic(o)) {
        let file = ops::file_of(op).unwrap_or("");
        files.entry(file.to_string()).or_default().push(op);
    }
    let mut list = BTreeMap::new();
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    list.insert(PathBuf::from(format!("{FOLDER}.rs")), write::root(&names));
    for (file, ops) in &files {
        list.insert(PathBuf::from(format!("{FOLDER}/{file}.rs")), write::file(file, ops)?);
    }
    let ops: Vec<&'static OpDef> = files.values().flatten().copied().collect();
    list.insert(PathBuf::from(format!("{FOLDER}/words.rs")), write::words(&ops)?);
    list.append(&mut vector::files(&ops)?);
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_instruction_on_tiles_is_known_not_to_have_one() {
        let on_tiles = |o: &&&OpDef| ops::file_of(o).is_some_and(|f| f.starts_with("tile_"));
        let all: Vec<&OpDef> = pto_isa::all().collect();
        let without = all.iter().filter(on_tiles).filter(|o| !o.cpp.is_empty() && !is_intrinsic(o));
        let names: Vec<&str> = without.map(|o| o.name).collect();
        assert_eq!(
            names,
            [
                // Arguments without a Rust type: contexts, queues, configurations, formats.
                "tprefetch_async",
                "make_prefetch_async_context",
                // Other names of the same bytes; `treshape` is written by hand.
                "treshape",
                "bitcast",
                "set_quant_scalar",
                "set_quant_vector",
                "print",
                // Methods of `Tile`.
                "tgetval",
                "tsetval",
                "get_scale_addr",
                "set_img2col_padding",
                "set_img2col_rpt",
                "subview",
                "syncall",
                // Written by hand.
                "tassign",
                "tsync",
                "tile_buf_addr",
            ]
        );
    }
}
