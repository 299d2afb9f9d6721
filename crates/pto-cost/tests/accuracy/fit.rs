//! The constants of the model fitted anew to two thirds of the measurements, to see how it does on the others.
//!
//! Estimates are linear in the numbers of the data, so a fit needs no formula of its own: how much an estimate
//! changes with a number is found by changing it. What is minimised is the square of the relative error.

use crate::measured::Work;
use pto_cost::{CostData, CostModel, Model};
use pto_isa::Target;

/// Whether a row is held back. All rows of one instruction, element type and width stay together, since they may
/// be points of the same line.
pub(crate) fn held(row: &Work) -> bool {
    let key = format!("{} {} {} {}", row.op, row.types, row.shape.1, row.valid.1);
    let hash = key
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ hash >> 29).is_multiple_of(3)
}

/// A number that is fitted.
type Key = (String, String);

/// Numbers a fit starts from. They hold no knowledge; a latency behind a barrier must be above that under a mask,
/// since the larger one counts.
fn start(parameter: &str) -> f64 {
    if parameter == "step" { 2.0 } else { 1.0 }
}

/// Fits every number that estimates of the kept rows depend on. Gives the number of kept rows, and the model.
pub(crate) fn refit(target: Target, data: &CostData, rows: &[&Work]) -> (usize, CostModel) {
    let kept: Vec<&Work> = rows.iter().copied().filter(|r| !held(r)).collect();
    let mut keys: Vec<Key> = Vec::new();
    for (subject, numbers) in data.subjects(target) {
        keys.extend(numbers.keys().map(|p| (subject.to_string(), p.clone())));
    }
    keys.sort();
    keys.retain(|(s, p)| s != "machine" && p != "unit_bytes");
    let with = |values: &[(Key, f64)]| {
        let mut data = data.clone();
        for ((subject, parameter), value) in values {
            // Estimates are linear in the inverse of a rate.
            let value = if parameter == "bytes_per_cycle" { 1.0 / value } else { *value };
            let line = format!("{},{subject},{parameter},{value},fitted,this test", target.name());
            data.read(&line).expect("a row");
        }
        CostModel::new(Model::Calibrated, target, &data)
    };
    let cycles = |model: &CostModel| kept.iter().map(|r| r.cycles(model)).collect::<Vec<f64>>();
    let mut values: Vec<(Key, f64)> = keys
        .into_iter()
        .map(|k| {
            let v = start(&k.1);
            (k, v)
        })
        .collect();
    let mut features: Vec<Vec<f64>> = Vec::new();
    let base = cycles(&with(&values));
    let mut used = Vec::new();
    for i in 0..values.len() {
        values[i].1 += 1.0;
        let changed = cycles(&with(&values));
        values[i].1 -= 1.0;
        let feature: Vec<f64> = changed.iter().zip(&base).map(|(a, b)| a - b).collect();
        if feature.iter().any(|f| f.abs() > 1e-9) {
            used.push(i);
            features.push(feature);
        }
    }
    let weights: Vec<f64> = kept.iter().map(|r| 1.0 / r.measured).collect();
    let wanted: Vec<f64> = kept.iter().zip(&base).map(|(r, b)| r.measured - b).collect();
    let change = least_squares(&features, &wanted, &weights);
    let fitted: Vec<(Key, f64)> = used
        .iter()
        .zip(change)
        .map(|(&i, d)| {
            let (key, value) = &values[i];
            (key.clone(), value + d)
        })
        .collect();
    (kept.len(), with(&fitted))
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
