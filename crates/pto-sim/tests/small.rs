//! Small programs that reach each family of kernels: their results are those of the definitions. They are as small as they are so that
//! Miri, which is thousands of times slower than the machine, can run them (`.ci/miri`).

use pto_check::{Options, verify};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Dim, Target};
use pto_sim::{Launch, LaunchArg, Param, decode};
use pto_smith::{Choices, compare};

/// A tile in the unified buffer.
fn tile(shape: &str) -> String {
    format!("!pto.tile_buf<vec, {shape}>")
}

/// A kernel with one instruction, whose operands are its parameters.
fn kernel(op: &str, ins: &[&str], outs: &[&str]) -> String {
    let (ins, outs) =
        (ins.iter().map(|t| tile(t)).collect(), outs.iter().map(|t| tile(t)).collect());
    one(op, ins, outs)
}

fn one(op: &str, ins: Vec<String>, outs: Vec<String>) -> String {
    let named = |from: usize, types: &[String]| -> Vec<String> {
        (from..from + types.len()).map(|i| format!("%p{i}")).collect()
    };
    let (a, b) = (named(0, &ins), named(ins.len(), &outs));
    let params: Vec<String> =
        a.iter().chain(&b).zip(ins.iter().chain(&outs)).map(|(n, t)| format!("{n}: {t}")).collect();
    format!(
        "func.func @f({}) {{\n  pto.{op} ins({} : {}) outs({} : {})\n  return\n}}\n",
        params.join(", "),
        a.join(", "),
        ins.join(", "),
        b.join(", "),
        outs.join(", ")
    )
}

/// Runs a program by kernels and by definitions, on one thread and on two. Some of it is done by kernels.
fn run(text: &str, target: Target, blocks: u32) {
    let (module, found) = pto_ir::parse(text);
    assert!(found.iter().all(|d| !d.is_error()), "{}\n{text}", found[0].message);
    let (verified, _) = verify(module, target, &Options::default())
        .unwrap_or_else(|(_, found)| panic!("{}\n{text}", found[0].message));
    let program = decode(&verified, None, Numerics::new(target, Semantics::Manual))
        .unwrap_or_else(|e| panic!("{}\n{text}", e.message));
    let mut choices = Choices::seeded(7);
    let argument = |p: Param| match p {
        Param::Number(_) => LaunchArg::Number(3),
        Param::Buffer(_) => {
            LaunchArg::Bytes((0..1024).map(|_| choices.bits() as u8 & 0x3F).collect())
        }
        Param::Tile(t) => {
            let extent = |valid: Dim, whole: u32| valid.known().unwrap_or(whole);
            let bits = extent(t.valid_rows, t.rows) * extent(t.valid_cols, t.cols) * t.dtype.bits();
            LaunchArg::Bytes((0..bits / 8).map(|_| choices.bits() as u8 & 0x3F).collect())
        }
    };
    let args: Vec<LaunchArg> = program.params().map(argument).collect();
    let mut fast = false;
    for threads in 1..=blocks.min(2) as usize {
        let launch = Launch { blocks, threads, ..Launch::default() };
        match compare(&program, &args, &launch, true) {
            Ok(same) => {
                assert_eq!(same.trap, None, "{text}");
                fast |= same.ops.iter().any(|(_, s)| s.fast > 0);
            }
            Err(difference) => panic!("{difference}\n{text}"),
        }
    }
    // Kernels on registers are for machines with AVX2, which Miri need not be.
    assert!(fast || cfg!(miri), "no kernel computes\n{text}");
}

#[test]
fn elements_one_by_one() {
    for op in ["tadd", "tmul", "tmax"] {
        for shape in ["2x8xf32", "2x16xf16", "2x8xi32", "2x16xi16", "4x16xf32, valid=3x13"] {
            run(&kernel(op, &[shape, shape], &[shape]), Target::CPU, 1);
        }
    }
    run(&kernel("texp", &["1x8xf32"], &["1x8xf32"]), Target::CPU, 1);
    let column = "8x1xf32, blayout=col_major";
    run(&kernel("trowexpandadd", &["8x8xf32", column], &["8x8xf32"]), Target::CPU, 1);
}

#[test]
fn rows_and_columns_are_reduced() {
    for op in ["trowsum", "trowmax", "trowmin"] {
        for d in ["f32", "i32"] {
            let (from, to) =
                (format!("8x16x{d}, valid=8x13"), format!("8x1x{d}, blayout=col_major"));
            run(&kernel(op, &[&from, &from], &[&to]), Target::A5, 1);
        }
    }
    for op in ["tcolmax", "tcolmin"] {
        for d in ["f32", "f16", "i32"] {
            let (from, to) = (format!("4x16x{d}"), format!("1x16x{d}"));
            run(&kernel(op, &[&from], &[&to]), Target::CPU, 1);
        }
    }
    let outs = "1x8xi32";
    run(&kernel("tcolargmin", &["4x8xf32", "1x192xf32"], &[outs]), Target::CPU, 1);
    run(
        &kernel("trowargmax", &["8x16xf32", "1x8xf32"], &["8x1xui32, blayout=col_major"]),
        Target::CPU,
        1,
    );
}

#[test]
fn elements_are_moved_and_converted() {
    run(&kernel("tmov", &["4x8xf32"], &["4x8xf32"]), Target::CPU, 1);
    run(&kernel("ttrans", &["16x16xf32"], &["16x16xf32"]), Target::CPU, 1);
    run(&kernel("ttrans", &["32x32xi8"], &["32x32xi8"]), Target::CPU, 1);
    for (from, to) in
        [("f32", "f16"), ("f16", "f32"), ("f32", "i32"), ("f32", "bf16"), ("i32", "f32")]
    {
        run(&kernel("tcvt", &[&format!("2x16x{from}")], &[&format!("2x16x{to}")]), Target::CPU, 1);
    }
}

#[test]
fn matrices_are_multiplied() {
    let nz = "blayout=col_major, slayout=row_major";
    let ins = vec![
        format!("!pto.tile_buf<left, 16x16xf16, {nz}>"),
        "!pto.tile_buf<right, 16x16xf16, slayout=col_major>".to_string(),
    ];
    let outs = vec![format!("!pto.tile_buf<acc, 16x16xf32, {nz}, fractal=1024>")];
    run(&one("tmatmul", ins, outs), Target::A5, 1);
}

/// Blocks on two threads load and store parts of the same buffers: each its own row, all the same first one.
#[test]
fn blocks_share_global_memory() {
    let text = "
!tile = !pto.tile_buf<vec, 1x8xf32>
!view = !pto.tensor_view<8x8xf32>
!part = !pto.partition_tensor_view<1x8xf32>
func.func @f(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %block = pto.get_block_idx
  %b = arith.index_cast %block : i64 to index
  %vx = pto.make_tensor_view %x, shape = [%c8, %c8], strides = [%c8, %c1] : !view
  %vy = pto.make_tensor_view %y, shape = [%c8, %c8], strides = [%c8, %c1] : !view
  %px = pto.partition_view %vx, offsets = [%b, %c0], sizes = [%c1, %c8] : !view -> !part
  %py = pto.partition_view %vy, offsets = [%b, %c0], sizes = [%c1, %c8] : !view -> !part
  %first = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c1, %c8] : !view -> !part
  %a = pto.alloc_tile : !tile
  %d = pto.alloc_tile : !tile
  pto.tload ins(%px : !part) outs(%a : !tile)
  pto.tload ins(%first : !part) outs(%d : !tile)
  pto.tadd ins(%a, %d : !tile, !tile) outs(%a : !tile)
  pto.tstore ins(%a : !tile) outs(%py : !part)
  pto.tstore ins(%a : !tile) outs(%first : !part)
  return
}
";
    run(text, Target::A5, 3);
}

#[test]
fn registers_are_loaded_combined_and_stored() {
    let text = "
func.func @f(%s: !pto.tile_buf<vec, 1x128xf32>, %d: !pto.tile_buf<vec, 1x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  pto.vecscope {
    %sp = pto.tile_buf_addr %s : !pto.tile_buf<vec, 1x128xf32> -> !pto.ptr<f32, ub>
    %dp = pto.tile_buf_addr %d : !pto.tile_buf<vec, 1x64xf32> -> !pto.ptr<f32, ub>
    %all = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>
    %some = pto.pset_b32 \"PAT_M4\" : !pto.mask<b32>
    %x = pto.vlds %sp[%c0] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
    %y = pto.vlds %sp[%c64] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
    %z = pto.vadd %x, %y, %all : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
    %w = pto.vmax %z, %y, %some : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
    pto.vsts %w, %dp[%c0], %some : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
  }
  return
}
";
    run(text, Target::A5, 1);
}
