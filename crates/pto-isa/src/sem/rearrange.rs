//! Lanes of registers at other places: interleaved, packed, widened, shifted, squeezed.
//!
//! Lanes are moved bit for bit.

use super::exec::{Exec, Outcome, Trap, all_ones};
use super::register::RegTy;
use crate::code;
use crate::dtype::DType;

/// The element type of a vector register.
fn element(x: &Exec<'_>, slot: u8) -> Result<DType, Trap> {
    match x.reg(slot)?.ty {
        RegTy::Vec(dtype) => Ok(dtype),
        _ => Err(Trap::new("needs a vector register").at(slot)),
    }
}

/// Whether the attribute `part` names the upper half.
fn is_higher(x: &Exec<'_>) -> Result<bool, Trap> {
    match x.word("part").unwrap_or_default().to_ascii_uppercase().as_str() {
        "LOWER" => Ok(false),
        "HIGHER" => Ok(true),
        other => Err(Trap::new(format!("does not know the part `{other}`"))),
    }
}

/// A half given by number: 0 or 1.
fn half_number(x: &Exec<'_>, slot: u8) -> Result<bool, Trap> {
    match x.int(slot)? {
        0 => Ok(false),
        1 => Ok(true),
        n => Err(Trap::new(format!("has half {n}; there are 0 and 1")).at(slot)),
    }
}

/// Two registers of one type: the first with lanes `a[0], b[0], a[1], b[1], ...`, the second with the rest.
fn interleaved(x: &Exec<'_>, lhs: u8, rhs: u8) -> Result<(Vec<u64>, Vec<u64>), Trap> {
    let (_, a) = x.lanes(lhs)?;
    let (_, b) = x.lanes(rhs)?;
    let mut low: Vec<u64> = a.iter().zip(&b).flat_map(|(&a, &b)| [a, b]).collect();
    let high = low.split_off(a.len().min(low.len()));
    Ok((low, high))
}

/// The even and the odd lanes of two registers one after the other.
fn separated(x: &Exec<'_>, lhs: u8, rhs: u8) -> Result<(Vec<u64>, Vec<u64>), Trap> {
    let (_, mut all) = x.lanes(lhs)?;
    all.extend(x.lanes(rhs)?.1);
    let every_second = |from: usize| all.iter().skip(from).step_by(2).copied().collect();
    Ok((every_second(0), every_second(1)))
}

/// `vintlv`.
pub fn interleave(x: &mut Exec<'_>, [lhs, rhs, low, high]: [u8; 4]) -> Outcome {
    let (first, second) = interleaved(x, lhs, rhs)?;
    x.write_lanes(low, &first)?;
    x.write_lanes(high, &second)
}

/// `vdintlv`.
pub fn separate(x: &mut Exec<'_>, [lhs, rhs, low, high]: [u8; 4]) -> Outcome {
    let (even, odd) = separated(x, lhs, rhs)?;
    x.write_lanes(low, &even)?;
    x.write_lanes(high, &odd)
}

/// `vintlvv2`.
pub fn interleave_half(x: &mut Exec<'_>, [lhs, rhs, dst]: [u8; 3]) -> Outcome {
    let (low, high) = interleaved(x, lhs, rhs)?;
    let codes = if is_higher(x)? { high } else { low };
    x.write_lanes(dst, &codes)
}

/// `vdintlvv2`.
pub fn separate_half(x: &mut Exec<'_>, [lhs, rhs, dst]: [u8; 3]) -> Outcome {
    let (even, odd) = separated(x, lhs, rhs)?;
    let codes = if is_higher(x)? { odd } else { even };
    x.write_lanes(dst, &codes)
}

/// `vpack`: the low bits of the lanes in one half, or those of two registers in both.
pub fn pack(x: &mut Exec<'_>, [src0, src1, half, dst]: [u8; 4]) -> Outcome {
    let low_bits = all_ones(element(x, dst)?);
    let narrow = |x: &Exec<'_>, slot: u8| {
        x.lanes(slot).map(|(_, codes)| codes.iter().map(|c| c & low_bits).collect::<Vec<u64>>())
    };
    let mut lower = narrow(x, src0)?;
    if x.arg(src1).is_some() {
        let mode = if x.arg(half).is_some() { x.int(half)? } else { 0 };
        if mode != 0 {
            let message = format!("has part {mode} with two sources, which no source defines");
            return Err(Trap::new(message).at(half).code(code::NOT_EXECUTABLE));
        }
        lower.extend(narrow(x, src1)?);
        return x.write_lanes(dst, &lower);
    }
    let higher = if x.arg(half).is_some() { half_number(x, half)? } else { is_higher(x)? };
    if higher {
        lower.splice(0..0, vec![0; lower.len()]);
    }
    x.write_lanes(dst, &lower)
}

/// `vsunpack`, `vzunpack`: half of the lanes, widened with the highest bit or with zeros.
pub fn widen(x: &mut Exec<'_>, [src, part, dst]: [u8; 3], signed: bool) -> Outcome {
    let (from, codes) = x.lanes(src)?;
    let wide = all_ones(element(x, dst)?);
    let narrow = all_ones(from);
    let top = narrow ^ (narrow >> 1);
    let start = if half_number(x, part)? { codes.len() / 2 } else { 0 };
    let extend = |&c: &u64| if signed && c & top != 0 { (c | !narrow) & wide } else { c };
    let half: Vec<u64> = codes.iter().skip(start).take(codes.len() / 2).map(extend).collect();
    x.write_lanes(dst, &half)
}

/// `vshift`: lanes moved up, zeros below.
pub fn shift(x: &mut Exec<'_>, [src, amt, dst]: [u8; 3]) -> Outcome {
    let (_, codes) = x.lanes(src)?;
    let by = x.int(amt)?;
    let by = usize::try_from(by)
        .map_err(|_| Trap::new(format!("shifts by {by} lanes, below zero")).at(amt))?;
    let lane = |i: usize| i.checked_sub(by).map_or(0, |k| codes[k]);
    let moved: Vec<u64> = (0..codes.len()).map(lane).collect();
    x.write_lanes(dst, &moved)
}

/// `vslide`: a register's length of `src1` followed by `src0`, from lane `amt` on.
pub fn slide(x: &mut Exec<'_>, [src0, src1, amt, dst]: [u8; 4]) -> Outcome {
    let (_, mut all) = x.lanes(src1)?;
    let n = all.len();
    all.extend(x.lanes(src0)?.1);
    let from = x.int(amt)?;
    match usize::try_from(from).ok().and_then(|k| all.get(k..k.checked_add(n)?)) {
        Some(window) => x.write_lanes(dst, window),
        None => Err(Trap::new(format!("starts at lane {from}; it may be 0 to {n}")).at(amt)),
    }
}

/// `vsqz`: active lanes to the front, zeros after; SQZN becomes the bytes of the former.
pub fn squeeze(x: &mut Exec<'_>, [src, mask, dst]: [u8; 3]) -> Outcome {
    let (dtype, codes) = x.lanes(src)?;
    let active = x.active(mask, dtype, codes.len())?;
    let kept: Vec<u64> = codes.iter().zip(&active).filter(|c| *c.1).map(|c| *c.0).collect();
    x.write_lanes(dst, &kept)?;
    let bytes = kept.len() as u32 * dtype.bytes();
    x.set_modes(|m| m.squeezed_bytes = bytes);
    Ok(())
}

/// `vusqz`: how many active lanes lie before each lane; by the manual the lanes of a packed register at
/// the active ones (quirk `vusqz-meaning`).
pub fn count_before(x: &mut Exec<'_>, [src, mask, dst]: [u8; 3]) -> Outcome {
    let dtype = element(x, dst)?;
    let active = x.active(mask, dtype, x.reg(dst)?.lanes())?;
    let count = |n: &mut usize, &a: &bool| Some(std::mem::replace(n, *n + usize::from(a)));
    let before: Vec<usize> = active.iter().scan(0, count).collect();
    let counts: Vec<u64> = before.iter().map(|&n| n as u64 & all_ones(dtype)).collect();
    let packed = if x.arg(src).is_some() { Some(x.lanes(src)?.1) } else { None };
    let spread: Option<Vec<u64>> = packed.map(|p| {
        let place = |(&a, &n): (&bool, &usize)| if a { p.get(n).copied().unwrap_or(0) } else { 0 };
        active.iter().zip(&before).map(place).collect()
    });
    if spread.as_ref() != Some(&counts) {
        x.note_quirk("vusqz-meaning");
    }
    match spread {
        _ if !x.numerics.is_manual() => x.write_lanes(dst, &counts),
        Some(spread) => x.write_lanes(dst, &spread),
        None => {
            Err(Trap::new("has no `src`: its page does not say where the packed lanes come from")
                .code(code::NOT_EXECUTABLE))
        }
    }
}
