//! Image to columns: a feature map becomes the matrix a convolution multiplies with its weights.
//!
//! The source is the memory of an NC1HWC0 feature map, whatever rows and columns its tile has: batches, blocks of
//! channels, lines, pixels, and the channels of a block, which are 32 bytes. An NZ tile of H*W rows lies like
//! that. A row of the result is an output pixel, a column is a block of channels, a place of the filter and a
//! channel of the block, in this order.
//!
//! Lines, pixels and the width of the border come from registers, which `setfmatrix` sets; what stands in the
//! border from one that `set_img2col_padding` sets. The rest is said by the move.
//!
//! Source: pto-isa@3186c381 include/pto/cpu/TImg2col.hpp:55-180, include/pto/npu/a2a3/{TImg2col,SetFmatrix,
//! SetImg2colPadding,SetImg2colRpt}.hpp, defaults include/pto/common/pto_tile.hpp:1366-1388.

use super::exec::{Exec, Outcome, Trap, all_ones, get_code};
use super::grid::Grid;
use crate::args::AttrValue;
use crate::code;
use crate::target::Target;

/// Registers that image-to-column moves read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Img2colRegisters {
    /// The feature map; nothing until it is set.
    pub map: Option<FeatureMap>,
    /// The bits of the element that stands in the border.
    pub border: u64,
    /// How often a move repeats itself; once if nobody set it.
    pub repeats: Option<u64>,
}

/// Extents of a feature map and its border, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureMap {
    /// Lines.
    pub height: u64,
    /// Pixels in a line.
    pub width: u64,
    /// Left, right, above, below.
    pub pads: [u64; 4],
}

/// What a move does along one axis of the map.
#[derive(Clone, Copy, Debug)]
struct Steps {
    extent: u64,
    before: u64,
    filter: u64,
    stride: u64,
    dilation: u64,
    /// Output pixels.
    outputs: u64,
}

/// A number attribute, or what a fresh configuration holds.
fn number(x: &Exec<'_>, name: &str, fresh: u64) -> u64 {
    match x.attr(name) {
        Some(AttrValue::Int(n)) => u64::try_from(n).unwrap_or(fresh),
        _ => fresh,
    }
}

/// `setfmatrix`: the feature map of later moves.
pub fn set_map(x: &mut Exec<'_>) -> Outcome {
    let (height, width) = (number(x, "fmapH", 0), number(x, "fmapW", 0));
    if height == 0 || width == 0 {
        let message = "does not say how high and wide the feature map is";
        return Err(Trap::new(message).code(code::NOT_STATED).note(
            "a tile of the text has rows and columns only; `fmapH` and `fmapW` say it here",
        ));
    }
    let pads = ["padLeft", "padRight", "padTop", "padBottom"].map(|name| number(x, name, 0));
    x.set_modes(|m| m.img2col.map = Some(FeatureMap { height, width, pads }));
    Ok(())
}

/// `set_img2col_padding`: what stands in the border.
pub fn set_border(x: &mut Exec<'_>) -> Outcome {
    let bits = number(x, "padBits", 0);
    x.set_modes(|m| m.img2col.border = bits);
    Ok(())
}

/// `set_img2col_rpt`: how often moves repeat themselves.
pub fn set_repeats(x: &mut Exec<'_>) -> Outcome {
    let times = number(x, "repeatTime", 1);
    x.set_modes(|m| m.img2col.repeats = Some(times));
    Ok(())
}

impl Steps {
    fn along(
        x: &Exec<'_>,
        axis: char,
        extent: u64,
        [before, after]: [u64; 2],
    ) -> Result<Steps, Trap> {
        let of = |name: &str| number(x, &format!("{name}{axis}"), 1).max(1);
        let [filter, stride, dilation] = ["filter", "stride", "dilation"].map(of);
        let (reach, room) = (dilation * (filter - 1) + 1, extent + before + after);
        if reach > room {
            let message = format!("lays a filter of {reach} pixels over {room}");
            return Err(Trap::new(message));
        }
        let outputs = (room - reach) / stride + 1;
        Ok(Steps { extent, before, filter, stride, dilation, outputs })
    }

    /// The pixel that a place of the filter sees, unless that is the border.
    fn pixel(&self, output: u64, place: u64) -> Option<u64> {
        let at = output * self.stride + place * self.dilation;
        at.checked_sub(self.before).filter(|&at| at < self.extent)
    }
}

fn position(x: &Exec<'_>, slot: u8) -> Result<u64, Trap> {
    if x.arg(slot).is_none() {
        return Ok(0);
    }
    let at = x.int(slot)?;
    let fits = u16::try_from(at).map(u64::from);
    fits.map_err(|_| Trap::new(format!("starts at {at}, not within 16 bits")).at(slot))
}

/// `timg2col`: the valid region of `dst` from the row and column that `at` says.
pub fn unfold(x: &mut Exec<'_>, src: u8, at: [u8; 2], dst: u8) -> Outcome {
    let registers = x.modes.get().img2col;
    let Some(map) = registers.map else {
        let message = "reads the registers of the feature map, which nothing has set";
        return Err(Trap::new(message)
            .code(code::NOT_STATED)
            .note("`pto.setfmatrix` with `fmapH` and `fmapW` sets them"));
    };
    let repeats = registers.repeats.unwrap_or(1);
    if repeats != 1 && x.numerics.profile() != Target::CPU {
        let message = format!("repeats itself {repeats} times; no source lays that out");
        return Err(Trap::new(message).code(code::NOT_EXECUTABLE));
    }
    let (from, to) = (x.tile(src)?, x.tile(dst)?);
    let [row, col] = [position(x, at[0])?, position(x, at[1])?];
    let [left, right, above, below] = map.pads;
    let lines = Steps::along(x, 'H', map.height, [above, below])?;
    let line = Steps::along(x, 'W', map.width, [left, right])?;
    let dtype = from.ty.dtype;
    let block = u64::from(dtype.per_block());
    let elements = u64::from(from.ty.rows) * u64::from(from.ty.cols);
    let plane = map.height * map.width * block;
    let blocks = match number(x, "channelSize", 0) {
        0 => elements / plane,
        channels => channels.div_ceil(block),
    };
    let batches = elements.checked_div(blocks * plane).unwrap_or(0);
    if batches == 0 {
        let message = format!(
            "reads a feature map of {}x{} pixels from a tile of {elements} elements",
            map.height, map.width
        );
        return Err(Trap::new(message).at(src));
    }
    let bytes = x.memory.bytes(from.ty.space, 0, from.addr as i64, from.size_bytes())?;
    let border = registers.border & all_ones(dtype);
    let matrix = Grid::new(dtype, to.valid, |r, c| {
        let (m, k) = (row + u64::from(r), col + u64::from(c));
        let (batch, pixel) =
            (m / (lines.outputs * line.outputs), m % (lines.outputs * line.outputs));
        let (outer, place, channel) =
            (k / (block * lines.filter * line.filter), k / block, k % block);
        let place = place % (lines.filter * line.filter);
        let h = lines.pixel(pixel / line.outputs, place / line.filter);
        let w = line.pixel(pixel % line.outputs, place % line.filter);
        match (h, w) {
            (Some(h), Some(w)) if batch < batches && outer < blocks => {
                let lies = ((batch * blocks + outer) * map.height + h) * map.width + w;
                get_code(bytes, dtype, (lies * block + channel) * u64::from(dtype.bits()))
            }
            _ => border,
        }
    });
    x.write(dst, &matrix)
}
