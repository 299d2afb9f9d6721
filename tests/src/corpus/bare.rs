//! Takes the places of tiles and the order of pipes out of a program.

use pto_ir::module::Node;
use pto_ir::{Module, Span};

/// The text without addresses of tiles, flags, events, buffer ids and barriers.
///
/// A tile that is bound to a place again, by a `tassign` with a result, keeps its places: there is no other way to say
/// which bytes it shares.
pub fn bare(text: &str, module: &Module) -> String {
    let mut cuts: Vec<Span> = Vec::new();
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let results = module.results(node).count();
        match def.name {
            "set_flag" | "wait_flag" | "set_flag_dyn" | "wait_flag_dyn" | "record_event"
            | "wait_event" | "get_buf" | "rls_buf" | "get_buf_dyn" | "rls_buf_dyn"
            | "pipe_barrier" | "barrier_sync" => cuts.push(node.span),
            "tassign" if results == 0 => cuts.push(node.span),
            "alloc_tile" | "alloc_multi_tile" => cuts.extend(address(text, node)),
            _ => {}
        }
    }
    cuts.sort_by_key(|s| s.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for cut in cuts {
        if cut.start as usize >= at {
            out.push_str(&text[at..cut.start as usize]);
            at = cut.end as usize;
        }
    }
    out.push_str(&text[at..]);
    out
}

/// `addr = %x` in a statement.
fn address(text: &str, node: &Node) -> Option<Span> {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let words = &text[start..end];
    let at = words.find(" addr ").or_else(|| words.find(" addr="))?;
    let value = at + words[at..].find('%')?;
    let rest = &words[value + 1..];
    let len =
        rest.find(|c: char| !c.is_alphanumeric() && !"_$.#-".contains(c)).unwrap_or(rest.len());
    Some(Span::new((start + at) as u32, (start + value + 1 + len) as u32))
}
