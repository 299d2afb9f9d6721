//! Formatting: what `pto fmt` does.

use crate::document::View;
use gen_lsp_types::TextEdit;

/// The edits that format a document.
pub fn format(view: &View<'_>) -> Vec<TextEdit> {
    view.text.edit_to(&pto_ir::format(view.text.as_str())).into_iter().collect()
}
