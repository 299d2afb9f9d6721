//! TF32: an f32 whose fraction is rounded to fewer bits, the rest being zero.
//!
//! The widths are those of pto-isa `common/pto_tile.hpp`, `SetMadTF32Mode`. (pto-spec calls e8m11
//! HF32 and e8m10 TF32.)

use super::round::{Rest, Rounding};

/// Fraction bits of TF32 on A2A3 (e8m11).
pub const TF32_A2A3: u32 = 11;
/// Fraction bits of TF32 on A5 (e8m10).
pub const TF32_A5: u32 = 10;

/// Rounds an f32 to `fraction` bits after the leading one; 23 or more leave it as it is.
///
/// Numbers that round up past the largest become infinity, NaNs become quiet and keep the leading
/// bits of their payload, and subnormals are multiples of the same unit as the smallest normals.
///
/// ```
/// use pto_isa::format::{Rounding, TF32_A5, round_tf32};
/// let x = 1.0 + f32::EPSILON;
/// assert_eq!(round_tf32(x, TF32_A5, Rounding::Round), 1.0);
/// assert_eq!(round_tf32(x, TF32_A5, Rounding::Ceil), 1.0009766);
/// ```
pub const fn round_tf32(value: f32, fraction: u32, rounding: Rounding) -> f32 {
    if fraction >= 23 {
        return value;
    }
    let cut = 23 - fraction;
    let bits = value.to_bits();
    let mask = (1u32 << cut) - 1;
    if value.is_nan() {
        return f32::from_bits((bits | 1 << 22) & !mask | 1 << 22);
    }
    let rest = match (bits & mask, 1 << (cut - 1)) {
        (0, _) => Rest::None,
        (low, half) if low < half => Rest::Below,
        (low, half) if low == half => Rest::Half,
        _ => Rest::Above,
    };
    let neg = bits >> 31 == 1;
    let kept = bits & !mask;
    let away = rounding.away(rest, neg, kept >> cut & 1 == 1);
    let rounded = if away { kept + (1 << cut) } else { kept };
    if rounded & 0x7FFF_FFFF == 0x7F80_0000 && away && rounding.stays_finite(neg) {
        return f32::from_bits(kept);
    }
    f32::from_bits(rounded)
}
