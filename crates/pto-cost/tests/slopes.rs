//! No number that stands for work is zero or negative, in any file of cost data: such a number says that work is free.

use pto_cost::counts_work;
use std::path::Path;

/// What a row says: model file, target, subject, parameter and value.
struct Row {
    file: String,
    subject: String,
    parameter: String,
    value: f64,
}

fn rows() -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(folder).expect("cost data") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let mut lines = text.lines().filter(|l| !l.starts_with('#'));
        // Measurements and examples have other columns.
        if !lines.next().is_some_and(|head| head.starts_with("target,subject,parameter,value,")) {
            continue;
        }
        for line in lines {
            let mut fields = line.split(',').skip(1);
            let mut field = || fields.next().expect("a field").to_string();
            let (subject, parameter, value) = (field(), field(), field());
            let value = value.parse().unwrap_or_else(|_| panic!("{line}"));
            let file = path.file_name().expect("a name").to_string_lossy().into_owned();
            rows.push(Row { file, subject, parameter, value });
        }
    }
    rows
}

#[test]
fn every_number_of_work_is_positive() {
    let rows = rows();
    let counted: Vec<&Row> = rows.iter().filter(|r| counts_work(&r.parameter)).collect();
    let wrong: Vec<String> = counted
        .iter()
        .filter(|r| r.value <= 0.0 || !r.value.is_finite())
        .map(|r| format!("{}: {} {} = {}", r.file, r.subject, r.parameter, r.value))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
    for file in ["a2a3.csv", "a5.csv", "a5_curves.csv", "documented.csv"] {
        let count = counted.iter().filter(|r| r.file == file).count();
        assert!(count >= 40, "{file}: only {count} numbers of work were looked at");
    }
}

#[test]
fn every_curve_has_a_step_for_each_path() {
    let rows = rows();
    let curve = |r: &&Row| r.parameter.starts_with("curve.");
    let parts = |r: &Row| -> (String, String, Option<String>) {
        let mut parts = r.parameter.split('.').skip(1).map(str::to_string);
        let key = parts.next().expect("types");
        let constant = parts.next().expect("a constant");
        (format!("{} {key}", r.subject), constant, parts.next())
    };
    let steps: Vec<_> = rows
        .iter()
        .filter(curve)
        .map(parts)
        .filter(|(_, constant, _)| constant == "step")
        .collect();
    for row in rows.iter().filter(curve) {
        let (key, _, path) = parts(row);
        let has = steps.iter().any(|(k, _, p)| *k == key && (p.is_none() || *p == path));
        assert!(has, "{} {} belongs to a curve without a step", row.subject, row.parameter);
    }
    assert!(steps.len() > 30, "{} curves", steps.len());
}

#[test]
fn a_zero_slope_would_be_noticed() {
    for parameter in ["curve.f16->f32.step.flat", "slope.f16", "tail.slope", "doc.per_repeat"] {
        assert!(counts_work(parameter), "{parameter}");
    }
    for parameter in ["curve.f16->f32.floor.flat", "latency", "latency.f16", "forward"] {
        assert!(!counts_work(parameter), "{parameter}");
    }
}
