//! What a campaign file says: kernels, parameters, conditions, targets, and what to do with each configuration.
//!
//! ```toml
//! do = "cost"                       # cost, check, lower, emit, run, or several: ["check", "cost"]; or fuzz
//! targets = ["a2a3", "a5"]
//! shard = 1000                      # configurations of one shard
//! where = ["tile_m * tile_k <= 32768"]
//!
//! [params]                          # of all kernels
//! rows = "64..4096:64"              # values,
//! tiles = "rows / 64"               # or a number that follows
//!
//! [[kernel]]
//! file = "kernels/gemm.pto"         # or folder = "kernels": every .pto file below it
//! entry = "gemm"
//! blocks = "min(24, tiles)"
//! args = ["{rows}", "{rows}", 1024] # as `--arg`: numbers, _, zeros:SIZE, random:SIZE
//! ```
//!
//! A campaign file is data. It names kernels below its own folder and nothing else of the file system; what it names is
//! never executed but by the simulator, within [`Bounds`].

use crate::expr::{Expr, is_name};
use crate::values;
use pto_ir::Span;
use pto_ir::diag::Diagnostic;
use pto_isa::Target;
use pto_isa::code;
use pto_isa::order;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is done with a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Is it legal?
    Check,
    /// Lower it, and compare what it computes before and after.
    Lower,
    /// Write its C++.
    Emit,
    /// Run it under all sanitizers, and by definitions.
    Run,
    /// Time it.
    Cost,
    /// Draw a random program and see whether everything that must hold does.
    Fuzz,
}

impl Step {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Step); 6] = [
        ("check", Step::Check),
        ("lower", Step::Lower),
        ("emit", Step::Emit),
        ("run", Step::Run),
        ("cost", Step::Cost),
        ("fuzz", Step::Fuzz),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Step::ALL.iter().find(|s| s.1 == self).map_or("", |s| s.0)
    }
}

/// What one configuration may take. There is no limit of time: results must not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Steps of a block.
    pub steps: u64,
    /// Bytes of buffers and of the memories of blocks.
    pub memory_bytes: u64,
    /// Instructions of a timeline.
    pub instructions: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { steps: 200_000_000, memory_bytes: 2 << 30, instructions: 2_000_000 }
    }
}

/// The values of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// One of these.
    Values(Vec<i64>),
    /// A number that follows from others.
    Derived(Expr),
}

/// A text of the file and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// One kernel, or all of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernels {
    /// The file.
    pub file: Option<Text>,
    /// The folder.
    pub folder: Option<Text>,
    /// The function; without it, the one `pto run` would run.
    pub entry: Option<String>,
    /// Blocks to launch.
    pub blocks: Option<Expr>,
    /// Arguments of the launch.
    pub args: Vec<Text>,
    /// Parameters, after those of all kernels.
    pub params: Vec<(Text, Param)>,
    /// Conditions, after those of all kernels.
    pub conditions: Vec<Expr>,
}

/// Random programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fuzz {
    /// Kinds of programs; all without any.
    pub kinds: Vec<Text>,
    /// The numbers that programs are drawn from.
    pub seeds: Vec<i64>,
    /// About how many instructions a program has.
    pub size: u32,
}

/// What a campaign file says.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// What to do with each configuration, in order.
    pub steps: Vec<Step>,
    /// The targets.
    pub targets: Vec<Target>,
    /// The kernels.
    pub kernels: Vec<Kernels>,
    /// Random programs, for [`Step::Fuzz`].
    pub fuzz: Option<Fuzz>,
    /// Configurations of a shard.
    pub shard_size: usize,
    /// Whether the formulas of the manual are the cost model.
    pub documented_model: bool,
    /// What a configuration may take.
    pub bounds: Bounds,
}

/// Configurations of a shard, unless the file says otherwise: some tenths of a second of work.
const SHARD_SIZE: usize = 1000;
const MOST_SHARD: i64 = 1_000_000;

type Value<'v> = Spanned<DeValue<'v>>;

fn at(range: Range<usize>) -> Span {
    Span::new(range.start as u32, range.end as u32)
}

fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code::CAMPAIGN, span, message)
}

impl Campaign {
    /// Reads a campaign file.
    pub fn read(text: &str) -> Result<Campaign, Diagnostic> {
        let table = DeTable::parse(text).map_err(|e| {
            let span = e.span().map_or(Span::new(0, 0), at);
            wrong(span, format!("this is no TOML: {}", e.message().lines().next().unwrap_or("")))
        })?;
        let top = Table { table: table.get_ref(), span: Span::new(0, 0) };
        let known =
            ["do", "targets", "shard", "where", "params", "kernel", "fuzz", "model", "limits"];
        top.refuse_others(&known)?;
        let steps = top.steps()?;
        let fuzz = match steps.contains(&Step::Fuzz) {
            true => Some(top.fuzz()?),
            false => None,
        };
        let kernels = match &fuzz {
            Some(_) if steps.len() > 1 => {
                let span = top.get("do").map_or(top.span, |v| at(v.span()));
                return Err(wrong(span, "`fuzz` draws its own programs, and stands alone"));
            }
            Some(_) => Vec::new(),
            None => top.kernels()?,
        };
        let limits = top.table("limits")?;
        let mut bounds = Bounds::default();
        if let Some(limits) = limits {
            limits.refuse_others(&["steps", "memory", "instructions"])?;
            let number = |key, most: u64, default: u64| {
                let n = limits.number(key, 1..=most as i64)?;
                Ok::<u64, Diagnostic>(n.map_or(default, |n| n as u64))
            };
            bounds.steps = number("steps", 1_000_000_000, bounds.steps)?;
            bounds.memory_bytes = number("memory", 16 << 30, bounds.memory_bytes)?;
            bounds.instructions = number("instructions", 50_000_000, bounds.instructions)?;
        }
        Ok(Campaign {
            steps,
            targets: top.targets()?,
            kernels,
            fuzz,
            shard_size: top.number("shard", 1..=MOST_SHARD)?.map_or(SHARD_SIZE, |n| n as usize),
            documented_model: top.word("model", &["calibrated", "documented"])? == Some(1),
            bounds,
        })
    }
}

/// A table of the file.
#[derive(Clone, Copy)]
struct Table<'a, 'v> {
    table: &'a DeTable<'v>,
    span: Span,
}

impl<'a, 'v> Table<'a, 'v> {
    fn get(&self, key: &str) -> Option<&'a Value<'v>> {
        self.table.get(key)
    }

    fn refuse_others(&self, known: &[&str]) -> Result<(), Diagnostic> {
        match self.table.keys().find(|k| !known.contains(&k.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let name: &str = key.get_ref().as_ref();
                let d = wrong(at(key.span()), format!("there is no key `{name}` here"));
                let near = pto_isa::ops::closest(name, known.iter().copied());
                Err(match near {
                    Some(near) => d.help(format!("did you mean `{near}`?")),
                    None => d.help(format!("use {}", known.join(", "))),
                })
            }
        }
    }

    fn table(&self, key: &str) -> Result<Option<Table<'a, 'v>>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref().as_table() {
            Some(table) => Ok(Some(Table { table, span: at(value.span()) })),
            None => Err(wrong(at(value.span()), format!("`{key}` is a table"))),
        }
    }

    fn number(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<i64>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match integer(value).filter(|n| range.contains(n)) {
            Some(n) => Ok(Some(n)),
            None => {
                let d = wrong(at(value.span()), format!("`{key}` is a whole number"));
                Err(d.help(format!("use {} to {}", range.start(), range.end())))
            }
        }
    }

    /// The number of the word of a list.
    fn word(&self, key: &str, words: &[&str]) -> Result<Option<usize>, Diagnostic> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let found = value.get_ref().as_str().and_then(|w| words.iter().position(|x| *x == w));
        match found {
            Some(i) => Ok(Some(i)),
            None => Err(wrong(at(value.span()), format!("`{key}` is one of some words"))
                .help(format!("use {}", words.join(" or ")))),
        }
    }

    fn text(&self, key: &str) -> Result<Option<Text>, Diagnostic> {
        self.get(key).map(|v| text(v, key)).transpose()
    }

    /// A list of texts, or one.
    fn texts(&self, key: &str) -> Result<Vec<Text>, Diagnostic> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(value) => match value.get_ref().as_array() {
                Some(list) => list.iter().map(|v| text(v, key)).collect(),
                None => Ok(vec![text(value, key)?]),
            },
        }
    }

    fn steps(&self) -> Result<Vec<Step>, Diagnostic> {
        let steps = self.texts("do")?.into_iter().map(|word| {
            let found = Step::ALL.iter().find(|s| s.0 == word.text);
            found.map(|s| s.1).ok_or_else(|| {
                let names = Step::ALL.map(|s| s.0).join(", ");
                wrong(word.span, format!("`{}` is nothing to do", word.text))
                    .help(format!("use {names}"))
            })
        });
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        match steps.is_empty() {
            true => Err(wrong(self.span, "the campaign does not say what to do")
                .help("begin with `do = \"cost\"`")),
            false => Ok(steps),
        }
    }

    fn targets(&self) -> Result<Vec<Target>, Diagnostic> {
        let mut targets = Vec::new();
        for word in self.texts("targets")? {
            let Some(target) = Target::parse(&word.text) else {
                let names = Target::ALL.map(|t| t.name()).join(", ");
                let d = wrong(word.span, format!("there is no target `{}`", word.text));
                return Err(d.help(format!("use {names}")));
            };
            if targets.contains(&target) {
                return Err(wrong(word.span, "the target is named twice"));
            }
            targets.push(target);
        }
        match targets.is_empty() {
            true => {
                Err(wrong(self.span, "the campaign names no target")
                    .help("add `targets = [\"a5\"]`"))
            }
            false => Ok(targets),
        }
    }

    fn conditions(&self) -> Result<Vec<Expr>, Diagnostic> {
        self.texts("where")?.iter().map(expr).collect()
    }

    fn params(&self) -> Result<Vec<(Text, Param)>, Diagnostic> {
        let Some(table) = self.table("params")? else { return Ok(Vec::new()) };
        // The table is sorted by name; configurations go in the order of the file.
        let mut keys: Vec<_> = table.table.iter().collect();
        order::by_key(&mut keys, |(key, _)| key.span().start);
        keys.into_iter().map(|(key, value)| param(key, value)).collect()
    }

    fn kernels(&self) -> Result<Vec<Kernels>, Diagnostic> {
        let list = self.get("kernel").and_then(|v| v.get_ref().as_array());
        let Some(list) = list.filter(|l| !l.is_empty()) else {
            return Err(wrong(self.span, "the campaign names no kernel")
                .help("add `[[kernel]]` and `file = \"NAME.pto\"`"));
        };
        let (shared, conditions) = (self.params()?, self.conditions()?);
        let mut kernels = Vec::new();
        for value in list.iter() {
            let span = at(value.span());
            let Some(table) = value.get_ref().as_table() else {
                return Err(wrong(span, "`kernel` is a list of tables: `[[kernel]]`"));
            };
            let t = Table { table, span };
            t.refuse_others(&["file", "folder", "entry", "blocks", "args", "params", "where"])?;
            let kernel = Kernels {
                file: t.text("file")?,
                folder: t.text("folder")?,
                entry: t.text("entry")?.map(|e| e.text),
                blocks: t.text("blocks")?.as_ref().map(expr).transpose()?,
                args: t.texts("args")?,
                params: shared.iter().cloned().chain(t.params()?).collect(),
                conditions: conditions.iter().cloned().chain(t.conditions()?).collect(),
            };
            if kernel.file.is_some() == kernel.folder.is_some() {
                return Err(wrong(span, "a kernel has a `file` or a `folder`"));
            }
            for path in kernel.file.iter().chain(&kernel.folder) {
                check_path(path)?;
            }
            kernel.args.iter().try_for_each(check_arg)?;
            kernels.push(kernel);
        }
        Ok(kernels)
    }

    fn fuzz(&self) -> Result<Fuzz, Diagnostic> {
        let Some(table) = self.table("fuzz")? else {
            return Err(wrong(self.span, "the campaign does not say which programs to draw")
                .help("add `[fuzz]` and `seeds = \"0..9999\"`"));
        };
        table.refuse_others(&["kinds", "seeds", "size"])?;
        let Some(seeds) = table.text("seeds")? else {
            return Err(wrong(table.span, "there are no seeds").help("add `seeds = \"0..9999\"`"));
        };
        let seeds = values::read(&seeds.text).map_err(|e| wrong(seeds.span, e))?;
        let size = table.number("size", 1..=1000)?.map_or(12, |n| n as u32);
        Ok(Fuzz { kinds: table.texts("kinds")?, seeds, size })
    }
}

fn integer(value: &Value<'_>) -> Option<i64> {
    let n = value.get_ref().as_integer()?;
    i64::from_str_radix(n.as_str(), n.radix()).ok()
}

/// A text; a number stands for its digits.
fn text(value: &Value<'_>, key: &str) -> Result<Text, Diagnostic> {
    let outer = at(value.span());
    if let Some(n) = integer(value) {
        return Ok(Text { text: n.to_string(), span: outer });
    }
    match value.get_ref().as_str() {
        // Without its quotes, so that places inside of it are right for plain strings.
        Some(text) => {
            let span = Span::new(outer.start + 1, outer.end.saturating_sub(1).max(outer.start + 1));
            Ok(Text { text: text.into(), span })
        }
        None => Err(wrong(outer, format!("`{key}` is a text"))),
    }
}

fn expr(text: &Text) -> Result<Expr, Diagnostic> {
    Expr::read(&text.text, text.span.start).map_err(|e| wrong(e.span, e.message))
}

fn param(
    key: &Spanned<toml::de::DeString<'_>>,
    value: &Value<'_>,
) -> Result<(Text, Param), Diagnostic> {
    let name: &str = key.get_ref().as_ref();
    let name = Text { text: name.into(), span: at(key.span()) };
    if !is_name(&name.text) {
        let d = wrong(name.span, format!("`{}` cannot be the name of a parameter", name.text));
        return Err(d.help("use letters, digits and `_`, a letter first"));
    }
    if let Some(list) = value.get_ref().as_array() {
        let numbers = list
            .iter()
            .map(|v| integer(v).ok_or_else(|| wrong(at(v.span()), "a value is a whole number")));
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        return match numbers.is_empty() {
            true => Err(wrong(at(value.span()), format!("`{}` has no values", name.text))),
            false => Ok((name, Param::Values(numbers))),
        };
    }
    let written = text(value, &name.text)?;
    match values::are_values(&written.text) {
        true => {
            let list = values::read(&written.text).map_err(|e| wrong(written.span, e))?;
            Ok((name, Param::Values(list)))
        }
        false => Ok((name, Param::Derived(expr(&written)?))),
    }
}

/// A path leads to something below the folder of the campaign file, on every system.
fn check_path(path: &Text) -> Result<(), Diagnostic> {
    let outside = path.text.starts_with(['/', '\\'])
        || path.text.contains([':', '\0'])
        || path.text.split(['/', '\\']).any(|part| part == "..");
    if outside || path.text.is_empty() {
        let d = wrong(path.span, "the path leads out of the folder of the campaign file");
        return Err(d.help("name a file below it: `kernels/gemm.pto`"));
    }
    Ok(())
}

/// An argument is a number or a buffer that is made, never a file.
fn check_arg(arg: &Text) -> Result<(), Diagnostic> {
    let text = arg.text.trim();
    let made = ["zeros:", "random:"].iter().any(|kind| text.starts_with(kind));
    let number = text.starts_with(|c: char| c.is_ascii_digit() || "-+{.".contains(c));
    if (text == "_" || made || number) && !text.contains(['=', '/', '\\']) {
        return Ok(());
    }
    let d = wrong(arg.span, "an argument of a campaign is no file");
    Err(d.help("use a number, `{EXPRESSION}`, `_`, `zeros:64x128xf32` or `random:64x128xf32`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "do = [\"check\", \"cost\"]\ntargets = [\"a2\", \"a5\"]\nshard = 10\nwhere = [\"rows > 64\"]\n\
        [params]\nrows = \"64..256:64\"\ncols = [8, 16]\ntiles = \"rows / cols\"\n\
        [[kernel]]\nfile = \"a/b.pto\"\nblocks = \"min(24, tiles)\"\nargs = [\"{rows}\", 7, \"_\"]\n[kernel.params]\nk = 5\n";

    #[test]
    fn a_file_is_read() {
        let c = Campaign::read(WHOLE).unwrap();
        assert_eq!(
            (c.steps, c.targets.len(), c.shard_size),
            (vec![Step::Check, Step::Cost], 2, 10)
        );
        let names: Vec<&str> = c.kernels[0].params.iter().map(|p| p.0.text.as_str()).collect();
        assert_eq!(names, ["rows", "cols", "tiles", "k"]);
        assert_eq!(c.kernels[0].args[1].text, "7");
        assert_eq!(c.kernels[0].conditions.len(), 1);
    }

    #[test]
    fn mistakes_have_a_place() {
        for (from, to, place, message) in [
            ("shard = 10", "shart = 10", "shart", "there is no key `shart` here"),
            ("shard = 10", "shard = 0", "0", "`shard` is a whole number"),
            ("\"a2\"", "\"x\"", "x", "there is no target `x`"),
            ("\"check\"", "\"fly\"", "fly", "`fly` is nothing to do"),
            ("rows > 64", "rows > ", "\"", "a number or a parameter is expected here"),
            (
                "a/b.pto",
                "../b.pto",
                "../b.pto",
                "the path leads out of the folder of the campaign file",
            ),
            (
                "a/b.pto",
                "/etc/passwd",
                "/etc/passwd",
                "the path leads out of the folder of the campaign file",
            ),
            ("\"_\"", "\"x.npy\"", "x.npy", "an argument of a campaign is no file"),
            ("\"_\"", "\"zeros:4=out\"", "zeros:4=out", "an argument of a campaign is no file"),
            ("k = 5", "\"a b\" = 5", "\"a b\"", "`a b` cannot be the name of a parameter"),
            ("k = 5", "k = [", "", "this is no TOML: "),
        ] {
            let text = WHOLE.replace(from, to);
            let d = Campaign::read(&text).unwrap_err();
            assert!(d.message.starts_with(message), "{}: {to}", d.message);
            assert!(place.is_empty() || d.primary.span.of(&text) == place, "{to}: {:?}", d.primary);
        }
    }
}
