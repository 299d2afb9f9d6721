//! Lowering and C++ take time in proportion to a program, whatever it has many of: eight times the program may take three
//! times eight times as long, where a square would take sixty-four.

use pto_isa::Target;
use pto_lower::{EmitOptions, Options};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

const SMALL: usize = 200;
const TIMES: usize = 8;
const LIMIT: u32 = 24;

/// Makes a program of a size.
type Make = fn(usize) -> String;
/// Works on a program; whether that went well.
type Work = dyn Fn(&str) -> bool;

/// Functions that have nothing to do with each other.
fn functions(n: usize) -> String {
    let tile = "!pto.tile_buf<vec, 16x64xf32>";
    let mut text = String::from("module {\n");
    for i in 0..n {
        let _ = writeln!(
            text,
            "  func.func @f{i}(%a: {tile}, %b: {tile}) {{\n    pto.tabs ins(%a : {tile}) outs(%b : {tile})\n    return\n  }}"
        );
    }
    text + "}\n"
}

/// Functions of which each calls those that `callees` says, by number.
fn calling(n: usize, callees: impl Fn(usize) -> Vec<usize>) -> String {
    let mut text = String::from("module {\n");
    for i in 0..n {
        let _ = writeln!(text, "  func.func @f{i}() {{");
        for callee in callees(i).into_iter().filter(|&c| c < n) {
            let _ = writeln!(text, "    func.call @f{callee}() : () -> ()");
        }
        text.push_str("    return\n  }\n");
    }
    text + "}\n"
}

fn chain(n: usize) -> String {
    calling(n, |i| i.checked_sub(1).into_iter().collect())
}

fn tree(n: usize) -> String {
    calling(n, |i| vec![2 * i + 1, 2 * i + 2])
}

/// Values of one function that have one name in C++ but for a number.
fn values(n: usize) -> String {
    let mut text = String::from("module {\n  func.func @f(%n: i32) {\n");
    for i in 0..n {
        let name = format!("x{}{}", ".".repeat(1 + i / 64), "$".repeat(1 + i % 64));
        let _ = writeln!(text, "    %{name} = arith.addi %n, %n : i32");
    }
    text + "    return\n  }\n}\n"
}

/// Pairs of functions with a queue between them.
fn queues(n: usize) -> String {
    let (acc, tile) = (
        "!pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>",
        "!pto.tile_buf<vec, 16x16xf32>",
    );
    let open = "{id = 0, dir_mask = 1, slot_size = 1024} (c2v_consumer_buf = %at : i32, v2c_consumer_buf = %none : i32)";
    let mut text = String::from("module {\n");
    for i in 0..n {
        let _ = writeln!(
            text,
            "  func.func @cube{i}() attributes {{pto.kernel_kind = #pto.kernel_kind<cube>}} {{
    %at = pto.import_reserved_buffer {{name = \"fifo\", peer_func = @vector{i}}} -> i32
    %none = arith.constant 0 : i32
    pto.aic_initialize_pipe {open}
    %acc = pto.alloc_tile : {acc}
    pto.tpush_to_aiv(%acc : {acc}) {{id = 0, split = 0}}
    return
  }}
  func.func @vector{i}() attributes {{pto.kernel_kind = #pto.kernel_kind<vector>}} {{
    %at = pto.reserve_buffer {{name = \"fifo\", size = 8192, location = #pto.address_space<vec>, auto = true}} -> i32
    %none = arith.constant 0 : i32
    pto.aiv_initialize_pipe {open}
    %t = pto.tpop_from_aic {{id = 0, split = 0}} -> {tile}
    pto.tfree_from_aic {{id = 0, split = 0}}
    return
  }}"
        );
    }
    text + "}\n"
}

/// Numbers that are twice the one before, of which the last chooses an event: followed along each path, there are 2^n of them.
fn doubled(n: usize) -> String {
    let mut text =
        String::from("module {\n  func.func @f(%x0: i32) {\n    %two = arith.constant 2 : i32\n");
    for i in 0..n {
        let _ = writeln!(text, "    %x{} = arith.addi %x{i}, %x{i} : i32", i + 1);
    }
    let _ = writeln!(text, "    %r = arith.remui %x{n}, %two : i32");
    text += "    %e = arith.index_cast %r : i32 to index\n";
    text += "    pto.set_flag_dyn [<PIPE_MTE2>, <PIPE_V>, %e]\n    pto.wait_flag_dyn [<PIPE_MTE2>, <PIPE_V>, %e]\n";
    text + "    return\n  }\n}\n"
}

/// Processor time of this thread, which other processes hardly change; elsewhere than on Linux the time of the clock.
fn thread_time(begin: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|n| n.parse().ok());
    nanos.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

fn least(work: impl Fn() -> bool) -> Duration {
    let begin = Instant::now();
    let time = || {
        let start = thread_time(begin);
        assert!(work());
        thread_time(begin) - start
    };
    (0..3).map(|_| time()).min().unwrap_or_default()
}

#[test]
fn time_grows_with_the_program() {
    let shapes: [(&str, Make); 6] = [
        ("numbers used twice", doubled),
        ("functions", functions),
        ("a chain of calls", chain),
        ("a tree of calls", tree),
        ("values", values),
        ("queues", queues),
    ];
    for (what, make) in shapes {
        let (small, large) = (make(SMALL), make(SMALL * TIMES));
        let lower = |text: &str| pto_lower::lower(text, Target::A5, &Options::default()).is_ok();
        let emit = |text: &str| pto_lower::emit(text, Target::A5, &EmitOptions::default()).is_ok();
        let works: [(&str, &Work); 2] = [("lower", &lower), ("emit", &emit)];
        for (name, work) in works {
            let (a, b) = (least(|| work(&small)), least(|| work(&large)));
            assert!(
                b < a * LIMIT,
                "{name}, {what}: {a:?} for {SMALL}, {b:?} for {}",
                SMALL * TIMES
            );
        }
    }
}
