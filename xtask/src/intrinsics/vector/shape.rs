//! The type parameters and bounds of the functions of an instruction: what all its legal uses have in common.

use super::super::form::{camel, function};
use super::super::types::{ElementTrait, rust};
use super::solve::{Classes, ELEMENTS, Solution, classes, decided_by, signless, solve, type_of};
use super::variant::{Sort, Variant, variants};
use pto_isa::{DType, MaskWidth, OpDef, Target, Type};
use std::collections::{BTreeMap, BTreeSet};

/// A list of types this long says nothing to who reads it.
const READABLE: usize = 24;

/// The type of predicates and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Choice {
    /// Always the same.
    Is(&'static str),
    /// That of the elements of a class.
    Of(usize),
    Open,
}

/// A function with its types.
#[derive(Debug)]
pub struct Shape {
    pub variant: Variant,
    classes: Classes,
    /// Type parameters of the element classes, and their bounds.
    params: Vec<(String, String)>,
    widths: Vec<Choice>,
    numbers: Vec<Choice>,
    /// The bound on several element classes together.
    pub together: Option<String>,
    /// One legal use.
    pub sample: Solution,
    /// Where it is legal.
    pub targets: Vec<Target>,
}

type Solved = (Variant, Classes, Vec<Solution>);

/// Classes that have the same elements in every legal use are one.
fn merge(c: &mut Classes, solutions: &mut [Solution]) {
    let mut i = 0;
    while i < c.elements.len() {
        let same = (i + 1..c.elements.len())
            .find(|&j| solutions.iter().all(|s| s.elements[i] == s.elements[j]));
        match same {
            Some(j) => {
                let slots = c.elements.remove(j);
                c.elements[i].extend(slots);
                for s in solutions.iter_mut() {
                    s.elements.remove(j);
                }
            }
            None => i += 1,
        }
    }
}

/// The functions of an instruction and the traits of their elements.
pub fn shapes(op: &'static OpDef) -> Result<(Vec<ElementTrait>, Vec<Shape>), String> {
    let mut solved: Vec<Solved> = Vec::new();
    for v in variants(op) {
        let mut c = classes(op, &v);
        let mut solutions = solve(op, &v, &c);
        if !solutions.is_empty() {
            merge(&mut c, &mut solutions);
            solved.push((v, c, solutions));
        }
    }
    // Where every function has something more, the first has the name of the instruction.
    if let Some((first, ..)) = solved.first_mut() {
        first.name = function(op);
    }
    let Some((_, first, _)) = solved.first() else {
        return Err(format!("{}: no function of it is legal", op.name));
    };
    // The slot that stands for each class, one that every function has.
    let everywhere = |s: &u8| solved.iter().all(|v| v.1.elements.iter().flatten().any(|x| x == s));
    let keys: Vec<u8> =
        first.elements.iter().filter_map(|c| c.iter().copied().find(everywhere)).collect();
    let (traits, bounds, together) = traits(op, &keys, &legal(&keys, &solved));
    let shapes = solved.into_iter().map(|(variant, classes, solutions)| {
        let single = classes.elements.len() == 1;
        let params: Vec<(String, String)> = classes
            .elements
            .iter()
            .map(|slots| {
                let key = keys.iter().position(|k| slots.contains(k));
                let name = camel(op.operands[slots[0] as usize].name);
                let param = if single { "E".into() } else { format!("E{name}") };
                let bound = key.and_then(|k| bounds[k].clone()).unwrap_or("Lane".into());
                (param, bound)
            })
            .collect();
        let together = together.as_ref().map(|(slots, name)| {
            let param = |s: &u8| {
                let at = classes.elements.iter().position(|c| c.contains(s)).unwrap_or(0);
                params[at].0.as_str()
            };
            format!("({}): {name}", slots.iter().map(param).collect::<Vec<_>>().join(", "))
        });
        let widths = (0..classes.widths.len()).map(|i| width_choice(i, &solutions)).collect();
        let numbers = (0..classes.numbers.len()).map(|i| number_choice(i, &solutions)).collect();
        // Lanes of 64 bits are the odd ones.
        let odd = |s: &&Solution| s.elements.iter().filter(|d| d.bits() == 64).count();
        let sample = solutions.iter().min_by_key(odd).unwrap_or(&solutions[0]).clone();
        let targets = Target::PROFILES
            .into_iter()
            .filter(|t| solutions.iter().any(|s| s.target == *t && s.same_types(&sample)))
            .collect();
        Shape { variant, classes, params, widths, numbers, together, sample, targets }
    });
    Ok((traits, shapes.collect()))
}

/// The legal elements of the classes that functions have in common, by target.
fn legal(keys: &[u8], solved: &[Solved]) -> BTreeMap<Target, BTreeSet<Vec<DType>>> {
    let mut legal: BTreeMap<Target, BTreeSet<Vec<DType>>> = BTreeMap::new();
    for (_, c, solutions) in solved {
        let at = |k: &u8| c.elements.iter().position(|s| s.contains(k)).unwrap_or(0);
        let places: Vec<usize> = keys.iter().map(at).collect();
        for s in solutions {
            let tuple = places.iter().map(|&p| s.elements[p]).collect();
            legal.entry(s.target).or_default().insert(tuple);
        }
    }
    legal
}

/// Elements in the order in which they are shown.
fn shown(d: DType) -> usize {
    ELEMENTS.iter().position(|e| *e == d).unwrap_or(ELEMENTS.len())
}

/// The part of tuples at some places.
fn at_places(set: &BTreeSet<Vec<DType>>, places: &[usize]) -> BTreeSet<Vec<DType>> {
    set.iter().map(|t| places.iter().map(|&p| t[p]).collect()).collect()
}

type Bounds = (Vec<ElementTrait>, Vec<Option<String>>, Option<(Vec<u8>, String)>);

/// Traits for the classes: one of its own where the elements of a class do not depend on others, one for all that do.
fn traits(
    op: &'static OpDef,
    keys: &[u8],
    legal: &BTreeMap<Target, BTreeSet<Vec<DType>>>,
) -> Bounds {
    let union: BTreeSet<Vec<DType>> = legal.values().flatten().cloned().collect();
    let all: Vec<usize> = (0..keys.len()).collect();
    let independent = |i: usize| {
        let rest: Vec<usize> = all.iter().copied().filter(|&j| j != i).collect();
        at_places(&union, &[i]).len() * at_places(&union, &rest).len() == union.len()
    };
    let base = camel(&function(op));
    let (mut list, mut bounds, mut depends) = (Vec::new(), vec![None; keys.len()], Vec::new());
    for (i, &key) in keys.iter().enumerate() {
        if !independent(i) {
            depends.push(i);
            continue;
        }
        let types = at_places(&union, &[i]);
        if types.len() == ELEMENTS.len() {
            continue;
        }
        let operand = op.operands[key as usize].name;
        let (name, of) = match keys.len() {
            1 => (format!("{base}Element"), String::new()),
            _ => (format!("{base}{}Element", camel(operand)), format!("`{operand}` of ")),
        };
        let message = format!("{of}`pto.{}` does not take `{{Self}}` elements", op.printed_name());
        list.push(element_trait(name.clone(), message, &[key], &[i], legal));
        bounds[i] = Some(name);
    }
    let together = (depends.len() > 1).then(|| {
        let slots: Vec<u8> = depends.iter().map(|&i| keys[i]).collect();
        let of: Vec<&str> = slots.iter().map(|&k| op.operands[k as usize].name).collect();
        let name = format!("{base}Elements");
        let message = format!(
            "`pto.{}` does not take `{{Self}}` elements for `({})`",
            op.printed_name(),
            of.join(", ")
        );
        list.push(element_trait(name.clone(), message, &slots, &depends, legal));
        (slots, name)
    });
    (list, bounds, together)
}

fn element_trait(
    name: String,
    message: String,
    key: &[u8],
    places: &[usize],
    legal: &BTreeMap<Target, BTreeSet<Vec<DType>>>,
) -> ElementTrait {
    let ordered = |set: BTreeSet<Vec<DType>>| -> Vec<Vec<DType>> {
        let mut list: Vec<Vec<DType>> = set.into_iter().collect();
        list.sort_by_key(|t| t.iter().map(|d| shown(*d)).collect::<Vec<_>>());
        list
    };
    let text = |types: &[DType]| {
        let names: Vec<&str> = types.iter().filter_map(|d| rust(*d)).collect();
        if names.len() == 1 { names[0].to_string() } else { format!("({})", names.join(", ")) }
    };
    let mut notes: Vec<(Vec<&str>, String)> = Vec::new();
    for (target, set) in legal {
        let list: Vec<String> = ordered(at_places(set, places)).iter().map(|t| text(t)).collect();
        if list.len() > READABLE {
            continue;
        }
        let list = list.join(", ");
        match notes.iter_mut().find(|n| n.1 == list) {
            Some(n) => n.0.push(target.name()),
            None => notes.push((vec![target.name()], list)),
        }
    }
    let notes = notes.into_iter().map(|(targets, list)| {
        let verb = if targets.len() == 1 { "takes" } else { "take" };
        format!("{} {verb} {list}", targets.join(", "))
    });
    let union: BTreeSet<Vec<DType>> = legal.values().flatten().cloned().collect();
    let types = ordered(at_places(&union, places));
    ElementTrait { name, message, notes: notes.collect(), types, key: key.to_vec() }
}

fn width_of(d: DType) -> u32 {
    d.bits().clamp(8, 32)
}

fn width_choice(i: usize, solutions: &[Solution]) -> Choice {
    let first = solutions[0].widths[i];
    if solutions.iter().all(|s| s.widths[i] == first) {
        return Choice::Is(match first {
            MaskWidth::B8 => "B8",
            MaskWidth::B16 => "B16",
            MaskWidth::B32 => "B32",
        });
    }
    let fits = |e: &usize| solutions.iter().all(|s| width_of(s.elements[*e]) == s.widths[i].bits());
    (0..solutions[0].elements.len()).find(fits).map_or(Choice::Open, Choice::Of)
}

fn number_choice(i: usize, solutions: &[Solution]) -> Choice {
    let first = solutions[0].numbers[i];
    if solutions.iter().all(|s| s.numbers[i] == first) {
        return rust(first).map_or(Choice::Open, Choice::Is);
    }
    let is = |e: &usize| solutions.iter().all(|s| signless(s.elements[*e]) == s.numbers[i]);
    (0..solutions[0].elements.len()).find(is).map_or(Choice::Open, Choice::Of)
}

impl Shape {
    fn element(&self, slot: u8) -> &str {
        let at = self.classes.elements.iter().position(|c| c.contains(&slot));
        at.map_or("E", |i| &self.params[i].0)
    }

    /// The parameter of predicates whose lanes are open.
    fn width_param(&self, i: usize) -> String {
        if self.widths.iter().filter(|w| **w == Choice::Open).count() == 1 {
            "W".into()
        } else {
            format!("W{i}")
        }
    }

    /// The type parameters with their bounds.
    pub fn generics(&self) -> Vec<String> {
        let elements = self.params.iter().map(|(param, bound)| format!("{param}: {bound}"));
        let open = self.widths.iter().enumerate().filter(|(_, w)| **w == Choice::Open);
        let widths = open.map(|(i, _)| format!("{}: Width", self.width_param(i)));
        elements.chain(widths).collect()
    }

    /// The type of an operand in Rust in the sample.
    pub fn sample_type(&self, op: &OpDef, slot: u8) -> String {
        let ty = type_of(op, &self.variant, &self.classes, &self.sample, slot);
        let name = |d: DType| rust(d).unwrap_or("f32");
        match ty {
            Some(Type::Vreg { dtype, .. }) => format!("Vreg<{}>", name(dtype)),
            Some(Type::Ptr { dtype, .. }) => format!("UbPtr<{}>", name(dtype)),
            Some(Type::Mask(width)) => format!("Mask<{}>", width.name().to_ascii_uppercase()),
            Some(Type::Align) => "Align".into(),
            Some(Type::Scalar(d)) => name(d).into(),
            _ => "usize".into(),
        }
    }

    /// The type of a number in the sample, with the sign of the elements it belongs to.
    pub fn sample_number(&self, op: &OpDef, slot: u8) -> DType {
        let rust_type = self.rust_type(op, slot);
        let host = rust_type.strip_suffix("::Host");
        let class = host.and_then(|e| self.params.iter().position(|p| p.0 == e));
        match (class, type_of(op, &self.variant, &self.classes, &self.sample, slot)) {
            (Some(i), _) => self.sample.elements[i],
            (None, Some(Type::Scalar(d))) => d,
            _ => DType::I32,
        }
    }

    /// The type of an operand in Rust, without a reference.
    pub fn rust_type(&self, op: &OpDef, slot: u8) -> String {
        let at = |list: &[Vec<u8>]| list.iter().position(|g| g.contains(&slot)).unwrap_or(0);
        match self.variant.sort(op, slot) {
            Sort::Register => format!("Vreg<{}>", self.element(slot)),
            Sort::Pointer => format!("UbPtr<{}>", self.element(slot)),
            Sort::Align => "Align".into(),
            Sort::Index => "usize".into(),
            Sort::Mask => {
                let by = decided_by(op, &self.variant, slot).map(|s| self.element(s));
                let i = at(&self.classes.widths);
                match (by, self.widths.get(i)) {
                    (Some(e), _) => format!("Mask<{e}::Width>"),
                    (None, Some(Choice::Is(w))) => format!("Mask<{w}>"),
                    (None, Some(Choice::Of(e))) => format!("Mask<{}::Width>", self.params[*e].0),
                    _ => format!("Mask<{}>", self.width_param(i)),
                }
            }
            Sort::Number => {
                let by = decided_by(op, &self.variant, slot).map(|s| self.element(s));
                match (by, self.numbers.get(at(&self.classes.numbers))) {
                    (Some(e), _) => format!("{e}::Host"),
                    (None, Some(Choice::Is(t))) => t.to_string(),
                    (None, Some(Choice::Of(e))) => format!("{}::Host", self.params[*e].0),
                    _ => "impl Scalar".into(),
                }
            }
        }
    }
}
