//! A recorded kernel, with everything that can be done with a program.

use super::record::Buffer;
use crate::error::{Error, Result};
use pto_check::Verified;
use pto_cost::{CostData, CostModel, Model, Timeline, Timing};
use pto_ir::{Diagnostic, Lines, Module, Style};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Rulebook, Target};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Limits, Report};
use std::sync::OnceLock;

/// A kernel as a program, with everything that can be done with one.
///
/// Its parameters are the buffers of the kernel in the order of their first use.
#[derive(Debug)]
pub struct Recording {
    module: Module,
    text: OnceLock<String>,
    target: Target,
    rules: Rulebook,
    params: Vec<Buffer>,
    blocks: usize,
    limits: Limits,
}

impl Recording {
    pub(super) fn new(
        module: Module,
        (target, rules): (Target, Rulebook),
        params: Vec<Buffer>,
        blocks: usize,
    ) -> Recording {
        let limits = Limits::default();
        Recording { module, text: OnceLock::new(), target, rules, params, blocks, limits }
    }
    /// The same kernel, with other limits of its runs and timelines.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// # use pto::Limits;
    /// let program = Session::record(Target::A5, "kernel").run(|| {
    ///     let mut t = Tile::<Vec, f32, 16, 64>::new();
    ///     texpands(&mut t, 1.0)
    /// })?;
    /// let program = program.limits(Limits { memory_bytes: 1 << 10, ..Limits::default() });
    /// assert_eq!(program.run(&mut []).unwrap_err().code(), Some(pto::code::TOO_MUCH_MEMORY));
    /// # Ok::<(), pto::Error>(())
    /// ```
    pub fn limits(self, limits: Limits) -> Recording {
        Recording { limits, ..self }
    }
    /// The program in memory.
    pub fn module(&self) -> &Module {
        &self.module
    }
    /// The program as text.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| pto_ir::print(&self.module, Style::Canonical))
    }
    /// The program as text, with the line of Rust that each statement comes from: `pto dap` stops at those lines.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let program = Session::record(Target::A5, "kernel").run(|| {
    ///     let mut t = Tile::<Vec, f32, 16, 64>::new();
    ///     texpands(&mut t, 1.0)
    /// })?;
    /// assert!(program.located_text().contains(".rs\":"));
    /// # Ok::<(), pto::Error>(())
    /// ```
    pub fn located_text(&self) -> String {
        pto_ir::print_located(&self.module)
    }

    /// The target it was recorded for.
    pub fn target(&self) -> Target {
        self.target
    }
    /// What the checker says about the whole program. [`Diagnostic::describe`] shows which line of the kernel a finding
    /// comes from.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let program = Session::record(Target::A5, "kernel").run(|| {
    ///     let (mut a, mut b) = (Tile::<Vec, f32, 16, 16>::new(), Tile::<Vec, f32, 16, 16>::new());
    ///     tassign(&mut a, 0x1000)?;
    ///     tassign(&mut b, 0x1200)?;
    ///     texpands(&mut a, 1.0)?;
    ///     tadd(&mut b, &a, &a)
    /// })?;
    /// let shown = program.check()[0].describe(program.module(), "");
    /// assert!(shown.contains(".rs:"), "{shown}");
    /// # Ok::<(), pto::Error>(())
    /// ```
    pub fn check(&self) -> Vec<Diagnostic> {
        pto_check::check(&self.module, self.target, &self.options())
    }

    /// The program as one that was checked, or what is wrong with it.
    pub fn verify(&self) -> Result<Verified> {
        let checked = pto_check::verify(self.module.clone(), self.target, &self.options());
        checked.map(|v| v.0).map_err(|(_, found)| {
            Error::new(found.into_iter().map(|d| placed(&self.module, d)).collect())
        })
    }

    fn stopped(&self, d: &Diagnostic) -> Error {
        Error::new(vec![placed(&self.module, d.clone())])
    }

    fn options(&self) -> pto_check::Options {
        pto_check::Options { rules: self.rules, ..Default::default() }
    }

    fn numerics(&self) -> Numerics {
        Numerics::new(self.target, Semantics::Manual)
    }

    /// As many blocks as were recorded.
    fn launch(&self) -> Launch {
        Launch { blocks: self.blocks as u32, limits: self.limits, ..Launch::default() }
    }

    /// Runs the program with manual semantics, on the blocks it was recorded for. Buffers hold the results afterwards.
    pub fn run(&self, args: &mut [LaunchArg]) -> Result<Report> {
        let verified = self.verify()?;
        let program = pto_sim::decode(&verified, None, self.numerics());
        let program = program.map_err(|d| self.stopped(&d))?;
        program.run(args, &self.launch()).map_err(|d| self.stopped(&d))
    }

    /// How long the program takes on the pipes of a core of a device, by the calibrated model. Its lines are those of
    /// [`text`](Recording::text).
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let program = Session::record(Target::A2A3, "kernel").run(|| {
    ///     let mut t = Tile::<Vec, f32, 16, 64>::new();
    ///     texpands(&mut t, 1.0)
    /// })?;
    /// assert!(program.timeline()?.total_us() > 0.0);
    /// assert!(program.emit()?.text.contains("TEXPANDS("));
    /// # Ok::<(), pto::Error>(())
    /// ```
    pub fn timeline(&self) -> Result<Timeline> {
        let verified = self.verify()?;
        let instrumented = InstrumentedProgram::decode(&verified, None, self.numerics());
        let mut instrumented = instrumented.map_err(|d| self.stopped(&d))?;
        // A kernel that leaves synchronisation to the tool is timed with what the tool adds.
        let auto = !instrumented.is_synchronised_by_hand();
        let lowered = auto.then(|| pto_cost::as_lowered(&verified));
        let by_data = matches!(lowered, Some(Err(_)));
        if let Some(Ok(lowered)) = &lowered {
            let decoded = InstrumentedProgram::decode(lowered, None, self.numerics());
            instrumented = decoded.map_err(|d| self.stopped(&d))?;
        }
        let data = CostData::builtin();
        let model = CostModel::new(Model::Calibrated, self.target, &data);
        // What is read back has the same operations, in the same order, at places of the text.
        let read = pto_ir::parse(self.text()).0;
        let lines = Lines::new(self.text());
        let starts: Vec<u32> = read.nodes().map(|(_, node)| node.span.start).collect();
        let line_of = |offset: u32| {
            let number = pto_ir::Span::new(offset, offset).built();
            let start = number.and_then(|n| starts.get(n as usize)).copied();
            lines.line(start.unwrap_or(0)) as u32
        };
        let timing = Timing {
            model: &model,
            data: &data,
            line_of: &line_of,
            auto: Some(by_data),
            expand: false,
            hints: true,
        };
        let zeros = self.params.iter().map(|b| LaunchArg::Bytes(vec![0; b.bytes]));
        let mut args: Vec<LaunchArg> = zeros.collect();
        let timeline = timing.run(&instrumented, &mut args, &self.launch(), Execute::Control);
        let timeline = timeline.map_err(|d| self.stopped(&d))?;
        Ok(Timeline { auto, ..timeline })
    }
    /// The program in C++ for its device.
    pub fn emit(&self) -> Result<pto_lower::Emitted> {
        pto_lower::emit(self.text(), self.target, &pto_lower::EmitOptions::default())
            .map_err(|failed| Error::new(failed.findings))
    }
    /// The program with addresses and synchronisation.
    pub fn lower(&self) -> Result<pto_lower::Lowered> {
        let options = pto_lower::Options { rules: self.rules, ..Default::default() };
        pto_lower::lower(self.text(), self.target, &options)
            .map_err(|failed| Error::new(failed.findings))
    }
}

/// A finding that says itself which line of the kernel it comes from, for who does not have the module.
pub(super) fn placed(module: &Module, d: Diagnostic) -> Diagnostic {
    match module.built_at(d.primary.span) {
        Some((_, Some(line))) => {
            let note = format!("recorded at {line}");
            d.note(note)
        }
        _ => d,
    }
}
