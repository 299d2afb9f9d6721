//! The measurements as lines, as tables of the book and as a file of comma-separated values.

use super::axis::{ALL, AXES};
use super::measure::{Cost, End};
use super::{Cell, FLOOR_MS, MAX_RATIO, MAX_TIME};
use std::fmt::Write as _;

const PAGE: &str = "docs/growth.md";
const VALUES: &str = "docs/growth.csv";
const BEGIN: &str = "<!-- growth: written by `cargo xtask growth --write` -->";
const END: &str = "<!-- end of growth -->";

/// How a run ended, if it did not end well.
fn refusal(cell: &Cell) -> Option<&str> {
    match cell.costs.last().map(|c| &c.end) {
        Some(End::Exit(1, code)) => Some(code.as_deref().unwrap_or("exit 1")),
        _ => None,
    }
}

/// One measurement for a terminal.
pub fn line(cell: &Cell) -> String {
    let times: Vec<String> = cell.costs.iter().map(|c| c.cpu_ms.to_string()).collect();
    let ratio = cell.ratio().map_or(String::new(), |r| format!("x {r:.1}"));
    let memory = cell.costs.last().map_or(0, |c| c.peak_kb / 1024);
    let per_byte = cell.memory_per_byte().map_or(String::new(), |m| format!("{m:.0} B/B"));
    let end = cell.complaint().map(|c| format!("PAST THE LIMIT: {c}"));
    let end = end.or_else(|| refusal(cell).map(str::to_string)).unwrap_or_default();
    let name = cell.command.name;
    format!("  {name:20}{:>22} ms  {ratio:6} {memory:6} MB {per_byte:9} {end}", times.join(" "))
}

/// Puts what was measured into the book, in the place of what stood there for the same programs and commands.
pub fn write(cells: &[Cell]) -> Result<(), String> {
    let text = std::fs::read_to_string(PAGE).map_err(|e| format!("{PAGE}: {e}"))?;
    let (head, rest) = text.split_once(BEGIN).ok_or(format!("{PAGE}: no `{BEGIN}`"))?;
    let (_, tail) = rest.split_once(END).ok_or(format!("{PAGE}: no `{END}`"))?;
    let earlier = read(&std::fs::read_to_string(VALUES).unwrap_or_default());
    let key = |c: &Cell| (c.axis.name, c.command.name);
    let is_new = |c: &&Cell| cells.iter().any(|n| key(n) == key(c));
    let mut all: Vec<&Cell> = earlier.iter().filter(|c| !is_new(c)).chain(cells).collect();
    let place = |c: &Cell| {
        let axis = AXES.iter().position(|a| a.name == c.axis.name);
        (axis, c.axis.commands.iter().position(|o| o.name == c.command.name))
    };
    all.sort_by_key(|c| place(c));
    let page = format!("{head}{BEGIN}\n\n{}\n{END}{tail}", tables(&all));
    std::fs::write(PAGE, page).map_err(|e| format!("{PAGE}: {e}"))?;
    std::fs::write(VALUES, values(&all)).map_err(|e| format!("{VALUES}: {e}"))
}

/// The cells of a file that [`values`] wrote; those of things and commands that are not measured any more are left out.
fn read(text: &str) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [many, n, bytes, command, ms, kb, exit, code] = fields[..] else { continue };
        let Some(axis) = AXES.iter().find(|a| a.name == many) else { continue };
        let Some(command) = axis.commands.iter().find(|c| c.name == command) else { continue };
        let end = match exit {
            "signal" => End::Killed,
            "time limit" => End::TimedOut,
            exit => {
                let code = Some(code).filter(|c| !c.is_empty()).map(str::to_string);
                End::Exit(exit.parse().unwrap_or(2), code)
            }
        };
        let number = |field: &str| field.parse().unwrap_or(0);
        let is_same = |c: &Cell| (c.axis.name, c.command.name) == (axis.name, command.name);
        if !cells.last().is_some_and(is_same) {
            let (text_bytes, costs) = (Vec::new(), Vec::new());
            cells.push(Cell { axis, command, largest: 0, text_bytes, costs });
        }
        if let Some(cell) = cells.last_mut() {
            cell.largest = number(n) as usize;
            cell.text_bytes.push(number(bytes));
            cell.costs.push(Cost { cpu_ms: number(ms), peak_kb: number(kb), end });
        }
    }
    cells
}

/// A table of times and one of memory: a row for each axis, a column for each command.
fn tables(cells: &[&Cell]) -> String {
    let mut out = format!(
        "{} cells. The limit is {MAX_RATIO} from 2n to 4n, for times of {:.1} s and more; no run may take {} s.\n\n### Seconds at 4n, and the factor from 2n\n\n",
        cells.len(),
        FLOOR_MS as f64 / 1000.0,
        MAX_TIME.as_secs(),
    );
    table(cells, &mut out, |c| {
        let seconds = c.costs.last().map_or(0.0, |l| l.cpu_ms as f64 / 1000.0);
        let ratio = c.ratio().map_or(String::new(), |r| format!(" ×{r:.1}"));
        let refused = refusal(c).map_or(String::new(), |e| format!(" {e}"));
        let past = if c.complaint().is_some() { " **!**" } else { "" };
        format!("{seconds:.2}{ratio}{refused}{past}")
    });
    out.push_str("\n### Megabytes at 4n, and bytes for each byte of text\n\n");
    table(cells, &mut out, |c| {
        let most = c.costs.last().map_or(0, |l| l.peak_kb / 1024);
        let per_byte = c.memory_per_byte().map_or(String::new(), |m| format!(" ({m:.0})"));
        format!("{most}{per_byte}")
    });
    out
}

fn table(cells: &[&Cell], out: &mut String, show: impl Fn(&Cell) -> String) {
    let commands: Vec<&str> = ALL.iter().map(|c| c.name).collect();
    let head = commands.iter().fold(String::new(), |s, c| s + &format!(" `{c}` |"));
    let _ = writeln!(
        out,
        "| many | 4n | bytes |{head}\n|---|---|---|{}",
        "---|".repeat(commands.len())
    );
    for axis in AXES {
        let row: Vec<&Cell> = cells.iter().copied().filter(|c| c.axis.name == axis.name).collect();
        let Some(first) = row.first() else { continue };
        let of = |name: &&str| row.iter().find(|c| c.command.name == *name);
        let shown = commands.iter().fold(String::new(), |s, c| {
            s + &of(c).map_or(" |".into(), |cell| format!(" {} |", show(cell)))
        });
        let bytes = first.text_bytes.last().copied().unwrap_or(0);
        let _ = writeln!(out, "| {} | {} | {bytes} |{shown}", axis.name, first.largest);
    }
}

/// Every run: what there was many of, how many, the command, what it took, how it ended.
fn values(cells: &[&Cell]) -> String {
    let mut out = String::from("many,n,text_bytes,command,cpu_ms,peak_kb,exit,code\n");
    for c in cells {
        for (i, cost) in c.costs.iter().enumerate() {
            let (end, code) = match &cost.end {
                End::Exit(exit, code) => (exit.to_string(), code.as_deref().unwrap_or("")),
                End::Killed => ("signal".into(), ""),
                End::TimedOut => ("time limit".into(), ""),
            };
            let n = c.largest / [4, 2, 1][i.min(2)];
            let (bytes, ms, kb) = (c.text_bytes[i], cost.cpu_ms, cost.peak_kb);
            let (many, command) = (c.axis.name, c.command.name);
            let _ = writeln!(out, "{many},{n},{bytes},{command},{ms},{kb},{end},{code}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        let (axis, end) =
            (&AXES[0], |e: i32, code: Option<&str>| End::Exit(e, code.map(Into::into)));
        let costs = [(10, end(0, None)), (20, end(1, Some("E0203"))), (50, End::TimedOut)];
        let costs = costs.map(|(cpu_ms, end)| Cost { cpu_ms, peak_kb: 7 * cpu_ms, end });
        let cell = Cell {
            axis,
            command: &axis.commands[0],
            largest: 400,
            text_bytes: vec![1000, 2000, 4000],
            costs: costs.into(),
        };
        let text = values(&[&cell]);
        let again = read(&text);
        assert_eq!(values(&again.iter().collect::<Vec<_>>()), text);
        assert_eq!(again[0].ratio(), cell.ratio());
    }
}
