//! Registers and predicates of any length, `!pto.vmi.vreg<64xf32>` and `!pto.vmi.mask<64xpred>`: their types are
//! kept as text. What rules read from it, and the rules themselves.

use crate::def::{AttrDef, word};
use crate::dtype::DType::{self, *};
use crate::rule::{Args, AttrValue, Mutator};
use crate::ty::Type;
use crate::virtual_register::VirtualRegister;

pub(super) const SINGLE: &[DType] = &[F32];
pub(super) const WIDE_FLOATS: &[DType] = &[F16, F32];
pub(super) const FLOATS: &[DType] = &[F16, Bf16, F32];
pub(super) const ANY_FLOAT: &[DType] =
    &[F16, Bf16, F32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2];
pub(super) const INTEGERS: &[DType] = &[I8, I16, I32, U8, U16, U32, Si8, Si16, Si32];
pub(super) const WIDE_INTEGERS: &[DType] = &[I16, I32, U16, U32, Si16, Si32];
pub(super) const INTEGERS32: &[DType] = &[I32, U32, Si32];
/// 32-bit integers without a sign.
pub(super) const WORDS: &[DType] = &[I32, U32];
pub(super) const SIGNED: &[DType] = &[Si8, Si16, Si32];
pub(super) const SIGNED32: &[DType] = &[Si32];
/// Integers without a sign in their type are unsigned.
pub(super) const UNSIGNED: &[DType] = &[I8, I16, I32, U8, U16, U32];
pub(super) const SIGNED_OR_FLOATS: &[DType] = &[Si8, Si16, Si32, F16, Bf16, F32];
pub(super) const RELU: &[DType] = &[Si32, F16, F32];
pub(super) const NUMBERS: &[DType] = &[I8, I16, I32, U8, U16, U32, Si8, Si16, Si32, F16, Bf16, F32];
/// What ramps count in.
pub(super) const COUNTS: &[DType] = &[I8, I16, I32, U8, U16, U32, Si8, Si16, Si32, F16, F32];
/// Numbers of elements in memory.
pub(super) const INDICES: &[DType] = &[I16, I32, U16, U32];
/// Bins of a histogram, and what is counted.
pub(super) const BINS: &[DType] = &[I16, U16];
pub(super) const BYTES: &[DType] = &[I8, U8];

/// What becomes of inactive lanes.
pub(super) const PMODE: AttrDef = word("pmode", &["zero", "merge"]).doc(
    "inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep",
);

/// Lanes and element of such a type.
fn parts(ty: Option<&Type>) -> Option<(u64, &str)> {
    let Some(Type::Other(text)) = ty else { return None };
    let inner = ["!pto.vmi.vreg<", "!pto.vmi.mask<"].iter().find_map(|p| text.strip_prefix(p))?;
    let end = inner.find(|c: char| !c.is_ascii_digit())?;
    let rest = &inner[end..];
    let rest = rest.strip_prefix('x').unwrap_or("");
    Some((inner[..end].parse().ok()?, rest.split([',', '>']).next()?.trim()))
}

pub(super) fn lanes(args: &Args<'_>, slot: u8) -> Option<u64> {
    parts(args.ty(slot)).map(|p| p.0)
}

/// The element type of a register of any length, with the sign its text has.
pub(super) fn written_element(args: &Args<'_>, slot: u8) -> Option<DType> {
    parts(args.ty(slot)).and_then(|p| DType::parse(p.1))
}

/// Whether a register of any length has elements of one of these types; what is no number is of none.
pub(super) fn is_element_in(args: &Args<'_>, slot: u8, list: &[DType]) -> bool {
    let element = parts(args.ty(slot)).map(|p| DType::parse(p.1));
    element.is_none_or(|e| e.is_some_and(|e| list.contains(&e)))
}

/// Whether two registers of any length both name a layout, or neither does.
pub(super) fn layouts_of(args: &Args<'_>, a: u8, b: u8) -> Option<[bool; 2]> {
    let read = |slot| args.ty(slot).and_then(VirtualRegister::of);
    Some([read(a)?, read(b)?].map(|r| !r.layout().is_empty()))
}

/// Takes the layout away that a register of any length names.
pub(super) fn without_layout(b: &mut Mutator<'_>, slot: u8) {
    if let Some(Some(Type::Other(text))) = b.types.get_mut(slot as usize)
        && let Some((before, _)) = text.split_once(',')
    {
        *text = format!("{before}>").into();
    }
}

/// The element type of a register of any length, or of a number or pointer.
pub(super) fn element(args: &Args<'_>, slot: u8) -> Option<DType> {
    let ty = args.ty(slot);
    parts(ty).and_then(|p| DType::parse(p.1)).or_else(|| ty?.dtype()).map(DType::plain)
}

/// A number without a sign in its type stands for both signs.
pub(super) fn same_element(args: &Args<'_>, a: u8, b: u8) -> bool {
    let (Some(a), Some(b)) = (element(args, a), element(args, b)) else { return true };
    a == b || (a.is_int() && b.is_int() && a.bits() == b.bits())
}

pub(super) fn same_number_of_lanes(args: &Args<'_>, a: u8, b: u8) -> bool {
    lanes(args, a).zip(lanes(args, b)).is_none_or(|(a, b)| a == b)
}

/// Whether a predicate serves a register: as many lanes, made for their width if it names one, in the same layout.
pub(super) fn is_mask_of(args: &Args<'_>, data: u8, mask: u8) -> bool {
    let read = |slot| args.ty(slot).and_then(VirtualRegister::of);
    let (Some(data), Some(mask)) = (read(data), read(mask)) else { return true };
    match (data, mask) {
        (
            VirtualRegister::Vector { lanes, dtype, layout },
            VirtualRegister::Mask { lanes: bits, width, layout: layout_of_mask },
        ) => {
            let fits = dtype.zip(width).is_none_or(|(d, w)| d.bits() == w.bits());
            lanes == bits && fits && layout == layout_of_mask
        }
        _ => true,
    }
}

/// The lanes of a predicate and what they are made for, for messages.
pub(super) fn mask_text(args: &Args<'_>, slot: u8) -> String {
    match args.ty(slot) {
        Some(Type::Other(text)) => format!("`{text}`"),
        _ => "unknown".into(),
    }
}

/// Whether elements of two registers are as wide.
pub(super) fn same_width(args: &Args<'_>, a: u8, b: u8) -> bool {
    element(args, a).zip(element(args, b)).is_none_or(|(a, b)| a.bits() == b.bits())
}

/// The listed numbers of `array<i64: 0, 1>` or `[0, 1]`.
fn listed(args: &Args<'_>, attr: &str) -> Option<Vec<u64>> {
    let AttrValue::Text(text) = args.attr(attr)? else { return None };
    let inner = text.trim().trim_end_matches([']', '>']);
    let inner = inner.rsplit(['[', ':', '<']).next()?;
    inner.split(',').map(|n| n.trim().parse().ok()).collect()
}

/// Whether an attribute lists a lane of one register for each lane of another.
pub(super) fn lists_lanes(args: &Args<'_>, attr: &str, from: u8, to: u8) -> bool {
    let (Some(list), Some(from), Some(to)) =
        (listed(args, attr), lanes(args, from), lanes(args, to))
    else {
        return true;
    };
    list.len() as u64 == to && list.iter().all(|&n| n < from)
}

pub(super) fn same_number_of_bits(args: &Args<'_>, a: u8, b: u8) -> bool {
    bits(args, a).zip(bits(args, b)).is_none_or(|(a, b)| a == b)
}

/// Whether the number in an attribute divides the lanes of an operand.
pub(super) fn divides(args: &Args<'_>, attr: &str, slot: u8) -> bool {
    lanes(args, slot).zip(number(args, attr)).is_none_or(|(l, n)| n != 0 && l % n == 0)
}

fn bits(args: &Args<'_>, slot: u8) -> Option<u64> {
    lanes(args, slot)?.checked_mul(element(args, slot)?.bits().into())
}

pub(super) fn number(args: &Args<'_>, attr: &str) -> Option<u64> {
    match args.attr(attr)? {
        AttrValue::Int(n) => n.try_into().ok(),
        _ => None,
    }
}

/// `64 lanes`, for messages.
pub(super) fn lanes_text(args: &Args<'_>, slot: u8) -> String {
    lanes(args, slot).map_or("unknown".into(), |n| format!("{n} lanes"))
}

/// `2048 bits`, for messages.
pub(super) fn bits_text(args: &Args<'_>, slot: u8) -> String {
    bits(args, slot).map_or("unknown".into(), |n| format!("{n} bits"))
}

/// The name of an element type, for messages.
pub(super) fn element_text(args: &Args<'_>, slot: u8) -> String {
    element(args, slot).map_or("unknown", |d| d.name()).into()
}

/// Gives an operand twice the lanes.
pub(super) fn double(b: &mut Mutator<'_>, slot: u8) {
    let Some(ty @ Some(_)) = b.types.get_mut(slot as usize) else { return };
    let Some((n, _)) = parts(ty.as_ref()) else { return };
    if let Some(Type::Other(text)) = ty {
        *text = text.replacen(&n.to_string(), &(2 * n).to_string(), 1).into();
    }
}

fn set_element(b: &mut Mutator<'_>, slot: u8, new: DType) {
    let Some(ty @ Some(_)) = b.types.get_mut(slot as usize) else { return };
    let Some(old) = parts(ty.as_ref()).map(|p| p.1.to_string()) else { return };
    if let Some(Type::Other(text)) = ty {
        *text = text.replacen(&old, new.name(), 1).into();
    }
}

/// Gives a number, pointer or register another element type.
pub(super) fn other_element(b: &mut Mutator<'_>, slot: u8) {
    if let Some(d) = b.dtype(slot) {
        *d = if *d == F32 { F16 } else { F32 };
    } else if let Some(Some(ty)) = b.types.get(slot as usize) {
        let single = parts(Some(ty)).is_some_and(|p| p.1 == "f32");
        set_element(b, slot, if single { F16 } else { F32 });
    }
}

/// Gives a register of integers another width.
pub(super) fn other_width(b: &mut Mutator<'_>, slot: u8) {
    let wide = b
        .types
        .get(slot as usize)
        .and_then(|ty| parts(ty.as_ref()))
        .is_some_and(|p| p.1.ends_with("32"));
    set_element(b, slot, if wide { I16 } else { I32 });
}

/// Gives a register an element type that is not in the list.
pub(super) fn element_outside(b: &mut Mutator<'_>, slot: u8, list: &[DType]) {
    let other = [F32, I32, Bf16].into_iter().find(|d| !list.contains(d));
    set_element(b, slot, other.unwrap_or(Hif8));
}

/// Two operands have as many lanes.
macro_rules! same_lanes {
    ($a:ident, $b:ident) => {{
        static LANES: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-lanes",
            code: $crate::code::SAME_SHAPE,
            text: concat!(
                "`",
                stringify!($b),
                "` must have as many lanes as `",
                stringify!($a),
                "`"
            ),
            holds: |args| $crate::ops::vmi_type::same_number_of_lanes(args, $a, $b),
            found: |args| $crate::ops::vmi_type::lanes_text(args, $b),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::double(mutator, $b),
        };
        custom(&[$a, $b], &LANES)
    }};
}

/// A predicate serves a register.
macro_rules! mask_of {
    ($a:ident, $b:ident) => {{
        static MASK: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-mask",
            code: $crate::code::SAME_SHAPE,
            text: concat!(
                "`",
                stringify!($b),
                "` must have the lanes of `",
                stringify!($a),
                "`, their width if it names one, and their layout"
            ),
            holds: |args| $crate::ops::vmi_type::is_mask_of(args, $a, $b),
            found: |args| $crate::ops::vmi_type::mask_text(args, $b),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::double(mutator, $b),
        };
        custom(&[$a, $b], &MASK)
    }};
}

/// Indices are as wide as what they choose.
macro_rules! width_of {
    ($a:ident, $b:ident) => {{
        static WIDTH: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-width",
            code: $crate::code::SAME_DTYPE,
            text: concat!(
                "elements of `",
                stringify!($b),
                "` must be as wide as those of `",
                stringify!($a),
                "`"
            ),
            holds: |args| $crate::ops::vmi_type::same_width(args, $a, $b),
            found: |args| $crate::ops::vmi_type::element_text(args, $b),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::other_width(mutator, $b),
        };
        custom(&[$a, $b], &WIDTH)
    }};
}

/// A number or pointer has the element type of a register.
macro_rules! element_of {
    ($a:ident, $b:ident) => {{
        static ELEMENT: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-element",
            code: $crate::code::SAME_DTYPE,
            text: concat!(
                "`",
                stringify!($b),
                "` must have the element type of `",
                stringify!($a),
                "`"
            ),
            holds: |args| $crate::ops::vmi_type::same_element(args, $a, $b),
            found: |args| $crate::ops::vmi_type::element_text(args, $b),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::other_element(mutator, $b),
        };
        custom(&[$a, $b], &ELEMENT)
    }};
}

/// The lists above in words.
macro_rules! in_words {
    (SINGLE) => {
        "f32"
    };
    (WIDE_FLOATS) => {
        "f16 or f32"
    };
    (FLOATS) => {
        "f16, bf16 or f32"
    };
    (ANY_FLOAT) => {
        "a floating-point type"
    };
    (INTEGERS) => {
        "an integer of 8, 16 or 32 bits"
    };
    (WIDE_INTEGERS) => {
        "an integer of 16 or 32 bits"
    };
    (INTEGERS32) => {
        "an integer of 32 bits"
    };
    (WORDS) => {
        "i32 or ui32"
    };
    (SIGNED) => {
        "si8, si16 or si32"
    };
    (SIGNED32) => {
        "si32"
    };
    (UNSIGNED) => {
        "an integer of 8, 16 or 32 bits that is not signed"
    };
    (SIGNED_OR_FLOATS) => {
        "si8, si16, si32, f16, bf16 or f32"
    };
    (RELU) => {
        "si32, f16 or f32"
    };
    (NUMBERS) => {
        "an integer of 8, 16 or 32 bits, f16, bf16 or f32"
    };
    (COUNTS) => {
        "an integer of 8, 16 or 32 bits, f16 or f32"
    };
    (INDICES) => {
        "an integer of 16 or 32 bits that is not signed"
    };
    (BINS) => {
        "i16 or ui16"
    };
    (BYTES) => {
        "i8 or ui8"
    };
}

/// A register has one of these element types.
macro_rules! element_in {
    ($a:ident, $list:ident) => {{
        static ELEMENT: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-element-type",
            code: $crate::code::DTYPE,
            text: concat!(
                "the element type of `",
                stringify!($a),
                "` must be ",
                $crate::ops::vmi_type::in_words!($list)
            ),
            holds: |args| $crate::ops::vmi_type::is_element_in(args, $a, $list),
            found: |args| $crate::ops::vmi_type::element_text(args, $a),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::element_outside(mutator, $a, $list),
        };
        custom(&[$a], &ELEMENT)
    }};
}

/// A number of groups divides the lanes.
macro_rules! whole_groups {
    ($a:ident, $attr:literal) => {{
        static GROUPS: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-groups",
            code: $crate::code::OP_RULE,
            text: concat!(
                "the lanes of `",
                stringify!($a),
                "` must be a multiple of `",
                $attr,
                "`"
            ),
            holds: |args| $crate::ops::vmi_type::divides(args, $attr, $a),
            found: |args| $crate::ops::vmi_type::lanes_text(args, $a),
            mutate_to_violate: |mutator| mutator.attrs.push(($attr.into(), "7".into())),
        };
        custom(&[$a], &GROUPS)
    }};
}

/// An operand has one lane for each group.
macro_rules! lane_per_group {
    ($a:ident, $attr:literal) => {{
        static GROUPS: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-group-lanes",
            code: $crate::code::OP_RULE,
            text: concat!("`", stringify!($a), "` must have `", $attr, "` lanes"),
            holds: |args| {
                $crate::ops::vmi_type::number(args, $attr)
                    .zip($crate::ops::vmi_type::lanes(args, $a))
                    .is_none_or(|(groups, lanes)| lanes == groups)
            },
            found: |args| $crate::ops::vmi_type::lanes_text(args, $a),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::double(mutator, $a),
        };
        custom(&[$a], &GROUPS)
    }};
}

/// An operand has one lane.
macro_rules! one_lane {
    ($a:ident) => {{
        static ONE: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-one-lane",
            code: $crate::code::OP_RULE,
            text: concat!("`", stringify!($a), "` must have one lane"),
            holds: |args| $crate::ops::vmi_type::lanes(args, $a).is_none_or(|n| n == 1),
            found: |args| $crate::ops::vmi_type::lanes_text(args, $a),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::double(mutator, $a),
        };
        custom(&[$a], &ONE)
    }};
}

/// Two registers have as many bits in all.
macro_rules! same_bits {
    ($a:ident, $b:ident) => {{
        static BITS: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-bits",
            code: $crate::code::SAME_SHAPE,
            text: concat!(
                "`",
                stringify!($b),
                "` must have as many bits as `",
                stringify!($a),
                "`"
            ),
            holds: |args| $crate::ops::vmi_type::same_number_of_bits(args, $a, $b),
            found: |args| $crate::ops::vmi_type::bits_text(args, $b),
            mutate_to_violate: |mutator| $crate::ops::vmi_type::double(mutator, $b),
        };
        custom(&[$a, $b], &BITS)
    }};
}

/// A stride belongs to groups.
macro_rules! stride_of_groups {
    ($a:ident) => {{
        static STRIDE: $crate::rule::Custom = $crate::rule::Custom {
            name: "vmi-group-stride",
            code: $crate::code::OP_RULE,
            text: concat!("`", stringify!($a), "` and `group` belong together"),
            holds: |args| args.has($a) == args.attr("group").is_some(),
            found: |args| {
                if args.has($a) { "there is no `group`" } else { "there is no stride" }.into()
            },
            mutate_to_violate: |mutator| mutator.types[$a as usize] = Some($crate::ty::Type::Index),
        };
        custom(&[$a], &STRIDE)
    }};
}

pub(super) use {
    element_in, element_of, in_words, lane_per_group, mask_of, one_lane, same_bits, same_lanes,
    stride_of_groups, whole_groups, width_of,
};
