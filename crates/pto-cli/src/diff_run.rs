//! `pto diff-run`: two runs side by side, and the first instruction whose values differ.

use crate::grid_arg::BlocksArg;
use crate::limits_arg::RunLimitsArg;
use crate::load::{self, Failure};
use crate::output::{examples, print};
use crate::rules_arg::RulesArg;
use crate::run::{moment, values};
use crate::source_file::SourceFile;
use crate::target_arg::TargetName;
use clap::{Args, ValueHint};
use pto_debug::{RunsCompared, Trail, compare_runs, trail};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics, SummationOrder};
use pto_sim::{InstrumentedProgram, Launch};
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;

/// What `pto diff-run` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("what another target does otherwise",
     "pto diff-run examples/softmax.pto --target a5 --target-b cpu --arg zeros:16x2048xf32 --arg zeros:16x2048xf32 --arg 16"),
]))]
pub struct DiffRunArgs {
    /// Program of the first run
    #[arg(value_hint = ValueHint::FilePath)]
    a: String,
    /// Program of the second run; the first one without it
    #[arg(value_hint = ValueHint::FilePath)]
    b: Option<String>,
    /// Function to run, as for `pto run`
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Target of the first run, and of the second one unless that has its own
    #[arg(long, value_name = "T", value_parser = TargetName)]
    target: Option<Target>,
    /// Target of the second run
    #[arg(long, value_name = "T", value_parser = TargetName)]
    target_b: Option<Target>,
    #[command(flatten)]
    rules: RulesArg,
    /// Kernel argument of both runs, one for each parameter in order, as for `pto run`
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    args: Vec<String>,
    #[command(flatten)]
    grid: BlocksArg,
    /// Semantics of the first run: manual or silicon
    #[arg(long, value_name = "S", default_value = "manual", value_parser = ["manual", "silicon"])]
    semantics: String,
    /// Semantics of the second run; those of the first one without it
    #[arg(long, value_name = "S", value_parser = ["manual", "silicon"])]
    semantics_b: Option<String>,
    /// Summation order of the second run: the target's own (hw), or left to right
    #[arg(long, value_name = "ORDER", default_value = "hw", value_parser = ["hw", "left"])]
    sum_order_b: String,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RunLimitsArg,
}

/// Runs the command.
pub fn run(args: &DiffRunArgs) -> ExitCode {
    args.limits.hold();
    let runs = side(args, &args.a, false)
        .and_then(|a| Ok((a, side(args, args.b.as_deref().unwrap_or(&args.a), true)?)));
    let (a, b) = match runs {
        Ok(runs) => runs,
        Err(code) => return code,
    };
    let compared = compare_runs(&a, &b);
    match args.json {
        true => print(&format!("{:#}\n", as_json(&compared))),
        false => print(&report(&compared)),
    }
    let same = compared.difference.is_none() && compared.only == (None, None);
    if same { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// One of the runs; what is wrong with it is said here.
fn side(args: &DiffRunArgs, file: &str, second: bool) -> Result<Vec<Trail>, ExitCode> {
    let source = SourceFile::read(file).map_err(|e| e.report())?;
    one_run(args, &source, second).map_err(|failure| match failure {
        Failure::Usage(e) => e.report(),
        Failure::Findings(found) => {
            source.show(&found);
            ExitCode::from(1)
        }
    })
}

fn one_run(args: &DiffRunArgs, source: &SourceFile, second: bool) -> Result<Vec<Trail>, Failure> {
    let (module, found) = pto_ir::parse(&source.text);
    let declared = || pto_check::declared_target(&module);
    let asked = if second { args.target_b.or(args.target) } else { args.target };
    let target = asked.or_else(declared).unwrap_or(Target::CPU);
    let own = args.semantics_b.as_deref().filter(|_| second);
    let semantics = Semantics::parse(own.unwrap_or(&args.semantics)).unwrap_or_default();
    let mut numerics = Numerics::new(target, semantics);
    if second && args.sum_order_b == "left" {
        numerics.order = SummationOrder::Left;
    }
    let entry = args.entry.as_deref();
    let (verified, _) = load::verify(module, found, &numerics, args.rules.chosen(), entry)?;
    let program = InstrumentedProgram::decode(&verified, entry, numerics)?;
    let (mut values, _) = values::load(program.program(), (&args.args, 1), args.limits.room(), 1)?;
    let launch = Launch {
        blocks: args.grid.blocks,
        limits: args.limits.of_run(u64::MAX),
        ..Launch::default()
    };
    Ok(trail(&program, &mut values, &launch)?)
}

fn report(compared: &RunsCompared) -> String {
    let (a, b) = compared.steps;
    let mut text =
        format!("{a} and {b} instructions wrote tiles, {} of them are aligned\n", compared.aligned);
    for (run, only) in [("first", &compared.only.0), ("second", &compared.only.1)] {
        if let Some(when) = only {
            let _ = writeln!(text, "only the {run} run has: {when}, `{}`", when.op);
        }
    }
    let Some(d) = &compared.difference else {
        text.push_str("all values of aligned instructions are the same\n");
        return text;
    };
    let (row, col, left, right) = d.first;
    let _ = writeln!(
        text,
        "the first difference: {}, `{}` writes %{}",
        d.when.0, d.when.0.op, d.name.0
    );
    if d.when.0 != d.when.1 || d.name.0 != d.name.1 {
        let _ = writeln!(text, "  in the second run: {}, %{}", d.when.1, d.name.1);
    }
    let _ = writeln!(
        text,
        "  row {row}, column {col}: {left} and {right}; {} of {} elements differ, by at most {:.3e}",
        d.count.0, d.count.1, d.most
    );
    text
}

fn as_json(compared: &RunsCompared) -> Value {
    let difference = compared.difference.as_ref().map(|d| {
        json!({
            "a": moment(&d.when.0), "b": moment(&d.when.1), "name_a": d.name.0, "name_b": d.name.1,
            "row": d.first.0, "column": d.first.1, "value_a": d.first.2.to_string(), "value_b": d.first.3.to_string(),
            "differ": d.count.0, "elements": d.count.1, "most": d.most,
        })
    });
    json!({
        "steps_a": compared.steps.0, "steps_b": compared.steps.1, "aligned": compared.aligned,
        "only_a": compared.only.0.as_ref().map(moment), "only_b": compared.only.1.as_ref().map(moment),
        "difference": difference,
    })
}
