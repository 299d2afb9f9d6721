//! Rename: every place of a name at once, unless another value, function or alias has the new one.

use super::navigate::{NameKind, name_at};
use crate::document::View;
use gen_lsp_types::{PrepareRenamePlaceholder, TextEdit, WorkspaceEdit};
use pto_ir::lexer::Tok;
use pto_ir::module::Def;
use pto_ir::{Span, ValueId};
use pto_isa::order;
use std::collections::HashMap;

/// What would be renamed at an offset.
pub fn prepare(view: &View<'_>, offset: u32) -> Option<PrepareRenamePlaceholder> {
    let name = name_at(view, offset).filter(|n| !n.definitions.is_empty())?;
    let place = bare(view, name.at);
    let placeholder = place.of(view.text.as_str()).to_string();
    Some(PrepareRenamePlaceholder { range: view.text.range(place), placeholder })
}

/// The edits that give the name at an offset another one, or why there are none.
pub fn rename(view: &View<'_>, offset: u32, new: &str) -> Result<WorkspaceEdit, String> {
    let text = view.text.as_str();
    let Some(name) = name_at(view, offset).filter(|n| !n.definitions.is_empty()) else {
        return Err("there is no name here that this file defines".into());
    };
    let new = new.trim_start_matches(['%', '@', '!', '#', '^']);
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let starts = new.chars().next().is_some_and(|c| c != '.' && (c != '$' || new.len() > 1));
    let all_digits = new.bytes().all(|b| b.is_ascii_digit());
    let digits_first = new.as_bytes().first().is_some_and(u8::is_ascii_digit);
    if !starts || !new.chars().all(is_word) || (digits_first && !all_digits) {
        return Err(format!("`{}` is not a name", pto_ir::visible_name(new)));
    }
    if name.kind == NameKind::Alias && new.contains('.') {
        return Err("a name with a dot is one of a dialect".into());
    }
    let old = bare(view, name.at).of(text);
    if old != new && is_taken(view, &name.kind, name.at, new) {
        return Err(format!("`{new}` is defined already"));
    }
    let places = name.definitions.iter().chain(&name.uses);
    let mut edits: Vec<TextEdit> = places
        .map(|&span| TextEdit {
            range: view.text.range(bare(view, span)),
            new_text: new.to_string(),
        })
        .collect();
    order::by_key(&mut edits, |e| (e.range.start.line, e.range.start.character));
    edits.dedup();
    let changes = HashMap::from([(view.uri.clone(), edits)]);
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

/// A name without its sigil, its quotes, and its number in a group.
fn bare(view: &View<'_>, span: Span) -> Span {
    let text = span.of(view.text.as_str());
    let quoted = text.starts_with("@\"") && text.ends_with('"') && text.len() > 2;
    let from = if quoted { 2 } else { 1 };
    let to = if quoted { text.len() - 1 } else { text.find([':']).unwrap_or(text.len()) };
    let to = if text.starts_with('%') { text.find('#').unwrap_or(to) } else { to };
    Span::new(span.start + from as u32, span.start + to.max(from) as u32)
}

fn is_taken(view: &View<'_>, kind: &NameKind, at: Span, new: &str) -> bool {
    let (analysis, text) = (view.analysis, view.text.as_str());
    let m = &analysis.module;
    match kind {
        NameKind::Value(of) => {
            let function = analysis.function_at(m.value(*of).span.start).map(|f| f.0);
            let same_function =
                |v: ValueId| analysis.function_at(m.value(v).span.start).map(|f| f.0) == function;
            let named = |v: &ValueId| {
                let value = m.value(*v);
                m.sym(value.name).split('#').next() == Some(new) && value.def != Def::Missing
            };
            (0..m.value_count() as u32).map(ValueId).filter(named).any(same_function)
        }
        NameKind::Function | NameKind::Alias | NameKind::Block => {
            let sigil = &at.of(text)[..1];
            let wanted = format!("{sigil}{new}");
            let tok = match sigil {
                "@" => Tok::At,
                "!" => Tok::Bang,
                "#" => Tok::Hash,
                _ => Tok::Caret,
            };
            let tokens = &analysis.tokens(text).tokens;
            tokens.iter().any(|t| t.tok == tok && t.span.of(text) == wanted)
        }
    }
}
