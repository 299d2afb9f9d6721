//! What `pto cost` and `pto trace` are told, and the kernel it names.

use crate::arg::{self, Arg};
use crate::arg_error::ArgError;
use crate::file;
use crate::load::{self, Failure};
use crate::output::{counted, examples};
use crate::rules_arg::RulesArg;
use crate::run::MOST_BLOCKS;
use crate::source_file::SourceFile;
use crate::target_arg;
use crate::target_arg::TargetName;
use clap::{Args, ValueHint};
use pto_cost::{CostData, CostModel, Model, Timeline, Timing};
use pto_ir::module::Module;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Param};

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
    /// Blocks to launch, at most 65535
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_BLOCKS))]
    pub blocks: u32,
    /// Stop a block after N steps
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub max_steps: u64,
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

/// A timeline and where it comes from.
pub struct Timed {
    /// The timeline.
    pub timeline: Timeline,
    /// The kernel's name.
    pub entry: String,
    /// What to say about it.
    pub notes: Vec<String>,
}

/// What is asked about a kernel beside its time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    Total,
    /// What its instructions become.
    Expansion,
    /// What would make it shorter.
    Hints,
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

    /// The model of the device to time on.
    pub fn model(&self, module: &Module, data: &CostData) -> Result<CostModel, ArgError> {
        let model = Model::parse(&self.model).unwrap_or_default();
        Ok(CostModel::new(model, self.device(module)?, data))
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
        let target = model.target();
        let numerics = Numerics::new(target, Semantics::Manual);
        let (verified, _) = load::verify(
            module,
            Vec::new(),
            &numerics,
            self.rules.chosen(),
            self.entry.as_deref(),
        )?;
        let mut notes = Vec::new();
        let instrumented = InstrumentedProgram::decode(&verified, self.entry.as_deref(), numerics)?;
        let auto = match &self.mode {
            Some(mode) => mode == "auto",
            None => !instrumented.is_synchronised_by_hand(),
        };
        // What the tool synchronises is timed with what the tool adds.
        let lowered = auto.then(|| pto_cost::as_lowered(&verified));
        let (instrumented, by_data) = match &lowered {
            Some(Ok(lowered)) => {
                (InstrumentedProgram::decode(lowered, self.entry.as_deref(), numerics)?, false)
            }
            Some(Err(found)) => {
                let why = found.iter().find(|d| d.is_error()).or(found.first());
                let why = why.map_or("it is refused", |d| d.message.as_str());
                notes.push(format!(
                    "the kernel cannot be lowered ({why}); timed as if each instruction waited for its data alone"
                ));
                (instrumented, true)
            }
            None => (instrumented, false),
        };
        let (mut values, real) = self.values(&instrumented, set)?;
        let execute = match instrumented.depends_on_data() {
            true if real => Execute::All,
            true => {
                notes.push(
                    "control flow depends on data; numbers read from memory count as zero (give all buffers with `--arg` to use theirs)"
                        .to_string(),
                );
                Execute::Control
            }
            false => Execute::Control,
        };
        let line_of = |offset: u32| text.line_of(offset);
        let timing = Timing {
            model,
            data,
            line_of: &line_of,
            auto: Some(by_data),
            expand: detail == Detail::Expansion,
            hints: detail == Detail::Hints,
        };
        let launch =
            Launch { blocks: self.blocks, max_steps: Some(self.max_steps), ..Launch::default() };
        let mut timeline = timing.run(&instrumented, &mut values, &launch, execute)?;
        timeline.auto = auto;
        let module = instrumented.module();
        let entry = module.attr(module.node(instrumented.entry()), "sym_name");
        let entry = match entry.map(|a| module.attrs.get(a.value)) {
            Some(pto_ir::Attr::Str(name)) => name.to_string(),
            _ => module.op_name(module.node(instrumented.entry())).to_string(),
        };
        Ok(Timed { timeline, entry, notes })
    }

    /// The values of the kernel's parameters, and whether all buffers are real.
    fn values(
        &self,
        instrumented: &InstrumentedProgram<'_>,
        set: &[(String, i64)],
    ) -> Result<(Vec<LaunchArg>, bool), ArgError> {
        let params: Vec<Param> = instrumented.program().params().collect();
        let names = instrumented.param_names();
        let is_set = |i: usize| set.iter().find(|s| names.get(i).is_some_and(|n| *n == s.0));
        let is_number = |p: &Param| matches!(p, Param::Number(_));
        let open: Vec<usize> =
            (0..params.len()).filter(|&i| is_number(&params[i]) && is_set(i).is_none()).collect();
        let whole = self.args.len() == params.len();
        if !whole && self.args.len() != open.len() {
            let missing: Vec<String> = open.iter().map(|&i| format!("%{}", names[i])).collect();
            let message = format!(
                "the kernel has {}, {} of them to give as numbers; {} given with `--arg`",
                counted(params.len(), "parameter"),
                open.len(),
                self.args.len()
            );
            let hint = format!("give the numbers in order: {}", missing.join(", "));
            return Err(ArgError::new(message).hint(hint));
        }
        let mut numbers = self.args.iter();
        let (mut values, mut real) = (Vec::new(), whole);
        for (i, param) in params.iter().enumerate() {
            let spec = if whole { Some(&self.args[i]) } else { None };
            values.push(match param {
                Param::Number(dtype) => match is_set(i) {
                    Some((_, value)) => {
                        let text = value.to_string();
                        LaunchArg::Number(arg::scalar_bits(&text, *dtype)?)
                    }
                    None => {
                        let Some(spec) = spec.or_else(|| numbers.next()) else { continue };
                        let Arg::Number(text) = Arg::parse(spec)? else {
                            let message = format!(
                                "`%{}` is a number of type {dtype}, not `{spec}`",
                                names[i]
                            );
                            return Err(ArgError::new(message));
                        };
                        LaunchArg::Number(arg::scalar_bits(&text, *dtype)?)
                    }
                },
                Param::Buffer(_) | Param::Tile(_) => match spec.map(|s| s.as_str()) {
                    Some(spec) if spec != "_" && instrumented.depends_on_data() => {
                        let Arg::Buffer { from, .. } = Arg::parse(spec)? else {
                            let message =
                                format!("`%{}` is a buffer, not the number {spec}", names[i]);
                            return Err(ArgError::new(message));
                        };
                        LaunchArg::Bytes(arg::load(&from)?.bytes)
                    }
                    _ => {
                        real = false;
                        LaunchArg::Bytes(empty(param))
                    }
                },
            });
        }
        Ok((values, real))
    }
}

/// Nothing, in the size a parameter demands.
fn empty(param: &Param) -> Vec<u8> {
    match param {
        Param::Tile(t) => {
            let of = |dim: pto_isa::Dim, whole: u32| dim.known().unwrap_or(whole).min(whole);
            let elements =
                u64::from(of(t.valid_rows, t.rows)) * u64::from(of(t.valid_cols, t.cols));
            vec![0; (elements * u64::from(t.dtype.bits())).div_ceil(8) as usize]
        }
        _ => Vec::new(),
    }
}
