//! Tiles that share a part of their bytes while both are in use, and tiles at addresses no device takes.

use super::report::{Findings, bytes, slot_of};
use pto_check::args_of;
use pto_ir::diag::Diagnostic;
use pto_ir::interval::IntervalMap;
use pto_ir::module::Def;
use pto_ir::{Module, NodeId, ValueId};
use pto_isa::sem::Arg;
use pto_isa::target::ADDRESS_ALIGN_BYTES;
use pto_isa::{Args, Space, Type, code};
use pto_sim::{CoreRole, Effects, Footprint, MemoryId, TraceRecord};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Why a finding about places is no edit.
pub(super) const PLACES: &str = "where else a tile may lie only the program can say";

/// The tile through which bytes were written last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Owner {
    node: NodeId,
    slot: Option<u8>,
    root: Option<ValueId>,
    /// From the first to the last byte of its valid region.
    tile: Range<i64>,
    /// It is no tile: the instruction uses the hidden scratch area.
    hidden: bool,
}

/// Looks for tiles in each other's way.
#[derive(Default)]
pub(crate) struct Overlaps {
    owners: FxHashMap<(u32, MemoryId), IntervalMap<i64, Owner>>,
}

impl Overlaps {
    pub fn on_access(
        &mut self,
        record: &TraceRecord<'_>,
        effects: &Effects<'_>,
        f: &mut Findings<'_>,
    ) {
        alignment(record, f);
        let hidden = uses_reserved_scratch(record, f);
        if let Some(area) = &hidden {
            let inside =
                |t: &&Footprint| overlap(&t.hull(), area) && t.memory.space() == Space::Vec;
            if let Some(t) = effects.footprints.iter().find(inside) {
                report_hidden(record.node, (record.node, slot_of(record, t.arg)), area, f);
            }
        }
        for write in [false, true] {
            for t in effects.footprints.iter().filter(|t| t.write == write) {
                let MemoryId::Local(_) = t.memory else { continue };
                let slot = slot_of(record, t.arg);
                let tile = valid_bytes(record, t.arg);
                let owners = self.owners.entry((record.core.block, t.memory)).or_default();
                for r in t.ranges() {
                    match (write, &tile) {
                        (true, Some(tile)) => {
                            // In a loop it mostly is already.
                            let is_own = |o: &Owner| {
                                (o.node, o.slot, o.hidden) == (record.node, slot, false)
                                    && o.tile == *tile
                            };
                            let mut over = owners.over(r.clone());
                            if !over.next().is_some_and(|(at, o)| at == r && is_own(o)) {
                                drop(over);
                                owners.set(r, owner(record.node, slot, tile, f));
                            }
                        }
                        (true, None) => owners.remove(r),
                        (false, Some(tile)) => {
                            let clashes = |other: &Owner| {
                                let own = || owner(record.node, slot, tile, f);
                                other.hidden
                                    || overlap_in_part(tile, &other.tile)
                                        && !are_related(&own(), other)
                            };
                            match owners.over(r).filter(|(_, other)| clashes(other)).last() {
                                Some((_, other)) if other.hidden => {
                                    report_hidden(other.node, (record.node, slot), &other.tile, f);
                                }
                                Some((at, other)) => {
                                    let own = owner(record.node, slot, tile, f);
                                    report(&own, other, t.memory, &at, f);
                                }
                                None => {}
                            }
                        }
                        (false, None) => {}
                    }
                }
            }
        }
        if let Some(area) = hidden {
            let (node, slot, root) = (record.node, None, None);
            let owner = Owner { node, slot, root, tile: area.clone(), hidden: true };
            let memory = match record.core.role {
                CoreRole::Vector(1) => MemoryId::SECOND_UB,
                _ => MemoryId::Local(Space::Vec as u8),
            };
            let owners = self.owners.entry((record.core.block, memory)).or_default();
            owners.set(area, owner);
        }
    }
}

/// The bytes an instruction uses without the program's knowledge.
fn uses_reserved_scratch(record: &TraceRecord<'_>, f: &Findings<'_>) -> Option<Range<i64>> {
    let uses = record.def.uses_reserved_scratch?;
    let (start, size) = f.target.hidden_scratch_bytes()?;
    let (slots, attrs) = args_of(f.module, f.module.node(record.node), &|_| None);
    let args = Args { target: f.target, slots: &slots, attrs: &attrs };
    uses(&args).then_some(start as i64..(start + size) as i64)
}

fn report_hidden(
    user: NodeId,
    (node, slot): (NodeId, Option<u8>),
    area: &Range<i64>,
    f: &mut Findings<'_>,
) {
    if !f.is_new(code::HIDDEN_SCRATCH, node, Some(user)) {
        return;
    }
    let (name, op) = (f.name(node, slot), f.op(user));
    let message = format!("{name} lies in the hidden scratch area of {}", f.target);
    let d = Diagnostic::error(code::HIDDEN_SCRATCH, f.span(node, slot), message)
        .found(format!("the area is {}", bytes(Space::Vec, area)))
        .label(f.span(user, None), format!("{op} without `tmp` overwrites the area"))
        .help(format!("give {op} a scratch tile, or place the tile below {:#x}", area.start))
        .fixed_by(Err(PLACES));
    f.push(d);
}

fn overlap(a: &Range<i64>, b: &Range<i64>) -> bool {
    a.start < b.end && b.start < a.end
}

fn owner(node: NodeId, slot: Option<u8>, tile: &Range<i64>, f: &Findings<'_>) -> Owner {
    let root = f.value(node, slot).map(|v| root(f.module, v));
    Owner { node, slot, root, tile: tile.clone(), hidden: false }
}

/// From the first to the last byte of the valid region of an operand, if it is a tile and has one.
fn valid_bytes(record: &TraceRecord<'_>, arg: Option<u8>) -> Option<Range<i64>> {
    let Arg::Tile(t) = record.args.get(arg? as usize)?.1 else { return None };
    let start = t.addr as i64;
    let (row, col) = (t.valid.0.checked_sub(1)?, t.valid.1.checked_sub(1)?);
    let bits = t.bit_offset(row, col) + u64::from(t.ty.dtype.bits());
    Some(start..start + bits.div_ceil(8) as i64)
}

/// Whether the bytes of two tiles overlap without one holding the other.
fn overlap_in_part(a: &Range<i64>, b: &Range<i64>) -> bool {
    let holds = |x: &Range<i64>, y: &Range<i64>| x.start <= y.start && y.end <= x.end;
    overlap(a, b) && !holds(a, b) && !holds(b, a)
}

/// Whether two tiles are views of one.
fn are_related(a: &Owner, b: &Owner) -> bool {
    a.root.is_some() && a.root == b.root
}

/// The tile a view was made of.
pub(super) fn root(module: &Module, mut value: ValueId) -> ValueId {
    for _ in 0..64 {
        let Def::Result(node) = module.value(value).def else { return value };
        let is_tile =
            |v: ValueId| matches!(module.type_of(v), Some(Type::Tile(_) | Type::MultiTile(..)));
        let node = module.node(node);
        let view = module.def(node).is_some_and(|d| d.class.alias().is_some());
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
        .help("give the tiles addresses that do not overlap")
        .fixed_by(Err(PLACES));
    f.push(d);
}

fn alignment(record: &TraceRecord<'_>, f: &mut Findings<'_>) {
    for (slot, arg) in record.args {
        let Arg::Tile(t) = arg else { continue };
        if !f.target.is_device() || t.addr.is_multiple_of(ADDRESS_ALIGN_BYTES) {
            continue;
        }
        if f.is_new(code::ADDR_ALIGN, record.node, None) {
            let name = f.name(record.node, Some(*slot));
            let message =
                format!("the address of {name} must be a multiple of {ADDRESS_ALIGN_BYTES}");
            let d = Diagnostic::error(code::ADDR_ALIGN, f.span(record.node, Some(*slot)), message)
                .found(format!("it is {:#x}", t.addr))
                .fixed_by(Err(PLACES));
            f.push(d);
        }
    }
}
