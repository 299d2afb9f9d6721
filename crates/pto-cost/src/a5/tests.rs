//! How close the model of A5 comes to measurements; `BLESS=1` fits the curves anew and rewrites
//! `docs/cost-accuracy-a5.md`.

use super::curve::{Nest, Path};
use super::fit::{self, Measured};
use super::{Device, VfCore};
use crate::data::CostData;
use crate::estimate::{ErrorClass, Provenance, Work};
use pto_isa::def::Kind;
use pto_isa::sem::{Arg, PtrAt, RegAt, RegTy, TileAt, ViewAt};
use pto_isa::{AttrValue, DType, Space, Target, TileTy, find};
use std::fmt::Write;

const CURVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/a5_curves.csv");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cost-accuracy-a5.md");
const SIMULATED: &str = include_str!("../../data/simulated_a5.csv");

/// The bounds that all measurements together must keep, seen and unseen.
const MEDIAN: f64 = 0.03;
const P90: f64 = 0.10;

/// Relative errors, sorted.
#[derive(Clone, Default)]
pub(super) struct Errors(Vec<f64>);

impl Errors {
    pub(super) fn add(&mut self, found: f64, expected: f64) {
        let error = (found / expected - 1.0).abs();
        let at = self.0.partition_point(|e| *e < error);
        self.0.insert(at, error);
    }
    fn at(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        self.0.get(((self.0.len() as f64 * share) as usize).min(last)).copied().unwrap_or(0.0)
    }
    pub(super) fn words(&self) -> String {
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

/// Errors of each instruction, in the order of the facts.
#[derive(Default)]
struct ByOp(Vec<(&'static str, Errors)>);

impl ByOp {
    fn of(&mut self, op: &'static str) -> &mut Errors {
        let at = self.0.iter().position(|o| o.0 == op).unwrap_or_else(|| {
            self.0.push((op, Errors::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
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

fn cycles(device: &Device, m: &Measured) -> (f64, Provenance) {
    let args = operands(m);
    let attrs = [("precisionType", AttrValue::Word("high_precision"))];
    let attrs = if m.precise { &attrs[..] } else { &[] };
    let def = find(m.op).unwrap();
    let work = Work { def, target: Target::A5, args: &args, attrs, expand: false };
    let e = device.estimate(&work).unwrap();
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
    assert!(
        committed == text,
        "crates/pto-cost/data/a5_curves.csv is stale: BLESS=1 cargo test -p pto-cost"
    );
    let mut data = CostData::default();
    data.read(include_str!("../../data/a5.csv")).unwrap();
    data.read(&committed).unwrap();
    let device = Device::new(&data);

    // The whole model, through operands; and each group fitted to two thirds of its loops, tried on the last third.
    let (mut by_op, mut by_op_unseen) = (ByOp::default(), ByOp::default());
    let (mut seen, mut unseen) = (Errors::default(), Errors::default());
    for m in &facts {
        let (found, provenance) = cycles(&device, m);
        assert!(provenance <= Provenance::Assumed, "{m:?}");
        seen.add(found, m.cycles);
        by_op.of(m.op).add(found, m.cycles);
    }
    for group in &groups {
        let shapes = fit::shapes(&group.points);
        let held =
            |nest: &Nest, third: usize| shapes.iter().position(|s| s == nest).unwrap() % 3 == third;
        for third in 0..3 {
            let (test, train): (Vec<_>, Vec<_>) =
                group.points.iter().partition(|p| held(&p.0, third));
            let Some(curve) = group.fit(&train) else { continue };
            for (nest, expected) in test {
                unseen.add(curve.cycles(&nest), expected);
                by_op_unseen.of(group.op).add(curve.cycles(&nest), expected);
            }
        }
    }
    let mut page = String::from(
        "# How close the model of A5 comes\n\nGenerated by a test of `pto-cost`; `BLESS=1 cargo test -p pto-cost` rewrites \
         it. Measurements: `crates/pto-cost/data/measured_a5.csv`. All of them together must keep a median of 3 % and a 90th \
         percentile of 10 %, seen and unseen.\n\n## Tile instructions\n\nSeen: constants fitted to all measurements. \
         Unseen: fitted to two thirds of the loops of an instruction and type, tried on the last third, three times; \
         loops that leave too few others to fit the constants are left out.\n\n| instruction | values | median | p90 | \
         max | unseen values | median | p90 | max |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (op, seen) in &by_op.0 {
        let _ = writeln!(page, "| `{op}` | {} | {} |", seen.words(), by_op_unseen.of(op).words());
    }
    let _ = writeln!(page, "| all | {} | {} |", seen.words(), unseen.words());
    let plain = without_curves(&facts, &mut page);
    let [loops, simulated] = vector_scopes(&facts, &mut page);
    let kernels = super::kernels::compare(&data, &mut page);
    if bless {
        std::fs::write(PAGE, &page).unwrap();
    }
    seen.keep_bounds("seen");
    unseen.keep_bounds("unseen");
    plain.keep_bounds("without curves");
    loops.keep_bounds("measured loops");
    simulated.keep_bounds("simulated loops");
    for (pipe, errors) in kernels {
        let median = errors.at(0.5);
        assert!(median <= 0.10, "{pipe} of kernels: median {median:.3}");
    }
    let current = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(current == page, "docs/cost-accuracy-a5.md is stale: BLESS=1 cargo test -p pto-cost");
}

/// What the model would say about measured instructions if they had no curves, as it does about the others.
fn without_curves(facts: &[Measured], page: &mut String) -> Errors {
    page.push_str(
        "\n## Tile instructions without a curve\n\nThe form of the loop with the latency of what is in it, tried on \
         the instructions that have curves. Its constants come from `tadd`, `tsub`, `tmul`, `tmins` and `tneg`; it \
         has not seen the others. Conversions and selections do more in their loops than the form knows; \
         `all` is without them, and without the high-precision reciprocal.\n\n| instruction | values | median | p90 | \
         max |\n|---|--:|--:|--:|--:|\n",
    );
    let mut data = CostData::default();
    data.read(include_str!("../../data/a5.csv")).unwrap();
    let device = Device::new(&data);
    let (mut all, mut ops) = (Errors::default(), ByOp::default());
    for m in facts.iter().filter(|m| !m.precise) {
        let found = cycles(&device, m).0;
        ops.of(m.op).add(found, m.cycles);
        if !matches!(m.op, "tcvt" | "tsel") {
            all.add(found, m.cycles);
        }
    }
    for (op, errors) in &ops.0 {
        let _ = writeln!(page, "| `{op}` | {} |", errors.words());
    }
    let _ = writeln!(page, "| all | {} |", all.words());
    all
}

/// Runs the loop of a body over registers.
fn run(core: &mut VfCore, body: &[&str], dtype: DType, rows: u64, iterations: u64) -> f64 {
    let works: Vec<_> = body.iter().map(|name| (*name, find(name).unwrap())).collect();
    let reg = [(0, Arg::Reg(RegAt { at: 0, bytes: 256, ty: RegTy::Vec(dtype) }))];
    core.enter_loop();
    for _ in 0..rows {
        core.iterate();
        core.enter_loop();
        for _ in 0..iterations {
            core.iterate();
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
         simulator of pto-isa@3186c381 was run on (`crates/pto-cost/data/simulated_a5.csv`; it knows no contention for the unified \
         buffer, which is switched off for the comparison).\n\n| loops | values | median | p90 | max |\n|---|--:|--:|--:|--:|\n",
    );
    let mut core = VfCore::new(&CostData::builtin());
    let mut all = Errors::default();
    let mut by_op = ByOp::default();
    for m in facts.iter().filter(|m| !m.precise) {
        let Some(body) = body(m.op) else { continue };
        let nest = m.nest();
        let found = run(&mut core, body, m.src, nest.outer, nest.inner);
        all.add(found, m.cycles);
        by_op.of(m.op).add(found, m.cycles);
    }
    for (op, errors) in &by_op.0 {
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

/// Operands of the kinds that an instruction takes: tiles in the unified buffer, f32, 16 x 128.
fn plausible(def: &pto_isa::OpDef) -> Vec<(u8, Arg)> {
    let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype: DType::F32 };
    let of = |kind: Kind| {
        Some(match kind {
            Kind::Tile | Kind::TileOrScalar | Kind::Memory => {
                Arg::Tile(TileAt::new(TileTy::vec(DType::F32, 16, 128), (16, 128), 0))
            }
            Kind::Vreg | Kind::ScalarOrVreg => {
                Arg::Reg(RegAt { at: 0, bytes: 256, ty: RegTy::Vec(DType::F32) })
            }
            Kind::View => Arg::View(ViewAt {
                at,
                dims: [1, 1, 1, 16, 128],
                strides: [2048, 2048, 2048, 128, 1],
            }),
            Kind::Ptr => Arg::Ptr(at),
            Kind::Scalar | Kind::Index => Arg::Scalar(DType::I32, 16),
            _ => return None,
        })
    };
    def.operands.iter().enumerate().filter_map(|(i, o)| Some((i as u8, of(o.kind)?))).collect()
}

#[test]
fn every_tile_instruction_takes_a_finite_time() {
    let device = Device::new(&CostData::builtin());
    for def in pto_isa::all().filter(|d| d.support_on(Target::A5).is_some()) {
        let args = plausible(def);
        let work = Work { def, target: Target::A5, args: &args, attrs: &[], expand: true };
        match device.estimate(&work) {
            Some(e) => {
                let sane = |c: f64| (0.0..1e6).contains(&c);
                assert!(sane(e.latency_cycles) && sane(e.occupancy_cycles), "{}: {e:?}", def.name);
            }
            // Between devices nothing is known.
            None => {
                let tiles = def.operands.iter().any(|o| o.kind == Kind::Tile);
                assert!(!tiles || def.name.starts_with("comm."), "{} has no time", def.name);
            }
        }
    }
}

#[test]
fn the_loop_is_shown_and_types_decide_how_sure_the_model_is() {
    let device = Device::new(&CostData::builtin());
    let def = find("tadd").unwrap();
    let of = |dtype| {
        let tile = Arg::Tile(TileAt::new(TileTy::vec(dtype, 16, 160), (16, 128), 0));
        let args = [(0, tile), (1, tile), (2, tile)];
        let work = Work { def, target: Target::A5, args: &args, attrs: &[], expand: true };
        device.estimate(&work).unwrap()
    };
    let (f32, i32) = (of(DType::F32), of(DType::I32));
    assert_eq!((f32.provenance, f32.error), (Provenance::Fitted, ErrorClass::Close));
    assert_eq!((i32.provenance, i32.error), (Provenance::Assumed, ErrorClass::Fair));
    assert_eq!(f32.cycles(), i32.cycles());
    let loops = &f32.expansion[0];
    assert_eq!((loops.name, loops.count, loops.repeats), ("tadd", 16, 2));
}
