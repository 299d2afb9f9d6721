//! Machine-readable output: JSON and SARIF.

use crate::check::{Report, Verdict};
use crate::matrix;
use crate::output::take_complaints;
use crate::source_file::SourceFile;
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::{Lines, Span};
use pto_isa::code::CODES;
use serde_json::{Value, json};
use std::collections::HashSet;

/// One finding, in the text of `path`.
pub fn diagnostic(path: &str, text: &str, lines: &Lines, d: &Diagnostic) -> Value {
    let position = |offset: u32| lines.position(text, offset);
    let (line, column) = position(d.primary.span.start);
    let (end_line, end_column) = position(d.primary.span.end);
    let mut notes = Vec::new();
    if !d.primary.text.is_empty() {
        notes.push(d.primary.text.clone());
    }
    notes.extend(d.help.iter().map(|h| format!("help: {h}")));
    notes.extend(d.notes.iter().cloned());
    json!({
        "code": d.spelled_code(),
        "severity": d.severity.name(),
        "message": d.message,
        "file": path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "target": d.target.map(|t| t.name()),
        "notes": notes,
        "labels": d.others.iter().map(|l| {
            let (line, column) = position(l.span.start);
            json!({"line": line, "column": column, "text": l.text})
        }).collect::<Vec<_>>(),
        "fixes": d.fixes.iter().map(|f| {
            let (line, column) = position(f.span.start);
            let (end_line, end_column) = position(f.span.end);
            json!({
                "line": line, "column": column, "end_line": end_line, "end_column": end_column,
                "start_byte": f.span.start, "end_byte": f.span.end, "text": f.text,
            })
        }).collect::<Vec<_>>(),
        "no_fix": no_fix(d),
    })
}

/// The findings of one text.
pub fn diagnostics(text: &SourceFile, found: &[Diagnostic]) -> Vec<Value> {
    found.iter().map(|d| diagnostic(&text.path, &text.text, &text.lines, d)).collect()
}

/// Why a finding has no edit, if it has none.
fn no_fix(d: &Diagnostic) -> Option<&'static str> {
    let unknown = "what was meant only the program can say";
    d.fixes.is_empty().then(|| d.no_fix.unwrap_or(unknown))
}

/// What came of the attempt to prove a function's synchronisation, and which launches a proof is about.
fn proof(function: &str, verdict: Verdict) -> Value {
    let name = match verdict {
        Verdict::Proved(_) => "proved",
        Verdict::Open => "not proved",
        Verdict::Refuted => "wrong",
        Verdict::LeftToLowering => "left to lowering",
    };
    let mut proof = json!({"function": function, "verdict": name});
    if let Verdict::Proved(launches) = verdict {
        proof["one_block"] = launches.one_block.into();
        proof["separate_buffers"] = launches.separate_buffers.into();
        proof["given_ids"] = launches.given_ids.into();
    }
    proof
}

/// `{"diagnostics": [...], "files": [...]}`, and `errors` if a file could not be read.
pub fn check(reports: &[Report]) -> Value {
    let all = |r: &Report| -> Vec<Value> {
        let per_target = r.targets.iter().flat_map(|t| &t.1);
        r.syntax
            .iter()
            .chain(per_target)
            .map(|d| diagnostic(&r.source.path, &r.source.text, &r.source.lines, d))
            .collect()
    };
    let files: Vec<Value> = reports
        .iter()
        .map(|r| {
            let functions: Vec<Value> = matrix::rows(r)
                .iter()
                .map(|row| {
                    let legal: Vec<Value> = row
                        .findings
                        .iter()
                        .map(|(t, f)| json!({"target": t.name(), "errors": f.len()}))
                        .collect();
                    json!({"name": row.function, "targets": legal})
                })
                .collect();
            let targets: Vec<Value> = r
                .targets
                .iter()
                .map(|(t, _)| json!({"target": t.name(), "errors": r.errors_on(*t)}))
                .chain(r.devices.iter().map(|(t, n)| json!({"target": t.name(), "errors": n})))
                .collect();
            let proofs: Vec<Value> =
                r.proofs.iter().map(|(f, verdict)| proof(f, *verdict)).collect();
            let mut file =
                json!({"file": r.source.path, "targets": targets, "functions": functions});
            if !proofs.is_empty() {
                file["proofs"] = proofs.into();
            }
            file
        })
        .collect();
    let mut document =
        json!({"diagnostics": reports.iter().flat_map(all).collect::<Vec<_>>(), "files": files});
    let errors = take_complaints();
    if !errors.is_empty() {
        document["errors"] = errors.into();
    }
    document
}

/// SARIF 2.1.0 of checked files, for code-scanning services.
/// `unreadable` are the files that there is nothing to say about, and why.
pub fn sarif(reports: &[Report], unreadable: &[String]) -> Value {
    let of = |r: &Report| -> Vec<Value> {
        let all = r.merged();
        all.iter().map(|d| result(&r.source.path, &r.source.text, &r.source.lines, d)).collect()
    };
    sarif_log(reports.iter().flat_map(of).collect(), unreadable)
}

/// SARIF 2.1.0 of what a run found.
pub fn sarif_of_run(text: &SourceFile, found: &[Diagnostic]) -> Value {
    let results = found.iter().map(|d| result(&text.path, &text.text, &text.lines, d));
    sarif_log(results.collect(), &[])
}

fn sarif_log(results: Vec<Value>, unreadable: &[String]) -> Value {
    // A code is printed with the letter of its severity, and is one rule for each.
    let used: HashSet<&str> = results.iter().filter_map(|r| r["ruleId"].as_str()).collect();
    let rules: Vec<Value> = CODES
        .iter()
        .flat_map(|c| [c.code.spelled(true), c.code.spelled(false)].map(|id| (id, c)))
        .filter(|(id, _)| used.contains(id.as_str()))
        .map(|(id, c)| {
            json!({
                "id": id,
                "name": c.name,
                "shortDescription": {"text": c.title},
                "fullDescription": {"text": explanation(c.text)},
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "pto", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": unreadable.is_empty(),
                "toolExecutionNotifications": unreadable
                    .iter()
                    .map(|why| json!({"level": "error", "message": {"text": why}}))
                    .collect::<Vec<_>>(),
            }],
            "results": results,
        }],
    })
}

/// One finding with its place, and with the edits that fix it, all of which are to be made together.
fn result(path: &str, text: &str, lines: &Lines, d: &Diagnostic) -> Value {
    let region = |span: Span| {
        let (line, column) = lines.position(text, span.start);
        let (end_line, end_column) = lines.position(text, span.end);
        json!({"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column})
    };
    let level = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let replacements: Vec<Value> = d
        .fixes
        .iter()
        .map(|f| json!({"deletedRegion": region(f.span), "insertedContent": {"text": f.text}}))
        .collect();
    let fixes = match replacements.is_empty() {
        true => json!([]),
        false => json!([{
            "description": {"text": d.help.as_deref().unwrap_or(&d.message)},
            "artifactChanges": [{"artifactLocation": {"uri": uri(path)}, "replacements": replacements}],
        }]),
    };
    json!({
        "ruleId": d.spelled_code(),
        "level": level,
        "message": {"text": d.message},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(path)},
            "region": region(d.primary.span),
        }}],
        "fixes": fixes,
        "properties": {"no_fix": no_fix(d)},
    })
}

/// A path as a reference of RFC 3986: bytes that have no meaning of their own there, and `/`, stand as they are. A colon
/// in the first part would end a scheme.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for b in path.bytes() {
        match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(b as char);
            }
            _ => uri.push_str(&format!("%{b:02X}")),
        }
    }
    uri
}

/// The text of a code without the blanks of its source.
pub fn explanation(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n").trim().to_string()
}
