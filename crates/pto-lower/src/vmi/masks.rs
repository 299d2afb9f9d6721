//! Predicates: a bit per lane, in as many registers as vectors of their width have.

use super::constant;
use super::rules::{Statement, Why, log2};
use super::shape::{mask, mask_lanes, vreg};
use super::writer::Writer;
use pto_isa::sem::{Elem, Sem};
use pto_isa::{DType, MaskWidth};

/// The same lanes for vectors of another width.
pub(super) fn convert(
    w: &mut Writer,
    parts: Vec<String>,
    from: MaskWidth,
    to: MaskWidth,
    registers: usize,
) -> Vec<String> {
    if from == to {
        return parts;
    }
    let next = match (from.bits() > to.bits(), from) {
        (true, MaskWidth::B32) | (false, MaskWidth::B8) => MaskWidth::B16,
        (true, _) => MaskWidth::B8,
        (false, _) => MaskWidth::B32,
    };
    let (a, b) = (mask(from), mask(next));
    let mut moved = Vec::new();
    if from.bits() > to.bits() {
        for pair in parts.chunks(2) {
            let halves: Vec<String> = pair
                .iter()
                .zip(["LOWER", "HIGHER"])
                .map(|(p, half)| w.make("m", &format!("pto.ppack {p}, \"{half}\" : {a} -> {b}")))
                .collect();
            moved.push(match &halves[..] {
                [low, high] => {
                    let all = w.all(next);
                    w.make("m", &format!("pto.por {low}, {high}, {all} : {b}, {b}, {b} -> {b}"))
                }
                _ => halves[0].clone(),
            });
        }
    } else {
        for p in &parts {
            for half in ["LOWER", "HIGHER"] {
                moved.push(w.make("m", &format!("pto.punpack {p}, \"{half}\" : {a} -> {b}")));
            }
        }
    }
    let mut moved = convert(w, moved, next, to, registers);
    moved.truncate(registers);
    moved
}

/// Gives a result the lanes of a predicate of some width.
pub(super) fn give(
    w: &mut Writer,
    s: &Statement<'_>,
    name: &str,
    parts: Vec<String>,
    from: MaskWidth,
) -> Result<(), Why> {
    let value = s.value(name).ok_or("it has no result")?;
    let (to, lanes) = s.mask_shape(value)?;
    let parts = convert(w, parts, from, to, lanes.div_ceil(mask_lanes(to)) as usize);
    w.set(value, parts);
    Ok(())
}

/// Another type for the same lanes.
pub(super) fn rename(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let source = s.value("source").ok_or("it has no source")?;
    let (from, _) = s.mask_shape(source)?;
    give(w, s, "result", w.parts(source), from)
}

/// Predicates combined, or one inverted; the lanes that do not exist stay clear.
pub(super) fn combine(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let Sem::Lanes(own) = s.def.sem else { return Err("it is none of lanes".into()) };
    let name = match own.elem {
        Elem::And => "pand",
        Elem::Or => "por",
        Elem::Xor => "pxor",
        Elem::Not => "pnot",
        _ => return Err("no instruction on predicates applies its function".into()),
    };
    let result = s.value("result").ok_or("it has no result")?;
    let (width, lanes) = s.mask_shape(result)?;
    let registers = lanes.div_ceil(mask_lanes(width)) as usize;
    let mut operands = Vec::new();
    for &slot in own.src {
        let value = s.value(s.def.operands[slot as usize].name).ok_or("an operand is missing")?;
        let (from, _) = s.mask_shape(value)?;
        operands.push(convert(w, w.parts(value), from, width, registers));
    }
    let ty = mask(width);
    let types = vec![ty.clone(); operands.len() + 1].join(", ");
    let mut parts = Vec::new();
    for i in 0..registers {
        let mut names: Vec<String> = operands.iter().map(|o| o[i].clone()).collect();
        names.push(w.valid(width, lanes, i));
        parts.push(w.make("m", &format!("pto.{name} {} : {types} -> {ty}", names.join(", "))));
    }
    w.set(result, parts);
    Ok(())
}

/// `create_mask`: the first lanes.
pub(super) fn first(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let count = s.value("active_lanes").ok_or("it has no count")?;
    let result = s.value("result").ok_or("it has no result")?;
    let (width, lanes) = s.mask_shape(result)?;
    let parts = match constant(s.module, count) {
        Some(n) => prefix(w, width, lanes, n),
        None => counted(w, width, lanes, &s.name("active_lanes")?, "index"),
    };
    w.set(result, parts);
    Ok(())
}

/// The first `n` of `lanes` lanes.
fn prefix(w: &mut Writer, width: MaskWidth, lanes: u32, n: i64) -> Vec<String> {
    let per = mask_lanes(width);
    let n = n.clamp(0, lanes.into()) as u32;
    (0..lanes.div_ceil(per)).map(|i| w.first(width, n.saturating_sub(i * per).min(per))).collect()
}

/// The first lanes, as many as a value of type `ty` says.
fn counted(w: &mut Writer, width: MaskWidth, lanes: u32, count: &str, ty: &str) -> Vec<String> {
    let (per, m) = (mask_lanes(width), mask(width));
    let mut parts = Vec::new();
    for i in 0..lanes.div_ceil(per) {
        let zero = w.number(0, ty);
        let here = w.number((lanes - i * per).min(per), ty);
        let mut left = count.to_string();
        if i > 0 {
            let before = w.number(i * per, ty);
            left = w.make("left", &format!("arith.subi {left}, {before} : {ty}"));
        }
        left = w.make("left", &format!("arith.maxsi {left}, {zero} : {ty}"));
        left = w.make("left", &format!("arith.minsi {left}, {here} : {ty}"));
        if ty == "index" {
            left = w.make("left", &format!("arith.index_cast {left} : index to i32"));
        }
        let bits = width.name();
        let [name, _] = w.make_two("m", &format!("pto.plt_{bits} {left} : i32 -> {m}, i32"));
        parts.push(name);
    }
    parts
}

/// `plt`: the lanes that are left, and what is left after them.
pub(super) fn count_off(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let result = s.value("mask").ok_or("it has no result")?;
    let (width, lanes) = s.mask_shape(result)?;
    let count = s.name("scalar")?;
    let parts = counted(w, width, lanes, &count, "i32");
    w.set(result, parts);
    let all = w.number(lanes, "i32");
    let taken = w.make("taken", &format!("arith.minsi {count}, {all} : i32"));
    let rest = s.name("scalar_out")?;
    w.line(format!("{rest} = arith.subi {count}, {taken} : i32"));
    Ok(())
}

/// `pset`, `pge`: all lanes, or the first of all or of each group.
pub(super) fn pattern(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let result = s.value("result").ok_or("it has no result")?;
    let (width, lanes) = s.mask_shape(result)?;
    let word = s.word("pattern").unwrap_or_default();
    let n = word.strip_prefix("PAT_VL").and_then(|n| n.parse().ok()).unwrap_or(i64::from(lanes));
    let size = s.group_size("group", lanes);
    let parts = if size == lanes {
        prefix(w, width, lanes, n)
    } else {
        let limit = w.number(n.clamp(0, size.into()), number_type(width));
        first_of_groups(w, width, lanes, size, &limit)?
    };
    w.set(result, parts);
    Ok(())
}

/// `create_group_mask`: the first lanes of each group.
pub(super) fn groups(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let result = s.value("result").ok_or("it has no result")?;
    let (width, lanes) = s.mask_shape(result)?;
    let size =
        u32::try_from(s.int("group_size").unwrap_or(1)).map_err(|_| "its groups are too large")?;
    let ty = number_type(width);
    let count = s.value("active_elems_per_group").ok_or("it has no count")?;
    let limit = match constant(s.module, count) {
        Some(n) => w.number(n.clamp(0, size.into()), ty),
        None => {
            let name = s.name("active_elems_per_group")?;
            let (zero, all) = (w.number(0, "index"), w.number(size, "index"));
            let least = w.make("n", &format!("arith.maxsi {name}, {zero} : index"));
            let n = w.make("n", &format!("arith.minsi {least}, {all} : index"));
            w.make("n", &format!("arith.index_cast {n} : index to {ty}"))
        }
    };
    let parts = first_of_groups(w, width, lanes, size, &limit)?;
    w.set(result, parts);
    Ok(())
}

fn number_type(width: MaskWidth) -> &'static str {
    match width {
        MaskWidth::B8 => "i8",
        MaskWidth::B16 => "i16",
        MaskWidth::B32 => "i32",
    }
}

/// The lanes whose number in their group is below a limit.
fn first_of_groups(
    w: &mut Writer,
    width: MaskWidth,
    lanes: u32,
    size: u32,
    limit: &str,
) -> Result<Vec<String>, Why> {
    log2(size)?;
    let per = mask_lanes(width);
    let dtype = match width {
        MaskWidth::B8 => DType::U8,
        MaskWidth::B16 => DType::U16,
        MaskWidth::B32 => DType::U32,
    };
    // A limit of 256 is no number of a byte.
    if size > per || size > u32::from(u8::MAX) {
        return Err(format!("its groups have {size} lanes, too many for a register"));
    }
    let (ty, m) = (vreg(dtype), mask(width));
    // A group lies in one register, so the numbers in it are the same in each.
    let (number, all) = (w.lane_numbers(dtype, 0), w.all(width));
    let within = w.filled(dtype, &(size - 1).to_string());
    let number =
        w.make("j", &format!("pto.vand {number}, {within}, {all} : {ty}, {ty}, {m} -> {ty}"));
    let limits =
        w.make("n", &format!("pto.vdup {limit}, {all} : {}, {m} -> {ty}", number_type(width)));
    let mut parts = Vec::new();
    for i in 0..lanes.div_ceil(per) {
        let valid = w.valid(width, lanes, i as usize);
        let operands = format!("{number}, {limits}, {valid}, \"lt\"");
        parts.push(w.make("m", &format!("pto.vcmp {operands} : {ty}, {ty}, {m} -> {m}")));
    }
    Ok(parts)
}
