//! The bytes that instructions read and write, as an observer is told them: the first time by the definition, then
//! from memory, with other addresses.

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics, Trap};
use pto_sim::{
    Effects, Execute, InstrumentedProgram, Launch, LaunchArg, MemoryId, Observer, TraceRecord,
};

/// One line per act that touches something: its name, then what it reads and writes.
#[derive(Default)]
struct Touches(Vec<String>);

impl Observer for Touches {
    fn on_record(&mut self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        Ok(())
    }
    fn on_access(&mut self, record: &TraceRecord<'_>, effects: &Effects<'_>) {
        let mut line = record.def.name.to_string();
        for t in effects.footprints {
            let place = match t.memory {
                MemoryId::Global(n) => format!("gm{n}"),
                other => other.space().ptr_name().into(),
            };
            let how = if t.write { '>' } else { '<' };
            for r in t.ranges() {
                line.push_str(&format!(" {how}{place}:{}..{}", r.start, r.end));
            }
        }
        self.0.push(line);
    }
}

fn footprints(body: &str, target: Target, args: Vec<LaunchArg>) -> Vec<String> {
    let (module, found) = pto_ir::parse(body);
    assert!(found.is_empty(), "{found:?}");
    let (verified, _) = pto_check::verify(module, target, &pto_check::Options::default())
        .unwrap_or_else(|(_, found)| panic!("{found:?}"));
    let numerics = Numerics::new(target, Semantics::Manual);
    let instrumented = InstrumentedProgram::decode(&verified, None, numerics).expect("a kernel");
    let (mut args, mut seen) = (args, Touches::default());
    let execute = Execute::Traced { undefined: false };
    instrumented.run(&mut args, &Launch::default(), execute, &mut seen).expect("a run");
    seen.0
}

#[test]
fn rows_of_views_and_windows_are_exact_and_follow_their_addresses() {
    let body = "
!tile = !pto.tile_buf<vec, 2x16xf32>
!part = !pto.tile_buf<vec, 2x16xf32, valid=2x3>
!view = !pto.tensor_view<4x8xf32>
!piece = !pto.partition_tensor_view<2x3xf32>
func.func @f(%x: !pto.ptr<f32, gm>, %t: !tile) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %v = pto.make_tensor_view %x, shape = [%c4, %c8], strides = [%c8, %c1] : !view
  scf.for %i = %c0 to %c2 step %c1 {
    %at = arith.muli %i, %c8 : index
    %p = pto.partition_view %v, offsets = [%i, %c2], sizes = [%c2, %c3] : !view -> !piece
    %w = pto.subview %t[%c0, %at] sizes [2, 16] valid [%c2, %c3] : !tile -> !part
    pto.tload ins(%p : !piece) outs(%w : !part)
    pto.tadd ins(%w, %w : !part, !part) outs(%w : !part)
  }
  return
}";
    let args = vec![LaunchArg::Bytes(vec![0; 128]), LaunchArg::Bytes(vec![0; 128])];
    let want = [
        "tload <gm0:8..20 <gm0:40..52 >ub:0..12 >ub:64..76",
        "tadd <ub:0..12 <ub:64..76 >ub:0..12 >ub:64..76",
        "tload <gm0:40..52 <gm0:72..84 >ub:32..44 >ub:96..108",
        "tadd <ub:32..44 <ub:96..108 >ub:32..44 >ub:96..108",
    ];
    assert_eq!(footprints(body, Target::A5, args), want);
}

#[test]
fn loads_write_padding_and_rows_without_gaps_are_one_stretch() {
    let body = "
!tile = !pto.tile_buf<vec, 2x8xf32, valid=2x5, pad=1>
!full = !pto.tile_buf<vec, 2x8xf32>
!view = !pto.tensor_view<2x8xf32>
!piece = !pto.partition_tensor_view<2x5xf32>
!all = !pto.partition_tensor_view<2x8xf32>
func.func @f(%x: !pto.ptr<f32, gm>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 64 : i64
  %v = pto.make_tensor_view %x, shape = [%c2, %c8], strides = [%c8, %c1] : !view
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c2, %c5] : !view -> !piece
  %q = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c2, %c8] : !view -> !all
  %t = pto.alloc_tile addr = %a0 : !tile
  %u = pto.alloc_tile addr = %a1 : !full
  pto.tload ins(%p : !piece) outs(%t : !tile)
  pto.tload ins(%q : !all) outs(%u : !full)
  return
}";
    let args = vec![LaunchArg::Bytes(vec![0; 64])];
    let want = [
        "tload <gm0:0..20 <gm0:32..52 >ub:0..20 >ub:32..52 >ub:20..32 >ub:52..64",
        "tload <gm0:0..64 >ub:64..128",
    ];
    assert_eq!(footprints(body, Target::A5, args), want);
}

#[test]
fn registers_and_numbers_touch_what_they_name() {
    let body = "
func.func @f(%x: !pto.ptr<i32, gm>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %bytes = arith.constant 32 : i64
  %far = arith.constant 512 : i64
  %p = pto.castptr %z : i64 -> !pto.ptr<i32, ub>
  %q = pto.castptr %far : i64 -> !pto.ptr<i32, ub>
  pto.mte_gm_ub %x, %p, %z, %bytes nburst(%two, %bytes, %far)
    : !pto.ptr<i32, gm>, !pto.ptr<i32, ub>, i64, i64, i64, i64, i64
  pto.vecscope {
    %some = pto.pset_b32 \"PAT_VL3\" : !pto.mask<b32>
    %a = pto.vlds %p[%c8] : !pto.ptr<i32, ub> -> !pto.vreg<64xi32>
    pto.vsts %a, %q[%c0], %some : !pto.vreg<64xi32>, !pto.ptr<i32, ub>, !pto.mask<b32>
  }
  %n = pto.load_scalar %q[%c3] : !pto.ptr<i32, ub> -> i32
  pto.store_scalar %n, %x[%c0] : !pto.ptr<i32, gm>, i32
  return
}";
    let args = vec![LaunchArg::Bytes(vec![0; 64])];
    let want = [
        "mte_gm_ub <gm0:0..32 >ub:0..32 <gm0:32..64 >ub:512..544",
        "pset_b32",
        "vlds <ub:32..288",
        "vsts >ub:512..524",
        "load_scalar <ub:524..528",
        "store_scalar >gm0:0..4",
    ];
    assert_eq!(footprints(body, Target::A5, args), want);
}

#[test]
fn boxed_tiles_touch_the_rows_of_their_boxes() {
    let body = "
!left = !pto.tile_buf<left, 16x32xf16, valid=2x17, blayout=col_major, slayout=row_major>
!mat = !pto.tile_buf<mat, 16x32xf16, valid=2x17, blayout=col_major, slayout=row_major>
func.func @f(%a: !mat, %b: !left) {
  pto.tmov ins(%a : !mat) outs(%b : !left)
  return
}";
    let args = vec![LaunchArg::Bytes(vec![0; 68]), LaunchArg::Bytes(vec![0; 68])];
    // Boxes of 16x16 elements, 512 bytes; a row of a box has 32 bytes, and the last column one element.
    let want = ["tmov <l1:0..64 <l1:512..514 <l1:544..546 >l0a:0..64 >l0a:512..514 >l0a:544..546"];
    assert_eq!(footprints(body, Target::A5, args), want);
}
