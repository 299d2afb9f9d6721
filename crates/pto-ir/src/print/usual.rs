//! Whether the usual form of an operation of another dialect has a place for all the operation has.
//!
//! A statement in the generic form, or one with words nobody expects, may carry results, regions or
//! attributes that the usual form does not show. Such an operation prints in the generic form.

use super::Printer;
use crate::dialect::{Arith, Builtin, Cf, Dialect, DialectOp, Func, Scf};
use crate::intern::Attr;
use crate::module::*;
use pto_isa::{DType, Type};

impl Printer<'_> {
    /// Whether reading the usual form of `node` gives `node` back.
    pub(super) fn has_usual_form(&self, node: &Node, op: DialectOp) -> bool {
        let (operands, results) = (self.m.operands(node).len(), node.results.len());
        let regions = self.m.node_regions(node).len();
        let is = |o: usize, r: usize, g: usize| (operands, results, regions) == (o, r, g);
        if !op.is_branch() && !self.m.successors(node).is_empty() {
            return false;
        }
        let arith = || operands > 0 && results == 1 && regions == 0 && self.is_usual_arith(node);
        match op {
            DialectOp::Builtin(Builtin::Module) => {
                is(0, 0, 1) && self.names_symbol(node, "sym_name", false)
            }
            DialectOp::Func(Func::Func) => {
                operands == 0 && results == 0 && self.is_usual_func(node)
            }
            DialectOp::Func(Func::Call) => regions == 0 && self.names_symbol(node, "callee", true),
            DialectOp::Arith(Arith::Constant) => is(0, 1, 0) && self.is_usual_constant(node),
            DialectOp::Scf(Scf::For) => regions == 1 && self.is_usual_for(node),
            DialectOp::Scf(Scf::If) => operands == 1 && matches!(regions, 1 | 2),
            DialectOp::Scf(Scf::While) => regions == 2 && self.is_usual_while(node),
            DialectOp::Scf(Scf::IndexSwitch) => operands == 1 && self.is_usual_switch(node),
            DialectOp::Scf(Scf::ExecuteRegion) => {
                operands == 0 && regions == 1 && self.m.node_attrs(node).is_empty()
            }
            DialectOp::Cf(Cf::Br | Cf::CondBr)
            | DialectOp::Func(Func::Return)
            | DialectOp::Scf(Scf::Yield) => results == 0 && regions == 0,
            DialectOp::Scf(Scf::Condition) => operands > 0 && results == 0 && regions == 0,
            DialectOp::Arith(op) if op.is_comparison() => {
                operands > 0 && regions == 0 && self.is_usual_compare(node)
            }
            DialectOp::Arith(_) => arith(),
            DialectOp::Other(Some(Dialect::Arith), name) => {
                let rest = self.m.sym(name).split_once('.');
                rest.is_some_and(|(_, rest)| is_plain_name(rest)) && arith()
            }
            _ => false,
        }
    }

    /// The value of an attribute: `Err` if it is given twice.
    fn only(&self, node: &Node, name: &str) -> Result<Option<&Attr>, ()> {
        let mut found =
            self.m.node_attrs(node).iter().filter(|a| self.m.sym(a.name) == name).map(|a| a.value);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(()),
            (value, None) => Ok(value.map(|v| self.m.attrs.get(v))),
        }
    }

    /// Whether `@name` shows the attribute. Names of definitions are strings, names of callees symbols.
    fn names_symbol(&self, node: &Node, name: &str, callee: bool) -> bool {
        match self.only(node, name) {
            Ok(None) => name == "sym_name" && node.is(Builtin::Module),
            Ok(Some(Attr::Str(_))) => !callee,
            Ok(Some(Attr::Symbol(text))) => callee && !is_path(text),
            _ => false,
        }
    }

    /// Whether the entry of a region needs no label: its arguments stand at the operation.
    fn entry_unlabelled(&self, region: RegionId) -> bool {
        let entry = self.m.region(region).blocks.first();
        entry.is_none_or(|&b| self.m.block(b).args.is_empty() || !self.is_target(b))
    }

    /// Whether some branch names this block.
    pub(super) fn is_target(&self, block: BlockId) -> bool {
        self.m.block(block).label.is_some()
            && self.m.successor_pool.iter().any(|s| s.block == block)
    }

    fn entry_types(&self, region: RegionId) -> Vec<Option<&Type>> {
        let entry = self.m.region(region).blocks.first();
        let args = entry.map_or(&[][..], |&b| &self.m.block(b).args);
        args.iter().map(|&v| self.m.type_of(v)).collect()
    }

    fn is_usual_func(&self, node: &Node) -> bool {
        let regions = self.m.node_regions(node);
        let visible = match self.only(node, "sym_visibility") {
            Ok(None) => true,
            Ok(Some(Attr::Str(s))) => matches!(&**s, "private" | "public" | "nested"),
            _ => false,
        };
        let Ok(Some(Attr::Type(ty))) = self.only(node, "function_type") else { return false };
        let Type::Function { inputs, .. } = self.m.types.get(*ty) else { return false };
        let empty = |a: &AttrId| matches!(self.m.attrs.get(*a), Attr::Dict(d) if d.is_empty());
        let dict = |a: &AttrId| matches!(self.m.attrs.get(*a), Attr::Dict(_));
        let arguments = match self.only(node, "arg_attrs") {
            Ok(None) => true,
            Ok(Some(Attr::Array(list))) => {
                list.len() == inputs.len() && list.iter().all(dict) && !list.iter().all(empty)
            }
            _ => false,
        };
        let body = match regions {
            [] => true,
            [r] => {
                let unknown = Type::Other("none".into());
                let types = self.entry_types(*r);
                types.len() == inputs.len()
                    && types.iter().zip(inputs).all(|(t, i)| t.unwrap_or(&unknown) == i)
                    && self.entry_unlabelled(*r)
            }
            _ => false,
        };
        visible && arguments && body && self.names_symbol(node, "sym_name", false)
    }

    /// The type of the result is the type of the value.
    fn is_usual_constant(&self, node: &Node) -> bool {
        let Some(result) = self.m.results(node).next() else { return false };
        let ty = self.m.type_of(result);
        match self.only(node, "value") {
            Ok(Some(Attr::Bool(_))) => ty == Some(&Type::Scalar(DType::I1)),
            Ok(Some(Attr::Int(_, Some(t)) | Attr::Float(_, Some(t)))) => {
                ty == Some(self.m.types.get(*t))
            }
            Ok(Some(Attr::Other(text))) => match typed_tail(text) {
                Some(tail) => ty.is_some_and(|t| t.to_string() == tail),
                None => ty.is_some(),
            },
            _ => false,
        }
    }

    fn is_usual_for(&self, node: &Node) -> bool {
        let operands = self.m.operands(node);
        let region = self.m.node_regions(node)[0];
        let types = self.entry_types(region);
        let ([_, _, _, inits @ ..], [_, carried @ ..]) = (operands, types.as_slice()) else {
            return false;
        };
        let results: Vec<Option<&Type>> = self.m.results(node).map(|v| self.m.type_of(v)).collect();
        results.len() == inits.len() && results == carried && self.entry_unlabelled(region)
    }

    fn is_usual_while(&self, node: &Node) -> bool {
        let operands = self.m.operands(node).iter();
        let given: Vec<Option<&Type>> = operands.map(|o| self.m.type_of(o.value)).collect();
        let region = self.m.node_regions(node)[0];
        self.entry_types(region) == given && self.entry_unlabelled(region)
    }

    fn is_usual_switch(&self, node: &Node) -> bool {
        let number = |a: &AttrId| matches!(self.m.attrs.get(*a), Attr::Int(_, None));
        match self.only(node, "cases") {
            Ok(Some(Attr::Array(list))) => {
                list.iter().all(number) && self.m.node_regions(node).len() == list.len() + 1
            }
            _ => false,
        }
    }

    fn is_usual_compare(&self, node: &Node) -> bool {
        // `eq`, `slt`, `uno`: a word that cannot be anything else.
        let short = |w: &str| w.len() <= 3 && w.bytes().all(|b| b.is_ascii_lowercase());
        let i1 = Some(&Type::Scalar(DType::I1));
        let mut results = self.m.results(node);
        matches!(self.only(node, "predicate"), Ok(Some(Attr::Word(w))) if short(w))
            && results.all(|v| self.is_named(v) && self.m.type_of(v) == i1)
    }

    fn is_usual_arith(&self, node: &Node) -> bool {
        let function = |v: ValueId| matches!(self.m.type_of(v), Some(Type::Function { .. }));
        let mut values = self.operand_values(node).into_iter().chain(self.m.results(node));
        self.m.attr(node, "literals").is_none()
            && self.m.results(node).all(|v| self.is_named(v))
            && !values.any(function)
    }

    pub(super) fn is_named(&self, v: ValueId) -> bool {
        !self.m.sym(self.m.value(v).name).is_empty()
    }
}

/// Whether a name can stand without quotes.
pub(super) fn is_plain_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    !name.is_empty() && name.bytes().all(plain)
}

/// Whether the text of a symbol is several names, `a::@b`, each in quotes where it needs them.
///
/// A single name in quotes cannot be mistaken for a path with quotes: inside a string they are escaped.
pub(super) fn is_path(text: &str) -> bool {
    text.contains("::@")
        && text.split("::@").all(|name| is_plain_name(name) || name.starts_with('"'))
}

/// The type after `dense<...> : T`, which is read as one attribute.
pub(crate) fn typed_tail(text: &str) -> Option<&str> {
    if !text.starts_with("dense") {
        return None;
    }
    let mut depth = 0usize;
    let mut before = 0u8;
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'<' => depth += 1,
            b'>' if before != b'-' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return text[i + 1..].strip_prefix(" : ");
                }
            }
            _ => {}
        }
        before = b;
    }
    None
}
