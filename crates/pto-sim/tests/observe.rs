//! What an observer of a program sees: every step and synchronisation, in the order of each core, whether the
//! computing is done or not.

use pto_isa::sem::{Arg, Numerics, Semantics, Trap};
use pto_isa::{Pipe, Target};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Observer, TraceKind, TraceRecord};

#[derive(Default)]
struct Log {
    lines: Vec<String>,
}

impl Observer for Log {
    fn on_record(&mut self, record: &TraceRecord<'_>) -> Result<(), Trap> {
        let pipe = record.pipe(Target::A2A3).map_or("-", Pipe::name);
        let tile = record.args.iter().find_map(|(_, a)| match a {
            Arg::Tile(t) => Some(format!(" {}x{}", t.valid.0, t.valid.1)),
            _ => None,
        });
        let kind = match record.kind {
            TraceKind::Step => format!("{} on {pipe}{}", record.def.name, tile.unwrap_or_default()),
            TraceKind::Barrier(p) => format!("barrier {}", p.name()),
            TraceKind::SetFlag { from, to, id } => {
                format!("set {} {} {id}", from.name(), to.name())
            }
            TraceKind::WaitFlag { from, to, id } => {
                format!("wait {} {} {id}", from.name(), to.name())
            }
            other => format!("{other:?}"),
        };
        self.lines.push(kind);
        Ok(())
    }
}

const TEXT: &str = "func.func @k(%p: !pto.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %v = pto.make_tensor_view %p, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>
  %w = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
  %a = pto.alloc_tile addr = %c0 : !pto.tile_buf<vec, 8x64xf32>
  scf.for %i = %c0 to %n step %c1 {
    pto.tload ins(%w : !pto.partition_tensor_view<8x64xf32>) outs(%a : !pto.tile_buf<vec, 8x64xf32>)
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.tadd ins(%a, %a : !pto.tile_buf<vec, 8x64xf32>, !pto.tile_buf<vec, 8x64xf32>) outs(%a : !pto.tile_buf<vec, 8x64xf32>)
    pto.barrier <PIPE_ALL>
  }
  return
}";

fn watch(execute: Execute, bytes: usize) -> (Vec<String>, Vec<u8>) {
    let (module, _) = pto_ir::parse(TEXT);
    let verified = pto_check::verify(module, Target::A2A3, &Default::default());
    let (verified, _) = verified
        .unwrap_or_else(|d| panic!("{:?}", d.1.iter().map(|d| &d.message).collect::<Vec<_>>()));
    let numerics = Numerics::new(Target::A2A3, Semantics::Manual);
    let instrumented = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
    assert!(instrumented.is_synchronised_by_hand() && !instrumented.depends_on_data());
    let mut args = [LaunchArg::Bytes(vec![0; bytes]), LaunchArg::Number(2)];
    let mut log = Log::default();
    instrumented.run(&mut args, &Launch::default(), execute, &mut log).unwrap();
    let [LaunchArg::Bytes(bytes), _] = args else { unreachable!() };
    (log.lines, bytes)
}

#[test]
fn steps_flags_and_barriers_are_seen_in_order_with_or_without_computing() {
    let (computed, _) = watch(Execute::All, 2048);
    let (dry, bytes) = watch(Execute::Control, 0);
    assert_eq!(computed, dry);
    assert!(bytes.is_empty(), "nothing is read or written");
    let turn = [
        "tload on PIPE_MTE2 8x64",
        "set PIPE_MTE2 PIPE_V 0",
        "wait PIPE_MTE2 PIPE_V 0",
        "tadd on PIPE_V 8x64",
        "barrier PIPE_ALL",
    ];
    let steps: Vec<&String> = dry.iter().skip_while(|l| !l.starts_with("tload")).collect();
    assert_eq!(steps, turn.iter().chain(&turn).collect::<Vec<_>>());
}
