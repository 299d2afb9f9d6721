//! Kernels with one mistake each: `expect` must name its line.
//!
//! A file of `tests/debug` is the kernel with the mistake, and says what is right beside it: `//= STATEMENT` is what the
//! next line should be, `//+ STATEMENT` is missing there. The line that must be named is the one below, or, where something
//! is missing, one of its neighbours. `// args:` are the parameters, filled with numbers drawn from a seed; the reference is what
//! the corrected kernel computes. `BLESS=1` writes the table of the book.

use pto_debug::{Case, Reference, Tolerance, Verdict, Why, expect};
use pto_isa::format::{Conversion, decode, encode};
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, Rulebook, Target};
use pto_sim::{Launch, LaunchArg};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

struct Seeded {
    name: String,
    about: String,
    wrong: String,
    right: String,
    /// Lines of the text with the mistake that may be named.
    guilty: Vec<usize>,
    args: Vec<LaunchArg<'static>>,
    /// Parameter, name, element type, shape.
    expected: Vec<(usize, String, DType, Vec<u64>)>,
}

fn read(path: &Path) -> Seeded {
    let wrong = std::fs::read_to_string(path).unwrap();
    let mut right: Vec<String> = Vec::new();
    let mut guilty = Vec::new();
    let (mut instead, mut missing) = (None, false);
    let mut last_statement = 0;
    let (mut specs, mut names) = (String::new(), String::new());
    for (i, line) in wrong.lines().enumerate() {
        let text = line.trim();
        if let Some(statement) = text.strip_prefix("//= ") {
            instead = Some(statement.to_string());
        } else if let Some(statement) = text.strip_prefix("//+ ") {
            right.push(statement.to_string());
            missing = true;
        } else if !text.starts_with("//") {
            if missing && instead.is_none() && guilty.is_empty() {
                guilty.extend([last_statement, i + 1]);
            }
            if instead.is_some() {
                guilty.retain(|_| false);
                guilty.push(i + 1);
            }
            right.push(instead.take().unwrap_or_else(|| line.to_string()));
            missing = false;
            last_statement = i + 1;
        } else {
            specs.extend(text.strip_prefix("// args: ").map(str::to_string));
            names.extend(text.strip_prefix("// expect: ").map(str::to_string));
        }
    }
    let mut args = Vec::new();
    let mut expected = Vec::new();
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    for (index, spec) in specs.split_whitespace().enumerate() {
        let (name, what) = spec.split_once('=').unwrap();
        let Some((shape, fill)) = what.split_once(':') else {
            args.push(LaunchArg::Number(what.parse().unwrap()));
            continue;
        };
        let parts: Vec<&str> = shape.split('x').collect();
        let (dtype, extents) = parts.split_last().unwrap();
        let dtype = DType::parse(dtype).unwrap();
        let extents: Vec<u64> = extents.iter().map(|e| e.parse().unwrap()).collect();
        let count: u64 = extents.iter().product();
        let bits = u64::from(dtype.bits());
        let mut bytes = vec![0; (count * bits / 8) as usize];
        for i in 0..count {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let unit = (random >> 11) as f64 / (1u64 << 53) as f64;
            let value = match fill {
                "zeros" => 0.0,
                "uniform" => unit + 0.5,
                "normal" => 4.0 * unit - 2.0,
                "large" => 300.0 * unit,
                "mask" => {
                    if i % extents[1] > i / extents[1] {
                        -1e9
                    } else {
                        0.0
                    }
                }
                other => panic!("{other}"),
            };
            set_code(&mut bytes, dtype, i * bits, encode(dtype, value, Conversion::default()));
        }
        args.push(LaunchArg::Bytes(bytes));
        if names.split_whitespace().any(|n| n == name) {
            expected.push((index, name.to_string(), dtype, extents));
        }
    }
    let about = wrong.lines().next().unwrap().trim_start_matches("// ").to_string();
    let name = path.file_stem().unwrap().to_string_lossy().replace('_', " ");
    Seeded { name, about, wrong, right: right.join("\n"), guilty, args, expected }
}

fn numerics() -> Numerics {
    Numerics::new(Target::A5, Semantics::Manual)
}

fn run(text: &str, args: &[LaunchArg<'static>]) -> Vec<LaunchArg<'static>> {
    let (module, found) = pto_ir::parse(text);
    assert!(!found.iter().any(|d| d.is_error()), "{found:?}");
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default())
        .unwrap_or_else(|(_, found)| panic!("{found:#?}"));
    let program = pto_sim::decode(&verified, None, numerics()).unwrap();
    let mut args = args.to_vec();
    program.run(&mut args, &Launch::default()).unwrap();
    args
}

fn judge(seeded: &Seeded) -> Verdict {
    let right = run(&seeded.right, &seeded.args);
    let reference = |(arg, name, dtype, shape): &(usize, String, DType, Vec<u64>)| {
        let bytes = right[*arg].bytes().unwrap();
        let bits = u64::from(dtype.bits());
        let count: u64 = shape.iter().product();
        let values =
            (0..count).map(|i| decode(*dtype, get_code(bytes, *dtype, i * bits))).collect();
        let tolerance = Tolerance::of(*dtype);
        Reference {
            arg: *arg,
            name: name.clone(),
            dtype: *dtype,
            shape: shape.clone(),
            values,
            tolerance,
        }
    };
    let references: Vec<Reference> = seeded.expected.iter().map(reference).collect();
    let case = Case {
        text: &seeded.wrong,
        entry: None,
        numerics: numerics(),
        rules: Rulebook::default(),
        args: &seeded.args,
        launch: &Launch::default(),
        references: &references,
        time: Duration::from_secs(120),
    };
    expect(&case).unwrap()
}

#[test]
fn the_guilty_line_is_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/debug");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "pto"));
    if let Ok(only) = std::env::var("ONLY") {
        paths.retain(|p| p.to_string_lossy().contains(&only));
    }
    paths.sort();
    let mut table = String::from("| mistake | the kernel | named by `--expect` |\n|---|---|---|\n");
    let (mut named, mut missed) = (0, Vec::new());
    for path in &paths {
        let seeded = read(path);
        let verdict = judge(&seeded);
        assert!(!verdict.is_right(), "{}: the mistake does not show", seeded.name);
        let first = verdict.suspects.first();
        let hit = first.is_some_and(|s| seeded.guilty.contains(&s.line));
        let said = first.map_or_else(
            || "nothing".to_string(),
            |s| match &s.why {
                Why::Repaired(what) => format!("line {}: as expected with {what}", s.line),
                why => format!("line {}: {}", s.line, why.title()),
            },
        );
        named += usize::from(hit);
        if !hit {
            missed.push(format!(
                "{}: {said}, not {:?}; {:?}",
                seeded.name, seeded.guilty, verdict.suspects
            ));
        }
        let mark = if hit { "" } else { " (wrong)" };
        let about = seeded.about.trim_end_matches('.');
        let _ = writeln!(table, "| {} | {about} | {said}{mark} |", seeded.name);
        eprintln!("{}: {said} ({} tried)", seeded.name, verdict.tried);
    }
    if std::env::var_os("ONLY").is_none() {
        compare_with_book(&table);
    }
    assert!(missed.is_empty(), "{named} of {} are named; {}", paths.len(), missed.join("\n"));
}

/// The table of the book is what is named.
fn compare_with_book(table: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wrong-numbers.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once("<!-- seeded -->\n").unwrap();
    let (old, after) = rest.split_once("<!-- /seeded -->").unwrap();
    if std::env::var_os("BLESS").is_some() {
        let new = format!("{before}<!-- seeded -->\n{table}<!-- /seeded -->{after}");
        std::fs::write(&page, new).unwrap();
        return;
    }
    assert_eq!(old, table, "BLESS=1 renews the table of {}", page.display());
}
