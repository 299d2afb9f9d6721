//! Writes flags and barriers into the text.

use crate::SyncStyle;
use crate::buffer_ids;
use crate::bytes::Layout;
use crate::edit::{Edits, Rank};
use crate::events::{Fate, assign, crowded};
use crate::facts::{foreign, functions, instruction, word};
use crate::history::ALL;
use crate::sync::{Barrier, Edge, Found, find};
use crate::tree::Tree;
use pto_check::Verified;
use pto_ir::module::NodeId;
use pto_ir::{Diagnostic, Module, Severity};
use pto_isa::{Pipe, Type, code};
use rustc_hash::FxHashSet;

/// Synchronises every function that does not do it itself. Returns their names, and what is worth knowing.
pub(crate) fn insert(
    program: &Verified,
    roots: &crate::roots::Roots,
    addresses: &[Option<u64>],
    style: SyncStyle,
    edits: &mut Edits<'_>,
) -> (FxHashSet<String>, Vec<Diagnostic>) {
    let module = program.module();
    let called = called(module);
    let layout = Layout { module, roots, addresses, target: program.target(), called: &called };
    let (mut done, mut notes) = (FxHashSet::default(), Vec::new());
    for function in functions(module) {
        if let Some(why) = by_hand(module, function) {
            let name = instruction(module, module.node(why));
            let message = format!("`@{}` synchronises by hand", name_of(module, function));
            let d = Diagnostic::warning(code::NOT_LOWERED, module.node(why).name_span, message);
            notes.push(note(d.found(format!("`pto.{name}` says so"))));
            continue;
        }
        let tree = Tree::new(module, function);
        if tree.jumps {
            let message =
                format!("`@{}` has jumps and is not synchronised", name_of(module, function));
            let span = module.node(function).name_span;
            notes.push(Diagnostic::warning(code::NOT_LOWERED, span, message));
            continue;
        }
        match style {
            SyncStyle::Flags => {
                let found = find(&layout, &tree);
                write(module, function, found, edits, &mut notes);
            }
            SyncStyle::BufferIds => {
                let done = buffer_ids::insert(&layout, &tree, edits);
                if done.works {
                    tail(module, function, edits);
                }
                if done.crowded > 0 {
                    let name = name_of(module, function);
                    let message = format!("`@{name}` needs more than 32 buffer ids");
                    let span = module.node(function).name_span;
                    let d = Diagnostic::warning(code::COARSE_SYNC, span, message);
                    let what = format!("{} pieces of memory share one with others", done.crowded);
                    notes.push(note(d.note(what)));
                }
            }
        }
        done.insert(name_of(module, function).to_string());
    }
    (done, notes)
}

fn note(d: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Note, ..d }
}

pub(crate) fn name_of(module: &Module, function: NodeId) -> &str {
    word(module, module.node(function), "sym_name").unwrap_or("")
}

/// Functions that others call.
fn called(module: &Module) -> FxHashSet<NodeId> {
    let names: FxHashSet<&str> = module
        .nodes()
        .filter(|(_, n)| foreign(module, n) == "func.call")
        .filter_map(|(_, n)| word(module, n, "callee"))
        .collect();
    functions(module).into_iter().filter(|&f| names.contains(name_of(module, f))).collect()
}

/// The first instruction by which a function synchronises itself. A barrier alone does not.
pub(crate) fn by_hand(module: &Module, function: NodeId) -> Option<NodeId> {
    let mut first = None;
    let mut open = vec![function];
    while let Some(id) = open.pop() {
        let node = module.node(id);
        let hand = module.def(node).is_some_and(|d| {
            d.family == "pipeline-sync"
                && !matches!(d.name, "pipe_barrier" | "barrier_sync" | "mem_bar")
                || d.name == "tsync" && !module.operands(node).is_empty()
        });
        if hand && first.is_none_or(|f: NodeId| id < f) {
            first = Some(id);
        }
        for &r in module.node_regions(node) {
            for &b in &module.region(r).blocks {
                open.extend(&module.block(b).ops);
            }
        }
    }
    first
}

/// Whether a function puts its pipes in order itself: it has an event or a buffer id. Barriers, fences and signals to
/// other cores do not count.
pub(crate) fn orders_pipes(module: &Module, function: NodeId) -> bool {
    let mut open = vec![function];
    while let Some(id) = open.pop() {
        let node = module.node(id);
        if matches!(
            instruction(module, node),
            "set_flag"
                | "set_flag_dyn"
                | "wait_flag"
                | "wait_flag_dyn"
                | "record_event"
                | "wait_event"
                | "get_buf"
                | "get_buf_dyn"
                | "rls_buf"
                | "rls_buf_dyn"
        ) {
            return true;
        }
        for &r in module.node_regions(node) {
            open.extend(module.region(r).blocks.iter().flat_map(|&b| &module.block(b).ops));
        }
    }
    false
}

fn barrier(pipe: Pipe) -> String {
    format!("pto.barrier <{}>", pipe.name())
}

fn write(
    module: &Module,
    function: NodeId,
    found: Found,
    edits: &mut Edits<'_>,
    notes: &mut Vec<Diagnostic>,
) {
    let Found { mut edges, mut barriers, mut barriers_after, coarse, works } = found;
    let fates = assign(&mut edges);
    for (e, fate) in edges.iter().zip(&fates) {
        if *fate == Fate::Barrier {
            barriers.insert(Barrier { before: e.wait_before, pipe: Pipe::All });
            // What the last round left is waited for behind the loop.
            barriers_after.extend(e.carried.as_ref().map(|c| c.around));
        }
    }
    let mut after: Vec<NodeId> = barriers_after.into_iter().collect();
    after.sort_unstable();
    for id in after {
        edits.after(id, Rank::Drain, &barrier(Pipe::All));
    }
    for (e, fate) in edges.iter().zip(&fates) {
        if let Fate::Id(id) = fate {
            flags(module, e, *id, edits);
        }
    }
    let mut list: Vec<Barrier> = barriers.iter().copied().collect();
    list.sort_unstable();
    // Draining everything drains each.
    list.retain(|b| b.pipe == Pipe::All || !barriers.contains(&Barrier { pipe: Pipe::All, ..*b }));
    for b in list {
        edits.before(b.before, Rank::Wait, &barrier(b.pipe));
    }
    if works {
        tail(module, function, edits);
    }
    for (&(from, to), &(joined, drained)) in sorted(&crowded(&edges, &fates)) {
        let (from, to) = (ALL[from].name(), ALL[to].name());
        let span = module.node(function).name_span;
        let message = format!(
            "`@{}` needs more than 8 events from {from} to {to} at once",
            name_of(module, function)
        );
        let d = Diagnostic::warning(code::COARSE_SYNC, span, message).note(format!(
            "{joined} waits were joined with others, {drained} became a barrier of all pipes"
        ));
        notes.push(note(d));
    }
    for id in coarse {
        let node = module.node(id);
        let message = format!("all pipes drain in every round of this `{}`", module.op_name(node));
        notes.push(note(Diagnostic::warning(code::COARSE_SYNC, node.name_span, message)));
    }
}

type Count<'a> = (&'a (usize, usize), &'a (usize, usize));

fn sorted(
    counts: &rustc_hash::FxHashMap<(usize, usize), (usize, usize)>,
) -> impl Iterator<Item = Count<'_>> {
    let mut list: Vec<_> = counts.iter().collect();
    list.sort_unstable();
    list.into_iter()
}

/// The signal and the wait of an edge; around a loop, too, if it is carried.
fn flags(module: &Module, e: &Edge, id: u32, edits: &mut Edits<'_>) {
    let (from, to) = (ALL[e.from].name(), ALL[e.to].name());
    let fixed = |what: &str, id: u32| format!("pto.{what}_flag[<{from}>, <{to}>, <EVENT_ID{id}>]");
    let Some(carried) = &e.carried else {
        edits.after(e.set_after, Rank::Set, &fixed("set", id));
        edits.before(e.wait_before, Rank::Wait, &fixed("wait", id));
        return;
    };
    let count = carried.slot.map_or(1, |s| s.1);
    for k in id..id + count {
        edits.before(carried.around, Rank::Prime, &fixed("set", k));
        edits.after(carried.around, Rank::Drain, &fixed("wait", k));
    }
    let Some((slot, _)) = carried.slot else {
        edits.after(e.set_after, Rank::Set, &fixed("set", id));
        edits.before(e.wait_before, Rank::Wait, &fixed("wait", id));
        return;
    };
    let mut name = module.sym(module.value(slot).name).to_string();
    if id > 0 {
        let ty = module.type_of(slot).cloned().unwrap_or(Type::Index);
        let (base, sum) = (edits.fresh(&format!("event_{id}")), edits.fresh("event"));
        let lines = format!(
            "%{base} = arith.constant {id} : {ty}\n%{sum} = arith.addi %{name}, %{base} : {ty}"
        );
        edits.before(e.wait_before, Rank::Wait, &lines);
        name = sum;
    }
    let computed = |what: &str| format!("pto.{what}_flag_dyn[<{from}>, <{to}>, %{name}]");
    edits.before(e.wait_before, Rank::Wait, &computed("wait"));
    edits.after(e.set_after, Rank::Set, &computed("set"));
}

/// Before it returns, a function that works waits for all of its pipes.
///
/// Source: PTOAS 0.27 and 0.60, tail of functions with inserted synchronisation.
fn tail(module: &Module, function: NodeId, edits: &mut Edits<'_>) {
    let region = module.node_regions(module.node(function)).first();
    let Some(&block) = region.and_then(|&r| module.region(r).blocks.last()) else { return };
    let ops = &module.block(block).ops;
    let Some((&last, before)) = ops.split_last() else { return };
    let drained = before.last().is_some_and(|&id| {
        let node = module.node(id);
        instruction(module, node) == "pipe_barrier"
            && word(module, node, "pipe").and_then(Pipe::parse) == Some(Pipe::All)
    });
    if foreign(module, module.node(last)) == "func.return" && !drained {
        edits.before(last, Rank::Prime, &barrier(Pipe::All));
    }
}
