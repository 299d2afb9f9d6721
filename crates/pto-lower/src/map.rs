//! The memory map of a function: addresses across, time down. As text and as a page of its own.

use pto_analysis::facts::word;
use pto_analysis::placement::ENDLESS_BYTES;
use pto_analysis::region_tree::Edge;
use pto_analysis::{Place, Placement, PointsTo};
use pto_ir::{Lines, Module};
use pto_isa::order;
use pto_isa::{Space, Target};
use std::fmt::Write as _;
use std::ops::Range;

/// A stretch of memory that is in use for a while.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Name of the tile, without `%`.
    pub name: String,
    /// The memory.
    pub space: Space,
    /// First byte, one past the last.
    pub bytes: Range<u64>,
    /// First line of the text, one past the last.
    pub lines: Range<u32>,
    /// The program gives the address, not the tool.
    pub by_hand: bool,
}

/// Where the tiles of a function lie, and when.
#[derive(Clone, Debug)]
pub struct Map {
    /// Name of the function.
    pub name: String,
    /// Whose memories.
    pub target: Target,
    /// By memory, address and time.
    pub bars: Vec<Bar>,
}

/// The maps of the functions that have tiles; `lines` are those of the text.
pub(crate) fn maps(
    module: &Module,
    target: Target,
    points_to: &PointsTo,
    placement: &Placement,
    lines: &Lines,
) -> Vec<Map> {
    let mut maps = Vec::new();
    for f in &placement.functions {
        let end = f.statements.len() as u32 - 1;
        let line = |p: u32| {
            let (node, edge) = f.statements[p as usize];
            let span = module.node(node).span;
            lines.line(if edge == Edge::Start { span.start } else { span.end.saturating_sub(1) })
        };
        let mut bars = Vec::new();
        for &(r, live) in &f.objects {
            let object = &points_to.objects[r as usize];
            let (Some(at), Some(live)) = (placement.addresses[r as usize], live) else { continue };
            if object.bytes >= ENDLESS_BYTES || object.space == Space::Gm {
                continue;
            }
            let last = live.end.min(end.saturating_sub(1));
            bars.push(Bar {
                name: module.sym(module.value(object.value).name).to_string(),
                space: object.space,
                bytes: at..at.saturating_add(object.bytes),
                lines: line(live.start) as u32..line(last) as u32 + 1,
                by_hand: object.place != Place::Free,
            });
        }
        order::by_key(&mut bars, |b| (b.space, b.bytes.start, b.lines.start));
        let name = word(module, module.node(f.function), "sym_name").unwrap_or("");
        if !bars.is_empty() {
            maps.push(Map { name: name.to_string(), target, bars });
        }
    }
    maps
}

/// Columns of the text form.
const COLUMNS: u64 = 64;
/// Rows of the text form.
const ROWS: usize = 40;

impl Map {
    fn spaces(&self) -> Vec<Space> {
        let mut spaces: Vec<Space> = self.bars.iter().map(|b| b.space).collect();
        order::sort(&mut spaces);
        spaces.dedup();
        spaces
    }

    fn of(&self, space: Space) -> impl Iterator<Item = &Bar> {
        self.bars.iter().filter(move |b| b.space == space)
    }

    /// For a terminal: a drawing with one letter per tile, and a table.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for space in self.spaces() {
            let end = self.of(space).map(|b| b.bytes.end).max().unwrap_or(0);
            let capacity = self.target.capacity_bytes(space).unwrap_or(end);
            let _ = writeln!(
                out,
                "@{} {space}: {end} of {capacity} bytes on {}",
                pto_ir::visible(&self.name),
                self.target
            );
            self.drawing(space, end, &mut out);
            for (i, b) in self.of(space).enumerate() {
                let _ = writeln!(
                    out,
                    "  {} {:>7}..{:<7} {:>7} bytes  lines {:>4}-{:<4} %{}{}",
                    letter(i),
                    b.bytes.start,
                    b.bytes.end,
                    b.bytes.end - b.bytes.start,
                    b.lines.start,
                    b.lines.end - 1,
                    pto_ir::visible(&b.name),
                    if b.by_hand { " (by hand)" } else { "" },
                );
            }
        }
        out
    }

    fn drawing(&self, space: Space, end: u64, out: &mut String) {
        // Lines at which something starts or ends; what is between looks the same.
        let mut lines: Vec<u32> =
            self.of(space).flat_map(|b| [b.lines.start, b.lines.end - 1]).collect();
        order::sort(&mut lines);
        lines.dedup();
        let step = lines.len().div_ceil(ROWS).max(1);
        let scale = end.div_ceil(COLUMNS).max(1);
        for line in lines.into_iter().step_by(step) {
            let mut row = vec!['.'; end.div_ceil(scale) as usize];
            for (i, b) in self.of(space).enumerate() {
                if b.lines.contains(&line) {
                    let to = b.bytes.end.div_ceil(scale) as usize;
                    let from = ((b.bytes.start / scale) as usize).min(to);
                    row[from..to].fill(letter(i));
                }
            }
            let _ = writeln!(out, "  {line:>5} |{}|", row.into_iter().collect::<String>());
        }
    }
}

fn letter(i: usize) -> char {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    LETTERS[i % LETTERS.len()] as char
}

fn escape(text: &str) -> String {
    pto_ir::visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The maps of a program as one page that needs nothing else.
pub fn html(title: &str, maps: &[Map]) -> String {
    const STYLE: &str = "body{font:14px sans-serif;margin:24px}svg{border:1px solid #999;background:#fafafa}\
        rect{stroke:#333;stroke-width:.5}text{font:11px monospace;pointer-events:none}";
    let title = escape(title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\
         <link rel=\"icon\" href=\"data:,\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    for map in maps {
        for space in map.spaces() {
            drawing(map, space, &mut out);
        }
    }
    out.push_str("</body></html>\n");
    out
}

fn drawing(map: &Map, space: Space, out: &mut String) {
    const WIDTH: f64 = 1000.0;
    let used = map.of(space).map(|b| b.bytes.end).max().unwrap_or(0);
    let capacity = map.target.capacity_bytes(space).unwrap_or(used).max(used).max(1);
    let first = map.of(space).map(|b| b.lines.start).min().unwrap_or(0);
    let last = map.of(space).map(|b| b.lines.end).max().unwrap_or(1);
    let row = (800.0 / f64::from(last - first)).clamp(1.0, 16.0);
    let height = f64::from(last - first) * row;
    let _ = writeln!(
        out,
        "<h2>@{} {space}: {used} of {capacity} bytes on {}, lines {first} to {}</h2>\n\
         <svg width=\"{WIDTH}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH} {height:.0}\">",
        escape(&map.name),
        map.target,
        last - 1
    );
    for (i, b) in map.of(space).enumerate() {
        let x = b.bytes.start as f64 * WIDTH / capacity as f64;
        let w = (b.bytes.end - b.bytes.start) as f64 * WIDTH / capacity as f64;
        let y = f64::from(b.lines.start - first) * row;
        let h = f64::from(b.lines.end - b.lines.start) * row;
        let hue = i * 67 % 360;
        let name = escape(&b.name);
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"hsl({hue},60%,75%)\">\
             <title>%{name}: bytes {}..{}, lines {}-{}{}</title></rect>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            b.bytes.start,
            b.bytes.end,
            b.lines.start,
            b.lines.end - 1,
            if b.by_hand { ", by hand" } else { "" },
            x + 2.0,
            y + 11.0,
            if w > 8.0 * name.len() as f64 && h > 10.0 { name.as_str() } else { "" },
        );
    }
    out.push_str("</svg>\n");
}
