//! Lines that a client may mean: those of the program, and those of the text that it was recorded from.

use crate::source_file::SourceFile;
use pto_debug::{Breakpoint, Condition, Origin, Origins, Stop, Traveller};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The lines of a program that runs.
pub struct Places {
    program: PathBuf,
    /// Lines that have an operation, in order.
    lines: Vec<usize>,
    origins: Origins,
}

impl Places {
    pub fn of(run: &Traveller<'_, '_, '_>, source: &SourceFile) -> Places {
        let mut lines: Vec<usize> =
            run.module.nodes().map(|(_, n)| run.module.line(n.span.start)).collect();
        lines.sort_unstable();
        lines.dedup();
        Places { program: absolute(&source.path), lines, origins: Origins::read(&source.text) }
    }

    /// What a line was recorded from.
    pub fn origin(&self, line: usize) -> Option<&Origin> {
        self.origins.of(line)
    }

    /// Where a breakpoint on a line of a file stands, and the lines of the program that it means.
    fn lines_at(&self, path: &str, line: usize) -> Option<(usize, Vec<usize>)> {
        let recorded = self.origins.from_file(|file| is_file(path, file));
        if recorded.is_empty() || absolute(path) == self.program {
            // The next line that has an operation.
            let place = self.lines.iter().copied().find(|&l| l >= line)?;
            return Some((place, vec![place]));
        }
        let place = recorded.iter().map(|r| r.0).find(|&l| l >= line)?;
        // Of the statements that one line made, the first.
        let begins = |l: &usize| self.origin(l - 1) != self.origin(*l);
        let of_place = recorded.iter().filter(|r| r.0 == place).map(|r| r.1);
        Some((place, of_place.filter(begins).collect()))
    }

    /// To the next line, or back to the last one, of the text that the client sees.
    pub fn step_line(&self, run: &mut Traveller<'_, '_, '_>, back: bool) -> Stop {
        let line_of = |run: &Traveller<'_, '_, '_>| run.here().map_or(0, |h| h.1);
        let began = line_of(run);
        let from = self.origin(began).cloned();
        loop {
            let before = line_of(run);
            let stop = if back { run.previous_line() } else { run.next_line() };
            let line = line_of(run);
            let turned = (line < before) != back;
            let origin = self.origin(line);
            if stop != Stop::Reached || from.is_none() || turned {
                return stop;
            }
            if origin.is_some() && origin != from.as_ref() {
                return stop;
            }
        }
    }
}

/// Breakpoints, as they were asked for file by file.
#[derive(Default)]
pub struct Breakpoints {
    asked: Vec<(String, Vec<Value>)>,
}

impl Breakpoints {
    /// Takes those of a file over, and says what became of them.
    pub fn set(&mut self, request: &Value, places: Option<&Places>) -> Value {
        let path = request["arguments"]["source"]["path"].as_str().unwrap_or_default();
        let asked = request["arguments"]["breakpoints"].as_array().cloned().unwrap_or_default();
        self.asked.retain(|a| a.0 != path);
        let answers: Vec<Value> = asked.iter().map(|b| judge(path, b, places).0).collect();
        self.asked.push((path.to_string(), asked));
        json!({ "breakpoints": answers })
    }

    /// All of them, as a run takes them.
    pub fn list(&self, places: &Places) -> Vec<Breakpoint> {
        let of_file = |(path, asked): &(String, Vec<Value>)| -> Vec<Breakpoint> {
            asked.iter().flat_map(|b| judge(path, b, Some(places)).1).collect()
        };
        self.asked.iter().flat_map(of_file).collect()
    }
}

/// What is answered about a breakpoint, and where it stands in the program.
fn judge(path: &str, asked: &Value, places: Option<&Places>) -> (Value, Vec<Breakpoint>) {
    let line = asked["line"].as_u64().unwrap_or(0) as usize;
    let condition = asked["condition"].as_str().filter(|c| !c.trim().is_empty());
    let condition = match condition.map(Condition::parse).transpose() {
        Ok(condition) => condition,
        Err(why) => return (json!({"verified": false, "message": why}), Vec::new()),
    };
    // Without a program nothing is known yet; it is verified again then.
    let found = places.map_or(Some((line, Vec::new())), |p| p.lines_at(path, line));
    let Some((place, lines)) = found else {
        let message = "no operation stands there";
        return (json!({"verified": false, "message": message}), Vec::new());
    };
    let at =
        |line| Breakpoint { line: Some(line), condition: condition.clone(), from_iteration: None };
    (json!({"verified": true, "line": place}), lines.into_iter().map(at).collect())
}

/// The file at a path, as clients name it.
pub fn absolute(path: &str) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// Whether a path is that of a file that a recording names, which may have been elsewhere.
fn is_file(path: &str, file: &str) -> bool {
    !path.is_empty() && (Path::new(path).ends_with(file) || absolute(path) == absolute(file))
}
