//! Predicates from predicates: logic, interleaving, packing.
//!
//! All of it works on the bits of the image, those between the lanes included.

use super::exec::{Exec, Outcome, Trap};
use super::predicate::IMAGE_BITS;

/// The quirk about the governing predicate of the logic instructions.
const GATE: &str = "predicate-gate";

/// `pand`, `por`, `pxor`: a function of two predicates, zero outside `mask` (quirk `predicate-gate`).
pub fn combine(
    x: &mut Exec<'_>,
    [src0, src1, mask, dst]: [u8; 4],
    f: fn(bool, bool) -> bool,
) -> Outcome {
    let (a, b) = (x.image_bits(src0)?, x.image_bits(src1)?);
    let value = a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect();
    gate(x, value, mask, dst)
}

/// `pnot`: the lanes that are not set.
pub fn invert(x: &mut Exec<'_>, [src, mask, dst]: [u8; 3]) -> Outcome {
    let slot = x.mask_width(src)?.slot_bits();
    let bits = x.image_bits(src)?;
    // Without a gate only the bits that stand for lanes are inverted; a gate has no others set.
    let gated = !x.numerics.is_manual() && x.arg(mask).is_some();
    let value = bits.iter().enumerate().map(|(i, &b)| !b && (gated || i % slot == 0)).collect();
    gate(x, value, mask, dst)
}

/// `psel`: `sel` chooses between two predicates, zero outside `mask` if there is one.
pub fn choose(x: &mut Exec<'_>, [src0, src1, sel, mask, dst]: [u8; 5]) -> Outcome {
    let (a, b, s) = (x.image_bits(src0)?, x.image_bits(src1)?, x.image_bits(sel)?);
    let choices = a.iter().zip(&b).zip(&s);
    let value = choices.map(|((&a, &b), &s)| if s { a } else { b }).collect();
    gate(x, value, mask, dst)
}

/// Writes a predicate, zero outside the governing one unless the manual's reading counts.
fn gate(x: &mut Exec<'_>, value: Vec<bool>, mask: u8, dst: u8) -> Outcome {
    if x.arg(mask).is_none() {
        return x.write_image_bits(dst, |i| value.get(i).copied().unwrap_or(false));
    }
    let slot = x.mask_width(dst)?.slot_bits();
    let mask = x.image_bits(mask)?;
    let kept = |i: usize| mask.get(i).copied().unwrap_or(false);
    if value.iter().enumerate().any(|(i, &v)| v && i % slot == 0 && !kept(i)) {
        x.note_quirk(GATE);
    }
    let manual = x.numerics.is_manual();
    x.write_image_bits(dst, |i| value.get(i).copied().unwrap_or(false) && (manual || kept(i)))
}

/// The 256 bits of a predicate.
fn image(x: &Exec<'_>, slot: u8) -> Result<Vec<bool>, Trap> {
    let mut bits = x.image_bits(slot)?;
    bits.resize(IMAGE_BITS, false);
    Ok(bits)
}

/// The images of two predicates, one after the other, and the bits of a lane.
fn both(x: &Exec<'_>, src0: u8, src1: u8) -> Result<(Vec<bool>, usize), Trap> {
    let mut bits = image(x, src0)?;
    bits.extend(image(x, src1)?);
    Ok((bits, x.mask_width(src0)?.slot_bits()))
}

/// Writes the two halves of a stream of bits.
fn halves(
    x: &mut Exec<'_>,
    [low, high]: [u8; 2],
    stream: impl Fn(usize) -> bool + Copy,
) -> Outcome {
    x.write_image_bits(low, |i| i < IMAGE_BITS && stream(i))?;
    x.write_image_bits(high, |i| i < IMAGE_BITS && stream(IMAGE_BITS + i))
}

/// `pintlv`: lanes of two predicates alternately; `low` is the first half of the result, `high` the second.
pub fn interleave(x: &mut Exec<'_>, [src0, src1, low, high]: [u8; 4]) -> Outcome {
    let (bits, unit) = both(x, src0, src1)?;
    halves(x, [low, high], |i| {
        let (lane, within) = (i / unit, i % unit);
        bits[lane % 2 * IMAGE_BITS + lane / 2 * unit + within]
    })
}

/// `pdintlv`: the even lanes of two predicates one after the other in `low`, the odd ones in `high`.
pub fn separate(x: &mut Exec<'_>, [src0, src1, low, high]: [u8; 4]) -> Outcome {
    let (bits, unit) = both(x, src0, src1)?;
    halves(x, [low, high], |i| {
        let (odd, at) = (i / IMAGE_BITS, i % IMAGE_BITS);
        bits[(2 * (at / unit) + odd) * unit + at % unit]
    })
}

/// The bit at which the half that `part` names begins.
fn half(x: &Exec<'_>) -> Result<usize, Trap> {
    match x.word("part").unwrap_or_default().to_ascii_uppercase().as_str() {
        "LOWER" => Ok(0),
        "HIGHER" => Ok(IMAGE_BITS / 2),
        other => Err(Trap::new(format!("does not know the part `{other}`"))),
    }
}

/// `ppack`: the even bits in one half, zeros in the other.
pub fn pack(x: &mut Exec<'_>, [src, dst]: [u8; 2]) -> Outcome {
    let (bits, start) = (image(x, src)?, half(x)?);
    let end = start + IMAGE_BITS / 2;
    x.write_image_bits(dst, |i| (start..end).contains(&i) && bits[2 * (i - start)])
}

/// `punpack`: one half spread over the even bits, zeros between.
pub fn unpack(x: &mut Exec<'_>, [src, dst]: [u8; 2]) -> Outcome {
    let (bits, start) = (image(x, src)?, half(x)?);
    x.write_image_bits(dst, |i| i < IMAGE_BITS && i % 2 == 0 && bits[start + i / 2])
}
