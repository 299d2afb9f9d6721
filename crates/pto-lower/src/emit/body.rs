//! The body of a function: what each value is called, and what each operation becomes.

use super::names::Names;
use super::queue::Queues;
use super::strides::Calls;
use super::types;
use super::view::View;
use super::writer::Writer;
use pto_analysis::facts::instruction;

use pto_ir::dialect::{Arith, Builtin, Dialect, DialectOp, Func, Math, Scf};
use pto_ir::module::{BlockId, Node, NodeId};
use pto_ir::{Attr, Diagnostic, Module, Span, ValueId};
use pto_isa::{DType, Target, TileTy, Type, code};
use rustc_hash::{FxHashMap, FxHashSet};

/// What stands for a value that could not be written; the text is not used then.
const NOTHING: &str = "/* nothing */";

/// A function that is being written.
pub(super) struct Body<'m> {
    pub module: &'m Module,
    pub target: Target,
    /// Choose layouts of views that are not stated.
    pub infer_layout: bool,
    pub out: Writer,
    pub names: Names<'m>,
    /// Why the text cannot be used.
    pub refused: Vec<Diagnostic>,
    /// C++ names of functions.
    pub functions: &'m FxHashMap<String, String>,
    /// Variables and literals, by value.
    pub atoms: FxHashMap<ValueId, String>,
    /// Tiles whose C++ type differs from the type in the program.
    pub retyped: FxHashMap<ValueId, TileTy>,
    /// Tiles whose variables are references.
    pub references: FxHashSet<ValueId>,
    /// Views on global memory, by value.
    pub views: FxHashMap<ValueId, View>,
    /// Queues between cores that are open, by their number.
    pub pipes: FxHashMap<i64, String>,
    /// Queues between the cores of a block.
    pub queues: &'m Queues<'m>,
    /// Where each value is used, once for each operand that it is.
    pub users: &'m FxHashMap<ValueId, Vec<NodeId>>,
    /// The calls of each function, by its name.
    pub calls: &'m Calls,
    /// Values whose variables belong to something else: counters of loops, what a scope takes in.
    pub borrowed: FxHashSet<ValueId>,
    /// Vector scopes around the place.
    pub vector_scopes: usize,
    /// Tensors that are declared: one map for each open block, by value and layout.
    pub tensors: Vec<FxHashMap<(ValueId, String), String>>,
}

impl<'m> Body<'m> {
    /// Says that something cannot be written.
    pub fn refuse(&mut self, span: Span, message: impl Into<String>, why: &str) {
        let d = Diagnostic::error(code::NO_CPP, span, message).help(why);
        self.refused.push(Diagnostic { target: Some(self.target), ..d });
    }

    /// The operations that a value is an operand of.
    pub fn users_of(&self, value: ValueId) -> impl Iterator<Item = &'m Node> {
        let module = self.module;
        self.users.get(&value).into_iter().flatten().map(move |&id| module.node(id))
    }

    /// The variable or literal of a value.
    pub fn atom(&mut self, value: ValueId) -> String {
        if let Some(text) = self.atoms.get(&value) {
            return text.clone();
        }
        if self.refused.is_empty() {
            let v = self.module.value(value);
            let message = format!("`%{}` has no C++ variable", self.module.sym(v.name));
            self.refuse(v.span, message, "its definition is not one that can be written in C++");
        }
        NOTHING.into()
    }

    /// The type of a value in C++.
    pub fn type_of(&mut self, value: ValueId) -> String {
        let ty = self.module.type_of(value);
        let retyped = self.retyped.get(&value).and_then(|t| types::tile(t, self.target));
        if let Some(text) = retyped.or_else(|| ty.and_then(|t| types::value(t, self.target))) {
            return text;
        }
        let shown = ty.map_or_else(|| "?".into(), Type::to_string);
        let v = self.module.value(value);
        let message = format!("`%{}` is of a type that C++ has not", self.module.sym(v.name));
        self.refuse(v.span, message, &format!("the type is {shown}"));
        NOTHING.into()
    }

    /// The type of the variable of a value, without its reference.
    pub fn type_of_variable(&self, value: ValueId, name: &str) -> String {
        match self.references.contains(&value) {
            true => format!("std::remove_reference_t<decltype({name})>"),
            false => format!("decltype({name})"),
        }
    }

    /// A new variable for a value; it is not declared yet.
    pub fn name(&mut self, value: ValueId) -> String {
        let name = self.names.fresh(self.module.sym(self.module.value(value).name));
        self.atoms.insert(value, name.clone());
        name
    }

    /// Declares a variable for a value.
    pub fn define(&mut self, value: ValueId, expression: &str) {
        let ty = self.type_of(value);
        let name = self.name(value);
        self.out.line(format!("{ty} {name} = {expression};"));
    }

    /// The values of the operands, in the order of the text.
    pub fn operands(&self, node: &Node) -> Vec<ValueId> {
        self.module.operands(node).iter().map(|o| o.value).collect()
    }

    /// The value of an operand by its name.
    pub fn operand(&self, node: &Node, name: &str) -> Option<ValueId> {
        let slot = self.module.def(node)?.slot(name)?;
        self.module.slot_values(node, slot).next()
    }

    /// The operations of a block, in a block of C++ of their own.
    pub fn block(&mut self, block: BlockId) {
        self.tensors.push(FxHashMap::default());
        for &id in &self.module.block(block).ops {
            self.operation(id);
        }
        self.tensors.pop();
    }

    fn operation(&mut self, id: NodeId) {
        let node = self.module.node(id);
        if !instruction(self.module, node).is_empty() {
            return self.instruction(id);
        }
        match node.dialect_op() {
            Some(DialectOp::Arith(Arith::Constant)) => self.constant(id),
            Some(DialectOp::Scf(Scf::For)) => self.for_loop(id),
            Some(DialectOp::Scf(Scf::If)) => self.branch(id),
            Some(DialectOp::Scf(Scf::IndexSwitch)) => self.switch(id),
            Some(DialectOp::Scf(Scf::While)) => self.while_loop(id),
            Some(DialectOp::Scf(Scf::Yield | Scf::Condition)) => {}
            Some(DialectOp::Func(Func::Call)) => self.call_function(id),
            Some(DialectOp::Func(Func::Return)) => self.give_back(id),
            Some(
                op @ (DialectOp::Builtin(Builtin::UnrealizedConversionCast)
                | DialectOp::Arith(_)
                | DialectOp::Math(Math::AbsI)
                | DialectOp::Other(Some(Dialect::Arith), _)),
            ) => self.arithmetic(id, op),
            _ => {
                let message = format!("`{}` has no C++", self.module.op_name(node));
                self.refuse(node.name_span, message, "write it with `arith`, `scf` and `pto`");
            }
        }
    }

    /// A literal takes the place of a constant.
    fn constant(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let attr = self.module.attr(node, "value").map(|a| self.module.attrs.get(a.value));
        if matches!(self.module.type_of(result), Some(Type::Other(t)) if &**t == "vector<4xi16>") {
            // How many records of each list a merge took.
            return self.define(result, "{}");
        }
        let literal = match (self.module.type_of(result), attr) {
            (Some(ty), Some(attr)) => literal(ty, attr),
            _ => None,
        };
        match literal {
            Some(text) => {
                self.atoms.insert(result, text);
            }
            None => self.refuse(node.span, "the constant has no C++", "use a number"),
        }
    }

    /// The integer a value is, if it is known.
    pub fn known(&self, value: ValueId) -> Option<i64> {
        pto_analysis::facts::constant(self.module, value)
    }
}

/// A number in C++.
pub(super) fn literal(ty: &Type, attr: &Attr) -> Option<String> {
    match ty {
        Type::Index => integer(attr),
        Type::Scalar(DType::I1) => Some(match attr {
            Attr::Bool(b) => b.to_string(),
            Attr::Int(v, _) => (*v != 0).to_string(),
            _ => return None,
        }),
        Type::Scalar(d) if d.is_int() => integer(attr),
        Type::Scalar(d) => {
            let value = float(*d, attr)?;
            let text = if value.is_nan() {
                "__builtin_nanf(\"\")".into()
            } else if value.is_infinite() {
                let sign = if value < 0.0 { "-" } else { "" };
                format!("{sign}__builtin_inff()")
            } else {
                format!("{value:?}f")
            };
            Some(match d {
                DType::F32 => text,
                _ => format!("({})({text})", types::element(*d)?),
            })
        }
        _ => None,
    }
}

fn integer(attr: &Attr) -> Option<String> {
    match attr {
        Attr::Int(v, _) if *v == i128::from(i64::MIN) => Some("(-0x7fffffffffffffffLL - 1)".into()),
        Attr::Int(v, _) if i32::try_from(*v).is_ok() => Some(v.to_string()),
        Attr::Int(v, _) if i64::try_from(*v).is_ok() => Some(format!("{v}LL")),
        Attr::Int(v, _) if u64::try_from(*v).is_ok() => Some(format!("{v}ULL")),
        Attr::Bool(b) => Some(u8::from(*b).to_string()),
        _ => None,
    }
}

/// The value of a constant: a number as written, or its bits.
fn float(dtype: DType, attr: &Attr) -> Option<f32> {
    let bits = |bits: u64| Some(pto_isa::format::decode(dtype, bits) as f32);
    match attr {
        Attr::Int(v, _) => bits(u64::try_from(*v).ok()?),
        Attr::Float(text, _) => match text.strip_prefix("0x") {
            Some(hex) => bits(u64::from_str_radix(hex, 16).ok()?),
            None => text.parse::<f64>().ok().map(|v| v as f32),
        },
        _ => None,
    }
}
