//! Fits the constants of curves to measurements, for the committed constants and for cross-validation.

use super::curve::{Curve, Key, Nest, Path};
use pto_isa::DType;
use pto_isa::order;

/// A measured execution of a tile instruction.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) op: &'static str,
    pub(super) src: DType,
    pub(super) dst: DType,
    pub(super) precise: bool,
    /// Rows and columns of the tile.
    pub(super) shape: (u32, u32),
    /// Valid rows and columns.
    pub(super) valid: (u32, u32),
    pub(super) cycles: f64,
}

const FACTS: &str = include_str!("../../data/measured_a5.csv");

/// All measurements.
pub(super) fn measured() -> Vec<Measured> {
    let lines = FACTS.lines().filter(|l| !l.starts_with('#') && !l.starts_with("op,"));
    let read = |line: &'static str| {
        let f: Vec<&str> = line.splitn(11, ',').collect();
        let n = |i: usize| f[i].parse::<u32>().unwrap();
        Measured {
            op: f[0],
            src: DType::parse(f[1]).unwrap(),
            dst: DType::parse(f[2]).unwrap(),
            precise: f[3] == "precise",
            shape: (n(4), n(5)),
            valid: (n(6), n(7)),
            cycles: f[9].parse().unwrap(),
        }
    };
    lines.map(read).collect()
}

impl Measured {
    pub(super) fn key(&self) -> Key {
        Key::new(self.src, self.dst, self.precise)
    }

    pub(super) fn contiguous(&self) -> bool {
        self.valid.1 == self.shape.1 || self.shape.0 == 1
    }

    /// Elements of an iteration. Conversions load whole registers of the wider side where the loop is flat and two
    /// halves of the narrower where it is not; the selection of 32-bit elements takes two registers at a time.
    /// Source: pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp, TSel.hpp.
    pub(super) fn lanes(&self) -> u64 {
        match (self.op, self.key().from, self.key().to) {
            ("tcvt", "f32", _) if !self.contiguous() => 128,
            ("tcvt", _, "f32") => 64,
            ("tcvt", "f32", _) => 64,
            ("tcvt", "f4", _) => 256,
            ("tsel", "f32", _) => 128,
            _ => u64::from(2048 / self.src.bits()),
        }
    }

    pub(super) fn nest(&self) -> Nest {
        let (rows, cols) = self.valid;
        Nest::new(u64::from(rows), u64::from(cols), self.contiguous(), self.lanes())
    }
}

/// Measurements that share constants.
pub(super) struct Group {
    pub(super) op: &'static str,
    pub(super) key: Key,
    /// The path, if each has its own constants: conversions are written differently for each.
    pub(super) path: Option<Path>,
    pub(super) lanes: u64,
    pub(super) points: Vec<(Nest, f64)>,
    /// Of a flat loop: measurements of the same conversion row by row, one register for each row.
    by_rows: Vec<(Nest, f64)>,
}

/// The groups, in the order of the measurements. A type with fewer than three shapes has no curve of its own.
pub(super) fn groups(facts: &[Measured]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for m in facts {
        let (nest, key) = (m.nest(), m.key());
        let path = (m.op == "tcvt").then_some(nest.path);
        let at = groups.iter().position(|g| g.op == m.op && g.key == key && g.path == path);
        let at = at.unwrap_or_else(|| {
            let (points, by_rows) = (Vec::new(), Vec::new());
            groups.push(Group { op: m.op, key, path, lanes: m.lanes(), points, by_rows });
            groups.len() - 1
        });
        groups[at].points.push((nest, m.cycles));
    }
    for at in 0..groups.len() {
        let (op, key) = (groups[at].op, groups[at].key);
        let by_rows = |g: &&Group| g.op == op && g.key == key && g.path == Some(Path::Row);
        if groups[at].path == Some(Path::Flat) {
            groups[at].by_rows =
                groups.iter().find(by_rows).map_or(Vec::new(), |g| g.points.clone());
        }
    }
    groups.retain(|g| g.path.is_some() || shapes(&g.points).len() >= 3);
    groups
}

/// The different loops among points, in order: full and partly filled last registers take the same time.
pub(super) fn shapes(points: &[(Nest, f64)]) -> Vec<Nest> {
    let mut shapes: Vec<Nest> = Vec::new();
    for (nest, _) in points {
        if !shapes.contains(nest) {
            shapes.push(*nest);
        }
    }
    let path = |n: &Nest| Path::ALL.iter().position(|p| *p == n.path);
    order::by_key(&mut shapes, |n| (path(n), n.outer, n.inner));
    shapes
}

impl Group {
    /// The constants that are fitted; all others are zero, or one for the step.
    pub(super) fn free(&self) -> &'static [&'static str] {
        let widens = self.key.to == "f32" && self.key.from != "f32";
        match (self.op, self.path) {
            ("tsel", _) if self.key.to == "f32" => &["latency", "step", "gap", "odd"],
            ("tsel", _) => &["latency", "step", "gap"],
            (_, Some(Path::Flat)) if widens => &["latency", "step", "floor"],
            (_, Some(Path::Flat | Path::Row)) => &["latency", "step"],
            (_, Some(Path::Nest)) => &["latency", "step", "gap"],
            (_, None) if self.key.precise => &["latency", "rate", "lone"],
            (_, None) => &["latency", "gap", "rate", "credit", "lone"],
        }
    }

    /// The constants that fit best; `None` if there are fewer loops than constants.
    pub(super) fn fit(&self, points: &[(Nest, f64)]) -> Option<Curve> {
        let free = self.free();
        if shapes(points).len() < free.len() {
            return None;
        }
        if falls(points) {
            return self.fit_floor(points);
        }
        let by_size = |a: &&(Nest, f64), b: &&(Nest, f64)| a.0.iterations().cmp(&b.0.iterations());
        let (small, large) = (points.iter().min_by(by_size)?, points.iter().max_by(by_size)?);
        let iterations = |p: &(Nest, f64)| p.0.iterations() as f64;
        let slope = (large.1 - small.1) / (iterations(large) - iterations(small)).max(1.0);
        let start = |slope: f64| {
            let latency = (small.1 - slope * iterations(small)).max(1.0);
            let stepped = self.free().contains(&"step");
            let (step, rate) = if stepped { (slope, 0.0) } else { (1.0, slope) };
            Curve { latency, step, rate, gap: 5.0, ..Curve::default() }
        };
        let mut starts = [slope.max(0.0), 1.4, 2.0].map(start).to_vec();
        if free.contains(&"floor") {
            let line = start(2.0 * slope.max(0.0));
            starts.push(Curve {
                floor: small.1,
                latency: large.1 - line.step * iterations(large),
                ..line
            });
        }
        let starts = starts.into_iter().map(|s| descend(s, free, points));
        let better = |a: &(f64, Curve), b: &(f64, Curve)| a.0.total_cmp(&b.0);
        starts.min_by(better).map(|s| s.1)
    }
}

impl Group {
    /// The constants of loops whose measured times fall as they get longer. No loop gets faster by doing more, so
    /// what was measured is the time that short loops take at least; how a long one grows is taken from the same
    /// conversion row by row, which hands out one register for each iteration too.
    fn fit_floor(&self, points: &[(Nest, f64)]) -> Option<Curve> {
        let grows = descend(
            Curve { latency: 50.0, step: 1.0, ..Curve::default() },
            &["latency", "step"],
            &self.by_rows,
        );
        let curve = Curve { floor: points.first()?.1, assumed: true, ..grows.1 };
        (shapes(&self.by_rows).len() >= 2 && grows.1.step > 0.0)
            .then(|| descend(curve, &["floor"], points).1)
    }
}

/// Whether the longest loop took less time than the shortest.
fn falls(points: &[(Nest, f64)]) -> bool {
    let by_size = |a: &&(Nest, f64), b: &&(Nest, f64)| a.0.iterations().cmp(&b.0.iterations());
    match (points.iter().min_by(by_size), points.iter().max_by(by_size)) {
        (Some(short), Some(long)) => long.1 < short.1,
        _ => false,
    }
}

/// Squares of relative errors.
fn misfit(curve: &Curve, points: &[(Nest, f64)]) -> f64 {
    points.iter().map(|(n, cycles)| (curve.cycles(n) / cycles - 1.0).powi(2)).sum()
}

/// Moves one constant, or two together, as long as that helps, by ever smaller steps.
fn descend(mut curve: Curve, free: &[&'static str], points: &[(Nest, f64)]) -> (f64, Curve) {
    let mut best = misfit(&curve, points);
    let mut steps: Vec<f64> =
        free.iter().map(|n| curve.field(n).map_or(1.0, |v| (*v * 0.2).max(1.0))).collect();
    for _ in 0..2000 {
        let mut improved = false;
        let mut attempt = |moves: &[(usize, f64)], curve: &mut Curve, best: &mut f64| {
            let mut next = *curve;
            for &(at, by) in moves {
                if let Some(value) = next.field(free[at]) {
                    *value += by;
                    if free[at] != "lone" {
                        *value = value.max(0.0);
                    }
                }
            }
            let cost = misfit(&next, points);
            if cost < *best - 1e-14 {
                (*curve, *best, improved) = (next, cost, true);
            }
        };
        for a in 0..free.len() {
            for by in [steps[a], -steps[a]] {
                attempt(&[(a, by)], &mut curve, &mut best);
                for (b, with) in steps.iter().enumerate().skip(a + 1) {
                    attempt(&[(a, by), (b, *with)], &mut curve, &mut best);
                    attempt(&[(a, by), (b, -with)], &mut curve, &mut best);
                }
            }
        }
        if !improved {
            steps.iter_mut().for_each(|s| *s *= 0.5);
            if steps.iter().all(|s| *s < 1e-3) {
                break;
            }
        }
    }
    (best, curve)
}

/// The rows of `a5_curves.csv`.
pub(super) fn rows(groups: &[Group]) -> String {
    let mut text = String::from(
        "# Curves of tile instructions on A5, fitted to measured_a5.csv; written by a test: BLESS=1 cargo test -p pto-cost.\n\
         target,subject,parameter,value,provenance,source\n",
    );
    for group in groups {
        let Some(mut curve) = group.fit(&group.points) else { continue };
        let path = group.path.map_or(String::new(), |p| format!(".{}", p.name()));
        let fitted = format!(
            "fitted,fitted to {} values of crates/pto-cost/data/measured_a5.csv",
            group.points.len()
        );
        let assumed = curve.assumed;
        let mut row = |constant: &str, value: f64| {
            let (op, key) = (group.op, group.key.name());
            let value = format!("{value:.2}");
            let value = value.trim_end_matches('0').trim_end_matches('.');
            let source = match constant {
                "latency" | "step" if assumed => {
                    "assumed,as row by row: the values of crates/pto-cost/data/measured_a5.csv fall with the length of the loop"
                }
                _ => &fitted,
            };
            text += &format!("a5,{op},curve.{key}.{constant}{path},{value},{source}\n");
        };
        if !group.free().contains(&"step") {
            row("step", 1.0);
        }
        for constant in group.free() {
            row(constant, *curve.field(constant).unwrap());
        }
        if group.op == "tcvt" || group.op == "tsel" {
            row("lanes", group.lanes as f64);
        }
    }
    text
}
