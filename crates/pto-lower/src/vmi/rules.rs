//! Which instruction becomes what.

use super::shape::{Shapes, per_register, width_of};
use super::writer::Writer;
use super::{convert, create, fold, lanes, masks, memory, rearrange};
use pto_ir::module::Node;
use pto_ir::{Attr, Module, ValueId};
use pto_isa::ops::{
    vmi_compare as c, vmi_convert as v, vmi_create as n, vmi_fused as f, vmi_layout as l,
    vmi_load as i, vmi_mask as m, vmi_reduce as r, vmi_store as o,
};
use pto_isa::sem::{Fold, Sem};
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{DType, MaskWidth, OpDef};

/// Why a statement has no registers.
pub(super) type Why = String;
/// Writes a statement.
pub(super) type Rule = fn(&mut Writer, &Statement<'_>) -> Result<(), Why>;

/// A statement on registers of any length.
pub(super) struct Statement<'m> {
    pub module: &'m Module,
    pub node: &'m Node,
    pub def: &'static OpDef,
    pub shapes: &'m Shapes,
}

/// A vector and its registers.
pub(super) struct Vector {
    pub parts: Vec<String>,
    pub dtype: DType,
    pub lanes: u32,
}

impl<'m> Statement<'m> {
    /// A value of an operand or a result, by the operand's name.
    pub fn value(&self, name: &str) -> Option<ValueId> {
        self.values(name).first().copied()
    }
    pub fn values(&self, name: &str) -> Vec<ValueId> {
        let Some(slot) = self.def.slot(name) else { return Vec::new() };
        let operands = self.module.operands(self.node).iter();
        let given = operands.filter(|o| o.slot == slot).map(|o| o.value);
        let results = self.module.results(self.node).filter(|&v| self.module.value(v).slot == slot);
        given.chain(results).collect()
    }
    /// The name of a value as it is written.
    pub fn name(&self, name: &str) -> Result<String, Why> {
        let value = self.value(name).ok_or_else(|| format!("it has no `{name}`"))?;
        Ok(format!("%{}", self.module.sym(self.module.value(value).name)))
    }
    /// The type of a value as it is written.
    pub fn type_text(&self, name: &str) -> Result<String, Why> {
        let value = self.value(name).and_then(|v| self.module.type_of(v));
        value.map(ToString::to_string).ok_or_else(|| format!("`{name}` has no type"))
    }
    /// Element type and lanes of a vector.
    pub fn shape_of(&self, value: ValueId) -> Result<(DType, u32), Why> {
        match self.module.type_of(value).and_then(VirtualRegister::of) {
            Some(VirtualRegister::Vector { lanes, dtype: Some(dtype), .. }) => match dtype.bits() {
                8 | 16 | 32 => Ok((dtype, lanes)),
                _ => Err(format!("its lanes are {dtype}")),
            },
            _ => Err("an operand is no vector of numbers".into()),
        }
    }
    pub fn shape(&self, name: &str) -> Result<(DType, u32), Why> {
        self.shape_of(self.value(name).ok_or_else(|| format!("it has no `{name}`"))?)
    }
    pub fn vector(&self, w: &Writer, name: &str) -> Result<Vector, Why> {
        let value = self.value(name).ok_or_else(|| format!("it has no `{name}`"))?;
        let (dtype, lanes) = self.shape_of(value)?;
        Ok(Vector { parts: w.parts(value), dtype, lanes })
    }
    /// A number in an attribute.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.module.attrs.get(self.module.attr(self.node, name)?.value) {
            Attr::Int(n, _) => i64::try_from(*n).ok(),
            _ => None,
        }
    }
    /// A word in an attribute.
    pub fn word(&self, name: &str) -> Option<&'m str> {
        match self.module.attrs.get(self.module.attr(self.node, name)?.value) {
            Attr::Str(s) | Attr::Word(s) => Some(s),
            _ => None,
        }
    }
    /// Lanes of each of the groups that an attribute counts; of all without it.
    pub fn group_size(&self, name: &str, lanes: u32) -> u32 {
        self.int(name).map_or(lanes, |groups| lanes / (groups.max(1) as u32))
    }
    /// Whether the lanes that a predicate leaves out are undefined.
    pub fn merges(&self) -> bool {
        self.word("pmode") == Some("merge")
    }
    /// The width in which a predicate is kept, and its lanes.
    pub fn mask_shape(&self, value: ValueId) -> Result<(MaskWidth, u32), Why> {
        match self.module.type_of(value).and_then(VirtualRegister::of) {
            Some(VirtualRegister::Mask { lanes, width, .. }) => {
                Ok((self.shapes.width(lanes, width), lanes))
            }
            _ => Err("an operand is no predicate".into()),
        }
    }
    /// The predicate of an operand for each register of lanes of `dtype`; of the lanes there are without one.
    pub fn mask(
        &self,
        w: &mut Writer,
        name: &str,
        dtype: DType,
        lanes: u32,
    ) -> Result<Vec<String>, Why> {
        let registers = lanes.div_ceil(per_register(dtype)) as usize;
        let to = width_of(dtype);
        match self.value(name) {
            Some(value) => {
                let (from, _) = self.mask_shape(value)?;
                Ok(masks::convert(w, w.parts(value), from, to, registers))
            }
            None => Ok((0..registers).map(|i| w.valid(to, lanes, i)).collect()),
        }
    }
    /// Gives a result its registers.
    pub fn give(&self, w: &mut Writer, name: &str, parts: Vec<String>) {
        if let Some(value) = self.value(name) {
            w.set(value, parts);
        }
    }
}

/// The exponent of a power of two.
pub(super) fn log2(n: u32) -> Result<u32, Why> {
    match n.is_power_of_two() {
        true => Ok(n.trailing_zeros()),
        false => Err(format!("groups of {n} lanes are no power of two")),
    }
}

/// How an instruction is written in registers; `None` if it works on none of any length.
pub(super) fn rule_of(def: &'static OpDef) -> Option<Rule> {
    if let Some((_, rule)) = RULES.iter().find(|(d, _)| d.is(def)) {
        return Some(*rule);
    }
    if def.family != f::vmi_vmula.family {
        return None;
    }
    Some(match def.sem {
        Sem::Lanes(_) => lanes::elementwise,
        Sem::LaneSelect(_) => lanes::select,
        _ => |_, _| Err("no sequence of registers is known for it here".into()),
    })
}

static RULES: &[(&OpDef, Rule)] = &[
    (&c::vmi_cmpf, |w, s| lanes::compare(w, s, ["lhs", "rhs", ""], "predicate")),
    (&c::vmi_cmpi, |w, s| lanes::compare(w, s, ["lhs", "rhs", ""], "predicate")),
    (&c::vmi_vcmp, |w, s| lanes::compare(w, s, ["lhs", "rhs", "seed"], "cmp")),
    (&c::vmi_vcmps, |w, s| lanes::compare(w, s, ["src", "scalar", "seed"], "cmp")),
    (&v::vmi_extf, convert::convert),
    (&v::vmi_truncf, convert::convert),
    (&v::vmi_fptosi, convert::convert),
    (&v::vmi_fptoui, convert::convert),
    (&v::vmi_sitofp, convert::convert),
    (&v::vmi_extsi, convert::convert),
    (&v::vmi_extui, convert::convert),
    (&v::vmi_trunci, convert::convert),
    (&v::vmi_vcvt, convert::convert),
    (&v::vmi_bitcast, convert::reinterpret),
    (&v::vmi_vinterpret_cast, convert::reinterpret),
    (&n::vmi_broadcast, |w, s| create::broadcast(w, s, "value", "group")),
    (&n::vmi_vbrc, |w, s| create::broadcast(w, s, "value", "group")),
    (&n::vmi_group_broadcast, |w, s| create::broadcast(w, s, "source", "num_groups")),
    (&n::vmi_iota, create::count),
    (&n::vmi_group_iota, create::count),
    (&n::vmi_vci, create::count),
    (&f::vmi_vaddc, |w, s| lanes::two_results(w, s, ["lhs", "rhs"], ["result", "carry"])),
    (&f::vmi_vmull, |w, s| lanes::two_results(w, s, ["a", "b"], ["low", "high"])),
    (&f::vmi_vexpdif, lanes::exp_difference),
    (&f::vmi_vdhist, |w, s| lanes::histogram(w, s, &pto_isa::ops::vector_special::dhistv2)),
    (&f::vmi_vchist, |w, s| lanes::histogram(w, s, &pto_isa::ops::vector_special::chistv2)),
    (&l::vmi_vintlv, |w, s| rearrange::pair(w, s, true)),
    (&l::vmi_vdintlv, |w, s| rearrange::pair(w, s, false)),
    (&l::vmi_vselr, rearrange::select_by_index),
    (&l::vmi_compress, rearrange::compress),
    (&l::vmi_channel_split, rearrange::split),
    (&l::vmi_channel_merge, rearrange::merge),
    (&l::vmi_ensure_layout, rearrange::rename),
    (&l::vmi_ensure_mask_layout, masks::rename),
    (&l::vmi_ensure_mask_granularity, masks::rename),
    (&i::vmi_load, |w, s| memory::load(w, s, "result")),
    (&i::vmi_deinterleave_load, |w, s| memory::load_pair(w, s, [s.value("low"), s.value("high")])),
    (&i::vmi_group_load, |w, s| memory::load_groups(w, s, "row_stride", "num_groups", false)),
    (&i::vmi_group_slot_load, |w, s| {
        memory::load_groups(w, s, "source_group_stride", "num_groups", false)
    }),
    (&i::vmi_group_broadcast_load, |w, s| {
        memory::load_groups(w, s, "source_group_stride", "num_groups", true)
    }),
    (&i::vmi_masked_load, memory::load_masked),
    (&i::vmi_gather, |w, s| memory::gather(w, s, "indices")),
    (&i::vmi_vgather, |w, s| memory::gather(w, s, "offsets")),
    (&i::vmi_vload, memory::load_any),
    (&m::vmi_create_mask, masks::first),
    (&m::vmi_create_group_mask, masks::groups),
    (&m::vmi_mask_and, masks::combine),
    (&m::vmi_mask_or, masks::combine),
    (&m::vmi_mask_xor, masks::combine),
    (&m::vmi_mask_not, masks::combine),
    (&m::vmi_pset, masks::pattern),
    (&m::vmi_pge, masks::pattern),
    (&m::vmi_plt, masks::count_off),
    (&o::vmi_store, |w, s| memory::store(w, s, "value")),
    (&o::vmi_masked_store, |w, s| memory::store(w, s, "value")),
    (&o::vmi_interleave_store, |w, s| memory::store_pair(w, s, [s.value("low"), s.value("high")])),
    (&o::vmi_group_store, |w, s| memory::store_groups(w, s, "value", "row_stride", "num_groups")),
    (&o::vmi_scatter, |w, s| memory::scatter(w, s, "indices")),
    (&o::vmi_vscatter, |w, s| memory::scatter(w, s, "offsets")),
    (&o::vmi_vstore, memory::store_any),
    (&r::vmi_reduce_addf, |w, s| fold::fold(w, s, Fold::Sum, "group")),
    (&r::vmi_reduce_addi, |w, s| fold::fold(w, s, Fold::Sum, "group")),
    (&r::vmi_reduce_maxf, |w, s| fold::fold(w, s, Fold::Max, "group")),
    (&r::vmi_reduce_maxi, |w, s| fold::fold(w, s, Fold::Max, "group")),
    (&r::vmi_reduce_minf, |w, s| fold::fold(w, s, Fold::Min, "group")),
    (&r::vmi_reduce_mini, |w, s| fold::fold(w, s, Fold::Min, "group")),
    (&r::vmi_group_reduce_addf, |w, s| fold::fold(w, s, Fold::Sum, "num_groups")),
    (&r::vmi_group_reduce_addi, |w, s| fold::fold(w, s, Fold::Sum, "num_groups")),
    (&r::vmi_group_reduce_maxf, |w, s| fold::fold(w, s, Fold::Max, "num_groups")),
    (&r::vmi_group_reduce_maxi, |w, s| fold::fold(w, s, Fold::Max, "num_groups")),
    (&r::vmi_group_reduce_minf, |w, s| fold::fold(w, s, Fold::Min, "num_groups")),
    (&r::vmi_group_reduce_mini, |w, s| fold::fold(w, s, Fold::Min, "num_groups")),
    (&r::vmi_vcadd, |w, s| fold::fold(w, s, Fold::Sum, "group")),
    (&r::vmi_vcmax, |w, s| fold::fold(w, s, Fold::Max, "group")),
    (&r::vmi_vcmin, |w, s| fold::fold(w, s, Fold::Min, "group")),
];
