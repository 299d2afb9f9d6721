//! Loads and stores: whole registers as they lie; what is less than a register, or not in order, by lane numbers.

use super::rearrange::{halves, together};
use super::rules::{Statement, Vector, Why, log2};
use super::shape::{mask, per_register, vreg, width_of};
use super::writer::Writer;
use super::{constant, create};
use pto_ir::ValueId;
use pto_isa::{DType, MaskWidth};

/// Up to this many lanes may lie at any element.
const SLOTS: u32 = 8;
/// Bits of a block.
const BLOCK_BITS: u32 = 256;

/// A pointer with its type, and the offset that a statement adds.
struct Place {
    ptr: String,
    ty: String,
    offset: String,
}

impl Place {
    fn of(s: &Statement<'_>, ptr: &str) -> Result<Place, Why> {
        Ok(Place { ptr: s.name(ptr)?, ty: s.type_text(ptr)?, offset: s.name("offset")? })
    }
    /// The offset of an element further on.
    fn offset(&self, w: &mut Writer, elements: u32) -> String {
        if elements == 0 {
            return self.offset.clone();
        }
        let by = w.number(elements, "index");
        w.make("at", &format!("arith.addi {}, {by} : index", self.offset))
    }
    /// The pointer to an element.
    fn pointer(&self, w: &mut Writer, offset: &str) -> String {
        let ty = &self.ty;
        w.make("p", &format!("pto.addptr {}, {offset} : {ty} -> {ty}", self.ptr))
    }
}

/// The element type of the memory that a pointer shows.
fn memory_type(s: &Statement<'_>, ptr: &str) -> Option<DType> {
    s.module.type_of(s.value(ptr)?)?.dtype()
}

/// Consecutive elements.
pub(super) fn load(w: &mut Writer, s: &Statement<'_>, result: &str) -> Result<(), Why> {
    let (dtype, lanes) = s.shape(result)?;
    let parts = consecutive(w, s, dtype, lanes)?;
    s.give(w, result, parts);
    Ok(())
}

fn consecutive(
    w: &mut Writer,
    s: &Statement<'_>,
    dtype: DType,
    lanes: u32,
) -> Result<Vec<String>, Why> {
    let place = Place::of(s, "source")?;
    let per = per_register(dtype);
    let mut parts = Vec::new();
    for i in 0..lanes.div_ceil(per) {
        let left = (lanes - i * per).min(per);
        let offset = place.offset(w, i * per);
        parts.push(part(w, s, &place, &offset, dtype, left, lanes)?);
    }
    Ok(parts)
}

/// One register, or the first lanes of one; `whole` lanes are loaded in all.
fn part(
    w: &mut Writer,
    s: &Statement<'_>,
    place: &Place,
    offset: &str,
    dtype: DType,
    lanes: u32,
    whole: u32,
) -> Result<String, Why> {
    let (ptr, pty) = (&place.ptr, &place.ty);
    let memory = memory_type(s, "source").unwrap_or(dtype);
    let ty = vreg(memory);
    let loaded = if lanes == per_register(dtype) {
        w.make("x", &format!("pto.vlds {ptr}[{offset}] : {pty} -> {ty}"))
    } else if whole > SLOTS && (lanes * dtype.bits()).is_multiple_of(BLOCK_BITS) {
        let p = place.pointer(w, offset);
        let blocks = w.first(MaskWidth::B32, lanes * dtype.bits() / BLOCK_BITS);
        let (one, none, m) = (w.number(1, "i16"), w.number(0, "i16"), mask(MaskWidth::B32));
        let blocks = match width_of(dtype) {
            MaskWidth::B32 => blocks,
            other => {
                let to = mask(other);
                w.make("m", &format!("pto.pbitcast {blocks} : {m} -> {to}"))
            }
        };
        let m = mask(width_of(dtype));
        w.make(
            "x",
            &format!("pto.vsldb {p}, {one}, {none}, {blocks} : {pty}, i16, i16, {m} -> {ty}"),
        )
    } else {
        let p = place.pointer(w, offset);
        let number = w.lane_numbers(dtype, 0);
        let by = w.first(width_of(dtype), lanes);
        by_number(w, &p, pty, &number, &by, memory)?
    };
    Ok(w.cast(&loaded, memory, dtype))
}

/// Elements by their numbers, for lanes of `dtype`.
fn by_number(
    w: &mut Writer,
    ptr: &str,
    pty: &str,
    number: &str,
    by: &str,
    dtype: DType,
) -> Result<String, Why> {
    if dtype.bits() == 8 {
        return Err("bytes are not loaded one by one here".into());
    }
    let (ty, nty, m) = (vreg(dtype), vreg(dtype.image()), mask(width_of(dtype)));
    Ok(w.make("x", &format!("pto.vgather2 {ptr}, {number}, {by} : {pty}, {nty}, {m} -> {ty}")))
}

/// Even elements to one vector, odd ones to another.
pub(super) fn load_pair(
    w: &mut Writer,
    s: &Statement<'_>,
    to: [Option<ValueId>; 2],
) -> Result<(), Why> {
    let [Some(low), Some(high)] = to else { return Err("it has not two results".into()) };
    let (dtype, lanes) = s.shape_of(low)?;
    let parts = consecutive(w, s, dtype, 2 * lanes)?;
    let [even, odd] = halves(w, &Vector { parts, dtype, lanes: 2 * lanes });
    w.set(low, even);
    w.set(high, odd);
    Ok(())
}

/// Groups a stride apart, whole or one element of each; with `spread` that element in every lane of its group.
pub(super) fn load_groups(
    w: &mut Writer,
    s: &Statement<'_>,
    stride: &str,
    group: &str,
    spread: bool,
) -> Result<(), Why> {
    let result = if s.value("results").is_some() { "results" } else { "result" };
    let (dtype, lanes) = s.shape(result)?;
    let size = s.group_size(group, lanes);
    let groups = lanes / size.max(1);
    let (rows, len) = if spread { (groups, 1) } else { (groups, size) };
    let loaded = rows_of(w, s, dtype, [rows, len], stride)?;
    let parts = if spread { create::spread(w, &loaded, dtype, lanes, size)? } else { loaded };
    s.give(w, result, parts);
    Ok(())
}

/// `rows` times `len` neighbours, a stride apart.
fn rows_of(
    w: &mut Writer,
    s: &Statement<'_>,
    dtype: DType,
    [rows, len]: [u32; 2],
    stride: &str,
) -> Result<Vec<String>, Why> {
    let place = Place::of(s, "source")?;
    let per = per_register(dtype);
    if len.is_multiple_of(per) {
        let mut parts = Vec::new();
        for row in 0..rows {
            let start = row_offset(w, s, &place, stride, row)?;
            let here = Place { offset: start, ptr: place.ptr.clone(), ty: place.ty.clone() };
            for i in 0..len / per {
                let offset = here.offset(w, i * per);
                parts.push(part(w, s, &here, &offset, dtype, per, len)?);
            }
        }
        return Ok(parts);
    }
    let memory = memory_type(s, "source").unwrap_or(dtype);
    let p = place.pointer(w, &place.offset.clone());
    let mut parts = Vec::new();
    for i in 0..(rows * len).div_ceil(per) as usize {
        let number = row_numbers(w, s, dtype, len, stride, i)?;
        let by = w.valid(width_of(dtype), rows * len, i);
        let x = by_number(w, &p, &place.ty, &number, &by, memory)?;
        parts.push(w.cast(&x, memory, dtype));
    }
    Ok(parts)
}

/// Where a row begins.
fn row_offset(
    w: &mut Writer,
    s: &Statement<'_>,
    place: &Place,
    stride: &str,
    row: u32,
) -> Result<String, Why> {
    if row == 0 {
        return Ok(place.offset.clone());
    }
    let (stride, row) = (s.name(stride)?, w.number(row, "index"));
    let far = w.make("far", &format!("arith.muli {stride}, {row} : index"));
    Ok(w.make("at", &format!("arith.addi {}, {far} : index", place.offset)))
}

/// Numbers of the elements of register `i` from the first of the first row on.
fn row_numbers(
    w: &mut Writer,
    s: &Statement<'_>,
    dtype: DType,
    len: u32,
    stride: &str,
    i: usize,
) -> Result<String, Why> {
    let image = dtype.image();
    if image.bits() == 8 {
        return Err("bytes are not accessed one by one here".into());
    }
    let shift = log2(len)?;
    let number_type = if image.bits() == 16 { "i16" } else { "i32" };
    let (ty, m, all) = (vreg(image), mask(width_of(dtype)), w.all(width_of(dtype)));
    let step = match s.value(stride).and_then(|v| constant(s.module, v)) {
        Some(n) => w.number(n, number_type),
        None => {
            let name = s.name(stride)?;
            w.make("step", &format!("arith.index_cast {name} : index to {number_type}"))
        }
    };
    let lane = w.lane_numbers(dtype, i);
    let by = w.number(shift, "i16");
    let row = w.make("row", &format!("pto.vshrs {lane}, {by}, {all} : {ty}, i16, {m} -> {ty}"));
    let steps = w.make("step", &format!("pto.vdup {step}, {all} : {number_type}, {m} -> {ty}"));
    let far = w.make("far", &format!("pto.vmul {row}, {steps}, {all} : {ty}, {ty}, {m} -> {ty}"));
    if len == 1 {
        return Ok(far);
    }
    let within = w.filled(image, &(len - 1).to_string());
    let near =
        w.make("near", &format!("pto.vand {lane}, {within}, {all} : {ty}, {ty}, {m} -> {ty}"));
    Ok(w.make("number", &format!("pto.vadd {far}, {near}, {all} : {ty}, {ty}, {m} -> {ty}")))
}

/// The active lanes from memory, the others from a register.
pub(super) fn load_masked(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let other = s.vector(w, "passthru")?;
    let loaded = consecutive(w, s, other.dtype, other.lanes)?;
    let masks = s.mask(w, "mask", other.dtype, other.lanes)?;
    let parts = (0..loaded.len())
        .map(|i| w.select(other.dtype, &loaded[i], &other.parts[i], &masks[i]))
        .collect();
    s.give(w, "result", parts);
    Ok(())
}

/// Elements by their numbers; lanes that are left out come from a register or are zero.
pub(super) fn gather(w: &mut Writer, s: &Statement<'_>, numbers: &str) -> Result<(), Why> {
    let (dtype, lanes) = s.shape("result")?;
    let number = s.vector(w, numbers)?;
    if number.dtype.bits() != dtype.bits() {
        return Err(format!("its numbers are {}, its elements {dtype}", number.dtype));
    }
    if s.merges() {
        return Err("no source says what the lanes that are left out keep".into());
    }
    let (ptr, pty) = (s.name("source")?, s.type_text("source")?);
    let memory = memory_type(s, "source").unwrap_or(dtype);
    let masks = s.mask(w, "mask", dtype, lanes)?;
    let other = s.value("passthru").map(|v| w.parts(v));
    let mut parts = Vec::new();
    for (i, by) in masks.iter().enumerate() {
        let n = w.cast(&number.parts[i], number.dtype, dtype.image());
        let x = by_number(w, &ptr, &pty, &n, by, memory)?;
        let x = w.cast(&x, memory, dtype);
        parts.push(match &other {
            Some(other) => w.select(dtype, &x, &other[i], by),
            None => x,
        });
    }
    s.give(w, "result", parts);
    Ok(())
}

/// `vload` in its forms.
pub(super) fn load_any(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    let word = s.word("dist_mode").unwrap_or("continuous");
    if s.int("group").is_some() {
        return load_groups(w, s, "stride", "group", word == "brc");
    }
    if s.value("block_stride").is_some() {
        return Err("blocks with a stride are not lowered yet".into());
    }
    match word {
        "continuous" => load(w, s, "results"),
        "dintlv" => match s.values("results")[..] {
            [low, high] => load_pair(w, s, [Some(low), Some(high)]),
            _ => Err("it has not two results".into()),
        },
        "brc" => {
            let (dtype, lanes) = s.shape("results")?;
            let place = Place::of(s, "source")?;
            let bits = dtype.bits();
            let memory = memory_type(s, "source").unwrap_or(dtype);
            let (ptr, pty, at, ty) = (&place.ptr, &place.ty, &place.offset, vreg(memory));
            let x = w.make(
                "x",
                &format!("pto.vlds {ptr}[{at}] {{dist = \"BRC_B{bits}\"}} : {pty} -> {ty}"),
            );
            let x = w.cast(&x, memory, dtype);
            s.give(w, "results", vec![x; lanes.div_ceil(per_register(dtype)) as usize]);
            Ok(())
        }
        other => Err(format!("the distribution `{other}` is not lowered yet")),
    }
}

/// Consecutive elements, those of active lanes.
pub(super) fn store(w: &mut Writer, s: &Statement<'_>, value: &str) -> Result<(), Why> {
    let v = s.vector(w, value)?;
    let masks = s.mask(w, "mask", v.dtype, v.lanes)?;
    put(w, s, &v, &masks)
}

fn put(w: &mut Writer, s: &Statement<'_>, v: &Vector, masks: &[String]) -> Result<(), Why> {
    let place = Place::of(s, "destination")?;
    let (per, m) = (per_register(v.dtype), mask(width_of(v.dtype)));
    let memory = memory_type(s, "destination").unwrap_or(v.dtype);
    let (ty, pty) = (vreg(memory), &place.ty);
    for (i, (part, by)) in v.parts.iter().zip(masks).enumerate() {
        let lanes = (v.lanes - i as u32 * per).min(per);
        let offset = place.offset(w, i as u32 * per);
        let mut by = by.clone();
        let x = w.cast(part, v.dtype, memory);
        if lanes < per {
            let exists = w.first(width_of(v.dtype), lanes);
            by = w.make("by", &format!("pto.pand {by}, {exists}, {exists} : {m}, {m}, {m} -> {m}"));
        }
        if lanes == per
            || (v.lanes > SLOTS && (v.lanes * v.dtype.bits()).is_multiple_of(BLOCK_BITS))
        {
            let ptr = &place.ptr;
            w.line(format!("pto.vsts {x}, {ptr}[{offset}], {by} : {ty}, {pty}, {m}"));
        } else {
            let p = place.pointer(w, &offset);
            let number = w.lane_numbers(v.dtype, 0);
            put_by_number(w, (&p, pty), &x, &number, &by, memory)?;
        }
    }
    Ok(())
}

/// Elements to places by their numbers.
fn put_by_number(
    w: &mut Writer,
    (ptr, pty): (&str, &str),
    x: &str,
    number: &str,
    by: &str,
    dtype: DType,
) -> Result<(), Why> {
    if dtype.bits() == 8 {
        return Err("bytes are not stored one by one here".into());
    }
    let (ty, nty, m) = (vreg(dtype), vreg(dtype.image()), mask(width_of(dtype)));
    w.line(format!("pto.vscatter {x}, {ptr}, {number}, {by} : {ty}, {pty}, {nty}, {m}"));
    Ok(())
}

/// The lanes of two vectors alternately.
pub(super) fn store_pair(
    w: &mut Writer,
    s: &Statement<'_>,
    from: [Option<ValueId>; 2],
) -> Result<(), Why> {
    let [Some(low), Some(high)] = from else { return Err("it has not two values".into()) };
    if s.value("mask").is_some() {
        return Err("two registers are not stored under a predicate".into());
    }
    let (dtype, lanes) = s.shape_of(low)?;
    let vector = |w: &Writer, v: ValueId| Vector { parts: w.parts(v), dtype, lanes };
    let (a, b) = (vector(w, low), vector(w, high));
    let parts = together(w, &a, &b);
    let v = Vector { parts, dtype, lanes: 2 * lanes };
    let masks: Vec<String> =
        (0..v.parts.len()).map(|i| w.valid(width_of(dtype), v.lanes, i)).collect();
    put(w, s, &v, &masks)
}

/// Groups a stride apart.
pub(super) fn store_groups(
    w: &mut Writer,
    s: &Statement<'_>,
    value: &str,
    stride: &str,
    group: &str,
) -> Result<(), Why> {
    let v = s.vector(w, value)?;
    let memory = memory_type(s, "destination").unwrap_or(v.dtype);
    if memory.bits() != v.dtype.bits() {
        return Err("narrower elements are not stored here".into());
    }
    let place = Place::of(s, "destination")?;
    let size = s.group_size(group, v.lanes);
    let (per, m) = (per_register(v.dtype), mask(width_of(v.dtype)));
    let ty = vreg(memory);
    if size.is_multiple_of(per) {
        let all = w.all(width_of(v.dtype));
        for (i, part) in v.parts.iter().enumerate() {
            let (row, within) = (i as u32 * per / size, i as u32 * per % size);
            let start = row_offset(w, s, &place, stride, row)?;
            let here = Place { offset: start, ptr: place.ptr.clone(), ty: place.ty.clone() };
            let offset = here.offset(w, within);
            let x = w.cast(part, v.dtype, memory);
            w.line(format!("pto.vsts {x}, {}[{offset}], {all} : {ty}, {}, {m}", here.ptr, here.ty));
        }
        return Ok(());
    }
    let p = place.pointer(w, &place.offset.clone());
    for (i, part) in v.parts.iter().enumerate().rev() {
        let number = row_numbers(w, s, v.dtype, size, stride, i)?;
        let by = w.valid(width_of(v.dtype), v.lanes, i);
        let x = w.cast(part, v.dtype, memory);
        put_by_number(w, (&p, &place.ty), &x, &number, &by, memory)?;
    }
    Ok(())
}

/// Elements to places by their numbers; the last register first, so that of equal numbers the lowest lane stays.
pub(super) fn scatter(w: &mut Writer, s: &Statement<'_>, numbers: &str) -> Result<(), Why> {
    let (v, number) = (s.vector(w, "value")?, s.vector(w, numbers)?);
    if number.dtype.bits() != v.dtype.bits() {
        return Err(format!("its numbers are {}, its elements {}", number.dtype, v.dtype));
    }
    let (ptr, pty) = (s.name("destination")?, s.type_text("destination")?);
    let memory = memory_type(s, "destination").unwrap_or(v.dtype);
    let masks = s.mask(w, "mask", v.dtype, v.lanes)?;
    for (i, by) in masks.iter().enumerate().rev() {
        let n = w.cast(&number.parts[i], number.dtype, v.dtype.image());
        let x = w.cast(&v.parts[i], v.dtype, memory);
        put_by_number(w, (&ptr, &pty), &x, &n, by, memory)?;
    }
    Ok(())
}

/// `vstore` in its forms.
pub(super) fn store_any(w: &mut Writer, s: &Statement<'_>) -> Result<(), Why> {
    if s.int("group").is_some() {
        return store_groups(w, s, "values", "stride", "group");
    }
    if s.value("block_stride").is_some() {
        return Err("blocks with a stride are not lowered yet".into());
    }
    match s.word("dist_mode").unwrap_or("continuous") {
        "continuous" => store(w, s, "values"),
        "dintlv" => match s.values("values")[..] {
            [low, high] => store_pair(w, s, [Some(low), Some(high)]),
            _ => Err("it has not two values".into()),
        },
        other => Err(format!("the distribution `{other}` is not lowered yet")),
    }
}
