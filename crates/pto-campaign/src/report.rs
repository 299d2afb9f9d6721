//! Results as a page by itself and as comma-separated values.

use crate::row::Row;
use pto_isa::order;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rows on a page; a browser shows more of them too slowly to be of use. The fastest stay.
const MOST_ROWS: usize = 100_000;

/// Fields of an outcome that are columns of their own, in this order.
const FIELDS: [&str; 10] = [
    "cycles",
    "us",
    "complete",
    "bottleneck",
    "busy",
    "waits_for",
    "waits",
    "code",
    "message",
    "line",
];

/// The parameters of all rows, in the order of their first use.
fn parameters(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        for (name, _) in &row.config {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    names
}

/// Fields of the rows that are no columns yet, such as what was lowered or run.
fn other_fields(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for key in rows.iter().flat_map(|r| r.outcome.keys()) {
        if !FIELDS.contains(&key.as_str()) && !names.contains(&key.as_str()) {
            names.push(key);
        }
    }
    names
}

/// Comma-separated values: a line for each row under a heading.
pub fn csv(rows: &[Row]) -> String {
    let (parameters, others) = (parameters(rows), other_fields(rows));
    let fields: Vec<&str> = FIELDS.into_iter().chain(others).collect();
    let heading = ["kernel", "target"].iter().chain(&parameters).chain(&fields);
    let mut text = heading.copied().map(quoted).collect::<Vec<_>>().join(",") + "\n";
    for row in rows {
        let mut cells = vec![quoted(&row.kernel), quoted(&row.target)];
        for name in &parameters {
            let value = row.config.iter().find(|c| c.0 == *name);
            cells.push(value.map_or(String::new(), |v| v.1.to_string()));
        }
        for key in &fields {
            cells.push(match row.outcome.get(*key) {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => quoted(text),
                Some(other) => other.to_string(),
            });
        }
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

/// A text of a cell. What a spreadsheet would take for a formula is none after a `'`.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_string() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// A page by itself: the best, a map of two parameters, a roofline, why others are illegal, and all rows.
pub fn html(title: &str, rows: &[Row]) -> String {
    let mut kept: Vec<&Row> = rows.iter().collect();
    if kept.len() > MOST_ROWS {
        let cycles = |r: &&Row| r.number("cycles").unwrap_or(f64::INFINITY);
        order::by(&mut kept, |a, b| cycles(a).total_cmp(&cycles(b)));
        kept.truncate(MOST_ROWS);
    }
    let parameters = parameters(rows);
    let mut words = Words::default();
    let table: Vec<Value> = kept.iter().map(|row| cells(row, &parameters, &mut words)).collect();
    let data = json!({
        "title": title,
        "rows_in_all": rows.len(),
        "parameters": parameters,
        "words": words.list,
        "rows": table,
    });
    // Inside of a script nothing but the end of the script is read as markup.
    let data = data.to_string().replace('<', "\\u003c").replace("\u{2028}", "\\u2028");
    include_str!("../assets/report.html")
        .replace("/*STYLE*/", include_str!("../assets/report.css"))
        .replace("/*SCRIPT*/", include_str!("../assets/report.js"))
        .replacen("/*DATA*/", &data, 1)
}

/// Texts that many rows share, by number.
#[derive(Default)]
struct Words {
    list: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Words {
    fn number(&mut self, text: Option<&str>) -> Value {
        let Some(text) = text else { return Value::Null };
        if let Some(n) = self.numbers.get(text) {
            return json!(n);
        }
        self.list.push(text.into());
        self.numbers.insert(text.into(), self.list.len() - 1);
        json!(self.list.len() - 1)
    }
}

/// A row as the script of the page reads it: what it is, its parameters, its figures.
fn cells(row: &Row, parameters: &[&str], words: &mut Words) -> Value {
    let mut cells = vec![words.number(Some(&row.kernel)), words.number(Some(&row.target))];
    for name in parameters {
        cells.push(row.config.iter().find(|c| c.0 == *name).map_or(Value::Null, |c| json!(c.1)));
    }
    for key in FIELDS {
        cells.push(match row.outcome.get(key) {
            Some(Value::String(text)) => words.number(Some(text)),
            Some(other) => other.clone(),
            None => Value::Null,
        });
    }
    let operations = ["cube_operations", "vector_elements"].iter().filter_map(|k| row.number(k));
    cells.push(json!(operations.sum::<f64>()));
    cells.push(json!(row.number("gm_bytes").unwrap_or_default()));
    Value::Array(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let lines = [
            r#"{"config":{"m":1},"kernel":"=k,\"</script><b>","target":"a5","cycles":7,"us":0.5,"complete":true}"#,
            r#"{"config":{"m":2},"kernel":"k","target":"a5","code":"E0405","message":"tile <b> is too large","line":3}"#,
        ];
        lines.iter().map(|l| Row::read(l).unwrap()).collect()
    }

    #[test]
    fn cells_are_quoted() {
        assert_eq!(
            csv(&rows()),
            "kernel,target,m,cycles,us,complete,bottleneck,busy,waits_for,waits,code,message,line\n\
             \"'=k,\"\"</script><b>\",a5,1,7,0.5,true,,,,,,,\n\
             k,a5,2,,,,,,,,E0405,tile <b> is too large,3\n"
        );
    }

    #[test]
    fn nothing_of_a_row_is_markup() {
        let page = html("</title><script>alert(1)</script>", &rows());
        let plain = html("t", &[]);
        assert_eq!(page.matches("</script").count(), plain.matches("</script").count());
        assert!(!page.contains("<b>") && !page.contains("<script>alert"));
    }
}
