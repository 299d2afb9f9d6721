//! How close the model of A5 comes to measurements; `BLESS=1` fits the curves anew and rewrites
//! `docs/cost-accuracy-a5.md`.

use super::curve::{Nest, Path};
use super::fit::{self, Measured};
use super::{VfCore, estimate};
use crate::data::CostData;
use crate::estimate::{Provenance, Work};
use pto_isa::sem::{Arg, RegAt, RegTy, TileAt};
use pto_isa::{AttrValue, DType, Target, TileTy, find};
use std::fmt::Write;

const CURVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/cost/a5_curves.csv");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cost-accuracy-a5.md");
const SIMULATED: &str = include_str!("../../../../data/cost/simulated_a5.csv");

/// The bounds that all measurements together must keep, seen and unseen.
const MEDIAN: f64 = 0.03;
const P90: f64 = 0.10;

/// Relative errors, sorted.
#[derive(Clone, Default)]
struct Errors(Vec<f64>);

impl Errors {
    fn add(&mut self, found: f64, expected: f64) {
        let error = (found / expected - 1.0).abs();
        let at = self.0.partition_point(|e| *e < error);
        self.0.insert(at, error);
    }
    fn at(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        self.0.get(((self.0.len() as f64 * share) as usize).min(last)).copied().unwrap_or(0.0)
    }
    fn words(&self) -> String {
        if self.0.is_empty() {
            return "- | - | - | -".into();
        }
        let percent = |share| format!("{:.1} %", 100.0 * self.at(share));
        format!("{} | {} | {} | {}", self.0.len(), percent(0.5), percent(0.9), percent(1.0))
    }
    fn keep_bounds(&self, what: &str) {
        let (median, p90) = (self.at(0.5), self.at(0.9));
        assert!(median <= MEDIAN && p90 <= P90, "{what}: median {median:.4}, p90 {p90:.4}");
    }
}

/// The operands of a measured execution.
fn operands(m: &Measured) -> Vec<(u8, Arg)> {
    let def = find(m.op).unwrap();
    let tile = |dtype: DType| {
        // Two 4-bit floats are one element; measurements count single ones.
        let pair = if matches!(dtype, DType::F4E1M2x2 | DType::F4E2M1x2) { 2 } else { 1 };
        let ty = TileTy::vec(dtype, m.shape.0, m.shape.1 / pair);
        Arg::Tile(TileAt::new(ty, (m.valid.0, m.valid.1 / pair), 0))
    };
    let mut args = Vec::new();
    for (slot, o) in def.operands.iter().enumerate() {
        let arg = match o.name {
            "dst" => tile(m.dst),
            "mask" => {
                let ty =
                    TileTy::vec(DType::U8, m.shape.0, m.shape.1.div_ceil(8).next_multiple_of(32));
                Arg::Tile(TileAt::new(ty, (m.valid.0, m.valid.1.div_ceil(8)), 0))
            }
            "tmp" => continue,
            "scalar" => Arg::Scalar(m.src, 0),
            _ => tile(m.src),
        };
        args.push((slot as u8, arg));
    }
    args
}

fn cycles(data: &CostData, m: &Measured) -> (f64, Provenance) {
    let args = operands(m);
    let attrs = [("precisionType", AttrValue::Word("high_precision"))];
    let attrs = if m.precise { &attrs[..] } else { &[] };
    let def = find(m.op).unwrap();
    let e = estimate(data, &Work { def, target: Target::A5, args: &args, attrs, expand: false })
        .unwrap();
    (e.cycles(), e.provenance)
}

#[test]
fn the_model_is_close_to_measurements_seen_and_unseen() {
    let facts = fit::measured();
    let groups = fit::groups(&facts);
    let text = fit::rows(&groups);
    let bless = std::env::var_os("BLESS").is_some();
    if bless {
        std::fs::write(CURVES, &text).unwrap();
    }
    let committed = std::fs::read_to_string(CURVES).unwrap();
    assert!(committed == text, "data/cost/a5_curves.csv is stale: BLESS=1 cargo test -p pto-cost");
    let mut data = CostData::default();
    data.read(include_str!("../../../../data/cost/a5.csv")).unwrap();
    data.read(&committed).unwrap();

    // The whole model, through operands; and each group fitted to two thirds of its loops, tried on the last third.
    let mut ops: Vec<(&str, Errors, Errors)> = Vec::new();
    let (mut seen, mut unseen) = (Errors::default(), Errors::default());
    for m in &facts {
        let (found, provenance) = cycles(&data, m);
        assert!(provenance <= Provenance::Assumed, "{m:?}");
        seen.add(found, m.cycles);
        let at = ops.iter().position(|o| o.0 == m.op).unwrap_or_else(|| {
            ops.push((m.op, Errors::default(), Errors::default()));
            ops.len() - 1
        });
        ops[at].1.add(found, m.cycles);
    }
    for group in &groups {
        let shapes = fit::shapes(&group.points);
        let held =
            |nest: &Nest, third: usize| shapes.iter().position(|s| s == nest).unwrap() % 3 == third;
        for third in 0..3 {
            let (test, train): (Vec<_>, Vec<_>) =
                group.points.iter().partition(|p| held(&p.0, third));
            let Some(curve) = group.fit(&train) else { continue };
            let op = ops.iter_mut().find(|o| o.0 == group.op).unwrap();
            for (nest, expected) in test {
                unseen.add(curve.cycles(&nest), expected);
                op.2.add(curve.cycles(&nest), expected);
            }
        }
    }
    let mut page = String::from(
        "# How close the model of A5 comes\n\nGenerated by a test of `pto-cost`; `BLESS=1 cargo test -p pto-cost` rewrites \
         it. Measurements: `data/cost/measured_a5.csv`. All of them together must keep a median of 3 % and a 90th \
         percentile of 10 %, seen and unseen.\n\n## Tile instructions\n\nSeen: constants fitted to all measurements. \
         Unseen: fitted to two thirds of the loops of an instruction and type, tried on the last third, three times; \
         loops that leave too few others to fit the constants are left out.\n\n| instruction | values | median | p90 | \
         max | unseen values | median | p90 | max |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (op, seen, unseen) in &ops {
        let _ = writeln!(page, "| `{op}` | {} | {} |", seen.words(), unseen.words());
    }
    let _ = writeln!(page, "| all | {} | {} |", seen.words(), unseen.words());
    let [loops, simulated] = vector_scopes(&facts, &mut page);
    if bless {
        std::fs::write(PAGE, &page).unwrap();
    }
    seen.keep_bounds("seen");
    unseen.keep_bounds("unseen");
    loops.keep_bounds("measured loops");
    simulated.keep_bounds("simulated loops");
    let current = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(current == page, "docs/cost-accuracy-a5.md is stale: BLESS=1 cargo test -p pto-cost");
}

/// Runs the loop of a body over registers.
fn run(core: &mut VfCore, body: &[&str], dtype: DType, rows: u64, iterations: u64) -> f64 {
    let works: Vec<_> = body.iter().map(|name| (*name, find(name).unwrap())).collect();
    let reg = [(0, Arg::Reg(RegAt { at: 0, bytes: 256, ty: RegTy::Vec(dtype) }))];
    // Rows of one iteration are one loop.
    let (rows, iterations) = if iterations == 1 { (1, rows) } else { (rows, iterations) };
    for _ in 0..rows {
        core.enter_loop();
        for i in 0..iterations {
            if i > 0 {
                core.iterate();
            }
            let mut loaded = Vec::new();
            for (name, def) in &works {
                let work = Work { def, target: Target::A5, args: &reg, attrs: &[], expand: false };
                match *name {
                    "vlds" => {
                        core.issue(&work, &[], &[loaded.len() as u32]);
                        loaded.push(loaded.len() as u32);
                    }
                    "vsts" => core.issue(&work, &loaded, &[]),
                    _ => {
                        core.issue(&work, &loaded, &[7]);
                        loaded = vec![7];
                    }
                }
            }
        }
    }
    core.finish()
}

/// What the loop of a measured tile instruction does.
fn body(op: &str) -> Option<&'static [&'static str]> {
    Some(match op {
        "tadd" => &["vlds", "vlds", "vadd", "vsts"],
        "tsub" => &["vlds", "vlds", "vsub", "vsts"],
        "tmul" => &["vlds", "vlds", "vmul", "vsts"],
        "tmins" => &["vlds", "vmins", "vsts"],
        "tneg" => &["vlds", "vmuls", "vsts"],
        "texp" => &["vlds", "vexp", "vsts"],
        "tsqrt" => &["vlds", "vsqrt", "vsts"],
        "tdivs" | "trecip" => &["vlds", "vdiv", "vsts"],
        "trsqrt" => &["vlds", "vsqrt", "vdiv", "vsts"],
        _ => return None,
    })
}

/// The accuracy of the scoreboard: on measured loops, on simulated ones.
fn vector_scopes(facts: &[Measured], page: &mut String) -> [Errors; 2] {
    page.push_str(
        "\n## Code in a vector scope\n\nThe scoreboard on the loops of measured tile instructions, and on loops that the \
         simulator of pto-isa@3186c381 was run on (`data/cost/simulated_a5.csv`; it knows no contention for the unified \
         buffer, which is switched off for the comparison).\n\n| loops | values | median | p90 | max |\n|---|--:|--:|--:|--:|\n",
    );
    let mut core = VfCore::new(&CostData::builtin());
    let mut all = Errors::default();
    let mut by_op: Vec<(&str, Errors)> = Vec::new();
    for m in facts.iter().filter(|m| !m.precise) {
        let Some(body) = body(m.op) else { continue };
        let nest = m.nest();
        let found = run(&mut core, body, m.src, nest.outer, nest.inner);
        all.add(found, m.cycles);
        match by_op.iter_mut().find(|o| o.0 == m.op) {
            Some(o) => o.1.add(found, m.cycles),
            None => {
                by_op.push((m.op, Errors::default()));
                by_op.last_mut().unwrap().1.add(found, m.cycles);
            }
        }
    }
    for (op, errors) in &by_op {
        let _ = writeln!(page, "| `{op}` | {} |", errors.words());
    }
    let _ = writeln!(page, "| all measured | {} |", all.words());
    let mut data = CostData::builtin();
    data.read("a5,vf,access,0,assumed,no contention\na5,vf,loop_start,0,assumed,no set-up")
        .unwrap();
    let mut core = VfCore::new(&data);
    let mut simulated = Errors::default();
    for line in SIMULATED.lines().filter(|l| !l.starts_with('#') && !l.starts_with("op,")) {
        let f: Vec<&str> = line.split(',').collect();
        let body: Vec<&str> = f[3].split(' ').collect();
        let n = |t: &str| t.parse::<u64>().unwrap();
        let (rows, iterations) =
            f[2].split_once('x').map_or_else(|| (1, n(f[2])), |(r, i)| (n(r), n(i)));
        let found = run(&mut core, &body, DType::parse(f[1]).unwrap(), rows, iterations);
        simulated.add(found, f[4].parse().unwrap());
    }
    let _ = writeln!(page, "| simulated | {} |", simulated.words());
    [all, simulated]
}

#[test]
fn the_path_depends_on_the_valid_columns() {
    assert_eq!(Nest::new(4, 64, true, 64).path, Path::Flat);
    assert_eq!(Nest::new(4, 64, false, 64).path, Path::Row);
    assert_eq!(
        Nest::new(4, 65, false, 64),
        Nest { path: Path::Nest, outer: 4, inner: 2, half: true }
    );
}
