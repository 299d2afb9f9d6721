//! Every link of every page leads to a file, and to a heading or a line that it has.

use crate::page::{Link, Page};
use crate::root;
use std::collections::BTreeMap;

/// Follows all links that stay in the repository.
pub fn check(pages: &[Page]) -> Result<(), String> {
    let by_name: BTreeMap<&str, &Page> = pages.iter().map(|p| (p.name.as_str(), p)).collect();
    let mut failures = Vec::new();
    let mut followed = 0;
    for page in pages {
        for link in page.links.iter().filter(|l| !l.target.contains("://")) {
            followed += 1;
            if let Err(e) = follow(page, link, &by_name) {
                failures.push(format!("{}:{}: {}: {e}", page.name, link.line, link.target));
            }
        }
    }
    assert!(followed > 0, "the pages have no links");
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn follow(page: &Page, link: &Link, pages: &BTreeMap<&str, &Page>) -> Result<(), String> {
    let (path, anchor) = match link.target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (link.target.as_str(), None),
    };
    let name = if path.is_empty() { page.name.clone() } else { resolve(&page.name, path)? };
    if !root().join(&name).exists() {
        return Err("there is no such file".into());
    }
    let Some(anchor) = anchor else { return Ok(()) };
    let known = match pages.get(name.as_str()) {
        Some(target) => target.anchors.iter().any(|a| a == anchor),
        None => {
            let text = std::fs::read_to_string(root().join(&name)).map_err(|e| e.to_string())?;
            let line = anchor.strip_prefix('L').and_then(|n| n.parse().ok());
            line.is_some_and(|n: usize| (1..=text.lines().count()).contains(&n))
        }
    };
    if known { Ok(()) } else { Err(format!("{name} has no `#{anchor}`")) }
}

/// A path from the root, for a path from a page.
fn resolve(page: &str, path: &str) -> Result<String, String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop().ok_or("it leaves the repository")?;
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}
