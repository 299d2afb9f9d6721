//! Lanes at other places.

use super::rules::{Statement, Vector, Why};
use super::shape::{mask, per_register, vreg, width_of};
use super::writer::Writer;
use pto_ir::ValueId;

/// `vintlv`, `vdintlv`.
pub(super) fn pair(w: &mut Writer, s: &Statement<'_>, together: bool) -> Result<(), Why> {
    let (a, b) = (s.vector(w, "lhs")?, s.vector(w, "rhs")?);
    if s.merges() {
        return Err("no source says what the lanes that are left out keep".into());
    }
    let [low, high] = if together { interleaved(w, &a, &b)? } else { separated(w, &a, &b)? };
    let masks = s.mask(w, "mask", a.dtype, a.lanes)?;
    let zero = w.zero(a.dtype);
    for (name, parts) in [("low", low), ("high", high)] {
        let parts =
            parts.iter().zip(&masks).map(|(p, by)| w.select(a.dtype, p, &zero, by)).collect();
        s.give(w, name, parts);
    }
    Ok(())
}

/// The halves of the lanes of two vectors alternately.
pub(super) fn interleaved(w: &mut Writer, a: &Vector, b: &Vector) -> Result<[Vec<String>; 2], Why> {
    let mut all = Vec::new();
    for (x, y) in a.parts.iter().zip(&b.parts) {
        all.extend(w.interleave(a.dtype, x, y));
    }
    let registers = a.parts.len();
    if a.lanes != registers as u32 * per_register(a.dtype) {
        return Err("its lanes do not fill registers".into());
    }
    let high = all.split_off(registers);
    Ok([all, high])
}

/// Even and odd lanes of two vectors one after the other.
fn separated(w: &mut Writer, a: &Vector, b: &Vector) -> Result<[Vec<String>; 2], Why> {
    if a.lanes != a.parts.len() as u32 * per_register(a.dtype) {
        return Err("its lanes do not fill registers".into());
    }
    let all: Vec<&String> = a.parts.iter().chain(&b.parts).collect();
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for pair in all.chunks(2) {
        let [e, o] = w.separate(a.dtype, pair[0], pair[1]);
        even.push(e);
        odd.push(o);
    }
    Ok([even, odd])
}

/// `vselr`, of one register.
pub(super) fn select_by_index(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let (source, index) = (s.vector(w, "source")?, s.vector(w, "index")?);
    let ([a], [i]) = (&source.parts[..], &index.parts[..]) else {
        return Err("its lanes are in more than one register".into());
    };
    let image = source.dtype.image();
    let (a, i) = (w.cast(a, source.dtype, image), w.cast(i, index.dtype, image));
    let ty = vreg(image);
    let part = w.make("taken", &format!("pto.vselr {a}, {i} : {ty}, {ty} -> {ty}"));
    let part = w.cast(&part, image, source.dtype);
    s.give(w, "result", vec![part]);
    Ok(())
}

/// `compress`, of one register.
pub(super) fn compress(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let source = s.vector(w, "source")?;
    let [a] = &source.parts[..] else {
        return Err("its lanes are in more than one register".into());
    };
    let masks = s.mask(w, "mask", source.dtype, source.lanes)?;
    let (ty, m) = (vreg(source.dtype), mask(width_of(source.dtype)));
    let part = w.make("packed", &format!("pto.vsqz {a}, {} : {ty}, {m} -> {ty}", masks[0]));
    s.give(w, "result", vec![part]);
    Ok(())
}

fn full(w: &Writer, s: &Statement<'_>, values: &[ValueId]) -> Result<Vec<Vector>, Why> {
    let vector = |&v: &ValueId| {
        let (dtype, lanes) = s.shape_of(v)?;
        Ok(Vector { parts: w.parts(v), dtype, lanes })
    };
    values.iter().map(vector).collect()
}

/// Two channels taken apart.
pub(super) fn split(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let source = s.vector(w, "source")?;
    let [low, high] = s.values("results")[..] else {
        return Err("it has not two channels".into());
    };
    let [even, odd] = halves(w, &source);
    w.set(low, even);
    w.set(high, odd);
    Ok(())
}

/// Even and odd lanes of one vector.
pub(super) fn halves(w: &mut Writer, v: &Vector) -> [Vec<String>; 2] {
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for pair in v.parts.chunks(2) {
        let [e, o] = w.separate(v.dtype, &pair[0], pair.get(1).unwrap_or(&pair[0]));
        even.push(e);
        odd.push(o);
    }
    [even, odd]
}

/// Two channels put together.
pub(super) fn merge(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let channels = full(w, s, &s.values("inputs"))?;
    let [a, b] = &channels[..] else { return Err("it has not two channels".into()) };
    let parts = together(w, a, b);
    s.give(w, "result", parts);
    Ok(())
}

/// The lanes of two vectors alternately, as one vector.
pub(super) fn together(w: &mut Writer, a: &Vector, b: &Vector) -> Vec<String> {
    let mut parts = Vec::new();
    for (x, y) in a.parts.iter().zip(&b.parts) {
        parts.extend(w.interleave(a.dtype, x, y));
    }
    parts.truncate((2 * a.lanes).div_ceil(per_register(a.dtype)) as usize);
    parts
}

/// Another type for the same lanes.
pub(super) fn rename(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let source = s.vector(w, "source")?;
    s.give(w, "result", source.parts);
    Ok(())
}
