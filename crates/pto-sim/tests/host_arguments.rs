//! Launches over memory of the caller: read and written in place, also where two parameters share bytes.

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{HostBuffer, Launch, LaunchArg, Report, decode};

/// `y = x + 1` in blocks of 64 numbers.
const ADD_ONE: &str = "!tile = !pto.tile_buf<vec, 1x64xi32>
!part = !pto.partition_tensor_view<1x64xi32>
!view = !pto.tensor_view<?x?xi32>
module {
  func.func @add_one(%x: !pto.ptr<i32, gm>, %y: !pto.ptr<i32, gm>, %rows: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %block = pto.get_block_idx
    %row = arith.index_cast %block : i64 to index
    %xv = pto.make_tensor_view %x, shape = [%rows, %c64], strides = [%c64, %c1] : !view
    %yv = pto.make_tensor_view %y, shape = [%rows, %c64], strides = [%c64, %c1] : !view
    %xp = pto.partition_view %xv, offsets = [%row, %c0], sizes = [%c1, %c64] : !view -> !part
    %yp = pto.partition_view %yv, offsets = [%row, %c0], sizes = [%c1, %c64] : !view -> !part
    %t = pto.alloc_tile : !tile
    pto.tload ins(%xp : !part) outs(%t : !tile)
    pto.tadds ins(%t, %one : !tile, i32) outs(%t : !tile)
    pto.tstore ins(%t : !tile) outs(%yp : !part)
    return
  }
}
";

fn run(args: &mut [LaunchArg<'_>], blocks: u32, threads: usize) -> Result<Report, String> {
    let (module, found) = pto_ir::parse(ADD_ONE);
    assert!(found.is_empty(), "{found:?}");
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
    let program = decode(&verified, None, Numerics::new(Target::A5, Semantics::Manual)).unwrap();
    let launch = Launch { blocks, threads, ..Launch::default() };
    program.run(args, &launch).map_err(|d| d.message)
}

fn numbers(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four)).collect()
}

fn counted(count: i32) -> Vec<u8> {
    (0..count).flat_map(i32::to_le_bytes).collect()
}

#[test]
fn results_are_in_the_memory_of_the_caller() {
    let (x, mut y) = (counted(256), vec![0u8; 1024]);
    let place = y.as_ptr();
    let read = LaunchArg::Host(HostBuffer::Read(&x));
    let write = LaunchArg::Host(HostBuffer::Write(&mut y));
    run(&mut [read, write, LaunchArg::Number(4)], 4, 2).unwrap();
    assert_eq!(numbers(&y), (1..=256).collect::<Vec<_>>());
    assert_eq!(y.as_ptr(), place);
}

#[test]
fn what_may_only_be_read_is_not_written() {
    let (x, y) = (counted(64), counted(64));
    let [first, second] = [&x, &y].map(|bytes| LaunchArg::Host(HostBuffer::Read(bytes)));
    let message = run(&mut [first, second, LaunchArg::Number(1)], 1, 1).unwrap_err();
    assert!(message.contains("may only be read"), "{message}");
    assert_eq!(y, counted(64));
}

/// Block `b` stores where block `b + 1` loads: the result is that of blocks in order, for any number of threads.
#[test]
fn parameters_over_the_same_bytes_see_each_other() {
    let in_order: Vec<i32> =
        (0..64 * 9).map(|i| if i < 64 { i } else { i % 64 + i / 64 }).collect();
    for threads in [1, 2, 8] {
        let mut x = counted(64 * 9);
        let shared = LaunchArg::Within { arg: 0, offset_bytes: 256 };
        let whole = LaunchArg::Host(HostBuffer::Write(&mut x));
        run(&mut [whole, shared, LaunchArg::Number(8)], 8, threads).unwrap();
        assert_eq!(numbers(&x), in_order, "{threads} threads");
    }
    let mut x = counted(64 * 8);
    let same = LaunchArg::Within { arg: 0, offset_bytes: 0 };
    let mut args = [LaunchArg::Bytes(std::mem::take(&mut x)), same, LaunchArg::Number(8)];
    run(&mut args, 8, 2).unwrap();
    assert_eq!(numbers(args[0].bytes().unwrap()), (1..=512).collect::<Vec<_>>());
}

#[test]
fn memory_that_is_shared_is_that_of_another_buffer() {
    let within = |arg, offset_bytes| LaunchArg::Within { arg, offset_bytes };
    let bytes = || LaunchArg::Bytes(counted(64));
    for (first, second) in [
        (within(0, 0), bytes()),
        (bytes(), within(0, 257)),
        (bytes(), within(2, 0)),
        (bytes(), within(9, 0)),
    ] {
        let message = run(&mut [first, second, LaunchArg::Number(1)], 1, 1).unwrap_err();
        assert!(message.contains("which is no buffer of that size"), "{message}");
    }
    let mut args = [within(1, 0), bytes(), LaunchArg::Number(1)];
    run(&mut args, 1, 1).unwrap();
    assert_eq!(numbers(args[1].bytes().unwrap()), (1..=64).collect::<Vec<_>>());
}
