//! How events and buffer ids that do not balance are fixed: a wait that is missing, another number for events that
//! meet, a pipe that gives back what it holds.

use super::report::Findings;
use pto_analysis::fixit::{Event, Reason, add_after, add_before, written};
use pto_ir::diag::Edit;
use pto_ir::{Attr, Module, NodeId};
use pto_isa::order;

use pto_ir::dialect::{DialectOp, Scf};
use pto_isa::Pipe;
use pto_isa::class::{Class, Sync};
use pto_isa::ops::sync::rls_buf;
use pto_isa::target::EVENT_IDS;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

type Fix = Result<Vec<Edit>, Reason>;

const COUNT: Reason = "whether a wait is missing or a signal is too many only the program can say";
const COMPUTED: Reason = "the number is computed";
const ELSEWHERE: Reason =
    "what would end it stands elsewhere in the text and is not reached in this run";

/// Which waits have taken which signals.
#[derive(Default)]
pub(super) struct EventFixits {
    met: FxHashSet<(NodeId, NodeId)>,
    /// The waits of each signal and the signals of each wait.
    partners: FxHashMap<NodeId, Vec<NodeId>>,
    /// The statements of the text that name each event.
    written: OnceCell<FxHashMap<Event, Naming>>,
}

/// The statements that name an event, in order.
#[derive(Clone, Default)]
struct Naming {
    waiting: Vec<NodeId>,
    setting: Vec<NodeId>,
}

impl EventFixits {
    pub fn add(&mut self, set: NodeId, wait: NodeId) {
        if self.met.insert((set, wait)) {
            self.partners.entry(set).or_default().push(wait);
            self.partners.entry(wait).or_default().push(set);
        }
    }

    /// The signals and waits that have to do with one of them.
    fn around(&self, node: NodeId) -> Vec<NodeId> {
        let (mut all, mut seen) = (vec![node], FxHashSet::from_iter([node]));
        let mut at = 0;
        while let Some(n) = all.get(at) {
            let partners = self.partners.get(n).into_iter().flatten().copied();
            all.extend(partners.filter(|p| seen.insert(*p)));
            at += 1;
        }
        all
    }

    /// The statements of the text that name an event.
    fn naming(&self, event: Event, module: &Module) -> Option<&Naming> {
        let by_event = self.written.get_or_init(|| {
            let mut all: FxHashMap<Event, Naming> = FxHashMap::default();
            for (id, node) in module.nodes() {
                let Some(e) = written(module, node) else { continue };
                let naming = all.entry(e).or_default();
                match module.def(node).map(|d| d.class) {
                    Some(Class::Sync(Sync::WaitEvent(_))) => naming.waiting.push(id),
                    _ => naming.setting.push(id),
                }
            }
            all
        });
        by_event.get(&event)
    }

    /// Another number for the later of two signals that meet, and for what waits for it. `used` has the numbers in
    /// use, and this one from now on; `any_target` if pipes that wait share them.
    pub fn renumber(
        &self,
        (earlier, later): (NodeId, NodeId),
        used: &mut FxHashSet<Event>,
        any_target: bool,
        f: &Findings<'_>,
    ) -> Fix {
        let module = f.module;
        let event = |n: NodeId| written(module, module.node(n));
        let own = event(later).ok_or(COMPUTED)?;
        let group = match event(earlier) {
            Some(other) if other != own => {
                let naming = self.naming(own, module).cloned().unwrap_or_default();
                let mut all = [naming.waiting, naming.setting].concat();
                order::sort(&mut all);
                all
            }
            _ => self.around(later),
        };
        if group.contains(&earlier) {
            return Err(COUNT);
        }
        let events: Option<Vec<_>> = group.iter().map(|&n| event(n).map(|e| (n, e))).collect();
        let events = events.ok_or(COMPUTED)?;
        let (from, to, _) = own;
        let is_used =
            |id: i64| used.iter().any(|u| u.0 == from && u.2 == id && (any_target || u.1 == to));
        let free = (0..i64::from(EVENT_IDS)).find(|&id| !is_used(id));
        let id = free.ok_or("all numbers of these pipes are in use")?;
        used.insert((from, to, id));
        let rewrite = |(n, (from, to, _)): (NodeId, Event)| Edit {
            span: module.node(n).span,
            text: format!(
                "{} [<{}>, <{}>, <EVENT_ID{id}>]",
                module.op_name(module.node(n)),
                from.name(),
                to.name()
            ),
        };
        Ok(events.into_iter().map(rewrite).collect())
    }

    /// A wait for an event that is left: after the signal if the text has none, after the loop if its iterations hand over
    /// to each other.
    pub fn wait_for(&self, set: NodeId, f: &Findings<'_>) -> Fix {
        let module = f.module;
        let event = written(module, module.node(set)).ok_or(COMPUTED)?;
        let (from, to, id) = event;
        let wait = format!("pto.wait_flag [<{}>, <{}>, <EVENT_ID{id}>]", from.name(), to.name());
        let (waiting, setting) = match self.naming(event, module) {
            Some(naming) => (&naming.waiting[..], &naming.setting[..]),
            None => (&[][..], &[][..]),
        };
        let body = |n: NodeId| module.node(n).parent;
        match (waiting, setting) {
            ([], _) => Ok(vec![add_after(module, f.lines, set, &wait)]),
            // Set before the loop, waited for and set again in every iteration.
            (&[inside], &[first, again]) if body(inside) == body(again) && inside < again => {
                match module.parent(module.node(inside)) {
                    Some(l) if is_loop(module, l) && body(first) == body(l) && first < l => {
                        Ok(vec![add_after(module, f.lines, l, &wait)])
                    }
                    _ => Err(ELSEWHERE),
                }
            }
            _ => Err(ELSEWHERE),
        }
    }
}

/// Gives a buffer id back at the end of the body it was taken in.
pub(super) fn give_back(get: NodeId, (pipe, id): (Pipe, i64), f: &Findings<'_>) -> Fix {
    let module = f.module;
    let node = module.node(get);
    let number = |n| match module.attrs.get(module.attr(module.node(n), "buf_id")?.value) {
        Attr::Int(v, _) => Some(*v),
        _ => None,
    };
    let own = number(get).ok_or(COMPUTED)?;
    let gives = |n: NodeId| {
        let def = module.def(module.node(n));
        def.is_some_and(|d| d.is(&rls_buf)) && number(n) == Some(own)
    };
    if module.nodes().any(|(n, _)| gives(n)) {
        return Err(ELSEWHERE);
    }
    let Some(&last) = module.block(node.parent).ops.last() else { return Err(ELSEWHERE) };
    let give = release(pipe, id);
    let end = module.node(last);
    let ends = match module.def(end) {
        Some(def) => def.class == Class::Yield,
        None => end.dialect_op().is_some_and(DialectOp::is_terminator),
    };
    Ok(vec![match ends {
        true => add_before(module, f.lines, last, &give),
        false => add_after(module, f.lines, last, &give),
    }])
}

/// Lets the pipe that holds a buffer id give it back.
pub(super) fn give_back_by(release_node: NodeId, (pipe, id): (Pipe, i64), f: &Findings<'_>) -> Fix {
    if !f.module.def(f.module.node(release_node)).is_some_and(|d| d.is(&rls_buf)) {
        return Err(COMPUTED);
    }
    Ok(vec![Edit { span: f.module.node(release_node).span, text: release(pipe, id) }])
}

fn release(pipe: Pipe, id: i64) -> String {
    format!("pto.rls_buf \"{}\", {id}, 0", pipe.name())
}

fn is_loop(module: &Module, id: NodeId) -> bool {
    module.node(id).is(Scf::For)
}
