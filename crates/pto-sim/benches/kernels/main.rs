//! How fast tile instructions run: time per instruction against a plain Rust loop over slices, in one
//! process, on one thread; whole kernels against numpy; and what a checked run
//! and a shadow cost against a plain one. Prints name, ratio and limit, and fails past a limit.
//!
//! The plain loops are compiled for the same CPU features as the kernels (AVX2, FMA, F16C where the CPU has
//! them). A kernel is timed as a program: a loop of many instructions, through decode and dispatch, so the
//! ratio is what a user of `pto run` sees. Minimum of interleaved repetitions of processor time, because the machine may be
//! busy; only what two threads gain is measured by the wall clock.

mod checked;
mod clock;
mod numpy;
mod observed;
mod plain;
mod program;
mod shadowed;
mod virtual_registers;

use clock::thread_nanos;
use observed::Buffers;
use program::{Example, Kernel};
use pto_isa::Target;
use std::hint::black_box;

/// One comparison.
struct Row {
    name: &'static str,
    limit: f64,
    ratio: f64,
    nanos: f64,
}

/// Nanoseconds per call, the least of some repetitions.
fn time(rounds: usize, calls: usize, mut f: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = thread_nanos();
        for _ in 0..calls {
            f();
        }
        best = best.min((thread_nanos() - start) / calls as f64);
    }
    best
}

/// Times a kernel and its plain loop alternately. What a run costs besides the loop (filling the tiles) is
/// taken off by the difference of a long and a short one.
fn compare(name: &'static str, limit: f64, mut kernel: Kernel, mut plain: impl FnMut()) -> Row {
    // Short enough that some repetitions are not interrupted.
    let calls = (200_000.0 / time(3, 10, &mut plain).max(10.0)).ceil().max(4.0) as usize;
    let (mut short, mut long, mut p) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for _ in 0..100 {
        short = short.min(kernel.time(calls));
        p = p.min(time(1, calls, &mut plain));
        long = long.min(kernel.time(3 * calls));
    }
    let nanos = (long - short) / (2 * calls) as f64;
    Row { name, limit, ratio: nanos / p, nanos }
}

fn main() {
    let filter: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let wanted = |name: &str| filter.is_empty() || filter.iter().any(|f| name.contains(f.as_str()));
    let mut over = false;
    let mut show = |row: Row| {
        let Row { name, ratio, limit, nanos } = row;
        let mark = if ratio > limit { "  OVER" } else { "" };
        println!("{name:<28} {ratio:>7.2} (limit {limit:.2}) {nanos:>12.0} ns{mark}");
        over |= ratio > limit;
    };
    for (name, run) in BENCHES.iter().filter(|b| wanted(b.0)) {
        show(run(name));
    }
    for formula in numpy::FORMULAS {
        let name = |of: &str| -> &'static str { format!("{}-{of}", formula.name).leak() };
        let (against, two) = (name("against-numpy"), name("two-blocks"));
        if wanted(against) {
            show(formula.compare(against));
        }
        if !formula.is_memory_bound && wanted(two) {
            show(two_blocks(two, &(formula.example)()));
        }
    }
    for (name, example) in [
        ("gemm-f16-1024-two-blocks", Example::gemm("f16", 1024)),
        ("attention-two-blocks", Example::attention(2048)),
    ] {
        if wanted(name) {
            show(two_blocks(name, &example));
        }
    }
    if over {
        std::process::exit(1);
    }
}

/// Rows of the matrix; what is looked at once for each instruction weighs less the more there are.
const CHECKED_ROWS: usize = 512;

type Bench = (&'static str, fn(&'static str) -> Row);

const BENCHES: &[Bench] = &[
    ("tadd-f32-64x128", |n| tadd_f32(n, 64, 128)),
    ("tadd-f32-128x128", |n| tadd_f32(n, 128, 128)),
    ("tadd-i32-64x128", |n| tadd_i32(n, 64, 128)),
    ("tadd-i32-128x128", |n| tadd_i32(n, 128, 128)),
    ("tadd-f16-64x128", |n| tadd_half(n, "f16", plain::add_f16)),
    ("tadd-bf16-64x128", |n| tadd_half(n, "bf16", plain::add_bf16)),
    ("trowsum-f32-64x128", |n| trowsum(n, 64, 128)),
    ("trowsum-f32-8x1024", |n| trowsum(n, 8, 1024)),
    ("trowexpandadd-f32-64x128", trowexpandadd),
    ("tcolexpandadd-f32-64x128", tcolexpandadd),
    ("tcolargmin-f32-64x128", tcolargmin),
    ("texp-f32-64x128", texp),
    ("tcvt-f32-f16-64x128", tcvt),
    ("tload-f32-64x128", tload),
    ("tstore-f32-64x128", tstore),
    ("tmatmul-f32-128", |n| tmatmul(n, "f32", 1.1)),
    ("tmatmul-f16-128", |n| tmatmul(n, "f16", 1.4)),
    ("vadd-loop-16384", vadd_loop),
    ("vexp-loop-16384", vexp_loop),
    ("vmi-add-against-registers", virtual_registers::add_loop),
    ("vmi-mul-add-against-registers", virtual_registers::fused_loop),
    ("mad-f16-128", mad),
    ("softmax-8192x2048", softmax),
    ("gemm-f32-512-against-numpy", |n| numpy::gemm(n, "f32", 512)),
    ("gemm-f32-1024-against-numpy", |n| numpy::gemm(n, "f32", 1024)),
    ("gemm-f16-512-against-numpy", |n| numpy::gemm(n, "f16", 512)),
    ("gemm-f16-1024-against-numpy", |n| numpy::gemm(n, "f16", 1024)),
    ("attention-against-numpy", numpy::attention),
    ("shadow-softmax", |n| {
        shadowed::compare(n, Buffers::New, Target::A5, &Example::softmax(CHECKED_ROWS))
    }),
    ("shadow-softmax-in-memory", |n| {
        shadowed::compare(n, Buffers::InMemory, Target::A5, &Example::softmax(CHECKED_ROWS))
    }),
    ("softmax-checked-a2a3", |n| {
        checked::compare(n, Target::A2A3, &Example::softmax(CHECKED_ROWS))
    }),
    ("softmax-checked-a5", |n| checked::compare(n, Target::A5, &Example::softmax(CHECKED_ROWS))),
    ("gemm-checked-a5", |n| checked::compare(n, Target::A5, &Example::gemm("f16", 512))),
    ("attention-checked-a5", |n| checked::compare(n, Target::A5, &Example::attention(1024))),
    ("topk-checked-a5", |n| checked::compare(n, Target::A5, &Example::topk(CHECKED_ROWS))),
    ("vecscope-checked-a5", |n| {
        checked::compare(n, Target::A5, &Example::register_softmax(8 * CHECKED_ROWS))
    }),
    ("dispatch-tile-ns", dispatch_tile),
    ("dispatch-scalar-ns", dispatch_scalar),
    ("empty-kernel-us-per-block", empty_kernel),
];

fn numbers(n: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    (0..n)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state as f32 / u32::MAX as f32) * 4.0 - 2.0
        })
        .collect()
}

fn tadd_f32(name: &'static str, rows: usize, cols: usize) -> Row {
    let t = format!("!pto.tile_buf<vec, {rows}x{cols}xf32>");
    let kernel =
        Kernel::tiles(&[&t, &t, &t], &format!("pto.tadd ins(%t0, %t1 : {t}, {t}) outs(%t2 : {t})"));
    let n = rows * cols;
    let (a, b, mut d) = (numbers(n, 1), numbers(n, 2), vec![0.0; n]);
    compare(name, 1.25, kernel, || plain::add_f32(black_box(&mut d), black_box(&a), black_box(&b)))
}

fn tadd_i32(name: &'static str, rows: usize, cols: usize) -> Row {
    let t = format!("!pto.tile_buf<vec, {rows}x{cols}xi32>");
    let kernel =
        Kernel::tiles(&[&t, &t, &t], &format!("pto.tadd ins(%t0, %t1 : {t}, {t}) outs(%t2 : {t})"));
    let n = rows * cols;
    let (a, b, mut d) = (vec![3i32; n], vec![4i32; n], vec![0; n]);
    compare(name, 1.25, kernel, || plain::add_i32(black_box(&mut d), black_box(&a), black_box(&b)))
}

fn tadd_half(name: &'static str, ty: &str, plain: fn(&mut [u16], &[u16], &[u16])) -> Row {
    let t = format!("!pto.tile_buf<vec, 64x128x{ty}>");
    let kernel =
        Kernel::tiles(&[&t, &t, &t], &format!("pto.tadd ins(%t0, %t1 : {t}, {t}) outs(%t2 : {t})"));
    let n = 64 * 128;
    let (a, b, mut d) = (vec![0x3C00u16; n], vec![0x3801u16; n], vec![0; n]);
    compare(name, 1.5, kernel, || plain(black_box(&mut d), black_box(&a), black_box(&b)))
}

fn trowsum(name: &'static str, rows: usize, cols: usize) -> Row {
    let s = format!("!pto.tile_buf<vec, {rows}x{cols}xf32>");
    let d = format!("!pto.tile_buf<vec, {rows}x1xf32, blayout=col_major>");
    let kernel = Kernel::tiles(
        &[&s, &s, &d],
        &format!("pto.trowsum ins(%t0, %t1 : {s}, {s}) outs(%t2 : {d})"),
    );
    let (a, mut out) = (numbers(rows * cols, 1), vec![0.0; rows]);
    compare(name, 1.5, kernel, || plain::row_sums(black_box(&mut out), black_box(&a), cols))
}

fn trowexpandadd(name: &'static str) -> Row {
    let t = "!pto.tile_buf<vec, 64x128xf32>";
    let c = "!pto.tile_buf<vec, 64x1xf32, blayout=col_major>";
    let kernel = Kernel::tiles(
        &[t, c, t],
        &format!("pto.trowexpandadd ins(%t0, %t1 : {t}, {c}) outs(%t2 : {t})"),
    );
    let (a, b, mut d) = (numbers(64 * 128, 1), numbers(64, 2), vec![0.0; 64 * 128]);
    compare(name, 1.25, kernel, || {
        plain::row_expand_add(black_box(&mut d), black_box(&a), black_box(&b))
    })
}

fn tcolexpandadd(name: &'static str) -> Row {
    let t = "!pto.tile_buf<vec, 64x128xf32>";
    let r = "!pto.tile_buf<vec, 1x128xf32>";
    let kernel = Kernel::tiles(
        &[t, r, t],
        &format!("pto.tcolexpandadd ins(%t0, %t1 : {t}, {r}) outs(%t2 : {t})"),
    );
    let (a, b, mut d) = (numbers(64 * 128, 1), numbers(128, 2), vec![0.0; 64 * 128]);
    compare(name, 1.25, kernel, || {
        plain::col_expand_add(black_box(&mut d), black_box(&a), black_box(&b))
    })
}

fn tcolargmin(name: &'static str) -> Row {
    let s = "!pto.tile_buf<vec, 64x128xf32>";
    let d = "!pto.tile_buf<vec, 1x128xui32>";
    let kernel = Kernel::tiles(
        &[s, s, d],
        &format!("pto.tcolargmin ins(%t0, %t1 : {s}, {s}) outs(%t2 : {d})"),
    );
    let (a, mut out) = (numbers(64 * 128, 1), vec![0u32; 128]);
    let mut best = vec![0.0f32; 128];
    compare(name, 1.5, kernel, || {
        plain::col_argmin(black_box(&mut out), black_box(&mut best), black_box(&a));
    })
}

fn texp(name: &'static str) -> Row {
    let t = "!pto.tile_buf<vec, 64x128xf32>";
    let kernel = Kernel::tiles(&[t, t], &format!("pto.texp ins(%t0 : {t}) outs(%t1 : {t})"));
    let (a, mut d) = (numbers(64 * 128, 1), vec![0.0; 64 * 128]);
    compare(name, 2.0, kernel, || plain::exp_polynomial(black_box(&mut d), black_box(&a)))
}

fn tcvt(name: &'static str) -> Row {
    let s = "!pto.tile_buf<vec, 64x128xf32>";
    let d = "!pto.tile_buf<vec, 64x128xf16>";
    let kernel = Kernel::tiles(&[s, d], &format!("pto.tcvt ins(%t0 : {s}) outs(%t1 : {d})"));
    let (a, mut out) = (numbers(64 * 128, 1), vec![0u16; 64 * 128]);
    compare(name, 1.25, kernel, || plain::to_f16(black_box(&mut out), black_box(&a)))
}

fn tload(name: &'static str) -> Row {
    let kernel = Kernel::moves(
        "pto.tload ins(%part : !pto.partition_tensor_view<64x128xf32>) outs(%tile : !pto.tile_buf<vec, 64x128xf32>)",
    );
    let (a, mut d) = (numbers(64 * 256, 1), vec![0.0; 64 * 128]);
    compare(name, 1.4, kernel, || plain::copy_rows(black_box(&mut d), 128, black_box(&a), 256))
}

fn tstore(name: &'static str) -> Row {
    let kernel = Kernel::moves(
        "pto.tstore ins(%tile : !pto.tile_buf<vec, 64x128xf32>) outs(%part : !pto.partition_tensor_view<64x128xf32>)",
    );
    let (a, mut d) = (numbers(64 * 128, 1), vec![0.0; 64 * 256]);
    compare(name, 1.4, kernel, || plain::copy_rows(black_box(&mut d), 256, black_box(&a), 128))
}

fn tmatmul(name: &'static str, ty: &str, limit: f64) -> Row {
    let l = format!("!pto.tile_buf<left, 128x128x{ty}, blayout=col_major, slayout=row_major>");
    let r = format!("!pto.tile_buf<right, 128x128x{ty}, blayout=row_major, slayout=col_major>");
    let c = "!pto.tile_buf<acc, 128x128xf32, blayout=col_major, slayout=row_major, fractal=1024>";
    let kernel = Kernel::tiles(
        &[&l, &r, c],
        &format!("pto.tmatmul ins(%t0, %t1 : {l}, {r}) outs(%t2 : {c})"),
    );
    let (a, b, mut d) = (numbers(128 * 128, 1), numbers(128 * 128, 2), vec![0.0f32; 128 * 128]);
    compare(name, limit, kernel, || plain::gemm(black_box(&mut d), black_box(&a), black_box(&b)))
}

fn vadd_loop(name: &'static str) -> Row {
    let kernel = Kernel::registers(
        "%x = pto.vlds %a[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
         %y = pto.vlds %b[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
         %z = pto.vadd %x, %y, %all : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
         pto.vsts %z, %d[%i], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>",
    );
    let (a, b, mut d) = (numbers(16384, 1), numbers(16384, 2), vec![0.0; 16384]);
    compare(name, 3.0, kernel, || plain::add_f32(black_box(&mut d), black_box(&a), black_box(&b)))
}

fn vexp_loop(name: &'static str) -> Row {
    let kernel = Kernel::registers(
        "%x = pto.vlds %a[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
         %z = pto.vexp %x, %all : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
         pto.vsts %z, %d[%i], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>",
    );
    let (a, mut d) = (numbers(16384, 1), vec![0.0; 16384]);
    compare(name, 3.0, kernel, || plain::exp_polynomial(black_box(&mut d), black_box(&a)))
}

fn mad(name: &'static str) -> Row {
    let l = "!pto.tile_buf<left, 128x128xf16, blayout=col_major, slayout=row_major>";
    let r = "!pto.tile_buf<right, 128x128xf16, blayout=row_major, slayout=col_major>";
    let c = "!pto.tile_buf<acc, 128x128xf32, blayout=col_major, slayout=row_major, fractal=1024>";
    let kernel = Kernel::tiles(
        &[l, r, c],
        "%at = arith.constant 0 : i64
         %size = arith.constant 128 : i64
         %a = pto.castptr %at : i64 -> !pto.ptr<f16, l0a>
         %b = pto.castptr %at : i64 -> !pto.ptr<f16, l0b>
         %c = pto.castptr %at : i64 -> !pto.ptr<f32, l0c>
         pto.mad %a, %b, %c, %size, %size, %size : !pto.ptr<f16, l0a>, !pto.ptr<f16, l0b>, !pto.ptr<f32, l0c>, i64, i64, i64",
    );
    let (a, b, mut d) = (numbers(128 * 128, 1), numbers(128 * 128, 2), vec![0.0f32; 128 * 128]);
    compare(name, 1.5, kernel, || plain::gemm(black_box(&mut d), black_box(&a), black_box(&b)))
}

fn softmax(name: &'static str) -> Row {
    let mut kernel = Kernel::example(&Example::softmax(8192), 1);
    let (a, mut d) = (numbers(8192 * 2048, 1), vec![0.0; 8192 * 2048]);
    let (mut k, mut p) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..7 {
        k = k.min(kernel.time(1));
        p = p.min(time(1, 1, || plain::softmax(black_box(&mut d), black_box(&a), 2048)));
    }
    Row { name, limit: 1.5, ratio: k / p, nanos: k }
}

/// Time on two threads over time on one, by the wall clock; 1 / 1.8 is the limit. Blocks that share the work evenly.
fn two_blocks(name: &'static str, example: &Example) -> Row {
    let (mut one, mut two) = (Kernel::example(example, 1), Kernel::example(example, 2));
    let (mut a, mut b) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        a = a.min(one.time(1));
        b = b.min(two.time(1));
    }
    Row { name, limit: 1.0 / 1.8, ratio: b / a, nanos: b }
}

/// Nanoseconds for each of `count` instructions in a loop, so the "ratio" is to one nanosecond.
fn dispatch(name: &'static str, limit: f64, mut kernel: Kernel, count: usize) -> Row {
    let (mut short, mut long) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..100 {
        short = short.min(kernel.time(1000));
        long = long.min(kernel.time(3000));
    }
    let nanos = (long - short) / (2000 * count) as f64;
    Row { name, limit, ratio: nanos, nanos }
}

/// Instructions on tiles of one block, which compute next to nothing.
fn dispatch_tile(name: &'static str) -> Row {
    let t = "!pto.tile_buf<vec, 1x8xf32>";
    let add = format!("pto.tadd ins(%t0, %t1 : {t}, {t}) outs(%t2 : {t})\n");
    dispatch(name, 40.0, Kernel::tiles(&[t, t, t], &add.repeat(8)), 8)
}

/// Instructions on numbers, each of which needs the one before it.
fn dispatch_scalar(name: &'static str) -> Row {
    let add = |i: usize| format!("%x{} = arith.addi %x{i}, %i : index\n", i + 1);
    let body: String = (0..16).map(add).collect();
    let t = "!pto.tile_buf<vec, 1x8xf32>";
    let kernel = Kernel::tiles(&[t], &format!("%x0 = arith.addi %i, %c1 : index\n{body}"));
    dispatch(name, 10.0, kernel, 17)
}

/// Microseconds per block, so the "ratio" is to one microsecond.
fn empty_kernel(name: &'static str) -> Row {
    let mut kernel = Kernel::empty(1000);
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        best = best.min(kernel.time(1));
    }
    Row { name, limit: 5.0, ratio: best / 1e6, nanos: best / 1000.0 }
}
