//! Numbers under names of the instruction set: `%q = pto.floordiv %a, %b signed : i32` is an `arith.floordivsi`.
//!
//! Newer assemblers write `arith` and `math` so; whether integers have a sign is a word after the operands
//! (PTOAS@05722cc7 docs/isa/micro-isa/14-generic-scalar-ops.md).

use super::Parser;
use super::instruction::{Pieces, TOP};
use super::statement::ResultNames;
use crate::diag::Diagnostic;
use crate::dialect::{Arith, DialectOp, Math};
use crate::intern::Attr;
use crate::module::*;
use crate::span::Span;
use pto_isa::code;

/// What an operation is.
#[derive(Clone, Copy)]
enum Common {
    Constant,
    /// The same for integers with a sign and without, or of floats.
    One(Arith),
    /// What it is for integers with a sign, and without.
    Signed(DialectOp, Option<DialectOp>),
    CompareInts,
    CompareFloats,
    /// A float becomes wider or narrower.
    FloatToFloat,
}

impl Common {
    fn of(name: &str) -> Option<Common> {
        use Arith::*;
        let signed = |s: Arith, u: Arith| Common::Signed(s.into(), Some(u.into()));
        Some(match name {
            "constant" => Common::Constant,
            "addi" => Common::One(AddI),
            "subi" => Common::One(SubI),
            "muli" => Common::One(MulI),
            "addf" => Common::One(AddF),
            "subf" => Common::One(SubF),
            "mulf" => Common::One(MulF),
            "divf" => Common::One(DivF),
            "remf" => Common::One(RemF),
            "negf" => Common::One(NegF),
            "and" => Common::One(AndI),
            "or" => Common::One(OrI),
            "xor" => Common::One(XOrI),
            "shl" => Common::One(ShLI),
            "maxf" => Common::One(MaxNumF),
            "minf" => Common::One(MinNumF),
            "maximum" => Common::One(MaximumF),
            "minimum" => Common::One(MinimumF),
            "select" => Common::One(Select),
            "trunci" => Common::One(TruncI),
            "divi" => signed(DivSI, DivUI),
            "floordiv" => signed(FloorDivSI, DivUI),
            "ceildiv" => signed(CeilDivSI, CeilDivUI),
            "remi" => signed(RemSI, RemUI),
            "shr" => signed(ShRSI, ShRUI),
            "maxi" => signed(MaxSI, MaxUI),
            "mini" => signed(MinSI, MinUI),
            "mul_extended" => signed(MulSIExtended, MulUIExtended),
            "exti" => signed(ExtSI, ExtUI),
            "itof" => signed(SIToFP, UIToFP),
            "ftoi" => signed(FPToSI, FPToUI),
            "index_cast" => signed(IndexCast, IndexCastUI),
            "absi" => Common::Signed(Math::AbsI.into(), None),
            "cmpi" => Common::CompareInts,
            "cmpf" => Common::CompareFloats,
            "ftof" => Common::FloatToFloat,
            _ => return None,
        })
    }
}

/// Whether a name of the instruction set, without `pto.`, is that of such an operation.
pub(super) fn is_common_value(name: &str) -> bool {
    Common::of(name).is_some()
}

impl Parser<'_> {
    /// Reads such an operation; its name is the current token.
    pub(super) fn parse_common_value(
        &mut self,
        block: BlockId,
        results: ResultNames,
        start: Span,
        word: &str,
    ) {
        let Some(common) = Common::of(&word["pto.".len()..]) else { return };
        if let Common::Constant = common {
            return self.parse_foreign(Arith::Constant.into(), block, results, start);
        }
        let name_span = self.cur.span;
        self.advance();
        let mut p = std::mem::take(&mut self.pieces);
        p.clear();
        let chosen = match self.parse_items(&mut p, TOP, None, false) {
            true => self.choose(common, word, name_span, &mut p),
            false => None,
        };
        match chosen {
            Some(op) => {
                let name = OpName::Dialect(op);
                let written = SyntaxForm::Ssa;
                let node =
                    self.bind_foreign(block, &results, start, name_span, name, written, &mut p);
                self.finish_node(node);
            }
            None => self.poison_results(block, &results),
        }
        self.pieces = p;
    }

    /// The operation that was written, after the words about signs were taken from its pieces.
    fn choose(
        &mut self,
        common: Common,
        word: &str,
        name_span: Span,
        p: &mut Pieces,
    ) -> Option<DialectOp> {
        if let Some(&clause) = p.clauses.first() {
            let message = format!("`{}` of `{word}` is not read", clause.of(self.text));
            let d = Diagnostic::error(code::SYNTAX, clause, message);
            self.report(d.help("leave it out: floats are rounded to nearest, ties to even"));
            return None;
        }
        let text = self.text;
        let sign_at = |p: &Pieces| {
            let is_sign = |w: &str| matches!(w, "signed" | "unsigned");
            p.literals.iter().position(|l| l.word && is_sign(l.span.of(text)))
        };
        let sign = sign_at(p).map(|i| p.literals.remove(i).span);
        let signed = sign.map(|s| s.of(text) == "signed");
        let wants = matches!(common, Common::Signed(..) | Common::CompareInts);
        if wants != signed.is_some() {
            let (span, message, help) = match sign {
                Some(span) => (span, format!("`{word}` has no sign"), "leave this word out"),
                None => (
                    name_span,
                    format!("`{word}` does not say whether its integers have a sign"),
                    "write `signed` or `unsigned` after the operands",
                ),
            };
            self.report(Diagnostic::error(code::SYNTAX, span, message).help(help));
            return None;
        }
        match (common, signed) {
            (Common::One(op), _) => Some(op.into()),
            (Common::Signed(op, _), Some(true)) | (Common::Signed(_, Some(op)), _) => Some(op),
            (Common::Signed(..), _) => {
                let message = format!("`{word}` of integers without a sign is what it is given");
                let d = Diagnostic::error(code::SYNTAX, sign.unwrap_or(name_span), message);
                self.report(d.help("use its operand"));
                None
            }
            (Common::CompareInts, _) => {
                let prefix = if signed == Some(true) { "s" } else { "u" };
                self.predicate(p, prefix);
                Some(Arith::CmpI.into())
            }
            (Common::CompareFloats, _) => {
                self.predicate(p, "o");
                Some(Arith::CmpF.into())
            }
            (Common::FloatToFloat, _) => {
                let bits = |t: Option<TypeId>| {
                    t.and_then(|t| self.module.types.get(t).as_number()).map(|d| d.bits())
                };
                let from = bits(p.types.first().and_then(|t| t.0));
                let to = bits(p.result_types.first().and_then(|t| t.0));
                Some(if to > from { Arith::ExtF } else { Arith::TruncF }.into())
            }
            (Common::Constant, _) => None,
        }
    }

    /// Gives a relation the letter that `arith` has before it.
    fn predicate(&mut self, p: &mut Pieces, prefix: &str) {
        let Some(l) = p.literals.iter_mut().find(|l| l.word) else { return };
        let relation = l.span.of(self.text);
        let spelled = match relation {
            "lt" | "le" | "gt" | "ge" => format!("{prefix}{relation}"),
            "eq" | "ne" if prefix == "o" => format!("o{relation}"),
            other => other.to_string(),
        };
        l.attr = self.module.attrs.intern(Attr::Word(spelled.into()));
    }
}
