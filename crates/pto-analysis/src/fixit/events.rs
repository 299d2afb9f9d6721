//! Events that are missing between pipes of a core: one for each hand-over, with a number of its own.

use super::{HandOver, Reason, SyncPlacement, add_before, place_signal_wait};
use pto_ir::diag::Edit;
use pto_ir::intern::Attr;
use pto_ir::module::{Module, Node, NodeId};
use pto_ir::span::Lines;
use pto_isa::Pipe;
use pto_isa::target::EVENT_IDS;
use rustc_hash::{FxHashMap, FxHashSet};

/// An event: pipe that signals, pipe that waits, number.
pub type Event = (Pipe, Pipe, i64);

/// One statement that must wait for another, on another pipe of the same core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingEdge {
    /// The pipe of the first statement.
    pub from: Pipe,
    /// The pipe of the second.
    pub to: Pipe,
    /// What must be done.
    pub first: NodeId,
    /// What must wait.
    pub second: NodeId,
}

/// What to do in words, and the edits that do it.
pub type FixIt = (String, Result<Vec<Edit>, Reason>);

struct Added {
    from: Pipe,
    to: Pipe,
    at: SyncPlacement,
    id: Option<i64>,
}

/// The events that a program lacks.
#[derive(Default)]
pub struct EventAllocator {
    list: Vec<Added>,
    /// The place of each in the list, by its pipes and by what hand-overs that can be joined have in common.
    by_hand_over: FxHashMap<(Pipe, Pipe, HandOver), usize>,
}

impl EventAllocator {
    /// The events that `missing` asks for; none of them has a number that `used` names (as a rule [`all_written`]), for the
    /// same pipes, or `by_source` for the same pipe that signals.
    pub fn new(
        module: &Module,
        missing: impl IntoIterator<Item = MissingEdge>,
        used: impl IntoIterator<Item = Event>,
        by_source: bool,
    ) -> EventAllocator {
        let mut events = EventAllocator::default();
        missing.into_iter().for_each(|m| events.add(module, m));
        let mut used: FxHashSet<Event> = used.into_iter().collect();
        for e in &mut events.list {
            let meets =
                |u: &Event, id: i64| u.0 == e.from && (by_source || u.1 == e.to) && u.2 == id;
            let is_free = |id: &i64| !used.iter().any(|u| meets(u, *id));
            e.id = (0..i64::from(EVENT_IDS)).find(is_free);
            used.extend(e.id.map(|id| (e.from, e.to, id)));
        }
        events
    }

    /// The events with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = Event> {
        self.list.iter().filter_map(|e| Some((e.from, e.to, e.id?)))
    }

    /// One event serves all that the same pipe has done before.
    fn add(&mut self, module: &Module, m: MissingEdge) {
        let Ok(at) = place_signal_wait(module, m.first, m.second) else { return };
        let next = self.list.len();
        let place = *self.by_hand_over.entry((m.from, m.to, at.hand_over(module))).or_insert(next);
        match self.list.get_mut(place) {
            Some(e) => e.at = e.at.join(at, module).unwrap_or(e.at),
            None => self.list.push(Added { from: m.from, to: m.to, at, id: None }),
        }
    }

    /// How to fix one of those this was made of.
    pub fn advise(&self, m: MissingEdge, module: &Module, lines: &Lines) -> FixIt {
        let (from, to) = (m.from.name(), m.to.name());
        let line = |id: NodeId| lines.line(module.node(id).name_span.start);
        let at = match place_signal_wait(module, m.first, m.second) {
            Ok(at) => at,
            Err(why) => {
                let (after, before) = (line(m.first), line(m.second));
                let help = format!(
                    "let {from} signal after line {after} and {to} wait before line {before}"
                );
                return (help, Err(why));
            }
        };
        let place = self.by_hand_over.get(&(m.from, m.to, at.hand_over(module)));
        let serves = |e: &&Added| e.at.join(at, module) == Some(e.at);
        let event = place.map(|&i| &self.list[i]).filter(serves);
        let (at, id) = event.map_or((at, None), |e| (e.at, e.id));
        let before = line(at.before);
        let Some(id) = id else {
            let barrier = "pto.barrier <PIPE_ALL>";
            let help = format!(
                "wait again for one of the events from {from} to {to}, which are all in use, or add `{barrier}` before line {before}"
            );
            return (help, Ok(vec![add_before(module, lines, at.before, barrier)]));
        };
        let event = format!("[<{from}>, <{to}>, <EVENT_ID{id}>]");
        let (set, wait) = (format!("pto.set_flag {event}"), format!("pto.wait_flag {event}"));
        let after = lines.line(module.node(at.after).span.end);
        let carried = match at.carried {
            Some(_) => ", and set it once before the loop and wait for it once after it",
            None => "",
        };
        let help =
            format!("add `{set}` after line {after} and `{wait}` before line {before}{carried}");
        (help, Ok(at.edits(module, lines, &set, &wait)))
    }
}

/// The events that a text names.
pub fn all_written(module: &Module) -> impl Iterator<Item = Event> {
    module.nodes().filter_map(|(_, n)| written(module, n))
}

/// The event a statement names.
pub fn written(module: &Module, node: &Node) -> Option<Event> {
    let word = |name: &str| match module.attrs.get(module.attr(node, name)?.value) {
        Attr::Str(s) | Attr::Word(s) | Attr::Case { value: s, .. } => Some(&**s),
        _ => None,
    };
    let id = word("event_id")?.strip_prefix("EVENT_ID")?.parse().ok()?;
    Some((Pipe::parse(word("src_pipe")?)?, Pipe::parse(word("dst_pipe")?)?, id))
}
