//! A built program as text that says where its statements come from.

use super::{Style, print};
use crate::module::Module;

/// Prints a program in its canonical form, with `loc("file":line:column)` after each statement whose place was told to the builder as
/// `file:line` or `file:line:column`. Debuggers stop at those lines.
///
/// ```
/// # use pto_isa::{DType, TileTy};
/// let mut b = pto_ir::Module::builder();
/// let tile = b.ty(TileTy::vec(DType::F16, 16, 16));
/// b.func("f").arg("x", tile).body(|b, args| {
///     b.at("kernel.py:12");
///     b.op("tneg").ins([args[0]]).outs([args[0]]).end();
/// });
/// let text = pto_ir::print_located(&b.finish().unwrap());
/// assert!(text.contains(" loc(\"kernel.py\":12:0)\n"), "{text}");
/// ```
pub fn print_located(module: &Module) -> String {
    let text = print(module, Style::Canonical);
    // What is read back has the same operations, in the same order, at places of the text.
    let (read, _) = crate::parse(&text);
    let mut ends: Vec<(usize, String)> = Vec::new();
    for ((_, built), (_, node)) in module.nodes().zip(read.nodes()) {
        let place = module.built_at(built.span).and_then(|(_, at)| at).and_then(location);
        if let Some(place) = place.filter(|_| read.node_regions(node).is_empty()) {
            ends.push((node.span.end as usize, place));
        }
    }
    ends.sort();
    let (mut located, mut done) = (String::with_capacity(text.len() + 32 * ends.len()), 0);
    for (end, place) in ends {
        let end = text[end..].find('\n').map_or(text.len(), |n| end + n);
        // Of several on a line the first counts.
        if end > done {
            located.push_str(&text[done..end]);
            located.push_str(&place);
            done = end;
        }
    }
    located.push_str(&text[done..]);
    located
}

/// `file:line` or `file:line:column` as a location of MLIR.
fn location(text: &str) -> Option<String> {
    let is_number = |n: &&str| n.parse::<u32>().is_ok();
    let (rest, last) = text.rsplit_once(':').filter(|t| is_number(&t.1))?;
    let (file, line, column) = match rest.rsplit_once(':').filter(|t| is_number(&t.1)) {
        Some((file, line)) => (file, line, last),
        None => (rest, last, "0"),
    };
    let plain = !file.is_empty() && !file.contains(['"', '\\', '\n']);
    plain.then(|| format!(" loc(\"{file}\":{line}:{column})"))
}
