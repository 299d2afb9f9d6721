//! What becomes of twins, by the class of the instruction: which rule holds is decided before a step, and carried out after it.

use super::memory::TwinMemory;
use super::moved::{Labels, Moved, register_file};
use super::place::Place;
use super::twin::Twin;
use pto_isa::sem::load_store::Atomic;
use pto_isa::sem::map::{Broadcast, asks_for_accuracy};
use pto_isa::sem::movement::MovePart;
use pto_isa::sem::{Arg, Axis, Elem, Exec, Memory, Numerics, Start, Trap};
use pto_isa::{Sem, Space};
use pto_sim::{CoreState, TraceRecord};
use std::cell::Cell;

/// An operand of a function of elements.
#[derive(Clone, Copy)]
pub enum Source {
    /// The same number everywhere.
    Number(Twin),
    /// A place, and how it covers the destination.
    At(Place, Broadcast),
}

/// What becomes of twins in a step.
#[allow(clippy::large_enum_variant)] // there is one at a time
pub enum Rule {
    /// No float with a twin is written.
    Nothing,
    /// A function of elements at the same place. Lanes that are not active are what the step makes them.
    Elements { elem: Elem, sources: Vec<Source>, dst: Place, active: Option<Vec<bool>> },
    /// A row or a column folded into one element.
    Fold { elem: Elem, axis: Axis, src: Place, dst: Place },
    /// The active lanes of each group folded into one; results are some lanes apart.
    FoldLanes { elem: Elem, src: Place, dst: Place, active: Vec<bool>, group: usize, step: usize },
    /// A product of matrices, added to what is there.
    Product { lhs: Place, rhs: Place, start: Option<Place>, dst: Place },
    /// Rows as they are; the destination has nothing else afterwards.
    Rows { src: Place, dst: Place },
    /// Floats that go their own way; of several the first that holds.
    Moved(Vec<(Labels, Moved)>),
    /// Nothing is known of what is written; the end of a sentence about the instruction says why.
    Lost(&'static str),
}

const NO_MEANING: &str = "has no meaning without rounding";
const OTHER_TYPE: &str = "takes floats of another format, or integers, for floats";
pub const NO_RULE: &str = "computes something that there is no rule for";

impl Rule {
    /// The rule for a step that is about to be executed; `labels` are those that showed its moves before.
    pub fn of(
        record: &TraceRecord<'_>,
        core: &CoreState<'_>,
        numerics: &Numerics,
        twins: &TwinMemory,
        labels: Option<Labels>,
    ) -> Rule {
        let operands = Operands { record, core, numerics };
        match operands.rule() {
            Ok(Some(rule)) => rule,
            Ok(None) => {
                let tried: &[Labels] = match labels {
                    Some(Labels::Own) => &[Labels::Own],
                    Some(Labels::ByValue) => &[Labels::ByValue],
                    None => &[Labels::Own, Labels::ByValue],
                };
                let plan =
                    |&labels| Some((labels, Moved::plan(record, core, numerics, twins, labels)?));
                Rule::Moved(tried.iter().filter_map(plan).collect())
            }
            Err(why) => Rule::Lost(why),
        }
    }

    /// The places that are read.
    pub fn sources(&self) -> Vec<Place> {
        match self {
            Rule::Elements { sources, .. } => {
                let at = |s: &Source| match s {
                    Source::At(place, _) => Some(*place),
                    Source::Number(_) => None,
                };
                sources.iter().filter_map(at).collect()
            }
            Rule::Fold { src, .. } | Rule::FoldLanes { src, .. } | Rule::Rows { src, .. } => {
                vec![*src]
            }
            Rule::Product { lhs, rhs, start, .. } => {
                [*lhs, *rhs].into_iter().chain(*start).collect()
            }
            Rule::Nothing | Rule::Moved(_) | Rule::Lost(_) => Vec::new(),
        }
    }

    /// The place that is written.
    pub fn destination(&self) -> Option<Place> {
        match self {
            Rule::Elements { dst, .. }
            | Rule::Fold { dst, .. }
            | Rule::FoldLanes { dst, .. }
            | Rule::Product { dst, .. }
            | Rule::Rows { dst, .. } => Some(*dst),
            Rule::Nothing | Rule::Moved(_) | Rule::Lost(_) => None,
        }
    }
}

struct Operands<'a, 'r, 'c> {
    record: &'a TraceRecord<'r>,
    core: &'a CoreState<'c>,
    numerics: &'a Numerics,
}

impl Operands<'_, '_, '_> {
    fn arg(&self, slot: u8) -> Option<&Arg> {
        self.record.args.iter().find(|a| a.0 == slot).map(|a| &a.1)
    }

    fn place(&self, slot: u8) -> Option<Place> {
        Place::of(self.core, self.arg(slot)?)
    }

    /// The place of an operand that must have floats.
    fn floats(&self, slot: u8) -> Result<Place, &'static str> {
        self.place(slot).ok_or(OTHER_TYPE)
    }

    fn source(&self, slot: u8, how: Broadcast) -> Result<Source, &'static str> {
        match self.arg(slot) {
            Some(Arg::Scalar(dtype, code)) => Ok(Source::Number(Twin::of_number(*dtype, *code))),
            _ => Ok(Source::At(self.floats(slot)?, how)),
        }
    }

    /// Asks the definitions something about the step.
    fn ask<T>(&self, question: impl FnOnce(&Exec<'_>) -> T) -> T {
        let (modes, quirks) = (Cell::new(self.core.special_registers()), Cell::new(0));
        question(&Exec {
            operands: self.record.def.operands,
            numerics: self.numerics,
            args: self.record.args,
            attrs: self.record.attrs,
            memory: &mut NoMemory,
            registers: &mut register_file(self.record, self.core),
            undefined: 0,
            results: &mut Vec::new(),
            printed: &mut Vec::new(),
            modes: &modes,
            quirks: &quirks,
        })
    }

    /// Which lanes are active.
    fn active(&self, mask: u8, of: &Place) -> Result<Vec<bool>, &'static str> {
        let lanes = of.shape.1 as usize;
        self.ask(|x| x.active(mask, of.dtype, lanes)).map_err(|_| NO_RULE)
    }

    fn elements(
        &self,
        elem: Elem,
        sources: Result<Vec<Source>, &'static str>,
        dst: Place,
        active: Option<Vec<bool>>,
    ) -> Result<Option<Rule>, &'static str> {
        if !elem.is_of_reals() {
            return Err(NO_MEANING);
        }
        Ok(Some(Rule::Elements { elem, sources: sources?, dst, active }))
    }

    fn copied(&self, src: Place, dst: Place) -> Result<Option<Rule>, &'static str> {
        self.elements(Elem::Copy, Ok(vec![Source::At(src, Broadcast::Full)]), dst, None)
    }

    /// Rows that fit each other, or none.
    fn rows(&self, src: Place, dst: Place) -> Option<Rule> {
        let fit = src.has_rows() && dst.has_rows() && src.shape == dst.shape;
        (fit && src.dtype == dst.dtype).then_some(Rule::Rows { src, dst })
    }

    /// The rule for the step; none if it is to be executed on labels.
    fn rule(&self) -> Result<Option<Rule>, &'static str> {
        let nothing = Ok(Some(Rule::Nothing));
        match self.record.def.sem {
            Sem::Map(map) => {
                let (Some(dst), Some(Arg::Tile(to))) = (self.place(map.dst), self.arg(map.dst))
                else {
                    return nothing;
                };
                let elem = self.ask(|x| {
                    let accurate = asks_for_accuracy(|name| x.word(name));
                    map.elem.resolve_with(self.numerics, dst.dtype, accurate)
                });
                let sources = map.src.iter().map(|src| {
                    let how = match self.arg(src.slot()) {
                        Some(Arg::Tile(t)) => self.ask(|x| map.broadcast(x, *src, t, to)),
                        _ => Broadcast::Full,
                    };
                    self.source(src.slot(), how)
                });
                self.elements(elem, sources.collect(), dst, None)
            }
            Sem::Lanes(lanes) => {
                let Some(dst) = self.place(lanes.dst) else { return nothing };
                let sources = lanes.src.iter().map(|slot| self.source(*slot, Broadcast::Full));
                let active = self.active(lanes.mask, &dst)?;
                let elem = lanes.function(self.numerics, dst.dtype);
                self.elements(elem, sources.collect(), dst, Some(active))
            }
            Sem::Reduce(reduce) => {
                let Some(dst) = self.place(reduce.dst) else { return nothing };
                let (src, elem) = (self.floats(reduce.src)?, reduce.fold.elem());
                Ok(Some(Rule::Fold { elem, axis: reduce.axis, src, dst }))
            }
            Sem::LaneFold(fold) => {
                let Some(dst) = self.place(fold.dst) else { return nothing };
                let src = self.floats(fold.src)?;
                let (active, group) = (self.active(fold.mask, &src)?, src.shape.1 as usize);
                Ok(Some(Rule::FoldLanes {
                    elem: fold.fold.elem(),
                    src,
                    dst,
                    active,
                    group,
                    step: 1,
                }))
            }
            Sem::GroupFold(fold) => {
                let Some(dst) = self.place(fold.dst) else { return nothing };
                let src = self.floats(fold.src)?;
                let (active, group) =
                    (self.active(fold.mask, &src)?, src.dtype.per_block() as usize);
                let step = fold.step(self.numerics, src.dtype);
                Ok(Some(Rule::FoldLanes { elem: fold.fold.elem(), src, dst, active, group, step }))
            }
            Sem::Convert(c) => match (self.place(c.src), self.place(c.dst)) {
                // An integral value of the same type is what the program asks for, not an error.
                (Some(src), Some(dst)) if src.dtype != dst.dtype => self.copied(src, dst),
                _ => nothing,
            },
            Sem::Load(l) => {
                let (Some(src), Some(dst)) = (self.place(l.src), self.place(l.dst)) else {
                    return nothing;
                };
                Ok(self.rows(src, dst))
            }
            Sem::Store(s) => {
                let Some(dst) = self.place(s.dst) else { return nothing };
                let src = self.floats(s.src)?;
                let atomic = self.ask(|x| Atomic::of(x.word("atomicType")));
                match atomic.map_err(|_| NO_RULE)? {
                    Atomic::Combine(elem) if src.shape == dst.shape => {
                        let both = [dst, src].map(|p| Source::At(p, Broadcast::Full));
                        self.elements(elem, Ok(both.to_vec()), dst, None)
                    }
                    Atomic::Combine(_) => Err("combines with memory of another shape"),
                    Atomic::Replace if s.fp.is_some_and(|s| self.arg(s).is_some()) => {
                        Err("quantises by parameters")
                    }
                    Atomic::Replace if src.dtype != dst.dtype && src.shape == dst.shape => {
                        self.copied(src, dst)
                    }
                    Atomic::Replace => Ok(self.rows(src, dst)),
                }
            }
            Sem::Move(m) => {
                let Some(dst) = self.place(m.dst) else { return nothing };
                let src = self.floats(m.src)?;
                let given = |slot: Option<u8>| slot.is_some_and(|s| self.arg(s).is_some());
                if given(m.fp) || given(m.scalar) {
                    return Err("quantises by parameters");
                }
                match src.dtype == dst.dtype {
                    false if m.part == MovePart::Whole => self.copied(src, dst),
                    false => Err(OTHER_TYPE),
                    true => Ok(None),
                }
            }
            Sem::Matmul(m) => {
                let Some(dst) = self.place(m.dst) else { return nothing };
                if m.scales.is_some() {
                    return Err("multiplies by scales");
                }
                let (lhs, rhs) = (self.floats(m.lhs)?, self.floats(m.rhs)?);
                let start = match m.start {
                    Start::Zero => None,
                    Start::Acc(slot) | Start::Bias(slot) => Some(self.floats(slot)?),
                };
                Ok(Some(Rule::Product { lhs, rhs, start, dst }))
            }
            Sem::Missing | Sem::Unpublished(_) | Sem::Compare(_) | Sem::LaneCompare(_) => nothing,
            Sem::ThreadMap(_) | Sem::Warp(_) | Sem::MaskPattern(_) | Sem::MaskCount(_) => nothing,
            Sem::Mad(_) | Sem::Writeback(_) => Err(NO_RULE),
            // All others either move floats, which labels show, or are lost.
            _ => Ok(None),
        }
    }
}

struct NoMemory;

impl Memory for NoMemory {
    fn bytes(&self, _: Space, _: u32, _: i64, _: u64) -> Result<&[u8], Trap> {
        Err(Trap::new("has no memory here"))
    }
    fn bytes_mut(&mut self, _: Space, _: u32, _: i64, _: u64) -> Result<&mut [u8], Trap> {
        Err(Trap::new("has no memory here"))
    }
}
