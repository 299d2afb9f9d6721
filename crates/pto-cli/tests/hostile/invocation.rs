//! Hostile command lines, drawn from the table of commands: a new command or option is among them by itself.

use crate::arguments::{self, Argument};
use crate::programs::{number, odd_text};
use crate::sandbox::{INPUTS, OUTPUTS, PROGRAMS, STREAMS};
use clap::builder::ValueRange;
use clap::{Arg, ArgAction, Command, CommandFactory, ValueHint};
use fastrand::Rng;
use pto_cli::command_line::CommandLine;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Options by which a user says how much work there may be: a value that is little, and values that must be refused or
/// are less. Large ones are obeyed, so none is drawn, and all but `bench` are always given: a program of a stranger is run
/// with limits.
const LIMITS: &[(&str, &str, &[&str])] = &[
    ("bench", "2", &["0", "-1", "x", "4294967296"]),
    ("max_steps", "1000000", &["0", "1", "1000", "-1", "x", "18446744073709551616"]),
    ("max_seconds", "5", &["1", "-1", "x", "18446744073709551616"]),
    ("max_memory", "1G", &["0", "1M", "-1", "x", "99999999999999999999G"]),
];

/// Commands that no run meets, each with the reason; the table at the end names them.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("serve", "a server ends when somebody ends it; `tests/serve.rs` is hostile to it"),
    ("shrink", "it runs whatever command it is given"),
];

/// Options with a small range: values in it, of which most runs get one.
const SMALL: &[(&str, &[&str])] = &[
    ("ranks", &["1", "2", "3", "16"]),
    ("level", &["2", "3"]),
    ("max_output", &["1K", "1M", "64M"]),
    ("schedule", &["program", "lazy", "eager", "random:7"]),
    ("check", &["all", "mem", "race,sync", "init"]),
];

/// The system takes words of less than 128 KiB.
const LONGEST_WORD: usize = 100_000;

/// Values that more than one option gives a meaning to.
const WORDS: &[&str] = &[
    "",
    " ",
    "-",
    "--",
    "=",
    "a",
    "all",
    "*",
    "@",
    "f@1",
    "%0@4294967295",
    "1/0",
    "0/1",
    "1/1",
    "2/1",
    "rows=1",
    "rows=1..0",
    "rows=0..9:0",
    "rows=9223372036854775806..9223372036854775807",
    "=1",
    "n=",
    "n=1,,2",
    "zeros:0",
    "zeros:1",
    "zeros:64x128xf32",
    "zeros:4K",
    "zeros:18446744073709551615",
    "zeros:16777215T",
    "zeros:-1",
    "zeros:0x0xf32",
    "zeros:4294967295x4294967295xf32",
    "zeros:64xi1",
    "zeros:",
    "zeros:=",
    "zeros:64xf32=out.npy",
    "zeros:64xf32=x.npy",
    "zeros:64xf32=dir",
    "zeros:64xf32=/dev/full",
    "x.npy=out.npy",
    "x.npy=y.npy",
    "x.npy",
    "y.npy=",
    "comm",
    "peer:1:x",
    "peer:{next}:x",
    "peer:99:x",
    "peer:4294967296:",
    "{rank}",
    "{ranks}{next}{previous}",
    "{",
    "zeros:64xf32=out{rank}.npy",
    "x{rank}.npy=out{rank}",
    "random:1",
    "random:18446744073709551616",
    "lazy",
    "eager",
    "mem,race",
    "mem,mem,",
    "race,",
    "_",
    "E0403",
    "0403",
    "E99999",
    "tadd",
    "pto.tadd",
    "TADD",
    "table",
    "quirks",
    "a2a3",
    "a5",
    "cpu",
    "a6",
    "kirin9030",
    "../escape",
];

/// A command line and its surroundings.
pub struct Invocation {
    /// The name of the command, for the table.
    pub command: String,
    /// What follows `pto`.
    pub words: Vec<OsString>,
    /// Variables of the environment, to set or to take away.
    pub environment: Vec<(&'static str, Option<&'static str>)>,
    /// What standard input is: a file of the folder, or nothing.
    pub input: Option<&'static str>,
    /// Options whose value is a place to write to.
    writers: Vec<String>,
}

impl Invocation {
    /// Every place that the words may name as one to write to.
    pub fn places(&self) -> Vec<PathBuf> {
        let writes_everywhere = |w: &OsString| w == "fmt" || w == "new" || w == "man";
        let everywhere = self.words.iter().any(writes_everywhere);
        let mut places = Vec::new();
        let mut put = |bytes: &[u8]| {
            places.push(PathBuf::from(OsStr::from_bytes(bytes)));
            // A file for each device.
            let text = String::from_utf8_lossy(bytes);
            if text.contains("{rank}") {
                places.extend((0..16).map(|n| text.replace("{rank}", &n.to_string()).into()));
            }
        };
        for (i, word) in self.words.iter().enumerate() {
            let bytes = word.as_bytes();
            let before = i.checked_sub(1).map(|b| &self.words[b]);
            if everywhere || before.is_some_and(|b| self.writers.iter().any(|w| b == w.as_str())) {
                put(bytes);
            }
            for writer in &self.writers {
                if let Some(rest) = bytes.strip_prefix(writer.as_bytes()) {
                    put(rest.strip_prefix(b"=").unwrap_or(rest));
                }
            }
            // `--arg FROM=OUT`
            if let Some(at) = bytes.iter().rposition(|b| *b == b'=') {
                put(&bytes[at + 1..]);
            }
        }
        places
    }

    /// The run as a line for a shell, bytes that cannot be typed by their number.
    pub fn shell_line(&self, binary: &Path) -> String {
        let mut line = String::new();
        for (name, value) in &self.environment {
            let _ = match value {
                Some(value) => write!(line, "{name}={} ", quoted(value.as_bytes())),
                None => write!(line, "env -u {name} "),
            };
        }
        let _ = write!(line, "{}", binary.display());
        for word in &self.words {
            let _ = write!(line, " {}", quoted(word.as_bytes()));
        }
        let _ = write!(line, " < {}", self.input.unwrap_or("/dev/null"));
        line
    }

    /// Whether a word asks for colours.
    pub fn is_coloured(&self) -> bool {
        self.words.iter().any(|w| w == "always" || w == "--color=always")
            || self.environment.iter().any(|(name, _)| *name == "CLICOLOR_FORCE")
    }

    /// Whether a file that is written is standard output.
    pub fn writes_to_stdout(&self) -> bool {
        self.words.iter().any(|w| w.to_string_lossy().contains("/dev/stdout"))
    }
}

/// The table of commands, with values of options that their own examples show.
pub struct Table {
    /// Each by the words that it is called with. A command that has commands of its own is there as these.
    commands: Vec<(Vec<String>, Command)>,
    shown: BTreeMap<String, Vec<String>>,
    writers: Vec<String>,
}

impl Table {
    pub fn new() -> Table {
        let mut root = CommandLine::command();
        root.build();
        let mut commands = Vec::new();
        collect(&root, &[], &mut commands);
        for (name, why) in LEFT_OUT {
            let count = commands.len();
            commands.retain(|(words, _)| words[0] != *name);
            assert!(commands.len() < count, "`{name}` is left out ({why}) but not there");
        }
        let mut shown: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (words, command) in &commands {
            let (name, last) = (words.join(" "), command.get_name());
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example: Vec<&str> = help.split_whitespace().collect();
            for pair in example.windows(2) {
                // What follows the command itself is its first argument.
                let before = if pair[0] == last { &name } else { pair[0] };
                let key = format!("{name} {before}");
                shown.entry(key).or_default().push(pair[1].to_string());
            }
        }
        let arguments = commands.iter().flat_map(|(_, c)| c.get_arguments());
        let writers = arguments.filter(|a| writes(a)).flat_map(|a| {
            let long = a.get_long_and_visible_aliases().unwrap_or_default();
            let long = long.into_iter().map(|l| format!("--{l}"));
            long.chain(a.get_short().map(|s| format!("-{s}"))).collect::<Vec<_>>()
        });
        let writers = writers.collect();
        Table { commands, shown, writers }
    }

    /// Names of the commands.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.commands.iter().map(|(words, _)| words.join(" "))
    }

    /// A command line for the n-th run: commands take turns. Most of them are right, so that what they are given is met.
    pub fn draw(&self, n: usize, files: &Files, rng: &mut Rng) -> Invocation {
        let (path, command) = &self.commands[n % self.commands.len()];
        let name = path.join(" ");
        let mut words: Vec<OsString> = path.iter().map(Into::into).collect();
        let care = match rng.u8(..10) {
            0 => Care::Slips,
            1 | 2 => Care::Odd,
            _ => Care::Right,
        };
        let eagerness = [0.0, 0.05, 0.2, 0.5][rng.usize(..4)];
        let mut given: Vec<&Arg> = Vec::new();
        for arg in command.get_arguments() {
            let id = arg.get_id().as_str();
            let limits = id != "bench" && limit(arg).is_some();
            let is_needed = arg.is_required_set() || arg.is_positional() || NEEDED.contains(&id);
            let wanted = match care {
                _ if limits => true,
                Care::Right if is_needed => true,
                Care::Right => rng.f64() < eagerness && !excludes(command, arg, &given),
                _ if is_needed => rng.u8(..15) != 0,
                _ => rng.f64() < eagerness,
            };
            let is_help = matches!(arg.get_action(), ArgAction::Help | ArgAction::HelpLong);
            if wanted && !is_help {
                self.put(&name, arg, care, files, &mut words, rng);
                given.push(arg);
            }
        }
        if care == Care::Slips {
            slip(&mut words, rng);
        }
        for word in &mut words {
            if word.len() > LONGEST_WORD {
                *word = OsString::from_vec(word.as_bytes()[..LONGEST_WORD].to_vec());
            }
        }
        Invocation {
            command: name,
            words,
            environment: environment(rng),
            writers: self.writers.clone(),
            input: STREAMS[rng.usize(..STREAMS.len())],
        }
    }

    fn put(
        &self,
        command: &str,
        arg: &Arg,
        care: Care,
        files: &Files,
        words: &mut Vec<OsString>,
        rng: &mut Rng,
    ) {
        let name = match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => Some(format!("--{long}")),
            (None, Some(short)) => Some(format!("-{short}")),
            (None, None) => None,
        };
        if arg.get_id() == "entry" && care == Care::Right {
            words.extend(files.names.first().map(|f| format!("--entry={f}").into()));
            return;
        }
        if arg.get_id() == "args" && care == Care::Right {
            // Only a run has buffers.
            let is_run = command == "run";
            let given = files.arguments.iter().filter(|a| is_run || !a.is_buffer);
            words.extend(given.map(|a| format!("--arg={}", a.value).into()));
            return;
        }
        let takes_many = matches!(arg.get_action(), ArgAction::Append)
            || arg.get_num_args().unwrap_or(ValueRange::EMPTY).max_values() > 1;
        for _ in 0..if takes_many { rng.usize(1..4) } else { 1 } {
            if !arg.get_action().takes_values() {
                words.extend(name.clone().map(Into::into));
                continue;
            }
            let shown = self.shown_for(command, arg);
            let value = match rng.u8(..4) {
                // What else is right, arguments and names, is about this one.
                _ if care == Care::Right && reads(arg) && arg.is_positional() => "k.pto".into(),
                0 if care != Care::Right => self.odd_value(arg, shown, rng),
                _ => self.value(arg, shown, files, rng),
            };
            match &name {
                None => words.push(value),
                Some(name) if name.starts_with("--") && rng.bool() => {
                    let mut word = OsString::from(format!("{name}="));
                    word.push(value);
                    words.push(word);
                }
                Some(name) if care == Care::Slips && rng.u8(..9) == 0 => words.push(name.into()),
                Some(name) => words.extend([name.into(), value]),
            }
        }
    }

    /// Values that the examples of a command show for an argument.
    fn shown_for(&self, command: &str, arg: &Arg) -> &[String] {
        let long = arg.get_long().map(|l| format!("{command} --{l}"));
        let short = arg.get_short().map(|s| format!("{command} -{s}"));
        let first = arg.is_positional().then(|| format!("{command} {command}"));
        let keys = [long, short, first];
        keys.iter().flatten().find_map(|key| self.shown.get(key)).map_or(&[], Vec::as_slice)
    }

    /// A value that the option may take.
    fn value(&self, arg: &Arg, shown: &[String], files: &Files, rng: &mut Rng) -> OsString {
        if let Some((_, little, _)) = limit(arg) {
            return (*little).into();
        }
        if let Some((_, list)) = SMALL.iter().find(|(id, _)| arg.get_id() == id) {
            return list[rng.usize(..list.len())].into();
        }
        if arg.get_id() == "target" && rng.u8(..4) != 0 {
            return ["a2a3", "a5"][rng.usize(..2)].into();
        }
        let possible = arg.get_possible_values();
        match rng.u8(..4) {
            1.. if !shown.is_empty() && !reads(arg) => {
                shown[rng.usize(..shown.len())].as_str().into()
            }
            _ if !possible.is_empty() => possible[rng.usize(..possible.len())].get_name().into(),
            _ if writes(arg) => OUTPUTS[rng.usize(..8)].into(),
            _ if reads(arg) && !arg.is_positional() => "costs.csv".into(),
            _ if reads(arg) => PROGRAMS[rng.usize(..PROGRAMS.len())].into(),
            _ if is_named(arg, "N") || is_named(arg, "BYTES") => rng.u32(1..100).to_string().into(),
            _ => match files.names.is_empty() || rng.bool() {
                true => WORDS[rng.usize(..WORDS.len())].into(),
                false => files.names[rng.usize(..files.names.len())].as_str().into(),
            },
        }
    }

    /// A value that nobody expects.
    fn odd_value(&self, arg: &Arg, shown: &[String], rng: &mut Rng) -> OsString {
        match rng.u8(..10) {
            _ if let Some((_, _, odd)) = limit(arg) => odd[rng.usize(..odd.len())].into(),
            0 => number(rng).into(),
            1 => odd_text(rng).replace('\0', "").into(),
            2 => OsString::from_vec(vec![0xff, b'a', 0xc3]),
            3 => "a".repeat(1 << rng.u32(..16)).into(),
            4 if !shown.is_empty() => {
                // What the help shows, with another number.
                let text = &shown[rng.usize(..shown.len())];
                let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
                let rest = text[digits..].trim_start_matches(|c: char| c.is_ascii_digit());
                format!("{}{}{rest}", &text[..digits], number(rng)).into()
            }
            _ if writes(arg) => OUTPUTS[rng.usize(..OUTPUTS.len())].into(),
            _ if reads(arg) => INPUTS[rng.usize(..INPUTS.len())].into(),
            5 | 6 => number(rng).into(),
            _ => WORDS[rng.usize(..WORDS.len())].into(),
        }
    }
}

/// The commands at the ends of the table, each by its words.
fn collect(command: &Command, words: &[String], found: &mut Vec<(Vec<String>, Command)>) {
    for inner in command.get_subcommands().filter(|c| c.get_name() != "help") {
        let words = [words, &[inner.get_name().to_string()]].concat();
        match inner.has_subcommands() {
            true => collect(inner, &words, found),
            false => found.push((words, inner.clone())),
        }
    }
}

/// How a command line is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// As it should be.
    Right,
    /// With values that nobody expects.
    Odd,
    /// With such values and mistakes.
    Slips,
}

/// Options without which hardly anything happens.
const NEEDED: [&str; 3] = ["target", "args", "entry"];

/// What is known of the files of a run.
pub struct Files {
    /// Values for the parameters of its kernel.
    pub arguments: Vec<Argument>,
    /// Names of functions and values, and places in it.
    pub names: Vec<String>,
}

impl Files {
    /// Reads a program.
    pub fn read(program: &[u8], rng: &mut Rng) -> Files {
        let text = String::from_utf8_lossy(program);
        let starts = |c: char| text.match_indices(c).map(|(at, _)| at + 1).collect::<Vec<_>>();
        let word = |at: usize| -> String {
            text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(80).collect()
        };
        let functions = starts('@').into_iter().take(5).map(word);
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        let values = starts('%').into_iter().take(200).filter(|_| rng.u8(..9) == 0);
        let places = values.map(|at| format!("{}@{}", word(at), line(at)));
        let names = functions.chain(places).collect();
        Files { names, arguments: arguments::of_kernel(program, rng) }
    }
}

/// Whether one of the options that are given excludes another.
fn excludes(command: &Command, arg: &Arg, given: &[&Arg]) -> bool {
    let among = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|c| c.get_id() == other.get_id())
    };
    given.iter().any(|g| among(g, arg) || among(arg, g))
}

fn limit(arg: &Arg) -> Option<&'static (&'static str, &'static str, &'static [&'static str])> {
    LIMITS.iter().find(|(id, _, _)| *id == arg.get_id().as_str())
}

fn reads(arg: &Arg) -> bool {
    arg.get_value_hint() == ValueHint::FilePath && !writes(arg)
}

fn writes(arg: &Arg) -> bool {
    is_path(arg) && (is_named(arg, "OUT") || is_named(arg, "DIR"))
}

/// A word as a shell reads it.
fn quoted(word: &[u8]) -> String {
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_./:=,@".contains(b);
    match !word.is_empty() && word.iter().all(is_plain) {
        true => String::from_utf8_lossy(word).into_owned(),
        false => format!("$'{}'", word.escape_ascii()),
    }
}

fn is_path(arg: &Arg) -> bool {
    matches!(arg.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath | ValueHint::AnyPath)
}

/// Whether this is the name of its value in the help.
fn is_named(arg: &Arg, name: &str) -> bool {
    arg.get_value_names().into_iter().flatten().any(|n| n.as_str() == name)
}

/// What a hurried or a malicious hand does to a command line.
fn slip(words: &mut Vec<OsString>, rng: &mut Rng) {
    let at = rng.usize(..words.len());
    match rng.u8(..7) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at].clone()),
        2 => words.push("--no-such-option".into()),
        3 => words.insert(at, "--".into()),
        4 => words.swap(0, at),
        5 => words.push(odd_text(rng).replace('\0', "").into()),
        _ => words.push("--help".into()),
    }
}

fn environment(rng: &mut Rng) -> Vec<(&'static str, Option<&'static str>)> {
    const LIST: &[(&str, Option<&str>)] = &[
        ("COLUMNS", Some("0")),
        ("COLUMNS", Some("1")),
        ("COLUMNS", Some("18446744073709551615")),
        ("COLUMNS", Some("-1")),
        ("NO_COLOR", Some("1")),
        ("CLICOLOR_FORCE", Some("1")),
        ("HOME", None),
        ("PATH", None),
        ("TMPDIR", Some("/nowhere")),
        ("LANG", Some("tr_TR.ISO-8859-9")),
        ("LC_ALL", Some("\u{9b}31m")),
        ("TERM", Some("dumb")),
        ("TERM", None),
    ];
    let count = [0, 0, 1, 3][rng.usize(..4)];
    (0..count).map(|_| LIST[rng.usize(..LIST.len())]).collect()
}
