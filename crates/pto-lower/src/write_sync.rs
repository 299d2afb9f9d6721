//! Writes flags and barriers into the text.

use crate::SyncStyle;
use crate::buffer_ids;
use crate::bytes::Layout;
use crate::edit::{Edits, Rank};
use crate::events::{Fate, assign, crowded};
use crate::facts::{instruction, word};
use crate::given::Reserved;
use crate::history::ALL;
use crate::sync::{Barrier, Coarse, Edge, Found, Own, find};
use crate::tree::Tree;
use pto_check::Verified;
use pto_ir::dialect::Func;
use pto_ir::module::NodeId;
use pto_ir::{Diagnostic, Module, Severity};
use pto_isa::{Pipe, Type, code};
use rustc_hash::FxHashSet;

/// What was done to the functions of a program.
#[derive(Default)]
pub(crate) struct Synchronised {
    /// Their names.
    pub functions: FxHashSet<String>,
    /// What is worth knowing.
    pub notes: Vec<Diagnostic>,
}

/// Synchronises every function. What the program orders itself stays, and counts unless it shall not.
pub(crate) fn insert(
    program: &Verified,
    roots: &crate::roots::Roots,
    addresses: &[Option<u64>],
    style: SyncStyle,
    own_counts: bool,
    edits: &mut Edits<'_>,
) -> Synchronised {
    let module = program.module();
    let called = called(module);
    let layout = Layout { module, roots, addresses, target: program.target(), called: &called };
    let mut done = Synchronised::default();
    let trees: Vec<Tree> = module.defined_functions().map(|f| Tree::new(module, f)).collect();
    let own: Vec<Reserved> = trees.iter().map(|t| Reserved::new(module, t)).collect();
    for (i, tree) in trees.iter().enumerate() {
        let function = tree.function;
        if let Some(wait) = own[i].backwards {
            let message = format!("`@{}` is left as it is", name_of(module, function));
            let span = module.node(wait).name_span;
            let d = Diagnostic::warning(code::NOT_LOWERED, span, message);
            let d = d.found("what this waits for is signalled later in the text");
            done.notes.push(d.help("put the signal before the wait, or leave out both"));
            continue;
        }
        let mut reserved = own[i].clone();
        if called.contains(&function) {
            let others = own.iter().enumerate().filter(|(j, _)| *j != i);
            others.for_each(|(_, o)| reserved.add_elsewhere(o));
        }
        let counts = match (own[i].statements, own_counts) {
            (0, _) => Own::None,
            (_, true) => Own::Counts,
            (_, false) => Own::Ignored,
        };
        let added = match style {
            // Without a free buffer id, flags do.
            _ if style == SyncStyle::Flags || reserved.buffers == u32::MAX => {
                let found = find(&layout, tree, counts);
                write(module, tree, found, &reserved, edits, &mut done.notes)
            }
            _ if counts == Own::Counts && find(&layout, tree, counts).is_empty() => 0,
            _ => {
                let ids = buffer_ids::insert(&layout, tree, reserved.buffers, edits);
                if ids.works && (ids.taken > 0 || own[i].statements == 0) {
                    tail(module, function, edits);
                }
                if ids.crowded > 0 {
                    let name = name_of(module, function);
                    let free = buffer_ids::BUFFER_IDS as u32 - reserved.buffers.count_ones();
                    let message = format!("`@{name}` needs more than {free} buffer ids");
                    let span = module.node(function).name_span;
                    let d = Diagnostic::warning(code::COARSE_SYNC, span, message);
                    let what = format!("{} pieces of memory share one with others", ids.crowded);
                    done.notes.push(note(d.note(what)));
                }
                ids.taken
            }
        };
        if let Some(first) = by_hand(module, function) {
            done.notes.push(kept(module, tree, first, counts, added));
        }
        done.functions.insert(name_of(module, function).to_string());
    }
    done
}

/// Says what became of a function that orders its pipes itself.
fn kept(module: &Module, tree: &Tree, first: NodeId, own: Own, added: usize) -> Diagnostic {
    let function = name_of(module, tree.function);
    let how = match (added, own) {
        (0, _) => "nothing is missing".to_string(),
        (n, Own::Ignored) => format!("{n} waits were added, as if it did not"),
        (1, _) => "1 wait was added".to_string(),
        (n, _) => format!("{n} waits were added"),
    };
    let node = module.node(first);
    let message = format!("`@{function}` synchronises by hand; {how}");
    let d = Diagnostic::warning(code::KEPT_SYNC, node.name_span, message);
    note(d.found(format!("`pto.{}` says so", instruction(module, node))))
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
        .filter(|(_, n)| n.is(Func::Call))
        .filter_map(|(_, n)| word(module, n, "callee"))
        .collect();
    module.defined_functions().filter(|&f| names.contains(name_of(module, f))).collect()
}

/// The first instruction by which a function synchronises itself. A barrier alone does not.
pub(crate) fn by_hand(module: &Module, function: NodeId) -> Option<NodeId> {
    let mut first = None;
    let mut open = vec![function];
    while let Some(id) = open.pop() {
        let node = module.node(id);
        if crate::given::orders(module, node) && first.is_none_or(|f: NodeId| id < f) {
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

fn barrier(pipe: Pipe) -> String {
    format!("pto.barrier <{}>", pipe.name())
}

/// Writes what was found; returns how many waits and barriers that makes.
fn write(
    module: &Module,
    tree: &Tree,
    found: Found,
    reserved: &Reserved,
    edits: &mut Edits<'_>,
    notes: &mut Vec<Diagnostic>,
) -> usize {
    let function = tree.function;
    let Found { mut edges, mut barriers, mut barriers_after, coarse, works } = found;
    let fates = assign(&mut edges, reserved);
    let added = fates.iter().filter(|f| matches!(f, Fate::Id(_))).count();
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
    let added = added + list.len();
    for b in list {
        edits.before(b.before, Rank::Wait, &barrier(b.pipe));
    }
    // The end of each block is a jump, and drained; a program that orders everything itself ends as it likes.
    if works && !tree.jumps && (added > 0 || reserved.statements == 0) {
        tail(module, function, edits);
    }
    for (&(from, to), &(joined, drained)) in sorted(&crowded(&edges, &fates)) {
        let (from, to) = (ALL[from].name(), ALL[to].name());
        let span = module.node(function).name_span;
        let message = format!(
            "`@{}` needs more events from {from} to {to} at once than there are",
            name_of(module, function)
        );
        let d = Diagnostic::warning(code::COARSE_SYNC, span, message).note(format!(
            "{joined} waits were joined with others, {drained} became a barrier of all pipes"
        ));
        notes.push(note(d));
    }
    for why in [Coarse::Call, Coarse::Jump] {
        notes.extend(drains(module, &coarse, why));
    }
    added
}

/// Says where all pipes drain, and why.
fn drains(module: &Module, coarse: &[(NodeId, Coarse)], why: Coarse) -> Option<Diagnostic> {
    let count = coarse.iter().filter(|c| c.1 == why).count();
    let (first, _) = coarse.iter().find(|c| c.1 == why)?;
    let node = module.node(*first);
    let (message, reason) = match why {
        Coarse::Call => (
            "all pipes drain before and behind this call",
            "a function uses the events as it likes, and is written once for all who call it",
        ),
        Coarse::Jump => (
            "all pipes drain before this jump",
            "what comes next may have been reached from elsewhere; `scf` needs no such barrier",
        ),
    };
    let d = Diagnostic::warning(code::COARSE_SYNC, node.name_span, message).note(reason);
    Some(note(match count {
        1 => d,
        n => d.note(format!("so it is at {} more", n - 1)),
    }))
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
        if carried.primed {
            edits.before(carried.around, Rank::Prime, &fixed("set", k));
        }
        if carried.drained {
            edits.after(carried.around, Rank::Drain, &fixed("wait", k));
        }
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
    for &block in region.into_iter().flat_map(|&r| &module.region(r).blocks) {
        let Some((&last, before)) = module.block(block).ops.split_last() else { continue };
        let drained = before.last().is_some_and(|&id| drains_all(module, module.node(id)));
        if module.node(last).is(Func::Return) && !drained {
            edits.before(last, Rank::Prime, &barrier(Pipe::All));
        }
    }
}

/// Whether a statement is a barrier of all pipes.
fn drains_all(module: &Module, node: &pto_ir::Node) -> bool {
    instruction(module, node) == "pipe_barrier"
        && word(module, node, "pipe").and_then(Pipe::parse) == Some(Pipe::All)
}
