//! What `pto cost` and `pto trace` are told, and the kernel it names.

use super::launch::LaunchSpecs;
use super::time::{Detail, TimeRequest, Timed};
use crate::arg_error::ArgError;
use crate::file;
use crate::grid_arg::GridArg;
use crate::limits_arg::{self, RunLimitsArg};
use crate::load::Failure;
use crate::output::examples;
use crate::rules_arg::RulesArg;
use crate::source_file::SourceFile;
use crate::target_arg;
use crate::target_arg::TargetName;
use clap::{Args, ValueHint};
use pto_cost::{CostData, CostModel, Model};
use pto_ir::module::Module;
use pto_isa::{Rulebook, Target};
use pto_sim::{Limits, size_text};

/// The kernel and how it is timed.
#[derive(Args, Clone, Debug)]
pub struct Kernel {
    /// Program to time; `-` reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: String,
    /// Function to time; without it, the one `pto run` would run
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Target to time on, a2a3 or a5; without it, the one the module names, else a2a3
    #[arg(long, value_name = "T", value_parser = TargetName, hide_possible_values = true)]
    pub target: Option<Target>,
    #[command(flatten)]
    pub rules: RulesArg,
    /// Kernel argument, in order, as for `pto run`; `_` for a buffer whose contents do not matter. Without
    /// buffers that control the kernel, the numbers alone are enough
    #[arg(long = "arg", value_name = "SPEC", allow_hyphen_values = true)]
    pub args: Vec<String>,
    #[command(flatten)]
    pub grid: GridArg,
    /// Synchronisation of the pipes of a core: auto (as `pto lower` inserts it) or manual (only what the
    /// kernel has); default: manual if the kernel has an event, a flag or a buffer id
    #[arg(long, value_name = "MODE", value_parser = ["auto", "manual"])]
    pub mode: Option<String>,
    /// Cost model: calibrated against published measurements, or the formulas of the manual
    #[arg(long, value_name = "MODEL", default_value = "calibrated", value_parser = ["calibrated", "documented"])]
    pub model: String,
    /// Rows that replace built-in numbers: target,subject,parameter,value,provenance,source
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub cost_data: Option<String>,
    #[command(flatten)]
    pub limits: RunLimitsArg,
    /// Size of a timeline as JSON or as a page
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = limits_arg::size, help_heading = limits_arg::LIMITS)]
    pub max_output: u64,
}

/// What `pto cost` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("what a kernel takes and waits for", "pto cost examples/add_manual.pto --target a2a3 --arg 512 --arg 512"),
    ("as a chart", "pto cost examples/softmax.pto --target a5 --arg 64 --gantt"),
    ("for several sizes", "pto cost examples/add.pto --target a5 --sweep rows=64,128 cols=128..512:128"),
    ("for tools", "pto cost examples/softmax.pto --target a5 --arg 64 --json"),
]))]
pub struct CostArgs {
    #[command(flatten)]
    pub(super) kernel: Kernel,
    /// Time the kernel for every combination of values: NAME=16,32,64 or NAME=64..512:64, where NAME is a
    /// number parameter, a constant (extents of types that equal it follow) or an attribute
    #[arg(long, value_name = "NAME=VALUES", num_args = 1..)]
    pub(super) sweep: Vec<String>,
    /// Only every N-th configuration of a sweep, starting at the I-th (from 1)
    #[arg(long, value_name = "I/N", requires = "sweep")]
    pub(super) shard: Option<String>,
    /// Print the device instructions that each instruction becomes, with repeats, strides and cycles
    #[arg(long, conflicts_with = "json")]
    pub(super) expand: bool,
    /// Print the timeline as a Gantt chart as well
    #[arg(long, conflicts_with_all = ["json", "sweep"])]
    pub(super) gantt: bool,
    /// Print a sweep as comma-separated values
    #[arg(long, requires = "sweep", conflicts_with = "json")]
    pub(super) csv: bool,
    /// Print the timeline and its summary as JSON; for a sweep, one line per configuration
    #[arg(long)]
    pub(super) json: bool,
}

impl Kernel {
    /// The numbers of the models.
    pub fn data(&self) -> Result<CostData, ArgError> {
        let mut data = CostData::builtin();
        if let Some(path) = &self.cost_data {
            let text = std::fs::read_to_string(path).map_err(|e| file::describe(path, &e))?;
            data.replace(&text).map_err(|e| {
                let hint = "write a row as target,subject,parameter,value,provenance,source";
                ArgError::new(format!("{path}: {e}")).hint(hint)
            })?;
        }
        Ok(data)
    }

    /// Refuses a timeline that is larger than it may be.
    pub fn check_size(&self, bytes: u64) -> Result<(), ArgError> {
        if bytes <= self.max_output {
            return Ok(());
        }
        let (bytes, most) = (size_text(bytes), size_text(self.max_output));
        Err(ArgError::new(format!("the timeline takes {bytes}, and {most} are allowed"))
            .hint("`--max-output SIZE` sets the limit; fewer `--blocks` make it smaller"))
    }

    /// The model of the device to time on.
    pub fn model(&self, module: &Module, data: &CostData) -> Result<CostModel, ArgError> {
        let model = Model::parse(&self.model).unwrap_or_default();
        Ok(CostModel::new(model, self.device(module)?, data))
    }

    /// The text with registers of the device in place of those of any length, which is what takes time; as it is where
    /// `pto lower` leaves them.
    pub fn in_registers(&self, text: SourceFile) -> SourceFile {
        let target = self.target.unwrap_or(Target::A5);
        match pto_lower::registers(&text.text, target, Rulebook::default()) {
            Ok(Some(registers)) => SourceFile::new(text.path, registers),
            _ => text,
        }
    }

    fn device(&self, module: &Module) -> Result<Target, ArgError> {
        match self.target {
            Some(t) if t.def().device.and_then(|d| d.cost_tables).is_none() => {
                let why = match t.is_device() {
                    true => format!("no cycles of {t} are known"),
                    false => format!("the {t} target has no cycles"),
                };
                let hint = target_arg::use_one_with(|d| d.cost_tables.is_some());
                Err(ArgError::new(why).hint(hint))
            }
            Some(device) => Ok(device),
            None => Ok(pto_check::declared_device(module)),
        }
    }

    /// Times a module. `set` gives numbers to parameters by name, before `--arg`.
    pub fn time(
        &self,
        text: &SourceFile,
        module: Module,
        model: &CostModel,
        data: &CostData,
        set: &[(String, i64)],
        detail: Detail,
    ) -> Result<Timed, Failure> {
        let request = TimeRequest {
            entry: self.entry.as_deref(),
            rules: self.rules.chosen(),
            auto: self.mode.as_ref().map(|mode| mode == "auto"),
            ranks: self.grid.ranks,
            blocks: self.grid.of_one.blocks,
            limits: self.limits.of_run(Limits::default().printed_bytes),
            detail,
        };
        let (ranks, room) = (self.grid.ranks, self.limits.room());
        let specs = LaunchSpecs { args: &self.args, ranks, room, contents: false };
        request.time(text, module, model, data, |program| specs.values(program, set))
    }
}
