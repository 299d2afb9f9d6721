//! Semantic tokens: what each word is, where a grammar of words alone cannot tell.

use crate::document::View;
use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};
use pto_ir::lexer::{Tok, Token};
use pto_ir::module::Def;
use pto_ir::{DialectOp, Span, is_type_word};
use pto_isa::order;
use pto_isa::{Pipe, ops};

/// The kinds of tokens, as the protocol names them; their numbers are their places here.
const TYPES: [&str; 12] = [
    "comment",
    "variable",
    "parameter",
    "function",
    "keyword",
    "type",
    "number",
    "string",
    "enumMember",
    "property",
    "label",
    "macro",
];
const MODIFIERS: [&str; 2] = ["declaration", "readonly"];

#[derive(Clone, Copy)]
enum Kind {
    Comment,
    Variable,
    Parameter,
    Function,
    Keyword,
    Type,
    Number,
    String,
    EnumMember,
    Property,
    Label,
    /// An instruction.
    Macro,
}

/// The kinds of tokens.
pub fn legend() -> SemanticTokensLegend {
    let list = |names: &[&str]| names.iter().map(|n| n.to_string()).collect();
    SemanticTokensLegend { token_types: list(&TYPES), token_modifiers: list(&MODIFIERS) }
}

/// The tokens of a part of the text.
pub fn semantic_tokens(view: &View<'_>, part: Span) -> SemanticTokens {
    let text = view.text.as_str();
    let all = view.analysis.tokens(text);
    let inside = |s: &Span| s.end > part.start && s.start < part.end;
    let mut list: Vec<(Span, Kind, u32)> =
        all.comments.iter().filter(|s| inside(s)).map(|s| (*s, Kind::Comment, 0)).collect();
    let first = all.tokens.partition_point(|t| t.span.end <= part.start);
    for (i, t) in all.tokens.iter().enumerate().skip(first) {
        if t.span.start >= part.end {
            break;
        }
        let next = all.tokens.get(i + 1).map(|t| t.tok);
        let before = i.checked_sub(1).and_then(|b| all.tokens.get(b));
        if let Some((kind, modifiers)) = kind(view, text, *t, before, next) {
            list.push((t.span, kind, modifiers));
        }
    }
    order::by_key(&mut list, |t| t.0.start);
    SemanticTokens { result_id: None, data: encoded(view, &list) }
}

fn kind(
    view: &View<'_>,
    text: &str,
    t: Token,
    before: Option<&Token>,
    next: Option<Tok>,
) -> Option<(Kind, u32)> {
    let word = t.span.of(text);
    Some(match t.tok {
        Tok::Percent => {
            let m = &view.analysis.module;
            let mention = view.analysis.mention_at(t.span.start);
            let mention = mention.filter(|x| x.span.start == t.span.start);
            let is_arg = mention.is_some_and(|x| matches!(m.value(x.value).def, Def::Arg(_)));
            let declares = mention.is_some_and(|x| x.is_definition);
            let constant = mention.is_some_and(|x| m.constant(x.value).is_some());
            let kind = if is_arg { Kind::Parameter } else { Kind::Variable };
            (kind, u32::from(declares) | u32::from(constant) << 1)
        }
        Tok::Caret => (Kind::Label, 0),
        Tok::At => (Kind::Function, 0),
        Tok::Bang => (Kind::Type, u32::from(next == Some(Tok::Equal))),
        Tok::Hash => (Kind::EnumMember, u32::from(next == Some(Tok::Equal))),
        Tok::Int | Tok::Float => (Kind::Number, 0),
        Tok::Str | Tok::OpenStr => (Kind::String, 0),
        Tok::Ident => {
            let starts = t.first_on_line
                || before.is_none_or(|b| matches!(b.tok, Tok::Equal | Tok::LBrace | Tok::RBrace));
            let short = word.strip_prefix("pto.").unwrap_or(word);
            if (word.starts_with("pto.") || starts) && ops::find_id(short).is_some() {
                (Kind::Macro, 0)
            } else if (DialectOp::parse(word).is_some() && (starts || word.contains('.')))
                || matches!(word, "ins" | "outs" | "to" | "step" | "else" | "iter_args" | "do")
            {
                (Kind::Keyword, 0)
            } else if is_type_word(word) {
                (Kind::Type, 0)
            } else if Pipe::parse(word).is_some_and(|_| word.starts_with("PIPE_"))
                || word.starts_with("EVENT_ID")
            {
                (Kind::EnumMember, 0)
            } else if next == Some(Tok::Equal) {
                (Kind::Property, 0)
            } else {
                return None;
            }
        }
        _ => return None,
    })
}

/// Each token by its distance from the one before. A token that goes over lines is one per line.
fn encoded(view: &View<'_>, list: &[(Span, Kind, u32)]) -> Vec<SemanticToken> {
    let mut out = Vec::with_capacity(list.len());
    let (mut line, mut column) = (0, 0);
    for &(span, kind, modifiers) in list {
        let range = view.text.range(span);
        if range.start.line != range.end.line {
            continue;
        }
        let at = range.start;
        if (at.line, at.character) < (line, column) {
            continue;
        }
        let delta_line = at.line - line;
        out.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { at.character - column } else { at.character },
            length: range.end.character - at.character,
            token_type: kind as u32,
            token_modifiers_bitset: modifiers,
        });
        (line, column) = (at.line, at.character);
    }
    out
}
