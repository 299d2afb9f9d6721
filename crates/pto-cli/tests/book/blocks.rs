//! Runs the blocks of a page and compares what they show with what is printed.

use crate::page::{Block, Page};
use crate::{program, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pages whose Rust programs are documentation tests of the crate `pto`, and one that shows a piece of the
/// instruction table.
const RUST_PAGES: [&str; 3] = ["README.md", "docs/rust-api.md", "CONTRIBUTING.md"];

/// Whether a page has anything to run.
pub fn any(page: &Page) -> bool {
    !page.is_generated()
        && page.blocks.iter().any(|b| matches!(kind(b), "console" | "pto" | "sh" | "bash" | "rust"))
}

fn kind(block: &Block) -> &str {
    block.info.split(' ').next().unwrap_or("")
}

/// Runs all blocks of a page, in order, in a folder of its own. With `bless` the page is rewritten.
pub fn run(page: &Page, bless: bool) -> Result<(), String> {
    let folder = folder(&page.name).map_err(|e| format!("a folder for {}: {e}", page.name))?;
    let mut failures = Vec::new();
    let mut texts = Vec::new();
    for block in &page.blocks {
        let mut text = block.text.clone();
        let outcome = match kind(block) {
            "console" => console(&folder, block, bless).and_then(|printed| {
                text = printed;
                let hint = "`BLESS=1 cargo test -p pto-cli --test book` would write";
                if text == block.text { Ok(()) } else { Err(format!("{hint}\n{text}")) }
            }),
            "pto" => program::check(&folder, block),
            "sh" | "bash" => not_run(block),
            "rust" if !RUST_PAGES.contains(&page.name.as_str()) => {
                Err(format!("Rust programs are compiled on {} only", RUST_PAGES.join(", ")))
            }
            _ => Ok(()),
        };
        if let Err(e) = outcome {
            let blessed = bless && text != block.text;
            if !blessed {
                failures.push(format!("{}:{}: {e}", page.name, block.line));
            }
        }
        texts.push(text);
    }
    if bless {
        rewrite(page, &texts)?;
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// An empty folder with what a clone has: `examples`, and the command where `cargo build --release` puts it.
fn folder(name: &str) -> std::io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name.replace('/', "_"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let built = folder.join("target/release");
    std::fs::create_dir_all(&built)?;
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_pto"), built.join("pto"))?;
    copy(&root().join("examples"), &folder.join("examples"))?;
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// The block as it should be: each command, and what it prints. A command goes on after a `\` at its end.
fn console(folder: &Path, block: &Block, bless: bool) -> Result<String, String> {
    let mut text = String::new();
    let mut lines = block.text.lines().peekable();
    if !lines.peek().is_some_and(|l| l.starts_with("$ ")) {
        return Err("a console block begins with `$ COMMAND`".into());
    }
    while let Some(line) = lines.next() {
        let Some(first) = line.strip_prefix("$ ") else { continue };
        let mut command = first.to_string();
        text += &format!("{line}\n");
        while command.ends_with('\\') {
            let more = lines.next().ok_or("a command ends with `\\`")?;
            command.pop();
            command += more.trim_start();
            text += &format!("{more}\n");
        }
        let printed = output(folder, &command)?;
        if bless && printed.contains(env!("CARGO_TARGET_TMPDIR")) {
            return Err(format!("`{command}` prints a path of this machine"));
        }
        text += &printed;
    }
    Ok(text)
}

/// What a command prints, without blanks at the ends of lines.
fn output(folder: &Path, command: &str) -> Result<String, String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_pto"));
    let mut path = vec![binary.parent().unwrap_or(binary).to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path = std::env::join_paths(path).map_err(|e| e.to_string())?;
    let done = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("LC_ALL", "C")
        .output()
        .map_err(|e| format!("sh: {e}"))?;
    let text = String::from_utf8_lossy(&done.stdout);
    let lines: String = text.trim_end().lines().flat_map(|l| [l.trim_end(), "\n"]).collect();
    Ok(lines)
}

/// A block that nobody runs must not show what could be run.
fn not_run(block: &Block) -> Result<(), String> {
    let calls = |l: &&str| l.starts_with("pto ") || l.starts_with("./target/release/pto ");
    match block.text.lines().find(calls) {
        Some(line) => Err(format!("`{line}` belongs into a console block, which is run")),
        None => Ok(()),
    }
}

/// Writes a page with other texts in its blocks.
fn rewrite(page: &Page, texts: &[String]) -> Result<(), String> {
    let mut text = String::new();
    let mut lines = page.text.lines().enumerate();
    let mut blocks = page.blocks.iter().zip(texts);
    while let Some((_, line)) = lines.next() {
        text += &format!("{line}\n");
        if line.starts_with("```") {
            let (_, body) = blocks.next().ok_or("more fences than blocks")?;
            text += body;
            text += "```\n";
            lines.find(|(_, l)| *l == "```");
        }
    }
    if text == page.text {
        return Ok(());
    }
    std::fs::write(root().join(&page.name), text).map_err(|e| format!("{}: {e}", page.name))
}
