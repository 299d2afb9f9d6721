//! What is shown beside the source: a tile, all values, cores and events, memory, the keys.

use super::Debugger;
use crate::debugger::{NOT_WRITTEN, in_one_line};
use pto_debug::{Content, NumberFormat, Traveller, ValueStats, is_unwritten};
use pto_isa::format::decode;
use pto_isa::order;
use pto_isa::sem::{Arg, Grid};
use pto_sim::CoreState;

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// One tile, as numbers or as a heat map.
    Tile,
    /// All values by name.
    Values,
    /// Cores, who waits for whom, events that are set.
    Cores,
    /// Where tiles lie in the memories.
    Memory,
    /// The keys.
    Help,
}

impl Panel {
    /// The one after it.
    pub const fn next(self) -> Panel {
        match self {
            Panel::Tile => Panel::Values,
            Panel::Values => Panel::Cores,
            Panel::Cores => Panel::Memory,
            Panel::Memory => Panel::Help,
            Panel::Help => Panel::Tile,
        }
    }
}

const KEYS: &[&str] = &[
    "n  next line          p  previous line",
    "s  step               b  step back",
    "c  continue           r  reverse-continue",
    "k  breakpoint here    0  to the beginning",
    "g  run to a line      /  run to a condition",
    "w  who wrote this?    t  show a tile",
    "h  heat map, numbers  arrows  move in a tile",
    "Tab  next panel       q  quit",
];

impl Debugger<'_> {
    pub(super) fn panel_lines(
        &self,
        run: &Traveller<'_, '_, '_>,
        height: usize,
        width: usize,
    ) -> Vec<String> {
        let Some(core) = run.session.core() else { return vec!["the run is over".into()] };
        match self.panel {
            Panel::Tile => self.tile_lines(&core, run, height, width),
            Panel::Values => {
                let values = core.values().into_iter().filter(|v| !v.name.is_empty());
                let lines = values.map(|v| format!("%{} {}", v.name, in_one_line(&core, v.value)));
                lines.skip(self.corner.0 as usize).collect()
            }
            Panel::Cores => cores(run),
            Panel::Memory => memory(&core),
            Panel::Help => KEYS.iter().map(|k| (*k).to_string()).collect(),
        }
    }

    /// The tile that is asked for, or the first one that the instruction at hand works on.
    fn tile_lines(
        &self,
        core: &CoreState<'_>,
        run: &Traveller<'_, '_, '_>,
        height: usize,
        width: usize,
    ) -> Vec<String> {
        let near = || {
            let node = run.module.node(core.node()?);
            let values =
                run.module.operands(node).iter().map(|o| o.value).chain(run.module.results(node));
            let mut values =
                values.filter(|v| matches!(core.value_of(*v), Some(Arg::Tile(_) | Arg::Reg(_))));
            values.next().map(|v| run.module.sym(run.module.value(v).name).to_string())
        };
        let Some(name) = self.tile.clone().or_else(near) else {
            return vec!["no tile here; t shows one".into()];
        };
        let content = core.value(&name).and_then(|v| Content::of(core, v));
        let Some(content) = content else { return vec![format!("%{name} is not there yet")] };
        let grid = content.elements();
        if is_unwritten(&grid) {
            return vec![format!("%{name}: {}", content.title()), NOT_WRITTEN.into()];
        }
        let mut stats = ValueStats::default();
        stats.add(&grid);
        let range = stats
            .range()
            .map_or_else(|| "nothing finite".into(), |(a, b)| format!("{a:.4e} to {b:.4e}"));
        let mut lines = vec![
            format!("%{name}: {}", content.title()),
            format!("{range}, {} NaN, {} Inf, {} zeros", stats.nan, stats.infinite, stats.zeros),
        ];
        let corner = (
            self.corner.0.min(grid.rows.saturating_sub(1)),
            self.corner.1.min(grid.cols.saturating_sub(1)),
        );
        match self.heat {
            true => lines.extend(heat(&grid, &stats, height.saturating_sub(2), width)),
            false => lines.extend(numbers(&grid, corner, height.saturating_sub(3), width)),
        }
        lines
    }
}

fn numbers(grid: &Grid, (top, left): (u32, u32), height: usize, width: usize) -> Vec<String> {
    const CELL: usize = 11;
    let cols = (left..grid.cols).take((width.saturating_sub(5)) / CELL);
    let head: String = cols.clone().map(|c| format!("{c:>CELL$}")).collect();
    let mut lines = vec![format!("     {head}")];
    for r in (top..grid.rows).take(height) {
        let cells: String = cols
            .clone()
            .map(|c| {
                let text = NumberFormat::Full.show(grid.dtype, grid.at(r, c));
                let text = if text.len() >= CELL {
                    format!("{:.3e}", decode(grid.dtype, grid.at(r, c)))
                } else {
                    text
                };
                format!("{text:>CELL$}")
            })
            .collect();
        lines.push(format!("{r:>5}{cells}"));
    }
    lines
}

/// Magnitudes as signs: the larger the denser, `!` for NaN, `^` for infinities.
fn heat(grid: &Grid, stats: &ValueStats, height: usize, width: usize) -> Vec<String> {
    const SIGNS: &[u8] = b" .:-=+*#%@";
    let (low, high) = stats.range().unwrap_or((0.0, 0.0));
    let down = (grid.rows as usize).div_ceil(height.max(1)).max(1);
    let across = (grid.cols as usize).div_ceil(width.max(1)).max(1);
    let sign = |r: usize, c: usize| {
        let v = decode(grid.dtype, grid.at(r as u32, c as u32));
        match v {
            v if v.is_nan() => '!',
            v if v.is_infinite() => '^',
            v if high > low => SIGNS[((v - low) / (high - low) * 9.0).round() as usize] as char,
            _ => '-',
        }
    };
    (0..grid.rows as usize)
        .step_by(down)
        .map(|r| (0..grid.cols as usize).step_by(across).map(|c| sign(r, c)).collect())
        .collect()
}

fn cores(run: &Traveller<'_, '_, '_>) -> Vec<String> {
    let mut lines = Vec::new();
    for core in run.session.cores() {
        let who = core.at();
        let line = core.node().map(|n| run.module.line(run.module.node(n).span.start));
        let place = line.map_or_else(|| "-".into(), |l| format!("line {l}"));
        let state = match run.session.waits_for(who) {
            Some((_, what)) => what,
            None if run.session.has_ended(who) => "is at its end".into(),
            None => "can go on".into(),
        };
        lines.push(format!("block {} {}: {place}, {state}", who.block, who.role));
        for (from, to, id, count) in core.events() {
            let often = if count > 1 { format!(" {count} times") } else { String::new() };
            let (from, to) = (from.name(), to.name());
            lines.push(format!("  event {id} from {from} to {to} is set{often}"));
        }
    }
    lines
}

fn memory(core: &CoreState<'_>) -> Vec<String> {
    let mut tiles: Vec<(String, u64, u64, String)> = core
        .values()
        .into_iter()
        .filter_map(|v| match v.value {
            Arg::Tile(t) => {
                Some((t.ty.space.to_string(), t.addr, t.size_bytes(), v.name.to_string()))
            }
            _ => None,
        })
        .collect();
    order::sort(&mut tiles);
    tiles
        .iter()
        .map(|(space, at, bytes, name)| {
            format!("{space:<6} {at:#08x}-{:#08x} {bytes:>8} B  %{name}", at + bytes)
        })
        .collect()
}
