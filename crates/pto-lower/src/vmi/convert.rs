//! Conversions: a narrow element comes from, or goes to, a sub-slot of a wide one, and lanes are put in order around that.

use super::rules::{Statement, Why};
use super::shape::{mask, per_register, vreg, width_of};
use super::writer::Writer;
use pto_isa::DType;
use pto_isa::ops::vector_convert::modes;
use pto_isa::virtual_register::computed_in;

const HALVES: &[&str] = &["EVEN", "ODD"];
const QUARTERS: &[&str] = &["P0", "P1", "P2", "P3"];

/// Converts every lane.
pub(super) fn convert(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let source = s.vector(w, "source")?;
    let (result, lanes) = s.shape("result")?;
    let (from, to) = (computed_in(source.dtype), computed_in(result));
    let parts: Vec<String> = source.parts.iter().map(|p| w.cast(p, source.dtype, from)).collect();
    let registers = lanes.div_ceil(per_register(to)) as usize;
    let is_narrowing = from.is_int() && to.is_int() && to.bits() <= from.bits();
    let mut made = if is_narrowing {
        cut(w, s, parts, from, to)?
    } else {
        let how = words(s, from, to);
        match (from.bits(), to.bits()) {
            (a, b) if a == b => parts.iter().map(|p| one(w, p, (from, to), &how, None)).collect(),
            (a, b) if a < b => widen(w, &parts, (from, to), &how),
            _ => narrow(w, &parts, (from, to), &how),
        }
    };
    made.truncate(registers);
    let made = made.iter().map(|p| w.cast(p, to, result)).collect();
    s.give(w, "result", made);
    Ok(())
}

/// Rounding and saturation, where the pair of types has them.
fn words(s: &Statement<'_>, from: DType, to: DType) -> Vec<String> {
    let (rounds, overflows) = modes(number(from), number(to));
    let mut words = Vec::new();
    if rounds {
        let default = if to == DType::Hif8 { "A" } else { "R" };
        words.push(format!("rnd = \"{}\"", s.word("rounding").unwrap_or(default)));
    }
    if overflows {
        words.push(format!("sat = \"{}\"", s.word("saturate").unwrap_or("NOSAT")));
    }
    words
}

/// What a register of the device has lanes of: one number of a pair of bf16.
fn number(dtype: DType) -> DType {
    if dtype == DType::Bf16x2 { DType::Bf16 } else { dtype }
}

/// One register, of one sub-slot if there are several.
fn one(
    w: &mut Writer,
    part: &str,
    (from, to): (DType, DType),
    how: &[String],
    slot: Option<&str>,
) -> String {
    let (a, b) = (number(from), number(to));
    let part = w.cast(part, from, a);
    let all = w.all(width_of(a));
    let slot = slot.map(|p| format!("part = \"{p}\""));
    let words: Vec<String> = how.iter().cloned().chain(slot).collect();
    let attrs = if words.is_empty() { String::new() } else { format!(" {{{}}}", words.join(", ")) };
    let (source, m, result) = (vreg(a), mask(width_of(a)), vreg(b));
    let made = w.make("cvt", &format!("pto.vcvt {part}, {all}{attrs} : {source}, {m} -> {result}"));
    w.cast(&made, b, to)
}

/// The sub-slots of a wide element.
fn slots(narrow: DType, wide: DType) -> &'static [&'static str] {
    if wide.bits() == 2 * narrow.bits() { HALVES } else { QUARTERS }
}

/// Every register gives as many as there are sub-slots, whose lanes are then put between each other.
fn widen(w: &mut Writer, parts: &[String], pair: (DType, DType), how: &[String]) -> Vec<String> {
    let mut wide = Vec::new();
    for p in parts {
        let made: Vec<String> =
            slots(pair.0, pair.1).iter().map(|slot| one(w, p, pair, how, Some(slot))).collect();
        match &made[..] {
            [even, odd] => wide.extend(w.interleave(pair.1, even, odd)),
            [p0, p1, p2, p3] => {
                let even = w.interleave(pair.1, p0, p2);
                let odd = w.interleave(pair.1, p1, p3);
                for (even, odd) in even.iter().zip(&odd) {
                    wide.extend(w.interleave(pair.1, even, odd));
                }
            }
            _ => {}
        }
    }
    wide
}

/// Every register goes to the first sub-slot; what is between is taken out.
fn narrow(w: &mut Writer, parts: &[String], pair: (DType, DType), how: &[String]) -> Vec<String> {
    let first = slots(pair.1, pair.0)[0];
    let made: Vec<String> = parts.iter().map(|p| one(w, p, pair, how, Some(first))).collect();
    pack(w, made, pair.0.bits(), pair.1)
}

/// Takes the low bits of wide slots together: registers of `dtype` with an element in each slot of `bits` bits.
fn pack(w: &mut Writer, mut parts: Vec<String>, mut bits: u32, dtype: DType) -> Vec<String> {
    while bits > dtype.bits() {
        bits /= 2;
        let lane = if bits == 16 { DType::U16 } else { DType::U8 };
        let mut packed = Vec::new();
        for pair in parts.chunks(2) {
            let low = w.cast(&pair[0], dtype, lane);
            let high = match pair.get(1) {
                Some(p) => w.cast(p, dtype, lane),
                None => low.clone(),
            };
            let [even, _] = w.separate(lane, &low, &high);
            packed.push(w.cast(&even, lane, dtype));
        }
        parts = packed;
    }
    parts
}

/// Integers that get narrower: the low bits, of what was brought into range first if it saturates.
fn cut(
    w: &mut Writer,
    s: &Statement<'_>,
    parts: Vec<String>,
    from: DType,
    to: DType,
) -> Result<Vec<String>, Why> {
    let mut parts = parts;
    if s.word("saturate") == Some("SAT") {
        let (least, greatest) = range(to);
        let (lowest, highest) = range(from);
        let (ty, m) = (vreg(from), mask(width_of(from)));
        let all = w.all(width_of(from));
        let clamp = |w: &mut Writer, name: &str, limit: i128, parts: Vec<String>| -> Vec<String> {
            let limit = w.filled(from, &limit.to_string());
            let one = |p: String| {
                w.make("cut", &format!("pto.{name} {p}, {limit}, {all} : {ty}, {ty}, {m} -> {ty}"))
            };
            parts.into_iter().map(one).collect()
        };
        if least > lowest {
            parts = clamp(w, "vmax", least, parts);
        }
        if greatest < highest {
            parts = clamp(w, "vmin", greatest, parts);
        }
    }
    let parts = parts.iter().map(|p| w.cast(p, from, to)).collect();
    Ok(pack(w, parts, from.bits(), to))
}

/// The least and the greatest integer of a type.
fn range(dtype: DType) -> (i128, i128) {
    let bits = dtype.bits();
    if dtype.is_unsigned() {
        (0, (1 << bits) - 1)
    } else {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    }
}

/// The same bits under another type.
pub(super) fn reinterpret(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let source = s.vector(w, "source")?;
    let (to, _) = s.shape("result")?;
    let parts = source.parts.iter().map(|p| w.cast(p, source.dtype, to)).collect();
    s.give(w, "result", parts);
    Ok(())
}
