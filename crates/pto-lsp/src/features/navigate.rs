//! Definition, references and highlights of values, functions, aliases and blocks.

use crate::document::View;
use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};
use pto_ir::dialect::Func;
use pto_ir::lexer::Tok;
use pto_ir::module::Def;
use pto_ir::{Span, ValueId};
use pto_isa::order;

/// A name and all its places.
pub struct Name {
    /// The place that was asked about.
    pub at: Span,
    /// Where it is defined.
    pub definitions: Vec<Span>,
    /// Where it is used.
    pub uses: Vec<Span>,
    /// What it names.
    pub kind: NameKind,
}

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A value.
    Value(ValueId),
    /// A function.
    Function,
    /// A type or an attribute.
    Alias,
    /// A block of a function.
    Block,
}

/// The name at an offset.
pub fn name_at(view: &View<'_>, offset: u32) -> Option<Name> {
    let text = view.text.as_str();
    let tokens = &view.analysis.tokens(text).tokens;
    let token = view.analysis.tokens(text).at(offset)?;
    let word = token.span.of(text);
    let same = |tok: Tok| {
        let same = tokens.iter().enumerate().filter(move |(_, t)| t.tok == tok);
        same.filter(move |(_, t)| t.span.of(text) == word)
    };
    match token.tok {
        Tok::Percent => value(view, token.span),
        Tok::At => {
            let is_definition = |i: usize| {
                let before = i.checked_sub(1).and_then(|b| tokens.get(b));
                let declares = |w: &str| {
                    w == Func::Func.name()
                        || matches!(w, "func" | "module" | "private" | "public" | "nested")
                };
                before.is_some_and(|b| declares(b.span.of(text)))
            };
            let (d, u) = same(Tok::At).partition::<Vec<_>, _>(|(i, _)| is_definition(*i));
            Some(name(token.span, d, u, NameKind::Function))
        }
        Tok::Bang | Tok::Hash if !word.contains('.') => {
            let defines = |i: usize| tokens.get(i + 1).is_some_and(|t| t.tok == Tok::Equal);
            let (d, u) = same(token.tok).partition::<Vec<_>, _>(|(i, _)| defines(*i));
            Some(name(token.span, d, u, NameKind::Alias))
        }
        Tok::Caret => {
            let m = &view.analysis.module;
            let (f, _) = view.analysis.function_at(offset)?;
            let around = m.node(f).span;
            let here = same(Tok::Caret)
                .filter(|(_, t)| around.start <= t.span.start && t.span.end <= around.end);
            let (d, u) = here.partition::<Vec<_>, _>(|(_, t)| t.first_on_line);
            Some(name(token.span, d, u, NameKind::Block))
        }
        _ => None,
    }
}

type Places<'t> = Vec<(usize, &'t pto_ir::lexer::Token)>;

fn name(at: Span, definitions: Places<'_>, uses: Places<'_>, kind: NameKind) -> Name {
    let spans = |list: Places<'_>| list.into_iter().map(|(_, t)| t.span).collect();
    Name { at, definitions: spans(definitions), uses: spans(uses), kind }
}

/// A value; those of a group, `%x:2`, have one name.
fn value(view: &View<'_>, at: Span) -> Option<Name> {
    let (analysis, text) = (view.analysis, view.text.as_str());
    let m = &analysis.module;
    let mention = analysis.mention_at(at.start).filter(|x| x.span.start == at.start)?;
    let base = |v: ValueId| m.sym(m.value(v).name).split('#').next().unwrap_or("");
    let of = mention.value;
    let same = |v: ValueId| match (m.value(of).def, m.value(v).def) {
        (Def::Result(a), Def::Result(b)) => v == of || (a == b && base(v) == base(of)),
        // One placeholder stands for each use of a name that is not defined.
        (Def::Missing, Def::Missing) => {
            base(v) == base(of)
                && analysis.function_at(m.value(v).span.start).map(|f| f.0)
                    == analysis.function_at(m.value(of).span.start).map(|f| f.0)
        }
        _ => v == of,
    };
    // A number that is written where it is used has a place, and no name there.
    let named = |s: &Span| s.of(text).starts_with('%');
    let (mut definitions, mut uses) = (Vec::new(), Vec::new());
    for x in analysis.mentions().iter().filter(|x| same(x.value)) {
        if named(&x.span) {
            if x.is_definition { definitions.push(x.span) } else { uses.push(x.span) }
        }
    }
    definitions.dedup();
    uses.dedup();
    uses.retain(|u| !definitions.contains(u));
    Some(Name { at, definitions, uses, kind: NameKind::Value(of) })
}

/// Where the name at an offset is defined.
pub fn definition(view: &View<'_>, offset: u32) -> Vec<Location> {
    let spans = name_at(view, offset).map_or(Vec::new(), |n| n.definitions);
    locations(view, spans)
}

/// Where the name at an offset is used.
pub fn references(view: &View<'_>, offset: u32, with_definition: bool) -> Vec<Location> {
    let Some(n) = name_at(view, offset) else { return Vec::new() };
    let mut spans = n.uses;
    if with_definition {
        spans.extend(n.definitions);
    }
    order::sort(&mut spans);
    locations(view, spans)
}

/// The places of the name at an offset, by whether they are read or written there.
pub fn highlights(view: &View<'_>, offset: u32) -> Vec<DocumentHighlight> {
    let Some(n) = name_at(view, offset) else { return Vec::new() };
    let show =
        |span: &Span, kind| DocumentHighlight { range: view.text.range(*span), kind: Some(kind) };
    let definitions = n.definitions.iter().map(|s| show(s, DocumentHighlightKind::Write));
    definitions.chain(n.uses.iter().map(|s| show(s, DocumentHighlightKind::Read))).collect()
}

fn locations(view: &View<'_>, spans: Vec<Span>) -> Vec<Location> {
    let at = |span: Span| Location { uri: view.uri.clone(), range: view.text.range(span) };
    spans.into_iter().map(at).collect()
}
