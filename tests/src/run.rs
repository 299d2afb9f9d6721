//! Run tests: programs that carry their arguments and the results they must have.
//!
//! A section is a run test if it has a `// run:` line.
//!
//! | comment | meaning |
//! |---|---|
//! | `// run: cpu a5 silicon` | run on these targets (all without one) with these semantics (both without one); `entry=f`, `blocks=4`, `ranks=2`, `outside-valid=zero`, `order=left` choose more; commas separate several such lists |
//! | `// also for f32: f16 i16` | run again with these types in place of this one in the program |
//! | `// arg 0: 1 2 3` | the values of a parameter; a tile without one is all-ones bytes; `comm` is the context of a kernel that communicates, `peer 1 0` what rank 1 has for parameter 0 |
//! | `// expect 2: 4 6` | its values afterwards; parameters without such a line must not change |
//! | `// trap: E0604 words` | the run stops with this code and a message that contains the words; in a line, if a number stands before the code |
//! | `// rules: manual` | the rules the program is held to |
//! | `// quirks: argmin-nan` | the quirks the run names, or `none` |
//! | `// orders: lazy 12:5 error[E0614] words` | what runs in other orders of the pipes find, a line for each schedule that finds something; without it, nothing |
//! | `// finds: E0701 words` | what a checked run finds, in the order of the text, a line each, or `none`, or `_` for anything; in a line of the program, if a number stands before the code; `mode=manual` and `flags=src-id` in `run` choose how it is checked |
//!
//! Between the keyword and the colon `expect`, `trap` and `quirks` may be limited to a target, a semantics,
//! a type of `also for` or an option (`// expect 2 a5 silicon: 5 7`), `arg` and `expect` also to a device (`rank1`); of several lines that apply the one
//! with the most such words counts. A line for the same parameter and words continues the one before.
//!
//! A tile is its valid region, row by row. Values are numbers the type holds exactly, `inf`, `nan` (the
//! canonical one), `-0`, codes (`0x7fc00001`), `16*0.5`, `0..=15`; `|` marks the end of a row, `...` repeats
//! the last value to the end of a tile, `_` (in `expect`) is any value. Everything else is compared bit for
//! bit. Each program runs by fast kernels and by the definitions, and in several orders of its pipes, which must
//! agree. The edits that findings offer are made, and what is fixed must be silent.

pub mod fixed;
pub mod header;
mod orders;
pub mod readings;
pub mod rules;
pub mod values;

use crate::{SPLIT, brief};
use header::{Claim, Kind, Run, claimed, read_header, variants};
use pto_ir::{Diagnostic, Lines};
use pto_isa::DType;
use pto_isa::sem::Semantics;
use pto_isa::sem::exec::{all_ones, get_code, set_code};
use pto_sanitize::Sanitize;
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Param};

/// The sections of a text with the line they begin at.
fn split(text: &str) -> Vec<(usize, String)> {
    let mut list = vec![(1, String::new())];
    for (i, line) in text.lines().enumerate() {
        match list.last_mut() {
            Some((_, section)) if line != SPLIT => {
                section.push_str(line);
                section.push('\n');
            }
            _ => list.push((i + 2, String::new())),
        }
    }
    list
}

/// Whether a text has run tests.
pub fn has_runs(text: &str) -> bool {
    text.lines().any(|l| l.starts_with("// run:"))
}

/// Runs the run tests of a file. The error tells what differs; `all` tells what every run gave.
pub fn compare(path: &str, text: &str, all: bool) -> Result<String, String> {
    let (mut report, mut found) = (String::new(), String::new());
    for (line, section) in split(text) {
        if !has_runs(&section) {
            continue;
        }
        let place = format!("section at line {line} of {path}");
        let header = read_header(&section).map_err(|e| format!("{place}: {e}"))?;
        let mut unused: Vec<&Claim> = header.claims.iter().collect();
        for (dtype, program) in variants(&section, &header) {
            for run in &header.runs {
                let mut run = run.clone();
                run.words.extend(dtype.clone());
                unused.retain(|c| !run.on_each_rank().any(|on| c.applies(&on)));
                let label = run.words.join(" ");
                match one_run(&program, &header.claims, &run) {
                    Ok(text) => found.push_str(&format!("{place}, {label}:\n{text}")),
                    Err(e) => report.push_str(&format!("{place}, {label}:\n{e}\n")),
                }
            }
        }
        for c in unused {
            report.push_str(&format!("{place}: no run is {}\n", c.only.join(" ")));
        }
    }
    match (report.is_empty(), all) {
        (true, true) => Ok(found),
        (true, false) => Ok(String::new()),
        (false, _) => Err(report),
    }
}

struct Outcome {
    args: Vec<LaunchArg<'static>>,
    quirks: Vec<&'static str>,
    trap: Option<Diagnostic>,
}

/// Runs a program and compares. The text tells what was found.
fn one_run(text: &str, claims: &[Claim], run: &Run) -> Result<String, String> {
    let (module, found) = pto_ir::parse(text);
    let fail = |list: &[Diagnostic]| {
        let errors = list.iter().filter(|d| d.is_error());
        let lines: Vec<String> = errors.map(|d| format!("  {}", brief(text, d))).collect();
        Err(lines.join("\n"))
    };
    if found.iter().any(Diagnostic::is_error) {
        return fail(&found);
    }
    let options = crate::options_of(text);
    let verified = match pto_check::verify(module, run.numerics.target, &options) {
        Ok((verified, _)) => verified,
        Err((_, found)) => return fail(&found),
    };
    let want_trap = claimed(claims, Kind::Trap, run)?;
    let program = match pto_sim::decode(&verified, run.entry.as_deref(), run.numerics) {
        Ok(program) => program,
        Err(refusal) => return check_trap(text, Some(&refusal), want_trap),
    };
    let params: Vec<Param> = program.params().collect();
    let given = arguments(&params, claims, run)?;
    let [fast, slow] = [false, true].map(|reference| {
        let mut args = given.clone();
        let launch = Launch { reference, ..run.launch() };
        match program.run(&mut args, &launch) {
            Ok(report) => Outcome { args, quirks: report.quirks, trap: None },
            Err(d) => Outcome { args, quirks: Vec::new(), trap: Some(*d) },
        }
    });
    let want = claimed(claims, Kind::Finds, run)?;
    check_findings(text, &verified, (&given, &slow), run, want)?;
    let orders = claimed(claims, Kind::Orders, run)?;
    // Whose word counts is nothing to the pipes, and a run that stops has no result to compare.
    let expects_same = slow.trap.is_none() && run.numerics.semantics == Semantics::Manual;
    if let Some(want) = orders.or(expects_same.then_some("none")) {
        let as_wanted = |args: &[LaunchArg]| match slow.trap {
            None => args == slow.args,
            Some(_) => check_results(&params, claims, run, &given, args).is_ok(),
        };
        orders::check_orders(text, &verified, &given, &as_wanted, run, want)?;
    }
    let message = |o: &Outcome| o.trap.as_ref().map(|d| brief(text, d));
    if fast.args != slow.args || fast.quirks != slow.quirks || message(&fast) != message(&slow) {
        return Err(format!(
            "  fast kernels and definitions differ:\n{}  by the definitions:\n{}",
            show_all(&params, &fast.args),
            show_all(&params, &slow.args)
        ));
    }
    if slow.trap.is_some() || want_trap.is_some() {
        return check_trap(text, slow.trap.as_ref(), want_trap);
    }
    if let Some(want) = claimed(claims, Kind::Quirks, run)? {
        let found = if slow.quirks.is_empty() { "none".into() } else { slow.quirks.join(" ") };
        if found != want {
            return Err(format!("  quirks: {found}\n  instead of: {want}"));
        }
    }
    check_results(&params, claims, run, &given, &slow.args)?;
    Ok(show_all(&params, &slow.args))
}

/// Runs a program under all checks. What it computes is what a plain run computes.
fn check_findings(
    text: &str,
    verified: &pto_check::Verified,
    (given, plain): (&[LaunchArg], &Outcome),
    run: &Run,
    want: Option<&str>,
) -> Result<(), String> {
    let instrumented = InstrumentedProgram::decode(verified, run.entry.as_deref(), run.numerics)
        .map_err(|refusal| format!("  {}", brief(text, &refusal)))?;
    let mut args = given.to_vec();
    let launch = run.launch();
    let checked = instrumented.check(&mut args, &launch, &run.check, &Lines::new(text));
    let stopped = checked.outcome.as_ref().err().map(|d| brief(text, d));
    if stopped != plain.trap.as_ref().map(|d| brief(text, d)) || args != plain.args {
        return Err("  a checked run gives something else than a plain one\n".into());
    }
    let want = want.unwrap_or("none");
    if want == "_" {
        return Ok(());
    }
    let wanted: Vec<&str> = match want {
        "none" => Vec::new(),
        list => list.split(';').map(str::trim).collect(),
    };
    let found = &checked.findings;
    fixed::check_fixes(text, found, &|fixed| checked_again(fixed, (given, plain), run))?;
    let fits = |(d, want): (&Diagnostic, &&str)| {
        let (at, want) = line_of(want);
        let (code, words) = want.split_once(' ').unwrap_or((want, ""));
        d.spelled_code() == code && says(d, words.trim()) && stands_at(text, d, at)
    };
    if found.len() == wanted.len() && found.iter().zip(&wanted).all(fits) {
        return Ok(());
    }
    let lines = Lines::new(text);
    let shown =
        |d: &Diagnostic| format!("  // finds: {} {}", lines.line(d.primary.span.start), full(d));
    let shown: Vec<String> = found.iter().map(shown).collect();
    Err(format!("{}\n  instead of: {want}", shown.join("\n")))
}

/// The line that an expectation begins with, and the rest of it.
fn line_of(want: &str) -> (Option<usize>, &str) {
    match want.split_once(' ') {
        Some((line, rest)) if line.bytes().all(|b| b.is_ascii_digit()) => (line.parse().ok(), rest),
        _ => (None, want),
    }
}

/// Whether a finding stands in a line, if one is asked for.
fn stands_at(text: &str, d: &Diagnostic, line: Option<usize>) -> bool {
    line.is_none_or(|line| Lines::new(text).line(d.primary.span.start) == line)
}

/// What a program finds that was changed to be fixed. It must compute what it did before.
fn checked_again(
    text: &str,
    (given, plain): (&[LaunchArg], &Outcome),
    run: &Run,
) -> Result<Vec<Diagnostic>, String> {
    let (module, mut found) = pto_ir::parse(text);
    found.retain(Diagnostic::is_error);
    let options = crate::options_of(text);
    let all =
        |list: &[Diagnostic]| list.iter().map(|d| brief(text, d)).collect::<Vec<_>>().join("\n");
    if !found.is_empty() {
        return Err(all(&found));
    }
    let (verified, _) = pto_check::verify(module, run.numerics.target, &options)
        .map_err(|(_, found)| all(&found))?;
    let instrumented = InstrumentedProgram::decode(&verified, run.entry.as_deref(), run.numerics)
        .map_err(|refusal| brief(text, &refusal))?;
    let mut args = given.to_vec();
    let launch = run.launch();
    let checked = instrumented.check(&mut args, &launch, &run.check, &Lines::new(text));
    match checked.outcome {
        Err(d) if plain.trap.is_none() => Err(brief(text, &d)),
        _ if args != plain.args => Err("it computes something else".into()),
        _ => Ok(checked.findings),
    }
}

/// A finding in one line: what is asked for may be any part of it.
fn full(d: &Diagnostic) -> String {
    let help = d.help.as_deref().map_or(String::new(), |h| format!(" [{h}]"));
    format!("{} {} ({}){help}", d.spelled_code(), d.message, d.primary.text)
}

/// Whether a finding contains all of some words; ` ... ` stands between words that are apart.
fn says(d: &Diagnostic, words: &str) -> bool {
    let text = full(d);
    words.split(" ... ").all(|w| text.contains(w))
}

fn check_trap(
    text: &str,
    found: Option<&Diagnostic>,
    want: Option<&str>,
) -> Result<String, String> {
    let shown = found.map_or("  the run ends well".into(), |d| format!("  {}", brief(text, d)));
    let Some(want) = want else { return Err(shown) };
    let (at, want) = line_of(want.trim());
    let (code, words) = want.split_once(' ').unwrap_or((want, ""));
    let fits = |d: &Diagnostic| {
        d.spelled_code() == code && d.message.contains(words.trim()) && stands_at(text, d, at)
    };
    match found {
        Some(d) if fits(d) => Ok(shown + "\n"),
        _ => Err(format!("{shown}\n  instead of: {want}")),
    }
}

/// Elements, their number and the length of a row, as far as the parameter says.
fn shape(param: Param) -> (DType, Option<usize>, Option<usize>) {
    match param {
        Param::Buffer(d) => (d, None, None),
        Param::Number(d) => (d, Some(1), None),
        Param::Tile(t) => {
            let rows = t.valid_rows.known().unwrap_or(t.rows) as usize;
            let cols = t.valid_cols.known().unwrap_or(t.cols) as usize;
            (t.dtype, Some(rows * cols), Some(cols))
        }
    }
}

fn arguments(
    params: &[Param],
    claims: &[Claim],
    run: &Run,
) -> Result<Vec<LaunchArg<'static>>, String> {
    let beyond = |c: &&Claim| matches!(c.kind, Kind::Arg(n) | Kind::Expect(n) if n >= params.len());
    if let Some(c) = claims.iter().find(beyond) {
        return Err(format!("  the kernel has no parameter of {:?}", c.kind));
    }
    let mut list = Vec::new();
    let ranks = (0..).zip(run.on_each_rank());
    let each = ranks.flat_map(|(rank, run)| {
        params.iter().enumerate().map(move |(i, param)| (rank, run.clone(), i, *param))
    });
    for (rank, run, i, param) in each {
        let (dtype, len, cols) = shape(param);
        let fail = |e: String| format!("  arg {i}: {e}");
        let text = claimed(claims, Kind::Arg(i), &run)?;
        if let Some(given) = text.and_then(|t| of_devices(t, rank, &run, params.len())) {
            list.push(given);
            continue;
        }
        let codes = match (text, len) {
            (Some(text), _) => values::read(text, dtype, len, cols).map_err(fail)?,
            (None, Some(len)) if matches!(param, Param::Tile(_)) => {
                vec![Some(all_ones(dtype)); len]
            }
            _ => return Err(fail("no values".into())),
        };
        let codes: Option<Vec<u64>> = codes.into_iter().collect();
        let codes = codes.ok_or_else(|| fail("`_` is for results".into()))?;
        list.push(match param {
            Param::Number(_) => LaunchArg::Number(codes[0]),
            _ => LaunchArg::Bytes(pack(&codes, dtype)),
        });
    }
    Ok(list)
}

/// What only several devices have: the context of a device, or memory of another one.
fn of_devices(text: &str, rank: u32, run: &Run, params: usize) -> Option<LaunchArg<'static>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["comm"] => Some(LaunchArg::Bytes(pto_sim::comm_context(rank, run.ranks))),
        ["peer", rank, param] => {
            let arg = rank.parse::<usize>().ok()? * params + param.parse::<usize>().ok()?;
            Some(LaunchArg::Within { arg, offset_bytes: 0 })
        }
        _ => None,
    }
}

fn pack(codes: &[u64], dtype: DType) -> Vec<u8> {
    let bits = u64::from(dtype.bits());
    let mut bytes = vec![0; (codes.len() as u64 * bits).div_ceil(8) as usize];
    for (i, &code) in codes.iter().enumerate() {
        set_code(&mut bytes, dtype, i as u64 * bits, code);
    }
    bytes
}

fn unpack(arg: &LaunchArg, dtype: DType) -> Vec<u64> {
    if let LaunchArg::Number(code) = arg {
        return vec![*code];
    }
    let (bytes, bits) = (arg.bytes().unwrap_or_default(), u64::from(dtype.bits()));
    let count = bytes.len() as u64 * 8 / bits;
    (0..count).map(|i| get_code(bytes, dtype, i * bits)).collect()
}

fn show_all(params: &[Param], args: &[LaunchArg]) -> String {
    let several = args.len() > params.len();
    let one = |(at, (&param, arg)): (usize, (&Param, &LaunchArg))| {
        let (dtype, _, cols) = shape(param);
        let (i, rank) = (at % params.len(), at / params.len());
        let rank = if several { format!(" rank{rank}") } else { String::new() };
        format!("  // expect {i}{rank}: {}\n", values::show(&unpack(arg, dtype), dtype, cols))
    };
    params.iter().cycle().zip(args).enumerate().map(one).collect()
}

fn check_results(
    params: &[Param],
    claims: &[Claim],
    run: &Run,
    before: &[LaunchArg],
    after: &[LaunchArg],
) -> Result<(), String> {
    let mut report = String::new();
    let mut claims_any = false;
    let ranks: Vec<Run> = run.on_each_rank().collect();
    for (at, &param) in params.iter().cycle().take(after.len()).enumerate() {
        let (i, run) = (at % params.len(), &ranks[at / params.len()]);
        let (dtype, _, cols) = shape(param);
        let found = unpack(&after[at], dtype);
        let (want, text) = match claimed(claims, Kind::Expect(i), run)? {
            Some(text) => {
                claims_any = true;
                let list = values::read(text, dtype, Some(found.len()), cols);
                (list.map_err(|e| format!("  expect {i}: {e}"))?, text.to_string())
            }
            None => {
                let list = unpack(&before[at], dtype);
                let text = format!("unchanged: {}", values::show(&list, dtype, cols));
                (list.into_iter().map(Some).collect(), text)
            }
        };
        let differs = |(w, f): (&Option<u64>, &u64)| w.is_some_and(|w| w != *f);
        if let Some(at) = want.iter().zip(&found).position(differs) {
            let shown = values::show(&found, dtype, cols);
            let rank = run
                .words
                .last()
                .filter(|_| run.ranks > 1)
                .map_or(String::new(), |w| format!(" {w}"));
            report.push_str(&format!(
                "  // expect {i}{rank}: {shown}\n  instead of: {text}\n  first at element {at}\n"
            ));
        }
    }
    if !claims_any && claimed(claims, Kind::Finds, run)?.is_none() {
        report.push_str("  no `expect` line applies: nothing is tested\n");
    }
    if report.is_empty() { Ok(()) } else { Err(report) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADD: &str = "// run: a5
// arg 0: 1 2 3 ...
// expect 0: 2 4 6 ...
func.func @double(%a: !pto.tile_buf<vec, 1x8xi32>) {
  pto.tadd ins(%a, %a : !pto.tile_buf<vec, 1x8xi32>, !pto.tile_buf<vec, 1x8xi32>)
           outs(%a : !pto.tile_buf<vec, 1x8xi32>)
  return
}
";

    #[test]
    fn a_run_is_compared_with_its_comments() {
        let shown = compare("x", ADD, true).unwrap();
        assert!(shown.contains("a5 silicon:\n  // expect 0: 2 4 6*6\n"), "{shown}");
        let wrong = compare("x", &ADD.replace("2 4 6", "2 4 7"), false).unwrap_err();
        assert!(wrong.contains("a5 manual:") && wrong.contains("first at element 2"), "{wrong}");
    }

    #[test]
    fn lines_may_be_limited_and_types_replaced() {
        let text =
            ADD.replace("// run: a5", "// run: a5 manual, cpu silicon\n// also for i32: f32 i64");
        assert_eq!(compare("x", &text, false), Ok(String::new()));
        let text = text.replace("// arg", "// expect 0 cpu f32: 2 4 0 ...\n// arg");
        let wrong = compare("x", &text, false).unwrap_err();
        assert!(wrong.contains("cpu silicon f32:") && !wrong.contains("i64"), "{wrong}");
        let text = text.replace("0 cpu f32", "0 cpu f16");
        assert!(compare("x", &text, false).unwrap_err().contains("no run is cpu f16"));
    }

    #[test]
    fn a_test_without_expectation_fails() {
        let text = ADD.replace("// expect 0: 2 4 6 ...\n", "");
        let wrong = compare("x", &text, false).unwrap_err();
        assert!(wrong.contains("nothing is tested") && wrong.contains("unchanged: 1 2 6*3"));
        assert!(compare("x", &ADD.replace("a5", "a7"), false).unwrap_err().contains("`a7`"));
        let text = ADD.replace("// arg", "// trap: E0604\n// arg");
        assert!(compare("x", &text, false).unwrap_err().contains("the run ends well"));
    }
}
