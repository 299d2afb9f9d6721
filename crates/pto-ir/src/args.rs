//! What the rules of the instruction table see of an operation: its operands by slot, its attributes.

use crate::module::{Module, Node, ValueId};
use pto_isa::rule::{AttrValue, Slot};
use smallvec::SmallVec;

/// The operands of an operation, by slot.
pub type Slots<'m> = SmallVec<[Slot<'m>; 8]>;
/// Its attributes, as the table spells them.
pub type Attrs<'m> = SmallVec<[(&'m str, AttrValue<'m>); 4]>;

/// What the rules see of an operation.
pub fn args_of<'m>(
    module: &'m Module,
    node: &Node,
    constant: &dyn Fn(ValueId) -> Option<i64>,
) -> (Slots<'m>, Attrs<'m>) {
    let (mut slots, mut attrs) = (Slots::new(), Attrs::new());
    fill_args(module, node, constant, &mut slots, &mut attrs);
    (slots, attrs)
}

/// Like [`args_of`], into lists that are used again and again.
pub fn fill_args<'m>(
    module: &'m Module,
    node: &Node,
    constant: &dyn Fn(ValueId) -> Option<i64>,
    slots: &mut Slots<'m>,
    attrs: &mut Attrs<'m>,
) {
    slots.clear();
    slots.resize(module.def(node).map_or(0, |d| d.operands.len()), Slot::default());
    let mut put = |slot: u8, value: ValueId| {
        let Some(s) = slots.get_mut(slot as usize) else { return };
        if s.present {
            s.add(constant(value));
        } else {
            *s = Slot::one(module.type_of(value), value.0, constant(value));
        }
    };
    for o in module.operands(node) {
        put(o.slot, o.value);
    }
    for v in module.results(node) {
        put(module.value(v).slot, v);
    }
    attrs.clear();
    let def = module.def(node);
    attrs.extend(module.node_attrs(node).iter().map(|a| {
        let (name, value) = (module.sym(a.name), module.attrs.get(a.value).for_rules());
        (name, def.map_or(value, |d| d.spell(name, value)))
    }));
}
