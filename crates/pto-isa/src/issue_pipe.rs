//! The pipe an instruction runs on, where it is not always the same one.

use crate::args::AttrValue;
use crate::operand::{Kind, OperandDef, Role};
use crate::target::{Pipe, QueueSlots, Space, Target};

/// How the pipe of an instruction is found.
#[derive(Clone, Copy, Debug)]
pub enum PipeSelector {
    /// It runs on none; why.
    None(&'static str),
    /// Always this one.
    Fixed(Pipe),
    /// The one that this attribute names, as a pipe or as a class of instructions.
    FromAttr(&'static str),
    /// Where its operands lie decides; how, in words.
    FromSpaces(fn(&Spaces<'_>) -> Pipe, &'static str),
    /// It reads on the first and writes on the second. Inside the instruction the second waits for the first, and
    /// the first for the second at its end.
    Through(Pipe, Pipe),
}

impl PipeSelector {
    /// The pipe of an instruction with these operands and attributes; `None` if it runs on none.
    pub fn choose(self, operands: &Spaces<'_>, attrs: &[(&str, AttrValue<'_>)]) -> Option<Pipe> {
        match self {
            PipeSelector::None(_) => None,
            PipeSelector::Fixed(pipe) | PipeSelector::Through(pipe, _) => Some(pipe),
            PipeSelector::FromAttr(name) => Some(match attrs.iter().find(|a| a.0 == name) {
                Some((_, AttrValue::Word(word))) => Pipe::of_word(word),
                _ => Pipe::All,
            }),
            PipeSelector::FromSpaces(choose, _) => Some(choose(operands)),
        }
    }

    /// The pipe, or how it is chosen, in words.
    pub fn explain(self) -> String {
        match self {
            PipeSelector::None(why) => format!("none: {why}"),
            PipeSelector::Fixed(pipe) => pipe.name().into(),
            PipeSelector::FromAttr(attr) => format!("as `{attr}` says"),
            PipeSelector::FromSpaces(_, how) => how.into(),
            PipeSelector::Through(first, second) => {
                format!("{} reads, {} writes", first.name(), second.name())
            }
        }
    }
}

/// Where the operands of an instruction lie.
#[derive(Clone, Copy, Debug)]
pub struct Spaces<'a> {
    /// The operands.
    pub operands: &'a [OperandDef],
    /// The device.
    pub target: Target,
    /// By slot; `None` for operands that are absent or no memory.
    pub of: &'a [Option<Space>],
}

impl Spaces<'_> {
    fn first(&self, is: impl Fn(Role) -> bool) -> Option<Space> {
        let slots = self.operands.iter().zip(self.of);
        slots.filter(|(o, _)| is(o.role) && o.kind != Kind::Scalar).find_map(|(_, s)| *s)
    }
    /// The space of the first operand that is read.
    pub fn source(&self) -> Option<Space> {
        self.first(|r| matches!(r, Role::In | Role::InOut))
    }
    /// The space of the first operand that is written.
    pub fn destination(&self) -> Option<Space> {
        self.first(|r| matches!(r, Role::Out | Role::InOut))
    }
    /// Whether an operand is given.
    pub fn has(&self, name: &str) -> bool {
        self.operands.iter().zip(self.of).any(|(o, space)| o.name == name && space.is_some())
    }
}

impl Pipe {
    /// The pipe of a name, or of a class of instructions in events: `TLOAD`, `TSTORE_VEC`, `TMOV_M2L`.
    pub fn of_word(word: &str) -> Pipe {
        match word.to_ascii_uppercase().as_str() {
            "TLOAD" => Pipe::Mte2,
            "TSTORE_VEC" => Pipe::Mte3,
            "TSTORE_ACC" => Pipe::Fix,
            "TMATMUL" => Pipe::M,
            "TVEC" | "TVECWAIT_EVENT" => Pipe::V,
            class if class.starts_with("TMOV") => Pipe::Mte1,
            name => Pipe::parse(name).unwrap_or(Pipe::All),
        }
    }
}

/// Filling: the vector unit, or the DMA into L1.
pub(crate) fn by_destination(x: &Spaces<'_>) -> Pipe {
    if x.destination() == Some(Space::Mat) { Pipe::Mte2 } else { Pipe::V }
}

/// Between local memories. Source: pto-isa@3186c381 include/pto/common/event.hpp (operation to pipe).
pub(crate) fn move_pipe(x: &Spaces<'_>) -> Pipe {
    match (x.source(), x.destination()) {
        (Some(Space::Acc), _) | (Some(Space::Mat), Some(Space::Scaling)) => Pipe::Fix,
        (Some(Space::Vec), Some(Space::Vec)) => Pipe::V,
        (Some(Space::Vec), _) => Pipe::Mte3,
        _ => Pipe::Mte1,
    }
}

/// Out of a core: the accumulator has a unit of its own.
pub(crate) fn out_pipe(x: &Spaces<'_>) -> Pipe {
    if x.source() == Some(Space::Acc) { Pipe::Fix } else { Pipe::Mte3 }
}

/// Slots in global memory have to be loaded, slots in local memory are there.
pub(crate) fn pop_pipe(x: &Spaces<'_>) -> Pipe {
    if x.target.def().queue_slots == QueueSlots::Global { Pipe::Mte2 } else { Pipe::S }
}

/// Gathers from global memory.
pub(crate) fn gather_pipe(x: &Spaces<'_>) -> Pipe {
    if x.target.profile() == Target::A5 && x.destination() != Some(Space::Mat) {
        Pipe::V
    } else {
        Pipe::Mte2
    }
}

/// Scatters to global memory.
pub(crate) fn scatter_pipe(x: &Spaces<'_>) -> Pipe {
    if x.target.profile() == Target::A5 { Pipe::V } else { Pipe::Mte3 }
}

/// Counting: element by element, unless there is room for the vector unit.
pub(crate) fn count_pipe(x: &Spaces<'_>) -> Pipe {
    if x.target.profile() == Target::A2A3 && !x.has("tmp") { Pipe::S } else { Pipe::V }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Space::*;

    fn pipe(op: &str, target: Target, spaces: &[Option<Space>]) -> Option<Pipe> {
        crate::all().find(|d| d.name == op).and_then(|d| d.pipe_of(target, spaces, &[]))
    }

    #[test]
    fn where_the_operands_lie_decides() {
        let a3 = Target::A2A3;
        assert_eq!(pipe("tmov", a3, &[Some(Mat), None, None, None, Some(Left)]), Some(Pipe::Mte1));
        assert_eq!(pipe("tstore", a3, &[Some(Acc), Some(Gm)]), Some(Pipe::Fix));
        assert_eq!(pipe("tstore", a3, &[Some(Vec), Some(Gm)]), Some(Pipe::Mte3));
        assert_eq!(pipe("tload", a3, &[Some(Gm), Some(Mat)]), Some(Pipe::Mte2));
        assert_eq!(pipe("tadd", a3, &[Some(Vec); 3]), Some(Pipe::V));
        assert_eq!(pipe("alloc_tile", a3, &[]), None);
    }

    #[test]
    fn events_name_pipes_or_classes() {
        let set = crate::all().find(|d| d.name == "record_event").unwrap();
        let attrs = [("src_op", AttrValue::Word("TSTORE_ACC"))];
        assert_eq!(set.pipe_of(Target::A5, &[], &attrs), Some(Pipe::Fix));
    }
}
