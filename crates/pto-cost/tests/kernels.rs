//! Whole kernels against their published times on a board: `examples/kernels/board.tsv` and the programs beside it.
//!
//! The table of the documentation, `docs/cost-kernels.md`, is what this test computes; `BLESS=1` writes it.

use pto_cost::{CostData, CostModel, Model, Timing};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Execute, InstrumentedProgram, Launch, LaunchArg, Param};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// One published launch.
struct Row {
    kernel: String,
    params: Vec<(String, u64)>,
    blocks: u32,
    measured_us: f64,
    device: String,
    public_us: Option<f64>,
}

/// What a class of kernels may be off, in percent.
struct Limit {
    name: &'static str,
    holds: fn(&Row) -> bool,
    percent: f64,
}

const LIMITS: &[Limit] = &[
    Limit {
        name: "large GEMM",
        holds: |r| r.kernel == "gemm_f16" && r.params[0].1 > 3072,
        percent: 5.0,
    },
    Limit {
        name: "small GEMM",
        holds: |r| r.kernel == "gemm_f16" && r.params[0].1 <= 3072,
        percent: 15.0,
    },
    Limit { name: "top-k", holds: |r| r.kernel == "topk_f32", percent: 25.0 },
    // The kernel that examples/kernels has is the one of the torch demo, measured on a 910B2 with two hosts.
    Limit {
        name: "flash attention",
        holds: |r| r.kernel == "flash_attention_f16" && r.device.starts_with("910B2"),
        percent: 25.0,
    },
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("examples/kernels/board.tsv")).unwrap();
    let fields = text.lines().skip(1).map(|l| l.split('\t').collect::<Vec<_>>());
    let params = |text: &str| {
        let one = |p: &str| {
            let (name, value) = p.split_once('=').unwrap();
            (name.to_lowercase(), value.parse().unwrap())
        };
        text.split(' ').map(one).collect()
    };
    fields
        .map(|f| Row {
            kernel: f[0].into(),
            params: params(f[1]),
            blocks: f[2].parse().unwrap(),
            measured_us: f[3].parse().unwrap(),
            device: f[4].into(),
            public_us: f[7].parse().ok(),
        })
        .collect()
}

fn time_us(row: &Row, model: &CostModel, data: &CostData) -> f64 {
    let path = root().join(format!("examples/kernels/{}.pto", row.kernel));
    let (module, _) = pto_ir::parse(&std::fs::read_to_string(path).unwrap());
    let verified = pto_check::verify(module, Target::A2A3, &Default::default());
    let (verified, _) = verified.unwrap_or_else(|e| panic!("{}: {:?}", row.kernel, e.1.first()));
    let numerics = Numerics::new(Target::A2A3, Semantics::Manual);
    let instrumented = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
    let names = instrumented.param_names();
    let mut args: Vec<LaunchArg> = instrumented
        .program()
        .params()
        .zip(names)
        .map(|(param, name)| match param {
            Param::Number(_) => {
                let value = row.params.iter().find(|p| p.0 == name);
                LaunchArg::Number(value.unwrap_or_else(|| panic!("{name} is not given")).1)
            }
            _ => LaunchArg::Bytes(Vec::new()),
        })
        .collect();
    let timing = Timing { model, data, line_of: &|_| 1, auto: None, expand: false, hints: false };
    let launch = Launch { blocks: row.blocks, ..Launch::default() };
    let timeline = timing.run(&instrumented, &mut args, &launch, Execute::Control).unwrap();
    assert!(timeline.uncalibrated.is_empty(), "{}: some instructions have no cost", row.kernel);
    timeline.total_us()
}

/// Measured times of a kernel on one device, each beside what a model says.
#[derive(Default)]
struct Ranking {
    ours: Vec<(f64, f64)>,
    public: Vec<(f64, f64)>,
}

/// Kendall's tau-b: 1 if two columns have the same order, -1 if the opposite one; times that are equal in one of them count for
/// neither. `None` for fewer than two rows, or if all of a column are equal.
fn kendall_tau(pairs: &[(f64, f64)]) -> Option<f64> {
    let (mut order, mut left, mut right) = (0.0, 0.0, 0.0);
    for (i, a) in pairs.iter().enumerate() {
        for b in &pairs[i + 1..] {
            // Times that print as equal are equal.
            let sign = |x: f64, y: f64| {
                ((x * 10.0).round() - (y * 10.0).round())
                    .partial_cmp(&0.0)
                    .map_or(0.0, |o| f64::from(o as i8))
            };
            let (x, y) = (sign(a.0, b.0), sign(a.1, b.1));
            order += x * y;
            left += x * x;
            right += y * y;
        }
    }
    (left > 0.0 && right > 0.0).then(|| order / f64::sqrt(left * right))
}

#[test]
fn tau_is_that_of_the_textbook() {
    let of = |list: &[(i32, i32)]| {
        let pairs: Vec<(f64, f64)> = list.iter().map(|p| (p.0.into(), p.1.into())).collect();
        kendall_tau(&pairs).map(|t| (t * 1000.0).round() / 1000.0)
    };
    assert_eq!(of(&[(1, 10), (2, 20), (3, 30)]), Some(1.0));
    assert_eq!(of(&[(1, 30), (2, 20), (3, 10)]), Some(-1.0));
    // 4 pairs in order, 1 not, 1 tied on the right: 3 / sqrt(6 * 5).
    assert_eq!(of(&[(1, 1), (2, 2), (3, 2), (4, 1)]), Some(0.0));
    assert_eq!(of(&[(1, 1), (2, 3), (3, 2), (4, 3)]), Some(0.548));
    assert_eq!(of(&[(1, 1)]), None);
}

const ORDER: &str = "
## Order

Who chooses between configurations needs their order more than their times. Kendall's tau-b is 1 if the model orders the
launches of a kernel on a device as the measurements do, 0 if it says nothing about them. Launches differ in sizes and
blocks; where the model gives several numbers of blocks the same time, as it does for flash attention on up to 8 blocks, that counts as no order.

| kernel | device | launches | pto | launches | public model |
|---|---|--:|--:|--:|--:|
";

#[test]
fn kernels_meet_their_times_on_a_board() {
    let data = CostData::builtin();
    let model = CostModel::new(Model::Calibrated, Target::A2A3, &data);
    let mut page = String::from(
        "# Kernels against boards

Generated: do not edit. `BLESS=1 cargo test -p pto-cost --test kernels` writes it.

Published times of whole kernels (`examples/kernels/board.tsv` has the sources) beside what `pto cost` says about the
program in `examples/kernels`, and what the public cost model said in its last version that compiles
(pto-isa@f35e7f60, one core's part, default bandwidth). Errors are parts of the measured time.

Rows without a limit are not judged: the device called A2/A3 ran a variant of the flash attention kernel, whose times do
not grow with the number of keys.

| kernel | parameters | blocks | device | measured us | pto us | error | limit | public model us | error |
|---|---|--:|---|--:|--:|--:|--:|--:|--:|
",
    );
    let mut wrong = Vec::new();
    let mut rankings: Vec<(String, Ranking)> = Vec::new();
    for row in rows() {
        let us = time_us(&row, &model, &data);
        let name = format!("{} | {}", row.kernel, row.device);
        if rankings.last().is_none_or(|r| r.0 != name) {
            rankings.push((name, Ranking::default()));
        }
        if let Some((_, ranking)) = rankings.last_mut() {
            ranking.ours.push((row.measured_us, us));
            ranking.public.extend(row.public_us.map(|x| (row.measured_us, x)));
        }
        let off = |x: f64| 100.0 * (x / row.measured_us - 1.0);
        let limit = LIMITS.iter().find(|l| (l.holds)(&row));
        let params: Vec<String> =
            row.params.iter().map(|(n, v)| format!("{} = {v}", n.to_uppercase())).collect();
        let public = match row.public_us {
            Some(x) => format!("{x:.1} | {:+.1} %", off(x)),
            None => "- | -".into(),
        };
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {:.1} | {us:.1} | {:+.1} % | {} | {public} |",
            row.kernel,
            params.join(", "),
            row.blocks,
            row.device,
            row.measured_us,
            off(us),
            limit.map_or("-".into(), |l| format!("{} %", l.percent)),
        );
        if let Some(l) = limit
            && off(us).abs() > l.percent
        {
            wrong.push(format!(
                "{} {:?} x{}: {:+.1} % ({})",
                row.kernel,
                row.params,
                row.blocks,
                off(us),
                l.name
            ));
        }
    }
    page.push_str(ORDER);
    for (name, ranking) in &rankings {
        let said =
            |pairs: &[(f64, f64)]| kendall_tau(pairs).map_or("-".into(), |t| format!("{t:.2}"));
        let (ours, public) = (said(&ranking.ours), said(&ranking.public));
        let _ = writeln!(
            page,
            "| {name} | {} | {ours} | {} | {public} |",
            ranking.ours.len(),
            ranking.public.len()
        );
    }
    let path = root().join("docs/cost-kernels.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/cost-kernels.md is not current: BLESS=1 cargo test -p pto-cost --test kernels"
    );
}
