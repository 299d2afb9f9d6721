//! What editors are given from the op table: the grammar for highlighting, with the names that there are.

use pto_ir::DialectOp;
use pto_ir::dialect::Dialect;
use pto_isa::{DType, Pipe};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The generated files.
pub fn files() -> BTreeMap<PathBuf, String> {
    let grammar = format!("{:#}\n", grammar());
    BTreeMap::from([(PathBuf::from("editors/vscode/syntaxes/pto.tmLanguage.json"), grammar)])
}

/// A pattern that matches one of some words.
fn any_of<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut words: Vec<String> = words.map(|w| w.replace('.', "\\.")).collect();
    // Of names that begin alike the longest comes first.
    words.sort_by_key(|w| (std::cmp::Reverse(w.len()), w.clone()));
    words.dedup();
    words.join("|")
}

fn pattern(name: &str, matches: &str) -> Value {
    json!({"name": format!("{name}.pto"), "match": matches})
}

/// A TextMate grammar, which Visual Studio Code and many others read.
fn grammar() -> Value {
    let names = pto_isa::all()
        .flat_map(|op| [op.name, op.printed_name()].into_iter().chain(op.aliases.iter().copied()));
    let instructions = any_of(names);
    let short = DialectOp::names().map(|n| n.0).filter(|n| !n.contains('.'));
    let dialects = any_of(Dialect::NAMES.iter().copied());
    let types = any_of(DType::ALL.iter().map(|d| d.name().trim_start_matches("!pto.")));
    let pipes = any_of(Pipe::ALL.iter().map(|p| p.name()));
    json!({
        "//": "Written by `cargo xtask gen`. Do not edit.",
        "name": "PTO",
        "scopeName": "source.pto",
        "fileTypes": ["pto"],
        "patterns": [
            pattern("comment.line.double-slash", "//.*$"),
            pattern("comment.line.number-sign", "#(?=[ #!]|$).*$"),
            {
                "name": "string.quoted.double.pto",
                "begin": "\"",
                "end": "\"|$",
                "patterns": [pattern("constant.character.escape", "\\\\.")],
            },
            pattern("support.function.instruction", &format!("\\bpto\\.(?:{instructions})\\b(?!\\.)")),
            pattern("invalid.illegal.unknown-instruction", "(?<![!#])\\bpto\\.[A-Za-z_][\\w.]*(?=\\s*(?:ins|outs|%|\\[|$))"),
            {
                "match": format!("(?:^\\s*|=\\s*)({instructions})\\b(?=\\s+(?:%|ins|\\[))"),
                "captures": {"1": {"name": "support.function.instruction.pto"}},
            },
            pattern("keyword.control", "\\b(?:scf|cf)\\.[\\w.]+"),
            pattern("storage.type.function", "\\bfunc\\.func\\b"),
            pattern("keyword.operator.dialect", &format!("\\b(?:{dialects})\\.[\\w.]+")),
            pattern("keyword.other", &format!("\\b(?:{}|ins|outs|attributes|to|step|else|do|iter_args)\\b", any_of(short))),
            pattern("storage.type", "![A-Za-z_$][\\w$.]*"),
            pattern("storage.type.element", &format!("(?<=\\b|x)(?:{types}|index|[su]?i\\d+)\\b")),
            pattern("entity.name.function", "@(?:[A-Za-z_$][\\w$.]*|\"[^\"]*\")"),
            pattern("variable.other", "%[\\w$.]+(?:#\\d+)?"),
            pattern("entity.name.label", "\\^[\\w$.]+"),
            pattern("constant.other.attribute", "#[A-Za-z_$][\\w$.]*"),
            pattern("constant.language.pipe", &format!("\\b(?:{pipes}|EVENT_ID\\d+)\\b")),
            pattern("constant.language", "\\b(?:true|false|unit)\\b"),
            pattern("constant.numeric", "(?<![\\w.])-?(?:0x[0-9A-Fa-f]+|\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?)"),
            pattern("variable.parameter.attribute", "\\b[A-Za-z_][\\w.]*(?=\\s*=)"),
        ],
    })
}
