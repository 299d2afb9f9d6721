//! Addresses the program gives: alignment, range, overlap, hidden scratch; tiles read before written.

use crate::Options;
use crate::facts::{Facts, definer};
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Def, NodeId};
use pto_ir::{Attr, Module, Span, ValueId};
use pto_isa::def::{Arity, Kind, Role};
use pto_isa::target::ADDRESS_ALIGN_BYTES;
use pto_isa::{Space, Target, TileTy, Type, code};
use rustc_hash::FxHashMap;

/// A tile at a known address.
struct Placed {
    value: ValueId,
    tile: TileTy,
    at: u64,
    span: Span,
    function: Option<NodeId>,
    /// The address is an operand, so the instruction's own rules judge it.
    ruled: bool,
}

pub(crate) fn check(
    module: &Module,
    facts: &Facts,
    target: Target,
    options: &Options,
    out: &mut Vec<Diagnostic>,
) {
    let placed = placed_tiles(module, facts);
    for p in placed.iter().filter(|p| !p.ruled) {
        address(module, target, p, out);
    }
    overlaps(module, &placed, out);
    if !options.partial {
        never_written(module, out);
    }
}

/// Tiles with a constant address: `alloc_tile addr = %c`, `tassign %t, 0x1000`.
fn placed_tiles(module: &Module, facts: &Facts) -> Vec<Placed> {
    let mut list = Vec::new();
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let Some(addr_slot) = def.slot("addr") else { continue };
        let addr = module.slot_values(node, addr_slot).next().and_then(|v| {
            facts.constant(module, v).map(|c| {
                (c, module.operands(node).iter().find(|o| o.slot == addr_slot).map(|o| o.span))
            })
        });
        let literal =
            module.attr(node, "addr").or_else(|| module.attr(node, "address")).and_then(|a| {
                match module.attrs.get(a.value) {
                    Attr::Int(v, _) => Some((i64::try_from(*v).ok()?, Some(a.span))),
                    _ => None,
                }
            });
        let ruled = addr.is_some();
        let Some((at, span)) = addr.or(literal) else { continue };
        let tile_value = module
            .results(node)
            .chain(module.operands(node).iter().map(|o| o.value))
            .find(|&v| matches!(module.type_of(v), Some(Type::Tile(_))));
        let Some(value) = tile_value else { continue };
        let Some(Type::Tile(tile)) = module.type_of(value) else { continue };
        let Ok(at) = u64::try_from(at) else { continue };
        let span = span.unwrap_or(node.name_span);
        let function = function_of(module, facts, id);
        list.push(Placed { value, tile: *tile, at, span, function, ruled });
    }
    list
}

fn function_of(module: &Module, facts: &Facts, mut id: NodeId) -> Option<NodeId> {
    loop {
        if facts.is_function(module.node(id)) {
            return Some(id);
        }
        id = module.parent(module.node(id))?;
    }
}

fn address(module: &Module, target: Target, p: &Placed, out: &mut Vec<Diagnostic>) {
    let name = module.sym(module.value(p.value).name);
    let Some(capacity) = target.capacity_bytes(p.tile.space) else { return };
    let size = p.tile.size_bytes();
    if p.at % ADDRESS_ALIGN_BYTES != 0 {
        let mut d = Diagnostic::error(
            code::ADDR_ALIGN,
            p.span,
            format!("the address of `%{name}` must be a multiple of {ADDRESS_ALIGN_BYTES}"),
        )
        .found(format!("{} is {} past one", hex(p.at), p.at % ADDRESS_ALIGN_BYTES));
        d.target = Some(target);
        out.push(d);
    }
    if p.at + size > capacity && size <= capacity {
        let mut d = Diagnostic::error(
            code::ADDR_RANGE,
            p.span,
            format!("`%{name}` reaches past the end of `{}` on {target}", p.tile.space),
        )
        .found(format!("{} + {size} bytes = {}", hex(p.at), hex(p.at + size)))
        .note(format!("`{}` has {capacity} bytes ({})", p.tile.space, hex(capacity)))
        .help(format!("the last address it fits at is {}", hex((capacity - size) / 32 * 32)));
        d.target = Some(target);
        out.push(d);
    }
}

fn hex(n: u64) -> String {
    format!("0x{n:x}")
}

/// Tiles of one function and space that share some bytes but not their start.
fn overlaps(module: &Module, placed: &[Placed], out: &mut Vec<Diagnostic>) {
    let mut groups: FxHashMap<(Option<NodeId>, Space), Vec<&Placed>> = FxHashMap::default();
    for p in placed {
        groups.entry((p.function, p.tile.space)).or_default().push(p);
    }
    for group in groups.values_mut() {
        group.sort_by_key(|p| (p.at, p.span.start));
        let mut widest: Option<&Placed> = None;
        for p in group.iter().copied() {
            if let Some(w) = widest
                && w.at != p.at
                && w.value != p.value
                && p.at < w.at + w.tile.size_bytes()
                && !(module.value(w.value).name == module.value(p.value).name)
            {
                let name = |v: ValueId| module.sym(module.value(v).name);
                let end = |p: &Placed| p.at + p.tile.size_bytes();
                out.push(
                    Diagnostic::warning(
                        code::OVERLAP,
                        p.span,
                        format!(
                            "`%{}` and `%{}` overlap in `{}`",
                            name(p.value),
                            name(w.value),
                            p.tile.space
                        ),
                    )
                    .found(format!("`%{}` is at {}..{}", name(p.value), hex(p.at), hex(end(p))))
                    .label(
                        w.span,
                        format!("`%{}` is at {}..{}", name(w.value), hex(w.at), hex(end(w))),
                    )
                    .help(format!(
                        "the first address behind it is {}",
                        hex(end(w).next_multiple_of(32))
                    )),
                );
            }
            if widest.is_none_or(|w| p.at + p.tile.size_bytes() > w.at + w.tile.size_bytes()) {
                widest = Some(p);
            }
        }
    }
}

/// Tiles that are allocated, read by an instruction, and written by none.
fn never_written(module: &Module, out: &mut Vec<Diagnostic>) {
    // What is known of each value, as bits.
    const PLAIN: u8 = 1;
    const READ: u8 = 2;
    const WRITTEN: u8 = 4;
    let mut known = vec![0u8; module.value_count()];
    let mut reads: Vec<(ValueId, Span)> = Vec::new();
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else {
            // Another operation may hand the tile on.
            module.operands(node).iter().for_each(|o| known[o.value.index()] |= WRITTEN);
            continue;
        };
        if def.name == "alloc_tile" {
            let addressed =
                !module.operands(node).is_empty() || module.attr(node, "addr").is_some();
            if !addressed {
                module.results(node).for_each(|v| known[v.index()] |= PLAIN);
            }
            continue;
        }
        let is_tile_view = !node.results.is_empty();
        for o in module.operands(node) {
            let only_read = def.operands.get(o.slot as usize).is_some_and(|slot| {
                slot.role == Role::In && slot.kind == Kind::Tile && slot.arity != Arity::Many
            });
            let known = &mut known[o.value.index()];
            if !only_read || is_tile_view {
                *known |= WRITTEN;
            } else if *known & (READ | WRITTEN) == 0 {
                *known |= READ;
                reads.push((o.value, o.span));
            }
        }
    }
    reads.retain(|(v, _)| known[v.index()] & (PLAIN | WRITTEN) == PLAIN);
    reads.sort_by_key(|(_, s)| s.start);
    for (v, span) in reads {
        let value = module.value(v);
        debug_assert!(matches!(value.def, Def::Result(_)) && definer(module, v).is_some());
        let name = module.sym(value.name);
        out.push(
            Diagnostic::warning(
                code::NEVER_WRITTEN,
                span,
                format!("`%{name}` is read, but nothing in the program writes it"),
            )
            .found("read here")
            .label(value.span, "allocated here"),
        );
    }
}
