//! Public programs, lowered, from checkouts you provide: `PTO_CORPUS=DIR[:DIR...]` takes every `.pto` file under the
//! folders as it is, with arguments that are guessed from the types; `PTO_CASES=FILE` takes the launches of a table
//! with the columns file, entry, blocks and one argument each (`random:BYTES` or a number), for A5 by the word of
//! silicon. These programs lose their addresses and their order of pipes first; others may say by addresses which
//! tiles are the same.
//!
//! What cannot be compared is listed with its reason.

use pto_isa::Target;
use pto_isa::sem::Semantics;
use pto_tests::SPLIT;
use pto_tests::corpus::{Case, Level, Outcome, Spec, entries, judge, lower};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What became of all of them.
#[derive(Default)]
struct Tally {
    same: usize,
    refused: BTreeMap<String, Vec<String>>,
    wrong: Vec<(String, String)>,
}

impl Tally {
    fn add(&mut self, name: String, outcome: Outcome) {
        match outcome {
            Outcome::Same => self.same += 1,
            Outcome::Refused(why) => self.refused.entry(why).or_default().push(name),
            Outcome::Wrong(why) => {
                println!("WRONG {name}: {}", why.lines().next().unwrap_or(""));
                self.wrong.push((name, why));
            }
        }
    }

    fn show(&self, what: &str) {
        let refused: usize = self.refused.values().map(Vec::len).sum();
        println!("{what}: {} same, {} wrong, {refused} not compared", self.same, self.wrong.len());
        for (why, names) in &self.refused {
            println!("  {} not compared: {why}", names.len());
            names.iter().for_each(|n| println!("    {n}"));
        }
        if let Some((name, why)) = self.wrong.first() {
            println!("the first that is wrong: {name}: {why}");
        }
    }
}

fn main() -> ExitCode {
    let filter = std::env::args().nth(1).filter(|a| !a.starts_with('-')).unwrap_or_default();
    let mut wrong = 0;
    match std::env::var("PTO_CASES") {
        Ok(table) => wrong += cases(Path::new(&table), &filter),
        Err(_) => println!("launches: skipped, PTO_CASES names no table"),
    }
    match std::env::var_os("PTO_CORPUS") {
        Some(list) => {
            for folder in std::env::split_paths(&list) {
                wrong += corpus(&folder, &filter);
            }
        }
        None => println!("programs: skipped, PTO_CORPUS names no folder"),
    }
    ExitCode::from(u8::from(wrong > 0))
}

/// The launches of a table.
fn cases(table: &Path, filter: &str) -> usize {
    let mut tally = Tally::default();
    let text = std::fs::read_to_string(table).unwrap_or_default();
    let folder = table.parent().unwrap_or(Path::new("."));
    let mut current: Option<(String, Result<_, Outcome>)> = None;
    for line in text.lines().filter(|l| l.contains(filter)) {
        let mut fields = line.split('\t');
        let (Some(file), Some(entry), Some(blocks)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let name = format!("{file} {entry}");
        let args: Option<Vec<Spec>> = fields.map(Spec::parse).collect();
        let (Some(args), Ok(blocks)) = (args, blocks.parse()) else {
            tally.add(name, Outcome::Wrong("the table cannot be read".into()));
            continue;
        };
        if current.as_ref().is_none_or(|c| c.0 != file) {
            let lowered = match std::fs::read_to_string(folder.join(file)) {
                Ok(text) => lower(&text, Target::A5, Level::Anew),
                Err(e) => Err(Outcome::Refused(e.to_string())),
            };
            current = Some((file.to_string(), lowered));
        }
        let case = Case {
            entry: Some(entry.to_string()),
            semantics: Semantics::Silicon,
            blocks,
            args: Some(args),
        };
        let outcome = match current.as_ref().map(|c| &c.1) {
            Some(Ok(lowered)) => judge(lowered, &case),
            Some(Err(why)) => why.clone(),
            None => continue,
        };
        tally.add(name, outcome);
    }
    tally.show("launches");
    tally.wrong.len() + usize::from(tally.same == 0 && filter.is_empty())
}

/// Every program under a folder.
fn corpus(folder: &Path, filter: &str) -> usize {
    let mut tally = Tally::default();
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    for file in files {
        let shown = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
        if !shown.contains(filter) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let parts: Vec<&str> = text.split(&format!("\n{SPLIT}\n")).collect();
        for (i, part) in parts.iter().enumerate() {
            let name = if parts.len() > 1 { format!("{shown} part {i}") } else { shown.clone() };
            program(part, name, &mut tally);
        }
    }
    tally.show(&folder.display().to_string());
    tally.wrong.len() + usize::from(tally.same == 0 && filter.is_empty())
}

fn program(text: &str, name: String, tally: &mut Tally) {
    let declared = pto_check::declared_target(&pto_ir::parse(text).0);
    let mut lowered = lower(text, declared.unwrap_or(Target::A5), Level::Complete);
    if declared.is_none() && lowered.as_ref().is_err_and(|o| matches!(o, Outcome::Refused(_))) {
        lowered = lower(text, Target::A2A3, Level::Complete);
    }
    let lowered = match lowered {
        Ok(lowered) => lowered,
        Err(outcome) => return tally.add(name, outcome),
    };
    for entry in entries(&lowered) {
        let name = match &entry {
            Some(e) => format!("{name} @{e}"),
            None => name.clone(),
        };
        let case = Case { entry, semantics: Semantics::Manual, blocks: 1, args: None };
        tally.add(name, judge(&lowered, &case));
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    if folder.is_file() {
        files.push(folder.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        match path.is_dir() {
            true => collect(&path, files),
            false if path.extension().is_some_and(|e| e == "pto") => files.push(path),
            false => {}
        }
    }
}
