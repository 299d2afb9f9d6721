//! Would we have caught it? Programs with the mistakes of public bug reports, and their corrected twins.
//!
//! A file of `tests/regressions` begins with comments: `issue`, `wrong` and `caught`, perhaps a `note`; its twin,
//! `NAME_fixed.pto`, with `fixed`. Lines that begin with two blanks continue the one before. It ends with what users
//! see: `//| $ pto ...` is a command, the lines below it are what it finds. The commands are executed as they stand.
//!
//! `caught` is a code, `advice` with words of a hint of `pto cost`, or `no`. `BLESS=1` writes what the commands find, and
//! `docs/bug-corpus.md`; it does not change what `caught` claims.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "tests/regressions";
const PAGE: &str = "docs/bug-corpus.md";
/// What stands below a command that finds nothing.
const NOTHING: &str = "nothing found";
/// Begins the lines at the end of a file.
const SHOWN: &str = "//| ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A program of the folder.
struct Case {
    /// Its file without the ending.
    name: String,
    path: PathBuf,
    text: String,
    /// The comments at its beginning, by their key.
    says: BTreeMap<String, String>,
    /// Each command and what it finds now.
    found: Vec<(String, Vec<String>)>,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let text = read(&path);
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut says: BTreeMap<String, String> = BTreeMap::new();
        let mut last = String::new();
        for line in text.lines().map_while(|l| l.strip_prefix("// ")) {
            if let Some(more) = line.strip_prefix("  ") {
                let entry = says.entry(last.clone()).or_default();
                entry.push(' ');
                entry.push_str(more.trim());
            } else if let Some((key, value)) = line.split_once(": ") {
                last = key.to_string();
                says.insert(last.clone(), value.trim().to_string());
            }
        }
        let commands = text.lines().filter_map(|l| l.strip_prefix("//| $ pto "));
        let found: Vec<_> = commands.map(|c| (c.to_string(), findings(c))).collect();
        assert!(!found.is_empty(), "{name} has no command");
        Case { name, path, text, says, found }
    }

    fn say(&self, key: &str) -> &str {
        self.says.get(key).unwrap_or_else(|| panic!("{} has no `// {key}:`", self.name))
    }

    fn is_fixed(&self) -> bool {
        self.name.ends_with("_fixed")
    }

    /// The file with what its commands find now.
    fn blessed(&self) -> String {
        let program = self.text.lines().filter(|l| !l.starts_with(SHOWN));
        let mut out: String = program.flat_map(|l| [l, "\n"]).collect();
        for (command, found) in &self.found {
            let _ = writeln!(out, "{SHOWN}$ pto {command}");
            for line in found {
                let _ = writeln!(out, "{SHOWN}{line}");
            }
            if found.is_empty() {
                let _ = writeln!(out, "{SHOWN}{NOTHING}");
            }
        }
        out
    }

    /// The first command and finding that is what `caught` claims.
    fn catch(&self) -> Option<(&str, &str)> {
        let claim = self.say("caught");
        let is_it = |line: &str| match claim.strip_prefix("advice ") {
            Some(words) => line.contains("advice: ") && line.contains(words),
            None => line.contains(&format!("[{claim}]")),
        };
        self.found.iter().find_map(|(command, found)| {
            found.iter().find(|l| is_it(l)).map(|l| (command.as_str(), l.as_str()))
        })
    }
}

/// What a command tells about a program: `LINE:COLUMN error[CODE]: message`, `LINE advice: ...`, tiles it prints.
/// Of the hints of `pto cost` it is those on barriers, without numbers: those belong to the cost model's own tests.
fn findings(arguments: &str) -> Vec<String> {
    let done = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(arguments.split_whitespace())
        .current_dir(root())
        .output()
        .expect("the command starts");
    let (errors, output) =
        (String::from_utf8_lossy(&done.stderr), String::from_utf8_lossy(&done.stdout));
    assert_ne!(done.status.code(), Some(2), "pto {arguments}: {errors}");
    let mut list = Vec::new();
    let mut lines = errors.lines().peekable();
    while let Some(line) = lines.next() {
        if !["error[", "warning["].iter().any(|w| line.starts_with(w)) {
            continue;
        }
        let place = lines.peek().and_then(|l| l.trim_start().strip_prefix("--> "));
        let place = place.and_then(|p| p.split_once(".pto:")).map_or("", |p| p.1);
        list.push(format!("{place} {line}"));
    }
    let is_run = arguments.starts_with("run ");
    for line in output.lines() {
        let advice = line.strip_prefix("  tests/").and_then(|l| l.split_once(".pto:"));
        match advice.and_then(|(_, rest)| rest.split_once(": ")) {
            Some((at, advice)) if advice.contains("barrier") => {
                list.push(format!("{at} advice: {}", without_numbers(advice)));
            }
            None if is_run && !line.trim().is_empty() => list.push(line.trim_end().to_string()),
            _ => {}
        }
    }
    list
}

fn without_numbers(text: &str) -> String {
    let is_number = |w: &&str| w.bytes().all(|b| b.is_ascii_digit() || b == b',');
    let words = text.split(' ').map(|w| if is_number(&w) { "N" } else { w });
    words.collect::<Vec<_>>().join(" ")
}

fn cases() -> Vec<Case> {
    let folder = std::fs::read_dir(root().join(FOLDER)).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = folder.map(|e| e.expect("an entry").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "pto"));
    paths.sort();
    paths.into_iter().map(Case::read).collect()
}

/// `[PTOAS#112](https://...)` of `hw-native-sys/PTOAS#112`; other text as it is.
fn link(issue: &str) -> String {
    match issue.split_once('#') {
        Some((repository, number)) => {
            let short = repository.rsplit('/').next().unwrap_or(repository);
            format!("[{short}#{number}](https://github.com/{repository}/issues/{number})")
        }
        None => issue.to_string(),
    }
}

/// Reports by their order on the page: what they are called up to a comma, then by number.
fn entry(issue: &str) -> (String, u32) {
    let name = issue.split(',').next().unwrap_or(issue);
    match name.split_once('#') {
        Some((repository, number)) => (repository.into(), number.parse().unwrap_or(0)),
        None => (format!("~{name}"), 0),
    }
}

/// How a program was caught, for the page.
fn how(case: &Case) -> String {
    let note = case.says.get("note").map_or(String::new(), |n| format!(" {n}"));
    let Some((command, line)) = case.catch() else { return format!("**no**.{note}") };
    let at = line.split([':', ' ']).next().unwrap_or("");
    let words: Vec<&str> = command.split_whitespace().collect();
    let option = |name: &str| {
        let at = words.iter().position(|w| *w == name);
        at.map_or(String::new(), |i| format!(" {}", words[i..i + 2].join(" ")))
    };
    let options = ["--check", "--flag-identity", "--compare"].map(option).concat();
    let tool = format!("pto {}{options}", words[0]);
    let claim = case.say("caught");
    let what = if claim.starts_with("advice") { "advice".into() } else { format!("**{claim}**") };
    let message = line.split_once(": ").map_or(line, |m| m.1);
    format!("{what}, line {at}, by `{tool}`: {message}.{note}")
}

/// Reports, and how many of them are caught.
fn score(cases: &[Case]) -> (usize, usize) {
    let mut all: BTreeMap<(String, u32), bool> = BTreeMap::new();
    for c in cases.iter().filter(|c| !c.is_fixed()) {
        *all.entry(entry(c.say("issue"))).or_insert(true) &= c.catch().is_some();
    }
    (all.len(), all.values().filter(|c| **c).count())
}

fn page(cases: &[Case]) -> String {
    let (all, caught) = score(cases);
    let mut s = format!(
        "<!-- Written by `BLESS=1 cargo test -p pto-cli --test regressions`. -->
# Would we have caught it?

Public bug reports about kernels and compilers for these devices, as programs of a few lines with the same mistake:
**{caught} of {all}** are caught, without a device. The programs are our own, made from what the reports say; where a
compiler was at fault, the program stands for what it emitted. Codes that begin with W are warnings.

Every program that is at fault has a corrected twin, about which `pto check` and `pto run --check all` have nothing to
say. All of them are in [{FOLDER}](../{FOLDER}); each ends with its commands and what they find, and a test repeats them.

| report | what went wrong | program | caught by | corrected |
|---|---|---|---|---|
"
    );
    let mut order: Vec<&Case> = cases.iter().filter(|c| !c.is_fixed()).collect();
    order.sort_by_key(|c| (entry(c.say("issue")), c.name.clone()));
    for c in order {
        let file = |name: &str| format!("[{name}](../{FOLDER}/{name}.pto)");
        let twin = cases.iter().find(|t| t.name == format!("{}_fixed", c.name));
        let fixed = twin.map_or("the program is not at fault".into(), |t| {
            format!("[twin](../{FOLDER}/{}.pto): {}", t.name, t.say("fixed"))
        });
        let cells = [link(c.say("issue")), c.say("wrong").into(), file(&c.name), how(c), fixed];
        let cells = cells.map(|c| c.replace('|', "\\|"));
        let _ = writeln!(s, "| {} |", cells.join(" | "));
    }
    s.push_str(
        "
What these programs also show: a run sees the paths it takes. Mistakes that need a loop without iterations or a branch that
is not taken are found by the run that has them, not by others. `pto check --sync` looks at all paths: it finds six of the
races and hangs without a run, and proves the synchronisation of their twins.

Nine more mistakes, in a sum of two tiles, are in [tests/run/check/probes](../tests/run/check/probes), each with the line
in which it is found, and with its corrected twin.
",
    );
    s
}

#[test]
fn reports_are_caught_as_claimed() {
    let cases = cases();
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let mut wrong = Vec::new();
    for c in &cases {
        let claims = !c.is_fixed() && c.say("caught") != "no";
        if claims && c.catch().is_none() {
            wrong.push(format!("{} is not caught: {:?}", c.name, c.found));
        }
        if claims && !cases.iter().any(|t| t.name == format!("{}_fixed", c.name)) {
            wrong.push(format!("{} has no corrected twin", c.name));
        }
        let blessed = c.blessed();
        if blessed != c.text && bless {
            std::fs::write(&c.path, blessed).expect("the file can be written");
        } else if blessed != c.text {
            wrong.push(format!("{} finds something else:\n{blessed}", c.name));
        }
    }
    let page = page(&cases);
    let path = root().join(PAGE);
    if bless {
        std::fs::write(&path, &page).expect("the page can be written");
    } else if std::fs::read_to_string(&path).unwrap_or_default() != page {
        wrong.push(format!("{PAGE} is stale"));
    }
    let (all, caught) = score(&cases);
    let line = format!("{caught} of {all} public bug reports");
    if !read(&root().join("README.md")).contains(&line) {
        wrong.push(format!("the README does not say: {line}"));
    }
    let wrong = wrong.join("\n");
    assert!(
        wrong.is_empty(),
        "`BLESS=1 cargo test -p pto-cli --test regressions` renews it\n{wrong}"
    );
}

#[test]
fn corrected_twins_are_silent() {
    for c in cases().iter().filter(|c| c.is_fixed()) {
        let says = |words: &str| c.found.iter().any(|(command, _)| command.contains(words));
        assert!(says("check tests/") && says("--check all"), "{} is not checked", c.name);
        for (command, found) in &c.found {
            assert!(found.is_empty(), "{} {command}: {found:?}", c.name);
        }
    }
}
