//! Module to text: the canonical form, or MLIR's generic form.

mod foreign;
mod place;
mod plain;
mod usual;

use crate::intern::Attr;
use crate::module::*;
use crate::parse::{assign, dps_slots};
use crate::syntax::{self, Syntax};
use pto_isa::def::{Arity, OpDef, Role};
use pto_isa::{OpId, Type};
use std::fmt::Write as _;
pub(crate) use usual::typed_tail;
use usual::{is_path, is_plain_name};

/// Which spelling of operations to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Each instruction in its own form.
    Canonical,
    /// `"pto.op"(...) <{...}> : (...) -> (...)` for everything.
    Generic,
}

/// Prints a program. Names are kept; comments are not (see the formatter for that).
///
/// ```
/// let (m, _) = pto_ir::parse("func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) { return }");
/// assert_eq!(
///     pto_ir::print(&m, pto_ir::Style::Canonical),
///     "func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) {\n  return\n}\n",
/// );
/// ```
pub fn print(module: &Module, style: Style) -> String {
    let mut p = Printer { m: module, out: String::new(), style, indent: 0 };
    for id in module.top() {
        p.node(id);
    }
    p.out
}

/// Prints one attribute value.
pub fn attr_text(module: &Module, attr: &Attr) -> String {
    let mut p = Printer { m: module, out: String::new(), style: Style::Canonical, indent: 0 };
    p.attr(attr);
    p.out
}

/// Prints one operation on one line (without its regions' contents changed).
pub fn node_text(module: &Module, id: NodeId) -> String {
    let mut p = Printer { m: module, out: String::new(), style: Style::Canonical, indent: 0 };
    p.node(id);
    p.out.trim_end().to_string()
}

pub(crate) struct Printer<'m> {
    pub m: &'m Module,
    pub out: String,
    pub style: Style,
    pub indent: usize,
}

impl Printer<'_> {
    fn pad(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    pub(crate) fn value(&mut self, v: ValueId) {
        self.out.push('%');
        self.out.push_str(self.m.sym(self.m.value(v).name));
    }

    pub(crate) fn values(&mut self, list: &[ValueId]) {
        for (i, &v) in list.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.value(v);
        }
    }

    fn ty_of(&mut self, v: ValueId) {
        match self.m.type_of(v) {
            Some(t) => {
                let _ = write!(self.out, "{t}");
            }
            None => self.out.push_str("none"),
        }
    }

    pub(crate) fn types(&mut self, list: &[ValueId]) {
        for (i, &v) in list.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.ty_of(v);
        }
    }

    fn paren_types(&mut self, list: &[ValueId], always: bool) {
        let function = |v: &ValueId| matches!(self.m.type_of(*v), Some(Type::Function { .. }));
        if !always && list.len() == 1 && !function(&list[0]) {
            self.ty_of(list[0]);
            return;
        }
        self.out.push('(');
        self.types(list);
        self.out.push(')');
    }

    fn result_names(&mut self, node: &Node) {
        let name = |v: ValueId| self.m.sym(self.m.value(v).name);
        // Results without names come last.
        let results: Vec<ValueId> =
            self.m.results(node).take_while(|&v| !name(v).is_empty()).collect();
        if results.is_empty() {
            return;
        }
        let mut i = 0;
        let mut out = String::new();
        while i < results.len() {
            let first = name(results[i]);
            out.push_str(if i == 0 { "%" } else { ", %" });
            match first.strip_suffix("#0") {
                Some(base) => {
                    let n = (i..results.len())
                        .take_while(|&j| name(results[j]) == format!("{base}#{}", j - i))
                        .count();
                    let _ = write!(out, "{base}:{n}");
                    i += n;
                }
                None => {
                    out.push_str(first);
                    i += 1;
                }
            }
        }
        self.out.push_str(&out);
        self.out.push_str(" = ");
    }

    pub(crate) fn node(&mut self, id: NodeId) {
        let node = self.m.node(id);
        self.pad();
        self.result_names(node);
        match (self.style, node.name) {
            (Style::Generic, _) => self.generic(node),
            (_, OpName::Pto(op)) => self.instruction(node, op),
            (_, OpName::Foreign(_)) => self.foreign(node),
            (_, OpName::Unknown(_)) => self.generic(node),
        }
        self.out.push('\n');
    }

    pub(crate) fn region(&mut self, region: RegionId, entry_args: bool) {
        self.out.push_str("{\n");
        self.indent += 1;
        let blocks = &self.m.region(region).blocks;
        for (i, &b) in blocks.iter().enumerate() {
            let block = self.m.block(b);
            // The entry's arguments may stand at the operation already.
            let labelled = block.label.is_some() || !block.args.is_empty();
            if i > 0 || (entry_args && labelled) || (block.args.is_empty() && self.is_target(b)) {
                self.label(b, i);
            }
            for &op in &block.ops {
                self.node(op);
            }
        }
        self.indent -= 1;
        self.pad();
        self.out.push('}');
    }

    fn block_name(&self, b: BlockId) -> String {
        match self.m.block(b).label {
            Some(l) => self.m.sym(l).to_string(),
            // A name no label of the text has.
            None => format!("_{}", b.0),
        }
    }

    fn label(&mut self, b: BlockId, _index: usize) {
        let name = self.block_name(b);
        for _ in 1..self.indent {
            self.out.push_str("  ");
        }
        let _ = write!(self.out, "^{name}");
        let args = &self.m.block(b).args;
        if !args.is_empty() {
            self.out.push('(');
            self.arg_list(args, None);
            self.out.push(')');
        }
        self.out.push_str(":\n");
    }

    /// `%a: T, %b: T`
    pub(crate) fn arg_list(&mut self, args: &[ValueId], attrs: Option<&[AttrId]>) {
        for (i, &a) in args.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.value(a);
            self.out.push_str(": ");
            self.ty_of(a);
            if let Some(&attr) = attrs.and_then(|l| l.get(i))
                && let Attr::Dict(d) = self.m.attrs.get(attr)
                && !d.is_empty()
            {
                self.out.push(' ');
                self.attr(&Attr::Dict(d.clone()));
            }
        }
    }

    pub(crate) fn successor(&mut self, s: &Successor) {
        let name = self.block_name(s.block);
        let _ = write!(self.out, "^{name}");
        let values: Vec<ValueId> = self.m.successor_operands(s).iter().map(|o| o.value).collect();
        if !values.is_empty() {
            self.out.push('(');
            self.values(&values);
            self.out.push_str(" : ");
            self.types(&values);
            self.out.push(')');
        }
    }

    pub(crate) fn operand_values(&self, node: &Node) -> Vec<ValueId> {
        self.m.operands(node).iter().map(|o| o.value).collect()
    }

    // -- attributes --

    pub(crate) fn attr(&mut self, attr: &Attr) {
        match attr {
            Attr::Unit => self.out.push_str("unit"),
            Attr::Bool(b) => {
                let _ = write!(self.out, "{b}");
            }
            Attr::Int(v, ty) => {
                let _ = write!(self.out, "{v}");
                self.attr_type(*ty);
            }
            Attr::Float(text, ty) => {
                self.out.push_str(text);
                self.attr_type(*ty);
            }
            Attr::Str(text) => {
                let _ = write!(self.out, "\"{text}\"");
            }
            Attr::Symbol(text) => {
                if is_plain_name(text) || is_path(text) {
                    let _ = write!(self.out, "@{text}");
                } else {
                    let _ = write!(self.out, "@\"{text}\"");
                }
            }
            Attr::Type(t) => {
                let _ = write!(self.out, "{}", self.m.types.get(*t));
            }
            Attr::Array(list) => {
                self.out.push('[');
                for (i, &a) in list.iter().enumerate() {
                    self.out.push_str(if i == 0 { "" } else { ", " });
                    self.attr(&self.m.attrs.get(a).clone());
                }
                self.out.push(']');
            }
            Attr::Dict(list) => {
                self.out.push('{');
                for (i, &(name, a)) in list.iter().enumerate() {
                    self.out.push_str(if i == 0 { "" } else { ", " });
                    self.named_attr(name, a);
                }
                self.out.push('}');
            }
            Attr::Case { kind, value, dotted: false } => {
                let _ = write!(self.out, "#pto<{kind} {value}>");
            }
            Attr::Case { kind, value, dotted: true } => {
                let _ = write!(self.out, "#pto.{kind}<{value}>");
            }
            Attr::Word(w) => {
                let _ = write!(self.out, "<{w}>");
            }
            Attr::Other(text) => self.out.push_str(text),
        }
    }

    fn attr_type(&mut self, ty: Option<TypeId>) {
        if let Some(t) = ty {
            let _ = write!(self.out, " : {}", self.m.types.get(t));
        }
    }

    fn named_attr(&mut self, name: Sym, value: AttrId) {
        let text = self.m.sym(name);
        if is_plain_name(text) && !text.starts_with(|c: char| c.is_ascii_digit()) {
            self.out.push_str(text);
        } else {
            let _ = write!(self.out, "\"{text}\"");
        }
        let attr = self.m.attrs.get(value);
        if *attr != Attr::Unit {
            self.out.push_str(" = ");
            self.attr(&attr.clone());
        }
    }

    /// `{a = 1, b}`; nothing if there is none.
    pub(crate) fn attr_dict(&mut self, attrs: &[NamedAttr]) {
        if attrs.is_empty() {
            return;
        }
        if let [a] = attrs
            && *self.m.attrs.get(a.value) == Attr::Unit
            && syntax::is_statement(self.m.sym(a.name))
        {
            // Without quotes it would be a body.
            let _ = write!(self.out, "{{\"{}\"}}", self.m.sym(a.name));
            return;
        }
        self.out.push('{');
        for (i, a) in attrs.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.named_attr(a.name, a.value);
        }
        self.out.push('}');
    }

    // -- the generic form --

    pub(crate) fn generic(&mut self, node: &Node) {
        let name = self.m.op_name(node).into_owned();
        let operands = self.operand_values(node);
        let _ = write!(self.out, "\"{name}\"(");
        self.values(&operands);
        self.out.push(')');
        let successors = self.m.successors(node).to_vec();
        if !successors.is_empty() {
            self.out.push('[');
            for (i, s) in successors.iter().enumerate() {
                self.out.push_str(if i == 0 { "" } else { ", " });
                self.successor(s);
            }
            self.out.push(']');
        }
        self.properties(node);
        let regions = self.m.node_regions(node).to_vec();
        if !regions.is_empty() {
            self.out.push_str(" (");
            for (i, &r) in regions.iter().enumerate() {
                self.out.push_str(if i == 0 { "" } else { ", " });
                self.region(r, true);
            }
            self.out.push(')');
        }
        self.out.push_str(" : ");
        self.paren_types(&operands, true);
        self.out.push_str(" -> ");
        let results: Vec<ValueId> = self.m.results(node).collect();
        self.paren_types(&results, false);
    }

    /// `<{...}>` with the sizes of operand groups where the kinds alone do not tell.
    fn properties(&mut self, node: &Node) {
        let attrs = self.m.node_attrs(node).to_vec();
        // Outputs are operands all at once or not at all, unless the sizes say otherwise.
        let some_outs = |op: OpId| {
            let given = |s: &u8| self.m.operands(node).iter().any(|o| o.slot == *s);
            let slots = &syntax::of(op).result_slots;
            slots.iter().any(given) && !slots.iter().all(given)
        };
        let segments = match node.name {
            OpName::Pto(op) => Some(op.def())
                .filter(|d| d.operands.iter().any(|o| o.arity != Arity::One) || some_outs(op)),
            _ => None,
        };
        if attrs.is_empty() && segments.is_none() {
            return;
        }
        self.out.push_str(" <{");
        if let Some(def) = segments {
            let operands = self.m.operands(node);
            let sizes: Vec<String> = (0..def.operands.len())
                .map(|s| operands.iter().filter(|o| o.slot as usize == s).count().to_string())
                .collect();
            let _ = write!(self.out, "operandSegmentSizes = array<i32: {}>", sizes.join(", "));
            self.out.push_str(if attrs.is_empty() { "" } else { ", " });
        }
        for (i, a) in attrs.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.named_attr(a.name, a.value);
        }
        self.out.push_str("}>");
    }

    // -- instructions --

    fn instruction(&mut self, node: &Node, op: OpId) {
        let def = op.def();
        let syn = syntax::of(op);
        let start = self.out.len();
        let _ = write!(self.out, "pto.{}", def.printed_name());
        let operands = self.m.operands(node);
        let out_operand = operands.iter().any(|o| {
            def.operands.get(o.slot as usize).is_some_and(|d| d.role == Role::Out)
                && syn.result_slots.contains(&o.slot)
        });
        let no_results = node.results.is_empty();
        let dps = (syntax::is_dps(def) && (no_results || node.written == Written::Dps))
            || (out_operand && no_results)
            || (node.written == Written::Dps && no_results);
        let mut attrs = self.m.node_attrs(node).to_vec();
        let whole = match dps {
            true => self.dps(node, def, syn, &attrs),
            false => self.plain(node, def, syn, &mut attrs),
        };
        if !whole {
            self.out.truncate(start);
            return self.generic(node);
        }
        let regions = self.m.node_regions(node).to_vec();
        for r in regions {
            self.out.push(' ');
            self.region(r, true);
        }
    }

    /// Values of one slot, in order.
    fn slot(&self, node: &Node, slot: u8) -> Vec<ValueId> {
        let operands = self.m.operands(node).iter();
        operands.filter(|o| o.slot == slot).map(|o| o.value).collect()
    }

    fn group(&mut self, word: &str, values: &[ValueId]) {
        let _ = write!(self.out, " {word}(");
        self.values(values);
        if !values.is_empty() {
            self.out.push_str(" : ");
            self.types(values);
        }
        self.out.push(')');
    }

    /// Whether `ins(...)` and `outs(...)` tell the reader which operand each value is.
    fn dps_reads_back(
        &self,
        def: &OpDef,
        syn: &Syntax,
        operands: &[Operand],
        results: &[ValueId],
    ) -> bool {
        let (outs, ins): (Vec<Operand>, Vec<Operand>) =
            operands.iter().partition(|o| syn.outs.contains(&o.slot));
        let (in_slots, mut out_slots) = dps_slots(def, syn, ins.len(), outs.len());
        out_slots.truncate(out_slots.len().saturating_sub(results.len()));
        let same = |slots: &[u8], meant: &[Operand]| {
            let values: Vec<ValueId> = meant.iter().map(|o| o.value).collect();
            let found = assign(self.m, def, slots, &values, true);
            found.is_some_and(|f| f.iter().eq(meant.iter().map(|o| &o.slot)))
        };
        let result_only = outs.is_empty() && !results.is_empty();
        same(&in_slots, &ins)
            && (result_only || same(&out_slots, &outs))
            && results.iter().all(|&v| self.is_named(v))
    }

    /// Prints `ins(...) outs(...)`. `false` if they would not be read as they are meant.
    fn dps(&mut self, node: &Node, def: &OpDef, syn: &Syntax, attrs: &[NamedAttr]) -> bool {
        let operands = self.m.operands(node).to_vec();
        let is_out = |o: &Operand| syn.outs.contains(&o.slot);
        let pick = |out: bool| -> Vec<ValueId> {
            operands.iter().filter(|o| is_out(o) == out).map(|o| o.value).collect()
        };
        let (ins, outs) = (pick(false), pick(true));
        let results: Vec<ValueId> = self.m.results(node).collect();
        let bound = operands.iter().all(|o| o.slot != NO_SLOT);
        if bound && !self.dps_reads_back(def, syn, &operands, &results) {
            return false;
        }
        if !ins.is_empty() || !syn.ins.is_empty() {
            self.group("ins", &ins);
        }
        if !outs.is_empty() {
            self.group("outs", &outs);
        } else if !results.is_empty() {
            self.out.push_str(" outs : ");
            self.types(&results);
        }
        if !attrs.is_empty() {
            self.out.push(' ');
            self.attr_dict(attrs);
        }
        if !outs.is_empty() && !results.is_empty() {
            self.out.push_str(" -> ");
            self.types(&results);
        }
        true
    }
}
