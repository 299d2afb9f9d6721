//! Kernels written by hand for A2/A3, in the folder `kernels`. They run on this target; a warning is a failure.

use super::*;

fn run_kernel(name: &str, blocks: u32, args: Vec<LaunchArg<'static>>) -> Vec<LaunchArg<'static>> {
    run_by(Semantics::Manual, &format!("kernels/{name}.pto"), None, Target::A2A3, blocks, args)
}

#[test]
fn every_kernel_is_tested() {
    let tested = ["flash_attention_f16", "gemm_f16", "topk_f32"];
    assert_eq!(programs(&folder().join("kernels")), tested.map(str::to_string).into());
}

/// Each row of the published times can be repeated: it names a kernel, a value for each of its numbers, and blocks.
#[test]
fn published_times_belong_to_a_launch() {
    let path = folder().join("kernels/board.tsv");
    let table = std::fs::read_to_string(path).expect("the times can be read");
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [kernel, parameters, blocks, microseconds, _device, _busy, source, _] = columns[..]
        else {
            panic!("eight columns are expected: {row}");
        };
        let file = folder().join(format!("kernels/{kernel}.pto"));
        let text = std::fs::read_to_string(file).expect(row);
        let mut given: Vec<String> = Vec::new();
        for parameter in parameters.split(' ') {
            let (name, value) = parameter.split_once('=').expect(row);
            assert!(value.parse::<u64>().is_ok(), "{row}");
            given.push(format!("%{}", name.to_lowercase()));
        }
        let entry = text.lines().rfind(|l| l.trim_start().starts_with("func.func")).expect(row);
        let words = entry.split([' ', '(']);
        let numbers = words.clone().zip(words.skip(1)).filter(|(_, ty)| ty.starts_with("index"));
        let wanted: Vec<&str> = numbers.map(|(name, _)| name.trim_end_matches(':')).collect();
        assert_eq!(given, wanted, "{row}");
        assert!(blocks.parse::<u32>().is_ok_and(|n| n > 0), "{row}");
        assert!(microseconds.parse::<f64>().is_ok_and(|t| t > 0.0), "{row}");
        assert!(source.starts_with("pto-isa@"), "{row}");
    }
}

#[test]
fn gemm_f16() {
    // One panel deep and two tiles to a core: the second tile starts with the other buffer.
    let (m, n, k, grid_m) = (256, 512, 256, 1);
    let (a, b) = (noise(18, m * k), noise(19, n * k));
    let (want, sizes) = product(&a, &transposed(&b, k), k, n);
    let args = vec![
        buffer(DType::F16, &a),
        buffer(DType::F16, &b),
        zeros(m * n),
        number(m),
        number(n),
        number(k),
        number(grid_m),
    ];
    let after = run_kernel("gemm_f16", 2, args);
    close("gemm_f16", &read(&after[2], DType::F32), &want, |i| 1e-6 * sizes[i]);
}

fn attends(blocks: usize, tiles: usize) {
    let (queries, keys, depth) = (blocks * 128, tiles * 256, 128);
    let (q, k) = (attended(20, queries, depth), attended(21, keys, depth));
    let v = attended(22, keys, depth);
    let (want, sizes) = attention(&q, &k, &v, depth);
    let slots = blocks * 8;
    let args = vec![
        zeros(2),
        buffer(DType::F16, &q),
        buffer(DType::F16, &k),
        buffer(DType::F16, &v),
        zeros(queries * depth),
        zeros(slots * 128 * 256),
        // Of 2 bytes each.
        zeros(slots * 128 * 256 / 2),
        zeros(slots * 128 * 128),
        number(keys),
    ];
    let after = run_kernel("flash_attention_f16", blocks as u32, args);
    // Weights are rounded to f16, which is 2^-11 of each.
    close("attention", &read(&after[4], DType::F32), &want, |i| sizes[i] / 2000.0);
}

#[test]
fn flash_attention_f16() {
    // Fewer tiles than the stages run ahead, and more than a ring has slots.
    attends(2, 2);
    attends(1, 9);
}

#[test]
fn topk_f32() {
    let (rows, pitch, cols, k) = (24, 1280, 1024, 1000);
    let x = many_equal(23, rows, pitch);
    let (values, indices) = largest(&x, pitch, cols, k);
    let columns: Vec<f64> = (0..cols).map(|j| j as f64).collect();
    let args = vec![
        buffer(DType::F32, &x),
        buffer(DType::U32, &columns),
        zeros(rows * k),
        zeros(rows * k),
        number(rows),
        number(pitch),
    ];
    let after = run_kernel("topk_f32", 3, args);
    close("values", &read(&after[2], DType::F32), &values, |_| 0.0);
    close("indices", &read(&after[3], DType::U32), &indices, |_| 0.0);
}
