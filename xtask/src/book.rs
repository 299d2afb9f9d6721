//! `cargo xtask book`: the pages under `docs` as a book to read in a browser, in `target/book`.
//!
//! The pages are copied, and links that leave `docs` are turned into links to the repository, since a book has
//! nothing else to lead to; `README.md` becomes the `index.md` that `mdbook` makes of it. Then `mdbook` makes the book, and all links inside it are followed once more. `mdbook` is
//! taken from `PATH` or from `target/tools/bin`; without it the command says that it was skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Where pages outside of the book are read.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main");

pub fn run(args: &[String]) -> ExitCode {
    if !args.is_empty() {
        eprintln!("usage: cargo xtask book");
        return ExitCode::from(2);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let Some(mdbook) = mdbook(&root) else {
        println!("skipped: the book is not built, there is no `mdbook`; to have one:");
        println!("  cargo install mdbook@0.5.4 --locked --root target/tools");
        return ExitCode::SUCCESS;
    };
    match build(&root, &mdbook) {
        Ok(pages) => {
            println!("target/book/html/index.html: {pages} pages");
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn mdbook(root: &Path) -> Option<PathBuf> {
    let own = root.join("target/tools/bin/mdbook");
    let works = |p: &PathBuf| Command::new(p).arg("--version").output().is_ok();
    [own, "mdbook".into()].into_iter().find(works)
}

/// Copies, builds, looks at the result; the number of pages.
fn build(root: &Path, mdbook: &Path) -> Result<usize, String> {
    let book = root.join("target/book");
    let source = book.join("source");
    if book.exists() {
        std::fs::remove_dir_all(&book).map_err(|e| format!("{}: {e}", book.display()))?;
    }
    copy(&root.join("docs"), &source, Path::new("docs"))?;
    let done = Command::new(mdbook)
        .args(["build", "--dest-dir"])
        .arg(book.canonicalize().map_err(|e| e.to_string())?.join("html"))
        .arg(&source)
        .env("MDBOOK_LOG", "warn")
        .output()
        .map_err(|e| format!("{}: {e}", mdbook.display()))?;
    let said = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() || !said.trim().is_empty() {
        return Err(format!("mdbook says:\n{said}"));
    }
    let mut pages = Vec::new();
    files_below(&book.join("html"), &mut pages);
    copy_playground(root, &book)?;
    pages.retain(|p| p.extension().is_some_and(|e| e == "html"));
    let mut names = Names::new();
    let lost: Vec<String> = pages.iter().flat_map(|p| lost_links(p, &mut names)).collect();
    if lost.is_empty() { Ok(pages.len()) } else { Err(lost.join("\n")) }
}

/// Puts the playground beside the pages, whose programs can then be tried; without it they are as they are.
fn copy_playground(root: &Path, book: &Path) -> Result<(), String> {
    let made = root.join("target/web");
    let mut files = Vec::new();
    files_below(&made, &mut files);
    if files.is_empty() {
        println!("programs of the book cannot be tried in it: `cargo xtask web` was not run");
    }
    for file in files {
        let name = file.strip_prefix(&made).map_err(|e| e.to_string())?;
        let to = book.join("html/playground").join(name);
        let told = |e: std::io::Error| format!("{}: {e}", to.display());
        std::fs::create_dir_all(to.parent().unwrap_or(&to)).map_err(told)?;
        std::fs::copy(&file, &to).map_err(told)?;
    }
    Ok(())
}

/// Copies a folder of pages; `at` is its path from the root.
fn copy(from: &Path, to: &Path, at: &Path) -> Result<(), String> {
    let told = |e: std::io::Error| format!("{}: {e}", from.display());
    std::fs::create_dir_all(to).map_err(told)?;
    for entry in std::fs::read_dir(from).map_err(told)?.flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target, &at.join(entry.file_name()))?;
        } else if path.extension().is_some_and(|e| e == "md") {
            let text = std::fs::read_to_string(&path).map_err(told)?;
            let contents = path.ends_with("SUMMARY.md");
            let text = if contents { text } else { relinked(&text, at) };
            std::fs::write(target, text).map_err(told)?;
        } else {
            std::fs::copy(&path, target).map_err(told)?;
        }
    }
    Ok(())
}

/// A page with links that hold in the book.
fn relinked(text: &str, folder: &Path) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        out += before;
        out += "](";
        let end = after.find(')').unwrap_or(after.len());
        let (target, tail) = after.split_at(end);
        match left(folder, target) {
            Some(path) => out += &format!("{REPOSITORY}/{path}"),
            None => out += &target.replace("README.md", "index.md"),
        }
        rest = tail;
    }
    out + rest
}

/// The path from the root of a link that leaves `docs`.
fn left(folder: &Path, target: &str) -> Option<String> {
    if !target.starts_with("../") {
        return None;
    }
    let mut parts: Vec<&str> = folder.iter().filter_map(|p| p.to_str()).collect();
    for part in target.split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    (parts.first() != Some(&"docs")).then(|| parts.join("/"))
}

fn files_below(folder: &Path, list: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            files_below(&path, list);
        } else {
            list.push(path);
        }
    }
}

/// What a link can name in each file; nothing if there is no such file.
type Names = BTreeMap<PathBuf, Option<BTreeSet<String>>>;

/// Links of a built page that lead to no file or no place in it.
fn lost_links(page: &Path, names: &mut Names) -> Vec<String> {
    // The page for addresses that do not exist has links from the root of a server.
    if page.ends_with("html/404.html") {
        return Vec::new();
    }
    let Ok(text) = std::fs::read_to_string(page) else { return Vec::new() };
    let folder = page.parent().unwrap_or(page);
    let mut lost = BTreeSet::new();
    for target in values(&text, "href=\"") {
        if target.contains("://") || target.starts_with("data:") {
            continue;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let file = if path.is_empty() { page.to_path_buf() } else { folder.join(path) };
        let found = names.entry(file).or_insert_with_key(|f| names_in(f));
        if !found.as_ref().is_some_and(|n| anchor.is_empty() || n.contains(anchor)) {
            lost.insert(format!("{}: {target} leads nowhere", page.display()));
        }
    }
    lost.into_iter().collect()
}

fn names_in(file: &Path) -> Option<BTreeSet<String>> {
    // Pictures and the like are no text and have no names.
    let text = std::fs::read(file).ok()?;
    Some(values(&String::from_utf8_lossy(&text), "id=\"").map(str::to_string).collect())
}

/// The values of an attribute, which is given up to its opening quote.
fn values<'t>(text: &'t str, attribute: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(attribute).skip(1).filter_map(|t| t.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_lead_to_the_repository() {
        let text = "[a](../codes.md#0102) [b](vadd.md) [c](README.md#x) [d](../../README.md)";
        let wanted = format!(
            "[a](../codes.md#0102) [b](vadd.md) [c](index.md#x) [d]({REPOSITORY}/README.md)"
        );
        assert_eq!(relinked(text, Path::new("docs/isa")), wanted);
        let wanted = format!("[a]({REPOSITORY}/tests/x.pto#L3)");
        assert_eq!(relinked("[a](../tests/x.pto#L3)", Path::new("docs")), wanted);
    }
}
