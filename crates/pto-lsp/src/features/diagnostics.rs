//! Findings as the protocol has them.

use crate::document::View;
use gen_lsp_types::{
    Code, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Message,
};
use pto_ir::{Diagnostic, Severity};

/// The findings of a document.
pub fn diagnostics(view: &View<'_>) -> Vec<Shown> {
    let mut list: Vec<Shown> = view.analysis.findings.iter().map(|d| shown(view, d)).collect();
    if view.settings.sync {
        let unproved = view.analysis.unproved(view.text.as_str(), view.settings);
        list.extend(unproved.iter().map(|d| shown(view, d)));
    }
    list
}

/// One finding.
pub fn shown(view: &View<'_>, d: &Diagnostic) -> Shown {
    let severity = match d.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    };
    let related = d.others.iter().map(|l| DiagnosticRelatedInformation {
        location: Location { uri: view.uri.clone(), range: view.text.range(l.span) },
        message: l.text.clone(),
    });
    Shown {
        range: view.text.range(d.primary.span),
        severity: Some(severity),
        code: Some(Code::String(d.spelled_code())),
        source: Some("pto".into()),
        message: Message::String(words(d)),
        related_information: (!d.others.is_empty()).then(|| related.collect()),
        ..Shown::default()
    }
}

/// The finding in words: what is wrong, what was found, what to do, where it comes from.
fn words(d: &Diagnostic) -> String {
    let mut text = d.message.clone();
    if !d.primary.text.is_empty() {
        text += &format!(" ({})", d.primary.text);
    }
    if let Some(help) = &d.help {
        text += &format!("\nhelp: {help}");
    }
    for note in &d.notes {
        text += &format!("\nnote: {note}");
    }
    text
}
