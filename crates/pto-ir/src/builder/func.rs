//! Functions: arguments, results, attributes, body.

use super::{AttrSource, Builder};
use crate::dialect::{self, DialectOp};
use crate::intern::Attr;
use crate::module::*;
use pto_isa::{Type, code};

/// A function that gets its arguments, results and attributes. It exists when [`body`](Func::body),
/// [`begin`](Func::begin) or [`declare`](Func::declare) is called.
#[must_use = "the function is not made before `body`, `begin` or `declare`"]
pub struct Func<'b> {
    b: &'b mut Builder,
    name: String,
    args: Vec<(String, TypeId)>,
    arg_attrs: Vec<Vec<NamedAttr>>,
    results: Vec<TypeId>,
    attrs: Vec<NamedAttr>,
}

impl Builder {
    /// A function of this name.
    ///
    /// ```
    /// # use pto_isa::{DType, TileTy};
    /// let mut b = pto_ir::Module::builder();
    /// let tile = b.ty(TileTy::vec(DType::F16, 16, 16));
    /// b.func("f").arg("x", tile).attr("pto.entry", true).body(|b, args| {
    ///     b.op("tneg").ins([args[0]]).outs([args[0]]).end();
    /// });
    /// let text = pto_ir::print(&b.finish().unwrap(), pto_ir::Style::Canonical);
    /// assert!(text.contains("func.func @f(%x: !pto.tile_buf<vec, 16x16xf16>) attributes {pto.entry = true} {"));
    /// ```
    pub fn func(&mut self, name: &str) -> Func<'_> {
        if name.is_empty() {
            self.problem(code::SYNTAX, "a function needs a name");
        }
        Func {
            b: self,
            name: super::attr::escape(name),
            args: Vec::new(),
            arg_attrs: Vec::new(),
            results: Vec::new(),
            attrs: Vec::new(),
        }
    }

    /// Ends the function. One without results returns by itself.
    pub fn end_func(&mut self) {
        match self.function {
            Some(depth) if depth == self.frames.len() => {
                self.close();
            }
            Some(depth) if depth < self.frames.len() => {
                self.problem(code::UNCLOSED, "a function ends before what it begins");
                self.frames.truncate(depth);
                self.close();
            }
            _ => self.problem(code::MISPLACED, "`end_func` stands where no function is open"),
        }
    }

    /// Returns from the function.
    pub fn ret(&mut self, values: impl AsRef<[ValueId]>) {
        self.dialect(dialect::Func::Return).operands(values).end();
    }

    /// Calls a function: its results have these types.
    pub fn call(
        &mut self,
        callee: &str,
        arguments: impl AsRef<[ValueId]>,
        results: &[TypeId],
    ) -> super::Values {
        let callee = Attr::Symbol(super::attr::escape(callee).into());
        self.dialect(dialect::Func::Call)
            .operands(arguments)
            .attr("callee", callee)
            .results(results)
            .end()
    }

    /// Adds the `return` that a function without results need not be given.
    pub(super) fn end_of_function(&mut self, node: NodeId) {
        self.function = None;
        let last = self.module.blocks[self.block.index()].ops.last().copied();
        let returned = last.is_some_and(|n| {
            let node = self.module.node(n);
            node.is(dialect::Func::Return) || node.dialect_op().is_some_and(DialectOp::is_branch)
        });
        if returned {
            return;
        }
        let ty = self.module.attr(&self.module.nodes[node.index()], "function_type");
        let gives = ty.is_some_and(|a| match self.module.attrs.get(a.value) {
            Attr::Type(t) => {
                matches!(self.module.types.get(*t), Type::Function { results, .. } if !results.is_empty())
            }
            _ => false,
        });
        if gives {
            self.problem(code::YIELD, "a function with results ends without `ret`");
        }
        self.ret([]);
    }
}

impl Func<'_> {
    /// An argument.
    pub fn arg(mut self, name: &str, ty: TypeId) -> Self {
        let ty = self.b.usable_type(ty);
        self.args.push((name.to_string(), ty));
        self.arg_attrs.push(Vec::new());
        self
    }

    /// An attribute of the argument given last.
    pub fn arg_attr(mut self, name: &str, value: impl AttrSource) -> Self {
        let attr = self.b.named_attr(None, name, value);
        match self.arg_attrs.last_mut() {
            Some(list) if list.iter().all(|a| a.name != attr.name) => list.push(attr),
            _ => {
                let message = format!("`{name}` follows no argument, or the same one twice");
                self.b.problem(code::BAD_ATTR, message);
            }
        }
        self
    }

    /// The type of a result; again for the next one.
    pub fn result(mut self, ty: TypeId) -> Self {
        self.results.push(self.b.usable_type(ty));
        self
    }

    /// An attribute of the function, such as `pto.entry`.
    pub fn attr(mut self, name: &str, value: impl AttrSource) -> Self {
        let attr = self.b.named_attr(None, name, value);
        let own = ["sym_name", "sym_visibility", "function_type", "arg_attrs"];
        if own.contains(&name) || self.attrs.iter().any(|a| a.name == attr.name) {
            self.b.problem(code::BAD_ATTR, format!("`{name}` of `@{}` is given twice", self.name));
        } else {
            self.attrs.push(attr);
        }
        self
    }

    /// Makes the function. `body` gets the arguments.
    pub fn body(mut self, body: impl FnOnce(&mut Builder, &[ValueId])) {
        let args = self.open();
        body(self.b, &args);
        self.b.end_func();
    }

    /// Makes the function and begins its body, which has these arguments; [`Builder::end_func`] ends it.
    pub fn begin(mut self) -> Vec<ValueId> {
        self.open()
    }

    /// A function without a body.
    pub fn declare(mut self) {
        self.make();
    }

    fn open(&mut self) -> Vec<ValueId> {
        let node = self.make();
        self.b.names.new_function(ValueId(self.b.module.values.len() as u32));
        let args: Vec<(&str, TypeId)> = self.args.iter().map(|(n, t)| (n.as_str(), *t)).collect();
        let args = self.b.open_body(node, &args);
        self.b.function = Some(self.b.frames.len());
        args
    }

    fn make(&mut self) -> NodeId {
        if self.b.function.is_some() {
            self.b.problem(code::MISPLACED, "a function stands inside another");
        }
        let m = &mut self.b.module;
        let own = |ids: &mut dyn Iterator<Item = TypeId>| -> Box<[Type]> {
            ids.map(|t| m.types.get(t).clone()).collect()
        };
        let inputs = own(&mut self.args.iter().map(|a| a.1));
        let results = own(&mut self.results.iter().copied());
        let ty = m.types.intern(Type::Function { inputs, results });
        let mut arg_attrs = Vec::new();
        for list in &self.arg_attrs {
            let dict = list.iter().map(|a| (a.name, a.value)).collect();
            arg_attrs.push(m.attrs.intern(Attr::Dict(dict)));
        }
        let any = self.arg_attrs.iter().any(|l| !l.is_empty());
        let mut s = self
            .b
            .dialect(dialect::Func::Func)
            .attr("sym_name", Attr::Str(self.name.as_str().into()));
        s = s.attr("function_type", Attr::Type(ty));
        if any {
            s = s.attr("arg_attrs", Attr::Array(arg_attrs.into()));
        }
        s.b.module.attr_pool.extend_from_slice(&self.attrs);
        s.make().0
    }
}
