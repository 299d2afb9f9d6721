//! Lenses over functions: what can be done with one.

use crate::document::View;
use gen_lsp_types::{CodeLens, Command};
use serde_json::json;

/// What stands over a function, its command, and whether the client has to make it.
const LENSES: [(&str, &str, bool); 7] = [
    ("Run", "pto.run", true),
    ("Debug", "pto.debug", true),
    ("Check synchronisation", "pto.checkSync", false),
    ("Cost", "pto.cost", false),
    ("Timeline", "pto.trace", false),
    ("Lower", "pto.lower", false),
    ("Memory map", "pto.memoryMap", false),
];

/// The lenses of all functions with a body.
pub fn code_lenses(view: &View<'_>) -> Vec<CodeLens> {
    let m = &view.analysis.module;
    let mut list = Vec::new();
    for f in m.defined_functions() {
        let node = m.node(f);
        let Some(name) = m.symbol(node, "sym_name") else { continue };
        let at = m.attr(node, "sym_name").map_or(node.name_span, |a| a.span);
        for (title, command, by_client) in LENSES {
            if by_client && !view.settings.commands.iter().any(|c| c == command) {
                continue;
            }
            let arguments = vec![json!({"uri": view.uri, "function": name})];
            let command = Command {
                title: title.into(),
                command: command.into(),
                arguments: Some(arguments),
                ..Command::default()
            };
            list.push(CodeLens { range: view.text.range(at), command: Some(command), data: None });
        }
    }
    list
}
