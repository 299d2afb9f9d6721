//! The numbers of the models: rows of `data/cost/*.csv`, each with its source; a user's file overrides them.

use crate::estimate::Provenance;
use pto_isa::Target;
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
    include_str!("../../../data/cost/a2a3.csv"),
    include_str!("../../../data/cost/documented.csv"),
    include_str!("../../../data/cost/a5.csv"),
    include_str!("../../../data/cost/a5_curves.csv"),
];

impl CostData {
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

#[cfg(test)]
mod tests {
    use super::*;

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
