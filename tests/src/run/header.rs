//! The comments of a run test: which runs it asks for, and what it says about them.

use pto_isa::Target;
use pto_isa::sem::{Numerics, OutsideValid, Semantics, SummationOrder};
use pto_sanitize::{CheckOptions, Checks};
use pto_sim::Launch;
use pto_sim::explore::{FlagIdentity, Mode};

/// One run of a section.
#[derive(Clone, Debug)]
pub struct Run {
    /// The choices of the run.
    pub numerics: Numerics,
    /// The function to run.
    pub entry: Option<String>,
    /// Devices that run together.
    pub ranks: u32,
    /// Blocks to launch on each.
    pub blocks: u32,
    /// How a checked run is checked.
    pub check: CheckOptions,
    /// Words by which comments may limit themselves to this run.
    pub words: Vec<String>,
}

impl Run {
    /// How its program is launched.
    pub fn launch(&self) -> Launch {
        Launch { ranks: self.ranks, blocks: self.blocks, ..Launch::default() }
    }

    /// The same run as comments about a device see it: they may limit themselves to `rank1`.
    pub fn on_each_rank(&self) -> impl Iterator<Item = Run> {
        (0..self.ranks).map(|rank| {
            let mut run = self.clone();
            run.words.push(format!("rank{rank}"));
            run
        })
    }
}

/// What a comment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The values of a parameter before.
    Arg(usize),
    /// Its values afterwards.
    Expect(usize),
    /// How the run stops.
    Trap,
    /// The quirks it names.
    Quirks,
    /// What a checked run finds.
    Finds,
    /// What runs in other orders of the pipes find.
    Orders,
}

/// A comment about runs.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What it is about.
    pub kind: Kind,
    /// The words of the runs it is limited to.
    pub only: Vec<String>,
    /// What it says.
    pub text: String,
}

impl Claim {
    /// Whether it speaks of a run.
    pub fn applies(&self, run: &Run) -> bool {
        self.only.iter().all(|w| run.words.contains(w))
    }
}

/// All comments of a section.
#[derive(Default)]
pub struct Header {
    /// The runs.
    pub runs: Vec<Run>,
    /// A type, and those to run with in its place.
    pub also: Option<(String, Vec<String>)>,
    /// The other comments.
    pub claims: Vec<Claim>,
}

/// Reads the comments of a section.
pub fn read_header(section: &str) -> Result<Header, String> {
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
            Some("finds") => Kind::Finds,
            Some("orders") => Kind::Orders,
            _ => continue,
        };
        let only: Vec<String> = words.map(str::to_string).collect();
        match header.claims.last_mut() {
            Some(last) if last.kind == kind && last.only == only => {
                if matches!(kind, Kind::Finds | Kind::Orders) {
                    last.text.push(';');
                }
                last.text.push_str(text);
            }
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
        targets.extend(Target::PROFILES);
    }
    if semantics.is_empty() {
        semantics.extend([Semantics::Manual, Semantics::Silicon]);
    }
    let mut runs = Vec::new();
    for &t in &targets {
        for &s in &semantics {
            let words = vec![t.name().to_string(), s.name().to_string()];
            let check = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
            let numerics = Numerics::new(t, s);
            let mut run = Run { numerics, entry: None, ranks: 1, blocks: 1, check, words };
            for &(key, value) in &options {
                let bad = || format!("`run`: what is `{key}={value}`?");
                match key {
                    "entry" => run.entry = Some(value.into()),
                    "ranks" => run.ranks = value.parse().map_err(|_| bad())?,
                    "blocks" => run.blocks = value.parse().map_err(|_| bad())?,
                    "outside-valid" => {
                        run.numerics.outside_valid = OutsideValid::parse(value).ok_or_else(bad)?;
                    }
                    "mode" if value == "manual" => run.check.mode = Some(Mode::Manual),
                    "mode" if value == "auto" => run.check.mode = Some(Mode::Auto),
                    "flags" if value == "src-id" => run.check.identity = FlagIdentity::SourceId,
                    "order" if value == "left" => run.numerics.order = SummationOrder::Left,
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
pub fn variants(section: &str, header: &Header) -> Vec<(Option<String>, String)> {
    let Some((from, to)) = &header.also else { return vec![(None, section.to_string())] };
    let one = |to: &String| (Some(to.clone()), replace_type(section, from, to));
    std::iter::once(from).chain(to).map(one).collect()
}

/// Replaces a type where it stands alone or after the `x` of a shape.
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
pub fn claimed<'c>(claims: &'c [Claim], kind: Kind, run: &Run) -> Result<Option<&'c str>, String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_semantics_multiply() {
        let header = read_header("// run: a5, cpu a2a3 manual blocks=3 order=left\n").unwrap();
        let words: Vec<String> = header.runs.iter().map(|r| r.words.join(" ")).collect();
        assert_eq!(words[..2], ["a5 manual", "a5 silicon"]);
        assert_eq!(
            words[2..],
            ["cpu manual blocks=3 order=left", "a2a3 manual blocks=3 order=left"]
        );
        assert_eq!(header.runs[3].blocks, 3);
        assert!(read_header("// run: a7\n").is_err());
        assert!(read_header("// run: order=right\n").is_err());
    }

    #[test]
    fn the_more_limited_line_counts_and_equal_ones_clash() {
        let text = "// run: a5\n// expect 0: 1\n// expect 0 a5: 2\n// expect 0 silicon: 3\n";
        let header = read_header(text).unwrap();
        let says = |run: usize| claimed(&header.claims, Kind::Expect(0), &header.runs[run]);
        assert_eq!(says(0), Ok(Some("2")));
        assert!(says(1).is_err());
    }

    #[test]
    fn a_type_is_replaced_where_it_is_one() {
        let typed = replace_type("16xi16 ui16 i16\n// i16\n", "i16", "f32");
        assert_eq!(typed, "16xf32 ui16 f32\n// i16\n");
    }
}
