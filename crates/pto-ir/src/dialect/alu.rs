//! What scalar operations compute: `arith`, `math`, and the casts between their types. Runs and proofs ask the same code.

use super::{Arith, Cast, CmpFPredicate, CmpIPredicate, DialectOp, FloatTest, Math};
use pto_isa::format::{Conversion, Rounding, Saturate, convert, decode_int};
use pto_isa::sem::compare::Relation;
use pto_isa::sem::{Num, Trap};
use pto_isa::{DType, code};

/// An operation on numbers. Integers have no sign of their own: the operation says how it reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Alu {
    Copy,
    Add,
    Sub,
    Mul,
    /// The upper half of the product, which is twice as wide.
    MulHighS,
    MulHighU,
    DivS,
    DivU,
    RemS,
    RemU,
    FloorDivS,
    CeilDivS,
    CeilDivU,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
    MaxS,
    MinS,
    MaxU,
    MinU,
    CmpS(Relation),
    CmpU(Relation),
    /// Comparison of floats; the flag is the result when one is NaN.
    CmpF(Relation, bool),
    /// Whether neither (or either) is NaN.
    Ordered(bool),
    Select,
    /// What it is given, which must not be zero.
    Assert,
    AddF,
    SubF,
    MulF,
    DivF,
    RemF,
    NegF,
    AbsF,
    AbsS,
    MaxF,
    MinF,
    SqrtF,
    RsqrtF,
    ExpF,
    LogF,
    FloorF,
    /// Sign extension, zero extension or low bits, by the two widths.
    Extend {
        signed: bool,
    },
    IntToFloat {
        signed: bool,
    },
    FloatToInt {
        signed: bool,
    },
    FloatToFloat,
}

impl Alu {
    /// The operation on numbers that an operation of a dialect is, without those that need a predicate.
    pub fn of(op: DialectOp) -> Option<Alu> {
        if let Some(cast) = op.cast() {
            return Some(Alu::of_cast(cast));
        }
        Some(match op {
            DialectOp::Arith(op) => match op {
                Arith::AddI => Alu::Add,
                Arith::SubI => Alu::Sub,
                Arith::MulI => Alu::Mul,
                Arith::DivSI => Alu::DivS,
                Arith::DivUI => Alu::DivU,
                Arith::RemSI => Alu::RemS,
                Arith::RemUI => Alu::RemU,
                Arith::FloorDivSI => Alu::FloorDivS,
                Arith::CeilDivSI => Alu::CeilDivS,
                Arith::CeilDivUI => Alu::CeilDivU,
                Arith::AndI => Alu::And,
                Arith::OrI => Alu::Or,
                Arith::XOrI => Alu::Xor,
                Arith::ShLI => Alu::Shl,
                Arith::ShRSI => Alu::ShrS,
                Arith::ShRUI => Alu::ShrU,
                Arith::MaxSI => Alu::MaxS,
                Arith::MinSI => Alu::MinS,
                Arith::MaxUI => Alu::MaxU,
                Arith::MinUI => Alu::MinU,
                Arith::Select => Alu::Select,
                Arith::AddF => Alu::AddF,
                Arith::SubF => Alu::SubF,
                Arith::MulF => Alu::MulF,
                Arith::DivF => Alu::DivF,
                Arith::RemF => Alu::RemF,
                Arith::NegF => Alu::NegF,
                Arith::MaximumF | Arith::MaxNumF => Alu::MaxF,
                Arith::MinimumF | Arith::MinNumF => Alu::MinF,
                _ => return None,
            },
            DialectOp::Math(op) => match op {
                Math::AbsF => Alu::AbsF,
                Math::AbsI => Alu::AbsS,
                Math::Sqrt => Alu::SqrtF,
                Math::Rsqrt => Alu::RsqrtF,
                Math::Exp => Alu::ExpF,
                Math::Log => Alu::LogF,
                Math::Floor => Alu::FloorF,
            },
            _ => return None,
        })
    }

    fn of_cast(cast: Cast) -> Alu {
        match cast {
            Cast::Index { signed } | Cast::Extend { signed } => Alu::Extend { signed },
            Cast::Truncate => Alu::Extend { signed: false },
            Cast::IntToFloat { signed } => Alu::IntToFloat { signed },
            Cast::FloatToInt { signed } => Alu::FloatToInt { signed },
            Cast::ExtendFloat | Cast::TruncateFloat => Alu::FloatToFloat,
            Cast::Bits | Cast::Unrealized => Alu::Copy,
        }
    }

    /// The two operations that give the lower and the upper half of a product, in place of one with two results.
    pub fn halves_of(op: DialectOp) -> Option<[Alu; 2]> {
        match op {
            DialectOp::Arith(Arith::MulSIExtended) => Some([Alu::Mul, Alu::MulHighS]),
            DialectOp::Arith(Arith::MulUIExtended) => Some([Alu::Mul, Alu::MulHighU]),
            _ => None,
        }
    }

    /// The comparison of integers with this predicate.
    pub fn compare_ints(predicate: CmpIPredicate) -> Alu {
        match predicate.is_unsigned() {
            Some(false) => Alu::CmpS(predicate.relation()),
            Some(true) | None => Alu::CmpU(predicate.relation()),
        }
    }

    /// The comparison of floats with this predicate; `None` if it compares nothing.
    pub fn compare_floats(predicate: CmpFPredicate) -> Option<Alu> {
        match predicate.test() {
            FloatTest::Always(_) => None,
            FloatTest::Ordered(ordered) => Some(Alu::Ordered(ordered)),
            FloatTest::Relation(relation, unordered) => Some(Alu::CmpF(relation, unordered)),
        }
    }

    /// Whether some operands have no result.
    pub fn may_trap(self) -> bool {
        use Alu::{Assert, CeilDivS, CeilDivU, DivS, DivU, FloorDivS, RemS, RemU, Shl, ShrS, ShrU};
        matches!(
            self,
            DivS | DivU
                | RemS
                | RemU
                | FloorDivS
                | CeilDivS
                | CeilDivU
                | Shl
                | ShrS
                | ShrU
                | Assert
        )
    }

    /// The result's code. `from` is the type of the operands, `to` of the result.
    #[inline]
    pub fn run(self, from: DType, to: DType, a: u64, b: u64, c: u64) -> Result<u64, Trap> {
        let bits = from.bits();
        let unsigned = |v: u64| v & (u64::MAX >> (64 - bits));
        let signed = |v: u64| ((v << (64 - bits)) as i64) >> (64 - bits);
        let (sa, sb, ua, ub) = (signed(a), signed(b), unsigned(a), unsigned(b));
        let by_zero = || Trap::new("divides an integer by zero").code(code::DIVIDE_BY_ZERO);
        let nonzero = || if ub == 0 { Err(by_zero()) } else { Ok(()) };
        // Integers must not pay for reading them as floats.
        let fa = || f32::from_code(from, a);
        let fb = || f32::from_code(from, b);
        let float = |v: f32| v.to_code(to);
        let result = match self {
            Alu::Copy => a,
            Alu::Add => a.wrapping_add(b),
            Alu::Sub => a.wrapping_sub(b),
            Alu::Mul => a.wrapping_mul(b),
            Alu::MulHighS => ((i128::from(sa) * i128::from(sb)) >> bits) as u64,
            Alu::MulHighU => ((u128::from(ua) * u128::from(ub)) >> bits) as u64,
            Alu::DivS => {
                nonzero()?;
                sa.wrapping_div(sb) as u64
            }
            Alu::DivU => ua.checked_div(ub).ok_or_else(by_zero)?,
            Alu::RemS => {
                nonzero()?;
                sa.wrapping_rem(sb) as u64
            }
            Alu::RemU => ua.checked_rem(ub).ok_or_else(by_zero)?,
            Alu::FloorDivS => {
                nonzero()?;
                let (q, r) = (sa.wrapping_div(sb), sa.wrapping_rem(sb));
                q.wrapping_sub(i64::from(r != 0 && (r < 0) != (sb < 0))) as u64
            }
            Alu::CeilDivS => {
                nonzero()?;
                let (q, r) = (sa.wrapping_div(sb), sa.wrapping_rem(sb));
                q.wrapping_add(i64::from(r != 0 && (r < 0) == (sb < 0))) as u64
            }
            Alu::CeilDivU => {
                nonzero()?;
                ua.div_ceil(ub)
            }
            Alu::And => a & b,
            Alu::Or => a | b,
            Alu::Xor => a ^ b,
            Alu::Shl | Alu::ShrS | Alu::ShrU if ub >= u64::from(bits) => {
                return Err(Trap::new(format!("shifts a {bits}-bit number by {ub}"))
                    .code(code::SHIFT_COUNT));
            }
            Alu::Shl => ua << ub,
            Alu::ShrS => (sa >> ub) as u64,
            Alu::ShrU => ua >> ub,
            Alu::MaxS => Ord::max(sa, sb) as u64,
            Alu::MinS => Ord::min(sa, sb) as u64,
            Alu::MaxU => Ord::max(ua, ub),
            Alu::MinU => Ord::min(ua, ub),
            Alu::CmpS(cmp) => cmp.holds(sa, sb).into(),
            Alu::CmpU(cmp) => cmp.holds(ua, ub).into(),
            Alu::CmpF(cmp, unordered) => {
                if fa().is_nan() || fb().is_nan() { unordered } else { cmp.holds(fa(), fb()) }
                    .into()
            }
            Alu::Ordered(ordered) => ((fa().is_nan() || fb().is_nan()) != ordered).into(),
            Alu::Select => {
                if a & 1 == 1 {
                    b
                } else {
                    c
                }
            }
            Alu::AddF => float(Num::add(fa(), fb())),
            Alu::SubF => float(Num::sub(fa(), fb())),
            Alu::MulF => float(Num::mul(fa(), fb())),
            Alu::DivF => float(Num::div(fa(), fb())),
            Alu::RemF => float(fa().fmod(fb())),
            Alu::NegF => float(Num::neg(fa())),
            Alu::AbsF => float(Num::abs(fa())),
            Alu::Assert if unsigned(a) == 0 => return Err(Trap::new("does not hold")),
            Alu::Assert => a,
            Alu::AbsS => sa.wrapping_abs() as u64,
            Alu::MaxF => float(Num::max(fa(), fb())),
            Alu::MinF => float(Num::min(fa(), fb())),
            Alu::SqrtF => float(Num::sqrt(fa())),
            Alu::RsqrtF => float(fa().rsqrt()),
            Alu::ExpF => float(Num::exp(fa())),
            Alu::LogF => float(Num::ln(fa())),
            Alu::FloorF => float(Num::floor(fa())),
            Alu::Extend { signed: true } => sa as u64,
            Alu::Extend { signed: false } => ua,
            Alu::IntToFloat { signed } => {
                convert(with_sign(from, signed), a, to, Conversion::default())
            }
            Alu::FloatToInt { signed } => {
                let how = Conversion::new(Rounding::Trunc, Saturate::On);
                convert(from, a, with_sign(to, signed), how)
            }
            Alu::FloatToFloat => convert(from, a, to, Conversion::default()),
        };
        Ok(result & (u64::MAX >> (64 - to.bits())))
    }
}

/// The integer type of the same width that is read this way.
fn with_sign(dtype: DType, signed: bool) -> DType {
    match (dtype.bits(), signed) {
        (8, true) => DType::I8,
        (8, false) => DType::U8,
        (16, true) => DType::I16,
        (16, false) => DType::U16,
        (32, true) => DType::I32,
        (32, false) => DType::U32,
        (64, true) => DType::I64,
        (64, false) => DType::U64,
        _ => dtype,
    }
}

/// A number as a signed 64-bit integer.
#[inline(always)]
pub fn to_i64(dtype: DType, bits: u64) -> i64 {
    // `index` and most counters.
    if dtype == DType::I64 {
        return bits as i64;
    }
    decode_int(dtype, bits).unwrap_or(0) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn i32_of(op: Alu, a: i64, b: i64) -> i64 {
        to_i64(DType::I32, op.run(DType::I32, DType::I32, a as u64, b as u64, 0).unwrap())
    }

    #[test]
    fn divisions_round_as_their_names_say() {
        assert_eq!(i32_of(Alu::DivS, -7, 2), -3);
        assert_eq!(i32_of(Alu::FloorDivS, -7, 2), -4);
        assert_eq!(i32_of(Alu::CeilDivS, -7, 2), -3);
        assert_eq!(i32_of(Alu::CeilDivS, 7, 2), 4);
        assert_eq!(i32_of(Alu::CeilDivU, 7, 2), 4);
        assert_eq!(i32_of(Alu::RemS, -7, 2), -1);
        assert_eq!(i32_of(Alu::DivS, i32::MIN.into(), -1), i64::from(i32::MIN));
        assert!(Alu::DivU.run(DType::I32, DType::I32, 1, 1 << 32, 0).is_err());
    }

    #[test]
    fn products_have_an_upper_half_and_the_least_integer_no_absolute_value() {
        assert_eq!(i32_of(Alu::MulHighS, -7, 2), -1);
        assert_eq!(i32_of(Alu::MulHighU, -7, 2), 1);
        let most = Alu::MulHighU.run(DType::I64, DType::I64, u64::MAX, u64::MAX, 0);
        assert_eq!(most, Ok(u64::MAX - 1));
        assert_eq!(i32_of(Alu::AbsS, -7, 0), 7);
        assert_eq!(i32_of(Alu::AbsS, i32::MIN.into(), 0), i64::from(i32::MIN));
    }

    #[test]
    fn comparisons_read_the_sign_they_name() {
        let slt = Alu::compare_ints(CmpIPredicate::Slt);
        let ult = Alu::compare_ints(CmpIPredicate::Ult);
        assert_eq!(slt.run(DType::I32, DType::I1, 0xFFFF_FFFF, 1, 0), Ok(1));
        assert_eq!(ult.run(DType::I32, DType::I1, 0xFFFF_FFFF, 1, 0), Ok(0));
        let nan = u64::from(f32::NAN.to_bits());
        let une = Alu::compare_floats(CmpFPredicate::Une).unwrap();
        let olt = Alu::compare_floats(CmpFPredicate::Olt).unwrap();
        assert_eq!(une.run(DType::F32, DType::I1, nan, nan, 0), Ok(1));
        assert_eq!(olt.run(DType::F32, DType::I1, nan, nan, 0), Ok(0));
    }

    #[test]
    fn casts_keep_the_value() {
        let up = Alu::Extend { signed: true }.run(DType::I8, DType::I64, 0xFF, 0, 0);
        assert_eq!(up, Ok(u64::MAX));
        let float = Alu::IntToFloat { signed: false }.run(DType::I8, DType::F32, 0xFF, 0, 0);
        assert_eq!(float, Ok(255f32.to_bits().into()));
        let int = Alu::FloatToInt { signed: true };
        assert_eq!(
            int.run(DType::F32, DType::I32, (-2.5f32).to_bits().into(), 0, 0),
            Ok(0xFFFF_FFFE)
        );
    }
}
