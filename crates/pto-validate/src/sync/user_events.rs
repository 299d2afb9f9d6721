//! Events and buffer ids that a program uses itself, before the tool adds any.

use super::Signal;
use super::abstract_state::{Event, IDS, PIPES};
use pto_ir::module::Node;
use pto_ir::{Attr, Module, Span};
use pto_isa::Pipe;
use pto_isa::class::{Class, Sync};
use rustc_hash::{FxHashMap, FxHashSet};

/// The events and buffer ids of one function.
#[derive(Clone, Debug, Default)]
pub struct UserEvents {
    /// With the first statement that names it.
    events: FxHashMap<Event, Span>,
    buffers: FxHashSet<usize>,
    /// Pairs of pipes with an event, and whether there is a buffer id, that shows only in a run.
    pairs: FxHashMap<(usize, usize), Span>,
    any_buffer: bool,
}

impl UserEvents {
    /// What each function, by name, uses.
    pub fn of(module: &Module) -> FxHashMap<String, UserEvents> {
        let mut all: FxHashMap<String, UserEvents> = FxHashMap::default();
        for (id, node) in module.nodes() {
            let is_sync = module.def(node).is_some_and(|d| matches!(d.class, Class::Sync(_)));
            let function = is_sync.then(|| module.function_of(id));
            let Some(function) = function.flatten() else { continue };
            if let Some(s) = module.symbol(module.node(function), "sym_name") {
                all.entry(s.to_string()).or_default().add(module, node);
            }
        }
        all
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
            && self.buffers.is_empty()
            && self.pairs.is_empty()
            && !self.any_buffer
    }

    /// Whether a signal is the program's own.
    pub(super) fn has(&self, signal: Signal) -> bool {
        match signal {
            Signal::Event(e) => self.span_of(e).is_some(),
            Signal::Buffer(b) => self.buffers.contains(&b) || self.any_buffer,
            Signal::Unknown => !self.pairs.is_empty() || self.any_buffer,
        }
    }

    /// The statement that names an event first, if it is the program's own.
    pub(super) fn span_of(&self, event: Event) -> Option<Span> {
        self.events.get(&event).or_else(|| self.pairs.get(&(event.0, event.1))).copied()
    }

    fn add(&mut self, module: &Module, node: &Node) {
        let event = match module.def(node).map(|d| d.class) {
            Some(Class::Sync(Sync::SetEvent(event) | Sync::WaitEvent(event))) => event,
            Some(Class::Sync(Sync::TakeBuffer(b) | Sync::ReleaseBuffer(b))) => {
                let id = b.id.attr.and_then(|a| module.attr(node, a));
                match id.map(|a| module.attrs.get(a.value)) {
                    Some(Attr::Int(n, _)) => self.buffers.extend(usize::try_from(*n).ok()),
                    _ => self.any_buffer = true,
                }
                return;
            }
            _ => return,
        };
        let text = |attr: &str| match module.attrs.get(module.attr(node, attr)?.value) {
            Attr::Str(s) | Attr::Word(s) | Attr::Case { value: s, .. } => Some(&**s),
            _ => None,
        };
        let [from, to] =
            [event.from, event.to].map(|w| text(w).map_or(PIPES, |t| Pipe::of_word(t) as usize));
        let id =
            event.id.attr.and_then(text).and_then(|w| w.strip_prefix("EVENT_ID")?.parse().ok());
        match id {
            Some(id) if id < IDS => {
                self.events.entry((from, to, id)).or_insert(node.name_span);
            }
            _ => {
                self.pairs.entry((from, to)).or_insert(node.name_span);
            }
        }
    }
}
