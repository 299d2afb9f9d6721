//! The table of contents lists every page of the book, once.

use crate::page::Page;
use std::collections::BTreeMap;

const SUMMARY: &str = "docs/SUMMARY.md";

/// Compares the pages under `docs` with those that the summary names.
pub fn check(pages: &[Page]) -> Result<(), String> {
    let summary = pages.iter().find(|p| p.name == SUMMARY).ok_or("there is no docs/SUMMARY.md")?;
    let mut listed: BTreeMap<String, usize> = BTreeMap::new();
    for link in &summary.links {
        *listed.entry(format!("docs/{}", link.target.trim_start_matches("./"))).or_insert(0) += 1;
    }
    let in_book = |p: &&Page| p.name.starts_with("docs/") && p.name != SUMMARY;
    let mut failures = Vec::new();
    for page in pages.iter().filter(in_book) {
        match listed.remove(&page.name) {
            Some(1) => {}
            Some(n) => failures.push(format!("{} is listed {n} times", page.name)),
            None => failures.push(format!("{} is not listed", page.name)),
        }
    }
    failures.extend(listed.into_keys().map(|name| format!("{name} is listed, but is no page")));
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}
