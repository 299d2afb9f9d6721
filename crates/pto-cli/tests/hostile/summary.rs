//! What the runs came to: a table with a line for each command, and the failures.

use crate::invocation::{Invocation, LEFT_OUT};
use crate::judge::Outcome;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// Counts of the runs of one command.
#[derive(Default)]
struct Row {
    runs: usize,
    codes: BTreeMap<Option<i32>, usize>,
    slowest_seconds: f64,
    largest_bytes: u64,
}

/// All runs so far.
pub struct Summary {
    rows: BTreeMap<String, Row>,
    /// Each with the way to repeat it.
    pub failures: Vec<String>,
}

impl Summary {
    /// With a row for every command, also those that no run met.
    pub fn new(commands: impl Iterator<Item = String>) -> Summary {
        let rows = commands.map(|c| (c, Row::default())).collect();
        Summary { rows, failures: Vec::new() }
    }

    /// Counts the n-th run of a seed.
    pub fn add(&mut self, n: usize, seed: u64, invocation: &Invocation, outcome: Outcome) {
        let row = self.rows.entry(invocation.command.clone()).or_default();
        row.runs += 1;
        *row.codes.entry(outcome.code).or_default() += 1;
        row.slowest_seconds = row.slowest_seconds.max(outcome.seconds);
        row.largest_bytes = row.largest_bytes.max(outcome.bytes);
        if let Some(failure) = outcome.failure {
            let line: String = invocation.shell_line("pto".as_ref()).chars().take(400).collect();
            let again = format!("cargo xtask hostile --seed {seed} --only {n}");
            // At once: a long campaign may be ended before its table.
            eprintln!("{failure}\n  {again}");
            self.failures.push(format!("{failure}\n  {line}\n  {again}"));
        }
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes = [Some(0), Some(1), Some(2), Some(3), Some(130)];
        write!(f, "{:<12} {:>6}", "command", "runs")?;
        for code in codes.iter().flatten() {
            write!(f, " {:>6}", format!("exit {code}"))?;
        }
        writeln!(f, " {:>6} {:>9} {:>10}", "other", "slowest s", "largest MB")?;
        let mut all = Row::default();
        for (name, row) in &self.rows {
            write_row(f, name, row, &codes)?;
            all.runs += row.runs;
            for (code, count) in &row.codes {
                *all.codes.entry(*code).or_default() += count;
            }
            all.slowest_seconds = all.slowest_seconds.max(row.slowest_seconds);
            all.largest_bytes = all.largest_bytes.max(row.largest_bytes);
        }
        write_row(f, "all", &all, &codes)?;
        for (name, why) in LEFT_OUT {
            writeln!(f, "{name} is left out: {why}")?;
        }
        writeln!(f, "{} failures", self.failures.len())?;
        self.failures.iter().try_for_each(|failure| writeln!(f, "\n{failure}"))
    }
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    row: &Row,
    codes: &[Option<i32>],
) -> fmt::Result {
    write!(f, "{name:<12} {:>6}", row.runs)?;
    let count = |code: &Option<i32>| row.codes.get(code).copied().unwrap_or(0);
    for code in codes {
        write!(f, " {:>6}", count(code))?;
    }
    let other = row.runs - codes.iter().map(count).sum::<usize>();
    writeln!(f, " {other:>6} {:>9.2} {:>10}", row.slowest_seconds, row.largest_bytes >> 20)
}
