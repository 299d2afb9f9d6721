//! Quantising bf16 to HiF4: 64 numbers of 4 bits (e1m2) share 32 bits of scale in three levels.
//!
//! Every 64 numbers have a scale `ea` (e6m2: six bits of exponent with bias 48, two of fraction, no sign), every 8 of
//! them a bit `eb` and every 4 a bit `ec`, which double it. Each product is rounded to bf16, as in the registers of the
//! device.
//!
//! Source: pto-isa@3186c381 include/pto/npu/a6/TQuant.hpp:3125-3480 and the expected results of
//! tests/npu/a6/src/st/testcase/tquant/gen_data.py:150-310; the page is docs/isa/TQUANT_HIF4.md.

use super::exec::{Exec, Outcome};
use super::num::Num;
use super::quant::write_flat;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::math::NAN;

/// Numbers that share `ea`.
pub const GROUP: usize = 64;
const EIGHT: usize = 8;
const FOUR: usize = 4;
/// The code of `ea` that is no number.
const E6M2_NAN: u8 = 0xFF;
/// Groups whose scales the device lays out for the cube in one step.
const GROUPS_PER_STEP: usize = 128;

/// The sizes of the tiles that go with a number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bytes of `exp`: `ea` as 16-bit words, room for `eb` twice, `ec`, and all of them once more for the cube.
    pub exp_bytes: u64,
    /// Elements of `max`: the maxima of fours and of eights.
    pub maxima: u64,
    /// Elements of `scaling`: each factor twice.
    pub scalings: u64,
}

impl Sizes {
    /// Of `count` elements.
    pub const fn of(count: u64) -> Sizes {
        let groups = count / GROUP as u64;
        let bytes = 2 * groups + 2 * groups + 2 * groups + 4 * groups;
        Sizes {
            exp_bytes: bytes.next_multiple_of(32),
            maxima: count / 4 + count / 8,
            scalings: count / 2,
        }
    }
}

fn bf16(value: f32) -> f32 {
    f32::from_code(DType::Bf16, value.to_code(DType::Bf16))
}

/// The nearest e6m2 code of a magnitude, ties to even; zero and what is too small are code 0.
fn e6m2(value: f32) -> u8 {
    if value.is_nan() {
        return E6M2_NAN;
    }
    let bits = value.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    if exponent < -48 {
        return 0;
    }
    // Quarters of the power of two, rounded.
    let (quarters, rest) = ((bits >> 21) & 3, bits & 0x1F_FFFF);
    let up = rest > 0x10_0000 || (rest == 0x10_0000 && quarters % 2 == 1);
    let code = ((exponent + 48) as u32) * 4 + quarters + u32::from(up);
    Ord::min(code, u32::from(E6M2_NAN) - 1) as u8
}

/// One divided by an e6m2 number, as bf16. Code 0 stands for nothing and gives 0.
fn reciprocal(code: u8) -> f32 {
    match code {
        0 => 0.0,
        E6M2_NAN => NAN,
        _ => {
            let power = f32::from_bits(((i32::from(code >> 2) - 48 + 127) as u32) << 23);
            bf16(1.0 / ((1.0 + f32::from(code & 3) * 0.25) * power))
        }
    }
}

/// The scale of one group and what it makes of the 64 numbers.
struct Group {
    ea: u8,
    eb: u8,
    ec: u16,
    /// One factor per four numbers.
    scalings: [f32; GROUP / FOUR],
    codes: [u8; GROUP],
}

fn quantise(values: &[f32]) -> Group {
    let largest = |part: &[f32]| part.iter().fold(0f32, |m, v| Num::max(m, f32::abs(*v)));
    let seventh = bf16(1.0 / 7.0);
    let ea = e6m2(bf16(largest(values) * seventh));
    let inverse = reciprocal(ea);
    let halve = |bit: bool| if bit { 0.5 } else { 1.0 };
    let mut group = Group { ea, eb: 0, ec: 0, scalings: [0.0; GROUP / FOUR], codes: [0; GROUP] };
    let how = Conversion::new(Rounding::Rint, Saturate::On);
    for (i, four) in values.chunks(FOUR).enumerate() {
        let eight = i / 2;
        let first = EIGHT * eight;
        let eb = bf16(largest(&values[first..first + EIGHT]) * inverse) >= 4.0;
        let ec = bf16(bf16(largest(four) * inverse) * halve(eb)) >= 2.0;
        group.eb |= u8::from(eb) << eight;
        group.ec |= u16::from(ec) << i;
        let scaling = bf16(inverse * (halve(eb) * halve(ec)));
        group.scalings[i] = scaling;
        for (j, value) in four.iter().enumerate() {
            let code = format::encode(DType::F4E1M2x2, bf16(value * scaling).into(), how);
            group.codes[FOUR * i + j] = code as u8;
        }
    }
    group
}

/// The operands: source, elements, scales, maxima and factors.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// bf16.
    pub src: u8,
    /// Two codes in a byte.
    pub dst: u8,
    /// All scales, as bytes.
    pub exp: u8,
    /// Left with the maxima of fours, then of eights.
    pub max: u8,
    /// Left with the factors, each twice.
    pub scaling: u8,
}

/// Quantises the whole source, row after row.
pub fn quantise_tile(x: &mut Exec<'_>, s: Slots) -> Outcome {
    let values = x.read(s.src)?;
    let (rows, cols) = values.shape();
    let flat: Vec<f32> = (0..rows)
        .flat_map(|r| (0..cols).map(move |c| (r, c)))
        .map(|(r, c)| f32::from_code(values.dtype, values.at(r, c)))
        .collect();
    let groups: Vec<Group> = flat.chunks_exact(GROUP).map(quantise).collect();
    let bf16_code = |v: f32| v.to_code(DType::Bf16);
    let maxima = |size: usize| {
        let largest = |part: &[f32]| part.iter().fold(0f32, |m, v| Num::max(m, f32::abs(*v)));
        flat.chunks(size).map(largest).map(bf16_code).collect::<Vec<u64>>()
    };
    let elements: Vec<u64> = groups
        .iter()
        .flat_map(|g| g.codes.chunks(2).map(|pair| u64::from(pair[0] | pair[1] << 4)))
        .collect();
    let scalings: Vec<u64> =
        groups.iter().flat_map(|g| g.scalings.iter().flat_map(|&v| [bf16_code(v); 2])).collect();
    let exponents = exponents(x, &groups);
    let maxima = [maxima(FOUR), maxima(EIGHT)].concat();
    for (slot, list) in
        [(s.dst, elements), (s.exp, exponents), (s.max, maxima), (s.scaling, scalings)]
    {
        let t = x.tile(slot)?;
        write_flat(x, &t, &list).map_err(|e| e.at(slot))?;
    }
    Ok(())
}

/// The bytes of `exp`: `ea` as words, `eb` and as many zeros, `ec`, then cells of 64 bytes for the cube: for 16 groups
/// their pairs of `ea` and `eb`, then their `ec`.
fn exponents(x: &Exec<'_>, groups: &[Group]) -> Vec<u64> {
    let ec = |g: &Group| g.ec.to_le_bytes().map(u64::from);
    let mut bytes: Vec<u64> = groups.iter().flat_map(|g| [u64::from(g.ea), 0]).collect();
    bytes.extend(groups.iter().map(|g| u64::from(g.eb)));
    bytes.extend(std::iter::repeat_n(0, groups.len()));
    bytes.extend(groups.iter().flat_map(ec));
    if groups.len() > GROUPS_PER_STEP {
        x.note_quirk("hif4-cube-scales");
    }
    for (cell, sixteen) in groups.chunks(16).enumerate() {
        for (i, group) in sixteen.iter().enumerate() {
            let number = 16 * cell + i;
            let from = match x.numerics.is_manual() {
                true => number,
                // Each step starts half as far into `ea` as into `eb` and `ec`.
                false => number - number / GROUPS_PER_STEP * (GROUPS_PER_STEP / 2),
            };
            bytes.extend([u64::from(groups[from].ea), u64::from(group.eb)]);
        }
        bytes.extend(sixteen.iter().flat_map(ec));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_rounded_to_two_bits_of_fraction() {
        assert_eq!(e6m2(1.0), 48 * 4);
        assert_eq!(e6m2(1.125), 48 * 4);
        assert_eq!(e6m2(1.375), 48 * 4 + 2);
        assert_eq!(e6m2(1.9), 49 * 4);
        assert_eq!(e6m2(f32::INFINITY), 0xFE);
        assert_eq!((e6m2(0.0), e6m2(f32::NAN)), (0, 0xFF));
        assert_eq!(reciprocal(48 * 4 + 2), 0.66796875);
    }

    #[test]
    fn the_largest_number_takes_all_three_levels() {
        let mut values = [0.25f32; GROUP];
        values[0] = 7.0;
        let group = quantise(&values);
        // 7 / 7 is 1 in bf16: the first eight are doubled, and of them the first four once more.
        assert_eq!((group.ea, group.eb, group.ec), (48 * 4, 1, 1));
        assert_eq!(group.scalings[..3], [0.25, 0.5, 1.0]);
        assert_eq!(group.codes[..6], [7, 0, 0, 0, 0, 0]);
        assert_eq!(group.codes[8], 1);
    }
}
