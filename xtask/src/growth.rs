//! How time and memory of each command grow with each thing that a program can have many of.
//!
//! Programs with n, 2n and 4n of one thing are given to each command of the optimised binary. Past a floor of time, the step
//! from 2n to 4n must not multiply the processor time by more than n log n would, with room for a busy machine. A step that
//! does is measured again, and the least time counts.

mod axis;
mod measure;
mod programs;
mod report;

use axis::{ALL, AXES, Axis, Command};
use measure::{Cost, End, measure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The most that doubling may multiply a time by. From 2n to 4n, n log n is less than 2.2 for the sizes in use.
const MAX_RATIO: f64 = 2.6;
/// Below it a time is mostly the start of a process and the grain of the clock.
const FLOOR_MS: u64 = 200;
/// The processor time that no run may exceed.
const MAX_TIME: Duration = Duration::from_secs(30);
/// A step past the limit is measured so often.
const TRIES: usize = 3;

const USAGE: &str = "usage: cargo xtask growth [--write] [--command NAME] [--scale N] [AXIS...]\n";

/// What was asked.
#[derive(Default)]
struct Request {
    /// Put what is measured into the book, as soon as all commands were tried on a program.
    write: bool,
    /// Only this command.
    command: Option<String>,
    /// Numbers are divided by this.
    scale: usize,
    /// Only these axes.
    axes: Vec<String>,
}

/// One command on programs with n, 2n and 4n of one thing.
struct Cell {
    axis: &'static Axis,
    command: &'static Command,
    /// The largest number.
    largest: usize,
    /// Length of the texts.
    text_bytes: Vec<u64>,
    costs: Vec<Cost>,
}

impl Cell {
    /// The factor from 2n to 4n, if both times say something.
    fn ratio(&self) -> Option<f64> {
        let [_, half, whole] = &self.costs[..] else { return None };
        (whole.cpu_ms >= FLOOR_MS).then(|| whole.cpu_ms as f64 / half.cpu_ms.max(1) as f64)
    }

    /// Bytes of memory for each byte by which the text grew from n to 4n.
    fn memory_per_byte(&self) -> Option<f64> {
        let [first, _, whole] = &self.costs[..] else { return None };
        let more = self.text_bytes[2].checked_sub(self.text_bytes[0]).filter(|b| *b > 0)?;
        Some(whole.peak_kb.saturating_sub(first.peak_kb) as f64 * 1024.0 / more as f64)
    }

    /// What is wrong with it.
    fn complaint(&self) -> Option<String> {
        match self.costs.last().map(|c| &c.end) {
            Some(End::TimedOut) => Some(format!("more than {} s", MAX_TIME.as_secs())),
            Some(End::Killed) => Some("ended by a signal".into()),
            Some(End::Exit(code @ (2 | 4..), _)) => Some(format!("exit code {code}")),
            _ => self.ratio().filter(|r| *r > MAX_RATIO).map(|r| format!("times {r:.1}")),
        }
    }
}

/// Runs the command.
pub fn run(words: &[String]) -> ExitCode {
    let request = match read(words) {
        Ok(request) => request,
        Err(word) => {
            eprint!("error: {word}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match measure_all(&request) {
        Ok(cells) => {
            let past = cells.iter().filter(|c| c.complaint().is_some()).count();
            println!("{} cells, {past} past a limit", cells.len());
            if past == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}

fn read(words: &[String]) -> Result<Request, String> {
    let mut request = Request { scale: 1, ..Request::default() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--write" => request.write = true,
            "--command" => request.command = Some(words.next().ok_or("which command?")?.clone()),
            "--scale" => {
                let n = words.next().and_then(|n| n.parse().ok()).filter(|n| *n > 0);
                request.scale = n.ok_or("`--scale` takes a number from 1 on")?;
            }
            name if AXES.iter().any(|a| a.name == name) => request.axes.push(name.into()),
            other => return Err(format!("there is no axis `{other}`")),
        }
    }
    if let Some(name) = request.command.as_ref().filter(|n| ALL.iter().all(|c| c.name != **n)) {
        return Err(format!("`{name}` is not measured"));
    }
    Ok(request)
}

/// The optimised binary: the one that `PTO` names, or the one that is built now.
fn binary() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("PTO") {
        return Ok(path.into());
    }
    let build = ["build", "--release", "--quiet", "--package", "pto-cli"];
    let status = std::process::Command::new(env!("CARGO")).args(build).status();
    match status {
        Ok(s) if s.success() => {}
        Ok(_) => return Err("the binary could not be built".into()),
        Err(e) => return Err(format!("cargo: {e}")),
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    Ok(Path::new(&target).join("release/pto"))
}

fn measure_all(request: &Request) -> Result<Vec<Cell>, String> {
    let binary = binary()?;
    let dir = std::env::temp_dir().join(format!("pto-growth-{}", std::process::id()));
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut cells = Vec::new();
    let wanted = |a: &&Axis| request.axes.is_empty() || request.axes.iter().any(|n| n == a.name);
    for axis in AXES.iter().filter(wanted) {
        let largest = axis.largest / request.scale;
        let mut programs = Vec::new();
        for divisor in [4, 2, 1] {
            let n = largest / divisor;
            let file = dir.join(format!("{divisor}.pto"));
            let text = (axis.program)(n);
            std::fs::write(&file, &text).map_err(|e| format!("{}: {e}", file.display()))?;
            programs.push((n, file, text.len() as u64));
        }
        println!("{}, {largest}, {} bytes", axis.name, programs[2].2);
        for command in axis.commands {
            if request.command.as_ref().is_none_or(|c| c == command.name) {
                let cell = measure_cell(&binary, axis, command, &programs)?;
                println!("{}", report::line(&cell));
                cells.push(cell);
            }
        }
        if request.write {
            report::write(&cells)?;
        }
    }
    std::fs::remove_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    Ok(cells)
}

fn measure_cell(
    binary: &Path,
    axis: &'static Axis,
    command: &'static Command,
    programs: &[(usize, PathBuf, u64)],
) -> Result<Cell, String> {
    let once = |(n, file, _): &(usize, PathBuf, u64)| {
        measure(binary, &words(axis, command, *n, file), file, MAX_TIME)
    };
    let largest = programs.last().map_or(0, |p| p.0);
    let text_bytes = programs.iter().map(|p| p.2).collect();
    let mut cell = Cell { axis, command, largest, text_bytes, costs: Vec::new() };
    for program in programs {
        let cost = once(program)?;
        let is_over = cost.end == End::TimedOut;
        cell.costs.push(cost);
        if is_over {
            return Ok(cell);
        }
    }
    for _ in 1..TRIES {
        if cell.ratio().is_none_or(|r| r <= MAX_RATIO) {
            break;
        }
        for (cost, program) in cell.costs.iter_mut().zip(programs) {
            cost.cpu_ms = cost.cpu_ms.min(once(program)?.cpu_ms);
        }
    }
    Ok(cell)
}

fn words(axis: &Axis, command: &Command, n: usize, file: &Path) -> Vec<String> {
    let word = |w: &&str| if *w == "FILE" { file.display().to_string() } else { w.to_string() };
    let mut all: Vec<String> = command.words.iter().map(word).collect();
    // The limit here is processor time; a command's own is that of the clock, which runs on when the machine has other work.
    all.extend(["--max-seconds", "0"].map(String::from));
    if command.launches {
        all.extend((axis.launch)(n));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_ir::diag::Diagnostic;

    /// Axes whose programs have mistakes on purpose.
    const REFUSED: [&str; 11] = [
        "ifs nested too deep",
        "functions of one name",
        "values of one name",
        "names nobody defines",
        "functions nobody defines",
        "instructions that do not exist",
        "findings",
        "mistakes of syntax",
        "findings in one line",
        "instructions in one line",
        "stray characters",
    ];

    #[test]
    fn programs_are_legal_unless_they_shall_not_be() {
        for axis in AXES {
            let (module, mut found) = pto_ir::parse(&(axis.program)(800));
            found.extend(pto_check::check(&module, pto_isa::Target::A5, &Default::default()));
            let error = found.iter().find(|d| Diagnostic::is_error(d));
            let nests = ["nested ifs", "nested loops", "nested brackets"].contains(&axis.name);
            let refused = REFUSED.contains(&axis.name) || nests;
            assert_eq!(error.is_some(), refused, "{}: {error:?}", axis.name);
        }
    }

    #[test]
    fn programs_grow_with_their_number() {
        let of_launches = ["iterations of a run", "blocks of a launch", "points of a sweep"];
        for axis in AXES.iter().filter(|a| !of_launches.contains(&a.name)) {
            let [small, large] = [400, 800].map(|n| (axis.program)(n).len());
            assert!(large > small + 300, "{}: {small} bytes, then {large}", axis.name);
        }
    }
}
