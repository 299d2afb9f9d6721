//! Rust intrinsics, written from the op table into `crates/pto/src/intrinsics`: one file for each file of the table.

pub mod coverage;
mod doc;
mod form;
mod python;
mod types;
mod vector;
mod write;

use pto_isa::class::{Class, Sync};
use pto_isa::{OpDef, ops};
use pto_sim::EagerCore;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where the files are.
pub const FOLDER: &str = "crates/pto/src/intrinsics";
/// Where those on vector registers are.
pub const VECTOR_FOLDER: &str = vector::FOLDER;

/// Instructions of these files are about tiles and global memory.
fn is_in_reach(op: &OpDef) -> bool {
    let file = ops::file_of(op).unwrap_or("");
    file.starts_with("tile_") || matches!(file, "comm" | "comm_async" | "pipe_queue")
}

/// Whether an intrinsic is generated: the instruction computes something by itself (or will, once somebody has written
/// down what), and every operand it needs has a Rust type. What changes what a tile is, gives a value that is no tile or
/// needs a type of its own is written by hand.
fn is_intrinsic(op: &OpDef) -> bool {
    let call = op.cpp.strip_prefix("comm::").unwrap_or(op.cpp);
    is_in_reach(op)
        && coverage::by_hand(op).is_none()
        && (call.is_empty() || call.starts_with(|c: char| c.is_ascii_uppercase()))
        && (EagerCore::runs(op) || (is_recorded_only(op) && !call.is_empty()))
        && op.operands.iter().enumerate().all(|(slot, o)| {
            o.arity == pto_isa::def::Arity::Opt || types::sort(op, slot as u8).is_some()
        })
}

/// Whether an instruction can be recorded and not be executed by itself: nobody has written down what it does, or it
/// waits for other devices.
fn is_recorded_only(op: &OpDef) -> bool {
    let counters =
        matches!(op.class, Class::Sync(Sync::Notify | Sync::WaitSignal | Sync::TestSignal));
    counters || !op.is_executable()
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
    list.insert(PathBuf::from(format!("{FOLDER}/enums.rs")), write::words(&ops)?);
    list.append(&mut vector::files(&ops)?);
    list.insert(PathBuf::from(python::FILE), python::file());
    Ok(list)
}
