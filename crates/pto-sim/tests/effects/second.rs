//! What is known about effects and classes without the table: rules that follow from other facts of a block, and a
//! second reading for what no run shows.

use crate::forms::{self, Forms};
use crate::observe::Record;
use crate::{complaints_about, may_be_memory};
use pto_isa::class::Class;
use pto_isa::def::{Arity, Body, Core, Kind, OperandDef};
use pto_isa::effect::{Access, Effect, Extent, Through};
use pto_isa::{Cost, OpDef, Role, Sem};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Where a statement about an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Kind of the operand and class of the instruction.
    Rule,
    /// Runs with changed memory.
    Runs,
    /// Types of operands in test programs that are legal.
    Programs,
    /// The second reading.
    Reading,
}

fn lines(text: &'static str) -> BTreeMap<&'static str, &'static str> {
    let lines = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(|l| l.split_once(": ").unwrap_or_else(|| panic!("`{l}` has no name"))).collect()
}

static READING: LazyLock<BTreeMap<&str, &str>> =
    LazyLock::new(|| lines(include_str!("reading.txt")));
static CLASSES: LazyLock<BTreeMap<&str, &str>> =
    LazyLock::new(|| lines(include_str!("classes.txt")));

/// An effect as the reading spells it.
fn spell(def: &OpDef, effect: &Effect) -> String {
    let access = match (effect.access, effect.atomic) {
        (Access::None, _) => "-",
        (Access::Read, _) => "r",
        (Access::Write, false) => "w",
        (Access::Write, true) => "w+",
        (Access::ReadWrite, false) => "rw",
        (Access::ReadWrite, true) => "a+",
    };
    match effect.extent {
        Extent::Nothing | Extent::Within | Extent::Unknown => access.into(),
        Extent::All => format!("{access}:all"),
        Extent::Element { offset } => format!("{access}:{}", def.operands[offset as usize].name),
        Extent::Bytes(_) => format!("{access}:bytes"),
    }
}

/// Rules that tie an effect to the kind of its operand and the class of its instruction.
fn broken_rules(def: &OpDef, operand: &OperandDef, effect: &Effect) -> Vec<&'static str> {
    let bounded = !matches!(operand.kind, Kind::Ptr | Kind::Any);
    let replaces = effect.access == Access::Write && operand.kind == Kind::Tile;
    let rules = [
        (effect.touches() && !(may_be_memory(operand) && def.class.works()), "is no memory here"),
        (effect.atomic && !effect.writes(), "is atomic and not written"),
        (effect.atomic && operand.kind == Kind::Tile, "is atomic and belongs to one core"),
        (effect.touches() == matches!(effect.extent, Extent::Nothing), "has the wrong bytes"),
        (
            matches!(effect.extent, Extent::All) && !(replaces && operand.role == Role::Out),
            "is no result of which all is written",
        ),
        (
            bounded
                && matches!(
                    effect.extent,
                    Extent::Unknown | Extent::Element { .. } | Extent::Bytes(_)
                ),
            "has bounds",
        ),
        (!bounded && matches!(effect.extent, Extent::Within), "is a pointer without bounds"),
        (
            matches!(effect.extent, Extent::Element { offset }
                if def.operands[offset as usize].arity != Arity::One),
            "is at an offset that may be left out",
        ),
        (!def.class.works() && effect.through != Through::Value, "is no memory in this class"),
        (effect.touches() && effect.through == Through::Value, "is a value and memory"),
    ];
    rules.into_iter().filter(|r| r.0).map(|r| r.1).collect()
}

/// Who objects to these effects of an instruction, and what they say.
pub fn objections(
    def: &OpDef,
    effects: &[Effect],
    record: Option<&Record>,
    forms: &BTreeMap<(&'static str, u8), Forms>,
) -> Vec<(Evidence, String)> {
    let mut list = Vec::new();
    for (operand, effect) in def.operands.iter().zip(effects) {
        let broken = broken_rules(def, operand, effect).into_iter();
        list.extend(broken.map(|what| (Evidence::Rule, format!("`{}` {what}", operand.name))));
    }
    if let Some(record) = record {
        let found = complaints_about(def, effects, record);
        list.extend(found.into_iter().map(|c| (Evidence::Runs, c)));
    }
    for ((slot, operand), effect) in (0u8..).zip(def.operands).zip(effects) {
        let (evidence, through) = match forms::read(def.name, operand.name) {
            Some(through) => (Evidence::Reading, through),
            None => match forms.get(&(def.name, slot)) {
                Some(f) => (Evidence::Programs, f.through()),
                // No test program has such an operand.
                None => (Evidence::Reading, Through::Value),
            },
        };
        if def.class.works() && effect.through != through {
            let said = effect.through;
            list.push((evidence, format!("`{}` is {through:?}, not {said:?}", operand.name)));
        }
        if effect.atomic && forms.get(&(def.name, slot)).is_some_and(|f| !f.is_shared()) {
            let what = format!("`{}` is in memory of one core, and atomic", operand.name);
            list.push((Evidence::Programs, what));
        }
    }
    let read = READING.get(def.name).copied();
    if record.is_some() && read.is_none() {
        return list;
    }
    for (operand, effect) in def.operands.iter().zip(effects) {
        let words = read.unwrap_or("").split(' ');
        let said = words.filter_map(|w| w.split_once('=')).find(|w| w.0 == operand.name);
        let said = said.map_or("-", |w| w.1);
        if spell(def, effect) != said {
            list.push((
                Evidence::Reading,
                format!("`{}` is `{said}` by the reading", operand.name),
            ));
        }
    }
    list
}

/// Whether the second reading has an instruction.
pub fn is_read(name: &str) -> bool {
    READING.contains_key(name)
}

/// Names in the second readings that the table does not have.
pub fn strangers() -> Vec<&'static str> {
    let all = READING.keys().chain(CLASSES.keys());
    all.copied().filter(|n| !pto_isa::all().any(|d| d.name == *n)).collect()
}

/// A class with the names of operands instead of their slots.
fn spell_class(def: &OpDef, class: Class) -> String {
    let mut text = format!("{class:?}");
    for (slot, operand) in def.operands.iter().enumerate() {
        for field in ["of: ", "gives: ", "operand: Some("] {
            for end in [",", " }", ")"] {
                text = text.replace(
                    &format!("{field}{slot}{end}"),
                    &format!("{field}{}{end}", operand.name),
                );
            }
        }
    }
    text
}

/// What is wrong with a class of an instruction, by its other facts and by the second statement.
pub fn class_objections(def: &OpDef, class: Class) -> Vec<(Evidence, String)> {
    let mut list = Vec::new();
    let mut rule = |wrong: bool, what: &str| {
        if wrong {
            list.push((Evidence::Rule, what.to_string()));
        }
    };
    let role = |slot: u8| def.operands.get(slot as usize).map(|o| o.role);
    rule((def.body != Body::None) != matches!(class, Class::Region(_)), "only regions have bodies");
    rule(class == Class::Compute && matches!(def.sem, Sem::Machine), "it does not compute");
    rule(
        def.cost == Cost::Sync && !matches!(class, Class::Sync(_) | Class::Queue(_) | Class::Hint),
        "it waits",
    );
    let footprints = def.operands.iter().any(|o| o.effect.touches());
    rule(footprints && !class.works(), "it accesses memory");
    if let Class::Alias { of, gives, .. } = class {
        rule(role(of) != Some(Role::In) || role(gives) != Some(Role::Out), "it names nothing anew");
        rule(def.formula.is_empty() && def.cost != Cost::Free, "bytes move");
    }
    if let Class::Region(pto_isa::class::Region::Section(core)) = class {
        rule(core == Core::Any, "a section is for one kind of core");
    }
    let want = CLASSES.get(def.name).copied().unwrap_or("Compute");
    let found = spell_class(def, class);
    if found != want {
        list.push((Evidence::Reading, format!("it is {want}, not {found}")));
    }
    list
}
