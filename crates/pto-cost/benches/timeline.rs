//! How fast a timeline is made: a core's part of the 6144-cubed GEMM of `examples/kernels` (16,000 instructions), the
//! growth from one size to twice that size, and a sweep over the softmax example. Prints name, figure and limit, and
//! fails past a limit. Minimum of several repetitions, because the machine may be noisy.

use pto_check::Verified;
use pto_cost::{CostData, CostModel, Model, Timing};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Param};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn verify(path: &str) -> Verified {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let (module, _) = pto_ir::parse(&std::fs::read_to_string(path).expect("the example is there"));
    match pto_check::verify(module, Target::A2A3, &Default::default()) {
        Ok((verified, _)) => verified,
        Err((_, found)) => panic!("{:?}", found.first().map(|d| &d.message)),
    }
}

/// Decodes and times a kernel; the number of instructions on pipes.
fn time(verified: &Verified, model: &CostModel, data: &CostData, numbers: &[u64]) -> usize {
    let numerics = Numerics::new(Target::A2A3, Semantics::Manual);
    let instrumented =
        InstrumentedProgram::decode(verified, None, numerics).expect("it can be decoded");
    let mut numbers = numbers.iter();
    let mut args: Vec<LaunchArg> = instrumented
        .program()
        .params()
        .map(|p| match p {
            Param::Number(_) => LaunchArg::Number(*numbers.next().expect("a number each")),
            _ => LaunchArg::Bytes(Vec::new()),
        })
        .collect();
    let timing = Timing { model, data, line_of: &|_| 1, auto: None, expand: false, hints: false };
    let timeline = timing.run(&instrumented, &mut args, &Launch::default(), Execute::Control);
    timeline.expect("it ends").slices.len()
}

/// The least seconds of some repetitions.
fn least(rounds: usize, mut f: impl FnMut()) -> f64 {
    let one = |_| {
        let start = Instant::now();
        f();
        start.elapsed().as_secs_f64()
    };
    (0..rounds).map(one).fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    let data = CostData::builtin();
    let model = CostModel::new(Model::Calibrated, Target::A2A3, &data);
    let gemm = verify("examples/kernels/gemm_f16.pto");
    let (mut single, mut double) = (f64::INFINITY, f64::INFINITY);
    let mut count = 0;
    for _ in 0..10 {
        single =
            single.min(least(1, || count = time(&gemm, &model, &data, &[1536, 1024, 6144, 1])));
        double = double.min(least(1, || {
            time(&gemm, &model, &data, &[1536, 1024, 12288, 1]);
        }));
    }
    let softmax = verify("examples/softmax.pto");
    let sweep = least(3, || {
        for rows in 1..=1000 {
            time(&softmax, &model, &data, &[rows]);
        }
    });
    let rows = [
        (format!("gemm 6144 core, {count} instructions, ms"), single * 1e3, 50.0),
        ("twice the instructions, ratio".into(), double / single, 2.2),
        ("softmax, 1000 sizes on one core, s".into(), sweep, 10.0),
    ];
    let mut over = false;
    for (name, figure, limit) in rows {
        let mark = if figure > limit { "  OVER" } else { "" };
        over |= figure > limit;
        println!("{name:<44} {figure:>8.2} (limit {limit:.2}){mark}");
    }
    if over { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
