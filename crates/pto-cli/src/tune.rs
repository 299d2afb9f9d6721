//! `pto tune`: the parameters of a kernel that make it fastest, by the cost model; the best is run before it is called so.

#![allow(
    clippy::result_large_err,
    reason = "a text is refused once, and its finding is what is wanted then"
)]

mod verify;

use crate::arg_error::ArgError;
use crate::campaign::execute::{Kernel, Subject};
use crate::cost::configure::WHAT_CAN_BE_SET;
use crate::output::{counted, examples, print};
use crate::outputs;
use crate::source_file::SourceFile;
use crate::stop;
use crate::target_arg::TargetName;
use clap::{Args, ValueHint};
use pto_campaign::campaign::{Bounds, Campaign, Kernels, Step, Text};
use pto_campaign::expr::Expr;
use pto_campaign::search::{number_of, search};
use pto_campaign::space::Space;
use pto_campaign::template::Template;
use pto_campaign::values;
use pto_cost::grouped;
use pto_ir::diag::Diagnostic;
use pto_isa::Target;
use pto_isa::order;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::process::ExitCode;
use std::time::Duration;
use verify::{Verdict, verify};

/// What `pto tune` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("the rows of a group", "pto tune examples/tune/softmax.pto --target a5 --arg 64"),
    ("and run the best against the author's own", "pto tune examples/tune/softmax.pto --target a5 --arg random:64x2048xf32 --arg zeros:64x2048xf32 --arg 64"),
    ("of some values", "pto tune examples/tune/softmax.pto --target a2a3 --arg 64 --set height=4,8 --json"),
]))]
pub struct TuneArgs {
    /// Kernel with `// tune:` lines
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,
    /// Function to time; without it, the one `pto run` would run
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Target to tune for, a2a3 or a5; without it, the one the module names, else a2a3
    #[arg(long, value_name = "T", value_parser = TargetName, hide_possible_values = true)]
    target: Option<Target>,
    /// Kernel argument, in order: a number, `{EXPRESSION}`, `_`, zeros:64x128xf32 or random:64x128xf32. The numbers alone
    /// are enough for times; with all of them the best is run as well
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    args: Vec<String>,
    /// Blocks to launch: a number or an expression of parameters
    #[arg(long, value_name = "N", default_value = "1")]
    blocks: String,
    /// Other values of a parameter: NAME=16,32,64 or NAME=64..512:64
    #[arg(long, value_name = "NAME=VALUES", num_args = 1..)]
    set: Vec<String>,
    /// Configurations to time at most; a larger space is searched
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    budget: u32,
    /// Times that differ by less than this many percent are a tie: what the model cannot tell apart
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    model_error: f64,
    /// Largest difference from the author's own parameters, of the largest number of a buffer; without it, 1e-5, and 2e-3 for
    /// elements of less than 32 bits
    #[arg(long, value_name = "X")]
    tolerance: Option<f64>,
    /// Write the kernel with the best parameters
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<String>,
    /// Print everything that was tried as JSON
    #[arg(long)]
    json: bool,
    /// Stop if no configuration is done for N seconds; 0 never stops it
    #[arg(long, value_name = "N", default_value_t = 600, help_heading = crate::limits_arg::LIMITS)]
    max_seconds: u64,
}

/// One configuration and what came of it.
#[derive(Clone)]
struct Tried {
    values: Vec<i64>,
    fields: Map<String, Value>,
}

impl Tried {
    fn cycles(&self) -> Option<u64> {
        self.fields.get("cycles")?.as_u64()
    }

    fn text(&self, key: &str) -> &str {
        self.fields.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    fn number(&self, key: &str) -> f64 {
        self.fields.get(key).and_then(Value::as_f64).unwrap_or_default()
    }
}

/// Runs `pto tune`.
pub fn run(args: &TuneArgs) -> ExitCode {
    if args.max_seconds > 0 {
        stop::after(Duration::from_secs(args.max_seconds), Duration::ZERO);
    }
    let source = match SourceFile::read(&args.file) {
        Ok(source) => source,
        Err(e) => return e.report(),
    };
    match tune(args, &source) {
        Ok(code) => code,
        Err(Refused::Usage(e)) => e.report(),
        Err(Refused::Findings(found)) => {
            source.show(&found);
            ExitCode::from(1)
        }
    }
}

enum Refused {
    Usage(ArgError),
    Findings(Vec<Diagnostic>),
}

impl From<ArgError> for Refused {
    fn from(e: ArgError) -> Refused {
        Refused::Usage(e)
    }
}

fn tune(args: &TuneArgs, source: &SourceFile) -> Result<ExitCode, Refused> {
    let template = Template::read(&source.text).map_err(Refused::Findings)?;
    let space = space_of(args, &template)?;
    let subject = subject_of(args, source, template)?;
    subject.check(&space).map_err(|d| ArgError::new(d.message).hint(WHAT_CAN_BE_SET))?;
    let mut tried: HashMap<u64, Tried> = HashMap::new();
    let found = search(&space, args.budget as usize, &mut |batch| {
        let one = |&i: &u64| {
            let values = space.combination(i);
            let fields = subject.outcome(&space, &values);
            stop::alive();
            Tried { values, fields }
        };
        let done: Vec<Tried> = batch.par_iter().map(one).collect();
        let costs = done.iter().map(|t| t.cycles().map(|c| c as f64)).collect();
        tried.extend(batch.iter().copied().zip(done));
        costs
    });
    let mut ranked: Vec<&Tried> = tried.values().filter(|t| t.cycles().is_some()).collect();
    order::by(&mut ranked, |a, b| {
        a.cycles().cmp(&b.cycles()).then_with(|| a.values.cmp(&b.values))
    });
    let mut illegal: BTreeMap<String, (usize, &Tried)> = BTreeMap::new();
    for t in tried.values().filter(|t| t.cycles().is_none()) {
        let group = illegal.entry(t.text("code").to_string()).or_insert((0, t));
        group.0 += 1;
        if t.values < group.1.values {
            group.1 = t;
        }
    }
    let own = space.default_configuration();
    let own_tried = number_of(&space, &own).and_then(|i| tried.get(&i));
    let (winner, verdict) = verify(&subject, &space, &ranked, &own, args.tolerance);
    let outcome = Outcome {
        space: &space,
        exhaustive: found.exhaustive,
        tried: tried.len(),
        ranked: &ranked,
        illegal: &illegal,
        own: own_tried,
        winner,
        verdict,
        model_error: args.model_error / 100.0,
    };
    print(&match args.json {
        true => outcome.json(),
        false => outcome.text(&args.file, subject.target),
    });
    let Some(winner) = outcome.winner else { return Ok(ExitCode::from(1)) };
    if let (Some(out), Some(kernel)) = (&args.output, &subject.kernel) {
        let values =
            space.resolve(&winner.values).map_err(|e| Refused::Findings(vec![e.into()]))?;
        let text = kernel.text(&values, subject.target).map_err(|d| Refused::Findings(vec![d]))?;
        outputs::write_text(Some(out), &text.text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The parameters of the text, with other values where the command says so.
fn space_of(args: &TuneArgs, template: &Template) -> Result<Space, ArgError> {
    let mut space = template.space().clone();
    for spec in &args.set {
        let wrong = |why: &str| {
            let hint = "use NAME=16,32,64 or NAME=64..512:64";
            ArgError::new(format!("`--set {spec}`: {why}")).hint(hint)
        };
        let (name, list) = spec.split_once('=').ok_or_else(|| wrong("there is no `=`"))?;
        let name = name.trim().trim_start_matches('%');
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(wrong("there is no name before `=`"));
        }
        space.set(name, values::read(list).map_err(|e| wrong(&e))?);
    }
    if space.axes.is_empty() {
        let hint = "declare them as `// tune: tile = 64..256:64`, with `{tile}` where the number belongs, or use `--set`";
        return Err(
            ArgError::new(format!("{}: the kernel has no parameters", args.file)).hint(hint)
        );
    }
    if space.combinations().is_none() {
        let most = values::MOST_CONFIGURATIONS;
        return Err(ArgError::new(format!("there are more than {most} configurations")));
    }
    Ok(space)
}

fn subject_of(
    args: &TuneArgs,
    source: &SourceFile,
    template: Template,
) -> Result<Subject, ArgError> {
    let target = match args.target {
        Some(target) => target,
        None => pto_check::declared_device(&pto_ir::parse(&source.text).0),
    };
    if target.def().device.and_then(|d| d.cost_tables).is_none() {
        let hint = crate::target_arg::use_one_with(|d| d.cost_tables.is_some());
        return Err(ArgError::new(format!("no cycles of {target} are known")).hint(hint));
    }
    let blocks = Expr::read(&args.blocks, 0)
        .map_err(|e| ArgError::new(format!("`--blocks {}`: {}", args.blocks, e.message)))?;
    let text = |a: &String| Text { text: a.clone(), span: Default::default() };
    let kernels = Kernels {
        entry: args.entry.clone(),
        blocks: Some(blocks),
        args: args.args.iter().map(text).collect(),
        ..Kernels::default()
    };
    let campaign = Campaign {
        steps: vec![Step::Cost],
        targets: vec![target],
        kernels: Vec::new(),
        fuzz: None,
        shard_size: 1,
        documented_model: false,
        bounds: Bounds::default(),
    };
    let source = SourceFile::new(source.path.as_str(), source.text.clone());
    Ok(Subject::of_kernel(&campaign, Kernel::new(source, template, &kernels, target), target))
}

/// What came of it all.
struct Outcome<'a> {
    space: &'a Space,
    exhaustive: bool,
    tried: usize,
    ranked: &'a [&'a Tried],
    illegal: &'a BTreeMap<String, (usize, &'a Tried)>,
    own: Option<&'a Tried>,
    winner: Option<&'a Tried>,
    verdict: Verdict,
    model_error: f64,
}

/// Configurations that are shown.
const SHOWN: usize = 10;

impl Outcome<'_> {
    fn config(&self, t: &Tried) -> String {
        let named = self.space.axes.iter().zip(&t.values);
        named.map(|(a, v)| format!("{}={v}", a.name)).collect::<Vec<_>>().join(" ")
    }

    fn ties(&self) -> usize {
        let Some(best) = self.winner.and_then(Tried::cycles) else { return 0 };
        let limit = best as f64 * (1.0 + self.model_error);
        let tied = self.ranked.iter().filter_map(|t| t.cycles());
        tied.filter(|&c| c >= best && c as f64 <= limit).count().saturating_sub(1)
    }

    fn text(&self, file: &str, target: Target) -> String {
        let how = if self.exhaustive { "all of them" } else { "a search" };
        let mut s = format!(
            "{file} on {target}: {} timed, {how}; {} illegal\n\n",
            counted(self.tried, "configuration"),
            self.tried - self.ranked.len()
        );
        let width = self.ranked.iter().take(SHOWN).chain(&self.own).map(|t| self.config(t).len());
        let width = width.max().unwrap_or(0).max(10);
        s.push_str(&format!("{:<width$}  {:>12}  {:>10}  why\n", "parameters", "cycles", "us"));
        let line = |t: &Tried| {
            let why = format!(
                "{} works {:.0} % of the time",
                t.text("bottleneck"),
                100.0 * t.number("busy")
            );
            let (cycles, us) = (grouped(t.cycles().unwrap_or(0)), t.number("us"));
            format!("{:<width$}  {cycles:>12}  {us:>10.2}  {why}\n", self.config(t))
        };
        self.ranked.iter().take(SHOWN).for_each(|t| s.push_str(&line(t)));
        if let Some(own) = self.own.filter(|t| t.cycles().is_some()) {
            s.push_str(&format!("\nthe author's own:\n{}", line(own)));
        }
        for (code, (count, example)) in self.illegal {
            let config = self.config(example);
            let message = example.text("message");
            s.push_str(&format!(
                "\n{code}: {}, such as {config}: {message}",
                counted(*count, "configuration")
            ));
        }
        s.push_str("\n\n");
        match self.winner {
            None => {
                s.push_str("nothing is legal and computes what the author's own parameters do\n")
            }
            Some(best) => {
                s.push_str(&format!("best: {}, {}\n", self.config(best), self.verdict));
                if let Some((own, cycles)) = self.own.and_then(Tried::cycles).zip(best.cycles()) {
                    let ratio = own as f64 / cycles.max(1) as f64;
                    s.push_str(&match ratio > 1.0 + self.model_error {
                        true => format!("{ratio:.2} times as fast as the author's own parameters\n"),
                        false => format!(
                            "the author's own parameters are as fast, within the {:.0} % that the model is sure of\n",
                            100.0 * self.model_error
                        ),
                    });
                }
                let ties = self.ties();
                if ties > 0 {
                    let words = counted(ties, "other configuration");
                    let percent = 100.0 * self.model_error;
                    s.push_str(&format!(
                        "{words} within {percent:.0} % of it: the model cannot tell them apart\n"
                    ));
                }
            }
        }
        s
    }

    fn json(&self) -> String {
        let row = |t: &Tried| {
            let named = self.space.axes.iter().zip(&t.values);
            let config: Map<String, Value> =
                named.map(|(a, v)| (a.name.clone(), json!(v))).collect();
            let mut fields = Map::from_iter([("config".to_string(), Value::Object(config))]);
            fields.extend(t.fields.clone());
            Value::Object(fields)
        };
        let illegal: Vec<Value> = self
            .illegal
            .iter()
            .map(|(code, (n, t))| json!({ "code": code, "count": n, "example": row(t) }))
            .collect();
        let document = json!({
            "best": self.winner.map(row),
            "verified": self.verdict.is_verified(),
            "verdict": self.verdict.to_string(),
            "own": self.own.map(row),
            "ties": self.ties(),
            "exhaustive": self.exhaustive,
            "tried": self.tried,
            "ranked": self.ranked.iter().map(|t| row(t)).collect::<Vec<_>>(),
            "illegal": illegal,
        });
        format!("{document:#}\n")
    }
}
