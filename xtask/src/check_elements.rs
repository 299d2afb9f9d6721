//! `cargo xtask check-elements FILE`: functions and formats of elements against a table of facts.
//!
//! A line of the table is a kind and its columns, separated by tabs; `#` begins a remark.
//!
//! | kind | columns |
//! |---|---|
//! | `BIN` | operation, type, a, b, result |
//! | `UN` | operation, type, a, result |
//! | `ICVT` | type, type, a, low bits, saturated |
//! | `FMM` | type, a, b, maximum, minimum |
//! | `FUN` | type, a, absolute value, negation, relu |
//! | `CMP` | type, a, b, and `TRUE` or `FALSE` for EQ NE LT LE GT GE |
//! | `E8M0` | type, rounding, saturation, a, result, flags (not compared) |
//! | `SFU` | function, type, a, result, flags (not compared) |
//! | `CLS` | type, code, class |
//!
//! A rule that excuses a difference says what the table must have instead, and that is compared.

use crate::agreement::{SHIFT, Tally, Verdict, code, dtype, judge};
use pto_isa::format::{Conversion, Rounding, Saturate, convert, decode, encode};
use pto_isa::sem::{Elem, Num, Numerics, Semantics};
use pto_isa::{DType, Target, with_num};
use std::process::ExitCode;

const MIN_NUM: &str = "min-max-nan: maximum and minimum with a NaN are NaN here, and the other operand there (minNum)";
const NAN_BITS: &str = "nan-payload: absolute value and negation of a NaN are the canonical NaN here, and keep its payload there";

pub fn run(args: &[String]) -> ExitCode {
    let [file] = args else {
        println!(
            "oracle: skipped, no table of element facts was given (cargo xtask check-elements FILE)"
        );
        return ExitCode::SUCCESS;
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("error: {file}: {e}");
            return ExitCode::from(2);
        }
    };
    tally(&text).report()
}

fn tally(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (kind, cells) = (cells[0], &cells[1..]);
        let group = match kind {
            "BIN" | "UN" | "SFU" => format!("{kind} {}", cells.first().unwrap_or(&"")),
            _ => kind.to_string(),
        };
        for verdict in check(kind, cells) {
            tally.add(&group, line, verdict);
        }
    }
    tally
}

/// The verdicts of a line, one for each result it gives.
fn check(kind: &str, cells: &[&str]) -> Vec<Verdict> {
    let unreadable = || vec![Verdict::Differs("the line cannot be read".into())];
    let typed = |name: &str, facts: &dyn Fn(DType) -> Option<Vec<Verdict>>| match dtype(name) {
        None => vec![Verdict::Skipped(format!("there is no type {name} here"))],
        Some(d) => facts(d).unwrap_or_else(unreadable),
    };
    match (kind, cells) {
        ("BIN", [op, ty, a, b, want]) => typed(ty, &|d| binary(op, d, a, b, want)),
        ("UN", [op, ty, a, want]) => typed(ty, &|d| {
            let elem = unary(op)?;
            Some(vec![judge(apply(elem, d, code(a, d)?, 0), code(want, d)?, None)])
        }),
        ("ICVT", [from, to, a, wrap, saturated]) => typed(from, &|from| {
            let to = dtype(to)?;
            let one = |saturate, want: &str| {
                let how = Conversion::new(Rounding::Rint, saturate);
                Some(judge(convert(from, code(a, from)?, to, how), code(want, to)?, None))
            };
            Some(vec![one(Saturate::Off, wrap)?, one(Saturate::On, saturated)?])
        }),
        ("FMM", [ty, a, b, max, min]) => typed(ty, &|d| {
            let (a, b) = (code(a, d)?, code(b, d)?);
            let there = match (is_nan(d, a), is_nan(d, b)) {
                (false, false) => None,
                (true, false) => Some((MIN_NUM, b)),
                (false, true) => Some((MIN_NUM, a)),
                (true, true) => Some((MIN_NUM, canonical_nan(d))),
            };
            let one = |elem, want: &str| Some(judge(apply(elem, d, a, b), code(want, d)?, there));
            Some(vec![one(Elem::Max, max)?, one(Elem::Min, min)?])
        }),
        ("FUN", [ty, a, abs, neg, relu]) => typed(ty, &|d| {
            let a = code(a, d)?;
            let sign = 1 << (d.bits() - 1);
            let there = |code| is_nan(d, a).then_some((NAN_BITS, code));
            let one =
                |elem, want: &str, there| Some(judge(apply(elem, d, a, 0), code(want, d)?, there));
            Some(vec![
                one(Elem::Abs, abs, there(a & !sign))?,
                one(Elem::Neg, neg, there(a ^ sign))?,
                one(Elem::Relu, relu, None)?,
            ])
        }),
        ("SFU", [op, ty, a, want, _]) => typed(ty, &|d| {
            let numerics = Numerics::new(Target::A5, Semantics::Manual);
            let elem = special(op)?.resolve(&numerics, d);
            Some(vec![judge(apply(elem, d, code(a, d)?, 0), code(want, d)?, None)])
        }),
        ("CMP", [ty, a, b, want @ ..]) if want.len() == 6 => typed(ty, &|d| {
            let (a, b) = (code(a, d)?, code(b, d)?);
            let found = with_num!(d, T => compare(T::from_code(d, a), T::from_code(d, b)));
            let one =
                |(found, want): (bool, &&str)| judge(found.into(), (*want == "TRUE").into(), None);
            Some(found.into_iter().zip(want).map(one).collect())
        }),
        ("E8M0", [ty, rounding, saturate, a, want, _]) => typed(ty, &|d| {
            let Some(rounding) = self::rounding(rounding) else {
                return Some(vec![Verdict::Skipped(format!(
                    "there is no rounding {rounding} here"
                ))]);
            };
            let saturate = if *saturate == "TRUE" { Saturate::On } else { Saturate::Off };
            let how = Conversion::new(rounding, saturate);
            let found = convert(d, code(a, d)?, DType::F8E8M0, how);
            Some(vec![judge(found, code(want, DType::F8E8M0)?, None)])
        }),
        ("CLS", [ty, a, want]) => typed(ty, &|d| {
            let found = class(d, decode(d, code(a, d)?));
            let same = found == want.trim_start_matches("Quiet").trim_start_matches("Signaling");
            Some(vec![if same { Verdict::Agrees } else { Verdict::Differs(found) }])
        }),
        _ => vec![Verdict::Skipped(format!("facts of kind {kind} are not compared"))],
    }
}

fn binary(op: &str, d: DType, a: &str, b: &str, want: &str) -> Option<Vec<Verdict>> {
    let elem = match op {
        "ADD" => Elem::Add,
        "SUB" => Elem::Sub,
        "MUL" => Elem::Mul,
        "DIV" => Elem::Div,
        "REM" => Elem::Rem,
        "MAX" => Elem::Max,
        "MIN" => Elem::Min,
        "AND" => Elem::And,
        "OR" => Elem::Or,
        "XOR" => Elem::Xor,
        "SHL" => Elem::Shl,
        "SHR" => Elem::Shr,
        _ => return None,
    };
    let (a, b, want) = (code(a, d)?, code(b, d)?, code(want, d)?);
    Some(vec![match elem.refuse(d, b) {
        // The bits of a refused count stand for a number above the width, or below zero.
        Some(_) if matches!(elem, Elem::Shl | Elem::Shr) => {
            match apply(elem, d, a, b & u64::from(d.bits() - 1)) {
                there if there == want => Verdict::Rule(SHIFT),
                there => Verdict::Differs(format!("{there:#x} by the count modulo the width")),
            }
        }
        Some(trap) => Verdict::Differs(trap.message),
        None => judge(apply(elem, d, a, b), want, None),
    }])
}

fn special(op: &str) -> Option<Elem> {
    Some(match op {
        "EXP" => Elem::Exp,
        "LOG" => Elem::Ln,
        "SQRT" => Elem::Sqrt,
        "RSQRT" => Elem::Rsqrt,
        "RECIP" => Elem::Recip,
        _ => return None,
    })
}

fn unary(op: &str) -> Option<Elem> {
    Some(match op {
        "ABS" => Elem::Abs,
        "NEG" => Elem::Neg,
        "NOT" => Elem::Not,
        "RELU" => Elem::Relu,
        _ => return None,
    })
}

fn apply(elem: Elem, d: DType, a: u64, b: u64) -> u64 {
    with_num!(d, T => {
        let (a, b) = (T::from_code(d, a), T::from_code(d, b));
        elem.apply(a, b, T::ZERO).to_code(d)
    })
}

fn compare<T: Num>(a: T, b: T) -> [bool; 6] {
    [a == b, a != b, a < b, a <= b, a > b, a >= b]
}

fn is_nan(d: DType, code: u64) -> bool {
    decode(d, code).is_nan()
}

fn canonical_nan(d: DType) -> u64 {
    encode(d, f64::NAN, Conversion::default())
}

fn rounding(name: &str) -> Option<Rounding> {
    Some(match name {
        "RNE" => Rounding::Rint,
        "RNA" => Rounding::Round,
        "RTM" => Rounding::Floor,
        "RTP" => Rounding::Ceil,
        "RTZ" => Rounding::Trunc,
        "RTO" => Rounding::Odd,
        _ => return None,
    })
}

/// What sort of number a value is in its format.
fn class(d: DType, value: f64) -> String {
    let smallest_normal = match d {
        DType::F8E4M3 => -6,
        DType::F8E5M2 => -14,
        DType::Hif8 => -15,
        _ => -127,
    };
    let kind = match value.abs() {
        v if v.is_nan() => return "NaN".into(),
        v if v.is_infinite() => "Infinity",
        0.0 => "Zero",
        v if v < 2f64.powi(smallest_normal) => "Subnormal",
        _ => "Normal",
    };
    let sign = if value.is_sign_negative() { "Negative" } else { "Positive" };
    format!("{sign}{kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind() {
        let agree = [
            "BIN\tREM\tS8\t0x80\t0x3\t0x1",
            "UN\tNEG\tU16\t0xbabe\t0x4542",
            "ICVT\tS16\tS8\t0x7fff\t0xff\t0x7f",
            "FMM\tBF16\t0x8000\t0x0\t0x0\t0x8000",
            "FUN\tFP16\t0xc500\t0x4500\t0x4500\t0x0",
            "CMP\tFP32\t0x0\t0x80000000\tTRUE\tFALSE\tFALSE\tTRUE\tFALSE\tTRUE",
            "E8M0\tBF16\tRTZ\tTRUE\t0x7f80\t0xfe\t0x14",
            "CLS\tE4M3\t0x84\tNegativeSubnormal",
        ];
        for line in agree {
            let cells: Vec<&str> = line.split('\t').collect();
            let verdicts = check(cells[0], &cells[1..]);
            assert!(verdicts.iter().all(|v| *v == Verdict::Agrees), "{line}: {verdicts:?}");
        }
        let of = |line: &str| {
            let cells: Vec<&str> = line.split('\t').collect();
            check(cells[0], &cells[1..]).remove(0)
        };
        assert_eq!(of("BIN\tSHL\tU8\t0x1\t0x9\t0x2"), Verdict::Rule(SHIFT));
        assert_eq!(of("FMM\tFP16\t0x7e00\t0x3c00\t0x3c00\t0x3c00"), Verdict::Rule(MIN_NUM));
        assert_eq!(of("UN\tNEG\tU8\t0x1\t0x1"), Verdict::Differs("0xff, not 0x1".into()));
        assert!(matches!(of("CLS\tE2M3\t0x0\tPositiveZero"), Verdict::Skipped(_)));
        assert!(matches!(of("BIN\tADD\tU8\t0x1"), Verdict::Skipped(_)));
    }
}
