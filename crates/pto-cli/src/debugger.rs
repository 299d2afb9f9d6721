//! What the debuggers share: a run to travel in, and its values as text.

use crate::arg_error::ArgError;
use crate::grid_arg::GridArg;
use crate::limits_arg::RunLimitsArg;
use crate::load::{self, Failure};
use crate::rules_arg::RulesArg;
use crate::run::values;
use crate::source_file::SourceFile;
use crate::target_arg::TargetName;
use clap::{Args, ValueHint};
use pto_debug::{Content, NumberFormat, Traveller, ValueStats, is_unwritten};
use pto_isa::Target;
use pto_isa::sem::{Arg, Numerics, Semantics};
use pto_sim::{CoreState, InstrumentedProgram, Launch};

/// What checkpoints may take.
pub const CHECKPOINT_BYTES: usize = 256 << 20;

/// What is run.
#[derive(Args, Clone, Debug)]
pub struct LaunchArgs {
    /// Program to run; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: String,
    /// Function to run, as for `pto run`
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Target to run as; without it, the one the module names, else cpu
    #[arg(long, value_name = "T", value_parser = TargetName)]
    pub target: Option<Target>,
    #[command(flatten)]
    pub(crate) rules: RulesArg,
    /// Kernel argument, one for each parameter in order, as for `pto run`
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    pub args: Vec<String>,
    #[command(flatten)]
    pub(crate) grid: GridArg,
    /// Reference semantics: the vendor manual, or observed hardware (silicon)
    #[arg(long, value_name = "S", default_value = "manual", value_parser = ["manual", "silicon"])]
    pub semantics: String,
    #[command(flatten)]
    pub(crate) limits: RunLimitsArg,
}

impl LaunchArgs {
    /// Starts the run and hands it to `travel`, stopped before its first step.
    pub fn travel<T>(
        &self,
        source: &SourceFile,
        travel: impl FnOnce(&mut Traveller<'_, '_, '_>) -> T,
    ) -> Result<T, Failure> {
        let (module, found) = pto_ir::parse(&source.text);
        let target = self.target_of(&module);
        let semantics = Semantics::parse(&self.semantics).unwrap_or_default();
        let numerics = Numerics::new(target, semantics);
        let entry = self.entry.as_deref();
        let (verified, _) = load::verify(module, found, &numerics, self.rules.chosen(), entry)?;
        let program = InstrumentedProgram::decode(&verified, entry, numerics)?;
        let room = self.limits.room();
        let (mut values, _) =
            values::load(program.program(), (&self.args, self.grid.ranks), room, 2)?;
        let launch = Launch {
            ranks: self.grid.ranks,
            blocks: self.grid.of_one.blocks,
            limits: self.limits.of_run(u64::MAX),
            ..Launch::default()
        };
        let outcome = program.travel(&mut values, &launch, |session| {
            let mut traveller = Traveller::new(session, program.module(), CHECKPOINT_BYTES);
            travel(&mut traveller)
        });
        Ok(outcome?)
    }

    /// The target that a program runs as.
    pub fn target_of(&self, module: &pto_ir::Module) -> Target {
        self.target.or_else(|| pto_check::declared_target(module)).unwrap_or(Target::CPU)
    }

    /// Reads the program.
    pub fn source(&self) -> Result<SourceFile, ArgError> {
        SourceFile::read(&self.file)
    }
}

/// What is said of a tile that is not written yet.
pub const NOT_WRITTEN: &str = "nothing is written there yet";

/// A value in one line: a number, or what a tile is like and how it begins.
pub fn in_one_line(core: &CoreState<'_>, value: Arg) -> String {
    match Content::of(core, value) {
        Some(Content::Number(dtype, code)) => NumberFormat::Full.show(dtype, code),
        Some(content) => {
            let grid = content.elements();
            if is_unwritten(&grid) {
                return format!("{}x{} {}, {NOT_WRITTEN}", grid.rows, grid.cols, grid.dtype);
            }
            let mut stats = ValueStats::default();
            stats.add(&grid);
            let some: Vec<String> = grid
                .codes()
                .iter()
                .take(4)
                .map(|&code| NumberFormat::Full.show(grid.dtype, code))
                .collect();
            let more = if grid.codes().len() > 4 { ", ..." } else { "" };
            let range = stats.range().map_or_else(String::new, |(a, b)| format!(", {a} to {b}"));
            let bad = match (stats.nan, stats.infinite) {
                (0, 0) => String::new(),
                (nan, inf) => format!(", {nan} NaN, {inf} Inf"),
            };
            format!(
                "{}x{} {}{range}{bad} [{}{more}]",
                grid.rows,
                grid.cols,
                grid.dtype,
                some.join(", ")
            )
        }
        None => match value {
            Arg::Ptr(p) => format!("{} buffer {} + {:#x}, {}", p.space, p.buffer, p.addr, p.dtype),
            Arg::View(v) => {
                let dims: Vec<String> =
                    v.dims.iter().skip_while(|d| **d == 1).map(i64::to_string).collect();
                format!(
                    "view {} of {} at {} buffer {} + {:#x}",
                    dims.join("x"),
                    v.at.dtype,
                    v.at.space,
                    v.at.buffer,
                    v.at.addr
                )
            }
            Arg::Tile(_) => "outside its memory".into(),
            Arg::Scalar(..) | Arg::Reg(_) => String::new(),
        },
    }
}
