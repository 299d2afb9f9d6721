//! The table of cells: on the screen, in docs/speed.md and, cell by cell, in target/speed.csv.

use crate::registers::RegisterCell;
use crate::shape::{Arrangement, Subject};
use pto_isa::OpDef;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

/// A cell that was compared.
#[derive(Clone, Copy)]
pub struct Measured {
    pub by_kernel: bool,
    /// Nanoseconds per element.
    pub nanos: f64,
    /// Those of the plain loop.
    pub plain: f64,
    pub ratio: f64,
}

/// What was found about a cell.
pub enum Verdict {
    Measured(Measured),
    /// There is no plain loop.
    NoReference {
        by_kernel: bool,
        nanos: f64,
    },
    /// The plain loop computes something else.
    Differs {
        by_kernel: bool,
        nanos: f64,
        difference: String,
    },
    /// The instruction stops the run with the numbers that were tried.
    Stops(String),
    /// The operands do not fit the memories of the target.
    DoesNotFit,
    /// No legal use is about tiles.
    NoCell,
}

/// A row of the table.
pub struct Row {
    pub name: &'static str,
    pub form: String,
    pub types: String,
    pub arrangement: Arrangement,
    pub verdict: Verdict,
}

impl Row {
    pub fn new(s: &Subject, verdict: Verdict) -> Row {
        let (form, types) = (s.form.clone(), s.types.clone());
        Row { name: s.u.def.name, form, types, arrangement: s.arrangement, verdict }
    }
    pub fn of_registers(def: &'static OpDef, cell: RegisterCell) -> Row {
        let (form, arrangement) = (String::from("registers"), Arrangement::Registers);
        Row { name: def.name, form, types: cell.types, arrangement, verdict: cell.verdict }
    }
    pub fn without_cell(def: &'static OpDef) -> Row {
        let (form, types) = (String::new(), String::new());
        let (arrangement, verdict) = (Arrangement::Contiguous, Verdict::NoCell);
        Row { name: def.name, form, types, arrangement, verdict }
    }
    /// The measurement, if the cell is past its limit.
    fn past_limit(&self) -> Option<Measured> {
        match &self.verdict {
            Verdict::Measured(m) if m.ratio > self.arrangement.limit() => Some(*m),
            _ => None,
        }
    }
}

fn way(by_kernel: bool) -> &'static str {
    if by_kernel { "kernel" } else { "definition" }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = format!("{} ({}) {}", self.name, self.form, self.types);
        write!(f, "{place:<56} {:<13}", self.arrangement.name())?;
        match &self.verdict {
            Verdict::Measured(m) => {
                let mark = if self.past_limit().is_some() { "  PAST" } else { "" };
                write!(
                    f,
                    "{:>8.2} {:>9.3} ns {:>9.3} ns {}{mark}",
                    m.ratio,
                    m.nanos,
                    m.plain,
                    way(m.by_kernel)
                )
            }
            Verdict::NoReference { by_kernel, nanos } => {
                write!(f, "{:>8} {nanos:>9.3} ns no reference {}", "-", way(*by_kernel))
            }
            Verdict::Differs { by_kernel, nanos, difference } => {
                write!(f, "{:>8} {nanos:>9.3} ns differs: {difference} {}", "-", way(*by_kernel))
            }
            Verdict::Stops(why) => write!(f, "{:>8} stops: {why}", "-"),
            Verdict::DoesNotFit => write!(f, "{:>8} does not fit", "-"),
            Verdict::NoCell => write!(f, "{:>8} no cell", "-"),
        }
    }
}

/// How many cells there are of each kind.
struct Count {
    measured: usize,
    past: usize,
    no_reference: usize,
    other: usize,
}

fn count(rows: &[Row]) -> Count {
    let number = |f: &dyn Fn(&Row) -> bool| rows.iter().filter(|r| f(r)).count();
    let measured = number(&|r| matches!(r.verdict, Verdict::Measured(_)));
    let past = number(&|r| r.past_limit().is_some());
    let no_reference =
        number(&|r| matches!(r.verdict, Verdict::NoReference { .. } | Verdict::Differs { .. }));
    Count { measured, past, no_reference, other: rows.len() - measured - no_reference }
}

/// The cells past their limit, the slowest first.
fn past(rows: &[Row]) -> Vec<(&Row, Measured)> {
    let mut list: Vec<(&Row, Measured)> =
        rows.iter().filter_map(|r| Some((r, r.past_limit()?))).collect();
    list.sort_by(|a, b| {
        let over = |x: &(&Row, Measured)| x.1.ratio / x.0.arrangement.limit();
        over(b).total_cmp(&over(a))
    });
    list
}

/// The sums and the slowest cells.
pub fn print_summary(rows: &[Row]) {
    let c = count(rows);
    println!(
        "{} cells measured, {} past their limit, {} without a plain loop, {} others",
        c.measured, c.past, c.no_reference, c.other
    );
    for (row, _) in past(rows).iter().take(10) {
        println!("{row}");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const BEGIN: &str = "<!-- cells: written by `cargo xtask bench --all --write` -->";
const END: &str = "<!-- end of cells -->";

/// Writes both files.
pub fn write(rows: &[Row]) -> Result<(), String> {
    let docs = root().join("docs");
    let page = docs.join("speed.md");
    let text = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
    let (Some(start), Some(end)) = (text.find(BEGIN), text.find(END)) else {
        return Err(format!("{} has no place for the cells", page.display()));
    };
    let new = format!("{}{BEGIN}\n{}{}", &text[..start], summary(rows), &text[end..]);
    std::fs::write(&page, new).map_err(|e| format!("{}: {e}", page.display()))?;
    // A megabyte of figures that change with every run is not for the repository.
    let list = root().join("target/speed.csv");
    std::fs::write(&list, csv(rows)).map_err(|e| format!("{}: {e}", list.display()))
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "instruction,operands,types,arrangement,ratio,ns per element,plain ns per element,by,note\n",
    );
    for r in rows {
        let operands = r.form.replace(", ", " ");
        let arrangement = r.arrangement.name();
        let _ = write!(text, "{},{operands},{},{arrangement},", r.name, r.types);
        let _ = match &r.verdict {
            Verdict::Measured(m) => {
                let note = if r.past_limit().is_some() { "past the limit" } else { "" };
                writeln!(
                    text,
                    "{:.2},{:.3},{:.3},{},{note}",
                    m.ratio,
                    m.nanos,
                    m.plain,
                    way(m.by_kernel)
                )
            }
            Verdict::NoReference { by_kernel, nanos }
            | Verdict::Differs { by_kernel, nanos, .. } => {
                writeln!(text, ",{nanos:.3},,{},no reference", way(*by_kernel))
            }
            Verdict::Stops(_) => writeln!(text, ",,,,stops with the numbers tried"),
            Verdict::DoesNotFit => writeln!(text, ",,,,does not fit at this size"),
            Verdict::NoCell => writeln!(text, ",,,,no cell"),
        };
    }
    text
}

/// The generated part of the page.
fn summary(rows: &[Row]) -> String {
    let c = count(rows);
    let mut text = format!(
        "\n{} cells are measured; {} are past their limit. {} have no plain loop yet.\n\n",
        c.measured, c.past, c.no_reference
    );
    let slow = past(rows);
    if !slow.is_empty() {
        text.push_str("Past the limit, with the worst of the cells of an instruction in an arrangement:\n\n| instruction | arrangement | cells | worst ratio | types | ns per element | by |\n|---|---|---|---|---|---|---|\n");
        let mut groups: Vec<(usize, &Row, Measured)> = Vec::new();
        for (r, m) in &slow {
            let same = |g: &&mut (usize, &Row, Measured)| {
                (g.1.name, g.1.arrangement) == (r.name, r.arrangement)
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.0 += 1,
                None => groups.push((1, r, *m)),
            }
        }
        for (cells, r, m) in &groups {
            let _ = writeln!(
                text,
                "| `{}` | {} | {cells} | {:.1} | {} | {:.2} | {} |",
                r.name,
                r.arrangement.name(),
                m.ratio,
                r.types,
                m.nanos,
                way(m.by_kernel)
            );
        }
        text.push('\n');
    }
    text.push_str("Worst ratio over forms and element types, per instruction; past the limit in bold:\n\n| instruction | contiguous | strided | partial | column-major | registers |\n|---|---|---|---|---|---|\n");
    let mut lines: BTreeMap<&str, [Option<Measured>; 5]> = BTreeMap::new();
    for r in rows {
        if let Verdict::Measured(m) = &r.verdict {
            let line = lines.entry(r.name).or_default();
            let cell = &mut line[r.arrangement as usize];
            if cell.is_none_or(|old| old.ratio < m.ratio) {
                *cell = Some(*m);
            }
        }
    }
    for (name, cells) in &lines {
        let _ = write!(text, "| `{name}` |");
        for (cell, arrangement) in cells.iter().zip(Arrangement::COLUMNS) {
            let _ = match cell {
                Some(m) if m.ratio > arrangement.limit() => write!(text, " **{:.2}** |", m.ratio),
                Some(m) => write!(text, " {:.2} |", m.ratio),
                None => write!(text, " |"),
            };
        }
        text.push('\n');
    }
    let mut without: BTreeMap<&str, f64> = BTreeMap::new();
    for r in rows {
        if let Verdict::NoReference { nanos, .. } | Verdict::Differs { nanos, .. } = &r.verdict {
            let worst = without.entry(r.name).or_insert(0.0);
            *worst = worst.max(*nanos);
        }
    }
    text.push_str("\nNo reference yet, with the nanoseconds per element of the slowest cell: ");
    let list: Vec<String> = without.iter().map(|(n, ns)| format!("`{n}` {ns:.2}")).collect();
    let _ = writeln!(text, "{}.", list.join(", "));
    let names = |f: &dyn Fn(&Row) -> bool| -> String {
        let mut names: Vec<String> =
            rows.iter().filter(|r| f(r)).map(|r| format!("`{}`", r.name)).collect();
        names.dedup();
        names.join(", ")
    };
    let stops = names(&|r| matches!(r.verdict, Verdict::Stops(_) | Verdict::DoesNotFit));
    let _ = writeln!(
        text,
        "\nStop with the numbers that were tried, or do not fit, in some cells: {stops}."
    );
    let none = names(&|r| matches!(r.verdict, Verdict::NoCell));
    let _ = writeln!(
        text,
        "\nNo cell, because no use in the filetests is about tiles alone: {none}.\n"
    );
    text
}
