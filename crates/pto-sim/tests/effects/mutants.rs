//! Mistakes that an entry might have in an effect or a class: every one of them is noticed.

use crate::observe::Record;
use crate::place::Bytes;
use crate::second::{Evidence, class_objections, is_read, objections};
use crate::{FORMS, RECORDS, covers_exactly, declared};
use pto_isa::OpDef;
use pto_isa::class::Class;
use pto_isa::def::Kind;
use pto_isa::effect::{Access, Effect, Extent, Through};
use std::collections::BTreeMap;

/// Who noticed how many mistakes of one kind, and which nobody noticed.
#[derive(Default)]
struct Tally {
    noticed: BTreeMap<&'static str, BTreeMap<Evidence, u32>>,
    missed: Vec<String>,
}

impl Tally {
    /// Counts a mistake; `by` is the first who objects.
    fn count(&mut self, kind: &'static str, by: Option<Evidence>, mistake: impl Fn() -> String) {
        let noticed = self.noticed.entry(kind).or_default();
        match by {
            Some(evidence) => *noticed.entry(evidence).or_default() += 1,
            None => self.missed.push(format!("{kind}: {}", mistake())),
        }
    }
}

/// The slots of operands that are numbers.
fn numbers(def: &OpDef) -> impl Iterator<Item = u8> {
    let number = |k: Kind| matches!(k, Kind::Scalar | Kind::Index);
    (0u8..).zip(def.operands).filter(move |(_, o)| number(o.kind)).map(|(slot, _)| slot)
}

/// Other effects that the entry might state for an operand, with what is wrong about them.
fn mutants(def: &OpDef, effect: &Effect) -> Vec<(&'static str, Effect)> {
    let mut list = Vec::new();
    for access in [Access::None, Access::Read, Access::Write, Access::ReadWrite] {
        let extent = match (access, effect.extent) {
            (Access::None, _) => Extent::Nothing,
            (_, Extent::Nothing) => Extent::Within,
            (_, extent) => extent,
        };
        if access != effect.access {
            list.push(("access", Effect { access, atomic: false, extent, ..*effect }));
        }
    }
    list.push(("atomic", Effect { atomic: !effect.atomic, ..*effect }));
    for through in [Through::Value, Through::Itself, Through::Pointer, Through::Typed] {
        if through != effect.through {
            list.push(("through", Effect { through, ..*effect }));
        }
    }
    let elements = numbers(def).map(|offset| Extent::Element { offset });
    let extents = [Extent::Nothing, Extent::All, Extent::Within, Extent::Unknown];
    for extent in extents.into_iter().chain(elements) {
        let same = match (extent, effect.extent) {
            (Extent::Element { offset: a }, Extent::Element { offset: b }) => a == b,
            (a, b) => a.name() == b.name(),
        };
        if !same {
            list.push(("extent", Effect { extent, ..*effect }));
        }
    }
    list
}

/// Who notices that a pointer does not lead to these bytes, of an instruction that runs.
fn bytes_noticed(def: &OpDef, record: &Record, slot: u8, bytes: Bytes) -> Option<Evidence> {
    let exact = match bytes {
        Bytes::Stated { .. } => covers_exactly(record, slot, bytes),
        _ => record.covers.get(&(slot, bytes)).is_none_or(|c| !c.leaves_out),
    };
    match exact {
        false => Some(Evidence::Runs),
        true => is_read(def.name).then_some(Evidence::Reading),
    }
}

/// Byte ranges that the entry might state for a pointer.
fn byte_mutants(extent: Extent) -> Vec<Bytes> {
    match extent {
        Extent::Bytes(_) | Extent::Element { .. } => Bytes::MISSTATED.to_vec(),
        Extent::Unknown => vec![Bytes::First],
        _ => Vec::new(),
    }
}

#[test]
fn every_mistake_in_an_effect_is_noticed() {
    let mut tally = Tally::default();
    for def in pto_isa::all() {
        let record = RECORDS.get(def.name).map(|r| &r.1);
        for (slot, operand) in (0u8..).zip(def.operands) {
            for (kind, mutant) in mutants(def, &operand.effect) {
                let mut effects = declared(def);
                effects[slot as usize] = mutant;
                let by = objections(def, &effects, record, &FORMS).first().map(|o| o.0);
                tally.count(kind, by, || format!("{} `{}` as {mutant:?}", def.name, operand.name));
            }
            let Some(record) = record else { continue };
            for bytes in byte_mutants(operand.effect.extent) {
                let by = bytes_noticed(def, record, slot, bytes);
                tally
                    .count("bytes", by, || format!("{} `{}` as {bytes:?}", def.name, operand.name));
            }
        }
    }
    println!("other effects of operands, and who noticed them: {:#?}", tally.noticed);
    let missed = tally.missed;
    assert!(missed.is_empty(), "{} are not noticed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn every_mistake_in_a_class_is_noticed() {
    let mut tally = Tally::default();
    let mut classes: Vec<Class> = Vec::new();
    for def in pto_isa::all() {
        if !classes.contains(&def.class) {
            classes.push(def.class);
        }
    }
    for def in pto_isa::all() {
        for &class in classes.iter().filter(|c| **c != def.class) {
            let by = class_objections(def, class).first().map(|o| o.0);
            tally.count("class", by, || format!("{} as {class:?}", def.name));
        }
        if let Class::Alias { how, of, gives } = def.class {
            let turned = Class::Alias { how, of: gives, gives: of };
            let by = class_objections(def, turned).first().map(|o| o.0);
            tally.count("turned alias", by, || def.name.into());
        }
    }
    println!("other classes of instructions, and who noticed them: {:#?}", tally.noticed);
    let missed = tally.missed;
    assert!(missed.is_empty(), "{} are not noticed:\n{}", missed.len(), missed.join("\n"));
}
