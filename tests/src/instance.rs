//! Uses of an instruction in its own filetest.

use pto_ir::module::Node;
use pto_ir::{Attr, Module, ValueId};
use pto_isa::{OpDef, Target, Type};
use std::path::PathBuf;

/// One value of an operand.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Its type.
    pub ty: Type,
    /// Identity: operands with the same number are the same value.
    pub value: u32,
    /// The number it is, if a constant defines it.
    pub constant: Option<i64>,
    /// It is a result of the statement.
    pub result: bool,
}

/// One use of an instruction.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The instruction.
    pub def: &'static OpDef,
    /// The targets its section is checked on.
    pub targets: Vec<Target>,
    /// The values of each operand.
    pub slots: Vec<Vec<Given>>,
    /// Attributes as text; an empty text stands for a bare name.
    pub attrs: Vec<(String, String)>,
}

impl Instance {
    /// The type of each operand's first value.
    pub fn types(&self) -> Vec<Option<Type>> {
        self.slots.iter().map(|s| s.first().map(|g| g.ty.clone())).collect()
    }
}

/// The filetests of an instruction: files called like it, with `.` or `_`.
pub fn files_of(def: &OpDef, all: &[PathBuf]) -> Vec<PathBuf> {
    let names = [def.name, def.printed_name()].map(|n| n.replace('.', "_"));
    let is_own = |p: &&PathBuf| {
        let stem = p.file_stem().and_then(|s| s.to_str()).unwrap_or("").replace('.', "_");
        names.contains(&stem)
    };
    all.iter().filter(is_own).cloned().collect()
}

/// Its uses in these files. Sections that cannot be read have none.
pub fn instances(def: &'static OpDef, files: &[PathBuf]) -> Vec<Instance> {
    let mut list = Vec::new();
    for path in files {
        let Ok(text) = crate::read(path) else { continue };
        let Ok(sections) = crate::sections(&text) else { continue };
        for section in sections {
            let (module, _) = pto_ir::parse(&section.text);
            let targets = section.check.unwrap_or_default();
            let own =
                module.nodes().filter(|(_, n)| module.def(n).is_some_and(|d| std::ptr::eq(d, def)));
            list.extend(own.filter_map(|(_, n)| instance(&module, n, def, &targets)));
        }
    }
    list
}

fn instance(
    module: &Module,
    node: &Node,
    def: &'static OpDef,
    targets: &[Target],
) -> Option<Instance> {
    let mut slots = vec![Vec::new(); def.operands.len()];
    for o in module.operands(node) {
        slots.get_mut(o.slot as usize)?.push(given(module, o.value, false)?);
    }
    for v in module.results(node) {
        slots.get_mut(module.value(v).slot as usize)?.push(given(module, v, true)?);
    }
    let attrs = module.node_attrs(node).iter().map(|a| {
        let text = match module.attrs.get(a.value) {
            Attr::Unit => String::new(),
            attr => pto_ir::print::attr_text(module, attr),
        };
        (module.sym(a.name).to_string(), text)
    });
    Some(Instance { def, targets: targets.to_vec(), slots, attrs: attrs.collect() })
}

fn given(module: &Module, value: ValueId, result: bool) -> Option<Given> {
    // A result whose type is not written has none in the rebuilt program either.
    let ty = match module.type_of(value) {
        None if result => Type::Other("none".into()),
        ty => ty?.clone(),
    };
    Some(Given { ty, value: value.0, constant: constant(module, value), result })
}

fn constant(module: &Module, value: ValueId) -> Option<i64> {
    match module.constant(value)? {
        Attr::Int(v, _) => i64::try_from(*v).ok(),
        _ => None,
    }
}
