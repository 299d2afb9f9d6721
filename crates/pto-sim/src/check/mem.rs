//! Tiles that share a part of their bytes while both are in use, and tiles at addresses no device takes.

use super::interval::IntervalMap;
use super::report::{Findings, bytes, slot_of};
use crate::memory::MemoryId;
use crate::observe::{Act, Effects};
use pto_ir::diag::Diagnostic;
use pto_ir::module::Def;
use pto_ir::{Module, NodeId, ValueId};
use pto_isa::sem::Arg;
use pto_isa::target::ADDRESS_ALIGN_BYTES;
use pto_isa::{Queue, Target, Type, code};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The tile through which bytes were written last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Owner {
    node: NodeId,
    slot: Option<u8>,
    root: Option<ValueId>,
    /// All bytes of the tile.
    tile: Range<i64>,
}

/// Looks for tiles in each other's way.
#[derive(Default)]
pub(crate) struct Overlaps {
    owners: FxHashMap<(u32, MemoryId), IntervalMap<Option<Owner>>>,
}

impl Overlaps {
    pub fn touched(&mut self, act: &Act<'_>, effects: &Effects<'_>, f: &mut Findings<'_>) {
        alignment(act, f);
        for write in [false, true] {
            for t in effects.touches.iter().filter(|t| t.write == write) {
                let MemoryId::Local(_) = t.memory else { continue };
                let slot = slot_of(act, t.arg);
                let own = owner(act, t.arg, slot, f);
                let owners = self.owners.entry((act.core.block, t.memory)).or_default();
                for r in t.ranges() {
                    match (write, &own) {
                        (true, own) => owners.set(r, own.clone()),
                        (false, Some(own)) => {
                            let mut clash = None;
                            owners.visit(r, |at, other| {
                                if let Some(other) = other
                                    && is_clash(own, other)
                                {
                                    clash = Some((at, other.clone()));
                                }
                            });
                            if let Some((at, other)) = clash {
                                report(own, &other, t.memory, &at, f);
                            }
                        }
                        (false, None) => {}
                    }
                }
            }
        }
    }
}

fn owner(act: &Act<'_>, arg: Option<u8>, slot: Option<u8>, f: &Findings<'_>) -> Option<Owner> {
    let Arg::Tile(t) = act.args.get(arg? as usize)?.1 else { return None };
    let start = t.addr as i64;
    let root = f.value(act.node, slot).map(|v| root(f.module, v));
    Some(Owner { node: act.node, slot, root, tile: start..start + t.size_bytes() as i64 })
}

/// Whether the bytes of two tiles overlap without one holding the other, and they are not views of one tile.
fn is_clash(a: &Owner, b: &Owner) -> bool {
    let holds = |x: &Range<i64>, y: &Range<i64>| x.start <= y.start && y.end <= x.end;
    let apart = a.tile.end <= b.tile.start || b.tile.end <= a.tile.start;
    let related = a.root.is_some() && a.root == b.root;
    !apart && !related && !holds(&a.tile, &b.tile) && !holds(&b.tile, &a.tile)
}

/// The tile a view was made of.
fn root(module: &Module, mut value: ValueId) -> ValueId {
    for _ in 0..64 {
        let Def::Result(node) = module.value(value).def else { return value };
        let is_tile =
            |v: ValueId| matches!(module.type_of(v), Some(Type::Tile(_) | Type::MultiTile(..)));
        let node = module.node(node);
        let view = module.def(node).is_some_and(|d| matches!(d.pipe, Queue::Nothing(_)));
        match module.operands(node).iter().map(|o| o.value).find(|&v| is_tile(v)) {
            Some(source) if view => value = source,
            _ => return value,
        }
    }
    value
}

fn report(own: &Owner, other: &Owner, memory: MemoryId, at: &Range<i64>, f: &mut Findings<'_>) {
    if !f.is_new(code::CLOBBERED, own.node, Some(other.node)) {
        return;
    }
    let space = memory.space();
    let (name, by) = (f.name(own.node, own.slot), f.name(other.node, other.slot));
    let message =
        format!("{} reads {name}, a part of which was overwritten through {by}", f.op(own.node));
    let d = Diagnostic::error(code::CLOBBERED, f.span(own.node, own.slot), message)
        .found(format!("{} lie in both tiles", bytes(space, at)))
        .label(f.span(other.node, other.slot), "overwritten here")
        .note(format!(
            "{name} is at {}, {by} at {}",
            bytes(space, &own.tile),
            bytes(space, &other.tile)
        ))
        .help("give the tiles addresses that do not overlap");
    f.push(d);
}

fn alignment(act: &Act<'_>, f: &mut Findings<'_>) {
    for (slot, arg) in act.args {
        let Arg::Tile(t) = arg else { continue };
        let whole = t.storage == t.shape();
        if f.target == Target::Cpu || !whole || t.addr.is_multiple_of(ADDRESS_ALIGN_BYTES) {
            continue;
        }
        if f.is_new(code::ADDR_ALIGN, act.node, None) {
            let name = f.name(act.node, Some(*slot));
            let message =
                format!("the address of {name} must be a multiple of {ADDRESS_ALIGN_BYTES}");
            let d = Diagnostic::error(code::ADDR_ALIGN, f.span(act.node, Some(*slot)), message)
                .found(format!("it is {:#x}", t.addr));
            f.push(d);
        }
    }
}
