//! Every example runs on every target it is legal on, without warnings, and computes what it says: its results
//! are compared with a plain computation in f64. Every order of its pipes that is tried gives the same bits.

mod kernels;
mod ranks;

use pto_ir::Lines;
use pto_isa::format::{Conversion, decode, encode};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, Target};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const EVERY: [Target; 3] = [Target::CPU, Target::A2A3, Target::A5];
/// Warnings of published kernels that are theirs: this one merges lists into the room of one of them.
const WARNED: [(&str, &str); 1] =
    [("kernels/topk_f32.pto", "`%list_1` and `%list` overlap in `vec`")];
/// Blocks of a launch: more than one, and no divisor of the work.
const BLOCKS: u32 = 3;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Runs a kernel of an example and returns its arguments as they are afterwards.
fn run(
    name: &str,
    entry: Option<&str>,
    target: Target,
    args: Vec<LaunchArg<'static>>,
) -> Vec<LaunchArg<'static>> {
    run_by(Semantics::Manual, name, entry, target, BLOCKS, args)
}

fn run_by(
    semantics: Semantics,
    name: &str,
    entry: Option<&str>,
    target: Target,
    blocks: u32,
    mut args: Vec<LaunchArg<'static>>,
) -> Vec<LaunchArg<'static>> {
    let text = std::fs::read_to_string(folder().join(name)).expect("the example can be read");
    let (module, found) = pto_ir::parse(&text);
    assert!(found.is_empty(), "{name}: {:?}", found[0].message);
    let checked = pto_check::verify(module, target, &pto_check::Options::default());
    let (verified, found) = match checked {
        Ok(v) => v,
        Err((_, found)) => panic!("{name} on {target}: {}", found[0].message),
    };
    // Notes tell where the manual has other rules than the device.
    let warned: Vec<&str> = (found.iter().filter(|d| d.severity != pto_ir::Severity::Note))
        .map(|d| d.message.as_str())
        .collect();
    assert!(warned.is_empty(), "{name} on {target}: {warned:?}");
    let numerics = Numerics::new(target, semantics);
    let program = pto_sim::decode(&verified, entry, numerics).expect(name);
    let launch = Launch { blocks, threads: 2, ..Launch::default() };
    let given = args.clone();
    let mut again = args.clone();
    if let Err(d) = program.run(&mut args, &launch) {
        panic!("{name} on {target}: {}", d.message);
    }
    // Under all checks it computes the same, and nothing is found.
    let instrumented = InstrumentedProgram::decode(&verified, entry, numerics).expect(name);
    let options = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
    let checked = instrumented.check(&mut again, &launch, &options, &Lines::new(&text));
    assert!(checked.outcome.is_ok() && args == again, "{name} on {target} differs when checked");
    let findings =
        checked.findings.iter().filter(|d| !WARNED.contains(&(name, d.message.as_str())));
    let found: Vec<&str> = findings.map(|d| d.message.as_str()).collect();
    assert!(found.is_empty(), "{name} on {target}: {found:?}");
    // The pipes of a device may take other orders.
    for schedule in [Schedule::Eager, Schedule::Lazy, Schedule::Random(1)] {
        let mut other = given.clone();
        let options = ExploreOptions::default();
        if let Err(d) = instrumented.run_in_order(&mut other, &launch, schedule, &options) {
            panic!("{name} on {target}, {schedule}: {}", d.message);
        }
        assert!(other == args, "{name} on {target}: {schedule} gives something else");
    }
    args
}

/// Numbers between -1 and 1, the same in every run.
fn noise(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // 11 bits: exact in f16 and in f32.
        (state >> 53) as f64 / 1024.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn buffer(dtype: DType, values: &[f64]) -> LaunchArg<'static> {
    let bytes = dtype.bits() as usize / 8;
    let code = |v: &f64| encode(dtype, *v, Conversion::default()).to_le_bytes();
    LaunchArg::Bytes(values.iter().flat_map(|v| code(v)[..bytes].to_vec()).collect())
}
fn zeros(count: usize) -> LaunchArg<'static> {
    LaunchArg::Bytes(vec![0; count * 4])
}
fn number(n: usize) -> LaunchArg<'static> {
    LaunchArg::Number(n as u64)
}
fn float(v: f32) -> LaunchArg<'static> {
    LaunchArg::Number(v.to_bits().into())
}
/// The contents of a buffer of 32-bit elements.
fn read(arg: &LaunchArg<'static>, dtype: DType) -> Vec<f64> {
    let LaunchArg::Bytes(bytes) = arg else { panic!("a buffer is expected") };
    let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    bytes.chunks_exact(4).map(|b| decode(dtype, word(b).into())).collect()
}

/// Compares with the tolerance of each element.
fn close(what: &str, got: &[f64], want: &[f64], tolerance: impl Fn(usize) -> f64) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        let allowed = tolerance(i);
        assert!((g - w).abs() <= allowed, "{what}: element {i} is {g}, not {w} +- {allowed:e}");
    }
}

/// The programs in a folder, without their ending.
fn programs(folder: &Path) -> BTreeSet<String> {
    std::fs::read_dir(folder)
        .expect("the examples can be listed")
        .filter_map(|f| f.ok()?.file_name().into_string().ok())
        .filter_map(|f| f.strip_suffix(".pto").map(str::to_string))
        .collect()
}

#[test]
fn every_example_is_tested() {
    let tested = [
        "add",
        "add_manual",
        "argmin",
        "broken",
        "causal_softmax",
        "expert_gate",
        "flash_attention",
        "gelu",
        "gemm",
        // The README shows what it prints.
        "hello",
        "layernorm",
        "quantize",
        "rmsnorm",
        "rope",
        "softmax",
        "topk",
        "vcgadd_softmax",
    ];
    assert_eq!(programs(&folder()), tested.map(str::to_string).into());
}

fn adds(name: &str, rows: usize, cols: usize) {
    let (x, y) = (noise(1, rows * cols), noise(2, rows * cols));
    let want: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
    for target in EVERY {
        let args = vec![
            buffer(DType::F32, &x),
            buffer(DType::F32, &y),
            zeros(rows * cols),
            number(rows),
            number(cols),
        ];
        let after = run(name, None, target, args);
        close(name, &read(&after[2], DType::F32), &want, |_| 0.0);
    }
}

#[test]
fn add() {
    adds("add.pto", 270, 150);
}

#[test]
fn add_manual() {
    adds("add_manual.pto", 128, 256);
}

/// Rows whose exponentials overflow unless the largest is taken off first, and their softmax.
fn softmax_rows(rows: usize, cols: usize) -> (Vec<f64>, Vec<f64>) {
    let x: Vec<f64> = noise(3, rows * cols).iter().map(|v| 8.0 * v + 200.0).collect();
    let mut want = Vec::new();
    for row in x.chunks(cols) {
        let max = row.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = row.iter().map(|v| (v - max).exp()).sum();
        want.extend(row.iter().map(|v| (v - max).exp() / sum));
    }
    (x, want)
}

#[test]
fn softmax() {
    let (rows, cols) = (11, 2048);
    let (x, want) = softmax_rows(rows, cols);
    for target in EVERY {
        let args = vec![buffer(DType::F32, &x), zeros(rows * cols), number(rows)];
        let after = run("softmax.pto", None, target, args);
        // 2048 terms, added from left to right on target cpu.
        close("softmax", &read(&after[1], DType::F32), &want, |i| 3e-5 * want[i]);
    }
}

#[test]
fn causal_softmax() {
    let (rows, cols) = (19, 2048);
    let x: Vec<f64> = noise(20, rows * cols).iter().map(|v| 8.0 * v).collect();
    let mut want = vec![0.0; rows * cols];
    for (i, (row, want)) in x.chunks(cols).zip(want.chunks_mut(cols)).enumerate() {
        let seen = &row[..=i];
        let max = seen.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = seen.iter().map(|v| (v - max).exp()).sum();
        for (want, v) in want.iter_mut().zip(seen) {
            *want = (v - max).exp() / sum;
        }
    }
    for target in EVERY {
        let args = vec![buffer(DType::F32, &x), zeros(rows * cols), number(rows)];
        let after = run("causal_softmax.pto", None, target, args);
        close("causal_softmax", &read(&after[1], DType::F32), &want, |i| 3e-6 * want[i]);
    }
}

#[test]
fn rope() {
    let rows = 83;
    let (x, angles) = (noise(21, rows * 128), noise(22, rows * 64));
    // What the kernel is given is f32.
    let rounded = |f: fn(f64) -> f64| -> Vec<f64> {
        angles.iter().map(|&a| f64::from(f(a) as f32)).collect()
    };
    let (cos, sin) = (rounded(f64::cos), rounded(f64::sin));
    let mut want = Vec::new();
    for (row, (c, s)) in x.chunks(128).zip(cos.chunks(64).zip(sin.chunks(64))) {
        want.extend((0..64).map(|j| row[j] * c[j] - row[64 + j] * s[j]));
        want.extend((0..64).map(|j| row[64 + j] * c[j] + row[j] * s[j]));
    }
    for target in EVERY {
        let args = vec![
            buffer(DType::F32, &x),
            buffer(DType::F32, &cos),
            buffer(DType::F32, &sin),
            zeros(rows * 128),
            number(rows),
        ];
        let after = run("rope.pto", None, target, args);
        close("rope", &read(&after[3], DType::F32), &want, |_| 3e-7);
    }
}

#[test]
fn expert_gate() {
    let tokens = 256;
    // Few values, so that some are equal: the first counts.
    let x: Vec<f64> = noise(23, tokens * 64).iter().map(|v| (20.0 * v).round() / 4.0).collect();
    let (mut weights, mut experts) = (vec![0.0; 2 * tokens], vec![0.0; 2 * tokens]);
    for (t, row) in x.chunks(64).enumerate() {
        let mut order: Vec<usize> = (0..64).collect();
        order.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
        let share = 1.0 / (1.0 + (row[order[1]] - row[order[0]]).exp());
        (weights[t], weights[tokens + t]) = (share, 1.0 - share);
        (experts[t], experts[tokens + t]) = (order[0] as f64, order[1] as f64);
    }
    for target in EVERY {
        let args =
            vec![buffer(DType::F32, &x), zeros(2 * tokens), zeros(2 * tokens), number(tokens)];
        let after = run("expert_gate.pto", None, target, args);
        close("weights", &read(&after[1], DType::F32), &weights, |_| 2e-7);
        close("experts", &read(&after[2], DType::I32), &experts, |_| 0.0);
    }
}

#[test]
fn quantize() {
    let (rows, cols) = (29, 96);
    let x = noise(24, rows * cols);
    let scales: Vec<f64> = (x.chunks(cols))
        .map(|row| row.iter().fold(0.0, |m: f64, v| m.max(v.abs())) / 127.0)
        .collect();
    for target in EVERY {
        let args = vec![
            buffer(DType::F32, &x),
            LaunchArg::Bytes(vec![0; rows * cols]),
            zeros(rows),
            number(rows),
            number(cols),
        ];
        let after = run("quantize.pto", None, target, args);
        close("scales", &read(&after[2], DType::F32), &scales, |i| 2e-7 * scales[i]);
        let LaunchArg::Bytes(codes) = &after[1] else { panic!("a buffer is expected") };
        let back: Vec<f64> =
            codes.iter().enumerate().map(|(i, &q)| f64::from(q as i8) * scales[i / cols]).collect();
        // Half a step, and what the roundings of the factor and the product add to 127 of them.
        close("codes", &back, &x, |i| scales[i / cols] * (0.5 + 1e-4));
    }
}

#[test]
fn vcgadd_softmax() {
    let (rows, cols) = (35, 128);
    let (x, want) = softmax_rows(rows, cols);
    for target in EVERY {
        let args = || vec![buffer(DType::F32, &x), zeros(rows * cols), number(rows)];
        let [manual, silicon] = [Semantics::Manual, Semantics::Silicon]
            .map(|by| run_by(by, "vcgadd_softmax.pto", None, target, BLOCKS, args()));
        close("vcgadd_softmax", &read(&manual[1], DType::F32), &want, |i| 2e-6 * want[i]);
        assert!(manual == silicon, "the place of the group sums decides nothing on {target}");
    }
}

#[test]
fn layernorm() {
    let (rows, cols, eps) = (53, 100, 1e-5f32);
    let x: Vec<f64> = noise(4, rows * cols).iter().map(|v| 2.0 * v + 3.0).collect();
    let (gamma, beta) = (noise(5, cols), noise(6, cols));
    let mut want = Vec::new();
    for row in x.chunks(cols) {
        let mean = row.iter().sum::<f64>() / cols as f64;
        let variance = row.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / cols as f64;
        let scale = 1.0 / (variance + f64::from(eps)).sqrt();
        want.extend(row.iter().enumerate().map(|(j, v)| (v - mean) * scale * gamma[j] + beta[j]));
    }
    for target in EVERY {
        let args = vec![
            buffer(DType::F32, &x),
            buffer(DType::F32, &gamma),
            buffer(DType::F32, &beta),
            zeros(rows * cols),
            number(rows),
            number(cols),
            float(eps),
        ];
        let after = run("layernorm.pto", None, target, args);
        close("layernorm", &read(&after[3], DType::F32), &want, |_| 4e-6);
    }
}

#[test]
fn rmsnorm() {
    let (rows, cols, eps) = (53, 100, 1e-6f32);
    let (x, gamma) = (noise(7, rows * cols), noise(8, cols));
    let mut want = Vec::new();
    for row in x.chunks(cols) {
        let mean = row.iter().map(|v| v * v).sum::<f64>() / cols as f64;
        let scale = 1.0 / (mean + f64::from(eps)).sqrt();
        want.extend(row.iter().enumerate().map(|(j, v)| v * scale * gamma[j]));
    }
    for target in EVERY {
        let args = vec![
            buffer(DType::F32, &x),
            buffer(DType::F32, &gamma),
            zeros(rows * cols),
            number(rows),
            number(cols),
            float(eps),
        ];
        let after = run("rmsnorm.pto", None, target, args);
        close("rmsnorm", &read(&after[2], DType::F32), &want, |_| 4e-6);
    }
}

#[test]
fn gelu() {
    let n = 3 * 8192 + 100;
    let mut x: Vec<f64> = noise(9, n).iter().map(|v| 8.0 * v).collect();
    x[..3].copy_from_slice(&[0.0, -50.0, 50.0]);
    let tanh_form = |x: &f64| {
        let u = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3));
        x / 2.0 * (1.0 + u.tanh())
    };
    let want: Vec<f64> = x.iter().map(tanh_form).collect();
    for target in EVERY {
        let args = vec![buffer(DType::F32, &x), zeros(n), number(n)];
        let after = run("gelu.pto", None, target, args);
        close("gelu", &read(&after[1], DType::F32), &want, |i| 1e-6 * x[i].abs().max(1.0));
    }
}

/// The product of an m x k and a k x n matrix, and the sums of the magnitudes of its terms.
fn product(a: &[f64], b: &[f64], k: usize, n: usize) -> (Vec<f64>, Vec<f64>) {
    let m = a.len() / k;
    let (mut sums, mut sizes) = (vec![0.0; m * n], vec![0.0; m * n]);
    for i in 0..m {
        for l in 0..k {
            for j in 0..n {
                let term: f64 = a[i * k + l] * b[l * n + j];
                sums[i * n + j] += term;
                sizes[i * n + j] += term.abs();
            }
        }
    }
    (sums, sizes)
}

#[test]
fn gemm() {
    let (m, n, k) = (256, 128, 256);
    let (a, b) = (noise(10, m * k), noise(11, k * n));
    let (want, sizes) = product(&a, &b, k, n);
    for target in EVERY {
        let args = vec![
            buffer(DType::F16, &a),
            buffer(DType::F16, &b),
            zeros(m * n),
            number(m),
            number(n),
            number(k),
        ];
        let after = run("gemm.pto", None, target, args);
        close("gemm", &read(&after[2], DType::F32), &want, |i| 1e-6 * sizes[i]);
    }
}

/// A matrix with rows and columns exchanged.
fn transposed(matrix: &[f64], cols: usize) -> Vec<f64> {
    (0..cols).flat_map(|j| matrix.iter().skip(j).step_by(cols).copied()).collect()
}

/// Rows of numbers up to 2, for queries, keys and values.
fn attended(seed: u64, rows: usize, depth: usize) -> Vec<f64> {
    noise(seed, rows * depth).iter().map(|v| 2.0 * v).collect()
}

/// softmax(Q K^T / sqrt(depth)) V, and the sums of the magnitudes of its terms.
fn attention(q: &[f64], k: &[f64], v: &[f64], depth: usize) -> (Vec<f64>, Vec<f64>) {
    let keys = k.len() / depth;
    let (mut weights, _) = product(q, &transposed(k, depth), depth, keys);
    for row in weights.chunks_mut(keys) {
        row.iter_mut().for_each(|s| *s /= (depth as f64).sqrt());
        let max = row.iter().copied().fold(f64::MIN, f64::max);
        row.iter_mut().for_each(|s| *s = (*s - max).exp());
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|s| *s /= sum);
    }
    product(&weights, v, keys, depth)
}

#[test]
fn flash_attention() {
    let (queries, keys, depth) = (128, 192, 64);
    let (q, k) = (attended(12, queries, depth), attended(13, keys, depth));
    let v = attended(14, keys, depth);
    let (want, sizes) = attention(&q, &k, &v, depth);
    // Accumulators do not reach the vector unit on A2/A3.
    for target in [Target::CPU, Target::A5] {
        let args = vec![
            buffer(DType::F16, &q),
            buffer(DType::F16, &k),
            buffer(DType::F16, &v),
            zeros(queries * depth),
            number(queries),
            number(keys),
        ];
        let after = run("flash_attention.pto", None, target, args);
        // Weights are rounded to f16, which is 2^-11 of each.
        close("attention", &read(&after[3], DType::F32), &want, |i| sizes[i] / 2000.0);
    }
}

/// Rows of numbers. Equal ones are frequent, zeros are positive, and the first row rises.
fn many_equal(seed: u64, rows: usize, cols: usize) -> Vec<f64> {
    let whole = |v: &f64| (v * 100.0).round() + 0.0;
    let mut x: Vec<f64> = noise(seed, rows * cols).iter().map(whole).collect();
    x[..cols].iter_mut().enumerate().for_each(|(j, v)| *v = j as f64);
    x
}

/// The k largest of the first `cols` numbers of each row, and their columns, equal ones in this order.
fn largest(x: &[f64], pitch: usize, cols: usize, k: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut values, mut indices) = (Vec::new(), Vec::new());
    for row in x.chunks(pitch) {
        let mut order: Vec<usize> = (0..cols).collect();
        order.sort_by(|a, b| row[*b].total_cmp(&row[*a]));
        values.extend(order[..k].iter().map(|&j| row[j]));
        indices.extend(order[..k].iter().map(|&j| j as f64));
    }
    (values, indices)
}

#[test]
fn topk() {
    let (rows, cols, k) = (5, 1024, 32);
    let x = many_equal(17, rows, cols);
    let (values, indices) = largest(&x, cols, cols, k);
    for target in EVERY {
        let args = vec![buffer(DType::F32, &x), zeros(rows * k), zeros(rows * k), number(rows)];
        let after = run("topk.pto", None, target, args);
        close("values", &read(&after[1], DType::F32), &values, |_| 0.0);
        close("indices", &read(&after[2], DType::U32), &indices, |_| 0.0);
    }
}

/// The first smallest element of a list and its place.
fn first_smallest(list: impl Iterator<Item = f64>) -> (f64, f64) {
    let smaller = |best: (f64, f64), (i, v): (usize, f64)| {
        if v < best.0 { (v, i as f64) } else { best }
    };
    list.enumerate().fold((f64::INFINITY, 0.0), smaller)
}

fn finds_smallest(entry: &str, rows: usize, cols: usize, want: &[(f64, f64)], x: &[f64]) {
    let values: Vec<f64> = want.iter().map(|w| w.0).collect();
    let indices: Vec<f64> = want.iter().map(|w| w.1).collect();
    for target in EVERY {
        let args = vec![
            buffer(DType::F32, x),
            zeros(want.len()),
            zeros(want.len()),
            number(rows),
            number(cols),
        ];
        let after = run("argmin.pto", Some(entry), target, args);
        close("values", &read(&after[1], DType::F32), &values, |_| 0.0);
        close("indices", &read(&after[2], DType::I32), &indices, |_| 0.0);
    }
}

#[test]
fn argmin() {
    // Few different values, so that the smallest occurs several times.
    let few = |seed, n| -> Vec<f64> { noise(seed, n).iter().map(|v| (v * 20.0).round()).collect() };
    let (rows, cols) = (150, 400);
    let x = few(15, rows * cols);
    let column = |j: usize| first_smallest((0..rows).map(|i| x[i * cols + j]));
    let want: Vec<_> = (0..cols).map(column).collect();
    finds_smallest("columns", rows, cols, &want, &x);

    let want: Vec<_> = x.chunks(cols).map(|row| first_smallest(row.iter().copied())).collect();
    finds_smallest("rows", rows, cols, &want, &x);
}
