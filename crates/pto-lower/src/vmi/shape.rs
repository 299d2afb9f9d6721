//! How many registers of a device a value takes, and of which type.

use pto_ir::{Module, ValueId};
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{DType, MaskWidth, Type};
use rustc_hash::FxHashMap;

/// Bits of a register.
const REGISTER_BITS: u32 = 2048;

/// Lanes of a register of elements of `dtype`.
pub(super) const fn per_register(dtype: DType) -> u32 {
    REGISTER_BITS / dtype.bits()
}

/// The predicate for elements of `dtype`.
pub(super) const fn width_of(dtype: DType) -> MaskWidth {
    match dtype.bits() {
        32 => MaskWidth::B32,
        16 => MaskWidth::B16,
        _ => MaskWidth::B8,
    }
}

/// Lanes of a predicate.
pub(super) const fn mask_lanes(width: MaskWidth) -> u32 {
    REGISTER_BITS / width.bits()
}

/// What the registers of a module have in common.
pub(super) struct Shapes {
    /// By the lanes of a predicate that names no width: that of the first vector with as many lanes.
    widths: FxHashMap<u32, MaskWidth>,
}

impl Shapes {
    pub fn of(module: &Module) -> Shapes {
        let mut widths = FxHashMap::default();
        for value in (0..module.value_count() as u32).map(ValueId) {
            if let Some(VirtualRegister::Vector { lanes, dtype: Some(dtype), .. }) =
                module.type_of(value).and_then(VirtualRegister::of)
            {
                widths.entry(lanes).or_insert(width_of(dtype));
            }
        }
        Shapes { widths }
    }

    /// The width in which a predicate is kept.
    pub fn width(&self, lanes: u32, named: Option<MaskWidth>) -> MaskWidth {
        named.or_else(|| self.widths.get(&lanes).copied()).unwrap_or(MaskWidth::B32)
    }
}

/// The register type of elements. Pairs of bf16 are kept as words.
pub(super) fn vreg(dtype: DType) -> String {
    let dtype = if dtype == DType::Bf16x2 { DType::U32 } else { dtype };
    format!("!pto.vreg<{}x{dtype}>", per_register(dtype))
}

/// The type of a predicate.
pub(super) fn mask(width: MaskWidth) -> String {
    format!("!pto.mask<{}>", width.name())
}

/// The types of the registers that hold a value of a type.
pub(super) fn type_list(shapes: &Shapes, ty: &Type) -> Option<Vec<String>> {
    Some(match VirtualRegister::of(ty)? {
        VirtualRegister::Vector { lanes, dtype, .. } => {
            vec![vreg(dtype?); lanes.div_ceil(per_register(dtype?)).max(1) as usize]
        }
        VirtualRegister::Mask { lanes, width, .. } => {
            let width = shapes.width(lanes, width);
            vec![mask(width); lanes.div_ceil(mask_lanes(width)).max(1) as usize]
        }
    })
}
