//! Scalar operations: `arith`, and the casts between its types.

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
    AddF,
    SubF,
    MulF,
    DivF,
    RemF,
    NegF,
    AbsF,
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

/// The relation of a predicate without its first letter; `arith` has no capitals.
fn relation(word: &str) -> Option<Relation> {
    Relation::parse(word).filter(|_| !word.bytes().any(|b| b.is_ascii_uppercase()))
}

impl Alu {
    /// The operation of an `arith` or `math` name, without those that need a predicate.
    pub fn named(name: &str) -> Option<Alu> {
        Some(match name {
            "arith.addi" => Alu::Add,
            "arith.subi" => Alu::Sub,
            "arith.muli" => Alu::Mul,
            "arith.divsi" => Alu::DivS,
            "arith.divui" => Alu::DivU,
            "arith.remsi" => Alu::RemS,
            "arith.remui" => Alu::RemU,
            "arith.floordivsi" => Alu::FloorDivS,
            "arith.ceildivsi" => Alu::CeilDivS,
            "arith.ceildivui" => Alu::CeilDivU,
            "arith.andi" => Alu::And,
            "arith.ori" => Alu::Or,
            "arith.xori" => Alu::Xor,
            "arith.shli" => Alu::Shl,
            "arith.shrsi" => Alu::ShrS,
            "arith.shrui" => Alu::ShrU,
            "arith.maxsi" => Alu::MaxS,
            "arith.minsi" => Alu::MinS,
            "arith.maxui" => Alu::MaxU,
            "arith.minui" => Alu::MinU,
            "arith.select" => Alu::Select,
            "arith.addf" => Alu::AddF,
            "arith.subf" => Alu::SubF,
            "arith.mulf" => Alu::MulF,
            "arith.divf" => Alu::DivF,
            "arith.remf" => Alu::RemF,
            "arith.negf" => Alu::NegF,
            "arith.maximumf" | "arith.maxnumf" => Alu::MaxF,
            "arith.minimumf" | "arith.minnumf" => Alu::MinF,
            "math.absf" => Alu::AbsF,
            "math.sqrt" => Alu::SqrtF,
            "math.rsqrt" => Alu::RsqrtF,
            "math.exp" => Alu::ExpF,
            "math.log" => Alu::LogF,
            "math.floor" => Alu::FloorF,
            "arith.index_cast" | "arith.extsi" => Alu::Extend { signed: true },
            "arith.index_castui" | "arith.extui" | "arith.trunci" => Alu::Extend { signed: false },
            "arith.bitcast" | "builtin.unrealized_conversion_cast" => Alu::Copy,
            "arith.sitofp" => Alu::IntToFloat { signed: true },
            "arith.uitofp" => Alu::IntToFloat { signed: false },
            "arith.fptosi" => Alu::FloatToInt { signed: true },
            "arith.fptoui" => Alu::FloatToInt { signed: false },
            "arith.extf" | "arith.truncf" => Alu::FloatToFloat,
            _ => return None,
        })
    }

    /// The comparison of `arith.cmpi` or `arith.cmpf` with this predicate, by word or number.
    pub fn compare(float: bool, predicate: &str) -> Option<Alu> {
        if float {
            let word = match predicate.parse::<usize>() {
                Ok(n) => *FLOAT_PREDICATES.get(n)?,
                Err(_) => predicate,
            };
            return Some(match word {
                "ord" => Alu::Ordered(true),
                "uno" => Alu::Ordered(false),
                _ => match word.split_at_checked(1)? {
                    ("o", cmp) => Alu::CmpF(relation(cmp)?, false),
                    ("u", cmp) => Alu::CmpF(relation(cmp)?, true),
                    _ => return None,
                },
            });
        }
        let word = match predicate.parse::<usize>() {
            Ok(n) => *INT_PREDICATES.get(n)?,
            Err(_) => predicate,
        };
        Some(match word {
            "eq" | "ne" => Alu::CmpU(relation(word)?),
            _ => match word.split_at_checked(1)? {
                ("s", cmp) => Alu::CmpS(relation(cmp)?),
                ("u", cmp) => Alu::CmpU(relation(cmp)?),
                _ => return None,
            },
        })
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

const INT_PREDICATES: [&str; 10] =
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

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
    fn comparisons_read_the_sign_they_name() {
        let slt = Alu::compare(false, "slt").unwrap();
        let ult = Alu::compare(false, "6").unwrap();
        assert_eq!(slt.run(DType::I32, DType::I1, 0xFFFF_FFFF, 1, 0), Ok(1));
        assert_eq!(ult.run(DType::I32, DType::I1, 0xFFFF_FFFF, 1, 0), Ok(0));
        let nan = u64::from(f32::NAN.to_bits());
        let une = Alu::compare(true, "une").unwrap();
        let olt = Alu::compare(true, "olt").unwrap();
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
