//! What libFuzzer says about a run, and the table of all runs.

use std::path::PathBuf;

/// Numbers of one run, or of several one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    pub executions: u64,
    pub seconds: f64,
    /// Edges of the program that some input took.
    pub edges: u64,
    /// Inputs that are new in the corpus.
    pub new_inputs: u64,
}

/// What came of a target.
#[derive(Debug, Default)]
pub struct Outcome {
    pub stats: Stats,
    /// Inputs that fail.
    pub findings: Vec<PathBuf>,
    /// Why it could not go on.
    pub fault: Option<String>,
}

impl Stats {
    /// From what libFuzzer writes.
    pub fn read(log: &str) -> Stats {
        let after = |line: &str, word: &str| -> Option<f64> {
            let rest = line.split(word).nth(1)?.trim_start();
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().ok()
        };
        let last = |word: &str| log.lines().rev().find_map(|l| after(l, word));
        let executions = last("stat::number_of_executed_units:").unwrap_or(0.0);
        let per_second = last("stat::average_exec_per_sec:").unwrap_or(0.0);
        Stats {
            executions: executions as u64,
            seconds: if per_second > 0.0 { executions / per_second } else { 0.0 },
            edges: last(" cov:").unwrap_or(0.0) as u64,
            new_inputs: last("stat::new_units_added:").unwrap_or(0.0) as u64,
        }
    }

    /// Another run of the same target.
    pub fn add(&mut self, other: Stats) {
        self.executions += other.executions;
        self.seconds += other.seconds;
        self.edges = self.edges.max(other.edges);
        self.new_inputs += other.new_inputs;
    }

    fn per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.executions as f64 / self.seconds } else { 0.0 }
    }
}

impl Outcome {
    /// In a line, while others are still running.
    pub fn in_short(&self) -> String {
        match &self.fault {
            Some(why) => why.clone(),
            None => {
                format!("{} executions, {} findings", self.stats.executions, self.findings.len())
            }
        }
    }
}

/// The table of all targets, and how to repeat what was found.
pub fn print(done: &[(&str, Outcome)]) {
    println!(
        "\n| target | executions | per second | edges | new inputs | findings |\n|---|--:|--:|--:|--:|--:|"
    );
    for (name, o) in done {
        let s = &o.stats;
        println!(
            "| `{name}` | {} | {:.0} | {} | {} | {} |",
            s.executions,
            s.per_second(),
            s.edges,
            s.new_inputs,
            o.findings.len()
        );
    }
    for (name, o) in done {
        for file in &o.findings {
            println!(
                "\n{name}: PTO_SHOW=1 PTO_FUZZ_INPUT={} cargo test -p pto-fuzz --test stored -- --exact {name}",
                file.display()
            );
        }
        if let Some(why) = &o.fault {
            println!("\n{name}: {why}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Stats;

    #[test]
    fn what_libfuzzer_writes_is_read() {
        let log = "#2\tINITED cov: 900 ft: 901 corp: 1/1b exec/s: 0 rss: 60Mb\n\
                   #4096\tREDUCE cov: 1205 ft: 3001 corp: 90/2Kb lim: 64 exec/s: 409 rss: 61Mb\n\
                   Done 5000 runs in 11 second(s)\n\
                   stat::number_of_executed_units: 5000\n\
                   stat::average_exec_per_sec:     454\n\
                   stat::new_units_added:          89\n";
        let stats = Stats::read(log);
        assert_eq!((stats.executions, stats.edges, stats.new_inputs), (5000, 1205, 89));
        assert!((stats.seconds - 11.0).abs() < 0.1);
    }

    #[test]
    fn an_empty_log_has_no_numbers() {
        assert_eq!(Stats::read(""), Stats::default());
    }
}
