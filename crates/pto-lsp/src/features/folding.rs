//! Folding: bodies, lists over several lines, and blocks of comments.

use crate::document::View;
use gen_lsp_types::{FoldingRange, FoldingRangeKind};
use pto_ir::lexer::Tok;

/// What can be folded.
pub fn folding_ranges(view: &View<'_>) -> Vec<FoldingRange> {
    let text = view.text.as_str();
    let tokens = view.analysis.tokens(text);
    let mut list = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for t in &tokens.tokens {
        match t.tok {
            Tok::LBrace => open.push(view.text.line(t.span.start)),
            Tok::RBrace => {
                let end = view.text.line(t.span.start);
                if let Some(start) = open.pop().filter(|s| s + 1 < end) {
                    // The line of the brace stays in sight.
                    list.push(fold(start, end - 1, FoldingRangeKind::Region));
                }
            }
            _ => {}
        }
    }
    let mut lines = tokens.comments.iter().filter_map(|c| {
        let line = view.text.line(c.start);
        let before = &text[view.text.line_span(line).start as usize..c.start as usize];
        before.trim().is_empty().then_some(line)
    });
    let mut run: Option<(u32, u32)> = None;
    loop {
        let line = lines.next();
        run = match (run, line) {
            (Some((start, end)), Some(line)) if line == end + 1 => Some((start, line)),
            (before, line) => {
                if let Some((start, end)) = before.filter(|(s, e)| e > s) {
                    list.push(fold(start, end, FoldingRangeKind::Comment));
                }
                line.map(|l| (l, l))
            }
        };
        if run.is_none() {
            return list;
        }
    }
}

fn fold(start_line: u32, end_line: u32, kind: FoldingRangeKind) -> FoldingRange {
    FoldingRange { start_line, end_line, kind: Some(kind), ..FoldingRange::default() }
}
