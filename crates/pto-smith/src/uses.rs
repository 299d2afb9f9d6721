//! Uses of instructions: operand types and attributes, as the test programs write them.

use pto_check::breaches;
use pto_ir::module::Node;
use pto_ir::{Attr, Module, ValueId};
use pto_isa::order;
use pto_isa::rule::Slot;
use pto_isa::{Args, AttrValue, OpDef, Rulebook, Target, Type};
use std::path::{Path, PathBuf};

/// One value of an operand.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Which operand it is.
    pub slot: u8,
    /// Its type.
    pub ty: Type,
    /// Identity: operands with the same number are the same value.
    pub value: u32,
    /// The number it is, if a constant defines it.
    pub constant: Option<i64>,
    /// It is a result of the statement.
    pub result: bool,
}

/// An attribute's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// A number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A word of a list.
    Word(String),
    /// Anything else, which no rule reads.
    Other,
}

impl Setting {
    /// As rules see it.
    pub fn value(&self) -> AttrValue<'_> {
        match self {
            Setting::Int(n) => AttrValue::Int(*n),
            Setting::Bool(b) => AttrValue::Bool(*b),
            Setting::Word(w) => AttrValue::Word(w),
            Setting::Other => AttrValue::Other,
        }
    }
    fn of(value: AttrValue<'_>) -> Setting {
        match value {
            AttrValue::Int(n) => Setting::Int(n),
            AttrValue::Bool(b) => Setting::Bool(b),
            AttrValue::Word(w) => Setting::Word(w.into()),
            AttrValue::Text(_) | AttrValue::Other => Setting::Other,
        }
    }
}

/// One use of an instruction.
#[derive(Clone, Debug)]
pub struct Use {
    /// The instruction.
    pub def: &'static OpDef,
    /// Values in the order of their slots.
    pub given: Vec<Given>,
    /// Attributes by name.
    pub attrs: Vec<(String, Setting)>,
}

impl Use {
    /// What rules see of it on a target.
    pub fn with_args<R>(&self, target: Target, look: impl FnOnce(&Args<'_>) -> R) -> R {
        let mut slots = vec![Slot::default(); self.def.operands.len()];
        for g in &self.given {
            let slot = &mut slots[g.slot as usize];
            if !slot.present {
                let constant = g.constant;
                *slot = Slot::one(Some(&g.ty), g.value, constant);
            }
        }
        let attrs: Vec<_> = self.attrs.iter().map(|(n, s)| (n.as_str(), s.value())).collect();
        look(&Args { target, slots: &slots, attrs: &attrs })
    }

    /// Whether the checker accepts it, warnings aside.
    pub fn is_legal(&self, target: Target) -> bool {
        self.with_args(target, |args| {
            breaches(self.def, args, Rulebook::Device).iter().all(|f| f.breach.warn)
        })
    }

    /// Whether its operands are something a case can be made of: tiles, numbers, views and pointers, at
    /// least one tile.
    fn is_about_tiles(&self) -> bool {
        let can_be_given = |g: &Given| {
            use Type::{Index, Ptr, Scalar, Tile, View};
            g.result || matches!(g.ty, Tile(_) | Scalar(_) | Index | Ptr { .. } | View { .. })
        };
        self.given.iter().all(can_be_given) && self.given.iter().any(|g| g.ty.as_tile().is_some())
    }
}

/// The `.pto` files under a folder.
pub(crate) fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "pto") {
            found.push(path);
        }
    }
}

/// All uses in the programs under a folder that are legal on some target and about tiles, in a fixed order.
pub fn read_all(folder: &Path) -> Vec<Use> {
    let mut uses = read_legal(folder);
    uses.retain(Use::is_about_tiles);
    uses
}

/// All uses in the programs under a folder that are legal on some target, in a fixed order.
pub fn read_legal(folder: &Path) -> Vec<Use> {
    let mut files = Vec::new();
    programs(folder, &mut files);
    order::sort(&mut files);
    let mut uses: Vec<Use> = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for section in text.split("\n// -----\n") {
            let (module, _) = pto_ir::parse(section);
            let read = module.nodes().filter_map(|(_, node)| read_use(&module, node));
            let legal = |u: &Use| Target::PROFILES.iter().any(|&t| u.is_legal(t));
            uses.extend(read.filter(legal));
        }
    }
    uses
}

fn read_use(module: &Module, node: &Node) -> Option<Use> {
    let def = module.def(node)?;
    let mut given = Vec::new();
    for o in module.operands(node) {
        given.push(read_given(module, o.value, o.slot, false)?);
    }
    for v in module.results(node) {
        given.push(read_given(module, v, module.value(v).slot, true)?);
    }
    order::by_key(&mut given, |g| g.slot);
    if given.iter().any(|g| g.slot as usize >= def.operands.len()) {
        return None;
    }
    let attrs = module.node_attrs(node).iter();
    let attrs = attrs.map(|a| {
        (module.sym(a.name).to_string(), Setting::of(module.attrs.get(a.value).for_rules()))
    });
    Some(Use { def, given, attrs: attrs.collect() })
}

fn read_given(module: &Module, value: ValueId, slot: u8, result: bool) -> Option<Given> {
    let ty = module.type_of(value)?.clone();
    Some(Given { slot, ty, value: value.0, constant: constant(module, value), result })
}

fn constant(module: &Module, value: ValueId) -> Option<i64> {
    match module.constant(value)? {
        Attr::Int(v, _) => i64::try_from(*v).ok(),
        _ => None,
    }
}
