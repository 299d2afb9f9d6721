//! Reductions: even and odd lanes are joined, again and again, until each group is one lane. That is the order of the
//! definition: adjacent pairs.

use super::rules::{Statement, Why, log2};
use super::shape::{mask, vreg, width_of};
use super::writer::Writer;
use pto_isa::DType;
use pto_isa::sem::Fold;
use pto_isa::virtual_register::computed_in;

/// Folds the lanes of each of the groups that an attribute counts.
pub(super) fn fold(w: &mut Writer, s: &Statement<'_>, fold: Fold, group: &str) -> Result<(), Why> {
    let source = s.vector(w, "source")?;
    let (written, _) = s.shape("result")?;
    let is_whole = s.int(group).is_none();
    let size = s.group_size(group, source.lanes);
    // Lanes that do not exist are neutral, so the lanes of one group may be no power of two.
    let steps = log2(if is_whole { size.next_power_of_two() } else { size })?;
    let dtype = computed_in(source.dtype);
    let neutral = w.filled(dtype, neutral(fold, dtype)?);
    let masks = s.mask(w, "mask", source.dtype, source.lanes)?;
    let mut parts = Vec::new();
    for (i, (part, by)) in source.parts.iter().zip(&masks).enumerate() {
        let exists = w.valid(width_of(dtype), source.lanes, i);
        let m = mask(width_of(dtype));
        let by = w.make("by", &format!("pto.pand {by}, {exists}, {exists} : {m}, {m}, {m} -> {m}"));
        let part = w.cast(part, source.dtype, dtype);
        parts.push(w.select(dtype, &part, &neutral, &by));
    }
    let name = match fold {
        Fold::Sum => "vadd",
        Fold::Max => "vmax",
        Fold::Min => "vmin",
        Fold::Prod => return Err("products are not folded".into()),
    };
    let all = w.all(width_of(dtype));
    let (ty, m) = (vreg(dtype), mask(width_of(dtype)));
    for _ in 0..steps {
        let mut joined = Vec::new();
        for pair in parts.chunks(2) {
            let high = pair.get(1).unwrap_or(&neutral);
            let [even, odd] = w.separate(dtype, &pair[0], high);
            joined.push(w.make(
                "fold",
                &format!("pto.{name} {even}, {odd}, {all} : {ty}, {ty}, {m} -> {ty}"),
            ));
        }
        parts = joined;
    }
    let parts = parts.iter().map(|p| w.cast(p, dtype, written)).collect();
    s.give(w, "result", parts);
    Ok(())
}

/// What a lane that does not count is.
fn neutral(fold: Fold, dtype: DType) -> Result<&'static str, Why> {
    Ok(match (fold, dtype) {
        (Fold::Sum, d) if d.is_float() => "0.0",
        (Fold::Sum, _) => "0",
        (Fold::Max, DType::F32) => "0xFF800000",
        (Fold::Min, DType::F32) => "0x7F800000",
        (Fold::Max, DType::F16) => "0xFC00",
        (Fold::Min, DType::F16) => "0x7C00",
        (Fold::Max, d) if d.is_unsigned() => "0",
        (Fold::Min, DType::U8) => "255",
        (Fold::Min, DType::U16) => "65535",
        (Fold::Min, DType::U32) => "4294967295",
        (Fold::Max, DType::I8) => "-128",
        (Fold::Min, DType::I8) => "127",
        (Fold::Max, DType::I16) => "-32768",
        (Fold::Min, DType::I16) => "32767",
        (Fold::Max, DType::I32) => "-2147483648",
        (Fold::Min, DType::I32) => "2147483647",
        (_, d) => return Err(format!("{d} has no neutral number here")),
    })
}
