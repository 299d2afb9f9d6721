//! A Markdown page as these tests read it: blocks, the names of headings, links.

use std::collections::BTreeMap;
use std::path::Path;

/// A page and what is in it. Lines count from 1.
pub struct Page {
    /// Its path from the root, with `/`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its fenced blocks.
    pub blocks: Vec<Block>,
    /// What a link can name after `#`.
    pub anchors: Vec<String>,
    /// Links and pictures outside of code.
    pub links: Vec<Link>,
}

/// What stands between two fences.
pub struct Block {
    /// The line of the opening fence.
    pub line: usize,
    /// What the opening fence says after the backticks.
    pub info: String,
    /// The lines between the fences.
    pub text: String,
}

/// A link and where it stands.
pub struct Link {
    /// Its line.
    pub line: usize,
    /// Where it leads.
    pub target: String,
}

impl Page {
    /// Reads a page; a block that is not closed is an error.
    pub fn read(root: &Path, name: String) -> Result<Page, String> {
        let text = std::fs::read_to_string(root.join(&name)).map_err(|e| format!("{name}: {e}"))?;
        let mut page =
            Page { name, text: String::new(), blocks: vec![], anchors: vec![], links: vec![] };
        let mut seen = BTreeMap::new();
        let mut lines = text.lines().enumerate();
        while let Some((i, line)) = lines.next() {
            if let Some(info) = line.strip_prefix("```") {
                let mut block =
                    Block { line: i + 1, info: info.trim().to_string(), text: String::new() };
                loop {
                    match lines.next() {
                        Some((_, "```")) => break,
                        Some((_, line)) => block.text += &format!("{line}\n"),
                        None => return Err(format!("{}:{}: not closed", page.name, i + 1)),
                    }
                }
                page.blocks.push(block);
                continue;
            }
            if let Some(title) = heading(line) {
                let slug = slug(title);
                let count = seen.entry(slug.clone()).or_insert(0);
                page.anchors.push(if *count == 0 { slug } else { format!("{slug}-{count}") });
                *count += 1;
            }
            find_links(line, i + 1, &mut page.links);
        }
        page.text = text;
        Ok(page)
    }

    /// Whether the page is written by a program, which then also answers for what it shows.
    pub fn is_generated(&self) -> bool {
        self.text.starts_with("<!-- Written by ")
    }
}

fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    (title.len() < line.len()).then(|| title.strip_prefix(' ')).flatten()
}

/// The name of a heading, as GitHub and mdBook make it: lower case, blanks to `-`, no punctuation.
fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in without_targets(title).trim().chars() {
        match c {
            ' ' => slug.push('-'),
            '-' | '_' => slug.push(c),
            c if c.is_alphanumeric() => slug.extend(c.to_lowercase()),
            _ => {}
        }
    }
    slug
}

/// `[text](target)` as `text`.
fn without_targets(title: &str) -> String {
    let mut plain = String::new();
    let mut rest = title;
    while let Some((before, after)) = rest.split_once("](") {
        plain += before;
        rest = after.split_once(')').map_or("", |(_, r)| r);
    }
    plain + rest
}

fn find_links(line: &str, number: usize, links: &mut Vec<Link>) {
    // What stands between backticks is code, in every second piece.
    let text: String =
        line.split('`').enumerate().map(|(i, s)| if i % 2 == 0 { s } else { "`" }).collect();
    let mut rest = text.as_str();
    while let Some((_, after)) = rest.split_once("](") {
        let Some((target, after)) = after.split_once(')') else { break };
        links.push(Link { line: number, target: target.to_string() });
        rest = after;
    }
}
