//! Quantising to 8-bit integers and to block-scaled (MX) formats, and back.
//!
//! MX: every 32 elements share the exponent of a power of two. With m the largest magnitude of a group,
//! `ocp` takes the exponent of m less that of the format's largest number; `nv` divides m by that number
//! and takes the next power of two at or above. Elements are multiplied by the inverse power in f32, rounded
//! to nearest even and saturated. A NaN makes its whole group NaN; 4-bit floats have none, it becomes 6.
//!
//! Source: pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:94-118, 456-575, 661-728, 868-938, 1084-1300,
//! include/pto/cpu/TQuant.hpp:104-270 and the expected results in tests/npu/a5/src/st/testcase/tquant.

use super::exec::{Exec, Outcome, TileAt, Trap};
use super::grid::Grid;
use super::num::Num;
use crate::dtype::DType;
use crate::format::{self, Conversion, Rounding, Saturate};
use crate::math::NAN;

/// Elements that share an exponent.
pub const GROUP: u32 = 32;

/// `dst[i,j] = saturate(round(src[i,j] * scale[i] + offset[i]))`, the product and the sum rounded to f32.
///
/// The devices go on through i32 and f16 to 8 bits; whatever those steps round is out of range anyway.
pub fn to_int8(x: &mut Exec<'_>, [src, scale, offset, dst]: [u8; 4]) -> Outcome {
    let to = x.tile(dst)?.ty.dtype;
    let values = x.read_as(src, x.tile(dst)?.valid)?;
    let scales = per_row(x, scale, values.rows)?;
    let offsets = match x.arg(offset) {
        Some(_) => Some(per_row(x, offset, values.rows)?),
        None => None,
    };
    let how = Conversion::new(Rounding::Rint, Saturate::On);
    let grid = Grid::new(to, values.shape(), |r, c| {
        let value = f32::from_code(values.dtype, values.at(r, c)).mul(scales[r as usize]);
        let value = offsets.as_ref().map_or(value, |o| value.add(o[r as usize]));
        format::encode(to, value.into(), how)
    });
    x.write(dst, &grid)
}

/// `dst[i,j] = (src[i,j] - offset[i]) * scale[i]`, every step rounded to f32.
pub fn from_int(x: &mut Exec<'_>, [src, scale, offset, dst]: [u8; 4]) -> Outcome {
    let to = x.tile(dst)?;
    let values = x.read_as(src, to.valid)?;
    let (scales, offsets) = (per_row(x, scale, values.rows)?, per_row(x, offset, values.rows)?);
    let grid = Grid::new(to.ty.dtype, values.shape(), |r, c| {
        let value = super::map::number::<f32>(values.dtype, values.at(r, c));
        value.sub(offsets[r as usize]).mul(scales[r as usize]).to_code(to.ty.dtype)
    });
    x.write(dst, &grid)
}

/// One number per row: column 0. A tile with one valid row has them in its columns, and the last one
/// serves the rows after it.
pub fn per_row(x: &Exec<'_>, slot: u8, rows: u32) -> Result<Vec<f32>, Trap> {
    let t = x.tile(slot)?;
    let flat = t.valid.0 == 1;
    let shape =
        if flat { (1, Ord::min(Ord::max(t.valid.1, 1), Ord::max(rows, 1))) } else { (rows, 1) };
    let grid = x.read_lanes(slot, &t, shape)?;
    let at = |r: u32| if flat { (0, Ord::min(r, shape.1 - 1)) } else { (r, 0) };
    Ok((0..rows).map(at).map(|(r, c)| f32::from_code(grid.dtype, grid.at(r, c))).collect())
}

/// A block-scaled format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MxFormat {
    /// 4-bit elements (e2m1) rather than 8-bit ones (e4m3).
    pub four_bits: bool,
    /// The `nv` exponent rather than the `ocp` one.
    pub nv: bool,
    /// The exponent that `ocp` subtracts: 8 for e4m3; for e2m1 see the quirk `mxfp4-emax`.
    pub emax: u32,
}

/// The exponent of a group and the number its elements are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shared {
    /// The E8M0 code.
    pub exponent: u8,
    /// Its inverse; NaN for 0xFF.
    pub scaling: f32,
}

impl MxFormat {
    /// The shared exponent of a group whose largest magnitude is `max`.
    pub fn share(self, max: f32) -> Shared {
        if max.is_nan() {
            return Shared { exponent: 0xFF, scaling: NAN };
        }
        let exponent = if self.nv {
            let largest: f32 = if self.four_bits { 6.0 } else { 448.0 };
            let bits = (max * (1.0 / largest)).to_bits();
            let (field, fraction) = (bits >> 23, bits & 0x7F_FFFF);
            // Below 2^-127 there is no code: up to it, the exponent stays 0.
            let up = fraction > 0 && bits > 0x40_0000 && field < 0xFE;
            Ord::min(field + u32::from(up), 0xFE)
        } else {
            (max.to_bits() >> 23).saturating_sub(self.emax)
        };
        // 2^(127 - exponent), which is subnormal for 0xFE.
        let scaling = match 0xFE - Ord::min(exponent, 0xFE) {
            0 => f32::from_bits(0x40_0000),
            field => f32::from_bits(field << 23),
        };
        Shared { exponent: exponent as u8, scaling }
    }

    /// The code of an element of a group.
    pub fn encode(self, value: f32, scaling: f32) -> u64 {
        let how = Conversion::new(Rounding::Rint, Saturate::On);
        let value = value.mul(scaling);
        match (self.four_bits, value.is_nan()) {
            (true, true) => 0x7,
            (true, false) => format::encode(DType::F4E2M1x2, value.into(), how),
            (false, _) => format::encode(DType::F8E4M3, value.into(), how),
        }
    }

    /// The magnitude that takes part in the maximum: `ocp` cuts f16 to bf16 first.
    fn magnitude(self, dtype: DType, code: u64) -> f32 {
        let value = f32::from_code(dtype, code);
        match (dtype, self.nv, value.is_nan()) {
            (.., true) => NAN,
            (DType::F16, false, false) => f32::from_bits(value.abs().to_bits() & 0xFFFF_0000),
            _ => f32::abs(value),
        }
    }

    /// The code of an intermediate number in the scratch tiles: 16-bit sources keep bf16 there, except the
    /// maximum of f16 by `nv`.
    fn scratch_code(self, dtype: DType, value: f32, is_max: bool) -> u64 {
        match dtype {
            DType::F16 if is_max && self.nv => value.to_code(DType::F16),
            DType::F32 => value.to_code(DType::F32),
            // NaN scalings are marked with the bits the devices use.
            _ if !is_max && value.is_nan() => {
                if self.four_bits {
                    0x7FC0
                } else {
                    0x7F81
                }
            }
            _ => value.to_code(DType::Bf16),
        }
    }
}

/// The operands of an MX quantisation.
#[derive(Clone, Copy, Debug)]
pub struct MxSlots {
    /// The source.
    pub src: u8,
    /// The elements.
    pub dst: u8,
    /// One exponent per group.
    pub exp: u8,
    /// The maxima, an intermediate.
    pub max: u8,
    /// The inverse scales, an intermediate.
    pub scaling: u8,
    /// The exponents once more, in another order.
    pub exp_zz: u8,
}

/// Quantises groups along rows, or down columns with `by_column`. `interleave` puts the exponents of two
/// neighbouring groups of rows side by side. Elements missing in a last group count as zero.
pub fn to_mx(
    x: &mut Exec<'_>,
    s: MxSlots,
    mx: MxFormat,
    by_column: bool,
    interleave: bool,
) -> Outcome {
    let values = x.read(s.src)?;
    let (rows, cols) = values.shape();
    let (group_rows, group_cols) =
        if by_column { (rows.div_ceil(GROUP), cols) } else { (rows, cols.div_ceil(GROUP)) };
    let group_of = |r: u32, c: u32| if by_column { (r / GROUP, c) } else { (r, c / GROUP) };
    let mut maxima = vec![0f32; group_rows as usize * group_cols as usize];
    let at = |(g, h): (u32, u32)| g as usize * group_cols as usize + h as usize;
    for r in 0..rows {
        for c in 0..cols {
            let max = &mut maxima[at(group_of(r, c))];
            *max = Num::max(*max, mx.magnitude(values.dtype, values.at(r, c)));
        }
    }
    let shared: Vec<Shared> = maxima.iter().map(|&m| mx.share(m)).collect();
    let other = |emax: u32| move |&m: &f32| MxFormat { emax, ..mx }.share(m).exponent;
    if mx.four_bits && maxima.iter().map(other(1)).ne(maxima.iter().map(other(2))) {
        x.note_quirk("mxfp4-emax");
    }
    let code = |r: u32, c: u32| {
        let value = f32::from_code(values.dtype, values.at(r, c));
        mx.encode(value, shared[at(group_of(r, c))].scaling)
    };
    let to = x.tile(s.dst)?.ty.dtype;
    let elements = if mx.four_bits {
        // Two neighbours of a row in a byte, the first in the low half.
        Grid::new(to, (rows, cols.div_ceil(2)), |r, c| {
            let second = if 2 * c + 1 < cols { code(r, 2 * c + 1) } else { 0 };
            code(r, 2 * c) | second << 4
        })
    } else {
        Grid::new(to, (rows, cols), code)
    };
    let exponents: Vec<u64> = shared.iter().map(|s| s.exponent.into()).collect();
    let ordered = match x.word("storeMode").map(str::to_ascii_lowercase).as_deref() {
        Some("nz") => zigzag(&exponents, group_rows, group_cols).map_err(|e| e.at(s.src))?,
        _ => exponents.clone(),
    };
    let paired = if interleave { side_by_side(&exponents, group_cols) } else { exponents };
    let scratch = |is_max: bool, list: &mut dyn Iterator<Item = f32>| -> Vec<u64> {
        list.map(|v| mx.scratch_code(values.dtype, v, is_max)).collect()
    };
    let maxima = scratch(true, &mut maxima.iter().copied());
    let scalings = scratch(false, &mut shared.iter().map(|s| s.scaling));
    x.write(s.dst, &elements)?;
    for (slot, list) in
        [(s.exp, paired), (s.max, maxima), (s.scaling, scalings), (s.exp_zz, ordered)]
    {
        if x.arg(slot).is_some() {
            let t = x.tile(slot)?;
            write_flat(x, &t, &list).map_err(|e| e.at(slot))?;
        }
    }
    Ok(())
}

/// Writes codes over the rows of a tile, each as long as its valid region: M x N/32 or flat.
pub(super) fn write_flat(x: &mut Exec<'_>, t: &TileAt, list: &[u64]) -> Outcome {
    let width = Ord::max(t.valid.1, 1) as usize;
    for (r, line) in list.chunks(width).enumerate() {
        let grid = Grid::new(t.ty.dtype, (1, line.len() as u32), |_, c| line[c as usize]);
        x.write_at(t, (r as u32, 0), &grid)?;
    }
    Ok(())
}

/// Boxes of 16 x 2 exponents, row by row of boxes.
fn zigzag(list: &[u64], rows: u32, cols: u32) -> Result<Vec<u64>, Trap> {
    if !rows.is_multiple_of(16) || !cols.is_multiple_of(2) {
        return Err(Trap::new(format!("cannot store {rows}x{cols} exponents in boxes of 16x2")));
    }
    let boxes = (0..rows / 16).flat_map(|br| (0..cols / 2).map(move |bc| (br, bc)));
    let places = boxes.flat_map(|(br, bc)| {
        (0..16).flat_map(move |r| (0..2).map(move |c| (16 * br + r, 2 * bc + c)))
    });
    Ok(places.map(|(r, c)| list[r as usize * cols as usize + c as usize]).collect())
}

/// Rows 2p and 2p + 1 become row p, element by element.
fn side_by_side(list: &[u64], cols: u32) -> Vec<u64> {
    let cols = cols as usize;
    let pairs = list.chunks(Ord::max(2 * cols, 1));
    pairs
        .flat_map(|pair| {
            let (first, second) = pair.split_at(Ord::min(cols, pair.len()));
            let second = second.iter().copied().chain(std::iter::repeat(0));
            first.iter().copied().zip(second).flat_map(|(a, b)| [a, b]).collect::<Vec<_>>()
        })
        .collect()
}
