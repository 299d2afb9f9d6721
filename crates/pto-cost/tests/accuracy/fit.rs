//! The constants of the model fitted anew to two thirds of the measurements, to see how it does on the others.
//!
//! Estimates are linear in the numbers of the data, so a fit needs no formula of its own: how much an estimate
//! changes with a number is found by changing it. What is minimised is the square of the relative error.

use crate::measured::Work;
use pto_cost::{CostData, CostModel, Model};
use pto_isa::Target;

/// Rows to fit to, and about a third that is held back. All rows of one instruction, element type and width stay
/// together, since they may be points of the same line; something of every instruction and type is kept.
pub(crate) fn split<'a>(rows: &[&'a Work]) -> (Vec<&'a Work>, Vec<&'a Work>) {
    let drawn = |row: &Work| {
        let key = format!("{} {} {} {}", row.op, row.types, row.shape.1, row.valid.1);
        let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
        });
        (hash ^ hash >> 29).is_multiple_of(3)
    };
    let alike = |a: &Work, b: &Work| a.op == b.op && a.types == b.types;
    rows.iter().partition(|row| !drawn(row) || !rows.iter().any(|r| alike(r, row) && !drawn(r)))
}

/// A number that is fitted.
type Key = (String, String);

/// Numbers a fit starts from. They hold no knowledge; a latency after a barrier must be above that under a mask,
/// since the larger one counts.
fn start(parameter: &str) -> f64 {
    if parameter == "step" { 2.0 } else { 1.0 }
}

/// The numbers of one target with some of them replaced.
struct Numbers {
    target: Target,
    data: CostData,
}

impl Numbers {
    fn with(&self, values: &[(Key, f64)]) -> Numbers {
        let mut data = self.data.clone();
        for ((subject, parameter), value) in values {
            // Estimates are linear in the inverse of a rate.
            let value = if parameter == "bytes_per_cycle" { 1.0 / value } else { *value };
            let line =
                format!("{},{subject},{parameter},{value},fitted,this test", self.target.name());
            data.read(&line).expect("a row");
        }
        Numbers { target: self.target, data }
    }
    fn model(&self) -> CostModel {
        CostModel::new(Model::Calibrated, self.target, &self.data)
    }
}

/// The model with every number that estimates of the kept rows depend on fitted to them, and with no knowledge of
/// the others.
pub(crate) fn refit(target: Target, data: &CostData, kept: &[&Work]) -> CostModel {
    let mut values: Vec<(Key, f64)> = Vec::new();
    let mut units: Vec<(Key, f64)> = Vec::new();
    for (subject, numbers) in data.subjects(target) {
        for (parameter, row) in numbers {
            let key = (subject.to_string(), parameter.clone());
            if parameter == "unit_bytes" {
                units.push((key, row.value));
            } else if subject != "machine" {
                let value = start(parameter);
                values.push((key, value));
            }
        }
    }
    values.sort_by(|a, b| a.0.cmp(&b.0));
    let nothing = Numbers { target, data: CostData::default() };
    let started = nothing.with(&units).with(&values);
    let cycles = |n: &Numbers| {
        let model = n.model();
        kept.iter().map(|r| r.cycles(&model)).collect::<Vec<f64>>()
    };
    let base = cycles(&started);
    let mut features: Vec<Vec<f64>> = Vec::new();
    let mut used: Vec<&(Key, f64)> = Vec::new();
    for entry in &values {
        let changed = cycles(&started.with(&[(entry.0.clone(), entry.1 + 1.0)]));
        let feature: Vec<f64> = changed.iter().zip(&base).map(|(a, b)| a - b).collect();
        if feature.iter().any(|f| f.abs() > 1e-9) {
            used.push(entry);
            features.push(feature);
        }
    }
    let weights: Vec<f64> = kept.iter().map(|r| 1.0 / r.measured).collect();
    let wanted: Vec<f64> = kept.iter().zip(&base).map(|(r, b)| r.measured - b).collect();
    let change = least_squares(&features, &wanted, &weights);
    let fitted: Vec<(Key, f64)> =
        used.iter().zip(change).map(|((key, value), d)| (key.clone(), value + d)).collect();
    started.with(&fitted).model()
}

/// The change of each feature's coefficient that minimises the weighted squares. Directions that the rows say
/// nothing about stay where they are.
fn least_squares(features: &[Vec<f64>], wanted: &[f64], weights: &[f64]) -> Vec<f64> {
    let n = features.len();
    let dot = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).zip(weights).map(|((x, y), w)| x * y * w * w).sum()
    };
    let mut m: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let mut row: Vec<f64> = (0..n).map(|j| dot(&features[i], &features[j])).collect();
            row[i] += 1e-9;
            row.push(dot(&features[i], wanted));
            row
        })
        .collect();
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| m[a][i].abs().total_cmp(&m[b][i].abs())).expect("a row");
        m.swap(i, pivot);
        let row = m[i].clone();
        for below in m.iter_mut().skip(i + 1) {
            let factor = below[i] / row[i];
            below.iter_mut().zip(&row).for_each(|(x, r)| *x -= factor * r);
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| m[i][j] * x[j]).sum();
        x[i] = (m[i][n] - known) / m[i][i];
    }
    x
}
