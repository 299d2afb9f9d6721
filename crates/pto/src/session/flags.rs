//! Flags between pipes, for kernels that wait for events.

use crate::error::{Error, Result};
use pto_isa::{Pipe, Target, code};
use std::panic::Location;

/// Events of one pair of pipes.
const IDS: usize = 8;

/// A line of the program.
pub(super) struct Item {
    pub text: String,
    /// Where it runs, if it is an instruction.
    pub pipe: Option<Pipe>,
    /// The lines it waits for.
    pub waits: Vec<usize>,
    /// The line of the kernel it comes from.
    pub at: Option<&'static Location<'static>>,
}

/// A line, and where it comes from.
pub(super) type Line = (String, Option<&'static Location<'static>>);

/// A signal behind one line and a wait before another.
struct Edge {
    from: usize,
    to: usize,
    pipes: (Pipe, Pipe),
    id: usize,
}

/// The lines with what the waits of their instructions become: a flag between two pipes; a barrier inside one that
/// does not keep its order; nothing inside others.
pub(super) fn lines(items: Vec<Item>, target: Target) -> Result<Vec<Line>> {
    let mut edges: Vec<Edge> = Vec::new();
    let mut barriers = Vec::new();
    for (to, item) in items.iter().enumerate() {
        let mut waits = item.waits.clone();
        waits.sort_unstable();
        waits.dedup();
        for from in waits {
            let (Some(first), Some(second)) = (items[from].pipe, item.pipe) else { continue };
            if first == second {
                if !target.is_in_order(first) && !barriers.contains(&(to, first)) {
                    barriers.push((to, first));
                }
                continue;
            }
            let pipes = (first, second);
            // Of two signals to one wait the later one says both.
            if let Some(earlier) = edges.iter_mut().find(|e| e.to == to && e.pipes == pipes) {
                earlier.from = from;
                continue;
            }
            edges.push(Edge { from, to, pipes, id: 0 });
        }
    }
    number(&mut edges)?;
    let mut lines = Vec::new();
    for (at, item) in items.into_iter().enumerate() {
        for (_, pipe) in barriers.iter().filter(|b| b.0 == at) {
            lines.push((format!("pto.barrier <{}>", pipe.name()), item.at));
        }
        for e in edges.iter().filter(|e| e.to == at) {
            lines.push((flag("wait", e), item.at));
        }
        lines.push((item.text, item.at));
        for e in edges.iter().filter(|e| e.from == at) {
            lines.push((flag("set", e), item.at));
        }
    }
    Ok(lines)
}

fn flag(word: &str, e: &Edge) -> String {
    let (first, second) = (e.pipes.0.name(), e.pipes.1.name());
    format!("pto.{word}_flag [<{first}>, <{second}>, <EVENT_ID{}>]", e.id)
}

/// Each edge gets an id that no other edge of its pipes has from its signal to its wait.
fn number(edges: &mut [Edge]) -> Result<()> {
    for i in 0..edges.len() {
        let (before, rest) = edges.split_at_mut(i);
        let edge = &mut rest[0];
        let meets = |e: &&Edge| e.pipes == edge.pipes && e.to > edge.from && e.from < edge.to;
        let taken: Vec<usize> = before.iter().filter(meets).map(|e| e.id).collect();
        let Some(id) = (0..IDS).find(|id| !taken.contains(id)) else {
            let (first, second) = (edge.pipes.0.name(), edge.pipes.1.name());
            let message =
                format!("more than {IDS} events from {first} to {second} are awaited at once");
            return Err(Error::one(code::EVENT_ID, message));
        };
        edge.id = id;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(text: &str, pipe: Pipe, waits: &[usize]) -> Item {
        Item { text: text.into(), pipe: Some(pipe), waits: waits.to_vec(), at: None }
    }

    #[test]
    fn waits_become_flags_with_ids_of_their_own() {
        let items = vec![
            item("load a", Pipe::Mte2, &[]),
            item("load b", Pipe::Mte2, &[]),
            item("use a", Pipe::V, &[0]),
            item("use b", Pipe::V, &[1, 2]),
        ];
        let a2a3: Vec<String> =
            lines(items, Target::A2a3).unwrap().into_iter().map(|l| l.0).collect();
        assert_eq!(
            a2a3,
            [
                "load a",
                "pto.set_flag [<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
                "load b",
                "pto.set_flag [<PIPE_MTE2>, <PIPE_V>, <EVENT_ID1>]",
                "pto.wait_flag [<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]",
                "use a",
                "pto.barrier <PIPE_V>",
                "pto.wait_flag [<PIPE_MTE2>, <PIPE_V>, <EVENT_ID1>]",
                "use b",
            ]
        );
    }

    #[test]
    fn nine_events_at_once_are_too_many() {
        let mut items: Vec<Item> = (0..9).map(|_| item("load", Pipe::Mte2, &[])).collect();
        items.extend((0..9).map(|i| item("use", Pipe::V, &[i])));
        assert_eq!(lines(items, Target::A5).unwrap_err().code(), Some(code::EVENT_ID));
    }
}
