//! Run tests: programs that carry their arguments and the results they must have.
//!
//! A section is a run test if it has a `// run:` line.
//!
//! | comment | meaning |
//! |---|---|
//! | `// run: cpu a5 silicon` | run on these targets (all without one) with these semantics (both without one); `entry=f`, `blocks=4`, `outside-valid=zero`, `order=left` choose more; commas separate several such lists |
//! | `// also for f32: f16 i16` | run again with these types in place of this one in the program |
//! | `// arg 0: 1 2 3` | the values of a parameter; a tile without one is all-ones bytes |
//! | `// expect 2: 4 6` | its values afterwards; parameters without such a line must not change |
//! | `// trap: E0604 words` | the run stops with this code and a message that contains the words |
//! | `// quirks: argmin-nan` | the quirks the run names, or `none` |
//!
//! Between the keyword and the colon `expect`, `trap` and `quirks` may be limited to a target, a semantics,
//! a type of `also for` or an option (`// expect 2 a5 silicon: 5 7`); of several lines that apply the one
//! with the most such words counts. A line for the same parameter and words continues the one before.
//!
//! A tile is its valid region, row by row. Values are numbers the type holds exactly, `inf`, `nan` (the
//! canonical one), `-0`, codes (`0x7fc00001`), `16*0.5`, `0..=15`; `|` marks the end of a row, `...` repeats
//! the last value to the end of a tile, `_` (in `expect`) is any value. Everything else is compared bit for
//! bit. Each program runs by fast kernels and by the definitions, which must agree.

pub mod values;

use crate::{SPLIT, brief};
use pto_check::Options;
use pto_ir::Diagnostic;
use pto_isa::sem::exec::{all_ones, get_code, set_code};
use pto_isa::sem::{Numerics, Order, OutsideValid, Semantics};
use pto_isa::{DType, Target, code};
use pto_sim::{Launch, LaunchArg, Param};

/// One run of a section.
#[derive(Clone, Debug)]
struct Run {
    numerics: Numerics,
    entry: Option<String>,
    blocks: u32,
    /// Words by which comments may limit themselves to this run.
    words: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Arg(usize),
    Expect(usize),
    Trap,
    Quirks,
}

/// A comment about runs.
#[derive(Clone, Debug)]
struct Claim {
    kind: Kind,
    only: Vec<String>,
    text: String,
}

impl Claim {
    fn applies(&self, run: &Run) -> bool {
        self.only.iter().all(|w| run.words.contains(w))
    }
}

#[derive(Default)]
struct Header {
    runs: Vec<Run>,
    also: Option<(String, Vec<String>)>,
    claims: Vec<Claim>,
}

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
                unused.retain(|c| !c.applies(&run));
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

fn read_header(section: &str) -> Result<Header, String> {
    let mut header = Header::default();
    for line in section.lines().filter_map(|l| l.strip_prefix("// ")) {
        let Some((head, text)) = line.split_once(':') else { continue };
        let mut words = head.split_whitespace();
        let kind = match words.next() {
            Some("run") => {
                for list in text.split(',') {
                    header.runs.extend(read_runs(list)?);
                }
                continue;
            }
            Some("also") if words.next() == Some("for") => {
                let from = words.next().ok_or("`also for` needs a type")?.to_string();
                let to = text.split_whitespace().map(str::to_string).collect();
                header.also = Some((from, to));
                continue;
            }
            Some(word @ ("arg" | "expect")) => {
                let number = words.next().and_then(|n| n.parse().ok());
                let number = number.ok_or_else(|| format!("`{word}` needs a parameter number"))?;
                if word == "arg" { Kind::Arg(number) } else { Kind::Expect(number) }
            }
            Some("trap") => Kind::Trap,
            Some("quirks") => Kind::Quirks,
            _ => continue,
        };
        let only: Vec<String> = words.map(str::to_string).collect();
        match header.claims.last_mut() {
            Some(last) if last.kind == kind && last.only == only => last.text.push_str(text),
            _ => header.claims.push(Claim { kind, only, text: text.into() }),
        }
    }
    Ok(header)
}

/// The runs of one list: every target with every semantics it names.
fn read_runs(list: &str) -> Result<Vec<Run>, String> {
    let (mut targets, mut semantics, mut options) = (Vec::new(), Vec::new(), Vec::new());
    for word in list.split_whitespace() {
        if let Some(t) = Target::ALL.into_iter().find(|t| t.name() == word) {
            targets.push(t);
        } else if let Some(s) = Semantics::parse(word) {
            semantics.push(s);
        } else {
            options.push(word.split_once('=').ok_or_else(|| format!("`run`: what is `{word}`?"))?);
        }
    }
    if targets.is_empty() {
        targets.extend(Target::ALL);
    }
    if semantics.is_empty() {
        semantics.extend([Semantics::Manual, Semantics::Silicon]);
    }
    let mut runs = Vec::new();
    for &t in &targets {
        for &s in &semantics {
            let words = vec![t.name().to_string(), s.name().to_string()];
            let mut run = Run { numerics: Numerics::new(t, s), entry: None, blocks: 1, words };
            for &(key, value) in &options {
                let bad = || format!("`run`: what is `{key}={value}`?");
                match key {
                    "entry" => run.entry = Some(value.into()),
                    "blocks" => run.blocks = value.parse().map_err(|_| bad())?,
                    "outside-valid" => {
                        run.numerics.outside_valid = OutsideValid::parse(value).ok_or_else(bad)?;
                    }
                    "order" if value == "left" => run.numerics.order = Order::Left,
                    _ => return Err(bad()),
                }
                run.words.push(format!("{key}={value}"));
            }
            runs.push(run);
        }
    }
    Ok(runs)
}

/// The program with each of its types.
fn variants(section: &str, header: &Header) -> Vec<(Option<String>, String)> {
    let Some((from, to)) = &header.also else { return vec![(None, section.to_string())] };
    let one = |to: &String| (Some(to.clone()), replace_type(section, from, to));
    std::iter::once(from).chain(to).map(one).collect()
}

/// Replaces a type where it stands alone or behind the `x` of a shape.
fn replace_type(text: &str, from: &str, to: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some(at) = rest.find(from).filter(|_| !line.starts_with("//")) {
            let (before, after) = (&rest[..at], &rest[at + from.len()..]);
            let inside = before.ends_with(|c: char| c.is_ascii_alphabetic() && c != 'x')
                || after.starts_with(|c: char| c.is_ascii_alphanumeric());
            out.push_str(before);
            out.push_str(if inside { from } else { to });
            rest = after;
        }
        out.push_str(rest);
    }
    out
}

/// What a claim of this kind says about a run: the one with the most words.
fn claimed<'c>(claims: &'c [Claim], kind: Kind, run: &Run) -> Result<Option<&'c str>, String> {
    let applies = |c: &&Claim| c.kind == kind && c.applies(run);
    let mut list: Vec<&Claim> = claims.iter().filter(applies).collect();
    list.sort_by_key(|c| std::cmp::Reverse(c.only.len()));
    match list[..] {
        [] => Ok(None),
        [a, b, ..] if a.only.len() == b.only.len() => {
            Err(format!("two lines of the same kind apply: {:?} and {:?}", a.only, b.only))
        }
        [a, ..] => Ok(Some(a.text.trim())),
    }
}

struct Outcome {
    args: Vec<LaunchArg>,
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
    // As `pto run` does: rows that are no whole blocks are for the checker.
    let options = Options { warn: vec![code::ROW_ALIGN], ..Options::default() };
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
        let launch = Launch { blocks: run.blocks, reference, ..Launch::default() };
        match program.run(&mut args, &launch) {
            Ok(report) => Outcome { args, quirks: report.quirks, trap: None },
            Err(d) => Outcome { args, quirks: Vec::new(), trap: Some(*d) },
        }
    });
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

fn check_trap(
    text: &str,
    found: Option<&Diagnostic>,
    want: Option<&str>,
) -> Result<String, String> {
    let shown = found.map_or("  the run ends well".into(), |d| format!("  {}", brief(text, d)));
    let Some(want) = want else { return Err(shown) };
    let (code, words) = want.split_once(' ').unwrap_or((want, ""));
    match found {
        Some(d) if d.spelled_code() == code && d.message.contains(words.trim()) => Ok(shown + "\n"),
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

fn arguments(params: &[Param], claims: &[Claim], run: &Run) -> Result<Vec<LaunchArg>, String> {
    let beyond = |c: &&Claim| matches!(c.kind, Kind::Arg(n) | Kind::Expect(n) if n >= params.len());
    if let Some(c) = claims.iter().find(beyond) {
        return Err(format!("  the kernel has no parameter of {:?}", c.kind));
    }
    let mut list = Vec::new();
    for (i, &param) in params.iter().enumerate() {
        let (dtype, len, cols) = shape(param);
        let fail = |e: String| format!("  arg {i}: {e}");
        let codes = match (claimed(claims, Kind::Arg(i), run)?, len) {
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

fn pack(codes: &[u64], dtype: DType) -> Vec<u8> {
    let bits = u64::from(dtype.bits());
    let mut bytes = vec![0; (codes.len() as u64 * bits).div_ceil(8) as usize];
    for (i, &code) in codes.iter().enumerate() {
        set_code(&mut bytes, dtype, i as u64 * bits, code);
    }
    bytes
}

fn unpack(arg: &LaunchArg, dtype: DType) -> Vec<u64> {
    match arg {
        LaunchArg::Number(code) => vec![*code],
        LaunchArg::Bytes(bytes) => {
            let bits = u64::from(dtype.bits());
            let count = bytes.len() as u64 * 8 / bits;
            (0..count).map(|i| get_code(bytes, dtype, i * bits)).collect()
        }
    }
}

fn show_all(params: &[Param], args: &[LaunchArg]) -> String {
    let one = |(i, (&param, arg)): (usize, (&Param, &LaunchArg))| {
        let (dtype, _, cols) = shape(param);
        format!("  // expect {i}: {}\n", values::show(&unpack(arg, dtype), dtype, cols))
    };
    params.iter().zip(args).enumerate().map(one).collect()
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
    for (i, &param) in params.iter().enumerate() {
        let (dtype, _, cols) = shape(param);
        let found = unpack(&after[i], dtype);
        let (want, text) = match claimed(claims, Kind::Expect(i), run)? {
            Some(text) => {
                claims_any = true;
                let list = values::read(text, dtype, Some(found.len()), cols);
                (list.map_err(|e| format!("  expect {i}: {e}"))?, text.to_string())
            }
            None => {
                let list = unpack(&before[i], dtype);
                let text = format!("unchanged: {}", values::show(&list, dtype, cols));
                (list.into_iter().map(Some).collect(), text)
            }
        };
        let differs = |(w, f): (&Option<u64>, &u64)| w.is_some_and(|w| w != *f);
        if let Some(at) = want.iter().zip(&found).position(differs) {
            let shown = values::show(&found, dtype, cols);
            report.push_str(&format!(
                "  // expect {i}: {shown}\n  instead of: {text}\n  first at element {at}\n"
            ));
        }
    }
    if !claims_any {
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
        let typed = replace_type("16xi16 ui16 i16\n// i16\n", "i16", "f32");
        assert_eq!(typed, "16xf32 ui16 f32\n// i16\n");
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
