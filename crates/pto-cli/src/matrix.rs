//! `--target all`: which function is legal where, and why not.

use crate::check::Report;
use crate::output::counted;
use crate::render;
use pto_ir::diag::Diagnostic;
use pto_ir::{Attr, Span};
use pto_isa::Target;
use std::fmt::Write as _;

/// Columns of a function's name; a longer one moves what follows it.
const MOST_COLUMNS: usize = 60;

/// A function and what each target says of it.
pub struct Row {
    /// Name with `@`; the file itself for what stands outside functions.
    pub function: String,
    /// Where it is.
    pub span: Span,
    /// Findings per target, in the order of the report.
    pub findings: Vec<(Target, Vec<Diagnostic>)>,
}

/// The functions of a report.
pub fn rows(report: &Report) -> Vec<Row> {
    let m = &report.module;
    let mut rows: Vec<Row> = m
        .functions()
        .map(|f| {
            let n = m.node(f);
            let name = m.attr(n, "sym_name").and_then(|a| match m.attrs.get(a.value) {
                Attr::Str(s) => Some(s.to_string()),
                _ => None,
            });
            Row {
                function: format!("@{}", name.unwrap_or_default()),
                span: n.span,
                findings: Vec::new(),
            }
        })
        .collect();
    let functions = rows.len();
    let whole = Span::new(0, u32::MAX);
    rows.push(Row { function: "(outside functions)".into(), span: whole, findings: Vec::new() });
    for row in &mut rows {
        row.findings = report.targets.iter().map(|(t, _)| (*t, Vec::new())).collect();
    }
    for (i, (_, found)) in report.targets.iter().enumerate() {
        for d in report.syntax.iter().chain(found).filter(|d| d.is_error()) {
            let at = d.primary.span.start;
            // Functions come in the order of the text; the row after them takes what is left.
            let before = rows[..functions].partition_point(|r| r.span.start <= at);
            let inside = rows[..before].iter().rposition(|r| at < r.span.end);
            rows[inside.unwrap_or(functions)].findings[i].1.push(d.clone());
        }
    }
    rows.retain(|r| r.span != whole || r.findings.iter().any(|f| !f.1.is_empty()));
    rows
}

/// The matrix as text.
pub fn text(report: &Report) -> String {
    let rows = rows(report);
    // A name may be longer than any terminal is wide.
    let longest = rows.iter().map(|r| r.function.chars().count()).max().unwrap_or(0);
    let width = longest.clamp(8, MOST_COLUMNS);
    let mut s = format!("{}\n  {:width$}", report.source.path, "function");
    for (t, _) in &report.targets {
        let _ = write!(s, "  {:12}", t.name());
    }
    s.truncate(s.trim_end().len());
    s.push('\n');
    let (mut left, mut hidden) = (render::most_findings(), 0);
    for r in &rows {
        let _ = write!(s, "  {:width$}", r.function);
        for (_, found) in &r.findings {
            let cell = match found.len() {
                0 => "ok".to_string(),
                1 => "1 error".into(),
                n => format!("{n} errors"),
            };
            let _ = write!(s, "  {cell:12}");
        }
        s.truncate(s.trim_end().len());
        s.push('\n');
        for (t, found) in &r.findings {
            for d in found {
                if left == 0 {
                    hidden += 1;
                    continue;
                }
                left -= 1;
                let (line, _) =
                    report.source.lines.position(&report.source.text, d.primary.span.start);
                let _ = writeln!(s, "      {t} line {line}: {} {}", d.spelled_code(), d.message);
                for n in d.notes.iter().filter(|n| n.starts_with("rule from")) {
                    let _ = writeln!(s, "          {n}");
                }
            }
        }
    }
    if hidden > 0 {
        let more = counted(hidden, "more error");
        let _ = writeln!(s, "      {more}; `--max-findings 0` shows all of them");
    }
    s
}
