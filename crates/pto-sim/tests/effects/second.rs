//! What is known about effects and classes without the table: rules that follow from other facts of a block, and a
//! second reading for what no run shows.

use crate::observe::Record;
use crate::{complaints_about, may_be_memory};
use pto_isa::class::Class;
use pto_isa::def::{Body, Core};
use pto_isa::effect::{Access, Effect};
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

/// An access as the reading spells it.
fn spell(effect: &Effect) -> &'static str {
    match (effect.access, effect.atomic) {
        (Access::None, _) => "-",
        (Access::Read, _) => "r",
        (Access::Write, false) => "w",
        (Access::Write, true) => "w+",
        (Access::ReadWrite, false) => "rw",
        (Access::ReadWrite, true) => "a+",
    }
}

/// Who objects to these effects of an instruction, and what they say.
pub fn objections(
    def: &OpDef,
    effects: &[Effect],
    record: Option<&Record>,
) -> Vec<(Evidence, String)> {
    let mut list = Vec::new();
    for (operand, effect) in def.operands.iter().zip(effects) {
        if effect.touches() && !(may_be_memory(operand) && def.class.works()) {
            list.push((Evidence::Rule, format!("`{}` is no memory here", operand.name)));
        }
        if effect.atomic && !effect.writes() {
            list.push((Evidence::Rule, format!("`{}` is atomic and not written", operand.name)));
        }
    }
    if let Some(record) = record {
        let found = complaints_about(def, effects, record);
        list.extend(found.into_iter().map(|c| (Evidence::Runs, c)));
    }
    let read = READING.get(def.name).copied();
    if record.is_some() && read.is_none() {
        return list;
    }
    for (operand, effect) in def.operands.iter().zip(effects) {
        let words = read.unwrap_or("").split(' ');
        let said = words.filter_map(|w| w.split_once('=')).find(|w| w.0 == operand.name);
        let said = said.map_or("-", |w| w.1);
        if spell(effect) != said {
            list.push((
                Evidence::Reading,
                format!("`{}` is `{said}` by the reading", operand.name),
            ));
        }
    }
    list
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
