//! The report: figures, a table of what differs, cited lines to read again, and the texts if asked for.

use super::blocks::Blocks;
use super::citations::{Citation, Fate};
use super::fact::{Change, Kind};
use std::fmt::Write;

/// All that differs between two states.
pub struct Report {
    pub old: String,
    pub new: String,
    pub changes: Vec<Change>,
    pub citations: Vec<Citation>,
}

impl Report {
    /// As markdown. `with_text` prints the statements themselves below.
    pub fn markdown(&self, blocks: &Blocks, with_text: bool) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write(blocks, with_text, &mut out);
        out
    }

    fn write(&self, blocks: &Blocks, with_text: bool, out: &mut String) -> std::fmt::Result {
        writeln!(out, "From `{}` to `{}`.\n", self.old, self.new)?;
        writeln!(out, "| kind | new | gone | changed |\n|---|---|---|---|")?;
        for kind in Kind::ALL {
            let of_kind = || self.changes.iter().filter(|c| c.kind == kind);
            let (new, gone): (usize, usize) =
                (of_kind().map(|c| c.new.len()).sum(), of_kind().map(|c| c.gone.len()).sum());
            let changed: usize = of_kind().map(|c| c.changed.len()).sum();
            writeln!(out, "| {} | {new} | {gone} | {changed} |", kind.word())?;
        }
        if !self.changes.is_empty() {
            writeln!(
                out,
                "\n| kind | what | target | change | where | block |\n|---|---|---|---|---|---|"
            )?;
            for change in &self.changes {
                let names = change.instructions.iter().map(String::as_str);
                writeln!(
                    out,
                    "| {} | `{}` | {} | {} | {} | {} |",
                    change.kind.word(),
                    change.subject,
                    change.target,
                    how(change),
                    change.place(),
                    blocks.of(names),
                )?;
            }
        }
        self.write_citations(blocks, out)?;
        if with_text {
            self.write_texts(out)?;
        }
        Ok(())
    }

    fn write_citations(&self, blocks: &Blocks, out: &mut String) -> std::fmt::Result {
        let count = |fate| self.citations.iter().filter(|c| c.fate == fate).count();
        if self.citations.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\nOf {} passages that blocks cite, {} are where they were, {} are at other lines, {} read otherwise.",
            self.citations.len(),
            count(Fate::Same),
            count(Fate::Moved),
            count(Fate::Changed),
        )?;
        if count(Fate::Changed) == 0 {
            return Ok(());
        }
        writeln!(out, "\n| cited lines that read otherwise | block |\n|---|---|")?;
        for c in self.citations.iter().filter(|c| c.fate == Fate::Changed) {
            let block = blocks.of(c.instructions.iter().copied());
            writeln!(out, "| {}:{}-{} | {block} |", c.path, c.first, c.last)?;
        }
        Ok(())
    }

    fn write_texts(&self, out: &mut String) -> std::fmt::Result {
        // A page is compared with the tools for pages.
        for change in self.changes.iter().filter(|c| c.kind != Kind::Page) {
            let names: Vec<&str> = change.instructions.iter().map(String::as_str).collect();
            writeln!(
                out,
                "\n{} `{}` {} ({})",
                change.kind.word(),
                change.subject,
                change.target,
                names.join(", ")
            )?;
            for (old, new) in &change.changed {
                writeln!(out, "  - {}: {}\n  + {}: {}", old.place, old.text, new.place, new.text)?;
            }
            for fact in &change.gone {
                writeln!(out, "  - {}: {}", fact.place, fact.text)?;
            }
            for fact in &change.new {
                writeln!(out, "  + {}: {}", fact.place, fact.text)?;
            }
        }
        Ok(())
    }
}

/// `new`, `gone` or `changed`, counted where there are several.
fn how(change: &Change) -> String {
    let counts =
        [(change.changed.len(), "changed"), (change.gone.len(), "gone"), (change.new.len(), "new")];
    let there: Vec<_> = counts.iter().filter(|(n, _)| *n > 0).collect();
    match there[..] {
        [(1, word)] => word.to_string(),
        _ => there.iter().map(|(n, word)| format!("{n} {word}")).collect::<Vec<_>>().join(", "),
    }
}
