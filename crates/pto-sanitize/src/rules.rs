//! The rules of an instruction's block with the extents, numbers and places of the run, where the text leaves them
//! open: valid regions, scratch sizes, tiles that must not be one.

use super::report::Findings;
use pto_check::{AtRun, Known};
use pto_ir::{NodeId, Severity};
use pto_isa::sem::Arg;
use pto_isa::{Role, Space, code};
use pto_sim::{TraceKind, TraceRecord};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Why a broken rule of a run is no edit.
const EXTENTS: &str = "which extents were meant only the program can say";

/// How many kinds of operands are remembered of an instruction: loops come back to the same ones.
const KINDS: usize = 16;

type Operands = SmallVec<[(u8, Known); 6]>;

/// What an instruction was asked about.
#[derive(Default)]
struct Asked {
    /// The operands of the last execution.
    last: Vec<(u8, Arg)>,
    /// What rules could ask of them, and of others before.
    known: Vec<Operands>,
}

/// Asks the rules about every new kind of operands.
pub(crate) struct Rules<'m> {
    rules: AtRun<'m>,
    /// The operands each instruction was asked about last; `None` if a run knows no more than the text.
    asked: FxHashMap<NodeId, Option<Asked>>,
}

impl<'m> Rules<'m> {
    pub fn new(f: &Findings<'m>) -> Rules<'m> {
        Rules { rules: AtRun::new(f.module, f.target, f.rules), asked: FxHashMap::default() }
    }

    /// An instruction was executed. What makes a view of a tile is not asked: its rules are about how the tile was
    /// declared.
    pub fn on_access(&mut self, record: &TraceRecord<'_>, f: &mut Findings<'_>) {
        if record.kind != TraceKind::Step {
            return;
        }
        let learns = || self.rules.learns(record.node).then(Asked::default);
        let Some(asked) = self.asked.entry(record.node).or_insert_with(learns) else { return };
        if asked.last == record.args {
            return;
        }
        asked.last.clear();
        asked.last.extend_from_slice(record.args);
        let known = operands(record);
        if asked.known.contains(&known) {
            return;
        }
        if asked.known.len() == KINDS {
            asked.known.remove(0);
        }
        asked.known.push(known.clone());
        for d in self.rules.broken(record.node, &known) {
            // The finding stands at one operand; the same rule may be broken at another.
            if f.is_new(d.code, record.node, Some(NodeId(d.primary.span.start))) {
                f.push(d.fixed_by(Err(EXTENTS)));
            }
        }
        self.overlaps(record, f);
    }

    /// Operands that share bytes but not their start: an error if the instruction writes one of them, else of interest
    /// only where the text does not say where they lie. Scratch that the target ignores is no operand here.
    fn overlaps(&self, record: &TraceRecord<'_>, f: &mut Findings<'_>) {
        let is_used = |slot: u8| {
            let role = record.def.operands.get(slot as usize).map(|o| o.role);
            role != Some(Role::Scratch) || !record.def.ignores_scratch(f.target)
        };
        let tiles: SmallVec<[_; 6]> =
            record.args.iter().filter_map(tile).filter(|t| is_used(t.0)).collect();
        for (i, a) in tiles.iter().enumerate() {
            for b in &tiles[..i] {
                let [(x, at), (y, other)] = [a, b].map(|t| (f.value(record.node, Some(t.0)), &t.2));
                let (Some(x), Some(y)) = (x, y) else { continue };
                let [x, y] = [x, y].map(|v| super::mem::root(f.module, v));
                let open = !self.rules.is_placed_by_text(x) || !self.rules.is_placed_by_text(y);
                let meet = a.1 == b.1 && at.start < other.end && other.start < at.end;
                let written = [a.0, b.0].iter().any(|&slot| record.def.effect(slot).writes());
                // What was lost through an overlap is told already.
                let told = f.has(code::CLOBBERED, record.node);
                if x == y || !(open || written) || !meet || at.start == other.start || told {
                    continue;
                }
                let pair = match at.start < other.start {
                    true => [(b.0, other.clone()), (a.0, at.clone())],
                    false => [(a.0, at.clone()), (b.0, other.clone())],
                };
                if let Some(mut d) = self.rules.overlap(record.node, pair)
                    && f.is_new(code::OVERLAP, record.node, Some(NodeId(d.primary.span.start)))
                {
                    if written {
                        d.severity = Severity::Error;
                    }
                    f.push(d.fixed_by(Err(super::mem::PLACES)));
                }
            }
        }
    }
}

/// The slot, memory and bytes of a tile operand.
fn tile(arg: &(u8, Arg)) -> Option<(u8, Space, std::ops::Range<u64>)> {
    let (slot, Arg::Tile(t)) = arg else { return None };
    Some((*slot, t.ty.space, t.addr..t.addr + t.size_bytes()))
}

/// What rules can ask of the operands.
fn operands(record: &TraceRecord<'_>) -> Operands {
    let known = |&(slot, arg): &(u8, Arg)| {
        let known = match arg {
            Arg::Tile(t) => {
                Known::Tile { valid: t.valid, bytes: (t.addr, t.addr + t.size_bytes()) }
            }
            Arg::View(v) => Known::View(v.dims),
            Arg::Scalar(dtype, code) if dtype.is_int() => {
                Known::Number(i64::try_from(pto_isa::format::decode_int(dtype, code)?).ok()?)
            }
            _ => return None,
        };
        Some((slot, known))
    };
    record.args.iter().filter_map(known).collect()
}
