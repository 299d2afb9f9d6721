//! Of every pipe, work and waits together are never longer than the run, and nothing overlaps: over the examples, on
//! every target that takes them, and over random programs.

use pto_cost::{CostData, CostModel, Model, PipeRow, Timeline, Timing};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Param};
use std::fmt::Write;
use std::path::Path;

/// The models of all targets that have one.
fn models(data: &CostData) -> [CostModel; 2] {
    [Target::A2A3, Target::A5].map(|target| CostModel::new(Model::Calibrated, target, data))
}

/// A run, if the program is legal on the model's target and takes these numbers.
fn time(
    text: &str,
    data: &CostData,
    model: &CostModel,
    number: u64,
    blocks: u32,
) -> Option<Timeline> {
    let target = model.target();
    let (module, found) = pto_ir::parse(text);
    assert!(!found.iter().any(|d| d.is_error()), "{found:?}\n{text}");
    let (verified, _) = pto_check::verify(module, target, &Default::default()).ok()?;
    let numerics = Numerics::new(target, Semantics::Manual);
    let instrumented = InstrumentedProgram::decode(&verified, None, numerics).ok()?;
    let mut args: Vec<LaunchArg> = instrumented
        .program()
        .params()
        .map(|p| match p {
            Param::Number(_) => LaunchArg::Number(number),
            Param::Tile(t) => LaunchArg::Bytes(vec![0; t.size_bytes() as usize]),
            Param::Buffer(_) => LaunchArg::Bytes(Vec::new()),
        })
        .collect();
    let (auto, expand, hints) = (None, false, true);
    let timing = Timing { model, data, line_of: &|at| at, auto, expand, hints };
    let launch = Launch { blocks, ..Launch::default() };
    timing.run(&instrumented, &mut args, &launch, Execute::Control).ok()
}

fn waits(row: &PipeRow) -> u64 {
    row.event_cycles + row.barrier_cycles + row.core_cycles + row.data_cycles + row.issue_cycles
}

fn assert_adds_up(t: &Timeline, what: &str) {
    let span = t.total_cycles - t.launch_cycles;
    for row in t.summarise().pipes {
        let (busy, waits) = (row.busy_cycles, waits(&row));
        assert!(busy + waits <= span, "{what}: {} {busy} + {waits} > {span}", row.pipe.name());
    }
    let mut ends = std::collections::HashMap::new();
    for s in &t.slices {
        let end = ends.entry((s.core_track, s.pipe)).or_insert(t.launch_cycles);
        let idle_from = s.start_cycle - s.stall.map_or(0, |w| w.cycles);
        assert!(idle_from >= *end, "{what}: {s:?} begins before {end}");
        *end = s.end_cycle();
    }
    let mut last = u64::MAX;
    for hint in &t.hints {
        let saves = hint.saves_cycles.unwrap_or(u64::MAX);
        assert!(saves <= last && saves >= 16, "{what}: {:?}", t.hints);
        assert!(hint.saves_cycles.is_none_or(|s| s <= span), "{what}: {hint:?} of {span}");
        last = saves;
    }
}

#[test]
fn work_and_waits_fit_into_the_run_of_every_example() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let data = CostData::builtin();
    let models = models(&data);
    let mut timed = 0;
    for folder in [folder.clone(), folder.join("kernels")] {
        for entry in std::fs::read_dir(folder).expect("examples") {
            let path = entry.expect("an entry").path();
            // One example is broken on purpose.
            if path.extension().is_none_or(|e| e != "pto") || path.ends_with("broken.pto") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a program");
            for model in &models {
                for (number, blocks) in [(128, 1), (256, 2)] {
                    if let Some(t) = time(&text, &data, model, number, blocks) {
                        assert_adds_up(&t, &format!("{} on {}", path.display(), model.target()));
                        timed += 1;
                    }
                }
            }
        }
    }
    assert!(timed >= 20, "only {timed} runs");
}

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// A loop over loads, stores and vector instructions on a few tiles, some with barriers.
fn program(random: &mut Random) -> String {
    let (rows, cols) = (random.one_of(&[1, 8, 16, 64]), random.one_of(&[8, 16, 64, 128]));
    let (tiles, iterations) = (2 + random.below(3), 1 + random.below(12));
    let barriers = random.one_of(&[0, 0, 4]);
    let mut body = String::new();
    for tile in 0..tiles {
        let addr = tile * 0x8000;
        let at = if barriers == 0 { String::new() } else { format!(" addr = %a{tile}") };
        let _ = writeln!(body, "      %a{tile} = arith.constant {addr} : i64");
        let _ = writeln!(body, "      %t{tile} = pto.alloc_tile{at} : !x");
    }
    for _ in 0..2 + random.below(8) {
        let mut tile = || random.below(tiles);
        let (a, b, c) = (tile(), tile(), tile());
        let line = match random.below(6) {
            0 => format!("pto.tload ins(%part : !p) outs(%t{a} : !x)"),
            1 => format!("pto.tstore ins(%t{a} : !x) outs(%part : !p)"),
            2 => format!("pto.tadd ins(%t{a}, %t{b} : !x, !x) outs(%t{c} : !x)"),
            3 => format!("pto.texp ins(%t{a} : !x) outs(%t{b} : !x)"),
            _ => format!("pto.tmuls ins(%t{a}, %half : !x, f32) outs(%t{b} : !x)"),
        };
        let _ = writeln!(body, "      {line}");
        if random.below(8) < barriers {
            let pipe = random.one_of(&["PIPE_ALL", "PIPE_V", "PIPE_MTE2"]);
            let _ = writeln!(body, "      pto.barrier <{pipe}>");
        }
    }
    format!(
        "!x = !pto.tile_buf<vec, {rows}x{cols}xf32>
!v = !pto.tensor_view<{rows}x{cols}xf32>
!p = !pto.partition_tensor_view<{rows}x{cols}xf32>
module {{
  func.func @k(%gm: !pto.ptr<f32, gm>) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %rows = arith.constant {rows} : index
    %cols = arith.constant {cols} : index
    %n = arith.constant {iterations} : index
    %half = arith.constant 0.5 : f32
    %view = pto.make_tensor_view %gm, shape = [%rows, %cols], strides = [%cols, %c1] : !v
    %part = pto.partition_view %view, offsets = [%c0, %c0], sizes = [%rows, %cols] : !v -> !p
    scf.for %i = %c0 to %n step %c1 {{
{body}    }}
    return
  }}
}}
"
    )
}

#[test]
fn work_and_waits_fit_into_the_run_of_random_programs() {
    let data = CostData::builtin();
    let models = models(&data);
    let mut random = Random(15);
    let (mut timed, mut hinted) = (0, 0);
    for i in 0..400 {
        let text = program(&mut random);
        for model in &models {
            if let Some(t) = time(&text, &data, model, 0, 1 + i % 3) {
                assert_adds_up(&t, &text);
                timed += 1;
                hinted += usize::from(!t.hints.is_empty());
            }
        }
    }
    assert!(timed >= 400 && hinted >= 100, "{timed} runs, {hinted} with hints");
}
