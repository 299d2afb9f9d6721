//! Hover: the page of an instruction in short, what a value is, what a type takes.

use super::markdown;
use crate::costs;
use crate::document::View;
use gen_lsp_types::{Contents, Hover};
use pto_analysis::facts::{constant, pipe_of};
use pto_cost::grouped;
use pto_ir::lexer::Tok;
use pto_ir::module::{Def, Node};
use pto_ir::{Attr, DialectOp, Span, ValueId};
use pto_isa::code::Code;
use pto_isa::def::{OpDef, Types};
use pto_isa::target::Knowledge;
use pto_isa::{Pipe, Targets, Type, ops, page};
use std::fmt::Write as _;

/// What is known about the place.
pub fn hover(view: &View<'_>, offset: u32) -> Option<Hover> {
    let (text, span) = about(view, offset)?;
    Some(Hover {
        contents: Contents::MarkupContent(markdown(text)),
        range: Some(view.text.range(span)),
    })
}

fn about(view: &View<'_>, offset: u32) -> Option<(String, Span)> {
    let (text, analysis) = (view.text.as_str(), view.analysis);
    let token = analysis.tokens(text).at(offset)?;
    let word = token.span.of(text);
    match token.tok {
        Tok::Percent => {
            let mention = analysis.mention_at(offset)?;
            Some((value(view, mention.value), token.span))
        }
        Tok::At => function(view, word).map(|t| (t, token.span)),
        Tok::Bang => ty(text, analysis, token.span).map(|t| (t, token.span)),
        Tok::Ident => {
            let node = analysis.node_at(offset);
            let named = node.filter(|(_, n)| {
                n.name_span.start <= token.span.start && token.span.end <= n.name_span.end
            });
            if let Some((_, n)) = named
                && let Some(def) = analysis.module.def(n)
            {
                return Some((instruction(view, def, Some(n)), token.span));
            }
            let found = ops::find(word.strip_prefix("pto.").unwrap_or(word));
            if let Some(def) = found.filter(|_| word.starts_with("pto.")) {
                return Some((instruction(view, def, None), token.span));
            }
            let def = node.and_then(|(_, n)| analysis.module.def(n));
            word_of(word, def).map(|t| (t, token.span))
        }
        _ => None,
    }
}

/// An attribute of an instruction, a pipe, a type, an operation of another dialect.
fn word_of(word: &str, def: Option<&'static OpDef>) -> Option<String> {
    if let Some(attr) = def.and_then(|d| d.attrs.iter().find(|a| a.name == word)) {
        let must = if attr.required { " (required)" } else { "" };
        return Some(format!("`{word}`{must}: {}\n\n{}", page::values_text(attr.kind), attr.doc));
    }
    if let Some(pipe) = word.strip_prefix("PIPE_").and_then(|_| Pipe::parse(word)) {
        return Some(format!("`{word}`: {}", pipe.about()));
    }
    if let Some(code) = Code::parse(word).and_then(Code::info) {
        return Some(format!("**{}**: {}", code.code.spelled(true), code.title));
    }
    if let Some(ty) = pto_ir::parse_type(word) {
        return ty.dtype().map(|d| format!("`{word}`: {} bits", d.bits()));
    }
    let op = DialectOp::parse(word)?;
    let name = DialectOp::names().find(|n| n.1 == op)?.0;
    Some(format!("`{name}`: operation of the dialect `{}`", name.split('.').next()?))
}

/// The page of an instruction in short, with what this statement takes.
pub fn instruction(view: &View<'_>, def: &'static OpDef, at: Option<&Node>) -> String {
    let mut s = format!("**pto.{}**: {}\n\n```mlir\n", def.printed_name(), def.title());
    for (_, form) in page::forms(def) {
        let _ = writeln!(s, "{form}");
    }
    s.push_str("```\n");
    let body = def.body_text();
    if let Some(first) = body.split("\n\n").next().filter(|p| !p.is_empty()) {
        let _ = writeln!(s, "\n{first}");
    }
    if !def.formula.is_empty() {
        let _ = write!(s, "\n```text\n{}\n```\n", def.formula);
    }
    s.push_str("\n| target | takes |\n|---|---|\n");
    for target in Targets::ALL.iter() {
        let takes = match def.support_by(target, view.settings.rules) {
            None if def.knowledge(target) == Knowledge::NoRule => "no rule is known".into(),
            None => "does not exist there".into(),
            Some(sup) => match sup.types {
                Types::Any => "exists".into(),
                _ => page::types_text(def, sup),
            },
        };
        let _ = writeln!(s, "| {target} | {} |", page::cell(&takes));
    }
    for (i, r) in def.rules.iter().filter(|r| r.in_rules.includes(view.settings.rules)).enumerate()
    {
        for text in page::sentences(r, def) {
            let on = if r.on == Targets::ALL {
                String::new()
            } else {
                format!(" ({})", page::on_text(r.on))
            };
            let _ = writeln!(s, "{}- {text}{on}", if i == 0 { "\n" } else { "" });
        }
    }
    if let Some(node) = at {
        s.push_str(&cost(view, node));
    }
    s
}

/// What a statement takes on the devices that have cost tables, at the extents of its types.
fn cost(view: &View<'_>, node: &Node) -> String {
    let module = &view.analysis.module;
    let mut s = String::new();
    if has_error(view, node.span) {
        return s;
    }
    for model in costs::models() {
        let target = model.target();
        let pipe = pipe_of(module, node, target).map_or("", Pipe::name);
        if let Some(c) = model.statement(module, node) {
            let at_most = if c.at_most { "at most " } else { "" };
            let e = &c.estimate;
            let _ = write!(
                s,
                "\n- {target}, {pipe}: {at_most}{} cycles by itself ({}, {})",
                grouped(e.cycles().round() as u64),
                e.provenance.name(),
                e.error.name(),
            );
        }
    }
    if s.is_empty() { s } else { format!("\nThis statement:\n{s}\n") }
}

/// Whether an error lies in a place: estimates are for legal statements.
pub fn has_error(view: &View<'_>, span: Span) -> bool {
    let inside = |at: u32| span.start <= at && at < span.end.max(span.start + 1);
    view.analysis.findings.iter().any(|d| d.is_error() && inside(d.primary.span.start))
}

fn value(view: &View<'_>, value: ValueId) -> String {
    let m = &view.analysis.module;
    let v = m.value(value);
    let name = pto_ir::visible(m.sym(v.name));
    let ty = m.type_of(value);
    let mut s =
        format!("```mlir\n%{name}: {}\n```\n", ty.map_or("unknown".into(), Type::to_string));
    if let Some(text) = ty.and_then(type_words) {
        let _ = writeln!(s, "\n{text}");
    }
    let number = constant(m, value).map(|n| n.to_string()).or_else(|| match m.constant(value)? {
        Attr::Float(text, _) => Some(text.to_string()),
        _ => None,
    });
    if let Some(n) = number {
        let hex = n.parse::<i64>().ok().filter(|n| *n > 9).map(|n| format!(" (0x{n:x})"));
        let _ = writeln!(s, "\nconstant: {n}{}", hex.unwrap_or_default());
    }
    match v.def {
        Def::Result(by) => {
            let line = view.text.line(m.node(by).span.start) + 1;
            let _ = writeln!(s, "\nresult of `{}`, line {line}", m.op_name(m.node(by)));
        }
        Def::Arg(block) => {
            let owner = m.region(m.block(block).parent).owner.map(|o| m.op_name(m.node(o)));
            let _ = writeln!(s, "\nargument of `{}`", owner.unwrap_or("block".into()));
        }
        Def::Missing => s.push_str("\nnot defined\n"),
    }
    let uses = view.analysis.mentions().iter().filter(|u| u.value == value && !u.is_definition);
    let _ = writeln!(s, "\nused {}", times(uses.count()));
    s
}

fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        n => format!("{n} times"),
    }
}

/// What a type is, in words.
pub fn type_words(ty: &Type) -> Option<String> {
    match ty {
        Type::Tile(t) | Type::MultiTile(t, _) => Some(format!(
            "{} x {} elements of {}, valid {} x {}; {} in {}; {} bytes",
            t.rows,
            t.cols,
            t.dtype,
            t.valid_rows,
            t.valid_cols,
            t.layout().name(),
            t.space,
            grouped(t.size_bytes()),
        )),
        Type::Vreg { lanes, dtype } => {
            let bytes = u64::from(*lanes) * u64::from(dtype.bits()) / 8;
            Some(format!("vector register: {lanes} lanes of {dtype}, {bytes} bytes"))
        }
        _ => None,
    }
}

/// A type as it is written, or what an alias stands for.
fn ty(text: &str, analysis: &crate::analysis::Analysis, span: Span) -> Option<String> {
    let name = span.of(text);
    let alias = analysis.aliases(text).into_iter().find(|a| a.1 == name);
    let written = match alias {
        Some((.., meaning)) => meaning.to_string(),
        None => whole_type(text, span).to_string(),
    };
    let words = pto_ir::parse_type(&written).as_ref().and_then(type_words);
    let head = if alias.is_some() { format!("{name} = {written}") } else { written };
    Some(format!("```mlir\n{head}\n```\n{}", words.map_or(String::new(), |w| format!("\n{w}\n"))))
}

/// A type from its name on, with what stands in its brackets.
fn whole_type(text: &str, span: Span) -> &str {
    let rest = &text[span.start as usize..];
    let name = (span.end - span.start) as usize;
    if !rest[name..].starts_with('<') {
        return &rest[..name];
    }
    let mut depth = 0;
    for (i, b) in rest.bytes().enumerate().skip(name).take(2000) {
        match b {
            b'<' => depth += 1,
            b'>' if depth == 1 => return &rest[..=i],
            b'>' => depth -= 1,
            b'\n' => break,
            _ => {}
        }
    }
    &rest[..name]
}

fn function(view: &View<'_>, word: &str) -> Option<String> {
    let m = &view.analysis.module;
    let name = word.trim_start_matches('@').trim_matches('"');
    let f = m.functions().find(|&f| m.symbol(m.node(f), "sym_name") == Some(name))?;
    let span = m.node(f).span;
    let text = span.of(view.text.as_str());
    let head = text.find('{').map_or(text, |n| &text[..n]).trim_end();
    Some(format!("```mlir\n{}\n```\n", pto_ir::visible(head)))
}
