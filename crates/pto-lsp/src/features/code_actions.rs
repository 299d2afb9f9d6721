//! Code actions: the edits of findings, other forms, lowering, missing waits, expected findings.

use super::diagnostics;
use crate::document::View;
use crate::filetest;
use gen_lsp_types::{
    CodeAction, CodeActionKind, Diagnostic as Shown, LspAny, TextEdit, WorkspaceEdit,
};
use pto_analysis::fixit;
use pto_ir::{Diagnostic, Edit, Span, TileForm};
use pto_lower::Options;
use serde_json::json;
use std::collections::HashMap;

/// The actions of a part of the text. Those that take work carry what [`resolve`] needs to make them.
pub fn code_actions(view: &View<'_>, part: Span) -> Vec<CodeAction> {
    let (analysis, text) = (view.analysis, view.text.as_str());
    let touches = |s: Span| s.start <= part.end && part.start <= s.end;
    let mut list = Vec::new();
    for d in analysis.findings.iter().filter(|d| touches(d.primary.span)) {
        list.extend(quick_fix(view, d));
    }
    let fixable = analysis.findings.iter().filter(|d| !d.fixes.is_empty()).count();
    if fixable > 1 {
        list.push(open(
            view,
            "Make all edits of findings",
            CodeActionKind::SourceFixAll,
            json!({"do": "fixAll"}),
        ));
    }
    let node = analysis.node_at(part.start);
    let function = analysis.function_at(part.start);
    if let Some((f, name)) = function {
        let inside = analysis.module.node(f).span;
        // What is not proved about the function, with the edits that would prove it.
        let unproved = analysis.unproved(text, view.settings).iter();
        let here = unproved.filter(|d| {
            let at = d.primary.span.start;
            inside.start <= at && at <= inside.end && !d.fixes.is_empty()
        });
        for d in here.take(8) {
            let help = d.help.as_deref().unwrap_or(&d.message);
            let mut action = edit(view, format!("Insert the missing wait: {help}"), &d.fixes);
            action.kind = Some(CodeActionKind::QuickFix);
            list.push(action);
        }
        if !analysis.has_errors {
            let title = format!("Lower @{name} for {}", analysis.device);
            list.push(open(
                view,
                &title,
                CodeActionKind::RefactorRewrite,
                json!({"do": "lower", "function": name}),
            ));
        }
    }
    let is_tile =
        node.and_then(|(_, n)| analysis.module.def(n)).is_some_and(pto_ir::syntax::is_dps);
    if is_tile {
        for (form, words) in
            [("dps", "buffers (DPS)"), ("ssa", "values (SSA)"), ("asm", "assembly")]
        {
            let title = format!("Write tile instructions over {words}");
            list.push(open(
                view,
                &title,
                CodeActionKind::RefactorRewrite,
                json!({"do": "convert", "form": form}),
            ));
        }
    }
    if filetest::is_filetest(text) {
        list.push(open(
            view,
            "Insert the findings as expectations",
            CodeActionKind::RefactorRewrite,
            json!({"do": "expect"}),
        ));
    }
    list
}

fn quick_fix(view: &View<'_>, d: &Diagnostic) -> Option<CodeAction> {
    if d.fixes.is_empty() {
        return None;
    }
    let title = d.help.clone().unwrap_or_else(|| match &d.fixes[..] {
        [one] if one.text.is_empty() => "remove it".into(),
        [one] => format!("write `{}`", one.text.trim()),
        _ => d.message.clone(),
    });
    let shown: Shown = diagnostics::shown(view, d);
    Some(CodeAction {
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![shown]),
        is_preferred: Some(true),
        ..edit(view, title, &d.fixes)
    })
}

fn edit(view: &View<'_>, title: String, fixes: &[Edit]) -> CodeAction {
    let edits = fixes.iter().map(|f| view.text.edit(f)).collect();
    CodeAction { title, edit: Some(workspace(view, edits)), ..CodeAction::default() }
}

fn workspace(view: &View<'_>, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let changes = HashMap::from([(view.uri.clone(), edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// An action whose edits are made when it is chosen.
fn open(view: &View<'_>, title: &str, kind: CodeActionKind, mut what: LspAny) -> CodeAction {
    what["uri"] = json!(view.uri);
    CodeAction { title: title.into(), kind: Some(kind), data: Some(what), ..CodeAction::default() }
}

/// Makes the edits of an action that [`code_actions`] left open and described so, or says why there are none.
pub fn edits_of(view: &View<'_>, what: &LspAny) -> Result<WorkspaceEdit, String> {
    let text = view.text.as_str();
    let first = |found: &[Diagnostic]| {
        let error = found.iter().find(|d| d.is_error()).or(found.first());
        error.map_or_else(|| "it is refused".to_string(), |d| d.message.clone())
    };
    let new = match what["do"].as_str().unwrap_or_default() {
        "fixAll" => {
            let fixes = view.analysis.findings.iter().flat_map(|d| &d.fixes);
            fixit::apply(text, fixes).ok_or("the edits overlap: make them one by one")?
        }
        "convert" => {
            let form = match what["form"].as_str() {
                Some("asm") => TileForm::Asm,
                Some("ssa") => TileForm::Ssa,
                _ => TileForm::Dps,
            };
            pto_ir::convert(text, form).map_err(|found| first(&found))?.text
        }
        "lower" => lower(view, what["function"].as_str().unwrap_or_default())?,
        "expect" => filetest::bless(text)?,
        other => return Err(format!("there is no action `{other}`")),
    };
    Ok(workspace(view, view.text.edit_to(&new).into_iter().collect()))
}

/// The text with one function as lowering writes it.
fn lower(view: &View<'_>, name: &str) -> Result<String, String> {
    let (text, analysis) = (view.text.as_str(), view.analysis);
    let options = Options { rules: view.settings.rules, ..Options::default() };
    let lowered = pto_lower::lower(text, analysis.device, &options).map_err(|failed| {
        let found = failed.findings.iter().find(|d| d.is_error());
        found.map_or_else(|| "it is refused".to_string(), |d| d.message.clone())
    })?;
    let (module, _) = pto_ir::parse(&lowered.text);
    let of = |m: &pto_ir::Module| {
        m.functions()
            .find(|&f| m.symbol(m.node(f), "sym_name") == Some(name))
            .map(|f| m.node(f).span)
    };
    let (Some(old), Some(new)) = (of(&analysis.module), of(&module)) else {
        return Err(format!("there is no function @{name}"));
    };
    let mut text = text.to_string();
    text.replace_range(old.start as usize..old.end as usize, new.of(&lowered.text));
    // A function may need others to be lowered, too: then the whole program is.
    let (module, found) = pto_ir::parse(&text);
    let check = pto_check::Options { rules: view.settings.rules, ..Default::default() };
    let legal = !found.iter().any(Diagnostic::is_error)
        && !pto_check::has_errors(&pto_check::check(&module, analysis.device, &check));
    Ok(if legal { text } else { lowered.text })
}
