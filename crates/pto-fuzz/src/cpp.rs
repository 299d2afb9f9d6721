//! Emitted C++ is collected while a target runs, for a compiler to read when it is done: that takes too long for every input.

use pto_isa::Target;
use pto_lower::EmitOptions;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The variable that names the folder to collect in.
pub const FOLDER: &str = "PTO_FUZZ_CPP";
/// Texts that one process collects at most.
const MOST: usize = 400;

static COLLECT: OnceLock<Option<PathBuf>> = OnceLock::new();
static COLLECTED: AtomicUsize = AtomicUsize::new(0);

/// Collects in a folder, whatever the variable says; before the first program is written.
pub fn collect_in(folder: PathBuf) {
    let _ = COLLECT.set(Some(folder));
}

/// Writes a program as C++; what it becomes is kept as `HASH.TARGET.cpp`, with the program beside it, if a folder is named.
pub fn emit(text: &str, target: Target) -> Result<String, pto_lower::Failed> {
    let emitted = pto_lower::emit(text, target, &EmitOptions::default())?;
    if let Some(folder) = COLLECT.get_or_init(|| std::env::var_os(FOLDER).map(PathBuf::from)) {
        let mut hasher = DefaultHasher::new();
        emitted.text.hash(&mut hasher);
        let hash = hasher.finish();
        // One in eight, so that what comes late has a chance.
        if hash.is_multiple_of(8) && COLLECTED.fetch_add(1, Ordering::Relaxed) < MOST {
            let path = folder.join(format!("{hash:016x}.{target}.cpp"));
            // A fuzzer whose folder is gone goes on.
            let _ = std::fs::write(path.with_extension("pto"), text);
            let _ = std::fs::write(path, &emitted.text);
        }
    }
    Ok(emitted.text)
}
