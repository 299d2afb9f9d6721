//! Lane by lane: the instruction on registers that applies the same function, once for each register.

use super::rules::{Statement, Why};
use super::shape::{mask, vreg, width_of};
use super::writer::Writer;
use pto_isa::def::Kind;
use pto_isa::sem::lanes::{Inactive, Signless};
use pto_isa::sem::{Elem, Lanes, Sem};
use pto_isa::virtual_register::computed_in;
use pto_isa::{DType, OpDef};

/// The instruction on registers that applies a function to operands of these kinds.
fn register_form(elem: Elem, numbers: &[bool]) -> Option<(&'static OpDef, Lanes)> {
    pto_isa::all().find_map(|def| match def.sem {
        Sem::Lanes(l) if l.elem == elem && l.signless == Signless::Signed => {
            let is_number = |&slot: &u8| def.operands[slot as usize].kind == Kind::Scalar;
            let kinds: Vec<bool> = l.src.iter().map(is_number).collect();
            (kinds == numbers).then_some((def, l))
        }
        _ => None,
    })
}

/// Whether the sign of integers changes what a function gives.
fn is_signed(elem: Elem) -> bool {
    matches!(elem, Elem::Max | Elem::Min | Elem::Shr)
}

/// An instruction whose definition is a function of lanes.
pub(super) fn elementwise(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let Sem::Lanes(own) = s.def.sem else { return Err("it is none of lanes".into()) };
    let operand = |slot: u8| s.def.operands[slot as usize].name;
    if s.shape(operand(own.dst)).is_err() {
        return super::masks::combine(w, s);
    }
    if s.merges() {
        return Err("no source says what the lanes that are left out keep".into());
    }
    let (dtype, lanes) = s.shape(operand(own.dst))?;
    let number = |&slot: &u8| s.shape(operand(slot)).is_err();
    let numbers: Vec<bool> = own.src.iter().map(number).collect();
    let (def, l) = register_form(own.elem, &numbers)
        .ok_or("no instruction on registers applies its function")?;
    let kind = if is_signed(own.elem) { computed_in(dtype) } else { dtype };
    let mask_name = s.def.operands.get(own.mask as usize).map_or("", |o| o.name);
    let masks = s.mask(w, mask_name, dtype, lanes)?;
    let is_masked = s.value(mask_name).is_some();
    let mut results = Vec::new();
    for (i, by) in masks.iter().enumerate() {
        // In the order of the text of the instruction on registers.
        let mut operands = Vec::new();
        for (slot, o) in def.operands.iter().enumerate() {
            let slot = slot as u8;
            if slot == l.mask {
                operands.push((by.clone(), mask(width_of(dtype))));
            } else if let Some(k) = l.src.iter().position(|&src| src == slot) {
                // The counts of a shift are signed, whatever is shifted.
                let is_count = k == 1 && matches!(own.elem, Elem::Shl | Elem::Shr);
                let kind = if is_count { signed(dtype) } else { kind };
                operands.push(source(w, s, operand(own.src[k]), i, kind)?);
            } else if slot != l.dst {
                return Err(format!("`{}` has an operand `{}`", def.name, o.name));
            }
        }
        let (names, types): (Vec<String>, Vec<String>) = operands.into_iter().unzip();
        let (names, types, ty) = (names.join(", "), types.join(", "), vreg(kind));
        let mut r = w.make("r", &format!("pto.{} {names} : {types} -> {ty}", def.printed_name()));
        if is_masked && l.inactive == Inactive::Undisturbed {
            let zero = w.zero(kind);
            r = w.select(kind, &r, &zero, by);
        }
        results.push(w.cast(&r, kind, dtype));
    }
    s.give(w, operand(own.dst), results);
    Ok(())
}

/// Register `i` of an operand as lanes of `kind`, or a number, with its type.
fn source(
    w: &mut Writer,
    s: &Statement<'_>,
    name: &str,
    i: usize,
    kind: DType,
) -> Result<(String, String), Why> {
    match s.vector(w, name) {
        Ok(v) => {
            let to = if kind.bits() == v.dtype.bits() && kind.is_int() { kind } else { v.dtype };
            let part = v.parts.get(i).ok_or("its operands have different lengths")?;
            Ok((w.cast(part, v.dtype, to), vreg(to)))
        }
        Err(_) => Ok((s.name(name)?, s.type_text(name)?)),
    }
}

/// A choice between two registers.
pub(super) fn select(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let (on, off) = (s.vector(w, "true_value")?, s.vector(w, "false_value")?);
    let masks = s.mask(w, "mask", on.dtype, on.lanes)?;
    let mut parts = Vec::new();
    for (i, by) in masks.iter().enumerate() {
        parts.push(w.select(on.dtype, &on.parts[i], &off.parts[i], by));
    }
    s.give(w, "result", parts);
    Ok(())
}

/// A comparison of `[a, b]`, of the lanes of a predicate if there is a third name.
pub(super) fn compare(
    w: &mut Writer,
    s: &Statement<'_>,
    [a, b, seed]: [&str; 3],
    attr: &str,
) -> Result<(), Why> {
    let v = s.vector(w, a)?;
    let word = s.word(attr).unwrap_or_default();
    let order = word.len().checked_sub(2).map_or("", |at| &word[at..]);
    let dtype = v.dtype;
    let is_signless = matches!(dtype, DType::I8 | DType::I16 | DType::I32);
    let kind = match word.len() {
        _ if !dtype.is_int() => dtype,
        3 if word.starts_with('s') => signed(dtype),
        3 => dtype.image(),
        _ if is_signless && attr == "cmp" && !matches!(order, "eq" | "ne") => {
            return Err("the sources differ on the sign of its integers".into());
        }
        _ => computed_in(dtype),
    };
    let masks = s.mask(w, seed, dtype, v.lanes)?;
    let m = mask(width_of(dtype));
    let ty = vreg(kind);
    let mut parts = Vec::new();
    for (i, by) in masks.iter().enumerate() {
        let x = w.cast(&v.parts[i], dtype, kind);
        let (y, y_type) = source(w, s, b, i, kind)?;
        let name = if y_type.starts_with("!pto.vreg") { "vcmp" } else { "vcmps" };
        let statement =
            format!("pto.{name} {x}, {y}, {by}, \"{order}\" : {ty}, {y_type}, {m} -> {m}");
        parts.push(w.make("cmp", &statement));
    }
    super::masks::give(w, s, "result", parts, width_of(dtype))
}

fn signed(dtype: DType) -> DType {
    match dtype.bits() {
        8 => DType::I8,
        16 => DType::I16,
        _ => DType::I32,
    }
}

/// An instruction with two results on one register that has the name of that on any number.
pub(super) fn two_results(
    w: &mut Writer,
    s: &Statement<'_>,
    [a, b]: [&str; 2],
    [first, second]: [&str; 2],
) -> Result<(), Why> {
    let (x, y) = (s.vector(w, a)?, s.vector(w, b)?);
    let masks = s.mask(w, "mask", x.dtype, x.lanes)?;
    let (ty, m) = (vreg(x.dtype), mask(width_of(x.dtype)));
    let name = s.def.name.trim_start_matches("vmi.");
    let is_mask = s.value(second).is_some_and(|v| s.shape_of(v).is_err());
    let other = if is_mask { &m } else { &ty };
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for (i, by) in masks.iter().enumerate() {
        let (x, y) = (&x.parts[i], &y.parts[i]);
        let [l, h] = w.make_two(
            "r",
            &format!("pto.{name} {x}, {y}, {by} : {ty}, {ty}, {m} -> {ty}, {other}"),
        );
        low.push(l);
        high.push(h);
    }
    let zero = w.zero(x.dtype);
    let low = (0..low.len()).map(|i| w.select(x.dtype, &low[i], &zero, &masks[i])).collect();
    s.give(w, first, low);
    if is_mask {
        let none: Vec<String> = (0..high.len())
            .map(|i| {
                let (a, by) = (&high[i], &masks[i]);
                w.make("carry", &format!("pto.pand {a}, {by}, {by} : {m}, {m}, {m} -> {m}"))
            })
            .collect();
        return super::masks::give(w, s, second, none, width_of(x.dtype));
    }
    s.give(w, second, high);
    Ok(())
}

/// `vexpdif`: of f32 lane by lane, of f16 by even and odd lanes.
pub(super) fn exp_difference(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let (x, y) = (s.vector(w, "x")?, s.vector(w, "max")?);
    if s.merges() {
        return Err("no source says what the lanes that are left out keep".into());
    }
    let (to, lanes) = s.shape("result")?;
    let (from, out) = (vreg(x.dtype), vreg(to));
    let all = w.all(width_of(x.dtype));
    let m = mask(width_of(x.dtype));
    let mut raw = Vec::new();
    for (a, b) in x.parts.iter().zip(&y.parts) {
        let one = |w: &mut Writer, part: &str| {
            let statement =
                format!("pto.vexpdif {a}, {b}, {all}{part} : {from}, {from}, {m} -> {out}");
            w.make("e", &statement)
        };
        if x.dtype == to {
            raw.push(one(w, ""));
            continue;
        }
        let (even, odd) = (one(w, ", \"EVEN\""), one(w, ", \"ODD\""));
        raw.extend(w.interleave(to, &even, &odd));
    }
    let masks = s.mask(w, "mask", to, lanes)?;
    let zero = w.zero(to);
    let parts = masks.iter().zip(&raw).map(|(by, r)| w.select(to, r, &zero, by)).collect();
    s.give(w, "result", parts);
    Ok(())
}

/// A histogram: each half of the bins counts every register of bytes.
pub(super) fn histogram(w: &mut Writer, s: &Statement<'_>, def: &OpDef) -> Result<(), Why> {
    let (acc, source) = (s.vector(w, "acc")?, s.vector(w, "source")?);
    let masks = s.mask(w, "mask", source.dtype, source.lanes)?;
    let bytes = w_cast_all(w, &source.parts, source.dtype, DType::U8);
    let halves = w_cast_all(w, &acc.parts, acc.dtype, DType::U16);
    let (b, h, m) = (vreg(DType::U8), vreg(DType::U16), mask(width_of(DType::U8)));
    let mut results = Vec::new();
    for (bin, half) in halves.iter().enumerate() {
        let mut counts = half.clone();
        let number = w.number(bin, "i32");
        for (source, by) in bytes.iter().zip(&masks) {
            let statement = format!(
                "pto.{} {counts}, {source}, {by}, {number} : {h}, {b}, {m}, i32 -> {h}",
                def.name
            );
            counts = w.make("bins", &statement);
        }
        results.push(w.cast(&counts, DType::U16, acc.dtype));
    }
    s.give(w, "result", results);
    Ok(())
}

fn w_cast_all(w: &mut Writer, parts: &[String], from: DType, to: DType) -> Vec<String> {
    parts.iter().map(|p| w.cast(p, from, to)).collect()
}
