//! Limits of runs: each is met with its finding, in plain and in instrumented runs, and the same on any number of threads.

use pto_check::Verified;
use pto_ir::Diagnostic;
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Code, Target, code};
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Limits, decode};
use std::time::{Duration, Instant};

const NUMERICS: Numerics = Numerics::new(Target::A5, Semantics::Manual);

fn verified(text: &str) -> Verified {
    let (module, found) = pto_ir::parse(text);
    assert!(found.is_empty(), "{found:?}");
    pto_check::verify(module, Target::A5, &Default::default()).unwrap().0
}

/// A kernel that does something for ever.
fn endless(what: &str) -> Verified {
    verified(&format!(
        "func.func @f(%x: !pto.ptr<f32, gm>, %a: !pto.tile_buf<vec, 1x32xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9000000000000000000 : index
  %v = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {{
    {what}
  }}
  return
}}"
    ))
}

const ABS: &str =
    "pto.tabs ins(%a : !pto.tile_buf<vec, 1x32xf32>) outs(%a : !pto.tile_buf<vec, 1x32xf32>)";
const PRINT: &str = "pto.print ins(\"x\", %v : i32)";

fn args() -> [LaunchArg<'static>; 2] {
    [LaunchArg::Bytes(vec![0; 1024]), LaunchArg::Bytes(vec![0; 128])]
}

fn stopped(verified: &Verified, launch: &Launch) -> Diagnostic {
    let program = decode(verified, None, NUMERICS).unwrap();
    *program.run(&mut args(), launch).unwrap_err()
}

/// The code of a failure in every way of running.
fn assert_stopped(verified: &Verified, limits: Limits, expected: Code) {
    let launch = Launch { limits, ..Launch::default() };
    assert_eq!(stopped(verified, &launch).code, expected);
    let instrumented = InstrumentedProgram::decode(verified, None, NUMERICS).unwrap();
    struct Quiet;
    impl pto_sim::Observer for Quiet {
        fn on_record(&mut self, _: &pto_sim::TraceRecord<'_>) -> Result<(), pto_isa::sem::Trap> {
            Ok(())
        }
    }
    for execute in [Execute::All, Execute::Control, Execute::Traced { undefined: true }] {
        // Nothing is printed where only control flow is executed.
        if execute == Execute::Control && expected == code::TOO_MUCH_PRINTED {
            continue;
        }
        let outcome = instrumented.run(&mut args(), &launch, execute, &mut Quiet);
        assert_eq!(outcome.unwrap_err().code, expected);
    }
    for schedule in [Schedule::Eager, Schedule::Lazy, Schedule::Random(1)] {
        let options = ExploreOptions::default();
        let outcome = instrumented.run_in_order(&mut args(), &launch, schedule, &options);
        assert_eq!(outcome.unwrap_err().code, expected, "{schedule:?}");
    }
}

#[test]
fn steps_and_time_are_limited() {
    for what in [ABS, "%z = arith.addi %i, %c1 : index"] {
        let program = endless(what);
        assert_stopped(&program, Limits::of_steps(5000), code::TOO_MANY_STEPS);
        let start = Instant::now();
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
        assert_stopped(&program, limits, code::TOO_MANY_STEPS);
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn a_loop_of_registers_looks_at_the_clock() {
    let program = verified(
        "func.func @f(%x: !pto.ptr<f32, gm>, %a: !pto.tile_buf<vec, 1x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9000000000000000000 : index
  %p = pto.castptr %c0 : index -> !pto.ptr<f32, ub>
  pto.vecscope {
    %m = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>
    scf.for %i = %c0 to %n step %c1 {
      %v = pto.vlds %p[%c0] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
      %w = pto.vabs %v, %m : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
      pto.vsts %w, %p[%c0], %m : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
    }
  }
  return
}",
    );
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
    let d = stopped(&program, &Launch { limits, ..Launch::default() });
    assert_eq!(d.code, code::TOO_MANY_STEPS);
    assert!(d.message.contains("is reached after 20ms"), "{}", d.message);
}

#[test]
fn printed_text_is_limited_alike_on_any_number_of_threads() {
    let program = endless(PRINT);
    let limits = Limits { printed_bytes: 8000, ..Limits::default() };
    assert_stopped(&program, limits, code::TOO_MUCH_PRINTED);
    let of = |threads| {
        let d = stopped(&program, &Launch { limits, threads, blocks: 8, ..Launch::default() });
        (d.code, d.message, d.notes)
    };
    assert_eq!(of(1), of(2));
    assert_eq!(of(1), of(8));
    assert!(of(1).1.contains("1000 bytes"), "{:?}", of(1));
    // What is within the limit is printed, whatever blocks printed before.
    let short = verified(&format!(
        "func.func @f(%x: !pto.ptr<f32, gm>, %a: !pto.tile_buf<vec, 1x32xf32>) {{
  %v = arith.constant 7 : i32
  {PRINT}
  return
}}"
    ));
    let program = decode(&short, None, NUMERICS).unwrap();
    let limits = Limits { printed_bytes: 64 * 40, ..Limits::default() };
    for threads in [1, 4] {
        let launch = Launch { limits, threads, blocks: 64, ..Launch::default() };
        assert_eq!(program.run(&mut args(), &launch).unwrap().printed.len(), 64);
    }
}

#[test]
fn memory_is_counted_before_it_is_made() {
    let program = endless(ABS);
    let limits = Limits { memory_bytes: 1000, ..Limits::default() };
    assert_stopped(&program, limits, code::TOO_MUCH_MEMORY);
    let d = stopped(&program, &Launch { limits, gm_slack: 5000, ..Launch::default() });
    assert!(d.notes.iter().any(|n| n.starts_with("its buffers are 10.8 KiB")), "{:?}", d.notes);
    // The arguments are still there.
    let launch = Launch { limits, ..Launch::default() };
    let mut given = args();
    decode(&program, None, NUMERICS).unwrap().run(&mut given, &launch).unwrap_err();
    assert_eq!(given, args());
}

#[test]
fn instructions_that_are_kept_are_limited() {
    let program = endless(ABS);
    let instrumented = InstrumentedProgram::decode(&program, None, NUMERICS).unwrap();
    let limits = Limits { kept_instructions: 500, ..Limits::default() };
    let launch = Launch { limits, ..Launch::default() };
    let scripted =
        instrumented.run_by_script(&mut args(), &launch, &ExploreOptions::default(), &[]);
    let d = scripted.outcome.unwrap_err();
    assert_eq!(d.code, code::TOO_MANY_STEPS);
    assert!(d.message.contains("is instruction 500 and the run is not over"), "{}", d.message);
    assert!(scripted.executed.len() <= 500);
}

#[test]
fn a_launch_has_as_many_blocks_as_a_device_takes() {
    let verified = verified("func.func @f() {\n  return\n}\n");
    let program = decode(&verified, None, NUMERICS).unwrap();
    for blocks in [0, pto_sim::MOST_BLOCKS + 1, u32::MAX] {
        let refused = program.run(&mut [], &Launch { blocks, ..Launch::default() }).unwrap_err();
        assert_eq!(refused.code, code::KERNEL_ARGUMENT);
        assert_eq!(refused.message, format!("a launch has 1 to 65535 blocks, found {blocks}"));
    }
    assert!(program.run(&mut [], &Launch { blocks: 3, ..Launch::default() }).is_ok());
}
