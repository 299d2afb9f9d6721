//! Operations on numbers, `arith` and `math`: how many operands they take, and of which types.

use super::Structure;
use pto_ir::ValueId;
use pto_ir::diag::Diagnostic;
use pto_ir::dialect::{Alu, Arith, Cast, DialectOp, Math};
use pto_ir::module::{Def, Node};
use pto_isa::rule::count;
use pto_isa::{DType, Type, code};

/// How many operands an operation on numbers takes; `None` for any other.
fn operand_count(op: DialectOp) -> Option<usize> {
    Some(match op {
        DialectOp::Arith(Arith::Constant) => 0,
        DialectOp::Arith(Arith::Select) => 3,
        DialectOp::Arith(Arith::NegF) | DialectOp::Math(_) => 1,
        DialectOp::Arith(op) if op.cast().is_some() => 1,
        DialectOp::Arith(_) => 2,
        _ => return None,
    })
}

/// Whether an operation computes with floats.
fn is_on_floats(op: DialectOp) -> bool {
    use Alu::*;
    match op {
        DialectOp::Math(Math::AbsI) => false,
        DialectOp::Math(_) | DialectOp::Arith(Arith::CmpF) => true,
        _ => matches!(
            Alu::of(op),
            Some(AddF | SubF | MulF | DivF | RemF | NegF | AbsF | MaxF | MinF)
        ),
    }
}

/// Integers have no sign of their own.
fn is_same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => a.plain() == b.plain(),
        _ => a == b,
    }
}

/// What a cast takes and gives, where these two are something else.
fn cast_problem(cast: Cast, from: &Type, to: &Type) -> Option<&'static str> {
    let (Some(a), Some(b)) = (from.as_number(), to.as_number()) else { return None };
    let ints = !a.is_float() && !b.is_float();
    let floats = a.is_float() && b.is_float();
    let is_index = |t: &Type| *t == Type::Index;
    let (holds, words) = match cast {
        Cast::Index { .. } => {
            (ints && (is_index(from) || is_index(to)), "is between `index` and an integer")
        }
        Cast::Extend { .. } => (ints && a.bits() < b.bits(), "takes an integer to a wider one"),
        Cast::Truncate => (ints && a.bits() > b.bits(), "takes an integer to a narrower one"),
        Cast::IntToFloat { .. } => (!a.is_float() && b.is_float(), "takes an integer to a float"),
        Cast::FloatToInt { .. } => (a.is_float() && !b.is_float(), "takes a float to an integer"),
        Cast::ExtendFloat => (floats && a.bits() < b.bits(), "takes a float to a wider one"),
        Cast::TruncateFloat => (floats && a.bits() > b.bits(), "takes a float to a narrower one"),
        Cast::Bits => (a.bits() == b.bits(), "is between types of as many bits"),
        Cast::Unrealized => (true, ""),
    };
    (!holds).then_some(words)
}

impl Structure<'_, '_> {
    /// An operation on numbers takes as many as it should, of types that fit. What is no number, such as a vector of another
    /// dialect, is not looked at.
    pub(super) fn numbers(&mut self, node: &Node, op: DialectOp) {
        let m = self.m;
        let Some(takes) = operand_count(op) else { return };
        let name = m.op_name(node);
        let given = m.operands(node);
        if given.len() != takes {
            let takes = count(takes as u32, "operand");
            let message = format!("`{name}` takes {takes}, found {}", given.len());
            self.out.push(Diagnostic::error(code::OPERAND_COUNT, node.span, message));
            return;
        }
        let results: Vec<_> = m.results(node).collect();
        let gives = Alu::halves_of(op).map_or(1, |halves| halves.len());
        if results.len() > gives {
            let gives = count(gives as u32, "value");
            let message = format!("`{name}` gives {gives}, found {} names", results.len());
            self.out.push(Diagnostic::error(code::RESULT_COUNT, node.name_span, message));
            return;
        }
        let Some(result) = results.first().and_then(|&r| m.type_of(r)) else { return };
        // What an operation of an unknown dialect gives is a guess.
        let is_known = |v: ValueId| match m.value(v).def {
            Def::Result(by) => !matches!(m.node(by).dialect_op(), Some(DialectOp::Other(..))),
            Def::Arg(_) | Def::Missing => true,
        };
        let known = given.iter().map(|o| o.value).filter(|&v| is_known(v));
        let types: Vec<&Type> = known.filter_map(|v| m.type_of(v)).collect();
        if types.len() == takes
            && let Some(problem) = type_problem(op, &types, result)
        {
            let list: Vec<String> = types.iter().map(|t| t.to_string()).collect();
            let d = Diagnostic::error(code::OPERAND_KIND, node.span, format!("`{name}` {problem}"));
            self.out.push(d.found(match list.is_empty() {
                true => result.to_string(),
                false => format!("{} to {result}", list.join(", ")),
            }));
        }
    }
}

/// What is wrong with the types of an operation that has the right number of operands.
fn type_problem(op: DialectOp, types: &[&Type], result: &Type) -> Option<String> {
    let truth = Type::Scalar(DType::I1);
    if let Some(cast) = op.cast() {
        return cast_problem(cast, types[0], result).map(String::from);
    }
    match op {
        DialectOp::Arith(Arith::Constant) => {
            let is_number = matches!(result, Type::Scalar(_) | Type::Index | Type::Other(_));
            (!is_number).then(|| "gives a number".into())
        }
        DialectOp::Arith(Arith::Select) => {
            let fits = types[1..].iter().all(|t| is_same(t, result));
            // A vector of truths selects lanes.
            let chooses = !matches!(types[0], Type::Scalar(_) | Type::Index) || *types[0] == truth;
            (!fits || !chooses)
                .then(|| "takes an i1 and two values of the type of its result".into())
        }
        _ => {
            let compares = matches!(op, DialectOp::Arith(op) if op.is_comparison());
            let compared = if compares { types[0] } else { result };
            if matches!(compared, Type::Other(_))
                || types.iter().any(|t| matches!(t, Type::Other(_)))
            {
                return None;
            }
            let floats = is_on_floats(op);
            let kind = if floats { "floats" } else { "integers" };
            let of_kind = |t: &&Type| t.as_number().is_some_and(|d| d.is_float() == floats);
            if !types.iter().all(of_kind) {
                return Some(format!("takes {kind}"));
            }
            if !types.iter().all(|t| is_same(t, compared)) {
                let of = if compares { "of one type" } else { "of the type of its result" };
                return Some(format!("takes {kind} {of}"));
            }
            (compares && *result != truth).then(|| "gives an i1".into())
        }
    }
}
