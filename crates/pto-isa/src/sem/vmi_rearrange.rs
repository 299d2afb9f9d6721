//! Lanes of registers of any length at other places, and the registers of a device that hold them.

use super::exec::{Exec, Outcome, Trap};
use super::register::{RegAt, RegTy};
use super::vmi_create::{list, shape};
use super::vmi_mask::NO_MASK;
use crate::code;
use crate::dtype::DType;

/// `shuffle`: the lanes that an attribute numbers.
pub fn shuffle(x: &mut Exec<'_>, [source, result]: [u8; 2]) -> Outcome {
    let (_, codes) = x.lanes(source)?;
    let indices = list(x, "indices", DType::I64)?;
    let take = |&i: &u64| {
        let outside = || Trap::new(format!("takes lane {i} of {}", codes.len())).at(source);
        codes.get(i as usize).copied().ok_or_else(outside)
    };
    let lanes: Vec<u64> = indices.iter().map(take).collect::<Result<_, _>>()?;
    if lanes.len() != shape(x, result)?.1 {
        return Err(Trap::new(format!("numbers {} lanes", lanes.len())).at(result));
    }
    x.write_lanes(result, &lanes)
}

/// `vselr`: the lanes that a register numbers. No source says what a number past the last lane takes.
pub fn select_by_index(x: &mut Exec<'_>, [source, index, result]: [u8; 3]) -> Outcome {
    let lanes = shape(x, source)?.1 as u64;
    if let Some((i, n)) = x.lanes(index)?.1.iter().enumerate().find(|(_, n)| **n >= lanes) {
        let message = format!("takes lane {n} of {lanes} in lane {i}");
        return Err(Trap::new(message).at(index));
    }
    super::lane_compare::take_lanes(x, [source, index, result])
}

/// `compress`: active lanes to the front, zeros after them.
pub fn compress(x: &mut Exec<'_>, [source, mask, result]: [u8; 3]) -> Outcome {
    let (dtype, codes) = x.lanes(source)?;
    let active = x.active(mask, dtype, codes.len())?;
    let kept: Vec<u64> = codes.iter().zip(&active).filter(|c| *c.1).map(|c| *c.0).collect();
    x.write_lanes(result, &kept)
}

/// `channel_split`: lane i of channel c is lane `i*C + c`.
pub fn split_channels(x: &mut Exec<'_>, [source, results]: [u8; 2]) -> Outcome {
    let (_, codes) = x.lanes(source)?;
    let channels = x.regs(results)?;
    for (c, &r) in channels.iter().enumerate() {
        let lanes: Vec<u64> = codes.iter().skip(c).step_by(channels.len()).copied().collect();
        x.write_lanes_of(r, &lanes)?;
    }
    Ok(())
}

/// `channel_merge`: the inverse of [`split_channels`].
pub fn merge_channels(x: &mut Exec<'_>, [inputs, result]: [u8; 2]) -> Outcome {
    let mut channels = Vec::new();
    for r in x.regs(inputs)? {
        channels.push(x.lanes_of(r)?.1);
    }
    let n = channels.len().max(1);
    let lanes = shape(x, result)?.1;
    let lane = |i: usize| channels.get(i % n).and_then(|c| c.get(i / n)).copied().unwrap_or(0);
    let codes: Vec<u64> = (0..lanes).map(lane).collect();
    x.write_lanes(result, &codes)
}

/// `ensure_layout`: the lanes keep their numbers and values.
pub fn copy(x: &mut Exec<'_>, [source, result]: [u8; 2]) -> Outcome {
    let (_, codes) = x.lanes(source)?;
    x.write_lanes(result, &codes)
}

/// How lanes are spread over the registers of a device.
///
/// Source: PTOAS 0.60 include/PTO/IR/VMIAttrs.td:14-60 and PTO-Gym docs/PTO-vmi-Instruction-SPEC.md, 1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// One after the other, this many slots apart.
    Contiguous(usize),
    /// Lane i in part `i mod factor`.
    Deinterleaved(usize),
}

impl Layout {
    /// Reads `deinterleaved = 2`.
    fn parse(text: &str) -> Option<Layout> {
        let mut fields = text.split(',').map(|f| f.split_once('=').unwrap_or((f, "")));
        let number = |n: &str| n.trim().parse().ok().filter(|&n: &usize| n > 0);
        let (kind, factor) = fields.next()?;
        let stride = match fields.next() {
            Some((name, n)) if name.trim() == "lane_stride" => number(n)?,
            Some(_) => return None,
            None => 1,
        };
        match (kind.trim(), stride) {
            ("" | "contiguous", stride) => Some(Layout::Contiguous(stride)),
            ("deinterleaved", 1) => Some(Layout::Deinterleaved(number(factor)?)),
            _ => None,
        }
    }

    /// The part and the lane in it that hold lane `i`, for parts of `per_part` lanes and `parts` of them.
    fn place(self, i: usize, per_part: usize, parts: usize) -> (usize, usize) {
        match self {
            Layout::Contiguous(stride) => (i * stride / per_part, i * stride % per_part),
            Layout::Deinterleaved(factor) => {
                let (part, k) = (i % factor, i / factor);
                (part * (parts / factor) + k / per_part, k % per_part)
            }
        }
    }
}

/// The layout that a register's type was written with; execution does not keep it elsewhere.
fn layout_of(x: &Exec<'_>, name: &str) -> Result<Layout, Trap> {
    let text = x.word(name).unwrap_or("");
    Layout::parse(text).ok_or_else(|| {
        Trap::new(format!("with the layout `{text}` is not executable yet"))
            .code(code::NOT_EXECUTABLE)
    })
}

/// The name under which the layout of the virtual operand is passed.
pub const LAYOUT: &str = "layout";

/// `unpack`: the registers of a device that hold a value.
pub fn unpack(x: &mut Exec<'_>, [source, parts]: [u8; 2]) -> Outcome {
    let layout = layout_of(x, LAYOUT)?;
    let parts = x.regs(parts)?;
    let r = x.reg(source)?;
    let count = parts.len();
    let per_part = parts.first().map_or(1, RegAt::lanes);
    if let RegTy::LaneMask { .. } = r.ty {
        let lanes = x.active(source, DType::U8, r.lanes())?;
        return each_part(count, per_part, r.lanes(), layout, |p, bits: &[Option<usize>]| {
            let set = |k: usize| bits.get(k).copied().flatten().is_some_and(|i| lanes[i]);
            x.write_mask_of(parts[p], set)
        });
    }
    let (_, codes) = x.lanes(source)?;
    each_part(count, per_part, codes.len(), layout, |p, lanes| {
        let part: Vec<u64> = lanes.iter().map(|i| i.map_or(0, |i| codes[i])).collect();
        x.write_lanes_of(parts[p], &part)
    })
}

/// Calls a function with each part: for each of its lanes the lane of the value that it holds.
fn each_part(
    parts: usize,
    per_part: usize,
    lanes: usize,
    layout: Layout,
    mut write: impl FnMut(usize, &[Option<usize>]) -> Outcome,
) -> Outcome {
    let mut held = vec![vec![None; per_part]; parts];
    for i in 0..lanes {
        let (part, k) = layout.place(i, per_part, parts);
        match held.get_mut(part).and_then(|p| p.get_mut(k)) {
            Some(lane) => *lane = Some(i),
            None => return Err(Trap::new(format!("has no register for lane {i}"))),
        }
    }
    held.iter().enumerate().try_for_each(|(p, lanes)| write(p, lanes))
}

/// `pack`: the value that registers of a device hold.
pub fn pack(x: &mut Exec<'_>, [parts, result]: [u8; 2]) -> Outcome {
    let layout = layout_of(x, LAYOUT)?;
    let parts = x.regs(parts)?;
    let r = x.reg(result)?;
    let (count, per_part) = (parts.len(), parts.first().map_or(1, RegAt::lanes));
    let place = |i: usize| layout.place(i, per_part, count);
    if let RegTy::LaneMask { .. } = r.ty {
        let mut bits = Vec::new();
        for &p in &parts {
            bits.push(x.mask_lanes_of(p)?);
        }
        let get = |i: usize| {
            let (part, k) = place(i);
            bits.get(part).and_then(|b| b.get(k)).copied().unwrap_or(false)
        };
        return x.write_mask(result, get);
    }
    let mut codes = Vec::new();
    for &p in &parts {
        codes.push(x.lanes_of(p)?.1);
    }
    let get = |i: usize| {
        let (part, k) = place(i);
        let missing = || Trap::new(format!("has no register for lane {i}"));
        codes.get(part).and_then(|c| c.get(k)).copied().ok_or_else(missing)
    };
    let lanes: Vec<u64> = (0..r.lanes()).map(get).collect::<Result<_, _>>()?;
    x.write_lanes(result, &lanes)
}

/// `vintlv`, `vdintlv` under a predicate, whose inactive lanes are zero in both results.
pub fn under_mask(
    x: &mut Exec<'_>,
    mask: u8,
    results: [u8; 2],
    rearrange: impl Fn(&mut Exec<'_>) -> Outcome,
) -> Outcome {
    rearrange(x)?;
    if mask == NO_MASK {
        return Ok(());
    }
    for result in results {
        let (dtype, mut codes) = x.lanes(result)?;
        let active = x.active(mask, dtype, codes.len())?;
        let inactive = super::lanes::Inactive::Pmode.code(x, dtype, &active);
        for (code, _) in codes.iter_mut().zip(&active).filter(|(_, a)| !**a) {
            *code = inactive;
        }
        x.write_lanes(result, &codes)?;
    }
    Ok(())
}
