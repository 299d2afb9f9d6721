//! Values that nobody has written, where they are used; and lanes outside valid regions.

use super::access::{Touch, Undefined};
use super::interval::IntervalMap;
use super::report::{Findings, bytes, slot_of};
use crate::memory::MemoryId;
use crate::observe::{Act, Effects};
use pto_ir::NodeId;
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use pto_isa::sem::Arg;
use rustc_hash::FxHashMap;

/// Who wrote which bytes last.
type Writers = IntervalMap<Option<NodeId>>;

/// Looks for uses of undefined values.
#[derive(Default)]
pub(crate) struct Definedness {
    writers: FxHashMap<(u32, MemoryId), Writers>,
}

impl Definedness {
    pub fn touched(&mut self, act: &Act<'_>, effects: &Effects<'_>, f: &mut Findings<'_>) {
        for u in effects.undefined {
            if f.is_new(code::UNDEFINED, act.node, slot_node(act, &u.touch)) {
                let d = self.describe(act, u, f);
                f.push(d);
            }
        }
        if effects.undefined_number && f.is_new(code::UNDEFINED, act.node, None) {
            let message =
                format!("{} makes a number of lanes that nobody has written", f.op(act.node));
            let d = Diagnostic::error(code::UNDEFINED, f.span(act.node, None), message);
            f.push(d);
        }
        if effects.outside_valid && f.is_new(code::OUTSIDE_VALID, act.node, None) {
            let d = outside(act, f);
            f.push(d);
        }
        for t in effects.touches.iter().filter(|t| t.write) {
            let MemoryId::Local(_) = t.memory else { continue };
            let writers = self.writers.entry((act.core.block, t.memory)).or_default();
            for r in t.ranges() {
                writers.set(r, Some(act.node));
            }
        }
    }

    fn describe(&self, act: &Act<'_>, u: &Undefined, f: &Findings<'_>) -> Diagnostic {
        let t = &u.touch;
        let slot = slot_of(act, t.arg);
        let (name, op) = (f.name(act.node, slot), f.op(act.node));
        let total = t.len * u64::from(t.rows);
        let space = t.memory.space();
        let all = u.count == total;
        let message = match all {
            true => format!("{op} reads {name}, which nobody has written"),
            false => format!("{op} reads {name}, a part of which nobody has written"),
        };
        let where_ = match place(act, t, u.first) {
            Some((r, c)) => format!("the first one in row {r}, column {c}"),
            None => format!("the first one is {}", bytes(space, &(u.first..u.first + 1))),
        };
        let mut d = Diagnostic::error(code::UNDEFINED, f.span(act.node, slot), message)
            .found(format!("{} of {total} bytes are undefined, {where_}", u.count));
        let mut writers: Vec<NodeId> = Vec::new();
        let mut source = None;
        if let Some(map) = self.writers.get(&(act.core.block, t.memory)) {
            map.visit(t.hull(), |r, w| {
                if let Some(w) = w {
                    if r.contains(&u.first) {
                        source = Some(*w);
                    }
                    if !writers.contains(w) {
                        writers.push(*w);
                    }
                }
            });
        }
        if let Some(source) = source {
            d = d.label(f.span(source, None), "written here with undefined lanes");
        } else if let Some(w) = writers.last() {
            d = d.label(f.span(*w, None), "this writes only a part of it");
        }
        d.help(format!("load or fill {name} before, or make its valid region smaller"))
    }
}

/// What tells findings about several operands of an instruction apart.
fn slot_node(act: &Act<'_>, t: &Touch) -> Option<NodeId> {
    slot_of(act, t.arg).map(|s| NodeId(u32::MAX - u32::from(s)))
}

/// The row and column of a byte in the tile a touch belongs to.
fn place(act: &Act<'_>, touch: &Touch, byte: i64) -> Option<(u32, u32)> {
    let Arg::Tile(t) = act.args.get(touch.arg? as usize)?.1 else { return None };
    let bit = u64::try_from(byte).ok()?.checked_sub(t.addr)? * 8;
    let bits = u64::from(t.ty.dtype.bits());
    let holds =
        |r: u32, c: u32| (t.bit_offset(r, c)..t.bit_offset(r, c) + bits.max(8)).contains(&bit);
    (0..t.valid.0).flat_map(|r| (0..t.valid.1).map(move |c| (r, c))).find(|&(r, c)| holds(r, c))
}

fn outside(act: &Act<'_>, f: &Findings<'_>) -> Diagnostic {
    let message = format!("{} reads lanes outside the valid region of a source", f.op(act.node));
    let mut d = Diagnostic::error(code::OUTSIDE_VALID, f.span(act.node, None), message);
    for (slot, arg) in act.args {
        if let Arg::Tile(t) = arg {
            let name = f.name(act.node, Some(*slot));
            d = d.note(format!("{name} has {}x{} valid elements", t.valid.0, t.valid.1));
        }
    }
    d.help("no device defines these lanes: make the valid regions equal, or fill the source with `pto.tfillpad`")
}
