//! Arrays of numbers on the scalar unit.

use super::body::Body;
use super::types;
use pto_ir::ValueId;
use pto_ir::module::NodeId;
use pto_isa::Type;

impl Body<'_> {
    pub(super) fn declare_array(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let Some(Type::Other(text)) = self.module.type_of(result) else { return };
        match array_type(text) {
            Some((element, extents)) => {
                let name = self.name(result);
                self.out.line(format!("{element} {name}{extents};"));
            }
            None => {
                self.refuse(node.span, format!("`{text}` has no C++"), "use an array of numbers")
            }
        }
    }

    fn element_of_array(&mut self, id: NodeId) -> Option<String> {
        let node = self.module.node(id);
        let array = self.operand(node, "array")?;
        let mut text = self.atom(array);
        let def = self.module.def(node)?;
        let slot = def.slot("indices").or_else(|| def.slot("index"))?;
        let indices: Vec<ValueId> = self.module.slot_values(node, slot).collect();
        for i in indices {
            text.push_str(&format!("[{}]", self.atom(i)));
        }
        Some(text)
    }

    pub(super) fn array_get(&mut self, id: NodeId) {
        let (element, result) =
            (self.element_of_array(id), self.module.results(self.module.node(id)).next());
        if let (Some(element), Some(result)) = (element, result) {
            self.define(result, &element);
        }
    }

    pub(super) fn array_set(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(value) = self.operand(node, "value") else { return };
        let value = self.atom(value);
        if let Some(element) = self.element_of_array(id) {
            self.out.line(format!("{element} = {value};"));
        }
    }
}

/// `!pto.local_array<4x8xi32>` as `int32_t` and `[4][8]`; `!pto.eventid_array<4>` as `int64_t` and `[4]`.
fn array_type(text: &str) -> Option<(&'static str, String)> {
    let inside = |prefix: &str| text.strip_prefix(prefix)?.strip_suffix('>');
    if let Some(count) = inside("!pto.eventid_array<") {
        return Some(("int64_t", format!("[{}]", count.trim().parse::<u32>().ok()?)));
    }
    let mut rest = inside("!pto.local_array<")?.trim();
    let mut extents = String::new();
    while let Some((count, after)) = rest.split_once('x') {
        let Ok(count) = count.trim().parse::<u32>() else { break };
        extents.push_str(&format!("[{count}]"));
        rest = after;
    }
    let element = pto_isa::DType::parse(rest.trim()).and_then(types::element)?;
    (!extents.is_empty()).then_some((element, extents))
}
