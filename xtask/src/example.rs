//! The example on the page of an instruction: the smallest legal program with it that its filetests lead to, on which
//! targets it runs, and what it costs there.

mod measure;
mod program;

use measure::cost;
use pto_isa::page::cell;
use pto_isa::{OpDef, Target};
use pto_tests::example::{is_legal, runs};
use pto_tests::instance::{files_of, instances};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A number that is an extent, a count and an offset in most places.
const NUMBER: i64 = 16;

/// A program, and where it may be tried.
struct Example {
    text: String,
    legal: Vec<Target>,
    runs: Vec<Target>,
}

/// The sections `Example` and `Cost` of each page, by the name of its instruction. They are made once.
pub fn all() -> Result<&'static BTreeMap<&'static str, String>, String> {
    static ALL: OnceLock<Result<BTreeMap<&str, String>, String>> = OnceLock::new();
    let made = ALL.get_or_init(|| {
        let files = pto_tests::programs("tests/isa");
        let ops: Vec<&'static OpDef> = pto_isa::all().collect();
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let part = |ops: &[&'static OpDef]| -> Result<Vec<(&'static str, String)>, String> {
            ops.iter().map(|op| Ok((op.name, sections(op, &files)?))).collect()
        };
        std::thread::scope(|scope| {
            let parts: Vec<_> = ops
                .chunks(ops.len().div_ceil(threads))
                .map(|ops| scope.spawn(move || part(ops)))
                .collect();
            let mut all = BTreeMap::new();
            for part in parts {
                all.extend(part.join().map_err(|_| "an example stops the tool")??);
            }
            Ok(all)
        })
    });
    made.as_ref().map_err(String::clone)
}

/// The sections of one page. The files are all filetests of instructions.
fn sections(op: &'static OpDef, files: &[PathBuf]) -> Result<String, String> {
    let own = files_of(op, files);
    let example = choose(op, &own).ok_or_else(|| format!("{}: no legal program", op.name))?;
    let mut s = String::from("\n## Example\n\n");
    let names = |list: &[Target]| list.iter().map(|t| t.name()).collect::<Vec<_>>().join(",");
    let run = match example.runs[..] {
        [] => String::new(),
        _ => format!(" run={}", names(&example.runs)),
    };
    let _ = writeln!(
        s,
        "```pto check={}{run}\n{}\n```\n",
        names(&example.legal),
        example.text.trim_end()
    );
    let legal = targets(&example.legal);
    let _ = match &example.runs[..] {
        [] if op.is_executable() => {
            writeln!(s, "Legal on {legal}. It is checked only: a run needs more around it.")
        }
        [] => writeln!(
            s,
            "Legal on {legal}. The instruction is not executable, so the program is checked only."
        ),
        list if list == example.legal => writeln!(s, "Legal on {legal}, and run there by a test."),
        list => writeln!(s, "Legal on {legal}; a test runs it on {}.", targets(list)),
    };
    let mut rows = String::new();
    for &target in example.legal.iter().filter(|t| t.def().device.is_some()) {
        if let Some((cycles, from)) = cost(op, &example.text, target) {
            let _ = writeln!(rows, "| {} | {} | {} |", target.name(), cell(&cycles), cell(&from));
        }
    }
    if !rows.is_empty() {
        let _ = write!(
            s,
            "\n## Cost of the example\n\nCycles of the instruction on its pipe, by the calibrated model.\n\n\
             | target | cycles | source |\n|---|---|---|\n{rows}"
        );
    }
    Ok(s)
}

fn targets(list: &[Target]) -> String {
    let names: Vec<&str> = list.iter().map(|t| t.name()).collect();
    match names[..] {
        [] => "no target".into(),
        [one] => one.into(),
        [ref rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Of the programs that a filetest leads to, the one that runs and is legal on most targets, and of those the shortest.
fn choose(op: &'static OpDef, files: &[PathBuf]) -> Option<Example> {
    let alone = instances(op, files);
    let numbers = [None, Some(NUMBER)];
    let programs = alone.iter().flat_map(|i| numbers.map(|n| program::alone(i, n)));
    let best = best(programs.flatten());
    if best.as_ref().is_some_and(|b| !b.runs.is_empty() || !op.is_executable()) {
        return best;
    }
    // It needs others around it: the whole of a test, its own or one that is run.
    let run = pto_tests::programs("tests/run");
    let texts = files.iter().chain(&run).filter_map(|path| pto_tests::read(path).ok());
    let texts = texts.filter(|text| text.contains(op.printed_name()) || text.contains(op.name));
    let whole = self::best(texts.flat_map(|text| program::whole(op, &text)));
    match (&best, &whole) {
        (Some(b), Some(w)) if b.rank() >= w.rank() => best,
        (_, Some(_)) => whole,
        _ => best,
    }
}

fn best(texts: impl Iterator<Item = String>) -> Option<Example> {
    let tried = texts.map(|text| {
        let legal = Target::PROFILES.into_iter().filter(|&t| is_legal(&text, t));
        let legal: Vec<Target> = legal.collect();
        let runs = legal.iter().copied().filter(|&t| runs(&text, t)).collect();
        Example { text, legal, runs }
    });
    tried.filter(|e| !e.legal.is_empty()).max_by_key(|e| (e.rank(), Reverse(e.text.len())))
}

impl Example {
    fn rank(&self) -> (usize, usize) {
        (self.runs.len(), self.legal.len())
    }
}
