//! How fast and how lean reading and checking are. Prints a table and one line of JSON.
//!
//! `cargo bench -p pto-cli` measures on one core; each figure is a median.
#![allow(unsafe_code)] // only the counting allocator

use pto_check::{Options, check};
use pto_isa::Target;
use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// The system's allocator, counting bytes in use and their peak.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    PEAK.fetch_max(IN_USE.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every call goes to `System` unchanged; only counters are touched besides.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller promises what the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller promises what the system's allocator asks for.
        unsafe { System.dealloc(at, layout) }
    }
    // A block that grows may live twice for a moment.
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size);
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller promises what the system's allocator asks for.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How tile types are spelled in a generated program.
#[derive(Clone, Copy)]
enum Spelling {
    Compact,
    Keyed,
}

fn tile(spelling: Spelling, rows: u32, cols: u32) -> String {
    match spelling {
        Spelling::Compact => format!("!pto.tile_buf<vec, {rows}x{cols}xf32>"),
        Spelling::Keyed => format!(
            "!pto.tile_buf<loc=vec, dtype=f32, rows={rows}, cols={cols}, v_row={rows}, v_col={cols}, \
             blayout=row_major, slayout=none_box, fractal=512, pad=0>"
        ),
    }
}

/// A legal program of `ops` instructions: functions of ten steps that load, compute and store.
fn program(spelling: Spelling, ops: usize) -> String {
    let mut s = String::from("module attributes {pto.target_arch = \"a5\"} {\n");
    let shapes = [(16, 64), (32, 32), (8, 128), (64, 16)];
    let mut written = 0;
    for function in 0.. {
        if written >= ops {
            break;
        }
        let (rows, cols) = shapes[function % shapes.len()];
        let t = tile(spelling, rows, cols);
        let view = format!("!pto.partition_tensor_view<{rows}x{cols}xf32>");
        let _ =
            writeln!(s, "  func.func @kernel_{function}(%src: {view}, %out: {view}, %k: f32) {{");
        for step in 0..10 {
            let (a, b, c) = (format!("%a{step}"), format!("%b{step}"), format!("%c{step}"));
            for name in [&a, &b, &c] {
                let _ = writeln!(s, "    {name} = pto.alloc_tile : {t}");
            }
            let _ = writeln!(s, "    pto.tload ins(%src : {view}) outs({a} : {t})");
            s.push_str("    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]\n");
            s.push_str("    pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]\n");
            let _ = writeln!(s, "    pto.tmuls ins({a}, %k : {t}, f32) outs({b} : {t})");
            let _ = writeln!(s, "    pto.tadd ins({a}, {b} : {t}, {t}) outs({c} : {t})");
            let _ = writeln!(s, "    pto.texp ins({c} : {t}) outs({c} : {t})");
            let _ = writeln!(s, "    pto.tstore ins({c} : {t}) outs(%out : {view})");
        }
        s.push_str("    return\n  }\n");
        written += 100;
    }
    s.push_str("}\n");
    s
}

/// A kernel of about `ops` instructions without synchronisation: loads, computes and stores, again and again.
fn large_kernel(ops: usize) -> String {
    let (tile, view) = (tile(Spelling::Compact, 16, 64), "!pto.partition_tensor_view<16x64xf32>");
    let whole = "!pto.tensor_view<16x64xf32>";
    let mut s = String::from(
        "module attributes {pto.target_arch = \"a5\"} {\n  \
         func.func @main(%p: !pto.ptr<f32, gm>, %q: !pto.ptr<f32, gm>) {\n",
    );
    for n in [0, 1, 16, 64] {
        let _ = writeln!(s, "    %n{n} = arith.constant {n} : index");
    }
    for (name, pointer) in [("src", "p"), ("out", "q")] {
        let _ = writeln!(
            s,
            "    %{name}_whole = pto.make_tensor_view %{pointer}, shape = [%n16, %n64], \
             strides = [%n64, %n1] : {whole}\n    \
             %{name} = pto.partition_view %{name}_whole, offsets = [%n0, %n0], \
             sizes = [%n16, %n64] : {whole} -> {view}"
        );
    }
    for step in 0..ops / 8 {
        let [a, b, c] = ["a", "b", "c"].map(|name| format!("%{name}{step}"));
        for name in [&a, &b, &c] {
            let _ = writeln!(s, "    {name} = pto.alloc_tile : {tile}");
        }
        let _ = writeln!(s, "    pto.tload ins(%src : {view}) outs({a} : {tile})");
        let _ = writeln!(s, "    pto.tmul ins({a}, {a} : {tile}, {tile}) outs({b} : {tile})");
        let _ = writeln!(s, "    pto.tadd ins({a}, {b} : {tile}, {tile}) outs({c} : {tile})");
        let _ = writeln!(s, "    pto.texp ins({c} : {tile}) outs({c} : {tile})");
        let _ = writeln!(s, "    pto.tstore ins({c} : {tile}) outs(%out : {view})");
    }
    s.push_str("    return\n  }\n}\n");
    s
}

/// Seconds on the processor and peak bytes of a command on a file.
fn command_on(file: &std::path::Path, words: &[&str]) -> (f64, f64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pto"));
    command.arg(words[0]).arg(file).args(&words[1..]).args(["--max-seconds", "0"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let done = child.expect("the command starts").wait4().expect("the command ends");
    assert!(done.status.success(), "{words:?}");
    let used = done.rusage;
    ((used.utime + used.stime).as_secs_f64(), used.maxrss as f64)
}

/// The commands on a kernel of this many instructions: name, seconds, bytes.
fn commands_on(ops: usize) -> Vec<(&'static str, f64, f64)> {
    let folder = std::env::temp_dir();
    let [file, lowered] = ["pto", "lowered.pto"]
        .map(|end| folder.join(format!("pto-bench-large-{}.{end}", std::process::id())));
    std::fs::write(&file, large_kernel(ops)).expect("a file in the temporary directory");
    let to = lowered.to_string_lossy();
    let args = ["--arg", "zeros:4096", "--arg", "zeros:4096"];
    let commands: [(&str, Vec<&str>); 4] = [
        ("check", vec!["check"]),
        ("lower", vec!["lower", "-o", &to]),
        ("cost", [&["cost"][..], &args].concat()),
        ("run", [&["run"][..], &args].concat()),
    ];
    let measured = commands.map(|(name, words)| {
        let (seconds, bytes) = command_on(&file, &words);
        (name, seconds, bytes)
    });
    for path in [&file, &lowered] {
        let _ = std::fs::remove_file(path);
    }
    measured.to_vec()
}

fn parse(text: &str) -> pto_ir::Module {
    let (module, found) = pto_ir::parse(text);
    assert!(!pto_check::has_errors(&found), "{}", found[0].message);
    black_box(module)
}

fn parse_and_check(text: &str) {
    let module = parse(text);
    let found = check(&module, Target::A5, &Options::default());
    assert!(found.is_empty(), "{}", found[0].message);
    black_box(&module);
}

/// Seconds this thread has run; other work on the machine does not count. Elsewhere than on Linux, the clock.
fn now(start: Instant) -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ran = stat.split_whitespace().next().and_then(|n| n.parse().ok());
    ran.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

/// Median seconds of a run, by the clock.
fn time(runs: usize, mut f: impl FnMut()) -> f64 {
    f();
    let one = |_| {
        let start = Instant::now();
        f();
        start.elapsed()
    };
    median((0..runs).map(one).collect())
}

/// Median seconds of a run on its core.
fn core_time(runs: usize, mut f: impl FnMut()) -> f64 {
    f();
    let one = |_| {
        let start = Instant::now();
        let before = now(start);
        f();
        now(start) - before
    };
    median((0..runs).map(one).collect())
}

/// Most bytes in use at once while `f` runs, beyond what was in use before.
fn peak(f: impl FnOnce()) -> usize {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    f();
    PEAK.load(Relaxed) - before
}

/// Median seconds of `pto check` on a small kernel, and of a process that does nothing.
fn processes() -> (f64, f64) {
    let body = program(Spelling::Compact, 100);
    let lines: Vec<&str> = body.lines().collect();
    let kernel = [&lines[..58], &["    return", "  }", "}"]].concat().join("\n");
    let path = std::env::temp_dir().join(format!("pto-bench-{}.pto", std::process::id()));
    std::fs::write(&path, kernel).expect("a file in the temporary directory");
    let run = |program: &str, args: &[&std::ffi::OsStr]| {
        let status = Command::new(program).args(args).stdout(Stdio::null()).status();
        assert!(status.expect("the program starts").success(), "{program}");
    };
    let pto = env!("CARGO_BIN_EXE_pto");
    let check = time(50, || run(pto, &["check".as_ref(), path.as_os_str()]));
    let empty = time(50, || run("/bin/true", &[]));
    let _ = std::fs::remove_file(&path);
    (check, empty)
}

fn main() {
    let mut json = Vec::new();
    let mut row = |name: &str, value: f64, unit: &str, goal: &str| {
        println!("{name:44} {value:9.2} {unit:14} {goal}");
        json.push(format!("\"{name}\": {value:.3}"));
    };
    for (spelling, name) in [(Spelling::Compact, "compact"), (Spelling::Keyed, "keyed")] {
        let (small, large) = (program(spelling, 100_000), program(spelling, 200_000));
        let megabytes = small.len() as f64 / 1e6;
        let read = core_time(9, || drop(parse(&small)));
        let whole = core_time(9, || parse_and_check(&small));
        row(&format!("parse, {name} types"), megabytes / read, "MB/s", "");
        row(
            &format!("parse + check, {name} types"),
            megabytes / whole,
            "MB/s",
            "goal: >= 150 (compact)",
        );
        row(&format!("microseconds per op, {name} types"), whole * 1e6 / 1e5, "us", "");
        let twice = core_time(9, || parse_and_check(&large));
        row(&format!("time of 200k / 100k ops, {name} types"), twice / whole, "x", "goal: <= 2.2");
        let bytes = peak(|| parse_and_check(&small)) as f64;
        let goal = "goal: < 10";
        row(
            &format!("peak memory, {name} types"),
            bytes / small.len() as f64,
            "bytes per byte",
            goal,
        );
    }
    let (check, empty) = processes();
    row("pto check, 60 lines", check * 1e3, "ms", "goal: a few");
    row("pto check / empty process", check / empty, "x", "goal: <= 2");
    let twenty = commands_on(20_000);
    row("pto lower, 20k ops", twenty[1].1, "s", "goal: <= 0.15");
    let (quarter, million) = (commands_on(250_000), commands_on(1_000_000));
    for ((name, seconds, bytes), (_, less_seconds, less_bytes)) in million.into_iter().zip(quarter)
    {
        row(&format!("pto {name}, 1M ops"), seconds, "s", "");
        row(&format!("pto {name}, 1M ops, memory"), bytes / 1e6, "MB", "");
        row(
            &format!("time of 1M / 250k ops, pto {name}"),
            seconds / less_seconds,
            "x",
            "goal: <= 4.8",
        );
        row(
            &format!("memory of 1M / 250k ops, pto {name}"),
            bytes / less_bytes,
            "x",
            "goal: <= 4.4",
        );
    }
    println!("{{{}}}", json.join(", "));
}
