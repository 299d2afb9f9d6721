//! `arith` in C++. Integers of a program have no sign of their own and wrap, those of C++ do neither.

use super::body::Body;
use super::types;
use pto_ir::ValueId;

use pto_ir::dialect::{Alu, Arith, Cast, CmpFPredicate, CmpIPredicate, DialectOp, FloatTest, Math};
use pto_ir::module::NodeId;
use pto_isa::sem::compare::Relation;
use pto_isa::{DType, Type};

impl Body<'_> {
    /// An operation on numbers.
    pub(super) fn arithmetic(&mut self, id: NodeId, op: DialectOp) {
        let node = self.module.node(id);
        let operands = self.operands(node);
        let results: Vec<ValueId> = self.module.results(node).collect();
        let Some(&result) = results.first() else { return };
        let expressions = match Alu::halves_of(op) {
            Some(_) => self.halves(op, &operands, result),
            None => self.expression(id, op, &operands, result).map(|e| vec![e]),
        };
        match expressions {
            Some(expressions) => {
                for (&result, expression) in results.iter().zip(&expressions) {
                    self.define(result, expression);
                }
            }
            None => self.refuse(
                node.name_span,
                format!("`{}` has no C++ with these types", self.module.op_name(node)),
                "numbers and, for `arith.select`, tiles and pointers can be computed",
            ),
        }
    }

    /// The lower and the upper half of a product of two numbers of at most 32 bits.
    fn halves(
        &mut self,
        op: DialectOp,
        operands: &[ValueId],
        result: ValueId,
    ) -> Option<Vec<String>> {
        let to = self.module.type_of(result)?.clone();
        let Type::Scalar(dtype) = to else { return None };
        let (cpp, u) = (scalar(&to)?, types::unsigned(&to)?);
        let [a, b] = operands else { return None };
        let (a, b) = (self.atom(*a), self.atom(*b));
        if dtype.bits() > 32 {
            return None;
        }
        let product = format!("(uint64_t)({u}){a} * (uint64_t)({u}){b}");
        let upper = match op {
            DialectOp::Arith(Arith::MulSIExtended) => format!("(int64_t){a} * (int64_t){b}"),
            _ => product.clone(),
        };
        let bits = dtype.bits();
        Some(vec![format!("({cpp})({product})"), format!("({cpp})(({upper}) >> {bits})")])
    }

    fn expression(
        &mut self,
        id: NodeId,
        op: DialectOp,
        operands: &[ValueId],
        result: ValueId,
    ) -> Option<String> {
        let to = self.module.type_of(result)?.clone();
        let from = self.module.type_of(*operands.first()?)?.clone();
        if op == DialectOp::Arith(Arith::Select) {
            types::value(&to, self.target)?;
            let [c, a, b] = operands else { return None };
            let (c, a, b) = (self.atom(*c), self.atom(*a), self.atom(*b));
            return Some(format!("{c} ? {a} : {b}"));
        }
        let (Some(cpp), Some(_)) = (scalar(&to), scalar(&from)) else { return None };
        let a = self.atom(operands[0]);
        let Some(&second) = operands.get(1) else { return unary(op, &a, &from, &to) };
        let DialectOp::Arith(op) = op else { return None };
        let b = self.atom(second);
        if op.is_comparison() {
            let node = self.module.node(id);
            let predicate = self.module.attrs.get(self.module.attr(node, "predicate")?.value);
            let is_float = matches!(from, Type::Scalar(d) if !d.is_int() && d != DType::I1);
            return match (op, is_float) {
                (Arith::CmpI, false) => {
                    compare_ints(CmpIPredicate::of_attr(predicate)?, &a, &b, &from)
                }
                (Arith::CmpF, true) => {
                    Some(compare_floats(CmpFPredicate::of_attr(predicate)?, &a, &b))
                }
                _ => None,
            };
        }
        if let Some(expression) = on_truths(op, &a, &b).filter(|_| is_truth(&from)) {
            return Some(expression);
        }
        if op == Arith::ShRSI && is_literal(&a) {
            // A literal is an `int` unless it needs more bits, and has too few for such a shift.
            return Some(format!("({cpp}){a} >> {b}"));
        }
        if let Some(sign) = plain(op) {
            return Some(format!("{a} {sign} {b}"));
        }
        // Smaller numbers are computed as `int`, which holds all results; a position that wraps is none.
        let wraps = matches!(&to, Type::Scalar(d) if d.bits() >= 32);
        if let Some(sign) = wrapping(op) {
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
        match op {
            Arith::DivUI => on_unsigned("/"),
            Arith::RemUI => on_unsigned("%"),
            Arith::ShRUI => on_unsigned(">>"),
            Arith::ShLI => u.map(|u| format!("({cpp})(({u}){a} << {b})")),
            Arith::MinSI => Some(choose("<")),
            Arith::MaxSI => Some(choose(">")),
            Arith::MinUI => choose_unsigned("<"),
            Arith::MaxUI => choose_unsigned(">"),
            Arith::CeilDivUI => {
                u.map(|u| format!("({cpp})(({u}){a} / ({u}){b} + (({u}){a} % ({u}){b} != 0))"))
            }
            Arith::CeilDivSI => {
                Some(format!("{a} / {b} + ({a} % {b} != 0 && ({a} < 0) == ({b} < 0))"))
            }
            Arith::FloorDivSI => {
                Some(format!("{a} / {b} - ({a} % {b} != 0 && ({a} < 0) != ({b} < 0))"))
            }
            // A NaN is the result if there is one; `numf` gives the other operand.
            Arith::MaximumF => Some(format!("{a} != {a} || {a} > {b} ? {a} : {b}")),
            Arith::MinimumF => Some(format!("{a} != {a} || {a} < {b} ? {a} : {b}")),
            Arith::MaxNumF => Some(format!("{b} != {b} || {a} > {b} ? {a} : {b}")),
            Arith::MinNumF => Some(format!("{b} != {b} || {a} < {b} ? {a} : {b}")),
            _ => None,
        }
    }
}

/// The sign of what is written as it is.
fn plain(op: Arith) -> Option<&'static str> {
    Some(match op {
        Arith::AndI => "&",
        Arith::OrI => "|",
        Arith::XOrI => "^",
        Arith::DivSI | Arith::DivF => "/",
        Arith::RemSI => "%",
        Arith::ShRSI => ">>",
        Arith::AddF => "+",
        Arith::SubF => "-",
        Arith::MulF => "*",
        _ => return None,
    })
}

/// The sign of what wraps.
fn wrapping(op: Arith) -> Option<&'static str> {
    Some(match op {
        Arith::AddI => "+",
        Arith::SubI => "-",
        Arith::MulI => "*",
        _ => return None,
    })
}

/// Whether an operand is a number, which C++ gives a type by itself.
fn is_literal(atom: &str) -> bool {
    atom.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '('))
}

fn scalar(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Scalar(d) => types::element(*d),
        Type::Index => Some("int64_t"),
        _ => None,
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Eq => "==",
        Relation::Ne => "!=",
        Relation::Lt => "<",
        Relation::Le => "<=",
        Relation::Gt => ">",
        Relation::Ge => ">=",
    }
}

/// A NaN makes every sign but `!=` false.
fn compare_floats(predicate: CmpFPredicate, a: &str, b: &str) -> String {
    let (relation, unordered) = match predicate.test() {
        FloatTest::Always(result) => return result.to_string(),
        FloatTest::Ordered(true) => return format!("{a} == {a} && {b} == {b}"),
        FloatTest::Ordered(false) => return format!("{a} != {a} || {b} != {b}"),
        FloatTest::Relation(relation, unordered) => (relation, unordered),
    };
    let opposite = match relation {
        Relation::Lt => Relation::Ge,
        Relation::Le => Relation::Gt,
        Relation::Gt => Relation::Le,
        Relation::Ge => Relation::Lt,
        Relation::Eq if unordered => return format!("!({a} < {b} || {a} > {b})"),
        Relation::Ne if !unordered => return format!("{a} < {b} || {a} > {b}"),
        Relation::Eq | Relation::Ne => return format!("{a} {} {b}", sign(relation)),
    };
    match unordered {
        true => format!("!({a} {} {b})", sign(opposite)),
        false => format!("{a} {} {b}", sign(relation)),
    }
}

/// Numbers of one bit, which C++ has as `bool`. Read with a sign, what is true is -1, less than what is false.
fn on_truths(op: Arith, a: &str, b: &str) -> Option<String> {
    Some(match op {
        Arith::AddI | Arith::SubI => format!("{a} != {b}"),
        Arith::MulI | Arith::MaxSI | Arith::MinUI => format!("{a} && {b}"),
        Arith::MinSI | Arith::MaxUI => format!("{a} || {b}"),
        // There is one count that is not too large, which is none.
        Arith::ShLI | Arith::ShRUI | Arith::ShRSI => a.to_string(),
        _ => return None,
    })
}

fn is_truth(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(DType::I1))
}

fn compare_ints(predicate: CmpIPredicate, a: &str, b: &str, ty: &Type) -> Option<String> {
    let (a, b) = match predicate.is_unsigned() {
        Some(false) if is_truth(ty) => (b, a),
        _ => (a, b),
    };
    let sign = sign(predicate.relation());
    match predicate.is_unsigned() {
        Some(true) if !is_truth(ty) => {
            let u = types::unsigned(ty)?;
            Some(format!("({u}){a} {sign} ({u}){b}"))
        }
        _ => Some(format!("{a} {sign} {b}")),
    }
}

fn unary(op: DialectOp, a: &str, from: &Type, to: &Type) -> Option<String> {
    match op.cast() {
        Some(cast) => convert(cast, a, from, to),
        None => match op {
            DialectOp::Arith(Arith::NegF) => Some(format!("-({a})")),
            DialectOp::Math(Math::AbsI) => {
                let (cpp, u) = (scalar(to)?, types::unsigned(to)?);
                Some(format!("({cpp})({a} < 0 ? 0 - ({u}){a} : ({u}){a})"))
            }
            _ => None,
        },
    }
}

fn convert(cast: Cast, a: &str, from: &Type, to: &Type) -> Option<String> {
    let cpp = scalar(to)?;
    let from_bit = matches!(from, Type::Scalar(DType::I1));
    let to_bit = matches!(to, Type::Scalar(DType::I1));
    let zero_extended = || match types::unsigned(from) {
        Some(u) if !from_bit => Some(format!("({u}){a}")),
        _ => from_bit.then(|| a.to_string()),
    };
    Some(match cast {
        Cast::Extend { signed: true } | Cast::Index { signed: true } if from_bit => {
            format!("{a} ? -1 : 0")
        }
        Cast::Truncate | Cast::Index { signed: true } if to_bit => format!("({a} & 1) != 0"),
        Cast::Truncate
        | Cast::Extend { signed: true }
        | Cast::Index { signed: true }
        | Cast::IntToFloat { signed: true }
        | Cast::FloatToInt { signed: true }
        | Cast::ExtendFloat
        | Cast::TruncateFloat => format!("({cpp}){a}"),
        Cast::Extend { signed: false }
        | Cast::Index { signed: false }
        | Cast::IntToFloat { signed: false } => format!("({cpp}){}", zero_extended()?),
        Cast::FloatToInt { signed: false } => format!("({cpp})({}){a}", types::unsigned(to)?),
        // Integers of the same width with and without a sign.
        Cast::Unrealized => {
            let same = types::unsigned(from) == Some(types::unsigned(to)?);
            return same.then(|| format!("({cpp}){a}"));
        }
        Cast::Bits if is_literal(a) => format!("__builtin_bit_cast({cpp}, ({}){a})", scalar(from)?),
        Cast::Bits => format!("__builtin_bit_cast({cpp}, {a})"),
    })
}
