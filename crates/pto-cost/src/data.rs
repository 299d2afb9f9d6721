//! The numbers of the models: rows of `crates/pto-cost/data/*.csv`, each with its source; a user's file overrides them.

use crate::estimate::Provenance;
use pto_isa::{DType, Target};
use rustc_hash::FxHashMap;
use std::fmt;

/// One number.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number.
    pub value: f64,
    /// What it rests on.
    pub provenance: Provenance,
    /// Where it comes from.
    pub source: String,
}

/// All numbers, by target, subject (`vadd`, `tadd`, `gm->ub`, `machine`) and parameter (`fill`, `slope.f16`).
#[derive(Clone, Debug, Default)]
pub struct CostData {
    rows: FxHashMap<Target, FxHashMap<String, FxHashMap<String, Row>>>,
}

/// Why a line of cost data could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// The files that come with the program.
const BUILTIN: &[&str] = &[
    include_str!("../data/a2a3.csv"),
    include_str!("../data/documented.csv"),
    include_str!("../data/a5.csv"),
    include_str!("../data/a5_curves.csv"),
];

impl CostData {
    /// The built-in numbers as they are written, for who wants to know whether they changed.
    pub fn builtin_texts() -> &'static [&'static str] {
        BUILTIN
    }

    /// The numbers that come with the program.
    pub fn builtin() -> CostData {
        let mut data = CostData::default();
        for text in BUILTIN {
            data.read(text).unwrap_or_else(|e| unreachable!("built-in cost data: {e}"));
        }
        data
    }

    /// Reads rows `target,subject,parameter,value,provenance,source`; later rows replace earlier ones. The
    /// source is the rest of the line and may hold commas; lines that start with `#` are comments, and a first
    /// line that begins with `target,` is a heading.
    pub fn read(&mut self, text: &str) -> Result<(), DataError> {
        self.read_rows(text, |_, _, _| Ok(()))
    }

    /// Reads rows of a user, which replace or complete those there are: about a subject and a parameter that the models
    /// know, with a number that can be one.
    pub fn replace(&mut self, text: &str) -> Result<(), DataError> {
        let known = self.clone();
        self.read_rows(text, |subject, parameter, value| {
            known.check_names(subject, parameter)?;
            check_number(parameter, value)
        })
    }

    fn check_names(&self, subject: &str, parameter: &str) -> Result<(), String> {
        let all = || self.rows.values().flatten();
        let instructions = || pto_isa::all().map(|def| def.name);
        let refuse = |what: &str, name: &str, near: Option<&str>| {
            let near = near.map_or(String::new(), |n| format!(" (did you mean `{n}`?)"));
            Err(format!("no model has a {what} `{name}`{near}"))
        };
        if !all().any(|(s, _)| s == subject) && !instructions().any(|n| n == subject) {
            let names = all().map(|(s, _)| s.as_str()).chain(instructions());
            return refuse("subject", subject, pto_isa::ops::closest(subject, names));
        }
        // `slope.i8` is a slope, of a type that may have none yet.
        let base = |p: &str| p.split('.').next().unwrap_or_default().to_string();
        let typed = |p: &str| {
            let mut words = p.split('.').skip(1);
            words.next().is_some_and(|t| DType::parse(t).is_some()) && words.next().is_none()
        };
        let parameters = || all().flat_map(|(_, rows)| rows.keys());
        let is_known =
            |p: &String| p == parameter || (typed(parameter) && base(p) == base(parameter));
        if !parameters().any(is_known) {
            let near = pto_isa::ops::closest(parameter, parameters().map(String::as_str));
            return refuse("parameter", parameter, near);
        }
        Ok(())
    }

    fn read_rows(
        &mut self,
        text: &str,
        check: impl Fn(&str, &str, f64) -> Result<(), String>,
    ) -> Result<(), DataError> {
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("target,") {
                continue;
            }
            let fail = |message: String| Err(DataError { line: i + 1, message });
            let fields: Vec<&str> = line.splitn(6, ',').map(str::trim).collect();
            let [target, subject, parameter, value, provenance, source] = fields[..] else {
                return fail(format!(
                    "has {} fields; `target,subject,parameter,value,provenance,source` are needed",
                    fields.len()
                ));
            };
            let Some(target) = Target::parse(target) else {
                return fail(format!("`{target}` is not a target"));
            };
            let Some(value) = value.parse::<f64>().ok().filter(|v| v.is_finite()) else {
                return fail(format!("`{value}` is not a number"));
            };
            let Some(provenance) = Provenance::parse(provenance) else {
                return fail(format!(
                    "`{provenance}` is not measured, fitted, documented or assumed"
                ));
            };
            if source.is_empty() {
                return fail("has no source".into());
            }
            if let Err(message) = check(subject, parameter, value) {
                return fail(message);
            }
            let row = Row { value, provenance, source: source.to_string() };
            let subject =
                self.rows.entry(target).or_default().entry(subject.to_string()).or_default();
            subject.insert(parameter.to_string(), row);
        }
        Ok(())
    }

    /// All numbers of a subject.
    pub(crate) fn parameters(
        &self,
        target: Target,
        subject: &str,
    ) -> impl Iterator<Item = (&str, &Row)> {
        let rows = self.rows.get(&target).and_then(|t| t.get(subject));
        rows.into_iter().flatten().map(|(name, row)| (name.as_str(), row))
    }

    /// The subjects of a target with their numbers by parameter, in no order.
    pub fn subjects(
        &self,
        target: Target,
    ) -> impl Iterator<Item = (&str, &FxHashMap<String, Row>)> {
        let of_target = self.rows.get(&target).into_iter().flatten();
        of_target.map(|(subject, rows)| (subject.as_str(), rows))
    }

    /// A number.
    pub fn get(&self, target: Target, subject: &str, parameter: &str) -> Option<&Row> {
        self.rows.get(&target)?.get(subject)?.get(parameter)
    }
}

/// Whether a number is multiplied with, or divided into, the amount of work: zero would make work free or endless. The
/// others are latencies, credits and corrections, which may be zero and, some of them, negative.
pub fn counts_work(parameter: &str) -> bool {
    // `curve.f16->f32.step.flat`, `slope.f16`, `tail.slope`, `doc.per_repeat`.
    let of_work = [
        "slope",
        "step",
        "rate",
        "interval",
        "per_element",
        "per_repeat",
        "bytes_per_cycle",
        "gm_bytes_per_cycle",
        "cycles",
        "element",
        "row",
        "record",
        "access",
        "unit_bytes",
        "clock_mhz",
        "ports",
        "dispatch_width",
        "lanes",
        "cube_cores",
        "vector_cores",
        "in_flight",
    ];
    // Types have dots of their own nowhere, so that each part is one word.
    parameter.split('.').any(|word| of_work.contains(&word))
}

/// No instruction, transfer or device has a number beyond these; with them times stay far from the largest that can be counted.
const LARGEST: f64 = 1e9;
/// The same of what work is multiplied with or divided by.
const SMALLEST: f64 = 1e-6;

/// Refuses numbers that a parameter cannot be.
fn check_number(parameter: &str, value: f64) -> Result<(), String> {
    // What is forwarded, and what stands alone, takes less time than the rest.
    let corrects = parameter.split('.').any(|word| word.contains("forward") || word == "lone");
    if counts_work(parameter) && value <= 0.0 {
        return Err(format!("`{parameter}` must be more than 0, found {value}"));
    }
    if counts_work(parameter) && value < SMALLEST {
        return Err(format!("`{parameter}` must be at least {SMALLEST}, found {value:e}"));
    }
    if value.abs() > LARGEST {
        return Err(format!("`{parameter}` must be at most {LARGEST}, found {value:e}"));
    }
    if value < 0.0 && !corrects {
        return Err(format!("`{parameter}` must not be negative, found {value}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_within_limits() {
        let refusal = |row: &str| {
            let mut data = CostData::builtin();
            data.replace(row).map_err(|e| e.message)
        };
        let large = refusal("a2a3,vadd,latency,1e300,assumed,mine");
        assert_eq!(large, Err("`latency` must be at most 1000000000, found 1e300".into()));
        let small = refusal("a2a3,vadd,slope,1e-300,assumed,mine");
        assert_eq!(small, Err("`slope` must be at least 0.000001, found 1e-300".into()));
        assert_eq!(refusal("a2a3,vadd,latency,1e9,assumed,mine"), Ok(()));
        for rows in CostData::builtin().rows.values().flat_map(|subjects| subjects.values()) {
            for (parameter, row) in rows {
                assert_eq!(check_number(parameter, row.value), Ok(()), "built in");
            }
        }
    }

    #[test]
    fn later_rows_replace_earlier_ones_and_sources_may_hold_commas() {
        let mut data = CostData::default();
        data.read(
            "target,subject,parameter,value,provenance,source\na2a3,vadd,latency,25,measured,a, b\n",
        )
        .unwrap();
        data.read("a2a3,vadd,latency,26,assumed,mine").unwrap();
        let row = data.get(Target::A2A3, "vadd", "latency").unwrap();
        assert_eq!((row.value, row.source.as_str()), (26.0, "mine"));
        assert!(data.get(Target::A5, "vadd", "latency").is_none());
    }

    #[test]
    fn rows_of_a_user_are_about_what_there_is() {
        let refused = |line: &str| {
            let e = CostData::builtin().replace(&format!("# mine\n{line},measured,mine\n"));
            e.err().map(|e| e.to_string())
        };
        for line in [
            "a2a3,gm->ub,bytes_per_cycle,96",
            "a2a3,machine,clock_mhz,1800",
            "a2a3,vadd,slope.i16,2",
            "a2a3,vadd,latency,0",
            "a5,vf,forward,-4",
        ] {
            assert_eq!(refused(line), None, "{line}");
        }
        for (line, why) in [
            ("a2a3,gm->up,bytes_per_cycle,96", "no model has a subject `gm->up`"),
            ("a2a3,vadd,latncy,25", "no model has a parameter `latncy` (did you mean `latency`?)"),
            ("a2a3,vadd,slope.i99,2", "no model has a parameter `slope.i99`"),
            ("a2a3,gm->ub,bytes_per_cycle,0", "`bytes_per_cycle` must be more than 0, found 0"),
            ("a2a3,machine,clock_mhz,-1", "`clock_mhz` must be more than 0, found -1"),
            ("a2a3,vadd,latency,-1", "`latency` must not be negative, found -1"),
        ] {
            let said = refused(line).unwrap_or_default();
            assert!(said.starts_with(&format!("line 2: {why}")), "{line}: {said}");
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        let mut data = CostData::default();
        let lines = [
            "a2a3,vadd,latency",
            "a9,v,f,1,measured,x",
            "a5,v,f,one,measured,x",
            "a5,v,f,1,guess,x",
        ];
        for line in lines {
            let e = data.read(&format!("# head\n{line}")).unwrap_err();
            assert_eq!(e.line, 2, "{line}");
        }
    }
}
