//! Which type parameters and bounds an intrinsic has: what the rules of its op definition say that Rust types can see.

use super::form::{Form, Param, camel};
use pto_isa::def::{Arity, Kind, OpDef, Role, Types};
use pto_isa::rule::{Constraint, LayoutIs, Rule};
use pto_isa::rulebook::StandsIn;
use pto_isa::{DType, Rulebook, Space, Targets};
use std::collections::BTreeSet;

/// What an operand is in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Tile,
    View,
    /// Any number of views, which are read.
    Views,
    Number,
    Index,
    /// Four numbers that the instruction gives.
    Counts,
}

/// What an operand is in Rust; a number may stand where a tile may only by its name.
pub fn sort(op: &OpDef, slot: u8) -> Option<Sort> {
    let o = &op.operands[slot as usize];
    if o.arity == Arity::Many {
        return (o.kind == Kind::View && o.role == Role::In).then_some(Sort::Views);
    }
    Some(match o.kind {
        Kind::Tile | Kind::Memory => Sort::Tile,
        Kind::TileOrScalar if o.name.contains("scalar") => Sort::Number,
        Kind::TileOrScalar => Sort::Tile,
        Kind::View => Sort::View,
        Kind::Scalar if o.role == Role::In => Sort::Number,
        Kind::Index if o.role == Role::In => Sort::Index,
        Kind::Any if o.role == Role::Out => Sort::Counts,
        // A configuration, which C++ takes from a tile.
        Kind::Any => Sort::Tile,
        _ => return None,
    })
}

/// Operands that have one element type, and what it may be.
#[derive(Debug)]
pub struct Class {
    /// The type parameter.
    pub param: String,
    /// The operands.
    pub slots: Vec<u8>,
    /// The trait it has to implement, if not every element will do.
    pub bound: Option<String>,
}

/// Type parameters of one form.
#[derive(Debug)]
pub struct Shape {
    pub classes: Vec<Class>,
    /// Classes whose types are restricted together, and the trait of their tuple.
    pub together: Option<(Vec<usize>, String)>,
}

/// A trait that is implemented for the element types an operand takes.
#[derive(Debug)]
pub struct ElementTrait {
    pub name: String,
    pub message: String,
    pub notes: Vec<String>,
    /// One type, or several for a tuple.
    pub types: Vec<Vec<DType>>,
    pub key: Vec<u8>,
}

/// A rule that holds on every target and is no warning.
fn always(r: &Rule) -> bool {
    r.on == Targets::ALL && r.in_rules == StandsIn::Both && !r.warn
}

/// The spelling of an element type in Rust; explicit signs, bits and nibbles have none.
pub fn rust(d: DType) -> Option<&'static str> {
    Some(match d {
        DType::F32 => "f32",
        DType::F16 => "f16",
        DType::Bf16 => "bf16",
        DType::I64 => "i64",
        DType::I32 => "i32",
        DType::I16 => "i16",
        DType::I8 => "i8",
        DType::U64 => "u64",
        DType::U32 => "u32",
        DType::U16 => "u16",
        DType::U8 => "u8",
        DType::F8E4M3 => "F8E4M3",
        DType::F8E5M2 => "F8E5M2",
        DType::Hif8 => "Hif8",
        DType::F8E8M0 => "F8E8M0",
        DType::F4E1M2x2 => "F4E1M2x2",
        DType::F4E2M1x2 => "F4E2M1x2",
        _ => return None,
    })
}

/// Rust spellings of a list of element types, in words.
pub fn rust_list(list: &[DType]) -> String {
    list.iter().filter_map(|&d| rust(d)).collect::<Vec<_>>().join(", ")
}

/// The one memory an operand lives in, if every target says so.
pub fn memory(op: &OpDef, slot: u8) -> Option<Space> {
    op.rules.iter().filter(|r| always(r) && r.of.contains(&slot)).find_map(|r| match r.constraint {
        Constraint::InSpace([one]) if *one != Space::Gm => Some(*one),
        _ => None,
    })
}

/// The bound on the layout of an operand, if every target has the same single one.
pub fn layout_bound(op: &OpDef, slot: u8) -> Option<&'static str> {
    op.rules.iter().filter(|r| always(r) && r.of.contains(&slot)).find_map(|r| match r.constraint {
        Constraint::HasLayout([one]) => Some(match one {
            LayoutIs::Nd => "IsNd",
            LayoutIs::Dn => "IsDn",
            LayoutIs::Dn1 => return None,
            LayoutIs::RowMajor => "IsRowMajor",
            LayoutIs::ColMajor => "IsColMajor",
            LayoutIs::NoneBox => "IsNoneBox",
            LayoutIs::Nz => "IsNz",
            LayoutIs::Zn => "IsZn",
            LayoutIs::Zz => "IsZz",
            LayoutIs::Nn => "IsNn",
        }),
        _ => None,
    })
}

/// A demand that is left to an assertion, as Rust text.
pub fn asserted(d: &Constraint) -> Option<String> {
    let text = match d {
        Constraint::HasLayout(list) if list.len() > 1 || matches!(list, [LayoutIs::Dn1]) => {
            let names: Vec<String> = list.iter().map(|l| format!("LayoutIs::{l:?}")).collect();
            return Some(format!("Constraint::HasLayout(&[{}])", names.join(", ")));
        }
        Constraint::SameWidth
        | Constraint::SameValid
        | Constraint::SameValidRows
        | Constraint::SameValidCols
        | Constraint::NonEmpty
        | Constraint::ValidRowsIs(_)
        | Constraint::ValidColsIs(_)
        | Constraint::ValidWithin
        | Constraint::SameShape
        | Constraint::RowsIs(_)
        | Constraint::ColsIs(_)
        | Constraint::ColsMultipleOf(_)
        | Constraint::RowsMultipleOf(_)
        | Constraint::HasPad => format!("Constraint::{d:?}"),
        _ => return None,
    };
    Some(text)
}

/// Rules that every target has.
pub fn common_rules(op: &OpDef) -> impl Iterator<Item = &'static Rule> {
    op.rules.iter().filter(|r| always(r))
}

/// Operands with the same element type by the rules of every target; first those of `dst`.
fn groups(op: &OpDef, slots: &[u8]) -> Vec<Vec<u8>> {
    let mut groups: Vec<Vec<u8>> = slots.iter().map(|&s| vec![s]).collect();
    let same = |r: &&Rule| matches!(r.constraint, Constraint::SameDtype | Constraint::SameType);
    for r in op.rules.iter().filter(|r| always(r)).filter(same) {
        let mut joined: Vec<u8> = Vec::new();
        groups.retain(|g| {
            let meets = g.iter().any(|s| r.of.contains(s));
            if meets {
                joined.extend(g);
            }
            !meets
        });
        if !joined.is_empty() {
            joined.sort_by_key(|s| slots.iter().position(|x| x == s));
            groups.push(joined);
        }
    }
    groups.sort_by_key(|g| slots.iter().position(|s| *s == g[0]));
    groups
}

/// Element traits of an instruction: of the operands that decide what each target takes, and of others that have a
/// list of their own.
pub fn element_traits(op: &'static OpDef) -> Vec<ElementTrait> {
    let mut list = Vec::new();
    let name = op.printed_name();
    let base = camel(&super::form::function(op));
    list.extend(support_trait(op, &base, name));
    for r in op.rules.iter().filter(|r| always(r)) {
        let Constraint::HasDtype(types) = r.constraint else { continue };
        for &slot in r.of {
            let o = &op.operands[slot as usize];
            if !matches!(sort(op, slot), Some(Sort::Tile | Sort::View)) {
                continue;
            }
            list.push(ElementTrait {
                name: format!("{base}{}Element", camel(o.name)),
                message: format!("`{}` of `pto.{name}` does not take `{{Self}}` elements", o.name),
                notes: vec![format!("it takes {}", rust_list(types))],
                types: types.iter().map(|&t| vec![t]).collect(),
                key: vec![slot],
            });
        }
    }
    list
}

fn support_trait(op: &'static OpDef, base: &str, name: &str) -> Option<ElementTrait> {
    let key = op.support.first()?.key;
    let mut types: BTreeSet<Vec<DType>> = BTreeSet::new();
    let mut notes = Vec::new();
    for s in op.support {
        if s.key.first() != key.first() {
            return None;
        }
        let targets: Vec<&str> = s.targets.iter().map(|t| t.name()).collect();
        let by = match s.rules {
            Rulebook::Device => "",
            Rulebook::Manual => ", by the manual,",
        };
        let targets = targets.join(" and ") + by;
        match s.types {
            Types::Absent => {}
            Types::Any => return None,
            Types::OneOf(list) => {
                types.extend(list.iter().map(|&d| vec![d]));
                notes.push(format!("{targets} takes {}", rust_list(list)));
            }
            Types::Tuples(list) => {
                types.extend(list.iter().map(|t| t.to_vec()));
                let tuples: Vec<String> =
                    list.iter().map(|t| format!("({})", rust_list(t))).collect();
                notes.push(format!("{targets} takes {}", tuples.join(" ")));
            }
        }
    }
    let width = types.first()?.len();
    if types.iter().any(|t| t.len() != width)
        || op.support.iter().any(|s| width > 1 && s.key != key)
    {
        return None;
    }
    let sorts: Vec<Option<Sort>> = key.iter().take(width).map(|&k| sort(op, k)).collect();
    if !sorts.iter().all(|s| matches!(s, Some(Sort::Tile | Sort::View))) {
        return None;
    }
    let (suffix, message) = match width {
        1 => ("Element", format!("`pto.{name}` does not take `{{Self}}` elements")),
        _ => {
            let of: Vec<&str> = key.iter().map(|&k| op.operands[k as usize].name).collect();
            let of = of.join(", ");
            ("Elements", format!("`pto.{name}` does not take `{{Self}}` elements for `({of})`"))
        }
    };
    Some(ElementTrait {
        name: format!("{base}{suffix}"),
        message,
        notes,
        types: types.into_iter().collect(),
        key: key[..width].to_vec(),
    })
}

/// The type parameters of a form.
pub fn shape(op: &'static OpDef, form: &Form, traits: &[ElementTrait]) -> Shape {
    let typed = |s: &u8| matches!(sort(op, *s), Some(Sort::Tile | Sort::View | Sort::Views));
    let slots: Vec<u8> = form.operands().filter(typed).collect();
    let groups = groups(op, &slots);
    let single = groups.len() == 1;
    let mut classes: Vec<Class> = groups
        .into_iter()
        .map(|slots| {
            let name = camel(op.operands[slots[0] as usize].name);
            let param = if single { "E".to_string() } else { format!("E{name}") };
            Class { param, slots, bound: None }
        })
        .collect();
    let class_of =
        |classes: &[Class], slot: u8| classes.iter().position(|c| c.slots.contains(&slot));
    let mut together = None;
    for t in traits {
        match t.key[..] {
            [one] => {
                if let Some(i) = class_of(&classes, one) {
                    classes[i].bound.get_or_insert(t.name.clone());
                }
            }
            _ => {
                let list: Option<Vec<usize>> =
                    t.key.iter().map(|&k| class_of(&classes, k)).collect();
                together = list.map(|l| (l, t.name.clone()));
            }
        }
    }
    Shape { classes, together }
}

impl Shape {
    /// The type parameter of an operand's elements.
    pub fn element(&self, slot: u8) -> &str {
        self.classes.iter().find(|c| c.slots.contains(&slot)).map_or("E", |c| &c.param)
    }
}

/// The tile whose element type a number has, among the operands of a form.
pub fn scalar_of(op: &OpDef, form: &Form, slot: u8) -> Option<u8> {
    let given: Vec<u8> = form.operands().collect();
    op.rules.iter().find_map(|r| match r.constraint {
        Constraint::ScalarOfTile if r.subjects().contains(&slot) && given.contains(&r.of[0]) => {
            Some(r.of[0])
        }
        _ => None,
    })
}

/// Whether Rust can call it: every operand has a sort, and it computes something.
pub fn is_callable(op: &OpDef, form: &Form) -> bool {
    form.params.iter().all(|p| match p {
        Param::Operand(slot, _) => sort(op, *slot).is_some(),
        Param::Attr(_) => true,
    })
}
