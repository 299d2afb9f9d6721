//! `arith` in C++. Integers of a program have no sign of their own and wrap, those of C++ do neither.

use super::body::Body;
use super::types;
use pto_analysis::facts::{foreign, word};
use pto_ir::module::NodeId;
use pto_ir::{Attr, ValueId};
use pto_isa::{DType, Type};

impl Body<'_> {
    /// An operation on numbers.
    pub(super) fn arithmetic(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let name = foreign(self.module, node);
        let operands = self.operands(node);
        let Some(result) = self.module.results(node).next() else { return };
        match self.expression(id, name, &operands, result) {
            Some(expression) => self.define(result, &expression),
            None => self.refuse(
                node.name_span,
                format!("`{name}` has no C++ with these types"),
                "numbers and, for `arith.select`, tiles and pointers can be computed",
            ),
        }
    }

    fn expression(
        &mut self,
        id: NodeId,
        name: &str,
        operands: &[ValueId],
        result: ValueId,
    ) -> Option<String> {
        let to = self.module.type_of(result)?.clone();
        let from = self.module.type_of(*operands.first()?)?.clone();
        if name == "arith.select" {
            types::value(&to, self.target)?;
            let [c, a, b] = operands else { return None };
            let (c, a, b) = (self.atom(*c), self.atom(*a), self.atom(*b));
            return Some(format!("{c} ? {a} : {b}"));
        }
        let (Some(cpp), Some(_)) = (scalar(&to), scalar(&from)) else { return None };
        let a = self.atom(operands[0]);
        let Some(&second) = operands.get(1) else { return convert(name, &a, &from, &to) };
        let b = self.atom(second);
        if matches!(name, "arith.cmpi" | "arith.cmpf") {
            let node = self.module.node(id);
            let number = |n: i64| CMPI.get(n as usize).copied();
            let predicate = match self.module.attrs.get(self.module.attr(node, "predicate")?.value)
            {
                Attr::Int(n, _) if name == "arith.cmpi" => number(i64::try_from(*n).ok()?)?,
                _ => word(self.module, node, "predicate")?,
            };
            return compare(predicate, &a, &b, &from);
        }
        if let Some((_, sign)) = PLAIN.iter().find(|p| p.0 == name) {
            return Some(format!("{a} {sign} {b}"));
        }
        let wraps = matches!(&to, Type::Scalar(d) if d.bits() >= 32);
        if let Some((_, sign)) = WRAPPING.iter().find(|p| p.0 == name) {
            return Some(match types::unsigned(&to).filter(|_| wraps) {
                Some(u) => format!("({cpp})(({u}){a} {sign} ({u}){b})"),
                None if matches!(to, Type::Index) => format!("{a} {sign} {b}"),
                None => format!("({cpp})({a} {sign} {b})"),
            });
        }
        let u = types::unsigned(&from);
        let on_unsigned = |sign: &str| u.map(|u| format!("({cpp})(({u}){a} {sign} ({u}){b})"));
        let choose = |sign: &str| format!("{a} {sign} {b} ? {a} : {b}");
        let choose_unsigned =
            |sign: &str| u.map(|u| format!("({u}){a} {sign} ({u}){b} ? {a} : {b}"));
        match name {
            "arith.divui" => on_unsigned("/"),
            "arith.remui" => on_unsigned("%"),
            "arith.shrui" => on_unsigned(">>"),
            "arith.shli" => u.map(|u| format!("({cpp})(({u}){a} << {b})")),
            "arith.minsi" => Some(choose("<")),
            "arith.maxsi" => Some(choose(">")),
            "arith.minui" => choose_unsigned("<"),
            "arith.maxui" => choose_unsigned(">"),
            "arith.ceildivui" => {
                u.map(|u| format!("({cpp})(({u}){a} / ({u}){b} + (({u}){a} % ({u}){b} != 0))"))
            }
            "arith.ceildivsi" => {
                Some(format!("{a} / {b} + ({a} % {b} != 0 && ({a} < 0) == ({b} < 0))"))
            }
            "arith.floordivsi" => {
                Some(format!("{a} / {b} - ({a} % {b} != 0 && ({a} < 0) != ({b} < 0))"))
            }
            // A NaN is the result if there is one; `numf` gives the other operand.
            "arith.maximumf" => Some(format!("{a} != {a} || {a} > {b} ? {a} : {b}")),
            "arith.minimumf" => Some(format!("{a} != {a} || {a} < {b} ? {a} : {b}")),
            "arith.maxnumf" => Some(format!("{b} != {b} || {a} > {b} ? {a} : {b}")),
            "arith.minnumf" => Some(format!("{b} != {b} || {a} < {b} ? {a} : {b}")),
            _ => None,
        }
    }
}

/// Predicates of `arith.cmpi` by number.
const CMPI: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// What is written as it is.
const PLAIN: [(&str, &str); 10] = [
    ("arith.andi", "&"),
    ("arith.ori", "|"),
    ("arith.xori", "^"),
    ("arith.divsi", "/"),
    ("arith.remsi", "%"),
    ("arith.shrsi", ">>"),
    ("arith.addf", "+"),
    ("arith.subf", "-"),
    ("arith.mulf", "*"),
    ("arith.divf", "/"),
];

/// What wraps.
const WRAPPING: [(&str, &str); 3] = [("arith.addi", "+"), ("arith.subi", "-"), ("arith.muli", "*")];

fn scalar(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Scalar(d) => types::element(*d),
        Type::Index => Some("int64_t"),
        _ => None,
    }
}

fn compare(predicate: &str, a: &str, b: &str, ty: &Type) -> Option<String> {
    let sign = |p: &str| {
        Some(match p {
            "eq" => "==",
            "ne" => "!=",
            "lt" => "<",
            "le" => "<=",
            "gt" => ">",
            "ge" => ">=",
            _ => return None,
        })
    };
    let is_float = matches!(ty, Type::Scalar(d) if !d.is_int() && *d != DType::I1);
    if is_float {
        let opposite = |p: &str| {
            Some(match p {
                "lt" => ">=",
                "le" => ">",
                "gt" => "<=",
                "ge" => "<",
                _ => return None,
            })
        };
        return Some(match predicate {
            "false" => "false".into(),
            "true" => "true".into(),
            "ord" => format!("{a} == {a} && {b} == {b}"),
            "uno" => format!("{a} != {a} || {b} != {b}"),
            "one" => format!("{a} < {b} || {a} > {b}"),
            "ueq" => format!("!({a} < {b} || {a} > {b})"),
            "oeq" => format!("{a} == {b}"),
            "une" => format!("{a} != {b}"),
            p => match (p.split_at_checked(1)?, p) {
                (("o", p), _) => format!("{a} {} {b}", sign(p)?),
                (("u", p), _) => format!("!({a} {} {b})", opposite(p)?),
                _ => return None,
            },
        });
    }
    match (sign(predicate), predicate.split_at_checked(1)?) {
        (Some(sign), _) => Some(format!("{a} {sign} {b}")),
        (_, ("s", p)) => Some(format!("{a} {} {b}", sign(p)?)),
        (_, ("u", p)) => {
            let u = types::unsigned(ty)?;
            Some(format!("({u}){a} {} ({u}){b}", sign(p)?))
        }
        _ => None,
    }
}

fn convert(name: &str, a: &str, from: &Type, to: &Type) -> Option<String> {
    let cpp = scalar(to)?;
    let from_bit = matches!(from, Type::Scalar(DType::I1));
    let to_bit = matches!(to, Type::Scalar(DType::I1));
    let zero_extended = || match types::unsigned(from) {
        Some(u) if !from_bit => Some(format!("({u}){a}")),
        _ => from_bit.then(|| a.to_string()),
    };
    Some(match name {
        "arith.negf" => format!("-{a}"),
        "arith.trunci" if to_bit => format!("({a} & 1) != 0"),
        "arith.extsi" if from_bit => format!("{a} ? -1 : 0"),
        "arith.index_cast" if from_bit => format!("{a} ? -1 : 0"),
        "arith.index_cast" if to_bit => format!("({a} & 1) != 0"),
        "arith.extsi" | "arith.trunci" | "arith.index_cast" | "arith.sitofp" | "arith.fptosi"
        | "arith.extf" | "arith.truncf" => format!("({cpp}){a}"),
        "arith.extui" | "arith.index_castui" | "arith.uitofp" => {
            format!("({cpp}){}", zero_extended()?)
        }
        "arith.fptoui" => format!("({cpp})({}){a}", types::unsigned(to)?),
        // Integers of the same width with and without a sign.
        "builtin.unrealized_conversion_cast"
            if types::unsigned(from).is_some() && types::unsigned(from) == types::unsigned(to) =>
        {
            format!("({cpp}){a}")
        }
        "arith.bitcast" => format!("__builtin_bit_cast({cpp}, {a})"),
        _ => return None,
    })
}
