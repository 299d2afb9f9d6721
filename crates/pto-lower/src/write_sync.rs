//! Writes flags and barriers into the program.

use crate::SyncStyle;
use crate::buffer_ids::{BUFFER_IDS, BufferIds};
use crate::edit::{EventId, barrier, flag, sum};
use pto_analysis::PointsTo;
use pto_analysis::event_alloc::{Allocation, spill_counts};
use pto_analysis::facts::{instruction, word};
use pto_analysis::footprint::Layout;
use pto_analysis::hoist::SyncPlan;
use pto_analysis::last_access::ALL;
use pto_analysis::region_tree::{RegionTree, is_vector_scope};
use pto_analysis::sync::{Barrier, DependenceEdge, Found, FullBarrierReason, UserSyncPolicy, find};
use pto_analysis::user_sync::{Everywhere, Reserved};
use pto_ir::edit::{Editor, Rank};
use pto_isa::class::Class;
use pto_isa::order;

use pto_ir::dialect::Func;
use pto_ir::module::NodeId;
use pto_ir::{Diagnostic, Module, Severity};
use pto_isa::{Pipe, Target, code};
use rustc_hash::FxHashSet;

/// What was done to the functions of a program.
#[derive(Default)]
pub struct Synchronised {
    /// Their names.
    pub functions: FxHashSet<String>,
    /// What is worth knowing.
    pub notes: Vec<Diagnostic>,
}

/// Synchronises every function. What the program orders itself stays, and is trusted unless it shall not be.
pub(crate) fn insert(
    editor: &mut Editor<'_>,
    target: Target,
    points_to: &PointsTo,
    addresses: &[Option<u64>],
    style: SyncStyle,
    settings: Settings,
) -> Synchronised {
    let called = called(editor.module());
    let mut done = Synchronised::default();
    let module = editor.module();
    let trees: Vec<RegionTree> =
        module.defined_functions().map(|f| RegionTree::new(module, f)).collect();
    let own: Vec<Reserved> = trees.iter().map(|t| Reserved::new(module, t)).collect();
    let mut everywhere = Everywhere::default();
    own.iter().for_each(|o| everywhere.add(o));
    for (tree, own) in trees.iter().zip(&own) {
        let module = editor.module();
        let function = tree.function;
        let layout = Layout {
            module,
            points_to,
            addresses,
            target,
            called: &called,
            whole_objects: settings.whole_objects,
        };
        if let Some(wait) = own.backwards {
            let message = format!("`@{}` is left as it is", name_of(module, function));
            let span = module.node(wait).name_span;
            let d = Diagnostic::warning(code::NOT_LOWERED, span, message);
            let d = d.found("what this waits for is signalled later in the text");
            done.notes.push(d.help("put the signal before the wait, or leave out both"));
            continue;
        }
        let mut reserved = own.clone();
        if called.contains(&function) {
            reserved.add_elsewhere(&everywhere);
        }
        let policy = match (own.statements, settings.trust_user) {
            (0, _) => UserSyncPolicy::Absent,
            (_, true) => UserSyncPolicy::Trusted,
            (_, false) => UserSyncPolicy::Ignored,
        };
        // Without a free buffer id, flags do; and what a wait for another core says of all of global memory has no buffer to
        // take, so that only barriers order it.
        let flags = style == SyncStyle::Flags || reserved.buffers == u32::MAX || settings.drain;
        let added = if flags {
            let mut plan = match settings.hoist {
                true => SyncPlan::hoisted(&layout, tree, policy, &reserved),
                false => SyncPlan::in_place(&layout, tree, policy, &reserved),
            };
            if settings.drain {
                plan.allocations.fill(Allocation::SpilledToBarrier);
            }
            write(editor, tree, plan, &reserved, &mut done.notes)
        } else if policy == UserSyncPolicy::Trusted
            && find(&layout, tree, policy, &FxHashSet::default()).is_empty()
        {
            0
        } else {
            let ids = BufferIds::new(&layout, tree, reserved.buffers);
            ids.insert(editor);
            if ids.works && (ids.taken > 0 || own.statements == 0) {
                tail(editor, function);
            }
            if ids.sharing > 0 {
                let module = editor.module();
                let name = name_of(module, function);
                let free = BUFFER_IDS as u32 - reserved.buffers.count_ones();
                let message = format!("`@{name}` needs more than {free} buffer ids");
                let span = module.node(function).name_span;
                let d = Diagnostic::warning(code::COARSE_SYNC, span, message);
                let what = format!("{} pieces of memory share one with others", ids.sharing);
                done.notes.push(note(d.note(what)));
            }
            ids.taken
        };
        let module = editor.module();
        if let Some(first) = by_hand(module, function) {
            done.notes.push(kept(module, tree, first, policy, added));
        }
        done.functions.insert(name_of(module, function).to_string());
    }
    editor.settle();
    done
}

/// How to synchronise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// What the program orders itself counts.
    pub trust_user: bool,
    /// Loops inside others may keep their events set from one execution to the next.
    pub hoist: bool,
    /// Windows of a tile count as the whole tile.
    pub whole_objects: bool,
    /// All pipes drain wherever one waits for another.
    pub drain: bool,
}

/// Says what became of a function that orders its pipes itself.
fn kept(
    module: &Module,
    tree: &RegionTree,
    first: NodeId,
    own: UserSyncPolicy,
    added: usize,
) -> Diagnostic {
    let function = name_of(module, tree.function);
    let how = match (added, own) {
        (0, _) => "nothing is missing".to_string(),
        (n, UserSyncPolicy::Ignored) => format!("{n} waits were added, as if it did not"),
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

pub fn name_of(module: &Module, function: NodeId) -> &str {
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
pub fn by_hand(module: &Module, function: NodeId) -> Option<NodeId> {
    let mut first = None;
    let mut open = vec![function];
    while let Some(id) = open.pop() {
        let node = module.node(id);
        if pto_analysis::user_sync::orders(module, node) && first.is_none_or(|f: NodeId| id < f) {
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

/// Whether code of the vector unit signals or waits.
pub fn has_handshake_in_vector_code(module: &Module, function: NodeId) -> bool {
    let mut open = vec![(function, false)];
    while let Some((id, inside)) = open.pop() {
        let node = module.node(id);
        if let Some(Class::Sync(sync)) = module.def(node).map(|d| d.class)
            && inside
            && sync.is_handshake()
        {
            return true;
        }
        let inside = inside || is_vector_scope(module, node);
        let blocks = module.node_regions(node).iter().flat_map(|&r| &module.region(r).blocks);
        open.extend(blocks.flat_map(|&b| &module.block(b).ops).map(|&op| (op, inside)));
    }
    false
}

/// Writes what was found; returns how many waits and barriers that makes.
fn write(
    editor: &mut Editor<'_>,
    tree: &RegionTree,
    plan: SyncPlan,
    reserved: &Reserved,
    notes: &mut Vec<Diagnostic>,
) -> usize {
    let function = tree.function;
    let SyncPlan { found, allocations } = plan;
    let Found { edges, mut barriers, mut barriers_after, coarse, works } = found;
    let added = allocations.iter().filter(|f| matches!(f, Allocation::Id(_))).count();
    for (e, allocation) in edges.iter().zip(&allocations) {
        if *allocation == Allocation::SpilledToBarrier {
            barriers.insert(Barrier { before: e.wait_before, pipe: Pipe::All });
            // What the last iteration left is waited for after the loop.
            barriers_after.extend(e.carried.as_ref().map(|c| c.around));
        }
    }
    let mut after: Vec<NodeId> = barriers_after.into_iter().collect();
    order::sort(&mut after);
    for id in after {
        editor.after(id, Rank::EpilogueWait, |b| barrier(b, Pipe::All));
    }
    for (e, allocation) in edges.iter().zip(&allocations) {
        if let Allocation::Id(id) = allocation {
            flags(editor, e, *id);
        }
    }
    let mut list: Vec<Barrier> = barriers.iter().copied().collect();
    order::sort(&mut list);
    // Draining everything drains each.
    list.retain(|b| b.pipe == Pipe::All || !barriers.contains(&Barrier { pipe: Pipe::All, ..*b }));
    let added = added + list.len();
    for b in list {
        let pipe = b.pipe;
        editor.before(b.before, Rank::Wait, |b| barrier(b, pipe));
    }
    // The end of each block is a jump, and drained; a program that orders everything itself ends as it likes.
    if works && !tree.jumps && (added > 0 || reserved.statements == 0) {
        tail(editor, function);
    }
    let module = editor.module();
    for (&(from, to), &(joined, drained)) in sorted(&spill_counts(&edges, &allocations)) {
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
    for why in [FullBarrierReason::Call, FullBarrierReason::Jump] {
        notes.extend(drains(module, &coarse, why));
    }
    added
}

/// Says where all pipes drain, and why.
fn drains(
    module: &Module,
    coarse: &[(NodeId, FullBarrierReason)],
    why: FullBarrierReason,
) -> Option<Diagnostic> {
    let count = coarse.iter().filter(|c| c.1 == why).count();
    let (first, _) = coarse.iter().find(|c| c.1 == why)?;
    let node = module.node(*first);
    let (message, reason) = match why {
        FullBarrierReason::Call => (
            "all pipes drain before and after this call",
            "a function uses the events as it likes, and is written once for all who call it",
        ),
        FullBarrierReason::Jump => (
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
    order::sort(&mut list);
    list.into_iter()
}

/// The signal and the wait of an edge; around a loop, too, if it is carried.
fn flags(editor: &mut Editor<'_>, e: &DependenceEdge, id: u32) {
    let (from, to) = (ALL[e.from], ALL[e.to]);
    let mut event = EventId::Fixed(id);
    if e.handshake {
        for waits in [false, true] {
            editor.after(e.set_after, Rank::EpilogueWait, |b| flag(b, waits, from, to, event));
        }
        return;
    }
    if let Some(carried) = &e.carried {
        let count = carried.slot.map_or(1, |s| s.1);
        for k in (id..id + count).map(EventId::Fixed) {
            if carried.prologue_signal {
                let rank = Rank::PrologueSignal;
                editor.before(carried.around, rank, |b| flag(b, false, from, to, k));
            }
            if carried.epilogue_wait {
                let rank = Rank::EpilogueWait;
                editor.after(carried.around, rank, |b| flag(b, true, from, to, k));
            }
        }
        if let Some((slot, _)) = carried.slot {
            event = EventId::Computed(match id {
                0 => slot,
                _ => sum(editor, e.wait_before, "event", slot, id),
            });
        }
    }
    if let Some((slot, _)) = e.rotating {
        event = EventId::Computed(match id {
            0 => slot,
            _ => sum(editor, e.set_after, "event", slot, id),
        });
    }
    editor.after(e.set_after, Rank::Signal, |b| flag(b, false, from, to, event));
    editor.before(e.wait_before, Rank::Wait, |b| flag(b, true, from, to, event));
}

/// Before it returns, a function that works waits for all of its pipes.
///
/// Source: PTOAS 0.27 and 0.60, tail of functions with inserted synchronisation.
fn tail(editor: &mut Editor<'_>, function: NodeId) {
    let module = editor.module();
    if module.attr(module.node(function), "pto.simt_entry").is_some() {
        // Threads have no pipes of their own.
        return;
    }
    let region = module.node_regions(module.node(function)).first();
    let blocks = region.map_or(&[][..], |&r| &module.region(r).blocks);
    let ends = blocks.iter().filter_map(|&b| {
        let (&last, before) = module.block(b).ops.split_last()?;
        let drained = before.last().is_some_and(|&id| drains_all(module, module.node(id)));
        (module.node(last).is(Func::Return) && !drained).then_some(last)
    });
    for last in ends.collect::<Vec<_>>() {
        editor.before(last, Rank::PrologueSignal, |b| barrier(b, Pipe::All));
    }
}

/// Whether a statement is a barrier of all pipes.
fn drains_all(module: &Module, node: &pto_ir::Node) -> bool {
    module.def(node).is_some_and(|d| d.is(&pto_isa::ops::sync::pipe_barrier))
        && word(module, node, "pipe").and_then(Pipe::parse) == Some(Pipe::All)
}
