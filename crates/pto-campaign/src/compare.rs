//! What differs between two results, row by row: of two versions of the tool, or of a kernel before and after a change.

use crate::row::Row;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;

/// What differs between two results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Rows that both have, and that are the same.
    pub same: usize,
    /// Rows that differ: which one, and how each field changed.
    pub changed: Vec<(String, Vec<String>)>,
    /// Rows that only the first has.
    pub gone: Vec<String>,
    /// Rows that only the second has.
    pub new: Vec<String>,
}

impl Changes {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.gone.is_empty() && self.new.is_empty()
    }
}

/// Compares results. Numbers that differ by less than a share of the larger one are the same.
pub fn compare(old: &[Row], new: &[Row], tolerance: f64) -> Changes {
    let mut before: HashMap<String, &Row> = old.iter().map(|r| (r.identity(), r)).collect();
    let mut changes = Changes::default();
    for row in new {
        let identity = row.identity();
        let Some(was) = before.remove(&identity) else {
            changes.new.push(identity);
            continue;
        };
        let fields = fields(was, row, tolerance);
        match fields.is_empty() {
            true => changes.same += 1,
            false => changes.changed.push((identity, fields)),
        }
    }
    changes.gone = old.iter().map(Row::identity).filter(|i| before.contains_key(i)).collect();
    changes
}

fn fields(old: &Row, new: &Row, tolerance: f64) -> Vec<String> {
    let none = Value::Null;
    let keys = old.outcome.keys();
    let added = new.outcome.keys().filter(|k| !old.outcome.contains_key(*k));
    keys.chain(added)
        .filter_map(|key| {
            let a = old.outcome.get(key).unwrap_or(&none);
            let b = new.outcome.get(key).unwrap_or(&none);
            let near = match (a.as_f64(), b.as_f64()) {
                (Some(a), Some(b)) => (a - b).abs() <= tolerance * a.abs().max(b.abs()),
                _ => false,
            };
            (a != b && !near).then(|| format!("{key}: {a} -> {b}"))
        })
        .collect()
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, fields) in &self.changed {
            writeln!(f, "{row}")?;
            fields.iter().try_for_each(|field| writeln!(f, "  {field}"))?;
        }
        self.gone.iter().try_for_each(|row| writeln!(f, "{row}\n  gone"))?;
        self.new.iter().try_for_each(|row| writeln!(f, "{row}\n  new"))?;
        let (changed, gone, new) = (self.changed.len(), self.gone.len(), self.new.len());
        writeln!(f, "{} the same, {changed} changed, {gone} gone, {new} new", self.same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_listed() {
        let rows = |text: &str| text.lines().map(|l| Row::read(l).unwrap()).collect::<Vec<_>>();
        let row = |n: u32, rest: &str| {
            format!("{{\"config\":{{\"n\":{n}}},\"kernel\":\"k\",\"target\":\"a5\",{rest}}}\n")
        };
        let old =
            rows(&(row(1, "\"cycles\":100") + &row(2, "\"cycles\":100") + &row(3, "\"cycles\":1")));
        let new = rows(
            &(row(1, "\"cycles\":101") + &row(2, "\"code\":\"E0405\"") + &row(4, "\"cycles\":1")),
        );
        let changes = compare(&old, &new, 0.02);
        assert_eq!(
            changes.to_string(),
            "k a5 n=2\n  cycles: 100 -> null\n  code: null -> \"E0405\"\nk a5 n=3\n  gone\nk a5 n=4\n  new\n\
             1 the same, 1 changed, 1 gone, 1 new\n"
        );
    }
}
