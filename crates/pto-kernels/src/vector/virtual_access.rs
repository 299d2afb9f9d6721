//! Loads and stores of registers of any length that lie as they are: each of their registers like one of a device.

use super::super::simd::has_widest;
use super::access::{AddressSlots, load_all, store_lanes};
use super::{Kernel, Source, VecOp};
use pto_isa::ops::{vmi_load as loads, vmi_store as stores};
use pto_isa::sem::dist::BLOCK;

/// What says that elements are not consecutive.
const FORMS: &[&str] = &["group", "dist_mode"];

/// The operand of an instruction by its name.
fn slot(source: &Source<'_>, name: &str) -> u8 {
    source.def.slot(name).unwrap_or(u8::MAX)
}

pub(super) fn compile(source: &Source<'_>) -> Option<VecOp> {
    let def = source.def;
    let is_any = [&loads::vmi_vload, &stores::vmi_vstore].iter().any(|d| d.is(def));
    let is_plain = !FORMS.iter().any(|form| source.attrs.iter().any(|a| a.0 == *form))
        && source.slot(slot(source, "block_stride")).is_none();
    if !has_widest() || (is_any && !is_plain) {
        return None;
    }
    match def {
        _ if loads::vmi_load.is(def) => load(source, "result"),
        _ if loads::vmi_vload.is(def) => load(source, "results"),
        _ if stores::vmi_store.is(def) || stores::vmi_masked_store.is(def) => {
            store(source, "value")
        }
        _ if stores::vmi_vstore.is(def) => store(source, "values"),
        _ => None,
    }
}

fn load(source: &Source<'_>, result: &str) -> Option<VecOp> {
    let (dst, _, registers) = source.vectors(slot(source, result))?;
    let (ptr, offset) = (slot(source, "source"), slot(source, "offset"));
    let place = AddressSlots::of(source, ptr, offset, u8::MAX, BLOCK)?;
    let run: Kernel = load_all;
    Some(VecOp { place, registers, is_quiet: true, is_whole_load: true, ..VecOp::new(run, dst) })
}

fn store(source: &Source<'_>, value: &str) -> Option<VecOp> {
    let (dst, dtype, registers) = source.vectors(slot(source, value))?;
    let (ptr, offset) = (slot(source, "destination"), slot(source, "offset"));
    let place = AddressSlots::of(source, ptr, offset, u8::MAX, BLOCK)?;
    let run: Kernel = match dtype.bytes() {
        1 => store_lanes::<1>,
        2 => store_lanes::<2>,
        4 => store_lanes::<4>,
        _ => return None,
    };
    let mask = source.predicate_for(slot(source, "mask"), dtype.bytes())?;
    Some(VecOp { place, mask, registers, stores: dtype.bytes(), ..VecOp::new(run, dst) })
}
