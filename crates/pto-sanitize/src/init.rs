//! Values that nobody has written, where they are used; and lanes outside valid regions.

use super::report::{Findings, slot_of};
use pto_ir::NodeId;
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::interval::IntervalMap;
use pto_isa::code;
use pto_isa::sem::Arg;
use pto_sim::MemoryId;
use pto_sim::{Effects, TraceRecord};
use pto_sim::{Footprint, Undefined};
use rustc_hash::FxHashMap;

/// Why a finding about values is no edit.
const VALUES: &str = "which values were meant only the program can say";

/// Who wrote bytes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Writer {
    node: NodeId,
    /// Where undefined values among them were read first, by its place in the list.
    origin: Option<u32>,
    /// It fills only a part of its destination's valid region, as results do that are packed.
    packs: bool,
}

type Writers = IntervalMap<i64, Writer>;

/// A first use of something undefined, not yet reported.
struct Origin {
    node: NodeId,
    slot: Option<u8>,
    finding: Diagnostic,
}

/// Looks for uses of undefined values.
#[derive(Default)]
pub(crate) struct Definedness {
    writers: FxHashMap<(u32, MemoryId), Writers>,
    origins: Vec<Origin>,
    /// The place of each in the list, by its instruction and operand.
    known: FxHashMap<(NodeId, Option<u8>), u32>,
}

impl Definedness {
    pub fn on_access(
        &mut self,
        record: &TraceRecord<'_>,
        effects: &Effects<'_>,
        f: &mut Findings<'_>,
    ) {
        for u in by_operand(effects.undefined) {
            self.report(record, &u, effects, f);
        }
        if effects.undefined_number && f.is_new(code::UNDEFINED, record.node, None) {
            let message =
                format!("{} makes a number of lanes that nobody has written", f.op(record.node));
            let d = Diagnostic::error(code::UNDEFINED, f.span(record.node, None), message);
            f.push(d.fixed_by(Err(VALUES)));
        }
        if effects.outside_valid && f.is_new(code::OUTSIDE_VALID, record.node, None) {
            let d = outside(record, f);
            f.push(d);
        }
        let origin =
            by_operand(effects.passed_on).first().map(|u| self.origin(record, u, effects, f));
        let writer = Writer { node: record.node, origin, packs: packs(record, effects) };
        for t in effects.footprints.iter().filter(|t| t.write) {
            let MemoryId::Local(_) = t.memory else { continue };
            let writers = self.writers.entry((record.core.block, t.memory)).or_default();
            for r in t.ranges() {
                writers.set(r, writer);
            }
        }
    }

    fn report(
        &mut self,
        record: &TraceRecord<'_>,
        u: &Undefined,
        effects: &Effects<'_>,
        f: &mut Findings<'_>,
    ) {
        let origin =
            self.writer(record, u).and_then(|w| w.origin).map(|i| &self.origins[i as usize]);
        if let Some(o) = origin {
            if f.is_new(code::UNDEFINED, o.node, slot_node(o.slot)) {
                let text = format!("{} uses the result", f.op(record.node));
                let span = f.span(record.node, slot_of(record, u.footprint.arg));
                let mut d = o.finding.clone().label(span, text);
                // A copy of a copy is judged where it leaves the core.
                if is_copy(record, effects) {
                    d.severity = self.describe(record, u, effects, f).severity;
                }
                f.push(d);
            }
            return;
        }
        if f.is_new(code::UNDEFINED, record.node, slot_node(slot_of(record, u.footprint.arg))) {
            let d = self.describe(record, u, effects, f);
            f.push(d);
        }
    }

    /// Where undefined bytes come from that are passed on now.
    fn origin(
        &mut self,
        record: &TraceRecord<'_>,
        u: &Undefined,
        effects: &Effects<'_>,
        f: &Findings<'_>,
    ) -> u32 {
        let slot = slot_of(record, u.footprint.arg);
        let earlier = self.writer(record, u).and_then(|w| w.origin);
        let known = || self.known.get(&(record.node, slot)).copied();
        if let Some(i) = earlier.or_else(known) {
            return i;
        }
        let finding = self.describe(record, u, effects, f);
        let number = self.origins.len() as u32;
        self.known.insert((record.node, slot), number);
        self.origins.push(Origin { node: record.node, slot, finding });
        number
    }

    /// Who wrote the first of some undefined bytes.
    fn writer(&self, record: &TraceRecord<'_>, u: &Undefined) -> Option<Writer> {
        let map = self.writers.get(&(record.core.block, u.footprint.memory))?;
        map.over(u.first..u.first + 1).next().map(|(_, writer)| *writer)
    }

    fn describe(
        &self,
        record: &TraceRecord<'_>,
        u: &Undefined,
        effects: &Effects<'_>,
        f: &Findings<'_>,
    ) -> Diagnostic {
        let t = &u.footprint;
        let slot = slot_of(record, t.arg);
        let (name, op) = (f.name(record.node, slot), f.op(record.node));
        let reads = effects.footprints.iter().filter(|r| !r.write && r.arg == t.arg);
        let total = reads.map(|r| r.len * u64::from(r.rows)).sum();
        let all = u.count == total;
        let message = match all {
            true => format!("{op} reads {name}, which nobody has written"),
            false => format!("{op} reads {name}, a part of which nobody has written"),
        };
        let first = match place(record, t, u.first) {
            Some((r, c)) => format!("the first one in row {r}, column {c}"),
            None => {
                let space = t.memory.space().ptr_name();
                format!("the first one is byte {:#x} of {space}", u.first)
            }
        };
        let mut d = Diagnostic::error(code::UNDEFINED, f.span(record.node, slot), message)
            .found(format!("{} of {total} bytes are undefined, {first}", u.count));
        let writers = self.writers.get(&(record.core.block, t.memory));
        let last = writers.and_then(|map| map.over(t.hull()).last()).map(|(_, writer)| *writer);
        // Copies of whole blocks often take along what nobody looks at, and so do stores of packed results: a row of
        // a tile cannot be as short as they are.
        let packed = leaves_core(effects) && last.is_some_and(|w| w.packs);
        if !all && (is_copy(record, effects) || packed) {
            d.severity = Severity::Warning;
        }
        match (self.writer(record, u), last) {
            (Some(w), _) => d = d.label(f.span(w.node, None), "written here with undefined lanes"),
            (None, Some(w)) => d = d.label(f.span(w.node, None), "this writes only a part of it"),
            (None, None) => {}
        }
        d.help(format!("load or fill {name} before, or make its valid region smaller"))
            .fixed_by(Err(VALUES))
    }
}

/// The undefined bytes of each operand together.
fn by_operand(list: &[Undefined]) -> Vec<Undefined> {
    let mut found: Vec<Undefined> = Vec::new();
    for u in list {
        match found.iter_mut().find(|f| f.footprint.arg == u.footprint.arg) {
            Some(f) => f.count += u.count,
            None => found.push(*u),
        }
    }
    found
}

/// Whether bytes go to global memory.
fn leaves_core(effects: &Effects<'_>) -> bool {
    effects.footprints.iter().any(|t| t.write && matches!(t.memory, MemoryId::Global(_)))
}

/// Whether bytes go to global memory from a place that a pointer shows.
fn is_copy(record: &TraceRecord<'_>, effects: &Effects<'_>) -> bool {
    leaves_core(effects) && !record.args.iter().any(|a| matches!(a.1, Arg::Tile(_)))
}

/// Whether an instruction writes less of a tile than its valid region.
fn packs(record: &TraceRecord<'_>, effects: &Effects<'_>) -> bool {
    record.args.iter().enumerate().any(|(i, (_, arg))| {
        let Arg::Tile(t) = arg else { return false };
        let own = |w: &&Footprint| w.write && !w.loose && w.arg == Some(i as u8);
        let written: u64 =
            effects.footprints.iter().filter(own).map(|w| w.len * u64::from(w.rows)).sum();
        let bits = u64::from(t.valid.0) * u64::from(t.valid.1) * u64::from(t.ty.dtype.bits());
        written > 0 && written < bits / 8
    })
}

/// What tells findings about several operands of an instruction apart.
fn slot_node(slot: Option<u8>) -> Option<NodeId> {
    slot.map(|s| NodeId(u32::MAX - u32::from(s)))
}

/// The row and column of a byte in the tile a touch belongs to.
fn place(record: &TraceRecord<'_>, footprint: &Footprint, byte: i64) -> Option<(u32, u32)> {
    let Arg::Tile(t) = record.args.get(footprint.arg? as usize)?.1 else { return None };
    let bit = u64::try_from(byte).ok()?.checked_sub(t.addr)? * 8;
    let bits = u64::from(t.ty.dtype.bits());
    let holds =
        |r: u32, c: u32| (t.bit_offset(r, c)..t.bit_offset(r, c) + bits.max(8)).contains(&bit);
    (0..t.valid.0).flat_map(|r| (0..t.valid.1).map(move |c| (r, c))).find(|&(r, c)| holds(r, c))
}

fn outside(record: &TraceRecord<'_>, f: &Findings<'_>) -> Diagnostic {
    let message = format!("{} reads lanes outside the valid region of a source", f.op(record.node));
    let mut d = Diagnostic::error(code::OUTSIDE_VALID, f.span(record.node, None), message);
    for (slot, arg) in record.args {
        if let Arg::Tile(t) = arg {
            let name = f.name(record.node, Some(*slot));
            d = d.note(format!("{name} has {}x{} valid elements", t.valid.0, t.valid.1));
        }
    }
    d.note("no device defines these lanes")
        .help("make the valid regions equal, or fill the source with `pto.tfillpad`")
        .fixed_by(Err(VALUES))
}
