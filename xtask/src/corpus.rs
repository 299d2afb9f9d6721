//! Reads public programs from checkouts: parse, round trip, lowering, C++, values, agreement with a recorded verifier.
//!
//! Nothing of the corpora is kept but the figures: `--write` puts them into `docs/corpora.csv`, from which the table of
//! the README is made. `--goldens PYTHON` runs the kernels that come with values; their scripts need numpy. With
//! `--only-values` nothing else is done, which takes a minute.
//! `--verdicts FILE` is a table of file, arch and result
//! (`accepted` or `rejected`) with paths `owner/repository/path`; a checkout stands for
//! `owner/repository` if its folder is called `repository`, `owner_repository` or `owner+repository`.

use crate::check_kernels::{self, Golden};
use crate::corpora::{self, Figures};
use pto_ir::{Diagnostic, Lines, Style, first_difference, parse, print};
use pto_isa::{Target, code};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What happened to one file.
#[derive(Default)]
struct Outcome {
    parses: bool,
    round_trips: bool,
    /// Errors at the file's own target, or at the verdict's.
    errors: Vec<String>,
    /// Every section is lowered.
    lowers: bool,
    /// Every section is written as C++.
    emits: bool,
    /// Why a section that has no errors is not lowered, or is an internal error when it is written as C++.
    unlowered: Vec<String>,
    /// Sections that are lowered with more waiting, because less of it is not proved.
    fallbacks: Vec<pto_lower::Fallback>,
}

pub fn run(args: &[String]) -> ExitCode {
    let mut verdicts = BTreeMap::new();
    let mut dirs = Vec::new();
    let mut list = false;
    let (mut write, mut python, mut only_values) = (false, None, false);
    let mut it = args.iter();
    while let Some(a) = it.next() {
        match a.as_str() {
            "--verdicts" => match it.next().map(std::fs::read_to_string) {
                Some(Ok(text)) => verdicts = read_verdicts(&text),
                _ => {
                    eprintln!("error: --verdicts needs a readable file");
                    return ExitCode::from(2);
                }
            },
            "--list" => list = true,
            "--write" => write = true,
            "--only-values" => only_values = true,
            "--goldens" => python = it.next(),
            dir => dirs.push(PathBuf::from(dir)),
        }
    }
    if dirs.is_empty() {
        println!("corpus: skipped, no checkout was given (cargo xtask corpus DIR...)");
        return ExitCode::SUCCESS;
    }
    println!("{}", corpora::HEAD);
    let mut rows = Vec::new();
    let mut agreement: BTreeMap<(String, String), [usize; 2]> = BTreeMap::new();
    let mut disagreements = Vec::new();
    let mut fallbacks: BTreeMap<pto_lower::Fallback, usize> = BTreeMap::new();
    for dir in &dirs {
        let mut files = Vec::new();
        collect(dir, &mut files);
        files.sort();
        if files.is_empty() {
            println!("{}: skipped, no .pto file", dir.display());
            continue;
        }
        let mut figures =
            Figures { corpus: corpora::label(dir), files: files.len(), ..Figures::default() };
        for file in &files {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let verdict = verdict_of(&verdicts, file);
            let o = match only_values {
                true => Outcome::default(),
                false => judge(&text, verdict.map(|v| v.1.as_str())),
            };
            figures.parse += usize::from(o.parses);
            figures.round_trip += usize::from(o.round_trips);
            figures.clean += usize::from(o.errors.is_empty());
            figures.lowered += usize::from(o.lowers);
            figures.emitted += usize::from(o.emits);
            match python.map(|p| check_kernels::judge(file, &text, p)) {
                Some(Golden::Equal) => {
                    figures.goldens += 1;
                    figures.met += 1;
                }
                Some(Golden::Differs(why)) => {
                    figures.goldens += 1;
                    disagreements.push(format!("golden: {}: {why}", file.display()));
                }
                Some(Golden::Absent) | None => {}
            }
            if let Some((key, _, result)) = verdict {
                let part = part_of(key);
                let agrees = o.errors.is_empty() == (result == "accepted");
                agreement.entry((part, result.clone())).or_default()[usize::from(agrees)] += 1;
                if !agrees {
                    let why = o.errors.first().cloned().unwrap_or_else(|| "no error found".into());
                    disagreements.push(format!("{result}: {key}: {why}"));
                }
            } else if list && !o.errors.is_empty() {
                disagreements.push(format!("unlisted: {}: {}", file.display(), o.errors[0]));
            }
            for fallback in &o.fallbacks {
                *fallbacks.entry(*fallback).or_default() += 1;
                if list {
                    disagreements.push(format!("{fallback:?}: {}", file.display()));
                }
            }
            let unlowered = o.unlowered.iter().filter(|_| list);
            disagreements
                .extend(unlowered.map(|why| format!("not lowered: {}: {why}", file.display())));
            if list && o.parses && !o.round_trips {
                disagreements.push(format!("round trip: {}", file.display()));
            }
        }
        println!("{}", figures.row());
        rows.push(figures);
    }
    for fallback in pto_lower::Fallback::ALL {
        let sections = fallbacks.get(&fallback).unwrap_or(&0);
        println!("lowered with more waiting ({fallback:?}): {sections} sections");
    }
    if write && let Err(e) = corpora::write(rows) {
        eprintln!("error: {e}");
        return ExitCode::from(2);
    }
    if !agreement.is_empty() {
        println!(
            "\n| files | recorded verdict | agree | differ | agreement |\n|---|---|---|---|---|"
        );
        for ((part, result), [differ, agree]) in &agreement {
            let share = 100.0 * *agree as f64 / (agree + differ) as f64;
            println!("| {part} | {result} | {agree} | {differ} | {share:.1} % |");
        }
    }
    if list {
        println!("\n{}", disagreements.join("\n"));
    }
    ExitCode::SUCCESS
}

/// file, arch, result
type Verdict = (String, String, String);

fn read_verdicts(text: &str) -> BTreeMap<String, Verdict> {
    let mut map = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut parts = line.split('\t');
        if let (Some(f), Some(a), Some(r)) = (parts.next(), parts.next(), parts.next()) {
            map.insert(f.to_string(), (f.to_string(), a.to_string(), r.to_string()));
        }
    }
    map
}

/// The verdict on a file: its path ends like the table's, and a folder names the repository.
fn verdict_of<'v>(verdicts: &'v BTreeMap<String, Verdict>, file: &Path) -> Option<&'v Verdict> {
    let parts: Vec<String> =
        file.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    (0..parts.len()).find_map(|i| {
        let rest = parts[i + 1..].join("/");
        let folder = parts[i].replace(['+', '_'], "/");
        verdicts.get(&format!("{folder}/{rest}")).or_else(|| {
            let hyphenated = parts[i].replacen(['+', '_'], "/", 1);
            verdicts.get(&format!("{hyphenated}/{rest}"))
        })
    })
}

/// `owner/repo/test/samples`: enough of a path to group by.
fn part_of(key: &str) -> String {
    let parts: Vec<&str> = key.split('/').collect();
    let n = if parts.get(3) == Some(&"lit") { 5 } else { 4 };
    parts[..n.min(parts.len() - 1)].join("/")
}

pub(crate) fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    if dir.is_file() {
        files.push(dir.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for e in entries.flatten() {
        let path = e.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|x| x == "pto") {
            files.push(path);
        }
    }
}

/// Parses, prints and checks each section of a file.
fn judge(text: &str, arch: Option<&str>) -> Outcome {
    let mut out = Outcome {
        parses: true,
        round_trips: true,
        errors: Vec::new(),
        lowers: true,
        emits: true,
        unlowered: Vec::new(),
        fallbacks: Vec::new(),
    };
    for part in text.split("\n// -----\n") {
        let (module, found) = parse(part);
        let lines = Lines::new(part);
        let show = |d: &Diagnostic| {
            let (line, _) = lines.position(part, d.primary.span.start);
            format!("{} line {line}: {}", d.spelled_code(), d.message)
        };
        let syntax: Vec<&Diagnostic> = found.iter().filter(|d| d.is_error()).collect();
        if !syntax.is_empty() {
            out.parses = false;
            out.errors.extend(syntax.iter().map(|d| show(d)));
        }
        for style in [Style::Canonical, Style::Generic] {
            let (again, found) = parse(&print(&module, style));
            out.round_trips &= !found.iter().any(Diagnostic::is_error)
                && first_difference(&module, &again).is_none();
        }
        // A recorded A2/A3 is what the other checker assumes, too, and it takes instructions of A5 there.
        let target = arch
            .and_then(Target::parse)
            .filter(|&t| t != Target::A2A3)
            .or_else(|| pto_check::declared_target(&module))
            .or_else(|| run_line_arch(text))
            .unwrap_or_else(|| pto_check::declared_device(&module));
        let checked = pto_check::check(
            &module,
            target,
            &pto_check::Options { partial: !syntax.is_empty(), ..Default::default() },
        );
        out.errors.extend(checked.iter().filter(|d| d.is_error()).map(show));
        if !out.errors.is_empty() {
            (out.lowers, out.emits) = (false, false);
            continue;
        }
        let first = |failed: &pto_lower::Failed| {
            let d = failed.findings.iter().find(|d| d.is_error()).or(failed.findings.first());
            d.map_or_else(String::new, |d| format!("{} {}", d.spelled_code(), d.message))
        };
        let lowered = pto_lower::lower(part, target, &pto_lower::Options::default());
        out.fallbacks.extend(lowered.as_ref().ok().and_then(|l| l.fallback));
        if let Err(failed) = lowered {
            (out.lowers, out.emits) = (false, false);
            out.unlowered.push(first(&failed));
        } else if target == Target::CPU {
            out.emits = false;
        } else if let Err(failed) =
            pto_lower::emit(part, target, &pto_lower::EmitOptions::default())
        {
            out.emits = false;
            if failed.findings.iter().any(|d| d.code == code::LOWERING) {
                out.unlowered.push(first(&failed));
            }
        }
    }
    out
}

/// The target a test line of the file asks for: `RUN: ptoas --pto-arch=a5 %s`.
pub(crate) fn run_line_arch(text: &str) -> Option<Target> {
    let line = text.lines().find(|l| l.contains("RUN:") && l.contains("--pto-arch"))?;
    let rest = line.split("--pto-arch").nth(1)?;
    let word = rest.trim_start_matches(['=', ' ']);
    Target::parse(word.split(|c: char| !c.is_ascii_alphanumeric()).next()?)
}
