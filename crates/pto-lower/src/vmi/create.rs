//! Registers from numbers, and one lane for each group.

use super::rules::{Statement, Why, log2};
use super::shape::{mask, per_register, vreg, width_of};
use super::writer::Writer;
use pto_isa::DType;

/// A number, the only lane of a vector, or one lane for each group.
pub(super) fn broadcast(
    w: &mut Writer,
    s: &Statement<'_>,
    value: &str,
    group: &str,
) -> Result<(), Why> {
    let (dtype, lanes) = s.shape("result")?;
    let registers = lanes.div_ceil(per_register(dtype)) as usize;
    let (ty, m) = (vreg(dtype), mask(width_of(dtype)));
    let all = w.all(width_of(dtype));
    let Ok(source) = s.vector(w, value) else {
        let (name, from) = (s.name(value)?, s.type_text(value)?);
        let part = w.make("fill", &format!("pto.vdup {name}, {all} : {from}, {m} -> {ty}"));
        s.give(w, "result", vec![part; registers]);
        return Ok(());
    };
    if s.int(group).is_none() {
        let one = &source.parts[0];
        let part = w.make(
            "fill",
            &format!("pto.vdup {one}, {all} {{position = \"LOWEST\"}} : {ty}, {m} -> {ty}"),
        );
        s.give(w, "result", vec![part; registers]);
        return Ok(());
    }
    let parts = spread(w, &source.parts, dtype, lanes, s.group_size(group, lanes))?;
    s.give(w, "result", parts);
    Ok(())
}

/// Lane g of a register in every lane of group g.
pub(super) fn spread(
    w: &mut Writer,
    source: &[String],
    dtype: DType,
    lanes: u32,
    size: u32,
) -> Result<Vec<String>, Why> {
    let by = log2(size)?;
    let [source] = source else { return Err("its groups need more than one register".into()) };
    let image = dtype.image();
    if dtype.bits() == 8 && lanes > per_register(dtype) {
        return Err("a byte does not number its lanes".into());
    }
    let (ty, m) = (vreg(image), mask(width_of(dtype)));
    let (source, all) = (w.cast(source, dtype, image), w.all(width_of(dtype)));
    let count = w.number(by, "i16");
    let mut parts = Vec::new();
    for i in 0..lanes.div_ceil(per_register(dtype)) as usize {
        let lane = w.lane_numbers(dtype, i);
        let group =
            w.make("g", &format!("pto.vshrs {lane}, {count}, {all} : {ty}, i16, {m} -> {ty}"));
        let part = w.make("spread", &format!("pto.vselr {source}, {group} : {ty}, {ty} -> {ty}"));
        parts.push(w.cast(&part, image, dtype));
    }
    Ok(parts)
}

/// A number and those that follow it, upwards or downwards, anew in each group.
pub(super) fn count(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let (dtype, lanes) = s.shape("result")?;
    let (base, from) = (s.name("base")?, s.type_text("base")?);
    let size = s.group_size("group", lanes);
    let is_down = s.word("order").is_some_and(|o| o.eq_ignore_ascii_case("DESC"));
    let registers = lanes.div_ceil(per_register(dtype));
    let ty = vreg(dtype);
    if dtype.is_float() {
        if registers > 1 || size != lanes {
            return Err("floats are counted in one register only".into());
        }
        let order = if is_down { "DESC" } else { "ASC" };
        let part =
            w.make("count", &format!("pto.vci {base} {{order = \"{order}\"}} : {from} -> {ty}"));
        s.give(w, "result", vec![part]);
        return Ok(());
    }
    if dtype.bits() == 8 && registers > 1 {
        return Err("a byte does not number its lanes".into());
    }
    let (image, all) = (dtype.image(), w.all(width_of(dtype)));
    let (ity, m) = (vreg(image), mask(width_of(dtype)));
    let start = w.make("start", &format!("pto.vdup {base}, {all} : {from}, {m} -> {ity}"));
    let mut parts = Vec::new();
    for i in 0..registers as usize {
        let mut number = w.lane_numbers(dtype, i);
        if size != lanes {
            log2(size)?;
            let within = w.filled(image, &(size - 1).to_string());
            number = w.make(
                "j",
                &format!("pto.vand {number}, {within}, {all} : {ity}, {ity}, {m} -> {ity}"),
            );
        }
        let name = if is_down { "vsub" } else { "vadd" };
        let part = w.make(
            "count",
            &format!("pto.{name} {start}, {number}, {all} : {ity}, {ity}, {m} -> {ity}"),
        );
        parts.push(w.cast(&part, image, dtype));
    }
    s.give(w, "result", parts);
    Ok(())
}
