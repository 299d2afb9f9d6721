//! Sine and cosine of f32, for arguments of any size.
//!
//! The argument is reduced to a part of a quarter turn with as many bits of 2/pi as its exponent
//! needs, after M. Payne and R. Hanek ("Radian reduction for trigonometric functions", SIGNUM
//! Newsletter 18, 1983), but with four constants where they index a table. In f64, with a relative
//! error below 2^-50.

use super::canonical;
use std::f64::consts::FRAC_PI_2;

/// Adding and subtracting this rounds to an integer and leaves it in the low bits.
const SHIFT: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// 2/pi in parts that follow each other: three of 29 bits, whose products with an f32 are exact,
/// and the rest.
type Parts = [f64; 4];

/// 2/pi for arguments up to 2^51, 2^77, 2^103 and 2^128.
///
/// Such large f32 are multiples of large powers of two; the leading bits of 2/pi whose products
/// with them are whole turns are left out, so that no product reaches 2^51.
const PARTS: [Parts; 4] = [
    parts([
        0x3FE4_5F30_6D00_0000,
        0x3E19_3910_5400_0000,
        0x3C44_FE13_AB00_0000,
        0x3A7D_1F53_4DDC_0DB6,
    ]),
    parts([
        0x3E47_2722_0A00_0000,
        0x3C72_9FC2_7500_0000,
        0x3A9F_47D4_D200_0000,
        0x38D7_7036_D8A5_664F,
    ]),
    parts([
        0x3C94_A7F0_9C00_0000,
        0x3AD5_F47D_4D00_0000,
        0x38EB_B81B_6C00_0000,
        0x3704_ACC9_E21C_8210,
    ]),
    parts([
        0x3B0A_BE8F_A900_0000,
        0x3934_DDC0_DB00_0000,
        0x3758_A566_4E00_0000,
        0x3591_0E41_07F9_458F,
    ]),
];

const fn parts(bits: [u64; 4]) -> Parts {
    [
        f64::from_bits(bits[0]),
        f64::from_bits(bits[1]),
        f64::from_bits(bits[2]),
        f64::from_bits(bits[3]),
    ]
}

/// `x` as quarter turns, of which the last two bits count, and an angle of at most 0.8.
#[inline(always)]
fn reduce(x: f64) -> (u64, f64) {
    let size = x.abs();
    let product = |part: usize| {
        let c = PARTS[0][part];
        let c = if size < 2_251_799_813_685_248.0 { c } else { PARTS[1][part] };
        let c = if size < 151_115_727_451_828_646_838_272.0 { c } else { PARTS[2][part] };
        x * if size < 10_141_204_801_825_835_211_973_625_643_008.0 { c } else { PARTS[3][part] }
    };
    // Below 2^51, 2^22, 2^-7 and 2^-36. The first two lose their integers without an error, and
    // their sum is exact wherever it is small.
    let (first, second) = (product(0), product(1));
    let (turns0, turns1) = (first + SHIFT, second + SHIFT);
    let sum = (first - (turns0 - SHIFT)) + (second - (turns1 - SHIFT));
    let turns2 = sum + SHIFT;
    let rest = ((sum - (turns2 - SHIFT)) + product(2)) + product(3);
    let turns = turns0.to_bits().wrapping_add(turns1.to_bits()).wrapping_add(turns2.to_bits());
    (turns, rest * FRAC_PI_2)
}

/// The sine of `x` and a number of quarter turns. NaN at infinity.
#[inline(always)]
fn sine(x: f64, quarter_turns: u64) -> f64 {
    let (turns, r) = reduce(x);
    let turns = turns.wrapping_add(quarter_turns);
    let z = r * r;
    // (sin r - r) / r^3 and (cos r - 1 + r^2/2) / r^4, interpolated at Chebyshev points.
    let mut s = -7.584_263_996_034_166e-13;
    s = s * z + 1.605_848_950_955_874e-10;
    s = s * z - 2.505_210_596_137_7e-8;
    s = s * z + 2.755_731_921_854_283_3e-6;
    s = s * z - 1.984_126_984_126_402e-4;
    s = s * z + 8.333_333_333_333_331e-3;
    s = s * z - 0.166_666_666_666_666_66;
    let mut c = -1.137_908_663_472_947_8e-11;
    c = c * z + 2.087_609_605_899_536_8e-9;
    c = c * z - 2.755_731_702_592_346e-7;
    c = c * z + 2.480_158_729_828_211_5e-5;
    c = c * z - 1.388_888_888_888_707e-3;
    c = c * z + 4.166_666_666_666_666_4e-2;
    let sin = r + r * z * s;
    let cos = 1.0 + (z * z * c - 0.5 * z);
    let y = if turns & 1 == 0 { sin } else { cos };
    f64::from_bits(y.to_bits() ^ (turns & 2) << 62)
}

/// The sine of an f32, in f64.
#[inline(always)]
pub(super) fn sin64(x: f64) -> f64 {
    // The sign of a zero does not survive the sums.
    if x == 0.0 { x } else { sine(x, 0) }
}

/// The cosine of an f32, in f64.
#[inline(always)]
pub(super) fn cos64(x: f64) -> f64 {
    sine(x, 1)
}

/// The sine of `x` radians, with an error below 0.500001 ulp; NaN at infinity.
#[inline(always)]
pub fn sin(x: f32) -> f32 {
    canonical(sin64(x.into()) as f32)
}

/// The cosine of `x` radians, with an error below 0.500001 ulp; NaN at infinity.
#[inline(always)]
pub fn cos(x: f32) -> f32 {
    canonical(cos64(x.into()) as f32)
}
