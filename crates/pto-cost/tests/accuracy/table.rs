//! What was found, as a page.

use crate::measured::{Measured, Work};
use crate::{CLASSES, Class, Errors};
use pto_cost::{CostData, CostModel, Model};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The errors of a class.
pub(crate) struct Finding<'a> {
    pub(crate) class: &'a Class,
    pub(crate) all: Errors,
    /// Rows that the constants were fitted to for `unseen`.
    pub(crate) kept: usize,
    pub(crate) unseen: Errors,
}

const HEAD: &str = "# Accuracy of the calibrated cost model

Generated: do not edit. `BLESS=1 cargo test -p pto-cost --test accuracy` writes it.

The measurements are in `crates/pto-cost/data/measured.csv`, the constants of the model in `crates/pto-cost/data/*.csv`, each with its
source. An error is the distance between estimate and measurement as a part of the measurement. *Held back* are the
rows of about a third of all instructions, element types and widths: the constants are fitted anew to the other rows,
from nothing, and the errors are those of the rows that were held back. The sequences, and what their time grows with,
were chosen with all rows in sight.

";

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// The page.
pub(crate) fn render(measured: &Measured, data: &CostData, findings: &[Finding<'_>]) -> String {
    let mut s = HEAD.to_string();
    s += "| target | kind | rows | median | nine tenths | largest | held back | median | nine tenths | largest | allowed |\n";
    s += "|---|---|---|---|---|---|---|---|---|---|---|\n";
    for f in findings {
        let of = |e: &Errors| [0.5, 0.9, 1.0].map(|q| percent(e.quantile(q))).join(" | ");
        let c = f.class;
        let mut allowed = format!("{}, {}", percent(c.median), percent(c.p90));
        if let Some(max) = c.max {
            let _ = write!(allowed, ", {}", percent(max));
        }
        let _ = writeln!(
            s,
            "| {} | {} | {} | {} | {} of {} | {} | {allowed} |",
            c.target.name(),
            c.text,
            f.all.len(),
            of(&f.all),
            f.unseen.len(),
            f.unseen.len() + f.kept,
            of(&f.unseen),
        );
    }
    by_instruction(&mut s, measured, data);
    unexplained(&mut s, measured, data);
    s += "\n## Left out\n\nPublished values that are outputs of a model and no measurements:\n\n";
    for line in &measured.left_out {
        let _ = writeln!(s, "- {line}");
    }
    s
}

fn by_instruction(s: &mut String, measured: &Measured, data: &CostData) {
    *s += "\n## By instruction\n\n| target | instruction | types | rows | median | largest |\n|---|---|---|---|---|---|\n";
    let mut groups: BTreeMap<(&str, &str, &str), Vec<&Work>> = BTreeMap::new();
    for class in CLASSES {
        for row in measured.class(class.target, class.name) {
            groups.entry((row.target.name(), &row.op, &row.types)).or_default().push(row);
        }
    }
    for ((target, op, types), rows) in groups {
        let model = CostModel::new(Model::Calibrated, rows[0].target, data);
        let errors = Errors::of(rows.iter().copied(), &model);
        let (median, max) = (percent(errors.quantile(0.5)), percent(errors.quantile(1.0)));
        let _ = writeln!(s, "| {target} | {op} | {types} | {} | {median} | {max} |", rows.len());
    }
}

fn unexplained(s: &mut String, measured: &Measured, data: &CostData) {
    *s += "\n## Not explained\n\nValues of public tests whose origin is not known and that contradict other measurements of the same\ninstruction or of its twin. They are not judged.\n\n| target | instruction | types | shape | valid | layout | published | estimate | source |\n|---|---|---|---|---|---|---|---|---|\n";
    for row in measured.rows.iter().filter(|r| r.class == "open") {
        let model = CostModel::new(Model::Calibrated, row.target, data);
        let (r, c) = row.shape;
        let (vr, vc) = row.valid;
        let _ = writeln!(
            s,
            "| {} | {} | {} | {r}x{c} | {vr}x{vc} | {} | {} | {:.0} | {} |",
            row.target.name(),
            row.op,
            row.types,
            row.layout,
            row.measured,
            row.cycles(&model),
            row.source,
        );
    }
}
