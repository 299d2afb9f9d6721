//! Commands: those of `pto` on the text of an open document, pages of instructions and codes, and expectations of a filetest.

use crate::document::View;
use crate::filetest;
use gen_lsp_types::LspAny;
use pto_isa::code::Code;
use pto_isa::{ops, page};
use serde_json::{Value, json};

/// Every command.
pub const COMMANDS: [&str; 10] = [
    "pto.run",
    "pto.checkSync",
    "pto.cost",
    "pto.trace",
    "pto.lower",
    "pto.memoryMap",
    "pto.emit",
    "pto.instruction",
    "pto.explain",
    "pto.expectations",
];

/// How a command is answered.
pub enum Plan {
    /// At once.
    Answer(Value),
    /// By `pto`, with these words and the text of the document as its input. A word [`OUT`] stands for a page that it writes.
    Words(Vec<String>),
}

/// Stands for a file that a command writes, in the words of a command.
pub const OUT: &str = "OUT.html";

/// What a command of the protocol means. Its argument is an object: `uri`, and as far as it applies `function`, `target`, `args`
/// (those of `--arg`), `blocks`, `name`.
pub fn plan(command: &str, argument: &LspAny, view: Option<&View<'_>>) -> Result<Plan, String> {
    let name = || argument["name"].as_str().or(argument.as_str()).unwrap_or_default();
    match command {
        "pto.instruction" => {
            let def = ops::find_typed(name()).ok_or_else(|| {
                format!("there is no instruction `{}`", pto_ir::visible_name(name()))
            })?;
            return Ok(Plan::Answer(json!({"success": true, "output": page::page(def)})));
        }
        "pto.explain" => {
            let info = Code::parse(name())
                .and_then(Code::info)
                .ok_or_else(|| format!("there is no code `{}`", pto_ir::visible_name(name())))?;
            let text = info.text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
            let output =
                format!("# {}: {}\n\n{}\n", info.code.spelled(true), info.title, text.trim());
            return Ok(Plan::Answer(json!({"success": true, "output": output})));
        }
        _ => {}
    }
    let view = view.ok_or("the document is not open")?;
    if command == "pto.expectations" {
        return Ok(Plan::Answer(filetest::report(view.text.as_str())));
    }
    let target = match argument["target"].as_str() {
        Some(target) => target.to_string(),
        None if matches!(command, "pto.run" | "pto.checkSync") => {
            let set = view.settings.targets.first().map(|t| t.name().to_string());
            set.unwrap_or_default()
        }
        None => view.analysis.device.name().to_string(),
    };
    let mut words: Vec<String> = Vec::new();
    let mut add = |list: &[&str]| words.extend(list.iter().map(|w| w.to_string()));
    match command {
        "pto.run" => add(&["run", "-"]),
        "pto.checkSync" => add(&["check", "-", "--sync"]),
        "pto.cost" => add(&["cost", "-"]),
        "pto.trace" => add(&["trace", "-", "-o", OUT]),
        "pto.lower" => add(&["lower", "-"]),
        "pto.memoryMap" => add(&["lower", "-", "--map", OUT]),
        "pto.emit" => add(&["emit", "-"]),
        _ => return Err(format!("there is no command `{command}`")),
    }
    if !target.is_empty() {
        add(&["--target", &target]);
    }
    if matches!(command, "pto.run" | "pto.cost" | "pto.trace") {
        if let Some(function) = argument["function"].as_str() {
            add(&[&format!("--entry={function}")]);
        }
        for arg in argument["args"].as_array().into_iter().flatten() {
            let arg = arg.as_str().map_or_else(|| arg.to_string(), str::to_string);
            add(&[&format!("--arg={arg}")]);
        }
        if let Some(blocks) = argument["blocks"].as_u64() {
            add(&[&format!("--blocks={blocks}")]);
        }
    }
    Ok(Plan::Words(words))
}
