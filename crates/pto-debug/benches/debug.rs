//! What time travel costs: jumps through a run of a million tile instructions.

use pto_debug::Traveller;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use std::time::Instant;

const LONG: &str = "
!t = !pto.tile_buf<vec, 8x64xf32>
module {
  func.func @long(%n: index) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %step = arith.constant 1.0 : f32
    %a = pto.alloc_tile : !t
    %b = pto.alloc_tile : !t
    pto.texpands ins(%step : f32) outs(%a : !t)
    pto.texpands ins(%step : f32) outs(%b : !t)
    scf.for %i = %zero to %n step %one {
      pto.tadds ins(%a, %step : !t, f32) outs(%a : !t)
      pto.tmax ins(%b, %a : !t, !t) outs(%b : !t)
    }
    return
  }
}
";

fn numerics() -> Numerics {
    Numerics::new(Target::A5, Semantics::Manual)
}

fn verified(text: &str) -> pto_check::Verified {
    let (module, _) = pto_ir::parse(text);
    pto_check::verify(module, Target::A5, &Default::default()).unwrap().0
}

fn jumps() {
    let verified = verified(LONG);
    let program = InstrumentedProgram::decode(&verified, None, numerics()).unwrap();
    let visit = |session: &mut pto_sim::Session<'_, '_>| {
        let mut run = Traveller::new(session, verified.module(), 256 << 20);
        let start = Instant::now();
        run.go_to(u64::MAX);
        let end = run.at();
        println!(
            "{end} steps, a million tile instructions: {:.2} s",
            start.elapsed().as_secs_f64()
        );
        let (mut state, mut seen) = (1u64, std::collections::BTreeMap::new());
        let mut times = Vec::new();
        for _ in 0..50 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let at = (state >> 20) % end;
            let start = Instant::now();
            run.go_to(at);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            seen.insert(at, run.session.save(None).fingerprint());
        }
        times.sort_by(f64::total_cmp);
        let (bytes, count) = run.kept();
        println!(
            "50 jumps: median {:.1} ms, 95th percentile {:.1} ms, worst {:.1} ms; {count} checkpoints, {:.1} MB",
            times[25],
            times[47],
            times[49],
            bytes as f64 / 1e6
        );
        seen
    };
    let launch = Launch::default();
    let seen = program.travel(&mut [LaunchArg::Number(500_000)], &launch, visit).unwrap();
    let same = program.travel(&mut [LaunchArg::Number(500_000)], &launch, |session| {
        seen.iter().all(|(at, print)| {
            session.run_to(*at);
            session.save(None).fingerprint() == *print
        })
    });
    println!("states equal those of a straight run: {}", same.unwrap());
}

fn main() {
    jumps();
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let most = status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or_default();
        println!("most memory: {}", most.trim_start_matches("VmHWM:").trim());
    }
}
