//! One module per feature of the protocol: each is a function of one state of a document.

pub mod code_actions;
pub mod code_lenses;
pub mod commands;
pub mod completion;
pub mod diagnostics;
pub mod folding;
pub mod formatting;
pub mod hover;
pub mod inlay_hints;
pub mod navigate;
pub mod rename;
pub mod selection;
pub mod semantic_tokens;
pub mod signature;
pub mod symbols;

use gen_lsp_types::{MarkupContent, MarkupKind};

/// Markdown.
fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}
