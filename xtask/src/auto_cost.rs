//! Cycles of programs that leave synchronisation to the tool, against those of what `pto lower` makes of them.

use crate::corpus::{collect, run_line_arch};
use pto_check::Verified;
use pto_cost::{CostData, CostModel, Model, Timeline, Timing, as_lowered};
use pto_ir::Diagnostic;
use pto_isa::{Dim, Rulebook, Target};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Limits, Param};
use pto_tests::example::numerics;
use std::path::PathBuf;
use std::process::ExitCode;

/// Kernels that take numbers get this one for each.
const NUMBER: u64 = 64;
/// A kernel that runs longer is left out.
const MAX_STEPS: u64 = 2_000_000;
/// The difference that is allowed, of the lowered program's cycles.
const LIMIT: f64 = 0.01;

/// Times every program below some folders twice.
pub fn run(args: &[String]) -> ExitCode {
    let mut files = Vec::new();
    args.iter().for_each(|dir| collect(&PathBuf::from(dir), &mut files));
    files.sort();
    let (mut timed, mut worst) = (0, (0.0, String::new()));
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        for part in text.split("\n// -----\n") {
            let Some((auto, lowered)) = both(part, run_line_arch(&text)) else { continue };
            timed += 1;
            let difference = auto.abs_diff(lowered) as f64 / lowered.max(1) as f64;
            if difference > 0.0 {
                let (file, percent) = (file.display(), difference * 100.0);
                println!("{file}: {auto} and {lowered} cycles, {percent:.2} %");
            }
            if difference >= worst.0 {
                worst = (difference, format!("{}: {auto} and {lowered} cycles", file.display()));
            }
        }
    }
    println!(
        "{timed} programs of {} files; largest difference {:.2} %, {}",
        files.len(),
        worst.0 * 100.0,
        worst.1
    );
    ExitCode::from(u8::from(worst.0 > LIMIT))
}

/// The cycles of a program that has no events of its own, and of the same after lowering; `None` if it cannot be run
/// with empty buffers.
fn both(text: &str, arch: Option<Target>) -> Option<(u64, u64)> {
    let (module, found) = pto_ir::parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    let declared = pto_check::declared_target(&module).or(arch);
    let target = declared.unwrap_or_else(|| pto_check::declared_device(&module));
    let target = if target == Target::CPU { Target::A2A3 } else { target };
    // As `pto cost` does: registers of any length are timed as those of the device that they become.
    let registers = pto_lower::registers(text, target, Rulebook::default()).ok().flatten();
    let text = registers.as_deref().unwrap_or(text);
    let program = verify(registers.as_ref().map_or(module, |text| pto_ir::parse(text).0), target)?;
    if InstrumentedProgram::decode(&program, None, numerics(target)).ok()?.is_synchronised_by_hand()
    {
        return None;
    }
    let auto = cycles(&as_lowered(&program).ok()?)?;
    let lowered = pto_lower::lower(text, target, &pto_lower::Options::default()).ok()?;
    let (module, _) = pto_ir::parse(&lowered.text);
    Some((auto, cycles(&verify(module, target)?)?))
}

fn verify(module: pto_ir::Module, target: Target) -> Option<Verified> {
    let options = pto_check::Options::default();
    pto_check::verify(module, target, &options).ok().map(|(program, _)| program)
}

fn cycles(program: &Verified) -> Option<u64> {
    let launch = Launch { limits: Limits::of_steps(MAX_STEPS), ..Launch::default() };
    let timeline = timeline(program, argument, &launch)?;
    Some(timeline.total_cycles)
}

/// When the instructions of a program run, by the calibrated model; `argument` makes what its parameters are given.
pub fn timeline(
    program: &Verified,
    argument: impl Fn(&Param) -> LaunchArg<'static>,
    launch: &Launch,
) -> Option<Timeline> {
    let target = program.target();
    let instrumented = InstrumentedProgram::decode(program, None, numerics(target)).ok()?;
    let data = CostData::builtin();
    let model = CostModel::new(Model::Calibrated, target, &data);
    let timing = Timing {
        model: &model,
        data: &data,
        line_of: &|_| 1,
        auto: Some(!instrumented.is_synchronised_by_hand()),
        expand: false,
        hints: false,
    };
    let mut args: Vec<LaunchArg> = instrumented.program().params().map(|p| argument(&p)).collect();
    timing.run(&instrumented, &mut args, launch, Execute::Control).ok()
}

/// A number, or a buffer of zeros that is as large as its type says.
fn argument(param: &Param) -> LaunchArg<'static> {
    let valid = |dim: Dim, whole: u32| u64::from(dim.known().unwrap_or(whole).min(whole));
    match param {
        Param::Number(_) => LaunchArg::Number(NUMBER),
        Param::Tile(t) => {
            let elements = valid(t.valid_rows, t.rows) * valid(t.valid_cols, t.cols);
            let bytes = (elements * u64::from(t.dtype.bits())).div_ceil(8);
            LaunchArg::Bytes(vec![0; bytes as usize])
        }
        Param::Buffer(_) => LaunchArg::Bytes(Vec::new()),
    }
}
