//! Statements that may be missing: a function of what was just written, a buffer that was not set, something that was not loaded.

use super::{Kind, Maker};
use pto_ir::dialect::Scf;
use pto_ir::module::Operand;
use pto_ir::{Node, NodeId, Span, ValueId};
use pto_isa::def::Kind as OperandKind;
use pto_isa::ty::ViewKind;
use pto_isa::{Role, Sem, Type};

/// Functions of one tile, of two, of a tile and a number.
const OF_ONE: [&str; 8] = ["texp", "tlog", "tsqrt", "trsqrt", "trecip", "tabs", "tneg", "trelu"];
const OF_TWO: [&str; 6] = ["tadd", "tsub", "tmul", "tdiv", "tmax", "tmin"];
const OF_NUMBER: [&str; 6] = ["tmuls", "tadds", "tsubs", "tdivs", "tmaxs", "tmins"];
/// Functions of a tile and one element for each row or column.
const OF_EACH: [&str; 6] = ["sub", "mul", "div", "add", "max", "min"];
/// The same of registers.
const OF_REGISTER: [&str; 6] = ["vexp", "vln", "vsqrt", "vabs", "vneg", "vrelu"];
const OF_REGISTERS: [&str; 6] = ["vadd", "vsub", "vmul", "vdiv", "vmax", "vmin"];

impl Maker<'_> {
    /// A function of the elements that were just written, in place: one that was forgotten.
    pub(super) fn add_after(&mut self, id: NodeId) {
        let node = *self.node(id);
        let Some(def) = self.module.def(&node) else { return };
        if matches!(def.sem, Sem::Machine | Sem::Store(_)) {
            return;
        }
        let is_out =
            |o: &&Operand| def.operands.get(o.slot as usize).is_some_and(|d| d.role == Role::Out);
        let outs: Vec<Operand> = self.operands(id).iter().filter(is_out).copied().collect();
        for out in outs {
            for (short, line) in self.functions_of_tile(id, out.value) {
                let at = Span::new(node.span.end, node.span.end);
                let what = format!("`pto.{short}` after it");
                self.add(Kind::Missing, id, what, vec![(at, format!("\n{line}"))]);
            }
        }
        self.add_to_registers(id, &node);
    }

    /// Functions of a tile, in place, that can stand after an operation: in short, and as statements.
    fn functions_of_tile(&self, id: NodeId, value: ValueId) -> Vec<(String, String)> {
        let module = self.module;
        let Some(ty @ Type::Tile(tile)) = module.type_of(value) else { return Vec::new() };
        let (name, ty, mut lines) = (format!("%{}", self.name(value)), ty.to_string(), Vec::new());
        if tile.dtype.is_float() {
            for op in OF_ONE {
                let line = format!("pto.{op} ins({name} : {ty}) outs({name} : {ty})");
                lines.push((op.to_string(), line));
            }
        }
        for value_of in self.in_sight(id) {
            let other = format!("%{}", self.name(value_of));
            let Some(other_type) = module.type_of(value_of).filter(|_| value_of != value) else {
                continue;
            };
            let each = |axis| OF_EACH.map(|f| format!("t{axis}expand{f}")).to_vec();
            let functions: Vec<String> = match other_type {
                Type::Tile(_) if module.value(value_of).ty == module.value(value).ty => {
                    OF_TWO.map(String::from).to_vec()
                }
                Type::Tile(t) if t.dtype == tile.dtype && t.cols == 1 => each("row"),
                Type::Tile(t) if t.dtype == tile.dtype && t.rows == 1 => each("col"),
                number if number.as_number() == Some(tile.dtype) => {
                    OF_NUMBER.map(String::from).to_vec()
                }
                _ => continue,
            };
            for op in functions {
                let types = format!("{ty}, {other_type}");
                let line = format!("pto.{op} ins({name}, {other} : {types}) outs({name} : {ty})");
                lines.push((format!("{op} {name}, {other}"), line));
            }
        }
        lines
    }

    /// A function of a register that was just computed, which all that follows takes instead.
    fn add_to_registers(&mut self, id: NodeId, node: &Node) {
        let module = self.module;
        let in_sight = self.in_sight(id);
        let is_mask = |v: &&ValueId| matches!(module.type_of(**v), Some(Type::Mask(_)));
        let Some(mask) = in_sight.iter().find(is_mask) else { return };
        for result in module.results(node) {
            let Some(ty @ Type::Vreg { dtype, .. }) = module.type_of(result) else { continue };
            if !dtype.is_float() {
                continue;
            }
            let uses: Vec<Span> = module
                .nodes()
                .filter(|(_, n)| n.span.start >= node.span.end)
                .flat_map(|(_, n)| module.operands(n))
                .filter(|o| o.value == result && self.source(o.span).starts_with('%'))
                .map(|o| o.span)
                .collect();
            let (name, ty) = (format!("%{}", self.name(result)), ty.to_string());
            let (mask_type, mask) =
                (module.type_of(*mask).map(Type::to_string), format!("%{}", self.name(*mask)));
            let mask_type = mask_type.unwrap_or_default();
            let mut lines: Vec<(String, String)> = OF_REGISTER
                .iter()
                .map(|op| (op.to_string(), format!("{op} {name}, {mask} : {ty}, {mask_type}")))
                .collect();
            for other in in_sight.iter().filter(|v| module.value(**v).ty == module.value(result).ty)
            {
                let other = format!("%{}", self.name(*other));
                lines.extend(OF_REGISTERS.iter().map(|op| {
                    let line = format!("{op} {name}, {other}, {mask} : {ty}, {ty}, {mask_type}");
                    (format!("{op} {name}, {other}"), line)
                }));
            }
            for (short, line) in lines {
                let at = Span::new(node.span.end, node.span.end);
                let mut edits = vec![(at, format!("\n%pto_new_ = pto.{line} -> {ty}"))];
                edits.extend(uses.iter().map(|span| (*span, "%pto_new_".to_string())));
                self.add(Kind::Missing, id, format!("`pto.{short}` after it"), edits);
            }
        }
    }

    /// A tile that an operation reads may not have been set, or not have been loaded: a number everywhere, or a view that nothing
    /// uses. Or something was to be done with it that has to do with what was written since.
    pub(super) fn add_before(&mut self, id: NodeId) {
        let node = *self.node(id);
        let Some(def) = self.module.def(&node).filter(|d| !matches!(d.sem, Sem::Machine)) else {
            return;
        };
        let read: Vec<Operand> = self.operands(id);
        let is_read = |o: &&Operand| {
            let operand = def.operands.get(o.slot as usize);
            operand.is_some_and(|d| d.kind == OperandKind::Tile && d.role != Role::Scratch)
        };
        for tile in read.iter().filter(is_read) {
            let Some(ty @ Type::Tile(of)) = self.module.type_of(tile.value) else { continue };
            let (name, ty) = (self.source(tile.span).to_string(), ty.to_string());
            let at = Span::new(node.span.start, node.span.start);
            if def.operands.get(tile.slot as usize).is_some_and(|d| d.role == Role::In) {
                for (short, line) in self.functions_of_tile(id, tile.value) {
                    let what = format!("`pto.{short}` before it");
                    self.add(Kind::Missing, id, what, vec![(at, format!("{line}\n"))]);
                }
            }
            // Before it, or before a loop around it.
            let mut place = Some(id).filter(|&id| self.module.parent(self.node(id)).is_some());
            while let Some(id) = place {
                let at = Span::new(self.node(id).span.start, self.node(id).span.start);
                for other in self.in_sight(id) {
                    let value = format!("%{}", self.name(other));
                    let (op, given) = match self.module.type_of(other) {
                        Some(number) if number.as_number() == Some(of.dtype) => {
                            ("texpands", number)
                        }
                        Some(view @ Type::View { kind: ViewKind::Partition, .. })
                            if !self.is_used(other) =>
                        {
                            ("tload", view)
                        }
                        _ => continue,
                    };
                    let line = format!("pto.{op} ins({value} : {given}) outs({name} : {ty})\n");
                    let what = format!("`pto.{op} {value}` to `{name}` before it");
                    self.add(Kind::Missing, id, what, vec![(at, line)]);
                }
                let around = self.module.parent(self.node(id));
                place = around.filter(|&id| self.node(id).is(Scf::For));
            }
        }
    }

    fn is_used(&self, value: ValueId) -> bool {
        let module = self.module;
        module.nodes().any(|(_, n)| module.operands(n).iter().any(|o| o.value == value))
    }
}
