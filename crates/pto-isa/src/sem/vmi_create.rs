//! Registers of any length from numbers: copies, ramps, lists; and copies of one lane per group.
//!
//! Source: PTO-Gym docs/PTO-vmi-Instruction-SPEC.md, groups 2 and 4.

use super::compare::number_code;
use super::exec::{Arg, Exec, Outcome, Trap};
use super::map::number;
use super::num::Num;
use super::register::RegTy;
use super::vmi_mask::group_size;
use crate::args::AttrValue;
use crate::dtype::DType;
use crate::format::{self, Conversion};
use crate::with_num;

/// The element type and the number of lanes of a register.
pub(super) fn shape(x: &Exec<'_>, slot: u8) -> Result<(DType, usize), Trap> {
    let r = x.reg(slot)?;
    match r.ty {
        RegTy::Vec(dtype) => Ok((dtype, r.lanes())),
        _ => Err(Trap::new("needs a vector register").at(slot)),
    }
}

/// `broadcast`, `vbrc`: a number or the only lane of a register in every lane; with the attribute `group`, lane g of a
/// register in every lane of group g.
pub fn broadcast(x: &mut Exec<'_>, [value, result]: [u8; 2], group: &str) -> Outcome {
    let (dtype, lanes) = shape(x, result)?;
    let codes = match x.arg(value) {
        Some(Arg::Scalar(from, code)) => vec![number_code(from, code, dtype)],
        _ => x.lanes(value)?.1,
    };
    let size = match x.attr(group) {
        Some(_) => group_size(x, group, lanes)?,
        None if codes.len() == 1 => lanes.max(1),
        None => return Err(Trap::new(format!("has {} lanes and no groups", codes.len())).at(value)),
    };
    let copies: Vec<u64> = (0..lanes).map(|i| codes.get(i / size).copied().unwrap_or(0)).collect();
    x.write_lanes(result, &copies)
}

/// `iota`, `group_iota`, `vci`: a number and those that follow it, upwards or downwards, anew in each group.
pub fn count(x: &mut Exec<'_>, [base, result]: [u8; 2]) -> Outcome {
    let (dtype, lanes) = shape(x, result)?;
    let (from, start) = x.scalar(base)?;
    let down = x.word("order").is_some_and(|o| o.eq_ignore_ascii_case("DESC"));
    let size = match x.attr("group") {
        Some(_) => group_size(x, "group", lanes)?,
        None => lanes.max(1),
    };
    let codes: Vec<u64> = with_num!(dtype, T => {
        let start: T = number(from, start);
        let lane = |i: usize| {
            let i: T = number(DType::I64, (i % size) as u64);
            if down { start.sub(i) } else { start.add(i) }
        };
        (0..lanes).map(|i| lane(i).to_code(dtype)).collect()
    });
    x.write_lanes(result, &codes)
}

/// `constant`: the numbers that are listed, one for each lane or one for all.
pub fn listed(x: &mut Exec<'_>, result: u8) -> Outcome {
    let (dtype, lanes) = shape(x, result)?;
    let codes = list(x, "value", dtype)?;
    match codes[..] {
        [one] => x.write_lanes(result, &vec![one; lanes]),
        _ if codes.len() == lanes => x.write_lanes(result, &codes),
        _ => Err(Trap::new(format!("lists {} numbers for {lanes} lanes", codes.len()))),
    }
}

/// The numbers of an attribute: `dense<1.0> : vector<64xf32>`, `dense<[1, 2]> : ...`, `array<i64: 1, 0>`, `[1, 0]`.
pub(super) fn list(x: &Exec<'_>, name: &str, dtype: DType) -> Result<Vec<u64>, Trap> {
    let needed = || Trap::new(format!("needs a list of numbers as `{name}`"));
    let text = match x.attr(name) {
        Some(AttrValue::Text(text)) => text,
        // A list that was read is in the attributes number by number.
        _ => {
            let numbers = x.attrs.iter().filter(|a| a.0 == name).map(|a| match a.1 {
                AttrValue::Int(n) => Ok(n as u64 & super::exec::all_ones(dtype)),
                _ => Err(needed()),
            });
            return numbers.collect();
        }
    };
    let unreadable = || Trap::new(format!("has a list that cannot be read: `{text}`"));
    let body = ["dense<", "array<"].iter().find_map(|p| text.strip_prefix(p));
    let body = match body {
        Some(rest) => rest.split_once('>').ok_or_else(unreadable)?.0,
        None => text,
    };
    // `array<i64: 1, 0>` names the type first.
    let body = body.split_once(':').map_or(body, |(_, numbers)| numbers);
    let words = body.split(['[', ']', ',', ' ']).filter(|w| !w.is_empty());
    words.map(|word| code(word, dtype).ok_or_else(unreadable)).collect()
}

/// A number as its code.
fn code(word: &str, dtype: DType) -> Option<u64> {
    match word {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    let bits = word.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
    if dtype.is_float() {
        let value =
            || Some(format::encode(dtype, word.parse::<f64>().ok()?, Conversion::default()));
        return bits.or_else(value);
    }
    let value = bits.or_else(|| word.parse::<i64>().ok().map(|n| n as u64))?;
    Some(value & super::exec::all_ones(dtype))
}
