//! Jumps through a run end in the state that a straight run has there; breakpoints, conditions and writers are found both ways.

use pto_debug::{Breakpoint, Condition, Stop, Traveller};
use pto_isa::Target;
use pto_isa::sem::{Arg, Numerics, Semantics};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Session};

const KERNEL: &str = "
!t = !pto.tile_buf<vec, 1x16xf32>
!v = !pto.tensor_view<4x16xf32>
!p = !pto.partition_tensor_view<1x16xf32>
module {
  func.func @grow(%x: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>, %n: index) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %rows = arith.constant 4 : index
    %cols = arith.constant 16 : index
    %step = arith.constant 1.0 : f32
    %vx = pto.make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, %one] : !v
    %vy = pto.make_tensor_view %y, shape = [%rows, %cols], strides = [%cols, %one] : !v
    %acc = pto.alloc_tile : !t
    %b = pto.alloc_tile : !t
    scf.for %row = %zero to %rows step %one {
      %px = pto.partition_view %vx, offsets = [%row, %zero], sizes = [%one, %cols] : !v -> !p
      %py = pto.partition_view %vy, offsets = [%row, %zero], sizes = [%one, %cols] : !v -> !p
      pto.tload ins(%px : !p) outs(%acc : !t)
      pto.tload ins(%px : !p) outs(%b : !t)
      scf.for %i = %zero to %n step %one {
        pto.tadds ins(%acc, %step : !t, f32) outs(%acc : !t)
        pto.tmax ins(%b, %acc : !t, !t) outs(%b : !t)
      }
      pto.tstore ins(%acc : !t) outs(%py : !p)
    }
    return
  }
}
";

fn line_of(text: &str) -> usize {
    KERNEL.lines().position(|l| l.contains(text)).unwrap() + 1
}

fn travel<T>(
    n: u64,
    blocks: u32,
    visit: impl FnOnce(&mut Session<'_, '_>, &pto_ir::Module) -> T,
) -> T {
    let (module, found) = pto_ir::parse(KERNEL);
    assert!(found.is_empty(), "{found:?}");
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
    let zeros = || LaunchArg::Bytes(vec![0; 4 * 16 * 4]);
    let mut args = [zeros(), zeros(), LaunchArg::Number(n)];
    let launch = Launch { blocks, ..Launch::default() };
    program.travel(&mut args, &launch, |session| visit(session, program.module())).unwrap()
}

/// Numbers drawn from a seed.
fn numbers(count: usize, below: u64) -> Vec<u64> {
    let mut state = 88172645463325252u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    (0..count).map(|_| draw()).collect()
}

#[test]
fn jumps_end_where_a_straight_run_passes() {
    let end = travel(2000, 2, |session, _| {
        session.run_to(u64::MAX);
        session.at()
    });
    assert!(end > 30_000, "{end}");
    let places = numbers(50, end + 1);
    let seen = travel(2000, 2, |session, _| {
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let mut visit = |&at: &u64| {
            session.run_to(at);
            (at, session.save(None).fingerprint())
        };
        sorted.iter().map(&mut visit).collect::<std::collections::BTreeMap<u64, u64>>()
    });
    travel(2000, 2, |session, module| {
        // The memory for checkpoints is short, so that they are thinned out.
        let mut run = Traveller::new(session, module, 64 << 10);
        for &at in &places {
            run.go_to(at);
            assert_eq!(run.at(), at);
            assert_eq!(run.session.save(None).fingerprint(), seen[&at], "after {at} steps");
        }
        let (bytes, count) = run.kept();
        assert!(bytes <= 64 << 10 || count <= 2, "{bytes} bytes in {count} checkpoints");
    });
}

#[test]
fn breakpoints_are_met_forwards_and_backwards() {
    let store = Breakpoint { line: Some(line_of("pto.tstore")), ..Breakpoint::default() };
    travel(3, 1, |session, module| {
        let mut run = Traveller::new(session, module, 1 << 20);
        let mut places = Vec::new();
        while run.run(std::slice::from_ref(&store)) == Stop::Breakpoint(0) {
            places.push(run.at());
        }
        assert_eq!(places.len(), 4);
        let mut back = Vec::new();
        while run.run_back(std::slice::from_ref(&store)) == Stop::Breakpoint(0) {
            back.push(run.at());
        }
        back.reverse();
        assert_eq!(back, places);
        assert_eq!(run.at(), 0);
    });
}

#[test]
fn conditions_stop_a_run() {
    let condition = Condition::parse("acc[0,7] > 41.5").unwrap();
    let breakpoint = Breakpoint { condition: Some(condition), ..Breakpoint::default() };
    travel(100, 1, |session, module| {
        let mut run = Traveller::new(session, module, 1 << 20);
        assert_eq!(run.run(&[breakpoint]), Stop::Breakpoint(0));
        let core = run.session.core().unwrap();
        assert_eq!(core.loops().iter().map(|l| l.iteration).collect::<Vec<_>>(), [0, 41]);
        assert_eq!(run.here().unwrap().1, line_of("pto.tmax"));
    });
}

#[test]
fn the_last_writer_of_an_element_is_found() {
    travel(50, 1, |session, module| {
        let mut run = Traveller::new(session, module, 1 << 20);
        let store = Breakpoint { line: Some(line_of("pto.tstore")), ..Breakpoint::default() };
        run.run(std::slice::from_ref(&store));
        let writer = run.last_write("acc", Some((0, 3))).unwrap();
        let line = module.line(module.node(writer.node).span.start);
        assert_eq!(line, line_of("pto.tadds"));
        assert_eq!(run.session.core().unwrap().loops()[1].iteration, 49);
        let writer = run.last_write("acc", Some((0, 3))).unwrap();
        assert_eq!(run.session.core().unwrap().loops()[1].iteration, 48);
        assert_eq!(writer.at, run.at());
    });
}

#[test]
fn steps_back_undo_steps_forward() {
    travel(4, 1, |session, module| {
        let mut run = Traveller::new(session, module, 1 << 20);
        let mut forward = vec![(run.at(), run.here())];
        while run.step_forward() != Stop::End {
            forward.push((run.at(), run.here()));
        }
        let mut back = Vec::new();
        while run.step_back() == Stop::Reached {
            back.push((run.at(), run.here()));
        }
        back.reverse();
        assert_eq!(back[..], forward[forward.len() - back.len()..]);
        assert!(matches!(run.session.core().unwrap().value("acc"), None | Some(Arg::Tile(_))));
    });
}
