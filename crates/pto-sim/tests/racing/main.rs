//! Kernels whose blocks race give one result: that of blocks one after another, for any number of threads.

mod draw;
mod model;

use draw::{Draw, ELEMENTS, Kernel};
use model::After;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, Program, decode};

const KERNELS: usize = 1000;

/// What a run gave: what is there afterwards, its failure as text, and how many steps it took.
type Outcome = (After, Option<String>, u64);

/// Runs a kernel on some numbers of threads.
fn run(kernel: &Kernel, buffers: &[Vec<i32>; 2], threads: &[usize]) -> Vec<Outcome> {
    let text = kernel.text();
    let (module, found) = pto_ir::parse(&text);
    assert!(found.is_empty(), "{text}\n{found:?}");
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default())
        .unwrap_or_else(|(_, found)| panic!("{text}\n{found:?}"));
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = decode(&verified, None, numerics).expect("the kernel can run");
    threads.iter().map(|&threads| run_on(&program, kernel, buffers, threads)).collect()
}

fn run_on(
    program: &Program<'_>,
    kernel: &Kernel,
    buffers: &[Vec<i32>; 2],
    threads: usize,
) -> Outcome {
    let launch = Launch {
        blocks: kernel.blocks as u32,
        threads,
        gm_slack: kernel.slack,
        reference: kernel.reference,
        ..Launch::default()
    };
    let bytes = |b: &Vec<i32>| LaunchArg::Bytes(b.iter().flat_map(|x| x.to_le_bytes()).collect());
    let mut args = buffers.each_ref().map(bytes);
    let outcome = program.run(&mut args, &launch);
    let buffers = args.each_ref().map(numbers);
    match outcome {
        Ok(r) => {
            let after = After { buffers, printed: r.printed, failed: None, overran: r.overran };
            (after, None, r.steps)
        }
        Err(d) => {
            let block = (0..kernel.blocks)
                .find(|b| d.notes.iter().any(|n| n.starts_with(&format!("in block {b} of"))));
            assert!(block.is_some(), "{d:?}");
            let after = After { buffers, printed: Vec::new(), failed: block, overran: false };
            (after, Some(format!("{d:?}")), 0)
        }
    }
}

fn numbers(arg: &LaunchArg) -> Vec<i32> {
    let bytes = arg.bytes().unwrap_or_default();
    bytes.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four)).collect()
}

#[test]
fn racing_kernels_give_what_blocks_in_order_give() {
    let mut draw = Draw(7);
    let (mut failed, mut done, mut overran) = (0, 0, 0);
    for i in 0..KERNELS {
        let kernel = Kernel::draw(&mut draw);
        let buffers = [0, 1].map(|_| (0..ELEMENTS).map(|_| draw.below(1 << 20) as i32).collect());
        let want = model::run(&kernel, &buffers);
        let got = run(&kernel, &buffers, &[1, 2, 8]);
        assert!(got[0].0 == want, "kernel {i}, blocks in order:\n{}", kernel.text());
        assert!(got[1] == got[0], "kernel {i}, two threads:\n{}", kernel.text());
        assert!(got[2] == got[0], "kernel {i}, eight threads:\n{}", kernel.text());
        failed += usize::from(want.failed.is_some());
        done += usize::from(want.failed.is_none());
        overran += usize::from(want.overran);
    }
    // All kinds of runs are among them.
    assert!(
        failed > KERNELS / 10 && done > KERNELS / 2 && overran > 10,
        "{failed} {done} {overran}"
    );
}

/// Runs a kernel of two buffers of 4096 numbers, all of them zero, on 1, 2 and 8 threads.
fn run_text(text: &str, blocks: u32) -> [Vec<i32>; 2] {
    let (module, found) = pto_ir::parse(text);
    assert!(found.is_empty(), "{found:?}");
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default())
        .unwrap_or_else(|(_, found)| panic!("{found:?}"));
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = decode(&verified, None, numerics).expect("the kernel can run");
    let results = [1, 2, 8].map(|threads| {
        let mut args = [0, 1].map(|_| LaunchArg::Bytes(vec![0; 4 * 4096]));
        let launch = Launch { blocks, threads, ..Launch::default() };
        program.run(&mut args, &launch).unwrap_or_else(|d| panic!("{d:?}"));
        args.each_ref().map(numbers)
    });
    assert!(results[0] == results[1] && results[0] == results[2]);
    results.into_iter().next().expect("three results")
}

/// A block that loops until a block before it has written would go on for ever with what was there first.
#[test]
fn a_block_that_reads_too_early_is_stopped_in_its_loop() {
    // The flag is loaded once, so that the loop touches no memory.
    let text = "func.func @k(%x: !pto.ptr<i32, gm>, %y: !pto.ptr<i32, gm>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %many = arith.constant 100000 : index
  %one = arith.constant 1 : i32
  %b = pto.get_block_idx
  %block = arith.index_cast %b : i64 to index
  %first = arith.cmpi eq, %block, %c0 : index
  scf.if %first {
    scf.for %i = %c0 to %many step %c1 {
    }
    pto.store_scalar %one, %x[%c0] : !pto.ptr<i32, gm>, i32
  } else {
    %flag = pto.load_scalar %x[%c0] : !pto.ptr<i32, gm> -> i32
    scf.while : () -> () {
      %missing = arith.cmpi ne, %flag, %one : i32
      scf.condition(%missing)
    } do {
      scf.yield
    }
    pto.store_scalar %one, %y[%block] : !pto.ptr<i32, gm>, i32
  }
  return
}";
    let [x, y] = run_text(text, 9);
    assert_eq!((x[0], &y[..10]), (1, &[0, 1, 1, 1, 1, 1, 1, 1, 1, 0][..]));
}

/// Every block adds to what all blocks before it have left.
#[test]
fn sums_of_all_blocks_before_are_in_order() {
    let text = "func.func @k(%x: !pto.ptr<i32, gm>, %y: !pto.ptr<i32, gm>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %b = pto.get_block_idx
  %block = arith.index_cast %b : i64 to index
  %old = pto.load_scalar %x[%c0] : !pto.ptr<i32, gm> -> i32
  %new = arith.addi %old, %one : i32
  pto.store_scalar %new, %x[%c0] : !pto.ptr<i32, gm>, i32
  pto.store_scalar %new, %y[%block] : !pto.ptr<i32, gm>, i32
  return
}";
    let [x, y] = run_text(text, 1000);
    assert_eq!(x[0], 1000);
    assert_eq!(y[..1000], (1..=1000).collect::<Vec<i32>>());
}

/// All blocks store their number to the same place: what the last one stores stays.
#[test]
fn of_equal_places_the_last_block_counts() {
    let text = "!tile = !pto.tile_buf<vec, 8x64xi32>
!all = !pto.tensor_view<8x64xi32>
!part = !pto.partition_tensor_view<8x64xi32>
func.func @k(%x: !pto.ptr<i32, gm>, %y: !pto.ptr<i32, gm>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %v = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] : !all
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c64] : !all -> !part
  %b = pto.get_block_idx
  %block = arith.trunci %b : i64 to i32
  %tile = pto.alloc_tile : !tile
  pto.texpands ins(%block : i32) outs(%tile : !tile)
  pto.tstore ins(%tile : !tile) outs(%p : !part)
  return
}";
    let [x, _] = run_text(text, 64);
    assert!(x[..512].iter().all(|&n| n == 63) && x[512..].iter().all(|&n| n == 0));
}
