//! Statements to add to a text, and where: on every path as many signals as waits.
//!
//! A finding about two statements in no order is fixed by a signal after the first and a wait before the second.
//! Both must stand in the same body, or a path meets one of them only; and what a loop hands over to its next iteration
//! is signalled once before the loop and waited for once after it.

mod events;

pub use events::{Event, EventAllocator, FixIt, MissingEdge, all_written, written};

use pto_ir::diag::Edit;
use pto_ir::module::{BlockId, Module, NodeId};
use pto_ir::span::{Lines, Span};
use pto_isa::class::{Class, Region};
use pto_isa::order;

use pto_ir::dialect::{DialectOp, Func};
/// Where a signal and the wait for it go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SyncPlacement {
    /// The statement that the signal follows.
    pub after: NodeId,
    /// The statement before which the wait stands.
    pub before: NodeId,
    /// The loop that hands over to its next iteration, if one does.
    pub carried: Option<NodeId>,
}

/// The statement before which the wait stands, the loop that hands over to its next iteration, and the block of the signal.
type HandOver = (NodeId, Option<NodeId>, BlockId);

/// Why no statement can be added.
pub type Reason = &'static str;

/// Finds where `first` can hand over to `second`.
pub fn place_signal_wait(
    module: &Module,
    first: NodeId,
    second: NodeId,
) -> Result<SyncPlacement, Reason> {
    let (from, to) = (chain(module, first), chain(module, second));
    let block_of = |id: NodeId| module.node(id).parent;
    let meet = from.iter().position(|&a| to.iter().any(|&z| block_of(a) == block_of(z)));
    let meet = meet.ok_or("the two statements stand in different functions")?;
    let (mut after, same) = (from[meet], block_of(from[meet]));
    let mut before = to.iter().copied().find(|&z| block_of(z) == same).unwrap_or(second);
    if from[meet + 1..].iter().any(|&n| is_vector_code(module, n)) {
        return Err("the two statements stand in one vector scope, where no flag can be");
    }
    if from[meet..].iter().any(|&n| has_jumps(module, n)) {
        return Err("the function has jumps");
    }
    if is_before(module, after, before) {
        let inside = |id: NodeId, chain: &[NodeId]| {
            let at = chain.iter().position(|&n| n == id).unwrap_or(0);
            chain[..=at].iter().rev().copied().find(|&n| !is_section(module, n)).unwrap_or(id)
        };
        let (after, before) = (inside(after, &from), inside(before, &to));
        return Ok(SyncPlacement { after, before, carried: None });
    }
    loop {
        if is_section(module, after) || is_section(module, before) {
            return Err(
                "the loop runs on both kinds of cores, and the two statements on one of them",
            );
        }
        let Some(owner) = module.parent(module.node(after)) else {
            return Err("the function runs several times");
        };
        match module.node(owner).dialect_op() {
            Some(op) if op.is_loop() => {
                return Ok(SyncPlacement { after, before, carried: Some(owner) });
            }
            Some(DialectOp::Func(Func::Func)) => return Err("the function runs several times"),
            _ => (after, before) = (owner, owner),
        }
    }
}

impl SyncPlacement {
    /// The statements `set` and `wait` where they belong.
    pub fn edits(&self, module: &Module, lines: &Lines, set: &str, wait: &str) -> Vec<Edit> {
        let mut edits = Vec::new();
        if let Some(l) = self.carried {
            edits.push(add_before(module, lines, l, set));
        }
        edits.push(add_before(module, lines, self.before, wait));
        edits.push(add_after(module, lines, self.after, set));
        if let Some(l) = self.carried {
            edits.push(add_after(module, lines, l, wait));
        }
        edits
    }

    /// What it has in common with those that it can be joined with.
    fn hand_over(&self, module: &Module) -> HandOver {
        (self.before, self.carried, module.node(self.after).parent)
    }

    /// The same hand-over for several first statements: after the last of them. `None` if they differ otherwise.
    pub fn join(self, other: SyncPlacement, module: &Module) -> Option<SyncPlacement> {
        (self.hand_over(module) == other.hand_over(module)).then(|| {
            let later = is_before(module, self.after, other.after);
            SyncPlacement { after: if later { other.after } else { self.after }, ..self }
        })
    }
}

/// Puts a statement on the line before another.
pub fn add_before(module: &Module, lines: &Lines, id: NodeId, statement: &str) -> Edit {
    let span = module.node(id).span;
    let blanks = " ".repeat(lines.offset_in_line(span.start));
    Edit { span: Span::new(span.start, span.start), text: format!("{statement}\n{blanks}") }
}

/// Puts a statement on the line after another.
pub fn add_after(module: &Module, lines: &Lines, id: NodeId, statement: &str) -> Edit {
    let span = module.node(id).span;
    let blanks = " ".repeat(lines.offset_in_line(span.start));
    Edit { span: Span::new(span.end, span.end), text: format!("\n{blanks}{statement}") }
}

/// The text with some edits made; what several findings ask for alike is done once. `None` if two of them change
/// the same words.
pub fn apply<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
    let mut list: Vec<&Edit> = Vec::new();
    for e in edits {
        if !list.contains(&e) {
            list.push(e);
        }
    }
    order::by_key(&mut list, |e| (e.span.start, e.span.end));
    let places = list.iter().map(|e| (e.span, e.text.as_str()));
    pto_ir::span::splice(text, places).map(|(text, _)| text)
}

/// A statement and those around it, inner ones first, up to the body of its function.
fn chain(module: &Module, id: NodeId) -> Vec<NodeId> {
    let mut list = vec![id];
    let mut at = id;
    while let Some(owner) = module.parent(module.node(at)) {
        if module.node(owner).is(Func::Func) {
            break;
        }
        list.push(owner);
        at = owner;
    }
    list
}

/// Whether a statement stands before another one of its block.
fn is_before(module: &Module, first: NodeId, second: NodeId) -> bool {
    let (a, b) = (module.node(first), module.node(second));
    let written = |s: Span| s.built().is_none();
    if written(a.span) && written(b.span) && a.span.start != b.span.start {
        return a.span.start < b.span.start;
    }
    let ops = &module.block(a.parent).ops;
    first != second && ops.iter().find(|&&o| o == first || o == second) == Some(&first)
}

/// Whether the body a statement stands in has several blocks.
fn has_jumps(module: &Module, id: NodeId) -> bool {
    module.region(module.block(module.node(id).parent).parent).blocks.len() > 1
}

fn is_section(module: &Module, id: NodeId) -> bool {
    let class = module.def(module.node(id)).map(|d| d.class);
    matches!(class, Some(Class::Region(Region::Section(_))))
}

fn is_vector_code(module: &Module, id: NodeId) -> bool {
    let node = module.node(id);
    let class = module.def(node).map(|d| d.class);
    matches!(class, Some(Class::Region(Region::VectorScope { .. } | Region::Simt)))
        || module.is_vector_scope_by_attr(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    pto.barrier <PIPE_V>
    scf.if %b {
      pto.barrier <PIPE_M>
    }
    pto.barrier <PIPE_MTE2>
  }
  pto.barrier <PIPE_MTE3>
  return
}
";

    fn node(module: &Module, words: &str) -> NodeId {
        let is_it = |n: &pto_ir::module::Node| n.span.of(TEXT) == words;
        module.nodes().find(|(_, n)| is_it(n)).map(|(id, _)| id).unwrap()
    }

    fn fixed(first: &str, second: &str) -> String {
        let (module, _) = pto_ir::parse(TEXT);
        let found =
            place_signal_wait(&module, node(&module, first), node(&module, second)).unwrap();
        let edits = found.edits(&module, &Lines::new(TEXT), "SET", "WAIT");
        apply(TEXT, &edits).unwrap()
    }

    #[test]
    fn a_signal_leaves_the_branch_it_speaks_of() {
        let text = fixed("pto.barrier <PIPE_M>", "pto.barrier <PIPE_MTE2>");
        assert!(text.contains("    }\n    SET\n    WAIT\n    pto.barrier <PIPE_MTE2>\n"), "{text}");
        let text = fixed("pto.barrier <PIPE_V>", "pto.barrier <PIPE_MTE3>");
        assert!(text.contains("  }\n  SET\n  WAIT\n  pto.barrier <PIPE_MTE3>\n"), "{text}");
    }

    #[test]
    fn a_loop_hands_over_to_its_next_round() {
        let text = fixed("pto.barrier <PIPE_MTE2>", "pto.barrier <PIPE_M>");
        assert!(text.contains("  SET\n  scf.for"), "{text}");
        assert!(text.contains("    WAIT\n    scf.if %b {\n      pto.barrier <PIPE_M>\n"), "{text}");
        assert!(text.contains("    pto.barrier <PIPE_MTE2>\n    SET\n  }\n  WAIT\n"), "{text}");
    }

    #[test]
    fn what_comes_before_in_no_loop_cannot_wait() {
        let (module, _) = pto_ir::parse(TEXT);
        let (last, first) =
            (node(&module, "pto.barrier <PIPE_MTE3>"), node(&module, "pto.barrier <PIPE_V>"));
        assert_eq!(place_signal_wait(&module, last, first), Err("the function runs several times"));
    }

    #[test]
    fn equal_edits_are_made_once_and_crossing_ones_not_at_all() {
        let edit = |a, b, t: &str| Edit { span: Span::new(a, b), text: t.into() };
        let twice = [edit(1, 1, "x"), edit(1, 1, "x")];
        assert_eq!(apply("ab", &twice).as_deref(), Some("axb"));
        assert_eq!(apply("abc", &[edit(0, 2, "x"), edit(1, 3, "y")]), None);
    }
}
