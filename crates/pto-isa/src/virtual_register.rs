//! Registers and predicates of any length, `!pto.vmi.vreg<64xf32>` and `!pto.vmi.mask<64xpred>`: what the text of their
//! types says.
//!
//! A value is its lanes. The layout that a type may name, how the lanes are spread over the registers of a device, is
//! the assembler's affair: it changes neither a lane's number nor its value. Source: PTO-Gym
//! docs/PTO-vmi-Instruction-SPEC.md, 1.2 and 1.3.

use crate::dtype::DType;
use crate::ty::{MaskWidth, Type};

/// A register or predicate of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VirtualRegister<'a> {
    /// Elements.
    Vector {
        /// How many.
        lanes: u32,
        /// Their type; `None` for one that is not a number.
        dtype: Option<DType>,
        /// The layout as written, without `#pto.vmi.layout`; empty if there is none.
        layout: &'a str,
    },
    /// Predicate bits.
    Mask {
        /// How many.
        lanes: u32,
        /// The lane width it is made for, if the type names one.
        width: Option<MaskWidth>,
        /// The layout as written, without `#pto.vmi.layout`; empty if there is none.
        layout: &'a str,
    },
}

impl<'a> VirtualRegister<'a> {
    /// Reads a type; `None` if it is another one.
    pub fn of(ty: &'a Type) -> Option<VirtualRegister<'a>> {
        let Type::Other(text) = ty else { return None };
        let inner = |name: &str| text.strip_prefix(name)?.strip_suffix('>');
        if let Some(inner) = inner("!pto.vmi.vreg<") {
            let (lanes, element, layout) = fields(inner)?;
            return Some(VirtualRegister::Vector { lanes, dtype: DType::parse(element), layout });
        }
        let (lanes, width, layout) = fields(inner("!pto.vmi.mask<")?)?;
        let widths = [MaskWidth::B8, MaskWidth::B16, MaskWidth::B32];
        let width = widths.into_iter().find(|w| w.name() == width);
        Some(VirtualRegister::Mask { lanes, width, layout })
    }

    /// The layout as written, without `#pto.vmi.layout`; empty if there is none.
    pub const fn layout(&self) -> &'a str {
        match self {
            VirtualRegister::Vector { layout, .. } | VirtualRegister::Mask { layout, .. } => layout,
        }
    }

    /// How many lanes it has.
    pub const fn lanes(&self) -> u32 {
        match self {
            VirtualRegister::Vector { lanes, .. } | VirtualRegister::Mask { lanes, .. } => *lanes,
        }
    }
}

/// `64xf32, #pto.vmi.layout<contiguous>`: lanes, what they are, and the layout.
fn fields(inner: &str) -> Option<(u32, &str, &str)> {
    let (shape, layout) = inner.split_once(',').unwrap_or((inner, ""));
    let end = shape.find(|c: char| !c.is_ascii_digit()).unwrap_or(shape.len());
    let (lanes, element) = shape.split_at(end);
    let element = element.strip_prefix('x').unwrap_or(element).trim();
    let layout = layout.trim().strip_prefix("#pto.vmi.layout<").unwrap_or("");
    Some((lanes.parse().ok()?, element, layout.strip_suffix('>').unwrap_or(layout)))
}

/// What is wrong with the layout that such a type names, if something is.
///
/// Source: PTOAS 0.60 lib/PTO/IR/VMI.cpp:860-1030, 1164.
pub fn wrong_layout(ty: &Type) -> Option<&'static str> {
    let register = VirtualRegister::of(ty)?;
    if matches!(register, VirtualRegister::Mask { width: None, layout, .. } if !layout.is_empty()) {
        return Some("a predicate that names no width has no layout");
    }
    let fields = register.layout().split(',').map(str::trim).filter(|f| !f.is_empty());
    fields.into_iter().find_map(|field| {
        let (name, number) = match field.split_once('=') {
            Some((name, number)) => (name.trim(), number.trim().parse::<u32>().ok()),
            None => (field, None),
        };
        match (name, number) {
            ("contiguous", None) => None,
            ("deinterleaved" | "block_deinterleaved", Some(2 | 4)) => None,
            ("num_groups" | "slots" | "lane_stride", Some(1..)) => None,
            ("deinterleaved" | "block_deinterleaved", _) => {
                Some("lanes are dealt to 2 or 4 registers")
            }
            ("num_groups" | "slots" | "lane_stride", _) => {
                Some("groups, slots and strides of lanes are counted from 1")
            }
            _ => Some(
                "a layout is `contiguous`, `deinterleaved`, `block_deinterleaved` or `num_groups`, with `slots` and `lane_stride`",
            ),
        }
    })
}

/// The type in which an element of such a register is computed: integers without a sign in their type are unsigned.
///
/// Source: PTOAS 0.60 lib/PTO/Transforms/VMINormalizeSignlessIntToUnsigned.cpp:41-54.
pub const fn computed_in(dtype: DType) -> DType {
    match dtype {
        DType::I8 | DType::I16 | DType::I32 | DType::I64 => dtype.image(),
        other => other.plain(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<VirtualRegister<'static>> {
        VirtualRegister::of(Box::leak(Box::new(Type::Other(text.into()))))
    }

    #[test]
    fn types_say_lanes_elements_and_layouts() {
        let vector = |lanes, dtype, layout| Some(VirtualRegister::Vector { lanes, dtype, layout });
        let mask = |lanes, width, layout| Some(VirtualRegister::Mask { lanes, width, layout });
        assert_eq!(read("!pto.vmi.vreg<64xf32>"), vector(64, Some(DType::F32), ""));
        assert_eq!(
            read("!pto.vmi.vreg<8xui8, #pto.vmi.layout<num_groups = 8, slots = 1>>"),
            vector(8, Some(DType::U8), "num_groups = 8, slots = 1")
        );
        assert_eq!(read("!pto.vmi.vreg<64x!pto.hif8>"), vector(64, Some(DType::Hif8), ""));
        assert_eq!(read("!pto.vmi.mask<64xpred>"), mask(64, None, ""));
        assert_eq!(read("!pto.vmi.mask<64>"), mask(64, None, ""));
        assert_eq!(
            read("!pto.vmi.mask<128xb16, #pto.vmi.layout<contiguous>>"),
            mask(128, Some(MaskWidth::B16), "contiguous")
        );
        assert_eq!(read("!pto.vmi.vreg<axf32>"), None);
        assert_eq!(read("!pto.pipe"), None);
    }

    #[test]
    fn layouts_deal_lanes_to_registers_or_count_groups() {
        let wrong = |text: &str| wrong_layout(&Type::Other(text.into())).is_some();
        let vector =
            |layout: &str| wrong(&format!("!pto.vmi.vreg<8xf32, #pto.vmi.layout<{layout}>>"));
        for right in
            ["contiguous, lane_stride = 2", "deinterleaved = 4", "num_groups = 8, slots = 1"]
        {
            assert!(!vector(right), "{right}");
        }
        for no_layout in [
            "deinterleaved = 3",
            "deinterleaved = 2, block_elems = 8",
            "num_groups = 1, slots = -1",
        ] {
            assert!(vector(no_layout), "{no_layout}");
        }
        assert!(wrong("!pto.vmi.mask<8xpred, #pto.vmi.layout<contiguous>>"));
        assert!(!wrong("!pto.vmi.mask<8xb32, #pto.vmi.layout<contiguous>>"));
        assert!(!wrong("!pto.vmi.mask<8xpred>"));
    }

    #[test]
    fn integers_without_a_sign_are_unsigned() {
        assert_eq!(computed_in(DType::I16), DType::U16);
        assert_eq!(computed_in(DType::Si16), DType::I16);
        assert_eq!(computed_in(DType::F16), DType::F16);
    }
}
