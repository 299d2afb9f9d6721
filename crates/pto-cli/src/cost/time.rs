//! The time of a program, for whoever has its arguments.

use crate::arg_error::ArgError;
use crate::load::{self, Failure};
use crate::source_file::SourceFile;
use pto_cost::{CostData, CostModel, Timeline, Timing};
use pto_ir::module::Module;
use pto_isa::Rulebook;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Limits, Param};

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

/// How a program is timed.
#[derive(Clone, Copy)]
pub struct TimeRequest<'a> {
    /// The function; without it, the one `pto run` would run.
    pub entry: Option<&'a str>,
    /// Whose rules decide.
    pub rules: Rulebook,
    /// Whether the tool synchronises the pipes; without it, if the kernel has no synchronisation.
    pub auto: Option<bool>,
    /// Devices that run together.
    pub ranks: u32,
    /// Blocks to launch on each.
    pub blocks: u32,
    /// What the run may take.
    pub limits: Limits,
    /// What is asked beside the time.
    pub detail: Detail,
}

impl TimeRequest<'_> {
    /// Times a module. `values` gives the arguments of the program, and says whether all buffers hold real data.
    pub fn time<'v>(
        &self,
        text: &SourceFile,
        module: Module,
        model: &CostModel,
        data: &CostData,
        values: impl FnOnce(&InstrumentedProgram<'_>) -> Result<(Vec<LaunchArg<'v>>, bool), ArgError>,
    ) -> Result<Timed, Failure> {
        let target = model.target();
        let numerics = Numerics::new(target, Semantics::Manual);
        let (verified, _) = load::verify(module, Vec::new(), &numerics, self.rules, self.entry)?;
        let mut notes = Vec::new();
        let instrumented = InstrumentedProgram::decode(&verified, self.entry, numerics)?;
        let auto = self.auto.unwrap_or(!instrumented.is_synchronised_by_hand());
        // What the tool synchronises is timed with what the tool adds.
        let lowered = auto.then(|| pto_cost::as_lowered(&verified));
        let (instrumented, by_data) = match &lowered {
            Some(Ok(lowered)) => {
                (InstrumentedProgram::decode(lowered, self.entry, numerics)?, false)
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
        let (mut values, real) = values(&instrumented)?;
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
            expand: self.detail == Detail::Expansion,
            hints: self.detail == Detail::Hints,
        };
        let TimeRequest { ranks, blocks, limits, .. } = *self;
        let launch = Launch { ranks, blocks, limits, ..Launch::default() };
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
}

/// Nothing, in the size a parameter demands.
pub fn empty(param: &Param) -> Vec<u8> {
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
