//! Module to text: the canonical form, or MLIR's generic form.

mod attr;
mod foreign;
mod generic;
mod instruction;
mod located;
mod place;
mod plain;
mod usual;

use crate::intern::Attr;
use crate::module::*;
pub use located::print_located;
use pto_isa::Type;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
pub(crate) use usual::typed_tail;

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
    let mut p = Printer { m: module, out: String::new(), style, indent: 0, spellings: None };
    for id in module.top() {
        p.node(id);
    }
    p.out
}

/// Prints one attribute value.
pub fn attr_text(module: &Module, attr: &Attr) -> String {
    let mut p = Printer {
        m: module,
        out: String::new(),
        style: Style::Canonical,
        indent: 0,
        spellings: None,
    };
    p.attr(attr);
    p.out
}

/// Prints one operation on one line (without its regions' contents changed).
pub fn node_text(module: &Module, id: NodeId) -> String {
    let mut p = Printer {
        m: module,
        out: String::new(),
        style: Style::Canonical,
        indent: 0,
        spellings: None,
    };
    p.node(id);
    p.out.trim_end().to_string()
}

/// Prints one operation, with types as a text spells them.
pub(crate) fn node_text_spelled(
    module: &Module,
    id: NodeId,
    spellings: &FxHashMap<TypeId, String>,
) -> String {
    let style = Style::Canonical;
    let mut p =
        Printer { m: module, out: String::new(), style, indent: 0, spellings: Some(spellings) };
    p.node(id);
    p.out.truncate(p.out.trim_end().len());
    p.out
}

pub(crate) struct Printer<'m> {
    /// How a text spells types; `None` for the usual way.
    pub spellings: Option<&'m FxHashMap<TypeId, String>>,
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
        let spelled = self.m.value(v).ty.and_then(|t| self.spellings?.get(&t));
        if let Some(text) = spelled {
            self.out.push_str(text);
            return;
        }
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
            (_, OpName::Dialect(op)) => self.foreign(node, op),
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
}
