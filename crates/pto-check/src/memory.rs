//! Addresses the program gives: alignment, range, overlap, hidden scratch; tiles read before written.

use crate::Options;
use pto_analysis::liveness::LiveSpans;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Module, Span, ValueId};
use pto_isa::class::{Allocate, Class};
use pto_isa::def::{Arity, Kind, Role};
use pto_isa::order;
use pto_isa::rule::Args;
use pto_isa::target::ADDRESS_ALIGN_BYTES;
use pto_isa::{Space, Target, TileTy, Type, code};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::ops::Range;

/// A tile is compared with this many others that lie at its address.
const MAX_ACTIVE: usize = 256;
/// The instruction that two overlapping tiles share is looked for so often.
const MAX_SEARCHES: usize = 100;

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

impl Placed {
    /// Where its bytes end. Addresses come from the program and may be any number.
    fn end(&self) -> u64 {
        self.at.saturating_add(self.tile.size_bytes())
    }
}

pub(crate) fn check(module: &Module, target: Target, options: &Options, out: &mut Vec<Diagnostic>) {
    let placed = placed_tiles(module);
    for p in placed.iter().filter(|p| !p.ruled) {
        address(module, target, p, out);
    }
    overlaps(module, &placed, out);
    uses_reserved_scratch(module, target, &placed, out);
    if !options.partial {
        // What is wrong with a tile itself is said already.
        if !out.iter().any(Diagnostic::is_error) {
            out.extend(pto_analysis::check_fit(module, target));
        }
        never_written(module, out);
    }
}

/// Tiles with a constant address: `alloc_tile addr = %c`, `tassign %t, 0x1000`.
fn placed_tiles(module: &Module) -> Vec<Placed> {
    let mut list = Vec::new();
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let Some(addr_slot) = def.slot("addr") else { continue };
        let addr = module.slot_values(node, addr_slot).next().and_then(|v| {
            module.constant_int(v).map(|c| {
                (
                    i128::from(c),
                    module.operands(node).iter().find(|o| o.slot == addr_slot).map(|o| o.span),
                )
            })
        });
        let literal =
            module.attr(node, "addr").or_else(|| module.attr(node, "address")).and_then(|a| {
                match module.attrs.get(a.value) {
                    Attr::Int(v, _) => Some((*v, Some(a.span))),
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
        let span = span.unwrap_or(node.name_span);
        // The range of the attribute, or the rule of the instruction, speaks of others.
        let Ok(at) = u64::try_from(at) else { continue };
        let function = module.function_of(id);
        list.push(Placed { value, tile: *tile, at, span, function, ruled });
    }
    list
}

fn address(module: &Module, target: Target, p: &Placed, out: &mut Vec<Diagnostic>) {
    let name = module.sym(module.value(p.value).name);
    let Some(capacity) = target.capacity_bytes(p.tile.space) else { return };
    let size = p.tile.size_bytes();
    if !p.at.is_multiple_of(ADDRESS_ALIGN_BYTES) {
        let mut d = Diagnostic::error(
            code::ADDR_ALIGN,
            p.span,
            format!("the address of `%{name}` must be a multiple of {ADDRESS_ALIGN_BYTES}"),
        )
        .found(format!("{} is {} past one", hex(p.at), p.at % ADDRESS_ALIGN_BYTES));
        d.target = Some(target);
        out.push(d);
    }
    let end = p.end();
    if end > capacity && size <= capacity {
        let mut d = Diagnostic::error(
            code::ADDR_RANGE,
            p.span,
            format!("`%{name}` reaches past the end of `{}` on {target}", p.tile.space),
        )
        .found(format!("{} + {size} bytes = {}", hex(p.at), hex(end)))
        .note(format!("`{}` has {capacity} bytes ({})", p.tile.space, hex(capacity)))
        .help(format!("place it at {} or before that", hex((capacity - size) / 32 * 32)));
        d.target = Some(target);
        out.push(d);
    }
}

fn hex(n: u64) -> String {
    format!("0x{n:x}")
}

/// Tiles in the reserved scratch (TMP_UB) that some instruction of their function uses.
fn uses_reserved_scratch(
    module: &Module,
    target: Target,
    placed: &[Placed],
    out: &mut Vec<Diagnostic>,
) {
    let Some((start, size)) = target.hidden_scratch_bytes() else { return };
    let inside = |p: &&Placed| p.tile.space == Space::Vec && p.at < start + size && start < p.end();
    let suspects: Vec<&Placed> = placed.iter().filter(inside).collect();
    if suspects.is_empty() {
        return;
    }
    let mut users: FxHashMap<Option<NodeId>, NodeId> = FxHashMap::default();
    for (id, node) in module.nodes() {
        let Some(uses) = module.def(node).and_then(|d| d.uses_reserved_scratch) else { continue };
        let constant = |v: ValueId| module.constant_int(v);
        let (slots, attrs) = pto_ir::args::args_of(module, node, &constant);
        if uses(&Args { target, slots: &slots, attrs: &attrs }) {
            users.entry(module.function_of(id)).or_insert(id);
        }
    }
    for p in suspects {
        let Some(&user) = users.get(&p.function) else { continue };
        let value = module.value(p.value);
        let op = module.op_name(module.node(user)).into_owned();
        let mut d = Diagnostic::error(
            code::HIDDEN_SCRATCH,
            value.span,
            format!("`%{}` lies in the hidden scratch area of {target}", module.sym(value.name)),
        )
        .found(format!("{}..{}", hex(p.at), hex(p.end())))
        .label(module.node(user).name_span, format!("`{op}` without `tmp` uses the area"))
        .note(format!("the area is {}..{}", hex(start), hex(start + size)))
        .help(format!("give `{op}` a scratch tile, or place the tile below {}", hex(start)));
        d.target = Some(target);
        out.push(d);
    }
}

/// Tiles in use at the same time that share some bytes but not their start.
///
/// One start for two tiles is a habit (in-place work, one name per use); a partial overlap is a slip.
fn overlaps(module: &Module, placed: &[Placed], out: &mut Vec<Diagnostic>) {
    if placed.len() < 2 {
        return;
    }
    // Hardly any tiles share bytes without sharing their start, and then the rest does not matter.
    let live = OnceCell::new();
    let end = Placed::end;
    let together = |a: &Placed, b: &Placed| {
        let live = live.get_or_init(|| LiveSpans::new(module));
        match (live.of(a.value), live.of(b.value)) {
            (Some(x), Some(y)) => x.start < y.end && y.start < x.end,
            _ => false,
        }
    };
    let mut order: Vec<&Placed> = placed.iter().collect();
    order::by_key(&mut order, |p| (p.function, p.tile.space, p.at, p.span.start));
    let mut active: Vec<&Placed> = Vec::new();
    let mut warnings = 0;
    for p in order {
        active
            .retain(|w| (w.function, w.tile.space) == (p.function, p.tile.space) && end(w) > p.at);
        let clash = active.iter().find(|w| w.at != p.at && w.value != p.value && together(w, p));
        if let Some(w) = clash {
            let part = |p: &Placed| (p.value, p.span, p.at..end(p));
            let mut d = overlap(module, p.tile.space, &part(p), &part(w));
            warnings += 1;
            if warnings <= MAX_SEARCHES
                && let Some(n) = common_user(module, p.value, w.value)
            {
                d = d.label(n.name_span, "both are operands here");
            }
            out.push(d);
        }
        if active.len() < MAX_ACTIVE {
            active.push(p);
        }
    }
}

/// Says that a tile shares bytes with another one: each by its value, where to show it, and its bytes.
pub(crate) fn overlap(
    module: &Module,
    space: Space,
    (own, span, bytes): &(ValueId, Span, Range<u64>),
    (other, other_span, other_bytes): &(ValueId, Span, Range<u64>),
) -> Diagnostic {
    let name = |v: ValueId| module.sym(module.value(v).name);
    let place = |v: ValueId, r: &Range<u64>| {
        format!("`%{}` is at {}..{}", name(v), hex(r.start), hex(r.end))
    };
    let message = format!("`%{}` and `%{}` overlap in `{space}`", name(*own), name(*other));
    let after = hex(other_bytes.end.next_multiple_of(ADDRESS_ALIGN_BYTES));
    Diagnostic::warning(code::OVERLAP, *span, message)
        .found(place(*own, bytes))
        .label(*other_span, place(*other, other_bytes))
        .help(format!("place it at {after} or after that"))
}

/// An instruction that has both tiles as operands.
fn common_user(module: &Module, a: ValueId, b: ValueId) -> Option<&Node> {
    let uses = |n: &Node, v: ValueId| module.operands(n).iter().any(|o| o.value == v);
    module.nodes().map(|(_, n)| n).find(|n| uses(n, a) && uses(n, b))
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
        if def.class == Class::Allocate(Allocate::Tile) {
            let addressed =
                !module.operands(node).is_empty() || module.attr(node, "addr").is_some();
            if !addressed {
                module.results(node).for_each(|v| known[v.index()] |= PLAIN);
            }
            continue;
        }
        let is_tile_view = !node.results.is_empty();
        for o in module.operands(node) {
            // An optional input may be scratch: the last list of `tmrgsort`, `fp` of `tmov`.
            let only_read = def.operands.get(o.slot as usize).is_some_and(|slot| {
                slot.role == Role::In && slot.kind == Kind::Tile && slot.arity == Arity::One
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
    order::by_key(&mut reads, |(_, s)| s.start);
    for (v, span) in reads {
        let value = module.value(v);
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
