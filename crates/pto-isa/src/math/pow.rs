//! Powers of f32.

use super::{canonical, double};

/// `x` to the power of `y`, with the special cases of IEEE 754-2019, 9.2.1.
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    canonical(double::pow(x.into(), y.into()) as f32)
}
