//! What comes of one configuration: the fields of its row.

use super::finding::{Draw, Origin, look_at};
use crate::arg::{Arg, BufferSource};
use crate::arg_error::ArgError;
use crate::cost::LaunchSpecs;
use crate::cost::configure::{WHAT_CAN_BE_SET, configure, knows};
use crate::cost::time::{Detail, TimeRequest};
use crate::limits_arg::Room;
use crate::load::{self, Failure};
use crate::source_file::SourceFile;
use pto_campaign::campaign::{Bounds, Campaign, Kernels, Step, Text};
use pto_campaign::expr::Expr;
use pto_campaign::plan::key;
use pto_campaign::space::{Space, Values};
use pto_campaign::template::{self, Template};
use pto_cost::{CostData, CostModel, Model, PipeRow, Timeline};
use pto_ir::Module;
use pto_ir::diag::Diagnostic;
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, Rulebook, Target, code};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::{InstrumentedProgram, Launch, Limits, Param};
use pto_smith::Kind;
use serde_json::{Map, Value, json};

/// A kernel of a campaign.
pub(crate) struct Kernel {
    pub source: SourceFile,
    template: Template,
    /// The program, if the text has no numbers to be filled in.
    module: Option<Module>,
    entry: Option<String>,
    blocks: Option<Expr>,
    args: Vec<Text>,
}

/// What a job is about.
pub(crate) struct Subject {
    pub target: Target,
    pub kernel: Option<Kernel>,
    steps: Vec<Step>,
    bounds: Bounds,
    cost: Option<(CostModel, CostData)>,
    /// Random programs, and about how many instructions they have.
    programs: Option<(Kind, u32)>,
}

type Fields = Map<String, Value>;

impl Kernel {
    pub fn new(source: SourceFile, template: Template, entry: &Kernels, target: Target) -> Kernel {
        let mut kernel = Kernel {
            source,
            template,
            module: None,
            entry: entry.entry.clone(),
            blocks: entry.blocks.clone(),
            args: entry.args.clone(),
        };
        if kernel.template.space().axes.is_empty() {
            kernel.module =
                kernel.text(&Values::default(), target).ok().and_then(|s| s.parse().ok());
        }
        kernel
    }

    /// The text of a configuration, with registers of the device in place of those of any length.
    pub fn text(&self, values: &Values, target: Target) -> Result<SourceFile, Diagnostic> {
        let text = self.template.fill(values)?;
        let registers = pto_lower::registers(&text, target, Rulebook::default());
        let text = registers.ok().flatten().unwrap_or(text);
        Ok(SourceFile::new(self.source.path.as_str(), text))
    }

    /// The program of a configuration.
    fn configured(&self, values: &Values, target: Target) -> Result<Configured<'_>, Failure> {
        let one = |d: Diagnostic| Failure::Findings(vec![d]);
        let (source, mut module) = match &self.module {
            Some(module) => (None, module.clone()),
            None => {
                let source = self.text(values, target).map_err(one)?;
                let module = source.parse()?;
                (Some(source), module)
            }
        };
        let declared = self.template.space();
        let others = values.iter().filter(|(name, _)| !declared.knows(name));
        let launch = OneLaunch {
            entry: self.entry.as_deref(),
            set: configure(&mut module, others),
            blocks: self.blocks(values).map_err(one)?,
            args: self.args(values).map_err(one)?,
        };
        Ok(Configured { source, module, launch })
    }

    fn blocks(&self, values: &Values) -> Result<u32, Diagnostic> {
        let Some(expr) = &self.blocks else { return Ok(1) };
        let n = values.value(expr)?;
        u32::try_from(n).ok().filter(|n| (1..=65535).contains(n)).ok_or_else(|| {
            let message = format!("{n} blocks cannot be launched");
            Diagnostic::error(code::CAMPAIGN, expr.span(), message).help("use 1 to 65535")
        })
    }

    fn args(&self, values: &Values) -> Result<Vec<String>, Diagnostic> {
        let one = |a: &Text| {
            let text = template::fill(&a.text, a.span.start, values)?;
            let made = matches!(
                Arg::parse(&text),
                Ok(Arg::Number(_)
                    | Arg::Buffer {
                        from: BufferSource::Zeros(..) | BufferSource::Random(..),
                        write_to: None,
                    })
            );
            match made || text == "_" {
                true => Ok(text),
                false => {
                    let message = format!("`{text}` is no number and no buffer that is made");
                    Err(Diagnostic::error(code::CAMPAIGN, a.span, message)
                        .help("use a number, `_`, `zeros:64x128xf32` or `random:64x128xf32`"))
                }
            }
        };
        self.args.iter().map(one).collect()
    }
}

impl Subject {
    pub fn of_kernel(campaign: &Campaign, kernel: Kernel, target: Target) -> Subject {
        let cost = campaign.steps.contains(&Step::Cost).then(|| {
            let data = CostData::builtin();
            let model =
                if campaign.documented_model { Model::Documented } else { Model::Calibrated };
            (CostModel::new(model, target, &data), data)
        });
        let (steps, bounds) = (campaign.steps.clone(), campaign.bounds);
        Subject { target, kernel: Some(kernel), steps, bounds, cost, programs: None }
    }

    pub fn of_programs(campaign: &Campaign, kind: Kind, target: Target) -> Subject {
        let (steps, bounds) = (campaign.steps.clone(), campaign.bounds);
        let size = campaign.fuzz.as_ref().map_or(0, |f| f.size);
        Subject { target, kernel: None, steps, bounds, cost: None, programs: Some((kind, size)) }
    }

    /// Refuses parameters that mean nothing, before any configuration is tried.
    pub fn check(&self, space: &Space) -> Result<(), Diagnostic> {
        let Some(kernel) = &self.kernel else { return Ok(()) };
        let declared = kernel.template.space();
        let values = space.resolve(&space.default_configuration())?;
        let module = match &kernel.module {
            Some(module) => Some(module.clone()),
            None => kernel.text(&values, self.target).ok().and_then(|s| s.parse().ok()),
        };
        let used_elsewhere = |name: &str| {
            let mut used = false;
            let mut see = |n: &str, _| used |= n == name;
            space.conditions.iter().for_each(|e| e.names(&mut see));
            space.derived.iter().for_each(|d| d.1.names(&mut see));
            kernel.blocks.iter().for_each(|e| e.names(&mut see));
            used || kernel.args.iter().any(|a| a.text.contains(name))
        };
        for axis in &space.axes {
            let name = &axis.name;
            let known = declared.knows(name)
                || module.as_ref().is_none_or(|m| knows(m, name))
                || used_elsewhere(name);
            if !known {
                let message = format!(
                    "`{}` has no parameter, constant or attribute `{name}`",
                    kernel.source.path
                );
                return Err(Diagnostic::error(code::CAMPAIGN, Default::default(), message)
                    .help(WHAT_CAN_BE_SET));
            }
        }
        kernel.args(&values)?;
        Ok(())
    }

    /// The fields of the row of a configuration.
    pub fn outcome(&self, space: &Space, values: &[i64]) -> Fields {
        if let Some((kind, size)) = self.programs {
            let seed = values.first().map_or(0, |n| *n as u64);
            return look_at(Draw { kind, origin: Origin::Seed(seed), target: self.target, size });
        }
        let mut fields = Map::new();
        let done = space.resolve(values).map_err(Diagnostic::from);
        let done = done.map_err(|d| Failure::Findings(vec![d]));
        let done = done.and_then(|values| self.all_steps(&values, &mut fields));
        if let Err(failure) = done {
            let lines = self.kernel.as_ref().map(|k| &k.source);
            fields.extend(describe(failure, lines));
        }
        fields
    }

    fn all_steps(&self, values: &Values, fields: &mut Fields) -> Result<(), Failure> {
        let Some(kernel) = &self.kernel else { return Ok(()) };
        let configured = kernel.configured(values, self.target)?;
        let (module, launch) = (&configured.module, &configured.launch);
        let source = configured.source(kernel);
        for step in &self.steps {
            let name = step.name();
            match step {
                Step::Check => {
                    let numerics = Numerics::new(self.target, Semantics::Manual);
                    let rules = Rulebook::default();
                    load::verify(module.clone(), Vec::new(), &numerics, rules, launch.entry)?;
                    fields.insert(name.into(), json!("ok"));
                }
                Step::Lower => {
                    let text = pto_ir::print(module, pto_ir::Style::Canonical);
                    let lowered = pto_lower::lower(&text, self.target, &Default::default());
                    let lowered = lowered.map_err(|f| Failure::Findings(f.findings))?;
                    fields.insert(name.into(), json!(key([lowered.text.as_bytes()])));
                }
                Step::Emit => {
                    let text = pto_ir::print(module, pto_ir::Style::Canonical);
                    let emitted = pto_lower::emit(&text, self.target, &Default::default());
                    let emitted = emitted.map_err(|f| Failure::Findings(f.findings))?;
                    fields.insert(name.into(), json!(key([emitted.text.as_bytes()])));
                }
                Step::Run => {
                    let ran = self.run(module, source, launch)?;
                    fields.insert(name.into(), json!(ran));
                }
                Step::Cost => self.time(module, source, launch, fields)?,
                Step::Fuzz => {}
            }
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        Limits {
            steps: self.bounds.steps,
            time: None,
            memory_bytes: self.bounds.memory_bytes,
            kept_instructions: self.bounds.instructions,
            ..Limits::default()
        }
    }

    fn time(
        &self,
        module: &Module,
        source: &SourceFile,
        launch: &OneLaunch<'_>,
        fields: &mut Fields,
    ) -> Result<(), Failure> {
        let Some((model, data)) = &self.cost else { return Ok(()) };
        let request = TimeRequest {
            entry: launch.entry,
            rules: Rulebook::default(),
            auto: None,
            ranks: 1,
            blocks: launch.blocks,
            limits: self.limits(),
            detail: Detail::Total,
        };
        let specs = self.specs(launch, false);
        let timed = request.time(source, module.clone(), model, data, |program| {
            specs.values(program, &launch.set)
        })?;
        fields.extend(figures(&timed.timeline));
        Ok(())
    }

    fn specs<'l>(&self, launch: &'l OneLaunch<'_>, contents: bool) -> LaunchSpecs<'l> {
        let room = Room::Allowed(self.bounds.memory_bytes);
        LaunchSpecs { args: &launch.args, ranks: 1, room, contents }
    }

    /// The key of what a kernel computes; fast kernels and definitions agree, and the sanitizers find nothing.
    fn run(
        &self,
        module: &Module,
        source: &SourceFile,
        launch: &OneLaunch<'_>,
    ) -> Result<String, Failure> {
        let buffers = self.buffers(module, source, launch)?;
        Ok(key(buffers.iter().map(|b| b.1.as_slice())))
    }

    /// What a configuration leaves in its buffers, with their element types; fast kernels and definitions agree, and the
    /// sanitizers find nothing.
    pub fn computes(&self, values: &Values) -> Result<Vec<(DType, Vec<u8>)>, Failure> {
        let Some(kernel) = &self.kernel else { return Ok(Vec::new()) };
        let configured = kernel.configured(values, self.target)?;
        self.buffers(&configured.module, configured.source(kernel), &configured.launch)
    }

    fn buffers(
        &self,
        module: &Module,
        source: &SourceFile,
        launch: &OneLaunch<'_>,
    ) -> Result<Vec<(DType, Vec<u8>)>, Failure> {
        let numerics = Numerics::new(self.target, Semantics::Manual);
        let rules = Rulebook::default();
        let (verified, _) =
            load::verify(module.clone(), Vec::new(), &numerics, rules, launch.entry)?;
        let instrumented = InstrumentedProgram::decode(&verified, launch.entry, numerics)?;
        let (values, real) = self.specs(launch, true).values(&instrumented, &launch.set)?;
        if !real {
            let message = "a run needs all arguments of the kernel";
            return Err(ArgError::new(message).hint("give buffers as random:64x128xf32").into());
        }
        let how = Launch { blocks: launch.blocks, limits: self.limits(), ..Launch::default() };
        let options = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
        let mut fast = values.clone();
        let checked = instrumented.check(&mut fast, &how, &options, &source.lines);
        checked.outcome?;
        if checked.findings.iter().any(Diagnostic::is_error) {
            return Err(Failure::Findings(checked.findings));
        }
        let mut slow = values;
        instrumented.program().run(&mut slow, &Launch { reference: true, ..how })?;
        if fast != slow {
            let message = "fast kernels and definitions give different values";
            let d = Diagnostic::error(code::ORDER, Default::default(), message);
            return Err(Failure::Findings(vec![d]));
        }
        let element = |param: Param| match param {
            Param::Buffer(dtype) => Some(dtype),
            Param::Tile(tile) => Some(tile.dtype),
            Param::Number(_) => None,
        };
        let params = instrumented.program().params().map(element);
        let buffers = params.zip(&fast).filter_map(|(dtype, arg)| dtype.zip(arg.bytes()));
        Ok(buffers.map(|(dtype, bytes)| (dtype, bytes.to_vec())).collect())
    }
}

/// A configuration of a kernel.
struct Configured<'a> {
    /// Its text, if it is not that of the kernel.
    source: Option<SourceFile>,
    module: Module,
    launch: OneLaunch<'a>,
}

impl Configured<'_> {
    fn source<'s>(&'s self, kernel: &'s Kernel) -> &'s SourceFile {
        self.source.as_ref().unwrap_or(&kernel.source)
    }
}

/// How one configuration is launched.
struct OneLaunch<'a> {
    entry: Option<&'a str>,
    blocks: u32,
    args: Vec<String>,
    set: Vec<(String, i64)>,
}

/// What is kept of a timeline.
fn figures(t: &Timeline) -> Fields {
    let summary = t.summarise();
    let bottleneck = summary.bottleneck.map(|i| summary.pipes[i]);
    let name = |p: PipeRow| p.pipe.name().trim_start_matches("PIPE_").to_string();
    let share = |cycles: u64| cycles as f64 / t.total_cycles.max(1) as f64;
    let round = |x: f64| (x * 1e4).round() / 1e4;
    // What the busiest pipe waits for most; the earlier of two that are equal.
    let waits = bottleneck.and_then(|p| {
        let causes = [
            ("events", p.event_cycles),
            ("barriers", p.barrier_cycles),
            ("another core", p.core_cycles),
            ("data", p.data_cycles),
            ("the scalar unit", p.issue_cycles),
        ];
        let longest = causes.into_iter().rev().max_by_key(|c| c.1);
        longest.filter(|c| c.1 > 0)
    });
    let fields = json!({
        "cycles": t.total_cycles,
        "us": (t.total_us() * 1e3).round() / 1e3,
        "complete": t.uncalibrated.is_empty(),
        "bottleneck": bottleneck.map(name),
        "busy": bottleneck.map(|p| round(share(p.busy_cycles))),
        "waits_for": waits.map(|w| w.0),
        "waits": waits.map_or(0.0, |w| round(share(w.1))),
        "cube_operations": t.work.cube_operations,
        "vector_elements": t.work.vector_elements,
        "gm_bytes": t.work.gm_bytes,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Why there is no result: the first error.
pub(crate) fn describe(failure: Failure, source: Option<&SourceFile>) -> Fields {
    let (code, message, line) = match failure {
        Failure::Usage(e) => (code::KERNEL_ARGUMENT.spelled(true), e.message, None),
        Failure::Findings(found) => {
            let first = found.iter().find(|d| d.is_error()).or(found.first());
            let Some(d) = first else { return Map::new() };
            let line = source.map(|s| s.line_of(d.primary.span.start));
            (d.spelled_code(), d.message.clone(), line)
        }
    };
    let fields = [("code", json!(code)), ("message", json!(message)), ("line", json!(line))];
    fields.into_iter().map(|(k, v)| (k.to_string(), v)).collect()
}
