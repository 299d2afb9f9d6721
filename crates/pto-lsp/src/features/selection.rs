//! Selection ranges: a name, the brackets around it, its statement, its block, its function.

use crate::document::View;
use gen_lsp_types::{Range, SelectionRange};
use pto_ir::Span;
use pto_ir::lexer::Tok;
use pto_isa::order;

/// The ranges around an offset, the smallest first.
pub fn selection_range(view: &View<'_>, offset: u32) -> SelectionRange {
    let text = view.text.as_str();
    let tokens = view.analysis.tokens(text);
    let mut spans: Vec<Span> = tokens.at(offset).map(|t| t.span).into_iter().collect();
    // Brackets around the place: their inside, and with them.
    let mut open: Vec<(Tok, u32, u32)> = Vec::new();
    for t in &tokens.tokens {
        match t.tok {
            Tok::LParen | Tok::LBracket | Tok::LBrace | Tok::Less => {
                open.push((t.tok, t.span.start, t.span.end));
            }
            Tok::RParen | Tok::RBracket | Tok::RBrace | Tok::Greater => {
                let opens = match t.tok {
                    Tok::RParen => Tok::LParen,
                    Tok::RBracket => Tok::LBracket,
                    Tok::RBrace => Tok::LBrace,
                    _ => Tok::Less,
                };
                let Some(at) = open.iter().rposition(|o| o.0 == opens) else { continue };
                let (_, start, inner) = open[at];
                open.truncate(at);
                if inner <= offset && offset <= t.span.start {
                    spans.push(Span::new(inner, t.span.start));
                    spans.push(Span::new(start, t.span.end));
                }
            }
            _ => {}
        }
    }
    let around = view.analysis.module.nodes().map(|(_, n)| n.span);
    spans.extend(around.filter(|s| s.start <= offset && offset <= s.end));
    spans.push(Span::new(0, text.len() as u32));
    nested(view, spans)
}

/// A chain of ranges, each within the next.
fn nested(view: &View<'_>, mut spans: Vec<Span>) -> SelectionRange {
    order::by_key(&mut spans, |s| (s.end - s.start, s.start));
    let mut chain: Vec<Span> = Vec::new();
    for s in spans {
        let fits = |inner: &Span| s.start <= inner.start && inner.end <= s.end && s != *inner;
        if chain.last().is_none_or(fits) {
            chain.push(s);
        }
    }
    let mut whole: Option<SelectionRange> = None;
    for span in chain.into_iter().rev() {
        let range: Range = view.text.range(span);
        whole = Some(SelectionRange { range, parent: whole.map(Box::new) });
    }
    whole.unwrap_or_default()
}
