//! The book and the READMEs: every command shown is run, every program is checked, every link leads somewhere.
//!
//! | block | what is done with it |
//! |---|---|
//! | <code>```console</code> | each line `$ COMMAND` is run by `sh`; what follows must be what it prints |
//! | <code>```pto</code> | the program is checked on every target; words after `pto` say more, see [`program`] |
//! | <code>```sh</code> | not run, so it must not call `pto` |
//! | <code>```rust</code> | compiled and run by the documentation tests of `pto`, which have the pages with Rust |
//!
//! The blocks of a page run one after another in a folder of their own, which has a copy of `examples`.
//! `BLESS=1 cargo test -p pto-cli --test book` writes what commands print into the pages.

mod blocks;
mod links;
mod page;
mod program;
mod summary;

use libtest_mimic::{Arguments, Trial};
use page::Page;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let pages: Arc<Vec<Page>> = match pages() {
        Ok(pages) => Arc::new(pages),
        Err(e) => {
            eprintln!("error: {e}");
            return ExitCode::from(2);
        }
    };
    let mut trials = Vec::new();
    for (i, page) in pages.iter().enumerate().filter(|(_, p)| blocks::any(p)) {
        let shared = Arc::clone(&pages);
        trials.push(Trial::test(page.name.clone(), move || Ok(blocks::run(&shared[i], bless)?)));
    }
    let shared = Arc::clone(&pages);
    trials.push(Trial::test("links", move || Ok(links::check(&shared)?)));
    let shared = Arc::clone(&pages);
    trials.push(Trial::test("summary", move || Ok(summary::check(&shared)?)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The pages at the root and under `docs`, in the order of their names.
fn pages() -> Result<Vec<Page>, String> {
    let mut names = Vec::new();
    list(&root(), "", false, &mut names)?;
    list(&root().join("docs"), "docs/", true, &mut names)?;
    names.sort();
    names.into_iter().map(|name| Page::read(&root(), name)).collect()
}

fn list(folder: &Path, prefix: &str, deep: bool, names: &mut Vec<String>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if name.ends_with(".md") {
            names.push(name);
        } else if deep && entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), deep, names)?;
        }
    }
    Ok(())
}
