//! Numbers: constants, arithmetic, comparison, conversion.

use super::Builder;
use crate::dialect::Arith;
use crate::intern::{Attr, constant_number, int_bits};
use crate::module::{TypeId, ValueId};
use pto_isa::{DType, Type, code};

impl Builder {
    /// A constant integer of a type; not zero is true if that is `i1`.
    pub fn constant(&mut self, value: i64, ty: TypeId) -> ValueId {
        let ty = self.usable_type(ty);
        let attr = match self.module.types.get(ty) {
            Type::Scalar(DType::I1) => Attr::Bool(value != 0),
            known if let Some((bits, range)) = int_bits(known) => {
                let number = constant_number(value.into(), known);
                if !range.contains(&value.into()) {
                    self.problem(code::BAD_NUMBER, format!("{value} does not fit {bits} bits"));
                }
                Attr::Int(number, Some(ty))
            }
            _ => return self.constant_float(value as f64, ty),
        };
        self.dialect(Arith::Constant).attr("value", attr).result(ty).value()
    }

    /// A constant of type `index`.
    pub fn index(&mut self, value: i64) -> ValueId {
        let ty = self.module.types.intern(Type::Index);
        self.constant(value, ty)
    }

    /// A constant floating-point number of a type. Its digits are those that give the `f64` back.
    pub fn constant_float(&mut self, value: f64, ty: TypeId) -> ValueId {
        let ty = self.usable_type(ty);
        if !matches!(self.module.types.get(ty), Type::Scalar(d) if d.is_float()) {
            let message = format!("{} holds no floating-point number", self.module.types.get(ty));
            self.problem(code::BAD_NUMBER, message);
        }
        let attr = match value.is_finite() {
            true => Attr::Float(digits(value).into(), Some(ty)),
            false => self.special(value, ty),
        };
        self.dialect(Arith::Constant).attr("value", attr).result(ty).value()
    }

    /// Infinity and NaN are written by their bits.
    fn special(&mut self, value: f64, ty: TypeId) -> Attr {
        let bits: u32 = match self.module.types.get(ty) {
            Type::Scalar(DType::F32) => (value as f32).to_bits(),
            Type::Scalar(DType::Bf16) => (value as f32).to_bits() >> 16,
            Type::Scalar(DType::F16) => {
                let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
                sign | if value.is_nan() { 0x7e00 } else { 0x7c00 }
            }
            other => {
                let message = format!("{value} is not a number of type {other}");
                self.problem(code::BAD_NUMBER, message);
                0
            }
        };
        Attr::Float(format!("{bits:#x}").into(), Some(ty))
    }

    /// An operation of `arith` on values of one type, which its result has too: `AddI`, `MulF`, `MinSI`, `Select`.
    pub fn arith(&mut self, op: Arith, operands: impl AsRef<[ValueId]>) -> ValueId {
        let operands = operands.as_ref();
        let ty = operands.last().and_then(|v| self.module.values.get(v.index())?.ty);
        let ty = ty.unwrap_or_else(|| self.module.types.intern(Type::Index));
        self.dialect(op).operands(operands).result(ty).value()
    }

    /// Compares two integers (`eq`, `slt`, `ule` ...) or two floating-point numbers (`oeq`, `olt` ...).
    pub fn compare(&mut self, predicate: &str, a: ValueId, b: ValueId) -> ValueId {
        let i1 = self.module.types.intern(Type::Scalar(DType::I1));
        let ty = self.module.values.get(a.index()).and_then(|v| v.ty);
        let float =
            ty.is_some_and(|t| matches!(self.module.types.get(t), Type::Scalar(d) if d.is_float()));
        let op = if float { Arith::CmpF } else { Arith::CmpI };
        let predicate = Attr::Word(predicate.into());
        self.dialect(op).operands([a, b]).attr("predicate", predicate).result(i1).value()
    }

    /// A conversion of `arith` to another type: `IndexCast`, `ExtSI`, `SIToFP` ...
    pub fn cast(&mut self, op: Arith, value: ValueId, to: TypeId) -> ValueId {
        self.dialect(op).operands([value]).result(to).value()
    }
}

/// A finite number as the reader knows numbers: with a point.
fn digits(value: f64) -> String {
    let text = format!("{value:?}");
    match text.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => text,
    }
}
