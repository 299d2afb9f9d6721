//! The calibrated model against published measurements, with fixed tolerances; and against measurements it was
//! not fitted to. `docs/cost-accuracy.md` is what this finds: `BLESS=1` writes it.

mod fit;
mod measured;
mod table;

use fit::{refit, split};
use measured::{Measured, Work as Row};
use pto_cost::{CostData, CostModel, Model};
use pto_isa::Target;

/// A kind of instruction, and how far off the model may be: half of the rows, nine tenths, any.
struct Class {
    target: Target,
    name: &'static str,
    text: &'static str,
    median: f64,
    p90: f64,
    max: Option<f64>,
}

/// The tolerances. They are the same for rows that the constants were fitted to and for rows that were held back.
const CLASSES: &[Class] = &[
    Class {
        target: Target::A2A3,
        name: "elementwise",
        text: "element by element",
        median: 0.02,
        p90: 0.06,
        max: None,
    },
    Class {
        target: Target::A2A3,
        name: "reduce",
        text: "reductions and expansions",
        median: 0.05,
        p90: 0.12,
        max: None,
    },
    Class {
        target: Target::A2A3,
        name: "dma",
        text: "copies",
        median: 0.05,
        p90: 0.05,
        max: Some(0.05),
    },
];

/// Errors of a set of rows, sorted.
struct Errors(Vec<f64>);

impl Errors {
    fn of<'a>(rows: impl Iterator<Item = &'a Row>, model: &CostModel) -> Errors {
        let mut all: Vec<f64> =
            rows.map(|r| (r.cycles(model) - r.measured).abs() / r.measured).collect();
        all.sort_by(f64::total_cmp);
        Errors(all)
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    /// The error that a part of the rows does not exceed.
    fn quantile(&self, part: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        self.0.get((part * last as f64).round() as usize).copied().unwrap_or(0.0)
    }
}

fn check(class: &Class, what: &str, errors: &Errors) -> Vec<String> {
    let limits = [(0.5, Some(class.median)), (0.9, Some(class.p90)), (1.0, class.max)];
    let over = limits.into_iter().filter_map(|(part, limit)| {
        let (found, limit) = (errors.quantile(part), limit?);
        let name = format!("{} {} {what}", class.target.name(), class.name);
        (found > limit).then(|| format!("{name}: {found:.3} at {part} is more than {limit}"))
    });
    over.collect()
}

#[test]
fn estimates_meet_measurements() {
    let measured = Measured::read();
    let data = CostData::builtin();
    let mut problems = Vec::new();
    let mut findings = Vec::new();
    for class in CLASSES {
        let model = CostModel::new(Model::Calibrated, class.target, &data);
        let rows: Vec<&Row> = measured.class(class.target, class.name).collect();
        assert!(rows.len() >= 10, "{}: only {} rows", class.name, rows.len());
        let all = Errors::of(rows.iter().copied(), &model);
        problems.extend(check(class, "all rows", &all));
        let (kept, held) = split(&rows);
        assert!(held.len() * 5 >= rows.len(), "{}: too few rows are held back", class.name);
        let refitted = refit(class.target, &data, &kept);
        let unseen = Errors::of(held.iter().copied(), &refitted);
        problems.extend(check(class, "held rows", &unseen));
        findings.push(table::Finding { class, all, kept: kept.len(), unseen });
    }
    let text = table::render(&measured, &data, &findings);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cost-accuracy.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(problems, Vec::<String>::new());
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "docs/cost-accuracy.md is stale: run this test with BLESS=1");
}
