//! Programs without events take as long as what they are lowered to.

use pto_check::{Options, Verified, verify};
use pto_cost::{CostData, CostModel, Model, Timing, as_lowered};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Param};

/// Every number that a kernel takes.
const NUMBER: u64 = 128;

fn checked(text: &str, target: Target) -> Option<Verified> {
    let (module, found) = pto_ir::parse(text);
    if found.iter().any(pto_ir::Diagnostic::is_error) {
        return None;
    }
    let options = Options::default();
    verify(module, target, &options).ok().map(|(program, _)| program)
}

fn numerics(target: Target) -> Numerics {
    Numerics::new(target, Semantics::Manual)
}

fn cycles(program: &Verified) -> u64 {
    let target = program.target();
    let instrumented = InstrumentedProgram::decode(program, None, numerics(target)).unwrap();
    assert!(instrumented.is_synchronised_by_hand(), "it is lowered");
    let data = CostData::builtin();
    let model = CostModel::new(Model::Calibrated, target, &data);
    let timing = Timing {
        model: &model,
        data: &data,
        line_of: &|_| 1,
        auto: Some(false),
        expand: false,
        hints: false,
    };
    let argument = |p: Param| match p {
        Param::Number(_) => LaunchArg::Number(NUMBER),
        Param::Tile(t) => LaunchArg::Bytes(vec![0; t.size_bytes() as usize]),
        Param::Buffer(_) => LaunchArg::Bytes(Vec::new()),
    };
    let mut args: Vec<LaunchArg> = instrumented.program().params().map(argument).collect();
    let launch = Launch::default();
    timing.run(&instrumented, &mut args, &launch, Execute::Control).unwrap().total_cycles
}

#[test]
fn examples_take_as_long_as_what_they_are_lowered_to() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut timed = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|x| x != "pto") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for target in [Target::A2A3, Target::A5] {
            let Some(program) = checked(&text, target) else { continue };
            let Ok(instrumented) = InstrumentedProgram::decode(&program, None, numerics(target))
            else {
                continue;
            };
            if instrumented.is_synchronised_by_hand() {
                continue;
            }
            let lowered = pto_lower::lower(&text, target, &pto_lower::Options::default());
            let lowered = checked(&lowered.unwrap().text, target).unwrap();
            let auto = cycles(&as_lowered(&program).unwrap());
            assert_eq!(auto, cycles(&lowered), "{} on {target}", path.display());
            timed += 1;
        }
    }
    assert!(timed >= 8, "{timed} programs");
}
